"""Record which seat had which card (or other part of a game), and when, to compute statistics of games (measures)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Happened(NamedTuple):
    """An event of a match with its kind and all its numbers, secret ones included."""

    kind: int
    a: int
    b: int
    c: int
    d: int


def events_of(done: Any) -> list[Happened]:
    """Return all events of an action of a match, also those that no seat has noticed. `done` is the action (`Done`)."""
    return [Happened(*event[:5]) for event in done.events]


class Tally:
    """A list of events of one game. An event says which seat had which card or other part of the game, and when.

    An event has the seat, the kind of event, the printed name of the part, and the time. The time (`when`) counts
    rounds, days or similar. `entry` is the index of the action in the game, from 0, or -1 before the first action.
    Measures (statistics of games) are computed from the list.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.entry = -1
        self.rows: list[dict[str, int | str]] = []

    def follow(self, match: Any) -> Iterator[Any]:
        """Yield each action of a match. Before each action, set `entry` to the number of the action, from 0.

        `note` stores this number with the events that it records.
        """
        actions: Iterable[Any] = match.standing
        for self.entry, done in enumerate(actions):
            yield done

    def note(self, seat: int, what: str, part: str, when: int) -> None:
        """Record an event at which a seat (-1: no seat) uses or receives a part of the game, such as a card.

        `what` is the kind of event, such as "drawn", and `part` the printed name. `when` is the number of the round,
        the day or similar.
        """
        self.rows.append({"seat": int(seat), "what": what, "part": part, "when": int(when), "entry": int(self.entry)})

    def of(self, *what: str) -> list[list[str]]:
        """Return a list for each seat with the names of the cards (or other pieces) in its recorded events.

        The arguments are the kinds of events that count, such as "drawn". Each list is sorted, and has each name once.
        """
        named = [row for row in self.rows if row["what"] in what]
        return [sorted({str(row["part"]) for row in named if row["seat"] == seat}) for seat in range(self.seats)]

    def said(self, **columns: tuple[str, ...]) -> dict[str, Any]:
        """Return the recorded events of a game as a dict, from which statistics are computed.

        The key `parts` has a tuple with a dict for each recorded event, in order. Each dict has the keys `seat`, `what`
        (the kind of event), `part` (the name of a card or other piece), `when` (the number of the round or similar) and
        `entry` (the index of the action at which the event happened). Each keyword argument adds a key with its own
        name to the returned dict. For example, `bought=("drawn", "paid")` adds the key `bought` for the events of the
        kinds "drawn" and "paid". The value of this key is a list that has, for each seat, a list of names: the cards or
        other pieces in these events of the seat.
        """
        return {"parts": tuple(self.rows), **{name: self.of(*what) for name, what in columns.items()}}
