"""What stands beside the board comes one frame after it: until then nothing of the picture before can be pressed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Come = Callable[..., Any]

# Frames and timers that are held back, so that the moment between the two frames lasts.
HOLD = """
const [frame, timer, kept] = [window.requestAnimationFrame, window.setTimeout, []];
window.requestAnimationFrame = what => window.held ? kept.push(what) : frame(what);
window.setTimeout = (what, ms) => window.held ? kept.push(what) : timer(what, ms);
window.goOn = () => { window.held = false; for (const what of kept.splice(0)) what(performance.now()); };
"""
SEEN = """() => {
  const page = document.getElementById('table');
  return { late: page.dataset.late, decision: JSON.parse(page.dataset.state).decision,
    listed: Number(document.querySelector('#acts form')?.dataset.decision), lines: document.querySelectorAll('.log-line').length };
}"""
PRESS = "document.querySelector('#list button.act').click()"


def between(come: Come) -> tuple[Any, dict[str, Any]]:
    """Somebody between the two frames of a picture, and what they see."""
    ann = come(reduced_motion="reduce")
    ann.page.add_init_script(HOLD)
    ann.new_table("me", game="mechanica")
    ann.until("s.acting")
    ann.page.evaluate("window.held = true")
    before = ann.page.evaluate(SEEN)
    seen, end = before, time.monotonic() + 30
    while seen["decision"] == before["decision"]:
        # The stream's first picture may come only now, and what is pressed with it counts for nothing either.
        ann.page.evaluate(f"if (({SEEN})().decision === {before['decision']}) {PRESS}")
        ann.page.wait_for_timeout(100)
        seen = ann.page.evaluate(SEEN)
        assert time.monotonic() < end
    assert seen["late"] == "yes" and seen["listed"] == before["decision"] and seen["lines"] == before["lines"]
    return ann, seen


def test_nothing_of_the_picture_before_can_be_pressed(come: Come) -> None:
    ann, between_them = between(come)
    ann.page.evaluate(PRESS)
    after = ann.page.evaluate(SEEN)
    assert after["late"] is None and after["listed"] == after["decision"] == between_them["decision"]
    assert after["lines"] > between_them["lines"]
    ann.page.wait_for_timeout(300)
    assert ann.page.evaluate(SEEN)["decision"] == between_them["decision"]  # it was not done


def test_it_comes_by_itself(come: Come) -> None:
    ann, between_them = between(come)
    ann.page.evaluate("goOn()")
    ann.until(f"s.decision === {between_them['decision']}")
    assert ann.page.evaluate(SEEN)["listed"] == between_them["decision"]
