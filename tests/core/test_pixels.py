"""Pictures as pixels: their words really show, they are the same everywhere, and a GIF has the whole game."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures import font, pixels
from enginehouse.core.pictures.font import FAMILY, has_letter, not_drawn
from enginehouse.core.play.match import Match

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]


def picture(words: str, family: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#fff"/>'
        f'<text y="30" font-size="24" font-family="{family}">{words}</text></svg>'
    )


@pytest.mark.parametrize("family", [f"'Bahnschrift','{FAMILY}'", "sans-serif", "serif", "Nothing At All"])
def test_words_show_whatever_font_is_asked_for(family: str) -> None:
    """A renderer without a font leaves words out and says nothing."""
    with_words, without = pixels.rgb(picture("Toggle", family), 200), pixels.rgb(picture("", family), 200)
    assert (with_words != without).any(2).sum() > 200 and without.min() == 255
    assert (with_words != pixels.rgb(picture("Motor", family), 200)).any()


def test_every_letter_of_the_font_shows_and_others_do_not_count() -> None:
    """Letters that the font lacks are drawn as nothing."""
    lacking = pixels.png(picture("\u4e2d", FAMILY), 200)
    letters = [chr(letter) for low, high in font.LETTERS for letter in range(low, high + 1)]
    assert all(map(has_letter, letters)) and not has_letter("\u4e2d")
    for letter in filter(str.isprintable, letters[1::9]):
        shown = letter.replace("&", "&amp;").replace("<", "&lt;")
        assert pixels.png(picture(shown, FAMILY), 200) != lacking, hex(ord(letter))
    assert not_drawn(picture("Toggle", f"'{FAMILY}',sans-serif")) == []
    assert not_drawn(picture("Toggle \u4e2d", "Fraktur")) == ['"Fraktur"', "\u4e2d"]


@pytest.mark.parametrize("name", ["great-machine", "mechanica"])
def test_the_words_of_a_board_show(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(name, 2, seed=1)
    shown = pixels.rgb(match.svg(0))
    monkeypatch.setattr(pixels, "FILES", ())
    assert (shown != pixels.rgb(match.svg(0))).any(2).sum() > 500


def test_a_match_as_png_and_gif() -> None:
    match = Match.new("great-machine", 2, seed=1)
    for _ in range(12):
        match.act(match.actors()[0], match.legal_names(match.actors()[0])[0])
    with Image.open(io.BytesIO(match.png(0, width=300))) as image:
        assert image.format == "PNG" and image.width == 300
    assert match.png(0) == match.png(0) != match.png(1)
    with Image.open(io.BytesIO(match.gif(width=80, ms=200))) as moving:
        frames, times = [], []
        for k in range(getattr(moving, "n_frames")):  # noqa: B009  (not every image has it)
            moving.seek(k)
            frames.append(np.array(moving.convert("RGB")))
            times.append(moving.info["duration"])
    assert moving.format == "GIF" and sum(times) == 12 * 200 + 600 and times[-1] >= 600
    last = np.array(Image.open(io.BytesIO(match.png(width=80))).convert("RGB")).astype(int)
    away = [float(np.abs(frame[: len(last)] - last).mean()) for frame in (frames[-1], frames[0])]
    assert away[0] < away[1] / 3
    assert pixels.some(list(range(1000)))[:: pixels.FRAMES - 1] == [0, 999] and len(pixels.some(range(1000))) == 200


def test_an_unknown_picture_gives_a_sentence() -> None:
    for width in (0, 8001):
        with pytest.raises(Unreadable, match=f"1 to 8000 pixels wide, not {width}"):
            pixels.png(picture("", FAMILY), width)
    with pytest.raises(Unreadable, match="one picture at least"):
        pixels.gif([])


def test_without_the_extra_it_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install '\.\[png\]'"):
        Match.new("mechanica", 2).png()


def test_the_font_comes_with_its_licence() -> None:
    assert "Bitstream Vera Fonts Copyright" in (font.FOLDER / "LICENSE_DEJAVU").read_text("utf-8")
    assert all(Path(file).is_file() for file in font.FILES)
