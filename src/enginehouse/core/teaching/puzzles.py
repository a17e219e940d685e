"""Read puzzles: positions of games in which one action is clearly the best, each with the results of the search.

The file `puzzles.jsonl` in a game's folder has a puzzle in each line, as `enginehouse puzzles` collects them. A puzzle
has the log up to the position, the seat to act, the best action, the next best actions with the win chances that a
search found, and the reason in words. At a table, a puzzle is a lesson of one step (see `lessons`). If the player
chooses an action that is not the best, the table refuses this action, and shows its win chance if it is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from enginehouse.core.errors import Unreadable
from enginehouse.core.former import FormerMethod, forward
from enginehouse.core.play import checksums
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.lessons import Lesson
from enginehouse.core.words.naming import cut_before

FILE = "puzzles.jsonl"
SIGN = "puzzle:"
"""The prefix of a puzzle's name in the place of a lesson's name."""


class Other(msgspec.Struct, forbid_unknown_fields=True):
    """An action of a puzzle that is not the best one: its win chance in percent, and a sentence about its fault."""

    act: str
    share: float
    why: str
    """A sentence about the plan that the best action serves and this action does not, with seats as `{0}`, or ""."""


class Explained(msgspec.Struct, kw_only=True):
    """The explanation of a puzzle in words: why the best action is good, and why the other actions are worse.

    `theme` names the aim of the best action in a few words, such as "Choose a card". `wrong` is a dict from the name of
    each wrong action to a sentence about its fault.
    """

    theme: str = ""
    """The theme of the plan, in a few words."""
    wrong: dict[str, str] = {}
    """The fault of each wrong action, by its name, as a sentence with seats as `{0}`."""


class Puzzle(Explained, forbid_unknown_fields=True):
    """A position of a game, at the end of `log`, and the best action for a seat.

    Win chances (`share`) are in percent, from the seat's view. `better` is the 95 % interval of the lead over the next
    best action, in percentage points. `others` are the next best actions. `seen` is the checksum of the seat's view.
    `made` is a text about the searches that found the best action: their number and their size.
    """

    name: str
    seat: int
    best: str
    share: float
    better: tuple[float, float]
    """The 95 % interval of the best action's lead over the next one, in percentage points."""
    why: str
    """The plan of the best action, as a sentence with seats as `{0}`."""
    others: list[Other]
    """The next best actions, in order."""
    seen: str
    """The checksum of the seat's view."""
    made: str
    """A description of the searches that found the puzzle."""
    log: Log
    """The game up to the position."""

    def match(self) -> Match:
        """Return the game at the position of the puzzle.

        Raise `Unreadable` if the actions in the log do not lead to the stored position, or if the seat's view differs.
        """
        match = Match.new(self.log.game, self.log.seats, self.log.options, self.log.seed_words())
        for entry in self.log.entries:
            match.act(entry.seat, entry.act)
        if not match.agrees(self.log.checksum) or hash_view(match, self.seat) != self.seen:
            raise Unreadable(f"puzzle {self.name}: its game is different under today's rules")
        return match

    def other(self, act: str) -> Other | None:
        """Return the element of `others` for the action `act`: its win chance in percent, and a sentence on its fault.

        The list `others` has the actions that are not the best. Return `None` for the best action, and for actions that
        the search hardly tried.
        """
        return next((one for one in self.others if one.act == act), None)


class PuzzleAnswer(NamedTuple):
    """The answer to a puzzle: its best action in words, and the next best actions with their win chances in percent.

    Seats in these words are written as `{0}`.
    """

    best: str
    others: tuple[tuple[str, float], ...]


class PuzzleLesson(Lesson):
    """A puzzle as a lesson of one step, which asks for the best action."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Create the lesson of a puzzle. Its only step asks for the best action, and has no text of its own."""
        entries = [*puzzle.log.entries, Entry(puzzle.seat, puzzle.best, note=puzzle.name)]
        super().__init__(SIGN + puzzle.name, msgspec.structs.replace(puzzle.log, entries=entries, checksum=""))
        self.puzzle = puzzle

    @cached_property
    def answer(self) -> PuzzleAnswer:
        """Return the answer to the puzzle: the best action and the next best ones, with win chances.

        The actions are named in the words that a player at the puzzle's seat reads in this position.
        """
        match = self.puzzle.match()
        view, words, code = match.view(self.puzzle.seat), match.game.words, match.game.vocabulary.code
        others = tuple((words.action(view, code(one.act)), one.share) for one in self.puzzle.others)
        return PuzzleAnswer(words.action(view, code(self.puzzle.best)), others)

    told = FormerMethod("told", "answer")


def hash_view(match: Match, seat: int) -> str:
    """Return a checksum of a seat's view.

    It is stored with a puzzle. If the puzzle is opened later and the checksum is another, the view has changed.
    """
    return checksums.checksum(match.view(seat))


@lru_cache(maxsize=64)
def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """Return the puzzles of a game by name, in order. Puzzles for other versions of the rules are left out."""
    path = game.folder / FILE
    if not path.exists():
        return {}
    now = (game.name, game.facts.rules_version)
    return {one.name: one for one in read(path) if (one.log.game, one.log.rules) == now}


@lru_cache(maxsize=256)
def lesson_of(game: Game, name: str) -> PuzzleLesson | None:
    """Return the lesson made from a puzzle of a game, or None if the game has no such puzzle.

    `name` is `puzzle:` followed by the name of the puzzle.
    """
    puzzle = puzzles_of(game).get(name.removeprefix(SIGN)) if name.startswith(SIGN) else None
    return PuzzleLesson(puzzle) if puzzle is not None else None


def next_of(puzzle: Puzzle, game: Game) -> Puzzle:
    """Return the puzzle that follows `puzzle` in the list of a game's puzzles. The first puzzle follows the last."""
    all_of_them = list(puzzles_of(game).values())
    at = next((k for k, one in enumerate(all_of_them) if one.name == puzzle.name), -1)
    return all_of_them[(at + 1) % len(all_of_them)] if all_of_them else puzzle


def name_answer(puzzle: Puzzle) -> str:
    """Return the best action of a puzzle in words, cut before its first ` for `, ` on `, ` to ` or colon."""
    said = PuzzleLesson(puzzle).answer.best
    return cut_before(said, " for ", " on ", " to ", ":")


def choose_daily(offered: Sequence[Game], day: date) -> tuple[Game, Puzzle] | None:
    """Return the game and the puzzle of the day `day`, or None if no game in `offered` has puzzles.

    The games take turns, and each shows its puzzles in order, so all players have the same puzzle on the same day.
    """
    found = [game for game in offered if puzzles_of(game)]
    if not found:
        return None
    number, turn = divmod(day.toordinal(), len(found))
    all_of_them = list(puzzles_of(found[turn]).values())
    return found[turn], all_of_them[number % len(all_of_them)]


def spread(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles in nearly the same order. Some are moved back, so that neighbours have different answers.

    If that is not possible for all of them, a few neighbours have the same answer.
    """
    left, found = [(name_answer(one), one) for one in puzzles], list[Puzzle]()
    last = ""
    while left:
        counts = Counter(answer for answer, _ in left)
        urgent = [answer for answer, many in counts.items() if 2 * many > len(left) and answer != last]
        at = next(
            (k for k, (answer, _) in enumerate(left) if answer != last and answer in (urgent or [answer])),
            0,
        )
        last, one = left.pop(at)
        found.append(one)
    return found


def read(path: Path) -> list[Puzzle]:
    """Return the puzzles in a file. Raise `Unreadable` with the line if one is wrong."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            found.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise Unreadable(f"{path}:{number}: this is not a puzzle: {error}") from None
    return found


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as the text of a puzzle file, with a line for each."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in puzzles)


__getattr__ = forward(__name__, {"seen": "hash_view", "Told": "PuzzleAnswer"})
