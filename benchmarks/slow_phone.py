"""The worst frame of a phone at a quarter of this machine's speed: a person watches and plays, pieces glide and fall.

    python benchmarks/slow_phone.py [GAME ...] [--acts 25] [--slower 4] [--check]

A window of 390 by 844 points with a finger, Chromium's own throttle of the page's processor, and pictures in motion. What is
counted is what the page's thread does for a frame, from one that is handed on, or from when it had nothing to do, to the
next: answers, script, style, layout, painting. A frame that takes long is one in which a glide stands still or a tap is
answered late. It is the thread's own time, which the throttle is part of and other programs of the host are not. The
browser tidies its memory in pieces, and a frame or a tap may come between two of them: of these the longest counts, which is
what the frame may have had to wait for. `--check` ends with an error when one takes longer than 100 ms.
"""

from __future__ import annotations

import argparse
import bisect
import importlib.util
import json
import random
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "table" / "helpers"))

from playwright.sync_api import sync_playwright  # noqa: E402
from serving import served  # noqa: E402

WORST_MS = 100
IDLE_US = 33_000
PHONE = {"width": 390, "height": 844}
BOTS = {"great-machine": 3, "mechanation": 2, "mechanica": 2, "mechanical-beast": 2}
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
GRAVE = "JSON.parse(document.getElementById('table').dataset.acts).filter(act => act.grave).map(act => act.name)"
MY_TURN = """() => new Promise(done => {
  const page = document.getElementById('table');
  const look = () => {
    const state = JSON.parse(page.dataset.state);
    if (page.dataset.late || !(state.acting || state.over)) return;
    watch.disconnect();
    done(state.over);
  };
  const watch = new MutationObserver(look);
  watch.observe(page, { attributes: true, attributeFilter: ['data-state', 'data-late'] });
  look();
})"""
"""Whether the game is over, as soon as one can act or it is. The page tells it: who asks again and again is work for its thread."""
ACT = """name => [...document.querySelectorAll('#list button.act')].find(one => one.value === name)?.click()"""


def _people() -> Any:
    path = ROOT / "tests" / "browser" / "helpers" / "somebody.py"
    spec = importlib.util.spec_from_file_location("people", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Task:
    """What the page's thread did in one go: its milliseconds, and the parts of it that Chromium names."""

    took: float
    parts: list[tuple[float, str]]

    @property
    def tidies(self) -> bool:
        """Whether nothing of the page was in it: Chromium names no part of it, or nothing but the collection of garbage."""
        return all(name.startswith("V8.GC") or name in ("MajorGC", "MinorGC") for _, name in self.parts)


def frames_of(trace: list[dict[str, Any]]) -> list[tuple[float, list[tuple[float, str]]]]:
    """Milliseconds of the page's thread for each frame, the longest first, each with its longest parts."""
    spans = [one for one in trace if one.get("ph") == "X" and one.get("tdur")]
    painter = next(one for one in spans if one["name"] == "Paint")
    own = [one for one in spans if (one["pid"], one["tid"]) == (painter["pid"], painter["tid"])]
    handed_on = sorted(one["ts"] for one in own if one["name"] == "Commit")
    frames = [[Task(0.0, [])]]
    frame, ended = -1, 0.0
    for one in sorted(own, key=lambda one: (one["ts"], -one["dur"])):
        if one["ts"] < ended:
            frames[-1][-1].parts.append((one["tdur"] / 1000, one["name"]))
        elif one["name"] == "RunTask":
            # What a task does after it has handed a frame on is little: it counts for that frame, to which it belongs. Where
            # the thread had nothing to do for two refreshes, it could have painted: what follows is another frame's.
            began_in = bisect.bisect_left(handed_on, one["ts"])
            if began_in != frame or one["ts"] - ended > IDLE_US:
                frames.append([])
            frame, ended = began_in, one["ts"] + one["dur"]
            frames[-1].append(Task(one["tdur"] / 1000, []))
    return sorted((summed(tasks) for tasks in frames), reverse=True)


def summed(tasks: list[Task]) -> tuple[float, list[tuple[float, str]]]:
    """What a frame took, and its longest parts; of the tidying the longest piece alone counts."""
    waited = max((task.took for task in tasks if task.tidies), default=0.0)
    parts = [part for task in tasks for part in task.parts if not task.tidies]
    return waited + sum(task.took for task in tasks if not task.tidies), sorted(
        [*parts, (waited, "tidying")], reverse=True
    )[:7]


def measure(
    browser: Any, address: str, game: str, acts: int, slower: float
) -> list[tuple[float, list[tuple[float, str]]]]:
    """What each frame took while so many actions were done (see `frames_of`)."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    ann, dice = _people().Somebody(context, address), random.Random(2)
    ann.new_table(*["bot:random"] * BOTS.get(game, 1), game=game, beat_ms="400")
    ann.until_my_turn()
    ann.page.wait_for_timeout(1500)
    context.new_cdp_session(ann.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    ann.page.wait_for_timeout(1500)
    browser.start_tracing(page=ann.page, categories=TRACED)
    for _ in range(acts):
        if ann.page.evaluate(MY_TURN):
            break
        graves = ann.page.evaluate(GRAVE)
        names = [name for name in ann.acts() if name not in graves]
        ann.page.evaluate(ACT, dice.choice(names or ann.acts()))
        ann.page.wait_for_timeout(700)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return frames_of(trace)


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(BOTS))
    parser.add_argument("--acts", type=int, default=25)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--why", action="store_true", help="tell what the longest frames were made of")
    parser.add_argument("--check", action="store_true", help="end with an error when a frame takes longer than 100 ms")
    arguments = parser.parse_args()
    chromium = subprocess.run([str(ROOT / "scripts" / "browser")], capture_output=True, text=True, check=True)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip())
        with served(f"sqlite:///{folder}/tables.sqlite3", beat_ms=400, window_ms=1500, compiled=True) as one:
            for game in arguments.games:
                frames = measure(browser, one.url, game, arguments.acts, arguments.slower)
                times = [took for took, _ in frames]
                worst = max(worst, times[0])
                print(
                    f"{game}: worst frame {times[0]:.0f} ms ({WORST_MS}), the fifth {times[4]:.0f} ms, "
                    f"99 %: {times[len(times) // 100]:.0f} ms, median {statistics.median(times):.0f} ms, {len(times)} frames"
                )
                for took, parts in frames[:5] if arguments.why else ():
                    print(f"    {took:.0f} ms: " + ", ".join(f"{name} {part:.0f}" for part, name in parts))
        browser.close()
    if arguments.check and worst > WORST_MS:
        sys.exit(f"a frame takes {worst:.0f} ms, longer than {WORST_MS}")


if __name__ == "__main__":
    main()
