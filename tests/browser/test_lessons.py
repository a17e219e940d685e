"""A lesson with a mouse: pages are read one at a time, a wrong click gets one sentence, and nothing moves or repeats the step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Come = Callable[..., Any]

RINGED = """() => [...document.querySelectorAll('.piece')].filter(one => getComputedStyle(one).outlineStyle !== 'none').map(one => one.id)"""


def begin(come: Come) -> Any:
    """Return a learner at the first page of the first lesson of Mechanica."""
    learner = come(reduced_motion="reduce")
    learner._send("/games/mechanica/lessons/first", {"name": "Ann"})
    learner.until_my_turn()
    return learner


def read_on(page: Any, pages: int) -> None:
    for _ in range(pages):
        page.locator(".lesson-next").click()


def middle_of(page: Any, piece: str) -> tuple[float, float]:
    """Return the middle of a piece in the window."""
    box = page.locator(f"#{piece}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_pages_are_read_before_anything_is_done(come: Come) -> None:
    learner = begin(come)
    page = learner.page
    decision = learner.state()["decision"]
    bot = page.evaluate("() => document.querySelector('.ringed').id")
    assert page.evaluate(RINGED) == [], "what the last page asks for is ringed by the last page"
    for do in (lambda: page.mouse.click(*middle_of(page, bot)), lambda: page.keyboard.press("e")):
        do()
        page.locator("#toast", has_text="Read this first, then press Next.").wait_for()
    read_on(page, 1)
    assert page.evaluate(RINGED) == ["p-truck-a", "p-truck-b", "p-truck-c"] and not page.locator("#toast").is_visible()
    read_on(page, 1)
    assert page.evaluate(RINGED) == [bot] and not page.locator(".lesson-next").is_visible()
    assert learner.state()["decision"] == decision
    page.mouse.click(*middle_of(page, bot))
    learner.until(f"s.decision > {decision}")
    assert page.locator(".lesson-next").is_visible(), "the next step begins with its first page"


def test_a_wrong_click_gets_one_sentence_and_no_card_repeats_the_step(come: Come) -> None:
    page = begin(come).page
    read_on(page, 2)
    page.mouse.click(*middle_of(page, "p-hammer"))
    page.locator("#toast", has_text="Do this first: Sell a Basic from truck b for 2.").wait_for()
    bot = page.evaluate("() => document.querySelector('.ringed').id")
    for piece in ("p-ware-3", bot):
        page.mouse.move(*middle_of(page, piece))
        page.wait_for_selector(f"#{piece}[aria-describedby=card-text]")
        page.wait_for_timeout(300)  # the reason why not would come a moment later
        card = page.locator("#card").inner_text()
        assert "Click" not in card and "Do this first" not in card, card


def test_the_desk_stands_still_while_a_tile_is_placed(come: Come) -> None:
    learner = begin(come)
    page = learner.page
    for _ in range(2):
        decision = learner.state()["decision"]
        read_on(page, 2)
        (piece,) = page.evaluate(RINGED)
        page.mouse.click(*middle_of(page, piece))
        learner.until(f"s.decision > {decision}")
    read_on(page, 2)
    high = page.locator(".desk").bounding_box()["height"]
    page.mouse.click(*middle_of(page, "p-way-0"))
    page.mouse.move(*middle_of(page, "p-cell-b2"))
    page.wait_for_selector(".previewed")
    assert page.locator("#card").is_hidden(), "the preview needs the room"
    assert page.locator(".desk").bounding_box()["height"] == high
