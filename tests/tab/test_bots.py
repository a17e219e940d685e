"""Bots of a tab think in a worker of the browser, whose script a bridge stands for here: as bots of a server do."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from enginehouse import bots, front
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.table.botpool import worker
from enginehouse.table.botpool.jobs import BotAnswer, ChooseJob, Job, JudgeJob, PackedCase, ReviewJob
from enginehouse.table.extras.reviews import pack_finished
from enginehouse.table.in_place.pool import InPlaceBots
from enginehouse.table.tab.bots import make_pool

pytestmark = pytest.mark.beside_plain
CONNECT_FOUR = games.at("connect_four")


class Bridge:
    """A worker of the browser with the bots `hard` and `steady` of all games. It has so many faults."""

    def __init__(self, faults: int = 0) -> None:
        self.faults, self.asked = faults, 0

    def has_bot(self, game: str, bot: str) -> bool:
        return bot in ("hard", "steady")

    async def choose(self, game: str, bot: str, view: bytes, seat: int, legal: str, seed: int) -> str:
        await asyncio.sleep(0)
        self.asked += 1
        if self.asked <= self.faults:
            raise RuntimeError("choose: MemoryError")
        codes = json.loads(legal)
        choice = bots.get(bot).choose(worker.read_view(game, view), seat, codes, 600.0, seed)
        found = {one.action: [one.visits, round(one.value * WHOLE * one.visits / 100)] for one in choice.thoughts}
        return json.dumps({"code": choice.action, "found": [found.get(code, [0, 0]) for code in codes]})


def make_tab_pool(bridge: Bridge) -> InPlaceBots:
    return make_pool(bridge)()  # type: ignore[arg-type]


async def ask(pool: InPlaceBots, job: Job) -> BotAnswer:
    return await pool.ask(job, lambda: 600.0)


def begin(game: Game) -> tuple[Match, int]:
    """Return a match after its first action, and a seat that may act."""
    match = Match(game, 2, {}, tuple(range(1, 9)))
    actors = match.actors()
    match.act_unchecked(actors[0], match.legal(actors[0])[-1])
    return match, match.actors()[0]


@pytest.mark.parametrize("game", [games.get("mechanation"), CONNECT_FOUR], ids=["mechanation", "connect-four"])
async def test_hints_and_judgements_are_those_of_a_server(game: Game) -> None:
    bridge = Bridge()
    match, seat = begin(game)
    view, legal = game.shape.to_bytes(match.view(seat)), match.legal(seat)
    assert len(legal) > 1
    hint = ChooseJob(game.address, "hard", view, seat, legal, 17, why=True)
    judged = [JudgeJob(game.address, "hard", PackedCase(3, seat, view, legal, code)) for code in legal[:2]]
    jobs: list[Job] = [hint, *judged]
    for job in jobs:
        found, known = await ask(make_tab_pool(bridge), job), await ask(InPlaceBots(), job)
        assert (found.action, found.reason, found.error) == (known.action, known.reason, "")
        assert found.share == known.share and found.lost == pytest.approx(known.lost, abs=0.1)
    assert bridge.asked == 3


async def test_games_with_other_deals_are_those_of_a_server() -> None:
    over, bridge = front.play("mechanation", 2, bots=["random"], seed=4), Bridge()
    asked = msgspec.structs.replace(pack_finished(over), part="deals", first=1, many=1)
    job = ReviewJob(over.game.address, "steady", asked)
    assert (await ask(make_tab_pool(bridge), job)).found == worker.answer(job).found
    assert bridge.asked > 10


async def test_a_bot_whose_module_fails_thinks_in_plain_python(caplog: pytest.LogCaptureFixture) -> None:
    match, seat = begin(CONNECT_FOUR)
    view = CONNECT_FOUR.shape.to_bytes(match.view(seat))
    job = ChooseJob(CONNECT_FOUR.address, "hard", view, seat, match.legal(seat), 5)
    assert (await ask(make_tab_pool(Bridge(faults=1)), job)).action == (await ask(InPlaceBots(), job)).action
    assert "thinks in plain Python: choose: MemoryError" in caplog.text
