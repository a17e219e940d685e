"""A name that is no action is refused with names that are legal now, and a seat that is none with those there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from samples import toys

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs.text import TextGame


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no action ''; legal now: 'turn 1', 'turn 2', 'turn 3'"),
        ("dance", "there is no action 'dance'; legal now: 'turn 1', 'turn 2', 'turn 3'"),
        ("TURN 1", "there is no action 'TURN 1'; perhaps 'turn 1'"),
        ('{"action": "turn 2"}', """there is no action '{"action": "turn 2"}'; perhaps 'turn 2'"""),
        ({"action": "turn 3"}, """there is no action "{'action': 'turn 3'}"; perhaps 'turn 3'"""),
        ("trun 2", "there is no action 'trun 2'; perhaps 'turn 2' or 'turn 3' or 'turn 1'"),
        ("I think that it is best to play turn_3 now." + " Yes." * 20, "perhaps 'turn 3'"),
    ],
)
def test_a_refusal_suggests_legal_actions(text: Any, said: str) -> None:
    table = TextGame("mechanation", 2, seed=1)
    before = table.get_observation()
    done, info = table.step(text)
    assert not done and table.get_observation() == before
    assert info["refused"].partition("; ")[2] == said.rpartition("; ")[2] and " is no action; " in info["refused"]
    with pytest.raises(Unreadable) as caught:
        table.match.act(table.match.actors()[0], text)
    assert str(caught.value).endswith(said)


@pytest.mark.parametrize("name", games.names())
def test_only_legal_actions_are_suggested(name: str) -> None:
    """Names that are legal elsewhere, a letter of each changed, all through a game."""
    match, dice = Match.new(name, seed=2, seats=games.get(name).facts.seats[0]), np.random.default_rng(1)
    while not match.over and len(match.entries) < 60:
        seat = match.actors()[0]
        legal = match.legal_names(seat)
        wrong = f"x{dice.choice(match.game.vocabulary.names)}"
        with pytest.raises(Unreadable) as caught:
            match.act(seat, wrong)
        suggested = str(caught.value).removeprefix(f"there is no action {wrong!r}").split("'")[1::2]
        assert suggested and set(suggested) <= set(legal)
        other = next((k for k in range(match.seats) if k not in match.actors()), None)
        if other is not None:
            with pytest.raises(Unreadable, match=f"there is no action {wrong!r}$"):
                match.act(other, wrong)
        match.act(seat, str(dice.choice(legal)))


def test_missing_seats_are_sentences() -> None:
    auction = next(game for game in toys() if game.name == "auction")
    match, table = Match.new(auction, 2, seed=1), TextGame(auction, 2, seed=1)
    asked: list[Callable[[int], Any]] = [match.view, match.legal, match.legal_names, match.decision, match.events]
    asked += [match.describe_latest, match.text, match.guess, lambda seat: match.refusal(seat, 0), table.describe]
    asked += [lambda seat: match.act(seat, "nonsense"), match.undo, match.redo, match.story]
    for call in asked:
        for seat in (2, -2):
            with pytest.raises(Unreadable, match=f"there is no seat {seat}"):
                call(seat)


def test_what_is_legal_is_not_asked_for_a_name_that_there_is() -> None:
    """An action is played as quickly as before."""
    words = games.get("mechanation").vocabulary
    assert words.code_among("turn 1", lambda: pytest.fail("asked")) == words.code("turn 1")
    with pytest.raises(Unreadable, match="perhaps 'turn 1'"):
        words.code_among("turn1", lambda: [words.code("turn 1")])
