"""Changed rules: functions of a file in a game of another name, and never because a name asks for them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry import patches

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
CHEAP = '''"""Larger trucks cost a coin for each step."""

from enginehouse.core.rule import rule
from enginehouse.games.mechanica.parts import HUGE_PRICE

STEP = 1


@rule
def truck_price(size: int, wanted: int) -> int:
    """Return the price of a larger truck."""
    return count_steps(size, wanted) * STEP + 0 * HUGE_PRICE


@rule
def count_steps(size: int, wanted: int) -> int:
    """Return the number of steps to a larger size."""
    return max(0, wanted - size)
'''


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.setattr(patches, "_ADMITTED", {})
    monkeypatch.setattr(games, "_CHANGED", {})


def write(folder: Path, text: str = CHEAP, name: str = "cheap.py") -> patches.RulesPatch:
    """A file of changed rules."""
    (folder / name).write_text(text)
    return patches.read_patch(folder / name)


def test_functions_are_replaced_and_the_game_itself_stays(tmp_path: Path) -> None:
    patch = patches.admit(write(tmp_path))
    game = games.find_or_create(patches.name_patched("mechanica", patch))
    own = games.get("mechanica")
    assert game.name == f"mechanica+rules.{patch.label}" and game.facts.title == "Mechanica (rules of cheap.py)"
    assert game.module("choices").truck_price(1, 3) == 2 and own.module("choices").truck_price(1, 3) == 5
    assert game.module("rules").choices.truck_price(1, 3) == 2, "also where its module is imported"
    assert game.module("choices").truck_price.__code__.co_filename == str(tmp_path / "cheap.py")
    match, dice = Match.new(game, 2, seed=1), random.Random(1)
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
    assert match.log().game == game.name and not game.facts.in_lobby


def test_numbers_and_rules_are_changed_together(tmp_path: Path) -> None:
    patch = patches.admit(write(tmp_path))
    game = games.find_or_create(patches.name_patched("mechanica+COPIES.duplicator=0", patch))
    assert game.module("parts").COPIES["duplicator"] == 0 and game.module("choices").truck_price(1, 2) == 1


def test_the_same_deal_is_dealt_on_both_sides(tmp_path: Path) -> None:
    patch = patches.admit(write(tmp_path))
    game = games.find_or_create(patches.name_patched("mechanica", patch))
    one, other = (Match.new(each, 4, seed=7) for each in (game, games.get("mechanica")))
    assert list(one.state.row) == list(other.state.row) and list(one.state.shop) == list(other.state.shop)


def test_a_name_alone_never_loads_code(tmp_path: Path) -> None:
    """Not even if the file lies in the folder where the command runs, and not with another content."""
    patch = write(tmp_path)
    name = patches.name_patched("mechanica", patch)
    with pytest.raises(Unreadable, match=r"was played by the changed rules of cheap\.py; if you trust that file"):
        games.find_or_create(name)
    with pytest.raises(Unreadable, match="there is no game"):
        games.get(name)
    other = patches.admit(write(tmp_path, CHEAP.replace("STEP = 1", "STEP = 2")))
    with pytest.raises(Unreadable, match=f"has other rules than .*cheap.py: .* that of this file is {other.label[6:]}"):
        games.find_or_create(name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def truck_price(:\n", "cheap.py:1: "),
        ("STEP = 1\n", "has no function"),
        ("def no_such_rule():\n    return 1\n", r"the game has none of its functions \(no_such_rule\)"),
        (
            "from enginehouse.core.rule import rule\n\n@rule\ndef truck_price(size, wanted):\n    return nonsense\n",
            "nonsense",
        ),
    ],
)
def test_faults_are_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    def play() -> None:
        patch = patches.admit(write(tmp_path, text))
        game = games.find_or_create(patches.name_patched("mechanica", patch))
        _ = game.rules

    with pytest.raises(Exception, match=said) as fault:
        play()
    assert type(fault.value).__name__ in ("Unreadable", "BrokenGame") and "\n" not in str(fault.value)


def test_the_hash_is_of_the_text_and_not_of_its_line_ends(tmp_path: Path) -> None:
    one = write(tmp_path)
    assert patches.make_patch("cheap", CHEAP.replace("\n", "\r\n"), "x").label == one.label
    assert patches.make_patch("cheap", CHEAP + "# more\n", "x").label != one.label
    with pytest.raises(Unreadable, match="cannot name changed rules"):
        patches.make_patch("a+b", CHEAP, "x")
