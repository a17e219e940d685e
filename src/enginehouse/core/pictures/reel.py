"""Collect the motions of pieces after events (`Reel`), in the order of the events.

A game's drawing adds the motions, and the page animates the picture by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.records.events import Event
from enginehouse.core.records.kinds import Kinds

Point = tuple[float, float]


class Reel:
    """A list of motions in the order of events, with a clock that says when the next motion begins.

    `v` is the view after the events.
    """

    def __init__(self, v: Any) -> None:
        self.v = v
        self.clock = 0
        """The time at which the next motion begins, in milliseconds."""
        self.found: list[Motion] = []

    def add(self, piece: str, points: Iterable[Point] = (), ms: int = 600, *, then: int = 0, **more: Any) -> None:
        """Append a motion of the piece with the id `piece` through `points`. The motion takes `ms` milliseconds.

        `more` has other fields of `Motion`. The motion starts at the time `wait`, in milliseconds from the start of the
        reel. If `more` does not have `wait`, the motion starts at the current time of the reel's clock. In both cases,
        the method adds `then` milliseconds to the clock for the next motion.
        """
        self.found.append(Motion(piece, tuple(points), ms, more.pop("wait", self.clock), **more))
        self.clock += then

    def play(self, kinds: type[Kinds], steps: Mapping[int, Any], events: Iterable[Event]) -> list[Motion]:
        """Append the motions of these events to the reel, and return the list of all its motions.

        `steps` is the game's table `TELLING`, whose entries have a function `motion` that appends the motions of a
        kind of event. It may also map kinds to such functions themselves. The arguments of the function are the reel,
        and an object with the event's numbers as attributes, as `kinds.read` returns it. `kinds` is the game's class of
        kinds of events.
        """
        moved = {kind: step for kind, how in steps.items() if (step := getattr(how, "motion", how)) is not None}
        for event in events:
            kinds.dispatch(moved, event, self)
        return self.found
