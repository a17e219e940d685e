"""Bluff: the verbs, in the order of the rulebook."""

from enginehouse.core.records.chance import begin_guess, below, pick, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from samples.bluff.state import ACTIONS, SHAPE, Bid, Doubt, Peek, State, Told

open_half = SHAPE.open_half

NOT_YOUR_TURN, TOO_LOW, NO_BID, NO_PEEK, OUT_OF_LIVES = 201, 202, 203, 204, 301


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """BL-1.1: two lives each, and everybody rolls."""
    s.seats = options[0]
    s.peeking = 1 - options[1]
    seed_chance(s, seed)
    for seat in range(s.seats):
        s.lives[seat] = 2
        for k in range(2):
            s.dice[seat][k] = 1 + below(s, 3)


@rule
def roll(s: State, e: Events) -> None:
    """BL-1.2: all dice are rolled anew."""
    s.bid = 0
    s.peeked = 0
    for seat in range(s.seats):
        for k in range(2):
            s.dice[seat][k] = 1 + below(s, 3)
        Told.rolled(e, seat=seat, first=int(s.dice[seat][0]), second=int(s.dice[seat][1]), learn=1 << seat)


@rule
def actors(s: State) -> Seats:
    """BL-2.1: the seat whose turn it is."""
    return 0 if s.reason != 0 else 1 << s.turn


@rule
def may_peek(s: State, seat: Seat) -> bool:
    """BL-2.4: agreed, and not yet done in this round."""
    return bool(s.peeking == 1 and (s.peeked >> seat) & 1 == 0)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """BL-2.2 to BL-2.4."""
    if s.reason != 0 or s.turn != seat:
        return 0
    many = 0
    for n in range(s.bid + 1, 2 * s.seats + 1):
        many = add(out, many, Bid.at(n))
    if s.bid > 0:
        many = add(out, many, Doubt.CODE)
    if may_peek(s, seat):
        many = add(out, many, Peek.CODE)
    return many


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.turn:
        return NOT_YOUR_TURN
    kind = ACTIONS.kind[action]
    if kind == Doubt.KIND:
        return 0 if v.bid > 0 else NO_BID
    if kind == Peek.KIND:
        return 0 if may_peek(v, seat) else NO_PEEK
    return 0 if v.bid < Bid.many[action] <= 2 * v.seats else TOO_LOW


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """BL-2.2 to BL-2.4; BL-3.1: the end."""
    after, kind = (seat + 1) % s.seats, ACTIONS.kind[action]
    if kind == Peek.KIND:
        s.peeked |= 1 << seat
        s.revealed += 1
        Told.peeked(e, seat=seat, other=after, die=int(s.dice[after][0]), learn=1 << seat)
        return
    if kind == Bid.KIND:
        s.bid = Bid.many[action]
        s.bidder = seat
        s.turn = after
        Told.bid(e, seat=seat, bid=s.bid)
        return
    threes = 0
    s.revealed += 1
    for other in range(s.seats):
        for k in range(2):
            s.shown[other][k] = s.dice[other][k]
            threes += 1 if s.dice[other][k] == 3 else 0
    Told.doubted(e, seat=seat, bidder=s.bidder, threes=threes)
    loser = seat if threes >= s.bid else s.bidder
    s.lives[loser] = int(s.lives[loser]) - 1
    s.turn = loser
    Told.lost(e, seat=loser, lives=int(s.lives[loser]))
    if s.lives[loser] == 0:
        s.reason = OUT_OF_LIVES
    else:
        roll(s, e)


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """BL-1.1: the open facts, the seat's own dice, and the one it peeked at."""
    open_half(s, seat, v)
    if seat >= 0 and (s.peeked >> seat) & 1:
        v.dice[(seat + 1) % s.seats][0] = s.dice[(seat + 1) % s.seats][0]


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """The dice that the seat has not seen may show anything."""
    dice = begin_guess(v, seed)
    for other in range(v.seats):
        for k in range(2):
            if v.dice[other][k] == 0:
                v.dice[other][k] = 1 + pick(dice, 3)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """BL-3.1: most lives win; ties share a rank."""
    for seat in range(s.seats):
        out[seat] = int(s.lives[seat])
    rank_seats(out, out[: s.seats])
