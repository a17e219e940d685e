"""Pictures: what a patch changes is what changed, and nothing that moves is forgotten."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.pictures.drawing import (
    Handles,
    Motion,
    Piece,
    Sheet,
    Svg,
    document,
    document_of,
    el,
    markup,
    resolve,
    sort_pieces,
)
from enginehouse.core.pictures.palette import PALETTE
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.naming import fill, fill_plain
from enginehouse.core.words.telling import list_lines
from enginehouse.table.html.rulebook import rulebook_html
from enginehouse.table.picture.elements import seat_name
from enginehouse.table.picture.messages import Patch
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.regions import build
from enginehouse.table.picture.story import StoryLine, line_id, log_line
from enginehouse.table.store.rows import SeatRow


def shown_to(match: Match, seat: int) -> PictureInput:
    """Return the input of a seat's picture of a match in which the seat has no decision."""
    seats = [SeatRow(s, "person", f"Person {s}", f"p{s}") for s in range(match.seats)]
    return PictureInput("t", match.game, seat, match.view(seat), tuple(s.name for s in seats), seats)


def picture_of(match: Match, seat: int) -> Picture:
    given, view = shown_to(match, seat), match.view(seat)
    told = [list_lines(match.game, view, events) for events in match.story(seat)]
    log = {line_id(k): log_line(StoryLine(k, one), given.names) for k, one in enumerate(told)}
    return build(replace(given, legal=match.legal(seat) if seat >= 0 else [], log=log))


def patch_picture(old: Picture, message: Patch) -> Picture:
    """Return the content of a page after a patch."""
    lists: dict[str, Mapping[str, str]] = {}
    for name, items in old.keyed_lists.items():
        order = message.order.get(name, list(items))
        everything = {k: v for one in old.keyed_lists.values() for k, v in one.items()} | message.set
        lists[name] = {item: everything[item] for item in order}
    assert message.state is not None
    return Picture(
        old.skeletons,
        {**old.html, **message.html},
        lists,
        old.acts if message.acts is None else message.acts,
        message.state,
        {**old.viewboxes, **message.viewboxes},
    )


def encode_message(message: Patch) -> dict[str, Any]:
    """A message as a page gets it: what is empty is left out."""
    return dict(msgspec.json.decode(msgspec.json.encode(message)))


def test_labels_call_people_by_their_names() -> None:
    """A screen reader hears who it is, on pieces that can be acted on and on others."""
    match = Match.new("switchyard", 2, None, 1)
    for seat in (-1, *match.actors()):
        said = "".join(picture_of(match, seat).regions().values())
        assert "Wagon of Person 0" in said and "Wagon of Person 1" in said and "{0}" not in said


def test_names_keep_to_themselves() -> None:
    """A name that is written from the right turns round nothing else; its sign is no part of the word."""
    right = "\u0645\u0631\u064a\u0645"
    assert fill_plain("{0}’s rat", [right]) == f"\u2068{right}\u2069’s rat"
    assert fill_plain("{0}’s rat", ["Ada"]) == "Ada’s rat"
    said = fill("Play it on {0}’s rat", [right], seat_name)
    assert f"<bdi>{right}</bdi>" in said
    assert re.sub(r"<[^>]*>", "", fill("on {0}.", ["Ada"], seat_name)) == "on 1 Ada."
    match = Match.new("switchyard", 2, None, 1)
    rows = [SeatRow(0, "person", right, "p"), SeatRow(1, "bot", "Piston", bot="random")]
    shown = build(PictureInput("t", match.game, 0, match.view(0), (right, "Piston"), rows))
    assert f">{right}</bdi>" in shown.html["seats"]


def test_who_is_asked_and_can_say_nothing_reads_no_question() -> None:
    """Alone with bots a pass is said for who can only pass: a question without buttons would puzzle."""
    match = Match.new("switchyard", 3, None, 1)
    while not match.state.asked:
        seat = match.actors()[0]
        names = match.legal_names(seat)
        match.act(seat, next((name for name in names if name.startswith("play")), names[0]))
    seat = match.actors()[0]
    silent, watching = shown_to(match, seat), shown_to(match, -1)
    asked = replace(silent, legal=match.legal(seat))
    assert build(silent).html["prompt"] == build(watching).html["prompt"] != build(asked).html["prompt"]


@pytest.mark.parametrize("name", games.names())
def test_rulebooks_show_no_marks_of_their_writing(name: str) -> None:
    """Emphasis is shown as emphasis."""
    game = games.get(name)
    html, _ = rulebook_html(game.rulebook, game.facts.prefix)
    text = re.sub(r"<(code|pre)[^>]*>.*?</\1>", "", html, flags=re.S)
    assert not re.findall(r".{20}\*[^<>]{0,20}", text)


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_a_patch_makes_the_new_picture_of_the_old(seed: int, seats: int) -> None:
    dice = random.Random(seed)
    match = Match.new("switchyard", seats, None, seed)
    before = {seat: picture_of(match, seat) for seat in range(-1, seats)}
    for number in range(1, 15):
        if match.over:
            break
        seat = dice.choice(match.actors())
        match.act(seat, dice.choice(match.legal_names(seat)))
        for viewer, old in before.items():
            new = picture_of(match, viewer)
            message = patch(number, old, new)
            assert not message.regions
            assert patch_picture(old, message) == new
            assert frame(number, patch_picture(old, message)) == frame(number, new)
            before[viewer] = new


def test_a_patch_is_small() -> None:
    match = Match.new("switchyard", 4, None, 3)
    old = picture_of(match, 3)
    match.act(0, "move 1 2")
    motions = [Motion("wagon-0", ((1, 2),), 100), Motion("x", ((1, 2),), svg=el("g"))]
    message = encode_message(patch(1, old, picture_of(match, 3), motions))
    assert set(message["set"]) == {"p-wagon-0", "log-0"}
    assert message["moves"] == [
        {"id": "p-wagon-0", "ms": 100, "wait": 0, "points": [[1, 2]]},
        {"id": "p-x", "ms": 600, "wait": 0, "points": [[1, 2]], "svg": "<g></g>"},
    ]


class Drawn:
    """A stand-in for a game, which can be a key."""

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)


def hand_of(cards: int, *more: Sheet) -> Picture:
    """A board that stays, a hand of so many cards, and other sheets beside it."""
    drawing = SimpleNamespace(
        sheets=lambda v: [Sheet("board", 10, 10, ("low",)), Sheet("hand", 4 * cards, 5, ("cards",)), *more],
        draw=lambda v, marks: [
            Piece("tower", el("path"), layer="low"),
            *(Piece(f"card-{k}", el("rect"), layer="cards") for k in range(cards)),
            *(Piece(f"on-{sheet.name}", el("rect"), layer=sheet.layers[0]) for sheet in more),
        ],
    )
    words = SimpleNamespace(prompt=lambda v, seat: "Your turn")
    game: Any = Drawn(drawing=drawing, words=words, standing=None, opponents=None)
    return build(PictureInput("t", game, 0, SimpleNamespace(asked=0), ("Ann",), [SeatRow(0, "person", "Ann", "p0")]))


def test_a_hand_that_shrinks_costs_a_line_and_a_new_sheet_its_region() -> None:
    """Neither draws the board anew."""
    three, two = hand_of(3), hand_of(2)
    message = patch(1, three, two)
    assert encode_message(message) == {
        "n": 1,
        "order": {"layer-cards": ["p-card-0", "p-card-1"]},
        "viewboxes": {"sheet-hand": "0 0 8 5"},
        "state": msgspec.to_builtins(two.ui_state),
    }
    assert patch_picture(three, message) == two
    laid = hand_of(2, Sheet("desk", 9, 9, ("shown",)))
    message = patch(2, two, laid)
    assert message.regions == {"hand": laid.regions()["hand"]}
    assert "p-on-desk" in message.regions["hand"]
    assert not (message.set or message.order or message.html)


def test_markup_is_escaped_by_default() -> None:
    assert el("text", "<b>", x=1.0, y=1.234, cls='"') == '<text x="1" y="1.23" class="&quot;">&lt;b&gt;</text>'
    assert el("g", el("path", d="M0 0"), hidden=True, id=None) == '<g hidden><path d="M0 0"/></g>'
    assert Svg("<a>") + "<b>" == "<a>&lt;b&gt;"
    assert 'id="x-a-b"' in markup(Piece("a b", ""), prefix="x-")


def test_pieces_are_placed_by_layer_and_parent() -> None:
    sheets = [Sheet("board", 10, 10, ("low", "high")), Sheet("hand", 10, 5, ("cards",))]
    pieces = [
        Piece("a", "", layer="low"),
        Piece("b", "", layer="cards"),
        Piece("c", "", layer="?"),
        Piece("d", "", parent="a"),
    ]
    found = sort_pieces(sheets, pieces)
    assert [p.id for p in found.layers["board", "low"]] == ["a"]
    assert [p.id for p in found.layers["board", "high"]] == ["c"]
    assert [p.id for p in found.layers["hand", "cards"]] == ["b"]
    assert [p.id for p in found.children["a"]] == ["d"]
    with pytest.raises(ValueError, match="twice: a"):
        sort_pieces(sheets, [Piece("a", ""), Piece("a", "")])
    assert Handles(frozenset({"x"}), "y", "z").ids() == {"x", "y", "z"}


def test_a_document_shows_the_boards_of_rivals_two_in_a_row() -> None:
    board = Sheet("board", 100, 80, ("own",))
    rivals = [Sheet(f"rival-{k}", 120, 40, (f"layer-{k}",), x=-20, rival=True) for k in range(3)]
    text = document([board, *rivals], [])
    assert 'viewBox="0 0 100 116.67"' in text
    placed_at = re.findall(r'<g transform="translate\(([\d. -]+)\)(?: scale\(([\d.]+)\))?">', text)
    # 49 of 100 for each of two, 2 between: a sheet of 120 is drawn at 0.41, and its left edge is 20 before its middle point
    assert placed_at == [("0 0", ""), ("8.17 82", "0.41"), ("59.17 82", "0.41"), ("33.67 100.33", "0.41")]
    assert 'viewBox="0 0 120 122.4"' in document([board, rivals[0]], []), "a single one stands below"


def test_a_document_knows_no_variables() -> None:
    """Not all renderers know them: colours are put in."""
    match = Match.new("switchyard", 2, None, 3)
    for theme in ("light", "dark"):
        text = document_of(match.game, match.view(0), theme=theme)
        assert "var(" not in text and text.startswith("<svg ")
    assert resolve("var(--nothing, red)", "light") == "red"
    assert resolve("var(--nothing, var(--bench))", "light") == PALETTE["bench"][0]
    assert document_of(match.game, match.view(0), theme="light") != document_of(match.game, match.view(0), theme="dark")


def test_names_are_put_in() -> None:
    assert fill("{0} & {1}: {9}{2}", ["<A>", "B"]) == "&lt;A&gt; &amp; B: {9}seat 3"
    assert fill("{1}", ["A", "B"], lambda seat, name: f"<b>{seat}{name}</b>") == "<b>1B</b>"
    assert fill_plain("{0} & {1}", ["<A>", "{0}"]) == "<A> & {0}"
