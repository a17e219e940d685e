"""Puzzles collected: in a game that was played, decisions at which something else was clearly better, each searched again.

A decision becomes a puzzle where the search of a strong bot finds something better than what was played, and several searches with a
larger budget and seeds of their own all choose that too, beyond the interval; where there is something to choose from, not
everything else is lost, nobody else is asked at the same time, a sentence can be said of why, and the expert bot agrees.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from enginehouse.bots.analysis import reasons
from enginehouse.bots.analysis.review import Case, cases
from enginehouse.bots.analysis.review_report import before
from enginehouse.bots.bot import Choice
from enginehouse.bots.players.levels import NAMES, Search, expert, hard, tune_of
from enginehouse.bots.players.tree import Tune
from enginehouse.core.judging.learned import BELIEFS, FILE, HABITS
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.teaching.puzzles import Other, Puzzle, seen

LEAST = 400
"""So many simulations at least: a level that plans its turns has next to none."""
TIMES = 4
"""So many times the budget of the level that found it does each search have that checks it."""
SEARCHES = 6
STUDENT = 2.571
"""So many standard errors to either side hold 95 % of the mean of six."""
CLEAR = 5.0
"""By so many hundredths of the win the best action has to be better than the next one."""
CHOICES = 4
"""So many actions have to be allowed at least."""
ALIVE = 10.0
"""So many hundredths of the win the next one has to promise: what is the only way out is no puzzle."""
ALIKE = 2
"""In so many puzzles of a file the same action is the best one at most."""
OTHERS = 4
"""Of so many others it is told what they are worth."""
EXPERTS = (1, 2)
"""The seeds with which the expert bot has to choose it too."""
LONG_S = 600.0


def who_looks(game: Game, seats: int) -> str:
    """A short hash of what the bots of the house are set by and judge by in a game: others find and confirm other puzzles."""
    digest = hashlib.sha256(repr([tune_of(game, level, seats) for level in NAMES]).encode())
    for name in (FILE, BELIEFS, HABITS):
        file = Path(game.folder) / name
        digest.update(file.read_bytes() if file.is_file() else b"\0")
    return digest.hexdigest()[:8]


def searcher(game: Game, times: int = 1) -> Search:
    """The search of the hard bot with so many times its budget, in trees alone: a plan of a turn tells no shares. It looks more at
    what looks worse than the bot itself does."""
    tune = list(tune_of(game, "hard"))
    tune[Tune.SIMULATIONS] = times * max(LEAST, tune[Tune.SIMULATIONS])
    tune[Tune.EXPLORE] *= 2
    tune[Tune.BEAM] = 0
    return Search("hard", tune)


def clearest_of(match: Match) -> Puzzle | None:
    """The clearest puzzle of a game that is over (what lies next to it is much alike) that the expert bot solves too; None where it
    has none."""
    found = [(one, case) for case in cases(match) if may_be(case) and (one := checked(match, case)) is not None]
    for one, case in sorted(found, key=lambda both: -both[0].better[0]):
        if confirmed(case, match.game.vocabulary.code(one.best)):
            return one
    return None


def confirmed(case: Case, best: int) -> bool:
    """Whether the expert bot chooses it whatever its guesses: in a game in which turns are planned it thinks in another way."""
    bot = expert()
    bot.prepare(game_of(case.view))
    return all(bot.choose(case.view, case.seat, case.legal, LONG_S, seed).action == best for seed in EXPERTS)


def may_be(case: Case) -> bool:
    """Whether a decision is worth searching again: nobody else is asked, there is a choice, and something was clearly better."""
    number, seat, view, legal, played = case
    game = game_of(view)
    if int(view.asked) or int(game.rules.actors(view)) != 1 << seat or len(legal) < CHOICES:
        return False
    plans = tune_of(game, "hard")[Tune.BEAM] > 0
    planned = hard().choose(view, seat, legal, LONG_S, number).action if plans else -1
    if planned == played:
        return False
    choice = searcher(game).choose(view, seat, legal, LONG_S, number)
    if plans and choice.action != planned:
        return False
    worth = {one.action: one.value for one in choice.thoughts if one.visits >= reasons.ENOUGH}
    rest = [value for action, value in worth.items() if action != choice.action]
    if choice.action in (played, -1) or not rest or choice.action not in worth:
        return False
    return worth[choice.action] - max(rest) >= CLEAR


class Searched(NamedTuple):
    """What several searches found: the action that all chose; and by action its share in each of them, where all looked at it."""

    best: int
    shares: dict[int, list[float]]

    @property
    def following(self) -> list[int]:
        """The other actions, the best of them first."""
        others = [action for action in self.shares if action != self.best]
        return sorted(others, key=lambda action: -mean(self.shares[action]))


def searched(case: Case) -> Searched | None:
    """What the searches find; None where they do not agree."""
    bot = searcher(game_of(case.view), TIMES)
    choices = [bot.choose(case.view, case.seat, case.legal, LONG_S, 1_000 * k + 7) for k in range(1, SEARCHES + 1)]
    best = choices[0].action
    if any(one.action != best for one in choices):
        return None
    return Searched(best, {action: shares for action in case.legal if (shares := _shares(choices, action))})


def _shares(choices: Sequence[Choice], action: int) -> list[float]:
    """What each search found of an action; nothing where not all tried it often enough."""
    found = [
        one.value
        for choice in choices
        for one in choice.thoughts
        if one.action == action and one.visits >= reasons.ENOUGH
    ]
    return found if len(found) == len(choices) else []


def mean(values: Sequence[float]) -> float:
    """The mean."""
    return math.fsum(values) / len(values)


def better_by(found: Searched, other: int) -> tuple[float, float]:
    """By how much the best action is better than another one: the interval of 95 % by Student."""
    each = [a - b for a, b in zip(found.shares[found.best], found.shares[other], strict=True)]
    middle = mean(each)
    error = math.sqrt(math.fsum((one - middle) ** 2 for one in each) / (len(each) - 1) / len(each))
    return middle - STUDENT * error, middle + STUDENT * error


def checked(match: Match, case: Case) -> Puzzle | None:
    """The puzzle that a decision is; None where it is none."""
    found = searched(case)
    if found is None or found.best == case.played or found.best not in found.shares or not found.following:
        return None
    if mean(found.shares[found.following[0]]) < ALIVE:
        return None
    why = said(case, found.best, found.following[0])
    if better_by(found, found.following[0])[0] < CLEAR or not why:
        return None
    at = before(match, case.number)
    ended = at.clone()
    ended.act_unchecked(case.seat, found.best)
    # What was found is told at the table, which has to go on.
    return None if ended.over else _puzzle(at, case, found, why)


def _puzzle(at: Match, case: Case, found: Searched, why: str) -> Puzzle:
    name, (low, high) = at.game.vocabulary.name, better_by(found, found.following[0])
    log = at.log()
    others = [
        Other(name(one), round(mean(found.shares[one]), 1), said(case, found.best, one))
        for one in found.following[:OTHERS]
    ]
    return Puzzle(
        name=at.checksum().partition(":")[2][:8],
        seat=case.seat,
        best=name(found.best),
        share=round(mean(found.shares[found.best]), 1),
        better=(round(low, 1), round(high, 1)),
        why=why,
        others=others,
        seen=seen(at, case.seat),
        made=f"{SEARCHES} searches of {searcher(at.game, TIMES).tune(at.game)[Tune.SIMULATIONS]} simulations",
        log=msgspec.structs.replace(log, entries=[Entry(one.seat, one.act) for one in log.entries]),
    )


def clearest(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """So many of them, the clearest first, and not always the same action."""
    chosen: list[Puzzle] = []
    for one in sorted(found, key=lambda one: (-one.better[0], one.name)):
        if sum(other.best == one.best for other in chosen) < ALIKE:
            chosen.append(one)
    return chosen[:most]


def said(case: Case, best: int, other: int) -> str:
    """In what the best action is better than another one, in words."""
    told = reasons.differences(case.view, case.seat, (best, other))
    return reasons.in_words(told, case.seat, int(case.view.seats))
