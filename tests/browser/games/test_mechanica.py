"""Mechanica in a real browser: alone and with three bots to the end, a turn in few clicks, and what one is about to do."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from expecting import expect

sys.path.insert(0, str(Path(__file__).parent))

from test_games import ACTS, POINT_OF, Player, open_game

pytestmark = pytest.mark.browser
Come = Callable[..., Any]


def seldom_demolishing(acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions that do not demolish, so that factories run; all actions if there are no others."""
    return [act for act in acts if not act["name"].startswith("demolish")] or acts


@pytest.mark.timeout(300)
@pytest.mark.parametrize("bots", [0, pytest.param(3, marks=pytest.mark.deep)])
def test_a_game_to_its_end(come: Come, bots: int) -> None:
    """Alone against ARMAND-0, and with three bots: by clicking pieces, until the scores are shown. (Alone these dice make a short game.)"""
    ann = come(reduced_motion="reduce")
    open_game(ann, "mechanica", bots)
    player, dice = Player(ann, "mechanica"), random.Random(16)
    for _ in range(2000):
        state = ann.until_my_turn()
        if state["over"]:
            break
        acts = ann.page.evaluate(ACTS)
        player.carry_out(dice.choice(seldom_demolishing(acts)), acts, state["decision"])
    assert player.clicked >= 5
    assert ann.page.locator(".end-panel").is_visible()
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.evaluate("document.getElementById('table').classList.add('staged')")
    inside = "[...document.querySelectorAll('.end-panel, .end-panel *')].every((one) => one.getBoundingClientRect().right <= 390)"
    assert ann.page.evaluate(inside), "the end fits a phone"
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    # its replay shows how everybody stood, and a press there leads to that moment
    page = ann.go(ann.page.url.split("?")[0] + "/replay")
    expect(page.locator("#course polyline")).to_have_count(bots + 1)
    page.locator("#course svg").scroll_into_view_if_needed()  # below four players, whose boards are larger
    chart = page.locator("#course svg").bounding_box()
    page.mouse.click(chart["x"] + chart["width"] / 2, chart["y"] + 20)
    expect(page.locator("#where")).not_to_have_text(re.compile("^0 of"))
    at, many = map(int, page.inner_text("#where").split(" of "))
    assert abs(at - many / 2) <= 2


def click(ann: Any, piece: str) -> None:
    """Click a piece where it can be seen."""
    point = ann.page.evaluate(POINT_OF, piece)
    assert point, piece
    ann.page.mouse.click(*point)


def sell_the_second_twin(ann: Any) -> None:
    """On a larger truck the bots of two days stand side by side: a click on the second of them sells one, too."""
    page = ann.page

    def done(click_once: Callable[[], None]) -> None:
        decision = ann.state()["decision"]
        click_once()
        ann.until(f"s.decision !== {decision} && s.acting")

    click(ann, "p-depot-big")
    done(lambda: click(ann, "p-truck-b"))
    done(lambda: page.click('.free button[value="end"]', click_count=2))
    name = next(act["pieces"][0] for act in page.evaluate(ACTS) if act["name"] == "sell basic b")
    expect(page.locator(f"#{name} use")).to_have_count(2)
    second = page.locator(f"#{name} use").nth(1).bounding_box()
    done(lambda: page.mouse.click(second["x"] + second["width"] / 2, second["y"] + second["height"] / 2))
    expect(page.locator(f"#{name} use")).to_have_count(1)


@pytest.mark.timeout(120)
def test_a_turn_in_six_clicks_and_its_results(come: Come) -> None:
    """Sell all, buy, choose how it lies and where, end and confirm: six clicks; on the way the next run is drawn beforehand."""
    ann = come(reduced_motion="reduce")
    open_game(ann, "mechanica", 0)
    page = ann.page
    ann.until_my_turn()
    sell_the_second_twin(ann)
    clicks = 0

    def done(click_once: Callable[[], None]) -> None:
        nonlocal clicks
        decision = ann.state()["decision"]
        click_once()
        clicks += 1
        ann.until(f"s.decision !== {decision}")

    done(lambda: page.click('.free button[value="sell all"]'))
    wares = [
        act for act in page.evaluate(ACTS) if act["name"].startswith("buy") and act["pieces"][0].startswith("p-ware")
    ]
    done(lambda: click(ann, wares[0]["pieces"][0]))
    ways = [act for act in page.evaluate(ACTS) if act["name"].startswith("install")]
    *first, last = ways[0]["pieces"]
    for piece in first:
        click(ann, piece)
        clicks += 1
    if first:
        # frames mark the places for this rotation; a place that does not fit it has none
        frames = page.locator("#layer-cells .mc-fit-line").filter(visible=True)
        fitting = page.locator("#layer-cells .piece.next").count()
        assert frames.count() == fitting > 1
        page.locator("#layer-cells .piece.next").last.evaluate("one => one.classList.remove('next')")
        assert frames.count() == fitting - 1
        x, y = page.evaluate(POINT_OF, last)
        page.mouse.move(x, y)
        page.wait_for_selector("#layer-ahead .previewed", state="attached")
        assert page.locator("#layer-cells .previewed").count() == 1
    done(lambda: click(ann, last))
    done(lambda: page.click('.free button[value="end"]', click_count=2))
    assert clicks + 1 <= 6  # to end the turn asks first
