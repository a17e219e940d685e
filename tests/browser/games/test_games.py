"""Every game of the house, played to its end by clicking pieces on the board wherever an action has a handle."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.core.registry import game as games
from enginehouse.table.html.rulebook import collect_cards

pytestmark = pytest.mark.browser
HOUSE = [name for name in games.names() if games.get(name).facts.in_lobby]
PLAYED_ELSEWHERE = ("mechanation", "mechanica")
"""Games that a file of their own plays to the end by clicking."""
UNSEEN = {"mechanical-beast": 75}
"""How many decisions of a long game are made without the page."""
Come = Callable[..., Any]

# A point at which the page takes this piece to be meant: some of it must be free of others that can be clicked.
POINT_OF = """id => {
  const piece = document.getElementById(id);
  if (!piece) return null;
  piece.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = piece.getBoundingClientRect();
  const steps = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
  for (const fy of steps) for (const fx of steps) {
    const x = box.left + fx * box.width, y = box.top + fy * box.height;
    const hit = document.elementsFromPoint(x, y).map(e => e.closest('.stage .piece:not(.passing)')).filter(Boolean);
    for (const one of hit) {
      let can = one; while (can && !can.classList.contains('can')) can = can.parentElement?.closest('.piece');
      if (can) { if (can.id === id) return [x, y]; break; }
    }
  }
  return null;
}"""
ACTS = """() => JSON.parse(document.getElementById('table').dataset.acts).map(act => ({
  name: act.name, label: act.label, grave: !!act.grave, pieces: act.from ? [act.from, act.to] : act.pieces ?? []}))"""


# What the patches have made of board and hand, and what a whole frame would: each sheet and piece, where and what it is.
# And the list of actions as the script draws it, and as the server does in a page that is asked for anew.
PATCHED_AND_WHOLE = r"""async () => {
  const { table, seat, frame } = document.getElementById('table').dataset;
  const at = location.pathname.replace(/\/t\/.*/, `/t/${table}`);
  const whole = await (await fetch(`${at}/frame?seat=${seat}`)).json();
  const told = root => [...root.querySelectorAll('svg.sheet, .piece:not(.passing)')].map(one => [
    one.id, one.parentElement?.closest('[id]')?.id, one.getAttribute('viewBox'), one.getAttribute('transform'),
    one.getAttribute('aria-label'), one.classList.contains('can'), one.textContent].join(' | '));
  const page = new DOMParser().parseFromString(await (await fetch(`${at}?seat=${seat}`)).text(), 'text/html');
  const list = root => root.getElementById('acts').innerHTML.replace(' open=""', '').replace(/<div class="free aloft"[^>]*>/, '<div class="free">');
  const same = Number(frame) === whole.n && frame === page.getElementById('table').dataset.frame;
  return [[list(document), list(page), same], ...['board', 'hand'].map(name => {
    const fresh = document.createElement('div');
    fresh.id = name;
    fresh.innerHTML = whole.regions[name];
    return [told(document.getElementById(name)), told(fresh), same];
  })];
}"""


def end_it(page: Any, name: str) -> None:
    """End a game by the button in the bar's menu, and confirm it."""
    page.click(".bar-menu summary")
    page.click(f'#endings button[value="{name}"]')
    page.click(f'.sure button[value="{name}"]')


class Player:
    """A person who clicks: pieces one after the other, then the small menu if one opens."""

    def __init__(self, somebody: Any, game: str) -> None:
        self.somebody, self.page = somebody, somebody.page
        self.unasked = games.get(game).unasked
        self.clicked = self.buttons = 0

    def do(self, act: dict[str, Any], acts: list[dict[str, Any]]) -> None:
        # A risky move asks first, unless nothing else can be done.
        asks = act["grave"] and sum(one["name"] not in self.unasked for one in acts) > 1
        if not act["pieces"]:
            if act["name"] in self.unasked:
                end_it(self.page, act["name"])
            else:
                self.press_button(f'.free button[value="{act["name"]}"]', asks)
            self.buttons += any(one["pieces"] for one in acts)  # where there was a choice
            return
        self.clicked += 1
        chosen: list[str] = []
        for piece in act["pieces"]:
            left = [one for one in acts if one["pieces"] and all(p in one["pieces"] for p in chosen)]
            if chosen and (len(left) == 1 or all(sorted(one["pieces"]) == sorted(left[0]["pieces"]) for one in left)):
                break
            point = self.page.evaluate(POINT_OF, piece)
            assert point, f"{piece} cannot be reached by a click, for {act['name']}"
            self.press(*point)
            chosen.append(piece)
        left = [one for one in acts if one["pieces"] and all(p in one["pieces"] for p in chosen)]
        if len(left) > 1:
            self.press_button(f'#pick button[data-preview="{act["name"]}"]', asks)
        elif asks or (len(chosen) < max(2, len(act["pieces"])) and (len(chosen) > 1 or self.announced())):
            self.press(*point)  # a click that has not named all of a move has only announced it

    def press_button(self, selector: str, asks: bool) -> None:
        """Press a button; again if it asks."""
        self.page.click(selector)
        if asks:
            self.page.click(f"{selector}.asking")

    def announced(self) -> bool:
        """Whether the first click has picked its piece, and done nothing yet."""
        return bool(self.page.evaluate("document.querySelector('.stage .piece.picked') !== null"))

    def press(self, x: float, y: float) -> None:
        """A click at a point of the window."""
        self.page.mouse.click(x, y)

    def carry_out(self, act: dict[str, Any], acts: list[dict[str, Any]], decision: int) -> None:
        """Do it, and see it done."""
        self.do(act, acts)
        self.somebody.until(f"s.decision !== {decision} || s.over")

    def play(self, most: int, dice: random.Random) -> bool:
        """Play; True when the game is over."""
        for _ in range(most):
            state = self.somebody.until_my_turn()
            if state["over"]:
                return True
            acts = self.page.evaluate(ACTS)
            asked = [one for one in acts if one["name"] not in self.unasked]
            act = dice.choice(asked)
            for _ in range(2):
                if not act["pieces"]:
                    act = dice.choice(asked)  # a button is pressed now and then; this is about pieces
            self.carry_out(act, acts, state["decision"])
        return False


def play_unseen(ann: Any, most: int, dice: random.Random, never: frozenset[str]) -> None:
    """Play on by requests alone at seat 0, then go back to the page, which would take most of the time of a long game."""
    url, requests = ann.page.url.partition("?")[0], ann.context.request
    ann.page.goto("about:blank")
    while most:
        shown = requests.get(f"{url}/frame?seat=0").json()
        if shown["state"]["over"]:
            break
        if not shown["state"]["acting"]:
            ann.page.wait_for_timeout(10)
            continue
        act = dice.choice([one["name"] for one in shown["acts"] if one["name"] not in never])
        form = {"seat": 0, "decision": shown["state"]["decision"], "act": act}
        headers = {"origin": ann.address, "accept": "application/json"}
        assert requests.post(f"{url}/act", data=form, headers=headers).status == 204
        most -= 1
    ann.go(url)


def open_game(ann: Any, game: str, bots: int) -> None:
    """Ann and so many bots, who wait for nothing."""
    ann.new_table(*["bot:random"] * bots, game=game, beat_ms="0")
    ann.until("true")


def patches_make_the_whole(ann: Any) -> None:
    """The page has come by patches to what a whole frame would have brought."""
    for _ in range(20):
        ann.until_my_turn()
        told = ann.page.evaluate(PATCHED_AND_WHOLE)
        if all(now for _, _, now in told):
            break
        ann.page.wait_for_timeout(100)  # a picture is on its way
    assert [patched for patched, _, _ in told] == [whole for _, whole, _ in told]


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.deep] if game in PLAYED_ELSEWHERE else []) for game in HOUSE]
)
def test_a_whole_game_with_the_mouse(come: Come, game: str, deep: bool) -> None:
    ann = come(reduced_motion="reduce")
    open_game(ann, game, max(1, games.get(game).facts.seats[0] - 1))
    player, dice = Player(ann, game), random.Random(2)
    if game in UNSEEN and not deep:
        player.play(10, dice)
        play_unseen(ann, UNSEEN[game], dice, player.unasked)
    assert player.play(2 * games.get(game).facts.length_bound, dice)
    assert player.clicked > player.buttons
    assert ann.page.locator(".end-panel").is_visible()


@pytest.mark.timeout(200)
@pytest.mark.parametrize("game", HOUSE)
def test_some_turns_on_a_phone(come: Come, game: str) -> None:
    ann = come({"width": 390, "height": 844}, reduced_motion="reduce", is_mobile=True, has_touch=True)
    open_game(ann, game, min(3, games.get(game).facts.seats[1] - 1))
    player, dice = Player(ann, game), random.Random(3)
    for _ in range(12):
        player.play(1, dice)
        patches_make_the_whole(ann)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    # how everybody stands is told over the board, and what they did under the question; menus keep inside the window
    page, seats = ann.page, len(ann.page.query_selector_all("#seats .plate"))
    assert page.locator("#glance > span .standing").count() == seats and page.locator("#glance").is_visible()
    if page.locator("#log-since ~ .log-line").count() and page.locator("#pick").is_hidden():
        said = page.locator("#log .log-line .moment").last.inner_text().split()[-1]
        assert said in page.locator("#latest li").last.inner_text()
    page.tap(".bar-menu summary")
    box = page.locator(".bar-menu-box").first.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844


@pytest.mark.timeout(200)
@pytest.mark.parametrize("game", HOUSE)
def test_axe_finds_nothing_serious(come: Come, game: str) -> None:
    ann = come(reduced_motion="reduce")
    open_game(ann, game, games.get(game).facts.seats[1] - 1)
    Player(ann, game).play(4, random.Random(5))
    ann.until_my_turn()
    found = ann.serious("table")
    for name in ("rules", "parts"):
        ann.go(f"/games/{game}/{name}")
        found += ann.serious(name)
        items, field = ann.page.locator(".clause-item, .wide tbody tr, .part-card"), ann.page.locator("[data-filters]")
        word = max((items.nth(3).text_content() or "").split(), key=len)
        field.fill(word.upper())
        left = items.filter(visible=True).all_text_contents()
        assert 0 < len(left) < items.count() and all(word.lower() in one.lower() for one in left)
        if name == "rules":  # the part itself, and its row in a table
            field.fill(collect_cards(game)[-1].name)
            assert ann.page.locator(".book-part").filter(visible=True).count() >= 1
        else:  # a card that is found keeps its picture
            field.fill("a")
            cards = items.filter(visible=True)
            assert cards.count() == cards.filter(has=ann.page.locator("img").filter(visible=True)).count() > 5
        field.fill("no such word")
        assert items.filter(visible=True).count() == 0
    assert found == []
