"""Run an experiment: play its games in portions until there are enough, then write a result.

A stopped run continues where it stopped.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import msgspec
import polars as pl

from enginehouse import __version__
from enginehouse.bots.training.train import learn_anew
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.lab import results, sequences
from enginehouse.lab.experiment import Experiment, hash_sources
from enginehouse.lab.on_ray import on_ray
from enginehouse.lab.pieces import SIZE, WorkUnit, prepare_place
from enginehouse.lab.submitting import Submit, in_processes

ROUND = 5
"""With `until`, the number of pieces of each variant between two checks."""


class RunProgress:
    """An observer of the progress of an experiment or of a search.

    Its methods have no effect. Override them in a subclass.
    """

    def begin(self, games: int, done: int) -> None:
        """Receive the maximum number of games, and the number `done` of games that are stored already."""

    def note_played(self, games: int) -> None:
        """Receive the number of games that were just played."""


def name_folder(experiment: Experiment, name: str, below: Path) -> Path:
    """Return the path of the folder for the result of an experiment. It lies in the folder `below`.

    The folder's name begins with `name`, and ends with letters that change if the experiment, the rules or the bots
    change.
    """
    return below / f"{name}-{experiment.identity()}"


def carry_out(
    experiment: Experiment,
    folder: Path | str = "results/experiment",
    jobs: int = 1,
    told: RunProgress | None = None,
    on: str = "",
) -> results.Result:
    """Play an experiment, write its result into a folder and return it. Stored games are not played again.

    `jobs` is the number of processes on this machine that play the games. If `on` is not "", a cluster of Ray plays
    them, and `on` is its address (see `on_ray`). The methods of the observer `told` are called as games are played.
    """
    path = Path(folder)
    submit = on_ray(on, jobs) if on else in_processes(jobs)
    experiment = learn_variants(experiment, path)
    _prepare_variants(experiment)
    return submit_experiment(experiment, path, submit, told)


def submit_experiment(
    experiment: Experiment, folder: Path, submit: Submit, progress: RunProgress | None = None
) -> results.Result:
    """Play an experiment with your own function `submit`, which plays units of work (see `submitting`).

    Write the result into a folder and return it. Stored games are not played again. The methods of the observer
    `progress` are called as games are played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _play_rounds(learn_variants(experiment, folder), folder, submit, progress or RunProgress())
    return results.Result.load(folder)


def learn_variants(experiment: Experiment, folder: Path) -> Experiment:
    """Return a copy of the experiment with weights that its bots have learned anew on each variant.

    If the experiment does not have the setting `relearn`, or if it has such weights already, return it unchanged. The
    bots judge positions by these weights. The training games are those of `enginehouse train`, with the seats and
    options of the variant. The positions from them are stored in `folder`, so that a run that continues does not play
    them again.
    """
    if not experiment.relearn or experiment.learned:
        return experiment
    experiment.open_code()
    found: dict[str, list[list[int]]] = {}
    for variant in experiment.variants:
        run = experiment.make_run(variant)
        learned = learn_anew(
            run.game, run.seats, run.options, float(experiment.relearn), experiment.seed, folder / "lessons"
        )
        found[str(variant.number)] = [list(bank) for bank in learned.banks]
    return msgspec.structs.replace(experiment, learned=found)


def _prepare_variants(experiment: Experiment) -> None:
    """Compile the rules of all variants of an experiment once, so that worker processes find them in the cache."""
    for variant in experiment.variants:
        prepare_place(experiment, variant.number)


def _play_rounds(experiment: Experiment, folder: Path, submit: Submit, progress: RunProgress) -> None:
    parts, variants = str((folder / "pieces").resolve()), range(len(experiment.variants))
    rounds = _rounds(experiment)
    progress.begin(
        experiment.games * len(variants),
        sum(
            piece.games
            for many in rounds
            for piece in _pieces(experiment, variants, many, parts)
            if piece.file.exists()
        ),
    )
    done: list[WorkUnit] = []
    for many in rounds:
        wanted = _pieces(experiment, variants, many, parts)
        for piece in submit([piece for piece in wanted if not piece.file.exists()]):
            progress.note_played(piece.games)
        done += wanted
        if experiment.until and is_narrow_enough(experiment, join_pieces(done)):
            break
    table = join_pieces(done).sort("variant", "game")
    write(experiment, folder, table)


def join_pieces(pieces: list[WorkUnit]) -> pl.DataFrame:
    """Return the games of all pieces as one table. Columns that a piece does not have are filled with nulls.

    A piece is a file with some games. Raise `Unreadable` if no piece has a game.
    """
    tables = [table for piece in pieces if (table := pl.read_parquet(piece.file)).height]
    if not tables:
        raise Unreadable("no game was played: no seat is dealt the word of `only` in these games")
    return pl.concat(tables, how="diagonal_relaxed")


def _rounds(experiment: Experiment) -> list[range]:
    """Return a list of the rounds of play. After each round, the run may stop if its results are exact enough.

    In a round, some units of work are played, each with at most `SIZE` successive games. A round is a range with a
    number for each unit: the number of the unit's first game. There is only one round if the experiment cannot stop
    before its last game.
    """
    firsts = range(0, experiment.games, SIZE)
    many = ROUND if experiment.until else len(firsts)
    return [firsts[k : k + many] for k in range(0, len(firsts), many)]


def _pieces(experiment: Experiment, variants: range, firsts: range, parts: str) -> list[WorkUnit]:
    """Return a list of units of work: a unit for each number in `firsts` and each variant in `variants`.

    A unit is some successive games of a variant of the experiment, and the number in `firsts` is that of its first
    game. `parts` is the folder for the files of the units.
    """
    sizes = {first: min(SIZE, experiment.games - first) for first in firsts}
    return [WorkUnit(experiment, k, first, size, parts) for first, size in sizes.items() for k in variants]


def is_narrow_enough(experiment: Experiment, table: pl.DataFrame) -> bool:
    """Return whether the confidence interval of every win share in a table of games is narrow enough.

    The setting `until` of the experiment is the largest allowed distance from a share to an end of its interval. If the
    function returns True, the run may stop.
    """
    wins = [name for name in table.columns if name.startswith("win_")]
    for _, part in table.sort("variant", "game").group_by("variant", maintain_order=True):
        for name in wins:
            found = sequences.share(part[name].to_list())
            if max(found.high - found.value, found.value - found.low) > experiment.until:
                return False
    return True


def write(experiment: Experiment, folder: Path, table: pl.DataFrame) -> None:
    """Write a result into a folder: its games (Parquet), and its description (JSON).

    The same experiment gives the same files.
    """
    game = games.find_or_create(experiment.game)
    made = {
        "experiment": msgspec.to_builtins(msgspec.structs.replace(experiment, folders={})),
        "game": game.name,
        "rules": game.facts.rules_version,
        "sources": hash_sources(game),
        "enginehouse": __version__,
        "variants": [[list(change) for change in variant.changes] for variant in experiment.variants],
        "games": table.height,
    }
    table.write_parquet(folder / "games.parquet")
    (folder / "result.json").write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
    how = {"command": shlex.join(sys.argv), "python": sys.version.split()[0]}
    (folder / "made.json").write_bytes(msgspec.json.format(msgspec.json.encode(how), indent=1) + b"\n")
