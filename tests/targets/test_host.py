"""Shared libraries play the games of the proofs, and faults in them are noticed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filling import FILL

from enginehouse.bots.players.portable import list_entries
from enginehouse.core.compiler import lowering
from enginehouse.core.compiler.entries import LibraryFunction
from enginehouse.core.compiler.targets import emitting, host, loading
from enginehouse.core.flags import jit_possible

from .proofs import GAMES, MANY, Row, find_game, has_linker, play_row, read_proof

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.beside_compiled,
    pytest.mark.skipif(not jit_possible(), reason="compiled rules are off"),
    pytest.mark.skipif(not has_linker(), reason="no linker is installed (Debian: lld or binutils)"),
]


def list_random_games(game: Any) -> list[LibraryFunction]:
    return [one for one in list_entries(game) if one.name == "play_many"]


def load(tmp_path: Path, game: Any, library: bytes, entries: list[LibraryFunction]) -> dict[str, Callable[..., int]]:
    file = tmp_path / "rules.so"
    file.write_bytes(library)
    return loading.load_library(file, entries, host.make_prefix(game))


def is_played_alike(game: Any, name: str, play_many: Callable[..., int], most: int) -> bool:
    """Return whether a function plays the runs of a proof with at most so many games."""
    runs = [run for run in read_proof(name) if run["games"] <= most]
    rows = [Row(run["seats"], run["options"], run["games"]) for run in runs]
    assert rows
    return all(play_row(game, row, play_many).items() <= run.items() for row, run in zip(rows, runs, strict=True))


IN_EVERY_RUN = ("connect-four", "mechanation")
"""The other games are compiled for seconds each: they are left to a step of CI and to `--deep`."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in IN_EVERY_RUN else [pytest.mark.deep]) for name in GAMES]
)
def test_a_library_plays_the_games_of_the_proof(name: str, tmp_path: Path, deep: bool) -> None:
    game = find_game(name)
    entries = list_random_games(game)
    play_many = load(tmp_path, game, host.build(game, entries), entries)["play_many"]
    assert is_played_alike(game, name, play_many, MANY if deep else 1_000)


# ---------------------------------------------------------------- faults


def test_a_full_heap_and_a_wrong_index_are_the_exceptions_of_the_rule(tmp_path: Path) -> None:
    game = find_game("connect-four")
    fill = load(tmp_path, game, host.build(game, FILL, heap=1_024), FILL)["fill"]
    assert fill(50, 49) == 21
    for _ in range(3):  # the next call empties the heap
        with pytest.raises(MemoryError, match="heap of the library is full"):
            fill(70, 0)
        with pytest.raises(MemoryError):
            fill(1 << 40, 0)
        with pytest.raises(ValueError, match="the rule raised ValueError"):
            fill(1 << 61, 0)  # more bytes than there are numbers
        with pytest.raises(IndexError, match="out of bounds"):
            fill(50, 50)
        with pytest.raises(IndexError):
            fill(50, -1)
    assert fill(50, 0) == 21


LONGEST = 60
"""The number of seconds after which a call counts as endless. It takes about five with its compilation."""


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("%full = or i1 %huge, %long", "%full = and i1 %huge, false"),  # the heap does not see its end
        ("%padded = add i64 %size, 15", "%padded = add i64 0, 15"),  # blocks overlap
        ("%status = load i32, ptr %at", "%status = add i32 0, 0"),  # exceptions are lost
    ],
)
def test_a_fault_in_the_runtime_is_noticed(part: str, fault: str) -> None:
    """The library runs in a process of its own, because it may crash. A call that does not end is noticed, too."""
    command = [sys.executable, "-c", FAULTY, part, fault]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return
    assert done.stdout.strip() != "as it should be", done.stderr
    assert "Traceback" not in done.stderr or "Error" in done.stderr


def test_without_faults_the_same_code_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", FAULTY, "", ""], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "as it should be", done.stderr


FAULTY = f"""
import sys, tempfile
from pathlib import Path
sys.path[:0] = {[str(ROOT), str(ROOT / "docs" / "examples"), str(ROOT / "tests" / "core" / "helpers")]!r}
from enginehouse.core.compiler import runtime
import filling
from tests.targets import test_host as host_tests
part, fault = sys.argv[1:]
if __name__ == "__main__":
    assert part in runtime.write()
    write, write_function = runtime.write, runtime.write_function
    runtime.write = lambda heap: write(heap).replace(part, fault or part)
    runtime.write_function = lambda *given: write_function(*given).replace(part, fault or part)
    game = host_tests.find_game("connect-four")
    with tempfile.TemporaryDirectory() as folder:
        library = host_tests.host.build(game, filling.FILL, heap=1_024)
        fill = host_tests.load(Path(folder), game, library, filling.FILL)["fill"]
        good = fill(50, 49) == 21
        for many, place, error in ((70, 0, MemoryError), (20_000, 0, MemoryError), (50, 50, IndexError)):
            try:
                fill(many, place)
                good = False
            except error:
                pass
    print("as it should be" if good else "wrong")
"""


def test_a_heap_that_is_too_small_fails_the_proof(tmp_path: Path) -> None:
    game = find_game("mechanation")
    entries = list_random_games(game)
    play_many = load(tmp_path, game, host.build(game, entries, heap=16), entries)["play_many"]
    with pytest.raises(MemoryError):
        is_played_alike(game, "mechanation", play_many, 1_000)


def test_records_with_another_alignment_are_refused(tmp_path: Path) -> None:
    game = find_game("mechanation")
    record = game.shape.dtype
    packed = np.dtype([(name, record.fields[name][0]) for name in record.names])
    assert packed.itemsize < record.itemsize
    entries = list_random_games(game)
    play_many = load(tmp_path, game, host.build(game, entries), entries)["play_many"]
    events, rooms = (np.zeros(1, one.dtype) for one in entries[0].arguments[1:3])
    results, script = (np.zeros(0, one.dtype) for one in entries[0].arguments[3:])
    with pytest.raises(loading.WrongCall):
        play_many(np.zeros(2, packed), events, rooms, results, script)
    assert play_many(np.zeros(2, record), events, rooms, results, script) == 0


# ---------------------------------------------------------------- builds that fail


def test_a_processor_without_code_generator_and_a_missing_linker_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lowered = lowering.lower(find_game("connect-four"), FILL)
    with pytest.raises(lowering.NotLowered, match="no code generator for pdp11"):
        emitting.emit(lowered, emitting.Target("pdp11-dec-unix"))
    more = "declare ptr @PyList_New(i64)\n@kept = global ptr @PyList_New\n"
    with pytest.raises(lowering.NotLowered, match="Numba are left in the code: PyList_New"):
        emitting.emit(lowered, host.TARGETS["x86-64"], more, ("memset", "__tls_get_addr"))
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(lowering.NotLowered, match=r"install ld.lld or ld"):
        host.finish(lowered, "x86-64")


def test_two_builds_are_equal_bytes() -> None:
    game = find_game("connect-four")
    first = host.build(game, FILL)
    assert first == host.build(game, FILL)
    assert b"/" not in first or str(Path.home()).encode() not in first
