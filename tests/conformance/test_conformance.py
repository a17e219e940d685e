"""The conformance kit over every game of the house, the docs' examples and the toys: every number of seats and variant."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from enginehouse.conformance import CHECKS, Case, Check, Skipped, cases_of
from enginehouse.conformance.samples import toys
from enginehouse.core import game as games
from enginehouse.core.game import Game

pytestmark = pytest.mark.untraced
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
sys.path.insert(0, str(EXAMPLES))

HOUSE = [games.get(name) for name in games.names()]
ALL = [*HOUSE, Game("connect_four"), Game("menagerie"), *toys()]
CASES = [case for game in ALL for case in cases_of(game)]
OF_CASES = [check for check in CHECKS if not check.whole_game]
OF_GAMES = [check for check in CHECKS if check.whole_game]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples and the toys can be had by their names while a check runs, and nowhere else."""
    for game in ALL:
        monkeypatch.setitem(games._REGISTERED, game.name, game)


def _run(check: Check, game: Game, subject: Case | Game, many: int, tell: Callable[[str, object], None]) -> None:
    missing = [name for name in check.needs if not game.has(name)]
    if missing and game in HOUSE:
        pytest.fail(f"{game.name} has no {' and no '.join(missing)}.py", pytrace=False)
    if missing:
        pytest.skip(f"a toy without {' and '.join(missing)}")
    try:
        said = check.run(subject, many)
    except Skipped as why:
        pytest.skip(str(why))
    if isinstance(said, str):
        tell("told", said)


def _all(checks: list[Check]) -> Any:
    """The checks as parameters; those that are plain Python in either run are made once."""
    return [
        pytest.param(check, id=check.name, marks=[] if check.compiles else [pytest.mark.beside_compiled])
        for check in checks
    ]


@pytest.mark.parametrize("check", _all(OF_CASES))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case, check: Check, deep: bool, record_property: Callable[[str, object], None]) -> None:
    _run(check, case.game, case, check.amount(case.game, deep), record_property)


@pytest.mark.parametrize("check", _all(OF_GAMES))
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_game(game: Game, check: Check, deep: bool, record_property: Callable[[str, object], None]) -> None:
    _run(check, game, game, check.amount(game, deep), record_property)
