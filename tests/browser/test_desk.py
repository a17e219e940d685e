"""The desk of a table: what is asked, what can be chosen, the tools. Boxes are measured, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})

# The first action of the list; a risky one asks, and the second click does it.
PRESS_FIRST = "[1, 2].forEach(() => document.querySelector('#list button.act').click())"
# Boxes that a person sees: of the desk, of the text in it, of all its buttons, and of the hand.
BOXES = """() => {
  const box = one => { const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; };
  const lines = [];
  const words = document.createTreeWalker(document.getElementById('prompt'), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    if (words.currentNode.parentElement.closest('.sr, svg')) continue;
    for (const { x, y, width, height } of range.getClientRects()) if (width > 1) lines.push({ x, y, width, height });
  }
  // Of what scrolls only the part in sight is in the way of something; all of it has to be within reach.
  const clip = (one, by) => { const x = Math.max(one.x, by.x), y = Math.max(one.y, by.y);
    return { x, y, width: Math.min(one.x + one.width, by.x + by.width) - x, height: Math.min(one.y + one.height, by.y + by.height) - y }; };
  const buttons = [], beyond = [], aloft = [];
  for (const one of document.querySelectorAll('.desk button, .desk a.button')) {
    if (!one.checkVisibility({ visibilityProperty: true }) || !one.getClientRects().length) continue;
    const scroller = one.closest('.pick, .free, .list ul');
    if (!scroller) { buttons.push(box(one)); continue; }
    // What the desk has no room for lies beside it: all of it in the window, and nothing scrolls.
    if (scroller.matches('.aloft')) {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      aloft.push(box(one));
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || scroller.scrollHeight > scroller.clientHeight + 1) beyond.push(one.textContent);
      continue;
    }
    buttons.push(clip(box(one), box(scroller)));
    const stood = scroller.scrollTop;
    scroller.scrollTop += box(one).y - box(scroller).y;
    const seen = clip(clip(box(one), box(scroller)), box(document.querySelector('.desk')));
    const most = Math.min(box(one).height, box(scroller).height) - 1;
    if (seen.height < most || seen.width < box(one).width - 1) beyond.push(one.textContent);
    scroller.scrollTop = stood;
  }
  return { desk: box(document.querySelector('.desk')), prompt: box(document.getElementById('prompt')), lines, beyond, aloft,
    buttons: buttons.filter(one => one.width > 0 && one.height > 0), hand: box(document.getElementById('hand')) };
}"""


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have more than a hair in common."""
    return all(
        min(one[at] + one[long], other[at] + other[long]) - max(one[at], other[at]) > 1
        for at, long in (("x", "width"), ("y", "height"))
    )


def check(somebody: Any, what: str) -> dict[str, Any]:
    """The text has its width, and lies under no button; nothing sticks out of the desk, and what scrolls can be reached."""
    found: dict[str, Any] = somebody.page.evaluate(BOXES)
    desk = found["desk"]
    assert found["lines"], f"{what}: nothing is said"
    assert found["prompt"]["width"] >= 0.6 * desk["width"], f"{what}: the text has a strip of the desk"
    assert not found["beyond"], f"{what}: out of reach: {found['beyond']}"
    for line in found["lines"]:
        for button in found["buttons"] + found["aloft"]:
            assert not overlap(line, button), f"{what}: text under a button, {line} and {button}"
    for k, button in enumerate(found["buttons"]):
        assert desk["x"] <= button["x"] and button["x"] + button["width"] <= desk["x"] + desk["width"], (
            f"{what}: {button}"
        )
        for other in found["buttons"][k + 1 :]:
            assert not overlap(button, other), f"{what}: {button} and {other}"
    return found


COVERED_BY_COUNTDOWN = """() => {
  const time = document.querySelector("#clock small").getBoundingClientRect();
  return [...document.querySelectorAll(".desk button")].filter((button) => {
    const box = button.getBoundingClientRect();
    return box.width && box.left < time.right && time.left < box.right && box.top < time.bottom && time.top < box.bottom;
  }).map((button) => button.textContent);
}"""


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_a_window_leaves_the_prompt_its_width_and_the_hand_its_place(come: Come, size: dict[str, int]) -> None:
    """Before a move, when a reaction is asked for, with an answer that waits, and after it. The countdown lies on no button."""
    ann, bob = come(size, reduced_motion="reduce"), come(reduced_motion="reduce")
    url = ann.new_table("open", window_ms="9000")  # it ends as soon as both have answered
    bob.join(url, "Bartholomew")
    seen = []
    for who, other in ((ann, bob), (bob, ann)):
        who.until("s.acting")
        seen.append(check(ann, "a move to make" if who is ann else "another's move"))
        decision = who.state()["decision"]
        play = next((name for name in who.acts() if name.startswith("play")), who.acts()[0])
        who.page.evaluate(
            "name => [...document.querySelectorAll('#list button.act')].filter(b => b.value === name).forEach(b => { b.click(); b.click(); })",
            play,
        )
        who.until(f"s.decision !== {decision} || !s.acting")
        for one in (ann, bob):
            if one.state()["window"] and one.state()["acting"]:
                seen.append(check(ann, "a window"))
                expect(ann.page.locator("#clock small")).to_have_text(re.compile(r"^[0-9] s$"))
                expect(one.page.locator("#tools, #prompt").filter(has_text="uto-pass")).not_to_have_count(0)
                under = one.page.evaluate(COVERED_BY_COUNTDOWN)
                assert under == [], f"the countdown lies on {under}"
                one.page.click(".free button[value=pass]")
                expect(one.page.locator("#prompt")).to_contain_text("Waiting for the others")
                seen.append(check(ann, "a sealed answer"))
        other.until("s.acting && !s.window || s.over")
    desks = {(one["desk"]["y"], one["desk"]["height"]) for one in seen}
    hands = {one["hand"]["y"] for one in seen}
    assert len(seen) >= 4
    assert len(desks) == 1 and len(hands) == 1, f"desk or hand moved: {desks}, {hands}"


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_the_hand_stays_while_a_move_is_made(come: Come, size: dict[str, int]) -> None:
    """From piece to piece: the menu of what is picked takes no room from anything."""
    ann = come(size, reduced_motion="reduce")
    ann.new_table("bot:random", "bot:random", game="great-machine", beat_ms="0")
    page = ann.page
    hands, picked = set(), False
    for _ in range(14):
        state = ann.until_my_turn()
        if page.locator("#hand").is_visible():  # a phone folds an empty sheet
            hands.add(check(ann, "a decision")["hand"]["y"] + page.evaluate("scrollY"))
        card = page.locator("#hand .piece.can").first
        if card.count():
            card.dispatch_event("click", {"detail": 0, "bubbles": True})
            if page.locator("#pick").is_visible():
                picked = True
                hands.add(check(ann, "a picked card")["hand"]["y"] + page.evaluate("scrollY"))
                page.click("#pick button.off")
        if ann.state()["decision"] == state["decision"]:
            page.evaluate(PRESS_FIRST)
            ann.until(f"s.decision !== {state['decision']} || !s.acting")
        if picked and len(hands) > 1:
            break
    hands.discard(0)  # before there are cards there is no hand
    assert picked and len(hands) == 1, f"the hand moved: {sorted(hands)}"


def alone_in_the_beast(somebody: Any) -> Any:
    return somebody.fill_in(game="mechanical-beast")


def test_giving_up_asks_first_with_the_mouse(come: Come) -> None:
    """One click ends nothing; the question can be left in two ways, and the game goes on."""
    ann = come(reduced_motion="reduce")
    page = alone_in_the_beast(ann)
    before = ann.until_my_turn()
    asked = page.locator(".sure")
    expect(page.locator(".free button[value=end]")).to_have_count(0)
    page.click(".bar-menu summary")
    places = page.evaluate(
        "[...document.querySelectorAll('.bar-menu-box > a, #endings')].map(one => one.getBoundingClientRect().y)"
    )
    assert places == sorted(places) and len(places) == 4, "what ends something stands last, and moves nothing"
    page.click("#endings button[value=end]")
    expect(asked).to_be_visible()
    expect(asked).to_contain_text("undo this")
    page.click(".sure >> text=Cancel")
    expect(asked).to_be_hidden()
    page.click("#list summary")
    expect(page.locator(".bar-menu[open]")).to_have_count(0)  # who goes on beside it needs it no more
    page.click("#list button[value=end]")
    expect(asked).to_be_visible()
    assert ann.serious("the question") == []
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert ann.state()["decision"] == before["decision"] and not ann.state()["over"]
    page.click(".bar-menu summary")
    page.click("#endings button[value=end]")
    page.click(".sure button[value=end]")
    ann.until("s.over")


def test_giving_up_asks_first_on_a_phone_and_by_keyboard(come: Come) -> None:
    """Enter opens the question, and the focus is on the way back."""
    ann = come(SIZES[1], reduced_motion="reduce")
    page = alone_in_the_beast(ann)
    ann.until_my_turn()
    page.focus(".bar-menu summary")
    page.keyboard.press("Enter")
    page.focus("#endings button[value=end]")
    page.keyboard.press("Enter")
    expect(page.locator(".sure")).to_be_visible()
    expect(page.locator(".sure >> text=Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".sure")).to_be_hidden()
    assert not ann.state()["over"]
    page.focus("#endings button[value=end]")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    ann.until("s.over")


def test_giving_up_asks_first_without_script(come: Come) -> None:
    """The browser opens the question by itself, and the answer is a form's."""
    ann = come(reduced_motion="reduce", java_script_enabled=False)
    page = alone_in_the_beast(ann)
    page.click("#list summary")
    page.click("#list button[value=end]")
    expect(page.locator(".end-panel")).to_have_count(0)
    expect(page.locator(".sure")).to_be_visible()
    page.click(".sure button[value=end]")
    expect(page.locator(".end-panel")).to_be_visible()


def test_voting_to_end_asks_first(come: Come) -> None:
    """Together, too: the question says what a vote does."""
    ann = come(reduced_motion="reduce")
    ann.new_table("me", game="mechanical-beast")
    page = ann.page
    ann.until("true")
    if not ann.state()["acting"]:
        ann.go(page.url.split("?")[0] + "?seat=1")
        ann.until_my_turn()
    page.click(".bar-menu summary")
    page.click("#endings button[value=end]")
    expect(page.locator(".sure")).to_contain_text("The game ends as it stands")
    page.click(".sure button[value=end]")
    ann.until("!s.acting")
    assert not ann.state()["over"]


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_names_are_read_whole(come: Come, size: dict[str, int]) -> None:
    """Of those who act above all; and the address of the table to its end."""
    ann = come(size, reduced_motion="reduce")
    ann.new_table("open")
    field = ann.page.locator("copy-link input")
    assert field.evaluate("one => one.scrollWidth <= one.clientWidth"), "the address is cut off"
    ann.new_table(*["bot:random"] * 3, game="great-machine", name="Rosalind")
    page = ann.page
    ann.until_my_turn()
    # As if everybody were asked at once: a plate has least room then.
    page.evaluate(
        """() => { for (const plate of document.querySelectorAll('.plate')) {
          plate.classList.add('acting');
          if (!plate.querySelector('.turn')) plate.insertAdjacentHTML('beforeend', '<span class="turn">to act</span>'); } }"""
    )
    cut = page.evaluate(
        "[...document.querySelectorAll('.plate .who')].filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert cut == [] and page.locator(".plate .who").count() == 4


def test_escape_lets_go_wherever_the_focus_is(come: Come) -> None:
    """After a mouse click on a piece, the focus is nowhere or on a link of the bar."""
    ann = come(reduced_motion="reduce")
    ann.new_table("bot:random", "bot:random", game="great-machine", beat_ms="0")
    page = ann.page
    for _ in range(30):
        state = ann.until_my_turn()
        card = page.locator("#hand .piece.can").first
        if card.count():
            card.dispatch_event("click", {"detail": 0, "bubbles": True})
            if page.locator("#pick").is_visible():
                break
        if ann.state()["decision"] == state["decision"]:
            page.evaluate(PRESS_FIRST)
            ann.until(f"s.decision !== {state['decision']} || !s.acting")
    expect(page.locator("#pick")).to_be_visible()
    page.focus(".bar-links a")
    page.keyboard.press("Escape")
    expect(page.locator("#pick")).to_be_hidden()


def test_a_scene_gives_way_to_the_next_one(come: Come) -> None:
    """Two battles that follow each other quickly are not drawn over each other; what only flies past may meet."""
    ann = come()
    ann.new_table("bot:random")
    told = ann.page.evaluate(
        """async () => {
          const { apply } = (await import(document.querySelector('script[type=module]').src)).all['frames.js'];
          const layer = document.querySelector('#board .layer').id.replace('layer-', '');
          const scene = (n, points) => apply({ n, state: {}, moves: [{ id: 'battle-0', ms: 4000, wait: 0, svg: '<circle r="5"/>', layer, points }] });
          const count = () => document.querySelectorAll('.passing').length;
          scene(900, [[50, 50], [50, 50]]);
          const first = count();
          scene(901, [[50, 50], [50, 50]]);
          const second = count();
          scene(902, [[50, 50], [90, 90]]);
          scene(903, [[50, 50], [90, 90]]);
          return [first, second, count()];
        }"""
    )
    assert told == [1, 1, 3]


def test_several_on_one_screen_have_names_of_their_own(come: Come) -> None:
    """Each seat of one screen can be named; the others are told apart by a number."""
    ann = come(reduced_motion="reduce")
    page = ann.go("/new?game=switchyard")
    page.fill("[name=name]", "Ann")
    page.select_option("[name=seat-2]", "me")
    own = page.locator("[name=name-1]")
    page.select_option("[name=seat-1]", "bot:random")
    expect(own).to_be_hidden()
    page.select_option("[name=seat-1]", "me")
    own.fill("Bob <b>")
    assert ann.serious("the form") == []
    page.click("text=Open the table")
    page.wait_for_selector("#table")
    assert page.locator(".plate .who").all_text_contents() == ["Ann", "Bob <b>", "Ann (2)"]


def test_options_show_only_where_they_apply(come: Come) -> None:
    page = come(reduced_motion="reduce").go("/new?game=mechanical-beast")
    level, mode, glass = (page.locator(f"fieldset:has([name=option-{name}])") for name in ("level", "play", "glass"))
    expect(level).to_be_visible()
    expect(glass).to_be_hidden()
    page.check("[name=option-play][value=against]")
    expect(level).to_be_hidden()
    expect(glass).to_be_visible()
    for seat in (1, 2, 3):
        page.select_option(f"[name=seat-{seat}]", "none")
    expect(mode).to_be_hidden()


def test_a_finger_that_could_mean_several_pieces_is_asked(come: Come) -> None:
    """Beside a small piece it means that one; between two it says which, or neither. The board stands above the question."""
    ann = come({"width": 390, "height": 844}, reduced_motion="reduce", is_mobile=True, has_touch=True)
    ann.new_table("bot:random", "bot:random", game="mechanical-beast", beat_ms="0")
    page = ann.page
    ann.until_my_turn()
    board, desk = page.locator("pan-zoom").bounding_box(), page.locator(".desk").bounding_box()
    assert board["y"] < desk["y"] and desk["y"] + desk["height"] <= 845
    middles = page.evaluate(
        "[...document.querySelectorAll('.stage .piece.can')].map(one => [one.id, one.getBoundingClientRect()]).map(([id, b]) => [id, b.x + b.width / 2, b.y + b.height / 2, Math.min(b.width, b.height)])"
    )
    small = [one for one in middles if one[3] < 40]
    pairs = [(a, b) for a in small for b in small if a[0] < b[0] and abs(a[1] - b[1]) + abs(a[2] - b[2]) < 38]
    assert pairs, middles
    (_, x, y, _), (_, u, v, _) = pairs[0]
    for way in ("text=Choose again", "button >> nth=0"):
        page.touchscreen.tap((x + u) / 2, (y + v) / 2)
        expect(page.locator("#pick button").nth(2)).to_be_visible()
        page.locator("#pick").locator(way).click()
        expect(page.locator("#pick:not([hidden]) button[data-piece]")).to_have_count(0)
    expect(page.locator(".stage .piece.picked")).to_have_count(1)


def test_a_phone_shows_readable_text_and_marks_where_it_continues(come: Come) -> None:
    """A title stays, fine print is on the card, and near enough all of it is drawn; the card of what was tapped covers none
    of the pieces that come next."""
    ann = come({"width": 390, "height": 844}, reduced_motion="reduce", is_mobile=True, has_touch=True)
    ann.new_table("bot:random", "bot:random", game="mechanation", beat_ms="0")
    page = ann.page
    ann.until_my_turn()
    hidden = """() => [...document.querySelectorAll('#board text')].filter(one => getComputedStyle(one).opacity === '0')
      .map(one => one.textContent)"""
    for _ in range(100):
        if page.evaluate(hidden):
            break
        page.wait_for_timeout(20)
    small = page.evaluate(hidden)
    assert "of 50 at most" in small and "ROUND" not in small
    page.evaluate("document.querySelector('pan-zoom').zoom(3, 100, 100)")
    page.wait_for_timeout(200)
    assert page.evaluate(hidden) == []
    page.evaluate("document.querySelector('pan-zoom').reset()")
    while not any(act.startswith("deploy") for act in ann.acts()):
        decision = ann.state()["decision"]
        page.evaluate(PRESS_FIRST)
        ann.until(f"s.decision !== {decision} || !s.acting")
        ann.until_my_turn()
    page.locator("#hand .piece.can").first.tap()
    expect(page.locator("#card")).to_be_visible()
    covered = page.evaluate(
        """() => { const card = document.getElementById('card').getBoundingClientRect();
          return [...document.querySelectorAll('.stage .piece.next')].map(one => one.getBoundingClientRect())
            .map(one => one.bottom > card.top && one.top < card.bottom); }"""
    )
    assert covered and not any(covered)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 560})  # a low window: the sheet lies over the board
    sheet, desk = page.locator(".hand-sheet"), page.locator(".desk")
    expect(sheet).to_be_in_viewport(ratio=0.9)
    expect(desk).to_be_in_viewport(ratio=0.9)
    sheet.locator("summary").tap()
    expect(page.locator("#hand")).to_be_hidden()
    sheet.locator("summary").tap()
    expect(page.locator("#hand")).to_be_visible()
