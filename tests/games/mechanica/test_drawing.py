"""Mechanica drawn: what is marked is what this seat is asked for."""

from __future__ import annotations

from typing import Any

from enginehouse.core import game as games
from enginehouse.core.drawing import Marks
from enginehouse.games.mechanica.state import Phase

GAME = games.get("mechanica")


def holes_marked(s: Any, seat: int) -> list[str]:
    """The holes of the Start Zone that are ringed in a seat's picture."""
    view = GAME.new_record()
    GAME.rules.view(s, seat, view)
    return [p.label for p in GAME.drawing.draw(view, Marks()) if p.label.startswith("Hole in")]


def test_holes_are_ringed_for_who_places_bots(scene) -> None:
    """MC-4.7: while somebody else places recycled bots, one's own Start Zone is dark."""
    game = scene(2).shop("upgrader", "", "", "").money(8).act("buy 7").act("recycle")
    assert game.s.phase == Phase.RECEIVE
    assert holes_marked(game.s, 0)
    assert holes_marked(game.s, 1) == [] and holes_marked(game.s, -1) == []


def test_holes_are_ringed_for_who_gets_a_gift(scene) -> None:
    """MC-4.3: opponents place a gift all at once; the giver, and who has answered, are asked nothing."""
    game = scene(3).lay("b0", "overactive-fabricator").act("end").act("make plus")
    assert game.s.phase == Phase.GIFT
    assert holes_marked(game.s, 1) and holes_marked(game.s, 2) and holes_marked(game.s, 0) == []
    game.act(game.names(1)[0], 1)
    assert holes_marked(game.s, 1) == [] and holes_marked(game.s, 2)
