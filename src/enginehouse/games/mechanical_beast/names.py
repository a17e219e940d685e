"""Name rooms, meeples, gears, sides and places in sentences, from a view."""

from __future__ import annotations

from enginehouse.core.words.naming import capitalize, join_words, those
from enginehouse.games.mechanical_beast import gears, parts, place
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State


def room(v: State, n: int) -> str:
    """Return words for room `n` in a sentence: "room 5", or the name of a special room, such as "the Control Room"."""
    if 0 <= n < v.rooms and v.tile[n] > parts.ROOMS:
        return f"the {parts.TILES[v.tile[n]].name}"
    return f"room {n}"


def meeple(v: State, m: int) -> str:
    """Return the name of meeple `m`, such as `{0}`’s engineer, in which `{0}` stands for the player on seat 0."""
    if m == parts.ANDROID:
        return "the android"
    if v.play == parts.AGAINST:
        return f"{{{m % parts.MOST_SEATS}}}’s {'first' if m < parts.MOST_SEATS else 'second'} engineer"
    return f"{{{m}}}’s engineer"


GEAR_NAMES = {
    Gear.CENTRE: "the centre gear",
    Gear.LINEAR: "the linear gear",
    Gear.EDGE: "the edge gear",
    Gear.CORNER: "the corner gear",
}
"""The names of gears in sentences, by kind."""


CORNER_NAMES = ("north-east", "south-east", "south-west", "north-west")
"""The names of corners in the order of their numbers, clockwise from the north-east."""


def gear_place(v: State, n: int, g: int) -> str:
    """Return the place of gear `g` (0 or 1) of room `n` in words, as the room lies on the map."""
    kind, way = gears.find_gear(v, n, g), gears.find_way(v, n, g)
    if kind == Gear.EDGE:
        return f"in the {parts.DIRECTION_NAMES[way]} wall"
    if kind == Gear.CORNER:
        return f"in the {CORNER_NAMES[way]} corner"
    if kind == Gear.LINEAR:
        return "along north and south" if way == 0 else "along east and west"
    return "in the middle"


def gear(v: State, n: int, g: int) -> str:
    """Return gear `g` (0 or 1) of room `n` in words, with its place."""
    return f"{GEAR_NAMES[gears.find_gear(v, n, g)][4:]} {gear_place(v, n, g)}"


def note_moved(v: State, n: int) -> str:
    """Return words such as "Room 9 was moved since your last turn", with the name of room `n`."""
    name = room(v, n)
    return f"{capitalize(name)} was moved since your last turn"


def offset(dx: int, dy: int) -> str:
    """Return the way to a place `dx` east and `dy` north in words, such as "2 east and 1 north".

    For (0, 0), return "".
    """
    east, north = "east" if dx > 0 else "west", "north" if dy > 0 else "south"
    return join_words(those((dx, f"{abs(dx)} {east}"), (dy, f"{abs(dy)} {north}")))


def away(v: State, x: int, y: int) -> str:
    """Return the way from the Entrance to the place (x, y) in words."""
    far = offset(x - v.x[0], y - v.y[0])
    return f"{far} of the Entrance" if far else "where the Entrance is"


def empty_place(v: State, x: int, y: int) -> str:
    """Return the name of the empty place (x, y) in words.

    The place is named by a room whose door leads there, else by any neighbour, else by its distance from the Entrance.
    """
    near = [(d, m) for d, (dx, dy) in enumerate(parts.STEPS) if (m := place.find_room(v, x - dx, y - dy)) >= 0]
    for d, m in sorted(near, key=lambda one: not v.doors[one[1]] >> one[0] & 1):
        return f"Empty place {parts.DIRECTION_NAMES[d]} of {room(v, m)}"
    return f"Empty place {away(v, x, y)}"


_SIDES = tuple(f"to the {name}" for name in parts.DIRECTION_NAMES)


def way(v: State, n: int, d: int) -> str:
    """Return side `d` (0 north, then clockwise) of room `n` in words: its kind of door and the room or place beyond."""
    side = parts.TILES[v.tile[n]].sides[(d - v.facing[n]) % 4]
    dx, dy = parts.STEPS[d]
    m = place.find_room(v, v.x[n] + dx, v.y[n] + dy)
    if side == "W":
        return ""
    kind = {"O": "open door", "G": "locked glass door" if v.locked else "open glass door", "K": "locked door"}[side]
    if m < 0:
        return f"unexplored {kind} {_SIDES[d]}" if side == "O" else f"{kind} {_SIDES[d]}"
    if v.doors[n] >> d & 1 and v.doors[m] >> ((d + 2) & 3) & 1:
        return f"{kind} {_SIDES[d]}, to {room(v, m)}"
    return f"{kind} {_SIDES[d]}, no way to {room(v, m)}"
