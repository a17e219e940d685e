"""The search for balance: it finds planted strengths, keeps to its limits, goes on after a stop, and says what it found."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import polars as pl
from click.testing import CliRunner, Result

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.lab.balancing import carrying_out, plan, search, verdict
from enginehouse.lab.balancing.candidates import CandidateSpace, EffectModel, WordSums
from enginehouse.lab.balancing.plan import BalanceGoal, BalancePlan, ChangeLimits, NumberRange, parse_plan
from enginehouse.lab.balancing.verdict import BalanceReport, BalanceResult, MeasuredCandidate, WordShare, load_found
from enginehouse.lab.pieces import WorkUnit, keep
from enginehouse.lab.running import RunProgress

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600), pytest.mark.beside_plain]
TEXT = """
about = "Can the heavy mechs be balanced?"
game = "mechanation"
seats = 4
bots = ["greedy"]
games = 20000
[numbers]
"MECHS.*.power" = 3
[limits]
far = 2
far_changes = 1
[goal]
measure = "mechs"
wins = [0.2, 0.3]
"""
PLANTED = {"Harvester": 5, "Goliath": -2, "Gnat": 2, "Titan": -1}
"""How many steps these mechs are too strong in the played games. A step of power makes up for a step of strength."""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.setattr(carrying_out, "_prepare_rules", lambda plan: None)
    monkeypatch.chdir(tmp_path)


def draw_games(piece: WorkUnit) -> pl.DataFrame:
    """Return made-up games: each of four pilots has three mechs, and strong mechs win.

    All candidates have the same deals, but their games go other ways.
    """
    _, changes = overlays.parse(piece.experiment.game)
    mechs = games.get("mechanation").module("parts").MECHS
    strength = {mech.title: PLANTED.get(mech.title, 0) for mech in mechs[1:]}
    for path, new in changes:
        title = next(one.title for one in mechs if one.title.replace(" ", "-") == path.split(".")[1])
        strength[title] += new - next(one.power for one in mechs if one.title == title)
    rows: dict[str, list[Any]] = {"game": [], **{f"{name}_{k}": [] for name in ("win", "mechs") for k in range(4)}}
    for number in range(piece.first, piece.first + piece.games):
        dice = np.random.default_rng([piece.experiment.seed, number])
        tiers = [dice.permutation(8)[:4] for _ in range(3)]
        hands = [[list(strength)[8 * tier + int(tiers[tier][k])] for tier in range(3)] for k in range(4)]
        power = np.exp([0.12 * sum(strength[title] for title in hand) for hand in hands])
        course = np.random.default_rng([piece.experiment.seed, number, zlib.crc32(piece.experiment.game.encode())])
        winner = int((course.random() < (power / power.sum()).cumsum()).argmax())
        rows["game"].append(number)
        for k in range(4):
            rows[f"win_{k}"].append(float(k == winner))
            rows[f"mechs_{k}"].append(hands[k])
    return pl.DataFrame(rows)


class Drawn:
    """A way to play pieces that makes their games up. After `most` pieces it stops, as if the process was ended."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.most, self.pieces = most, 0

    def __call__(self, pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
        for piece in pieces:
            if self.pieces == self.most:
                raise KeyboardInterrupt
            self.pieces += 1
            frame = draw_games(piece)
            out = Path(piece.folder) / "drawn"
            out.parent.mkdir(parents=True, exist_ok=True)
            frame.write_parquet(out)
            keep(piece, out.read_bytes())
            yield piece


def find(text: str, folder: Path, submit: Any = None) -> BalanceResult:
    return search.BalanceSearch(parse_plan(text), folder, submit or Drawn(), RunProgress()).carry_out()


def test_planted_strengths_are_found_within_the_limits(tmp_path: Path) -> None:
    found = find(TEXT, tmp_path / "one")
    report = BalanceReport(found)
    moves = {path.split(".")[1]: new - now for path, now, new in found.changes}
    assert moves["Harvester"] <= -2 and moves["Gnat"] < 0 < moves["Goliath"]
    assert sum(abs(move) > 2 for move in moves.values()) <= 1
    before = next(one for one in found.checked if not one.changes).estimates()
    after = found.best.estimates()
    assert before["Harvester"].value > 0.3 and after["Harvester"].value < 0.31
    assert report.title == "Can the heavy mechs be balanced?" == report.text().splitlines()[0]
    assert report.sentences()[0].startswith("With ") and "of 20 to 30 %" in report.sentences()[0]
    assert 18_000 < found.games < 23_000


def test_a_stopped_search_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    text = TEXT.replace("20000", "3000")
    whole = find(text, tmp_path / "whole")
    for stop in (5, 60, 1_000):
        try:
            again = find(text, tmp_path / "parts", Drawn(stop))
        except KeyboardInterrupt:
            assert stop < 1_000
    assert again == whole
    assert (tmp_path / "parts" / "balance.json").read_bytes() == (tmp_path / "whole" / "balance.json").read_bytes()
    played = Drawn()
    find(text, tmp_path / "parts", played)
    assert played.pieces == 0, "stored games are not played again"


def test_another_seed_has_other_deals_and_the_check_has_deals_of_its_own() -> None:
    made = parse_plan(TEXT)
    assert made.make_experiment({}, False, 0, 5).seed != made.make_experiment({}, True, 1, 5).seed
    assert made.identity() != parse_plan(TEXT.replace("games = 20000", "games = 20000\nseed = 2")).identity()
    assert made.identity() == parse_plan(TEXT.replace("games = 20000", "games = 30000")).identity()


def test_true_games_are_played_and_the_same_search_gives_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With random players and few games. The report is a page, and `lab report` writes it again."""
    monkeypatch.setattr(plan, "LEAST_GAMES", 1)
    monkeypatch.setattr(search, "ROUND", ((3, 1), (2, 1)))
    monkeypatch.setattr(verdict, "ENOUGH", 1)
    text = TEXT.replace("20000", "60").replace("seats = 4", "seats = 2").replace("greedy", "random")
    Path("heavy.toml").write_text(text.replace("[0.2, 0.3]", "[0.45, 0.55]"))
    done = call("lab", "balance", "heavy.toml", "--jobs", "1", "--tables")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("Can the heavy mechs be balanced?\nWith ")
    assert "| Harvester |" in done.output and "| the game as it is | checked |" in done.output
    (folder,) = Path("results").iterdir()
    assert f"report: {folder}/report.html" in done.output
    page = (folder / "report.html").read_text("utf-8")
    assert "<h1>Can the heavy mechs be balanced?</h1>" in page and "<svg" in page
    assert folder.name.rpartition("-")[2] not in page, "no hash"
    again = call("lab", "report", str(folder))
    assert again.exit_code == 0 and again.output.splitlines()[0] == "Can the heavy mechs be balanced?"
    checked = call("lab", "balance", "heavy.toml", "--jobs", "1", "--check")
    assert checked.exit_code == 0 and "The same search gave the same result." in checked.output, checked.output
    made = msgspec.json.decode((folder / "balance.json").read_bytes())
    made["games"] += 1
    (folder / "balance.json").write_bytes(msgspec.json.encode(made))
    wrong = call("lab", "balance", "heavy.toml", "--jobs", "1", "--check")
    assert wrong.exit_code == 1 and "gave another result" in wrong.output


def call(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def test_a_goal_may_be_about_seats() -> None:
    made = parse_plan(TEXT.replace('measure = "mechs"\n', ""))
    table = pl.DataFrame({"game": [0, 1], **{f"win_{k}": [float(k == 0), float(k == 1)] for k in range(4)}})
    words = search.list_goal_words(made, [table])
    assert words == ["seat 0", "seat 1", "seat 2", "seat 3"]
    sums = search.count_wins(made, table, words)
    assert sums.games.tolist() == [2, 2, 2, 2] and sums.wins.tolist() == [1, 1, 0, 0]


def test_owners_of_a_word_count_once_for_each_game() -> None:
    """If two seats have the word, their mean counts."""
    made = parse_plan(TEXT)
    hands = {f"mechs_{k}": [[title], ["Gnat"]] for k, title in enumerate(["Gnat", "Gnat", "Titan", "Decoy"])}
    table = pl.DataFrame({"game": [0, 1], **{f"win_{k}": [float(k == 0), float(k == 3)] for k in range(4)}, **hands})
    sums = search.count_wins(made, table, ["Gnat", "Titan", "Spark"])
    assert sums.games.tolist() == [2, 1, 0] and sums.wins.tolist() == [0.5 + 0.25, 0.0, 0.0]


# -- candidates --------------------------------------------------------------------------------------------------------


def make_space(**limits: int) -> CandidateSpace:
    choices = [NumberRange(f"T.{name}", 5, 1, 9) for name in "abc"]
    return CandidateSpace(choices, ChangeLimits(**limits), BalanceGoal((0.4, 0.6)))


def test_steps_lead_to_the_goal_and_stay_within_the_limits() -> None:
    def predict(vectors: Any) -> Any:
        return np.array([0.7, 0.3, 0.5]) + 0.05 * vectors

    start = np.zeros(3, int)
    free = make_space().improve(start, predict).tolist()
    assert free[0] in (-3, -4) and free[1] == -free[0] and free[2] == 0
    few = make_space(far=1, far_changes=1).improve(start, predict)
    assert sorted(abs(few).tolist())[:2] == [0, 1] and abs(few).max() > 1
    assert (make_space(changes=1).improve(start, predict) != 0).sum() == 1


def test_the_model_learns_effects_from_all_candidates() -> None:
    space, dice = make_space(), np.random.default_rng(1)
    played = {}
    for _ in range(12):
        vector = dice.integers(-2, 3, 3)
        shares = 0.5 + vector @ np.array([[0.06, 0, 0], [0, -0.04, 0], [0, 0, 0.02]])
        played[space.to_changes(vector)] = WordSums(np.full(3, 4_000), 4_000 * shares)
    model = EffectModel(space, ["a", "b", ""], ["a", "b", "c"])
    model.fit(played)
    steps = np.concatenate([np.zeros((1, 3), int), np.eye(3, dtype=int)])
    shares = model.predict(steps)
    assert np.allclose(shares[0], 0.5, atol=0.01)
    assert np.allclose(np.diag(shares[1:]) - shares[0], [0.06, -0.04, 0.02], atol=0.01)
    drawn = [model.draw(np.random.default_rng(k))(steps) for k in range(20)]
    assert 0 < np.std(drawn, axis=0).max() < 0.05
    assert len({model.propose(1, np.random.default_rng(k))[0] for k in range(6)}) >= 1
    assert all(one not in played for one in model.propose(5, dice))


def test_the_model_learns_a_jump() -> None:
    """A step of a part's own number may do much more than the step before it, as a power that beats all others does."""
    space, dice = make_space(), np.random.default_rng(2)
    played = {}
    for _ in range(40):
        vector = dice.integers(-2, 3, 3)
        share = 0.2 if vector[0] <= 0 else 0.7
        played[space.to_changes(vector)] = WordSums(np.full(1, 200), 200 * np.array([share]))
    model = EffectModel(space, ["a", "b", ""], ["a"])
    model.fit(played)
    shares = model.predict(np.array([[0, 2, -1], [1, -1, 2], [-2, 1, 1], [2, 0, 0]]))[:, 0]
    assert np.allclose(shares, [0.2, 0.7, 0.2, 0.7], atol=0.08)


# -- the answer --------------------------------------------------------------------------------------------------------


def make_found(shares: dict[str, float], many: int, changes: tuple[tuple[str, int], ...]) -> BalanceResult:
    words = [WordShare(name, many, many * share) for name, share in shares.items()]
    best = MeasuredCandidate(changes, "measured", words)
    original = MeasuredCandidate((), "checked", [WordShare("Gnat", 99, 40.0), WordShare("Titan", 99, 9.0)])
    made = msgspec.json.decode(parse_plan(TEXT).text)
    moved = [(path, new + 3, new) for path, new in changes]
    return BalanceResult("mechanation", "2", "0", made, "", [1, 1, 1, 1], 9, 10, moved, best, [original], [])


@pytest.mark.parametrize(
    ("shares", "many", "said"),
    [
        ((0.25, 0.26), 9_000, "the goal of 20 to 30 % is reached: owners of Gnat win 25.0 %, those of Titan 26.0 %"),
        ((0.21, 0.29), 100, "is reached in the games played"),
        ((0.15, 0.28), 9_000, "is not reached, but this came nearest"),
    ],
)
def test_the_first_sentence_is_the_answer(shares: tuple[float, float], many: int, said: str) -> None:
    found = make_found(dict(zip(("Gnat", "Titan"), shares, strict=True)), many, (("MECHS.Gnat.power", 4),))
    answer = BalanceReport(found).sentences()[0]
    assert answer.startswith("With power of Gnat 4 instead of 7, the goal of 20 to 30 %") and said in answer
    assert "simultaneous 95 % intervals reach from" in answer
    assert ("outside is Gnat" in answer) == (shares[0] == 0.15)
    assert "1 number changes, by more than 2" in BalanceReport(found).text()


def test_intervals_of_many_words_are_wider() -> None:
    one = WordShare("Gnat", 400, 100.0)
    assert one.estimate(1).low > one.estimate(24).low and one.estimate(24).value == 0.25


# -- mistakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"MECHS.*.power" = 3', '"MECHS.Tiitan.power" = 3', "has no number 'MECHS.Tiitan.power'.*MECHS.Titan.power"),
        ('"MECHS.*.power" = 3', '"MECHS.*.power" = "3"', "takes how far the number may move"),
        ('"MECHS.*.power" = 3', '"MECHS.Titan.power" = [1, 4]', "is 8, which is not between 1 and 4"),
        ('"MECHS.*.power" = 3', "", "name at least one number"),
        ("games = 20000", "", "say how long to search"),
        ("games = 20000", "games = 5", "needs at least 1000 games"),
        ("games = 20000", "minutes = 0", "minutes is more than 0"),
        ("games = 20000", "gamess = 5", "unknown field `gamess`.*near it: games"),
        ("[0.2, 0.3]", "[0.3, 0.2]", "two shares from 0 to 1"),
        ("[0.2, 0.3]", "[20, 30]", "two shares from 0 to 1"),
        ('"mechs"', '"mecs"', "no measure 'mecs'; there are"),
        ('["greedy"]', '["gredy"]', "gredy"),
        ('"mechanation"', '"mechanatoin"', "mechanatoin"),
        ("seats = 4", "seats = 9", "9"),
        ("[0.2, 0.3]", '[0.2, 0.3]\nonly = ["Tita"]', "no 'Tita' to win with; near it: Titan"),
        ("far_changes = 1", "changes = 0", "`changes` is 1 or more"),
        ("seats = 4", "seats = 4\nrelearn = 2.0", "relearn is true, false or a part"),
        ("seats = 4", 'seats = 4\nfolder = "x"', "folder is no setting"),
    ],
)
def test_each_mistake_in_the_file_is_told(old: str, new: str, said: str) -> None:
    with pytest.raises(Unreadable, match=f"(?s)the plan.*{said}"):
        parse_plan(TEXT.replace(old, new))


def test_a_measure_without_words_is_told_when_games_are_there() -> None:
    made = parse_plan(TEXT.replace('"mechs"', '"places"'))
    table = pl.DataFrame({"game": [0], "place_0": [["first"]], "rounds": [3.0]})
    with pytest.raises(Unreadable, match="set `words` to one of: place"):
        search.list_goal_words(made, [table])
    right = msgspec.structs.replace(made, goal=BalanceGoal((0.2, 0.3), "places", "place"))
    assert search.list_goal_words(right, [table.with_columns(win_0=pl.lit(1.0))]) == ["first"]


def test_a_folder_without_a_result_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="has no result of a search"):
        load_found(tmp_path)
    assert isinstance(parse_plan(TEXT), BalancePlan)
