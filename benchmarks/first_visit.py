"""What the first visit to a table's page costs: bytes as they are transferred, by kind, and milliseconds to the painted board.

    python benchmarks/first_visit.py [GAME ...] [--visits 7] [--check]

Every visit is a fresh browser context, which has kept nothing, of who sits at the table and is to move: nobody's page holds
more. Bytes are the browser's own count, headers included. The page itself is sent as it is: it holds a hand, and what somebody
else can have written beside it would tell of it by its length, were both compressed; styles and scripts are the same for
everybody, and gzipped. The first picture is the browser's own mark of the first frame with anything in it (the board stands in
the page that comes first), counted from the beginning of the visit; the median of the visits is told. `--check` ends with an error where a page is heavier than 110 KB or its picture later than 300 ms.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "table" / "helpers")]

from playwright.sync_api import sync_playwright  # noqa: E402
from serving import served  # noqa: E402
from slow_phone import BOTS, _people  # noqa: E402

MOST_BYTES, MOST_MS = 110_000, 300
KINDS = ("Document", "Stylesheet", "Script", "Other")
SIZE: Any = {"width": 1280, "height": 800}
FIRST = "performance.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0] ?? 0"


def visit(browser: Any, url: str, who: Any) -> tuple[dict[str, int], float]:
    """Bytes by kind, and milliseconds to the first picture, of a visit with these cookies and nothing else that was kept."""
    context = browser.new_context(viewport=SIZE, storage_state=who)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    kinds: dict[str, str] = {}
    found = dict.fromkeys(KINDS, 0)

    def ended(one: dict[str, Any]) -> None:
        kind = kinds.get(one["requestId"], "")
        found[kind if kind in found else "Other"] += round(one["encodedDataLength"])

    devtools.on("Network.responseReceived", lambda one: kinds.__setitem__(one["requestId"], one["type"]))
    devtools.on("Network.loadingFinished", ended)
    page.goto(url)
    page.wait_for_selector("#table[data-ready] #board svg")
    page.wait_for_timeout(400)
    took = float(page.evaluate(FIRST))
    context.close()
    return found, took


def main() -> None:
    """Measure, print, and check the aims if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(BOTS))
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--check", action="store_true", help="end with an error where an aim is missed")
    arguments = parser.parse_args()
    chromium = subprocess.run([str(ROOT / "scripts" / "browser")], capture_output=True, text=True, check=True)
    missed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip())
        with served(f"sqlite:///{folder}/tables.sqlite3", beat_ms=400, window_ms=1500, compiled=True) as one:
            for game in arguments.games:
                ann = _people().Somebody(browser.new_context(viewport=SIZE), one.url)
                url = ann.new_table(*["bot:random"] * BOTS.get(game, 1), game=game)
                ann.until_my_turn()
                who = ann.context.storage_state()
                ann.context.close()
                visits = [visit(browser, url, who) for _ in range(arguments.visits)]
                kinds, took = visits[-1][0], statistics.median(ms for _, ms in visits)
                total = sum(kinds.values())
                told = ", ".join(f"{kind.lower()} {many / 1000:.1f}" for kind, many in kinds.items())
                print(
                    f"{game}: {total / 1000:.1f} KB ({MOST_BYTES // 1000}): {told}; first picture {took:.0f} ms ({MOST_MS})"
                )
                missed += [game] if total > MOST_BYTES or took > MOST_MS else []
        browser.close()
    if arguments.check and missed:
        sys.exit(f"too heavy or too late: {', '.join(missed)}")


if __name__ == "__main__":
    main()
