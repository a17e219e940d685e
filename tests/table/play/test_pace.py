"""How quick bots are is said by who is alone with them, and by nobody else."""

from __future__ import annotations

import pytest
from handclock import HandClock
from opened import ANN, TableOf, act, look

from enginehouse.core.errors import Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry

pytestmark = pytest.mark.usefixtures("no_workers")


async def test_who_is_alone_sets_the_pace(table_of: TableOf, registry: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", bots=2)
    assert look(session, 0).picture.ui_state.alone and not look(session, -1).picture.ui_state.alone
    await commands.pace(session, ANN, "slow")
    await act(session, 0, "move 1 2")
    many = len(session.state.match.entries)
    await clock.advance(1.7)
    assert len(session.state.match.entries) == many
    await clock.advance(0.2)
    assert len(session.state.match.entries) > many
    assert (await registry.read(session.id)).state.row.bot_delay_ms == 1800
    with pytest.raises(Unreadable):
        await commands.pace(session, ANN, "hasty")


async def test_to_skip_leads_to_one_s_turn_and_no_further(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", bots=2, bot_delay_ms=5000)
    await act(session, 0, "move 1 2")
    assert 0 not in session.state.match.actors()
    await commands.pace(session, ANN, "skip")
    await clock.advance(0.5)
    assert 0 in session.state.match.actors() and not session.state.hurried
    await commands.pace(session, ANN, "skip")
    assert not session.state.hurried, "at one's turn there is nothing to skip"


async def test_with_others_the_pace_is_the_table_s(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob", bots=1)
    for name in ("quick", "skip"):
        with pytest.raises(Forbidden):
            await commands.pace(session, ANN, name)
    assert not look(session, 0).picture.ui_state.alone
