"""Animate the bots in a factory run.

All bots move at once, each along its own path. A bot that arrives at a place appears there when the last of all bots
that arrive at this place has ended its path.
"""

from __future__ import annotations

from collections.abc import Iterable

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.pictures.reel import Point, Reel
from enginehouse.core.records.events import Event
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import art, handles, places
from enginehouse.games.mechanica.parts import Place
from enginehouse.games.mechanica.state import State, Told
from enginehouse.games.mechanica.telling import TELLING

STEP = 300
"""The time for one cell in milliseconds."""
LEAST = 400
"""The shortest duration of a ride in milliseconds."""


class _Reel(Reel):
    """The motions of the bots in factory runs. All bots of a run move at once, so the reel's clock stands still."""

    seat: Seat = -1
    """The seat whose factory runs now, or -1 between two runs."""
    own = False
    way: tuple[Point, ...] = ()
    """The way of the current bot so far. It is empty if no bot moves."""
    model = 0
    rides = 0

    def begin_run(self, seat: Seat) -> None:
        """Begin the factory run of a seat."""
        self.seat, self.own = seat, seat == places.main_seat(self.v)
        self.way, self.rides = (), 0
        self.arrivals: dict[int, list[int]] = {}

    def leave(self, hole: int, model: int) -> None:
        """Begin the ride of a bot, which leaves this hole. Do nothing between two runs."""
        self.end_ride()
        if self.seat >= 0:
            self.way, self.model = (places.hole_xy(self.v, self.seat, hole),), model

    def continue_ride(self, place: Place) -> None:
        """Continue the ride of the current bot to a place."""
        if self.way:
            self.way += (places.place_xy(place),)

    def earn(self, place: Place) -> None:
        """Add the motion of a coin that rises from a place at the end of the ride so far."""
        if self.way:
            x, y = places.place_xy(place)
            self.rides += 1
            self.pass_by("coin", art.COIN, ((x, y - 30), (x, y - 80)), 600, self.find_ms())

    def lose(self, where: int, inside: int | None) -> None:
        """End the ride of the current bot, which is destroyed. `where` is 4 * place + the side by which it left."""
        if self.way:
            if where >= 0 and not inside:
                x, y = places.place_xy(where // 4)
                dx, dy = art.STEP[where % 4]
                self.way += ((x + 72 * dx, y + 72 * dy),)
            self.end_ride(lost=True)

    def pass_by(self, name: str, svg: str, points: Iterable[Point], ms: int, wait: int) -> None:
        """Add a picture that moves along these points and then vanishes.

        The motion takes `ms` milliseconds, after a delay of `wait` milliseconds. `name` is a word for the picture, such
        as "coin", from which the id of the moving piece is made.
        """
        layer = "asked" if self.own else places.rival_layer(self.seat)
        self.add(f"{name}-{self.seat}-{self.rides}", points, ms, wait=wait, svg=svg, layer=layer)

    def end_ride(self, place: Place = -1, lost: bool = False) -> None:
        """End the motion of the current bot at `place`. With -1, the bot was used up or, if `lost`, destroyed."""
        if self.way:
            ms, last = self.find_ms(), self.way[-1]
            self.rides += 1
            self.pass_by("rider", art.robot(self.model), self.way, ms, 0)
            if lost:
                self.pass_by("puff", art.PUFF, (last, last), 500, ms)
            elif place >= 0:
                self.arrivals.setdefault(place, []).append(ms)
        self.way = ()

    def find_ms(self) -> int:
        """Return the duration of the current ride so far, in milliseconds."""
        return max(LEAST, STEP * (len(self.way) - 1))

    def end_run(self) -> None:
        """End a run: add the motions by which the arrived bots appear at their places.

        The bots of a place appear when the last of them has arrived.
        """
        self.end_ride()
        if self.own:
            for hole in range(3 * 18):
                if hole // 3 in self.arrivals and hole in handles.alike_with(self.v, self.seat, hole)[:1]:
                    self.add(handles.bot_id(self.v, self.seat, hole), ms=250, wait=max(self.arrivals[hole // 3]))
        self.seat, self.own = -1, False


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action."""
    return _Reel(v).play(Told, TELLING, events)
