"""Names and arguments that a terminal's encoding cannot hold end no command."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from enginehouse.bots.players.runs import Run, play_random
from enginehouse.commands.main import main
from enginehouse.commands.terminal import walk_commands
from enginehouse.core.play.logs import write
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

BAD = b"caf\xe9".decode("utf-8", "surrogateescape")
"""An argument in Latin-1, as Python reads it where UTF-8 is expected."""
NAME = "\u65e5\u672c \U0001f916 \u2019"


def write_game(path: Path) -> Path:
    """Write the log of a game of random bots."""
    path.write_text(write(play_random(Run(games.get("great-machine"), 2, {}, 1, 1, ["random"]), 0).log()), "utf-8")
    return path


def run_with(encoding: str, *words: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose output goes into a file of that encoding."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding, "ENGINEHOUSE_JIT": "0"}
    command = [sys.executable, "-m", "enginehouse", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=120)


def test_a_character_that_the_terminal_lacks_is_escaped(tmp_path: Path) -> None:
    done = run_with("cp437", "replay", write_game(tmp_path / "game.json"))
    assert done.returncode == 0, done.stderr
    assert b"\\u2019" in done.stdout


def test_a_name_that_the_code_page_lacks_does_not_end_a_list(tmp_path: Path) -> None:
    tables = tmp_path / "tables.sqlite3"
    connection = sqlite3.connect(tables)
    connection.executescript((Path(__file__).parents[1] / "kept" / "0.1.0" / "tables.sql").read_text("utf-8"))
    connection.execute("UPDATE people SET name = ?", [NAME])
    connection.execute("UPDATE seats SET name = ? WHERE name <> ''", [NAME])
    connection.commit()
    connection.close()
    database = f"sqlite:///{tables}"
    asyncio.run(bring_up_to_date(database))
    for words in (("table", "list"), ("admin", "guests")):
        done = run_with("cp1252", *words, "--db", database)
        assert done.returncode == 0, done.stderr
        assert b"\\u65e5\\u672c \\U0001f916 \x92" in done.stdout


async def bring_up_to_date(database: str) -> None:
    """Migrate a database to the current version."""
    from enginehouse.table.store.store import Store

    await (await Store(database).open()).close()


def test_every_text_parameter_of_every_command_refuses_wrong_bytes_by_name() -> None:
    refused = 0
    for command in walk_commands(main):
        context = click.Context(command)
        for parameter in command.params:
            assert parameter.type is not click.STRING, f"{command.name}: {parameter.name}"
            if parameter.type.name == "text":
                with pytest.raises(click.BadParameter, match=r"caf.*udce9.* is not valid text"):
                    parameter.type.convert(BAD, parameter, context)
                assert parameter.type.convert("caf\u00e9", parameter, context) == "caf\u00e9"
                refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", BAD),
        ("simulate", "mechanation", "--options", f"a={BAD}"),
        ("table", "show", BAD),
        ("table", "list", "--db", f"sqlite:///{BAD}"),
        (BAD,),
        ("games", f"--{BAD}"),
    ],
)
def test_wrong_bytes_exit_with_two_and_a_sentence(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, isinstance(done.exception, SystemExit)) == (2, True), done.output
    assert "Error: " in done.output


@pytest.mark.parametrize("command", ["verify", "replay", "analyse"])
def test_a_missing_file_whose_name_is_no_text_is_named(command: str) -> None:
    done = CliRunner().invoke(main, [command, f"{BAD}.json"])
    assert (done.exit_code, isinstance(done.exception, SystemExit)) == (1, True), done.output
    assert "udce9.json: No such file or directory" in done.output


def test_a_file_whose_name_is_no_text_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / f"{BAD}.json"
    try:
        write_game(path)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    for command in ("verify", "replay"):
        done = CliRunner().invoke(main, [command, str(path)])
        assert done.exit_code == 0, done.output
