"""The badges of the README are those that `scripts/badges.py` draws today."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "badges.py"))


def test_the_badges_are_as_drawn_and_shown_in_the_readme() -> None:
    badges = SCRIPT["list_badges"]()
    assert badges == {file: (ROOT / "docs" / "assets" / file).read_text("utf-8") for file in badges}
    assert set(re.findall(r"docs/assets/(badge-\w+\.svg)", (ROOT / "README.md").read_text("utf-8"))) == set(badges)


def test_a_badge_escapes_its_texts() -> None:
    assert 'aria-label="a &lt; b: c &amp; d"' in SCRIPT["draw_badge"]("a < b", "c & d", "#000")
