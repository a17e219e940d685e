"""A dataset has the games of its run, action by action, and what each seat saw and might have done before."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")

import polars as pl
from click.testing import CliRunner

from enginehouse.bots.players.recorded_games import RecordedGames
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.commands.dataset import create_layout
from enginehouse.commands.main import main
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs.observation import Layout
from enginehouse.lab import dataset

pytestmark = pytest.mark.untraced
needs_numba = pytest.mark.skipif(not jit_possible(), reason="only compiled games are recorded")
COMMAND = ["mechanation", "--seats", "3", "--bots", "random", "--games", "6", "--seed", "9"]


def read_dataset(folder: Path, *more: str) -> tuple[pl.DataFrame, pl.DataFrame, str]:
    """The tables and the datasheet that the command writes."""
    done = CliRunner().invoke(main, ["dataset", COMMAND[0], str(folder), *COMMAND[1:], *more])
    assert done.exit_code == 0 and done.output == f"6 games: {folder}\n", done.output
    table, steps = (pl.read_parquet(folder / f"{name}.parquet") for name in ("games", "steps"))
    return table, steps, (folder / "README.md").read_text("utf-8")


def test_the_tables_are_the_games_of_the_run(tmp_path: Path) -> None:
    table, steps, _ = read_dataset(tmp_path / "set", "--observations")
    game, layout = games.get("mechanation"), Layout("mechanation")
    rows = play_rows(Run(game, 3, {}, 6, 9, ["random"]), 0, 6)
    assert table["seed"].to_list() == [row.seed for row in rows]
    assert table["win_2"].to_list() == [row.wins[2] for row in rows]
    for number in (0, 5):
        seed = table["seed"][number]
        words = tuple(int(seed[k : k + 8], 16) for k in range(0, 64, 8))
        match = Match.new(game, 3, seed=words)
        for step in steps.filter(pl.col("game") == number).iter_rows(named=True):
            assert step["legal"] == match.legal(step["seat"]) and game.vocabulary.name(step["code"]) == step["act"]
            assert step["observation"] == layout.row(match.view(step["seat"])).tolist()
            match.act(step["seat"], step["act"])
            assert step["number"] == len(match.entries) and step["bot"] == "random"
        assert match.over and match.scores()[0] == [table[f"score_{seat}"][number] for seat in range(3)]


def test_the_same_command_gives_the_same_files_and_the_datasheet_describes_them(tmp_path: Path) -> None:
    _, steps, said = read_dataset(tmp_path / "one")
    read_dataset(tmp_path / "other")
    for name in ("games.parquet", "steps.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    assert "observation" not in steps.columns and "`observation`" not in said
    assert said.startswith("# Games of Mechanation\n") and f"6 games of 3 seats, {steps.height} actions" in said
    assert "bots by seat: random, random, random; seed 9" in said and "rules 2" in said
    assert "Licence" in said
    described = {word for column in steps.columns for word in [f"`{column}`"] if word in said}
    assert described == {f"`{column}`" for column in steps.columns}


def read_steps(folder: Path) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(file) for file in sorted(folder.glob("steps*.parquet"))])


@pytest.mark.parametrize("bots", ["random", pytest.param("greedy", marks=pytest.mark.deep)])
def test_recorded_steps_are_the_replayed_ones(bots: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Compiled games are recorded as they are played. Each step is that of the plain replay, with all its columns."""
    run = Run(games.get("mechanation"), 2, {}, 3, 9, [bots])
    content = dataset.Content(True, create_layout)
    (tmp_path / "one").mkdir()
    assert dataset.write(run, tmp_path / "one", "a command", content)
    monkeypatch.setattr(dataset, "can_record", lambda run: False)
    assert dataset.write(run, tmp_path / "other", "a command", content)
    assert read_steps(tmp_path / "one").equals(read_steps(tmp_path / "other"))
    assert (tmp_path / "one" / "games.parquet").read_bytes() == (tmp_path / "other" / "games.parquet").read_bytes()


def test_large_datasets_are_several_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The steps are the same, with any number of processes, and the card has each file with its hash."""
    run = Run(games.get("mechanation"), 2, {}, 5, 9, ["random"])
    dataset.write(run, tmp_path / "one", "a command")
    monkeypatch.setattr(dataset, "SHARD", 2)
    played: list[int] = []
    for jobs in (1, 2):
        folder = tmp_path / f"jobs-{jobs}"
        dataset.write(run, folder, "a command", dataset.Content(legal=False), played.append, jobs)
        assert sum(played) == 5 * jobs
        names = sorted(file.name for file in folder.glob("*.parquet"))
        assert names == [f"{table}-{k:05}-of-00003.parquet" for table in ("games", "steps") for k in range(3)]
        assert read_steps(folder).equals(read_steps(tmp_path / "one").drop("legal"))
        card = json.loads((folder / "croissant.json").read_text("utf-8"))
        hashes = {one["name"]: one["sha256"] for one in card["distribution"] if one["@type"] == "cr:FileObject"}
        assert hashes == {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
        assert [one["name"] for one in card["recordSet"][0]["field"]] == [
            "game",
            "number",
            "seat",
            "bot",
            "act",
            "code",
        ]
        assert "`legal`" not in (folder / "README.md").read_text("utf-8")


@needs_numba
def test_games_that_are_too_long_for_the_arrays_are_replayed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """First fewer games are asked for at once, and a single game that is too long is replayed in plain Python."""
    run = Run(games.get("mechanation"), 2, {}, 5, 9, ["random"])
    dataset.write(run, tmp_path / "one", "a command")
    asked: list[tuple[int, int]] = []
    whole = RecordedGames.play

    def play(recorder: RecordedGames, first: int, many: int) -> Any:
        asked.append((first, many))
        return None if many > 2 or first == 2 else whole(recorder, first, many)

    monkeypatch.setattr(RecordedGames, "play", play)
    dataset.write(run, tmp_path / "other", "a command")
    assert asked == [(0, 5), (0, 2), (2, 2), (2, 1), (3, 1), (4, 1)]
    assert read_steps(tmp_path / "other").equals(read_steps(tmp_path / "one"))


@needs_numba
def test_a_full_array_ends_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """With bots, too: a game that the record has ended is no fault of a bot."""
    for bots in ("random", "greedy"):
        recorder = RecordedGames(Run(games.get("mechanation"), 2, {}, 900, 9, [bots]), legal=True, views=True)
        assert recorder.play(0, 2 if bots == "random" else 1) is not None
        if bots == "random":
            assert recorder.play(0, 900) is None
        recorder.bench.room["bound"] = 10**6
        assert recorder.play(0, 1) is not None
