"""Names that are wider than the boxes that hold them: on no page, wide or narrow, does anything stand outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser
NAMES = ("W" * 24, "\ufdfd" * 24, "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 Mw" + "W" * 19)
SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})

# Scripts that answer a change of size do so before the second frame.
LAID_OUT = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
OUTSIDE = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  for (const one of document.querySelectorAll("bdi, select, .tag, .bot-mark")) {
    if (one.closest(".sr, details:not([open])")) continue;
    let { left, right, width, height } = one.getBoundingClientRect();
    const around = one.closest("li, p, figcaption, label, .panel, .bar, td, th") ?? document.body;
    for (let outer = one; outer !== around; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowX !== "visible") {
        const clips = outer.getBoundingClientRect();
        left = Math.max(left, clips.left);
        right = Math.min(right, clips.right);
      }
    const style = getComputedStyle(around), its = around.getBoundingClientRect();
    if (style.overflowX !== "visible" || !width || !height) continue;
    if (right > its.right + 1 || left < its.left - 1)
      found.push(`${one.tagName} ${one.className} in ${around.tagName} ${around.className}: ${left} to ${right}, ${its.left} to ${its.right}`);
  }
  return found;
}"""


def outside(page: Page) -> list[str]:
    """Return the elements that stand outside of the page or of their box, at each size."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(LAID_OUT)
        found += [f"{page.url} at {size['width']}: {one}" for one in page.evaluate(OUTSIDE)]
    return found


@pytest.mark.parametrize("name", NAMES, ids=["W", "ligature", "family"])
def test_wide_names_stay_in_their_boxes(come: Callable[..., Any], name: str) -> None:
    ann, bob = come(), come()
    waits = ann.new_table("open", "bot:random", name=name)
    bob.join(waits, f"{name[:-1]}M")
    bob.page.fill("#say [name=text]", "x" * 200)
    bob.page.keyboard.press("Enter")
    ann.page.wait_for_selector("#talk .said")
    found = outside(ann.page) + outside(bob.page)
    open_one = ann.new_table("open", name=name)
    number = open_one.rpartition("/")[2].partition("?")[0]
    for path in (
        "/",
        "/me",
        "/me/devices",
        "/me/forget",
        f"/t/{number}",
        f"/t/{number}/join",
        f"/t/{number}/programs",
        "/new?game=switchyard",
        "/upload",
    ):
        found += outside(ann.go(path))
    alone = ann.new_table(game="mechanical-beast", name=name).partition("?")[0]
    for click in (".bar-menu summary", "#endings button[value=end]", ".sure button[value=end]"):
        ann.page.click(click)
    ann.until("s.over")
    found += outside(ann.page)
    for path in ("/replay?seat=all", "/review"):
        found += outside(ann.go(f"{alone}{path}"))
    assert found == [], "\n".join(found)
