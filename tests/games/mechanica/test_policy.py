"""Mechanica: what the policy thinks of positions, and the greedy bot that plays by it."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.bots.players import greedy
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import ACTIONS, HOLES, OVERACTIVE, PLACES, PLUS, SIDES, End, place_name
from enginehouse.games.mechanica.policy import NEVER, best_answer, count_workdays, days_left, evaluate, judge, put_free

GAME = games.get("mechanica")
SHOPS = [("upgrader", "", "", ""), ("", "upgrader", "", ""), ("", "", "", "upgrader"), ("", "", "", "")]


def choose_action(game: Any, seat: int = 0, budget: float = 60) -> str:
    """Return the action of the greedy bot."""
    codes = [ACTIONS.index(name) for name in game.names(seat)]
    return ACTIONS[greedy.choose(game.view(seat), seat, codes, budget, 1)]


def test_it_sells_and_buys_what_pays(scene) -> None:
    """Bots on trucks are sold; a Fabricator at the start of the game is bought and laid into a free slot."""
    game = scene(2).truck("b", 1, "B").shop("advanced-fabricator", "", "", "").money(8)
    assert choose_action(game) in ("sell all", "sell basic b", "buy 7")
    game = scene(2).shop("advanced-fabricator", "", "", "").money(8)
    assert choose_action(game) == "buy 7"
    assert choose_action(game.act("buy 7")) in ("install a0", "install c0")


def test_it_sends_bots_where_they_are_worth_something(scene) -> None:
    """A Fork to a full truck or to an Upgrader; the model of a Repurposer is a Deluxe."""
    game = scene(1).lay("b1", "fork").lay("b3", "upgrader").bots("b0", "B").act("end")
    assert choose_action(game) == "go east"
    game = scene(1).lay("b2", "repurposer").bots("b2", " B").bots("b0", "B").act("end")
    assert choose_action(game) == "make deluxe"


def test_it_counts_the_coins_of_a_way(scene) -> None:
    """One coin of a Gift Wrapper is a little less than what a Static Charger brings; a throw's coin is one more."""
    game = scene().lay("b1", "fork").lay("b2", "gift-wrapper").lay("b3", "upgrader", 2).bots("b0", "B")
    game.lay("a2", "static-charger").lay("a3", "upgrader", 2)
    assert SIDES[best_answer(game.s.tiles[0], game.run().w)] == "north"
    game = scene().lay("b1", "flight-tester").lay("b2", "upgrader").bots("b0", "D")
    assert place_name(best_answer(game.s.tiles[0], game.run().w)) == "b"
    game = scene().lay("b1", "fork").lay("b2", "flight-tester").lay("b3", "upgrader").bots("b0", "D")
    assert SIDES[best_answer(game.s.tiles[0], game.run().w)] == "east"


def test_the_last_action_is_tried_first_when_time_is_short(scene) -> None:
    """Without any time the bot still answers, with what it has tried."""
    game = scene(2).truck("b", 1, "B")
    codes = [ACTIONS.index(name) for name in game.names(0)]
    values = [0] * len(codes)
    assert not greedy.weigh_plain(game.view(0), codes, 0, 1, 0, values, 0.0)
    assert values.index(max(values)) == len(codes) - 1
    before = list(values)
    assert not greedy.weigh_plain(game.view(0), codes, 0, 1, 1, values, 0.0) and values == before


def test_days_left(scene) -> None:
    """From the stack, and for four players the Extras; two rotations a day alone; with an empty stack, from the shop."""
    assert [days_left(scene(seats).s) for seats in (1, 2, 3, 4)] == [11, 11, 8, 7]
    assert [count_workdays(scene(seats).s) for seats in (1, 2, 3, 4)] == [12, 12, 8, 8]
    assert days_left(scene(2).stack(0).s) == count_workdays(scene(2).stack(0).s) == 2
    for seats, expected in ((4, [1, 1, 1, 1]), (2, [2, 2, 1, 1]), (1, [2, 2, 1, 1])):
        sold_out = scene(seats).stack(0, 0)
        assert [days_left(sold_out.shop(*shop).s) for shop in SHOPS] == expected


def test_more_is_better(scene) -> None:
    """Money, and a factory that brings more."""
    poor, rich = scene(2).money(5), scene(2).money(6)
    assert evaluate(rich.s, 0) == evaluate(poor.s, 0) + 100
    assert evaluate(scene(2).lay("b1", "gift-wrapper").s, 0) > evaluate(scene(2).s, 0) + 300


def test_to_end_the_turn_is_as_good_as_what_is_there(scene) -> None:
    """An action of the own turn has to bring something; nothing is demolished by itself, a Fork that brings nothing not bought."""
    game = scene(4).stack(0, 0).shop("", "", "", "upgrader").money(6).lay("b1", "fork").lay("a2", "gift-wrapper")
    after = GAME.shape.copy(game.s)
    assert judge(game.s, after, 0, End.CODE) == evaluate(game.s, 0) + 1
    assert judge(game.s, after, 0, ACTIONS.index("demolish a2")) == NEVER
    assert judge(game.s, after, 0, ACTIONS.index("buy fork")) == evaluate(game.s, 0)
    game.act("buy 1")
    assert choose_action(game).startswith("install")
    assert choose_action(game.act(choose_action(game))) == "end"


def test_of_equal_places_for_received_bots_a_better_bot_and_a_free_hole_decide(scene) -> None:
    """MC-4.3, MC-4.7: so a gift is a Plus even if the run is expected to destroy it."""
    game = scene(2)
    plus, basic = (ACTIONS.index(f"place {model} a0 centre") for model in ("plus", "basic"))
    assert judge(game.s, game.s, 1, plus) == judge(game.s, game.s, 1, basic) + 2 == evaluate(game.s, 1) + 5
    taken = ACTIONS.index("place plus b0 centre")  # where the Basic Fabricator makes its bot
    assert judge(game.s, game.s, 1, taken) == evaluate(game.s, 1) + 4


def test_recycled_bots_go_into_holes_where_none_is_made() -> None:
    """MC-4.3, MC-4.7: else one of two bots in a hole would be given up when the Fabricators make theirs."""
    tiles, holes, found = [OVERACTIVE] + [0] * (PLACES - 1), [0] * HOLES, []
    for _ in range(6):
        before = [*holes]
        put_free(tiles, holes, PLUS)
        found += [k for k in range(len(before)) if before[k] != holes[k]]
    assert found == [36, 1, 0, 18], "c0, the second hole of a0, and then where bots are made; the last two are lost"


def test_what_is_bought_looks_as_good_as_where_it_will_lie(scene) -> None:
    """Or else the bot would buy what it then lays elsewhere, and buy again."""
    game = scene(2).shop("upgrader", "", "", "").money(9).truck("a", 1, "P").bots("b0", "B").act("buy 7")
    expected, best = evaluate(game.s, 0), []
    for name in game.names():
        if not name.startswith("demolish"):
            other = GAME.shape.copy(game.s)
            GAME.rules.apply(other, 0, ACTIONS.index(name), Events(GAME.facts.event_size, on=False))
            best.append(evaluate(other, 0))
    assert max(best) == expected


@pytest.mark.parametrize("seats", [1, 4])
def test_a_whole_turn_is_few_clicks(scene, seats: int) -> None:
    """Sell all, buy, install, end: at most 6 clicks; here 1 + 1 + 2 + 1, by the pieces of each action."""
    game = scene(seats).truck("b", 1, "B").shop("upgrader", "", "", "").money(8)
    clicks = 0
    for name in ("sell all", "buy 7", "install b2 0", "end"):
        way = GAME.drawing.handles(game.view(0), ACTIONS.index(name))
        clicks += max(1, len(way.ids()))
        game.act(name, 0)
    assert clicks <= 6
