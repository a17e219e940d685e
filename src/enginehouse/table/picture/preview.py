"""Draw the result of an action on top of the board before it is played, if the game has a picture of it."""

from __future__ import annotations

import asyncio
from typing import Any

from enginehouse.core.pictures.drawing import clean_id, markup
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.picture.model import PREFIX
from enginehouse.table.states.state import TableState


async def preview(state: TableState, seat: int, act: str) -> dict[str, Any]:
    """Return the preview of an action as a dict for the page. `act` is the name of the action.

    `pieces` lists the pieces of the preview, each with its layer, its label and its SVG. They are drawn from the view
    of the seat `seat`. The list is empty if the seat may not play the action, or if the game has no preview of it.
    """
    game = state.match.game
    draw = getattr(game.drawing, "preview", None)
    can = draw is not None and state.row.foretells and seat >= 0 and state.running and seat not in state.pending
    if not can or act not in map(game.vocabulary.name, state.legal(seat)):
        return {"pieces": []}
    assert draw is not None
    pieces = await asyncio.to_thread(draw, state.view(seat), game.vocabulary.code(act))
    return {
        "pieces": [
            {
                "layer": f"layer-{clean_id(piece.layer)}",
                "label": fill_plain(piece.label, state.row.names),
                "svg": markup(piece, prefix=PREFIX, attributes={piece.id: {"class": "passing previewed"}}),
            }
            for piece in pieces
        ]
    }
