"""Find the clause of the rulebook that forbids an action (MC-3 to MC-8).

A function returns the number of the clause, such as 503 for MC-5.3, or 0 if the action is legal. The clauses are tested
in turn, from the seat's view.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanica import building, choices, making, parts, state, trading
from enginehouse.games.mechanica.state import Phase, State


@rule
def answer_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids an answer to the question in a factory run, or 0.

    The number is 301 (for MC-3.1) if `seat` has no question that the action answers. It is 804 for a wrong landing
    place of a throw, 802 for a wrong exit of a tile, and 504 for a model that has not collided.
    """
    kind = int(v.asking[seat][state.ASKED_KIND])
    answer = choices.read_answer(kind, action)
    if answer < 0:  # a seat that is not asked, or has finished, has no question
        return 301
    if (v.asking[seat][state.ASKED_MASK] >> answer) & 1:
        return 0
    if kind == parts.Question.THROW:
        return 804
    return 504 if kind == parts.Question.CRASH else 802


@rule
def keep_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `action` to a seat that must keep a bot, or 0.

    A Fabricator makes a bot, but its centre hole is full. The seat must keep the bot in this hole or the new bot.
    Return 403 (for MC-4.3) if `action` keeps a bot of another model, or does not keep a bot.
    """
    if parts.ACTIONS.kind[action] != parts.Keep.KIND:
        return 403
    model = parts.Keep.model[action]
    there = v.holes[seat][building.number_hole(int(v.making) * parts.COLUMNS, parts.CENTRE)]
    return 0 if model == there or model == making.model_made(v, int(v.making)) else 403


@rule
def announce_refusal(action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `action` to a seat that must announce a model, or 0.

    The seat owns an Overactive Fabricator, and says whether it makes a Plus or a Deluxe. Return 403 (for MC-4.3) if
    `action` announces another model, or is no announcement.
    """
    return 0 if parts.ACTIONS.kind[action] == parts.Make.KIND and parts.Make.model[action] != parts.BASIC else 403


@rule
def turn_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `action` to `seat` in its own turn, or 0 if it is legal.

    In its turn the seat sells, buys and installs. It does not answer questions now, so an answer is refused. The number
    is, for example, 506 for MC-5.6.
    """
    kind = parts.ACTIONS.kind[action]
    if kind == parts.Go.KIND or kind == parts.Land.KIND or kind == parts.GiveUp.KIND:
        return 506
    if kind == parts.Make.KIND or kind == parts.Keep.KIND:
        return 403
    if kind == parts.Put.KIND:
        return 407
    if kind == parts.Demolish.KIND:
        return 0 if v.tiles[seat][parts.Demolish.place[action]] != 0 else 705
    if v.phase == Phase.INSTALL:
        return why_not_installed(v, seat, action)
    if kind == parts.Fabricate.KIND or kind == parts.Install.KIND:
        return 701
    if kind == parts.Recycle.KIND:
        return 402
    return why_not_traded(v, seat, action)


@rule
def why_not_installed(v: State, seat: Seat, action: Action) -> int:
    """Return the number of the rulebook clause that forbids an action while a bought tile waits, or 0 if it is legal.

    The seat has to install or recycle the tile (MC-4.2, MC-4.6). A Fork cannot be recycled.
    """
    kind = parts.ACTIONS.kind[action]
    if kind == parts.Fabricate.KIND:
        return building.fabricate_refusal(v, seat, parts.Fabricate.place[action])
    if kind == parts.Install.KIND:
        return building.install_refusal(
            v, seat, parts.Install.place[action], parts.Install.turn[action], parts.Install.flip[action]
        )
    if kind == parts.Recycle.KIND:
        return 0 if v.pending != parts.FORK else 402
    return 402 if v.pending != parts.FORK else 406


@rule
def why_not_traded(v: State, seat: Seat, action: Action) -> int:
    """Return the number of the rulebook clause that forbids a trade, or 0 if it is legal.

    The goods must exist (MC-4.1, MC-4.2, MC-4.6, MC-7.4), and the seat must be able to pay (MC-1.5).
    """
    kind, money = parts.ACTIONS.kind[action], v.wallet[seat]
    if kind == parts.SellAll.KIND:
        for model in range(parts.BASIC, parts.DELUXE + 1):
            if trading.on_trucks(v.holes[seat], model) > 0:
                return 0
        return 401
    if kind == parts.Sell.KIND:
        return 0 if trading.on_truck(v.holes[seat], parts.Sell.row[action], parts.Sell.model[action]) > 0 else 401
    if kind == parts.Complete.KIND:
        return blueprint_refusal(v, seat, parts.Complete.which[action], parts.Complete.way[action])
    if kind == parts.Buy.KIND:
        spot = parts.Buy.spot[action]
        if v.shop[spot] == 0:
            return 402
        return 0 if money >= trading.shop_price(int(v.shop[spot]), spot) else 105
    if kind == parts.BuyFork.KIND:
        if money < parts.FORK_PRICE:
            return 105
        return 0 if building.has_place(v.tiles[seat], parts.FORK) else 406
    if kind == parts.Enlarge.KIND:
        price = choices.truck_price(
            int(v.tiles[seat][parts.Enlarge.row[action] * parts.COLUMNS + parts.DOCK]), parts.Enlarge.size[action]
        )
        if price == 0:
            return 704
        return 0 if money >= price else 105
    return 0


@rule
def blueprint_refusal(v: State, seat: Seat, which: int, way: int) -> Clause:
    """Return the number of the rulebook clause that forbids completing blueprint `which` (0 or 1), or 0 if it is legal.

    `way` is the index in `WAYS` of the trucks that give the bots. A blueprint can be completed at most once a turn
    (MC-6.2), with its bots from the seat's trucks (MC-6.1).
    """
    if (v.completed >> which) & 1:
        return 602
    card = trading.blueprint(v, which)
    return (
        0
        if int(parts.WAY_SIZE[way]) == int(parts.LISTED[card][0]) and trading.is_way_possible(v.holes[seat], card, way)
        else 601
    )
