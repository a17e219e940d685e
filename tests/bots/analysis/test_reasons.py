"""Reasons: what is said of an action is true in the positions after it, and comes from the view alone."""

from __future__ import annotations

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
            mine, its = one.told(difference, 0, 0), one.told(difference, 1, 0)
            assert "{whose}" not in mine and ("{whose}" not in one.one or ("your" in mine and "{1}’s" in its))
        assert one.told(1, 0, 0) != one.told(-1, 0, 0)


GOOD = Statement("pellets", 100, "pellet for {whose} rat", "pellets for {whose} rat")
BAD = Statement("out", -40, "{whose} rat is out", "{whose} rat is in its cage", is_so=True)


def test_what_speaks_for_it_comes_first_and_a_guess_is_called_one() -> None:
    found = [Reason(GOOD, 0, 1.5, False), Reason(BAD, 1, 1, True), Reason(BAD, 0, 1.0, True), Reason(GOOD, 1, 1, True)]
    said = reasons.write_sentence(found, 0, 3)
    assert said == "{1}’s rat is out, as far as can be guessed 1.5 more pellets for your rat; but your rat is out"
    assert fill_plain(said, ["Ann", "Bob"]).startswith("Bob’s rat is out")
    assert reasons.write_sentence(found[2:], 0, 3) == "", "where nothing speaks for it nothing is said"
    assert [reasons.weigh_reason(one, 0, 3) for one in found] == [150, 20, -40, -50]


def test_how_much_better_it_looks_is_said_where_both_were_tried() -> None:
    match, seat = positions("mechanation")[0]
    view, legal = match.view(seat), match.legal(seat)
    first, second = Thought(legal[0], 61.6, 40), Thought(legal[1], 48.2, 12)
    said = reasons.explain_choice(view, seat, Choice(legal[0], (first, second)))
    assert said.startswith(f"Rather than “{match.game.words.action(view, legal[1])}”: ")
    assert said.endswith("it looks like 62 games won of a hundred, not 48.")
    assert "hundred" not in reasons.explain_choice(view, seat, Choice(legal[0], (first, second._replace(visits=3))))
    assert reasons.explain_choice(view, seat, Choice(legal[0])) == ""
    told = reasons.add_reason(view, seat, Choice(legal[0], (first, second)))
    assert [thought.reason for thought in told.thoughts] == [said, ""]


@pytest.mark.parametrize("name", HOUSE)
def test_in_twin_worlds_the_reason_is_the_same(name: str) -> None:
    for match, seat in positions(name)[:2]:
        twin = match.guess(seat, "twin")
        legal = match.legal(seat)
        choice = Choice(legal[0], tuple(Thought(code, 0.0) for code in legal))
        assert reasons.explain_choice(match.view(seat), seat, choice) == reasons.explain_choice(
            twin.view(seat), seat, choice
        )
