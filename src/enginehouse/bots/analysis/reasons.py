"""Explain why a move is better than others: by the plan that it serves, and by win chances if they agree.

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
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import ALIKE, SLIGHT, WIN, Claim, PlanAction, PlanReason, find_reasons, list_common

GUESSES = 4
"""The number of guesses in which a claim has to be the same."""
ENOUGH = 10
"""The least number of visits of an action whose win chance is shown."""
COMPARED = 5
"""The maximum number of other actions with which a hint compares its action."""
SAME = "About equal"
FEW = 3
"""The least number of visits of an action that a hint gives instead of the bot's choice."""
ADVISED = 16
"""The maximum number of other actions that a hint may give instead of the bot's choice."""
CLEAR = 3.0
"""The gain of a plan that speaks clearly for an action (see `PlanReason`)."""
OBVIOUS = 7.0
"""The gain of a plan from which on no other action is called about equal."""
DECISIVE = 30.0
"""The least weight of a claim that decides the game, so that it is a reason even if other actions have it too."""
LOST = 5.0
"""The win chance, in percent, below which a game is as good as lost, so that differences mean little."""
CLOSE = 3.0
"""The maximum difference, in percentage points, of two win chances that are called equal."""
NEAR = 0.5
"""The maximum difference, in points, of the values of two plans for a turn that are called equal."""


def find_next_best(choice: Choice) -> int:
    """Return the code of the second-best action of a bot's choice, or -1 if the bot examined no other action."""
    others = list_next_best(choice)
    return others[0] if others else -1


def list_next_best(choice: Choice) -> list[int]:
    """Return a list of the codes of the actions that a bot examined but did not choose, the best first.

    The argument `choice` has the bot's thoughts about these actions. The best action is the one with the most visits.
    """
    others = [thought for thought in choice.thoughts if thought.action != choice.action]
    if _is_planned(choice):  # The other actions are hopeless.
        others = [thought for thought in others if thought.behind is not None]
    return [one.action for one in sorted(others, key=lambda one: (-one.visits, -one.value))]


def play_each(view: Record, seat: int, actions: Sequence[int], seed: int) -> list[Any]:
    """Return a list of records: for each of the actions, the record after it.

    Each action is played alone in the same guess, a full record that is made from the seat's view and `seed`.
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
    pass_code = _find_pass(game)
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
    """Return a new record: the record `world` after the seat's action `code`. `world` itself is not changed.

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

    If several seats are asked at the same time (`s.asked`), the first of them answers, by its first legal action.
    Otherwise the seat `unfinished` (-1: no seat), whose action needs a further choice, makes this choice by its last
    legal action.
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


class ReasonCase:
    """A decision of a seat, with the game's claims: statements that an action serves a plan or works against it.

    The claims about an action are computed only once.
    """

    def __init__(self, view: Record, seat: int, seed: int) -> None:
        """Create the case of a decision. `seed` determines the guesses of the hidden information."""
        self.view, self.seat, self.seed = view, seat, seed
        self._claims: dict[int, dict[str, Claim]] = {}

    def list_claims(self, code: int) -> dict[str, Claim]:
        """Return the game's claims about the effects of an action on plans, as a dict by the name of the plan."""
        if code not in self._claims:
            self._claims[code] = list_claims(self.view, self.seat, code, self.seed)
        return self._claims[code]

    def explain(self, best: int, others: Sequence[int], least: float = SLIGHT) -> PlanReason | None:
        """Return the reason that most favours the action `best` over the actions `others` (see `explain_move`)."""
        return next(iter(self.list_reasons(best, others, least)), None)

    def list_reasons(self, best: int, others: Sequence[int], least: float = SLIGHT) -> list[PlanReason]:
        """Return a list of the reasons for the action `best` against the actions `others`, the most important first."""
        plans = game_of(self.view).plans
        if plans is None:
            return []
        rivals = [self.list_claims(other) for other in others]
        return find_reasons(plans.PLANS, self.list_claims(best), rivals, least)

    def find_decisive(self, code: int) -> PlanReason | None:
        """Return the reason for an action, if the action decides the game.

        An action decides the game if two conditions hold for its claim with the largest weight. (A claim says that the
        action serves a plan; its weight is the effect on the win chance.) The plan must be a plan to win, and the
        weight at least `DECISIVE` percentage points. The reason has this claim, even if other actions of the seat also
        decide the game.
        """
        found = max(self.list_claims(code).values(), key=lambda one: one.weight, default=None)
        if found is None or found.weight < DECISIVE:
            return None
        plan = next(one for one in game_of(self.view).plans.PLANS if one.name == found.plan)
        return PlanReason(plan, found, found.weight) if plan.aim == WIN else None

    def find_lesser_evil(self, others: Sequence[int]) -> PlanReason | None:
        """Return the reason for an action that is the lesser evil, if each of the actions `others` spoils some plan.

        `others` has the codes of the other actions, the best first. The reason is the plan that the first of them
        spoils most.
        """
        if not others or min(map(self.find_harm, others)) < SLIGHT:
            return None
        worst = min(self.list_claims(others[0]).values(), key=lambda one: one.weight)
        plan = next(one for one in game_of(self.view).plans.PLANS if one.name == worst.plan)
        return PlanReason(plan, worst, -worst.weight)

    def find_harm(self, code: int) -> float:
        """Return the largest harm that an action does to a plan: the loss of win chance in percentage points.

        Return 0 if the action works against no plan.
        """
        return max(0.0, *(-one.weight for one in self.list_claims(code).values()), 0.0)

    def are_alike(self, one: int, other: int) -> bool:
        """Return whether two actions have the same effects on the game's plans, so that no plan distinguishes them.

        Return False if the game claims no effect of them.
        """
        claims = self.list_claims(one)
        return bool(claims) and claims == self.list_claims(other)


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
        found = found or case.explain(choice.action, _list_others(view, seat, choice.action))
        is_said = found is not None and (found.claim.weight > 0 or not _is_planned(choice))
        return found.sentence if found and is_said else ""
    found = found or _find_reason(case, choice.action, others)
    if found is None and case.find_harm(choice.action) == 0:
        found = _find_reason(case, choice.action, others, least=0.0)
    said = _compare_with_next_best(case, choice, others, found)
    if found is None:
        return _say_alike(case) or said
    return " ".join(filter(None, (found.sentence, said)))


def choose_advice(view: Record, seat: int, choice: Choice, seed: int = 0) -> Choice:
    """Return the action that a hint gives: a bot's choice, or an action that is about as good and easier to explain.

    A plan of the game (such as to feed your rat) can speak for an action or against it. Another action replaces the
    choice in two cases: the plans do not speak for the choice, or they speak clearly more for the other action. Only an
    action with about the same win chance can replace the choice, or an action that the bot has hardly tried. `seed`
    determines the guesses of the hidden information.
    """
    others, case = list_next_best(choice), ReasonCase(view, seat, seed)
    found = case.find_decisive(choice.action) or _find_reason(case, choice.action, others)
    mine = _weigh(case, choice.action, found)
    near = [other for other in others if is_near(choice, other)]
    game = game_of(view)
    if found is not None and found.claim.weight < 0 and choice.action == _find_pass(game):
        mine = 0.0  # To pass avoids a harm, and so does any other action without harm.
    if mine < SLIGHT:
        free = (one for one in others if one not in near and case.find_harm(one) == 0)
        near += [one for one in free if _may_replace(view, choice, one)]
    near = near[:ADVISED]
    rates = [_weigh(case, other, _find_reason_beside(case, other, choice.action, others)) for other in near]
    best = max(rates, default=0.0)
    if best >= SLIGHT and (mine < SLIGHT or (not _is_planned(choice) and best >= mine + CLEAR)):
        choice, mine = choice._replace(action=near[rates.index(best)]), best
    return choice if _is_planned(choice) else _prefer_untried(case, choice, max(mine, 0.0))


def _prefer_untried(case: ReasonCase, choice: Choice, mine: float) -> Choice:
    """Return the choice, or an action that the bot hardly tried, if a plan speaks much more for it and it does no harm.

    `mine` is the weight of the reason for the choice. An action is left out if the bot tried it often, or if its
    win chance is lower than that of the choice by more than two standard errors.
    """
    least, found = max(OBVIOUS, mine + CLEAR), choice
    for other in list_next_best(choice):
        best, tried = _find_thoughts(choice, other)
        is_known = tried.visits >= ENOUGH or (
            tried.visits > 0 and best.value - tried.value > 2 * estimate_noise(best, tried)
        )
        if is_known or case.find_harm(other) > 0:
            continue
        weight = max((one.weight for one in case.list_claims(other).values()), default=0.0)
        if weight >= least and (found is choice or weight > least):
            found, least = choice._replace(action=other), weight
    return found


def _find_reason_beside(case: ReasonCase, action: int, chosen: int, others: Sequence[int]) -> PlanReason | None:
    """Return the reason for `action` in comparison with all other actions.

    If that gives no reason, return the reason in comparison with the bot's choice `chosen` alone, if there is such a
    reason. `others` has the codes of the actions other than `chosen`, the best first.
    """
    rivals = [chosen, *(one for one in others if one != action)]
    found = case.find_decisive(action) or _find_reason(case, action, rivals)
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
    best, next_one = _find_thoughts(choice, other)
    if _is_planned(choice):
        return _are_equal_plans(best, next_one)
    if all(thought.visits < FEW for thought in choice.thoughts):
        return True
    if min(best.visits, next_one.visits) < FEW:
        return False
    if best.value < LOST:
        return True
    return best.value - next_one.value <= min(CLOSE, estimate_noise(best, next_one))


def _may_replace(view: Record, choice: Choice, other: int) -> bool:
    """Return whether a hint may give the action `other` instead of a bot's choice for which no plan speaks.

    - If the bot has planned the whole turn, the best plan that begins with `other` must be about as good as the best
      plan that begins with the choice.
    - If the bot has tried both actions at least `FEW` times, the win chance of `other` may be lower by at most two
      standard errors.
    - If the bot has tried one of them fewer than `FEW` times, the choice must be to pass, or passing must be about as
      good as the choice. The choice then gains hardly anything.
    """
    best, next_one = _find_thoughts(choice, other)
    if _is_planned(choice):
        return _are_equal_plans(best, next_one)
    if min(best.visits, next_one.visits) < FEW:
        done = _find_pass(game_of(view))
        known = {thought.action for thought in choice.thoughts}
        return choice.action == done or (done in known and is_near(choice, done))
    return best.value - next_one.value <= 2 * estimate_noise(best, next_one)


def _find_pass(game: Game) -> int:
    """Return the code of the action that ends a turn or passes in a game, or -1 if the game has no such action."""
    return game.vocabulary.code(game.facts.done) if game.facts.done else -1


def _find_thoughts(choice: Choice, other: int) -> tuple[Thought, Thought]:
    """Return the bot's thoughts about its choice and about the action `other`."""
    by_action = {thought.action: thought for thought in choice.thoughts}
    return by_action[choice.action], by_action[other]


def _is_planned(choice: Choice) -> bool:
    """Return whether the bot has planned the whole turn for its choice."""
    return any(thought.behind is not None for thought in choice.thoughts)


def _are_equal_plans(best: Thought, other: Thought) -> bool:
    """Return whether the best plan for the turn that begins with one action is about as good as that of another action.

    `best` and `other` are the bot's judgements of the two actions. Return False if the bot has no plan for one of them.
    """
    return best.behind is not None and other.behind is not None and abs(other.behind - best.behind) <= NEAR


def _choose_own(reasons: Sequence[PlanReason]) -> PlanReason | None:
    """Return the first of some reasons for an action, or one that is nearly as important and about its own effect.

    `reasons` has the most important reason first. A reason with a negative weight is about the effect of other actions.
    """
    own = next((one for one in reasons if one.claim.weight > 0), None)
    return own if own and own.gain > reasons[0].gain - CLEAR else next(iter(reasons), None)


def _find_reason(case: ReasonCase, action: int, others: Sequence[int], least: float = SLIGHT) -> PlanReason | None:
    """Return the plan of the game that speaks most for `action`, if any, by comparison with the actions `others`.

    `others` has the codes of the other actions, the best first. `least` is the minimum gain of the reason.
    """
    found = _choose_own(case.list_reasons(action, others[:COMPARED], least))
    if found is None:
        # The best actions often serve the same plan. Beside the worst ones it shows, but their faults are no reason.
        worst = case.list_reasons(action, others[-COMPARED:], least)
        found = next((one for one in worst if one.claim.weight > 0), None)
    if found is None and case.find_harm(action) == 0:
        found = case.find_lesser_evil(others[:COMPARED])
    # An action that spoils a greater plan is not praised for a small one.
    return found if found and max(found.gain, found.claim.weight) > case.find_harm(action) else None


def _say_alike(case: ReasonCase) -> str:
    """Return a sentence if all legal actions have the same name on the page, or all lose the game at once, else ""."""
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

    The sentence compares their win chances. If the bot has planned the whole turn, it compares the points that the bot
    expects from the two plans. `others` has the codes of the other actions, the best first. `found` is the reason for
    the choice, if any.

    Two kinds of other actions are skipped: those with the same name on the page as the choice and, if there is a
    reason, those that have the same effects on the game's plans. If the two win chances are about equal, return "" in
    three cases:

    - The other action does more harm to a plan than the choice.
    - The gain of the reason is at least `OBVIOUS`.
    - The other action serves the plan of the reason clearly less.
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
        is_obvious = found is not None and (found.gain >= OBVIOUS or _falls_short(case, choice, other, found))
        return "" if is_obvious or case.find_harm(other) > case.find_harm(mine) else f"{label} is about equal."
    if chances or found or not _is_planned(choice):
        return f"{chances} for {label}." if chances else ""
    best, next_one = _find_thoughts(choice, other)
    less = round((next_one.behind or 0.0) - (best.behind or 0.0))
    return f"The bot expects about {many(less, 'point')} less from {label}." if less > 0 else ""


def _falls_short(case: ReasonCase, choice: Choice, other: int, found: PlanReason) -> bool:
    """Return whether the action `other` serves the plan of the reason `found` clearly less than the bot's choice.

    In this case, a hint that calls the two actions equal would contradict the reason.
    """
    mine, theirs = (case.list_claims(code).get(found.plan.name) for code in (choice.action, other))
    less = (mine.weight if mine else 0.0) - (theirs.weight if theirs else 0.0)
    return less > NEAR if _is_planned(choice) else less >= OBVIOUS


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
    best, next_one = _find_thoughts(choice, other)
    if _is_planned(choice):
        return SAME if _are_equal_plans(best, next_one) else ""
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
