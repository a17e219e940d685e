"""The tables of reference results are made from result files and from the measured speeds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.lab import evaluating
from enginehouse.lab.evaluating import Evaluation, OpponentResult, Provenance
from enginehouse.lab.references import SPEEDS, Speed, Speeds, describe_references
from enginehouse.lab.tasks import find_task

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
RESULTS = Path(__file__).resolve().parents[2] / "docs" / "studies" / "results" / "tasks"
MADE = Provenance("", "2", "", "", "", "")


def make_result(bot: str, *shares: float) -> Evaluation:
    """Return a result on the task of two pilots, whose opponents give these shares."""
    task = find_task("mechanation-2p-v1")
    results = [
        OpponentResult(name, [0.5] * many, share, share - 0.02, share + 0.02)
        for (name, many), share in zip(task.games.items(), shares, strict=True)
    ]
    middle = sum(shares) / len(shares)
    return Evaluation(1, task.name, "bot", bot, middle, middle - 0.01, middle + 0.01, True, results, MADE)


def test_bots_stand_in_the_order_of_their_shares(tmp_path: Path) -> None:
    evaluating.write(make_result("greedy", 0.9, 0.5, 0.45, 0.2), tmp_path / "a.json")
    evaluating.write(make_result("hard", 0.95, 0.8, 0.75, 0.5), tmp_path / "b.json")
    speeds = [Speed("mechanation-2p-v1", "hard", 6.389, 100), Speed("mechanica-2p-v1", "hard", 3.0, 100)]
    (tmp_path / SPEEDS).write_bytes(msgspec.json.encode(Speeds("a processor", "2026-11-28", "a command", speeds)))
    page = describe_references(games.get("mechanation"), tmp_path)
    first, second = (line for line in page.splitlines() if line.startswith(("| `greedy`", "| `hard`")))
    assert first.startswith("| `hard` | 0.750 (0.740 to 0.760) | 0.950 (0.930 to 0.970) of 1,100 |")
    assert second.startswith("| `greedy` | 0.512 (0.502 to 0.522) |")
    assert "| `mechanation-2p-v1` | 6.39 |" in page and "mechanica" not in page
    assert "Measured on 2026-11-28 (a processor): `a command`" in page
    assert describe_references(games.get("mechanica"), tmp_path) == ""


def test_a_wrong_file_of_speeds_is_named(tmp_path: Path) -> None:
    evaluating.write(make_result("greedy", 0.9, 0.5, 0.45, 0.2), tmp_path / "a.json")
    (tmp_path / SPEEDS).write_text("{}")
    with pytest.raises(Unreadable, match=r"speeds.json is no file of benchmarks/opponents.py"):
        describe_references(games.get("mechanation"), tmp_path)


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*-v*.json")), ids=lambda path: path.stem)
def test_reference_results_are_those_of_the_deals_and_rules_of_today(path: Path) -> None:
    """Their numbers follow from their games; `enginehouse evaluate --check` plays some of these games again."""
    found = evaluating.read(path)
    task = found.find_task()
    assert path.stem == f"{task.name}-{found.bot}" and found.made.deals == task.hash_deals()
    assert found.made.rules == task.chosen_game().facts.rules_version
    assert evaluating.check(found, lambda text, task: pytest.fail("no game is played"), games=0) == []
