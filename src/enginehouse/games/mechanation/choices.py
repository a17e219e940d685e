"""Find the choices of each decision: which pilots are asked, and which actions are legal."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import lands, mechs, parts, state
from enginehouse.games.mechanation.state import Phase, State

# -- the pilots that are asked, by public information ------------------------------------------------------------------


@rule
def has_sent_mech(s: State, seat: Seat, index: int) -> bool:
    """Return whether the pilot `seat` has already sent a mech to territory `index` (from 0) of the Arena (MN-5.7)."""
    return mechs.find_posts(s, index) & mechs.hidden_posts(s, seat) != 0


@rule
def can_deploy_mech(s: State, seat: Seat, index: int) -> bool:
    """Return whether the pilot `seat` can deploy a mech to territory `index` (from 0) of the Arena (MN-5.2, MN-5.7).

    The territory must have fewer than two mechs, and no mech of this pilot.
    """
    sent = 0
    for post in range(state.ATTACK_POST):
        if s.post_seat[post] != 0 and s.post_at[post] == index:
            sent += 2 if s.post_seat[post] == seat + 1 else 1
    return sent < 2


@rule
def has_hidden_territory(s: State, seat: Seat) -> bool:
    """Return whether there is a territory that the pilot `seat` can look at with MN-8 Periscope.

    Such a territory lies face-down in the Arena or before another pilot.
    """
    if lands.has_territory(s, parts.ARENA, False):
        return True
    for other in range(s.seats):
        if other != seat and lands.has_territory(s, parts.HELD + other, False):
            return True
    return False


@rule
def may_line_up(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` may be able to deploy a mech or to use Periscope now (MN-5.2, MN-5.6).

    The result depends on public information only. So it can be true although the pilot cannot do either.
    """
    if mechs.hand_size(s, seat) > 0:
        for index in range(count(s, parts.ARENA)):
            if can_deploy_mech(s, seat, index):
                return True
    return s.looked == 0 and mechs.could_hold(s, seat, parts.Mech.PERISCOPE) and has_hidden_territory(s, seat)


@rule
def may_attack(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` has a mech in the hand and another pilot has a face-up territory (MN-6.1)."""
    if mechs.hand_size(s, seat) == 0:
        return False
    for other in range(s.seats):
        if other != seat and lands.has_territory(s, parts.HELD + other, True):
            return True
    return False


@rule
def may_burrow(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` could attack with Burrower, by public information (MN-8.9, MN-9.6).

    This is true if Burrower could be in the hand, and another pilot has a territory.
    """
    if not mechs.could_hold(s, seat, parts.Mech.BURROWER):
        return False
    for other in range(s.seats):
        if other != seat and count(s, parts.HELD + other) > 0:
            return True
    return False


# -- lists of legal actions --------------------------------------------------------------------------------------------


@rule
def choices_of_arena(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, actions of the pilot `seat`: looks with Periscope, and deployments.

    The rules are MN-5.2, MN-5.6 and MN-8.4. Return the new number of actions in `out`.
    """
    if s.looked == 0 and mechs.has_in_hand(s, seat, parts.Mech.PERISCOPE):
        n = add_bits(out, n, parts.LookArena.FIRST, lands.faces_down(s, parts.ARENA))
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, parts.Look.at(other, 0), lands.faces_down(s, parts.HELD + other))
    for tier in range(parts.TIERS):
        if mechs.holds(s, seat, tier):
            for index in range(count(s, parts.ARENA)):
                if can_deploy_mech(s, seat, index):
                    n = add(out, n, parts.Deploy.at(tier, index))
    return n


@rule
def choices_of_attack(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, attacks of the pilot `seat` on face-up territories of others (MN-6.1).

    Any mech of the hand may attack. Burrower may attack face-down territories, too (MN-8.9). Return the new number of
    actions in `out`.
    """
    if s.phase == Phase.ATTACK:
        for tier in range(parts.TIERS):
            if mechs.holds(s, seat, tier):
                for other in range(s.seats):
                    if other != seat:
                        n = add_bits(out, n, parts.Strike.at(tier, other, 0), lands.faces_up(s, parts.HELD + other))
    if mechs.has_in_hand(s, seat, parts.Mech.BURROWER):
        for other in range(s.seats):
            if other != seat:
                n = add_bits(out, n, parts.Burrow.at(other, 0), lands.find_all(s, parts.HELD + other))
    return n


@rule
def choices_of_mechs(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, from index `n` on, actions by which the pilot `seat` chooses one of its mechs.

    The action repairs the mech with Wrench (MN-8), defends with it (MN-6.1), or recalls it from the hangar with
    Recaller (MN-8). Return the new number of actions in `out`.
    """
    phase = s.phase
    if phase == Phase.WRENCH and not mechs.has_in_hand(s, seat, parts.Mech.WRENCH):
        return n
    first = (
        parts.Repair.FIRST
        if phase == Phase.WRENCH
        else parts.Defend.FIRST
        if phase == Phase.DEFEND
        else parts.Recall.FIRST
    )
    for tier in range(parts.TIERS):
        if phase == Phase.DEFEND:
            fits = mechs.holds(s, seat, tier)
        else:
            fits = mechs.is_in_hangar(s, seat, tier) and not (phase == Phase.RECALL and tier == 1)
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
        return add_bits(out, n, parts.Turn.FIRST, lands.faces_down(s, parts.HELD + seat))
    n = add_bits(out, n, parts.GiveUp.FIRST, lands.find_all(s, parts.HELD + seat))
    if s.phase == Phase.SCRAP and s.limit == parts.LIMIT and mechs.has_in_hand(s, seat, parts.Mech.WARDEN):
        n = add(out, n, parts.Guard.CODE)
    return n
