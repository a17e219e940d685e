"""Define the rules of Heap, a function for each verb, in the order of the rulebook."""

from enginehouse.conformance.samples.heap.state import COUNTERS, SHAPE, State, Take, Told
from enginehouse.core.records.chance import begin_guess, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats

open_half = SHAPE.open_half

NOT_YOUR_TURN, TOO_MANY, LAST_TAKEN = 201, 202, 301


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Lay out the heap. Seat 0 begins (HE-1.1)."""
    s.seats = options[0]
    seed_chance(s, seed)
    s.left = COUNTERS


@rule
def actors(s: State) -> Seats:
    """Return the mask of the seat whose turn it is, bit k for seat k (HE-1.1)."""
    return 0 if s.reason != 0 else 1 << s.turn


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number.

    HE-2.1, HE-2.2: a seat takes up to three counters, but not more than the heap has.
    """
    if s.reason != 0 or seat != s.turn:
        return 0
    found = 0
    for many in range(1, min(3, s.left) + 1):
        found = add(out, found, Take.at(many))
    return found


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause of the rulebook that forbids an action, or 0 if the action is legal."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.turn:
        return NOT_YOUR_TURN
    return TOO_MANY if int(Take.many[action]) > v.left else 0


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Take counters (HE-2.1), and end the game with the last one (HE-3.1)."""
    many = int(Take.many[action])
    s.left -= many
    s.taken[seat] += many
    Told.took(e, seat=seat, many=many)
    if s.left == 0:
        s.reason = LAST_TAKEN
    else:
        s.turn = (seat + 1) % s.seats


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Copy the whole record, because nothing is hidden."""
    open_half(s, seat, v)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Turn the view `v` into a full record. Return 0: the guess always fits the view.

    (1 would mean that the drawn arrangement had to be corrected.) The game hides only its random numbers for later,
    which `begin_guess` draws anew.
    """
    begin_guess(v, seed)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """Write scores and ranks: the seat that took the last counter wins (HE-3.1). Before that all are equal."""
    for seat in range(s.seats):
        out[seat] = 1 if s.reason == LAST_TAKEN and seat == s.turn else 0
    rank_seats(out, out[: s.seats])
