"""Lines of the log open their moments, keys step through them, and nobody else notices; the way back to now is a press away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


def place(page: Any, piece: str) -> str:
    """Where a piece is drawn."""
    return str(page.get_attribute(f"#{piece}", "transform"))


def by_list(somebody: Any, name: str) -> None:
    """Something of the list of all that can be done."""
    somebody.page.click("#list summary")
    somebody.page.click(f'#list button[value="{name}"]')


def test_looking_back_and_coming_back(come: Come) -> None:
    ann, bob = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    url = ann.new_table("open")
    page = ann.page
    bob.join(url, "Bob")
    ann.until("s.acting")
    start = place(page, "p-wagon-0")
    page.click("#p-wagon-0", click_count=2)
    ann.until("!s.acting")
    bob.until("s.acting")
    after = place(page, "p-wagon-0")
    bob.page.click("#p-wagon-1", click_count=2)
    ann.until("s.acting")
    both = place(page, "p-wagon-1")
    prompt, desk = page.inner_text("#prompt"), page.locator(".desk").bounding_box()

    page.click("#log-0 .moment")
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#past-line")).to_contain_text("moves to siding 2")
    assert place(page, "p-wagon-1") != both and place(page, "p-wagon-0") == after != start
    page.click("#p-wagon-0", click_count=2)
    expect(page.locator("#card")).to_be_visible()  # a click looks at a piece, and does nothing
    assert ann.state()["acting"] and bob.page.locator("#past").is_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press(".")
    expect(page.locator("#log-1.then")).to_be_attached()
    assert place(page, "p-wagon-1") == both
    page.keyboard.press(",")
    expect(page.locator("#log-0.then")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    assert place(page, "p-wagon-1") == both and page.inner_text("#prompt") == prompt
    assert page.locator(".desk").bounding_box() == desk
    assert ann.serious("after looking back") == []

    # What comes meanwhile is there afterwards, and told at once.
    by_list(ann, "move 2 3")
    ann.until("!s.acting")
    page.keyboard.press(",")
    expect(page.locator("#past")).to_be_visible()
    bob.until("s.acting")
    by_list(bob, "move 2 3")
    ann.until("s.acting")
    expect(page.locator("#past-news")).to_be_visible()
    assert page.locator("#log-3").count() == 0
    page.click("#past .primary")
    expect(page.locator("#log-3")).to_be_attached()
    page.click("#p-wagon-0", trial=True)

    page.keyboard.press("l")  # what happened since one's last turn, and then now
    expect(page.locator("#log-3.then")).to_be_attached()
    expect(page.locator("#past")).to_be_hidden()
    by_list(ann, "move 3 4")
    ann.until("!s.acting")
