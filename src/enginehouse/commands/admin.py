"""`enginehouse admin`: close a table, or mute, ban or pardon a guest, while the server runs.

Each of these commands is an order to the server. The database stores the order with its result, and the server logs it.
"""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from enginehouse.commands.tables import DB
from enginehouse.core.errors import Unreadable
from enginehouse.core.words.naming import many

if TYPE_CHECKING:
    from enginehouse.table.store.orders import Guest, Order
    from enginehouse.table.store.store import Store

T = TypeVar("T")
WAIT = click.option(
    "--wait", default=10.0, show_default=True, type=click.FloatRange(0, 600), help="Seconds to wait for the server."
)


@click.group("admin")
def admin_group() -> None:
    """Moderate a server: close tables, and mute or ban guests.

    The server carries out each of these orders within seconds, or at its next start.
    """


@admin_group.command("guests")
@DB
@click.option("--name", default="", help="List only guests with this text in their names.")
@click.option(
    "--limit",
    default=30,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Maximum number of rows, the newest first.",
)
def guests_command(db_url: str, name: str, limit: int) -> None:
    """List guests with the ids that `mute`, `ban` and `pardon` take. To list tables, use `enginehouse table list`."""
    from enginehouse.table.store import orders

    async def list_guests(store: Store) -> list[Guest]:
        return await orders.guests(store.database, limit, name)

    for one in _ask(db_url, list_guests, look=True):
        click.echo(f"{one.id:24}  {_date(one.created)}  {many(one.tables, 'table'):>11}  {one.barred:6}  {one.name}")


@admin_group.command("log")
@DB
@click.option(
    "--limit",
    default=30,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Maximum number of rows, the newest first.",
)
def log_command(db_url: str, limit: int) -> None:
    """List the latest orders to the server with their results, at most --limit of them.

    An order is an `enginehouse admin` command that closes a table, or that mutes, bans or pardons a guest.
    """
    from enginehouse.table.store import orders

    async def list_orders(store: Store) -> list[Order]:
        return await orders.latest(store.database, limit)

    for one in _ask(db_url, list_orders, look=True):
        click.echo(
            f"{one.number:5}  {_date(one.at)}  {one.what:6} {one.target:24}  {one.said or 'not carried out yet'}"
        )


@admin_group.command("close")
@click.argument("table")
@DB
@WAIT
def close_command(table: str, db_url: str, wait: float) -> None:
    """End the game at a table without a result."""

    async def has_table(store: Store) -> bool:
        return await store.tables.get(table) is not None

    if not _ask(db_url, has_table, look=True):
        raise Unreadable(f"there is no table {table!r} in this database; `enginehouse table list` names them")
    _order(db_url, "close", table, wait)


@admin_group.command("mute")
@click.argument("guest")
@DB
@WAIT
def mute_command(guest: str, db_url: str, wait: float) -> None:
    """Mute a guest at all tables."""
    _about(db_url, "mute", guest, wait)


@admin_group.command("ban")
@click.argument("guest")
@DB
@WAIT
def ban_command(guest: str, db_url: str, wait: float) -> None:
    """Ban a guest. Bots take over the guest's seats. The same person can return as a new guest with another browser."""
    _about(db_url, "ban", guest, wait)


@admin_group.command("pardon")
@click.argument("guest")
@DB
@WAIT
def pardon_command(guest: str, db_url: str, wait: float) -> None:
    """Lift a mute or ban. If a bot plays for the guest, the guest can take the seat back on the game's page."""
    _about(db_url, "pardon", guest, wait)


def _about(db_url: str, what: str, guest: str, wait: float) -> None:
    async def has_guest(store: Store) -> bool:
        return await store.people.get(guest) is not None

    if not _ask(db_url, has_guest, look=True):
        raise Unreadable(f"there is no guest {guest!r} in this database; `enginehouse admin guests` names them")
    _order(db_url, what, guest, wait)


def _order(db_url: str, kind: str, target: str, wait: float) -> None:
    """Give an order to the server with the database `db_url`. Wait at most `wait` seconds for its result.

    `kind` is the kind of order, such as `mute`, and `target` the id of the guest or of the table. Print the result.
    Raise a `ClickException` if the server has refused the order.
    """
    from enginehouse.table.store import orders

    async def give_order(store: Store) -> Order:
        number, until = await orders.give(store.database, kind, target, time.time()), time.monotonic() + wait
        while True:
            found = next(one for one in await orders.latest(store.database, 1000) if one.number == number)
            if found.done is not None or time.monotonic() >= until:
                return found
            await asyncio.sleep(0.2)

    found = _ask(db_url, give_order)
    if found.done is None:
        click.echo(f"Order {found.number} is stored. No server is running; it is carried out when one starts.")
    elif found.said.startswith("not done"):
        raise click.ClickException(f"{kind} {target}: {found.said}")
    else:
        click.echo(f"{kind} {target}: {found.said}.")


def _ask(db_url: str, ask: Callable[[Store], Awaitable[T]], look: bool = False) -> T:
    """Run the query `ask` on the database `db_url` and return the query's result.

    A server may use the database at the same time. If `look` is true, the database is opened for reading only.
    """
    from enginehouse.table.store.store import Store

    async def run_query() -> T:
        store = await (Store(db_url).open_to_look() if look else Store(db_url).open_beside())
        try:
            return await ask(store)
        finally:
            await store.database.close()

    return asyncio.run(run_query())


def _date(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, tz=datetime.UTC).strftime("%Y-%m-%d %H:%M")
