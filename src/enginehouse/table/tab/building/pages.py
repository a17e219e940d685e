"""Write the rulebooks and galleries of all games as static pages, which need no Python and which search engines find.

The server makes these pages, as it does for a browser. Then their addresses are changed to relative addresses, so that
the folder works anywhere. Forms and links to tables lead to the page that starts the games.
"""

from __future__ import annotations

import asyncio
import html
import re
from collections import deque
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from enginehouse.table.addresses import serve_below
from enginehouse.table.app import create_app
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.settings import Settings
from enginehouse.table.tab.scope import make_scope

BELOW = "/house"
ADDRESS = re.compile(r'\b(href|src|action|formaction)="/house(/[^"?#]*)(\?[^"#]*)?(#[^"]*)?"')
KEPT = re.compile(r"/games/[a-z-]+/(rules|parts|cover\.svg|parts/\d+\.svg|guide/\d+\.svg)|/assets/[\w./-]+")
"""The addresses that become files."""
PAGES = ("rules", "parts", "cover.svg")
"""The pages and pictures of each game that are written."""
THEME = re.compile(r"theme=(light|dark)")
INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Enginehouse: rules of the games</title>
<meta name="description" content="The rules and parts of {titles}.">
<link rel="icon" href="../icon.svg"><link rel="stylesheet" href="assets/house.css"></head>
<body><main><h1>Enginehouse</h1><p><a href="../">Play the games in this browser</a></p>{games}</main></body></html>
"""
GAME = """<section><h2>{title}</h2><p><img src="games/{name}/cover.svg" alt="" width="320"></p><p>{tagline}</p>
<p><a href="games/{name}/rules.html">Rules</a> · <a href="games/{name}/parts.html">Parts</a></p></section>
"""
"""The part of the first page about one game."""


def write_pages(out: Path) -> None:
    """Write all pages and their pictures into a folder `pages` of `out`."""
    settings = Settings(path=BELOW, in_place=True, db_url=f"sqlite:///{out / 'unused.sqlite3'}")
    app, folder, offered = create_app(settings), out / "pages", list_offered()
    try:
        _write_all(app, folder, deque(f"/games/{game.name}/{page}" for game in offered for page in PAGES))
    finally:
        serve_below("")
    parts = [
        GAME.format(title=html.escape(g.facts.title), name=g.name, tagline=html.escape(g.facts.tagline))
        for g in offered
    ]
    titles = html.escape(", ".join(game.facts.title for game in offered))
    (folder / "index.html").write_text(INDEX.format(titles=titles, games="".join(parts)), "utf-8")


def _write_all(app: Starlette, folder: Path, waiting: deque[str]) -> None:
    """Write the pages and pictures at the addresses in `waiting`, and all that they link to, into `folder`.

    `app` is the server's application, which is asked for each address. The deque `waiting` is empty afterwards.
    """
    seen = set(waiting)
    while waiting:
        address = waiting.popleft()
        data = asyncio.run(_get(app, address))
        file = folder / name_file(address)
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".html":
            found = find_addresses(data.decode())
            waiting.extend(one for one in found if one not in seen)
            seen |= found
            file.write_text(change_addresses(data.decode(), file.relative_to(folder)), "utf-8")
        else:
            file.write_bytes(data)


def find_addresses(page: str) -> set[str]:
    """Return the addresses in a page that have to become files of the built site.

    They lead to pages and pictures of games, and to scripts and styles. An address of a picture includes the part of
    its query that names the theme ("theme=dark").
    """
    found = (match[2] + (match[3] or "") for match in ADDRESS.finditer(page) if KEPT.fullmatch(match[2]))
    return {one.replace("&amp;", "&") for one in found}


def name_file(address: str) -> str:
    """Return the path of the file in the built site that holds the page or picture at an address.

    For example, the file for `/games/NAME/parts/0.svg?theme=dark` is `games/NAME/parts/0.dark.svg`.
    """
    path, _, query = address.partition("?")
    name = path.lstrip("/")
    theme = THEME.search(query)
    if theme and name.endswith(".svg"):
        return f"{name.removesuffix('.svg')}.{theme[1]}.svg"
    return name if "." in name.rpartition("/")[2] else f"{name}.html"


def change_addresses(page: str, file: Path) -> str:
    """Return a page with relative addresses and without scripts.

    `file` is the path of the page in the folder of pages. The addresses become relative to it.
    """
    up = "../" * len(file.parent.parts)

    def change(match: re.Match[str]) -> str:
        name, path, query, part = match[1], match[2], match[3] or "", match[4] or ""
        if "action" not in name and KEPT.fullmatch(path):
            return f'{name}="{up}{name_file(path + query)}{part}"'
        return f'{name}="{up}../{"" if "action" in name else f"#{path}{query}"}"'

    text = re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL)
    return ADDRESS.sub(change, text.replace('method="post"', 'method="get"'))


async def _get(app: Starlette, address: str) -> bytes:
    """Return the body of the response of the server `app` to a request for an address."""
    parts: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        assert message.get("status", 200) == 200, f"{address}: {message}"
        parts.append(message.get("body", b""))

    await app(make_scope("GET", "http", BELOW + address, [("host", "localhost")]), receive, send)
    return b"".join(parts)
