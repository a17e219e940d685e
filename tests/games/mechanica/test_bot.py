"""Mechanica: what the greedy bot's turns look like, over whole games."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import Any

import pytest

from enginehouse.bots.players import greedy
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.building import find_laid_place
from enginehouse.games.mechanica.parts import ACTIONS, Demolish
from enginehouse.games.mechanica.rules import worth
from enginehouse.games.mechanica.state import Phase

GAME = games.get("mechanica")
MOST_ACTS = 25
BEFORE = {1: 92.44, 2: 128.06, 3: 79.52, 4: 73.53}
"""Mean scores over the deep counts of the same games, of the bot that tore down what it had built."""


@dataclass
class Turn:
    """One turn: whose, on which day, its actions, and the own factory whenever the player was free to do what they like."""

    seat: int
    day: int
    actions: list[int] = field(default_factory=list)
    factories: list[bytes] = field(default_factory=list)
    laid_over: int = 0
    """Tiles that were laid over others."""


def turns_of(seats: int, seed: str) -> tuple[list[Turn], list[int], int]:
    """A game of greedy bots: its turns, the scores, the last day."""
    match = Match.new(GAME, seats, seed=seed)
    s, turns = match.state, list[Turn]()
    out, e, done = [0] * len(ACTIONS), Events(GAME.facts.event_size, on=False), 0
    while mask := GAME.rules.actors(s):
        seat = (mask & -mask).bit_length() - 1
        many = GAME.rules.legal(s, seat, out)
        view = GAME.new_record()
        GAME.rules.view(s, seat, view)
        code = greedy.choose(view, seat, out[:many], 60, done)
        if s.phase != Phase.RUN and seat == s.turn:
            note(turns, s, seat, code)
        e.count = 0
        GAME.rules.apply(s, seat, code, e)
        done += 1
    return turns, [worth(s, seat) for seat in range(seats)], int(s.day)


def note(turns: list[Turn], s: Any, seat: int, code: int) -> None:
    """Write down an action of the seat whose turn it is."""
    if not turns or (turns[-1].seat, turns[-1].day) != (seat, s.day):
        turns.append(Turn(seat, int(s.day)))
    turn = turns[-1]
    turn.actions.append(code)
    if s.phase == Phase.TURN:
        turn.factories.append(bytes(s.tiles[seat]) + bytes(s.holes[seat]))
    if find_laid_place(code) >= 0:
        turn.laid_over += s.tiles[seat][find_laid_place(code)] != 0


@pytest.mark.untraced
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("seats", "many", "deep_many"), [(1, 6, 100), (2, 4, 100), (3, 3, 100), (4, 5, 200)])
def test_a_turn_goes_somewhere(seats: int, many: int, deep_many: int, count, deep: bool, record_property) -> None:
    """No turn is longer than 25 actions or comes back to a factory that was there in the same turn; nothing is torn down
    but by what is laid there, and nothing at all on the last day."""
    if not jit_possible():
        pytest.skip("plain, the very same games take too long")
    greedy.prepare(GAME)
    points, longest = [], 0
    for k in range(count(many, deep_many)):
        seed = f"{('solo', 'two', 'three', 'four')[seats - 1]} {k}"
        turns, scores, last = turns_of(seats, seed)
        points += scores
        for turn in turns:
            what = f"game {seed!r}, day {turn.day}, seat {turn.seat}: {[ACTIONS[code] for code in turn.actions]}"
            longest = max(longest, len(turn.actions))
            assert len(turn.actions) <= MOST_ACTS, what
            assert not any(ACTIONS.kind[code] == Demolish.KIND for code in turn.actions), what
            assert len(set(turn.factories)) == len(turn.factories), what
            assert turn.day < last or turn.laid_over == 0, what
    mean = statistics.mean(points)
    record_property("told", f"greedy Mechanica, {seats} seats: mean {mean:.1f}, longest turn {longest} actions")
    if deep:
        assert mean >= BEFORE[seats]
