"""Write games of bots as a dataset: two tables (Parquet), a datasheet about their origin, and a description in JSON.

The description (`croissant.json`) is in the format Croissant, so that programs can load the dataset.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl

from enginehouse import __version__
from enginehouse.bots.players.recorded_games import RecordedGames, RecordedSteps, can_record
from enginehouse.bots.players.runs import Row, Run, play_positions, tabulate
from enginehouse.bots.processes import call_in_processes
from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.lab.experiment import hash_sources

SHARD = 10_000
"""The number of games in one file of a table."""
AT_ONCE = 250
"""The number of games that are recorded at once, if the arrays are large enough."""


class Rows(Protocol):
    """The interface of an encoding, which turns views into rows of numbers, as `enginehouse.envs.Layout` does."""

    def rows(self, views: Any) -> Any:
        """Return a two-dimensional array with a row for each view: the numbers that encode the fields of the view.

        `views` is a structured array.
        """

    def row(self, view: Record) -> Any:
        """Return the row of numbers that encodes one view. `view` is a single record, not an array of records."""


class Content(NamedTuple):
    """The optional columns of the table of steps (the actions of all games): legal actions, and observations.

    `create_form` is a function that takes a game and returns the encoding that turns views into rows of numbers.
    Without it the table has no observations.
    """

    legal: bool = True
    create_form: Callable[[Game], Rows] | None = None


class Shard(NamedTuple):
    """A part of a dataset: some successive games, stored in a file with their results and a file with their actions.

    The fields are the number of the first of these games, how many there are, and the part of the file names before
    `.parquet` that differs from shard to shard.
    """

    first: int
    many: int
    end: str

    def name(self, table: str) -> str:
        """Return the name of one of the two files in which this part of a dataset is stored.

        `table` is `games` for the file with the results of its games, or `steps` for the file with their actions.
        """
        return f"{table}{self.end}.parquet"


def list_shards(games: int) -> list[Shard]:
    """Return the shards of a dataset with this many games: some successive games each, in files of their own.

    A dataset of more than `SHARD` games has several shards. Then the name of each file contains the number of its shard
    and the number of all shards.
    """
    firsts = range(0, games, SHARD)
    ends = [""] if len(firsts) == 1 else [f"-{k:05}-of-{len(firsts):05}" for k in range(len(firsts))]
    return [Shard(first, min(SHARD, games - first), end) for first, end in zip(firsts, ends, strict=True)]


def write(
    run: Run,
    folder: Path,
    command: str,
    content: Content = Content(),  # noqa: B008  (it is immutable)
    advance: Callable[[int], object] = lambda many: None,
    jobs: int = 1,
) -> Path:
    """Play a run (a series of games) and write its tables, `README.md` and `croissant.json` into a folder.

    Return the folder. The same run gives the same files. `command` is the command line that made the dataset, for
    `README.md`. `content` has the optional columns of the table of steps (actions). After each shard (some games of the
    run), `advance` is called with the number of its games. `jobs` is the number of processes; the default is 1.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shards, steps = list_shards(run.games), 0
    for shard, many in _write_shards(run, folder, content, shards, jobs):
        steps += many
        advance(shard.many)
    observed = content.create_form is not None
    (folder / "README.md").write_text(describe(run, steps, command, content.legal, observed), encoding="utf-8")
    card = describe_for_machines(run, folder, shards, content)
    (folder / "croissant.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return folder


def _write_shards(
    run: Run, folder: Path, content: Content, shards: list[Shard], jobs: int
) -> Iterator[tuple[Shard, int]]:
    """Write all shards of a run into a folder. A run is a series of games, and a shard is some successive games of it.

    Yield each shard, when it is written, with the number of its steps (actions). `content` has the optional columns,
    and `jobs` is the number of processes.
    """
    if jobs == 1 or len(shards) == 1:
        run.prepare()
        recorder = _create_recorder(run, content)
        for shard in shards:
            yield shard, _write_shard(run, recorder, folder, content, shard)
        return
    calls = [(run.spec(), folder, content, shard) for shard in shards]
    for k, steps in call_in_processes(_write_shard_in_process, calls, jobs):
        yield shards[k], steps


def _write_shard_in_process(spec: tuple[Any, ...], folder: Path, content: Content, shard: Shard) -> int:
    """Write a shard into a folder in a worker process, which caches the run for the next shard.

    `spec` is the run as `Run.spec` returns it, and `content` has the optional columns. Return the number of steps
    (actions).
    """
    global _kept
    if _kept is None:
        run = Run.of(spec)
        run.prepare()
        _kept = run, _create_recorder(run, content)
    return _write_shard(*_kept, folder, content, shard)


_kept: tuple[Run, RecordedGames | None] | None = None
"""The run whose shards this process writes, with its recorder, so that the recorder is compiled only once."""


def _create_recorder(run: Run, content: Content) -> RecordedGames | None:
    """Return an object that plays and records the games of a run (a series of games), if compiled code can record them.

    It records the columns of `content`.
    """
    if not can_record(run):
        return None
    return RecordedGames(run, legal=content.legal, views=content.create_form is not None)


def _write_shard(run: Run, recorder: RecordedGames | None, folder: Path, content: Content, shard: Shard) -> int:
    """Play the games of a shard (some games of a run), and write their files into a folder.

    The table of steps has the columns of `content`. Return the number of steps (actions). `recorder` plays the games
    compiled. Without it they are played in plain Python.
    """
    rows: list[Row] = []
    tables: list[pl.DataFrame] = []
    for played, table in _record(run, recorder, content, shard):
        rows += played
        tables.append(table)
    steps = pl.concat(tables)
    for name, frame in (("games", pl.DataFrame(tabulate(run, rows))), ("steps", steps)):
        aside = folder / f"{shard.name(name)}.part"
        frame.write_parquet(aside)
        aside.replace(folder / shard.name(name))
    return steps.height


def _record(
    run: Run, recorder: RecordedGames | None, content: Content, shard: Shard
) -> Iterator[tuple[list[Row], pl.DataFrame]]:
    """Yield the games of a shard, some at a time, as a list of their results and a table of their steps (actions).

    `content` has the optional columns of that table. The `recorder` plays and records the games in compiled code.
    Without a recorder they are played in plain Python.
    """
    if recorder is None:
        yield from _replay(run, content, shard.first, shard.many)
        return
    form = content.create_form and content.create_form(run.game)
    first, end, at_once = shard.first, shard.first + shard.many, AT_ONCE
    while first < end:
        some = min(at_once, end - first)
        found = recorder.play(first, some)
        if found is not None:
            yield found.rows, _tabulate_steps(run, found, content, form)
            first += some
        elif some > 1:
            at_once = max(1, some // 2)
        else:  # even a single game has more steps than the arrays can hold
            yield from _replay(run, content, first, 1)
            first += 1


def _tabulate_steps(run: Run, found: RecordedSteps, content: Content, form: Rows | None) -> pl.DataFrame:
    """Return the recorded steps of some games as a table with the columns of `content`.

    `form` is the encoding that turns views into rows of numbers. Without it the table has no observations.
    """
    lengths = np.array([row.actions for row in found.rows])
    games = np.repeat([row.game for row in found.rows], lengths)
    numbers = np.arange(len(games)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + 1
    names = np.array(run.game.vocabulary.names, object)
    sitting = np.array([row.bots for row in found.rows], object)
    table: dict[str, Any] = {
        "game": games.astype(np.int64),
        "number": numbers.astype(np.int64),
        "seat": found.seats.astype(np.int64),
        "bot": sitting[np.repeat(np.arange(len(lengths)), lengths), found.seats].tolist(),
        "act": names[found.codes].tolist(),
        "code": found.codes.astype(np.int64),
    }
    if content.legal:
        flat = pl.DataFrame(
            {"step": np.repeat(np.arange(len(games)), found.widths), "legal": found.legal.astype(np.int64)}
        )
        table["legal"] = flat.group_by("step", maintain_order=True).agg("legal")["legal"]
    if form is not None:
        table["observation"] = pl.Series(values=form.rows(found.views).astype(np.int64)).cast(pl.List(pl.Int64))
    return pl.DataFrame(table, schema_overrides=_schema(content))


TYPES: dict[str, Any] = {
    "game": pl.Int64,
    "number": pl.Int64,
    "seat": pl.Int64,
    "bot": pl.String,
    "act": pl.String,
    "code": pl.Int64,
    "legal": pl.List(pl.Int64),
    "observation": pl.List(pl.Int64),
}
"""The types of the columns of a step."""


def _schema(content: Content) -> dict[str, Any]:
    """Return a dict from the name of each column in the table of steps to its Polars type.

    A step is one action of a game. `content` says which of the optional columns the table has.
    """
    left_out = {
        name for name, is_there in (("legal", content.legal), ("observation", content.create_form)) if not is_there
    }
    return {name: type_ for name, type_ in TYPES.items() if name not in left_out}


def _replay(run: Run, content: Content, first: int, many: int) -> Iterator[tuple[list[Row], pl.DataFrame]]:
    """Yield the result and the actions of each of `many` games of a run (a series of games), from number `first` on.

    The result is a list with a single element: the row of the game for the file of results. The actions are a data
    frame with a row for each action, and `content` chooses its optional columns. The games are replayed one at a time,
    in plain Python.
    """
    form = content.create_form and content.create_form(run.game)
    for row, match in play_positions(run, first, many, whole_games=True):
        taken = list(_replay_steps(row, match, content, form))
        yield [row], pl.DataFrame(taken, schema=_schema(content), orient="row")


def _replay_steps(row: Row, match: Any, content: Content, form: Rows | None) -> Iterator[tuple[Any, ...]]:
    """Yield a tuple for each action of a game: a row of the dataset's table of actions.

    `row` is the row of the same game in the table of games, and `match` is the game with its actions. If
    `content.legal` is true, the tuple has the actions that were legal for the seat. `form` is the encoding that turns a
    view into numbers. If it is given, the tuple has the encoded view of the seat before the action.
    """
    moving = Match.new(match.game, match.seats, match.options, match.seed)
    for number, entry in enumerate(match.entries, start=1):
        code = match.game.vocabulary.code(entry.act)
        step: list[Any] = [row.game, number, entry.seat, row.bots[entry.seat], entry.act, code]
        if content.legal:
            step.append(moving.legal(entry.seat))
        if form is not None:
            step.append([int(each) for each in form.row(moving.view(entry.seat))])
        yield tuple(step)
        moving.step(entry)


# -- descriptions ------------------------------------------------------------------------------------------------------

COLUMNS = {
    "game": ("sc:Integer", "the number of the game"),
    "number": ("sc:Integer", "the number of the action in its game, from 1"),
    "seat": ("sc:Integer", "the seat that acted"),
    "bot": ("sc:Text", "the bot on this seat"),
    "act": ("sc:Text", "the name of the action"),
    "code": ("sc:Integer", "the number of the action's name"),
    "legal": ("sc:Integer", "the codes of all legal actions of the seat"),
    "observation": ("sc:Integer", "the view of the seat before the action, as `enginehouse.envs.Layout` lays it out"),
}
"""The type and the meaning of each column of the table of steps."""


def describe_for_machines(run: Run, folder: Path, shards: list[Shard], content: Content) -> dict[str, Any]:
    """Return a description of the dataset in the format Croissant 1.0, which search engines and dataset hubs read.

    The result is a dict for JSON. The files of the shards must be in `folder` already, because the description has
    their hashes.
    """
    facts = run.game.facts
    files = [
        {
            "@type": "cr:FileObject",
            "@id": shard.name(table),
            "name": shard.name(table),
            "contentUrl": shard.name(table),
            "encodingFormat": "application/vnd.apache.parquet",
            "sha256": hashlib.sha256((folder / shard.name(table)).read_bytes()).hexdigest(),
        }
        for table in ("games", "steps")
        for shard in shards
    ]
    sets = [
        {
            "@type": "cr:FileSet",
            "@id": f"{table}-files",
            "name": f"{table}-files",
            "encodingFormat": "application/vnd.apache.parquet",
            "includes": f"{table}*.parquet",
        }
        for table in ("games", "steps")
    ]
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"steps/{name}",
            "name": name,
            "description": COLUMNS[name][1],
            "dataType": COLUMNS[name][0],
            **({"repeated": True} if name in ("legal", "observation") else {}),
            "source": {"fileSet": {"@id": "steps-files"}, "extract": {"column": name}},
        }
        for name in _schema(content)
    ]
    return {
        "@context": {
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
            "conformsTo": "http://purl.org/dc/terms/conformsTo",
            "column": "cr:column",
            "data": {"@id": "cr:data", "@type": "@json"},
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "extract": "cr:extract",
            "field": "cr:field",
            "fileObject": "cr:fileObject",
            "fileSet": "cr:fileSet",
            "includes": "cr:includes",
            "recordSet": "cr:recordSet",
            "repeated": "cr:repeated",
            "source": "cr:source",
        },
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"{facts.name}-games",
        "description": f"{run.games} games of {facts.title} with {run.seats} seats, played by bots.",
        "license": "https://spdx.org/licenses/MIT.html",
        "version": f"{__version__}+rules.{facts.rules_version}",
        "distribution": [*files, *sets],
        "recordSet": [{"@type": "cr:RecordSet", "@id": "steps", "name": "steps", "field": fields}],
    }


def describe(run: Run, steps: int, command: str, legal: bool, observed: bool) -> str:
    """Return the datasheet of the dataset, which answers the questions of "Datasheets for Datasets" (Gebru, 2021).

    `steps` is the number of steps of all games, and `command` the command line that wrote the dataset. `legal` and
    `observed` say whether the optional columns are there.
    """
    facts = run.game.facts
    options = ", ".join(f"{name}={choice}" for name, choice in run.game.check_options(run.options).items()) or "none"
    columns = ["game", "number", "seat", "bot", "act", "code"]
    columns += [name for name, is_there in (("legal", legal), ("observation", observed)) if is_there]
    listed = "\n".join(f"- `{name}`: {COLUMNS[name][1]}" for name in columns)
    return f"""# Games of {facts.title}

## Purpose

You can use these games to train and to test programs that play, predict or explain games. Every fact about each game is known.

## Content

{run.games} games of {run.seats} seats, {steps} actions. Bots played all of them. The data contain no information about people.

`games.parquet` has a row for each game: its number, its seed (64 hexadecimal digits), the number of actions, the clause of the rulebook that ended it, and by seat the bot, the score, the rank (1 is best) and the share of the win.

`steps.parquet` has a row for each action:

{listed}

Large tables are several files, `games-00000-of-00100.parquet` and so on. If several seats are asked at once, their actions stand in the order in which they were played, and no seat saw the actions of the others. A view has the facts that a seat may know about the position, but not everything that it could remember.

## Origin

- `{command}`
- Enginehouse {__version__}, {facts.name}, rules {facts.rules_version}, options {options}, sources {hash_sources(run.game)}
- bots by seat: {", ".join(run.bot(seat) for seat in range(run.seats))}{"; they move on by one seat from game to game" if run.swap else ""}; seed {run.seed}
- Python {sys.version.split()[0]}

The same command with the same version gives the same files. No game was left out, changed or labelled by hand. You can replay each game from its options, its seed and its actions.

## Limits

The games show how these bots play, which is not how people play. Games of one dataset have different deals. Games of another dataset with the same seed have the same deals: compare them in pairs, and do not use one for training and the other for testing.

## Licence

MIT, as Enginehouse. Its CITATION.cff says how to cite it.
"""
