"""Write the report on luck and choices, as sentences and bars: for `enginehouse analyse --luck` and a table's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enginehouse.bots.analysis.luck import LEVEL, Account, LuckEntry
from enginehouse.bots.analysis.review_report import COLOURS, rewind
from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.play.match import Match
from enginehouse.core.words.estimates import Estimate, share
from enginehouse.core.words.naming import fill_plain, join_words

EVENTS = 5
"""The maximum number of actions in the report on luck."""
SLIGHT = 1.0
"""The minimum effect of luck that the report shows, in percentage points of the win chance."""
WIDE, ROW, LEFT = 720, 34, 150
"""The width of the bars' picture, the height of a row, and the width for names at its left."""


class Stroke(NamedTuple):
    """An action, or the deal, with a large effect of chance on the win chances.

    The fields are the index of the action, a description (the player and the action in words), and the effect on each
    seat's win chance in percentage points. The index is counted from 0 without undone actions, and is -1 for the deal.
    """

    number: int
    what: str
    changed: list[float]


def list_strokes(match: Match, found: Sequence[LuckEntry], names: Sequence[str]) -> list[Stroke]:
    """Return the actions of a match at which chance changed the win chances most, in the order of the game.

    The deal counts as an action. The list has at most the `EVENTS` largest changes, to the better or the worse. Leave
    out actions that change each seat's win chance by less than `SLIGHT` percentage points. `found` has the effects of
    the deal and of all actions. `names` are the names of the players by seat.
    """
    far = sorted(found, key=lambda one: (-max(map(abs, one.luck)), one.number))[:EVENTS]
    some = [one for one in far if max(map(abs, one.luck)) >= SLIGHT]
    return [
        Stroke(one.number, _describe_action(match, one, names), one.luck)
        for one in sorted(some, key=lambda one: one.number)
    ]


def _describe_action(match: Match, one: LuckEntry, names: Sequence[str]) -> str:
    if one.number < 0:
        return "the deal"
    view = rewind(match, one.number).view(one.seat)
    act = match.game.words.action(view, match.standing[one.number].code)
    return f"{names[one.seat]}: {fill_plain(act, names)}"


def describe_account(one: Account) -> str:
    """Return one line of text about the sources of a seat's result: the win chance at the start, luck and choices."""
    return (
        f"{one.start:.0f} at the start, the deal {one.deal:+.0f}, luck later {one.luck:+.0f}, own choices {one.own:+.0f}, "
        f"those of others {one.others:+.0f}: {one.result:.0f} (luck within {one.error:.0f}; left over {abs(one.rest):.1f})"
    )


def describe_stroke(one: Stroke, names: Sequence[str]) -> str:
    """Return an action and its luck as one line of text. `names` are the names of the players by seat."""
    changed = [f"{name} {by:+.0f}" for name, by in zip(names, one.changed, strict=True) if abs(by) >= SLIGHT / 2]
    return f"{one.what}: {join_words(changed)}"


def estimate_by_seat(deals: Sequence[Sequence[float]]) -> list[Estimate]:
    """Return each seat's mean share of the win over several games, with its 95 % interval.

    `deals` has a list for each game: the share of the win of each seat, 1 for a single winner or 0.5 for each of two.
    The games have the same number of seats and the same options, but each has another deal (random setup).
    """
    return [share(won) for won in zip(*deals, strict=True)]


def describe_deals(deals: Sequence[Sequence[float]]) -> str:
    """Return the caption of a bar chart in the report on a match: how often each seat won in games with other deals.

    A bot played these games on all seats, with the options of the match, but with other random setups (deals). The
    caption has the number of these games and the name of the bot. `deals` has a list for each of these games: the share
    of the win of each seat, from 0 to 1.
    """
    return f"{len(deals)} other deals of the same game, the {LEVEL} bot on all seats: games won of a hundred"


def draw_bars(match: Match, deals: Sequence[Sequence[float]], names: Sequence[str], result: Sequence[float]) -> Svg:
    """Draw a bar for each seat's mean share of the win over several games, with its 95 % interval.

    `deals` has a list for each game: the share of the win of each seat, from 0 to 1. Bots played these games with the
    options of `match`, but with other random setups (deals). `names` are the names of the players by seat. A ring marks
    the share of each seat in `match` itself, which is `result`, in percent.
    """

    def at(part: float) -> float:
        return round(LEFT + (WIDE - LEFT - 60) * part, 1)

    rows = []
    for seat, (name, one) in enumerate(zip(names, estimate_by_seat(deals), strict=True)):
        y, colour = 8 + ROW * seat, COLOURS[seat % len(COLOURS)]
        rows += [
            el("text", name[:16], x=8, y=y + 17, font_size=14, fill="currentColor"),
            el("rect", x=LEFT, y=y, width=round(at(one.value) - LEFT, 1), height=22, fill=colour, fill_opacity=0.75),
            el("line", x1=at(one.low), x2=at(one.high), y1=y + 11, y2=y + 11, stroke="currentColor", stroke_width=2),
            el("circle", cx=at(result[seat] / 100), cy=y + 11, r=6, fill="none", stroke="currentColor", stroke_width=2),
            el("text", f"{100 * one.value:.0f}", x=WIDE - 40, y=y + 17, font_size=14, fill="currentColor"),
        ]
    said = [f"{name} {100 * one.value:.0f}" for name, one in zip(names, estimate_by_seat(deals), strict=True)]
    label = f"{describe_deals(deals)}: {join_words(said)}"
    high = 16 + ROW * match.seats
    return el("svg", joined(rows), viewBox=f"0 0 {WIDE} {high}", width="100%", role="img", aria_label=label)
