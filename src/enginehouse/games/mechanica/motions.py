"""Animate the bots in a factory run.

All bots move at once, each along its own path. A bot that arrives at a place appears there when the last of all bots
that arrive at this place has ended its path.
"""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.records.events import Event
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import art, handles, places
from enginehouse.games.mechanica.parts import Place
from enginehouse.games.mechanica.state import State, Told

STEP = 300
"""The time for one cell in milliseconds."""
LEAST = 400
"""The shortest duration of a ride in milliseconds."""
Point = tuple[float, float]


class _Ride:
    """The motion of one bot along its path."""

    def __init__(self, start: Point, model: int) -> None:
        self.points = [start]
        self.model = model
        self.lost = False

    @property
    def ms(self) -> int:
        """Return the duration of the ride in milliseconds."""
        return max(LEAST, STEP * (len(self.points) - 1))


class _Reel:
    """The motions of the bots in one seat's factory run, collected from the events of the run."""

    def __init__(self, v: State, seat: Seat) -> None:
        self.v, self.seat = v, seat
        self.own = seat == places.main_seat(v)
        self.found: list[Motion] = []
        self.ride: _Ride | None = None
        self.rides = 0
        self.arrivals: dict[int, list[tuple[int, int]]] = {}
        self.coins = 0

    def pass_by(self, name: str, svg: str, points: list[Point], ms: int, wait: int) -> None:
        """Add a picture that moves along these points and then vanishes.

        The motion takes `ms` milliseconds, after a delay of `wait` milliseconds. `name` is a word for the picture, such
        as "coin", from which the id of the moving piece is made.
        """
        layer = "asked" if self.own else places.rival_layer(self.seat)
        self.found.append(Motion(f"{name}-{self.seat}-{self.rides}", tuple(points), ms, wait, svg, layer))

    def end_ride(self, place: Place = -1) -> None:
        """End the motion of the current bot at `place`. With -1, the bot was destroyed or used up on its way."""
        ride, self.ride = self.ride, None
        if ride is None:
            return
        self.rides += 1
        self.pass_by("rider", art.robot(ride.model), ride.points, ride.ms, 0)
        if ride.lost:
            last = ride.points[-1]
            self.pass_by("puff", art.PUFF, [last, last], 500, ride.ms)
        elif place >= 0:
            self.arrivals.setdefault(place, []).append((ride.model, ride.ms))

    def settle(self) -> None:
        """Add the motions by which the arrived bots appear at their places.

        The bots of a place appear when the last of them has arrived.
        """
        late = {place: max(ms for _, ms in bots) for place, bots in self.arrivals.items()}
        for hole in range(3 * 18):
            place = hole // 3
            if self.own and place in late and hole in handles.alike_with(self.v, self.seat, hole)[:1]:
                self.found.append(Motion(handles.bot_id(self.v, self.seat, hole), (), 250, late[place]))


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action."""
    found: list[Motion] = []
    reel: _Reel | None = None
    for event in events:
        if event.kind == Told.RUNS:
            reel = _Reel(v, event.a)
        elif reel is not None and event.kind == Told.RAN:
            reel.end_ride()
            reel.settle()
            found += reel.found
            reel = None
        elif reel is not None:
            _step(reel, event)
    return found


def _step(reel: _Reel, event: Event) -> None:
    if event.kind == Told.LEFT:
        reel.end_ride()
        reel.ride = _Ride(places.hole_xy(reel.v, reel.seat, event.b), event.c or 1)
    ride = reel.ride
    if ride is None:
        return
    if event.kind == Told.RODE or event.kind == Told.THROWN:
        ride.points.append(places.place_xy(event.b))
    elif event.kind == Told.COIN:
        x, y = places.place_xy(event.b)
        reel.coins += 1
        reel.rides += 1
        reel.pass_by("coin", art.COIN, [(x, y - 30), (x, y - 80)], 600, ride.ms)
    elif event.kind == Told.LOST:
        if event.b >= 0 and not event.c:
            x, y = places.place_xy(event.b // 4)
            dx, dy = art.STEP[event.b % 4]
            ride.points.append((x + 72 * dx, y + 72 * dy))
        ride.lost = True
        reel.end_ride()
    elif event.kind == Told.ARRIVED:
        reel.end_ride(event.b)
