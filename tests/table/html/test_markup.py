"""Markup is written by templates and builders that escape by themselves, never by hand; hostile names are text on every page."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.telling import Said
from enginehouse.table.html import devices, errors, lobby, me, rulebook
from enginehouse.table.html import table as pages
from enginehouse.table.html.rendering import ENVIRONMENT, in_attribute
from enginehouse.table.picture.elements import element, join_as_list
from enginehouse.table.picture.model import PictureInput
from enginehouse.table.picture.patch import frame
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import StoryLine, log_line
from enginehouse.table.store.devices import Device
from enginehouse.table.store.rows import Person, SeatRow, TableRow

HERE = Path(__file__).resolve().parents[3] / "src" / "enginehouse" / "table"
ROOMS = ("html", "picture")
TAG = re.compile(r"</?[a-zA-Z]")
HOSTILE = "<script>alert('x')</script> & \"{1}\""


def test_the_legend_explains_the_rings() -> None:
    """Each ring of a piece has a sign in the legend that is drawn by the same rule."""
    css = (HERE / "static" / "table.css").read_text("utf-8")
    rings = set(re.findall(r"^\.piece\.(\w+), \.sign-(\w+) \{ filter", css, re.M))
    signs = [re.search(r"sign-(\w+)", svg) for _, svg, _, _ in pages.CHOICES]
    assert rings == {(sign[1], sign[1]) for sign in signs if sign} and len(rings) == 3


# ---------------------------------------------------------------- nothing is written by hand


def written_by_hand(source: str) -> list[int]:
    """The lines on which texts with tags in them are put together: f-strings, `+`, `%` and `format`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.AST] = []
        if isinstance(node, ast.JoinedStr):
            parts = list(node.values)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            parts = [node.left, node.right]
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"format", "join"}
        ):
            parts = [node.func.value]
        found |= {
            node.lineno  # type: ignore[attr-defined]
            for part in parts
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and TAG.search(part.value)
        }
    return sorted(found)


def test_no_markup_is_written_by_hand() -> None:
    files = [path for room in ROOMS for path in (HERE / room).rglob("*.py")]
    assert len(files) > 10
    wrong = {
        str(path.relative_to(HERE)): lines for path in files if (lines := written_by_hand(path.read_text("utf-8")))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "line",
    [
        "f'<b>{name}</b>'",
        "x = f'{name}</b>'",
        "'<b>' + name",
        "name + '</b>'",
        "'<b>%s</b>' % name",
        "'<b>{}</b>'.format(name)",
        "'<br>'.join(names)",
        "(f'a {name}' f'<i {x}>')",
    ],
)
def test_the_test_sees_markup_written_by_hand(line: str) -> None:
    assert written_by_hand(line) == [1]


@pytest.mark.parametrize("line", ["element('b', name)", "f'{a} < {b}'", "'<b>'", "f'/t/{table}/act'", "a < b + 1"])
def test_the_test_lets_the_harmless_pass(line: str) -> None:
    assert written_by_hand(line) == []


def test_elements_escape() -> None:
    assert element("p", "<b>", cls='"', data_x=1, hidden=True, title=None) == (
        '<p class="&quot;" data-x="1" hidden>&lt;b&gt;</p>'
    )
    assert element("input", value="a&b", disabled=False) == '<input value="a&amp;b">'
    assert element("td", 3, None, Svg("<i></i>")) == "<td>3<i></i></td>"
    assert [join_as_list(map(Svg, names)) for names in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_templates_escape_and_know_all_their_names() -> None:
    template = ENVIRONMENT.from_string("<p>{{ name }}\n  and more\n  of it</p>\n\n<p>{{ ready }}</p>\n")
    assert template.render(name="<b>", ready=Svg("<i></i>")) == "<p>&lt;b&gt;and more of it</p><p><i></i></p>"
    with pytest.raises(Exception, match="'name' is undefined"):
        template.render(ready="")


# ---------------------------------------------------------------- hostile names on every page


class Page(HTMLParser):
    """A page as a browser reads it: its text, its elements and their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.tags, self.names = "", list[str](), set[str]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.names |= {name for name, _ in attrs}
        self.text += " ".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def position(seat: int = 0, **more: Any) -> tuple[Match, PictureInput]:
    match = Match.new("switchyard", 2, None, 1)
    seats = [SeatRow(s, "person", HOSTILE, f"p{s}") for s in range(2)]
    given = PictureInput(
        table="t", game=match.game, seat=seat, view=match.view(seat), names=(HOSTILE,) * 2, seats=seats,
        acting=frozenset({0}), log={"log-1": log_line(StoryLine(1, (Said("{0} waits for {1}"),), 0, True), (HOSTILE,) * 2)},
        **{"legal": match.legal(seat) if seat >= 0 else [], **more},
    )  # fmt: skip
    return match, given


def every_page() -> dict[str, str]:
    """Each page with a hostile name wherever it shows one."""
    match, given = position()
    game, person = match.game, Person("p0", HOSTILE)
    rows = (SeatRow(0, "person", HOSTILE, "p0"), SeatRow(1, "bot", HOSTILE, bot=HOSTILE), SeatRow(2, "open", HOSTILE))
    table = TableRow(
        id="t", game="switchyard", rules="1", options={}, seed="", host="p9", listed=True, status="gathering",
        bot_delay_ms=0, window_ms=0, created=0.0, changed=0.0, seats=rows,
    )  # fmt: skip
    _, over = position(reason=101, ranks=[1, 1], scores=[1, 1], status="over", legal=[])
    shown = [build(given), build(over), build(position(1, replay_error=HOSTILE)[1]), build(position(-1, legal=[])[1])]
    return {
        "lobby": lobby.lobby(person, [table], {}, [table], HOSTILE),
        "open tables": lobby.lobby(None, [], {}, [table]),
        "new table": lobby.new_table(game, person, lobby.Usual(6000, 900)),
        "join": lobby.join(table, person, [0], "http://localhost/"),
        "me": me.me(person, me.ListPage(1, 1, [table]), 1, [], [table]),
        "forget": me.forget(person),
        "upload": lobby.upload(person, 1),
        "come": devices.come(person),
        "devices": devices.devices(person, [Device("p0", "", HOSTILE, 0.0, 0.0)], ""),
        "leave": pages.leave("t", game, person, True, True),
        "error": errors.error(400, HOSTILE, HOSTILE, f"/t/{HOSTILE}/act"),
        **{
            f"table {k}": pages.table(table, game, person, 0, 1, one, match.view(-1), True)
            for k, one in enumerate(shown)
        },
        "replay": pages.replay(table, game, person, "all", 1, 2, shown[1], match.view(-1)),
    }


def test_hostile_names_are_text_on_every_page() -> None:
    found = every_page()
    assert len(found) == 16
    for name, page in found.items():
        seen = Page(page)
        assert HOSTILE in seen.text and HOSTILE not in page, name
        assert "alert" not in "".join(seen.names), name
        assert seen.tags.count("script") == len(re.findall(r'<script (type="module" )?src="/assets/', page)), name


def test_hostile_names_are_text_in_frames() -> None:
    """A frame's markup is put into the page as it is."""
    for given in (position()[1], position(reason=101, ranks=[1, 2], scores=[1, 1], status="over", legal=[])[1]):
        sent = frame(1, build(given))
        markup = [*sent.regions.values(), *(act.markup + act.sure for act in sent.acts)]
        assert HOSTILE in "".join(Page(one).text for one in markup)
        assert not any("<script" in one for one in markup)


def test_rulebooks_and_parts_come_whole() -> None:
    assert "</main>" in rulebook.rules_page("switchyard") and "</main>" in rulebook.parts_page(games.get("switchyard"))


def test_an_error_page_is_escaped_over_http(tmp_path: Path) -> None:
    from enginehouse.table.app import create_app
    from enginehouse.table.settings import Settings

    with TestClient(
        create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}")), base_url="http://localhost"
    ) as one:
        answer = one.get("/games/<script>x/rules", headers={"accept": "text/html"})
        assert answer.status_code == 404 and "<script>x" not in answer.text and "&lt;script&gt;x" in answer.text, (
            answer.text
        )


def test_data_in_an_attribute_is_read_as_it_was() -> None:
    class Reader(HTMLParser):
        read = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.read = dict(attrs)["data-acts"] or ""

    told = {"label": HOSTILE + " &amp; &#39; ' \\"}
    reader = Reader()
    reader.feed(ENVIRONMENT.from_string("<p data-acts='{{ acts }}'>").render(acts=in_attribute(told)))
    assert msgspec.json.decode(reader.read) == told
