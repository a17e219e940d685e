"""Explain actions by plans that they serve, such as to feed your rat, in the words of a game.

A game's `plans.py` lists its plans (`PLANS`), and says which of them an action serves in a position (`claims`). A hint,
a game analysis and a puzzle name the plan that most favours one action over others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.core.records.events import RawEvent

ALIKE = "alike"
"""The aim of a plan that says that the choice makes no difference: it is a reason if all actions serve it."""
WIN = "win"
"""The aim of a plan that ends the game, or decides it."""
AIMS = (ALIKE, "deny", "find", "protect", "race", "save", "score", "set up", WIN)
"""The kinds of plans (`Plan.aim`)."""
SLIGHT = 1.0
"""The minimum weight of a claim that counts as a reason."""


class Plan(NamedTuple):
    """A plan that an action can serve, with its sentences.

    `sentence` recommends an action that serves the plan. `missed` explains the fault of an action that does not serve
    it. `{NAME}` in a sentence is replaced by the number or words that a claim has under this name (`Claim.slots`).
    `theme` names the plan in a few words. `aim` is a word for the kind of plan, such as "protect" or "score" (see
    `AIMS`).
    """

    name: str
    aim: str
    theme: str
    sentence: str
    missed: str


class Claim(NamedTuple):
    """A statement by a game that an action serves a plan, or works against the plan if `weight` is negative.

    `weight` is the estimated change of the win chance by this effect of the action, in percentage points. `slots` are
    pairs that fill the plan's sentences: a name, and a whole number or words, with seats as `{0}`.
    """

    plan: str
    weight: float
    slots: tuple[tuple[str, int | str], ...] = ()


class PlanAction(NamedTuple):
    """An action as played in a full record: the records before and after it, its seat, its code, and its events."""

    before: Any
    seat: int
    code: int
    after: Any
    events: tuple[RawEvent, ...]


class PlanReason(NamedTuple):
    """A reason for an action: a plan that this action serves better than others, and the claim about it.

    `gain` is how much better the action is than the others by this plan, in percentage points of the win chance.
    """

    plan: Plan
    claim: Claim
    gain: float

    @property
    def sentence(self) -> str:
        """Return the sentence that recommends the action by its plan, with seats as `{0}`."""
        return fill_slots(self.plan.sentence, self.claim)

    @property
    def fault(self) -> str:
        """Return the sentence about the fault of another action, which does not serve the plan, with seats as `{0}`."""
        return fill_slots(self.plan.missed, self.claim)


def fill_slots(sentence: str, claim: Claim) -> str:
    """Return a plan's sentence with the words of a claim filled in.

    Each `{NAME}` in the sentence is replaced by the number or words that the claim has under this name.
    """
    return sentence.format(**dict(claim.slots))


def claim(plan: str, weight: float, **slots: int | str) -> Claim:
    """Return a `Claim`: the statement that an action serves the plan with the name `plan`.

    `weight` is its effect on the win chance, in percentage points. `slots` fill in the plan's sentences.
    """
    return Claim(plan, weight, tuple(slots.items()))


def list_common(found: Sequence[Iterable[Claim]]) -> dict[str, Claim]:
    """Return the claims about an action that hold in all guesses of the hidden information, by the plan's name.

    A claim says that the action serves a plan. `found` has the list of claims in each guess. Claims of two guesses are
    the same if they have the same plan and the same slots. Their weights may differ, and the returned claim has the
    mean of them. If there are several claims for one plan, return the claim whose weight is farthest from 0.
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
    """Return a list of the reasons for an action against other actions, the most important first.

    A reason is a plan that speaks more for the action than for the others. `plans` are the game's plans. `mine` has the
    claims about the action (statements that it serves a plan, or works against it) by the name of the plan. `others`
    has such a dict for each of the other actions, the best action first. A plan is a reason in two cases:

    - The action serves the plan. The reason has the action's own claim.
    - The action does not serve the plan, but other actions work against it (their claims have negative weights), and
      more so than the action. The first of `others` and more than half of all `others` must do so. The reason has the
      worst of their claims.

    In both cases, the weight for the action must exceed the mean weight for the others by `least` or more (see
    `PlanReason.gain`). The weight for an action without a claim about the plan is 0. So a plan that all actions serve
    equally is no reason. A plan with the aim `ALIKE` is different: it says that the choice makes no difference, and is
    a reason only if all actions serve it.
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
