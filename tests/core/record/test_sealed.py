"""Sealed choices: nothing tells who has laid one, and their order leaves no trace."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from enginehouse.core.records import sealed
from enginehouse.core.records.header import header_fields
from enginehouse.core.records.record import Shape
from enginehouse.core.rule import entry

SHAPE = Shape("test-sealed", header_fields())


def make_record(seats: int) -> Any:
    s = SHAPE.new()
    sealed.ask(s, seats)
    return s


def view(s: Any, seat: int) -> Any:
    v = SHAPE.new()
    SHAPE.open_half(s, seat, v)
    return v


def test_a_window_opens_with_the_last_answer() -> None:
    s = make_record(0b1011)
    assert sealed.pending(s) == 0b1011
    assert not sealed.lay(s, 3, 7)
    assert sealed.pending(s) == 0b0011
    assert not sealed.lay(s, 0, 5)
    assert sealed.lay(s, 1, 6)
    assert sealed.pending(s) == 0
    assert s.answer == [5, 6, 0, 7, 0, 0, 0, 0]
    assert s.revealed == s.opened == 0
    sealed.close(s)
    assert (s.asked, s.laid, s.answer, s.opened, s.revealed) == (0, 0, [0] * 8, 1, 1)


@pytest.mark.parametrize("seats", [0b1, 0b11, 0b1110, 0b10000001])
def test_the_order_of_answers_leaves_no_trace(seats: int) -> None:
    members = [seat for seat in range(8) if seats >> seat & 1]
    found = []
    for order in itertools.permutations(members):
        s = make_record(seats)
        opened = [sealed.lay(s, seat, 10 + seat) for seat in order]
        assert opened == [False] * (len(members) - 1) + [True]
        found.append(s)
    assert all(s == found[0] for s in found)


def test_a_view_holds_its_own_answer_and_nothing_of_the_others() -> None:
    before = make_record(0b111)
    after = make_record(0b111)
    sealed.lay(after, 1, 9)
    for seat in (-1, 0, 2, 5):
        assert view(after, seat) == view(before, seat)
        assert sealed.pending(view(after, seat)) == 0b111
    mine = view(after, 1)
    assert (mine.asked, mine.laid, mine.answer) == (0b111, 0b010, [0, 9, 0, 0, 0, 0, 0, 0])


def test_a_new_window_forgets_the_last_one() -> None:
    s = make_record(0b11)
    sealed.lay(s, 0, 4)
    sealed.ask(s, 0b110)
    assert (s.asked, s.laid, s.answer) == (0b110, 0, [0] * 8)


def test_views_of_a_window_differ_in_nothing_else() -> None:
    s = make_record(0b11)
    sealed.lay(s, 0, 4)
    assert set(SHAPE.differences(view(s, 0), view(s, 1))) == {"laid", "answer", "viewer"}
    assert {field.name for field in SHAPE.declared if field.who == "custom"} > {"laid", "answer"}


ask, pending, lay, close, open_half = sealed.ask, sealed.pending, sealed.lay, sealed.close, SHAPE.open_half


@entry
def window(states: Any, stop: int) -> int:
    s = states[0]
    ask(s, 0b1101)
    total = 0
    for seat in (2, 0, 3):
        if total < stop:
            if lay(s, seat, 20 + seat):
                close(s)
            total += 1
    for seat in range(-1, 4):
        open_half(s, seat, states[2 + seat])
    return total * 1000 + pending(s)


def test_compiled_windows_are_plain_windows(compiled: Any, toy: Any) -> None:
    run = compiled(window, toy("bluff"))
    for stop in range(4):
        plain = [SHAPE.new() for _ in range(6)]
        states = SHAPE.array(6)
        assert run(states, stop) == window(plain, stop)
        assert [SHAPE.load(states, k) for k in range(6)] == plain
