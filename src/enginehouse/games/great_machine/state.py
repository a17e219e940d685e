"""The record of The Great Machine.

A seat keeps facts of these kinds (GM-9): its own hand; cards that everybody saw go into a hand; the places of the cards
that it put back with Caffeine Prophecy, and in whose hand they are after they were drawn; which cards a deck holds
after Nobbled a Passing Geezer, until somebody else draws from it.

Deliberately forgotten: what a deck holds after the discard pile was shuffled into it (all saw the pile; players may
count), which card of a hand was drawn when, who passed in a window, and whatever follows from somebody's choices.
"""

from __future__ import annotations

from enginehouse.core.header import header_fields
from enginehouse.core.hidden import hidden_fields
from enginehouse.core.record import INT8, INT16, INT64, Shape
from enginehouse.core.rule import Constants
from enginehouse.games.great_machine import parts
from enginehouse.games.great_machine.parts import CAPACITIES, MOST_SEATS, MOST_TOGGLES, PIECES

ACTIONS = parts.ACTIONS

RUNS = 48
"""A toggle's stuck pellets are kept as runs of alike ones; marked pellets are some twenty in a game at most."""

_SEATS = (MOST_SEATS,)
_TOGGLES = (MOST_TOGGLES + 1,)

SHAPE = Shape(
    "great-machine",
    [
        *header_fields(),
        # the turn
        ("phase", INT64),
        ("active", INT64),  # the seat whose turn it is
        ("turn_at", INT64),  # its place in the order
        ("order", INT64, _SEATS),
        ("placed", INT64),  # how many rats have been put into cages at the start
        ("track", INT64),
        ("round", INT64),
        ("turns", INT64),  # turns begun so far
        # the machine
        ("toggles", INT64),  # how many
        ("cages", INT64),
        ("tilt", INT64),  # mask of the toggles that tilt right
        ("motor", INT64),  # place in the ring, counted on and on: modulo its size the charged cage
        ("direction", INT64),  # 1 clockwise, -1 counter-clockwise
        ("blockage", INT64),  # the level at which the next pellet sticks; 0: none
        ("stuck_runs", INT64, _TOGGLES),
        ("stuck_mark", INT8, (MOST_TOGGLES + 1, RUNS)),
        ("stuck_many", INT16, (MOST_TOGGLES + 1, RUNS)),
        # rats, by seat
        ("alive", INT64),  # masks of seats
        ("escaped", INT64),
        ("mellow", INT64),
        ("boots", INT64),
        ("cower", INT64),
        ("salivate", INT64),
        ("drooled", INT64),  # has had this turn's phantom pellet
        ("distraught", INT64),
        ("distraught_turns", INT64),
        ("cage", INT64, _SEATS),
        ("real", INT64, _SEATS),
        ("phantom", INT64, _SEATS),
        ("pipe", INT64, _SEATS),  # 0: not in the maze; -1: waits in its cage for the pipe; else the toggle where it is
        ("pipe_since", INT64, _SEATS),
        ("pipe_count", INT64),
        ("partners", INT64, _SEATS),  # Collaboration: mask
        ("psycho", INT64, _SEATS),  # mask of toggles that this rat locks
        ("theories", INT64, _SEATS),  # Proved a Private Theory!, for the score sheet
        # until somebody's next turn: masks of seats, so that the same twice does not add up (GM-6.8)
        ("locks", INT64, _TOGGLES),  # mask of seats at whose next turn a lock ends
        ("fitness", INT64),
        ("union", INT64),
        ("ethics", INT64),
        # this turn and turns to come
        ("now", INT64),  # bits of Now
        ("supers", INT64),
        ("extras", INT64),
        ("shocked", INT64),  # mask of the rats shocked in this turn
        ("skip", INT64),  # 3.1 and 3.2 are skipped
        ("straight", INT64),  # the turn goes straight to its end
        ("waiting", INT64, _SEATS),  # bits of Now that begin with the seat's next turn
        ("waiting_supers", INT64, _SEATS),
        ("waiting_extras", INT64, _SEATS),
        ("extra_turns", INT64, _SEATS),
        ("waiting_turns", INT64, _SEATS),
        ("lost_turns", INT64, _SEATS),
        # the card being played
        ("played", INT64),  # its action code
        ("player", INT64),  # who played the card on top of those in play
        ("deck", INT64),  # the deck being looked at
        ("to_draw", INT64),
        *hidden_fields(PIECES, CAPACITIES),
    ],
)


class Phase(Constants):
    """What is decided next."""

    PLACE, RETURN, DRAW, PLAY, WINDOW, LOOK, ORDER, TAKE, ECONOMY, CLEAN, LIMIT, OVER = range(12)
    BEGIN, GO_ON, MACHINE, END, NEXT = range(12, 17)
    """Steps that nobody decides; they are gone through at once."""


class Now(Constants):
    """Bits of what holds in one turn, and what begins with it."""

    SPEED = 1
    POISON = 2
    LIGHTNING = 4
    SHORT = 8
    BURN_OUT = 16
    LAXATIVE = 32
    HOPPER = 64
    NOXIOUS = 128
    FLOODED = 256
    REANIMATION = 512
    COWER = 1024
    SALIVATE = 2048

    RATS = 128 | 1024 | 2048
    """Those that wait for a rat: they end with it (GM-6.2)."""


class Mark(Constants):
    """Bits of a pellet."""

    POISON = 1
    LAXATIVE = 2
    SUPER = 4
    """Counts: one Super Pellet is 4, two are 8."""


class Told(Constants):
    """Kinds of events: (a, b | c, d); c and d may be secret."""

    PLACED = 1  # seat, cage
    MACHINE_SET = 2  # tilt mask, charged cage
    TURN = 3  # seat
    TURN_LOST = 4  # seat
    DREW = 5  # seat, deck | kind
    RESHUFFLED = 6  # deck
    PLAYED = 7  # seat, action code
    DISCARDED = 8  # seat, kind
    ASKED = 9  # seat whose card may be cancelled, mask of the seats that are asked
    INTERVENED = 10  # seat
    CANCELLED = 11  # kind
    TILTED = 12  # toggle, 1 if right now
    MOTOR = 13  # cage now charged, steps in ring (signed)
    REVERSED = 14  # direction
    SHOCKED = 15  # seat, cage
    SPARK = 16  # cage: struck an empty or guarded cage
    STRUCK = 17  # seat, cage
    GAINED = 18  # seat, how many, 1 if phantom
    LOST = 19  # seat, how many
    DROPPED = 20  # mark: a pellet leaves the hopper
    FELL = 21  # toggle it leaves, side (1 right), mark
    STUCK = 22  # toggle, mark
    ATE = 23  # seat, mark, 1 if in the pipes
    WASTED = 24  # cage, mark
    DIED = 25  # seat, cage
    RETURNED = 26  # seat, cage
    PUT_BACK = 27  # seat, cage: an escaped rat
    TRACK = 28  # new place, by how much (negative is forward)
    ROUND = 29  # round that begins
    LOCKED = 30  # toggle mask
    UNLOCKED = 31  # toggle mask
    SWAPPED = 32  # seat, seat
    CLIMBED = 33  # seat, toggle
    LOOKED = 34  # seat, deck
    PUT_IN_ORDER = 35  # seat, deck
    TOOK = 36  # seat, deck | kind
    GOT = 37  # seat, kind: from a discard pile, openly
    COIN = 38  # 1 heads
    BEGAN = 39  # seat, bits of Now: what waited for the seat's turn begins
    WAITS = 40  # seat, kind
    MASTER = 41  # the Master arrives; 1 if by the last round
    HOME = 42  # seat, cage: a maze rat is back
