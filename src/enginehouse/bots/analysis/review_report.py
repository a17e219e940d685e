"""Write the report of a game analysis: sentences about the worst decisions, and a chart of the win chances.

The command `enginehouse analyse` writes this report, and the server shows it on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enginehouse.bots.analysis.review import Decision, Share, find_mistakes, find_turning_points
from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.pictures.palette import PALETTE
from enginehouse.core.play.match import Match
from enginehouse.core.words.naming import fill_plain

WIDE, HIGH, LEFT, TOP = 720, 260, 44, 12
COLOURS = tuple(f"var(--seat-{seat},{PALETTE[f'seat-{seat}'][0]})" for seat in range(8))
"""The colours of the seats as CSS: the page's own variables, with the colours by day as fallback."""
DASHES = ("", "9 3", "3 3", "10 3 2 3")
"""The dash patterns, so that lines differ in more than colour."""


class Point(NamedTuple):
    """A decision with a large loss, in words. Win chances and the loss are in percent."""

    number: int
    """The index of the action among those that were not undone."""
    seat: int
    share: float
    """The win chance before the action. At most this is lost, though the search may find a larger difference."""
    played: str
    lost: float
    better: str
    why: str
    """The reason for the better action, with names, or ""."""


class Agreement(NamedTuple):
    """The agreement between the actions of a seat and the choices of the bot, over some decisions.

    `same` is the number of decisions at which both chose the same action, and `many` the number of all decisions.
    `lost` is the win chance that the seat lost by its other actions, in percentage points, summed over the decisions.
    """

    same: int
    many: int
    lost: float


def select_points(found: Sequence[Decision], seat: int = -1) -> list[Decision]:
    """Return a list of decisions to show: first the worst ones of `seat`, then the worst ones of the other seats.

    The decisions are selected from `found`: at most `POINTS` of `seat`, and at most `POINTS` of all other seats
    together. Each decision has a loss: how much lower the win chance is after the played action than after the choice
    of a strong bot. The worst decisions are those with the largest losses, if these are at least `NOTICED`. If `seat`
    is -1, return only the worst decisions of all seats together.
    """
    return [*find_mistakes(found, seat), *find_turning_points([one for one in found if one.seat != seat])]


def describe_turning_points(
    match: Match, found: Sequence[Decision], names: Sequence[str], seat: int = -1
) -> list[Point]:
    """Return the decisions of a match that `select_points(found, seat)` selects, in words.

    `names` are the names of the players by seat.
    """
    told = []
    for one in select_points(found, seat):
        view = rewind(match, one.number).view(one.seat)
        played, better = (fill_plain(match.game.words.action(view, code), names) for code in (one.played, one.best))
        lost = min(one.lost, one.share)
        told.append(Point(one.number, one.seat, one.share, played, lost, better, fill_plain(one.why, names)))
    return told


def rewind(match: Match, number: int) -> Match:
    """Return the match as it was before action number `number`. Actions are counted from 0, without undone actions."""
    moving = match.begin_again()
    for done in match.standing[:number]:
        moving.act_unchecked(done.seat, done.code)
    return moving


def summarise_seat(found: Sequence[Decision], seat: int) -> Agreement:
    """Return how often a seat has chosen the same action as the bot, from its judged decisions in `found`."""
    mine = [one for one in found if one.seat == seat]
    return Agreement(sum(one.played == one.best for one in mine), len(mine), sum(one.lost for one in mine))


def draw_chart(
    match: Match,
    found: Sequence[Decision],
    names: Sequence[str],
    *,
    linked: bool = False,
    seat: int = -1,
    shares: Sequence[Share] = (),
) -> Svg:
    """Draw a chart of a match: a curve of win chances for each seat, with rings round the worst decisions.

    A curve has a point at each decision of its seat. If `shares` is given, it has the win chances at all decisions, and
    the curves are drawn from it. If it is empty, the curves are drawn from `found`, which has the decisions that are
    judged so far. If the match is finished, each curve ends at the seat's result: 100 % for a win.

    The rings mark the decisions in `found` that lost the most win chance. If `seat` is -1, these are the worst
    decisions of all seats together. Otherwise they are the worst ones of `seat`, and then the worst ones of all other
    seats (`select_points` selects them). If `linked` is set, the rings are links to `#point-1` and so on. `names` are
    the names of the players by seat.
    """
    last = max(len(match.standing), 2)
    curve = [*(shares or [Share(one.number, one.seat, one.share) for one in found]), *list_results(match)]

    def at(one: Decision | Share) -> tuple[float, float]:
        return LEFT + (WIDE - LEFT - 8) * one.number / last, TOP + (HIGH - 2 * TOP) * (1 - one.share / 100)

    parts = [_draw_level(percent) for percent in (0, 25, 50, 75, 100)]
    for who, name in enumerate(names):
        places = [at(one) for one in curve if one.seat == who]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        colour, dash = COLOURS[who % len(COLOURS)], DASHES[who % len(DASHES)]
        parts.append(el("polyline", points=path, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dash))
        x = LEFT + (WIDE - LEFT) / len(names) * who
        parts.append(el("line", x1=x, x2=x + 20, y1=HIGH + 12, y2=HIGH + 12, stroke=colour, stroke_dasharray=dash))
        parts.append(el("text", name[:14], x=x + 24, y=HIGH + 16, fill="currentColor", font_size=13))
    for k, one in enumerate(select_points(found, seat), start=1):
        x, y = at(one)
        colour = COLOURS[one.seat % len(COLOURS)]
        ring = el("circle", cx=round(x, 1), cy=round(y, 1), r=6, fill="white", stroke=colour, stroke_width=2)
        parts.append(el("a", ring, href=f"#point-{k}", aria_label=f"Turning point {k}") if linked else ring)
    label = "Win chances over the game"
    return el(
        "svg",
        joined(parts),
        viewBox=f"0 0 {WIDE} {HIGH + 24}",
        width="100%",
        role="group" if linked else "img",
        aria_label=label,
    )


def list_results(match: Match) -> list[Share]:
    """Return the last points of the win chance curves of a match: each seat's share of the win when the game is over.

    A point (`Share`) has the number of actions that were played, the seat, and its share in percent: for example 100
    for a single winner, or 50 for each of two. If the game is not over, return an empty list.
    """
    if not match.over:
        return []
    won = match.returns("win")
    return [Share(len(match.standing), seat, 100 * won[seat]) for seat in range(match.seats)]


def _draw_level(percent: int) -> Svg:
    y = TOP + (HIGH - 2 * TOP) * (1 - percent / 100)
    line = el("line", x1=LEFT, x2=WIDE - 8, y1=y, y2=y, stroke="currentColor", stroke_opacity=0.2)
    return joined([line, el("text", f"{percent}", x=8, y=y + 4, font_size=12, fill="currentColor")])
