"""Compute the deadlines of a table from its state.

A deadline is, for example, the time of a bot's action, or the end of a reaction window (a time in which several seats
answer at once).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import ceil
from typing import Literal

from enginehouse.table.states.state import TableState
from enginehouse.table.states.waiting import next_late, time_out

SHORTEST_S, LONGEST_S = 1.0, 3.0
"""The shortest and the longest pause in seconds before an automatic answer, if other people are at the table."""


LATE_S = 1.0
"""The step in seconds by which a late action is delayed, so that the delay does not show when it was ready."""


def in_step(due: float, ready: float) -> float:
    """Return the time at which a late action is carried out: `due` plus a multiple of `LATE_S` seconds.

    `due` is the deadline of the action, and `ready` is the time when the action could be carried out. The result is the
    first such time that is not before `ready`. So the result does not reveal the exact value of `ready`. All are times
    of `Clock.now`, in seconds.
    """
    return due + LATE_S * max(0, ceil((ready - due) / LATE_S - 1e-6))


@dataclass(frozen=True)
class Deadline:
    """A piece of background work, and the time `at` (of `Clock.now`) when it is due.

    The work depends on `kind`:

    - `window`: close the reaction window (a time in which several seats answer at once) whose `Window.key` is `key`
    - `bot`: let the bot on `seat` act
    - `goes on`: act for the player on `seat`, who has auto-pass
    - `away`: store that a player is away
    - `time`: let bots play for players that are out of time
    """

    at: float
    kind: Literal["window", "bot", "goes on", "away", "time"]
    key: int = 0
    seat: int = -1
    decision: int = -1
    """The number of the bot's decision. The bot acts only if the number is still the same."""


def deadlines(state: TableState) -> list[Deadline]:
    """Return a list of all deadlines of a table, at which background work is due, the earliest first.

    In an open reaction window, several seats answer at once. If its time limit has not started, its deadline is at
    infinity.
    """
    if not state.running:
        return []
    late = next_late(state.row, state.waiting) if state.row.away_s > 0 and len(state.row.people) > 1 else None
    away = [Deadline(late, "away")] if late is not None else []
    timed = state.window is not None and state.window.timed
    out = time_out(state.waiting) if state.waiting.clocks is not None and not timed else None
    time = [Deadline(out, "time")] if out is not None else []
    return sorted([*_moves(state), *away, *time], key=lambda one: one.at)


def _moves(state: TableState) -> list[Deadline]:
    """Return the deadlines at which the game goes on without a click of a player.

    At such a deadline a bot acts, the server acts for a player with auto-pass, or a reaction window (a time in which
    several seats answer at once) closes.
    """
    window = state.window
    if window is not None:
        due = window.timed or bool(state.list_answering())
        return [Deadline(window.closes, "window", key=window.key)] if due else []
    bots = [s for s in state.match.actors() if state.row.seats[s].kind == "bot"]
    found = [Deadline(compute_bot_time(state, s), "bot", seat=s, decision=state.match.decision(s)) for s in bots]
    if state.auto_passed:
        at = state.shown_until + state.beat_s + _hesitation(state)
        decisions = {seat: state.match.decision(seat) for seat in sorted(state.auto_passed)}
        found += [Deadline(at, "goes on", seat=seat, decision=number) for seat, number in decisions.items()]
    return found


def compute_bot_time(state: TableState, seat: int) -> float:
    """Return the time at which the bot on a seat will act. It depends on public facts only.

    It is a time of the server process's clock (`Clock.now`, in seconds). Do not use it in an open reaction window (a
    time in which several seats answer at once). There the bots' actions are played when the window closes.
    """
    return state.shown_until + max(state.beat_s, state.thinks_s(seat))


def _hesitation(state: TableState) -> float:
    """Return the pause in seconds before the server acts for a player with auto-pass, so that a person seems to act.

    The pause is 0 for a person who is alone with bots. Otherwise it is a random time from `SHORTEST_S` to `LONGEST_S`.
    """
    if len(state.row.people) == 1:
        return 0.0
    told = hashlib.sha256(f"{state.row.seed} {state.row.start} {len(state.match.entries)}".encode()).digest()
    return SHORTEST_S + (LONGEST_S - SHORTEST_S) * int.from_bytes(told[:4], "big") / 2**32


def thinkers(state: TableState) -> dict[int, int]:
    """Return the bots that may choose an action now, as a dict from the seat of each bot to the number of its decision.

    In a reaction window (a time in which several seats answer at once), return all bots that have to answer. Otherwise
    return the bot that acts next, if the next piece of background work is the action of a bot.
    """
    if not state.running:
        return {}
    if state.window is not None:
        seats = [s for s in state.list_answering() if state.row.seats[s].kind == "bot"]
    else:
        first = sorted(_moves(state), key=lambda one: one.at)[:1]
        seats = [one.seat for one in first if one.kind == "bot"]
    return {s: state.match.decision(s) for s in seats}
