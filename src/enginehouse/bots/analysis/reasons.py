"""Why an action was chosen, in words: in what it differs from the next best one, in the same guesses of what cannot be seen.

It is the positions right after the two actions that are compared, by what a player of the game counts (`reasons.py` of the
game). What is the same in all guesses is said as such, what only may be so as a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.bots.bot import Choice
from enginehouse.bots.players.greedy import close_windows, words_of
from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.words.naming import listed
from enginehouse.core.words.reasons import Reason

GUESSES = 12
PROS, CONS = 2, 1
"""So many differences are told that speak for an action, and against it."""
ENOUGH = 10
"""What was tried less often says little of what it is worth."""
SLIGHT = 0.05
"""What differs by less on average is not told."""


def next_best(choice: Choice) -> int:
    """The action that looked best of those that were not chosen; -1 where there is none."""
    others = [thought for thought in choice.thoughts if thought.action != choice.action]
    best = max(others, key=lambda thought: (thought.visits, thought.value), default=None)
    return -1 if best is None else best.action


def differences(view: Any, seat: int, actions: tuple[int, int], seed: int = 0) -> list[Reason]:
    """In what the first action differs from the second, in the eyes of a seat; what matters most first."""
    game = game_of(view)
    statements = game.reasons.STATEMENTS
    found = [_compared(view, seat, actions, seed + k) for k in range(GUESSES)]
    reasons = []
    alike = [all(one[who] == one[seat] for one in found) for who in range(int(view.seats))]
    for who in range(int(view.seats)):
        if alike[who] and who != seat:
            continue  # those who win or lose as one count the same
        for j, statement in enumerate(statements):
            each = [one[who][j] for one in found]
            reasons.append(Reason(statement, who, sum(each) / GUESSES, min(each) == max(each)))
    seats = int(view.seats)
    told = [one for one in reasons if abs(one.difference) >= SLIGHT]
    return sorted(told, key=lambda one: -abs(speaks(one, seat, seats)))


def _compared(view: Any, seat: int, actions: tuple[int, int], seed: int) -> list[list[int]]:
    """By seat, how much more of everything there is after the first action than after the second, in one guess."""
    seats, numbers = range(int(view.seats)), game_of(view).reasons.numbers
    counted = [[numbers(s, who) for who in seats] for s in positions_after(view, seat, actions, seed)]
    return [[a - b for a, b in zip(*both, strict=True)] for both in zip(*counted, strict=True)]


def positions_after(view: Any, seat: int, actions: Sequence[int], seed: int) -> list[Any]:
    """The positions after each of these actions, in one guess of what a seat cannot see."""
    game, words = game_of(view), [0] * 8
    words_of(seed, seat, words)
    world = game.shape.copy(view)
    game.rules.guess(world, seat, words)
    return [_after(game, world, seat, code) for code in actions]


def _after(game: Game, world: Any, seat: int, code: int) -> Any:
    """The position after an action, whose windows nobody answers."""
    s, e = game.shape.copy(world), Events(game.facts.event_size, on=False)
    game.rules.apply(s, seat, code, e)
    close_windows(s, seat, [0] * len(game.vocabulary), e)
    return s


def speaks(reason: Reason, seat: int, seats: int) -> float:
    """How much a difference speaks for the first action, in the eyes of a seat: what another has counts against it, and less
    the more others there are."""
    worth = reason.statement.weight * reason.difference
    return worth if reason.seat == seat else -worth / (seats - 1)


def in_words(reasons: Sequence[Reason], seat: int, seats: int) -> str:
    """Differences as a sentence: first what speaks for the action, then what against it; what is only likely is said as a guess.
    Seats are written `{0}`, as in all words."""
    pros = [one for one in reasons if speaks(one, seat, seats) > 0][:PROS]
    cons = [one for one in reasons if speaks(one, seat, seats) < 0][:CONS]
    return "; but ".join(filter(None, (_told(pros, seat), _told(cons, seat)))) if pros else ""


def _told(reasons: Sequence[Reason], viewer: int) -> str:
    sure = [one.statement.told(one.difference, one.seat, viewer) for one in reasons if one.sure]
    may_be = [one.statement.told(one.difference, one.seat, viewer) for one in reasons if not one.sure]
    guessed = f"as far as can be guessed {listed(may_be)}" if may_be else ""
    return ", ".join(filter(None, (listed(sure), guessed)))


def why(view: Any, seat: int, choice: Choice, seed: int = 0) -> str:
    """Why an action was chosen rather than the next best one, in a sentence; empty where nothing of it can be said."""
    game, other = game_of(view), next_best(choice)
    if other < 0 or game.reasons is None:
        return ""
    said = in_words(differences(view, seat, (choice.action, other), seed), seat, int(view.seats))
    parts = (said, _better_by(choice, other))
    return f"Rather than “{game.words.action(view, other)}”: {'; '.join(filter(None, parts))}." if any(parts) else ""


def _better_by(choice: Choice, other: int) -> str:
    """How many games of a hundred a search expects to win after either action, where it tried both often enough."""
    by_action = {thought.action: thought for thought in choice.thoughts}
    best, next_one = by_action[choice.action], by_action[other]
    if min(best.visits, next_one.visits) < ENOUGH:
        return ""
    return f"it looks like {round(best.value)} games won of a hundred, not {round(next_one.value)}"


def explained(view: Any, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """The same choice, with the reason for it in its thought."""
    reason = why(view, seat, choice, seed)
    thoughts = (one._replace(reason=reason) if one.action == choice.action else one for one in choice.thoughts)
    return choice._replace(thoughts=tuple(thoughts))
