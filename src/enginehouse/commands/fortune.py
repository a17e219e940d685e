"""`enginehouse analyse FILE --luck`: find out how much of each seat's result is due to luck, and how much to choices.

If a run is stopped, the next run continues it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.bots.analysis import luck, luck_report
from enginehouse.bots.analysis.luck import LuckEntry
from enginehouse.commands.simulate import progress_bar
from enginehouse.core.pictures.drawing import Svg, el
from enginehouse.core.play.match import Match


class Found(NamedTuple):
    """The effects of luck and of choices on the result of each seat, and results of games with other setups."""

    steps: list[LuckEntry]
    deals: list[list[float]]
    """The shares of the win by seat, for each of the other deals."""


def worked_out(match: Match, called: Path) -> Found:
    """Return how far luck and choices changed the result of a match, and results of other games to compare it with.

    Bots play the other games, with the same seats and options but other seeds. Results are stored in two files beside
    the path `called`. Their names are the name of this path with `-luck.jsonl` and with `-deals.jsonl` added. Results
    that are in the files already are read from there.
    """
    steps = _read_or_find(
        called.with_name(f"{called.name}-luck.jsonl"),
        ("luck", len(match.standing) + 1),
        lambda known: luck.list_steps(match, known=known),
    )
    deals = _read_or_find(
        called.with_name(f"{called.name}-deals.jsonl"),
        ("other deals", luck.DEALS),
        lambda known: luck.play_other_deals(match, luck.LEVEL, known, luck.DEALS - known),
    )
    return Found([LuckEntry(*one) for one in steps], deals)


def _read_or_find(file: Path, bar: tuple[str, int], find: Callable[[int], Iterator[Any]]) -> list[Any]:
    """Return a list of all results in the file. Compute the missing results first, with a progress bar.

    Each result is stored as a line as soon as it is found. `find` takes the number of stored lines, and yields the
    missing results. `bar` has the title of the progress bar and the number of all results.
    """
    found = whole_lines(file)
    if len(found) >= bar[1]:
        return found
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as kept, progress_bar(*bar, sys.stderr.isatty()) as advance:
        advance(len(found))
        for one in find(len(found)):
            kept.write(json.dumps(one) + "\n")
            kept.flush()
            found.append(one)
            advance(1)
    return found


def whole_lines(file: Path) -> list[Any]:
    """Return the JSON values in the lines of a file.

    If the last line is incomplete because the program was stopped, remove it from the file.
    """
    if not file.exists():
        return []
    lines = file.read_text("utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        file.write_text("".join(whole), "utf-8")
    return [json.loads(line) for line in whole]


def describe_luck(match: Match, found: Found, names: Sequence[str]) -> Iterator[str]:
    """Yield lines of text about `found`, the effects of luck and choices in a match, to print.

    `names` are the names of the players by seat.
    """
    yield "where each result came from, in hundredths of the win:"
    for name, one in zip(names, luck.make_accounts(match, found.steps), strict=True):
        yield f"  {name}: {luck_report.describe_account(one)}"
    strokes = luck_report.list_strokes(match, found.steps, names)
    yield "the largest changes by luck:" if strokes else "chance changed next to nothing"
    for stroke in strokes:
        where = f"action {stroke.number + 1}, " if stroke.number >= 0 else ""
        yield f"  {where}{luck_report.describe_stroke(stroke, names)}"
    yield f"{luck_report.describe_deals(found.deals)}:"
    for name, share in zip(names, luck_report.estimate_by_seat(found.deals), strict=True):
        yield f"  {name}: {100 * share.value:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def on_page(match: Match, found: Found, names: Sequence[str]) -> list[Svg]:
    """Return the section about luck and choices for the HTML page of a game analysis, as a list of pieces of markup.

    `found` has the effects of luck and choices in the match. `names` is the list of the players' names by seat.
    """
    result = [one.result for one in luck.make_accounts(match, found.steps)]
    lines = [el("p", line.strip()) for line in describe_luck(match, found, names)]
    return [el("h2", "Luck and choices"), *lines, luck_report.draw_bars(match, found.deals, names, result)]
