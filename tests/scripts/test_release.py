"""Making a release ready: changes are gathered, the version goes up, and what cannot be is said before anything is written."""

from __future__ import annotations

import datetime
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
DAY = datetime.date(2026, 5, 4)
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
    (tmp_path / "changes").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0.1.0"\nother = "0.1.0"\n')
    (tmp_path / "changes" / "README.md").write_text("# Changes\n")
    (tmp_path / "changes" / "table-chat.md").write_text("People can\ntalk.\n")
    (tmp_path / "changes" / "rules-beast.md").write_text("MB-3.1: a turn ends by itself.\n")
    (tmp_path / "changes" / "table-bell.md").write_text("A bell rings.\n")
    return tmp_path


def test_a_release_gathers_changes_and_raises_the_version(release: ModuleType, project: Path) -> None:
    release.write_release(project, "0.2.0", DAY)
    assert (project / "pyproject.toml").read_text() == '[project]\nname = "x"\nversion = "0.2.0"\nother = "0.1.0"\n'
    assert [path.name for path in (project / "changes").iterdir()] == ["README.md"]
    log = (project / "CHANGELOG.md").read_text()
    assert log == release.LOG_HEAD.rstrip("\n") + (
        "\n\n## 0.2.0 (2026-05-04)\n\n### Rules\n\n- MB-3.1: a turn ends by itself.\n\n"
        "### At the table\n\n- A bell rings.\n- People can talk.\n"
    )


def test_the_newest_release_stands_first_and_former_ones_stay(release: ModuleType, project: Path) -> None:
    release.write_release(project, "0.2.0", DAY)
    before = (project / "CHANGELOG.md").read_text()
    (project / "changes" / "bots-faster.md").write_text("Bots are faster.\n")
    release.write_release(project, "0.10.0", DAY)  # newer than 0.2.0 by number, not by letter
    log = (project / "CHANGELOG.md").read_text()
    assert log.index("## 0.10.0") < log.index("- Bots are faster.") < log.index("## 0.2.0")
    assert log.endswith(before[before.index("## 0.2.0") :])


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
    assert not (project / "CHANGELOG.md").exists()
    assert len([*(project / "changes").iterdir()]) == 4


def test_changes_that_cannot_be_gathered(release: ModuleType, project: Path) -> None:
    odd = project / "changes" / "misc-thing.md"
    odd.write_text("A thing.\n")
    with pytest.raises(release.NotReady, match=r"misc-thing\.md: a change begins with one of breaking, rules"):
        release.write_release(project, "0.2.0", DAY)
    assert 'version = "0.1.0"' in (project / "pyproject.toml").read_text()
    for path in release.change_files(project / "changes"):
        path.unlink()
    with pytest.raises(release.NotReady, match="nothing to release"):
        release.write_release(project, "0.2.0", DAY)


def test_our_own_changes_can_be_gathered(release: ModuleType) -> None:
    """Whatever lies in `changes/` today would go into a release."""
    folder = ROOT / "changes"
    if release.change_files(folder):
        assert "### " in release.section("9.9.9", DAY, release.gathered(folder))
    for kind in release.TITLES:
        assert f"- `{kind}`" in (folder / "README.md").read_text("utf-8")
