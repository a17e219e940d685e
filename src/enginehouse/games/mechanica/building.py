"""Build a factory (MC-7): find where tiles fit, install and demolish tiles, Fabricators and trucks."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanica import parts, riding
from enginehouse.games.mechanica.parts import ADVANCED as FIRST_FABRICATOR
from enginehouse.games.mechanica.parts import OVERACTIVE as LAST_FABRICATOR
from enginehouse.games.mechanica.parts import Fabricate, Install, Place
from enginehouse.games.mechanica.state import State, Told


@rule
def number_hole(place: Place, hole: int) -> int:
    """Return the number of a hole (a space for one bot) among all holes of a factory, three for each place.

    `hole` is the number of the hole within its place.
    """
    return parts.HOLES_EACH * place + hole


@rule
def is_fabricator(kind: int) -> bool:
    """Return whether tiles of this kind are Fabricators, which are installed in the Start Zone.

    All other kinds are installed on the floor (MC-7.1).
    """
    return FIRST_FABRICATOR <= kind <= LAST_FABRICATOR


@rule
def turned_tile(kind: int, turn: int, flip: int) -> int:
    """Return the number that stands for a tile of this kind in an orientation.

    The orientation is `turn` quarter turns, and flipped if `flip` is 1.
    """
    return kind + 16 * turn + parts.FLIP * flip


@rule
def find_laid_place(action: Action) -> int:
    """Return the place where an action installs the bought tile, or -1."""
    kind = parts.ACTIONS.kind[action]
    if kind == Fabricate.KIND:
        return int(Fabricate.place[action])
    return int(Install.place[action]) if kind == Install.KIND else -1


@rule
def make_laid_tile(kind: int, action: Action) -> int:
    """Return the number of a tile of this kind in the orientation in which an action installs it.

    An action that installs a tile in the Start Zone has no orientation, so the tile is neither turned nor flipped
    there.
    """
    return turned_tile(kind, Install.turn[action], Install.flip[action])


def is_torn_down(v: State, seat: Seat, place: Place) -> bool:
    """Return whether `seat` would demolish a tile of the floor, with the bots on it, by laying a tile at this place.

    If there is a tile at this place of the floor, the new tile replaces it and its bots are destroyed (MC-7.3, MC-7.5).
    For a slot of the Start Zone return False, because its bots are kept (MC-7.4).
    """
    return bool(place % parts.COLUMNS and v.tiles[seat][place])


# -- the fit of tiles: forwards, for `legal` ---------------------------------------------------------------------------


@rule
def facing(tiles: Numbers, place: Place) -> int:
    """Return two masks of sides of a floor cell, where a neighbouring tile has an exit or a flat side (MC-7.2).

    The first mask has the sides where the neighbour has an exit. The second mask has the sides where it has an exit or
    a flat side. The result is one number: the first mask, plus 16 times the second. Bit 0 is north, then clockwise.

    `tiles` has the tile of each place of a factory, or 0. Each side of a tile is an entrance, an exit or flat.
    A side at a neighbour's entrance is in neither mask. Fabricators and trucks are neighbours, too: a Fabricator has no
    entrance, and a truck has its entrance in the west.
    """
    exits, hard = 0, 0
    for side in range(4):
        there = riding.beyond(place, side)
        if there >= 0:
            back = side ^ 2
            tile = int(tiles[there])
            if tile != 0 and int(parts.ENTRANCE[tile]) != back:
                hard |= 1 << side
                exits |= ((int(parts.EXITS[tile]) >> back) & 1) << side
    return exits + 16 * hard


@rule
def ways_to_lay(tiles: Numbers, kind: int, place: Place) -> int:
    """Return the orientations in which a kind of tile fits on a floor cell, as a mask (MC-7.1, MC-7.2).

    Bit 2 * turn + flip stands for an orientation: `turn` quarter turns, and flipped if `flip` is 1. `tiles` has the
    tile of each place of the factory.
    """
    faced = facing(tiles, place)
    mask = 0
    for turn in range(4):
        for flip in range(1 + int(parts.FLIPS[kind])):
            tile = turned_tile(kind, turn, flip)
            if int(parts.EXITS[tile]) & (faced >> 4) == 0 and (faced & 15) & ~(1 << int(parts.ENTRANCE[tile])) == 0:
                mask |= 1 << (2 * turn + flip)
    return mask


@rule
def write_floor(tiles: Numbers, kind: int, out: Numbers, many: int) -> int:
    """Append to `out`, at index `many`, the actions that install a kind of tile on the floor (MC-7.1 to 7.3).

    `tiles` has the tile of each place of the factory. Return the number of actions that `out` has then.
    """
    for place in parts.FLOOR:
        many = add_bits(out, many, Install.at(place, 0, 0), ways_to_lay(tiles, kind, place))
    return many


@rule
def has_place(tiles: Numbers, kind: int) -> bool:
    """Return whether a kind of tile fits on any cell of the floor.

    `tiles` has the tile of each place of the factory.
    """
    for place in parts.FLOOR:
        if ways_to_lay(tiles, kind, place) != 0:
            return True
    return False


@rule
def write_slots(tiles: Numbers, out: Numbers, many: int) -> int:
    """Append to `out`, at index `many`, the actions that install a Fabricator in the Start Zone (MC-7.4).

    `tiles` has the tile of each place of the factory. Return the new number of actions.
    """
    for row in range(parts.ROWS):
        tile = int(tiles[row * parts.COLUMNS + 1])
        if tile == 0 or int(parts.ENTRANCE[tile]) == parts.WEST:
            many = add(out, many, Fabricate.at(row * parts.COLUMNS))
    return many


# -- the fit of tiles: backwards, for `refusal` ------------------------------------------------------------------------


@rule
def find_look(tile: int, side: int) -> int:
    """Return the kind of a side of a tile: 0 for an entrance, 1 for an exit, 2 for a flat side (MC-8.2).

    `tile` is the tile with its orientation, and `side` is 0 for north, then clockwise. An empty cell has 0 on each
    side.
    """
    if (int(parts.EXITS[tile]) >> side) & 1:
        return 1
    return 2 if (int(parts.FLATS[tile]) >> side) & 1 else 0


@rule
def misfit(tiles: Numbers, place: Place, tile: int) -> int:
    """Return 1 plus the first side on which a tile would not fit its neighbour, or 0 if it fits (MC-7.2).

    Sides are 0 for north, then clockwise. `tiles` has the tile of each place of the factory. `tile` is the number of a
    tile with its orientation. A Fabricator has a neighbour in the east only.
    """
    for side in range(4):
        if place % parts.COLUMNS != 0 or side == parts.EAST:
            there = riding.beyond(place, side)
            if there >= 0:
                mine, its = find_look(tile, side), find_look(int(tiles[there]), side ^ 2)
                if (mine == 1 and its != 0) or (its == 1 and mine != 0):
                    return side + 1
    return 0


@rule
def fabricate_refusal(v: State, seat: Seat, place: Place) -> Clause:
    """Return the number of the rulebook clause that forbids `seat` to install the bought tile in a slot, or 0.

    `place` is the slot's place in the Start Zone. Only a Fabricator goes there (701 for MC-7.1), and it must fit its
    neighbour (702).
    """
    if not is_fabricator(v.pending):
        return 701
    return 0 if misfit(v.tiles[seat], place, v.pending) == 0 else 702


@rule
def install_refusal(v: State, seat: Seat, place: Place, turn: int, flip: int) -> Clause:
    """Return the number of the rulebook clause that forbids `seat` to install the bought tile at `place`, or 0.

    `turn` is the number of quarter turns, and `flip` is 1 for a flipped tile. Return 701 (for MC-7.1) if the tile is a
    Fabricator, which does not go onto the floor, or if it is flipped although its kind cannot be flipped. Return 702
    (for MC-7.2) if it does not fit its neighbours.
    """
    kind = v.pending
    if is_fabricator(kind) or flip > int(parts.FLIPS[kind]):
        return 701
    return 0 if misfit(v.tiles[seat], place, turned_tile(kind, turn, flip)) == 0 else 702


# -- laying and demolishing --------------------------------------------------------------------------------------------


@rule
def demolish(s: State, seat: Seat, place: Place, e: Events) -> None:
    """Remove the tile at a place of a seat's factory, and destroy the bots in its holes (MC-7.5).

    If the tile is an improvement, add it to the Recycler. A slot for a Fabricator becomes bare, or shows its printed
    Basic Fabricator again.
    """
    tile = int(s.tiles[seat][place])
    kind = tile & parts.KIND_BITS
    if kind <= parts.IMPROVEMENTS:
        s.recycler[kind] += 1
    s.tiles[seat][place] = 0
    for k in range(3):
        s.holes[seat][3 * place + k] = 0
    Told.demolished(e, seat=seat, place=place, tile=tile)


@rule
def lay_tile(s: State, seat: Seat, place: Place, tile: int, e: Events) -> None:
    """Install a tile (a number with its orientation) at a place (MC-7.1).

    A tile that lies there is demolished first (MC-7.3).
    """
    if s.tiles[seat][place] != 0:
        demolish(s, seat, place, e)
    s.tiles[seat][place] = tile
    Told.installed(e, seat=seat, place=place, tile=tile)


@rule
def lay_fabricator(s: State, seat: Seat, place: Place, kind: int, e: Events) -> None:
    """Install a Fabricator of this kind in the slot at `place` and keep the slot's bots (MC-7.4).

    A single bot moves to the second hole. Two bots stay in their holes.
    """
    centre = int(s.holes[seat][number_hole(place, parts.CENTRE)])
    second = int(s.holes[seat][number_hole(place, parts.SECOND)])
    lay_tile(s, seat, place, kind, e)
    if second == 0:
        second = centre
        centre = 0
    s.holes[seat][number_hole(place, parts.CENTRE)] = centre
    s.holes[seat][number_hole(place, parts.SECOND)] = second
