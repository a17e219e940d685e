"""Check that a game's rules are quick enough in plain Python, without compiling.

A table in a browser tab has a single thread, so everything else waits while a rule runs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from enginehouse.conformance.cases import Case, check, list_seats, make_view, positions
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.core.verbs import gives_up

CALLS = 500_000
"""The maximum number of calls of functions. CPython takes about 150 ms for them; the number is the same on each
machine."""


class TooLong(AssertionError):
    """The error raised if a rule in plain Python has called too many functions, so that players would have to wait."""


def call_within(function: Callable[..., Any], *given: Any) -> None:
    """Call a function with the arguments `given`.

    Raise `TooLong` as soon as it has called more than `CALLS` functions.
    """
    many = 0

    def count_call(frame: Any, event: str, argument: Any) -> None:
        nonlocal many
        if event in ("call", "c_call"):
            many += 1
            if many > CALLS:
                raise TooLong

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        function(*given)
    finally:
        sys.setprofile(before)


@check(3, 60)
def plain_acts_are_short(case: Case, position_count: int) -> None:
    """In plain Python, no call of a rule that the server makes for an action may take more than 150 ms.

    The calls make a view, list the legal actions, play an action, or ask whether a bot gives up. Plain Python is used
    if Numba is not installed, and in a browser tab. All players on the server wait during such a call. The check counts
    calls of functions instead of time, so that it has the same result on every machine.
    """
    for position in positions(case, position_count, "budget"):
        if position.mask == 0:  # the game is over
            continue
        dice = random.Random(str(position.number))
        seat = dice.choice(list_seats(position.mask))
        for name, function, given in list_steps(case.game, position.s, seat, dice):
            try:
                call_within(function, *given)
            except TooLong:
                raise AssertionError(
                    f"{name} of seat {seat} takes more than {CALLS:,} calls of functions in plain Python, which is more "
                    f"than about 150 ms. Search less in this rule, or look for an early end.\n{position}"
                ) from None


def list_steps(
    game: Game, s: Record, seat: int, dice: random.Random
) -> list[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    """Return calls of the rules that a table needs for one random action of a seat in `s`.

    The calls make the view, list the legal actions and play the action. If bots can give up, one more call asks whether
    the seat gives up. Each call is a tuple of a name, a function and its arguments. `dice` draws the action.
    """
    copy, codes = game.shape.copy, [0] * len(game.vocabulary)
    code = codes[dice.randrange(game.rules.legal(s, seat, codes))]
    found: list[tuple[str, Callable[..., Any], tuple[Any, ...]]] = [
        ("the view", game.rules.view, (copy(s), seat, game.new_record())),
        ("the list of legal actions", game.rules.legal, (copy(s), seat, list(codes))),
        (
            f"the action {game.vocabulary.name(code)!r}",
            game.rules.apply,
            (copy(s), seat, code, Events(game.facts.event_size)),
        ),
    ]
    if game.has("policy") and hasattr(game.policy, "gives_up"):
        found.append(("the question whether a bot gives up", gives_up, (make_view(game, s, seat), seat)))
    return found
