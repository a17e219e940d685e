"""A piece that is pointed at is described, and risky actions need more than a click."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
PHONE = {"width": 390, "height": 844}
OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map(name => document.querySelector(name).getBoundingClientRect());
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}"""


def rest_on(page: Any, piece: str) -> None:
    """Let the mouse rest on a piece."""
    box = page.locator(piece).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def covers(page: Any, piece: str) -> float:
    """How much of a piece the card covers, in square pixels."""
    return float(page.evaluate(OVERLAP, ["#card", piece]))


def test_a_resting_mouse_opens_the_card_and_leaving_shuts_it(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page, card = ann.page, ann.page.locator("#card")
    for piece in ("#p-wagon-1", "#p-wagon-0"):
        rest_on(page, piece)
        expect(card).to_contain_text("who brings it to the end gets 2 points")
        expect(card.locator("svg")).to_be_visible()
        expect(card.locator("a.clause")).to_have_accessible_name("rule SY-2.2")
        assert covers(page, piece) == 0
        assert page.locator(piece).get_attribute("aria-describedby") == "card-text"
    expect(card).to_contain_text("Click twice: Move from siding 1 to 2")
    page.mouse.move(5, 5)
    expect(card).to_be_hidden()
    assert page.locator("#p-wagon-0").get_attribute("aria-describedby") is None


def test_a_piece_with_which_nothing_is_done_says_why(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    rest_on(ann.page, "#p-siding-6")
    expect(ann.page.locator("#card .card-why")).to_be_visible()
    expect(ann.page.locator("#card")).not_to_contain_text("Click:")


def test_a_right_click_keeps_the_card_and_escape_shuts_it(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page, card = ann.page, ann.page.locator("#card")
    page.click("#p-wagon-0", button="right")
    expect(card).to_be_visible()
    page.mouse.move(5, 5)
    page.wait_for_timeout(500)
    expect(card).to_be_visible()
    assert ann.serious("with a card") == []
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.click("#p-wagon-0", button="right")
    page.click("#card button")
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    page.wait_for_timeout(500)
    expect(card).to_be_hidden()  # a siding lies under the mouse now, and nobody has pointed at it
    page.mouse.move(5, 5)
    rest_on(page, "#p-siding-2")
    expect(card).to_be_visible()


def test_the_keyboard_opens_the_card_of_the_focused_piece(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page = ann.page
    page.focus("#p-wagon-0")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.id")
    expect(page.locator("#card")).to_be_visible()
    assert page.locator(f"#{focused}").get_attribute("aria-describedby") == "card-text"
    page.keyboard.press("c")
    expect(page.locator("#card a.clause")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()
    expect(page.locator(f"#{focused}")).to_be_focused()
    page.wait_for_timeout(500)
    expect(page.locator("#card")).to_be_hidden()


def test_a_long_press_inspects_and_does_nothing(come: Come) -> None:
    ann = come(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ann.new_table("me")
    page, devtools = ann.page, ann.context.new_cdp_session(ann.page)
    page.locator("#p-wagon-0").scroll_into_view_if_needed()
    box = page.locator("#p-wagon-0").bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    card = page.locator("#card")
    for target, position in ((".bar", {"x": 385, "y": 40}), ("#card h3", None)):
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(card).to_be_visible()
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert covers(page, "#p-wagon-0") == 0
        page.wait_for_timeout(300)
        assert ann.state()["decision"] == 0 and page.locator("#p-wagon-0.picked").count() == 0
        expect(card).to_be_visible()
        page.wait_for_timeout(700)  # a tap right after a long press may be its end
        page.tap(target, position=position)
        expect(card).to_be_hidden()


def test_a_replay_has_cards_too(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    url = ann.new_table(game="mechanical-beast")
    ann.until_my_turn()
    ann.page.click(".bar-menu summary")
    ann.page.click("#endings button[value=end]")
    ann.page.click(".sure button[value=end]")
    ann.until("s.over")
    ann.go(f"{url}/replay?at=0")
    ann.page.wait_for_selector("#table[data-ready=yes]")
    rest_on(ann.page, "#p-android")
    expect(ann.page.locator("#card")).to_contain_text("In your turn you may move the android")
    expect(ann.page.locator("#card")).not_to_contain_text("Click")


# ---------------------------------------------------------------- what cannot be mended


def with_one_tile(somebody: Any) -> Any:
    """A factory of Mechanica with a Fork in it, which alone the hammer can destroy."""
    somebody.new_table("me", game="mechanica")
    page = somebody.page
    somebody.until("true")
    while not somebody.state()["acting"] or "buy fork" not in somebody.acts():
        other = 1 - somebody.state()["seat"]
        somebody.go(page.url.split("?")[0] + f"?seat={other}")
        somebody.until_my_turn()
    for wanted in ("buy fork", "install"):
        decision = somebody.state()["decision"]
        name = next(act for act in somebody.acts() if act.startswith(wanted))
        page.evaluate(
            "name => [...document.querySelectorAll('#list button.act')].filter(b => b.value === name).forEach(b => { b.click(); b.click(); })",
            name,
        )
        somebody.until(f"s.decision !== {decision} && s.acting")
    assert [act.split()[0] for act in somebody.acts()].count("demolish") == 1
    return page


QUESTION_BELOW = """() => {
  const below = document.querySelector('#acts .free .risky');
  below.classList.add('asking');
  const seen = getComputedStyle(below, '::after').visibility;
  below.classList.remove('asking');
  return seen;
}"""


def test_the_hammer_alone_destroys_nothing(come: Come) -> None:
    """A click on it announces what it would do; the second one does it."""
    ann = come(reduced_motion="reduce")
    page = with_one_tile(ann)
    before = ann.state()["decision"]
    rest_on(page, "#p-cell-a4")  # an empty place draws nothing itself
    expect(page.locator("#card img")).to_be_visible()
    rest_on(page, "#p-hammer")
    expect(page.locator("#card")).to_contain_text("Click twice: Demolish the Fork")
    fork = page.locator("#layer-cells .piece.after")
    expect(fork).to_have_count(1)
    page.mouse.move(2, 2)
    expect(fork).to_have_css("filter", "none")  # nobody is asked to demolish before the hammer is picked
    page.click("#p-hammer")
    expect(page.locator("#pick")).to_contain_text("Demolish the Fork")
    assert page.evaluate(QUESTION_BELOW) == "hidden", "the buttons below the menu are hidden, and so is their question"
    expect(fork).not_to_have_css("filter", "none")
    page.wait_for_timeout(300)
    assert ann.state()["decision"] == before
    page.keyboard.press("Escape")
    expect(page.locator("#pick")).to_be_hidden()
    page.click("#p-hammer")
    page.click("#p-hammer")
    ann.until(f"s.decision !== {before}")
    ann.new_table("bot:random", game="mechanica")
    ann.until("true")
    small = page.locator("#p-other-1").bounding_box()["width"]
    page.click("#p-other-1")  # a rival's board, small where it lies
    expect(page.locator("#card.wide.pinned")).to_be_visible()
    for _ in range(40):  # its picture may just be drawn anew
        if box := page.locator("#card svg").bounding_box():
            break
        page.wait_for_timeout(50)
    large = box["width"]
    assert large > 1.3 * small and covers(page, "#p-other-1") == 0, (large, small)


def test_who_does_not_want_to_be_asked_is_not(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    page = with_one_tile(ann)
    before = ann.state()["decision"]
    page.click(".bar-menu summary")
    page.uncheck("#twice")
    page.click("#p-hammer")
    ann.until(f"s.decision !== {before}")
