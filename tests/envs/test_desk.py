"""A desk plays what a match plays, from any moment again, and a seat's story says all that it was told and no more."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from samples import toys

from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs import Batch
from enginehouse.envs.desk import Desk, Moment, get_desk

pytestmark = pytest.mark.untraced
TOYS = {game.name: game for game in toys()}
PLAYED = ["mechanation", "auction", "rummage"]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def play_game(name: str, seats: int, number: int) -> list[tuple[Moment, Match]]:
    """A random game, moment by moment, with a match beside it."""
    desk, dice = get_desk(name, seats, {}), random.Random(f"{name} {number}")
    match = Match.new(games.get(name), seats, seed=Batch(name, seats, 1, seed=0).words_of(number))
    moment, found = desk.begin(number), []
    while True:
        found.append((moment, match.clone()))
        if moment.done:
            return found
        code = dice.choice(desk.legal(moment))
        match.act(moment.seat, match.game.vocabulary.name(code))
        moment = desk.play_code(moment, code)


@pytest.mark.parametrize("name", PLAYED)
def test_the_game_of_a_match_also_when_gone_back_to(name: str) -> None:
    game = play_game(name, games.get(name).facts.seats[1], 3)
    random.Random(2).shuffle(game)
    for moment, match in game[:60]:
        desk = moment.desk
        assert desk.game.shape.to_bytes(desk.record(moment)) == desk.game.shape.to_bytes(match.state)
        assert moment.done == match.over and desk.position(moment).line() == match.line()
        assert desk.returns(moment, "rank") == match.returns()
        for seat in range(desk.seats):
            assert desk.game.shape.load(desk.view(moment, seat), 0) == match.view(seat)
        if not moment.done:
            assert moment.seat == match.actors()[0] and desk.legal(moment) == match.legal(moment.seat)


@pytest.mark.parametrize("name", PLAYED)
def test_a_moment_comes_back_from_its_pickle_and_is_played_on_alike(name: str) -> None:
    game = play_game(name, games.get(name).facts.seats[1], 1)
    moment, after = game[len(game) // 2][0], game[len(game) // 2 + 1][0]
    again = pickle.loads(pickle.dumps(moment))
    desk = moment.desk
    assert again is not moment and again.desk is desk and copy.deepcopy(moment) is moment
    one = desk.play_code(again, after.steps[-1].code)
    assert desk.record(one) == desk.record(after) and one.steps == after.steps
    assert [desk.story(one, seat) for seat in range(desk.seats)] == [
        desk.story(after, seat) for seat in range(desk.seats)
    ]


@pytest.mark.parametrize("name", PLAYED)
def test_a_guess_could_be_true_and_has_the_same_past_for_the_seat(name: str) -> None:
    game, other = play_game(name, games.get(name).facts.seats[1], 5), 0
    for k, (moment, match) in enumerate(game[:-1]):
        desk, seat = moment.desk, moment.seat
        guess = desk.guess_moment(moment, seat, f"guess {k}")
        assert desk.format_view(guess, seat) == desk.format_view(moment, seat) and desk.story(
            guess, seat
        ) == desk.story(moment, seat)
        for step in guess.steps:
            assert all(learn or (c, d) == (0, 0) for _, _, _, c, d, _, learn in step.events)
            assert step.seat == seat or (step.seat, step.code) == (-1, 0)
        assert guess.actors == moment.actors and desk.legal(guess) == match.legal(seat)
        other += bool(desk.record(guess) != desk.record(moment))
    assert other > len(game) // 3


@pytest.mark.parametrize("name", PLAYED)
def test_a_story_has_the_player_s_own_actions_and_noticed_events(name: str) -> None:
    (begun, _), *_, (moment, match) = play_game(name, games.get(name).facts.seats[1], 2)
    for seat in range(moment.desk.seats):
        first, *lines = moment.desk.story(moment, seat).split("\n")
        assert first == moment.desk.format_view(begun, seat)
        assert '[""]' not in lines
        own = [entry.act for entry in match.entries if entry.seat == seat]
        assert [line.split('"')[1] for line in lines if not line.startswith('[""')] == own
        told = sum(len(events) for events in match.story(seat))
        assert sum(line.count("[") - 1 for line in lines) == told


def _both(name: str) -> tuple[Desk, Moment]:
    desk = get_desk(name, 2, {})
    return desk, desk.begin()


@pytest.mark.beside_plain
def test_chance_decides_before_the_first_action_and_where_a_card_is_turned_up(monkeypatch: Any) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    desk, begun = _both("leduc")
    assert begun.chosen is not None and sum(share for _, share in desk.outcomes(begun)) == pytest.approx(1)
    moment = desk.settle_chance(begun, 5)
    assert list(desk.record(moment).card) == [2, 3] and moment.chosen is None
    for code in (1, 1):
        moment = desk.play_code(moment, code)
    assert moment.chosen is not None and moment.chosen.seat == 1
    assert desk.outcomes(moment) == [(0, 0.5), (1, 0.25), (2, 0.25)]
    turned = desk.settle_chance(moment, 2)
    assert desk.record(turned).board == 3 and turned.steps[-1].code == 1 and turned.chosen is None
    again = pickle.loads(pickle.dumps(moment))
    assert desk.record(desk.settle_chance(again, 2)) == desk.record(turned)
    assert desk.format_view(desk.guess_moment(moment, 1, "a"), 1) == desk.format_view(moment, 1)
