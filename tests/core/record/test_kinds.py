"""Kinds of events: numbers for rules, names for readers."""

from __future__ import annotations

import pytest

from enginehouse.core.records.events import Event
from enginehouse.core.records.kinds import Kinds, kind


class Told(Kinds):
    TURNED = kind(2, "seat", "place", "land")
    LOOKED = kind(8, "seat", "where", hidden="land")
    ENDED = kind(9)


def test_a_kind_is_its_number_and_its_names() -> None:
    assert Told.TURNED == 2 and Told.BY_NUMBER[8] is Told.LOOKED and Told.LOOKED.name == "LOOKED"
    assert Told.TURNED.places == {"seat": "a", "place": "b", "land": "c"} and not Told.TURNED.secret
    assert Told.LOOKED.places == {"seat": "a", "where": "b", "land": "c"} and Told.LOOKED.secret == {"land"}
    assert Told.ENDED.places == {}


def test_numbers_are_read_by_name() -> None:
    told = Told.read(Event(Told.TURNED, 1, 5, 12, 0))
    assert (told.seat, told.place, told.land) == (1, 5, 12)
    assert Told.read(Event(Told.LOOKED, 1, 5, None, None)).land is None
    assert vars(Told.read(Event(Told.ENDED, 0, 0, 0, 0))) == {}


def test_declarations_that_are_refused() -> None:
    with pytest.raises(ValueError, match="LATER and FIRST have one number"):
        type("Twice", (Kinds,), {"FIRST": kind(1), "LATER": kind(1)})
    with pytest.raises(ValueError, match="four numbers, of which two may be secret"):
        kind(1, "a", "b", "c", hidden="d")
    with pytest.raises(ValueError, match="names a number twice"):
        kind(1, "seat", "seat")
