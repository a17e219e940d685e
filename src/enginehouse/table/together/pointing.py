"""Pointing: a player shows a piece of the board to everybody at a table. Each page draws a ring round it for a while.

A player can point only at a piece that is the same for all viewers: same picture, same words, same place. This check
must not reveal secrets. So it compares only the player's own view, the public view, and the views of all seats in a
position that is guessed from the player's own view. If a viewer sees the piece differently after all, the page of this
viewer draws no ring, and the player does not notice it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from enginehouse.core.errors import NotAllowed
from enginehouse.core.pictures.drawing import Marks, Piece
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.errors import Forbidden
from enginehouse.table.names import check_not_muted
from enginehouse.table.people.talk import Talks, is_muted
from enginehouse.table.picture.board import page_id
from enginehouse.table.play.audience import Pointed
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.store.news import POINT
from enginehouse.table.store.rows import Person

GONE = "That piece is no longer there. Point at another one."
HIDDEN = "Not everybody sees this piece, or sees it there. Point at a piece that is the same for all."
"""The errors of a request to point at a piece."""

Place = tuple[Any, ...]
"""The picture, the words and the place of a piece, and those of the pieces on which it rides."""


class Pointing:
    """The latest pieces at which players have pointed, for all tables in memory."""

    def __init__(self, registry: Registry, talks: Talks) -> None:
        self._registry, self._talks = registry, talks

    async def point(self, session: Session, person: Person, seat: int, piece: str) -> None:
        """Show everybody at the table the piece at which a person points. `piece` is its id on the page.

        Raise `Forbidden` if the seat is not the person's, or if the person is muted. Raise `NotAllowed` if the piece is
        not the same for all viewers.
        """
        state = session.state
        if seat not in state.row.list_seats(person.id):
            raise Forbidden("Only players of this table can point at its pieces.", "Sit down at a table of your own.")
        known = await session.store.people.get(person.id)
        check_not_muted(known or person, "You can play on.")
        if is_muted(await self._talks.of(session), person.id):
            raise Forbidden("The host has muted you at this table.", "You can play on.")
        if state.row.status == "gathering":
            raise NotAllowed(0, "The game has not begun. Point at a piece later.")
        await asyncio.to_thread(check_alike, state, seat, piece)
        self._add(session, seat, piece)
        session.store.news.tell(POINT, "/".join((session.id, str(seat), piece)))

    def hear(self, news: str) -> None:
        """Show the piece at which a player has pointed in another process.

        `news` has the table, the seat and the piece, separated by slashes. If the table has no viewer in this process,
        do nothing.
        """
        table, seat, piece = news.split("/")
        session = self._registry.tables.get(table)
        if session is not None and session.audience.viewers:
            self._add(session, int(seat), piece)

    def _add(self, session: Session, seat: int, piece: str) -> None:
        latest = session.audience.pointed
        latest.append(Pointed(latest[-1].number + 1 if latest else 1, seat, piece))
        session.audience.wake()


def describe(state: TableState, pointed: Pointed, viewer: int) -> dict[str, Any] | None:
    """Return a dict for the page of a viewer about a piece at which a player has pointed.

    It has the player's seat and name, and the piece's id and label. `viewer` is the viewer's seat (-1: a spectator).
    Return None if the viewer does not see the piece, or sees it differently from spectators.
    """
    game, foretell = state.match.game, state.row.foretells
    own = find_place(game, state.view(viewer), pointed.piece, foretell)
    if own is None or own != find_place(game, state.view(-1), pointed.piece, foretell):
        return None
    names = state.row.names
    return {
        "seat": pointed.seat,
        "name": names[pointed.seat],
        "piece": pointed.piece,
        "label": fill_plain(own[0], names),
    }


def check_alike(state: TableState, seat: int, piece: str) -> None:
    """Raise `NotAllowed` if some viewers may see a piece differently, as far as the player on `seat` can know.

    `piece` is its id on the page.
    """
    game, match, foretell = state.match.game, state.match, state.row.foretells
    own = find_place(game, state.view(seat), piece, foretell)
    if own is None:
        raise NotAllowed(0, GONE)
    guess = match.guess(seat) if not match.over else match
    views = [match.view(-1), *(guess.view(viewer) for viewer in range(-1, match.seats))]
    if not own[0] or any(find_place(game, view, piece, foretell) != own for view in views):
        raise NotAllowed(0, HIDDEN)


def find_place(game: Game, view: Record, piece: str, foretell: bool) -> Place | None:
    """Return the picture, the words and the place of a piece in a view, as a tuple that can be compared.

    `piece` is its id on the page. Return None if the view does not show the piece. `foretell` says whether the table
    shows previews.
    """
    drawn = {one.id: one for one in game.drawing.draw(view, Marks(foretell=foretell))}
    found = next((one for one in drawn.values() if page_id(one.id) == piece), None)
    return None if found is None else _place(found, drawn)


def _place(piece: Piece, drawn: dict[str, Piece]) -> Place:
    below = drawn.get(piece.parent)
    own = (piece.label, piece.svg, piece.x, piece.y, piece.turn, piece.scale, piece.layer)
    return own if below is None else (*own, _place(below, drawn))
