"""The page of a game that is looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enginehouse.bots.analysis import luck, luck_report, review_report
from enginehouse.bots.analysis.luck import Account
from enginehouse.bots.analysis.review_report import Kept, Point
from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.play.match import Match
from enginehouse.table.addresses import own_address
from enginehouse.table.html.rendering import render
from enginehouse.table.picture import past
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.tables.reviews import how_far, is_whole


class Told(NamedTuple):
    """A review that is done, in words."""

    chart: Svg
    kept: list[tuple[str, Kept]]
    """By seat: who, and how they decided."""
    points: list[tuple[int, Point]]
    """The turning points, each with how many entries of the replay stand before it."""
    luck: Lucky | None
    """What was luck and what choice; None where that is not known yet."""


class Lucky(NamedTuple):
    """Luck and choices, in words."""

    accounts: list[tuple[str, Account]]
    """By seat: who, and what their result came from."""
    strokes: list[tuple[int, str]]
    """What chance changed most, each with how many entries of the replay stand after it."""
    bars: Svg
    deals: str


def told(match: Match, review: Review, names: Sequence[str]) -> Told:
    """What a review says. It plays the game again: not on the server's own thread."""
    points = review_report.describe_turning_points(match, review.found, names)
    steps = past.entries_before(match, [one.number for one in points])
    kept = [(name, review_report.summarise_seat(review.found, seat)) for seat, name in enumerate(names)]
    chart = review_report.draw_chart(match, review.found, names, linked=True)
    lucky = _lucky(match, review, names) if is_whole(match, review) and match.seed else None
    return Told(chart, kept, list(zip(steps, points, strict=True)), lucky)


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


def page(
    row: TableRow, reviewed: tuple[Match, Review | None], person: Person | None, under_way: bool, said: Told | None
) -> str:
    """The page: the question whether to begin, how far it has come, or what was found."""
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
        said=said,
    )
