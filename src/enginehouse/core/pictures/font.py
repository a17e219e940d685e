"""Provide the font of the package, so that picture files look the same on every machine and show all words.

A picture file is drawn with this font alone, so every list of fonts in a drawing must name it (`FAMILY`). Browsers may
use another font: the first font in such a list that is installed. `scripts/font` makes the font files from DejaVu's,
with the letters of `LETTERS`.
"""

from __future__ import annotations

import re
from pathlib import Path

FAMILY = "DejaVu Sans Condensed"
FOLDER = Path(__file__).resolve().parents[2] / "fonts"
FILES = tuple(str(FOLDER / f"{name}.ttf") for name in ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold"))
LETTERS = ((0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3A1), (0x3A3, 0x3A9), (0x3B1, 0x3C9), (0x2010, 0x2044), (0x20AC, 0x20AC), (0x2190, 0x21FF), (0x2200, 0x22FF),
           (0x2300, 0x2311), (0x25A0, 0x25FF), (0x2600, 0x266F), (0x2680, 0x2685), (0x2713, 0x2718))  # fmt: skip
"""The letters that the font has, as ranges of their Unicode numbers."""


def has_letter(letter: str) -> bool:
    """Return whether the package's font has a letter."""
    return any(low <= ord(letter) <= high for low, high in LETTERS)


_LISTS = re.compile(r"""font(?:-family)?\s*[:=]\s*("[^"]*"|[^;}"]*)""")
"""A list of fonts in CSS or in an attribute."""
_TEXTS = re.compile(r"<text[^>]*>(.*?)</text>", re.S)
"""The content of a text element."""
_MARKUP = re.compile(r"<[^>]*>|&[a-z#0-9]+;")
"""Tags and entities in the content of a text element."""


def not_drawn(svg: str) -> list[str]:
    """Return a list of the parts of an SVG text that the package's font cannot draw.

    The parts are lists of fonts that do not name the package's font, and letters that the font lacks.
    """
    lists = sorted({found[1] for found in _LISTS.finditer(svg) if FAMILY not in found[1] and "inherit" not in found[1]})
    words = "".join(_MARKUP.sub("", found[1]) for found in _TEXTS.finditer(svg))
    return lists + sorted({letter for letter in words if not has_letter(letter) and not letter.isspace()})
