"""Draw the two areas of the page below the board: the player's hand, and the desk.

The desk shows cards that the player chooses from or puts in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enginehouse.core.pictures.drawing import Piece, Sheet, Svg, el, joined, wrap
from enginehouse.core.records.hidden import at, count
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import faces, handles, parts
from enginehouse.games.great_machine.state import Phase, State

ACROSS, DOWN = faces.WIDE + 8, faces.HIGH + 10
"""The horizontal and the vertical distance between cards of the hand."""
ROWS = 2
DESK_WIDE, HEADING = 400, 42
"""The width of the desk, narrow so that a phone shows its titles at 12 px, and the height of its heading.

It may scroll.
"""
TITLE_HIGH, PLACE_HIGH = 44, 66
"""The vertical distance between titles, and between the rows of places if cards are put in order (in four columns)."""


def columns(v: State, seat: Seat) -> int:
    """Return the number of columns in which the hand of `seat` is drawn, at least three.

    Only Cleaning Duty can make a hand so large that it needs more columns.
    """
    return max(3, -(-len(handles.list_copies(v, parts.HAND + seat)) // ROWS) if seat >= 0 else 0)


def hand_sheet(v: State, seat: Seat) -> Sheet:
    """Return the area of the hand of `seat`.

    The height of the area is the same for few and for many cards, so that nothing below it moves.
    """
    return Sheet("hand", ACROSS * columns(v, seat) + 8, DOWN * ROWS + 8, ("hand",), "Your hand")


def hand(v: State, seat: Seat) -> Iterator[Piece]:
    """Yield the cards in the hand of this seat. Copies of one kind are one piece."""
    if seat < 0:
        return
    held = handles.list_copies(v, parts.HAND + seat)
    across = columns(v, seat)
    for k, (kind, copies) in enumerate(held):
        row, column = divmod(k, across)
        label = f"{parts.CARDS[kind].title}{f', {copies} copies' if copies > 1 else ''}: {faces.PRINTED[parts.CARDS[kind].slug][1]}"
        yield Piece(
            f"card-{parts.CARDS[kind].slug}",
            faces.face(kind, copies),
            4 + ACROSS * (column + 0.5),
            8 + DOWN * (row + 0.5),
            layer="hand",
            label=label,
        )


def desk_sheet(v: State, seat: Seat) -> Sheet | None:
    """Return the area of the page that shows the cards which the player `seat` chooses from or puts in order.

    Return `None` if there are no such cards.
    """
    if v.phase == Phase.ORDER and seat == v.active:
        return Sheet("desk", DESK_WIDE, HEADING + 4 * PLACE_HIGH, ("desk",), "The cards on top of the deck")
    many = len(handles.offered_kinds(v))
    if not many:
        return None
    return Sheet("desk", DESK_WIDE, HEADING + TITLE_HIGH * -(-many // 2), ("desk",), "The cards to choose from")


def _button(title: str, wide: float, high: float, cls: str) -> Svg:
    """Draw a title on a plate, `wide` and `high` units large, in as many lines as it needs.

    `cls` is the plate's CSS class.
    """
    lines = wrap(title, int((wide - 12) / 8))
    first = 5 - 8 * (len(lines) - 1)
    frame = el("rect", x=3 - wide / 2, y=3 - high / 2, width=wide - 6, height=high - 6, rx=6, cls=cls)
    return joined([frame, *(el("text", line, y=first + 16 * k, cls="gm-plate-text") for k, line in enumerate(lines))])


def desk(v: State, seat: Seat) -> Iterable[Piece]:
    """Yield the drawings of the cards that the player `seat` chooses from or puts in order."""
    if v.phase == Phase.ORDER and seat == v.active:
        return _ordering(v)
    pieces = []
    for k, kind in enumerate(handles.offered_kinds(v)):
        title = parts.CARDS[kind].title
        svg = _button(
            title, DESK_WIDE / 2, TITLE_HIGH, "gm-event" if parts.CARDS[kind].deck == parts.EVENT else "gm-movement"
        )
        x, y = DESK_WIDE / 4 * (1 + 2 * (k % 2)), HEADING + TITLE_HIGH * (k // 2 + 0.5)
        pieces.append(Piece(f"offer-{parts.CARDS[kind].slug}", svg, x, y, layer="desk", label=title))
    if pieces and v.phase == Phase.TAKE:
        svg = joined(
            [
                el("rect", x=-90, y=-16, width=180, height=32, rx=16, cls="gm-arrow"),
                el("text", "into my hand", y=5, cls="gm-count"),
            ]
        )
        pieces.append(Piece("to-hand", svg, DESK_WIDE / 2, 22, layer="desk", label="Into my hand"))
    return pieces


def _ordering(v: State) -> Iterator[Piece]:
    """Yield the headings and buttons with which a player puts the top cards of a deck in order.

    Each place in the new order has a column, with a heading and a button for each of the cards. A click on a button
    puts its card into the place of its column.
    """
    zone = parts.DECK + v.deck
    many = min(4, count(v, zone))
    for new in range(1, many + 1):
        x = DESK_WIDE * (new - 0.5) / many
        heading = "first" if new == 1 else "then" if new < many else "last"
        yield Piece(f"column-{new}", el("text", heading, cls="gm-count"), x, 20, layer="desk")
        for old in range(1, many + 1):
            piece = at(v, zone, count(v, zone) - old)
            title = parts.CARDS[int(parts.KIND_OF[piece])].title if piece > 0 else "a card"
            svg = _button(title, DESK_WIDE / 4, PLACE_HIGH, "gm-movement")
            y = HEADING + PLACE_HIGH * (old - 0.5)
            yield Piece(f"place-{old}-{new}", svg, x, y, layer="desk", label=f"{title} {heading}")
