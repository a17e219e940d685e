"""Kinds of events: numbers for rules, names for readers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from enginehouse.core.compiler import compiled_rules
from enginehouse.core.compiler.compiled_rules import list_named
from enginehouse.core.records.events import EVERYBODY, Event, Events, events_dtype, read, written
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.rule import entry


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


def test_an_event_is_written_by_the_names_of_its_values() -> None:
    e = Events()
    Told.turned(e, land=12, seat=1, place=5)
    Told.looked(e, seat=2, where=33, land=7, learn=1 << 2)
    Told.looked(e, seat=2, where=33, land=7, learn=1 << 2, notice=0b110)
    Told.ended(e, notice=0b1)
    assert written(e) == (
        (2, 1, 5, 12, 0, EVERYBODY, EVERYBODY),
        (8, 2, 33, 7, 0, EVERYBODY, 0b100),
        (8, 2, 33, 7, 0, 0b110, 0b100),
        (9, 0, 0, 0, 0, 0b1, 0b1),
    )
    assert read(e, 1)[1] == Event(8, 2, 33, None, None)


def test_a_secret_is_never_told_to_all_by_default() -> None:
    with pytest.raises(TypeError, match=r"Told.looked\(\) missing 1 required positional argument: 'learn'"):
        Told.looked(Events(), seat=2, where=33, land=7)


def test_names_that_are_taken_end_with_an_underscore() -> None:
    class Odd(Kinds):
        READ = kind(1)
        PASS = kind(2, "seat")
        taken = kind(3)
        ODD = kind(4, "from")
        LIST = kind(5, "e")

    e = Events()
    Odd.read_(e)
    Odd.pass_(e, seat=3)
    Odd.taken_(e)
    assert [event.kind for event in read(e, 0)] == [1, 2, 3] and Odd.taken == 3
    assert Odd.read(read(e, 0)[1]).seat == 3
    assert not hasattr(Odd, "odd") and not hasattr(Odd, "list")


@entry
def write_all(lists: Any, lands: Any) -> None:
    for k in range(len(lands)):
        Told.turned(lists[0], land=lands[k], place=k, seat=1)
        Told.looked(lists[0], seat=2, where=k, land=lands[k] if k else 2, learn=1 << k, notice=lands[k])
    Told.ended(lists[0])


@entry
def write_by_place(lists: Any, lands: Any) -> None:
    """Write an event by a call that the compiler does not replace, so that it compiles the function."""
    Told.turned(lists[0], 1, 5, lands[0])  # type: ignore[call-arg]


def test_compiled_rules_write_the_same_events(compiled: Any, toy: Any) -> None:
    """Also from narrow integers, which compiled rules convert."""
    game, lists, lands = toy("bluff"), np.zeros(1, events_dtype()), np.array([3, 7, 12], np.int8)
    lists["on"] = 1
    plain = Events()
    for write, functions in ((write_all, 0), (write_by_place, 1)):
        compiled(write, game)(lists, lands)
        write([plain], lands.tolist())
        twins = compiled_rules._COMPILED[(game.name,)].twins
        writers = [twin for (_, name), twin in twins.items() if ".Told." in name and twin.overloads]
        assert len(writers) == functions, "a call is replaced by a call of `emit`, if possible"
    item = lists[0]
    columns = [item[name][: item["count"]].tolist() for name in ("kind", "a", "b", "c", "d", "notice", "learn")]
    assert tuple(zip(*columns, strict=True)) == written(plain)
    assert len(written(plain)) == 8


def test_rules_that_write_events_are_listed_among_those_that_a_rule_calls() -> None:
    assert {Told.turned, Told.looked, Told.ended} <= {*filter(callable, list_named(write_all))}
