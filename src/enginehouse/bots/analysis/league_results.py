"""Write the results of leagues: strengths of bots with confidence intervals, as Markdown, as a plot and as JSON.

A league is a set of games between all pairs of some bots.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.words.estimates import Estimate

DEFAULT_BOTS = ("expert", "hard", "steady", "easy", "greedy")
"""The bots of a league that names none."""


class LeagueResult(NamedTuple):
    """The result of a league (games between all pairs of some bots) with one number of seats.

    `together` is true if all seats of the game win or lose together. `bots` has the strength of each bot, the strongest
    first. This is the bot's rating or, if `together`, its share of the games won. Each of `pairs` has the names of two
    bots and an estimate: the share of the wins, from 0 to 1, of the first bot in games between the two. If `together`,
    it is the first bot's share of the games won minus that of the second bot, on the same deals.
    """

    game: str
    title: str
    seats: int
    options: dict[str, str]
    games: int
    seed: int
    together: bool
    bots: dict[str, Estimate]
    pairs: Sequence[tuple[str, str, Estimate]] = ()
    date: str = ""

    @property
    def heading(self) -> str:
        """Return the heading for a league's result: the title of the game, the number of seats and the options."""
        chosen = [f"{name}={choice}" for name, choice in sorted(self.options.items())]
        return ", ".join([self.title, f"{self.seats} seats", *chosen])

    @property
    def amount(self) -> str:
        """Return the number of games of a league and its seed as text."""
        return f"{self.games} games of each {'bot' if self.together else 'pairing'}, seed {self.seed}"

    @property
    def unit(self) -> str:
        """Return the name of the measure of strength with its unit, as text for headings and axes."""
        return "share of games won" if self.together else "rating"

    def format_strength(self, value: float) -> str:
        """Return the strength `value` of a bot as text, in the unit of the league's game (see the property `unit`)."""
        return f"{value:.3f}" if self.together else f"{value:.0f}"


def write_strengths(result: LeagueResult) -> str:
    """Return the strengths of all bots in the result of a league, as a table in Markdown."""
    lines = [f"| bot | {result.unit} | 95 % |", "| --- | --- | --- |"]
    for name, one in result.bots.items():
        value, low, high = (result.format_strength(number) for number in one)
        lines.append(f"| {name} | {value} | {low} to {high} |")
    return "\n".join(lines)


def write_tables(result: LeagueResult) -> str:
    """Return the result of a league as Markdown: a heading, the strengths of the bots, and the comparisons of pairs."""
    return "\n\n".join([f"{result.heading}, {result.amount}", write_strengths(result), *_write_pairs(result)])


def _write_pairs(result: LeagueResult) -> Iterator[str]:
    if result.pairs:
        named = ("on the same deals", "wins more often by", "than")
        first, second, word = named if result.together else ("pairing", "share of the first", "against")
        lines = [f"| {first} | {second} | 95 % |", "| --- | --- | --- |"]
        lines += [
            f"| {a} {word} {b} | {one.value:.3f} | {one.low:.3f} to {one.high:.3f} |" for a, b, one in result.pairs
        ]
        yield "\n".join(lines)


WIDTH, START, LENGTH, LINE = 720, 120, 500, 28
"""Sizes of a plot: its width, the beginning and the length of its axis, and the height of a line."""
INK, GUIDE, STROKE, DOT = "#1f2937", "#e5e7eb", "#1f5f8b", "#b3401f"


def draw_strengths(result: LeagueResult) -> str:
    """Return a plot of the strengths in the result of a league as SVG, each with its confidence interval.

    The background is white.
    """
    low = min(one.low for one in result.bots.values())
    wide = max(max(one.high for one in result.bots.values()) - low, 1e-9)

    def place(value: float) -> float:
        return START + LENGTH * (value - low) / wide

    def draw_lines() -> Iterator[str]:
        for k, (name, one) in enumerate(result.bots.items()):
            y = 48 + LINE * k
            # A bot of another package has its whole address as its name.
            yield el("text", name.rpartition(":")[2], x=12, y=y + 5, font_size=14)
            yield el("line", x1=START, x2=START + LENGTH, y1=y, y2=y, stroke=GUIDE)
            yield el("line", x1=place(one.low), x2=place(one.high), y1=y, y2=y, stroke=STROKE, stroke_width=2)
            yield el("circle", cx=place(one.value), cy=y, r=5, fill=DOT)
            yield el("text", result.format_strength(one.value), x=WIDTH - 64, y=y + 5, font_size=14)

    height = 40 + LINE * len(result.bots)
    title = f"{result.heading}: {result.unit}, with intervals of 95 %"
    whole = el(
        "svg",
        el("rect", width=WIDTH, height=height, fill="#fff"),
        el("g", el("text", title, x=12, y=22, font_size=15), joined(list(draw_lines())), fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_label=f"{result.heading}: {result.unit} of each bot",
        font_family="sans-serif",
    )
    return Svg(whole) + "\n"


def write_results(results: Sequence[LeagueResult]) -> str:
    """Return the results of several leagues as JSON, which `read_results` reads."""
    return json.dumps([one._asdict() for one in results], indent=1) + "\n"


def read_results(file: Path) -> list[LeagueResult]:
    """Return the results in a JSON file. Raise `Unreadable` if the file has something else."""
    try:
        given = json.loads(file.read_text("utf-8"))
        if not isinstance(given, list):
            raise TypeError("the outermost value is not a list")
        return [_read_result(one) for one in given]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unreadable(f"{file} is no result of a league (results.json): {error}") from None


def _read_result(given: Mapping[str, Any]) -> LeagueResult:
    bots = {name: Estimate(*one) for name, one in given["bots"].items()}
    pairs = [(a, b, Estimate(*one)) for a, b, one in given.get("pairs", ())]
    return LeagueResult(**{**given, "bots": bots, "pairs": pairs})


def describe_results(results: Sequence[LeagueResult]) -> str:
    """Return the results of several leagues as Markdown, each with its date and the command that repeats it."""
    parts = [] if all(one.together for one in results) else ["In ratings, 400 more means ten times as many wins."]
    for one in results:
        played = f"Played on {one.date}: " if one.date else ""
        parts += [write_tables(one), f"{played}`{_write_command(one)} --out build/league`"]
    return "\n\n".join(parts)


def _write_command(result: LeagueResult) -> str:
    options = [f"--options {name}={choice}" for name, choice in sorted(result.options.items())]
    bots = [] if set(result.bots) == set(DEFAULT_BOTS) else [f"--bots {','.join(result.bots)}"]
    numbers = [f"--games {result.games}", f"--seed {result.seed}"]
    return " ".join([f"enginehouse league {result.game} --seats {result.seats}", *options, *bots, *numbers])
