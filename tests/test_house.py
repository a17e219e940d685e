"""The promises around the code: what is loaded when, versions, what never gets into git."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import enginehouse

from .house.sources import PACKAGE, ROOT, name_module, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.beside_plain

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

CORE_MAY_LOAD = {
    "enginehouse": "the package itself",
    "numpy": "records are arrays",
    "msgspec": "logs are JSON",
    "typing_extensions": "msgspec loads it",
}
"""The packages that `import enginehouse.core` may load, each with the reason: no web, no plotting, no compiler."""
LONG, LONGEST = 500, 700  # lines of a file: told, refused


# ---------------------------------------------------------------- what is loaded when


def loaded_by(code: str) -> set[str]:
    """The packages from elsewhere that a fresh interpreter has loaded after running `code`."""
    code += "\nimport json, sys\nprint(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    at_start = subprocess.run(
        [sys.executable, "-c", "import sys; print(*{n.split('.')[0] for n in sys.modules})"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    loaded = set(json.loads(done.stdout.splitlines()[-1])) - set(at_start.stdout.split())
    return {name for name in loaded if name not in sys.stdlib_module_names}


def core_modules() -> list[str]:
    """Return the names of all modules of core."""
    return sorted(name_module(p, PACKAGE) for p in (PACKAGE / "core").rglob("*.py"))


def test_core_is_importable_in_a_moment() -> None:
    assert len(core_modules()) > 3
    assert loaded_by("\n".join(f"import {name}" for name in core_modules())) <= CORE_MAY_LOAD.keys()


def test_the_load_test_counts_the_loaded_files() -> None:
    assert "starlette" in loaded_by("import enginehouse.core, starlette.applications")


@pytest.mark.parametrize("facts", sorted(PACKAGE.glob("games/*/facts.py")), ids=lambda path: path.parent.name)
def test_facts_come_without_the_rules(facts: Path) -> None:
    name = name_module(facts, PACKAGE)
    rules = name.removesuffix("facts") + "rules"
    assert loaded_by(f"import {name}, sys\nassert {rules!r} not in sys.modules") <= CORE_MAY_LOAD.keys()


# ---------------------------------------------------------------- versions


def test_public_version_is_the_project_s() -> None:
    assert enginehouse.__version__ == PROJECT["version"]
    assert importlib.metadata.version("enginehouse") == PROJECT["version"]


def read_pins(part: str) -> dict[str, list[Version]]:
    pins: dict[str, list[Version]] = {}
    text = (ROOT / "requirements" / f"{part}.txt").read_text("utf-8")
    for line in re.split(r"\n(?! )", text.rstrip()):
        if line and not line.startswith("#"):
            words, *hashes = line.split(" \\\n    --hash=")
            assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), f"{part}: {words}"
            pin = Requirement(words)
            (only,) = pin.specifier
            assert only.operator == "==", line
            pins.setdefault(canonicalize_name(pin.name), []).append(Version(only.version))
    return pins


@pytest.mark.parametrize(
    ("part", "extras"),
    [
        ("run", []),
        ("test", ["test", "envs", "postgres", "png"]),
        ("check", ["test", "check"]),
        ("container", ["postgres", "push"]),
        ("frameworks", ["envs", "openspiel", "lab", "ray", "mcp", "fuzz"]),
        ("lab", ["lab"]),
        ("bench", ["bench", "envs", "openspiel"]),
    ],
)
def test_the_lock_fits_the_project(part: str, extras: list[str]) -> None:
    wanted = list(PROJECT["dependencies"])
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    pins = read_pins(part)
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        if name != "enginehouse":
            assert name in pins, f"{name} is in no line of requirements/{part}.txt: run scripts/lock --keep"
            for version in pins[name]:
                assert version in requirement.specifier, f"{name} {version}: run scripts/lock --keep"


def test_the_locks_agree_with_each_other() -> None:
    everything: dict[str, list[Version]] = {}
    for part in ("run", "test", "check", "frameworks", "lab", "bench", "build", "container"):
        for name, versions in read_pins(part).items():
            assert everything.setdefault(name, versions) == versions, f"{name} in requirements/{part}.txt"


# ---------------------------------------------------------------- what git holds


def files_in_git() -> list[Path]:
    """What is committed or would be: not what .gitignore names. Empty where there is no git."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    except FileNotFoundError:
        return []
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


# Each in two pieces, so that this file does not hold what it looks for.
NEVER = {
    "a package index": re.compile(
        "|".join(
            [
                r"https?://[^ )\"]*(simple/" + r"|/pypi|registry\.npm" + "js)",
                r"files\.python" + "hosted",
                r"(?<![\w.])pypi\." + "org",
                r"registry\.npm" + r"js\.",
                r"--(extra-)?index-" + r"url[ =]+\S*://",
            ]
        )
    ),
    "a path of somebody's machine": re.compile(r"(?<![\w.}])/(wor" + r"k|far" + r"m|roo" + r"t|home/\w+|Users/\w+)/"),
}


def leaks(text: str) -> list[str]:
    return [
        f"{number}: {what}: {line.strip()[:120]}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in NEVER.items()
        if pattern.search(line)
    ]


def test_no_file_names_an_index_or_a_machine() -> None:
    files = files_in_git()
    if not files:
        pytest.skip("not a git checkout")
    found = []
    for path in files:
        if "vendor" in path.parts:
            continue
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}:{leak}" for leak in leaks(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "url: https://mirror.example/py" + "pi",
        "find https://mirror.example/root/sim" + "ple/numpy",
        "https://registry.npm" + "js.org/idiomorph",
        "pip install --index-" + "url https://mirror.example/x",
        "see /wor" + "k/main/x.py",
        'open("/roo' + 't/.cache")',
        "/home/" + "ann/enginehouse",
    ],
)
def test_the_leak_test_sees_a_leak(line: str) -> None:
    assert len(leaks(line)) == 1


@pytest.mark.parametrize(
    "line", ["a framework/library", "{base}/root/x", "fetch('/table/7/act')", f"docs/{'work'}/plan.md"]
)
def test_the_leak_test_lets_the_harmless_pass(line: str) -> None:
    assert leaks(line) == []


def test_every_file_names_its_format() -> None:
    """The picture of the house in the documentation is made of these lines."""
    silent = [str(path.relative_to(ROOT)) for path in PACKAGE.rglob("*.py") if not ast.get_docstring(tree_of(path))]
    assert silent == []


def test_no_file_grows_too_long(record_property: Callable[[str, object], None]) -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for kind in ("*.py", "*.js", "*.css")
        for path in PACKAGE.rglob(kind)
        if "vendor" not in path.parts
    }
    assert len(lengths) > 10
    for name, lines in lengths.items():
        if lines > LONG:
            record_property("told", f"{name} has {lines} lines: split it when you next work on it")
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


# ---------------------------------------------------------------- scripts, changes


def test_every_script_has_its_line() -> None:
    told = set(re.findall(r"^- `([\w.-]+)`:", (ROOT / "scripts" / "README.md").read_text("utf-8"), re.MULTILINE))
    there = {path.name for path in (ROOT / "scripts").iterdir() if path.is_file() and not path.suffix}
    assert told == there


def test_every_change_is_one_sentence_of_a_known_kind() -> None:
    text = (ROOT / "changes" / "README.md").read_text("utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
    kinds = {kind["directory"] for kind in settings["type"]}
    assert kinds == set(re.findall(r"^- `(\w+)`:", text, re.MULTILINE))
    for path in (ROOT / "changes").iterdir():
        if path.name != "README.md":
            name = re.fullmatch(r"\+[a-z0-9-]+\.([a-z]+)\.md", path.name)
            assert name and name[1] in kinds, (
                f"changes/{path.name}: name it +FEATURE.KIND.md, with a kind of {sorted(kinds)}"
            )
            sentence = path.read_text("utf-8").strip()
            assert sentence and "\n\n" not in sentence and sentence.endswith("."), f"changes/{path.name}: one sentence"
