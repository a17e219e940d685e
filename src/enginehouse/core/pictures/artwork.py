"""Read the fixed pictures of a game from the SVG files that an artist can open and change.

A game keeps such files in its folder `art`, beside a file `style.css` with its classes. In an SVG file, each piece is a
group whose id begins with the prefix of the game, such as `<g id="mc-safe">`. The piece is drawn round (0, 0). A group
around it moves it to its place on the sheet, which only the artist sees.

The head of the file (`<style>` and `<defs>`) makes it look right by itself. It is not read, because the page has these
colours and gradients already. `scripts/art` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from typing import NamedTuple
from xml.parsers import expat

from enginehouse.core.errors import BrokenGame
from enginehouse.core.pictures.drawing import Svg, el, escape

FOLDER = "art"
_SVG, _LINK = "http://www.w3.org/2000/svg ", "http://www.w3.org/1999/xlink href"
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
            root = _parse(_read_text(self.package, self.file))
        except expat.ExpatError as error:
            raise self._fault(f"it is not valid XML: {error}") from error
        if "viewBox" not in root.attributes:
            raise self._fault("the <svg> has no viewBox")
        found: dict[str, Svg] = {}
        for group in root.groups():
            id_ = group.attributes.get("id", "")
            if not id_.startswith(self.prefix):
                continue
            if id_ in found:
                raise self._fault(f'two groups are <g id="{id_}">')
            if lost := [name for name in group.attributes if name != "id" and " " not in name]:
                raise self._fault(
                    f'<g id="{id_}"> has {", ".join(lost)}, which the game does not read; put it on a group inside, '
                    "or move the group around it"
                )
            found[id_] = self._write(group, id_, words=False)
        return {id_.removeprefix(self.prefix): svg for id_, svg in found.items()}

    def _write(self, shape: _Element, piece: str, *, words: bool) -> Svg:
        """Return the content of an element of a piece as markup, without ids and attributes that drawing programs add.

        `words` says whether the element is in a text, in which spaces count. Raise `BrokenGame` for an inline style.
        """
        inside = []
        for child in shape.content:
            if isinstance(child, str):
                inside.append(escape(child) if words else "")
            elif child.tag.startswith(_SVG):
                if "style" in child.attributes:
                    raise self._fault(f'a shape of <g id="{piece}"> has an inline style; use a class of style.css')
                tag = child.tag.removeprefix(_SVG)
                kept = {"href" if name == _LINK else name: value for name, value in child.attributes.items()}
                written = {name: value for name, value in kept.items() if name != "id" and " " not in name}
                inside.append(el(tag, self._write(child, piece, words=words or tag == "text"), **written))
        return Svg("".join(inside))

    def _fault(self, text: str) -> BrokenGame:
        return BrokenGame(self.package, [f"{FOLDER}/{self.file}: {text}"])


class _Element(NamedTuple):
    """An element of an XML file. In names, a space is between the address of the namespace and the name in it."""

    tag: str
    attributes: dict[str, str]
    content: list[_Element | str]
    """The elements and the words inside, in their order."""

    def groups(self) -> Iterator[_Element]:
        """Yield all groups (`<g>`) inside."""
        for child in self.content:
            if not isinstance(child, str):
                if child.tag == f"{_SVG}g":
                    yield child
                yield from child.groups()


def _parse(text: str) -> _Element:
    """Return the root of an XML file. Raise `ExpatError` if it is not valid.

    `xml.etree` could do the same, but a browser tab needs half a second to import it.
    """
    around = [_Element("", {}, [])]

    def begin(tag: str, attributes: dict[str, str]) -> None:
        element = _Element(tag, attributes, [])
        around[-1].content.append(element)
        around.append(element)

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda tag: around.pop()
    parser.CharacterDataHandler = lambda words: around[-1].content.append(words)
    parser.Parse(text, True)
    (root,) = around[0].content
    assert isinstance(root, _Element)
    return root


def _read_text(package: str, file: str) -> str:
    """Return the text of a file in the folder `art` of a game. Raise `BrokenGame` if it is missing."""
    try:
        return files(package).joinpath(FOLDER, file).read_text("utf-8")
    except OSError as error:
        raise BrokenGame(package, [f"{FOLDER}/{file}: there is no such file"]) from error
