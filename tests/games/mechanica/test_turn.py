"""Mechanica, sections 1 to 4, 6 and 9: parts, setup, workday, turn, blueprints, end."""

from __future__ import annotations

from collections import Counter

import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.records.hidden import at, count
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.parts import (
    BLUEPRINTS,
    EXTRAS,
    IMPROVEMENTS,
    KIND_OF,
    PRICES,
    STACK,
    TILES,
)
from enginehouse.games.mechanica.state import Phase, Told
from enginehouse.games.mechanica.trading import blueprint

GAME = games.get("mechanica")


# -- 1 Parts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "money"), [("B", 2), ("P", 4), ("D", 6)])
def test_mc_1_1_prices_of_bots(scene, bots: str, money: int) -> None:
    """MC-1.1, MC-4.1: a Basic brings 2, a Plus 4, a Deluxe 6, into the Wallet."""
    game = scene().truck("a", 1, bots).money(0).act("sell all")
    assert (game.s.wallet[0], game.s.vault[0], game.at("truck a")) == (money, 0, "")


def test_mc_1_2_three_of_each_of_nine() -> None:
    """MC-1.2: 27 improvements, nine kinds; all of them are in the stack, among the Extras or in the shop."""
    assert Counter(KIND_OF[1:28].tolist()) == dict.fromkeys(range(1, 10), 3)
    s = Match.new(GAME, 3, seed=4).state
    lying = [int(KIND_OF[at(s, zone, k)]) for zone in (STACK, EXTRAS) for k in range(count(s, zone))]
    assert Counter([*lying, s.shop[0], s.shop[1]]) == dict.fromkeys(range(1, IMPROVEMENTS + 1), 3)


def test_mc_1_3_belts_run_east(scene) -> None:
    """MC-1.3: rows a to c are belts from the Start Zone to their trucks; b0 is the Basic Fabricator."""
    game = scene().bots("a0", "P").bots("b0", "B").bots("c0", "D")
    assert game.run().rest == {"truck a": "P", "truck b": "B", "truck c": "D"}


def test_mc_1_4_trucks_hold_one_two_three(scene) -> None:
    """MC-1.4: Small 1, Big 2, Huge 3; each row starts with a Small one."""
    s = Match.new(GAME, 4, seed=1).state
    assert [s.tiles[3][place] for place in (5, 11, 17)] == [1, 1, 1]
    for size in (1, 2, 3):
        game = scene().truck("b", size, "P" * size).bots("b0", "P")
        assert game.run().at("truck b") == "P" * size and game.run().destroyed == 1


def test_mc_1_5_the_vault_cannot_be_spent_and_all_see_it(scene) -> None:
    """MC-1.5: money in hand pays, money in the Vault does not; MC-1.5 shows both to all."""
    game = scene().shop("upgrader", "", "", "").money(6, 50)
    assert "buy 7" not in game.names() and game.refusal("buy 7") == 105
    assert "buy 7" in game.money(7).names()
    assert game.view(1).vault[0] == 0 and game.money(7, 9).view(1).vault[0] == 9 and game.view(-1).wallet[0] == 7


def test_mc_1_6_what_is_hidden(scene) -> None:
    """MC-1.6: stack, Extras and blueprints to come are hidden; a blueprint put back under its stack is not."""
    game = scene(2)
    v = game.view(0)
    assert all(at(v, zone, k) == -1 for zone in (STACK, EXTRAS) for k in range(count(v, zone)))
    for which in range(2):
        row = [at(v, 3 + which, k) for k in range(count(v, 3 + which))]
        assert row[-1] > 0 and set(row[:-1]) == {-2}
    game.s.marked = 1
    game.act("end").act("end")
    v = game.view(1)
    row = [at(v, 3, k) for k in range(count(v, 3))]
    assert row[-1] > 0 and row[-2] > 0 and set(row[:-2]) == {-2}


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


def test_mc_2_1_money_bot_and_first_player() -> None:
    """MC-2.1: 8 in the Wallet, one Basic made before; the first player is random. MC-3.1: its first run is over."""
    firsts = Counter(Match.new(GAME, 4, seed=seed).actors()[0] for seed in range(200))
    assert set(firsts) == {0, 1, 2, 3} and min(firsts.values()) > 25
    s = Match.new(GAME, 2, seed=1).state
    assert s.wallet[:2] == [8, 8] and s.vault[:2] == [0, 0]
    assert [hole for hole in range(54) if s.holes[1][hole]] == [33] and s.holes[1][33] == 1


def test_mc_2_1_coins_by_turn_order() -> None:
    """MC-2.1 with `start=even`: Vaults of four players start with 9, 8, 6 and 0 by turn order; all else is alike."""
    firsts = set()
    for seed in range(30):
        s = Match.new(GAME, 4, seed=seed, options={"start": "even"}).state
        plain = Match.new(GAME, 4, seed=seed).state
        firsts.add(s.first)
        assert [s.vault[(s.first + turn) % 4] for turn in range(4)] == [9, 8, 6, 0]
        assert plain.vault[:4] == [0] * 4 and s.wallet == plain.wallet and s.shop == plain.shop
    assert firsts == {0, 1, 2, 3}


@pytest.mark.parametrize("seats", [2, 3])
def test_mc_2_1_fewer_than_four_start_alike(seats: int) -> None:
    """MC-2.1: coins by turn order are for four; it makes no difference that can be proved among fewer."""
    s = Match.new(GAME, seats, seed=3, options={"start": "even"}).state
    assert s.vault[:seats] == [0] * seats


def test_mc_11_4_alone_nothing_is_evened() -> None:
    """MC-2.1, MC-11.4: alone there is no order of turns; ARMAND-0 has what its level gives it."""
    s = Match.new(GAME, 1, seed=3, options={"level": "hard", "start": "even"}).state
    assert s.vault[:2] == [0, 20]


def test_mc_3_1_the_first_run_has_one_outcome(scene) -> None:
    """MC-3.1, MC-2.1: what setup writes down is what a run of the first factory comes to."""
    run = scene().bots("b0", "B").run()
    assert run.question == "" and run.rest == {"truck b": "B"}
    s = Match.new(GAME, 2, seed=1).state
    assert [int(x) for x in run.w[:54]] == s.holes[0]


def test_mc_2_2_shop_and_extras() -> None:
    """MC-2.2: 6 Extras, 21 in the stack, of which two lie on 7 and 5; prices 7, 5, 3, 1."""
    s = Match.new(GAME, 4, seed=2).state
    assert (count(s, STACK), count(s, EXTRAS), PRICES) == (19, 6, (7, 5, 3, 1))
    assert s.shop[0] > 0 and s.shop[1] > 0 and s.shop[2:] == [0, 0]
    first = Counter(Match.new(GAME, 2, seed=seed).state.shop[0] for seed in range(300))
    assert set(first) == set(range(1, 10)) and min(first.values()) > 10


def test_mc_2_3_blueprints() -> None:
    """MC-2.3: stacks of 8 and 7, the tops face-up."""
    s = Match.new(GAME, 2, seed=2).state
    assert (count(s, 3), count(s, 4)) == (8, 7)
    lying = sorted(at(s, 3 + k, j) for k in range(2) for j in range(count(s, 3 + k)))
    assert lying == list(range(28, 43))
    assert s.known[at(s, 3, 7)] == 511 and s.known[at(s, 4, 6)] == 511
    tops = Counter(blueprint(Match.new(GAME, 2, seed=seed).state, 1) for seed in range(300))
    assert len(tops) == 15


def test_mc_10_blueprints_of_the_house() -> None:
    """MC-2.3 and section 10: what each pays."""
    pays = {"".join("BPD"[m - 1] for m in one.bots): one.pay for one in BLUEPRINTS}
    assert pays == {
        "BB": 8, "BP": 10, "PP": 13, "BBB": 13, "BD": 13, "BBP": 15, "BPP": 17, "PD": 16, "DD": 19, "BPD": 20,
        "PPP": 20, "PPD": 23, "PDD": 26, "BBBB": 18, "DDD": 29,
    }  # fmt: skip


# -- 3 Workday ---------------------------------------------------------------------------------------------------------


def test_mc_3_1_all_answer_at_the_same_time(scene) -> None:
    """MC-3.1: runs of different players are independent, both are asked at once, and nothing shows before all are done."""
    game = scene(3)
    for seat in (0, 2):
        game.lay("b1", "fork", seat=seat).bots("b0", "B", seat=seat)
    game.bots("b0", "B", seat=1)
    game.act("end").act("end").act("end")
    assert game.phase == Phase.RUN and game.asked() == 0b101
    assert game.at("truck b", 1) == "B" and game.at("truck b", 0) == ""
    before = game.view(1)
    assert game.names(0) == ["go north", "go east"] and game.refusal("go south", 0) == 802
    assert game.refusal("go east", 1) == 301 and game.refusal("end", 0) == 301
    game.act("go north", 0)
    assert game.asked() == 0b100 and game.refusal("go east", 0) == 301
    assert game.view(1) == before and game.view(2).asking[0][0] == 0 and game.view(0).answers[0][0] == 0
    game.act("go east", 2)
    assert game.phase == Phase.TURN and game.s.turn == 0
    assert (game.at("truck a", 0), game.at("truck b", 2)) == ("B", "B")
    assert [e.a for e in game.told(Told.RAN)] == [0, 2]


def test_mc_3_2_turns_in_order(scene) -> None:
    """MC-3.2: each player in turn order takes a turn."""
    game = scene(3)
    game.s.first = game.s.turn = 1
    seen = []
    for _ in range(6):
        seen.append(game.s.turn)
        assert game.refusal("end", (game.s.turn + 1) % 3) == 302
        game.act("end")
    assert seen == [1, 2, 0, 1, 2, 0]


def test_mc_3_3_and_3_4_the_end_comes_after_a_whole_round(scene) -> None:
    """MC-3.3, MC-3.4: stack and shop empty: the workday is played to its end, then the game is over, and no factory runs."""
    game = scene(2).stack(0, 0).shop("", "", "", "upgrader").bots("b0", "B", seat=1)
    game.s.turn = game.s.done = 0
    game.act("end")
    assert game.s.shop == [0, 0, 0, 0] and game.s.reason == 0
    assert game.phase == Phase.TURN and "end" in game.names(1)
    game.act("end", 1)
    assert game.s.reason == 303 and game.asked() == 0
    assert game.at("b0", 1) == "B" and game.at("truck b", 1) == ""
    assert game.refusal("end", 0) == 303


def test_mc_3_3_four_players_use_up_the_extras(scene) -> None:
    """MC-3.3: with 4 players the Extras must be gone too; with fewer they do not count."""
    for seats, reason in ((3, 303), (4, 0)):
        game = scene(seats).stack(0, 1).shop("", "", "", "")
        game.s.done, game.s.turn = seats - 1, seats - 1
        if seats == 4:
            game.s.shop[0] = 0
        game.act("end")
        assert game.s.reason == reason


def test_mc_3_3_a_full_shop_goes_on(scene) -> None:
    """MC-3.3: as long as one improvement lies in the shop a new workday starts."""
    game = scene(2).stack(0, 0).shop("", "", "upgrader", "").act("end").act("end")
    assert game.s.reason == 303
    game = scene(2).stack(0, 0).shop("", "upgrader", "", "").act("end").act("end")
    assert game.s.reason == 0 and game.s.day == 2 and game.s.shop == [0, 0, 0, 2]


# -- 4 Turn ------------------------------------------------------------------------------------------------------------


def test_mc_4_1_selling_one_by_one(scene) -> None:
    """MC-4.1: any bots from any trucks; the others stay and take up room."""
    game = scene().truck("a", 3, "DPB").truck("c", 1, "B").money(0)
    assert game.names()[:5] == ["sell all", "sell basic a", "sell plus a", "sell deluxe a", "sell basic c"]
    game.act("sell plus a")
    assert (game.at("truck a"), game.s.wallet[0]) == ("DB", 4)
    game.act("sell deluxe a")
    assert (game.at("truck a"), game.s.wallet[0]) == ("B", 10)
    assert game.refusal("sell deluxe a") == 401 and game.refusal("sell basic b") == 401
    game.act("sell all")
    assert game.s.wallet[0] == 14 and game.refusal("sell all") == 401


def test_mc_4_2_buying(scene) -> None:
    """MC-4.2: at the price of the spot; installed or recycled at once; the gap stays until the shop rotates."""
    game = scene().shop("upgrader", "", "gift-wrapper", "").money(10)
    assert game.refusal("buy 5") == 402
    game.act("buy 3")
    assert (game.s.wallet[0], game.s.pending, game.s.shop) == (7, 1, [2, 0, 0, 0])
    assert game.phase == Phase.INSTALL and "end" not in game.names() and game.refusal("buy 7") == 402
    game.act("install b2 0")
    assert game.s.tiles[0][8] == 1 and game.phase == Phase.TURN
    game.act("buy 7")
    assert game.s.wallet[0] == 0 and game.refusal("end") == 402


def test_mc_4_2_recycling(scene) -> None:
    """MC-4.2, MC-4.7: the recycling value in bots, and it goes to the Recycler; demolishing something first is possible."""
    game = scene().shop("downgrader", "", "", "").lay("a1", "fork").money(7).act("buy 7")
    assert "demolish a1" in game.names()
    game.act("recycle")
    assert game.s.recycler[4] == 1 and game.phase == Phase.RECEIVE
    assert game.names() == [f"place {m} {slot} centre" for m in ("basic", "plus") for slot in ("a0", "b0", "c0")]
    game.act("place plus c0 centre")
    assert game.names() == [f"place basic {slot} centre" for slot in ("a0", "b0", "c0")]
    assert game.refusal("place plus a0 centre") == 407 and game.refusal("give up basic") == 407
    game.act("place basic c0 centre")
    assert (game.at("c0"), game.at("a0"), game.phase) == ("B", "", Phase.TURN)


@pytest.mark.parametrize("kind", range(1, 10))
def test_mc_4_2_recycling_values(scene, kind: int) -> None:
    """MC-4.2 and section 8: what each improvement brings when recycled."""
    bots = {1: "P", 2: "P", 3: "BB", 4: "BP", 5: "D", 6: "BP", 7: "BB", 8: "BB", 9: "P"}[kind]
    game = scene().shop(TILES[kind].slug, "", "", "").act("buy 7").act("recycle")
    got = "".join("BPD"[m - 1] * game.s.received[m] for m in (1, 2, 3))
    assert got == bots


def test_mc_4_3_fabricators_make_bots_top_to_bottom(scene) -> None:
    """MC-4.3: Advanced ones a Plus, the Basic one a Basic, each into its centre hole."""
    game = scene().lay("a0", "advanced-fabricator").lay("c0", "advanced-fabricator").act("end")
    assert [e.b for e in game.told(Told.MADE)] == [0, 1, 2]
    assert (game.at("a0"), game.at("b0"), game.at("c0")) == ("P", "B", "P")


def test_mc_4_3_a_full_centre_hole(scene) -> None:
    """MC-4.3: the owner keeps either of the two, asked only if they differ; neither goes to another hole."""
    game = scene().lay("a0", "advanced-fabricator").bots("a0", "D").bots("b0", "B").act("end")
    assert game.phase == Phase.KEEP and game.names() == ["keep plus", "keep deluxe"]
    assert game.refusal("keep basic") == 403 and game.refusal("end") == 403
    other = scene().lay("a0", "advanced-fabricator").bots("a0", "D").act("end").act("keep plus")
    assert other.at("a0") == "P" and other.told(Told.MADE)[0].d == 3
    game.act("keep deluxe")
    assert (game.at("a0"), game.at("b0")) == ("D", "B") and game.s.turn == 1
    assert game.told(Told.MADE)[0].d == 2


def test_mc_4_3_overactive(scene) -> None:
    """MC-4.3: it announces a model; each opponent receives a bot, all answering at once."""
    game = scene(3).lay("b0", "overactive-fabricator").act("end")
    assert game.phase == Phase.ANNOUNCE and game.names() == ["make plus", "make deluxe"]
    assert game.refusal("make basic") == 403
    game.act("make plus")
    assert game.phase == Phase.GIFT and game.asked() == 0b110 and game.at("b0") == "P"
    assert game.names(1) == ["place basic a0 centre", "place basic b0 centre", "place basic c0 centre"]
    assert game.refusal("place plus a0 centre", 1) == 403 and game.refusal("place basic a0 centre", 0) == 403
    assert game.refusal("place basic a0 second", 1) == 103 and game.refusal("make plus", 1) == 403
    game.act("place basic c0 centre", 2)
    assert game.at("c0", 2) == "" and game.asked() == 0b010
    game.act("place basic a0 centre", 1)
    assert (game.at("a0", 1), game.at("c0", 2), game.s.turn) == ("B", "B", 1)


def test_mc_4_3_overactive_deluxe(scene) -> None:
    """MC-4.3, section 8: a Deluxe; each opponent chooses a Basic or a Plus."""
    game = scene(2).lay("a0", "overactive-fabricator").act("end").act("make deluxe")
    assert game.names(1) == [f"place {m} {slot} centre" for m in ("basic", "plus") for slot in ("a0", "b0", "c0")]
    game.act("place plus a0 centre", 1)
    assert (game.at("a0", 1), game.at("a0", 0), game.at("b0", 0)) == ("P", "D", "B")


def test_mc_4_3_overactive_with_a_full_centre_hole(scene) -> None:
    """MC-4.3: announced first, then kept, then given."""
    game = scene(2).lay("a0", "overactive-fabricator").bots("a0", "B").act("end").act("make deluxe")
    assert game.phase == Phase.KEEP and game.names() == ["keep basic", "keep deluxe"]
    game.act("keep basic")
    assert game.phase == Phase.GIFT and game.at("a0") == "B"


def test_mc_4_3_a_gift_that_changes_nothing_is_not_asked(scene) -> None:
    """MC-4.3, MC-4.7: all holes full of the model that is received: one outcome, nobody is asked."""
    game = scene(2).lay("a0", "overactive-fabricator")
    for slot in ("a0", "b0", "c0"):
        game.bots(slot, "B", seat=1)
    game.act("end").act("make plus")
    assert game.phase == Phase.TURN and game.s.turn == 1


def test_mc_4_4_the_shop_rotates(scene) -> None:
    """MC-4.4: one spot cheaper; what leaves 1 falls into the Recycler; the top of the stack comes to 7; gaps move too."""
    game = scene().shop("upgrader", "", "fork", "gift-wrapper")
    game.s.shop[2] = 3
    top = int(KIND_OF[at(game.s, STACK, count(game.s, STACK) - 1)])
    game.act("end")
    assert game.s.shop == [top, 2, 0, 3] and game.s.recycler[1] == 1 and count(game.s, STACK) == 18
    game = scene().stack(0).shop("upgrader", "", "", "upgrader").act("end")
    assert game.s.shop == [0, 2, 0, 0]


def test_mc_4_4_extras_with_four_players(scene) -> None:
    """MC-4.4: with 4 players, when the stack is empty, of the Extras."""
    game = scene(4).stack(0).shop("upgrader", "", "", "")
    extra = int(KIND_OF[at(game.s, EXTRAS, 5)])
    game.act("end")
    assert game.s.shop[0] == extra and count(game.s, EXTRAS) == 5
    game = scene(4).shop("", "", "", "").act("end")
    assert game.s.shop[1] == 0 and count(game.s, EXTRAS) == 6


@pytest.mark.parametrize(
    ("seats", "stack", "extras", "lying"), [(2, 5, 6, 2), (3, 5, 6, 2), (4, 5, 6, 1), (2, 5, 0, 1), (2, 0, 6, 0)]
)
def test_mc_4_5_double_rotate(scene, seats: int, stack: int, extras: int, lying: int) -> None:
    """MC-4.5: 2 or 3 players, only the improvement on 7 in the shop: once more, the next of the Extras on 7."""
    game = scene(seats).stack(stack, extras).shop("", "", "", "").act("end")
    assert sum(kind > 0 for kind in game.s.shop) == lying
    if lying == 2:
        assert game.s.shop[1] > 0 and count(game.s, EXTRAS) == extras - 1 and count(game.s, STACK) == stack - 1
    if (seats, extras) == (2, 0):
        assert game.s.shop[0] == 0 and game.s.shop[1] > 0


def test_mc_4_5_not_with_another_in_the_shop(scene) -> None:
    """MC-4.5: an improvement on any other spot hinders it."""
    for spots in (("upgrader", "", "", ""), ("", "upgrader", "", ""), ("", "", "upgrader", "")):
        game = scene(2).shop(*spots).act("end")
        assert count(game.s, EXTRAS) == 6


def test_mc_4_6_forks_trucks_demolition(scene) -> None:
    """MC-4.6: Fork 1, Big Truck 3, Huge Truck 5, or 3 in place of a Big one."""
    game = scene().money(20).act("truck big a")
    assert (game.s.wallet[0], game.s.tiles[0][5]) == (17, 2)
    game.act("truck huge a")
    assert (game.s.wallet[0], game.s.tiles[0][5]) == (14, 3)
    game.act("truck huge b")
    assert (game.s.wallet[0], game.s.tiles[0][11]) == (9, 3)
    assert game.refusal("truck big a") == 704 and game.refusal("truck huge b") == 704
    game.act("buy fork").act("install c3 2 flipped")
    assert game.s.wallet[0] == 8 and game.s.tiles[0][15] == 10 + 32 + 64
    game.act("demolish c3")
    assert game.s.tiles[0][15] == 0 and sum(game.s.recycler) == 0
    game.money(2)
    assert game.refusal("truck big c") == 105 and game.money(0).refusal("buy fork") == 105
    assert "buy fork" in game.money(1).names() and "truck big c" in game.money(3).names()
    assert "truck huge c" in game.money(5).names() and "truck huge c" not in game.money(4).names()


def test_mc_4_6_a_fork_needs_a_place(scene) -> None:
    """MC-4.6: it is installed at once, so it cannot be bought where it fits nowhere."""
    game = scene()
    for row in "abc":
        game.lay(f"{row}0", "advanced-fabricator")
        for column in (1, 2, 3, 4):
            game.lay(f"{row}{column}", "downgrader")
    assert "buy fork" not in game.names() and game.refusal("buy fork") == 406
    game.s.tiles[0][0] = 0
    assert "buy fork" in game.names() and game.refusal("buy fork") == 0
    game.act("buy fork")
    assert [n for n in game.names() if n.startswith("install")] == ["install a1 3", "install a1 3 flipped"]


def test_mc_4_7_received_bots(scene) -> None:
    """MC-4.7: any hole, free or full, second holes too; given up only when none is free."""
    game = scene().lay("a0", "advanced-fabricator").bots("a0", "P ").bots("b0", "B").bots("c0", "B")
    game.shop("repurposer", "", "", "").act("buy 7").act("recycle")
    assert game.names() == [
        "place deluxe a0 centre", "place deluxe a0 second", "place deluxe b0 centre", "place deluxe c0 centre"
    ]  # fmt: skip
    assert game.refusal("give up deluxe") == 407 and game.refusal("place deluxe b0 second") == 103
    game.act("place deluxe a0 centre")
    assert game.at("a0") == "D"
    game.bots("a0", "PP").shop("repurposer", "", "", "").money(7).act("buy 7").act("recycle")
    assert game.names()[0] == "give up deluxe" and game.refusal("give up plus") == 407
    game.act("give up deluxe")
    assert game.at("a0") == "PP" and game.told(Told.GAVE_UP)


def test_mc_4_7_nothing_is_asked_where_nothing_can_change(scene) -> None:
    """MC-4.7: all holes full of the only model that is received."""
    game = (
        scene().bots("a0", "P").bots("b0", "P").bots("c0", "P").shop("upgrader", "", "", "").act("buy 7").act("recycle")
    )
    assert game.phase == Phase.TURN and game.s.received == [0, 0, 0, 0]


def test_mc_4_8_any_order_then_the_rest_follows(scene) -> None:
    """MC-4.8: selling after buying; making bots and rotating follow by themselves."""
    game = scene().truck("a", 1, "D").shop("upgrader", "upgrader", "upgrader", "").money(7)
    game.act("buy 7").act("install a1 0").act("sell all").act("buy 5").act("recycle").act("place plus a0 centre")
    before = game.s.spun
    game.act("end")
    assert game.at("b0") == "B" and game.s.spun == before + 1 and game.s.turn == 1
    assert game.names(1)[-1] == "end"


# -- 6 Blueprints ------------------------------------------------------------------------------------------------------


def test_mc_6_1_completing(scene) -> None:
    """MC-6.1: exactly the bots it lists, from any trucks as the player chooses, and the pay goes into the Vault."""
    game = scene().truck("a", 2, "PB").truck("c", 2, "BB").money(0)
    game.blueprint(0, "BP")
    game.blueprint(1, "DDD")
    ways = [name for name in game.names() if name.startswith("complete")]
    assert ways == ["complete 0 aa", "complete 0 ca"]
    assert game.refusal("complete 0 ac") == 601 and game.refusal("complete 0 aaa") == 601
    assert game.refusal("complete 1 aaa") == 601
    game.act("complete 0 ca")
    assert (game.at("truck a"), game.at("truck c"), game.s.vault[0], game.s.wallet[0]) == ("B", "B", 10, 0)


def test_mc_6_1_like_bots_are_named_once(scene) -> None:
    """MC-6.1: a way is offered once, whichever of like bots is named first."""
    game = scene().truck("a", 1, "B").truck("b", 1, "B").truck("c", 1, "B")
    game.blueprint(1, "BB")
    game.blueprint(0, "DDD")
    assert [n for n in game.names() if n.startswith("complete")] == ["complete 1 ab", "complete 1 ac", "complete 1 bc"]
    assert game.refusal("complete 1 ba") == 601 and game.refusal("complete 1 aa") == 601


def test_mc_6_2_both_but_each_once(scene) -> None:
    """MC-6.2: both in one turn, each at most once, a bot serves only one."""
    game = scene().truck("a", 3, "BBB").truck("b", 2, "PB")
    game.blueprint(0, "BB")
    game.blueprint(1, "BP")
    game.act("complete 0 aa")
    assert game.refusal("complete 0 ab") == 602
    game.act("complete 1 bb")
    assert (game.at("truck a"), game.at("truck b"), game.s.vault[0]) == ("B", "", 18)


def test_mc_6_3_and_6_4_marked_and_replaced(scene) -> None:
    """MC-6.3: both are marked, others may still complete them; MC-6.4: then both go under, the next are turned up."""
    game = scene(2).truck("a", 2, "BB").truck("a", 2, "BB", seat=1)
    game.blueprint(0, "BB")
    game.blueprint(1, "DDD")
    game.act("complete 0 aa")
    assert game.s.marked == 1
    game.act("end").act("complete 0 aa", 1)
    assert game.s.vault[:2] == [8, 8]
    following = [int(KIND_OF[at(game.s, 3 + k, count(game.s, 3 + k) - 2)]) - 10 for k in range(2)]
    game.act("end", 1)
    assert game.s.marked == 0 and [blueprint(game.s, k) for k in range(2)] == following
    for _ in range(7):
        game.s.marked = 1
        game.act("end").act("end")
    assert BLUEPRINTS[blueprint(game.s, 0)].bots == (1, 1), "after all eight the first comes again"


def test_mc_6_4_unmarked_blueprints_stay(scene) -> None:
    """MC-6.4: only marked blueprints are replaced."""
    game = scene(2)
    before = [blueprint(game.s, k) for k in range(2)]
    game.act("end").act("end")
    assert [blueprint(game.s, k) for k in range(2)] == before and game.s.day == 2


# -- 9 End -------------------------------------------------------------------------------------------------------------


def test_mc_9_1_score(scene) -> None:
    """MC-9.1: Wallet, Vault, values of improvements; bots, Forks, trucks and the Basic Fabricator count nothing."""
    game = scene(2).money(5, 7).truck("a", 3, "DDD").bots("b0", "D")
    game.lay("a1", "downgrader", 1).lay("b1", "fork").lay("a0", "overactive-fabricator")
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[:2] == [5 + 7 + 4 + 3, 8]


@pytest.mark.parametrize("kind", range(1, 10))
def test_mc_9_1_values(scene, kind: int) -> None:
    """MC-9.1, section 8: the values of the improvements."""
    game = scene(2).lay("a0" if kind in (8, 9) else "b2", TILES[kind].slug)
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[0] - 8 == {1: 3, 2: 2, 3: 2, 4: 4, 5: 4, 6: 3, 7: 2, 8: 2, 9: 3}[kind]


def test_mc_9_1_ties(scene) -> None:
    """MC-9.1: most wins; then the larger Vault, then who is earlier in turn order."""
    game = scene(4)
    game.s.first = 2
    for seat, (wallet, vault) in enumerate(((5, 5), (4, 6), (10, 0), (5, 5))):
        game.money(wallet, vault, seat)
    out = [0] * 16
    GAME.rules.scores(game.s, out)
    assert out[:4] == [10] * 4 and out[8:12] == [3, 1, 4, 2]
    GAME.rules.scores(game.money(12, 0, 2).s, out)
    assert out[8:12] == [4, 2, 1, 3]
