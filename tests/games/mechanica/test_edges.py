"""Mechanica: the edges of the clauses, found by changing the rules one by one."""

from __future__ import annotations

import pytest

from enginehouse.conformance.cases import make_view
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica import workday
from enginehouse.games.mechanica.building import misfit
from enginehouse.games.mechanica.parts import ACTIONS, BLUEPRINTS, TILES, Question
from enginehouse.games.mechanica.rules import armand_worth
from enginehouse.games.mechanica.state import MakingStep, Phase, Told
from enginehouse.games.mechanica.trading import blueprint

GAME = games.get("mechanica")
SLOTS = ("a0", "b0", "c0")


def full(game, bots: str, seat: int = 0):
    """All three slots are full: Advanced Fabricators with two bots each, or bare slots with one."""
    for slot in SLOTS:
        game.bots(slot, bots, seat)
        if len(bots) == 2:
            game.lay(slot, "advanced-fabricator", seat=seat)
    return game


def recycle_tile(game, slug: str):
    """A tile has been bought and recycled."""
    return game.shop(slug, "", "", "").money(7).act("buy 7").act("recycle")


# -- 3 Workday ---------------------------------------------------------------------------------------------------------


def test_mc_3_1_question_after_question(scene) -> None:
    """MC-3.1, MC-5.6, MC-1.6: what each is asked about, with the bot; an answer leads to the next question, until all are done."""
    game = scene(2).lay("b1", "fork").lay("b2", "fork").bots("b0", "P").lay("a2", "repurposer").bots("a2", " D")
    game.lay("b1", "fork", seat=1).bots("b0", "B", seat=1).act("end").act("keep plus").act("end", 1)
    fork, model = int(Question.FORK), int(Question.MODEL)
    assert list(game.s.asking[0]) == [fork, 7, 0b11, 2, 18] and list(game.s.asking[1]) == [fork, 7, 0b11, 1, 18]
    game.act("go east", 0)
    assert list(game.s.asking[0]) == [fork, 8, 0b11, 2, 18] and list(game.s.answers[0][:3]) == [1, 0, 0]
    game.act("go east", 0)
    assert list(game.s.asking[0]) == [0] * 5 and game.asked() == 0b10 and list(game.s.answer[:2]) == [1, 0]
    mechanica = games.get("mechanica")
    assert [list(make_view(mechanica, game.s, seat).answered[:2]) for seat in (-1, 0, 1)] == [[0, 0], [2, 0], [0, 0]]
    game.act("go east", 1)
    assert (
        game.at("truck b") == "P" and list(game.s.answered[:2]) == [2, 1] and list(game.s.answers[0][:3]) == [1, 1, 0]
    )
    for seat in (-1, 0, 1):  # which way each bot went was told: it stays on the table until the next run
        seen = make_view(mechanica, game.s, seat)
        assert list(seen.answered[:2]) == [2, 1] and list(seen.answers[0][:3]) == [1, 1, 0]
    workday.start_day(game.s, Events(64))
    assert list(game.s.answered[:2]) == [0, 0] and list(game.s.answers[0][:3]) == [0] * 3
    game = scene(1).lay("b1", "fork").lay("a1", "repurposer", 3).bots("a1", " D").bots("b0", "P").act("end")
    game.act("keep plus").act("go north")
    assert list(game.s.asking[0]) == [model, 1, 0b1110, 2, 3]
    game.act("make deluxe")
    assert game.at("a1") == "D" and game.phase == Phase.TURN


# -- 4.1 Sell ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("model", "rest", "price"), [("deluxe", "PB", 6), ("plus", "DB", 4), ("basic", "DP", 2)])
@pytest.mark.parametrize("row", "abc")
def test_mc_4_1_any_bot_of_a_truck(scene, row: str, model: str, rest: str, price: int) -> None:
    """MC-4.1: the others close up; it is told."""
    game = scene().truck(row, 3, "DPB").money(0).act(f"sell {model} {row}")
    assert (game.at(f"truck {row}"), game.s.wallet[0]) == (rest, price)
    sold = game.told(Told.SOLD)[0]
    model_number = ("basic", "plus", "deluxe").index(model) + 1
    assert (sold.a, sold.b, sold.c, sold.d) == (0, 6 * "abc".index(row) + 5, model_number, price)


# -- 4.3 Make bots -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", SLOTS)
def test_mc_4_3_each_centre_hole_is_asked_about(scene, slot: str) -> None:
    """MC-4.3: a Plus is made where a Deluxe lies in the centre hole; the second hole is left alone."""
    game = scene().lay(slot, "advanced-fabricator").bots(slot, "DB").act("end")
    assert game.phase == Phase.KEEP and game.s.making == SLOTS.index(slot)
    assert game.names() == ["keep plus", "keep deluxe"]
    assert [game.refusal(f"keep {model}") for model in ("basic", "plus", "deluxe")] == [403, 0, 0]
    game.act("keep plus")
    assert game.at(slot) == "PB" and game.phase == Phase.TURN
    made = game.told(Told.MADE)[0]
    assert (made.a, made.b, made.c, made.d) == (0, SLOTS.index(slot), 2, 3)


def test_mc_4_3_announced_before_it_is_made(scene) -> None:
    """MC-4.3: the model is told, then the owner is asked which of the two bots stays."""
    game = scene(2).lay("b0", "overactive-fabricator").bots("b0", "P").act("end").act("make deluxe")
    assert [(e.a, e.b, e.c, e.d) for e in game.told(Told.ANNOUNCED)] == [(0, 3, 1, 0)]
    assert (game.phase, game.s.announced, game.s.step, game.s.making) == (Phase.KEEP, 3, MakingStep.MAKE, 1)


def test_mc_4_3_gifts_are_announced_in_turn_order(scene) -> None:
    """MC-4.3: all have answered: each receives its bot, from the next player on; who had no choice is not told of."""
    game = full(scene(4).lay("a0", "overactive-fabricator", seat=2), "B", seat=1)
    game.s.first = game.s.turn = 2
    game.act("end").act("make plus")
    assert game.asked() == 0b1001
    game.act("place basic c0 centre", 0).act("place basic b0 centre", 3)
    assert [(e.kind, e.a, e.b, e.c, e.d) for e in game.events if e.kind in (Told.RECEIVED, Told.GAVE_UP)] == [
        (Told.RECEIVED, 3, 18, 1, 0),
        (Told.RECEIVED, 0, 36, 1, 0),
    ]


def test_mc_4_3_a_gift_into_a_full_start_zone(scene) -> None:
    """MC-4.3, MC-4.7: a gift given up is told as a Basic, whatever might have been chosen."""
    game = full(scene(2).lay("a0", "overactive-fabricator"), "D", seat=1).act("end").act("make deluxe")
    places = [f"place {m} {slot} centre" for m in ("basic", "plus") for slot in SLOTS]
    assert game.names(1) == ["give up basic", *places]
    assert [game.refusal(f"give up {m}", 1) for m in ("basic", "plus", "deluxe")] == [0, 403, 403]
    game.act("give up basic", 1)
    assert [(e.a, e.b, e.c, e.d) for e in game.told(Told.GAVE_UP)] == [(1, 1, 0, 0)] and game.at("a0", 1) == "D"


@pytest.mark.parametrize(("bots", "asked"), [("BB", 0), ("BP", 2), ("PB", 2), ("B ", 2), (" B", 2)])
def test_mc_4_3_second_holes_count(scene, bots: str, asked: int) -> None:
    """MC-4.3, MC-4.7: a Basic changes nothing where all six holes hold a Basic."""
    game = full(scene(2).lay("a0", "overactive-fabricator"), bots, seat=1).act("end").act("make plus")
    assert game.asked() == (asked or 1 << game.s.turn)
    assert (game.refusal("give up basic", 1) == 0) == (asked > 0 and " " not in bots)


def test_mc_11_2_is_told(scene) -> None:
    """MC-11.2: what ARMAND-0 gets."""
    game = scene(1).lay("a0", "overactive-fabricator").act("end").act("make deluxe")
    assert [(e.a, e.b, e.c, e.d) for e in game.told(Told.ARMAND_PAID)] == [(5, 0, 0, 0)]


# -- 4.7 Received bots -------------------------------------------------------------------------------------------------


def test_mc_4_7_giving_up_one_of_two(scene) -> None:
    """MC-4.7: with all holes full each of the models may be given up; the other is still to be placed."""
    game = recycle_tile(full(scene(), "D"), "downgrader")
    places = [f"place {m} {slot} centre" for m in ("basic", "plus") for slot in SLOTS]
    assert game.names() == ["give up basic", "give up plus", *places]
    assert [game.refusal(f"give up {m}") for m in ("basic", "plus", "deluxe")] == [0, 0, 407]
    game.act("give up basic")
    assert game.s.received == [0, 0, 1, 0] and game.at("b0") == "D"
    assert [(e.a, e.b, e.c, e.d) for e in game.told(Told.GAVE_UP)] == [(0, 1, 0, 0)]
    game.act("place plus b0 centre")
    received = game.told(Told.RECEIVED)[0]
    assert (received.a, received.b, received.c, received.d) == (0, 18, 2, 3)
    assert game.s.received == [0, 0, 0, 0] and game.phase == Phase.TURN


@pytest.mark.parametrize("slot", SLOTS)
def test_mc_4_7_second_holes(scene, slot: str) -> None:
    """MC-4.7: a laid Fabricator has a second hole, a bare slot has not."""
    game = recycle_tile(scene().lay(slot, "advanced-fabricator"), "duplicator")
    assert [game.refusal(f"place basic {one} second") for one in SLOTS] == [0 if one == slot else 103 for one in SLOTS]
    assert [game.refusal(f"place basic {one} centre") for one in SLOTS] == [0, 0, 0]
    game.act(f"place basic {slot} second")
    assert game.at(slot) == " B" and game.s.received == [0, 1, 0, 0]
    game.act("place basic a0 centre")
    assert game.at("a0") == ("BB" if slot == "a0" else "B") and game.phase == Phase.TURN


# -- 5 Running the factory ---------------------------------------------------------------------------------------------


def test_mc_5_1_who_waits_is_there_whoever_came_first(scene) -> None:
    """MC-5.1, MC-5.8: a bot of the same model arrives from the east, where the rides begin; two are in the Repurposer."""
    game = scene().lay("b1", "repurposer", 2).bots("b1", " B").lay("b2", "upgrader", 2).bots("b2", "B")
    asked = game.run()
    assert (asked.question, asked.place) == ("model", "b1")


def test_mc_8_3_coins_come_on_top(scene) -> None:
    """MC-8.3: what a run brings is added to what is in the Wallet and in the Vault."""
    game = scene(1).lay("b1", "flight-tester").lay("b2", "fork", 2).lay("a1", "gift-wrapper").bots("a0", "P")
    game.money(3, 5).bots("b0", "B").act("end").act("land truck b")
    assert (game.s.wallet[0], game.s.vault[0]) == (4, 6)


def test_mc_5_1_a_run_is_described(scene) -> None:
    """MC-5.1 to 5.5, MC-8.3: everything that a run brings, one after the other, then what it came to."""
    game = scene(2).lay("a1", "gift-wrapper", seat=1).lay("a2", "upgrader", 2, seat=1).bots("a0", "D", seat=1)
    game.lay("b1", "flight-tester", seat=1).lay("b3", "upgrader", seat=1).bots("b3", "P", seat=1)
    game.lay("c1", "static-charger", seat=1).lay("c3", "downgrader", seat=1).lay("c0", "advanced-fabricator", seat=1)
    game.bots("b0", "B", seat=1).bots("c0", "PP", seat=1).truck("b", 2, "D", seat=1)
    game.act("end").act("end", 1).act("land b3", 1)
    assert [(e.a, e.b, e.c, e.d) for e in game.told(Told.RUNS) + game.told(Told.RAN)] == [(1, 2, 0, 0), (1, 2, 100, 2)]
    told = [(e.kind, e.a, e.b, e.c, e.d) for e in game.events if e.kind not in (Told.RUNS, Told.RAN, Told.TURN)]
    east = 1
    assert told == [
        (Told.LEFT, 1, 27, 2, 0), (Told.RODE, 1, 10, 0, 0), (Told.RODE, 1, 11, 0, 0), (Told.ARRIVED, 1, 11, 2, 0),
        (Told.LEFT, 1, 0, 3, 0), (Told.RODE, 1, 1, 0, 0), (Told.COIN, 1, 1, 0, 0), (Told.LOST, 1, 4 * 1 + east, 0, 0),
        (Told.LEFT, 1, 18, 1, 0), (Told.RODE, 1, 7, 0, 0), (Told.THROWN, 1, 9, 0, 0), (Told.ARRIVED, 1, 9, 1, 0),
        *[
            (Told.LEFT, 1, hole, 2, 0) if k == 0 else (Told.CHARGED, 1, 13, 0, 0) if k == 2
            else (Told.ARRIVED, 1, 15, 2, 0) if k == 5 else (Told.RODE, 1, (0, 13, 0, 14, 15)[k], 0, 0)
            for hole in (36, 37) for k in range(6)
        ],
        (Told.CRASHED, 1, 15, 2, 0), (Told.ACTIVATED, 1, 9, 2, 0), (Told.ACTIVATED, 1, 15, 1, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("column", range(1, 5))
@pytest.mark.parametrize("row", "abc")
def test_mc_5_4_and_5_5_in_every_cell(scene, row: str, column: int) -> None:
    """MC-5.4, MC-5.5: two bots meet in a Downgrader; the one that stays is asked for its exit."""
    cell = f"{row}{column}"
    game = scene().lay(f"{row}0", "advanced-fabricator").bots(f"{row}0", "BP").lay(cell, "downgrader")
    asked = game.run()
    assert (asked.question, asked.place, asked.options) == ("crash", cell, {"B", "P"})
    assert game.run("B").rest == {cell: "BBB"}
    exits = game.run("P")
    assert (exits.question, exits.place, exits.options) == ("exit", cell, {"north", "east", "south"})
    assert [game.run("P", side).rest for side in ("east", "north", "south")] == [
        {cell: "B"}, {cell: " B"}, {cell: "  B"}
    ]  # fmt: skip


# -- 6 Blueprints ------------------------------------------------------------------------------------------------------


def completing(game) -> list[str]:
    """The ways that are offered between selling and buying."""
    names = game.names()
    ways = [name.removeprefix("complete ") for name in names if name.startswith("complete")]
    first = next(k for k, name in enumerate(names) if not name.startswith("sell"))
    assert [f"complete {way}" for way in ways] == names[first : first + len(ways)] and names[-1] == "end"
    return ways


@pytest.mark.parametrize(
    ("bots", "trucks", "ways"),
    [
        ("BB", ("", "", "BB"), ["cc"]),
        ("BBB", ("BBB", "", ""), ["aaa"]),
        ("BBB", ("BBB", "BBB", "BBB"), ["aaa", "aab", "aac", "abb", "abc", "acc", "bbb", "bbc", "bcc", "ccc"]),
        ("BBBB", ("BBB", "B", ""), ["aaab"]),
        ("BBBB", ("B", "B", "BB"), ["abcc"]),
        ("BPD", ("DPB", "", "D"), ["aaa", "aac"]),
        ("BPD", ("", "PB", "DD"), ["bbc"]),
        ("BPD", ("", "PB", ""), []),
        ("DDD", ("D", "D", "P"), []),
        ("PP", ("P", "PB", "P"), ["ab", "ac", "bc"]),
    ],
)
@pytest.mark.parametrize("which", [0, 1])
def test_mc_6_1_every_way(scene, bots: str, trucks: tuple[str, ...], ways: list[str], which: int) -> None:
    """MC-6.1: all ways that leave different trucks, each once; all others are refused."""
    game = scene().blueprint(which, bots)
    game.s.completed = 1 << (1 - which)
    for row, load in zip("abc", trucks, strict=True):
        game.truck(row, 3, load)
    assert completing(game) == [f"{which} {way}" for way in ways]
    every = [name for name in ACTIONS if name.startswith(f"complete {which}")]
    assert [name for name in every if game.refusal(name) == 0] == [f"complete {which} {way}" for way in ways]
    assert {game.refusal(name) for name in every} <= {0, 601}
    if ways:
        game.act(f"complete {which} {ways[-1]}")
        paid = game.told(Told.COMPLETED)[0]
        pay = next(one.pay for one in BLUEPRINTS if "".join("?BPD"[m] for m in one.bots) == bots)
        assert (paid.a, paid.b, BLUEPRINTS[paid.c].pay, paid.d, game.s.vault[0]) == (0, which, pay, pay, pay)
        assert {game.refusal(name) for name in every} == {602} and completing(game) == []


def test_mc_6_2_each_is_remembered(scene) -> None:
    """MC-6.2: after completing both, both are refused; in the next turn both may be completed again."""
    game = scene(2).blueprint(0, "BB").blueprint(1, "PP")
    for row in "ab":
        game.truck(row, 2, "BB", seat=0).truck(row, 2, "PP", seat=1)
    game.truck("b", 2, "PP").truck("a", 2, "BB", seat=1)
    game.act("complete 1 bb").act("complete 0 aa")
    assert [game.refusal(name) for name in ("complete 0 aa", "complete 1 bb")] == [602, 602]
    assert completing(game.act("end")) == ["0 aa", "1 bb"]


def test_mc_6_4_is_told(scene) -> None:
    """MC-6.4: which blueprints are turned up."""
    game = scene(2).blueprint(0, "BB").truck("a", 2, "BB").act("complete 0 aa").act("end").act("end")
    (told,) = game.told(Told.BLUEPRINTS)
    assert (told.a, told.b, told.c, told.d) == (blueprint(game.s, 0), blueprint(game.s, 1), 0, 0) and told.a != told.b


# -- 7 Installing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("neighbour", "slug", "turn", "side"),
    [("a2", "downgrader", 0, 1), ("b3", "downgrader", 3, 2), ("c2", "downgrader", 0, 3), ("b1", "gift-wrapper", 1, 4)],
)
def test_mc_7_2_the_side_that_does_not_fit(scene, neighbour: str, slug: str, turn: int, side: int) -> None:
    """MC-7.2: beside an Upgrader (entrance west, exit east): the players are told on which side a tile would not fit."""
    game = scene().lay(neighbour, "upgrader", 1 if neighbour == "b3" else 0)
    tile = scene().lay("b2", slug, turn).s.tiles[0][8]
    assert misfit(game.s.tiles[0], 8, tile) == side and misfit(scene().s.tiles[0], 8, tile) == 0


def test_mc_7_2_the_side_is_named(scene) -> None:
    """MC-7.2: in the sentence for the player."""
    game = scene().lay("b1", "upgrader").shop("gift-wrapper", "", "", "").act("buy 7")
    said = [GAME.words.refusal(game.view(0), 0, ACTIONS.index(f"install b2 {turn}"), 702) for turn in (1, 2)]
    assert "its west flat side" in said[0] and "its west exit" in said[1]


@pytest.mark.parametrize(("where", "others"), [("a1", ("a0", "a2")), ("b0", ("a4", "b1"))])
def test_mc_7_5_only_the_bots_on_the_tile(scene, where: str, others: tuple[str, str]) -> None:
    """MC-7.5: bots on the tiles beside it stay."""
    game = scene().lay(where, "advanced-fabricator" if where == "b0" else "duplicator").bots(where, "PP")
    for other in others:
        game.bots(other, "DDD")
    game.act(f"demolish {where}")
    assert [game.at(one) for one in (where, *others)] == ["", "DDD", "DDD"]
    demolished = game.told(Told.DEMOLISHED)[0]
    assert (demolished.a, demolished.b, demolished.d) == (0, {"a1": 1, "b0": 6}[where], 0)


@pytest.mark.parametrize("row", "abc")
def test_mc_7_4_each_truck(scene, row: str) -> None:
    """MC-4.6, MC-7.4: a larger truck in each row; it is told."""
    place = 6 * "abc".index(row) + 5
    for size, price in (("big", 3), ("huge", 5)):
        game = scene().money(9).act(f"truck {size} {row}")
        (told,) = game.told(Told.TRUCK)
        assert (told.a, told.b, told.c, told.d) == (0, place, 2 + (size == "huge"), 0)
        assert game.s.tiles[0][place] == told.c and game.s.wallet[0] == 9 - price


@pytest.mark.parametrize("where", ["a1", "c4"])
def test_mc_7_3_the_bots_are_destroyed(scene, where: str) -> None:
    """MC-7.3, MC-7.5: those on the tile that is laid over."""
    game = scene().lay(where, "duplicator").bots(where, "PD").shop("", "", "", "upgrader").act("buy 1")
    game.act(f"install {where} 0")
    assert game.at(where) == "" and game.s.recycler[3] == 1
    (told,) = game.told(Told.INSTALLED)
    assert (told.a, told.c, told.d) == (0, 2, 0)


# -- 9 End -------------------------------------------------------------------------------------------------------------


def test_mc_9_1_nobody_else_scores(scene) -> None:
    """MC-9.1: seats that are not there have no points and no rank."""
    out = [7] * 16
    GAME.rules.scores(scene(3).s, out)
    assert out == [8, 8, 8, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0]


# -- 11 Solo -----------------------------------------------------------------------------------------------------------


def test_mc_11_3_one_improvement_is_left_in_the_stack(scene) -> None:
    """MC-11.3: as long as there is one in the stack, an empty shop does not end the game."""
    game = scene(1).stack(1).shop("", "upgrader", "", "").act("buy 5").act("install b2 0")
    assert game.s.reason == 0 and game.phase == Phase.TURN


def test_mc_11_3_what_its_improvements_are_worth(scene) -> None:
    """MC-11.3: each kind counts six times its value."""
    game = scene(1)
    for kind in range(1, 10):
        before = armand_worth(game.s)
        game.s.robot[kind] = 2
        assert armand_worth(game.s) - before == 12 * TILES[kind].value > 0
