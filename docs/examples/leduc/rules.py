"""Leduc poker: the verbs, in the order of the rulebook."""

from typing import Any

from enginehouse.core.records.chance import begin_guess, below, pick, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from leduc.state import (
    CARDS,
    MOST_RAISES,
    SHAPE,
    VALUES,
    Call,
    Fold,
    Raise,
    State,
    Told,
)

open_half = SHAPE.open_half

NOT_YOUR_TURN, ENOUGH_RAISES, NOTHING_TO_FOLD, FOLDED, SHOWN = 201, 203, 204, 301, 302


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """LE-1.1: a chip from each seat, a card for each, and one that will be turned up."""
    s.seats = options[0]
    seed_chance(s, seed)
    first = below(s, CARDS)
    second = (first + 1 + below(s, CARDS - 1)) % CARDS
    third = left_over(first, second, below(s, CARDS - 2))
    for seat in range(2):
        s.stakes[seat] = 1
    s.card[0] = VALUES[first]
    s.card[1] = VALUES[second]
    s.next = VALUES[third]


@rule
def left_over(first: int, second: int, k: int) -> int:
    """LE-1.1: the k-th of the cards that were not dealt."""
    for card in range(CARDS):
        if card != first and card != second:
            if k == 0:
                return card
            k -= 1
    return -1


@rule
def actors(s: State) -> int:
    """LE-2.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << s.turn


@rule
def is_behind(s: State, seat: int) -> bool:
    """LE-2.4: the other seat has put in more."""
    return bool(s.stakes[1 - seat] > s.stakes[seat])


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    """LE-2.2 to LE-2.4."""
    if s.reason != 0 or s.turn != seat:
        return 0
    many = 0
    if is_behind(s, seat):
        many = add(out, many, Fold.CODE)
    many = add(out, many, Call.CODE)
    if s.raises < MOST_RAISES:
        many = add(out, many, Raise.CODE)
    return many


@rule
def refusal(v: State, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if v.turn != seat:
        return NOT_YOUR_TURN
    if action == Fold.CODE:
        return 0 if is_behind(v, seat) else NOTHING_TO_FOLD
    return ENOUGH_RAISES if action == Raise.CODE and v.raises == MOST_RAISES else 0


@rule
def apply(s: State, seat: int, action: int, e: Events) -> None:
    """LE-2.2 to LE-2.5; LE-3.1, LE-3.2: the end."""
    s.turn = 1 - seat
    s.acted += 1
    if action == Fold.CODE:
        Told.folded(e, seat=seat)
        s.reason = FOLDED
        tell_end(s, e)
        return
    s.stakes[seat] = max(int(s.stakes[0]), int(s.stakes[1]))
    if action == Raise.CODE:
        more = 2 if s.round == 0 else 4
        s.stakes[seat] = int(s.stakes[seat]) + more
        s.raises += 1
        Told.raised(e, seat=seat, chips=more)
        return
    Told.called(e, seat=seat)
    if s.acted > 1:
        end_round(s, e)


@rule
def end_round(s: State, e: Events) -> None:
    """LE-2.5: the open card, or LE-3.2: the cards are shown."""
    s.revealed += 1
    if s.round == 0:
        s.round = 1
        s.turn = s.acted = s.raises = 0
        s.board = s.next
        s.next = 0
        Told.turned_up(e, card=s.board)
        return
    s.reason = SHOWN
    for one in range(2):
        s.shown[one] = s.card[one]
        Told.shown(e, seat=one, card=int(s.card[one]))
    tell_end(s, e)


@rule
def tell_end(s: State, e: Events) -> None:
    """LE-3.1, LE-3.2: who takes the pot."""
    best = winner(s)
    if best < 0:
        Told.shared(e)
    else:
        Told.won(e, seat=best, chips=int(s.stakes[1 - best]))


@rule
def winner(s: State) -> int:
    """LE-3.1, LE-3.2: who takes the pot; -1 where it is shared."""
    if s.reason == FOLDED:
        return 0 if s.stakes[0] > s.stakes[1] else 1
    if s.shown[0] == s.shown[1]:
        return -1
    for one in range(2):
        if s.shown[one] == s.board:
            return one
    return 0 if s.shown[0] > s.shown[1] else 1


@rule
def view(s: State, seat: int, v: State) -> None:
    """LE-1.1: the open facts and the seat's own card."""
    open_half(s, seat, v)


@rule
def guess(v: State, seat: int, seed: Numbers) -> int:
    """LE-1.1: what is not known may be any of the cards that are left."""
    dice = begin_guess(v, seed)
    for one in range(2):
        if v.shown[one] != 0:
            v.card[one] = v.shown[one]
        if v.card[one] == 0:
            v.card[one] = any_left(v, dice)
    if v.round == 0:
        v.next = any_left(v, dice)
    return 0


@rule
def any_left(v: State, dice: Any) -> int:
    """LE-1.1: one of the cards that lie nowhere, every one equally likely."""
    cards = CARDS - (1 if v.board > 0 else 0)
    for one in range(2):
        cards -= 1 if v.card[one] > 0 else 0
    k = pick(dice, cards)
    for value in range(1, 4):
        k -= copies_left(v, value)
        if k < 0:
            return value
    return 0


@rule
def copies_left(v: State, value: int) -> int:
    """LE-1.1: how many of the two cards of a value lie neither open nor in a hand that is known."""
    left = 2 - (1 if v.board == value else 0)
    for one in range(2):
        left -= 1 if v.card[one] == value else 0
    return left


@rule
def scores(s: State, out: Numbers) -> None:
    """LE-3.3: what was won or lost; while it goes on nobody has won anything."""
    if s.reason != 0:
        best = winner(s)
        if best >= 0:
            out[best] = int(s.stakes[1 - best])
            out[1 - best] = -int(s.stakes[1 - best])
    rank_seats(out, out[:2])
