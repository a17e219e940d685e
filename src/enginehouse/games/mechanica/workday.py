"""Run a workday (MC-3): all factories run, then the players take turns, until nothing is left to buy."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.sealed import ask, close, lay
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import factory, making, parts, riding, trading
from enginehouse.games.mechanica.state import MakingStep, Phase, State, Told


@rule
def start_day(s: State, e: Events) -> None:
    """Start a workday: run the factories, and ask owners about their runs, for example where a bot goes (MC-3.1).

    Runs without a question end at once. The runs with questions end together, after the last answer. If no run has a
    question, the first turn begins.
    """
    s.day += 1
    Told.day(e, day=s.day)
    w = riding.new_bench()
    mask = 0
    for seat in range(s.seats):
        for k in range(s.answered[seat]):
            s.answers[seat][k] = 0
        s.answered[seat] = 0
        if factory.run_with_answers(s, seat, w):
            mask |= 1 << seat
        else:
            factory.end_run(s, seat, w, e)
    if mask != 0:
        s.phase = Phase.RUN
        ask(s, mask)
    else:
        start_turn(s, int(s.first), e)


@rule
def answer_run(s: State, seat: Seat, answer: int, e: Events) -> None:
    """Store an answer of `seat` to a question in its factory run (MC-3.1, MC-5.6).

    When all runs are complete, write their events and begin the first turn.
    """
    w = riding.new_bench()
    s.answers[seat][s.answered[seat]] = answer
    s.answered[seat] += 1
    if not factory.run_with_answers(s, seat, w):
        if lay(s, seat, 1):
            for other in range(s.seats):
                if (s.asked >> other) & 1:
                    factory.run_with_answers(s, other, w)
                    factory.end_run(s, other, w, e)
            close(s)
            start_turn(s, int(s.first), e)


@rule
def start_turn(s: State, seat: Seat, e: Events) -> None:
    """Start the turn of the player `seat` (MC-3.2)."""
    s.turn = seat
    s.phase = Phase.TURN
    s.completed = 0
    Told.turn(e, seat=seat)


@rule
def end_turn(s: State, e: Events) -> None:
    """End a turn: make bots, rotate the shop, then start the next turn or the next day (MC-4.3, MC-4.4).

    If a seat has a choice about a new bot, the shop turns only after its answer.
    """
    if not making.make_bots(s, e):
        return
    s.making = 0
    s.step = MakingStep.ANNOUNCE
    trading.rotate_shop(s, e)
    s.done += 1
    if s.seats == 1:
        if end_solo_game(s):
            return
        trading.armand_turn(s, e)
        if end_solo_game(s):
            return
        trading.rotate(s, parts.STACK, e)
        if end_solo_game(s):
            return
    if s.done == s.seats:
        s.done = 0
        end_day(s, e)
    else:
        start_turn(s, (s.turn + 1) % s.seats, e)


@rule
def end_solo_game(s: State) -> bool:
    """End a solo game if the stack and the shop are empty (MC-11.3). Return whether the game is over now."""
    if s.seats == 1 and trading.is_sold_out(s):
        s.reason = 1103
        s.phase = Phase.OVER
    return int(s.reason) != 0


@rule
def end_day(s: State, e: Events) -> None:
    """End the game if nothing is left to buy (MC-3.3).

    Else replace the completed blueprints and start a new day (MC-3.4).
    """
    if trading.is_sold_out(s):
        s.reason = 303
        s.phase = Phase.OVER
    else:
        trading.replace_blueprints(s, e)
        start_day(s, e)
