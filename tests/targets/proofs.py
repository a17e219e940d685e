"""Proofs: random games with the SHA-256 of all their final records, which every target has to play alike.

`.venv/bin/python tests/targets/proofs.py` plays them in the arena and writes the files beside this one. Run it after the
rules of a game have changed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.compiler.lowering import NotLowered
from enginehouse.core.compiler.targets.linking import find_linker
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import arena
from enginehouse.core.records.events import events_dtype
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "docs" / "examples"
GAMES = ("connect-four", "great-machine", "mechanation", "mechanica", "mechanical-beast")
FEW, MANY, SEED = 12, 20_000, 7
"""The games of each row, those of `--deep`, and the seed of all runs."""


def has_linker() -> bool:
    """Return whether a shared library can be linked here."""
    try:
        return bool(find_linker(("ld.lld", "ld"), ("ld.lld",)))
    except NotLowered:
        return False


class Row(NamedTuple):
    """A run of random games: the seats, the chosen options and the number of games."""

    seats: int
    options: dict[str, str]
    games: int


PlayMany = Callable[..., int]
"""A function that plays games as `arena.play_many` does."""


def find_game(name: str) -> Game:
    """Return a game of the house, or the example of the documentation."""
    return games.at("connect_four") if name == "connect-four" else games.get(name)


def list_rows(game: Game) -> Iterator[Row]:
    """Yield rows with every number of seats and every choice of every option, then the row of `--deep`."""
    fewest, most = game.facts.seats
    for seats in range(fewest, most + 1):
        yield Row(seats, {}, FEW)
    for option in game.facts.options:
        for choice in option.choices:
            seats = next(n for n in range(most, fewest - 1, -1) if _fits(game, n, {option.name: choice.name}))
            yield Row(seats, {option.name: choice.name}, FEW)
    yield Row(fewest, {}, MANY)


def _fits(game: Game, seats: int, options: dict[str, str]) -> bool:
    try:
        game.option_numbers(seats, options)
    except EnginehouseError:
        return False
    return True


def play_row(game: Game, row: Row, play_many: PlayMany) -> dict[str, Any]:
    """Return the number of actions of a row's games, and the SHA-256 of their final records one after the other."""
    numbers = game.option_numbers(row.seats, row.options)
    states, digest, actions = game.shape.array(2), hashlib.sha256(), 0
    events = np.zeros(1, events_dtype(game.facts.event_size))
    rooms, results = np.zeros(1, arena.ROOM), np.zeros(1, arena.RESULT)
    script = np.zeros(0, arena.ACTION)
    rooms["options"][0, : len(numbers)], rooms["seed"], rooms["bound"] = numbers, SEED, game.facts.length_bound
    for k in range(row.games):
        rooms["first"] = k
        actions += play_many(states, events, rooms, results, script)
        digest.update(states[0].tobytes())
    return {"actions": actions, "sha256": digest.hexdigest()}


def read_proof(name: str) -> list[dict[str, Any]]:
    """Return the rows of a game's file, each with its result."""
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))["runs"]


def write_proof(name: str) -> None:
    """Play the games of a file in the arena, and write it."""
    game = find_game(name)
    play_many = compiled(arena.play_many, game)
    runs = [{**row._asdict(), **play_row(game, row, play_many)} for row in list_rows(game)]
    lines = ",\n  ".join(json.dumps(run) for run in runs)
    head = f'"game": "{name}", "rules": "{game.facts.rules_version}", "seed": {SEED}'
    (HERE / f"{name}.json").write_text(f'{{\n {head},\n "runs": [\n  {lines}\n ]\n}}\n', "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(EXAMPLES))
    for name in sys.argv[1:] or GAMES:
        write_proof(name)
        print(f"written: {name}.json")
