"""Describe the piece of the board at which a viewer points: its name, its effect, and its clause in the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.texts import Text, text_of
from enginehouse.table.addresses import own_address
from enginehouse.table.picture.board import page_id
from enginehouse.table.store.rows import TableRow


def about(row: TableRow, game: Game, view: Record, piece: str, legal: Iterable[int] = ()) -> dict[str, Any]:
    """Return the description of a piece as a dict for the page. `piece` is the id of the piece on the page.

    `view` is the viewer's view, and `legal` has the codes of the viewer's legal actions. In the dict, `name` is the
    name of the kind of piece, `label` describes this piece (its place, its content), and `says` describes all pieces of
    its kind. `clause` names the rulebook clause about the piece (such as GM-5.1), and `link` is its address. All
    texts are empty for an unknown piece.
    """
    names, marks = row.names, Marks(frozenset(legal), foretell=row.foretells)
    found = next((p for p in game.drawing.draw(view, marks) if page_id(p.id) == piece), None)
    if found is None:
        return {"name": "", "label": "", "says": "", "clause": "", "link": "", "part": "", "wide": False}
    text, label = text_of(game, view, found.id), fill_plain(found.label, names)
    clause = game.clause_name(text.clause) if text is not None and text.clause else ""
    return {
        "name": fill_plain(text.name, names) if text is not None else label,
        "label": label if text is not None and label != text.name else "",
        "says": fill_plain(text.says, names) if text is not None else "",
        "clause": clause,
        "link": own_address(f"/games/{game.name}/rules#{clause}") if clause else "",
        "wide": text is not None and text.wide,
        "part": _part(game, text) if text is not None and text.by_part else "",
    }


@lru_cache(maxsize=200)
def _part(game: Game, text: Text) -> str:
    """Return the address of a picture of the card, tile or other piece that `text` describes."""
    number = next(k for k, (title, *_) in enumerate(game.drawing.gallery()) if title == text.name)
    return own_address(f"/games/{game.name}/parts/{number}.svg")
