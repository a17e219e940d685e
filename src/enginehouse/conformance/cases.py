"""Declare checks, and create their cases (numbers of seats with options) and positions of random games."""

from __future__ import annotations

import functools
import random
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.errors import BrokenGame, EnginehouseError
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena, logs
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.files import FILES
from enginehouse.core.registry.game import Game
from enginehouse.core.verbs import at_random


@dataclass(frozen=True)
class Case:
    """A game with one number of seats and one choice for every option. Most checks run once for each case of a game."""

    game: Game
    seats: int
    choices: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(f"{name}={choice}" for name, choice in self.choices)])

    @property
    def options(self) -> dict[str, str]:
        """Return the options as a dict by name."""
        return dict(self.choices)

    @cached_property
    def numbers(self) -> list[int]:
        """Return the number of seats and the options as the list of numbers that a game's rule `setup` takes."""
        return self.game.option_numbers(self.seats, self.options)

    @cached_property
    def typical_length(self) -> int:
        """Return the approximate number of actions in a random game with these seats and options."""
        lengths = sorted(last.number for last in (list(walk(self, f"length {k}"))[-1] for k in range(3)))
        return max(1, lengths[1])

    @property
    def observers(self) -> range:
        """Return a range of all viewers: -1 for a spectator, then every seat."""
        return range(-1, self.seats)

    def some_observers(self, dice: random.Random, mask: int = 0, most: int = 4) -> list[int]:
        """Return a list of at most `most` viewers: a spectator (-1), an acting seat, and some other seats.

        The acting seat is drawn from the bit mask `mask` (bit k for seat k), and the others from all other seats. In
        games with many seats, checks examine these viewers in place of all.
        """
        first = [-1, *dice.sample(list_seats(mask), 1 if mask else 0)]
        others = [seat for seat in range(self.seats) if seat not in first]
        return first + dice.sample(others, min(len(others), most - len(first)))


@functools.lru_cache(maxsize=64)
def cases_of(game: Game) -> tuple[Case, ...]:
    """Return the cases of a game: every number of seats with every combination of choices of the options.

    An option may have no effect with some number of seats, or with some choice of another option. Then only its default
    choice is used there, so that no two cases have the same games.
    """
    low, high = game.facts.seats
    found: dict[Case, None] = {}
    for seats in range(low, high + 1):
        for variant in game.variants():
            chosen = dict(variant)
            for o in game.facts.options:
                if not o.matters(seats, chosen):
                    chosen[o.name] = o.default or o.choices[0].name
            found[Case(game, seats, tuple(sorted(chosen.items())))] = None
    return tuple(found)


def kept_case(game: Game, seats: int, options: dict[str, str]) -> Case:
    """Return the case of a stored game: the game with its number of seats and its options."""
    return Case(game, seats, tuple(sorted(options.items())))


class Skipped(EnginehouseError):
    """The error raised by a check that cannot run here. Its text gives the reason.

    For example, there is no compiler, or the game never reaches a position of the kind that the check examines.
    """


class RandomPosition(NamedTuple):
    """A position of a random game, after `number` actions, which are in `played` as (seat, code).

    `case` is the game with its number of seats and its options. `seed` is the text that selects one of the random games
    of this case. `mask` has the acting seats, bit k for seat k. `s` is the record with which the random game continues,
    so copy it before you store or change it. `told` has the kinds of the last action's events.
    """

    case: Case
    seed: str
    s: Any
    mask: int
    number: int
    """The number of actions so far."""
    played: list[tuple[int, int]]
    """Seat and code of every action of the random game. The first `number` of them led to this position."""
    told: tuple[int, ...] = ()
    """The kinds of the events of the last action."""
    start: str = ""
    """The seed of the game as 64 hexadecimal digits, if it is not one of the kit's own random games."""

    def __str__(self) -> str:
        return f"{self.case}, random game {self.seed!r}, after {self.number} actions\n{self.log}"

    @property
    def log(self) -> str:
        """Return the game up to this position as a line of text (a log), which `enginehouse replay` opens."""
        name = self.case.game.vocabulary.name
        words = seed_words(_name_game(self.case, self.seed))
        seed = self.start or "".join(f"{w:08x}" for w in words)
        log = Log(
            game=self.case.game.name,
            rules=self.case.game.facts.rules_version,
            seats=self.case.seats,
            options=self.case.options,
            seed=seed,
            entries=[Entry(seat=seat, act=name(code)) for seat, code in self.played[: self.number]],
        )
        return logs.write(log, line=True).strip()

    def copy(self) -> Any:
        """Return a copy of the record."""
        return self.case.game.shape.copy(self.s)

    def freeze(self) -> RandomPosition:
        """Return the position with its own copy of the record.

        The copy stays as it is when the random game continues.
        """
        return self._replace(s=self.copy())


def _name_game(case: Case, seed: str) -> str:
    return f"kit {case} {seed}"


def begin(case: Case, seed: str) -> Any:
    """Return the record of a new game. `case` gives the game, its number of seats and its options.

    `seed` is any text. It determines all random numbers of the game.
    """
    s = case.game.new_record()
    case.game.rules.setup(s, case.numbers, list(seed_words(_name_game(case, seed))))
    return s


def list_legal(game: Game, s: Record, seat: int) -> list[int]:
    """Return the codes of a seat's legal actions, or an empty list for a spectator."""
    if seat < 0:
        return []
    codes = [0] * len(game.vocabulary)
    many = int(game.rules.legal(s, seat, codes))
    return codes[:many]


def list_seats(mask: int) -> list[int]:
    """Return a list of the seats of a bit mask, in ascending order."""
    return [seat for seat in range(8) if mask >> seat & 1]


def make_view(game: Game, s: Record, seat: int) -> Any:
    """Return the view of a seat (-1: a spectator)."""
    v = game.new_record()
    game.rules.view(s, seat, v)
    return v


def walk(
    case: Case,
    seed: str,
    choose: Callable[[random.Random, list[int]], int] | None = None,
    events: Events | None = None,
) -> Iterator[RandomPosition]:
    """Yield the positions of one random game in plain Python, from the first to the last.

    `case` gives the game, its number of seats and its options. Each text as `seed` selects another random game.
    `choose(chance, codes)` returns one of the list `codes` of legal actions, drawn with the random number generator
    `chance`. By default `_find_chooser` makes this function. If `events` is given, it holds the events of the action
    before each position.
    """
    game, name = case.game, _name_game(case, seed)
    chance, dice = random.Random(name), list(seed_words(name)[:4])
    s, events = begin(case, seed), events or Events(game.facts.event_size)
    played: list[tuple[int, int]] = []

    def choose_code(s: Record, seat: int, codes: list[int]) -> int:
        where = f"{case}, random game {seed!r}, after {len(played)} actions: seat {seat}"
        assert codes, f"{where} may act and has no legal action"
        code = (choose or _find_chooser(game))(chance, codes[: at_random(s, seat, codes, len(codes))])
        assert 0 <= code < len(game.vocabulary), f"{where} has the legal action {code}, which is outside the vocabulary"
        return code

    def here(mask: int) -> RandomPosition:
        told = tuple(sorted(set(events.kind[: events.count])))
        return RandomPosition(case, seed, s, mask, len(played), played, told)

    for step in arena.steps(
        game, s, choose_code, dice, arena.bind_record(game, s, events), game.facts.length_bound + 1
    ):
        alone = step.mask & (step.mask - 1) == 0
        assert game.facts.sealed or alone, f"{case}: several seats may act at once, but `sealed` in its facts is False"
        yield here(step.mask)
        played.append((step.seat, step.code))
    yield here(int(game.rules.actors(s)))


def _find_chooser(game: Game) -> Callable[[random.Random, list[int]], int]:
    """Return a function `choose(chance, codes)` that draws one of the list `codes` of action codes at random.

    `chance` is a random number generator. If the game's `invariants.py` has `WEIGHTS`, actions are drawn with these
    weights, else with equal probability.
    """
    weights = getattr(game.invariants, "WEIGHTS", None)
    if not weights:
        return random.Random.choice
    return lambda dice, codes: dice.choices(codes, [weights[c] for c in codes])[0]


def positions(
    case: Case, many: int, seed: str = "", *, per_game: int = 6, wanted: Any = None
) -> Iterator[RandomPosition]:
    """Yield `many` positions from random games, about `per_game` of each game.

    `case` gives the game, its number of seats and its options. Yield fewer positions if the games do not have enough.
    Another text as `seed` gives other games. If `wanted` is given, yield only positions for which `wanted(position)` is
    true. At most 200 games are played.
    """
    dice = random.Random(f"{case} {seed}")
    found = 0
    for k in range(200):
        share = per_game / case.typical_length
        for position in walk(case, f"{seed}{k}"):
            if (wanted is None or wanted(position)) and dice.random() < (share if wanted is None else 4 * share):
                yield position
                found += 1
                if found == many:
                    return


# -- checks ------------------------------------------------------------------------------------------------------------


MANY_CASES = 24
"""If a game has this number of cases (seats with options) or more, fewer games are played for each."""


@dataclass(frozen=True)
class Check:
    """One check of the conformance kit.

    `run` is the check's function. It is called once for each `Case` (a game with a number of seats and options), or
    once for the whole `Game` if `whole_game` is true. Its second argument is the number of games or positions to
    examine. This number is `normal`, or `deep` if a thorough check is wanted, and smaller for a game with many cases.
    """

    name: str
    run: Callable[..., Any]
    normal: int
    deep: int
    whole_game: bool = False
    needs: tuple[str, ...] = field(default=())
    """The modules that a game must have for the check, such as "words" or "drawing".

    A game outside the lobby may lack them.
    """
    compiles: bool = False
    """Whether the check calls compiled rules. If there are none, it reduces its number of games itself."""
    promise: str = ""
    """A fact that holds in every correct game, in a sentence or two: the docstring of the check's function."""

    @property
    def title(self) -> str:
        """Return the name of the check in words, from the name of its function."""
        return self.name.replace("_", " ")

    def amount(self, game: Game, deep: bool) -> int:
        """Return the number of games or positions that the check examines for each case (number of seats with options).

        The full number is `normal`, or `deep` if the argument `deep` is true. A check with `whole_game` runs once, with
        the full number. For other checks the number is smaller if the game has many cases. If rules are not compiled on
        this machine, the number is also divided by 3, except for a check with `compiles`, which reduces its number
        itself.
        """
        whole = self.deep if deep else self.normal
        if self.whole_game:
            return whole
        many = len(cases_of(game))
        share = 1 if jit_possible() or self.compiles else 3
        least = 3 if many < MANY_CASES and share == 1 else 1
        return min(whole, max(least, 3 * whole // (many + 2) // share))


CheckedCount = int
"""The number of things that a check has compared, such as pairs of views. A test sees by it that there were some."""

Report = str
"""A sentence about a passed check, which the kit prints instead of "fine"."""

CHECKS: list[Check] = []
"""All checks of the kit, in the order of their declaration."""


def check(
    normal: int, deep: int, *, whole_game: bool = False, needs: tuple[str, ...] = (), compiles: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that makes a function a check of the conformance kit.

    The function takes a `Case` (a game with a number of seats and options), or a `Game` if `whole_game` is true. Its
    second argument is the number of positions or games, which is `normal` or `deep`. The docstring of the function is
    the promise. If a position breaks the promise, the function raises AssertionError. The text of the error begins with
    the docstring, and says how to reach the position. Otherwise the function returns `None`, a sentence that the kit
    prints (`Report`), or the number of compared things (`CheckedCount`).

    `needs` names the files, without `.py`, that a game must have for the check. `compiles` says whether the check
    compiles rules.
    """

    unknown = {f"{name}.py" for name in needs} - {file.name for file in FILES}
    if unknown:
        raise ValueError(f"no game can have these files: {', '.join(sorted(unknown))}")

    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        promise = " ".join((function.__doc__ or "").split())
        run = _add_headline(function, f"{function.__name__.replace('_', ' ')}: {promise}")
        CHECKS.append(Check(function.__name__, run, normal, deep, whole_game, needs, compiles, promise))
        return function

    return keep


def _add_headline(function: Callable[..., Any], headline: str) -> Callable[..., Any]:
    """Return a function that runs a check and puts the text `headline` at the beginning of each of its errors."""

    @functools.wraps(function)
    def run(*given: Any) -> Any:
        try:
            return function(*given)
        except (Skipped, BrokenGame):
            raise
        except AssertionError as error:
            error.args = (f"{headline}\n{error}",)
            raise
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            own = str(getattr(given[0], "game", given[0]).folder)
            frame = next((frame for frame in reversed(frames) if frame.filename.startswith(own)), frames[-1])
            place = f"{Path(frame.filename).name}:{frame.lineno}, `{frame.name}`"
            raise AssertionError(f"{headline}\n{place}: {type(error).__name__}: {error}") from error

    return run


def describe_events(game: Game, *events: Event) -> str:
    """Return events as a string with the names of their kinds and numbers, such as `TURNED(seat=0, land=3)`.

    A hidden number is `None`.
    """
    found = []
    for event in events:
        kind = game.kinds.BY_NUMBER.get(event.kind)
        numbers = vars(game.kinds.read(event)) if kind is not None else event._asdict()
        said = ", ".join(f"{name}={number}" for name, number in numbers.items())
        found.append(f"{'Event' if kind is None else kind.name}({said})")
    return ", ".join(found)
