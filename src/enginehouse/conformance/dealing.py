"""Check that `guess` makes every possible deal, and each with the right probability.

A guess is a full record that is consistent with a seat's view; the rule `guess` makes it. The check counts the deals in
many guesses and compares the counts with a list of all possible deals. So that this list is short, the check uses small
positions: true positions in which all pieces but a few are shown to a seat. The list of deals is made without the
function `deal_unknown`: the pieces that the seat does not know are put into the places that it does not know, in every
order. Only the deals that give the seat the same view and pass the game's `check` are counted.

Some games hide other information than the pieces that the module `core.records.hidden` manages. Such a game lists its
deals itself, in its file `invariants.py` (`deals(v, seat)`), with a key by which deals are counted
(`deal_key(s, v, seat)`). If it would list too many deals, it also has a function of its own to make positions small
(`shrink(s, seat, dice)`).
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from enginehouse.conformance import loops
from enginehouse.conformance.cases import RandomPosition, Report, Skipped, cases_of, check, make_view, positions
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.events import bit_of
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game

ALPHA = 1e-6
MOST_UNKNOWN = 6
MOST_DEALS = 250
PER_CELL, PER_CELL_PLAIN = 25, 8
"""The number of guesses per possible deal, for compiled and for plain rules. There are at least 200 guesses in all."""

Key = tuple[Any, ...]


class Small(NamedTuple):
    """A small position, in which a seat knows all but a few pieces, so that a test can list all deals.

    - `position`: the random position from which it was made
    - `seat`: the seat for which hidden pieces are guessed
    - `s`: the record of the small position
    - `twins`: the number of pieces whose place the seat does not know, although it knows the place of a copy (a piece
      of the same kind)
    """

    position: RandomPosition
    seat: int
    s: Any
    twins: int


def unlikely(counts: list[int], shares: list[float]) -> float:
    """Return the p-value of a chi-square test, by which very unlikely counts of events are noticed.

    `counts` is a list with the number of times that each event was observed. `shares` is a list with the expected share
    of each event, from 0 to 1.
    """
    total = sum(counts)
    square = sum((seen - total * share) ** 2 / (total * share) for seen, share in zip(counts, shares, strict=True))
    return upper_gamma((len(counts) - 1) / 2, square / 2) if len(counts) > 1 else 1.0


def upper_gamma(a: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(a, x).

    The function is computed by its series or, for large x, by its continued fraction.
    """
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for k in range(1, 10_000):
        step = -k * (k - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


# -- small positions ---------------------------------------------------------------------------------------------------


def _places(s: Record) -> list[tuple[int, int]]:
    """Return a list of all places with a piece, each as a pair: the number of its zone, and its index in `s.row`.

    `s.row` is the array with the pieces of all zones, one zone after the other.
    """
    return [(zone, s.start[zone] + k) for zone in range(len(s.size)) for k in range(s.size[zone])]


def _unknown(s: Record, seat: int) -> list[tuple[int, int]]:
    return [(zone, at) for zone, at in _places(s) if not s.known[s.row[at]] & bit_of(seat)]


def shrunk(position: RandomPosition, seat: int, kinds: Any, dice: random.Random) -> Small | None:
    """Return a copy of `position` that is easy to examine, because `seat` knows all pieces in it except a few.

    Return None if fewer than two pieces are hidden from the seat. `dice` draws the pieces that stay hidden, from at
    most three zones (decks, hands and so on). `kinds[piece]` is the kind of each piece. The result also has the number
    of hidden pieces of which the seat knows another copy (a piece of the same kind).
    """
    s = position.copy()
    unknown = _unknown(s, seat)
    if len(unknown) < 2:
        return None
    zones = sorted({zone for zone, _ in unknown})
    kept_zones = set(dice.sample(zones, min(len(zones), dice.randint(1, 3))))
    candidates = [(zone, at) for zone, at in unknown if zone in kept_zones]
    dice.shuffle(candidates)
    kept: list[tuple[int, int]] = []
    for zone in kept_zones:
        kept += [place for place in candidates if place[0] == zone][: max(1, MOST_UNKNOWN // len(kept_zones))]
    kept = kept[: dice.randint(3, MOST_UNKNOWN)]
    for zone, at in unknown:
        if (zone, at) not in kept:
            s.known[s.row[at]] |= bit_of(seat)
    shown = {int(kinds[s.row[at]]) for _, at in _places(s) if s.known[s.row[at]] & bit_of(seat)}
    return Small(position, seat, s, sum(int(kinds[s.row[at]]) in shown for _, at in kept))


def own_small(position: RandomPosition, seat: int, rules: Any, dice: random.Random) -> Small:
    """Return a small position, in which only few arrangements of the hidden information agree with the view of `seat`.

    The function `shrink` of the game's module `invariants` (`rules`) makes it from a copy of `position`. If the module
    has no such function, the returned position is an unchanged copy, because the game needs no smaller one. Call this
    only for a game whose `invariants` has a function `deals`, which lists the possible arrangements. `dice` is a random
    number generator, which `shrink` uses.
    """
    s = position.copy()
    if hasattr(rules, "shrink"):
        rules.shrink(s, seat, dice)
    return Small(position, seat, s, 0)


def small_positions(game: Game, many: int) -> Iterator[Small]:
    """Yield at most `many` small positions of a game, from random games with all numbers of seats and all options.

    A position is small if so little is hidden from a seat that all possible deals can be listed. As a rule, a position
    is made small by showing most of the pieces to the seat, so that only a few, at least two, stay hidden. If the game
    lists its own deals (`deals` of its `invariants.py`), its function `shrink` makes the position small. If there is no
    such function, the position stays unchanged. In each position the game continues, and a single seat has to decide.
    """
    every, rules = cases_of(game), game.invariants
    own = hasattr(rules, "deals")
    found = 0
    for turn in itertools.count():
        if turn == 40:
            return
        for case in every:
            for position in positions(case, 2, f"small {turn} ", wanted=lambda p: p.s.asked == 0 and p.mask != 0):
                dice = random.Random(f"{case} {turn} {position.number}")
                seat = dice.choice(list(case.observers))
                small = own_small(position, seat, rules, dice) if own else shrunk(position, seat, rules.KINDS, dice)
                if small:
                    yield small._replace(position=position.freeze())
                    found += 1
                if found == many:
                    return


# -- the slow enumeration, and the guesses -----------------------------------------------------------------------------


def _key(s: Any, seat: int, rules: Any) -> Key:
    """Return a key of the deal in a record: the kinds of the pieces that the seat does not know, zone by zone.

    Two deals with equal keys count as the same deal. `rules` is the game's `invariants` module. In a zone in which
    places have no meaning (one of `HANDS` in `rules`), the order of the kinds does not matter.
    """
    lying = [(zone, int(rules.KINDS[s.row[at]])) for zone, at in _unknown(s, seat)]
    return tuple(sorted(lying, key=lambda piece: (piece[0], piece[1] if piece[0] in rules.HANDS else 0)))


def _holds(game: Game, s: Record) -> bool:
    holds = getattr(game.invariants, "check", None)
    try:
        if holds:
            holds(s)
    except AssertionError:
        return False
    return True


def every_deal(game: Game, small: Small) -> Counter[Key]:
    """Return a dict with all deals that the view of `small.seat` allows, and the number of arrangements for each deal.

    A deal is a way in which kinds of pieces can lie in the unknown places. It has several arrangements, because copies
    of one kind can change places. The keys of the dict are those of `_key`, or of the game's `deal_key`.
    """
    rules, shape, seat = game.invariants, game.shape, small.seat
    seen = make_view(game, small.s, seat)
    found: Counter[Key] = Counter()
    if hasattr(rules, "deals"):
        for s in rules.deals(shape.copy(seen), seat):
            found[rules.deal_key(s, seen, seat)] += 1
        return found
    places = [at for _, at in _unknown(small.s, seat)]
    pieces = [small.s.row[at] for at in places]
    masks = [small.s.known[piece] for piece in pieces]
    world = shape.copy(small.s)
    for order in itertools.permutations(range(len(pieces))):
        for at, mask, k in zip(places, masks, order, strict=True):
            # The knowledge of a place stays with the place when another piece is put there.
            world.row[at] = pieces[k]
            world.known[pieces[k]] = mask
        if not shape.differences(make_view(game, world, seat), seen) and _holds(game, world):
            found[_key(world, seat, rules)] += 1
    return found


def guessed_deals(game: Game, small: Small, many: int, dice: random.Random) -> Counter[Key]:
    """Return a dict with the number of times that each deal occurs among `many` guesses of the hidden information.

    `small` has a position and a seat, from which a few pieces are hidden. The guesses are made from this seat's view of
    the position. A deal is a way in which the hidden information can be arranged. The keys of the dict are those of
    `every_deal`. The seeds of the guesses are drawn with `dice`.
    """
    rules, shape, seat = game.invariants, game.shape, small.seat
    seen = make_view(game, small.s, seat)
    found: Counter[Key] = Counter()
    ask = compiled(loops.kit_position, game) if jit_possible() else None
    states, out = shape.array(4), np.zeros(16, np.int64)
    shape.store(states, 0, small.s)
    for _ in range(many):
        words = [dice.getrandbits(32) for _ in range(8)]
        if ask:
            ask(states, seat, np.array(words, np.int64), out)
            g = _Loaded(states[3]) if not hasattr(rules, "deals") else shape.load(states, 3)
        else:
            g = shape.copy(seen)
            game.rules.guess(g, seat, words)
        found[rules.deal_key(g, seen, seat) if hasattr(rules, "deals") else _key(g, seat, rules)] += 1
    return found


class _Loaded:
    """The fields of a record about hidden pieces (`row`, `start`, `size` and `known` of `hidden.py`) as plain lists.

    `item` is the record as an element of a structured array. The other fields are not read, because converting the
    whole record to plain Python takes far longer.
    """

    def __init__(self, item: Any) -> None:
        self.row, self.start, self.size, self.known = (
            item[name].tolist() for name in ("row", "start", "size", "known")
        )


@check(21, 60, whole_game=True, compiles=True)
def guesses_deal_as_the_cards_would_fall(game: Game, position_count: int) -> Report:
    """Guesses of the hidden information contain each possible deal with the right frequency, and no impossible deal.

    A guess is one random deal of the pieces that a seat does not know. The check makes many guesses in small positions,
    in which these pieces are only a few. It compares how often each deal occurs with its probability, by a chi-square
    test with alpha 1e-6. Return a report as text.
    """
    rules = game.invariants
    if not game.hidden:
        raise Skipped("nothing is hidden")
    assert hasattr(rules, "deals") or hasattr(rules, "KINDS"), (
        f"{game.name}: invariants.py has neither `KINDS` nor `deals`"
    )
    tested = twins = cells = 0
    position_count = position_count if jit_possible() else max(6, position_count // 3)
    for small in small_positions(game, 4 * position_count):
        open_deals = every_deal(game, small)
        if len(open_deals) > MOST_DEALS:
            continue
        where = f"{small.position}, seat {small.seat}, all but {len(open_deals)} deals ruled out"
        assert open_deals, f"{where}: the true deal is missing among the possible deals"
        keys, total = list(open_deals), sum(open_deals.values())
        seed = random.Random(f"deals {tested}")
        guessed = guessed_deals(
            game, small, max(200, (PER_CELL if jit_possible() else PER_CELL_PLAIN) * len(keys)), seed
        )
        impossible = [key for key in guessed if key not in open_deals]
        assert not impossible, f"{where}: a guess has an impossible deal: {impossible[0]}"
        chance = unlikely([guessed[key] for key in keys], [open_deals[key] / total for key in keys])
        assert chance > ALPHA, (
            f"{where}: guesses do not have the right shares of deals (p = {chance:.2g}): {guessed} for {open_deals}"
        )
        tested += 1
        cells += len(keys)
        twins += small.twins > 0
        if tested == position_count:
            break
    assert tested >= (20 if jit_possible() else 6), f"{game.name}: only {tested} small positions"
    copies = not hasattr(rules, "deals") and len(set(rules.KINDS[1:])) < len(rules.KINDS[1:])
    assert twins > 0 or not copies, f"{game.name}: no small position has a hidden piece with a known copy"
    return f"{game.name}: {tested} small positions, {cells} deals, {twins} with an unknown twin of a known copy"
