"""What the player's and the host's manual describe is on the pages. The test takes the manuals' pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from expecting import expect
from pictures import take_picture

from enginehouse.commands.main import main

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_a_table_is_opened_and_a_friend_is_invited(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    page = ann.go("/new?game=mechanica")
    page.fill("[name=name]", "Ann")
    page.select_option("[name=seat-1]", label="A friend (free seat)")
    page.click("text=Advanced options")
    expect(page.get_by_text("Replace inactive players after")).to_be_visible()
    expect(page.get_by_text("Allow spectators")).to_be_visible()
    take_picture(page, "new-table")
    page.click("text=Open the table")
    page.wait_for_url(lambda url: "?" not in url)
    page.wait_for_selector("#table[data-ready=yes]")
    page.click("text=QR code")
    expect(page.get_by_alt_text("The link as a QR code")).to_be_visible()
    take_picture(page, "invite")


def test_a_phone_shows_the_board_and_what_to_do(come: Come) -> None:
    ann = come({"width": 390, "height": 844}, reduced_motion="reduce")
    ann.new_table("bot:easy", game="great-machine")
    ann.until_my_turn()
    box = ann.page.locator("#acts button.act").first.bounding_box()
    assert box["y"] + box["height"] < 844, "the first action is in the window"
    take_picture(ann.page, "phone")


def test_the_end_leads_to_the_replay_and_to_the_win_chances(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    url = ann.new_table("bot:easy", game="mechanation", beat_ms="0")
    page = ann.page
    while not (state := ann.until("s.over || s.acting"))["over"]:
        page.evaluate("() => { const b = document.querySelector('#list button.act'); b.click(); b.click(); }")
        ann.until(f"s.over || s.decision !== {state['decision']}")
    for label in ("Show win chances", "Rematch", "Same setup", "Replay"):
        expect(page.locator(".end-panel").get_by_text(label, exact=True)).to_be_visible()
    take_picture(page, "end")
    page.goto(f"{url}/replay?at=25")
    page.wait_for_selector("#table[data-ready=yes]")
    expect(page.get_by_role("button", name="Export").or_(page.get_by_role("link", name="Export"))).to_be_visible()
    take_picture(page, "replay")


def test_the_report_of_an_experiment_has_the_answer_and_a_chart(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for needed in ("polars", "scipy", "matplotlib"):
        pytest.importorskip(needed, reason="the lab is not installed: scripts/setup lab")
    page = (DOCS / "start-design.md").read_text("utf-8")
    (text,) = re.findall(r"^```toml\n(about = .*?)^```", page, re.S | re.M)
    monkeypatch.chdir(tmp_path)
    Path("titan.toml").write_text(text)
    done = CliRunner().invoke(main, ["lab", "run", "titan.toml", "--jobs", "1"])
    assert done.exit_code == 0, done.output
    (report,) = tmp_path.glob("results/*/report.html")
    shown = come().page
    shown.goto(report.as_uri())
    expect(shown.locator("h1")).to_have_text("Is the Titan too strong?")
    expect(shown.locator("svg").first).to_be_in_viewport()
    take_picture(shown, "report", 680)
