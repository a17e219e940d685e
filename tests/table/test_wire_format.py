"""The tables of `docs/wire-format.md` and `docs/wire-posts.md` agree with the types of the scripts and with real messages."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from handclock import SeededChance
from wire import Answered, Browser, ask

from enginehouse.table import assets
from enginehouse.table.app import create_app
from enginehouse.table.picture import messages
from enginehouse.table.routes import ROUTES
from enginehouse.table.settings import Settings
from enginehouse.table.web import requests, uploads
from enginehouse.table.web.requests import read_fields, read_files

pytestmark = pytest.mark.usefixtures("no_workers")
ROOT = Path(__file__).resolve().parents[2]
PAGE = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in ("wire-format.md", "wire-posts.md"))

Fields = dict[str, tuple[str, bool]]
"""By name: the type, as in TypeScript, and whether the field may be absent."""


def tables(page: str) -> dict[str, list[list[str]]]:
    """The rows of each table of a page, by the heading above it."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("|"):
            found.setdefault(heading, []).append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return {name: rows[2:] for name, rows in found.items()}


TABLES = tables(PAGE)


def list_documented(name: str) -> Fields:
    return {row[0].strip("`?"): (row[1].strip("`"), "?" in row[0]) for row in TABLES[name]}


def list_typed() -> dict[str, Fields]:
    """The interfaces of the page's scripts."""
    text = re.sub(r"/\*\*.*?\*/", "", (assets.FOLDER / "types.d.ts").read_text("utf-8"), flags=re.S)
    return {
        name: {
            field: (kind.strip(), bool(may)) for field, may, kind in re.findall(r"^  (\w+)(\??): (.*);$", body, re.M)
        }
        for name, body in re.findall(r"export interface (\w+) \{\n(.*?)^\}", text, re.S | re.M)
    }


STRUCTS: dict[str, type[msgspec.Struct]] = {
    "Frame": messages.Frame,
    "Patch": messages.Patch,
    "Act": messages.Act,
    "PageState": messages.PageState,
    "Move": messages.Move,
    "Tell": messages.Tell,
}


def test_the_page_has_every_type() -> None:
    assert set(list_typed()) == set(TABLES) - {"The stream", "Posts to a table"}
    assert set(STRUCTS) < set(TABLES)


@pytest.mark.parametrize("name", sorted(list_typed()))
def test_the_page_and_the_scripts_agree(name: str) -> None:
    assert list_documented(name) == list_typed()[name]


@pytest.mark.parametrize("name", STRUCTS)
def test_the_page_and_the_server_agree(name: str) -> None:
    sent = {field.encode_name: not field.required for field in msgspec.structs.fields(STRUCTS[name])}
    if name == "Patch":
        sent["state"] = False  # it has a default because fields before it have one
    assert {field: may for field, (_, may) in list_documented(name).items()} == sent
    assert list(list_documented(name)) == list(sent), "in the order in which they are sent"


def test_every_script_of_ours_is_type_checked() -> None:
    """`scripts/static` looks at those that say so; types themselves are not served."""
    scripts = sorted({*assets.FOLDER.rglob("*.js")} - {assets.FILES[assets.MORPHER]})
    assert len(scripts) > 10
    assert [path.name for path in scripts if not path.read_text("utf-8").startswith("// @ts-check\n")] == []
    assert not [name for name in assets.FILES if name.endswith(".ts")]


def test_the_test_sees_a_field_too_many() -> None:
    assert tables("## A\n\n| Field | Type |\n| --- | --- |\n| `n` | `a \\| b` |\n") == {"A": [["`n`", "`a \\| b`"]]}
    changed = PAGE.replace("| `decision` |", "| `decided` |")
    assert changed != PAGE and tables(changed)["PageState"] != TABLES["PageState"]


# ---------------------------------------------------------------- what is really sent


def fits(value: Any, kind: str, where: str) -> None:
    """A value is of a type of the page."""
    simple = {"number": (int, float), "string": str, "boolean": bool}
    if kind in simple:
        assert isinstance(value, simple[kind]) and isinstance(value, bool) == (kind == "boolean"), where  # type: ignore[arg-type]
    elif kind.endswith("[]"):
        for k, one in enumerate(value):
            fits(one, kind[:-2], f"{where}[{k}]")
    elif kind.startswith("["):
        for one, inner in zip(value, kind[1:-1].split(", "), strict=True):
            fits(one, inner, where)
    elif kind.startswith("Record<string, "):
        for key, one in value.items():
            fits(one, kind[15:-1], f"{where}.{key}")
    elif kind.startswith("{"):
        inner_fields = dict(re.findall(r"(\w+): (\w+)", kind))
        assert set(value) == set(inner_fields), where
        for key, one in value.items():
            fits(one, inner_fields[key], f"{where}.{key}")
    else:
        fields = list_documented(kind)
        assert set(value) <= set(fields), where
        assert {name for name, (_, may) in fields.items() if not may} <= set(value), where
        for key, one in value.items():
            fits(one, fields[key][0], f"{where}.{key}")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(
        Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", beat_ms=0, ping_s=0.05), chance=SeededChance()
    )
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def events(browser: Browser, table: str, seat: int, deeds: list[Any]) -> list[tuple[str, Any]]:
    """The events of a stream: after each picture a deed is done, until there are no more."""
    task = asyncio.create_task(
        ask(browser.app, "GET", f"{table}/stream?seat={seat}", [(b"cookie", browser.cookie)], stays=True)
    )
    for deed in deeds:
        await asyncio.sleep(0.15)
        await deed()
    await asyncio.sleep(0.15)
    browser.app.state.shared.closing.set()
    answered = await asyncio.wait_for(task, 5)
    browser.app.state.shared.closing.clear()
    found = re.findall(r"event: (\w+)\n(?:id: \d+\n)?(?:retry: \d+\n)?data: (.*)\n\n", answered.body.decode())
    return [(kind, json.loads(data)) for kind, data in found]


async def test_streams_match_the_page(app: Any) -> None:
    ann, bob, cat = (Browser(app) for _ in range(3))
    table = await ann.new("me", "open", "open", clock="live 900 5")
    for one, name in ((bob, "Bob"), (cat, "Cat")):
        await one.post(f"{table}/join", name=name)

    async def move() -> None:
        assert (await ann.act(table, 0, 0, "move 1 2")).status == 204

    async def ask_all() -> None:
        """A note that the others may answer: a window opens for them."""
        picture = json.loads((await bob.get(f"{table}/frame?seat=1")).body)
        name = next(one["name"] for one in picture["acts"] if one["name"].startswith("play"))
        assert (await bob.act(table, 1, picture["state"]["decision"], name)).status == 204

    async def talk() -> None:
        assert (await ann.post(f"{table}/say", seat="0", text="Hullo")).status in (204, 303)

    async def point() -> None:
        assert (await ann.post(f"{table}/point", seat="0", piece="p-wagon-0")).status in (204, 303)

    found = await events(bob, table, 1, [move, talk, point, ask_all])
    assert (
        {kind for kind, _ in found}
        == {"frame", "patch", "clock", "clocks", "chat", "present", "point", "ping"}
        == {row[0].strip("`") for row in TABLES["The stream"]}
    )
    kinds = {row[0].strip("`"): row[1].strip("`") for row in TABLES["The stream"]}
    for kind, data in found:
        if kind != "ping":
            fits(data, kinds[kind], kind)
    patches = [data for kind, data in found if kind == "patch"]
    assert any("acts" in data for data in patches) and any(data.get("moves") for data in patches)


async def test_the_acts_are_the_seat_s_own(app: Any) -> None:
    """Spectators, and players who are not to act, get no actions."""
    ann = Browser(app)
    table = await ann.new("me", "me")
    shown = {seat: json.loads((await ann.get(f"{table}/frame?seat={seat}")).body) for seat in (0, 1)}
    shown[-1] = json.loads((await Browser(app).get(f"{table}/frame")).body)
    assert "move 1 2" in [one["name"] for one in shown[0]["acts"]]
    assert shown[1]["acts"] == shown[-1]["acts"] == []
    for picture in shown.values():
        fits(picture, "Frame", "frame")


async def test_posts_take_the_fields_that_the_page_names(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Noted(dict[str, Any]):
        def get(self, name: str, default: Any = None) -> Any:
            asked.add(name)
            return super().get(name, default)

        def __contains__(self, name: object) -> bool:
            asked.add(str(name))
            return super().__contains__(name)

    monkeypatch.setattr(requests, "read_fields", lambda kind, body: Noted(read_fields(kind, body)))
    monkeypatch.setattr(uploads, "read_files", lambda kind, body: Noted(read_files(kind, body)))
    addresses = {row[0].strip("`"): set(re.findall(r"`([\w-]+)`", row[1])) for row in TABLES["Posts to a table"]}
    posts = [r.path for r in ROUTES if "POST" in (r.methods or ()) and not r.path.startswith("/api/")]
    assert set(addresses) == {re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), path) for path in posts}
    ann = Browser(app)
    table = await ann.new("me", "open")
    for address, fields in addresses.items():
        asked.clear()
        given = {
            "seat": 0,
            "decision": 0,
            "game": "switchyard",
            "name": "Ann",
            "seat-0": "me",
            "seat-1": "me",
            "picked": "",
            "piece": "p-x",
        }
        there = address.replace("/t/TABLE", table).replace("GAME", "mechanica").replace("LESSON", "first")
        await ann.post(there, "application/json", **given)
        named = {re.sub(r"-\d+$", "-N", name) for name in asked}
        assert named | ({"option-NAME"} if address == "/new" else set()) == fields, address


async def test_answers_match_the_page(app: Any) -> None:
    ann = Browser(app)
    table = await ann.new("me", "me")

    async def told(what: str, **given: Any) -> Answered:
        return await ann.post(f"{table}/{what}", "application/json", **given)

    fits(json.loads((await told("why", seat=1, piece="p-wagon-0")).body), "Why", "why")
    shown = json.loads((await told("preview", seat=0, act="move 1 2")).body)
    assert set(shown) == {"pieces"}
    fits(shown["pieces"], "PreviewPiece[]", "preview")
    for given, status, code, frame in (
        ({"seat": 0, "decision": 9, "act": "move 1 2"}, 409, "stale", True),
        ({"seat": 0, "decision": 0, "act": "pass"}, 409, "not-allowed", True),
        ({"seat": 7, "decision": 0, "act": "pass"}, 403, "forbidden", False),
        ({"seat": "x"}, 400, "unreadable", False),
    ):
        answer = await told("act", **given)
        refusal = json.loads(answer.body)
        fits(refusal, "Refusal", code)
        assert (answer.status, refusal["error"]["code"], "frame" in refusal) == (status, code, frame)
