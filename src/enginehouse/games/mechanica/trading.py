"""Run the shop, the blueprints and the turn of ARMAND-0, the rival in a solo game (MC-4.2, 4.4, 4.5, 6, 11)."""

from __future__ import annotations

from enginehouse.core.records.chance import coin
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import at, count, put_sorted, show_all, take_top
from enginehouse.core.records.listing import add
from enginehouse.core.records.masks import lowest, mask_of, nth_of, seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat, Zone
from enginehouse.games.mechanica import parts
from enginehouse.games.mechanica.parts import Complete
from enginehouse.games.mechanica.state import State, Told

# -- the shop ----------------------------------------------------------------------------------------------------------


@rule
def shop_price(kind: int, spot: int) -> int:
    """Return the price in coins of a kind of improvement on a spot of the shop (MC-2.2), at least 0."""
    return max(0, int(parts.PRICES[spot]) + int(parts.MORE_OF[kind]))


@rule
def turn_up(s: State, zone: Zone) -> int:
    """Turn up the top improvement of the stack or of the Extras, for the shop (MC-2.2, MC-4.4).

    `zone` is the zone of this pile. Return the kind of the improvement, or 0 if the zone is empty.
    """
    if count(s, zone) == 0:
        return 0
    piece = take_top(s, zone)
    put_sorted(s, parts.SEEN, piece)
    show_all(s, piece)
    return int(parts.KIND_OF[piece])


@rule
def rotate(s: State, zone: Zone, e: Events) -> None:
    """Move every improvement in the shop to the next cheaper spot, and turn up a new improvement (MC-4.4).

    The new improvement comes from the pile `zone`. The improvement that leaves the last spot falls into the Recycler.
    """
    fallen = int(s.shop[parts.SPOTS - 1])
    if fallen != 0:
        s.recycler[fallen] += 1
    for back in range(1, parts.SPOTS):
        s.shop[parts.SPOTS - back] = s.shop[parts.SPOTS - back - 1]
    s.shop[0] = turn_up(s, zone)
    s.spun += 1
    Told.rotated(e, fell=fallen, came_up=int(s.shop[0]))


@rule
def rotate_shop(s: State, e: Events) -> None:
    """Rotate the shop, with a new improvement from the stack (MC-4.4).

    With 4 players, it comes from the Extras if the stack is empty. With 2 or 3 players, rotate once more from the
    Extras if the new improvement is the only one in the shop (MC-4.5).
    """
    rotate(s, parts.EXTRAS if s.seats == 4 and count(s, parts.STACK) == 0 else parts.STACK, e)
    if 2 <= s.seats <= 3 and mask_of(s.shop) == 1:
        rotate(s, parts.EXTRAS, e)


@rule
def is_sold_out(s: State) -> bool:
    """Return whether stack and shop are empty (MC-3.3).

    With 4 players, improvements come from the Extras into the shop when the stack is empty. So if the shop is empty,
    too, the Extras are empty.
    """
    return bool(count(s, parts.STACK) == 0 and mask_of(s.shop) == 0)


# -- 6 Blueprints ------------------------------------------------------------------------------------------------------


@rule
def find_top(s: State, which: int) -> int:
    """Return the number of the blueprint piece on top of stack `which` (0 or 1) of blueprints.

    When a blueprint is replaced, it goes from the top of its stack to the bottom. The record counts this in `turned`,
    and does not move pieces.
    """
    size = count(s, parts.BLUE + which)
    return int(at(s, parts.BLUE + which, size - 1 - s.turned[which] % size))


@rule
def blueprint(s: State, which: int) -> int:
    """Return the number, from 0 on, of the face-up blueprint of stack `which` (0 or 1)."""
    return int(parts.KIND_OF[find_top(s, which)]) - parts.FIRST_BLUEPRINT


@rule
def show_blueprint(s: State, which: int) -> None:
    """Turn up the top of stack `which` (0 or 1) of blueprints (MC-2.3)."""
    show_all(s, find_top(s, which))


@rule
def replace_blueprints(s: State, e: Events) -> None:
    """Replace both face-up blueprints at the end of a workday, if a blueprint was completed on this day (MC-6.4).

    They go face-down under their stacks, and the next blueprints are turned up.
    """
    if s.marked != 0:
        s.marked = 0
        for which in range(2):
            s.turned[which] += 1
            show_blueprint(s, which)
        Told.blueprints(e, first=blueprint(s, 0), second=blueprint(s, 1))


@rule
def on_truck(holes: Numbers, row: int, model: int) -> int:
    """Return the number of bots of a model on a truck of a factory.

    `row` is the row of the truck, from 0 to 2. `holes` has the model of the bot in each hole of the factory.
    """
    many = 0
    for k in range(3):
        if holes[3 * (row * parts.COLUMNS + parts.DOCK) + k] == model:
            many += 1
    return many


@rule
def on_trucks(holes: Numbers, model: int) -> int:
    """Return the number of bots of a model on the trucks of a factory, all trucks together.

    `holes` has the model of the bot in each hole of the factory. The trucks' holes are among these, and only they
    count.
    """
    return on_truck(holes, 0, model) + on_truck(holes, 1, model) + on_truck(holes, 2, model)


@rule
def unload(holes: Numbers, row: int, model: int) -> None:
    """Take one bot of a model off a truck. The bots behind it move up.

    `row` is the row of the truck, from 0 to 2. `holes` has the model of the bot in each hole, and is changed.
    """
    first = 3 * (row * parts.COLUMNS + parts.DOCK)
    k = 0
    while holes[first + k] != model:
        k += 1
    while k < 2:
        holes[first + k] = holes[first + k + 1]
        k += 1
    holes[first + 2] = 0


@rule
def is_way_possible(holes: Numbers, card: int, way: int) -> bool:
    """Return whether a player can take the bots for a blueprint from certain trucks (MC-6.1).

    `card` is the number of the blueprint. `way` is an index in `WAYS`. The element there has a number for each bot on
    the blueprint, in order: the row (0 to 2) of the truck from which that bot is taken. Return False if these trucks do
    not hold the bots.

    Two bots of one model can come from two trucks in either order, with the same effect. Only the order with the
    smaller row first is possible: for the other order return False. `holes` has the model of the bot in each hole.
    """
    for k in range(int(parts.LISTED[card][0])):
        model = int(parts.LISTS[card][k])
        row = int(parts.WAY_TRUCKS[way][k])
        if k > 0 and int(parts.LISTS[card][k - 1]) == model and row < int(parts.WAY_TRUCKS[way][k - 1]):
            return False
        needed = 0
        for j in range(int(parts.LISTED[card][0])):
            if int(parts.LISTS[card][j]) == model and int(parts.WAY_TRUCKS[way][j]) == row:
                needed += 1
        if needed > on_truck(holes, row, model):
            return False
    return True


@rule
def can_complete(holes: Numbers, card: int) -> bool:
    """Return whether the bots on a player's trucks include all bots that the blueprint `card` lists (MC-6.1).

    `holes` has the model of the bot in each hole of the player's factory, trucks included, or 0 for an empty hole.
    """
    for model in range(parts.BASIC, parts.DELUXE + 1):
        if on_trucks(holes, model) < int(parts.LISTED[card][model]):
            return False
    return True


@rule
def write_ways(holes: Numbers, which: int, card: int, out: Numbers, many: int) -> int:
    """Append to `out`, at index `many`, an action for each choice of trucks that completes a blueprint (MC-6.1).

    `which` is the stack of the blueprint (0 or 1), and `card` is the number of the blueprint. `holes` has the model of
    the bot in each hole of the factory. Return the new number of actions.
    """
    if can_complete(holes, card):
        size = int(parts.LISTED[card][0])
        for way in range(int(parts.WAYS_FROM[size]), int(parts.WAYS_FROM[size + 1])):
            if is_way_possible(holes, card, way):
                many = add(out, many, Complete.at(which, way))
    return many


@rule
def complete(s: State, seat: Seat, which: int, way: int, e: Events) -> None:
    """Remove the bots of blueprint `which` (0 or 1) from the trucks, and put its pay into the Vault (MC-6.1, MC-6.3).

    `way` is the index in `WAYS` of the trucks from which the bots are taken. The seat cannot complete this blueprint
    again in this turn. Both blueprints are marked, so they are replaced at the end of the workday (MC-6.4).
    """
    card = blueprint(s, which)
    for k in range(int(parts.LISTED[card][0])):
        unload(s.holes[seat], int(parts.WAY_TRUCKS[way][k]), int(parts.LISTS[card][k]))
    s.vault[seat] += int(parts.PAY_OF[card])
    s.completed |= 1 << which
    s.marked = 1
    Told.completed(e, seat=seat, which=which, blueprint=card, pay=int(parts.PAY_OF[card]))


# -- 11 Solo -----------------------------------------------------------------------------------------------------------


@rule
def armand_turn(s: State, e: Events) -> None:
    """Play ARMAND-0's turn (MC-11.1).

    A chip shows side A or B at random. With side A, ARMAND-0 takes 1 coin and buys the cheapest improvement. If it
    cannot pay for that, it takes 4 more coins. With side B, ARMAND-0 takes 5 coins and buys the most expensive
    improvement, if it can pay for it.
    """
    side = coin(s)
    lying = mask_of(s.shop)
    spot = -1 if lying == 0 else nth_of(lying, seats_in(lying) - 1) if side == 0 else lowest(lying)
    gets = parts.SIDE_A if side == 0 else parts.SIDE_B
    price = shop_price(int(s.shop[spot]), spot) if spot >= 0 else 0
    affords = spot >= 0 and s.wallet[parts.ARMAND] + gets >= price
    if side == 0 and not affords:
        gets += parts.UNBOUGHT
    s.wallet[parts.ARMAND] += gets
    Told.chip(e, side=side, coins=gets)
    if affords:
        kind = int(s.shop[spot])
        s.shop[spot] = 0
        s.wallet[parts.ARMAND] -= price
        s.robot[kind] += 1
        Told.armand_buys(e, tile=kind, price=price, spot=spot)
