"""Define the record of Mechanica, which holds one position of a game.

A seat may see these parts of the record (MC-1.6): everything that lies openly on the tabletop, the blueprints that were
face-up earlier, and its own answers in its current factory run.

All seats run their factories at the same time. When all have answered the questions of their runs, the answers become
public. The same is true for answers to a gift. The record has every fact that a player could remember.
"""

from __future__ import annotations

from enginehouse.core.records.fields import INT8, Grid, Row, custom, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState
from enginehouse.core.rule import Constants
from enginehouse.games.mechanica import parts
from enginehouse.games.mechanica.parts import ACTIONS as ACTIONS

ANSWERS = 192
"""The capacity for the answers of one run: at most 27 bots ride past at most 12 tiles with questions."""
ASKED_KIND, ASKED_PLACE, ASKED_MASK, ASKED_MODEL, ASKED_HOLE = range(5)
"""The places of the numbers in a row of `asking`: the kind of question, the place, the mask of answers, model and
hole."""


class State(GameState, name="mechanica", pieces=(parts.PIECES, parts.CAPACITIES)):
    """The fields of a record, which is one position of a game. Each field has a shape and the seats that may see it."""

    # the turn
    level: int = public(within=(0, 4))  # MC-11.4, in a solo game
    phase: int = public(within=(0, 31))  # `Phase`: the kind of the next decision
    first: int = public(holds="seat")  # the seat that has the first turn of the day
    turn: int = public(holds="seat")  # the seat whose turn it is
    done: int = public(within=(0, parts.MOST_SEATS))  # turns had in this workday
    day: int = public()  # the number of the workday
    completed: int = public()  # mask of the blueprints completed in this turn
    marked: int = public()  # 1 if a blueprint was completed today: both are replaced at the end of the day
    pending: int = public(within=(0, 15))  # the kind that is being installed
    making: int = public()  # the slot whose Fabricator makes its bot
    step: int = public()  # bits of MakingStep
    announced: int = public(within=(0, 3))  # the model that the Fabricator is about to make
    received: Row = public(4)  # by model: bots still to be placed
    # the shop
    shop: Row = public(parts.SPOTS, within=(0, 10))  # by place: the kind of the tile that lies there; 0: none
    spun: int = public()  # how often the shop has rotated
    turned: Row = public(2)  # how often each stack of blueprints was turned on
    recycler: Row = public(parts.FORK)  # by kind
    robot: Row = public(parts.FORK)  # by kind: ARMAND-0's improvements
    # by seat
    wallet: Row = public(parts.MOST_SEATS, by_seat=True)  # coins in the Wallet
    vault: Row = public(parts.MOST_SEATS, by_seat=True)  # coins in the Vault
    # by place: the tile that lies there; 0: none
    tiles: Grid = public(parts.MOST_SEATS, parts.PLACES, dtype=INT8, by_seat=True)
    # by hole: the model of the bot in it; 0: none
    holes: Grid = public(parts.MOST_SEATS, parts.HOLES, dtype=INT8, by_seat=True, within=(0, 3))
    # the answers of the run of a factory, in order
    answers: Grid = custom(parts.MOST_SEATS, ANSWERS, dtype=INT8, by_seat=True)
    answered: Row = custom(parts.MOST_SEATS, by_seat=True)  # how many answers of the run are given
    asking: Grid = own(
        parts.MOST_SEATS, 5
    )  # the question of the run: kind of tile, place, mask of answers, model and hole


SHAPE = State.SHAPE

none_received = SHAPE.cleared("received")
next_slot = SHAPE.cleared("step", "announced")


class Phase(Constants):
    """The kinds of the next decision. The field `phase` of a record has one of them."""

    RUN, TURN, INSTALL, RECEIVE, ANNOUNCE, KEEP, GIFT, OVER = range(8)


class MakingStep(Constants):
    """The steps in which a slot's Fabricator makes its bot."""

    ANNOUNCE, MAKE, GIVE = range(3)


class Told(Kinds):
    """The kinds of events, each with the names of the numbers that such an event has. No event is secret."""

    RUNS = kind(1, "seat", "day")  # the events of a run begin
    LEFT = kind(2, "seat", "hole", "model")  # a bot leaves a hole
    RODE = kind(3, "seat", "place")  # it comes there
    COIN = kind(4, "seat", "place")  # it passes a Gift Wrapper
    THROWN = kind(5, "seat", "place", "coin")  # the landing place; 1 if a coin was paid
    ARRIVED = kind(6, "seat", "place", "model")  # a tile or a truck at which it stays
    LOST = kind(7, "seat", "where", "inside")  # 4 * place + the side by which it left; or 4 * place, 1: in there
    CRASHED = kind(8, "seat", "place", "model")  # given up in a collision
    ACTIVATED = kind(9, "seat", "place", "model")  # the model that is made, or comes out
    RAN = kind(10, "seat", "bots", "coins", "destroyed")  # bots on trucks; coins: Wallet + 100 * Vault
    TURN = kind(11, "seat")
    SOLD = kind(12, "seat", "place", "model", "price")
    COMPLETED = kind(13, "seat", "which", "blueprint", "pay")
    BOUGHT = kind(14, "seat", "tile", "price", "spot")
    INSTALLED = kind(15, "seat", "place", "tile")
    RECYCLED = kind(16, "seat", "tile")
    DEMOLISHED = kind(17, "seat", "place", "tile")
    TRUCK = kind(18, "seat", "place", "size")
    RECEIVED = kind(19, "seat", "hole", "model", "destroyed")
    GAVE_UP = kind(20, "seat", "model")
    ANNOUNCED = kind(21, "seat", "model", "slot")
    MADE = kind(22, "seat", "slot", "model", "given_up")
    ROTATED = kind(23, "fell", "came_up")
    BLUEPRINTS = kind(24, "first", "second")
    DAY = kind(25, "day")
    CHIP = kind(26, "side", "coins")  # 0 is side A, 1 B
    ARMAND_BUYS = kind(27, "tile", "price", "spot")
    CHARGED = kind(28, "seat", "place")  # it passes a Static Charger
    ARMAND_PAID = kind(29, "coins")
