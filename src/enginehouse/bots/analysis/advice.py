"""Choose the action that a hint gives: a bot's choice, or an action that is about as good and easier to explain."""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.bots.analysis.reason_cases import (
    CLEAR,
    ReasonCase,
    are_equal_plans,
    estimate_noise,
    find_pass,
    find_reason,
    find_thoughts,
    is_planned,
    list_next_best,
    list_rivals,
)
from enginehouse.bots.bot import Choice
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of
from enginehouse.core.words.plans import SLIGHT, PlanReason

ENOUGH = 10
"""The least number of visits of an action whose win chance is shown."""
FEW = 3
"""The least number of visits of an action that a hint gives instead of the bot's choice."""
ADVISED = 16
"""The maximum number of other actions that a hint may give instead of the bot's choice."""
OBVIOUS = 7.0
"""The gain of a plan from which on no other action is called about equal."""
LOST = 5.0
"""The win chance, in percent, below which a game is as good as lost, so that differences mean little."""
POINT = 1.5
"""The number of points by which a plan for the turn may be worse that replaces one for which no reason is known."""
CLOSE = 3.0
"""The maximum difference, in percentage points, of two win chances that are called equal."""


def choose_advice(view: Record, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return the action that a hint gives: a bot's choice, or an action that is about as good and easier to explain.

    A plan of the game (such as to feed your rat) can speak for an action or against it. Another action replaces the
    choice in two cases: the plans do not speak for the choice, or they speak clearly more for the other action. Only an
    action with about the same win chance can replace the choice, or an action that the bot has hardly tried. `seed`
    determines the guesses of the hidden information.
    """
    others, case = list_next_best(choice), ReasonCase(view, seat, seed)
    found = case.find_decisive(choice.action) or find_reason(case, choice.action, list_rivals(choice))
    mine = _weigh(case, choice.action, found)
    near = [other for other in others if is_near(choice, other)]
    game = game_of(view)
    if found is not None and found.claim.weight < 0 and (is_planned(choice) or choice.action == find_pass(game)):
        mine = 0.0  # To pass avoids a harm, and so does any other action without harm.
    if mine < SLIGHT:
        free = (one for one in others if one not in near and case.find_harm(one) == 0)
        near += [one for one in free if _may_replace(view, choice, one)]
    near = near[:ADVISED]
    rates = [_weigh(case, other, _find_reason_beside(case, other, choice.action, others)) for other in near]
    best = max(rates, default=0.0)
    if best >= SLIGHT and (mine < SLIGHT or (not is_planned(choice) and best >= mine + CLEAR)):
        choice, mine = choice._replace(action=near[rates.index(best)]), best
    return choice if is_planned(choice) else _prefer_untried(case, choice, max(mine, 0.0))


def _prefer_untried(case: ReasonCase, choice: Choice, mine: float) -> Choice:
    """Return the bot's choice, or replace its action by an action that the bot hardly tried but a plan clearly favours.

    A plan is a goal of the player, such as to feed its rat. For each plan, an action has a weight: its effect on the
    win chance by this plan, in percentage points. `mine` is the weight of the reason for the chosen action, less the
    harm that the action does, but at least 0. The new action must have a weight of at least `OBVIOUS` and at least
    `mine + CLEAR` for one of the plans, and it must not work against any plan. An action is not considered if the bot
    tried it often, or if its win chance is lower than that of the chosen action by more than two standard errors.
    """
    least, found = max(OBVIOUS, mine + CLEAR), choice
    for other in list_next_best(choice):
        best, tried = find_thoughts(choice, other)
        is_known = tried.visits >= ENOUGH or (
            min(best.visits, tried.visits) > 0 and best.value - tried.value > 2 * estimate_noise(best, tried)
        )
        if is_known or case.find_harm(other) > 0:
            continue
        weight = max((one.weight for one in case.list_claims(other).values()), default=0.0)
        if weight >= least and (found is choice or weight > least):
            found, least = choice._replace(action=other), weight
    return found


def _find_reason_beside(case: ReasonCase, action: int, chosen: int, others: Sequence[int]) -> PlanReason | None:
    """Return the reason to prefer `action` to all other actions or, without such a reason, to `chosen` alone.

    `case` is the decision, with the game's reasons for or against each action. `chosen` is the action that the bot
    chose. `others` has the codes of all actions except `chosen`, the best first. If both comparisons fail, return no
    reason.
    """
    rivals = [chosen, *(one for one in others if one != action)]
    found = case.find_decisive(action) or find_reason(case, action, rivals)
    if found is None:
        found = case.explain(action, [chosen])
        found = found if found and found.claim.weight > 0 else None
    return found


def _weigh(case: ReasonCase, action: int, found: PlanReason | None) -> float:
    """Return the weight of an action's reason `found`, less the harm that the action does.

    Weight and harm are changes of the win chance in percentage points. Without a reason, the weight is 0.
    """
    return (max(found.gain, found.claim.weight) if found else 0.0) - case.find_harm(action)


def is_near(choice: Choice, other: int) -> bool:
    """Return whether the action `other` is about as good as the bot's choice, or better, as far as the bot knows."""
    best, next_one = find_thoughts(choice, other)
    if is_planned(choice):
        return are_equal_plans(best, next_one)
    if all(thought.visits < FEW for thought in choice.thoughts):
        return True
    if min(best.visits, next_one.visits) < FEW:
        return False
    if best.value < LOST:
        return True
    return best.value - next_one.value <= min(CLOSE, estimate_noise(best, next_one))


def _may_replace(view: Record, choice: Choice, other: int) -> bool:
    """Return whether a hint may give the action `other` instead of the action that a bot chose.

    Call this function only if no goal in the game's `plans.py` is a reason for the bot's choice. The condition depends
    on how the bot has examined the two actions:

    - If the bot has planned the whole turn, the best turn that begins with `other` may be worse by at most `POINT`
      points than the best turn that begins with the choice.
    - Otherwise, if the bot has tried both actions at least `FEW` times, the win chance of `other` may be lower by at
      most two standard errors.
    - Otherwise, the choice must be to pass, or passing must be about as good as the choice. The choice then gains
      hardly anything.
    """
    best, next_one = find_thoughts(choice, other)
    if is_planned(choice):
        return next_one.behind is not None and next_one.behind - (best.behind or 0.0) <= POINT
    if min(best.visits, next_one.visits) < FEW:
        done = find_pass(game_of(view))
        known = {thought.action for thought in choice.thoughts}
        return choice.action == done or (done in known and is_near(choice, done))
    return best.value - next_one.value <= 2 * estimate_noise(best, next_one)
