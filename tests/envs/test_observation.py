"""Rows of numbers made of views: every field in its place, within its bounds, nothing lost and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from enginehouse.conformance.cases import make_view
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs import Batch, Layout


@pytest.mark.parametrize("name", games.names())
def test_every_field_that_a_view_can_show_stands_in_its_place(name: str) -> None:
    game, batch = games.get(name), Batch(name, None, 4, seed=3)
    for _ in range(12):
        batch.step(batch.look()[1].argmax(1))
    layout = Layout(name)
    rows = layout.rows(batch.look()[0])
    assert rows.shape == (4, layout.size) and rows.dtype == layout.dtype == np.int64
    assert (layout.low <= rows).all() and (rows <= layout.high).all()
    assert len(layout.low) == len(layout.high) == layout.size
    for k in range(4):
        v = make_view(game, batch.record(k), int(batch.seat[k]))
        for part in layout.parts:
            value = np.array(getattr(v, part.name)).ravel()
            assert rows[k, layout.columns[part.name]].tolist() == value.tolist(), part.name
        assert layout.row(v).tolist() == rows[k].tolist()
        left_out = set(game.shape.fields) - {part.name for part in layout.parts}
        assert all(not np.any(getattr(v, field)) for field in left_out), left_out
    assert {"chance_key", "chance_block", "revealed"} & set(layout.columns) == set()


def test_bits_lose_nothing() -> None:
    batch = Batch("great-machine", 3, 5, seed=1)
    for _ in range(30):
        batch.step(batch.look()[1].argmax(1))
        batch.reset(batch.done)
    views, numbers, bits = batch.look()[0], Layout("great-machine"), Layout("great-machine", "bits")
    rows = bits.rows(views)
    assert rows.dtype == np.int8 and set(np.unique(rows)) == {0, 1}
    assert (bits.low == 0).all() and (bits.high == 1).all() and rows.shape == (5, bits.size)
    known = numbers.rows(views)
    for part in bits.parts:
        width = part.size // max(1, int(np.prod(part.dims, dtype=int)))
        column = rows[:, bits.columns[part.name]].reshape(5, -1, width).astype(np.int64)
        weights = np.array([1 << k for k in range(width - 1)] + [-(1 << (width - 1))], np.int64)
        assert np.array_equal((column * weights).sum(2), known[:, numbers.columns[part.name]]), part.name


def test_a_row_of_twins_is_the_same() -> None:
    """Records that a seat cannot distinguish have the same row: that of its view."""
    match, layout = Match.new("mechanation", 3, seed=4), Layout("mechanation")
    for _ in range(10):
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    seat = match.actors()[0]
    rows = {layout.row(match.guess(seat, seed).view(seat)).tobytes() for seed in range(8)}
    assert rows == {layout.row(match.view(seat)).tobytes()}


def test_rows_are_new_each_time() -> None:
    batch, layout = Batch("mechanica", 2, 2, seed=1), Layout("mechanica")
    first = layout.rows(batch.look()[0])
    kept = first.copy()
    batch.step(batch.mask.argmax(1))
    second = layout.rows(batch.look()[0])
    assert np.array_equal(first, kept) and not np.array_equal(first, second)


def test_wrong_forms_and_views_are_sentences() -> None:
    with pytest.raises(Unreadable, match="made of 'numbers', 'bits', 'one-hot', 'scaled', not of 'pixels'"):
        Layout("mechanica", "pixels")  # type: ignore[arg-type]
    with pytest.raises(Unreadable, match="these are not views of Mechanica"):
        Layout("mechanica").rows(Batch("mechanation", 2, 1).look()[0])


def test_one_hot_has_a_column_for_each_value_and_few_bits_where_there_are_many() -> None:
    batch = Batch("mechanation", 3, 6, seed=1)
    for _ in range(40):
        batch.step(batch.look()[1].argmax(1))
        batch.reset(batch.done)
    numbers, hot = Layout("mechanation"), Layout("mechanation", "one-hot")
    known, rows = numbers.rows(batch.look()[0]), hot.rows(batch.look()[0])
    assert rows.dtype == np.int8 and (hot.low == 0).all() and (hot.high == 1).all() and rows.shape == (6, hot.size)
    assert {part.coded for part in hot.parts} == {"one-hot", "bits"}
    of = {part.name: part for part in hot.parts}
    assert (of["mech"].coded, of["mech"].width, of["mech"].least) == ("one-hot", 25, 0)
    assert (of["place"].coded, of["place"].width, of["place"].least) == ("one-hot", 11, -1)
    assert (of["holds"].coded, of["holds"].width) == ("bits", 9), "masks come apart"
    for part in hot.parts:
        column = rows[:, hot.columns[part.name]].reshape(6, -1, part.width).astype(np.int64)
        if part.coded == "one-hot":
            assert (column.sum(2) == 1).all(), part.name
            column = column.argmax(2) + part.least
        else:
            weights = [1 << k for k in range(part.width - 1)] + [(-1 if part.width == 64 else 1) << (part.width - 1)]
            column = (column * np.array(weights, np.int64)).sum(2) if part.width in (9, 64) else None
        if column is not None:
            assert np.array_equal(column, known[:, numbers.columns[part.name]]), part.name


def test_bounds_are_those_that_are_declared() -> None:
    layout = Layout("mechanation")
    assert layout.high[layout.columns["mech"]].tolist() == [24] * 12 and layout.low[layout.columns["place"]].max() == -1
    assert layout.high[layout.columns["post_seat"]].tolist() == [8] * 5 and layout.low[layout.columns["active"]] == -1


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("name", games.names())
def test_scaled_numbers_are_between_their_bounds_and_keep_their_order(name: str, rotated: bool) -> None:
    batch = Batch(name, None, 6, seed=2)
    for _ in range(20):
        batch.step(batch.look()[1].argmax(1))
        batch.reset(batch.done)
    views = batch.look()[0]
    numbers, scaled = Layout(name, rotated=rotated), Layout(name, "scaled", rotated=rotated)
    known, rows = numbers.rows(views), scaled.rows(views)
    assert rows.dtype == scaled.dtype == np.float32
    assert (scaled.low <= rows).all() and (rows <= scaled.high).all() and len(scaled.low) == scaled.size
    for part, whole in zip(scaled.parts, numbers.parts, strict=True):
        found, number = rows[:, scaled.columns[part.name]], known[:, numbers.columns[part.name]]
        if part.coded == "scaled":
            back = found.astype(np.float64) * (whole.high - whole.low) + whole.low
            assert np.abs(back - number).max() < 1e-3 * max(1, whole.high - whole.low), part.name
        elif part.coded == "logarithm":
            assert np.array_equal(np.sign(found), np.sign(number)), part.name
            assert (np.diff(found.ravel()[number.ravel().argsort()]) >= 0).all(), part.name
        else:
            assert set(np.unique(found)) <= {0, 1}, part.name
    assert {"scaled"} < {part.coded for part in scaled.parts} <= {"scaled", "logarithm", "bits"}
