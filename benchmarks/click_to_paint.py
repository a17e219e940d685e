"""From a click to the painted answer, on this machine in headless Chromium: a person plays a game by clicking pieces.

    python benchmarks/click_to_paint.py [GAME] [--clicks 60] [--check]

The clock starts with the browser's own time of the click that settles an action and ends after the first frame painted
with the answer's picture (its state has arrived, an animation frame has begun, and a message posted from it comes back).
Between them lie the page, the request, the rules, the commit to SQLite, the stream, and the new board. `--check` ends
with an error when the median is over the aim of the game. Pieces do not glide here: what is clicked next would still be on its way. The
pointer rests a moment on a piece before it is pressed, and the button is held as long as a hand holds it: what lights up
under it is painted by then. While the answer is on its way nobody asks the page for anything. Every table is dealt the
same, so that two runs click the same pieces.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "table" / "helpers"))

from playwright.sync_api import sync_playwright  # noqa: E402
from serving import served  # noqa: E402

AIMS = {"great-machine": 30, "mechanation": 30, "mechanica": 36, "mechanical-beast": 36}
REST_MS, HELD_MS, LOOK_MS = 120, 80, 150
"""How long a hand's pointer rests on a piece before it is pressed, and its button is held down; a click is its release.
And how long the eye looks what has become of it."""
CLOCK = """
addEventListener('click', e => { window.clicked = e.timeStamp; }, true);
window.painted = [];
addEventListener('DOMContentLoaded', () => {
  const table = document.getElementById('table');
  if (!table) return;
  const channel = new MessageChannel();
  let from = 0, decision = JSON.parse(table.dataset.state).decision;
  channel.port1.onmessage = () => { if (from) window.painted.push(performance.now() - from); from = 0; };
  new MutationObserver(() => {
    const now = JSON.parse(table.dataset.state).decision;
    if (now === decision || !window.clicked) return;
    decision = now; from = window.clicked; window.clicked = 0;
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }).observe(table, {attributes: true, attributeFilter: ['data-state']});
});
"""


def _module(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def calm(player: Any) -> Any:
    """A player whose pointer rests on a piece for a moment before it is pressed, as a hand's does."""
    mouse, page = player.page.mouse, player.page

    def press(x: float, y: float) -> None:
        mouse.move(x, y)
        page.wait_for_timeout(REST_MS)
        mouse.click(x, y, delay=HELD_MS)
        page.wait_for_timeout(LOOK_MS)

    player.press = press
    return player


def measure(browser: Any, address: str, game: str, clicks: int) -> list[float]:
    """Milliseconds from click to paint of so many clicks."""
    people = _module("people", ROOT / "tests" / "browser" / "helpers" / "somebody.py")
    playing = _module("playing", ROOT / "tests" / "browser" / "games" / "test_games.py")
    found: list[float] = []
    dice = random.Random(1)
    while len(found) < clicks:
        ann = people.Somebody(browser.new_context(viewport=people.WIDE, reduced_motion="reduce"), address)
        ann.page.add_init_script(CLOCK)
        playing.open_game(ann, game, max(1, playing.games.get(game).facts.seats[0] - 1))
        calm(playing.Player(ann, game)).play(clicks + 5 - len(found), dice)
        ann.page.wait_for_timeout(200)
        found += ann.page.evaluate("window.painted")[5:]
        ann.context.close()
    return found[:clicks]


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="great-machine")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--check", action="store_true", help="end with an error when the target is missed")
    arguments = parser.parse_args()
    chromium = subprocess.run([str(ROOT / "scripts" / "browser")], capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip())
        with served(f"sqlite:///{folder}/tables.sqlite3", beat_ms=60, window_ms=900, compiled=True) as one:
            found = sorted(measure(browser, one.url, arguments.game, arguments.clicks))
        browser.close()
    middle, aim = statistics.median(found), AIMS.get(arguments.game, 40)
    print(
        f"{arguments.game}: click to painted frame {middle:.0f} ms ({aim}), "
        f"95 %: {found[int(0.95 * len(found))]:.0f} ms, {len(found)} clicks"
    )
    if arguments.check and middle > aim:
        sys.exit(f"a click takes longer than {aim} ms")


if __name__ == "__main__":
    main()
