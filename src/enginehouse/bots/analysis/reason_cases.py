"""Play actions in guesses of the hidden information, and find the plans that speak for them.

A plan is a goal of a player, such as to feed its rat. In each guess, the game's `plans.py` gives the reasons for or
against an action: the plans that it serves or works against. Such a reason (`Claim`) counts only if it is the same in
all guesses.
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
from enginehouse.core.words.plans import ALIKE, SLIGHT, WIN, Claim, PlanAction, PlanReason, find_reasons, list_common

GUESSES = 4
"""The number of guesses in which a reason for or against an action (`Claim`) has to be the same."""
COMPARED = 5
"""The maximum number of other actions with which a hint compares its action."""
CLEAR = 3.0
"""The gain of a plan that speaks clearly for an action (see `PlanReason`)."""
DECISIVE = 30.0
"""The least weight of a `Claim` that decides the game. It is a reason even if other actions have the same `Claim`."""
NEAR = 0.5
"""The maximum difference, in points, of the values of two plans for a turn that are called equal."""


# -- the thoughts of a bot ---------------------------------------------------------------------------------------------


def find_next_best(choice: Choice) -> int:
    """Return the code of the action that a bot considers second best, or -1 if it considers no action but the best.

    `choice` has the action that the bot chose, and its thoughts about all actions that it examined.
    """
    others = list_next_best(choice)
    return others[0] if others else -1


def list_next_best(choice: Choice) -> list[int]:
    """Return a list of the codes of the actions that a bot examined but did not choose, the best first.

    The argument `choice` has the bot's thoughts about these actions. The best action is the one with the most visits.
    """
    others = [thought for thought in choice.thoughts if thought.action != choice.action]
    if is_planned(choice):  # The other actions are hopeless.
        others = [thought for thought in others if thought.behind is not None]
    return [one.action for one in sorted(others, key=lambda one: (-one.visits, -one.value))]


def find_thoughts(choice: Choice, other: int) -> tuple[Thought, Thought]:
    """Return a bot's judgement of the action that it chose, and its judgement of the action `other`, as a pair.

    A judgement (`Thought`) has the value of the action and the number of times that the bot has tried it. Raise
    KeyError if `choice` has no judgement of one of the actions.
    """
    by_action = {thought.action: thought for thought in choice.thoughts}
    return by_action[choice.action], by_action[other]


def is_planned(choice: Choice) -> bool:
    """Return whether the bot has planned the whole turn for its choice."""
    return any(thought.behind is not None for thought in choice.thoughts)


def are_equal_plans(best: Thought, other: Thought) -> bool:
    """Return whether the best plan for the turn that begins with one action is about as good as that of another action.

    `best` and `other` are the bot's judgements of the two actions. Return False if the bot has no plan for one of them.
    """
    return best.behind is not None and other.behind is not None and abs(other.behind - best.behind) <= NEAR


def estimate_noise(one: Thought, other: Thought) -> float:
    """Return an upper bound of the standard error of the difference of two actions' win chances, in percentage points.

    `one` and `other` are a bot's thoughts about the actions. Each win chance is a mean over simulations, whose results
    lie between 0 and 100 %. Such results vary at most as much as those of games that are either won or lost.
    """
    return math.sqrt(sum(max(0.0, each.value * (100 - each.value)) / each.visits for each in (one, other)))


def find_pass(game: Game) -> int:
    """Return the code of the action that ends a turn or passes in a game, or -1 if the game has no such action."""
    return game.vocabulary.code(game.facts.done) if game.facts.done else -1


# -- actions in guesses ------------------------------------------------------------------------------------------------


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
    pass_code = find_pass(game)
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
    """Return the game's reasons for or against an action, as a dict by the name of the plan (see `Claim`).

    `code` is the action of the seat. The game's `plans.py` gives the reasons for several guesses of the hidden
    information, which follow from the view and the seed. Only reasons that are the same in all guesses are returned.
    """
    plans = game_of(view).plans
    if plans is None:
        return {}
    return list_common(
        [list(plans.claims(take_step(make_guess(view, seat, seed + k), seat, code))) for k in range(GUESSES)]
    )


# -- reasons -----------------------------------------------------------------------------------------------------------


class ReasonCase:
    """A decision of a seat, with the game's reasons for or against each action (see `Claim`).

    The reasons for or against an action are computed only once.
    """

    def __init__(self, view: Record, seat: int, seed: int) -> None:
        """Create a `ReasonCase` for a decision of `seat`. `view` is the record of the game as this seat sees it.

        `seed` determines the guesses of the hidden information.
        """
        self.view, self.seat, self.seed = view, seat, seed
        self._claims: dict[int, dict[str, Claim]] = {}

    def list_claims(self, code: int) -> dict[str, Claim]:
        """Return the game's reasons for or against the action `code`, as a dict by the name of the plan.

        A plan is a goal of a player, such as to feed its rat. A `Claim` says how far the action serves a plan or works
        against it.
        """
        if code not in self._claims:
            self._claims[code] = list_claims(self.view, self.seat, code, self.seed)
        return self._claims[code]

    def explain(self, best: int, others: Sequence[int], least: float = SLIGHT) -> PlanReason | None:
        """Return the strongest reason to prefer the action `best` to the actions `others`, if there is a reason.

        A reason is a plan (a goal of a player, such as to feed its rat) that `best` serves more than the others do, or
        that the others work against. It counts only if it gains at least `least` percentage points of the win chance.
        """
        return next(iter(self.list_reasons(best, others, least)), None)

    def list_reasons(self, best: int, others: Sequence[int], least: float = SLIGHT) -> list[PlanReason]:
        """Return a list of the reasons to prefer the action `best` to the actions `others`, the most important first.

        `least` is the minimum gain of a reason, in percentage points of the win chance (`PlanReason.gain`).
        """
        plans = game_of(self.view).plans
        if plans is None:
            return []
        rivals = [self.list_claims(other) for other in others]
        return find_reasons(plans.PLANS, self.list_claims(best), rivals, least)

    def find_decisive(self, code: int) -> PlanReason | None:
        """Return the reason for the action `code` if this action decides the game, or else `None`.

        The action decides the game if two conditions hold. The plan (goal of the player) that it serves most is a plan
        to win. By serving this plan, it increases the win chance by at least `DECISIVE` percentage points. Other
        actions are not considered, even if they decide the game as well.
        """
        found = max(self.list_claims(code).values(), key=lambda one: one.weight, default=None)
        if found is None or found.weight < DECISIVE:
            return None
        plan = next(one for one in game_of(self.view).plans.PLANS if one.name == found.plan)
        return PlanReason(plan, found, found.weight) if plan.aim == WIN else None

    def find_greatest(self, code: int) -> PlanReason | None:
        """Return a reason to choose the action `code`: the plan that it serves most.

        Other actions are not considered, even if they serve this plan better. A plan is a goal of the player, such as
        to feed its rat. Return no reason if the action increases the win chance by less than `SLIGHT` percentage points
        by serving any plan. Leave out plans of the kind `ALIKE`, which only say that the choice makes no difference.
        """
        plans = {one.name: one for one in game_of(self.view).plans.PLANS if one.aim != ALIKE}
        claims = [one for one in self.list_claims(code).values() if one.plan in plans]
        found = max(claims, key=lambda one: one.weight, default=None)
        return PlanReason(plans[found.plan], found, 0.0) if found is not None and found.weight >= SLIGHT else None

    def find_lesser_evil(self, others: Sequence[int]) -> PlanReason | None:
        """Return the reason to choose a harmless action if each of the actions `others` does harm, else no reason.

        An action does harm if it reduces the win chance by at least `SLIGHT` percentage points by working against a
        plan. `others` has the codes of the actions that were not chosen, the best first. The reason has the plan that
        `others[0]` harms most. Check before the call that the chosen action does no harm.
        """
        if not others or min(map(self.find_harm, others)) < SLIGHT:
            return None
        worst = min(self.list_claims(others[0]).values(), key=lambda one: one.weight)
        plan = next(one for one in game_of(self.view).plans.PLANS if one.name == worst.plan)
        return PlanReason(plan, worst, -worst.weight)

    def find_harm(self, code: int) -> float:
        """Return how much win chance the action `code` costs by working against a plan, in percentage points.

        A plan is a goal of the player, such as to feed its rat. If the action works against several plans, return the
        largest loss. If it works against no plan, return 0.
        """
        return max(0.0, *(-one.weight for one in self.list_claims(code).values()), 0.0)

    def are_alike(self, one: int, other: int) -> bool:
        """Return whether two actions have the same effects on the game's plans, so that no plan distinguishes them.

        Return False if the game's `plans.py` states no effects at all, neither for `one` nor for `other`.
        """
        claims = self.list_claims(one)
        return bool(claims) and claims == self.list_claims(other)


def list_rivals(choice: Choice) -> list[int]:
    """Return the codes of the actions with which a bot's chosen action is compared to explain it, the best first.

    These are the actions that the bot examined but did not choose. If the bot has planned the whole turn, leave out
    each action that begins a turn about as good as the planned turn. Such a turn often has the same actions in another
    order, so its first action serves the same goals. If no action is left, return all of them.
    """
    others = list_next_best(choice)
    if not is_planned(choice):
        return others
    worse = [other for other in others if not are_equal_plans(*find_thoughts(choice, other))]
    return worse or others


def _choose_own(case: ReasonCase, reasons: Sequence[PlanReason], rival: int) -> PlanReason | None:
    """Return the reason by which to explain an action, chosen from `reasons`, or no reason if this list is empty.

    The list has the reasons for the action, the most important first. `rival` is the code of the best other action, or
    -1. Return the first reason of the first kind that the list has:

    1. The action serves a plan (a goal of the player), and serves it more than `rival` does.
    2. The action serves a plan.
    3. Any reason, such as the harm that other actions do.

    For the first two kinds, leave out each reason whose gain is smaller than that of `reasons[0]` by `CLEAR` percentage
    points or more.
    """
    near = [one for one in reasons if one.gain > reasons[0].gain - CLEAR]
    own = [one for one in near if one.claim.weight > 0]
    theirs = case.list_claims(rival) if rival >= 0 else {}
    special = (one for one in own if one.plan.name not in theirs or theirs[one.plan.name].weight < one.claim.weight)
    return next(special, next(iter(own), next(iter(reasons), None)))


def find_reason(case: ReasonCase, action: int, others: Sequence[int], least: float = SLIGHT) -> PlanReason | None:
    """Return the reason that speaks most for `action`, if any, by comparison with the actions `others`.

    `others` has the codes of the other actions, the best first. `least` is the minimum of `PlanReason.gain`.
    """
    found = _choose_own(case, case.list_reasons(action, others[:COMPARED], least), others[0] if others else -1)
    if found is None:
        # The best actions often serve the same plan. Beside the worst ones it shows, but their faults are no reason.
        worst = case.list_reasons(action, others[-COMPARED:], least)
        found = next((one for one in worst if one.claim.weight > 0), None)
    if found is None and case.find_harm(action) == 0:
        found = case.find_lesser_evil(others[:COMPARED])
    # An action that spoils a greater plan is not praised for a small one.
    return found if found and max(found.gain, found.claim.weight) > case.find_harm(action) else None
