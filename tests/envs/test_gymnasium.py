"""Gymnasium's own check over every game, the many at once equal to many single ones, and both to a match."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.passive_env_checker import data_shares_objects
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from samples import toys

from enginehouse.bots import get as bot_of
from enginehouse.bots.bot import BotFailed, Choice
from enginehouse.bots.players.compiled_games import SEED_STEP
from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.pictures.pixels import rgb
from enginehouse.core.play.arena import random_code
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs import Layout
from enginehouse.envs.gymnasium import ONE_SEAT, OneSeat, OneSeatVector

pytestmark = pytest.mark.untraced
TOYS = {game.name: game for game in toys()}


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def legal_one(mask: Any, dice: Any) -> int:
    """A legal action."""
    return int(dice.choice(np.flatnonzero(mask)))


class Counting:
    """A bot that goes by its seed alone."""

    name, title, levels = "counting", "Counting", {"normal": 1.0}

    def prepare(self, game: Any) -> None:
        pass

    def choose(self, view: Any, seat: int, legal: Any, budget: float, seed: int) -> Choice:
        return Choice(legal[seed % len(legal)])


class Last(Counting):
    """A bot that takes as much as it can."""

    name = "last"

    def choose(self, view: Any, seat: int, legal: Any, budget: float, seed: int) -> Choice:
        return Choice(legal[-1])


class Broken(Counting):
    """A bot that chooses what is not legal."""

    name = "broken"

    def choose(self, view: Any, seat: int, legal: Any, budget: float, seed: int) -> Choice:
        return Choice(-1)


COMPILED_FOR_THIS_ALONE = ("mechanica", "mechanical-beast") if jit_possible() else ()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.deep] if name in COMPILED_FOR_THIS_ALONE else [])
        for name in [*games.names(), "auction"]
    ],
)
def test_the_check_of_the_framework(name: str) -> None:
    """It draws its actions without the mask. Also by name, with its pictures."""
    check_env(gymnasium.make(ONE_SEAT, game=name, illegal="first", render_mode="ansi").unwrapped)


def test_each_game_has_an_id_for_each_number_of_seats() -> None:
    """The id has the version of the rules, and every wrapper of Gymnasium can make it again from its spec."""
    ids = [name for name in gymnasium.registry if name.startswith("enginehouse/")]
    facts = [
        games.get(name).facts for name in games.names() if games.get(name).package.startswith("enginehouse.games.")
    ]
    assert len(ids) >= 1 + sum(each.seats[1] - each.seats[0] + 1 for each in facts)
    version = games.get("great-machine").facts.rules_version
    one = gymnasium.make(f"enginehouse/GreatMachine-3p-v{version}", illegal="first")
    assert one.unwrapped.observation_space == OneSeat("great-machine", 3).observation_space
    seen, _ = one.reset(seed=4)
    again, _ = OneSeat("great-machine", 3).reset(seed=4)
    assert data_equivalence(seen, again, exact=True)
    many = gymnasium.make_vec(f"enginehouse/GreatMachine-3p-v{version}", 2, "vector_entry_point")
    assert many.num_envs == 2
    with pytest.raises(gymnasium.error.UnregisteredEnv):
        gymnasium.make(f"enginehouse/GreatMachine-9p-v{version}")


@pytest.mark.parametrize("form", ["rotated numbers", "one-hot", "features"])
def test_the_check_with_other_forms(form: str) -> None:
    check_env(OneSeat("great-machine", 2, form=form, illegal="first"), skip_render_check=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("name", "manner"),
    [
        ("rummage", {"seats": 3, "max_cycles": 4}),
        ("mechanation", {"seats": 2, "seat": 1, "max_cycles": 9, "form": "rotated one-hot"}),
        ("auction", {"seats": 3, "seat": 1, "form": "bits", "bots": [Counting(), "random"]}),
    ],
)
def test_many_at_once_are_as_many_single_ones(mode: AutoresetMode, name: str, manner: dict[str, Any]) -> None:
    """All that is given, step for step, and that both have ends and games cut short in it."""
    one: Any = SyncVectorEnv([lambda: OneSeat(name, **manner) for _ in range(4)], autoreset_mode=mode)
    many: Any = gymnasium.make_vec(ONE_SEAT, 4, "vector_entry_point", autoreset_mode=mode, game=name, **manner)
    assert one.observation_space == many.observation_space and one.action_space == many.action_space
    assert one.metadata["autoreset_mode"] == many.metadata["autoreset_mode"] == mode
    found: list[Any] = [one.reset(seed=3), many.reset(seed=3)]
    dice, ends = np.random.default_rng(1), 0
    assert data_equivalence(found[0], found[1], exact=True)
    for _ in range(60):
        mask = found[0][0]["action_mask"]
        assert np.array_equal(many.unwrapped.action_masks(), mask)
        codes = np.array([legal_one(row, dice) if row.any() else 0 for row in mask])
        found = [one.step(codes.copy()), many.step(codes)]
        assert data_equivalence(found[0], found[1], exact=True)
        over = found[0][2] | found[0][3]
        ends += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            found = [both.reset(seed=[None, 5, None, 7], options={"reset_mask": over.copy()}) for both in (one, many)]
            assert data_equivalence(found[0], found[1], exact=True)
    assert ends > 4
    one.close()


def test_the_game_is_that_of_a_match() -> None:
    """Random bots throw the dice of the game; what the seat sees and gets is that of its view and of the returns."""
    env, dice = OneSeat("rummage", 3, seat=1), np.random.default_rng(1)
    seen, info = env.reset(seed=8)
    batch, layout, codes = env._places.facing.batch, env._places.layout, [0] * 99
    match, own = Match.new("rummage", 3, seed=batch.words_of(0)), batch._games["dice"][0].tolist()
    fresh = OneSeat("rummage", 3, seat=1)._places.facing.batch
    fresh.reset(seed=8)
    own, over, reward = fresh._games["dice"][0].tolist(), False, 0.0
    while not over:
        while match.actors() and match.actors()[0] != 1:
            seat = match.actors()[0]
            many = match.game.rules.legal(match.state, seat, codes)
            match.act(seat, match.game.vocabulary.name(random_code(match.state, seat, codes, many, own)))
        assert batch.record(0) == match.state and info == {}
        assert seen["observation"].tolist() == layout.row(match.view(1)).tolist()
        assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal(1)
        assert reward == 0.0
        code = legal_one(seen["action_mask"], dice)
        match.act(1, match.game.vocabulary.name(code))
        seen, reward, over, cut, info = env.step(code)
        assert not cut
    while match.actors():
        seat = match.actors()[0]
        many = match.game.rules.legal(match.state, seat, codes)
        match.act(seat, match.game.vocabulary.name(random_code(match.state, seat, codes, many, own)))
    assert match.over and reward == match.returns()[1] and batch.record(0) == match.state


def test_bots_are_asked_as_in_any_game() -> None:
    """From the view of their seat, in the order of the other seats, with the seed of the game and the number of the action."""
    env = OneSeat("heap", 3, seat=1, bots=[Counting(), "random"])
    seen, _ = env.reset(seed=8)
    match = Match.new("heap", 3, seed=env._places.facing.batch.words_of(0))
    over = False
    while not over:
        code = int(seen["action_mask"].argmax())
        seen, _, over, _, _ = env.step(code)
        while match.actors() and (match.actors()[0] != 1 or match.legal(1)[0] == code):
            seat, number = match.actors()[0], len(match.entries) + 1
            if seat != 1:
                bot = Counting() if seat == 0 else bot_of("random")
                seed = SEED_STEP * match.seed[0] + number
                played = bot.choose(match.view(seat), seat, match.legal(seat), 1.0, seed).action
            else:
                played, code = code, -1
            match.act(seat, match.game.vocabulary.name(played))
        assert env._places.facing.batch.record(0) == match.state
    assert match.over


def test_a_game_can_be_cut_short_after_so_many_actions_of_the_seat() -> None:
    env = OneSeat("heap", 3, max_cycles=2)
    for _ in range(2):
        env.reset(seed=1)
        assert env.step(0)[1:4] == (0.0, False, False)
        assert env.step(0)[1:4] == (0.0, False, True)
    over = OneSeat("heap", 2, max_cycles=6, bots=[Last()])
    over.reset(seed=1)
    assert [over.step(0)[2:4] for _ in range(6)][-1] == (True, False), "it ended at the last action that it had"


def test_an_error_is_a_sentence() -> None:
    with pytest.raises(BotFailed, match="the bot broken, seat 0, action 1 of a game of Rummage, chose -1"):
        OneSeat("rummage", 2, seat=1, bots=[Broken()]).reset(seed=1)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seat": 2}, "there is no seat 2"),
        ({"bots": "random"}, "bots are a list of 1 to 1 names"),
        ({"bots": []}, "bots are a list"),
        ({"bots": ["random"] * 2}, "bots are a list"),
        ({"illegal": "pass"}, "can be 'raise' or 'first'"),
        ({"render_mode": "hologram"}, "can be rendered as 'ansi'"),
        ({"form": "pixels"}, "not 'pixels'"),
        ({"form": "features"}, "Rummage has no features"),
        ({"form": Layout("mechanation")}, "not that of Rummage with 2 seats"),
    ]
    for manner, said in wrong:
        with pytest.raises(Unreadable, match=said):
            OneSeat("rummage", 2, **manner)
        with pytest.raises(Unreadable, match=said):
            OneSeatVector(2, "rummage", 2, **manner)
    env = OneSeat("rummage", 2)
    seen, _ = env.reset(seed=1)
    with pytest.raises(NotAllowed):
        env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    many = OneSeatVector(2, "rummage", 2, autoreset_mode="Disabled", max_cycles=1)
    seen, _ = many.reset(seed=1)
    many.step(seen["action_mask"].argmax(1))
    with pytest.raises(Unreadable, match=r"the games in the places \[0, 1\] are over"):
        many.step(np.zeros(2, np.int64))
    with pytest.raises(Unreadable, match="2 bools"):
        many.reset(options={"reset_mask": [True, False]})
    with pytest.raises(Unreadable, match="3 seeds are given for 2 places"):
        many.reset(seed=[1, 2, 3])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_all_that_is_given_is_new(mode: AutoresetMode) -> None:
    many = OneSeatVector(3, "rummage", 2, autoreset_mode=mode, max_cycles=2)
    given = [many.reset(seed=1)]
    for _ in range(4):
        seen, rewards, ended, cut, infos = many.step(given[-1][0]["action_mask"].argmax(1))
        given.append((seen, {**infos, "all": [rewards, ended, cut]}))
        if mode == AutoresetMode.DISABLED and (ended | cut).any():
            given.append(many.reset(options={"reset_mask": ended | cut}))
    for k, one in enumerate(given):
        for other in given[:k]:
            assert not data_shares_objects(one, other)


def test_without_a_seed_every_game_is_another_one_and_a_seed_brings_it_back() -> None:
    env, many = OneSeat("rummage", 2), OneSeatVector(24, "rummage", 2)  # of few there are often some alike
    rows = [env.reset()[0]["observation"].tobytes() for _ in range(24)]
    assert len(set(rows)) > 1
    assert len({row.tobytes() for row in many.reset()[0]["observation"]}) > 1
    first, second = (env.reset(seed=4)[0]["observation"], env.reset()[0]["observation"])
    assert env.reset(seed=4)[0]["observation"].tolist() == first.tolist()
    assert env.reset()[0]["observation"].tolist() == second.tolist() != first.tolist()


def test_positions_in_words_are_those_of_the_seat() -> None:
    env = OneSeat("rummage", 2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    batch = env._places.facing.batch
    assert env.render() == batch.position(0).text(1) != batch.position(0).text(0)
    assert OneSeat("rummage", 2, render_mode="human").render() is None
    many = OneSeatVector(2, "rummage", 2, render_mode="ansi")
    many.reset(seed=1)
    assert many.render() == tuple(many._places.facing.batch.position(k).text(0) for k in range(2))
    assert OneSeatVector(2, "rummage", 2).render() == (None, None)


def test_positions_as_pixels_are_those_of_the_seat() -> None:
    env = OneSeat("great-machine", 2, seat=1, render_mode="rgb_array")
    env.reset(seed=1)
    while not env._places.facing.batch.record(0).size[6]:
        env.step(int(env.action_masks().argmax()))
    shown, position = env.render(), env._places.facing.batch.position(0)
    assert shown.shape[1:] == (600, 3) and shown.dtype == np.uint8
    assert np.array_equal(shown, rgb(position.svg(1), 600)) and not np.array_equal(shown, rgb(position.svg(0), 600))
    many = OneSeatVector(2, "great-machine", 2, render_mode="rgb_array")
    assert [picture.shape[1:] for picture in many.render()] == [(600, 3)] * 2
    with pytest.raises(Unreadable, match="Rummage can be rendered as 'ansi', not as 'rgb_array'"):
        OneSeat("rummage", 2, render_mode="rgb_array")


def test_without_the_extra_the_import_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "enginehouse.envs.gymnasium")
    with pytest.raises(ImportError, match=r"pip install '\.\[envs\]'"):
        importlib.import_module("enginehouse.envs.gymnasium")
