"""Methods with a former name, which warn and return the method under its present name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs.text import TextGame


@pytest.mark.parametrize(
    ("call", "former", "present"),
    [
        (lambda match: match, "told", "describe_latest"),
        (lambda match: match.standing[-1], "told", "list_events"),
        (lambda match: TextGame(match.game), "told", "describe"),
    ],
)
def test_a_former_method_warns_and_returns_the_present_one(
    call: Callable[[Match], Any], former: str, present: str
) -> None:
    match = Match.new(games.get("mechanation"), 2, seed=1)
    seat = match.actors()[0]
    match.act(seat, match.legal_names(seat)[0])
    found = call(match)
    with pytest.warns(DeprecationWarning, match=f"{former} is now {present}"):
        old = getattr(found, former)
    assert old(seat) == getattr(found, present)(seat) != []
