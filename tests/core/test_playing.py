"""Random play in bulk: the same games compiled and plain, any part of a run to be had again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from enginehouse.conformance.dealing import unlikely
from enginehouse.core import playing
from enginehouse.core.chance import seed_words
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.match import Match
from enginehouse.core.playing import chosen_seat, random_game_plain, random_games, replayed

needs_numba = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")


@pytest.mark.parametrize("mask", [0b1, 0b100, 0b101, 0b10011, 0xFF])
def test_every_acting_seat_is_as_likely(mask: int) -> None:
    seats = [seat for seat in range(8) if mask >> seat & 1]
    dice = [1, 2, 3, 4]
    counts = Counter(chosen_seat(mask, dice) for _ in range(100 * len(seats)))
    assert set(counts) == set(seats)
    assert unlikely([counts[s] for s in seats], [1 / len(seats)] * len(seats)) > 1e-6
    assert (dice == [1, 2, 3, 4]) == (len(seats) == 1), "no dice are thrown where there is nothing to choose"


def test_a_run_can_be_had_again_game_by_game(toy: Any) -> None:
    game = toy("bluff")
    run = random_games(game, 3, {"peeking": "no"}, 12, 5)
    for k in range(12):
        s, actions = random_game_plain(game, [3, 1], 5, k)
        assert (actions, s.reason, s.lives) == (run.lengths[k], run.reasons[k], run.totals[k, :4].tolist())
    assert run.actions == run.lengths.sum()
    assert run.totals[:, 3:].sum() == 0
    other = random_games(game, 3, {"peeking": "no"}, 12, 6)
    assert other.lengths.tolist() != run.lengths.tolist()
    longer = random_games(game, 3, {"peeking": "no"}, 20, 5)
    assert longer.lengths[:12].tolist() == run.lengths.tolist()


@needs_numba
def test_a_run_is_the_same_compiled_and_plain(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bluff", "auction", "rummage"):
        run = random_games(toy(name), 2, None, 25, 9)
        with monkeypatch.context() as patch:
            patch.setenv("ENGINEHOUSE_JIT", "0")
            plain = random_games(toy(name), 2, None, 25, 9)
        for one, other in zip(vars(run).values(), vars(plain).values(), strict=True):
            assert np.array_equal(one, other)


def test_seeds_of_a_run_differ_in_every_word() -> None:
    seen: list[set[int]] = [set() for _ in range(12)]
    for k in range(300):
        words, dice = [0] * 8, [0] * 4
        playing.game_seed(words, dice, 1, k)
        for place, word in zip(seen, [*words, *dice], strict=True):
            place.add(word)
    assert all(len(place) > 298 for place in seen)


@needs_numba
def test_a_compiled_replay_stops_at_what_is_not_legal(toy: Any) -> None:
    game = toy("bluff")
    match = Match.new(game, 2, seed="replay")
    steps = [(0, "bid 1"), (1, "bid 3"), (0, "bid 2")]
    seats = np.array([seat for seat, _ in steps])
    codes = np.array([game.vocabulary.code(act) for _, act in steps])
    words = np.array(seed_words("replay"), np.int64)
    done, states = replayed(game, np.array([2, 0]), words, seats, codes)
    assert done == 2
    for seat, act in steps[:2]:
        match.act(seat, act)
    assert game.shape.load(states, 0) == match.state
