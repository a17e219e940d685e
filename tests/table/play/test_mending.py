"""A table that does not replay to its end: looked at as far as it agrees, gone on with from there by those who sit at it, or ended."""

from __future__ import annotations

import pytest
from handclock import HandClock
from opened import ANN, BOB, TableOf, act, look

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden
from enginehouse.table.html import table as pages
from enginehouse.table.play import commands, mending
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.store.rows import EntryRow, Person


@pytest.fixture
async def broken(table_of: TableOf, elsewhere: Registry, registry: Registry) -> Session:
    """Two entries agree, and a third one does not; as another process finds it."""
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    await act(session, 1, session.state.match.legal_names(1)[0])
    await registry.store.entries.append(session.id, [EntryRow(3, 1, "move 5 6", "", "", "x" * 64, 0.0)])
    return await elsewhere.get(session.id)


def read_prompt(session: Session, seat: int) -> str:
    return look(session, seat).picture.html["prompt"]


async def test_those_who_sit_there_go_on_from_the_last_position_that_agrees(
    broken: Session, elsewhere: Registry
) -> None:
    state, kept = broken.state, await broken.store.entries.read(broken.id)
    assert state.replay_error and len(state.match.entries) == 2
    assert "Continue from there" in read_prompt(broken, 0) and "Continue from there" not in read_prompt(broken, -1)
    done = await mending.go_on(broken, BOB, elsewhere.add)
    following = await elsewhere.get(done.after.row.rematch or "")
    assert following.state.match.state == state.match.state and following.state.running
    assert [(one.name, one.person) for one in following.state.row.seats] == [("Ann", ANN), ("Bob", BOB)]
    assert (await mending.go_on(broken, ANN, elsewhere.add)).after.row.rematch == following.id
    assert f"/t/{following.id}" in read_prompt(broken, 0) and f"/t/{following.id}" in read_prompt(broken, -1)
    seat = following.state.match.actors()[0]
    await act(following, seat, following.state.match.legal_names(seat)[0])
    again = await elsewhere.read(following.id)
    assert not again.state.replay_error and len(again.state.match.entries) == 1
    assert await broken.store.entries.read(broken.id) == kept  # what was kept stays as it is
    frame = look(following, 0)
    row, game, view = following.state.row, following.state.match.game, following.state.view(-1)
    page = pages.table(row, game, Person(ANN, "Ann"), 0, frame.number, frame.picture, view, True)
    assert "had to stop, from step 2." in page and f'href="/t/{broken.id}"' in page


async def test_clocks_continue_with_the_remaining_time(
    table_of: TableOf, elsewhere: Registry, registry: Registry, clock: HandClock
) -> None:
    """Not with what had passed since at a table where nothing could be done, and nobody with less than half a minute."""
    session = await table_of("Ann", "Bob", clock="live 600 0")
    clock.time += 100
    await act(session, 0, "move 1 2")
    clock.time += 590
    await act(session, 1, session.state.match.legal_names(1)[0])
    await registry.store.entries.append(session.id, [EntryRow(3, 1, "move 5 6", "", "", "x" * 64, 0.0)])
    clock.time += 300
    broken = await elsewhere.get(session.id)
    clock.time += 300
    done = await mending.go_on(broken, BOB, elsewhere.add)
    following = await elsewhere.get(done.after.row.rematch or "")
    for state in (following.state, (await registry.read(following.id)).state):
        assert state.waiting.compute_remaining(clock.now()) == {0: 500.0, 1: 30.0}
    clock.time += 40
    assert following.state.waiting.compute_remaining(clock.now())[0] == 460.0
    seat = following.state.match.actors()[0]
    await act(following, seat, following.state.match.legal_names(seat)[0])
    again = (await registry.read(following.id)).state
    assert again.waiting.compute_remaining(clock.now()) == {0: 460.0, 1: 30.0}


async def test_or_they_end_it(broken: Session, elsewhere: Registry) -> None:
    await mending.end(broken, ANN)
    assert broken.state.row.status == "ended" and "Continue from there" not in read_prompt(broken, 0)
    assert (await elsewhere.read(broken.id)).state.row.status == "ended"
    with pytest.raises(NotAllowed, match="needs no repair"):
        await mending.go_on(broken, ANN, elsewhere.add)


async def test_nobody_else_does_and_no_sound_table_is_mended(
    broken: Session, table_of: TableOf, registry: Registry, elsewhere: Registry
) -> None:
    for do in (mending.go_on(broken, "stranger", elsewhere.add), mending.end(broken, "stranger")):
        with pytest.raises(Forbidden):
            await do
    sound = await table_of("Ann", "Bob")
    before = len(await registry.store.tables.ids())
    for do in (mending.go_on(sound, ANN, registry.add), mending.end(sound, ANN)):
        with pytest.raises(NotAllowed):
            await do
    assert len(await registry.store.tables.ids()) == before and sound.state.running
    await commands.act(sound, ANN, 0, sound.state.decision(0), "move 1 2")


async def test_a_rematch_begins_with_whole_clocks(table_of: TableOf, elsewhere: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", clock="live 600 0")
    while not session.state.match.over:
        clock.time += 1
        seat = session.state.match.actors()[0]
        await act(session, seat, next(n for n in session.state.match.legal_names(seat) if not n.startswith("play")))
    over = await elsewhere.get(session.id)
    assert any(one.left_ms is not None for one in over.state.row.seats)
    done = await commands.rematch(over, ANN, elsewhere.add)
    following = await elsewhere.get(done.after.row.rematch or "")
    assert following.state.waiting.compute_remaining(clock.now()) == {0: 600.0, 1: 600.0}
