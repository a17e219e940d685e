"""The SVG files of the games' art: an artist can open each of them, and the games draw every piece in them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from test_drawn_parts import list_references

from enginehouse.conformance.pictures import write_head
from enginehouse.core.pictures.artwork import Artwork
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.pictures.palette import HOUSE_STYLE
from enginehouse.core.play import arena
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

FILES = [
    pytest.param(name, file, id=f"{name} {file.name}")
    for name in games.names()
    for file in sorted(games.get(name).folder.glob("art/*.svg"))
]


def read_pieces(name: str, file: Path) -> dict[str, str]:
    """Return the pieces of a file by their names without the prefix, such as `safe`."""
    prefix = re.findall(r'<g id="(\w+-)', file.read_text("utf-8"))[0]
    return dict(Artwork(games.get(name).package, file.name, prefix).pieces)


@cache
def draw_all(name: str) -> str:
    """Return a game's cover, gallery, signs, definitions, and pictures of some positions, as one text."""
    game = games.get(name)
    drawing = game.drawing
    shown = [getattr(drawing, "DEFS", ""), drawing.cover()]
    for lists in ("gallery", "legend", "signs"):
        shown += [svg for _, svg, _, _ in getattr(drawing, lists, list)()]
    for seats in game.facts.seats:
        for actions in (0, 5, 20, 60, 150):
            view = game.new_record()
            game.rules.view(arena.after(game, game.option_numbers(seats, None), 7, actions), 0, view)
            shown += [piece.svg for piece in drawing.draw(view, Marks())]
    return "".join(shown)


def is_drawn(name: str, piece: str, svg: str) -> bool:
    """Whether a game draws a piece, or names it for positions that are too rare for `draw_all`."""
    shapes = re.sub(r"\\\{\w+\\\}", "[^<]*", re.escape(svg))
    texts = {file.name: file.read_text("utf-8") for file in games.get(name).folder.glob("*.py")}
    named = f'"{piece}"' in texts["art.py"] or any(f'["{piece}"]' in text for text in texts.values())
    return named or bool(re.search(shapes, draw_all(name)))


@pytest.mark.parametrize(("name", "file"), FILES)
def test_every_piece_is_drawn(name: str, file: Path) -> None:
    pieces = read_pieces(name, file)
    assert pieces and not [one for one, svg in pieces.items() if not is_drawn(name, one, svg)]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_every_class_and_every_reference_is_known(name: str, file: Path) -> None:
    """A misspelled class would be black, and a reference without a target empty: on the page, and in the file by itself."""
    text = file.read_text("utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and not list_references(text) - set(ids)
    known = set(re.findall(r"\.([\w-]+)", games.get(name).drawing.STYLE + HOUSE_STYLE)) | {"less"}
    used = {one for names in re.findall(r'class="([^"]*)"', text) for one in names.split()}
    assert used and not used - known


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_file_looks_right_by_itself(name: str, file: Path) -> None:
    """Its head has today's colours. If a colour has changed, run `scripts/art`."""
    text = file.read_text("utf-8")
    root = ET.fromstring(text)
    assert root.get("viewBox") and root.tag == "{http://www.w3.org/2000/svg}svg"
    drawing = games.get(name).drawing
    assert write_head(text, drawing.STYLE, getattr(drawing, "DEFS", "")) == text
