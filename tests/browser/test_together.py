"""Two people at one table, from the link to the rematch: one at a desktop, one on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from expecting import expect
from serving import served

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
SEEN = """(selector) => [...document.querySelectorAll(selector)].every((one) => {
  const box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 3);
  return box.width > 0 && box.bottom <= innerHeight && box.right <= innerWidth && (one.contains(at) || at?.contains(one));
})"""
ROOM = "#prompt .prompt-line, #prompt copy-link input, #prompt .row button, #prompt select"


@pytest.mark.parametrize("game", ["mechanica", "mechanical-beast", "mechanation", "great-machine"])
def test_nothing_of_the_waiting_room_is_cut_off(come: Callable[..., Any], game: str) -> None:
    for size in ({"width": 1280, "height": 800}, PHONE):
        ann = come(size, reduced_motion="reduce")
        ann.new_table("open", "open", game=game)
        expect(ann.page.locator("#prompt form button")).to_be_visible()
        assert ann.page.evaluate(SEEN, ROOM), size
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_who_closes_the_page_is_away(come: Callable[..., Any]) -> None:
    """In the waiting room and at the board, for players and spectators, with a word for screen readers."""
    ann, bob, eve = come(), come(PHONE), come(PHONE)
    url = ann.new_table("open", "open", game="mechanica")
    bob.join(url, "Bob")
    sign = ".plate.seat-1 .presence[role=img]"
    expect(ann.page.locator(sign)).to_have_attribute("aria-label", "here")
    expect(bob.page.locator(".plate.seat-0 .presence")).to_have_attribute("aria-label", "here")
    expect(bob.page.locator(".plate.seat-1 .presence")).to_have_count(0)
    before = ann.page.locator(".plate.seat-1").bounding_box()
    bob.page.goto("about:blank")
    expect(ann.page.locator(sign)).to_have_attribute("aria-label", "away", timeout=20_000)
    expect(ann.page.locator("#prompt [data-seat='1'][data-away]")).to_have_text("Bob")
    expect(ann.page.locator(".sr[role=status]", has_text="Bob is away.")).to_have_count(1)
    assert ann.page.locator(".plate.seat-1").bounding_box() == before, "nothing moves"
    ann.page.click("#prompt >> text=Fill up with bots")
    ann.until("s.seat === 0 && document.querySelector('copy-link') === null")
    eve.go(f"{url}?watch")
    for one in (ann, eve):
        expect(one.page.locator(sign)).to_have_attribute("aria-label", "away")
        assert one.serious("an absent player") == []
    expect(eve.page.locator(".glance .presence.away")).to_be_visible()
    bob.go(url)
    for one in (ann, eve):
        expect(one.page.locator(sign)).to_have_attribute("aria-label", "here", timeout=2_000)


def test_a_player_points_at_a_piece(come: Callable[..., Any]) -> None:
    """By Alt and a click, with P, and on a phone by the card: all see a ring with the name. A card of the hand is refused."""
    ann, bob, eve = come(), come(PHONE, has_touch=True), come()
    url = ann.new_table("open")
    bob.join(url, "Bob")
    eve.go(f"{url}?watch")
    for one in (ann, bob, eve):
        one.page.wait_for_selector("#chat-inside form", state="attached")
        one.page.wait_for_selector(".sr[role=status] >> nth=1", state="attached")  # all its scripts are there
    state = ann.state()
    for one in (ann, bob, eve):  # once for each: a ring is shown for four seconds, and the one before has to be gone
        expect(one.page.locator(".pointed")).to_have_count(0, timeout=8_000)
        ann.page.click("#p-wagon-0", modifiers=["Alt"])
        ring = one.page.locator(".pointed[data-piece=p-wagon-0]")
        expect(ring).to_have_text("Ann")
        box, piece = ring.bounding_box(), one.page.locator("#p-wagon-0").bounding_box()
        assert box and piece and abs(box["x"] + box["width"] / 2 - piece["x"] - piece["width"] / 2) < 12
        expect(one.page.locator(".sr[role=status]", has_text="Ann points:")).to_have_count(1)
    assert ann.state() == state, "it is no action"
    box = bob.page.locator("#p-wagon-1").bounding_box()
    bob.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    bob.page.click("#card >> text=Point at this for everybody")
    expect(ann.page.locator(".pointed[data-piece=p-wagon-1]")).to_have_text("Bob")
    expect(ann.page.locator("#talk .points-1 button")).to_have_text("Mute")
    lit = ann.page.locator("#board .piece.can").first  # only such a piece takes the focus, and the deal decides which
    lit.press("p")
    expect(eve.page.locator(f".pointed[data-piece={lit.get_attribute('id')}].seat-0")).to_have_text("Ann")
    hidden = ann.page.locator("#hand .piece[aria-label]").first
    hidden.click(modifiers=["Alt"])
    expect(ann.page.locator("#toast")).to_contain_text("Not everybody sees this piece")
    expect(eve.page.locator(".pointed")).to_have_count(0, timeout=8_000)
    ann.page.click("#talk .points-1 button")
    expect(bob.page.locator("#talk")).to_contain_text("was muted by the host.")
    assert [one for one in ann.complaints if "409" not in one] == []
    ann.complaints.clear()


@pytest.fixture(params=["one process", pytest.param("two processes", marks=pytest.mark.postgres)])
def servers(request: pytest.FixtureRequest) -> Iterator[tuple[str, str]]:
    """The addresses of Ann's and Bob's servers: one process, or two on one PostgreSQL."""
    if request.param == "one process":
        address = request.getfixturevalue("address")
        yield address, address
        return
    url = request.getfixturevalue("migrated_postgres_url")
    with served(url, beat_ms=60, window_ms=1500) as one, served(url, beat_ms=60, window_ms=1500) as two:
        yield one.url, two.url


def test_from_the_link_to_the_rematch(come: Callable[..., Any], servers: tuple[str, str]) -> None:
    """One is at a desktop. The other is on a phone, closes the page and comes back."""
    ann, bob = come(reduced_motion="reduce"), come(PHONE, reduced_motion="reduce")
    ann.address, bob.address = servers
    ann.new_table("open", game="mechanica")
    link = ann.page.locator("copy-link input").input_value().replace(*servers)
    ann.page.click("#prompt >> text=QR code")
    expect(ann.page.locator("#qr img")).to_be_visible()
    ann.page.evaluate("document.querySelector('#qr img').decode()")
    ann.page.keyboard.press("Escape")
    bob.go(link)
    expect(bob.page.locator("h1")).to_have_text("Ann invites you to Mechanica")
    assert bob.serious("an invitation") == []
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("text=Sit down")
    bob.page.wait_for_selector("#table")
    ann.until("s.seat === 0 && document.querySelector('copy-link') === null")
    expect(ann.page.locator("#seats")).to_contain_text("Bob")
    talk_and_point(ann, bob)
    go_and_come_back(ann, bob, link)
    ann.page.click(".bar-menu summary")
    ann.page.click("button:text('Propose to end the game')")
    ann.page.click("#sure-agree .really")
    bob.page.click(".proposal button:text('Agree')")
    for one in (ann, bob):
        one.until("s.over")
        expect(one.page.locator(".end-panel h2")).to_have_text("Game ended")
        expect(one.page.locator(".goal")).to_have_count(0)
    assert bob.serious("an agreed end") == []
    bob.page.click(".end-panel button:text('Rematch')")
    bob.until("!s.over")
    ann.page.click(".end-panel >> text=To the rematch")
    ann.until("!s.over")
    places = [one.page.url.partition("?")[0].removeprefix(one.address) for one in (ann, bob)]
    assert places[0] == places[1] != link.removeprefix(bob.address)


def talk_and_point(ann: Any, bob: Any) -> None:
    """Send a message, which is marked as unread on the phone, and point at a piece of the market."""
    bar = bob.page.locator(".bar").bounding_box()
    ann.page.fill("#say [name=text]", "Shall we play?")
    ann.page.keyboard.press("Enter")
    expect(bob.page.locator("#talk-news")).to_have_text("1 new")
    assert bob.page.locator(".bar").bounding_box() == bar, "nothing moves"
    bob.page.click("#chat-open")
    expect(bob.page.locator("#talk .said.unread")).to_contain_text("Shall we play?")
    bob.page.click("#say >> text=Hello!")
    expect(ann.page.locator("#talk")).to_contain_text("Hello!")
    bob.page.click("#chat-shut")
    expect(bob.page.locator("#talk-news")).to_be_hidden()
    ann.page.locator("#p-stack").press("p")
    expect(bob.page.locator(".pointed[data-piece=p-stack]")).to_have_text("Ann")


def go_and_come_back(ann: Any, bob: Any, link: str) -> None:
    """Close a page and open it again."""
    sign = ann.page.locator(".plate.seat-1 .presence")
    expect(sign).to_have_attribute("aria-label", "here")
    bob.page.goto("about:blank")
    expect(sign).to_have_attribute("aria-label", "away", timeout=20_000)
    bob.go(link)
    expect(sign).to_have_attribute("aria-label", "here", timeout=2_000)
    expect(bob.page.locator(".plate.seat-0 .presence")).to_have_attribute("aria-label", "here")
