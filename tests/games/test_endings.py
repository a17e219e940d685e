"""How games end, in words: there is a headline for every end, and scores are the sum of what they come from."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from enginehouse.conformance.cases import cases_of, walk
from enginehouse.core import game as games
from enginehouse.core.endings import Ending, ending_of
from enginehouse.core.naming import fill_plain

GAMES = [games.get(name) for name in games.names()]
NAMES = [f"Person {k}" for k in range(8)]


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_end_is_told(game: games.Game) -> None:
    """Of some random games, as a spectator reads it; who won is in the headline where one alone did."""
    ended = 0
    for case in cases_of(game):
        for number in range(3):
            *_, last = walk(case, f"ending {number}")
            if last.mask:
                continue
            ended += 1
            out = [0] * 16
            game.rules.scores(last.s, out)
            scores, ranks = out[: case.seats], out[8 : 8 + case.seats]
            view = game.new_record()
            game.rules.view(last.s, -1, view)
            told = ending_of(game, view, case.seats)
            sentences = [told.headline, *told.why]
            assert told.headline and not told.headline.endswith("."), last
            assert all(sentence.endswith(".") for sentence in told.why), told
            assert not re.search(r"\{\d|-1", "".join(fill_plain(one, NAMES) for one in sentences)), told
            for seat, points in enumerate(told.points):
                assert not points or sum(many for _, many in points) == scores[seat], (told, scores)
            winners = [seat for seat in range(case.seats) if ranks[seat] == 1]
            if len(winners) == 1 < case.seats:
                assert f"{{{winners[0]}}}" in told.headline, (told, ranks)
    assert ended


def test_a_game_without_an_ending_says_nothing_of_its_own() -> None:
    assert ending_of(SimpleNamespace(ending=None), None, 2) == Ending()
