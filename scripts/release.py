"""Makes a release ready: gathers `changes/`, raises the version, builds and tries out wheel and source archive.

    scripts/release 0.2.0

What it does, in this order: the version must be newer than the one of `pyproject.toml`, and the working tree clean;
every file `changes/KIND-what.md` becomes a line of `CHANGELOG.md` under its kind and is removed; the version is raised;
the source archive is built, the wheel is built from the archive, and both are installed into clean environments and
tried. Then it says what is left to do by hand: read, commit, tag. Where something fails, `git restore .` is the way back.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TITLES = {
    "breaking": "What has to be done otherwise now",
    "rules": "Rules",
    "table": "At the table",
    "bots": "Bots",
    "lab": "Lab and environments",
    "house": "Installing, hosting, command line",
}
"""The kinds of changes (see `changes/README.md`) in the order in which people look for them."""
LOG_HEAD = "# Changelog\n\nWhat people notice, newest first. Rules of a game have versions of their own: `enginehouse games`.\n"


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


def gathered(folder: Path) -> dict[str, list[str]]:
    """The sentences of `changes/` by kind, each as one line; `NotReady` names a file that has no kind."""
    found: dict[str, list[str]] = {kind: [] for kind in TITLES}
    for path in change_files(folder):
        kind = path.name.partition("-")[0]
        if kind not in found:
            raise NotReady(f"{path.name}: a change begins with one of {', '.join(TITLES)} and a hyphen")
        found[kind].append(" ".join(path.read_text("utf-8").split()))
    if not any(found.values()):
        raise NotReady("changes/ has no change: there is nothing to release")
    return found


def change_files(folder: Path) -> list[Path]:
    """The files of `changes/` that a release gathers, in the order of their names."""
    return sorted(path for path in folder.glob("*.md") if path.name != "README.md")


def section(version: str, day: datetime.date, changes: dict[str, list[str]]) -> str:
    """The part of the changelog for one version."""
    parts = [f"## {version} ({day.isoformat()})\n"]
    for kind, title in TITLES.items():
        if changes[kind]:
            parts += [f"### {title}\n", "".join(f"- {sentence}\n" for sentence in changes[kind])]
    return "\n".join(parts)


def with_section(log: str, new: str) -> str:
    """The changelog with a new part before all former ones."""
    head, mark, rest = (log or LOG_HEAD).partition("\n## ")
    return head.rstrip("\n") + "\n\n" + new.rstrip("\n") + "\n" + (f"\n## {rest}" if mark else "")


def write_release(root: Path, version: str, day: datetime.date) -> None:
    """Write changelog and version, and remove the changes that are gathered; nothing is written where that fails."""
    project = root / "pyproject.toml"
    text = raised(project.read_text("utf-8"), version)
    new = section(version, day, gathered(root / "changes"))
    log = root / "CHANGELOG.md"
    log.write_text(with_section(log.read_text("utf-8") if log.exists() else "", new), encoding="utf-8")
    project.write_text(text, encoding="utf-8")
    for path in change_files(root / "changes"):
        path.unlink()


def _is_clean() -> bool:
    asked = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    return not asked.stdout.strip()


def main() -> None:
    """Make the release that is named ready; one sentence and exit code 1 where that is not possible."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="the new version, such as 0.2.0")
    version = parser.parse_args().version
    try:
        if not _is_clean():
            raise NotReady("there are changes that are not committed; commit or stash them first")
        write_release(ROOT, version, datetime.datetime.now(tz=datetime.UTC).date())
    except NotReady as error:
        sys.exit(f"scripts/release: {error}")
    print(f"CHANGELOG.md has {version}; building", flush=True)
    subprocess.run([sys.executable, str(ROOT / "scripts" / "wheel.py"), "--sdist"], check=True)
    print(f"Ready, in dist/. Read `git diff`, then: git commit -am 'house: release {version}' && git tag v{version}")
    print(f"Then keep this version's games for the tests of later ones: tests/kept/make.py {version}")


if __name__ == "__main__":
    main()
