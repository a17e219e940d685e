"""Download Pyodide (Python for browsers) and the packages that the server needs when it runs in a browser tab.

All have locked versions and hashes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from enginehouse.core.errors import Unreadable

PYODIDE = "314.0.7"
PYODIDE_SHA512 = "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
"""The hash of the archive of this version on the registry of npm."""
FILES = ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs", "python_stdlib.zip", "pyodide-lock.json", "package.json")
LOCK = Path(__file__).with_name("wheels.txt")
"""The packages with their hashes, in the form that pip reads."""
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64", "manylinux2014_x86_64", "any")
"""The systems whose wheels are accepted. Of a wheel for Linux only the Python files are used."""
UNUSED = (
    "sqlalchemy/orm/",
    "sqlalchemy/testing/",
    "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/",
    "sqlalchemy/dialects/oracle/",
    "anyio/pytest_plugin.py",
    "starlette/testclient.py",
    "alembic/templates/",
    "alembic/testing/",
    "mako/testing/",
    "confusable_homoglyphs/cli.py",
)
"""Files of packages that the server does not import in a browser tab."""


def find_tool(name: str, why: str) -> str:
    """Return the path of the program `name`.

    Raise `Unreadable` if it is not installed. `why` is the part of the error that says why the program is needed.
    """
    found = shutil.which(name)
    if found is None:
        raise Unreadable(f"the program {name} is missing, which {why}; install Node.js from https://nodejs.org")
    return found


def get_pyodide(given: Path | None, work: Path) -> Path:
    """Return a folder with the locked version of Pyodide: the folder `given`, or a download from the registry of npm.

    A download is put into the folder `work`. Raise `Unreadable` if there is no Pyodide, or if it has another version.
    """
    folder = given or _download_pyodide(work)
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise Unreadable(f"{folder} is no folder of Pyodide: the file {missing[0]} is missing")
    version = json.loads((folder / "package.json").read_text("utf-8")).get("version")
    if version != PYODIDE:
        raise Unreadable(f"{folder} has Pyodide {version}; this version of Enginehouse needs {PYODIDE}")
    return folder


def _download_pyodide(work: Path) -> Path:
    npm = find_tool("npm", "downloads Pyodide (or name a folder with it by --pyodide)")
    run_tool(
        [npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(work)], "npm could not get Pyodide"
    )
    archive = work / f"pyodide-{PYODIDE}.tgz"
    if hashlib.sha512(archive.read_bytes()).hexdigest() != PYODIDE_SHA512:
        raise Unreadable(f"the archive of Pyodide {PYODIDE} has another hash than the one that is locked here")
    with tarfile.open(archive) as opened:
        opened.extractall(work, filter="data")
    return work / "package"


def get_wheels(given: Path | None, work: Path) -> list[Path]:
    """Return the wheels of the locked packages: those in the folder `given`, or downloads by pip in the folder `work`.

    Raise `Unreadable` if that fails.
    """
    folder = work / "wheels"
    source = ["--no-index", "--find-links", str(given)] if given else []
    accepted = [word for name in PLATFORMS for word in ("--platform", name)]
    python = ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary", ":all:", "--require-hashes", "--dest", str(folder), "--requirement", str(LOCK)]
    run_tool([*command, *source, *accepted, *python], "pip could not get the packages for the browser")
    return sorted(folder.glob("*.whl"))


def unpack_wheels(wheels: list[Path], folder: Path) -> None:
    """Unpack the files of wheels into a folder. Leave out files that a browser does not need."""
    for wheel in wheels:
        is_for_browsers = wheel.stem.endswith(("wasm32", "any"))
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                is_used = name.endswith((".py", ".json")) or (name.endswith(".so") and is_for_browsers)
                if is_used and ".dist-info/" not in name and ".data/" not in name and not name.startswith(UNUSED):
                    opened.extract(name, folder)


def run_tool(command: list[str], said: str) -> None:
    """Run a program, given by its command line.

    If it fails, raise `Unreadable` with the sentence `said` and the last line of the program's output.
    """
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # programs of this module
    if found.returncode != 0:
        lines = [line for line in (found.stderr or found.stdout).splitlines() if line.strip()]
        raise Unreadable(f"{said}: {lines[-1].strip() if lines else 'it gave no reason'}")
