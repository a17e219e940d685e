"""By which pieces an action of Mechanation is taken up."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Handles
from enginehouse.games.mechanation.parts import (
    BOOST,
    BURROW,
    DEFEND,
    DEPLOY,
    GIVE_UP,
    GUARD,
    LOOK,
    LOOK_ARENA,
    MOST_ARENA,
    MOST_HELD,
    MOST_SEATS,
    PASS,
    RECALL,
    REPAIR,
    STRIKE,
    TURN,
    Mech,
)


def _one(piece: str) -> Handles:
    return Handles(frozenset({piece}))


def _land(place: int) -> str:
    owner, index = divmod(place, MOST_HELD)
    return f"land-{owner}-{index}"


def handles(v: Any, code: int) -> Handles:
    """The pieces of an action: a mech and where it goes, or the one piece that is meant; none for what is a button."""
    seat = v.active
    if code == PASS:
        return Handles()
    if code < REPAIR:
        return _one(f"land-{seat}-{code - TURN}")
    if code < LOOK_ARENA:
        return Handles(source="mech-0", target=f"mech-{code - REPAIR}")
    if code < LOOK:
        return Handles(source="mech-0", target=f"arena-{code - LOOK_ARENA}")
    if code < DEPLOY:
        return Handles(source="mech-0", target=_land(code - LOOK))
    if code < STRIKE:
        tier, index = divmod(code - DEPLOY, MOST_ARENA)
        return Handles(source=f"mech-{tier}", target=f"arena-{index}")
    if code < BURROW:
        tier, place = divmod(code - STRIKE, MOST_SEATS * MOST_HELD)
        return Handles(source=f"mech-{tier}", target=_land(place))
    if code < DEFEND:
        return Handles(source="mech-0", target=_land(code - BURROW))
    return _answer(v, seat, code)


def _answer(v: Any, seat: int, code: int) -> Handles:
    if code < BOOST:
        return _one(f"mech-{code - DEFEND}")
    if code == BOOST:
        side = 0 if v.mech[v.side_seat[0]][v.side_tier[0]] == Mech.OVERCLOCK else 1
        return _one(f"side-{side}")
    if code < GIVE_UP:
        return _one(f"mech-{code - RECALL}")
    if code < GUARD:
        return _one(f"land-{seat}-{code - GIVE_UP}")
    return _one("mech-1") if code == GUARD else Handles(source="mech-2", target="deck")
