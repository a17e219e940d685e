"""`enginehouse mcp`: let a language model play a seat."""

from __future__ import annotations

import importlib.util
import os
import sys

import click

from enginehouse.core.errors import EnginehouseError, Unreadable, advise_extra
from enginehouse.mcp.seat import TOKEN, NoSeat, RemoteSeat


@click.command("mcp")
@click.argument("server")
@click.argument("table")
@click.option("--join", "name", help="Sit down under this name, if the table has a free seat.")
@click.pass_context
def mcp_command(context: click.Context, server: str, table: str, name: str | None) -> None:
    """Serve one seat of TABLE on SERVER to a language model.

    SERVER is an address like http://localhost:8000. The protocol is the Model Context Protocol over stdio. The token of
    the seat comes from the environment variable ENGINEHOUSE_TOKEN, or the model takes a free seat with --join. If the
    seat is not available, the reason is printed to stderr and returned by every tool. When the client then closes the
    connection, the exit code is 1.
    """
    if importlib.util.find_spec("mcp") is None:
        raise Unreadable(f"this needs the Model Context Protocol: {advise_extra('mcp')}")
    seat, trouble = _seat(server, table, name)
    if trouble:
        click.echo(f"Error: {trouble}", err=True)
        if sys.stdin.isatty():  # a person runs this at a terminal, without a client that needs the reason
            context.exit(1)

    from enginehouse.mcp.server import make_server

    make_server(seat, trouble).run("stdio")
    context.exit(1 if trouble else 0)


def _seat(server: str, table: str, name: str | None) -> tuple[RemoteSeat, str]:
    """Return the seat of a table, and "" or a sentence that says why the seat is not available now.

    `server` is the address of the server. The token of the seat comes from the environment. If there is no token, the
    function takes a free seat under the name `name`. If no seat is available, it returns a stand-in that answers every
    request with that sentence.
    """
    token = os.environ.get(TOKEN, "")
    try:
        if bool(token) == bool(name):
            raise Unreadable(f"give either the token of a seat (environment variable {TOKEN}) or --join NAME")
        seat = RemoteSeat(server, table, token)
        if name:
            seat.join(name)
    except EnginehouseError as error:
        return NoSeat(str(error)), str(error)
    try:
        seat.look()
    except EnginehouseError as error:  # the seat may be available later, so each tool tries again
        return seat, str(error)
    return seat, ""
