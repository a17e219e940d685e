"""Why not: the clauses that forbid an action, asked one by one from the seat's view, as a referee would."""

from __future__ import annotations

from typing import Any

from enginehouse.core.hidden import count
from enginehouse.core.rule import rule
from enginehouse.games.mechanation.choices import has_mech_at, mechs_at
from enginehouse.games.mechanation.lands import is_up
from enginehouse.games.mechanation.mechs import has_in_hand, holds, in_hangar
from enginehouse.games.mechanation.parts import (
    ARENA,
    BOOST,
    BURROW,
    DEFEND,
    DEPLOY,
    GIVE_UP,
    GUARD,
    HELD,
    LIMIT,
    LOOK,
    LOOK_ARENA,
    MOST_ARENA,
    MOST_HELD,
    MOST_SEATS,
    PASS,
    REAP,
    RECALL,
    REPAIR,
    STRIKE,
    TURN,
    Mech,
)
from enginehouse.games.mechanation.state import Phase

WHOSE = (404, 404, 502, 702, 707, 601, 601, 809, 606, 606, 606)
"""For each phase the clause that says whose decision it is."""


@rule
def why_not(v: Any, seat: int, action: int) -> int:
    """0, or the clause that forbids an action of the seat whose decision it is."""
    phase = v.phase
    if action == PASS:
        if phase == Phase.TURN:
            return 401
        return 602 if phase == Phase.SCRAP else 810 if phase == Phase.REAP else 0
    if action < REPAIR:
        if phase != Phase.TURN:
            return 404
        index = action - TURN
        return 401 if index >= count(v, HELD + seat) or is_up(v, HELD + seat, index) else 0
    if action < LOOK_ARENA:
        if phase != Phase.WRENCH:
            return 403
        if not has_in_hand(v, seat, Mech.WRENCH):
            return 803
        return 0 if in_hangar(v, seat, action - REPAIR) else 807
    if action < STRIKE:
        return why_not_in_arena(v, seat, action)
    if action < DEFEND:
        return why_not_attack(v, seat, action)
    return why_not_answer(v, seat, action)


@rule
def why_not_in_arena(v: Any, seat: int, action: int) -> int:
    """MN-5.6, MN-8.8: looking comes before deploying, at what lies face-down; MN-5.2, MN-5.7: where a mech may go."""
    if action < DEPLOY:
        if v.phase != Phase.DEPLOY:
            return 506
        if not has_in_hand(v, seat, Mech.PERISCOPE) or v.looked != 0:
            return 803
        zone, index = ARENA, action - LOOK_ARENA
        if action >= LOOK:
            zone, index = HELD + (action - LOOK) // MOST_HELD, (action - LOOK) % MOST_HELD
        return 808 if zone == HELD + seat or index >= count(v, zone) or is_up(v, zone, index) else 0
    tier, index = (action - DEPLOY) // MOST_ARENA, (action - DEPLOY) % MOST_ARENA
    if v.phase != Phase.DEPLOY or not holds(v, seat, tier) or index >= count(v, ARENA):
        return 502
    if has_mech_at(v, seat, index):
        return 507
    return 502 if mechs_at(v, index) >= 2 else 0


@rule
def why_not_attack(v: Any, seat: int, action: int) -> int:
    """MN-6.1: a face-up territory of another pilot; MN-6.4: a mech of the hand; MN-8.9: Burrower, whatever lies there."""
    if action >= BURROW:
        if v.phase != Phase.ATTACK and v.phase != Phase.BURROW:
            return 809
        if not has_in_hand(v, seat, Mech.BURROWER):
            return 803
        owner, index = (action - BURROW) // MOST_HELD, (action - BURROW) % MOST_HELD
        return 809 if owner == seat or index >= count(v, HELD + owner) else 0
    if v.phase != Phase.ATTACK:
        return 601
    place = (action - STRIKE) % (MOST_SEATS * MOST_HELD)
    owner, index = place // MOST_HELD, place % MOST_HELD
    if owner == seat or not is_up(v, HELD + owner, index):
        return 601
    return 0 if holds(v, seat, (action - STRIKE) // (MOST_SEATS * MOST_HELD)) else 604


@rule
def why_not_answer(v: Any, seat: int, action: int) -> int:
    """MN-6.1 defending, MN-7.2 Overclock's choice, MN-7.7 Recaller, MN-6.2, MN-6.6 the Scrap Phase."""
    phase = v.phase
    if action < BOOST:
        if phase != Phase.DEFEND:
            return 601
        return 0 if holds(v, seat, action - DEFEND) else 604
    if action < RECALL:
        return 0 if phase == Phase.OVERCLOCK else 702
    if action < GIVE_UP:
        if phase != Phase.RECALL:
            return 707
        return 0 if action != RECALL + 1 and in_hangar(v, seat, action - RECALL) else 807
    if action < GUARD:
        if phase != Phase.SCRAP and phase != Phase.REAP:
            return 602
        return 0 if action - GIVE_UP < count(v, HELD + seat) else 602
    if action < REAP:
        if phase != Phase.SCRAP:
            return 606
        return 0 if v.limit == LIMIT and has_in_hand(v, seat, Mech.WARDEN) else 803
    if phase != Phase.HARVEST:
        return 606
    return 0 if has_in_hand(v, seat, Mech.HARVESTER) else 803
