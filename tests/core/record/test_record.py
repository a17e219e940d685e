"""The three forms of a record, and what each refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.errors import Unreadable
from enginehouse.core.records.fields import INT8, INT16, INT32, INT64, Field
from enginehouse.core.records.record import Shape

SHAPE = Shape(
    "test-record",
    [
        Field("big", INT64),
        Field("tiny", INT8, (3,)),
        Field("table", INT16, (2, 4)),
        Field("deep", INT32, (2, 1, 2)),
        Field("wide", INT64, (2,)),
    ],
)


def whole(kind: Any) -> st.SearchStrategy[int]:
    return st.integers(int(np.iinfo(kind).min), int(np.iinfo(kind).max))


def lists(kind: Any, *dims: int) -> st.SearchStrategy[Any]:
    strategy: st.SearchStrategy[Any] = whole(kind)
    for size in reversed(dims):
        strategy = st.lists(strategy, min_size=size, max_size=size)
    return strategy


@st.composite
def records(draw: st.DrawFn) -> Any:
    s = SHAPE.new()
    s.big = draw(whole(np.int64))
    s.tiny, s.table = draw(lists(np.int8, 3)), draw(lists(np.int16, 2, 4))
    s.deep, s.wide = draw(lists(np.int32, 2, 1, 2)), draw(lists(np.int64, 2))
    return s


@given(records())
def test_a_record_survives_bytes_text_and_arrays(s: Any) -> None:
    data, text = SHAPE.to_bytes(s), SHAPE.to_text(s)
    assert SHAPE.from_bytes(data) == s
    assert SHAPE.from_text(text) == s
    assert SHAPE.to_bytes(SHAPE.from_text(text)) == data
    assert len(data) == SHAPE.dtype.itemsize
    array = SHAPE.array(3)
    SHAPE.store(array, 1, s)
    assert SHAPE.load(array, 1) == s
    assert SHAPE.load(array, 0) == SHAPE.load(array, 2) == SHAPE.new()
    assert array[1:2].tobytes() == data


@given(records(), records())
def test_shared_values_are_the_same_and_no_others_change(s: Any, t: Any) -> None:
    t.wide, t.table[1] = s.wide[:], s.table[1][:]
    before, other = SHAPE.copy(s), SHAPE.copy(t)
    SHAPE.share(s, t)
    assert (s, t) == (before, other)
    assert s.wide is t.wide and s.table[1] is t.table[1]
    assert (s.tiny is t.tiny) == (before.tiny == t.tiny)


@given(records(), records())
def test_copies_share_nothing_and_differences_are_named(s: Any, t: Any) -> None:
    twin = SHAPE.copy(s)
    assert twin == s
    assert SHAPE.differences(s, twin) == []
    twin.table[1][2] = 7 if s.table[1][2] != 7 else 8
    twin.deep[0][0][1] = 7 if s.deep[0][0][1] != 7 else 8
    assert SHAPE.differences(s, twin) == ["table", "deep"]
    assert twin != s
    SHAPE.assign(twin, t)
    assert twin == t
    twin.wide[0] = 1 if t.wide[0] != 1 else 2
    assert twin != t


def test_a_record_is_compared_with_records_of_its_shape_only() -> None:
    other = Shape("test-other", [Field("big", INT64)])
    assert SHAPE.new() != other.new()
    assert SHAPE.new() != 3
    with pytest.raises(TypeError):
        hash(SHAPE.new())


def test_the_text_is_a_line_of_the_values_that_are_not_zero() -> None:
    s = SHAPE.new()
    assert SHAPE.to_text(s) == "{}"
    s.big, s.tiny = -5, [0, 1, 0]
    assert json.loads(SHAPE.to_text(s)) == {"big": -5, "tiny": [0, 1, 0]}
    assert "test-record" in repr(s)
    assert SHAPE.to_text(s) in repr(s)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one JSON object"),
        ("[1, 2]", "this is a list"),
        ("3", "this is a int"),
        ('{"big": 1', "one JSON object"),
        ('{"small": 1}', "no field 'small'"),
        ('{"big": 1.0}', "'big'"),
        ('{"big": true}', "'big'"),
        ('{"big": "1"}', "'big'"),
        ('{"big": 9223372036854775808}', "'big'"),
        ('{"tiny": [1, 2]}', "'tiny'"),
        ('{"tiny": [1, 2, 128]}', "'tiny'"),
        ('{"tiny": [1, 2, null]}', "'tiny'"),
        ('{"tiny": 1}', "'tiny'"),
        ('{"table": [[1, 2, 3, 4]]}', "'table'"),
        ('{"table": [1, 2, 3, 4, 5, 6, 7, 8]}', "'table'"),
        ('{"is_test_record": 1}', "no field"),
        ("[" * 100_000, "one JSON object"),
    ],
)
def test_wrong_text_is_unreadable(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match="test-record") as error:
        SHAPE.from_text(text)
    assert said in str(error.value)


@given(st.text())
def test_any_text_gives_a_record_or_is_unreadable(text: str) -> None:
    try:
        s = SHAPE.from_text(text)
    except Unreadable:
        return
    assert SHAPE.from_text(SHAPE.to_text(s)) == s


@given(
    st.binary(max_size=2 * SHAPE.dtype.itemsize)
    | st.binary(min_size=SHAPE.dtype.itemsize, max_size=SHAPE.dtype.itemsize)
)
def test_any_bytes_give_a_record_or_are_unreadable(data: bytes) -> None:
    if len(data) == SHAPE.dtype.itemsize:
        s = SHAPE.from_bytes(data)
        assert SHAPE.from_bytes(SHAPE.to_bytes(s)) == s
    else:
        with pytest.raises(Unreadable, match=str(len(data))):
            SHAPE.from_bytes(data)


@pytest.mark.parametrize(("name", "value"), [("tiny", [0, 128, 0]), ("table", [[0] * 4, [0, 0, 0, -40_000]])])
def test_a_number_that_does_not_fit_raises(name: str, value: Any) -> None:
    s = SHAPE.new()
    setattr(s, name, value)
    with pytest.raises(OverflowError, match=rf"test-record\.{name}"):
        SHAPE.to_bytes(s)
    s = SHAPE.new()
    s.big = 2**63
    with pytest.raises(OverflowError):
        SHAPE.to_bytes(s)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([Field("a", INT64), Field("a", INT8, (2,))], "named twice"),
        ([Field("a", INT8)], "scalars are int64"),
        ([Field("a", np.uint8, (2,))], "signed"),
        ([Field("a", np.float64, (2,))], "signed"),
        ([Field("is_wrong", INT64)], "named twice"),
    ],
)
def test_wrong_fields_are_refused(fields: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Shape("wrong", fields)


def test_no_two_shapes_have_equal_dtypes() -> None:
    one, other = Shape("one", [Field("a", INT64)]), Shape("other", [Field("a", INT64)])
    assert one.dtype != other.dtype
    assert one.array(1).dtype is one.dtype


def test_plain_records_take_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        SHAPE.new().bigger = 1
