"""Check that every refusal has a sentence, and that the policy can evaluate every position.

The policy is the part of a game by which bots evaluate positions and actions (`policy.py`).
It is checked in both forms: as plain Python and compiled.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from enginehouse.conformance.cases import (
    Case,
    RandomPosition,
    Report,
    Skipped,
    cases_of,
    check,
    list_legal,
    make_view,
    positions,
)
from enginehouse.conformance.policy_loops import judge_record
from enginehouse.conformance.shelf import shelf
from enginehouse.conformance.telling import sentence
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.flags import jit_possible
from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import Game

MOST_WORTH = 1 << 56
"""The maximum size of an evaluation, so that the sum of some dozens fits into an int64."""


def _many_positions(game: Game, many: int) -> Iterator[RandomPosition]:
    """Yield all stored positions of a game (see `shelf`), then positions of random games.

    There are `many` random positions with the fewest seats and `many` with the most. The stored positions include every
    phase.
    """
    with contextlib.suppress(Skipped):
        yield from shelf(game)
    for case in {cases_of(game)[0], cases_of(game)[-1]}:
        yield from positions(case, many, "refusals")


@check(6, 100, whole_game=True, needs=("words",))
def every_refusal_of_the_vocabulary_has_words(game: Game, position_count: int) -> Report:
    """If a clause of the rulebook forbids an action, the game must have a sentence that explains the refusal.

    This is checked in all phases, for every action of the game that is not legal.
    """
    vocabulary, told = game.vocabulary, set()
    kinds = [name.split()[0] for name in vocabulary.names]
    for position in _many_positions(game, position_count):
        dice = random.Random(position.number)
        for seat in position.case.some_observers(dice, position.mask, 3)[1:]:
            v = make_view(game, position.s, seat)
            for code in range(len(vocabulary)):
                clause = int(game.rules.refusal(v, seat, code))
                key = (clause, kinds[code], getattr(v, "phase", 0), seat == getattr(v, "active", seat))
                if clause and key not in told:
                    told.add(key)
                    where = f"{position}: {vocabulary.name(code)} of seat {seat}, refused by {game.clause_name(clause)}"
                    try:
                        text = game.words.refusal(v, seat, code, clause)
                    except (LookupError, TypeError, ValueError, AttributeError) as error:
                        raise AssertionError(f"{where}: placeholder in a text without words: {error!r}") from error
                    sentence(text, position.case.seats, where)
    clauses = {clause for clause, *_ in told}
    assert clauses, f"{game.name}: no action is ever refused"
    return f"{game.name}: sentences for {len(clauses)} clauses that refuse"


# -- the policy --------------------------------------------------------------------------------------------------------


@check(12, 300, needs=("policy",), compiles=True)
def the_policy_judges_every_position(case: Case, position_count: int) -> None:
    """The policy returns an integer for true records and guesses: the same each time, compiled and plain.

    A guess is a full record that is consistent with a seat's view. Finished games are included. The policy changes no
    record.
    """
    game, policy = case.game, case.game.policy
    ask = compiled(judge_record, game) if jit_possible() else None
    for position in positions(case, position_count, "policy"):
        for seat in range(case.seats):
            before = make_view(game, position.s, seat)
            game.rules.guess(before, seat, [position.number, *range(1, 8)])
            codes = list_legal(game, before, seat)
            code = codes[position.number % len(codes)] if codes else 0
            after = game.shape.copy(before if codes else position.s)
            if codes:
                game.rules.apply(after, seat, code, Events(1, on=False))
            where = f"{position}: for seat {seat}, after {game.vocabulary.name(code) if codes else 'nothing'}"
            kept = game.shape.to_bytes(before), game.shape.to_bytes(after)
            worth = _whole(policy.evaluate, (after, seat), f"{where}: evaluate")
            if hasattr(policy, "judge") and codes:
                good = _whole(policy.judge, (before, after, seat, code), f"{where}: judge")
            else:
                good = worth
            assert (game.shape.to_bytes(before), game.shape.to_bytes(after)) == kept, (
                f"{where}: the policy changed a record"
            )
            again = _whole(policy.evaluate, (after, seat), f"{where}: evaluate")
            assert again == worth, f"{where}: evaluate says {worth}, then {again}"
            if ask is not None and codes:
                _compare(ask, game, (before, after, seat, code), (worth, good), where)


def _whole(asked: Callable[..., Any], given: tuple[Any, ...], where: str) -> int:
    """Call a function of the policy with the arguments `given`, and return its result, which must be an integer.

    Raise AssertionError if the result is not an integer, or is too large to be summed. `where` describes the position.
    """
    try:
        value = asked(*given)
    except Exception as error:
        raise AssertionError(f"{where} raises {error!r}") from error
    assert hasattr(value, "__index__"), f"{where} says {value!r}, which is not an integer"
    assert abs(int(value)) < MOST_WORTH, (
        f"{where} says {value}, and some dozens of such numbers do not fit into 64 bits"
    )
    return int(value)


def _compare(ask: Any, game: Game, asked: tuple[Any, Any, int, int], said: tuple[int, int], where: str) -> None:
    """Check that the compiled policy `ask` returns the numbers of the plain policy, and leaves the records unchanged.

    `asked` are the arguments for `ask`: the records before and after an action, the acting seat, and the code of the
    action. `said` is the result of the plain policy: the numbers that its rules `evaluate` and `judge` return. `where`
    describes the position for an error.
    """
    before, after, seat, code = asked
    states = game.shape.array(2)
    game.shape.store(states, 0, before)
    game.shape.store(states, 1, after)
    kept = states.tobytes()
    found = ask(states, seat, code)
    assert tuple(found) == said, f"{where}: evaluate and judge say {said} plain, {tuple(found)} compiled"
    assert states.tobytes() == kept, f"{where}: the compiled policy changed a record"
