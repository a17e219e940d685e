"""A game over two days: two people and a bot, a night, a server that was away for hours, and a phone that is lost."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from expecting import expect
from serving import Served

pytestmark = pytest.mark.browser
HOUR, DAY = 3600.0, 86400.0
EVENING = 20 * HOUR


class House:
    """A server whose clock is moved by hand, and which comes back at the same address after it was away."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.hand = folder, folder / "hand"
        self.moved = (EVENING - time.time()) % DAY
        self._move(0)
        self.begin(0)

    def begin(self, port: int) -> None:
        self.served = Served(f"sqlite:///{self.folder / 'tables.sqlite3'}", 10, 300, port, hand=self.hand)

    def _move(self, hours: float) -> None:
        self.moved += hours * HOUR
        self.hand.with_suffix(".new").write_text(str(self.moved))
        self.hand.with_suffix(".new").replace(self.hand)

    def pass_(self, hours: int) -> None:
        """Let hours pass one after the other, each as soon as the server has noted that it served in the one before."""
        for _ in range(hours):
            self._move(1)
            end = time.monotonic() + 30
            while self._noted() < time.time() + self.moved - 60:
                assert time.monotonic() < end, "the server does not note that it serves"
                time.sleep(0.02)
            time.sleep(0.1)  # it rests again by now, and is woken when the hand moves

    def _noted(self) -> float:
        with closing(sqlite3.connect(self.folder / "tables.sqlite3")) as c:
            return float(c.execute("SELECT value FROM keys WHERE name = 'served until'").fetchone()[0])

    def away(self, hours: float) -> None:
        """Killed, and there again so much later."""
        self.served.kill()
        self._move(hours)
        self.begin(int(urlsplit(self.served.url).port or 0))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    one = House(tmp_path)
    yield one
    one.served.stop()


@pytest.fixture
def address(house: House) -> str:
    """Where people come to here."""
    return house.served.url


def in_turn(state: dict[str, Any]) -> bool:
    """Whether somebody is asked for as long as it takes: a window closes by itself, at any moment."""
    return bool(state["acting"] and not state["window"])


def moves_on(one: Any) -> None:
    """Somebody whose turn it is clicks their wagon and where it goes."""
    state, page = one.state(), one.page
    to = [name.split()[2] for name in one.acts() if name.startswith("move")][-1]
    page.click(f"#p-wagon-{state['seat']}", click_count=2)
    page.click(f"#p-siding-{to}", position={"x": 15, "y": 60})
    one.until(f"s.decision !== {state['decision']} || s.over")


def play(people: list[Any], until: Callable[[], bool]) -> None:
    """Whose turn it is moves on, until something is so at the beginning of a turn."""
    for _ in range(3000):
        for one in people:
            if until():
                return
            if in_turn(one.state()):
                moves_on(one)
        people[0].page.wait_for_timeout(20)
    raise AssertionError("it does not come about")


def by_the_clock(one: Any, other: Any) -> bool:
    """Whether it is the turn of the one alone."""
    return in_turn(one.state()) and not other.state()["acting"]


@pytest.mark.timeout(240)
def test_a_game_over_two_days(come: Callable[..., Any], house: House) -> None:
    ann, laptop = (come(reduced_motion="reduce") for _ in range(2))
    phone = come({"width": 390, "height": 844}, reduced_motion="reduce", is_mobile=True, has_touch=True)
    # The evening: Ann opens the table by hand, Bob sits down with his phone and makes his laptop known as his.
    page = ann.go("/new?game=switchyard")
    page.fill("[name=name]", "Ann")
    for k, kind in enumerate(("open", "bot:random"), 1):
        page.select_option(f"[name=seat-{k}]", kind)
    if not page.locator("[name=asleep]").is_visible():
        page.locator("details:has([name=asleep]) summary").click()
    page.check("[name=clock][value='days 1']")
    page.select_option("[name=asleep]", "22")
    page.click("text=Open the table")
    page.wait_for_selector("#table")
    page.wait_for_url(lambda url: "?" not in url)
    url = page.url
    phone.go(f"{url}/join")
    phone.page.fill("[name=name]", "Bob")
    phone.page.tap("button:has-text('Sit down')")
    phone.page.wait_for_selector("#table[data-ready]")
    phone.go("/me/devices")
    phone.page.tap("text=Sign in on another device")
    link = phone.page.inner_text("#link")
    laptop.go(link)
    laptop.page.fill("[name=label]", "Laptop")
    laptop.page.keyboard.press("Enter")
    expect(laptop.page.locator(".whoami")).to_have_text("Bob")
    phone.go(url)
    phone.until("true")
    turns = iter(range(20))
    play([ann, phone], lambda: next(turns, 20) > 12 and by_the_clock(ann, phone))
    # An hour later Ann has not moved yet. Then the server is away from nine in the evening to five in the morning; until
    # six everybody sleeps.
    house.pass_(1)
    house.away(8)
    ann.until("s.acting")
    phone.until("!s.acting")
    for one in (ann, phone):  # while nobody served
        assert all("ERR_CONNECTION" in said or "ERR_INCOMPLETE" in said for said in one.complaints), one.complaints
        one.complaints.clear()
    house.pass_(3)
    for one in (ann, phone):
        one.page.reload()
        expect(one.page.locator(".plate.seat-0 .time.runs")).to_have_text("21 h")
        expect(one.page.locator(".plate.seat-1 .time")).to_have_text("24 h")
    moves_on(ann)
    # Bob's phone is lost: on the laptop he takes it away and plays on; who has found it sees nothing of his.
    laptop.go("/me/devices")
    expect(laptop.page.locator("main")).to_contain_text("Laptop (this device)")
    laptop.page.click("button:has-text('Sign out')")
    expect(laptop.page.locator("button:has-text('Sign out')")).to_have_count(0)
    laptop.go(url)
    laptop.until("s.seat === 1")
    phone.page.reload()
    assert phone.page.locator("#table[data-seat='1']").count() == 0
    assert phone.page.locator(".whoami").count() == 0
    assert phone.complaints and all("403" in said for said in phone.complaints), phone.complaints
    phone.complaints.clear()
    phone.page.close()
    house.pass_(1)
    play([ann, laptop], lambda: ann.state()["over"] and laptop.state()["over"])
    for one in (ann, laptop):
        expect(one.page.locator(".end-panel")).to_contain_text("Somebody has points enough.")
    assert "a bot plays on" not in ann.page.locator("#log").inner_text()
    # What happened is kept, and the deal was what it was said to be before.
    laptop.go(f"{url}/receipt")
    laptop.page.click("#check")
    expect(laptop.page.locator("#checked")).to_contain_text("The setup was made from this secret")
    expect(laptop.page.locator("#checked")).not_to_contain_text("WRONG")
    laptop.go("/me")
    expect(laptop.page.locator(".table-row")).to_have_count(1)
