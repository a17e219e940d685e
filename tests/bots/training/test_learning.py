"""Judgement: from numbers to shares, learned from games, and kept with what made it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from enginehouse.bots.players.tree import Tune
from enginehouse.bots.training import learning
from enginehouse.bots.training import train as training
from enginehouse.bots.training.learning import Positions, TrainingGames, fit, join_positions
from enginehouse.commands.main import main
from enginehouse.core import verbs
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.judging import learned
from enginehouse.core.judging.judgement import WHOLE, exp_of, logistic, share_leads
from enginehouse.core.play import arena
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.untraced
LEARNED = ("great-machine", "mechanation", "mechanical-beast")


def test_powers_of_e_are_near_and_rise() -> None:
    found = [exp_of(x / 50) for x in range(-1_100, 1)]
    assert found == sorted(found) and found[-1] == 1.0 and found[0] == exp_of(-20.0)
    for x in (-0.1, -1.0, -3.0):
        assert exp_of(x) == pytest.approx(math.exp(x), rel=6e-3)
    assert logistic(0) == 0.5 and logistic(2) == pytest.approx(1 - logistic(-2)) == pytest.approx(0.881, abs=2e-3)


def test_shares_follow_the_lead_and_are_a_whole() -> None:
    out = [0] * 8
    share_leads([500, 100, 100], 3, 200.0, out)
    assert out[0] > 2 * out[1] == 2 * out[2] and WHOLE - 3 <= sum(out) <= WHOLE
    sums = [1.0, 0.0, 0.0]
    assert learned.lead_of(sums, 3, 0) == 1_000 and learned.lead_of(sums, 3, 1) == -1_000
    learned.share_weights(sums, 3, out)
    assert out[0] / out[1] == pytest.approx(math.e, rel=2e-3) and WHOLE - 3 <= sum(out[:3]) <= WHOLE


@pytest.mark.parametrize("name", LEARNED)
def test_an_action_that_ends_the_game_is_certain_by_rank(name: str) -> None:
    game, ranks_seen = games.get(name), set()
    for number in range(4):
        s, _ = arena.random_game_plain(game, game.option_numbers(2, {}), 7, number)
        out = [0] * 16
        game.rules.scores(s, out)
        for seat in range(2):
            ranks_seen.add(out[8 + seat])
            assert verbs.prior(s, s, seat, 0) == (20_000 if out[8 + seat] == 1 else -20_000)
    assert 2 in ranks_seen
    s = Match.new(game, 2, {}, tuple(range(8))).state
    assert abs(verbs.prior(s, s, 0, 0)) < 20_000, "the game goes on"


def plant_positions(many: int) -> Positions:
    """Positions of two seats in which the second number, and nothing else, decides: a difference of 1 makes e to 1."""
    dice = np.random.default_rng(3)
    numbers = dice.integers(-3, 4, (many, 2, 3)).astype(np.int32)
    lead = numbers[:, 0, 1] - numbers[:, 1, 1]
    won = dice.random(many) < 1 / (1 + np.exp(-lead))
    shares = np.stack([won, ~won], axis=1).astype(float)
    return Positions(numbers, shares, np.zeros(many, np.int64), np.arange(many))


def test_a_planted_pattern_is_learned() -> None:
    found = fit([plant_positions(6_000), plant_positions(2_000)])
    assert found.weights == pytest.approx([0, 1, 0], abs=0.07) and found.positions == 8_000
    assert found.loss < 0.5 < found.even == pytest.approx(math.log(2), abs=1e-6)


def test_games_that_nobody_won_teach_nothing() -> None:
    some = plant_positions(400)
    none = some._replace(shares=np.zeros_like(some.shares))
    assert fit([join_positions([some, none])]).positions == 400


@pytest.mark.parametrize("name", LEARNED)
def test_weights_name_their_origin_and_fit_the_features(name: str) -> None:
    game = games.get(name)
    kept = json.loads((Path(game.folder) / learned.FILE).read_text("utf-8"))
    assert kept["made"]["command"] == f"enginehouse train {name} --seed {kept['made']['seed']}"
    assert kept["made"]["rules"] == game.facts.rules_version, "the rules have changed since: train anew"
    assert kept["made"]["games"] == sum(lesson.games for lesson in training.list_lessons(game))
    assert all(bank["log_loss"] < 0.95 * bank["even"] for bank in kept["made"]["banks"])
    assert len(kept["banks"]) == len(kept["made"]["banks"]) == 2
    assert {len(bank) for bank in kept["banks"]} == {game.judgement.FEATURES}


@pytest.mark.parametrize("name", LEARNED)
def test_every_number_has_a_name_and_some_position(name: str) -> None:
    """What is never anything but 0 says nothing; what it writes beyond its length would be another one's."""
    game = games.get(name)
    seen = np.zeros(512, bool)
    for seats in (2, 4):
        for seed in range(6):
            match = Match.new(name, seats, seed=seed)
            dice = [seed + 1, 5, 6, 7]
            for k, _ in enumerate(
                arena.steps(
                    game,
                    match.state,
                    arena.at_chance(dice),
                    dice,
                    arena.bind_record(game, match.state, _silent(game)),
                    900,
                )
            ):
                if k % 7 == 0 and match.state.reason == 0:
                    for seat in range(seats):
                        out = [0] * 512
                        assert game.judgement.features(match.state, seat, out) == game.judgement.FEATURES
                        seen |= np.array(out) != 0
    assert not seen[game.judgement.FEATURES :].any()
    rest = [game.judgement.STATE[k] for k in range(len(game.judgement.STATE)) if not seen[k]]
    assert len(rest) <= 4, rest


def _silent(game: Game) -> Any:
    from enginehouse.core.records.events import Events

    return Events(game.facts.event_size, on=False)


def test_a_seat_s_share_depends_on_what_could_be_true_alone() -> None:
    """Shares are of full records; those of a guess are shares of that guess, whole again."""
    for name in (*LEARNED, "mechanica"):
        match = Match.new(name, 2, seed=4)
        out = [0] * 8
        match.game.judgement.shares(match.state, out)
        together = getattr(match.game.judgement, "together", lambda s: False)(match.state)
        assert out[0] == out[1] if together else WHOLE - 3 <= out[0] + out[1] <= WHOLE


def test_weights_with_other_numbers_are_reported(tmp_path: Path) -> None:
    assert learned.weights_beside(str(tmp_path / "judgement.py"), 3).tolist() == [[0] * 3] * 8, "nothing learned yet"
    (tmp_path / learned.FILE).write_text('{"banks": [[1, 2]]}')
    with pytest.raises(
        ValueError,
        match=r"holds \(1, 2\) weights, and there are 3 numbers: remove the file and run `enginehouse train`",
    ):
        learned.weights_beside(str(tmp_path / "judgement.py"), 3)


@pytest.mark.deep  # to compile such games takes a quarter of a minute
@pytest.mark.skipif(not jit_possible(), reason="games to learn from are played compiled")
def test_a_lesson_says_who_plays() -> None:
    """Games of a level are others than those of the greedy bot, the same ones each time, and as many simulations as it says."""
    lesson = TrainingGames(2, {}, 3, level="hard", simulations=20)
    game = games.get("mechanation")
    gathering = learning.Gathering(game, "hard")
    found = gathering.positions(lesson, 5, 0, 3)
    assert int(gathering.bench.room["settings"][1][Tune.SIMULATIONS]) == 20
    assert (gathering.positions(lesson, 5, 0, 3).numbers == found.numbers).all()
    greedy = learning.Gathering(game).positions(lesson._replace(level=""), 5, 0, 3)
    assert found.numbers.shape != greedy.numbers.shape or (found.numbers != greedy.numbers).any()


def test_a_game_that_cannot_be_learned_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(games.get("mechanica").judgement, "LESSONS", raising=False)
    with pytest.raises(Unreadable, match=r"Mechanica has nothing to learn: its judgement.py has no LESSONS"):
        training.list_lessons(games.get("mechanica"))
    found = CliRunner().invoke(main, ["train", "mechanica", "--try"])
    assert found.exit_code == 1 and "nothing to learn" in found.output


class Planted:
    """In the place of games that are played: positions by their lesson and number, so that none is like another."""

    def __init__(self, _: Game, level: str = "") -> None:
        self.asked: list[tuple[int, int, int]] = []

    def positions(self, lesson: TrainingGames, seed: int, first: int, many: int) -> Positions:
        found = plant_positions(2 * many)
        return found._replace(
            numbers=found.numbers + first + seed, banks=found.banks + lesson.seats - 2, games=found.games + first
        )


@pytest.mark.parametrize("games_are", ["planted", pytest.param("played", marks=pytest.mark.deep)])
def test_training_goes_on_where_it_stopped(games_are: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if games_are == "planted":
        monkeypatch.setattr(training, "Gathering", Planted)
    elif not jit_possible():
        pytest.skip("games to learn from are played compiled")
    game, lessons = games.get("mechanation"), [TrainingGames(2, {}, 300), TrainingGames(3, {}, 250)]
    steps: list[int] = []
    first = training.gather(game, lessons, 5, tmp_path, steps.append)
    assert steps == [250, 50, 250]
    kept = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    next(file for file in kept if "250-50" in file.name).unlink()
    again = training.gather(game, lessons, 5, tmp_path, steps.append)
    assert [one.numbers.tolist() for one in again] == [one.numbers.tolist() for one in first]
    assert sum(file.stat().st_mtime_ns == kept[file] for file in tmp_path.iterdir()) == 2
    training.gather(game, [lessons[0]._replace(noise=30), lessons[1]], 5, tmp_path, steps.append)
    assert len(list(tmp_path.iterdir())) == 5, "games of another lesson are not taken for those of this one"
    monkeypatch.setattr(training, "stamp", lambda game: "other rules")
    training.gather(game, lessons[1:], 5, tmp_path, steps.append)
    assert len(list(tmp_path.iterdir())) == 6, "nor those of other rules"
    one, two = training.learn_weights(again)
    assert one.positions + two.positions <= sum(len(found.games) for found in first) and one.loss < one.even


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a folder of one's own, which is there by then."""
    monkeypatch.setattr(training, "Gathering", Planted)
    monkeypatch.setattr(training, "jit_possible", lambda: True)
    call = ["train", "mechanation", "--try", "--part", "0.001", "--keep", str(tmp_path / "kept")]
    first = CliRunner().invoke(main, call)
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").iterdir()}
    assert first.exit_code == 0 and "bank 0" in first.output and len(kept) == 3
    again = CliRunner().invoke(main, call)
    assert again.exit_code == 0 and again.output.splitlines()[-2:] == first.output.splitlines()[-2:]
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "kept").iterdir()} == kept


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_a_variant_is_learned_anew_for_its_seats_and_other_banks_stay(tmp_path: Path) -> None:
    game = games.find_or_create("mechanation+MECHS.Titan.power=15")
    found = training.learn_anew(game, 2, {"mechs": "first"}, 0.001, 5, tmp_path)
    own = json.loads((Path(game.folder) / learned.FILE).read_text("utf-8"))["banks"]
    assert [list(bank) for bank in found.banks[1:]] == own[1:] and list(found.banks[0]) != own[0]
    assert len(found.banks[0]) == len(own[0])
    files = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert training.learn_anew(game, 2, {"mechs": "first"}, 0.001, 5, tmp_path) == found and files
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == files, "nothing is played again"
    with pytest.raises(Unreadable, match="no training games with 5 seats"):
        training.learn_anew(game, 5, {}, 0.001, 5, tmp_path)
