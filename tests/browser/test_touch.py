"""Lessons and whole games on a phone, by touch alone: what is ringed can be reached where it stands, and every step is done."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from enginehouse.core.registry import game as games
from enginehouse.core.teaching.lessons import count_pages, lessons_of

sys.path.insert(0, str(Path(__file__).parent / "games"))

from test_games import ACTS, POINT_OF

pytestmark = pytest.mark.browser
GAMES = [name for name in games.names() if games.get(name).facts.in_lobby]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CUT = """() => { const one = document.querySelector('#prompt');
  return one.scrollHeight > one.clientHeight + 1 ? one.innerText : ''; }"""
TAPS = 14
"""More taps than this no step takes."""
LESSONS = [(game, name) for game in GAMES for name in lessons_of(games.get(game))]
ALWAYS = ("great-machine", "first")
"""The lesson that runs without `--deep`: that of the game with most in the hand."""

# What is ringed or comes next, and whether a finger in its middle meets its sheet, and nothing that lies over it.
MARKED = """() => [...document.querySelectorAll('.ringed, .piece.next')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const [at, to] = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(at, to);
  const part = one.closest('#board, #hand').contains(hit);
  const over = part || !hit ? '' : `${hit.tagName} ${hit.id} ${hit.className.baseVal ?? hit.className}`;
  return { id: one.id, x: at, y: to, part, over, next: one.classList.contains('next'), picked: one.classList.contains('picked') };
})"""


def tap_on(learner: Any, taps: int) -> None:
    """One tap as a learner would make it: the card's button, a way that is left open, what comes next, what is ringed."""
    page = learner.page
    for button in ("#card button", "#pick button:not(.off)"):
        found = page.locator(button).first
        if taps and found.count() and found.is_visible():
            found.tap()
            return
    marked = page.evaluate(MARKED)
    for _ in range(20):
        if all(one["part"] for one in marked):
            break
        page.wait_for_timeout(100)  # a toast or a piece under way lies over the board for a moment
        marked = page.evaluate(MARKED)
    coming = [one for one in marked if one["next"] and not one["picked"]] if taps else []
    if coming or marked:
        one = coming[0] if coming else marked[taps % len(marked)]
        assert 0 < one["y"] < PHONE["height"] and one["part"], f"a finger meets {one['over']} over {one['id']}"
        page.touchscreen.tap(one["x"], one["y"])
        return
    free = page.locator(".free .act").first
    if free.count() and free.is_visible():  # else what was tapped before is under way
        free.tap()


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("game", "name"), [pytest.param(*one, marks=[] if one == ALWAYS else [pytest.mark.deep]) for one in LESSONS]
)
def test_a_lesson_by_touch(come: Callable[..., Any], game: str, name: str) -> None:
    """Every step, to the end."""
    learner = come(size=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    learner._send(f"/games/{game}/lessons/{name}", {"name": "Ann"})
    learner.until("true")
    page, lesson = learner.page, lessons_of(games.get(game))[name]
    for number in range(1, len(lesson.steps) + 1):
        decision = learner.until_my_turn()["decision"]
        step = lesson.steps[number - 1]
        for read in range(len(step.pages) + 1):
            before = sum(map(count_pages, lesson.steps[: number - 1])) + read + 1
            assert f"Step {before} of" in page.locator(".lesson-number").inner_text().capitalize()
            assert page.locator(".lesson-says:visible").count() == 1
            assert "lick" not in page.locator(".lesson-says:visible").inner_text(), "a finger taps"
            for size in (WIDE, PHONE):
                page.set_viewport_size(size)
                assert page.evaluate(CUT) == "", f"page {read + 1} of step {number} is cut off"
            if read < len(step.pages):
                page.locator(".lesson-next").tap()
        for taps in range(TAPS):
            tap_on(learner, taps)
            page.wait_for_timeout(150)
            if (now := learner.state())["decision"] != decision or not now["acting"]:
                break
        else:
            raise AssertionError(f"step {number} is not done: {lesson.steps[number - 1].act}")
    learner.until_my_turn()
    assert "Lesson done" in page.locator(".lesson-number").inner_text().capitalize()


# ---------------------------------------------------------------- whole games

# The button of an action that a finger can press now, or of one of its pieces; and whether it acts.
BUTTON = """({ name, pieces }) => {
  const there = one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
  const found = [...document.querySelectorAll('#pick button, .free button')].filter(there)
    .find(one => one.dataset.preview === name || one.value === name || pieces.includes(one.dataset.piece));
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = found.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(...at);
  return { at, acts: !found.dataset.piece, free: found.contains(hit), over: hit?.outerHTML.slice(0, 200) };
}"""
# The button that leaves the choice under way.
OFF = """() => {
  const { x, y, width, height } = document.querySelector('#pick button.off')?.getBoundingClientRect() ?? { width: 0 };
  return width ? [x + width / 2, y + height / 2] : null;
}"""
PICKED = "[...document.querySelectorAll('.stage .piece.picked')].map(one => one.id)"
MEETS = "([x, y]) => document.elementFromPoint(x, y)?.closest('.stage svg.sheet') !== null"

# The parts of the page that a tap changes, and the time to wait for a change: a busy machine is slow, and some taps have no effect.
# While the board is busy, an action is under way: a person waits for its end.
SEEN = """acts => {
  const asking = document.querySelector('.asking')?.textContent, state = document.getElementById('table').dataset.state;
  const more = ['pick', 'card'].map(id => document.getElementById(id).innerHTML.length + document.getElementById(id).hidden);
  return JSON.stringify([state, asking, ...acts ? [] : [...document.querySelectorAll('.piece.picked')].map(one => one.id), ...acts ? [] : more]);
}"""
CHANGED = f"""async ([before, acts]) => {{
  const begin = performance.now(), board = document.getElementById('board');
  const waits = () => board.ariaBusy ? 9000 : ({SEEN})(acts) !== before ? 0 : acts ? 3000 : 400;
  while (performance.now() < begin + waits()) await new Promise(done => setTimeout(done, 20));
}}"""


class Finger:
    """A person who taps: a button where an action has one, else its pieces one after the other."""

    def __init__(self, somebody: Any, game: str) -> None:
        self.somebody, self.page, self.unasked = somebody, somebody.page, games.get(game).unasked
        self.taps = 0

    def tap(self, at: list[float], acts: bool = False) -> None:
        """Tap, and wait for the effect. If the button acts, wait until its action is done, or until it asks."""
        before = self.page.evaluate(SEEN, acts)
        self.page.touchscreen.tap(*at)
        self.taps += 1
        self.page.evaluate(CHANGED, [before, acts])

    def do(self, act: dict[str, Any], decision: int) -> None:
        """Tap until the action is done."""
        for _ in range(TAPS):
            state = self.somebody.state()
            if state["decision"] != decision or not state["acting"] or state["over"]:
                return
            if button := self.page.evaluate(BUTTON, act):
                assert button["free"], f"{button['over']} lies over the button of {act['name']}"
                self.tap(button["at"], button["acts"])
                continue
            picked = self.page.evaluate(PICKED)
            if (not picked or not set(picked) <= set(act["pieces"])) and (off := self.page.evaluate(OFF)):
                self.tap(off)
                continue
            piece = next(
                (one for one in act["pieces"] if one not in picked), act["pieces"][-1] if act["pieces"] else ""
            )
            point = self.page.evaluate(POINT_OF, piece)
            if point and self.page.evaluate(MEETS, point):
                self.tap(point)
            else:
                self.page.locator("#prompt").tap(force=True)  # shuts a card that lies over it
        raise AssertionError(f"{act['name']} is not done by {TAPS} taps")


SHORTEST = {"great-machine": {"track": "12"}, "mechanical-beast": {"level": "extreme"}}
"""The options with which a game is soon over."""
DICE = 5
"""With these dice a game is short."""


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", sorted(GAMES, key=lambda game: game != "mechanical-beast"))
def test_a_whole_game_by_touch(come: Callable[..., Any], game: str) -> None:
    """Against bots that wait for nothing, to the end."""
    ann = come(size=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    bots = ["bot:random"] * max(1, games.get(game).facts.seats[0] - 1)
    ann.new_table(*bots, game=game, beat_ms="0", **SHORTEST.get(game, {}))
    finger, dice = Finger(ann, game), random.Random(DICE)
    for _ in range(2 * games.get(game).facts.length_bound):
        state = ann.until_my_turn()
        if state["over"]:
            break
        acts = [one for one in ann.page.evaluate(ACTS) if one["name"] not in finger.unasked]
        finger.do(dice.choice(acts), state["decision"])
    ann.until("s.over")
    assert finger.taps > 5 and ann.page.locator(".end-panel").is_visible()
