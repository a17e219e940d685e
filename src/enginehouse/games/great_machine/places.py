"""Compute the places of parts on the board, in the coordinates of its drawing."""

from __future__ import annotations

from enginehouse.core.records.masks import has
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import parts
from enginehouse.games.great_machine.state import State

WIDE, HIGH = 800, 740
ROAD_Y = 46
MOTOR = (98, 190)
HOPPER = (400, 128)
DECKS = ((518, 140), (672, 140))
"""The middle of each deck. Its discard pile lies `PILE_GAP` to the right."""
PILE_GAP = 74
"""The distance from the middle of a deck to that of its discard pile."""
TRAY = (400, 345)
"""The middle of the tray for cards in play."""
CAGE_Y = 628
CAGE_HIGH = 112
"""The height of a cage. `CAGE_Y` is the height at which its floor lies."""
PLATE_Y = 702
"""The height of the middle of the seats' plates."""
LEVELS_SMALL = (232, 400)
LEVELS_LARGE = (232, 338, 438)
"""The heights of the levels of toggles, of the small and of the large machine (GM-1.1)."""


def toggle_place(v: State, toggle: int) -> tuple[float, float]:
    """Return the middle (x, y) of a toggle, given by its number from 1."""
    level = 1 if toggle == 1 else 2 if toggle < 4 else 3
    heights = LEVELS_SMALL if v.toggles == 3 else LEVELS_LARGE
    across = 1 << (level - 1)
    return WIDE * (toggle - across + 0.5) / across, heights[level - 1]


def cage_place(v: State, cage: int) -> tuple[float, float]:
    """Return the middle (x, y) of a cage's floor."""
    return WIDE * (cage - 0.5) / v.cages, CAGE_Y


def cage_wide(v: State) -> float:
    """Return the width of a cage in the picture of the board, in the units of the picture's coordinates."""
    return 150 if v.cages == 4 else 90


def below_place(v: State, toggle: int, side: int) -> tuple[float, float]:
    """Return the point (x, y) at the lower end of the left (`side` 0) or right (1) pipe below a toggle.

    If the pipe leads to another toggle, the point is the middle of that toggle. If it leads to a cage, the point lies
    above the cage.
    """
    child = 2 * toggle + side
    if child <= v.toggles:
        return toggle_place(v, child)
    x, y = cage_place(v, child - v.toggles)
    return x, y - CAGE_HIGH - 14


def ring(v: State) -> tuple[int, ...]:
    """Return the cages of the motor's ring, in the order of the ring."""
    return parts.RING_SMALL if v.cages == 4 else parts.RING_LARGE


def plate_cage(v: State, seat: Seat) -> int:
    """Return the cage below which a seat's plate is drawn: the cage of its rat, or else a cage without a rat."""
    if has(v.alive, seat):
        return int(v.cage[seat])
    taken = {int(v.cage[one]) for one in range(v.seats) if has(v.alive, one)}
    free = [cage for cage in range(1, v.cages + 1) if cage not in taken]
    return free[sum(1 for one in range(seat) if not has(v.alive, one))]


def plate_place(v: State, seat: Seat) -> tuple[float, float]:
    """Return the middle (x, y) of a seat's plate, below its rat's cage."""
    return WIDE * (plate_cage(v, seat) - 0.5) / v.cages, PLATE_Y


def slot_place(slot: int) -> tuple[float, float]:
    """Return the point (x, y) of a slot of the Master's track.

    Slot 20 is on the right, and slot 0, his house, on the left.
    """
    from math import sin

    return 68 + 34.6 * slot, ROAD_Y + 7 * sin(slot * 0.9)
