"""Files of artwork: pieces by their ids, saved by a drawing program, and an artist's mistakes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from enginehouse.conformance.pictures import write_head
from enginehouse.core.errors import BrokenGame
from enginehouse.core.pictures.artwork import Artwork, read_style

pytestmark = pytest.mark.beside_plain

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
SAFE = '<g transform="translate(50 50)"><g id="x-safe"><rect width="9" class="x-safe"/><text y="8">{n} <tspan>coins</tspan> left</text></g></g>'
SAVED = """<svg viewBox="0 0 100 100" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" inkscape:version="1.3">
  <inkscape:view id="view1"/>
  <style id="style1">.x-safe{fill:#000}</style>
  <g id="g3" transform="translate(20,30)" inkscape:label="sheet">
    <g id="x-safe" inkscape:label="safe">
      <inkscape:note/>
      <rect
         width="9"
         class="x-safe"
         id="rect5" />
      <use id="use7" xlink:href="#x-door" />
    </g>
  </g>
</svg>"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game's package with a folder for its art."""
    (tmp_path / "drawn_game" / "art").mkdir(parents=True)
    (tmp_path / "drawn_game" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "drawn_game", raising=False)
    monkeypatch.chdir(tmp_path / "drawn_game" / "art")
    return "drawn_game"


def write(package: str, text: str) -> Artwork:
    """Write one file of a game and return it as artwork."""
    Path("parts.svg").write_text(text, "utf-8")
    return Artwork(package, "parts.svg", "x-")


def test_a_piece_is_its_shapes_without_the_place_on_the_sheet(package: str) -> None:
    art = write(package, SVG.format(SAFE))
    assert art.fill("safe", n="<3") == (
        '<rect width="9" class="x-safe"/><text y="8">&lt;3 <tspan>coins</tspan> left</text>'
    )
    assert art.part("safe").startswith('<g id="x-safe"><rect ')


def test_a_drawing_program_may_add_ids_and_names_of_its_own(package: str) -> None:
    assert write(package, SAVED)["safe"] == '<rect width="9" class="x-safe"/><use href="#x-door"/>'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SVG.format("<g>"), "art/parts.svg: it is not valid XML: mismatched tag: line 1"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "art/parts.svg: the <svg> has no viewBox"),
        (SVG.format('<g id="x-lock"/>'), 'art/parts.svg: there is no group <g id="x-safe">'),
        (SVG.format(SAFE + SAFE), 'art/parts.svg: two groups are <g id="x-safe">'),
        (SVG.format('<g id="x-safe" transform="scale(2)"/>'), 'art/parts.svg: <g id="x-safe"> has transform, which'),
        (SVG.format('<g id="x-safe"><g><path style="fill:red"/></g></g>'), '<g id="x-safe"> has an inline style'),
    ],
)
def test_a_mistake_is_named_with_the_file_and_the_id(package: str, text: str, fault: str) -> None:
    with pytest.raises(BrokenGame) as found:
        write(package, text)["safe"]
    assert fault in str(found.value)


def test_places_for_values_have_to_agree(package: str) -> None:
    with pytest.raises(BrokenGame, match=r"art/parts.svg: <g id=\"x-safe\"> has the places \['n'\], not \['amount'\]"):
        write(package, SVG.format(SAFE)).fill("safe", amount=3)


def test_a_missing_file_is_named(package: str) -> None:
    with pytest.raises(BrokenGame, match=r"art/parts.svg: there is no such file"):
        Artwork(package, "parts.svg", "x-")["safe"]
    with pytest.raises(BrokenGame, match=r"art/style.css: there is no such file"):
        read_style(package)


def test_a_style_is_read_without_comments_and_line_breaks(package: str) -> None:
    Path("style.css").write_text("/* of\n the safe */\n.x-safe{\n  fill:red;\n}\n.x-door{fill:blue}\n", "utf-8")
    assert read_style(package) == ".x-safe{fill:red;}.x-door{fill:blue}"


def test_a_head_has_the_colours_of_the_classes_in_the_file() -> None:
    """Those of other classes are left out, and so is CSS that drawing programs do not read. An older head goes."""
    style = (
        ".x-safe{fill:url(#brass-plate);--least:9;stroke:var(--iron)}.x-door{fill:red}.seat-1 .x-safe:hover{fill:red}"
    )
    written = write_head(SVG.format(f"<style>old</style><defs/>{SAFE}"), style, "")
    assert ".x-safe{fill:url(#brass-plate);stroke:#34302c}" in written
    assert '<linearGradient id="brass-plate"' in written and "steel-plate" not in written
    assert not [word for word in ("old", "<defs/>", "x-door", "hover", "var(", "--least") if word in written]
    assert write_head(written, style, "") == written
