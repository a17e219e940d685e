"""Describe the whole position in words: the state of the machine, then each room."""

from __future__ import annotations

from enginehouse.core.words.naming import join_words, those
from enginehouse.games.mechanical_beast import names, parts, place, trapped
from enginehouse.games.mechanical_beast.gears import find_gear
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State


def overview(v: State) -> list[str]:
    """Return the position as lines of text: the state of the machine, each room with its sides, and the rescues."""
    lines = [_state(v)]
    lines += [_room_words(v, n) for n in place.list_rooms(v)]
    gone = [n for n in range(v.rooms) if v.doors[n] < 0]
    if gone:
        lines.append(f"Collapsed: {join_words([f'room {n}' for n in gone])}.")
    hands = [f"{{{seat}}} has rescued {v.hand[seat]}" for seat in range(v.seats) if v.hand[seat]]
    if hands:
        lines.append(join_words(hands) + ".")
    return lines


def _state(v: State) -> str:
    return " ".join(
        those(
            (True, "The switch is thrown, rooms collapse." if v.off else "The switch is not thrown yet."),
            (True, f"{v.left} rooms are left in the pile{', but exploring is over' if v.lockdown else ''}."),
            (True, "Glass doors are locked." if v.locked else "Glass doors are open."),
            (not v.hatch, "The Entrance is shut."),
        )
    )


def _room_words(v: State, n: int) -> str:
    """Return one room in words: its place, its figures, its sides, its gears."""
    tile = parts.TILES[v.tile[n]]
    name = tile.name if v.tile[n] > parts.ROOMS else f"Room {n}"
    who = [names.meeple(v, m) for m in range(parts.ANDROID + 1) if v.meeples >> m & 1 and v.at[m] == n]
    if v.people[n]:
        who.append("a prisoner")
    ways = [names.way(v, n, d) for d in range(4)]
    said = f"{name} ({_where(v, n)}): {'; '.join(w for w in ways if w)}"
    gears = [names.gear(v, n, g) for g in range(2) if find_gear(v, n, g) != Gear.NONE]
    if gears:
        said += f". Gears: {join_words(gears)}"
    if v.tile[n] <= parts.ROOMS + 3 and n > 0:
        said += f". Arrow {parts.DIRECTION_NAMES[v.facing[n] & 3]}"
    if trapped.is_exit(v, n):
        said += ". An exit"
    return said + (f". Here: {join_words(who)}." if who else ".")


def _where(v: State, n: int) -> str:
    return names.away(v, v.x[n], v.y[n]) if n else "the other rooms are counted from here"
