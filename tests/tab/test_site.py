"""The built folder in a real browser: games to their end, reload, offline, a second tab, a killed browser, saved games."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import re
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from expecting import expect
from waiting import until

from enginehouse.core.registry import game as games
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.tab.building.site import MOST_BYTES, measure

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.timeout(900)]
HOUSE = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]
Visit = Callable[..., Any]


def test_a_first_visit_is_small_and_leaves_the_folder_alone(site: Path, server: Any, visit: Visit) -> None:
    assert measure(site).size <= MOST_BYTES
    asked: list[str] = []
    tab = visit()
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.wait(".lobby")
    tab.go("/puzzles")
    assert all(url.startswith((tab.address, "blob:", "data:")) for url in asked)
    files = {path.partition("?")[0].rpartition("/some/place/")[2] or "index.html" for path in server.asked}
    assert all((site / name).is_file() for name in files), files
    assert tab.complaints == []


@pytest.mark.parametrize("game", HOUSE)
def test_a_game_is_played_to_its_end(visit: Visit, game: str) -> None:
    tab = visit()
    tab.wait(".lobby")
    tab.open_table(game)
    assert tab.play(game, 2 * games.get(game).facts.length_bound, random.Random(5))["over"]
    expect(tab.frame.locator(".end-panel")).to_be_visible()
    assert tab.page.evaluate("house.call('figures')")["state"] == "good"
    assert tab.complaints == []


def test_a_game_outlives_reload_and_network_and_tab(visit: Visit, server: Any) -> None:
    game, dice, tab = "mechanation", random.Random(3), visit()
    tab.wait(".lobby")
    table = tab.open_table(game)
    before = tab.play(game, 2, dice)
    log = tab.frame.inner_text("#log")
    tab.page.reload()
    tab.wait_for_table()
    assert tab.until_my_turn() == before and tab.frame.inner_text("#log") == log
    # a second tab shows the same table, and takes over
    other = type(tab)(tab.context, tab.address)
    other.wait(".lobby")
    assert "another tab" in (other.page.text_content("#kept") or "")
    tab.page.close()
    other.go(table, "#table[data-ready] #board svg")
    assert other.until_my_turn() == before
    # without a network
    server.close()
    other.context.set_offline(True)
    other.page.reload()
    other.wait_for_table()
    assert other.until_my_turn() == before
    assert other.play(game, 200, dice)["over"]
    other.frame.click(".end-panel >> text=Replay")
    other.wait("#controls")
    assert other.complaints == []


def test_no_action_is_lost_when_the_browser_is_killed(
    visit: Visit, chromium: Any, chromium_path: str, server: Any, tmp_path: Path
) -> None:
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    Visitor = type(visit())  # noqa: N806

    def launch() -> Any:
        return chromium.browser_type.launch_persistent_context(
            tmp_path, executable_path=chromium_path, args=arguments, reduced_motion="reduce"
        )

    tab = Visitor(launch(), server.address)
    tab.wait(".lobby")
    table = tab.open_table("great-machine")
    before = tab.play("great-machine", 3, random.Random(1))
    found = subprocess.run(["pgrep", "-f", f"user-data-dir={tmp_path}"], capture_output=True, text=True, check=True)
    for pid in map(int, found.stdout.split()):
        os.kill(pid, signal.SIGKILL)
    (tmp_path / "SingletonLock").unlink(missing_ok=True)
    context = launch()
    tab = Visitor(context, server.address, f"#{table}")
    tab.wait_for_table()
    assert tab.until_my_turn() == before
    context.close()


OPEN = """async () => {
  const form = { game: 'mechanation', name: 'Ada', 'seat-0': 'me', 'seat-1': 'bot:easy' };
  await fetch(location.pathname.replace(/\\/t\\/.*/, '/new'), { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
}"""


def test_a_full_storage_keeps_what_was_done_before(visit: Visit) -> None:
    tab, dice = visit("?snapshot=no"), random.Random(3)
    tab.wait(".lobby")
    tab.open_table("mechanation")
    before = tab.play("mechanation", 2, dice)
    devtools = tab.context.new_cdp_session(tab.page)
    origin = tab.page.evaluate("location.origin")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    note = tab.page.locator("#note")
    for _ in range(100):
        tab.frame.evaluate(OPEN)
        if note.text_content():
            break
    expect(note).to_contain_text("storage of this browser is full: what you do now is lost when you close the tab")
    # One can play on, and save all games.
    assert tab.play("mechanation", 1, dice)["decision"] > before["decision"]
    tab.page.click("#about")
    with tab.page.expect_download() as download:
        tab.page.click("#save")
    assert download.value.path().stat().st_size > 1000
    tab.page.reload()
    tab.wait_for_table()
    assert tab.until_my_turn() == before
    # With room again, everything is kept, and the sentence goes.
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    tab.frame.evaluate(OPEN)
    after = tab.play("mechanation", 1, dice)
    expect(note).to_have_text("")
    tab.page.reload()
    tab.wait_for_table()
    assert tab.until_my_turn() == after
    assert tab.complaints == []


DAMAGE = """async () => {
  const [name] = (await caches.keys()).filter(one => one.startsWith('enginehouse-snapshot '));
  const cache = await caches.open(name), [request] = await cache.keys();
  await cache.put(request, new Response(new Uint8Array(100)));
}"""


def test_a_later_visit_begins_with_a_snapshot_of_python(visit: Visit) -> None:
    tab, made = visit(), "window.times?.snapshot"
    tab.wait(".lobby")
    assert not tab.page.evaluate("house.call('figures')")["hasSnapshot"]
    until(tab.page, made)
    tab.page.reload()
    tab.wait(".lobby")
    assert tab.page.evaluate("house.call('figures')")["hasSnapshot"]
    # It can be left unused.
    tab.page.goto(f"{tab.address}?snapshot=no")
    tab.wait(".lobby")
    assert not tab.page.evaluate("house.call('figures')")["hasSnapshot"]
    tab.page.goto(tab.address)
    tab.wait(".lobby")
    tab.open_table("mechanation")
    tab.play("mechanation", 4, random.Random(1))
    # One that cannot be read is replaced, and the visit starts without it.
    tab.page.evaluate(DAMAGE)
    tab.page.reload()
    tab.wait_for_table()
    assert not tab.page.evaluate("house.call('figures')")["hasSnapshot"]
    until(tab.page, made)
    assert tab.complaints == []


def test_games_are_saved_and_brought_back(visit: Visit, tmp_path: Path) -> None:
    tab = visit("?storage=indexed&snapshot=no")
    tab.wait(".lobby")
    table = tab.open_table("mechanica")
    before = tab.play("mechanica", 2, random.Random(2))
    tab.page.reload()  # kept in IndexedDB
    tab.wait_for_table()
    assert not tab.page.evaluate("house.call('figures')")["hasSnapshot"]
    expect(tab.page.locator("#kept")).to_contain_text("offers no private files")
    assert tab.until_my_turn() == before
    tab.page.click("#about")
    with tab.page.expect_download() as download:
        tab.page.click("#save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    other = visit("?storage=nowhere", viewport={"width": 390, "height": 844})
    other.wait(".lobby")
    expect(other.page.locator("#note")).to_contain_text("lost when you close the tab")
    other.page.on("dialog", lambda dialog: dialog.accept())
    other.page.set_input_files("#file", file)
    expect(other.page.locator("#note")).to_have_text("All games of the file are here now.")
    other.wait(".lobby")
    other.go(table, "#table[data-ready] #board svg")
    assert other.until_my_turn() == before
    assert other.page.evaluate("document.documentElement.scrollWidth") <= 390


PUT = """text => new Promise((ok, no) => {
  const asked = indexedDB.open('enginehouse-some-place-', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('kept');
  asked.onsuccess = () => {
    const change = asked.result.transaction('kept', 'readwrite');
    change.objectStore('kept').put(Uint8Array.from(atob(text), one => one.charCodeAt(0)), 'database');
    change.oncomplete = () => { asked.result.close(); ok(); };
    change.onerror = no;
  };
})"""


def test_a_database_of_an_older_version_is_brought_up_to_date(visit: Visit, server: Any, tmp_path: Path) -> None:
    file = tmp_path / "older.sqlite3"

    async def make() -> None:
        database = InPlaceDatabase(f"sqlite:///{file}")
        await database.open("0020")
        await database.close()

    with ThreadPoolExecutor(1) as thread:  # an event loop of Playwright runs in this one
        thread.submit(asyncio.run, make()).result()
    connection = sqlite3.connect(file)
    connection.execute("pragma journal_mode=delete")
    connection.close()
    tab = visit("pages/index.html")
    tab.page.evaluate(PUT, base64.b64encode(file.read_bytes()).decode())
    tab.page.goto(f"{tab.address}?storage=indexed")
    tab.wait(".lobby")
    assert any("migrations" in path for path in server.asked)
    tab.open_table("mechanation")
    assert not tab.play("mechanation", 1, random.Random(1))["over"]


def test_a_browser_without_service_workers_gets_a_sentence_and_the_rules(visit: Visit) -> None:
    tab = visit(service_workers="block")
    script = "delete Navigator.prototype.serviceWorker"
    tab.page.add_init_script(script)
    tab.page.reload()
    expect(tab.page.locator("#say")).to_contain_text("need a service worker")
    tab.page.click("#rules")
    expect(tab.page.locator("h1")).to_have_text("Enginehouse")


def test_rules_are_plain_pages_whose_links_lead_somewhere(site: Path) -> None:
    pages = sorted((site / "pages").rglob("*.html"))
    assert len(pages) == 1 + 2 * len(HOUSE)
    for page in pages:
        text = page.read_text("utf-8")
        assert "<script" not in text and "/house/" not in text
        for link in re.findall(r'(?:href|src)="([^"#?:]+)[^"]*"', text):
            there = (page.parent / link).resolve()
            assert there.is_file() or there == site.resolve(), f"{page.name}: {link}"
