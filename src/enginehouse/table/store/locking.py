"""Lock a table's stored row, and compare the stored values with those from which a command has started.

Every change of a table runs in one transaction, which locks the row, compares, and then writes. `Taken` means that
another process was first. Then the command reads the stored state and runs again (see `table/play/command`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, false, func, select, update

from enginehouse.table.store.rows import SeatRow, TableRow, Taken
from enginehouse.table.store.schema import DEPARTURES, ENTRIES, SEATS, TABLES

_STANDING = (
    select(
        TABLES.c.id,
        TABLES.c.status,
        TABLES.c.host,
        TABLES.c.rematch,
        TABLES.c.beat_ms,
        TABLES.c.lesson,
        TABLES.c.rules,
        TABLES.c.seed,
        TABLES.c.seating,
        TABLES.c.ending,
        SEATS.c.seat,
        SEATS.c.answered,
        SEATS.c.standing,
        SEATS.c.kind,
        SEATS.c.person,
        SEATS.c.owner,
        SEATS.c.bot,
        SEATS.c.name,
    )
    .join_from(TABLES, SEATS, SEATS.c.table_id == TABLES.c.id)
    .order_by(TABLES.c.id, SEATS.c.seat)
    .with_for_update()
)
"""The query for a table's stored values.

It locks the seats too, so that PostgreSQL returns their values after the wait for the lock.
"""
_OF_ONE = _STANDING.where(TABLES.c.id == bindparam("table"))
_OF_MANY = _STANDING.where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
"""The queries for the stored values of one table, and of several tables."""


class ExpectedTable(NamedTuple):
    """The values of a table from which the result of a command was computed, such as its row and its number of entries.

    They are compared with the stored values before the result is stored. Entries are actions, undos and redos.
    """

    row: TableRow
    entries: int | None
    """The number of entries, or None if it is not known, because the table cannot be replayed to its end."""
    answered: Mapping[int, int]
    """The answer counter by seat."""


class StoredSeat(NamedTuple):
    """The stored values of a seat, for a comparison with the values that a command expects.

    `answered` counts the answers that the seat has given or withdrawn, and `preset` names the questions that are
    answered automatically for it (auto-pass). Both are secrets of the seat. `seen` has the other values, which are
    public.
    """

    answered: int
    preset: str
    seen: tuple[str | None, ...]


class Stands(NamedTuple):
    """The stored values of a locked table: its row without the seats (`table`), and its seats by number.

    The values cannot change until the transaction ends, because the table stays locked until then.
    """

    table: tuple[Any, ...]
    seats: dict[int, StoredSeat]


def read_ending(text: str) -> frozenset[int]:
    """Return the seats that agreed to end the game. `text` is the stored column that lists them."""
    return frozenset(int(seat) for seat in text.split() if seat.isdigit())


def begin_writing(connection: Connection) -> None:
    """Take the write lock of a SQLite database, so that no other writer can change it before this transaction ends.

    Call this before the transaction reads. With PostgreSQL, this function takes no lock: `lock_table` and `lock_rows`
    lock single rows.
    """
    if connection.dialect.name == "sqlite":
        connection.execute(update(TABLES).where(false()).values(status=""))


def lock_table(connection: Connection, table: str) -> None:
    """Lock the table with this id until this transaction ends.

    If other transactions are changing the table, first wait until they have ended.
    """
    begin_writing(connection)
    if connection.dialect.name != "sqlite":
        connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())


def lock_rows(connection: Connection, tables: Iterable[str]) -> dict[str, Stands]:
    """Lock the tables with these ids. Return the stored values of each table and its seats, in a dict by table id.

    The tables are always locked in the same order, to avoid deadlocks.
    """
    found: dict[str, Stands] = {}
    wanted = sorted(tables)
    rows = (
        connection.execute(_OF_ONE, {"table": wanted[0]})
        if len(wanted) == 1
        else connection.execute(_OF_MANY, {"tables": wanted})
    )
    for one in rows.all():
        if one.id not in found:
            found[one.id] = Stands((*one[1:9], read_ending(one.ending)), {})
        found[one.id].seats[one.seat] = StoredSeat(one.answered, one.standing, tuple(one[13:]))
    return found


def compare(stands: Stands | None, row: TableRow, secret: Iterable[int] = ()) -> None:
    """Raise `Taken` unless the stored values `stands` of a table equal those of `row`, which this process knows.

    Call this before a change that was computed from `row` is stored. The settings for auto-pass are secret. They are
    compared only for the seats in `secret`. If all were compared, a change would fail when another seat has changed its
    settings, and its player could notice that.
    """
    known = (
        row.status,
        row.host,
        row.rematch,
        row.bot_delay_ms,
        row.lesson,
        row.rules,
        row.seed,
        row.seating,
        row.ending,
    )
    same = (
        stands is not None
        and stands.table == known
        and stands.seats.keys() == {one.seat for one in row.seats}
        and all(stands.seats[one.seat].seen == _list_known(one) for one in row.seats)
        and all(stands.seats[seat].preset == row.seats[seat].preset for seat in secret)
    )
    if not same:
        raise Taken("Another change was stored at this table first.")


def _list_known(seat: SeatRow) -> tuple[str | None, ...]:
    return (seat.kind, seat.person, seat.owner, seat.bot, seat.name)


def lock_and_compare(connection: Connection, known: ExpectedTable, changed: Iterable[int]) -> None:
    """Lock a table in the database. Raise `Taken` unless its stored values equal those in `known`.

    A command calls this before it stores a result that it has computed from `known`. Compared are the table's row, the
    number of entries (actions, undos, redos), and the number of times that players left or came back. For the seats in
    `changed`, two more values are compared: the settings for auto-pass, and how often the seat has given or withdrawn
    an answer in a reaction window (a time in which several seats answer at once).
    """
    changed = list(changed)
    begin_writing(connection)
    row = known.row
    stands = lock_rows(connection, [row.id]).get(row.id)
    compare(stands, row, changed)
    assert stands is not None
    entries = select(func.coalesce(func.max(ENTRIES.c.number), 0)).where(ENTRIES.c.table_id == row.id)
    departures = select(func.count()).select_from(DEPARTURES).where(DEPARTURES.c.table_id == row.id)
    found = connection.execute(select(entries.scalar_subquery(), departures.scalar_subquery())).one()
    if known.entries is not None and found[0] != known.entries:
        raise Taken("Another action came first.")
    if found[1] != len(row.departures):
        raise Taken("Another player has left or come back first.")
    if any(stands.seats[seat].answered != known.answered.get(seat, 0) for seat in changed):
        raise Taken("Another answer came first.")
