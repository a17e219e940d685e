"""Hide information in views, and choose it at random in guesses (MN-9).

A guess is a full record that is consistent with a view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.chance import pick
from enginehouse.core.records.events import EVERYBODY
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count, deal_again, undealt
from enginehouse.core.records.listing import add
from enginehouse.core.records.masks import lowest, nth_of, seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import lands, mechs, parts
from enginehouse.games.mechanation.state import MechPlace, State

ONE_BACK = np.zeros(parts.TERRITORIES + 1, np.int64)
"""The back of each territory: all are alike for the functions of `hidden`. The shuffles distinguish them (MN-9.5)."""


@rule
def view_faces(s: State, v: State) -> None:
    """Write into the view `v` which territories are face-up, and which shuffle each face-down territory comes from.

    For a face-down territory at index `k`, whose face the viewer does not know, `v.row[k]` becomes -1 minus the number
    of its last shuffle. Shuffles are numbered in their order, and all viewers know them. The rules are MN-9.1 and
    MN-9.5.
    """
    for k in range(len(s.row)):
        if int(s.known[int(s.row[k])]) == EVERYBODY:
            v.known[int(v.row[k])] = EVERYBODY
        elif int(v.row[k]) < 0:
            v.row[k] = -1 - int(s.batch[k])


@rule
def view_batches(s: State, mine: int, v: State) -> None:
    """Write into `v.listed` in which shuffle each territory was last, if the seat does not know where the territory is.

    All pilots know which territories were shuffled together (MN-9.5). Shuffles are counted from 0, the one at the
    start. `v.listed[piece]` is the number of the shuffle plus 1. `mine` is a mask with the seat's bit only.

    Territories of one kind are equal copies, so the view can renumber them: copies with a known place get the lowest
    numbers of their kind. The others follow, sorted by shuffle.
    """
    unplaced = np.zeros(parts.TERRITORIES + 1, np.int64)
    for k in range(len(s.row)):
        piece = int(s.row[k])
        if int(s.known[piece]) & mine == 0:
            unplaced[piece] = 1 + int(s.batch[k])
    first = 1
    while first <= parts.TERRITORIES:
        last = first
        while last < parts.TERRITORIES and int(parts.KIND_OF[last + 1]) == int(parts.KIND_OF[first]):
            last += 1
        filled = last
        for batch in range(int(s.shuffles) + 1, 0, -1):
            for piece in range(first, last + 1):
                if unplaced[piece] == batch:
                    v.listed[filled] = batch
                    filled -= 1
        first = last + 1


@rule
def view_mechs(s: State, seat: Seat, whole: bool, v: State) -> None:
    """Write the mechs of the pilot `seat` into the view `v` (MN-9.2 to 9.4).

    If `whole` is true, write all of them: in the pilot's own view, or if the game is over. Otherwise write only the
    mechs that were revealed, and the places where the mechs may be.
    """
    posts = mechs.hidden_posts(s, seat)
    for tier in range(parts.TIERS):
        ruled = int(s.ruled[seat][tier])
        if whole or mechs.is_seen(s, seat, tier):
            v.mech[seat][tier] = s.mech[seat][tier]
        if whole or mechs.is_open(s, seat, tier):
            v.place[seat][tier] = s.place[seat][tier]
        elif posts & ~ruled:
            v.place[seat][tier] = MechPlace.UNKNOWN


# -- guesses -----------------------------------------------------------------------------------------------------------


@rule
def somebody_has_set(v: State) -> int:
    """Return a pilot with a set of five, which would have won the game (MN-3.1), or -1."""
    for seat in range(v.seats):
        if lands.has_set(v, seat):
            return seat
    return -1


@rule
def guess_territories(v: State, dice: Numbers) -> int:
    """Choose a random territory for each place of the view `v` whose territory is unknown, and write it into `v`.

    All pilots know which territories were shuffled together when the scrap pile became the deck. So a place gets only
    territories of its own shuffle. While the game runs, no pilot may have a winning set, so if a pilot has one, choose
    all again, up to 64 times. If all these attempts fail, exchange territories (`break_sets`) and return 1. Otherwise
    return 0. `dice` gives the random numbers.
    """
    seen = undealt(v)
    backs = np.zeros(parts.TERRITORIES + 1, np.int64)
    for piece in range(1, parts.TERRITORIES + 1):
        backs[piece] = max(0, int(v.listed[piece]) - 1)
    for _ in range(64):
        deal_again(v, seen, dice, backs)
        if v.reason != 0 or somebody_has_set(v) < 0:
            return 0
    break_sets(v, dice, seen)
    return 1


@rule
def break_sets(v: State, dice: Numbers, seen: Any) -> None:
    """Repair a guess of hidden territories in which a pilot has a winning set, which would have ended the game.

    `v` is the guess. Exchange unknown territories of that pilot with other unknown territories that were shuffled
    together with them, until no pilot has a winning set. `seen` has a number for each place of `v.row`. If it is
    negative, the territory there is unknown. Places with the same negative number have territories that were shuffled
    together.
    """
    seat = somebody_has_set(v)
    for _ in range(200_000):
        if seat < 0:
            return
        one = int(v.start[parts.HELD + seat]) + pick(dice, count(v, parts.HELD + seat))
        other = pick(dice, len(v.row))
        if int(seen[one]) < 0 and int(seen[one]) == int(seen[other]):
            piece = int(v.row[one])
            v.row[one] = int(v.row[other])
            v.row[other] = piece
            seat = somebody_has_set(v)


@rule
def guess_mechs(v: State, tier: int, dice: Numbers) -> None:
    """Draw the unknown mechs of a tier, in the view `v`, from those that no pilot is known to have (MN-9.4).

    `dice` gives the random numbers. Every combination is equally likely.
    """
    first = tier * parts.MECHS_OF_TIER + 1
    loose = np.zeros(parts.MECHS_OF_TIER, np.int64)
    many = 0
    for mech in range(first, first + parts.MECHS_OF_TIER):
        if not is_owned(v, tier, mech):
            many = add(loose, many, mech)
    for seat in range(v.seats):
        if int(v.mech[seat][tier]) == 0:
            chosen = pick(dice, many)
            many -= 1
            v.mech[seat][tier] = int(loose[chosen])
            loose[chosen] = int(loose[many])


@rule
def is_owned(v: State, tier: int, mech: int) -> bool:
    """Return whether this mech, which is of tier `tier`, is known to belong to some pilot."""
    for seat in range(v.seats):
        if int(v.mech[seat][tier]) == mech:
            return True
    return False


@rule
def can_be(v: State, seat: Seat, tier: int, post: int) -> bool:
    """Return whether a pilot's mech of this tier may be the hidden mech at a post, as far as the view knows (MN-9.3).

    A post is a numbered place of a hidden mech.
    """
    return int(v.place[seat][tier]) == MechPlace.UNKNOWN and (int(v.ruled[seat][tier]) >> post) & 1 == 0


@rule
def guess_posts(v: State, seat: Seat, dice: Numbers) -> None:
    """Draw at random which mechs of the pilot `seat` are at its hidden posts, each way equally likely (MN-9.3).

    All other mechs of this pilot whose place is unknown are put into the hand. `dice` gives the random numbers, and `v`
    is changed. If the view already shows where these mechs are, do nothing.
    """
    posts = mechs.hidden_posts(v, seat)
    if posts == 0:
        return
    two = lowest(posts) if posts & (posts - 1) else -1
    one = nth_of(posts, seats_in(posts) - 1)
    ways, at_one, at_two = 0, 0, 0
    for a in range(parts.TIERS):
        for b in range(parts.TIERS):
            if can_be(v, seat, a, one) and (two < 0 or (a != b and can_be(v, seat, b, two))):
                ways += 1
                if pick(dice, ways) == 0:
                    at_one, at_two = a, b
    if ways == 0:
        return
    for tier in range(parts.TIERS):
        if int(v.place[seat][tier]) == MechPlace.UNKNOWN:
            v.place[seat][tier] = MechPlace.HAND
    v.place[seat][at_one] = MechPlace.POST + one
    if two >= 0:
        v.place[seat][at_two] = MechPlace.POST + two
