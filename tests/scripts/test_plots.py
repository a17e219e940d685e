"""The plots of the docs are those that `scripts/plots.py` draws today from the files of results."""

from __future__ import annotations

import json
import runpy
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "docs" / "assets"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "plots.py"))
pytestmark = pytest.mark.beside_plain


def test_the_plots_are_as_drawn_and_shown_on_a_page() -> None:
    plots = SCRIPT["list_plots"]()
    kept = {path.name for kind in ("league", "curve") for path in ASSETS.glob(f"{kind}-*.svg")}
    assert kept == set(plots) and len(plots) == 14
    assert plots == {file: (ASSETS / file).read_text("utf-8") for file in plots}
    pages = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md"))
    assert [file for file in (*plots, "lab-titan.svg") if f"assets/{file})" not in pages] == []


def test_every_picture_of_the_docs_is_made_by_a_command() -> None:
    """By `scripts/pictures` or, if it is a screenshot, by `scripts/screenshots` (`tests/house/test_pages.py`)."""
    badges = runpy.run_path(str(ROOT / "scripts" / "badges.py"))["list_badges"]()
    listed = json.loads((ASSETS / "pictures.json").read_text("utf-8"))
    made = {*SCRIPT["list_plots"](), *badges, *listed, "lab-titan.svg", "pictures.json"}
    assert {path.name for path in ASSETS.iterdir() if path.suffix != ".jpg"} == made


def test_a_curve_has_its_points_inside_the_axes() -> None:
    drawn = SCRIPT["draw_curve"]("wins < losses", [(0, 0.5, 0.05), (400, 0.75, 0.04), (1000, 1.0, 0.02)])
    whole = ElementTree.fromstring(drawn)
    (line,) = whole.iter("{http://www.w3.org/2000/svg}polyline")
    left, right, top, bottom = (SCRIPT[name] for name in ("LEFT", "RIGHT", "TOP", "BOTTOM"))
    points = [tuple(map(float, one.split(","))) for one in line.attrib["points"].split()]
    assert points == [(left, bottom), (left + 0.4 * (right - left), (top + bottom) / 2), (right, top)]
    assert whole.attrib["aria-label"] == "wins < losses"
