"""Serve game analyses: the page, the start of an analysis, and its progress."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from enginehouse.bots.analysis import review_report
from enginehouse.table.extras.reviews import how_far, is_whole, name_stage
from enginehouse.table.html import review as pages
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.web.guests import find_table, visitor
from enginehouse.table.web.limits import REVIEWS, find_address
from enginehouse.table.web.replay import require_finished
from enginehouse.table.web.requests import count_as, get_shared


async def show(request: Request) -> Response:
    """Show the page of a game analysis: its result, its progress, or a button that starts it."""
    session, person = await find_table(request), await visitor(request)
    match, shared, row = require_finished(session), get_shared(request), session.state.row
    review = await shared.reviews.of(session.id)
    said = None
    if review is not None and name_stage(match, review):
        found, seat = review, find_own_seat(row, person)
        said = await shared.replays.run(lambda: pages.describe_review(match, found, row.names, seat))
    under_way, stopped = shared.reviews.under_way(session.id), shared.reviews.has_stopped(session.id)
    return HTMLResponse(pages.page(row, (match, review), person, said, under_way=under_way, stopped=stopped))


def find_own_seat(row: TableRow, person: Person | None) -> int:
    """Return the seat at which a person played, or -1."""
    mine = [one.seat for one in row.seats if person and person.id in (one.person, one.owner)]
    return mine[0] if mine else -1


@count_as(REVIEWS)
async def begin(request: Request) -> Response:
    """Start the analysis of a finished game, or continue it if it has stopped, and redirect to its page."""
    session, shared = await find_table(request), get_shared(request)
    match = require_finished(session)
    review = await shared.reviews.of(session.id)
    if not is_whole(match, review) and not shared.reviews.under_way(session.id):
        shared.reviews.begin(session, find_address(request))
    return RedirectResponse(f"/t/{session.id}/review", 303)


async def progress(request: Request) -> Response:
    """Send the progress of a game analysis as JSON.

    The answer has the number of results so far (`known`), their total, and how far the analysis has come (`stage`). The
    stage is 0 without results, 1 with some results, 2 with all decisions, and 3 if the analysis is complete. If the
    query has `chart` and all decisions are judged, the answer also has the chart.
    """
    session, shared = await find_table(request), get_shared(request)
    match = require_finished(session)
    review = await shared.reviews.of(session.id)
    known, total = how_far(match, review)
    told: dict[str, object] = {
        "known": known,
        "total": total,
        "told": bool(review and review.done),
        "done": is_whole(match, review),
        "stage": name_stage(match, review),
    }
    if "chart" in request.query_params and review is not None and review.done:
        found = review.found
        names = session.state.row.names
        told["chart"] = str(await shared.replays.run(lambda: review_report.draw_chart(match, found, names)))
    return JSONResponse(told | {"under_way": shared.reviews.under_way(session.id)})
