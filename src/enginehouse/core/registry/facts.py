"""The facts of a game: data that the lobby, the logs and the command line read without the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from enginehouse.core.errors import Unreadable, quoted


@dataclass(frozen=True)
class Choice:
    """One choice of an option: its name in logs and addresses, and what people read."""

    name: str
    label: str


@dataclass(frozen=True)
class Option:
    """Something to choose when a game is set up; the first choice is the default unless another is named."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    default: str = ""
    seats: tuple[int, ...] = ()
    """Seat counts for which the option means something; empty: all."""
    when: tuple[str, tuple[str, ...]] | None = None
    """Another option and those of its choices with which this one means something; None: all."""

    def matters(self, seats: int, chosen: Mapping[str, str]) -> bool:
        """Whether the option means something for so many seats and these choices of the others."""
        if self.seats and seats not in self.seats:
            return False
        return self.when is None or chosen.get(self.when[0], self.when[1][0]) in self.when[1]

    def index(self, choice: str) -> int:
        """The number of a choice; `Unreadable` names those there are."""
        for k, one in enumerate(self.choices):
            if one.name == choice:
                return k
        offered = ", ".join(one.name for one in self.choices)
        raise Unreadable(f"option {self.name} cannot be {quoted(choice)}; it can be one of: {offered}")


@dataclass(frozen=True)
class Identity:
    """The name of a game and its limits: the facts that stand in logs and addresses, or decide what can be played."""

    name: str
    """What it is called in logs and addresses: lower case, digits and hyphens."""
    title: str
    tagline: str
    """What it is about, in a sentence."""
    prefix: str
    """The letters of its clauses: GM for GM-3.2."""
    seats: tuple[int, int]
    """The fewest and the most, both from 1 to 8."""
    length_bound: int
    """No game has more actions than this; which clause ends it is in `rules`."""
    options: tuple[Option, ...] = ()
    rules_version: str = "1"
    """A whole number; it is raised by every change of the rules after which some game goes another way."""
    rules_changes: Mapping[str, str] = field(default_factory=dict)
    """For each version of the rules what changed, in a sentence. A change of the rulebook's text alone stands under the
    version and a letter: `{"2": "Locked rooms bring nobody.", "2a": "Text only: ..."}`."""


@dataclass(frozen=True)
class Facts(Identity):
    """What is known about a game without its rules."""

    event_size: int = 256
    """So many events fit into the list of one action."""
    minutes: str = ""
    """How long a game takes at a table, for people: "30 to 60"."""
    weight: str = ""
    """How much there is to learn, for people: "light", "medium" or "heavy"."""
    mood: str = ""
    """What kind of evening it is, in a few words: "bluffing duels"."""
    in_lobby: bool = True
    """Whether it is offered; what is not (a toy) can be played all the same."""
    done: str = ""
    """The action by which one says that one is done: it ends a turn, or goes on without doing anything."""
    sealed: bool = True
    """Whether several seats ever choose at once."""
    chance: bool = True
    """Whether anything in it is left to chance. Where nothing is the same actions always give the same game."""
    silence: str = ""
    """The action that stands for no answer where several are asked at once, which everybody who is asked may give. A table
    closes such a window after a fixed time; without one it waits until all have answered."""
    together: tuple[str, tuple[str, ...]] | None = None
    """An option and those of its choices with which all seats win or lose as one; None: they play against each other."""
