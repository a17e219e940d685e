"""Play many games of bots for `enginehouse simulate` and other commands, and describe the results."""

from __future__ import annotations

import csv
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from math import isfinite
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from enginehouse.bots.players.runs import Row, play_games, tabulate
from enginehouse.bots.players.runs import Run as Run
from enginehouse.core.compiler.ready import can_compile
from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play import warmup as preparing
from enginehouse.core.play.arena import play_many
from enginehouse.core.play.match import check_log
from enginehouse.core.play.receipts import Receipt
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.words import estimates

CHUNK = 500
"""The number of random games between two steps of the progress bar."""


def read_options(given: tuple[str, ...]) -> dict[str, str]:
    """Return a dict of the choices of options by name, from texts of the form `name=choice`."""
    found = {}
    for one in given:
        name, sign, choice = one.partition("=")
        if not sign:
            raise Unreadable(f"an option is written name=choice, not {one!r}")
        found[name.strip()] = choice.strip()
    return found


@contextmanager
def progress_bar(title: str, total: int, shown: bool) -> Iterator[Any]:
    """Show a progress bar with this title on the terminal until the block ends, or no bar if `shown` is false.

    `total` is the number of steps. Yield a function by which the caller reports a number of further finished steps.
    """
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not shown) as bar:
        task = bar.add_task(title, total=total)
        yield lambda steps=1, text=None, total=total: bar.update(
            task, advance=steps, description=text or title, total=total
        )


Bots = list[tuple[str, Callable[[], None]]]


def prepare_all(games: list[Game]) -> bool:
    """Compile these games and their bots, with a progress bar. Return False if this machine does not compile rules."""
    if not any(can_compile(play_many, game) for game in games):
        return False
    from enginehouse.bots.players import greedy, levels

    with preparing.alone(), progress_bar("compiling", 3 * len(games), True) as advance:
        for game in games:
            advance(0, f"compiling {game.name}")
            steps: Bots = [("greedy bot", partial(greedy.prepare, game)), ("search", partial(levels.prepare, game))]
            for name in preparing.prepare(game, steps):
                advance(1, f"compiling {game.name}: {name}")
    return True


# -- simulate ----------------------------------------------------------------------------------------------------------


class Files:
    """The three files into which a command writes games of bots. Each of them is optional.

    `out` gets the log of each game as a line, `stats` a CSV row for each game, and `actions` a CSV row for each action.
    """

    def __init__(self, out: Path | None = None, stats: Path | None = None, actions: Path | None = None) -> None:
        self.out, self.stats, self.actions = out, stats, actions
        self.needs_logs = out is not None or actions is not None
        """Whether the files need the actions of each game."""

    def __enter__(self) -> Files:
        with ExitStack() as opened:
            self._logs, self._games, self._steps = (
                opened.enter_context(path.open("w", encoding="utf-8", newline="")) if path is not None else None
                for path in (self.out, self.stats, self.actions)
            )
            self._open = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def add(self, run: Run, row: Row, log: logs.Log | None) -> None:
        """Write a game into the files. `run` describes the games of the command, and `row` is the result of this game.

        `log` is the log of the game. If the files need no logs, it may be None.
        """
        if self._games is not None:
            table = tabulate(run, [row])
            self._lines(self._games, row.game, list(table), [[column[0] for column in table.values()]])
        if log is not None and self._logs is not None:
            self._logs.write(logs.write(log, line=True))
        if log is not None and self._steps is not None:
            steps = [(row.game, k, e.seat, row.bots[e.seat], e.act) for k, e in enumerate(log.entries, start=1)]
            self._lines(self._steps, row.game, ["game", "number", "seat", "bot", "act"], steps)

    def _lines(self, file: TextIO, number: int, head: list[str], lines: Iterable[Sequence[Any]]) -> None:
        """Write lines of CSV into a file, below the header `head` if this is game 0.

        `number` is the number of the game.
        """
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([head, *lines] if number == 0 else lines)


def simulate(run: Run, files: Files | Path | None = None, progress: bool = False, jobs: int = 1) -> dict[str, Any]:
    """Play the games of a run (a series of games) and return the results, as `describe_results` does.

    `files` has the files to write. If it is a path, only the logs are written there, one per line. `progress` shows a
    progress bar. `jobs` is the number of processes that play; it does not change the games and the files. The seconds
    in the results are the time for playing, without compiling.
    """
    wanted = files if isinstance(files, Files) else Files(files)
    rows: list[Row] = []
    run.prepare()
    seconds, began = 0.0, time.perf_counter()
    with progress_bar(f"playing {run.game.name}", run.games, progress) as advance, wanted:
        for found, spent in _parts(run, wanted.needs_logs, min(jobs, run.games)):
            seconds += spent
            for row, log in found:
                rows.append(row)
                wanted.add(run, row, log)
            advance(len(found))
    return describe_results(run, rows, seconds if jobs == 1 else time.perf_counter() - began)


Part = tuple[list[tuple[Row, "logs.Log | None"]], float]
"""Consecutive games of a run, with the seconds that they took."""


def _parts(run: Run, with_logs: bool, jobs: int) -> Iterator[Part]:
    """Play the games of a run in groups, and yield each group, in order, with the seconds that it took.

    A run is a series of games, and a group is some successive games of it. If `with_logs` is true, the games have their
    logs. `jobs` is the number of processes.
    """
    at_once = CHUNK if run.only_random and not with_logs else 1
    if jobs > 1:
        at_once = max(1, min(CHUNK, run.games // (8 * jobs)))
    parts = [(first, min(at_once, run.games - first)) for first in range(0, run.games, at_once)]
    if jobs == 1:
        yield from (_play_part(run, first, many, with_logs) for first, many in parts)
        return
    # Processes are not forked, because a fork of a process with threads may hang.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin_job, (run.spec(),)) as pool:
        waiting = [pool.submit(_job, first, many, with_logs) for first, many in parts]
        try:
            for one in waiting:
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _play_part(run: Run, first: int, many: int, with_logs: bool) -> Part:
    began = time.perf_counter()
    found = list(play_games(run, first, many, with_logs=with_logs))
    return found, time.perf_counter() - began


_run_of_job: Run
"""The run that this process plays a part of."""


def _begin_job(spec: tuple[Any, ...]) -> None:
    global _run_of_job
    _run_of_job = Run.of(spec)
    _run_of_job.prepare()


def _job(first: int, many: int, with_logs: bool) -> Part:
    return _play_part(_run_of_job, first, many, with_logs)


def describe_results(run: Run, rows: list[Row], seconds: float) -> dict[str, Any]:
    """Return the results of a run (a series of games) as a dict for JSON.

    The dict has the parameters of the run, the number of games, the number of actions, the seconds, the mean scores by
    seat, and the lengths of games. `ends` counts the games by the name of the rulebook clause that ended them, such as
    "GM-4.2". `by_seat` (a list) and `by_bot` (a dict) have the mean win share and the mean score. `rows` are the
    finished games, and `seconds` is the time they took.
    """
    actions = [row.actions for row in rows]
    ends = Counter(row.reason for row in rows)
    places = [(row, seat) for row in rows for seat in range(run.seats)]
    by_seat = [_result([one for one in places if one[1] == seat]) for seat in range(run.seats)]
    return {
        "game": run.game.name,
        "seats": run.seats,
        "options": run.game.check_options(run.options),
        "bots": [run.bot(seat) for seat in range(run.seats)],
        "seed": run.seed,
        "rules": run.game.facts.rules_version,
        "games": run.games,
        "actions": sum(actions),
        "seconds": round(seconds, 3),
        "games_per_s": round(run.games / seconds, 1),
        "actions_per_s": round(sum(actions) / seconds, 1),
        "ends": {run.game.clause_name(clause): many for clause, many in sorted(ends.items())},
        "mean_score": [round(sum(row.scores[seat] for row in rows) / run.games, 3) for seat in range(run.seats)],
        "swap_seats": run.swap,
        "lengths": {"least": min(actions), "median": median(actions), "most": max(actions)},
        "by_seat": by_seat,
        "by_bot": {
            bot: _result([one for one in places if one[0].bots[one[1]] == bot]) for bot in dict.fromkeys(run.bots)
        },
    }


def list_sentences(result: dict[str, Any]) -> list[str]:
    """Return the results of a run, a dict as `describe_results` makes it, as lines of text to print."""
    found = [
        f"{result['games']} games, {result['actions']} actions in {result['seconds']} s: "
        f"{result['games_per_s']} games/s, {result['actions_per_s']} actions/s",
        "ends: " + ", ".join(f"{clause} {share}" for clause, share in result["ends"].items()),
        "actions a game: {least} to {most}, half of the games at most {median:g}".format(**result["lengths"]),
        "mean score by seat: " + ", ".join(str(score) for score in result["mean_score"]),
    ]
    rows = [(f"seat {seat}", one) for seat, one in enumerate(result["by_seat"])]
    if len(result["by_bot"]) > 1:
        rows += list(result["by_bot"].items())
    wide = max(len(name) for name, _ in rows)
    return found + [
        f"{name:{wide}}  wins {_format_estimate(one['win'])}  score {_format_estimate(one['score'])}"
        for name, one in rows
    ]


def _format_estimate(found: dict[str, Any]) -> str:
    if found["low"] is None:
        return f"{found['value']:.3f}"
    return "{value:.3f} ({low:.3f} to {high:.3f})".format(**found)


def _result(places: list[tuple[Row, int]]) -> dict[str, Any]:
    """Return the mean win share (`win`) and the mean score (`score`) of some seats, each with its 95 % interval.

    `places` is a list of pairs: the row of a game, and a seat. Two seats in one game are not independent, so the seats
    of a bot in one game count as one observation.
    """
    games: dict[int, list[tuple[Row, int]]] = {}
    for row, seat in places:
        games.setdefault(row.game, []).append((row, seat))
    wins = [fmean(row.wins[seat] for row, seat in found) for found in games.values()]
    scores = [fmean(row.scores[seat] for row, seat in found) for found in games.values()]
    return {"win": _round_estimate(estimates.share(wins)), "score": _round_estimate(estimates.mean(scores))}


def _round_estimate(found: estimates.Estimate) -> dict[str, Any]:
    """Return the estimate `found` as a dict for JSON, with the keys `value`, `low` and `high` (the 95 % interval).

    The numbers are rounded to three digits after the point. An infinite bound becomes `None`.
    """
    value, low, high = (round(number, 3) if isfinite(number) else None for number in found)
    return {"value": value, "low": low, "high": high}


# -- replay ------------------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """The result of the check of a game's log.

    - `good`: whether the log is correct
    - `said`: a sentence with the first fault, or with all that was found to be correct
    - `rules`: a remark if the log was written under other rules than today's, otherwise ""
    """

    good: bool
    said: str
    rules: str = ""


def verify_log(log: logs.Log, commitment: str = "") -> Verdict:
    """Replay a log, check every statement that it makes about its game, and return the verdict.

    For example, each action has to be legal, and the result and the checksum have to be right. `CLAIMS` in
    `core/play/log_claims.py` lists all statements. If `commitment` is not "", the log must also have the receipt (the
    revealed values of a verified shuffle) of this commitment.
    """
    try:
        games.find_or_create(log.game)
        played = check_log(log)
    except Unreadable as error:
        return Verdict(False, str(error))
    many = len(played.log.entries)
    if played.error is not None:
        why = str(played.error).rstrip(".")
        return Verdict(False, f"{why} ({played.accepted} of {many} entries hold).", played.other_rules)
    fair = ""
    if isinstance(log.receipt, Receipt):
        if commitment and log.receipt.commitment != commitment:
            return Verdict(False, "It replays, but its receipt is of another commitment.", played.other_rules)
        fair = " Its receipt fits the commitment that you gave." if commitment else " Its receipt fits together."
    elif commitment:
        return Verdict(False, "It replays, but it has no receipt to compare with the commitment.", played.other_rules)
    kept = "replays to its checksum"
    if not played.log.checksum:
        kept = "replays; it has no checksum"
        if log.checksum:
            kept = f"replays; its checksum is of records as version {log.rules} had them, and was not compared"
    if log.result is not None and played.log.result is None:
        kept += f"; its result is by version {log.rules}, and was not compared"
    return Verdict(True, f"{many} entries, {kept}.{fair}", played.other_rules)
