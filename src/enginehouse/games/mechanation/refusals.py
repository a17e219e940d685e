"""Find the clause of the rules that forbids an action. The clauses are tested one by one, from the seat's view.

A clause is returned as its number in the rulebook, such as 803 for MN-8.3.
"""

from __future__ import annotations

from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat, Zone
from enginehouse.games.mechanation import choices, lands, mechs, parts
from enginehouse.games.mechanation.state import Phase, State

WHOSE = (404, 404, 502, 702, 707, 601, 601, 809, 606, 606, 606)
"""For each phase the clause that says which pilot decides."""


@rule
def why_not(v: State, seat: Seat, action: Action) -> int:
    """Return the number of the rulebook clause that forbids an action, such as 803 for MN-8.3, or 0 if it is legal.

    Call this only if the pilot `seat` has to decide now. `action` is the code of an action of this pilot.
    """
    phase, kind = v.phase, parts.ACTIONS.kind[action]
    if kind == parts.Pass.KIND:
        if phase == Phase.TURN:
            return 401
        return 602 if phase == Phase.SCRAP else 810 if phase == Phase.REAP else 0
    if kind == parts.Turn.KIND:
        if phase != Phase.TURN:
            return 404
        index = parts.Turn.land[action]
        return 401 if index >= count(v, parts.HELD + seat) or lands.is_up(v, parts.HELD + seat, index) else 0
    if kind == parts.Repair.KIND:
        if phase != Phase.WRENCH:
            return 403
        if not mechs.has_in_hand(v, seat, parts.Mech.WRENCH):
            return 803
        return 0 if mechs.is_in_hangar(v, seat, parts.Repair.tier[action]) else 807
    if kind == parts.LookArena.KIND:
        return why_not_look(v, seat, parts.ARENA, parts.LookArena.land[action])
    if kind == parts.Look.KIND:
        return why_not_look(v, seat, parts.HELD + parts.Look.owner[action], parts.Look.land[action])
    if kind == parts.Deploy.KIND:
        return why_not_deploy(v, seat, parts.Deploy.tier[action], parts.Deploy.land[action])
    if kind == parts.Strike.KIND:
        return why_not_strike(v, seat, parts.Strike.tier[action], parts.Strike.owner[action], parts.Strike.land[action])
    if kind == parts.Burrow.KIND:
        return why_not_burrow(v, seat, parts.Burrow.owner[action], parts.Burrow.land[action])
    return why_not_answer(v, seat, action)


@rule
def why_not_look(v: State, seat: Seat, zone: Zone, index: int) -> int:
    """Return the number of the rulebook clause that forbids `seat` to look at a territory, or 0 if the look is legal.

    A pilot may look at a face-down territory if the mech Periscope is in the pilot's hand, and only before the pilot
    deploys a mech in the Arena Phase (MN-5.6, MN-8.8). The territory is at `index` (from 0) of a zone: the Arena or the
    territories of another pilot. A clause number is a whole number, such as 803 for MN-8.3.
    """
    if v.phase != Phase.DEPLOY:
        return 506
    if not mechs.has_in_hand(v, seat, parts.Mech.PERISCOPE) or v.looked != 0:
        return 803
    return 808 if zone == parts.HELD + seat or index >= count(v, zone) or lands.is_up(v, zone, index) else 0


@rule
def why_not_deploy(v: State, seat: Seat, tier: int, index: int) -> int:
    """Return the number of the rulebook clause that forbids `seat` to deploy a mech to a territory, or 0 if it may.

    The mech is that of this tier, and the territory has this `index` (from 0) in the Arena (MN-5.2, MN-5.7). A clause
    number is a whole number, such as 507 for MN-5.7.
    """
    if v.phase != Phase.DEPLOY or not mechs.holds(v, seat, tier) or index >= count(v, parts.ARENA):
        return 502
    if choices.has_sent_mech(v, seat, index):
        return 507
    return 502 if seats_in(mechs.find_posts(v, index)) >= 2 else 0


@rule
def why_not_strike(v: State, seat: Seat, tier: int, owner: int, index: int) -> int:
    """Return the number of the rulebook clause that forbids `seat` to attack with this tier's mech, or 0 if it may.

    The target, at `index` (from 0) of the pilot `owner`, must be a face-up territory of another pilot (MN-6.1). The
    mech must be in the hand of the pilot `seat` (MN-6.4). A clause number is a whole number, such as 604 for MN-6.4.
    """
    if v.phase != Phase.ATTACK or owner == seat or not lands.is_up(v, parts.HELD + owner, index):
        return 601
    return 0 if mechs.holds(v, seat, tier) else 604


@rule
def why_not_burrow(v: State, seat: Seat, owner: int, index: int) -> int:
    """Return the number of the rulebook clause that forbids `seat` to attack with the mech Burrower, or 0 if it may.

    The attacked territory has this `index` (from 0) among those of the pilot `owner`. The number is 803 (MN-8.3) if
    `seat` does not have Burrower in the hand. It is 809 (MN-8.9) if it is not the time for this attack, or if the
    target is wrong.
    """
    if v.phase != Phase.ATTACK and v.phase != Phase.BURROW:
        return 809
    if not mechs.has_in_hand(v, seat, parts.Mech.BURROWER):
        return 803
    return 809 if owner == seat or index >= count(v, parts.HELD + owner) else 0


@rule
def why_not_answer(v: State, seat: Seat, action: Action) -> int:
    """Return the number of the rulebook clause that forbids a pilot's answer to a question, or 0 if it is legal.

    The answer is the action. The questions are whether to defend (MN-6.1), those of the mechs Overclock (MN-7.2) and
    Recaller (MN-7.7), and those of the Scrap Phase (MN-6.2, MN-6.6). A clause number is a whole number, such as 702 for
    MN-7.2.
    """
    phase, kind = v.phase, parts.ACTIONS.kind[action]
    if kind == parts.Defend.KIND:
        if phase != Phase.DEFEND:
            return 601
        return 0 if mechs.holds(v, seat, parts.Defend.tier[action]) else 604
    if kind == parts.Boost.KIND:
        return 0 if phase == Phase.OVERCLOCK else 702
    if kind == parts.Recall.KIND:
        if phase != Phase.RECALL:
            return 707
        tier = parts.Recall.tier[action]
        return 0 if tier != parts.TIER_OF[parts.Mech.RECALLER] and mechs.is_in_hangar(v, seat, tier) else 807
    if kind == parts.GiveUp.KIND:
        if phase != Phase.SCRAP and phase != Phase.REAP:
            return 602
        return 0 if parts.GiveUp.land[action] < count(v, parts.HELD + seat) else 602
    if kind == parts.Guard.KIND:
        if phase != Phase.SCRAP:
            return 606
        return 0 if v.limit == parts.LIMIT and mechs.has_in_hand(v, seat, parts.Mech.WARDEN) else 803
    if phase != Phase.HARVEST:
        return 606
    return 0 if mechs.has_in_hand(v, seat, parts.Mech.HARVESTER) else 803
