"""The area beside the board is updated one frame after it. Until then its buttons cannot be pressed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect
from somebody import PHONE
from waiting import until

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


def after(ann: Any, decision: int) -> dict[str, Any]:
    """What is seen as soon as something else is asked; waited for from here, for timers and frames of the page are held."""
    end = time.monotonic() + 30
    while (seen := ann.page.evaluate(SEEN))["decision"] == decision:
        assert time.monotonic() < end, seen
        ann.page.wait_for_timeout(50)
    return dict(seen)


def between(come: Come) -> tuple[Any, dict[str, Any]]:
    """Somebody between the two frames of a picture, and what they see."""
    ann = come(reduced_motion="reduce")
    ann.page.add_init_script(HOLD)
    ann.new_table("me", game="mechanica")
    ann.until("s.acting")
    ann.page.evaluate("window.held = true")
    before = ann.page.evaluate(SEEN)
    ann.page.evaluate(PRESS)
    seen = after(ann, before["decision"])
    assert seen["late"] == "yes" and seen["listed"] == before["decision"] and seen["lines"] == before["lines"]
    return ann, seen


def test_nothing_of_the_picture_before_can_be_pressed(come: Come) -> None:
    ann, between_them = between(come)
    ann.page.evaluate(PRESS)
    seen = ann.page.evaluate(SEEN)
    assert seen["late"] is None and seen["listed"] == seen["decision"] == between_them["decision"]
    assert seen["lines"] > between_them["lines"]
    ann.page.wait_for_timeout(300)
    assert ann.page.evaluate(SEEN)["decision"] == between_them["decision"]  # it was not done


# A stream whose messages wait until they are let through.
HELD_STREAM = """
const [Stream, waiting] = [window.EventSource, []];
window.EventSource = class extends Stream {
  addEventListener(kind, what) { super.addEventListener(kind, event => window.through ? what(event) : waiting.push(() => what(event))); }
};
window.letThrough = () => { window.through = true; for (const what of waiting.splice(0)) what(); };
"""


def test_buttons_that_a_stream_s_first_frame_repeats_can_be_pressed(come: Come) -> None:
    """It comes when the page is looked at already; nothing else is asked in it, so nobody's click is lost to it."""
    ann = come(reduced_motion="reduce")
    ann.page.add_init_script(HOLD + HELD_STREAM)
    ann.new_table("me", game="mechanica")
    ann.page.wait_for_selector("#table[data-ready]")
    before = ann.page.evaluate(SEEN)
    ann.page.wait_for_timeout(500)  # the stream's first picture is there, and waits
    ann.page.evaluate("window.held = true; window.letThrough()")
    assert ann.page.evaluate(SEEN)["late"] == "yes"
    ann.page.evaluate(PRESS)
    after(ann, before["decision"])


# Two lit pieces so close to each other that a finger may mean both, and the point between them.
BETWEEN = """() => {
  const boxes = [...document.querySelectorAll('.stage .piece.can')].map(one => one.getBoundingClientRect())
    .filter(box => Math.min(box.width, box.height) < 40).map(box => [box.x + box.width / 2, box.y + box.height / 2]);
  for (const [x, y] of boxes) for (const [u, v] of boxes) {
    const far = Math.hypot(x - u, y - v);
    if (far && far < 38) return [(x + u) / 2, (y + v) / 2];
  }
}"""


def test_a_frame_does_not_take_away_the_question_which_piece_was_meant(come: Come) -> None:
    ann = come(PHONE, reduced_motion="reduce", is_mobile=True, has_touch=True)
    ann.page.add_init_script(HELD_STREAM)
    ann.new_table("bot:random", "bot:random", game="mechanical-beast", beat_ms="0")
    ann.until("s.acting")
    ann.page.wait_for_timeout(500)  # the stream's first picture is there, and waits
    ann.page.touchscreen.tap(*ann.page.evaluate(BETWEEN))
    question = ann.page.locator("#pick button[data-piece]")
    expect(question).to_have_count(2)
    frame = ann.page.evaluate("document.getElementById('table').dataset.frame = 'none'")
    ann.page.evaluate("window.letThrough()")
    until(ann.page, f"document.getElementById('table').dataset.frame !== {frame!r}")
    expect(question.first).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(question.first).to_be_hidden()


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
    second = after(ann, first["decision"])
    assert second["late"] == "yes" and (second["listed"], second["lines"]) == (first["listed"], first["lines"])
    ann.page.evaluate("goOn()")
    ann.until("document.getElementById('table').dataset.late === undefined")
    seen, log = ann.page.evaluate(SEEN), ann.page.evaluate(LOG)
    assert seen["listed"] == seen["decision"] == second["decision"] and seen["lines"] > first["lines"]
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
