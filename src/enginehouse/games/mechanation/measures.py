"""Compute statistics of finished games (measures), for experiments with bots."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.play.position import Position
from enginehouse.core.words.tally import Tally, events_of
from enginehouse.games.mechanation import parts
from enginehouse.games.mechanation.state import Told

ABILITIES = {
    parts.Boost.KIND: parts.Mech.OVERCLOCK,
    parts.Burrow.KIND: parts.Mech.BURROWER,
    parts.Guard.KIND: parts.Mech.WARDEN,
    parts.Look.KIND: parts.Mech.PERISCOPE,
    parts.LookArena.KIND: parts.Mech.PERISCOPE,
    parts.Recall.KIND: parts.Mech.RECALLER,
    parts.Reap.KIND: parts.Mech.HARVESTER,
    parts.Repair.KIND: parts.Mech.WRENCH,
}
"""The mech whose ability an action uses, by the kind of action."""
PLACES = ("the first Alpha's place", "the place after", "the second after", "the third after")
"""The places in turn order, in words."""
TITLES = [mech.title for mech in parts.MECHS[1:]]


def mechs(position: Position) -> dict[str, Any]:
    """Return a dict with one entry, `mechs`: for each pilot, the titles of the mechs that it was dealt (MN-1.2)."""
    return {"mechs": dealt(position)}


def dealt(position: Position) -> list[list[str]]:
    """Return for each seat the titles of the mechs that it was dealt. `position` may be at any point of the game."""
    return [[parts.MECHS[mech].title for mech in position.state.mech[seat]] for seat in range(position.seats)]


def places(position: Position) -> dict[str, Any]:
    """Return each pilot's place in turn order, counted from the first Alpha (MN-2.2), and the number of rounds.

    `position` is that of a finished game. The key `place` has for each seat a list with one text, its place in words.
    The key `rounds` has a number.
    """
    s, seats = position.state, position.seats
    first = (s.alpha - s.round + 1) % seats
    return {"place": [[PLACES[(seat - first) % seats]] for seat in range(seats)], "rounds": s.round}


def used(match: Match) -> dict[str, Any]:
    """Return a dict about the mechs of a match: those dealt, those that fought, and those whose abilities were used.

    The entry `parts` has a row (see `Tally.note`) for each time that a mech was dealt, fought or used its ability. The
    row has the mech, the seat and the round. `played` has for each seat a list with the titles of the mechs that fought
    or whose abilities were used.
    """
    tally, when = Tally(match.seats), 1
    for seat, titles in enumerate(dealt(match)):
        for title in titles:
            tally.note(seat, "dealt", title, 1)
    for done in tally.follow(match):
        kind, own = parts.ACTIONS.kind[done.code], match.state.mech[done.seat]
        for block in (parts.Deploy, parts.Strike, parts.Defend):
            if kind == block.KIND:
                tally.note(done.seat, "fought", parts.MECHS[own[block.tier[done.code]]].title, when)
        if kind in ABILITIES:
            tally.note(done.seat, "used", parts.MECHS[ABILITIES[kind]].title, when)
        when = next((event.a for event in reversed(events_of(done)) if event.kind == Told.ROUND), when)
    return tally.said(played=("fought", "used"))


MEASURES = {"mechs": mechs, "places": places, "used": used}
ABOUT_PARTS = ("mechs", "used")
"""The measures about parts. The lab takes them if a question is about a part."""
WORDS = {"dealt": TITLES, "mechs": TITLES, "played": TITLES}
"""All words that a column can have, so that the lab also counts words that never occur."""
