"""Define the functions that every game in `enginehouse.games` must have, such as `legal` and `apply`, for Mechanica.

The functions carry out the sections MC-2, MC-4 and MC-9 of the rulebook.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.chance import begin_guess, below
from enginehouse.core.records.dealing import lay_deck
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import deal_unknown, draw, let_all_know_alike, put, shuffle, start_up, view_pieces
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.records.sealed import lay, open_again, pending
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from enginehouse.games.mechanica import building, choices, knowledge, making, parts, refusals, state, trading, workday
from enginehouse.games.mechanica.state import MakingStep, Phase, State, Told

open_half = state.SHAPE.open_half


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Set up money, the shop and the stacks (MC-2.1 to 2.3) in the empty record `s`.

    `options` has the number of seats, then the level of a solo game. `seed` has the numbers that start the random
    number generator. Each factory has one bot, which stands on truck b as if it had moved there in a first run
    (MC-3.1).
    """
    start_up(s, options, seed, parts.ROOM)
    s.level = options[1]
    lay_deck(s, parts.STACK, parts.FIRST_STACK, parts.MORE_IMPROVEMENTS)
    for _ in range(parts.SET_ASIDE):
        draw(s, parts.STACK, parts.EXTRAS)
    for piece in range(parts.IMPROVEMENT_PIECES + 1, parts.PIECES + 1):
        put(s, parts.BLUE, piece)
    shuffle(s, parts.BLUE)
    for _ in range(parts.SECOND_STACK):
        draw(s, parts.BLUE, parts.BLUE + 1)
    s.shop[0] = trading.turn_up(s, parts.STACK)
    s.shop[1] = trading.turn_up(s, parts.STACK)
    trading.show_blueprint(s, 0)
    trading.show_blueprint(s, 1)
    s.first = below(s, s.seats) if s.seats > 1 else 0
    for seat in range(s.seats):
        s.wallet[seat] = parts.STARTING_MONEY
        for row in range(parts.ROWS):
            s.tiles[seat][row * parts.COLUMNS + parts.DOCK] = 1
        s.holes[seat][3 * (parts.BASIC_SLOT + parts.DOCK)] = parts.BASIC
        if s.seats == len(parts.VAULT_BY_TURN) and len(options) > 2 and options[2] == parts.EVEN:
            s.vault[seat] = int(parts.VAULT_BY_TURN[(seat - s.first) % s.seats])
    if s.seats == 1:
        s.vault[parts.ARMAND] = int(parts.ARMAND_VAULT[s.level])
    s.day = 1
    s.turn = s.first
    s.phase = Phase.TURN


# -- legal actions -----------------------------------------------------------------------------------------------------


@rule
def actors(s: State) -> Seats:
    """Return the mask of the seats that may act, bit k for seat k (MC-3.1, MC-4.3).

    If seats must answer a question in a factory run or about a gift, only these seats may act. Otherwise only the seat
    whose turn it is may act. When the game is over, the mask is 0.
    """
    if s.phase == Phase.OVER:
        return 0
    if s.asked != 0:
        return pending(s)
    return 1 << int(s.turn)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number."""
    if (actors(s) >> seat) & 1 == 0:
        return 0
    phase = s.phase
    if phase == Phase.TURN:
        return choices.write_turn(s, seat, out)
    if phase == Phase.INSTALL:
        return choices.write_installs(s, seat, out)
    if phase == Phase.RECEIVE or phase == Phase.GIFT:
        return making.write_places(s, seat, out)
    if phase == Phase.RUN:
        return choices.write_answers(s, seat, out)
    if phase == Phase.ANNOUNCE:
        out[0] = parts.Make.at(parts.PLUS)
        out[1] = parts.Make.at(parts.DELUXE)
        return 2
    return choices.write_kept(s, seat, out)


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids an action, or 0 if it is legal.

    The function tests in this order whether the game is over, whether it is another seat's turn, whether the action
    belongs to another phase, and whether the action itself is illegal.
    """
    if v.reason != 0:
        return int(v.reason)
    phase = v.phase
    if phase == Phase.RUN:
        return refusals.answer_refusal(v, seat, action)
    if phase == Phase.GIFT:
        return making.place_refusal(v, seat, action) if (pending(v) >> seat) & 1 else 403
    if seat != v.turn:
        return 302
    if phase == Phase.RECEIVE:
        return making.place_refusal(v, seat, action)
    if phase == Phase.ANNOUNCE:
        return refusals.announce_refusal(action)
    if phase == Phase.KEEP:
        return refusals.keep_refusal(v, seat, action)
    return refusals.turn_refusal(v, seat, action)


# -- actions -----------------------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action of `seat`, with all automatic steps up to the next decision."""
    phase = s.phase
    if phase == Phase.TURN:
        act_in_turn(s, seat, action, e)
    elif phase == Phase.INSTALL:
        install(s, seat, action, e)
    elif phase == Phase.RUN:
        workday.answer_run(s, seat, choices.read_answer(int(s.asking[seat][state.ASKED_KIND]), action), e)
    elif phase == Phase.RECEIVE:
        s.received[making.find_model(action)] -= 1
        making.receive(s, seat, action, e)
        making.receive_recycled(s)
    elif phase == Phase.GIFT:
        if lay(s, seat, action):
            making.open_gifts(s, e)
            workday.end_turn(s, e)
    elif phase == Phase.ANNOUNCE:
        s.announced = parts.Make.model[action]
        s.step = MakingStep.MAKE
        Told.announced(e, seat=seat, model=s.announced, slot=s.making)
        workday.end_turn(s, e)
    else:
        making.keep_bot(s, seat, parts.Keep.model[action], e)
        workday.end_turn(s, e)


@rule
def act_in_turn(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out one action of a turn in its selling and buying phase (MC-4.8)."""
    kind = parts.ACTIONS.kind[action]
    if kind == parts.SellAll.KIND:
        for row in range(parts.ROWS):
            while s.holes[seat][3 * (row * parts.COLUMNS + parts.DOCK)] != 0:
                sell(s, seat, row, int(s.holes[seat][3 * (row * parts.COLUMNS + parts.DOCK)]), e)
    elif kind == parts.Sell.KIND:
        sell(s, seat, parts.Sell.row[action], parts.Sell.model[action], e)
    elif kind == parts.Complete.KIND:
        trading.complete(s, seat, parts.Complete.which[action], parts.Complete.way[action], e)
    elif kind == parts.Buy.KIND:
        spot = parts.Buy.spot[action]
        s.pending = int(s.shop[spot])
        s.shop[spot] = 0
        buy(s, seat, int(s.pending), trading.shop_price(int(s.pending), spot), spot, e)
    elif kind == parts.BuyFork.KIND:
        s.pending = parts.FORK
        buy(s, seat, parts.FORK, parts.FORK_PRICE, parts.SPOTS, e)
    elif kind == parts.Enlarge.KIND:
        enlarge_truck(s, seat, parts.Enlarge.row[action] * parts.COLUMNS + parts.DOCK, parts.Enlarge.size[action], e)
    elif kind == parts.Demolish.KIND:
        building.demolish(s, seat, parts.Demolish.place[action], e)
    else:
        workday.end_turn(s, e)


@rule
def sell(s: State, seat: Seat, row: int, model: int, e: Events) -> None:
    """Sell a bot from a truck of `seat`, for the price of its model (MC-4.1).

    `row` is the truck's row in the factory (0 to 2), and `model` is the bot's model.
    """
    trading.unload(s.holes[seat], row, model)
    s.wallet[seat] += int(parts.PRICE_OF[model])
    Told.sold(e, seat=seat, place=row * parts.COLUMNS + parts.DOCK, model=model, price=int(parts.PRICE_OF[model]))


@rule
def buy(s: State, seat: Seat, kind: int, price: int, spot: int, e: Events) -> None:
    """Pay `price` for an improvement of this kind on a spot of the shop, from the Wallet of `seat`.

    The buyer has to install or recycle the improvement next (MC-4.2, MC-4.6).
    """
    s.wallet[seat] -= price
    s.phase = Phase.INSTALL
    Told.bought(e, seat=seat, tile=kind, price=price, spot=spot)


@rule
def enlarge_truck(s: State, seat: Seat, place: parts.Place, size: int, e: Events) -> None:
    """Replace the truck at a place by a larger truck for `size` bots, and keep the bots on it (MC-4.6, MC-7.4)."""
    s.wallet[seat] -= choices.truck_price(int(s.tiles[seat][place]), size)
    s.tiles[seat][place] = size
    Told.truck(e, seat=seat, place=place, size=size)


@rule
def install(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Install or recycle the bought tile (MC-4.2), or demolish another tile before that."""
    done, bought = parts.ACTIONS.kind[action], int(s.pending)
    if done == parts.Demolish.KIND:
        building.demolish(s, seat, parts.Demolish.place[action], e)
        return
    s.pending = 0
    if done == parts.Recycle.KIND:
        recycle(s, seat, bought, e)
        return
    if done == parts.Fabricate.KIND:
        building.lay_fabricator(s, seat, parts.Fabricate.place[action], bought, e)
    else:
        building.lay_tile(
            s,
            seat,
            parts.Install.place[action],
            building.turned_tile(bought, parts.Install.turn[action], parts.Install.flip[action]),
            e,
        )
    s.phase = Phase.TURN
    workday.end_solo_game(s)


@rule
def recycle(s: State, seat: Seat, kind: int, e: Events) -> None:
    """Move an improvement of this kind to the Recycler, and give the bots that are printed on it to `seat` (MC-4.2)."""
    s.recycler[kind] += 1
    Told.recycled(e, seat=seat, tile=kind)
    if not workday.end_solo_game(s):
        for model in range(parts.DELUXE + 1):
            s.received[model] = int(parts.RECYCLING[kind][model])
        making.receive_recycled(s)


# -- 9 End -------------------------------------------------------------------------------------------------------------


@rule
def worth(s: State, seat: Seat) -> int:
    """Return a seat's worth in coins: Wallet, Vault and the values of the improvements in the factory (MC-9.1)."""
    points = int(s.wallet[seat] + s.vault[seat])
    for place in range(parts.PLACES):
        if place % parts.COLUMNS != parts.DOCK:
            points += int(parts.VALUE_OF[int(s.tiles[seat][place]) & parts.KIND_BITS])
    return points


@rule
def armand_worth(s: State) -> int:
    """Return the score of ARMAND-0: Vault, Wallet, and six times the value of each of its improvements (MC-11.3)."""
    points = int(s.wallet[parts.ARMAND] + s.vault[parts.ARMAND])
    for kind in range(parts.FORK):
        points += parts.ARMAND_TIMES * int(parts.VALUE_OF[kind]) * int(s.robot[kind])
    return points


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Write the view of a seat into `v` (MC-1.5, MC-1.6).

    The view hides the order of the stacks and the Extras, and the answers of the other seats in a run that is not over.
    After the run these answers are public, because all players saw the paths of the bots.
    """
    open_half(s, seat, v)
    for other in range(s.seats):
        if other == seat or s.phase != Phase.RUN:
            v.answered[other] = s.answered[other]
            for k in range(s.answered[other]):
                v.answers[other][k] = s.answers[other][k]
    view_pieces(s, seat, v, parts.KIND_OF, parts.BACK_OF, 1 << parts.SEEN)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Turn the view `v`, in place, into a full record that agrees with it: a random guess of the hidden information.

    Stacks, Extras, secret answers of other seats and later chance events follow from the random numbers in `seed`.
    Return 0, because the drawn guess always agrees with the view, and never has to be corrected.
    """
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, parts.BACK_OF)
    let_all_know_alike(v)
    if v.asked != 0:
        own = int(v.laid)
        knowledge.guess_answers(v, seat, dice)
        knowledge.begin_again(v, open_again(v, own, dice))
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """Write the worth of each seat, as its score, to `out[seat]`, and its rank to `out[8 + seat]` (MC-9.1).

    With equal points the larger Vault is better, then the earlier place in turn order. In a solo game the rank is 1 if
    the player has more than ARMAND-0, else 2 (MC-11.3).
    """
    order = np.zeros(s.seats, np.int64)  # one number for all three, so that the first difference decides
    for seat in range(s.seats):
        out[seat] = worth(s, seat)
        order[seat] = (int(out[seat]) << 20) + (int(s.vault[seat]) << 2) - (seat - s.first) % s.seats
    rank_seats(out, order)
    if s.seats == 1 and worth(s, 0) <= armand_worth(s):
        out[8] = 2
