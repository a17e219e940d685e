"""Read the declarations of a game: its record and actions (`state.py`), its options, and its rulebook's clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from enginehouse.core.errors import BrokenGame, Unreadable, quote
from enginehouse.core.records.actions import Vocabulary
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.files import GamePackage
from enginehouse.core.terms import Clause


class DeclaredState(GamePackage):
    """The record, the kinds of events and the actions of a game, as its `state.py` declares them."""

    def _require(self, name: str) -> Any:
        """Return the value that the game's `state.py` has under this name.

        Raise `BrokenGame` if the file does not have it.
        """
        state = self.module("state")
        if not hasattr(state, name):
            raise BrokenGame(self.facts.title, [f"{self.folder.name}/state.py: there is no {name}"])
        return getattr(state, name)

    @cached_property
    def shape(self) -> Any:
        """Return the shape of the game's record: its fields, with conversions between its forms (`record.Shape`)."""
        shape = self._require("SHAPE")
        shape.Plain.game = self
        return shape

    @cached_property
    def kinds(self) -> Any:
        """Return the game's kinds of events (`kinds.Kinds`). Raise `Unreadable` if `state.py` declares no kinds."""
        state = self.module("state")
        if not hasattr(state, "Told"):
            raise Unreadable(f"{self.package}.state has no class Told(Kinds) that declares the game's kinds of events")
        return state.Told

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Return the names of all fields of the record that may hold hidden information, by their declarations.

        Fields of chance, which are never visible, are left out. If the game never asks several seats to choose at once,
        the fields for their secret answers are left out, too.
        """
        from enginehouse.core.records.header import UNSEEN

        unused = () if self.facts.sealed else ("laid", "answer")
        kept = {field.name for field in self.shape.declared if field.who in ("own", "custom")}
        return frozenset(kept - {*unused, *UNSEEN})

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return all actions of the game, with their names and codes."""
        return Vocabulary(list(self._require("ACTIONS")))

    @cached_property
    def unasked(self) -> frozenset[str]:
        """Return the names of the actions that only people choose, such as a vote to give up (see `blocks.Block`)."""
        return frozenset(getattr(self.module("state").ACTIONS, "unasked", ()))

    @cached_property
    def grave(self) -> frozenset[int]:
        """Return the codes of the actions that a player has to confirm on the page (see `blocks.Block`)."""
        blocks = getattr(self._require("ACTIONS"), "blocks", ())
        return frozenset(
            code for block in blocks if block.grave for code in range(block.FIRST, block.FIRST + block.MANY)
        )

    def is_risky(self, view: Record, code: int) -> bool:
        """Return whether a player has to confirm an action on the page.

        Some kinds of actions must always be confirmed (`grave`), others only in some positions (`words.risky`).
        """
        risky = getattr(self.words, "risky", None)
        return code in self.grave or (risky is not None and bool(risky(view, code)))

    def new_record(self) -> Any:
        """Return an empty record of this game, as a Python object."""
        return self.shape.new()


class Rulebook(GamePackage):
    """The numbered clauses of a game's rulebook."""

    @cached_property
    def clauses(self) -> dict[int, str]:
        """Return the text of each clause of the rulebook by its number (GM-5.1 is 501)."""
        found = {}
        pattern = rf"^- {self.facts.prefix}-(\d+)\.(\d+) (.*?)(?=^- {self.facts.prefix}-|^#|^\||^```|\Z)"
        for match in re.finditer(pattern, self.rulebook, re.S | re.M):
            found[int(match[1]) * 100 + int(match[2])] = " ".join(match[3].split())
        return found

    def clause_name(self, clause: Clause) -> str:
        """Return the citation of a clause by its number, such as GM-5.1 for 501."""
        return f"{self.facts.prefix}-{clause // 100}.{clause % 100}"


class Setups(GamePackage):
    """The numbers of seats and the options with which a game can be set up."""

    def check_seats(self, seats: Any) -> int:
        """Return the argument `seats` unchanged if the game can be played with this number of seats.

        Otherwise raise `Unreadable` with the valid numbers.
        """
        low, high = self.facts.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            raise Unreadable(f"{self.facts.title} is for {low} to {high} seats, not {quote(seats)}")
        return seats

    def check_options(self, options: Mapping[str, str] | None) -> dict[str, str]:
        """Return the choice for every option by its name.

        The default is chosen for an option that `options` does not have. Raise `Unreadable` for an unknown option or a
        wrong choice.
        """
        given = dict(options or {})
        chosen = {}
        for option in self.facts.options:
            choice = given.pop(option.name, option.default or option.choices[0].name)
            option.index(choice)
            chosen[option.name] = choice
        if given:
            names = ", ".join(o.name for o in self.facts.options) or "none"
            raise Unreadable(f"{self.facts.title} has no option {quote(sorted(given)[0])}; its options are: {names}")
        return chosen

    def option_numbers(self, seats: int, options: Mapping[str, str] | None) -> list[int]:
        """Return a setup as a list of integers, as the verb `setup` takes it: the number of seats, then the options.

        The list has an integer for each option of the game: the index of its choice, from 0. `options` maps names of
        options to names of choices. Raise `Unreadable` for a wrong number of seats, a wrong option or a wrong choice.
        """
        chosen = self.check_options(options)
        return [self.check_seats(seats), *(o.index(chosen[o.name]) for o in self.facts.options)]

    def plays_together(self, seats: int, options: Mapping[str, str]) -> bool:
        """Return whether all seats win or lose together, or a single seat plays alone.

        `options` has to have the choice of every option.
        """
        if seats == 1 or self.facts.together is None:
            return seats == 1
        option, choices = self.facts.together
        return options[option] in choices

    def variants(self) -> list[dict[str, str]]:
        """Return every combination of the choices of all options, each as a dict of choices by option."""
        found: list[dict[str, str]] = [{}]
        for option in self.facts.options:
            found = [{**one, option.name: c.name} for one in found for c in option.choices]
        return found
