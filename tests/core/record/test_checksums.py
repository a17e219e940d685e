"""Checksums: of values by name, whatever the layout; and those made before, over bytes as they lay."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any

import pytest
from samples import toys

from enginehouse.core.play import checksums
from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import INT8, INT16, INT64, Field
from enginehouse.core.records.record import Shape
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

FIELDS: list[Any] = [Field("turn", INT64), Field("gold", INT16, (4,)), Field("board", INT8, (2, 3))]


def record(shape: Shape, **values: Any) -> Any:
    """A record with these values."""
    s = shape.new()
    for name, value in values.items():
        setattr(s, name, value)
    return s


VALUES: dict[str, Any] = {"turn": 7, "gold": [1, 0, 300, 0], "board": [[0, 1, 0], [0, 0, 2]]}
HERE = checksums.checksum(record(Shape("here", FIELDS), **VALUES))


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(list(reversed(FIELDS)), id="in another order"),
        pytest.param([*FIELDS, Field("more", INT64), Field("rows", INT8, (3,))], id="with new fields that are empty"),
        pytest.param([FIELDS[0], Field("gold", INT64, (4,)), FIELDS[2]], id="with wider numbers"),
        pytest.param([FIELDS[0], Field("gold", INT16, (9,)), FIELDS[2]], id="with more places that are empty"),
        pytest.param([FIELDS[0], FIELDS[1], Field("board", INT8, (5, 3))], id="with more rows that are empty"),
    ],
)
def test_the_layout_of_the_record_does_not_count(fields: list[Any]) -> None:
    shape = Shape("there", fields)
    s = shape.new()
    for name, value in VALUES.items():
        mine, empty = value, getattr(s, name)
        setattr(s, name, mine + empty[len(mine) :] if isinstance(mine, list) else mine)
    assert checksums.checksum(s) == HERE


def test_a_renamed_field_keeps_its_name_in_checksums() -> None:
    shape = Shape("renamed", [Field("round", INT64), *FIELDS[1:]], formerly={"round": "turn"})
    values = {("round" if name == "turn" else name): value for name, value in VALUES.items()}
    assert checksums.checksum(record(shape, **values)) == HERE
    with pytest.raises(ValueError, match="no field 'lap'"):
        Shape("wrong", FIELDS, formerly={"lap": "turn"})


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 8},
        {"turn": -7},
        {"gold": [1, 0, 300, 1]},
        {"gold": [1, 300, 0, 0]},
        {"gold": [0, 1, 0, 300]},
        {"board": [[0, 1, 0], [0, 2, 0]]},
        {"board": [[0, 0, 1], [0, 0, 2]]},
        {"gold": [0, 0, 0, 0]},
        {"turn": 0, "gold": [7, 1, 0, 300]},
    ],
)
def test_every_value_counts(change: dict[str, Any]) -> None:
    assert checksums.checksum(record(Shape("here", FIELDS), **{**VALUES, **change})) != HERE


def test_what_is_true_is_one() -> None:
    """Plain rules may write a comparison into a field, compiled ones then write 1."""
    shape = Shape("here", FIELDS)
    assert checksums.checksum(record(shape, turn=True)) == checksums.checksum(record(shape, turn=1))
    assert checksums.checksum(record(shape, gold=[True, False, 0, 2])) == checksums.checksum(
        record(shape, gold=[1, 0, 0, 2])
    )


@pytest.mark.parametrize("name", ["great-machine", "mechanation", "mechanica", "mechanical-beast"])
def test_the_first_layout_is_frozen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old checksums hold for a record whose fields lie in another order, are fewer, or are called otherwise."""
    match = Match.new(name, 2, seed="layout")
    kept = checksums.first_checksum(match.state)
    game = games.get(name)
    assert match.agrees(kept)
    known = [field for field in reversed(game.shape.declared) if field.name not in ("revealed", "seats")]
    fields = [Field(field.name, INT64, field.dims) for field in known]
    other = Shape(
        f"other {name}", [*fields, Field("places", INT64), Field("new", INT8, (3,))], formerly={"places": "seats"}
    )
    moved = Game(game.package, game.folder)
    monkeypatch.setitem(moved.__dict__, "shape", other)
    other.Plain.game = moved
    s = other.new()
    for field in other.fields:
        if field not in ("places", "new"):
            setattr(s, field, getattr(match.state, field))
    s.places = match.state.seats
    gone = SimpleNamespace(GONE={"revealed": lambda _: match.state.revealed})
    monkeypatch.setitem(moved.__dict__, "upgrades", gone)
    assert checksums.agrees(s, kept)
    s.places += 1
    assert not checksums.agrees(s, kept)


def test_a_game_without_a_layout_of_old_has_the_one_of_today() -> None:
    toy = toys()[0]
    match = Match(toy, 3, None, 1)
    assert match.agrees(hashlib.sha256(toy.shape.to_bytes(match.state)).hexdigest())


def test_an_invalid_checksum_matches_no_state() -> None:
    match = Match.new("mechanation", 2, seed="layout")
    full = match.checksum()
    assert match.agrees(full) and match.agrees(checksums.short(full))
    for wrong in ("", "2:", "2:1", full[:5], full + "0", full[2:], "0" * 64, "3:" + full[2:]):
        assert not match.agrees(wrong), wrong
    assert checksums.short("0" * 64) == ""
