"""Cards on their way: drawn, played, answered, looked at, taken, discarded (GM-3.1, GM-6.3, GM-6.7)."""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.events import EVERYBODY, Events, emit, tell
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
from enginehouse.games.great_machine.cards import take_effect
from enginehouse.games.great_machine.parts import (
    BACK_OF,
    BLACK_ECONOMY,
    CAFFEINE_PROPHECY,
    CARDS,
    CLEANING_DUTY,
    DECK,
    DECK_OF,
    DISCARD,
    ECONOMY_CARDS,
    EVENT,
    HAND,
    IN_PLAY,
    KIND_OF,
    KINDS,
    MOVEMENT,
    NOBBLED,
    ORDER_TABLE,
    SEATS_NAMED,
    TIMELY_INTERVENTION,
    Intervene,
    Order,
    Play,
)
from enginehouse.games.great_machine.plays import offered
from enginehouse.games.great_machine.rats import lose
from enginehouse.games.great_machine.state import Phase, State, Told

INTERVENTIONS = CARDS[TIMELY_INTERVENTION].copies
FIRST_INTERVENTION = int(KIND_OF.tolist().index(TIMELY_INTERVENTION, 1))
PASSED, INTERVENED = 1, 2
BOTH = 2

# -- decks and hands ---------------------------------------------------------------------------------------------------


@rule
def deck_can_be_drawn(s: State, deck: int) -> bool:
    """GM-3.1: a deck can be drawn from or looked at when it or its discard pile holds a card."""
    return count(s, DECK + deck) + count(s, DISCARD + deck) > 0


@rule
def deck_to_draw(s: State) -> int:
    """GM-3.1: the deck of which alone can be drawn; BOTH where there is a choice, -1 where there is none."""
    first, second = deck_can_be_drawn(s, MOVEMENT), deck_can_be_drawn(s, EVENT)
    if first and second:
        return BOTH
    return MOVEMENT if first else EVENT if second else -1


@rule
def renew(s: State, deck: int, e: Events) -> None:
    """GM-3.1: an empty deck is made anew by shuffling its discard pile; who knew what it held knows no longer."""
    if count(s, DECK + deck) == 0:
        s.holds[DECK + deck] = 0
        while count(s, DISCARD + deck) > 0:
            draw(s, DISCARD + deck, DECK + deck)
        shuffle(s, DECK + deck)
        tell(e, Told.RESHUFFLED, deck, 0, 0, 0)


@rule
def deal_card(s: State, seat: Seat, deck: int) -> int:
    """The top card of a deck goes into a hand, whose owner sees it. The piece."""
    piece = take_top(s, DECK + deck)
    put_sorted(s, HAND + seat, piece)
    show(s, piece, 1 << seat)
    return piece


@rule
def draw_card(s: State, seat: Seat, deck: int, e: Events) -> None:
    """GM-3.1: the top card goes into the hand; who knew its place knows where it went (GM-9.2)."""
    renew(s, deck, e)
    piece = deal_card(s, seat, deck)
    s.holds[DECK + deck] = int(s.holds[DECK + deck]) & (1 << seat)
    emit(e, Told.DREW, seat, deck, int(KIND_OF[piece]), 0, EVERYBODY, int(s.known[piece]))


@rule
def discard_top(s: State, zone: Zone) -> None:
    """The last card of a zone goes face-up onto the discard pile of its deck."""
    piece = at(s, zone, count(s, zone) - 1)
    move(s, zone, count(s, zone) - 1, DISCARD + int(BACK_OF[piece]))
    show_all(s, piece)


@rule
def discard_card(s: State, seat: Seat, kind: int, e: Events) -> None:
    """GM-3.2, GM-3.5: a card of this kind, the copy that most seats know of (GM-9.3), is discarded from a hand."""
    piece = move(s, HAND + seat, copy_most_known(s, HAND + seat, kind, KIND_OF), DISCARD + int(DECK_OF[kind]))
    show_all(s, piece)
    tell(e, Told.DISCARDED, seat, kind, 0, 0)


# -- playing a card, and the window ------------------------------------------------------------------------------------


@rule
def start_card(s: State, seat: Seat, action: Action, e: Events) -> None:
    """GM-6.7: a card lies on the table with all that is named; movement cards cannot be cancelled (GM-5.2)."""
    s.played = action
    s.player = seat
    tell(e, Told.PLAYED, seat, action, 0, 0)
    if DECK_OF[Play.card[action]] == MOVEMENT:
        resolve(s, e)
    else:
        open_window(s, e)


@rule
def event_cards(s: State, seat: Seat) -> int:
    """How many event cards a hand holds; all know it (GM-9.1), so it is told from the backs as well."""
    many = 0
    for k in range(count(s, HAND + seat)):
        piece = at(s, HAND + seat, k)
        back = int(BACK_OF[piece]) if piece > 0 else -1 - piece
        many += 1 if back == EVENT else 0
    return many


@rule
def has_event_card(s: State, seat: Seat) -> bool:
    """Whether a hand holds an event card: hands lie in the order of their cards' numbers, movement cards first."""
    many = count(s, HAND + seat)
    return many > 0 and int(BACK_OF[at(s, HAND + seat, many - 1)]) == EVENT


@rule
def interventions_in(s: State, zone: Zone) -> int:
    """How many Timely Interventions are seen in a zone."""
    many = 0
    for k in range(count(s, zone)):
        piece = at(s, zone, k)
        if piece > 0 and int(KIND_OF[piece]) == TIMELY_INTERVENTION:
            many += 1
    return many


@rule
def may_intervene(s: State, seat: Seat) -> bool:
    """GM-6.3: whoever holds a Timely Intervention may use it, whatever the state of the rat. A hand lies in order."""
    for k in range(count(s, HAND + seat) - 1, -1, -1):
        piece = at(s, HAND + seat, k)
        if piece < FIRST_INTERVENTION + INTERVENTIONS:
            return piece >= FIRST_INTERVENTION
    return False


@rule
def all_interventions_open(s: State) -> bool:
    """GM-6.3: every Timely Intervention lies face-up, on the discard pile or in play.

    The piles are gone through only when all know where each of them is, which is seldom and quickly told.
    """
    for piece in range(FIRST_INTERVENTION, FIRST_INTERVENTION + INTERVENTIONS):
        if int(s.known[piece]) != EVERYBODY:
            return False
    return interventions_in(s, IN_PLAY) + interventions_in(s, DISCARD + EVENT) == INTERVENTIONS


@rule
def open_window(s: State, e: Events) -> None:
    """GM-6.3: all others who hold event cards answer, unless there are none or all interventions lie open; that a window
    opens tells nothing about who holds an intervention (GM-9.4)."""
    asked = 0
    for seat in range(s.seats):
        if seat != s.player and has_event_card(s, seat):
            asked |= 1 << seat
    if asked == 0 or all_interventions_open(s):
        settle_window(s, e)
        return
    ask(s, asked)
    s.phase = Phase.WINDOW
    tell(e, Told.ASKED, s.player, asked, 0, 0)


@rule
def answer_window(s: State, seat: Seat, action: Action, e: Events) -> None:
    """GM-6.3: the last answer opens them; the first in turn order after the player who intervened cancels the card."""
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
    """GM-6.3: a Timely Intervention lies on the card it is aimed at, and opens a window in turn."""
    index = copy_most_known(s, HAND + seat, TIMELY_INTERVENTION, KIND_OF)
    show_all(s, move(s, HAND + seat, index, IN_PLAY))
    s.player = seat
    tell(e, Told.INTERVENED, seat, 0, 0, 0)
    open_window(s, e)


@rule
def settle_window(s: State, e: Events) -> None:
    """GM-6.3: an intervention cancels what is under it, both are discarded; what is then on top takes effect."""
    while count(s, IN_PLAY) > 1:
        discard_top(s, IN_PLAY)
        tell(e, Told.CANCELLED, int(KIND_OF[at(s, IN_PLAY, count(s, IN_PLAY) - 1)]), 0, 0, 0)
        discard_top(s, IN_PLAY)
    if count(s, IN_PLAY) == 0:
        s.phase = Phase.MACHINE
    else:
        resolve(s, e)


@rule
def resolve(s: State, e: Events) -> None:
    """The card takes effect; for some the choice of cards and decks comes now (GM-6.7)."""
    kind = Play.card[s.played]
    take_effect(s, s.active, s.played, e)
    if kind == CAFFEINE_PROPHECY or kind == NOBBLED:
        offer_look(s, e)
    elif kind == BLACK_ECONOMY:
        lose(s, 1 << s.active, 1, e)
        s.to_draw = ECONOMY_CARDS
        offer_economy(s, e)
    elif kind == CLEANING_DUTY:
        offer_cleaning(s, e)
    else:
        finish_card(s)


@rule
def finish_card(s: State) -> None:
    """GM-3.2: the card's effect is over, it goes to its discard pile."""
    discard_top(s, IN_PLAY)
    s.to_draw = 0
    s.deck = 0
    s.phase = Phase.MACHINE


# -- GM-6 Black Economy ------------------------------------------------------------------------------------------------


@rule
def offer_economy(s: State, e: Events) -> None:
    """GM-6 Black Economy: two cards, one by one, from decks as chosen; asked only where both can be drawn from."""
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
    """One of the two cards of GM-6 Black Economy."""
    s.to_draw -= 1
    draw_card(s, s.active, deck, e)
    offer_economy(s, e)


# -- GM-6 Caffeine Prophecy, Nobbled a Passing Geezer ------------------------------------------------------------------


@rule
def offer_look(s: State, e: Events) -> None:
    """A deck is chosen; asked only where there are two to choose from."""
    deck = deck_to_draw(s)
    if deck == BOTH:
        s.phase = Phase.LOOK
    elif deck >= 0:
        look_at(s, deck, e)
    else:
        finish_card(s)


@rule
def look_at(s: State, deck: int, e: Events) -> None:
    """GM-6 Caffeine Prophecy shows its player the top four cards; GM-6 Nobbled a Passing Geezer what the deck holds."""
    renew(s, deck, e)
    s.deck = deck
    tell(e, Told.LOOKED, s.active, deck, 0, 0)
    zone = DECK + deck
    if Play.card[s.played] == NOBBLED:
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
    """GM-6 Caffeine Prophecy: the cards are put back in the order named; only who ordered them knows it now."""
    zone = DECK + s.deck
    many = min(4, count(s, zone))
    top = int(s.start[zone]) + count(s, zone) - 1
    seen = np.zeros(4, np.int64)
    for k in range(many):
        seen[k] = s.row[top - k]
    for k in range(many):
        piece = int(seen[int(ORDER_TABLE[Order.order[action]][k]) - 1])
        s.row[top - k] = piece
        s.known[piece] = 1 << s.active
    tell(e, Told.PUT_IN_ORDER, s.active, s.deck, 0, 0)
    finish_card(s)


@rule
def take_out(s: State, kind: int) -> int:
    """GM-6 Nobbled a Passing Geezer: a card is taken out of the deck, which is shuffled at once. The piece."""
    zone = DECK + s.deck
    piece = take(s, zone, copy_most_known(s, zone, kind, KIND_OF))
    shuffle(s, zone)
    s.holds[zone] = 1 << s.active
    return piece


@rule
def keep_nobbled(s: State, kind: int, e: Events) -> None:
    """GM-6 Nobbled a Passing Geezer: the card goes into the hand."""
    piece = take_out(s, kind)
    put_sorted(s, HAND + s.active, piece)
    s.known[piece] = 1 << s.active
    s.revealed += 1
    emit(e, Told.TOOK, s.active, s.deck, kind, 0, EVERYBODY, 1 << s.active)
    finish_card(s)


@rule
def play_nobbled(s: State, action: Action, e: Events) -> None:
    """GM-6 Nobbled a Passing Geezer: the card is played now, on top of GM-3.2."""
    piece = take_out(s, Play.card[action])
    discard_top(s, IN_PLAY)
    put(s, IN_PLAY, piece)
    show_all(s, piece)
    s.deck = 0
    start_card(s, s.active, action, e)


# -- GM-6 Cleaning Duty ------------------------------------------------------------------------------------------------


@rule
def offer_cleaning(s: State, e: Events) -> None:
    """GM-6 Cleaning Duty: any card of either discard pile; nothing is asked where there is one kind, or none."""
    s.phase = Phase.CLEAN
    marks = offered(s, s.active)
    many, first = 0, 0
    for kind in range(KINDS - 1, -1, -1):
        if marks[kind]:
            many += 1
            first = kind
    if many == 0:
        finish_card(s)
    elif many == 1:
        give_discarded(s, first, e)


@rule
def give_discarded(s: State, kind: int, e: Events) -> None:
    """The subject gets a card from a discard pile, openly: all know that it is in that hand (GM-9.1)."""
    seat = int(SEATS_NAMED[s.played][0])
    zone = DISCARD + int(DECK_OF[kind])
    put_sorted(s, HAND + seat, take(s, zone, copy_most_known(s, zone, kind, KIND_OF)))
    tell(e, Told.GOT, seat, kind, 0, 0)
    finish_card(s)
