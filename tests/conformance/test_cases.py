"""Where the kit looks: all cases of a game, positions that can be had again, lines of logs that lead to them."""

from __future__ import annotations

import dataclasses
import random

import pytest
from samples import toys

from enginehouse.conformance import CHECKS, cases_of
from enginehouse.conformance.cases import list_seats, make_view, positions, walk
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Choice, Game, Option

pytestmark = pytest.mark.beside_plain

TOYS = {game.name: game for game in toys()}


def test_every_number_of_seats_and_every_variant_is_a_case() -> None:
    assert [str(case) for case in cases_of(TOYS["bluff"])] == [
        f"bluff-{seats}-peeking={peeking}" for seats in (2, 3, 4) for peeking in ("yes", "no")
    ]
    assert [str(case) for case in cases_of(TOYS["rummage"])] == ["rummage-2", "rummage-3"]
    assert [case.numbers for case in cases_of(TOYS["bluff"])][:2] == [[2, 0], [2, 1]]


def test_an_option_that_means_nothing_for_a_number_of_seats_makes_no_cases_there() -> None:
    game = Game("samples.rummage")
    option = Option("long", "Long", (Choice("no", "No"), Choice("yes", "Yes")), seats=(3,))
    game.facts = dataclasses.replace(game.facts, options=(option,))
    assert [str(case) for case in cases_of(game)] == ["rummage-2-long=no", "rummage-3-long=no", "rummage-3-long=yes"]


def test_a_position_is_reached_by_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        case = cases_of(game)[-1]
        for position in walk(case, "log"):
            played = replay(logs.parse(position.log))
            assert played.error is None
            assert played.accepted == position.number
            assert played.match.state == position.s
            assert position.log in str(position)


def test_positions_can_be_had_again_and_come_from_many_games() -> None:
    case = cases_of(TOYS["auction"])[0]
    first = [position.freeze() for position in positions(case, 20, "again")]
    second = [position.freeze() for position in positions(case, 20, "again")]
    assert [p.s for p in first] == [p.s for p in second]
    assert len(first) == 20
    assert len({p.seed for p in first}) > 2
    wanted = [p.freeze() for p in positions(case, 10, "wanted", wanted=lambda p: p.s.asked != 0)]
    assert len(wanted) == 10
    assert all(p.s.asked for p in wanted)


def test_observers() -> None:
    case = cases_of(TOYS["bluff"])[-1]
    assert list(case.observers) == [-1, 0, 1, 2, 3]
    for seed in range(20):
        some = case.some_observers(random.Random(seed), 0b100)
        assert len(some) == len(set(some)) == 4
        assert some[:2] == [-1, 2]
    assert list_seats(0b1010) == [1, 3]


def test_a_view_of_a_position_is_a_record_of_its_own() -> None:
    case = cases_of(TOYS["bluff"])[0]
    position = next(walk(case, "view"))
    before = position.copy()
    make_view(case.game, position.s, 0).lives[0] = 9
    assert position.s == before


def test_checks_have_names_and_sentences_of_their_own() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert check.run.__doc__, check.name
        assert check.deep > check.normal > 0
        few, many = check.amount(TOYS["rummage"], False), check.amount(TOYS["bluff"], False)
        assert 1 <= many <= few <= check.normal
        assert many <= check.amount(TOYS["bluff"], True) <= check.deep
        assert check.amount(TOYS["rummage"], True) > few
