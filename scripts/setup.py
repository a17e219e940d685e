"""Sets up a virtual environment from the locked versions in requirements/.

Standard library only: it runs before anything is installed. What was installed is remembered in a
stamp inside the environment, so that a second run takes a fraction of a second.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = os.name == "nt"

# What each level holds; a later level may stand in for an earlier one.
LEVELS = {
    "play": ("run",),
    "test": ("run", "test"),
    "check": ("run", "test", "check"),
    "frameworks": ("run", "test", "frameworks"),
    "bench": ("run", "bench"),
    "lab": ("run", "lab"),
    "all": ("run", "test", "check", "frameworks"),
}
COMPILER = ("numba", "llvmlite")
NEED_GLIBC = (*COMPILER, "deno")


def say(text: str) -> None:
    print(text, flush=True)


def fail(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


def wheels_fit() -> bool:
    """Whether this Linux can use the wheels of Numba and Deno (glibc 2.28 or newer).

    Environment markers cannot tell glibc from musl.
    """
    if sys.platform != "linux":
        return True
    try:
        name, number = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()
    except (OSError, ValueError):  # musl knows no such thing
        return False
    return name == "glibc" and tuple(map(int, number.split(".")[:2])) >= (2, 28)


def wanted(level: str, leave_out: tuple[str, ...]) -> str:
    """Return the requirements of all files of a level, with their hashes, as one file for one call of pip."""
    found: list[str] = []
    for part in ("build", *LEVELS[level]):
        text = (ROOT / "requirements" / f"{part}.txt").read_text("utf-8")
        for requirement in re.split(r"\n(?! )", text):  # hashes stand in lines that begin with a space
            name = re.match(r"[A-Za-z0-9_.-]+", requirement)
            if name and name[0].lower() not in leave_out and requirement.rstrip() not in found:
                found.append(requirement.rstrip())
    return "\n".join(found) + "\n"


def digest(requirements: str) -> str:
    """Changes when something has to be installed again: versions, entry points, the Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = {key: project[key] for key in ("build-system", "project")}
    text = f"{sys.version}\n{platform.machine()}\n{ROOT}\n{project}\n{requirements}"
    return hashlib.sha256(text.encode()).hexdigest()


def python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if WINDOWS else "bin/python")


def works(python: Path) -> bool:
    if not python.exists():
        return False
    code = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0


def may_install() -> bool:
    return not WINDOWS and os.geteuid() == 0 and shutil.which("apt-get") is not None


def make_venv(venv: Path) -> None:
    say(f"Making {venv.name} with Python {platform.python_version()}")
    base = getattr(sys, "_base_executable", sys.executable)
    command = [base, "-m", "venv", "--clear", str(venv)]
    if subprocess.run([base, "-c", "import ensurepip"], capture_output=True, check=False).returncode:
        # Debian keeps this part of Python in a package of its own.
        package = "python3-venv"
        if not may_install():
            fail(f"This Python cannot make virtual environments. On Debian or Ubuntu: apt-get install {package}")
        say(f"Installing Debian's {package}")
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", package]):
            subprocess.run(["apt-get", "-q", *arguments], stdout=subprocess.DEVNULL, check=True)
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        fail(f"Could not make {venv}:\n{made.stdout}{made.stderr}")


def install_by_uv(python: Path, log: Path, what: str, *arguments: str) -> bool:
    """Install with uv, which takes seconds where pip takes minutes. Return whether that worked: pip is always there."""
    uv = shutil.which("uv")
    if uv is None:
        return False
    began = time.monotonic()
    command = [uv, "pip", "install", "--python", str(python), "--no-progress", *arguments]
    with log.open("a", encoding="utf-8") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT, check=False).returncode == 0
    say(f"{what} · {time.monotonic() - began:.0f} s" if done else f"uv could not install it (see {log}); now with pip")
    return done


def install(python: Path, log: Path, what: str, *arguments: str, count: int = 0) -> None:
    """One call of uv or pip, with a line that counts the packages; its own words only if it fails."""
    if install_by_uv(python, log, what, *arguments):
        return
    began = time.monotonic()
    command = [
        str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--prefer-binary",
        "--progress-bar", "off", *arguments,
    ]  # fmt: skip
    live = sys.stdout.isatty()
    seen = 0
    if not live:
        say(what)
    with (
        log.open("a", encoding="utf-8") as out,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as running,
    ):
        assert running.stdout
        for line in running.stdout:
            out.write(line)
            found = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line)
            if found:
                seen += 1
            if live and (found or line.startswith("Installing collected")):
                tail = f"{min(seen, count)} of {count}: {found[1]}" if found else "unpacking"
                print(f"\r\033[K{what} · {tail}", end="", flush=True)
        code = running.wait()
    if live:
        print("\r\033[K", end="")
        say(f"{what} · {time.monotonic() - began:.0f} s")
    if code:
        last = "\n".join(log.read_text("utf-8").splitlines()[-25:])
        fail(f"{last}\n\nInstalling failed; the whole story is in {log}")


@contextlib.contextmanager
def alone(venv: Path) -> Iterator[None]:
    """Two makes at once wait for each other."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (venv.parent / f"{venv.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", nargs="?", default="play", choices=LEVELS)
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv")
    parser.add_argument("--plain", action="store_true", help="leave out the compiler (Numba)")
    args = parser.parse_args()
    venv: Path = args.venv.absolute()
    leave_out = NEED_GLIBC if not wheels_fit() else COMPILER if args.plain else ()

    stamps = venv / "enginehouse-stamps"
    digests = {level: digest(wanted(level, leave_out)) for level in LEVELS}
    stamp = stamps / args.level
    current = digests[args.level]

    def done() -> bool:
        return stamp.exists() and stamp.read_text() == current and python_of(venv).exists()

    if done():
        return
    venv.parent.mkdir(parents=True, exist_ok=True)
    with alone(venv):
        if done():  # somebody else did it while we waited
            return
        python = python_of(venv)
        if not works(python):
            make_venv(venv)
        stamps.mkdir(exist_ok=True)
        requirements = stamps / f"{args.level}.txt"
        requirements.write_text(wanted(args.level, leave_out), "utf-8")
        count = len(re.findall(r"^\w", requirements.read_text("utf-8"), re.M))
        log = venv / "setup.log"
        log.unlink(missing_ok=True)
        what = f"Installing {count} packages for `make {args.level}`"
        install(python, log, what, "--require-hashes", "-r", str(requirements), count=count)
        install(
            python, log, "Installing enginehouse itself",
            "--no-deps", "--no-build-isolation", "--editable", str(ROOT), count=1,
        )  # fmt: skip
        for level, parts in LEVELS.items():
            if set(parts) <= set(LEVELS[args.level]):
                (stamps / level).write_text(digests[level])


if __name__ == "__main__":
    main()
