"""Compute the places of parts on the board, in the coordinates of its drawing."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import desk_seat
from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import parts
from enginehouse.games.mechanation.state import State

WIDE, HIGH = 880, 800
ARENA_AT, ARENA_SIZE = (440, 394), (448, 446)
WIDE_PANEL, SIDE_PANEL = (448, 156), (198, 452)
BAND_Y = 560
"""The vertical place of the strip of the Arena that shows the round's battles."""
HAND_GAP, HAND_HIGH = 192, 262
"""The distance between two cards of the viewer's own mechs, and the height of their sheet."""

_SPOTS = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}
"""The sides of the board at which pilots sit, clockwise from the viewer, by the number of pilots."""
_PANELS = {"bottom": (440, 712), "top": (440, 86), "left": (108, 394), "right": (772, 394)}
"""The middle of the panel at each side of the board."""


def spot(v: State, seat: Seat) -> str:
    """Return the side of the board at which the pilot `seat` sits. The viewer is below, the others follow clockwise."""
    base = max(desk_seat(v), 0)
    return _SPOTS[int(v.seats)][(seat - base) % int(v.seats)]


def locate_panel(v: State, seat: Seat) -> tuple[float, float]:
    """Return the middle (x, y) of the panel of the pilot `seat`."""
    return _PANELS[spot(v, seat)]


def is_wide(v: State, seat: Seat) -> bool:
    """Return whether the panel of the pilot `seat` lies above or below the Arena, not beside it."""
    return spot(v, seat) in ("bottom", "top")


def margin(v: State) -> float:
    """Return the width of the empty strips at both sides of the sheet, which only a game of two pilots has."""
    return 72 if v.seats == 2 else 0


def corner(v: State, right: bool, bottom: bool) -> tuple[float, float]:
    """Return the middle (x, y) of a corner of the board: the right one if `right`, the lower one if `bottom`.

    Deck, scrap pile, round and phase are in the corners.
    """
    x = 142 if v.seats == 2 else 108
    return (WIDE - x if right else x), 712 if bottom else 86


def cell_scale(v: State) -> float:
    """Return the scale of the Arena's territories, which is larger if there are fewer."""
    return (1.6, 1.6, 1.6, 1.3)[count(v, parts.ARENA)] if count(v, parts.ARENA) < 4 else 1.1


def cell(v: State, index: int) -> tuple[float, float]:
    """Return the middle (x, y) of the territory at `index` (from 0) of the Arena.

    Up to three lie in one row, more in two.
    """
    many = max(count(v, parts.ARENA), index + 1)
    if many <= 3:
        gap = 176 if many < 3 else 136
        return 440 + gap * (index - (many - 1) / 2), 318
    return 440 + 136 * (index % 3 - 1), 244 + 158 * (index // 3)


def post_place(v: State, index: int, second: bool) -> tuple[float, float]:
    """Return the place (x, y) of a mech that was deployed to territory `index` (from 0) of the Arena.

    The mech is the second one there if `second` is true, else the first.
    """
    x, y = cell(v, index)
    scale = cell_scale(v)
    return x + 26 * scale * (1 if second else -1), y + (57 * scale if scale > 1.2 else 60)


def land_scale(v: State, seat: Seat) -> float:
    """Return the scale at which the territories of the pilot `seat` are drawn."""
    if not is_wide(v, seat):
        return 0.98
    most = 1.12 if seat == desk_seat(v) else 0.82
    return min(most, 6.7 / max(count(v, parts.HELD + seat), 1))


def land_place(v: State, seat: Seat, index: int) -> tuple[float, float]:
    """Return the middle (x, y) of a pilot's territory number `index` (from 0)."""
    x, y = locate_panel(v, seat)
    many = max(count(v, parts.HELD + seat), index + 1)
    if is_wide(v, seat):
        own = seat == desk_seat(v)
        step = min(73 if own else 54, 436 / many)
        return x + step * (index - (many - 1) / 2), y + (18 if own else 38)
    step = min(83, 250 / ((many + 2) // 3))
    return x + 63 * (index % 3 - 1), y - 22 + step * (index // 3)


def slot_place(v: State, seat: Seat, tier: int) -> tuple[float, float]:
    """Return the place (x, y) of the mech of this tier of the pilot `seat`. The viewer's mechs are below the board."""
    x, y = locate_panel(v, seat)
    if seat == desk_seat(v):
        return x + 60 * (tier - 1), HIGH - 20
    if is_wide(v, seat):
        return x + 60 * (tier - 1), y - 36
    return x + 63 * (tier - 1), y - 128


def sign_place(v: State, seat: Seat) -> tuple[float, float]:
    """Return the centre (x, y) of the sign on a pilot's panel: a coloured shape with the pilot's number."""
    x, y = locate_panel(v, seat)
    if seat == desk_seat(v):
        return x - 200, y - 56
    return (x - 196, y - 50) if is_wide(v, seat) else (x - 76, y - 202)


def hand_place(tier: int) -> tuple[float, float]:
    """Return the middle (x, y) of the card of this tier on the sheet of the viewer's own mechs."""
    return HAND_GAP * (tier + 0.5) + 4, HAND_HIGH / 2 + 2
