"""`enginehouse mcp`: a seat for a language model."""

from __future__ import annotations

import importlib.util
import os

import click

from enginehouse.core.errors import Unreadable

TOKEN = "ENGINEHOUSE_TOKEN"  # noqa: S105  # the name of the variable that holds one


@click.command("mcp")
@click.argument("server")
@click.argument("table")
@click.option("--join", "name", help="Sit down under this name, where the table has a free seat.")
def mcp_command(server: str, table: str, name: str | None) -> None:
    """Serve one seat of TABLE on SERVER (http://localhost:8000) to a language model: Model Context Protocol, over stdio.

    The token of the seat comes from the environment variable ENGINEHOUSE_TOKEN, or the model sits down itself with --join.
    """
    from enginehouse.mcp.seat import RemoteSeat

    if importlib.util.find_spec("mcp") is None:
        raise Unreadable("this needs the Model Context Protocol: pip install 'enginehouse[mcp]'")
    token = os.environ.get(TOKEN, "")
    if bool(token) == bool(name):
        raise Unreadable(f"give either the token of a seat (environment variable {TOKEN}) or --join NAME")
    seat = RemoteSeat(server, table, token)
    if name:
        seat.join(name)
    seat.look()  # what is wrong is said before anybody asks

    from enginehouse.mcp.server import make_server

    make_server(seat).run("stdio")
