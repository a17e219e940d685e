"""Features of what a seat knows: the game's own of a guess, the viewer's first, the same in worlds that it cannot tell apart."""

from __future__ import annotations

import numpy as np
import pytest

from enginehouse.conformance.cases import make_view
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs import Batch, Features

pytestmark = pytest.mark.untraced


@pytest.mark.beside_plain
@pytest.mark.parametrize(("name", "seats"), [("mechanation", 3), ("great-machine", 2), ("mechanical-beast", 2)])
def test_they_are_those_of_a_guess_the_viewers_first(name: str, seats: int) -> None:
    game, seen = games.get(name), Features(name, seats)
    match = Match.new(name, seats, seed=4)
    for _ in range(25):
        if match.over:
            break
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[-1])
    for seat in range(seats):
        guessed, out = match.view(seat), [0] * 512
        game.rules.guess(guessed, seat, [7, 0, 0, 0, 0, 0, 0, 0])
        wanted = []
        for k in range(seats):
            many = game.judgement.features(guessed, (seat + k) % seats, out)
            wanted += out[:many]
        array = game.shape.array()
        game.shape.store(array, 0, match.view(seat))
        assert seen.rows(array, 7)[0].tolist() == wanted and len(wanted) == seen.size == seats * seen.many
        assert (seen.low <= seen.row(match.view(seat))).all() and (seen.row(match.view(seat)) <= seen.high).all()


@pytest.mark.beside_plain
@pytest.mark.parametrize("name", ["mechanation", "great-machine"])
def test_twin_worlds_have_the_same(name: str) -> None:
    """The record has other features than the twin; what the seat sees of them has not."""
    game, seen, match = games.get(name), Features(name, 3), Match.new(name, 3, seed=4)
    told_apart = 0
    for _ in range(60):
        if match.over:
            break
        seat = match.actors()[0]
        other = (seat + 1) % 3
        twin = match.guess(seat, "twin").state
        rows = [seen.row(make_view(game, s, seat)).tolist() for s in (match.state, twin)]
        assert rows[0] == rows[1]
        outs: list[list[int]] = [[0] * 512, [0] * 512]
        for s, out in zip((match.state, twin), outs, strict=True):
            game.judgement.features(s, other, out)
        told_apart += outs[0] != outs[1]
        match.act(seat, match.legal_names(seat)[-1])
    assert told_apart > 3


def test_rows_of_a_batch_are_those_of_plain_views(deep: bool) -> None:
    """Compiled and plain; the views stay what they are; a game that is over has some, too."""
    batch, seen = Batch("great-machine", 3, 4, seed=2), Features("great-machine", 3)
    plain = Features("great-machine", 3)
    dice, ended = np.random.default_rng(1), 0
    for number in range(260):
        obs, mask, _ = batch.look()
        if number % 20 == 0 or batch.done.any():
            kept = [batch.game.shape.load(obs, k) for k in range(4)]
            rows = seen.rows(obs, number)
            assert [batch.game.shape.load(obs, k) for k in range(4)] == kept
            assert rows.tolist() == plain.plainly(obs, number).tolist()
            ended += batch.done.sum()
        batch.reset(batch.done)
        _, mask, _ = batch.look()
        batch.step((mask * dice.random(mask.shape)).argmax(1))
    assert ended > 0


def test_a_game_without_features_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(games.get("mechanica").judgement, "features")
    with pytest.raises(Unreadable, match=r"Mechanica has no features: its judgement\.py has no such rule"):
        Features("mechanica", 2)
    with pytest.raises(Unreadable, match="these are not views of The Great Machine"):
        Features("great-machine", 2).rows(games.get("mechanation").shape.array())
