"""Search: the same choice from the same view, plain and compiled, with any number of threads; and that it looks at nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ways import asked, some_way

from enginehouse import bots
from enginehouse.bots.players import deciding, imagining, levels, paths, plans, search, tree
from enginehouse.bots.players.compiled_games import SETTING
from enginehouse.bots.players.levels import Search
from enginehouse.bots.players.paths import Path
from enginehouse.bots.players.runs import Run, make_row, play_bots
from enginehouse.bots.players.tree import Ask, Count, Edge, Node, Tune
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.words import estimates

pytestmark = pytest.mark.untraced
needs_numba = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
HOUSE = ("great-machine", "mechanation", "mechanica", "mechanical-beast")
SMALL = (30, 2, 300, 300, 2, 0, 0)
"""A budget for tests: 30 simulations in each of two trees."""


@pytest.fixture(scope="module")
def ready() -> None:
    """Mechanation compiled for search, where anything compiles."""
    levels.prepare(games.get("mechanation"))


# -- what it is --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE)
def test_every_level_of_every_game_chooses_legal_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAIN_SHARE", 4_000)
    view, seat, legal = asked(some_way(name, 2, 12))
    for level in levels.NAMES:
        bot = bots.get(level)
        assert bot.name == level and bot.title == f"{level.capitalize()} bot"
        choice = bot.choose(view, seat, legal, 60.0, 5)
        assert choice.action in legal
        assert {thought.action for thought in choice.thoughts} <= set(legal)


def test_a_forced_action_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("there is nothing to search")

    monkeypatch.setattr(levels, "_grow_plain", never)
    monkeypatch.setattr(levels, "_grow_compiled", never)
    view, seat, legal = asked(some_way("mechanation", 2, 5))
    assert Search("hard").choose(view, seat, legal[:1], 5.0, 1).action == legal[0]


def test_giving_up_is_never_searched() -> None:
    """MB-7.8: the vote to end is for people."""
    match = some_way("mechanical-beast", 2, 6)
    end = match.game.vocabulary.code("end")
    while end not in match.legal(match.actors()[0]):
        match.act(match.actors()[0], match.game.vocabulary.name(match.legal(match.actors()[0])[-1]))
    view, seat, legal = asked(match)
    choice = Search("hard", tune=(40, 1, 500, 300, 1, 0, 0)).choose(view, seat, legal, 60.0, 3)
    assert end not in {thought.action for thought in choice.thoughts} and choice.action != end


@needs_numba
def test_plain_and_compiled_find_the_same(ready: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAIN_SHARE", 1)
    for acts in (3, 9, 14):
        view, seat, legal = asked(some_way("mechanation", 3, acts))
        tune = levels.fill_tune((25, 1, 300, 300, 2))
        plain = levels._grow_plain(view, legal, (seat, 8), tune, float("inf"))
        assert (
            levels._grow_compiled(levels.READY["mechanation"], view, legal, (seat, 8), (tune, float("inf"), 1)).tolist()
            == plain.tolist()
        )
        assert plain[:, 0].sum() == 25


@needs_numba
def test_threads_change_no_choice(ready: None) -> None:
    view, seat, legal = asked(some_way("mechanation", 2, 8))
    tune = (60, 5, 300, 300, 2, 0, 0)
    one = Search("hard", tune).choose(view, seat, legal, 60.0, 4)
    assert Search("hard", tune, threads=3).choose(view, seat, legal, 60.0, 4) == one
    assert sum(thought.visits for thought in one.thoughts) == 60 * 5
    assert Search("hard", tune).choose(view, seat, legal, 60.0, 5) != one, "another seed, other guesses"


@needs_numba
def test_a_desk_that_was_used_tells_nothing_of_it(ready: None) -> None:
    view, seat, legal = asked(some_way("mechanation", 2, 8))
    levels._SPARE.clear()
    fresh = Search("hard", (60, 1, 300, 300, 2, 0, 0, 32)).choose(view, seat, legal, 60.0, 4)
    (desk,) = levels._SPARE
    desk.view(np.int64)[:] = 3
    assert Search("hard", (60, 1, 300, 300, 2, 0, 0, 32)).choose(view, seat, legal, 60.0, 4) == fresh
    assert len(levels._SPARE) == 1 and levels._SPARE[0] is desk


@needs_numba
def test_another_process_chooses_the_same(ready: None) -> None:
    match = some_way("mechanation", 2, 8)
    view, seat, legal = asked(match)
    here = Search("hard", SMALL).choose(view, seat, legal, 60.0, 4)
    code = (
        "import sys; from enginehouse.core.registry import game as games; from enginehouse.bots.players import levels\n"
        "game = games.get('mechanation'); levels.prepare(game)\n"
        "view = game.shape.from_bytes(sys.stdin.buffer.read())\n"
        f"print(levels.Search('hard', {SMALL}).choose(view, {seat}, {legal}, 60.0, 4))"
    )
    there = subprocess.run(
        [sys.executable, "-c", code],
        input=match.game.shape.to_bytes(view),
        capture_output=True,
        check=True,
        env=os.environ,
    )
    assert there.stdout.decode().strip() == str(here)


# -- what it may look at -----------------------------------------------------------------------------------------------


@pytest.mark.deep  # compiling it takes half a minute
@needs_numba
def test_turns_of_mechanica_are_planned_compiled() -> None:
    levels.prepare(games.get("mechanica"))
    view, seat, legal = asked(some_way("mechanica", 2, 6))
    choice = Search("expert").choose(view, seat, legal, 60.0, 2)
    assert [thought.visits for thought in choice.thoughts if thought.action == choice.action] == [1]


def lanes(opened: int, choices: Sequence[tuple[int, int]], asks: int = 0b111) -> Any:
    """The path after these choices (seat, code) in one window."""
    path = np.zeros(Path.SIZE, np.int64)
    s = Game("enginehouse.games.mechanation").new_record()
    s.asked, s.opened = asks, opened
    for k, (seat, code) in enumerate(choices):
        paths.watch_window(s, path)
        if k == 2:
            s.asked, s.opened = 0, opened + 1
        paths.record_choice(s, path, seat, code)
    paths.watch_window(s, path)
    return path


def test_in_a_window_no_choice_depends_on_another_choice() -> None:
    for second in range(3):
        key = paths.compute_key(lanes(4, [(0, 5)]), paths.find_lane(lanes(4, [(0, 5)]), second), second)
        other = lanes(4, [(0, 6)])
        same = paths.compute_key(other, paths.find_lane(other, second), second) == key
        assert same == (second != 0), "only one's own choice is known while the window is open"


def test_after_a_window_all_choices_count_in_whatever_order_they_came() -> None:
    def key(*choices: tuple[int, int]) -> int:
        path = lanes(4, choices)
        return paths.compute_key(path, paths.find_lane(path, 1), 1)

    first = key((0, 5), (1, 6), (2, 7))
    assert key((2, 7), (0, 5), (1, 6)) == first
    assert key((0, 5), (1, 6), (2, 8)) != first != key((0, 6), (1, 5), (2, 7))


def test_the_searcher_answers_first_where_several_are_asked() -> None:
    assert [search.find_actor(0b1011, me) for me in range(4)] == [0, 1, 0, 3]


@pytest.mark.parametrize("name", HOUSE)
def test_every_simulation_is_of_a_fresh_guess(name: str) -> None:
    """A search knows hidden cards only by guessing: the record below the root is never the true one."""
    match = some_way(name, 2, 10)
    view, seat, legal = asked(match)
    states, words = levels._States([view, view, view]), []
    desk = tree.plain_desk(levels._make_ask((seat, 9), 0, len(legal)), levels.fill_tune((4, 1, 300, 300, 1)))
    for k in range(3):
        imagining.imagine(states, seat, 9, k, desk)
        assert states[1].viewer == 0 and states[1].chance_key != match.state.chance_key
        words.append(list(states[1].chance_key))
    assert words[0] != words[1] != words[2] and states[0] == view


# -- the tree ----------------------------------------------------------------------------------------------------------


def test_nodes_and_edges_are_bounded_by_the_budget() -> None:
    match = some_way("mechanation", 2, 8)
    view, seat, legal = asked(match)
    tune = levels.fill_tune((12, 1, 300, 300, 1))
    ask = levels._make_ask((seat, 3), 0, len(legal))
    desk = tree.plain_desk(ask, tune)
    tree.clear_desk(desk)
    states, e = levels._States([view, view, view]), Events(match.game.facts.event_size, on=False)
    search.begin(states, legal, desk, e)
    for k in range(12):
        search.run_simulation(states, k, desk, e)
    assert 1 < desk.counts[Count.NODES] <= len(desk.nodes) == 13
    assert len(legal) <= desk.counts[Count.EDGES] <= len(desk.edges) == len(legal) + tree.EDGES * 12
    root = [tree.find_edge(desk, 0, code) for code in legal]
    assert sum(int(desk.edges[edge, tree.Edge.VISITS]) for edge in root) == 12
    assert ask[Ask.MANY] == len(legal)


def test_edges_lie_side_by_side_whatever_worlds_ask_for() -> None:
    """Nodes that are given edges in turns, as other worlds allow other actions: what each knew stays with it."""
    dice = np.random.default_rng(4)
    desk = tree.plain_desk(levels._make_ask((0, 0), 0, 5), levels.fill_tune((400, 1, 300, 300)))
    tree.clear_desk(desk)
    nodes = [node for node in range(6) if tree.find_node(desk, 1_000 + 7 * node) == -1]
    known: list[dict[int, int]] = [{} for _ in nodes]
    moved = 0
    for _ in range(200):
        node = int(dice.integers(len(nodes)))
        codes = sorted({int(code) for code in dice.integers(0, 90, 6)})
        desk.codes[: len(codes)] = codes
        assert tree.find_edges(desk, node, len(codes)) == (set(codes) <= set(known[node]))
        assert tree.has_room(desk, node, len(codes))
        first = int(desk.nodes[node, Node.FIRST])
        desk.values[: len(codes)] = [10 * code for code in codes]
        tree.add_edges(desk, node, len(codes))
        moved += int(desk.nodes[node, Node.FIRST]) != first
        assert tree.find_edges(desk, node, len(codes))
        for j, code in enumerate(codes):
            edge = desk.edges[int(desk.others[j])]
            assert edge[Edge.CODE] == code and edge[Edge.PRIOR] == 10 * code
            assert edge[Edge.VISITS] == known[node].get(code, 0), "what was known of it went with it"
            edge[Edge.VISITS] = known[node][code] = known[node].get(code, 0) + 1
    for node, edges in enumerate(known):
        assert int(desk.nodes[node, Node.MANY]) == len(edges)
        assert [tree.find_edge(desk, node, code) >= 0 for code in range(90)] == [code in edges for code in range(90)]
    assert 6 < moved < 60 and desk.counts[Count.EDGES] <= 4 * sum(len(edges) for edges in known)


def test_a_node_that_would_need_more_room_than_there_is_stays_as_it_is() -> None:
    desk = tree.plain_desk(levels._make_ask((0, 0), 0, 5), levels.fill_tune((1, 1, 300, 300)))
    tree.clear_desk(desk)
    tree.find_node(desk, 1)
    assert desk.counts[Count.MOST_EDGES] == 5 + tree.EDGES
    assert tree.has_room(desk, 0, 14) and not tree.has_room(desk, 0, 15)


def test_priors_are_shares_and_the_warmer_the_more_alike() -> None:
    cold, warm = np.array([0, 300, 600]), np.array([0, 300, 600])
    tree.set_priors(cold, 3, 300)
    tree.set_priors(warm, 3, 3_000)
    assert cold.argmax() == warm.argmax() == 2 and cold[2] > warm[2] > warm[0] > cold[0] > 0
    assert abs(int(cold.sum()) - 1_000_000) <= 3 and cold[2] / cold[1] == pytest.approx(np.e, rel=2e-3)


def test_where_nothing_was_tried_it_is_drawn_by_the_priors() -> None:
    found = np.array([[0, 0, 900_000], [0, 0, 100_000], [0, 0, 0]])
    tune = levels.fill_tune((0, 1, 1, 1, 1))
    drawn = [deciding.choose_result(found, 3, tune, seed, [0] * 4) for seed in range(2_000)]
    assert 150 <= drawn.count(1) <= 250 and drawn.count(2) == 0
    found[:, 2] = (1, 5, 5)
    assert deciding.choose_result(found, 3, (1, *tune[1:]), 1, [0] * 4) == 1, "there was no time to try any"
    found[:, 0] = (1, 3, 3)
    found[:, 1] = (9, 2, 4)
    assert deciding.choose_result(found, 3, (1, *tune[1:]), 1, [0] * 4) == 2, "most tried, then the better sum"


@needs_numba
def test_who_is_asked_while_it_compiles_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search is there for others only when it has been called once, which compiles it."""
    seen: list[bool] = []

    def called(*_: Any) -> None:
        seen.append("mechanation" in levels.READY)

    monkeypatch.setattr(levels, "READY", {})
    monkeypatch.setattr(levels, "compiled", lambda *_: called)
    levels.prepare(games.get("mechanation"))
    assert seen == [False] and list(levels.READY) == ["mechanation"]


# -- time --------------------------------------------------------------------------------------------------------------

ENDLESS = (1_000_000, 3, 300, 300, 2, 0, 0)
"""A budget that nobody has the time for."""


@pytest.mark.parametrize("threads", [1, 3])
def test_a_bot_that_runs_out_of_time_answers_from_its_results_so_far(ready: None, threads: int) -> None:
    """Compiled, and in plain Python, which has tried little by then."""
    seconds = 0.2 if jit_possible() else 0.8
    for acts in (3, 8):
        view, seat, legal = asked(some_way("mechanation", 3, acts))
        began = time.monotonic()
        choice = Search("expert", ENDLESS, threads).choose(view, seat, legal, seconds, 1)
        assert seconds <= time.monotonic() - began < seconds + 1
        tried = [thought.visits for thought in choice.thoughts if thought.action == choice.action]
        assert tried == [max(thought.visits for thought in choice.thoughts)] and tried[0] > 0


@pytest.mark.parametrize("name", HOUSE)
def test_without_any_time_it_is_the_first_action_that_was_looked_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "READY", {})
    view, seat, legal = asked(some_way(name, 2, 12))
    for level in levels.NAMES:
        began = time.monotonic()
        choice = bots.get(level).choose(view, seat, legal, 0.0, 1)
        assert choice.action in legal and time.monotonic() - began < 1.0
        assert all(thought.visits == 0 for thought in choice.thoughts)
    assert bots.get("hard").choose(view, seat, legal, 0.0, 1).action == legal[0]


def test_an_action_that_there_was_no_time_for_looks_as_before_or_worst() -> None:
    values = [5, 3, 0, 0]
    search.even_out(values, 2, 4, 0)
    assert values == [5, 3, 2, 2]
    values = [30, 20, 10, 40]
    search.even_out(values, 1, 4, 2)
    assert values == [30, 30, 15, 60]


# -- plans -------------------------------------------------------------------------------------------------------------


def test_a_plan_is_no_worse_than_the_best_single_step() -> None:
    match = some_way("mechanica", 2, 6)
    view, seat, legal = asked(match)
    states = levels._States([view] * (plans.FIRST + 2 * plans.WIDEST))
    e, game = Events(match.game.facts.event_size, on=False), match.game
    best = []
    for width in (1, 4):
        tune = list(levels.find_tune(game, "hard"))
        tune[Tune.BEAM] = width
        desk = tree.plain_desk(levels._make_ask((seat, 5), 0, len(legal)), tune)
        imagining.imagine(states, seat, 5, 1, desk)
        for j in range(len(legal)):
            desk.others[j] = plans.NOTHING
        plans.plan(states, desk.ends[:1], desk, e)
        best.append(max(int(desk.others[j]) for j in range(len(legal))))
    world = game.shape.copy(states[1])
    ends = []
    for code in legal:
        after = game.shape.copy(world)
        game.rules.apply(after, seat, code, e)
        if not plans.has_turn(after, seat, game.judgement.turn_of(world, seat)):
            ends.append(game.judgement.outlook(world, after, seat, code, tune[Tune.OWN :], desk.room))
    assert best[1] >= best[0] >= max(ends, default=plans.NOTHING)


# -- how strong --------------------------------------------------------------------------------------------------------


@needs_numba
def test_better_levels_win(ready: None, deep: bool) -> None:
    """Each level against the one below where deep; else one that is two levels below, so that few games tell."""
    many = 200 if deep else 12
    for strong, weak in (("hard", "greedy"), ("steady", "easy")) if deep else (("hard", "easy"),):
        run = Run(games.get("mechanation"), 2, {}, many, 5, [strong, weak], swap=True)
        rows = [make_row(run, k, play_bots(run, k)) for k in range(many)]
        won = estimates.share([row.wins[row.bots.index(strong)] for row in rows])
        assert won.low > 0.5, (strong, weak, won)


def test_a_search_has_no_more_numbers_than_a_bot_may_have() -> None:
    assert 2 * Tune.SIZE <= SETTING, "with two seats, and with more"
    for name in HOUSE:
        for level in levels.NAMES:
            for seats in (2, 4):
                assert len(levels.find_tune(games.get(name), level, seats)) == Tune.SIZE


def test_numbers_of_a_level_are_given_by_their_names_or_in_order() -> None:
    named = levels.fill_tune({"simulations": 7, "peers": 1, "own": (3, 4)})
    assert (named[Tune.SIMULATIONS], named[Tune.TREES], named[Tune.PEERS], named[Tune.OWN :][:3]) == (
        7,
        1,
        1,
        (3, 4, 0),
    )
    assert len(named) == Tune.SIZE and sum(named) == 7 + 1 + 1 + 3 + 4
    assert (
        levels.fill_tune((7, 2)) == (7, 2, *[0] * (Tune.SIZE - 2)) and levels.fill_tune({"trees": 3})[Tune.TREES] == 3
    )
    with pytest.raises(AttributeError):
        levels.fill_tune({"simulation": 7})


def tried_in_whole_games(bot: Search, match: Any) -> int:
    """How many simulations a bot has in a decision of a whole game, whose rule is called plain here."""
    (view, seat, legal), game = asked(match), match.game
    made = bot.compiled(game)
    assert made is not None
    rule, numbers = made
    ask = np.zeros(Ask.SIZE, np.int64)
    ask[Ask.MANY] = len(legal)
    desk = tree.plain_desk(ask, np.array(levels.fill_tune((100, 1)), np.int64))
    codes = [*legal, *[0] * (len(game.vocabulary) - len(legal))]
    room = SimpleNamespace(codes=codes, many=len(legal), setting=numbers, desk=desk, inner=desk, own=[0] * 4)
    assert rule(levels._States([view] * 3), seat, 5, Events(game.facts.event_size, on=False), room) in legal
    return int(desk.found[: len(legal), 0].sum())


def test_with_more_than_two_seats_a_level_may_search_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    game, bot = games.get("mechanation"), Search("hard")
    monkeypatch.setattr(levels, "PLAIN_SHARE", 1)
    monkeypatch.setattr(levels, "READY", {})
    monkeypatch.setattr(game.judgement, "LEVELS", {"hard": {"simulations": 24, "explore": 300, "warmth": 300}})
    monkeypatch.setattr(game.judgement, "LEVELS_OF_MORE", {"hard": {"simulations": 31, "explore": 300, "warmth": 300}})
    for seats, simulations in ((2, 24), (3, 31), (4, 31)):
        assert levels.find_tune(game, "hard", seats) == bot.tune(game, seats)
        match = some_way("mechanation", seats, 9)
        choice = bot.choose(*asked(match), 60.0, 5)
        assert sum(thought.visits for thought in choice.thoughts) == simulations == tried_in_whole_games(bot, match)
    monkeypatch.setattr(game.judgement, "LEVELS_OF_MORE", {})
    assert bot.tune(game, 4) == bot.tune(game, 2), "where a game says nothing of more seats"


def test_only_so_much_more_makes_an_expert_of_the_great_machine() -> None:
    """Four times the simulations of the hard bot were not enough to win more often than it; sixteen times were (docs/bots.md)."""
    hard, expert = (levels.find_tune(games.get("great-machine"), name) for name in ("hard", "expert"))
    of_hard, of_expert = (tune[Tune.SIMULATIONS] * tune[Tune.TREES] for tune in (hard, expert))
    assert of_expert >= 16 * of_hard and expert[Tune.GUESSES] > hard[Tune.GUESSES]


def test_a_tenth_of_the_hard_bots_budget() -> None:
    tenths = {name: levels.Tenth().tune(games.get(name)) for name in HOUSE}
    assert [tenths[name][Tune.SIMULATIONS] for name in HOUSE] == [40, 100, 1, 40]
    assert (tenths["mechanation"][Tune.WORLDS], tenths["mechanica"][Tune.BEAM]) == (26, 1)
    for name, tenth in tenths.items():
        whole = levels.find_tune(games.get(name), "hard")
        other = [k for k in range(Tune.SIZE) if tenth[k] != whole[k]]
        assert set(other) <= {Tune.SIMULATIONS, Tune.WORLDS, Tune.BEAM}
