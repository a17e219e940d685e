"""Declare the kinds of events of a game: the number of each kind, and names for the values of an event.

    class Told(Kinds):
        TURNED = kind(2, "seat", "place", "land")
        LOOKED = kind(8, "seat", "where", hidden="land")

In rules a kind is its number (`tell(e, Told.TURNED, seat, place, land, 0)`). The values of an event are its four
numbers `a` to `d`. Some are public, others secret. The public values come first, in the declared order. Secret values
are `c` and `d`, so an event with secret values has at most two public values. A reader of an event asks for a value by
its name:

    Told.read(event).seat

The conformance checks compare every event with its declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar

from enginehouse.core.former import FormerMethod
from enginehouse.core.records.events import Event
from enginehouse.core.rule import Constants

T = TypeVar("T")
PLACES = ("a", "b", "c", "d")
"""The places of the four numbers of an event. Secret numbers are in the last two."""


class Kind(int):
    """The number of a kind of event. It is an int with more attributes.

    `name` is the name of the kind in the game. `places` maps the name of each value of the event to its place there:
    `{"seat": "a", "land": "c"}`. `secret` has the names of the values that are hidden from some seats that notice the
    event.
    """

    name: str
    places: dict[str, str]
    secret: frozenset[str]

    def __new__(cls, number: int, numbers: tuple[str, ...], secret: tuple[str, ...]) -> Kind:
        """Create a kind of event from its number, the names of its public values, and those of its secret values.

        Raise ValueError if an event cannot hold so many values.
        """
        if len(numbers) > (2 if secret else 4) or len(secret) > 2:
            raise ValueError(f"kind {number}: an event has four numbers, of which two may be secret")
        made = super().__new__(cls, number)
        made.name = ""
        made.places = {**dict(zip(numbers, PLACES, strict=False)), **dict(zip(secret, PLACES[2:], strict=False))}
        made.secret = frozenset(secret)
        if len(made.places) != len(numbers) + len(secret):
            raise ValueError(f"kind {number} names a number twice")
        return made


def kind(number: int, *numbers: str, hidden: str | tuple[str, ...] = ()) -> Any:
    """Declare a kind of event in a class of `Kinds`, and return it as a `Kind`.

    `number` identifies the kind, and `numbers` are the names of its public values. `hidden` names its secret values.
    """
    return Kind(number, numbers, (hidden,) if isinstance(hidden, str) else hidden)


class Kinds(Constants):
    """The base class of a game's kinds of events. The docstring of the module shows how to use it."""

    BY_NUMBER: ClassVar[dict[int, Kind]] = {}

    def __init_subclass__(cls) -> None:
        """Raise ValueError if two kinds of events in the class have the same number."""
        super().__init_subclass__()
        cls.BY_NUMBER = {}
        for name, value in vars(cls).items():
            if isinstance(value, Kind):
                if value in cls.BY_NUMBER:
                    raise ValueError(f"{cls.__name__}: {name} and {cls.BY_NUMBER[value].name} have one number")
                value.name = name
                cls.BY_NUMBER[int(value)] = value

    @classmethod
    def read(cls, event: Event) -> Any:
        """Return an object with the values of an event as attributes.

        A value that is hidden from the reader is None.
        """
        places = cls.BY_NUMBER[event.kind].places
        return SimpleNamespace(**{name: getattr(event, place) for name, place in places.items()})

    @classmethod
    def dispatch(cls, table: Mapping[int, Callable[..., T]], event: Event, *first: Any) -> T | None:
        """Call the function that the dict `table` has for the kind of an event, and return its result.

        Its arguments are `first` and an object with the event's values, as `read` returns it. Return None if the table
        has no function for the kind.
        """
        return table[event.kind](*first, cls.read(event)) if event.kind in table else None

    told = FormerMethod("told", "dispatch")
