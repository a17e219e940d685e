"""How everybody stands: nothing hidden is in it, and at the end it agrees with the scores."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from enginehouse.conformance.cases import cases_of, walk
from enginehouse.core import game as games
from enginehouse.core.standings import NO_RACE, Standing, standings_of

GAMES = [games.get(name) for name in games.names()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_leads_in_the_end_has_the_largest_score(game: games.Game) -> None:
    led = 0
    for case in cases_of(game):
        for number in range(2):
            *_, last = walk(case, f"standing {number}")
            out = [0] * 16
            game.rules.scores(last.s, out)
            view = game.new_record()
            game.rules.view(last.s, -1, view)
            found = standings_of(game, view, case.seats)
            assert len(found) == case.seats and all(says for says, _ in found)
            for seat, (_, leads) in enumerate(found):
                if leads:
                    led += 1
                    assert out[seat] == max(out[: case.seats]) or game.name == "great-machine", (found, out)
    assert led


def test_nobody_leads_where_all_are_alike() -> None:
    def stands(*numbers: int) -> list[bool]:
        told = SimpleNamespace(standing=lambda _, seat: Standing("so", numbers[seat]))
        return [leads for _, leads in standings_of(SimpleNamespace(standing=told), None, len(numbers))]

    assert stands(3, 3) == stands(NO_RACE, NO_RACE) == [False, False]
    assert stands(3, 5, 5) == [False, True, True]
    assert standings_of(SimpleNamespace(standing=None), None, 2) == ()
