"""Find follies: actions that a sensible player never chooses, as a game declares them.

A game's `follies.py` has a list of follies (`FOLLIES`). Each has a sentence about the fault and a test. The test sees
an action as an `Attempt`: the action and the other legal actions, each played in the same few guesses of the hidden
information. A folly is a fault that follows from the rules alone. No estimate of a position is needed to see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from enginehouse.core.records.blocks import Block
from enginehouse.core.words.plans import PlanAction, list_legal

Play = Callable[[int], tuple[PlanAction, ...]]
"""A function that plays an action, given by its code, in each guess."""
Counts = Callable[[Any, int], Sequence[int]]
"""A function that returns the numbers that matter to a seat in a record. More is better."""


class Attempt:
    """An action of a decision, which can be compared with the other legal actions.

    `view` is the view of the seat, `legal` has the codes of its legal actions, and `code` is the action. All actions
    are tried in the same guesses of the hidden information, so two actions can be compared guess by guess.
    """

    def __init__(self, view: Any, seat: int, legal: Sequence[int], code: int, play: Play) -> None:
        self.view, self.seat, self.legal, self.code = view, seat, legal, code
        self._play = play
        self._counted: dict[int, list[tuple[int, ...]]] = {}

    def of(self, code: int) -> Attempt:
        """Return an `Attempt` for another legal action of the same decision. `code` is the code of this action.

        An `Attempt` is an action that is tried in a few guesses of the hidden information. Both attempts use the same
        guesses, and share the results that were computed from these.
        """
        other = Attempt(self.view, self.seat, self.legal, code, self._play)
        other._counted = self._counted
        return other

    @property
    def others(self) -> list[int]:
        """Return a list of the codes of all other legal actions at the same decision."""
        return [code for code in self.legal if code != self.code]

    def is_a(self, *kinds: Block) -> bool:
        """Return whether the action is of one of these kinds (blocks of actions)."""
        return any(self.code in kind for kind in kinds)

    def list_others(self, *kinds: Block) -> list[int]:
        """Return a list of the codes of all other legal actions of these kinds (blocks of actions)."""
        return [code for code in self.others if any(code in kind for kind in kinds)]

    def steps(self, code: int = -1) -> tuple[PlanAction, ...]:
        """Play an action in each guess of the hidden information. Return a `PlanAction` for each guess, as a tuple.

        A `PlanAction` has the full records before and after the action, its seat, its code and its events. `code` is
        the code of the action. If it is negative, play the action of this attempt.
        """
        return self._play(self.code if code < 0 else code)

    def always(self, test: Callable[[PlanAction], bool], code: int = -1) -> bool:
        """Return whether a test is true in all guesses of the hidden information, for an action.

        The action is `code`, by default that of this attempt.
        """
        return all(map(test, self.steps(code)))

    def can(self, test: Callable[[PlanAction], bool], codes: Sequence[int] | None = None) -> bool:
        """Return whether at least one of the actions `codes` passes a test in all guesses of the hidden information.

        `codes` has by default the codes of all legal actions except the action of this attempt.
        """
        return any(self.always(test, code) for code in (self.others if codes is None else codes))

    def list_next(self, after: Any) -> list[int]:
        """Return the list of the codes of the seat's legal actions in `after`, the record after an action."""
        return list_legal(after, self.seat)

    def is_needless(self, counts: Counts, codes: Sequence[int] | None = None) -> bool:
        """Return whether another action is better than this attempt's action in every guess of the hidden information.

        The other action must be one of `codes`, by default any other legal action. `counts` is a function of the game:
        `counts(record, seat)` returns several numbers, such as points. They are computed for the record after an
        action, and the player wants all of them to be large. An action is better than another one if no number is
        smaller and at least one is larger. The numbers are cached for each action, without regard to `counts`. So pass
        the same `counts` in every call for the same decision.
        """
        mine = self._count(self.code, counts)

        def is_better(code: int) -> bool:
            its = self._count(code, counts)
            return all(
                one != two and all(a >= b for a, b in zip(one, two, strict=True))
                for one, two in zip(its, mine, strict=True)
            )

        return any(map(is_better, self.others if codes is None else codes))

    def _count(self, code: int, counts: Counts) -> list[tuple[int, ...]]:
        if code not in self._counted:
            self._counted[code] = [tuple(counts(step.after, self.seat)) for step in self.steps(code)]
        return self._counted[code]


class Folly(NamedTuple):
    """A kind of action that a sensible player never chooses.

    `sentence` describes the fault. `is_done` takes an action that can be compared with the other legal actions (an
    `Attempt`), and returns whether it is of this kind.
    """

    name: str
    sentence: str
    is_done: Callable[[Attempt], bool]


def find_folly(follies: Sequence[Folly], attempt: Attempt) -> Folly | None:
    """Return the first of the `follies` (foolish kinds of actions) that an attempt commits, or None."""
    return next((folly for folly in follies if folly.is_done(attempt)), None)
