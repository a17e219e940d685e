"""`enginehouse evaluate TASK`: measure a bot on fixed games, and write a result that others can check."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import click

from enginehouse.bots.bot import Bot
from enginehouse.commands.simulate import progress_bar, read_options
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.lab import evaluating
from enginehouse.lab.tasks import Task, find_task, make_task, read_tasks

GAMES = 200
"""The default number of games against each opponent in a game without fixed tasks."""
KINDS = ("bot", "policy", "checkpoint")
"""The kinds of measured bots, which are also the names of the options for them."""


@click.command("evaluate")
@click.argument("task", required=False, metavar="TASK|GAME")
@click.option("--list", "listing", is_flag=True, help="List the tasks.")
@click.option("--bot", help="Measure a bot: its name, or module:Class.")
@click.option("--policy", help="Measure a policy: module:function, from observation and action_mask to an action.")
@click.option(
    "--checkpoint", type=click.Path(dir_okay=False), help="Measure a network that docs/examples/train.py saved."
)
@click.option("--games", "many", type=click.IntRange(1), help="Play at most so many games against each opponent.")
@click.option("--seats", type=click.IntRange(1, 8), help="For a game: the number of seats.  [default: the fewest]")
@click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help="For a game: a choice of an option.")
@click.option("--against", multiple=True, help="For a game: an opponent.  [default: random and greedy]")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the result into this file.")
@click.option(
    "--check",
    "checked",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Check a result file: play a sample of its games again.",
)
def evaluate_command(task: str | None, listing: bool, checked: Path | None, **more: Any) -> None:
    """Measure a bot on the games of a TASK, which are the same for everybody. Print its share of wins.

    In place of a TASK you can give a GAME, by its name or its folder. Then the options choose the number of seats, the
    game's options and the opponents.
    """
    if "" not in sys.path:
        sys.path.insert(0, "")  # the module of a bot lies in the current folder
    if listing:
        for each in read_tasks().values():
            total = sum(each.games.values())
            click.echo(f"{each.name}: {each.about} ({total} games; {', '.join(each.opponents)})")
    elif checked is not None:
        _check(checked, task or "", more)
    elif task is None:
        raise click.UsageError("Missing argument 'TASK'. --list lists the tasks.")
    else:
        _evaluate(_find_or_make(task, more), more)


def _find_or_make(text: str, more: dict[str, Any]) -> Task:
    """Return a task, which is a series of games by which bots are measured.

    If `text` is the name of a task that comes with the package, return this task. If it is the name or the folder of a
    game, return a new task for this game. `more` has the options of the command, which set the number of seats, the
    game's options and the opponents of a new task. Raise `click.UsageError` if such options are given with the name of
    a task.
    """
    chosen = [name for name in ("seats", "options", "against") if more[name]]
    if text in read_tasks() or not (Path(text).is_dir() or text in games.names()):
        if chosen and text in read_tasks():
            raise click.UsageError(
                "A task is the same for everybody. Name a game to choose seats, options and opponents."
            )
        return find_task(text)
    options = read_options(more["options"])
    return make_task(text, more["seats"], options, more["against"], more["many"] or GAMES)


def _evaluate(task: Task, more: dict[str, Any]) -> None:
    given = [(kind, more[kind]) for kind in KINDS if more[kind]]
    if len(given) != 1:
        raise click.UsageError("Name the measured bot with one of --bot, --policy and --checkpoint.")
    ((kind, text),) = given
    make = MAKERS[kind]
    make(text, task)  # raises an error for a wrong name before any game
    total = sum(min(many, more["many"] or many) for many in task.games.values())
    with progress_bar(f"playing {task.name}", total, sys.stderr.isatty()) as advance:
        found = evaluating.evaluate(
            task,
            kind,
            text,
            make,
            games=more["many"],
            jobs=more["jobs"],
            advance=advance,
            files=_hash_files(kind, text),
        )
    for line in evaluating.describe(found):
        click.echo(line)
    if more["out"] is not None:
        evaluating.write(found, more["out"])
        click.echo(f"written: {more['out']}")


def _check(path: Path, game: str, more: dict[str, Any]) -> None:
    """Check the result file at `path`, which says how often a bot won. To check it, play some of its games again.

    Print the faults of the file, or a sentence that it is correct. Exit with 1 if there is a fault. `game` is the
    folder of the game, if the game is not installed, and otherwise "" or a name. `more` has the options of the command.
    For example, its `checkpoint` is the new path of the file with the network's weights, if that file was moved.

    Code runs only if the user has named it: a bot of the file with a name such as `module:Class` must be given as an
    option, too, and a game that is not installed is read from its folder `game` only. Raise `Unreadable` otherwise.
    """
    found = evaluating.read(path)
    text = more[found.kind] or found.bot
    if text != found.bot and found.kind != "checkpoint":
        raise Unreadable(f"{path} is about {found.bot}, not {text}")
    given = {more["bot"], more["policy"], *more["against"]}
    named = [(f"--{found.kind}", found.bot), *(("--against", result.opponent) for result in found.results)]
    for option, name in named if found.kind != "checkpoint" else named[1:]:
        if ":" in name and name not in given:
            raise Unreadable(
                f"{path} names the code {name}, which would run here; if you trust it, add {option} {name}"
            )
    if found.own is not None and found.own.game not in games.names() and not game:
        raise Unreadable(f"{path} is about the game {found.own.game!r}; name its folder, too")
    task = found.find_task(game if Path(game).is_dir() else "")
    many = more["many"] or evaluating.CHECKED
    faults = evaluating.check(found, MAKERS[found.kind], bot=text, games=many, jobs=more["jobs"], folder=task.folder)
    if found.kind == "checkpoint" and _hash_files(found.kind, text) != found.made.files:
        faults.insert(0, f"The file {text} is not the measured file.")
    for sentence in [*evaluating.list_changes(found, task), *faults]:
        click.echo(sentence)
    if faults:
        sys.exit(1)
    total = sum(len(evaluating.sample_numbers(len(each.wins), many)) for each in found.results)
    click.echo(f"{path} is correct: its numbers agree, and {total} games that were played again gave the same results.")


def _hash_files(kind: str, text: str) -> dict[str, str]:
    """Return a dict that maps the name of a checkpoint's file to its SHA-256. `text` is the path of the file.

    If `kind`, the kind of the bot, is not `checkpoint`, return an empty dict.
    """
    if kind != "checkpoint":
        return {}
    return {os.path.basename(text): hashlib.sha256(Path(text).read_bytes()).hexdigest()}


def make_policy_bot(text: str, task: Task) -> Bot:
    """Return a bot that chooses its actions by a Python function. `text` names the function as `module:function`.

    The function gets observations in the encoding of the task.
    """
    from enginehouse.envs.policies import PolicyBot, load_policy

    return PolicyBot(load_policy(text), task.seats, task.form)


def make_network_bot(text: str, task: Task) -> Bot:
    """Return a bot that chooses its actions by a neural network. `text` is the path of its checkpoint file.

    `task` is the series of games in which the bot will be measured. Raise `Unreadable` if the network was trained for
    another game, or for another number of seats.
    """
    from enginehouse.envs.policies import Network, NetworkBot

    network = Network.load(Path(text), games.get)
    if (network.game.name, network.seats) != (task.game, task.seats):
        raise Unreadable(
            f"{text} was trained for {network.game.name} with {network.seats} seats, and {task.name} is "
            f"{task.game} with {task.seats} seats"
        )
    return NetworkBot(network)


MAKERS: dict[str, evaluating.MakeBot] = {
    "bot": evaluating.make_named_bot,
    "policy": make_policy_bot,
    "checkpoint": make_network_bot,
}
"""The function that creates the measured bot, by the way to name it."""
