"""One process serves a SQLite file: a second one says who does and what to do, and does not start. PostgreSQL takes any number."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from callers import act, frame, guest, legal
from nursery import Forked, forked

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.store import database
from enginehouse.table.store.one_process import Served
from enginehouse.table.store.store import Store

# These servers' rules are plain in every run, so one run is enough: the compiled one, or the only one there is.
once = pytest.mark.beside_compiled


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a process that stops."""
    monkeypatch.setattr(database, "PATIENCE_S", 0.1)


@pytest.mark.usefixtures("impatient")
async def test_a_second_server_learns_which_process_serves_the_tables(tmp_path: Path) -> None:
    db_url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    first = await Store(db_url, alone=True).open()
    for _ in range(2):
        with pytest.raises(Served, match=rf"process {os.getpid()} on .*; stop that one first, or .* --db") as told:
            await Store(db_url, alone=True).open()
    assert "\n" not in str(told.value)
    assert await first.tables.get("none") is None, "the first one goes on"
    await first.close()
    second = await Store(db_url, alone=True).open()
    await second.close()


async def test_one_that_starts_waits_for_one_that_stops(tmp_path: Path) -> None:
    db_url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    first = await Store(db_url, alone=True).open()
    starting = asyncio.create_task(Store(db_url, alone=True).open())
    await asyncio.sleep(0.3)
    await first.close()
    await (await starting).close()


async def test_where_no_file_can_be_locked_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3.lock").mkdir()
    with pytest.raises(EnginehouseError, match=r"tables\.sqlite3\.lock .* cannot be locked .*--db"):
        await Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}", alone=True).open()


# ---------------------------------------------------------------- real processes


@once
def test_a_second_process_ends_with_one_sentence(tmp_path: Path) -> None:
    db_url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    command = [sys.executable, "-m", "enginehouse", "play", "--no-browser", "--port", "0", "--db", db_url]
    first = Forked(db_url)
    second = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "ENGINEHOUSE_JIT": "0"}
    )
    assert second.returncode != 0 and second.stdout == ""
    (sentence,) = second.stderr.strip().splitlines()
    assert f"process {first.pid} on " in sentence and "--db" in sentence
    client, table = guest(first.url)
    first.kill()
    with forked(db_url) as again:  # a killed one keeps nobody out
        client.base_url = again.url
        assert frame(client, table)["state"]["over"] is False
    client.close()


@once
def test_two_processes_keep_every_answer_of_a_window(db_url: str) -> None:
    """The lock is off. The window opens in one process and is closed there; the answers come to the other."""
    one, two = (Forked(db_url, window_ms=1500, alone=False) for _ in range(2))
    try:
        ann, table = guest(one.url, seats=["me", "open", "open"])
        bob, cat = (guest(one.url, table, name)[0] for name in ("Bob", "Cat"))
        note = next(name for name in legal(frame(ann, table)) if name.startswith("play"))
        assert act(ann, table, 0, 0, note).status_code == 204
        answers = {}
        for seat, client in ((1, bob), (2, cat)):
            client.base_url = two.url
            picture = frame(client, table, seat)
            answers[seat] = next((name for name in legal(picture) if name != "pass"), "pass")
            done = act(client, table, seat, picture["state"]["decision"], answers[seat])
            assert done.status_code == 204, done.text
        assert "stop" in answers.values()
        deadline = time.monotonic() + 20
        while frame(ann, table, 0)["state"]["window"] and time.monotonic() < deadline:
            time.sleep(0.1)
        stored = asyncio.run(entries_of(db_url, table.removeprefix("/t/")))
        assert stored[:3] == [(0, note), (1, answers[1]), (2, answers[2])]
        for client in (ann, bob, cat):
            client.close()
    finally:
        one.stop()
        two.stop()


async def entries_of(db_url: str, table: str) -> list[tuple[int, str]]:
    """Return the stored entries of a table with their seats."""
    store = await Store(db_url).open()
    try:
        return [(e.seat, e.act) for e in await store.entries.read(table)]
    finally:
        await store.close()
