"""Draw a view as a picture: the rooms, the figures in them, and the places where the player's figures can go.

This file has no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from enginehouse.core.pictures.drawing import Marks, Piece, Sheet, Svg, el, joined
from enginehouse.core.pictures.palette import SEAT_SIGNS
from enginehouse.games.mechanical_beast import art, choices, motions, moved, names, parts
from enginehouse.games.mechanical_beast.art import DEFS as DEFS
from enginehouse.games.mechanical_beast.art import STYLE as STYLE
from enginehouse.games.mechanical_beast.cover import cover as cover
from enginehouse.games.mechanical_beast.gears import find_gear
from enginehouse.games.mechanical_beast.handles import (
    at_place,
    explored_place,
    find_actor,
    find_move,
    gear_used,
    meeple_id,
    place,
    spot_id,
)
from enginehouse.games.mechanical_beast.handles import handles as handles
from enginehouse.games.mechanical_beast.motions import paths as paths
from enginehouse.games.mechanical_beast.parts import ExitAt, ExitBeyond, ExitFacing, Explore, Gear, Move, Through, Use
from enginehouse.games.mechanical_beast.place import list_rooms
from enginehouse.games.mechanical_beast.state import Phase, State

LEAST = 5
"""The minimum number of places from side to side of the map."""
CLOSE = 4.2
"""The number of places from side to side on a small screen."""
STANDS = (
    (-26, 19), (26, -12), (-26, -15), (26, 19), (-2, 21), (2, 21), (-2, -19), (2, -19), (-26, 2), (26, 2), (0, 1),
    (27, -29), (-27, -29),
)  # fmt: skip
"""The places for meeples in a room, the best first, relative to the room's middle."""
NEED = {Gear.CENTRE: (0, 0), Gear.LINEAR: (14, 0), Gear.EDGE: (0, -33), Gear.CORNER: (35, -35)}
"""The place of a gear's wheel in an unturned room."""


@lru_cache(maxsize=4000)
def stands(tile: int, facing: int, person: bool, many: int) -> tuple[tuple[int, int], ...]:
    """Return points in a room at which its `many` meeples are drawn.

    The points are relative to the room's middle. They keep clear of each other, and of the room's number, gears and
    prisoner. `tile` is the kind of room, turned by `facing` quarters clockwise. `person` says whether the room has a
    prisoner. If there is not enough space, meeples overlap. The first points do not depend on `many`, so a meeple
    stays in its place when others come.
    """
    number = art.NUMBER_PLACES[art.free_corner(tile, facing)]
    things = [(*_wheel(int(code), facing), 27) for code in parts.GEARS[tile] if code >> 2 != Gear.NONE]
    things += [(0, -25, 24)] if person else []
    found: list[tuple[int, int]] = []
    for _ in range(many):
        taken = things + [(x, y, 26) for x, y in found]
        free = [one for one in STANDS if one not in found]
        found.append(min(free, key=lambda one: _covers(one, *number) + sum(_closer(one, *other) for other in taken)))
    return tuple(found)


def _covers(one: tuple[int, int], x: int, y: int) -> int:
    """Return a penalty above 0 if a figure at the point `one` would cover a room's number at (x, y), else 0.

    The number is 34 by 16. A figure is 24 wide, and reaches 22 above its middle and 20 below.
    """
    return 100 if abs(one[0] - x) < 17 + 12 and -8 - 20 < one[1] - y < 8 + 22 else 0


def _wheel(code: int, facing: int) -> tuple[int, int]:
    """Return the middle of the wheel of the gear `code` in a room that is turned by `facing` quarters.

    The result (x, y) is relative to the middle of the room.
    """
    x, y = NEED[code >> 2]
    for _ in range((facing + (code & 3 if code >> 2 != Gear.CENTRE else 0)) & 3):
        x, y = -y, x
    return x, y


def _closer(one: tuple[int, int], x: int, y: int, least: int) -> float:
    """Return by how much the point `one` is nearer to (x, y) than the distance `least`, or 0 if it is not nearer."""
    return max(0.0, least - hypot(one[0] - x, one[1] - y))


def sheets(v: State) -> list[Sheet]:
    """Return a list with one sheet, an area of the page with its coordinates, for the map of the rooms.

    The sheet has a margin of one place round the rooms. It grows and moves with the rooms.
    """
    north, east, south, west = v.ends
    side = max(LEAST, east - west + 3.2, north - south + 3.2) * art.ROOM
    x, y = art.ROOM * (east + west) / 2 - side / 2, -art.ROOM * (north + south) / 2 - side / 2
    layers = ("ground", "rooms", "gears", "spots", "people", "meeples", "marks")
    return [Sheet("map", side, side, layers, "The map", x, y, follows=True, focus=_focus(v, x, y, side))]


def _focus(v: State, x: float, y: float, side: float) -> tuple[float, float, float, float]:
    """Return the part of the map round the current player's engineer: left, top, width and height.

    This part lies inside the area of the map, a square whose left top corner is (x, y) and whose sides have the length
    `side`.
    """
    near = min(side, CLOSE * art.ROOM)
    middle = place(v, v.at[v.active]) if v.phase != Phase.PLACE else place(v, v.control)
    left = min(max(x, middle[0] - near / 2), x + side - near)
    top = min(max(y, middle[1] - near / 2), y + side - near)
    return (left, top, near, near)


def draw(v: State, marks: Marks) -> list[Piece]:
    """Return all pieces of the picture of a view.

    `marks` has the state of the viewer's page, such as selected pieces, as far as it changes the picture.
    """
    pieces = [_ground(v)]
    for n in list_rooms(v):
        pieces += _room(v, n, marks)
    pieces += _meeples(v)
    pieces += _spots(v, marks)
    pieces += _whose(v, marks)
    pieces += _draw_moved(v, marks)
    return pieces


def _ground(v: State) -> Piece:
    """Draw the ground between the rooms: warm while the switch is on, a red alarm when it is off."""
    sheet = sheets(v)[0]
    x, y = round(sheet.x + sheet.width / 2), round(sheet.y + sheet.height / 2)
    far = sheet.width * 1.5
    svg = joined(
        [
            el("rect", x=-far, y=-far, width=2 * far, height=2 * far, cls="mb-ground"),
            el("rect", x=-far, y=-far, width=2 * far, height=2 * far, fill="url(#mb-plates)"),
            el("circle", r=sheet.width * 0.75, cls="mb-red" if v.off else "mb-warm"),
        ]
    )
    return Piece("ground", svg, x, y, layer="ground")


def _room(v: State, n: int, marks: Marks) -> Iterator[Piece]:
    """Yield the pieces for room `n`, for its gears, and for the prisoner in it."""
    x, y = place(v, n)
    tile, facing = int(v.tile[n]), int(v.facing[n])
    svg = art.room(tile, bool(v.locked), bool(v.off), facing & 3, n, bool(v.hatch))
    yield Piece(f"room-{n}", svg, x, y, turn=90 * facing, layer="rooms", label=_room_label(v, n))
    for g in range(2):
        code = int(parts.GEARS[tile][g])
        if code >> 2 != Gear.NONE:
            name = f"gear-{n}-{g}"
            label = f"{names.gear(v, n, g).capitalize()} of room {n}"
            svg = art.gear(code, name in marks.last)
            yield Piece(name, svg, x, y, turn=90 * facing, layer="gears", label=label)
    if v.people[n]:
        label = f"A prisoner in room {n}"
        beside = (-6, 0, 0, 6)[art.free_corner(tile, facing & 3)]
        yield Piece(f"people-{n}", art.PERSON, x + beside, y - 25, layer="people", label=label)


def _room_label(v: State, n: int) -> str:
    tile = parts.TILES[v.tile[n]]
    name = tile.name if v.tile[n] > parts.ROOMS else f"Room {n}"
    ways = [way for d in range(4) if (way := names.way(v, n, d))]
    gears = [names.gear(v, n, g) for g in range(2) if find_gear(v, n, g) != Gear.NONE]
    held = ["a prisoner"] if v.people[n] else []
    return f"{name}: {'; '.join([*ways, *gears, *held])}"


def _meeples(v: State) -> Iterator[Piece]:
    """Yield engineers and the android, side by side if they share a room."""
    for n in list_rooms(v):
        here = [m for m in range(parts.ANDROID + 1) if v.meeples >> m & 1 and v.at[m] == n]
        x, y = place(v, n)
        size = 1.0 if len(here) < 4 else 0.85 if len(here) < 7 else 0.72
        where = names.room(v, n)
        spots = stands(int(v.tile[n]), int(v.facing[n]) & 3, bool(v.people[n]), len(here))
        for m, (dx, dy) in zip(here, spots, strict=True):
            if m == parts.ANDROID:
                svg, label = art.ANDROID, f"The android, in {where}"
            else:
                seat = m % parts.MOST_SEATS
                which = (
                    ""
                    if m < parts.MOST_SEATS and not v.meeples >> parts.MOST_SEATS & 15
                    else ("first ", "second ")[m >= parts.MOST_SEATS]
                )
                svg = art.engineer(seat, m >= parts.MOST_SEATS)
                label = f"{{{seat}}}’s {which}engineer, the {SEAT_SIGNS[seat]}, in {where}"
            yield Piece(meeple_id(v, m), svg, x + dx, y + dy, scale=size, layer="meeples", label=label)


def _spots(v: State, marks: Marks) -> Iterator[Piece]:
    """Yield the empty places that can be explored or can take the Emergency Exit.

    If that exit has a place, yield arrows for its facing, too.
    """
    found: dict[tuple[int, int], int] = {}
    for code in sorted(marks.legal):
        if code in Explore:
            who, d = Explore.values(code)
            where = explored_place(v, who, d)
            found.setdefault(where, d)
        elif code in ExitAt or code in ExitBeyond:
            found[choices.spot_x(v, code), choices.spot_y(v, code)] = -1
    for (x, y), d in found.items():
        label = names.empty_place(v, x, y)
        yield Piece(spot_id(x, y), art.spot(d), *at_place(x, y), layer="spots", label=label)
    if v.phase == Phase.FACE:
        yield from _exit_to_be(v, marks)


def _whose(v: State, marks: Marks) -> Iterator[Piece]:
    """Yield a small mark for each place that the player can choose: the signs of the figures that can go there.

    Yield no mark if only one figure can move.
    """
    found: dict[tuple[int, int], set[int]] = {}
    for code in marks.legal:
        kind = parts.ACTIONS.kind[code]
        if kind in (Move.KIND, Through.KIND):
            m, n = find_move(v, code)
            found.setdefault((int(v.x[n]), int(v.y[n])), set()).add(m)
        elif kind == Explore.KIND:
            who, d = Explore.values(code)
            found.setdefault(explored_place(v, who, d), set()).add(find_actor(v, who))
    if len(set().union(*found.values())) < 2:
        return
    named = {(int(v.x[n]), int(v.y[n])) for n in list_rooms(v) if v.tile[n] > parts.ROOMS}
    for (x, y), some in sorted(found.items()):
        dots = [
            art.goer(m % parts.MOST_SEATS, parts.MOST_SEATS <= m < parts.ANDROID, m == parts.ANDROID)
            for m in sorted(some)
        ]
        yield Piece(
            f"goes-{x}_{y}", art.goers(dots, (x, y) in named), *at_place(x, y), layer="marks", classes=("mb-whose",)
        )


def _draw_moved(v: State, marks: Marks) -> Iterator[Piece]:
    """Yield a mark for each room that has changed since the viewer's last action (`marks.since`)."""
    for n in moved.moved_since(v, marks.since):
        yield Piece(
            f"moved-{n}", art.MOVED, *place(v, n), layer="marks", label=names.note_moved(v, n), classes=("mb-moved",)
        )


def _exit_to_be(v: State, marks: Marks) -> Iterator[Piece]:
    """Yield the Emergency Exit at its chosen place, and four arrows to choose its facing."""
    x, y = at_place(v.spot_x, v.spot_y)
    ghost = art.room(parts.EXIT, bool(v.locked), bool(v.off), 0, 0, False)
    yield Piece("exit-to-be", ghost, x, y, layer="spots", label="The Emergency Exit", classes=("mb-ghost",))
    if any(code in ExitFacing for code in marks.legal):
        for d, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            yield Piece(
                f"face-{d}",
                art.pointer(d),
                x + 38 * dx,
                y + 38 * dy,
                layer="marks",
                label=f"Arrow points {('north', 'east', 'south', 'west')[d]}",
            )


# -- previews of an action -------------------------------------------------------------------------------------------


def preview(v: State, code: int) -> list[Piece]:
    """Draw the effect of the action `code` over the board: the walk, or the rooms at their new places."""
    kind = parts.ACTIONS.kind[code]
    if kind in (Move.KIND, Through.KIND):
        return motions.draw_walk(v, code)
    if kind == Explore.KIND:
        return motions.draw_exploration(v, *Explore.values(code))
    if kind == Use.KIND:
        return [*motions.ghosts(v, *gear_used(v, code)[1:], code)]
    return []


# -- every part alone --------------------------------------------------------------------------------------------------


def signs() -> list[tuple[str, Svg, float, float]]:
    """Return the marks on the board that need an explanation in the legend, because no other text explains them.

    Each mark is a tuple: a sentence that explains it, its picture, and the picture's width and height.
    """
    number = joined(
        [
            el("rect", x=-17, y=-8, width=34, height=16, rx=3, cls="mb-number-plate"),
            el("text", "7", x=5, y=5, cls="mb-number"),
            el("path", d="M0-6L5 0H2V6H-2V0H-5Z", cls="mb-falls", transform="translate(-9.5 0)"),
        ]
    )
    goers = art.goers([art.goer(0, False, False), art.goer(0, False, True)], False)
    return [
        ("A room’s number. When the room collapses, the rooms behind it slide along this arrow.", number, 60, 30),
        (
            "A dot: this engineer can go here. A square: the android can.",
            el("g", goers, transform="translate(24 -37)"),
            90,
            30,
        ),
        ("A place that you can explore.", _on_ground(art.spot(0)), 150, 110),
        ("Other players have moved this room since your last turn.", art.MOVED, 150, 110),
    ]


def legend() -> list[tuple[str, Svg, float, float]]:
    """Return the signs that show the effect of an action before it is played.

    Each sign is a tuple of its meaning, picture, width and height.
    """
    return [
        ("This room will collapse.", art.FALLS, 150, 110),
        ("A room will move here.", _on_ground(art.GHOST_EDGE), 150, 110),
    ]


def _on_ground(svg: Svg) -> Svg:
    return joined([el("rect", x=-75, y=-55, width=150, height=110, cls="mb-ground"), svg])


_NAMES = {Gear.CENTRE: "centre gear", Gear.LINEAR: "linear gear", Gear.EDGE: "edge gear", Gear.CORNER: "corner gear"}


def _gear_name(code: int) -> str:
    if code >> 2 == Gear.LINEAR:
        return f"a linear gear {'across' if code & 3 else 'along'} its arrow"
    return f"{'an' if code >> 2 == Gear.EDGE else 'a'} {_NAMES[code >> 2]}"


def gallery() -> list[tuple[str, Svg, float, float]]:
    """Return every room, gear, meeple and mark, each as its title, picture, width and height."""
    drawn: list[tuple[str, Svg, float, float]] = []
    for tile in (parts.ENTRANCE, parts.CONTROL, parts.EXIT, parts.LOCKDOWN):
        drawn.append((parts.TILES[tile].name, art.room(tile, False, False, 0, 0, True), 104.0, 104.0))
    drawn.append(("Entrance, hatch closed", art.room(parts.ENTRANCE, False, False, 0, 0, False), 104.0, 104.0))
    drawn.append(("Control Room, switch thrown", art.room(parts.CONTROL, False, True, 0, 0, False), 104.0, 104.0))
    seen: dict[tuple[str, tuple[int, ...]], int] = {}
    for tile in range(1, parts.ROOMS + 1):
        key = (parts.TILES[tile].name, parts.TILES[tile].gears)
        seen[key] = seen.get(key, 0) + 1
    for (name, gears), many in seen.items():
        tile = next(
            t for t in range(1, parts.ROOMS + 1) if (parts.TILES[t].name, parts.TILES[t].gears) == (name, gears)
        )
        whole = joined([art.room(tile, False, False, 0, -1, False), *(art.gear(g, False) for g in gears)])
        what = " and ".join(_gear_name(g) for g in gears)
        title = f"Room {name}" + (f" with {what}" if what else "") + (f", {many} times" if many > 1 else "")
        drawn.append((title, whole, 108.0, 108.0))
    doors = next(tile for tile in range(1, parts.ROOMS + 1) if parts.TILES[tile].name == "P10")
    glass = next(tile for tile in range(1, parts.ROOMS + 1) if parts.TILES[tile].name == "G5")
    drawn.append(("A room with its arrow", art.room(1, False, False, 0, 1, False), 104.0, 104.0))
    drawn.append(("A glass door", art.room(glass, False, False, 0, -1, False), 104.0, 104.0))
    drawn.append(("A locked glass door", art.room(17, True, False, 0, -1, False), 104.0, 104.0))
    drawn.append(("A locked door", art.room(doors, False, False, 0, -1, False), 104.0, 104.0))
    for kind, what in _NAMES.items():
        drawn.append((f"{'An' if kind == Gear.EDGE else 'A'} {what}", art.gear(kind << 2, False), 108.0, 108.0))
    for seat in range(parts.MOST_SEATS):
        drawn.append((f"An engineer, player {seat + 1}", art.engineer(seat, False), 44.0, 52.0))
    drawn.append(("An engineer, the second one", art.engineer(0, True), 44.0, 52.0))
    drawn.append(("The android", art.ANDROID, 44.0, 56.0))
    drawn.append(("A prisoner", art.PERSON, 40.0, 40.0))
    drawn.append(("An empty place", art.spot(0), 104.0, 104.0))
    return drawn
