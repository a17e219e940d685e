"""Moments of a table that are over, for those who look at it: what they saw then, and nothing that others see changes.

A moment is named by the number of its line in the viewer's own log (`story`): it is counted in what this seat noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from enginehouse.core.play.match import Match
from enginehouse.table.picture import about as abouts
from enginehouse.table.picture import past
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.tables.session import Session
from enginehouse.table.tables.state import TableState
from enginehouse.table.web.guests import table_of, visitor
from enginehouse.table.web.problems import not_found
from enginehouse.table.web.replayed import Replays
from enginehouse.table.web.requests import query_number, query_text, shared_of


class Looker:
    """Somebody who looks back at a table from a seat."""

    def __init__(self, session: Session, replays: Replays, seat: int) -> None:
        self.state: TableState = session.state
        self.seat, self._replays = seat, replays
        self._moments = past.noticed(self.state.match, seat)

    def match(self, moment: int) -> Match:
        """The game as it was at a moment; 404 where there was none, perhaps as it was taken back. Only in `Replays.run`."""
        if moment >= len(self._moments):
            raise not_found("That move was undone.")
        return self._replays.after(self.state.row.id, self.state.match, self._moments[moment])

    def message(self, moment: int, before: int | None) -> bytes:
        """The moment as a message: from the one before as a patch, so that pieces move, else whole."""
        if before is None or before != moment - 1:
            return _encoded(frame(moment, past.picture_at(self.state, self.match(moment), self.seat, {})))
        old = past.picture_at(self.state, self.match(before), self.seat, {})
        match = self.match(moment)
        new = past.picture_at(self.state, match, self.seat, {})
        return _encoded(patch(moment, old, new, past.motions_of(match, self.seat)))


def _encoded(message: Any) -> bytes:
    return msgspec.json.encode(past.of_board(message))


async def _looker(request: Request) -> Looker:
    session, person = await table_of(request), await visitor(request)
    seat = session.state.seat_for(person.id if person else None, query_number(request, "seat"))
    return Looker(session, shared_of(request).replays, seat)


async def moment(request: Request) -> Response:
    """What the caller saw at a moment."""
    looker, before = await _looker(request), query_number(request, "from")
    at = request.path_params["at"]
    make: Callable[[], bytes] = lambda: looker.message(at, before)  # noqa: E731  # said twice else
    return Response(await shared_of(request).replays.run(make), media_type="application/json")


async def about(request: Request) -> Response:
    """What a piece was at a moment."""
    looker, piece = await _looker(request), query_text(request, "piece")

    def make() -> dict[str, Any]:
        match = looker.match(request.path_params["at"])
        return abouts.about(looker.state.row, match.game, match.view(looker.seat), piece)

    return JSONResponse(await shared_of(request).replays.run(make))
