"""The arena: one loop, the same games compiled and plain; any part of a run of random games to be had again."""

from __future__ import annotations

import inspect
from collections import Counter
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from enginehouse.bots.players import compiled_games, runs
from enginehouse.conformance.dealing import unlikely
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.play.arena import chosen_seat, random_game_plain, random_games
from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Events
from enginehouse.core.rule import rule

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
        arena.game_seed(words, dice, 1, k)
        for place, word in zip(seen, [*words, *dice], strict=True):
            place.add(word)
    assert all(len(place) > 298 for place in seen)


@needs_numba
def test_a_compiled_replay_stops_at_an_illegal_action(toy: Any) -> None:
    game = toy("bluff")
    match = Match.new(game, 2, seed="replay")
    steps = [(0, "bid 1"), (1, "bid 3"), (0, "bid 2")]
    script = np.array([(seat, game.vocabulary.code(act)) for seat, act in steps], arena.ACTION)
    bench = arena.Bench(game)
    assert bench.replay([2, 0], seed_words("replay"), script) == 2
    for seat, act in steps[:2]:
        match.act(seat, act)
    assert game.shape.load(bench.states, 0) == match.state
    assert bench.replay([2, 0], seed_words("replay"), script[:0]) == 0
    again = bench.play([2, 0], 5, 0, 3)
    assert again["actions"].tolist() == random_games(game, 2, {"peeking": "yes"}, 3, 5).lengths.tolist()


def all_functions() -> list[Any]:
    """Every function and method of the modules of the arena."""
    found = []
    for module in (arena, runs, compiled_games):
        for thing in vars(module).values():
            if getattr(thing, "__module__", "") == module.__name__:
                inside = vars(thing).values() if isinstance(thing, type) else [thing]
                found += [one for one in inside if isinstance(one, FunctionType)]
    return found


def test_no_function_of_the_arena_has_more_than_six_parameters() -> None:
    counts = {one.__qualname__: len(inspect.signature(one).parameters) for one in all_functions()}
    assert {"play_many", "play_on", "steps", "WholeGames.play", "play_out"} <= set(counts)
    generated = {"Row.__new__", "Run.__init__", "Row._make"}  # of a tuple and a data class: their fields
    assert {name: many for name, many in counts.items() if many > 6 and name not in generated} == {}


def test_each_step_is_given_before_it_is_played(toy: Any) -> None:
    game = toy("auction")
    s, dice = arena.begin_game(game, game.option_numbers(3, None), 4, 0)
    events, windows = Events(game.facts.event_size), 0
    for step in arena.random_steps(game, s, dice, events):
        assert step.mask == game.rules.actors(s) and step.mask >> step.seat & 1 and step.code in step.legal
        codes = [0] * len(game.vocabulary)
        assert codes[: game.rules.legal(s, step.seat, codes)] == step.legal
        windows += step.mask & (step.mask - 1) != 0
    assert windows and game.rules.actors(s) == 0


def test_a_game_stops_at_the_given_place(toy: Any) -> None:
    game = toy("bluff")
    numbers = game.option_numbers(2, None)
    s, dice = arena.begin_game(game, numbers, 4, 0)
    events = Events(game.facts.event_size)
    some = arena.steps(game, s, arena.at_chance(dice), dice, arena.bind_record(game, s, events), 3)
    assert len(list(some)) == 3 and arena.after(game, numbers, 4, 3) == s
    assert arena.after(game, numbers, 4, 10_000).reason != 0 == arena.after(game, numbers, 4, 0).reason


@rule
def stops_at_three(states: Any, seat: int, code: int, e: Any, room: Any) -> bool:
    room.turns = 0 if seat < 0 else room.turns + 1
    return bool(room.turns == 3)


@rule
def chooses_nothing(states: Any, seat: int, e: Any, room: Any) -> int:
    return -1


@needs_numba
def test_parts_take_their_places_in_the_compiled_loop(toy: Any) -> None:
    """Whoever looks on may end a game, and sees what the plain loop sees; who chooses nothing ends it too."""
    game = toy("auction")
    numbers = game.option_numbers(3, None)
    bench = arena.Bench(game, {arena.observe: stops_at_three}, [("turns", np.int64)])
    assert bench.play(numbers, 4, 0, 2)["actions"].tolist() == [3, 3]
    bench.play(numbers, 4, 0)
    assert game.shape.load(bench.states, 0) == arena.after(game, numbers, 4, 3)
    (found,) = arena.Bench(game, {arena.choose_code: chooses_nothing}).play(numbers, 4, 0)
    assert (found["actions"], found["reason"]) == (0, 0)
    whole_games = random_games(game, 3, None, 1, 4)
    assert whole_games.lengths[0] > 3, "the loop without parts is another one"
    with pytest.raises(TypeError, match="is not marked as a rule"):
        arena.Bench(game, {arena.observe: print})
