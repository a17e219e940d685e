"""Calibration: shown win chances follow a curve that games of bots have taught, and the ends stay certain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from enginehouse.bots.analysis import calibrating, calibration, review
from enginehouse.bots.analysis.calibrating import Estimates
from enginehouse.bots.analysis.calibration import SAME, Curve, find_curve, fit_curve
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

HOUSE = ("great-machine", "mechanation", "mechanica", "mechanical-beast")


def draw_estimates(curve: Curve, many: int) -> Estimates:
    """Estimates of positions, each of a game of its own, whose results follow a curve."""
    dice = np.random.default_rng(3)
    estimates = dice.random(many)
    won = dice.random(many) < [curve.calibrate(one) for one in estimates]
    return Estimates(np.arange(many), np.full(many, 2), estimates, won.astype(float))


def with_curves(monkeypatch: pytest.MonkeyPatch, curves: dict[int, Curve] | None) -> Game:
    game = games.get("mechanation")
    kept = None if curves is None else {"curves": {str(seats): list(curve) for seats, curve in curves.items()}}
    monkeypatch.setitem(game.__dict__, "calibration", kept)
    return game


def test_the_fit_finds_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Curve(2.0, 1.5, -0.3, 2.0, 1.5)
    found = draw_estimates(true, 20_000)
    fitted = fit_curve(found.estimates, found.shares, np.ones(20_000))
    assert np.allclose(fitted[:3], true[:3], atol=0.15) and fitted.d > 1.0, "few estimates are below the knee"
    game = with_curves(monkeypatch, calibrating.learn_curves(found))
    tenths = calibrating.measure(game, found)
    assert sum(one.decisions for one in tenths) == 20_000
    assert all(one.holds for one in tenths), tenths


def test_estimates_near_zero_have_a_slope_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that takes half of the positions for lost, although a tenth of them are won, is right elsewhere."""
    dice = np.random.default_rng(8)
    low, rest = 10 ** dice.uniform(-6, -2, 10_000), dice.uniform(0.05, 0.95, 10_000)
    estimates = np.concatenate([low, rest])
    won = dice.random(20_000) < np.concatenate([np.full(10_000, 0.1), rest])
    found = Estimates(np.arange(20_000), np.full(20_000, 2), estimates, won.astype(float))
    game = with_curves(monkeypatch, calibrating.learn_curves(found))
    assert all(one.holds for one in calibrating.measure(game, found))
    assert find_curve(game, 2).calibrate(0.5) == pytest.approx(0.5, abs=0.03)


def test_estimates_near_one_have_a_slope_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that takes half of the positions for won, although a tenth of them are lost, is right elsewhere."""
    dice = np.random.default_rng(8)
    high, rest = 1 - 10 ** dice.uniform(-6, -2, 10_000), dice.uniform(0.05, 0.95, 10_000)
    estimates = np.concatenate([high, rest])
    won = dice.random(20_000) < np.concatenate([np.full(10_000, 0.9), rest])
    found = Estimates(np.arange(20_000), np.full(20_000, 2), estimates, won.astype(float))
    game = with_curves(monkeypatch, calibrating.learn_curves(found))
    assert all(one.holds for one in calibrating.measure(game, found))
    assert find_curve(game, 2).calibrate(0.5) == pytest.approx(0.5, abs=0.03)


def test_four_numbers_are_a_curve_without_a_slope_near_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_curves(monkeypatch, None)
    monkeypatch.setitem(game.__dict__, "calibration", {"curves": {"2": [1.5, 0.5, 0.1, 2.0]}})
    assert find_curve(game, 2) == Curve(1.5, 0.5, 0.1, 2.0, 0.5)


def test_a_wrong_curve_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_curves(monkeypatch, {2: SAME})
    assert not all(one.holds for one in calibrating.measure(game, draw_estimates(Curve(2.0, 2.0, 0.0), 5_000)))


def test_the_decisions_of_one_game_count_as_one_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred decisions of each of ten games say no more than ten games do."""
    game = with_curves(monkeypatch, None)
    each = np.repeat(np.arange(10), 100)
    found = Estimates(each, np.full(1000, 2), np.full(1000, 0.55), (each % 2).astype(float))
    ((many, expected, observed, margin),) = calibrating.measure(game, found)
    assert (many, round(expected), round(observed)) == (1000, 55, 50)
    assert 28 < margin < 33  # 1.96 * 0.5 / sqrt(10)


def test_certain_results_stay_certain() -> None:
    for curve in (SAME, Curve(0.5, 3.0, 1.0)):
        assert (curve.calibrate(0.0), curve.calibrate(1.0)) == (0.0, 1.0)
    assert 0.0 < Curve(9.0, 9.0, 0.0).calibrate(1e-9) < Curve(9.0, 9.0, 0.0).calibrate(0.5) < 1.0


@pytest.mark.parametrize("name", HOUSE)
def test_the_curves_of_a_game_rise(name: str) -> None:
    game = games.get(name)
    assert set(map(int, game.calibration["curves"])) == set(calibrating.list_seats(game))
    assert game.calibration["made"]["rules"] == game.facts.rules_version
    for seats in range(1, 9):
        shown = [find_curve(game, seats).calibrate(k / 100) for k in range(101)]
        assert shown == sorted(shown) and shown[50] - shown[10] > 0.1


def test_a_number_of_seats_without_a_curve_uses_the_nearest_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_curves(monkeypatch, {2: Curve(2.0, 2.0, 0.0), 4: Curve(3.0, 3.0, 0.0)})
    assert [find_curve(game, seats).a for seats in (1, 2, 3, 4, 8)] == [2.0, 2.0, 2.0, 3.0, 3.0]
    with_curves(monkeypatch, None)
    assert find_curve(game, 2) == SAME


def test_the_shown_win_chance_is_calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate for searches stays as it is."""
    match = Match.new("mechanation", 2, seed="calibrated")
    seat = match.actors()[0]
    view: Any = match.view(seat)
    raw = review.estimate_share(view, seat, 3)
    with_curves(monkeypatch, {2: Curve(1.0, 1.0, 1.0)})
    assert review.estimate_share(view, seat, 3) == raw
    assert review.estimate_chance(view, seat, 3) == pytest.approx(100 * Curve(1.0, 1.0, 1.0).calibrate(raw))


@pytest.mark.deep
@pytest.mark.parametrize("name", HOUSE)
def test_shown_win_chances_come_true(name: str) -> None:
    """In 600 games that no curve was learned from, each tenth is right within five points or its interval.

    In 300 games a tenth of a right curve can be six points off, because its decisions come from few games.
    """
    game = games.get(name)
    found = calibrating.gather_estimates(game, 600 // len(calibrating.list_seats(game)), 2, lambda _: None)
    assert len(np.unique(found.games)) == 600
    assert all(one.holds for one in calibrating.measure(game, found))


def test_a_file_is_written_and_read(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("mechanation")
    monkeypatch.setattr(game, "folder", tmp_path)
    file = calibrating.write_curves(game, {2: Curve(1.25, 1.5, -0.125, 0.5, 0.75)}, 4, 50)
    assert file.name == calibration.FILE
    monkeypatch.delitem(game.__dict__, "calibration", raising=False)
    assert find_curve(game, 2) == Curve(1.25, 1.5, -0.125, 0.5, 0.75)
    assert game.calibration["made"]["command"] == "enginehouse train mechanation --calibration --seed 4 --part 0.5"
