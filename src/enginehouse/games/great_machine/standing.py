"""Compute the standing of each rat during the game, for display (see `core.words.standings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import many
from enginehouse.core.words.standings import Standing
from enginehouse.games.great_machine import parts, rats
from enginehouse.games.great_machine.state import Phase, State


def goal(v: State) -> str:
    """Return in a few words how a player wins, and when the game ends (GM-2.4, GM-4.2)."""
    return f"Be the fattest rat{_when(v)} If the fattest tie, the next one wins."


def _when(v: State) -> str:
    """Return the end of a sentence about the goal, which says when the game ends (GM-2.4, GM-2.5).

    The game ends when the Master comes. If he is one slot away, the text says that this round may be the last. This is
    not certain, because a card can still move him back.
    """
    if v.round == parts.LAST_ROUND:
        return ". This is the last round."
    if v.track == 1:
        return ". This may be the last round: 1 slot to go."
    return f" when the Master comes: {int(v.track)} slots to go."


def standing(v: State, seat: Seat) -> Standing:
    """Return the standing of `seat`: the number of its rat's pellets, in words and as a number (GM-4.2).

    If the rat is dead, or not yet in a cage, the words say so, and the number is -1 (`NO_RACE`). Such a rat never
    leads.
    """
    if not v.alive >> seat & 1:
        return Standing("no rat yet" if v.phase == Phase.PLACE else "rat dead")
    pellets = int(rats.total(v, seat))
    return Standing(many(pellets, "pellet"), pellets)
