"""How everybody stands while a game runs, in a word or two, as a viewer may know it.

A game's `standing.py` (optional) has one name, made from a view alone:

    standing(v, seat)        how a seat stands (`Standing`)
    goal(v)                  what everybody wants, in a few words; optional
    status(v)                how things stand for all, each in a few words; optional
"""

from __future__ import annotations

from typing import Any, NamedTuple

NO_RACE = -1


class Standing(NamedTuple):
    """How a seat stands."""

    says: str
    """A word or two: 5 pellets, set 3 of 5."""
    number: int = NO_RACE
    """What leads when it is larger than others'; NO_RACE where that says nothing."""


def standings_of(game: Any, view: Any, seats: int) -> tuple[tuple[str, bool], ...]:
    """By seat: how it stands, and whether it leads; empty where the game says nothing of it. Nobody leads where all are alike."""
    if game.standing is None:
        return ()
    found = [game.standing.standing(view, seat) for seat in range(seats)]
    most = max(one.number for one in found)
    leads = most > min(one.number for one in found)
    return tuple((one.says, leads and one.number == most) for one in found)


class Common(NamedTuple):
    """What is the same for all: what everybody wants, and how things stand."""

    goal: str = ""
    status: tuple[str, ...] = ()


def common_of(game: Any, view: Any) -> Common:
    """What a game says of goal and status, in a view; seats are written as in sentences (`{0}`)."""
    goal, status = (getattr(game.standing, name, None) for name in ("goal", "status"))
    return Common(goal(view) if goal else "", tuple(status(view)) if status else ())
