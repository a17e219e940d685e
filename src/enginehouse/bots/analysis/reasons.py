"""Explain a better move: by the plan that it serves, in the game's words, and by win chances if they support it.

Hints, game analysis, puzzles and the interface for programs use this module. An action is played in several guesses of
the hidden information. In each guess, the game's `plans.py` says which plans the action serves. Such a statement (a
claim) counts only if it is the same in all guesses. The explanation names one plan: the plan that most favours the
better action over the other actions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players.greedy import close_windows, fill_words
from enginehouse.core.records.events import Events, RawEvent, written
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.words.plans import SLIGHT, Claim, PlanAction, PlanReason, find_reasons, list_common

GUESSES = 4
"""The number of guesses in which a claim has to be the same."""
ENOUGH = 10
"""The least number of visits of an action whose win chance is shown."""
COMPARED = 5
"""The maximum number of other actions with which a hint compares its action."""
SAME = "About equal"
CLOSE = 3.0
"""The maximum difference, in percentage points, of two win chances that are called equal."""


def find_next_best(choice: Choice) -> int:
    """Return the code of the second-best action of a bot's choice, or -1 if the bot examined no other action."""
    others = list_next_best(choice)
    return others[0] if others else -1


def list_next_best(choice: Choice) -> list[int]:
    """Return a list of the codes of the actions that a bot examined but did not choose, the best first.

    The argument `choice` has the bot's thoughts about these actions. The best action is the one with the most visits.
    """
    others = [thought for thought in choice.thoughts if thought.action != choice.action]
    return [one.action for one in sorted(others, key=lambda one: (-one.visits, -one.value))]


def play_each(view: Record, seat: int, actions: Sequence[int], seed: int) -> list[Any]:
    """Return the positions after each of these actions, in order.

    Each action is played in the same guess, a full record that is made from the seat's view and `seed`.
    """
    world = make_guess(view, seat, seed)
    return [_play(game_of(view), world, seat, code) for code in actions]


def wait_for_turn(view: Record, seat: int) -> Any:
    """Return the view that a seat may have at its next turn, if all other seats pass until then.

    Hidden information is guessed, so the real view may differ. Return `None` if another seat cannot pass, or if the
    seat has no further turn.
    """
    game = game_of(view)
    world, e, out = make_guess(view, seat, 0), Events(game.facts.event_size, on=False), [0] * len(game.vocabulary)
    pass_code = game.vocabulary.code(game.facts.done)
    for _ in range(2 * int(view.seats)):
        mask = int(game.rules.actors(world))
        if mask >> seat & 1:
            seen = game.new_record()
            game.rules.view(world, seat, seen)
            return seen
        other = next((k for k in range(int(view.seats)) if mask >> k & 1), -1)
        if other < 0 or pass_code not in out[: int(game.rules.legal(world, other, out))]:
            return None
        e.count = 0
        game.rules.apply(world, other, pass_code, e)
    return None


def make_guess(view: Record, seat: int, seed: int) -> Any:
    """Return a full record that is consistent with the seat's view. Its hidden information is drawn by `seed`."""
    game, words = game_of(view), [0] * 8
    fill_words(seed, seat, words)
    world = game.shape.copy(view)
    game.rules.guess(world, seat, words)
    return world


def _play(game: Game, world: Record, seat: int, code: int) -> Any:
    """Return the position after the seat's action `code` in the full record `world`, which stays as it is.

    If other seats have to decide after the action, each of them plays its first legal action.
    """
    s, e = game.shape.copy(world), Events(game.facts.event_size, on=False)
    game.rules.apply(s, seat, code, e)
    close_windows(s, seat, [0] * len(game.vocabulary), e)
    return s


def take_step(world: Record, seat: int, code: int) -> PlanAction:
    """Play the seat's action `code` in a copy of the record `world`, and then an action of each seat that must decide.

    Return the records before and after, with the action and all events. Another seat plays its first legal action. If
    the action itself needs a further choice of its seat, the last legal choice is taken.
    """
    game = game_of(world)
    before, s, e = game.shape.copy(world), game.shape.copy(world), Events(game.facts.event_size)
    events: list[RawEvent] = []
    is_unfinished = getattr(game.plans, "is_unfinished", lambda *_: False)
    asked: tuple[int, int] | None = (seat, code)
    while asked is not None:
        e.count = 0
        game.rules.apply(s, *asked, e)
        events += written(e)
        asked = _next_answer(game, s, seat if is_unfinished(before, s) else -1)
    return PlanAction(before, seat, code, s, tuple(events))


def _next_answer(game: Game, s: Record, unfinished: int) -> tuple[int, int] | None:
    """Return the seat that has to answer next and the code of its answer, or `None` if no seat has to answer.

    The seats that have to decide at once answer first, each by its first legal action. After that comes the seat
    `unfinished` (-1: no seat), whose action needs a further choice. It answers by its last legal action.
    """
    if s.reason != 0 or (s.asked == 0 and unfinished < 0):
        return None
    actors, out = int(game.rules.actors(s)), [0] * len(game.vocabulary)
    seat = next(k for k in range(int(s.seats)) if actors >> k & 1)
    many = int(game.rules.legal(s, seat, out))
    return (seat, out[0 if s.asked else many - 1]) if many else None


def list_claims(view: Record, seat: int, code: int, seed: int = 0) -> dict[str, Claim]:
    """Return the game's statements about the plans that an action serves or works against, by the name of the plan.

    `code` is the action of the seat. The game's `plans.py` makes the statements for several guesses of the hidden
    information, which follow from the view and the seed. Only statements that are the same in all guesses are returned.
    """
    plans = game_of(view).plans
    if plans is None:
        return {}
    return list_common(
        [list(plans.claims(take_step(make_guess(view, seat, seed + k), seat, code))) for k in range(GUESSES)]
    )


def explain_move(
    view: Record, seat: int, best: int, others: Sequence[int], seed: int = 0, least: float = SLIGHT
) -> PlanReason | None:
    """Return the plan that most favours the action `best` over the mean of the actions `others`, or `None`.

    The plan is one of those in the game's `plans.py`. `others` is a list of codes, the best action first. The hidden
    information is guessed by `seed`. `least` is the minimum gain of the reason (see `PlanReason`).
    """
    plans = game_of(view).plans
    if plans is None:
        return None
    mine = list_claims(view, seat, best, seed)
    rivals = [list_claims(view, seat, other, seed) for other in others]
    reasons = find_reasons(plans.PLANS, mine, rivals, least)
    return next(iter(reasons), None)


def write_difference(view: Record, seat: int, actions: tuple[int, int], seed: int = 0) -> str:
    """Return a sentence about the plan that favours the first of two actions over the second, or "".

    `actions` has their codes. The hidden information is guessed from the view and the seed.
    """
    found = explain_move(view, seat, actions[0], actions[1:], seed)
    return found.sentence if found else ""


def explain_choice(view: Record, seat: int, choice: Choice, seed: int = 0) -> str:
    """Return the reason for a bot's choice in sentences: the plan of the game that it serves, then its win chance.

    The win chances are left out if they do not support the choice. If the bot examined a single action, the reason
    compares this action with all others. Return "" if no reason was found. `seed` determines the guesses of the hidden
    information.
    """
    others = list_next_best(choice)
    if not others:
        found = explain_move(view, seat, choice.action, _list_others(view, seat, choice.action), seed)
        return found.sentence if found else ""
    found = _find_reason(view, seat, choice.action, others, seed)
    if found is None:
        found = explain_move(view, seat, choice.action, others[:COMPARED], seed, least=0.0)
    label, chances = _compare_with_next_best(view, choice, others)
    said = f"{label} is about equal." if chances == SAME else f"{chances} for {label}." if chances else ""
    return " ".join(filter(None, (found.sentence if found else "", said))) or _say_alike(view, seat)


def choose_advice(view: Record, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return the action that a hint gives: a bot's choice, or an action that is about as good and easier to explain.

    The bot's choice is kept if one of the game's plans speaks for it, unless another plan speaks more against it.
    `seed` determines the guesses of the hidden information.
    """
    others = list_next_best(choice)
    if not others or _is_explained(view, seat, choice, seed):
        return choice
    for other in others[:COMPARED]:
        advice = choice._replace(action=other)
        if compare_chances(choice, other) == SAME and _is_explained(view, seat, advice, seed):
            return advice
    return choice


def _is_explained(view: Record, seat: int, choice: Choice, seed: int) -> bool:
    """Return whether one of the game's plans speaks for a bot's choice, and no plan speaks more against it."""
    found = _find_reason(view, seat, choice.action, list_next_best(choice), seed)
    worst = min((one.weight for one in list_claims(view, seat, choice.action, seed).values()), default=0.0)
    return found is not None and found.gain > -worst


def _find_reason(view: Record, seat: int, action: int, others: Sequence[int], seed: int) -> PlanReason | None:
    """Return the plan of the game that speaks most for `action`, if any, by comparison with the actions `others`.

    `others` has the codes of the other actions, the best first.
    """
    found = explain_move(view, seat, action, others[:COMPARED], seed)
    if found is None:
        # The best actions often serve the same plan. Beside the worst ones it shows, but their faults are no reason.
        worst = explain_move(view, seat, action, others[-COMPARED:], seed)
        found = worst if worst and worst.claim.weight > 0 else None
    return found


def _say_alike(view: Record, seat: int) -> str:
    """Return the sentence "All your choices are alike." if all legal actions of a seat have the same words, else ""."""
    game = game_of(view)
    out = [0] * len(game.vocabulary)
    labels = {game.words.action(view, code) for code in out[: int(game.rules.legal(view, seat, out))]}
    return "All your choices are alike." if len(labels) == 1 else ""


def _list_others(view: Record, seat: int, action: int) -> list[int]:
    """Return a list of the codes of the legal actions of a seat other than `action`, at most `COMPARED` of them."""
    game = game_of(view)
    out = [0] * len(game.vocabulary)
    legal = out[: int(game.rules.legal(view, seat, out))]
    return [code for code in legal if code != action][:COMPARED]


def _compare_with_next_best(view: Record, choice: Choice, others: Sequence[int]) -> tuple[str, str]:
    """Return the second-best action in quotation marks, and a comparison of its win chance with that of the choice.

    The action is in words. `others` is a list of the other actions, the best first. An action that has the same words
    as the choice is skipped. If all have the same words, both results are "".
    """
    words = game_of(view).words
    mine = words.action(view, choice.action)
    other = next((code for code in others if words.action(view, code) != mine), -1)
    return (f"“{words.action(view, other)}”", compare_chances(choice, other)) if other >= 0 else ("", "")


def compare_chances(choice: Choice, other: int) -> str:
    """Return a part of a sentence with the win chances after the bot's choice and after the action `other`.

    If their difference is small and may be chance, the text calls them equal. Return "" if the bot's search tried one
    of the two actions too rarely, if `other` looks clearly better, or if it is unclear which action is better.
    """
    by_action = {thought.action: thought for thought in choice.thoughts}
    best, next_one = by_action[choice.action], by_action[other]
    if min(best.visits, next_one.visits) < ENOUGH:
        return ""
    lead, noise = best.value - next_one.value, estimate_noise(best, next_one)
    if lead > noise and round(best.value) > round(next_one.value):
        return f"Win chance {best.value:.0f} %, against {next_one.value:.0f} %"
    return SAME if abs(lead) <= min(noise, CLOSE) else ""


def estimate_noise(one: Thought, other: Thought) -> float:
    """Return an upper bound of the standard error of the difference of two actions' win chances, in percentage points.

    `one` and `other` are a bot's thoughts about the actions. Each win chance is a mean over simulations, whose results
    lie between 0 and 100 %. Such results vary at most as much as those of games that are either won or lost.
    """
    return math.sqrt(sum(max(0.0, each.value * (100 - each.value)) / each.visits for each in (one, other)))


def add_reason(view: Record, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return a copy of a bot's choice, in which the `Thought` about the chosen action has a `reason` in words.

    The reason is found in guesses of the hidden information, which follow from the view and `seed`.
    """
    reason = explain_choice(view, seat, choice, seed)
    thoughts = (one._replace(reason=reason) if one.action == choice.action else one for one in choice.thoughts)
    return choice._replace(thoughts=tuple(thoughts))
