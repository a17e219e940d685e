"""Find the reasons for or against a choice about bots of the Start Zone: a model, a bot to keep, or a bot's hole.

A reason (`Claim`) says that the choice serves or spoils a plan, which is a goal of a player such as to keep the better
bot (see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.words.plans import Claim, claim, list_legal
from enginehouse.games.mechanica import foresight, making, names, parts, policy
from enginehouse.games.mechanica.foresight import Holes, Tiles
from enginehouse.games.mechanica.parts import GiveUp, Keep, Make, Put
from enginehouse.games.mechanica.state import Phase, State

RUNS_BRING = ("", "run brings", "two runs bring", "three runs bring")
"""How a sentence goes on after "the next", by the number of runs."""


def list_models(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `code` about a bot in the Start Zone.

    The action chooses the model that a Fabricator makes, keeps one of two bots in a Fabricator's centre hole, or puts a
    received bot into a hole.
    """
    kind = parts.ACTIONS.kind[code]
    is_idle = not foresight.count_runs(s) and (s.seats > 1 or kind != Make.KIND)
    if kind in (Make.KIND, Keep.KIND, Put.KIND, GiveUp.KIND) and is_idle:
        yield claim("no difference", 1)
    elif s.phase == Phase.ANNOUNCE and kind == Make.KIND:
        yield from _announces(s, seat, int(Make.model[code]))
    elif kind == Keep.KIND:
        yield from _keeps(s, seat, int(Keep.model[code]))
    else:
        yield from _holes(s, seat, code)


def _keeps(s: State, seat: int, model: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for keeping a bot of this model in the centre hole of a Fabricator (MC-4.3)."""
    price = int(parts.PRICE_OF[model])
    models = {int(Keep.model[code]) for code in list_legal(s, seat)}
    orders = {one: foresight.find_order(s, *make_model(s, seat, one, one), are_made=True) for one in models}
    order, others = orders[model], [orders[one] for one in models if one != model]
    if order and all(foresight.is_better(order, other) for other in others):
        yield foresight.claim_order(order)
    if model == max(models):
        yield claim("better bot", float(price), model=names.MODEL_TITLES[model], coins=foresight.say_coins(price))


# -- the Overactive Fabricator -----------------------------------------------------------------------------------------


def _announces(s: State, seat: int, model: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against a model of the bot that an Overactive Fabricator makes (MC-4.3).

    The model is a Plus or a Deluxe. A Deluxe may bring the player more income than a Plus. But if the player makes a
    Deluxe, the opponents get a better gift than if the player makes a Plus.
    """
    runs = foresight.count_runs(s)
    factories = {made: make_model(s, seat, made) for made in (parts.PLUS, parts.DELUXE)}
    brought = {
        made: foresight.look_ahead(*one, runs, are_made=True)[1] if runs else 0 for made, one in factories.items()
    }
    more = brought[parts.DELUXE] - brought[parts.PLUS]
    orders = {made: foresight.find_order(s, *one, are_made=True) for made, one in factories.items()}
    order, length = orders[model], foresight.say_length(runs)
    if order and foresight.is_better(order, orders[parts.PLUS + parts.DELUXE - model]):
        yield foresight.claim_order(order)
    if model == parts.PLUS:
        said = "only " + foresight.say_coins(more) + " more" if more > 0 else "no more"
        cost = f"a Deluxe would bring you {said} in the next {length}" if runs else "no factory runs again"
        yield claim("small gift", 2, cost=cost, others=_getting(s, seat))
    elif more > 0:
        yield claim("deluxe", more, more=foresight.say_coins(more), runs=length)
    else:
        yield claim("deluxe price", 0.5, more=int(parts.PRICE_OF[parts.DELUXE] - parts.PRICE_OF[parts.PLUS]))


def make_model(s: State, seat: int, model: int, kept: int = 0) -> tuple[Tiles, Holes]:
    """Return the factory that a seat would have before its next run if its Overactive Fabricator made a bot of `model`.

    If `kept` is a model, a bot of this model is then in the Fabricator's centre hole. If it is 0, the better bot stays
    there: the made bot, or the bot that is in the hole already. The Fabricators below it make their bots, too. A
    factory is a pair: the tile of each place, and the model of the bot in each hole.
    """
    tiles, holes = foresight.read_factory(s, seat)
    there, centre = [*holes], 3 * parts.COLUMNS * int(s.making)
    there[centre] = kept or max(there[centre], model)
    for row in range(int(s.making) + 1, parts.ROWS):
        hole = 3 * parts.COLUMNS * row
        is_basic = parts.COLUMNS * row == parts.BASIC_SLOT
        there[hole] = max(there[hole], parts.PLUS if tiles[parts.COLUMNS * row] else parts.BASIC if is_basic else 0)
    return tiles, tuple(there)


def _getting(s: State, seat: int) -> str:
    return "the others get" if s.seats > 2 else f"{{{1 - seat}}} gets" if s.seats == 2 else "ARMAND-0 gets"


# -- received bots -----------------------------------------------------------------------------------------------------


def _holes(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield reasons (`Claim`) for putting a received bot into a hole of the Start Zone by the action `code` (MC-4.7).

    A reason can be that the hole is free. Another reason can be that the factory earns the most if the bot is in this
    hole. Yield no reason if the action is of another kind. A bot is received from an opponent or for a recycled tile.
    """
    if code not in Put:
        return
    place, hole = map(int, Put.values(code)[1:])
    laid, there = place_bot(s, seat, code)
    without = place_bot(s, seat, -1)[1]
    is_free = s.holes[seat][3 * place + hole] == 0 and not making.makes_here(s, seat, 3 * place + hole)
    lost, anyway = (foresight.look_ahead(laid, one, 1, are_made=True)[0] for one in (there, without))
    if is_free and lost <= anyway:
        yield claim("free hole", 2)
    runs = foresight.count_runs(s)
    brought = [_bring(*place_bot(s, seat, other), runs) for other in list_legal(s, seat, Put)]
    money = _bring(laid, there, runs)
    if money == max(brought) and money > 0:
        least = min(brought)
        plan, weight = ("good hole", 0.5 + 0.6 * (money - least)) if money > least else ("any hole", 1.0)
        yield claim(plan, weight, coins=foresight.say_coins(money), runs=RUNS_BRING[runs])


def place_bot(s: State, seat: int, code: int) -> tuple[Tiles, Holes]:
    """Return a seat's factory before its next run, with the received bot in the hole that the action `code` names.

    If `code` is -1, the bot is left out. A bot is received from an opponent or for a recycled tile. The result is a
    pair: the tile of each place, and the model of the bot in each hole. If the seat's turn in this workday is not over,
    the trucks are empty in the result (the bots are sold), and the Fabricators have made their bots.
    """
    tiles, holes = foresight.read_factory(s, seat)
    to_come = (seat - int(s.first)) % int(s.seats) >= int(s.done)
    laid, there = [*tiles], [*(foresight.empty_trucks(holes) if to_come else holes)]
    if code >= 0:
        model, place, hole = map(int, Put.values(code))
        there[3 * place + hole] = model
    if to_come:
        policy.make_plainly(laid, there)
    return tiles, tuple(there)


def _bring(tiles: Tiles, holes: Holes, runs: int) -> int:
    """Return a factory's income in its next `runs` runs, in coins, less the price of the bots now on its trucks.

    "Now" is before the first of these runs. The price is subtracted because the income includes the sale of these bots.

    `tiles` has the tile of each place, and `holes` the model of the bot in each hole before the first run. The bots
    that the Fabricators make for the first run are already in `holes`.
    """
    return foresight.look_ahead(tiles, holes, runs, are_made=True)[1] - foresight.sum_prices(
        foresight.sort_aboard(holes)
    )
