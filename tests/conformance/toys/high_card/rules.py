"""High card: the verbs."""

from enginehouse.core.records.chance import begin_guess, seed_chance
from enginehouse.core.records.events import EVERYBODY, Events, tell
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import (
    at,
    count,
    deal_unknown,
    draw,
    lay_out,
    let_know,
    let_owners_know,
    move,
    put,
    show,
    show_all,
    shuffle,
    view_pieces,
)
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from high_card.state import BACKS, CAPACITIES, CARDS, DECK, HAND, KINDS, PLAYED, SHAPE, Play, State, Told

open_half = SHAPE.open_half

NOT_YOUR_TURN, NOT_YOUR_CARD, ALL_PLAYED = 101, 102, 201


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """HC-1.1: two cards for everybody."""
    s.seats = options[0]
    seed_chance(s, seed)
    lay_out(s, CAPACITIES)
    for piece in range(1, CARDS + 1):
        put(s, DECK, piece)
    shuffle(s, DECK)
    for seat in range(s.seats):
        for _ in range(2):
            show(s, draw(s, DECK, HAND + seat), 1 << seat)


@rule
def actors(s: State) -> int:
    """HC-1.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << s.turn


@rule
def place_in_hand(s: State, seat: int, card: int) -> int:
    """Where a card lies in a hand; -1 if it is not there."""
    for k in range(count(s, HAND + seat)):
        if at(s, HAND + seat, k) == card:
            return k
    return -1


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    """HC-1.2: any card of the hand."""
    if s.reason != 0 or seat != s.turn:
        return 0
    many = 0
    for card in range(1, CARDS + 1):
        if place_in_hand(s, seat, card) >= 0:
            many = add(out, many, Play.at(card))
    return many


@rule
def refusal(v: State, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.turn:
        return NOT_YOUR_TURN
    return 0 if place_in_hand(v, seat, int(Play.card[action])) >= 0 else NOT_YOUR_CARD


@rule
def apply(s: State, seat: int, action: int, e: Events) -> None:
    """HC-1.2, HC-2.1: a card is played for all to see."""
    card = int(Play.card[action])
    show_all(s, move(s, HAND + seat, place_in_hand(s, seat, card), PLAYED + seat))
    tell(e, Told.PLAY, seat, card, 0, 0)
    s.turn = (s.turn + 1) % s.seats
    if count(s, HAND + s.turn) == 0:
        s.reason = ALL_PLAYED


@rule
def view(s: State, seat: int, v: State) -> None:
    """Fill the view with the open cards and the seat's own cards."""
    open_half(s, seat, v)
    view_pieces(s, seat, v, KINDS, BACKS, 15 << HAND)


@rule
def guess(v: State, seat: int, seed: Numbers) -> int:
    """Deal the cards that the seat does not know."""
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, BACKS)
    let_owners_know(v, HAND)
    for other in range(v.seats):
        let_know(v, PLAYED + other, EVERYBODY)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """HC-2.1: the highest card that was played counts."""
    for seat in range(s.seats):
        out[seat] = 0
        for k in range(count(s, PLAYED + seat)):
            out[seat] = max(int(out[seat]), at(s, PLAYED + seat, k))
    rank_seats(out, out[: s.seats])
