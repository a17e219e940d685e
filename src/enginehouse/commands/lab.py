"""`enginehouse lab`: run, report, list and inspect experiments."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from enginehouse.commands.simulate import progress_bar
from enginehouse.core.errors import Unreadable, advise_extra
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.folders import admit_rules, open_game

FOLDER = click.Path(file_okay=False, path_type=Path)
RULES = click.option(
    "--rules",
    "rules",
    type=click.Path(exists=True),
    multiple=True,
    help="A file of changed rules or a folder of a game that the result was played with. Its code runs.",
)
TABLES = click.option("--tables", "with_tables", is_flag=True, help="Print its tables as Markdown, too.")


@click.group("lab")
def lab_group() -> None:
    """Compare variants of a game by experiments. An experiment is a file, and its result is a folder with a report."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # the user's own bots and measures are in the current folder


def _import_lab() -> Any:
    """Return three modules of the lab, which need an extra package: `report`, `results` and `running`, in this order.

    Raise `Unreadable` with the name of the package to install if they cannot be imported.
    """
    try:
        from enginehouse.lab import report, results, running
    except ImportError as error:
        raise Unreadable(f"the lab needs an extra: {advise_extra('lab')} ({error})") from error
    return report, results, running


@lab_group.command("run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--results", "below", type=FOLDER, default=Path("results"), show_default=True, help="Folder of the results."
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes.  [default: the number of cores]")
@click.option("--on", default="", metavar="ray[://HOST:PORT]", help="Play on a Ray cluster, local or remote.")
@TABLES
def run_command(file: Path, below: Path, jobs: int | None, on: str, with_tables: bool) -> None:
    """Run the experiment in FILE, and store its result in a folder of its own inside the folder --results.

    Games that an earlier or a stopped run has stored are not played again. With --on, a Ray cluster plays the games
    instead of this machine.
    """
    from enginehouse.lab.experiment import read

    experiment = read(file)
    report, _, running = _import_lab()
    folder = running.name_folder(experiment, file.stem, below)
    with progress_bar(f"playing {experiment.game}", experiment.games, sys.stderr.isatty()) as advance:
        progress = running.RunProgress()
        progress.begin = lambda games, done: advance(done, total=games)
        progress.note_played = advance
        result = running.carry_out(experiment, folder, jobs or os.cpu_count() or 1, progress, on)
    _say(report, result, with_tables)


@lab_group.command("balance")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--results", "below", type=FOLDER, default=Path("results"), show_default=True, help="Folder of the results."
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes.  [default: the number of cores]")
@click.option("--check", is_flag=True, help="Carry out the same search again, and compare both results.")
@TABLES
def balance_command(file: Path, below: Path, jobs: int | None, check: bool, with_tables: bool) -> None:
    """Search for new values of numbers in the rules of a game, so that each card or seat wins as often as FILE demands.

    A stopped search continues where it stopped.
    """
    from enginehouse.lab.balancing.plan import read_plan

    plan = read_plan(file)
    _, _, running = _import_lab()
    from enginehouse.lab.balancing import carrying_out

    many = jobs or os.cpu_count() or 1
    folder = below / f"{file.stem}-{plan.identity()}"
    with progress_bar(f"playing {plan.game}", plan.games or 1, sys.stderr.isatty()) as advance:
        progress = running.RunProgress()
        progress.begin = lambda games, done: advance(done, total=games or None)
        progress.note_played = advance
        if check:
            carrying_out.check_search(plan, folder, many, progress)
        else:
            carrying_out.carry_out(plan, folder, many, progress)
    _say_balance(folder, with_tables)
    if check:
        click.echo("The same search gave the same result.")


def _say_balance(folder: Path, with_tables: bool) -> None:
    from enginehouse.lab.balancing.verdict import BalanceReport, load_found

    verdict = BalanceReport(load_found(folder))
    click.echo(verdict.text())
    if with_tables:
        click.echo(f"\n{verdict.tables()}\n")
    click.echo(f"report: {verdict.write(folder)}")


@lab_group.command("report")
@click.argument("result", type=FOLDER)
@TABLES
@RULES
def report_command(result: Path, with_tables: bool, rules: tuple[str, ...]) -> None:
    """Write the report of an experiment again, and print it. RESULT is the folder of its results."""
    admit_rules(rules)
    report, results, _ = _import_lab()
    if (result / "balance.json").is_file():
        _say_balance(result, with_tables)
        return
    _say(report, results.Result.load(result), with_tables)


def _say(report: Any, result: Any, with_tables: bool) -> None:
    from enginehouse.lab import words

    click.echo(result.text())
    if with_tables:
        click.echo("\n".join((*words.tables(result), "")))
    click.echo(f"report: {report.write(result)}")


@lab_group.command("list")
@click.option(
    "--results", "below", type=FOLDER, default=Path("results"), show_default=True, help="Folder of the results."
)
def list_command(below: Path) -> None:
    """List all results of experiments in a folder."""
    _, results, _ = _import_lab()
    found = results.list_results(below)
    for one in found:
        made = one.made
        click.echo(
            f"{one.name}: {made['game']}, rules {made['rules']}, {made['games']} games, {len(one.variants)} variants"
        )
    if not found:
        click.echo(f"There are no results in {below}.")


@lab_group.command("numbers")
@click.argument("game", metavar="GAME")
def numbers_command(game: str) -> None:
    """List the numbers of GAME that an experiment can vary, with meaning, minimum and maximum."""
    made = open_game(game)
    found = list(overlays.numbers(made.package))
    if not found:
        click.echo(
            f"{made.facts.title} has no number that can be varied. Name some in parts.py, each with the least and the most "
            'that it can be, and its meaning: BOUNDS = {"GOAL": (10, 100)} and MEANINGS = {"GOAL": "points that win"}'
        )
    for one in found:
        click.echo(f"{one.path} = {one.now} ({one.least} to {one.most}){f': {one.meaning}' if one.meaning else ''}")


@lab_group.command("compare")
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
@RULES
def compare_command(old: Path, new: Path, rules: tuple[str, ...]) -> None:
    """Compare the results of two experiments: two versions of rules or bots on the same deals.

    OLD and NEW are the folders of the results.
    """
    admit_rules(rules)
    from enginehouse.lab import words

    _, results, _ = _import_lab()
    for sentence in words.comparison(results.Result.load(old), results.Result.load(new)):
        click.echo(sentence)


@lab_group.command("open")
@click.argument("result", type=FOLDER)
@click.option("--game", "number", type=click.IntRange(min=0), required=True, help="Number of the game.")
@click.option("--variant", type=click.IntRange(min=0), default=0, show_default=True, help="The number of the variant.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write only its log, to this file.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="Port of the page.  [default: a free port]")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@RULES
def open_command(
    result: Path, number: int, variant: int, out: Path | None, port: int, browser: bool, rules: tuple[str, ...]
) -> None:
    """Replay a game of an experiment in the browser. RESULT is the folder of the experiment's results."""
    admit_rules(rules)
    _, results, _ = _import_lab()
    found = results.Result.load(result)
    match = found.match(variant, number)
    if out is not None:
        out.write_text(logs.write(match.log()), encoding="utf-8")
        click.echo(f"log: {out}")
        return
    run = found.run(variant)
    names = [f"Seat {seat + 1} ({run.bot(seat, number)})" for seat in range(run.seats)]
    with tempfile.TemporaryDirectory() as folder:
        _show(f"sqlite:///{folder}/shown.sqlite3", match, names, port, browser)


@lab_group.command("try")
@click.argument("result", type=FOLDER)
@click.option("--variant", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the variant.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="Port of the page.  [default: a free port]")
@RULES
def try_command(result: Path, variant: int, port: int, rules: tuple[str, ...]) -> None:
    """Play a variant of a game from an experiment, at a table in the browser.

    RESULT is the folder of the experiment's results. The table exists as long as this command runs.
    """
    admit_rules(rules)
    from enginehouse.table import serve

    _, results, _ = _import_lab()
    game, _ = overlays.split_judged(results.Result.load(result).run(variant).game.name)
    games.find_or_create(game)
    with tempfile.TemporaryDirectory() as folder:
        serve.run(port=port, db_url=f"sqlite:///{folder}/tried.sqlite3", page=f"new?game={quote(game)}")


def _show(db_url: str, match: Match, names: list[str], port: int, browser: bool) -> None:
    """Store a match in the database `db_url`, and serve its replay at `port` until the command is interrupted.

    `names` are the names of the players by seat. If `browser` is true, open the page. Otherwise print its address.
    """
    from enginehouse.table import serve
    from enginehouse.table.extras import showing
    from enginehouse.table.store.store import Store

    async def keep_table() -> str:
        store = await Store(db_url).open()
        try:
            return await showing.keep(store, match, names)
        finally:
            await store.close()

    table = asyncio.run(keep_table())
    if not browser:
        click.echo(f"The replay is at t/{table}/replay.")
    serve.run(port=port, db_url=db_url, page=f"t/{table}/replay" if browser else None)
