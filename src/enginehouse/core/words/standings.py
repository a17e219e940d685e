"""Describe the standing of each seat during a game, in a word or two, as a viewer may know it.

A game's `standing.py` (optional) has these names, computed from a view alone:

    standing(v, seat)        the standing of a seat (`Standing`)
    goal(v)                  the goal of all players in a few words; optional
    status(v)                public facts about the state of the game, each in a few words; optional
"""

from __future__ import annotations

from typing import Any, NamedTuple

from enginehouse.core.records.fields import Record

NO_RACE = -1
"""The number of a standing in a game without a leader."""


class Standing(NamedTuple):
    """The standing of a seat: a word or two for the page, and a number by which leaders are found.

    The seat with the largest number leads.
    """

    says: str
    """A word or two: 5 pellets, set 3 of 5."""
    number: int = NO_RACE
    """The number by which leaders are found: the largest leads. NO_RACE if the game has no leader."""


def standings_of(game: Any, view: Any, seats: int) -> tuple[tuple[str, bool], ...]:
    """Return a pair for each of the `seats` seats: its standing in words, and whether the seat leads.

    Return an empty tuple if the game has no standings. No seat leads if all are equal.
    """
    if game.standing is None:
        return ()
    found = [game.standing.standing(view, seat) for seat in range(seats)]
    most = max(one.number for one in found)
    leads = most > min(one.number for one in found)
    return tuple((one.says, leads and one.number == most) for one in found)


class Common(NamedTuple):
    """The goal of all players and public facts about the state of the game, each in a few words."""

    goal: str = ""
    status: tuple[str, ...] = ()


def common_of(game: Any, view: Record) -> Common:
    """Return the goal of all players and the public facts about a game, in words. Seats are written as `{0}`."""
    goal, status = (getattr(game.standing, name, None) for name in ("goal", "status"))
    return Common(goal(view) if goal else "", tuple(status(view)) if status else ())
