"""Plans: each is the reason in a planted position, and its claims are worked out again in another way."""

from __future__ import annotations

import importlib
import random
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from plan_planting import SETUPS, Planted, explain

from enginehouse import bots
from enginehouse.bots.analysis import reasons
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.plans import AIMS, ALIKE, Claim, Plan, find_reasons, list_common

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain, pytest.mark.timeout(400)]
HERE = Path(__file__).parent
PLANNED = [name for name in SETUPS if games.get(name).plans is not None]
FEWEST, LONGEST = 12, 20


@lru_cache(maxsize=4)
def read_planted(name: str) -> list[Planted]:
    """The planted positions of a game (`plan_planting.py`)."""
    lines = (HERE / "plans" / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Planted) for line in lines]


def load_recount(name: str) -> Any:
    """The module that works out the claims of a game again."""
    sys.path.insert(0, str(HERE / "recounts"))
    try:
        return importlib.import_module(name.replace("-", "_"))
    finally:
        sys.path.pop(0)


def replay(one: Planted) -> Match:
    match = Match.new(one.log.game, one.log.seats, one.log.options, one.log.seed_words())
    for entry in one.log.entries:
        match.act(entry.seat, entry.act)
    return match


@pytest.mark.parametrize("name", PLANNED)
def test_there_are_enough_plans_and_each_has_its_position(name: str) -> None:
    plans = games.get(name).plans.PLANS
    assert len({one.name for one in plans}) == len(plans) >= FEWEST
    assert [one.plan for one in read_planted(name)] == [one.name for one in plans]
    for one in plans:
        assert one.aim in AIMS and one.theme and not one.theme.endswith(".")
        for sentence in (one.sentence, one.missed):
            whole = re.sub(r"(\{\w+\})+$", "", sentence)  # a slot at the end is filled with a further sentence
            assert whole.endswith(".") and max(len(said.split()) for said in sentence.split(". ")) <= LONGEST


@pytest.mark.parametrize("name", PLANNED)
def test_the_plan_is_the_reason_in_its_position(name: str) -> None:
    for one in read_planted(name):
        found = explain(one, replay(one))
        assert found is not None
        assert (found.plan.name, found.sentence) == (one.plan, one.sentence)
        for said in (found.sentence, found.fault):
            assert not re.search(r"\d\.\d|\{[a-z]", said), said


@pytest.mark.parametrize("name", PLANNED)
def test_each_claim_is_so(name: str, deep: bool) -> None:
    """Work out the claims of some actions again, in the planted positions and on the way of games."""
    module, seen = load_recount(name), 0
    for match, seat in [*((replay(one), one.seat) for one in read_planted(name)), *wander(name, 200 if deep else 10)]:
        legal = match.legal(seat)
        for code in random.Random(len(match.entries)).sample(legal, min(5, len(legal))):
            step = reasons.take_step(match.guess(seat, "again").state, seat, code)
            for one in [*match.game.plans.claims(step)]:
                seen += 1
                slots = dict(one.slots)
                again = module.recount(step, one.plan, slots)
                assert again == slots, (one, match.game.vocabulary.names[code])
    assert seen > 40


def wander(name: str, many: int) -> Iterator[tuple[Match, int]]:
    """Yield decisions of games in which greedy bots err now and then."""
    greedy, k = bots.get("greedy"), 0
    while many > 0:
        seats, options = SETUPS[name][k % len(SETUPS[name])]
        match, rng = Match.new(name, seats, options or None, seed=f"wander {k}"), random.Random(k)
        k += 1
        while not match.over and many > 0:
            seat = rng.choice(match.actors())
            legal = match.legal(seat)
            if len(legal) > 1 and rng.random() < 0.05:
                many -= 1
                yield match, seat
            best = greedy.choose(match.view(seat), seat, legal, 1.0, 3).action
            match.act(seat, match.game.vocabulary.names[best if rng.random() < 0.7 else rng.choice(legal)])


@pytest.mark.parametrize("name", PLANNED)
def test_a_plan_is_given_at_most_blunders(name: str) -> None:
    """In positions with an obvious move, at most one in five has no plan as its reason."""
    lines = (HERE.parent / "bots" / "planted" / f"{name}.jsonl").read_bytes().splitlines()
    silent = []
    for one in map(msgspec.json.decode, lines):
        log = msgspec.convert(one["log"], Log)
        match = Match.new(log.game, log.seats, log.options, log.seed_words())
        for entry in log.entries:
            match.act(entry.seat, entry.act)
        code, seat = match.game.vocabulary.code, one["seat"]
        wrong = next(other for other in match.legal(seat) if match.game.vocabulary.names[other] not in one["best"])
        if reasons.explain_move(match.view(seat), seat, code(one["best"][0]), [wrong]) is None:
            silent.append(one["why"])
    assert 5 * len(silent) <= len(lines), silent


@pytest.mark.parametrize("name", PLANNED)
def test_in_twin_worlds_the_reason_is_the_same(name: str) -> None:
    for one in read_planted(name)[::5]:
        match = replay(one)
        assert explain(one, match) == explain(one, match.guess(one.seat, "twin"))


def test_a_hint_compares_with_what_a_player_would_consider() -> None:
    """In Mechanica the bot plans turns: the next best actions are those of the next best plans, and no demolition."""
    hard = bots.find_bot("hard")
    for one in (
        planted for planted in read_planted("mechanica") if planted.plan in ("recycle", "lay", "no difference")
    ):
        match = replay(one)
        view, legal = match.view(one.seat), match.legal(one.seat)
        choice = hard.choose(view, one.seat, legal, 5.0, 17)
        next_best = match.game.vocabulary.names[reasons.list_next_best(choice)[0]]
        assert not next_best.startswith("demolish"), (one.plan, next_best)
        said = reasons.explain_choice(view, one.seat, choice, 17)
        assert said and "demolish" not in said, (one.plan, said)
        assert one.plan != "no difference" or said == one.sentence


def test_what_all_actions_share_is_no_reason_unless_it_says_so() -> None:
    alike = Plan("any", ALIKE, "Any", "Any will do.", "It makes no difference.")
    same, good = Claim("any", 1), Claim("eat", 5, (("many", 2),))
    assert find_reasons(PLANS, {"eat": good}, [{"eat": good}], least=0.0) == []
    (found,) = find_reasons((*PLANS, alike), {"any": same, "eat": good}, [{"any": same, "eat": good}])
    assert (found.sentence, found.gain) == ("Any will do.", 0.0)
    assert find_reasons((alike,), {"any": same}, [{"any": same}, {}]) == [], "one action is different"


PLANS = (
    Plan("eat", "score", "Eat", "Eat {many}.", "You do not eat {many}."),
    Plan("live", "protect", "Live", "Do not die of {many}.", "You die of {many}."),
)


def test_a_claim_counts_only_if_all_guesses_agree() -> None:
    sure, other = Claim("eat", 5, (("many", 2),)), Claim("eat", 7, (("many", 3),))
    assert list_common([[sure], [sure._replace(weight=7)]]) == {"eat": sure._replace(weight=6)}
    assert list_common([[sure], [other]]) == {} == list_common([[sure], []])
    assert list_common([[sure, other], [other, sure]]) == {"eat": other}


def test_harm_by_others_speaks_for_an_action_and_its_own_harm_never_does() -> None:
    good, harm = Claim("eat", 5, (("many", 2),)), Claim("live", -9, (("many", 3),))
    assert [one.sentence for one in find_reasons(PLANS, {"eat": good}, [{"live": harm}])] == [
        "Do not die of 3.",
        "Eat 2.",
    ]
    assert find_reasons(PLANS, {"live": harm}, [{"live": harm}, {"eat": good}]) == []
    assert find_reasons(PLANS, {"eat": good}, [{"eat": good}]) == [], "both do"
    (found,) = find_reasons(PLANS, {"live": harm._replace(weight=-4)}, [{"live": harm}])
    assert found.fault == "You die of 3." and found.gain == 5
