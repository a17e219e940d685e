"""Define the record of Mechanical Beast, which holds one position of a game.

All rooms and figures on the map are public, and so are the kinds of the rooms that are still in the pile (MB-2.4). Only
the order of the pile is hidden from all seats. It depends on chance when the game is set up: on where the pile was cut
into parts, and on where each special room lies among the rooms with which it was shuffled (MB-2.2).

Rooms are numbered in the order in which they came to the map; the Entrance is 0. A room stays in the record under its
number when it has collapsed. `doors`, `comp`, `slots` and the four ends of the map are derived from the places and
facings of the rooms; the functions in `place.py` update them.
"""

from __future__ import annotations

from enginehouse.core.records.fields import INT8, INT32, Row, custom, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState
from enginehouse.core.rule import Constants
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import ACTIONS as ACTIONS

SLOTS = 256
"""The size of the hash table of places, a power of two."""


BY_SEAT = ((0, 1), (parts.MOST_SEATS, 1))
"""The stretches of the meeples' rows that are indexed by seat: the engineers, then the second engineers."""


class State(GameState, name="mechanical-beast"):
    """The fields of a record, which is one position of a game. Each field has a shape and the seats that may see it."""

    # the variant
    play: int = public(within=(0, 2))  # together, rescuers, against
    level: int = public(within=(0, 3))  # easy, normal, hard, extreme
    locked: int = public(within=(0, 1))  # glass is locked
    hatch: int = public(within=(0, 1))  # the Entrance's hatch is open: it is an exit
    # the turn
    phase: int = public(within=(0, 31))  # `Phase`: the kind of the next decision
    active: int = public(holds="seat")  # the seat whose turn it is
    turns: int = public()  # turns that are over
    quiet: int = public()  # turns in succession without exploration, collapse or switching off (MB-7.7)
    progress: int = public(within=(0, 1))  # this turn brought one
    votes: int = public()  # votes to end in successive turns (MB-7.8)
    # the room in which each of the player's two meeples began the turn; -1: it does not collapse
    began: Row = public(2, within=(-1, parts.ALL))
    # the machine
    off: int = public(within=(0, 1))  # the switch is off for good
    lockdown: int = public(within=(0, 1))  # the Lockdown has been explored
    control: int = public(within=(-1, parts.ALL))  # the number of the Control Room while it is on the table, else -1
    exit: int = public(within=(-1, parts.ALL))  # the number of the Emergency Exit while it is on the table, else -1
    exit_gone: int = public(within=(0, 1))  # it has collapsed
    # the map, by a room's number
    rooms: int = public(within=(0, parts.ALL))  # how many have come, the Entrance included
    tile: Row = public(parts.ALL, dtype=INT8, within=(0, parts.ALL))  # the room's tile
    x: Row = public(parts.ALL, dtype=INT32)  # its column, counted to the east
    y: Row = public(parts.ALL, dtype=INT32)  # its row
    facing: Row = public(
        parts.ALL, dtype=INT32
    )  # quarter turns, counted on and on: modulo 4 the direction of the arrow
    people: Row = public(parts.ALL, dtype=INT8)  # people waiting to be rescued there
    # mask of directions in which the room can be left; -1: not on the table
    doors: Row = public(parts.ALL, dtype=INT8, within=(-1, 15))
    # the least number of the rooms that one can walk to from here
    comp: Row = public(parts.ALL, dtype=INT8, within=(-1, parts.ALL))
    slots: Row = public(SLOTS, dtype=INT8)  # a hash of places: number + 1
    ends: Row = public(4)  # the northernmost, easternmost, southernmost, westernmost place of any room
    # meeples and players
    meeples: int = public(holds="seats")  # mask of those that there are
    at: Row = public(parts.MEEPLES, by_seat=BY_SEAT, within=(-1, parts.ALL))  # the room in which each is
    # MB-5.2: the room of the gear that each used last
    note_room: Row = public(parts.MEEPLES, by_seat=BY_SEAT, within=(-1, parts.ALL))
    note_gear: Row = public(parts.MEEPLES, by_seat=BY_SEAT, within=(0, 2))  # this gear; 0: none
    since: Row = public(parts.MEEPLES, by_seat=BY_SEAT)  # when its present stay on an exit began; 0: at the start
    arrivals: int = public()  # how often a meeple has come to an exit
    hand: Row = public(parts.MOST_SEATS, by_seat=True)  # people rescued by each player
    # the Emergency Exit is being placed (MB-8.3)
    reach: int = public()  # how far from the Control Room
    crowded: int = public(within=(0, 1))  # no place keeps away from the placer's own engineers
    spot_x: int = public()  # the column of the place that was chosen
    spot_y: int = public()  # its row
    # the end
    result: int = public()  # `GameResult`
    winners: int = public(holds="seats")  # mask of seats
    # the pile, its top last
    left: int = public(within=(0, parts.MOST_PILE))  # how many tiles are in the pile
    pile: Row = custom(parts.MOST_PILE, dtype=INT8)  # its tiles; -1 or less: unknown


SHAPE = State.SHAPE

exit_lies = SHAPE.cleared("reach", "crowded", "spot_x", "spot_y")
"""The rule that clears the fields about the Emergency Exit when it has been placed (MB-8.3)."""


class Phase(Constants):
    """The kinds of the next decision. The field `phase` of a record has one of them."""

    TURN, ACT, PLACE, FACE, OVER = range(5)


class GameResult(Constants):
    """The results of a game: win, lesser win, loss, and worst loss, which is a loss with the switch still on."""

    NONE, WIN, LESSER, LOSS, WORST = range(5)


class Told(Kinds):
    """The kinds of events, each with the names of the numbers that such an event has. No event is secret."""

    MOVED = kind(1, "meeple", "start", "room", "through")  # meeple, from room, to room, 1 if through the Control Room
    EXPLORED = kind(2, "meeple", "room", "way")
    PEOPLE = kind(3, "room")  # somebody is found there
    TURNED = kind(
        4, "meeple", "room", "gear", "amount"
    )  # meeple, room, gear (0 or 1), amount in quarter turns or places
    SLID = kind(
        5, "axis", "line", "least", "greatest"
    )  # axis (0 north-south, 1 east-west), the line's place on the other axis, least, greatest
    SWITCHED = kind(6, "meeple")
    COLLAPSED = kind(7, "room", "x", "y", "facing")  # the place before
    RESCUED = kind(8, "seat", "room")
    LOCKED = kind(9)
    PLACED = kind(10, "seat", "room")  # the Emergency Exit
    CHOSE = kind(11, "seat")  # the place of the Emergency Exit
    PASSED = kind(12, "seat")
    VOTED = kind(13, "seat")
    LEFT_INSIDE = kind(14, "many")  # how many people, when everybody is safe
    TRAPPED = kind(15, "meeple")
    ENDED = kind(16, "result", "winners", "clause")  # result, mask of winners, clause
