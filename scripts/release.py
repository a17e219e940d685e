"""Makes a release ready: gathers `changes/`, raises the version, builds and tries out wheel and source archive.

    scripts/release 0.2.0          before the commit
    scripts/release --tag v0.2.0   after it: build and try the files of this version, and change nothing

What it does, in this order: the version must be newer than the one of `pyproject.toml`, and the working tree clean;
towncrier makes `CHANGELOG.md` of the files in `changes/`, and removes them; the version is raised; ready libraries of
the games are built into `src/enginehouse/ready`, which needs the linker lld; the source archive is built, the wheel is
built from the archive, and both are installed into clean environments and tried. Then it says what is left to do by
hand: read, commit, tag. If something fails, `git reset --hard` is the way back.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "src/enginehouse/__init__.py"
"""The file that says which version runs. `pyproject.toml` says which version is built."""


class NotReady(Exception):
    """A release cannot be made; the sentence says why."""


def numbers(version: str) -> tuple[int, int, int]:
    """`1.2.3` as three numbers; `NotReady` when it is none."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NotReady(f"a version is three numbers such as 0.2.0, not {version!r}")
    major, minor, patch = (int(part) for part in version.split("."))
    return major, minor, patch


def version_of(project: str) -> str:
    """The version in the text of `pyproject.toml`."""
    found = re.search(r'^version = "([^"]+)"$', project, re.M)
    if found is None:
        raise NotReady("pyproject.toml has no line `version = ...`")
    return found[1]


def raised(project: str, version: str) -> str:
    """The text of `pyproject.toml` with another version, which has to be a newer one."""
    now = version_of(project)
    if numbers(version) <= numbers(now):
        raise NotReady(f"{version} is not newer than {now}")
    return project.replace(f'version = "{now}"', f'version = "{version}"', 1)


def gather(root: Path, version: str, day: datetime.date) -> None:
    """Make a section of `CHANGELOG.md` from `changes/`. Raise `NotReady` with the reason if towncrier cannot.

    Links in the section lead from the file's own folder.
    """
    folder = root / "changes"
    if not [path for path in folder.iterdir() if path.name != "README.md"]:
        raise NotReady("changes/ has no change: there is nothing to release")
    words = ["build", "--yes", "--version", version, "--date", day.isoformat(), "--dir", str(root)]
    done = subprocess.run(
        [sys.executable, "-m", "towncrier", *words], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotReady((done.stderr or done.stdout).strip())
    log = root / "CHANGELOG.md"
    log.write_text(log.read_text("utf-8").replace("](../", "]("), encoding="utf-8")


def raise_in_package(package: str, now: str, version: str) -> str:
    """Return the text of `__init__.py` with another version. Raise `NotReady` if its version is not `now`."""
    line = f'__version__ = "{now}"\n'
    if package.count(line) != 1:
        raise NotReady(f"{PACKAGE} has no line {line.strip()}, but that is the version of pyproject.toml")
    return package.replace(line, f'__version__ = "{version}"\n')


def write_release(root: Path, version: str, day: datetime.date) -> None:
    """Write changelog and version. Nothing is written if one of them is wrong."""
    project, package = root / "pyproject.toml", root / PACKAGE
    before = project.read_text("utf-8")
    text = raised(before, version)
    code = raise_in_package(package.read_text("utf-8"), version_of(before), version)
    gather(root, version, day)
    project.write_text(text, encoding="utf-8")
    package.write_text(code, encoding="utf-8")


def check_tag(root: Path, tag: str) -> str:
    """Return the version of a tag such as `v0.2.0`. Raise `NotReady` if the sources are not that release."""
    version = tag.removeprefix("v")
    now = version_of((root / "pyproject.toml").read_text("utf-8"))
    if tag != f"v{version}" or numbers(version) != numbers(now):
        raise NotReady(f"the tag {tag} is not that of version {now}")
    if f"\n## {version} (" not in (root / "CHANGELOG.md").read_text("utf-8"):
        raise NotReady(f"CHANGELOG.md has no section for {version}; run scripts/release {version} first")
    return version


def build_files() -> None:
    """Build the libraries of the games, the wheel and the source archive, and try them."""
    print("compiling the games for all machines, which takes minutes", flush=True)
    subprocess.run([sys.executable, "-m", "enginehouse", "build", "ready"], check=True)
    print("building", flush=True)
    subprocess.run([sys.executable, str(ROOT / "scripts" / "wheel.py"), "--sdist"], check=True)


def _is_clean() -> bool:
    asked = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    return not asked.stdout.strip()


def main() -> None:
    """Make the release that is named ready; one sentence and exit code 1 where that is not possible."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("version", nargs="?", help="the new version, such as 0.2.0")
    which.add_argument("--tag", help="the tag of a release whose files are built, such as v0.2.0")
    given = parser.parse_args()
    version = given.version
    try:
        if given.tag is not None:
            version = check_tag(ROOT, given.tag)
        elif not _is_clean():
            raise NotReady("there are changes that are not committed; commit or stash them first")
        else:
            write_release(ROOT, version, datetime.datetime.now(tz=datetime.UTC).date())
    except NotReady as error:
        sys.exit(f"scripts/release: {error}")
    print(f"CHANGELOG.md has {version}", flush=True)
    try:
        build_files()
    except subprocess.CalledProcessError as error:
        sys.exit(f"scripts/release: `{' '.join(map(str, error.cmd))}` failed")
    if given.tag is not None:
        return
    print("Ready, in dist/. Read `git diff HEAD`, then:")
    print(f"git commit -am 'house: release {version}' -m 'Made by scripts/release.' && git tag v{version}")
    print(f"Then keep this version's games and names for the tests of later ones: tests/kept/make.py {version}, and")
    print("ENGINEHOUSE_JIT=0 .venv/bin/python tests/kept/names.py")


if __name__ == "__main__":
    main()
