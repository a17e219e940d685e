"""Bots in processes of their own: they think, they die and are replaced, they hold nobody up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from enginehouse.core import game as games
from enginehouse.core.match import Match
from enginehouse.table.live import thinking
from enginehouse.table.worker import BotFailed, Job, Workers


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1, 20)
    yield made
    await made.close()


def job(bot: str = "random", seed: int = 1, **more: Any) -> Job:
    match = Match.new("switchyard", 2, None, 5)
    view, legal = thinking(match, 0)
    return Job(**{"package": "switchyard", "bot": bot, "view": view, "seat": 0, "legal": legal, "seed": seed, **more})


async def test_a_worker_thinks(workers: Workers) -> None:
    asked = job()
    assert await workers.think(asked) in asked.legal
    assert await workers.think(asked) == await workers.think(asked)
    assert await workers.think(job("greedy")) in asked.legal


async def test_a_worker_that_dies_is_replaced(workers: Workers) -> None:
    await workers.think(job())
    (worker,) = workers._all
    worker.kill()
    await worker.wait()
    assert await workers.think(job()) in job().legal
    assert worker not in {w for w in workers._all if w.returncode is None}


async def test_a_bot_that_breaks_is_told(workers: Workers) -> None:
    with pytest.raises(BotFailed, match="no bot"):
        await workers.think(job("nobody"))
    with pytest.raises(BotFailed, match="bytes"):
        await workers.think(job(view=b"123"))
    assert await workers.think(job()) in job().legal


async def test_a_bot_that_never_answers_is_given_up() -> None:
    hasty = Workers(1, 0.001)
    try:
        with pytest.raises(BotFailed, match="no answer"):
            await hasty.think(job("greedy"))
    finally:
        await hasty.close()


def test_a_bot_gets_nothing_but_a_view() -> None:
    """The bytes that go to a worker are those of the view: another seat's notes are not in them."""
    match = Match.new("switchyard", 2, None, 5)
    view, _ = thinking(match, 0)
    seen = games.get("switchyard").shape.from_bytes(view)
    assert sum(seen.hand[0]) == 4 and sum(seen.hand[1]) == 0 and seen.size[1] == 4
    assert seen.chance_key == [0] * len(seen.chance_key)
