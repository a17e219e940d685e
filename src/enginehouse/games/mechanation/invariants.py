"""Check the invariants of Mechanation: facts that are true in every position.

The conformance checks use this module.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from enginehouse.core.records.events import EVERYBODY, bit_of
from enginehouse.core.records.hidden import count_conserved, list_pieces
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import parts, state
from enginehouse.games.mechanation.lands import has_set
from enginehouse.games.mechanation.mechs import find_tier, hidden_posts, is_open
from enginehouse.games.mechanation.state import MechPlace, State

KINDS = parts.KIND_OF.tolist()
HANDS: tuple[int, ...] = ()
"""The zones in which places have no meaning: none, because territories have ordered places everywhere."""
NAMES = [parts.land_name(kind) for kind in range(max(KINDS) + 1)]
ZONES = {
    "deck": parts.DECK,
    "scrap": parts.SCRAP,
    "arena": parts.ARENA,
    **{f"held {seat}": parts.HELD + seat for seat in range(len(parts.ROOM) - parts.HELD)},
}
"""The number of each zone by its name, for `conformance.scenes`."""


def backs(s: State) -> Any:
    """Return a list by territory number: the number of the shuffle that last put the territory into the deck (MN-9.5).

    Number 0 is the shuffle before the game. Face-up territories have 0, too. Players saw which territories were
    shuffled together. So they can distinguish face-down territories from different shuffles, as if these had different
    backs.
    """
    found = [0] * (parts.TERRITORIES + 1)
    for k, piece in enumerate(s.row):
        found[piece] = s.batch[k]
    return found


def placed(s: State) -> None:
    """Correct `s.batch` after a test has moved territories in the record without the rules (MN-9.5).

    For each place of a territory, `s.batch` has the number of the last shuffle of the face-down territory there. The
    function sets this number to 0 for empty places and for territories that all pilots know.
    """
    for k, piece in enumerate(s.row):
        if piece == 0 or s.known[piece] == EVERYBODY:
            s.batch[k] = 0


def conserved(s: State) -> dict[str, int]:
    """Return a dict of numbers that no action changes (MN-1.1).

    The dict has the number of territories in all zones, the number of different territories, and the sum of the
    territories' numbers. If these stay the same, each territory is in one place.
    """
    return count_conserved(s, "territories")


def check(s: State) -> None:
    """Raise AssertionError if a record is impossible: no game can lead to it."""
    for seat in range(s.seats):
        assert s.reason != 0 or not has_set(s, seat), f"seat {seat} has a set, and the game goes on"
        for tier in range(parts.TIERS):
            assert parts.TIER_OF[s.mech[seat][tier]] == tier, f"seat {seat} has mechs {s.mech[seat]}"
            place = s.place[seat][tier]
            assert MechPlace.HAND <= place <= MechPlace.BATTLE, f"a mech is at {place}"
            if MechPlace.POST <= place < MechPlace.BATTLE:
                post = place - MechPlace.POST
                assert s.post_seat[post] == seat + 1, f"a mech of seat {seat} at post {post}, {s.post_seat}"
                assert not s.ruled[seat][tier] >> post & 1, f"seat {seat}, mech {tier} is where it cannot be"
    for post in range(state.POSTS):
        assert s.post_seat[post] == 0 or find_tier(s, post) >= 0, f"nobody stands at post {post}"
    mechs = [s.mech[seat][tier] for seat in range(s.seats) for tier in range(parts.TIERS)]
    assert len(set(mechs)) == len(mechs), f"a mech twice: {mechs}"
    open_or_none = [k for k, piece in enumerate(s.row) if piece == 0 or s.known[piece] == EVERYBODY]
    assert not any(s.batch[k] for k in open_or_none), "an open territory still has a shuffle"
    assert all(s.size[parts.HELD + seat] <= 11 for seat in range(s.seats)), "more territories than can be"


# -- hidden information of a seat, changed and enumerated without the game's view and guess ---------------------------


def _unknown_mechs(s: State, seat: Seat, tier: int) -> list[int]:
    """Return the other pilots whose mech of the tier `tier` is not known to `seat` (MN-9.4).

    At the end of the game, when all mechs are known, return an empty list.
    """
    return [other for other in range(s.seats) if other != seat and s.reason == 0 and not s.seen[other] >> tier & 1]


def _free_mechs(s: State, tier: int) -> list[int]:
    """Return the mechs of a tier that have no pilot in the record `s`.

    Such a mech has left the game, or `s` is a view that does not know its pilot.
    """
    taken = {s.mech[other][tier] for other in range(s.seats)}
    return [mech for mech in range(8 * tier + 1, 8 * tier + 9) if mech not in taken]


def _ways_to_stand(s: State, seat: Seat) -> Iterator[tuple[int, ...]]:
    """Yield every way to place the mechs of the pilot `seat` that is consistent with public information (MN-9.3).

    A way is a tuple with the place of the mech of each tier. In each way, there is a mech at each of the pilot's posts
    (the numbered places of hidden mechs).
    """
    posts = [post for post in range(state.POSTS) if s.post_seat[post] == seat + 1]
    tiers = [tier for tier in range(parts.TIERS) if not is_open(s, seat, tier)]
    for chosen in itertools.permutations(tiers, len(posts)):
        if all(not s.ruled[seat][tier] >> post & 1 for tier, post in zip(chosen, posts, strict=True)):
            places = [s.place[seat][t] if is_open(s, seat, t) else MechPlace.HAND for t in range(parts.TIERS)]
            for tier, post in zip(chosen, posts, strict=True):
                places[tier] = MechPlace.POST + post
            yield tuple(places)


def twin(s: State, seat: Seat, dice: Random) -> None:
    """Change hidden information of a record at random, for a test that `seat` cannot notice the change (MN-9.2 to 9.5).

    The changed information is the mechs of others, their places, and the copies of territories. `dice` draws the
    changes.
    """
    for tier in range(parts.TIERS):
        unknown = _unknown_mechs(s, seat, tier)
        mechs = [s.mech[other][tier] for other in unknown]
        drawn = dice.sample(mechs + _free_mechs(s, tier), len(unknown))
        for other, mech in zip(unknown, drawn, strict=True):
            s.mech[other][tier] = mech
    for other in range(s.seats):
        if other != seat and s.reason == 0:
            s.place[other] = list(dice.choice(list(_ways_to_stand(s, other))))
    where = {s.row[k]: k for k in range(len(s.row)) if s.row[k]}
    for _ in range(6):
        p = dice.randrange(1, parts.TERRITORIES)
        q = p + 1
        if KINDS[p] == KINDS[q]:
            s.row[where[p]], s.row[where[q]] = q, p
            where[p], where[q] = where[q], where[p]
            s.known[p], s.known[q] = s.known[q], s.known[p]


def shrink(s: State, seat: Seat, dice: Random) -> None:
    """Change a record so that little is hidden from a seat, for tests that list every record that a view allows.

    `dice` draws the pieces that stay hidden. The seat then knows all territories but three or four, and all mechs of
    others but one.
    """
    mine = bit_of(seat)
    unknown = [piece for piece in range(1, parts.TERRITORIES + 1) if not s.known[piece] & mine]
    lying = [piece for piece in unknown if any(piece in list_pieces(s, zone) for zone in range(2, len(s.size)))]
    kept = set(dice.sample(lying, min(len(lying), 2)))
    rest = [piece for piece in unknown if piece not in kept]
    kept |= set(dice.sample(rest, min(len(rest), dice.randint(1, 2))))
    for piece in unknown:
        if piece not in kept:
            s.known[piece] |= mine
    others = [(other, tier) for tier in range(parts.TIERS) for other in _unknown_mechs(s, seat, tier)]
    hidden = dice.sample(others, min(len(others), 1))
    for other, tier in others:
        if (other, tier) not in hidden:
            s.seen[other] |= 1 << tier


def deals(v: State, seat: Seat) -> Iterator[Any]:
    """Yield every full record that agrees with the view of a seat.

    A full record has no hidden facts. The records differ in the facts that the seat does not know: the territories in
    hidden places, the mechs of rivals, and the places where hidden mechs stand. All pilots know which territories were
    shuffled together, so a hidden place gets only territories of its own shuffle.
    """
    placed = set(v.row)
    batches: dict[int, list[int]] = {}
    for piece in range(1, parts.TERRITORIES + 1):
        if piece not in placed:
            batches.setdefault(v.listed[piece] - 1, []).append(piece)
    places = {batch: [k for k, piece in enumerate(v.row) if piece == -1 - batch] for batch in batches}
    lands = [[(places[b], order) for order in itertools.permutations(batches[b])] for b in batches]
    mechs = []
    for tier in range(parts.TIERS):
        unknown = [other for other in range(v.seats) if v.mech[other][tier] == 0]
        free = _free_mechs(v, tier)
        mechs.append([(tier, unknown, drawn) for drawn in itertools.permutations(free, len(unknown))])
    ways = [
        list(_ways_to_stand(v, other))
        if other != seat and v.reason == 0 and hidden_posts(v, other)
        else [tuple(v.place[other])]
        for other in range(v.seats)
    ]
    for dealt in itertools.product(*lands):
        world = State.SHAPE.copy(v)
        world.listed = [0] * len(v.listed)
        for at, order in dealt:
            for k, piece in zip(at, order, strict=True):
                world.row[k] = piece
        if v.reason == 0 and any(has_set(world, other) for other in range(v.seats)):
            continue
        for drawn in itertools.product(*mechs):
            for standing in itertools.product(*ways):
                one = State.SHAPE.copy(world)
                for tier, unknown, chosen in drawn:
                    for other, mech in zip(unknown, chosen, strict=True):
                        one.mech[other][tier] = mech
                for other, way in enumerate(standing):
                    one.place[other] = list(way)
                yield one


def deal_key(s: State, v: State, seat: Seat) -> tuple[Any, ...]:
    """Return a key of the hidden information in a record `s` that agrees with the view `v`.

    Tests treat two records with equal keys as the same deal. The key has the kinds of the territories that the view
    does not show, by place. It also has the mechs of all pilots, and where these mechs are.
    """
    lands = tuple(KINDS[s.row[k]] for k in range(len(v.row)) if v.row[k] < 0)
    return lands, tuple(map(tuple, s.mech)), tuple(map(tuple, s.place))
