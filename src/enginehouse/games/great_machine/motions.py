"""How pieces travel for what just happened: pellets fall toggle by toggle, one thing after the other."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Motion
from enginehouse.core.events import Event
from enginehouse.games.great_machine import art
from enginehouse.games.great_machine.places import CAGE_HIGH, HOPPER, below_place, cage_place, toggle_place
from enginehouse.games.great_machine.state import Told

FALL, TILT, TURN, SHOCK = 260, 320, 500, 420
"""Milliseconds of a pellet's way through one pipe, of a toggle, of the motor, of a spark."""


class _Reel:
    """Motions in the order in which things happened."""

    def __init__(self, v: Any) -> None:
        self.v = v
        self.clock = 0
        self.found: list[Motion] = []
        self.way: list[tuple[float, float]] = []
        self.mark = 0
        self.pellets = 0

    def end_pellet(self) -> None:
        """The pellet that was falling has arrived: let it go its whole way."""
        if len(self.way) > 1:
            ms = FALL * (len(self.way) - 1)
            self.pellets += 1
            self.found.append(
                Motion(f"falling-{self.pellets}", tuple(self.way), ms, self.clock, art.pellet(self.mark), "pellets")
            )
            self.clock += ms
        self.way = []


def paths(v: Any, events: list[Event]) -> list[Motion]:
    """The motions of one action's events, with their waits."""
    reel = _Reel(v)
    for event in events:
        step = _STEPS.get(event.kind)
        if step is not None:
            step(reel, event)
    reel.end_pellet()
    return reel.found


def _dropped(reel: _Reel, event: Event) -> None:
    reel.end_pellet()
    reel.mark = event.a
    x, y = HOPPER
    reel.way = [(x, y + 40), toggle_place(reel.v, 1)]


def _fell(reel: _Reel, event: Event) -> None:
    if not reel.way:
        reel.mark = event.c or 0
        reel.way = [toggle_place(reel.v, event.a)]
    x, y = reel.way[-1]
    to_x, to_y = below_place(reel.v, event.a, event.b)
    if abs(to_x - x) > 1:
        reel.way.append((to_x, y))
    reel.way.append((to_x, to_y))


def _arrived(reel: _Reel, event: Event) -> None:
    if reel.way and event.kind == Told.WASTED:
        x, y = cage_place(reel.v, event.a)
        reel.way.append((x, y - 16))
    elif reel.way and event.kind == Told.ATE and not event.c and reel.v.cage[event.a]:
        x, y = cage_place(reel.v, reel.v.cage[event.a])
        reel.way.append((x, y - 30))
    reel.end_pellet()


def _tilted(reel: _Reel, event: Event) -> None:
    reel.found.append(Motion(f"lever-{event.a}", (), TILT, reel.clock))
    reel.clock += TILT // 2


def _motor(reel: _Reel, event: Event) -> None:
    reel.found.append(Motion("arm", (), TURN, reel.clock))
    reel.clock += TURN


def _spark(reel: _Reel, event: Event) -> None:
    cage = event.a if event.kind == Told.SPARK else event.b
    if not cage:
        return
    x, y = cage_place(reel.v, cage)
    bolt = '<path class="gm-spark" d="M8-40L-22 6H-4L-10 40L22-10H3Z"/>'
    reel.found.append(
        Motion(
            f"spark-{len(reel.found)}",
            ((x, y - CAGE_HIGH), (x, y - CAGE_HIGH / 2), (x, y - 30)),
            SHOCK,
            reel.clock,
            bolt,
            "pellets",
        )
    )
    reel.clock += SHOCK


def _rat(reel: _Reel, event: Event) -> None:
    reel.found.append(Motion(f"rat-{event.a}", (), 500, reel.clock))


def _both(reel: _Reel, event: Event) -> None:
    for seat in (event.a, event.b):
        reel.found.append(Motion(f"rat-{seat}", (), 700, reel.clock))
    reel.clock += 700


def _coach(reel: _Reel, event: Event) -> None:
    reel.found.append(Motion("coach", (), 700, reel.clock))


_STEPS = {
    Told.DROPPED: _dropped,
    Told.FELL: _fell,
    Told.ATE: _arrived,
    Told.WASTED: _arrived,
    Told.STUCK: _arrived,
    Told.TILTED: _tilted,
    Told.MOTOR: _motor,
    Told.SHOCKED: _spark,
    Told.SPARK: _spark,
    Told.CLIMBED: _rat,
    Told.HOME: _rat,
    Told.PUT_BACK: _rat,
    Told.SWAPPED: _both,
    Told.TRACK: _coach,
}
