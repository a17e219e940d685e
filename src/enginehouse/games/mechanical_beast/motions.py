"""Animate the pieces after events, one event after the other, and draw previews of actions (ghosts)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from enginehouse.core.pictures.drawing import Motion, Piece, el, joined
from enginehouse.core.pictures.reel import Reel
from enginehouse.core.records.events import Event, Events
from enginehouse.games.mechanical_beast import art, choices, collapse, handles, parts, place, state, uses
from enginehouse.games.mechanical_beast.gears import use_gear
from enginehouse.games.mechanical_beast.parts import Through, Use
from enginehouse.games.mechanical_beast.state import State, Told
from enginehouse.games.mechanical_beast.telling import TELLING

STEP, FALL, SHIFT, SLIDE, TURN, APPEAR = 230, 800, 500, 800, 800, 260
"""Durations in milliseconds: a step from room to room, a fall, a line moving up, a slide, a turn, an appearance."""


def _copy(v: State) -> Any:
    return state.SHAPE.copy(v)


def way(v: State, a: int, b: int, barred: int = -1) -> list[int]:
    """Return the rooms of a shortest walk from room `a` to room `b`, both included.

    The walk does not enter the room `barred`. If there is no walk, return an empty list.
    """
    came = {a: a}
    todo = [a]
    for n in todo:
        for d, (dx, dy) in enumerate(parts.STEPS):
            m = place.find_room(v, v.x[n] + dx, v.y[n] + dy)
            if m < 0 or m in came or m == barred or not v.doors[n] >> d & 1 or not v.doors[m] >> (d + 2 & 3) & 1:
                continue
            came[m] = n
            todo.append(m)
    if b not in came:
        return []
    walk = [b]
    while walk[-1] != a:
        walk.append(came[walk[-1]])
    return walk[::-1]


def _walk(v: State, a: int, b: int, through: bool) -> list[int]:
    """Return the rooms of a walk from room `a` to room `b`, as the picture shows it.

    The walk leads through the Control Room if `through` is true. Otherwise it avoids that room if possible.
    """
    if through and v.control >= 0:
        return [*way(v, a, v.control)[:-1], *way(v, v.control, b)]
    return way(v, a, b, -1 if v.off else v.control) or way(v, a, b)


# -- motions of events ------------------------------------------------------------------------------------------------


def _rebuilt(v: State, events: list[Event]) -> Any:
    """Return a copy of the view `v` in which the rooms lie as they did before the collapses of these events."""
    old = _copy(v)
    for event in reversed(events):
        if event.kind == Told.COLLAPSED:
            n, x, y, f = event.a, event.b, event.c or 0, event.d or 0
            for m in _moved_up(old, x, y, f):
                old.x[m] -= parts.DX[f]
                old.y[m] -= parts.DY[f]
            old.x[n], old.y[n], old.facing[n] = x, y, f
            place.set_doors(old, n)
    place.relink(old)
    return old


def _moved_up(v: State, x: int, y: int, f: int) -> list[int]:
    """Return the rooms that moved up into the gap after a room at (x, y) fell.

    `f` is the direction of the fallen room's arrow (0 north, then clockwise).
    """
    return [
        m
        for m in range(v.rooms)
        if v.doors[m] >= 0 and collapse.behind(v.x[m] - x - parts.DX[f], v.y[m] - y - parts.DY[f], f)
    ]


class _Reel(Reel):
    """A list of the motions of one action.

    `events` has all events of the action. They are used to rebuild the map as it was before rooms collapsed in the
    action.
    """

    def __init__(self, v: State, events: list[Event]) -> None:
        super().__init__(v)
        self.events = events

    def walk(self, event: Any) -> None:
        """Add the motion of a meeple that walks from room to room.

        The walk comes before the collapses of the action (MB-6.2), so the rooms have the places that they had before
        these. `event` is the event of the walk.
        """
        old = _rebuilt(self.v, self.events)
        walk = _walk(old, event.start, event.room or 0, bool(event.through))
        if len(walk) > 1:
            points = [(x, y + 14) for x, y in (handles.place(old, n) for n in walk[1:-1])]
            self.add(handles.meeple_id(self.v, event.meeple), points, STEP * len(walk), wait=0, then=STEP * len(walk))

    def explore(self, meeple: int, room: int) -> None:
        """Add the motions of a new room that appears, and of the meeple that goes there."""
        self.appear(f"room-{room}", then=APPEAR)
        self.add(handles.meeple_id(self.v, meeple), ms=STEP * 2, then=2 * STEP)

    def appear(self, piece: str, then: int = 0) -> None:
        """Add the motion of a piece that appears. The next motion begins `then` milliseconds later."""
        self.add(piece, ms=APPEAR, then=then)

    def fall(self, event: Any) -> None:
        """Add the motions of a room that falls, and of the rooms behind it that move up.

        `event` is the event of the collapse.
        """
        v, n, where = self.v, event.room, handles.at_place(event.x, event.y or 0)
        gears = [f"gear-{n}-{g}" for g in range(2) if parts.GEARS[int(v.tile[n])][g]]
        for piece in (f"room-{n}", *gears):
            self.add(piece, (where,), FALL, falls=True)
        self.clock += FALL // 2
        for m in _moved_up(v, event.x, event.y or 0, event.facing or 0):
            self.found += _carry_room(v, m, SHIFT, self.clock)
        self.clock += SHIFT

    def turn(self, event: Any) -> None:
        slid = [e for e in self.events if e.kind == Told.SLID]
        self.found += _gear_turns(self.v, event, Told.read(slid[0]) if slid else None)


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action, each with the time at which it begins."""
    reel = _Reel(v, events)
    last: dict[str, Motion] = {}
    for motion in reel.play(Told, TELLING, events):
        # One piece goes one way at a time: a walk that is then carried along stays a walk.
        if motion.piece not in last or not last[motion.piece].points:
            last[motion.piece] = motion
    drawn = {f"room-{n}" for n in range(v.rooms)} | {f"people-{n}" for n in range(v.rooms) if v.people[n]}
    return [m for m in last.values() if m.svg or not m.piece.startswith("people") or m.piece in drawn]


def _carry_room(v: State, n: int, ms: int, wait: int) -> list[Motion]:
    """Return the motions of room `n` and its contents to their current places.

    The motions begin after `wait` milliseconds and take `ms` milliseconds.
    """
    riders = [handles.meeple_id(v, m) for m in range(parts.ANDROID + 1) if v.meeples >> m & 1 and v.at[m] == n]
    if v.people[n]:
        riders.append(f"people-{n}")
    riders += [f"gear-{n}-{g}" for g in range(2) if parts.GEARS[int(v.tile[n])][g]]
    return [Motion(piece, ms=ms, wait=wait) for piece in (f"room-{n}", *riders)]


def _gear_turns(v: State, event: Any, slid: Any) -> list[Motion]:
    """Return the motions of the drawing after a meeple uses a gear: the gear turns, and rooms turn or slide together.

    `event` is the event of the gear's use: its room, its number and the amount. `slid` is the event of the slide (the
    row or column of rooms that slides), or None if the rooms turn. A room that leaves its row or column at an end comes
    in at the other end.
    """
    n, g, amount = event.room, event.gear or 0, event.amount or 0
    found = [Motion(f"gear-{n}-{g}", ms=TURN)]
    if slid is None:
        for m in range(v.rooms):
            if v.doors[m] >= 0 and abs(v.x[m] - v.x[n]) + abs(v.y[m] - v.y[n]) <= abs(amount) + 3:
                found += _carry_room(v, m, TURN, 0)
        return found
    axis, line, low, high = slid.axis, slid.line, slid.least or 0, slid.greatest or 0
    size = high - low + 1
    step = amount if 2 * amount <= size else amount - size
    for m in range(v.rooms):
        if v.doors[m] >= 0 and (v.x[m] if axis == 0 else v.y[m]) == line:
            now = v.y[m] if axis == 0 else v.x[m]
            if low <= now - step <= high:
                found += _carry_room(v, m, SLIDE, 0)
            else:
                found += _wraps(v, m, axis, step, size)
    return found


def _wraps(v: State, n: int, axis: int, step: int, size: int) -> Iterator[Motion]:
    """Yield the motions of room `n` that wraps round: the room enters at one end, and a copy leaves at the other.

    `axis` is 0 for a column, 1 for a row. The line has `size` places, and slides by `step` north or east.
    """
    x, y = handles.place(v, n)
    dx, dy = (0.0, -float(art.ROOM * step)) if axis == 0 else (float(art.ROOM * step), 0.0)
    round_x, round_y = (0.0, -float(art.ROOM * size)) if axis == 0 else (float(art.ROOM * size), 0.0)
    sign = 1 if step > 0 else -1
    old = (x - dx + sign * round_x, y - dy + sign * round_y)
    twin = el(
        "g",
        joined(
            [
                art.room(int(v.tile[n]), bool(v.locked), bool(v.off), v.facing[n] & 3, n, bool(v.hatch)),
                *(art.gear(int(code), False) for code in parts.GEARS[int(v.tile[n])] if code),
            ]
        ),
        transform=f"rotate({90 * (v.facing[n] & 3)})",
    )
    yield from [
        Motion(f"leaving-{n}", (old, (old[0] + dx, old[1] + dy)), SLIDE, 0, str(twin), "rooms"),
        Motion(f"room-{n}", ((x - dx, y - dy),), SLIDE, 0, jump=True),
    ]
    for rider in _carry_room(v, n, SLIDE, 0)[1:]:
        yield Motion(rider.piece, ((x - dx, y - dy),), SLIDE, 0, jump=True)


# -- previews -------------------------------------------------------------------------------------------------------


def draw_walk(v: State, code: int) -> list[Piece]:
    """Draw the walk of a move as a dotted line, then the fall of the room that the meeple leaves (MB-6.2)."""
    m, b = handles.find_move(v, code)
    a = int(v.at[m])
    through = code in Through or bool(choices.through_control(v, m, b))
    points = [handles.place(v, n) for n in _walk(v, a, b, through)]
    if not points:
        return []
    x, y = points[0]
    line = "M" + "L".join(f"{px - x:g} {py - y:g}" for px, py in points)
    return [Piece("ghost-way", el("path", d=line, cls="mb-path"), x, y, layer="marks"), *draw_fall(v, m, b, through)]


def draw_exploration(v: State, figure: int, way: int) -> list[Piece]:
    """Draw the place that an action explores, then the fall of the room that the meeple leaves (MB-6.7).

    `figure` says which meeple of the current player explores: ENGINEER, MACHINE (the android) or SECOND (the second
    engineer). `way` is the direction (0 north, then clockwise).
    """
    m, where = handles.find_actor(v, figure), handles.explored_place(v, figure, way)
    label = "If this is the Control Room, the switch is thrown." if may_find_switch(v, m) else ""
    edge = Piece(
        "ghost-spot", art.GHOST_EDGE, *handles.at_place(*where), layer="marks", label=label, classes=("mb-ghost",)
    )
    return [edge, *draw_fall(v, m, -1, False, where)]


def may_find_switch(v: State, m: int) -> bool:
    """Return whether meeple `m` could turn the switch off by exploring (MB-6.1).

    This is true for an engineer while the switch is on and the Control Room is not found yet. The android cannot
    turn the switch off.
    """
    return m != parts.ANDROID and not v.off and v.control < 0


def draw_fall(v: State, m: int, to: int, through: bool, laid: tuple[int, int] | None = None) -> Iterator[Piece]:
    """Draw the fall of the room that meeple `m` leaves, and the rooms that slide into the gap (MB-6.2, MB-6.4).

    The meeple goes to room `to`. `through` says whether it goes through the Control Room. `to` is -1 for the unknown
    room that an exploration lays at the place `laid` (x, y). That room may slide, too.
    """
    then = _copy(v)
    then.at[m] = to
    if through:
        collapse.switch_off(then, m, Events())
    k = 0 if m == collapse.own_meeple(v, int(v.active), 0) else 1
    n = int(v.began[k])
    collapse.collapse_left(then, k, Events())
    if n <= 0 or then.doors[n] >= 0 or v.doors[n] < 0:
        return
    yield from _draw_shifted(v, then)
    yield Piece(
        f"falls-{n}", art.FALLS, *handles.place(v, n), layer="marks", label=uses.fallen(v, n), classes=("mb-falls",)
    )
    f = int(v.facing[n]) & 3
    if laid and collapse.behind(laid[0] - int(v.x[n]), laid[1] - int(v.y[n]), f):
        x, y = handles.at_place(laid[0] + parts.DX[f], laid[1] + parts.DY[f])
        yield Piece("ghost-laid", art.GHOST_EDGE, x, y, layer="marks", classes=("mb-ghost",))


def ghosts(v: State, n: int, g: int, code: int) -> Iterator[Piece]:
    """Draw the rooms that gear `g` (0 or 1) of room `n` turns or moves in the action `code`, at their new places.

    The label of the first room describes all the moves.
    """
    then = _copy(v)
    amount = parts.decode_steps(Use.amount[code])
    use_gear(then, n, g, amount)
    yield from _draw_shifted(v, then, uses.would(v, n, g, amount))


def _draw_shifted(v: State, then: State, label: str = "") -> Iterator[Piece]:
    """Draw the rooms that lie or face differently in the record `then` than in `v`, as they are in `then`.

    The label is attached to the drawing of the first room.
    """
    for m in range(v.rooms):
        if min(v.doors[m], then.doors[m]) >= 0 and (v.x[m], v.y[m], v.facing[m] & 3) != (
            then.x[m],
            then.y[m],
            then.facing[m] & 3,
        ):
            svg = joined(
                [
                    art.room(int(v.tile[m]), bool(v.locked), bool(v.off), then.facing[m] & 3, m, bool(v.hatch)),
                    art.GHOST_EDGE,
                ]
            )
            turn = 90 * (then.facing[m] & 3)
            where = handles.place(then, m)
            yield Piece(f"ghost-{m}", svg, *where, turn=turn, layer="marks", label=label, classes=("mb-ghost",))
            label = ""
