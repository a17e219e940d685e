"""Draw the board and the sheets beside it, and describe legal actions: their labels and the pieces that select them.

A sheet is a further drawing, such as a hand. Each of these drawings has layers, and each layer has pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from enginehouse.core.pictures.drawing import (
    Handles,
    Marks,
    Piece,
    Sheet,
    Svg,
    clean_id,
    markup,
    num,
    sort_pieces,
)
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.picture.elements import element, name_players
from enginehouse.table.picture.messages import Act
from enginehouse.table.picture.model import PREFIX, PictureInput, mark


def draw_pieces(given: PictureInput) -> list[Piece]:
    """Return the pieces of a view, with the names of people in their labels."""
    marks = Marks(frozenset(given.legal), last=given.moved, since=given.since, foretell=given.foretells)
    return [_fill_names(p, given.names) if "{" in p.label else p for p in given.game.drawing.draw(given.view, marks)]


@lru_cache(maxsize=20_000)
def _fill_names(piece: Piece, names: tuple[str, ...]) -> Piece:
    return piece._replace(label=fill_plain(piece.label, names))


class DrawnBoard(NamedTuple):
    """The board and the other areas of a picture, such as the hand, as markup, with the viewer's legal actions."""

    board: str
    """The markup of the board, with placeholders for its pieces and its visible area."""
    hand: str
    """The same of all other sheets."""
    layers: dict[str, Mapping[str, str]]
    """The markup of all pieces: a dict from the id of a layer to a dict from its pieces' ids to their markup."""
    viewboxes: dict[str, str]
    """The visible area of each sheet, by the sheet's id: the value of the SVG attribute `viewBox`.

    If a hand gets smaller, for example, the server sends only the new area, and not the whole markup again.
    """
    acts: list[Act]


def draw(
    given: PictureInput, sheets: list[Sheet], handles: Mapping[int, Handles], ringed: frozenset[str] = frozenset()
) -> DrawnBoard:
    """Return the markup of a page's drawings and of their pieces, together with the legal actions.

    `sheets` has the drawings: the first is the board, and the others are drawings beside it, such as a hand. `handles`
    has for each action, by its code, the pieces that select it. These pieces are marked, and so are the pieces in
    `ringed`. The arguments contain the ids of pieces in the game's drawing, and the result contains the ids on the
    page.
    """
    pieces = draw_pieces(given)
    found = sort_pieces(sheets, pieces)
    attributes = _attributes(pieces, handles)
    for piece in ringed:
        attributes[piece] = (more := attributes.get(piece, {})) | {"class": f"{more.get('class', '')} ringed".strip()}
    layers: dict[str, Mapping[str, str]] = {
        _layer_id(layer): {page_id(p.id): markup(p, found.children, PREFIX, attributes) for p in members}
        for (_, layer), members in found.layers.items()
    }
    skeletons = [_sheet(sheet) for sheet in sheets]
    acts = list_acts(given, handles, {p.id for p in pieces}) if given.legal and given.pending_answer is None else []
    return DrawnBoard("".join(skeletons[:1]), "".join(skeletons[1:]), layers, dict(_area(s) for s in sheets), acts)


@lru_cache(maxsize=20_000)
def page_id(piece: str) -> str:
    """Return the id that a piece has on the page. `piece` is its id in the game's drawing."""
    return PREFIX + clean_id(piece)


@lru_cache(maxsize=200)
def _layer_id(layer: str) -> str:
    return f"layer-{clean_id(layer)}"


@lru_cache(maxsize=1000)
def _area(s: Sheet) -> tuple[str, str]:
    return f"sheet-{clean_id(s.name)}", f"{num(s.x)} {num(s.y)} {num(s.width)} {num(s.height)}"


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


def list_acts(given: PictureInput, handles: Mapping[int, Handles], ids: set[str]) -> list[Act]:
    """Return the viewer's legal actions, in the order of their codes.

    `handles` has for each action, by its code, the pieces that select it. `ids` are the pieces in the drawing.
    """
    words, vocabulary, view, names = given.game.words, given.game.vocabulary, given.view, given.names
    asks = getattr(words, "sure", None)
    found = []
    for code in given.legal:
        said, group = words.action(view, code), words.group(code) or ""
        question = asks(view, code) if asks is not None else ""
        pieces, source, target = _by_which(handles[code], ids)
        found.append(
            Act(
                name=vocabulary.name(code),
                label=fill_plain(said, names),
                group=fill_plain(group, names),
                pieces=pieces,
                from_=source,
                to=target,
                markup=str(name_players(names, said)) if "{" in said else "",
                sure=str(name_players(names, question)) if question else "",
                done=vocabulary.name(code) == given.game.facts.done,
                grave=given.game.is_risky(view, code),
            )
        )
    return found


def _by_which(handles: Handles, ids: set[str]) -> tuple[tuple[str, ...], str, str]:
    """Return the ids of the pieces that select an action: a tuple of pieces to click, a piece to drag, and its target.

    An action is selected by clicks or by dragging. In the first case the last two parts are empty, in the second case
    the tuple is empty. If a piece that the action needs is not drawn, all parts are empty. `handles` has the pieces of
    the action, and `ids` all drawn pieces, by their ids in the game's drawing. The result has their ids on the page.
    """
    if handles.source and handles.source in ids and handles.target in ids:
        return (), PREFIX + clean_id(handles.source), PREFIX + clean_id(handles.target)
    if handles.pieces and handles.pieces <= ids:
        return tuple(sorted(PREFIX + clean_id(p) for p in handles.pieces)), "", ""
    return (), "", ""
