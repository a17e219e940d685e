"""Below the board of The Great Machine: the hand, and a desk for cards that are looked through or put in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enginehouse.core.pictures.drawing import Piece, Sheet, el, joined
from enginehouse.core.records.hidden import at, count
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import faces
from enginehouse.games.great_machine.handles import copies_in, offered_kinds
from enginehouse.games.great_machine.parts import CARDS, DECK, EVENT, HAND, KIND_OF
from enginehouse.games.great_machine.places import WIDE
from enginehouse.games.great_machine.state import Phase, State

ACROSS, DOWN = faces.WIDE + 8, faces.HIGH + 10
"""From one card of the hand to the next, beside it and below it."""
ROWS = 2


def columns(v: State, seat: Seat) -> int:
    """How many cards stand side by side in each row of the hand; only Cleaning Duty makes them more than three."""
    return max(3, -(-len(copies_in(v, HAND + seat)) // ROWS) if seat >= 0 else 0)


def hand_sheet(v: State, seat: Seat) -> Sheet:
    """The area of the hand. It keeps its rows when there are few cards: what stands below it stays where it is."""
    return Sheet("hand", ACROSS * columns(v, seat) + 8, DOWN * ROWS + 8, ("hand",), "Your hand")


def hand(v: State, seat: Seat) -> Iterator[Piece]:
    """The cards that this seat holds, each kind once."""
    if seat < 0:
        return
    held = copies_in(v, HAND + seat)
    across = columns(v, seat)
    for k, (kind, copies) in enumerate(held):
        row, column = divmod(k, across)
        label = f"{CARDS[kind].title}{f', {copies} copies' if copies > 1 else ''}: {faces.PRINTED[CARDS[kind].slug][1]}"
        yield Piece(
            f"card-{CARDS[kind].slug}",
            faces.face(kind, copies),
            4 + ACROSS * (column + 0.5),
            8 + DOWN * (row + 0.5),
            layer="hand",
            label=label,
        )


def desk(v: State, seat: Seat) -> Iterable[Piece]:
    """What is being looked through or put in order."""
    if v.phase == Phase.ORDER and seat == v.active:
        return _ordering(v)
    pieces = []
    for k, kind in enumerate(offered_kinds(v)):
        svg = joined(
            [
                el(
                    "rect",
                    x=-94,
                    y=-16,
                    width=188,
                    height=32,
                    rx=6,
                    cls="gm-event" if CARDS[kind].deck == EVENT else "gm-movement",
                ),
                el("text", CARDS[kind].title, y=5, cls="gm-plate-text"),
            ]
        )
        pieces.append(
            Piece(
                f"offer-{CARDS[kind].slug}",
                svg,
                100 + 200 * (k % 4),
                64 + 38 * (k // 4),
                layer="desk",
                label=CARDS[kind].title,
            )
        )
    if pieces and v.phase == Phase.TAKE:
        svg = joined(
            [
                el("rect", x=-90, y=-16, width=180, height=32, rx=16, cls="gm-arrow"),
                el("text", "into my hand", y=5, cls="gm-count"),
            ]
        )
        pieces.append(Piece("to-hand", svg, WIDE / 2, 22, layer="desk", label="Into my hand"))
    return pieces


def _ordering(v: State) -> Iterator[Piece]:
    """A table of old places and new ones: one click for each card."""
    zone = DECK + v.deck
    many = min(4, count(v, zone))
    for new in range(1, many + 1):
        x = WIDE * (new - 0.5) / many
        heading = "first" if new == 1 else "then" if new < many else "last"
        yield Piece(f"column-{new}", el("text", heading, cls="gm-count"), x, 20, layer="desk")
        for old in range(1, many + 1):
            piece = at(v, zone, count(v, zone) - old)
            title = CARDS[int(KIND_OF[piece])].title if piece > 0 else "a card"
            svg = joined(
                [
                    el("rect", x=-94, y=-17, width=188, height=34, rx=6, cls="gm-movement"),
                    el("text", title, y=5, cls="gm-plate-text"),
                ]
            )
            yield Piece(f"place-{old}-{new}", svg, x, 52 + 38 * (old - 1), layer="desk", label=f"{title} {heading}")
