"""The conformance kit over every game of the house, the docs' examples and the toys: every number of seats and variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from samples import toys

from enginehouse.conformance import CHECKS, Case, Check, Skipped, cases_of
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.untraced

HOUSE = [games.get(name) for name in games.names()]
ALL = [*HOUSE, Game("connect_four"), Game("menagerie"), *toys()]
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


def choose_marks(check: Check) -> list[pytest.MarkDecorator]:
    """Return the markers of a check; one that is plain Python in either run is made once."""
    return [] if check.compiles else [pytest.mark.beside_compiled]


def pairs() -> list[Any]:
    """Return each case with each check.

    For each number of seats the first choice of options has all checks in both runs. The others take turns: a check that
    compiles is made in one of the two runs, and any other one for every second number of seats, and for all with --deep.
    So each check sees each choice of options, and each number of seats, in every run of the tests.
    """
    found = []
    for game in ALL:
        first, choices = set[int](), dict[tuple[tuple[str, str], ...], int]()
        for case in cases_of(game):
            turn = choices.setdefault(case.choices, len(choices)) + case.seats
            for number, check in enumerate(OF_CASES):
                marks = choose_marks(check)
                if case.seats in first:
                    turns = (
                        pytest.mark.beside_compiled,
                        pytest.mark.beside_plain if check.compiles else pytest.mark.deep,
                    )
                    marks = [*marks, turns[(turn + number) % 2]]
                found.append(pytest.param(case, check, id=f"{case}-{check.name}", marks=marks))
            first.add(case.seats)
    return found


@pytest.mark.parametrize(("case", "check"), pairs())
def test_case(case: Case, check: Check, deep: bool, record_property: Callable[[str, object], None]) -> None:
    _run(check, case.game, case, check.amount(case.game, deep), record_property)


@pytest.mark.parametrize("check", [pytest.param(check, id=check.name, marks=choose_marks(check)) for check in OF_GAMES])
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_game(game: Game, check: Check, deep: bool, record_property: Callable[[str, object], None]) -> None:
    _run(check, game, game, check.amount(game, deep), record_property)
