"""Events: who notices them, who learns their secret part, and that nothing shows what is left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.records import events
from enginehouse.core.records.events import EVERYBODY, SPECTATOR_BIT, Event, Events, read
from enginehouse.core.rule import entry

NUMBERS = st.integers(-(2**31), 2**31 - 1)
RAW = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.integers(0, EVERYBODY), st.integers(0, EVERYBODY))


def write_events(raw: Any, size: int = 64) -> Events:
    e = Events(size)
    for kind, a, b, c, d, notice, learn in raw:
        events.emit(e, kind, a, b, c, d, notice, learn)
    return e


def test_a_seat_reads_its_own_knowledge_without_gaps() -> None:
    e = write_events(
        [(1, 10, 11, 12, 13, 0b001, 0b001), (2, 20, 21, 22, 23, 0b011, 0b010), (3, 30, 31, 32, 33, 0b100, 0)]
    )
    events.tell(e, 4, 40, 41, 42, 43)
    assert read(e, 0) == [Event(1, 10, 11, 12, 13), Event(2, 20, 21, None, None), Event(4, 40, 41, 42, 43)]
    assert read(e, 1) == [Event(2, 20, 21, 22, 23), Event(4, 40, 41, 42, 43)]
    assert read(e, 2) == [Event(3, 30, 31, None, None), Event(4, 40, 41, 42, 43)]
    assert read(e, -1) == [Event(4, 40, 41, 42, 43)]
    assert read(Events(4), 0) == []


def test_a_spectator_has_a_bit_of_its_own() -> None:
    assert events.bit_of(-1) == SPECTATOR_BIT == 256
    assert [events.bit_of(seat) for seat in range(8)] == [1 << seat for seat in range(8)]
    assert EVERYBODY == 511
    e = write_events([(1, 0, 0, 5, 6, SPECTATOR_BIT, SPECTATOR_BIT)])
    assert read(e, -1) == [Event(1, 0, 0, 5, 6)]
    assert all(read(e, seat) == [] for seat in range(8))


@given(st.lists(RAW, max_size=20), st.integers(-1, 7))
def test_hidden_information_does_not_change_a_seat_s_records(raw: Any, seat: int) -> None:
    mine = events.bit_of(seat)
    noticed = [r for r in raw if r[5] & mine]
    other = [(*r[:3], *(r[3:5] if r[6] & mine else (7, 7)), mine, r[6] & mine) for r in noticed]
    assert read(write_events(raw), seat) == read(write_events(other), seat)
    assert len(read(write_events(raw), seat)) == len(noticed)
    assert all(
        (event.c is None) == (not r[6] & mine) for event, r in zip(read(write_events(raw), seat), noticed, strict=True)
    )


def test_a_list_that_is_full_raises_and_one_that_is_off_takes_nothing() -> None:
    e = write_events([(k, 0, 0, 0, 0, 1, 1) for k in range(3)], size=3)
    with pytest.raises(IndexError):
        events.tell(e, 9, 0, 0, 0, 0)
    assert [event.kind for event in read(e, 0)] == [0, 1, 2]
    silent = Events(1, on=False)
    for _ in range(5):
        events.tell(silent, 9, 0, 0, 0, 0)
    assert silent.count == 0


emit, tell = events.emit, events.tell


@entry
def emit_all(lists: Any, raw: Any) -> None:
    e = lists[0]
    for k in range(len(raw)):
        emit(e, raw[k, 0], raw[k, 1], raw[k, 2], raw[k, 3], raw[k, 4], raw[k, 5], raw[k, 6])
    tell(e, 1, 2, 3, 4, 5)


def load_events(item: Any) -> Events:
    e = Events(len(item["kind"]))
    for name in Events.__slots__:
        setattr(e, name, item[name].tolist())
    return e


def test_compiled_events_are_plain_events(compiled: Any, toy: Any) -> None:
    run = compiled(emit_all, toy("bluff"))
    rng = np.random.default_rng(4)
    for size in (0, 1, 30):
        raw = np.column_stack([rng.integers(-(2**31), 2**31, (size, 5)), rng.integers(0, 512, (size, 2))])
        lists = np.zeros(1, events.events_dtype(31))
        lists["on"] = 1
        run(lists, raw)
        plain = write_events(raw.tolist())
        tell(plain, 1, 2, 3, 4, 5)
        assert [read(load_events(lists[0]), seat) for seat in range(-1, 8)] == [
            read(plain, seat) for seat in range(-1, 8)
        ]
    lists = np.zeros(1, events.events_dtype(2))
    lists["on"] = 1
    with pytest.raises(IndexError):
        run(lists, np.zeros((3, 7), np.int64))
    lists["on"], lists["count"] = 0, 0
    run(lists, np.zeros((3, 7), np.int64))
    assert lists["count"][0] == 0
