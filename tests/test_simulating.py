"""Games of bots in bulk: with logs they are the same games, and only playing is timed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from enginehouse.bots import greedy
from enginehouse.commands import simulate as simulating
from enginehouse.core import game as games
from enginehouse.core import logs
from enginehouse.core.match import Match, replay
from enginehouse.core.playing import random_games

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("name", games.names())
def test_random_games_with_logs_are_the_games_of_the_compiled_run(name: str, tmp_path: Path) -> None:
    """Action for action: as long, ended by the same clause, with the same scores. Nobody votes to give up by chance."""
    game, many = games.get(name), 3
    run = simulating.Run(game, 2, {}, many, 5, ["random"])
    told = simulating.simulate(run, tmp_path / "games.jsonl")
    result = random_games(game, 2, {}, many, 5)
    written = [logs.parse(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    assert [len(log.entries) for log in written] == result.lengths.tolist()
    matches = [replay(log).match for log in written]
    assert [match.reason for match in matches] == result.reasons.tolist()
    assert [match.scores()[0] for match in matches] == result.totals[:, :2].tolist()
    assert not any(entry.act in game.facts.unasked for log in written for entry in log.entries)
    without = simulating.simulate(run)
    assert [told[key] for key in ("actions", "ends", "mean_score")] == [
        without[key] for key in ("actions", "ends", "mean_score")
    ]


def test_the_time_of_compiling_a_bot_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`games_per_s` tells how quickly games are played."""
    slow, played = 0.4, []
    monkeypatch.setattr(greedy, "prepare", lambda game: time.sleep(slow))

    def at_once(run: simulating.Run, k: int) -> Match:
        played.append(k)
        return simulating.play_random(run, k)

    monkeypatch.setattr(simulating, "play_bots", at_once)
    run = simulating.Run(games.get("mechanation"), 2, {}, 1, 1, ["greedy"])
    began = time.perf_counter()
    result: dict[str, Any] = simulating.simulate(run)
    assert played == [0] and result["seconds"] + slow <= time.perf_counter() - began
