"""Keys for what is done often, wherever the focus is; a way past the bar; headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
FOCUS = "document.activeElement.id"


def test_a_turn_by_keys(come: Come) -> None:
    """Past the bar in one step, to what is lit, a list that moves nothing, back, on, the turn ended; and what keys there are."""
    ann = come(reduced_motion="reduce")
    ann.new_table("bot:random", game="mechanica", beat_ms="0")
    page = ann.page
    decision = ann.until_my_turn()["decision"]
    assert page.locator("h1").count() == 1 and page.locator("h2").count() >= 4
    expect(page.locator(".stage .piece[tabindex='0']")).to_have_count(1)  # Tab goes on too fast for a page that begins
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('can')")
    seen = set()
    for _ in range(4):
        page.keyboard.press("n")
        seen.add(page.evaluate(FOCUS))
    assert len(seen) == 4 and all(name.startswith("p-") for name in seen)

    boxes = "['board', 'hand', 'seats', 'prompt'].map(name => JSON.stringify(document.getElementById(name).getBoundingClientRect())).join()"
    before = page.evaluate(boxes)
    page.keyboard.press("a")
    expect(page.locator("#list ul")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('#list ul') !== null")
    assert page.evaluate(boxes) == before, "nothing moves for the list"
    page.keyboard.press("Escape")
    expect(page.locator("#list ul")).to_be_hidden()

    page.keyboard.press("a")
    page.locator("#list button[value^=sell], #list button[value^=buy], #list button[value^=truck]").first.press("Enter")
    ann.until(f"s.decision !== {decision}")
    decision = ann.until_my_turn()["decision"]
    page.keyboard.press("z")
    ann.until(f"s.decision !== {decision}")
    decision = ann.state()["decision"]
    page.keyboard.press("y")
    ann.until(f"s.decision !== {decision}")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    assert ann.serious("the keys") == []
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()

    # Escape lets go wherever the focus is.
    page.locator("#board .piece.can").first.click(button="right", position={"x": 4, "y": 4}, force=True)
    expect(page.locator("#card")).to_be_visible()
    page.focus("#theme")
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()
    for _ in range(6):
        if "end" in ann.acts():
            break
        page.evaluate("[1, 2].forEach(() => document.querySelector('#list button.act').click())")  # a risky one asks
        page.wait_for_timeout(200)
    assert "end" in ann.acts()
    many, decision = page.locator("#log-lines .log-line").count(), ann.state()["decision"]
    page.keyboard.press("e")
    expect(page.locator(".free button.asking")).to_have_text(re.compile("End your turn"))
    page.keyboard.press("e")
    # A bot without a beat may have had its whole turn before one looks, so one's own next turn will do.
    ann.until(f"!s.acting || s.over || s.decision !== {decision}")
    expect(page.locator("#log-lines .log-line").nth(many)).to_be_attached()


def test_space_skips_to_one_s_turn(come: Come) -> None:
    """The key works at every pace of the bots. The browser stores the pace, and sends it to the table."""
    ann = come()
    ann.new_table("bot:random", "bot:random", beat_ms="9000")
    page = ann.page
    page.click(".bar-menu summary")
    page.select_option("#pace", "slow")
    page.keyboard.press("Escape")
    page.click("#p-wagon-0", click_count=2)
    ann.until("!s.acting")
    page.focus("#log")
    page.keyboard.press("Space")
    ann.until("s.acting", 6000)
    page.reload()
    ann.until("s.acting")
    assert page.input_value("#pace") == "slow"
