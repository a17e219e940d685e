"""Frames and patches that follow each other quicker than pieces come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
GOES_AND_COMES = """async (animated) => {
  const { apply } = (await import(document.querySelector('script[type=module]').src)).all['frames.js'];
  const piece = document.getElementById('p-wagon-0'), list = piece.parentElement, board = document.getElementById('board');
  const whole = board.innerHTML, ids = [...list.children].map(one => one.id);
  const moves = animated ? [{ id: 'p-wagon-0', ms: 400, wait: 0, falls: true }] : [];
  apply({ n: 7, order: { [list.id]: ids.filter(id => id !== 'p-wagon-0') }, moves });
  const gone = !document.getElementById('p-wagon-0'), leaving = board.querySelectorAll('.passing').length;
  apply({ n: 8, regions: { board: whole }, moves: [] });
  await new Promise(done => setTimeout(done, 900));
  const see = () => { const back = document.getElementById('p-wagon-0'); return back ? Number(getComputedStyle(back).opacity) : 0; };
  for (let k = 0; k < 50 && see() < 1; k++) await new Promise(done => setTimeout(done, 100));
  return { gone, leaving, back: Boolean(document.getElementById('p-wagon-0')), seen: see(),
    left: board.querySelectorAll('.passing').length, ids: [...document.getElementById(list.id).children].map(one => one.id), were: ids };
}"""


@pytest.mark.parametrize("animated", [False, True], ids=["vanishes", "falls"])
def test_what_comes_back_in_a_whole_frame_is_not_taken_away_by_its_leaving(
    come: Callable[..., Any], animated: bool
) -> None:
    ann = come()
    ann.new_table("me")
    found = ann.page.evaluate(GOES_AND_COMES, animated)
    assert found["gone"] and found["leaving"] == 1, "it is on its way out"
    assert found["back"] and found["seen"] == 1 and found["left"] == 0
    assert found["ids"] == found["were"]
