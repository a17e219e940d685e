"""Describe each kind of event: its sentence, sign, sound and motion (see `core.words.telling`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enginehouse.core.records.events import Event
from enginehouse.core.words.naming import capitalize, many
from enginehouse.core.words.telling import show, stroke
from enginehouse.games.mechanical_beast import collapse, ending, gears, moved, names, parts, place, state, uses
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State, Told

_STEPS = stroke("M-8 8H-3V3H2V-2H7V-7")
_ROOM = stroke("M-8-8H8V8H-8ZM-3 8V3H3V8")
_GEAR = stroke("M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5ZM0-9V-5M0 9V5M-9 0H-5M9 0H5M-6-6L-4-4M6 6L4 4M-6 6L-4 4M6-6L4-4")
_SWITCH = stroke("M-7 6H7M0 6L5-7", "M5-10A3 3 0 1 1 5-4A3 3 0 1 1 5-10Z")
_FALL = stroke("M-8-9H8V-1M-8-9V-1M-8-1L-4 3L0-1L4 3L8-1M0 5V11M-3 8L0 11L3 8")
_PERSON = stroke("M-6 10Q-6 1 0 1Q6 1 6 10Z", "M0-9A4 4 0 1 1 0-1A4 4 0 1 1 0-9Z")
_EXIT = stroke("M-8-9H4V9H-8ZM0 0H10M7-3L10 0L7 3")
_LOCK = stroke("M-4-1V-5A4 4 0 1 1 4-5V-1", "M-7-1H7V9H-7Z")
_HAND = stroke("M-6 10V0M-6 0V-4M-2 0V-8M2 0V-8M6 0V-5M-6 2H6V10H-6")


_BESIDE = {Told.PEOPLE, Told.SWITCHED, Told.COLLAPSED, Told.RESCUED, Told.LOCKED, Told.TRAPPED, Told.VOTED}
"""Events that belong to a move and do not end a turn."""


def note(noted: dict[Any, Any], event: Event, view: State) -> None:
    """Update the map that the log keeps for itself, and store a sentence about the event for the log.

    Both are in the dict `noted`: the map as `map`, the sentence as `says`. The map shows each room where the events so
    far have put it (MB-5, MB-6.4). The `view` may be later than the event. So the function reads only two things from
    it that later events do not change: the kinds of the rooms, in the order in which they were laid, and the options of
    the game.
    """
    e = Told.read(event)
    sentence = TELLING[event.kind].sentence
    noted["says"] = sentence(view, e) if sentence else ""
    if event.kind == Told.RESCUED:
        noted["says"] = f"{{{e.seat}}} rescues a prisoner from {names.room(view, e.room)}!"
    # A player that has moved may act as well. A pass after a move is no idle turn.
    noted["rested"] = noted.get("moved", False)
    noted["moved"] = event.kind == Told.MOVED or (event.kind in _BESIDE and noted["rested"])
    if "map" not in noted:
        noted["map"] = _first_map(view)
    before = noted["map"]
    if before is None:
        return
    follow = _FOLLOWED.get(event.kind)
    if follow is not None and not follow(before, e, view, noted):
        noted["map"] = None


def remembered(noted: Mapping[Any, Any]) -> Any:
    """Return a tuple with (x, y, facing) for each room, in the order of the rooms' numbers.

    While the log is written, `noted["map"]` is a map that is rebuilt from the events so far. The rooms are taken from
    it. Return `None` if this map is unknown. The page stores the result after the viewer's own action. Later it marks
    the rooms that lie elsewhere by then, because other players have moved them.
    """
    return None if noted.get("map") is None else moved.lies(noted["map"])


def _first_map(view: State) -> Any:
    """Return a record of the beginning of a game: only the Entrance is laid, with all meeples in it.

    The options and other public fields are those of `view`.
    """
    v = state.SHAPE.copy(view)
    v.rooms = 0
    place.lay(v, parts.ENTRANCE, 0, 0, 0)
    for m in range(parts.MEEPLES):
        v.at[m] = 0
    return v


def _move(v: State, e: Any, view: State, noted: dict[Any, Any]) -> bool:
    v.at[e.meeple] = e.room
    return bool(e.start < v.rooms and e.room < v.rooms)


def _explore(v: State, e: Any, view: State, noted: dict[Any, Any]) -> bool:
    n = v.at[e.meeple]
    if e.room != v.rooms or e.room >= view.rooms:
        return False
    v.at[e.meeple] = place.lay(
        v, int(view.tile[e.room]), v.x[n] + parts.DX[e.way or 0], v.y[n] + parts.DY[e.way or 0], e.way or 0
    )
    return True


def _turn(v: State, e: Any, view: State, noted: dict[Any, Any]) -> bool:
    n, g = e.room, e.gear or 0
    if n >= v.rooms or gears.find_gear(v, n, g) == Gear.NONE:
        return False
    whose = names.meeple(v, e.meeple)
    noted["says"] = (
        f"{capitalize(whose)} uses {names.GEAR_NAMES[gears.find_gear(v, n, g)]} of {names.room(v, n)}: {uses.used(v, n, g, e.amount)}."
    )
    gears.use_gear(v, n, g, e.amount)
    return True


def _fall(v: State, e: Any, view: State, noted: dict[Any, Any]) -> bool:
    if e.room >= v.rooms or v.doors[e.room] < 0:
        return False
    noted["says"] = uses.fallen(v, e.room)
    collapse.close_up(v.x, v.y, v.doors, v.rooms, e.room, v.facing[e.room] & 3)
    place.relink(v)
    return True


_FOLLOWED: dict[int, Callable[[Any, Any, Any, dict[Any, Any]], bool]] = {
    Told.MOVED: _move,
    Told.EXPLORED: _explore,
    Told.TURNED: _turn,
    Told.COLLAPSED: _fall,
    # MB-8.3: no event has the place of the Emergency Exit, so later sentences do not use the map.
    Told.PLACED: lambda v, e, view, noted: False,
}
"""By kind of event: a function that updates the map and returns False if it cannot."""


def _as_noted(event: Event, noted: Mapping[Any, Any]) -> str:
    """Return the sentence about this event that the log has already stored in `noted["says"]`."""
    return str(noted["says"])


def _slid(event: Event, noted: Mapping[Any, Any]) -> str:
    """Return a sentence about the slide of a row or column of rooms (MB-5.5), or "".

    `event` is the slide. If the map of the rooms (`noted["map"]`) is known, return "": then the sentence about the used
    gear already describes the slide. Otherwise return `noted["says"]`, the stored sentence about this event.
    """
    return "" if noted["map"] is not None else str(noted["says"])


def _describe_pass(event: Event, noted: Mapping[Any, Any]) -> str:
    """Return the log's sentence for the pass `event`: the player ends the turn or does nothing (MB-3.5).

    `noted["rested"]` is true if the player has already moved in this turn.
    """
    return f"{{{event.a}}} {'ends the turn' if noted['rested'] else 'does nothing'}."


def _left_inside(event: Event, noted: Mapping[Any, Any]) -> str:
    """Return a sentence about the prisoners that are still in rooms (MB-7.3).

    `event.a` is their number. `noted` is not used.
    """
    inside = many(event.a or 0, "# prisoner is", "# prisoners are")
    return f"All engineers and the android are safe, but {inside} still inside. Go back, or vote to end."


def _meeple(v: State, e: Any) -> str:
    return capitalize(names.meeple(v, e.meeple))


def _describe_move(v: State, e: Any) -> str:
    by = " through the Control Room" if e.through and v.tile[e.room or 0] != parts.CONTROL else ""
    return f"{_meeple(v, e)} goes{by} to {names.room(v, e.room or 0)}."


def _describe_exploring(v: State, e: Any) -> str:
    tile = parts.TILES[v.tile[e.room]]
    found = f"{tile.name}!" if v.tile[e.room] > parts.ROOMS else f"room {e.room}."
    return f"{_meeple(v, e)} explores to the {parts.DIRECTION_NAMES[e.way or 0]}: {found}"


def _describe_turn(v: State, e: Any) -> str:
    kind = gears.find_gear(v, e.room, e.gear or 0)
    amount = e.amount or 0
    much = uses.turns(amount) if kind in (Gear.CENTRE, Gear.CORNER) else ""
    if kind == Gear.LINEAR:
        way = ("west", "east") if gears.find_way(v, e.room, e.gear or 0) else ("south", "north")
        much = f"{many(abs(amount), '# place', '# places')} {way[amount > 0]}"
    said = f"{_meeple(v, e)} uses {names.GEAR_NAMES[kind]} of {names.room(v, e.room)}"
    return f"{said}: {much}." if much else f"{said}."


TELLING = {
    Told.MOVED: show(_describe_move, _STEPS, "door", lambda reel, e: reel.walk(e)),
    Told.EXPLORED: show(_describe_exploring, _ROOM, "door", lambda reel, e: reel.explore(e.meeple, e.room)),
    Told.PEOPLE: show(
        lambda v, e: "There is a prisoner in this room.",
        _PERSON,
        motion=lambda reel, e: reel.appear(f"people-{e.room}"),
    ),
    Told.TURNED: show(_describe_turn, _GEAR, "tilt", lambda reel, e: reel.turn(e), says=_as_noted),
    Told.SLID: show(
        lambda v, e: f"The {'row' if e.axis else 'column'} behind the wall slides.", _GEAR, aside=True, says=_slid
    ),
    Told.SWITCHED: show(
        lambda v, e: f"{_meeple(v, e)} throws the switch. The machine begins to fall apart!",
        _SWITCH,
        "toll",
        moment=True,
    ),
    Told.COLLAPSED: show(
        lambda v, e: (
            f"{capitalize(names.room(v, e.room))} collapses. Any rooms behind it slide one place {parts.DIRECTION_NAMES[e.facing or 0]}."
        ),
        _FALL,
        "fall",
        lambda reel, e: reel.fall(e),
        moment=True,
        says=_as_noted,
    ),
    Told.RESCUED: show(
        lambda v, e: f"{{{e.seat}}} rescues a prisoner!", _PERSON, "fanfare", moment=True, says=_as_noted
    ),
    Told.LOCKED: show(lambda v, e: "Lockdown! Exploring is over.", _LOCK, "clash"),
    Told.PLACED: show(
        lambda v, e: f"{{{e.seat}}} places the Emergency Exit.",
        _EXIT,
        "door",
        lambda reel, e: reel.appear(f"room-{e.room}"),
    ),
    Told.CHOSE: show(lambda v, e: f"{{{e.seat}}} chooses a place for the Emergency Exit.", _EXIT),
    Told.PASSED: show(lambda v, e: f"{{{e.seat}}} does nothing more.", says=_describe_pass),
    Told.VOTED: show(lambda v, e: f"{{{e.seat}}} votes to end the game.", _HAND),
    Told.LEFT_INSIDE: show(
        lambda v, e: (
            f"Everyone is safe, but {many(e.many, 'one prisoner is', '# prisoners are')} still inside. Go back, or vote to end."
        ),
        _PERSON,
        says=_left_inside,
    ),
    Told.TRAPPED: show(lambda v, e: f"{_meeple(v, e)} is trapped for good.", _LOCK, "fall"),
    Told.ENDED: show(lambda v, e: f"{ending.headline(v)}.", _EXIT, "toll"),
}
