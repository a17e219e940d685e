"""Explain why a move is better than others, by the plan that it serves and by the win chances after the moves.

Hints, game analysis, puzzles and the interface for programs use this module. An action is played in several guesses of
the hidden information. In each guess, the game's `plans.py` gives the reasons for or against the action: the plans
(goals of a player) that it serves or works against. Such a reason (`Claim`) counts only if it is the same in all
guesses. The explanation names one plan: the plan that most favours the better action over the other actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.bots.analysis.advice import ADVISED as ADVISED
from enginehouse.bots.analysis.advice import CLOSE as CLOSE
from enginehouse.bots.analysis.advice import ENOUGH as ENOUGH
from enginehouse.bots.analysis.advice import OBVIOUS as OBVIOUS
from enginehouse.bots.analysis.advice import choose_advice as choose_advice
from enginehouse.bots.analysis.advice import is_near as is_near
from enginehouse.bots.analysis.reason_cases import CLEAR as CLEAR
from enginehouse.bots.analysis.reason_cases import COMPARED as COMPARED
from enginehouse.bots.analysis.reason_cases import DECISIVE as DECISIVE
from enginehouse.bots.analysis.reason_cases import NEAR as NEAR
from enginehouse.bots.analysis.reason_cases import ReasonCase as ReasonCase
from enginehouse.bots.analysis.reason_cases import (
    are_equal_plans,
    find_reason,
    find_thoughts,
    is_planned,
    list_rivals,
)
from enginehouse.bots.analysis.reason_cases import estimate_noise as estimate_noise
from enginehouse.bots.analysis.reason_cases import find_next_best as find_next_best
from enginehouse.bots.analysis.reason_cases import list_claims as list_claims
from enginehouse.bots.analysis.reason_cases import list_next_best as list_next_best
from enginehouse.bots.analysis.reason_cases import make_guess as make_guess
from enginehouse.bots.analysis.reason_cases import play_each as play_each
from enginehouse.bots.analysis.reason_cases import take_step as take_step
from enginehouse.bots.analysis.reason_cases import wait_for_turn as wait_for_turn
from enginehouse.bots.bot import Choice
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import ALIKE, SLIGHT, PlanReason

SAME = "About equal"


def explain_move(
    view: Record, seat: int, best: int, others: Sequence[int], seed: int = 0, least: float = SLIGHT
) -> PlanReason | None:
    """Return the reason that most favours the action `best` over the mean of the actions `others`, or `None`.

    A reason names a plan of the game's `plans.py`. `others` has the codes of the actions other than `best`, in order:
    the first is the next best action. `seed` determines the guesses of the hidden information. `least` is the minimum
    gain of the reason (see `PlanReason`).
    """
    return ReasonCase(view, seat, seed).explain(best, others, least)


def write_difference(view: Record, seat: int, actions: tuple[int, int], seed: int = 0) -> str:
    """Return a sentence about the plan that favours the first of two actions over the second, or "".

    `actions` has their codes. The hidden information is guessed from the view and the seed.
    """
    found = explain_move(view, seat, actions[0], actions[1:], seed)
    return found.sentence if found else ""


def explain_choice(view: Record, seat: int, choice: Choice, seed: int = 0) -> str:
    """Return the reason for a bot's choice in sentences, or "" if no reason was found.

    The first sentence names the plan of the game that the chosen action serves. The second sentence compares the chosen
    action with another action, mostly by their win chances. It is left out if the numbers do not support the choice. If
    the bot examined a single action, the plan is found by comparison with other legal actions. `seed` determines the
    guesses of the hidden information.
    """
    others, case = list_next_best(choice), ReasonCase(view, seat, seed)
    found = case.find_decisive(choice.action)
    if not others:
        known = case.list_reasons(choice.action, _list_others(view, seat, choice.action))
        found = found or next((one for one in known if one.claim.weight > 0 or not is_planned(choice)), None)
        return found.sentence if found else ""
    rivals, harm = list_rivals(choice), case.find_harm(choice.action)
    found = found or find_reason(case, choice.action, rivals)
    if found is None and is_planned(choice):
        found = case.find_greatest(choice.action)
        found = found if found and found.claim.weight > harm else None
    if found is None and harm == 0:
        found = find_reason(case, choice.action, rivals, least=0.0)
    said = _compare_with_next_best(case, choice, others, found)
    if found is None:
        return _say_alike(case) or said
    return " ".join(filter(None, (found.sentence, said)))


def _say_alike(case: ReasonCase) -> str:
    """Return a sentence that says that the choice makes no difference, or "" if it may make a difference.

    The choice makes no difference in two cases: all legal actions have the same name on the page, or each legal action
    loses the game immediately. If there are many legal actions, the second case is not checked.
    """
    game = game_of(case.view)
    out = [0] * len(game.vocabulary)
    legal = out[: int(game.rules.legal(case.view, case.seat, out))]
    if len({game.words.action(case.view, code) for code in legal}) == 1:
        return "All your choices are alike."
    lost = len(legal) <= 2 * ADVISED and all(case.find_harm(code) >= DECISIVE for code in legal)
    return "Whatever you do, you lose now." if lost else ""


def _list_others(view: Record, seat: int, action: int) -> list[int]:
    """Return a list of the codes of the legal actions of a seat other than `action`, at most `COMPARED` of them."""
    game = game_of(view)
    out = [0] * len(game.vocabulary)
    legal = out[: int(game.rules.legal(view, seat, out))]
    return [code for code in legal if code != action][:COMPARED]


def _compare_with_next_best(case: ReasonCase, choice: Choice, others: Sequence[int], found: PlanReason | None) -> str:
    """Return a sentence that compares the choice with another action, or "".

    The sentence compares the win chances after the two actions. If the bot has planned the whole turn, the sentence
    compares the points that the bot expects from a turn that begins with each of them. `others` has the codes of the
    other actions, the best first. `found` is the reason for the choice, if any.

    Two kinds of other actions are skipped: those with the same name on the page as the choice and, if there is a
    reason, those that have the same effects on the game's plans (goals of a player). If the two win chances are about
    equal, return "" in four cases:

    - The other action does more harm to a plan than the choice does.
    - The reason is strong: its plan makes the choice better than other actions by `OBVIOUS` percentage points of the
      win chance or more (`PlanReason.gain`).
    - The choice serves the plan of the reason clearly better than the other action does.
    - There is a reason, and the bot has planned the whole turn. Two actions with about equal win chances then mostly
      belong to the same turn, in another order.
    """
    words, mine = game_of(case.view).words, choice.action
    said = words.action(case.view, mine)
    differing = [
        code for code in others if words.action(case.view, code) != said and not (found and case.are_alike(mine, code))
    ]
    if not differing or (found and found.plan.aim == ALIKE):
        return ""
    other = _find_tempting(case, choice, differing, found)
    if found is None and compare_chances(choice, other) == SAME:
        harm = case.find_harm(mine)
        fits = (
            one for one in differing[:ADVISED] if compare_chances(choice, one) == SAME and case.find_harm(one) <= harm
        )
        other = next(fits, other)
    label, chances = f"“{words.action(case.view, other)}”", compare_chances(choice, other)
    if chances == SAME:
        is_obvious = found is not None and (
            is_planned(choice) or found.gain >= OBVIOUS or _falls_short(case, choice, other, found)
        )
        return "" if is_obvious or case.find_harm(other) > case.find_harm(mine) else f"{label} is about equal."
    if chances or found or not is_planned(choice):
        return f"{chances} for {label}." if chances else ""
    best, next_one = find_thoughts(choice, other)
    less = round((next_one.behind or 0.0) - (best.behind or 0.0))
    return f"The bot expects about {many(less, 'point')} less from {label}." if less > 0 else ""


def _falls_short(case: ReasonCase, choice: Choice, other: int, found: PlanReason) -> bool:
    """Return whether the action `other` serves the plan of the reason `found` clearly less than the bot's choice.

    In this case, a hint that calls the two actions equal would contradict the reason.
    """
    mine, theirs = (case.list_claims(code).get(found.plan.name) for code in (choice.action, other))
    less = (mine.weight if mine else 0.0) - (theirs.weight if theirs else 0.0)
    return less >= OBVIOUS


def _find_tempting(case: ReasonCase, choice: Choice, others: Sequence[int], found: PlanReason | None) -> int:
    """Return the code of the action with which a hint compares its choice: the first of `others`, or a tempting one.

    `others` has the codes of the other actions, the best first, and `found` is the reason for the choice, if any. An
    action is tempting if a plan speaks clearly more for it than for the choice, but its win chance is lower. A player
    would ask why the hint does not give this action.
    """
    least = (max(found.gain, found.claim.weight) if found else 0.0) + CLEAR
    for other in others[:ADVISED]:
        greatest = max((one.weight for one in case.list_claims(other).values()), default=0.0)
        if greatest - case.find_harm(other) >= least and compare_chances(choice, other) not in ("", SAME):
            return other
    return others[0]


def compare_chances(choice: Choice, other: int) -> str:
    """Return a part of a sentence with the win chances after the bot's choice and after the action `other`.

    If their difference is small and may be chance, the text calls them equal. It does the same if the bot has planned
    the whole turn, and the best plans that begin with the two actions are about equal. Return "" if the bot's search
    tried one of the two actions too rarely, if `other` looks clearly better, or if it is unclear which action is
    better.
    """
    best, next_one = find_thoughts(choice, other)
    if is_planned(choice):
        return SAME if are_equal_plans(best, next_one) else ""
    if min(best.visits, next_one.visits) < ENOUGH:
        return ""
    lead, noise = best.value - next_one.value, estimate_noise(best, next_one)
    if lead > noise and round(best.value) > round(next_one.value):
        return f"Win chance {best.value:.0f} %, against {next_one.value:.0f} %"
    return SAME if abs(lead) <= min(noise, CLOSE) else ""


def add_reason(view: Record, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return a copy of a bot's choice, in which the `Thought` about the chosen action has a `reason` in words.

    The reason is found in guesses of the hidden information, which follow from the view and `seed`.
    """
    reason = explain_choice(view, seat, choice, seed)
    thoughts = (one._replace(reason=reason) if one.action == choice.action else one for one in choice.thoughts)
    return choice._replace(thoughts=tuple(thoughts))
