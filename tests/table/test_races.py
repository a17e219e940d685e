"""Two real processes on one PostgreSQL change the same table at the same moment: everything that was acknowledged is kept, as
if one of them had been first."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from racing import SCENES, copy_tables, open_scene, registry_of
from sqlalchemy import text

from enginehouse.table.extras.checking import check
from enginehouse.table.store.database import Database
from enginehouse.table.store.store import Store

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(3600)]
_TIMES = {"created", "changed", "at", "clock_at", "left_ms", "digest"}


class Two:
    """The two processes."""

    def __init__(self, db_url: str) -> None:
        ends = socket.socketpair()
        environ = {**os.environ, "ENGINEHOUSE_JIT": "0"}
        self._processes = []
        for side, end in enumerate(ends):
            os.set_inheritable(end.fileno(), True)
            command = [
                sys.executable,
                str(Path(__file__).parent / "helpers" / "racing.py"),
                db_url,
                str(side),
                str(end.fileno()),
            ]
            self._processes.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=environ,
                    pass_fds=[end.fileno()],
                )
            )
        for end in ends:
            end.close()

    def run(self, jobs: Sequence[Sequence[dict[str, Any]]]) -> dict[int, list[dict[str, Any]]]:
        """Run the jobs of each side, and return the answers of each side by job."""
        found: dict[int, list[dict[str, Any]]] = {}
        for process, given in zip(self._processes, jobs, strict=True):
            assert process.stdin is not None
            process.stdin.write(json.dumps(given) + "\n")
            process.stdin.flush()
        for process in self._processes:
            assert process.stdout is not None
            for line in process.stdout:
                if line == "done\n":
                    break
                said = json.loads(line)
                found.setdefault(said["job"], []).append(said)
        return {job: sorted(sides, key=lambda one: int(one["side"])) for job, sides in found.items()}

    def close(self) -> None:
        """End both."""
        for process in self._processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()


@pytest.fixture
def two(migrated_postgres_url: str) -> Iterator[Two]:
    both = Two(migrated_postgres_url)
    yield both
    both.close()


def pairs(everything: bool) -> list[tuple[str, str, str]]:
    """Return the scene and the two commands of each race: each command against itself and against those that change seats, status,
    ending or departures, or every pair."""
    found = []
    for scene, of in SCENES.items():
        names = list(of.commands)
        for k, one in enumerate(names):
            for other in names[k:]:
                if everything or one == other or of.commands[one].changes or of.commands[other].changes:
                    found.append((scene, one, other))
    return found


async def contents(database: Database, addresses: Sequence[str]) -> dict[str, Any]:
    """Return all stored values by table, without times and without values that only one table has."""
    found: dict[str, dict[str, list[Any]]] = {address: {} for address in addresses}
    async with database.reading() as c:
        for name in ("tables", "seats", "entries", "departures", "answers", "tokens", "talk", "notes"):
            key = "id" if name == "tables" else "table_id"
            rows = await c.execute(text(f"SELECT * FROM {name} WHERE {key} = ANY(:ids)"), {"ids": list(addresses)})
            for row in rows.mappings():
                values = {k: v for k, v in row.items() if k not in _TIMES}
                address = values.pop(key)
                if name == "tokens":
                    del values["id"]
                if values.get("rematch"):
                    values["rematch"] = "another table"
                said = json.dumps(values, sort_keys=True, default=str).replace(address, "")
                found[address].setdefault(name, []).append(said)
        hosted = text(
            "SELECT host, status FROM tables WHERE host = ANY(:hosts) AND status <> 'ended' AND NOT id = ANY(:ids)"
        )
        rows = await c.execute(
            hosted, {"ids": list(addresses), "hosts": [f"{who}{a}" for a in addresses for who in ("ann", "bob")]}
        )
        for row in rows:
            found[row.host[3:]].setdefault("opened", []).append(row.status)
    return {address: {name: sorted(rows) for name, rows in of.items()} for address, of in found.items()}


async def prepare(db_url: str, jobs: Sequence[dict[str, Any]], templates: dict[str, str]) -> None:
    """Store the tables of these jobs."""
    store = await Store(db_url).open()
    try:
        registry = registry_of(store)
        for scene in {job["scene"] for job in jobs}:
            if scene not in templates:
                templates[scene] = f"scene{len(templates)}"
                await open_scene(registry, SCENES[scene], templates[scene])
            addresses = [job["table"] for job in jobs if job["scene"] == scene]
            await copy_tables(store.database, templates[scene], addresses)
    finally:
        await store.close()


async def read_stored(db_url: str, jobs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the stored values of the tables of these jobs, and the impossible ones of them."""
    store = await Store(db_url).open()
    try:
        found = await contents(store.database, [job["table"] for job in jobs])
        possible = {job["table"] for job in jobs if job["scene"] != "broken"}
        for part, sentence in (await check(store, lambda done, many: None, possible)).wrong:
            found[part.removeprefix("table ")]["impossible"] = [sentence]
        return found
    finally:
        await store.close()


class Rounds:
    """Rounds of races, and the faults after them."""

    def __init__(self, two: Two, db_url: str) -> None:
        self._two, self._url = two, db_url
        self._templates: dict[str, str] = {}
        self._numbers = iter(range(10**6))
        self._in_order: dict[tuple[str, str, str], Any] = {}
        """By scene and two commands, one after the other: the answers, and the stored values then."""
        self.wrong: list[str] = []

    def _jobs(self, asked: Sequence[tuple[str, str, str]], **more: Any) -> list[dict[str, Any]]:
        return [
            {"job": (k := next(self._numbers)), "table": f"t{k:07d}", "scene": scene, "commands": [one, other], **more}
            for scene, one, other in asked
        ]

    def run(self, races: Sequence[tuple[str, str, str]], how: str) -> None:
        """Run these races. Answers and stored values must be as if one command had been first."""
        jobs = self._jobs(races, race=how)
        asyncio.run(prepare(self._url, jobs, self._templates))
        said = self._two.run([jobs, jobs])
        found = asyncio.run(read_stored(self._url, jobs))
        self._compare(jobs, said, found)

    def _compare(self, jobs: Sequence[dict[str, Any]], said: dict[int, Any], found: dict[str, Any]) -> None:
        self.wrong += [
            f"{job['scene']}: {job['commands']}: {found[job['table']]['impossible']}"
            for job in jobs
            if "impossible" in found[job["table"]]
        ]
        left = list(jobs)
        for attempt in (0, 1):  # first the order in which they were stored, then the other one
            wanted = {}
            for job in left:
                sides = said[job["job"]]
                turned = (sides[0]["stored"] > sides[1]["stored"]) != bool(attempt)
                wanted[job["job"]] = (job["scene"], *(job["commands"][::-1] if turned else job["commands"])), turned
            self._play_in_order({key for key, _ in wanted.values()})
            still = []
            for job in left:
                key, turned = wanted[job["job"]]
                answers = [side["said"][0] for side in said[job["job"]]]
                if (answers[::-1] if turned else answers, found[job["table"]]) != self._in_order[key]:
                    still.append(job)
            left = still
        for job in left:
            sides = said[job["job"]]
            expected = self._in_order[job["scene"], *job["commands"]]
            self.wrong.append(
                f"{job['scene']}: {job['commands']} said {[side['said'][0] for side in sides]}, "
                f"one after the other {expected[0]}; {_difference(found[job['table']], expected[1])}"
            )

    def _play_in_order(self, keys: set[tuple[str, str, str]]) -> None:
        """Run commands one after the other in one process."""
        jobs = self._jobs(sorted(keys - self._in_order.keys()))
        if not jobs:
            return
        asyncio.run(prepare(self._url, jobs, self._templates))
        said = self._two.run([jobs[0::2], jobs[1::2]])
        found = asyncio.run(read_stored(self._url, jobs))
        for job in jobs:
            self._in_order[job["scene"], *job["commands"]] = said[job["job"]][0]["said"], found[job["table"]]


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return the stored values that differ from the expected ones."""
    parts = []
    for name in sorted(found.keys() | expected.keys()):
        one, other = found.get(name, []), expected.get(name, [])
        if one != other:
            parts.append(
                f"{name}: {[row for row in one if row not in other]} for {[row for row in other if row not in one]}"
            )
    return "; ".join(parts)


def test_two_processes_keep_everything_they_acknowledge(
    two: Two,
    migrated_postgres_url: str,
    deep: bool,
    count: Callable[[int, int], int],
    progress: Callable[[str], None],
    record_property: Callable[[str, object], None],
) -> None:
    """Every race is forced once; with `--deep` every pair of commands twenty times, and twenty times without a barrier."""
    races = pairs(deep)
    rounds = Rounds(two, migrated_postgres_url)
    for number in range(count(1, 20)):
        rounds.run(races, "forced")
        if deep:
            dice = random.Random(number)
            turned = [
                (scene, other, one) if dice.random() < 0.5 else (scene, one, other) for scene, one, other in races
            ]
            rounds.run(turned, "free")
            progress("\n".join([f"{number + 1} rounds, {len(rounds.wrong)} wrong", *rounds.wrong]))
    assert not rounds.wrong, f"{len(rounds.wrong)} wrong:\n" + "\n".join(rounds.wrong[:20])
    record_property(
        "told",
        f"{len(races)} races of two processes, {count(1, 20)} forced and {count(0, 20)} free rounds: all is kept",
    )
