"""The policy of the greedy bot: the value of a position."""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine.machine import charged_cage, first_pellet_ends
from enginehouse.games.great_machine.parts import HAND, KIND_OF, TIMELY_INTERVENTION
from enginehouse.games.great_machine.rats import rat_in, total, winner
from enginehouse.games.great_machine.state import Phase, State

WIN = 10_000


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat, in hundredths of a pellet.

    Own pellets count for it, the fattest rival's against it, and a tie with that rival is bad (GM-4.2). A dead rat has
    no pellets and no chance. A cage under the open pipes has a value, a charged one costs, and so do lost turns.
    """
    if s.phase == Phase.OVER:
        return WIN if winner(s) == seat else -WIN
    value = 100 * total(s, seat) if has(s.alive, seat) else -600
    rival, sum_of_others = 0, 0
    for other in range(s.seats):
        if other != seat and has(s.alive, other):
            rival = max(rival, total(s, other))
            sum_of_others += total(s, other)
    value -= 40 * rival + 60 * sum_of_others // s.seats
    if has(s.alive, seat) and total(s, seat) == rival:
        value -= 30
    if s.cages > 0 and s.placed == s.seats:
        if rat_in(s, first_pellet_ends(s, False)) == seat:
            value += 35
        if rat_in(s, charged_cage(s)) == seat:
            value -= 15
    value += 40 * int(s.extra_turns[seat] + s.waiting_turns[seat] - s.lost_turns[seat])
    for k in range(count(s, HAND + seat)):
        piece = at(s, HAND + seat, k)
        if piece > 0:
            value += 60 if int(KIND_OF[piece]) == TIMELY_INTERVENTION else 8
    return int(value)
