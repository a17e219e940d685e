"""The table in Firefox and in WebKit, where they are installed: some turns by clicking pieces, which glide, a card, a sound."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from bidi import Firefox, firefox_path
from deaf import Proxy
from webdriver import WebKit, webkit_paths

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]
Other = Firefox | WebKit

STATE = "JSON.parse(document.getElementById('table').dataset.state)"
ACTS = """JSON.parse(document.getElementById('table').dataset.acts).map(act => ({
  name: act.name, pieces: act.from ? [act.from, act.to] : act.pieces ?? []}))"""
WHERE = """(() => { const one = document.getElementById('%s'); if (!one) return null; one.scrollIntoView({block: 'center'});
  const box = one.getBoundingClientRect();
  for (const fy of [0.5, 0.3, 0.7, 0.15, 0.85]) for (const fx of [0.5, 0.3, 0.7, 0.15, 0.85]) {
    const x = box.left + fx * box.width, y = box.top + fy * box.height;
    const hit = document.elementFromPoint(x, y)?.closest('.piece.can');
    if (hit === one) return [x, y]; }
  return null; })()"""
OPTION = """(() => { const box = document.querySelector('#pick button')?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null; })()"""

GLIDING = """document.getAnimations().some(a => !(a instanceof CSSAnimation) && !(a instanceof CSSTransition)
  && a.effect?.target?.closest?.('.piece'))"""


SHOWN = "(() => { const card = document.getElementById('card'); return card.checkVisibility() && card.innerText.length; })()"
MIDDLE = "(() => { const box = document.querySelector('%s').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
TONES = """(() => { const start = OscillatorNode.prototype.start; window.tones = 0;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; start.apply(this, when); }; })()"""


def open_browser(name: str) -> Other:
    """A browser by its name; the test is skipped where there is none."""
    if name == "firefox" and firefox_path():
        return Firefox(firefox_path())
    if name == "webkit" and (paths := webkit_paths()):
        return WebKit(*paths)
    pytest.skip(f"no {name} on this machine")


@pytest.fixture(params=["firefox", "webkit"])
def other(request: pytest.FixtureRequest) -> Iterator[Other]:
    one = open_browser(request.param)
    yield one
    one.close()


def until(other: Other, expression: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not other.run(expression):
        assert time.monotonic() < end, f"{expression} did not come about"
        time.sleep(0.05)


def click_acts(other: Other, acts: list[dict[str, Any]], dice: random.Random) -> None:
    """One action by its pieces; where the pieces leave several, the first of the small menu."""
    act = dice.choice([one for one in acts if one["pieces"]])
    decision = other.run(f"{STATE}.decision")
    for piece in act["pieces"]:
        end = time.monotonic() + 5
        while not (point := other.run(WHERE % piece)):  # what lies over it for a moment goes away
            if other.run(f"{STATE}.decision") != decision:
                return
            assert time.monotonic() < end, f"{piece} cannot be reached by a click, for {act['name']}"
            time.sleep(0.05)
        other.click(*point)
        if other.run(f"{STATE}.decision") != decision:
            return
    # Asked for in one breath: the next picture may take the menu away.
    if point := other.run(OPTION):
        other.click(*point)


def act_once(other: Other, before: int, dice: random.Random) -> None:
    """Clicks until something is done: a picture that comes between two clicks of one action takes the first one back."""
    for _ in range(3):
        click_acts(other, other.run(ACTS), dice)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            if other.run(f"{STATE}.decision !== {before} || {STATE}.over"):
                return
            time.sleep(0.05)
    raise AssertionError(f"nothing came of three clicks on what can be done at decision {before}")


def test_some_turns_a_card_and_a_sound(other: Other, address: str) -> None:
    other.go(f"{address}/new?game=great-machine")
    other.run("document.querySelector('[name=name]').value = 'Ann'")
    for seat in range(1, 8):
        kind = "bot:random" if seat == 1 else "none"
        other.run(f"document.querySelector('[name=seat-{seat}]').value = '{kind}'")
    other.run("document.querySelector('form.new-table, main form').requestSubmit()")
    until(other, "!!document.getElementById('table')")
    dice = random.Random(4)
    glided = 0
    for _ in range(4):
        until(other, f"({STATE}.acting || {STATE}.over) && document.getElementById('table').dataset.ready")
        until(other, f"!({GLIDING})")  # nobody aims at what is on its way
        before = other.run(f"{STATE}.decision")
        act_once(other, before, dice)
        glided += other.run(GLIDING)
    assert glided > 0, "no piece was seen on its way"

    until(other, f"!({GLIDING})")
    other.point(*other.run(WHERE.replace(".piece.can", ".piece") % "p-hopper"))
    until(other, SHOWN)
    other.run(TONES)
    other.click(*other.run(MIDDLE % "#sound"))
    until(other, "document.getElementById('sound').ariaPressed === 'true' && window.tones > 0")
    assert other.complaints == []


@pytest.mark.deep  # the page itself is tested with Chromium in test_connection.py
@pytest.mark.parametrize("dead", ["/stream", ""], ids=["stream", "all"])
def test_the_table_is_found_again_when_connections_died(other: Other, address: str, dead: str) -> None:
    proxy = Proxy(address)
    other.go(f"{proxy.address}/new?game=switchyard")
    other.run("document.querySelector('[name=name]').value = 'Ann'")
    other.run("document.querySelector('[name=seat-1]').value = 'open'")
    other.run("document.querySelector('form.new-table, main form').requestSubmit()")
    until(other, "!!document.getElementById('table')?.dataset.ready")
    proxy.go_deaf(dead)
    table = other.run("location.pathname").removeprefix("/t/")
    httpx2.post(f"{address.rstrip('/')}/api/v1/tables/{table}/join", json={"name": "Bob"}).raise_for_status()
    time.sleep(0.3)
    assert not other.run(f"{STATE}.acting"), "nothing told her"
    other.run("window.dispatchEvent(new Event('online')) || 1")
    until(other, f"{STATE}.acting", 10 if not dead else 4)
    proxy.close()
