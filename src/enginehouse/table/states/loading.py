"""Read a table's state from its stored rows."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.patterns import TABLE
from enginehouse.core.play.match import Match
from enginehouse.core.play.receipts import seed_of
from enginehouse.core.registry import game as games
from enginehouse.table.errors import Damaged, NotFound
from enginehouse.table.states import seating, waiting, windows
from enginehouse.table.states.rebuild import rebuild
from enginehouse.table.states.state import TableState
from enginehouse.table.states.windows import Window
from enginehouse.table.store.rows import PendingAnswers, TableRow, Taken
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import Clock

READS = 3
"""The maximum number of reads if other processes move the table to today's rules meanwhile."""


async def read_state(store: Store, table: str, clock: Clock, window: Window | None = None) -> TableState:
    """Replay the entries (actions, undos, redos) of a stored table, and return its state.

    `window` is the reaction window (a time in which several seats answer at once) that was open when this process last
    read the table, if any. If it is still open, its time limit runs on.

    If another process replaces the stored entries during the read, because the rules have a new version, read the table
    again. Raise `NotFound` or `Damaged` if the table cannot be opened.
    """
    for _ in range(READS - 1):
        with suppress(Taken):
            return await _read_state(store, table, clock, window)
    return await _read_state(store, table, clock, window)


async def _read_state(store: Store, table: str, clock: Clock, window: Window | None) -> TableState:
    """Try once to replay the entries (actions, undos, redos) of a stored table, and return its state.

    If the table started under an older version of the rules, change its entries to today's version and store them.
    `window` is the reaction window (a time in which several seats answer at once) that was open when this process last
    read the table, if any. If it is still open, its time limit runs on.

    Raise `NotFound` or `Damaged` if the table cannot be opened. Raise `Taken` if another process changes the entries to
    today's rules first.
    """
    if not TABLE.fullmatch(table):
        _there(None)
    stored, entries, answers = await store.entries.since(table, 0)
    row = _there(stored)
    try:
        rebuilt = await asyncio.to_thread(rebuild, row, entries)
    except EnginehouseError as error:
        raise Damaged(str(error)) from error
    match = rebuilt.match
    if rebuilt.adopted is not None:
        began_under = row.rules
        row = replace(row, rules=match.game.facts.rules_version, options=dict(match.options))
        await store.entries.adopt_rules(
            table, (row.rules, row.options), entries, rebuilt.adopted, began_under=began_under
        )
        entries = rebuilt.adopted
    if len(match.entries) != answers.window:
        answers = await store.answers.read(table, len(match.entries))
    unreadable = _unreadable(match, answers)
    pending = {} if unreadable else answers.given
    now = clock.now()
    moment = measure_moment(store, clock)
    if window is not None and window.timed and window.key != len(match.entries):
        window = None  # entries were added, so an open window is a new window
    found = windows.current_window(match, row, pending, window, now)
    if found is not None and found is not window and entries:
        found = windows.resume(found, row, entries[-1].at, clock.date())
    return TableState(
        row,
        match,
        pending if found is not None else {},
        answers.decision_offsets,
        found,
        now,
        rebuilt.replay_error or unreadable,
        waiting=waiting.read_again(row, match, entries, moment),
    )


def measure_moment(store: Store, clock: Clock) -> waiting.TimeReading:
    """Return the current time of `clock`, with the stored record of the times in which a process has served the tables.

    The clocks of players do not run while no process serves the tables.
    """
    return waiting.TimeReading(clock.now(), clock.date(), store.serving)


def dealt_anew(state: TableState) -> TableState:
    """Return the state of a starting game after its verified shuffle.

    The setup from the shuffle replaces the earlier setup in `state`. If the table has no secret for a verified shuffle,
    return `state` unchanged.
    """
    row = state.row
    if not row.secret:
        return state
    row = seating.draw_seats(row)
    salts = seating.list_salts(row)
    row = replace(row, seed=seed_of(row.secret, salts), salts=salts)
    return replace(state, row=row, match=rebuild(row, []).match)


def begin(row: TableRow, clock: Clock) -> TableState:
    """Return the state of a new table with all seats taken, before its first action.

    Raise `Damaged` if its game cannot start.
    """
    try:
        match = rebuild(row, []).match
    except EnginehouseError as error:
        raise Damaged(str(error)) from error
    now = clock.now()
    window = windows.current_window(match, row, {}, None, now)
    waits = waiting.read_again(row, match, (), waiting.TimeReading(now, clock.date()))
    offsets = dict.fromkeys(range(match.seats), 0)
    return TableState(row, match, decision_offsets=offsets, window=window, shown_until=now, waiting=waits)


def _there(row: TableRow | None) -> TableRow:
    """Return `row` unchanged if its table can be opened.

    Raise `NotFound` if `row` is None or its game is not installed, and `Damaged` if the row could not be read.
    """
    if row is None:
        raise NotFound("There is no table at this address.", "The link may be incomplete. Ask for it again.")
    try:
        games.get(row.game)
    except Unreadable:
        raise NotFound(
            "The game of this table is not installed here.", "The lobby lists all games and tables."
        ) from None
    if row.damage:
        raise Damaged(row.damage)
    return row


def _unreadable(match: Match, answers: PendingAnswers) -> str:
    """Return a sentence if one of the stored `answers` of seats is not the name of an action of the game, else ""."""
    try:
        for act in answers.given.values():
            match.game.vocabulary.code(act)
    except Unreadable as error:
        return f"This table cannot continue: a player’s secret choice cannot be read ({error})."
    return ""
