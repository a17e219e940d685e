"""`enginehouse table`: inspect the stored tables of a server, and export their logs.

The server may be running or stopped. The commands never change a table.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.words.naming import many

if TYPE_CHECKING:
    from enginehouse.table.store.rows import EntryRow, TableRow
    from enginehouse.table.store.store import Store

T = TypeVar("T")
LAST = 10
"""The number of latest actions (undos and redos included) that `table show` prints."""
DB = click.option(
    "--db",
    "db_url",
    default="",
    metavar="URL",
    envvar="ENGINEHOUSE_DB_URL",
    show_envvar=True,
    help="URL of the database.  [default: a SQLite file in your data folder]",
)


@click.group("table")
def table_group() -> None:
    """Inspect stored tables, and export their logs."""


@table_group.command("list")
@DB
@click.option("--game", default="", help="List only tables of this game.")
@click.option(
    "--limit",
    default=30,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Maximum number of rows, the newest first.",
)
def list_tables(db_url: str, game: str, limit: int) -> None:
    """List stored tables, the most recently active first."""

    async def count_entries(store: Store) -> list[tuple[TableRow, float, int]]:
        return [(row, at, await store.entries.count(row.id)) for row, at in await store.tables.latest(limit, game)]

    for row, at, entries in _look(db_url, count_entries):
        names = ", ".join(row.names) or "nobody"
        damage = f"  DAMAGED: {row.damage}" if row.damage else ""
        click.echo(f"{row.id:12} {row.game:16} {row.status:9} {entries:5} entries  {_date(at)}  {names}{damage}")


@table_group.command("show")
@click.argument("table")
@DB
def show_table(table: str, db_url: str) -> None:
    """Show one table: its players, its progress, its latest actions, and whether all its actions can be replayed."""
    row, entries = _one(db_url, table)
    click.echo(f"{row.id}: {row.game}, rules {row.rules}, {row.status}, {many(len(entries), 'entry', 'entries')}")
    last = max([row.changed, *(entry.at for entry in entries[-1:])])
    click.echo(f"opened {_date(row.created)}, last changed {_date(last)}")
    if row.options:
        click.echo("options: " + ", ".join(f"{name} {value}" for name, value in row.options.items()))
    for seat in row.seats:
        who = f"bot {seat.bot}" if seat.kind == "bot" else seat.kind
        click.echo(f"  seat {seat.seat}: {seat.name} ({who})")
    for entry in entries[-LAST:]:
        click.echo(f"{entry.number:5}  {_date(entry.at)}  seat {entry.seat}: {entry.step or entry.act}")
    click.echo(_replays(row, entries))


@table_group.command("export")
@click.argument("table")
@DB
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.  [default: print]")
@click.option("--line", "as_line", is_flag=True, help="Write the current position as one line instead of the log.")
def export_table(table: str, db_url: str, out: Path | None, as_line: bool) -> None:
    """Export the log of a table for `replay` and `verify`. The log of a running game contains its secrets."""
    from enginehouse.table.states.rebuild import rebuild, stored_log

    row, entries = _one(db_url, table)
    if row.start and not as_line:
        raise Unreadable(f"table {row.id} started from a position, so it has no log; --line gives its current position")
    text = rebuild(row, entries).match.line() + "\n" if as_line else logs.write(stored_log(row, entries))
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        click.echo(f"{'position' if as_line else 'log'}: {out}")
    if row.status not in ("over", "ended"):
        click.echo("This game is not over: the written file contains its secrets.", err=True)


def _one(db_url: str, table: str) -> tuple[TableRow, list[EntryRow]]:
    """Return the table with this id from the database `db_url`, and its log: all actions, undos and redos of its game.

    Raise `Unreadable` if the table does not exist, or if it is damaged.
    """

    async def read_table(store: Store) -> tuple[TableRow | None, list[EntryRow]]:
        return await store.tables.get(table), await store.entries.read(table)

    row, entries = _look(db_url, read_table)
    if row is None:
        raise Unreadable(f"there is no table {table!r} in this database; `enginehouse table list` names them")
    if row.damage:
        raise Unreadable(f"table {table} cannot be read: {row.damage}")
    return row, entries


def _look(db_url: str, ask: Callable[[Store], Awaitable[T]]) -> T:
    """Run the query `ask` on the database `db_url`, which is opened for reading only, and return the query's result."""
    from enginehouse.table.store.store import Store

    async def run_query() -> T:
        store = await Store(db_url).open_to_look()
        try:
            return await ask(store)
        finally:
            await store.database.close()

    return asyncio.run(run_query())


def _replays(row: TableRow, entries: list[EntryRow]) -> str:
    """Return a sentence that says whether the log of a table (its actions, undos and redos) can be replayed.

    `row` is the table, and `entries` is its log.
    """
    from enginehouse.table.states.rebuild import rebuild

    error = rebuild(row, entries).replay_error
    return error or f"All {len(entries)} entries replay."


def _date(seconds: float) -> str:
    """Return a time (seconds since 1970) as a date in UTC to the minute."""
    return datetime.datetime.fromtimestamp(seconds, tz=datetime.UTC).strftime("%Y-%m-%d %H:%M")
