"""PettingZoo's own tests over every game, and that its forms play what a match plays."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from samples import toys

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs import Features, Layout
from enginehouse.envs.pettingzoo import env, parallel_env

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.filterwarnings("ignore:Observation is not a numpy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
HOUSE = games.names()
TOYS = {game.name: game for game in toys()}


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def legal_one(mask: Any, dice: Any) -> int:
    """A legal action."""
    return int(dice.choice(np.flatnonzero(mask)))


# -- the framework's own tests -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOUSE, "auction", "rummage"])
def test_api(name: str) -> None:
    api_test(env(name), num_cycles=200)


@pytest.mark.parametrize("name", [*HOUSE, "auction", "bluff"])
def test_parallel_api(name: str) -> None:
    parallel_api_test(parallel_env(name, illegal="first"), num_cycles=100)


@pytest.mark.parametrize("name", ["mechanation", "rummage"])
def test_seeds(name: str) -> None:
    seed_test(partial(env, name), num_cycles=50)


@pytest.mark.parametrize("name", ["mechanation", "auction"])
def test_parallel_seeds(name: str) -> None:
    parallel_seed_test(partial(parallel_env, name, illegal="first"), num_cycles=50)


@pytest.mark.parametrize("name", ["mechanation"])
def test_render(name: str) -> None:
    render_test(partial(env, name))


def test_nothing_is_warned_of_but_that_observations_have_masks() -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env("rummage"), num_cycles=30)
    said = {str(one.message) for one in told}
    assert all(text.startswith(("Observation is not", "Observation space for each agent")) for text in said), said


# -- the same games as a match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["great-machine", "auction", "rummage"])
def test_the_game_in_turns_is_that_of_a_match(name: str) -> None:
    table, dice = env(name, 3), np.random.default_rng(1)
    table.reset(seed=8)
    batch = table._seats.batch
    match = Match.new(name, 3, seed=batch.words_of(0))
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        total[agent] += reward
        if over or cut:
            table.step(None)
            continue
        seat = table.possible_agents.index(agent)
        assert seat == match.actors()[0] and np.flatnonzero(seen["action_mask"]).tolist() == match.legal(seat)
        assert seen["observation"].tolist() == table._layout.row(match.view(seat)).tolist()
        code = legal_one(seen["action_mask"], dice)
        match.act(seat, match.game.vocabulary.name(code))
        table.step(code)
    assert match.over and list(total.values()) == match.returns() and table.agents == []


@pytest.mark.parametrize("name", ["auction", "mechanation"])
def test_the_game_at_once_is_that_of_a_match(name: str) -> None:
    """Also where several are asked: all answers are played, and none that came after the window opened."""
    table, dice, windows = parallel_env(name, 3), np.random.default_rng(2), 0
    for seed in range(4):
        seen, _ = table.reset(seed=seed)
        match = Match.new(name, 3, seed=table._seats.batch.words_of(0))
        while table.agents:
            asked, opened = match.actors(), match.state.opened
            windows += len(asked) > 1
            codes = {agent: legal_one(seen[agent]["action_mask"], dice) for agent in table.agents}
            for seat, agent in enumerate(table.possible_agents):
                assert (codes[agent] == table.wait) == (seat not in asked)
                if seat in asked and seat in match.actors() and match.state.opened == opened:
                    match.act(seat, match.game.vocabulary.name(codes[agent]))
            seen, rewards, ends, cuts, _ = table.step(codes)
            assert table._seats.batch.record(0) == match.state
        assert match.over and all(ends.values()) and not any(cuts.values())
        assert list(rewards.values()) == match.returns()
    assert windows > 3 or name != "auction"


def test_once_a_window_has_opened_no_answer_of_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may open a window before all have answered: the others' answers were meant for another question."""
    table, dice = parallel_env("auction", 3), np.random.default_rng(3)
    seen, _ = table.reset(seed=1)
    shared = table._seats
    while len(shared.list_asked()) < 2:
        seen, *_ = table.step({agent: legal_one(seen[agent]["action_mask"], dice) for agent in table.agents})
    opened = iter([0, 0, 1])
    monkeypatch.setattr(table, "_count_reactions", lambda: next(opened, 1))
    before = int(shared.batch.length[0])
    table.step({agent: legal_one(seen[agent]["action_mask"], dice) for agent in table.agents})
    assert shared.batch.length[0] == before + 1


def test_observations_are_new_each_time_and_another_seat_sees_its_own() -> None:
    table = env("rummage", 2)
    table.reset(seed=1)
    first = table.observe("seat_0")
    kept = {key: value.copy() for key, value in first.items()}
    other = table.observe("seat_1")
    assert not other["action_mask"].any() and not np.array_equal(other["observation"], first["observation"])
    table.step(legal_one(first["action_mask"], np.random.default_rng(1)))
    assert all(np.array_equal(first[key], kept[key]) for key in kept)
    assert table.observation_space("seat_0") is table.observation_space("seat_0")
    assert table.observation_space("seat_0").contains(first)


@pytest.mark.parametrize("form", ["rotated one-hot", "features"])
def test_observations_have_the_form_that_is_asked_for(form: str) -> None:
    rows: Any = Features("great-machine", 3) if form == "features" else Layout("great-machine", "one-hot", rotated=True)
    table, both = env("great-machine", 3, form=form), parallel_env("great-machine", 3, form=form)
    table.reset(seed=4)
    seen, _ = both.reset(seed=4)
    for seat, agent in enumerate(table.possible_agents):
        wanted = rows.row(table._seats.batch.position(0).view(seat))
        assert table.observe(agent)["observation"].tolist() == seen[agent]["observation"].tolist() == wanted.tolist()
        assert table.observation_space(agent).contains(table.observe(agent))


# -- what is not legal, and how long -----------------------------------------------------------------------------------


def test_an_illegal_action_raises_or_is_replaced_by_the_first_legal_action() -> None:
    table = env("rummage", 2)
    table.reset(seed=1)
    wrong = int(np.flatnonzero(table.observe("seat_0")["action_mask"] == 0)[0])
    with pytest.raises(NotAllowed):
        table.step(wrong)
    assert table.agent_selection == "seat_0", "nothing was played"
    lenient = env("rummage", 2, illegal="first")
    lenient.reset(seed=1)
    lenient.step(wrong)
    table.step(int(table.observe("seat_0")["action_mask"].argmax()))
    assert lenient._seats.batch.record(0) == table._seats.batch.record(0)


def test_who_is_not_asked_can_only_wait() -> None:
    table = parallel_env("rummage", 2)
    seen, _ = table.reset(seed=1)
    legal = int(seen["seat_0"]["action_mask"].argmax())
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [table.wait]
    with pytest.raises(NotAllowed, match="seat_1 is not asked, and can only wait"):
        table.step({"seat_0": legal, "seat_1": 0})
    with pytest.raises(NotAllowed, match="seat_0 waits, and is asked"):
        table.step({"seat_0": table.wait, "seat_1": table.wait})


@pytest.mark.parametrize("made", [env, parallel_env])
def test_a_game_can_be_cut_short(made: Callable[..., Any]) -> None:
    table = made("rummage", 2, max_cycles=3, illegal="first")
    table.reset(seed=1)
    for _ in range(3):
        if made is env:
            assert not any(table.truncations.values())
            table.step(0)
            cuts, rewards = table.truncations, table.rewards
        else:
            _, rewards, _, cuts, _ = table.step(dict.fromkeys(table.possible_agents, 0))
    assert all(cuts.values()) and set(rewards.values()) == {0.0}


def test_without_a_seed_every_game_is_another_one() -> None:
    table = env("mechanation", 2)  # of its deals no two of a few hundred are alike
    rows = set()
    for _ in range(4):
        table.reset()
        rows.add(table.observe(table.agent_selection)["observation"].tobytes())
    assert len(rows) == 4


def test_pictures_in_words_and_wrong_arguments() -> None:
    table = env("mechanation", 2, render_mode="ansi")
    table.reset(seed=1)
    said = table.render()
    assert said and "{0}" not in said and "Seat 0" in said
    assert env("mechanation", 2, render_mode="human").metadata["name"].startswith("mechanation_v")
    with pytest.raises(Unreadable, match="Mechanation can be rendered as 'ansi' or 'rgb_array', not as 'hologram'"):
        env("mechanation", 2, render_mode="hologram")
    with pytest.raises(Unreadable, match="can be 'raise' or 'first'"):
        parallel_env("mechanation", 2, illegal="pass")


def test_without_the_extra_the_import_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "enginehouse.envs.pettingzoo")
    with pytest.raises(ImportError, match=r"pip install '\.\[envs\]'"):
        importlib.import_module("enginehouse.envs.pettingzoo")


def test_games_can_be_imported_by_name() -> None:
    """As PettingZoo's own packages: a name with `env` and `parallel_env`."""
    from enginehouse.envs.pettingzoo import great_machine, mechanation

    by_name, by_text = mechanation.env(seats=2), env("mechanation", seats=2)
    for one in (by_name, by_text):
        one.reset(seed=3)
    assert np.array_equal(by_name.last()[0]["observation"], by_text.last()[0]["observation"])
    assert great_machine.parallel_env(seats=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    with pytest.raises(ImportError, match="chess"):
        from enginehouse.envs.pettingzoo import chess  # noqa: F401
