"""Continue or end broken tables, whose stored entries (actions, undos, redos) cannot be replayed to their end.

Their stored entries are not changed, and players can view the game up to the last valid entry. The players can continue
the game from there at another table, or end it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden
from enginehouse.table.play.commands import open_next
from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import store_row
from enginehouse.table.states.clocks import LEAST_S
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.opening import NewTable
from enginehouse.table.states.state import TableState
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import SeatRow


@command
async def go_on(session: Session, person: str, open_table: Callable[[NewTable], Awaitable[str]]) -> Progress:
    """Open a new table that continues the game of a broken table from its last valid position, with the same players.

    `session` belongs to the broken table. Return the states of the broken table before and after this command. `person`
    is the id of the player that requests the new table. `open_table` opens the table and returns its id, which becomes
    `row.rematch` of the broken table.
    """
    state, row = session.state, session.state.row
    _may_mend(state, person)
    if row.rematch:
        return Progress(state, state)
    if state.match.over:
        raise NotAllowed(0, "The game was already over at the last good entry, so it cannot continue.")
    new = NewTable(
        row.host,
        row.game,
        state.match.game.facts.rules_version,
        dict(state.match.options),
        _with_what_was_left(state),
        listed=False,
        bot_delay_ms=row.bot_delay_ms,
        window_ms=row.window_ms,
        start=state.match.line(),
        tells=row.tells,
        away_s=row.away_s,
        clock=row.clock,
        watched=row.watched,
        origin=Origin("mended", row.id, len(state.match.entries)),
    )
    return await open_next(session, open_table, new)


def _with_what_was_left(state: TableState) -> tuple[SeatRow, ...]:
    """Return the seats for the table at which the game of a broken table continues, each with its remaining time.

    Each player keeps the time that the clock showed at the broken table, but has at least `LEAST_S` (30) seconds.
    """
    going = state.waiting.clocks
    if going is None:
        return state.row.seats
    left = {seat: max(LEAST_S, of) for seat, of in going.left.items()}
    return tuple(replace(one, left_ms=round(1000 * left[one.seat])) for one in state.row.seats)


@command
async def end(session: Session, person: str) -> Progress:
    """End the game of a broken table, whose stored actions cannot be replayed to their end.

    `person` is the id of the player that ends it. Return the table's states before and after.
    """
    state = session.state
    _may_mend(state, person)
    return await store_row(session, replace(state, row=replace(state.row, status="ended")))


def _may_mend(state: TableState, person: str) -> None:
    if not state.row.list_seats(person):
        raise Forbidden("You do not sit at this table.", "Only players of this table can decide that.")
    if not state.replay_error or state.row.status != "running":
        raise NotAllowed(0, "This table works and needs no repair.")
