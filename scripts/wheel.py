"""Build the wheel and try it as a new user does: install, open a table, play a move, stop, run the README's code.

With `--sdist` the source archive is built too, and the wheel is built from what is in the archive. All is built twice,
and both builds must have the same bytes. The time from the wheel to a legal move is printed: the goal is a minute.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds until the lobby must answer
ANSWER_S = 20.0  # seconds for one answer; on a busy machine the first page takes longer than five


DIST = ROOT / "dist"


def build_wheel(source: Path, out: Path) -> Path:
    """Build the wheel from the sources in a folder, and return its file in the folder `out`."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(out), str(source)], check=True)
    (wheel,) = out.glob("enginehouse-*.whl")
    return wheel


def build_archive(source: Path, out: Path) -> Path:
    """Build the source archive from the sources in a folder, and return its file in the folder `out`."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out)]
    subprocess.run(words, cwd=source, check=True, stdout=subprocess.DEVNULL)
    (archive,) = out.glob("enginehouse-*.tar.gz")
    return archive


def build_twice(build: Callable[[Path, Path], Path], source: Path) -> Path:
    """Build into `dist/` and into another folder, and return the file in `dist/`. Exit if the files differ."""
    built = build(source, DIST)
    with tempfile.TemporaryDirectory(prefix="enginehouse-again-") as name:
        again = build(source, Path(name))
        if again.name != built.name or again.read_bytes() != built.read_bytes():
            sys.exit(f"{built.name}: a second build has other bytes")
    print(f"{built.name}: two builds have equal bytes", flush=True)
    return built


def unpack_archive(archive: Path, folder: Path) -> Path:
    """Unpack the source archive into a folder, and return the folder with its sources."""
    with tarfile.open(archive) as inside:
        inside.extractall(folder, filter="data")
    (sources,) = folder.iterdir()
    for needed in ("README.md", "LICENSE", "Makefile", "src/enginehouse", "tests", "docs", "scripts", "requirements"):
        if not (sources / needed).exists():
            sys.exit(f"missing in {archive.name}: {needed}")
    print(f"{archive.name}: {archive.stat().st_size // 1024} KB", flush=True)
    return sources


def check_contents(wheel: Path) -> None:
    """Every file of the package that git knows is in the wheel: rulebooks, pages' assets, migrations, py.typed."""
    listing = ["git", "ls-files", "-z", "src/enginehouse"]
    files = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    inside = set(zipfile.ZipFile(wheel).namelist())
    missing = [name for name in files if name and name.removeprefix("src/") not in inside]
    if missing:
        sys.exit(f"missing in {wheel.name}: {', '.join(missing)}")
    print(f"{wheel.name}: {len(inside)} files, {wheel.stat().st_size // 1024} KB", flush=True)


MARK = "-- end of a program --"


class Refused(Exception):
    """The server answers, but not with the page."""


def fetch(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_S) as answer:
            text: str = answer.read().decode("utf-8")
            return text
    except HTTPError as error:
        raise Refused(f"{url} answered {error.code}") from error


def call_interface(base: str, path: str, body: object = None, token: str = "") -> Any:
    """Return the answer of the interface for programs. Post `body`, if there is one."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(f"{base}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
        return json.load(answer)


def play_a_move(base: str) -> str:
    """Open a table, play the first legal action, and return its name."""
    body = {"game": "mechanation", "seats": ["me", "bot:random"], "name": "Ann"}
    made = call_interface(base, "/tables", body)
    here, token = f"/tables/{made['table']}", made["seats"][0]["token"]
    began = time.monotonic()
    while not (look := call_interface(base, here, token=token))["actions"]:
        if time.monotonic() - began > PATIENCE:
            sys.exit(f"no turn after {PATIENCE:.0f} s")
        time.sleep(0.1)
    name = str(look["actions"][0]["name"])
    call_interface(base, f"{here}/act", {"decision": look["decision"], "act": name}, token)
    return name


def try_play(command: Path, folder: Path, environment: dict[str, str], since: float) -> None:
    """Start the server, open the lobby, play a move and stop. Print the time from `since` to the move."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    log = folder / "play.log"
    began = time.monotonic()
    with log.open("wb") as out:
        arguments = [str(command), "play", "--no-browser", "--port", str(port)]
        server = subprocess.Popen(arguments, stdout=out, stderr=out, cwd=folder, env=environment)
    try:
        page = ""
        while not page:
            if server.poll() is not None:
                sys.exit(f"`enginehouse play` ended with {server.returncode}:\n{log.read_text()}")
            if time.monotonic() - began > PATIENCE:
                sys.exit(f"no lobby after {PATIENCE:.0f} s:\n{log.read_text()}")
            try:
                page = fetch(f"{base}/")
            except (URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        print(f"the lobby answered after {time.monotonic() - began:.1f} s, {len(page)} characters", flush=True)
        if "<title>" not in page:
            sys.exit(f"the lobby is no page:\n{page[:500]}")
        assets = sorted(set(re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg|woff2)[^"]*)"', page)))
        if not assets:
            sys.exit("the lobby names no script and no style")
        for asset in assets:
            fetch(base + asset)
        print(f"and its {len(assets)} assets", flush=True)
        name = play_a_move(base)
        print(f"from the wheel to a legal move ({name}): {time.monotonic() - since:.0f} s", flush=True)
    except (Refused, OSError) as fault:
        time.sleep(0.5)  # until its log is written
        sys.exit(f"{fault}\n{log.read_text()}")
    finally:
        server.terminate()
        try:
            code = server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()
            sys.exit(f"`enginehouse play` did not stop within 15 s:\n{log.read_text()}")
    print(f"stopped with code {code}", flush=True)
    if "Traceback" in log.read_text():
        sys.exit(log.read_text())


PROGRAM = r"^```python\n(.*?)^```$\n\n```text\n(.*?)^```$"


def try_programs(page: str, python: Path, folder: Path, environment: dict[str, str]) -> None:
    """The programs of a page, one after the other, print what stands below them."""
    found = [one.groups() for one in re.finditer(PROGRAM, (ROOT / page).read_text("utf-8"), re.S | re.M)]
    if not found:
        sys.exit(f"{page} has no programs")
    code = "".join(f"{program}\nprint({MARK!r})\n" for program, _ in found)
    done = subprocess.run(
        [str(python), "-c", code], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    printed = done.stdout.split(f"{MARK}\n")[:-1]
    if done.returncode or printed != [said for _, said in found]:
        sys.exit(f"the programs of {page} print something else:\n{done.stdout}{done.stderr}")
    print(f"{page}: {len(found)} programs print what it says", flush=True)


def versions(part: str, folder: Path) -> Path:
    """Write the locked versions of a part without their hashes, which the wheel that was just built cannot have."""
    locked = (ROOT / "requirements" / f"{part}.txt").read_text("utf-8")
    file = folder / f"{part}.txt"
    # pip wants no extras in constraints; what an extra brings is locked in lines of its own.
    pins = [re.sub(r"\[.*?\]", "", line.removesuffix(" \\")) for line in locked.splitlines() if line[:1] != " "]
    file.write_text("\n".join(pins) + "\n", "utf-8")
    return file


def check_version(command: Path, wheel: Path) -> None:
    """Exit if the installed program names another version than the wheel."""
    said = subprocess.run([str(command), "--version"], check=True, capture_output=True, text=True).stdout.strip()
    if said != f"enginehouse, version {wheel.name.split('-')[1]}":
        sys.exit(f"{wheel.name} has a program that says {said!r}")


def main() -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="enginehouse-sources-") as name:
        sources = ROOT
        if "--sdist" in sys.argv[1:]:
            sources = unpack_archive(build_twice(build_archive, ROOT), Path(name))
        wheel = build_twice(build_wheel, sources)
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="enginehouse-wheel-") as name:
        folder, began = Path(name), time.monotonic()
        venv.create(folder / "venv", with_pip=True)
        bin_ = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(bin_ / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, "--constraint", str(versions("run", folder)), str(wheel)], check=True)
        # A new person's home, so that nothing of this machine helps.
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "ENGINEHOUSE_"))}
        environment["HOME"] = str(folder)
        environment.pop("PYTHONPATH", None)
        try_play(bin_ / "enginehouse", folder, environment, began)
        check_version(bin_ / "enginehouse", wheel)
        for arguments in (["games"], ["doctor"]):
            print(f"$ enginehouse {' '.join(arguments)}", flush=True)
            subprocess.run([str(bin_ / "enginehouse"), *arguments], check=True, cwd=folder, env=environment)
        try_programs("README.md", bin_ / "python", folder, environment)
        # The library's page says which extra its pictures want.
        subprocess.run([*pip, "--constraint", str(versions("test", folder)), f"{wheel}[png]"], check=True)
        try_programs("docs/library.md", bin_ / "python", folder, environment)


if __name__ == "__main__":
    main()
