"""`enginehouse analyse FILE`: judge each decision of a game, and print the turning points.

A bot judges the decisions. The judgements are stored, so that a second run reuses them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from enginehouse import bots
from enginehouse.bots.analysis import review_report
from enginehouse.bots.analysis.review import Decision, count_cases, judge_decisions
from enginehouse.bots.analysis.review_report import Point
from enginehouse.commands import fortune
from enginehouse.commands.simulate import progress_bar
from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.drawing import Svg, document_of, el
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match, replay


@click.command("analyse")
@click.argument("file", type=click.Path())
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the analysis as a page into this file.",
)
@click.option("--bot", "level", default="hard", show_default=True, help="Bot that judges.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/review"),
    show_default=True,
    help="Folder for judgements, from which a stopped run continues.",
)
@click.option(
    "--luck",
    "with_luck",
    is_flag=True,
    help="Report the part of luck in each result too, with 200 games of other deals.",
)
def analyse_command(file: str, page: Path | None, level: str, keep: Path, with_luck: bool) -> None:
    """Analyse the game in FILE: win chances over the game, and the most costly decisions.

    If FILE has several games, FILE:12 is game 12.
    """
    played = replay(logs.load_named(file))
    if played.error is not None:
        raise Unreadable(f"{file} does not replay: {played.error}")
    found = list(judge_game(played.match, played.log, level, keep))
    names = [f"Seat {seat + 1}" for seat in range(played.log.seats)]
    more = fortune.worked_out(played.match, keep / _name_files(played.log)) if with_luck else None
    for line in describe_analysis(played.match, found, names):
        click.echo(line)
    for line in fortune.describe_luck(played.match, more, names) if more else ():
        click.echo(line)
    if page is not None:
        luck = fortune.on_page(played.match, more, names) if more else []
        page.write_text(as_page(played.match, found, names, luck), "utf-8")
        click.echo(f"written: {page}")


def judge_game(match: Match, log: Log, level: str, keep: Path) -> Iterator[Decision]:
    """Yield the judgements of all decisions of a game, in order, by the bot with the name `level`.

    Each judgement is stored in a file in the folder `keep` as soon as it is found. Judgements that are stored already
    are read, and not computed again. `log` is the log of the match.
    """
    file = keep / f"{_name_files(log)}-{level}.jsonl"
    keep.mkdir(parents=True, exist_ok=True)
    known = [Decision(*one) for one in fortune.whole_lines(file)]
    bot, total = bots.find_bot(level), count_cases(match)
    if len(known) < total:
        bot.prepare(match.game)
    with (
        file.open("a", encoding="utf-8") as kept,
        progress_bar("thinking", total, sys.stderr.isatty()) as advance,
    ):
        for number, one in enumerate(judge_decisions(match, bot, known)):
            if number >= len(known):
                kept.write(json.dumps(one) + "\n")
                kept.flush()
            advance(1)
            yield one


def _name_files(log: Log) -> str:
    """Return the first part of the names of the files that store a bot's judgements of the decisions in a game.

    `log` is the log of the game. The same log has the same names.
    """
    return hashlib.sha256(logs.write(log).encode()).hexdigest()[:16]


def describe_analysis(match: Match, found: Sequence[Decision], names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a game analysis to print: for each seat its result, then the turning points.

    The result of a seat has the number of its decisions, the number of those that the bot of the analysis would have
    made too, and the summed win chance that the other decisions lost. `found` has the judged decisions, and `names` the
    players by seat.
    """
    yield f"{match.game.facts.title}: {len(found)} decisions of {match.seats} seats; numbers are win chances in %"
    for seat, name in enumerate(names):
        same, many, lost = review_report.summarise_seat(found, seat)
        yield f"{name}: {same} of {many} choices are the bot's; the others lost {lost:.0f} % in all"
    points = review_report.describe_turning_points(match, found, names)
    yield "turning points:" if points else "no turning points: no choice lost much"
    for one in points:
        yield from (f"  {line}" for line in _lines(one, names))


def _lines(one: Point, names: Sequence[str]) -> list[str]:
    lines = [
        f"action {one.number + 1}, {names[one.seat]} ({one.share:.0f} % before): {one.played}",
        f"lost {one.lost:.0f} %. Better: {one.better}",
    ]
    return [*lines, one.why] if one.why else lines


# -- the page ----------------------------------------------------------------------------------------------------------


def as_page(match: Match, found: Sequence[Decision], names: Sequence[str], luck: Sequence[Svg] = ()) -> str:
    """Return the analysis of a game as a self-contained page of HTML.

    It has the win chances of all seats as curves, each turning point with the view of its seat, and the markup `luck`
    (about luck and choices) at the end. `found` has a bot's judgement of each decision, and `names` the players by
    seat.
    """
    title = f"Game analysis: {match.game.facts.title}"
    parts = [
        el("h1", title),
        el("p", next(describe_analysis(match, found, names)) + "."),
        review_report.draw_chart(match, found, names),
    ]
    for number, one in enumerate(review_report.describe_turning_points(match, found, names), start=1):
        first, *more = _lines(one, names)
        view = review_report.rewind(match, one.number).view(one.seat)
        picture = base64.b64encode(document_of(match.game, view, width=640).encode()).decode()
        parts.append(el("h2", f"{number}. {first}"))
        parts += [el("p", line) for line in more]
        parts.append(
            el("img", src=f"data:image/svg+xml;base64,{picture}", alt=f"What {names[one.seat]} saw", width=640)
        )
    parts += luck
    style = Svg(
        "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}img{max-width:100%}"
    )
    head = el("head", el("meta", charset="utf-8"), el("title", title), el("style", style))
    return "<!doctype html>\n" + el("html", head, el("body", *parts), lang="en")
