"""Bots in processes of their own: they think, they die and are replaced, they hold nobody up."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from handclock import SeededChance
from opened import new

from enginehouse.bots.bot import BotFailed
from enginehouse.core.play import arena
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.table.botpool import worker
from enginehouse.table.botpool.jobs import ChooseJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.play import commands, thinking
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.thinking import Thoughts
from enginehouse.table.settings import Settings
from enginehouse.table.states import windows
from enginehouse.table.states.opening import NewTable, Times
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import Person, SeatRow
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import WallClock


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1, 20)
    yield made
    await made.close()


def job(bot: str = "random", seed: int = 1, **more: Any) -> ChooseJob:
    match = Match.new("switchyard", 2, None, 5)
    view, legal = match.game.shape.to_bytes(match.view(0)), match.legal(0)
    return ChooseJob(
        **{"package": "switchyard", "bot": bot, "view": view, "seat": 0, "legal": legal, "seed": seed, **more}
    )


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


async def test_a_bot_that_fails_is_reported(workers: Workers) -> None:
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
    view = match.game.shape.to_bytes(match.view(0))
    seen = games.get("switchyard").shape.from_bytes(view)
    assert sum(seen.hand[0]) == 4 and sum(seen.hand[1]) == 0 and seen.size[1] == 4
    assert seen.chance_key == [0] * len(seen.chance_key)


# ---------------------------------------------------------------- compiled in the background


class Prepared:
    """What `prepare` of a bot is asked for: never twice at once, and it fails as often as it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: int = 0) -> None:
        self.asked: list[str] = []
        self.fails, self.inside, self.together = fails, 0, 0
        from enginehouse.bots.players import greedy

        monkeypatch.setattr(greedy, "prepare", self)
        monkeypatch.setattr(worker, "_game", lambda package: package)
        monkeypatch.setattr(worker, "_AGAIN_AT", {})

    def __call__(self, game: str) -> None:
        self.inside += 1
        self.together = max(self.together, self.inside)
        self.asked.append(game)
        time.sleep(0.02)
        self.inside -= 1
        if len(self.asked) <= self.fails:
            raise ImportError("cannot import name 'NullCache' from partially initialized module")


def made_ready(*packages: str) -> None:
    """A job of the greedy bot for each game, and whatever that begins in the background, to its end."""
    before = set(threading.enumerate())
    for package in packages:
        worker.make_ready(ChooseJob(package, "greedy", b"", 0, [], 1))
    for thread in set(threading.enumerate()) - before:
        thread.join(10)


def test_games_are_compiled_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Prepared(monkeypatch)
    made_ready("one", "two", "three")
    assert sorted(prepared.asked) == ["one", "three", "two"] and prepared.together == 1
    made_ready("one", "two", "three")
    assert len(prepared.asked) == 3, "once is enough"


def test_a_failed_compilation_is_repeated_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepared = Prepared(monkeypatch, fails=1)
    made_ready("one")
    made_ready("one")
    assert prepared.asked == ["one"], "not at once"
    assert "keeps running uncompiled" in caplog.text
    worker._AGAIN_AT["greedy", "one"] -= worker.AGAIN_S
    made_ready("one")
    made_ready("one")
    assert prepared.asked == ["one", "one"]


def test_a_worker_whose_table_was_killed_says_nothing() -> None:
    data = msgspec.msgpack.encode(job())
    command = [sys.executable, "-m", "enginehouse.table.botpool.worker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        process.stdin.write(len(data).to_bytes(4, "little") + data)
        process.stdin.flush()
        said = process.stderr.read().decode()
        assert process.wait(30) == 0
    assert said == ""


# ---------------------------------------------------------------- in time


@pytest.mark.parametrize("compiled", ["0", "1"])
async def test_seven_experts_answer_before_a_window_closes(compiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One worker, and the 1.5 seconds of the shortest window; in plain Python and while it compiles in the background. Each is
    asked what an expert thinks about for half a second: in windows few have a choice."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", compiled)
    other = Match.new("mechanation", 2, seed="heavy")
    mover = other.actors()[0]
    view, legal = other.game.shape.to_bytes(other.view(mover)), other.legal(mover)
    monkeypatch.setattr(
        thinking, "ChooseJob", lambda *_: ChooseJob(other.game.package, "expert", view, mover, legal, 1)
    )
    match = Match.new("great-machine", 8, seed="seven")
    dice = [7, 11, 13, 17]
    for step in arena.steps(match.game, match.state, arena.at_chance(dice), dice, lambda *_: None, 4_000):
        if len(match.actors()) == 7:
            break
        match.act(step.seat, match.game.vocabulary.names[step.code])
    seats = tuple(SeatRow(k, "bot", f"{k}", bot="expert") for k in range(8))
    ann = Person("personann", "Ann")
    made = NewTable(ann.id, "great-machine", match.game.facts.rules_version, dict(match.options), seats, False)
    row = replace(made.row("t", "", 0.0, Times(800, 6000, 0)), status="running", window_ms=0)
    clock, workers = WallClock(), Workers(1, 20)
    window = windows.current_window(match, row, {}, None, clock.now())
    assert window is not None and window.length == windows.BOTS_WINDOW_MS / 1000
    try:
        await workers.think(ChooseJob(other.game.package, "random", view, mover, legal, 1))
        late = []
        for _ in range(
            3
        ):  # whoever is in time is so on a quiet machine; a busy one may take the processor away for a moment
            state = TableState(row, match, window=window.begin(clock.now()))
            thoughts = Thoughts(workers, clock, SeededChance())
            thoughts.begin(state)
            await thoughts.all()
            late.append(thoughts.find_ready_time() >= state.window.closes)  # type: ignore[union-attr]
            if not late[-1]:
                break
        assert not all(late)
        for seat in match.actors():
            assert thoughts.by_now(seat, match.decision(seat)) in legal
    finally:
        await workers.close()


# ---------------------------------------------------------------- no process can be started


async def test_without_a_process_bots_play_at_random_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def none(*_: Any, **__: Any) -> Any:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", none)
    without = Workers(1, 5)
    with pytest.raises(BotFailed, match="no answer"):
        await without.think(job())
    with pytest.raises(BotFailed, match="no answer"):
        await without.think(job())
    await without.close()
    store = await Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}").open()
    registry = Registry(Settings(beat_ms=1), store, chance=SeededChance())
    try:
        await registry.open()
        ann = Person("personann", "Ann")
        await store.people.add(ann, 0)
        session = await registry.get(await new(registry, ann, "switchyard", ["me", "bot:greedy"], {}))
        await commands.act(session, ann.id, 0, 0, "move 1 2")
        for _ in range(200):
            if session.state.match.decision(1):
                break
            await asyncio.sleep(0.02)
        assert session.state.match.decision(1) == 1, "something legal is done for the bot"
    finally:
        await registry.close()
        await store.close()
    assert "no process for bots could be started" in caplog.text
    assert not [r for r in caplog.records if r.exc_info]


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="no sessions on this system")
async def test_ctrl_c_in_a_terminal_is_for_the_table_alone() -> None:
    """Workers are in no process group of the terminal's: the table ends them, and they tell nothing of it."""
    workers = Workers(1, 20)
    try:
        await workers.start()
        assert workers._all
        assert all(os.getsid(worker.pid) == worker.pid != os.getsid(0) for worker in workers._all)
    finally:
        await workers.close()


async def test_a_game_with_changes_is_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its package is made anew in the worker; and it is what a table sends there."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    match = Match.new(games.find_or_create("mechanation+SET_TO_WIN=4"), 2, seed="changed")
    seats = tuple(SeatRow(k, "bot", f"{k}", bot="random") for k in range(2))
    made = NewTable("personann", match.game.name, match.game.facts.rules_version, dict(match.options), seats, False)
    row = replace(made.row("t", "", 0.0, Times(800, 6000, 0)), status="running", window_ms=0)
    workers = Workers(1, 20)
    sent: list[ChooseJob] = []

    async def think(job: ChooseJob, budget: object, table: str) -> int:
        sent.append(job)
        return job.legal[0]

    try:
        thoughts = Thoughts(SimpleNamespace(think=think), WallClock(), SeededChance())  # type: ignore[arg-type]
        thoughts.begin(TableState(row, match))
        await thoughts.all()
        assert await workers.think(sent[0]) in match.legal(sent[0].seat)
    finally:
        await workers.close()
