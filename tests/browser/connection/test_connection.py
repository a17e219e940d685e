"""Connections that die without a word, streams that are held back on the way, and more windows than a browser has connections."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from deaf import Proxy
from expecting import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    one = Proxy(address)
    yield one
    one.close()


@pytest.fixture
def ann(come: Come, proxy: Proxy) -> Iterator[Any]:
    """Somebody who comes through the proxy. Her browser may complain of lost connections, and of nothing else."""
    one = come()
    one.address = proxy.address
    yield one
    one.complaints[:] = [said for said in one.complaints if "net::ERR" not in said]


ONLINE = "() => window.dispatchEvent(new Event('online'))"
HIDE = """hidden => {
  for (const [name, value] of [["hidden", hidden], ["visibilityState", hidden ? "hidden" : "visible"]])
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def number(page: Page) -> str:
    return str(page.get_attribute("#table", "data-frame"))


@pytest.mark.parametrize(("dead", "goal_s"), [("/stream", 2), ("", 5)], ids=["stream", "all"])
def test_a_page_that_is_looked_at_again_is_up_to_date(
    come: Come, ann: Any, proxy: Proxy, dead: str, goal_s: float
) -> None:
    """A phone was locked for a moment, or has changed its network: nothing tells the browser that its connections are dead."""
    url = ann.new_table("open")
    bob = come()
    bob.join(url.replace(proxy.address, bob.address), "Bob")
    ann.until("s.acting")
    ann.page.click("#p-wagon-0", click_count=2)
    bob.until("s.acting")
    ann.until("!s.acting")
    # Several connections are idle, as they are after a page has loaded.
    ann.page.evaluate(
        "Promise.all([...Array(5)].map(() => fetch('/health', { cache: 'no-store' }))).then(all => Promise.all(all.map(one => one.text())))"
    )
    if dead:
        ann.page.evaluate(HIDE, True)
    proxy.go_deaf(dead)
    bob.page.click("#p-wagon-1", click_count=2)
    bob.until("!s.acting")
    ann.page.wait_for_timeout(300)
    assert not ann.state()["acting"], "nothing told her"
    ann.page.evaluate(*((HIDE, False) if dead else (ONLINE,)))
    began = time.monotonic()
    ann.until("s.acting", 20_000)
    took = time.monotonic() - began
    assert took < 2 * goal_s
    expect(ann.page.locator("#connection")).to_be_hidden()
    # The new stream is alive, and so is the way up.
    ann.page.click("#p-wagon-0", click_count=2)
    ann.page.click("#p-siding-3", position={"x": 20, "y": 200})
    ann.until("!s.acting")
    expect(ann.page.locator("#connection")).to_be_hidden()


def test_a_page_whose_stream_is_held_back_asks_and_says_so(ann: Any, proxy: Proxy) -> None:
    proxy.held = "/stream"
    ann.new_table("me")
    ann.until("s.acting")
    before = number(ann.page)
    began = time.monotonic()
    ann.page.click("#p-wagon-0", click_count=2)
    expect(ann.page.locator("#log")).to_contain_text("moves to siding 2")
    assert number(ann.page) != before and time.monotonic() - began < 10
    expect(ann.page.locator("#connection")).to_have_text("The connection is bad. Updates come a few seconds late.")


@pytest.mark.deep  # it waits until the request is given up
def test_a_move_that_gets_no_answer_is_not_claimed_to_be_lost(ann: Any, proxy: Proxy) -> None:
    """All connections die at the moment of the click."""
    ann.new_table("me")
    ann.until("s.acting")
    proxy.go_deaf()
    ann.page.click("#p-wagon-0", click_count=2)
    expect(ann.page.locator("#toast")).to_contain_text("Your last move may be missing")
    expect(ann.page.locator("#connection")).to_be_hidden()
    ann.page.click("#p-wagon-0", click_count=2)
    expect(ann.page.locator("#log")).to_contain_text("moves to siding 2")


def test_more_windows_than_connections(come: Come, deep: bool) -> None:
    """Four windows have streams; the others are asked for by hand, and a touch brings a stream back. They say nothing of their tables."""
    ann = come()
    url = ann.new_table("me")
    ann.page.evaluate("""() => {
      window.said = [];
      window.ear = new BroadcastChannel("enginehouse-streams");
      window.ear.onmessage = ({ data }) => window.said.push(data);
    }""")
    others = []
    for _ in range(5):
        others.append(ann.context.new_page())
        others[-1].goto(url)
        others[-1].wait_for_selector("#table[data-ready]")
    pages = [ann.page, *others]
    lobby = ann.context.new_page()
    lobby.goto(ann.address, timeout=10_000)

    def parked() -> list[int]:
        return [k for k, page in enumerate(pages) if "every 15 seconds" in page.inner_text("#connection")]

    def soon(expected: list[int]) -> None:
        end = time.monotonic() + 10
        while parked() != expected:
            assert time.monotonic() < end, parked()
            lobby.wait_for_timeout(50)

    soon([0, 1])
    pages[0].keyboard.press("Shift")
    soon([1, 2])
    pages[0].click("#p-wagon-0", click_count=2)
    expect(pages[0].locator("#log")).to_contain_text("moves to siding 2")
    if deep:  # the others ask by themselves
        for page in (pages[1], pages[2]):
            expect(page.locator("#log")).to_contain_text("moves to siding 2")
    said = pages[0].evaluate("window.said")
    assert said and all(set(one) == {"id", "touched", "wants", "asks"} for one in said)
