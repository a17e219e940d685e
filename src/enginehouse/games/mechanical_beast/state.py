"""The record of Mechanical Beast.

A seat knows everything on the table and which rooms have not come (MB-2.4). Hidden from everybody is the pile alone: the
order of its rooms, and with it where the cuts fell and where in their groups the special rooms lie. Nothing that was
seen is forgotten: the rooms that came keep their numbers.

Rooms are numbered in the order in which they came to the table, the Entrance is 0. `doors`, `comp`, `slots` and the four
ends of the map follow from the places and facings of the rooms; `place.py` keeps them so.
"""

from __future__ import annotations

from enginehouse.core.header import header_fields
from enginehouse.core.record import INT8, INT32, INT64, Shape
from enginehouse.core.rule import Constants
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import ALL, MEEPLES, MOST_PILE, MOST_SEATS

ACTIONS = parts.ACTIONS

SLOTS = 256

SHAPE = Shape(
    "mechanical-beast",
    [
        *header_fields(),
        # what is played
        ("play", INT64),  # together, rescuers, against
        ("level", INT64),
        ("locked", INT64),  # glass is locked
        ("hatch", INT64),  # the Entrance's hatch is open: it is an exit
        # the turn
        ("phase", INT64),
        ("active", INT64),  # the seat whose turn it is
        ("turns", INT64),  # turns that are over
        ("quiet", INT64),  # turns in succession without exploration, collapse or switching off (MB-7.7)
        ("progress", INT64),  # this turn brought one
        ("votes", INT64),  # votes to end in successive turns (MB-7.8)
        ("began", INT64, (2,)),  # where each of the player's two meeples began the turn; -1: nothing there collapses
        # the machine
        ("off", INT64),  # the switch is off for good
        ("lockdown", INT64),  # the Lockdown has been explored
        ("control", INT64),  # the number of the Control Room while it is on the table, else -1
        ("exit", INT64),  # the number of the Emergency Exit while it is on the table, else -1
        ("exit_gone", INT64),  # it has collapsed
        # the map, by a room's number
        ("rooms", INT64),  # how many have come, the Entrance included
        ("tile", INT8, (ALL,)),
        ("x", INT32, (ALL,)),
        ("y", INT32, (ALL,)),
        ("facing", INT32, (ALL,)),  # quarter turns, counted on and on: modulo 4 the direction of the arrow
        ("people", INT8, (ALL,)),
        ("doors", INT8, (ALL,)),  # mask of directions in which the room can be left; -1: not on the table
        ("comp", INT8, (ALL,)),  # the least number of the rooms that one can walk to from here
        ("slots", INT8, (SLOTS,)),  # a hash of places: number + 1
        ("ends", INT64, (4,)),  # the northernmost, easternmost, southernmost, westernmost place of any room
        # meeples and players
        ("meeples", INT64),  # mask of those that there are
        ("at", INT64, (MEEPLES,)),  # the room in which each is
        ("note_room", INT64, (MEEPLES,)),  # MB-5.2: the room and gear that each used last; gear 0: none
        ("note_gear", INT64, (MEEPLES,)),
        ("since", INT64, (MEEPLES,)),  # when its present stay on an exit began; 0: at the start
        ("arrivals", INT64),
        ("hand", INT64, (MOST_SEATS,)),  # people rescued by each player
        # the Emergency Exit is being placed (MB-8.3)
        ("reach", INT64),  # how far from the Control Room
        ("crowded", INT64),  # no place keeps away from the placer's own engineers
        ("spot_x", INT64),  # the place that was chosen
        ("spot_y", INT64),
        # the end
        ("result", INT64),
        ("winners", INT64),  # mask of seats
        # the pile, its top last
        ("left", INT64),
        ("pile", INT8, (MOST_PILE,)),
    ],
)


class Phase(Constants):
    """What is decided next."""

    TURN, ACT, PLACE, FACE, OVER = range(5)


class Result(Constants):
    """How a game ended."""

    NONE, WIN, LESSER, LOSS, WORST = range(5)


class Told(Constants):
    """Kinds of events: (a, b, c, d); nothing in them is secret."""

    MOVED = 1  # meeple, from room, to room, 1 if through the Control Room
    EXPLORED = 2  # meeple, new room, direction
    PEOPLE = 3  # room: somebody is found there
    TURNED = 4  # meeple, room, gear (0 or 1), amount in quarter turns or places
    SLID = (
        5  # after an edge gear: axis (0 north-south, 1 east-west), the line's place on the other axis, least, greatest
    )
    SWITCHED = 6  # meeple
    COLLAPSED = 7  # room, x, y, facing: where it was
    RESCUED = 8  # seat, room
    LOCKED = 9  # the Lockdown shuts the machine
    PLACED = 10  # seat, room: the Emergency Exit
    CHOSE = 11  # seat: where the Emergency Exit goes
    PASSED = 12  # seat
    VOTED = 13  # seat
    LEFT_INSIDE = 14  # how many people, when everybody is safe
    TRAPPED = 15  # meeple
    ENDED = 16  # result, mask of winners, clause
