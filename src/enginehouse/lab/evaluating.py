"""Evaluate a bot on a task: play its games, write a result file, and check a result file.

A check plays a sample of the games again.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from enginehouse import __version__, bots
from enginehouse.bots.bot import Bot, Choice, CompiledBot
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.bots.processes import call_in_processes
from enginehouse.core.errors import Unreadable
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.words.estimates import Estimate, Z, share
from enginehouse.lab.experiment import hash_sources
from enginehouse.lab.tasks import ALONE, ENTRANT, Task, find_task, read_tasks

CHUNK = 10
"""The number of games in a unit of work for a process."""
FORMAT = 1
"""The version of result files."""
CHECKED = 20
"""The number of games against each opponent that a check plays again by default."""
ALLOWED = 1e-9
"""The maximum difference between two shares of a win that counts as a rounding error."""

MakeBot = Callable[[str, Task], Bot]
"""A function that creates the measured bot from the text that names it. It must be importable in other processes."""


class OpponentResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of a measured bot against one opponent: `wins` has the measured bot's share of the win in each game.

    A share is from 0 to 1.
    """

    opponent: str
    wins: list[float]
    share: float
    low: float
    high: float


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The versions and files from which a result comes.

    - `deals`: the SHA-256 of all deals, see `Task.hash_deals`; `rules`: the version of the rules
    - `sources`: a hash of the code of rules and bots, see `lab.experiment.hash_sources`
    - `enginehouse`, `python`: versions; `command`: the command that made the result
    - `files`: by name, the SHA-256 of each file that the bot was read from
    - `task`: the whole task, if it is not a fixed task but was made from the options of the command
    """

    deals: str
    rules: str
    sources: str
    enginehouse: str
    python: str
    command: str
    files: dict[str, str] = {}
    task: Task | None = None


class Evaluation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file with the results of a bot in a task: games against each of several opponents.

    `share` is the mean of the results against all opponents, with its 95 % interval from `low` to `high`.

    - `bot`: the text that names the bot
    - `kind`: the kind of this text: `bot` (name of a bot), `policy` (name of a Python function) or `checkpoint` (file)
    - `complete`: whether all games of the task were played
    """

    format: int
    task: str
    kind: str
    bot: str
    share: float
    low: float
    high: float
    complete: bool
    results: list[OpponentResult]
    made: Provenance

    @property
    def own(self) -> Task | None:
        """Return the task that is described in the result file, if there is one.

        A result file describes its task only if the task was made from the options of a command. If the task is a fixed
        task of the game, the file has only its name.
        """
        return self.made.task

    def find_task(self, folder: str = "") -> Task:
        """Return the task of the evaluation.

        If the task's game is not installed, `folder` is the folder with the game's code.
        """
        if self.own is None:
            return find_task(self.task)
        return msgspec.structs.replace(self.own, folder=str(Path(folder).resolve()) if folder else "")


class Paced:
    """A wrapper for the bot that is measured by a task. It gives the bot the task's time for a decision.

    Callers read a bot's possible times for a decision from its attribute `levels`, a dict from names to seconds. The
    wrapper's `levels` has a single time, that of the task.
    """

    def __init__(self, bot: Bot, seconds: float) -> None:
        self.bot = bot
        self.name, self.title = bot.name, bot.title
        self.levels: Mapping[str, float] = {"task": seconds}

    def prepare(self, game: Game) -> None:
        """Let the wrapped bot prepare for a game."""
        self.bot.prepare(game)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Return the action that the wrapped bot chooses. The wrapper passes all arguments to the bot unchanged.

        `legal` has the codes of the legal actions of `seat`, and `budget` is the time for the decision in seconds. The
        caller takes this time from the wrapper's attribute `levels`.
        """
        return self.bot.choose(view, seat, legal, budget, seed)


class PacedCompiled(Paced):
    """A wrapper for a measured bot whose code can also be compiled, together with the rules, to play whole games.

    A task is a fixed series of games by which bots are measured. The wrapper's attribute `levels` has the task's time
    for a decision. In compiled games, the bot counts simulations instead of seconds, so this time has no effect there.
    """

    def compiled(self, game: Game) -> tuple[Any, Sequence[int]] | None:
        """Return a pair for compiled games: the function by which the bot chooses, and its settings as integers.

        If the bot has no such function for this game, there is no pair.
        """
        rule: tuple[Any, Sequence[int]] | None = self.bot.compiled(game)  # type: ignore[attr-defined]
        return rule


def make_named_bot(text: str, task: Task) -> Bot:
    """Return the bot that `text` describes: the name of a bot, or a class as `module:Class`. Ignore `task`."""
    return bots.find_bot(text)


def make_run(task: Task, opponent: str, bot: Bot) -> Run:
    """Return the parameters of the games that `bot` plays in a task against the bot named `opponent`. Play no game.

    A task is a fixed series of games by which bots are compared. It also sets the time that `bot` has for a decision.
    If `opponent` is `ALONE`, `bot` plays on all seats.
    """
    paced = (PacedCompiled if isinstance(bot, CompiledBot) else Paced)(bot, task.seconds)
    return replace(task.run(opponent), bots=task.bots(opponent), own={ENTRANT: paced})


def evaluate(
    task: Task,
    kind: str,
    bot: str,
    make: MakeBot,
    *,
    games: int | None = None,
    jobs: int = 1,
    advance: Callable[[int], object] = lambda many: None,
    files: dict[str, str] | None = None,
) -> Evaluation:
    """Play the games of a task with a bot, and return the result.

    A task is a fixed series of games by which bots are compared. `bot` is the name of the bot, or the path of the file
    with its weights. `make(bot, task)` creates the bot. `kind` is `bot`, `policy` or `checkpoint`, and the result only
    stores it. `games` limits the number of games against each opponent. By default, all games of the task are played.
    `jobs` is the number of processes. `advance` is called with the number of games that were just played. `files` maps
    the name of each file of the bot to its SHA-256. Raise `BotFailed` if the bot raises an exception or chooses an
    illegal action.
    """
    wanted = {name: min(many, games or many) for name, many in task.games.items()}
    found = play_games(
        task, bot, make, [(name, k) for name, many in wanted.items() for k in range(many)], jobs, advance
    )
    results = [_summarise(name, [found[name, k] for k in range(many)]) for name, many in wanted.items()]
    whole = average([result.wins for result in results])
    return Evaluation(
        format=FORMAT,
        task=task.name,
        kind=kind,
        bot=bot,
        share=whole.value,
        low=whole.low,
        high=whole.high,
        complete=wanted == task.games,
        results=results,
        made=find_origin(task, files or {}),
    )


def find_origin(task: Task, files: dict[str, str]) -> Provenance:
    """Return the origin of a bot's results in a task: versions, and hashes of the code, the files and the deals.

    The versions are those of the rules, of Enginehouse and of Python, and the deals are those of the task. `files` maps
    the name of each file of the bot to its SHA-256.
    """
    game = task.chosen_game()
    return Provenance(
        deals=task.hash_deals(),
        rules=game.facts.rules_version,
        sources=hash_sources(game),
        enginehouse=__version__,
        python=sys.version.split()[0],
        command=" ".join(["enginehouse", *sys.argv[1:]]),
        files=files,
        task=None if task.name in read_tasks() else msgspec.structs.replace(task, folder=""),
    )


def _summarise(opponent: str, wins: list[float]) -> OpponentResult:
    found = share(wins)
    return OpponentResult(opponent, wins, round(found.value, 6), round(found.low, 6), round(found.high, 6))


def average(wins: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of the bot's shares of the win against all opponents, with its 95 % interval.

    `wins` has the shares by game for each opponent. Games against different opponents on one deal are not independent,
    so the interval includes their covariance.
    """
    if len(wins) == 1:
        found = share(wins[0])
        return Estimate(*(round(number, 6) for number in found))
    means = [math.fsum(row) / len(row) for row in wins]
    variance = 0.0
    for (one, mean_one), (other, mean_other) in itertools.product(zip(wins, means, strict=True), repeat=2):
        shared = min(len(one), len(other))
        both = math.fsum((a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=False))
        variance += both / max(1, shared - 1) * shared / (len(one) * len(other))
    middle, error = math.fsum(means) / len(means), Z * math.sqrt(max(0.0, variance)) / len(means)
    return Estimate(round(middle, 6), round(max(0.0, middle - error), 6), round(min(1.0, middle + error), 6))


def play_games(
    task: Task,
    bot: str,
    make: MakeBot,
    wanted: list[tuple[str, int]],
    jobs: int,
    advance: Callable[[int], object] = lambda many: None,
) -> dict[tuple[str, int], float]:
    """Play some games of a task.

    Return the bot's share of the win in each, by opponent and number of the game. `wanted` has the opponent and the
    number of each game. `make(bot, task)` creates the bot. `jobs` is the number of processes. `advance` is called with
    the number of games that were just played.
    """
    units, written = list(_units(wanted)), msgspec.json.encode(task).decode()
    found: dict[tuple[str, int], float] = {}
    if jobs == 1 or len(units) < 2:
        for unit in units:
            found |= _play_unit(written, bot, make, unit)
            advance(len(unit[1]))
        return found
    calls = [(written, bot, make, unit) for unit in units]
    for k, played in call_in_processes(_play_unit, calls, jobs):
        found |= played
        advance(len(units[k][1]))
    return found


def _units(wanted: list[tuple[str, int]]) -> Iterator[tuple[str, list[int]]]:
    """Yield the games `wanted` in units of work: an opponent, and a list of at most `CHUNK` numbers of games."""
    for opponent in dict.fromkeys(name for name, _ in wanted):
        numbers = sorted(k for name, k in wanted if name == opponent)
        yield from ((opponent, numbers[k : k + CHUNK]) for k in range(0, len(numbers), CHUNK))


def _play_unit(task: str, bot: str, make: MakeBot, unit: tuple[str, list[int]]) -> dict[tuple[str, int], float]:
    opponent, numbers = unit
    run = _prepared_run(task, bot, make, opponent)
    found = {}
    for k in numbers:
        (row,) = play_rows(run, k, 1)
        own = [win for name, win in zip(row.bots, row.wins, strict=True) if name == ENTRANT]
        found[opponent, k] = round(sum(own) / len(own), 6)
    return found


@lru_cache(maxsize=64)
def _prepared_run(task: str, bot: str, make: MakeBot, opponent: str) -> Run:
    """Return the run (the series of games) of a task between a bot and an opponent, with all code compiled.

    `task` is the task as JSON, and `make(bot, task)` creates the bot.
    """
    chosen = msgspec.json.decode(task, type=Task)
    run = make_run(chosen, opponent, make(bot, chosen))
    run.prepare()
    return run


# -- result files ------------------------------------------------------------------------------------------------------


def write(evaluation: Evaluation, path: Path) -> None:
    """Write an evaluation into the file at `path`.

    The file is written under another name first, and renamed when it is complete.
    """
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = msgspec.to_builtins(evaluation)
    if evaluation.own is None:
        del plain["made"]["task"]  # without this field, results of fixed tasks are equal to those of earlier versions
    aside.write_bytes(msgspec.json.format(msgspec.json.encode(plain), indent=0) + b"\n")
    aside.replace(path)


def read(path: Path) -> Evaluation:
    """Return the evaluation in the file at `path`.

    Raise `Unreadable` if it is not a result file, or if its version is unknown.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    try:
        found = msgspec.json.decode(content, type=Evaluation)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"{path} is no result of `enginehouse evaluate`: {error}") from None
    if found.format != FORMAT:
        raise Unreadable(f"{path} has format {found.format}; this version reads format {FORMAT}")
    task = found.find_task()
    if [result.opponent for result in found.results] != task.opponents:
        raise Unreadable(f"{path} has other opponents than {task.name}: {', '.join(task.opponents)}")
    return found


def check(
    evaluation: Evaluation,
    make: MakeBot,
    *,
    bot: str = "",
    games: int = CHECKED,
    jobs: int = 1,
    advance: Callable[[int], object] = lambda many: None,
    folder: str = "",
) -> list[str]:
    """Check an evaluation: its shares and intervals, its deals, and a sample of its games, which is played again.

    Each share and its interval must follow from the results of the games in the file. The deals must be those of the
    task. The games of the sample must end as in the file. Return a list with a sentence for each fault. It is empty if
    the result is correct.

    `make(text, task)` creates the bot from the text that names it. If `bot` is not "", it is used instead of the text
    in the evaluation, for example for a checkpoint whose file has moved. `games` is the number of games against each
    opponent that are played again. They are spread evenly over all games against this opponent. `jobs` is the number of
    processes. `advance` is called with the number of games that were just played. If the game is not installed,
    `folder` is the folder with its code. Raise `Unreadable` if the folder has another game.
    """
    task, faults = evaluation.find_task(folder), list[str]()
    if (game := task.chosen_game()).name != task.game:
        raise Unreadable(f"{folder} is the game {game.name!r}, and the result is about {task.game!r}")
    if evaluation.made.deals != task.hash_deals():
        faults.append("The deals are not those of the task.")
    for result in evaluation.results:
        if result != _summarise(result.opponent, result.wins):
            faults.append(f"Against {result.opponent}, the share or its interval does not follow from the games.")
        if evaluation.complete and len(result.wins) != task.games[result.opponent]:
            faults.append(f"Against {result.opponent}, the task has {task.games[result.opponent]} games.")
    whole = average([result.wins for result in evaluation.results])
    if (
        max(abs(a - b) for a, b in zip(whole, (evaluation.share, evaluation.low, evaluation.high), strict=True))
        > ALLOWED
    ):
        faults.append("The share or its interval does not follow from the results.")
    sample = [(result.opponent, k) for result in evaluation.results for k in sample_numbers(len(result.wins), games)]
    played = play_games(task, bot or evaluation.bot, make, sample, jobs, advance)
    stored = {(result.opponent, k): win for result in evaluation.results for k, win in enumerate(result.wins)}
    for (opponent, k), win in sorted(played.items()):
        if abs(win - stored[opponent, k]) > ALLOWED:
            faults.append(f"Game {k} against {opponent} gives {win:g}, and the file has {stored[opponent, k]:g}.")
    return faults


def list_changes(evaluation: Evaluation, task: Task) -> list[str]:
    """Return a list of sentences about the versions that have changed since an evaluation was made.

    There is a sentence for each of these that differs now: the version of the rules, the hash of the code of rules and
    bots, and the version of Enginehouse. If games that are played again have other results, this may be the reason.
    """
    now = find_origin(task, {})
    changed = {
        "version of the rules": (evaluation.made.rules, now.rules),
        "hash of the code of rules and bots": (evaluation.made.sources, now.sources),
        "version of Enginehouse": (evaluation.made.enginehouse, now.enginehouse),
    }
    return [
        f"Note: the {name} of the result is {then}, and here it is {here}."
        for name, (then, here) in changed.items()
        if then != here
    ]


def sample_numbers(many: int, wanted: int) -> list[int]:
    """Return at most `wanted` different numbers from 0 to `many` - 1, spread evenly."""
    return sorted({k * many // wanted for k in range(min(wanted, many))}) if many > wanted else list(range(many))


def describe(evaluation: Evaluation) -> list[str]:
    """Return the result of a bot's evaluation as a list of lines of text.

    The first line has the bot's share of the wins in all games.
    """
    task = evaluation.find_task()
    metric = "of its games" if task.opponents == [ALONE] else "of the wins"
    lines = [
        f"{evaluation.bot} on {task.name}: {_percent(evaluation.share)} {metric} "
        f"(95 % interval {_percent(evaluation.low)} to {_percent(evaluation.high)})"
    ]
    for result in evaluation.results:
        name = "alone" if result.opponent == ALONE else f"against {result.opponent}"
        lines.append(
            f"  {name}: {_percent(result.share)} ({_percent(result.low)} to {_percent(result.high)}) "
            f"of {len(result.wins)} games"
        )
    if task.seats > 2 and task.opponents != [ALONE]:
        lines.append(f"With {task.seats} seats, a bot as strong as its opponents wins {_percent(1 / task.seats)}.")
    if not evaluation.complete:
        lines.append(f"This is a part of the task, which has {sum(task.games.values())} games.")
    return lines


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"
