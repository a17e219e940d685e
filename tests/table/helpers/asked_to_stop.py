"""A table with an open window."""

from __future__ import annotations

from opened import TableOf, play_note

from enginehouse.table.play.session import Session


async def three_with_a_window(table_of: TableOf) -> Session:
    """Ann has played a note; Bob and Cat are asked whether they stop it."""
    session = await table_of("Ann", "Bob", "Cat")
    await play_note(session)
    return session
