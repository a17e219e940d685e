"""The end of a game: in the middle of the page, in words, until somebody looks at the board again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})


def given_up(somebody: Any) -> Any:
    """A game of the Beast, alone, that is given up before its first move."""
    somebody.new_table(game="mechanical-beast")
    page = somebody.page
    somebody.until_my_turn()
    page.click(".bar-menu summary")
    page.click("#endings button[value=end]")
    page.click(".sure button[value=end]")
    somebody.until("s.over")
    return page


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_the_end_stands_in_the_middle_and_says_why(come: Come, size: dict[str, int]) -> None:
    ann = come(size, reduced_motion="reduce")
    page = given_up(ann)
    panel = page.locator(".end-panel")
    expect(panel.locator("h2")).to_have_text("You lost")
    expect(panel).to_contain_text("The switch was never turned off.")
    expect(panel.locator("a.clause")).to_have_text("MB-7.8")
    box = panel.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - size["width"] / 2) < 12
    assert abs(box["y"] + box["height"] / 2 - size["height"] / 2) < 60
    assert ann.serious("the end") == []


def test_the_board_is_a_press_or_escape_away(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    page = given_up(ann)
    ways: list[Callable[[], None]] = [
        lambda: page.click("text=Look at the board"),
        lambda: page.keyboard.press("Escape"),
    ]
    for put_aside in ways:
        expect(page.locator("#table.staged")).to_be_visible()
        put_aside()
        expect(page.locator("#table.staged")).to_have_count(0)
        expect(page.locator(".end-panel")).to_be_visible()
        page.click("#p-room-0", trial=True)
        page.reload()
