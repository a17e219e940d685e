"""Draw pictures: a view becomes SVG pieces, independent of page, theme and rules.

A game's `drawing.py` has these names:

    STYLE                    CSS of the game's own classes; colours as var(--brass) and so on (`PALETTE`)
    DEFS                     gradients, patterns, and parts that `<use>` shows in many places (optional); the id of such
                             a part must not be the id of a piece, and must mean the same part in all pictures
    sheets(v)                the drawing areas, the board first (list of `Sheet`)
    draw(v, marks)           the pieces (list of `Piece`), in painting order inside their layers
    handles(v, code)         the pieces by which a player chooses an action (`Handles`)
    paths(v, events)         the motions of pieces after events (list of `Motion`); optional: without it, the motions of
                             the game's `telling.py` follow each other
    preview(v, code)         the effect of an action, as pieces over the board (optional; public information only)
    cover()                  the picture of the game in the lobby, 800 x 600 (`core.pictures.covers`); optional: without
                             it the lobby shows a position
    legend()                 the signs that `preview` draws over the board, explained below the board: each as (words,
                             svg, width, height) (optional)
    signs()                  the signs that `draw` draws on the board, each as (words, svg, width, height) (optional)
    gallery()                every part of the game, each as (title, svg, width, height), with its centre at (0, 0)

In these functions, `v` is a view, and `marks` is a `Marks`. A piece is drawn with its centre at (0, 0) and placed by
the `transform` attribute alone. Its angle is never reduced to less than 360: it is 180 after the second quarter turn,
and 450 after the fifth. So it never spins backwards. The page follows a piece by its id. A hidden piece has an id that
reveals nothing and changes with each shuffle. No piece has an inline style.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from enginehouse.core.former import forward
from enginehouse.core.pictures.palette import HOUSE_DEFS, HOUSE_STYLE, PALETTE
from enginehouse.core.records.fields import Record

Theme = Literal["light", "dark"]


# ---------------------------------------------------------------- markup


class Svg(str):
    """Finished markup, such as SVG, which is not escaped when it is inserted into other markup."""

    __slots__ = ()

    def __add__(self, other: str) -> Svg:
        return Svg(str(self) + (other if isinstance(other, Svg) else escape(other)))

    def __html__(self) -> Svg:
        """Return the markup itself. Templates call this method, and then do not escape it."""
        return self


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: object) -> str:
    """Return text that is escaped for markup, in contents and in attributes."""
    return str(text).translate(_ESCAPES)


def num(value: float) -> str:
    """Return a number as text in its shortest form: at most two decimals, no trailing zeros."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# The cache helps because most of a picture is unchanged. It distinguishes types, because 1 is written as a value, True
# as an attribute without a value, and `Svg` is not escaped.
@lru_cache(maxsize=50_000, typed=True)
def el(tag: str, *children: object, **attributes: object) -> Svg:
    """Return an element with the tag `tag` as markup.

    Children that are `Svg` are inserted as they are, other text is escaped. The attribute `class` is called `cls`, `_`
    in a name stands for `-` (`stroke_width`), numbers are written short, and None and False leave an attribute out.
    """
    inside = "".join([c if isinstance(c, Svg) else escape(c) for c in children if c is not None])
    parts = [tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        key = "class" if name == "cls" else name.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(key)
        elif isinstance(value, (int, float)):
            parts.append(f'{key}="{num(value)}"')
        else:
            parts.append(f'{key}="{escape(value)}"')
    opened = " ".join(parts)
    return Svg(f"<{opened}>{inside}</{tag}>" if inside or tag in _PAIRED else f"<{opened}/>")


_PAIRED = {"g", "svg", "text", "title", "desc", "style", "defs", "div", "span"}
"""The elements that are written with an end tag even if they are empty."""


def joined(parts: Iterable[str]) -> Svg:
    """Return elements as one piece of markup, one after the other. Text that is not markup is escaped."""
    return Svg("".join([p if isinstance(p, Svg) else escape(p) for p in parts]))


def wrap(text: str, width: int) -> list[str]:
    """Return a text as a list of lines of at most `width` letters, broken at spaces.

    A longer word is a line of its own.
    """
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) or [""]


def desk_seat(v: Record) -> int:
    """Return the seat whose view `v` is, or -1 for a spectator's view.

    A drawing shows the player area of this seat as the viewer's own.
    """
    return int(v.viewer) - 1


@lru_cache(maxsize=20_000)
def clean_id(text: str) -> str:
    """Return an id in which `-` replaces all characters other than ASCII letters, digits, `_` and `-`.

    Such an id is valid in markup, selectors and addresses.
    """
    return re.sub(r"[^A-Za-z0-9_-]", "-", text)


# ---------------------------------------------------------------- the drawing of a game


class Piece(NamedTuple):
    """A thing in the picture of a game that may move, be clicked, appear and disappear.

    The piece is drawn with its centre at (0, 0), then moved to `x` and `y` and turned by `turn` degrees. `layer` names
    its layer, `label` is for screen readers, and `parent` is the id of a piece with which it moves.
    """

    id: str
    svg: str
    x: float = 0
    y: float = 0
    turn: float = 0
    """The turn in degrees, which adds up: a fifth quarter turn is 450."""
    scale: float = 1
    layer: str = ""
    """The name of a layer of some sheet. If it is unknown or empty, the last layer of the first sheet is used."""
    label: str = ""
    """The text for a screen reader. A piece without one is decoration, unless an action has it as a handle."""
    classes: tuple[str, ...] = ()
    parent: str = ""
    """The id of a piece on which this piece rides. The place is then relative to that piece."""


class Sheet(NamedTuple):
    """A drawing area with its own coordinates.

    The first sheet is the board. The other sheets, such as a hand, are shown below it. `x` and `y` are the coordinates
    of the upper left corner. `layers` names the layers in painting order.
    """

    name: str
    width: float
    height: float
    layers: tuple[str, ...]
    """The layers in painting order."""
    label: str = ""
    x: float = 0
    y: float = 0
    """The upper left corner of the area is at `x` and `y`."""
    follows: bool = False
    """Whether the area changes with its content. If so, the page moves smoothly from the old area to the new area."""
    focus: tuple[float, float, float, float] | None = None
    """The most important part of an area that changes (x, y, width, height). One click goes to this part and follows
    it.
    """
    rival: bool = False
    """Whether the sheet is another seat's board. Each rival has a sheet, and the page gives all free room to these
    sheets.
    """


class Marks(NamedTuple):
    """The state of the page that a drawing may show.

    `legal` has the codes of the viewer's legal actions, `selected` the ids of the selected pieces, and `last` the ids
    of the pieces that moved last. `since` is the state of the board, in the game's own form, after the viewer's last
    action. It lets the drawing mark later changes, and is `None` if the game does not remember it. If `foretell` is
    false, the drawing shows no effects in advance.
    """

    legal: frozenset[int] = frozenset()
    selected: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    """Ids of the pieces that moved last."""
    since: Any = None
    """The state of the board after the viewer's last action (`remembered` in the game's `telling.py`), or None."""
    foretell: bool = True
    """Whether the drawing may show effects in advance. A table can turn forecasts off."""


class Handles(NamedTuple):
    """The pieces by which a player chooses an action: a set of pieces, or a source that is dragged to a target.

    An action without pieces is a button.
    """

    pieces: frozenset[str] = frozenset()
    source: str = ""
    target: str = ""
    after: bool = False
    """Whether the target is lit only after the source is picked, because there are many possible targets."""

    @classmethod
    def of(cls, *pieces: str) -> Handles:
        """Return handles for an action that a player chooses by clicking all these pieces, in any order."""
        return cls(frozenset(pieces))

    def ids(self) -> frozenset[str]:
        """Return the ids of all pieces that the player clicks or drags to choose this action.

        If the player drags a piece to a target, these are the ids of the dragged piece (`source`) and of the target.
        """
        return self.pieces | {i for i in (self.source, self.target) if i}


class Motion(NamedTuple):
    """The motion of a piece after an event, in its layer's coordinates.

    With `points`, the piece goes through these points and ends at its new place. Without points, it glides from its old
    place to its new place. With `svg`, a temporary thing is drawn, such as a spark, or a pellet that falls and is
    eaten. It goes through `points` and disappears. It is neither in the picture before the event nor in the picture
    after the event.
    """

    piece: str
    points: tuple[tuple[float, float], ...] = ()
    ms: int = 600
    wait: int = 0
    svg: str = ""
    layer: str = ""
    jump: bool = False
    """Whether the piece starts at its first point instead of its old place, as a room that leaves on one side and
    enters on another.
    """
    falls: bool = False
    """Whether a removed piece falls: it shrinks and disappears."""


# ---------------------------------------------------------------- pieces as markup


def transform(piece: Piece) -> str:
    """Return the value of a piece's `transform` attribute.

    The text always has the same form, because the page's script reads it.
    """
    text = f"translate({num(piece.x)} {num(piece.y)})"
    if piece.turn:
        text += f" rotate({num(piece.turn)})"
    if piece.scale != 1:
        text += f" scale({num(piece.scale)})"
    return text


class Placed(NamedTuple):
    """Pieces sorted by the place where they are drawn.

    `layers` maps a pair, the names of a sheet and of a layer, to a list of pieces. `children` maps a piece's id to the
    list of the pieces that move with it.
    """

    layers: dict[tuple[str, str], list[Piece]]
    children: dict[str, list[Piece]]


def sort_pieces(sheets: Sequence[Sheet], pieces: Iterable[Piece]) -> Placed:
    """Return pieces sorted into the layers of their sheets. In a layer, the pieces stay in the order of `pieces`.

    A piece that moves with another piece is not in a layer (see `Placed`). Raise ValueError if two pieces have the same
    id.
    """
    layers: dict[tuple[str, str], list[Piece]] = {(s.name, name): [] for s in sheets for name in s.layers}
    where = {name: (s.name, name) for s in reversed(sheets) for name in s.layers}
    fallback = (sheets[0].name, sheets[0].layers[-1])
    pieces = list(pieces)
    ids = {p.id for p in pieces}
    if len(ids) != len(pieces):
        many = [p.id for p in pieces]
        raise ValueError(f"pieces drawn twice: {', '.join(sorted({i for i in many if many.count(i) > 1}))}")
    children: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.parent in ids:
            children.setdefault(piece.parent, []).append(piece)
        else:
            layers[where.get(piece.layer, fallback)].append(piece)
    return Placed(layers, children)


def markup(
    piece: Piece,
    children: Mapping[str, list[Piece]] | None = None,
    prefix: str = "",
    attributes: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    """Return a piece as one `<g>` element, with the pieces that move with it inside.

    `children` maps the id of a piece to the pieces that move with it. `prefix` is put before each id. `attributes` has
    further attributes (a role, a class) by the id of a piece.
    """
    more = attributes.get(piece.id) if attributes else None
    riders = children.get(piece.id) if children else None
    inside = "".join(markup(c, children, prefix, attributes) for c in riders) if riders else ""
    return _markup(piece, prefix, tuple(more.items()) if more else (), inside)


@lru_cache(maxsize=20_000)
def _markup(piece: Piece, prefix: str, attributes: tuple[tuple[str, str], ...], inside: str) -> str:
    """Return the `<g>` element of a piece, with further attributes and with the markup `inside` in it, from a cache.

    `prefix` is put before the id. The cache helps because most pieces are equal from one picture to the next, and for
    all viewers.
    """
    more = dict(attributes)
    classes = " ".join(filter(None, ("piece", *piece.classes, more.pop("class", ""))))
    if piece.label and "aria-label" not in more:
        more = {"role": "img", "aria-label": piece.label, **more}
    extra = "".join(f' {name}="{escape(value)}"' for name, value in more.items())
    return (
        f'<g id="{prefix}{clean_id(piece.id)}" class="{escape(classes)}" transform="{transform(piece)}"{extra}>'
        f"{piece.svg}{inside}</g>"
    )


# ---------------------------------------------------------------- a picture that stands alone


_VAR = re.compile(r"var\(--([a-z0-9-]+)(?:\s*,\s*([^()]*))?\)")
"""A colour of the palette in CSS, as `var(--name)`, perhaps with a fallback."""


def resolve(text: str, theme: Theme) -> str:
    """Return text in which every `var(--name)` of the palette is replaced by its colour in this theme.

    Use it for renderers that do not know such variables.
    """
    column = 0 if theme == "light" else 1

    def value(match: re.Match[str]) -> str:
        pair = PALETTE.get(match[1])
        return pair[column] if pair else (match[2] or "currentColor")

    while (done := _VAR.sub(value, text)) != text:  # the fallback of a variable may be a variable itself
        text = done
    return text


def _arrange(sheets: Sequence[Sheet]) -> tuple[list[tuple[Sheet, float, float, float]], float, float]:
    """Return the places of the sheets, and the width and the height of them all together.

    A place has the sheet, its left edge, its upper edge, and its scale. Sheets are arranged one below the other. But if
    several sheets are the boards of other players (`Sheet.rival`), two of them share a row.
    """
    rivals = [s for s in sheets if s.rival]
    wide = max(s.width for s in sheets if len(rivals) < 2 or not s.rival)
    gap = wide * 0.02
    rows = [[s] for s in sheets if len(rivals) < 2 or not s.rival]
    rows += [rivals[k : k + 2] for k in range(0, len(rivals), 2)] if len(rivals) > 1 else []
    found, top = [], 0.0
    for row in rows:
        room = (wide - gap) / 2 if row[0].rival and len(rivals) > 1 else wide
        scales = [min(1, room / s.width) for s in row]
        left = (wide - sum(k * s.width for k, s in zip(scales, row, strict=True)) - gap * (len(row) - 1)) / 2
        for sheet, scale in zip(row, scales, strict=True):
            found.append((sheet, left, top, scale))
            left += scale * sheet.width + gap
        top += max(k * s.height for k, s in zip(scales, row, strict=True)) + gap
    return found, wide, top - gap


def document(
    sheets: Sequence[Sheet],
    pieces: Iterable[Piece],
    *,
    style: str = "",
    defs: str = "",
    theme: Theme = "light",
    title: str = "",
    prefix: str = "",
    width: float | None = None,
    ground: bool = True,
) -> str:
    """Return a whole SVG file that shows all sheets with their pieces, as a string.

    A sheet is a drawing area with its own coordinates. The first sheet is the board. The others, such as a hand, are
    shown below it. The colours of the theme are put in place of `var(--name)`.

    `style` and `defs` are the game's own CSS and definitions. `prefix` is put before each id. `width` is in pixels;
    without it the file has no fixed size. `ground` says whether a background is drawn.
    """
    pieces = list(pieces)
    sorted_pieces = sort_pieces(sheets, pieces)
    found, wide, high = _arrange(sheets)
    body = []
    for sheet, left, top, scale in found:
        inside = "".join(
            f'<g class="layer layer-{clean_id(layer)}">'
            + "".join(markup(p, sorted_pieces.children, prefix) for p in sorted_pieces.layers[sheet.name, layer])
            + "</g>"
            for layer in sheet.layers
        )
        at = f"translate({num(left - scale * sheet.x)} {num(top - scale * sheet.y)})"
        body.append(f'<g transform="{at}{f" scale({num(scale)})" if scale != 1 else ""}">{inside}</g>')
    size = f' width="{num(width)}" height="{num(width * high / wide)}"' if width else ""
    back = f'<rect width="{num(wide)}" height="{num(high)}" fill="var(--bench)"/>' if ground else ""
    named = f"<title>{escape(title)}</title>" if title else ""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(high)}"{size} role="img">{named}'
        f"<style>{HOUSE_STYLE}{style}</style><defs>{HOUSE_DEFS}{defs}</defs>{back}{''.join(body)}</svg>"
    )
    return resolve(text, theme)


def document_of(
    game: Any,
    view: Record,
    *,
    marks: Marks | None = None,
    theme: Theme = "light",
    title: str = "",
    width: float | None = None,
) -> str:
    """Return the picture of a view of a game as a whole SVG file.

    `marks` has the state of the page that the picture shows, such as selected pieces. `width` is in pixels; without it
    the size is not fixed. `theme` and `title` are as in `document`.
    """
    drawing = game.drawing
    return document(
        drawing.sheets(view),
        drawing.draw(view, marks or Marks()),
        style=drawing.STYLE,
        defs=getattr(drawing, "DEFS", ""),
        theme=theme,
        title=title or game.facts.title,
        width=width,
    )


def part_document(
    svg: str, width: float, height: float, *, style: str = "", defs: str = "", theme: Theme = "light", title: str = ""
) -> str:
    """Return the drawing `svg`, such as a card from a game's gallery, as a whole SVG file.

    The drawing has its centre at (0, 0), and `width` and `height` are in its own units. `style` and `defs` are the
    game's CSS and definitions.
    """
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(-width / 2)} {num(-height / 2)} {num(width)} {num(height)}" role="img">'
        f"<title>{escape(title)}</title><style>{HOUSE_STYLE}{style}</style><defs>{HOUSE_DEFS}{defs}</defs>{svg}</svg>"
    )
    return resolve(text, theme)


__getattr__ = forward(__name__, {"placed": "sort_pieces"})
