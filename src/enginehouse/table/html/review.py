"""Make the page of a game analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enginehouse.bots.analysis import luck, luck_report, review_report
from enginehouse.bots.analysis.luck import Account
from enginehouse.bots.analysis.review_report import Agreement, Point
from enginehouse.core.pictures.drawing import Svg, el
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.play.match import Match
from enginehouse.table.addresses import own_address
from enginehouse.table.extras.reviews import how_far, is_whole, name_stage
from enginehouse.table.html.rendering import render
from enginehouse.table.picture import past
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.rows import Person, TableRow


class ReviewSummary(NamedTuple):
    """A game analysis in words and charts, as the page shows it."""

    chart: Svg
    kept: list[tuple[str, Agreement]]
    """By seat: the name, and the agreement of the seat's decisions with the bot's."""
    points: list[tuple[int, Point]]
    """The viewer's mistakes, then the turning points of the others, each with the number of entries of the replay
    before it."""
    seat: int
    """The viewer's seat, or -1."""
    luck: Lucky | None
    """The parts of luck and of decisions in the result, or None if they are not known yet."""


class Lucky(NamedTuple):
    """The effects of luck and of decisions on the result of a game, in words and charts."""

    accounts: list[tuple[str, Account]]
    """By seat: the name, and the sources of the result."""
    strokes: list[tuple[int, str]]
    """The largest changes by luck in words, each with the number of entries of the replay up to it."""
    bars: Svg
    deals: str


def describe_review(match: Match, review: Review, names: Sequence[str], seat: int = -1) -> ReviewSummary:
    """Return the results so far of the analysis `review` of a match, in words and charts.

    `seat` is the viewer's seat, or -1. `names` has the players' names by seat. The game is replayed for this, so call
    it outside the server's main thread.
    """
    points = review_report.describe_turning_points(match, review.found, names, seat)
    steps = past.entries_before(match, [one.number for one in points])
    kept = [(name, review_report.summarise_seat(review.found, seat)) for seat, name in enumerate(names)]
    chart = review_report.draw_chart(
        match, review.found, names, linked=True, seat=seat, shares=() if review.done else review.shares
    )
    lucky = _lucky(match, review, names) if is_whole(match, review) and match.seed else None
    return ReviewSummary(chart, kept, list(zip(steps, points, strict=True)), seat, lucky)


def _lucky(match: Match, review: Review, names: Sequence[str]) -> Lucky:
    accounts = luck.make_accounts(match, review.steps)
    strokes = luck_report.list_strokes(match, review.steps, names)
    entries = past.entries_before(match, [max(0, one.number) for one in strokes])
    after = [at + (one.number >= 0) for at, one in zip(entries, strokes, strict=True)]
    return Lucky(
        list(zip(names, accounts, strict=True)),
        [(at, luck_report.describe_stroke(one, names)) for at, one in zip(after, strokes, strict=True)],
        luck_report.draw_bars(match, review.deals, names, [one.result for one in accounts]),
        luck_report.describe_deals(review.deals),
    )


def svg_sign(seat: int) -> Svg:
    """Return the sign of a seat (its shape and colour at the table) as a picture."""
    sign = Svg(seat_sign(seat))
    return el("svg", sign, cls="seat-sign", viewBox="-12 -12 24 24", width=22, height=22, aria_hidden="true")


def page(
    row: TableRow,
    reviewed: tuple[Match, Review | None],
    person: Person | None,
    said: ReviewSummary | None,
    *,
    under_way: bool,
    stopped: bool = False,
) -> str:
    """Return the page of an analysis: a button that starts it, its progress, or its result.

    `reviewed` is a pair: the match, and its analysis so far (None if it was not requested). `said` is the analysis in
    words. `under_way` says whether the analysis runs or waits, and `stopped` whether it has stopped because the bot
    gave no answer.
    """
    match, review = reviewed
    known, total = how_far(match, review)
    return render(
        "review",
        title=f"Game analysis: {match.game.facts.title}",
        name=person.name if person else "",
        game=match.game,
        address=own_address(f"/t/{row.id}"),
        names=row.names,
        uploaded=row.origin.kind == "uploaded",
        known=known,
        total=total,
        has_luck=bool(match.seed),
        under_way=under_way,
        stopped=stopped,
        stage=name_stage(match, review),
        done=bool(review and review.done),
        signs=[svg_sign(seat) for seat in range(match.seats)],
        said=said,
    )
