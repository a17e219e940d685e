"""Compute statistics of finished games (measures), for experiments with bots."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.play.position import Position
from enginehouse.core.words.tally import Tally, events_of
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.state import GameResult, Told


def rooms(match: Match) -> dict[str, Any]:
    """Return a dict about the rooms of a match: those explored, those whose gears were used, and those that collapsed.

    The entry `parts` has a row (see `Tally.note`) for each time that a room was explored, turned or slid by a gear of
    its own, or collapsed. The row has the room, the seat (-1 for a collapse) and the number of rooms that had been laid
    by then. `explored` and `used` have a list of names of rooms for each seat.
    """
    tally, come = Tally(match.seats), 1
    named = [parts.TILES[int(tile)].name for tile in match.state.tile[: match.state.rooms]]
    for done in tally.follow(match):
        for event in events_of(done):
            if event.kind == Told.EXPLORED:
                come += 1
                tally.note(done.seat, "explored", named[event.b], come)
            elif event.kind == Told.TURNED:
                tally.note(done.seat, "used", named[event.b], come)
            elif event.kind == Told.COLLAPSED:
                tally.note(-1, "collapsed", named[event.a], come)
    return tally.said(explored=("explored",), used=("used",))


def ending(position: Position) -> dict[str, Any]:
    """Return whether the game was a lesser win, without the android (MB-7.4), and the number of turns.

    The keys are `lesser` and `turns`.
    """
    s = position.state
    return {"lesser": bool(s.result == GameResult.LESSER), "turns": s.turns}


MEASURES = {"rooms": rooms, "ending": ending}
ABOUT_PARTS = ("rooms",)
"""The measures about parts. The lab takes them if a question is about a part."""
WORDS = {
    "explored": sorted({tile.name for tile in parts.TILES[1:]} - {"Entrance"}),
    "used": sorted({t.name for t in parts.TILES if t.gears}),
}
"""All words that a column can have, so that the lab also counts words that never occur."""
