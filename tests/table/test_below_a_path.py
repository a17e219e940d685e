"""A server below a path of its host (`ENGINEHOUSE_PATH=/games/`): every link, form, file and redirect stays below it.

The path has the name of an own address, `/games/GAME`, so that nothing is taken away twice.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import httpx2 as httpx
import pytest
from serving import served
from starlette.types import Message

from enginehouse.core.errors import Unreadable
from enginehouse.table.settings import from_mapping
from enginehouse.table.web.middleware import Below

PATH = "/games/"
IN_TAGS = re.compile(r"""(?<![\w-])(?:href|src|action|formaction)=\\?"([^"\\]*)""")
FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me", "listed": "1", "watched": "1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser without scripts at the host of a server that is below a path."""
    file = tmp_path_factory.mktemp("below") / "tables.sqlite3"
    with served(f"sqlite:///{file}", beat_ms=0, path=PATH) as server:
        assert server.url.endswith("/games")
        host = server.url.removesuffix("/games")
        headers = {"origin": host, "accept": "text/html"}
        with httpx.Client(base_url=host, headers=headers, timeout=30) as client:
            yield client


def addresses(page: httpx.Response) -> set[str]:
    """Return all addresses on a page, without what stands behind a #."""
    found = {urljoin(str(page.url), html.unescape(one).partition("#")[0]) for one in IN_TAGS.findall(page.text) if one}
    return {one for one in found if urlsplit(one).scheme in ("http", "https")}


def test_every_link_form_file_and_redirect_stays_below_the_path(site: httpx.Client) -> None:
    opened = site.post("/games/new", data=FORM)
    table = opened.headers["location"]
    assert opened.status_code == 303 and table.startswith("/games/t/")
    assert "path=/games/" in opened.headers["set-cookie"].lower()
    waits = site.post("/games/new", data=FORM | {"seat-1": "open"}).headers["location"]
    seen, todo = set[str](), [str(site.base_url.join(one)) for one in ("/games/", table, waits, f"{waits}/join")]
    forms = set[str]()
    while todo:
        page = site.get(todo.pop(), follow_redirects=True)
        assert page.status_code == 200, page.url
        for one in addresses(page):
            parts = urlsplit(one)
            assert parts.path.startswith(PATH), f"{one} on {page.url}"
            if one in seen or len([1 for other in seen if re.sub(r"\d+", "N", other) == re.sub(r"\d+", "N", one)]) > 2:
                continue
            seen.add(one)
            answer = site.get(one)
            if answer.status_code == 405:
                forms.add(parts.path)
            else:
                assert answer.status_code in (200, 303), f"{one} on {page.url}: {answer.status_code}"
                if "text/html" in answer.headers["content-type"]:
                    todo.append(one)
    kinds = {re.sub(r"/t/\w+", "/t/T", one) for one in forms}
    assert {"/games/t/T/act", "/games/t/T/say", "/games/me/devices/link"} <= kinds
    assert {"/games/games/switchyard/rules", "/games/me", "/games/puzzles"} <= {urlsplit(one).path for one in seen}
    for form, fields in (
        (f"{table}/say", {"text": "hello", "seat": "0"}),
        (f"{waits}/leave", {}),
        ("/games/me/forget", {"sure": "yes"}),
    ):
        answer = site.post(form, data=fields)
        assert answer.status_code == 303 and answer.headers["location"].startswith(PATH), form
    assert "max-age=0" in answer.headers["set-cookie"].lower() and not list(site.cookies)


def test_scripts_streams_and_the_interface_are_below_the_path(site: httpx.Client) -> None:
    table = site.post("/games/new", data=FORM).headers["location"]
    join = site.post("/games/new", data=FORM | {"seat-1": "open"}).headers["location"]
    host = str(site.base_url).rstrip("/")
    assert f'class="token">{host}{join}<' in site.get(f"{join}/join").text
    link = site.post("/games/me/devices/link").text
    assert f"{host}/games/come#" in link
    with site.stream("GET", f"{table}/stream?seat=0") as stream:
        first = next(one for one in stream.iter_text() if "data:" in one)
    for one in IN_TAGS.findall(first):
        assert one.startswith((PATH, "#")), one
    frame = site.get(f"{table}/frame?seat=0", headers={"accept": "application/json"}).json()
    assert all(one.startswith((PATH, "#")) for one in IN_TAGS.findall(json.dumps(frame)))
    body = {"game": "switchyard", "name": "Pro", "seats": ["me", "open"], "watched": True}
    made = site.post("/games/api/v1/tables", json=body).json()
    assert made["address"].startswith("/games/t/") and site.get(made["address"]).status_code == 200
    assert site.get("/games/worker.js").status_code == 200
    assert site.get("/games/api/v1/games").json()["games"][0]["rules"].startswith("/games/games/")
    missing = site.get("/games/t/nothere1")
    assert missing.status_code == 404 and all(urlsplit(one).path.startswith(PATH) for one in addresses(missing))


def test_outside_of_the_path_it_is_said_where_the_table_is(site: httpx.Client) -> None:
    for path in ("/", "/games"):
        answer = site.get(path)
        assert answer.status_code == 307 and answer.headers["location"] == PATH
    for path in ("/t/abcd", "/new", "/gamesx/", "/assets/house.css"):
        answer = site.get(path)
        assert answer.status_code == 404 and "This table is at /games/." in answer.text, path
    assert site.get("/health").text == "ok" == site.get("/games/health").text


@pytest.mark.parametrize("path", ["/", "/club", "/club/", "/a/b-c_d/"])
def test_paths(path: str) -> None:
    assert from_mapping({"path": path}).below == path.rstrip("/")


@pytest.mark.parametrize("path", ["club", "//club/", "/club//", "/a b/", "/<x>/", "https://x.org/club/", "/../"])
def test_a_text_that_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(Unreadable, match="path"):
        from_mapping({"path": path})


async def test_a_proxy_that_takes_a_path_away_is_named_in_the_log_once(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Message, receive: object, send: object) -> None:
        """Answer nothing."""

    async def ask(below: Below, prefix: bytes) -> list[str]:
        caplog.clear()
        head = {"type": "http", "path": "/club/x", "raw_path": b"/club/x", "headers": [(b"x-forwarded-prefix", prefix)]}
        await below(head, None, None)
        return [record.getMessage() for record in caplog.records]

    root = Below(app, "")
    assert await ask(root, b"/") == [], "that is the root"
    (line,) = await ask(root, b"/cl\nub\xff" + b"x" * 100)
    assert "'/cl\\nub\\xff" in line and "ENGINEHOUSE_PATH" in line and len(line) < 300
    assert await ask(root, b"/club") == []
    assert await ask(Below(app, "/club"), b"/club") == []
