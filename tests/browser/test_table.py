"""The page of a table in a real browser: clicking, dragging, keys, two people, phones, moving pieces, staying connected."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from expecting import expect
from serving import Served, served

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
PHONE = {"width": 390, "height": 844}


def test_a_whole_game_by_clicking_pieces(come: Come) -> None:
    """Against a bot, to the end, the list of actions closed: wagons and notes are clicked, answers are buttons. It can be
    watched again step by step, and another one follows it."""
    ann = come(reduced_motion="reduce")
    page = ann.fill_in("bot:random")
    assert not page.evaluate("document.getElementById('list').open")
    for _ in range(120):
        state = ann.until_my_turn()
        if state["over"]:
            break
        acts = ann.acts()
        name = acts[-1]
        if name.startswith("move"):
            page.click("#p-wagon-0", click_count=2)
            if sum(one.startswith("move") for one in acts) > 1:  # else the wagon goes, and that may end the game
                page.click(f"#p-siding-{name.split()[2]}", position={"x": 20, "y": 200})
        elif name.startswith("play"):
            page.click(f"#p-note-{name.split()[1]}-0")
        else:
            page.click(f".free button[value={name}]")
        ann.until(f"s.decision !== {state['decision']} || s.over")
    expect(page.locator(".end-panel")).to_contain_text("Somebody has points enough.")
    expect(page.locator(".end-panel .won")).to_be_visible()
    step_by_step(page.context.new_page(), page.url)
    over = page.url
    page.click("text=Rematch")
    page.wait_for_url(lambda url: url != over)
    page.wait_for_selector("#prompt")
    ann.until_my_turn()
    assert not ann.state()["over"]


def step_by_step(page: Any, url: str) -> None:
    """The replay of a finished game, from a spectator's and from a seat's view."""
    page.goto(url)
    page.click(".end-panel >> text=Replay")
    page.wait_for_selector("#controls")
    page.wait_for_load_state()  # the page's script takes clicks and keys from then on
    page.click("[data-step=on]")
    expect(page.locator("#where")).to_contain_text("1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text("2 of")
    page.keyboard.press("End")
    expect(page.locator(".end-panel")).to_be_visible()
    page.select_option("[name=seat]", "0")
    page.wait_for_url(re.compile("seat=0"))
    expect(page.locator("#table")).to_have_attribute("data-seat", "0")
    for _ in range(50):  # the new page's script may not have come yet
        page.keyboard.press("Home")
        page.wait_for_timeout(100)
        if (page.locator("#where").text_content() or "").startswith("0 of"):
            break
    expect(page.locator("#hand .piece")).to_have_count(4)


def test_two_people_with_a_hidden_hand_each(come: Come, tmp_path: Path) -> None:
    # Windows of their own length: a busy machine must find time for six clicks in one. Ann has white and red notes, Bob
    # white and blue ones.
    with served(f"sqlite:///{tmp_path / 'two.sqlite3'}", window_ms=4000, seed=20) as one:
        two_people(come, one.url)


def two_people(come: Come, address: str) -> None:
    ann, bob, cat = come(), come(), come()
    ann.address = bob.address = cat.address = address
    url = ann.new_table("open")
    expect(ann.page.locator("copy-link input")).to_have_value(url)
    bob.join(url, "Bob")
    for one in (ann, bob):
        one.page.wait_for_selector("#say", state="attached")  # all of the page has come before it is left
    sent = {one: one.tap_the_wire() for one in (ann, bob, cat)}
    for one in sent:
        one.go(url)
        one.until("true")
    ann.until("s.acting")
    hands = {one: notes_of(one) for one in (ann, bob)}
    assert [len(hand) for hand in hands.values()] == [4, 4] and notes_of(cat) == {}
    mine, theirs = (set(hand.values()) for hand in hands.values())
    assert mine - theirs and theirs - mine, "each has what the other has not"
    ann.page.click("#p-wagon-0", click_count=2)
    ann.page.click("#p-siding-2", position={"x": 20, "y": 200})
    expect(bob.page.locator("#log")).to_contain_text("Ann moves to siding 2.")
    expect(cat.page.locator("#log")).to_contain_text("Ann moves to siding 2.")
    bob.until("s.acting")
    assert not ann.state()["acting"]
    card = next(n for n in bob.acts() if n.startswith("play"))
    bob.page.click(f"#p-note-{card.split()[1]}-0")
    ann.until("s.acting && s.window")
    assert "stop" in ann.acts()
    expect(ann.page.locator("#clock")).to_be_visible()
    ann.page.click(".free button[value=pass]")
    expect(ann.page.locator("#prompt")).to_contain_text("Waiting for the others")
    ann.page.click("#tools >> text=Undo")
    ann.until("s.acting && s.window")
    bob.until("!s.window")
    for one in (bob, cat):
        expect(one.page.locator("#log")).to_contain_text("Bob gets")
    nothing_of_the_others(hands, {one: so_far() for one, so_far in sent.items()}, answering=ann)


def notes_of(one: Any) -> dict[str, str]:
    """The notes in the hand that a page shows: their labels by their ids."""
    return dict(
        one.page.evaluate(
            "[...document.querySelectorAll('#hand .piece')].map(p => [p.id, p.getAttribute('aria-label')])"
        )
    )


def nothing_of_the_others(hands: dict[Any, dict[str, str]], sent: dict[Any, list[str]], answering: Any) -> None:
    """What browsers were sent by pages, frames and streams: own notes, and no others; own answers, and no others."""
    for one, messages in sent.items():
        assert sum(message.startswith('{"n":') for message in messages) >= 4, "the streams were listened to"
        text = " ".join(messages).replace('\\"', '"')
        own = hands.get(one, {})
        assert set(re.findall(r"p-note-\d-\d", text)) == set(own)
        assert set(re.findall(r"Note worth \d", text)) == set(own.values())
        for secret in ("Stop it with your own", '"stop"', "Waiting for the others"):
            assert (secret in text) == (one is answering), secret


def test_dragging_a_wagon(come: Come) -> None:
    ann = come()
    ann.new_table("me")
    page = ann.page
    box, aim = page.locator("#p-wagon-0").bounding_box(), page.locator("#p-siding-2").bounding_box()
    assert box and aim
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + 150, steps=6)
    assert page.locator(".carried").count() == 1
    page.mouse.up()
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    assert page.locator(".carried").count() == 0


def test_an_illegal_action_is_refused_with_a_reason(come: Come) -> None:
    ann = come()
    ann.new_table("bot:random")
    page = ann.page
    page.click("#p-siding-5", position={"x": 20, "y": 200})
    expect(page.locator("#toast")).to_contain_text("Your wagon stands on siding 1.")
    expect(page.locator("#toast .clause")).to_have_attribute("aria-label", "rule SY-2.2")
    page.click("#p-wagon-0")
    expect(page.locator("#pick button").first).to_have_text("Move from siding 1 to 2")  # the only way on is announced
    page.click("#p-wagon-0")
    expect(page.locator("#pick")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("moves to siding 2")


def test_the_target_first_works_as_well(come: Come) -> None:
    ann = come()
    ann.new_table("me")
    ann.page.locator("#p-siding-2").click(position={"x": 20, "y": 200})
    expect(ann.page.locator("#log")).to_contain_text("moves to siding 2")


def to_the_turntable(ann: Any) -> Any:
    """Alone round one screen in the long game: Ann's wagon stands on siding 2, and it is her turn again."""
    page = ann.page
    url = ann.new_table("me", line="long")
    page.click("#p-wagon-0", click_count=2)
    ann.until("!s.acting")
    ann.go(f"{url}?seat=1")
    ann.until("s.acting")
    page.click("#p-wagon-1", click_count=2)
    ann.until("!s.acting")
    ann.go(f"{url}?seat=0")
    ann.until("s.acting")
    return page


def list_marked(page: Any, mark: str) -> list[str]:
    """The pieces with a mark, by id."""
    return list(page.evaluate(f"[...document.querySelectorAll('.stage .piece.{mark}')].map(p => p.id).sort()"))


def test_narrowing_menu_and_letting_go(come: Come) -> None:
    """The next possible pieces are lit. Escape, the button, a click beside and a second click on the piece cancel the
    choice."""
    ann = come(reduced_motion="reduce")
    page = to_the_turntable(ann)
    before, menu = ann.state()["decision"], page.locator("#pick")
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.click("#pick >> text=Choose again"),
        lambda: page.click("#p-wagon-0"),
        lambda: page.locator("#sheet-board").click(position={"x": 2, "y": 2}),
    ]
    for let_go in ways:
        page.click("#p-wagon-0")
        expect(menu).to_contain_text("Wagon of Ann:")
        offered = [one.get_attribute("data-preview") for one in menu.locator("button").all()]
        assert offered == ["move 2 1", "move 2 3", None]
        assert menu.locator("button > svg").count() == 2
        assert list_marked(page, "picked") == ["p-wagon-0"]
        assert list_marked(page, "next") == ["p-siding-1", "p-siding-3"]
        let_go()
        expect(menu).to_be_hidden()
        assert list_marked(page, "picked") == list_marked(page, "next") == []
    assert ann.state()["decision"] == before
    page.click("#p-wagon-0")
    page.locator("#p-siding-3").click(position={"x": 20, "y": 200})
    expect(page.locator("#log")).to_contain_text("Ann moves to siding 3.")


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_actions_that_differ_in_no_piece_are_chosen_from_the_small_menu(come: Come, keys: bool) -> None:
    ann = come(reduced_motion="reduce")
    page = to_the_turntable(ann)
    before, menu = ann.state()["decision"], page.locator("#pick")

    def pick() -> None:
        if keys:
            page.focus("#p-turntable")
            page.keyboard.press("Enter")
        else:
            page.click("#p-turntable")

    pick()
    expect(menu).to_contain_text("Turntable:")
    said = ["Turn your wagon to the left", "Turn your wagon to the right", "Choose again"]
    assert menu.locator("button").all_text_contents() == said
    first = expect(menu.locator("button").first)
    first.to_be_focused() if keys else first.not_to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "p-turntable"
    assert ann.state()["decision"] == before
    pick()
    if keys:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        page.click("#pick >> text=to the right")
    expect(page.locator("#log")).to_contain_text("Ann turns to the right.")
    expect(menu).to_be_hidden()


def test_take_back_and_put_back(come: Come) -> None:
    ann, bob = come(), come()
    url = ann.new_table("open")
    bob.join(url, "Bob")
    ann.until("s.acting")
    ann.page.click("#p-wagon-0", click_count=2)
    expect(bob.page.locator("#log")).to_contain_text("moves")
    ann.page.click("#tools >> text=Undo")
    expect(bob.page.locator("#log")).not_to_contain_text("moves")
    ann.until("s.acting")
    ann.page.click("#tools >> text=Redo")
    expect(bob.page.locator("#log")).to_contain_text("moves")


def test_keyboard_alone(come: Come) -> None:
    """Tab to the board, arrows between what can be done, Enter to pick, Escape to let go; no mouse is touched."""
    ann = come()
    ann.new_table("me", line="long")
    page = ann.page
    expect(page.locator(".stage .piece[tabindex='0']")).to_have_count(1)  # Tab goes on too fast for a page that begins
    page.evaluate("document.activeElement.blur()")

    def focused() -> str:
        return str(page.evaluate("document.activeElement?.id ?? ''"))

    for _ in range(30):
        page.keyboard.press("Tab")
        if focused().startswith("p-"):
            break
    assert focused().startswith("p-"), "the board can be reached by Tab"
    start = focused()
    for _ in range(12):
        if focused().startswith("p-note"):
            break
        page.keyboard.press("ArrowDown")
        if focused() == start:
            page.keyboard.press("ArrowRight")
        start = focused()
    assert focused().startswith("p-note"), "arrows go from the board to the hand"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("plays a note")
    expect(page.locator(".stage .piece[tabindex='0']")).to_have_count(1)  # one tab stop for all pieces


@pytest.mark.parametrize("plain", [False, True], ids=["morphing", "plain"])
def test_focus_stays_through_a_frame(come: Come, plain: bool) -> None:
    """On a piece that another's action changes: it stays the same element, or what takes its place has the focus."""
    ann, bob = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    url = ann.new_table("open")
    bob.join(url, "Bob")
    bob.go(url + ("?plain" if plain else ""))
    ann.until("s.acting")
    bob.page.wait_for_selector("#p-siding-2[tabindex]", state="attached")
    bob.page.evaluate("() => { const one = document.getElementById('p-siding-2'); one.focus(); one.same = true; }")
    assert list_marked(bob.page, "can") == []
    ann.page.click("#p-wagon-0", click_count=2)
    bob.until("s.acting")
    assert "p-siding-2" in list_marked(bob.page, "can")
    assert bob.page.evaluate("document.activeElement.id") == "p-siding-2"
    assert bob.page.evaluate("document.activeElement.same === true") is not plain


def test_focus_stays_where_a_frame_makes_a_piece_anew_that_cannot_be_acted_on(come: Come) -> None:
    """The first frame may come late; its markup has no tab stop for what only has a name."""
    ann, bob = come(reduced_motion="reduce"), come(reduced_motion="reduce")
    url = ann.new_table("open")
    bob.join(url, "Bob")
    bob.page.route("**/stream?*", lambda route: route.abort())
    bob.go(url + "?plain")
    bob.page.wait_for_selector("#p-siding-2[tabindex]", state="attached")
    bob.page.evaluate("() => { const one = document.getElementById('p-siding-2'); one.focus(); one.same = true; }")
    bob.page.unroute("**/stream?*")
    anew = "document.getElementById('p-siding-2').same !== true"
    assert any(bob.page.evaluate(anew) or bob.page.wait_for_timeout(100) for _ in range(100))
    assert bob.page.evaluate("document.activeElement.id") == "p-siding-2"
    assert all("ERR_FAILED" in said for said in bob.complaints), bob.complaints
    bob.complaints.clear()


@pytest.mark.parametrize("plain", [False, True], ids=["morphing", "plain"])
def test_a_frame_plays_with_and_without_morphing(come: Come, plain: bool) -> None:
    ann = come(reduced_motion="reduce")
    url = ann.new_table("me")
    page = ann.go(url + ("?plain" if plain else ""))
    page.evaluate("document.getElementById('p-wagon-0').same = true")
    page.click("#p-wagon-0", click_count=2)
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    assert page.locator("#p-wagon-0").get_attribute("transform") == "translate(168 90)"
    assert page.evaluate("document.getElementById('p-wagon-0').same === true") is not plain


def test_pieces_glide_and_keep_their_element(come: Come) -> None:
    ann, bob = come(), come()
    url = ann.new_table("open")
    bob.join(url, "Bob")
    ann.until("s.acting")
    bob.page.evaluate(
        """() => { const wagon = document.querySelector('#p-wagon-0'); wagon.marked = true; window.places = new Set();
        const look = () => { const w = document.querySelector('#p-wagon-0'); window.places.add(Math.round(w.getBoundingClientRect().x)); requestAnimationFrame(look); };
        look(); }"""
    )
    ann.page.click("#p-wagon-0", click_count=2)
    expect(bob.page.locator("#log")).to_contain_text("moves")
    bob.page.wait_for_timeout(900)
    assert bob.page.evaluate("document.querySelector('#p-wagon-0').marked") is True
    # Where it was, where it is, and at least one place between: how many depends on the frames a busy machine finds time for.
    assert bob.page.evaluate("window.places.size") > 2


def test_reduced_motion_is_respected(come: Come) -> None:
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    ann.page.click("#p-wagon-0", click_count=2)
    expect(ann.page.locator("#log")).to_contain_text("moves")
    gliding = "document.getAnimations().filter(a => a.effect.target.closest('.piece')).map(a => `${a.constructor.name} ${a.transitionProperty ?? ''} ${a.effect.getTiming().duration}`)"
    assert ann.page.evaluate(gliding) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(come: Come, scheme: str) -> None:
    """Nothing is wider than the screen, what is tapped is large enough; a tap tells what a second one does."""
    ann = come(PHONE, has_touch=True, is_mobile=True, color_scheme=scheme)
    for path in ("/", "/new?game=switchyard", "/games/switchyard/rules", "/games/switchyard/parts"):
        page = ann.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    ann.new_table("bot:random")
    page = ann.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """[...document.querySelectorAll('.stage button:not([disabled]), .stage summary, .stage .can')]
        .filter(e => e.getClientRects().length && Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 24)
        .filter(e => !e.closest('.piece')).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert small == []
    page.tap("#p-siding-2")
    expect(page.locator("#card")).to_contain_text("Wagons stand here")
    expect(page.locator("#card button")).to_have_text("Move from siding 1 to 2")
    assert "moves to siding 2" not in page.inner_text("#log")
    page.tap("#p-siding-2")
    expect(page.locator("#log")).to_contain_text("moves to siding 2")
    expect(page.locator("#card")).to_be_hidden()


def test_axe_finds_nothing_serious(come: Come) -> None:
    ann = come()
    ann.go("/")
    found = ann.serious("lobby")
    ann.go("/new?game=switchyard")
    found += ann.serious("new table")
    ann.new_table("me")
    ann.page.wait_for_timeout(400)
    found += ann.serious("table")
    ann.page.click("#list summary")
    found += ann.serious("table with its list")
    for name in ("rules", "parts"):
        ann.go(f"/games/switchyard/{name}")
        found += ann.serious(name)
    assert found == []


def test_day_and_night_are_remembered(come: Come) -> None:
    ann = come(color_scheme="light")
    page = ann.go("/")
    day = page.evaluate("getComputedStyle(document.body).color")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).color") != day
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_page_finds_its_table_again(come: Come, chromium: Any, tmp_path: Path) -> None:
    """The server is killed and comes back at the same place: the page goes on by itself."""
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    one = Served(url)
    context = chromium.new_context()
    page = context.new_page()
    try:
        page.goto(f"{one.url}/new?game=switchyard")
        page.fill("[name=name]", "Ann")
        page.select_option("[name=seat-1]", "me")
        page.click("text=Open the table")
        page.wait_for_selector("#p-wagon-0")
        page.wait_for_selector("#table[data-ready]")  # its script is here: who dies now is missed
        port = re.search(r":(\d+)", one.url)[1]  # type: ignore[index]
        one.kill()
        expect(page.locator("#table.adrift")).to_be_attached()
        one = Served(url, port=int(port))
        expect(page.locator("#table.adrift")).not_to_be_attached()
        page.click("#p-wagon-0", click_count=2)
        expect(page.locator("#log")).to_contain_text("moves to siding 2")
    finally:
        context.close()
        one.stop()


def test_when_no_answer_comes_the_page_claims_nothing(chromium: Any, address: str) -> None:
    """The action is kept and its answer lost: that is not known here, so the page does not say that it was not kept."""
    context = chromium.new_context()
    page = context.new_page()
    try:
        page.goto(f"{address}/new?game=switchyard")
        page.fill("[name=name]", "Ann")
        page.select_option("[name=seat-1]", "me")
        page.click("text=Open the table")
        page.wait_for_selector("#table[data-ready]")

        def lose(route: Any) -> None:
            route.fetch()
            route.abort()

        page.route("**/act", lose)
        page.click("#p-wagon-0", click_count=2)
        expect(page.locator("#toast")).to_contain_text("Your last move may be missing")
        expect(page.locator("#log")).to_contain_text("moves to siding 2")
    finally:
        context.close()


def test_no_live_region_is_inside_a_busy_element(come: Come) -> None:
    """A screen reader may keep quiet about what changes there."""
    ann = come()
    ann.new_table("me")
    held: list[Any] = []
    ann.page.route("**/act", lambda route: held.append(route))
    ann.page.click("#p-wagon-0", click_count=2)
    expect(ann.page.locator("[aria-busy=true]")).to_be_attached()
    live = "[aria-live], [role=status], [role=alert], [role=log], [role=timer]"
    inside = (
        "live => [...document.querySelectorAll(live)].filter(one => one.closest('[aria-busy=true]')).map(one => one.id)"
    )
    assert ann.page.locator(live).count() > 3 and ann.page.evaluate(inside, live) == []
    held[0].continue_()
    expect(ann.page.locator("#log")).to_contain_text("moves to siding 2")
    expect(ann.page.locator("[aria-busy=true]")).not_to_be_attached()


APPLIED = """async (patches) => {
  const { apply } = (await import(document.querySelector('script[type=module]').src)).all['frames.js'];
  const seen = [];
  for (const patch of patches) {
    apply({ n: 1, state: {}, ...patch });
    const one = document.getElementById('log-900');
    seen.push(one ? one.className + ': ' + one.textContent : 'gone');
  }
  return seen;
}"""


def test_an_item_that_returns_has_its_present_state(come: Come) -> None:
    """Only its tag changes, it leaves, comes back with other contents, and then has those from before: all of it shows."""
    ann = come(reduced_motion="reduce")
    ann.new_table("me")
    ann.until("s.acting")

    def item(kind: str, text: str) -> str:
        return f'<li id="log-900" class="{kind}">{text}</li>'

    here, away = {"log-lines": ["log-900"]}, {"log-lines": list[str]()}
    seen = ann.page.evaluate(
        APPLIED,
        [
            {"order": here, "set": {"log-900": item("a", "first")}},
            {"set": {"log-900": item("b", "first")}},
            {"set": {"log-900": item("b", "second")}},
            {"order": away},
            {"order": here, "set": {"log-900": item("b", "first")}},
            {"set": {"log-900": item("c", "second")}},
            {"set": {"log-900": item("d", "second")}},
        ],
    )
    assert seen == ["a: first", "b: first", "b: second", "gone", "b: first", "c: second", "d: second"]
