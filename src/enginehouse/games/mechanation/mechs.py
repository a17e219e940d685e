"""Move mechs between hand, posts and hangar, and answer questions about where they may be (MN-9.3, MN-9.4).

A post is a numbered place of a hidden mech. General questions about a pilot's mechs (`hand_size`, `could_hold`,
`hidden_posts`) use public information only. So a record and each view of it give the same answers.
"""

from __future__ import annotations

from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import parts, state
from enginehouse.games.mechanation.state import MechPlace, State

LAPS, LAPS_OF_TWO = 1, 2
"""The number of turns of each pilot in the Arena Phase: with more than two pilots, and with two (MN-5.2, MN-5.7)."""


@rule
def count_turns(s: State) -> int:
    """Return the number of turns of all pilots in the Arena Phase of a round (MN-5.2, MN-5.7)."""
    return int((LAPS_OF_TWO if s.seats == 2 else LAPS) * s.seats)


@rule
def holds(s: State, seat: Seat, tier: int) -> bool:
    """Return whether a pilot's mech of this tier is in the hand (MN-1.3).

    On a view, return False if the mech may also be at a post.
    """
    return int(s.place[seat][tier]) == MechPlace.HAND


@rule
def is_in_hangar(s: State, seat: Seat, tier: int) -> bool:
    """Return whether the mech of this tier of the pilot `seat` is in the hangar, in any stage (MN-1.3)."""
    place = int(s.place[seat][tier])
    return MechPlace.STAND_BY <= place <= MechPlace.MALFUNCTIONED


@rule
def hangar_size(s: State, seat: Seat) -> int:
    """Return the number of mechs in the hangar of the pilot `seat`."""
    many = 0
    for tier in range(parts.TIERS):
        if is_in_hangar(s, seat, tier):
            many += 1
    return many


@rule
def is_open(s: State, seat: Seat, tier: int) -> bool:
    """Return whether all pilots see the mech of this tier of the pilot `seat`: it is in the hangar or in battle.

    The rule is MN-9.1.
    """
    place = int(s.place[seat][tier])
    return place == MechPlace.BATTLE or MechPlace.STAND_BY <= place <= MechPlace.MALFUNCTIONED


@rule
def hidden_posts(s: State, seat: Seat) -> int:
    """Return the mask of the posts at which mechs of the pilot `seat` stand.

    A post is a numbered place of a hidden mech, and bit k stands for post k.
    """
    mask = 0
    for post in range(state.POSTS):
        mask |= (1 if s.post_seat[post] == seat + 1 else 0) << post
    return mask


@rule
def find_posts(s: State, index: int) -> int:
    """Return the mask of the posts at the territory with the index `index` (from 0) in the Arena.

    A post is a numbered place of a hidden mech, and bit k stands for post k. Posts are numbered in the order of arrival
    (MN-5.2).
    """
    mask = 0
    for post in range(state.ATTACK_POST):
        mask |= (1 if s.post_seat[post] != 0 and s.post_at[post] == index else 0) << post
    return mask


@rule
def hand_size(s: State, seat: Seat) -> int:
    """Return the number of mechs in the hand of the pilot `seat`, which is public (MN-9.1)."""
    many = 0
    for tier in range(parts.TIERS):
        if not is_open(s, seat, tier):
            many += 1
    return many - seats_in(hidden_posts(s, seat))


@rule
def is_seen(s: State, seat: Seat, tier: int) -> bool:
    """Return whether all pilots know which mech of this tier the pilot `seat` has (MN-9.3)."""
    return bool((s.seen[seat] >> tier) & 1)


@rule
def could_hold(s: State, seat: Seat, mech: int) -> bool:
    """Return whether the pilot `seat` may have this mech in the hand, as far as public information shows (MN-9.6)."""
    tier = (mech - 1) // parts.MECHS_OF_TIER
    if is_seen(s, seat, tier):
        return int(s.mech[seat][tier]) == mech and not is_open(s, seat, tier) and hand_size(s, seat) > 0
    for other in range(s.seats):
        if is_seen(s, other, tier) and int(s.mech[other][tier]) == mech:
            return False
    return hand_size(s, seat) > 0


@rule
def has_in_hand(s: State, seat: Seat, mech: int) -> bool:
    """Return whether the pilot `seat` has this mech in the hand."""
    tier = (mech - 1) // parts.MECHS_OF_TIER
    return int(s.mech[seat][tier]) == mech and holds(s, seat, tier)


# -- new knowledge ----------------------------------------------------------------------------------------------------


@rule
def show_mech(s: State, seat: Seat, tier: int) -> None:
    """Let all pilots know which mech of this tier the pilot `seat` has (MN-9.3)."""
    if not is_seen(s, seat, tier):
        s.seen[seat] |= 1 << tier
        s.revealed += 1


@rule
def seen_in_hand(s: State, seat: Seat, tier: int) -> None:
    """Let all pilots know that the pilot `seat` has the mech of this tier in the hand (MN-7.5).

    So all pilots know, too, that this mech is not at one of the current posts.
    """
    show_mech(s, seat, tier)
    s.ruled[seat][tier] = (1 << s.posts) - 1


# -- moves -------------------------------------------------------------------------------------------------------------


@rule
def place_mech(s: State, seat: Seat, tier: int, post: int, at: int) -> None:
    """Move a pilot's mech of this tier from the hand to a post, the numbered place at which it stands hidden.

    `at` is the index (from 0) of the post's territory in the Arena.
    """
    s.place[seat][tier] = MechPlace.POST + post
    s.post_seat[post] = seat + 1
    s.post_at[post] = at


@rule
def find_tier(s: State, post: int) -> int:
    """Return the tier of the hidden mech that stands at place number `post`: 0 light, 1 medium, 2 heavy.

    Hidden mechs stand at such places: some are in the Arena, and the last is for an attacker. Return -1 if the place is
    empty.
    """
    seat = int(s.post_seat[post]) - 1
    for tier in range(parts.TIERS):
        if int(s.place[seat][tier]) == MechPlace.POST + post:
            return tier
    return -1


@rule
def leave_post(s: State, post: int, place: int) -> None:
    """Move the hidden mech at place number `post`, where it was deployed or attacks, to another `place`.

    `place` is a constant of `MechPlace`: the hand, where the mech stays hidden, or the battle, where it lies face-up.
    """
    seat = int(s.post_seat[post]) - 1
    tier = find_tier(s, post)
    s.place[seat][tier] = place
    s.post_seat[post] = 0
    s.post_at[post] = 0


@rule
def clear_posts(s: State) -> None:
    """Remove all posts (places of hidden mechs) at the end of the round.

    Also clear the facts that pilots knew about the mechs there.
    """
    s.posts = 0
    for seat in range(s.seats):
        for tier in range(parts.TIERS):
            s.ruled[seat][tier] = 0


@rule
def find_mech(s: State, seat: Seat, tier: int) -> int:
    """Return the number of the mech of this tier of the pilot `seat`, or 0 if a view does not know it."""
    return int(s.mech[seat][tier])
