"""Check the invariants of Mechanical Beast: facts that are true in every position.

The conformance checks use this module.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import parts, place
from enginehouse.games.mechanical_beast.state import Phase, State

Place = tuple[int, int]


def count_people(s: State) -> int:
    """Return the number of prisoners: those that are still in rooms, and those that players have rescued."""
    return int(sum(s.people) + sum(s.hand))


def conserved(s: State) -> dict[str, int]:
    """Return a dict of numbers that no action changes: the numbers of rooms, of different rooms and of meeples (MB-9).

    Every room is in one place: on the tabletop, gone, in the pile, or with the player that places it.
    """
    tiles = [*s.tile[: s.rooms], *s.pile[: s.left], *([parts.EXIT] if s.phase in (Phase.PLACE, Phase.FACE) else [])]
    return {"rooms": len(tiles), "different rooms": len(set(tiles)), "meeples": s.meeples}


def check(s: State) -> None:
    """Raise AssertionError if a record is impossible: no game can lead to it."""
    rooms = place.list_rooms(s)
    places = {(s.x[n], s.y[n]): n for n in rooms}
    assert len(places) == len(rooms), "two rooms lie in one place"
    assert s.tile[0] == parts.ENTRANCE, "the Entrance is gone"
    assert 0 in rooms, "the Entrance is gone"
    for axis in (0, 1):
        across = [place[axis] for place in places]
        assert max(across) - min(across) < parts.SPAN, f"the map spans too far: {min(across)} to {max(across)}"
    for m in range(parts.MEEPLES):
        assert not s.meeples >> m & 1 or s.at[m] in rooms, f"meeple {m} is in no room"
    for n in range(s.rooms):
        assert not s.people[n] or (n in rooms and parts.TILES[s.tile[n]].people), f"people where there are none: {n}"
    assert s.play != parts.AGAINST or count_people(s) == 0, "there are people although it is played against each other"
    check_doors(s, places)
    check_pile(s)


def check_doors(s: State, places: dict[Place, int]) -> None:
    """Check the numbers of the map that follow from the rooms' places and facings (MB-1.6). Fail if they are wrong.

    The function computes them again: the doors of each room, the label of each room, and the four outermost
    coordinates. Two rooms have the same label (in `s.comp`) if a figure can walk between them. `places` has the number
    of the room at each place (x, y). Raise `AssertionError` for a wrong number.
    """
    steps = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
    open_ = "O" if s.locked else "OG"
    leads: dict[int, set[int]] = {}
    for (_, _), n in places.items():
        sides = parts.TILES[s.tile[n]].sides
        leads[n] = {d for d in steps if sides[(d - s.facing[n]) % 4] in open_}
        assert s.doors[n] == sum(1 << d for d in leads[n]), f"room {n} has other doors"
    for (x, y), n in places.items():
        joined = [
            places[x + dx, y + dy]
            for d, (dx, dy) in steps.items()
            if d in leads[n] and (x + dx, y + dy) in places and (d + 2) % 4 in leads[places[x + dx, y + dy]]
        ]
        assert all(s.comp[n] == s.comp[m] for m in joined), f"room {n} has another label than one joined to it"
    for c in {s.comp[n] for n in places.values()}:
        group, reached = [n for n in places.values() if s.comp[n] == c], {c}
        where = {n: place for place, n in places.items()}
        for _ in group:
            for n in list(reached):
                for d in leads[n]:
                    m = places.get((where[n][0] + steps[d][0], where[n][1] + steps[d][1]))
                    if m is not None and (d + 2) % 4 in leads[m]:
                        reached.add(m)
            if len(reached) == len(group):
                break
        assert reached == set(group), f"the rooms labelled {c} are not those that one can walk to"
        assert c == min(group), f"label {c} is not the least of its rooms"
    xs, ys = [x for x, _ in places], [y for _, y in places]
    assert s.ends == [max(ys), max(xs), min(ys), min(xs)], "the ends of the map are elsewhere"


def check_pile(s: State) -> None:
    """Check that each special room in the pile is at a place that the setup allows (MB-2.2, MB-2.3)."""
    seen = list(s.tile[1 : s.rooms])
    places = {
        tile: k for k, tile in enumerate(reversed(s.pile[: s.left]), start=_size(s) - s.left) if tile > parts.ROOMS
    }
    for tile in (parts.CONTROL, parts.LOCKDOWN, *([parts.EXIT] if _with_exit(s) else [])):
        if tile in places:
            assert places[tile] in set(_ways(s, tile)), f"room {tile} lies at place {places[tile]} of the pile"
        else:
            assert tile in seen or (tile == parts.EXIT and s.play == parts.AGAINST), f"room {tile} is nowhere"
    if s.play == parts.AGAINST and parts.CONTROL in places:
        assert places[parts.EXIT] == places[parts.CONTROL] + 1, "the Emergency Exit does not lie under the Control Room"


def _with_exit(s: State) -> bool:
    return s.play == parts.AGAINST or s.level in (0, 3)


def _size(s: State) -> int:
    return parts.ROOMS + 3 if _with_exit(s) else parts.ROOMS + 2


def _ways(s: State, tile: int) -> list[int]:
    """Return the places in the pile at which the special room `tile` can lie (MB-2.3).

    The list has one item for each equally likely way of cutting and shuffling, so a place can be in it several times.
    """
    slack, group = range(-parts.SLACK, parts.SLACK + 1), range(parts.GROUP + 1)
    if s.play == parts.AGAINST:
        return (
            [parts.CUT_AGAINST + (tile == parts.EXIT) + k for k in slack]
            if tile != parts.LOCKDOWN
            else [parts.ROOMS + 2]
        )
    if tile == parts.EXIT:
        return [parts.CUTS_FOUR[1] + parts.GROUP + 1 + k for k in slack]
    four, three = parts.CUTS_FOUR, parts.CUTS_THREE
    cuts = (four[0], four[2] + parts.GROUP + 2) if _with_exit(s) else (three[0], three[1] + parts.GROUP + 1)
    first = {parts.CONTROL: cuts[0], parts.LOCKDOWN: cuts[1]}
    return [first[tile] + k + spot for k in slack for spot in group]


# -- twins and deals: the pile is hidden, and rooms are not pieces with kinds and backs ------------------------------


def twin(s: State, seat: Seat, dice: random.Random) -> None:
    """Change the hidden order of the pile at random, for a test that `seat` cannot notice the change (MB-2.4).

    The record is changed in place. Ordinary rooms change places, and sometimes a special room moves. `dice` draws the
    changes.
    """
    size = _size(s)
    for tile in (parts.CONTROL, parts.LOCKDOWN, parts.EXIT):
        if tile in s.pile[: s.left] and s.play != parts.AGAINST and dice.random() < 0.5:
            at = s.pile.index(tile)
            to = size - 1 - dice.choice([k for k in _ways(s, tile) if k >= size - s.left])
            s.pile.insert(to, s.pile.pop(at))
    plain = [k for k in range(s.left) if s.pile[k] <= parts.ROOMS]
    if len(plain) > 1:
        a, b = dice.sample(plain, 2)
        s.pile[a], s.pile[b] = s.pile[b], s.pile[a]
    _settle(s)


def _settle(s: State) -> None:
    """Move each special room in the pile to the nearest place that the setup allows for it (MB-2.3).

    Call this after other rooms in the pile have been moved. Such a move can shift a special room by one place.
    """
    size = _size(s)
    for tile in (parts.LOCKDOWN, parts.EXIT, parts.CONTROL):
        if tile in s.pile[: s.left]:
            at = s.pile.index(tile)
            fits = [size - 1 - k for k in _ways(s, tile) if k >= size - s.left]
            if at not in fits:
                to = min(fits, key=lambda k: abs(k - at))
                s.pile[at], s.pile[to] = s.pile[to], s.pile[at]


def deals(v: State, seat: Seat) -> Iterator[Any]:
    """Yield the records that are consistent with a view, each as often as its probability requires (MB-2.4).

    The records differ in the place of the first special room in the pile. Each way to cut and shuffle the pile puts
    this room at a certain place. For each way, records with this place are yielded. The records also differ in the
    order of three ordinary rooms. All other rooms have fixed places, because tests do not compare them (`deal_key`).
    Each record is the object `v` with another pile.
    """
    size, drawn = _size(v), _size(v) - v.left
    held = v.phase in (Phase.PLACE, Phase.FACE)
    waiting = [
        t
        for t in (parts.CONTROL, parts.EXIT, parts.LOCKDOWN)
        if t not in v.tile[: v.rooms] and (t != parts.EXIT or (_with_exit(v) and not held))
    ]
    rest = [t for t in range(1, parts.ROOMS + 1) if t not in v.tile[: v.rooms]]
    ways = [[k for k in _ways(v, t) if k >= drawn] for t in waiting[:1]]
    for places in itertools.product(*ways):
        where = dict(zip(waiting, places, strict=False))
        for t in waiting[1:]:
            where[t] = where[parts.CONTROL] + 1 if v.play == parts.AGAINST and t == parts.EXIT else max(_ways(v, t))
        for first in itertools.permutations(rest[:3]):
            plain = iter([*first, *rest[3:]])
            spots = {k: t for t, k in where.items()}
            for k in range(drawn, size):
                v.pile[size - 1 - k] = spots[k] if k in spots else next(plain)
            yield v


def deal_key(s: State, v: State, seat: Seat) -> tuple[int, ...]:
    """Return a key of the hidden order of the pile. Tests count two records with equal keys as the same.

    The key consists of the place of the first special room in the pile, and the order of the three ordinary rooms in
    the pile that have the lowest numbers.
    """
    pile = list(reversed(s.pile[: s.left]))
    special = next((k for k, t in enumerate(pile) if t > parts.ROOMS), -1)
    least = sorted(t for t in pile if t <= parts.ROOMS)[:3]
    return (special, *(t for t in pile if t in least))
