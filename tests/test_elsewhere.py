"""A game and a bot from a package of their own, installed beside the house: they appear everywhere; a broken one is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.untraced, pytest.mark.beside_compiled]

ROOT = Path(__file__).resolve().parent.parent
ENTRY_POINTS = """[enginehouse.games]
connect-four = connect_four

[enginehouse.bots]
careful = mybots:Careful
"""
LOBBY = """
import sys
from starlette.testclient import TestClient
from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings

with TestClient(create_app(Settings(db_url="sqlite:///" + sys.argv[1])), base_url="http://localhost") as client:
    print(client.get("/").text, client.get("/new?game=connect-four").text, client.get("/games/connect-four/rules").text)
"""


def install_package(folder: Path, entry_points: str = ENTRY_POINTS) -> Path:
    """A folder with a package as installers leave it: the game of two pages of the docs, the bot of another, and what they
    announce."""
    for page in ("add-a-game", "finish-a-game", "write-a-bot"):
        text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
        for name, body in re.findall(r"^\*\*`([\w./]+\.\w+)`\*\*\n\n```\w+\n(.*?)^```$", text, re.S | re.M):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(body, "utf-8")
    info = folder / "tiny_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
    return folder


def ran(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A program of Python that finds the folder's packages; plain, since the kit compiles and compares the same files."""
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0", "PYTHONPATH": f"{folder}{os.pathsep}{ROOT / 'src'}"}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def house(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """The command line."""
    return ran(folder, "-m", "enginehouse", *words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_package(tmp_path_factory.mktemp("elsewhere"))


def test_the_command_line_has_the_game_and_the_bot(folder: Path) -> None:
    told = house(folder, "games")
    assert "connect-four       Connect four, 2 to 2 seats, rules 1" in told.stdout and told.stderr == ""
    log = folder / "games.jsonl"
    words = ("connect-four", "--seats", 2, "--bots", "careful,random", "--games", 2, "--jobs", 2, "--out", log)
    played = house(folder, "simulate", *words)
    assert played.returncode == 0 and "2 games, " in played.stdout, played.stderr
    assert house(folder, "verify", log).stdout.count("all correct.\n") == 1
    assert "drops a disc into column" in house(folder, "replay", f"{log}:1").stdout
    refused = house(folder, "simulate", "connect-four", "--seats", 2, "--bots", "clever")
    assert (
        refused.stderr
        == "Error: there is no bot 'clever'; there are: expert, hard, steady, easy, greedy, random, careful, baseline\n"
    )


def test_the_lobby_has_the_game_and_the_form_the_bot(folder: Path) -> None:
    shown = ran(folder, "-c", LOBBY, folder / "tables.sqlite3")
    assert shown.returncode == 0, shown.stderr
    assert "Four in a row, with gravity." in shown.stdout and "/games/connect-four/cover.svg" in shown.stdout
    assert '"bot:careful"' in shown.stdout and "Careful bot" in shown.stdout
    assert "Mechanical Beast" in shown.stdout
    assert "Seven columns of six holes." in shown.stdout


def test_a_worker_of_a_table_finds_both(folder: Path) -> None:
    code = """
import asyncio
from enginehouse.core.registry.game import get
from enginehouse.core.play.match import Match
from enginehouse.table.botpool.jobs import ChooseJob
from enginehouse.table.botpool.pool import Workers

async def main():
    match, workers = Match.new("connect-four", 2), Workers(1, 30)
    view = match.game.shape.to_bytes(match.view(0))
    print(await workers.think(ChooseJob(match.game.package, "careful", view, 0, match.legal(0), 1)))
    await workers.close()

asyncio.run(main())
"""
    done = ran(folder, "-c", code)
    assert done.stdout.strip() in set("0123456"), done.stderr


def test_the_library_has_both(folder: Path) -> None:
    code = """
import enginehouse as eh
print(eh.game_names()[-1], eh.play("connect-four", bots=["careful", "random"], seed=3).over)
"""
    assert ran(folder, "-c", code).stdout == "connect-four True\n"


def test_the_arena_plays_the_game_with_the_bot(folder: Path) -> None:
    """Random games in bulk, and a run of bots."""
    code = """
import enginehouse as eh
from enginehouse.bots.players.runs import Run, rows_of
from enginehouse.core.play.arena import random_games
game = eh.game("connect-four")
print(random_games(game, 2, None, 3, 1).lengths.tolist() == eh.simulate("connect-four", games=3)["actions"])
print([row.bots for row in rows_of(Run(game, 2, {}, 2, 1, ["careful", "random"], swap=True), 0, 2)])
"""
    assert ran(folder, "-c", code).stdout == "True\n[('careful', 'random'), ('random', 'careful')]\n"


def test_an_unusable_game_is_reported_in_a_sentence_and_left_out(tmp_path: Path) -> None:
    wrong = ENTRY_POINTS + "idle = mybots:Idle\nnone = nobots:None\ngreedy = twice:Greedy\nUPPER = twice:Upper\n"
    wrong = wrong.replace(
        "[enginehouse.bots]",
        "chess = chess_rules\nhollow = hollow\nmechanica = enginehouse.games.mechanica\ntwin = connect_four\n\n[enginehouse.bots]",
    )
    folder = install_package(tmp_path, wrong)
    (folder / "hollow").mkdir()
    (folder / "hollow" / "__init__.py").write_text("")
    (folder / "hollow" / "facts.py").write_text("FACTS = None\n")
    (folder / "twice.py").write_text(
        "from mybots import Careful\nclass Greedy(Careful): name = 'greedy'\nclass Upper(Careful): name = 'UPPER'\n"
    )
    told = house(folder, "games")
    assert told.returncode == 0 and "connect-four" in told.stdout and "chess" not in told.stdout
    game = "The game {} of the package tiny-games ({}) is left out: {}.".format
    assert told.stderr.splitlines() == [
        game(
            "'chess'",
            "chess_rules",
            "there is no package 'chess_rules' here: a game is a folder with a file __init__.py",
        ),
        game(
            "'hollow'",
            "hollow",
            "hollow cannot be played: hollow/facts.py: there are no FACTS that are facts of a game",
        ),
        game("'mechanica'", "enginehouse.games.mechanica", "Enginehouse has a game 'mechanica' of its own"),
        game("'twin'", "connect_four", "there is another game of this name"),
    ]
    bot = "The bot {} of the package tiny-games ({}) is left out: {}.".format
    asked = ran(folder, "-c", "from enginehouse import bots; print(bots.names())")
    assert asked.stdout == "['expert', 'hard', 'steady', 'easy', 'greedy', 'random', 'careful']\n"
    assert asked.stderr.splitlines() == [
        bot("'UPPER'", "twice:Upper", "a bot's name is lower case, digits and hyphens, not 'UPPER'"),
        bot("'greedy'", "twice:Greedy", "Enginehouse has a bot 'greedy' of its own"),
        bot("'idle'", "mybots:Idle", "the bot mybots:Idle cannot be used: the module mybots has no 'Idle'"),
        bot("'none'", "nobots:None", "the bot nobots:None cannot be used: there is no module 'nobots'"),
    ]


def test_the_kit_takes_the_game(folder: Path) -> None:
    """By its package, wherever it lies; of all its checks one is enough to see that it plays."""
    done = ran(folder, "-m", "enginehouse.conformance", "connect_four", "-k", "ascending", "-k", "acting seats")
    assert done.stdout.endswith("Connect four: all 2 checks passed\n"), done.stderr


FOUR = re.compile(r"\bfour (tabletop |board )?(games|machines)\b", re.I)


def test_no_sentence_counts_the_games() -> None:
    """A fifth game must not make the house tell untruths."""
    files = [ROOT / "README.md", ROOT / "pyproject.toml", *(ROOT / "docs").glob("*.md")]
    files += [path for path in (ROOT / "src").rglob("*.py") if "games" not in path.relative_to(ROOT / "src").parts[1:2]]
    assert [str(path) for path in files if FOUR.search(path.read_text("utf-8"))] == []
    assert FOUR.search("Four tabletop games about machines") and FOUR.search("Four machines, one table")
