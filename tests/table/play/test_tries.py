"""Where others are always first: what is asked for is tried again on what is stored by then, but not for ever."""

from __future__ import annotations

from typing import Any

import pytest
from opened import ANN, TableOf, act, look, stored

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.store.rows import Taken

pytestmark = pytest.mark.usefixtures("no_workers")
TRIES = 6


class Beaten:
    """The store's `append`, which says of the first `times` calls that another process was first."""

    def __init__(self, session: Session, times: int) -> None:
        self.append, self.times, self.tried = session.store.entries.append, times, 0

    async def __call__(self, *given: Any, **more: Any) -> None:
        self.tried += 1
        if self.tried <= self.times:
            raise Taken("Another action came first.")
        await self.append(*given, **more)


async def ann_s_move(session: Session, monkeypatch: pytest.MonkeyPatch, times: int) -> Beaten:
    """Ann moves, and so many times somebody else is first."""
    beaten = Beaten(session, times)
    with monkeypatch.context() as patch:
        patch.setattr(session.store.entries, "append", beaten)
        await commands.act(session, ANN, 0, session.state.decision(0), "move 1 2")
    return beaten


@pytest.mark.parametrize("times", [1, TRIES - 1])
async def test_who_comes_second_tries_again(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Each time from what is stored: the move is played once and stored once."""
    session = await table_of("Ann", "Bob")
    beaten = await ann_s_move(session, monkeypatch, times)
    assert beaten.tried == times + 1
    assert [(e.number, e.act) for e in await stored(session)] == [(1, "move 1 2")]
    assert session.state.match.state.siding[0] == 2 and len(session.state.match.entries) == 1
    assert (await registry.read(session.id)).state.match.checksum() == session.state.match.checksum()


async def test_a_player_who_loses_every_time_gets_advice(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many times and no more; nothing of it stays in memory, and later it goes."""
    session = await table_of("Ann", "Bob")
    before = look(session, 0)
    beaten = Beaten(session, 1000)
    with monkeypatch.context() as patch:
        patch.setattr(session.store.entries, "append", beaten)
        with pytest.raises(Stale, match=r"Too many players acted at once\."):
            await commands.act(session, ANN, 0, session.state.decision(0), "move 1 2")
    assert beaten.tried == TRIES
    assert await stored(session) == []
    assert look(session, 0).picture == before.picture
    assert len(session.state.match.entries) == 0
    await ann_s_move(session, monkeypatch, 0)
    assert len(await stored(session)) == 1


async def test_what_the_stored_game_forbids_is_not_tried_again(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody else was first is asked once; if nobody was, the refusal stands."""
    session = await table_of("Ann", "Bob")
    asked, read_on = [], session.read_changes

    async def counted() -> bool:
        asked.append(session.id)
        return await read_on()

    monkeypatch.setattr(session, "read_changes", counted)
    match = session.state.match
    with pytest.raises(NotAllowed, match=r"It is .*'s turn"):
        await act(session, 1, "move 1 2")
    assert asked == [session.id]
    assert session.state.match is match, "nothing had to be read again"
