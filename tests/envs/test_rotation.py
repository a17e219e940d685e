"""The viewer is always seat 0: a game with rotated seats gives the same rows, and continues in the same way."""

from __future__ import annotations

import importlib
import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from samples import toys

from enginehouse.conformance.cases import list_legal, list_seats, make_view
from enginehouse.conformance.shelf import shelf
from enginehouse.core.play.match import Match
from enginehouse.core.records.blocks import Block
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.envs import Layout
from enginehouse.envs.rotation import rotate_field
from enginehouse.games.great_machine.parts import SEATS_NAMED, TOGGLES_NAMED

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
TOYS = {game.name: game for game in [*toys(), Game("menagerie")]}
CASES = [
    ("mechanation", 2, 90), ("mechanation", 4, 90), ("great-machine", 4, 500), ("mechanica", 3, 120), ("mechanical-beast", 3, 100),
    ("mechanical-beast", 2, 40), ("bluff", 3, 99), ("heap", 3, 99), ("menagerie", 3, 99),
]  # fmt: skip
"""Of each game so many positions; in games that work out whose turn it is from a count (auction, rummage) seats differ."""


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def moved_on(game: Game, s: Any, by: int) -> Any:
    """The same position, in which everybody sits `by` places further down: seat `by` is seat 0."""
    array, other = game.shape.array(), game.shape.array()
    game.shape.store(array, 0, s)
    for field in game.shape.declared:
        other[field.name] = rotate_field(field, array[field.name], np.array([by]), np.array([s.seats]))
    t = game.shape.load(other, 0)
    if game.name == "great-machine":
        t.played = meant(game, s.played, by, s.seats)
    return t


@cache
def meant(game: Game, code: int, by: int, seats: int) -> int:
    """The action that is called as this one is when everybody sits `by` places further down."""
    block = next(b for b in actions_of(game) if b.FIRST <= code < b.FIRST + b.MANY)
    names = list(block.arguments)
    for name in ("owner", "seat"):
        if name in names:
            values = list(block.values(code))
            seat = values[names.index(name)]
            values[names.index(name)] = (seat - by) % seats if seat < seats else seat
            return block.at(*values)
    if game.name == "great-machine" and SEATS_NAMED[code, 0] >= 0:
        named = [(seat - by) % seats if 0 <= seat < seats else seat for seat in SEATS_NAMED[code].tolist()]
        alike = [
            other
            for other in range(block.FIRST, block.FIRST + block.MANY)
            if block.card[other] == block.card[code] and TOGGLES_NAMED[other] == TOGGLES_NAMED[code]
        ]
        same = [other for other in alike if SEATS_NAMED[other].tolist() == named]
        return (same or [other for other in alike if sorted(SEATS_NAMED[other].tolist()) == sorted(named)])[0]
    return code


def actions_of(game: Game) -> list[Block]:
    """The blocks of a game's actions."""
    return list(importlib.import_module(f"{game.package}.state").ACTIONS.blocks)


def differing(layout: Layout, mine: Any, other: Any) -> list[str]:
    """The fields in which two rows differ, but for the one that says whose they are, and an action that may name a seat."""
    wrong = layout.row(mine) != layout.row(other)
    return [
        part.name
        for part in layout.parts
        if wrong[layout.columns[part.name]].any() and part.name not in ("viewer", "played")
    ]


def goes_on_alike(game: Game, layout: Layout, s: Any, by: int, dice: random.Random) -> bool:
    """Play an action in a position, after comparing it with the one in which all sit `by` places further down.

    Who may act, what is legal and all rows must be the same there, and what the action brings, too; whether that was
    compared: not where chance decided.
    """
    seats, t, e = s.seats, moved_on(game, s, by), Events(game.facts.event_size, on=False)
    acting = list_seats(int(game.rules.actors(s)))
    assert list_seats(int(game.rules.actors(t))) == sorted((seat - by) % seats for seat in acting)
    for seat in dice.sample(range(seats), min(2, seats)):
        assert not differing(layout, make_view(game, s, seat), make_view(game, t, (seat - by) % seats))
    seat = dice.choice(acting)
    codes, others = list_legal(game, s, seat), list_legal(game, t, (seat - by) % seats)
    assert sorted(meant(game, code, by, seats) for code in codes) == others
    code, drawn = dice.choice(codes), (s.chance_count, s.chance_left)
    game.rules.apply(s, seat, code, e)
    if (s.chance_count, s.chance_left) != drawn:
        return False
    game.rules.apply(t, (seat - by) % seats, meant(game, code, by, seats), e)
    assert game.shape.differences(moved_on(game, s, by), t) == [], game.vocabulary.name(code)
    return True


@pytest.mark.parametrize(("name", "seats", "many"), CASES)
def test_a_game_in_which_all_sit_elsewhere_is_the_same_to_rules_and_in_rows(name: str, seats: int, many: int) -> None:
    """So it is with all numbers that are seats, or go by seat: one that is not declared so would stay where it is."""
    game, layout, dice = games.get(name), Layout(name, rotated=True), random.Random(name)
    played, s = 0, None
    for number in range(many):
        if s is None or not int(game.rules.actors(s)):
            s = Match.new(name, seats, seed=number).state
        by = dice.randrange(seats)
        played += goes_on_alike(game, layout, s, by, dice) and by > 0
    assert played > many // 9


@pytest.mark.parametrize("name", games.names())
def test_so_it_is_in_positions_of_every_phase(name: str) -> None:
    """And after every kind of event: those on the shelf. In a game alone nobody sits elsewhere."""
    game, layout, dice = games.get(name), Layout(name, rotated=True), random.Random(name)
    played = 0
    for position in shelf(game):
        for _ in range(2):
            s = position.copy()
            if s.seats > 1 and int(game.rules.actors(s)):
                played += goes_on_alike(game, layout, s, dice.randrange(1, s.seats), dice)
    assert played > 5


def test_the_viewer_comes_first() -> None:
    """Its own row, then those after it; a seat that is named counts from it; masks too; -1 and 0 stay nobody."""
    match = Match.new("great-machine", 3, seed=1)
    s, layout = match.state, Layout("great-machine", rotated=True)
    s.real, s.active, s.order, s.boots, s.partners = (
        [5, 6, 7, 0, 0, 0, 0, 9],
        0,
        [1, 2, 0, 0, 0, 0, 0, 0],
        0b1000_0011,
        [0b10, 0b1, *[0] * 6],
    )
    rows = {seat: layout.row(make_view(match.game, s, seat)) for seat in (-1, 0, 1)}

    def shown(seat: int, name: str) -> list[int]:
        return rows[seat][layout.columns[name]].tolist()

    assert shown(1, "real") == [6, 7, 5, 0, 0, 0, 0, 9] and shown(0, "real") == shown(-1, "real") == s.real
    assert shown(1, "active") == [2] and shown(1, "order")[:3] == [0, 1, 2]
    assert shown(1, "boots") == [0b1000_0101] and shown(1, "partners")[:3] == [0b100, 0, 0b1]
    assert [shown(seat, "viewer") for seat in rows] == [[0], [1], [2]]
    plain = Match.new("mechanation", 2, seed=1)
    plain.state.post_seat, plain.state.side_seat = [0, 1, 2, 0, 0], [-1, 0]
    other = Layout("mechanation", rotated=True)
    row = other.row(make_view(plain.game, plain.state, 1))
    assert row[other.columns["post_seat"]].tolist() == [0, 2, 1, 0, 0]
    assert row[other.columns["side_seat"]].tolist() == [-1, 1]


def test_hands_go_by_seat_and_copies_are_one() -> None:
    """The viewer's hand stands first, each card as the first of its kind."""
    match = Match.new("great-machine", 3, seed=4)
    while not all(match.state.size[5:8]):
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    game, layout = match.game, Layout("great-machine", rotated=True)
    kinds = game.invariants.KINDS
    for seat in range(3):
        v = make_view(game, match.state, seat)
        begin, many = v.start[5 + seat], v.size[5 + seat]
        own = [kinds.index(kinds[piece]) for piece in v.row[begin : begin + many]]
        row = layout.row(v)
        assert many > 0 and row[layout.columns["row"]][v.start[5] :][:many].tolist() == own
        assert row[layout.columns["size"]][5:8].tolist() == [v.size[5 + (seat + k) % 3] for k in range(3)]
        assert (row[layout.columns["row"]][v.start[6] :][: v.size[5]] < 0).all(), "the others' cards stay backs"
