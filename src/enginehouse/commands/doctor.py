"""The checks of `enginehouse doctor`: facts for a bug report, and whether this installation works."""

from __future__ import annotations

import platform
import sqlite3
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from enginehouse import __version__
from enginehouse.core.compiler.ready import find_ready
from enginehouse.core.errors import BrokenGame
from enginehouse.core.flags import jit_possible, jit_wanted
from enginehouse.core.judging.learned import FILE
from enginehouse.core.play.arena import play_many, random_game_plain, random_games
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games
from enginehouse.core.sources import cache

PACKAGES = (
    "numpy",
    "numba",
    "llvmlite",
    "msgspec",
    "starlette",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "aiosqlite",
    "asyncpg",
)
"""The packages whose versions are printed."""
OPTIONAL = {"numba", "llvmlite", "asyncpg"}
"""The packages among them without which the installation works, too."""

Finding = tuple[str, str, bool]


def findings() -> Iterator[Finding]:
    """Yield for each fact about the installation its name, its value as text, and whether it is all right."""
    yield "enginehouse", __version__, True
    yield "python", f"{platform.python_version()} ({platform.python_implementation()})", sys.version_info >= (3, 11)
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}", True
    yield "sqlite", sqlite3.sqlite_version, True
    for package in PACKAGES:
        yield package, *_find_version(package)
    yield "compiled rules", *_compiling()
    for name in games.names():
        try:
            yield name, *_plays(name)
            if (missing := missing_weights(games.get(name))) is not None:
                yield name, missing, False
        except BrokenGame as error:
            for fault in error.faults:
                yield name, fault, False


def missing_weights(game: games.Game) -> str | None:
    """Return a sentence for the user if the weights of a game's bots are missing, or `None` if all is well.

    No other check finds this fault: without weights every position looks alike to the bots.
    """
    file = game.folder / FILE
    if not getattr(game.judgement, "LESSONS", ()) or file.is_file():
        return None
    return f"{file} is missing, so its bots know no good from bad; `enginehouse train {game.name}` makes it anew"


def broken_games() -> Iterator[str]:
    """Yield a sentence for each game that cannot be played."""
    for name in games.names():
        try:
            if games.get(name).rules and games.get(name).has("policy"):
                games.get(name).policy  # noqa: B018  (it is read when it is first asked for)
        except BrokenGame as error:
            yield str(error)


def _find_version(package: str) -> tuple[str, bool]:
    try:
        return version(package), True
    except PackageNotFoundError:
        return "not installed", package in OPTIONAL


def _compiling() -> tuple[str, bool]:
    ready = sum(find_ready(play_many, games.get(name)) is not None for name in games.names())
    also = f"; ready libraries: {ready} of {len(games.names())} games" if ready else ""
    if not jit_possible():
        why = "switched off" if not jit_wanted() else "Numba is not installed"
        return f"{why}; {'other ' if ready else ''}rules run in plain Python{also}", True
    try:
        cache.root().mkdir(parents=True, exist_ok=True)
        kept = f"kept in {cache.root()}"
    except OSError:
        kept = f"not kept: {cache.root()} cannot be written"
    return f"on, {kept}{also}", True


def _plays(name: str) -> tuple[str, bool]:
    """Play one game called `name`, compiled if possible, and replay its log.

    Return a sentence about the result, and whether game and replay have worked.
    """
    from enginehouse.bots.players.runs import Run, play_random

    game = games.get(name)
    seats = game.facts.seats[0]
    started = time.perf_counter()
    match = play_random(Run(game, seats, {}, 1, 1, ["random"]), 0)
    seconds = time.perf_counter() - started
    if replay(match.log()).error is not None:
        return "a game does not replay", False
    state, actions = random_game_plain(game, game.option_numbers(seats, None), 1, 0)
    if jit_possible():
        run = random_games(game, seats, None, 1, 1)
        if int(run.actions) != actions or int(run.reasons[0]) != int(state.reason):
            return "compiled and plain rules do not agree", False
    return (
        f"rules {game.facts.rules_version}, {len(match.entries)} actions played and replayed in {seconds:.2f} s",
        True,
    )
