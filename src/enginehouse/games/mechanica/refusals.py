"""Find the clause of the rules that forbids an action (MC-3 to MC-8).

The clauses are tested one by one, from the seat's view.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanica.building import fabricate_refusal, has_place, install_refusal, number_hole
from enginehouse.games.mechanica.choices import read_answer, truck_price
from enginehouse.games.mechanica.making import model_made
from enginehouse.games.mechanica.parts import (
    ACTIONS,
    BASIC,
    CENTRE,
    COLUMNS,
    DELUXE,
    DOCK,
    FORK,
    FORK_PRICE,
    LISTED,
    WAY_SIZE,
    Buy,
    BuyFork,
    Complete,
    Demolish,
    Enlarge,
    Fabricate,
    GiveUp,
    Go,
    Install,
    Keep,
    Land,
    Make,
    Put,
    Question,
    Recycle,
    Sell,
    SellAll,
)
from enginehouse.games.mechanica.state import ASKED_KIND, ASKED_MASK, Phase, State
from enginehouse.games.mechanica.trading import blueprint, is_way_possible, on_truck, on_trucks, shop_price


@rule
def answer_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids `seat` an answer to the question in its factory run, or 0.

    The clause is MC-3.1 if the seat has no question that the action answers. The clause is MC-8.4 for a wrong landing
    place of a throw, MC-8.2 for a wrong exit of a tile, and MC-5.4 for a model that has not collided.
    """
    kind = int(v.asking[seat][ASKED_KIND])
    answer = read_answer(kind, action)
    if answer < 0:  # a seat that is not asked, or has finished, has no question
        return 301
    if (v.asking[seat][ASKED_MASK] >> answer) & 1:
        return 0
    if kind == Question.THROW:
        return 804
    return 504 if kind == Question.CRASH else 802


@rule
def keep_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids keeping a bot, or 0.

    A bot that is kept must be one of the two in the centre hole (MC-4.3).
    """
    if ACTIONS.kind[action] != Keep.KIND:
        return 403
    model = Keep.model[action]
    there = v.holes[seat][number_hole(int(v.making) * COLUMNS, CENTRE)]
    return 0 if model == there or model == model_made(v, int(v.making)) else 403


@rule
def announce_refusal(action: Action) -> Clause:
    """Return the clause that forbids announcing a model, or 0.

    An Overactive Fabricator makes a Plus or a Deluxe (MC-4.3).
    """
    return 0 if ACTIONS.kind[action] == Make.KIND and Make.model[action] != BASIC else 403


@rule
def turn_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids an action in the seat's own turn, while it sells, buys and installs, or 0."""
    kind = ACTIONS.kind[action]
    if kind == Go.KIND or kind == Land.KIND or kind == GiveUp.KIND:
        return 506
    if kind == Make.KIND or kind == Keep.KIND:
        return 403
    if kind == Put.KIND:
        return 407
    if kind == Demolish.KIND:
        return 0 if v.tiles[seat][Demolish.place[action]] != 0 else 705
    if v.phase == Phase.INSTALL:
        return why_not_installed(v, seat, action)
    if kind == Fabricate.KIND or kind == Install.KIND:
        return 701
    if kind == Recycle.KIND:
        return 402
    return why_not_traded(v, seat, action)


@rule
def why_not_installed(v: State, seat: Seat, action: Action) -> int:
    """Return the clause that forbids an action while a tile is to be installed or recycled, or 0 (MC-4.2, MC-4.6).

    A Fork cannot be recycled.
    """
    kind = ACTIONS.kind[action]
    if kind == Fabricate.KIND:
        return fabricate_refusal(v, seat, Fabricate.place[action])
    if kind == Install.KIND:
        return install_refusal(v, seat, Install.place[action], Install.turn[action], Install.flip[action])
    if kind == Recycle.KIND:
        return 0 if v.pending != FORK else 402
    return 402 if v.pending != FORK else 406


@rule
def why_not_traded(v: State, seat: Seat, action: Action) -> int:
    """Return the clause that forbids a trade, or 0.

    The goods must exist (MC-4.1, MC-4.2, MC-4.6, MC-7.4), and the seat must be able to pay (MC-1.5).
    """
    kind, money = ACTIONS.kind[action], v.wallet[seat]
    if kind == SellAll.KIND:
        for model in range(BASIC, DELUXE + 1):
            if on_trucks(v.holes[seat], model) > 0:
                return 0
        return 401
    if kind == Sell.KIND:
        return 0 if on_truck(v.holes[seat], Sell.row[action], Sell.model[action]) > 0 else 401
    if kind == Complete.KIND:
        return blueprint_refusal(v, seat, Complete.which[action], Complete.way[action])
    if kind == Buy.KIND:
        spot = Buy.spot[action]
        if v.shop[spot] == 0:
            return 402
        return 0 if money >= shop_price(int(v.shop[spot]), spot) else 105
    if kind == BuyFork.KIND:
        if money < FORK_PRICE:
            return 105
        return 0 if has_place(v.tiles[seat], FORK) else 406
    if kind == Enlarge.KIND:
        price = truck_price(int(v.tiles[seat][Enlarge.row[action] * COLUMNS + DOCK]), Enlarge.size[action])
        if price == 0:
            return 704
        return 0 if money >= price else 105
    return 0


@rule
def blueprint_refusal(v: State, seat: Seat, which: int, way: int) -> Clause:
    """Return the clause that forbids completing blueprint `which` (0 or 1), or 0.

    `way` is the index in `WAYS` of the trucks that give the bots. A blueprint can be completed at most once a turn
    (MC-6.2), with its bots from the seat's trucks (MC-6.1).
    """
    if (v.completed >> which) & 1:
        return 602
    card = blueprint(v, which)
    return 0 if int(WAY_SIZE[way]) == int(LISTED[card][0]) and is_way_possible(v.holes[seat], card, way) else 601
