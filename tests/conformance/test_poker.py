"""Kuhn and Leduc poker: each clause, and that what `chance.py` says is what the rules do."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kuhn
import leduc
from enginehouse.conformance.citations import find_cited_clauses, list_clauses, read_words
from enginehouse.core.errors import NotAllowed
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
POKER = {"kuhn": Game(kuhn.__name__), "leduc": Game(leduc.__name__)}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    for name, game in POKER.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def deal_cards(name: str, cards: tuple[int, ...], actions: str = "") -> Match:
    """A match with these cards (in Leduc the third is the one that is turned up), after these actions."""
    match = Match.new(POKER[name], 2, seed=1)
    match.state.card[:] = cards[:2]
    if name == "leduc":
        match.state.next = cards[2]
    for action in actions.split():
        match.act(match.actors()[0], action)
    return match


def forbidden(match: Match, seat: int, action: str) -> str:
    """The clause that forbids an action."""
    with pytest.raises(NotAllowed) as error:
        match.act(seat, action)
    return match.game.clause_name(error.value.clause)


# -- Kuhn --------------------------------------------------------------------------------------------------------------


def test_kuhn_each_puts_in_a_chip_and_sees_its_own_card_alone() -> None:
    """KU-1.1."""
    match = deal_cards("kuhn", (3, 1))
    assert list(match.state.stakes) == [1, 1]
    assert [list(match.view(seat).card) for seat in (0, 1, -1)] == [[3, 0], [0, 1], [0, 0]]


def test_kuhn_the_seats_take_turns() -> None:
    """KU-2.1."""
    match = deal_cards("kuhn", (3, 1))
    assert match.actors() == (0,) and forbidden(match, 1, "pass") == "KU-2.1"
    match.act(0, "pass")
    assert match.actors() == (1,) and match.legal_names(1) == ["pass", "bet"]


@pytest.mark.parametrize(
    ("actions", "clause", "stakes", "scores"),
    [
        ("pass pass", "KU-3.2", [1, 1], [1, -1]),
        ("bet bet", "KU-3.2", [2, 2], [2, -2]),
        ("pass bet bet", "KU-3.2", [2, 2], [2, -2]),
        ("bet pass", "KU-3.1", [2, 1], [1, -1]),
        ("pass bet pass", "KU-3.1", [1, 2], [-1, 1]),
    ],
)
def test_kuhn_every_way_to_play(actions: str, clause: str, stakes: list[int], scores: list[int]) -> None:
    """KU-2.2, KU-2.3, KU-3.1, KU-3.2, KU-3.3: the same with the cards the other way round, where they decide."""
    match = deal_cards("kuhn", (3, 2), actions)
    assert match.over and match.game.clause_name(match.reason) == clause
    assert list(match.state.stakes) == stakes and match.scores()[0] == scores
    assert match.scores()[1] == [1 + (one < 0) for one in scores]
    assert forbidden(match, 0, "pass") == clause
    shown = clause == "KU-3.2"
    assert list(match.view(-1).shown) == ([3, 2] if shown else [0, 0])
    turned = deal_cards("kuhn", (1, 3), actions)
    assert turned.scores()[0] == ([-one for one in scores] if shown else scores)


# -- Leduc -------------------------------------------------------------------------------------------------------------


def test_leduc_each_puts_in_a_chip_and_sees_its_own_card_alone() -> None:
    """LE-1.1."""
    match = deal_cards("leduc", (3, 1, 2))
    assert list(match.state.stakes) == [1, 1]
    assert [list(match.view(seat).card) for seat in (0, 1, -1)] == [[3, 0], [0, 1], [0, 0]]
    assert all(match.view(seat).next == 0 for seat in (0, 1, -1))


def test_leduc_the_seats_take_turns_in_both_rounds() -> None:
    """LE-2.1."""
    match = deal_cards("leduc", (3, 1, 2))
    assert match.actors() == (0,) and forbidden(match, 1, "call") == "LE-2.1"
    match.act(0, "call")
    assert match.actors() == (1,)
    match.act(1, "raise")
    match.act(0, "call")
    assert match.state.round == 1 and match.actors() == (0,)


def test_leduc_a_call_and_raises_of_two_and_of_four() -> None:
    """LE-2.2, LE-2.3."""
    match = deal_cards("leduc", (3, 1, 2), "raise raise")
    assert list(match.state.stakes) == [3, 5]
    assert forbidden(match, 0, "raise") == "LE-2.3" and match.legal_names(0) == ["fold", "call"]
    match.act(0, "call")
    assert list(match.state.stakes) == [5, 5]
    match.act(0, "call")
    assert list(match.state.stakes) == [5, 5]
    match.act(1, "raise")
    match.act(0, "raise")
    assert list(match.state.stakes) == [13, 9] and forbidden(match, 1, "raise") == "LE-2.3"


def test_leduc_one_folds_where_the_other_has_put_in_more() -> None:
    """LE-2.4, LE-3.1."""
    match = deal_cards("leduc", (3, 1, 2))
    assert forbidden(match, 0, "fold") == "LE-2.4"
    match.act(0, "raise")
    match.act(1, "fold")
    assert match.over and match.game.clause_name(match.reason) == "LE-3.1"
    assert match.scores() == ([1, -1], [1, 2]) and list(match.view(-1).shown) == [0, 0]


def test_leduc_a_card_is_turned_up_between_the_rounds() -> None:
    """LE-2.5."""
    match = deal_cards("leduc", (3, 1, 2), "call")
    assert match.state.round == 0 and match.view(-1).board == 0
    match.act(1, "call")
    assert match.state.round == 1 and match.view(-1).board == 2 and match.state.next == 0
    assert "A 2 is turned up." in match.describe_latest()


@pytest.mark.parametrize(
    ("cards", "best"),
    [((3, 1, 2), 0), ((3, 1, 1), 1), ((1, 2, 3), 1), ((1, 3, 1), 0), ((2, 2, 3), -1), ((3, 2, 3), 0)],
)
def test_leduc_who_takes_the_pot(cards: tuple[int, ...], best: int) -> None:
    """LE-3.2, LE-3.3."""
    match = deal_cards("leduc", cards, "raise call call call")
    assert match.over and match.game.clause_name(match.reason) == "LE-3.2"
    assert list(match.view(-1).shown) == list(cards[:2])
    expected = [0, 0] if best < 0 else [3 if seat == best else -3 for seat in range(2)]
    assert match.scores() == (expected, [1, 1] if best < 0 else [1 + (seat != best) for seat in range(2)])


# -- both --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POKER)
def test_every_clause_is_cited_in_the_rules_and_here(name: str) -> None:
    game = POKER[name]
    here = find_cited_clauses(read_words([Path(__file__)]), game)
    assert here == set(list_clauses(game)) == find_cited_clauses(read_words(sorted(game.folder.glob("*.py"))), game)


def _cards(name: str, s: Any) -> tuple[int, ...]:
    return (*s.card, s.next) if name == "leduc" else tuple(s.card)


def _outcomes(name: str) -> dict[tuple[int, ...], float]:
    """How all cards of a game lie, and how likely that is, by `chance.py` alone, along the calls to the open card."""
    game, found = POKER[name], Counter[tuple[int, ...]]()
    for deal, likely in game.chance.outcomes(Match.new(game, 2, seed=1).state, -1, -1):
        match = Match.new(game, 2, seed=1)
        game.chance.arrange(match.state, -1, -1, deal)
        if name == "kuhn":
            found[_cards(name, match.state)] += likely
            continue
        match.act(0, "call")
        code = game.vocabulary.code("call")
        for card, share in game.chance.outcomes(match.state, 1, code):
            branch = match.clone()
            game.chance.arrange(branch.state, 1, code, card)
            cards = _cards(name, branch.state)
            branch.act(1, "call")
            assert branch.state.board == cards[2]
            found[cards] += likely * share
    return dict(found)


@pytest.mark.parametrize(("name", "deck"), [("kuhn", (1, 2, 3)), ("leduc", (1, 1, 2, 2, 3, 3))])
def test_chance_says_how_likely_cards_lie_as_the_rules_deal_them(name: str, deck: tuple[int, ...]) -> None:
    """Exactly as a shuffled deck; the rules' own deals are as frequent (chi square, seeds fixed)."""
    said, many = _outcomes(name), 3000
    ways = list(itertools.permutations(deck, 2 if name == "kuhn" else 3))
    assert said == pytest.approx({way: ways.count(way) / len(ways) for way in ways})
    seen = Counter(_cards(name, Match.new(POKER[name], 2, seed=k).state) for k in range(many))
    assert seen.keys() == said.keys()
    distance = sum((seen[way] - many * share) ** 2 / (many * share) for way, share in said.items())
    assert distance < len(said) - 1 + 4 * (2 * (len(said) - 1)) ** 0.5


@pytest.mark.parametrize("name", POKER)
def test_chance_decides_wherever_the_rules_show_something_new_and_nowhere_else(name: str) -> None:
    """Along every way to play: an action has outcomes exactly where hidden cards change what everybody sees of it."""
    game = POKER[name]
    games_left = [deal_cards(name, (3, 1, 2))]
    decided = 0
    while games_left:
        match = games_left.pop()
        for action in match.legal_names(match.actors()[0]) if not match.over else []:
            seat, after = match.actors()[0], match.clone()
            told = game.chance.outcomes(match.state, seat, game.vocabulary.code(action))
            after.act(seat, action)
            turned_up = name == "leduc" and after.state.board != match.state.board
            assert bool(told) == turned_up and sum(share for _, share in told) == pytest.approx(float(turned_up))
            assert all(0 <= outcome < game.chance.MOST and game.chance.name(outcome) for outcome, _ in told)
            decided += turned_up
            games_left.append(after)
    assert decided == (0 if name == "kuhn" else 5)
