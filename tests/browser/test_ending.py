"""The end of a game: in the middle of the page, in words, until somebody looks at the board again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})

# A stream that the test speaks through.
STREAM = """window.EventSource = class extends EventTarget {
  constructor() { super(); this.readyState = 1; window.stream = this; }
  close() {}
};"""


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
    expect(panel.locator("h2")).to_have_text("You lose")
    expect(panel).to_contain_text("The switch was never thrown.")
    expect(panel.locator("a.clause")).to_have_accessible_name("rule MB-7.8")
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


CURVE = '<svg viewBox="0 0 100 50"><polyline points="0,50 100,0" stroke="currentColor"/></svg>'


def test_the_curve_comes_as_soon_as_the_analysis_has_it(come: Come) -> None:
    """The button starts the analysis, and its progress stands in place of the curve."""
    ann = come(reduced_motion="reduce")
    answers: list[dict[str, Any]] = [{}, {"under_way": True, "known": 2, "total": 5}, {"chart": CURVE}]
    ann.page.route(
        "**/review.json?chart=1",
        lambda route: route.fulfill(json={"under_way": False, "known": 0, "total": 5, **answers[0]}),
    )
    ann.page.route(
        "**/review",
        lambda route: route.fulfill(status=200, body="") if route.request.method == "POST" else route.continue_(),
    )
    page = given_up(ann)
    expect(page.locator("#curve")).to_contain_text("A bot analyzes the game. This takes some minutes.")
    del answers[0]
    page.click("#curve >> text=Show win chances")
    expect(page.locator("#curve")).to_have_text("Win chances: 2 of 5 choices analyzed.")
    del answers[0]
    expect(page.locator("#curve figure svg polyline")).to_have_count(1)
    expect(page.locator("#curve figcaption")).to_have_text("Win chances")
    assert ann.serious("a curve of win chances") == []


def test_a_large_text_covers_a_strip_of_the_board(come: Come) -> None:
    ann = come()
    ann.new_table("me")
    ann.page.evaluate("""() => {
      const box = document.getElementById('stage-moment');
      box.innerHTML = '<svg viewBox="0 0 10 10"></svg><p>A room falls away, and all that was in it.</p>';
      box.hidden = false;
    }""")
    stage, hero = (ann.page.locator(name).bounding_box() for name in ("#stage-moment", ".hero"))
    assert stage and hero and stage["height"] < 0.2 * hero["height"] and stage["y"] <= hero["y"] + 10
    assert ann.page.locator("#going").text_content() == "Skip animation"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_win_has_a_flourish_of_a_second(come: Come, motion: str) -> None:
    """Only if motion is wanted, and only when the game has just ended."""
    ann = come(reduced_motion=motion)
    ann.page.add_init_script(STREAM)
    ann.new_table("me")
    ann.page.evaluate("""() => {
      document.getElementById('end').innerHTML = '<div class="end-panel won"><h2>You win</h2></div>';
      document.getElementById('table').classList.add('staged', 'just-ended');
    }""")
    style = "(name) => getComputedStyle(document.querySelector('.end-panel'), '::before')[name]"
    found = [ann.page.evaluate(style, name) for name in ("animationName", "animationDuration")]
    assert found[0] == ("flourish" if motion == "no-preference" else "none")
    ann.page.wait_for_timeout(1200)
    assert motion == "reduce" or (found[1], ann.page.evaluate(style, "opacity")) == ("1s", "0")


SAY = """([more, scene]) => {
  const page = document.getElementById('table').dataset, state = JSON.parse(page.state);
  const layer = document.querySelector('#board .layer').id.replace('layer-', '');
  const moves = scene ? [{ id: 'battle-0', ms: 900, wait: 0, svg: '<circle r="5"/>', layer, points: [[50, 50], [50, 50]] }] : [];
  const acts = more.acts; delete more.acts;
  const told = { acts, n: Number(page.frame) + 1, state: { ...state, decision: state.decision + 1, ...more }, moves, html: {} };
  if (more.over) told.html.end = '<div class="end-panel"><button type="button" class="end-aside">Look at the board</button></div>';
  window.stream.dispatchEvent(new MessageEvent('patch', { data: JSON.stringify(told) }));
}"""


def test_questions_and_the_end_wait_for_the_animations(come: Come) -> None:
    """A battle is seen first, until a click or a key goes on, and the click does nothing else; a window waits for nobody."""
    ann = come()
    ann.page.add_init_script(STREAM)
    ann.new_table("me")
    page, waits = ann.page, ann.page.locator("#table.catching-up")

    def say(scene: bool, **more: object) -> None:
        page.evaluate(SAY, [more, scene])

    page.click("#p-siding-5")
    expect(page.locator("#toast")).to_be_visible()
    say(False, acting=True)
    expect(page.locator("#toast")).to_be_hidden()  # what it spoke of has changed
    say(True, acting=True, window=3)
    expect(waits).to_have_count(0)
    page.evaluate("document.querySelectorAll('.passing').forEach(one => one.remove())")
    say(True, acting=True, window=0)
    expect(waits).to_have_count(1)
    expect(page.locator("#going")).to_be_visible()
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator(".passing")).to_have_count(1)
    page.click("#p-wagon-0")
    expect(waits).to_have_count(0)
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator(".piece.picked")).to_have_count(0)
    expect(page.locator(".passing")).to_have_count(0)
    # A click that leaves one action open, with a piece of it that nobody has pointed at, announces it; the next one does it.
    ways = [["p-wagon-0", "p-siding-2", "p-siding-3"], ["p-wagon-0", "p-siding-4"]]
    say(
        False,
        acting=True,
        acts=[{"name": f"way {k}", "label": f"Way {k}", "pieces": one} for k, one in enumerate(ways)],
    )
    posts: list[str] = []

    def taken(route: Any) -> None:
        posts.append(route.request.url)
        route.fulfill(status=204)

    page.route("**/act", taken)
    for piece in ("wagon-0", "siding-2"):
        page.locator(f"#p-{piece}").dispatch_event("click", {"detail": 0, "bubbles": True})
    expect(page.locator("#pick button[data-preview]")).to_have_text("Way 0")
    expect(page.locator("#pick button.off")).to_be_visible()
    assert posts == []
    page.locator("#p-siding-2").dispatch_event("click", {"detail": 0, "bubbles": True})
    expect(page.locator("#pick")).to_be_hidden()
    assert len(posts) == 1
    say(True, acting=False, over=True)
    expect(waits).to_have_count(1)
    expect(page.locator(".end-panel")).to_be_hidden()
    page.wait_for_timeout(1500)  # it has been played, and still stands to be read
    expect(page.locator("#table.staged")).to_have_count(0)
    expect(page.locator(".passing")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.locator("#table.staged")).to_have_count(1)
    page.click(".end-aside")
    expect(page.locator("#table.staged")).to_have_count(0)
