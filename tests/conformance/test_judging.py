"""The checks of refusals and policies turn red where a sentence is missing or a policy cannot be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from enginehouse.conformance import cases_of, judging
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry.game import Game

HEAP = "enginehouse.conformance.samples.heap"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Game]]:
    """`broken(policy={...}, words={...})`: the heap with a policy or words of its own, plain."""
    from enginehouse.core.registry import game as games

    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    kept = Game(HEAP).shape.Plain.game

    def build(policy: Any = None, words: Any = None) -> Game:
        game = Game(HEAP)
        game.policy = SimpleNamespace(**{**vars(game.policy), **(policy or {})})
        game.words = SimpleNamespace(**{**vars(game.words), **(words or {})})
        assert game.shape.Plain.game is game
        monkeypatch.setitem(games._REGISTERED, game.name, game)
        return game

    yield build
    Game(HEAP).shape.Plain.game = kept


def said_of(game: Game) -> str:
    """Return the problems that the check of the policy finds in the first case."""
    with pytest.raises(AssertionError) as error:
        judging.the_policy_judges_every_position(cases_of(game)[0], 12)
    return str(error.value)


def test_the_heap_as_it_is(broken: Any) -> None:
    game = broken()
    judging.the_policy_judges_every_position(cases_of(game)[0], 12)
    assert "clauses that refuse" in judging.every_refusal_of_the_vocabulary_has_words(game, 6)


def raises(s: Any, seat: int) -> int:
    return [1, 2][seat + s.seats]


def no_number(s: Any, seat: int) -> float:
    return float("nan")


def endless(s: Any, seat: int) -> float:
    return float("inf")


def too_large(s: Any, seat: int) -> int:
    return 1 << 60


def changes(s: Any, seat: int) -> int:
    s.reason = 7
    return 0


CALLS = [0]


def remembers(s: Any, seat: int) -> int:
    CALLS[0] += 1
    return CALLS[0]


@pytest.mark.parametrize(
    ("evaluate", "said"),
    [
        (raises, "evaluate raises IndexError"),
        (no_number, "evaluate says nan, which is not an integer"),
        (endless, "evaluate says inf, which is not an integer"),
        (too_large, "do not fit into 64 bits"),
        (changes, "the policy changed a record"),
        (remembers, "evaluate says"),
    ],
)
def test_policies_that_cannot_be_trusted(broken: Any, evaluate: Any, said: str) -> None:
    assert said in said_of(broken(policy={"evaluate": evaluate}))


@pytest.mark.parametrize(
    ("judge", "said"), [(lambda b, a, s, c: None, "judge says None"), (raises, "judge raises TypeError")]
)
def test_judgements_of_actions_that_cannot_be_trusted(broken: Any, judge: Any, said: str) -> None:
    assert said in said_of(broken(policy={"judge": judge}))


def test_a_compiled_policy_that_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    if not jit_possible():
        pytest.skip("compiled rules are off")
    game = Game(HEAP)
    judging.the_policy_judges_every_position(cases_of(game)[0], 4)
    monkeypatch.setattr(judging, "compiled", lambda rule, game: lambda states, seat, code: (1 << 40, 0))
    assert "compiled" in said_of(game)

    def writes(states: Any, seat: int, code: int) -> tuple[int, int]:
        states[1]["reason"] = 3
        return said

    said = (0, 0)
    monkeypatch.setattr(judging, "compiled", lambda rule, game: writes)
    game.policy = SimpleNamespace(evaluate=lambda s, seat: 0)
    assert "the compiled policy changed a record" in said_of(game)


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (lambda v, seat, code, clause: {}[clause], "placeholder in a text without words: KeyError"),
        (lambda v, seat, code, clause: "It is {who}’s turn.", "{who}"),
        (lambda v, seat, code, clause: "", "no words"),
        (lambda v, seat, code, clause: None, "no words but None"),
        (lambda v, seat, code, clause: "{7} is to move.", "not at the table"),
    ],
)
def test_refusals_without_a_sentence(broken: Any, refusal: Any, said: str) -> None:
    with pytest.raises(AssertionError) as error:
        judging.every_refusal_of_the_vocabulary_has_words(broken(words={"refusal": refusal}), 6)
    assert said in str(error.value)
    assert "refused by" in str(error.value)
