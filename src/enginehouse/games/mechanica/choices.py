"""List the legal actions in ascending order: selling, buying, installing, and answers in a factory run (MC-4 to MC-7).

In a run, all bots of a factory move. The factory's owner answers questions about them, such as which exit a bot takes
at a Fork.
"""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanica import building, making, parts, state, trading
from enginehouse.games.mechanica.parts import Buy, BuyFork, Demolish, End, Enlarge, Keep, Recycle, Sell, SellAll
from enginehouse.games.mechanica.state import State

# -- answers -----------------------------------------------------------------------------------------------------------


@rule
def read_answer(kind: int, action: Action) -> int:
    """Return the answer that an action gives to a question in a factory run, or -1 if it gives none (MC-5.6).

    `kind` is the kind of the question, a constant of `Question`. The answer is a side, a landing place or a model.
    """
    for answer in range(parts.PLACES):
        if parts.ACTION_OF[kind][answer] == action:
            return answer
    return -1


@rule
def write_answers(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the possible answers to the current question in the factory run of `seat` (MC-5.6).

    Return the number of answers.
    """
    many = 0
    for answer in range(parts.PLACES):
        if (int(s.asking[seat][state.ASKED_MASK]) >> answer) & 1:
            many = add(out, many, int(parts.ACTION_OF[int(s.asking[seat][state.ASKED_KIND])][answer]))
    return many


@rule
def write_kept(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the two actions for a slot's centre hole in which two bots meet: keep one or the other (MC-4.3).

    Return 2, the number of actions.
    """
    there = int(s.holes[seat][building.number_hole(int(s.making) * parts.COLUMNS, parts.CENTRE)])
    made = making.model_made(s, int(s.making))
    out[0] = Keep.at(min(there, made))
    out[1] = Keep.at(max(there, made))
    return 2


# -- selling, buying, building -----------------------------------------------------------------------------------------


@rule
def write_turn(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the actions of `seat` in its turn, which may come in any order (MC-4.8). Return their number.

    The actions are: sell bots (4.1), complete blueprints (6.1), buy improvements (4.2), buy Forks and trucks, demolish
    tiles (4.6), and end the turn.
    """
    many = write_sales(s.holes[seat], out)
    loaded = many > 0  # nothing to sell is nothing for a blueprint
    for which in range(2):
        if loaded and (s.completed >> which) & 1 == 0:
            many = trading.write_ways(s.holes[seat], which, trading.blueprint(s, which), out, many)
    many = write_purchases(s, seat, out, many)
    many = write_demolitions(s.tiles[seat], out, many)
    return add(out, many, End.CODE)


@rule
def write_sales(holes: Numbers, out: Numbers) -> int:
    """Write to `out` the possible sales: all bots of all trucks at once, or a single bot from a truck (MC-4.1).

    There is a sale of a single bot for each truck and each model on it, because bots of the same model are alike.
    `holes` has the model of the bot in each hole of the factory. Return the number of actions.
    """
    many = 0
    for row in range(parts.ROWS):
        models = 0
        for k in range(3):
            models |= 1 << int(holes[building.number_hole(row * parts.COLUMNS + parts.DOCK, k)])
        if models > 1 and many == 0:
            out[0] = SellAll.CODE
            many = 1
        many = add_bits(out, many, Sell.at(row, parts.BASIC) - parts.BASIC, models & ~1)
    return many


@rule
def write_purchases(s: State, seat: Seat, out: Numbers, many: int) -> int:
    """Append to `out`, at index `many`, the purchases that the Wallet of `seat` can pay (MC-4.2, MC-4.6).

    These purchases are improvements, a Fork (a simple tile that is always for sale) if it fits, and larger trucks.
    Return the new number of actions.
    """
    tiles, money = s.tiles[seat], int(s.wallet[seat])
    for spot in range(parts.SPOTS):
        if s.shop[spot] != 0 and money >= trading.shop_price(int(s.shop[spot]), spot):
            many = add(out, many, Buy.at(spot))
    if money >= parts.FORK_PRICE and building.has_place(tiles, parts.FORK):
        many = add(out, many, BuyFork.CODE)
    for row in range(parts.ROWS):
        for size in range(2, 4):
            price = truck_price(int(tiles[row * parts.COLUMNS + parts.DOCK]), size)
            if 0 < price <= money:
                many = add(out, many, Enlarge.at(row, size))
    return many


@rule
def truck_price(size: int, wanted: int) -> int:
    """Return the price of a truck for `wanted` bots that replaces a truck for `size` bots (MC-4.6).

    Return 0 if the new truck would not be larger.
    """
    if wanted <= size:
        return 0
    if wanted == 2:
        return parts.BIG_PRICE
    return parts.HUGE_FOR_BIG if size == 2 else parts.HUGE_PRICE


@rule
def write_demolitions(tiles: Numbers, out: Numbers, many: int) -> int:
    """Append to `out`, at index `many`, an action for demolishing each tile of the Start Zone and the floor (MC-7.5).

    `tiles` has the tile of each place of the factory. Return the new number of actions.
    """
    for row in range(parts.ROWS):
        for place in range(row * parts.COLUMNS, row * parts.COLUMNS + parts.DOCK):
            if tiles[place] != 0:
                many = add(out, many, Demolish.at(place))
    return many


@rule
def write_installs(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the actions of `seat` while its bought tile is to be installed (MC-4.2, MC-7).

    Return their number. Demolitions come first (4.6), then places for the tile, then recycling, unless the tile is a
    Fork.
    """
    tiles = s.tiles[seat]
    many = write_demolitions(tiles, out, 0)
    if building.is_fabricator(int(s.pending)):
        many = building.write_slots(tiles, out, many)
    else:
        many = building.write_floor(tiles, int(s.pending), out, many)
    if s.pending != parts.FORK:
        many = add(out, many, Recycle.CODE)
    return many
