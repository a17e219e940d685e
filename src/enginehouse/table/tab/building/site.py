"""Build the folder of the web site that runs a server in a browser tab.

It has an archive of the server's files, the Python runtime Pyodide, bots, and the start page.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.bots.players.portable import list_entries, list_settings
from enginehouse.core.compiler.targets import wasm
from enginehouse.core.compiler.targets.layouts import describe_library
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.tab.building import HEAP
from enginehouse.table.tab.building.packages import find_tool, get_pyodide, get_wheels, run_tool, unpack_wheels
from enginehouse.table.tab.building.pages import write_pages

PACKAGE = Path(__file__).parents[3]
PAGE, STAND_INS, ICON = (Path(__file__).parents[1] / "page"), (Path(__file__).parents[1] / "stand_ins"), "icon.svg"
PARTS = ("core", "games", "bots", "table")
"""The parts of this package that run in a tab."""
UNUSED = (
    "core/compiler/targets/",
    "table/processes.py",
    "table/serve.py",
    "table/tab/building/",
    "table/tab/page/",
    "table/tab/stand_ins/",
)
"""Files in these parts that do not run in a tab."""
MOST_BYTES = 12_000_000
"""The maximum size of a first visit."""
PACKED = ".bin"
"""The ending of packed files (gzip), which no file server takes for something else."""
COMPILE = """
import { loadPyodide } from PYODIDE;
import fs from "node:fs";
import path from "node:path";
const py = await loadPyodide(), [, , root] = process.argv;
py.runPython(`
import importlib.util, marshal, struct
def make(text, name):
    code = compile(text, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + struct.pack("<III", 0, 0, 0) + marshal.dumps(code)
`);
const make = py.globals.get("make");
for (const name of fs.readdirSync(root, { recursive: true })) {
  if (!name.endsWith(".py")) continue;
  const code = make(fs.readFileSync(path.join(root, name), "utf8"), "/site/" + name);
  fs.writeFileSync(path.join(root, name + "c"), code.toJs());
  code.destroy();
}
process.exit(0);
"""
"""A program for Node.js that compiles all Python files of a folder to the bytecode of Pyodide, without docstrings."""
WITH_SOURCE = ("anyio/", "enginehouse/table/store/migrations/")
"""Packages whose source is read."""
SITE, MIGRATIONS = f"site.tar{PACKED}", f"migrations.tar{PACKED}"
MIGRATING = (
    "alembic/",
    "enginehouse/table/store/migrations/env.py",
    "enginehouse/table/store/migrations/versions/",
    "mako/",
    "sqlalchemy/dialects/postgresql/",
    "sqlalchemy/ext/",
)
"""Files that bring an older database up to date. A tab loads them only then."""

Say = Callable[[str], object]


class Written(NamedTuple):
    """The total size in bytes and the number of the files in a built folder that a browser loads on a first visit."""

    size: int
    files: int


def build(out: Path, pyodide: Path | None, wheels: Path | None, modules: Path | None, say: Say) -> Written:
    """Write the web site whose server runs in a browser tab into the folder `out`.

    Return the number of bytes and of files that a browser loads on a first visit. Replace an older folder that this
    function has written. `pyodide` and `wheels` are folders with earlier downloads, and `modules` is a folder with
    games that `build wasm` has written. If one is None, its content is downloaded or built. `say` is called with a line
    for each step. Raise `Unreadable` with the reason if something is missing, or if `out` has other files in it.
    """
    if out.exists() and any(out.iterdir()) and not (out / "sw.js").is_file():
        raise Unreadable(f"{out} has other files in it; name a new folder")
    node = find_tool("node", "compiles Python for the browser")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        say("Pyodide and packages ...")
        found = get_pyodide(pyodide, work)
        site, new = work / "site", work / "new"
        unpack_wheels(get_wheels(wheels, work), site)
        stage_house(site)
        say("compile Python for the browser ...")
        _compile(node, found, site, work)
        paths = [path for path in site.rglob("*") if path.is_file()]
        older = {path for path in paths if path.relative_to(site).as_posix().startswith(MIGRATING)}
        _write_archive(site, [path for path in paths if path not in older], new / SITE)
        _write_archive(site, list(older), new / MIGRATIONS)
        _write_pyodide(found, new / "pyodide")
        bots = _write_bots(new / "bots", modules, say)
        _write_page(new, bots, found)
        say("rules and parts as pages ...")
        write_pages(new)
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(new, out)
    return measure(out)


def measure(folder: Path) -> Written:
    """Return the size in bytes and the number of the files that a browser loads on a first visit.

    `folder` is a folder that `build` has written. Files in it that are loaded later or not at all do not count.
    """
    later = {folder / MIGRATIONS, *(folder / "pages").rglob("*")}
    files = (path for path in folder.rglob("*") if path.is_file() and path not in later)
    sizes = [path.stat().st_size for path in files]
    return Written(sum(sizes), len(sizes))


def stage_house(site: Path) -> None:
    """Copy the files of this package, small replacements of large packages and an empty database into `site`."""
    for part in PARTS:
        for path in (PACKAGE / part).rglob("*"):
            name = path.relative_to(PACKAGE).as_posix()
            if path.is_file() and "__pycache__" not in name and not name.startswith(UNUSED):
                _copy(path, site / "enginehouse" / name)
    _copy(PACKAGE / "__init__.py", site / "enginehouse/__init__.py")
    for path in STAND_INS.rglob("*.py"):
        _copy(path, site / path.relative_to(STAND_INS))
    write_empty_database(site / "empty.sqlite3")


def write_empty_database(file: Path) -> None:
    """Write an empty database of the newest version into `file`.

    The server in a browser tab starts with a copy of it. So it does not have to run all migrations on a first visit.
    """

    async def make() -> None:
        database = InPlaceDatabase(f"sqlite:///{file}")
        await database.open()
        await database.close()

    asyncio.run(make())
    connection = sqlite3.connect(file)
    for statement in ("pragma journal_mode=delete", "vacuum"):
        connection.execute(statement)
    connection.close()


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def _compile(node: str, pyodide: Path, site: Path, work: Path) -> None:
    script = work / "compile.mjs"
    script.write_text(COMPILE.replace("PYODIDE", json.dumps((pyodide.resolve() / "pyodide.mjs").as_uri())))
    run_tool([node, str(script), str(site)], "Node.js could not compile the table")
    for path in site.rglob("*.py"):
        if not path.relative_to(site).as_posix().startswith(WITH_SOURCE):
            path.unlink()


def _write_archive(site: Path, paths: list[Path], file: Path) -> None:
    """Write files of the folder `site` into one compressed archive. Equal files result in an equal archive."""
    raw = io.BytesIO()
    # Files of one kind stand together, because they are packed better so.
    paths = sorted(paths, key=lambda path: (path.suffix, str(path)))
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in paths:
            member = tarfile.TarInfo(path.relative_to(site).as_posix())
            member.size, member.mode = path.stat().st_size, 0o644
            with path.open("rb") as opened:
                archive.addfile(member, opened)
    _pack(raw.getvalue(), file)


def _pack(data: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(data, 9, mtime=0))


def _write_pyodide(pyodide: Path, folder: Path) -> None:
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs"):
        _pack((pyodide / name).read_bytes(), folder / f"{name}{PACKED}")
    for name in ("pyodide.mjs", "python_stdlib.zip"):
        _copy(pyodide / name, folder / name)


def _write_bots(folder: Path, modules: Path | None, say: Say) -> dict[str, Any]:
    """Write a WebAssembly module with the bots of each game into `folder`.

    `modules` is a folder with modules that `build wasm` has written. Copy the module of a game from there. Build it if
    it is not there, or if `modules` is None. `say` is called with a line for each step. Return a dict from the address
    of each game's package (`Game.address`) to a dict with the name of the module's `file` and the names of its `bots`.
    """
    found = {}
    for game in map(games.get, games.names()):
        file = game.name.replace("-", "_")
        about, module = _find_module(game, modules, file) or _build_module(game, say)
        _pack(module, folder / f"{file}.wasm{PACKED}")
        _pack(json.dumps(about, separators=(",", ":")).encode(), folder / f"{file}.json{PACKED}")
        found[game.address] = {"file": file, "bots": sorted(about["bots"])}
    _copy(wasm.SCRIPT, folder / wasm.SCRIPT.name)
    return found


def _find_module(game: Game, modules: Path | None, file: str) -> tuple[Mapping[str, Any], bytes] | None:
    """Return a game's module that `build wasm` has written, as a pair of its description and its bytes, or None.

    `modules` is the folder in which it may be, and `file` its name without a suffix. A module counts only if it was
    made from the present sources.
    """
    if modules is None:
        return None
    for folder in (modules, modules / game.name):
        about, module = folder / f"{file}.json", folder / f"{file}.wasm"
        if about.is_file() and module.is_file():
            described = json.loads(about.read_text("utf-8"))
            if described["stamp"] == cache.stamp(game) and described["bots"]:
                return described, module.read_bytes()
    return None


def _build_module(game: Game, say: Say) -> tuple[Mapping[str, Any], bytes]:
    say(f"bots of {game.facts.title} ...")
    entries = [one for one in list_entries(game) if one.name == "choose"]
    return describe_library(game, entries, cache.stamp(game), list_settings(game)), wasm.build(game, entries, heap=HEAP)


def _write_page(out: Path, bots: dict[str, Any], pyodide: Path) -> None:
    """Write the start page and its scripts into the folder `out`, whose other files are complete.

    `bots` is the dict that `_write_bots` returns, and `pyodide` is the folder of Pyodide. The service worker gets a
    list of all files, and a version that is a hash of them.
    """
    lock = {"info": json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"], "packages": {}}
    for path in PAGE.iterdir():
        _copy(path, out / path.name)
    _copy(PACKAGE / "table/static" / ICON, out / ICON)
    stamp = _hash(out, [SITE, f"pyodide/pyodide.asm.wasm{PACKED}"])
    _fill(out / "worker.js", {"$BOTS": json.dumps(bots), "$LOCK": json.dumps(lock), "$SNAPSHOT": stamp})
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    files = [name for name in names if name != "sw.js"]
    _fill(out / "sw.js", {"$FILES": json.dumps(files), "$VERSION": _hash(out, names)})


def _hash(folder: Path, names: list[str]) -> str:
    """Return a short hash of the contents and the names of some files of a folder."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + os.fsencode("\0") + (folder / name).read_bytes())
    return digest.hexdigest()[:12]


def _fill(file: Path, values: Mapping[str, str]) -> None:
    text = file.read_text("utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    file.write_text(text, "utf-8")
