"""Positions that bots are asked about in tests."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play import arena
from enginehouse.core.play.match import Match


def some_way(name: str, seats: int, acts: int, seed: str = "search") -> Match:
    """A game some random acts on, at a choice of more than one action."""
    match = Match.new(name, seats, seed=seed)
    dice = [7, 11, 13, 17]
    for step in arena.steps(match.game, match.state, arena.at_chance(dice), dice, lambda *_: None, 4_000):
        names = match.game.vocabulary.names
        if len(match.entries) >= acts and len(step.legal) > 1:
            break
        match.act(step.seat, names[step.code])
    return match


def asked(match: Match) -> tuple[Any, int, list[int]]:
    """Return the arguments of a bot: the view of the lowest seat that may act, the seat, and its legal actions."""
    seat = match.actors()[0]
    return match.view(seat), seat, match.legal(seat)
