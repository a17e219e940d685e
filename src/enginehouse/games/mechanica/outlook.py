"""Compute the value of a turn's plan (`verbs.outlook`), from simulated runs of the factory through the coming days.

The simulation here differs from the simulation of the greedy bot (`policy.py`) in three ways. Bots may stay on the
trucks. Blueprints are completed on the coming days, too. In a solo game, ARMAND-0 makes its next purchase.

Prices, pay and bonuses of blueprints are in coins. All other values are in hundredths of a coin (`policy.COIN`).
Chances and weights are in percent, so a percentage of coins is a number of hundredths.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import lowest, mask_of, nth_of, seats_in
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanica import building, noted, parts, policy, rules, state, trading
from enginehouse.games.mechanica.own_settings import Own
from enginehouse.games.mechanica.parts import Demolish, End, Keep, Make
from enginehouse.games.mechanica.state import Phase, State

CARDS = len(parts.BLUEPRINTS)
"""The number of all blueprints."""
MODELS = range(parts.BASIC, parts.DELUXE + 1)
"""All models of bots, the cheapest first."""
PERCENT = 100
"""The whole in percent: the chance of an event that is certain, and the weight of a value that counts in full."""


def compute_bonus(card: int) -> int:
    """Return the bonus of a blueprint in coins: its pay less the price of its bots. `card` is its number."""
    return int(parts.PAY_OF[card]) - sum(
        int(parts.LISTED[card, model]) * int(parts.PRICE_OF[model]) for model in MODELS
    )


BONUS_OF = np.array([compute_bonus(card) for card in range(CARDS)], np.int64)
"""By blueprint: its pay minus the price of its bots, in coins (MC-10)."""
MOST_BOTS = parts.HOLES_EACH * parts.ROWS
"""The maximum number of bots on the trucks: three Huge Trucks (MC-1.4)."""


def find_mean_bonus(bots: tuple[int, ...]) -> int:
    """Return the bonus that two unknown blueprints bring a player with these bots on average, in hundredths of a coin.

    The bonuses of both blueprints are added. The bonus of a blueprint is its pay less the price of its bots, or 0 if
    the player lacks one of its bots. `bots` has the number of bots of each model.
    """
    fits = [
        all(parts.LISTED[card, model] <= there for model, there in zip(MODELS, bots, strict=True))
        for card in range(CARDS)
    ]
    return parts.FACE_UP * policy.COIN * sum(int(BONUS_OF[card]) for card in range(CARDS) if fits[card]) // CARDS


UNKNOWN = np.zeros([MOST_BOTS + 1] * len(MODELS), np.int64)
"""The mean bonus of two unknown blueprints by numbers of bots of each model, in hundredths of a coin."""
for _bots in product(range(MOST_BOTS + 1), repeat=len(MODELS)):
    UNKNOWN[_bots] = find_mean_bonus(_bots)
MEAN_VALUE = (
    policy.COIN
    * sum(int(parts.VALUE_OF[parts.KIND_OF[piece]]) for piece in range(1, parts.IMPROVEMENT_PIECES + 1))
    // parts.IMPROVEMENT_PIECES
)
"""The value of an unknown improvement, in hundredths of a coin: the mean of all improvements (MC-8)."""


class Card(Constants):
    """The indices of the array `cards`, which has the known blueprints of the coming days."""

    FIRST, SECOND = 0, 1  # which they are; -1 for one that was completed already
    SURE = 2  # the chance that they are face-up, in percent
    STAYS = 3  # the chance that they are face-up a day later, if they are face-up now, in percent
    SIZE = 4


# -- blueprints --------------------------------------------------------------------------------------------------------


@rule
def lying(s: State, seat: Seat, now: bool, own: Numbers, cards: Numbers) -> None:
    """Write into the array `cards` (`Card`) the two face-up blueprints, and two chances that they stay, in percent.

    The first chance is that the blueprints are still face-up in a certain turn of `seat`: today's if `now` is true,
    else tomorrow's. The second is that they then stay face-up for one more day. A blueprint that was completed already
    is written as -1. `own` has the settings of the bot's level (`Own`).
    """
    for which in range(parts.FACE_UP):
        cards[which] = trading.blueprint(s, which)
        if now and s.turn == seat and s.phase != Phase.RUN and (s.completed >> which) & 1:
            cards[which] = -1
    stays = 0 if s.marked != 0 else PERCENT if s.seats == 1 else int(own[Own.STAY])
    cards[Card.STAYS] = stays
    cards[Card.SURE] = PERCENT if now else stays


@rule
def take_off(holes: Numbers, card: int) -> int:
    """Remove the bots that a blueprint lists from a factory's trucks. Return the sum of their prices in coins.

    `card` is the number of the blueprint. `holes` has the model of the bot in each hole of the factory. Trucks have
    holes, too: those of the removed bots are set to 0.
    """
    price = 0
    for model in range(parts.BASIC, parts.DELUXE + 1):
        left = int(parts.LISTED[card][model])
        price += left * int(parts.PRICE_OF[model])
        for row in range(parts.ROWS):
            for k in range(parts.HOLES_EACH):
                hole = parts.HOLES_EACH * (row * parts.COLUMNS + parts.DOCK) + k
                if left > 0 and holes[hole] == model:
                    holes[hole] = 0
                    left -= 1
    return price


@rule
def unknown_bonus(holes: Numbers) -> int:
    """Return the bonus that two still unknown blueprints bring a player on average, in hundredths of a coin.

    The bonuses of both are added. A blueprint lists bots, and brings a bonus only if the player's trucks carry all of
    them. `holes` has the model of the bot in each hole of the player's factory. The trucks' holes are among these, and
    only they count.
    """
    return int(
        UNKNOWN[
            trading.on_trucks(holes, parts.BASIC),
            trading.on_trucks(holes, parts.PLUS),
            trading.on_trucks(holes, parts.DELUXE),
        ]
    )


@rule
def cash_in(tiles: Numbers, holes: Numbers, own: Numbers, cards: Numbers) -> int:
    """Simulate a simple turn: complete blueprints, sell the bots left on trucks, and make the Fabricators' bots.

    Return the income in hundredths of a coin. `tiles` has the tile of each place, `own` the settings of the bot
    player's level (`Own`). `holes` (the model of the bot in each hole) and `cards` (the known blueprints, `Card`) are
    changed.
    """
    sure_percent, income, done = int(cards[Card.SURE]), 0, False
    if sure_percent < PERCENT:
        later_percent = (PERCENT - sure_percent) * int(own[Own.LATER])
        income += later_percent * unknown_bonus(holes) // (PERCENT * PERCENT)
    first = Card.FIRST
    if sure_percent > 0 and cards[Card.SECOND] >= 0:
        if cards[first] < 0 or BONUS_OF[int(cards[first])] < BONUS_OF[int(cards[Card.SECOND])]:
            first = Card.SECOND
    for which in (first, first ^ 1):
        card = int(cards[which])
        if sure_percent > 0 and card >= 0 and trading.can_complete(holes, card):
            income += policy.COIN * take_off(holes, card) + sure_percent * int(BONUS_OF[card])
            done = True
    cards[Card.SURE] = 0 if done else sure_percent * int(cards[Card.STAYS]) // PERCENT
    return income + policy.COIN * policy.sell_and_make(tiles, holes)


# -- the days to come --------------------------------------------------------------------------------------------------


@rule
def estimate_days(tiles: Numbers, holes: Numbers, days: int, own: Numbers, cards: Numbers, w: Numbers) -> int:
    """Return the income of a factory in the `days` that are left, from its next run on, in hundredths of a coin.

    `tiles` has the tile of each place, `own` the settings of the bot player's level (`Own`). `holes` (the model of the
    bot in each hole) and `cards` (the known blueprints, `Card`) are changed. `w` is working memory for simulated runs
    (`run_noted`).
    """
    answers = np.zeros(state.ANSWERS, np.int8)
    total, last, before = 0, 0, 0
    looked = min(days - 1, int(own[Own.AHEAD]))
    for _ in range(looked):
        before = last
        last = policy.COIN * noted.run_noted(tiles, holes, answers, w) + cash_in(tiles, holes, own, cards)
        total += last
    return total + (days - 1 - looked) * (last + before) * int(own[Own.REST]) // (2 * PERCENT)


@rule
def from_here(s: State, seat: Seat, keeps: bool, tiles: Numbers, holes: Numbers, own: Numbers, w: Numbers) -> int:
    """Return the income of the factory of `seat` from today's turn on, in hundredths of a coin.

    The bots on its trucks are sold now, or stay there if `keeps` is true. `tiles` has the tile of each place, `own` the
    settings of the bot player's level (`Own`). `holes` (the model of the bot in each hole) is changed. `w` is working
    memory for simulated runs (`run_noted`).
    """
    cards, total = np.zeros(Card.SIZE, np.int64), 0
    lying(s, seat, not keeps, own, cards)
    if keeps:
        policy.make_plainly(tiles, holes)
    else:
        total = cash_in(tiles, holes, own, cards)
    return total + estimate_days(tiles, holes, policy.days_left(s), own, cards, w)


@rule
def sold_or_kept(s: State, seat: Seat, tiles: Numbers, holes: Numbers, own: Numbers, w: Numbers) -> tuple[int, bool]:
    """Return the income of the better of two plans, and whether it is the plan to keep the bots on the trucks.

    The other plan is to sell these bots now. Income is that of the factory of `seat` from today's turn on, in
    hundredths of a coin. `tiles` has the tile of each place, and `own` the settings of the bot player's level (`Own`).
    `holes` (the model of the bot in each hole) is changed. `w` is working memory for simulated runs (`run_noted`).
    """
    kept = np.zeros(parts.HOLES, np.int8)
    policy.copy_numbers(holes, kept, parts.HOLES)
    some = policy.unsold(holes) > 0
    most = from_here(s, seat, False, tiles, holes, own, w)
    if not some:
        return most, False
    other = from_here(s, seat, True, tiles, kept, own, w)
    return max(most, other), other > most


@rule
def best_laid(s: State, seat: Seat, own: Numbers, w: Numbers) -> int:
    """Return the value of the best use of the tile that `seat` has bought, in hundredths of a coin.

    The seat can install the tile at any legal place, or recycle it. The value is the income of the factory in the rest
    of the game, plus the change of the tiles' value (points at the end of the game). In a solo game, gifts of money to
    ARMAND-0 are subtracted. `own` has the settings of the bot player's level (`Own`), and `w` is working memory for
    simulated runs (`run_noted`).
    """
    tiles, holes, out = (
        np.zeros(parts.PLACES, np.int8),
        np.zeros(parts.HOLES, np.int8),
        np.zeros(policy.MOST_TRIALS, np.int64),
    )
    policy.recycle_on_trial(s, seat, tiles, holes)
    best, keeps = sold_or_kept(s, seat, tiles, holes, own, w)
    best = policy.NEVER if s.pending == parts.FORK else best - given_away(s, tiles)
    for j in range(policy.write_trials(s, seat, out)):
        value = policy.COIN * policy.lay_on_trial(s, seat, int(out[j]), tiles, holes)
        value -= given_away(s, tiles)
        best = max(best, value + from_here(s, seat, keeps, tiles, holes, own, w))
    return best


# -- the others --------------------------------------------------------------------------------------------------------


@rule
def given_away(s: State, tiles: Numbers) -> int:
    """Return the money that a factory's Overactive Fabricators will give to ARMAND-0 in the rest of the game (MC-11.2).

    The money is in hundredths of a coin. In a game with other players the result is 0. `tiles` has the tile of each
    place of the factory.
    """
    if s.seats > 1:
        return 0
    many = 0
    for place in parts.START:
        if tiles[place] == parts.OVERACTIVE and (s.phase != Phase.ANNOUNCE or place >= parts.COLUMNS * s.making):
            many += 1
    return policy.COIN * many * policy.days_left(s)


@rule
def armand_gains(s: State, own: Numbers) -> int:
    """Return the mean gain of ARMAND-0 (the rival in a solo game) in its next turn, in hundredths of a coin (MC-11.1).

    `own` has the settings of the bot's level (`Own`). The shop rotates before that turn: improvements move to cheaper
    spots, and one may drop out. If the shop is then empty, return 0, because the game is over (MC-11.3).
    """
    shop = np.zeros(len(parts.PRICES) + 1, np.int64)
    shop[0] = MEAN_VALUE if count(s, parts.STACK) > 0 else 0
    for k in range(len(parts.PRICES)):
        shop[k + 1] = policy.COIN * int(parts.VALUE_OF[int(s.shop[k])])
    lies = mask_of(shop) & ((1 << len(parts.PRICES)) - 1)
    if lies == 0:
        return 0
    wallet, coin, cheap, dear = (
        int(s.wallet[parts.ARMAND]),
        int(own[Own.COIN]),
        nth_of(lies, seats_in(lies) - 1),
        lowest(lies),
    )
    cheap_price, dear_price = trading.shop_price(int(s.shop[cheap]), cheap), trading.shop_price(int(s.shop[dear]), dear)
    total = (parts.SIDE_A + parts.UNBOUGHT + parts.SIDE_B) * coin
    if wallet + parts.SIDE_A >= cheap_price:
        total += parts.ARMAND_TIMES * int(shop[cheap]) - (parts.UNBOUGHT + cheap_price) * coin
    if wallet + parts.SIDE_B >= dear_price:
        total += parts.ARMAND_TIMES * int(shop[dear]) - dear_price * coin
    return total // 2  # the mean of the two sides of the chip, which are equally likely


@rule
def armands(s: State, own: Numbers) -> int:
    """Return the worth of ARMAND-0 (the rival in a solo game) plus its next gain, in hundredths of a coin.

    `own` has the settings of the bot's level (`Own`). Return 0 in a game with other players.
    """
    if s.seats > 1:
        return 0
    more = 0 if s.phase == Phase.OVER else armand_gains(s, own) * int(own[Own.DENY]) // PERCENT
    return policy.COIN * rules.armand_worth(s) + more


# -- positions and actions ---------------------------------------------------------------------------------------------


@rule
def foreseen(s: State, seat: Seat, made: int, ends: bool, own: Numbers, w: Numbers) -> int:
    """Return the value of a position for a seat that has the turn or answers in its factory run.

    The value is in hundredths of a coin. If `made` is the model of a bot, assume that such a bot is in the centre hole
    of the Fabricator that makes bots now. If `made` is 0, leave this hole as it is. If `ends` is true, the seat sells
    no more bots in this turn. `own` has the settings of the bot's level (`Own`), and `w` is the working memory of
    `run_noted`.
    """
    value = policy.COIN * rules.worth(s, seat) - armands(s, own)
    if s.phase == Phase.OVER:
        return value
    if s.phase == Phase.INSTALL:
        return value + best_laid(s, seat, own, w)
    tiles, holes = np.zeros(parts.PLACES, np.int8), np.zeros(parts.HOLES, np.int8)
    policy.copy_numbers(s.tiles[seat], tiles, parts.PLACES)
    policy.copy_numbers(s.holes[seat], holes, parts.HOLES)
    value -= given_away(s, tiles)
    if s.phase == Phase.RUN:
        answers = np.zeros(state.ANSWERS, np.int8)
        policy.copy_numbers(s.answers[seat], answers, int(s.answered[seat]))
        value += policy.COIN * policy.run_well(tiles, holes, answers, int(s.answered[seat]), w)
    policy.place_received(s, tiles, holes)
    if made > 0:
        holes[parts.HOLES_EACH * parts.COLUMNS * int(s.making) + parts.CENTRE] = made
    if ends:
        return value + from_here(s, seat, True, tiles, holes, own, w)
    return value + sold_or_kept(s, seat, tiles, holes, own, w)[0]


@rule
def as_made(s: State, seat: Seat, action: Action, own: Numbers, w: Numbers) -> int:
    """Return the value of an action about a bot that a Fabricator makes, in hundredths of a coin (MC-4.3).

    The action chooses the model of the bot, or which of two bots in the same hole stays. `own` has the settings of the
    bot player's level (`Own`), and `w` is working memory for simulated runs (`run_noted`).
    """
    if parts.ACTIONS.kind[action] == Keep.KIND:
        return foreseen(s, seat, int(Keep.model[action]), True, own, w)
    model = int(Make.model[action])
    there = int(s.holes[seat][parts.HOLES_EACH * parts.COLUMNS * int(s.making) + parts.CENTRE])
    paid_more = policy.COIN * (parts.GIFT_DELUXE - parts.GIFT_PLUS) if s.seats == 1 and model == parts.DELUXE else 0
    return foreseen(s, seat, max(there, model), True, own, w) - paid_more


@rule
def outlook(before: State, after: State, seat: Seat, action: Action, own: Numbers, w: Numbers) -> int:
    """Return the value of an action in the seat's own turn or factory run, in hundredths of a coin.

    `before` and `after` are the positions before and after the action. An action that ends the turn is judged by
    `before`, because the shop and the actions of others in `after` are only guessed. There is a small bonus for ending
    the turn, and another for a good hole for a bot that the seat has received (from recycling or as a gift). `own` has
    the settings of the bot player's level (`Own`), and `w` is working memory for simulated runs (`run_noted`).
    """
    place = building.find_laid_place(action)
    torn_down = place >= 0 and before.tiles[seat][place] != 0
    if parts.ACTIONS.kind[action] == Demolish.KIND or (torn_down and policy.may_be_last(before)):
        return policy.NEVER
    if before.phase == Phase.ANNOUNCE or before.phase == Phase.KEEP:
        return as_made(before, seat, action, own, w) + policy.END_BONUS
    if action == End.CODE and before.phase == Phase.TURN:
        return foreseen(before, seat, 0, True, own, w) + policy.END_BONUS
    return foreseen(after, seat, 0, False, own, w) + policy.prefer_put(before, seat, action)
