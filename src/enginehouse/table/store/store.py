"""The store: what was acknowledged is here. SQLAlchemy Core, async; SQLite by default, PostgreSQL by URL.

SQLite has one writer connection (writers that collide back off for so long that eight of them are slower than one) and
a few readers beside it; write-ahead logging lets both work at once. Entries are only ever appended; the primary key
(table, number) decides who was first.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Row, delete, event, func, insert, or_, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from enginehouse.core.errors import Unreadable
from enginehouse.table.store import migrations
from enginehouse.table.store.one_process import PATIENCE_S, FileLock, Served, SessionLock
from enginehouse.table.store.outage import Outages, why_closed
from enginehouse.table.store.rows import Answers, EntryRow, Person, SeatRow, TableRow, Taken
from enginehouse.table.store.schema import ANSWERS, ENTRIES, KEYS, PEOPLE, SEATS, TABLES
from enginehouse.table.store.writer import Appender, lock_table, read_answers


def default_url() -> str:
    """A file in the person's own data folder."""
    folder = Path(platformdirs.user_data_dir("enginehouse", appauthor=False))
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite3'}"


__all__ = ["Answers", "EntryRow", "Person", "SeatRow", "Store", "TableRow", "Taken", "default_url"]
LOG = logging.getLogger("enginehouse.table")


def _say_lost(sentence: str) -> None:
    LOG.error("%s", sentence)


_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


PROBE, PROBE_BYTES = "probe", 65_536
"""What is written to find out whether the database has room again: more than any one action needs."""
REACH_S = 5
"""So long the database may take to be reached."""


class Store:
    """All that is kept, behind one URL.

    `alone`: no other process may serve it at the same time (see `one_process`); `lost` is called with a sentence when
    one does after the database was away.
    """

    def __init__(self, url: str = "", *, alone: bool = False) -> None:
        try:
            self.url = make_url(url or default_url())
        except Exception:
            raise Unreadable(
                f"{url!r} is no database address; one looks like sqlite:///tables.sqlite3 or postgresql://user@host/name"
            ) from None
        self.url = self.url.set(drivername=_DRIVERS.get(self.url.drivername, self.url.drivername))
        self.sqlite = self.url.drivername.startswith("sqlite")
        if self.url.get_backend_name() not in ("sqlite", "postgresql"):
            raise Unreadable(f"tables are kept in SQLite or PostgreSQL, not in {self.url.drivername!r}")
        if self.sqlite and self.url.database in (None, "", ":memory:"):
            raise Unreadable("tables are kept in a file, not in memory: sqlite:///tables.sqlite3")
        self._write: AsyncEngine | None = None
        self._read: AsyncEngine | None = None
        self.outages = Outages(self.probe)
        self._appender = Appender(self._writing)
        self.alone = alone
        self.lost: Callable[[str], None] = _say_lost
        self._lock: FileLock | SessionLock | None = None

    # -- open and close --------------------------------------------------------------------------------------------

    async def open(self) -> Store:
        """Connect, and bring the database up to date (one process at a time). What is open already stays so.

        `Served` when the store shall be alone and is not; `Unreadable` says what else is in the way.
        """
        if self._write is not None:
            return self
        try:
            await (self._open_sqlite() if self.sqlite else self._open_postgresql())
        except BaseException as error:
            await self.close()
            why = None if isinstance(error, Served) else why_closed(error)
            if why is None:
                raise
            where = self.url.render_as_string()  # without the password
            raise Unreadable(f"tables cannot be kept at {where}: {why}") from error
        return self

    async def _open_postgresql(self) -> None:
        self._write = self._read = create_async_engine(
            self.url,
            pool_size=8,
            max_overflow=8,
            pool_pre_ping=True,
            pool_timeout=REACH_S,
            connect_args={"timeout": REACH_S, "command_timeout": 2 * REACH_S},
        )
        if self.alone:
            self._lock = SessionLock(self.url, lambda sentence: self.lost(sentence))
            await self._lock.take(PATIENCE_S)
        async with self._write.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(7030917)"))
            await connection.run_sync(migrations.upgrade)
            await self._try_to_change(connection)

    async def _open_sqlite(self) -> None:
        path = Path(str(self.url.database))
        await asyncio.to_thread(path.parent.mkdir, parents=True, exist_ok=True)
        lock = FileLock(path)
        await lock.take(PATIENCE_S if self.alone else 60)
        try:
            self._write = self._sqlite_engine(pool_size=1)
            self._read = self._sqlite_engine(pool_size=4)
            async with self._write.begin() as connection:
                await connection.run_sync(migrations.upgrade)
                await self._try_to_change(connection)
            if self.alone:
                lock.sign()
                self._lock = lock
        finally:
            if self._lock is not lock:
                await lock.give_back()

    async def _try_to_change(self, connection: AsyncConnection) -> None:
        """Fails where the database can only be read; changes nothing."""
        await connection.execute(update(KEYS).where(KEYS.c.name == "").values(value=""))

    def _sqlite_engine(self, pool_size: int) -> AsyncEngine:
        engine = create_async_engine(self.url, pool_size=pool_size, max_overflow=0)

        @event.listens_for(engine.sync_engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            # FULL: what was acknowledged survives not only a killed process but a pulled plug.
            try:
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
                    cursor.execute(f"PRAGMA {pragma}")
                cursor.close()
            except BaseException:
                connection.close()  # nobody else does, and its thread would keep the process from ending
                raise

        return engine

    async def close(self) -> None:
        """Let go of all connections."""
        await self._appender.close()
        await self.outages.close()
        for engine in {id(e): e for e in (self._write, self._read) if e is not None}.values():
            await engine.dispose()
        self._write = self._read = None
        if self._lock is not None:
            await self._lock.give_back()
            self._lock = None

    def _writing(self) -> Any:
        assert self._write is not None, "the store is not open"
        return self.outages.watch(self._write.begin())

    def _reading(self) -> Any:
        assert self._read is not None, "the store is not open"
        return self.outages.watch(self._read.connect())

    async def probe(self) -> None:
        """Write something and take it away again; fails like any other change where there is no room for one."""
        assert self._write is not None, "the store is not open"
        for made in (True, False):
            async with self._write.begin() as c:
                await c.execute(delete(KEYS).where(KEYS.c.name == PROBE))
                if made:
                    await c.execute(insert(KEYS).values(name=PROBE, value="-" * PROBE_BYTES))

    async def alive(self) -> None:
        """Ask the database for anything; `Away` when it does not answer."""
        async with self._reading() as c:
            await c.execute(select(1))

    # -- keys and people -------------------------------------------------------------------------------------------

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """The secret of this name; `make` invents it the first time."""
        async with self._reading() as c:
            found = (await c.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        if found is None:
            with suppress(IntegrityError):
                async with self._writing() as c:
                    await c.execute(insert(KEYS).values(name=name, value=make()))
            async with self._reading() as c:
                found = (await c.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        return str(found)

    async def person(self, person: str) -> Person | None:
        """The person with this id."""
        async with self._reading() as c:
            row = (await c.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id == person))).first()
        return Person(row.id, row.name) if row else None

    async def add_person(self, person: Person, at: float) -> None:
        """Keep a new person."""
        async with self._writing() as c:
            await c.execute(insert(PEOPLE).values(id=person.id, name=person.name, created=at))

    async def rename(self, person: str, name: str) -> None:
        """Another name for a person, at tables that still gather too."""
        gathering = select(TABLES.c.id).where(TABLES.c.status == "gathering")
        async with self._writing() as c:
            await c.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))
            await c.execute(
                update(SEATS).where(SEATS.c.person == person, SEATS.c.table_id.in_(gathering)).values(name=name)
            )

    # -- tables and seats ------------------------------------------------------------------------------------------

    async def add_table(self, row: TableRow) -> None:
        """Keep a new table with its seats."""
        async with self._writing() as c:
            await c.execute(
                insert(TABLES).values(
                    id=row.id,
                    game=row.game,
                    rules=row.rules,
                    seats=row.seats,
                    options=json.dumps(row.options),
                    seed=row.seed,
                    host=row.host,
                    listed=row.listed,
                    status=row.status,
                    beat_ms=row.beat_ms,
                    window_ms=row.window_ms,
                    created=row.created,
                    changed=row.changed,
                )
            )
            await c.execute(
                insert(SEATS),
                [
                    {
                        "table_id": row.id,
                        "seat": s.seat,
                        "kind": s.kind,
                        "person": s.person,
                        "bot": s.bot,
                        "name": s.name,
                    }
                    for s in row.sitting
                ],
            )

    async def table(self, table: str) -> TableRow | None:
        """One table with who sits at it."""
        async with self._reading() as c:
            found = await self._tables(c, TABLES.c.id == table)
        return found[0] if found else None

    async def _tables(self, c: AsyncConnection, *where: Any, limit: int = 200) -> list[TableRow]:
        rows = (await c.execute(select(TABLES).where(*where).order_by(TABLES.c.changed.desc()).limit(limit))).all()
        ids = [r.id for r in rows]
        seats: dict[str, list[SeatRow]] = {i: [] for i in ids}
        for s in (await c.execute(select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat))).all():
            seats[s.table_id].append(SeatRow(s.seat, s.kind, s.name, s.person, s.bot, s.standing))
        return [_table(r, tuple(seats[r.id])) for r in rows]

    async def tables_of(self, person: str, limit: int = 30) -> list[TableRow]:
        """The tables at which a person sits, the latest first."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person == person)
        async with self._reading() as c:
            return await self._tables(c, TABLES.c.id.in_(mine), TABLES.c.status != "ended", limit=limit)

    async def open_tables(self, limit: int = 30) -> list[TableRow]:
        """Tables that everybody may see and that still gather."""
        async with self._reading() as c:
            return await self._tables(c, TABLES.c.status == "gathering", TABLES.c.listed, limit=limit)

    async def running(self, limit: int = 2000) -> list[str]:
        """The tables whose game runs and at which a bot sits or answers wait: after a restart they go on by themselves."""
        bots = select(SEATS.c.table_id).where(SEATS.c.kind == "bot")
        waiting = select(ANSWERS.c.table_id)
        which = select(TABLES.c.id).where(
            TABLES.c.status == "running", or_(TABLES.c.id.in_(bots), TABLES.c.id.in_(waiting))
        )
        async with self._reading() as c:
            return list((await c.execute(which.order_by(TABLES.c.changed.desc()).limit(limit))).scalars())

    async def sit(self, table: str, seat: SeatRow, *, instead: str) -> None:
        """Somebody takes a seat that is `instead` (open, person or bot); `Taken` when it is not any more."""
        async with self._writing() as c:
            done = await c.execute(
                update(SEATS)
                .where(SEATS.c.table_id == table, SEATS.c.seat == seat.seat, SEATS.c.kind == instead)
                .values(kind=seat.kind, person=seat.person, bot=seat.bot, name=seat.name, standing=seat.standing)
            )
            if done.rowcount != 1:
                raise Taken("That seat has just been taken.")

    async def change_table(self, table: str, at: float, **values: Any) -> None:
        """Change a table's own columns (status, result, rematch)."""
        if isinstance(values.get("result"), dict):
            values["result"] = json.dumps(values["result"])
        async with self._writing() as c:
            await c.execute(update(TABLES).where(TABLES.c.id == table).values(changed=at, **values))

    async def set_rematch(self, table: str, following: str) -> str:
        """Note the table of the rematch; the first one stands, and is returned."""
        async with self._writing() as c:
            await c.execute(
                update(TABLES).where(TABLES.c.id == table, TABLES.c.rematch.is_(None)).values(rematch=following)
            )
            return str((await c.execute(select(TABLES.c.rematch).where(TABLES.c.id == table))).scalar())

    # -- entries and answers ---------------------------------------------------------------------------------------

    async def entries(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries of a table with numbers over `after`, in order."""
        which = select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after).order_by(ENTRIES.c.number)
        async with self._reading() as c:
            return [
                EntryRow(r.number, r.seat, r.act, r.step, r.note, r.checksum, r.at)
                for r in (await c.execute(which)).all()
            ]

    async def count(self, table: str) -> int:
        """How many entries a table has."""
        async with self._reading() as c:
            return int(
                (await c.execute(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table))).scalar() or 0
            )

    async def append(
        self,
        table: str,
        entries: Sequence[EntryRow],
        result: dict[str, Any] | None = None,
        *,
        answers: Answers | None = None,
        window: bool = False,
    ) -> None:
        """Append entries, all or none; `Taken` when another was first. With a result the table is over.

        `answers`: those that whoever appends knows of, while a window is open; `Taken` when there are others by now.
        `window`: the entries close the window, and the answers are done with.
        """
        try:
            await self._appender.add(table, entries, result, answers, window=window)
        except IntegrityError:
            raise Taken("Another action came first.") from None

    async def adopt_rules(
        self, table: str, rules: str, stored: Sequence[EntryRow], adopted: Sequence[EntryRow]
    ) -> None:
        """A table goes on under other rules than it began with; its entries are rewritten for them where they differ.

        Answers of an open window stay, and no decision number goes back. `Taken` when another process has appended in
        the meantime.
        """
        async with self._writing() as c:
            await c.execute(update(TABLES).where(TABLES.c.id == table).values(rules=rules))
            many = await c.execute(select(func.count()).select_from(ENTRIES).where(ENTRIES.c.table_id == table))
            if many.scalar() != len(stored):
                raise Taken("Another action came first.")
            if list(adopted) != list(stored):
                await c.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
                if adopted:
                    await c.execute(insert(ENTRIES), [{"table_id": table, **asdict(e)} for e in adopted])
            if len(adopted) != len(stored):
                open_window = (ANSWERS.c.table_id == table, ANSWERS.c.window == len(stored))
                await c.execute(update(ANSWERS).where(*open_window).values(window=len(adopted)))
                behind = SEATS.c.answered + len(stored)
                await c.execute(update(SEATS).where(SEATS.c.table_id == table).values(answered=behind))

    async def hold(self, table: str, seat: int, act: str, known: Answers) -> None:
        """Keep an answer until its window closes; `Taken` when the window has closed, or the seat moved on, meanwhile."""
        try:
            async with self._writing() as c:
                await self._count_answer(c, table, seat, known)
                await c.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table, ANSWERS.c.window != known.window))
                await c.execute(insert(ANSWERS).values(table_id=table, seat=seat, window=known.window, act=act))
        except IntegrityError:
            raise Taken("You have answered already.") from None

    async def release(self, table: str, seat: int, known: Answers) -> None:
        """Take an answer back; `Taken` when the window has closed, or the seat moved on, meanwhile."""
        async with self._writing() as c:
            await self._count_answer(c, table, seat, known)
            await c.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table, ANSWERS.c.seat == seat))

    async def _count_answer(self, c: AsyncConnection, table: str, seat: int, known: Answers) -> None:
        """Count that a seat lays an answer or takes it back, if the window is open and the seat where it was."""
        await lock_table(c, table)
        entries = select(func.coalesce(func.max(ENTRIES.c.number), 0)).where(ENTRIES.c.table_id == table)
        done = await c.execute(
            update(SEATS)
            .where(
                SEATS.c.table_id == table,
                SEATS.c.seat == seat,
                SEATS.c.answered == known.answered.get(seat, 0),
                entries.scalar_subquery() == known.window,
            )
            .values(answered=SEATS.c.answered + 1)
        )
        if done.rowcount != 1:
            raise Taken("Something else came first.")

    async def answers(self, table: str, window: int) -> Answers:
        """The answers that wait for this window to close, and how often each seat has answered."""
        async with self._reading() as c:
            return await read_answers(c, table, window)


def _table(r: Row[Any], sitting: tuple[SeatRow, ...]) -> TableRow:
    """A table as it is stored, as far as it can be read."""
    options, result = _object(r.options), _object(r.result or "{}")
    damage = ""
    if options is None or not all(isinstance(value, str) for value in options.values()):
        options, damage = {}, "its options cannot be read"
    if not re.fullmatch(r"[0-9a-f]{64}", str(r.seed)):
        damage = "its seed is not whole"
    if [s.seat for s in sitting] != list(range(r.seats if isinstance(r.seats, int) else 0)):
        damage = "it is not known who sits at it"
    return TableRow(
        id=r.id,
        game=r.game,
        rules=r.rules,
        seats=r.seats,
        options=options,
        seed=r.seed,
        host=r.host,
        listed=bool(r.listed),
        status=r.status,
        beat_ms=r.beat_ms,
        window_ms=r.window_ms,
        created=r.created,
        changed=r.changed,
        result=result or None,
        rematch=r.rematch,
        sitting=sitting,
        damage=damage,
    )


def _object(text: str) -> dict[str, Any] | None:
    """A JSON object; None for what is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
