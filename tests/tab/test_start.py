"""The application of a tab, run in CPython with a bridge that stands for the script of the page."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.table.addresses import place_in_tab, serve_below
from enginehouse.table.html.rendering import ENVIRONMENT
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.states.bot_choices import expect_modules
from enginehouse.table.tab.building.site import write_empty_database
from enginehouse.table.tab.cookies import Jar
from enginehouse.table.tab.start import Tab

pytestmark = pytest.mark.beside_plain
KEPT = Path(__file__).parents[1] / "kept/2dccf44/middle.backup"
PLACE = SimpleNamespace(protocol="https:", host="games.example.org", path="/demo/house")


class Body(bytes):
    """The bytes of a request, as the script passes them to Python."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class Bridge:
    """The script of the page. It notes all that it is asked to keep, and its bot takes the last legal action."""

    def __init__(self, database: Path) -> None:
        self.database, self.kept, self.cookies = database, b"", ""
        self.chosen: list[tuple[str, str]] = []

    async def keep(self) -> None:
        self.kept = self.database.read_bytes()

    async def keep_cookies(self, text: str) -> None:
        self.cookies = text

    def has_bot(self, game: str, bot: str) -> bool:
        return bot == "hard"

    async def choose(self, game: str, bot: str, view: bytes, seat: int, legal: str, seed: int) -> str:
        self.chosen.append((game, bot))
        codes = json.loads(legal)
        return json.dumps({"code": codes[-1], "found": [[0, 0]] * len(codes)})


class Browser:
    """A tab with its bridge. `ask` sends a request as the service worker does."""

    def __init__(self, folder: Path, empty: Path) -> None:
        self.folder, self.empty = folder, empty
        self.database = folder / "tables.sqlite3"
        shutil.copyfile(empty, self.database)
        self.bridge = Bridge(self.database)
        self.tab = Tab(self.bridge, folder, PLACE)  # type: ignore[arg-type]

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> Any:
        """Return the answer: status, headers and text."""
        found: list[Any] = []
        kind = [["content-type", "application/x-www-form-urlencoded"]] if form else []
        asked = SimpleNamespace(
            method=method, path=PLACE.path + path, headers=json.dumps(kind), body=Body(urlencode(form or {}).encode())
        )
        await self.tab.serve(asked, lambda *part: found.append(part), asyncio.get_running_loop().create_future())
        ((kind, status, headers, body),) = found
        assert kind == "start"
        return SimpleNamespace(status=status, headers=dict(json.loads(headers)), text=body.decode())

    async def open_table(self, bot: str = "hard") -> str:
        form = {"game": "connect-four", "name": "Ada", "seat-0": "me", "seat-1": f"bot:{bot}", "beat_ms": "0"}
        answer = await self.ask("POST", "/new", form)
        assert answer.status == 303, answer.text
        return str(answer.headers["location"]).removeprefix(PLACE.path).partition("?")[0]

    async def play(self, table: str, acts: int) -> Any:
        """Play the first legal action so many times, or until the game is over. Return the state of the table."""
        session = await self.tab._app.state.shared.registry.get(table.split("/")[2])
        for _ in range(1000):
            state = session.state
            if acts == 0 or state.match.over:
                return state
            if 0 in state.match.actors():
                act = state.match.game.vocabulary.name(state.legal(0)[0])
                given = {"seat": "0", "decision": str(state.decision(0)), "act": act}
                assert (await self.ask("POST", f"{table}/act", given)).status in (204, 303)
                acts -= 1
            else:
                await asyncio.sleep(0.01)
        raise AssertionError("the bot does not act")


@pytest.fixture(scope="module", autouse=True)
def connect_four() -> Game:
    return games.register(games.at("connect_four"))


def forget_addresses() -> None:
    """Empty all caches of the table. A process serves below one path, so templates and markup are kept with it."""
    assert ENVIRONMENT.cache is not None
    ENVIRONMENT.cache.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("enginehouse.table."):
            for one in vars(module).values():
                if callable(getattr(one, "cache_clear", None)):
                    one.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def own_path() -> Iterator[None]:
    """Let other tests of this process serve below no path, before and afterwards."""
    forget_addresses()
    yield
    serve_below("")
    place_in_tab(False)
    expect_modules(False)
    forget_addresses()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("empty") / "empty.sqlite3"
    write_empty_database(file)
    return file


@pytest.fixture
async def browser(tmp_path: Path, empty: Path) -> AsyncIterator[Browser]:
    made = Browser(tmp_path, empty)
    await made.tab.open("")
    yield made
    await made.tab.close()


FOR_OTHERS = (
    "another device",
    "with friends",
    "friend",
    "Spectators",
    "spectators",
    "with the link",
    "my own bot",
    "devices",
    "weaker",
)
"""Words of offers that only a server can keep, and of a search in plain Python."""


async def test_pages_offer_nothing_that_needs_other_people(browser: Browser) -> None:
    pages = [(await browser.ask("GET", path)).text for path in ("/", "/new?game=mechanation", "/upload")]
    table = await browser.open_table()
    pages += [(await browser.ask("GET", path)).text for path in ("/", "/me", table, "/new?game=mechanation")]
    assert "Hard bot" in pages[1] and "Another player on this screen" in pages[1]
    found = [word for page in pages for word in FOR_OTHERS if word in re.sub(r"<script.*?</script>|<[^>]*>", "", page)]
    assert found == []


async def test_pages_are_in_a_frame_of_the_same_folder_alone(browser: Browser) -> None:
    page = await browser.ask("GET", "/")
    assert page.status == 200 and "Your name" in page.text
    assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "x-frame-options" not in page.headers and "set-cookie" not in page.headers
    links = set(re.findall(r'(?:href|src|action)="(/[^"]*)"', page.text))
    assert links and all(link.startswith("/demo/house/") for link in links)


async def test_a_game_against_a_bot_of_the_browser(browser: Browser) -> None:
    table = await browser.open_table()
    state = await browser.play(table, 100)
    assert state.match.over
    assert set(browser.bridge.chosen) == {(games.get("connect-four").address, "hard")}


async def test_other_bots_think_in_python(browser: Browser) -> None:
    assert (await browser.play(await browser.open_table("greedy"), 3)).decision(0) >= 3
    assert browser.bridge.chosen == []


async def test_all_that_was_acknowledged_is_kept(browser: Browser, empty: Path, tmp_path: Path) -> None:
    table = await browser.open_table()
    state = await browser.play(table, 2)
    kept, cookies = browser.bridge.kept, browser.bridge.cookies
    (tmp_path / "later").mkdir()
    later = Browser(tmp_path / "later", empty)
    later.database.write_bytes(kept)
    await later.tab.open(cookies)
    page = await later.ask("GET", table)
    assert page.status == 200 and 'data-seat="0"' in page.text
    again = await later.play(table, 0)
    assert again.decision(0) >= state.decision(0) == 2
    assert again.match.seed == state.match.seed
    await later.tab.close()


async def test_games_are_saved_and_brought_back(browser: Browser, empty: Path, tmp_path: Path) -> None:
    table, file = await browser.open_table(), tmp_path / "games.gz"
    await browser.play(table, 2)
    await browser.tab.save(str(file))
    (tmp_path / "other").mkdir()
    other = Browser(tmp_path / "other", empty)
    await other.tab.open("")
    await other.open_table("greedy")
    assert await other.tab.bring(str(file), str(empty)) == "All games of the file are here now."
    assert 'data-seat="0"' in (await other.ask("GET", table)).text
    assert other.bridge.kept == other.database.read_bytes()
    await other.tab.close()


async def test_a_file_that_is_no_backup_changes_nothing(browser: Browser, empty: Path, tmp_path: Path) -> None:
    table, file = await browser.open_table(), tmp_path / "photo.jpg"
    file.write_bytes(b"no backup at all")
    said = await browser.tab.bring(str(file), str(empty))
    assert said.startswith("The file is not a backup") and str(tmp_path) not in said
    assert (await browser.ask("GET", table)).status == 200


async def test_games_of_an_older_version_are_brought_up_to_date(empty: Path, tmp_path: Path) -> None:
    """The database and the file of an older version, each with its tables."""
    older = InPlaceDatabase(f"sqlite:///{tmp_path / 'older.sqlite3'}")
    await older.open("0020")
    await older.close()
    browser = Browser(tmp_path, tmp_path / "older.sqlite3")
    assert browser.tab.is_outdated()
    await browser.tab.open("")
    assert not browser.tab.is_outdated()
    await browser.open_table()
    assert browser.tab.is_older(str(KEPT)) and not browser.tab.is_older(str(empty))
    assert await browser.tab.bring(str(KEPT), str(empty)) == "All games of the file are here now."
    rows = await browser.tab._app.state.shared.registry.store.tables.latest(50)
    assert len(rows) >= 3
    await browser.tab.close()


async def test_a_stream_is_passed_on_until_the_page_has_gone(browser: Browser) -> None:
    table = await browser.open_table()
    found: asyncio.Queue[Any] = asyncio.Queue()
    gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    asked = SimpleNamespace(method="GET", path=f"{PLACE.path}{table}/stream?seat=0", headers="[]", body=Body())
    serving = asyncio.create_task(browser.tab.serve(asked, lambda *part: found.put_nowait(part), gone))
    kind, status, headers, _ = await found.get()
    assert (kind, status) == ("start", 200) and "text/event-stream" in headers
    await browser.play(table, 1)
    kind, _, _, body = await found.get()
    assert kind == "chunk" and body
    gone.set_result(True)
    await asyncio.wait_for(serving, 10)


def test_a_jar_takes_and_drops_cookies() -> None:
    jar = Jar()
    jar.take("one=1; Path=/; HttpOnly; Max-Age=100")
    jar.take("two=2; Path=/")
    assert jar.header() == "one=1; two=2" and Jar(jar.write()).header() == jar.header()
    jar.take('one=""; Max-Age=0')
    assert jar.header() == "two=2"
    assert Jar("not JSON").header() == "" and Jar("[1]").header() == ""
