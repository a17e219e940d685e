"""Reasons for an action in words: its differences from the next best action, over the same guesses.

The positions right after the two actions are compared by the numbers that players of the game count (`reasons.py` of
the game). A difference that is the same in all guesses is stated as a fact, any other one as a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.bots.bot import Choice
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
SLIGHT = 0.05
"""The least mean difference that is shown."""


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


def write_sentence(reasons: Sequence[Reason], seat: int, seats: int) -> str:
    """Return differences as a sentence: first those for the action, then those against it. Seats are written `{0}`."""
    pros = [one for one in reasons if weigh_reason(one, seat, seats) > 0][:PROS]
    cons = [one for one in reasons if weigh_reason(one, seat, seats) < 0][:CONS]
    return "; but ".join(filter(None, (_write_clause(pros, seat), _write_clause(cons, seat)))) if pros else ""


def _write_clause(reasons: Sequence[Reason], viewer: int) -> str:
    sure = [one.statement.told(one.difference, one.seat, viewer) for one in reasons if one.sure]
    may_be = [one.statement.told(one.difference, one.seat, viewer) for one in reasons if not one.sure]
    guessed = f"as far as can be guessed {listed(may_be)}" if may_be else ""
    return ", ".join(filter(None, (listed(sure), guessed)))


def explain_choice(view: Any, seat: int, choice: Choice, seed: int = 0) -> str:
    """Return the reason for the choice over the next best action as a sentence, or "" if there is none."""
    game, other = game_of(view), find_next_best(choice)
    if other < 0 or game.reasons is None:
        return ""
    said = write_sentence(find_differences(view, seat, (choice.action, other), seed), seat, int(view.seats))
    parts = (said, _compare_chances(choice, other))
    return f"Rather than “{game.words.action(view, other)}”: {'; '.join(filter(None, parts))}." if any(parts) else ""


def _compare_chances(choice: Choice, other: int) -> str:
    """Return the win chances after both actions as a clause, if the search tried both often enough."""
    by_action = {thought.action: thought for thought in choice.thoughts}
    best, next_one = by_action[choice.action], by_action[other]
    if min(best.visits, next_one.visits) < ENOUGH:
        return ""
    return f"it looks like {round(best.value)} games won of a hundred, not {round(next_one.value)}"


def add_reason(view: Any, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return the choice with the reason in its thought."""
    reason = explain_choice(view, seat, choice, seed)
    thoughts = (one._replace(reason=reason) if one.action == choice.action else one for one in choice.thoughts)
    return choice._replace(thoughts=tuple(thoughts))
