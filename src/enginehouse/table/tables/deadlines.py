"""What is due at a table and when: a window that closes, bots that act. Pure: it is read off the table's state."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import ceil
from typing import Literal

from enginehouse.table.tables.state import TableState
from enginehouse.table.tables.waiting import next_late, time_out

SHORTEST_S, LONGEST_S = 1.0, 3.0
"""Who goes on by a standing answer seems to take so long, with others at the table."""


LATE_S = 1.0
"""What was not ready in time is done so many seconds later, or twice as many, and so on: never at the moment when it is ready."""


def in_step(due: float, ready: float) -> float:
    """When something is done that was due at one time, and ready at another."""
    return due + LATE_S * max(0, ceil((ready - due) / LATE_S - 1e-6))


@dataclass(frozen=True)
class Deadline:
    """Something to do at a time (of the clock's `now`): close the window `key`, let the bot on `seat` act, go on for somebody
    who does not want to be asked, note that somebody is away or out of time."""

    at: float
    kind: Literal["window", "bot", "goes on", "away", "time"]
    key: int = 0
    seat: int = -1
    decision: int = -1
    """At which decision the bot stands: it acts only if it still does."""


def deadlines(state: TableState) -> list[Deadline]:
    """All that is due at a table, the next first. A window whose time has not begun is due at infinity."""
    if not state.running:
        return []
    late = next_late(state.row, state.waiting)
    away = [Deadline(late, "away")] if late is not None else []
    out = None if state.window is not None and state.window.timed else time_out(state.waiting)
    time = [Deadline(out, "time")] if out is not None else []
    return sorted([*_moves(state), *away, *time], key=lambda one: one.at)


def _moves(state: TableState) -> list[Deadline]:
    """The deadlines by which the game goes on."""
    window = state.window
    if window is not None:
        due = window.timed or bool(state.answered_for())
        return [Deadline(window.closes, "window", key=window.key)] if due else []
    bots = [s for s in state.match.actors() if state.row.seats[s].kind == "bot"]
    found = [Deadline(state.acts_at(s), "bot", seat=s, decision=state.match.decision(s)) for s in bots]
    at = state.shown_until + state.beat_s + _hesitation(state)
    for seat in state.match.actors():
        if state.goes_on(seat):
            found.append(Deadline(at, "goes on", seat=seat, decision=state.match.decision(seat)))
    return found


def _hesitation(state: TableState) -> float:
    """How long a seat that goes on by itself seems to think, in seconds: with others at the table as long as people take who
    have nothing to think about, which is another time at each question, and nobody can work it out."""
    if len(state.row.people) == 1:
        return 0.0
    told = hashlib.sha256(f"{state.row.seed} {state.row.start} {len(state.match.entries)}".encode()).digest()
    return SHORTEST_S + (LONGEST_S - SHORTEST_S) * int.from_bytes(told[:4], "big") / 2**32


def thinkers(state: TableState) -> dict[int, int]:
    """The bots that may think now: seat and decision. In a window all that are asked, else the one that acts next."""
    if not state.running:
        return {}
    if state.window is not None:
        seats = [s for s in state.answered_for() if state.row.seats[s].kind == "bot"]
    else:
        first = sorted(_moves(state), key=lambda one: one.at)[:1]
        seats = [one.seat for one in first if one.kind == "bot"]
    return {s: state.match.decision(s) for s in seats}
