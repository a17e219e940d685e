"""How the kit is run: all checks or some, from the command line or as a module, and how failures read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from samples import toys

from enginehouse.commands import main as cli
from enginehouse.conformance import CHECKS, Case, running
from enginehouse.conformance.cases import Check, describe_events
from enginehouse.core.errors import Unreadable
from enginehouse.core.records.events import Event
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.beside_plain

ROOT = Path(__file__).resolve().parents[2]
RUMMAGE = "samples.rummage"


@pytest.fixture
def rummage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A toy of one's own, plain, whose verbs and words a test may replace."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    game = Game(RUMMAGE)
    before = game.shape.Plain.game
    game.rules = SimpleNamespace(**vars(game.rules))
    game.words = SimpleNamespace(**vars(game.words))
    monkeypatch.setitem(games._REGISTERED, game.name, game)
    yield game
    game.shape.Plain.game = before


def conformance(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["conformance", *words])


def check_named(name: str) -> Check:
    """Return the check with a name."""
    return next(check for check in CHECKS if check.name == name)


def failure_of(name: str, game: Game) -> str:
    """Return the failure that a check reports for a game with two seats that breaks its promise."""
    with pytest.raises(AssertionError) as error:
        check_named(name).run(Case(game, 2), 4)
    return str(error.value)


# -- which checks ------------------------------------------------------------------------------------------------------


def test_every_check_makes_a_promise() -> None:
    assert [check.name for check in CHECKS if not check.promise.strip()] == []
    assert len({check.promise for check in CHECKS}) == len(CHECKS)


def test_checks_are_chosen_by_a_part_of_their_names() -> None:
    assert running.choose_checks([]) == CHECKS
    assert [check.name for check in running.choose_checks(["exactly_the acting", "ASCENDING"])] == [
        "legal_actions_are_ascending_unique_and_in_range",
        "exactly_the_acting_seats_have_legal_actions",
    ]
    with pytest.raises(Unreadable, match="no check has a name with 'chess'; --list names them all"):
        running.choose_checks(["chess"])


def test_the_list_has_every_check_with_its_promise_and_plays_nothing() -> None:
    result = conformance("--list")
    lines = result.output.splitlines()
    assert result.exit_code == 0 and len(lines) == 2 * len(CHECKS)
    assert [line.partition(" (needs")[0] for line in lines[::2]] == [check.title for check in CHECKS]
    assert [line.strip() for line in lines[1::2]] == [check.promise for check in CHECKS]
    assert len(conformance("--list", "-k", "view").output.splitlines()) == 2 * len(running.choose_checks(["view"]))


# -- running them ------------------------------------------------------------------------------------------------------


def test_some_checks_of_a_game_by_its_name_or_its_package(rummage: Game) -> None:
    for word in ("rummage", RUMMAGE):
        result = conformance(word, "-k", "events are as")
        assert result.exit_code == 0, result.output
        assert result.output.splitlines() == [
            "events are as they are declared: fine",
            "Rummage: the check passed",
        ]


def test_a_failure_begins_with_the_broken_promise(rummage: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    legal = rummage.rules.legal
    rummage.rules.legal = lambda s, seat, out: legal(s, seat, out) - 1
    result = conformance("rummage", "-k", "refusal agrees")
    lines = result.output.splitlines()
    assert result.exit_code == 1
    check = check_named("refusal_agrees_with_legal_for_every_action_and_seat")
    assert lines[0] == f"FAILED {check.title}: {check.promise}"
    assert "no clause refuses 'pass' of seat" in lines[1]
    assert any('"game":"rummage"' in line for line in lines), "the line of a log that leads there"
    assert lines[-1] == "Rummage: 1 of 1 checks failed"


def test_wrong_words_are_sentences() -> None:
    for words, said in [
        (("nobodys_game",), "there is no game 'nobodys_game'; there are: "),
        (("rummage.no", "-k", "chess"), "no check has a name with 'chess'"),
        ((), "Missing argument 'GAME'"),
    ]:
        result = conformance(*words)
        assert result.exit_code != 0 and said in result.stderr and "Traceback" not in result.output


def test_the_module_does_the_same_without_the_command_line() -> None:
    environment = {
        **os.environ,
        "ENGINEHOUSE_JIT": "0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests" / "helpers")]),
    }
    command = [sys.executable, "-m", "enginehouse.conformance", RUMMAGE, "-k", "rule_calls"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1:] == ["Rummage: the check passed"]
    assert done.stdout.startswith("no rule calls itself: rummage: ")


# -- how failures read -------------------------------------------------------------------------------------------------


def test_a_refusal_that_is_none_names_its_clause_and_text(rummage: Game) -> None:
    why_not = rummage.rules.refusal

    def refusal(v: Any, seat: int, action: int) -> int:
        return 205 if action == 23 else int(why_not(v, seat, action))

    rummage.rules.refusal = refusal
    said = failure_of("refusal_agrees_with_legal_for_every_action_and_seat", rummage)
    assert "RU-2.5 refuses 'pass' of seat" in said and f"({rummage.clauses[205]})" in said


def test_events_are_read_by_name(rummage: Game) -> None:
    assert describe_events(rummage, Event(2, 1, 0, None, None)) == "DREW(seat=1, deck=0, card=None)"
    assert (
        describe_events(rummage, Event(1, 0, 23, 0, 0), Event(4, 1, 5, 0, 0))
        == "DID(seat=0, action=23), SHOWED(seat=1, card=5)"
    )
    assert describe_events(rummage, Event(99, 1, 2, 3, 4)) == "Event(kind=99, a=1, b=2, c=3, d=4)"
    event = rummage.words.event
    rummage.words.event = lambda v, e: "{7} wins." if e.kind == 1 else event(v, e)
    assert ": DID(seat=0, action=" in failure_of("every_event_and_every_end_has_words", rummage)
    rummage.words.event = lambda v, e: None
    said = failure_of("every_event_and_every_end_has_words", rummage)
    assert (
        "events without a sentence for any viewer: DID, GAVE, DREW, THREW, LOOKED, SHOWED (if that is intended, list them in words.SILENT)"
        in said
    )


def test_an_exception_of_a_game_is_a_failure_with_its_place(rummage: Game) -> None:
    def action(v: Any, code: int) -> str:
        raise KeyError(code)

    rummage.words.action = action
    said = failure_of("every_action_of_the_vocabulary_has_words", rummage).splitlines()
    check = check_named("every_action_of_the_vocabulary_has_words")
    assert said[0] == f"{check.title}: {check.promise}"
    assert said[1].startswith("test_running.py:") and said[1].endswith("`action`: KeyError: 0")


def test_the_toys_are_games_of_nobody() -> None:
    assert not {game.name for game in toys()} & set(games.names())
