"""Reasons: what is said of an action is true in the positions after it, and comes from the view alone."""

from __future__ import annotations

import itertools
import random
import re
import statistics
from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.bots.analysis import reasons
from enginehouse.bots.bot import Choice, Thought
from enginehouse.bots.players.greedy import fill_words
from enginehouse.core.play import arena
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.reasons import Reason, Statement
from enginehouse.games.mechanation.parts import HELD, KIND_OF, land_name
from enginehouse.games.mechanica.parts import COLUMNS, DOCK, KIND_BITS, VALUE_OF
from enginehouse.games.mechanical_beast.parts import ANDROID

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
HOUSE = ("great-machine", "mechanation", "mechanica", "mechanical-beast")


def some_way(name: str, acts: int) -> Match:
    """A game some random acts on, at a choice of more than one action."""
    match, dice = Match.new(name, 2, seed=f"reasons {acts}"), [7, 11, 13, 17]
    for step in arena.steps(match.game, match.state, arena.at_chance(dice), dice, lambda *_: None, 4_000):
        if len(match.entries) >= acts and len(step.legal) > 1:
            break
        match.act(step.seat, match.game.vocabulary.names[step.code])
    return match


def pellets(s: Any, seat: int) -> int:
    return int(s.real[seat]) + int(s.phantom[seat]) if s.alive >> seat & 1 else 0


def improvements(s: Any, seat: int) -> int:
    return sum(int(VALUE_OF[tile & KIND_BITS]) for k, tile in enumerate(s.tiles[seat]) if k % COLUMNS != DOCK)


def largest_set(s: Any, seat: int) -> int:
    """MN-1.1: of one colour or one number, a WILD with each, by what the territories are called."""
    names = [land_name(int(KIND_OF[at(s, HELD + seat, k)])) for k in range(count(s, HELD + seat))]
    told = [set(name.split()) for name in names if name != "WILD"]
    wild = names.count("WILD")
    return wild + max((sum(word in one for one in told) for word in set().union(*told)), default=0)


AGAIN: dict[str, dict[str, Callable[[Any, int], int]]] = {
    "great-machine": {"pellets": pellets, "alive": lambda s, seat: int(s.alive >> seat & 1)},
    "mechanica": {
        "money": lambda s, seat: int(s.wallet[seat]) + int(s.vault[seat]),
        "improvements": improvements,
    },
    "mechanical-beast": {
        "people rescued": lambda s, seat: sum(int(many) for many in s.hand),
        "Control Room found": lambda s, seat: int(s.control >= 0),
        "android stuck": lambda s, seat: int(bool(s.meeples >> ANDROID & 1) and stuck(s)),
    },
    "mechanation": {"largest set": largest_set},
}
"""What is counted, counted once more in another way."""


def stuck(s: Any) -> bool:
    from enginehouse.games.mechanical_beast.policy import in_set, joined_to_exit, ways_on
    from enginehouse.games.mechanical_beast.trapped import is_exit

    n, (low, high) = int(s.at[ANDROID]), ways_on(s)
    return not (is_exit(s, n) or joined_to_exit(s, n) or in_set(low, high, int(s.comp[n])))


MORE = {"mechanation": range(19, 71, 4)}
"""Sets seldom grow there."""


def positions(name: str) -> list[tuple[Match, int]]:
    found = [some_way(name, acts) for acts in (6, 17, 30, 44, 58, 72, *MORE.get(name, ()))]
    return [(match, match.actors()[0]) for match in found if not match.over and len(match.legal(match.actors()[0])) > 1]


@pytest.mark.parametrize("name", HOUSE)
def test_the_numbers_are_those_of_the_positions_after(name: str) -> None:
    told = 0
    for match, seat in positions(name)[: 3 if name == "mechanica" else 12]:
        game, view, legal = match.game, match.view(seat), match.legal(seat)
        for other in {*legal[1:5], legal[-1]}:
            found = reasons.find_differences(view, seat, (legal[0], other), 3)
            for reason in found:
                again = AGAIN[name].get(reason.statement.name)
                if again is not None:
                    told += 1
                    assert reason.difference == pytest.approx(
                        mean_difference(game, view, seat, (legal[0], other), again, reason.seat)
                    )
    assert told > 2, "something was compared"


def mean_difference(
    game: Any, view: Any, seat: int, actions: tuple[int, int], again: Callable[[Any, int], int], who: int
) -> float:
    total = 0
    for k in range(reasons.GUESSES):
        words, counts = [0] * 8, []
        fill_words(3 + k, seat, words)
        for code in actions:
            s = game.shape.copy(view)
            game.rules.guess(s, seat, words)
            game.rules.apply(s, seat, code, Events(game.facts.event_size, on=False))
            while s.asked and not s.reason:
                asked = next(one for one in range(8) if game.rules.actors(s) >> one & 1)
                out = [0] * len(game.vocabulary)
                game.rules.legal(s, asked, out)
                game.rules.apply(s, asked, out[0], Events(game.facts.event_size, on=False))
            counts.append(again(s, who))
        total += counts[0] - counts[1]
    return total / reasons.GUESSES


@pytest.mark.parametrize("name", HOUSE)
def test_statements_are_counted_and_have_two_ways_to_say_it(name: str) -> None:
    match, _ = positions(name)[0]
    module = match.game.reasons
    assert len(module.numbers(match.state, 0)) == len(module.STATEMENTS)
    assert len({one.name for one in module.STATEMENTS}) == len(module.STATEMENTS)
    for one in module.STATEMENTS:
        assert one.weight != 0
        for difference in (2.0, -1.0):
            mine, its = one.say(difference, 0, 0), one.say(difference, 1, 0)
            assert "{whose}" not in mine and ("{whose}" not in one.one or ("your" in mine and "{1}’s" in its))
        assert one.say(1, 0, 0) != one.say(-1, 0, 0)


GOOD = Statement("pellets", 100, "pellet for {whose} rat", "pellets for {whose} rat")
BAD = Statement("out", -40, "{whose} rat is out", "{whose} rat is in its cage", is_so=True)


def test_what_speaks_for_it_comes_first_and_a_guess_is_called_one() -> None:
    found = [Reason(GOOD, 0, 1.5, False), Reason(BAD, 1, 1, True), Reason(BAD, 0, 1.0, True), Reason(GOOD, 1, 1, True)]
    said = reasons.write_sentence(found, 0, 3)
    assert said == "{1}’s rat is out and about 2 more pellets for your rat. But your rat is out"
    assert fill_plain(said, ["Ann", "Bob"]).startswith("Bob’s rat is out")
    assert reasons.write_sentence(found[2:], 0, 3) == "", "where nothing speaks for it nothing is said"
    assert [reasons.weigh_reason(one, 0, 3) for one in found] == [150, 20, -40, -50]
    assert reasons.write_sentence(found[:2], 0, 3, 9) == "{1}’s rat is out. Also about 2 more pellets for your rat"


@pytest.mark.parametrize(
    ("difference", "sure", "good", "bad"),
    [
        (3, True, "3 more pellets for your rat", "your rat is out"),
        (-1, True, "1 fewer pellet for your rat", "your rat is in its cage"),
        (7.3, False, "about 7 more pellets for your rat", "probably your rat is out"),
        (-0.5, False, "about 1 fewer pellet for your rat", "probably your rat is in its cage"),
        (0.3, False, "perhaps more pellets for your rat", "perhaps your rat is out"),
        (-0.3, False, "perhaps fewer pellets for your rat", "perhaps your rat is in its cage"),
    ],
)
def test_differences_are_whole_numbers_or_words(difference: float, sure: bool, good: str, bad: str) -> None:
    assert Reason(GOOD, 0, difference, sure).say(0) == good
    assert Reason(BAD, 0, difference, sure).say(0) == bad


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        ((61.6, 4000), (48.2, 400), "Win chance 62 %, against 48 %"),
        ((61.6, 40), (48.2, 12), "About the same win chance"),
        ((33.4, 4000), (32.6, 4000), "About the same win chance"),
        ((31.0, 900), (32.0, 200), "About the same win chance"),
        ((31.0, 4000), (45.0, 4000), ""),
        ((99.6, 90_000), (98.4, 90_000), "Win chance 100 %, against 98 %"),
        ((100.0, 100), (0.0, 10), "Win chance 100 %, against 0 %"),
        ((61.6, 4000), (48.2, 9), ""),
    ],
)
def test_win_chances_speak_for_the_action_or_are_not_said(
    best: tuple[float, int], other: tuple[float, int], said: str
) -> None:
    assert reasons.compare_chances(Choice(7, (Thought(7, *best), Thought(8, *other))), 8) == said


def test_the_noise_is_that_of_games_won_and_lost() -> None:
    """Draw games by two win chances, and compare the spread of their difference with the estimate."""
    dice = random.Random(5)

    def share(chance: float, many: int) -> float:
        return 100 * sum(dice.random() < chance for _ in range(many)) / many

    spread = statistics.stdev(share(0.6, 90) - share(0.3, 40) for _ in range(2_000))
    assert reasons.estimate_noise(Thought(1, 60.0, 90), Thought(2, 30.0, 40)) == pytest.approx(spread, rel=0.06)


def test_how_much_better_it_looks_is_said_where_both_were_tried() -> None:
    match, seat = next(
        (match, seat)
        for match, seat in positions("mechanation")
        if reasons.write_difference(match.view(seat), seat, (match.legal(seat)[0], match.legal(seat)[1]))
    )
    view, legal = match.view(seat), match.legal(seat)
    first, second = Thought(legal[0], 61.6, 400), Thought(legal[1], 48.2, 120)
    said = reasons.explain_choice(view, seat, Choice(legal[0], (first, second)))
    label = f"“{match.game.words.action(view, legal[1])}”"
    assert said.startswith(f"Compared with {label}: ") and said.endswith(". Win chance 62 %, against 48 %.")
    assert "chance" not in reasons.explain_choice(view, seat, Choice(legal[0], (first, second._replace(visits=3))))
    assert reasons.explain_choice(view, seat, Choice(legal[0])) == ""
    told = reasons.add_reason(view, seat, Choice(legal[0], (first, second)))
    assert [thought.reason for thought in told.thoughts] == [said, ""]


def test_without_a_difference_only_the_chances_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = positions("mechanation")[0]
    view, legal = match.view(seat), match.legal(seat)
    monkeypatch.setattr(reasons, "find_differences", lambda *_: [])
    label = f"“{match.game.words.action(view, legal[1])}”"
    thoughts = Thought(legal[0], 61.6, 400), Thought(legal[1], 48.2, 120)
    said = reasons.explain_choice(view, seat, Choice(legal[0], thoughts))
    assert said == f"Win chance 62 %, against 48 % for {label}."
    near = reasons.explain_choice(view, seat, Choice(legal[0], (thoughts[0], Thought(legal[1], 61.0, 300))))
    assert near == f"{label} has about the same win chance."
    again = reasons.explain_choice(view, seat, Choice(legal[1], thoughts))
    assert again == "", "its own numbers speak against it"


LONGEST = 20
"""The maximum number of words of a sentence."""


@pytest.mark.parametrize("name", HOUSE)
def test_each_claim_is_so_and_each_sentence_is_short(name: str) -> None:
    """Read the clauses again, and compare their numbers with the positions after both actions."""
    said = 0
    for match, seat in positions(name)[: 1 if name == "mechanica" else 6]:
        view, legal, words = match.view(seat), match.legal(seat), match.game.words
        for best, other in itertools.permutations(sorted({legal[0], legal[1], legal[-1]}), 2):
            why = reasons.write_difference(view, seat, (best, other), 3)
            if not why:
                continue
            said += 1
            found = [one for one in reasons.find_differences(view, seat, (best, other), 3) if one.say(seat) in why]
            assert found and not re.search(r"\d\.\d", why), why
            for one in found:
                each = count_after(match.game, view, seat, (best, other), one)
                number = re.match(r"(about )?(\d+) (more|fewer|less) ", one.say(seat))
                if number:
                    mean = abs(sum(each)) / len(each)
                    assert abs(mean - int(number[2])) <= 0.5 and bool(number[1]) == (len(set(each)) > 1)
                    assert (sum(each) > 0) == (number[3] == "more")
                elif "perhaps" in one.say(seat):
                    assert any(difference * one.difference > 0 for difference in each)
            first, *more = f"Compared with “{words.action(view, other)}”: {why}.".split(". ")
            label = len(words.action(view, other).split())
            for sentence in more if label > LONGEST // 2 else (first, *more):
                assert len(sentence.split()) <= LONGEST, sentence
    assert said > 2


def count_after(game: Any, view: Any, seat: int, actions: tuple[int, int], reason: Reason) -> list[int]:
    """Return the differences of a reason's number in each guess."""
    row = game.reasons.STATEMENTS.index(reason.statement)
    after = [reasons.play_each(view, seat, actions, 3 + k) for k in range(reasons.GUESSES)]
    both = [[game.reasons.numbers(s, reason.seat)[row] for s in pair] for pair in after]
    return [one - other for one, other in both]


@pytest.mark.parametrize("name", HOUSE)
def test_in_twin_worlds_the_reason_is_the_same(name: str) -> None:
    for match, seat in positions(name)[:2]:
        twin = match.guess(seat, "twin")
        legal = match.legal(seat)
        choice = Choice(legal[0], tuple(Thought(code, 0.0) for code in legal))
        assert reasons.explain_choice(match.view(seat), seat, choice) == reasons.explain_choice(
            twin.view(seat), seat, choice
        )
