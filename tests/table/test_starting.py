"""Starts that fail: a sentence on the error output and an exit code, no traceback. And the sockets and addresses of a start."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from enginehouse.core.errors import Unreadable
from enginehouse.table import serve
from enginehouse.table.store.store import Store

TRACEBACKS = ("Traceback", 'File "')


def start_command(db_url: str, **more: str) -> tuple[int, str]:
    """`enginehouse play` as a process, which must end by itself: its exit code and all it said."""
    command = [sys.executable, "-m", "enginehouse", "play", "--no-browser", "--port", "0", "--db", db_url]
    environ = {**os.environ, "ENGINEHOUSE_JIT": "0", **more}
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, env=environ, check=False)
    return done.returncode, done.stdout + done.stderr


async def expect_refusal(db_url: str, said: str) -> None:
    """The store does not open, and says why."""
    with pytest.raises(Unreadable, match=said) as caught:
        await Store(db_url).open()
    assert "tables cannot be stored at" in str(caught.value) and "\n" not in str(caught.value)


async def opened_once(db_url: str) -> None:
    """A database of today."""
    await (await Store(db_url).open()).close()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n" * 1000)
    await expect_refusal(f"sqlite:///{file}", f"at sqlite:///{file}: .*damaged, or no database")  # as it was written


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    await expect_refusal(f"sqlite:///{tmp_path}", "cannot be opened")


@pytest.mark.skipif(sys.platform != "linux", reason="mounts")
def test_a_file_system_that_can_only_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    folder.mkdir()
    asyncio.run(opened_once(f"sqlite:///{folder / 'old.sqlite3'}"))
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "--bind", "-o", "ro", folder, folder], check=False, capture_output=True
        ).returncode
    )
    if not mounted and os.geteuid() == 0:
        pytest.skip("this root may not mount")
    if not mounted:
        folder.chmod(0o500)
    try:
        asyncio.run(expect_refusal(f"sqlite:///{folder / 'new.sqlite3'}", "cannot be (written|locked)"))
        asyncio.run(expect_refusal(f"sqlite:///{folder / 'old.sqlite3'}", "cannot be (written|locked)"))
        asyncio.run(expect_refusal(f"sqlite:///{folder / 'deeper' / 'new.sqlite3'}", "cannot be (written|locked)"))
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=True)
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://ann@localhost/tables", "SQLite or PostgreSQL, not in 'mysql'"),
        ("nothing://x/y", "SQLite or PostgreSQL, not in 'nothing'"),
        ("postgresql+nothing://x/y", "no such driver"),
        ("sqlite+pysqlite:///{folder}/x.sqlite3", "no such driver"),
    ],
)
async def test_a_driver_that_is_none(url: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=said):
        await Store(url.format(folder=tmp_path)).open()


async def test_no_server_is_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    await expect_refusal(f"postgresql://ann:secret@127.0.0.1:{port}/tables", "it does not answer")
    code, said = start_command(f"postgresql://ann:secret@127.0.0.1:{port}/tables", ENGINEHOUSE_WINDOWMS="1")
    assert "perhaps ENGINEHOUSE_WINDOW_MS is meant" in said
    assert code == 1 and "does not answer" in said and "secret" not in said and not any(t in said for t in TRACEBACKS)


@pytest.mark.postgres
async def test_no_database_of_that_name(postgres_url: str) -> None:
    await expect_refusal(f"{postgres_url}x", "no database of that name")


async def test_a_database_of_a_later_version(store: Store) -> None:
    async with store.database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await expect_refusal(str(store.database.url), "version 9999, which this program does not know .*newer Enginehouse")


async def test_a_database_of_a_later_version_starts_no_table(tmp_path: Path) -> None:
    file = tmp_path / "later.sqlite3"
    await opened_once(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    code, said = start_command(f"sqlite:///{file}")
    assert code == 1 and said.startswith("Error: tables cannot be stored at") and "version 9999" in said
    assert not any(t in said for t in TRACEBACKS)


def test_a_port_in_use_is_reported() -> None:
    with serve.free_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert port > 0 and not taken.getblocking()
        with pytest.raises(Unreadable, match=f"cannot listen on 127.0.0.1 port {port}: .*--port"):
            serve.free_socket("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a..b", "x" * 300, "192.0.2.1"])
def test_an_address_of_another_machine_is_reported(host: str) -> None:
    with pytest.raises(Unreadable, match="cannot listen on"):
        serve.free_socket(host, 0)


def test_the_address_to_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def own() -> Any:
        return "192.168.1.5"

    monkeypatch.setattr(serve, "own_address", own)
    assert serve.page_address("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert serve.page_address("::1", 80) == "http://[::1]:80/"
    for every in ("0.0.0.0", "::", ""):
        assert serve.page_address(every, 8000) == "http://192.168.1.5:8000/"


def test_this_machine_has_an_address() -> None:
    assert socket.inet_aton(serve.own_address())
