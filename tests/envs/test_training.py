"""The trained example of the docs: a policy gets better, and a game's features are enough to beat random play."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("autograd")

from autograd import grad

from enginehouse.bots.players.runs import Run
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

ROOT = Path(__file__).resolve().parents[2]

import train  # noqa: E402
from enginehouse.envs.policies import run_network  # noqa: E402

pytestmark = [pytest.mark.untraced, pytest.mark.beside_compiled]


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = Game("connect_four")
    monkeypatch.setitem(games._REGISTERED, game.name, game)
    monkeypatch.setattr(game.shape.Plain, "game", game)
    return game


def trained(*arguments: object) -> None:
    """Train in a process of its own, with one thread for matrices; an error where it ends with one."""
    command = [sys.executable, str(ROOT / "docs" / "examples" / "train.py"), *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_gets_better_than_it_began(tmp_path: Path) -> None:
    """Seconds on connect four: from half of the games against random play to three quarters."""
    trained("connect_four", "--rounds", 16, "--least", 0.75, "--curve", tmp_path / "curve.csv")
    rows = np.loadtxt(tmp_path / "curve.csv", delimiter=",", skiprows=1)
    share, error = rows[:, 3], rows[:, 4]
    assert abs(share[0] - 0.5) < 0.1 and share[-1] - error[-1] > share[0] + error[0] + 0.05, share


def test_illegal_actions_are_never_chosen_and_chances_sum_to_one(connect_four: Game) -> None:
    learner = train.Learner(connect_four, n=16, seed=2)
    for step in learner.play_games():
        chances, _ = run_network(learner.network.weights, step.rows, step.mask)
        assert np.allclose(np.exp(chances).sum(1), 1, atol=1e-5) and (np.exp(chances)[~step.mask] == 0).all()
        assert step.mask[np.arange(len(step.codes)), step.codes].all()
        assert np.allclose(chances[np.arange(len(step.codes)), step.codes], step.scores)


def test_good_actions_become_more_likely(connect_four: Game) -> None:
    """Which games against random play do not tell: whoever learns to lose by itself also learns to play."""
    learner = train.Learner(connect_four, n=64, seed=3)
    step = learner.play_games()[0]
    chosen = np.arange(len(step.codes)), step.codes
    good = np.where(step.codes % 2 == 0, 1.0, -1.0).astype(np.float32)
    for _ in range(8):
        now, _ = run_network(learner.network.weights, step.rows, step.mask)
        came = np.full(len(good), 0.7, np.float32)
        made = step.codes, now[chosen]
        learner.update(learner.gradient(learner.network.weights, step.rows, step.mask, made, (good, came)))
    chances, hope = run_network(learner.network.weights, step.rows, step.mask)
    likelier = chances[chosen] - step.scores
    assert (likelier[good > 0] > 0).all() and (likelier[good < 0] < 0).all()
    assert (np.abs(hope - 0.7) < np.abs(step.values - 0.7)).all()


@pytest.mark.parametrize("afterstates", [False, True])
def test_slopes_are_those_of_the_loss(afterstates: bool) -> None:
    """Against differences of the loss itself, in double precision."""
    dice = np.random.default_rng(1)
    rows, mask = dice.standard_normal((9, 5)), dice.random((9, 4)) < 0.7
    mask[:, 2] = True
    after = dice.standard_normal((int(mask.sum()), 3)) if afterstates else None
    drawn = train.create_weights(5, 4, dice) + (train.create_after_weights(3, dice) if afterstates else [])
    weights = [w.astype(np.float64) for w in drawn]
    made = (np.full(9, 2), np.log(dice.random(9)))
    given: Any = (rows, mask, made, (dice.standard_normal(9), dice.standard_normal(9)), 0.01, after)
    slopes = grad(train.compute_loss)(weights, *given)
    for k, (w, slope) in enumerate(zip(weights, slopes, strict=True)):
        place = tuple(int(dice.integers(size)) for size in w.shape)
        moved: list[float] = []
        for step in (1e-6, -1e-6):
            other = [one.copy() for one in weights]
            other[k][place] += step
            moved.append(float(train.compute_loss(other, *given)))
        assert abs((moved[0] - moved[1]) / 2e-6 - slope[place]) < 1e-5


@pytest.mark.skipif(not jit_possible(), reason="games are recorded in compiled code")
def test_a_network_learns_to_choose_as_another_bot(connect_four: Game) -> None:
    """The rows are those of the games, and after some passes the choices agree more often than by chance."""
    learner = train.Learner(connect_four, n=16, seed=2)
    run = Run(connect_four, 2, {}, 200, 1, ["greedy", "greedy"])
    parts = zip(*train.record_examples(learner.network, run), strict=True)
    examples = train.Examples(*(np.concatenate(part) for part in parts))
    legal = np.unpackbits(examples.masks, axis=1, count=7).astype(bool)
    assert len(examples.rows) == len(examples.codes) > 200 * 7 and set(np.unique(examples.returns)) <= {-1, 0, 1}
    assert legal[np.arange(len(legal)), examples.codes].all()

    def agree() -> float:
        scores, _ = run_network(learner.network.weights, examples.rows.astype(np.float32), legal)
        return float((scores.argmax(1) == examples.codes)[legal.sum(1) > 1].mean())

    before = agree()
    learner.imitate(examples)
    assert agree() > before + 0.1


@pytest.mark.skipif(not jit_possible(), reason="64 games for the normalisation take minutes in plain Python")
def test_a_policy_that_sees_the_features_after_each_action_learns() -> None:
    """A round of self-play changes all weights, and each illegal action keeps a probability of 0."""
    learner = train.Learner(games.get("mechanation"), n=2, seed=2, guesses=1)
    before = [w.copy() for w in learner.network.weights]
    step = learner.play_games()[0]
    scores, _ = run_network(learner.network.weights, step.rows, step.mask, after=step.after)
    assert np.allclose(scores[np.arange(len(step.codes)), step.codes], step.scores, atol=1e-4)
    assert (np.exp(scores)[~step.mask] == 0).all() and len(step.after) == step.mask.sum()
    assert learner.learn_round() > 0
    assert [k for k, (w, old) in enumerate(zip(learner.network.weights, before, strict=True)) if (w == old).all()] == []


def test_alone_in_test_games_it_has_all_seats(connect_four: Game) -> None:
    """In connect four exactly one seat wins, so a policy that plays all seats wins some games on seat 0."""
    learner = train.Learner(connect_four, n=16, seed=2)
    learner.opponent = train.ALONE
    share, error = learner.measure(32)
    assert 0 < share < 1 and 0 < error < 0.2


def test_afterstates_are_selected_by_observation() -> None:
    after, widths = np.arange(12, dtype=np.float16)[:, None], np.array([3, 1, 4, 2, 2])
    assert train.select_after(after, widths, np.array([2, 0]))[:, 0].tolist() == [4, 5, 6, 7, 0, 1, 2]
    assert train.select_after(np.zeros((0, 0)), widths, np.array([2])).size == 0


def commands_of_the_page() -> list[str]:
    """Return the commands that `docs/train.md` names with a promised result, so without imitation."""
    page = (ROOT / "docs" / "train.md").read_text("utf-8")
    found = re.findall(r"^python (docs/examples/train\.py .*)$", page, re.M)
    return [command for command in found if "--imitate" not in command]


def test_the_commands_of_the_page_print_the_promised_output() -> None:
    assert len(commands_of_the_page()) == 2 and all("--least" in command for command in commands_of_the_page())


@pytest.mark.deep
def test_the_commands_of_the_page_train() -> None:
    """It takes minutes. They end with an error when what they promise is missed."""
    for command in commands_of_the_page():
        trained(*command.split()[1:])
