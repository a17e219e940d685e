"""Play an experiment in pieces: units of work with some games of one variant.

The result of a piece depends on its parameters only. So pieces can be played in any order and by any process. A piece
that is played twice gives the same file.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from enginehouse.bots.players.runs import Row, play_positions, play_rows, start_match, tabulate
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.lab.experiment import Experiment, Variant
from enginehouse.lab.findings.leads import can_judge
from enginehouse.lab.findings.subjects import list_part_measures
from enginehouse.lab.findings.tension import SWINGS, measure_tension
from enginehouse.lab.measures import USES, Measure, dealt, find_measure

SIZE = 100
"""The number of games of a piece.

It never changes, because the content of files depends on it, and the points at which a run can stop.
"""


SWING_ROWS = pl.List(
    pl.Struct(
        {
            "seat": pl.Int64,
            "what": pl.String,
            "part": pl.String,
            "entry": pl.Int64,
            "chosen": pl.Float64,
            "luck": pl.Float64,
        }
    )
)
"""The type of the column of rows that `measure_tension` returns, also if there are no rows."""


class WorkUnit(NamedTuple):
    """A unit of work, called a piece: some successive games of a variant, and the folder for the file with them.

    `variant` is the number of the variant in the experiment, `first` the number of the first game, and `games` the
    number of games.
    """

    experiment: Experiment
    variant: int
    first: int
    games: int
    folder: str

    @property
    def file(self) -> Path:
        """Return the path of the file with the results of the games in this unit of work."""
        return Path(self.folder) / f"{self.variant:03}-{self.first:08}-{self.games}.parquet"


class RunContext(NamedTuple):
    """The objects that a process needs to play games of a variant of an experiment.

    `run` plays the games: it has the variant's game, options and bots. `measures` are the functions that note facts of
    each game for the experiment.
    """

    experiment: Experiment
    variant: Variant
    run: Any
    measures: list[Measure]


@lru_cache(maxsize=8)
def prepare_place(experiment: Experiment, number: int) -> RunContext:
    """Return the objects that a process needs to play games of variant `number` of an experiment.

    They include the experiment's measures, which are functions that note facts of each game. The function compiles the
    rules of the variant. Each process caches the latest results.
    """
    experiment.open_code()
    variant = experiment.variants[number]
    run = experiment.make_run(variant)
    run.prepare()
    return RunContext(experiment, variant, run, [find_measure(name, run.game) for name in experiment.list_measures()])


def run(piece: WorkUnit) -> Path:
    """Play the games of a piece (some games of one variant) and write their file, unless it exists. Return its path."""
    if not piece.file.exists():
        keep(piece, play_piece(piece))
    return piece.file


def play_piece(piece: WorkUnit) -> bytes:
    """Play the games of a piece (unit of work), and return the content of its file as bytes.

    The content is the same on any machine.
    """
    out = io.BytesIO()
    play_frame(prepare_place(piece.experiment, piece.variant), piece.first, piece.games).write_parquet(out)
    return out.getvalue()


def keep(piece: WorkUnit, content: bytes) -> None:
    """Write `content`, the results of a piece (unit of work), into the file of this piece.

    The content is first written under another name. The file is renamed when it is complete.
    """
    piece.file.parent.mkdir(parents=True, exist_ok=True)
    aside = piece.file.with_suffix(f".{os.getpid()}.part")
    aside.write_bytes(content)
    aside.replace(piece.file)


def play_frame(place: RunContext, first: int, games: int) -> pl.DataFrame:
    """Play `games` games of a variant from number `first` on, and return a table with a row for each.

    `place` is the result of `prepare_place` for the variant. If the setting `only` of the experiment names a card (or
    other piece), play only the games in which a seat is dealt this card.
    """
    runs = [(first, games)] if not place.experiment.only else [(k, 1) for k in _with_it(place, first, games)]
    rows: list[Row] = []
    more: list[dict[str, Any]] = []
    whole = any(measure.wants_match for measure in place.measures)
    for begin, many in runs:
        if not place.measures:
            rows += play_rows(place.run, begin, many)
            continue
        for row, position in play_positions(place.run, begin, many, whole_games=whole):
            rows.append(row)
            more.append(_measure(place, position))
    if any(one.keys() != more[0].keys() for one in more[1:]):
        raise Unreadable("a measure must return the same names for every game")
    frame = _make_frame(place, rows, {name: [one[name] for one in more] for name in (more[0] if more else ())})
    return frame.join(sample, on="game", how="left") if (sample := _measure_sample(place, frame)) is not None else frame


def _measure_sample(place: RunContext, frame: pl.DataFrame) -> pl.DataFrame | None:
    """Measure the tension of some games in the table `frame`. Return a table with a row for each measured game.

    Tension is how much the chances of winning change in a game. `place` has the parameters of a variant. The variant's
    games are played in groups of `SIZE`, and `frame` has the games of such a group. The same number of games is
    measured in each group, preferably games in which a seat used the card or other piece that the experiment studies.
    Return no table if `frame` is empty, if the experiment measures no tension, or if its game has no function that
    judges positions.
    """
    experiment, part = place.experiment, place.experiment.find_subject()
    many = math.ceil(experiment.sample / math.ceil(experiment.games / SIZE))
    if not many or not can_judge(place.run.game):
        return None
    about = [measure for measure in place.measures if measure.name in list_part_measures(place.run.game)]
    numbers = _choose_sample(frame, part)[:many]
    rows = []
    for k in numbers:
        ((_, match),) = play_positions(place.run, k, 1, whole_games=True)
        assert isinstance(match, Match)
        notes: dict[str, Any] = {}
        for measure in about:
            notes |= measure.function(match)
        rows.append({"game": k, **_split(place, "tension", measure_tension(match, notes.get("parts", ())))})
    return pl.DataFrame(rows, schema_overrides={"game": frame.schema["game"], SWINGS: SWING_ROWS}) if rows else None


def _choose_sample(frame: pl.DataFrame, part: str) -> list[int]:
    """Return the numbers of the games in the table `frame`, in the order in which they are chosen for the sample.

    First come the games in which a seat used the card or other piece `part`, then those in which a seat had it, and
    then all other games.
    """
    lists = [name for name, kind in frame.schema.items() if kind == pl.List(pl.String)]
    used = [name for name in lists if name.rpartition("_")[0] in USES]
    found: list[int] = []
    for names in (used, lists):
        if part and names:
            has = pl.any_horizontal(pl.col(name).list.contains(part) for name in names)
            found += frame.filter(has)["game"].to_list()
    return list(dict.fromkeys([*found, *frame["game"].to_list()]))


def _with_it(place: RunContext, first: int, games: int) -> list[int]:
    """Return the numbers of the games in which a seat is dealt the card or other piece in the setting `only`.

    `place` has the experiment with this setting. The function makes the deals (random setups) of the first variant for
    `games` games, from number `first` on, and looks for the card in them.
    """
    experiment = place.experiment
    run, only = experiment.make_run(experiment.variants[0]), experiment.only
    found = dealt(run.game)
    assert found is not None
    return [k for k in range(first, first + games) if any(only in words for words in found(start_match(run, k)[0]))]


def _measure(place: RunContext, position: Any) -> dict[str, Any]:
    """Return a dict with the values of all measures of one game by name.

    `place` has the measures. `position` is the end of the game, or the whole match if a measure needs it. If a measure
    has a value for each seat, the dict has a name for each seat, such as `mattered_0`.
    """
    found: dict[str, Any] = {}
    for measure in place.measures:
        found |= _split(place, measure.name, measure.function(position))
    return found


def _split(place: RunContext, measure: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a measure as columns by name.

    A list with values by seat becomes a column for each seat, such as `mattered_0`. `measure` is the name of the
    measure, for errors. `place` has the run. Raise `Unreadable` if a list has another length than the run's number of
    seats.
    """
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, tuple):
            found[name] = [dict(row) for row in value]
        elif isinstance(value, list):
            if len(value) != place.run.seats:
                raise Unreadable(f"{measure}: {name} has {len(value)} values for {place.run.seats} seats")
            found |= {f"{name}_{seat}": one for seat, one in enumerate(value)}
        else:
            found[name] = value if isinstance(value, bool) else float(value)
    return found


def _make_frame(place: RunContext, rows: list[Row], more: dict[str, list[Any]]) -> pl.DataFrame:
    table = {"variant": [place.variant.number] * len(rows), **tabulate(place.run, rows), **more}
    types = {name: _type(values) for name, values in more.items() if isinstance(values[0], list)}
    return pl.DataFrame(table, schema_overrides=types)


def _type(values: list[list[Any]]) -> pl.List:
    """Return the Polars type of a column with these lists: a list of texts, or a list of rows (dicts) with their types.

    `values` has the list of each game. The elements are texts, such as titles of cards, or dicts with equal keys.
    """
    row = next((one for value in values for one in value if isinstance(one, dict)), None)
    if row is None:
        return pl.List(pl.String)
    kinds = {int: pl.Int64, float: pl.Float64, str: pl.String}
    return pl.List(pl.Struct({name: kinds[type(one)] for name, one in row.items()}))
