"""What a game's parts do, in a sentence or two each: for the card of a piece, and for the page of parts.

A game's `texts.py` (optional) has these names:

    TEXTS                    every text (`Text`) by a key of the game's own
    texts(v)                 instead of TEXTS: the texts in the variant of a view, if they depend on it
    about(v, piece)          the key of the text about a piece of a view's picture, by its id; empty if there is none
    DECIDED_BY               by phase (`v.phase`) the clause for the open decision (optional)
    ASKS                     the questions to a player who has picked some of an action's pieces (optional): by words of the
                             action's name, then by the beginning of the id of a piece that it still needs

A text is made from the view alone, as the picture is: a hidden piece has the text of its back. A text whose name is the
title of a part in `drawing.gallery()` stands beside it on the page of parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from enginehouse.core.naming import listed


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


def texts_of(game: Any, view: Any) -> Mapping[str, Text]:
    """Return the texts of a game's parts by key, in the variant of a view; empty if the game has none."""
    if game.texts is None:
        return {}
    found: Mapping[str, Text] = game.texts.texts(view) if hasattr(game.texts, "texts") else game.texts.TEXTS
    return found


def text_of(game: Any, view: Any, piece: str) -> Text | None:
    """Return the text about a piece of a view's picture; `None` if the game has none."""
    if game.texts is None:
        return None
    key: str = game.texts.about(view, piece)
    return texts_of(game, view)[key] if key else None


@lru_cache(maxsize=64)
def variant_views(game: Any) -> tuple[tuple[str, Any], ...]:
    """Return a spectator's first view of each variant of a game with its label: the default with "" first, then each choice
    of each option with the other options at their defaults, and the solo game."""
    low, high = game.facts.seats
    seats = max(low, min(2, high))
    found: list[tuple[str, int, dict[str, str]]] = [("", seats, {})]
    for option in game.facts.options:
        many = seats if not option.seats or seats in option.seats else option.seats[0]
        needed = {option.when[0]: option.when[1][0]} if option.when is not None else {}
        found += [(choice.label, many, {**needed, option.name: choice.name}) for choice in option.choices]
    if low == 1 < high:
        found.append(("1 player", 1, {}))
    return tuple((label, _first_view(game, many, options)) for label, many, options in found)


def _first_view(game: Any, seats: int, options: Mapping[str, str]) -> Any:
    record, view = game.new_record(), game.new_record()
    game.rules.setup(record, game.option_numbers(seats, options), list(range(8)))
    game.rules.view(record, -1, view)
    return view


def by_variant(game: Any, say: Callable[[Any], str]) -> list[tuple[str, str]]:
    """Return what is to be said of a game in all its variants, as pairs of label and sentences.

    The first pair has the label "" and holds by default. Others name the choices with which something else holds.
    """
    said: dict[str, list[str]] = {}
    for label, view in variant_views(game):
        labels = said.setdefault(say(view), [])
        if label:
            labels.append(f"“{label}”")
    base, *others = said.items()
    return [("", base[0]), *((f"With {listed(labels, 'or')}", says) for says, labels in others)]


def texts_of_all_variants(game: Any) -> Mapping[str, Text]:
    """Return the texts of a game's parts by key; a text that depends on the variant says so for each of them."""
    if game.texts is None or not hasattr(game.texts, "texts"):
        return texts_of(game, None)
    found: dict[str, Text] = {}
    for key, text in game.texts.texts(variant_views(game)[0][1]).items():
        pairs = by_variant(game, lambda view, key=key: game.texts.texts(view)[key].says)  # type: ignore[misc]
        found[key] = text._replace(says=" ".join(f"{label}: {says}" if label else says for label, says in pairs))
    return found
