"""Write a backup of the whole database into one file, and restore it into SQLite or PostgreSQL.

The file is gzip of lines of JSON. The header has the version of the schema and the columns of each table. Then there is
a line for each row, `[table, values]`. The last line has the number of rows and the SHA-256 of all lines before it, so
that a damaged file is detected. The file contains the server's keys and the seeds of running games, so it has to be
kept secret.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sqlalchemy import Boolean, Column, Connection, Float, Integer, MetaData, Table, func, insert, select
from sqlalchemy.exc import DBAPIError

from enginehouse.core.errors import Unreadable
from enginehouse.table.store import migrations
from enginehouse.table.store.database import Database
from enginehouse.table.store.outage import explain_failure
from enginehouse.table.store.schema import KEPT

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

LOG = logging.getLogger("enginehouse.table")
KIND, FORMAT = "enginehouse backup", 1
CHUNK = 500
MOST_LINE = 16 * 2**20
"""The maximum size of a line in bytes. The longest rows, game analyses, have less than a tenth of that."""
Advance = Callable[[int], object]


@dataclass(frozen=True)
class Summary:
    """The contents of a backup: the version of its schema, and the number of rows of each table."""

    version: str
    """The version of the schema."""
    rows: dict[str, int]
    """The number of rows of each table."""


# -- writing -----------------------------------------------------------------------------------------------------------


async def write(database: Database, file: Path, advance: Advance) -> Summary:
    """Write the contents of an open database at one moment into a file, and return a summary.

    `advance` is called during the work with the number of rows that were written since its last call. The file gets its
    name only when it is complete. Only its owner can read it.
    """
    part = file.with_name(f"{file.name}.part")
    many = 0
    async with database.reading() as connection:
        summary = await _begin(connection, database.sqlite)
        with _create_part(part) as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as zipped:
            lines = _Lines(zipped)
            columns = {one.name: [column.name for column in one.columns] for one in KEPT}
            lines.add({"kind": KIND, "format": FORMAT, "version": summary.version, "columns": columns})
            async for name, values in _rows(connection):
                lines.add([name, values])
                many += 1
                if many % CHUNK == 0:
                    advance(CHUNK)
            lines.close(many)
    advance(many % CHUNK)
    _sync(part)
    part.replace(file)
    return summary


async def _begin(connection: AsyncConnection, sqlite: bool) -> Summary:
    """Start a read transaction on the connection, so that later reads see the database as it is at this moment.

    Return a summary of the database. `sqlite` says whether it is SQLite.
    """
    if sqlite:
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    rows = {}
    for one in KEPT:
        rows[one.name] = int((await connection.execute(select(func.count()).select_from(one))).scalar() or 0)
    version = await connection.run_sync(migrations.version)
    return Summary(version or "", rows)


async def _rows(connection: AsyncConnection) -> AsyncIterator[tuple[str, list[Any]]]:
    for one in KEPT:
        async with connection.stream(select(one).order_by(*one.primary_key.columns)) as found:
            async for row in found:
                yield one.name, list(row)


class _Lines:
    """A writer of JSON lines that also computes the SHA-256 of all lines."""

    def __init__(self, out: IO[bytes] | gzip.GzipFile) -> None:
        self._out, self._digest = out, hashlib.sha256()

    def add(self, value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._out.write(line)

    def close(self, rows: int) -> None:
        self.add({"rows": rows, "sha256": self._digest.hexdigest()})


def _create_part(part: Path) -> IO[bytes]:
    part.unlink(missing_ok=True)
    return os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _sync(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


# -- reading -----------------------------------------------------------------------------------------------------------


def read(file: Path) -> tuple[dict[str, Any], Iterator[tuple[str, list[Any]]]]:
    """Return the header of a backup, and an iterator of its rows as pairs of the table's name and the values.

    The header has the `version` of the schema, and in `columns` the names of the columns of each table. Raise
    `Unreadable` before the first row if the file is not a complete backup.
    """
    many = _whole(file)
    lines = _lines(file)
    head = next(lines)
    return head, (_row(file, head, number, next(lines)) for number in range(1, many + 1))


def _row(file: Path, head: dict[str, Any], number: int, line: Any) -> tuple[str, list[Any]]:
    """Return the content of a line of the backup, as a pair: the name of the table, and the values of the row.

    `line` is the decoded JSON of the line. Raise `Unreadable` if `line` is no list of a name and a list of values, or
    if the backup's header `head` has no table of this name with this number of columns. The error names the backup's
    path `file` and the row's `number`.
    """
    match line:
        case [str(name), [*values]] if len(values) == len(head["columns"].get(name, ())):
            return name, values
    raise Unreadable(f"{file} is damaged: its row {number} is not a row of a table that the head of the file declares")


def _lines(file: Path) -> Iterator[Any]:
    for line in _texts(file):
        yield json.loads(line)


def _texts(file: Path) -> Iterator[bytes]:
    """Yield the lines of the backup `file`, uncompressed, as bytes.

    Raise `Unreadable` at a line that is too long, without reading the rest of it.
    """
    with gzip.open(file) as opened:
        while line := opened.readline(MOST_LINE + 1):
            if len(line) > MOST_LINE:
                raise Unreadable(f"{file} has a line of more than {MOST_LINE} bytes: no backup has")
            yield line


def _whole(file: Path) -> int:
    """Read a backup to its end to check it, and return its number of rows.

    Raise `Unreadable` if the file is not complete.
    """
    digest, last, many = hashlib.sha256(), b"", -2
    try:
        for line in _texts(file):
            digest.update(last)
            last, many = line, many + 1
        head, end = next(_lines(file)), json.loads(last)
        if head["kind"] != KIND:
            raise ValueError
        if head["format"] != FORMAT:
            raise Unreadable(f"{file} is a backup of format {head['format']}; this program reads format {FORMAT}")
        if (end["rows"], end["sha256"]) != (many, digest.hexdigest()):
            raise Unreadable(f"{file} is damaged: its checksum or its number of rows is wrong")
    except EOFError:
        raise Unreadable(f"{file} is incomplete: it was cut off") from None
    except zlib.error:
        raise Unreadable(f"{file} is damaged: it differs from the written file") from None
    except (ValueError, KeyError, TypeError, StopIteration, RecursionError, gzip.BadGzipFile):
        if _begins_well(file):
            raise Unreadable(f"{file} is damaged: it differs from the written file") from None
        raise Unreadable(f"{file} is not a backup of tables (`enginehouse backup` writes one)") from None
    return many


def _begins_well(file: Path) -> bool:
    """Return whether the first line of a file is the header of a backup."""
    try:
        return bool(next(_lines(file))["kind"] == KIND)
    except (ValueError, KeyError, TypeError, StopIteration, RecursionError, OSError, EOFError, zlib.error):
        return False


async def restore(url: str, file: Path, advance: Advance) -> Summary:
    """Fill the empty or new database of a URL from the backup `file`, and migrate it. Return a summary.

    `advance` is called during the work, each time with the number of rows that were read since the last call. Raise
    `Unreadable` and change nothing if the database has contents.
    """
    return await fill(Database(url, alone=True), file, advance)


def check(file: Path) -> None:
    """Raise `Unreadable` if a file is not a complete backup."""
    for _ in read(file)[1]:
        pass


async def fill(database: Database, file: Path, advance: Advance = lambda rows: None) -> Summary:
    """Fill an empty database from the backup `file`, and migrate it to the current schema. Return a summary.

    This function opens the database and closes it at the end. `advance` is called during the work, each time with the
    number of rows that were read since the last call. Raise `Unreadable` if the file is not a complete backup, or if it
    comes from a newer version of this program.
    """
    head, rows = read(file)
    if head["version"] > migrations.HEAD:
        raise Unreadable(
            f"{file} is of version {head['version']}, and this program knows {migrations.HEAD} at most: take a newer Enginehouse"
        )
    await database.open(head["version"])
    try:
        async with database.writing() as connection:
            counts = await connection.run_sync(_fill, head, rows, advance)
            await connection.run_sync(migrations.upgrade)
    finally:
        await database.close()
    return Summary(head["version"], counts)


def _fill(
    connection: Connection, head: dict[str, Any], rows: Iterator[tuple[str, list[Any]]], advance: Advance
) -> dict[str, int]:
    """Insert all rows, pairs of table and values, into an empty database. Return the number of rows by table.

    `head` is the header of the backup. `advance` is called during the work, each time with the number of rows that were
    inserted since the last call.
    """
    schema = MetaData()
    schema.reflect(connection)
    for name, columns in head["columns"].items():
        if name not in schema.tables or not set(columns) <= set(schema.tables[name].columns.keys()):
            raise Unreadable(f"this backup is not of version {head['version']}: {name} is different in the database")
    kept = [name for name in head["columns"] if connection.execute(select(schema.tables[name]).limit(1)).first()]
    if kept:
        raise Unreadable(
            f"this database has contents already ({', '.join(kept)}): restore into an empty database, and name it with --db"
        )
    counts = dict.fromkeys(head["columns"], 0)
    chunk: list[list[Any]] = []
    strict = connection.dialect.name != "sqlite"
    at = ""
    for name, values in rows:
        if name != at or len(chunk) == CHUNK:
            _insert(connection, schema.tables.get(at), head["columns"].get(at, ()), chunk, advance)
            at, chunk = name, []
        counts[name] += 1
        chunk.append(_storable(values, schema.tables[name], head["columns"][name], counts[name], strict))
    _insert(connection, schema.tables.get(at), head["columns"].get(at, ()), chunk, advance)
    return counts


def _storable(values: list[Any], table: Table, columns: list[str], row: int, strict: bool) -> list[Any]:
    """Return the values of a row in a form that can be stored in these columns of a database table.

    Characters that PostgreSQL cannot store are left out, and the server logs a warning with the name of the database
    table. If `strict` is true, raise `Unreadable` for a value that its column cannot hold: SQLite may have accepted it.
    `row` is the row's number, for the text of the error.
    """
    found = []
    for name, value in zip(columns, values, strict=True):
        if isinstance(value, str) and (fewer := value.translate(_NOT_STORED)) != value:
            LOG.warning(
                "the table %s has a text with a character that cannot be stored, U+%04X: it is restored without it",
                table.name,
                ord(next(letter for letter in value if ord(letter) in _NOT_STORED)),
            )
            value = fewer
        column = table.columns[name]
        if (strict or isinstance(column.type, Float)) and not _fits(value, column):
            raise Unreadable(
                f"row {row} of the table {table.name} has a value that cannot be stored in its column {name}; nothing was restored"
            )
        found.append(value)
    return found


_NOT_STORED = dict.fromkeys([0, *range(0xD800, 0xE000)])
"""The characters that PostgreSQL does not store: U+0000 and halves of surrogate pairs.

Older versions let them into SQLite.
"""
_MOST = {"INTEGER": 2**31, "BIGINT": 2**63, "SMALLINT": 2**15}
"""The limit of integers by type of column, which they must stay below."""


def _fits(value: Any, column: Column[Any]) -> bool:
    """Return whether a column of PostgreSQL can hold a value. SQLite accepts nearly any value in any column."""
    kind = column.type
    if value is None:
        return bool(column.nullable)
    if isinstance(kind, Boolean):
        return value in (0, 1)
    if isinstance(kind, Float):
        return isinstance(value, int | float)
    if isinstance(kind, Integer):
        most = _MOST.get(str(kind).upper(), 2**63)
        return isinstance(value, int) and -most <= value < most
    length = getattr(kind, "length", None)
    return isinstance(value, str) and (length is None or len(value) <= length)


def _insert(connection: Connection, table: Table | None, columns: Any, rows: list[list[Any]], advance: Advance) -> None:
    if table is None or not rows:
        return
    try:
        connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in rows])
    except DBAPIError as error:
        if explain_failure(error) is not None:
            raise
        said = str(error.orig).partition("\n")[0]
        raise Unreadable(
            f"the table {table.name} has rows that cannot be stored: {said}; nothing was restored"
        ) from None
    advance(len(rows))
