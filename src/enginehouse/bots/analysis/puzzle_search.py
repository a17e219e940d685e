"""Search for puzzles: decisions of a played game at which another action was clearly better.

A decision becomes a puzzle if all of this is true. A strong bot's search finds a better action than the played one.
Several searches with a larger budget and other seeds all choose the same action, and the 95 % interval of its lead in
win chance is above 0. The seat has a choice, and not every other action loses. No other seat has to decide at the same
time. The game can give the reason in a sentence. The expert bot agrees.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from enginehouse.bots.analysis import reasons
from enginehouse.bots.analysis.review import ReviewCase, list_cases
from enginehouse.bots.analysis.review_report import rewind
from enginehouse.bots.bot import Choice
from enginehouse.bots.players.levels import NAMES, Search, expert, find_tune, hard
from enginehouse.bots.players.tree import Tune
from enginehouse.core.judging.learned import BELIEFS, FILE, HABITS
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.teaching.puzzles import Other, Puzzle, hash_view, name_answer
from enginehouse.core.words.plans import PlanReason

LEAST = 400
"""The minimum number of simulations. A bot level that plans its turns has hardly any simulations of its own."""
TIMES = 4
"""The budget of each checking search, as a multiple of the level's budget."""
SEARCHES = 6
STUDENT = 2.571
"""The number of standard errors to either side that hold 95 % of the mean of six values (Student's t)."""
CLEAR = 5.0
"""The minimum difference in percentage points between the best action and the next best one."""
CHOICES = 4
"""The minimum number of legal actions at a decision that becomes a puzzle."""
ALIVE = 10.0
"""The minimum win chance of the next best action in percent. A position with a single good action is no puzzle."""
ALIKE, TEN = 2, 10
"""The maximum number of puzzles with the same answer and theme (`ALIKE`) among every `TEN` puzzles."""
OTHERS = 4
"""The number of other actions whose win chances are stored."""
EXPERTS = (1, 2)
"""The seeds with which the expert bot must choose the action too."""
LONG_S = 600.0
"""The time limit of a search in seconds, so long that only its budget of simulations counts."""


def hash_settings(game: Game, seats: int) -> str:
    """Return a short hash of the bots' settings and weights in a game with this number of seats.

    It changes if the bots change, because bots with other settings find other puzzles.
    """
    digest = hashlib.sha256(repr([find_tune(game, level, seats) for level in NAMES]).encode())
    for name in (FILE, BELIEFS, HABITS):
        file = Path(game.folder) / name
        digest.update(file.read_bytes() if file.is_file() else b"\0")
    return digest.hexdigest()[:8]


def make_searcher(game: Game, times: int = 1) -> Search:
    """Return a search like that of the hard bot, but with a budget that is `times` as large.

    The returned search explores weak-looking actions more than the hard bot does. It never plans whole turns
    (`players.plans`), because such a plan does not give win chances.
    """
    tune = list(find_tune(game, "hard"))
    tune[Tune.SIMULATIONS] = times * max(LEAST, tune[Tune.SIMULATIONS])
    tune[Tune.EXPLORE] *= 2
    tune[Tune.BEAM] = 0
    return Search("hard", tune)


def find_clearest(match: Match) -> Puzzle | None:
    """Return the clearest puzzle in the decisions of a finished game, or `None` if there is no puzzle.

    A decision is a puzzle if an action that was not played is clearly the best. The expert bot must choose this action,
    too.
    """
    found = [
        (one, case) for case in list_cases(match) if is_candidate(case) and (one := check_case(match, case)) is not None
    ]
    for one, case in sorted(found, key=lambda both: -both[0].better[0]):
        if is_confirmed(case, match.game.vocabulary.code(one.best)):
            return one
    return None


def is_confirmed(case: ReviewCase, best: int) -> bool:
    """Return whether the expert bot chooses the action `best` at the decision `case`, with each seed of `EXPERTS`.

    Earlier checks have found `best` by searches that judge single actions. The expert may plan a whole turn instead, so
    it may prefer another action. Then return False.
    """
    bot = expert()
    bot.prepare(game_of(case.view))
    return all(bot.choose(case.view, case.seat, case.legal, LONG_S, seed).action == best for seed in EXPERTS)


def is_candidate(case: ReviewCase) -> bool:
    """Return whether the decision `case` may become a puzzle, so that it is worth more searches.

    The seat has a choice, no other seat has to decide, and another action looks clearly better than the played one.
    """
    number, seat, view, legal, played = case
    game = game_of(view)
    if int(view.asked) or int(game.rules.actors(view)) != 1 << seat or len(legal) < CHOICES:
        return False
    plans = find_tune(game, "hard")[Tune.BEAM] > 0
    planned = hard().choose(view, seat, legal, LONG_S, number).action if plans else -1
    if planned == played:
        return False
    choice = make_searcher(game).choose(view, seat, legal, LONG_S, number)
    if plans and choice.action != planned:
        return False
    worth = {one.action: one.value for one in choice.thoughts if one.visits >= reasons.ENOUGH}
    rest = [value for action, value in worth.items() if action != choice.action]
    if choice.action in (played, -1) or not rest or choice.action not in worth:
        return False
    return worth[choice.action] - max(rest) >= CLEAR


class Searched(NamedTuple):
    """The result of several searches of the same position, all of which chose the same action.

    `best` is the code of this action. `shares` maps the code of an action to a list of its win chance in each search,
    in percent. It has only actions that every search has tried often enough.
    """

    best: int
    shares: dict[int, list[float]]

    @property
    def following(self) -> list[int]:
        """Return a list of the codes of the actions that the searches did not choose, the best first."""
        others = [action for action in self.shares if action != self.best]
        return sorted(others, key=lambda action: -average(self.shares[action]))


def search_case(case: ReviewCase) -> Searched | None:
    """Return the result of several searches for the best action of a decision, if all of them find the same action.

    If they find different actions, return `None`: such a decision cannot become a puzzle. The searches use the same
    settings, but different seeds.
    """
    bot = make_searcher(game_of(case.view), TIMES)
    choices = [bot.choose(case.view, case.seat, case.legal, LONG_S, 1_000 * k + 7) for k in range(1, SEARCHES + 1)]
    best = choices[0].action
    if any(one.action != best for one in choices):
        return None
    return Searched(best, {action: shares for action in case.legal if (shares := _list_shares(choices, action))})


def _list_shares(choices: Sequence[Choice], action: int) -> list[float]:
    """Return a list of the win chance, in percent, that each search has found for the action with the code `action`.

    `choices` has the result of each search. The list is empty if at least one search tried the action too rarely.
    """
    found = [
        one.value
        for choice in choices
        for one in choice.thoughts
        if one.action == action and one.visits >= reasons.ENOUGH
    ]
    return found if len(found) == len(choices) else []


def average(values: Sequence[float]) -> float:
    """Return the mean of some numbers."""
    return math.fsum(values) / len(values)


def compute_margin(found: Searched, other: int) -> tuple[float, float]:
    """Return both ends of the 95 % interval of the lead of the best action over the action `other`.

    The lead is the difference of their win chances, in percentage points. `found` has the win chances of several
    searches. The interval is computed by Student's t-distribution.
    """
    each = [a - b for a, b in zip(found.shares[found.best], found.shares[other], strict=True)]
    middle = average(each)
    error = math.sqrt(math.fsum((one - middle) ** 2 for one in each) / (len(each) - 1) / len(each))
    return middle - STUDENT * error, middle + STUDENT * error


def check_case(match: Match, case: ReviewCase) -> Puzzle | None:
    """Return the puzzle that the decision `case` of a match becomes, or `None` if it does not meet all conditions.

    The docstring of the module lists the conditions.
    """
    found = search_case(case)
    if found is None or found.best == case.played or found.best not in found.shares or not found.following:
        return None
    if average(found.shares[found.following[0]]) < ALIVE:
        return None
    why = explain(case, found.best, found.following[0])
    if compute_margin(found, found.following[0])[0] < CLEAR or why is None:
        return None
    at = rewind(match, case.number)
    ended = at.clone()
    ended.act_unchecked(case.seat, found.best)
    # The table shows the solution, so the game has to go on after it.
    return None if ended.over else _make_puzzle(at, case, found, why)


def _make_puzzle(at: Match, case: ReviewCase, found: Searched, why: PlanReason) -> Puzzle:
    name, (low, high) = at.game.vocabulary.name, compute_margin(found, found.following[0])
    log = at.log()
    others = [Other(name(one), round(average(found.shares[one]), 1), "") for one in found.following[:OTHERS]]
    made = Puzzle(
        name=at.checksum().partition(":")[2][:8],
        seat=case.seat,
        best=name(found.best),
        share=round(average(found.shares[found.best]), 1),
        better=(round(low, 1), round(high, 1)),
        why=why.sentence,
        others=others,
        seen=hash_view(at, case.seat),
        made=f"{SEARCHES} searches of {make_searcher(at.game, TIMES).tune(at.game)[Tune.SIMULATIONS]} simulations",
        log=msgspec.structs.replace(log, entries=[Entry(one.seat, one.act) for one in log.entries]),
    )
    return renew_reasons(made)


def renew_reasons(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with new explanations, which are made from today's files of the game.

    The explanations are the reason for the best action, the theme of the puzzle, and a sentence about the fault of each
    wrong action.
    """
    match = puzzle.match()
    code = match.game.vocabulary.code
    case = ReviewCase(len(puzzle.log.entries), puzzle.seat, match.view(puzzle.seat), match.legal(puzzle.seat), -1)
    why = explain(case, code(puzzle.best), code(puzzle.others[0].act))
    against = {one: explain(case, code(puzzle.best), one) for one in case.legal if one != code(puzzle.best)}
    others = [
        msgspec.structs.replace(one, why=found.sentence if (found := against[code(one.act)]) else "")
        for one in puzzle.others
    ]
    return msgspec.structs.replace(
        puzzle,
        why=why.sentence if why else "",
        theme=why.plan.theme if why else "",
        others=others,
        wrong={match.game.vocabulary.name(one): found.fault for one, found in against.items() if found},
    )


def count_alike(many: int) -> int:
    """Return how many puzzles in a file of `many` puzzles may have the same best action and theme, at most."""
    return math.ceil(many / TEN) * ALIKE


def select_clearest(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return a list of at most `most` of the puzzles `found`, the clearest first.

    A puzzle is clear if its best action has a large lead. Only some of the puzzles with the same best action and the
    same theme are selected (see `count_alike`), so that a file has different puzzles.
    """
    chosen: list[Puzzle] = []
    limit = count_alike(min(most, len(found)))
    alike = Counter[tuple[str, str]]()
    for one in sorted(found, key=lambda one: (-one.better[0], one.name)):
        kind = name_answer(one), one.theme
        if alike[kind] < limit:
            alike[kind] += 1
            chosen.append(one)
    return chosen[:most]


def explain(case: ReviewCase, best: int, other: int) -> PlanReason | None:
    """Return the strongest reason to prefer the action `best` to the action `other` at a decision.

    A reason is a goal in the game's `plans.py`, such as to feed your rat. The action `best` serves this goal more than
    `other` does, or `other` works against the goal. Return no reason if no goal makes a difference between the two
    actions.
    """
    return reasons.explain_move(case.view, case.seat, best, [other])
