"""What can be chosen, built forwards: who has something to decide, and the lists of legal actions of each decision."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation.lands import all_in, any_lies, faces_down, faces_up
from enginehouse.games.mechanation.mechs import (
    could_hold,
    hand_size,
    has_in_hand,
    hidden_posts,
    holds,
    in_hangar,
    posts_at,
)
from enginehouse.games.mechanation.parts import (
    ARENA,
    HELD,
    LIMIT,
    TIERS,
    Burrow,
    Defend,
    Deploy,
    GiveUp,
    Guard,
    Look,
    LookArena,
    Mech,
    Recall,
    Repair,
    Strike,
    Turn,
)
from enginehouse.games.mechanation.state import ATTACK_POST, Phase, State

# -- who has something to decide; all of this is open to all -----------------------------------------------------------


@rule
def has_mech_at(s: State, seat: Seat, index: int) -> bool:
    """MN-5.7: whether a pilot has already sent a mech to this territory."""
    return posts_at(s, index) & hidden_posts(s, seat) != 0


@rule
def can_deploy_at(s: State, seat: Seat, index: int) -> bool:
    """MN-5.2, MN-5.7: fewer than two mechs, and none of one's own."""
    mechs = 0
    for post in range(ATTACK_POST):
        if s.post_seat[post] != 0 and s.post_at[post] == index:
            mechs += 2 if s.post_seat[post] == seat + 1 else 1
    return mechs < 2


@rule
def something_to_look_at(s: State, seat: Seat) -> bool:
    """MN-8 Periscope: a face-down territory in the Arena or before another pilot."""
    if any_lies(s, ARENA, False):
        return True
    for other in range(s.seats):
        if other != seat and any_lies(s, HELD + other, False):
            return True
    return False


@rule
def may_line_up(s: State, seat: Seat) -> bool:
    """MN-5.2, MN-5.6: whether a pilot has, as far as all know, something to do in this turn."""
    if hand_size(s, seat) > 0:
        for index in range(count(s, ARENA)):
            if can_deploy_at(s, seat, index):
                return True
    return s.looked == 0 and could_hold(s, seat, Mech.PERISCOPE) and something_to_look_at(s, seat)


@rule
def may_attack(s: State, seat: Seat) -> bool:
    """MN-6.1: a mech in the hand, and a face-up territory of another pilot."""
    if hand_size(s, seat) == 0:
        return False
    for other in range(s.seats):
        if other != seat and any_lies(s, HELD + other, True):
            return True
    return False


@rule
def may_burrow(s: State, seat: Seat) -> bool:
    """MN-8.9, MN-9.6: as far as all know Burrower could be in the hand, and another pilot has a territory."""
    if not could_hold(s, seat, Mech.BURROWER):
        return False
    for other in range(s.seats):
        if other != seat and count(s, HELD + other) > 0:
            return True
    return False


# -- lists of legal actions --------------------------------------------------------------------------------------------


@rule
def choices_of_arena(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """MN-5.2, MN-5.6: look with Periscope, deploy a mech; MN-8.4: any mech of the hand."""
    if s.looked == 0 and has_in_hand(s, seat, Mech.PERISCOPE):
        n = add_bits(out, n, LookArena.FIRST, faces_down(s, ARENA))
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, Look.at(other, 0), faces_down(s, HELD + other))
    for tier in range(TIERS):
        if holds(s, seat, tier):
            for index in range(count(s, ARENA)):
                if can_deploy_at(s, seat, index):
                    n = add(out, n, Deploy.at(tier, index))
    return n


@rule
def choices_of_attack(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """MN-6.1: any mech of the hand against any face-up territory of others; MN-8.9: Burrower against any of theirs."""
    if s.phase == Phase.ATTACK:
        for tier in range(TIERS):
            if holds(s, seat, tier):
                for other in range(s.seats):
                    if other != seat:
                        n = add_bits(out, n, Strike.at(tier, other, 0), faces_up(s, HELD + other))
    if has_in_hand(s, seat, Mech.BURROWER):
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, Burrow.at(other, 0), all_in(s, HELD + other))
    return n


@rule
def choices_of_mechs(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """MN-8 Wrench, MN-6.1, MN-8 Recaller: one's mechs that can be repaired, that can defend, or be called back."""
    phase = s.phase
    if phase == Phase.WRENCH and not has_in_hand(s, seat, Mech.WRENCH):
        return n
    first = Repair.FIRST if phase == Phase.WRENCH else Defend.FIRST if phase == Phase.DEFEND else Recall.FIRST
    for tier in range(TIERS):
        if phase == Phase.DEFEND:
            fits = holds(s, seat, tier)
        else:
            fits = in_hangar(s, seat, tier) and not (phase == Phase.RECALL and tier == 1)
        if fits:
            n = add(out, n, first + tier)
    return n


@rule
def choices_of_own(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """MN-4.1, MN-6.2: one's territories that can be turned, or scrapped; MN-8 Warden: the way out of scrapping."""
    if s.phase == Phase.TURN:
        return add_bits(out, n, Turn.FIRST, faces_down(s, HELD + seat))
    n = add_bits(out, n, GiveUp.FIRST, all_in(s, HELD + seat))
    if s.phase == Phase.SCRAP and s.limit == LIMIT and has_in_hand(s, seat, Mech.WARDEN):
        n = add(out, n, Guard.CODE)
    return n
