"""The pictures of README and docs are those that the renderer makes today; `scripts/pictures` writes them anew."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from enginehouse.conformance.pictures import animate_listed, draw_listed

pytestmark = pytest.mark.beside_plain

ROOT = Path(__file__).resolve().parents[2]
PICTURES = json.loads((ROOT / "docs" / "assets" / "pictures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", [file for file in PICTURES if file.endswith(".svg")])
def test_picture_is_todays(file: str) -> None:
    """A picture that nobody can get again is a rumour."""
    assert (ROOT / "docs" / "assets" / file).read_text(encoding="utf-8") == draw_listed(PICTURES[file], ROOT)


def count_frames(gif: bytes) -> tuple[int, int, int]:
    """Return width, height and number of frames of a GIF file (version 89a, without a local palette's pixels)."""
    assert gif[:6] == b"GIF89a"
    at, frames = 13 + (3 << (gif[10] & 7) + 1 if gif[10] & 128 else 0), 0
    while gif[at] != 0x3B:
        if gif[at] == 0x21:
            at += 2
        else:
            assert gif[at] == 0x2C
            frames += 1
            at += 11 + (3 << (gif[at + 9] & 7) + 1 if gif[at + 9] & 128 else 0)
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return int.from_bytes(gif[6:8], "little"), int.from_bytes(gif[8:10], "little"), frames


@pytest.mark.parametrize("file", [file for file in PICTURES if file.endswith(".gif")])
def test_the_moving_picture_is_of_its_game(file: str) -> None:
    """It has a frame for the start and for each entry, and is small enough for a front page."""
    entry = PICTURES[file]
    content = (ROOT / "docs" / "assets" / file).read_bytes()
    width, height, frames = count_frames(content)
    assert (width, frames) == (800, entry["entries"] + 1) and 300 < height < 900 and len(content) <= 3_000_000
    short = animate_listed({**entry, "entries": 1}, ROOT)
    assert count_frames(short) == (width, height, 2)


def test_the_readme_shows_all_by_day_and_by_night() -> None:
    """Each picture has a twin on dark ground, which a reader with dark colours gets."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    pairs = re.findall(
        r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="docs/assets/([\w-]+)-night(\.\w+)">'
        r'<img src="docs/assets/([\w-]+)(\.\w+)"',
        page,
    )
    assert all(night == day for *night, stem, end in pairs for day in [[stem, end]])
    shown = {name for stem, end, *_ in pairs for name in (stem + end, f"{stem}-night{end}")}
    assert shown == set(PICTURES)
    assert {PICTURES[name]["theme"] for name in shown if "-night" in name} == {"dark"}
