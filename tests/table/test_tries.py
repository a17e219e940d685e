"""Where others are always first: what is asked for is tried again on what is stored by then, but not for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_live import act, open_table

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.store.rows import Taken
from enginehouse.table.tables.registry import Hall
from enginehouse.table.tables.session import Live

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]
TRIES = 6


class Beaten:
    """The store's `append`, which says of the first `times` calls that another process was first."""

    def __init__(self, hall: Hall, times: int) -> None:
        self.append, self.times, self.tried = hall.store.append, times, 0

    async def __call__(self, *given: Any, **more: Any) -> None:
        self.tried += 1
        if self.tried <= self.times:
            raise Taken("Another action came first.")
        await self.append(*given, **more)


async def ann_s_move(hall: Hall, live: Live, monkeypatch: pytest.MonkeyPatch, times: int) -> Beaten:
    """Ann moves, and so many times somebody else is first."""
    beaten = Beaten(hall, times)
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", beaten)
        await live.act("personann", 0, live.decision(0), "move 1 2")
    return beaten


@pytest.mark.parametrize("times", [1, TRIES - 1])
async def test_who_comes_second_tries_again(
    hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Each time from what is stored: the move is played once and stored once."""
    live = await open_table(hall, await people("Ann", "Bob"), 2)
    beaten = await ann_s_move(hall, live, monkeypatch, times)
    assert beaten.tried == times + 1
    assert [(e.number, e.act) for e in await hall.store.entries(live.id)] == [(1, "move 1 2")]
    assert live.match.state.siding[0] == 2 and len(live.match.entries) == 1
    assert (await hall.load(live.id)).match.checksum() == live.match.checksum()


async def test_who_is_beaten_every_time_is_told(hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many times and no more; nothing of it stays in memory, and later it goes."""
    live = await open_table(hall, await people("Ann", "Bob"), 2)
    before = await live.look(0)
    beaten = Beaten(hall, 1000)
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", beaten)
        with pytest.raises(Stale, match="Too many acted at once; please try again"):
            await live.act("personann", 0, live.decision(0), "move 1 2")
    assert beaten.tried == TRIES
    assert await hall.store.entries(live.id) == []
    assert (await live.look(0)).picture == before.picture
    assert len(live.match.entries) == 0
    await ann_s_move(hall, live, monkeypatch, 0)
    assert len(await hall.store.entries(live.id)) == 1


async def test_what_the_stored_game_forbids_is_not_tried_again(
    hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody else was first is asked once; if nobody was, the refusal stands."""
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    asked = []
    count = hall.store.count

    async def counted(table: str) -> int:
        asked.append(table)
        return await count(table)

    monkeypatch.setattr(hall.store, "count", counted)
    match = live.match
    with pytest.raises(NotAllowed, match=r"It is .*'s turn"):
        await act(live, bob, 1, "move 1 2")
    assert asked == [live.id]
    assert live.match is match, "nothing had to be read again"
