"""The seer: a search that sees the true record, to measure what knowing it would be worth. It plays at no table.

What it does not know is chance that is still to come: every simulation draws that anew. So its strength is what no honest search
with the same budget and judgement can have, and an aim above it is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from enginehouse.bots.players import imagining
from enginehouse.bots.players.compiled_games import WholeGames, by_bots, noted
from enginehouse.bots.players.greedy import words_of
from enginehouse.bots.players.levels import Search, filled
from enginehouse.bots.players.tree import Tune
from enginehouse.core.play import arena
from enginehouse.core.records.chance import seed_chance
from enginehouse.core.rule import rule
from enginehouse.core.verbs import guess


@rule
def with_the_truth(states: Any, seat: int, e: Any, room: Any) -> int:
    """As `by_bots`; the true record lies where a seer finds it, behind all others."""
    states[len(states) - 1] = states[0]
    return by_bots(states, seat, e, room)


@rule
def imagine_or_see(states: Any, me: int, seed: int, k: int, desk: Any) -> None:
    """As `imagining.imagine`; for a seer it is the true record, with chance of its own."""
    words_of(seed, k, desk.words)
    if desk.tune[Tune.SEER] != 0:
        states[1] = states[len(states) - 1]
        seed_chance(states[1], desk.words)
    else:
        states[1] = states[0]
        guess(states[1], me, desk.words)


class SeersGames(WholeGames):
    """Whole games among which some of the bots may be seers."""

    parts: ClassVar[Mapping[Callable[..., Any], Callable[..., Any]]] = {
        arena.chosen: with_the_truth,
        arena.seen: noted,
        imagining.imagine: imagine_or_see,
    }


def seer(tune: Sequence[int]) -> Search:
    """A search with these numbers that sees the truth, for `SeersGames` alone."""
    numbers = list(filled(tune))
    numbers[Tune.SEER], numbers[Tune.WORLDS] = 1, 0
    return Search("seer", numbers)
