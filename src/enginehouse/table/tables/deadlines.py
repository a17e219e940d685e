"""What is due at a table and when: a window that closes, bots that act. Pure: it is read off the table's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from enginehouse.table.tables.state import TableState


@dataclass(frozen=True)
class Deadline:
    """Something to do at a time (of the clock's `now`): close the window `key`, or let the bot on `seat` act."""

    at: float
    kind: Literal["window", "bot"]
    key: int = 0
    seat: int = -1
    decision: int = -1
    """At which decision the bot stands: it acts only if it still does."""


def deadlines(state: TableState) -> list[Deadline]:
    """All that is due at a table, the next first. A window whose time has not begun is due at infinity."""
    if not state.running:
        return []
    window = state.window
    if window is not None:
        due = window.timed or bool(state.answered_for())
        return [Deadline(window.closes, "window", key=window.key)] if due else []
    at = state.shown_until + state.row.bot_delay_ms / 1000
    bots = [s for s in state.match.actors() if state.row.seats[s].kind == "bot"]
    return [Deadline(at, "bot", seat=s, decision=state.match.decision(s)) for s in bots]


def thinkers(state: TableState) -> dict[int, int]:
    """The bots that may think now: seat and decision. In a window all that are asked, else the one that acts next."""
    if not state.running:
        return {}
    if state.window is not None:
        seats = [s for s in state.answered_for() if state.row.seats[s].kind == "bot"]
    else:
        seats = [one.seat for one in deadlines(state)[:1]]
    return {s: state.match.decision(s) for s in seats}
