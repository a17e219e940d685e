"""Compute the next state of a table, after actions, undos, redos or other changes. The caller stores it.

A `Progress` has the states before and after a command, and the actions between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from enginehouse.core.play.entries import Done
from enginehouse.core.play.match import Match
from enginehouse.core.words.telling import animate
from enginehouse.table.states import clocks, waiting, windows
from enginehouse.table.states.deadlines import Deadline, deadlines
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import EntryRow

LONGEST_MOTION_S = 2.5
UNHURRIED_MS = 500
"""The delay in milliseconds from which on bots also wait until the motions of earlier events have ended."""


@dataclass(frozen=True)
class Progress:
    """The effect of a command at a table: the stored state `before`, and the state `after` that replaces it.

    `entries` are the actions, undos and redos that were stored between the two states. `actions` has only the played
    actions, with their events (empty after an undo). `reread` means that the table was only read again, because another
    process had changed it.

    The object contains secrets. A seat may see the table only as `TableState.view` returns it, and the events of an
    action only as `Done.list_events` returns them.
    """

    before: TableState
    after: TableState
    entries: tuple[EntryRow, ...] = ()
    actions: tuple[Done, ...] = ()
    reread: bool = False

    @property
    def deadlines(self) -> list[Deadline]:
        """Return the deadlines of the state `after`, the earliest first."""
        return deadlines(self.after)

    @cached_property
    def took_back(self) -> bool:
        """Return whether actions were undone between the two states."""
        return any(entry.step == "undo" for entry in self.entries)


def after_entries(
    before: TableState, match: Match, actions: Sequence[Done] | None, now: float, *, closes_window: bool = False
) -> TableState:
    """Return the state of a table after new entries (actions, an undo or a redo).

    `before` is the state without the new entries, and `match` is the match with them. `actions` has the new actions.
    Pass an empty list after an undo, and None at the start of the game. `now` is the present time of the server
    process's clock (`Clock.now`, in seconds).

    `closes_window` is true if the entries are the answers by which the open reaction window (a time in which several
    seats answer at once) ends.
    """
    waits = waiting.after(before.waiting, before.match, before.row, match, actions, now)
    actions = actions or ()
    row = replace(before.row, status="over", result=encode_result(match)) if match.over else before.row
    played = replace(before, row=row, match=match, waiting=waits)
    shown_until = before.shown_until
    hurried = before.hurried and all(row.seats[seat].kind == "bot" for seat in match.actors())
    if int(match.state.asked) == 0 or any(done.list_events(-1) for done in actions):
        waits_for_motion = not hurried and any(one.kind == "bot" for one in row.seats)
        shown_until = now + (_motion_s(played, actions) if waits_for_motion else 0.0)
    pending: Mapping[int, str] = {} if closes_window else before.pending
    window = windows.current_window(match, row, pending, before.window, max(shown_until, now))
    pending = pending if window is not None else {}
    return replace(played, pending=pending, window=window, shown_until=shown_until, hurried=hurried)


def with_others(before: TableState, back: Sequence[int], now: float) -> TableState:
    """Return a state whose reaction window and clocks are up to date after people have left or come back.

    `before` is the state with the changed seats, but with the old window and clocks. `back` has the seats to which
    people have come back. `now` is the present time of the server process's clock (`Clock.now`, in seconds).

    In a reaction window, several seats answer at once. A timed window stays as it is, because the time of its end must
    not reveal an answer. An untimed window, which closes with the last answer, becomes timed if a second person is
    there now, because this person could learn something from the time of an answer.
    """
    row, match, window = before.row, before.match, before.window
    if window is None or not window.timed:
        window = windows.current_window(match, row, before.pending, None, max(before.shown_until, now))
    waits = waiting.after(before.waiting, match, row, match, None, now)
    if back and waits.clocks is not None:
        waits = replace(waits, clocks=clocks.of_one_who_is_back(waits.clocks, back))
    return replace(before, window=window, hurried=False, waiting=waits)


def encode_result(match: Match) -> dict[str, Any]:
    """Return the result of a game as the dict that is stored.

    `reason` is the name of the clause of the rules by which the game ended. `scores` and `ranks` are lists by seat.
    """
    scores, ranks = match.scores()
    return {"reason": match.game.clause_name(match.reason), "scores": scores, "ranks": ranks}


def with_pending(before: TableState, seat: int, answer: str | None) -> TableState:
    """Return the state that follows `before` if a seat gives an answer or, if `answer` is None, withdraws its answer.

    The number of the seat's decision changes in both cases, so that an older page of the seat cannot act any more.
    """
    offsets = {**before.decision_offsets, seat: before.decision_offsets.get(seat, 0) + 1}
    pending: Mapping[int, str] = {s: act for s, act in before.pending.items() if s != seat}
    return replace(before, pending=pending if answer is None else {**pending, seat: answer}, decision_offsets=offsets)


def _motion_s(state: TableState, actions: Sequence[Done]) -> float:
    """Return how many extra seconds background work, such as a bot's action, waits until moving pieces have arrived.

    The pieces move in the latest `actions`, as a spectator sees them. `state` is the table's state after these actions.
    The table's delay between bots' actions is not included in the result. Return 0 if this delay is below half a
    second, because background work at such a table does not wait for moving pieces.
    """
    delay_ms = state.row.bot_delay_ms
    if delay_ms < UNHURRIED_MS:
        return 0.0
    game, view, ms = state.match.game, state.view(-1), 0
    for done in actions:
        if events := done.list_events(-1):
            ms += max((m.wait + m.ms for m in animate(game, view, events)), default=0)
    return min(LONGEST_MOTION_S, max(0.0, (ms - delay_ms) / 1000))
