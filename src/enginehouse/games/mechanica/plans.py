"""List the plans of Mechanica: the goals that an action can serve.

The action can be a trade, the placement of a tile, or an answer in a factory run. A hint names such a plan as the
reason for an action (see `core.words.plans`). The next factory runs are computed as in the forecast: all bots are sold
each day, and questions are answered well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim
from enginehouse.games.mechanica.building import find_laid_place, is_fabricator, write_floor, write_slots
from enginehouse.games.mechanica.choices import read_answer
from enginehouse.games.mechanica.factory import run_factory
from enginehouse.games.mechanica.making import makes_here
from enginehouse.games.mechanica.names import MODEL_TITLES, bots, tile_name
from enginehouse.games.mechanica.parts import (
    ACTIONS,
    BLUEPRINTS,
    DELUXE,
    FORK,
    HOLES,
    KIND_BITS,
    PLACES,
    PRICE_OF,
    RECYCLING,
    SPOTS,
    TRUCKS,
    VALUE_OF,
    Buy,
    BuyFork,
    Complete,
    Demolish,
    End,
    Enlarge,
    Fabricate,
    GiveUp,
    Install,
    Keep,
    Make,
    Put,
    Question,
    Recycle,
    Sell,
    SellAll,
)
from enginehouse.games.mechanica.policy import (
    best_answer,
    count_workdays,
    lay_into,
    lay_on_trial,
    make_plainly,
    may_be_last,
    recycle_on_trial,
    run_well,
    sell_and_make,
    write_trials,
)
from enginehouse.games.mechanica.riding import BenchPlace
from enginehouse.games.mechanica.rules import legal, worth
from enginehouse.games.mechanica.state import ANSWERS, ASKED_KIND, Phase, State
from enginehouse.games.mechanica.trading import blueprint, can_complete, shop_price

PLANS = (
    Plan("win", "win", "End the game ahead", "End the game now: you win by {lead}.", "The game goes on, and you would win it by {lead} now."),
    Plan("sell room", "save", "Make room on a truck", "Sell now, or the next run destroys {lost}.", "The next run destroys {lost} for lack of room."),
    Plan("truck", "save", "Make room on a truck", "Get the larger truck: the next run would destroy {lost} without it.", "The next run destroys {lost} without the larger truck."),
    Plan("room", "set up", "Make room for a blueprint", "If you save bots for a blueprint, your trucks hold {more} more after the next {runs}.", "If you save bots for a blueprint, your trucks hold {more} less after the next {runs}."),
    Plan("stay aboard", "set up", "Make room on a truck", "If you save bots for a blueprint, the next run destroys {lost} fewer.", "If you save bots for a blueprint, the next run destroys {lost} more."),
    Plan("lost bots", "protect", "Do not lose bots", "Do not end your turn yet: the next run would destroy {lost}.", "It ends your turn, and the next run destroys {lost}."),
    Plan("free way", "save", "Lead bots to free trucks", "This leads bots to free trucks: else the next run destroys {lost}.", "The next run destroys {lost} that could ride to free trucks."),
    Plan("wrong way", "protect", "Keep the way open", "Keep the way of your bots open, or {lost} more will be destroyed.", "Your next run then destroys {lost} more."),
    Plan("last sale", "score", "Sell before the end", "Sell for {coins}: {last}, and bots count nothing at the end.", "Bots worth {coins} stay unsold, and {last}."),
    Plan("keep selling", "score", "Sell before the end", "Sell first: {last}, and bots worth {coins} count nothing at the end.", "It leaves bots worth {coins} unsold, and {last}."),
    Plan("sell to buy", "set up", "Sell to buy", "Sell for {coins}: then you can pay the {price} for the {tile}.", "You cannot pay the {price} for the {tile}."),
    Plan("sell", "score", "Sell", "Sell for {coins}.", "It leaves bots worth {coins} unsold."),
    Plan("blueprint", "score", "Complete a blueprint", "Complete the blueprint for {pay}: its bots alone would sell for {price}.", "You could complete a blueprint for {pay}."),
    Plan("collect", "set up", "Collect for a blueprint", "Keep {held}: one more bot, {missing}, completes a blueprint for {pay}.", "Your {held} are no longer there for the blueprint that pays {pay}."),
    Plan("break up", "save", "Keep a blueprint together", "Do not sell the bots for the blueprint: it pays {pay}.", "It sells bots of a blueprint that you could complete for {pay}."),
    Plan("income", "set up", "Earn more each day", "Build up your factory: it earns {coins} more in the next {runs}.", "Your factory does not earn the {coins} more in the next {runs}."),
    Plan("pays off", "set up", "Earn more each day", "The {tile} costs {price}: it earns {coins} more in the next {runs} and counts {value} at the end.", "You miss the {tile}: for {price} it earns {coins} more in the next {runs} and counts {value}."),
    Plan("points", "score", "Buy points", "The {tile} costs {price} and counts {value} at the end.", "You miss the {tile}, which counts {value} at the end."),
    Plan("cheap", "set up", "Buy for the days to come", "The {tile} costs {price} and counts {value} at the end: {rest}.", "You miss the {tile}, which costs {price} and counts {value} at the end."),
    Plan("best place", "score", "Lay it in a good place", "No place for the {tile} brings more in the next {runs}. Here it {earns}.", "Another place for the {tile} brings more in the next {runs}. It {earns}."),
    Plan("lay", "score", "Lay it for points", "Lay the {tile}: {value}.", "It gives up the {tile}: {value}."),
    Plan("deny", "deny", "Buy before the next player", "Buy the {tile} now: {rival} could have it for {price}.", "It leaves the {tile} to {rival}, who could have it for {price}."),
    Plan("last chance", "deny", "Buy before it is gone", "Buy the {tile} now: it goes into the Recycler when the shop rotates.", "The {tile} goes into the Recycler when the shop rotates."),
    Plan("save coins", "save", "Save your coins", "{save} your {coins}: {they}.", "It spends coins that count at the end as well."),
    Plan("wait", "save", "Wait for a blueprint", "Keep {held} on your trucks for the next blueprint: the next run destroys no bot.", "You sell {held}, which the next blueprint may need."),
    Plan("recycle", "score", "Recycle for bots", "Recycle it for {bots}: that brings {coins} more in the next {runs}.", "Recycled for {bots}, it would bring {coins} more in the next {runs}."),
    Plan("only harm", "protect", "Keep your improvements", "End your turn: you can only demolish something.", "It demolishes something, and you could end your turn."),
    Plan("keep tile", "protect", "Keep your improvements", "Do not demolish the {tile}: it counts {value} at the end.", "It demolishes the {tile}, which counts {value} at the end."),
    Plan("safe way", "protect", "Lead bots to safety", "Lead the bots on safely: {lost} would be destroyed.", "This way {lost} are destroyed in the run."),
    Plan("way money", "score", "Lead bots to money", "This way the run brings {coins}, in money and in bots on trucks.", "The run could bring {coins}, in money and in bots on trucks."),
    Plan("way blueprint", "set up", "Collect for a blueprint", "This way you can complete a blueprint for {pay}: its bots alone would sell for {price}.", "The run could bring you the bots of a blueprint for {pay}."),
    Plan("way work", "set up", "Feed your improvements", "This way your improvements get work: they earn {coins} in the {runs} after this one.", "Your improvements could earn {coins} in the {runs} after this one."),
    Plan("deluxe", "score", "Make the better bot", "Make the Deluxe: it sells for {more} more than a Plus.", "The Deluxe sells for {more} more than the Plus."),
    Plan("small gift", "deny", "Give the others less", "Make the Plus: for a Deluxe {others} more.", "For a Deluxe {others} more."),
    Plan("better bot", "score", "Keep the better bot", "Keep the {model}: it sells for {coins}.", "You could keep the {model}, which sells for {coins}."),
    Plan("good hole", "score", "Start bots in a good row", "No hole brings more: from this one the next {runs} {coins}, in money and in bots on trucks.", "From another hole the next {runs} {coins}, in money and in bots on trucks."),
    Plan("any hole", ALIKE, "Start bots in a good row", "Any choice will do: the next {runs} {coins} from each hole.", "It makes no difference: the next {runs} {coins} from each hole."),
    Plan("no difference", ALIKE, "Bots that count nothing", "Any choice will do: no factory runs again, and bots count nothing at the end.", "It makes no difference: bots count nothing at the end."),
    Plan("same run", ALIKE, "Bots that count nothing", "Any choice will do: {same}.", "It makes no difference: {same}."),
    Plan("free hole", "protect", "Use a free hole", "Put it into this free hole: it costs no bot, neither now nor in the next run.", "It costs a bot, now or in the next run."),
)  # fmt: skip
ROOMY = {
    Sell.KIND: "sell room",
    SellAll.KIND: "sell room",
    Complete.KIND: "sell room",
    Enlarge.KIND: "truck",
    Install.KIND: "free way",
}
"""The plan that an action of this kind serves if it saves bots in the next run."""
HORIZON = 3
"""The number of runs for which a factory's income is computed."""
RUNS_BRING = ("", "run brings", "two runs bring", "three runs bring")
"""How a sentence goes on after "the next", by the number of runs."""


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is a goal of a player, and a claim is a statement about it.
    """
    s, t, seat = step.before, step.after, step.seat
    kind = ACTIONS.kind[step.code]
    if t.reason != 0 and s.phase in (Phase.TURN, Phase.INSTALL):  # In other phases, any choice ends the game.
        lead = worth(t, seat) - max((worth(t, other) for other in range(t.seats) if other != seat), default=0)
        if t.seats > 1 and lead > 0:
            yield claim("win", 100, lead=lead)
    if s.phase == Phase.RUN:
        yield from _answers(s, seat, step.code)
    elif s.phase in (Phase.ANNOUNCE, Phase.KEEP, Phase.GIFT, Phase.RECEIVE):
        yield from _models(s, seat, step.code)
    elif s.phase in (Phase.TURN, Phase.INSTALL) and s.turn == seat:
        yield from _turn(step, kind)


def _coins(number: int) -> str:
    return many(number, "coin")


def _say_lost(number: int) -> str:
    return "a bot" if number == 1 else f"{number} bots"


def _say_fewer(number: int) -> str:
    return "one bot" if number == 1 else f"{number} bots"


# -- the next runs -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def look_ahead(tiles: tuple[int, ...], holes: tuple[int, ...], runs: int, are_made: bool = False) -> tuple[int, int]:
    """Return the number of bots that a factory's next run destroys, and the income in coins of its next `runs` runs.

    `tiles` has the tile of each place of the factory, and `holes` the model of the bot in each hole. Bots are sold
    after each run, but not before the first run. Set `are_made` if the Fabricators have already made their bots for the
    first run. Otherwise, the function makes these bots first.
    """
    laid, rest, w = [*tiles], [*holes], np.zeros(BenchPlace.SIZE, np.int64)
    if not are_made:
        make_plainly(laid, rest)
    destroyed, income = 0, 0
    for k in range(runs):
        answers = [0] * ANSWERS
        income += run_well(laid, rest, answers, 0, w)
        destroyed = int(w[BenchPlace.DESTROYED]) if k == 0 else destroyed
        income += sell_and_make(laid, rest)
    return destroyed, income


@lru_cache(maxsize=1024)
def count_aboard(tiles: tuple[int, ...], holes: tuple[int, ...], runs: int) -> int:
    """Return the number of bots on a factory's trucks after its next `runs` runs if all of them stay there.

    `tiles` has the tile of each place of the factory, `holes` the model of the bot in each hole.
    """
    rest, w = [*holes], np.zeros(BenchPlace.SIZE, np.int64)
    for _ in range(runs):
        make_plainly([*tiles], rest)
        run_well([*tiles], rest, [0] * ANSWERS, 0, w)
    return len(_sort_aboard(rest))


def _factory(s: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(map(int, s.tiles[seat])), tuple(map(int, s.holes[seat]))


def count_destroyed(s: State, seat: int, are_sold: bool = False) -> int:
    """Return the number of bots of a seat that the next factory run destroys.

    If `are_sold` is true, the seat sells all bots on its trucks before this run.
    """
    tiles, holes = _factory(s, seat)
    return look_ahead(tiles, _empty_trucks(holes) if are_sold else holes, 1)[0]


def _count_runs_left(s: State) -> int:
    """Return the number of factory runs after this workday if players do not buy (MC-3.3)."""
    return int(count_workdays(s)) - 1


def _runs(s: State) -> int:
    return min(HORIZON, _count_runs_left(s))


def _income(s: State, seat: int, runs: int) -> int:
    """Return the income of the factory of `seat` in its next `runs` runs, in coins.

    The bots that are on the trucks now are left out.
    """
    tiles, holes = _factory(s, seat)
    return look_ahead(tiles, _empty_trucks(holes), runs)[1]


def _empty_trucks(holes: Sequence[int]) -> tuple[int, ...]:
    """Return the models in the holes of a factory after all bots on its trucks were sold."""
    return tuple(0 if k // 3 in TRUCKS else bot for k, bot in enumerate(holes))


# -- a turn ------------------------------------------------------------------------------------------------------------


def _turn(step: PlanAction, kind: int) -> Iterator[Claim]:
    s, t, seat = step.before, step.after, step.seat
    if kind == End.KIND:
        yield from _ends(s, seat)
        return
    if kind in (Sell.KIND, SellAll.KIND):
        yield from _sales(s, t, seat)
    if kind == Complete.KIND:
        card = blueprint(s, int(Complete.which[step.code]))
        pay, price = BLUEPRINTS[card].pay, _price_blueprint(card)
        yield claim("blueprint", 1.5 * (pay - price), pay=pay, price=price)
    if kind == Buy.KIND:
        yield from _purchase(s, seat, int(Buy.spot[step.code]))
    if kind in (Buy.KIND, BuyFork.KIND):
        yield from _list_incomes(t, s, seat)
    if kind == Install.KIND and int(s.tiles[seat][find_laid_place(step.code)]):
        yield from _demolishes(s, seat, find_laid_place(step.code))
    if kind == BuyFork.KIND and _runs(s):
        yield from _list_free_ways(t, s, seat)
    if kind == Enlarge.KIND and (runs := min(2, _count_runs_left(s))):
        more = count_aboard(*_factory(t, seat), runs) - count_aboard(*_factory(s, seat), runs)
        if more > 0:
            yield claim("room", more, more=many(more, "bot"), runs=_say_length(runs))
    if kind in (Install.KIND, Fabricate.KIND):
        yield from _lays(s, t, seat)
    if kind == Recycle.KIND and (gain := _gain_by_recycling(s, seat)) > 0:
        given = [m for m in range(1, DELUXE + 1) for _ in range(int(RECYCLING[int(s.pending)][m]))]
        yield claim("recycle", 0.7 * gain, bots=bots(given), coins=_coins(gain), runs=_say_runs(s))
    if kind == Demolish.KIND:
        yield from _demolishes(s, seat, int(Demolish.place[step.code]))
    if t.turn == seat and t.day == s.day and t.reason == 0:
        yield from _runs_after(step, kind)


def _demolishes(s: State, seat: int, place: int) -> Iterator[Claim]:
    tile = int(s.tiles[seat][place]) & KIND_BITS
    if VALUE_OF[tile] > 0:
        yield claim("keep tile", -float(VALUE_OF[tile]) - 1, tile=tile_name(tile), value=int(VALUE_OF[tile]))


def _runs_after(step: PlanAction, kind: int) -> Iterator[Claim]:
    """Yield claims about the effect of an action on the next factory runs. `kind` is the kind of the action.

    The turn must go on after the action, so the player can still sell the bots on trucks before the next run. Most
    claims therefore count the bots that the run would destroy if the trucks were empty. There are two exceptions:
    claims about a sale, and the claim about the plan "stay aboard". They count the bots that the run destroys with the
    trucks as they are.
    """
    s, t, seat = step.before, step.after, step.seat
    sells = kind in (Sell.KIND, SellAll.KIND, Complete.KIND)
    saved = count_destroyed(s, seat, not sells) - count_destroyed(t, seat, not sells)
    if kind in ROOMY and (_runs(s) if kind == Enlarge.KIND else not may_be_last(s)):
        if saved > 0 and not (sells and _find_broken(s, t, seat) >= 0):
            yield claim(ROOMY[kind], 3 * saved, lost=_say_lost(saved))
        elif kind == Install.KIND and saved == 0 and (kept := count_destroyed(s, seat) - count_destroyed(t, seat)) > 0:
            yield claim("stay aboard", 1.5 * kept, lost=_say_fewer(kept))
    if saved < 0 and not may_be_last(s):
        yield claim("wrong way", 3 * saved, lost=str(-saved))
    runs = _runs(s)
    if runs and (s.phase == Phase.INSTALL or kind in (Enlarge.KIND, Demolish.KIND)) and kind != Recycle.KIND:
        more = _income(t, seat, runs) - _income(s, seat, runs)
        if _pays_off(s, more, int(s.wallet[seat] - t.wallet[seat])):
            yield claim("income", 0.7 * more, coins=_coins(more), runs=_say_runs(s))


def _lays(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield claims about the place where the bought tile is laid, and about its value (MC-9.1).

    `s` is the record before the tile is laid, and `t` that after it. A place is compared with all other places that
    are legal, by income in the next runs and value at the end.
    """
    tile, value, runs = int(s.pending), int(worth(t, seat) - worth(s, seat)), _runs(s)
    than = "" if value == VALUE_OF[tile] else " more than what it replaces"
    counts = f"counts {value}{than} at the end"
    if not runs:
        if value > 0:
            yield claim("lay", 1.1 * value, tile=tile_name(tile), value=f"it {counts}, and no factory runs again")
        return
    now, here = _income(s, seat, runs), _income(t, seat, runs)
    best = find_best_place(*_factory(s, seat), tile, bool(may_be_last(s)), runs)
    more, is_best = here - now, here + _sum_values(t.tiles[seat]) == best
    gain = _gain_by_recycling(s, seat)
    pays = tile != FORK and value + more > gain
    recycled = f"Recycled, it would bring {_coins(gain) if gain else 'nothing'}"
    if is_best and (more > 0 or (more == 0 and value > 0)):
        earns = f"earns {_coins(more)} more" if more else "costs you no income"
        ends = f" and {counts}" if value > 0 else ""
        if pays:
            ends += f". {recycled}"
        weight = 0.5 + 0.7 * more + 1.1 * max(0, value)
        yield claim("best place", weight, tile=tile_name(tile), runs=_say_runs(s), earns=earns + ends)
    if value > 0 and pays:
        yield claim("lay", value, tile=tile_name(tile), value=f"it {counts}. {recycled} in the next {_say_runs(s)}")


@lru_cache(maxsize=64)
def find_best_place(tiles: tuple[int, ...], holes: tuple[int, ...], kind: int, spares: bool, runs: int) -> int:
    """Return the most coins that a factory can bring after a tile of this kind is laid in any place.

    The coins are the income of the next `runs` runs, plus the value of all tiles of the factory at the end. `tiles` has
    the tile of each place of the factory, and `holes` the model of the bot in each hole. If `spares` is true, no tile
    is laid over another one. Return -1 if there is no place.
    """
    out, best, now = [0] * 128, -1, [*tiles]
    many_ways = write_slots(now, out, 0) if is_fabricator(kind) else write_floor(now, kind, out, 0)
    for code in out[:many_ways]:
        if not (spares and tiles[find_laid_place(code)]):
            laid, rest = [*tiles], [*holes]
            lay_into(laid, rest, kind, code)
            income = look_ahead(tuple(laid), _empty_trucks(rest), runs)[1]
            best = max(best, income + _sum_values(laid))
    return best


def _sum_values(tiles: Sequence[int]) -> int:
    """Return the total of the values that the improvements in a factory have at the end of the game (MC-9.1).

    `tiles` has the tile of each place.
    """
    return sum(int(VALUE_OF[int(tile) & KIND_BITS]) for place, tile in enumerate(tiles) if place not in TRUCKS)


def _gain_by_recycling(s: State, seat: int) -> int:
    """Return how many coins more the next runs bring if the seat recycles the bought tile. The bots go into free holes.

    Return 0 if they do not bring more, or if no run follows.
    """
    tiles, holes, runs = [0] * PLACES, [0] * HOLES, _runs(s)
    recycle_on_trial(s, seat, tiles, holes)
    return max(0, look_ahead(tuple(tiles), _empty_trucks(holes), runs)[1] - _income(s, seat, runs)) if runs else 0


def _ends(s: State, seat: int) -> Iterator[Claim]:
    out = [0] * len(ACTIONS)
    if all(ACTIONS.kind[out[k]] in (End.KIND, Demolish.KIND) for k in range(int(legal(s, seat, out)))):
        yield claim("only harm", 5)
        return
    unsold = sum(int(PRICE_OF[int(s.holes[seat][3 * place + k])]) for place in TRUCKS for k in range(3))
    if may_be_last(s):
        if unsold:
            yield claim("keep selling", -2 * unsold, coins=_coins(unsold), last=_say_last(s))
    elif lost := count_destroyed(s, seat):
        yield claim("lost bots", -3 * lost, lost=_say_lost(lost))
    elif unsold:
        yield claim("wait", 1, held=bots(_list_aboard(s, seat)))
    if s.wallet[seat] > 0:
        held = int(s.wallet[seat])
        they = "it counts at the end" if held == 1 else "they count at the end"
        save, they = ("Save", f"{they} as well") if _runs(s) else ("Keep", they)
        yield claim("save coins", 1, save=save, coins=_coins(held), they=they)
    for which in range(2):
        card = blueprint(s, which)
        lacking = _list_lacking(s, seat, card)
        if not may_be_last(s) and len(lacking) == 1 and unsold and not s.marked >> which & 1:
            there = [*BLUEPRINTS[card].bots]
            there.remove(lacking[0])
            pay = BLUEPRINTS[card].pay
            yield claim("collect", 3, held=bots(there), missing=bots(lacking), pay=pay)
            return


def _say_last(s: State) -> str:
    return "this may be the last day" if _runs(s) else "this is the last day"


def _list_aboard(s: State, seat: int) -> list[int]:
    """Return the models of the bots on the seat's trucks, sorted."""
    return [*_sort_aboard(s.holes[seat])]


def _sort_aboard(holes: Sequence[int]) -> tuple[int, ...]:
    """Return the models of the bots on trucks, sorted. `holes` has the model of the bot in each hole of the factory."""
    models = (int(holes[3 * place + k]) for place in TRUCKS for k in range(3))
    return tuple(sorted(model for model in models if model))


def _list_lacking(s: State, seat: int, card: int) -> list[int]:
    """Return the models of the bots that the blueprint `card` lists and that are not on the seat's trucks.

    A model is in the list once for each missing bot.
    """
    there = _list_aboard(s, seat)
    lacking = []
    for model in BLUEPRINTS[card].bots:
        if model in there:
            there.remove(model)
        else:
            lacking.append(model)
    return lacking


def _sales(s: State, t: State, seat: int) -> Iterator[Claim]:
    earned = int(t.wallet[seat] - s.wallet[seat])
    if may_be_last(s):
        yield claim("last sale", 2 * earned, coins=_coins(earned), last=_say_last(s))
    prices = [int(shop_price(int(s.shop[k]), k)) for k in range(SPOTS)]
    worthy = [k for k in range(SPOTS) if s.shop[k] and (_runs(s) > 1 or VALUE_OF[int(s.shop[k])] > prices[k])]
    dear = [k for k in worthy if int(s.wallet[seat]) < prices[k] <= int(t.wallet[seat])]
    if dear:
        tile = int(s.shop[dear[0]])
        yield claim("sell to buy", 2.5, coins=_coins(earned), price=prices[dear[0]], tile=tile_name(tile))
    else:
        yield claim("sell", 0.6 * earned, coins=_coins(earned))
    if (card := _find_broken(s, t, seat)) >= 0:
        pay = BLUEPRINTS[card].pay
        yield claim("break up", _price_blueprint(card) - pay, pay=pay)


def _find_broken(s: State, t: State, seat: int) -> int:
    """Return the number of a blueprint that the seat can complete before a sale but not after it, or -1.

    `s` is the record before the sale, and `t` that after it.
    """
    for which in range(2):
        card = blueprint(s, which)
        if not s.completed >> which & 1 and can_complete(s.holes[seat], card):
            if not can_complete(t.holes[seat], card):
                return int(card)
    return -1


def _purchase(s: State, seat: int, spot: int) -> Iterator[Claim]:
    tile = int(s.shop[spot])
    price = int(shop_price(tile, spot))
    value = int(VALUE_OF[tile])
    if value > price:
        yield claim("points", 1.0 + value - price, tile=tile_name(tile), price=_coins(price), value=value)
    elif price - value <= 2 and _runs(s):
        runs = many(_runs(s), "run")
        rest = "all that it earns is gain" if value == price else f"it has {runs} to earn the rest"
        yield claim("cheap", 0.5, tile=tile_name(tile), price=_coins(price), value=value, rest=rest)
    if s.seats > 1 and not may_be_last(s):
        after = (int(s.turn) + 1) % s.seats
        if spot + 1 < SPOTS and s.wallet[after] >= (cheaper := int(shop_price(tile, spot + 1))):
            yield claim("deny", 1.5, tile=tile_name(tile), rival=f"{{{after}}}", price=cheaper)
        elif spot + 1 == SPOTS:
            yield claim("last chance", 1.2, tile=tile_name(tile))


def _list_incomes(t: State, s: State, seat: int) -> Iterator[Claim]:
    """Yield a claim if the bought tile, in its best place, brings more than its price.

    It brings income, and points if it has a value. `t` is the record after the purchase, and `s` that before it.
    """
    runs = _runs(s)
    if t.phase != Phase.INSTALL or not runs:
        return
    now = _income(s, seat, runs)
    trials = (look_ahead(tiles, _empty_trucks(holes), runs)[1] for tiles, holes in _lay_each(t, seat))
    more, tile, price = max(trials, default=0) - now, int(t.pending), int(s.wallet[seat] - t.wallet[seat])
    value = int(VALUE_OF[tile])
    if not _pays_off(s, more, price - value):
        return
    coins, length = _coins(more), _say_runs(s)
    if value:
        weight = max(1.0, 0.7 * more + value - price)
        yield claim(
            "pays off", weight, tile=tile_name(tile), price=_coins(price), coins=coins, runs=length, value=value
        )
    else:
        yield claim("income", 0.7 * more, coins=coins, runs=length)


def _pays_off(s: State, more: int, price: int) -> bool:
    """Return whether an investment pays: whether a factory earns more than `price` coins by it in all runs to come.

    `more` is the additional income in the next few runs, those for which plans are computed.
    """
    return more > 0 and more * _count_runs_left(s) > price * _runs(s)


def _say_runs(s: State) -> str:
    """Return the number of next factory runs for which plans are computed, in words, such as "2 of 5 runs".

    The number of all runs to come is left out if it is not larger.
    """
    runs, left = _runs(s), _count_runs_left(s)
    return _say_length(runs) if left <= runs else f"{runs} of {left} runs"


def _say_length(runs: int) -> str:
    """Return a number of runs in words, as it follows "the next"."""
    return "run" if runs == 1 else f"{runs} runs"


def _list_free_ways(t: State, s: State, seat: int) -> Iterator[Claim]:
    """Yield a claim if the bought Fork, in its best place, saves bots from being destroyed in the next factory run.

    `t` is the record after the purchase, and `s` that before it.
    """
    laid = [*_lay_each(t, seat)]
    for plan, weight, are_sold in (("free way", 3.0, True), ("stay aboard", 1.5, False)):
        lost = count_destroyed(s, seat, are_sold)
        trials = (look_ahead(tiles, _empty_trucks(holes) if are_sold else holes, 1)[0] for tiles, holes in laid)
        saved = lost - min(trials, default=lost) if lost else 0
        if saved > 0:
            yield claim(plan, weight * saved, lost=_say_lost(saved) if are_sold else _say_fewer(saved))
            return


def _lay_each(t: State, seat: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield a seat's factory with the bought tile in each place where it may be laid.

    A factory is a pair: the tile of each place, and the model of the bot in each hole.
    """
    out = [0] * 128
    for j in range(write_trials(t, seat, out)):
        tiles, holes = [0] * PLACES, [0] * HOLES
        lay_on_trial(t, seat, out[j], tiles, holes)
        yield tuple(tiles), tuple(holes)


# -- answers -----------------------------------------------------------------------------------------------------------


def _answers(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield a claim for each plan that the answer `code` to a question in a factory run serves or spoils (MC-5.6).

    A plan is a goal of the player `seat`. The claims are true if the owner gives good answers to the later questions of
    the run.
    """
    if read_answer(int(s.asking[seat][ASKED_KIND]), code) < 0:
        return
    lost, money, _, aboard = finish_answers(s, seat, code)
    out, runs = [0] * len(ACTIONS), _runs(s)
    others = [finish_answers(s, seat, other) for other in out[: int(legal(s, seat, out))]]
    if len({(one[1], _sort_trucks(one[3]) if runs else _sort_aboard(one[3])) for one in others}) == 1:
        last = "this is the last run, and it brings the same"
        yield claim("same run", 1, same="your coins and bots after the run are the same" if runs else last)
        return
    if lost:
        yield claim("safe way", -2.5 * lost, lost=_say_lost(lost))
    if money:
        yield claim("way money", 0.6 * money, coins=_coins(money))
    later = look_ahead(_factory(s, seat)[0], _empty_trucks(aboard), runs)[1] if runs else 0
    if later > 0:
        yield claim("way work", 0.5 * later, coins=_coins(later), runs=_say_length(runs))
    possible = [blueprint(s, which) for which in range(2) if can_complete([*aboard], blueprint(s, which))]
    if possible:
        pay, price = max((BLUEPRINTS[card].pay, _price_blueprint(card)) for card in possible)
        yield claim("way blueprint", 1.5 * (pay - price), pay=pay, price=price)


def _price_blueprint(card: int) -> int:
    """Return the price of the bots that the blueprint `card` lists, in coins."""
    return sum(int(PRICE_OF[model]) for model in BLUEPRINTS[card].bots)


def _sort_trucks(holes: Sequence[int]) -> tuple[int, ...]:
    """Return the holes of a factory with the bots on each truck sorted, as their order there has no effect."""
    found = [*holes]
    for place in TRUCKS:
        found[3 * place : 3 * place + 3] = sorted(found[3 * place : 3 * place + 3])
    return tuple(found)


def finish_answers(s: State, seat: int, code: int) -> tuple[int, int, int, tuple[int, ...]]:
    """Return the result of the factory run of `seat` after the answer `code`, as `finish_run` returns it."""
    answer = int(read_answer(int(s.asking[seat][ASKED_KIND]), code))
    return finish_run(*_factory(s, seat), (*map(int, s.answers[seat][: int(s.answered[seat])]), answer))


@lru_cache(maxsize=1024)
def finish_run(
    tiles: tuple[int, ...], holes: tuple[int, ...], given: tuple[int, ...]
) -> tuple[int, int, int, tuple[int, ...]]:
    """Return the result of a factory run as four parts: destroyed bots, money now, money after another run, holes now.

    The first part is the number of bots that this run destroys. The second is the owner's money after this run, and the
    third is the money after the run of the next day. Money is coins, plus the prices of bots on trucks. The last part
    has the model of the bot in each hole after this run.

    `tiles` has the tile of each place, and `holes` the model of the bot in each hole. The owner gives the answers
    `given`, and good answers after these.
    """
    answers, w, number = [*given, *[0] * (ANSWERS - len(given))], np.zeros(BenchPlace.SIZE, np.int64), len(given)
    laid, there = [*tiles], [*holes]
    while run_factory(laid, there, answers, number, w) != Question.NONE:
        answers[number] = best_answer(laid, w)
        number += 1
    rest, coins = [int(w[k]) for k in range(HOLES)], int(w[BenchPlace.WALLET] + w[BenchPlace.VAULT])
    aboard, destroyed = tuple(rest), int(w[BenchPlace.DESTROYED])
    money = coins + sell_and_make(laid, rest)
    return destroyed, money, money + look_ahead(tiles, tuple(rest), 1)[1], aboard


def _getting(s: State, seat: int) -> str:
    return "the others get" if s.seats > 2 else f"{{{1 - seat}}} gets" if s.seats == 2 else "ARMAND-0 gets"


def _models(s: State, seat: int, code: int) -> Iterator[Claim]:
    kind = ACTIONS.kind[code]
    if kind in (Make.KIND, Keep.KIND, Put.KIND, GiveUp.KIND) and not _runs(s) and (s.seats > 1 or kind != Make.KIND):
        yield claim("no difference", 1)
    elif s.phase == Phase.ANNOUNCE and kind == Make.KIND:
        if Make.model[code] == DELUXE:
            more = int(PRICE_OF[DELUXE] - PRICE_OF[DELUXE - 1])
            yield claim("deluxe", more, more=more)
        else:
            yield claim("small gift", 2, others=_getting(s, seat))
    elif kind == Keep.KIND:
        model = int(Keep.model[code])
        yield claim("better bot", float(PRICE_OF[model]), model=MODEL_TITLES[model], coins=_coins(int(PRICE_OF[model])))
    else:
        yield from _holes(s, seat, code)


def _holes(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield claims about putting a received bot into a hole of the Start Zone (MC-4.7).

    Each names a plan (a goal of the seat) that the action `code` serves or spoils.
    """
    if ACTIONS.kind[code] != Put.KIND:
        return
    place, hole = map(int, Put.values(code)[1:])
    laid, there = _place_bot(s, seat, code)
    without = _place_bot(s, seat, -1)[1]
    is_free = s.holes[seat][3 * place + hole] == 0 and not makes_here(s, seat, 3 * place + hole)
    lost, anyway = (look_ahead(laid, one, 1, are_made=True)[0] for one in (there, without))
    if is_free and lost <= anyway:
        yield claim("free hole", 2)
    runs, out = _runs(s), [0] * len(ACTIONS)
    codes = [other for other in out[: int(legal(s, seat, out))] if ACTIONS.kind[other] == Put.KIND]
    money, brought = _bring(laid, there, runs), [_bring(*_place_bot(s, seat, other), runs) for other in codes]
    if money == max(brought) and money > 0:
        least = min(brought)
        plan, weight = ("good hole", 0.5 + 0.6 * (money - least)) if money > least else ("any hole", 1.0)
        yield claim(plan, weight, coins=_coins(money), runs=RUNS_BRING[runs])


def _place_bot(s: State, seat: int, code: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a seat's factory before its next run, with the received bot in the hole that the action `code` names.

    If `code` is -1, the bot is left out. A factory is a pair: the tile of each place, and the model of the bot in each
    hole. If the seat's turn is still to come in this workday, it sells its bots and makes new ones before the run.
    """
    tiles, holes = _factory(s, seat)
    to_come = (seat - int(s.first)) % int(s.seats) >= int(s.done)
    laid, there = [*tiles], [*(_empty_trucks(holes) if to_come else holes)]
    if code >= 0:
        model, place, hole = map(int, Put.values(code))
        there[3 * place + hole] = model
    if to_come:
        make_plainly(laid, there)
    return tiles, tuple(there)


def _bring(tiles: tuple[int, ...], holes: tuple[int, ...], runs: int) -> int:
    """Return the income of a factory in its next runs, in coins, without the bots that are on its trucks now.

    The Fabricators have made their bots before the first run already.
    """
    unsold = sum(int(PRICE_OF[holes[3 * dock + k]]) for dock in TRUCKS for k in range(3))
    return look_ahead(tiles, holes, runs, are_made=True)[1] - unsold
