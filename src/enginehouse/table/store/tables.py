"""Tables and who sits at them, as they are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from enginehouse.table.store.database import Database
from enginehouse.table.store.rows import Departure, SeatRow, TableRow, Taken
from enginehouse.table.store.schema import ANSWERS, DEPARTURES, SEATS, TABLES


class TableStore:
    """Tables with their seats; their entries are kept apart."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: TableRow) -> None:
        """Keep a new table with its seats."""
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
            "origin": row.origin,
            "lesson": row.lesson,
            "tells": row.tells,
        }
        seats = [
            {"table_id": row.id, "seat": s.seat, "kind": s.kind, "person": s.person, "bot": s.bot, "name": s.name}
            for s in row.seats
        ]

        def insert_all(connection: Connection) -> None:
            connection.execute(insert(TABLES), table)
            connection.execute(insert(SEATS), seats)

        await self._database.write(insert_all)

    async def get(self, table: str) -> TableRow | None:
        """One table with who sits at it."""
        async with self._database.reading() as c:
            found = await _tables(c, TABLES.c.id == table)
        return found[0] if found else None

    async def of_person(self, person: str, limit: int = 30) -> list[TableRow]:
        """The tables at which a person sits, the latest first."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person == person)
        async with self._database.reading() as c:
            return await _tables(c, TABLES.c.id.in_(mine), TABLES.c.status != "ended", limit=limit)

    async def latest(self, limit: int, game: str = "") -> list[TableRow]:
        """The tables at which something was done last, perhaps those of one game."""
        async with self._database.reading() as c:
            return await _tables(c, *([TABLES.c.game == game] if game else []), limit=limit)

    async def ids(self) -> list[str]:
        """The addresses of all tables, the oldest first."""
        async with self._database.reading() as c:
            return list((await c.execute(select(TABLES.c.id).order_by(TABLES.c.created, TABLES.c.id))).scalars())

    async def gathering(self, limit: int = 30) -> list[TableRow]:
        """Tables that everybody may see and that still gather."""
        async with self._database.reading() as c:
            return await _tables(c, TABLES.c.status == "gathering", TABLES.c.listed, limit=limit)

    async def to_resume(self, limit: int = 2000) -> list[str]:
        """The tables whose game runs and at which a bot sits or answers wait: after a restart they go on by themselves."""
        bots = select(SEATS.c.table_id).where(SEATS.c.kind == "bot")
        waiting = select(ANSWERS.c.table_id)
        which = select(TABLES.c.id).where(
            TABLES.c.status == "running", or_(TABLES.c.id.in_(bots), TABLES.c.id.in_(waiting))
        )
        async with self._database.reading() as c:
            return list((await c.execute(which.order_by(TABLES.c.changed.desc()).limit(limit))).scalars())

    async def change_seats(
        self,
        table: str,
        seats: Sequence[SeatRow],
        at: float,
        *,
        instead: str,
        status: str = "",
        left: Sequence[Departure] = (),
    ) -> None:
        """Others take seats that are `instead` (open, person or bot), and perhaps the table gets another status or some have
        `left` a game that runs on: all of it or nothing. `Taken` when one of the seats is something else by now."""
        async with self._database.writing() as c:
            for seat in seats:
                done = await c.execute(
                    update(SEATS)
                    .where(SEATS.c.table_id == table, SEATS.c.seat == seat.seat, SEATS.c.kind == instead)
                    .values(kind=seat.kind, person=seat.person, bot=seat.bot, name=seat.name, standing=seat.preset)
                )
                if done.rowcount != 1:
                    raise Taken("That seat has just been taken.")
            if left:
                known = (await c.execute(select(func.count()).where(DEPARTURES.c.table_id == table))).scalar() or 0
                rows = [
                    {"table_id": table, "number": number, "seat": one.seat, "name": one.name, "actions": one.actions}
                    for number, one in enumerate(left, start=known)
                ]
                await c.execute(insert(DEPARTURES), rows)
            if status:
                await c.execute(update(TABLES).where(TABLES.c.id == table).values(status=status, changed=at))

    async def change(self, table: str, at: float, **values: Any) -> None:
        """Change a table's own columns (status, result, rematch, lesson)."""
        if isinstance(values.get("result"), dict):
            values["result"] = json.dumps(values["result"])
        async with self._database.writing() as c:
            await c.execute(update(TABLES).where(TABLES.c.id == table).values(changed=at, **values))

    async def set_rematch(self, table: str, following: str) -> str:
        """Note the table of the rematch; returns the one that was noted first, which stands."""
        async with self._database.writing() as c:
            await c.execute(
                update(TABLES).where(TABLES.c.id == table, TABLES.c.rematch.is_(None)).values(rematch=following)
            )
            return str((await c.execute(select(TABLES.c.rematch).where(TABLES.c.id == table))).scalar())


async def _tables(c: AsyncConnection, *where: Any, limit: int = 200) -> list[TableRow]:
    rows = (await c.execute(select(TABLES).where(*where).order_by(TABLES.c.changed.desc()).limit(limit))).all()
    ids = [r.id for r in rows]
    seats: dict[str, list[SeatRow]] = {i: [] for i in ids}
    for s in (await c.execute(select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat))).all():
        seats[s.table_id].append(SeatRow(s.seat, s.kind, s.name, s.person, s.bot, preset=s.standing))
    left: dict[str, list[Departure]] = {i: [] for i in ids}
    for d in (
        await c.execute(select(DEPARTURES).where(DEPARTURES.c.table_id.in_(ids)).order_by(DEPARTURES.c.number))
    ).all():
        left[d.table_id].append(Departure(d.seat, d.name, d.actions))
    return [_table(r, tuple(seats[r.id]), tuple(left[r.id])) for r in rows]


def _table(r: Row[Any], seats: tuple[SeatRow, ...], left: tuple[Departure, ...]) -> TableRow:
    """A table as it is stored, as far as it can be read."""
    options, result = _object(r.options), _object(r.result or "{}")
    damage = ""
    if options is None or not all(isinstance(value, str) for value in options.values()):
        options, damage = {}, "its options cannot be read"
    if not re.fullmatch(r"[0-9a-f]{64}", str(r.seed)):
        damage = "its seed is not whole"
    if [s.seat for s in seats] != list(range(r.seats if isinstance(r.seats, int) else 0)):
        damage = "it is not known who sits at it"
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
        origin=r.origin,
        departures=left,
        lesson=r.lesson,
        tells=r.tells,
        damage=damage,
    )


def _object(text: str) -> dict[str, Any] | None:
    """A JSON object; None for what is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
