"""Games of bots in bulk: with logs they are the same games, and only playing is timed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from enginehouse.bots.bot import BotFailed
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.commands import simulate as simulating
from enginehouse.core.play import arena, logs
from enginehouse.core.play.arena import random_games
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games

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
    assert not any(entry.act in game.unasked for log in written for entry in log.entries)
    without = simulating.simulate(run)
    assert [told[key] for key in ("actions", "ends", "mean_score")] == [
        without[key] for key in ("actions", "ends", "mean_score")
    ]


def test_the_time_of_compiling_a_bot_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """`games_per_s` tells how quickly games are played."""
    slow, prepared = 0.4, []
    monkeypatch.setattr(Run, "prepare", lambda run: prepared.append(time.sleep(slow)))
    run = Run(games.get("mechanation"), 2, {}, 1, 1, ["random"])
    began = time.perf_counter()
    result: dict[str, Any] = simulating.simulate(run)
    assert prepared == [None] and result["seconds"] + slow <= time.perf_counter() - began


def test_where_nothing_compiles_no_game_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    played: list[int] = []
    plain = arena.random_game_plain
    monkeypatch.setattr(arena, "random_game_plain", lambda *given: (played.append(given[3]), plain(*given))[1])
    run = Run(games.get("mechanation"), 2, {}, 2, 1, ["random"])
    run.prepare()
    assert played == []
    assert len(play_rows(run, 0, 2)) == 2 and played == [0, 1]


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    """The same result, the same files byte by byte, however many play."""
    told, written = [], []
    for jobs in (1, 2):
        files = [tmp_path / f"{what}-{jobs}" for what in ("logs", "stats", "actions")]
        run = Run(games.get("mechanation"), 2, {}, 5, 3, ["random"], swap=True)
        found = simulating.simulate(run, simulating.Files(*files), jobs=jobs)
        told.append({key: value for key, value in found.items() if "_per_s" not in key and key != "seconds"})
        written.append([file.read_bytes() for file in files])
    assert told[0] == told[1] and written[0] == written[1] and all(written[0])


def test_a_failure_in_another_process_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrongbots.py").write_text(
        "from enginehouse import Choice\nclass Wrong:\n    name, title, levels = 'wrong', 'Wrong', {'one': 1.0}\n"
        "    def prepare(self, game): pass\n    def choose(self, view, seat, legal, budget, seed): return Choice(4000)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    run = Run(games.get("mechanation"), 2, {}, 2, 1, ["wrongbots:Wrong"])
    with pytest.raises(BotFailed, match=r"the bot wrong, seat 0, action 1 .* chose 4000, which is not legal"):
        simulating.simulate(run, jobs=2)
