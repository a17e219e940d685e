"""`enginehouse league`: pairs on the same deals, seats rotated, ratings with intervals; it goes on where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from enginehouse.bots.analysis.league_results import draw_strengths, read_results, write_tables
from enginehouse.bots.analysis.ratings import compute_ratings
from enginehouse.bots.players.runs import start_match
from enginehouse.commands import league as leagues
from enginehouse.commands.league import League
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]


def make_games(strengths: dict[str, float], many: int) -> dict[tuple[str, str], list[float]]:
    """Games of players with known ratings."""
    dice, names = np.random.default_rng(4), sorted(strengths)
    pairs = [(a, b) for a in names for b in names if a < b]
    chance = {(a, b): 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400)) for a, b in pairs}
    return {pair: [float(x) for x in dice.random(many) < chance[pair]] for pair in pairs}


def test_ratings_are_found_again_and_intervals_hold_them() -> None:
    true = {"a": 200.0, "b": 50.0, "c": -50.0, "d": -200.0}
    found = compute_ratings(make_games(true, 400))
    assert list(found) == ["a", "b", "c", "d"]
    for name, one in found.items():
        assert one.low <= true[name] <= one.high and 20 < one.high - one.low < 120
    assert sum(one.value for one in found.values()) == pytest.approx(0, abs=1e-6)
    few = compute_ratings(make_games(true, 25))
    assert all(few[name].high - few[name].low > found[name].high - found[name].low for name in true)


def test_who_won_all_games_has_a_rating_too_and_nobody_none() -> None:
    found = compute_ratings({("a", "b"): [1.0] * 20})
    assert 200 < found["a"].value < 1000 and found["b"].value == pytest.approx(-found["a"].value)
    even = compute_ratings({("a", "b"): [0.5] * 20})
    assert even["a"].value == pytest.approx(0) == even["b"].value
    with pytest.raises(ValueError, match="one game"):
        compute_ratings({})


def test_deals_are_the_same_for_all_and_seats_move_on() -> None:
    league = League(games.get("mechanation"), 4, {}, ["hard", "easy", "greedy"], 8, 3)
    runs = [league.run(one) for one in league.pairings()]
    assert list(league.pairings()) == [["hard", "easy"], ["hard", "greedy"], ["easy", "greedy"]]
    for k in range(3):
        assert len({start_match(run, k)[0].seed for run in runs}) == 1
    assert [runs[0].bot(seat, 0) for seat in range(4)] == ["hard", "easy", "hard", "easy"]
    assert [runs[0].bot(seat, 1) for seat in range(4)] == ["easy", "hard", "easy", "hard"]
    odd = league._replace(seats=3)
    assert len(odd.pairings()) == 6 and ["easy", "hard"] in odd.pairings()


def test_the_share_of_a_pair_is_even_where_both_are_alike() -> None:
    assert leagues._part("a", ["a", "b", "a"], [1 / 3] * 3) == pytest.approx(0.5)
    assert leagues._part("a", ["a", "b", "a", "b"], [0, 0, 1, 0]) == 1
    assert leagues._part("a", ["a", "b"], [0, 0]) == 0.5


def run(out: Path, *more: str) -> Any:
    return CliRunner().invoke(main, ["league", *more, "--out", str(out), "--jobs", "1"])


def test_a_league_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "CHUNK", 2)
    call = ("mechanation", "--bots", "greedy,random", "--games", "4", "--seats", "2,3")
    first = run(tmp_path, *call)
    assert first.exit_code == 0, first.output
    assert "| greedy against random |" in first.output and "Mechanation, 3 seats, 4 games" in first.output
    table, plot = (tmp_path / "table.md").read_text("utf-8"), (tmp_path / "mechanation-2.svg").read_text("utf-8")
    assert "| greedy |" in table and plot.count("<circle") == 2
    standing = json.loads((tmp_path / "mechanation-2.json").read_text("utf-8"))
    assert standing["greedy"][0] > 0 > standing["random"][0], "greedy beats random"
    results = read_results(tmp_path / "results.json")
    assert [one.seats for one in results] == [2, 3] and {**results[0].bots} == {
        k: tuple(v) for k, v in standing.items()
    }
    assert "\n\n".join(map(write_tables, results)) + "\n" == table and draw_strengths(results[0]) == plot
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 2 + 4
    files[0].unlink()
    asked: list[str] = []
    play = leagues._piece
    monkeypatch.setattr(leagues, "_piece", lambda *given: (asked.append(str(given[3])), play(*given)))
    again = run(tmp_path, *call)
    assert again.output == first.output and len(asked) == 1
    assert run(tmp_path, *call[:-2], "--seed", "2").output != first.output


def test_where_all_win_as_one_each_plays_by_itself(tmp_path: Path) -> None:
    said = run(tmp_path, "mechanical-beast", "--bots", "random", "--games", "2", "--options", "level=easy").output
    assert "| bot | share of games won | 95 % |" in said and "against" not in said
    assert "Mechanical Beast, 2 seats, level=easy, 2 games of each bot, seed 1" in said and "more often" not in said
    both = run(
        tmp_path, "mechanical-beast", "--bots", "random,greedy", "--games", "2", "--options", "level=easy"
    ).output
    assert "than" in both and "| on the same deals | wins more often by | 95 % |" in both


def test_paired_results_are_reported_setup_by_setup() -> None:
    deals = {"good": [1, 1, 1, 0], "best": [1, 1, 1, 1], "poor": [0, 1, 0, 0]}
    found: dict[tuple[str, ...], list[list[Any]]] = {
        (name,): [[k, [name] * 2, [won, won]] for k, won in enumerate(wins)] for name, wins in deals.items()
    }
    said = leagues._compare(found, ["best", "good", "poor"])
    assert [(a, b, str(one)) for a, b, one in said] == [
        ("best", "good", "0.250 (-0.240 to 0.740)"),
        ("good", "poor", "0.500 (-0.066 to 1.066)"),
    ]
    assert leagues._compare({("good",): found["good",]}, ["good"]) == []
    once = {name: rows[:1] for name, rows in found.items()}
    assert leagues._compare(once, ["best", "good", "poor"]) == []


def test_wrong_input_gets_a_sentence(tmp_path: Path) -> None:
    assert "needs two bots" in run(tmp_path, "mechanation", "--bots", "greedy").output
    assert "numbers with commas" in run(tmp_path, "mechanation", "--seats", "two").output


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"game": "mechanation"}]', '[{"bots": {}, "more": 1}]'])
def test_a_file_that_is_no_result_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(Unreadable, match=r"x\.json is no result of a league"):
        read_results(tmp_path / "x.json")
