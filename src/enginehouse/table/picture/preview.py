"""What an action would come to, drawn over the board before it is done, where a game has a picture of that."""

from __future__ import annotations

import asyncio
from typing import Any

from enginehouse.core.drawing import clean_id, markup
from enginehouse.table.picture.model import PREFIX
from enginehouse.table.tables.session import Live


async def preview(live: Live, seat: int, act: str) -> dict[str, Any]:
    """The pieces by layer for one of the seat's legal actions, made from its view; none for anything else."""
    async with live.lock:
        await live._truth()
        game = live.match.game
        draw = getattr(game.drawing, "preview", None)
        can = draw is not None and seat >= 0 and live.running and live.held.get(seat) is None
        if not can or act not in live.match.legal_names(seat):
            return {"pieces": []}
        view = live.match.view(seat)
    assert draw is not None
    pieces = await asyncio.to_thread(draw, view, game.vocabulary.code(act))
    return {
        "pieces": [
            {
                "layer": f"layer-{clean_id(piece.layer)}",
                "label": piece.label,
                "svg": markup(piece, prefix=PREFIX, attributes={piece.id: {"class": "passing previewed"}}),
            }
            for piece in pieces
        ]
    }
