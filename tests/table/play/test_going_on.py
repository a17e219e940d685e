"""Questions of every round that somebody never wants to be asked again: they go on by themselves, and others cannot tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, BOB, TableOf, act, look

from enginehouse.core.errors import Unreadable
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.states.deadlines import LONGEST_S, SHORTEST_S, deadlines

pytestmark = pytest.mark.usefixtures("no_workers")


async def at_a_question(table_of: TableOf, *people: str, seat: int = 0, **more: Any) -> Any:
    """A table of Mechanation at which a seat is asked whether it uses Wrench."""
    session = await table_of(*people, game="mechanation", **more)
    for _ in range(400):
        match = session.state.match
        if match.game.words.routine(match.view(seat)) and match.actors() == (seat,):
            return session
        who = match.actors()[0]
        await act(session, who, match.legal_names(who)[0])
    raise AssertionError("nobody was asked")


async def test_who_is_not_asked_goes_on_after_a_while_that_nobody_knows(table_of: TableOf, clock: HandClock) -> None:
    session = await at_a_question(table_of, "Ann", "Bob")
    key = session.state.match.game.words.routine(session.state.view(0))
    assert "Auto-pass (with any hand)" in look(session, 0).picture.html["prompt"]
    assert "Auto-pass (with any hand)" not in look(session, 1).picture.html["prompt"]
    before = look(session, 1)
    many = len(session.state.match.entries)
    await commands.preset(session, ANN, 0, key)
    assert look(session, 1) is before, "others see nothing of it"
    assert (
        not look(session, 0).picture.ui_state.acting and "Turn auto-pass off" in look(session, 0).picture.html["tools"]
    )
    due = deadlines(session.state)[0]
    assert SHORTEST_S <= due.at - clock.now() <= LONGEST_S + 1
    await clock.advance(SHORTEST_S - 0.2)
    assert len(session.state.match.entries) == many
    await clock.advance(LONGEST_S + 1)
    assert session.state.match.entries[many].act == "pass" and session.state.match.entries[many].seat == 0


async def test_what_is_held_makes_no_difference(table_of: TableOf) -> None:
    """A Wrench in the hand or none: the question is let go by all the same, at the same time, and may be asked for again."""
    session = await at_a_question(table_of, "Ann", "Bob")
    view = session.state.view(0)
    key = session.state.match.game.words.routine(view)
    await commands.preset(session, ANN, 0, key)
    assert 0 in session.state.auto_passed and 1 not in session.state.auto_passed
    with pytest.raises(Unreadable):
        await commands.preset(session, BOB, 1, "attack")
    await commands.preset(session, ANN, 0, "")
    assert look(session, 0).picture.ui_state.acting


async def test_alone_with_bots_nobody_waits(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", game="mechanation", bots=1, bot_delay_ms=100)
    for key in ("wrench", "burrower", "harvester"):
        await commands.preset(session, ANN, 0, key)
    assert session.state.row.seats[0].preset == "wrench burrower harvester"
    for _ in range(60):
        await clock.advance(0.3)
        match = session.state.match
        if match.over or any(e.seat == 0 and e.act == "pass" for e in match.entries):
            break
        if 0 in match.actors() and 0 not in session.state.auto_passed:
            await act(session, 0, next(name for name in match.legal_names(0) if name != "pass"))
    assert any(e.seat == 0 and e.act == "pass" for e in session.state.match.entries)


async def test_it_ends_with_the_game(table_of: TableOf, registry: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", bots=1, bot_delay_ms=10, clock="live 900 0", away_s=77)
    while not session.state.match.over:
        if session.state.match.legal(0):
            await act(session, 0, session.state.match.legal_names(0)[-1])
        await clock.advance(0.05)
    row = session.state.row
    kept = tuple(replace(one, preset="pass") for one in row.seats)
    session.state = replace(session.state, row=replace(row, seats=kept))
    following = (await commands.rematch(session, ANN, registry.add)).after.row.rematch
    assert following
    row = (await registry.get(following)).state.row
    assert [one.preset for one in row.seats] == ["", ""]
    assert (row.clock, row.away_s, row.seats[0].left_ms) == ("live 900 0", 77, None), (
        "played on as before, with all the time"
    )
