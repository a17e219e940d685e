"""Extras of a page beside the clicks: zoom and pan, dragging with a finger, sound, and closing the stream in the
background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from expecting import expect
from waiting import until

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
PHONE = {"width": 390, "height": 844}
SHOWN = """() => {
  const style = document.getElementById('board').style.transform;
  const [x, y, scale] = (style.match(/-?[\\d.]+/g) ?? [0, 0, 1]).map(Number);
  return { x, y, scale, zoomed: document.querySelector('pan-zoom').classList.contains('zoomed') };
}"""


def shown(page: Any) -> dict[str, Any]:
    """How far the board is moved and enlarged."""
    return dict(page.evaluate(SHOWN))


def middle(page: Any, selector: str) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(one: tuple[float, float], other: tuple[float, float], by: float = 1.5) -> bool:
    """Whether two points of the window are the same, but for so many pixels."""
    return abs(one[0] - other[0]) < by and abs(one[1] - other[1]) < by


class Fingers:
    """Up to so many fingers on the glass, as the system tells the browser of them."""

    def __init__(self, somebody: Any) -> None:
        self.devtools = somebody.context.new_cdp_session(somebody.page)

    def _tell(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, *points: tuple[float, float]) -> None:
        """All at once."""
        self._tell("touchStart", list(points))

    def move(self, start: list[tuple[float, float]], end: list[tuple[float, float]], steps: int = 6) -> None:
        """Straight on, in so many steps."""
        for k in range(1, steps + 1):
            part = k / steps
            self._tell(
                "touchMove",
                [(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in zip(start, end, strict=True)],
            )

    def up(self) -> None:
        """All of them."""
        self._tell("touchEnd", [])


# ---------------------------------------------------------------- pan and zoom


def test_the_wheel_zooms_at_the_pointer_and_the_mouse_pans(come: Come) -> None:
    """With Ctrl alone, as the wheel scrolls; between once and five times; what lies under the pointer stays there."""
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page = ann.page
    at = middle(page, "#p-siding-3")
    page.mouse.move(*at)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(100)
    assert shown(page) == {"x": 0, "y": 0, "scale": 1, "zoomed": False}
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    expect(page.locator("pan-zoom.zoomed")).to_be_attached()
    page.keyboard.up("Control")
    first = shown(page)
    assert first["scale"] == pytest.approx(2.718, abs=0.01)
    assert near(middle(page, "#p-siding-3"), at)

    page.mouse.down()
    page.mouse.move(at[0] - 40, at[1] + 10, steps=4)
    page.mouse.up()
    panned = shown(page)
    assert (panned["x"] - first["x"], panned["y"] - first["y"], panned["scale"]) == pytest.approx(
        (-40, 10, first["scale"]), abs=0.5
    )
    page.mouse.move(at[0] + 5000, at[1] + 5000)
    assert shown(page) == panned, "nobody pans without a button"

    page.mouse.move(*at)
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -300)
    until(page, "document.getElementById('board').style.transform.includes('scale(5)')")
    for _ in range(9):
        page.mouse.wheel(0, 300)
    page.keyboard.up("Control")
    expect(page.locator("pan-zoom.zoomed")).not_to_be_attached()
    assert shown(page) == {"x": 0, "y": 0, "scale": 1, "zoomed": False}


def test_to_pan_with_the_mouse_chooses_no_piece(come: Come) -> None:
    """The button goes down and up on the same piece, which moved along: that is no click."""
    ann = come(reduced_motion="reduce")
    ann.new_table("me", line="long")
    page, before = ann.page, ann.state()["decision"]
    page.click("[aria-label='Zoom in']")
    page.click("[aria-label='Zoom in']")
    for piece in ("#p-siding-4", "#p-siding-2"):
        was = shown(page)
        x, y = middle(page, piece)
        page.mouse.move(x, y + 60)
        page.mouse.down()
        page.mouse.move(x - 30, y + 60, steps=4)
        page.mouse.up()
        if piece == "#p-siding-4":
            assert shown(page)["x"] == pytest.approx(was["x"] - 30, abs=0.5)
        page.wait_for_timeout(200)
        assert page.locator("#toast").is_hidden(), piece
    assert ann.state()["decision"] == before
    page.mouse.click(*middle(page, "#p-siding-4"))
    expect(page.locator("#toast")).to_contain_text("Your wagon stands on siding 1.")  # and this is one


def test_a_piece_is_dragged_on_an_enlarged_board(come: Come) -> None:
    """The board stays where it is meanwhile, however quick the hand is."""
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page = ann.page
    page.click("[aria-label='Zoom in']")
    x, y = middle(page, "#p-siding-4")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 600, y, steps=3)
    page.mouse.up()
    was = shown(page)
    assert was["x"] == 0, "its left end is seen"
    page.mouse.move(*middle(page, "#p-wagon-0"))
    page.mouse.down()
    page.mouse.move(*middle(page, "#p-siding-2"), steps=2)
    expect(page.locator(".carried")).to_have_count(1)
    page.mouse.up()
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    assert shown(page) == was


def test_the_board_stays_in_its_frame_and_the_buttons_zoom(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    page = ann.page
    page.click("[aria-label='Zoom in']")
    assert shown(page)["scale"] == pytest.approx(1.4)
    frame = page.locator("pan-zoom").bounding_box()
    assert frame
    x, y = middle(page, "#p-siding-5")
    page.mouse.move(x, y + 60)
    page.mouse.down()
    page.mouse.move(x + 900, y + 500, steps=5)
    page.mouse.up()
    assert (shown(page)["x"], shown(page)["y"]) == (0, 0), "not further than its left upper corner"
    page.mouse.move(x, y + 60)
    page.mouse.down()
    page.mouse.move(x - 1200, y - 700, steps=5)
    page.mouse.up()
    at = shown(page)
    assert (at["x"], at["y"]) == pytest.approx((-0.4 * frame["width"], -0.4 * frame["height"]), abs=1)
    page.click("[aria-label='Zoom out']")
    assert shown(page)["scale"] == pytest.approx(1)
    page.click("[aria-label='Zoom in']")
    page.click("[aria-label='Whole board']")
    assert shown(page) == {"x": 0, "y": 0, "scale": 1, "zoomed": False}


def test_two_fingers_zoom_and_one_pans(come: Come) -> None:
    """The point between two fingers stays between them; they do nothing else, and one finger pans only what is enlarged."""
    ann = come(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ann.new_table("me")
    page, before, fingers = ann.page, ann.state()["decision"], Fingers(ann)
    page.locator("pan-zoom").scroll_into_view_if_needed()
    x, y = middle(page, "#p-siding-4")
    close, apart = [(x - 20, y), (x + 20, y)], [(x - 50, y), (x + 50, y)]
    fingers.down(*close)
    fingers.move(close, apart)
    fingers.up()
    wide = shown(page)
    assert wide["scale"] == pytest.approx(2.5, abs=0.05)
    assert near(middle(page, "#p-siding-4"), (x, y), 5)

    fingers.down((x, y))
    fingers.move([(x, y)], [(x + 40, y - 8)])
    fingers.up()
    panned = shown(page)
    assert (panned["x"] - wide["x"], panned["y"] - wide["y"]) == pytest.approx((40, -8), abs=1)

    fingers.down(*apart)
    fingers.move(apart, close, steps=12)
    fingers.up()
    expect(page.locator("pan-zoom.zoomed")).not_to_be_attached()
    assert shown(page)["scale"] == 1
    fingers.down((x, y))
    fingers.move([(x, y)], [(x + 40, y)])
    fingers.up()
    assert shown(page) == {"x": 0, "y": 0, "scale": 1, "zoomed": False}
    page.wait_for_timeout(100)
    assert page.locator("#toast").is_hidden() and ann.state()["decision"] == before


# ---------------------------------------------------------------- dragging with a finger


def test_a_wagon_is_dragged_with_a_finger(come: Come) -> None:
    """It hangs on the finger and arrives where it is let go; where nothing can be done it is told why; a siding stays."""
    ann = come(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ann.new_table("me")
    page, fingers, carried = ann.page, Fingers(ann), ann.page.locator(".carried")
    page.locator("pan-zoom").scroll_into_view_if_needed()
    wagon, no, aim = (middle(page, one) for one in ("#p-wagon-0", "#p-siding-4", "#p-siding-2"))

    fingers.down(aim)
    fingers.move([aim], [wagon])
    expect(carried).to_have_count(0)
    fingers.up()
    fingers.down(wagon)
    fingers.move([wagon], [(wagon[0], wagon[1] + 120)])  # where the page would scroll
    fingers.move([(wagon[0], wagon[1] + 120)], [no])
    expect(carried).to_have_count(1)
    until(page, lambda: near(middle(page, ".carried"), no))
    fingers.up()
    expect(carried).to_have_count(0)
    expect(page.locator("#toast")).to_contain_text("Your wagon stands on siding 1.")
    assert page.locator("#p-wagon-0").get_attribute("transform") == "translate(60 90)"

    fingers.down(wagon)
    fingers.move([wagon], [aim])
    assert page.locator(".piece.next").evaluate_all("all => all.map(one => one.id)") == ["p-siding-2"]
    fingers.up()
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    expect(carried).to_have_count(0)


# ---------------------------------------------------------------- sound

# The pitch of every tone that is asked for.
TONES = """window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones.push(Math.round(this.frequency.value)); start.apply(this, when); };"""


def bells(page: Any) -> list[int]:
    """The bells that were asked for: their lowest tones (each has three)."""
    return list(page.evaluate("window.tones"))[::3]


def test_a_bell_rings_when_ones_turn_comes_if_one_wants_it(come: Come) -> None:
    """Bob has sound on and Ann has it off; it is remembered, and one's own action rings nothing."""
    ann, bob = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    for one in (ann, bob):
        one.page.add_init_script(TONES)
    bob.join(ann.new_table("open"), "Bob")
    sound = bob.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert bells(bob.page) == [880], "how it sounds"
    ann.until("s.acting")
    ann.page.click("#p-wagon-0", click_count=2)
    bob.until("s.acting")
    assert bells(bob.page) == [880, 740]
    bob.page.click("#p-wagon-1", click_count=2)
    ann.until("s.acting")
    bob.until("!s.acting")
    assert bells(bob.page) == [880, 740] and bells(ann.page) == []
    bob.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    ann.page.click("#p-wagon-0", click_count=2)
    ann.page.locator("#p-siding-3").click(position={"x": 20, "y": 200})
    bob.until("s.acting")
    assert bells(bob.page) == []


# ---------------------------------------------------------------- nobody looks

# A page cannot be put into the background here: it is told that it is.
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"


NOTED = """window.noted = []; window.Notification = class {
  static permission = 'default';
  static requestPermission() { this.permission = 'granted'; return Promise.resolve('granted'); }
  constructor(title, { body, tag }) { window.noted.push([title, body, tag]); }
  close() { window.noted.push('closed'); }
};"""


# Whether the stream that was opened last has brought a picture. Until it has, a page whose clock is moved on asks for one itself.
SPOKEN = """window.EventSource = class extends EventSource {
  constructor(...address) {
    super(...address);
    window.spoken = false;
    this.addEventListener('frame', () => { window.spoken = true; });
  }
};"""


def look_away(page: Any, away: bool) -> None:
    page.evaluate(
        "away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }",
        away,
    )


class Asked:
    """The requests of a page to the server: its streams (how many there were, and those that are open) and its
    glances."""

    def __init__(self, page: Any) -> None:
        self.streams, self.glances = 0, 0
        self.open: list[Any] = []
        page.on("request", self._asked)
        page.on("requestfailed", self._ended)
        page.on("requestfinished", self._ended)

    def _asked(self, request: Any) -> None:
        self.glances += "/frame?" in request.url
        if "/stream?" in request.url:
            self.streams += 1
            self.open.append(request)

    def _ended(self, request: Any) -> None:
        if request in self.open:
            self.open.remove(request)


def two_at_a_table(come: Come) -> tuple[Any, Any, Asked]:
    """Ann is to move; Bob's page can be hidden, and its time is in the test's hand."""
    ann, bob = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    for script in (HIDDEN, TONES, NOTED, SPOKEN):
        bob.page.add_init_script(script)
    url = ann.new_table("open")
    bob.join(url, "Bob")
    bob.page.click("#sound")
    bob.page.clock.install()
    asked = Asked(bob.page)
    bob.go(url)
    bob.until("true")
    ann.until("s.acting")
    until(bob.page, lambda: asked.streams == 1)
    bob.until("window.spoken")
    return ann, bob, asked


def test_a_hidden_page_gives_its_stream_up_and_looks_now_and_then(come: Come) -> None:
    """After five seconds; every fifteen it asks whether its turn has come, says so in its title and rings, once. Looked at again, it
    asks for the picture and opens a new stream."""
    ann, bob, asked = two_at_a_table(come)
    page = bob.page
    title = page.title()
    page.click(".bar-menu summary:text('More')")
    assert page.evaluate("Notification.permission") == "default", "nobody is asked who did not press"
    page.check("#notify")
    until(page, "localStorage.getItem('notify') === 'on'")
    look_away(page, True)
    page.clock.fast_forward(4500)
    look_away(page, False)
    until(
        page, lambda: (len(asked.open), asked.streams, asked.glances) == (1, 2, 1)
    )  # the old one may have died meanwhile
    bob.until("window.spoken")
    page.clock.fast_forward(6000)
    assert len(asked.open) == 1, "somebody looks again"

    look_away(page, True)
    page.clock.fast_forward(5500)
    until(page, lambda: not asked.open)
    page.clock.fast_forward(15500)
    until(page, lambda: asked.glances == 2)
    assert page.title() == title and bells(page) == []
    ann.page.click("#p-wagon-0", click_count=2)
    ann.until("!s.acting")
    page.clock.fast_forward(15500)
    until(page, lambda: page.title().startswith("● Your turn"))
    assert bells(page) == [740] and not bob.state()["acting"]
    noted = [["Your turn", title, page.evaluate("location.pathname")]]
    assert page.evaluate("noted") == noted
    page.clock.fast_forward(15500)
    until(page, lambda: asked.glances == 4)
    assert bells(page) == [740] and (len(asked.open), asked.streams) == (0, 2)

    look_away(page, False)
    bob.until("s.acting")
    assert page.evaluate("noted") == [*noted, "closed"], "who looks is told no more"
    expect(page.locator("#log")).to_contain_text("Ann moves to siding 2.")
    until(page, lambda: (len(asked.open), asked.streams, asked.glances) == (1, 3, 5))
    bob.until("window.spoken")
    page.clock.fast_forward(40000)
    assert asked.glances == 5, "who looks need not ask"
    page.click("#p-wagon-1", click_count=2)
    expect(page.locator("#log")).to_contain_text("Bob moves to siding 2.")


def test_a_page_that_is_left_gives_its_stream_up_until_one_comes_back(come: Come) -> None:
    """By the browser's Back to a page that it kept; a page that is new has one stream, not two."""
    ann, bob, asked = two_at_a_table(come)

    def tell(kind: str, persisted: bool) -> None:
        bob.page.evaluate(
            "([kind, persisted]) => window.dispatchEvent(new PageTransitionEvent(kind, { persisted }))",
            [kind, persisted],
        )

    tell("pageshow", False)
    assert asked.streams == 1
    tell("pagehide", True)
    until(bob.page, lambda: not asked.open)
    ann.page.click("#p-wagon-0", click_count=2)
    ann.until("!s.acting")
    bob.page.wait_for_timeout(200)
    assert not bob.state()["acting"]
    tell("pageshow", True)
    bob.until("s.acting")
    expect(bob.page.locator("#log")).to_contain_text("Ann moves to siding 2.")
    assert (len(asked.open), asked.streams) == (1, 2)


# ---------------------------------------------------------------- what deserves the stage

TELL = """async says => {
  const { all } = await import(document.querySelector('script[type=module]').src);
  all['telling.js'].showTells([{ wait: 0, sound: 'fall', says, sign: '<svg viewBox="-12 -12 24 24"></svg>' }]);
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_moment_takes_the_stage_and_sounds(come: Come, motion: str) -> None:
    """For a second, or until somebody presses; not at all for who wants no motion. Sounds have a volume, or none."""
    ann = come(reduced_motion=motion)
    ann.page.add_init_script(TONES)
    ann.new_table("me")
    page, stage = ann.page, ann.page.locator("#stage-moment")
    page.click("#sound")
    page.evaluate("window.tones.length = 0")
    page.evaluate(TELL, "A room falls away.")
    until(page, lambda: page.evaluate("window.tones").count(210) == 1)
    if motion == "reduce":
        assert stage.is_hidden()
        return
    expect(stage).to_contain_text("A room falls away.")
    page.mouse.click(5, 500)
    expect(stage).to_be_hidden()
    page.evaluate(TELL, "Another one.")
    expect(stage).to_contain_text("Another one.")
    page.focus("#log")
    page.keyboard.press("Space")
    expect(stage).to_be_hidden()
    page.keyboard.press("m")
    page.evaluate("window.tones.length = 0")
    page.evaluate(TELL, "Without a sound.")
    expect(stage).to_contain_text("Without a sound.")
    expect(stage).to_be_hidden()
    assert page.evaluate("window.tones") == []


def test_quiet_hours_are_in_the_time_of_the_browser(come: Come) -> None:
    """17:30 in India is noon in UTC; the list begins with the earliest hour there, and the invitation says it so too."""
    ann = come(timezone_id="Asia/Kolkata")
    page = ann.go("/new?game=switchyard")
    hours = page.locator("[name=asleep] option")
    assert hours.all_text_contents()[:3] == ["off", "from 00:30 (local time)", "from 01:30 (local time)"]
    assert hours.nth(1).get_attribute("value") == "19"
    page.fill("[name=name]", "Ann")
    page.select_option("[name=seat-1]", "open")
    page.locator("details:has([name=asleep])").evaluate("one => { one.open = true; }")
    page.check("[name=clock][value='days 1']")
    page.select_option("[name=asleep]", "12")
    page.click("text=Open the table")
    page.wait_for_selector("#table")
    page.wait_for_url(lambda url: "?" not in url)
    bob = come(timezone_id="Asia/Kolkata")
    bob.go(f"{page.url}/join")
    for shown in (bob.page, page):  # before sitting down, and at the table
        expect(shown.locator("[data-clock]")).to_contain_text("quiet hours 17:30 to 01:30, local time")


def test_a_new_table_without_a_seat_of_ones_own_is_not_sent(come: Come) -> None:
    """The page shows the reason at the first seat, and the form keeps its choices."""
    ann = come()
    page = ann.go("/new?game=switchyard")
    page.fill("[name=name]", "Ann")
    first = page.locator("[name=seat-0]")
    first.select_option("open")
    page.click("text=Open the table")
    assert first.evaluate("one => one.validationMessage").startswith("Keep one seat for yourself")
    assert page.url.endswith("/new?game=switchyard")
    page.select_option("[name=seat-1]", "me")
    page.click("text=Open the table")
    page.wait_for_selector("#table")
