"""What a seat may do: written forwards for `legal`, asked clause by clause for `refusal` (MC-3 to MC-7)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.sealed import pending
from enginehouse.games.mechanica.building import (
    has_place,
    hole_of,
    install_refusal,
    is_fabricator,
    place_of,
    write_floor,
    write_slots,
)
from enginehouse.games.mechanica.making import model_made, place_refusal, write_places
from enginehouse.games.mechanica.parts import (
    BASIC,
    BIG_PRICE,
    BUY,
    BUY_FORK,
    CENTRE,
    COLUMNS,
    COMPLETE,
    DELUXE,
    DEMOLISH,
    DOCK,
    END,
    FABRICATE,
    FORK,
    FORK_PRICE,
    GIVE_UP,
    GO,
    HUGE_FOR_BIG,
    HUGE_PRICE,
    KEEP,
    LAND,
    LISTED,
    MAKE,
    PLACE,
    PLUS,
    PRICES,
    RECYCLE,
    ROWS,
    SELL,
    SELL_ALL,
    SPOTS,
    TRUCK,
    WAY_SIZE,
    WAYS,
    Question,
)
from enginehouse.games.mechanica.state import ASKED_KIND, ASKED_MASK, Phase
from enginehouse.games.mechanica.trading import blueprint, on_truck, on_trucks, way_works, write_ways

WAY_COUNT = len(WAYS)


# -- what may be done --------------------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> int:
    """MC-3.1, MC-4.3: in runs and for gifts those who are asked, else whose turn it is."""
    if s.phase == Phase.OVER:
        return 0
    if s.asked != 0:
        return pending(s)
    return 1 << int(s.turn)


@rule
def truck_price(size: int, wanted: int) -> int:
    """MC-4.6: what a larger truck costs in place of one; 0 if it is not larger."""
    if wanted <= size:
        return 0
    if wanted == 2:
        return BIG_PRICE
    return HUGE_FOR_BIG if size == 2 else HUGE_PRICE


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """The seat's legal actions, ascending."""
    if (actors(s) >> seat) & 1 == 0:
        return 0
    phase = s.phase
    if phase == Phase.TURN:
        return write_turn(s, seat, out)
    if phase == Phase.INSTALL:
        return write_installs(s, seat, out)
    if phase == Phase.RECEIVE or phase == Phase.GIFT:
        return write_places(s, seat, out)
    if phase == Phase.RUN:
        return write_answers(s, seat, out)
    if phase == Phase.ANNOUNCE:
        out[0] = MAKE + PLUS - 1
        out[1] = MAKE + DELUXE - 1
        return 2
    there = int(s.holes[seat][hole_of(int(s.making) * COLUMNS, CENTRE)])
    made = model_made(s, int(s.making))
    out[0] = KEEP + min(there, made) - 1
    out[1] = KEEP + max(there, made) - 1
    return 2


@rule
def answer_of(kind: int, action: int) -> int:
    """MC-5.6: the answer to a question of a run that an action stands for; -1 where it stands for none."""
    answer = -1
    if kind == Question.THROW:
        if LAND <= action < GIVE_UP:
            answer = (action - LAND) // DOCK * COLUMNS + (action - LAND) % DOCK + 1
    elif kind == Question.FORK or kind == Question.EXIT:
        if action < LAND:
            answer = action - GO
    elif kind == Question.CRASH:
        if GIVE_UP <= action < MAKE:
            answer = action - GIVE_UP + 1
    elif MAKE <= action < KEEP:
        answer = action - MAKE + 1
    return answer


@rule
def write_answers(s: Any, seat: int, out: Any) -> int:
    """MC-5.6: the answers to the question of the own run."""
    many = 0
    for action in range(KEEP):
        answer = answer_of(int(s.asking[seat][ASKED_KIND]), action)
        if answer >= 0 and (int(s.asking[seat][ASKED_MASK]) >> answer) & 1:
            out[many] = action
            many += 1
    return many


@rule
def write_turn(s: Any, seat: int, out: Any) -> int:
    """MC-4.8: in any order: sell (4.1), blueprints (6.1), buy (4.2), Forks and trucks, demolish (4.6), end."""
    holes, tiles = s.holes[seat], s.tiles[seat]
    many = 0
    loaded = False
    for row in range(ROWS):
        models = 0
        for k in range(3):
            models |= 1 << int(holes[3 * (row * COLUMNS + DOCK) + k])
        if models > 1 and not loaded:
            loaded = True
            out[many] = SELL_ALL
            many += 1
        for model in range(BASIC, DELUXE + 1):
            if (models >> model) & 1:
                out[many] = SELL + 3 * row + model - 1
                many += 1
    if loaded:
        for which in range(2):
            if (s.completed >> which) & 1 == 0:
                many = write_ways(holes, blueprint(s, which), COMPLETE + WAY_COUNT * which, out, many)
    money = int(s.wallet[seat])
    for spot in range(SPOTS):
        if s.shop[spot] != 0 and money >= PRICES[spot]:
            out[many] = BUY + spot
            many += 1
    if money >= FORK_PRICE and has_place(tiles, FORK):
        out[many] = BUY_FORK
        many += 1
    for row in range(ROWS):
        for wanted in range(2, 4):
            price = truck_price(int(tiles[row * COLUMNS + DOCK]), wanted)
            if 0 < price <= money:
                out[many] = TRUCK + 2 * row + wanted - 2
                many += 1
    many = write_demolitions(tiles, out, many)
    out[many] = END
    return many + 1


@rule
def write_demolitions(tiles: Any, out: Any, many: int) -> int:
    """MC-7.5: whatever lies in the Start Zone and on the floor."""
    for row in range(ROWS):
        for column in range(DOCK):
            if tiles[row * COLUMNS + column] != 0:
                out[many] = DEMOLISH + row * DOCK + column
                many += 1
    return many


@rule
def write_installs(s: Any, seat: int, out: Any) -> int:
    """MC-4.2, MC-7: where and how it fits; recycling, but not a Fork's; and demolishing something first (4.6)."""
    tiles = s.tiles[seat]
    many = write_demolitions(tiles, out, 0)
    if is_fabricator(int(s.pending)):
        many = write_slots(tiles, out, many)
    else:
        many = write_floor(tiles, int(s.pending), out, many)
    if s.pending != FORK:
        out[many] = RECYCLE
        many += 1
    return many


# -- why not -----------------------------------------------------------------------------------------------------------


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """The clause that forbids an action, asked in the order of a referee: the end, whose turn, the phase, the thing."""
    if v.reason != 0:
        return int(v.reason)
    phase = v.phase
    if phase == Phase.RUN:
        return answer_refusal(v, seat, action)
    if phase == Phase.GIFT:
        return place_refusal(v, seat, action) if (pending(v) >> seat) & 1 else 403
    if seat != v.turn:
        return 302
    if phase == Phase.RECEIVE:
        return place_refusal(v, seat, action)
    if phase == Phase.ANNOUNCE:
        return 0 if MAKE + PLUS - 1 <= action < KEEP else 403
    if phase == Phase.KEEP:
        return keep_refusal(v, seat, action)
    if action < PLACE:
        return 506 if action < MAKE else 403
    if action < SELL_ALL:
        return 407
    return turn_refusal(v, seat, action)


@rule
def keep_refusal(v: Any, seat: int, action: int) -> int:
    """MC-4.3: only one of the two bots that meet in the centre hole can be kept."""
    model = action - KEEP + 1
    there = v.holes[seat][hole_of(int(v.making) * COLUMNS, CENTRE)]
    meets = model == there or model == model_made(v, int(v.making))
    return 0 if meets else 403


@rule
def answer_refusal(v: Any, seat: int, action: int) -> int:
    """MC-3.1: while factories run only questions of the own run are answered; MC-5.6: with what is possible."""
    answer = answer_of(int(v.asking[seat][ASKED_KIND]), action)
    if (pending(v) >> seat) & 1 == 0 or answer < 0:
        return 301
    return 0 if (v.asking[seat][ASKED_MASK] >> answer) & 1 else 506


@rule
def turn_refusal(v: Any, seat: int, action: int) -> int:
    """Why something cannot be done in one's own turn, while selling, buying and installing."""
    installing = v.phase == Phase.INSTALL
    if DEMOLISH <= action < FABRICATE:
        return 0 if v.tiles[seat][place_of(action)] != 0 else 705
    if FABRICATE <= action < RECYCLE:
        return install_refusal(v, seat, action) if installing else 701
    if action == RECYCLE:
        return 0 if installing and v.pending != FORK else 402
    if installing:
        return 402 if v.pending != FORK else 406
    if action < COMPLETE:
        if action == SELL_ALL:
            for model in range(BASIC, DELUXE + 1):
                if on_trucks(v.holes[seat], model) > 0:
                    return 0
            return 401
        return 0 if on_truck(v.holes[seat], (action - SELL) // 3, (action - SELL) % 3 + 1) > 0 else 401
    if action < BUY:
        return blueprint_refusal(v, seat, (action - COMPLETE) // WAY_COUNT, (action - COMPLETE) % WAY_COUNT)
    if action < BUY_FORK:
        if v.shop[action - BUY] == 0:
            return 402
        return 0 if v.wallet[seat] >= PRICES[action - BUY] else 105
    if action == BUY_FORK:
        if v.wallet[seat] < FORK_PRICE:
            return 105
        return 0 if has_place(v.tiles[seat], FORK) else 406
    if action < DEMOLISH:
        at = action - TRUCK
        price = truck_price(int(v.tiles[seat][at // 2 * COLUMNS + DOCK]), at % 2 + 2)
        if price == 0:
            return 704
        return 0 if v.wallet[seat] >= price else 105
    return 0


@rule
def blueprint_refusal(v: Any, seat: int, which: int, way: int) -> int:
    """MC-6.2: each at most once in a turn; MC-6.1: exactly its bots, from trucks that hold them."""
    if (v.completed >> which) & 1:
        return 602
    card = blueprint(v, which)
    return 0 if int(WAY_SIZE[way]) == int(LISTED[card][0]) and way_works(v.holes[seat], card, way) else 601
