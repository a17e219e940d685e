"""Switchyard drawn: a line with sidings, wagons to drag, a hand of notes."""

from functools import cache
from typing import Any

from enginehouse.core.pictures.drawing import Handles, Marks, Motion, Piece, Sheet, Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.records.events import Event
from switchyard.state import LONG, MOVES, PLAY, TURN, TURNTABLE, Told

STYLE = ".sy-rail{stroke:var(--steel-dark);stroke-width:4}.sy-siding{fill:var(--sheet);stroke:var(--brass);stroke-width:2}.sy-text{font:700 15px sans-serif;fill:var(--ink);text-anchor:middle}.sy-note{fill:var(--raised);stroke:var(--ink)}"


def sheets(v: Any) -> list[Sheet]:
    """The line and the hand."""
    return [Sheet("board", 660, 300, ("line", "wagons"), "The line"), Sheet("hand", 660, 110, ("notes",), "Your notes")]


@cache
def wagon(seat: int) -> Svg:
    """A wagon, with the sign of its seat."""
    body = el("rect", x=-26, y=-13, width=52, height=26, rx=4, cls=f"seat-{seat} seat-fill")
    return joined([body, el("g"), Svg(seat_sign(seat, 18))])


@cache
def note(worth: int) -> str:
    """A note."""
    face = el("text", worth or "?", y=6, cls="sy-text")
    return joined([el("rect", x=-24, y=-34, width=48, height=68, rx=5, cls="sy-note"), face])


def draw(v: Any, marks: Marks) -> list[Piece]:
    """All pieces."""
    pieces = [Piece("rail", el("path", d="M0 0H560", cls="sy-rail"), 50, 60, layer="line")]
    for k in range(1, 7):
        svg = joined(
            [el("rect", x=-46, y=-40, width=92, height=230, rx=6, cls="sy-siding"), el("text", k, y=-18, cls="sy-text")]
        )
        pieces.append(Piece(f"siding-{k}", svg, 60 + 108 * (k - 1), 80, layer="line", label=f"Siding {k}"))
    if v.goal == LONG:
        at = 60 + 108 * (TURNTABLE - 1)
        pieces.append(Piece("turntable", el("circle", r=20, cls="sy-siding"), at, 240, layer="line", label="Turntable"))
    for seat in range(v.seats):
        x, y = 60 + 108 * (v.siding[seat] - 1), 90 + 40 * seat
        label = f"Wagon of {{{seat}}}, {v.points[seat]} points"
        pieces.append(Piece(f"wagon-{seat}", wagon(seat), x, y, layer="wagons", label=label))
    at = 0
    for seat in range(v.seats):
        for worth in (1, 2, 3):
            for copy in range(v.hand[seat][worth]):
                pieces.append(
                    Piece(
                        f"note-{worth}-{copy}",
                        note(worth),
                        60 + 70 * at,
                        55,
                        layer="notes",
                        label=f"Note worth {worth}",
                    )
                )
                at += 1
    return pieces


def handles(v: Any, code: int) -> Handles:
    """Wagons are dragged, notes are clicked, answers are buttons; which way to turn, no piece says."""
    if code < PLAY:
        return Handles(source=f"wagon-{v.turn}", target=f"siding-{MOVES[code][1]}")
    if code < PLAY + 3:
        return Handles(pieces=frozenset({f"note-{code - PLAY + 1}-0"}))
    if code >= TURN:
        return Handles(pieces=frozenset({"turntable"}))
    return Handles()


def paths(v: Any, events: list[Event]) -> list[Motion]:
    """A wagon that arrives goes to the end first; a note that is played flies by."""
    found = []
    for e in events:
        if e.kind == Told.MOVED and any(o.kind == Told.ARRIVED for o in events):
            found.append(Motion(f"wagon-{e.a}", ((600, 90 + 40 * e.a),), 500))
        if e.kind == Told.PLAYED:
            found.append(Motion(f"flight-{e.a}", ((60, 90 + 40 * e.a), (330, 150)), 400, 0, str(note(e.b)), "wagons"))
    return found


def gallery() -> list[tuple[str, str, float, float]]:
    """All parts."""
    return [("Wagon", str(wagon(0)), 70, 50), ("Note", str(note(2)), 70, 90)]
