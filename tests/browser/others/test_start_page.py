"""The page "Start: play and host": its buttons are there, and lead to a game and to a lesson. It takes the page's pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pictures import take_picture

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "start-play.md").read_text("utf-8")


def test_a_newcomer_gets_the_results_on_the_page(come: Come) -> None:
    newcomer = come(reduced_motion="reduce")
    page = newcomer.go("/")
    assert re.findall(r"\*\*(.*?)\*\*", PAGE) == ["Learn to play", "Play now", "New table"]
    card = page.locator("li, article", has_text="Mechanation").filter(has=page.get_by_text("Play now")).last
    for label in ("Learn to play", "Play now", "New table"):
        assert card.get_by_text(label, exact=True).is_visible()
    take_picture(page, "lobby", 625)
    page.get_by_label("Your name").fill("Ann")
    card.get_by_text("Play now", exact=True).click()
    page.wait_for_url("**/t/**")
    newcomer.until_my_turn()
    assert len(page.locator(".plates > *").all()) == 4, "three bots and the newcomer"
    take_picture(page, "table", 800)


def test_a_friend_can_be_invited_as_the_page_says(come: Come) -> None:
    page = come().go("/new?game=mechanation")
    (label,) = re.findall(r'choose "(.*?)" for a seat', PAGE)
    assert page.locator("option", has_text=label).count() > 0
