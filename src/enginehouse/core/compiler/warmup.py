"""Compile everything once, so that nobody waits for it later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from enginehouse.core import arena
from enginehouse.core.compiler import cache
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.game import Game


@contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of the compile cache: two processes that meet a cold cache would both compile."""
    from filelock import FileLock

    try:
        cache.root().mkdir(parents=True, exist_ok=True, mode=0o700)
        lock: Any = FileLock(cache.root() / "prepare.lock")
    except OSError:
        lock = nullcontext()
    with lock:
        yield


def prepare(game: Game, more: list[tuple[str, Callable[[], None]]] | None = None) -> Iterator[str]:
    """Compile or load all that is compiled of a game, step by step; yields the name of each step when it is done."""
    if not jit_possible():
        return
    arena.random_games(game, game.facts.seats[0], None, 1, 0)
    yield "random play and replays"
    for name, step in more or []:
        step()
        yield name
