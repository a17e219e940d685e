"""Compile all code of a game once, so that later starts do not wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

from enginehouse.core.compiler.ready import can_compile
from enginehouse.core.play import arena
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache


@contextmanager
def alone() -> Iterator[None]:
    """Wait for other processes that compile, and keep them waiting until the `with` block ends.

    Without this lock of the folder of compiled code, two processes that find the folder empty would both compile the
    same code. If the folder cannot be written, there is no lock.
    """
    from filelock import FileLock

    with ExitStack() as held:
        with suppress(OSError):
            cache.root().mkdir(parents=True, exist_ok=True, mode=0o700)
            held.enter_context(FileLock(cache.root() / "prepare.lock"))
        yield


def prepare(game: Game, more: list[tuple[str, Callable[[], None]]] | None = None) -> Iterator[str]:
    """Compile all code of a game, or load it from files, step by step.

    Yield the name of each step when it is done. `more` has further steps, each as a pair of its name and its function.
    """
    if not can_compile(arena.play_many, game):
        return
    arena.random_games(game, game.facts.seats[0], None, 1, 0)
    yield "random play and replays"
    for name, step in more or []:
        step()
        yield name
