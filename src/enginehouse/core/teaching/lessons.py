"""Read lessons: a lesson is a recorded game, explained step by step to a first-time player.

A lesson is a log (see `logs`) in which some actions of one seat, the learner's, have notes. A note is a sentence or
two: it names the action, and the reason for it. Lines of a note that start with one of these words and a colon are
instructions:

    ring: PIECE PIECE        the pieces of the picture with rings; the default is the pieces that a player clicks to
                             choose the action
    also: ACTION             another good action; may be repeated
    then: SENTENCE           the sentence after the action, until the next step

An empty line ends a page. The learner reads the pages of a note one after the other, each with its own rings, and the
last one asks for the action.

Numbers and names of parts are not typed but filled in from the game: `{price buy 5}` asks the function `price` of the
game's `lesson_facts.py` for its value in the learner's view (see `fill_facts`).

The actions before the first note have been played when a lesson starts. As long as the learner acts as in the log, the
other seats do, too. `docs/write-a-lesson.md` explains how to make a lesson.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log
from enginehouse.core.registry.game import Game
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import capitalize

FOLDER = "lessons"
"""The folder of a game that has its lessons."""


class Page(NamedTuple):
    """A page of a lesson's text. `rings` are the ids of the pieces of the picture that have a ring round them."""

    says: str
    rings: tuple[str, ...] = ()


class Step(NamedTuple):
    """An action that the learner has to play, with the text `says` that asks for it.

    `pages` are pages of text that the learner reads before the text `says`. `rings` are the pieces of the picture that
    are marked with rings, `also` other good actions, and `then` the sentence that is shown after the action.
    """

    act: str
    """The action by its name."""
    says: str
    rings: tuple[str, ...] = ()
    """The pieces with rings (ids of the drawing); empty: those of the action."""
    also: tuple[str, ...] = ()
    """The names of other good actions."""
    then: str = ""
    pages: tuple[Page, ...] = ()
    """The pages that the learner reads before the page that asks for the action."""

    @property
    def read(self) -> tuple[Page, ...]:
        """Return all pages of the step's text in order. The last page asks for the action."""
        return (*self.pages, Page(self.says, self.rings))


class Place(NamedTuple):
    """The progress of a learner in a lesson: the number of finished steps, the next step, and the last finished step.

    `over` says whether the learner has finished the lesson. `pages` is the number of pages of the finished steps.
    """

    number: int
    """The number of finished steps."""
    step: Step | None
    """The next step; None after the last one, or if the learner's next action has no note and is automatic."""
    before: Step | None
    """The last finished step."""
    over: bool
    """Whether the learner has finished the lesson."""
    pages: int = 0
    """The number of pages of the finished steps, with the pages that ask for an action."""


def read_note(act: str, note: str) -> Step:
    """Return the step of a lesson in which the learner plays the action with the name `act`.

    `note` is the note on this action in the log of the lesson: a text with instructions, in the form that the docstring
    of this module explains.
    """
    pages, told = [], {"also": [], "then": []}  # type: tuple[list[Page], dict[str, list[str]]]
    for part in re.split(r"\n\s*\n", note.strip()):
        says, rings = list[str](), list[str]()
        for line in part.splitlines():
            word, colon, rest = line.partition(":")
            if colon and word == "ring":
                rings += rest.split()
            elif colon and word in told:
                told[word].append(rest.strip())
            else:
                says.append(line.strip())
        pages.append(Page(" ".join(filter(None, says)), tuple(rings)))
    *before, last = pages
    return Step(act, *last, tuple(told["also"]), " ".join(told["then"]), tuple(before))


def count_pages(step: Step) -> int:
    """Return the number of pages that a step of a lesson has. The page that asks for the action is included."""
    return len(step.read)


_FACT = re.compile(r"\{([A-Za-z][a-z-]*)((?: [a-z0-9-]+)*)\}")
"""A placeholder: the name of a fact, then its arguments."""


def find_learner(v: Any) -> Seat:
    """Return the seat of the player that takes a lesson: the viewer of the view `v`."""
    return int(v.viewer) - 1


def fill_facts(game: Game, view: Any, text: str) -> str:
    """Return a text with the facts of a game in place of `{name argument ...}`.

    `{0}` to `{7}` are left as they are, because other code puts the names of seats there. The function `name` in FACTS
    of the game's `lesson_facts.py` is called with the view and the arguments, numbers as `int`. If the name begins with
    a capital letter (`{Land 0 1}`), so does the value. Raise `Unreadable` if there is no such fact in this position. If
    the game does not have the file, the text stays as it is.
    """
    if game.lesson_facts is None:
        return text
    facts = game.lesson_facts.FACTS

    def value(found: re.Match[str]) -> str:
        name, arguments = found[1].lower(), [int(one) if one.isdecimal() else one for one in found[2].split()]
        if name not in facts:
            raise Unreadable(f"{found[0]}: {game.name} has no fact {name!r}, only: {', '.join(facts)}")
        try:
            filled = str(facts[name](view, *arguments))
        except (TypeError, ValueError, LookupError) as error:
            raise Unreadable(f"{found[0]}: there is no such fact in this position ({error})") from None
        return capitalize(filled) if found[1][0].isupper() else filled

    return _FACT.sub(value, text)


class Lesson:
    """A lesson that teaches a game, made from the log of one play of this game.

    Some actions in the log have a note: the text that the learner reads before playing the action.
    """

    def __init__(self, name: str, log: Log) -> None:
        """Read a lesson with this name from its log.

        Raise `Unreadable` if the log has no note, notes of two seats, or an undo.
        """
        self.name, self.log = name, log
        noted = [entry for entry in log.entries if entry.note]
        if not noted:
            raise Unreadable(f"lesson {name}: no entry has a note")
        if any(entry.step for entry in log.entries):
            raise Unreadable(f"lesson {name}: it contains an undo, which a lesson must not")
        self.learner = noted[0].seat
        if any(entry.seat != self.learner for entry in noted):
            raise Unreadable(f"lesson {name}: only entries of one seat, the learner's, can have notes")

    @property
    def prelude(self) -> list[tuple[int, str]]:
        """Return the seat and the name of each action before the first action with a note, as a list of pairs.

        These actions lead to the position at which the lesson starts. A note is the text that the learner reads before
        playing an action. The list is empty if the first action of the log has a note.
        """
        first = next(k for k, entry in enumerate(self.log.entries) if entry.note)
        return [(entry.seat, entry.act) for entry in self.log.entries[:first]]

    @cached_property
    def acts(self) -> list[list[str]]:
        """Return for each seat a list of the names of its actions in the lesson, in order."""
        return [[e.act for e in self.log.entries if e.seat == seat] for seat in range(self.log.seats)]

    @cached_property
    def _list_noted(self) -> list[Step | None]:
        """Return the learner's steps in order. An action of the learner without a note has None in place of a step."""
        mine = [e for e in self.log.entries if e.seat == self.learner]
        return [read_note(e.act, e.note) if e.note else None for e in mine]

    @cached_property
    def steps(self) -> list[Step]:
        """Return the learner's steps in order: actions that the learner has to play, each with its text."""
        return [step for step in self._list_noted if step is not None]

    @cached_property
    def pages(self) -> int:
        """Return the number of pages of text in the lesson. The pages that ask for an action are included."""
        return sum(map(count_pages, self.steps))

    def at(self, done: Iterable[tuple[int, str]]) -> Place | None:
        """Return the progress of a game in this lesson, or None if the game differs from the lesson.

        `done` has the seat and the name of each action of the game. After the last step, any further action of the
        learner counts as a difference. While several seats have to decide at once, their answers may come in any order,
        so each seat's actions are compared separately.
        """
        many = [0] * self.log.seats
        for seat, act in done:
            if seat != self.learner and many[self.learner] == len(self._list_noted):
                continue  # after the last step, the other seats may act freely until the learner acts
            if not self._is_next(seat, many[seat], act):
                return None
            many[seat] += 1
        mine = many[self.learner]
        before = [step for step in self._list_noted[:mine] if step is not None]
        over = mine == len(self._list_noted)
        pages = sum(map(count_pages, before))
        return Place(len(before), None if over else self._list_noted[mine], before[-1] if before else None, over, pages)

    def _is_next(self, seat: Seat, number: int, act: str) -> bool:
        if number >= len(self.acts[seat]):
            return False
        step = self._list_noted[number] if seat == self.learner else None
        return act == self.acts[seat][number] or (step is not None and act in step.also)

    def next_of(self, seat: Seat, done: Sequence[tuple[int, str]]) -> str:
        """Return the name of the action that a seat plays next in the lesson.

        `done` has the actions so far, as pairs of seat and name. Return "" if the lesson is over, or if these actions
        differ from it.
        """
        if self.at(done) is None:
            return ""
        number = sum(1 for who, _ in done if who == seat)
        return self.acts[seat][number] if number < len(self.acts[seat]) else ""


@lru_cache(maxsize=64)
def lessons_of(game: Game) -> dict[str, Lesson]:
    """Return the lessons in the folder `lessons` of a game, by their names: the names of the files without ending."""
    return {path.stem: read(path) for path in sorted((game.folder / FOLDER).glob("*.json"))}


def read(path: Path) -> Lesson:
    """Return the lesson in a file. Raise `Unreadable` with the reason if the file is not a lesson."""
    return Lesson(path.stem, logs.load(path))
