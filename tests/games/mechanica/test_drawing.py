"""Mechanica drawn: what is marked is what this seat is asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.places import place_xy
from enginehouse.games.mechanica.state import Phase

pytestmark = pytest.mark.beside_plain

GAME = games.get("mechanica")


def holes_marked(s: Any, seat: int) -> list[str]:
    """The holes of the Start Zone that are ringed in a seat's picture."""
    view = GAME.new_record()
    GAME.rules.view(s, seat, view)
    return [p.label for p in GAME.drawing.draw(view, Marks()) if p.label.startswith("Hole in")]


def test_holes_are_ringed_for_who_places_bots(scene) -> None:
    """MC-4.7: while somebody else places recycled bots, one's own Start Zone is dark."""
    game = scene(2).shop("upgrader", "", "", "").money(8).act("buy 7").act("recycle")
    assert game.s.phase == Phase.RECEIVE
    assert holes_marked(game.s, 0)
    assert holes_marked(game.s, 1) == [] and holes_marked(game.s, -1) == []


def test_holes_are_ringed_for_who_gets_a_gift(scene) -> None:
    """MC-4.3: opponents place a gift all at once; the giver, and who has answered, are asked nothing."""
    game = scene(3).lay("b0", "overactive-fabricator").act("end").act("make plus")
    assert game.s.phase == Phase.GIFT
    assert holes_marked(game.s, 1) and holes_marked(game.s, 2) and holes_marked(game.s, 0) == []
    game.act(game.names(1)[0], 1)
    assert holes_marked(game.s, 1) == [] and holes_marked(game.s, 2)


def test_an_answer_in_a_run_is_shown_at_once(scene) -> None:
    """MC-5.6: the bot of the first answer stands where it has gone to while the next one is asked about."""
    game = scene(2).lay("a1", "fork").lay("a2", "upgrader").lay("c1", "fork").lay("c2", "upgrader")
    game.bots("a0", "B").bots("c0", "B").act("end").act("end", 1)
    assert game.phase == Phase.RUN
    before = find_bots(game)
    asked = int(game.s.asking[0][1])
    game.act("go east", 0)
    assert game.phase == Phase.RUN and int(game.s.asking[0][1]) != asked, "the second Fork asks"
    after = find_bots(game)
    moved = {bot for bot in before if after.get(bot) != before[bot]}
    x, y = place_xy(asked + 1)
    assert any(after.get(bot) == (x, y) for bot in after), (after, (x, y))
    assert set(before.values()) - set(after.values()), f"it has left its hole: {moved}"


def find_bots(game: Any) -> dict[str, tuple[float, float]]:
    """Where the bots of the main factory are drawn."""
    view, _ = read_labels(game)
    return {p.id: (p.x, p.y) for p in GAME.drawing.draw(view, Marks()) if p.id.startswith(("bot-", "ridden-"))}


def test_like_bots_of_a_truck_are_one_piece(scene) -> None:
    """It is the same which of them is sold, so any of them can be clicked; another model between them stays a piece of its own."""
    game = scene(2).truck("b", 3, "DBB").truck("a", 1, "B")
    view = GAME.new_record()
    GAME.rules.view(game.s, 0, view)
    drawn = {p.label: p.id for p in GAME.drawing.draw(view, Marks()) if p.id.startswith("bot-")}
    assert set(drawn) == {"Two Basics on truck b", "Deluxe on truck b", "Basic on truck a"}
    sold = GAME.drawing.handles(view, GAME.vocabulary.code("sell basic b"))
    assert sold.pieces == {drawn["Two Basics on truck b"]}


def read_labels(game: Any, seat: int = 0) -> tuple[Any, dict[str, str]]:
    """A seat's view, and the labels of what is drawn of it by the pieces' ids."""
    view = GAME.new_record()
    GAME.rules.view(game.s, seat, view)
    legal = frozenset(GAME.vocabulary.code(name) for name in game.names(seat))
    return view, {p.id: p.label for p in GAME.drawing.draw(view, Marks(legal=legal))}


def read_label(view: Any, name: str) -> str:
    """Return the label of an action."""
    return GAME.words.action(view, GAME.vocabulary.code(name))


def test_the_clicked_piece_is_the_piece_that_moves(scene) -> None:
    """Whether a new bot or a run brings too many: one clicks the one to give up, and it says so."""
    game = scene(2).lay("a0", "advanced-fabricator").bots("a0", "D").act("end")
    assert game.s.phase == Phase.KEEP
    view, labels = read_labels(game)
    assert labels["offer-2"] == "Give up the Plus" and labels["offer-3"] == "Give up the Deluxe"
    assert GAME.drawing.handles(view, GAME.vocabulary.code("keep plus")).pieces == {"offer-3"}
    assert GAME.drawing.handles(view, GAME.vocabulary.code("keep deluxe")).pieces == {"offer-2"}
    assert read_label(view, "keep plus") == "Give up the Deluxe and keep the Plus"
    assert GAME.words.prompt(view, 0).endswith("that is there.")


def test_the_hammer_is_shown_before_the_demolished_tile(scene) -> None:
    view, _ = read_labels(scene(2).lay("b2", "duplicator"))
    way = GAME.drawing.handles(view, GAME.vocabulary.code("demolish b2"))
    assert (way.source, way.target, way.after) == ("hammer", "cell-b2", True)


def test_destruction_is_announced_before_the_action(scene) -> None:
    """MC-7.3: a tile laid over another destroys it with its bots; MC-7.4: one under a Fabricator loses none."""
    game = scene(2).lay("b2", "duplicator").bots("b2", "BB").shop("upgrader", "", "", "").money(8).act("buy 7")
    view, labels = read_labels(game)
    assert labels["cell-b2"].endswith(", place here and destroy this tile")
    assert labels["cell-b4"].endswith(", place here")
    assert read_label(view, "install b2 0").endswith("; this destroys the Duplicator and two Basics in it")
    assert "destroys" not in read_label(view, "install b4 0")
    ghost = GAME.drawing.preview(view, GAME.vocabulary.code("install b2 0"))[0]
    assert "mc-torn-line" in ghost.svg
    assert "mc-torn-line" not in GAME.drawing.preview(view, GAME.vocabulary.code("install b4 0"))[0].svg


def test_a_bot_in_the_way_of_a_fabricator_is_announced_when_it_is_placed(scene) -> None:
    """MC-4.3: what is put where a Fabricator has still to make a bot stays only in its place."""
    game = scene(2).shop("upgrader", "", "", "").money(8).act("buy 7").act("recycle")
    view, labels = read_labels(game)
    assert "only one of the two stays" in read_label(view, "place plus b0 centre") + labels["hole-b0-0"]
    assert "only one" not in read_label(view, "place plus a0 centre") + labels["hole-a0-0"]


def test_a_gift_is_in_the_way_of_a_fabricator_only_before_it_makes_its_bot(scene) -> None:
    """Players who had their turn before have made their bots: the next run takes the gift along."""
    game = scene(3).lay("b0", "overactive-fabricator", seat=1)
    game.act("end").act("end", 1).act("make plus", 1)
    assert game.s.phase == Phase.GIFT
    before, after = (read_label(read_labels(game, seat)[0], "place basic b0 centre") for seat in (0, 2))
    assert "only one" not in before and "only one" in after


def test_every_way_to_lie_shows_its_entrance(scene) -> None:
    """Also of what has no hole behind its entrance."""
    for kind in ("fork", "gift-wrapper", "flight-tester", "duplicator"):
        game = scene(2).money(8)
        game = game.act("buy fork") if kind == "fork" else game.shop(kind, "", "", "").act("buy 7")
        view, labels = read_labels(game)
        ways = [p for p in GAME.drawing.draw(view, Marks()) if p.id.startswith("way-")]
        assert len(ways) in (4, 8) and all(p.svg.count("mc-entrance") == 1 for p in ways), labels


def test_broad_lines_have_round_corners() -> None:
    """For a mitred line browsers leave room for a corner of four widths: a lesson's ring would lie far round the piece."""
    for rule in re.findall(r"\{([^{}]*)\}", GAME.drawing.STYLE):
        wide = re.search(r"stroke-width:([\d.]+)", rule)
        assert not wide or float(wide[1]) < 7 or "stroke-linejoin:round" in rule, rule


def test_coins_of_the_forecast_that_come_to_one_place_are_one_sign(scene) -> None:
    """Two bots pass a Gift Wrapper on their way to one truck: one sign says +2, beside the star of the one that has no room."""
    game = scene(2).lay("b0", "advanced-fabricator").bots("b0", "PP").lay("b3", "gift-wrapper")
    view = GAME.new_record()
    GAME.rules.view(game.s, 0, view)
    (drawn,) = [p.svg for p in GAME.drawing.draw(view, Marks()) if p.id == "forecast"]
    assert drawn.count("mc-coin-rim") == 1 and ">+2<" in drawn


def test_a_marked_blueprint_says_when_it_is_replaced(scene) -> None:
    """MC-6.4: whether by oneself or by another, both go when the day ends."""
    game = scene(2).blueprint(0, "BB").truck("a", 2, "BB")
    assert "replaced tonight" not in "".join(p.svg for p in GAME.drawing.draw(read_labels(game)[0], Marks()))
    view, labels = read_labels(game.act("complete 0 aa"))
    assert sum("replaced tonight" in p.svg for p in GAME.drawing.draw(view, Marks())) == 2
    assert "both are replaced tonight" in labels["blueprint-1"]
