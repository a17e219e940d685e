"""Killed again and again: nothing that was acknowledged is lost, nothing is doubled, and every table goes on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from crowd import Asked, Crowd, crowd_looked_back, departures, once, proposes
from nursery import Forked
from storm import Attempt, Request, Stored, Storm, explained, looked_back
from storm_steps import (
    BEAT_MS,
    FEW,
    KINDS,
    SEED,
    WINDOW_MS,
    all_go_on,
    begun,
    free_port,
    so_much_more,
    thinks_apart,
    wait_for,
)

# These servers' rules are plain in every run, so one run is enough: the compiled one, or the only one there is.
in_one_run = pytest.mark.beside_compiled


@in_one_run
@pytest.mark.timeout(3 * 3600)
def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(
    db_url: str,
    deep: bool,
    count: Callable[[int, int], int],
    progress: Callable[[str], None],
    record_property: Callable[[str, object], None],
) -> None:
    """People, bots, windows, undo at many tables of all games; lost answers are sent again, also in later windows. At other tables
    people sit down, talk, give tokens, propose to end, leave and come back."""
    kills, kinds, port = count(4, 400), KINDS if deep else FEW, free_port()
    storm = Storm([f"http://127.0.0.1:{port}"], SEED)
    dice, server = random.Random(SEED), Forked(db_url, BEAT_MS, WINDOW_MS, port)
    crowd = Crowd(storm, count(2, 3))
    try:
        begun(storm, kinds)
        for kill in range(kills):
            so_much_more(storm, 8, f"after kill {kill}")
            time.sleep(dice.random() * 0.25)
            server.kill()
            server = Forked(db_url, BEAT_MS, WINDOW_MS, port)
            if kill % 50 == 49:
                progress(f"{kill + 1} kills, {storm.yes} acknowledged")
        all_go_on(storm, 60)
        storm.end()
        crowd.end()
        assert not storm.faults, storm.faults
    finally:
        storm.calm.set()
        server.kill()
    entries = asyncio.run(looked_back(storm, db_url, print))
    things = asyncio.run(crowd_looked_back(crowd, db_url))
    kind = "PostgreSQL" if db_url.startswith("postgresql") else "SQLite"
    record_property(
        "told",
        f"{kind}: {kills} kills, {len(storm.tables)} tables, {storm.yes} acknowledged, {storm.nothing} without an answer, "
        f"{storm.again} sent again, {entries} entries replayed; {things} seats, lines, tokens, proposals and departures, "
        f"{crowd.yes} acknowledged: nothing lost, nothing doubled",
    )


@in_one_run
@pytest.mark.skipif(sys.platform != "linux", reason="who is whose child is read from /proc")
@pytest.mark.timeout(3 * 3600)
def test_processes_of_bots_die_too_and_every_table_goes_on(
    tmp_path: Path,
    count: Callable[[int, int], int],
    progress: Callable[[str], None],
    record_property: Callable[[str, object], None],
) -> None:
    """The process in which bots think is killed, often in the middle of a thought; now and then the table with it, whose
    processes then end by themselves."""
    kills, port, db_url = count(3, 100), free_port(), f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    storm = Storm([f"http://127.0.0.1:{port}"], SEED, "greedy")
    dice = random.Random(SEED)
    server = Forked(db_url, BEAT_MS, WINDOW_MS, port, here=False)
    orphans: list[int] = []
    try:
        begun(storm, [kind for kind in KINDS if kind[2]])
        for kill in range(kills):
            assert wait_for(partial(thinks_apart, server), 60), f"no process for bots after kill {kill}"
            so_much_more(storm, 4, f"after kill {kill} of a process for bots")
            time.sleep(dice.random() * 0.25)
            for pid in server.workers:
                os.kill(pid, signal.SIGKILL)
            if kill % 10 == 9:
                all_go_on(storm, 60)
                orphans += server.workers
                server.kill()
                server = Forked(db_url, BEAT_MS, WINDOW_MS, port, here=False)
                progress(f"{kill + 1} processes of bots killed, {storm.yes} acknowledged")
        all_go_on(storm, 60)
        storm.end()
        assert not storm.faults, storm.faults
        orphans += server.workers
    finally:
        storm.calm.set()
        server.kill()
    assert orphans
    assert wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in orphans), 30), "they outlive their table"
    entries = asyncio.run(looked_back(storm, db_url, print))
    record_property(
        "told",
        f"SQLite: {kills} kills of processes for bots and {kills // 10} of their table, {storm.yes} acknowledged, {entries} entries "
        "replayed: nothing lost, nothing doubled",
    )


# ---------------------------------------------------------------- what the comparison sees

DID = Stored("move 1 2", "", False)
LAID = Stored("stop", "", True)
LET = Stored("pass", "", True)
BACK = Stored("", "undo", False)


def make_attempts(*attempts: tuple[str, int, str]) -> list[Attempt]:
    """Attempts: action (empty: take back), decision, what was told."""
    return [Attempt(Request(act, decision), answer) for act, decision, answer in attempts]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("attempts", "stored", "waiting"),
    [
        (make_attempts(("move 1 2", 0, "yes"), ("", 1, "yes")), [DID, BACK], None),
        (make_attempts(("move 1 2", 0, "nothing")), [DID], None),
        (make_attempts(("move 1 2", 0, "nothing")), [], None),
        (make_attempts(("move 1 2", 0, "nothing"), ("move 1 2", 0, "yes")), [DID], None),
        (make_attempts(("stop", 0, "yes")), [LAID], None),
        (make_attempts(("stop", 0, "yes")), [], "stop"),
        (make_attempts(("stop", 0, "yes"), ("", 1, "yes")), [LET], None),
        (make_attempts(("stop", 0, "yes"), ("", 1, "nothing")), [LAID], None),
        (make_attempts(("stop", 0, "nothing"), ("move 1 2", 3, "yes")), [LET, DID], None),
        ([], [LET, LET], None),
    ],
)
def test_a_true_story_is_found(attempts: list[Attempt], stored: list[Stored], waiting: str | None) -> None:
    assert explained(attempts, stored, waiting) == ""


@pytest.mark.parametrize(
    ("attempts", "stored", "waiting"),
    [
        (make_attempts(("move 1 2", 0, "yes")), [], None),  # lost
        (make_attempts(("move 1 2", 0, "yes")), [DID, DID], None),  # doubled
        (make_attempts(("move 1 2", 0, "nothing"), ("move 1 2", 0, "yes")), [DID, DID], None),  # sent again, doubled
        (make_attempts(("move 1 2", 0, "nothing"), ("move 1 2", 0, "nothing")), [DID, DID], None),
        (make_attempts(("stop", 0, "yes")), [LET], None),  # an answer thrown away
        (make_attempts(("stop", 0, "yes")), [], None),
        (make_attempts(("stop", 0, "nothing"), ("stop", 0, "yes")), [LAID], "stop"),  # in two windows
        (make_attempts(("stop", 0, "yes"), ("", 1, "yes")), [LAID], None),  # taken back and counted
        (make_attempts(("move 1 2", 0, "yes"), ("", 1, "yes")), [DID], None),
        (make_attempts(("move 1 2", 0, "no")), [DID], None),  # refused and done
        ([], [DID], None),
    ],
)
def test_a_false_story_is_noticed(attempts: list[Attempt], stored: list[Stored], waiting: str | None) -> None:
    assert explained(attempts, stored, waiting) != ""


def make_requests(*attempts: tuple[str, str]) -> list[Asked]:
    """The requests of one person, and the answers."""
    return [Asked(what, "Bob", answer) for what, answer in attempts]  # type: ignore[arg-type]


def test_the_answers_to_a_crowd_are_compared() -> None:
    said = [Asked("say", "one", "yes"), Asked("say", "two", "nothing"), Asked("say", "three", "no")]
    assert once(said, "say", ["one"]) == once(said, "say", ["one", "two"]) == ""
    for stored in (["two"], ["one", "one"], ["one", "two", "two"], ["one", "three"], ["one", "four"]):
        assert once(said, "say", stored), stored
    assert proposes(make_requests(("agree", "yes"))) == {True}
    assert proposes(make_requests(("agree", "yes"), ("on", "nothing"))) == {True, False}
    assert proposes(make_requests(("agree", "nothing"), ("on", "yes"), ("agree", "no"))) == {False}
    assert departures(make_requests(("leave", "yes"), ("back", "yes")), "Bob") == {(True, 2)}
    assert departures(make_requests(("leave", "nothing")), "Bob") == {(True, 0), (False, 1)}
    assert departures(make_requests(("leave", "nothing"), ("back", "yes")), "Bob") == {(True, 2)}
    assert departures(make_requests(("leave", "yes"), ("leave", "yes")), "Bob") == set()
