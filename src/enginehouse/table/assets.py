"""Read style sheets, scripts and vendored files once, and serve each at an address that contains a hash of its content.

The hash lets browsers cache the files. They are sent gzipped, because they contain no secrets. The style sheets of a
table's page are sent as one file, and its scripts as another.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from pathlib import Path

from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.palette import HOUSE_STYLE, variables
from enginehouse.core.registry import game as games
from enginehouse.table.addresses import own_address
from enginehouse.table.packing import join_scripts, without_comments

FOLDER = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
SCRIPT_FOLDERS = ("plain", "page", "server")
"""The folders of the scripts: those that know no page, those that know the page, and those that know the server too."""


def _served_name(path: str) -> str:
    """Return the name under which the asset at `path`, below the folder of assets, is served.

    Scripts are served without their folders. If a script moves to another folder, pages that are already open still
    find it.
    """
    folder, _, name = path.partition("/")
    return name if folder in SCRIPT_FOLDERS else path


FILES = {_served_name(path.relative_to(FOLDER).as_posix()): path for path in FOLDER.rglob("*") if path.suffix in TYPES}
"""All asset files by name. Only these names can be requested, so no request can reach another file."""
_BOARD = ("table.js", "extras.js", "small.js", "glance.js", "beside.js")
JOINED_SCRIPTS = {
    "table-page.js": (*_BOARD, "clocks.js", "commitments.js", "salt.js"),
    "replay-page.js": (*_BOARD, "replay.js"),
}
JOINED_STYLES = {
    "table-page.css": ("house.css", "table.css", "learn.css", "people.css"),
    "replay-page.css": ("house.css", "table.css", "replay.css", "learn.css"),
}
MORPHER = "vendor/idiomorph.esm.js"
"""The file that changes the page in place.

It is not joined with other scripts, because the page also works without it.
"""


def palette_css() -> str:
    """Return the palette as CSS variables, with colours for day and for night.

    If a person has not chosen a theme, the browser's preference decides.
    """
    day, night = variables(0), variables(1)
    return (
        f":root{{color-scheme:light;{day}}}"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{night}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{night}}}\n{HOUSE_STYLE}\n"
    )


@cache
def content(name: str) -> tuple[bytes, str]:
    """Return the bytes and the content type of the asset whose file has this name.

    Raise LookupError if there is no such asset.
    """
    if name == "house.css":
        own = without_comments((FOLDER / name).read_text("utf-8"), ".css")
        return (palette_css() + own).encode(), TYPES[".css"]
    if name.startswith("games/") and name.endswith(".css"):
        try:
            game = games.get(name[6:-4])
        except Unreadable as error:
            raise LookupError(name) from error
        return str(game.drawing.STYLE).encode(), TYPES[".css"]
    if name in JOINED_STYLES:
        return "".join(content(one)[0].decode() for one in JOINED_STYLES[name]).encode(), TYPES[".css"]
    if name in JOINED_SCRIPTS:
        return _with_tags(join_scripts(JOINED_SCRIPTS[name], read_script)).encode(), TYPES[".js"]
    path = FILES[name]
    if path.suffix == ".js":
        return _with_tags(read_script(name)).encode(), TYPES[path.suffix]
    if path.suffix == ".css":
        return without_comments(path.read_text("utf-8"), ".css").encode(), TYPES[path.suffix]
    return path.read_bytes(), TYPES[path.suffix]


@cache
def pack_asset(name: str) -> bytes:
    """Return the bytes of the asset with this name, gzipped. They are the same in every process."""
    return gzip.compress(content(name)[0], 9, mtime=0)


_IMPORTED = re.compile(r"""(^import [^;]* from "|\bimport\(")(\.{1,2}/[\w./-]+\.js)(?=")""", re.MULTILINE)
"""The address of a script in an import of another script."""


def read_script(name: str) -> str:
    """Return the script that is served as `name`, without comments, and with the served names of its imports."""
    folder = FILES[name].parent.relative_to(FOLDER).as_posix()

    def serve_import(found: re.Match[str]) -> str:
        return f"{found[1]}./{_served_name(posixpath.normpath(f'{folder}/{found[2]}'))}"

    return _IMPORTED.sub(serve_import, without_comments(FILES[name].read_text("utf-8"), ".js"))


def _with_tags(script: str) -> str:
    """Return a script in which the address of each import ends with a hash of all scripts.

    So a page never mixes scripts of different versions.
    """
    return _IMPORTED.sub(rf"\1\2?v={_scripts_tag()}", script)


@cache
def _scripts_tag() -> str:
    scripts = [path.read_bytes() for name, path in sorted(FILES.items()) if path.suffix == ".js"]
    return hashlib.sha256(b"\0".join(scripts)).hexdigest()[:12]


@cache
def tag(name: str) -> str:
    """Return the hash that is a part of the address of the asset with this name.

    It is a hash of the asset's content. For a script it is a hash of all scripts.
    """
    if name in JOINED_SCRIPTS or (name in FILES and name.endswith(".js")):
        return _scripts_tag()
    return hashlib.sha256(content(name)[0]).hexdigest()[:12]


def url(name: str) -> str:
    """Return the address of an asset (a script, style sheet or picture) with this name.

    The address contains a hash of the asset's content, so it changes if the content changes.
    """
    return own_address(f"/assets/{name}?v={tag(name)}")
