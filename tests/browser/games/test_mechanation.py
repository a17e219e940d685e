"""Mechanation in real browsers: people and bots play it to the end; what one hides the other's page never holds."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from test_games import ACTS, Player

SECRETS = """() => [...document.querySelectorAll('[id^=p-mech-]')]
  .filter(card => card.getAttribute('aria-label').includes(', in your hand'))
  .filter(card => !document.getElementById(card.id.replace('mech', 'eye')))
  .map(card => card.getAttribute('aria-label').split(',')[0])"""

# A preview names all mechs that a rival could have, so it is no leak.
BOARD = """() => {
  const board = document.getElementById('board').cloneNode(true);
  board.querySelector('#p-preview')?.remove();
  return board.innerHTML;
}"""

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


def play(people: list[Any], dice: random.Random, most: int, look: Callable[[], None]) -> bool:
    """Both act whenever they are asked; True when the game is over for both."""
    players = [Player(one, "mechanation") for one in people]
    for _ in range(most):
        look()
        states = [one.state() for one in people]
        if all(state["over"] for state in states):
            assert sum(p.clicked for p in players) > sum(p.buttons for p in players)
            return True
        for player, state in zip(players, states, strict=True):
            if state["acting"]:
                acts = player.page.evaluate(ACTS)
                wanted = [act for act in acts if act["name"] != "pass"] or acts
                player.carry_out(dice.choice(wanted), acts, state["decision"])
        people[0].page.wait_for_timeout(20)
    return False


@pytest.mark.timeout(300)
@pytest.mark.parametrize("bots", [0, pytest.param(2, marks=pytest.mark.deep)])
def test_two_people_and_bots(come: Come, bots: int) -> None:
    """Clicking mechs and territories, to the end; the other's hidden mechs are in no page."""
    ann, ben = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    ben.join(ann.new_table("open", *bots * ["bot:random"], game="mechanation", beat_ms="0"), "Ben")
    looked: list[str] = []

    def secrets(one: Any) -> set[str]:
        """The mechs of somebody that not all know, by name: those in the hand without the eye."""
        return set(one.page.evaluate(SECRETS))

    def look() -> None:
        """Check that a player's own knowledge is not on the other player's board."""
        for one, other in ((ann, ben), (ben, ann)):
            board = other.page.evaluate(BOARD)
            shown = {title for title in secrets(one) if title in board}
            # If all have learnt it, the other's page may know it a moment earlier.
            for _ in range(100 if shown & secrets(one) else 0):
                one.page.wait_for_timeout(100)
                if not shown & secrets(one):
                    break
            assert not shown & secrets(one), f"the other sees {shown}"
            looked.extend(secrets(one))

    assert play([ann, ben], random.Random(11), 1500, look)
    assert len(set(looked)) >= 4
    for one in (ann, ben):
        assert one.page.locator(".end-panel").is_visible()
        assert one.page.locator("[aria-label*='unknown']").count() == 0
