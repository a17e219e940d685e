"""Move cards between decks, hands and discard piles. Let seats cancel a card in play (GM-3.1, GM-6.3, GM-6.7).

The time in which the asked seats may answer is a reaction window.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.events import EVERYBODY, Events
from enginehouse.core.records.hidden import (
    at,
    copy_most_known,
    count,
    draw,
    move,
    put,
    put_sorted,
    show,
    show_all,
    shuffle,
    take,
    take_top,
)
from enginehouse.core.records.masks import has
from enginehouse.core.records.sealed import ask, close, lay
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat, Zone
from enginehouse.games.great_machine import cards, parts, plays, rats
from enginehouse.games.great_machine.parts import Intervene, Order, Play
from enginehouse.games.great_machine.state import Phase, State, Told

INTERVENTIONS = parts.CARDS[parts.TIMELY_INTERVENTION].copies
"""The number of copies of Timely Intervention."""
FIRST_INTERVENTION = 1 + sum(card.copies for card in parts.CARDS[: parts.TIMELY_INTERVENTION])
"""The number of the first of their pieces. The others follow it."""
PASSED, INTERVENED = 1, 2
"""The two answers of a seat that is asked whether it cancels a card, as the record stores them."""
BOTH = 2
"""The result of `deck_to_draw` if the player has to choose."""

# -- decks and hands ---------------------------------------------------------------------------------------------------


@rule
def has_card_to_draw(s: State, deck: int) -> bool:
    """Return whether a deck or its discard pile has a card, so that players can draw from it or look at it (GM-3.1)."""
    return count(s, parts.DECK + deck) + count(s, parts.DISCARD + deck) > 0


@rule
def deck_to_draw(s: State) -> int:
    """Return the deck from which a card is drawn: the only one that has cards, or BOTH if there is a choice (GM-3.1).

    Return -1 if both decks and their discard piles are empty. 0 is the movement deck, 1 the event deck.
    """
    first, second = has_card_to_draw(s, parts.MOVEMENT), has_card_to_draw(s, parts.EVENT)
    if first and second:
        return BOTH
    return parts.MOVEMENT if first else parts.EVENT if second else -1


@rule
def renew(s: State, deck: int, e: Events) -> None:
    """Shuffle the discard pile of an empty deck into a new deck (GM-3.1).

    The seats no longer know where these cards are.
    """
    if count(s, parts.DECK + deck) == 0:
        s.holds[parts.DECK + deck] = 0
        while count(s, parts.DISCARD + deck) > 0:
            draw(s, parts.DISCARD + deck, parts.DECK + deck)
        shuffle(s, parts.DECK + deck)
        Told.reshuffled(e, deck=deck)


@rule
def deal_card(s: State, seat: Seat, deck: int) -> int:
    """Move the top card of a deck into the hand of `seat`, which then knows it.

    Return the number that identifies this card among all cards of the game.
    """
    piece = take_top(s, parts.DECK + deck)
    put_sorted(s, parts.HAND + seat, piece)
    show(s, piece, 1 << seat)
    return piece


@rule
def draw_card(s: State, seat: Seat, deck: int, e: Events) -> None:
    """Draw the top card of a deck into the hand of `seat` (GM-3.1).

    The seats that knew the top card know that it is in this hand now (GM-9.2).
    """
    renew(s, deck, e)
    piece = deal_card(s, seat, deck)
    s.holds[parts.DECK + deck] = int(s.holds[parts.DECK + deck]) & (1 << seat)
    Told.drew(e, seat=seat, deck=deck, card=int(parts.KIND_OF[piece]), learn=int(s.known[piece]))


@rule
def discard_top(s: State, zone: Zone) -> None:
    """Put the last card of a zone face-up onto the discard pile of its deck."""
    piece = at(s, zone, count(s, zone) - 1)
    move(s, zone, count(s, zone) - 1, parts.DISCARD + int(parts.BACK_OF[piece]))
    show_all(s, piece)


@rule
def discard_card(s: State, seat: Seat, kind: int, e: Events) -> None:
    """Discard a card of this kind from a hand (GM-3.2, GM-3.5).

    Of several copies in the hand, discard the copy that the most seats know of (GM-9.3).
    """
    piece = move(
        s,
        parts.HAND + seat,
        copy_most_known(s, parts.HAND + seat, kind, parts.KIND_OF),
        parts.DISCARD + int(parts.DECK_OF[kind]),
    )
    show_all(s, piece)
    Told.discarded(e, seat=seat, card=kind)


# -- playing a card, and the window ------------------------------------------------------------------------------------


@rule
def start_card(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Start the card that `seat` has put into play, with the choices that the action names (GM-6.7).

    A movement card takes effect at once, because it cannot be cancelled (GM-5.2). An event card opens a reaction
    window, in which other seats may cancel it.
    """
    s.played = action
    s.player = seat
    Told.played(e, seat=seat, action=action)
    if parts.DECK_OF[Play.card[action]] == parts.MOVEMENT:
        resolve(s, e)
    else:
        open_window(s, e)


@rule
def event_cards(s: State, seat: Seat) -> int:
    """Return the number of event cards in the hand of `seat`.

    The number is public (GM-9.1), because the backs of the cards show it. So the function also works on a view.
    """
    many = 0
    for k in range(count(s, parts.HAND + seat)):
        piece = at(s, parts.HAND + seat, k)
        back = int(parts.BACK_OF[piece]) if piece > 0 else -1 - piece
        many += 1 if back == parts.EVENT else 0
    return many


@rule
def has_event_card(s: State, seat: Seat) -> bool:
    """Return whether a seat's hand holds an event card.

    The function looks at the last card only, because a hand has its event cards after its movement cards.
    """
    many = count(s, parts.HAND + seat)
    return many > 0 and int(parts.BACK_OF[at(s, parts.HAND + seat, many - 1)]) == parts.EVENT


@rule
def count_interventions(s: State, zone: Zone) -> int:
    """Return the number of Timely Intervention cards that are visible in a zone, such as a discard pile."""
    many = 0
    for k in range(count(s, zone)):
        piece = at(s, zone, k)
        if piece > 0 and int(parts.KIND_OF[piece]) == parts.TIMELY_INTERVENTION:
            many += 1
    return many


@rule
def may_intervene(s: State, seat: Seat) -> bool:
    """Return whether a seat holds a Timely Intervention, which it may use even if its rat is dead or mellow (GM-6.3).

    The function uses the order of a hand, which is sorted by card number.
    """
    for k in range(count(s, parts.HAND + seat) - 1, -1, -1):
        piece = at(s, parts.HAND + seat, k)
        if piece < FIRST_INTERVENTION + INTERVENTIONS:
            return piece >= FIRST_INTERVENTION
    return False


@rule
def has_all_interventions_open(s: State) -> bool:
    """Return whether every Timely Intervention lies face-up, on the discard pile or in play (GM-6.3)."""
    for piece in range(FIRST_INTERVENTION, FIRST_INTERVENTION + INTERVENTIONS):
        if int(s.known[piece]) != EVERYBODY:
            return False
    return count_interventions(s, parts.IN_PLAY) + count_interventions(s, parts.DISCARD + parts.EVENT) == INTERVENTIONS


@rule
def open_window(s: State, e: Events) -> None:
    """Open a reaction window: ask other seats whether they cancel the card in play by Timely Intervention (GM-6.3).

    All other seats with event cards are asked, so that a window does not reveal which seats hold an intervention
    (GM-9.4). If there are no such seats, or if all interventions lie face-up, ask no seat and settle the cards in play
    at once.
    """
    asked = 0
    for seat in range(s.seats):
        if seat != s.player and has_event_card(s, seat):
            asked |= 1 << seat
    if asked == 0 or has_all_interventions_open(s):
        settle_window(s, e)
        return
    ask(s, asked)
    s.phase = Phase.WINDOW
    Told.asked(e, seat=s.player, asked=asked)


@rule
def answer_window(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Store the answer of `seat` in a reaction window, in which seats may cancel the card in play (GM-6.3).

    When all asked seats have answered, close the window. If several seats intervene, only one of them lays its card:
    the first in turn order, counted from the player whose card is in play. The other answers stay secret.
    """
    if not lay(s, seat, INTERVENED if action == Intervene.CODE else PASSED):
        return
    found, after = -1, False
    for k in range(2 * s.seats):
        other = int(s.order[k % s.seats])
        if after and found < 0 and has(s.asked, other) and int(s.answer[other]) == INTERVENED:
            found = other
        after = after or other == s.player
    close(s)
    if found < 0:
        settle_window(s, e)
    else:
        intervene(s, found, e)


@rule
def intervene(s: State, seat: Seat, e: Events) -> None:
    """Lay a seat's Timely Intervention on the card in play, to cancel that card (GM-6.3).

    Then open a new reaction window, in which other seats may cancel this intervention.
    """
    index = copy_most_known(s, parts.HAND + seat, parts.TIMELY_INTERVENTION, parts.KIND_OF)
    show_all(s, move(s, parts.HAND + seat, index, parts.IN_PLAY))
    s.player = seat
    Told.intervened(e, seat=seat)
    open_window(s, e)


@rule
def settle_window(s: State, e: Events) -> None:
    """Settle the cards in play, when no seat may react any more: each intervention cancels the card below it (GM-6.3).

    From the top of the pile down, discard each intervention with the card that it cancels. If the first card is left,
    it takes effect.
    """
    while count(s, parts.IN_PLAY) > 1:
        discard_top(s, parts.IN_PLAY)
        Told.cancelled(e, card=int(parts.KIND_OF[at(s, parts.IN_PLAY, count(s, parts.IN_PLAY) - 1)]))
        discard_top(s, parts.IN_PLAY)
    if count(s, parts.IN_PLAY) == 0:
        s.phase = Phase.MACHINE
    else:
        resolve(s, e)


@rule
def resolve(s: State, e: Events) -> None:
    """Let the card in play take effect (GM-6.7). For some cards, first ask the player to choose a deck or a card."""
    kind = Play.card[s.played]
    cards.take_effect(s, s.active, s.played, e)
    if kind == parts.CAFFEINE_PROPHECY or kind == parts.NOBBLED:
        offer_look(s, e)
    elif kind == parts.BLACK_ECONOMY:
        rats.lose(s, 1 << s.active, 1, e)
        s.to_draw = parts.ECONOMY_CARDS
        offer_economy(s, e)
    elif kind == parts.CLEANING_DUTY:
        offer_cleaning(s, e)
    else:
        finish_card(s)


@rule
def finish_card(s: State) -> None:
    """End the effect of the card in play, and put the card onto its discard pile (GM-3.2)."""
    discard_top(s, parts.IN_PLAY)
    s.to_draw = 0
    s.deck = 0
    s.phase = Phase.MACHINE


# -- GM-6 Black Economy ------------------------------------------------------------------------------------------------


@rule
def offer_economy(s: State, e: Events) -> None:
    """Let the player draw two cards, one by one (GM-6 Black Economy). If both decks have cards, ask for the deck."""
    while s.to_draw > 0:
        deck = deck_to_draw(s)
        if deck == BOTH:
            s.phase = Phase.ECONOMY
            return
        s.to_draw -= 1
        if deck >= 0:
            draw_card(s, s.active, deck, e)
    finish_card(s)


@rule
def draw_for_economy(s: State, deck: int, e: Events) -> None:
    """Draw one of the two cards of GM-6 Black Economy from this deck."""
    s.to_draw -= 1
    draw_card(s, s.active, deck, e)
    offer_economy(s, e)


# -- GM-6 Caffeine Prophecy, Nobbled a Passing Geezer ------------------------------------------------------------------


@rule
def offer_look(s: State, e: Events) -> None:
    """Carry out the card that was just played, which lets its player look at a deck.

    The card is Caffeine Prophecy or Nobbled a Passing Geezer (GM-6). If both decks have cards, ask the player which of
    them to look at. If only a single deck has cards, show that deck at once. If neither deck has cards, discard the
    card without effect. A deck counts as having cards if its discard pile has some.
    """
    deck = deck_to_draw(s)
    if deck == BOTH:
        s.phase = Phase.LOOK
    elif deck >= 0:
        look_at(s, deck, e)
    else:
        finish_card(s)


@rule
def look_at(s: State, deck: int, e: Events) -> None:
    """Show cards of the deck number `deck` to the active player, whose card allows this (GM-6).

    Caffeine Prophecy shows the top four cards. The player then puts them in order, unless there are fewer than two.
    Nobbled a Passing Geezer shows all cards. The player then takes one of them out.
    """
    renew(s, deck, e)
    s.deck = deck
    Told.looked(e, seat=s.active, deck=deck)
    zone = parts.DECK + deck
    if Play.card[s.played] == parts.NOBBLED:
        s.holds[zone] = int(s.holds[zone]) | (1 << s.active)
        s.revealed += 1
        s.phase = Phase.TAKE
        return
    many = min(4, count(s, zone))
    for k in range(many):
        show(s, at(s, zone, count(s, zone) - 1 - k), 1 << s.active)
    if many > 1:
        s.phase = Phase.ORDER
    else:
        finish_card(s)


@rule
def order_cards(s: State, action: Action, e: Events) -> None:
    """Put back the top cards of the deck that the player has looked at (GM-6 Caffeine Prophecy).

    They are put back in the order that `action` names. Only the player knows this order now.
    """
    zone = parts.DECK + s.deck
    many = min(4, count(s, zone))
    top = int(s.start[zone]) + count(s, zone) - 1
    seen = np.zeros(4, np.int64)
    for k in range(many):
        seen[k] = s.row[top - k]
    for k in range(many):
        piece = int(seen[int(parts.ORDER_TABLE[Order.order[action]][k]) - 1])
        s.row[top - k] = piece
        s.known[piece] = 1 << s.active
    Told.put_in_order(e, seat=s.active, deck=s.deck)
    finish_card(s)


@rule
def take_out(s: State, kind: int) -> int:
    """Take a card of this kind out of the deck that the player looks at, and shuffle the deck.

    This is GM-6 Nobbled a Passing Geezer. Return the number that identifies this card among all cards of the game.
    """
    zone = parts.DECK + s.deck
    piece = take(s, zone, copy_most_known(s, zone, kind, parts.KIND_OF))
    shuffle(s, zone)
    s.holds[zone] = 1 << s.active
    return piece


@rule
def keep_nobbled(s: State, kind: int, e: Events) -> None:
    """Put the card of this kind, which was taken out of the deck, into the player's hand.

    This is GM-6 Nobbled a Passing Geezer.
    """
    piece = take_out(s, kind)
    put_sorted(s, parts.HAND + s.active, piece)
    s.known[piece] = 1 << s.active
    s.revealed += 1
    Told.took(e, seat=s.active, deck=s.deck, card=kind, learn=1 << s.active)
    finish_card(s)


@rule
def play_nobbled(s: State, action: Action, e: Events) -> None:
    """Play the card that was taken out of the deck (GM-6 Nobbled a Passing Geezer).

    The player may play it in addition to the one card that a turn allows (GM-3.2).
    """
    piece = take_out(s, Play.card[action])
    discard_top(s, parts.IN_PLAY)
    put(s, parts.IN_PLAY, piece)
    show_all(s, piece)
    s.deck = 0
    start_card(s, s.active, action, e)


# -- GM-6 Cleaning Duty ------------------------------------------------------------------------------------------------


@rule
def offer_cleaning(s: State, e: Events) -> None:
    """Ask the active player to choose a card from the two discard piles, for GM-6 Cleaning Duty.

    The chosen card goes to the player that the active player named when Cleaning Duty was played. If all cards in the
    piles are of one kind, give such a card without asking. If the piles are empty, discard Cleaning Duty without
    effect.
    """
    s.phase = Phase.CLEAN
    marks = plays.mark_offered(s, s.active)
    many, first = 0, 0
    for kind in range(parts.KINDS - 1, -1, -1):
        if marks[kind]:
            many += 1
            first = kind
    if many == 0:
        finish_card(s)
    elif many == 1:
        give_discarded(s, first, e)


@rule
def give_discarded(s: State, kind: int, e: Events) -> None:
    """Give a card of this kind from a discard pile to the player that was named when Cleaning Duty was played (GM-6).

    All players know that the card is in that player's hand (GM-9.1).
    """
    seat = int(parts.SEATS_NAMED[s.played][0])
    zone = parts.DISCARD + int(parts.DECK_OF[kind])
    put_sorted(s, parts.HAND + seat, take(s, zone, copy_most_known(s, zone, kind, parts.KIND_OF)))
    Told.got(e, seat=seat, card=kind)
    finish_card(s)
