"""Pieces that hide, compared with a model of lists and sets; views that tell nothing; guesses that deal as cards fall."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.conformance.dealing import unlikely
from enginehouse.core.flags import jit_possible
from enginehouse.core.records import hidden
from enginehouse.core.records.chance import seed_chance, seed_dice
from enginehouse.core.records.events import SPECTATOR_BIT, bit_of
from enginehouse.core.records.header import header_fields
from enginehouse.core.records.record import Shape
from enginehouse.core.rule import entry

pytestmark = pytest.mark.untraced

# Six red pieces (kinds 1, 2, 3, two each) and four blue ones (kinds 4 and 5); three ordered zones and one hand.
KINDS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
BACKS = (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1)
CAPACITIES = (10, 10, 4, 10)
HAND = 3
SHAPE = Shape("test-hidden", [*header_fields(), *hidden.hidden_fields(10, list(CAPACITIES))])


def table(*zones: list[int]) -> Any:
    """A record with these pieces in these zones."""
    s = SHAPE.new()
    hidden.lay_out(s, CAPACITIES)
    for zone, pieces in enumerate(zones):
        for piece in pieces:
            hidden.put(s, zone, piece)
    return s


def lying(s: Any) -> list[list[int]]:
    return [s.row[s.start[z] : s.start[z] + s.size[z]] for z in range(len(CAPACITIES))]


def seen_by(s: Any, seat: int) -> Any:
    v = SHAPE.new()
    SHAPE.open_half(s, seat, v)
    mine = bit_of(seat)
    for zone in range(len(CAPACITIES)):
        hidden.view_zone(s, zone, mine, v, BACKS, zone != HAND)
    hidden.renumber(v, mine, KINDS)
    return v


OPERATION = st.tuples(
    st.sampled_from(["move", "draw", "show", "forget", "shuffle", "sort", "insert"]),
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(0, 3),
)


@given(st.lists(OPERATION, max_size=40), st.integers(0, 2**32))
def test_against_a_model_of_lists(operations: list[tuple[str, int, int, int]], seed: int) -> None:
    s = table(list(range(1, 11)))
    seed_chance(s, [seed] * 8)
    model: list[list[int]] = [list(range(1, 11)), [], [], []]
    known = dict.fromkeys(range(1, 11), 0)
    revealed = 0
    for what, zone, index, target in operations:
        row = model[zone]
        if what == "show" and row:
            piece, seats = row[index % len(row)], 1 << target
            revealed += known[piece] | seats != known[piece]
            known[piece] |= seats
            hidden.show(s, piece, seats)
        elif what == "forget":
            known.update(dict.fromkeys(row, 0))
            hidden.forget(s, zone)
        elif what == "shuffle":
            before = s.revealed
            hidden.shuffle(s, zone)
            revealed += s.revealed - before
            known.update(dict.fromkeys(row, 0))
            assert sorted(lying(s)[zone]) == sorted(row)
            assert s.revealed - before >= max(0, len(row) - 1)
            model[zone] = lying(s)[zone]
        elif what == "sort":
            row.sort()
            hidden.sort_zone(s, zone)
        elif what == "insert" and row:
            row.sort()
            hidden.sort_zone(s, zone)
            piece = row.pop(index % len(row))
            row.append(piece)
            row.sort()
            assert hidden.take(s, zone, row.index(piece)) == piece
            hidden.put_sorted(s, zone, piece)
        elif row and (zone == target or len(model[target]) < CAPACITIES[target]):
            place = len(row) - 1 if what == "draw" else index % len(row)
            piece = row.pop(place)
            model[target].append(piece)
            moved = hidden.draw(s, zone, target) if what == "draw" else hidden.move(s, zone, place, target)
            assert moved == piece
        assert lying(s) == model
        assert s.known[1:] == [known[p] for p in range(1, 11)]
        assert s.revealed == revealed
        for z in range(len(CAPACITIES)):
            assert hidden.count(s, z) == len(model[z])
            assert [hidden.at(s, z, k) for k in range(len(model[z]))] == model[z]


def test_memory_beyond_a_zone_is_never_touched() -> None:
    s = table([1], [2], [3, 4, 5, 6], [7])
    with pytest.raises(IndexError, match="full"):
        hidden.move(s, 0, 0, 2)
    with pytest.raises(IndexError, match="full"):
        hidden.put(s, 2, 8)
    for index in (-1, 1, 4):
        with pytest.raises(IndexError, match="no such place"):
            hidden.take(s, 0, index)
    hidden.draw(s, 1, 0)
    with pytest.raises(IndexError, match="empty"):
        hidden.draw(s, 1, 0)
    with pytest.raises(IndexError, match="no such place"):
        hidden.take(s, 1, 0)
    assert lying(s)[2:] == [[3, 4, 5, 6], [7]]
    assert [hidden.room_of(s, z) for z in range(4)] == list(CAPACITIES)


def test_a_piece_that_moves_openly_stays_known_and_a_shuffle_wipes() -> None:
    s = table([1, 2, 3], [])
    seed_chance(s, [1] * 8)
    hidden.show(s, 3, 0b11)
    hidden.show_all(s, 2)
    assert s.revealed == 2
    hidden.show(s, 3, 0b01)
    assert s.revealed == 2, "what is known already is not revealed again"
    hidden.draw(s, 0, 1)
    assert [hidden.knows(s, seat, 3) for seat in (-1, 0, 1, 2)] == [False, True, True, False]
    assert [hidden.knows(s, seat, 2) for seat in (-1, 0, 7)] == [True, True, True]
    s.holds[0] = 4
    hidden.shuffle(s, 0)
    assert s.known[2] == 0
    assert s.known[3] == 3
    assert s.holds[0] == 4, "what a zone holds is known whatever its order"


def test_a_shuffle_is_uniform() -> None:
    s = SHAPE.new()
    seed_chance(s, [5] * 8)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(3000):
        t = table([1, 3, 5, 7])
        t.chance_key, t.chance_count, t.chance_left = s.chance_key, s.chance_count, s.chance_left
        t.chance_block = s.chance_block
        hidden.shuffle(t, 0)
        s = t
        counts[tuple(lying(t)[0])] += 1
    orders = list(itertools.permutations([1, 3, 5, 7]))
    assert unlikely([counts[o] for o in orders], [1 / 24] * 24) > 1e-6


def test_the_copy_that_most_seats_know_is_played_first() -> None:
    s = table([], [], [], [2, 5, 1])
    assert hidden.copy_most_known(s, HAND, 1, KINDS) == 0
    hidden.show(s, 2, 0b001)
    hidden.show(s, 1, 0b011)
    assert hidden.copy_most_known(s, HAND, 1, KINDS) == 2
    assert hidden.copy_most_known(s, HAND, 3, KINDS) == 1
    assert hidden.copy_most_known(s, HAND, 4, KINDS) == -1
    assert hidden.copy_most_known(s, 0, 1, KINDS) == -1


# -- views -------------------------------------------------------------------------------------------------------------


def test_who_is_let_know_a_zone_knows_its_pieces_and_others_stay() -> None:
    s = table([1, 7], [9], [], [8])
    hidden.show(s, 7, 1)
    revealed = s.revealed
    hidden.let_know(s, 0, 2)
    assert [s.known[piece] for piece in (1, 7, 9, 8)] == [2, 3, 0, 0]
    assert s.revealed == revealed


def test_a_view_of_all_zones_is_one_of_each() -> None:
    s, one, each = table([1, 7, 4], [9], [], [8, 3, 6]), SHAPE.new(), SHAPE.new()
    hidden.show(s, 7, 1)
    hidden.show(s, 6, 1)
    for v in (one, each):
        hidden.lay_out(v, CAPACITIES)
        v.size[:] = s.size
    hidden.view_pieces(s, 0, one, KINDS, BACKS, 1 << HAND)
    for zone in range(len(CAPACITIES)):
        hidden.view_zone(s, zone, 1, each, BACKS, zone != HAND)
    hidden.renumber(each, 1, KINDS)
    assert SHAPE.to_bytes(one) == SHAPE.to_bytes(each)
    assert lying(one)[HAND] == [5, -1, -2]


def test_a_view_shows_known_pieces_and_backs() -> None:
    s = table([1, 7, 4], [9], [], [8, 3, 6])
    hidden.show(s, 7, 1)
    hidden.show(s, 3, 1)
    hidden.show_all(s, 6)
    mine, other, anyone = seen_by(s, 0), seen_by(s, 1), seen_by(s, -1)
    assert lying(mine)[:2] == [[-1, 7, -1], [-2]]
    assert [KINDS[p] if p > 0 else p for p in lying(mine)[HAND]] == [2, 3, -2]
    assert lying(other)[0] == [-1, -2, -1]
    assert [KINDS[p] if p > 0 else p for p in lying(other)[HAND]] == [3, -1, -2]
    assert lying(anyone) == lying(other)
    assert mine.known[7] == 1
    assert anyone.known[5] == SPECTATOR_BIT


def test_a_hand_has_no_order_and_a_deck_has() -> None:
    def views(hand: list[int], deck: list[int]) -> tuple[Any, Any]:
        s = table(deck, [], [], hand)
        for piece in hand:
            hidden.show(s, piece, 1)
        hidden.show(s, 7, 2)
        return seen_by(s, 0), seen_by(s, 1)

    base = views([2, 5, 8], [7, 1])
    assert all(views(list(order), [7, 1]) == base for order in itertools.permutations([2, 5, 8]))
    assert views([2, 5, 8], [1, 7]) != base


@given(
    st.permutations(range(1, 11)),
    st.lists(st.integers(0, 3), min_size=10, max_size=10),
    st.integers(0, 2**10 - 1),
    st.data(),
)
def test_no_number_tells_which_copy_it_is(order: list[int], zones: list[int], shown: int, data: st.DataObject) -> None:
    """Two copies that change places (with what is known about their places) look the same to everybody."""
    rows: list[list[int]] = [[], [], [], []]
    for piece, zone in zip(order, zones, strict=True):
        rows[zone if len(rows[zone]) < CAPACITIES[zone] else 0].append(piece)
    holds = data.draw(st.lists(st.integers(0, 3), min_size=4, max_size=4))

    def build(swapped: int) -> Any:
        def other(p: int) -> int:
            return swapped + 1 if p == swapped else swapped if p == swapped + 1 else p

        s = table(*[[other(p) for p in row] for row in rows])
        for piece in range(1, 11):
            if shown >> (piece - 1) & 1:
                hidden.show(s, other(piece), 1 + piece % 2)
        s.holds = holds[:]
        return s

    base = build(-5)
    for swapped in (1, 3, 5, 7, 9):
        for seat in (-1, 0, 1):
            assert seen_by(build(swapped), seat) == seen_by(base, seat)


def test_a_player_who_searched_a_deck_sees_its_cards_but_not_their_order() -> None:
    def views(deck: list[int]) -> list[Any]:
        s = table(deck, [2], [], [4])
        hidden.show_all(s, 2)
        s.holds[0] = 1
        return [seen_by(s, seat) for seat in (-1, 0, 1)]

    base = views([1, 3, 5])
    assert all(views(list(order)) == base for order in itertools.permutations([1, 3, 5]))
    listed = [sorted(KINDS[p] for p in range(1, 11) if v.listed[p] == 1) for v in base]
    assert listed == [[], [1, 2, 3], []]
    assert [v.holds[0] for v in base] == [1, 1, 1], "that somebody looked is open"
    assert views([1, 3, 6])[1] == base[1], "copies look alike"
    assert views([1, 3, 7])[1] != base[1]
    assert views([1, 3, 6])[2] == base[2]


# -- guesses -----------------------------------------------------------------------------------------------------------


def deals(s: Any, seat: int, many: int) -> Counter[Any]:
    """Guesses of a seat's view, by the kinds in every place."""
    found: Counter[Any] = Counter()
    for k in range(many):
        v, dice = seen_by(s, seat), [0] * 4
        seed_dice(dice, 17, k)
        hidden.deal_unknown(v, dice, BACKS)
        assert len({p for row in lying(v) for p in row}) == sum(map(len, lying(v)))
        assert v.listed == [0] * 11
        found[tuple(tuple(KINDS[p] for p in row) for row in lying(v))] += 1
    return found


def count_layouts(s: Any, seat: int) -> Counter[Any]:
    """Every way to lay all ten pieces into the places that gives the seat the same view."""
    base = seen_by(s, seat)
    places = [(z, k) for z, row in enumerate(lying(s)) for k in range(len(row))]
    fixed = {hidden.at(s, z, k): (z, k) for z, k in places if hidden.knows(s, seat, hidden.at(s, z, k))}
    free = [place for place in places if place not in fixed.values()]
    loose = [p for p in range(1, 11) if p not in fixed]
    found: Counter[Any] = Counter()
    for order in itertools.permutations(loose, len(free)):
        where = {**{place: p for p, place in fixed.items()}, **dict(zip(free, order, strict=True))}
        t = table(*[[where[z, k] for k in range(len(row))] for z, row in enumerate(lying(s))])
        t.holds = s.holds[:]
        for piece in fixed:
            t.known[piece] = s.known[piece]
        if seen_by(t, seat) == base:
            found[tuple(tuple(KINDS[p] for p in row) for row in lying(t))] += 1
    return found


def known_twin() -> Any:
    """Copy 1 of kind 1 lies open, its twin hides."""
    s = table([3, 5], [1], [], [2])
    hidden.show_all(s, 1)
    return s


def looked_through() -> Any:
    """Seat 0 knows what the deck holds, and one of its pieces; the twin of one lies in the hand."""
    s = table([2, 3, 5], [1], [], [4])
    hidden.show(s, 5, 1)
    s.holds[0] = 1
    return s


def two_backs() -> Any:
    """A zone of both backs that was looked through, beside one that was not."""
    s = table([1, 7, 3], [9], [], [])
    s.holds[0] = 3
    return s


@pytest.mark.parametrize("build", [known_twin, looked_through, two_backs], ids=lambda f: f.__name__)
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_unknown_pieces_are_dealt_as_they_would_fall(build: Any, seat: int) -> None:
    s = build()
    expected = count_layouts(s, seat)
    guessed = deals(s, seat, (25 if jit_possible() else 8) * len(expected) + 100)
    assert set(guessed) <= set(expected), "a deal that cannot be"
    keys, total = list(expected), sum(expected.values())
    assert unlikely([guessed[k] for k in keys], [expected[k] / total for k in keys]) > 1e-6


@pytest.mark.parametrize("build", [known_twin, looked_through, two_backs], ids=lambda f: f.__name__)
def test_dealing_again_is_dealing_the_view(build: Any) -> None:
    """Whatever was dealt before, also where what a zone holds is listed."""
    once = seen_by(build(), 0)
    seen = hidden.undealt(once)
    hidden.deal_unknown(once, [1, 2, 3, 4], BACKS)
    for dice in ([5, 6, 7, 8], [9, 10, 11, 12]):
        fresh = seen_by(build(), 0)
        hidden.deal_unknown(fresh, [*dice], BACKS)
        hidden.deal_again(once, seen, [*dice], BACKS)
        assert (once.row, once.listed) == (fresh.row, fresh.listed)


def test_a_view_that_cannot_be_raises() -> None:
    v = table([1, 2])
    v.row[0:2] = [-2, -2]
    for _ in range(3):
        hidden.put(v, 3, -2)
    with pytest.raises(IndexError, match="more unknown places than pieces"):
        hidden.deal_unknown(v, [1, 2, 3, 4], BACKS)


# -- compiled ----------------------------------------------------------------------------------------------------------

lay_out, put, shuffle, draw, move, show, copy_most_known, view_zone, renumber, deal_unknown = (
    hidden.lay_out,
    hidden.put,
    hidden.shuffle,
    hidden.draw,
    hidden.move,
    hidden.show,
    hidden.copy_most_known,
    hidden.view_zone,
    hidden.renumber,
    hidden.deal_unknown,
)


@entry
def play_through(states: Any, words: Any, dice: Any) -> int:
    s, v = states[0], states[1]
    lay_out(s, CAPACITIES)
    seed_chance(s, words)
    for piece in range(1, 11):
        put(s, 0, piece)
    shuffle(s, 0)
    for k in range(5):
        show(s, draw(s, 0, HAND), 1 + (int(words[k]) & 3))
    s.holds[0] = 1 + (int(words[5]) & 1)
    best = copy_most_known(s, HAND, 1 + (int(words[6]) % 5), KINDS)
    if best >= 0:
        move(s, HAND, best, 1)
    for zone in range(4):
        view_zone(s, zone, 1, v, BACKS, zone != HAND)
    renumber(v, 1, KINDS)
    deal_unknown(v, dice, BACKS)
    return best


def test_compiled_pieces_are_plain_pieces(compiled: Any, toy: Any) -> None:
    run = compiled(play_through, toy("bluff"))
    rng = random.Random(1)
    for _ in range(60):
        words = [rng.getrandbits(32) for _ in range(8)]
        plain = [SHAPE.new(), SHAPE.new()]
        best = play_through(plain, words, [1, 2, 3, 4])
        states = SHAPE.array(2)
        assert run(states, np.array(words, np.int64), np.array([1, 2, 3, 4], np.int64)) == best
        assert SHAPE.load(states, 0) == plain[0]
        assert SHAPE.load(states, 1) == plain[1]
