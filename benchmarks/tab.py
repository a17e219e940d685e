"""Size, times and memory of the table in a browser tab, in headless Chromium: what a visitor waits for.

    python benchmarks/tab.py SITE [--visits 5] [--clicks 40] [--games GAME ...] [--check]

SITE is a folder of `enginehouse build site`, which a plain file server on this machine serves. Each first visit is in a
browser that has kept nothing, and ends with the first legal click in Mechanation. Then the snapshot of Python is made,
and the second visit begins with it. A click lasts from the browser's own time of it to the painted answer, as in
`click_to_paint.py`. A thought lasts from the question to the answer of a `hard` bot's worker, in the same games, without
the first one, which loads the module. Memory is that of all renderers of a Chromium without an inspector, on a second visit
with a table open for half a minute, where shared memory counts in parts (PSS). Times of visits are medians. `--check` ends
with an error if an aim is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("tab/helpers", "browser/helpers", "browser/games")]
sys.path[:0] = [str(ROOT / "tests" / "table" / "helpers"), str(ROOT / "benchmarks")]

from click_to_paint import CLOCK, calm  # noqa: E402
from in_tab import InTab  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from test_games import HOUSE, Player  # noqa: E402
from unwatched import Chromium  # noqa: E402
from visiting import Server, Visitor  # noqa: E402

from enginehouse.table.tab.building.site import MOST_BYTES, measure  # noqa: E402

AIMS = {
    "first visit, MB": MOST_BYTES / 1e6,
    "lobby, s": 6,
    "first legal click, s": 10,
    "second visit, s": 3,
    "click to frame, ms": 60,
    "click to frame, 95 %, ms": 120,
    "longest thought of hard, ms": 1000,
    "memory of all renderers, MB": 250,
}
SIZE = {"width": 1280, "height": 800}
QUIET_S = 30
"""The seconds before memory is measured. Chromium frees unused memory of a page that is idle."""
FIRST_CLICKS = 3
"""The clicks at the start of a visit that are not measured: code is compiled in the browser meanwhile."""


class Visit(NamedTuple):
    """The seconds of a first visit until the lobby and the first legal click, and of a second visit until the lobby."""

    lobby: float
    click: float
    again: float


class Played(NamedTuple):
    """The milliseconds of the clicks of a game and of the longest thought."""

    clicks: list[float]
    thought: float


def measure_memory(program: str, address: str) -> tuple[float, float]:
    """Return the megabytes of all renderers with an empty page, and with a table open on a second visit."""
    house = "document.getElementById('house').contentWindow.document"
    with Chromium(program) as browser:
        time.sleep(QUIET_S)
        empty = browser.measure_memory()
        browser.go(address)
        browser.until("window.times?.snapshot")
        browser.go("about:blank")
        browser.go(address)
        browser.until(f"window.times?.shown && {house}.querySelector('.lobby')")
        browser.run(f"{house}.querySelector('[name=name]').value = 'Ann'")
        browser.run(f"{house}.querySelector('.game-card:has(a[href*=mechanation]) button.primary').click()")
        browser.until(f"{house}.querySelector('#table[data-ready] #board svg')")
        time.sleep(QUIET_S)
        return empty, browser.measure_memory()


def visit(browser: Any, address: str) -> Visit:
    """Measure a first and a second visit."""
    began = time.perf_counter()
    tab = Visitor(browser.new_context(viewport=SIZE, reduced_motion="reduce"), address)
    tab.wait(".lobby")
    lobby = time.perf_counter() - began
    tab.frame.fill("[name=name]", "Ann")
    tab.frame.click(".game-card:has(a[href*=mechanation]) button.primary")
    tab.wait_for_table()
    InTab(tab).until_my_turn()
    click = time.perf_counter() - began
    tab.page.wait_for_function("window.times?.snapshot")
    tab.page.close()
    began = time.perf_counter()
    Visitor(tab.context, address).wait(".lobby")
    again = time.perf_counter() - began
    tab.context.close()
    return Visit(lobby, click, again)


def play(browser: Any, address: str, game: str, clicks: int) -> Played:
    """Play a game against a `hard` bot, in a visit that stores no snapshot."""
    tab = Visitor(browser.new_context(viewport=SIZE, reduced_motion="reduce"), address, "?snapshot=no")
    tab.page.add_init_script(CLOCK)
    tab.wait(".lobby")
    ann, found, longest, dice = InTab(tab), list[float](), 0.0, random.Random(1)
    while len(found) < FIRST_CLICKS + clicks:
        ann.new_table("bot:hard", game=game, beat_ms="0")
        calm(Player(ann, game)).play(FIRST_CLICKS + clicks - len(found), dice)
        tab.page.wait_for_timeout(300)
        found += ann.page.evaluate("window.painted")
        longest = max(longest, tab.page.evaluate("house.call('figures')")["longest"])
    tab.context.close()
    return Played(found[FIRST_CLICKS:][:clicks], longest)


def main() -> None:
    """Measure, print, and check the aims if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--games", nargs="*", default=HOUSE)
    parser.add_argument("--check", action="store_true", help="end with an error where an aim is missed")
    arguments = parser.parse_args()
    chromium = subprocess.run([str(ROOT / "scripts" / "browser")], capture_output=True, text=True, check=True)
    server, visits, games = Server(arguments.site), list[Visit](), list[Played]()
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []

        def launch() -> Any:
            return playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=sandbox)

        for _ in range(arguments.visits):
            browser = launch()
            visits.append(visit(browser, server.address))
            browser.close()
        browser = launch()
        for game in arguments.games:
            games.append(one := play(browser, server.address, game, arguments.clicks))
            print(
                f"{game}: click to frame {statistics.median(one.clicks):.0f} ms, longest thought {one.thought:.0f} ms"
            )
        browser.close()
    empty, memory = measure_memory(chromium.stdout.strip(), server.address)
    size = measure(arguments.site).size / 1e6
    waited = [statistics.median(each) for each in zip(*visits, strict=True)]
    clicks = sorted(click for one in games for click in one.clicks)
    clicked = (statistics.median(clicks), clicks[int(0.95 * len(clicks))])
    figures = (size, *waited, *clicked, max(one.thought for one in games), memory)
    missed = []
    for (name, aim), figure in zip(AIMS.items(), figures, strict=True):
        print(f"{name}: {figure:.3g} (at most {aim:g})")
        missed += [name] if figure > aim else []
    print(f"memory of the renderers of an empty page, MB: {empty:.3g}")
    print(f"load of the host: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if arguments.check and missed:
        sys.exit(f"missed: {'; '.join(missed)}")


if __name__ == "__main__":
    main()
