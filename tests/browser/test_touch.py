"""Lessons on a phone, by touch alone: what is ringed can be reached where it stands, and every step is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.core import game as games
from enginehouse.core.lessons import count_pages, lessons_of

pytestmark = pytest.mark.browser
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CUT = """() => { const one = document.querySelector('#prompt');
  return one.scrollHeight > one.clientHeight + 1 ? one.innerText : ''; }"""
TAPS = 14
"""More taps than this no step takes."""

# What is ringed or comes next, and whether a finger in its middle meets its sheet, and nothing that lies over it.
MARKED = """() => [...document.querySelectorAll('.ringed, .piece.next')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const [at, to] = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(at, to);
  const part = one.closest('#board, #hand').contains(hit);
  const over = part || !hit ? '' : `${hit.tagName} ${hit.id} ${hit.className.baseVal ?? hit.className}`;
  return { id: one.id, x: at, y: to, part, over, next: one.classList.contains('next'), picked: one.classList.contains('picked') };
})"""


def tap_on(learner: Any, taps: int) -> None:
    """One tap as a learner would make it: the card's button, a way that is left open, what comes next, what is ringed."""
    page = learner.page
    for button in ("#card button", "#pick button:not(.off)"):
        found = page.locator(button).first
        if taps and found.count() and found.is_visible():
            found.tap()
            return
    marked = page.evaluate(MARKED)
    for _ in range(20):
        if all(one["part"] for one in marked):
            break
        page.wait_for_timeout(100)  # a toast or a piece under way lies over the board for a moment
        marked = page.evaluate(MARKED)
    coming = [one for one in marked if one["next"] and not one["picked"]] if taps else []
    if coming or marked:
        one = coming[0] if coming else marked[taps % len(marked)]
        assert 0 < one["y"] < PHONE["height"] and one["part"], f"a finger meets {one['over']} over {one['id']}"
        page.touchscreen.tap(one["x"], one["y"])
        return
    free = page.locator(".free .act").first
    if free.count() and free.is_visible():  # else what was tapped before is under way
        free.tap()


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in lessons_of(games.get(game))])
def test_a_lesson_by_touch(come: Callable[..., Any], game: str, name: str, deep: bool) -> None:
    """To the end, and only the beginning where not deep but in the game with most in the hand."""
    learner = come(size=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    learner._send(f"/games/{game}/lessons/{name}", {"name": "Ann"})
    learner.until("true")
    page, lesson = learner.page, lessons_of(games.get(game))[name]
    whole = deep or game == "great-machine"
    for number in range(1, min(len(lesson.steps) + 1, 99 if whole else 3)):
        decision = learner.until_my_turn()["decision"]
        step = lesson.steps[number - 1]
        for read in range(len(step.pages) + 1):
            before = sum(map(count_pages, lesson.steps[: number - 1])) + read + 1
            assert f"Step {before} of" in page.locator(".lesson-number").inner_text().capitalize()
            assert page.locator(".lesson-says:visible").count() == 1
            assert "lick" not in page.locator(".lesson-says:visible").inner_text(), "a finger taps"
            for size in (WIDE, PHONE):
                page.set_viewport_size(size)
                assert page.evaluate(CUT) == "", f"page {read + 1} of step {number} is cut off"
            if read < len(step.pages):
                page.locator(".lesson-next").tap()
        for taps in range(TAPS):
            tap_on(learner, taps)
            page.wait_for_timeout(150)
            if (now := learner.state())["decision"] != decision or not now["acting"]:
                break
        else:
            raise AssertionError(f"step {number} is not done: {lesson.steps[number - 1].act}")
    learner.until_my_turn()
    assert not whole or "Lesson done" in page.locator(".lesson-number").inner_text().capitalize()
