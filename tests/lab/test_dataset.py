"""A dataset has the games of its run, action by action, and what each seat saw and might have done before."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")

import polars as pl
from click.testing import CliRunner

from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.commands.main import main
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.envs.observation import Layout

pytestmark = pytest.mark.untraced
COMMAND = ["mechanation", "--seats", "3", "--bots", "random", "--games", "6", "--seed", "9"]


def made(folder: Path, *more: str) -> tuple[pl.DataFrame, pl.DataFrame, str]:
    """The tables and the datasheet that the command writes."""
    done = CliRunner().invoke(main, ["dataset", COMMAND[0], str(folder), *COMMAND[1:], *more])
    assert done.exit_code == 0 and done.output == f"6 games: {folder}\n", done.output
    table, steps = (pl.read_parquet(folder / f"{name}.parquet") for name in ("games", "steps"))
    return table, steps, (folder / "README.md").read_text("utf-8")


def test_the_tables_are_the_games_of_the_run(tmp_path: Path) -> None:
    table, steps, _ = made(tmp_path / "set", "--observations")
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


def test_the_same_command_gives_the_same_files_and_the_datasheet_says_what_they_are(tmp_path: Path) -> None:
    _, steps, said = made(tmp_path / "one")
    made(tmp_path / "other")
    for name in ("games.parquet", "steps.parquet"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    assert "observation" not in steps.columns and "`observation`" not in said
    assert said.startswith("# Games of Mechanation\n") and f"6 games of 3 seats, {steps.height} actions" in said
    assert "bots by seat: random, random, random; seed 9" in said and "rules 2" in said
    described = {word for column in steps.columns for word in [f"`{column}`"] if word in said}
    assert described == {f"`{column}`" for column in steps.columns}
