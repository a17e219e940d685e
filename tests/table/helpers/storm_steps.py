"""Helpers of the tests of storms: the tables, and the conditions that they wait for."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Sequence
from functools import partial

from nursery import Forked
from storm import Storm

KINDS = [
    ("great-machine", 3, 0),
    ("great-machine", 1, 2),
    ("mechanation", 2, 1),
    ("mechanation", 1, 2),
    ("mechanica", 2, 1),
    ("mechanical-beast", 2, 1),
    ("switchyard", 3, 1),
    ("switchyard", 2, 0),
]
FEW = [KINDS[0], KINDS[2], KINDS[4], KINDS[5], KINDS[6]]
WINDOW_MS, BEAT_MS = 250, 30
SEED = int(os.environ.get("ENGINEHOUSE_STORM", "1"))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(so: Callable[[], bool], seconds: float) -> bool:
    """Whether something comes true in time."""
    deadline = time.monotonic() + seconds
    while not so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def so_many_acknowledged(storm: Storm, many: int) -> bool:
    """Whether so many requests were acknowledged; or something went wrong, and nothing is to be waited for."""
    return storm.yes >= many or bool(storm.faults)


def attempts_at(storm: Storm, table: str) -> int:
    """How often somebody has tried to act at a table."""
    return sum(len(player.attempts) for player in storm.tables[table])


def goes_on(storm: Storm, table: str, before: int) -> bool:
    """Whether somebody has tried to act at a table since then, or its game is over."""
    return table in storm.over or attempts_at(storm, table) > before


def begun(storm: Storm, kinds: Sequence[tuple[str, int, int]]) -> None:
    """A table of each kind, with people at it."""
    storm.begin(kinds)
    assert wait_for(lambda: len(storm.tables) == len(kinds), 60), storm.faults


def so_much_more(storm: Storm, many: int, when: str) -> None:
    """Wait until so many more requests are acknowledged."""
    assert wait_for(partial(so_many_acknowledged, storm, storm.yes + many), 60), f"nothing goes on {when}"
    assert not storm.faults, storm.faults


def thinks_apart(server: Forked) -> bool:
    """Whether a process for bots is there."""
    return bool(server.workers)


def all_go_on(storm: Storm, seconds: float) -> None:
    """Wait until somebody has acted at each table whose game is not over."""
    had = {table: attempts_at(storm, table) for table in list(storm.tables) if table not in storm.over}
    for table, attempts in had.items():
        assert wait_for(partial(goes_on, storm, table, attempts), seconds), f"{table} does not go on"
