"""Mechanica: in every phase all actions: the legal ones, and the clause that forbids each of the others."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import ACTIONS

GAME = games.get("mechanica")
FULL = ("a0", "b0", "c0")


def ask_seat(scene: Any, where: str, slug: str, bots: str = "") -> Any:
    """Seat 0 is asked in its run about a bot from b0; seat 1 has nothing to answer."""
    return scene(2).lay(where, slug).bots(where, bots).bots("b0", "B").act("end").act("end", 1)


def fork(scene: Any) -> Any:
    """Where a Fork sends a bot."""
    return ask_seat(scene, "b1", "fork")


def other_fork(scene: Any) -> Any:
    """Where a Fork of seat 1 sends a bot."""
    return scene(2).lay("b1", "fork", seat=1).bots("b0", "B", seat=1).act("end").act("end", 1)


def throw(scene: Any) -> Any:
    """Where a Flight Tester's throw lands."""
    game = scene(2).lay("b1", "flight-tester").lay("b3", "upgrader")
    return game.bots("b0", "B").act("end").act("end", 1)


def crash(scene: Any) -> Any:
    """Return a game that asks which bot on the truck is given up: a Basic or a Deluxe."""
    return scene(2).truck("b", 1, "D").bots("b0", "B").act("end").act("end", 1)


def model(scene: Any) -> Any:
    """Return a game that asks which model a Repurposer makes."""
    return ask_seat(scene, "b1", "repurposer", " B")


def way_out(scene: Any) -> Any:
    """By which exit a Basic leaves a Downgrader."""
    return ask_seat(scene, "b1", "downgrader")


def announce(scene: Any) -> Any:
    """Return a game that asks which model an Overactive Fabricator makes."""
    return scene(2).lay("b0", "overactive-fabricator").act("end")


def keep(scene: Any) -> Any:
    """A Basic lies where a Plus is made."""
    return scene(2).lay("c0", "advanced-fabricator").bots("c0", "B").act("end")


def receive(scene: Any) -> Any:
    """A Basic and a Plus, and holes are free."""
    return scene(2).lay("c0", "advanced-fabricator").shop("downgrader", "", "", "").act("buy 7").act("recycle")


def receive_full(scene: Any) -> Any:
    """A Basic and a Plus, and no hole is free."""
    game = scene(2)
    for slot in FULL:
        game.bots(slot, "D")
    return game.shop("downgrader", "", "", "").act("buy 7").act("recycle")


def gift(scene: Any) -> Any:
    """Seat 1 receives a Basic or a Plus; seat 2 has placed it."""
    game = scene(3).lay("a0", "overactive-fabricator").lay("b0", "advanced-fabricator", seat=1)
    return game.act("end").act("make deluxe").act("place plus a0 centre", 2)


def gift_full(scene: Any) -> Any:
    """Seat 1 receives a Basic or a Plus, and no hole is free."""
    game = scene(3).lay("a0", "overactive-fabricator")
    for slot in FULL:
        game.bots(slot, "D", seat=1)
    return game.act("end").act("make deluxe").act("place plus a0 centre", 2)


def turn(scene: Any) -> Any:
    """A turn with 5 coins."""
    game = scene(2).truck("a", 2, "DP").truck("c", 3, "B").money(5).shop("upgrader", "", "upgrader", "fork")
    game.s.completed = 3
    return game.lay("a1", "upgrader").lay("b0", "advanced-fabricator").lay("c4", "fork")


def install(scene: Any) -> Any:
    """An Upgrader has been bought."""
    return scene(2).lay("b1", "downgrader").shop("upgrader", "", "", "").act("buy 7")


def fabricator(scene: Any) -> Any:
    """A Fabricator has been bought; it does not fit before a tile that turns its side."""
    return scene(2).lay("b1", "downgrader", 1).lay("c1", "fork").shop("", "advanced-fabricator", "", "").act("buy 5")


def install_fork(scene: Any) -> Any:
    """A Fork has been bought."""
    return scene(2).lay("b1", "downgrader").act("buy fork")


def over(scene: Any) -> Any:
    """Nothing is left to buy."""
    return scene(2).stack(0, 0).shop("", "", "", "").act("end").act("end")


WORKDAY, OTHERS_TURN, FABRICATORS = {"": 301}, {"": 302}, {"": 403}
TURN = {
    "go": 506, "land": 506, "give": 506, "make": 403, "keep": 403, "place": 407, "sell": 401, "complete": 601, "buy": 402,
    "truck": 704, "demolish": 705, "install": 701, "recycle": 402, "end": 0,
}  # fmt: skip
INSTALL = {**TURN, "sell": 402, "complete": 402, "truck": 402, "end": 402}
CASES = [
    (fork, 0, WORKDAY, {"go": 802}, "go north, go east"),
    (fork, 1, WORKDAY, {}, ""),
    (other_fork, 0, WORKDAY, {}, ""),
    (other_fork, 1, WORKDAY, {"go": 802}, "go north, go east"),
    (throw, 0, WORKDAY, {"land": 804}, "land b3, land truck b"),
    (crash, 0, WORKDAY, {"give": 504}, "give up basic, give up deluxe"),
    (crash, 1, WORKDAY, {}, ""),
    (model, 0, WORKDAY, {}, "make basic, make plus, make deluxe"),
    (way_out, 0, WORKDAY, {"go": 802}, "go north, go east, go south"),
    (announce, 0, FABRICATORS, {}, "make plus, make deluxe"),
    (announce, 1, OTHERS_TURN, {}, ""),
    (keep, 0, FABRICATORS, {}, "keep basic, keep plus"),
    (keep, 1, OTHERS_TURN, {}, ""),
    (receive, 0, {"": 407}, {"place basic a0 second": 103, "place plus a0 second": 103, "place basic b0 second": 103,
        "place plus b0 second": 103}, "place basic a0 centre, place basic b0 centre, place basic c0 centre, "
        "place basic c0 second, place plus a0 centre, place plus b0 centre, place plus c0 centre, place plus c0 second"),
    (receive, 1, OTHERS_TURN, {}, ""),
    (receive_full, 0, {"": 407}, {f"place {m} {slot} second": 103 for m in ("basic", "plus") for slot in FULL},
        "give up basic, give up plus, place basic a0 centre, place basic b0 centre, place basic c0 centre, "
        "place plus a0 centre, place plus b0 centre, place plus c0 centre"),
    (gift, 0, FABRICATORS, {}, ""),
    (gift, 1, FABRICATORS, {"give up basic": 407, "place basic a0 second": 103, "place plus a0 second": 103,
        "place basic c0 second": 103, "place plus c0 second": 103}, "place basic a0 centre, place basic b0 centre, "
        "place basic b0 second, place basic c0 centre, place plus a0 centre, place plus b0 centre, place plus b0 second, "
        "place plus c0 centre"),
    (gift, 2, FABRICATORS, {}, ""),
    (gift_full, 1, FABRICATORS, {f"place {m} {slot} second": 103 for m in ("basic", "plus") for slot in FULL},
        "give up basic, place basic a0 centre, place basic b0 centre, place basic c0 centre, "
        "place plus a0 centre, place plus b0 centre, place plus c0 centre"),
    (turn, 0, TURN, {"complete": 602, "buy 7": 105, "truck huge c": 704, "truck big c": 704, "truck big a": 704},
        "sell all, sell plus a, sell deluxe a, sell basic c, buy 3, buy 1, buy fork, truck huge a, truck big b, truck huge b, "
        "demolish a1, demolish b0, demolish c4, end"),
    (turn, 1, OTHERS_TURN, {}, ""),
    (over, 0, {"": 303}, {}, ""),
    (over, 1, {"": 303}, {}, ""),
]  # fmt: skip


def clauses(game: Any, seat: int) -> dict[str, int]:
    """For each action the clause that forbids it, 0 if it is legal."""
    v = game.view(seat)
    return {name: int(GAME.rules.refusal(v, seat, code)) for code, name in enumerate(ACTIONS)}


@pytest.mark.parametrize(("position", "seat", "usual", "others", "legal"), CASES)
def test_all_actions(
    scene, position: Any, seat: int, usual: dict[str, int], others: dict[str, int], legal: str
) -> None:
    """MC-3.1, MC-3.2, MC-4.1 to 4.7, MC-5.4, MC-5.6, MC-6.2, MC-7.4, MC-7.5, MC-8.2, MC-8.4: what may be done, and why not the rest."""
    game = position(scene)
    names = legal.split(", ") if legal else []
    assert game.names(seat) == names
    expected = {}
    for name in ACTIONS:
        first = name.split()[0]
        clause = others.get(name, others.get(first, usual.get(first, usual.get("", -1))))
        expected[name] = 0 if name in names else clause
    assert clauses(game, seat) == expected


@pytest.mark.parametrize(
    ("position", "not_now", "not_recycled"), [(install, 402, 0), (fabricator, 402, 0), (install_fork, 406, 402)]
)
def test_installing(scene, position: Any, not_now: int, not_recycled: int) -> None:
    """MC-4.2, MC-4.6, MC-7.1, MC-7.2: where a tile is laid, or recycled; what lies there may be demolished."""
    game = position(scene)
    found = clauses(game, 0)
    assert [name for name, clause in found.items() if clause == 0] == game.names()
    lying = [f"demolish {name}" for name in ("b1", "c1") if game.s.tiles[0][7 if name == "b1" else 13]]
    assert [name for name in game.names() if name.startswith("demolish")] == lying
    assert found["recycle"] == not_recycled
    for name, clause in found.items():
        first = name.split()[0]
        if first in ("sell", "complete", "buy", "truck", "end"):
            assert clause == not_now
        elif first in ("go", "land", "give", "make", "keep", "place"):
            assert clause == TURN[first]
        elif first == "demolish":
            assert clause == (0 if name in lying else 705)
        elif first == "install":
            slot = len(name.split()) == 2
            flat = position is not fabricator and (not name.endswith("flipped") or position is install_fork)
            assert clause in ((0, 702) if (slot if position is fabricator else flat and not slot) else (701,))
    if position is fabricator:
        assert [found[f"install {slot}"] for slot in FULL] == [0, 702, 0]


@pytest.mark.parametrize("bots", ["B", "P", "D"])
@pytest.mark.parametrize("row", "abc")
def test_mc_4_1_selling_all_is_possible_with_any_bot(scene, row: str, bots: str) -> None:
    """MC-4.1: whichever it is, on whichever truck."""
    game = scene().truck(row, 1, bots)
    assert game.refusal("sell all") == 0 and "sell all" in game.names()


def test_mc_8_4_landing_places_of_all_rows(scene) -> None:
    """MC-5.6, MC-8.4: east over row a, then down column 3."""
    game = scene(1).lay("a1", "flight-tester").lay("a3", "flight-tester", 1).lay("a4", "fork", 2).bots("a0", "B")
    game.lay("b3", "gift-wrapper").lay("c3", "upgrader").act("end")
    assert game.names() == ["land a3", "land a4", "land truck a"]
    game.act("land a3")
    assert game.names() == ["land b3", "land c3"]
    game.act("land c3")
    assert game.at("c3") == "P" and game.s.wallet[0] == 9


def read_refusal(game: Any, name: str) -> str:
    """The sentence with which an action of seat 0 is refused."""
    v, code = game.view(0), ACTIONS.index(name)
    return str(GAME.words.refusal(v, 0, code, int(GAME.rules.refusal(v, 0, code))))


@pytest.mark.parametrize(
    ("position", "name", "part"),
    [
        (fork, "go west", "has no exit"),
        (throw, "land b2", "Choose a tile in the Flight Tester’s line"),
        (crash, "give up plus", "That bot does not arrive there"),
        (turn, "go west", "Your factory is not running now"),
    ],
)
def test_answers_that_are_none(scene, position: Any, name: str, part: str) -> None:
    """MC-8.2, MC-8.4, MC-5.4, MC-5.6: what is said of an answer that the tile does not allow."""
    assert part in read_refusal(position(scene), name)


def test_mc_6_1_trucks_of_like_bots(scene) -> None:
    """MC-6.1: one way has one name; of the other names it is not said that the bots are missing."""
    game = scene().truck("a", 1, "B").truck("b", 2, "PB").truck("c", 1, "P").blueprint(0, "BB").blueprint(1, "BPP")
    assert [name for name in game.names() if name.startswith("complete")] == [
        "complete 0 ab",
        "complete 1 abc",
        "complete 1 bbc",
    ]
    for name, right in (("0 ba", "0 ab"), ("1 acb", "1 abc"), ("1 bcb", "1 bbc")):
        assert game.refusal(f"complete {name}") == 601
        assert read_refusal(game, f"complete {name}").endswith(f"“complete {right}”.")
    for name in ("0 aa", "0 ca", "1 aab", "1 cbb"):
        assert game.refusal(f"complete {name}") == 601
        assert (
            read_refusal(game, f"complete {name}")
            == "Those trucks do not hold the bots of the blueprint. Choose trucks with exactly these bots."
        )
    assert "needs two Basics. Choose a truck for each of these 2" in read_refusal(game, "complete 0 abc")
    assert "needs a Basic and two Pluses. Choose a truck for each of these 3" in read_refusal(game, "complete 1 ab")
