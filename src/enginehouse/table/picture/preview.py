"""What an action would come to, drawn over the board before it is done, where a game has a picture of that."""

from __future__ import annotations

import asyncio
from typing import Any

from enginehouse.core.pictures.drawing import clean_id, markup
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.picture.model import PREFIX
from enginehouse.table.tables.state import TableState


async def preview(state: TableState, seat: int, act: str) -> dict[str, Any]:
    """The pieces by layer for one of the seat's legal actions, made from its view; none for anything else."""
    game = state.match.game
    draw = getattr(game.drawing, "preview", None)
    can = draw is not None and state.row.foretells and seat >= 0 and state.running and seat not in state.pending
    if not can or act not in map(game.vocabulary.name, state.legal(seat)):
        return {"pieces": []}
    assert draw is not None
    pieces = await asyncio.to_thread(draw, state.match.view(seat), game.vocabulary.code(act))
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
