"""Find foolish actions of bots: those that a game declares in its `follies.py` (`core.words.follies`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from enginehouse.bots.analysis.reasons import make_guess, take_step
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of
from enginehouse.core.words.follies import Attempt, Folly, find_folly
from enginehouse.core.words.plans import PlanAction

GUESSES = 4
"""The default number of guesses of the hidden information in which a folly has to be certain."""


def play_in_guesses(view: Record, seat: int, guesses: int = GUESSES) -> Callable[[int], tuple[PlanAction, ...]]:
    """Return a function that takes the code of an action, and returns how the action turns out in several guesses.

    A guess is a full record that is consistent with the view of the seat. There are `guesses` of these records, and the
    same view always gives the same ones. The result has a `PlanAction` for each guess: the action with the records
    before and after it. The function caches its results, so each action is played only once.
    """
    worlds = [make_guess(view, seat, 100 + k) for k in range(guesses)]
    found: dict[int, tuple[PlanAction, ...]] = {}

    def play(code: int) -> tuple[PlanAction, ...]:
        if code not in found:
            found[code] = tuple(take_step(world, seat, code) for world in worlds)
        return found[code]

    return play


def find_declared(view: Record, seat: int, legal: Sequence[int], code: int, guesses: int = GUESSES) -> Folly | None:
    """Return the folly that an action of a seat commits, if the game declares such a folly.

    A folly is a kind of action that a sensible player never chooses. `legal` has the codes of the legal actions, and
    `code` is that of the action. The action is played in `guesses` full records that are consistent with the view.
    """
    follies = game_of(view).follies
    if follies is None or len(legal) < 2:
        return None
    return find_folly(follies.FOLLIES, Attempt(view, seat, legal, code, play_in_guesses(view, seat, guesses)))


def list_declared(view: Record, seat: int, legal: Sequence[int], guesses: int = GUESSES) -> dict[str, list[int]]:
    """Return the codes of all legal actions of the seat that are follies, by the name of the folly.

    A folly is a kind of action that a sensible player never chooses. Each action is played in `guesses` full records
    that are consistent with the view.
    """
    found: dict[str, list[int]] = {}
    follies = game_of(view).follies
    if follies is None or len(legal) < 2:
        return found
    first = Attempt(view, seat, legal, legal[0], play_in_guesses(view, seat, guesses))
    for attempt in map(first.of, legal):
        for folly in follies.FOLLIES:
            if folly.is_done(attempt):
                found.setdefault(folly.name, []).append(attempt.code)
    return found
