"""Features after each legal action: the mean over guesses, the same compiled and in plain Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enginehouse.bots.players.greedy import fill_words
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.envs.features import Afterstates
from enginehouse.envs.policies import Network, NetworkBot, compute_means, run_network

pytestmark = pytest.mark.untraced
GAME = games.get("mechanation")


def play_some(actions: int) -> tuple[Match, int, Any, Any]:
    """Return a game after some actions, the seat to act, its view as an array, and its legal actions as bools."""
    match = Match.new(GAME.name, 2, seed=4)
    for k in range(actions):
        seat = match.actors()[0]
        match.act(seat, match.legal_names(seat)[k % len(match.legal_names(seat))])
    seat = match.actors()[0]
    array, mask = GAME.shape.array(), np.zeros((1, len(GAME.vocabulary)), np.bool_)
    GAME.shape.store(array, 0, match.view(seat))
    mask[0, match.legal(seat)] = True
    return match, seat, array, mask


@pytest.mark.parametrize("actions", [3, 12, 20])
def test_rows_are_the_mean_over_guesses_of_the_features_after_each_action(actions: int) -> None:
    match, seat, array, mask = play_some(actions)
    rows = Afterstates(GAME, 2, 3).rows(array, np.array([seat]), mask)
    wanted = np.zeros_like(rows)
    for number in range(3):
        words, out = [0] * 8, [0] * 512
        fill_words(0, number, words)
        world = match.view(seat)
        GAME.rules.guess(world, seat, words)
        for j, code in enumerate(match.legal(seat)):
            after = GAME.shape.copy(world)
            GAME.rules.apply(after, seat, code, Events(GAME.facts.event_size, on=False))
            for k in range(2):
                many = GAME.judgement.features(after, (seat + k) % 2, out)
                wanted[j, k * many : (k + 1) * many] += np.array(out[:many]) / 3
    assert rows.shape == (len(match.legal(seat)), Afterstates(GAME, 2, 3).size) and np.allclose(rows, wanted, atol=1e-4)


def create_network(seed: int, compares: bool = False) -> Network:
    """Return a network with random weights that rates actions by the features after them."""
    dice, network = np.random.default_rng(seed), Network(GAME, 2, ["features"])
    network.afterstates, network.compares = Afterstates(GAME, 2, 2), compares
    _, seat, array, mask = play_some(5)
    columns = network.observe(array, np.array([seat])).shape[1]
    after = network.observe_actions(array, np.array([seat]), mask).shape[1]
    sizes = [(columns, 8), (8, 8), (8, mask.shape[1]), (8, 1), (after, 8), (8, 4), (4, 1)]
    for inputs, outputs in sizes:
        network.weights += [dice.standard_normal((inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32)]
    network.weights.pop()  # The rating has no offset.
    return network


@pytest.mark.parametrize("compares", [False, True])
def test_a_saved_network_chooses_as_before(tmp_path: Path, compares: bool) -> None:
    network = create_network(2, compares)
    network.weights = [np.float16(w).astype(np.float32) for w in network.weights]
    network.save(tmp_path / "network.npz")
    loaded = Network.load(tmp_path / "network.npz", games.get)
    for actions in (4, 9, 16):
        match, seat, _, _ = play_some(actions)
        choices = [
            NetworkBot(one).choose(match.view(seat), seat, match.legal(seat), 1.0, 1).action
            for one in (network, loaded)
        ]
        assert choices[0] == choices[1] and choices[0] in match.legal(seat)
    assert loaded.compares == compares


def test_compared_features_are_the_differences_to_the_mean_over_the_legal_actions() -> None:
    parts = [play_some(actions) for actions in (2, 7, 11)]
    seats = np.array([seat for _, seat, _, _ in parts])
    views, mask = (np.concatenate(part) for part in list(zip(*parts, strict=True))[2:])
    network = create_network(3, compares=True)
    assert network.afterstates is not None
    columns = network.afterstates.size
    network.after = np.stack([np.zeros(2 * columns), np.full(2 * columns, 1e3)])  # so large that no column is clipped
    raw, seen = network.afterstates.rows(views, seats, mask), network.observe_actions(views, seats, mask) * 1e3
    wanted = np.concatenate([part - part.mean(0) for part in np.split(raw, np.cumsum(mask.sum(1))[:-1])])
    assert np.allclose(seen[:, :columns], np.sign(raw) * np.log1p(np.abs(raw)), atol=1e-3)
    assert np.allclose(seen[:, columns:], np.sign(wanted) * np.log1p(np.abs(wanted)), atol=1e-3)


def test_means_leave_out_views_without_an_action() -> None:
    means = compute_means(np.array([[1.0], [3.0], [8.0]]), np.array([0, 2, 0, 1, 0]))
    assert means.tolist() == [[2.0], [2.0], [8.0]]
    assert compute_means(np.zeros((0, 4)), np.array([0])).shape == (0, 4)


def test_each_action_has_the_rating_of_its_own_row() -> None:
    """In a batch of views, the rows of all legal actions stand one after the other."""
    network, parts = create_network(3), [play_some(actions) for actions in (2, 7, 11)]
    seats = np.array([seat for _, seat, _, _ in parts])
    views, mask = (np.concatenate(part) for part in list(zip(*parts, strict=True))[2:])
    rows, after = network.observe(views, seats), network.observe_actions(views, seats, mask)
    together, _ = run_network(network.weights, rows, mask, after=after)
    for k in range(3):
        one = slice(k, k + 1)
        own = network.observe_actions(views[one], seats[one], mask[one])
        alone, _ = run_network(network.weights, rows[one], mask[one], after=own)
        assert np.allclose(together[k], alone[0], atol=1e-4)
    assert np.allclose(np.exp(together).sum(1), 1, atol=1e-4)
