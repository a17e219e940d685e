"""Compute a hash of a pilot's knowledge (MN-9), by which a search finds the nodes of its tree."""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count, knows
from enginehouse.core.records.mixing import mixed
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat, Zone
from enginehouse.games.mechanation import lands, mechs, parts, state
from enginehouse.games.mechanation.state import State

KNOWN = 64
"""The number that is added to the kind of a face-down territory whose kind the pilot knows."""


@rule
def sight(s: State, seat: Seat, whole: bool) -> int:
    """Return a hash of a position as the pilot `seat` knows it: the public information and its own mechs.

    If `whole` is true, the hash contains the face-down territories that the pilot knows. `whole` is false for pilots
    that a search only simulates, because their knowledge is random and differs in every guess of the hidden
    information.
    """
    key = mixed(17, int(s.phase) + 32 * int(s.active) + 128 * int(s.alpha) + 1024 * int(s.round))
    key = mixed(key, int(s.at) + 16 * int(s.looked) + 32 * int(s.limit) + 1024 * int(s.attack) + 4096 * int(s.boosted))
    key = mixed(key, int(s.target[0]) + 2 + 16 * (int(s.target[1]) + 2))
    if s.attack != 0:
        key = mixed(key, int(s.side_seat[0]) + 4 * int(s.side_seat[1]))
        key = mixed(key, int(s.side_tier[0]) + 4 * int(s.side_tier[1]))
    for post in range(state.POSTS):
        key = mixed(key, int(s.post_seat[post]) + 8 * int(s.post_at[post]))
    key = lands_seen(s, parts.ARENA, seat, whole, key)
    for other in range(s.seats):
        key = lands_seen(s, parts.HELD + other, seat, whole, key)
        key = mechs_seen(s, other, seat, key)
    return key


@rule
def mechs_seen(s: State, other: Seat, seat: Seat, key: int) -> int:
    """Return the hash `key`, extended by all that `seat` knows about the mechs of the pilot `other` (MN-9.3)."""
    for tier in range(parts.TIERS):
        mech = int(s.mech[other][tier]) if other == seat or mechs.is_seen(s, other, tier) else 0
        place = int(s.place[other][tier]) + 2 if other == seat or mechs.is_open(s, other, tier) else 0
        key = mixed(key, mech + 32 * place + 1024 * int(s.ruled[other][tier]))
    return key


@rule
def lands_seen(s: State, zone: Zone, seat: Seat, whole: bool, key: int) -> int:
    """Return the hash `key`, extended by all that `seat` knows about the territories of a zone.

    If `whole` is false, treat every face-down territory as unknown, even if the seat knows it.
    """
    key = mixed(key, count(s, zone))
    for k in range(count(s, zone)):
        piece, seen = at(s, zone, k), 0
        if lands.is_up(s, zone, k):
            seen = 1 + int(parts.KIND_OF[piece])
        elif whole and piece > 0 and knows(s, seat, piece):
            seen = KNOWN + int(parts.KIND_OF[piece])
        key = mixed(key, seen)
    return key
