"""Read the fixed pictures of a game from the SVG files that an artist can open and change.

A game keeps such files in its folder `art`, beside a file `style.css` with its classes. In an SVG file, each piece is a
group whose id begins with the prefix of the game, such as `<g id="mc-safe">`. The piece is drawn round (0, 0). A group
around it moves it to its place on the sheet, which only the artist sees.

The head of the file (`<style>` and `<defs>`) makes it look right by itself. It is not read, because the page has these
colours and gradients already. `scripts/art` writes it.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cached_property
from importlib.resources import files

from enginehouse.core.errors import BrokenGame
from enginehouse.core.pictures.drawing import Svg, el, escape

FOLDER = "art"
_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_HOLE = re.compile(r"\{(\w+)\}")
"""A place in a piece that drawing code fills with a value, such as `{amount}` in `<text y="8">{amount}</text>`."""


def read_style(package: str) -> str:
    """Return the CSS of a game's `art/style.css`, without comments and line breaks.

    `package` is the name of the game's Python package. Raise `BrokenGame` if the file is missing.
    """
    text = re.sub(r"/\*.*?\*/", "", _read_text(package, "style.css"), flags=re.S)
    return "".join(line.strip() for line in text.splitlines())


class Artwork:
    """The pieces of one SVG file of a game, by their ids without the prefix. The file is read with the first piece.

    `ART["safe"]` is the piece `<g id="mc-safe">` of a file with the prefix `mc-`.
    """

    def __init__(self, package: str, file: str, prefix: str) -> None:
        """Name the file `file` in the folder `art` of the game's Python package `package`."""
        self.package, self.file, self.prefix = package, file, prefix

    def __getitem__(self, name: str) -> Svg:
        """Return the shapes of a piece as markup. Raise `BrokenGame` if the file lacks the piece or has a fault."""
        if name not in self.pieces:
            raise self._fault(f'there is no group <g id="{self.prefix}{name}">')
        return self.pieces[name]

    def fill(self, name: str, **values: object) -> Svg:
        """Return a piece in which each place `{key}` has the value of this key in `values`.

        Raise `BrokenGame` if the places in the piece are not those in `values`.
        """
        piece = self[name]
        if (places := set(_HOLE.findall(piece))) != set(values):
            raise self._fault(f'<g id="{self.prefix}{name}"> has the places {sorted(places)}, not {sorted(values)}')
        return Svg(_HOLE.sub(lambda place: escape(values[place[1]]), piece))

    def part(self, name: str) -> Svg:
        """Return a piece as an entry of a picture's `<defs>`, to which `<use>` refers by the id with the prefix."""
        return el("g", self[name], id=self.prefix + name)

    @cached_property
    def pieces(self) -> dict[str, Svg]:
        """The markup of each piece by its name. Raise `BrokenGame` if the file has a fault."""
        try:
            root = ET.fromstring(_read_text(self.package, self.file))  # noqa: S314  # the game's own file
        except ET.ParseError as error:
            raise self._fault(f"it is not valid XML: {error}") from error
        if "viewBox" not in root.attrib:
            raise self._fault("the <svg> has no viewBox")
        found: dict[str, Svg] = {}
        for group in root.iter(f"{_SVG}g"):
            id_ = group.get("id", "")
            if not id_.startswith(self.prefix):
                continue
            if id_ in found:
                raise self._fault(f'two groups are <g id="{id_}">')
            if lost := [name for name in group.attrib if name != "id" and name[0] != "{"]:
                raise self._fault(
                    f'<g id="{id_}"> has {", ".join(lost)}, which the game does not read; put it on a group inside, '
                    "or move the group around it"
                )
            found[id_] = Svg("".join(self._write(shape, id_, words=False) for shape in group))
        return {id_.removeprefix(self.prefix): svg for id_, svg in found.items()}

    def _write(self, shape: ET.Element, piece: str, *, words: bool) -> str:
        """Return an element of a piece as markup, without the ids and attributes that drawing programs add.

        `words` says whether the element is in a text, in which spaces count. Raise `BrokenGame` for an inline style.
        """
        if not shape.tag.startswith(_SVG):
            return ""
        if "style" in shape.attrib:
            raise self._fault(f'a shape of <g id="{piece}"> has an inline style; use a class of style.css')
        tag = shape.tag.removeprefix(_SVG)
        words = words or tag == "text"
        inside = [escape(shape.text or "") if words else ""]
        for child in shape:
            inside += [self._write(child, piece, words=words), escape(child.tail or "") if words else ""]
        kept = {"href" if name == _LINK else name: value for name, value in shape.attrib.items() if name != "id"}
        return el(tag, Svg("".join(inside)), **{name: value for name, value in kept.items() if name[0] != "{"})

    def _fault(self, text: str) -> BrokenGame:
        return BrokenGame(self.package, [f"{FOLDER}/{self.file}: {text}"])


def _read_text(package: str, file: str) -> str:
    """Return the text of a file in the folder `art` of a game. Raise `BrokenGame` if it is missing."""
    try:
        return files(package).joinpath(FOLDER, file).read_text("utf-8")
    except OSError as error:
        raise BrokenGame(package, [f"{FOLDER}/{file}: there is no such file"]) from error
