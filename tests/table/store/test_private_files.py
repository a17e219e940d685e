"""Nobody but their owner reads what is kept: it holds the keys of cookies and the secrets of games that run."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from enginehouse.table.store import backup
from enginehouse.table.store.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    """The mask that most people have."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Return the files and folders there that other users may read or enter."""
    return [f"{one.name} {one.stat().st_mode:o}" for one in folder.rglob("*") if one.stat().st_mode & 0o077]


async def use(file: Path, at: Path) -> None:
    """Keep something in a database; while it is open, and after, others read nothing of all that is at a place."""
    store = await Store(f"sqlite:///{file}", alone=True).open()
    await store.people.key("cookies", lambda: "secret")
    names = {one.name for one in file.parent.iterdir()}
    assert {file.name, f"{file.name}-wal", f"{file.name}-shm", f"{file.name}.lock"} <= names
    try:
        assert open_to_others(at) == []
    finally:
        await store.close()
    assert open_to_others(at) == []


async def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    """So are the folders made for it."""
    await use(tmp_path / "one" / "two" / "tables.sqlite3", tmp_path)


async def test_an_old_database_is_closed_to_others_when_it_is_opened(tmp_path: Path) -> None:
    """The folder was somebody's choice, and stays as it is."""
    file, folder = tmp_path / "here" / "tables.sqlite3", tmp_path / "here"
    await use(file, tmp_path)
    for one in (folder, *folder.iterdir()):
        one.chmod(0o755)
    await use(file, folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


async def test_a_file_that_is_no_database_keeps_its_permissions(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n" * 1000)
    with pytest.raises(Exception, match="no database"):
        await Store(f"sqlite:///{letter}").open()
    assert stat.S_IMODE(letter.stat().st_mode) == 0o644


async def test_a_restored_file_belongs_only_to_its_owner(sqlite: Store, tmp_path: Path) -> None:
    await backup.write(sqlite.database, tmp_path / "all.gz", lambda many: None)
    await backup.restore(f"sqlite:///{tmp_path / 'back' / 'fresh.sqlite3'}", tmp_path / "all.gz", lambda many: None)
    assert (tmp_path / "back" / "fresh.sqlite3").is_file() and open_to_others(tmp_path / "back") == []


async def test_files_that_root_restores_belong_to_the_owner_of_the_folder(sqlite: Store, tmp_path: Path) -> None:
    """A service that runs as somebody else finds its own tables again."""
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    await backup.write(sqlite.database, tmp_path / "all.gz", lambda many: None)
    (tmp_path / "state").mkdir()
    os.chown(tmp_path / "state", 54321, 54322)
    fresh = tmp_path / "state" / "deeper" / "fresh.sqlite3"
    await backup.restore(f"sqlite:///{fresh}", tmp_path / "all.gz", lambda many: None)
    for one in (tmp_path / "state").rglob("*"):
        assert (one.stat().st_uid, one.stat().st_gid) == (54321, 54322), one
    store = await Store(f"sqlite:///{fresh}", alone=True).open()
    assert {one.stat().st_uid for one in fresh.parent.iterdir()} == {54321}
    await store.close()
