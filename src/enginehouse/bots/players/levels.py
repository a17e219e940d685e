"""Define the bots with levels: easy, steady, hard, expert. All are the same search with a budget per level and game.

A game's `judgement` may set the levels: `LEVELS` has the settings (`Tune`) by the name of the level. `LEVELS_OF_MORE`
has other settings for levels that play differently with more than two seats. In a game with learned features the search
evaluates a position by them. In any other game it plays random actions to the end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np

from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players import deciding, giving_up, plans, playouts
from enginehouse.bots.players.giving_up import choose_giving_up
from enginehouse.bots.players.tree import DESK, Ask, Tune, plain_desk
from enginehouse.core.compiler.compiled_rules import NotCompiled, compiled
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_wanted
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.judging.opponents import Opponent
from enginehouse.core.records.events import Events, events_dtype
from enginehouse.core.records.fields import Matrix, Record
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.verbs import at_random, turn_of

NAMES = ("expert", "hard", "steady", "easy")
"""The levels, the strongest first."""
AT_RANDOM = {"explore": 700, "warmth": 1_000, "guesses": 1, "plies": 1_000}
USUAL: Mapping[str, Mapping[str, Any]] = {
    "easy": {"simulations": 20, **AT_RANDOM},
    "steady": {"simulations": 100, **AT_RANDOM},
    "hard": {"simulations": 800, **AT_RANDOM},
    "expert": {"simulations": 1_600, "trees": 4, **AT_RANDOM},
}
"""The default levels of a game: simulations that play on at random to the end."""
PLAIN_SHARE = 40
"""The factor by which plain Python reduces simulations and weighed guesses, so that a decision takes about as long."""
SECONDS: Mapping[str, float] = {"easy": 0.3, "steady": 0.3, "hard": 0.8, "expert": 3.0}
"""The default answer time of each level at a table, in seconds. As a rule the whole search fits into it."""


def find_tune(game: Game, level: str, seats: int = 2) -> tuple[int, ...]:
    """Return the settings (`Tune`) with which a bot of this level searches in a game with this number of seats."""
    of_more = getattr(game.judgement, "LEVELS_OF_MORE", {}) if seats > 2 else {}
    return fill_tune(of_more.get(level) or getattr(game.judgement, "LEVELS", USUAL)[level])


def fill_tune(tune: Sequence[int] | Mapping[str, Any]) -> tuple[int, ...]:
    """Return all settings of a search as a tuple of numbers, in the order of `Tune`.

    `tune` has the settings in one of two forms: a sequence in the order of `Tune`, which may end early, or a dict by
    the name of the setting in lower case. A number that is not given is 0, except that a dict without `trees` means 1
    tree. The dict's key `own` has the settings of `verbs.outlook`, which each game defines itself: a named tuple (such
    as `OwnSettings` in Mechanica) or any other sequence of numbers.
    """
    if not isinstance(tune, Mapping):
        return (*tune, *[0] * (Tune.SIZE - len(tune)))
    return change_tune((0, 1), tune)


def change_tune(tune: Sequence[int], changes: Mapping[str, Any]) -> tuple[int, ...]:
    """Return all settings of a search in the order of `Tune`: those of `tune`, with some of them replaced.

    `changes` is a dict of the new values. Its keys are the names of settings in lower case, such as `trees`. The key
    `own` has all settings that the game defines itself, as in `fill_tune`.
    """
    numbers = list(fill_tune(tune))
    for name, number in changes.items():
        if name != "own":
            numbers[getattr(Tune, name.upper())] = number
    own = changes.get("own", numbers[Tune.OWN :])
    return (*numbers[: Tune.OWN], *own, *numbers[Tune.OWN + len(own) :])


def find_answer_time(game: Game, level: str) -> float:
    """Return the number of seconds that players on the server wait for an action of a bot of this level."""
    return float({**SECONDS, **getattr(game.judgement, "SECONDS", {})}.get(level, 3.0))


class Search:
    """A bot that chooses by tree search, with the settings of a level.

    For the same arguments, `choose` returns the same choice, unless it runs out of time.
    """

    levels: Mapping[str, float]

    def __init__(self, level: str = "hard", tune: Sequence[int] | Mapping[str, Any] = (), threads: int = 1) -> None:
        """Create the bot with the level of this name. If `tune` is given, these settings replace those of the level.

        `threads` is the number of threads on which the search grows its trees. The choices of the bot do not depend on
        it.
        """
        self.name = level
        self.title = f"{level.capitalize()} bot"
        self.weaker_plain = level in ("hard", "expert")
        self.levels = {"normal": 8.0 if level == "expert" else 3.0}
        self._tune, self._threads = fill_tune(tune) if tune else (), threads

    def tune(self, game: Game, seats: int = 2) -> tuple[int, ...]:
        """Return the settings with which the bot searches in a game with this number of seats (see `Tune`)."""
        return self._tune or find_tune(game, self.name, seats)

    def takes(self, game: Game) -> float:
        """Return the number of seconds that players on the server wait for an action of this bot.

        The time depends only on the level and the game. So it does not reveal the seat's cards.
        """
        return find_answer_time(game, self.name)

    def prepare(self, game: Game) -> None:
        """Compile or load the search for a game. Until that has happened, the bot uses plain Python."""
        prepare(game)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose the action of `legal` that the search has visited most.

        After `budget` seconds, answer with the results so far. The same seed gives the same choice, unless time runs
        out.
        """
        given_up = choose_giving_up(view, seat)
        if given_up >= 0:
            return Choice(given_up)
        codes = list(legal[: at_random(view, seat, list(legal), len(legal))])
        if len(codes) == 1:
            return Choice(codes[0])
        game = game_of(view)
        tune, until = self.tune(game, int(view.seats)), time.monotonic() + budget
        if jit_wanted() and game.name in READY:
            found = _grow_compiled(READY[game.name], view, codes, (seat, seed), (tune, until, self._threads))
        else:
            found = _grow_plain(view, codes, (seat, seed), tune, until)
        chosen = deciding.choose_result(found, len(codes), tune, seed, [0] * 4)
        plans_turn = jit_wanted() and game.name in READY and tune[Tune.BEAM] > 0 and turn_of(view, seat) > 0
        return Choice(codes[chosen], tuple(_list_thoughts(codes, found, plans_turn)))

    def compiled(self, game: Game) -> tuple[Any, Sequence[int]] | None:
        """Return the rule by which the bot chooses actions in compiled games, and a sequence of its settings.

        The settings are the numbers of `Tune` for two seats, followed by those for more seats. A search bot has a rule
        for every game, so the result is always a pair.
        """
        return deciding.choose_compiled, (*self.tune(game), *self.tune(game, 3))


class Tenth(Search):
    """A bot for studies: the hard bot with a tenth of its budget of simulations."""

    def __init__(self) -> None:
        super().__init__("hard")
        self.title = "Hard bot with a tenth of its budget"

    def tune(self, game: Game, seats: int = 2) -> tuple[int, ...]:
        """Return the settings that the hard bot has with two seats, but with a tenth of its budget.

        The budget is the number of simulations, of guesses that are weighed, and of positions in a beam (`Tune`).
        `seats` has no effect, so that studies with different numbers of seats can be compared.
        """
        numbers = list(find_tune(game, "hard"))
        for place in (Tune.SIMULATIONS, Tune.WORLDS, Tune.BEAM):
            numbers[place] = -(-numbers[place] // 10)
        return tuple(numbers)


def _list_thoughts(codes: list[int], found: Matrix, plans_turn: bool = False) -> list[Thought]:
    """Return a list with a thought for each action of `codes`: its mean win chance in percent and its number of visits.

    `found` has the results of the search, a row for each action (see `tree.FOUND`). One column is the prior, a value
    that is estimated before the search. The returned list is sorted by the prior, highest first. If `plans_turn` is
    true, the priors are values of plans for the whole turn instead (see `lookahead.plan_turn`). Then the field `behind`
    of a thought is the difference, in points of these values, between the best of all plans and the best plan that
    begins with the action. `behind` has no value if `plans_turn` is false or the prior is 0.
    """
    rows = sorted(zip(codes, found.tolist(), strict=True), key=lambda one: -one[1][2])
    total = max(1, sum(row[0] for _, row in rows))
    return [
        Thought(
            code,
            100 * share / (WHOLE * many) if many else 0.0,
            many,
            behind=(rows[0][1][2] - prior) / (100 * total) if plans_turn and prior > 0 else None,
        )
        for code, (many, share, prior, *_) in rows
    ]


# -- compiled ----------------------------------------------------------------------------------------------------------

READY: dict[str, Any] = {}
"""The compiled `deciding.grow_tree` by game, as far as `prepare` has made it ready in this process."""


def _make_ask(request: tuple[int, int], tree: int, many: int) -> Any:
    ask = np.zeros(Ask.SIZE, np.int64)
    ask[Ask.SEAT], ask[Ask.SEED], ask[Ask.TREE], ask[Ask.MANY] = (*request, tree, many)
    return ask


_SPARE: list[Any] = []
"""Desks (working memories of a search) that are free. Allocating a desk takes longer than a small search."""


def _take_desk(request: tuple[int, int], tree: int, many: int, tune: Sequence[int]) -> Any:
    """Return an array with two working memories of a search: for the tree, and for the replies in playouts.

    The array is taken from the list `_SPARE`, or is new if this list is empty. After use, the caller appends it to
    `_SPARE`. The function writes the request into the first working memory: `request` is the seat and the seed, `tree`
    the index of the tree among the trees of the search, `many` the number of legal actions, and `tune` the list of
    settings.
    """
    try:
        desk = _SPARE.pop()
    except IndexError:
        desk = np.zeros(2, DESK)
    desk["ask"][0], desk["tune"][0] = _make_ask(request, tree, many), tune
    desk["found"][0, :many] = 0
    return desk


@contextmanager
def _stop_at(asks: Sequence[Any], until: float) -> Iterator[None]:
    """Stop the searches of a `with` block at the time `until` (of `time.monotonic`), if they still run.

    `asks` has the request (`Ask`) of each search tree. A timer thread sets the mark `Ask.STOP` in these requests. This
    works because compiled code releases the interpreter's lock. When the block ends, the timer is cancelled.
    """

    def stop() -> None:
        for ask in asks:
            ask[Ask.STOP] = 1

    seconds = until - time.monotonic()
    if seconds <= 0:
        stop()
    timer = threading.Timer(min(max(seconds, 0.0), threading.TIMEOUT_MAX), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # other decisions may use these desks soon


def _grow_compiled(
    run: Any, view: Record, codes: list[int], request: tuple[int, int], how: tuple[Sequence[int], float, int]
) -> Any:
    """Grow all trees of a search with the compiled function `run`, and return the sum of their results.

    The result is an array with a row for each action of `codes` (see `tree.FOUND`). `request` is a tuple: the seat and
    the seed. `how` is a tuple: the settings (as in `Tune`), the time at which to stop (of `time.monotonic`), and the
    number of threads.
    """
    game, (tune, until, threads) = game_of(view), how
    legal = np.array(codes, np.int64)
    desks = [_take_desk(request, tree, len(codes), tune) for tree in range(tune[Tune.TREES])]

    def grow_desk(desk: Any) -> Any:
        ask = desk["ask"][0]
        if ask[Ask.TREE] == 0 or ask[Ask.STOP] == 0:
            states = game.shape.array(plans.FIRST + 2 * plans.WIDEST)
            game.shape.store(states, 0, view)
            game.shape.store(states, playouts.EMPTY, game.new_record())
            run(states, legal, desk, np.zeros(1, events_dtype(game.facts.event_size)))
        return desk["found"][0, : len(codes)]

    try:
        with _stop_at([desk["ask"][0] for desk in desks], until):
            if threads == 1:
                return sum(grow_desk(desk) for desk in desks)
            with ThreadPoolExecutor(threads) as pool:
                return sum(pool.map(grow_desk, desks))
    finally:
        _SPARE.extend(desks)


def prepare(game: Game) -> None:
    """Compile or load the search for a game. Until that has happened, bots use plain Python.

    Do nothing if rules are not compiled on this machine.
    """
    try:
        run = compiled(deciding.grow_tree, game)
    except NotCompiled:
        return
    first, view, codes = game.new_record(), game.new_record(), [0] * len(game.vocabulary)
    game.rules.setup(first, game.option_numbers(game.facts.seats[0], None), [1] * 8)
    seat = next(k for k in range(8) if (game.rules.actors(first) >> k) & 1)
    game.rules.view(first, seat, view)
    many = game.rules.legal(first, seat, codes)
    giving_up.prepare(game, view, seat)
    # The first call compiles. Meanwhile bots use plain Python and do not wait.
    _grow_compiled(run, view, codes[:many], (seat, 0), (fill_tune((1, 1, 500, 1_000, 1)), time.monotonic() + 600, 1))
    READY[game.name] = run


# -- plain -------------------------------------------------------------------------------------------------------------


class _States(list[Any]):
    """A list of records as Python objects, in which an assignment copies the record, as in a NumPy array.

    So the same code of the search can run on this list and on arrays. A slice is a new list of the same kind.
    """

    def __getitem__(self, k: Any) -> Any:
        found = super().__getitem__(k)
        return _States(found) if isinstance(k, slice) else found

    def __setitem__(self, k: Any, record: Any) -> None:
        super().__setitem__(k, record.shape.copy(record))


class _Timed(list[int]):
    """The settings of a tree search in plain Python, as a list of numbers (see `tree.Ask`).

    The search reads the element `Ask.STOP` to learn whether its time is over. Here this element is computed at each
    reading: it is 1 after the time `until`, and 0 before. (For a compiled search a timer thread sets it. While plain
    Python runs, such a thread could be seconds late.)
    """

    def __init__(self, ask: Any, until: float) -> None:
        super().__init__(ask.tolist())
        self.until = until

    def __getitem__(self, k: Any) -> Any:
        return int(time.monotonic() >= self.until) if k == Ask.STOP else super().__getitem__(k)


def _grow_plain(view: Record, codes: list[int], request: tuple[int, int], tune: Sequence[int], until: float) -> Any:
    """Return the results of a tree search in plain Python: a row for each action of `codes` (see `tree.FOUND`).

    `request` is a tuple of the seat and the seed. `tune` is the list of settings. The search stops at the time `until`
    (of `time.monotonic`). Because plain Python is slow, this search does less than a compiled search. It grows a single
    tree, with fewer simulations than all trees of a compiled search have together. It does not plan whole turns, and it
    does not compare the best actions by playing on (playouts).
    """
    game = game_of(view)
    fewer = list(tune)
    fewer[Tune.SIMULATIONS] = -(-tune[Tune.SIMULATIONS] * tune[Tune.TREES] // PLAIN_SHARE)
    fewer[Tune.WORLDS] = -(-tune[Tune.WORLDS] // PLAIN_SHARE)
    fewer[Tune.BEAM] = fewer[Tune.PLAYOUTS] = 0
    states, e = _States([view, view, view]), Events(game.facts.event_size, on=False)
    desk = plain_desk(_Timed(_make_ask(request, 0, len(codes)), until), fewer)
    deciding.grow(states, codes, desk, desk, e)
    return desk.found[: len(codes)]


# -- by name -----------------------------------------------------------------------------------------------------------


def expert() -> Search:
    """Return the strongest of the bots with levels, a search with the largest budget."""
    return Search("expert")


def hard() -> Search:
    """Return a strong bot that is quick enough for a table."""
    return Search("hard")


def steady() -> Search:
    """Return a search with a small budget, which makes few obvious mistakes."""
    return Search("steady")


def easy() -> Search:
    """Return a bot that plays sensible actions, but often not the best one."""
    return Search("easy")


# -- named opponents ---------------------------------------------------------------------------------------------------


class NamedBot(Search):
    """A named opponent: a bot for a single game, with the search of a level and some changed settings."""

    def __init__(self, opponent: Opponent, game: Game) -> None:
        super().__init__(opponent.level)
        self.opponent, self.game = opponent, game
        self.name, self.title = opponent.name, opponent.title

    def check_game(self, game: Game) -> None:
        """Raise `Unreadable` unless `game` is the game for which this bot is made."""
        if game.name != self.game.name:
            raise Unreadable(f"{self.title} plays {self.game.facts.title}, not {game.facts.title}")

    def tune(self, game: Game, seats: int = 2) -> tuple[int, ...]:
        """Return the settings of this bot's search in a game with this number of seats, in the order of `Tune`.

        Raise `Unreadable` if `game` is not the game for which the bot is made.
        """
        self.check_game(game)
        return change_tune(find_tune(game, self.opponent.level, seats), self.opponent.settings)

    def takes(self, game: Game) -> float:
        """Return the number of seconds that players on the server wait for an action of this named opponent.

        It is the number of seconds for the level from which the opponent is made.
        """
        return find_answer_time(game, self.opponent.level)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose an action by the search of the opponent's level, with the opponent's own settings.

        The arguments are those of `Search.choose`.
        """
        self.check_game(game_of(view))
        return super().choose(view, seat, legal, budget, seed)


def list_opponents(game: Game) -> list[NamedBot]:
    """Return a list of the named opponents of a game, in the order in which the game declares them."""
    return [NamedBot(one, game) for one in getattr(game.opponents, "OPPONENTS", ())]


@lru_cache(maxsize=1)
def list_all() -> dict[str, NamedBot]:
    """Return a dict of the named opponents of all games by name."""
    return {bot.name: bot for name in games.names() for bot in list_opponents(games.get(name))}
