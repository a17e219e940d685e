"""Declare the files of a game, each once. The registry reads the files, and the conformance checks check them.

`docs/finish-a-game.md` lists them. Each declaration is an attribute of `GamePackage`, and so of `game.Game`:
`game.words` is the module `words.py`. A file is read when it is first needed.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from enginehouse.core.errors import BrokenGame, Unreadable
from enginehouse.core.registry.facts import Facts
from enginehouse.core.terms import Seat


@dataclass(eq=False)
class GameFile:
    """The declaration of one file of a game.

    The class is a descriptor: as an attribute of a game it returns the file's content.
    """

    name: str
    content: str
    """A description of the content, which completes the sentence "this file says ..."."""
    without: str = ""
    """The consequence if a game leaves the file out. The attribute is then `None`."""
    see: str = ""
    """The module of `enginehouse` that describes the file."""
    offers: str = ""
    """The names that other code reads from the file."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """The names that the file may leave out, each with the value that it then has."""
    needed: bool = False
    """Whether every game must have the file. If it is missing, the attribute raises `BrokenGame`."""
    rules: bool = False
    """Whether the file has rules, which are checked for misspelled names and wrong arguments."""
    attribute: str = field(init=False)

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name

    def __get__(self, game: Any, owner: type | None = None) -> Any:
        """Return the content of the file for a game, which is read once.

        Return the declaration itself if the attribute is read from the class.
        """
        if game is None:
            return self
        found = game.__dict__[self.attribute] = self.load(game)
        return found

    def load(self, game: GamePackage) -> Any:
        """Read the file of a game and return its content: a module, numbers or text, or `None` without such a file.

        Raise `BrokenGame` if a required file is missing, or if a name in a file of rules is misspelled.
        """
        if not self.name.endswith(".py"):
            path = game.folder / self.name
            if not self.needed and not path.exists():
                return None
            text = path.read_text("utf-8")
            return json.loads(text) if path.suffix == ".json" else text
        name = self.name.removesuffix(".py")
        if not self.needed and not game.has(name):
            return None
        module = game.module(name)
        for default in self.defaults.keys() - vars(module).keys():
            setattr(module, default, self.defaults[default])
        if self.rules:
            from enginehouse.core.registry import proofreading

            proofreading.proofread(game, name)  # type: ignore[arg-type]  # a whole game has a shape, too
        return module


def find_no_points(v: Any, seat: Seat) -> list[Any]:
    """Return no parts of a score. This is the default of `points` in `ending.py`."""
    return []


def draw_no_parts() -> list[Any]:
    """Return no pictures of single parts. This is the default of `gallery` in `drawing.py`."""
    return []


def declare(name: str, content: str, **more: Any) -> Any:
    """Return the declaration of one file of a game, to be assigned to an attribute of `GamePackage`.

    `name` is the file, and `content` a phrase about its content. `more` has values for other fields of `GameFile`:

    - `without`: a phrase about the consequence if a game leaves the file out
    - `see`: the module of `enginehouse` that describes the file
    - `offers`: the names that other code reads from the file
    - `needed`: whether every game must have the file
    - `rules`: whether the file has rules, which are checked for misspelled names

    As an attribute of a game, the declaration gives the content: `game.words` is the game's module `words.py`.
    """
    return GameFile(name, content, **more)


class GamePackage:
    """The Python package of a game. Its file `facts.py` is read at once, and every other file when it is first used."""

    rules = declare("rules.py", "the eight verbs", needed=True, rules=True)
    words = declare("words.py", "sentences for people", offers="action reason refusal", needed=True)
    drawing = declare(
        "drawing.py",
        "the picture of a view",
        offers="sheets draw",
        needed=True,
        defaults={"gallery": draw_no_parts},
    )
    policy = declare(
        "policy.py", "how good a position looks", offers="evaluate judge gives_up GUESSES", needed=True, rules=True
    )
    rulebook = declare("rulebook.md", "the numbered clauses", needed=True)

    texts = declare(
        "texts.py",
        "what each part does, for the card of a piece and the page of parts: `TEXTS`, or `texts(v)` if it depends on the variant; "
        "`ASKS`: the questions to a player who has picked some of an action's pieces; `GUIDE`, or `guide(v)`: how to play",
        without="pieces have no cards",
        see="core.words.texts",
        offers="TEXTS texts about PARTS DECIDED_BY ASKS GUIDE guide",
    )
    standing = declare(
        "standing.py",
        "in a word or two how each seat stands",
        without="only the name stands beside a seat",
        see="core.words.standings",
        offers="standing goal status",
    )
    ending = declare(
        "ending.py",
        "how a game ended: a headline, the reason, the sources of points",
        without="the page gives ranks and scores alone",
        see="core.words.endings",
        offers="headline why points UNIT",
        defaults={"points": find_no_points},
    )
    telling = declare(
        "telling.py",
        "for each kind of event its sentence, sign, sound and motion, and how the log and the stage show it",
        without="the log is empty, unless `words.py` has a function `event`",
        see="core.words.telling",
        offers="TELLING note remembered",
    )
    reasons = declare(
        "reasons.py",
        "which things a player counts; it is no longer read, because `plans.py` explains actions",
        without="the game is as before",
        see="core.words.reasons",
        offers="STATEMENTS numbers",
    )
    plans = declare(
        "plans.py",
        "the aims of an action, to explain why it is good",
        without="hints give win chances alone",
        see="core.words.plans",
        offers="PLANS claims",
    )
    follies = declare(
        "follies.py",
        "actions that a sensible player never chooses, to measure bots",
        without="only the win chances of a search tell which actions are foolish",
        see="core.words.follies",
        offers="FOLLIES",
    )
    lesson_facts = declare(
        "lesson_facts.py",
        "the numbers and names that lessons fill in",
        without="lessons are plain text",
        see="core.teaching.lessons",
        offers="FACTS",
    )
    invariants = declare(
        "invariants.py",
        "the numbers that no action changes, and the conditions that every record meets",
        without="the kit skips the checks that read it",
        see="conformance",
        offers="conserved check KINDS BACKS backs HANDS WEIGHTS OPEN_PHASES twin deals deal_key NAMES ZONES placed shrink",
    )
    judgement = declare(
        "judgement.py",
        "for search: chances to win, levels, features that weights are learned from",
        without="search plays positions out at random",
        see="core.verbs",
        offers="shares together features bank prior taste turn_of outlook stake belief sight signs habits "
        "LEVELS LEVELS_OF_MORE SECONDS LESSONS BELIEF_LESSONS HABIT_LESSONS",
    )
    opponents = declare(
        "opponents.py",
        "named opponents: bots with a style, a name and a sentence about their character",
        without="only the levels sit at a table",
        see="core.judging.opponents",
        offers="OPPONENTS",
    )
    chance = declare(
        "chance.py",
        "every outcome of chance with its probability, in a small game",
        without="programs cannot solve the game exactly",
        see="core.play.outcomes",
        offers="outcomes arrange name MOST",
    )
    calibration = declare(
        "calibration.json",
        "how often seats won after each estimate of their share of the win",
        without="win chances are shown as they are estimated",
        see="bots.analysis.calibration",
    )
    measures = declare(
        "measures.py",
        "numbers and words about a finished game",
        without="the lab has its own measures alone",
        see="lab.measures",
        offers="MEASURES ABOUT_PARTS WORDS TITLES dealt",
    )
    upgrades = declare(
        "upgrades.py",
        "how logs of former versions of the rules are rewritten",
        without="logs of all versions are played as they are",
        see="core.play.upgrading",
        offers="UPGRADES GONE",
    )
    first_layout = declare(
        "first_layout.json",
        "the fields of the record in checksums of old logs: name, type, dimensions",
        without="the game has no logs with such checksums",
        see="core.play.checksums",
    )

    def __init__(self, package: str, folder: Path | None = None) -> None:
        """Import the file `facts.py` of a game, which has data such as its title, its numbers of seats and its options.

        `package` is the name of the game's Python package, such as `enginehouse.games.mechanica`. `folder` is the
        folder of this package. By default, Python finds it. Raise `Unreadable` if there is no such package, and
        `BrokenGame` if `facts.py` is missing or has a fault.
        """
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

    def module(self, name: str) -> Any:
        """Return the module `name` of the game's package, such as `rules`.

        Raise `BrokenGame` if it cannot be imported because of a fault in the game's files.
        """
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

    def has(self, name: str) -> bool:
        """Return whether the game's package has a module of this name, such as `drawing`, `policy` or `invariants`."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None


FILES: tuple[GameFile, ...] = tuple(one for one in vars(GamePackage).values() if isinstance(one, GameFile))
"""All files that a game has or may have, in the order of their declaration."""
