"""Wrong calls are refused in sentences, and an action that was replaced is noted in `infos`."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from samples import toys

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.registry import game as games
from enginehouse.envs import Batch
from enginehouse.envs.gymnasium import OneSeat, OneSeatVector
from enginehouse.envs.pettingzoo import env, parallel_env

pytestmark = pytest.mark.untraced
TOYS = {game.name: game for game in toys()}


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def begin(table: Any) -> Any:
    table.reset(seed=5)
    return table


@pytest.mark.parametrize("made", [env, parallel_env])
def test_before_a_game_and_after_it(made: Any) -> None:
    table = made("auction", 2, illegal="first")
    calls = [lambda: table.step({} if made is parallel_env else 0)]
    if made is env:
        calls += [table.last, table.agent_iter, lambda: table.observe("seat_0")]
        with pytest.raises(AttributeError, match="rewards cannot be read before a game"):
            _ = table.rewards
        assert not hasattr(table, "elephants")
    for call in calls:
        with pytest.raises(NotAllowed, match=r"No game has begun. Call reset\(\) first"):
            call()
    table.reset(seed=1)
    for _ in range(300):
        if made is env and table.agents:
            table.step(None if table.terminations[table.agent_selection] else 0)
        elif table.agents:
            table.step(dict.fromkeys(table.agents, 0))
    for call in [calls[0], *([table.last] if made is env else [])]:
        with pytest.raises(NotAllowed, match=r"The game is over. Call reset\(\)"):
            call()


def test_one_seat_before_a_game_and_after_it() -> None:
    table = OneSeat("heap", 2)
    with pytest.raises(NotAllowed, match=r"No game has begun. Call reset\(\) first"):
        table.step(0)
    table.reset(seed=1)
    while not table.step(0)[2]:
        pass
    with pytest.raises(NotAllowed, match=r"The game is over. Call reset\(\)"):
        table.step(0)


@pytest.mark.parametrize("action", [None, 1.5, True, "1", [1, 2]])
def test_an_action_is_a_whole_number(action: Any) -> None:
    turns, at_once = begin(env("rummage", 2, illegal="first")), begin(parallel_env("rummage", 2, illegal="first"))
    calls = [
        lambda: turns.step(action),
        lambda: at_once.step(dict.fromkeys(at_once.agents, action)),
        lambda: begin(OneSeat("rummage", 2)).step(action),
        lambda: begin(OneSeatVector(1, "rummage", 2)).step([action]),
    ]
    for call in calls:
        with pytest.raises(Unreadable, match="whole number"):
            call()


def test_missing_agents_and_games() -> None:
    turns, at_once = begin(env("rummage", 2)), begin(parallel_env("rummage", 2))
    with pytest.raises(Unreadable, match="there is no agent 'seat_2'; the agents are seat_0, seat_1"):
        turns.observe("seat_2")
    with pytest.raises(Unreadable, match="there is no agent 'seat_2'"):
        turns.action_space("seat_2")
    with pytest.raises(Unreadable, match="an action of each agent, and seat_1 has none"):
        at_once.step({"seat_0": 0})
    with pytest.raises(Unreadable, match="there is no agent 'seat_2'"):
        at_once.step(dict.fromkeys(["seat_0", "seat_1", "seat_2"], 0))
    batch = Batch("rummage", 2, 2)
    for call in (batch.record, batch.position, lambda k: batch.words_of(0, k)):
        for k in (-1, 2):
            with pytest.raises(Unreadable, match=f"there is no game {k} in this batch; the games are 0 to 1"):
                call(k)


# -- actions that were replaced ----------------------------------------------------------------------------------------


def test_a_replaced_action_is_noted_in_turns() -> None:
    table = begin(env("mechanation", 2, illegal="first"))
    assert table.infos == {"seat_0": {"replaced": 0}, "seat_1": {"replaced": 0}}
    wrong, counts = -5, {"seat_0": 0, "seat_1": 0}
    for k in range(12):
        agent = table.agent_selection
        table.step(wrong if k % 3 else int(table.observe(agent)["action_mask"].argmax()))
        counts[agent] += k % 3 != 0
        assert table.infos[agent] == {**({"illegal": wrong} if k % 3 else {}), "replaced": counts[agent]}
    assert table.infos == pickle.loads(pickle.dumps(table)).infos and sum(counts.values()) == 8
    table.reset()
    assert table.infos == {"seat_0": {"replaced": 0}, "seat_1": {"replaced": 0}}
    strict = begin(env("mechanation", 2))
    with pytest.raises(
        NotAllowed, match='Choose an action that action_mask allows, or make the environment with illegal="first"'
    ):
        strict.step(int((strict.observe(strict.agent_selection)["action_mask"] == 0).argmax()))
    assert strict.infos == {"seat_0": {}, "seat_1": {}}


def test_a_replaced_action_is_noted_where_all_answer_at_once() -> None:
    table = parallel_env("mechanation", 2, illegal="first")
    _, infos = table.reset(seed=3)
    assert infos == {"seat_0": {"replaced": 0}, "seat_1": {"replaced": 0}}
    infos = table.step(dict.fromkeys(table.agents, -5))[4]
    assert infos == {agent: {"illegal": -5, "replaced": 1} for agent in table.agents}, "who is not asked has to wait"
    seen, *_ = table.reset(seed=3)
    codes = {agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}
    assert table.step(codes)[4] == {agent: {"replaced": 0} for agent in table.agents}


def test_if_one_answer_is_wrong_none_is_played() -> None:
    table, dice = parallel_env("auction", 3), np.random.default_rng(3)
    seen, _ = table.reset(seed=1)
    while len(table._seats.list_asked()) < 2:
        seen, *_ = table.step({a: int(dice.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in table.agents})
    codes = {agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents}
    last = table.possible_agents[table._seats.list_asked()[-1]]
    before = table._seats.batch.record(0)
    with pytest.raises(NotAllowed, match='illegal="first"'):
        table.step({**codes, last: int((seen[last]["action_mask"] == 0).argmax())})
    assert table._seats.batch.record(0) == before


def test_a_replaced_action_is_noted_for_one_seat_and_for_many() -> None:
    one: Any = OneSeat("mechanation", 2, illegal="first")
    assert one.reset(seed=1)[1] == {"replaced": 0}
    assert one.step(-7)[4] == {"illegal": -7, "replaced": 1}
    assert one.step(int(one.action_masks().argmax()))[4] == {"replaced": 1}
    many: Any = begin(OneSeatVector(2, "mechanation", 2, illegal="first"))
    infos = many.step(np.array([-7, int(many.action_masks()[1].argmax())]))[4]
    assert infos["illegal"].tolist() == [-7, 0] and infos["_illegal"].tolist() == [True, False]
    assert infos["replaced"].tolist() == [1, 0] and infos["_replaced"].tolist() == [True, True]
    with pytest.raises(NotAllowed, match='illegal="first"'):
        begin(OneSeatVector(2, "mechanation", 2)).step(np.array([0, 0]))
