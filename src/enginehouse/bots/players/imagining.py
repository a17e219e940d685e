"""What a search imagines of what it cannot see."""

from __future__ import annotations

from typing import Any

from enginehouse.bots.players.greedy import words_of
from enginehouse.bots.players.tree import Ask
from enginehouse.core.rule import rule
from enginehouse.core.verbs import guess


@rule
def imagine(states: Any, me: int, seed: int, k: int, desk: Any) -> None:
    """Make `states[1]` the k-th guess of the view in `states[0]`."""
    words_of(seed, k, desk.words)
    states[1] = states[0]
    guess(states[1], me, desk.words)


STREAM = 1_000_003
"""So far apart are the guesses of one tree from those of the next."""


@rule
def stream_of(ask: Any) -> int:
    """From which number on a tree counts its guesses."""
    return STREAM * (int(ask[Ask.TREE]) + 1)
