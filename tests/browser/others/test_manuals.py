"""What the manuals of players, hosts and contributors describe is on the pages. The test takes the manuals' pictures."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from expecting import expect
from pictures import take_picture
from serving import served

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


@pytest.fixture
def come_there(come: Come, tmp_path: Path) -> Iterator[Come]:
    """`come` to a server without tables, whose database is in the folder of the test."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=60) as server:

        def make(*size: dict[str, int]) -> Any:
            one = come(*size, reduced_motion="reduce")
            one.address = server.url
            return one

        yield make


def test_a_guest_finds_a_table_in_the_lobby_and_sits_down_on_a_phone(come_there: Come) -> None:
    ann, bob = come_there(), come_there({"width": 390, "height": 844})
    come_there().new_table("open", "open", game="mechanica", name="Zoe")
    url = ann.new_table("open", "bot:easy", game="mechanation", name="Ann")
    visitor = come_there({"width": 640, "height": 800})
    page = visitor.go("/")
    expect(page.locator("#open-tables li").filter(has_text="Ann")).to_contain_text("Mechanation")
    page.locator("#open-tables").evaluate("list => list.scrollIntoView({block: 'end'})")
    take_picture(page, "open-tables", top=page.locator("#open-tables").bounding_box()["y"])
    page = bob.go(url.partition("?")[0])
    expect(page.get_by_text("Ann").first).to_be_visible()
    expect(page.locator("[name=name]")).to_be_visible()
    take_picture(page, "invitation")


def test_the_host_bans_a_guest_and_closes_a_table(come_there: Come, tmp_path: Path) -> None:
    """Orders are given while the server runs, as the page shows them."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"

    def order(*words: str) -> str:
        command = [sys.executable, "-m", "enginehouse", "admin", *words, "--db", database]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    ann, bob = come_there(), come_there()
    url = ann.new_table("open", game="mechanation")
    bob.join(url, "Bob")
    ann.until("true")
    (guest,) = (line.split()[0] for line in order("guests", "--name", "bob").splitlines())
    order("ban", guest)
    page = ann.page
    expect(page.get_by_role("log", name="Log")).to_contain_text("Bob has left. A bot plays on.")
    table = url.partition("/t/")[2].partition("?")[0]
    order("close", table)
    expect(page.locator("body")).to_contain_text("without a result")
    take_picture(page, "closed")
    assert [line.split()[3] for line in order("log").splitlines()] in (["close", "ban"], ["ban", "close"])
    assert all("403" in said for said in bob.complaints), "a browser notes every refusal"
    bob.complaints.clear()


def test_a_guest_deletes_their_data_on_a_page_of_their_own(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("bot:easy", game="mechanation", name="Ann")
    ann.until_my_turn()
    ann.go("/")
    page = ann.page
    page.get_by_role("link", name="My games").click()
    for label in ("Forget me", "Download my data", "Your devices"):
        expect(page.get_by_text(label).first).to_be_visible()
    take_picture(page, "my-games", 430)


def test_a_contributor_finds_sentences_and_clauses_in_the_browser(come: Come) -> None:
    """The page "Start: contribute" shows buttons of Mechanica, and changes this clause."""
    page = (DOCS / "start-contribute.md").read_text("utf-8")
    ann = come(reduced_motion="reduce")
    rules = ann.go("/games/mechanica/rules")
    (price,) = re.findall(r"^-(and Huge Trucks .*?\.) ", page, re.M)
    clause = rules.locator("#MC-4\\.6, [id='MC-4.6'], li, p, tr").filter(has_text=price).last
    clause.scroll_into_view_if_needed()
    expect(clause).to_be_in_viewport()
    take_picture(rules, "clause", 500)
    ann.new_table("bot:easy", game="mechanica")
    ann.until_my_turn()
    expect(ann.page.locator("#acts button.act").first).to_be_visible()
    take_picture(ann.page, "sentences", 640)


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
