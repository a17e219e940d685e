"""`enginehouse analyse FILE`: a game looked at again, with its turning points; what was thought of already is not thought of again."""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from enginehouse import bots
from enginehouse.bots.review import Decision, count, decisions, turning_points
from enginehouse.commands.simulate import progress_bar
from enginehouse.core import logs
from enginehouse.core.drawing import Svg, document_of, el, joined
from enginehouse.core.errors import Unreadable
from enginehouse.core.logs import Log
from enginehouse.core.match import Match, replay
from enginehouse.core.naming import fill_plain

WIDE, HIGH, LEFT, TOP = 720, 260, 44, 12
COLOURS = ("#b3401f", "#1f5f8b", "#2f7d3b", "#8a5a00", "#6b3fa0", "#00757a", "#8c2f6b", "#555555")


@click.command("analyse")
@click.argument("file")
@click.option("--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write a page of it here.")
@click.option("--bot", "level", default="hard", show_default=True, help="Who says what would have been better.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/review"),
    show_default=True,
    help="Where it is kept what was thought; there it goes on after a stop.",
)
def analyse_command(file: str, page: Path | None, level: str, keep: Path) -> None:
    """Look again at the game in FILE (FILE:12 of several): what everybody could hope for, and what gave away most."""
    played = replay(logs.load_named(file))
    if played.error is not None:
        raise Unreadable(f"{file} does not replay: {played.error}")
    found = list(analysed(played.match, played.log, level, keep))
    names = [f"Seat {seat + 1}" for seat in range(played.log.seats)]
    for line in told(played.match, found, names):
        click.echo(line)
    if page is not None:
        page.write_text(as_page(played.match, found, names), "utf-8")
        click.echo(f"written: {page}")


def analysed(match: Match, log: Log, level: str, keep: Path) -> Iterator[Decision]:
    """All decisions of a game; each is written down as soon as it is found, and read where it was."""
    file = keep / f"{hashlib.sha256(logs.write(log).encode()).hexdigest()[:16]}-{level}.jsonl"
    keep.mkdir(parents=True, exist_ok=True)
    known = _known(file)
    bot, total = bots.named(level), count(match)
    if len(known) < total:
        bot.prepare(match.game)
    with (
        file.open("a", encoding="utf-8") as kept,
        progress_bar("thinking", total, sys.stderr.isatty()) as advance,
    ):
        for number, one in enumerate(decisions(match, bot, known)):
            if number >= len(known):
                kept.write(json.dumps(one) + "\n")
                kept.flush()
            advance(1)
            yield one


def _known(file: Path) -> list[Decision]:
    """What was written down; a last line that a stop cut off is taken away."""
    if not file.exists():
        return []
    lines = file.read_text("utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        file.write_text("".join(whole), "utf-8")
    return [Decision(*json.loads(line)) for line in whole]


def told(match: Match, found: Sequence[Decision], names: Sequence[str]) -> Iterator[str]:
    """What is printed: how much each seat gave away, and the turning points."""
    yield f"{match.game.facts.title}: {len(found)} decisions of {match.seats} seats; shares of the win in hundredths"
    for seat, name in enumerate(names):
        mine = [one for one in found if one.seat == seat]
        same = sum(one.played == one.best for one in mine)
        lost = sum(one.lost for one in mine)
        yield f"{name}: {same} of {len(mine)} as the bot would have done; the others gave away {lost:.0f} altogether"
    points = turning_points(found)
    yield "turning points:" if points else "no turning points: nothing gave away much"
    for one in points:
        yield from (f"  {line}" for line in _point(match, one, names))


def _point(match: Match, one: Decision, names: Sequence[str]) -> list[str]:
    view = _before(match, one).view(one.seat)
    played, best = (fill_plain(match.game.words.action(view, code), names) for code in (one.played, one.best))
    lines = [
        f"action {one.number + 1}, {names[one.seat]}, who could hope for {one.share:.0f}: {played}",
        f"better by {one.lost:.0f}: {best}",
    ]
    return [*lines, fill_plain(one.why, names)] if one.why else lines


def _before(match: Match, one: Decision) -> Match:
    moving = match.begin_again()
    for done in match.standing[: one.number]:
        moving.act_unchecked(done.seat, done.code)
    return moving


# -- the page ----------------------------------------------------------------------------------------------------------


def as_page(match: Match, found: Sequence[Decision], names: Sequence[str]) -> str:
    """A page that needs nothing else: the lines of all seats, and each turning point with what its seat could see."""
    title = f"{match.game.facts.title}, looked at again"
    parts = [el("h1", title), el("p", next(told(match, found, names)) + "."), chart(match, found, names)]
    for number, one in enumerate(turning_points(found), start=1):
        first, *more = _point(match, one, names)
        view = _before(match, one).view(one.seat)
        picture = base64.b64encode(document_of(match.game, view, width=640).encode()).decode()
        parts.append(el("h2", f"{number}. {first}"))
        parts += [el("p", line) for line in more]
        parts.append(
            el("img", src=f"data:image/svg+xml;base64,{picture}", alt=f"What {names[one.seat]} saw", width=640)
        )
    style = Svg(
        "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}img{max-width:100%}"
    )
    head = el("head", el("meta", charset="utf-8"), el("title", title), el("style", style))
    return "<!doctype html>\n" + el("html", head, el("body", *parts), lang="en")


def chart(match: Match, found: Sequence[Decision], names: Sequence[str]) -> Svg:
    """Everybody's share over the game, each as the seat itself could tell at its own decisions; rings are turning points."""
    last = max(len(match.standing), 2) - 1

    def at(one: Decision) -> tuple[float, float]:
        return LEFT + (WIDE - LEFT - 8) * one.number / last, TOP + (HIGH - 2 * TOP) * (1 - one.share / 100)

    parts = [_level(percent) for percent in (0, 25, 50, 75, 100)]
    for seat, name in enumerate(names):
        places = [at(one) for one in found if one.seat == seat]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        colour = COLOURS[seat % len(COLOURS)]
        parts.append(el("polyline", points=points, fill="none", stroke=colour, stroke_width=2))
        parts.append(el("text", name, x=LEFT + 90 * seat, y=HIGH + 16, fill=colour, font_size=14))
    for one in turning_points(found):
        x, y = at(one)
        colour = COLOURS[one.seat % len(COLOURS)]
        parts.append(el("circle", cx=round(x, 1), cy=round(y, 1), r=6, fill="white", stroke=colour, stroke_width=2))
    label = "Shares of the win over the game"
    return el("svg", joined(parts), viewBox=f"0 0 {WIDE} {HIGH + 24}", width="100%", role="img", aria_label=label)


def _level(percent: int) -> Svg:
    y = TOP + (HIGH - 2 * TOP) * (1 - percent / 100)
    line = el("line", x1=LEFT, x2=WIDE - 8, y1=y, y2=y, stroke="#ccc")
    return joined([line, el("text", f"{percent}", x=8, y=y + 4, font_size=12, fill="#555")])
