"""Draw the board and the sheets beside it. A sheet is a further drawing, such as a hand.

Each of these drawings has layers, and each layer has pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from enginehouse.core.pictures.drawing import (
    Handles,
    Marks,
    Motion,
    Piece,
    Sheet,
    Svg,
    clean_id,
    markup,
    num,
    sort_pieces,
)
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.model import PREFIX, PictureInput, mark


def find_moved(way: Iterable[Motion]) -> frozenset[str]:
    """Return the ids of the pieces that are moved by the motions `way` and stay on the board.

    Pieces that exist only during a motion are left out.
    """
    return frozenset(m.piece for m in way if not m.svg)


def draw_pieces(given: PictureInput) -> list[Piece]:
    """Return the pieces of a view, with the names of people in their labels."""
    names = tuple(given.names)
    marks = Marks(frozenset(given.legal), last=given.moved, since=given.since, foretell=given.foretells)
    return [_fill_names(p, names) if "{" in p.label else p for p in given.game.drawing.draw(given.view, marks)]


@lru_cache(maxsize=20_000)
def _fill_names(piece: Piece, names: tuple[str, ...]) -> Piece:
    return piece._replace(label=fill_plain(piece.label, names))


def layers(
    sheets: list[Sheet], pieces: list[Piece], handles: Mapping[int, Handles], ringed: frozenset[str] = frozenset()
) -> dict[str, dict[str, str]]:
    """Return the markup of all pieces: a dict from the id of a layer to a dict from its pieces' ids to their markup.

    A sheet is one drawing of the page, such as the board, and a layer is a part of a sheet. All ids in the result are
    those of the page. Pieces that select an action are marked: `handles` has for each action, by its code, the pieces
    that select it. The pieces in `ringed` are marked, too. The ids in `ringed` are those of the game's drawing.
    """
    found = sort_pieces(sheets, pieces)
    attributes = _attributes(pieces, handles)
    for piece in ringed:
        attributes[piece] = (more := attributes.get(piece, {})) | {"class": f"{more.get('class', '')} ringed".strip()}
    return {
        _layer_id(layer): {page_id(p.id): markup(p, found.children, PREFIX, attributes) for p in members}
        for (_, layer), members in found.layers.items()
    }


@lru_cache(maxsize=20_000)
def page_id(piece: str) -> str:
    """Return the id that a piece has on the page. `piece` is its id in the game's drawing."""
    return PREFIX + clean_id(piece)


@lru_cache(maxsize=200)
def _layer_id(layer: str) -> str:
    return f"layer-{clean_id(layer)}"


def viewboxes(sheets: list[Sheet]) -> dict[str, str]:
    """Return the visible area of each sheet (a drawing such as the board), by the sheet's id.

    An area is a text: the value of the SVG attribute `viewBox`.
    """
    return dict(_area(s) for s in sheets)


@lru_cache(maxsize=1000)
def _area(s: Sheet) -> tuple[str, str]:
    return f"sheet-{clean_id(s.name)}", f"{num(s.x)} {num(s.y)} {num(s.width)} {num(s.height)}"


def skeleton(sheets: list[Sheet]) -> str:
    """Return the markup of the sheets (the board, a hand), with placeholders for their pieces and visible areas.

    If a hand gets smaller, for example, the server sends only the new area, and not the whole markup again.
    """
    return "".join([_sheet(sheet) for sheet in sheets])


@lru_cache(maxsize=1000)
def _sheet(sheet: Sheet) -> Svg:
    name = f"sheet-{clean_id(sheet.name)}"
    ids = [_layer_id(layer) for layer in sheet.layers]
    groups = [element("g", Svg(mark(one)), id=one, cls="layer", data_list=True) for one in ids]
    return element(
        "svg",
        *groups,
        id=name,
        cls=f"sheet {name} rival" if sheet.rival else f"sheet {name}",
        role="group",
        aria_label=sheet.label or sheet.name,
        data_follows=sheet.follows,
        viewBox=mark(f"area-{name}"),
    )


def _attributes(pieces: list[Piece], handles: Mapping[int, Handles]) -> dict[str, dict[str, str]]:
    """Return the HTML attributes (role, class and others) of each piece that selects an action, by the piece's id.

    `handles` has for each action, by its code, the pieces that select it.
    """
    labels = {p.id: p.label for p in pieces}
    later = {one.target for one in handles.values() if one.after}
    later -= {piece for one in handles.values() if not one.after for piece in one.ids()}
    found: dict[str, dict[str, str]] = {}
    for one in handles.values():
        for piece in one.ids():
            if piece in labels and piece not in found:
                name = labels[piece] or piece
                lit = "can after" if piece in later else "can"
                found[piece] = {"class": lit, "role": "button", "tabindex": "-1", "aria-label": name}
        if one.source in labels:
            found[one.source] = {**found[one.source], "class": "can grab"}
    return found
