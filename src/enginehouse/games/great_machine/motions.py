"""Animate the pieces after events, one event after the other. Pellets fall from toggle to toggle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.pictures.reel import Point, Reel
from enginehouse.core.records.events import Event
from enginehouse.games.great_machine import art, places
from enginehouse.games.great_machine.state import State, Told

FALL, TILT, TURN, SHOCK = 260, 320, 500, 420
"""The durations in milliseconds of a pellet's fall through a pipe, a toggle's tilt, a motor step, and a spark."""


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


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action, each with the time at which it begins."""
    reel = _Reel(v)
    reel.play(Told, _STEPS, events)
    reel.end_pellet()
    return reel.found


def _show_drop(reel: _Reel, event: Any) -> None:
    reel.end_pellet()
    reel.mark = event.mark
    reel.fall((places.HOPPER[0], places.HOPPER[1] + 40), places.toggle_place(reel.v, 1))


def _fell(reel: _Reel, event: Any) -> None:
    if not reel.way:
        reel.mark = event.mark or 0
        reel.fall(places.toggle_place(reel.v, event.toggle))
    x, y = reel.way[-1]
    to_x, to_y = places.below_place(reel.v, event.toggle, event.side)
    if abs(to_x - x) > 1:
        reel.fall((to_x, y))
    reel.fall((to_x, to_y))


def _into_cage(reel: _Reel, cage: int, above: float) -> None:
    """End the path of the falling pellet in a cage, `above` units above the floor, and add its motion to `reel`.

    If `cage` is 0, the pellet does not reach a cage, and its path ends at the last point so far. Do nothing if no
    pellet is falling.
    """
    if reel.way and cage:
        x, y = places.cage_place(reel.v, cage)
        reel.fall((x, y - above))
    reel.end_pellet()


def _spark(reel: _Reel, cage: int) -> None:
    if cage:
        x, y = places.cage_place(reel.v, cage)
        bolt = '<path class="gm-spark" d="M8-40L-22 6H-4L-10 40L22-10H3Z"/>'
        points = ((x, y - places.CAGE_HIGH), (x, y - places.CAGE_HIGH / 2), (x, y - 30))
        reel.add(f"spark-{len(reel.found)}", points, SHOCK, svg=bolt, layer="pellets", then=SHOCK)


def _both(reel: _Reel, event: Any) -> None:
    reel.add(f"rat-{event.seat}", ms=700)
    reel.add(f"rat-{event.other}", ms=700, then=700)


def _rat(reel: _Reel, event: Any) -> None:
    reel.add(f"rat-{event.seat}", ms=500)


_STEPS: dict[int, Callable[[_Reel, Any], None]] = {
    Told.DROPPED: _show_drop,
    Told.FELL: _fell,
    Told.ATE: lambda reel, event: _into_cage(reel, 0 if event.in_pipes else reel.v.cage[event.seat], 30),
    Told.WASTED: lambda reel, event: _into_cage(reel, event.cage, 16),
    Told.STUCK: lambda reel, event: reel.end_pellet(),
    Told.TILTED: lambda reel, event: reel.add(f"lever-{event.toggle}", ms=TILT, then=TILT // 2),
    Told.MOTOR: lambda reel, event: reel.add("arm", ms=TURN, then=TURN),
    Told.SHOCKED: lambda reel, event: _spark(reel, event.cage),
    Told.SPARK: lambda reel, event: _spark(reel, event.cage),
    Told.CLIMBED: _rat,
    Told.HOME: _rat,
    Told.PUT_BACK: _rat,
    Told.SWAPPED: _both,
    Told.TRACK: lambda reel, event: reel.add("coach", ms=700),
}
"""By kind of event: the function that adds its motions to the reel."""
