"""Making a release ready: changes are gathered, the version goes up, and what cannot be is said before anything is written."""

from __future__ import annotations

import datetime
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DAY = datetime.date(2026, 5, 4)
LOG = (ROOT / "CHANGELOG.md").read_text("utf-8").partition("\n## ")[0]
pytestmark = pytest.mark.beside_compiled


@pytest.fixture
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "scripts" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with the settings of this one."""
    settings = ROOT.joinpath("pyproject.toml").read_text("utf-8").partition("[tool.towncrier]")[2].partition("# ---")[0]
    (tmp_path / "changes").mkdir()
    project = '[project]\nname = "x"\nversion = "0.1.0"\nother = "0.1.0"\n\n[tool.towncrier]'
    (tmp_path / "pyproject.toml").write_text(project + settings)
    (tmp_path / "CHANGELOG.md").write_text(LOG)
    (tmp_path / "src" / "enginehouse").mkdir(parents=True)
    (tmp_path / "src" / "enginehouse" / "__init__.py").write_text('"""X."""\n\n__version__ = "0.1.0"\n')
    (tmp_path / "changes" / "README.md").write_text("# Changes\n")
    (tmp_path / "changes" / "+chat.table.md").write_text("People can talk.\n")
    (tmp_path / "changes" / "+beast.rules.md").write_text("MB-3.1: a turn ends by itself.\n")
    (tmp_path / "changes" / "+bell.table.md").write_text("A bell rings ([Bells](../docs/bells.md)).\n")
    return tmp_path


def test_a_release_gathers_changes_and_raises_the_version(release: ModuleType, project: Path) -> None:
    release.write_release(project, "0.2.0", DAY)
    assert 'name = "x"\nversion = "0.2.0"\nother = "0.1.0"\n' in (project / "pyproject.toml").read_text()
    package = (project / "src" / "enginehouse" / "__init__.py").read_text()
    assert package == '"""X."""\n\n__version__ = "0.2.0"\n'
    assert [path.name for path in (project / "changes").iterdir()] == ["README.md"]
    log = (project / "CHANGELOG.md").read_text()
    assert log.startswith(LOG)
    assert [line for line in log.removeprefix(LOG).splitlines() if line] == [
        "## 0.2.0 (2026-05-04)",
        "### Rules",
        "- MB-3.1: a turn ends by itself.",
        "### At the table",
        "- A bell rings ([Bells](docs/bells.md)).",
        "- People can talk.",
    ]


def test_the_newest_release_stands_first_and_former_ones_stay(release: ModuleType, project: Path) -> None:
    release.write_release(project, "0.2.0", DAY)
    before = (project / "CHANGELOG.md").read_text()
    (project / "changes" / "+faster.bots.md").write_text("Bots are faster.\n")
    release.write_release(project, "0.10.0", DAY)  # newer than 0.2.0 by number, not by letter
    log = (project / "CHANGELOG.md").read_text()
    assert log.index("## 0.10.0") < log.index("- Bots are faster.") < log.index("## 0.2.0")
    assert log.endswith(before[before.index("## 0.2.0") :])


def test_a_package_with_another_version_is_not_released(release: ModuleType, project: Path) -> None:
    (project / "src" / "enginehouse" / "__init__.py").write_text('__version__ = "0.0.9"\n')
    with pytest.raises(release.NotReady, match="has no line __version__"):
        release.write_release(project, "0.2.0", DAY)
    assert (project / "CHANGELOG.md").read_text() == LOG


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("0.1.0", "0.1.0 is not newer than 0.1.0"),
        ("0.0.9", "0.0.9 is not newer than 0.1.0"),
        ("0.2", "a version is three numbers such as 0.2.0, not '0.2'"),
        ("v0.2.0", "a version is three numbers such as 0.2.0, not 'v0.2.0'"),
    ],
)
def test_a_version_that_cannot_be(release: ModuleType, project: Path, version: str, said: str) -> None:
    with pytest.raises(release.NotReady, match=said):
        release.write_release(project, version, DAY)
    assert (project / "CHANGELOG.md").read_text() == LOG
    assert len([*(project / "changes").iterdir()]) == 4


def test_changes_that_cannot_be_gathered(release: ModuleType, project: Path) -> None:
    odd = project / "changes" / "+thing.misc.md"
    odd.write_text("A thing.\n")
    with pytest.raises(release.NotReady, match=r"thing\.misc\.md"):
        release.write_release(project, "0.2.0", DAY)
    assert 'version = "0.1.0"' in (project / "pyproject.toml").read_text()
    for path in (project / "changes").glob("+*"):
        path.unlink()
    with pytest.raises(release.NotReady, match="nothing to release"):
        release.write_release(project, "0.2.0", DAY)


def test_the_files_of_a_tag_are_those_of_its_version(release: ModuleType, project: Path) -> None:
    with pytest.raises(release.NotReady, match=r"CHANGELOG.md has no section for 0\.1\.0"):
        release.check_tag(project, "v0.1.0")
    release.write_release(project, "0.2.0", DAY)
    assert release.check_tag(project, "v0.2.0") == "0.2.0"
    for tag in ("0.2.0", "v0.1.0", "v0.2.0.1", "main"):
        with pytest.raises(release.NotReady, match=r"is not that of version 0\.2\.0|three numbers"):
            release.check_tag(project, tag)


def test_the_workflow_of_a_release_calls_the_script_alone() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    commands = re.findall(r"^ *- run: (.*)$", text, re.M)
    assert commands == ["sudo apt-get install --yes lld", 'scripts/release --tag "$GITHUB_REF_NAME"']
    assert re.findall(r"^ +(?:- uses|uses): ([\w/-]+)@v\d+$", text, re.M) == [
        "actions/checkout",
        "actions/setup-python",
        "actions/upload-artifact",
    ]


def test_our_own_changes_can_be_gathered() -> None:
    """All files in `changes/` can go into a release."""
    words = ["build", "--draft", "--version", "9.9.9", "--dir", str(ROOT)]
    done = subprocess.run([sys.executable, "-m", "towncrier", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n- ") == len(list((ROOT / "changes").glob("+*.md")))
