"""The greedy bot: it imagines what it cannot see, tries each of its actions there, and takes what looks best.

It guesses a few full records from its view, plays every legal action in each, lets the others leave any window that
this opens unanswered (their first legal action), and asks the game's policy how that looks for its seat.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players import giving_up
from enginehouse.bots.players.giving_up import choose_giving_up
from enginehouse.core.compiler.compiled_rules import NotCompiled, compiled
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.chance import pick, seed_dice, throw
from enginehouse.core.records.events import Events, events_dtype
from enginehouse.core.records.fields import Numbers
from enginehouse.core.registry.game import game_of
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, at_random, gives_up, guess, judge, legal

GUESSES = 12
"""Worlds imagined for a decision, if the budget allows and the game's policy does not say otherwise; one at least."""


@rule
def close_windows(s: Any, seat: int, out: Numbers, e: Any) -> None:
    """Let everybody who is asked at the same time give their first legal answer."""
    while s.asked != 0 and s.reason == 0:
        mask = actors(s)
        other = 0
        while not (mask >> other) & 1:
            other += 1
        if legal(s, other, out) == 0:
            return
        e.count = 0
        apply(s, other, int(out[0]), e)


@rule
def words_of(seed: int, k: int, words: Any) -> None:
    """Eight words for the k-th guess of a decision."""
    seed_dice(words, seed, k)
    for j in range(4):
        words[4 + j] = throw(words)


@rule
def weigh_guess(states: Any, codes: Any, many: int, seat: int, values: Any, e: Any, out: Numbers) -> None:
    """Add to `values` how each of the first `many` codes looks in the guess in `states[1]`; `states[2]` is room."""
    for j in range(many):
        states[2] = states[1]
        e.count = 0
        apply(states[2], seat, int(codes[j]), e)
        close_windows(states[2], seat, out, e)
        values[j] += judge(states[1], states[2], seat, int(codes[j]))


@entry
def weigh(states: Any, codes: Any, seat: int, seed: int, k: int, values: Any, events: Any) -> None:
    """Add to `values` how each action of `codes` looks in guess k; `states[0]` is the view, two more are room."""
    words = np.zeros(8, np.int64)
    out = np.zeros(4096, np.int64)
    words_of(seed, k, words)
    states[1] = states[0]
    guess(states[1], seat, words)
    weigh_guess(states, codes, len(codes), seat, values, events[0], out)


@rule
def choose_compiled(states: Any, seat: int, seed: int, e: Any, room: Any) -> int:
    """What `Greedy.choose` chooses, where whole games are compiled; its one number is that of the guesses."""
    states[1] = states[0]
    given_up = gives_up(states[1], seat)
    if given_up >= 0:
        return int(given_up)
    many, values = at_random(states[0], seat, room.codes, room.many), room.values
    if many == 1:
        return int(room.codes[0])
    for j in range(many):
        values[j] = 0
    for k in range(room.setting[0]):
        words_of(seed, k, room.own)
        states[1] = states[0]
        guess(states[1], seat, room.own)
        weigh_guess(states, room.codes, many, seat, values, e, room.others)
    return int(room.codes[best_of(values, many, seed, seat, room.own)])


@rule
def best_of(values: Any, many: int, seed: int, seat: int, dice: Any) -> int:
    """Which of the first `many` values is largest; equals are told apart by the seed."""
    most, equal = values[0], 0
    for j in range(many):
        if values[j] > most:
            most, equal = values[j], 0
        if values[j] == most:
            equal += 1
    seed_dice(dice, seed, seat)
    at, left = 0, pick(dice, equal)
    while values[at] != most or left > 0:
        if values[at] == most:
            left -= 1
        at += 1
    return at


def weigh_plain(view: Any, codes: list[int], seat: int, seed: int, k: int, values: list[int], until: float) -> bool:
    """The same in plain Python; False when time ran out before all actions were tried.

    In the first guess those that were tried count then, beginning with the last one, which often ends a turn.
    """
    game = game_of(view)
    words, out = [0] * 8, [0] * len(game.vocabulary)
    words_of(seed, k, words)
    world = game.shape.copy(view)
    game.rules.guess(world, seat, words)
    e = Events(game.facts.event_size, on=False)
    found: dict[int, int] = {}
    for j in (len(codes) - 1, *range(len(codes) - 1)):
        s = game.shape.copy(world)
        e.count = 0
        game.rules.apply(s, seat, codes[j], e)
        close_windows(s, seat, out, e)
        found[j] = judge(world, s, seat, codes[j])
        if time.monotonic() > until and len(found) < len(codes):
            if k > 0:
                return False
            break
    for j in range(len(codes)):
        values[j] += found.get(j, min(found.values()) - 1)
    return len(found) == len(codes)


def guesses_for(game: Any) -> int:
    """How many worlds are imagined in a game; `GUESSES` in its policy says so where what is hidden matters little."""
    return int(getattr(game.policy, "GUESSES", GUESSES))


def choose(view: Any, seat: int, legal: Sequence[int], budget: float, seed: int) -> int:
    """The action that looks best over a few guesses; equals are told apart by the seed."""
    return Greedy().choose(view, seat, legal, budget, seed).action


def _weighed(view: Any, seat: int, legal: list[int], budget: float, seed: int, guesses: int) -> tuple[list[int], int]:
    """How each legal action looks, summed over guesses, and how many guesses that were."""
    until = time.monotonic() + budget
    weigh_compiled = _compiled(view, guesses)
    if weigh_compiled is not None:
        return weigh_compiled(view, legal, seat, seed), guesses
    values = [0] * len(legal)
    for k in range(guesses):
        if not weigh_plain(view, legal, seat, seed, k, values, until):
            return values, max(k, 1)
    return values, guesses


class Greedy:
    """Looks one step ahead and takes what looks best."""

    name = "greedy"
    title = "Greedy bot"
    levels: Mapping[str, float] = {"normal": 5.0}

    def __init__(self, guesses: int = 0) -> None:
        self._guesses = guesses

    def guesses(self, game: Any) -> int:
        """How many worlds it imagines for a decision: as many as it was made with, else as the game's policy says."""
        return self._guesses or guesses_for(game)

    def prepare(self, game: Any) -> None:
        """Compile (or load) it for a game; it thinks plain until then."""
        prepare(game)

    def choose(self, view: Any, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """The action that looks best over a few guesses; equals are told apart by the seed."""
        game, given_up = game_of(view), choose_giving_up(view, seat)
        if given_up >= 0:
            return Choice(given_up)
        codes = list(legal[: at_random(view, seat, list(legal), len(legal))])
        if len(codes) == 1:
            return Choice(codes[0])
        values, guesses = _weighed(view, seat, codes, budget, seed, self.guesses(game))
        thoughts = (Thought(code, value / guesses, guesses) for code, value in zip(codes, values, strict=True))
        return Choice(codes[best_of(values, len(codes), seed, seat, [0] * 4)], tuple(thoughts))

    def takes(self, game: Any) -> float:
        """Enough for one step in plain Python."""
        return 0.3

    def compiled(self, game: Any) -> tuple[Any, tuple[int, ...]] | None:
        """The same for whole games, where the game has a policy."""
        return (choose_compiled, (self.guesses(game),)) if game.has("policy") else None


def _compiled(view: Any, guesses: int) -> Any:
    """The compiled way to weigh, where this process has the game compiled already; nobody waits for the compiler."""
    game = game_of(view)
    if not jit_possible() or game.name not in READY:
        return None

    def run(view: Any, legal: list[int], seat: int, seed: int) -> list[int]:
        states = game.shape.array(3)
        game.shape.store(states, 0, view)
        values = np.zeros(len(legal), np.int64)
        events = np.zeros(1, events_dtype(game.facts.event_size))
        codes = np.array(legal, np.int64)
        for k in range(guesses):
            READY[game.name](states, codes, seat, seed, k, values, events)
        return [int(v) for v in values]

    return run


READY: dict[str, Any] = {}
"""The compiled `weigh` of each game that `prepare` made ready in this process."""


def prepare(game: Any) -> None:
    """Compile (or load) the bot for a game; it thinks plain until then. Nothing happens where nothing compiles."""
    try:
        weigh_here = compiled(weigh, game)
    except NotCompiled:
        return
    states = game.shape.array(3)
    codes, values = np.zeros(0, np.int64), np.zeros(0, np.int64)
    game.rules.setup(first := game.new_record(), game.option_numbers(game.facts.seats[0], None), [1] * 8)
    view = game.new_record()
    game.rules.view(first, 0, view)
    game.shape.store(states, 0, view)
    giving_up.prepare(game, view, 0)
    weigh_here(states, codes, 0, 0, 0, values, np.zeros(1, events_dtype(game.facts.event_size)))
    READY[game.name] = weigh_here
