"""Find the reasons for or against an action of The Great Machine: the choice of a deck, or of a card from a deck.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to feed its rat
(see `core.words.plans`). The plans are in `plans.py`. The choice between the decks follows from the position: a seat
far behind needs event cards, and a seat that the pipes miss needs movement cards. Otherwise the seat wants some cards
of both kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.records.masks import has
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, PlanAction, claim
from enginehouse.games.great_machine import decks, machine, parts, prospects, rats
from enginehouse.games.great_machine.parts import Draw, Look, Play, Take
from enginehouse.games.great_machine.state import Phase, State, Told

IDLE = (parts.WARHAMSTER, parts.PRIVATE_THEORY)
"""The kinds of cards that have no effect on play."""
DELAYS = (parts.AIRLINE_STRIKE, parts.POSTCARD, parts.POSTER_SESSION)
"""The kinds of cards that send the Master back and do nothing else."""
FAVOURED, OTHER = 4.0, 1.0
"""The weights of the reason for drawing from the deck that a seat needs, and from the other deck."""
MANY_TILTS = 3
"""From so many toggle cards in hand on, a seat needs another one only because rivals turn the pipes too."""
SURPLUS = 2
"""A seat that holds so many more cards of one kind than of the other kind draws a card of the other kind."""
LAST_ROUNDS = 2
"""The number of rounds before the end in which a seat that is behind needs time."""


class Hand(NamedTuple):
    """Numbers about a seat's hand before it draws, and about the pipes.

    `moves` and `events` are the numbers of movement and event cards, and `tilts` is the number of movement cards that
    tilt toggles. `fed` says whether the next pellet falls to the seat's rat, and `open` whether this rat can gain the
    pellet. `able` says whether a card in the hand can turn the pipes to the rat. `possible` says whether any movement
    card of the game could, in the hand or not.
    """

    moves: int
    events: int
    tilts: int
    fed: bool
    open: bool
    able: bool
    possible: bool


def count_hand(s: State, seat: int) -> Hand:
    """Return numbers about the cards in the hand of `seat`, and facts about the path of the next pellet.

    The numbers are those of movement cards, event cards and movement cards that tilt toggles. The facts are whether the
    next pellet falls to the seat's rat, whether this rat can gain the pellet, and whether a movement card can turn the
    pipes to the rat.
    """
    events, tilts = int(decks.event_cards(s, seat)), prospects.list_tilts(s, seat)
    return Hand(
        moves=int(s.size[parts.HAND + seat]) - events,
        events=events,
        tilts=len(tilts),
        fed=prospects.is_under_pipes(s, seat),
        open=prospects.can_gain(s, seat),
        able=prospects.can_feed(s, seat, tilts),
        possible=prospects.can_feed(s, seat, prospects.TILTS.values()),
    )


def list_claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the action `step` if it chooses a deck or a card, or allows such a choice."""
    s, seat, kind = step.before, step.seat, parts.ACTIONS.kind[step.code]
    if s.phase in (Phase.DRAW, Phase.ECONOMY) and kind == Draw.KIND:
        is_event = Draw.deck[step.code] == parts.EVENT
        yield from _claim_event(s, seat) if is_event else _claim_movement(s, seat)
    elif s.phase == Phase.LOOK and kind == Look.KIND:
        yield from _claim_look(s, seat, int(Look.deck[step.code]))
    elif s.phase == Phase.CLEAN and kind == Take.KIND and Take.card[step.code] in IDLE:
        receiver = parts.describe_choice(int(s.played)).seats[0]
        if receiver != seat:
            yield claim("gift", 2, rival=f"{{{receiver}}}")
    yield from _claim_search(step)


def _needs_movement(s: State, hand: Hand) -> bool:
    """Return whether a seat needs a movement card more than an event card. `hand` has numbers about the seat's cards.

    The seat needs a movement card if all of this is true: the next pellet does not fall to the seat's rat yet, a
    movement card of the game could lead it to the rat, the rat can gain it, and the hand has no card or too few cards
    that do this.
    """
    if hand.fed or not (hand.open and hand.possible):
        return False
    return not hand.able or (hand.tilts < s.track and (hand.tilts == 1 or hand.moves <= hand.events))


def _claim_movement(s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for drawing from the deck of movement cards, such as that the pipes miss the seat's rat.

    Yield no reason if movement cards cannot help, for example because the seat is too far behind.
    """
    hand, lead, turns = count_hand(s, seat), prospects.count_lead(s, seat), prospects.count_turns_left(s)
    if lead <= -turns:
        return
    if hand.fed and hand.open:
        if machine.find_locked(s) != (1 << int(s.toggles)) - 1:
            yield claim("turn back", OTHER)
    elif hand.possible and hand.open:
        weight = FAVOURED if _needs_movement(s, hand) and lead <= turns else OTHER
        yield claim("draw movement", weight, why=say_need(hand))
    elif hand.events >= hand.moves + SURPLUS:
        held = _say_few(hand.moves, "movement")
        yield claim("more movement", FAVOURED, events=many(hand.events, "event card"), held=held)
    elif hand.events > hand.moves:
        yield claim("new movement", FAVOURED, held=many(hand.events, "event card"))
    else:
        yield claim("one each turn", OTHER)


def say_need(hand: Hand) -> str:
    """Return in words why a player with this hand needs another movement card, as the end of a sentence.

    An example is "you hold none to turn them with", where "them" are the pipes. The function assumes that the pipes do
    not lead the next pellet to the player's rat.
    """
    if not hand.tilts:
        return "you hold none to turn them with"
    if not hand.able:
        return "none of yours turns them to it"
    if hand.tilts >= MANY_TILTS:
        return "rivals can turn them again in each turn"
    return "only one of yours turns them" if hand.tilts == 1 else "you need one nearly every turn"


def _claim_event(s: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for drawing from the deck of event cards, such as that the seat is far behind."""
    hand, lead, turns = count_hand(s, seat), prospects.count_lead(s, seat), prospects.count_turns_left(s)
    held, is_needed = many(hand.moves, "movement card"), hand.possible and hand.open and not hand.fed
    if lead <= -turns:
        yield claim("last chance", FAVOURED + 1, lead=-lead, turns=many(turns, "turn"))
    elif lead > turns:
        yield claim("safe lead", FAVOURED, lead=lead, turns=many(turns, "turn"))
    if hand.fed and hand.open:
        yield claim("draw event", FAVOURED)
    elif is_needed and hand.able and hand.tilts >= s.track:
        yield claim("enough", FAVOURED, held=many(hand.tilts, "card"))
    elif hand.moves >= hand.events + SURPLUS and not _needs_movement(s, hand):
        yield claim("more events", FAVOURED, held=held, events=_say_few(hand.events, "event"))
    elif hand.moves:
        weight = FAVOURED if hand.moves > hand.events and not _needs_movement(s, hand) else OTHER
        yield claim("new event", weight, held=held)


def _say_few(number: int, kind: str) -> str:
    return f"only {many(number, f'{kind} card')}" if number else f"no {kind} card"


def _claim_look(s: State, seat: int, deck: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for looking at `deck`, if a card lets the player on `seat` look at one deck.

    The card has just been played (GM-6.7). A reason for the event deck is, for example, that the seat's rat is far
    behind. A reason for the movement deck is that no card in the seat's hand can turn the pipes to its rat. Yield no
    reason if the position gives no such reason for this deck.
    """
    hand, lead, turns = count_hand(s, seat), prospects.count_lead(s, seat), prospects.count_turns_left(s)
    is_searched = Play.card[int(s.played)] == parts.NOBBLED
    is_needed = hand.possible and hand.open and not hand.fed and not hand.able
    held, events = many(hand.moves, "movement card"), many(hand.events, "event card")
    if deck == parts.EVENT:
        if lead <= -turns:
            yield claim("look event", 4, why=f"You are {-lead} behind with {many(turns, 'turn')} to come")
        elif is_searched and hand.fed and hand.open:
            yield claim("look event", 3, why="The pipes end at your rat already")
        elif is_searched and hand.able and hand.open:
            yield claim("look event", 2, why="You hold a card that turns the pipes to your rat")
        elif hand.moves >= hand.events and not (is_searched and is_needed):
            yield claim("look event", 1, why=f"You hold {held}" + (f" and {events}" if hand.events else ""))
    elif is_searched and is_needed:
        yield claim("look movement", 3, why="You hold no card that turns the pipes to your rat")
    elif not is_searched and hand.moves < hand.events:
        yield claim("look movement", 1, why=f"You hold {events} and {_say_few(hand.moves, 'movement')}")


def _claim_search(step: PlanAction) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for the action `step` if it lets the player choose, order or draw cards."""
    s, seat = step.before, step.seat
    kinds = {one[0] for one in step.events if one[1] == seat}
    if Told.TOOK in kinds or (Told.GOT in kinds and s.phase == Phase.PLAY):
        such = _find_wanted(s, seat) if s.phase == Phase.PLAY and Told.TOOK in kinds else -1
        named = f", such as {parts.CARDS[such].title}" if such >= 0 else ""
        yield claim("search", 7 if such >= 0 else 6, such=named)
    elif s.phase == Phase.PLAY and step.code == Play.at(parts.BLACK_ECONOMY, 0):
        yield claim("trade", 3)
    elif s.phase == Phase.PLAY and Told.PUT_IN_ORDER in kinds and (s.track > 1 or s.extra_turns[seat] > 0):
        yield claim("order", 2)


def _find_wanted(s: State, seat: int) -> int:
    """Return the kind of card that a seat should take from a deck, or -1 if no kind is clearly the best.

    A seat that is behind needs the card that kills the fattest rat or, near the end, a card that sends the Master back.
    A seat that leads needs a card that brings the Master nearer or, if the lead is small for the turns left, a card
    that protects its rat. Return -1 if the deck has no such card left, as far as the seat knows.
    """
    rival, lead = prospects.find_fattest_rival(s, seat), prospects.count_lead(s, seat)
    is_reached = rival >= 0 and not has(int(s.mellow), rival) and rats.fattest(s, False) == 1 << rival
    wanted: tuple[int, ...] = ()
    if lead < 0:
        wanted = DELAYS if s.track <= LAST_ROUNDS else (parts.CARDIAC_ARREST,) if is_reached else ()
    elif lead > 0 and prospects.HURRIED * lead >= prospects.count_turns_left(s):
        wanted = (parts.MASTERS_COACH,)
    elif lead > 0 and not has(int(s.boots), seat):
        wanted = (parts.RUBBER_BOOTS,)
    return next((kind for kind in wanted if _may_be_in_deck(s, seat, kind)), -1)


def _may_be_in_deck(s: State, seat: int, kind: int) -> bool:
    """Return whether a copy of a kind of card is neither in the seat's hand nor in a discard pile."""
    pile = parts.DISCARD + int(parts.DECK_OF[kind])
    seen = list_pieces(s, parts.HAND + seat) + list_pieces(s, pile)
    return sum(1 for piece in seen if piece > 0 and parts.KIND_OF[piece] == kind) < parts.CARDS[kind].copies
