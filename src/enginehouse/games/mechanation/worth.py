"""Judge territories for hints: the sets that a territory completes, enlarges or breaks, as far as a pilot knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import seats_in, seats_of
from enginehouse.core.terms import Seat, Zone
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanation import lands, mechs, parts, rules, state
from enginehouse.games.mechanation.state import State

LARGE = 2
"""The minimum size of another set that is worth a territory. Set by hand; not measured."""
MAYBE_FIVE, MAYBE, UNSURE = 30, 4, 1.5
"""The weights of reasons to go for a face-down territory (`core.words.plans.claim`), about win chance in percent.

`MAYBE_FIVE` counts if the territory may complete a set of five, `MAYBE` for each territory of the set that it may
enlarge. Both are multiplied by the chance. `UNSURE` is added if no open territory would do. Set by hand; not measured.
"""


class Growth(NamedTuple):
    """The use of one more territory for a pilot: it enlarges the pilot's largest set, or makes another set as large.

    `size` is the number of territories in the largest set afterwards.
    """

    plan: str
    """The plan that the territory serves: "complete", "two sets", "grow" or "second set"."""
    size: int
    what: str
    """The colour or number of the set in words, or both."""

    def say(self, land: str) -> str:
        """Return a sentence about the set that a pilot has with the territory `land`: its size and its property.

        `land` is the territory in words. The property is a colour or number. The sentence begins with a space.
        """
        if self.plan == "complete":
            return f" With {land} you complete your five ({self.what})."
        amount = f"another set of {self.size}" if self.plan == "second set" else f"{self.size} of five"
        return f" With {land} you have {amount} ({self.what})."


def see(s: State, seat: Seat) -> State:
    """Return the view of a pilot: the record `s` without the facts that are hidden from the pilot (MN-9)."""
    v: State = state.SHAPE.new()
    rules.view(s, seat, v)
    return v


def find_kind(s: State, zone: Zone, index: int) -> int:
    """Return the kind of the territory at `index` (from 0) of a zone."""
    return int(parts.KIND_OF[at(s, zone, index)])


def is_known(s: State, seat: Seat, zone: Zone, index: int) -> bool:
    """Return whether the pilot `seat` knows the territory at `index` (from 0) of a zone."""
    piece = int(at(s, zone, index))
    return piece > 0 and bool(int(s.known[piece]) >> seat & 1)


def tally_open(s: State, seat: Seat) -> int:
    """Return how many face-up territories of each colour and number a pilot has, packed into one number.

    `lands.tally` packs the counts in the same way.
    """
    ups = (k for k in range(count(s, parts.HELD + seat)) if lands.is_up(s, parts.HELD + seat, k))
    return sum(int(parts.MARK_OF[find_kind(s, parts.HELD + seat, k)]) for k in ups)


def list_sizes(total: int) -> list[int]:
    """Return ten sizes of a pilot's sets: those of the sets of each colour, then of the sets of the numbers 1 to 5.

    The size of a set is the number of territories with that colour or number. `total` has all ten sizes packed into one
    number, as `lands.tally` returns it.
    """
    return [total >> parts.FIELD * k & parts.COUNT_MASK for k in range(parts.LAND_SETS)]


def name_set(k: int) -> str:
    """Return in words the property of territories with index `k`: a colour, or for example "number 3".

    Index `k` is 0 to 4 for a colour, and 5 to 9 for the numbers 1 to 5.
    """
    return parts.COLOURS[k] if k < 5 else f"number {k - 4}"


def find_growth(total: int, kind: int) -> Growth | None:
    """Return how one more territory would improve the sets of a pilot, or None if it would not.

    A set is all territories of the pilot with the same colour or the same number. `kind` is the number of the new
    territory's kind (its colour and number, or WILD). `total` has the pilot's number of territories of each colour and
    number, packed into one number by `lands.tally`. A territory helps if it enlarges the largest set, or if it brings
    another set of at least two territories to the size of the largest.
    """
    now, then = max(list_sizes(total)), list_sizes(total + int(parts.MARK_OF[kind]))
    size = max(then)
    names = [name_set(k) for k in range(parts.LAND_SETS) if then[k] == size]
    if size >= parts.SET_TO_WIN:
        return Growth("complete", size, names[0])
    if size > now:
        is_twice = kind != parts.WILD and len(names) > 1
        return Growth("two sets", size, " and ".join(names)) if is_twice else Growth("grow", size, names[0])
    if size < LARGE or kind == parts.WILD:
        return None
    new = [k for k in (kind // 5, 5 + kind % 5) if then[k] == size]
    return Growth("second set", size, " and ".join(map(name_set, new))) if new else None


WEIGHTS = {"complete": 12.0, "two sets": 4.5, "grow": 4.0, "second set": 1.5}
"""By the name of a plan: the weight of a reason to go for a territory, for each territory of the set."""


def claim_growth(s: State, seat: Seat, kind: int, how: str) -> Iterator[Claim]:
    """Yield a reason (`Claim`) to go for a territory of this kind if it helps the largest sets of the pilot `seat`.

    It helps if it enlarges the pilot's largest set, or makes another set as large. `how` is a further sentence for the
    reason, about the battle for the territory, or "".
    """
    found = find_growth(lands.tally(s, seat), kind)
    if found is None:
        return
    slots: dict[str, int | str] = {"land": parts.land_name(kind), "what": found.what, "how": how}
    if found.plan != "complete":
        slots["size"] = found.size
    yield claim(found.plan, WEIGHTS[found.plan] * found.size, **slots)


def find_strongest_rival(s: State, others: Iterable[Seat], kind: int) -> tuple[int, int]:
    """Return the pilot for whom one more territory of this kind makes the largest set, and the size of this set.

    Only those pilots of `others` count whose largest set grows by the territory. Sets are counted in face-up
    territories. If there is no such pilot, return -1 and 0.
    """
    found = []
    for other in others:
        now = tally_open(s, other)
        then = int(lands.find_largest(now + int(parts.MARK_OF[kind])))
        if then > lands.find_largest(now):
            found.append((then, -other))
    return (-max(found)[1], max(found)[0]) if found else (-1, 0)


def count_helpful(s: State, seat: Seat) -> tuple[int, int]:
    """Return how many of the territories that the pilot `seat` does not see would enlarge the pilot's largest set.

    The second number is the number of all territories that the pilot does not see.
    """
    zones = range(parts.HELD + int(s.seats))
    pieces = ((zone, k) for zone in zones for k in range(count(s, zone)))
    seen = {int(at(s, zone, k)) for zone, k in pieces if at(s, zone, k) > 0 and is_known(s, seat, zone, k)}
    unseen = [int(parts.KIND_OF[piece]) for piece in range(1, len(parts.KIND_OF)) if piece not in seen]
    total = lands.tally(s, seat)
    size = lands.find_largest(total)
    good = sum(int(lands.find_largest(total + int(parts.MARK_OF[kind]))) > size for kind in unseen)
    return good, len(unseen)


def list_posted(s: State, index: int) -> list[Seat]:
    """Return the pilots with a mech at the territory with this index (from 0) of the Arena."""
    return [int(s.post_seat[post]) - 1 for post in seats_of(mechs.find_posts(s, index))]


def list_open(s: State, seat: Seat) -> list[int]:
    """Return the indices of the face-up territories of the Arena to which the pilot can still send a mech (MN-5.2)."""
    ups = (k for k in range(count(s, parts.ARENA)) if lands.is_up(s, parts.ARENA, k))
    return [k for k in ups if seats_in(mechs.find_posts(s, k)) < 2 and seat not in list_posted(s, k)]


def is_helpful(s: State, seat: Seat, index: int) -> bool:
    """Return whether the face-up territory with this index of the Arena enlarges the pilot's largest set."""
    found = find_growth(lands.tally(s, seat), find_kind(s, parts.ARENA, index))
    return found is not None and found.plan != "second set"


def list_helpful(s: State, seat: Seat) -> list[int]:
    """Return the indices (from 0) of the face-up territories of the Arena that would enlarge the largest set of `seat`.

    Leave out a territory if the pilot `seat` cannot send a mech to it any more (MN-5.2).
    """
    return [k for k in list_open(s, seat) if is_helpful(s, seat, k)]


def claim_unseen(s: State, seat: Seat, later: Sequence[Seat]) -> Iterator[Claim]:
    """Yield a reason (`Claim`) to go for a face-down territory of the Arena if it may enlarge the pilot's largest set.

    The reason says how many of the territories that the pilot `seat` does not see would enlarge the set. `later` are
    the pilots that can still deploy after this turn. If a face-up territory of the Arena enlarges the set for certain,
    and no rival has a mech there or wants it for a set, yield no reason.
    """
    good, many = count_helpful(s, seat)
    size = int(lands.find_largest(lands.tally(s, seat))) + 1
    certain = list_helpful(s, seat)
    wanted = [_say_wanted(s, k, later) for k in certain]
    if not good or not all(wanted):
        return
    if size >= parts.SET_TO_WIN:
        yield claim("maybe five", MAYBE_FIVE * good / many, good=good, many=many)
        return
    ups, only = [k for k in range(count(s, parts.ARENA)) if lands.is_up(s, parts.ARENA, k)], ""
    if wanted:
        only = wanted[0]
    elif list_open(s, seat) and not any(is_helpful(s, seat, k) for k in ups):
        only = " The open one would not." if len(ups) == 1 else " The open ones would not."
    weight = (0 if wanted or not only else UNSURE) + MAYBE * size * good / many
    yield claim("maybe", weight, good=good, many=many, only=only)


def _say_wanted(s: State, index: int, later: Sequence[Seat]) -> str:
    """Return a sentence about a rival that may take the face-up territory number `index` (from 0) of the Arena, or "".

    The sentence begins with a space. It names a rival with a mech there. Otherwise it names a pilot of `later` whose
    largest set the territory would enlarge. `later` are the pilots that can still deploy after this turn. Return "" if
    there is no such rival.
    """
    kind, posted = find_kind(s, parts.ARENA, index), list_posted(s, index)
    land = parts.land_name(kind)
    start = f" {land[0].upper()}{land[1:]} does so for certain, but"
    if posted:
        return f"{start} {{{posted[0]}}} has a mech there."
    rival = find_strongest_rival(s, later, kind)[0]
    return f"{start} {{{rival}}} wants it too." if rival >= 0 else ""


def say_worth(s: State, seat: Seat, zone: Zone, index: int) -> str:
    """Return a sentence, with a space before it, about the use of a territory for the pilot's sets, or "".

    If another territory of the Arena is clearly better for the sets, return "".
    """
    if is_known(s, seat, zone, index):
        kind = find_kind(s, zone, index)
        found = find_growth(lands.tally(s, seat), kind)
        if found and found.plan == "second set" and zone == parts.ARENA and list_helpful(s, seat):
            return ""
        return found.say(parts.land_name(kind)) if found else ""
    if zone == parts.ARENA and list_helpful(s, seat):
        return ""
    good, many = count_helpful(s, seat)
    return f" {good} of the {many} unseen territories would enlarge your largest set." if good else ""


def find_break(s: State, owner: Seat, index: int) -> int:
    """Return the size of the largest set of `owner` if the loss of a certain territory would break it, else 0.

    The lost territory is number `index` (from 0) of `owner`. Only face-up territories count. A set has at least two.
    """
    if not lands.is_up(s, parts.HELD + owner, index):
        return 0
    now = tally_open(s, owner)
    size = int(lands.find_largest(now))
    less = int(lands.find_largest(now - int(parts.MARK_OF[find_kind(s, parts.HELD + owner, index)])))
    return size if size >= LARGE and less < size else 0
