"""Show earlier moments of a table to its viewers, as each of them saw the table then.

The number of a moment is the number of a line in the viewer's own log (`story`). An action has a line there only if
this viewer has noticed something of it. So the numbers do not reveal hidden events.
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
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.web.guests import find_table, visitor
from enginehouse.table.web.problems import not_found
from enginehouse.table.web.replayed import Replays
from enginehouse.table.web.requests import get_shared, query_number, query_text


class Looker:
    """The earlier moments of a table, as the viewer at a seat (-1: a spectator) is allowed to see them."""

    def __init__(self, session: Session, replays: Replays, seat: int) -> None:
        self.state: TableState = session.state
        self.seat, self._replays = seat, replays
        self._moments = past.list_moments(self.state.match, seat)

    def match(self, moment: int) -> Match:
        """Return the game as it was at a moment: after one of the actions with an event that the seat noticed.

        `moment` is the number of the moment in the seat's log, from 0. Raise `Problem` (404) if there is no such
        moment, for example after an undo. Call this only in a function that you pass to `Replays.run`.
        """
        if moment >= len(self._moments):
            raise not_found("That move was undone.")
        return self._replays.after(self.state.row.id, self.state.match, self._moments[moment])

    def message(self, moment: int, before: int | None) -> bytes:
        """Return the message, as JSON, with which a table's page shows the game after an earlier action.

        `moment` is the number of the action's line in the viewer's log, from 0. `before` is the number of the line at
        which the page shows the game now, or None. If `before` is `moment - 1`, the message
        has only the changes (a patch). Otherwise it has the page's whole content.
        """
        if before is None or before != moment - 1:
            return _encode(frame(moment, past.draw_past(self.state, self.match(moment), self.seat, {})))
        old = past.draw_past(self.state, self.match(before), self.seat, {})
        match = self.match(moment)
        new = past.draw_past(self.state, match, self.seat, {})
        return _encode(patch(moment, old, new, past.list_motions(match, self.seat)))


def _encode(message: Any) -> bytes:
    return msgspec.json.encode(past.of_board(message))


async def _looker(request: Request) -> Looker:
    session, person = await find_table(request), await visitor(request)
    seat = session.state.choose_seat(person.id if person else None, query_number(request, "seat"))
    return Looker(session, get_shared(request).replays, seat)


async def moment(request: Request) -> Response:
    """Send a JSON message with the content of the table's page at an earlier moment, as the caller saw it then.

    The address has the number of the moment. The query may have the caller's `seat`, and in `from` the moment that the
    page shows now. If that is the moment before, the message has only the changes.
    """
    looker, before = await _looker(request), query_number(request, "from")
    at = request.path_params["at"]
    make: Callable[[], bytes] = lambda: looker.message(at, before)  # noqa: E731  # said twice else
    return Response(await get_shared(request).replays.run(make), media_type="application/json")


async def about(request: Request) -> Response:
    """Send the description of a piece on the board at an earlier moment, as JSON.

    The address has the number of the moment, and the query the id of the `piece`.
    """
    looker, piece = await _looker(request), query_text(request, "piece")

    def make() -> dict[str, Any]:
        match = looker.match(request.path_params["at"])
        return abouts.about(looker.state.row, match.game, match.view(looker.seat), piece)

    return JSONResponse(await get_shared(request).replays.run(make))
