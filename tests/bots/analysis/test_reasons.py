"""Explanations: win chances are given if they support the plan, and the plan comes from the view alone."""

from __future__ import annotations

import random
import statistics
from types import SimpleNamespace

import pytest

from enginehouse.bots.analysis import reasons
from enginehouse.bots.bot import Choice, Thought
from enginehouse.core.play import arena
from enginehouse.core.play.match import Match
from enginehouse.core.words.plans import ALIKE, WIN, Claim

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


def positions(name: str) -> list[tuple[Match, int]]:
    found = [some_way(name, acts) for acts in (6, 17, 30, 44, 58, 72)]
    return [(match, match.actors()[0]) for match in found if not match.over and len(match.legal(match.actors()[0])) > 1]


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        ((61.6, 4000), (48.2, 400), "Win chance 62 %, against 48 %"),
        ((61.6, 40), (48.2, 12), ""),
        ((50.6, 40), (48.2, 12), "About equal"),
        ((33.4, 4000), (32.6, 4000), "About equal"),
        ((31.0, 900), (32.0, 200), "About equal"),
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


def find_plan() -> tuple[Match, int, int, int]:
    """A position with two actions, the first of which serves a plan."""
    for match, seat in positions("mechanation"):
        legal = match.legal(seat)
        for best in legal:
            for other in legal:
                if best != other and reasons.explain_move(match.view(seat), seat, best, [other]):
                    return match, seat, best, other
    raise AssertionError("no plan was found")


def test_the_plan_comes_first_and_win_chances_follow_if_they_support_it() -> None:
    match, seat, best, other = find_plan()
    view = match.view(seat)
    plan = reasons.write_difference(view, seat, (best, other))
    first, second = Thought(best, 61.6, 400), Thought(other, 48.2, 120)
    label = f"“{match.game.words.action(view, other)}”"
    assert reasons.explain_choice(view, seat, Choice(best, (first, second))) == (
        f"{plan} Win chance 62 %, against 48 % for {label}."
    )
    near = second._replace(value=61.0)
    gain = reasons.explain_move(view, seat, best, [other])
    equal = "" if gain and gain.gain >= reasons.OBVIOUS else f" {label} is about equal."
    assert reasons.explain_choice(view, seat, Choice(best, (first, near))) == plan + equal
    worse, rare = second._replace(value=90.0, visits=4_000), second._replace(visits=3)
    for thought in (worse, rare):
        assert reasons.explain_choice(view, seat, Choice(best, (first, thought))) == plan
    alone = reasons.explain_move(view, seat, best, [code for code in match.legal(seat) if code != best][:5])
    assert alone and reasons.explain_choice(view, seat, Choice(best)) == alone.sentence, "it thought of nothing else"
    told = reasons.add_reason(view, seat, Choice(best, (first, second)))
    assert [thought.reason for thought in told.thoughts] == [f"{plan} Win chance 62 %, against 48 % for {label}.", ""]


def test_without_a_plan_only_the_chances_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, best, other = find_plan()
    view = match.view(seat)
    monkeypatch.setattr(match.game.plans, "claims", lambda step: [])
    label = f"“{match.game.words.action(view, other)}”"
    thoughts = Thought(best, 61.6, 400), Thought(other, 48.2, 120)
    assert reasons.explain_choice(view, seat, Choice(best, thoughts)) == f"Win chance 62 %, against 48 % for {label}."
    assert reasons.explain_choice(view, seat, Choice(other, thoughts)) == "", "its own numbers speak against it"


def test_a_hint_gives_an_equal_action_that_has_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, best, other = find_plan()
    view, plan = match.view(seat), match.game.plans.PLANS[0].name
    claims = [Claim(plan, 9.0)]
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims if step.code == best else [])
    far, near = (Choice(other, (Thought(other, value, 400), Thought(best, 60.0, 300))) for value in (70.0, 61.0))
    assert reasons.choose_advice(view, seat, near).action == best
    assert reasons.choose_advice(view, seat, far) == far, "the other action is worse"
    both = Choice(best, (Thought(other, 60.0, 300), Thought(best, 61.0, 400)))
    assert reasons.choose_advice(view, seat, both) == both, "a plan speaks for it"
    assert reasons.choose_advice(view, seat, Choice(other)) == Choice(other), "it thought of nothing else"


@pytest.mark.parametrize(("weight", "said"), [(6.0, True), (8.0, False)])
def test_an_action_that_falls_short_of_the_reason_is_not_called_equal(
    monkeypatch: pytest.MonkeyPatch, weight: float, said: bool
) -> None:
    match, seat, best, other = find_plan()
    plan = match.game.plans.PLANS[0].name
    monkeypatch.setattr(match.game.plans, "claims", lambda step: [Claim(plan, weight)] if step.code == best else [])
    choice = Choice(best, (Thought(best, 60.0, 400), Thought(other, 60.0, 300)))
    assert ("is about equal" in reasons.explain_choice(match.view(seat), seat, choice)) == said


@pytest.mark.parametrize(
    ("behind", "said"), [(0.5, "{} is about equal."), (4.2, "The bot expects about 4 points less from {}."), (None, "")]
)
def test_in_a_planned_turn_the_plans_are_compared(
    monkeypatch: pytest.MonkeyPatch, behind: float | None, said: str
) -> None:
    match, seat, best, other = find_plan()
    monkeypatch.setattr(match.game.plans, "claims", lambda step: [])
    view, label = match.view(seat), f"“{match.game.words.action(match.view(seat), other)}”"
    choice = Choice(best, (Thought(best, 0.0, 1, behind=0.0), Thought(other, 0.0, 0, behind=behind)))
    assert reasons.explain_choice(view, seat, choice) == said.format(label)


def test_in_a_planned_turn_an_equal_plan_is_given_only_if_nothing_speaks_for_the_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, seat, best, other = find_plan()
    view, (first, second) = match.view(seat), match.game.plans.PLANS[:2]
    claims = {best: [Claim(first.name, 9.0)], other: [Claim(second.name, 2.0)]}
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(step.code, []))
    near, far = (
        Choice(other, (Thought(other, 0.0, 1, behind=0.0), Thought(best, 0.0, 0, behind=behind)))
        for behind in (0.3, 2.0)
    )
    assert reasons.choose_advice(view, seat, near) == near
    claims[other] = []
    assert reasons.choose_advice(view, seat, near).action == best
    assert reasons.choose_advice(view, seat, far) == far, "its plan is worse"


def test_actions_with_the_same_name_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, best, other = find_plan()
    monkeypatch.setattr(match.game.plans, "claims", lambda step: [])
    monkeypatch.setattr(match.game, "words", SimpleNamespace(action=lambda view, code: "Reveal it"))
    choice = Choice(best, (Thought(best, 61.6, 400), Thought(other, 48.2, 120)))
    assert reasons.explain_choice(match.view(seat), seat, choice) == "All your choices are alike."


def test_a_game_without_plans_has_win_chances_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, best, other = find_plan()
    monkeypatch.setattr(match.game, "plans", None)
    assert reasons.write_difference(match.view(seat), seat, (best, other)) == ""
    thoughts = Thought(best, 61.6, 400), Thought(other, 48.2, 120)
    assert reasons.explain_choice(match.view(seat), seat, Choice(best, thoughts)).startswith("Win chance 62 %")


@pytest.mark.parametrize("name", HOUSE)
def test_in_twin_worlds_the_reason_is_the_same(name: str) -> None:
    for match, seat in positions(name)[:2]:
        twin = match.guess(seat, "twin")
        legal = match.legal(seat)
        choice = Choice(legal[0], tuple(Thought(code, 0.0) for code in legal))
        assert reasons.explain_choice(match.view(seat), seat, choice) == reasons.explain_choice(
            twin.view(seat), seat, choice
        )


def test_the_fault_of_a_bad_action_is_no_reason_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint is compared with good actions: only then may it say what one of them spoils."""
    match, seat = next(one for one in positions("mechanica") if len(one[0].legal(one[1])) > 6)
    legal = match.legal(seat)[:7]
    view, plan = match.view(seat), match.game.plans.PLANS[0].name
    claims = {legal[k]: [Claim(plan, -9.0, (("lead", 3),))] for k in range(4, len(legal))}
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(step.code, []))
    thoughts = tuple(Thought(code, 60.0 - k, 3) for k, code in enumerate(legal))
    assert len(legal) == 7 and reasons.explain_choice(view, seat, Choice(legal[0], thoughts)) == ""
    claims = {legal[0]: [Claim(plan, 9.0, (("lead", 3),))]}
    assert reasons.explain_choice(view, seat, Choice(legal[0], thoughts)) != ""


def say(
    monkeypatch: pytest.MonkeyPatch, claims: dict[int, list[Claim]], values: tuple[float, ...]
) -> tuple[str, list[str]]:
    """Explain the first of some actions with these claims and win chances. Return the reason, and all actions in words."""
    match, seat = next(one for one in positions("mechanation") if len(one[0].legal(one[1])) > 3)
    view, legal = match.view(seat), match.legal(seat)
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(legal.index(step.code), []))
    thoughts = tuple(Thought(code, value, 400) for code, value in zip(legal, values, strict=False))
    words = [match.game.words.action(view, code) for code in legal]
    return reasons.explain_choice(view, seat, Choice(legal[0], thoughts)), words


LOOK, HIDDEN = ("look", "hidden")
"""Two plans of Mechanation without words of their own."""


def test_what_wins_is_said_even_if_others_win_too(monkeypatch: pytest.MonkeyPatch) -> None:
    said, _ = say(monkeypatch, {k: [Claim("win", 100.0)] for k in range(3)}, (90.0, 90.0, 90.0))
    assert said == "Win the game now: you complete your five."


def test_a_small_plan_is_no_reason_for_what_spoils_a_greater_one(monkeypatch: pytest.MonkeyPatch) -> None:
    said, words = say(monkeypatch, {0: [Claim(LOOK, 2.0), Claim(HIDDEN, -5.0)]}, (60.0, 60.0))
    assert said == f"“{words[1]}” is about equal."
    said, _ = say(monkeypatch, {0: [Claim(LOOK, 6.0), Claim(HIDDEN, -5.0)]}, (60.0, 60.0))
    assert said == f"Look at a face-down territory first: then you know where to go. “{words[1]}” is about equal."


def test_what_spoils_a_plan_is_not_called_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    said, words = say(monkeypatch, {0: [Claim(LOOK, 2.0)], 1: [Claim(HIDDEN, -2.0)]}, (60.0, 60.0))
    assert "equal" not in said and words[1] not in said
    said, words = say(monkeypatch, {0: [Claim(LOOK, 2.0)]}, (60.0, 60.0))
    assert said.endswith(f"“{words[1]}” is about equal.")


def test_an_action_that_serves_the_same_plans_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    said, words = say(monkeypatch, {0: [Claim(LOOK, 2.0)], 1: [Claim(LOOK, 2.0)]}, (60.0, 55.0, 40.0))
    assert said.endswith(f"Win chance 60 %, against 40 % for “{words[2]}”.")


def test_a_hint_gives_a_near_action_for_which_a_plan_speaks_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = next(one for one in positions("mechanation") if len(one[0].legal(one[1])) > 3)
    view, legal = match.view(seat), match.legal(seat)
    claims = {legal[0]: [Claim(LOOK, 2.0)], legal[1]: [Claim(HIDDEN, 9.0)]}
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(step.code, []))
    thoughts = (Thought(legal[0], 61.0, 400), Thought(legal[1], 60.0, 300))
    assert reasons.choose_advice(view, seat, Choice(legal[0], thoughts)).action == legal[1]
    claims[legal[1]] = [Claim(HIDDEN, 4.0)]
    assert reasons.choose_advice(view, seat, Choice(legal[0], thoughts)).action == legal[0], "not clearly more"


def test_a_hint_gives_an_untried_action_only_for_an_obvious_plan_without_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = next(one for one in positions("mechanica") if len(one[0].legal(one[1])) > 3)
    view, (chosen, untried) = match.view(seat), match.legal(seat)[:2]
    one, two, three = [plan.name for plan in match.game.plans.PLANS if plan.aim not in (ALIKE, WIN)][:3]
    claims = {chosen: [Claim(one, 2.0)], untried: [Claim(two, 9.0)]}
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(step.code, []))

    def advise(visits: int, value: float) -> int:
        thoughts = (Thought(chosen, 60.0, 400), Thought(untried, value, visits))
        return reasons.choose_advice(view, seat, Choice(chosen, thoughts)).action

    assert advise(0, 0.0) == advise(1, 40.0) == untried
    assert advise(40, 40.0) == chosen, "the bot knows it to be worse"
    claims[untried] = [Claim(two, 6.0)]
    assert advise(0, 0.0) == chosen, "the plan is not obvious"
    claims[untried] = [Claim(two, 9.0), Claim(three, -2.0)]
    assert advise(0, 0.0) == chosen, "it does harm"


def test_in_a_lost_game_a_hint_gives_an_action_with_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, best, other = find_plan()
    view, plan = match.view(seat), match.game.plans.PLANS[0].name
    monkeypatch.setattr(match.game.plans, "claims", lambda step: [Claim(plan, 9.0)] if step.code == best else [])
    lost, open_ = (Choice(other, (Thought(other, value, 900), Thought(best, 0.4, 900))) for value in (4.0, 6.0))
    assert reasons.choose_advice(view, seat, lost).action == best
    assert reasons.choose_advice(view, seat, open_).action == other


def test_a_hint_does_not_pass_if_another_action_helps_without_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [one for one in positions("mechanation") if "pass" in one[0].legal_names(one[1])]
    match, seat = next(one for one in asked if len(one[0].legal(one[1])) > 2)
    done, view = match.game.vocabulary.code("pass"), match.view(seat)
    bad, good = [code for code in match.legal(seat) if code != done][:2]
    claims = {bad: [Claim(HIDDEN, -9.0)], good: [Claim(LOOK, 2.0)]}
    monkeypatch.setattr(match.game.plans, "claims", lambda step: claims.get(step.code, []))
    choice = Choice(done, (Thought(done, 60.0, 400), Thought(bad, 50.0, 40), Thought(good, 0.0, 0)))
    assert reasons.choose_advice(view, seat, choice).action == good, "the bot has not tried it"
    claims[good] = []
    assert reasons.choose_advice(view, seat, choice).action == done
