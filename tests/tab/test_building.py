"""Parts of the built folder: locked packages, refusals in a sentence, the archive, and static pages."""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.table.store import migrations
from enginehouse.table.tab.building import packages, site
from enginehouse.table.tab.building.pages import change_addresses, find_addresses, name_file

pytestmark = pytest.mark.beside_plain


def test_each_package_is_locked_with_one_hash() -> None:
    lines = [line for line in packages.LOCK.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    names = [line.partition("==")[0] for line in lines]
    assert len(names) == len(set(names)) and {"sqlalchemy", "starlette", "msgspec"} <= set(names)


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = CliRunner().invoke(main, ["build", "site", str(tmp_path / "out")])
    assert found.exit_code == 1 and "the program node is missing" in found.output
    assert not (tmp_path / "out").exists()


def test_another_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"")
    with pytest.raises(Unreadable, match="has other files"):
        site.build(tmp_path, None, None, None, print)


def test_another_version_of_pyodide_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no folder of Pyodide"):
        packages.get_pyodide(tmp_path, tmp_path)
    for name in packages.FILES:
        (tmp_path / name).write_text(json.dumps({"version": "0.1"}))
    with pytest.raises(Unreadable, match=f"has Pyodide 0.1; .* needs {packages.PYODIDE}"):
        packages.get_pyodide(tmp_path, tmp_path)


def test_pip_says_why_it_fails(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="pip could not get the packages for the browser: ERROR"):
        packages.get_wheels(tmp_path, tmp_path)


def test_only_files_for_browsers_are_unpacked(tmp_path: Path) -> None:
    names = ("one/__init__.py", "one/fast.so", "one/note.txt", "sqlalchemy/orm/big.py", "one-1.dist-info/RECORD.py")
    for platform in ("manylinux_2_17_x86_64", "wasm32"):
        wheel = tmp_path / f"one-1-cp314-cp314-{platform}.whl"
        with zipfile.ZipFile(wheel, "w") as opened:
            for name in names:
                opened.writestr(name, "")
        packages.unpack_wheels([wheel], tmp_path / platform)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*") if path.is_file()}
    found = {name for name in there if name.startswith(("wasm32/", "manylinux_2_17_x86_64/"))}
    assert found == {"wasm32/one/__init__.py", "wasm32/one/fast.so", "manylinux_2_17_x86_64/one/__init__.py"}


def test_the_staged_files_are_those_of_a_tab(tmp_path: Path) -> None:
    site.stage_house(tmp_path)
    assert (tmp_path / "numpy/__init__.py").is_file()
    assert (tmp_path / "enginehouse/games/mechanica/rules.py").is_file()
    assert not (tmp_path / "enginehouse/table/tab/building").exists()
    connection = sqlite3.connect(tmp_path / "empty.sqlite3")
    assert connection.execute("select version_num from alembic_version").fetchall() == [(migrations.HEAD,)]
    connection.close()


def test_addresses_of_static_pages() -> None:
    page = (
        '<form method="post" action="/house/games/one/lessons/first"><a href="/house/games/one/parts#part-3">'
        '<img src="/house/games/one/parts/3.svg?theme=dark"><link href="/house/assets/house.css?v=12"></a>'
        '<a href="/house/">lobby</a></form><script src="/house/assets/theme.js?v=1"></script>'
    )
    found = find_addresses(page)
    assert "/games/one/parts" in found and "/games/one/parts/3.svg?theme=dark" in found
    assert name_file("/games/one/parts/3.svg?theme=dark") == "games/one/parts/3.dark.svg"
    assert name_file("/games/one/rules") == "games/one/rules.html"
    assert change_addresses(page, Path("games/one/rules.html")) == (
        '<form method="get" action="../../../"><a href="../../games/one/parts.html#part-3">'
        '<img src="../../games/one/parts/3.dark.svg"><link href="../../assets/house.css"></a>'
        '<a href="../../../#/">lobby</a></form>'
    )
