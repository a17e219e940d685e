"""Measured in every game, in one visit each: text that can be read, a prompt and a hand that stay, axe by day and by night,
and a whole game by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.core.registry import game as games

pytestmark = pytest.mark.browser
HOUSE = [name for name in games.names() if games.get(name).facts.in_lobby]
SHORT = ("mechanation",)
"""What is played to its end where not deep; of the others only the beginning."""
WITH_CARDS = ("great-machine", "mechanation")
Come = Callable[..., Any]
LEAST = {1280: 11, 390: 12}
"""The least size of what must be read beside the board, in pixels, by the width of the window."""

# What is read beside the board and cannot be had larger by pointing at it: its size in pixels, smallest first.
SIZES = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (words.nextNode()) {
    const one = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || one.closest('svg, script, style, .sr, noscript')) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    found.push([parseFloat(getComputedStyle(one).fontSize), words.currentNode.data.trim().slice(0, 40)]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}"""
# What is printed on the cards of the own hand, as large as the window shows it; what lies beside them is another matter.
PRINTED = """() => [...document.querySelectorAll('#sheet-hand .piece.can text')].map(one => {
  const { a, b } = one.getScreenCTM();
  return [Math.round(10 * parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b)) / 10, one.textContent];
}).sort((a, b) => a[0] - b[0])"""
CARDS = (
    """() => [...document.querySelectorAll('#sheet-hand .piece.can')].map(one => one.getBoundingClientRect().width)"""
)
CUT = """() => { const one = document.querySelector('#prompt');
  return one.scrollHeight > one.clientHeight + 1 ? one.innerText : ''; }"""
BOXES = """() => ['.desk', '#prompt', '#hand'].map(name => {
  const { y, height } = document.querySelector(name).getBoundingClientRect();
  return name === '#prompt' ? null : name === '#hand' ? Math.round(y + scrollY) : [Math.round(y + scrollY), Math.round(height)];
})"""


# Of the answers in sight: those that are not read whole without scrolling. The pieces are picked as by keys, one after the other.
CUT_ANSWERS = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); // answers make room in a frame of their own
  const cut = [];
  const whole = box => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return box.scrollHeight <= box.clientHeight + 1 && left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  for (const { id } of [...document.querySelectorAll('.stage .piece.can')].slice(0, 6)) {
    const acts = JSON.parse(document.getElementById('table').dataset.acts);
    if (acts.filter(one => [one.from, one.to, ...one.pieces ?? []].includes(id)).length < 2) continue; // the click would do it
    document.getElementById(id).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const menu = document.getElementById('pick');
    if (!menu.hidden && !whole(menu)) cut.push(menu.innerText);
    document.querySelector('#pick button.off')?.click();
  }
  const free = document.querySelector('#acts .free');
  if (free?.childElementCount && !whole(free)) cut.push(free.innerText);
  const list = document.getElementById('list');
  list.open = true;
  const { left, right } = list.querySelector('ul').getBoundingClientRect();
  if (left < 0 || right > innerWidth) cut.push('the list');
  list.open = false;
  return cut;
}"""
# The lines of the log that are seen whole, the latest among them.
TOLD = """async () => {
  for (let k = 0; k < 2; k += 1) await new Promise(done => requestAnimationFrame(done)); // it is scrolled with the next frame
  const log = document.getElementById('log').getBoundingClientRect();
  const lines = [...document.querySelectorAll('.log-line')].map(one => one.getBoundingClientRect());
  const begun = [...document.querySelectorAll('.log-line.begins')].map(one => one.getBoundingClientRect());
  const style = getComputedStyle(document.querySelector('.log-line') ?? document.querySelector('.log-lines'));
  const row = parseFloat(style.lineHeight) + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  const seen = one => one.top >= log.top - 1 && one.bottom <= log.bottom + 1;
  return { latest: !lines.length || seen(lines.at(-1)), rows: Math.floor(log.height / row), whole: lines.filter(seen).length,
    all: lines.length, blocks: begun.filter(seen).length }; }"""


def by_keys(somebody: Any, dice: random.Random) -> bool:
    """One decision by keyboard alone: a piece that is lit and what is left then; where that comes to nothing, the list.
    True if it was done with a piece."""
    page, decision = somebody.page, somebody.state()["decision"]

    def done(within: int) -> bool:
        for _ in range(0, within, 20):
            state = somebody.state()
            if state["decision"] != decision or state["over"] or not state["acting"]:
                return True
            page.wait_for_timeout(20)
        return False

    for _ in range(dice.randint(1, 6)):
        page.keyboard.press("n")
    for _ in range(3):
        page.keyboard.press("Enter")
        if done(80):
            return True
    page.keyboard.press("Escape")
    if not done(40):
        page.keyboard.press("a")
        page.keyboard.press("Enter")
    somebody.until(f"s.decision !== {decision} || s.over || !s.acting")
    return False


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", HOUSE)
def test_what_is_measured(come: Come, game: str, deep: bool) -> None:
    """While a game is played to its end by keyboard; only the beginning of long ones where not deep."""
    most = 1_000 if game in SHORT or deep else 12
    ann = come(reduced_motion="reduce")
    bots = max(1, games.get(game).facts.seats[0] - 1)
    url = ann.new_table(*["bot:random"] * bots, game=game, beat_ms="0")
    page, dice = ann.page, random.Random(4)
    desks, hands = set(), set()
    lit, with_pieces = list[bool](), list[bool]()
    printed, cards, cut = list[Any](), list[float](), set[str]()
    while not ann.until_my_turn()["over"] and len(with_pieces) < most:
        desk, _, hand = page.evaluate(BOXES)
        desks.add(tuple(desk))
        hands.add(hand)
        cut.add(page.evaluate(CUT))
        if len(with_pieces) < 20:
            assert page.evaluate(CUT_ANSWERS) == [], "every answer is seen"
            told = page.evaluate(TOLD)
            assert told["latest"] and (told["rows"] >= 6 or told["whole"] == told["all"] or told["blocks"] >= 2), told
        if len(with_pieces) < 20:
            printed += page.evaluate(PRINTED)
            cards += page.evaluate(CARDS)
        lit.append(bool(page.query_selector(".stage .piece.can")))
        with_pieces.append(by_keys(ann, dice))
    assert sum(with_pieces) > sum(lit) / 3 > 0, "what is lit is done by keyboard, and the list is for the rest"
    assert cut == {""}, "every question is there to be read, and nothing has to be scrolled"
    hands.discard(0)  # before there are cards there is no hand
    assert len(desks) == 1, f"the desk moves or changes its height: {desks}"
    assert len(hands) <= 1, f"the hand moves: {hands}"
    small = [one for one in page.evaluate(SIZES) + printed if one[0] < LEAST[1280]]
    assert small == []
    if game in WITH_CARDS:
        assert cards and min(cards) >= 145, f"cards of the hand are {min(cards)} wide"
    page.set_viewport_size({"width": 390, "height": 844})
    ann.go(url)
    ann.until("true")
    small = [one for one in page.evaluate(SIZES) if one[0] < LEAST[390]]
    found = ann.serious(f"{game}, phone")  # test_games.py asks it of the wide page
    assert small == [] and found == []


# ---------------------------------------------------------------- boards of rivals

LARGE = {"width": 1920, "height": 1080}
# The boards of rivals, so many as asked: how wide each is drawn, their boxes, and the box that they share.
RIVALS = """async many => {
  const hand = document.getElementById('hand');
  while (hand.children.length < many) hand.append(hand.firstElementChild.cloneNode(true));
  for (let k = 0; k < 2; k += 1) await new Promise(done => requestAnimationFrame(done));
  const box = one => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; };
  const drawn = [...hand.children].map(one => [one.viewBox.baseVal.width, one.viewBox.baseVal.height, one.getScreenCTM().a]);
  return { room: box(hand), boxes: [...hand.children].map(box), drawn, own: document.querySelector('#board svg').getScreenCTM().a,
    log: box(document.querySelector('.log-box')), desk: box(document.querySelector('.desk')) };
}"""
TILE = 116
"""How wide a tile of Mechanica is on its sheet."""


def largest(many: int, room: list[float], wide: float, high: float) -> float:
    """Return the largest scale at which so many equal boards fit a box in rows and columns."""
    across, down = room[2] - room[0], room[3] - room[1]
    return max(min(across / columns / wide, down / -(-many // columns) / high) for columns in range(1, many + 1))


@pytest.mark.parametrize(("seats", "tile", "tile_large"), [(2, 50, 80), (3, 48, 80), (4, 36, 58)])
def test_boards_of_rivals_use_the_free_room(come: Come, seats: int, tile: int, tile_large: int) -> None:
    """A tile of a rival has this width in pixels at 1280 x 800 and at 1920 x 1080, and the own board is not smaller for it."""
    ann = come(reduced_motion="reduce")
    url = ann.new_table(*["bot:random"] * (seats - 1), game="mechanica", beat_ms="0")
    for size, least, own in (({"width": 1280, "height": 800}, tile, 85), (LARGE, tile_large, 119)):
        ann.page.set_viewport_size(size)
        ann.go(url)
        ann.until("true")
        seen = ann.page.evaluate(RIVALS, seats - 1)
        assert min(scale for *_, scale in seen["drawn"]) * TILE >= least and seen["own"] * TILE >= own, seen
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.go(url)
    ann.until("true")
    seen = ann.page.evaluate(RIVALS, seats - 1)
    assert min(scale for *_, scale in seen["drawn"]) * TILE >= 33, seen


def test_any_number_of_boards_fits(come: Come) -> None:
    """Up to eleven boards: each in the window, without overlaps, nearly as large as in the best rows and columns."""
    ann = come(reduced_motion="reduce")
    for size in ({"width": 1280, "height": 800}, LARGE):
        ann.page.set_viewport_size(size)
        ann.new_table("bot:random", "bot:random", game="mechanica", beat_ms="0")
        for many in range(2, 12):
            seen = ann.page.evaluate(RIVALS, many)
            boxes = [*seen["boxes"], seen["log"], seen["desk"]]
            for k, one in enumerate(boxes):
                assert one[2] <= size["width"] and one[3] <= size["height"], (many, one)
                for other in boxes[k + 1 :]:
                    over = [min(one[at + 2], other[at + 2]) - max(one[at], other[at]) for at in (0, 1)]
                    assert min(over) < 1, (many, one, other)
            wide, high, scale = seen["drawn"][0]
            assert scale >= 0.8 * largest(many, seen["room"], wide, high), (many, scale)
