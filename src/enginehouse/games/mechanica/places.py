"""Compute the places of parts on the board, in the coordinates of its drawing."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import art, parts
from enginehouse.games.mechanica.parts import Place
from enginehouse.games.mechanica.state import State

WIDE, HIGH = 1000, 772
CELL = 140
LEFT, TOP = 24, 324
START_WIDE = 158
DOCK_X = LEFT + START_WIDE + 4 * CELL + 116
WHEEL = (164, 158)
STATIONS = ((-102, -34), (0, -102), (102, -34), (62, 84), (-62, 84))
"""The spots of the shop, the most expensive first, and then the Recycler, relative to the wheel's middle."""
TAGS = ((-146, -74), (46, -142), (148, -74), (108, 122))
"""The price tags, at the corners of their spots."""
PRINTS = ((398, 92), (532, 92))
"""The middles of both blueprints."""
WALLET, VAULT = (664, 66), (776, 66)
"""The middles of Wallet and Vault."""
HAMMER = (936, 60)
"""The middle of the hammer, with which a player demolishes a tile."""
TRAY_Y, TRAY_LEFT = 240, 352
"""The height of the tray's middle, and its left edge."""
STOCK = (856, 60)
"""The middle of the text about day and worth."""


@lru_cache(maxsize=256)
def place_xy(place: Place) -> tuple[float, float]:
    """Return the middle (x, y) of a place of the viewer's own factory."""
    row, column = divmod(place, parts.COLUMNS)
    y = TOP + CELL * (row + 0.5)
    if column == 0:
        return LEFT + START_WIDE / 2, y
    if column == parts.DOCK:
        return DOCK_X, y
    return LEFT + START_WIDE + CELL * (column - 0.5), y


def hole_xy(v: State, seat: Seat, hole: int) -> tuple[float, float]:
    """Return the middle (x, y) of a hole in the factory of `seat`, in the coordinates of the viewer's own factory."""
    place, k = divmod(hole, 3)
    x, y = place_xy(place)
    tile = int(v.tiles[seat][place])
    if place % parts.COLUMNS == parts.DOCK:
        dx, dy = art.seat_on_truck(tile, k)
    else:
        dx, dy = art.hole_offset(tile, k, "start" if place % parts.COLUMNS == 0 else "floor")
    return x + dx, y + dy


# -- the rivals' factories, each on a sheet of its own -----------------------------------------------------------------

RIM = 20
"""The width of the margin round a rival's factory."""
MONEY_WIDE, MONEY_HIGH = 120, 66
"""The width of the space for a rival's money at the left of a factory, or its height above the factory."""


def main_seat(v: State) -> int:
    """Return the seat whose factory is on the board: the viewer, or for a spectator the first seat."""
    return int(v.viewer) - 1 if 0 < v.viewer <= v.seats else 0


def rival_seats(v: State) -> list[int]:
    """Return all seats except the viewer's (for a spectator, except the first seat), in turn order from there."""
    mine = main_seat(v)
    return [(mine + k) % v.seats for k in range(1, v.seats)]


def rival_layer(seat: Seat) -> str:
    """Return the name of the layer for bots and coins that move over a rival's factory."""
    return f"passing-{seat}"
