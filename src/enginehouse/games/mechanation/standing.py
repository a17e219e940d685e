"""Compute the standing of each pilot during the game, for display (see `core.words.standings`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.terms import Seat
from enginehouse.core.words.standings import Standing
from enginehouse.games.mechanation import lands, parts
from enginehouse.games.mechanation.state import State


def goal(v: State) -> str:
    """Return in a few words how a pilot wins the game (MN-3.1)."""
    return f"Control {parts.SET_TO_WIN} territories of one colour or of one number."


def standing(v: State, seat: Seat) -> Standing:
    """Return the standing of the pilot `seat`: the largest visible set (MN-3.1).

    If the pilot has hidden territories, the true set may be larger.
    """
    best = int(lands.largest_set(v, seat))
    unseen = any(piece <= 0 for piece in list_pieces(v, parts.HELD + seat))
    return Standing(f"set {best}{'+' if unseen else ''} of {parts.SET_TO_WIN}", best)
