"""Every field of an observation has a meaning, which is the comment in the state of its game."""

from __future__ import annotations

import pytest

from enginehouse.core.registry import game as games
from enginehouse.core.registry.field_meanings import read_comments, read_meanings
from enginehouse.envs.observation import Layout

pytestmark = pytest.mark.beside_plain

HOUSE = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]


@pytest.mark.parametrize("name", HOUSE)
def test_every_field_has_a_meaning(name: str) -> None:
    meanings = read_meanings(games.get(name))
    assert [part.name for part in Layout(name).parts if not meanings[part.name]] == []


def test_a_comment_belongs_to_its_field_and_a_heading_to_none() -> None:
    source = f"""
class State:
    # the deck
    deck: int = 1  # how many cards
    top: int = 2
    # a long comment
    # says above
    long: int = {"1 + " * 30}1
"""
    assert read_comments(source) == {"deck": "how many cards", "top": "", "long": "a long comment says above"}
