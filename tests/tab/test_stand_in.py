"""The stand-in for NumPy gives the results of NumPy, and every module that runs in a tab can be imported with it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enginehouse
from enginehouse.table.tab.building.site import STAND_INS

pytestmark = pytest.mark.beside_plain
TYPES = ("int8", "int16", "int32", "int64", "uint8", "float64")
BOUNDS = {name: np.iinfo(name) for name in TYPES if name != "float64"}


def load_small_numpy() -> ModuleType:
    """Return the stand-in as a module under another name."""
    spec = importlib.util.spec_from_file_location("stand_in", STAND_INS / "numpy/__init__.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["stand_in"] = module
    spec.loader.exec_module(module)
    return module


mine: Any = load_small_numpy()


@st.composite
def arrays(draw: st.DrawFn, least: int = 1) -> tuple[Any, Any]:
    """An array of NumPy and the same one of the stand-in, with one to three dimensions."""
    name = draw(st.sampled_from(TYPES))
    shape = draw(st.lists(st.integers(least, 4), min_size=1, max_size=3))
    bounds = BOUNDS.get(name)
    number = st.integers(-1000, 1000).map(float) if bounds is None else st.integers(int(bounds.min), int(bounds.max))
    many = int(np.prod(shape))
    flat = draw(st.lists(number, min_size=many, max_size=many))
    nested = np.array(flat, object).reshape(shape).tolist()
    return np.array(nested, getattr(np, name)), mine.array(nested, getattr(mine, name))


def assert_same(theirs: Any, own: Any) -> None:
    """Fail if a result of the stand-in differs from that of NumPy."""
    if isinstance(theirs, np.ndarray):
        assert (theirs.shape, theirs.tolist()) == (own.shape, own.tolist())
        assert (theirs.dtype.itemsize, theirs.dtype.kind) == (own.dtype.itemsize, own.dtype.kind)
        assert theirs.tobytes() == own.tobytes()
    else:
        assert theirs == own


def draw_key(data: st.DataObject, shape: tuple[int, ...]) -> Any:
    """Draw an index for an array: a number, a slice, or a tuple that begins with numbers."""
    near = st.integers(-shape[0], shape[0] - 1)
    edge = st.one_of(st.none(), st.integers(-5, 5))
    part = st.builds(slice, edge, edge, st.sampled_from([None, 1, 2, -1]))
    many = data.draw(st.integers(0, len(shape)))
    if many < 2:
        return data.draw(st.one_of(near, part))
    return tuple(data.draw(st.integers(-length, length - 1)) for length in shape[:many])


@given(arrays(), st.data())
def test_reading_is_the_same(pair: tuple[Any, Any], data: st.DataObject) -> None:
    theirs, own = pair
    assert_same(theirs, own)
    key = draw_key(data, theirs.shape)
    assert_same(theirs[key], own[key])
    assert [one.tolist() for one in theirs] == [one if len(own.shape) == 1 else one.tolist() for one in own]
    assert (len(theirs), theirs.size, theirs.nbytes, theirs.ndim) == (len(own), own.size, own.nbytes, own.ndim)


@given(arrays(), st.data())
def test_columns_are_the_same(pair: tuple[Any, Any], data: st.DataObject) -> None:
    theirs, own = pair
    if theirs.ndim > 1:
        column = data.draw(st.integers(0, theirs.shape[1] - 1))
        assert_same(theirs[:, column], own[:, column])


@given(arrays(), st.data())
def test_writing_is_the_same(pair: tuple[Any, Any], data: st.DataObject) -> None:
    theirs, own = pair
    key = draw_key(data, theirs.shape)
    if isinstance(key, slice) and key.step not in (None, 1):
        key = slice(key.start, key.stop)
    number = data.draw(st.integers(0, 100))
    theirs[key] = number
    own[key] = number
    assert_same(theirs, own)
    row = theirs[0].copy() if theirs.ndim > 1 else theirs[0]
    theirs[:] = row
    own[:] = own[0].copy() if own.ndim > 1 else own[0]
    assert_same(theirs, own)


@given(arrays())
def test_a_slice_shares_its_numbers_and_a_copy_does_not(pair: tuple[Any, Any]) -> None:
    for one in pair:
        part, copied = one[:1], one.copy()
        part[:] = 7
        assert set(np.ravel(one[0].tolist() if one.ndim > 1 else [one[0]])) == {7}
        assert copied.tolist() != one.tolist() or set(np.ravel(copied[:1].tolist())) == {7}


@given(arrays())
def test_functions_are_the_same(pair: tuple[Any, Any]) -> None:
    theirs, own = pair
    for name in ("min", "max"):
        assert getattr(theirs, name)() == getattr(own, name)()
    assert theirs.astype(np.float64).sum() == own.astype(mine.float64).sum()
    assert_same(np.concatenate([theirs, theirs]), mine.concatenate([own, own]))
    assert_same(theirs.reshape(-1), own.reshape(-1))
    assert_same(theirs.reshape((1, theirs.size)), own.reshape((1, own.size)))
    assert_same(np.frombuffer(theirs.tobytes(), theirs.dtype), mine.frombuffer(own.tobytes(), own.dtype))
    if theirs.dtype.kind == "i":
        assert_same(theirs.astype(np.int64), own.astype(mine.int64))


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=9))
def test_functions_of_sequences_are_the_same(numbers: list[int]) -> None:
    assert_same(np.cumsum(numbers), mine.cumsum(numbers))
    assert_same(np.array(numbers), mine.array(numbers))
    assert_same(np.arange(len(numbers)), mine.arange(len(numbers)))
    for name in ("zeros", "ones"):
        assert_same(getattr(np, name)(len(numbers)), getattr(mine, name)(len(numbers)))
        assert_same(getattr(np, name)([2, 3], np.int8), getattr(mine, name)([2, 3], mine.int8))
    assert_same(np.full((2, len(numbers)), numbers[0], np.int64), mine.full((2, len(numbers)), numbers[0], mine.int64))
    assert (np.log(len(numbers)), np.exp(len(numbers))) == (mine.log(len(numbers)), mine.exp(len(numbers)))


@given(st.lists(st.sampled_from(TYPES), min_size=1, max_size=6), st.booleans(), st.data())
def test_records_have_the_same_bytes(types: list[str], align: bool, data: st.DataObject) -> None:
    shapes = [data.draw(st.sampled_from([(), (3,), (2, 2)])) for _ in types]
    declared = [(f"f{k}", name, shape) for k, (name, shape) in enumerate(zip(types, shapes, strict=True))]
    theirs = np.dtype([(field, getattr(np, name), shape) for field, name, shape in declared], align=align)
    own = mine.dtype([(field, getattr(mine, name), shape) for field, name, shape in declared], align=align)
    assert (theirs.itemsize, theirs.names, theirs.alignment) == (own.itemsize, own.names, own.alignment if align else 1)
    assert {k: at for k, (_, at, *_) in (theirs.fields or {}).items()} == {k: at for k, (_, at) in own.fields.items()}
    one, other = np.zeros(2, theirs), mine.zeros(2, own)
    for field, _, shape in declared:
        flat = data.draw(st.lists(st.integers(0, 100), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))))
        value: Any = np.array(flat).reshape(shape).tolist()
        one[1][field], other[1][field] = value, value
    assert one.tobytes() == other.tobytes()
    again = mine.frombuffer(one.tobytes(), own)
    assert again.tobytes() == one.tobytes()


@pytest.mark.parametrize("name", TYPES[:-1])
def test_types_have_the_same_bounds(name: str) -> None:
    theirs, own = np.iinfo(name), mine.iinfo(getattr(mine, name))
    assert (int(theirs.min), int(theirs.max), theirs.bits) == (own.min, own.max, own.bits)
    assert np.dtype(name) == np.dtype(name) and mine.dtype(getattr(mine, name)) == getattr(mine, name)
    assert mine.dtype(mine.int8) != mine.int64


def test_misfits_are_errors() -> None:
    for one in (np, mine):
        numbers = one.zeros(3, one.int64)
        with pytest.raises(IndexError):
            numbers[3]
        with pytest.raises(IndexError):
            numbers[-4] = 1
        with pytest.raises(ValueError, match="broadcast"):
            numbers[:] = [1, 2]
        with pytest.raises(ValueError, match="multiple"):
            one.frombuffer(b"123", one.int16)


IMPORT_ALL = """
import importlib, pkgutil, sys
import numpy
assert "stand_ins" in numpy.__file__, numpy.__file__
for part in ("core", "games", "bots", "table.in_place", "table.web"):
    package = importlib.import_module("enginehouse." + part)
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
print(len(sys.modules))
"""


def test_every_module_can_be_imported() -> None:
    source = Path(enginehouse.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{STAND_INS}{os.pathsep}{source}", "ENGINEHOUSE_JIT": "0"}
    found = subprocess.run([sys.executable, "-c", IMPORT_ALL], env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) > 300
