"""The page's scripts are in folders by their knowledge: no page, the page, or the server too."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from enginehouse.table import assets
from enginehouse.table.packing import without_comments

PAGE = r"\b(?:document|window|navigator|localStorage|matchMedia|location|history|getComputedStyle)\b"
SERVER = r"\b(?:fetch|EventSource|WebSocket|XMLHttpRequest|sendBeacon|serviceWorker)\b"
FORBIDDEN = {"plain": f"{PAGE}|{SERVER}", "page": SERVER, "server": "(?!)"}
"""The names that the scripts of a folder do not use."""
SCRIPTS = {
    path.relative_to(assets.FOLDER).as_posix(): without_comments(path.read_text("utf-8"), ".js")
    for path in assets.FOLDER.rglob("*.js")
}


def list_faults(name: str, script: str) -> list[str]:
    """Return the names that a script of a folder must not use, and the scripts that it must not import."""
    folder, _, _ = name.partition("/")
    allowed = {*assets.SCRIPT_FOLDERS[: assets.SCRIPT_FOLDERS.index(folder) + 1], "vendor"}
    imported = re.findall(r'^import [^;]* from "([^"]+)"|\bimport\("([^"]+)"\)', script, re.MULTILINE)
    parents = {first + second: PurePosixPath(first or second).parent.name or folder for first, second in imported}
    return [*re.findall(FORBIDDEN[folder], script), *(one for one, parent in parents.items() if parent not in allowed)]


@pytest.mark.parametrize("folder", assets.SCRIPT_FOLDERS)
def test_scripts_know_no_more_than_their_folder(folder: str) -> None:
    scripts = {name: script for name, script in SCRIPTS.items() if name.startswith(f"{folder}/")}
    assert len(scripts) > 5
    assert {name: faults for name, script in scripts.items() if (faults := list_faults(name, script))} == {}


def test_only_the_scripts_that_join_the_parts_are_beside_the_folders() -> None:
    assert {name for name in SCRIPTS if "/" not in name} == {"table.js", "replay.js"}


@pytest.mark.parametrize(
    ("name", "script", "faults"),
    [
        ("plain/a.js", 'import { b } from "./b.js";\nreturn b.window;', ["window"]),
        ("plain/a.js", 'import { b } from "../page/b.js";', ["../page/b.js"]),
        ("page/a.js", 'import { b } from "../plain/b.js";\ndocument.title = "b";', []),
        ("page/a.js", 'await import("../server/b.js");\nfetch("/b");', ["fetch", "../server/b.js"]),
        ("server/a.js", 'import { b } from "../page/b.js";\nawait import("./c.js");\nfetch(b);', []),
        ("server/a.js", 'import { b } from "../table.js";', ["../table.js"]),
    ],
)
def test_such_faults_are_found(name: str, script: str, faults: list[str]) -> None:
    assert list_faults(name, script) == faults
