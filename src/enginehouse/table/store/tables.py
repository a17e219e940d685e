"""Store tables and their seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, Select, case, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from enginehouse.core.patterns import SEED
from enginehouse.table.store import origin
from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import ExpectedTable, lock_and_compare, lock_table, read_ending
from enginehouse.table.store.once import Once, find_result, keep_result
from enginehouse.table.store.rows import TO_DRAW, Departure, SeatRow, TableRow
from enginehouse.table.store.schema import ANSWERS, DEPARTURES, ENTRIES, NOTES, SEATS, TABLES, TOKENS
from enginehouse.table.store.writer import write_clocks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

MOST_PLAYED = 2000
"""The maximum number of a person's games in statistics: only the latest count."""


Clocks = tuple[float, dict[int, int]]
"""The date of the clocks, and the remaining milliseconds of each seat at that date."""
COLUMNS: dict[str, Callable[[TableRow], Any]] = {
    "status": lambda row: row.status,
    "rematch": lambda row: row.rematch,
    "lesson": lambda row: row.lesson,
    "beat_ms": lambda row: row.bot_delay_ms,
    "ending": lambda row: " ".join(map(str, sorted(row.ending))),
    "seed": lambda row: row.seed,
    "salts": lambda row: " ".join(row.salts),
    "seating": lambda row: row.seating,
}
"""The columns of a table that commands change, and the stored value of each."""


class TableStore:
    """The stored tables with their seats. `EntryStore` has the actions, undos and redos of their games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: TableRow, once: Once | None = None) -> str:
        """Store a new table with its seats, and return its id.

        `once` is the request, if it has an idempotency key. If the same request has opened a table before, return its
        id.
        """
        table = {
            "id": row.id,
            "game": row.game,
            "rules": row.rules,
            "seats": len(row.seats),
            "options": json.dumps(row.options),
            "seed": row.seed,
            "host": row.host,
            "listed": row.listed,
            "status": row.status,
            "beat_ms": row.bot_delay_ms,
            "window_ms": row.window_ms,
            "created": row.created,
            "changed": row.changed,
            "start": row.start,
            "origin": row.origin.encode(),
            "lesson": row.lesson,
            "tells": row.tells,
            "away_s": row.away_s,
            "clock": row.clock,
            "secret": row.secret,
            "salts": " ".join(row.salts),
            "watched": row.watched,
            "seating": row.seating,
        }
        seats = [{"table_id": row.id, "seat": s.seat, "left_ms": s.left_ms, **_sitting(s)} for s in row.seats]

        def insert_all(connection: Connection) -> str:
            if (before := find_result(connection, once)) is not None:
                return before
            keep_result(connection, once, row.id)
            connection.execute(insert(TABLES), table)
            connection.execute(insert(SEATS), seats)
            if row.departures:
                connection.execute(insert(DEPARTURES), _list_columns(row.id, row.departures))
            return row.id

        try:
            return await self._database.write(insert_all)
        except IntegrityError:  # the same request has been carried out at this moment, in another process
            if once is None:
                raise
            return await self._database.write(insert_all)

    async def get(self, table: str) -> TableRow | None:
        """Return the table with this id and its seats, or None if there is no such table."""
        async with self._database.reading() as connection:
            found = await read_tables(connection, TABLES.c.id == table)
        return found[0] if found else None

    async def of_person(self, person: str, limit: int = 30) -> list[TableRow]:
        """Return the tables at which a person has a seat, even if a bot plays there for the person, the latest first.

        Return at most `limit` tables. Tables that ended without a result are left out.
        """
        async with self._database.reading() as connection:
            return await read_tables(connection, TABLES.c.id.in_(_of(person)), TABLES.c.status != "ended", limit=limit)

    async def list_played(self, person: str, limit: int, first: int = 0) -> list[TableRow]:
        """Return the tables at which a person sits or sat, the latest first. Include ended tables.

        Skip the first `first` tables, and return at most `limit` tables.
        """
        async with self._database.reading() as connection:
            return await read_tables(connection, TABLES.c.id.in_(_of(person)), limit=limit, first=first)

    async def count_played(self, person: str) -> int:
        """Return the number of tables at which a person sits or sat."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(func.count()).where(TABLES.c.id.in_(_of(person))).select_from(TABLES)
            )
        return int(found.scalar() or 0)

    async def list_uploaded(self, person: str, limit: int) -> list[TableRow]:
        """Return at most `limit` games that a person has uploaded, the latest first."""
        async with self._database.reading() as connection:
            return await read_tables(
                connection, TABLES.c.host == person, TABLES.c.origin == origin.Origin("uploaded").encode(), limit=limit
            )

    async def list_finished(self, person: str) -> list[TableRow]:
        """Return the tables with a finished game at which a person sat."""
        async with self._database.reading() as connection:
            return await read_tables(
                connection, TABLES.c.id.in_(_of(person)), TABLES.c.status == "over", limit=MOST_PLAYED
            )

    async def latest(self, limit: int, game: str = "") -> list[tuple[TableRow, float]]:
        """Return at most `limit` of the most recently active tables, each with the date of its last change.

        If `game` is not empty, return only the tables of the game of this name.
        """
        played = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
        at = case((played > TABLES.c.changed, played), else_=TABLES.c.changed).label("last")
        which = (
            select(TABLES.c.id, at).where(*([TABLES.c.game == game] if game else [])).order_by(at.desc(), TABLES.c.id)
        )
        async with self._database.reading() as connection:
            dates = {str(name): float(last) for name, last in await connection.execute(which.limit(limit))}
            rows = await read_tables(connection, TABLES.c.id.in_(dates), limit=limit)
        return sorted(((row, dates[row.id]) for row in rows), key=lambda one: (-one[1], one[0].id))

    async def ids(self) -> list[str]:
        """Return the ids of all tables, the oldest first."""
        async with self._database.reading() as connection:
            return list(
                (await connection.execute(select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id))).scalars()
            )

    async def gathering(self, limit: int = 30) -> list[TableRow]:
        """Return at most `limit` public tables that wait for players."""
        async with self._database.reading() as connection:
            return await read_tables(connection, TABLES.c.status == "gathering", TABLES.c.listed, limit=limit)

    async def to_resume(self, limit: int = 2000) -> list[str]:
        """Return the ids of at most `limit` running tables whose background work resumes after a restart.

        These are tables with bots, with clocks, or with stored answers in a reaction window (a time in which several
        seats answer at once).
        """
        bots = select(SEATS.c.table_id).where(SEATS.c.kind == "bot")
        waiting = select(ANSWERS.c.table_id)
        which = select(TABLES.c.id).where(
            TABLES.c.status == "running", or_(TABLES.c.id.in_(bots), TABLES.c.id.in_(waiting), TABLES.c.clock != "")
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(which.order_by(TABLES.c.changed.desc()).limit(limit))).scalars())

    async def change(
        self,
        known: ExpectedTable,
        after: TableRow,
        at: float,
        clocks: Clocks | None = None,
        withdrawn: Sequence[int] = (),
    ) -> None:
        """Store the result of a command for a table in the database, in a single transaction.

        `known` has the values from which the command has started, and `after` is the changed row, with the table's
        seats and the list of times that players left or came back. Raise `Taken` if the stored values differ from
        `known`. `at` is the date of the change. `clocks` is a pair: a date, and the milliseconds that each seat had
        left then, by seat. Dates are in seconds since 1970. The pending answers of the seats in `withdrawn` are
        deleted.
        """
        before, table = known.row, known.row.id
        columns = {name: value(after) for name, value in COLUMNS.items() if value(after) != value(before)}
        seats = [new for old, new in zip(before.seats, after.seats, strict=True) if _sitting(old) != _sitting(new)]
        moved = _map_moved_seats(before, after)

        def write(connection: Connection) -> None:
            lock_and_compare(connection, known, {*(one.seat for one in seats), *withdrawn})
            if columns:
                connection.execute(update(TABLES).where(TABLES.c.id == table).values(changed=at, **columns))
            for one in seats:
                which = (SEATS.c.table_id == table, SEATS.c.seat == one.seat)
                connection.execute(update(SEATS).where(*which).values(**_sitting(one)))
            for seat in withdrawn:
                which = (SEATS.c.table_id == table, SEATS.c.seat == seat)
                connection.execute(update(SEATS).where(*which).values(answered=SEATS.c.answered + 1))
                connection.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table, ANSWERS.c.seat == seat))
            if gone := after.departures[len(before.departures) :]:
                connection.execute(insert(DEPARTURES), _list_columns(table, gone, len(before.departures)))
            if clocks is not None:
                write_clocks(connection, table, clocks)
            if moved:
                _move(connection, table, moved)

        await self._database.write(write)

    async def end(self, table: str, at: float) -> None:
        """End a table without a result at the date `at` (seconds since 1970), unless its game is over.

        Unlike `change`, this does not first compare the stored state with the state that the caller knows.
        """

        def write(connection: Connection) -> None:
            lock_table(connection, table)
            unended = TABLES.c.status.not_in(("over", "ended"))
            connection.execute(update(TABLES).where(TABLES.c.id == table, unended).values(status="ended", changed=at))

        await self._database.write(write)


def _list_columns(table: str, left: Sequence[Departure], first: int = 0) -> list[dict[str, Any]]:
    """Return departures of players as new database rows: for each a dict of its columns.

    `left` has the departures, which get the numbers from `first` on. `table` is the id of the table.
    """
    return [{"table_id": table, "number": number, **asdict(one)} for number, one in enumerate(left, start=first)]


def _map_moved_seats(before: TableRow, after: TableRow) -> dict[int, int]:
    """Return a dict from the old seat of each player to the new one, if seats were given to the players by lot.

    `before` and `after` are the table's row in the database before and after a change. If this change did not draw lots
    for the seats, the dict is empty.
    """
    if before.seating != TO_DRAW or after.seating == TO_DRAW:
        return {}
    return {int(old): new for new, old in enumerate(after.seating.split())}


def _move(connection: Connection, table: str, moved: Mapping[int, int]) -> None:
    """Give the access tokens and the private notes of a table's players their new seat numbers.

    Call this after seats were given to the players by lot. `table` is the table's id. `moved` is a dict from the number
    of each old seat to that of the new one.
    """
    for kept in (TOKENS, NOTES):
        # Two seats must never have the same number meanwhile. So the first statement uses negative numbers.
        now = case({old: -1 - new for old, new in moved.items()}, value=kept.c.seat)
        connection.execute(update(kept).where(kept.c.table_id == table, kept.c.seat >= 0).values(seat=now))
        connection.execute(update(kept).where(kept.c.table_id == table, kept.c.seat < 0).values(seat=-1 - kept.c.seat))


def _sitting(seat: SeatRow) -> dict[str, Any]:
    """Return the database columns of a seat's occupant as a dict."""
    return {
        "kind": seat.kind,
        "person": seat.person,
        "bot": seat.bot,
        "name": seat.name,
        "owner": seat.owner,
        "salt": seat.salt,
        "standing": seat.preset,
    }


def _of(person: str) -> Select[Any]:
    """Return a query for the ids of a person's tables: those at which they sit, or at which a bot plays for them."""
    return select(SEATS.c.table_id).where(or_(SEATS.c.person == person, SEATS.c.owner == person))


async def read_tables(connection: AsyncConnection, *where: Any, limit: int = 200, first: int = 0) -> list[TableRow]:
    """Return tables with their seats, the most recently active first.

    `where` has SQLAlchemy's conditions for the tables. The first `first` tables are left out, and at most `limit` of
    the others are returned.
    """
    which = select(TABLES).where(*where).order_by(TABLES.c.changed.desc(), TABLES.c.id)
    rows = (await connection.execute(which.limit(limit).offset(first))).all()
    ids = [r.id for r in rows]
    seats: dict[str, list[SeatRow]] = {i: [] for i in ids}
    for s in (await connection.execute(select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat))).all():
        seats[s.table_id].append(
            SeatRow(s.seat, s.kind, s.name, s.person, s.bot, s.standing, s.owner, s.left_ms, s.salt)
        )
    left: dict[str, list[Departure]] = {i: [] for i in ids}
    for d in (
        await connection.execute(select(DEPARTURES).where(DEPARTURES.c.table_id.in_(ids)).order_by(DEPARTURES.c.number))
    ).all():
        left[d.table_id].append(Departure(d.seat, d.name, d.actions, d.step))
    return [read_row(r, tuple(seats[r.id]), tuple(left[r.id])) for r in rows]


def read_row(r: Row[Any], seats: tuple[SeatRow, ...], left: tuple[Departure, ...]) -> TableRow:
    """Return a table, made from its database row `r`, its seats and its departures (`left`).

    If a column cannot be read, `TableRow.damage` says so.
    """
    options, result = _object(r.options), _object(r.result or "{}")
    damage = ""
    if options is None or not all(isinstance(value, str) for value in options.values()):
        options, damage = {}, "its options cannot be read"
    if not SEED.fullmatch(str(r.seed)):
        damage = "its seed is not whole"
    if [s.seat for s in seats] != list(range(r.seats if isinstance(r.seats, int) else 0)):
        damage = "its stored seats do not match its number of seats"
    return TableRow(
        id=r.id,
        game=r.game,
        rules=r.rules,
        options=options,
        seed=r.seed,
        host=r.host,
        listed=bool(r.listed),
        status=r.status,
        bot_delay_ms=r.beat_ms,
        window_ms=r.window_ms,
        created=r.created,
        changed=r.changed,
        result=result or None,
        rematch=r.rematch,
        seats=seats,
        start=r.start,
        origin=origin.read(r.origin),
        departures=left,
        lesson=r.lesson,
        tells=r.tells,
        away_s=r.away_s,
        clock=r.clock,
        clock_at=r.clock_at,
        secret=r.secret,
        salts=tuple(r.salts.split()),
        watched=bool(r.watched),
        seating=r.seating,
        ending=read_ending(r.ending),
        damage=damage,
    )


def _object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text contains, as a dict, or None if the text is anything else."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
