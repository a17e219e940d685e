"""The board and what lies beside it: sheets with their layers, and the pieces in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from enginehouse.core.drawing import Handles, Marks, Piece, Sheet, Svg, clean_id, joined, markup, num, placed
from enginehouse.core.naming import fill_plain
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.model import PREFIX, PictureInput, mark


def pieces_of(given: PictureInput) -> list[Piece]:
    """The pieces of a view, with the names of people in their labels."""
    drawing = given.game.drawing
    moved = (
        frozenset(m.piece for m in drawing.paths(given.view, list(given.last)) if not m.svg)
        if given.last
        else frozenset()
    )
    return [
        p._replace(label=fill_plain(p.label, given.names)) if "{" in p.label else p
        for p in drawing.draw(given.view, Marks(legal=frozenset(given.legal), last=moved))
    ]


def layers(sheets: list[Sheet], pieces: list[Piece], handles: Mapping[int, Handles]) -> dict[str, dict[str, str]]:
    """The pieces as lists of items, by layer; those by which something can be done say so."""
    found = placed(sheets, pieces)
    attributes = _attributes(pieces, handles)
    return {
        f"layer-{clean_id(layer)}": {
            PREFIX + clean_id(p.id): markup(p, found.children, PREFIX, attributes) for p in members
        }
        for (_, layer), members in found.layers.items()
    }


def viewboxes(sheets: list[Sheet]) -> dict[str, str]:
    """The areas of the sheets, by their ids."""
    return {f"sheet-{clean_id(s.name)}": f"{num(s.x)} {num(s.y)} {num(s.width)} {num(s.height)}" for s in sheets}


def skeleton(sheets: list[Sheet]) -> str:
    """Sheets without what is in them. Their areas are no part of that, or a card less in a hand would cost a whole region."""
    return _skeleton(tuple(s._replace(x=0, y=0, width=0, height=0, focus=None) for s in sheets))


@lru_cache(maxsize=200)
def _skeleton(sheets: tuple[Sheet, ...]) -> str:
    return str(joined(_sheet(sheet) for sheet in sheets))


def _sheet(sheet: Sheet) -> Svg:
    name = f"sheet-{clean_id(sheet.name)}"
    ids = [f"layer-{clean_id(layer)}" for layer in sheet.layers]
    groups = [element("g", Svg(mark(one)), id=one, cls="layer", data_list=True) for one in ids]
    return element(
        "svg",
        *groups,
        id=name,
        cls=f"sheet {name}",
        role="group",
        aria_label=sheet.label or sheet.name,
        data_follows=sheet.follows,
        viewBox=mark(f"area-{name}"),
    )


def _attributes(pieces: list[Piece], handles: Mapping[int, Handles]) -> dict[str, dict[str, str]]:
    """Roles and classes of the pieces by which something can be done."""
    labels = {p.id: p.label for p in pieces}
    found: dict[str, dict[str, str]] = {}
    for one in handles.values():
        for piece in one.ids():
            if piece in labels and piece not in found:
                name = labels[piece] or piece
                found[piece] = {"class": "can", "role": "button", "tabindex": "-1", "aria-label": name}
        if one.source in labels:
            found[one.source] = {**found[one.source], "class": "can grab"}
    return found
