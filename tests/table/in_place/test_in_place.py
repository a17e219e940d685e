"""A table in one thread: its bots, its threads and its database, and a whole game without any process beside it."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from handclock import SeededChance
from pages import SAME, new_table
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from starlette.testclient import TestClient

from enginehouse import front
from enginehouse.bots.bot import BotFailed
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.table.app import create_app
from enginehouse.table.botpool import worker
from enginehouse.table.botpool.jobs import BotAnswer, ChooseJob, ReviewJob
from enginehouse.table.extras.reviews import pack_finished
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.in_place.pool import InPlaceBots
from enginehouse.table.in_place.threads import use_no_threads
from enginehouse.table.settings import Settings
from enginehouse.table.store.schema import KEYS
from enginehouse.table.store.store import Store


def make_job(bot: str = "random", seed: int = 1, **more: Any) -> ChooseJob:
    match = Match.new("switchyard", 2, None, 5)
    view, legal = match.game.shape.to_bytes(match.view(0)), match.legal(0)
    return ChooseJob(
        **{"package": "switchyard", "bot": bot, "view": view, "seat": 0, "legal": legal, "seed": seed, **more}
    )


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize("bot", ["random", "greedy", "easy"])
async def test_a_bot_in_place_chooses_as_in_a_worker_process(bot: str) -> None:
    job = make_job(bot, until=time.monotonic() + 60)
    assert await InPlaceBots().think(job, lambda: 60.0) == worker.answer(job).action


async def test_a_bot_that_fails_is_named() -> None:
    with pytest.raises(BotFailed, match="no bot"):
        await InPlaceBots().think(make_job("nobody"))
    with pytest.raises(BotFailed, match="no legal action"):
        await InPlaceBots().think(make_job(legal=[]))


async def test_tables_take_turns_in_place() -> None:
    asked: list[str] = []

    class Noted(InPlaceBots):
        async def answer(self, job: Any) -> BotAnswer:
            asked.append(job.bot)
            return BotAnswer(job.legal[0])

    pool = Noted()
    wanted = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")]
    await asyncio.gather(*(pool.think(make_job(bot), table=table) for table, bot in wanted))
    assert asked == ["a1", "b1", "a2", "a3"]


@pytest.mark.parametrize("part", ["shares", "cases", "steps", "count"])
async def test_requests_pass_between_the_results_of_an_analysis(part: str) -> None:
    over = front.play("switchyard", 2, bots=["random"], seed=4)
    asked = msgspec.structs.replace(pack_finished(over), part=part, many=4)
    job, answered = ReviewJob(over.game.address, "greedy", asked), 0
    thinking = asyncio.create_task(InPlaceBots().ask(job, lambda: 60.0))
    while not thinking.done():
        answered += 1
        await asyncio.sleep(0)
    assert (await thinking).found == worker.answer(job).found
    assert answered >= (4 if part != "count" else 1)


async def test_a_similar_pool_is_in_place_too() -> None:
    assert isinstance(InPlaceBots().make_similar(1, 5.0), InPlaceBots)


# ---------------------------------------------------------------- threads


async def test_work_for_threads_is_done_in_place() -> None:
    def fail() -> None:
        raise LookupError("of the function itself")

    use_no_threads()
    assert await asyncio.to_thread(threading.get_ident) == threading.get_ident()
    with pytest.raises(LookupError, match="of the function itself"):
        await asyncio.to_thread(fail)


# ---------------------------------------------------------------- the database


async def test_the_writer_waits_until_a_transaction_is_kept(tmp_path: Path) -> None:
    kept: list[str] = []

    async def keep() -> None:
        async with database.reading() as c:
            kept.append(",".join(sorted((await c.execute(select(KEYS.c.name))).scalars())))

    database = InPlaceDatabase(f"sqlite:///{tmp_path / 'tables.sqlite3'}", keep=keep)
    await database.open()
    await database.write(lambda c: c.execute(insert(KEYS).values(name="one", value="")))
    async with database.writing() as c:
        await c.execute(insert(KEYS).values(name="two", value=""))
    with pytest.raises(IntegrityError):
        await database.write(lambda c: c.execute(insert(KEYS).values(name="two", value="")))
    assert kept == ["one", "one,two"]
    await database.close()


async def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = InPlaceDatabase(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    await database.open()

    async def fail() -> None:
        async with database.writing() as c:
            await c.execute(insert(KEYS).values(name="lost", value=""))
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        await fail()
    await database.probe()
    async with database.reading() as c:
        assert list((await c.execute(select(KEYS.c.name))).scalars()) == []
    await database.close()


def test_a_table_in_place_is_on_sqlite_only() -> None:
    with pytest.raises(Unreadable, match="SQLite"):
        InPlaceDatabase("postgresql://somebody@localhost/tables")


async def test_a_second_process_is_refused_in_place_too(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    first = await Store(database=InPlaceDatabase(url, alone=True)).open()
    with pytest.raises(Exception, match="being served already"):
        await Store(url, alone=True).open()
    await first.close()


# ---------------------------------------------------------------- a whole table


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of a table in place, on which a new process is a fault."""

    def refuse(*given: Any, **more: Any) -> None:
        raise AssertionError("a table in place starts no process")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}", in_place=True, beat_ms=0)
    app = create_app(settings, chance=SeededChance())
    with TestClient(app, base_url="http://localhost", headers=SAME, follow_redirects=False) as one:
        yield one


def test_a_game_with_bots_is_played_to_its_end_in_place(client: TestClient) -> None:
    table = new_table(client, **{"seat-0": "me", "seat-1": "bot:greedy"})
    app: Any = client.app
    before = set(threading.enumerate())

    async def read_state() -> Any:
        return (await app.state.shared.registry.get(table.split("/")[2])).state

    assert client.portal is not None
    deadline = time.monotonic() + 60
    while not (state := client.portal.call(read_state)).match.over and time.monotonic() < deadline:
        legal = state.legal(0) if 0 in state.match.actors() else []
        if legal:
            act = state.match.game.vocabulary.name(legal[0])
            given = {"seat": "0", "decision": str(state.decision(0)), "act": act}
            answer = client.post(f"{table}/act", data=given)
            assert answer.status_code < 400, answer.text
        else:
            time.sleep(0.005)
    assert state.match.over
    assert set(threading.enumerate()) <= before
    assert client.get(table).status_code == 200


def test_a_table_in_place_has_one_process() -> None:
    found = CliRunner().invoke(main, ["play", "--in-place", "--processes", "2", "--no-browser"])
    assert found.exit_code == 2 and "one process" in found.output
