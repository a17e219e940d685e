"""Experiments carried out: the same result however they were played, and a report that says what is in it.

Needs the extra `lab`, which `.ci/run` installs.
"""

from __future__ import annotations

import itertools
import math
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import polars as pl

from enginehouse.bots.analysis.luck import judge_position
from enginehouse.bots.players.runs import play_rows
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.lab import report, results, running, submitting, words
from enginehouse.lab.experiment import Experiment, parse
from enginehouse.lab.findings import changes
from enginehouse.lab.findings.leads import find_leaders
from enginehouse.lab.pieces import WorkUnit, run
from enginehouse.lab.submitting import TRIES, in_processes

# The first run of a game with changed numbers compiles it.
pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600)]
MECHS = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\n'
BEAST = 'game = "mechanical-beast"\nbots = ["random"]\nsample = 0\n[vary]\noptions.level = ["easy", "extreme"]\n'


class Killed(Exception):
    """The run was stopped."""


def backwards(pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
    """Another order."""
    for piece in reversed(pieces):
        run(piece)
        yield piece


class Killing:
    """Plays so many pieces, the last ones first, and is killed then."""

    def __init__(self, many: int) -> None:
        self.many = many

    def __call__(self, pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
        for piece in reversed(pieces):
            if self.many == 0:
                raise Killed
            self.many -= 1
            run(piece)
            yield piece


def read_result_files(folder: Path) -> list[bytes]:
    """The files of a result that say what came out."""
    return [(folder / name).read_bytes() for name in ("games.parquet", "result.json")]


def carried_out(text: str, folder: Path) -> results.Result:
    """A result, played in this process."""
    return running.carry_out(parse(text), folder)


@pytest.mark.beside_plain
def test_variants_are_played_in_the_order_of_the_file(tmp_path: Path) -> None:
    """The names of this file are not in the order of the alphabet. The games of a variant are its own when played again."""
    text = MECHS + "games = 2\n[vary]\nSET_TO_WIN = [5, 3]\nMECHS.Harvester.power = [6, 9]\n"
    result = running.carry_out(parse(text), tmp_path)
    for variant in result.variants:
        lengths = [len(result.match(variant.number, k).entries) for k in range(2)]
        assert result.of(variant.number)["actions"].to_list() == lengths, variant


# -- the same result, however it was played ----------------------------------------------------------------------------


def test_a_result_has_the_games_of_the_run(tmp_path: Path) -> None:
    found = carried_out(MECHS + "games = 130\nseed = 4", tmp_path)
    rows = play_rows(found.run(0), 0, 130)
    assert found.games["game"].to_list() == list(range(130))
    for name, values in (("actions", [row.actions for row in rows]), ("win_1", [row.wins[1] for row in rows])):
        assert found.games[name].to_list() == values
    assert found.games["seed"].to_list() == [row.seed for row in rows]


@pytest.mark.parametrize("more", ["", "until = 0.03\n"])
def test_it_goes_on_where_it_was_killed_and_gives_the_same_result(tmp_path: Path, more: str) -> None:
    """Killed after each single piece, in another order, or never."""
    experiment = parse(MECHS + more + "games = 1200")
    running.carry_out(experiment, tmp_path / "whole")
    stops = 0
    while True:
        try:
            running.submit_experiment(experiment, tmp_path / "killed", Killing(1))
            break
        except Killed:
            stops += 1
            assert not (tmp_path / "killed" / "result.json").exists()
    running.submit_experiment(experiment, tmp_path / "backwards", backwards)
    assert stops >= 9 and read_result_files(tmp_path / "whole") == read_result_files(tmp_path / "killed")
    assert read_result_files(tmp_path / "whole") == read_result_files(tmp_path / "backwards")


def test_a_result_that_is_there_is_not_played_again(tmp_path: Path) -> None:
    experiment = parse(MECHS + "games = 150")
    running.carry_out(experiment, tmp_path)
    before = read_result_files(tmp_path)
    running.submit_experiment(experiment, tmp_path, Killing(0))
    assert read_result_files(tmp_path) == before


def test_half_a_piece_is_no_piece(tmp_path: Path) -> None:
    """Files of a killed process are stored under another name."""
    experiment = parse(MECHS + "games = 150")
    pieces = tmp_path / "pieces"
    pieces.mkdir()
    (pieces / "000-00000000-100.1.part").write_bytes(b"PAR1 and no more")
    assert running.carry_out(experiment, tmp_path).games.height == 150


def test_several_processes_of_which_one_is_killed_give_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadly.py").write_text(
        "import os, pathlib\n"
        "def measure(position):\n"
        "    flag = pathlib.Path(__file__).with_name('died')\n"
        "    if os.environ.get('MAY_DIE') == str(os.getppid()) and not flag.exists():\n"
        "        flag.touch()\n"
        "        os._exit(9)\n"
        "    return {'round': position.state.round}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setenv("MAY_DIE", str(os.getpid()))
    experiment = parse(MECHS + 'games = 300\nmeasure = ["deadly:measure"]')
    running.carry_out(experiment, tmp_path / "one")
    running.submit_experiment(experiment, tmp_path / "two", in_processes(2))
    assert (tmp_path / "died").exists() and read_result_files(tmp_path / "one") == read_result_files(tmp_path / "two")
    assert TRIES > 1


def test_processes_that_stay_are_replaced_after_some_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They neither hang nor lose a piece: `max_tasks_per_child` of the standard library did, on Python 3.11."""
    started: list[int] = []

    def start(jobs: int) -> Any:
        started.append(jobs)
        return ProcessPoolExecutor(jobs, get_context("spawn"))

    monkeypatch.setattr(submitting, "_start_processes", start)
    monkeypatch.setattr(submitting, "TASKS", 2)
    pieces = [WorkUnit(parse(MECHS + "games = 10"), 0, k, 1, str(tmp_path)) for k in range(10)]
    with submitting.keep_processes(2) as submit:
        played = [one for few in (pieces[:3], pieces[3:]) for one in submit(few)]
    assert sorted(one.first for one in played) == list(range(10)) and all(one.file.exists() for one in pieces)
    assert started == [2, 2, 2]


def test_until_stops_where_every_interval_is_narrow_enough(tmp_path: Path) -> None:
    found = carried_out(MECHS + "until = 0.06\ngames = 4000", tmp_path)
    many = found.games.height
    assert 500 <= many < 4000 and many % 500 == 0
    assert all(max(one.high - one.value, one.value - one.low) <= 0.06 for one in found.wins(0))
    before = found.games.head(many - 500)
    assert not running.is_narrow_enough(found.experiment, before)


# -- what it says ------------------------------------------------------------------------------------------------------


def make_result(columns: dict[str, list[Any]], variants: Sequence[str], **more: Any) -> results.Result:
    """A result of these games; `variants` are levels of the Beast."""
    vary = {"options": {"level": list(variants)}} if variants else {}
    experiment = Experiment(game="mechanical-beast", seats=2, bots=["random"], vary=vary, **more)
    listed = [[list(change) for change in one.changes] for one in experiment.variants]
    facts = {"game": "mechanical-beast", "rules": "3", "sources": "s", "enginehouse": "0", "games": 1}
    plain = {"experiment": {**{k: getattr(experiment, k) for k in experiment.__struct_fields__}}, "variants": listed}
    return results.Result(Path("made"), {**facts, **plain}, pl.DataFrame(columns))


def two_variants(many: int, change: float, apart: bool) -> results.Result:
    """Games of two variants: in the second one seat 0 wins more often by `change`, on the same luck unless `apart`."""
    import random

    dice, rows = random.Random(5), []
    for variant in (0, 1):
        luck = random.Random(7 + variant * apart)
        for game in range(many):
            won = luck.random() < 0.5 or (variant == 1 and dice.random() < 2 * change)
            rows.append((variant, game, float(won), 1.0 - won, 10, "MB-7.5"))
    names = ("variant", "game", "win_0", "win_1", "actions", "reason")
    return make_result(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)), ["easy", "hard"])


def test_a_planted_difference_is_found_and_none_where_none_is() -> None:
    planted = two_variants(2000, 0.05, apart=False).differences
    assert [(one.column, one.found) for one in planted] == [("win_0", True), ("win_1", True), ("actions", False)]
    assert planted[0].estimate.low < 0.05 < planted[0].estimate.high and planted[0].estimate.value > 0.03
    assert not any(one.found for one in two_variants(2000, 0.0, apart=True).differences)
    assert not any(one.found for one in two_variants(2000, 0.0, apart=False).differences)


def test_the_first_sentence_says_what_a_variant_changes() -> None:
    """The clearest change, and how far the wins may have changed if no change of them was found."""
    planted = two_variants(2000, 0.05, apart=False)
    won = planted.differences[0].estimate
    (said,) = words.sentences(planted)[:1]
    assert said.startswith("With Level hard instead of easy, ")
    assert (
        f" seat 0 wins more often, by {100 * won.value:.1f} points ({100 * won.low:.1f} to {100 * won.high:.1f})"
        in said
    )
    assert said.endswith(", the clearest of 2 changes beyond chance.")
    none = two_variants(2000, 0.0, apart=True)
    low, high = (100 * end for end in none.differences[0].estimate[1:])
    assert words.sentences(none)[0] == (
        "With Level hard instead of easy, nothing changed beyond chance: the share of the win of seat 0 changed by "
        f"{low:+.1f} to {high:+.1f} points, which may be chance."
    )
    same = words.sentences(two_variants(2000, 0.0, apart=False))[0]
    assert same.endswith("nothing changed beyond chance: every game kept its winner.")


def test_the_variant_with_the_clearest_change_is_named_first() -> None:
    """Each change is a clause about what it is a change of."""
    names = ("variant", "game", "win_0", "win_1", "actions", "score_1", "late", "held_0", "held_1", "reason")
    rows: list[tuple[Any, ...]] = []
    for variant in (0, 1, 2):
        for game in range(40):
            lost, odd = float(game % 4 != 0), game % 2
            win = lost if variant == 1 and odd else 0.0
            actions = 30 - variant * (5 + odd) if variant == 2 else 30
            rows.append((variant, game, win, win, actions, odd, bool(variant == 2), ["Maze!"], [], "MB-7.5"))
    found = make_result(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)), ["easy", "normal", "hard"])
    first, second = words.sentences(found)[:2]
    assert first.startswith("With Level hard instead of easy, the share of games with `late` rises by 100.0 points (")
    assert second.startswith("With Level normal instead of easy, the games are won more often, by 50.0 points (")
    assert "beyond chance the clearest is" not in second and "; the same games were won and lost" in first
    rows = [(*row[:2], *([0.0, 0.0] if row[0] == 2 and row[1] % 4 == 0 else [1.0, 1.0]), *row[4:]) for row in rows]
    won = make_result(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)), ["easy", "normal", "hard"])
    said = words.sentences(won)[0]
    assert said.startswith("With Level hard instead of easy, the games are won less often, by 25.0 points (")
    assert "; of 4 changes beyond chance the clearest is that the share of games with `late` rises by 100.0" in said
    told = {one.column: changes.describe_change(found, one) for one in found.differences if one.variant == 2}
    assert told["actions"].startswith("games are 11 actions shorter (10.") and told["actions"].endswith(")")
    told = {one.column: changes.describe_change(found, one) for one in found.differences if one.variant == 1}
    assert told["held Maze!"].startswith("players who held Maze! win more often, by 50.0 points (")


def test_the_same_deals_make_an_interval_narrower() -> None:
    together, apart = (two_variants(2000, 0.05, one).differences[0] for one in (False, True))
    assert together.ratio < 0.3 < 0.9 < apart.ratio < 1.1
    widths = [one.estimate.high - one.estimate.low for one in (together, apart)]
    assert widths[0] < 0.6 * widths[1]


def test_a_label_is_reported_with_the_wins_of_its_seats() -> None:
    rows: dict[str, list[Any]] = {
        "variant": [0] * 4,
        "game": [0, 1, 2, 3],
        "win_0": [1.0, 0.0, 1.0, 1.0],
        "win_1": [0.0, 1.0, 0.0, 0.0],
        "cards_0": [["ace", "king"], ["ace"], ["king"], ["ace"]],
        "cards_1": [["ten"], ["ace"], [], ["ten"]],
    }
    found = {label.name: label for label in make_result(rows, []).labels(0, "cards")}
    assert {name: one.seats for name, one in found.items()} == {"ace": 4, "king": 2, "ten": 2}
    # Game 1 has an ace at both seats: half of its win goes to each.
    assert found["ace"].win.value == pytest.approx((1 + 0.5 + 1) / 3)
    assert found["king"].win.value == 1.0 and found["ten"].win.value == 0.0


def test_a_changed_number_is_found_where_it_acts(tmp_path: Path) -> None:
    """Of all mechs it is the changed one whose owners win more, on the same deals, and games without it stay the same."""
    text = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\ngames = 500\nmeasure = ["mechs"]\n[vary]\n'
    found = carried_out(text + "MECHS.Titan.power = [8, 15]\n", tmp_path)
    told = {one.column: one for one in found.differences}
    titan = told["has Titan"]
    assert titan.found and titan.estimate.low > 0.02
    assert not any(
        one.found for name, one in told.items() if name.startswith("has ") and one.estimate.value > titan.estimate.value
    )
    before, after = (found.of(k).with_columns(dealt=pl.concat_list("mechs_0", "mechs_1")) for k in (0, 1))
    assert before["dealt"].to_list() == after["dealt"].to_list() and before["seed"].to_list() == after["seed"].to_list()
    without = ~before["dealt"].list.contains("Titan")
    assert before.filter(without)["actions"].to_list() == after.filter(without)["actions"].to_list()
    assert before["actions"].to_list() != after["actions"].to_list()
    said = words.sentences(found)
    assert any(
        one.startswith("MECHS.Titan.power = 15 instead of MECHS.Titan.power = 8: win share of seats: has Titan +")
        for one in said
    )
    match = found.match(1, 4)
    assert match.game.name == "mechanation+MECHS.Titan.power=15"
    path = tmp_path / "changed.json"
    path.write_text(logs.write(match.log()))
    for command in ("verify", "replay"):
        code = "from enginehouse.commands.main import main; main()"
        done = subprocess.run([sys.executable, "-c", code, command, path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_who_plays_is_varied_on_the_same_deals(tmp_path: Path) -> None:
    """And told of each kind of bot: what it wins where it plays."""
    text = 'game = "mechanation"\nseats = 2\nbots = ["random"]\nsample = 0\ngames = 24\n[vary]\nbots.1 = ["random", "greedy"]\n'
    found = carried_out(text, tmp_path)
    assert found.of(0)["seed"].to_list() == found.of(1)["seed"].to_list()
    assert set(found.of(1)["bot_1"]) == {"greedy"} and set(found.of(0)["bot_1"]) == {"random"}
    assert found.bots(1)["greedy"].value == found.wins(1)[1].value > 0.7 and found.bots(0).keys() == {"random"}
    assert any(one.startswith("random wins ") and "; greedy wins " in one for one in words.sentences(found))


def test_a_label_of_few_seats_is_not_reported_as_the_best() -> None:
    many = words.ENOUGH + 2
    rows: dict[str, list[Any]] = {"variant": [0] * many, "game": list(range(many)), "actions": [9] * many}
    rows |= {
        "win_0": [float(k == 0 or k % 2) for k in range(many)],
        "win_1": [float(k != 0 and not k % 2) for k in range(many)],
    }
    rows |= {"cards_0": [["rare"] if k == 0 else ["ace"] for k in range(many)], "cards_1": [["king"]] * many}
    rows |= {"score_0": [1] * many, "score_1": [0] * many, "reason": ["MB-7.5"] * many}
    found = make_result(rows, [])
    assert found.labels(0, "cards")[0].name == "rare"
    (said,) = [one for one in words.sentences(found) if one.startswith('Cards, the best is "has ')]
    assert "ace" in said and "king" in said and "rare" not in said


def test_measures_are_those_of_the_games(tmp_path: Path) -> None:
    found = carried_out(MECHS + 'games = 20\nmeasure = ["mechs", "acts", "lead"]', tmp_path)
    for number in (0, 7):
        match = found.match(0, number)
        row = found.of(0).row(number, named=True)
        assert row["mechs_1"] == found_mechs(match, 1) and len(row["mechs_0"]) == 3
        assert set(row["did_0"]) == {_kind(entry.act) for entry in match.entries if entry.seat == 0}
        leaders = find_leaders([judge_position(position.state) for position in match.positions()])
        alone = [one for one in leaders if one >= 0]
        assert row["lead_changes"] == sum(one != then for one, then in itertools.pairwise(alone))
    assert found.labelled == ["mechs", "did"] and {"lead_changes", "led_since", "actions"} <= set(found.numbers)


def test_actions_that_were_never_played_are_reported(tmp_path: Path) -> None:
    found = carried_out(BEAST.replace("[vary]", 'games = 3\nmeasure = ["acts"]\n[vary]'), tmp_path)
    for variant in (0, 1):
        names = found.run(variant).game.vocabulary.names
        done = {_kind(entry.act) for number in range(3) for entry in found.match(variant, number).entries}
        never = found.never(variant, "did")
        assert never and not set(never) & done and set(never) <= {_kind(name) for name in names}
        assert {_kind(name) for name in names if name not in found.run(variant).game.unasked} <= set(never) | done
    said = words.sentences(found)[-1]
    assert said.startswith("With options.level = extreme nobody ever did: ") and found.never(1, "did")[0] in said
    ends = next(one for one in words.sentences(found) if one.startswith("Ends: "))
    assert "by MB-7.5 (An engineer is trapped for good)" in ends


def found_mechs(match: Any, seat: int) -> list[str]:
    """The mechs of a seat, by the game's own tables."""
    from enginehouse.games.mechanation.parts import MECHS as PRINTED

    return [PRINTED[int(mech)].title for mech in match.state.mech[seat]]


def _kind(act: str) -> str:
    return " ".join(word for word in act.split() if not word.lstrip("-").isdigit()) or act


def test_a_missing_measure_or_an_invalid_value_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreadable, match="there are: acts, decisions, lead, mechs, places, used, or module:function"):
        carried_out(MECHS + 'measure = ["luck"]', tmp_path)
    (tmp_path / "oddly.py").write_text("def measure(position):\n    return {'three': [1, 2, 3]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Unreadable, match="three has 3 values for 2 seats"):
        carried_out(MECHS + 'measure = ["oddly:measure"]', tmp_path)


# -- reports and commands ----------------------------------------------------------------------------------------------


def test_the_report_begins_with_the_results_in_words(tmp_path: Path) -> None:
    found = carried_out(BEAST.replace("[vary]", "games = 120\n[vary]"), tmp_path / "beast-1")
    said = words.sentences(found)
    page = report.write(found).read_text("utf-8")
    assert any(one.startswith("Mechanical Beast, ") and "120 games of each of 2 variants" in one for one in said)
    assert said[0].startswith("With Level extreme instead of easy, games are ")
    assert "<h1>Mechanical Beast: Level easy; Level extreme</h1>" in page and found.made["sources"] not in page
    assert all(sentence.replace("'", "&#39;") in page for sentence in said)
    assert page.index(said[-1].replace("'", "&#39;")) < page.index("<table>") and page.count("<svg") == 1
    assert "src=" not in page and "<link" not in page and "options.level = extreme" in page
    game, row = found.match(1, 3), found.of(1).row(3, named=True)
    assert game.options["level"] == "extreme" and len(game.entries) == row["actions"]
    assert report.page(found) == report.page(results.Result.load(tmp_path / "beast-1"))


def test_odd_games_are_the_longest_the_shortest_and_the_widest(tmp_path: Path) -> None:
    found = carried_out(MECHS + "games = 60", tmp_path)
    longest, shortest, widest = report.odd_games(found, 0)
    lengths = found.games["actions"].to_list()
    assert lengths[longest[0]] == max(lengths) and longest[1] == f"the longest game: {max(lengths)} actions"
    assert lengths[shortest[0]] == min(lengths)
    spread = [abs(a - b) for a, b in found.games.select("score_0", "score_1").rows()]
    assert spread[widest[0]] == max(spread)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.toml").write_text(MECHS + "games = 40")

    def said(*words: str) -> str:
        done = CliRunner().invoke(main, ["lab", *words])
        assert done.exit_code == 0, done.output
        return done.output

    assert "There are no results" in said("list")
    told = said("run", "short.toml", "--jobs", "1")
    folder = told.strip().rpartition("report: ")[2].removesuffix("/report.html")
    assert folder == f"results/short-{parse(MECHS + 'games = 40').identity()}"
    assert told == said("report", folder) and "40 games" in said("list")
    assert said("open", folder, "--game", "17", "--out", "game.json") == "log: game.json\n"
    log = logs.load(Path("game.json"))
    played = replay(log)
    row = results.Result.load(folder).games.row(17, named=True)
    assert played.error is None and len(log.entries) == row["actions"]
    assert played.match.scores()[0] == [row["score_0"], row["score_1"]]
    wrong = CliRunner().invoke(main, ["lab", "open", folder, "--game", "40"])
    assert wrong.exit_code == 1 and "games 0 to 39, not 40" in wrong.output


def test_two_results_are_compared_on_the_same_deals(tmp_path: Path) -> None:
    """The games show the rules of their time: here a mech's power, in a game of another name."""
    text = MECHS + "games = 300\n"
    old, new = (
        carried_out(text, tmp_path / "old"),
        carried_out(text.replace("mechanation", "mechanation+SET_TO_WIN=3"), tmp_path / "new"),
    )
    said = words.comparison(old, new)
    assert "on the same deals" in said[0] and said[1].endswith("of 300 games are different.")
    assert any(one.startswith("actions of a game -") for one in said)
    changed = sum(a != b for a, b in zip(old.games["actions"], new.games["actions"], strict=True))
    assert 0 < changed <= int(said[1].split()[0])
    again = words.comparison(old, old)
    assert again[1] == "0 of 300 games are different." and len(again) == 2
    other = carried_out(text + "seed = 2\n", tmp_path / "other")
    with pytest.raises(Unreadable, match="no deals in common: seed 1 and 2"):
        words.comparison(old, other)
    done = CliRunner().invoke(main, ["lab", "compare", str(tmp_path / "old"), str(tmp_path / "new")])
    assert done.output.splitlines() == said


def test_nothing_is_said_of_one_game() -> None:
    one = make_result(
        {"variant": [0], "game": [0], "win_0": [1.0], "win_1": [0.0], "actions": [3], "reason": ["MB-7.5"]}, []
    )
    assert words.number(one.mean([3.0])) == "3" and one.wins(0)[0].low < 0.3
    assert math.isinf(one.mean([3.0]).high)


DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("start-design.md", "lab.md", "lab-variants.md", "lab-learn.md", "lab-balance.md")
"""The pages with experiments whose results they show."""
ON_PAGES = "\n".join((DOCS / name).read_text("utf-8") for name in PAGES)
EXPERIMENTS = re.findall(
    r"^\*\*`([\w.]+)`\*\*\n\n```toml\n(.*?)^```\n\n```sh\nenginehouse (.*?)\n```\n\n```text\n(.*?)^```",
    ON_PAGES,
    re.S | re.M,
)
"""Of each experiment on a page: the name of its file, its text, the command, and the results."""


def list_experiments() -> Iterator[Any]:
    """Yield the experiments of the pages as parameters. Those that sample games for their tension take minutes: they are deep."""
    for name, text, command, said in EXPERIMENTS:
        is_short = "sample = 0" in text or command.startswith("lab balance")
        yield pytest.param(name, text, command, said, id=name, marks=() if is_short else pytest.mark.deep)


def test_the_pages_have_short_and_long_experiments() -> None:
    short = [one for one in list_experiments() if not one.marks]
    assert 0 < len(short) < len(EXPERIMENTS)


@pytest.mark.skipif(not jit_possible(), reason="too many games for plain rules; they are the same ones")
@pytest.mark.parametrize(("name", "text", "command", "said"), list(list_experiments()))
def test_an_experiment_gives_the_results_on_the_page(
    name: str, text: str, command: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for program, lines in re.findall(r"^\*\*`(\w+\.py)`\*\*\n\n```python\n(.*?)^```", ON_PAGES, re.S | re.M):
        Path(program).write_text(lines)
    Path(name).write_text(text)
    done = CliRunner().invoke(main, command.replace("--jobs 2", "--jobs 1").split())
    assert re.sub(r"-[0-9a-f]{8}/", "-.../", done.output) == said
    if name == "titan.toml":
        (folder,) = Path("results").glob("titan-*")
        plots = runpy.run_path(str(DOCS.parent / "scripts" / "plots.py"))
        assert plots["draw_experiment"](folder) == (DOCS / "assets" / "lab-titan.svg").read_text("utf-8")
