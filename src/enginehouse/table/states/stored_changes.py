"""Find the changes that other processes have stored at a table, by playing the new entries.

Entries are actions, undos and redos. They are played on the match in memory. So viewers see the motions of each action,
and the earlier entries of the game need not be replayed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play.match import Match
from enginehouse.table.states import waiting, windows
from enginehouse.table.states.loading import measure_moment, read_state
from enginehouse.table.states.next_state import Progress, after_entries, with_others
from enginehouse.table.states.state import TableState
from enginehouse.table.states.waiting import TimeReading
from enginehouse.table.store.rows import EntryRow, TableRow
from enginehouse.table.store.standing import Since
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import Clock

AT_ONCE = 4
"""The maximum number of entries that are played in the server's main thread.

More entries are played in another thread.
"""


async def done_since(store: Store, state: TableState, clock: Clock, since: Since | None = None) -> Progress | None:
    """Return the change of a table from `state`, as this process knows it, to the state that is stored now.

    Return None if there is no change. `since` has the stored rows if the caller has just read them. Usually the new
    entries (actions, undos, redos) are played on the known state. If that is not possible (a game has started, has
    moved to other rules, or cannot continue), the whole table is read again.
    """
    known = len(state.match.entries)
    since = since or await store.entries.since(state.row.id, known)
    fresh = [one for one in since.entries if one.number > known]
    same = (
        (not fresh or state.replay_error)
        and since.row is not None
        and _drop_entry_columns(since.row) == _drop_entry_columns(state.row)
    )
    if state.replay_error and same:
        return None
    if since.row is not None and _follows(state, since):
        if same and not fresh and since.answers == state.answers():
            return None
        match = await _play_entries(state.match, fresh)
        if match is not None:
            return _make_progress(state, match, since, measure_moment(store, clock))
    read = await read_state(store, state.row.id, clock, state.window)
    return Progress(state, read, reread=True)


def _drop_entry_columns(row: TableRow) -> TableRow:
    """Return a copy of a row with default values in the columns that change with each stored action, undo or redo.

    If two rows differ only in these columns, their copies are equal.
    """
    seats = tuple(replace(seat, left_ms=None) for seat in row.seats)
    return replace(row, changed=0, clock_at=0, result=None, seats=seats)


def _follows(state: TableState, since: Since) -> bool:
    """Return whether a table's stored data differs from the known `state` only by new entries, answers and people.

    `since` is this stored data: the table's row, and its entries (actions, undos and redos) from the last known entry
    on. The setup and the rules must be the same, and the last known entry must be stored, too.
    """
    row, stored, entries = state.row, since.row, state.match.entries
    assert stored is not None
    if state.replay_error or stored.damage or stored.status not in (row.status, *AFTER.get(row.status, ())):
        return False
    if (stored.seed, stored.start, stored.rules) != (row.seed, row.start, row.rules):
        return False
    if not entries:
        return True
    last = since.entries[0] if since.entries else None
    return last is not None and (last.number, last.seat, last.act, last.step) == (
        len(entries),
        entries[-1].seat,
        entries[-1].act,
        entries[-1].step,
    )


AFTER = {"gathering": ("ended",), "running": ("over", "ended")}
"""The statuses that can follow a status while the setup stays the same."""


async def _play_entries(match: Match, entries: Sequence[EntryRow]) -> Match | None:
    """Return a copy of `match` in which more entries (actions, undos, redos) were played.

    Return None if an entry is invalid, or if the position after the last entry does not have the stored checksum.
    """
    if not entries:
        return match

    def play() -> Match | None:
        further = match.clone()
        try:
            for one in entries:
                further.step(one)
            return further if further.agrees(entries[-1].checksum) else None
        except EnginehouseError:
            return None

    return play() if len(entries) <= AT_ONCE else await asyncio.to_thread(play)


def _make_progress(state: TableState, match: Match, since: Since, moment: TimeReading) -> Progress:
    """Return the change of a table from `state`, which this process has in memory, to the state that is stored now.

    The result has the old state, the new state and the new actions. The new state has the players, pending answers and
    clocks of the stored rows (`since`). `match` is the match with the new entries (actions, undos, redos), and `moment`
    is the current time.
    """
    assert since.row is not None
    entries = [one for one in since.entries if one.number > len(state.match.entries)]
    took_back = any(one.step == "undo" for one in entries)
    actions = () if took_back or not entries else match.standing[-len(entries) :]
    going = state.waiting.clocks
    before = replace(
        state,
        row=since.row,
        pending=since.answers.given,
        decision_offsets=since.answers.decision_offsets,
        waiting=replace(state.waiting, clocks=None),  # the clocks come from the stored rows
    )
    after = before
    if _who(since.row) != _who(state.row):
        after = with_others(after, (), moment.now)
    if entries:
        after = after_entries(after, match, actions, moment.now)
    elif since.answers.given and (after.window is None or not after.window.timed):
        window = windows.current_window(match, after.row, after.pending, None, moment.now)
        after = replace(after, window=window)
    stored = waiting.stored_clocks(since.row, moment)
    if stored is not None and (going is None or stored.freeze().at > going.freeze().at + 0.001):
        going = stored
    after = replace(after, waiting=replace(after.waiting, clocks=going))
    return Progress(state, after, tuple(entries), tuple(actions))


def _who(row: TableRow) -> list[tuple[str, str | None, str | None]]:
    """Return the occupant of each seat as (kind, person, bot), to compare two rows."""
    return [(seat.kind, seat.person, seat.bot) for seat in row.seats]
