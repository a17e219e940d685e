"""Building a factory (MC-7): what may be laid where, demolishing, Fabricators and trucks."""

from __future__ import annotations

from typing import Any

from enginehouse.core.events import tell
from enginehouse.core.rule import rule
from enginehouse.games.mechanica.parts import ADVANCED as FIRST_FABRICATOR
from enginehouse.games.mechanica.parts import (
    CENTRE,
    COLUMNS,
    DEMOLISH,
    DOCK,
    EAST,
    ENTRANCE,
    EXITS,
    FABRICATE,
    FLATS,
    FLIP,
    FLIPS,
    IMPROVEMENTS,
    INSTALL,
    KIND_BITS,
    ROWS,
    SECOND,
    WEST,
)
from enginehouse.games.mechanica.parts import OVERACTIVE as LAST_FABRICATOR
from enginehouse.games.mechanica.riding import beyond
from enginehouse.games.mechanica.state import Told

CELLS = ROWS * (DOCK - 1)
"""MC-1.3: of the floor."""


@rule
def hole_of(place: int, hole: int) -> int:
    """The number of a hole among all holes of a factory."""
    return 3 * place + hole


@rule
def is_fabricator(kind: int) -> bool:
    """MC-7.1: Fabricators go into the Start Zone, all else onto the floor."""
    return FIRST_FABRICATOR <= kind <= LAST_FABRICATOR


# -- what fits: forwards, for `legal` ----------------------------------------------------------------------------------


@rule
def facing(tiles: Any, place: int) -> int:
    """MC-7.2: what the neighbours turn to a cell: mask of the sides with an exit, + 16 * mask of those with an exit or flat side.

    A slot's Fabricator has no entrance; the number of a truck is that of a tile with the entrance in the west.
    """
    exits, hard = 0, 0
    for side in range(4):
        there = beyond(place, side)
        if there >= 0:
            back = side ^ 2
            tile = int(tiles[there])
            if tile != 0 and int(ENTRANCE[tile]) != back:
                hard |= 1 << side
                exits |= ((int(EXITS[tile]) >> back) & 1) << side
    return exits + 16 * hard


@rule
def ways_to_lay(tiles: Any, kind: int, cell: int) -> int:
    """MC-7.1, MC-7.2: of the eight ways to turn and flip a tile on a cell of the floor, mask of those in which it fits."""
    first = INSTALL + 8 * cell
    faced = facing(tiles, place_of(first))
    mask = 0
    for k in range(0, 8, 2 - int(FLIPS[kind])):
        tile = tile_of(kind, first + k)
        if int(EXITS[tile]) & (faced >> 4) == 0 and (faced & 15) & ~(1 << int(ENTRANCE[tile])) == 0:
            mask |= 1 << k
    return mask


@rule
def write_floor(tiles: Any, kind: int, out: Any, many: int) -> int:
    """MC-7.1 to 7.3: the actions that lay a tile onto the floor, ascending from place `many` of `out`; how many then."""
    for cell in range(CELLS):
        ways = ways_to_lay(tiles, kind, cell)
        for k in range(8):
            if (ways >> k) & 1:
                out[many] = INSTALL + 8 * cell + k
                many += 1
    return many


@rule
def has_place(tiles: Any, kind: int) -> bool:
    """Whether a tile can be laid anywhere on the floor."""
    for cell in range(CELLS):
        if ways_to_lay(tiles, kind, cell) != 0:
            return True
    return False


@rule
def write_slots(tiles: Any, out: Any, many: int) -> int:
    """MC-7.4: the actions that lay a Fabricator into the Start Zone; how many actions then."""
    for row in range(ROWS):
        tile = int(tiles[row * COLUMNS + 1])
        if tile == 0 or int(ENTRANCE[tile]) == WEST:
            out[many] = FABRICATE + row
            many += 1
    return many


# -- what fits: backwards, for `refusal` -------------------------------------------------------------------------------


@rule
def shown_by(tile: int, side: int) -> int:
    """MC-8.2: what a tile shows on a side: 0 its entrance, 1 an exit, 2 a flat side. No tile shows 0."""
    if (int(EXITS[tile]) >> side) & 1:
        return 1
    return 2 if (int(FLATS[tile]) >> side) & 1 else 0


@rule
def misfit(tiles: Any, place: int, tile: int) -> int:
    """MC-7.2: the first side, + 1, on which a tile laid there would meet a neighbour wrongly; 0 if it fits.

    A Fabricator meets only the one in the east.
    """
    for side in range(4):
        if place % COLUMNS != 0 or side == EAST:
            there = beyond(place, side)
            if there >= 0:
                mine, its = shown_by(tile, side), shown_by(int(tiles[there]), side ^ 2)
                if (mine == 1 and its != 0) or (its == 1 and mine != 0):
                    return side + 1
    return 0


@rule
def tile_of(kind: int, action: int) -> int:
    """The tile that an action of installing lays: kind, rotation and flip in one number."""
    if action < INSTALL:
        return kind
    turned = (action - INSTALL) % 8
    return kind + 16 * (turned // 2) + FLIP * (turned % 2)


@rule
def place_of(action: int) -> int:
    """The place of an action of demolishing or installing."""
    if action < FABRICATE:
        return (action - DEMOLISH) // DOCK * COLUMNS + (action - DEMOLISH) % DOCK
    if action < INSTALL:
        return (action - FABRICATE) * COLUMNS
    cell = (action - INSTALL) // 8
    return cell // (DOCK - 1) * COLUMNS + 1 + cell % (DOCK - 1)


@rule
def install_refusal(v: Any, seat: int, action: int) -> int:
    """Why what is being installed cannot be laid like this: MC-7.1 the zone and the flip, MC-7.2 the neighbours."""
    kind = v.pending
    if is_fabricator(kind) != (action < INSTALL):
        return 701
    if action >= INSTALL and (action - INSTALL) % 2 == 1 and int(FLIPS[kind]) == 0:
        return 701
    return 0 if misfit(v.tiles[seat], place_of(action), tile_of(kind, action)) == 0 else 702


# -- laying and demolishing --------------------------------------------------------------------------------------------


@rule
def demolish(s: Any, seat: int, place: int, e: Any) -> None:
    """MC-7.5: bots on the tile are destroyed, an improvement goes to the Recycler; a slot is bare (or Basic) again."""
    tile = int(s.tiles[seat][place])
    kind = tile & KIND_BITS
    if kind <= IMPROVEMENTS:
        s.recycler[kind] += 1
    s.tiles[seat][place] = 0
    for k in range(3):
        s.holes[seat][3 * place + k] = 0
    tell(e, Told.DEMOLISHED, seat, place, tile, 0)


@rule
def lay_tile(s: Any, seat: int, place: int, tile: int, e: Any) -> None:
    """MC-7.1, MC-7.3: a tile is laid; one that lay there is demolished first."""
    if s.tiles[seat][place] != 0:
        demolish(s, seat, place, e)
    s.tiles[seat][place] = tile
    tell(e, Told.INSTALLED, seat, place, tile, 0)


@rule
def lay_fabricator(s: Any, seat: int, place: int, kind: int, e: Any) -> None:
    """MC-7.4: bots of the slot are taken along: one bot into the second hole, two into the holes they were in."""
    centre = int(s.holes[seat][hole_of(place, CENTRE)])
    second = int(s.holes[seat][hole_of(place, SECOND)])
    lay_tile(s, seat, place, kind, e)
    if second == 0:
        second = centre
        centre = 0
    s.holes[seat][hole_of(place, CENTRE)] = centre
    s.holes[seat][hole_of(place, SECOND)] = second
