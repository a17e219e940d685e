"""`enginehouse build`: the page about other machines is run as it stands, and its library plays as the bots do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enginehouse.bots.players.levels import Search
from enginehouse.bots.players.portable import list_entries, list_prepared, list_settings
from enginehouse.commands.build import list_host_entries
from enginehouse.core.compiler.targets import host, loading
from enginehouse.core.compiler.targets.header import write_header
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.registry import game as games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "other-machines.md").read_text("utf-8")
pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.beside_compiled,
    pytest.mark.skipif(not jit_possible(), reason="compiled rules are off"),
    pytest.mark.skipif(shutil.which("cc") is None or shutil.which("ld") is None, reason="no C compiler is installed"),
]


@pytest.fixture(scope="module")
def build_page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder in which the commands of the page ran, and the output of each of them."""
    folder = tmp_path_factory.mktemp("machines")
    for name in ("connect_four", "other_machines"):
        shutil.copytree(ROOT / "docs" / "examples" / name, folder / name)
    commands, _ = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.S | re.M)
    # -I -S: without any installed package.
    replaced = {"enginehouse": f"{sys.executable} -m enginehouse", "python": f"{sys.executable} -I -S"}
    printed = []
    for line in commands.splitlines():
        first, rest = line.split(" ", 1)
        command = f"{replaced.get(first, first)} {rest}"
        done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    return folder, printed


def test_the_programs_of_the_page_print_its_text(build_page: Any) -> None:
    _, (written, compiled, in_c, in_python) = build_page
    (said,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.S | re.M)
    assert in_c == in_python == said and compiled == ""
    assert [line.split(",")[0] for line in written.splitlines()] == [
        f"written: build/{name}" for name in ("libconnect_four.so", "connect_four.h", "connect_four.json")
    ]


def test_the_program_in_c_has_forty_lines() -> None:
    assert len((ROOT / "docs" / "examples" / "other_machines" / "play.c").read_text().splitlines()) <= 45


def test_the_header_is_good_c_and_packed_records_are_refused(build_page: Any) -> None:
    folder, _ = build_page
    (folder / "one.c").write_text('#include "connect_four.h"\n#include "connect_four.h"\n')
    check = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", "build", "-fsyntax-only", "one.c"]
    assert subprocess.run(check, cwd=folder, check=False).returncode == 0
    header = (folder / "build" / "connect_four.h").read_text()
    (folder / "build" / "packed.h").write_text(header.replace("    int64_t seats;", "    int8_t seats;", 1))
    (folder / "one.c").write_text('#include "packed.h"\n')
    done = subprocess.run([*check, "-fpack-struct"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "static assertion failed" in done.stderr


@pytest.mark.parametrize("name", ["great-machine", "mechanation"])
def test_a_header_has_the_sizes_of_records_whose_fields_may_share_memory(name: str, tmp_path: Path) -> None:
    """No bot of The Great Machine searches replies in playouts, so the desk for these takes no memory of its own."""
    game = games.get(name)
    entries = list_host_entries(game)
    (tmp_path / "one.h").write_text(write_header(game, entries, host.make_prefix(game), list_settings(game)))
    (tmp_path / "one.c").write_text('#include "one.h"\n')
    check = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "one.c"]
    assert subprocess.run(check, cwd=tmp_path, check=False).returncode == 0
    (room,) = (
        one.dtype for entry in entries for one in entry.arguments if one.name == "scratch" and one.dtype is not None
    )
    offsets = {field: room.fields[field][1] for field in ("desk", "inner")}
    assert (offsets["desk"] == offsets["inner"]) == (name == "great-machine")


def test_a_library_makes_the_same_choice_as_the_bot(build_page: Any) -> None:
    folder, _ = build_page
    game = games.at("connect_four")
    entries = [one for one in list_host_entries(game) if one.name == "choose"]
    choose = loading.load_library(folder / "build" / "libconnect_four.so", entries, host.make_prefix(game))["choose"]
    states, scratch, events = (np.zeros(max(one.shape[0], 1), one.dtype) for one in entries[0].arguments[5:])
    view = game.shape.array(1)
    for level, (kind, setting) in list_settings(game).items():
        if level not in ("easy", "hard", "expert"):
            continue
        bot = Search(level)
        bot.prepare(game)
        for moves in (0, 5, 11):
            s = arena.after(game, game.option_numbers(2, None), moves, moves)
            seat = next(k for k in range(2) if game.rules.actors(s) >> k & 1)
            v, codes = game.new_record(), [0] * len(game.vocabulary)
            game.rules.view(s, seat, v)
            legal = codes[: game.rules.legal(s, seat, codes)]
            game.shape.store(view, 0, v)
            scratch["bot"], scratch["setting"] = kind, setting
            chosen = choose(view, np.array(legal), seat, 77 + moves, states, scratch, events)
            assert chosen == bot.choose(v, seat, legal, 600, 77 + moves).action, (level, moves)


def test_the_description_names_the_parts_of_the_library(build_page: Any) -> None:
    folder, _ = build_page
    game = games.at("connect_four")
    about = json.loads((folder / "build" / "connect_four.json").read_text())
    assert list(about["functions"]) == [one.name for one in list_host_entries(game)]
    assert (
        about["actions"] == list(game.vocabulary.names)
        and about["types"]["record"]["size"] == game.shape.dtype.itemsize
    )
    assert {one.name for one in list_prepared(game)} <= about["functions"].keys()
    offset = game.shape.dtype.fields["discs"][1]
    assert about["types"]["record"]["fields"]["discs"] == {"offset": offset, "shape": [2], "number": "int64"}


CROSS = ("aarch64-linux-gnu-gcc", "qemu-aarch64", "ld.lld")


@pytest.mark.deep
@pytest.mark.skipif(not all(map(shutil.which, CROSS)), reason=f"not all of {', '.join(CROSS)} are installed")
def test_the_same_program_plays_the_same_game_on_aarch64(build_page: Any) -> None:
    folder, (*_, in_c, _) = build_page
    for line in (
        f"{sys.executable} -m enginehouse build host connect_four --target aarch64 --out arm",
        "aarch64-linux-gnu-gcc other_machines/play.c -I arm -L arm -lconnect_four -o arm/play",
        "qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=arm arm/play",
    ):
        done = subprocess.run(line.split(), cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert done.stdout == in_c


def test_the_names_of_functions_are_unique() -> None:
    for name in games.names():
        names = [one.name for one in list_host_entries(games.get(name))]
        assert len(names) == len(set(names)) and {one.name for one in list_entries(games.get(name))} < set(names)


def test_a_game_that_does_not_exist_and_compiling_that_is_off_are_sentences() -> None:
    for game, environment, said in (
        ("chess_of_nobody", {}, "there is no package 'chess_of_nobody' here"),
        ("mechanation", {"ENGINEHOUSE_JIT": "0"}, "rules cannot be compiled for other machines"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "enginehouse", "build", "host", game],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr, done.stderr
