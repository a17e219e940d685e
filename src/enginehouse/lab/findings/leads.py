"""Find the leader of a game at each moment: the seat that is most likely to win, as the game's bots judge it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from enginehouse.bots.analysis.luck import judge_position
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game

AHEAD = 5.0
"""A seat takes the lead if its win chance is larger than all others by this many percentage points."""


def can_judge(game: Game) -> bool:
    """Return whether the game has a judgement of positions, from which win chances come."""
    return game.judgement is not None


def list_chances(match: Match) -> list[list[float]]:
    """Return a list with the win chance of each seat, in percent, at the start of a match and after each action.

    After the last action of a finished match they are the shares of the win.
    """
    moving = match.begin_again()
    found = [judge_position(moving.state)]
    for done in match.standing:
        moving.act_unchecked(done.seat, done.code)
        found.append(judge_position(moving.state))
    return found


def find_leaders(chances: Sequence[Sequence[float]]) -> list[int]:
    """Return a list with the leading seat in each position, or -1 before any seat has led.

    `chances` has the win chances of all seats in each position, in percent. A seat takes the lead if its chance is
    larger than all others by `AHEAD` points, and keeps it until another does.
    """
    found, leader = [], -1
    for shares in chances:
        best = max(range(len(shares)), key=lambda seat: shares[seat])
        others = [share for seat, share in enumerate(shares) if seat != best]
        if not others or shares[best] - max(others) >= AHEAD:
            leader = best
        found.append(leader)
    return found


def count_changes(leaders: Sequence[int]) -> int:
    """Return how often the lead passed from one seat to another. `leaders` is the result of `find_leaders`."""
    led = [leader for leader in leaders if leader >= 0]
    return sum(one != then for one, then in itertools.pairwise(led))


def count_led_since(leaders: Sequence[int]) -> int:
    """Return the number of positions, counted back from the end, that have the same leader as the last position.

    `leaders` has the leader in each position of a game. It is the result of `find_leaders`.
    """
    return next((k for k, one in enumerate(reversed(leaders)) if one != leaders[-1]), len(leaders))
