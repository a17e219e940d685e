"""Tasks, and the evaluation of a bot on one: the same games for all, a result file, and its check."""

from __future__ import annotations

import importlib
import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from enginehouse.bots import names as bot_names
from enginehouse.bots.players.runs import play_rows
from enginehouse.commands import evaluate as command
from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.envs.policies import Network
from enginehouse.lab import evaluating, tasks
from enginehouse.lab.tasks import ALONE, ENTRANT, Task, find_task, read_tasks

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]

SMALL = "mechanation-2p-v1"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[Task]:
    """Return a task with few games against fast bots, in the place of a true one."""
    task = msgspec.structs.replace(find_task(SMALL), games={"random": 12, "greedy": 3})
    monkeypatch.setattr(tasks, "read_tasks", lambda: {SMALL: task})
    evaluating._prepared_run.cache_clear()
    yield task
    evaluating._prepared_run.cache_clear()


def carry_out(*words: object) -> Any:
    return CliRunner().invoke(main, ["evaluate", *map(str, words)])


# -- tasks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(read_tasks()))
def test_a_task_can_be_played(name: str) -> None:
    """Its game takes the seats and options, its opponents exist, and the name says game, seats and version."""
    task = find_task(name)
    game, version = task.chosen_game(), name.rpartition("-v")[2]
    assert name.startswith(game.name) and f"-{task.seats}p-" in name and version.isdecimal()
    assert set(task.opponents) <= {*bot_names(), ALONE}
    together = game.plays_together(task.seats, game.check_options(task.options))
    assert together == (task.opponents == [ALONE]), "only who plays together plays alone"
    for opponent in task.opponents:
        run = task.run(opponent)
        assert run.games == task.games[opponent] and run.seats == task.seats
        assert run.bot_seed not in (None, run.seed), "two bots on one deal throw dice of their own"


def test_every_game_has_tasks() -> None:
    found = [task.game for task in read_tasks().values()]
    ours = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]
    assert all(2 <= found.count(name) <= 4 for name in ours)


def test_tasks_never_change() -> None:
    """A result is worth as much as the promise that its task stays. A new task gets a line here."""
    known = json.loads((Path(__file__).parent / "tasks.json").read_text("utf-8"))
    assert {task.name: task.hash_deals() for task in read_tasks().values()} == known["deals"]
    stored = tomllib.loads(tasks.FILE.read_text("utf-8"))
    assert {
        name: {key: value for key, value in fields.items() if key != "about"} for name, fields in stored.items()
    } == (known["fields"])


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(Unreadable, match=r"there is no task 'mechanation-2p' \(did you mean 'mechanation-2p-v1'\?\)"):
        find_task("mechanation-2p")


# -- playing -----------------------------------------------------------------------------------------------------------


def test_all_bots_play_the_same_deals_on_all_seats(small: Task) -> None:
    run = evaluating.make_run(small, "greedy", evaluating.make_named_bot("easy", small))
    rows = play_rows(run, 0, 4)
    assert [row.bots.index(ENTRANT) for row in rows] == [0, 1, 0, 1]
    other = evaluating.make_run(small, "random", evaluating.make_named_bot("random", small))
    assert [row.seed for row in play_rows(other, 0, 4)] == [row.seed for row in rows]


def test_the_result_is_that_of_a_run(small: Task) -> None:
    """The shares of the win are those of the games, with any number of processes."""
    found = evaluating.evaluate(small, "bot", "random", evaluating.make_named_bot)
    assert found.complete and [len(result.wins) for result in found.results] == [12, 3]
    rows = play_rows(replace(small.run("greedy"), bots=["random", "greedy"]), 0, 3)
    assert found.results[1].wins == [row.wins[row.bots.index("random")] for row in rows]
    assert 0 < found.results[0].share < 1
    assert found.share == pytest.approx((found.results[0].share + found.results[1].share) / 2, abs=1e-5)
    assert found.low < found.share < found.high


def test_the_average_counts_games_with_the_same_setup() -> None:
    """Against samples: with equal games the interval is that of one row, with independent games it is narrower."""
    dice = np.random.default_rng(3)
    one = dice.random(400).round().tolist()
    alike = evaluating.average([one, one])
    error = 1.96 * np.std(one, ddof=1) / 20
    assert alike.high - alike.value == pytest.approx(error, rel=1e-3)
    apart = evaluating.average([one, dice.random(400).round().tolist()])
    assert 0.6 < (apart.high - apart.value) / error < 0.8
    uneven = evaluating.average([one, one[:100]])
    assert uneven.value == pytest.approx((np.mean(one) + np.mean(one[:100])) / 2, abs=1e-5)
    assert evaluating.average([[1.0, 0.0, 1.0]]).high < 1


@pytest.mark.parametrize(
    ("many", "wanted", "numbers"), [(3, 20, [0, 1, 2]), (100, 4, [0, 25, 50, 75]), (5, 5, [0, 1, 2, 3, 4])]
)
def test_a_sample_is_spread_evenly(many: int, wanted: int, numbers: list[int]) -> None:
    assert evaluating.sample_numbers(many, wanted) == numbers


# -- result files ------------------------------------------------------------------------------------------------------


def test_a_result_file_is_checked_by_playing_again(small: Task, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    done = carry_out(SMALL, "--bot", "random", "--out", file)
    assert done.exit_code == 0, done.output
    assert done.output.startswith("random on mechanation-2p-v1: ")
    done = carry_out("--check", file, "--games", 2)
    assert done.exit_code == 0 and "4 games that were played again gave the same results" in done.output
    content = json.loads(file.read_bytes())

    def check_changed(*, sample: int = 12, **changes: Any) -> str:
        changed = tmp_path / "changed.json"
        changed.write_text(json.dumps(content | changes))
        done = carry_out("--check", changed, "--games", sample)
        assert done.exit_code == 1 and "Traceback" not in done.output
        return str(done.output)

    assert "does not follow from the results" in check_changed(share=0.99, sample=1)
    assert "The deals are not those of the task" in check_changed(made=content["made"] | {"deals": "00"}, sample=1)
    better = json.loads(json.dumps(content["results"]))
    better[0]["wins"][better[0]["wins"].index(0.0)] = 1.0
    assert "against random gives 0, and the file has 1" in check_changed(results=better)
    better[1]["share"] = 0.9
    assert "Against greedy, the share or its interval does not follow" in check_changed(results=better)
    assert "has format 2; this version reads format 1" in check_changed(format=2)
    assert "is no result of `enginehouse evaluate`" in check_changed(games=3)
    noted = tmp_path / "noted.json"
    noted.write_text(json.dumps(content | {"made": content["made"] | {"rules": "1"}}))
    done = carry_out("--check", noted, "--games", 1)
    assert done.exit_code == 0 and "Note: the version of the rules of the result is 1, and here it is 2." in done.output


@pytest.mark.parametrize(("kind", "option"), [("bot", "--bot"), ("policy", "--policy")])
def test_code_that_only_a_file_names_does_not_run(
    small: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, option: str
) -> None:
    (tmp_path / "strange.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "strange", raising=False)
    assert carry_out(SMALL, "--bot", "random", "--out", "result.json").exit_code == 0
    content = json.loads(Path("result.json").read_bytes())
    own = content["made"] | {"task": msgspec.to_builtins(small) | {"games": {"strange:Bot": 3, "greedy": 3}}}
    results = [content["results"][0] | {"opponent": "strange:Bot"}, content["results"][1]]
    for changes, wanted in (
        ({"kind": kind, "bot": "strange:Bot"}, f"add {option} strange:Bot"),
        ({"made": own, "results": results}, "add --against strange:Bot"),
    ):
        Path("changed.json").write_text(json.dumps(content | changes))
        done = carry_out("--check", "changed.json", "--games", 1)
        assert done.exit_code == 1 and "names the code strange:Bot, which would run here" in done.output
        assert wanted in done.output and not Path("ran").exists()
    Path("changed.json").write_text(json.dumps(content | {"kind": kind, "bot": "strange:Bot"}))
    assert carry_out("--check", "changed.json", option, "strange:Bot").exit_code == 1  # it is no bot
    assert Path("ran").exists()


def test_a_part_says_that_it_is_one(small: Task) -> None:
    done = carry_out(SMALL, "--bot", "random", "--games", 2)
    assert done.exit_code == 0 and "This is a part of the task, which has 15 games." in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing argument 'TASK'"),
        ([SMALL], "Name the measured bot with one of --bot, --policy and --checkpoint."),
        ([SMALL, "--bot", "easy", "--policy", "a:b"], "Name the measured bot with one of"),
        ([SMALL, "--bot", "deep-blue"], "there is no bot 'deep-blue'"),
        ([SMALL, "--policy", "nobody"], "a policy is written module:function, not 'nobody'"),
        ([SMALL, "--policy", "json:nobody"], "the module json has no function 'nobody'"),
        ([SMALL, "--checkpoint", "none.npz"], "none.npz is not a checkpoint of a network"),
        (["--check", "none.json"], "none.json cannot be read: No such file or directory"),
    ],
)
def test_wrong_words_are_sentences(words: list[str], said: str, small: Task) -> None:
    done = carry_out(*words)
    assert done.exit_code != 0 and said in done.output and "Traceback" not in done.output


def test_the_tasks_are_listed() -> None:
    done = carry_out("--list")
    assert [line.partition(":")[0] for line in done.output.splitlines()] == list(read_tasks())


# -- policies and networks ---------------------------------------------------------------------------------------------


def test_a_policy_plays(small: Task, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It gets the observations of Gymnasium's form, and its games are those of a bot that chooses alike."""
    (tmp_path / "mine.py").write_text(
        "import numpy as np\ndef last(seen):\n    assert seen['observation'].ndim == 1\n"
        "    return np.flatnonzero(seen['action_mask'])[-1]\n"
        "class Last:\n    name, title, levels = 'last', 'Last', {'quick': 1.0}\n    def prepare(self, game): pass\n"
        "    def choose(self, view, seat, legal, budget, seed):\n"
        "        from enginehouse.bots.bot import Choice\n        return Choice(legal[-1])\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    by_policy = evaluating.evaluate(small, "policy", "mine:last", command.make_policy_bot, games=4)
    by_bot = evaluating.evaluate(small, "bot", "mine:Last", evaluating.make_named_bot, games=4)
    assert by_policy.results == by_bot.results and not by_policy.complete


def test_a_saved_network_plays_and_its_file_is_checked(small: Task, tmp_path: Path) -> None:
    game, dice = games.get(small.game), np.random.default_rng(1)
    network = Network(game, 2, ["rotated numbers"], np.float32(0), np.float32(1))
    columns = network.rows[0].size + 1
    sizes = [(columns, 8), (8, 8), (8, len(game.vocabulary)), (8, 1)]
    for inputs, outputs in sizes:
        network.weights += [dice.standard_normal((inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32)]
    file, result = tmp_path / "net.npz", tmp_path / "result.json"
    network.save(file)
    done = carry_out(SMALL, "--checkpoint", file, "--games", 3, "--out", result)
    assert done.exit_code == 0, done.output
    moved = tmp_path / "other" / "net.npz"
    moved.parent.mkdir()
    file.rename(moved)
    done = carry_out("--check", result, "--checkpoint", moved)
    assert done.exit_code == 0, done.output
    network.weights[0] += 1
    network.save(moved)
    done = carry_out("--check", result, "--checkpoint", moved)
    assert done.exit_code == 1 and "is not the measured file" in done.output
    with pytest.raises(
        Unreadable, match="was trained for mechanation with 2 seats, and mechanation-4p-v1 is mechanation with 4"
    ):
        command.make_network_bot(str(moved), Task("mechanation-4p-v1", "mechanation", 4, {"random": 1}, ""))


# -- a game of one's own -----------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a folder with a new game, in the current folder."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "_REGISTERED", dict(games._REGISTERED))
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "own_press"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    done = CliRunner().invoke(main, ["new-game", "own-press"])
    assert done.exit_code == 0, done.output
    return "own_press"


def test_a_bot_is_measured_on_the_game_of_a_folder(own: str) -> None:
    done = carry_out(own, "--bot", "random", "--against", "random", "--games", 4, "--out", "mine.json")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("random on own-press-2p: ") and "against random: " in done.output
    stored = json.loads(Path("mine.json").read_text("utf-8"))
    assert stored["made"]["task"]["game"] == "own-press" and stored["complete"]
    assert str(Path.cwd()) not in json.dumps(stored["made"]["task"]), "no path of this machine"
    assert carry_out(own, "--check", "mine.json", "--games", 2).exit_code == 0
    forgotten = dict(games._REGISTERED)
    games._REGISTERED.pop("own-press")
    refused = carry_out("--check", "mine.json")
    assert refused.exit_code == 1 and "about the game 'own-press'; name its folder, too" in refused.output
    games._REGISTERED.update(forgotten)


def test_a_folder_takes_seats_and_options_and_a_task_does_not(own: str) -> None:
    many = carry_out(own, "--bot", "random", "--seats", 3, "--games", 2)
    assert many.exit_code == 0 and "on own-press-3p" in many.output and "against greedy" in many.output, many.output
    wrong = carry_out(own, "--bot", "random", "--seats", 8)
    assert wrong.exit_code == 1 and "seats" in wrong.output
    fixed = carry_out(SMALL, "--bot", "random", "--seats", 2)
    assert fixed.exit_code == 2 and "A task is the same for everybody" in fixed.output
    nobody = carry_out(own, "--bot", "random", "--against", "nobody")
    assert nobody.exit_code == 1 and "nobody" in nobody.output


def test_a_game_in_which_all_win_together_has_no_opponents() -> None:
    task = tasks.make_task("mechanical-beast", 2, {"play": "together"}, [], 3)
    assert task.games == {ALONE: 3} and task.folder == ""
    with pytest.raises(Unreadable, match="no opponents to name"):
        tasks.make_task("mechanical-beast", 2, {"play": "together"}, ["random"], 3)


def test_with_more_than_two_seats_the_share_of_an_equal_bot_is_printed(
    small: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    larger = msgspec.structs.replace(small, seats=4, games={"random": 4})
    monkeypatch.setattr(tasks, "read_tasks", lambda: {SMALL: larger})
    done = carry_out(SMALL, "--bot", "random", "--games", 4)
    assert "With 4 seats, a bot as strong as its opponents wins 25.0 %." in done.output
    monkeypatch.setattr(tasks, "read_tasks", lambda: {SMALL: small})
    assert "as strong as" not in carry_out(SMALL, "--bot", "random", "--games", 2).output
