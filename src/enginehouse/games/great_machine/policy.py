"""What a player of The Great Machine knows: how good a position looks."""

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
    """How good a position looks for a seat, in hundredths of a pellet.

    One's own pellets count, the fattest rival's count against, a tie with it is bad (GM-4.2); a dead rat has no pellets
    and no chance; a cage under the open pipes is worth something, the charged one costs; so do turns lost.
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
