"""Compute the value of a position for the computer player `greedy`: simulate its factory on the days to come."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import lowest, mask_of, seats_in
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanica import building, factory, making, parts, riding, rules, state
from enginehouse.games.mechanica.parts import Demolish, End, Place, Put, Question
from enginehouse.games.mechanica.riding import BenchPlace
from enginehouse.games.mechanica.state import Phase, State

GUESSES = 1
"""The number of guesses of the greedy bot: one, because hidden information hardly affects its own factory."""
COIN = 100
"""The value of a coin: all values are in hundredths of a coin. So a price times a percentage is a value, too."""
FAR, NEAR = 5, 3
"""The numbers of days in the lookahead. NEAR is used if many places for a tile are compared.

Set by hand, to limit the time of a decision; not measured.
"""
NEVER = -(1 << 40)
"""A value that is less than all others."""
END_BONUS = 1
"""The value of ending the turn, in hundredths of a coin, so that only actions that improve the position are better.

Set by hand: it is the smallest possible value.
"""
FREE_HOLE = 1
"""The value of putting a received bot into a free hole, in hundredths of a coin. Set by hand, as `END_BONUS` is."""


class Use(Constants):
    """Estimated values of a bot that arrives at an improvement, depending on the improvement (MC-8).

    The first four values are in percent of a bot's price, the others in hundredths of a coin. Set by hand; not
    measured.
    """

    UPGRADED = 90  # percent of the price of the next model
    DUPLICATED = 170  # percent of the price of the bot
    KEPT = 90  # percent of the price of a bot that a Downgrader does not split
    SPLIT = 270  # percent of the price of the model below: there are three bots, at 90 percent each
    OTHER = 350  # hundredths: at any other improvement
    CHARGER = 120  # hundredths: each Static Charger on the way


MOST_ENDS = 40
"""The maximum number of outcomes of a bot's path that are compared. Set by hand; not measured."""
MOST_TRIALS = 128
"""The capacity for the actions that install a tile: at most 8 for each of the 12 places of the floor (MC-7.1)."""


@rule
def count_turns(s: State) -> int:
    """Return the number of turns, including this one, until stack and shop are empty, if players do not buy (MC-4.4).

    Each turn rotates the shop once. An improvement from the stack stays in the shop for as many turns as the shop has
    spots.
    """
    unseen = count(s, parts.STACK) + (count(s, parts.EXTRAS) if s.seats == 4 else 0)
    if unseen > 0:
        return int(unseen + parts.SPOTS)
    return parts.SPOTS - lowest(mask_of(s.shop)) if mask_of(s.shop) else 1


@rule
def count_days(s: State, turns: int) -> int:
    """Return the number of workdays, from the present day on, in which the next `turns` turns take place.

    The current turn counts as the first of these turns. In a solo game ARMAND-0 has every second turn.
    """
    if s.seats == 1:
        return (turns + 1) // 2
    return int((s.done + turns + s.seats - 1) // s.seats)


@rule
def count_workdays(s: State) -> int:
    """Return the number of workdays, including this one, until stack and shop are empty, if players do not buy.

    If they buy, there may be fewer days, but never more (MC-3.3).
    """
    return count_days(s, count_turns(s))


@rule
def days_left(s: State) -> int:
    """Return the number of workdays, including this one, for which a bot of the server plans.

    In a workday each player has one turn. The workdays are computed from the number of turns until the stack and the
    shop are empty if players do not buy. Purchases shorten the game, so this number is reduced by 1 while improvements
    are left in the stack. The weights of the bot's judgement were learned with this number.
    """
    turns = count_turns(s)
    return count_days(s, turns - 1 if turns > parts.SPOTS else turns)


@rule
def may_be_last(s: State) -> bool:
    """Return whether the shop may be empty after this workday, so that no factory runs again (MC-3.3, MC-11.3)."""
    to_turn_up = count(s, parts.STACK) + (count(s, parts.EXTRAS) if s.seats == 4 else 0)
    return int(to_turn_up) < (2 if s.seats == 1 else s.seats - s.done)


@rule
def value_use(tiles: Numbers, place: Place, model: int, w: Numbers) -> int:
    """Return the value, in hundredths of a coin, of a bot of this model that arrives at a place.

    `tiles` has the tile of each place. The value depends on the bots that are there already, which are in the work
    array `w` of the run.
    """
    if place == riding.NOWHERE:
        return 0
    at = BenchPlace.ARRIVED + 4 * place
    there = int(w[at + 1]) + int(w[at + 2]) + int(w[at + 3])
    if place % parts.COLUMNS == parts.DOCK:
        return COIN * int(parts.PRICE_OF[model]) if there < tiles[place] else 0
    kind = int(tiles[place]) & parts.KIND_BITS
    if kind == parts.UPGRADER:
        return 0 if there > 0 else Use.UPGRADED * int(parts.PRICE_OF[min(parts.DELUXE, model + 1)])
    if kind == parts.DUPLICATOR:
        return 0 if there > 0 else Use.DUPLICATED * int(parts.PRICE_OF[model])
    if kind == parts.DOWNGRADER:
        return (
            0 if there > 0 else max(Use.KEPT * int(parts.PRICE_OF[model]), Use.SPLIT * int(parts.PRICE_OF[model - 1]))
        )
    return 0 if there > 1 else Use.OTHER


@rule
def next_use(tiles: Numbers, model: int, w: Numbers) -> int:
    """Return the value of the next possible path of a bot through the factory, in hundredths of a coin.

    A bot has several possible paths if its owner may choose at Forks or Flight Testers. They are on a stack in `w`, the
    work array of the factory run, and each call takes a path from the stack. The stack must not be empty. The value
    counts the place where the bot stays, coins, and the Static Chargers that the bot passes. `tiles` has the tile of
    each place, and `model` is the bot's model.
    """
    place, chargers, vault, wallet = riding.next_outcome(tiles, w)
    value = value_use(tiles, place, model, w) + COIN * (vault + wallet)
    return value + Use.CHARGER * seats_in(chargers)


@rule
def best_answer(tiles: Numbers, w: Numbers) -> int:
    """Return a good answer to the question at which a run has stopped: the best path, or the most expensive model.

    The question is in the work array `w` of the run. `tiles` has the tile of each place.
    """
    kind = int(w[BenchPlace.KIND])
    mask = int(w[BenchPlace.MASK])
    if kind == Question.MODEL:
        return parts.DELUXE
    place = int(w[BenchPlace.WHERE])
    model = int(w[BenchPlace.MODEL])
    best, most = -1, -1
    for answer in range(parts.PLACES):
        if (mask >> answer) & 1:
            value = 0
            if kind == Question.CRASH:
                value = parts.DELUXE - answer
            elif kind == Question.THROW:
                value = best_end(tiles, answer, riding.flown_over(tiles, place, answer), model, w)
            else:
                value = best_end(tiles, riding.find_reached(tiles, place, answer, False, w), 0, model, w)
            if value > most:
                best, most = answer, value
    return best


@rule
def best_end(tiles: Numbers, place: Place, coins: int, model: int, w: Numbers) -> int:
    """Return the highest value, in hundredths of a coin, that a bot can reach if it enters `place` with `coins` coins.

    `tiles` has the tile of each place, and `model` is the bot's model. `w` is the work array of the run, and is
    changed.
    """
    w[BenchPlace.MANY_WAYS] = 0
    riding.lay_way(w, place, 0, 0, 0, coins)
    best = next_use(tiles, model, w)
    tried = 0
    while w[BenchPlace.MANY_WAYS] > 0 and tried < MOST_ENDS:
        tried += 1
        best = max(best, next_use(tiles, model, w))
    return best


@rule
def run_well(tiles: Numbers, holes: Numbers, answers: Numbers, many: int, w: Numbers) -> int:
    """Simulate a factory run to its end. Return the coins that the factory earns.

    A run asks the factory's owner questions, such as which way a bot takes at a Fork. The first `many` numbers of
    `answers` are the answers to the first questions. The function chooses the answers to the other questions by
    estimated values, and adds them to `answers`.

    `tiles` has the tile of each place. `holes` has the model of the bot in each hole, and is overwritten with the holes
    after the run. `w` is the work array of the run.
    """
    while factory.run_factory(tiles, holes, answers, many, w) != Question.NONE:
        answers[many] = best_answer(tiles, w)
        many += 1
    for k in range(parts.HOLES):
        holes[k] = int(w[k])
    return int(w[BenchPlace.WALLET] + w[BenchPlace.VAULT])


@rule
def sell_and_make(tiles: Numbers, holes: Numbers) -> int:
    """Simulate a simple turn: sell all bots, and make the Fabricators' bots. Return the money in coins.

    `tiles` has the tile of each place. `holes` (the model of the bot in each hole) is changed.
    """
    money = 0
    for row in range(parts.ROWS):
        for k in range(parts.HOLES_EACH):
            hole = parts.HOLES_EACH * (row * parts.COLUMNS + parts.DOCK) + k
            money += int(parts.PRICE_OF[int(holes[hole])])
            holes[hole] = 0
    make_plainly(tiles, holes)
    return money


@rule
def make_plainly(tiles: Numbers, holes: Numbers) -> None:
    """Make the Fabricators' bots in `holes` (the model of the bot in each hole). `tiles` has the tile of each place.

    An Overactive Fabricator makes its cheaper model. Of two bots in a hole, the better bot stays.
    """
    for row in range(parts.ROWS):
        kind = int(tiles[row * parts.COLUMNS])
        model = (
            parts.PLUS
            if building.is_fabricator(kind)
            else parts.BASIC
            if row * parts.COLUMNS == parts.BASIC_SLOT
            else 0
        )
        hole = parts.HOLES_EACH * row * parts.COLUMNS + parts.CENTRE
        holes[hole] = max(int(holes[hole]), model)


@rule
def future(tiles: Numbers, holes: Numbers, to_come: bool, days: int, ahead: int, w: Numbers) -> int:
    """Return the future income of a factory, in hundredths of a coin.

    If `to_come` is true, the income begins with a turn, else with a factory run. `days` is the number of days that are
    left, and `ahead` the number of days to simulate. Each day that is not simulated counts as much as the mean of the
    last two simulated days. `tiles` has the tile of each place. `holes` (the model of the bot in each hole) is changed.
    `w` is the work array of a run.
    """
    answers = np.zeros(state.ANSWERS, np.int8)
    total = COIN * sell_and_make(tiles, holes) if to_come else 0
    last, before = 0, 0
    looked = min(days - 1, ahead)
    for _ in range(looked):
        before = last
        last = COIN * (run_well(tiles, holes, answers, 0, w) + sell_and_make(tiles, holes))
        total += last
    return total + (days - 1 - looked) * (last + before) // 2


@rule
def unsold(holes: Numbers) -> int:
    """Return the total price of the bots on the trucks, in coins, for a policy that prefers to sell them early.

    `holes` has the model of the bot in each hole of the factory. The policy subtracts the result, as hundredths of a
    coin, from the value of a position. This small penalty only decides between actions of almost equal value.
    """
    total = 0
    for place in parts.TRUCKS:
        for k in range(parts.HOLES_EACH):
            total += int(parts.PRICE_OF[int(holes[parts.HOLES_EACH * place + k])])
    return total


@rule
def place_received(s: State, tiles: Numbers, holes: Numbers) -> None:
    """Put the recycled bots that the player has not placed yet into free holes of the Start Zone.

    `tiles` has the tile of each place. `holes` (the model of the bot in each hole) is changed.
    """
    for model in range(parts.BASIC, parts.DELUXE + 1):
        for _ in range(s.received[model]):
            put_free(tiles, holes, model)


@rule
def put_free(tiles: Numbers, holes: Numbers, model: int) -> None:
    """Put a bot of this model into a free hole of the Start Zone. If no hole is free, the bot is lost.

    A slot has a centre hole and a second hole. The function looks first at the centre holes in which no Fabricator
    makes bots, then at the second holes, and last at the other centre holes. In each of these groups the middle row
    comes last. `tiles` has the tile of each place. `holes` (the model of the bot in each hole) is changed.
    """
    for k in range(9):
        place = parts.COLUMNS * (0, 2, 1)[k % 3]
        hole = parts.SECOND if 3 <= k < 6 else parts.CENTRE
        is_made = hole == parts.CENTRE and (building.is_fabricator(int(tiles[place])) or place == parts.BASIC_SLOT)
        if is_made == (k >= 6) and making.is_hole(tiles, place, hole) and holes[building.number_hole(place, hole)] == 0:
            holes[building.number_hole(place, hole)] = model
            return


@rule
def copy_numbers(source: Any, target: Any, many: int) -> None:
    """Copy the first `many` numbers of the array `source` to the array `target`."""
    for k in range(many):
        target[k] = int(source[k])


@rule
def best_install(s: State, seat: Seat, days: int, w: Numbers) -> int:
    """Return the highest value that `seat` can reach with its bought tile, in hundredths of a coin.

    The tile is installed in its best place, or recycled if that is better and allowed. The value is the income of the
    factory after that, plus the values of its tiles. `days` is the number of days that are left. `w` is the work array
    of a run.
    """
    tiles, holes = np.zeros(parts.PLACES, np.int8), np.zeros(parts.HOLES, np.int8)
    out = np.zeros(MOST_TRIALS, np.int64)
    best = -1
    if s.pending != parts.FORK:
        recycle_on_trial(s, seat, tiles, holes)
        best = future(tiles, holes, True, days, NEAR, w)
    for j in range(write_trials(s, seat, out)):
        value = lay_on_trial(s, seat, int(out[j]), tiles, holes)
        best = max(best, future(tiles, holes, True, days, NEAR, w) + COIN * value)
    return best


@rule
def recycle_on_trial(s: State, seat: Seat, tiles: Numbers, holes: Numbers) -> None:
    """Compute the factory that `seat` would have if it recycled the bought tile.

    The result overwrites both arrays: `tiles` with the tile of each place, and `holes` with the model of the bot in
    each hole.
    """
    copy_numbers(s.tiles[seat], tiles, parts.PLACES)
    copy_numbers(s.holes[seat], holes, parts.HOLES)
    for model in range(parts.BASIC, parts.DELUXE + 1):
        for _ in range(int(parts.RECYCLING[int(s.pending)][model])):
            put_free(tiles, holes, model)


@rule
def lay_on_trial(s: State, seat: Seat, action: Action, tiles: Numbers, holes: Numbers) -> int:
    """Write the factory of `seat`, as it is after the action installs the bought tile, into two arrays.

    Both are overwritten: `tiles` with the tile of each place, and `holes` with the model of the bot in each hole.
    Return the change of the tiles' value.
    """
    copy_numbers(s.tiles[seat], tiles, parts.PLACES)
    copy_numbers(s.holes[seat], holes, parts.HOLES)
    return lay_into(tiles, holes, int(s.pending), action)


@rule
def lay_into(tiles: Numbers, holes: Numbers, kind: int, action: Action) -> int:
    """Install a bought tile of this kind in a factory, in the way that `action` names.

    Return by how much the value of all tiles of the factory rises. `tiles` has the tile of each place of the factory,
    and `holes` the model of the bot in each hole. Both are changed.
    """
    place = building.find_laid_place(action)
    lost = int(parts.VALUE_OF[int(tiles[place]) & parts.KIND_BITS])
    if building.is_fabricator(kind):
        if holes[parts.HOLES_EACH * place + parts.SECOND] == 0:
            holes[parts.HOLES_EACH * place + parts.SECOND] = holes[parts.HOLES_EACH * place]
            holes[parts.HOLES_EACH * place] = 0
    else:
        for k in range(parts.HOLES_EACH):
            holes[parts.HOLES_EACH * place + k] = 0
    tiles[place] = building.make_laid_tile(kind, action)
    return int(parts.VALUE_OF[kind]) - lost


@rule
def write_trials(s: State, seat: Seat, out: Numbers) -> int:
    """Write to `out` the actions by which `seat` installs the bought tile. Return their number.

    On a day that may be the last, leave out places with a tile, which would be demolished.
    """
    kind, tiles = int(s.pending), s.tiles[seat]
    many = (
        building.write_slots(tiles, out, 0)
        if building.is_fabricator(kind)
        else building.write_floor(tiles, kind, out, 0)
    )
    if not may_be_last(s):
        return many
    kept = 0
    for j in range(many):
        if tiles[building.find_laid_place(int(out[j]))] == 0:
            out[kept] = out[j]
            kept += 1
    return kept


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat, in hundredths of a coin.

    The value is the seat's current worth plus the future income of its factory.
    """
    value = COIN * rules.worth(s, seat)
    if s.seats == 1:
        value -= COIN * rules.armand_worth(s)
    if s.phase == Phase.OVER:
        return value
    w = np.zeros(BenchPlace.SIZE, np.int64)
    days = days_left(s)
    if s.phase == Phase.INSTALL and s.turn == seat:
        return value + best_install(s, seat, days, w) - unsold(s.holes[seat])
    tiles, holes = np.zeros(parts.PLACES, np.int8), np.zeros(parts.HOLES, np.int8)
    copy_numbers(s.tiles[seat], tiles, parts.PLACES)
    copy_numbers(s.holes[seat], holes, parts.HOLES)
    if s.phase == Phase.RUN and (s.asked >> seat) & 1:
        answers = np.zeros(state.ANSWERS, np.int8)
        copy_numbers(s.answers[seat], answers, int(s.answered[seat]))
        value += COIN * run_well(tiles, holes, answers, int(s.answered[seat]), w)
    if s.turn == seat:
        place_received(s, tiles, holes)
    waiting = unsold(holes)
    to_come = (seat - s.first) % s.seats >= s.done
    ahead = NEAR if s.phase == Phase.TURN or s.phase == Phase.RECEIVE else FAR
    return value + future(tiles, holes, to_come, days, ahead, w) - waiting


@rule
def judge(before: State, after: State, seat: Seat, action: Action) -> int:
    """Return the value of an action, in hundredths of a coin. `before` and `after` are the records before and after it.

    Usually, the value is that of the position after the action (`evaluate`). There are these exceptions:

    - Ending the turn has the value of the current position plus a hundredth of a coin. So the greedy bot only chooses
      actions that improve its position, and cannot buy and demolish in circles.
    - The action to demolish a tile has the value `NEVER`, so the greedy bot avoids it.
    - Laying a new tile over another tile, which is demolished (MC-7.3), has the value `NEVER` on a day that may be the
      last. On other days, it has the usual value.
    - An action that puts a received bot into a hole gets a small bonus by `prefer_put`, which decides between equal
      places.
    """
    if parts.ACTIONS.kind[action] == Demolish.KIND:
        return NEVER
    place = building.find_laid_place(action)
    if place >= 0 and before.tiles[seat][place] != 0 and may_be_last(before):
        return NEVER
    if action == End.CODE and before.phase == Phase.TURN:
        return evaluate(before, seat) + END_BONUS
    return evaluate(after, seat) + prefer_put(before, seat, action)


@rule
def prefer_put(s: State, seat: Seat, action: Action) -> int:
    """Return a small bonus for an action that puts a received bot into a hole, and 0 for other actions.

    The bonus is the price of the bot, and 1 more if the hole is free and no Fabricator will make a bot in it before the
    next factory run.
    """
    if parts.ACTIONS.kind[action] != Put.KIND:
        return 0
    hole = parts.HOLES_EACH * int(Put.place[action]) + int(Put.hole[action])
    free = s.holes[seat][hole] == 0 and not making.makes_here(s, seat, hole)
    return int(parts.PRICE_OF[int(Put.model[action])]) + (FREE_HOLE if free else 0)
