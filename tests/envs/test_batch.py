"""A batch plays the same games as a match, byte for byte, compiled and plain, in one thread or several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from samples import toys

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import random_code, random_games
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.envs import Batch

pytestmark = pytest.mark.untraced
TOYS = {game.name: game for game in [*toys(), Game("connect_four"), Game("menagerie")]}
ALL = [*games.names(), *(name for name in TOYS if name not in ("kuhn", "leduc"))]
"""Poker is played by `test_poker` and by OpenSpiel."""
DEEP_COMPILED = ("mechanation", "mechanica", "mechanical-beast", "menagerie", "heap")


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def choose_actions(batch: Batch, dice: Any) -> Any:
    """A legal action in each game that runs, -1 elsewhere."""
    _, mask, _ = batch.look()
    return np.array([dice.choice(np.flatnonzero(row)) if row.any() else -1 for row in mask])


def same(game: Game, array: Any, k: int, record: Any) -> bool:
    """Whether an element of a structured array is this record, field by field."""
    return bool(game.shape.load(array, k) == record)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.deep] if name in DEEP_COMPILED and jit_possible() else []) for name in ALL],
)
def test_every_game_is_that_of_a_match_of_its_seed(name: str) -> None:
    """Compiled and plain; compiled all games are deep, since each takes its seconds to compile for nothing else."""
    game = games.get(name)
    seats, dice = game.facts.seats[-1], np.random.default_rng(1)
    batch = Batch(name, seats, 3, seed=5)
    matches = [Match.new(name, seats, seed=batch.words_of(k)) for k in range(3)]
    for _ in range(60):
        obs, mask, seat = batch.look()
        for k, match in enumerate(matches):
            assert game.shape.to_bytes(batch.record(k)) == game.shape.to_bytes(match.state)
            acting = match.actors()
            assert seat[k] == (acting[0] if acting else -1)
            assert same(game, obs, k, match.view(int(seat[k])))
            assert np.flatnonzero(mask[k]).tolist() == match.legal(int(seat[k]))
            assert bool(batch.done[k]) == match.over and batch.length[k] == len(match.entries)
            assert batch.returns[k].tolist() == match.returns()
        codes = choose_actions(batch, dice)
        batch.step(codes)
        for k, match in enumerate(matches):
            if not match.over:
                match.act(match.actors()[0], game.vocabulary.name(int(codes[k])))


@pytest.mark.parametrize("name", ["connect-four", "great-machine"])
def test_ended_games_have_the_returns_of_a_match_and_others_none(name: str) -> None:
    """Also where nobody wins (GM-2.4: ranks without a 1)."""
    batch, dice, seen = Batch(name, None, 6, seed=2), np.random.default_rng(2), 0
    while not batch.done.all():
        batch.step(choose_actions(batch, dice))
    for k in range(6):
        position = batch.position(k)
        assert batch.returns[k].tolist() == position.returns()
        seen += abs(batch.returns[k]).sum() > 0
    assert seen > 2
    batch.reset(batch.returns[:, 0] > 0)
    again = ~batch.done
    assert again.any() and not again.all()
    assert (batch.returns[again] == 0).all() and (batch.episode >= 6).tolist() == again.tolist()


def test_a_change_in_a_place_affects_no_other_place() -> None:
    dice = np.random.default_rng(3)
    one, other = Batch("bluff", 3, 4, seed=1), Batch("bluff", 3, 4, seed=1)
    for _ in range(8):
        one.step(choose_actions(one, dice))
    one.reset([True, False, False, False])
    one.reset([True, False, True, False])
    assert one.episode.tolist() == [8, 1, 6, 3]
    whole = Batch("bluff", 3, 9, seed=1)
    for k in (0, 2):
        assert one.record(k) == whole.record(int(one.episode[k]))
    one.reset(seed=1)
    assert [one.record(k) == other.record(k) for k in range(4)] == [True] * 4
    one.reset(seed=2)
    assert one.record(0) != other.record(0)


def test_games_are_those_of_a_run() -> None:
    """The same seeds as `simulate`: what chance deals in game k of a run it deals here."""
    batch = Batch("connect-four", 2, 2, seed=9)
    run = random_games(games.get("connect-four"), 2, None, 2, 9)
    assert run.actions > 0 and batch.words_of(1) != batch.words_of(0)
    assert Match.new("rummage", 2, seed=Batch("rummage", 2, 2, seed=9).words_of(1)).state == Batch(
        "rummage", 2, 2, 9
    ).record(1)


@pytest.mark.parametrize("name", ["auction", "rummage"])
def test_threads_change_nothing(name: str) -> None:
    one, many = Batch(name, 3, 7, seed=4), Batch(name, 3, 7, seed=4, threads=3)
    dice = np.random.default_rng(4)
    for _ in range(30):
        codes = choose_actions(one, dice)
        assert np.array_equal(one.mask, many.look()[1]) and np.array_equal(one.seat, many.seat)
        one.step(codes)
        many.step(codes)
        one.reset(one.done)
        many.reset(many.done)
    assert all(one.record(k) == many.record(k) for k in range(7))


def test_a_clone_goes_its_own_way_and_can_be_gone_back_to() -> None:
    batch, dice = Batch("rummage", 3, 5, seed=6), np.random.default_rng(6)
    for _ in range(3):
        batch.step(choose_actions(batch, dice))
    kept = batch.clone()
    before = [batch.record(k) for k in range(5)]
    obs = batch.look()[0].copy()
    batch.step(choose_actions(batch, dice))
    assert [kept.record(k) for k in range(5)] == before != [batch.record(k) for k in range(5)]
    batch.restore(kept)
    assert [batch.record(k) for k in range(5)] == before and (batch.length == 3).all()
    assert all(same(batch.game, batch.look()[0], k, batch.game.shape.load(obs, k)) for k in range(5))
    other = Batch("rummage", 3, 5)
    other.reset(seed=11)
    batch.restore(other)
    batch.reset()
    other.reset()
    assert [batch.record(k) for k in range(5)] == [other.record(k) for k in range(5)], "its games to come, too"
    with pytest.raises(Unreadable, match="restored from one with the same game"):
        batch.restore(Batch("rummage", 2, 5))


def test_every_seat_can_be_looked_at_and_answers_in_its_turn() -> None:
    """A window: who is asked and has not answered may act, the lowest first unless one looks at another."""
    batch = Batch("auction", 3, 2, seed=1)
    dice = np.random.default_rng(1)
    while (batch.actors & (batch.actors - 1) == 0).any():
        batch.step(choose_actions(batch, dice))
        batch.reset(batch.done)
    highest = [int(mask).bit_length() - 1 for mask in batch.actors]
    obs, mask, seat = batch.look(highest)
    assert seat.tolist() == highest and mask.any(1).all()
    assert same(batch.game, obs, 0, batch.position(0).view(highest[0]))
    expected = [batch.record(k) for k in range(2)]
    for s, seat_of, row in zip(expected, highest, mask, strict=True):
        batch.game.rules.apply(s, seat_of, int(row.argmax()), Events(batch.game.facts.event_size))
    batch.step(mask.argmax(1))
    assert [batch.record(k) for k in range(2)] == expected
    _, mask, seat = batch.look([-1, -1])
    assert not mask.any() and seat.tolist() == [-1, -1]
    assert batch.look()[1].any(1).all()


def test_an_illegal_action_is_refused_and_not_played() -> None:
    batch = Batch("connect-four", 2, 3, seed=0)
    for _ in range(6):
        batch.step(np.zeros(3, np.int64))
    before = [batch.record(k) for k in range(3)]
    with pytest.raises(NotAllowed, match="game 1, seat 0, drop 1: Column 1 is full") as error:
        batch.step(np.array([3, 0, 3]))
    assert error.value.clause == 202
    for codes, said in [
        ([3, 7, 3], "codes of actions are 0 to 6, not 7"),
        ([3, -1, 3], "codes of actions are 0 to 6, not -1"),
        ([3, 3], "step takes 3 codes"),
        ([0.5, 1.0, 2.0], "step takes 3 codes"),
    ]:
        with pytest.raises(Unreadable, match=said):
            batch.step(np.array(codes))
    assert [batch.record(k) for k in range(3)] == before and (batch.length == 6).all()
    for seats in ([0, 1], [0, 1, 2], [0, 1, -2]):
        with pytest.raises(Unreadable, match="look takes 3 seats"):
            batch.look(seats)
    with pytest.raises(Unreadable, match="reset takes 3 bools"):
        batch.reset([True])


def test_some_places_can_be_played_alone() -> None:
    batch, dice = Batch("rummage", 3, 4, seed=2), np.random.default_rng(2)
    before = [batch.record(k) for k in range(4)]
    where = np.array([True, False, False, True])
    codes = np.where(where, choose_actions(batch, dice), 99)
    batch.step(codes, where)
    assert [batch.record(k) == before[k] for k in range(4)] == (~where).tolist()
    assert batch.length.tolist() == where.astype(int).tolist()
    for k in range(4):
        assert same(batch.game, batch.look()[0], k, batch.position(k).view(int(batch.seat[k])))
    with pytest.raises(Unreadable, match="step takes 4 bools"):
        batch.step(codes, where.astype(int))


@pytest.mark.parametrize("name", ["rummage", "auction"])
def test_others_play_along_at_random_until_a_seat_is_asked(name: str) -> None:
    """With the dice of each game: those that random play throws."""
    batch, dice = Batch(name, 3, 5, seed=4), np.random.default_rng(4)
    twin, codes, thrown = batch.clone(), [0] * 99, batch._games["dice"].tolist()
    while not batch.done.all():
        batch.play_along(1)
        for k in range(5):
            while not twin.done[k] and twin.look()[2][k] != 1:
                s, seat = twin.record(k), int(twin.seat[k])
                many = twin.game.rules.legal(s, seat, codes)
                played = np.full(5, random_code(s, seat, codes, many, thrown[k]))
                twin.step(played, np.arange(5) == k)
        assert [batch.record(k) for k in range(5)] == [twin.record(k) for k in range(5)]
        assert set(batch.look()[2].tolist()) <= {1, -1}
        played = choose_actions(batch, dice)
        batch.step(played)
        twin.look()
        twin.step(played)
    assert batch.returns.tolist() == twin.returns.tolist()
    batch.reset()
    batch.play_along(-1, np.arange(5) < 2)
    assert batch.done.tolist() == [True, True, False, False, False]
    with pytest.raises(Unreadable, match="there is no seat 3"):
        batch.play_along(3)


def test_a_place_with_a_seed_of_its_own_has_the_games_of_a_batch_of_one() -> None:
    batch = Batch("rummage", 3, 3, seed=1)
    batch.reset(seed=np.array([7, 8, 9]))
    ones = [Batch("rummage", 3, 1, seed=7 + k) for k in range(3)]
    for _ in range(3):
        assert [batch.record(k) for k in range(3)] == [one.record(0) for one in ones]
        assert batch.words_of(int(batch.episode[2]), 2) == ones[2].words_of(int(ones[2].episode[0]))
        batch.reset()
        for one in ones:
            one.reset()
    batch.reset([False, True, False], seed=np.array([5, 5, 5]))
    assert batch.record(1) == Batch("rummage", 3, 1, seed=5).record(0) and batch.episode.tolist() == [3, 0, 3]
    twin = batch.clone()
    twin.reset()
    batch.reset()
    assert [batch.record(k) for k in range(3)] == [twin.record(k) for k in range(3)]
    batch.reset(seed=4)
    assert batch.episode.tolist() == [0, 1, 2]
    with pytest.raises(Unreadable, match="or 3 of them, not 0"):
        batch.reset(seed=0.5)


def test_wrong_batches_are_sentences() -> None:
    for game, seats, n, said in [
        ("chess", 2, 1, "there is no game 'chess'"),
        ("mechanica", 9, 1, "seats, not 9"),
        ("mechanica", 2, 0, "at least one game and one thread, not 0"),
    ]:
        with pytest.raises(Unreadable, match=said):
            Batch(game, seats, n)
    with pytest.raises(Unreadable, match="no option"):
        Batch("mechanation", 2, 1, options={"speed": "high"})


@pytest.mark.beside_plain
def test_a_batch_in_which_all_play_together() -> None:
    """Rank 1 is 1 for everybody, any other -1."""
    batch = Batch("mechanical-beast", 2, 4, seed=1)
    match = batch.position(0)
    assert batch.game.plays_together(2, batch.options) and match.seats == 2
    dice = np.random.default_rng(1)
    while not batch.done.any():
        batch.step(choose_actions(batch, dice))
    k = int(np.argmax(batch.done))
    assert batch.returns[k].tolist() == batch.position(k).returns() and set(batch.returns[k]) <= {1.0, -1.0}
