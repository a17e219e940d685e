"""The table holds still: a button stays where it is while its forecast comes, and does what it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from expecting import expect
from serving import served
from waiting import until

from enginehouse.conformance.shelf import list_keys, shelf
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.browser
Come = Callable[..., Any]
HOUSE = [name for name in games.names() if games.get(name).facts.in_lobby]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
AWAY = (3, 3)

# Every button of the desk that can be seen, by what it does.
BUTTONS = """() => Object.fromEntries([...document.querySelectorAll('.free button, #pick button, #tools button')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length)
  .map(one => { const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.preview ?? one.value ?? one.dataset.tool ?? one.textContent, [x, y, width, height]]; }))"""
ACTS = """() => JSON.parse(document.getElementById('table').dataset.acts)
  .map(act => ({ name: act.name, sure: !!act.sure, pieces: act.from ? [act.from, act.to] : act.pieces ?? [] }))"""
ASKING = "document.querySelector('.desk button.asking')?.value ?? ''"
CLICK = "id => document.getElementById(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table that can begin from a position, with bots and windows that wait: nothing happens by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENGINEHOUSE_POSITIONS", "1")
        path = tmp_path_factory.mktemp("still") / "tables.sqlite3"
        with served(f"sqlite:///{path}", beat_ms=5000, window_ms=600_000) as one:
            yield one.url


def positions(game: str, every: bool) -> list[Any]:
    """Return a position for each phase in which a seat chooses; all of the shelf with `every`."""
    found: dict[str, Any] = {}
    for position in shelf(games.get(game)):
        if not position.mask or position.s.reason:
            continue
        phases = [name for kind, name in list_keys(games.get(game), position) if kind == "phase"]
        found.setdefault(str(position.number) + position.seed if every else phases[0], position)
    return list(found.values())


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes have a pixel in common."""
    return all(
        min(one[at] + one[long], other[at] + other[long]) - max(one[at], other[at]) > 1
        for at, long in (("x", "width"), ("y", "height"))
    )


class Reader:
    """A person who moves over buttons and presses them. What they send is noted, and goes no further."""

    def __init__(self, somebody: Any) -> None:
        self.somebody, self.page = somebody, somebody.page
        self.sent: list[str] = []
        self.refusals = 0

        def note(route: Any) -> None:
            self.sent.append(route.request.post_data_json["act"])
            self.refusals += 1
            error = {"sentence": self.refusal(), "code": "test", "clause": ""}
            route.fulfill(status=200, content_type="application/json", body=json.dumps({"error": error}))

        self.page.route("**/t/*/act", note)

    def refusal(self) -> str:
        """Return the sentence of the last refusal, which no other refusal has."""
        return f"This test plays no move ({self.refusals})."

    def wait_for_refusal(self) -> None:
        """Wait until the page shows the last refusal. It ends the choice, so the next choice may begin only then."""
        until(self.page, f"document.body.textContent.includes({self.refusal()!r})")

    def open(self, position: Any) -> bool:
        """Go to a table with this position, to a seat that chooses. Return whether it does: the table passes for a seat that cannot
        do anything else."""
        seats = {f"seat-{k}": "me" for k in range(position.case.seats)}
        form = {
            "game": position.case.game.name,
            "name": "Ann",
            **seats,
            "start": replay(logs.parse(position.log)).match.line(),
        }
        url = self.somebody._send("/new", form)
        seat = next(k for k in range(position.case.seats) if position.mask >> k & 1)
        self.somebody.go(f"{url.split('?')[0]}?seat={seat}")
        return bool(self.somebody.until("s.acting || s.decision > 0")["acting"])

    def choose(self, act: dict[str, Any]) -> bool:
        """Pick the pieces of an action until it has a button; whether it has one. A click that acts has to do this action."""
        self.page.keyboard.press("Escape")
        self.sent.clear()
        for piece in ["", *act["pieces"]]:
            if piece:
                self.page.evaluate(CLICK, piece)
                self.page.wait_for_timeout(30)
            if self.sent:
                assert self.sent == [act["name"]]
                self.wait_for_refusal()
                return False
            if act["name"] in self.page.evaluate(BUTTONS):
                return True
        return False

    def foreseen(self) -> None:
        """Wait until the forecast is there, if one comes."""
        self.page.wait_for_timeout(250)

    def is_done(self, name: str, asks: bool) -> bool:
        """Wait until a click on a button has acted, or made it ask."""
        for _ in range(40):
            self.page.wait_for_timeout(50)
            if self.sent or (asks and self.page.evaluate(ASKING) == name):
                break
        return bool(self.sent)

    def is_still(self, before: dict[str, list[float]], where: str) -> None:
        """See that all buttons are where they were, but for a hair."""
        after = self.page.evaluate(BUTTONS)
        assert after.keys() == before.keys(), where
        assert all(after[name] == pytest.approx(before[name], abs=1.1) for name in before), (where, before, after)

    def press(self, name: str, tap: bool) -> None:
        """Move to the button of an action, see that nothing moves, and press it until the action is sent."""
        before = self.page.evaluate(BUTTONS)
        x, y, width, height = before[name]
        at = (x + width / 2, y + height / 2)
        where = f"{name}, {'tapped' if tap else 'hovered'}"
        if not tap:
            self.page.mouse.move(*at)
            self.foreseen()
            self.is_still(before, where)
        asks = True
        for _ in range(2):
            (self.page.touchscreen.tap if tap else self.page.mouse.click)(*at)
            if self.is_done(name, asks):
                break
            asks = False
            self.foreseen()  # a pressed button is a pixel lower for a moment
            self.is_still(before, f"{where}, asked")
        assert self.sent == [name], where
        self.wait_for_refusal()
        if not tap:
            self.page.mouse.move(*AWAY)


@pytest.mark.parametrize(
    ("game", "tap"),
    [
        pytest.param(
            game,
            tap,
            id=f"{game}-{'touch' if tap else 'mouse'}",
            marks=[pytest.mark.deep] if tap and game in ("great-machine", "mechanation") else [],
        )
        for game in HOUSE
        for tap in (False, True)
    ],
)
def test_buttons_stay_where_they_are(come: Come, game: str, tap: bool, deep: bool) -> None:
    """One position for each phase, one choice for each kind of button; with `--deep` all choices of all positions."""
    more = {"is_mobile": True, "has_touch": True} if tap else {}
    ann = come(PHONE if tap else WIDE, reduced_motion="reduce", **more)
    reader, pressed = Reader(ann), 0
    for position in positions(game, deep):
        if not reader.open(position):
            continue
        kinds: set[str] = set()
        for act in ann.page.evaluate(ACTS):
            kind = act["name"].split()[0] + str(len(act["pieces"]))
            if act["sure"] or (kind in kinds and not deep):
                continue
            kinds.add(kind)
            if reader.choose(act):
                reader.press(act["name"], tap)
                pressed += 1
    assert pressed >= 3, "hardly a button was pressed"


# ---------------------------------------------------------------- what happened

LINES = """() => {
  const log = document.getElementById('log'), line = document.getElementById('log-lines');
  const style = getComputedStyle(line), own = log.querySelector('.log-line');
  const between = own ? parseFloat(getComputedStyle(own).paddingTop) + parseFloat(getComputedStyle(own).paddingBottom) : 0;
  const { bottom } = document.querySelector('.log-box').getBoundingClientRect();
  return { lines: log.clientHeight / (parseFloat(style.lineHeight) + between), beyond: bottom - innerHeight };
}"""
# A page is whole as soon as its stream has spoken; the whole picture that the stream begins with ends all that waits.
SPOKEN = """window.EventSource = class extends EventSource {
  constructor(...address) { super(...address); this.addEventListener('frame', () => { window.spoken = true; }); }
};"""
SENT = """async says => {
  while (!window.spoken) await new Promise(done => setTimeout(done, 20));
  const { all } = await import(document.querySelector('script[type=module]').src);
  const page = document.getElementById('table');
  const scene = { id: 'battle-0', ms: 300, wait: 0, svg: '<circle r="5"/>', layer: document.querySelector('#board .layer').id.slice(6), points: [[50, 50], [50, 50]] };
  const message = { n: Number(page.dataset.frame) + 1, state: JSON.parse(page.dataset.state), html: { prompt: `<p>${says}</p>` }, moves: [scene] };
  const started = performance.now();
  const prompt = () => document.getElementById('prompt').textContent;
  // Another picture may follow at once: what is seen for a moment counts, too.
  const shown = new Promise(done => new MutationObserver(() => { if (prompt() === says) done(); })
    .observe(document.getElementById('prompt'), { childList: true, subtree: true, characterData: true }));
  all['holding.js'].receive(message);
  const during = [prompt(), document.querySelectorAll('.passing[data-scene]').length, document.getElementById('going').hidden];
  await shown;
  return { during, ms: performance.now() - started };
}"""


@pytest.mark.parametrize("game", HOUSE)
def test_the_log_shows_six_lines(come: Come, game: str) -> None:
    """At 1280 x 800, with the most players and with four."""
    ann = come(WIDE, reduced_motion="reduce")
    for seats in sorted({min(4, games.get(game).facts.seats[1]), games.get(game).facts.seats[1]}):
        ann.new_table(*["bot:random"] * (seats - 1), game=game, beat_ms="0")
        ann.until_my_turn()
        shown = ann.page.evaluate(LINES)
        assert shown["lines"] >= 6 and shown["beyond"] < 1, (seats, shown)


@pytest.mark.parametrize("game", HOUSE)
def test_the_log_shows_six_lines_beside_the_chat(come: Come, game: str) -> None:
    """At 1280 x 800 with two people and as many bots as there can be. The chat shows a message, its field and ready messages."""
    ann, bob = come(WIDE, reduced_motion="reduce"), come(WIDE)
    bots = ["bot:random"] * (games.get(game).facts.seats[1] - 2)
    bob.join(ann.new_table("open", *bots, game=game, beat_ms="0"), "Bob")
    ann.page.wait_for_selector("#say")
    ann.page.fill("#say [name=text]", "Shall we play quickly?")
    ann.page.keyboard.press("Enter")
    bob.page.wait_for_selector(".said >> text=Shall we play quickly?")
    for one in (ann, bob):
        shown = one.page.evaluate(LINES)
        assert shown["lines"] >= 6 and shown["beyond"] < 1, shown
        expect(one.page.locator(".aloft:visible")).to_have_count(0)
        for inside in (".said", "#say [name=text]", "#say [name=phrase] >> nth=0"):
            box, chat = (one.page.locator(name).bounding_box() for name in (inside, "#chat"))
            assert box and chat and box["y"] + box["height"] <= min(800, chat["y"] + chat["height"]), inside
        hero, chat = (one.page.locator(name).bounding_box() for name in (".hero", "#chat"))
        assert chat["x"] >= hero["x"] + hero["width"] or chat["y"] >= hero["y"] + hero["height"], "it covers no board"


def test_a_fight_is_shown_to_its_end_before_the_next_frame(come: Come) -> None:
    """The picture after it waits, and so does its question; Skip goes on."""
    ann = come(WIDE)
    ann.page.add_init_script("localStorage.setItem('pace', 'quick')")
    ann.page.add_init_script(SPOKEN)
    ann.new_table("me")
    told = ann.page.evaluate(SENT, "After the fight")
    prompt, scenes, skip_is_hidden = told["during"]
    assert prompt != "After the fight" and scenes == 1 and not skip_is_hidden
    assert told["ms"] >= 1000, "a scene stands long enough to be read"
    ann.new_table("me")
    ann.page.evaluate("""new MutationObserver((_, watch) => {
      if (!document.getElementById('going').hidden) { watch.disconnect(); document.getElementById('going').click(); }
    }).observe(document.getElementById('going'), { attributes: true }); undefined""")
    assert ann.page.evaluate(SENT, "Skipped")["ms"] < told["ms"], "Skip ends it sooner"


# ---------------------------------------------------------------- a phone

# Texts of the board that are seen: what they say, how high a letter's box is, and the box that their glyphs fill.
TEXTS = """() => [...document.querySelectorAll('#board text')].map(text => {
  const style = getComputedStyle(text), scale = Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
  const { x, y, width, height } = text.getBoundingClientRect();
  return { says: `${text.closest('.piece')?.id}: ${text.textContent}`, number: style.getPropertyValue('--least') !== '',
    px: parseFloat(style.fontSize) * scale, seen: style.opacity !== '0' && width > 0,
    box: { x: x + 1, y: y + 0.2 * height, width: width - 2, height: 0.6 * height } };
}).filter(one => one.seen)"""
CUT = "(one => one.scrollHeight - one.clientHeight)(document.getElementById('prompt'))"
# So many pieces of the board that can be chosen lie under a panel. (A deck that is looked through is a panel of its own.)
COVERS = """() => {
  const panel = document.querySelector('.hand-sheet') ?? document.querySelector('.desk'), { y } = panel.getBoundingClientRect();
  if (document.querySelectorAll('#hand .piece.can').length > 20) return 0;
  return [...document.querySelectorAll('#board .piece.can')].map(one => one.getBoundingClientRect())
    .filter(box => box.y + box.height / 2 > y).length;
}"""

# Plates of the board whose text is too small to be drawn: they would be empty.
EMPTY_PLATES = """() => [...document.querySelectorAll('#board [class*=plate] + text')]
  .filter(text => getComputedStyle(text).opacity === '0' && getComputedStyle(text.previousElementSibling).opacity !== '0')
  .map(text => `${text.closest('.piece')?.id}: ${text.textContent}`)"""
# Titles of a deck that a player looks through, that are smaller than 12 px or wider than their button.
SMALL_TITLES = """() => [...document.querySelectorAll('#hand .sheet ~ .sheet:not(.rival) text')].filter(text => {
  const room = text.closest('.piece').querySelector('rect')?.getBoundingClientRect().width ?? Infinity;
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 12 || text.getBoundingClientRect().width > room;
}).map(text => text.textContent)"""


def find_unreadable(page: Any) -> list[Any]:
    """Return what a person with a phone cannot read or press: small numbers, texts over each other, covered pieces and so on."""
    numbers = [one for one in page.evaluate(TEXTS) if one["number"]]
    over = [
        (one["says"], other["says"])
        for k, one in enumerate(numbers)
        for other in numbers[k + 1 :]
        if overlap(one["box"], other["box"])
    ]
    return [
        *((one["says"], round(one["px"], 1)) for one in numbers if one["px"] < 11.9),
        *over,
        *page.evaluate(SMALL_TITLES),
        *page.evaluate(EMPTY_PLATES),
        *(["a panel covers a piece"] if page.evaluate(COVERS) else []),
        *(["the question is cut off"] if page.evaluate(CUT) > 3 else []),
    ]


@pytest.mark.parametrize("game", HOUSE)
def test_numbers_can_be_read_on_a_phone(come: Come, game: str, deep: bool) -> None:
    """Each number that a decision needs is 12 px high, as is each title of a deck that is looked through. No two texts lie over
    each other, and panels cover no piece that can be chosen."""
    ann = come(PHONE, reduced_motion="reduce", is_mobile=True, has_touch=True)
    reader, seen = Reader(ann), 0
    for position in positions(game, deep):
        if not reader.open(position):
            continue
        ann.page.wait_for_timeout(150)
        with suppress(AssertionError):  # a slow machine needs more frames until each number has its size
            until(ann.page, lambda: not find_unreadable(ann.page), timeout=5)
        assert not find_unreadable(ann.page), str(position)
        seen += sum(one["number"] for one in ann.page.evaluate(TEXTS))
    assert seen > 0


# The boxes of decks and discard piles, with as many cards as they can have.
PILES = """() => Object.fromEntries([...document.querySelectorAll('#board :is([id^=p-deck-], [id^=p-pile-])')].map(one => {
  const full = { 'p-deck-movement': '40', 'p-deck-event': '118' }[one.id];
  if (full) one.querySelector('text').lastChild.data = full;
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.id, { x, y, width, height }];
}))"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_ring_of_a_pile_meets_no_other_pile(come: Come, size: dict[str, int]) -> None:
    """A ring goes round all of a piece, its words too."""
    ann = come(size, reduced_motion="reduce")
    ann.new_table("bot:random", game="great-machine", beat_ms="0")
    ann.until_my_turn()
    piles = ann.page.evaluate(PILES)
    assert len(piles) == 4
    for one in piles:
        assert not [other for other in piles if other != one and overlap(piles[one], piles[other])], one
