"""Compute the value of a position for the greedy bot, which chooses the action with the best value.

All values of this module are in hundredths of a pellet. A cost is a positive number, too, and is subtracted. The values
are set by hand; they are not measured one by one. `docs/bots.md` has games of the bot that uses all of them.
"""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import has
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import machine, parts, rats
from enginehouse.games.great_machine.state import Phase, State

WIN = 10_000
"""The value of a win, in hundredths of a pellet. A loss has the negative value."""


class Value(Constants):
    """The values of single facts about a position, in hundredths of a pellet. Set by hand; not measured.

    The rat with the most pellets wins, unless it ties (GM-4.2).
    """

    PELLET = 100
    DEAD = 600  # cost of a dead rat
    RIVAL = 40  # cost of each pellet of the fattest rival
    OTHERS = 60  # cost of each pellet of all rivals, divided by the number of players
    TIE = 30  # cost of a tie with the fattest rival
    FED_NEXT = 35  # the next pellet falls into the own cage
    CHARGED = 15  # cost of a charged cage
    TURN = 40  # an extra turn, and the cost of a lost one
    INTERVENTION = 60  # a Timely Intervention in the hand
    CARD = 8  # any other card in the hand


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat, in hundredths of a pellet.

    The seat's own pellets, cards and extra turns raise the value. The pellets of rivals reduce it, most of all those of
    the rival with the most pellets. A tie with that rival reduces it, too (GM-4.2). If the seat's own rat is dead, a
    fixed amount is subtracted. The value is a little higher if the next pellet falls into the seat's cage, and lower if
    that cage is charged or if the seat loses turns. If the game is over, the value is that of a win or a loss.
    """
    if s.phase == Phase.OVER:
        return WIN if rats.winner(s) == seat else -WIN
    value = Value.PELLET * rats.total(s, seat) if has(s.alive, seat) else -Value.DEAD
    rival, sum_of_others = 0, 0
    for other in range(s.seats):
        if other != seat and has(s.alive, other):
            rival = max(rival, rats.total(s, other))
            sum_of_others += rats.total(s, other)
    value -= Value.RIVAL * rival + Value.OTHERS * sum_of_others // s.seats
    if has(s.alive, seat) and rats.total(s, seat) == rival:
        value -= Value.TIE
    if s.cages > 0 and s.placed == s.seats:
        if rats.find_rat(s, machine.first_pellet_ends(s, False)) == seat:
            value += Value.FED_NEXT
        if rats.find_rat(s, machine.charged_cage(s)) == seat:
            value -= Value.CHARGED
    value += Value.TURN * int(s.extra_turns[seat] + s.waiting_turns[seat] - s.lost_turns[seat])
    for k in range(count(s, parts.HAND + seat)):
        piece = at(s, parts.HAND + seat, k)
        if piece > 0:
            value += Value.INTERVENTION if int(parts.KIND_OF[piece]) == parts.TIMELY_INTERVENTION else Value.CARD
    return int(value)
