"""Puzzles: positions of games in which one action is clearly the best, each with what was found of it.

They stand in `puzzles.jsonl` of a game's folder, one a line, as `enginehouse puzzles` collects them: the log up to the position, the
seat that is to act, the best action, those that come next with the shares of the win that a search found, and why, in words. At
a table a puzzle is played as a lesson of one step (see `lessons`), at which any other action is refused with what it is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from enginehouse.core.errors import Unreadable
from enginehouse.core.play import checksums
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import Lesson
from enginehouse.core.words.naming import cut_before

FILE = "puzzles.jsonl"
SIGN = "puzzle:"
"""What stands before a puzzle's name where a lesson's name could stand."""


class Other(msgspec.Struct, forbid_unknown_fields=True):
    """An action that is not the best one."""

    act: str
    share: float
    why: str
    """What the best one has over it, in words with seats as `{0}`; empty where nothing of it can be said."""


class Puzzle(msgspec.Struct, forbid_unknown_fields=True):
    """A position and what is best there; shares are hundredths of the win, as a search expects them from what the seat can see."""

    name: str
    seat: int
    best: str
    share: float
    better: tuple[float, float]
    """By how much the best action is better than the next one: the interval of 95 %."""
    why: str
    """Why it is better than the next one, in words with seats as `{0}`."""
    others: list[Other]
    """The actions that come next, the best of them first."""
    seen: str
    """The checksum of what the seat sees."""
    made: str
    """The searches that found it, in words."""
    log: Log
    """The game up to the position."""

    def match(self) -> Match:
        """The game at the position; `Unreadable` where its entries do not lead there, or the seat does not see what it saw."""
        match = Match.new(self.log.game, self.log.seats, self.log.options, self.log.seed_words())
        for entry in self.log.entries:
            match.act(entry.seat, entry.act)
        if not match.agrees(self.log.checksum) or seen(match, self.seat) != self.seen:
            raise Unreadable(f"puzzle {self.name}: by the rules of today its game goes another way")
        return match

    def other(self, act: str) -> Other | None:
        """What was found of an action that is not the best; None where it was hardly looked at."""
        return next((one for one in self.others if one.act == act), None)


class Told(NamedTuple):
    """What is best in a puzzle and what comes next, in words with seats as `{0}`, each with its share in hundredths of the win."""

    best: str
    others: tuple[tuple[str, float], ...]


class PuzzleLesson(Lesson):
    """A puzzle as a lesson of one step."""

    def __init__(self, puzzle: Puzzle) -> None:
        """The step is the best action; nothing is said of it."""
        entries = [*puzzle.log.entries, Entry(puzzle.seat, puzzle.best, note=puzzle.name)]
        super().__init__(SIGN + puzzle.name, msgspec.structs.replace(puzzle.log, entries=entries, checksum=""))
        self.puzzle = puzzle

    @cached_property
    def told(self) -> Told:
        """Its actions in words, as its seat reads them at the position."""
        match = self.puzzle.match()
        view, words, code = match.view(self.puzzle.seat), match.game.words, match.game.vocabulary.code
        others = tuple((words.action(view, code(one.act)), one.share) for one in self.puzzle.others)
        return Told(words.action(view, code(self.puzzle.best)), others)


def seen(match: Match, seat: int) -> str:
    """The checksum of what a seat sees."""
    return checksums.checksum(match.view(seat))


@lru_cache(maxsize=64)
def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """The puzzles of a game by their names, in their order; those of other rules than today's are left out."""
    path = game.folder / FILE
    if not path.exists():
        return {}
    now = (game.name, game.facts.rules_version)
    return {one.name: one for one in read(path) if (one.log.game, one.log.rules) == now}


@lru_cache(maxsize=256)
def lesson_of(game: Game, name: str) -> PuzzleLesson | None:
    """The lesson that a puzzle is, by its name with the sign before it; None where it is none."""
    puzzle = puzzles_of(game).get(name.removeprefix(SIGN)) if name.startswith(SIGN) else None
    return PuzzleLesson(puzzle) if puzzle is not None else None


def next_of(puzzle: Puzzle, game: Game) -> Puzzle:
    """The puzzle of a game that comes after one; after the last one the first."""
    all_of_them = list(puzzles_of(game).values())
    at = next((k for k, one in enumerate(all_of_them) if one.name == puzzle.name), -1)
    return all_of_them[(at + 1) % len(all_of_them)] if all_of_them else puzzle


def name_theme(puzzle: Puzzle) -> str:
    """Return what the answer of a puzzle is about: its sentence without prices, places and targets."""
    said = PuzzleLesson(puzzle).told.best
    return cut_before(said, " for ", " on ", " to ", ":")


def spread(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return puzzles in their order, but move some back so that no two of the same theme are neighbours, if possible."""
    left, found = [(name_theme(one), one) for one in puzzles], list[Puzzle]()
    last = ""
    while left:
        counts = Counter(theme for theme, _ in left)
        urgent = [theme for theme, many in counts.items() if 2 * many > len(left) and theme != last]
        at = next(
            (k for k, (theme, _) in enumerate(left) if theme != last and theme in (urgent or [theme])),
            0,
        )
        last, one = left.pop(at)
        found.append(one)
    return found


def read(path: Path) -> list[Puzzle]:
    """The puzzles in a file; `Unreadable` names the line with which something is wrong."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            found.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise Unreadable(f"{path}:{number}: this is no puzzle: {error}") from None
    return found


def write(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as the text of a file."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in puzzles)
