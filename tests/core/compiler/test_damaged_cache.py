"""A cache of compiled rules that is damaged, cut off or impossible to write heals itself, and the games stay the same."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_game import RUN, TINY, play

from enginehouse.core.compiler import compiled_rules
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.flags import jit_possible, uses_stock_numba
from enginehouse.core.play.arena import random_games
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache, sealed

pytestmark = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "ten bytes": lambda whole: whole[:10],
    "half": lambda whole: whole[: len(whole) // 2],
    "random": lambda whole: random.Random(5).randbytes(len(whole)),
    "a hundred random bytes": lambda whole: random.Random(6).randbytes(100),
    "one bit": lambda whole: whole[:-9] + bytes([whole[-9] ^ 4]) + whole[-8:],
}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A small game whose sources are older than this process, with an empty cache."""
    folder, long_ago = tmp_path / "games" / "tiny", time.time() - 3600
    folder.mkdir(parents=True)
    for name, text in TINY.items():
        (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
        os.utime(folder / name, (long_ago, long_ago))
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.setenv("ENGINEHOUSE_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(compiled_rules, "_COMPILED", {})
    monkeypatch.setattr(cache, "edited_since_loaded", lambda game: False)
    sealed._warn_once.cache_clear()
    yield Game("tiny")
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
        monkeypatch.delitem(sys.modules, name)


def games_as_after_a_start(game: Game) -> list[Any]:
    """Play with rules that are loaded or compiled as a new process does it."""
    compiled_rules.clear_compiled()
    run = random_games(game, 1, None, 3, 1)
    return [run.totals.tolist(), run.lengths.tolist(), run.reasons.tolist()]


def found_in_cache() -> int:
    """Return how many compiled functions came from the cache since the last start."""
    twins = [twin for rules in compiled_rules._COMPILED.values() for twin in rules.twins.values()]
    return sum(sum(twin.stats.cache_hits.values()) for twin in twins)


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_noticed_before_a_file_is_used(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "code.nbc"
    sealed.write_sealed(file, random.Random(1).randbytes(5000))
    assert sealed.read_sealed(file) == random.Random(1).randbytes(5000)
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert sealed.read_sealed(file) is None
    assert not file.exists()


@pytest.mark.parametrize(
    "damage",
    [pytest.param(kind, marks=[] if kind in ("half", "one bit") else [pytest.mark.deep]) for kind in DAMAGE],
)
def test_a_damaged_file_is_removed_and_made_again(tiny: Game, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    """Each kind of damage compiles a game again."""
    games = games_as_after_a_start(tiny)
    files = [file for file in cache.root().rglob("*") if file.is_file()]
    assert {file.suffix for file in files} == {".nbc", ".json"}
    for file in files:
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
        caplog.clear()
        assert games_as_after_a_start(tiny) == games
        assert [record.getMessage() for record in caplog.records] == [
            f"The cached file {file} is damaged. It is removed and made again."
        ]
        caplog.clear()
        assert games_as_after_a_start(tiny) == games
        assert found_in_cache() == 1
        assert not caplog.records, "the second start finds nothing wrong"


def test_a_whole_file_of_another_function_or_of_other_code_is_not_run(
    tiny: Game, caplog: pytest.LogCaptureFixture
) -> None:
    games = games_as_after_a_start(tiny)
    (file,) = cache.root().rglob("*.nbc")
    whole = file.read_bytes()
    key, payload = pickle.loads(whole[32:])
    sealed.write_sealed(file, pickle.dumps((("of another function", *key[1:]), payload)))
    assert games_as_after_a_start(tiny) == games
    assert found_in_cache() == 0
    assert not caplog.records, "nothing is damaged; two names are alike"
    sealed.write_sealed(file, b"cno_such_module\nname\n.")
    assert games_as_after_a_start(tiny) == games
    assert found_in_cache() == 0
    assert len(caplog.records) == 1
    assert sealed.read_sealed(file)


def test_a_file_in_the_place_of_the_game_s_folder_is_removed(tiny: Game) -> None:
    folder = cache.folder_for(tiny)
    assert folder
    folder.rmdir()
    folder.write_text("in the way", encoding="utf-8")
    assert cache.folder_for(tiny) == folder
    assert folder.is_dir()


def test_a_write_that_fails_is_logged_once_and_loses_nothing(tiny: Game, caplog: pytest.LogCaptureFixture) -> None:
    resource = pytest.importorskip("resource")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limit[1]))
    try:
        games = games_as_after_a_start(tiny)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    (line,) = [record.getMessage() for record in caplog.records if "tiny-" in record.getMessage()]
    assert line.startswith("No file can be stored in")
    assert not [file for file in cache.root().rglob("*.*") if file.suffix == ".nbc" or file.name.startswith(".writ")]
    assert games_as_after_a_start(tiny) == games
    assert list(cache.root().rglob("*.nbc"))


def test_files_of_a_killed_process_are_removed_after_a_while(tiny: Game) -> None:
    folder = cache.folder_for(tiny)
    assert folder
    file = folder / "kept"
    file.touch()
    old, young = (file.with_name(f"{sealed.ASIDE}{name}") for name in ("1-1", "2-2"))
    for left in (old, young):
        left.write_bytes(b"half of a fi")
    os.utime(old, (time.time() - 7200,) * 2)
    assert cache.folder_for(tiny) == folder
    assert (old.exists(), young.exists(), file.exists()) == (False, True, True)


def test_processes_that_fill_the_cache_at_once_and_one_that_is_killed(tiny: Game, tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(RUN), str(tmp_path / "games")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    until = time.monotonic() + 60
    while not list(cache.root().glob("tiny-*")) and time.monotonic() < until:
        time.sleep(0.01)
    running[0].send_signal(signal.SIGKILL)
    results = [(one.communicate(timeout=120)[0], one.returncode) for one in running]
    assert results[0][1] == -signal.SIGKILL
    assert all(code == 0 and text.split()[0] == "7" for text, code in results[1:])
    assert play(tmp_path / "games" / "tiny") == (7, 1, 0)


def test_the_lock_is_left_out_if_the_folder_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.core.play.warmup import alone

    for name in ("a file", "a folder"):
        root = tmp_path / name
        monkeypatch.setenv("ENGINEHOUSE_CACHE", str(root))
        if name == "a file":
            root.write_text("in the way", encoding="utf-8")
        else:
            (root / "prepare.lock").mkdir(parents=True)
        with alone():
            pass


def test_rules_that_numba_compiles_its_own_way_have_another_folder(tiny: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.folder_for(tiny)
    monkeypatch.setenv("ENGINEHOUSE_NUMBA", "stock")
    assert cache.stamp(tiny) not in {folder.name.rpartition("-")[2] for folder in cache.root().glob("tiny-*")}
    cache.folder_for(tiny)
    assert len(list(cache.root().glob("tiny-*"))) == 2
    monkeypatch.setenv("ENGINEHOUSE_NUMBA", "stok")
    with pytest.raises(EnginehouseError, match=r"'stok'\. It can only be `stock`"):
        uses_stock_numba()
