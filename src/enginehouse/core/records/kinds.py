"""Declare the kinds of events of a game: the number of each kind, and names for the values of an event.

    class Told(Kinds):
        TURNED = kind(2, "seat", "place", "land")
        LOOKED = kind(8, "seat", "where", hidden="land")

Each kind has a rule that writes an event of this kind. It has the kind's name in lower case, and its arguments have the
names of the values. If a kind has secret values, the argument `learn` is the mask of the seats that learn them:

    Told.looked(e, seat=seat, where=where, land=land, learn=1 << seat)

A reader of an event asks for a value by its name:

    Told.read(event).seat

The kind itself is its number. The values of an event are its four numbers `a` to `d`. Some are public, others secret.
The public values come first, in the declared order. Secret values are `c` and `d`, so an event with secret values has
at most two public values. The rules `tell` and `emit` (`events.py`) write an event by its kind and its four numbers.

The conformance checks compare every event with its declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from keyword import iskeyword
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from enginehouse.core.former import FormerMethod
from enginehouse.core.records.events import EVERYBODY, Event, Events, emit
from enginehouse.core.rule import Constants, rule

T = TypeVar("T")
PLACES = ("a", "b", "c", "d")
"""The places of the four numbers of an event. Secret numbers are in the last two."""


class Kind(int):
    """The number of a kind of event. It is an int with more attributes.

    `name` is the name of the kind in the game. Each event has four numbers, which are called `a`, `b`, `c` and `d`.
    `places` maps the name of each value of the event to the number that holds it: `{"seat": "a", "land": "c"}`.
    `secret` has the names of the values that are hidden from some seats that notice the event.
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


class _Writer(Protocol):
    """A rule that appends one event to the list `e`, from the values that a call gives by name."""

    def __call__(self, e: Events, /, **values: int) -> None: ...


if TYPE_CHECKING:

    class _WithWriters(type):
        """The type of the class `Kinds`, as type checkers see it.

        For them, each attribute that `Kinds` or a subclass does not define itself is a rule that writes an event.
        """

        def __getattr__(cls, name: str) -> _Writer: ...
else:
    _WithWriters = type


class Kinds(Constants, metaclass=_WithWriters):
    """The base class of a game's kinds of events. The docstring of the module shows how to use it.

    Each kind of a subclass has a rule of its name in lower case, which writes an event. The name ends with an
    underscore if the class has that name already, or if it is a word of Python: `read_` for a kind `READ`.
    """

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
        for one in cls.BY_NUMBER.values():
            _add_writer(cls, one)

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


def _add_writer(kinds: type[Kinds], one: Kind) -> None:
    """Give the class `kinds` a new rule, which appends an event of the kind `one` to a list of events.

    The arguments of the rule are the event list `e`, the values of the event, and one or two masks of seats. `notice`
    has the seats that see the event, by default all. If the kind has secret values, `learn` has the seats that learn
    the secret values, and has no default. Add no rule if a value has a name that an argument cannot have.
    """
    masks = ["learn"] if one.secret else []
    arguments = ["e", *one.places, *masks, "notice"]
    if len({*arguments}) < len(arguments) or not all(name.isidentifier() and not iskeyword(name) for name in arguments):
        return
    names = {place: name for name, place in one.places.items()}
    numbers = [names.get(place, "0") for place in PLACES]
    word = one.name.lower()
    name = f"{word}_" if iskeyword(word) or word in {*vars(kinds), *vars(Kinds)} else word
    source = (
        f"def {name}({', '.join(arguments)}={EVERYBODY}):\n"
        f"    emit(e, {int(one)}, {', '.join(numbers)}, notice, {'learn' if masks else 'notice'})\n"
    )
    scope: dict[str, Any] = {"emit": emit, "__name__": __name__}
    exec(compile(source, f"<events of {kinds.__module__}.{kinds.__qualname__}>", "exec"), scope)  # noqa: S102  (names, numbers)
    writer = rule(scope[name])
    writer.__doc__ = f"Append an event of the kind {one.name} to the list `e`."
    # The names of rules in a module differ, and all writers count as rules of this module.
    writer.__qualname__ = f"{kinds.__module__}.{kinds.__qualname__}.{name}"
    writer.__kind__ = one
    setattr(kinds, name, writer)
