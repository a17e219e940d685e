"""Games of bots as a dataset: two tables (Parquet) and a datasheet about their content and origin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from enginehouse import __version__
from enginehouse.bots.players.runs import Row, Run, play_positions, tabulate
from enginehouse.core.play.match import Match
from enginehouse.lab.experiment import hash_sources

Observe = Callable[[Any], list[int]]
"""A function that returns a view as a row of numbers."""
CHUNK = 100


def write(run: Run, folder: Path, command: str, observe: Observe | None = None, told: Any = None) -> Path:
    """Play a run and write `games.parquet`, `steps.parquet` and `README.md`. Return the folder.

    The same run gives the same files. With `observe` each step has the view of its seat before it. `told` is called
    with the number of played games.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    steps: list[pl.DataFrame] = []
    run.prepare()
    for first in range(0, run.games, CHUNK):
        many = min(CHUNK, run.games - first)
        played = list(play_positions(run, first, many, whole_games=True))
        rows += [row for row, _ in played]
        taken = [step for row, match in played for step in _steps(row, match, observe)]
        steps.append(pl.DataFrame(taken, schema=_schema(observe), orient="row"))
        if told is not None:
            told(many)
    pl.DataFrame(tabulate(run, rows)).write_parquet(folder / "games.parquet")
    table = pl.concat(steps)
    table.write_parquet(folder / "steps.parquet")
    (folder / "README.md").write_text(datasheet(run, table.height, command, observe is not None), encoding="utf-8")
    return folder


def _schema(observe: Observe | None) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "game": pl.Int64,
        "number": pl.Int64,
        "seat": pl.Int64,
        "bot": pl.String,
        "act": pl.String,
        "code": pl.Int64,
        "legal": pl.List(pl.Int64),
    }
    return schema if observe is None else {**schema, "observation": pl.List(pl.Int64)}


def _steps(row: Row, match: Any, observe: Observe | None) -> Iterator[tuple[Any, ...]]:
    """Yield each action of a game with the legal actions, and the view of its seat before it."""
    moving = Match.new(match.game, match.seats, match.options, match.seed)
    for number, entry in enumerate(match.entries, start=1):
        legal = moving.legal(entry.seat)
        seen = () if observe is None else (observe(moving.view(entry.seat)),)
        yield (
            row.game,
            number,
            entry.seat,
            row.bots[entry.seat],
            entry.act,
            match.game.vocabulary.code(entry.act),
            legal,
            *seen,
        )
        moving.step(entry)


def datasheet(run: Run, steps: int, command: str, observed: bool) -> str:
    """Return the datasheet, by the questions of "Datasheets for Datasets" (Gebru and others, 2021)."""
    facts = run.game.facts
    options = ", ".join(f"{name}={choice}" for name, choice in run.game.check_options(run.options).items()) or "none"
    seen = (
        "\n- `observation`: what the seat saw before it, as `enginehouse.envs.Layout` lays it out" if observed else ""
    )
    return f"""# Games of {facts.title}

## Why it was made

To learn and to test programs that play, or that say something of a game, on games of which everything is known.

## What is in it

{run.games} games of {run.seats} seats, {steps} actions; no people have played, and nothing in it is about people.

`games.parquet` has a row for each game: its number, its seed (64 hexadecimal digits), how many actions it had, the clause of the rulebook that ended it, and by seat the bot, score, rank (1 is best) and share of the win.

`steps.parquet` has a row for each action:

- `game`, `number` (from 1), `seat`, `bot`
- `act` by name, `code` by number
- `legal`: the codes of all actions that the seat might have chosen{seen}

Several seats may be asked at once; their actions stand in the order in which they were played, and no seat saw those of the others. A view is what a seat may know of the position, not all that it could remember.

## How it was made

- `{command}`
- Enginehouse {__version__}, {facts.name}, rules {facts.rules_version}, options {options}, sources {hash_sources(run.game)}
- bots by seat: {", ".join(run.bot(seat) for seat in range(run.seats))}{"; they move on by one seat from game to game" if run.swap else ""}; seed {run.seed}

The same command with the same version gives the same files. Nothing was left out, cleaned or labelled by hand. Any game can be had whole from its row, since it is its options, its seed and its actions.

## What it is good for, and what not

It shows how these bots play, which is not how people do. Two games of a file have different deals, and are independent but for the bots; games of the same seed by other bots have the same deals, so they are to be compared pair by pair, and not to be split between learning and testing.

## Licence

MIT, as Enginehouse; CITATION.cff there says how to cite it.
"""
