"""A table below a path of its host: the page's scripts, its stream and what they draw stay below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from expecting import expect
from serving import served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server below a path."""
    file = tmp_path_factory.mktemp("below") / "tables.sqlite3"
    with served(f"sqlite:///{file}", beat_ms=0, path="/club/") as server:
        yield server.url


def test_a_game_is_opened_played_and_talked_about(come: Callable[..., Any], below: str) -> None:
    ann = come()
    outside: list[str] = []
    ann.page.on("request", lambda asked: None if asked.url.startswith(f"{below}/") else outside.append(asked.url))
    ann.address = below
    page = ann.fill_in("bot:random")
    assert page.url.startswith(f"{below}/t/") and "?" not in page.url, "the mark of the first cookie is gone"
    for _ in range(2):
        decision = ann.until_my_turn()["decision"]
        page.locator("#list button.act").first.evaluate("one => one.click()")
        ann.until(f"s.decision !== {decision}")
    page.click("#chat-open")
    page.fill("#say [name=text]", "hello")
    page.keyboard.press("Enter")
    expect(page.locator("#talk .said")).to_have_count(1)
    page.click(".mark")
    expect(page.locator("main.lobby")).to_be_visible()
    page.click("text=My games")
    expect(page.locator("h1")).to_have_text("My games")
    page.click("text=Your devices")
    page.click("text=Sign in on another device")
    expect(page.locator("#link")).to_contain_text(f"{below}/come#")
    assert outside == []
