"""A finished game plays by itself: at a pace, stopped and taken up again by button and key."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


def open_replay(somebody: Any, most: int = 6) -> Any:
    """The replay of a game of the Beast, alone, that was given up after some actions, at its beginning."""
    url = somebody.new_table(game="mechanical-beast")
    page = somebody.page
    for _ in range(most):
        decision = somebody.until_my_turn()["decision"]
        name = next(act for act in somebody.acts() if act != "end")
        page.evaluate(
            "name => [...document.querySelectorAll('#list button.act')].filter(b => b.value === name).forEach(b => { b.click(); b.click(); })",
            name,
        )
        somebody.until(f"s.decision !== {decision}")
    page.click(".bar-menu summary")
    page.click("#endings button[value=end]")
    page.click(".sure button[value=end]")
    somebody.until("s.over")
    somebody.go(f"{url}/replay?at=0")
    page.wait_for_selector("#table[data-ready=yes]")
    return page


def at(page: Any) -> int:
    """The step that is shown."""
    return int(re.match(r"\d+", page.inner_text("#where"))[0])  # type: ignore[index]


def test_a_replay_plays_by_itself_to_its_end_and_begins_again(come: Come) -> None:
    page = open_replay(come(reduced_motion="reduce"))
    page.select_option("#pace select", label="quick")
    expect(page.locator("#play")).to_have_text("▶ Play")
    page.click("#play")
    expect(page.locator("#play")).to_have_text("❚❚ Pause")
    expect(page.locator("#where")).to_have_text("7 of 7")
    expect(page.locator("#play")).to_have_text("▶ Play")
    page.select_option("#pace select", label="slow")  # its first steps are there to be seen on a busy host too
    page.click("#play")
    expect(page.locator("#where")).to_have_text(re.compile("[123] of 7"))
    page.select_option("#pace select", label="quick")
    expect(page.locator("#where")).to_have_text("7 of 7")
    # a line of the log leads to its moment, and what was sent for it can be read
    page.click("#log [data-moment] .moment")
    expect(page.locator("#where")).to_have_text("1 of 7")
    page.click("#sent summary")
    expect(page.locator("#sent pre")).to_contain_text('"n": 1')
    page.click("[data-step=on]")
    expect(page.locator("#sent pre")).to_contain_text('"n": 2')
    # what would have been better is told when it is found, on the page that waits for it
    page.get_by_role("link", name="Game analysis").click()
    page.get_by_role("button", name="Analyze this game").click()
    how_far = page.locator("#looked", has_text=re.compile(r"[1-9]\d* of \d+ choices|0 of \? choices"))
    lines = page.locator("figure.shares polyline")  # on an idle host they are there before one looks how far it is
    expect(how_far.or_(lines).first).to_be_visible(timeout=30_000)
    expect(lines).to_have_count(1, timeout=60_000)


def test_space_stops_it_and_a_step_by_hand_too(come: Come) -> None:
    page = open_replay(come(reduced_motion="reduce"))
    for stop in ("Space", "ArrowLeft"):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        expect(page.locator("#play")).to_have_text("❚❚ Pause")
        expect(page.locator("#where")).not_to_have_text("0 of 7")
        page.keyboard.press(stop)
        expect(page.locator("#play")).to_have_text("▶ Play")
        page.wait_for_timeout(300)
        before = at(page)
        page.wait_for_timeout(1300)
        assert at(page) == before < 7


def test_what_if_asks_first_and_names_the_seats(come: Come) -> None:
    page = open_replay(come(reduced_motion="reduce"))
    page.click("[data-step=on]")
    expect(page.locator("#where")).to_have_text("1 of 7")
    before = page.url
    page.click("text=What if?")
    question = page.locator("#sure-whatif")
    expect(question).to_contain_text("You play the seat of Ann.")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    assert page.url == before
    page.click("text=What if?")
    question.get_by_role("button", name="Play on").click()
    expect(page.locator(".side")).to_contain_text("You play on from step 1 of a finished game.")
