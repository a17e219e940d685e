"""Animate the pieces after events, one event after the other. Pellets fall from toggle to toggle."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.pictures.reel import Point, Reel
from enginehouse.core.records.events import Event
from enginehouse.games.great_machine import art, places
from enginehouse.games.great_machine.state import State, Told
from enginehouse.games.great_machine.telling import TELLING

FALL, SHOCK = 260, 420
"""The durations in milliseconds of a pellet's fall through a pipe, and of a spark."""


class _Reel(Reel):
    """The motions of one action.

    A falling pellet first collects all points of its path (`fall`). Then a single motion leads it along the whole path
    (`end_pellet`).
    """

    way: tuple[Point, ...] = ()
    mark = 0
    pellets = 0

    def fall(self, *points: Point) -> None:
        """Add these points (x, y) to the path of the falling pellet."""
        self.way = (*self.way, *points)

    def end_pellet(self) -> None:
        """Add the motion of the falling pellet along its whole path."""
        if len(self.way) > 1:
            ms = FALL * (len(self.way) - 1)
            self.pellets += 1
            self.add(f"falling-{self.pellets}", self.way, ms, svg=art.pellet(self.mark), layer="pellets", then=ms)
        self.way = ()

    def drop(self, mark: int) -> None:
        """Begin the path of a pellet with these marks, which falls from the hopper onto the top toggle."""
        self.end_pellet()
        self.mark = mark
        self.fall((places.HOPPER[0], places.HOPPER[1] + 40), places.toggle_place(self.v, 1))

    def fall_through(self, toggle: int, side: int, mark: int | None) -> None:
        """Continue the path of the falling pellet from a toggle to the place below it, on this side (1: right)."""
        if not self.way:
            self.mark = mark or 0
            self.fall(places.toggle_place(self.v, toggle))
        x, y = self.way[-1]
        to_x, to_y = places.below_place(self.v, toggle, side)
        if abs(to_x - x) > 1:
            self.fall((to_x, y))
        self.fall((to_x, to_y))

    def land(self, cage: int, above: float) -> None:
        """End the path of the falling pellet in a cage, `above` units above the floor, and add its motion.

        If `cage` is 0, the pellet does not reach a cage, and its path ends at the last point so far. Do nothing if no
        pellet is falling.
        """
        if self.way and cage:
            x, y = places.cage_place(self.v, cage)
            self.fall((x, y - above))
        self.end_pellet()

    def spark(self, cage: int) -> None:
        """Add the motion of a spark from the ceiling of a cage to its floor. Do nothing if `cage` is 0."""
        if cage:
            x, y = places.cage_place(self.v, cage)
            points = ((x, y - places.CAGE_HIGH), (x, y - places.CAGE_HIGH / 2), (x, y - 30))
            self.add(f"spark-{len(self.found)}", points, SHOCK, svg=art.MACHINE["spark"], layer="pellets", then=SHOCK)


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action, each with the time at which it begins."""
    reel = _Reel(v)
    reel.play(Told, TELLING, events)
    reel.end_pellet()
    return reel.found
