"""The puzzles of the house, searched again: with `--deep` alone, for it takes minutes."""

from __future__ import annotations

import pytest

from enginehouse.bots.analysis import puzzle_search
from enginehouse.bots.analysis.review import ReviewCase
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.puzzles import puzzles_of

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.deep,
    pytest.mark.skipif(not jit_possible(), reason="plain rules would be searched for hours"),
]
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", GAMES)
def test_searches_find_the_same_again(name: str) -> None:
    game = games.get(name)
    puzzle_search.make_searcher(game).prepare(game)
    for puzzle in puzzles_of(game).values():
        match = puzzle.match()
        case = ReviewCase(len(puzzle.log.entries), puzzle.seat, match.view(puzzle.seat), match.legal(puzzle.seat), -1)
        found = puzzle_search.search_case(case)
        assert found is not None and game.vocabulary.name(found.best) == puzzle.best, puzzle.name
        assert puzzle_search.is_confirmed(case, found.best), puzzle.name
        low, _ = puzzle_search.compute_margin(found, found.following[0])
        assert low > 0, f"{puzzle.name}: what is judged otherwise since then may bring them nearer, not turn them round"
