"""List the parts of Mechanica in tables: bots, tiles, the factory's places, the shop, blueprints, and all actions.

Everything here is data of the rulebook's sections 1, 2, 8, 10 and 11. A place of a factory is 6 * row + column: rows a
to c are 0 to 2, column 0 is the Start Zone, 5 the Dock. A tile in its orientation is one number: its kind + 16 *
rotation, + 64 if flipped.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.dealing import as_printed
from enginehouse.core.rule import Constants

BOUNDS = {
    "PRICE_OF.[123]": (0, 12),
    "PRICES.*": (0, 12),
    "FORK_PRICE": (0, 12),
    "BIG_PRICE": (0, 12),
    "HUGE_PRICE": (0, 12),
    "HUGE_FOR_BIG": (0, 12),
    "STARTING_MONEY": (0, 30),
    "TILES.*.value": (0, 20),
    "TILES.*.price": (-7, 12),
    "TILES.fork.price": (0, 0),
    "COPIES.*": (0, 6),
    "SET_ASIDE": (0, 12),
    "RECYCLING.[1-9].[1-3]": (0, 3),
    "ARMAND_VAULT.[0-3]": (0, 200),
    "ARMAND_TIMES": (0, 20),
    "BLUEPRINTS.*.pay": (0, 40),
}
"""The numbers that the lab may change, with minimum and maximum (see `core.registry.overlays`)."""
MEANINGS = {
    "PRICE_OF.[123]": "coins for selling a bot: 1 Basic, 2 Plus, 3 Deluxe",
    "PRICES.*": "coins for the improvement on a spot of the shop, from the newest spot",
    "FORK_PRICE": "coins for a Fork",
    "BIG_PRICE": "coins for a big truck in place of a small one",
    "HUGE_PRICE": "coins for a huge truck in place of a small one",
    "HUGE_FOR_BIG": "coins for a huge truck in place of a big one",
    "STARTING_MONEY": "coins in the Wallet of each player at the start",
    "TILES.*.value": "coins that the improvement counts at the end",
    "TILES.*.price": "coins added to the price of its spot in the shop; negative: cheaper",
    "COPIES.*": "copies of the improvement in the stack",
    "SET_ASIDE": "improvements that are set aside at the start",
    "RECYCLING.[1-9].[1-3]": "bots for recycling: by kind of improvement, then by model (1 Basic, 2 Plus, 3 Deluxe)",
    "ARMAND_VAULT.[0-3]": "coins in ARMAND-0's Vault at the start, by level",
    "ARMAND_TIMES": "coins that ARMAND-0 gets for each coin of an improvement's value",
    "BLUEPRINTS.*.pay": "coins for completing the blueprint",
}
"""The meaning of each of these numbers, for `enginehouse lab numbers`."""

# -- 1 Parts -----------------------------------------------------------------------------------------------------------

MOST_SEATS = 4
BASIC, PLUS, DELUXE = 1, 2, 3
MODELS = ("basic", "plus", "deluxe")
PRICE_OF = np.array([0, 2, 4, 6], np.int64)
"""MC-1.1: the price of a bot by model."""

ROWS, COLUMNS, DOCK = 3, 6, 5
PLACES = ROWS * COLUMNS
"""MC-1.3: the number of places of a factory: Start Zone, floor of 3 x 4, Dock."""
Place = int
"""A place by number, row by row: the Start Zone, four of the floor, a truck of the Dock."""
SIDES = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(4)
DOWN = (-1, 0, 1, 0)
ACROSS = (0, 1, 0, -1)
"""By side (N, E, S, W): the change of row (`DOWN`) and of column (`ACROSS`) of a bot that leaves through it."""
START = tuple(COLUMNS * row for row in range(ROWS))
FLOOR = tuple(COLUMNS * row + column for row in range(ROWS) for column in range(1, DOCK))
FLOOR_BACKWARDS = tuple(COLUMNS * row + column for column in range(DOCK - 1, 0, -1) for row in range(ROWS))
BACKWARDS = (*FLOOR_BACKWARDS, *START)
"""MC-5.8: the order of places in a run: from the Dock to the west, in each column from row a."""
TRUCKS = tuple(COLUMNS * row + DOCK for row in range(ROWS))
BASIC_SLOT = 6
"""MC-1.3: the place b0, the slot with the printed Basic Fabricator."""
TRUCK_NAMES = ("", "small", "big", "huge")
"""MC-1.4: the names of trucks by size."""


def place_name(place: Place) -> str:
    """Return the name of a place: a0 to c4, or the letter of the row for a truck."""
    row, column = divmod(place, COLUMNS)
    return "abc"[row] + (str(column) if column < DOCK else "")


# -- 8 The tiles -------------------------------------------------------------------------------------------------------

WRAPPER, UPGRADER, DUPLICATOR, DOWNGRADER, REPURPOSER, TESTER, CHARGER, ADVANCED, OVERACTIVE, FORK = range(1, 11)
"""The numbers of the kinds of improvements, in the order of `TILES`."""


class Tile(NamedTuple):
    """A kind of tile: slug, title, value at the end, bots for recycling it, exits, and whether it can be flipped.

    `recycling` has the models of the bots that a player gets for the tile. Exits are those of the tile before it is
    turned. `price` is added to the price of the tile's spot in the shop, and is 0 in the printed game.
    """

    slug: str
    title: str
    value: int
    recycling: tuple[int, ...]
    exits: tuple[int, ...]
    flips: bool = False
    price: int = 0


TILES: tuple[Tile, ...] = (
    Tile("", "", 0, (), ()),
    Tile("gift-wrapper", "Gift Wrapper", 3, (PLUS,), (EAST,)),
    Tile("upgrader", "Upgrader", 2, (PLUS,), (EAST,)),
    Tile("duplicator", "Duplicator", 2, (BASIC, BASIC), (EAST, NORTH), True),
    Tile("downgrader", "Downgrader", 4, (BASIC, PLUS), (EAST, NORTH, SOUTH)),
    Tile("repurposer", "Repurposer", 4, (DELUXE,), (EAST,)),
    Tile("flight-tester", "Flight Tester", 3, (BASIC, PLUS), ()),
    Tile("static-charger", "Static Charger", 2, (BASIC, BASIC), (EAST,)),
    Tile("advanced-fabricator", "Advanced Fabricator", 2, (BASIC, BASIC), (EAST,)),
    Tile("overactive-fabricator", "Overactive Fabricator", 3, (PLUS,), (EAST,)),
    Tile("fork", "Fork", 0, (), (EAST, NORTH), True),
)
IMPROVEMENTS = 9
"""MC-1.2: the number of kinds of improvements.

Kinds 1 to 9 are improvements, three copies of each. A Fork is not one.
"""
PRINTED_COPIES = 3
COPIES = {tile.slug: PRINTED_COPIES for tile in TILES[1 : IMPROVEMENTS + 1]}
"""The number of copies of each kind: the printed one, unless the lab changes it."""
KIND_BITS, TURN_BITS, FLIP = 15, 48, 64
"""The masks for the kind of a tile, its rotation and its flip, in the tile's number."""


def _list_sides(kind: int, flipped: int) -> tuple[int, ...]:
    mirrored = {NORTH: SOUTH, SOUTH: NORTH} if flipped else {}
    return tuple(mirrored.get(side, side) for side in TILES[kind].exits)


_entrance, _exits, _flats, _outs = [], [], [], []
for _code in range(128):
    _kind, _turn, _flipped = _code & KIND_BITS, (_code >> 4) & 3, _code >> 6
    _real = 0 < _kind < len(TILES)
    _ways = [(side + _turn) & 3 for side in _list_sides(_kind, _flipped)] if _real else []
    _laid_on_floor = _real and _kind not in (ADVANCED, OVERACTIVE)
    _entrance.append((WEST + _turn) & 3 if _laid_on_floor else -1)
    _exits.append(sum(1 << side for side in _ways))
    _flats.append(15 & ~_exits[-1] & ~(1 << _entrance[-1] if _laid_on_floor else 0) if _real else 0)
    _holes = {
        0: [EAST],
        UPGRADER: _ways,
        DUPLICATOR: _ways,
        DOWNGRADER: _ways,
        REPURPOSER: _ways,
        CHARGER: _ways * 2,
        ADVANCED: [EAST, EAST],
        OVERACTIVE: [EAST, EAST],
    }.get(_kind, [])
    _outs.append([*_holes, -1, -1, -1][:3])

ENTRANCE = np.array(_entrance, np.int64)
"""By tile: the side of its entrance, or -1 for a Fabricator and for no tile."""
EXITS = np.array(_exits, np.int64)
"""By tile: the mask of the sides with an exit."""
FLATS = np.array(_flats, np.int64)
"""MC-8.2, by tile: the mask of the sides with neither entrance nor exit."""
OUT_SIDE = np.array(_outs, np.int64)
"""By tile and output hole: the side by which the hole leaves. Tile 0 is a bare slot, and the Basic Fabricator."""
STOPS = np.array([0, 0, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], np.int64)
"""By kind: the number of input holes. A bot that enters a tile with input holes stays there."""
VALUE_OF = np.array([tile.value for tile in TILES], np.int64)
MORE_OF = np.array([tile.price for tile in TILES], np.int64)
"""By kind: the coins that are added to the price of its spot in the shop."""
RECYCLING = np.array([[0] + [tile.recycling.count(m) for m in (1, 2, 3)] for tile in TILES], np.int64)
"""MC-4.2: by kind of tile and model, the number of bots that a player gets for recycling it."""
FLIPS = np.array([int(tile.flips) for tile in TILES], np.int64)
"""1 for each kind of tile that can be flipped, else 0."""

# -- holes -------------------------------------------------------------------------------------------------------------

HOLES_EACH = 3
"""The number of holes of a place, in the numbers of holes: as many as a huge truck has (MC-1.4)."""
HOLES = HOLES_EACH * PLACES
"""The number of holes of a factory.

Start Zone: 0 is the centre hole, 1 the second. Floor: output holes by OUT_SIDE, but in a Repurposer 1 is the bot that
waits in an input hole. Dock: the bots on the truck, the most expensive first.
"""
CENTRE, SECOND, WAITING = 0, 1, 1
"""The holes of a place: the centre hole and the second hole of a slot, and the input hole of a tile."""

# -- 2 Shop, stacks and blueprints -------------------------------------------------------------------------------------

SPOTS = 4
PRICES = (7, 5, 3, 1)
"""MC-2.2: the prices of the shop's spots."""
FORK_PRICE, BIG_PRICE, HUGE_PRICE, HUGE_FOR_BIG = 1, 3, 5, 3
STARTING_MONEY = 8
EVEN = 1
"""MC-2.1: with option `start`, four players start with coins in their Vaults by turn order.

By default (0) Vaults are empty.
"""
VAULT_BY_TURN = np.array([9, 8, 6, 0], np.int64)
"""The number of these coins by place in turn order. docs/mechanica-balance.md has the games that led to them."""


class Blueprint(NamedTuple):
    """A blueprint (an order, MC-10): the bots that it lists, cheapest first, and the coins that it pays for them."""

    bots: tuple[int, ...]
    pay: int


def _print(bots: str, pay: int) -> Blueprint:
    return Blueprint(tuple("BPD".index(bot) + 1 for bot in bots), pay)


BLUEPRINTS: tuple[Blueprint, ...] = (
    _print("BB", 8), _print("BP", 10), _print("PP", 13), _print("BBB", 13), _print("BD", 13),
    _print("BBP", 15), _print("BPP", 17), _print("PD", 16), _print("DD", 19), _print("BPD", 20),
    _print("PPP", 20), _print("PPD", 23), _print("PDD", 26), _print("BBBB", 18), _print("DDD", 29),
)  # fmt: skip
PAY_OF = np.array([one.pay for one in BLUEPRINTS], np.int64)
LISTED = np.array([[len(one.bots)] + [one.bots.count(m) for m in (1, 2, 3)] for one in BLUEPRINTS], np.int64)
"""By blueprint: the number of its bots, in all and by model."""
LISTS = np.array([[*one.bots, 0, 0, 0, 0][:4] for one in BLUEPRINTS], np.int64)
"""The models of the bots that each blueprint lists, filled up with 0 to four numbers."""

_kinds = [0] + [kind for kind in range(1, IMPROVEMENTS + 1) for _ in range(COPIES[TILES[kind].slug])]
IMPROVEMENT_PIECES = len(_kinds) - 1
PIECES = IMPROVEMENT_PIECES + len(BLUEPRINTS)
KIND_OF = np.array(_kinds + [IMPROVEMENTS + 1 + k for k in range(len(BLUEPRINTS))], np.int64)
"""The kind of each physical piece, by its number from 1: improvements 1 to 9, blueprints from 10 on."""
BACK_OF = np.array([0] * (IMPROVEMENT_PIECES + 1) + [1] * len(BLUEPRINTS), np.int64)
FIRST_STACK, MORE_IMPROVEMENTS = as_printed(
    [kind for kind in range(1, IMPROVEMENTS + 1) for _ in range(PRINTED_COPIES)], dict(enumerate(_kinds[1:], 1))
)
"""MC-2.2: the stack before it is shuffled, and additional improvements (see `core.records.dealing`)."""
FIRST_BLUEPRINT = IMPROVEMENTS + 1
STACK, EXTRAS, SEEN, BLUE = 0, 1, 2, 3
"""Zones: the stack, the Extras, improvements that were turned up, and from BLUE on the two stacks of blueprints."""
FACE_UP = 2
"""The number of face-up blueprints: the top one of each stack (MC-2.3)."""
SET_ASIDE, SECOND_STACK = 6, 7
"""The number of improvements that are set aside at the start (MC-2.2), and the size of the second stack of
blueprints."""
if IMPROVEMENT_PIECES < SET_ASIDE + 2:
    raise ValueError(f"{IMPROVEMENT_PIECES} improvements are too few: {SET_ASIDE} are set aside and two turned up")
CAPACITIES = [IMPROVEMENT_PIECES, SET_ASIDE, IMPROVEMENT_PIECES, len(BLUEPRINTS), SECOND_STACK]
"""The capacity of each zone."""
ROOM = np.array(CAPACITIES, np.int64)
"""The capacities as an array for rules."""

# -- 11 Solo -----------------------------------------------------------------------------------------------------------

ARMAND = 1
"""The index of ARMAND-0's money among the seats: that of a second seat."""
ARMAND_VAULT = np.array([0, 20, 35, 55], np.int64)
"""MC-11.4: the coins in ARMAND-0's Vault at the start, by level. docs/mechanica-balance.md says why."""
ARMAND_TIMES = 6
SIDE_A, SIDE_B, UNBOUGHT = 1, 5, 4
"""MC-11.1: the coins for ARMAND-0 by side of its chip, and the additional coins if it cannot buy with side A."""
GIFT_PLUS, GIFT_DELUXE = 1, 5
"""MC-11.2: the coins for ARMAND-0's Vault when an Overactive Fabricator makes a Plus or a Deluxe."""

# -- actions -----------------------------------------------------------------------------------------------------------

WAYS = [way for size in (2, 3, 4) for way in product(range(ROWS), repeat=size)]
"""MC-6.1: the ways to take a blueprint's bots: the row of the truck for each bot, in order."""
WAY_SIZE = np.array([len(way) for way in WAYS], np.int64)
WAY_TRUCKS = np.array([[*way, 0, 0, 0, 0][:4] for way in WAYS], np.int64)
WAYS_FROM = np.array([0, 0, 0, 9, 36, 117], np.int64)
"""The index in WAYS of the first way with this number of bots."""

ACTIONS = Actions()
"""The actions of a player. Models count from 1, as bots do. Places are those of the factory. All else counts from 0."""

_MODELS = {model: number for number, model in enumerate(MODELS, 1)}
"""The number of each model by its name in actions."""
_LANDINGS = {
    ("truck " if place in TRUCKS else "") + place_name(place): place for place in range(PLACES) if place % COLUMNS
}
"""The places where a throw can land, by their names in actions."""
_TRUCKS = tuple(place_name(place) for place in TRUCKS)
_TILED = {place_name(place): place for place in range(PLACES) if place not in TRUCKS}
_FLOOR = {place_name(place): place for place in FLOOR}
_START = {place_name(place): place for place in START}
"""The places of trucks, tiles, the floor and the Start Zone, by their names in actions."""

Go = ACTIONS.block("go", side=SIDES)
Land = ACTIONS.block("land", place=_LANDINGS)
GiveUp = ACTIONS.block("give up", model=_MODELS)
Make = ACTIONS.block("make", model=_MODELS)
Keep = ACTIONS.block("keep", model=_MODELS)
Put = ACTIONS.block("place", model=_MODELS, place=_START, hole=("centre", "second"))
SellAll = ACTIONS.block("sell all")
Sell = ACTIONS.block("sell", form="sell {model} {row}", row=_TRUCKS, model=_MODELS)
Complete = ACTIONS.block(
    "complete", which=numbered(2, first=0), way=["".join("abc"[row] for row in way) for way in WAYS]
)
Buy = ACTIONS.block(
    "buy", spot=[str(price) if price not in PRICES[:k] else f"{price} at {k + 1}" for k, price in enumerate(PRICES)]
)
BuyFork = ACTIONS.block("buy fork")
Enlarge = ACTIONS.block("truck", form="truck {size} {row}", row=_TRUCKS, size={"big": 2, "huge": 3})
Demolish = ACTIONS.block("demolish", place=_TILED, grave=True)
Fabricate = ACTIONS.block("install", place=_START)
"""The action that installs in the Start Zone. The next block installs on the floor."""
Install = ACTIONS.block(
    "install", form="install {place} {turn}{flip}", place=_FLOOR, turn=numbered(4, first=0), flip=("", " flipped")
)
Recycle = ACTIONS.block("recycle", grave=True)
End = ACTIONS.block("end", grave=True)


class Question(Constants):
    """The kinds of questions that the owner of a factory is asked during its run (MC-5.6)."""

    NONE, FORK, THROW, CRASH, MODEL, EXIT = range(6)


ACTION_OF = np.full((6, PLACES), -1, np.int64)
"""MC-5.6: by question and answer (a side, a place or a model), the action that gives the answer, or -1."""
for _question, _block in (
    (Question.FORK, Go), (Question.THROW, Land), (Question.CRASH, GiveUp), (Question.MODEL, Make), (Question.EXIT, Go),
):  # fmt: skip
    for _action in range(_block.FIRST, _block.FIRST + _block.MANY):
        ACTION_OF[_question, _block.values(_action)[0]] = _action
