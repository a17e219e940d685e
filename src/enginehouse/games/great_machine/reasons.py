"""The numbers that players count, for the reasons of an action (see `core.words.reasons`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import has
from enginehouse.core.terms import Seat
from enginehouse.core.words.reasons import Statement
from enginehouse.games.great_machine.judgement import ring_distance
from enginehouse.games.great_machine.machine import first_pellet_ends
from enginehouse.games.great_machine.parts import HAND
from enginehouse.games.great_machine.rats import protected, rat_in, sits, total
from enginehouse.games.great_machine.state import State

STATEMENTS = (
    Statement("alive", 600, "{whose} rat lives", "{whose} rat dies", is_so=True),
    Statement("pellets", 100, "pellet for {whose} rat", "pellets for {whose} rat"),
    Statement("fed next", 60, "the pipes end at {whose} rat", "the pipes do not end at {whose} rat", is_so=True),
    Statement("shocked next", -70, "the motor is at {whose} rat’s cage", "the motor is not at {whose} rat’s cage", is_so=True),
    Statement("shocked after", -30, "the motor reaches {whose} rat next", "the motor does not reach {whose} rat next", is_so=True),
    Statement("safe", 50, "{whose} rat cannot be shocked", "{whose} rat can be shocked", is_so=True),
    Statement("out", -40, "{whose} rat is out of its cage", "{whose} rat is in its cage", is_so=True),
    Statement("turns", 80, "turn for {whose} rat", "turns for {whose} rat"),
    Statement("cards", 25, "card in {whose} hand", "cards in {whose} hand"),
)  # fmt: skip


def numbers(s: State, seat: Seat) -> list[int]:
    """Return these numbers for a seat in a full record."""
    alive = has(s.alive, seat)
    begun = s.cages > 0 and s.placed == s.seats
    safe = alive and protected(s, seat)
    away = ring_distance(s, seat) if begun and not safe else -1
    return [
        int(alive),
        total(s, seat) if alive else 0,
        int(begun and rat_in(s, first_pellet_ends(s, False)) == seat),
        int(away == 0),
        int(away == 1),
        int(safe),
        int(alive and begun and not sits(s, seat)),
        int(s.extra_turns[seat] + s.waiting_turns[seat] - s.lost_turns[seat]),
        count(s, HAND + seat),
    ]
