"""Describe reference results: the strength of the project's own bots on the tasks of a game, and their speed.

Both come from files in a folder: a result file of `enginehouse evaluate` for each task and bot, and the file `SPEEDS`,
which `benchmarks/opponents.py` writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry.game import Game
from enginehouse.lab.evaluating import Evaluation, OpponentResult, read
from enginehouse.lab.tasks import ALONE, Task, read_tasks

SPEEDS = "speeds.json"
"""The name of the file with the speeds of bots."""
ABOUT = "Results of `enginehouse evaluate` to compare with: shares of the win with intervals of 95 %, and the number of games."


class Speed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that a bot takes for a decision in a task: the milliseconds of one core, on average over `decisions`."""

    task: str
    bot: str
    milliseconds: float
    decisions: int


class Speeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file `SPEEDS`: the speeds of bots, with the processor, the date and the command."""

    processor: str
    date: str
    command: str
    speeds: list[Speed]


def describe_references(game: Game, folder: Path) -> str:
    """Return Markdown with results of bots on the tasks of a game, or "" if the folder has no such results.

    A task is a fixed series of games by which bots are compared. `folder` has the files that `enginehouse evaluate`
    wrote, a file for each bot and task. Raise `Unreadable` if a file in the folder is not valid.
    """
    found = [read(path) for path in sorted(folder.glob("*.json")) if path.name != SPEEDS]
    tasks = [task for task in read_tasks().values() if task.game == game.name]
    parts = [
        _tabulate(task, sorted(rows, key=lambda one: -one.share))
        for task in tasks
        if (rows := [one for one in found if one.task == task.name])
    ]
    return "\n\n".join([ABOUT, *parts, *_tabulate_speeds(tasks, folder / SPEEDS)]) if parts else ""


def _tabulate(task: Task, rows: Sequence[Evaluation]) -> str:
    """Return the results on a task as a table in Markdown, with a row for each bot, in the given order."""
    heads = [
        "Bot",
        "Share of the task",
        *("Games won" if name == ALONE else f"Against `{name}`" for name in task.opponents),
    ]
    lines = [f"{task.about} (`{task.name}`):", "", f"| {' | '.join(heads)} |", f"| --- |{' --- |' * (len(heads) - 1)}"]
    for one in rows:
        cells = [f"`{one.bot}`", _interval(one.share, one.low, one.high), *map(_describe_result, one.results)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _describe_result(result: OpponentResult) -> str:
    return f"{_interval(result.share, result.low, result.high)} of {len(result.wins):,}"


def _interval(value: float, low: float, high: float) -> str:
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def _tabulate_speeds(tasks: Sequence[Task], file: Path) -> Iterator[str]:
    """Yield the speeds of bots in some tasks as a table in Markdown.

    The iterator is empty if the file has no speeds for these tasks.
    """
    if not file.is_file():
        return
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Speeds)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"{file} is no file of benchmarks/opponents.py: {error}") from None
    named = {task.name: [one for one in found.speeds if one.task == task.name] for task in tasks}
    bots = list(dict.fromkeys(one.bot for speeds in named.values() for one in speeds))
    if not bots:
        return
    lines = ["Milliseconds of one core for a decision:", "", f"| Task | {' | '.join(f'`{bot}`' for bot in bots)} |"]
    lines.append(f"| --- |{' ---: |' * len(bots)}")
    for name, speeds in named.items():
        times = {one.bot: f"{one.milliseconds:.3g}" for one in speeds}
        if times:
            lines.append(f"| `{name}` | {' | '.join(times.get(bot, '') for bot in bots)} |")
    yield "\n".join(lines)
    yield f"Measured on {found.date} ({found.processor}): `{found.command}`"
