"""Compute statistics of finished games (measures), for experiments with bots."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.play.position import Position
from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.words.tally import Tally, events_of
from enginehouse.games.mechanica import parts, rules
from enginehouse.games.mechanica.state import Told

TITLES = [parts.TILES[kind].title for kind in range(1, parts.IMPROVEMENTS + 1)]
TURNS = ("the first turn", "the second turn", "the third turn", "the fourth turn")
WITH_FORK = [*TITLES, parts.TILES[parts.FORK].title]
LISTS = ["".join("BPD"[bot - 1] for bot in one.bots) for one in parts.BLUEPRINTS]
"""The names of blueprints for columns: the first letters of the bots that they list."""
VERBS = {Told.BOUGHT: "bought", Told.INSTALLED: "installed", Told.RECYCLED: "recycled", Told.DEMOLISHED: "demolished"}
"""The word of the measures for each kind of event."""


def dealt(position: Position) -> list[list[str]]:
    """Return, for each seat, the names of the improvements that are in this game: all except those set aside (MC-2.2).

    The list is the same for all seats.
    """
    s, kinds = position.state, parts.KIND_OF
    aside = [int(kinds[piece]) for piece in list_pieces(s, parts.EXTRAS)]
    copies = [int((kinds == kind).sum()) for kind in range(1, parts.IMPROVEMENTS + 1)]
    inside = [title for kind, title in enumerate(TITLES, 1) if aside.count(kind) < copies[kind - 1]]
    return [inside for _ in range(position.seats)]


def tiles(match: Match) -> dict[str, Any]:
    """Return a dict about the bought, installed and recycled improvements and the completed blueprints of a match.

    The entry `parts` has a row (see `Tally.note`) for each time that a seat bought, installed, recycled or demolished
    an improvement, or completed a blueprint. The row has the seat, the day and the title. `bought` and `installed` have
    for each seat a list with titles of improvements, and `completed` a list with titles of blueprints.
    """
    tally, when = Tally(match.seats), 1
    for done in tally.follow(match):
        for event in events_of(done):
            if event.kind in VERBS and event.a < match.seats:
                kind = (event.c if event.kind in (Told.INSTALLED, Told.DEMOLISHED) else event.b) & parts.KIND_BITS
                tally.note(event.a, VERBS[event.kind], parts.TILES[kind].title, when)
            elif event.kind == Told.COMPLETED:
                tally.note(event.a, "completed", LISTS[event.c], when)
            elif event.kind == Told.DAY:
                when = event.a
    return tally.said(bought=("bought",), installed=("installed",), completed=("completed",))


def turn_order(position: Position) -> dict[str, Any]:
    """Return a dict about a finished game: the turn order of the first workday (MC-2.3), and the number of workdays.

    The entry `turn` has for each seat a list with a single text: the seat's place in the turn order, such as "the
    second turn". The entry `days` is the number of workdays.
    """
    s, seats = position.state, position.seats
    return {"turn": [[TURNS[(seat - s.first) % seats]] for seat in range(seats)], "days": s.day}


def armand(position: Position) -> dict[str, Any]:
    """Return a dict with two amounts of coins at the end of a solo game (MC-11).

    The entry `worth` is the worth of the player, and the entry `armand` is the worth of the rival ARMAND-0.
    """
    return {"worth": rules.worth(position.state, 0), "armand": rules.armand_worth(position.state)}


MEASURES = {"tiles": tiles, "turn_order": turn_order, "armand": armand}
ABOUT_PARTS = ("tiles",)
"""The measures about parts. The lab takes them if a question is about a part."""
WORDS = {"dealt": TITLES, "bought": WITH_FORK, "installed": WITH_FORK, "completed": LISTS}
"""All words that a column can have, so that the lab also counts words that never occur."""
