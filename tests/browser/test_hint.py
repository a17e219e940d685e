"""A hint in the browser: asked for with a button, told at the foot of the page, gone with the decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


def test_a_hint_is_asked_for_and_gone_with_its_decision(come: Come) -> None:
    ann = come()
    ann.new_table("bot:random", game="mechanica", tells="hints", beat_ms="0")
    page = ann.page
    assert page.locator(".status").inner_text().count("Hints on") == 1
    page.wait_for_selector("[data-tool=hint]:not([disabled])")
    page.click("[data-tool=hint]")
    told = page.locator("#hint .prompt-line", has_text="Hint: ")
    told.wait_for()
    assert page.evaluate("JSON.parse(document.getElementById('table').dataset.state).acting")
    label = told.inner_text().removeprefix("Hint: ").rstrip(".")
    page.click("#acts details > summary")
    page.locator("#acts button.act", has_text=label).first.click()
    page.wait_for_selector("#hint", state="detached")


def test_a_hint_agrees_with_the_picked_pieces(come: Come) -> None:
    """If the adviser chooses the action that waits for its second click, the hint says so."""
    ann = come()
    ann.new_table("bot:random", game="mechanica", tells="hints", beat_ms="0")
    page, decision = ann.page, ann.until_my_turn()["decision"]
    page.wait_for_selector("[data-tool=hint]:not([disabled])")
    told = {
        "decision": decision,
        "act": "end",
        "label": "End your turn",
        "why": "Win chance 33 %, against 31 % for “X”.",
    }
    page.route("**/hint", lambda route: route.fulfill(json=told))
    for click, says in ((False, "Hint: End your turn."), (True, "I would do the same: End your turn.")):
        if click:
            page.click(".free button[value=end]")
            page.wait_for_selector(".free button.asking")
        page.click("[data-tool=hint]")
        page.locator("#hint .prompt-line", has_text=says).wait_for()
        assert page.inner_text("#hint .prompt-more") == told["why"]
    assert ann.state()["decision"] == decision


def test_there_is_nothing_to_close_while_the_adviser_thinks(come: Come) -> None:
    ann = come()
    ann.new_table("bot:random", game="mechanica", tells="hints", beat_ms="0")
    page, held = ann.page, []
    ann.until_my_turn()
    page.route("**/hint", lambda route: held.append(route))
    page.wait_for_selector("[data-tool=hint]:not([disabled])")
    page.click("[data-tool=hint]")
    page.locator("#hint", has_text="Thinking").wait_for()
    assert page.locator("#hint button").count() == 0
    held[0].fulfill(json={"decision": 0, "act": "end", "label": "End your turn", "why": ""})
    page.locator("#hint button", has_text="Got it").wait_for()


def test_a_partner_is_asked_for_its_plan(come: Come) -> None:
    ann = come()
    ann.new_table("bot:engineer-anchor", game="mechanical-beast", beat_ms="0")
    ann.until_my_turn()
    ann.page.click("button[data-tool=plan][aria-label='Ask Engineer Anchor']")
    told = ann.page.locator("#hint .prompt-line", has_text="Engineer Anchor: “")
    told.wait_for()
    ann.page.click("#hint button")
    assert ann.page.locator("#hint").count() == 0
