"""Game: the facts, rules, words and drawing of one game under one name; and the registry of all games.

A game is a folder (a package) with `facts.py`, which is data and imports no rules; `rules.py`, `state.py`, `words.py`,
`drawing.py`, `policy.py` and `rulebook.md` are read when first asked for. The games of the house are the packages in
`enginehouse.games` that have a `facts.py`; other packages bring games by the entry point `enginehouse.games`, whose value
is the game's package; `register` adds one for this process alone (a test's toy).
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import pkgutil
import re
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from enginehouse.core.errors import BrokenGame, Unreadable, quoted
from enginehouse.core.records.actions import Vocabulary
from enginehouse.core.registry import elsewhere, overlays
from enginehouse.core.terms import Clause

HOME = "enginehouse.games"
GROUP = "enginehouse.games"


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
class Facts:
    """What is known about a game without its rules."""

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


class Game:
    """One game: facts at once, everything else when first used."""

    def __init__(self, package: str, folder: Path | None = None) -> None:
        """`Unreadable` where there is no such package, `BrokenGame` where its facts are wrong."""
        self.package = package
        try:
            origin = importlib.util.find_spec(package)
        except (ImportError, ValueError):
            origin = None
        if origin is None or not origin.submodule_search_locations:
            raise Unreadable(f"there is no package {package!r} here: a game is a folder with a file __init__.py")
        self.folder = Path(folder or next(iter(origin.submodule_search_locations)))
        self.facts: Facts = getattr(self.module("facts"), "FACTS", None)  # type: ignore[assignment]
        if not isinstance(self.facts, Facts):
            raise BrokenGame(package, [f"{self.folder.name}/facts.py: there are no FACTS that are facts of a game"])
        self.name = self.facts.name
        _BY_PACKAGE[package] = self

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # it is the modules of a package, of which there is one

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.address, self.facts.rules_version)

    @property
    def address(self) -> str:
        """What another process finds this very game by (`at`): its package, with what is changed in it."""
        _, sign, changes = self.name.partition(overlays.SIGN)
        return self.package.removesuffix(overlays.mark_of(self.name)) + sign + changes if sign else self.package

    def module(self, name: str) -> Any:
        """A module of the game's package: rules, words, state ...; `BrokenGame` where it is missing or cannot be imported."""
        title = self.facts.title if "facts" in self.__dict__ else self.package
        try:
            return importlib.import_module(f"{self.package}.{name}")
        except ModuleNotFoundError as error:
            if error.name == f"{self.package}.{name}":
                raise BrokenGame(title, [f"{self.folder.name}: there is no file {name}.py"]) from error
            raise self._as_fault(title, error) from error
        except Exception as error:
            raise self._as_fault(title, error) from error

    def _as_fault(self, title: str, error: Exception) -> Exception:
        from enginehouse.core.registry import proofreading

        return proofreading.failed_import(title, self.folder, error) or error

    def _proofread(self, name: str) -> Any:
        """A module with verbs, once nothing is mistyped in it; `BrokenGame` says what is."""
        from enginehouse.core.registry import proofreading

        module = self.module(name)
        proofreading.proofread(self, name)
        return module

    def _declared(self, what: str) -> Any:
        """What `state.py` has to declare."""
        state = self.module("state")
        if not hasattr(state, what):
            raise BrokenGame(self.facts.title, [f"{self.folder.name}/state.py: there is no {what}"])
        return getattr(state, what)

    @cached_property
    def rules(self) -> Any:
        """The module with the verbs; `BrokenGame` names what is mistyped in them."""
        return self._proofread("rules")

    @cached_property
    def words(self) -> Any:
        """The module with the sentences."""
        return self.module("words")

    @cached_property
    def texts(self) -> Any:
        """The module that says what the parts do (see `core.words.texts`); None for a game without one."""
        return self._module_or_none("texts")

    @cached_property
    def ending(self) -> Any:
        """The module that says how a game ended (see `core.words.endings`); None for a game without one."""
        return self._module_or_none("ending")

    @cached_property
    def telling(self) -> Any:
        """The module that says how what happens is told (see `core.words.telling`); None for a game without one."""
        return self._module_or_none("telling")

    @cached_property
    def standing(self) -> Any:
        """The module that says how everybody stands (see `core.words.standings`); None for a game without one."""
        return self._module_or_none("standing")

    @cached_property
    def reasons(self) -> Any:
        """The module that says what a player counts (see `core.words.reasons`); None for a game without one."""
        return self._module_or_none("reasons")

    @cached_property
    def lesson_facts(self) -> Any:
        """The module with the numbers and names that lessons fill in (see `core.teaching.lessons`); `None` if the game has none."""
        return self._module_or_none("lesson_facts")

    @cached_property
    def chance(self) -> Any:
        """The module that says what chance decides, and when (see `core.play.outcomes`); None for a game without one."""
        return self._module_or_none("chance")

    @cached_property
    def drawing(self) -> Any:
        """The module that draws a view."""
        return self.module("drawing")

    @cached_property
    def policy(self) -> Any:
        """The module with what a player of this game knows."""
        return self._proofread("policy")

    @cached_property
    def judgement(self) -> Any:
        """The module that says what search wants to know; None for a game without one."""
        return self._module_or_none("judgement")

    def has(self, name: str) -> bool:
        """Whether the game has this file (drawing, policy, invariants)."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def _module_or_none(self, name: str) -> Any:
        return self.module(name) if self.has(name) else None

    @cached_property
    def upgrades(self) -> Any:
        """The module that rewrites logs of former versions of the rules; None where there is nothing to rewrite."""
        return self._module_or_none("upgrades")

    @cached_property
    def first_layout(self) -> list[tuple[str, str, list[int]]] | None:
        """The record's fields (name, type, dimensions) as they lay when checksums were made over its bytes; they never
        change. None for a game that is younger than that."""
        path = self.folder / "first_layout.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else None

    @cached_property
    def invariants(self) -> Any:
        """The module that says what holds in every true record; None for a game without one."""
        return self._module_or_none("invariants")

    @cached_property
    def shape(self) -> Any:
        """The shape of the game's record (`record.Shape`)."""
        shape = self._declared("SHAPE")
        shape.Plain.game = self
        return shape

    @cached_property
    def kinds(self) -> Any:
        """The game's kinds of events with what they carry (`kinds.Kinds`); `Unreadable` where none are declared."""
        state = self.module("state")
        if not hasattr(state, "Told"):
            raise Unreadable(f"{self.package}.state has no class Told(Kinds) that declares the game's kinds of events")
        return state.Told

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Every field of the record that holds something which some seat may not know, by its declaration.

        Chance is not counted, which nobody ever sees, nor are sealed answers in a game that never asks for any.
        """
        from enginehouse.core.records.header import UNSEEN

        unused = () if self.facts.sealed else ("laid", "answer")
        kept = {field.name for field in self.shape.declared if field.who in ("own", "custom")}
        return frozenset(kept - {*unused, *UNSEEN})

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """All actions of the game."""
        return Vocabulary(list(self._declared("ACTIONS")))

    @cached_property
    def unasked(self) -> frozenset[str]:
        """Actions that are left to people, such as a vote to give up (see `blocks.Block`)."""
        return frozenset(getattr(self.module("state").ACTIONS, "unasked", ()))

    @cached_property
    def grave(self) -> frozenset[int]:
        """Return the codes of the actions before which the page asks (see `blocks.Block`)."""
        blocks = getattr(self._declared("ACTIONS"), "blocks", ())
        return frozenset(
            code for block in blocks if block.grave for code in range(block.FIRST, block.FIRST + block.MANY)
        )

    def is_risky(self, view: Any, code: int) -> bool:
        """Return whether the page asks before an action: it is grave, or risky in this position (`words.risky`)."""
        risky = getattr(self.words, "risky", None)
        return code in self.grave or (risky is not None and bool(risky(view, code)))

    @cached_property
    def rulebook(self) -> str:
        """The numbered clauses, as shipped (Markdown)."""
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> dict[int, str]:
        """The clauses of the rulebook by number (GM-5.1 is 501), with their text."""
        found = {}
        pattern = rf"^- {self.facts.prefix}-(\d+)\.(\d+) (.*?)(?=^- {self.facts.prefix}-|^#|^\||^```|\Z)"
        for match in re.finditer(pattern, self.rulebook, re.S | re.M):
            found[int(match[1]) * 100 + int(match[2])] = " ".join(match[3].split())
        return found

    def clause_name(self, clause: Clause) -> str:
        """How a clause is cited: 501 is GM-5.1."""
        return f"{self.facts.prefix}-{clause // 100}.{clause % 100}"

    # -- options ---------------------------------------------------------------------------------------------------

    def check_seats(self, seats: Any) -> int:
        """The number of seats, or `Unreadable` with those that are right."""
        low, high = self.facts.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high:
            raise Unreadable(f"{self.facts.title} is for {low} to {high} seats, not {quoted(seats)}")
        return seats

    def check_options(self, options: Mapping[str, str] | None) -> dict[str, str]:
        """All options with their choices, defaults filled in; `Unreadable` names what is wrong."""
        given = dict(options or {})
        chosen = {}
        for option in self.facts.options:
            choice = given.pop(option.name, option.default or option.choices[0].name)
            option.index(choice)
            chosen[option.name] = choice
        if given:
            names = ", ".join(o.name for o in self.facts.options) or "none"
            raise Unreadable(f"{self.facts.title} has no option {quoted(sorted(given)[0])}; its options are: {names}")
        return chosen

    def option_numbers(self, seats: int, options: Mapping[str, str] | None) -> list[int]:
        """What `setup` gets: the seats, then the number of each option's choice, from 0 on. `Unreadable` for wrong ones."""
        chosen = self.check_options(options)
        return [self.check_seats(seats), *(o.index(chosen[o.name]) for o in self.facts.options)]

    def plays_together(self, seats: int, options: Mapping[str, str]) -> bool:
        """Whether all seats win or lose as one with these options (all of them, see `check_options`), or one plays alone."""
        if seats == 1 or self.facts.together is None:
            return seats == 1
        option, choices = self.facts.together
        return options[option] in choices

    def variants(self) -> list[dict[str, str]]:
        """Every combination of options."""
        found: list[dict[str, str]] = [{}]
        for option in self.facts.options:
            found = [{**one, option.name: c.name} for one in found for c in option.choices]
        return found

    def new_record(self) -> Any:
        """An empty plain record of this game."""
        return self.shape.new()


def game_of(s: Any) -> Game:
    """The game that a plain record belongs to."""
    return type(s).game  # type: ignore[no-any-return]


_BY_PACKAGE: weakref.WeakValueDictionary[str, Game] = weakref.WeakValueDictionary()
"""The game that was made last of each package."""
_REGISTERED: dict[str, Game] = {}
_FOUND: dict[str, Game] = {}
_ELSEWHERE: dict[str, Game] | None = None


def register(game: Game) -> Game:
    """Add a game to those of this process, under its name."""
    _REGISTERED[game.name] = game
    return game


def _house() -> dict[str, Game]:
    if not _FOUND:
        package = importlib.import_module(HOME)
        for info in pkgutil.iter_modules(package.__path__):
            if info.ispkg and importlib.util.find_spec(f"{HOME}.{info.name}.facts"):
                game = Game(f"{HOME}.{info.name}")
                _FOUND[game.name] = game
    return _FOUND


def _from_elsewhere() -> dict[str, Game]:
    global _ELSEWHERE
    if _ELSEWHERE is None:
        _ELSEWHERE = elsewhere.offered(GROUP, "game", _taken)
    return _ELSEWHERE


def _taken(name: str, package: str) -> tuple[str, Game]:
    """The game of an entry point, whose value is the game's package."""
    game = Game(package)
    if game.name in _house():
        raise Unreadable(f"the house has a game {game.name!r} of its own")
    return game.name, game


def names() -> list[str]:
    """The names of all games: those of the house first, then those of other packages and those that were registered."""
    return [*sorted(_house()), *sorted({*_from_elsewhere(), *_REGISTERED} - set(_house()))]


def get(name: str) -> Game:
    """The game of this name; `Unreadable` names those there are."""
    found = _REGISTERED.get(name) or _house().get(name) or _from_elsewhere().get(name) or _CHANGED.get(name)
    if found is None:
        raise Unreadable(f"there is no game {quoted(name)}; there are: {', '.join(names())}")
    return found


_CHANGED: dict[str, Game] = {}


def at(address: str) -> Game:
    """Return the game of a `Game.address`, which may be that of another process; make it if this process has none."""
    package, changes = overlays.parse(address)
    game = _find(package) or Game(package)
    if changes:
        changed = overlays.package_of(package, game.name, changes)
        return _find(changed) or Game(changed, game.folder)
    return game


def _find(package: str) -> Game | None:
    """Return the game of a package that this process has: the one that is found by its name, else the one made last."""
    for known in (_REGISTERED, _FOUND, _ELSEWHERE or {}, _CHANGED):
        for game in known.values():
            if game.package == package:
                return game
    return _BY_PACKAGE.get(package)


def _restored(address: str, rules: str) -> Game:
    """Return the game of a pickle; `Unreadable` if the pickle was made under another version of its rules."""
    game = at(address)
    if game.facts.rules_version != rules:
        raise Unreadable(
            f"this pickle was made under version {rules} of the rules of {game.facts.title}, and here is version "
            f"{game.facts.rules_version}: to keep a game for longer, keep its log"
        )
    return game


def made(name: str) -> Game:
    """The game of this name, made where it is one with changes that is not there yet (see `overlays`).

    Making one takes memory that is not given back, so `get` makes none: what guests of a server ask for comes there.
    """
    if name in _CHANGED or overlays.SIGN not in name:
        return get(name)
    base, changes = overlays.parse(name)
    original = get(base)
    written = overlays.named(base, dict(changes))
    if written not in _CHANGED:
        _CHANGED[written] = Game(overlays.package_of(original.package, base, changes), original.folder)
    return _CHANGED[written]
