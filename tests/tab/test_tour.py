"""The ways into a game that the suite of a game does not use: sit down and play, several at one screen, and a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from expecting import expect
from in_tab import InTab
from visiting import CLICK

from enginehouse import front
from enginehouse.core.play import logs

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.timeout(300)]
Come = Callable[..., InTab]


def act(ann: InTab) -> None:
    """Do an action of the list, for the seat whose turn it is."""
    before = ann.until_my_turn()["decision"]
    while (now := ann.state())["decision"] == before and now["acting"] and not now["over"]:
        ann.page.evaluate(CLICK.replace("NEVER", "[]"), [0, None])
        ann.page.wait_for_timeout(50)


def test_sit_down_and_play(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    page = ann.go("/")
    if page.locator("[name=name]").count():
        page.fill("[name=name]", "Ann")
    card = page.locator(".game-card", has=page.get_by_role("heading", name="Mechanation"))
    bots = re.findall(r"[A-Z]\w+", card.locator(".small", has_text="Against").inner_text())[1:]
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    ann.until_my_turn()
    assert len(bots) == 3 and set(bots) <= set(page.locator(".plate .who").all_text_contents())
    act(ann)
    ann.until_my_turn()


def test_two_at_one_screen(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    page = ann.fill_in("me", game="mechanation")
    name, other = page.locator(".plate .who").all_text_contents()
    assert other == f"{name} (2)"
    first = page.get_attribute("#table", "data-seat")  # the seat that begins is drawn
    for seat in (first, "1" if first == "0" else "0", first):
        if page.get_attribute("#table", "data-seat") != seat:
            expect(page.locator("#prompt")).to_contain_text("Hand over to")
            page.locator("#prompt a, #prompt button").last.click()
            page.wait_for_selector(f"#table[data-seat='{seat}']")
        act(ann)


def test_a_file_is_replayed_and_analysed_while_another_game_goes_on(come: Come, tmp_path: Path) -> None:
    match = front.play("mechanation", 2, bots=["random"], seed=4)
    file = tmp_path / "game.json"
    file.write_text(logs.write(match.log()), "utf-8")
    ann = come(reduced_motion="reduce")
    page = ann.go("/upload")
    if page.locator("[name=name]").count():
        page.fill("[name=name]", "Ann")
    page.set_input_files("[name=log]", file)
    page.get_by_role("button", name="Import").click()
    page.wait_for_selector("#table[data-ready=yes]")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("End")
    many = len(match.standing)
    expect(page.locator("#where")).to_have_text(f"{many} of {many}")
    page.get_by_role("link", name="Game analysis").click()
    page.get_by_role("button", name="Analyze this game").click()
    expect(page.locator("figure.shares polyline").first).to_be_attached(timeout=60_000)
    review = page.url
    ann.new_table("bot:hard", game="mechanation", beat_ms="0")
    for _ in range(3):
        act(ann)
    ann.go(review)
    expect(page.locator("main")).to_contain_text("Turning points", timeout=120_000)
