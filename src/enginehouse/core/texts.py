"""What a game's parts do, in a sentence or two each: for whoever points at one, and for the page of parts.

A game's `texts.py` (optional) has these names:

    TEXTS                    every text (`Text`) by a key of the game's own
    about(v, piece)          the key of the text about a piece of a view's picture, by its id; empty where there is none
    DECIDED_BY               by phase (`v.phase`) the clause that says what is decided and how (optional)
    ASKS                     what is asked of whom has picked some of an action's pieces (optional): by words of the action's
                             name, then by the beginning of the id of a piece that it still needs

It is made from the view alone, as the picture is: what lies there hidden has the text of its back. A text whose name is the
title of a part in `drawing.gallery()` stands beside it on the page of parts.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Text(NamedTuple):
    """A part in words."""

    name: str
    says: str
    """What it does, in a sentence or two of our own."""
    clause: int = 0
    """The clause behind it (MC-8.4 is 804); 0: none in particular."""
    by_part: bool = False
    """Its picture is that of the part of this name in the gallery: the piece itself shows nothing, as an empty place does."""
    wide: bool = False
    """It is a whole board, small where it lies: its card is as large as there is room."""


def text_of(game: Any, view: Any, piece: str) -> Text | None:
    """The text about a piece of a view's picture; None where the game has none."""
    if game.texts is None:
        return None
    key: str = game.texts.about(view, piece)
    found: Text | None = game.texts.TEXTS[key] if key else None
    return found
