"""Mechanica in sentences, made from a view: actions, events, prompts, refusals, the whole position.

Seats are written `{0}` to `{3}`; whoever shows a sentence puts the names in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enginehouse.core.events import Event
from enginehouse.core.naming import listed, many, those
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanica.building import hole_of, is_torn_down, laid_at, laid_by, misfit, shown_by, turned_tile
from enginehouse.games.mechanica.choices import truck_price
from enginehouse.games.mechanica.ending import headline
from enginehouse.games.mechanica.making import makes_here, model_made
from enginehouse.games.mechanica.names import MODEL_TITLES, bots, hole_name, tile_name, truck_name, turned
from enginehouse.games.mechanica.overview import position as position
from enginehouse.games.mechanica.parts import (
    ACTIONS,
    BLUEPRINTS,
    COLUMNS,
    DOCK,
    FORK,
    FORK_PRICE,
    PLUS,
    PRICE_OF,
    PRICES,
    RECYCLING,
    SIDES,
    START,
    TILES,
    TRUCK_NAMES,
    WAYS,
    Buy,
    BuyFork,
    Complete,
    Demolish,
    End,
    Enlarge,
    Fabricate,
    GiveUp,
    Go,
    Install,
    Keep,
    Land,
    Make,
    Place,
    Put,
    Question,
    Recycle,
    Sell,
    SellAll,
    place_name,
)
from enginehouse.games.mechanica.state import ASKED_HOLE, ASKED_KIND, ASKED_MODEL, ASKED_PLACE, Phase, State, Told
from enginehouse.games.mechanica.trading import blueprint, way_works


def asked_hole(v: State, seat: Seat) -> int:
    """The hole of the bot that a seat is asked about; -1 if none."""
    return int(v.asking[seat][ASKED_HOLE]) if v.asking[seat][ASKED_KIND] else -1


# -- actions -----------------------------------------------------------------------------------------------------------


def action(v: State, code: Action) -> str:
    """What an action does, as one would say it."""
    return ACTIONS.told(_ACTIONS, v, code)


def _own_tile(v: State, place: Place) -> int:
    return int(v.tiles[max(0, v.viewer - 1)][place])


def _land(v: State, place: Place) -> str:
    if place % COLUMNS == DOCK:
        return f"Throw it onto {truck_name(place)}"
    tile = _own_tile(v, place)
    return f"Throw it onto {place_name(place)}" + (f", the {tile_name(tile)}" if tile else "")


def _make(v: State, model: int) -> str:
    if v.phase != Phase.ANNOUNCE:
        return f"Make a {MODEL_TITLES[model]}"
    if v.seats == 1:
        return f"Make a {MODEL_TITLES[model]}; ARMAND-0 gets {1 if model == PLUS else 5}"
    gift = "a Basic" if model == PLUS else "a Basic or a Plus"
    return f"Make a {MODEL_TITLES[model]}; each of the others receives {gift}"


_MAKES_HERE = "the Fabricator makes its bot there before the next run, and only one of the two stays"


def _put(v: State, model: int, place: Place, hole: int) -> str:
    seat = v.turn if v.phase == Phase.RECEIVE else max(0, v.viewer - 1)
    there = v.holes[seat][hole_of(place, hole)] if v.phase in (Phase.RECEIVE, Phase.GIFT) else 0
    lost = f", destroying a {MODEL_TITLES[there]}" if there else ""
    full = f"; {_MAKES_HERE}" if makes_here(v, seat, hole_of(place, hole)) else ""
    return f"Put the {MODEL_TITLES[model]} into {place_name(place)}, {('centre', 'second')[hole]} hole{lost}{full}"


def _keep(v: State, model: int) -> str:
    if v.phase != Phase.KEEP:
        return f"Keep the {MODEL_TITLES[model]}"
    there = int(v.holes[v.turn][3 * COLUMNS * v.making])
    other = there if model != there else model_made(v, v.making)
    return f"Give up the {MODEL_TITLES[other]}: the {MODEL_TITLES[model]} stays"


def _complete(v: State, which: int, way: int) -> str:
    card = BLUEPRINTS[blueprint(v, which)]
    models = [*card.bots, 0, 0][: len(WAYS[way])]
    taken = [
        f"{(MODEL_TITLES[m] or 'bot')} from {truck_name(COLUMNS * r)}" for m, r in zip(models, WAYS[way], strict=False)
    ]
    return (
        f"Complete the {('first', 'second')[which]} blueprint for {card.pay}: {listed(taken)}; "
        "both are replaced when the day ends"
    )


def _enlarge(v: State, row: int, size: int) -> str:
    price = truck_price(_own_tile(v, COLUMNS * row + DOCK), size)
    return f"Buy a {TRUCK_NAMES[size]} truck for row {'abc'[row]}" + (f" for {price}" if price else "")


def _instead(v: State, place: Place) -> str:
    there, seat = _own_tile(v, place), max(0, v.viewer - 1)
    if not is_torn_down(v, seat, place):
        return f", in place of the {tile_name(there)}" if there else ""
    lost = [int(bot) for bot in v.holes[seat][3 * place : 3 * place + 3] if bot]
    return f"; this destroys the {tile_name(there)}" + (f" and {bots(lost)} in it" if lost else "")


def _bought(v: State) -> str:
    return TILES[v.pending].title or "improvement"


def _recycle(v: State) -> str:
    got = [model for model in (1, 2, 3) for _ in range(int(RECYCLING[v.pending][model]))]
    return f"Recycle the {TILES[v.pending].title} for {bots(got)}" if got else "Recycle what was bought"


_ACTIONS: dict[int, Callable[..., str]] = {
    Go.KIND: lambda v, side: f"Send it out to the {SIDES[side]}",
    Land.KIND: _land,
    GiveUp.KIND: lambda v, model: f"Give up a {MODEL_TITLES[model]}",
    Make.KIND: _make,
    Keep.KIND: _keep,
    Put.KIND: _put,
    SellAll.KIND: lambda v: "Sell all bots on your trucks",
    Sell.KIND: lambda v, row, model: f"Sell a {MODEL_TITLES[model]} from truck {'abc'[row]} for {PRICE_OF[model]}",
    Complete.KIND: _complete,
    Buy.KIND: lambda v, spot: f"Buy the {TILES[v.shop[spot]].title or 'improvement'} for {PRICES[spot]}",
    BuyFork.KIND: lambda v: f"Buy a Fork for {FORK_PRICE}",
    Enlarge.KIND: _enlarge,
    Demolish.KIND: lambda v, place: (
        f"Demolish the {tile_name(_own_tile(v, place)) or 'improvement'} on {place_name(place)}"
    ),
    Fabricate.KIND: lambda v, place: f"Lay the {_bought(v)} into slot {place_name(place)}{_instead(v, place)}",
    Install.KIND: lambda v, place, turn, flip: (
        f"Lay the {_bought(v)} on {place_name(place)}, {turned(turned_tile(0, turn, flip))}{_instead(v, place)}"
    ),
    Recycle.KIND: _recycle,
    End.KIND: lambda v: "End your turn",
}
"""By kind of action: its sentence, from the view and the action's arguments."""


def group(code: Action) -> str:
    """A short label of an action, for small menus and buttons."""
    if ACTIONS.kind[code] == Install.KIND:
        return turned(laid_by(0, code)).capitalize()
    return ACTIONS[code].capitalize()


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: State, seat: Seat) -> str:
    """What is being decided, as this seat (-1: a spectator) reads it."""
    if v.phase == Phase.OVER:
        return f"{headline(v)}. {reason(v.reason)}"
    if v.phase == Phase.RUN:
        return _run_prompt(v, seat)
    if v.phase == Phase.GIFT:
        return _gift_prompt(v, seat)
    if seat != v.turn:
        return f"{{{v.turn}}} {_WAITS[v.phase]}."
    if v.phase == Phase.INSTALL:
        return f"Install the {TILES[v.pending].title}" + (", or recycle it." if v.pending != FORK else ".")
    if v.phase == Phase.RECEIVE:
        got = [model for model in (1, 2, 3) for _ in range(v.received[model])]
        return f"You receive {bots(got)}. Into which hole of your Start Zone?"
    if v.phase == Phase.ANNOUNCE:
        return "Which model does your Overactive Fabricator make?"
    if v.phase == Phase.KEEP:
        hole = 3 * COLUMNS * v.making
        made = MODEL_TITLES[model_made(v, v.making)]
        both = f"A {made} comes, a {MODEL_TITLES[v.holes[seat][hole]]} is there, and one has room in {place_name(hole // 3)}"
        return f"{both}: click the one to give up."
    money = f"You have {v.wallet[seat]}."
    return f"Your turn. {money} Sell, buy, build; then end your turn."


_WAITS = {
    Phase.TURN: "sells and buys",
    Phase.INSTALL: "installs what was bought",
    Phase.RECEIVE: "places recycled bots",
    Phase.ANNOUNCE: "chooses what to make",
    Phase.KEEP: "chooses which bot to keep",
}


def _run_prompt(v: State, seat: Seat) -> str:
    if seat < 0 or not v.asked >> seat & 1:
        return "Factories are running; somebody has choices to make."
    if v.laid >> seat & 1:
        return "Your factory has run. Others are still choosing."
    kind, place = v.asking[seat][ASKED_KIND], v.asking[seat][ASKED_PLACE]
    bot = f"the {MODEL_TITLES[v.asking[seat][ASKED_MODEL]]} from {hole_name(asked_hole(v, seat))}"
    where = truck_name(place) if place % COLUMNS == DOCK else place_name(place)
    return {
        Question.FORK: f"Your factory runs. Where does the Fork on {where} send {bot}?",
        Question.THROW: f"Your factory runs. Where does the Flight Tester on {where} throw {bot}?",
        Question.CRASH: f"Your factory runs. Too many bots come to {where}: click the one to give up.",
        Question.MODEL: f"Your factory runs. Which model does the Repurposer on {where} make?",
        Question.EXIT: f"Your factory runs. By which exit of the Downgrader on {where} is the Basic to leave?",
    }[kind]


def _gift_prompt(v: State, seat: Seat) -> str:
    gift = "a Basic" if v.announced == PLUS else "a Basic or a Plus"
    if seat < 0 or not v.asked >> seat & 1:
        return f"{{{v.turn}}}’s Overactive Fabricator has gifts: each of the others receives {gift}."
    if v.laid >> seat & 1:
        return "You have placed your gift. Others are still choosing."
    made = MODEL_TITLES[v.announced]
    return (
        f"{{{v.turn}}}’s Overactive Fabricator makes a {made}: you receive {gift}. Into which hole of your Start Zone?"
    )


# -- events ------------------------------------------------------------------------------------------------------------


def event(v: State, e: Event) -> str | None:
    """What happened, in a sentence; None for what only the picture shows."""
    return Told.told(_TOLD, e)


def _ran(e: Any) -> str:
    vault, wallet = divmod(e.coins or 0, 100)
    said = those(
        (True, f"{many(e.bots, 'bot')} on trucks"),
        (vault, f"{vault} into the Vault"),
        (wallet, f"{wallet} into the Wallet"),
        (e.destroyed, f"{e.destroyed} destroyed"),
    )
    return f"{{{e.seat}}}’s factory has run: {listed(said)}."


def _rotated(e: Any) -> str:
    fallen = f" The {TILES[e.fell].title} falls into the Recycler." if e.fell else ""
    risen = f" New: {TILES[e.came_up].title}." if e.came_up else ""
    return f"The shop rotates.{fallen}{risen}"


def _installed(e: Any) -> str:
    tile = e.tile or 0
    how = "" if e.place % COLUMNS == 0 else f", {turned(tile)}"
    return f"{{{e.seat}}} lays the {tile_name(tile)} on {place_name(e.place)}{how}."


def completed(e: Any) -> str:
    """MC-6.3: which blueprint, and what it brings."""
    return f"{{{e.seat}}} completes a blueprint ({bots(list(BLUEPRINTS[e.blueprint].bots))}): {e.pay} into the Vault."


_TOLD: dict[int, Callable[..., str | None]] = {
    Told.RAN: _ran,
    Told.SOLD: lambda e: f"{{{e.seat}}} sells a {MODEL_TITLES[e.model]} for {e.price}.",
    Told.COMPLETED: lambda e: f"{completed(e)} Both blueprints are replaced when the day ends.",
    Told.BOUGHT: lambda e: f"{{{e.seat}}} buys the {TILES[e.tile].title} for {e.price}.",
    Told.INSTALLED: _installed,
    Told.RECYCLED: lambda e: f"{{{e.seat}}} recycles the {TILES[e.tile].title}.",
    Told.DEMOLISHED: lambda e: f"{{{e.seat}}} demolishes the {tile_name(e.tile)} on {place_name(e.place)}.",
    Told.TRUCK: lambda e: f"{{{e.seat}}} has a {TRUCK_NAMES[e.size]} truck in row {'abc'[e.place // COLUMNS]} now.",
    Told.RECEIVED: lambda e: (
        f"{{{e.seat}}} puts a {MODEL_TITLES[e.model]} into {hole_name(e.hole)}"
        f"{f', where a {MODEL_TITLES[e.destroyed]} is destroyed' if e.destroyed else ''}."
    ),
    Told.GAVE_UP: lambda e: f"{{{e.seat}}} has no room for a {MODEL_TITLES[e.model]} and gives it up.",
    Told.ANNOUNCED: lambda e: f"{{{e.seat}}}’s Overactive Fabricator makes a {MODEL_TITLES[e.model]}.",
    Told.MADE: lambda e: (
        f"{{{e.seat}}} makes a {MODEL_TITLES[e.model]} in {place_name(START[e.slot])}"
        f"{f'; a {MODEL_TITLES[e.given_up]} is gone' if e.given_up else ''}."
    ),
    Told.ROTATED: _rotated,
    Told.BLUEPRINTS: lambda e: (
        f"New blueprints: {bots(list(BLUEPRINTS[e.first].bots))} for {BLUEPRINTS[e.first].pay}, "
        f"{bots(list(BLUEPRINTS[e.second].bots))} for {BLUEPRINTS[e.second].pay}."
    ),
    Told.DAY: lambda e: f"Workday {e.day} begins: all factories run.",
    Told.CHIP: lambda e: f"ARMAND-0 flips side {'AB'[e.side]} and gets {e.coins}.",
    Told.ARMAND_BUYS: lambda e: f"ARMAND-0 buys the {TILES[e.tile].title} for {e.price}.",
    Told.ARMAND_PAID: lambda e: f"ARMAND-0 puts {e.coins} into its Vault.",
}
SILENT = {
    Told.RUNS, Told.LEFT, Told.RODE, Told.COIN, Told.THROWN, Told.ARRIVED, Told.LOST, Told.CRASHED, Told.ACTIVATED,
    Told.TURN, Told.CHARGED,
}  # fmt: skip
"""Events that only the picture shows."""


# -- refusals ----------------------------------------------------------------------------------------------------------

REASONS = {
    303: "Nothing is left to buy: the last workday is over.",
    1103: "Nothing is left to buy: the shop is empty, and so is the stack.",
}


def reason(clause: Clause) -> str:
    """Why the game ended."""
    return REASONS[clause]


_REFUSALS = {
    103: "Your Start Zone has no such hole: only a Fabricator that was laid has a second one.",
    105: "Your Wallet does not hold enough for that. What is in the Vault cannot be spent.",
    301: "Factories are running: only the questions of your own run are answered now.",
    302: "It is not your turn.",
    303: "The game is over: nothing is left to buy.",
    401: "There is no such bot on that truck.",
    402: "You can only buy what lies in the shop, and what you buy is installed or recycled at once.",
    403: "Bots are being made and given; that is not asked now.",
    406: "A Fork is installed at once, and never recycled: there must be a place where it fits.",
    407: "Received bots go into a hole of your Start Zone; one can be given up only when no hole is free.",
    504: "No such bot is among those that come together there: one of them is given up.",
    506: "Your factory asks nothing now: that is an answer to a question of a run.",
    601: "Those trucks do not hold exactly the bots that the blueprint lists.",
    602: "You have completed this blueprint already.",
    701: "Only what was just bought can be laid: Fabricators into the Start Zone, all else onto the floor; only Duplicators and Forks can be flipped.",
    702: "It does not fit there: an exit would face a flat side or another exit.",
    704: "A truck can only be replaced by a larger one.",
    705: "There is nothing to demolish: what is printed on the board stays.",
    802: "That side is no exit of the tile: bots leave it by its exits only.",
    804: "A throw lands on a tile in the Flight Tester’s line, and thrown east on the row’s truck too: nowhere else.",
    1103: "The game is over: nothing is left to buy.",
}


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Why an action is not allowed, in a sentence for the player."""
    if clause == 302:
        return f"It is {{{v.turn}}}’s turn."
    if clause == 105:
        return f"You have {v.wallet[seat]}; that costs more. What is in the Vault cannot be spent."
    if clause == 601:
        return _not_completed(v, seat, *Complete.values(code))
    if clause == 702:
        return misfit_words(v, seat, code)
    return _REFUSALS[clause]


def _not_completed(v: State, seat: Seat, which: int, way: int) -> str:
    """MC-6.1: why the trucks named do not complete a blueprint: too many or few, in another order, or without its bots."""
    card, rows = blueprint(v, which), WAYS[way]
    listed = BLUEPRINTS[card].bots
    if len(rows) != len(listed):
        return f"The blueprint lists {bots(list(listed))}: name a truck for each of these {len(listed)}, in that order."
    in_order = [row for _, row in sorted(zip(listed, rows, strict=True))]
    if in_order != list(rows) and way_works(v.holes[seat], card, WAYS.index(tuple(in_order))):
        letters = "".join("abc"[row] for row in in_order)
        return f"For like bots trucks are named from a to c, as it is the same which comes first: “complete {which} {letters}”."
    return _REFUSALS[601]


def misfit_words(v: State, seat: Seat, code: Action) -> str:
    """MC-7.2: on which side a tile would not fit."""
    place, tile = laid_at(code), laid_by(v.pending, code)
    side = misfit(v.tiles[seat], place, tile) - 1
    if side < 0:
        return _REFUSALS[702]
    mine = 1 if place % COLUMNS == 0 else shown_by(tile, side)
    what = ("entrance", "exit", "flat side")[mine]
    return f"It does not fit on {place_name(place)} like this: to the {SIDES[side]} its {what} would meet a neighbour wrongly."
