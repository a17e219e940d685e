"""Kuhn poker: the verbs, in the order of the rulebook."""

from enginehouse.core.records.chance import begin_guess, below, pick, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from kuhn.state import CARDS, SHAPE, Bet, Pass, State, Told

open_half = SHAPE.open_half

NOT_YOUR_TURN, GIVEN_UP, SHOWN = 201, 301, 302


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """KU-1.1: a chip from each seat, and a card for each."""
    s.seats = options[0]
    seed_chance(s, seed)
    for seat in range(2):
        s.stakes[seat] = 1
    s.card[0] = 1 + below(s, CARDS)
    s.card[1] = other_card(int(s.card[0]), below(s, CARDS - 1))


@rule
def other_card(card: int, k: int) -> int:
    """KU-1.1: the k-th card that is not this one."""
    return 1 + k if 1 + k < card else 2 + k


@rule
def actors(s: State) -> int:
    """KU-2.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << (s.moves & 1)


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    """KU-2.2, KU-2.3: one may always pass or bet."""
    if s.reason != 0 or s.moves & 1 != seat:
        return 0
    return add(out, add(out, 0, Pass.CODE), Bet.CODE)


@rule
def refusal(v: State, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    return NOT_YOUR_TURN if v.moves & 1 != seat else 0


@rule
def apply(s: State, seat: int, action: int, e: Events) -> None:
    """KU-2.2, KU-2.3; KU-3.1, KU-3.2: the end."""
    other = 1 - seat
    s.moves += 1
    if action == Bet.CODE:
        s.stakes[seat] = int(s.stakes[seat]) + 1
        Told.bet(e, seat=seat)
    else:
        Told.passed(e, seat=seat)
        if s.stakes[other] > s.stakes[seat]:
            s.reason = GIVEN_UP
    if s.reason == 0 and s.moves > 1 and s.stakes[0] == s.stakes[1]:
        s.reason = SHOWN
        s.revealed += 1
        for one in range(2):
            s.shown[one] = s.card[one]
            Told.shown(e, seat=one, card=int(s.card[one]))
    if s.reason != 0:
        best = winner(s)
        Told.won(e, seat=best, chips=int(s.stakes[1 - best]))


@rule
def winner(s: State) -> int:
    """KU-3.1, KU-3.2: who takes the pot."""
    if s.reason == GIVEN_UP:
        return 0 if s.stakes[0] > s.stakes[1] else 1
    return 0 if s.shown[0] > s.shown[1] else 1


@rule
def view(s: State, seat: int, v: State) -> None:
    """KU-1.1: the open facts and the seat's own card."""
    open_half(s, seat, v)


@rule
def guess(v: State, seat: int, seed: Numbers) -> int:
    """Whoever has a card that is not known may have any of those that are left."""
    dice = begin_guess(v, seed)
    for one in range(2):
        if v.shown[one] != 0:
            v.card[one] = v.shown[one]
    if v.card[0] == 0 and v.card[1] == 0:
        v.card[0] = 1 + pick(dice, CARDS)
    for one in range(2):
        if v.card[one] == 0:
            v.card[one] = other_card(int(v.card[1 - one]), pick(dice, CARDS - 1))
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """KU-3.3: what was won or lost; while it goes on nobody has won anything."""
    if s.reason != 0:
        best = winner(s)
        out[best] = int(s.stakes[1 - best])
        out[1 - best] = -int(s.stakes[1 - best])
    rank_seats(out, out[:2])
