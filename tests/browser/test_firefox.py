"""The table in Firefox: a game begun, some turns played by clicking pieces, which glide; once, where Firefox is installed."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bidi import Firefox, firefox_path

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not firefox_path(), reason="no Firefox on this machine"),
    pytest.mark.timeout(200),
]

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


@pytest.fixture
def fox() -> Iterator[Firefox]:
    one = Firefox(firefox_path())
    yield one
    one.close()


def until(fox: Firefox, expression: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not fox.run(expression):
        assert time.monotonic() < end, f"{expression} did not come about"
        time.sleep(0.05)


def click_acts(fox: Firefox, acts: list[dict[str, Any]], dice: random.Random) -> None:
    """One action by its pieces; where the pieces leave several, the first of the small menu."""
    act = dice.choice([one for one in acts if one["pieces"]])
    decision = fox.run(f"{STATE}.decision")
    for piece in act["pieces"]:
        point = fox.run(WHERE % piece)
        assert point, f"{piece} cannot be reached by a click, for {act['name']}"
        fox.click(*point)
        if fox.run(f"{STATE}.decision") != decision:
            return
    # Asked for in one breath: the next picture may take the menu away.
    if point := fox.run(OPTION):
        fox.click(*point)


def test_some_turns_in_firefox(fox: Firefox, address: str) -> None:
    fox.go(f"{address}/new?game=great-machine")
    fox.run("document.querySelector('[name=name]').value = 'Ann'")
    for seat in range(1, 8):
        kind = "bot:random" if seat == 1 else "none"
        fox.run(f"document.querySelector('[name=seat-{seat}]').value = '{kind}'")
    fox.run("document.querySelector('form.new-table, main form').requestSubmit()")
    until(fox, "!!document.getElementById('table')")
    dice = random.Random(4)
    glided = 0
    for _ in range(7):
        until(fox, f"({STATE}.acting || {STATE}.over) && document.getElementById('table').dataset.ready")
        until(fox, f"!({GLIDING})")  # nobody aims at what is on its way
        before = fox.run(f"{STATE}.decision")
        click_acts(fox, fox.run(ACTS), dice)
        until(fox, f"{STATE}.decision !== {before} || {STATE}.over")
        glided += fox.run(GLIDING)
    assert glided > 0, "no piece was seen on its way"
    assert fox.complaints == []
