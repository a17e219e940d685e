"""Puzzles in the browser: found from the lobby by keyboard, one tried wrong and then solved, and on to the next; and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

from enginehouse.core.registry import game as games
from enginehouse.core.teaching.puzzles import SIGN, lesson_of, puzzles_of
from enginehouse.table import words

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
PHONE = {"width": 390, "height": 780}


def do(page: Any, act: str) -> None:
    """Choose an action from the list of all."""
    if not page.locator("#acts details").evaluate("one => one.open"):
        page.click("#acts details > summary")
    page.locator(f'#list button.act[value="{act}"]').click(click_count=2)  # a risky one asks


def test_one_is_got_wrong_and_then_solved(come: Come) -> None:
    game = games.get("mechanation")
    puzzle = next(iter(puzzles_of(game).values()))
    lesson = lesson_of(game, SIGN + puzzle.name)
    assert lesson is not None
    ann = come()
    ann.go("/")
    page = ann.page
    page.click('a[href$="/puzzles"]')
    page.wait_for_url("**/puzzles")
    assert ann.serious("puzzles") == []
    first = page.locator("main button", has_text="1").and_(
        page.get_by_label(f"{game.facts.title}, puzzle 1", exact=True)
    )
    first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".lesson", timeout=30_000)
    ann.until("s.acting")
    assert words.PUZZLE_ASKS in page.inner_text(".lesson") and page.locator(".ringed").count() == 0
    assert not page.locator(".puzzle-answer p").is_visible()
    page.locator(".puzzle-answer summary").press("Enter")
    assert page.locator(".puzzle-answer p").is_visible()
    wrong = puzzle.others[0]
    do(page, wrong.act)
    page.locator("#toast", has_text=f"Not the best. {puzzle.wrong[wrong.act]}").wait_for()
    assert f"Win chance {wrong.share:.0f} %, against {puzzle.share:.0f} %" in page.inner_text("#toast")
    assert words.PUZZLE_SOLVED not in page.inner_text(".lesson").title()
    assert len(ann.complaints) == 1 and "409" in ann.complaints.pop(), "a browser notes every refusal"
    do(page, puzzle.best)
    page.locator(".lesson", has_text=f"Win chance {puzzle.share:.0f} %, against").wait_for()
    assert ann.serious("a solved puzzle") == []
    here = page.url
    page.set_viewport_size(PHONE)
    until(page, "document.documentElement.scrollWidth <= innerWidth + 1")
    following = page.get_by_role("button", name=words.PUZZLE_NEXT)
    following.wait_for()
    assert following.bounding_box()["height"] >= 32
    following.click()
    page.wait_for_url(lambda url: url != here)
    page.locator(".lesson", has_text=words.PUZZLE_ASKS).wait_for()
