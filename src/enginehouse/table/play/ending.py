"""End a game early if all people at the table agree. Such a game has no result."""

from __future__ import annotations

from dataclasses import replace

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden
from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import store_row
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import TableRow


def is_agreed(state: TableState) -> bool:
    """Return whether all people at a table have agreed to end its game.

    Return False for a broken table, whose stored actions cannot be replayed to their end. Its players can only continue
    the game at another table.
    """
    row = state.row
    return row.status == "ended" and not state.replay_error and bool(row.ending) and _persons(row) <= row.ending


def _persons(row: TableRow) -> set[int]:
    return {one.seat for one in row.seats if one.kind == "person"}


@command
async def agree(session: Session, person: str | None, yes: bool) -> Progress:
    """Let a player propose to end the game, agree to such a proposal, or withdraw it.

    If `yes` is true, the player proposes or agrees. Return the table's states before and after. The game ends when all
    people with a seat agree. Bots, and people for whom bots play, are not asked. `person` is the caller's id. Raise
    `Forbidden` if the caller is not a player.
    """
    state, row = session.state, session.state.row
    mine = row.list_seats(person)
    if not mine:
        raise Forbidden("You do not sit at this table.", "Only its players can end the game.")
    if not state.running:
        raise NotAllowed(
            0, "This game is over." if row.status != "gathering" else "The game has not begun. Leave the table instead."
        )
    ending = row.ending | set(mine) if yes else frozenset()
    ends = _persons(row) <= ending
    if ending == row.ending and not ends:
        return Progress(state, state)
    status = "ended" if ends else row.status
    after = replace(state, row=replace(row, ending=ending, status=status))
    return await store_row(session, after)
