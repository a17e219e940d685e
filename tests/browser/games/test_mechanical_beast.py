"""Mechanical Beast at a real table: alone, three together, three against each other, to the end, by clicking pieces."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from test_games import ACTS, Player

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
GAME = "mechanical-beast"
#: A message after which another area is to be seen, and in which a room is on its way for 1.2 s: the area before it, shortly
#: before the room rests, and a while later.
SLIDES = r"""async () => {
  const { apply } = (await import(document.querySelector('script[type=module]').src)).all['frames.js'];
  const sheet = document.querySelector('.stage svg[data-follows]');
  const area = () => sheet.getAttribute('viewBox').split(' ').map(Number);
  const frame = () => new Promise((done) => { requestAnimationFrame(() => done(area())); });
  const was = area();
  const moves = [{ id: sheet.querySelector('.piece').id, wait: 0, ms: 1200, points: [[0, 0], [40, 0]] }];
  const began = performance.now();
  apply({ n: 0, moves, viewboxes: { [sheet.id]: [was[0] + 40, ...was.slice(1)].join(' ') } });
  let now = was;
  const largest = [...was];
  while (now[0] === was[0] && performance.now() < began + 20000) {
    now = await frame();
    if (now[0] === was[0]) for (const k of [1, 2, 3]) largest[k] = Math.max(largest[k], now[k]);
  }
  const rested = performance.now() - began;
  while (now[0] !== was[0] + 40 && performance.now() < began + 20000) now = await frame();
  return { was, largest, rested, later: now };
}"""


def sit_down(people: list[Any], **options: str) -> None:
    """The first one opens a table, the others come to it."""
    url = people[0].new_table(*["open"] * (len(people) - 1), game=GAME, **options)
    for somebody, name in zip(people[1:], ("Bob", "Cid"), strict=False):
        somebody.join(url, name)
    for somebody in people:
        somebody.until("true")


def play_to_the_end(people: list[Any], clicks: int, seed: int) -> list[Player]:
    """Everybody clicks at random; after so many actions all vote to end. What was clicked."""
    dice = random.Random(seed)
    players = [Player(somebody, GAME) for somebody in people]
    done = 0
    while True:
        states = [somebody.state() for somebody in people]
        if all(state["over"] for state in states):
            return players
        k = next((k for k, state in enumerate(states) if state["acting"] and not state["over"]), None)
        if k is None:
            people[0].page.wait_for_timeout(20)
            continue
        acts = people[k].page.evaluate(ACTS)
        names = {one["name"]: one for one in acts}
        wanted = [one for one in acts if one["name"] != "end"]
        explores = [one for one in wanted if " explore " in one["name"]]
        act = dice.choice(explores if explores and dice.random() < 0.6 else wanted)
        if done >= clicks and ("end" in names or "pass" in names):
            act = names.get("end", names.get("pass"))
        players[k].carry_out(act, acts, states[k]["decision"])
        done += 1


@pytest.mark.deep  # test_games.py plays to the end, and test_desk.py gives up
@pytest.mark.timeout(300)
def test_alone_to_the_end(come: Come) -> None:
    """A person plays alone; in the end the page says how it ended."""
    people = [come(reduced_motion="reduce")]
    sit_down(people, level="easy")
    (player,) = play_to_the_end(people, 100_000, 3)
    assert player.clicked > 10
    assert people[0].page.locator(".end-panel").is_visible()


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("many", "play", "level"), [pytest.param(2, "together", "normal", marks=pytest.mark.deep), (3, "against", "easy")]
)
def test_several_people_to_the_end(come: Come, many: int, play: str, level: str, deep: bool) -> None:
    """Two or three people in browsers of their own; all of them see the same end."""
    people = [come(reduced_motion="reduce") for _ in range(many)]
    sit_down(people, play=play, level=level)
    players = play_to_the_end(people, 100_000 if deep else 18, 5)
    assert sum(player.clicked for player in players) > 8
    assert len({somebody.page.locator(".end-panel p").first.inner_text() for somebody in people}) == 1


@pytest.mark.timeout(100)
def test_the_effect_of_a_gear_is_previewed(come: Come) -> None:
    """A way or a gear under the pointer shows what it would do; on a touch screen the first touch shows it."""
    ann = come(reduced_motion="reduce")
    sit_down([ann], level="easy")
    player, dice = Player(ann, GAME), random.Random(1)
    for _ in range(60):
        ann.until_my_turn()
        acts = ann.page.evaluate(ACTS)
        gears = [one for one in acts if " gear " in one["name"]]
        if gears:
            break
        explores = [one for one in acts if " explore " in one["name"]] or [one for one in acts if one["name"] != "end"]
        decision = ann.state()["decision"]
        player.carry_out(dice.choice(explores), acts, decision)
    ann.page.click("#list summary")
    ann.page.hover(f'#list button[value="{gears[0]["name"]}"]')
    ann.page.wait_for_selector(".previewed.mb-ghost", state="attached")
    ann.page.mouse.move(5, 5)
    ann.page.wait_for_selector(".previewed", state="detached")
    # while a room slides the board at most grows; when it rests, the board closes round what there is
    ann.page.emulate_media(reduced_motion="no-preference")
    seen = ann.page.evaluate(SLIDES)
    was = seen["was"]
    assert seen["rested"] >= 1200, "the board closed before the room was at rest"
    # how far it grew by then depends on the frames that the machine drew
    assert was[2] < seen["largest"][2] <= was[2] + 41
    assert [seen["largest"][1], seen["largest"][3]] == pytest.approx([was[1], was[3]], abs=1), "the board moved"
    assert seen["later"] == pytest.approx([was[0] + 40, *was[1:]], abs=1)


def until_a_gear_has_ways(somebody: Any, seed: int) -> dict[str, Any]:
    """Play until a gear can be used in several ways; one of them."""
    player, dice = Player(somebody, GAME), random.Random(seed)
    for _ in range(60):
        somebody.until_my_turn()
        acts = somebody.page.evaluate(ACTS)
        gears = [one for one in acts if " gear " in one["name"]]
        for one in gears:
            if sum(set(other["pieces"]) == set(one["pieces"]) for other in gears) > 1:
                return dict(one)
        explores = [one for one in acts if " explore " in one["name"]] or [one for one in acts if one["name"] != "end"]
        player.carry_out(dice.choice(explores), acts, somebody.state()["decision"])
    raise AssertionError("no gear has several ways")


@pytest.mark.timeout(100)
@pytest.mark.parametrize("how", ["keys", "touch"])
def test_a_gears_ways_are_short_and_shown_before_they_are_done(come: Come, how: str) -> None:
    """By keys what has the focus is shown; a finger that rests on a button shows it, and a tap does it. The buttons say it in a
    few words, and lie over none of the goal and how things stand."""
    phone = {"is_mobile": True, "has_touch": True}
    size = {"width": 390, "height": 844} if how == "touch" else {"width": 1280, "height": 800}
    ann = come(size, reduced_motion="reduce", **(phone if how == "touch" else {}))
    sit_down([ann], level="easy")
    gear = until_a_gear_has_ways(ann, 1)
    page, decision = ann.page, ann.state()["decision"]
    for piece in sorted(gear["pieces"], key=lambda one: "gear" in one):
        if how == "touch":
            page.locator(f"#{piece}").dispatch_event("click")
        else:
            page.focus(f"#{piece}")
            page.keyboard.press("Enter")
    buttons = page.locator("#pick button[data-preview]")
    assert max(map(len, buttons.all_inner_texts())) <= 24
    if how == "touch":
        assert page.locator(".previewed").count() == 0
        box = buttons.first.bounding_box()
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        devtools = ann.context.new_cdp_session(page)
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector(".previewed.mb-ghost", state="attached")
    page.wait_for_selector("#would:not(:empty)")
    assert ann.state()["decision"] == decision, "nothing is done yet"
    if how == "keys":
        assert page.evaluate("document.activeElement.dataset.preview"), "a way has the focus"
        goal, box = (page.locator(one).bounding_box() for one in (".goal", "#pick"))
        assert box["y"] + box["height"] <= goal["y"] or box["y"] >= goal["y"] + goal["height"]
        page.keyboard.press("Enter")
    else:
        devtools.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        buttons.first.tap()
    ann.until(f"s.decision > {decision} || s.over")


@pytest.mark.timeout(100)
def test_a_phone_looks_at_a_part(come: Come) -> None:
    """One press goes near the engineer whose turn it is, and follows; another one shows the whole map again."""
    ann = come({"width": 390, "height": 844}, reduced_motion="reduce", is_mobile=True, has_touch=True)
    sit_down([ann], level="easy")
    player, dice = Player(ann, GAME), random.Random(2)
    for _ in range(8):
        ann.until_my_turn()
        acts = ann.page.evaluate(ACTS)
        ways = [one for one in acts if " explore " in one["name"]] or [
            one for one in acts if "android to" in one["name"]
        ]
        decision = ann.state()["decision"]
        player.carry_out(dice.choice(ways or acts), acts, decision)
    whole = ann.page.locator(".zoom-buttons button").last
    whole.tap()
    assert ann.page.locator("pan-zoom.zoomed").count() == 1
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    whole.tap()
    assert ann.page.locator("pan-zoom.zoomed").count() == 0
