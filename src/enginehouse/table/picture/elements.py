"""Build elements of a page from data, and escape all text. Draw the sign of a seat, with or without a name beside it.

Use this module for markup that changes with every picture, where a template would take ten times as long. Whole pages
are templates.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, escape
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign
from enginehouse.core.registry.game import Game
from enginehouse.core.words import naming
from enginehouse.table import words
from enginehouse.table.addresses import own_address

ADDRESSES = frozenset({"href", "src", "action", "formaction"})
"""The HTML attributes whose value is an address.

Write an address of this server as if the server were at the root (see `addresses`).
"""
VOID = frozenset({"input", "br", "hr", "img", "link", "meta"})
"""The HTML elements without content and end tag."""


@lru_cache(maxsize=200)
def _attribute(name: str) -> str:
    return "class" if name == "cls" else name.rstrip("_").replace("_", "-")


# The cache helps because most of a picture is unchanged. It distinguishes types, because 1 is written as a value, True
# as an attribute without a value, and `Svg` is not escaped.
@lru_cache(maxsize=20_000, typed=True)
def element(tag: str, /, *children: object, **attributes: object) -> Svg:
    """Return the markup of one element with the name `tag`.

    Its children and the values of its attributes are escaped unless they are `Svg`. `cls` means `class`, and `_` in an
    attribute's name means `-` (`aria_label`). An attribute is omitted if its value is None or False, and has no value
    if it is True. A child that is None or empty is omitted.
    """
    opened = tag
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        opened += " " + _attribute(name)
        if name in ADDRESSES and isinstance(value, str) and value.startswith("/"):
            value = own_address(value)
        if value is not True:
            opened += f'="{value if isinstance(value, Svg) else escape(value)}"'
    if tag in VOID:
        return Svg(f"<{opened}>")
    inside = "".join([c if isinstance(c, Svg) else escape(c) for c in children if c is not None])
    return Svg(f"<{opened}>{inside}</{tag}>")


def join_as_list(parts: Iterable[Svg]) -> Svg:
    """Return several pieces of markup as a list in a sentence: "one, another and a third"."""
    return Svg(naming.join_words(list(parts)))


SIGN_BOX = "-11 -11.5 22 23"
"""The visible area of a seat's sign, as the attribute `viewBox`."""


@lru_cache(maxsize=16)
def badge(seat: int) -> Svg:
    """Return the sign of a seat, its shape in its colour, as a small picture without text."""
    said = f"seat {seat + 1}, {SEAT_SIGNS[seat]}"
    return element("svg", Svg(seat_sign(seat, 20)), cls="badge", viewBox=SIGN_BOX, role="img", aria_label=said)


@lru_cache(maxsize=1000)
def seat_name(seat: int, name: str) -> Svg:
    """Return a name (already escaped) with the sign of its seat.

    Isolate the name, so that a right-to-left script does not change the sentence around it.
    """
    sign = element("svg", Svg(seat_sign(seat, 20)), cls="pip", viewBox=SIGN_BOX, aria_hidden="true")
    return element("span", sign, " ", element("bdi", Svg(name)), cls=f"name seat-{seat}")


@lru_cache(maxsize=5000)
def name_players(names: tuple[str, ...], text: str) -> Svg:
    """Return a text as markup, with each seat number in braces replaced by the player's name and sign."""
    return naming.fill(text, names, seat_name)


@lru_cache(maxsize=200)
def clause_link(game: Game, clause: int) -> Svg:
    """Return a sign, after a space, that links to a clause of the game's rulebook."""
    name = game.clause_name(clause)
    said = words.CLAUSE.format(name)
    address = f"/games/{game.name}/rules#{name}"
    sign = element("a", words.CLAUSE_SIGN, cls="clause", href=address, target="_blank", title=said, aria_label=said)
    return Svg(" ") + sign
