"""Look ahead for plans: compute the next runs of a factory.

During a run the owner of the factory has to make choices, such as the exit by which a bot rides on. The functions
assume that the owner chooses well (`policy.run_well`). They also assume that the bots on the trucks are sold after each
run. If a function assumes instead that they stay on the trucks, its docstring says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanica import choices, factory, parts, policy, state, trading
from enginehouse.games.mechanica.parts import Question
from enginehouse.games.mechanica.riding import BenchPlace, Trace, list_trace
from enginehouse.games.mechanica.state import State

HORIZON = 3
"""The number of runs for which a factory's income is computed. Set by hand; not measured."""
SOON = 2
"""The number of runs for which bots may stay on their trucks until a blueprint is complete.

Set by hand; not measured.
"""
MOST_CHARGES = 2
"""The number of Basics that a Static Charger makes at most before a run (MC-8.5)."""
BONUS_WEIGHT = 0.7
"""The weight of a coin of a blueprint's bonus, as a reason for an action (`core.words.plans.claim`).

Set by hand; not measured. It is below 1 because the blueprint may be gone.
"""
CACHED, LOOKED_AHEAD, LISTED_WORK = 1_024, 4_096, 2_048
"""The number of results that caches keep: those of `look_ahead`, of `list_work`, and each of the others.

Set by hand; not measured.
"""
Holes = tuple[int, ...]
Tiles = tuple[int, ...]


# -- words -------------------------------------------------------------------------------------------------------------


def say_coins(number: int) -> str:
    """Return a number of coins in words."""
    return many(number, "coin")


def say_lost(number: int) -> str:
    """Return the words for a number of destroyed bots: "a bot" for 1, "3 bots" for 3."""
    return "a bot" if number == 1 else f"{number} bots"


def say_fewer(number: int) -> str:
    """Return "one bot" for 1, "3 bots" for 3. The caller adds a word such as "fewer": "one bot fewer"."""
    return "one bot" if number == 1 else f"{number} bots"


def say_length(runs: int) -> str:
    """Return a number of factory runs in words that can follow "the next": "run" for 1, "3 runs" for 3."""
    return "run" if runs == 1 else f"{runs} runs"


def say_runs(s: State) -> str:
    """Return words for the next factory runs for which plans are computed, such as "2 of 5 runs".

    The second number is that of all runs to come. It is left out if plans are computed for all of them.
    """
    return say_part(count_runs(s), count_runs_left(s))


def say_part(runs: int, left: int) -> str:
    """Return a number of factory runs in words that can follow "the next", such as "2 of 5 runs".

    `runs` is this number (2 in the example), and `left` is the number of all runs to come in the game (5). If `left` is
    not larger than `runs`, the words leave it out: "2 runs", or "run" for 1.
    """
    return say_length(runs) if left <= runs else f"{runs} of {left} runs"


def say_saved(number: int, others: int) -> str:
    """Return a number of saved bots in words, as "2 bots", or "2 more bots" if `others` are destroyed all the same."""
    if others:
        return "one more bot" if number == 1 else f"{number} more bots"
    return say_lost(number)


# -- factories ---------------------------------------------------------------------------------------------------------


def read_factory(s: State, seat: int) -> tuple[Tiles, Holes]:
    """Return the factory of a seat: the tile of each place, and the model of the bot in each hole."""
    return tuple(map(int, s.tiles[seat])), tuple(map(int, s.holes[seat]))


def empty_trucks(holes: Sequence[int]) -> Holes:
    """Return the models in the holes of a factory after all bots on its trucks were sold."""
    return tuple(0 if k // parts.HOLES_EACH in parts.TRUCKS else bot for k, bot in enumerate(holes))


def sort_aboard(holes: Sequence[int]) -> tuple[int, ...]:
    """Return the models of all bots on a factory's trucks, sorted.

    `holes` has the model of the bot in each hole of the factory, or 0 if the hole is empty. The places of a truck are
    holes, too, and only these are read.
    """
    models = (int(holes[parts.HOLES_EACH * place + k]) for place in parts.TRUCKS for k in range(parts.HOLES_EACH))
    return tuple(sorted(model for model in models if model))


def sort_trucks(holes: Sequence[int]) -> Holes:
    """Return the holes of a factory with the bots on each truck sorted, as their order there has no effect."""
    found = [*holes]
    for place in parts.TRUCKS:
        found[parts.HOLES_EACH * place : parts.HOLES_EACH * (place + 1)] = sorted(
            found[parts.HOLES_EACH * place : parts.HOLES_EACH * (place + 1)]
        )
    return tuple(found)


def sum_prices(models: Sequence[int]) -> int:
    """Return the price of some bots, in coins."""
    return sum(int(parts.PRICE_OF[model]) for model in models)


def price_blueprint(card: int) -> int:
    """Return the price of the bots that the blueprint `card` lists, in coins."""
    return sum_prices(parts.BLUEPRINTS[card].bots)


def sum_values(tiles: Sequence[int]) -> int:
    """Return the total of the values that the improvements in a factory have at the end of the game (MC-9.1).

    `tiles` has the tile of each place.
    """
    return sum(
        int(parts.VALUE_OF[int(tile) & parts.KIND_BITS])
        for place, tile in enumerate(tiles)
        if place not in parts.TRUCKS
    )


# -- the next runs -----------------------------------------------------------------------------------------------------


def count_runs_left(s: State) -> int:
    """Return the number of factory runs that follow after the run of this workday (MC-3.3).

    The number holds if players buy no improvements. If they buy some, the shop is empty sooner, and there may be fewer
    runs.
    """
    return int(policy.count_workdays(s)) - 1


def count_runs(s: State) -> int:
    """Return the number of factory runs for which plans are computed: all runs to come, at most `HORIZON`."""
    return min(HORIZON, count_runs_left(s))


@lru_cache(maxsize=LOOKED_AHEAD)
def look_ahead(tiles: Tiles, holes: Holes, runs: int, are_made: bool = False) -> tuple[int, int]:
    """Return the number of bots that a factory's next run destroys, and the income in coins of its next `runs` runs.

    `tiles` has the tile of each place of the factory, and `holes` the model of the bot in each hole. Bots are sold
    after each run, but not before the first run. Set `are_made` if the Fabricators have already made their bots for the
    first run. Otherwise, the function makes these bots first.
    """
    laid, rest, w = [*tiles], [*holes], np.zeros(BenchPlace.SIZE, np.int64)
    if not are_made:
        policy.make_plainly(laid, rest)
    destroyed, income = 0, 0
    for k in range(runs):
        income += policy.run_well(laid, rest, [0] * state.ANSWERS, 0, w)
        destroyed = int(w[BenchPlace.DESTROYED]) if k == 0 else destroyed
        income += policy.sell_and_make(laid, rest)
    return destroyed, income


@lru_cache(maxsize=LISTED_WORK)
def list_work(tiles: Tiles, holes: Holes, runs: int, place: int) -> tuple[tuple[int, ...], int]:
    """Return the models that the improvement at `place` makes in the next `runs` runs, and the coins that it brings.

    The models are a tuple in order, with a model repeated each time the improvement makes it. A Downgrader makes its
    model once for each bot that comes out of the Downgrader. A Basic that passes a Downgrader unchanged does not count.
    A Static Charger makes Basics. The coins come from bots that pass a Gift Wrapper, or from the throws of a Flight
    Tester.

    The bots on trucks are sold before each run. `tiles` has the tile of each place of the factory, and `holes` the
    model of the bot in each hole.
    """
    laid, rest, w = [*tiles], [*empty_trucks(holes)], np.zeros(BenchPlace.SIZE, np.int64)
    made, coins = list[int](), 0
    policy.make_plainly(laid, rest)
    for _ in range(runs):
        policy.run_well(laid, rest, [0] * state.ANSWERS, 0, w)
        last = -1
        for kind, a, b in list_trace(w):
            if kind == Trace.ACTIVATED and a == place:
                out = sum(1 for k in range(parts.HOLES_EACH) if rest[parts.HOLES_EACH * place + k])
                made += [b] * ((out if out > 1 else 0) if tiles[place] & parts.KIND_BITS == parts.DOWNGRADER else 1)
            coins += (kind == Trace.COIN and a == place) + (b if kind == Trace.THROWN and last == place else 0)
            last = a if kind in (Trace.RODE, Trace.THROWN) else last
        if tiles[place] & parts.KIND_BITS == parts.CHARGER:
            made += [parts.BASIC] * min(MOST_CHARGES, int(w[BenchPlace.PASSED + place]))
        policy.sell_and_make(laid, rest)
    return tuple(made), coins


@lru_cache(maxsize=CACHED)
def is_entered(tiles: Tiles, holes: Holes, runs: int, place: int) -> bool:
    """Return whether a bot enters the tile at `place` in the next `runs` runs.

    The bots on trucks are sold before each run. `tiles` has the tile of each place of the factory, and `holes` the
    model of the bot in each hole.
    """
    rest, w = empty_trucks(holes), np.zeros(BenchPlace.SIZE, np.int64)
    for _ in range(runs):
        there = [*rest]
        policy.make_plainly([*tiles], there)
        policy.run_well([*tiles], there, [0] * state.ANSWERS, 0, w)
        if any(kind in (Trace.RODE, Trace.THROWN) and a == place for kind, a, _ in list_trace(w)):
            return True
        rest = empty_trucks(there)
    return False


def count_destroyed(s: State, seat: int, are_sold: bool = False) -> int:
    """Return the number of bots of a seat that the next factory run destroys.

    If `are_sold` is true, the seat sells all bots on its trucks before this run.
    """
    tiles, holes = read_factory(s, seat)
    return look_ahead(tiles, empty_trucks(holes) if are_sold else holes, 1)[0]


def compute_income(s: State, seat: int, runs: int) -> int:
    """Return the income of the factory of `seat` in its next `runs` runs, in coins.

    The bots that are on the trucks now are left out.
    """
    tiles, holes = read_factory(s, seat)
    return look_ahead(tiles, empty_trucks(holes), runs)[1]


# -- bots that stay on their trucks ------------------------------------------------------------------------------------


@lru_cache(maxsize=CACHED)
def keep_aboard(tiles: Tiles, holes: Holes, runs: int, are_made: bool = False) -> Holes:
    """Return the holes of a factory after its next `runs` runs if no bot is sold.

    `tiles` has the tile of each place of the factory, `holes` the model of the bot in each hole. Set `are_made` if the
    Fabricators have already made their bots for the first run.
    """
    rest, w = [*holes], np.zeros(BenchPlace.SIZE, np.int64)
    for k in range(runs):
        if k > 0 or not are_made:
            policy.make_plainly([*tiles], rest)
        policy.run_well([*tiles], rest, [0] * state.ANSWERS, 0, w)
    return tuple(rest)


def count_for_truck(tiles: Tiles, holes: Holes, runs: int, place: int) -> int:
    """Return the number of bots that a truck needs room for in the next `runs` runs if no bot is sold.

    These are the bots on it now, and those that ride there. `tiles` has the tile of each place of the factory, `holes`
    the model of the bot in each hole.
    """
    wanted = sum(1 for k in range(parts.HOLES_EACH) if holes[parts.HOLES_EACH * place + k])
    rest, w = [*holes], np.zeros(BenchPlace.SIZE, np.int64)
    for _ in range(runs):
        policy.make_plainly([*tiles], rest)
        policy.run_well([*tiles], rest, [0] * state.ANSWERS, 0, w)
        wanted += sum(kind == Trace.ARRIVED and a == place for kind, a, _ in list_trace(w))
    return wanted


def hold_listed(tiles: Tiles, holes: Holes, card: int, runs: int, place: int) -> tuple[int, int]:
    """Return how many bots for a blueprint are on all trucks, and on that at `place`, after the next `runs` runs.

    Before each run, the player sells all bots that the blueprint `card` does not list. `tiles` has the tile of each
    place of the factory, `holes` the model of the bot in each hole.
    """
    rest = holes
    for _ in range(runs):
        rest = keep_aboard(tiles, keep_listed(rest, card), 1)
    rest = keep_listed(rest, card)
    return len(sort_aboard(rest)), sum(
        1 for bot in rest[parts.HOLES_EACH * place : parts.HOLES_EACH * (place + 1)] if bot
    )


def count_loaded(tiles: Tiles, holes: Holes) -> int:
    """Return the number of bots on trucks after the next run of a factory. No bot is sold before it.

    `tiles` has the tile of each place of the factory, `holes` the model of the bot in each hole.
    """
    return len(sort_aboard(keep_aboard(tiles, holes, 1)))


def keeps_more(s: State, seat: int, tiles: Tiles, holes: Holes) -> bool:
    """Return whether a changed factory has more bots for a blueprint after the next run than the seat's factory has.

    No bot is sold before the run. `tiles` and `holes` are those of the changed factory. A blueprint does not count if
    it is replaced at the end of this workday (MC-6.4).
    """
    now, then = keep_aboard(*read_factory(s, seat), 1), keep_aboard(tiles, holes, 1)
    cards = [] if s.marked else [int(trading.blueprint(s, which)) for which in range(parts.FACE_UP)]
    return any(len(sort_aboard(keep_listed(then, card))) > len(sort_aboard(keep_listed(now, card))) for card in cards)


class NextBlueprint(NamedTuple):
    """A blueprint that a factory can complete: its pay, the price of its bots, and a number of factory runs.

    Pay and price are in coins. The factory can complete the blueprint after that number of runs, or now if it is 0.
    """

    pay: int
    price: int
    runs: int


def find_order(
    s: State, tiles: Tiles, holes: Holes, sells: bool = False, are_made: bool = False
) -> NextBlueprint | None:
    """Return the blueprint with the largest bonus that a factory can complete after one of its next runs, if any.

    The bonus is the pay less the price of the bots. If bonuses are equal, return the blueprint that needs fewer runs.
    Blueprints that are replaced at the end of this workday do not count (MC-6.4).

    The function assumes that the player sells bots between the runs: all bots on trucks, except the bots that the
    blueprint needs. If `sells` is true, the player also sells them before the first run. `tiles` has the tile of each
    place of the factory, `holes` the model of the bot in each hole. Set `are_made` if the Fabricators have already made
    their bots for the first run.
    """
    found: NextBlueprint | None = None
    if int(s.marked):
        return None
    for card in map(int, (trading.blueprint(s, 0), trading.blueprint(s, 1))):
        rest = holes
        for runs in range(1, min(SOON, count_runs_left(s)) + 1):
            rest = keep_aboard(tiles, keep_listed(rest, card) if sells or runs > 1 else rest, 1, are_made and runs == 1)
            if trading.can_complete([*rest], card):
                order = NextBlueprint(parts.BLUEPRINTS[card].pay, price_blueprint(card), runs)
                found = order if is_better(order, found) else found
                break
    return found


def keep_listed(holes: Holes, card: int) -> Holes:
    """Return a factory's holes after the sale of all bots on its trucks that the blueprint `card` does not list.

    `card` is the number of the blueprint. `holes` has the model of the bot in each hole of the factory before the sale.
    The result has the models after it, and 0 for an empty hole.
    """
    left, rest = [*parts.BLUEPRINTS[card].bots], [*holes]
    for hole in (parts.HOLES_EACH * place + k for place in parts.TRUCKS for k in range(parts.HOLES_EACH)):
        if rest[hole] in left:
            left.remove(rest[hole])
        else:
            rest[hole] = 0
    return tuple(rest)


def find_now(s: State, holes: Sequence[int]) -> NextBlueprint | None:
    """Return the face-up blueprint with the largest bonus that a player can complete at once, if any.

    The bonus is the pay of the blueprint less the price of its bots. `holes` has the model of the bot in each hole of
    the player's factory, or 0 for an empty hole. The places of a truck are holes, too. Only bots on trucks can be used.
    """
    cards = (int(trading.blueprint(s, which)) for which in range(parts.FACE_UP))
    orders = (
        NextBlueprint(parts.BLUEPRINTS[card].pay, price_blueprint(card), 0)
        for card in cards
        if trading.can_complete([*holes], card)
    )
    return max(orders, key=get_bonus, default=None)


def claim_order(order: NextBlueprint) -> Claim:
    """Return a reason (`Claim`) for an action: with it, the player can complete a blueprint after some factory runs.

    `order` has the blueprint's pay, the price of its bots, and the number of these runs.
    """
    return claim("next blueprint", BONUS_WEIGHT * get_bonus(order), pay=order.pay, runs=say_length(order.runs))


def is_better(order: NextBlueprint, other: NextBlueprint | None) -> bool:
    """Return whether `order` has a larger bonus than `other`, or the same bonus after fewer factory runs.

    The bonus is the pay of a blueprint less the price of its bots. If there is no `other` blueprint, its bonus is 0.
    """
    more = get_bonus(order) - get_bonus(other)
    return more > 0 or (more == 0 and other is not None and order.runs < other.runs)


def get_bonus(order: NextBlueprint | None) -> int:
    """Return the pay of a blueprint less the price of its bots, in coins. Without a blueprint it is 0."""
    return order.pay - order.price if order else 0


# -- a run with given answers ------------------------------------------------------------------------------------------


class Fate(NamedTuple):
    """The ride of a bot in a factory run: where it ends, the coins that it brings, and the Static Chargers on it.

    `end` is the place of the tile or truck where the bot stays, or -1 if it is destroyed on the ride. `crowded` is the
    number of bots that are destroyed at the place `end` because there is no room. `coins` has a place for each coin
    that the bot brings: the place of a Gift Wrapper that it passes, or the place of a Flight Tester that throws it.
    `passed` has the places of the Static Chargers that it passes.
    """

    end: int
    crowded: int
    coins: tuple[int, ...]
    passed: tuple[int, ...]


class RunEnd(NamedTuple):
    """The result of a factory run.

    `destroyed` is the number of bots that the run destroys. `money` is the sum of the coins that the run brings and the
    prices of the bots on trucks after it. `later` is `money` plus the income of the following run. `holes` has the
    model of the bot in each hole after the run. `fate` describes the ride of a single bot, which the caller of
    `finish_run` chooses.
    """

    destroyed: int
    money: int
    later: int
    holes: Holes
    fate: Fate


def finish_answers(s: State, seat: int, code: int) -> RunEnd:
    """Return the result of the factory run of `seat` if the player gives the answer `code` to the current question.

    The question is about a bot: for example, by which exit of a Fork it leaves. `code` is the action that answers it.
    The `fate` in the result describes the ride of this bot.
    """
    asking = s.asking[seat]
    answer = int(choices.read_answer(int(asking[state.ASKED_KIND]), code))
    given = (*map(int, s.answers[seat][: int(s.answered[seat])]), answer)
    return finish_run(*read_factory(s, seat), given, int(asking[state.ASKED_HOLE]))


@lru_cache(maxsize=CACHED)
def finish_run(tiles: Tiles, holes: Holes, given: tuple[int, ...], hole: int = 0) -> RunEnd:
    """Return the result of a factory run with the answers `given` to its first questions.

    A question is, for example, by which exit of a Fork a bot leaves (MC-5.6). If the run has more questions, the
    function chooses the best path for a bot, and the most expensive model. `tiles` has the tile of each place, and
    `holes` the model of the bot in each hole before the run. The `fate` in the result describes the ride of the bot
    that leaves the hole with the number `hole`.
    """
    answers, w, number = (
        [*given, *[0] * (state.ANSWERS - len(given))],
        np.zeros(BenchPlace.SIZE, np.int64),
        len(given),
    )
    laid, there = [*tiles], [*holes]
    while factory.run_factory(laid, there, answers, number, w) != Question.NONE:
        answers[number] = policy.best_answer(laid, w)
        number += 1
    rest, coins = [int(w[k]) for k in range(parts.HOLES)], int(w[BenchPlace.WALLET] + w[BenchPlace.VAULT])
    aboard, fate = tuple(rest), find_fate(w, hole)
    money = coins + policy.sell_and_make(laid, rest)
    later = money + look_ahead(tiles, tuple(rest), 1)[1]
    return RunEnd(int(w[BenchPlace.DESTROYED]), money, later, aboard, fate)


def find_fate(w: Numbers, hole: int) -> Fate:
    """Return a description of the ride of a single bot in a finished factory run: its end, its coins, and so on.

    The bot leaves the hole with the number `hole` in this run. `w` is the work array of the run.
    """
    is_it, end, coins, passed, last, events = False, -1, list[int](), list[int](), -1, list_trace(w)
    for kind, a, b in events:
        is_it = a == hole if kind == Trace.LEFT else is_it
        if is_it:
            end = a if kind == Trace.ARRIVED else end
            coins += [a] if kind == Trace.COIN else [last] if kind == Trace.THROWN and b else []
            passed += [a] if kind == Trace.CHARGED else []
            last = a if kind in (Trace.RODE, Trace.THROWN) else last
    crowded = sum(kind == Trace.CRASHED and a == end for kind, a, _ in events)
    return Fate(end, crowded, tuple(coins), tuple(passed))
