"""Mechanica: by what plans of a turn are judged, and what is planned by it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from enginehouse.bots.players import levels, plans, tree
from enginehouse.bots.players.plans import WIDEST
from enginehouse.bots.players.tree import Tune
from enginehouse.core.records.chance import seed_chance, seed_words
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.judgement import FURTHER, LEVELS, OWN, turn_of
from enginehouse.games.mechanica.outlook import (
    BONUS_OF,
    MEAN_VALUE,
    Card,
    armand_gains,
    cash_in,
    foreseen,
    given_away,
    outlook,
)
from enginehouse.games.mechanica.own_settings import Own
from enginehouse.games.mechanica.parts import ACTIONS, ARMAND, PAY_OF
from enginehouse.games.mechanica.policy import NEVER, days_left
from enginehouse.games.mechanica.rules import armand_worth
from enginehouse.games.mechanica.state import Phase

GAME = games.get("mechanica")


def room() -> Any:
    """Return the notes of a plan before its first entry."""
    return np.zeros(tree.NOTES, np.int64)


def rate_action(game: Any, act: str, **own: int) -> int:
    """How good an action looks to who plans, with other numbers of `Own` if wished."""
    numbers = list(OWN)
    for name, number in own.items():
        numbers[getattr(Own, name)] = number
    seat, after = int(game.s.turn), GAME.shape.copy(game.s)
    GAME.rules.apply(after, seat, ACTIONS.index(act), Events(GAME.facts.event_size, on=False))
    return outlook(game.s, after, seat, ACTIONS.index(act), numbers, room())


def test_levels_that_plan_have_numbers_of_their_own() -> None:
    """`hard` and `expert` plan by them, `expert` looks further; the others look one step ahead, by `policy` alone."""
    assert all(OWN[getattr(Own, name.upper())] == getattr(OWN, name) for name in OWN._fields)
    tunes = {level: levels.find_tune(GAME, level) for level in LEVELS}
    assert [level for level, tune in tunes.items() if tune[Tune.BEAM] > 0] == ["hard", "expert"]
    assert [tune[Tune.OWN :][: len(OWN)] for tune in tunes.values()] == [(0,) * len(OWN)] * 2 + [OWN, OWN]
    assert tunes["expert"][Tune.ENDS : Tune.PLAYOUTS] == tuple(FURTHER.values()) == (8, 8, 2, 50, 2_000)
    assert not any(tunes["hard"][Tune.ENDS : Tune.OWN])
    assert 1 < FURTHER["ends"] <= tree.MOST_ENDS and all(tune[Tune.BEAM] <= WIDEST for tune in tunes.values())


def test_what_a_blueprint_pays_more_than_its_bots(scene) -> None:
    """MC-10: BB pays 8 for what is sold for 4."""
    assert BONUS_OF[0] == PAY_OF[0] - 4 == 4 and min(BONUS_OF) > 0


def one_short(scene: Any, seats: int, lists: str) -> Any:
    """A Plus bot waits on a truck, and tomorrow another one comes. One blueprint lists what is said, the other what nobody has."""
    game = scene(seats).shop("", "", "", "").money(0).lay("a0", "advanced-fabricator")
    return game.blueprint(0, lists).blueprint(1, "DDD").truck("c", 1, "P")


def test_bots_are_kept_for_a_blueprint_that_lies_there(scene) -> None:
    """Two Plus bots pay 13 and are sold for 8: who sells the first one now loses 5, less where others may be quicker."""
    for seats, stays, gain in ((1, 0, 500), (2, 40, 200)):
        kept, sold = one_short(scene, seats, "PP"), one_short(scene, seats, "PP").act("sell all")
        assert rate_action(kept, "end", LATER=0, STAY=stays) == rate_action(sold, "end", LATER=0, STAY=stays) + gain
        kept, sold = one_short(scene, seats, "DD"), one_short(scene, seats, "DD").act("sell all")
        assert rate_action(kept, "end", LATER=0, STAY=stays) <= rate_action(sold, "end", LATER=0, STAY=stays)
    assert find_plan(one_short(scene, 1, "PP")) == "end" and find_plan(one_short(scene, 1, "DD")) == "sell all"


def test_no_bots_are_stored_for_deadlines_of_tomorrow(scene) -> None:
    """MC-6.4: when one blueprint was completed today, both are gone tomorrow."""
    for act, gain in (("complete 1 bb", 0), ("sell basic b", 500)):
        kept, sold = (one_short(scene, 1, "PP").blueprint(1, "BB").truck("b", 3, "BB").act(act) for _ in range(2))
        if act == "sell basic b":
            kept.act(act), sold.act(act)
        sold.act("sell all")
        assert rate_action(kept, "end", LATER=0) == rate_action(sold, "end", LATER=0) + gain


def test_a_position_of_a_turn_is_as_good_as_the_better_way_on(scene) -> None:
    """Bots on trucks may still be sold or kept, so no earlier action counts for less."""
    game = one_short(scene, 1, "PP")
    kept, sold = rate_action(game, "end"), rate_action(one_short(scene, 1, "PP").act("sell all"), "end")
    assert foreseen(game.s, 0, 0, False, list(OWN), room()) + 1 == max(kept, sold) == kept
    game, other = (one_short(scene, 1, "DD").truck("a", 1, "B") for _ in range(2))  # in the way of what comes tomorrow
    kept, sold = rate_action(game, "end"), rate_action(other.act("sell all"), "end")
    assert foreseen(game.s, 0, 0, False, list(OWN), room()) + 1 == max(kept, sold) == sold > kept


def find_plan(game: Any) -> str:
    """With what the best plan of `hard` begins, in plain Python."""
    seat, codes = int(game.s.turn), game.names()
    states = levels._States([game.s] * (plans.FIRST + 2 * plans.WIDEST))
    desk = tree.plain_desk(levels._make_ask((seat, 1), 0, len(codes)), levels.find_tune(GAME, "hard"))
    desk.others[: len(codes)] = plans.NOTHING
    plans.plan(states, desk.ends[:1], desk, Events(GAME.facts.event_size, on=False))
    return codes[int(desk.others[: len(codes)].argmax())]


def test_no_plan_begins_with_a_demolition(scene) -> None:
    """To demolish the Fork and then to end the turn is worth as much as to end the turn."""
    game = scene(1).shop("", "", "", "").money(0).lay("a1", "fork")
    assert game.names() == ["demolish a1", "end"] and find_plan(game) == "end"


def test_a_blueprint_is_completed_once(scene) -> None:
    """In the days looked at: what it pays counts as far as it is certain to lie there, then others lie there that nobody knows."""
    game = scene(1).truck("c", 2, "PP")
    tiles, holes = list(game.s.tiles[0]), list(game.s.holes[0])
    cards = [2, 14, 60, 50]
    only = [0] * len(OWN)
    assert cash_in(tiles, holes, only, cards) == 800 + 60 * 5 and cards[Card.SURE] == 0
    assert not any(holes[52:]) and holes[18] == 1, "the Basic Fabricator has made its bot"
    assert cash_in(tiles, list(game.s.holes[0]), only, cards) == 800
    later = [50 if k == Own.LATER else 0 for k in range(len(OWN))]
    assert cash_in(tiles, list(game.s.holes[0]), later, [14, 14, 0, 0]) == 800 + 200 * 5 // 15 // 2
    cards = [-1, 14, 60, 50]
    assert cash_in(tiles, list(game.s.holes[0]), only, cards) == 800 and cards[Card.SURE] == 30


@pytest.mark.parametrize("shop", [("downgrader", "", "upgrader", ""), ("", "", "", "repurposer"), ("", "", "", "")])
@pytest.mark.parametrize("wallet", [0, 2, 9])
def test_what_armand_may_gain_is_what_it_gains_on_average(scene, shop, wallet) -> None:
    """MC-11.1: both sides of the chip, its shop turned on once; the stack is empty, so nothing is guessed."""
    gains = set()
    for seed in range(40):
        game = scene(1).stack(0).shop(*shop)
        seed_chance(game.s, list(seed_words(str(seed))))
        game.s.wallet[ARMAND] = wallet
        before, hoped = armand_worth(game.s), armand_gains(game.s, [0, 0, 0, 100])
        game.act("end")
        gains.add(armand_worth(game.s) - before)
    # What lies on 1 alone falls, and the game is over before ARMAND-0 has its turn.
    assert gains == {0} if not shop[0] else 1 <= len(gains) <= 2
    assert hoped == 100 * sum(gains) / len(gains)


def test_the_next_pieces_are_guessed(scene) -> None:
    """The improvement that is turned up for ARMAND-0 is worth what all are on average."""
    game = scene(1).shop("", "", "", "")
    game.s.wallet[ARMAND] = 9
    assert MEAN_VALUE == 277
    assert armand_gains(game.s, [0, 0, 0, 100]) == 6 * MEAN_VALUE + (10 * 100 - 11 * 100 - 7 * 100) // 2


def test_what_armand_may_gain_counts_as_far_as_the_level_says(scene) -> None:
    """Less than it is, as what is bought to deny it has its price in days to come."""
    game = scene(1).shop("", "repurposer", "", "").blueprint(0, "DDD").blueprint(1, "PDD")
    game.s.wallet[ARMAND] = 9
    gains = armand_gains(game.s, list(OWN))
    assert gains > 0
    assert rate_action(game, "end") == rate_action(game, "end", DENY=0) - gains * OWN[Own.DENY] // 100
    assert armand_gains(scene(2).s, list(OWN)) >= 0 and rate_action(scene(2), "end") == rate_action(
        scene(2), "end", DENY=0
    )


def test_what_ends_the_turn_is_judged_by_what_was_there_before(scene) -> None:
    """Whatever chance does then: which side the chip shows, what is turned up. An Overactive Fabricator pays ARMAND-0 1 or 5."""
    for act in ("end", "make plus", "make deluxe"):
        values = set()
        for seed in range(8):
            game = scene(1).lay("a0", "overactive-fabricator").shop("downgrader", "", "", "upgrader")
            game.blueprint(0, "DDD").blueprint(1, "PDD").s.wallet[ARMAND] = 9
            seed_chance(game.s, list(seed_words(str(seed))))
            if act != "end":
                game.act("end")
                assert game.phase == Phase.ANNOUNCE
            values.add(rate_action(game, act))
        assert len(values) == 1
    assert rate_action(game, "make deluxe", LATER=0) == rate_action(game, "make plus", LATER=0) + 200 - 400


def test_an_overactive_fabricator_pays_armand_each_day(scene) -> None:
    """MC-11.2: one at least, on every day that is left; those that have made their bots today have paid."""
    game = scene(1).lay("a0", "overactive-fabricator").lay("c0", "overactive-fabricator")
    assert given_away(game.s, game.s.tiles[0]) == 2 * 100 * days_left(game.s)
    game.act("end").act("make plus")
    assert game.phase == Phase.ANNOUNCE and given_away(game.s, game.s.tiles[0]) == 100 * days_left(game.s)
    assert given_away(scene(2).lay("a0", "overactive-fabricator").s, game.s.tiles[0]) == 0


def test_the_next_day_is_another_turn(scene) -> None:
    """Alone one's turns follow each other; a plan ends with the day, as nobody knows what comes into the shop."""
    game = scene(1)
    before = turn_of(game.s, 0)
    assert before > 0 and turn_of(scene(2).s, 1) == 0
    game.act("end")
    assert game.phase == Phase.TURN and turn_of(game.s, 0) not in (0, before)
    game = scene(1).lay("b1", "fork").lay("b3", "upgrader").bots("b0", "B").act("end")
    assert game.phase == Phase.RUN and turn_of(game.s, 0) not in (0, before, turn_of(scene(1).act("end").s, 0))


def test_nothing_is_torn_down_for_nothing(scene) -> None:
    """As in `policy.judge`."""
    game = scene(4).stack(0, 0).shop("", "", "", "upgrader").money(6).lay("b1", "fork").lay("a2", "gift-wrapper")
    assert rate_action(game, "demolish a2") == NEVER
    game.act("buy 1")
    assert rate_action(game, "install a2 0") == NEVER < rate_action(game, "install a3 0")
