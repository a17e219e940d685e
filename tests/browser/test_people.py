"""The people at a table: talk, clocks beside their names, and seats that are taken back, on a phone and by keyboard too."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from expecting import expect
from serving import Served
from waiting import until

from enginehouse.core.play.receipts import commitment_of, seed_of

pytestmark = pytest.mark.browser
NOT_SEEN = "This browser has not seen the commitment of this table"
PHONE = {"width": 390, "height": 844}


def test_who_left_takes_the_seat_back_on_a_phone_and_by_keyboard(come: Callable[..., Any]) -> None:
    ann, bob = come(), come(PHONE)
    url = ann.new_table("open", clock="live 900 5")
    expect(ann.page.locator(".seats")).to_contain_text("replaced by a bot after 15 minutes")
    bob.join(url, "Bob")
    ann.until_my_turn()
    ann.page.click("#chat-shut")
    bob.page.click("#chat-open")
    bob.page.fill("#say [name=text]", "Hullo <b>Ann</b>, n e z")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator("#talk-news")).to_have_text("1 new")
    ann.page.locator("#chat-open").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#talk .said.unread")).to_contain_text("Bob Hullo <b>Ann</b>, n e z")
    expect(ann.page.locator("#talk-news")).to_be_hidden()
    assert ann.page.locator("#talk .said").inner_text().startswith("Bob Hullo <b>Ann</b>, n e z Mute")
    ann.page.click("text=Well played!")
    expect(bob.page.locator("#talk")).to_contain_text("Well played!")
    assert bob.page.input_value("#say [name=text]") == ""
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.page.click("#talk .said >> text=Mute")
    expect(bob.page.locator("#talk")).to_contain_text("was muted by the host.")
    bob.page.click("text=Good luck!")
    expect(bob.page.locator("#say-wrong")).to_contain_text("muted you")
    assert len(bob.complaints) == 1 and "403" in bob.complaints.pop()
    still = ann.page.locator(".plate.seat-1 .time")
    until(ann.page, "/^14:5\\d$/.test(document.querySelector('.plate.seat-0 .time').textContent)")
    assert still.inner_text() == bob.page.locator(".plate.seat-1 .time").inner_text() == "15:00"
    assert ann.serious("clocks and talk") == []
    # to end the game for all is asked first
    ann.page.click(".bar-menu summary")
    ann.page.click("button:text('Propose to end the game')")
    expect(ann.page.locator("#sure-agree")).to_be_visible()
    ann.page.click("#sure-agree >> text=Keep playing")
    expect(ann.page.locator("#sure-agree")).to_be_hidden()
    assert ann.state()["acting"]
    bob.page.click(".bar-menu summary")
    bob.page.click("text=Leave")
    expect(bob.page.locator("main")).to_contain_text("take your seat back at any time")
    bob.page.click("button:has-text('Leave')")
    expect(ann.page.locator("#log")).to_contain_text("Bob has left. A bot plays on.")
    bob.go(url)
    back = bob.page.locator("#prompt button")
    expect(back).to_have_text("Take your seat back")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert bob.serious("a seat that is kept") == []
    back.focus()
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator("#log")).to_contain_text("Bob is back.")
    expect(bob.page.locator("#prompt button:has-text('Take your seat back')")).to_have_count(0)


def test_each_browser_finds_its_salt_in_the_receipt(come: Callable[..., Any]) -> None:
    """From the forms by hand to the page that checks in place, on plain http."""
    ann, bob = come(reduced_motion="reduce"), come(PHONE)
    url = sit_down(ann, bob)
    play_to_the_end(url, ann, bob)
    bob.go(f"{url}/receipt")
    bob.page.locator("#check").focus()
    bob.page.keyboard.press("Enter")
    said = bob.page.locator("#checked")
    expect(said).to_contain_text("The secret fits the commitment that this browser saw when you sat down.")
    expect(said).to_contain_text("The setup was made from this secret and these salts.")
    expect(said).to_contain_text("The salt of this browser is among them.")
    expect(said).not_to_contain_text("WRONG")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert bob.serious("a receipt") == []
    ann.go(f"{url}/receipt")
    ann.page.click("#check")
    expect(ann.page.locator("#checked")).to_contain_text("that this browser saw when you sat down.")
    expect(ann.page.locator("#checked")).to_contain_text("The salt of this browser is among them.")


def sit_down(ann: Any, bob: Any) -> str:
    """Let two people sit down at a table by its forms, and return its address."""
    url = str(ann.fill_in("open").url)
    bob.go(f"{url}/join")
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("button:has-text('Sit down')")
    bob.page.wait_for_selector("#table")
    return url


def play_to_the_end(url: str, *people: Any) -> None:
    """Act for everybody until the game is over. Nobody opens a window, which would take its time."""
    over = False
    while not over:
        for seat, one in enumerate(people):
            shown = one.context.request.get(f"{url}/frame?seat={seat}").json()
            over = over or shown["state"]["over"]
            names = [act["name"] for act in shown["acts"] if not act["name"].startswith("play")]
            if names:
                deed = {"seat": seat, "decision": shown["state"]["decision"], "act": names[-1]}
                headers = {"origin": one.address, "accept": "application/json"}
                assert one.context.request.post(f"{url}/act", data=deed, headers=headers).status == 204


def change_the_secret(database: Path, table: str) -> None:
    """Do what a cheating host would: exchange the secret when all salts are known, and the setup with it."""
    with closing(sqlite3.connect(database)) as connection:
        (salts,) = connection.execute("SELECT salts FROM tables WHERE id = ?", [table]).fetchone()
        secret = "5" * 64
        made = [secret, seed_of(secret, salts.split()), table]
        connection.execute("UPDATE tables SET secret = ?, seed = ? WHERE id = ?", made)
        connection.commit()


def test_a_secret_that_was_changed_is_wrong_and_a_rematch_takes_a_salt(
    come: Callable[..., Any], tmp_path: Path
) -> None:
    database = tmp_path / "tables.sqlite3"
    first = Served(f"sqlite:///{database}", beat_ms=60, window_ms=1500)
    second = None
    ann, bob, cat = come(), come(), come()
    ann.address = bob.address = cat.address = first.url
    try:
        url = sit_down(ann, bob)
        for one in (ann, bob):
            one.page.goto("about:blank")
        first.stop()
        change_the_secret(database, url.rpartition("/")[2])
        second = Served(f"sqlite:///{database}", beat_ms=60, window_ms=1500, port=int(first.url.rpartition(":")[2]))
        play_to_the_end(url, ann, bob)
        for one, says in (
            (ann, "WRONG: the secret does not fit"),
            (bob, "WRONG: the secret does not fit"),
            (cat, NOT_SEEN),
        ):
            one.go(f"{url}/receipt").click("#check")
            expect(one.page.locator("#checked")).to_contain_text(says)
            expect(one.page.locator("#checked")).to_contain_text("The setup was made from this secret and these salts.")
        ann.go(url).click("button:has-text('Rematch')")
        ann.page.wait_for_url(lambda found: "/t/" in found and found != url and "?" not in found)
        again = ann.page.url.rpartition("/")[2]
        with closing(sqlite3.connect(database)) as connection:
            found = connection.execute("SELECT salts, secret FROM tables WHERE id = ?", [again]).fetchone()
        salt = ann.page.evaluate("table => localStorage.getItem('receipt ' + table)", again)
        assert salt == f"{commitment_of(found[1])} {found[0].split()[0]}"
        assert found[0].split()[1] == "-"
    finally:
        for one in (ann, bob, cat):
            one.page.goto("about:blank")
        for server in (first, second):
            if server is not None and server.process.poll() is None:
                server.stop()


def test_a_guest_goes_on_with_another_device(come: Callable[..., Any]) -> None:
    """By the link that the one shows, on a phone and by keyboard; what the address told is out of it at once."""
    ann, phone = come(), come(PHONE)
    ann.new_table("bot:random")
    ann.go("/")
    ann.page.click("text=My games")
    assert ann.serious("one's games") == []
    ann.page.click("text=Your devices")
    ann.page.click("text=Sign in on another device")
    link = ann.page.inner_text("#link")
    assert ann.serious("a link") == []
    phone.go(link)
    assert phone.page.url.endswith("/come") and phone.page.input_value("#code") == link.partition("#")[2]
    assert phone.serious("the way to another device") == []
    phone.page.focus("[name=label]")
    phone.page.keyboard.type("My phone")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".whoami")).to_have_text("Ann")
    phone.go("/me")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(phone.page.locator(".table-row")).to_have_count(1)
    phone.page.click("text=Your devices")
    expect(phone.page.locator("main")).to_contain_text("My phone (this device)")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.go("/upload")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.serious("a game of elsewhere") == []
    phone.go("/me/forget")
    assert phone.serious("to be forgotten") == []
    phone.page.click("button:text('Forget me')")
    expect(phone.page).to_have_url(f"{phone.address}/me/forget")  # the browser asks for the tick
    phone.page.check("[name=sure]")
    phone.page.click("button:text('Forget me')")
    expect(phone.page.locator(".whoami")).to_have_count(0)
    ann.go("/")
    expect(ann.page.locator(".whoami")).to_have_count(0)


def test_whose_seat_was_drawn_elsewhere_gets_the_page_of_that_seat(come: Callable[..., Any]) -> None:
    ann, bob = come(), come(PHONE)
    for number in range(20):
        url = ann.new_table("open", drawn="1")
        bob.join(url, "Bob", salt=f"{number:032x}")
        expect(bob.page.locator("#log")).to_contain_text(" drew seat 1.")
        if "Bob drew seat 1" in bob.page.locator("#log").inner_text():
            break
    expect(ann.page.locator("#table[data-seat='1']")).to_have_count(1)
    expect(ann.page.locator("#log")).to_contain_text("drew seat 1.")
    assert ann.page.input_value("#say [name=seat]") == "1", "the whole page is that of the seat"
