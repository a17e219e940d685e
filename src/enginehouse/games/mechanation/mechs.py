"""Mechs: where each one is, what all know of it (MN-9.3, MN-9.4), and how it moves between hand, posts and hangar.

Everything here that is asked of a pilot's mechs in general (`hand_size`, `could_hold`, `hidden_posts`) uses what is open
to all alone, and so gives the same answer in the record and in every view of it.
"""

from __future__ import annotations

from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation.parts import MECHS_OF_TIER, TIERS
from enginehouse.games.mechanation.state import ATTACK_POST, POSTS, Place, State


@rule
def holds(s: State, seat: Seat, tier: int) -> bool:
    """MN-1.3: whether this mech is in its pilot's hand; in another's view only where that is certain."""
    return int(s.place[seat][tier]) == Place.HAND


@rule
def in_hangar(s: State, seat: Seat, tier: int) -> bool:
    """MN-1.3: whether this mech stands in the hangar, in whatever stage."""
    place = int(s.place[seat][tier])
    return Place.STAND_BY <= place <= Place.MALFUNCTIONED


@rule
def hangar_size(s: State, seat: Seat) -> int:
    """How many mechs stand in a pilot's hangar."""
    many = 0
    for tier in range(TIERS):
        if in_hangar(s, seat, tier):
            many += 1
    return many


@rule
def is_open(s: State, seat: Seat, tier: int) -> bool:
    """MN-9.1: a mech that everybody sees where it is: in the hangar, or fighting."""
    place = int(s.place[seat][tier])
    return place == Place.BATTLE or Place.STAND_BY <= place <= Place.MALFUNCTIONED


@rule
def hidden_posts(s: State, seat: Seat) -> int:
    """The posts at which hidden mechs of a pilot stand, as a mask."""
    mask = 0
    for post in range(POSTS):
        mask |= (1 if s.post_seat[post] == seat + 1 else 0) << post
    return mask


@rule
def posts_at(s: State, index: int) -> int:
    """MN-5.2: the posts, as a mask, of the mechs that were sent to a territory of the Arena, in the order in which they came."""
    mask = 0
    for post in range(ATTACK_POST):
        mask |= (1 if s.post_seat[post] != 0 and s.post_at[post] == index else 0) << post
    return mask


@rule
def hand_size(s: State, seat: Seat) -> int:
    """MN-9.1: how many mechs a pilot has in the hand, which everybody sees."""
    many = 0
    for tier in range(TIERS):
        if not is_open(s, seat, tier):
            many += 1
    return many - seats_in(hidden_posts(s, seat))


@rule
def is_seen(s: State, seat: Seat, tier: int) -> bool:
    """MN-9.3: whether all know which mech of this tier the pilot has."""
    return bool((s.seen[seat] >> tier) & 1)


@rule
def could_hold(s: State, seat: Seat, mech: int) -> bool:
    """MN-9.6: whether a pilot could, as far as all know, have this mech in the hand."""
    tier = (mech - 1) // MECHS_OF_TIER
    if is_seen(s, seat, tier):
        return int(s.mech[seat][tier]) == mech and not is_open(s, seat, tier) and hand_size(s, seat) > 0
    for other in range(s.seats):
        if is_seen(s, other, tier) and int(s.mech[other][tier]) == mech:
            return False
    return hand_size(s, seat) > 0


@rule
def has_in_hand(s: State, seat: Seat, mech: int) -> bool:
    """Whether a pilot has this mech in the hand."""
    tier = (mech - 1) // MECHS_OF_TIER
    return int(s.mech[seat][tier]) == mech and holds(s, seat, tier)


# -- what becomes known ------------------------------------------------------------------------------------------------


@rule
def show_mech(s: State, seat: Seat, tier: int) -> None:
    """MN-9.3: from now on all know this mech as its pilot's."""
    if not is_seen(s, seat, tier):
        s.seen[seat] |= 1 << tier
        s.revealed += 1


@rule
def seen_in_hand(s: State, seat: Seat, tier: int) -> None:
    """MN-7.5: all know that this mech is in the hand now, so it is at none of the posts that there are."""
    show_mech(s, seat, tier)
    s.ruled[seat][tier] = (1 << s.posts) - 1


# -- moves -------------------------------------------------------------------------------------------------------------


@rule
def stand_at(s: State, seat: Seat, tier: int, post: int, at: int) -> None:
    """A mech goes from the hand to a post, hidden."""
    s.place[seat][tier] = Place.POST + post
    s.post_seat[post] = seat + 1
    s.post_at[post] = at


@rule
def tier_at(s: State, post: int) -> int:
    """Which of its pilot's mechs stands at a post."""
    seat = int(s.post_seat[post]) - 1
    for tier in range(TIERS):
        if int(s.place[seat][tier]) == Place.POST + post:
            return tier
    return -1


@rule
def leave_post(s: State, post: int, place: int) -> None:
    """The mech at a post goes elsewhere: unrevealed back to the hand, or open into battle."""
    seat = int(s.post_seat[post]) - 1
    tier = tier_at(s, post)
    s.place[seat][tier] = place
    s.post_seat[post] = 0
    s.post_at[post] = 0


@rule
def clear_posts(s: State) -> None:
    """The round's posts are over: what was ruled out about them is, too."""
    s.posts = 0
    for seat in range(s.seats):
        for tier in range(TIERS):
            s.ruled[seat][tier] = 0


@rule
def mech_in(s: State, seat: Seat, tier: int) -> int:
    """The mech that a pilot has of a tier; 0 where a view does not know it."""
    return int(s.mech[seat][tier])
