"""Store the result of a command: new actions, undos and redos with their side effects, changed seats, and clocks.

Before calling a function that stores data, take the table's lock.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from enginehouse.core.play.match import Entry, Match
from enginehouse.table.play.session import Session
from enginehouse.table.states.clocks import Clocks, StoredClocks, rule
from enginehouse.table.states.loading import dealt_anew
from enginehouse.table.states.next_state import Progress, after_entries, with_others, with_pending
from enginehouse.table.states.state import TableState
from enginehouse.table.store.locking import ExpectedTable
from enginehouse.table.store.rows import Departure, EntryRow, SeatRow


def entry_row(session: Session, match: Match, entry: Entry) -> EntryRow:
    """Return an entry (an action, undo or redo) that was just played in `match`, as a row for the database."""
    at = session.clock.date()
    return EntryRow(len(match.entries), entry.seat, entry.act, entry.step, entry.note, match.checksum(), at)


async def store_entries(
    session: Session, match: Match, rows: Sequence[EntryRow], *, closes_window: bool = False
) -> Progress:
    """Store new entries (actions, undos, redos) of a match, all or none. Return the table's states before and after.

    `rows` has the new entries, and `match` is the match after them. If `closes_window` is true, they are the answers by
    which the open reaction window (a time in which several seats answer at once) ends. While such a window is open,
    raise `Taken` if the stored answers of the seats differ from the answers that this process knows.
    """
    before = session.state
    played = sum(row.step != "undo" for row in rows)
    actions = match.standing[-played:] if played else ()
    after = after_entries(before, match, actions, session.clock.now(), closes_window=closes_window)
    return await session.commit(
        Progress(before, after, tuple(rows), actions),
        session.store.entries.append(
            session.id,
            rows,
            after.row.result if match.over else None,
            known=before.row,
            answers=before.answers() if int(before.match.state.asked) else None,
            closes_window=closes_window,
            clocks=_clocks(before, after) if after.waiting.clocks is not None else None,
        ),
    )


def _wound_up(session: Session, state: TableState) -> Clocks | None:
    """Return the clocks of a table at the start of its game: each seat has its full time from now on.

    Return None if the table has no clocks.
    """
    if not state.row.clock:
        return None
    how, now = rule(state.row.clock), session.clock.now()
    left = dict.fromkeys(range(state.match.seats), float(how.budget))
    return Clocks(how, left, now, session.clock.date() - now)


def _clocks(before: TableState, after: TableState) -> StoredClocks | None:
    """Return the clocks of the state `after` in the form for the store.

    Return None if they do not differ from those of `before`, or if the table has no clocks.
    """
    there = after.waiting.clocks
    return there.freeze() if there is not None and there is not before.waiting.clocks else None


def list_known(state: TableState) -> ExpectedTable:
    """Return the values from which a command computes its result: a table's row, number of entries, and counters.

    This process knows the values from `state`. When the result of the command is stored, they are compared with the
    stored values. If any of them differ, another process has changed the table, and storing fails.
    """
    return ExpectedTable(state.row, None if state.replay_error else len(state.match.entries), state.decision_offsets)


async def store_row(session: Session, after: TableState) -> Progress:
    """Store the row of the state `after`, with its seats, its clocks, and notes about people that left or came back.

    Return the table's states before and after. `after.decision_offsets` counts the answers that each seat has given or
    withdrawn. If the count has changed for a seat with a pending answer, the seat has withdrawn this answer. The stored
    answer is then deleted.

    The caller is a command, such as "sit down at the table", and holds the table's lock. Raise `Taken` if another
    process has changed the table. The server then runs the command again with the new state.
    """
    before = session.state
    withdrawn = [seat for seat in before.pending if after.decision_offsets[seat] != before.decision_offsets[seat]]
    storing = session.store.tables.change(
        list_known(before), after.row, session.clock.date(), _clocks(before, after), withdrawn
    )
    return await session.commit(Progress(before, after), storing)


async def store_seats(
    session: Session,
    seats: Sequence[SeatRow],
    *,
    ends: bool = False,
    gone: Sequence[Departure] = (),
    withdrawn: Collection[int] = (),
) -> Progress:
    """Store new values of these seats of a table, and return the table's states before and after.

    The caller holds the table's lock. `gone` has notes to store about people that leave their seats or come back.
    Delete the pending answers of the seats in `withdrawn`. The game begins when no seat is open any more. If `ends` is
    true, the table ends without a result.
    """
    before, now = session.state, session.clock.now()
    for seat_number in withdrawn:
        before = with_pending(before, seat_number, None)
    row = replace(before.row, departures=(*before.row.departures, *gone))
    for seat in seats:
        row = row.with_seat(seat)
    if ends:
        row = replace(row, status="ended")
    elif row.status == "gathering" and all(s.kind != "open" for s in row.seats):
        row = replace(row, status="running")
    after = replace(before, row=row)
    if row.status == "running" and before.row.status == "gathering":
        after = dealt_anew(after)
        after = after_entries(replace(after, shown_until=now), after.match, None, now)
        after = replace(after, waiting=replace(after.waiting, clocks=_wound_up(session, after)))
    elif gone:
        after = with_others(after, [one.seat for one in gone if one.step == "back"], now)
    return await store_row(session, after)
