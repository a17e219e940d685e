"""The pictures of README and docs are those that the renderer makes today; `scripts/pictures` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from enginehouse.conformance.pictures import PicturedPosition, picture

pytestmark = pytest.mark.beside_plain

ROOT = Path(__file__).resolve().parents[2]
PICTURES = json.loads((ROOT / "docs" / "assets" / "pictures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", PICTURES)
def test_picture_is_todays(file: str) -> None:
    """A picture that nobody can get again is a rumour."""
    assert (ROOT / "docs" / "assets" / file).read_text(encoding="utf-8") == picture(PicturedPosition(**PICTURES[file]))


def test_the_readme_shows_one() -> None:
    """The README opens with the real board."""
    assert "docs/assets/great-machine.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
