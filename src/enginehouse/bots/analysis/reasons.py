"""Reasons for an action in words: its differences from the next best action, over the same guesses.

The positions right after the two actions are compared by the numbers that players of the game count (`reasons.py` of
the game). A difference that is the same in all guesses is stated as a fact, any other one with "about", "probably" or
"perhaps".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players.greedy import close_windows, fill_words
from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.words.naming import listed
from enginehouse.core.words.reasons import Reason

GUESSES = 12
PROS, CONS = 2, 1
"""The maximum numbers of differences for and against an action in a reason."""
ENOUGH = 10
"""The least number of visits of an action whose win chance is shown."""
SLIGHT = 0.25
"""The least mean difference that is shown."""
SAME = "About the same win chance"
ROOM = 16
"""The number of words for differences in a sentence of 20 words that begins with "Compared with"."""


def find_next_best(choice: Choice) -> int:
    """Return the best-looking action that was not chosen, or -1."""
    others = [thought for thought in choice.thoughts if thought.action != choice.action]
    best = max(others, key=lambda thought: (thought.visits, thought.value), default=None)
    return -1 if best is None else best.action


def find_differences(view: Any, seat: int, actions: tuple[int, int], seed: int = 0) -> list[Reason]:
    """Return the differences of the first action from the second for a seat, the most important first."""
    game = game_of(view)
    statements = game.reasons.STATEMENTS
    found = [_compare(view, seat, actions, seed + k) for k in range(GUESSES)]
    reasons = []
    alike = [all(one[who] == one[seat] for one in found) for who in range(int(view.seats))]
    for who in range(int(view.seats)):
        if alike[who] and who != seat:
            continue  # seats that win or lose together count the same
        for j, statement in enumerate(statements):
            each = [one[who][j] for one in found]
            reasons.append(Reason(statement, who, sum(each) / GUESSES, min(each) == max(each)))
    seats = int(view.seats)
    told = [one for one in reasons if abs(one.difference) >= SLIGHT]
    return sorted(told, key=lambda one: -abs(weigh_reason(one, seat, seats)))


def _compare(view: Any, seat: int, actions: tuple[int, int], seed: int) -> list[list[int]]:
    """Return by seat the differences of all numbers between the two actions in one guess."""
    seats, numbers = range(int(view.seats)), game_of(view).reasons.numbers
    counted = [[numbers(s, who) for who in seats] for s in play_each(view, seat, actions, seed)]
    return [[a - b for a, b in zip(*both, strict=True)] for both in zip(*counted, strict=True)]


def play_each(view: Any, seat: int, actions: Sequence[int], seed: int) -> list[Any]:
    """Return the positions after each of these actions, in one guess of the seat."""
    game, words = game_of(view), [0] * 8
    fill_words(seed, seat, words)
    world = game.shape.copy(view)
    game.rules.guess(world, seat, words)
    return [_play(game, world, seat, code) for code in actions]


def _play(game: Game, world: Any, seat: int, code: int) -> Any:
    """Return the position after an action, with the first legal answer of each seat that is asked."""
    s, e = game.shape.copy(world), Events(game.facts.event_size, on=False)
    game.rules.apply(s, seat, code, e)
    close_windows(s, seat, [0] * len(game.vocabulary), e)
    return s


def weigh_reason(reason: Reason, seat: int, seats: int) -> float:
    """Return how much a difference speaks for the first action.

    A gain of a rival counts against it, divided by the number of rivals.
    """
    worth = reason.statement.weight * reason.difference
    return worth if reason.seat == seat else -worth / (seats - 1)


def write_sentence(reasons: Sequence[Reason], seat: int, seats: int, room: int = ROOM) -> str:
    """Return differences in words: those for the action, then "But" and those against it, without a full stop.

    The text can follow a colon. Return "" without a difference for the action. Seats are written `{0}`. If those for the
    action have more than `room` words, each gets its own sentence.
    """
    pros = [one for one in reasons if weigh_reason(one, seat, seats) > 0][:PROS]
    cons = [one for one in reasons if weigh_reason(one, seat, seats) < 0][:CONS]
    if not pros:
        return ""
    clauses = _say_each(pros, seat)
    together = listed(clauses)
    said = together if len(together.split()) <= room else ". Also ".join(clauses)
    return ". But ".join(filter(None, (said, listed(_say_each(cons, seat)))))


def _say_each(reasons: Sequence[Reason], viewer: int) -> list[str]:
    """Return differences as clauses, the sure ones first."""
    return [one.say(viewer) for one in sorted(reasons, key=lambda one: not one.sure)]


def write_difference(view: Any, seat: int, actions: tuple[int, int], seed: int = 0) -> str:
    """Return the differences of the first action from the second in words (`write_sentence`).

    A sentence that begins with "Compared with" and the second action has room for them.
    """
    game = game_of(view)
    if game.reasons is None:
        return ""
    room = ROOM - len(game.words.action(view, actions[1]).split())
    return write_sentence(find_differences(view, seat, actions, seed), seat, int(view.seats), room)


def explain_choice(view: Any, seat: int, choice: Choice, seed: int = 0) -> str:
    """Return the reason for the choice over the next best action in sentences, or "" if there is none."""
    game, other = game_of(view), find_next_best(choice)
    if other < 0 or game.reasons is None:
        return ""
    label, chances = f"“{game.words.action(view, other)}”", compare_chances(choice, other)
    if said := write_difference(view, seat, (choice.action, other), seed):
        return " ".join(filter(None, (f"Compared with {label}: {said}.", f"{chances}." if chances else "")))
    if chances == SAME:
        return f"{label} has about the same win chance."
    return f"{chances} for {label}." if chances else ""


def compare_chances(choice: Choice, other: int) -> str:
    """Return the win chances after the choice and another action as a sentence without a full stop.

    Return "" if the search tried one of them too rarely, or if the other one looks clearly better. The chances are
    called equal if their difference is within the noise.
    """
    by_action = {thought.action: thought for thought in choice.thoughts}
    best, next_one = by_action[choice.action], by_action[other]
    if min(best.visits, next_one.visits) < ENOUGH:
        return ""
    lead, noise = best.value - next_one.value, estimate_noise(best, next_one)
    if lead > noise and round(best.value) > round(next_one.value):
        return f"Win chance {best.value:.0f} %, against {next_one.value:.0f} %"
    return SAME if lead >= -noise else ""


def estimate_noise(one: Thought, other: Thought) -> float:
    """Return an upper bound of the standard error of the difference of two win chances, in percentage points.

    The values of simulations lie between 0 and 100 %, so they vary at most as much as won and lost games do.
    """
    return math.sqrt(sum(max(0.0, each.value * (100 - each.value)) / each.visits for each in (one, other)))


def add_reason(view: Any, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return the choice with the reason in its thought."""
    reason = explain_choice(view, seat, choice, seed)
    thoughts = (one._replace(reason=reason) if one.action == choice.action else one for one in choice.thoughts)
    return choice._replace(thoughts=tuple(thoughts))
