"""Decks of which the copies may be changed: every order equally likely, and the same deal as far as it can be the same."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import seed_chance, seed_words, shuffle_row
from enginehouse.core.records.dealing import as_printed, shuffle_printed
from enginehouse.core.registry import game as games

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
CHANGED = [
    ("great-machine", "CARDS.extra-food.copies=8"),
    ("great-machine", "CARDS.toggle-pipe.copies=8"),
    ("mechanation", "WILDS=9"),
    ("mechanation", "WILDS=1"),
    ("mechanica", "COPIES.upgrader=6"),
    ("mechanica", "COPIES.upgrader=1"),
    ("mechanical-beast", "COPIES.P2L=4"),
    ("mechanical-beast", "COPIES.A1=2"),
]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")


def chance(seed: int) -> Any:
    """A record of which the chance alone is there."""
    found: Any = SimpleNamespace(chance_key=[0] * 8, chance_block=[0] * 16, chance_count=0, chance_left=0, revealed=0)
    seed_chance(found, np.array(seed_words(seed), np.int64))
    return found


def test_existing_parts_keep_their_place_and_new_ones_are_distinguished() -> None:
    order, more = as_printed("aabbc", dict(enumerate("abbbd", 1)))
    assert order.tolist() == [1, 0, 2, 3, 0] and more.tolist() == [4, 5]
    order, more = as_printed("ab", {1: "a", 2: "b"})
    assert order.tolist() == [1, 2] and more.tolist() == []


def test_as_printed_it_is_an_ordinary_shuffle() -> None:
    one, other, order = chance(5), chance(5), np.zeros(9, np.int64)
    row = np.arange(1, 10)
    shuffle_row(one, row, 0, 9)
    assert shuffle_printed(other, np.arange(1, 10), np.zeros(0, np.int64), 1, order) == 9
    assert order.tolist() == row.tolist() and one.chance_left == other.chance_left


def test_every_order_is_equally_likely() -> None:
    """Of two printed ones, one that is not there, and two more: 24 orders, 100 times each on average."""
    counted: Counter[tuple[int, ...]] = Counter()
    order = np.zeros(5, np.int64)
    for seed in range(2400):
        many = shuffle_printed(chance(seed), np.array([1, 2, 0]), np.array([3, 4]), 1, order)
        counted[tuple(order[:many].tolist())] += 1
    assert len(counted) == 24
    assert sum((n - 100) ** 2 / 100 for n in counted.values()) < 49.7  # chi squared, 23 degrees of freedom, one in 1000


def begin_game(name: str, seed: int) -> Match:
    """A game that has been dealt."""
    match = Match.new(games.find_or_create(name), 2, seed=seed)
    while match.state.phase == 0 and name.startswith("great-machine"):
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    return match


def dealt(match: Match) -> list[Any]:
    """The kinds of what is in hands or open at the start; in the Beast the five rooms on top of the pile."""
    parts, s = match.game.module("parts"), match.state
    if match.game.name.startswith("mechanical-beast"):
        return [parts.TILES[int(t)][0::2] for t in s.pile[s.left - 5 : s.left]]
    hidden = {"great-machine": (0, 1), "mechanation": (0,), "mechanica": (0, 3, 4)}[match.game.name.partition("+")[0]]
    pieces = [s.row[s.start[z] + k] for z in range(len(s.size)) if z not in hidden for k in range(s.size[z])]
    return [int(parts.KIND_OF[piece]) for piece in pieces]


@pytest.mark.parametrize(("game", "change"), CHANGED)
def test_games_that_differ_in_copies_begin_alike(game: str, change: str) -> None:
    """Mostly, as they differ only where one of the changed kind has come up; and all other chance is the same."""
    alike = 0
    for seed in range(20):
        own, changed = begin_game(game, seed), begin_game(f"{game}+{change}", seed)
        assert (own.state.chance_count, own.state.chance_left) == (
            changed.state.chance_count,
            changed.state.chance_left,
        )
        assert game != "mechanation" or own.state.mech == changed.state.mech
        alike += dealt(own) == dealt(changed)
    assert alike >= (2 if game == "mechanica" else 8)
