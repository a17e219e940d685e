"""Define the commands by which the scheduler does the background work of a table.

If the table has changed so that a command comes too late, the command has no effect and returns None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import entry_row, store_entries
from enginehouse.table.states import windows
from enginehouse.table.states.deadlines import compute_bot_time
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.windows import Window
from enginehouse.table.time_and_chance import RandomSource


@command
async def bot_acts(session: Session, seat: int, decision: int, code: int) -> Progress | None:
    """Play the action `code` of the bot on a seat, and return the table's states before and after.

    `decision` is the number of the decision for which the bot has chosen. Return None if the seat is at another
    decision, or has no bot any more.
    """
    state = session.state
    fits = (
        state.running
        and state.window is None
        and state.row.seats[seat].kind == "bot"
        and decision == state.match.decision(seat)
        and compute_bot_time(state, seat) <= session.clock.now() + 0.001
        and code in state.legal(seat)
    )
    if not fits:
        return None
    match = state.match.clone()
    entry = match.act_unchecked(seat, code)
    return await store_entries(session, match, [entry_row(session, match, entry)])


@command
async def go_on(session: Session, seat: int, decision: int) -> Progress | None:
    """Play the action `facts.done` (to end the turn or to pass) for a player by auto-pass.

    The player has turned auto-pass on for this kind of decision. Return the table's states before and after, or None if
    the seat is at another decision by now. `decision` is the number of the decision at which the action was planned.
    """
    state = session.state
    code = state.match.game.vocabulary.code(state.match.game.facts.done)
    if seat not in state.auto_passed or decision != state.match.decision(seat) or code not in state.legal(seat):
        return None
    match = state.match.clone()
    entry = match.act_unchecked(seat, code)
    return await store_entries(session, match, [entry_row(session, match, entry)])


@command
async def begin_window(session: Session, window: Window) -> None:
    """Start the time limit of the reaction window `window` (a time in which several seats answer at once).

    Call this when the server sends all viewers the page's content that shows this window. The call does not change that
    content. If `window` is no longer open at the table, the call has no effect.
    """
    if session.state.window is window:
        session.state = replace(session.state, window=window.begin(session.clock.now()))


@command
async def close_window(
    session: Session, key: int, thought: Callable[[int], int | None], chance: RandomSource
) -> Progress | None:
    """Close a reaction window (a time in which several seats answer at once), and play the answer of each asked seat.

    `key` is the `Window.key` of the window. Return the table's states before and after, or None if the window is closed
    already.

    If a seat has given no answer, the function `thought` takes the seat and returns the code of its bot's choice, or
    None. A seat with neither an answer nor a choice passes. If it cannot pass, `chance` draws a legal action.
    """
    state = session.state
    if not state.running or state.window is None or state.window.key != key:
        return None
    match, rows = state.match.clone(), []
    for seat in sorted(state.list_answering()):
        legal = match.legal(seat)
        waits = state.pending.get(seat)
        code = match.game.vocabulary.code(waits) if waits is not None else thought(seat)
        if code not in legal:
            code = windows.pass_code(match.game)
        if code not in legal:
            code = legal[chance.number(len(legal))]
        rows.append(entry_row(session, match, match.act_unchecked(seat, code)))
    return await store_entries(session, match, rows, closes_window=True) if rows else None
