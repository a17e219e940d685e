"""Analyse a game: compute for each decision the win chance, the choice of a strong bot, and the loss of win chance.

The loss is how much lower the win chance is after the played action than after the bot's choice. Each decision is
judged from the view that its seat had before it. So no information that was hidden from the seat is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.analysis import reasons
from enginehouse.bots.analysis.calibration import find_curve
from enginehouse.bots.bot import Bot, Choice
from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.players.search import write_worth
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of

GUESSES = 8
BUDGET_S = 5.0
"""The time limit of the bot for each decision, in seconds. It usually needs far less."""
POINTS = 5
"""The maximum number of turning points."""
NOTICED = reasons.CLOSE
"""The minimum loss of a turning point, in percentage points. A hint calls actions with a smaller difference equal."""


class Decision(NamedTuple):
    """The judgement of one decision of a finished game.

    Actions are codes, win chances are in percent. `number` is the index of the action, from 0, among those that were
    not undone. `share` is the seat's win chance before the action. `lost` is the loss of the action `played` against
    the bot's choice `best`. `why` is a sentence with the reason for the bot's choice, or "" if the seat made the same
    choice.
    """

    number: int
    """The index of the action among those that were not undone."""
    seat: int
    share: float
    """The seat's win chance before the decision, from its view."""
    played: int
    best: int
    """The bot's choice."""
    lost: float
    """The estimated loss against the bot's choice. It is 0 if the bot makes the same choice."""
    why: str
    """The reason for the bot's choice as a sentence with seats as `{0}`, or "" if it is the same choice."""


class Share(NamedTuple):
    """A seat's win chance in percent (`share`) in one position, judged from the seat's own view.

    The position is the one before the action with the index `number`. Undone actions are not counted.
    """

    number: int
    seat: int
    share: float


class ReviewCase(NamedTuple):
    """A decision to judge: the index of its action, the seat, its view, its legal actions, and the action it chose.

    The index counts only actions that were not undone.
    """

    number: int
    seat: int
    view: Any
    legal: list[int]
    played: int


def judge_decisions(match: Match, bot: Bot, known: Sequence[Decision] = ()) -> Iterator[Decision]:
    """Yield the judgements by a bot of all decisions of a match, in order, without forced actions.

    `known` has the judgements of the first decisions, if the caller has them already. They are yielded unchanged.
    """
    by_number = {one.number: one for one in known}
    for case in list_cases(match):
        yield by_number.get(case.number) or judge_case(case, bot)


def list_cases(match: Match) -> Iterator[ReviewCase]:
    """Yield the decisions of a match at which the seat had several actions to choose from, in order."""
    for number, (before, done) in enumerate(zip(_replay(match), match.standing, strict=False)):
        legal = before.legal(done.seat)
        if len(legal) > 1:
            yield ReviewCase(number, done.seat, before.view(done.seat), legal, done.code)


def count_cases(match: Match) -> int:
    """Return the number of decisions of a match that `list_cases` yields."""
    return sum(1 for _ in list_cases(match))


def _replay(match: Match) -> Iterator[Match]:
    """Yield one match several times: as it was before its first action, before its second action, and so on.

    It is always the same object, which the next step changes. Undone actions are left out.
    """
    moving = match.begin_again()
    for done in match.standing:
        yield moving
        moving.act_unchecked(done.seat, done.code)


def judge_case(case: ReviewCase, bot: Bot, budget: float = BUDGET_S) -> Decision:
    """Return the judgement of the decision `case` by a bot that may think `budget` seconds.

    The bot's choice is compared with the action that was played. If that action costs much win chance, but no reason in
    words explains the difference, the bot's choice is replaced as in a hint: by an action that is about as good and
    easier to explain. The same arguments give the same judgement, unless time runs out.
    """
    number, seat, view, legal, _ = case
    choice = bot.choose(view, seat, legal, budget, number)
    share = estimate_chance(view, seat, number)
    found = _compare(case, choice, share)
    if found.lost >= NOTICED and not found.why:
        # A better action without a reason teaches little. A hint would give one that is about as good and has a reason.
        found = _compare(case, reasons.choose_advice(view, seat, choice), share)
    return found


def _compare(case: ReviewCase, choice: Choice, share: float) -> Decision:
    """Return the judgement of the action that was played in the decision `case`, by comparison with a better `choice`.

    If both are the same action, the loss is 0. `share` is the seat's win chance before the action, in percent.
    """
    number, seat, view, _, played = case
    if choice.action == played:
        return Decision(number, seat, share, played, played, 0.0, "")
    lost = estimate_loss(view, seat, choice, played, number)
    why = reasons.write_difference(view, seat, (choice.action, played))
    return Decision(number, seat, share, played, choice.action, lost, why)


def estimate_chance(view: Record, seat: int, seed: int) -> float:
    """Return the calibrated win chance of a seat in percent (see `bots.analysis.calibration`).

    The hidden information is guessed from the view and `seed`.
    """
    return 100 * find_curve(game_of(view), int(view.seats)).calibrate(estimate_share(view, seat, seed))


def estimate_share(view: Record, seat: int, seed: int) -> float:
    """Return the judgement of a seat's share of the win, from 0 to 1, before it is calibrated.

    The judgement is the mean over guesses of the hidden information, which are made from the seat's view and a seed.
    """
    game, total = game_of(view), 0
    for k in range(GUESSES):
        world, words, points = game.shape.copy(view), [0] * 8, np.zeros(24, np.int64)
        fill_words(seed + k, seat, words)
        game.rules.guess(world, seat, words)
        write_worth(world, points)
        total += int(points[seat])
    return total / (WHOLE * GUESSES)


def estimate_loss(view: Record, seat: int, choice: Choice, played: int, seed: int) -> float:
    """Return how many percentage points the played action is worse than the bot's choice, and at least 0.

    If the search tried both actions often enough, this is the difference of their win chances in the search. Otherwise
    the win chances in the positions right after the two actions are compared, without a search. `seed` determines the
    guesses of the hidden information in these positions.
    """
    thoughts = {thought.action: thought for thought in choice.thoughts}
    best, other = thoughts.get(choice.action), thoughts.get(played)
    if best is not None and other is not None and min(best.visits, other.visits) >= reasons.ENOUGH:
        return max(0.0, best.value - other.value)
    after = [0, 0]
    for k in range(GUESSES):
        for j, world in enumerate(reasons.play_each(view, seat, (choice.action, played), seed + k)):
            points = np.zeros(24, np.int64)
            write_worth(world, points)
            after[j] += int(points[seat])
    return max(0.0, 100 * (after[0] - after[1]) / (WHOLE * GUESSES))


def list_shares(cases: Iterable[ReviewCase]) -> Iterator[Share]:
    """Yield the win chance of the deciding seat at each of the decisions `cases`.

    No bot has to think for this, so the result is available long before the judgements of the decisions.
    """
    for case in cases:
        yield Share(case.number, case.seat, estimate_chance(case.view, case.seat, case.number))


def find_mistakes(found: Sequence[Decision], seat: int, many: int = POINTS) -> list[Decision]:
    """Return the `many` decisions of `seat` in `found` with the largest losses, in the order of the game.

    The loss is how much the played action is worse than that of a strong bot.
    """
    return find_turning_points([one for one in found if one.seat == seat], many)


def find_turning_points(found: Sequence[Decision], many: int = POINTS) -> list[Decision]:
    """Return the `many` decisions of any seats in `found` with the largest losses, in the order of the game.

    The loss is how much the played action is worse than that of a strong bot.
    """
    worst = sorted((one for one in found if one.lost >= NOTICED), key=lambda one: (-one.lost, one.number))[:many]
    return sorted(worst, key=lambda one: one.number)
