"""Define the greedy bot: it tries each of its actions in a few guesses, and chooses the action that looks best.

A guess is a full record that is consistent with the bot's view. The bot plays every legal action in each guess. If
other seats have to decide then, they play their first legal action. The game's policy evaluates the position that
follows.
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
from enginehouse.core.flags import jit_wanted
from enginehouse.core.records.chance import pick, seed_dice, throw
from enginehouse.core.records.events import Events, events_dtype
from enginehouse.core.records.fields import Numbers, Record, States
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, at_random, gives_up, guess, judge, legal

GUESSES = 12
"""The default number of guesses per decision. A policy may set another number, and a small budget may cut it to one."""


@rule
def close_windows(s: Record, seat: int, out: Numbers, e: Events) -> None:
    """Close all reaction windows (times in which several seats have to answer): play the answers of these seats.

    The record `s`, in which `seat` has just acted, is changed. Each seat in the bit mask `s.asked` has to answer, and
    plays its first legal action. `out` is scratch space for the list of legal actions. Afterwards `e` has the events of
    the last answer.
    """
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
def fill_words(seed: int, k: int, words: Numbers) -> None:
    """Write eight random numbers into `words`, from which the `k`-th guess of the hidden information is made.

    They depend on `seed` and `k` only.
    """
    seed_dice(words, seed, k)
    for j in range(4):
        words[4 + j] = throw(words)


@rule
def weigh_guess(states: States, codes: Numbers, many: int, seat: int, values: Numbers, e: Events, out: Numbers) -> None:
    """Evaluate the actions `codes` in a guessed record, and add the value of each action to its element of `values`.

    `states[1]` is the guess: a full record that is consistent with the view of `seat`. Only the first `many` codes
    count. Each action is played for `seat`, and the game's policy evaluates the result, in hundredths of a point. The
    index of an action is the same in `codes` and `values`. `states[2]`, `e` and `out` are scratch space.
    """
    for j in range(many):
        states[2] = states[1]
        e.count = 0
        apply(states[2], seat, int(codes[j]), e)
        close_windows(states[2], seat, out, e)
        values[j] += judge(states[1], states[2], seat, int(codes[j]))


@entry
def weigh(states: States, codes: Numbers, seat: int, seed: int, k: int, values: Numbers, events: Any) -> None:
    """Evaluate each action of `codes` in the `k`-th guess, and add the value of `codes[j]` to `values[j]`.

    A guess is a full record that is consistent with the view of the seat in `states[0]`. It depends on `seed` and `k`.
    `states[1]`, `states[2]` and `events[0]` are scratch space.
    """
    words = np.zeros(8, np.int64)
    out = np.zeros(4096, np.int64)
    fill_words(seed, k, words)
    states[1] = states[0]
    guess(states[1], seat, words)
    weigh_guess(states, codes, len(codes), seat, values, events[0], out)


@rule
def choose_compiled(states: States, seat: int, seed: int, e: Events, room: Any) -> int:
    """Return the action that `Greedy.choose` chooses, for whole games that run compiled.

    The only setting in `room` is the number of guesses of the hidden information. The arguments are those of a bot's
    rule, see `bot.CompiledBot.compiled`.
    """
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
        fill_words(seed, k, room.own)
        states[1] = states[0]
        guess(states[1], seat, room.own)
        weigh_guess(states, room.codes, many, seat, values, e, room.others)
    return int(room.codes[find_best(values, many, seed, seat, room.own)])


@rule
def find_best(values: Numbers, many: int, seed: int, seat: int, dice: Numbers) -> int:
    """Return the index of the largest of the first `many` values, or a random one of the largest if several are equal.

    The random number follows from `seed` and `seat`. `dice` (a list of four integers) is scratch space for it.
    """
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


def weigh_plain(view: Record, codes: list[int], seat: int, seed: int, k: int, values: list[int], until: float) -> bool:
    """Evaluate each action of `codes` for `seat` in the `k`-th guessed record, and add the results to `values`.

    This function is for plain Python. The guess of the hidden information depends on `seed` and `k`. The last action,
    which often ends a turn, is tried first. Return False if the time `until` (of `time.monotonic`) came before all
    actions were tried. In a later guess (`k` > 0), `values` is then left unchanged. In the first guess (`k` = 0), the
    results are added nevertheless, and an action that was not tried gets a lower value than all others.
    """
    game = game_of(view)
    words, out = [0] * 8, [0] * len(game.vocabulary)
    fill_words(seed, k, words)
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


def count_guesses(game: Game) -> int:
    """Return in how many guesses of the hidden information the bot tries its actions at a decision of a game.

    The number is `GUESSES` of the game's policy, or else the default.
    """
    return int(getattr(game.policy, "GUESSES", GUESSES))


def choose(view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> int:
    """Return the code in `legal` with the best mean evaluation over a few guesses of the hidden information.

    The bot thinks at most `budget` seconds. The seed decides between actions that are equally good.
    """
    return Greedy().choose(view, seat, legal, budget, seed).action


def _weigh_all(
    view: Record, seat: int, legal: list[int], budget: float, seed: int, guesses: int
) -> tuple[list[int], int]:
    """Return the evaluations of each legal action of `seat`, summed over several guesses of the hidden information.

    The second result is the number of these guesses: at most `guesses`, and fewer if the `budget` in seconds is over.
    `seed` determines them.
    """
    until = time.monotonic() + budget
    weigh_compiled = _find_compiled(view, guesses)
    if weigh_compiled is not None:
        return weigh_compiled(view, legal, seat, seed), guesses
    values = [0] * len(legal)
    for k in range(guesses):
        if not weigh_plain(view, legal, seat, seed, k, values, until):
            return values, max(k, 1)
    return values, guesses


class Greedy:
    """The greedy bot. It tries each action, and chooses the action after which the position looks best.

    It does not look further ahead.
    """

    name = "greedy"
    title = "Greedy bot"
    levels: Mapping[str, float] = {"normal": 5.0}

    def __init__(self, guesses: int = 0) -> None:
        self._guesses = guesses

    def guesses(self, game: Game) -> int:
        """Return in how many guesses of the hidden information the bot tries its actions at a decision.

        The number was given to the constructor, or comes from the game's policy.
        """
        return self._guesses or count_guesses(game)

    def prepare(self, game: Game) -> None:
        """Compile or load the bot for a game. Until that has happened, the bot uses plain Python."""
        prepare(game)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Choose the action of `legal` with the best mean evaluation over a few guesses of the hidden information.

        The bot thinks at most `budget` seconds. The seed decides between equal actions. If it is certain that all seats
        lose the game, the bot may give up instead (see `verbs.gives_up`).
        """
        game, given_up = game_of(view), choose_giving_up(view, seat)
        if given_up >= 0:
            return Choice(given_up)
        codes = list(legal[: at_random(view, seat, list(legal), len(legal))])
        if len(codes) == 1:
            return Choice(codes[0])
        values, guesses = _weigh_all(view, seat, codes, budget, seed, self.guesses(game))
        thoughts = (Thought(code, value / guesses, guesses) for code, value in zip(codes, values, strict=True))
        return Choice(codes[find_best(values, len(codes), seed, seat, [0] * 4)], tuple(thoughts))

    def takes(self, game: Game) -> float:
        """Return the number of seconds after which a table shows the bot's answer.

        The time is enough for a decision in plain Python.
        """
        return 0.3

    def compiled(self, game: Game) -> tuple[Any, tuple[int, ...]] | None:
        """Return the bot's compiled rule for whole games, and a tuple with its only setting, the number of guesses.

        In each of these guesses of the hidden information the bot tries its actions. Return `None` if the game has no
        policy.
        """
        return (choose_compiled, (self.guesses(game),)) if game.has("policy") else None


def _find_compiled(view: Record, guesses: int) -> Any:
    """Return a function that evaluates all actions by the compiled `weigh`, or `None` if that is not compiled yet.

    The returned function takes a view, the codes of the legal actions, the seat and a seed. It returns a list of
    integers in the order of the codes: the value of each action, summed over `guesses` guesses of the hidden
    information. `_find_compiled` itself never waits, even if another thread is compiling `weigh`.
    """
    game = game_of(view)
    if not jit_wanted() or game.name not in READY:
        return None

    def evaluate_all(view: Record, legal: list[int], seat: int, seed: int) -> list[int]:
        states = game.shape.array(3)
        game.shape.store(states, 0, view)
        values = np.zeros(len(legal), np.int64)
        events = np.zeros(1, events_dtype(game.facts.event_size))
        codes = np.array(legal, np.int64)
        for k in range(guesses):
            READY[game.name](states, codes, seat, seed, k, values, events)
        return [int(v) for v in values]

    return evaluate_all


READY: dict[str, Any] = {}
"""The compiled `weigh` by game, as far as `prepare` has made it ready in this process."""


def prepare(game: Game) -> None:
    """Compile or load the bot for a game. Until that has happened, the bot uses plain Python.

    Do nothing if rules are not compiled on this machine.
    """
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
