"""Mechanica: the verbs, and the workday in the order of the rulebook (MC-2, MC-3, MC-4)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import below, seed_chance
from enginehouse.core.events import tell
from enginehouse.core.hidden import draw, lay_out, put, shuffle
from enginehouse.core.rule import rule
from enginehouse.core.sealed import ask, close, lay
from enginehouse.games.mechanica.building import demolish, lay_fabricator, lay_tile, place_of, tile_of
from enginehouse.games.mechanica.choices import WAY_COUNT, actors, answer_of, legal, refusal, truck_price
from enginehouse.games.mechanica.factory import end_run, run_on
from enginehouse.games.mechanica.knowledge import guess, view
from enginehouse.games.mechanica.making import keep_bot, make_bots, model_of, open_gifts, receive, receive_on
from enginehouse.games.mechanica.parts import (
    ARMAND,
    ARMAND_TIMES,
    ARMAND_VAULT,
    BASIC,
    BASIC_SLOT,
    BLUE,
    BUY,
    BUY_FORK,
    COLUMNS,
    COMPLETE,
    DELUXE,
    DEMOLISH,
    DOCK,
    END,
    EXTRAS,
    FABRICATE,
    FORK,
    FORK_PRICE,
    IMPROVEMENTS,
    INSTALL,
    KEEP,
    KIND_BITS,
    KIND_OF,
    MAKE,
    PIECES,
    PLACES,
    PRICE_OF,
    PRICES,
    RECYCLE,
    RECYCLING,
    ROOM,
    ROWS,
    SECOND_STACK,
    SELL,
    SELL_ALL,
    SET_ASIDE,
    SPOTS,
    STACK,
    STARTING_MONEY,
    TRUCK,
    VALUE_OF,
)
from enginehouse.games.mechanica.riding import new_bench
from enginehouse.games.mechanica.state import ASKED_KIND, Phase, Step, Told
from enginehouse.games.mechanica.trading import (
    armand_turn,
    complete,
    replace_blueprints,
    rotate,
    rotate_shop,
    show_blueprint,
    sold_out,
    turn_up,
    unload,
)

__all__ = ["actors", "apply", "guess", "legal", "refusal", "scores", "setup", "view"]

# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """MC-2.1 to 2.3: money, the shop, the stacks; MC-3.1: in the first run the one bot there is rides to truck b."""
    seed_chance(s, seed)
    lay_out(s, ROOM)
    s.seats = options[0]
    s.level = options[1]
    for piece in range(1, PIECES + 1):
        put(s, STACK if int(KIND_OF[piece]) <= IMPROVEMENTS else BLUE, piece)
    shuffle(s, STACK)
    for _ in range(SET_ASIDE):
        draw(s, STACK, EXTRAS)
    shuffle(s, BLUE)
    for _ in range(SECOND_STACK):
        draw(s, BLUE, BLUE + 1)
    s.shop[0] = turn_up(s, STACK)
    s.shop[1] = turn_up(s, STACK)
    show_blueprint(s, 0)
    show_blueprint(s, 1)
    s.first = below(s, s.seats) if s.seats > 1 else 0
    for seat in range(s.seats):
        s.wallet[seat] = STARTING_MONEY
        for row in range(ROWS):
            s.tiles[seat][row * COLUMNS + DOCK] = 1
        s.holes[seat][3 * (BASIC_SLOT + DOCK)] = BASIC
    if s.seats == 1:
        s.vault[ARMAND] = int(ARMAND_VAULT[s.level])
    s.day = 1
    s.turn = s.first
    s.phase = Phase.TURN


# -- 3 Workday ---------------------------------------------------------------------------------------------------------


@rule
def start_day(s: Any, e: Any) -> None:
    """MC-3.1: every factory runs; those whose owners are asked nothing have run at once, the others wait for all answers."""
    s.day += 1
    tell(e, Told.DAY, s.day, 0, 0, 0)
    w = new_bench()
    mask = 0
    for seat in range(s.seats):
        for k in range(s.answered[seat]):
            s.answers[seat][k] = 0
        s.answered[seat] = 0
        if run_on(s, seat, w):
            mask |= 1 << seat
        else:
            end_run(s, seat, w, e)
    if mask != 0:
        s.phase = Phase.RUN
        ask(s, mask)
    else:
        start_turn(s, int(s.first), e)


@rule
def answer_run(s: Any, seat: int, answer: int, e: Any) -> None:
    """MC-3.1, MC-5.6: an answer; when all runs are done they are told, and the first turn begins."""
    w = new_bench()
    s.answers[seat][s.answered[seat]] = answer
    s.answered[seat] += 1
    if not run_on(s, seat, w):
        if lay(s, seat, 1):
            for other in range(s.seats):
                if (s.asked >> other) & 1:
                    run_on(s, other, w)
                    end_run(s, other, w, e)
            close(s)
            start_turn(s, int(s.first), e)


@rule
def start_turn(s: Any, seat: int, e: Any) -> None:
    """MC-3.2: the next player's turn."""
    s.turn = seat
    s.phase = Phase.TURN
    s.completed = 0
    tell(e, Told.TURN, seat, 0, 0, 0)


@rule
def end_turn(s: Any, e: Any) -> None:
    """MC-4.3, MC-4.4: bots are made, unless somebody is asked on the way; then the shop rotates; then the next player."""
    if not make_bots(s, e):
        return
    s.making = 0
    s.step = Step.ANNOUNCE
    rotate_shop(s, e)
    s.done += 1
    if s.seats == 1:
        if solo_over(s):
            return
        armand_turn(s, e)
        if solo_over(s):
            return
        rotate(s, STACK, e)
        if solo_over(s):
            return
    if s.done == s.seats:
        s.done = 0
        end_day(s, e)
    else:
        start_turn(s, (s.turn + 1) % s.seats, e)


@rule
def solo_over(s: Any) -> bool:
    """MC-11.3: the solo game ends at once when stack and shop are empty."""
    if s.seats == 1 and sold_out(s):
        s.reason = 1103
        s.phase = Phase.OVER
    return int(s.reason) != 0


@rule
def end_day(s: Any, e: Any) -> None:
    """MC-3.3, MC-3.4: the game ends when nothing is left to buy; else completed blueprints are replaced, and all factories run."""
    if sold_out(s):
        s.reason = 303
        s.phase = Phase.OVER
    else:
        replace_blueprints(s, e)
        start_day(s, e)


# -- 4 Turn -----------------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision."""
    phase = s.phase
    if phase == Phase.TURN:
        act_in_turn(s, seat, action, e)
    elif phase == Phase.INSTALL:
        install(s, seat, action, e)
    elif phase == Phase.RUN:
        answer_run(s, seat, answer_of(int(s.asking[seat][ASKED_KIND]), action), e)
    elif phase == Phase.RECEIVE:
        s.received[model_of(action)] -= 1
        receive(s, seat, action, e)
        receive_on(s)
    elif phase == Phase.GIFT:
        if lay(s, seat, action):
            open_gifts(s, e)
            end_turn(s, e)
    elif phase == Phase.ANNOUNCE:
        s.announced = action - MAKE + 1
        s.step = Step.MAKE
        tell(e, Told.ANNOUNCED, seat, s.announced, s.making, 0)
        end_turn(s, e)
    else:
        keep_bot(s, seat, action - KEEP + 1, e)
        end_turn(s, e)


@rule
def sell(s: Any, seat: int, row: int, model: int, e: Any) -> None:
    """MC-4.1: a bot is sold for its price."""
    unload(s.holes[seat], row, model)
    s.wallet[seat] += int(PRICE_OF[model])
    tell(e, Told.SOLD, seat, row * COLUMNS + DOCK, model, int(PRICE_OF[model]))


@rule
def act_in_turn(s: Any, seat: int, action: int, e: Any) -> None:
    """MC-4.8: one action of selling and buying."""
    if action == SELL_ALL:
        for row in range(ROWS):
            while s.holes[seat][3 * (row * COLUMNS + DOCK)] != 0:
                sell(s, seat, row, int(s.holes[seat][3 * (row * COLUMNS + DOCK)]), e)
    elif action < COMPLETE:
        sell(s, seat, (action - SELL) // 3, (action - SELL) % 3 + 1, e)
    elif action < BUY:
        complete(s, seat, (action - COMPLETE) // WAY_COUNT, (action - COMPLETE) % WAY_COUNT, e)
    elif action < BUY_FORK:
        spot = action - BUY
        s.pending = int(s.shop[spot])
        s.shop[spot] = 0
        buy(s, seat, int(s.pending), PRICES[spot], spot, e)
    elif action == BUY_FORK:
        s.pending = FORK
        buy(s, seat, FORK, FORK_PRICE, SPOTS, e)
    elif action < DEMOLISH:
        enlarge_truck(s, seat, (action - TRUCK) // 2 * COLUMNS + DOCK, (action - TRUCK) % 2 + 2, e)
    elif action < END:
        demolish(s, seat, place_of(action), e)
    else:
        end_turn(s, e)


@rule
def buy(s: Any, seat: int, kind: int, price: int, spot: int, e: Any) -> None:
    """MC-4.2, MC-4.6: paid for; it is installed or recycled at once."""
    s.wallet[seat] -= price
    s.phase = Phase.INSTALL
    tell(e, Told.BOUGHT, seat, kind, price, spot)


@rule
def enlarge_truck(s: Any, seat: int, place: int, size: int, e: Any) -> None:
    """MC-4.6, MC-7.4: a larger truck replaces a smaller one; its bots are taken along."""
    s.wallet[seat] -= truck_price(int(s.tiles[seat][place]), size)
    s.tiles[seat][place] = size
    tell(e, Told.TRUCK, seat, place, size, 0)


@rule
def install(s: Any, seat: int, action: int, e: Any) -> None:
    """MC-4.2: what was bought is installed or recycled; something may be demolished first."""
    kind = int(s.pending)
    if action < FABRICATE:
        demolish(s, seat, place_of(action), e)
        return
    s.pending = 0
    if action == RECYCLE:
        s.recycler[kind] += 1
        tell(e, Told.RECYCLED, seat, kind, 0, 0)
        if not solo_over(s):
            for model in range(DELUXE + 1):
                s.received[model] = int(RECYCLING[kind][model])
            receive_on(s)
        return
    if action < INSTALL:
        lay_fabricator(s, seat, place_of(action), kind, e)
    else:
        lay_tile(s, seat, place_of(action), tile_of(kind, action), e)
    s.phase = Phase.TURN
    solo_over(s)


# -- 9 End -------------------------------------------------------------------------------------------------------------


@rule
def worth(s: Any, seat: int) -> int:
    """MC-9.1: Wallet, Vault and the values of the improvements in the factory."""
    points = int(s.wallet[seat] + s.vault[seat])
    for place in range(PLACES):
        if place % COLUMNS != DOCK:
            points += int(VALUE_OF[int(s.tiles[seat][place]) & KIND_BITS])
    return points


@rule
def armand_worth(s: Any) -> int:
    """MC-11.3: six times the values of its improvements, its Vault and its Wallet."""
    points = int(s.wallet[ARMAND] + s.vault[ARMAND])
    for kind in range(FORK):
        points += ARMAND_TIMES * int(VALUE_OF[kind]) * int(s.robot[kind])
    return points


@rule
def comes_before(s: Any, seat: int, other: int) -> bool:
    """MC-9.1: more points; with as many the larger Vault, then who is earlier in turn order."""
    mine, its = worth(s, seat), worth(s, other)
    if mine != its:
        return mine > its
    if s.vault[seat] != s.vault[other]:
        return bool(s.vault[seat] > s.vault[other])
    return bool((seat - s.first) % s.seats < (other - s.first) % s.seats)


@rule
def scores(s: Any, out: Any) -> None:
    """MC-9.1: points and ranks; MC-11.3: in a solo game rank 1 for more than ARMAND-0 has, else 2."""
    for k in range(16):
        out[k] = 0
    for seat in range(s.seats):
        out[seat] = worth(s, seat)
        out[8 + seat] = 1
        for other in range(s.seats):
            if other != seat and comes_before(s, other, seat):
                out[8 + seat] += 1
    if s.seats == 1 and worth(s, 0) <= armand_worth(s):
        out[8] = 2
