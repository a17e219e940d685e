"""Define the facts of a game: data that the lobby, the logs and the command line read without the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from enginehouse.core.errors import Unreadable, quote


@dataclass(frozen=True)
class Choice:
    """One choice of an option: its name in logs and addresses, and its label for people."""

    name: str
    label: str


@dataclass(frozen=True)
class Option:
    """A setting that is chosen before a game starts.

    The first choice is the default unless `default` names another choice.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    default: str = ""
    seats: tuple[int, ...] = ()
    """The numbers of seats with which the option has an effect; empty: all."""
    when: tuple[str, tuple[str, ...]] | None = None
    """Another option and its choices with which this option has an effect; None if it always has an effect."""

    def matters(self, seats: int, chosen: Mapping[str, str]) -> bool:
        """Return whether this option has an effect with this number of seats and these choices of the other options.

        `chosen` maps the name of each option to the name of its choice. The choice of this option itself is not read.
        """
        if self.seats and seats not in self.seats:
            return False
        return self.when is None or chosen.get(self.when[0], self.when[1][0]) in self.when[1]

    def index(self, choice: str) -> int:
        """Return the number of a choice, from 0 on.

        Raise `Unreadable` with the list of choices if there is no such choice.
        """
        for k, one in enumerate(self.choices):
            if one.name == choice:
                return k
        offered = ", ".join(one.name for one in self.choices)
        raise Unreadable(f"option {self.name} cannot be {quote(choice)}; it can be one of: {offered}")


@dataclass(frozen=True)
class Identity:
    """The name of a game, its title, its minimum and maximum of seats, its options, and the version of its rules."""

    name: str
    """The name in logs and addresses: lower case, digits and hyphens."""
    title: str
    tagline: str
    """A sentence that says what the game is about."""
    prefix: str
    """The letters with which the game's clauses are cited: GM for GM-3.2."""
    seats: tuple[int, int]
    """The minimum and the maximum number of seats, both from 1 to 8."""
    length_bound: int
    """The maximum number of actions. `rules` has the clause that ends the game."""
    options: tuple[Option, ...] = ()
    rules_version: str = "1"
    """An integer as text. Every change of the rules that changes the course of some game raises it."""
    rules_changes: Mapping[str, str] = field(default_factory=dict)
    """A sentence about the change for each version of the rules.

    A change of the rulebook's text alone has the version and a letter: `{"2": "Locked rooms bring nobody.", "2a": "Text
    only: ..."}`.
    """


@dataclass(frozen=True)
class Facts(Identity):
    """The facts of a game that can be read without its rules, such as its title and its numbers of seats."""

    event_size: int = 256
    """The maximum number of events of one action."""
    minutes: str = ""
    """The duration of a game at a table in minutes, for people: "30 to 60"."""
    weight: str = ""
    """The complexity for people: "light", "medium" or "heavy"."""
    mood: str = ""
    """The character of the game in a few words: "bluffing duels"."""
    in_lobby: bool = True
    """Whether the lobby offers the game. Other games (toys) can be played, too."""
    done: str = ""
    """The name of the action that ends a turn, or passes without an effect."""
    sealed: bool = True
    """Whether several seats ever choose at once."""
    chance: bool = True
    """Whether the game has chance. Without it the same actions always give the same game."""
    silence: str = ""
    """The name of the action that is played for a seat that does not answer in its reaction time, or "".

    In a reaction, several seats decide at once. The action must be legal for each asked seat. If a game has this
    action, a table ends a reaction after a fixed time. Otherwise the table waits until all seats have answered.
    """
    together: tuple[str, tuple[str, ...]] | None = None
    """An option and its choices with which all seats win or lose together.

    None: they always play against each other.
    """
