"""WebAssembly modules play the games of the proofs, and their bots choose as the bots of Enginehouse do."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from enginehouse.bots.players.levels import Search
from enginehouse.commands.build import name_files
from enginehouse.commands.main import main
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.records.chance import seed_words

from .browsers import BROWSERS, run_in_browser
from .proofs import FEW, GAMES, MANY, SEED, find_game, read_proof

ROOT = Path(__file__).parents[2]
DENO = ROOT / ".venv" / "bin" / "deno"
RUN = [str(DENO), "run", "--quiet", "--no-remote", "--allow-read"] if DENO.exists() else ["node"]
LINKER = next((name for name in ("wasm-ld", *(f"wasm-ld-{n}" for n in range(30, 13, -1))) if shutil.which(name)), None)
pytestmark = [
    pytest.mark.timeout(1_200),
    pytest.mark.beside_compiled,
    pytest.mark.skipif(not jit_possible(), reason="compiled rules are off"),
    pytest.mark.skipif(LINKER is None, reason="there is no linker for WebAssembly (Debian: lld)"),
    pytest.mark.skipif(shutil.which(RUN[0]) is None, reason="neither Deno nor Node is installed"),
]


def build(folder: Path, game: Any, *more: str) -> dict[str, Any]:
    """Write the module of a game, and return its description."""
    address = game.address if game.name == "connect-four" else game.name
    done = CliRunner().invoke(main, ["build", "wasm", address, "--out", str(folder), *more], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads((folder / f"{name_files(game)}.json").read_text("utf-8"))


Runner = Callable[[Path, str, dict[str, Any]], dict[str, Any]]
"""Does a task with a module: its folder, its name and the task."""


def run_script(folder: Path, module: str, task: dict[str, Any]) -> dict[str, Any]:
    """Return the output of `play.mjs`."""
    called = [*RUN, str(Path(__file__).with_name("play.mjs")), str(folder), module]
    environment = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(folder / "deno")}
    done = subprocess.run(called, input=json.dumps(task), capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def list_runs(game: Any, name: str, most: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the runs of a proof with at most so many games: as a task, and their results."""
    runs = [one for one in read_proof(name) if one["games"] <= most]
    tasks = [
        {
            "numbers": game.option_numbers(one["seats"], one["options"]),
            "games": one["games"],
            "seed": SEED,
            "bound": game.facts.length_bound,
        }
        for one in runs
    ]
    return tasks, [{key: one[key] for key in ("actions", "sha256")} for one in runs]


def list_choices(game: Any, level: str, positions: int) -> tuple[list[dict[str, Any]], list[int]]:
    """Return views with legal actions as a task, and the actions that the bot of a level chooses there."""
    bot, tasks, chosen = Search(level), [], []
    bot.prepare(game)
    for k in range(positions):
        s = arena.after(game, game.option_numbers(max(2, game.facts.seats[0]), None), k, 3 + 9 * k)
        seats = [seat for seat in range(8) if game.rules.actors(s) >> seat & 1]
        if not seats:
            continue
        v, codes = game.new_record(), [0] * len(game.vocabulary)
        game.rules.view(s, seats[0], v)
        legal = codes[: game.rules.legal(s, seats[0], codes)]
        view = base64.b64encode(game.shape.to_bytes(v)).decode()
        tasks.append({"view": view, "seat": seats[0], "legal": legal, "bot": level, "seed": 1_000 + k})
        chosen.append(bot.choose(v, seats[0], legal, 3_600, 1_000 + k).action)
    return tasks, chosen


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder in which the commands of the page ran, and the output of its program."""
    folder = tmp_path_factory.mktemp("wasm")
    for name in ("connect_four", "other_machines"):
        shutil.copytree(ROOT / "docs" / "examples" / name, folder / name)
    page = (ROOT / "docs" / "other-machines.md").read_text("utf-8")
    _, commands = re.findall(r"^```sh\n(.*?)^```$", page, re.S | re.M)
    built, played = commands.splitlines()
    for command in (f"{sys.executable} -m {built}", re.sub(r"^deno run --allow-read", " ".join(RUN), played)):
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert done.stdout in page
    return folder, done.stdout


def test_the_program_of_the_page_plays_the_game_of_the_library(example: Any) -> None:
    assert example[1].splitlines()[1] == "seat 0 is number 1 after 27 moves"


def test_a_module_plays_and_chooses_as_enginehouse_does(example: Any) -> None:
    compare(GAMES[0], example[0] / "build", 1_000, 3)


@pytest.mark.parametrize("browser", BROWSERS)
def test_a_module_plays_and_chooses_alike_in_a_browser(browser: str, example: Any) -> None:
    compare(GAMES[0], example[0] / "build", FEW, 3, partial(run_in_browser, browser))


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES[1:])
def test_every_module_plays_as_enginehouse_does(name: str, tmp_path: Path, record_property: Any) -> None:
    """ENGINEHOUSE_MODULES names a folder with modules that are already built."""
    folder = Path(os.environ.get("ENGINEHOUSE_MODULES", tmp_path))
    if folder == tmp_path:
        build(folder, find_game(name), "--no-bots")
    record_property("figures", compare(name, folder, MANY, 0))


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES[1:])
def test_every_bot_chooses_as_enginehouse_does(name: str, tmp_path: Path, record_property: Any) -> None:
    build(tmp_path, find_game(name))
    record_property("figures", compare(name, tmp_path, 1_000, 6))
    for browser in BROWSERS:
        try:
            record_property(browser, compare(name, tmp_path, FEW, 6, partial(run_in_browser, browser)))
        except pytest.skip.Exception as missing:  # the other browsers are compared all the same
            record_property(browser, str(missing))


def compare(name: str, folder: Path, most: int, positions: int, run: Runner = run_script) -> str:
    """Compare games and choices. Return the sizes and times as a sentence."""
    game = find_game(name)
    runs, results = list_runs(game, name, most)
    choices, chosen = list_choices(game, "hard", positions) if positions else ([], [])
    found = run(folder, name_files(game), {"runs": runs, "choices": choices})
    assert [{key: one[key] for key in ("actions", "sha256")} for one in found["runs"]] == results
    assert [one["code"] for one in found["choices"]] == chosen and len(chosen) >= positions // 2
    assert found["memory"] < 16_000_000, "the scratch space has the size that the levels need"
    small = len(gzip.compress((folder / f"{name_files(game)}.wasm").read_bytes(), 9))
    assert small < 60_000
    return f"{name}: {small:,} bytes gzip, {found['load_ms']:.0f} ms to load, {found['memory'] / 1e6:.1f} MB of memory"


def test_a_module_without_bots_is_smaller_and_refuses_wrong_input(tmp_path: Path) -> None:
    game = find_game("connect-four")
    about = build(tmp_path, game, "--no-bots")
    assert "choose" not in about["functions"] and about["bots"] == {}
    code = """
    const { load, seedWords } = await import(`${process.cwd()}/rules.js`);
    const { readFileSync } = await import("node:fs");
    const about = JSON.parse(readFileSync("connect_four.json", "utf-8"));
    const rules = await load(readFileSync("connect_four.wasm"), about);
    const said = (call) => { try { call(); return ""; } catch (error) { return `${error.name}: ${error.message}`; } };
    const start = rules.newGame({ seats: 2, seed: await seedWords("a deal") });
    const next = rules.apply(start, 0, 3);
    console.log(JSON.stringify({
      words: await seedWords("a deal"), actors: [rules.actors(start), rules.actors(next)], legal: rules.legal(next, 1),
      kept: rules.read(start, "discs"), discs: rules.read(next, "discs"), seats: rules.read(next, "seats"),
      wrong: [said(() => rules.apply(start, 1, 3)), said(() => rules.newGame({ seats: 2, options: { a: "b" }, seed: [] }))],
      scores: rules.scores(next).ranks.length,
    }));
    """
    (tmp_path / "small.mjs").write_text(f"import process from 'node:process';\n{code}")
    done = subprocess.run([*RUN, "small.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["words"] == list(seed_words("a deal")) and found["actors"] == [[0], [1]]
    assert found["legal"] == list(range(7)) and found["kept"] == [0, 0] and found["discs"][0] > 0
    assert found["seats"] == [2] and found["scores"] == 8
    assert found["wrong"] == ["RangeError: 3 is no legal action of seat 1", "RangeError: connect-four has no option a"]
