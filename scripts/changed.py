"""Names the test files that belong to a change, and why: python scripts/changed.py [REF]

A change is everything since the commit at which this branch left REF (default: main), with what is not committed yet.
The answer is read from the sources and nothing is imported. `scripts/test --changed` runs the files that are printed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "src/enginehouse"
GAMES = f"{PACKAGE}/games/"
BARE = ("tests/", "docs/examples/")
"""Folders of files that tests import by bare names."""
FEW, MANY, FURTHEST = 5, 20, 3
"""Tests that import a changed file are chosen. If fewer than FEW do and none is named like it, those are chosen, too,
that import it by way of another file, then of two, unless this brings more than MANY."""
EVERY_SOURCE = (
    "tests/house/test_structure.py",
    "tests/test_house.py",
    "tests/test_named_paths.py",
    "tests/test_collection.py",
)
"""Quick tests that read every source file."""
EVERY_GAME = ("tests/conformance/test_conformance.py", "tests/games/test_[!/]*.py", "tests/secrecy/test_*.py")
"""Tests of any game, which have cases for each by its name."""
PAGE = (".js", ".css", ".html")
"""Endings of files of which only a browser can say whether they work."""
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([\w., \t]+))", re.MULTILINE
)


class Chosen(NamedTuple):
    """The test files to run, each with the reason, and the only games whose cases are run (none: all)."""

    reasons: dict[str, str]
    games: list[str]


class Sources:
    """The Python files of the package and its tests, by their paths from the root, and what they import."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.texts = {
            path.relative_to(root).as_posix(): path.read_text("utf-8")
            for top in (PACKAGE, *BARE)
            for path in sorted((root / top).rglob("*.py"))
            if not re.search(r"/tests/kept/\d|/__pycache__/", path.as_posix())
        }
        self.tests = [name for name in self.texts if is_test(name)]
        self.modules = {name_module(name): name for name in self.texts if name.startswith(PACKAGE)}
        self.modules.update(
            (self._bare_name(name), name)
            for name in self.texts
            if name.startswith(BARE) and Path(name).name != "conftest.py"
        )

    def _bare_name(self, name: str) -> str:
        """Return the name by which tests import a file: its bare name, or those of its packages before it."""
        path = Path(name)
        parts = [] if path.stem == "__init__" else [path.stem]
        while f"{path.parent.as_posix()}/__init__.py" in self.texts:
            path = path.parent
            parts.insert(0, path.name)
        return ".".join(parts)

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Return for each file those that import it. Tests import their helpers also by running them as a program."""
        found = defaultdict(set)
        for name, text in self.texts.items():
            for one in set(self._imported(name, text)) - {name}:
                found[one].add(name)
        return found

    def _imported(self, name: str, text: str) -> Iterator[str]:
        for module in modules_in(text, name):
            while module:
                if module in self.modules:
                    yield self.modules[module]
                    break
                module = module.rpartition(".")[0]
        if name.startswith("tests/") and name.endswith("/__init__.py"):
            below = name.removesuffix("__init__.py")
            yield from (one for one in self.texts if one.startswith(below))  # It may reach them by their names.
        if name.startswith("tests/"):
            for stem in re.findall(r"[\"/](\w+)\.py\"", text):
                if stem in self.modules:
                    yield self.modules[stem]

    def find_tests(self, changed: str, enough: int = FEW) -> dict[str, str]:
        """Return the tests that import a file, each with the file by which it does. Stop when they are `enough`."""
        seen, found, front = {changed}, dict[str, str](), [changed]
        for level in range(FURTHEST):
            brought, further = dict[str, str](), []
            while front:
                one = front.pop()
                for name in sorted(self.importers.get(one, set()) - seen):
                    seen.add(name)
                    if is_test(name):
                        brought[name] = one
                    elif name.startswith(BARE):
                        front.append(name)  # Helpers count as no level.
                    else:
                        further.append(name)
            if level and len(brought) > MANY:
                break
            found.update(brought)
            if len(found) >= enough:
                break
            front = further
        return found

    def within(self, folder: str) -> list[str]:
        """Return the tests in a folder and below it."""
        return [name for name in self.tests if name.startswith(f"{folder}/")]

    def beside(self, folder: str) -> list[str]:
        """Return the tests in a folder, or in the nearest one above it that has any."""
        while folder:
            if found := [name for name in self.tests if name.rpartition("/")[0] == folder]:
                return found
            folder = folder.rpartition("/")[0]
        return []

    def naming(self, file: str) -> list[str]:
        """Return the tests in which the name of a file stands as text."""
        return [name for name in self.tests if re.search(rf"[\"'/\s`]{re.escape(file)}\b", self.texts[name])]


def is_test(name: str) -> bool:
    """Return whether pytest collects a file."""
    return name.startswith("tests/") and Path(name).name.startswith("test_") and name.endswith(".py")


def name_module(name: str) -> str:
    """Return the module name of a file of the package."""
    return name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def modules_in(text: str, name: str) -> Iterator[str]:
    """Yield every `module.name` that a file imports, at its top or within functions."""
    package = name_module(name).split(".")
    if not name.endswith("/__init__.py"):
        package.pop()
    for module, names, plain in IMPORT.findall(text):
        if plain:
            yield from (one.split(" as ")[0].strip() for one in plain.split(","))
            continue
        level = len(module) - len(module.lstrip("."))
        above = package[: len(package) - level + 1] if level else []
        for one in names.strip("()").replace("\n", " ").split(","):
            if one.strip():
                yield ".".join([*above, *filter(None, module.lstrip(".").split(".")), one.split(" as ")[0].strip()])


def find_game(name: str) -> str:
    """Return the package of the game to which a file belongs, or ""."""
    for top in (GAMES, "tests/games/"):
        folder, slash, _ = name.removeprefix(top).partition("/")
        if name.startswith(top) and slash:
            return folder
    return ""


def chosen_by(sources: Sources, name: str) -> Iterator[tuple[str, str]]:
    """Yield the tests that belong to a changed file, each with the reason. The best reason comes first."""
    if is_test(name):
        yield name, "changed"
    if game := find_game(name):
        yield from chosen_by_game(sources, name, game)
    elif name.startswith(f"{PACKAGE}/"):
        yield from chosen_by_source(sources, name)
    else:
        yield from ((one, f"imports {name}") for one in sources.find_tests(name, enough=0))
    path = Path(name)
    if name.startswith("tests/") and (path.suffix != ".py" or path.name == "conftest.py"):
        yield from ((one, f"in the folder of {name}") for one in sources.within(path.parent.as_posix()))
    if name.startswith(f"{PACKAGE}/"):
        yield from ((one, "reads every source file") for one in EVERY_SOURCE if one in sources.tests)
    if name.endswith(PAGE):
        yield from ((one, f"uses pages with {name}") for one in sources.within("tests/browser"))
    if not name.endswith(".py") or not name.startswith((PACKAGE, "tests/")):
        yield from ((one, f"names {path.name}") for one in sources.naming(path.name))


def chosen_by_game(sources: Sources, name: str, game: str) -> Iterator[tuple[str, str]]:
    """Yield the tests of a game, those that import the file, and those that have cases of every game."""
    yield from ((one, f"tests of {game}") for one in sources.within(f"tests/games/{game}"))
    yield from ((one, f"imports {name}") for one in sources.find_tests(name, enough=0))
    for pattern in EVERY_GAME:
        yield from ((one, f"has cases of {game}") for one in sources.tests if fnmatch(one, pattern))


def chosen_by_source(sources: Sources, name: str) -> Iterator[tuple[str, str]]:
    """Yield the tests named like a module and those that import it. If these are few, add those of its folder."""
    path = Path(name)
    folder = f"tests/{path.parent.relative_to(PACKAGE).as_posix()}".removesuffix("/.")
    alike = [one for one in sources.within(folder) if re.fullmatch(rf"test_{path.stem}(_\w+)?", Path(one).stem)]
    yield from ((one, f"named like {name}") for one in alike)
    importing = sources.find_tests(name, enough=0 if alike else FEW)
    for one, by in importing.items():
        yield one, f"imports {by}" + (f", which leads to {name}" if by != name else "")
    if len(importing) < FEW and not alike and not name.endswith((".js", ".css")):
        yield from ((one, f"in the folder of {name}") for one in sources.beside(folder))


def choose(sources: Sources, changed: list[str]) -> Chosen:
    """Return the tests of all changed files: those in a browser only if pages or these tests have changed.

    If only games have changed, the cases of other games are left out.
    """
    reasons: dict[str, str] = {}
    for name in changed:
        for test, reason in chosen_by(sources, name):
            in_browser = test.startswith("tests/browser/")
            if test in sources.tests and (not in_browser or name.endswith(PAGE) or name.startswith("tests/browser/")):
                reasons.setdefault(test, reason)
    source = [name for name in changed if name.startswith((PACKAGE, "tests/"))]
    games = {find_game(name) for name in source}
    return Chosen(dict(sorted(reasons.items())), [] if "" in games else sorted(one.replace("_", "-") for one in games))


class NoSuchCommit(Exception):
    """git knows no such commit."""


def git(root: Path, *arguments: str) -> str:
    """Return what a command of git prints."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoSuchCommit(done.stderr.strip() or f"there is no {arguments[-1]}")
    return done.stdout


def changed_since(root: Path, ref: str) -> tuple[str, list[str]]:
    """Return the commit at which this branch left `ref`, and all files that differ from it, committed or not."""
    base = git(root, "merge-base", ref, "HEAD").strip()
    differing = git(root, "diff", "--name-only", "--no-renames", base).splitlines()
    new = git(root, "ls-files", "--others", "--exclude-standard").splitlines()
    return base, sorted({*differing, *new})


def main(arguments: list[str]) -> int:
    """Print the arguments for pytest, one a line, and on the error output what they are for."""
    ref = arguments[0] if arguments else "main"
    try:
        base, changed = changed_since(ROOT, ref)
    except NoSuchCommit as why:
        print(f"Nothing can be compared with {ref}: {why}", file=sys.stderr)
        return 2
    since = f"since {base[:7]}, at which this branch left {ref}"
    if not changed:
        print(f"Nothing changed {since}.", file=sys.stderr)
        return 0
    chosen = choose(Sources(ROOT), changed)
    print(f"{len(changed)} files changed {since}; {len(chosen.reasons)} test files belong to them:", file=sys.stderr)
    width = max(map(len, chosen.reasons), default=0)
    for test, reason in chosen.reasons.items():
        print(f"  {test:{width}}  {reason}", file=sys.stderr)
    if chosen.games and chosen.reasons:
        print(f"Of tests that have cases of several games, only those of {', '.join(chosen.games)}.", file=sys.stderr)
        print(f"--games={','.join(chosen.games)}")
    print(*chosen.reasons, sep="\n", end="\n" if chosen.reasons else "")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
