"""`enginehouse backup`, `restore`, `db check`: save, restore and check the whole database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from enginehouse.commands.simulate import progress_bar
from enginehouse.commands.tables import DB
from enginehouse.core.errors import Unreadable
from enginehouse.core.words.naming import many

if TYPE_CHECKING:
    from enginehouse.table.extras.checking import CheckReport
    from enginehouse.table.store.backup import Summary

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("backup")
@click.argument("file", type=FILE)
@DB
@click.option("--force", is_flag=True, help="Overwrite an existing FILE.")
def backup_command(file: Path, db_url: str, force: bool) -> None:
    """Write the whole database into FILE. The server may be running.

    FILE contains the keys and the secrets of running games, so protect it like the database.
    """
    from enginehouse.table.store import backup
    from enginehouse.table.store.store import Store

    if file.exists() and not force:
        raise Unreadable(f"{file} exists already; choose another name, or overwrite it with --force")

    async def write_backup(advance: Callable[[int], object]) -> Summary:
        store = await Store(db_url).open_to_look()
        try:
            return await backup.write(store.database, file, advance)
        finally:
            await store.database.close()

    with progress_bar("writing rows", 0, True) as advance:
        summary = asyncio.run(write_backup(advance))
    click.echo(f"{file}: {_summarize(summary)}")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@DB
def restore_command(file: Path, db_url: str) -> None:
    """Fill an empty database from FILE, a backup.

    A backup of SQLite can be restored into PostgreSQL, and a backup of PostgreSQL into SQLite.
    """
    from enginehouse.table.store import backup

    with progress_bar("reading rows", 0, True) as advance:
        summary = asyncio.run(backup.restore(db_url, file, advance))
    click.echo(f"restored: {_summarize(summary)}")


def _summarize(summary: Summary) -> str:
    rows = summary.rows
    people, keys = many(rows["people"], "person", "people"), many(rows["keys"], "key")
    return f"{_tables(rows['tables'], rows['entries'])}, {people}, {keys}"


def _tables(tables: int, entries: int) -> str:
    return f"{many(tables, 'table')} with {many(entries, 'entry', 'entries')}"


@click.group("db")
def db_group() -> None:
    """Maintain the database of a server."""


@db_group.command("check")
@DB
def check_command(db_url: str) -> None:
    """Replay every table under today's rules, and report all faults. The exit code is 1 if there are any."""
    from enginehouse.table.extras import checking
    from enginehouse.table.store.store import Store

    async def check_store(advance: Any) -> CheckReport:
        store = await Store(db_url).open_to_look()
        try:
            return await checking.check(store, lambda done, many: advance(done, None, many))
        finally:
            await store.database.close()

    with progress_bar("replaying tables", 0, True) as advance:
        found = asyncio.run(check_store(advance))
    for part, sentence in found.wrong:
        click.echo(f"{part}: {sentence}")
    told = _tables(found.tables, found.entries)
    if found.wrong:
        wrong = many(len(found.wrong), "part is not as it should be", "parts are not as they should be")
        raise click.ClickException(f"{told}: {wrong}")
    click.echo(f"{told}: all tables replay, and no data are missing.")
