"""Describe legal actions as data: their labels and the pieces that select them."""

from __future__ import annotations

from collections.abc import Mapping

from enginehouse.core.pictures.drawing import Handles, clean_id
from enginehouse.core.words.naming import fill, fill_plain
from enginehouse.table.picture.badges import seat_name
from enginehouse.table.picture.messages import Act
from enginehouse.table.picture.model import PREFIX, PictureInput


def list_acts(given: PictureInput, handles: Mapping[int, Handles], ids: set[str]) -> list[Act]:
    """Return the viewer's legal actions, in the order of their codes.

    `handles` has for each action, by its code, the pieces that select it. `ids` are the pieces in the drawing.
    """
    if not given.legal or given.pending_answer is not None:
        return []
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
                markup=str(fill(said, names, seat_name)) if "{" in said else "",
                sure=str(fill(question, names, seat_name)) if question else "",
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
