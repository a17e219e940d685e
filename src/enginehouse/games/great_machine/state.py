"""Define the record of The Great Machine, which holds one position of a game.

The record stores which hidden facts each seat knows (GM-9):

- the cards in its own hand, and cards that went into another hand in public
- after Caffeine Prophecy: the places of the cards that it put back, and later which seat drew each of them
- after Nobbled a Passing Geezer: the cards of the deck, until another seat draws from it

The record leaves out these facts, although a player could remember or conclude them:

- the cards of a deck that was made anew from its discard pile (they were public; players may count)
- the turn in which a player drew a card that is still in the hand
- the seats that passed when they were asked whether they cancel a card
- conclusions from the choices of others
"""

from __future__ import annotations

from enginehouse.core.records.fields import INT8, INT16, Grid, Row, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState
from enginehouse.core.rule import Constants
from enginehouse.games.great_machine import parts
from enginehouse.games.great_machine.parts import ACTIONS as ACTIONS
from enginehouse.games.great_machine.parts import TRACK

RUNS = 48
"""The number of runs of equal pellets in which a toggle's stuck pellets are stored.

A game has about twenty marked pellets.
"""


class State(GameState, name="great-machine", pieces=(parts.PIECES, parts.CAPACITIES), hands=(parts.HAND,)):
    """The fields of a record, which is one position of a game. Each field has a shape and the seats that may see it."""

    # the turn
    phase: int = public(within=(0, 31))  # `Phase`: the kind of the next decision
    active: int = public(holds="seat")  # the seat whose turn it is
    turn_at: int = public(within=(0, parts.MOST_SEATS - 1))  # its place in the order
    order: Row = public(parts.MOST_SEATS, holds="seat")  # the seats in the order of their turns
    placed: int = public(within=(0, parts.MOST_SEATS))  # how many rats have been put into cages at the start
    track: int = public()  # slots left until the Master comes home
    round: int = public()  # rounds begun so far
    turns: int = public()  # turns begun so far
    # the machine
    toggles: int = public(within=(0, parts.MOST_TOGGLES))  # how many
    cages: int = public(within=(0, parts.MOST_CAGES))  # the number of cages
    tilt: int = public(within=(0, 255))  # mask of the toggles that tilt right
    motor: int = public()  # place in the ring, counted on and on: modulo its size the charged cage
    direction: int = public(within=(-1, 1))  # 1 clockwise, -1 counter-clockwise
    blockage: int = public(within=(0, parts.MOST_TOGGLES))  # the level at which the next pellet sticks; 0: none
    stuck_runs: Row = public(parts.MOST_TOGGLES + 1)  # by toggle: how many runs of equal stuck pellets it has
    # by toggle and run, in the order in which they stuck: the marks of its pellets (`Mark`)
    stuck_mark: Grid = public(parts.MOST_TOGGLES + 1, RUNS, dtype=INT8)
    stuck_many: Grid = public(parts.MOST_TOGGLES + 1, RUNS, dtype=INT16)  # by toggle and run: how many pellets it has
    # rats, by seat
    alive: int = public(holds="seats")  # masks of seats
    escaped: int = public(holds="seats")  # whose rat ran off: the next turn is spent catching it
    mellow: int = public(holds="seats")  # whose rat no card touches until the next turn
    boots: int = public(holds="seats")  # whose rat wears Rubber Boots: it cannot be shocked
    cower: int = public(holds="seats")  # whose rat cowers: no shock and no food
    salivate: int = public(holds="seats")  # whose rat salivates: it gains a phantom pellet if a toggle tilts
    drooled: int = public(holds="seats")  # has had this turn's phantom pellet
    distraught: int = public(holds="seats")  # by the last Lightning Strike, for so many turns, this one included
    distraught_turns: int = public()  # turns until `distraught` ends
    distraught_before: int = public(holds="seats")  # by the strike of the turn before, to the end of this turn
    cage: Row = public(
        parts.MOST_SEATS, by_seat=True, within=(0, parts.MOST_CAGES)
    )  # the number of the cage of its rat; 0: none
    real: Row = public(parts.MOST_SEATS, by_seat=True)  # the pellets that its rat has eaten
    phantom: Row = public(parts.MOST_SEATS, by_seat=True)  # its phantom pellets
    # 0: not in the maze; -1: waits in its cage for the pipe; else the toggle where it is
    pipe: Row = public(parts.MOST_SEATS, by_seat=True, within=(-1, parts.MOST_TOGGLES))
    # when its rat came into the pipes, as a value of `pipe_count`
    pipe_since: Row = public(parts.MOST_SEATS, by_seat=True)
    pipe_count: int = public()  # how many rats have come into the pipes so far
    partners: Row = public(parts.MOST_SEATS, by_seat=True, holds="seats")  # Collaboration: mask
    psycho: Row = public(parts.MOST_SEATS, by_seat=True, within=(0, 255))  # mask of toggles that this rat locks
    theories: Row = public(parts.MOST_SEATS, by_seat=True)  # Proved a Private Theory!, for the score sheet
    # until somebody's next turn: masks of seats, so that the same twice does not add up (GM-6.8)
    locks: Row = public(parts.MOST_TOGGLES + 1, holds="seats")  # mask of seats at whose next turn a lock ends
    fitness: int = public(holds="seats")  # the players of Fitness Meme: only the thinnest rat gains
    union: int = public(holds="seats")  # the players of Union Action: no rat eats
    ethics: int = public(holds="seats")  # the players of Ethics Committee: the machine stands still
    # this turn and turns to come
    now: int = public()  # bits of Now
    supers: int = public()  # the Super Pellets of this turn
    extras: int = public()  # the Extra Food of this turn
    shocked: int = public(holds="seats")  # mask of the rats shocked in this turn
    skip: int = public(within=(0, 1))  # 3.1 and 3.2 are skipped
    straight: int = public(within=(0, 1))  # the turn goes straight to its end
    waiting: Row = public(parts.MOST_SEATS, by_seat=True)  # bits of Now that begin with the seat's next turn
    waiting_supers: Row = public(parts.MOST_SEATS, by_seat=True)  # Super Pellets of the seat's next turn
    waiting_extras: Row = public(parts.MOST_SEATS, by_seat=True)  # Extra Food of the seat's next turn
    extra_turns: Row = public(parts.MOST_SEATS, by_seat=True)  # extra turns after this turn
    waiting_turns: Row = public(parts.MOST_SEATS, by_seat=True)  # extra turns after the seat's next turn
    lost_turns: Row = public(parts.MOST_SEATS, by_seat=True)  # turns that the seat will lose
    slots_left_out: int = public(within=(0, TRACK))  # GM-2.4: by how many slots the track is shorter than `TRACK`
    # the card being played
    played: int = public(within=(0, 4095))  # its action code
    player: int = public(holds="seat")  # the player of the top card in play
    deck: int = public(within=(0, 1))  # the deck being looked at
    to_draw: int = public()  # cards that are still to be drawn


SHAPE = State.SHAPE

end_of_turn = SHAPE.cleared("now", "supers", "extras", "shocked", "skip", "straight", "distraught_before")
"""The rule that clears the fields that hold in one turn only (GM-7.1)."""
until_next_turn = SHAPE.ended("psycho", "fitness", "union", "ethics", "cower", "salivate", "mellow")
"""The rule that clears a seat in the fields that last until its player's (or its rat's owner's) next turn (GM-7.1)."""
lasting = SHAPE.ended(
    "escaped", "boots", "cower", "salivate", "distraught", "distraught_before", "mellow", "pipe", "psycho"
)
"""The rule that clears a seat in the fields of lasting effects on its rat (GM-4.1)."""
rat_alone = SHAPE.ended("alive", "cage", "real", "phantom")
waited = SHAPE.ended("waiting", "waiting_supers", "waiting_extras", "waiting_turns")
"""The rule that clears a seat in the fields of effects that wait for its turn (GM-6.2)."""


class Phase(Constants):
    """The kinds of the next decision, and of the steps between decisions.

    The field `phase` of a record has one of them.
    """

    PLACE, RETURN, DRAW, PLAY, WINDOW, LOOK, ORDER, TAKE, ECONOMY, CLEAN, LIMIT, OVER = range(12)
    BEGIN, GO_ON, MACHINE, END, NEXT = range(12, 17)
    """Automatic steps."""


class Now(Constants):
    """The effects of cards that last for one turn, as bits.

    The field `now` of a record has the effects of the current turn. `waiting` has those of the next turn of each seat.
    """

    SPEED, POISON, LIGHTNING, SHORT, BURN_OUT, LAXATIVE = 1, 2, 4, 8, 16, 32
    HOPPER, NOXIOUS, FLOODED, REANIMATION, COWER, SALIVATE = 64, 128, 256, 512, 1024, 2048
    RATS = NOXIOUS | COWER | SALIVATE
    """The effects that wait for a rat's turn and end if the rat dies (GM-6.2)."""


class Mark(Constants):
    """The bits of a pellet's marks, which cards such as Poison Pellet put on it."""

    POISON, LAXATIVE, SUPER = 1, 2, 4
    """SUPER is counted: 4 stands for one Super Pellet, 8 for two."""


class Told(Kinds):
    """The kinds of events, each with the names of the numbers that such an event has."""

    PLACED = kind(1, "seat", "cage")
    MACHINE_SET = kind(2, "tilt", "cage")  # tilt mask, charged cage
    TURN = kind(3, "seat")
    TURN_LOST = kind(4, "seat")
    DREW = kind(5, "seat", "deck", hidden="card")
    RESHUFFLED = kind(6, "deck")
    PLAYED = kind(7, "seat", "action")
    DISCARDED = kind(8, "seat", "card")
    ASKED = kind(9, "seat", "asked")  # seat whose card may be cancelled, mask of the seats that are asked
    INTERVENED = kind(10, "seat")
    CANCELLED = kind(11, "card")
    TILTED = kind(12, "toggle", "right")  # toggle, 1 if right now
    MOTOR = kind(13, "cage", "steps")  # cage now charged, steps in ring (signed)
    REVERSED = kind(14, "direction")
    SHOCKED = kind(15, "seat", "cage")
    SPARK = kind(16, "cage")  # struck an empty or guarded cage
    STRUCK = kind(17, "seat", "cage")
    GAINED = kind(18, "seat", "many", "phantom")  # seat, how many, 1 if phantom
    LOST = kind(19, "seat", "many")  # seat, how many
    DROPPED = kind(20, "mark")  # a pellet leaves the hopper
    FELL = kind(21, "toggle", "side", "mark")  # toggle it leaves, side (1 right), mark
    STUCK = kind(22, "toggle", "mark")
    ATE = kind(23, "seat", "mark", "in_pipes")  # seat, mark, 1 if in the pipes
    WASTED = kind(24, "cage", "mark")
    DIED = kind(25, "seat", "cage")
    RETURNED = kind(26, "seat", "cage")
    PUT_BACK = kind(27, "seat", "cage")  # an escaped rat
    TRACK = kind(28, "place", "by")  # new place, by how much (negative is forward)
    ROUND = kind(29, "round")
    LOCKED = kind(30, "toggles")  # toggle mask
    UNLOCKED = kind(31, "toggles")  # toggle mask
    SWAPPED = kind(32, "seat", "other")
    CLIMBED = kind(33, "seat", "toggle")
    LOOKED = kind(34, "seat", "deck")
    PUT_IN_ORDER = kind(35, "seat", "deck")
    TOOK = kind(36, "seat", "deck", hidden="card")
    GOT = kind(37, "seat", "card")  # from a discard pile, openly
    COIN = kind(38, "heads")  # 1 heads
    BEGAN = kind(39, "seat", "now")  # effects that waited for the seat's turn begin
    WAITS = kind(40, "seat", "card")
    MASTER = kind(41, "last_round")  # the Master arrives; 1 if by the last round
    HOME = kind(42, "seat", "cage")  # a maze rat is back
