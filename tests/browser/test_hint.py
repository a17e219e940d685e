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
