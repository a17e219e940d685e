"""The numbers that players count, for the reasons of an action (see `core.words.reasons`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.reasons import Statement
from enginehouse.games.mechanical_beast.judgement import FEATURES, STATE, features
from enginehouse.games.mechanical_beast.parts import AGAINST, RESCUERS
from enginehouse.games.mechanical_beast.state import State

COUNTED = (
    "people rescued", "engineers on an exit", "engineers joined to an exit", "engineers stuck", "android stuck", "people joined to an exit",
    "people joined to somebody", "an exit known", "Control Room found", "doors to explore", "rooms joined to an exit", "gears at hand",
)  # fmt: skip
STATEMENTS = (
    Statement("people rescued", 200, "person rescued", "people rescued"),
    Statement("engineers on an exit", 150, "engineer on an exit", "engineers on an exit"),
    Statement("engineers joined to an exit", 90, "engineer who can walk to an exit", "engineers who can walk to an exit"),
    Statement("engineers stuck", -120, "engineer who is stuck", "engineers who are stuck"),
    Statement("android stuck", -40, "the android is stuck", "the android is not stuck", is_so=True),
    Statement("people joined to an exit", 60, "person with a way to an exit", "people with a way to an exit"),
    Statement("people joined to somebody", 40, "person within reach", "people within reach"),
    Statement("an exit known", 100, "there is a way out", "there is no way out", is_so=True),
    Statement("Control Room found", 60, "the Control Room is found", "the Control Room is not found", is_so=True),
    Statement("doors to explore", 12, "door to explore", "doors to explore"),
    Statement("rooms joined to an exit", 10, "room joined to an exit", "rooms joined to an exit"),
    Statement("gears at hand", 15, "gear at hand", "gears at hand"),
)  # fmt: skip


def numbers(s: State, seat: Seat) -> list[int]:
    """Return these numbers in a full record.

    If the players win together, they are the same for all. Otherwise only people that the seat has rescued count.
    """
    if s.play == AGAINST or s.play == RESCUERS:
        return [int(s.hand[seat]), *[0] * (len(COUNTED) - 1)]
    out = [0] * FEATURES
    features(s, seat, out)
    return [out[STATE.index(name)] for name in COUNTED]
