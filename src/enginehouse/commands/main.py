"""The command line. If an input is wrong, it prints a sentence that names the fault and the remedy."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from enginehouse import __version__, front
from enginehouse.bots.analysis import calibrating
from enginehouse.bots.training import train as training
from enginehouse.commands import doctor as checkup
from enginehouse.commands import simulate as simulating
from enginehouse.commands.admin import admin_group
from enginehouse.commands.analyse import analyse_command
from enginehouse.commands.backup import backup_command, db_group, restore_command
from enginehouse.commands.build import build_group
from enginehouse.commands.conformance import conformance_command
from enginehouse.commands.dataset import dataset_command
from enginehouse.commands.describe import describe_command
from enginehouse.commands.evaluate import evaluate_command
from enginehouse.commands.interface import interface_command
from enginehouse.commands.lab import lab_group
from enginehouse.commands.league import league_command
from enginehouse.commands.lesson import lesson_command
from enginehouse.commands.mcp import mcp_command
from enginehouse.commands.new_game import copy_game_command, new_game_command
from enginehouse.commands.push_keys import push_keys_command
from enginehouse.commands.puzzles import puzzles_command
from enginehouse.commands.replay import replay_command
from enginehouse.commands.settings import settings_command
from enginehouse.commands.tables import DB, table_group
from enginehouse.commands.terminal import escape_output, refuse_undecodable_text
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import logs
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import admit_rules, open_game

FILE = click.Path(dir_okay=False, path_type=Path)


class _Sentences(click.Group):
    """A group of commands that prints each error as a sentence instead of a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        escape_output()
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except EnginehouseError as error:
            raise click.ClickException(str(error)) from None
        except UnicodeError as error:
            raise click.UsageError(f"A text or the name of a file is not valid here: {error}.", ctx) from None
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(141)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from None


@click.group(cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="enginehouse")
def main() -> None:
    """Play, replay and study tabletop games about machines."""


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
def games_command(as_json: bool) -> None:
    """List the games with their numbers of seats and their options."""
    found = [games.get(name).facts for name in games.names()]
    if as_json:
        click.echo(json.dumps([_facts(facts) for facts in found], indent=1))
        return
    for facts in found:
        click.echo(
            f"{facts.name:18} {facts.title}, {facts.seats[0]} to {facts.seats[1]} seats, rules {facts.rules_version}"
        )
        click.echo(f"{'':18} {facts.tagline}")
        for option in facts.options:
            click.echo(f"{'':18} {option.name}: {', '.join(choice.name for choice in option.choices)}")


def _facts(facts: games.Facts) -> dict[str, Any]:
    return {
        "name": facts.name,
        "title": facts.title,
        "seats": list(facts.seats),
        "rules": facts.rules_version,
        "options": {option.name: [choice.name for choice in option.choices] for option in facts.options},
    }


@main.command()
@click.argument("game", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for the whole LAN.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port. 0 takes a free one."
)
@DB
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option(
    "--positions", is_flag=True, help="Allow tables that start from a position. Use it only if you trust all visitors."
)
@click.option(
    "--processes",
    default=0,
    metavar="N",
    type=click.IntRange(0, 64),
    help="Number of server processes on one socket. SIGHUP replaces them one by one. More than one needs PostgreSQL.",
)
@click.option(
    "--in-place", is_flag=True, help="Run in one process and one thread, bots included. While a bot thinks, pages wait."
)
@click.option("--reload/--no-reload", default=True, help="Start again when a file of the folder GAME is saved.")
def play(game: str | None, host: str, port: int, db_url: str, browser: bool, reload: bool, **more: Any) -> None:
    """Start the server for games in the browser, with bots.

    GAME is the game to start with: its name, or the folder of a game of your own.
    """
    positions, processes, in_place = more["positions"], more["processes"], more["in_place"]
    from enginehouse.table import serve
    from enginehouse.table.settings import from_environment

    page = ""
    if game is not None:
        if Path(game).is_dir() and reload and not processes:
            from enginehouse.table.own_table import serve_folder

            serve_folder(game, host, port, db_url, browser)
            return
        page = f"new?game={quote(open_game(game).name)}"
    for sentence in checkup.broken_games():
        click.echo(sentence, err=True)
    settings = from_environment(positions=positions or None, db_url=db_url or None, in_place=in_place or None)
    if processes and settings.in_place:
        raise click.UsageError("A table in place has one process: leave out --processes or --in-place.")
    if processes:
        from enginehouse.table import processes as several

        several.run(host, port, settings, processes, page if browser else None)
        return
    serve.run(host=host, port=port, db_url=db_url, page=page if browser else None, settings=settings)


@main.command()
@click.argument("game")
@click.option("--seats", type=int, help="Number of seats.  [default: the number of bots, at least the fewest seats]")
@click.option(
    "--options",
    "options",
    multiple=True,
    metavar="K=V",
    help="An option of the game, as name=choice. Repeat it for more.",
)
@click.option("--games", "many", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option(
    "--seed",
    type=click.IntRange(-(2**62), 2**62),
    default=1,
    show_default=True,
    help="Seed of the games. The same seed gives the same games.",
)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="Bots by seat, separated by commas. They repeat if they are fewer. Your own bot is module:Class.",
)
@click.option("--swap-seats", is_flag=True, help="Move bots on by one seat from game to game.")
@click.option("--bot-seed", type=click.IntRange(0, 2**62), help="Seed of the bots.  [default: the seeds of the games]")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--out", type=FILE, help="Write logs into this file, one per line.")
@click.option("--stats", type=FILE, help="Write a CSV table with a row per game into this file.")
@click.option("--actions", type=FILE, help="Write a CSV table with a row per action into this file.")
def simulate(game: str, seats: int | None, bots: str, as_json: bool, **more: Any) -> None:
    """Play many games of bots against each other. Print shares of wins and mean scores, with 95 % intervals."""
    if ":" in bots and "" not in sys.path:
        sys.path.insert(0, "")  # the user's own modules are in the current folder
    chosen, players = open_game(game), [name.strip() for name in bots.split(",")]
    options = simulating.read_options(more["options"])
    seats = front.choose_seats(chosen, seats, len(players))
    run = simulating.Run(
        chosen, seats, options, more["many"], more["seed"], players, more["swap_seats"], bot_seed=more["bot_seed"]
    )
    files = simulating.Files(more["out"], more["stats"], more["actions"])
    result = simulating.simulate(run, files, progress=not as_json, jobs=more["jobs"])
    if as_json:
        click.echo(json.dumps(result, indent=1))
        return
    for line in simulating.list_sentences(result):
        click.echo(line)
    for what, path in (("logs", files.out), ("games", files.stats), ("actions", files.actions)):
        if path is not None:
            click.echo(f"{what}: {path}")


@main.command()
@click.argument("game")
@click.option("--seed", type=click.IntRange(0, 2**31), default=77, show_default=True, help="Seed of the games.")
@click.option(
    "--part",
    type=click.FloatRange(0.001, 100),
    default=1.0,
    show_default=True,
    help="Fraction of the lessons' games to play.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for positions, from which a stopped run continues.  [default: build/train/GAME]",
)
@click.option(
    "--write/--try", "writes", default=True, help="Write the weights into the game's folder, or only report them."
)
@click.option(
    "--beliefs",
    "what",
    flag_value="beliefs",
    help="Learn beliefs about hidden information from actions: the beliefs.json.",
)
@click.option(
    "--habits", "what", flag_value="habits", help="Learn beliefs about opponents that search: the habits.json."
)
@click.option(
    "--calibration",
    "what",
    flag_value="calibration",
    help="Learn how often seats win after each estimate, for the win chances that people see: the calibration.json.",
)
def train(game: str, seed: int, part: float, keep: Path | None, writes: bool, what: str | None) -> None:
    """Learn from games of bots how good the positions of GAME are, and write weights.json into the game's folder.

    With --try, print the result and write no file. --part is the fraction of the usual games to play; the default is 1.
    --keep is a folder from which a stopped run continues. With --beliefs, learn instead to guess hidden information
    from the actions of opponents; with --habits, do so for opponents that search. With --calibration, learn to correct
    win chances. Each writes another file.
    """
    if what == "calibration":
        _calibrate(open_game(game), seed, part, writes)
        return
    subjects = {None: training.JUDGING, "beliefs": training.BELIEVING, "habits": training.HABITUAL}
    chosen, subject = open_game(game), subjects[what]
    total = sum(lesson.games for lesson in training.list_lessons(chosen, part, subject))
    folder = keep or Path("build/train") / (f"{chosen.name}-{what}" if what else chosen.name)
    with simulating.progress_bar(f"playing {chosen.name}", total, True) as advance:
        weights = training.train(chosen, seed, part, folder, advance, subject)
    for line in training.describe_training(weights, subject):
        click.echo(line)
    if writes:
        click.echo(f"written: {training.write(chosen, weights, subject)}")


def _calibrate(game: games.Game, seed: int, part: float, writes: bool) -> None:
    """Learn the curves that correct the win chances shown for a game, and print them.

    `part` is the fraction of the usual number of games, and `seed` determines the games. If `writes` is true, also
    write the curves into the game's folder.
    """
    many = max(1, round(part * calibrating.GAMES))
    with simulating.progress_bar(f"playing {game.name}", many * len(calibrating.list_seats(game)), True) as advance:
        curves = calibrating.learn_curves(calibrating.gather_estimates(game, many, seed, advance))
    for seats, curve in curves.items():
        shown = ", ".join(f"{100 * curve.calibrate(tenth / 10):.0f}" for tenth in range(1, 10))
        click.echo(f"{seats} seats: estimates of 10, 20 to 90 % are shown as {shown}")
    if writes:
        click.echo(f"written: {calibrating.write_curves(game, curves, seed, many)}")


@main.command()
@click.argument("file", type=click.Path())
@click.option("--commitment", default="", help="The commitment that the table showed before you sat down.")
@click.option(
    "--rules",
    type=click.Path(exists=True),
    multiple=True,
    help="A file of changed rules or a folder of a game that FILE was played with. Its code runs.",
)
def verify(file: str, commitment: str, rules: tuple[str, ...]) -> None:
    """Replay each game in FILE, and check that its result and its checksums are the same as in FILE.

    FILE:12 is only game 12 of FILE. With --commitment, check that the game has the receipt of this commitment (of a
    verified shuffle). --rules is a file of changed rules, or the folder of a game, that FILE was played with.
    """
    admit_rules(rules)
    path = Path(file)
    if path.exists():
        found = logs.load_all(path)
    else:
        found = [logs.load_named(file)]
    wrong = uncompared = 0
    other_rules: Counter[str] = Counter()
    many = len(found) > 1
    with simulating.progress_bar("verifying", len(found), many) as advance:
        for number, log in enumerate(found, start=1):
            name = f"{file}:{number}" if many else file
            found_out = simulating.verify_log(log, commitment.strip().lower())
            wrong += not found_out.good
            other_rules[found_out.rules] += 1
            if not found_out.good or not many:
                said = " ".join(filter(None, [found_out.said, found_out.rules]))
                click.echo(f"{name}: {said}", err=not found_out.good)
            elif "not compared" in found_out.said:
                uncompared += 1
            advance(1)
    if many:
        _say_rules(other_rules, uncompared)
    if wrong:
        raise click.ClickException(f"{wrong} of {len(found)} games do not hold" if many else "the game does not hold")
    if many:
        entries = sum(len(log.entries) for log in found)
        click.echo(f"{file}: {len(found)} games, {entries} entries, all correct.")
        click.echo(f"To verify one of them, name it: {file}:1 to {file}:{len(found)}.")


def _say_rules(other_rules: Counter[str], uncompared: int) -> None:
    """Print how many games of a file were played under former versions of the rules.

    The dict `other_rules` counts games by a sentence about the rules under which they were played. The key "" counts
    the games under today's rules, and is not printed. Also print `uncompared`, the number of games whose checksums were
    not compared because the rules were older.
    """
    for sentence, games_so in other_rules.items():
        if sentence:
            click.echo(f"{games_so} of these games: {sentence}")
    if uncompared:
        click.echo(f"{uncompared} of these games: the checksum is of records under former rules, and was not compared.")


@main.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
def prepare(names: tuple[str, ...]) -> None:
    """Compile the rules and bots of all games, or of the named games, so that later starts are quick."""
    started = time.perf_counter()
    chosen = [games.get(name) for name in names or games.names()]
    if not simulating.prepare_all(chosen):
        click.echo("No work to do: rules are not compiled here (ENGINEHOUSE_JIT is 0, or Numba is not installed).")
        return
    click.echo(f"Ready in {time.perf_counter() - started:.1f} s.")


@main.command()
def doctor() -> None:
    """Print facts for a bug report, and check that this installation works."""
    healthy = True
    for name, value, good in checkup.findings():
        healthy = healthy and good
        click.echo(f"{'ok ' if good else 'BAD'} {name:14} {value}")
    if not healthy:
        raise click.ClickException("this installation has faults: see the lines marked BAD")


main.add_command(admin_group)
main.add_command(analyse_command)
main.add_command(backup_command)
main.add_command(build_group)
main.add_command(conformance_command)
main.add_command(db_group)
main.add_command(restore_command)
main.add_command(dataset_command)
main.add_command(interface_command)
main.add_command(mcp_command)
main.add_command(lab_group)
main.add_command(describe_command)
main.add_command(evaluate_command)
main.add_command(league_command)
main.add_command(lesson_command)
main.add_command(copy_game_command)
main.add_command(new_game_command)
main.add_command(push_keys_command)
main.add_command(puzzles_command)
main.add_command(replay_command)
main.add_command(settings_command)
main.add_command(table_group)
refuse_undecodable_text(main)
