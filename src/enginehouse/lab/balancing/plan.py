"""Read the file of a search for balance, in TOML: the numbers that may change, the goal, the bots and the budget."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.lab.experiment import Experiment, check_names, convert_toml, flatten, hash_sources, read_text
from enginehouse.lab.measures import find_measure, list_words

SEATS = "seats"
"""The measure of a goal about the win share of each seat."""
LEAST_GAMES = 1_000
"""The minimum budget of a search, in games."""


class BalanceGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a search: the seats that have a card (or other part) should win a share of games between two limits.

    - `measure`: the name of a measure (see `lab.measures`) that lists texts for each seat, such as the titles of the
      cards that the seat was dealt; or `seats`, if the goal is about the seats themselves
    - `wins`: the least and the largest share of the win, from 0 to 1
    - `words`: if the measure returns several lists, the name of the list to use; by default the name of the measure
    - `only`: the cards (or other texts of the list) for which the goal holds; by default all
    """

    wins: tuple[float, float]
    measure: str = SEATS
    words: str = ""
    only: list[str] = []

    @property
    def middle(self) -> float:
        """Return the middle of the range of win shares that the goal allows, from 0 to 1."""
        return sum(self.wins) / 2

    @property
    def half(self) -> float:
        """Return half the width of the range of win shares that the goal allows. Win shares are numbers from 0 to 1.

        For example, if shares from 0.2 to 0.3 are allowed, the result is 0.05.
        """
        return (self.wins[1] - self.wins[0]) / 2


class ChangeLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a change of the game.

    - `changes`: the maximum number of changed numbers
    - `far`: a change is far if it moves a number by more than this
    - `far_changes`: the maximum number of far changes
    """

    changes: int = 1_000
    far: int = 1_000_000
    far_changes: int = 1_000

    def allow(self, moves: Mapping[str, int]) -> bool:
        """Return whether a set of changed numbers in the rules of a game keeps these limits.

        `moves` maps the path of a number in the rules, such as `MECHS.Harvester.power`, to the change of this number:
        its new value less its present value.
        """
        sizes = [abs(move) for move in moves.values() if move]
        return len(sizes) <= self.changes and sum(size > self.far for size in sizes) <= self.far_changes


class NumberRange(NamedTuple):
    """A number in the rules of a game that a search for balance may change.

    - `path`: the name of the number, such as `MECHS.Harvester.power`
    - `now`: its value in the present rules
    - `least`, `most`: the smallest and the largest value that the search may try
    """

    path: str
    now: int
    least: int
    most: int


class GamesOfSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of a search for balance that determine its games: game, seats, options, bots and seed.

    The search plays candidates: versions of the game with changed numbers in its rules. The bots in the list `bots`
    play these games. Afterwards the best candidates are checked in more games, which the bots in the list `check` play.
    If `check` is empty, those in `bots` play them, too.
    """

    game: str
    seats: int | None = None
    options: dict[str, str] = {}
    bots: list[str] = msgspec.field(default_factory=lambda: ["greedy"])
    check: list[str] = []
    relearn: bool | float = False
    seed: int = 1
    folder: str = ""
    """The folder of the game, if it is not one of the games with a name. `parse_plan` sets it."""


class BalancePlan(GamesOfSearch, frozen=True, kw_only=True):
    """The content of a file for `enginehouse lab balance`: the plan of a search for balance.

    The search plays candidates. A candidate is a version of the game with changed numbers.

    - `game`, `seats` (default: the fewest of the game), `options`, `seed`, `about` (the question)
    - `numbers`: the numbers of the rules that may change. The file maps the path of a number, such as
      `MECHS.Harvester.power`, to a value. In a path, `*` stands for any word. The value is the distance by which the
      number may move from its present value, such as 2, or a list of its least and largest value, such as `[4, 9]`
    - `limits`: how many numbers may change, see `ChangeLimits`
    - `goal`: see `BalanceGoal`
    - `bots`: the bots that play in the search, by seat (the list is repeated if it is too short); `check`: the bots
      that play the games by which the best candidates are checked
    - `games`: the budget in games; `minutes`: the budget in minutes. The search stops when either of them is used up
    - `relearn`: if true, the bots of the check learn their judgement anew on each candidate; a number such as 0.1 is
      the fraction of the usual training games for this. By default they do not learn anew
    """

    numbers: dict[str, Any]
    goal: BalanceGoal
    games: int | None = None
    minutes: float | None = None
    limits: ChangeLimits = ChangeLimits()
    about: str = ""

    @property
    def base(self) -> Game:
        """Return the game with its present numbers. The candidates, which change some of them, are compared with it."""
        return games.find_or_create(self.game)

    @property
    def checkers(self) -> list[str]:
        """Return the names of the bots that play the games by which the best candidates are checked."""
        return self.check or self.bots

    def list_choices(self) -> list[NumberRange]:
        """Return the numbers that may change, in the order in which the game's package lists its numbers.

        The setting `numbers` maps the path of a number to its limits: the largest distance from the present value, or a
        list of the least and the largest value. Raise `Unreadable` if the game has no number with such a path, if the
        limits have another form, or if the present value is not between them.
        """
        listed = overlays.numbers(self.base.package)
        found: dict[str, NumberRange] = {}
        for pattern, given in flatten(self.numbers):
            fitting = [one for one in listed if fnmatchcase(one.path, pattern)]
            if not fitting:
                near = difflib.get_close_matches(pattern, [one.path for one in listed], 3)
                said = f"; near it: {', '.join(near)}" if near else f"; see `enginehouse lab numbers {self.game}`"
                raise Unreadable(f"numbers: {self.base.facts.title} has no number {pattern!r} that can change{said}")
            for one in fitting:
                least, most = _find_range(pattern, given, one)
                if least < most:
                    found[one.path] = NumberRange(one.path, one.now, least, most)
        return [found[one.path] for one in listed if one.path in found]

    def make_experiment(self, changes: Mapping[str, int], check: bool, fresh: int, many: int) -> Experiment:
        """Return the experiment that plays a candidate. `changes` has the new value of each changed number.

        A candidate is a set of changed numbers. The bots in `checkers` play if `check` is true, otherwise those in
        `bots`. `fresh` is added to the seed, which gives other deals. `many` is the number of games.
        """
        return Experiment(
            game=overlays.name_changed(self.game, changes),
            seats=self.seats,
            options=self.options,
            bots=self.checkers if check else self.bots,
            games=many,
            seed=self.seed + fresh,
            measure=[] if self.goal.measure == SEATS else [self.goal.measure],
            sample=0,
            folders={self.game: self.folder} if self.folder else {},
        )

    @property
    def text(self) -> str:
        """Return all settings as one line. Equal settings give equal lines. The budget is not among them."""
        plain = msgspec.structs.replace(self, folder="", games=None, minutes=None, about="")
        return msgspec.json.encode(plain, order="deterministic").decode()

    def identity(self) -> str:
        """Return eight letters that identify the settings and the code of rules and bots.

        Plans that differ only in their budget have the same letters.
        """
        return hashlib.sha256(f"{self.text}\0{hash_sources(self.base)}".encode()).hexdigest()[:8]


def _find_range(pattern: str, given: Any, number: overlays.Number) -> tuple[int, int]:
    """Return the least and the largest value that a number of the rules may have in the search.

    The setting `numbers` in the plan's file maps `pattern` to `given`. `pattern` is the path of the number, such as
    `MECHS.*.power`, in which `*` stands for any word. `given` is the largest distance from the present value, or a list
    of the least and the largest value. Raise `Unreadable` if `given` has another form, or if the present value is not
    in the range.
    """
    pair = [number.now - given, number.now + given] if isinstance(given, int) else given
    right = isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, int) for one in pair)
    if not right or isinstance(given, bool) or pair[0] > pair[1] or (isinstance(given, int) and given < 1):
        raise Unreadable(
            f"numbers: {pattern} takes how far the number may move, such as 2, or its least and largest value, such as "
            f"[4, 9], not {given!r}"
        )
    if not pair[0] <= number.now <= pair[1]:
        raise Unreadable(f"numbers: {number.path} is {number.now}, which is not between {pair[0]} and {pair[1]}")
    return max(pair[0], number.least), min(pair[1], number.most)


def read_plan(path: Path | str) -> BalancePlan:
    """Read a TOML file with the settings of a search for balance. Return these settings as a `BalancePlan`.

    The search looks for numbers in the rules of a game with which all cards (or seats) win about equally often. Raise
    `Unreadable` if the file cannot be read or has a fault.
    """
    return parse_plan(read_text(path), str(path), Path(path).parent)


def parse_plan(text: str, where: str = "the plan", folder: Path | None = None) -> BalancePlan:
    """Return the plan of a search for balance from `text`, the content of its file.

    `where` names the file in errors. If the plan names the game by the path of a folder, the path is relative to
    `folder`. Raise `Unreadable` if the plan has a fault.
    """
    found = convert_toml(text, BalancePlan, where)
    try:
        if found.folder:
            raise Unreadable("folder is no setting; name the folder of a game by `game`")
        if found.game not in games.names():
            path = (folder or Path()) / found.game
            game = open_game(str(path) if path.is_dir() else found.game)
            found = msgspec.structs.replace(found, game=game.name, folder=str(path.resolve()) if path.is_dir() else "")
        return _check_plan(found)
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def _check_plan(plan: BalancePlan) -> BalancePlan:
    if overlays.SIGN in plan.game:
        raise Unreadable(f"game: name the game as it is, not {plan.game!r}")
    low, high = plan.goal.wins
    if not 0 <= low < high <= 1:
        raise Unreadable(f"goal: wins are two shares from 0 to 1, such as [0.2, 0.3], not [{low:g}, {high:g}]")
    if plan.games is None and plan.minutes is None:
        raise Unreadable("say how long to search: `games` or `minutes`")
    if plan.games is not None and plan.games < LEAST_GAMES:
        raise Unreadable(f"games: a search needs at least {LEAST_GAMES} games, not {plan.games}")
    if plan.minutes is not None and not plan.minutes > 0:
        raise Unreadable(f"minutes is more than 0, not {plan.minutes:g}")
    if min(plan.limits.changes, plan.limits.far, plan.limits.far_changes) < 0 or plan.limits.changes == 0:
        raise Unreadable("limits: `changes` is 1 or more, `far` and `far_changes` are 0 or more")
    if isinstance(plan.relearn, float) and not 0 < plan.relearn <= 1:
        raise Unreadable(f"relearn is true, false or a part from 0 to 1, not {plan.relearn:g}")
    if not plan.list_choices():
        raise Unreadable("numbers: name at least one number that may change")
    for check in (False, True):
        experiment = check_names(plan.make_experiment({}, check, 0, 1))
        run = experiment.make_run(experiment.variants[0])
    if plan.goal.measure != SEATS:
        find_measure(plan.goal.measure, plan.base)
        _check_words(plan.goal.only, list_words(plan.goal.words or plan.goal.measure, plan.base))
    elif run.game.plays_together(run.seats, run.game.check_options(run.options)):
        raise Unreadable("goal: all players win or lose together, so name a measure with words, such as cards")
    return plan


def _check_words(wanted: list[str], words: list[str]) -> None:
    """Raise `Unreadable` if a search for balance names a card in its goal that does not exist.

    `wanted` lists the named cards, and `words` the titles of all cards that seats can have. Other things than cards,
    such as kinds of actions, are checked in the same way. If `words` is empty, the titles are not known, and there is
    no check.
    """
    for one in wanted if words else []:
        if one not in words:
            near = difflib.get_close_matches(one, words, 3)
            said = f"; near it: {', '.join(near)}" if near else f"; there are: {', '.join(words)}"
            raise Unreadable(f"goal: there is no {one!r} to win with{said}")
