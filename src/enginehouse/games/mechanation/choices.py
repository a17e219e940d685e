"""Find the choices of each decision: which pilots are asked, and which actions are legal."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation.lands import faces_down, faces_up, find_all, has_territory
from enginehouse.games.mechanation.mechs import (
    could_hold,
    find_posts,
    hand_size,
    has_in_hand,
    hidden_posts,
    holds,
    is_in_hangar,
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

# -- the pilots that are asked, by public information ------------------------------------------------------------------


@rule
def has_sent_mech(s: State, seat: Seat, index: int) -> bool:
    """Return whether the pilot `seat` has already sent a mech to territory `index` (from 0) of the Arena (MN-5.7)."""
    return find_posts(s, index) & hidden_posts(s, seat) != 0


@rule
def can_deploy_mech(s: State, seat: Seat, index: int) -> bool:
    """Return whether the pilot `seat` can deploy a mech to territory `index` (from 0) of the Arena (MN-5.2, MN-5.7).

    The territory must have fewer than two mechs, and no mech of this pilot.
    """
    mechs = 0
    for post in range(ATTACK_POST):
        if s.post_seat[post] != 0 and s.post_at[post] == index:
            mechs += 2 if s.post_seat[post] == seat + 1 else 1
    return mechs < 2


@rule
def has_hidden_territory(s: State, seat: Seat) -> bool:
    """Return whether there is a territory that the pilot `seat` can look at with MN-8 Periscope.

    Such a territory lies face-down in the Arena or before another pilot.
    """
    if has_territory(s, ARENA, False):
        return True
    for other in range(s.seats):
        if other != seat and has_territory(s, HELD + other, False):
            return True
    return False


@rule
def may_line_up(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` may be able to deploy a mech or to use Periscope now (MN-5.2, MN-5.6).

    The result depends on public information only. So it can be true although the pilot cannot do either.
    """
    if hand_size(s, seat) > 0:
        for index in range(count(s, ARENA)):
            if can_deploy_mech(s, seat, index):
                return True
    return s.looked == 0 and could_hold(s, seat, Mech.PERISCOPE) and has_hidden_territory(s, seat)


@rule
def may_attack(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` has a mech in the hand and another pilot has a face-up territory (MN-6.1)."""
    if hand_size(s, seat) == 0:
        return False
    for other in range(s.seats):
        if other != seat and has_territory(s, HELD + other, True):
            return True
    return False


@rule
def may_burrow(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` could attack with Burrower, by public information (MN-8.9, MN-9.6).

    This is true if Burrower could be in the hand, and another pilot has a territory.
    """
    if not could_hold(s, seat, Mech.BURROWER):
        return False
    for other in range(s.seats):
        if other != seat and count(s, HELD + other) > 0:
            return True
    return False


# -- lists of legal actions --------------------------------------------------------------------------------------------


@rule
def choices_of_arena(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, actions of the pilot `seat`: looks with Periscope, and deployments.

    The rules are MN-5.2, MN-5.6 and MN-8.4. Return the new number of actions in `out`.
    """
    if s.looked == 0 and has_in_hand(s, seat, Mech.PERISCOPE):
        n = add_bits(out, n, LookArena.FIRST, faces_down(s, ARENA))
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, Look.at(other, 0), faces_down(s, HELD + other))
    for tier in range(TIERS):
        if holds(s, seat, tier):
            for index in range(count(s, ARENA)):
                if can_deploy_mech(s, seat, index):
                    n = add(out, n, Deploy.at(tier, index))
    return n


@rule
def choices_of_attack(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, attacks of the pilot `seat` on face-up territories of others (MN-6.1).

    Any mech of the hand may attack. Burrower may attack face-down territories, too (MN-8.9). Return the new number of
    actions in `out`.
    """
    if s.phase == Phase.ATTACK:
        for tier in range(TIERS):
            if holds(s, seat, tier):
                for other in range(s.seats):
                    if other != seat:
                        n = add_bits(out, n, Strike.at(tier, other, 0), faces_up(s, HELD + other))
    if has_in_hand(s, seat, Mech.BURROWER):
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, Burrow.at(other, 0), find_all(s, HELD + other))
    return n


@rule
def choices_of_mechs(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, actions by which the pilot `seat` chooses one of its mechs.

    The action repairs the mech with Wrench (MN-8), defends with it (MN-6.1), or recalls it from the hangar with
    Recaller (MN-8). Return the new number of actions in `out`.
    """
    phase = s.phase
    if phase == Phase.WRENCH and not has_in_hand(s, seat, Mech.WRENCH):
        return n
    first = Repair.FIRST if phase == Phase.WRENCH else Defend.FIRST if phase == Phase.DEFEND else Recall.FIRST
    for tier in range(TIERS):
        if phase == Phase.DEFEND:
            fits = holds(s, seat, tier)
        else:
            fits = is_in_hangar(s, seat, tier) and not (phase == Phase.RECALL and tier == 1)
        if fits:
            n = add(out, n, first + tier)
    return n


@rule
def choices_of_own(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, actions by which the pilot `seat` chooses one of its own territories.

    The action turns the territory face-up (MN-4.1) or scraps it (MN-6.2). With MN-8 Warden the pilot may refuse to
    scrap. Return the new number of actions in `out`.
    """
    if s.phase == Phase.TURN:
        return add_bits(out, n, Turn.FIRST, faces_down(s, HELD + seat))
    n = add_bits(out, n, GiveUp.FIRST, find_all(s, HELD + seat))
    if s.phase == Phase.SCRAP and s.limit == LIMIT and has_in_hand(s, seat, Mech.WARDEN):
        n = add(out, n, Guard.CODE)
    return n
