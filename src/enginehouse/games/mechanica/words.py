"""Write sentences about Mechanica from a view: actions, prompts, refusals, the whole position.

Seats are written `{0}` to `{3}`, and the page fills in the names.
"""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.core.words.naming import join_words, many, say_wait
from enginehouse.games.mechanica import building, choices, ending, making, names, parts, state, trading
from enginehouse.games.mechanica.overview import position as position
from enginehouse.games.mechanica.state import Phase, State


def asked_hole(v: State, seat: Seat) -> int:
    """Return the number of the hole whose bot a seat is asked about, or -1 if the seat has no question to answer."""
    return int(v.asking[seat][state.ASKED_HOLE]) if v.asking[seat][state.ASKED_KIND] else -1


# -- actions -----------------------------------------------------------------------------------------------------------


def _own_tile(v: State, place: parts.Place) -> int:
    return int(v.tiles[max(0, v.viewer - 1)][place])


def _land(v: State, place: parts.Place) -> str:
    if place % parts.COLUMNS == parts.DOCK:
        return f"Throw it to {names.truck_name(place)}"
    tile = _own_tile(v, place)
    return f"Throw it to {parts.place_name(place)}" + (f", the {names.tile_name(tile)}" if tile else "")


def _make(v: State, model: int) -> str:
    if v.phase != Phase.ANNOUNCE:
        return f"Make a {names.MODEL_TITLES[model]}"
    if v.seats == 1:
        return f"Make a {names.MODEL_TITLES[model]}; ARMAND-0 gets {parts.GIFT_PLUS if model == parts.PLUS else parts.GIFT_DELUXE}"
    gift = "a Basic" if model == parts.PLUS else "a Basic or a Plus"
    return f"Make a {names.MODEL_TITLES[model]}; the others each get {gift}"


_MAKES_HERE = "the Fabricator makes a bot there too, and only one of them stays"


def _describe_placing(v: State, model: int, place: parts.Place, hole: int) -> str:
    seat = v.turn if v.phase == Phase.RECEIVE else max(0, v.viewer - 1)
    there = v.holes[seat][building.number_hole(place, hole)] if v.phase in (Phase.RECEIVE, Phase.GIFT) else 0
    lost = f", destroying a {names.MODEL_TITLES[there]}" if there else ""
    full = f"; {_MAKES_HERE}" if making.makes_here(v, seat, building.number_hole(place, hole)) else ""
    return f"Put the {names.MODEL_TITLES[model]} into {parts.place_name(place)}, {('centre', 'second')[hole]} hole{lost}{full}"


def _keep(v: State, model: int) -> str:
    if v.phase != Phase.KEEP:
        return f"Keep the {names.MODEL_TITLES[model]}"
    there = int(v.holes[v.turn][3 * parts.COLUMNS * v.making])
    other = there if model != there else making.model_made(v, v.making)
    return f"Give up the {names.MODEL_TITLES[other]} and keep the {names.MODEL_TITLES[model]}"


def _complete(v: State, which: int, way: int) -> str:
    card = parts.BLUEPRINTS[trading.blueprint(v, which)]
    models = [*card.bots, 0, 0][: len(parts.WAYS[way])]
    taken = [
        f"{(names.MODEL_TITLES[m] or 'bot')} from {names.truck_name(parts.COLUMNS * r)}"
        for m, r in zip(models, parts.WAYS[way], strict=False)
    ]
    return (
        f"Complete the {('first', 'second')[which]} blueprint for {card.pay}: {join_words(taken)}; "
        "both change at the end of the day"
    )


def _enlarge(v: State, row: int, size: int) -> str:
    price = choices.truck_price(_own_tile(v, parts.COLUMNS * row + parts.DOCK), size)
    return f"Buy a {parts.TRUCK_NAMES[size].capitalize()} Truck for row {'abc'[row]}" + (
        f" for {price}" if price else ""
    )


def _instead(v: State, place: parts.Place) -> str:
    there, seat = _own_tile(v, place), max(0, v.viewer - 1)
    if not building.is_torn_down(v, seat, place):
        return f", replacing the {names.tile_name(there)}" if there else ""
    lost = [int(bot) for bot in v.holes[seat][3 * place : 3 * place + 3] if bot]
    return f"; this destroys the {names.tile_name(there)}" + (f" and {names.bots(lost)} in it" if lost else "")


def _describe_purchase(v: State) -> str:
    return parts.TILES[v.pending].title or "improvement"


def _recycle(v: State) -> str:
    got = [model for model in (1, 2, 3) for _ in range(int(parts.RECYCLING[v.pending][model]))]
    return f"Recycle the {parts.TILES[v.pending].title} for {names.bots(got)}" if got else "Recycle the new improvement"


_ACTIONS: dict[int, Callable[..., str]] = {
    parts.Go.KIND: lambda v, side: f"Send it out to the {parts.SIDES[side]}",
    parts.Land.KIND: _land,
    parts.GiveUp.KIND: lambda v, model: f"Give up a {names.MODEL_TITLES[model]}",
    parts.Make.KIND: _make,
    parts.Keep.KIND: _keep,
    parts.Put.KIND: _describe_placing,
    parts.SellAll.KIND: lambda v: "Sell all bots on your trucks",
    parts.Sell.KIND: lambda v, row, model: (
        f"Sell a {names.MODEL_TITLES[model]} from truck {'abc'[row]} for {parts.PRICE_OF[model]}"
    ),
    parts.Complete.KIND: _complete,
    parts.Buy.KIND: lambda v, spot: (
        f"Buy the {parts.TILES[v.shop[spot]].title or 'improvement'} for {trading.shop_price(int(v.shop[spot]), spot)}"
    ),
    parts.BuyFork.KIND: lambda v: f"Buy a Fork for {parts.FORK_PRICE}",
    parts.Enlarge.KIND: _enlarge,
    parts.Demolish.KIND: lambda v, place: (
        f"Demolish the {names.tile_name(_own_tile(v, place)) or 'improvement'} on {parts.place_name(place)}"
    ),
    parts.Fabricate.KIND: lambda v, place: (
        f"Place the {_describe_purchase(v)} in slot {parts.place_name(place)}{_instead(v, place)}"
    ),
    parts.Install.KIND: lambda v, place, turn, flip: (
        f"Place the {_describe_purchase(v)} on {parts.place_name(place)}, {names.find_orientation(building.turned_tile(0, turn, flip))}{_instead(v, place)}"
    ),
    parts.Recycle.KIND: _recycle,
    parts.End.KIND: lambda v: "End your turn",
}
"""By kind of action: its sentence, from the view and the action's arguments."""
action = parts.ACTIONS.by_kind(_ACTIONS)
"""A function of a view and the code of an action that returns the action in words."""


def group(code: Action) -> str:
    """Return a short label of the action `code`, for small menus and buttons."""
    if code in parts.Install:
        return names.find_orientation(building.make_laid_tile(0, code)).capitalize()
    return parts.ACTIONS[code].capitalize()


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: State, seat: Seat) -> str:
    """Return the question of the current decision for this seat, or for a spectator if `seat` is -1."""
    if v.phase == Phase.OVER:
        return f"{ending.headline(v)}. {reason(v.reason)}"
    if v.phase == Phase.RUN:
        return _run_prompt(v, seat)
    if v.phase == Phase.GIFT:
        return _gift_prompt(v, seat)
    if seat != v.turn:
        return f"{{{v.turn}}} {_WAITS[v.phase]}."
    if v.phase == Phase.INSTALL:
        return f"Install the {parts.TILES[v.pending].title}" + (", or recycle it." if v.pending != parts.FORK else ".")
    if v.phase == Phase.RECEIVE:
        got = [model for model in (1, 2, 3) for _ in range(v.received[model])]
        return f"Put {names.bots(got)} into your Start Zone."
    if v.phase == Phase.ANNOUNCE:
        return "Choose the model for your Overactive Fabricator."
    if v.phase == Phase.KEEP:
        hole = 3 * parts.COLUMNS * v.making
        made = names.MODEL_TITLES[making.model_made(v, v.making)]
        there = names.MODEL_TITLES[v.holes[seat][hole]]
        return (
            f"{parts.place_name(hole // 3)} has room for one bot. Give up the new {made} or the {there} that is there."
        )
    return f"Your turn. You have {many(int(v.wallet[seat]), 'coin')}. Sell, buy and build, then end your turn."


_WAITS = {
    Phase.TURN: "sells and buys",
    Phase.INSTALL: "installs an improvement",
    Phase.RECEIVE: "places recycled bots",
    Phase.ANNOUNCE: "chooses what to make",
    Phase.KEEP: "chooses which bot to keep",
}
"""The ends of sentences about another player that decides, by phase."""


def _run_prompt(v: State, seat: Seat) -> str:
    if seat < 0 or not v.asked >> seat & 1:
        return "The factories run. Waiting for choices."
    if v.laid >> seat & 1:
        return "Your factory has run. Waiting for the others."
    kind, place = v.asking[seat][state.ASKED_KIND], v.asking[seat][state.ASKED_PLACE]
    bot = f"the {names.MODEL_TITLES[v.asking[seat][state.ASKED_MODEL]]} from {names.hole_name(asked_hole(v, seat))}"
    where = names.truck_name(place) if place % parts.COLUMNS == parts.DOCK else parts.place_name(place)
    return {
        parts.Question.FORK: f"Choose an exit of the Fork on {where} for {bot}.",
        parts.Question.THROW: f"Choose where the Flight Tester on {where} throws {bot}.",
        parts.Question.CRASH: f"Too many bots arrive at {where}. Choose one to give up.",
        parts.Question.MODEL: f"Choose the model that the Repurposer on {where} makes.",
        parts.Question.EXIT: f"Choose the exit of the Downgrader on {where} for the Basic.",
    }[kind]


def _gift_prompt(v: State, seat: Seat) -> str:
    gift = "a Basic" if v.announced == parts.PLUS else "a Basic or a Plus"
    if seat < 0 or not v.asked >> seat & 1:
        return f"{{{v.turn}}}’s Overactive Fabricator: the others each get {gift}."
    if v.laid >> seat & 1:
        return "You have placed your gift. Waiting for the others."
    made = names.MODEL_TITLES[v.announced]
    return f"{{{v.turn}}}’s Overactive Fabricator makes a {made}, so you get {gift}. Put it into a hole of your Start Zone."


# -- refusals ----------------------------------------------------------------------------------------------------------

REASONS = {
    303: "There is nothing left to buy, and the last workday is over.",
    1103: "There is nothing left to buy: shop and stack are empty.",
}
"""The reason for the end of the game, by clause."""
reason = REASONS.__getitem__
"""A function of the clause by which the game ended that returns in words why it ended."""

_REFUSALS = {
    103: "That hole does not exist. Only a Fabricator that you bought has a second hole.",
    105: "You cannot pay for that. You can only spend coins from your Wallet, so sell bots first.",
    301: "The factories are running. Wait for your next turn.",
    302: "It is not your turn.",
    303: "The game is over: there is nothing left to buy.",
    401: "That truck has no such bot. Sell another one.",
    402: "Buy an improvement from the shop, then install or recycle it at once.",
    403: "Your Fabricators are making bots. Answer their question first.",
    406: "A Fork has to be installed at once and cannot be recycled. Make room for it first.",
    407: "Put new bots into holes of your Start Zone. You can give one up only if no hole is free.",
    504: "That bot does not arrive there. Choose one of the lit bots.",
    506: "Your factory is not running now. It asks you about that during a run.",
    601: "Those trucks do not hold the bots of the blueprint. Choose trucks with exactly these bots.",
    602: "You have already completed this blueprint. Wait for the next ones.",
    701: "Place a Fabricator in the Start Zone and anything else on the floor. Only Duplicators and Forks can be flipped.",
    702: "It does not fit: an exit would face a flat side or another exit. Rotate it, or choose another place.",
    704: "Your truck is at least as large. Choose a larger one.",
    705: "There is nothing to demolish. Choose one of your improvements or Forks.",
    802: "That side has no exit. Choose one of the lit exits.",
    804: "Choose a tile in the Flight Tester’s line, or the truck of the row if it throws east.",
    1103: "The game is over: there is nothing left to buy.",
}
"""The sentence for a refused action, by clause."""


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence for the player `seat` with the reason why the action `code` is not allowed.

    `clause` is the number of the clause that forbids it.
    """
    if clause == 302:
        return say_wait(v.turn)
    if clause == 105:
        return f"You have only {many(int(v.wallet[seat]), 'coin')} to spend. Sell bots first; coins in the Vault cannot be spent."
    if clause == 601:
        return _not_completed(v, seat, *parts.Complete.values(code))
    if clause == 702:
        return misfit_words(v, seat, code)
    return _REFUSALS[clause]


def _not_completed(v: State, seat: Seat, which: int, way: int) -> str:
    """Return a sentence with the reason why a blueprint cannot be completed with certain trucks (MC-6.1).

    `which` is the blueprint's stack (0 or 1), and `way` the index in `WAYS` of the trucks. There are three possible
    reasons: the number of trucks is wrong, the player named the right trucks in a wrong order, or their bots are not
    those of the blueprint.
    """
    card, rows = trading.blueprint(v, which), parts.WAYS[way]
    listed = parts.BLUEPRINTS[card].bots
    if len(rows) != len(listed):
        return f"The blueprint needs {names.bots(list(listed))}. Choose a truck for each of these {len(listed)}, in that order."
    in_order = [row for _, row in sorted(zip(listed, rows, strict=True))]
    if in_order != list(rows) and trading.is_way_possible(v.holes[seat], card, parts.WAYS.index(tuple(in_order))):
        letters = "".join("abc"[row] for row in in_order)
        return f"For equal bots, name the trucks from a to c: “complete {which} {letters}”."
    return _REFUSALS[601]


def misfit_words(v: State, seat: Seat, code: Action) -> str:
    """Return a sentence that explains why a tile does not fit at the place where it would be installed (MC-7.2).

    `code` is the action that would install the tile. The sentence names the side of the tile that does not match the
    neighbour.
    """
    place, tile = building.find_laid_place(code), building.make_laid_tile(v.pending, code)
    side = building.misfit(v.tiles[seat], place, tile) - 1
    if side < 0:
        return _REFUSALS[702]
    mine = 1 if place % parts.COLUMNS == 0 else building.find_look(tile, side)
    what = ("entrance", "exit", "flat side")[mine]
    return f"It does not fit on {parts.place_name(place)}: its {parts.SIDES[side]} {what} does not match the neighbour. Rotate it, or choose another place."
