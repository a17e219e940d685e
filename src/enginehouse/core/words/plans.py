"""Explain actions by plans: the goals that an action serves, such as to feed your rat, in the words of a game.

A game's `plans.py` lists its plans (`PLANS`). Its function `claims` yields the reasons for or against an action: a
`Claim` for each plan that the action serves or works against. A hint, a game analysis and a puzzle name the plan that
most favours an action over other actions (`PlanReason`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.core.records.actions import MOST
from enginehouse.core.records.blocks import Block
from enginehouse.core.records.events import Events, RawEvent
from enginehouse.core.records.fields import Record
from enginehouse.core.verbs import apply, legal

ALIKE = "alike"
"""The aim of a plan that says that the choice makes no difference: it is a reason if all actions serve it."""
WIN = "win"
"""The aim of a plan that ends the game, or decides it."""
AIMS = (ALIKE, "deny", "find", "protect", "race", "save", "score", "set up", WIN)
"""The kinds of plans (`Plan.aim`)."""
SLIGHT = 1.0
"""The least weight, or difference of weights, with which a plan is a reason for an action, in percentage points."""


class Plan(NamedTuple):
    """A plan: a goal that an action can serve, such as to feed your rat, with sentences about it.

    `sentence` recommends an action that serves the plan. `missed` explains the fault of an action that does not serve
    it. `{NAME}` in a sentence stands for a number or words that depend on the action (`Claim.slots`). `theme` names the
    plan in a few words. `aim` is a word for the kind of plan, such as "protect" or "score" (see `AIMS`).
    """

    name: str
    aim: str
    theme: str
    sentence: str
    missed: str


class Claim(NamedTuple):
    """A game's reason for or against an action: the action serves a plan, or works against it if `weight` is negative.

    `plan` is the name of the plan. `weight` is the estimated effect of the action on the win chance by this plan, in
    percentage points. `slots` has a pair for each `{NAME}` in the plan's sentences: the name, and the whole number or
    words that replace it. Seats in these words are written as `{0}`, `{1}` and so on.
    """

    plan: str
    weight: float
    slots: tuple[tuple[str, int | str], ...] = ()


class PlanAction(NamedTuple):
    """An action that was played in a guess of the hidden information, and its effects.

    `before` and `after` are the full records, with all hidden information, before and after the action. `code` is the
    action of `seat`, and `events` has the events that it caused.
    """

    before: Any
    seat: int
    code: int
    after: Any
    events: tuple[RawEvent, ...]


class PlanReason(NamedTuple):
    """A reason to prefer an action to others: a plan that the action serves better, or that the others harm more.

    `claim` is the game's statement about the plan (see `Claim`). It is about the preferred action or, if this action
    only avoids a harm, about another action that does the harm. `gain` is the advantage of the action by this plan, in
    percentage points of the win chance.
    """

    plan: Plan
    claim: Claim
    gain: float

    @property
    def sentence(self) -> str:
        """Return a sentence that recommends the action by the plan that it serves: a goal, such as to feed your rat.

        A seat in the sentence is written as `{0}` and so on, where the caller puts a name.
        """
        return fill_slots(self.plan.sentence, self.claim)

    @property
    def fault(self) -> str:
        """Return a sentence that explains the fault of an action that was rejected: it does not serve the plan.

        A seat in the sentence is written as `{0}` and so on, where the caller puts a name.
        """
        return fill_slots(self.plan.missed, self.claim)


def list_legal(s: Record, seat: int, *kinds: Block) -> list[int]:
    """Return a list of the codes of the seat's legal actions in the plain record `s`, in ascending order.

    If kinds of actions (blocks) are given, leave out all actions of other kinds.
    """
    out = [0] * MOST
    codes = out[: legal(s, seat, out)]
    return [code for code in codes if any(code in kind for kind in kinds)] if kinds else codes


def play(s: Record, seat: int, code: int) -> Any:
    """Return the record after the action `code` of `seat`. The plain record `s` stays as it is."""
    after = s.shape.copy(s)
    apply(after, seat, code, Events(1, on=False))
    return after


def fill_slots(sentence: str, claim: Claim) -> str:
    """Return a plan's sentence in which each `{NAME}` is replaced by a number or words.

    `claim` is the game's reason for or against an action. Its `slots` have the number or words for each name.
    """
    return sentence.format(**dict(claim.slots))


def claim(plan: str, weight: float, **slots: int | str) -> Claim:
    """Return a reason for or against an action: the action serves the plan with the name `plan`, or works against it.

    `weight` is the effect on the win chance, in percentage points. It is negative if the action works against the plan.
    `slots` are the numbers or words that replace each `{NAME}` in the plan's sentences.
    """
    return Claim(plan, weight, tuple(slots.items()))


def list_common(found: Sequence[Iterable[Claim]]) -> dict[str, Claim]:
    """Return the reasons for or against an action that are the same in all guesses of the hidden information.

    The result is a dict by the name of the plan. `found` has the list of reasons in each guess (see `Claim`). Reasons
    of two guesses are the same if they have the same plan, and the same numbers and words for its sentences
    (`Claim.slots`). Their weights may differ, and the returned reason has the mean of them. If several reasons have the
    same plan, return the reason whose weight is farthest from 0.
    """
    by_guess = [{(one.plan, one.slots): one for one in each} for each in found]
    if not by_guess:
        return {}
    common = set(by_guess[0]).intersection(*by_guess[1:])
    claims: dict[str, Claim] = {}
    for key in by_guess[0]:
        if key in common:
            weight = sum(each[key].weight for each in by_guess) / len(by_guess)
            if key[0] not in claims or abs(weight) > abs(claims[key[0]].weight):
                claims[key[0]] = Claim(key[0], weight, key[1])
    return claims


def find_reasons(
    plans: Sequence[Plan],
    mine: Mapping[str, Claim],
    others: Sequence[Mapping[str, Claim]],
    least: float = SLIGHT,
) -> list[PlanReason]:
    """Return a list of the reasons to prefer an action to other actions, the most important first.

    `plans` are the game's plans. `mine` has a `Claim` for each plan that the action serves or works against, by the
    name of the plan. `others` has such a dict for each of the other actions, the best action first.

    The weight of an action for a plan is the weight of its `Claim`, or 0 if it has no `Claim` about the plan. A plan is
    a reason in two cases:

    - The action has a positive weight. The reason then has the action's own `Claim`.
    - The action does not have a positive weight, but other actions do more harm to the plan. This means that their
      weights are negative and lower than that of the action. It must be true of `others[0]` and of more than half of
      all `others`. The reason then has the `Claim` with the lowest weight.

    In both cases, the weight of the action must exceed the mean weight of the others by `least` or more. This
    difference is `PlanReason.gain`. So a plan that all actions serve equally is no reason. A plan with the aim `ALIKE`
    is different: it says that the choice makes no difference, and is a reason only if all actions serve it.
    """
    reasons = []
    for plan in plans:
        own = mine.get(plan.name)
        theirs = [one[plan.name] for one in others if plan.name in one]
        if plan.aim == ALIKE:
            if own and len(theirs) == len(others) and own.weight >= least:
                reasons.append(PlanReason(plan, own, 0.0))
            continue
        weight = own.weight if own else 0.0
        gain = weight - sum(one.weight for one in theirs) / max(1, len(others))
        spoiled = [one for one in theirs if one.weight < min(0.0, weight)]
        said = own if own and own.weight > 0 else min(spoiled, key=lambda one: one.weight, default=None)
        common = own is said or (2 * len(spoiled) > len(others) and others[0].get(plan.name) in spoiled)
        if said is not None and common and gain > 0 and gain >= least:
            reasons.append(PlanReason(plan, said, gain))
    return sorted(reasons, key=lambda one: -one.gain)
