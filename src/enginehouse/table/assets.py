"""Style sheets, scripts and what is vendored: read once, with a hash in the address so that browsers keep them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from enginehouse.core import game as games
from enginehouse.core.errors import Unreadable
from enginehouse.core.palette import HOUSE_STYLE, variables

FOLDER = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
FILES = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.suffix in TYPES}
"""All that can be asked for: no name of a request becomes a path."""


def palette_css() -> str:
    """The palette as variables: by day, by night, and as the browser prefers."""
    day, night = variables(0), variables(1)
    return (
        f":root{{color-scheme:light;{day}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{night}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{night}}}\n{HOUSE_STYLE}\n"
    )


@cache
def content(name: str) -> tuple[bytes, str]:
    """An asset's bytes and type; LookupError for what is none."""
    if name == "house.css":
        return (palette_css() + (FOLDER / name).read_text("utf-8")).encode(), TYPES[".css"]
    if name.startswith("games/") and name.endswith(".css"):
        try:
            game = games.get(name[6:-4])
        except Unreadable as error:
            raise LookupError(name) from error
        return str(game.drawing.STYLE).encode(), TYPES[".css"]
    path = FILES[name]
    return path.read_bytes(), TYPES[path.suffix]


@cache
def tag(name: str) -> str:
    """What tells this version of an asset from others."""
    return hashlib.sha256(content(name)[0]).hexdigest()[:12]


def url(name: str) -> str:
    """The address of an asset."""
    return f"/assets/{name}?v={tag(name)}"
