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


LOG = "() => document.getElementById('log-lines').innerText"
POST = """async () => {
  const { acts, seat, state, table } = document.getElementById('table').dataset;
  const body = new URLSearchParams({ seat, decision: JSON.parse(state).decision, act: JSON.parse(acts)[0].name });
  return (await fetch(`/t/${table}/act`, { method: 'POST', body, headers: { accept: 'application/json' } })).text();
}"""


def test_pictures_that_come_before_a_frame_hold_up_none(come: Come) -> None:
    """Of each the board is shown at once; what stands beside it follows for all of them in one, and nothing of it is lost."""
    ann, first = between(come)
    assert ann.page.evaluate(POST) == ""
    ann.page.wait_for_function(f"({SEEN})().decision !== {first['decision']}")
    second = ann.page.evaluate(SEEN)
    assert second["late"] == "yes" and (second["listed"], second["lines"]) == (first["listed"], first["lines"])
    ann.page.evaluate("goOn()")
    ann.page.wait_for_function(f"({SEEN})().late === undefined")
    after, log = ann.page.evaluate(SEEN), ann.page.evaluate(LOG)
    assert after["listed"] == after["decision"] == second["decision"] and after["lines"] > first["lines"]
    ann.page.reload()
    ann.until("true")
    assert ann.page.evaluate(LOG) == log


# Two pictures before what stands beside the first is shown: the second changes a line that only the first will bring.
CHANGED = """async () => {
  const { applyBoard } = await import('/assets/frames.js');
  const ids = [...document.getElementById('log-lines').children].map(one => one.id);
  const line = text => `<li id="log-new" class="log-line">${text}</li>`;
  const both = [{ order: { 'log-lines': [...ids, 'log-new'] }, set: { 'log-new': line('as it came') } }, { set: { 'log-new': line('as it is') } }];
  for (const beside of both.map(one => applyBoard({ n: 1, state: {}, ...one }))) beside();
  return document.getElementById('log-new').textContent;
}"""


def test_a_line_that_has_still_to_come_is_changed_after_it(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me", game="mechanica")
    ann.until("s.acting")
    assert ann.page.evaluate(CHANGED) == "as it is"
