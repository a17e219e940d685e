"""The bot `baseline` plays with small networks, each for the game and the number of seats that it was trained for."""

from __future__ import annotations

from pathlib import Path

import pytest

import enginehouse as eh
from enginehouse import bots
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.envs import policies
from enginehouse.table.states import bot_choices

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
TRAINED = ("great-machine", "mechanica", "mechanation", "mechanical-beast")


@pytest.mark.parametrize("name", TRAINED)
def test_its_networks_are_small_and_play_whole_games(name: str) -> None:
    game = games.get(name)
    seats = policies.list_trained_seats(game)
    assert seats, "no network"
    assert sum(path.stat().st_size for path in policies.NETWORKS.glob(f"{name}-*")) <= policies.MOST_BYTES
    for number in seats:
        (row,) = play_rows(Run(game, number, {}, 1, 5, ["baseline"] * number), 0, 1)
        assert row.actions > 0 and set(row.bots) == {"baseline"}


def test_the_same_view_gives_the_same_action_for_every_seed() -> None:
    match = eh.new("great-machine", seats=2, seed=4)
    seat = match.actors()[0]
    bot, view, legal = bots.get("baseline"), match.view(seat), match.legal(seat)
    codes = {bot.choose(view, seat, legal, budget, seed).action for budget, seed in ((0.1, 1), (5.0, 2), (1.0, 3))}
    assert len(codes) == 1 and codes <= set(legal)


def test_other_seats_and_other_games_are_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = eh.new("great-machine", seats=3, seed=4)
    seat = match.actors()[0]
    with pytest.raises(Unreadable, match="the bot baseline plays The Great Machine with 2 seats, not with 3"):
        bots.get("baseline").choose(match.view(seat), seat, match.legal(seat), 1.0, 1)
    monkeypatch.setattr(policies, "NETWORKS", tmp_path)
    with pytest.raises(Unreadable, match="the bot baseline has no network for Mechanica"):
        bots.get("baseline").prepare(games.get("mechanica"))
    assert "baseline" not in bots.names()


def test_no_table_takes_a_bot_that_plays_only_some_seats() -> None:
    with pytest.raises(Unreadable, match="the bot 'baseline' does not play at tables; there are: expert, hard"):
        bot_choices.check("baseline", games.get("great-machine"))
