"""OpenSpiel's own test over every game, and its solvers and searches on ours. It is installed where `.ci/run` installs it."""

from __future__ import annotations

import copy
import gc
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: scripts/setup frameworks")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy
from samples import toys

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.envs import Batch, Layout
from enginehouse.envs.openspiel import load

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600)]
TOYS = {game.name: game for game in [*toys(), Game("connect_four")]}
KUHN = -1 / 18


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


@pytest.mark.parametrize("name", [*games.names(), *TOYS])
def test_random_sims(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


def test_the_game_of_a_match() -> None:
    """The number that chance nodes draw is that of the game in run 0, and then in those that follow."""
    for deals, drawn, (run, number) in ((10_000, [7], (0, 7)), (0, [7, 1, 0, 5, 0, 0], (1, 7 + 1024 + (1 << 30)))):
        check_game(
            load("mechanation", seats=3, deals=deals), drawn, Batch("mechanation", 3, 1, seed=run).words_of(number)
        )
    check_game(
        load("mechanation", seats=3), [2, 0, 0, 4, 3, 0], Batch("mechanation", 3, 1, seed=3 << 8 | 1).words_of(2)
    )


def check_game(game: Any, drawn: list[int], words: Any) -> None:
    """The game that begins with these outcomes of chance is that of a match."""
    state, dice = game.new_initial_state(), np.random.default_rng(4)
    for outcome in drawn:
        assert state.is_chance_node() and state.observation_string(0) == ""
        state.apply_action(outcome)
    match = Match.new("mechanation", 3, seed=words)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == match.actors()[0] and state.legal_actions() == match.legal(seat)
        code = int(dice.choice(state.legal_actions()))
        assert state.action_to_string(seat, code) == match.game.vocabulary.name(code)
        state.apply_action(code)
        match.act(seat, match.game.vocabulary.name(code))
    assert match.over and state.returns() == match.returns() and str(state) == match.text()


def test_options_and_parameters_are_read() -> None:
    game = load("mechanical-beast", seats=3, options=" level = hard ; glass=locked", deals=5)
    assert game.num_players() == 3 and len(game.new_initial_state().chance_outcomes()) == 5
    assert game.desk.options["level"] == "hard" and game.desk.options["glass"] == "locked"
    with pytest.raises(Unreadable, match="name=choice"):
        load("great-machine", options="solo")
    with pytest.raises(Unreadable, match="by 'rank' or by 'score'"):
        load("kuhn", returns="luck")


def deal(state: Any, dice: Any) -> Any:
    """Let chance decide as long as it has to."""
    while state.is_chance_node():
        codes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(dice.choice(codes, p=shares)))
    return state


def test_there_are_too_many_deals_to_search_and_a_sample_is_listed() -> None:
    state, nodes = load("mechanation").new_initial_state(), 0
    deals = 1
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(share for _, share in outcomes) == pytest.approx(1) and len(outcomes) <= 1024
        deals *= len(outcomes)
        nodes += 1
        state.apply_action(outcomes[-1][0])
    assert deals == 1 << 60 and nodes == 6
    small = load("mechanation", deals=3).new_initial_state()
    assert small.chance_outcomes() == [(k, 1 / 3) for k in range(3)]
    lines = set()
    for k in range(3):
        assert not small.child(k).is_chance_node()
        lines.add(small.child(k).moment.desk.position(small.child(k).moment).line())
    assert len(lines) == 3
    with pytest.raises(Unreadable, match="deals are from 1 to 1000000, or 0 for all, not -1"):
        load("mechanation", deals=-1)


@pytest.mark.parametrize("name", ["mechanation", "great-machine", "mechanica", "kuhn", "auction"])
def test_a_resampled_state_does_not_lead_back_to_the_true_cards(name: str) -> None:
    """Nothing of the true history is in it; what is, leads to the resampled world, also from its clone and pickle."""
    game, dice = load(name), np.random.RandomState(8)
    state, differ = deal(game.new_initial_state(), dice), 0
    while not state.is_terminal() and state.move_number() < 40:
        seat = state.current_player()
        guess = state.resample_from_infostate(seat, dice.uniform)
        assert len(guess.history()) == 1 and "resampled" in guess.action_to_string(-1, guess.history()[0])
        for other in (guess.clone(), by_pickle(guess), copy.deepcopy(guess), replay_history(game, guess.history())):
            for k in range(game.num_players()):
                assert other.observation_string(k) == guess.observation_string(k)
                assert other.information_state_string(k) == guess.information_state_string(k)
            assert other.history() == guess.history() and other.current_player() == seat
        differ += line_of(guess) != line_of(state)
        code = int(dice.choice(guess.legal_actions()))
        guess.apply_action(code)
        assert replay_history(game, guess.history()).serialize() == guess.serialize()
        state.apply_action(int(dice.choice(state.legal_actions())))
        deal(state, dice)
    assert differ


def test_the_history_of_a_resampled_world_that_is_gone_says_so() -> None:
    game, dice = load("mechanation"), np.random.RandomState(8)
    guess = deal(game.new_initial_state(), dice).resample_from_infostate(0, dice.uniform)
    kept = guess.history()
    del guess
    gc.collect()
    with pytest.raises(Exception, match="begins with a resampled position, which is not stored"):
        replay_history(game, kept)


def test_before_the_deal_there_is_nothing_to_resample() -> None:
    state = load("mechanation").new_initial_state()
    state.apply_action(3)
    assert state.resample_from_infostate(0, lambda: 0.5).history() == [3]


def line_of(state: Any) -> str:
    """The whole record, secrets included."""
    line: str = state.moment.desk.position(state.moment).line()
    return line


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def replay_history(game: Any, history: list[int]) -> Any:
    """A new state to which these actions have led."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def test_a_game_of_your_own_is_loaded_without_being_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also two of one name, one after the other; and a game and its states come back from their pickles."""
    monkeypatch.delitem(games._REGISTERED, "heap")
    for _ in range(2):
        own = Game("enginehouse.conformance.samples.heap")
        game = load(own, seats=3)
        assert game.game is own and game.num_players() == 3
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        for other in (by_pickle(state), copy.deepcopy(state)):
            assert other.get_game().game.package == own.package and str(other.get_game()) == str(game)
            assert other.history() == state.history() and str(other) == str(state)
    with pytest.raises(Unreadable, match="there is no game 'heap'"):
        load("heap")


@pytest.mark.parametrize("name", games.names())
def test_games_and_states_are_copied_and_pickled(name: str) -> None:
    game, dice = load(name, form="bits"), np.random.RandomState(3)
    for again in (copy.deepcopy(game), by_pickle(game)):
        assert str(again) == str(game)
    state = deal(game.new_initial_state(), dice)
    for _ in range(5):
        if state.legal_actions():
            state.apply_action(int(dice.choice(state.legal_actions())))
    copies = [state.clone(), copy.deepcopy(state), by_pickle(state)]
    for _ in range(0 if state.is_terminal() else 5):
        code = int(dice.choice(state.legal_actions()))
        for one in (state, *copies):
            one.apply_action(code)
        if state.is_terminal():
            break
    assert [one.serialize() for one in copies] == [state.serialize()] * 3


def test_kuhn_is_solved() -> None:
    """Counterfactual regret comes to the value of the game, -1/18 for who begins."""
    game = load("kuhn", returns="score")
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values == pytest.approx([KUHN, -KUHN], abs=0.002)
    assert exploitability.nash_conv(game, policy) < 0.02


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_poker_is_that_of_openspiel(name: str) -> None:
    """Its own game has the same value where everybody plays at random, and the same best answers to that."""
    ours, theirs = load(name, returns="score"), pyspiel.load_game(f"{name}_poker")
    both = []
    for game in (ours, theirs):
        policy = UniformRandomPolicy(game)
        value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
        both.append([*value, exploitability.nash_conv(game, policy)])
    assert both[0] == pytest.approx(both[1])


def average_return(game: Any, bots: list[Any], many: int) -> float:
    """The returns of seat 0 and of seat 1 in turn, for the bot that is first of two; on average."""
    total, dice = 0.0, np.random.RandomState(3)
    for k in range(many):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                codes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(codes, p=shares)))
            else:
                state.apply_action(bots[(state.current_player() + k) % 2].step(state))
        total += state.returns()[k % 2]
    return total / many


class Randomly:
    """Plays at random."""

    dice = np.random.RandomState(5)

    def step(self, state: Any) -> int:
        """A legal action."""
        return int(self.dice.choice(state.legal_actions()))


def test_tree_search_plays_a_game_without_chance_and_secrets() -> None:
    game, dice = load("connect-four"), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 30, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert average_return(game, [bot, Randomly()], 6) > 0.6


@pytest.mark.parametrize(("name", "many"), [("mechanation", 1), ("kuhn", 200), ("auction", 2)])
def test_information_set_search_plays_a_game_with_secrets(name: str, many: int) -> None:
    game, dice = load(name, **({"returns": "score"} if name == "kuhn" else {})), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, dice),
        uct_c=1.4,
        max_simulations=8 if many < 10 else 40,
        random_state=dice,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    gained = average_return(game, [bot, Randomly()], many)
    assert name != "kuhn" or gained > 0.15


def test_a_guess_never_uses_hidden_information() -> None:
    """Resampled states look the same for the seat, in view and in story, and differ in what is hidden."""
    state, dice = load("mechanation").new_initial_state(), np.random.RandomState(6)
    deal(state, dice)
    seen = set()
    for _ in range(30):
        seat = state.current_player()
        for _ in range(3):
            other = state.resample_from_infostate(seat, dice.uniform)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.current_player() == seat and other.legal_actions() == state.legal_actions()
            seen.add(other.moment.desk.position(other.moment).line() == state.moment.desk.position(state.moment).line())
        state.apply_action(int(dice.choice(state.legal_actions())))
    assert False in seen


@pytest.mark.parametrize(
    ("form", "layout"),
    [("rotated numbers", Layout("mechanation", rotated=True)), ("bits", Layout("mechanation", "bits"))],
)
def test_tensors_have_the_form_that_is_asked_for(form: str, layout: Layout) -> None:
    game = load("mechanation", seats=2, form=form)
    state, observer = deal(game.new_initial_state(), np.random.RandomState(3)), game.make_py_observer()
    for seat in (0, 1):
        observer.set_from(state, seat)
        rows = layout.rows(state.moment.desk.view(state.moment, seat))
        assert np.array_equal(observer.tensor, rows[0].astype(np.float32))
    with pytest.raises(Exception, match="not 'pixels'"):
        load("mechanation", seats=2, form="pixels")


def test_the_programs_of_the_page_print_its_output() -> None:
    """And a program that has registered our games ends without a crash."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "environments.md").read_text("utf-8")
    found = re.findall(r"^```python openspiel\n(.*?)^```$\n\n```text\n(.*?)^```$", page, re.S | re.M)
    assert len(found) == 1
    for code, said in found:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, said), done.stderr
