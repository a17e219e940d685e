"""Mechanica, sections 5, 7 and 8: runs, installing, the tiles; positions where two rules meet."""

from __future__ import annotations

import pytest

from enginehouse.games.mechanica.parts import ENTRANCE, EXITS, FLATS, FORK, TILES
from enginehouse.games.mechanica.riding import BenchPlace, lay_way, new_bench, next_outcome
from enginehouse.games.mechanica.state import Phase, Told

# -- 5 Running the factory ---------------------------------------------------------------------------------------------


def test_mc_5_1_all_leave_even_to_their_doom(scene) -> None:
    """MC-5.1: every bot in a Start Zone hole or an output hole leaves; those in input holes and trucks stay."""
    game = scene().lay("a1", "upgrader", 2).bots("a0", "D").lay("c2", "repurposer").bots("c2", " P").truck("b", 2, "B")
    over = game.run()
    assert over.rest == {"c2": " P", "truck b": "B"} and over.destroyed == 1


def test_mc_5_1_a_hole_emptied_is_free(scene) -> None:
    """MC-5.1: bots never meet on the way; the output hole of an Upgrader is free when its input has worked."""
    game = scene().lay("b1", "upgrader").bots("b1", "P").bots("b0", "B")
    over = game.run()
    assert over.rest == {"b1": "P", "truck b": "P"} and over.destroyed == 0


def test_mc_5_2_passed_when_entered(scene) -> None:
    """MC-5.2, MC-8.3: a Gift Wrapper pays though the bot is destroyed right after."""
    over = scene().lay("b1", "gift-wrapper").lay("b2", "gift-wrapper", 2).bots("b0", "B").run()
    assert (over.vault, over.destroyed, over.rest) == (1, 1, {})


@pytest.mark.parametrize(
    ("turn", "rest"),
    [(0, {"b2": "P"}), (1, {}), (2, {}), (3, {})],
)
def test_mc_5_3_only_by_the_entrance(scene, turn: int, rest: dict[str, str]) -> None:
    """MC-5.3: a tile that turns its entrance is entered, a flat side or an exit destroys."""
    over = scene().lay("b2", "upgrader", turn).bots("b0", "B").run()
    assert over.rest == rest and over.destroyed == (not rest)


def test_mc_5_3_empty_cells_carry_east(scene) -> None:
    """MC-5.3: reached going north or south a bot is carried east out of that cell, never further."""
    game = scene().lay("c1", "fork").lay("b1", "upgrader", 3).bots("c0", "D")
    assert game.run("north").rest == {"b1": "D"}
    game = scene().lay("c1", "fork").lay("a1", "upgrader", 3).bots("c0", "D")
    assert game.run("north").rest == {"truck b": "D"}


def test_mc_5_3_against_the_belt(scene) -> None:
    """MC-5.3: an empty cell reached going west destroys; so does the Start Zone, and no cell."""
    over = scene().lay("b3", "upgrader", 2).bots("b3", "P").run()
    assert over.destroyed == 1 and over.rest == {}
    over = scene().lay("b1", "upgrader", 2).bots("b1", "P").run()
    assert over.destroyed == 1 and over.rest == {}
    for where, turn in (("a2", 3), ("c2", 1)):
        over = scene().lay(where, "upgrader", turn).bots(where, "P").run()
        assert over.destroyed == 1 and over.rest == {}


def test_mc_5_3_the_dock(scene) -> None:
    """MC-5.3: east of column 4 is the row's truck."""
    assert scene().lay("a4", "upgrader").bots("a4", "D").run().rest == {"truck a": "D"}


def test_mc_5_4_the_owner_chooses_who_stays(scene) -> None:
    """MC-5.4: those that already waited included; one at a time until the rest fits."""
    game = scene().truck("b", 2, "PB").lay("b4", "static-charger").bots("b4", "BB").bots("b0", "D")
    asked = game.run()
    assert (asked.question, asked.place, asked.options) == ("crash", "truck b", {"B", "P", "D"})
    assert game.run("P").options == {"B", "D"}
    assert game.run("P", "B").options == {"B", "D"}
    assert game.run("P", "B", "B").at("truck b") == "DB"
    over = game.run("P", "D")
    assert over.question == "" and over.at("truck b") == "BB", "the rest is alike: nothing is asked"


def test_mc_5_5_only_full_improvements_work(scene) -> None:
    """MC-5.5: a Repurposer with one bot does not, and it waits for days."""
    game = scene().lay("b2", "repurposer").bots("b0", "B")
    assert game.run().rest == {"b2": " B"}
    game.bots("b2", " B").bots("b0", "D")
    assert game.run().question == "model"
    assert game.run("P").rest == {"b2": "P"}


def test_mc_5_6_one_outcome_is_not_asked(scene) -> None:
    """MC-5.6: both exits destroy, or both end at the same place with the same coins: nothing is asked."""
    game = scene().lay("a1", "fork", 3).lay("b1", "fork", 3).lay("c1", "fork").bots("c0", "B")
    assert game.run().question == "fork"
    game = scene().lay("a1", "fork", 0).lay("a2", "upgrader", 2).bots("a0", "B")
    over = game.run()
    assert over.question == "" and over.destroyed == 1
    game = scene().lay("b1", "flight-tester").lay("b2", "upgrader", 1).bots("b0", "B")
    asked = game.run()
    assert asked.options == {"b2", "truck b"}


@pytest.mark.parametrize(("between", "question"), [("gift-wrapper", "fork"), ("static-charger", "fork"), (None, "")])
def test_mc_5_6_coins_and_chargers_are_part_of_an_outcome(scene, between: str | None, question: str) -> None:
    """MC-5.6: both exits destroy; only where a coin or a charger passed makes a difference the Fork asks."""
    game = scene().lay("a1", "fork").lay("a3", "upgrader", 2).bots("a0", "B")
    if between:
        game.lay("a2", between)
    assert game.run().question == question


def two_ways(scene):
    """From a4 west into the Fork a3: to a1 straight over a Wrapper, or south and by three throws."""
    game = scene().lay("a4", "upgrader", 2).bots("a4", "P").lay("a3", "fork", 2).lay("a2", "gift-wrapper", 2)
    return game.lay("b3", "flight-tester", 1).lay("c3", "flight-tester", 2).lay("c1", "flight-tester", 3)


def test_mc_5_6_two_ways_to_one_hole(scene) -> None:
    """MC-5.6: a Fork asks nothing when both exits lead into the same hole with the same coins; with one coin more it asks."""
    game = two_ways(scene).lay("a1", "upgrader", 2).lay("c3", "gift-wrapper", 2).lay("c2", "flight-tester", 2)
    over = game.run()
    assert (over.question, over.rest, over.vault, over.wallet) == ("", {"a1": "D"}, 1, 0)
    assert game.lay("c3", "static-charger", 2).run().question == "fork"
    assert game.lay("c3", "gift-wrapper", 2).lay("b1", "fork", 2).run().question == "fork"


@pytest.mark.parametrize("last", ["gift-wrapper", "static-charger"])
def test_mc_5_6_tiles_that_were_passed_before_count(scene, last: str) -> None:
    """MC-5.6: a coin more on one way makes a difference, whatever both pass after it."""
    assert two_ways(scene).lay("a1", last, 2).run().question == "fork"


def test_mc_5_6_where_there_is_one_exit_nothing_is_asked(scene) -> None:
    """MC-5.6: not at a Wrapper that carries a bot to a Fork."""
    game = scene().lay("c1", "fork").lay("b1", "gift-wrapper", 3).lay("a1", "fork", 3, True).bots("c0", "B")
    asked = game.run("north")
    assert (asked.question, asked.place, asked.vault) == ("fork", "a1", 1)


def test_mc_5_6_throws_to_one_end(scene) -> None:
    """MC-5.6: a Flight Tester whose landing places all lead to doom is not asked; nor is what comes before it."""
    game = scene().lay("a1", "fork", 0, True).lay("b1", "flight-tester", 1).lay("c1", "fork", 1, True).bots("a0", "B")
    assert game.run().options == {"east", "south"}
    south = game.run("south")
    assert south.question == "" and south.destroyed == 1 and south.wallet == 0


def test_mc_5_6_a_repurposer_never_asks_in_a_collision(scene) -> None:
    """MC-5.6: once full it works alike whatever is in it."""
    game = scene().lay("b2", "repurposer").bots("b2", " D").lay("b0", "advanced-fabricator").bots("b0", "BP")
    asked = game.run()
    assert (asked.question, asked.place) == ("model", "b2") and asked.destroyed == 1


def test_mc_5_6_models_and_exits_are_always_asked(scene) -> None:
    """MC-5.6: the model of a Repurposer; the exit of a Basic in a Downgrader, even where all lead to doom."""
    game = scene().lay("b2", "downgrader").bots("b0", "B")
    asked = game.run()
    assert (asked.question, asked.options) == ("exit", {"north", "east", "south"})
    assert game.run("south").rest == {"b2": "  B"}


def a_loop(scene):
    """From b3 north, west over a2, south into b1, and east over b2 into b3 again."""
    game = scene().lay("b3", "fork").lay("a3", "fork", 3).lay("a1", "fork", 2).bots("b0", "B")
    return game.lay("a2", "gift-wrapper", 2).lay("b2", "gift-wrapper")


def test_mc_5_7_a_second_entry_destroys(scene) -> None:
    """MC-5.7: a bot that enters the same passed tile again is destroyed without passing it again: b2 pays once."""
    over = a_loop(scene).run("north", "west")
    assert (over.question, over.rest, over.vault, over.destroyed) == ("", {}, 2, 1)


def test_mc_5_7_a_loop_without_a_way_out(scene) -> None:
    """MC-5.6, MC-5.7: a Fork between a dead end and a loop that only leads back to it: nothing is asked."""
    game = scene().lay("b2", "fork").lay("b3", "upgrader", 2).lay("a2", "fork", 3).lay("a1", "fork", 2)
    over = game.bots("b0", "B").run()
    assert (over.question, over.rest, over.destroyed) == ("", {}, 1)


def test_mc_5_7_where_the_ride_began_does_not_count(scene) -> None:
    """MC-5.7: a Static Charger's own bot may pass it once; MC-8.5: leaving is not passing."""
    game = (
        scene().lay("b2", "static-charger").bots("b2", "B").lay("b3", "fork").lay("a3", "fork", 3).lay("a2", "fork", 2)
    )
    game.lay("a1", "fork", 2).bots("b2", "B")
    over = game.run("east")
    assert over.rest == {"truck b": "B"}


def test_mc_5_8_order_of_questions(scene) -> None:
    """MC-5.8: column 4 first, column 0 last; row a first; then collisions from truck a; then activation."""
    game = scene().lay("b2", "upgrader").bots("b2", "P").lay("b3", "fork").lay("c4", "downgrader")
    for row in "abc":
        game.lay(f"{row}1", "fork").bots(f"{row}0", "B")
    asked, answers = [], []
    for answer in ("north", "east", "north", "east", "B"):
        run = game.run(*answers)
        asked.append((run.question, run.place))
        answers.append(answer)
    assert asked == [("fork", "b3"), ("fork", "a1"), ("fork", "b1"), ("fork", "c1"), ("crash", "truck a")]
    last = game.run("north", "east", "north", "east", "B")
    assert (last.question, last.place) == ("exit", "c4")


def test_mc_5_8_exits_of_a_tile_in_order(scene) -> None:
    """MC-5.8: in a tile by exit N, E, S, W; a Fabricator's centre hole first."""
    game = scene().lay("b3", "downgrader", 2).bots("b3", "BPD")  # hole 0 leaves west, 1 south, 2 north
    game.lay("a3", "fork", 3).lay("a2", "upgrader", 2).lay("c3", "fork", 1).lay("b2", "fork", 2).lay(
        "b1", "upgrader", 2
    )
    first = game.run()
    assert (first.place, int(first.w[BenchPlace.MODEL])) == ("a3", 3)
    second = game.run("north")
    assert (second.place, int(second.w[BenchPlace.MODEL])) == ("c3", 2)
    third = game.run("north", "east")
    assert (third.place, int(third.w[BenchPlace.MODEL])) == ("b2", 1)
    game = scene().lay("b0", "advanced-fabricator").bots("b0", "DB").lay("b1", "fork")
    assert int(game.run().w[BenchPlace.MODEL]) == 3 and int(game.run("east").w[BenchPlace.MODEL]) == 1


# -- 7 Installing ------------------------------------------------------------------------------------------------------


def installing(game, slug: str):
    """A tile has just been bought."""
    game.s.pending, game.s.phase = next(k for k, t in enumerate(TILES) if k and t.slug == slug), Phase.INSTALL
    return game


def test_mc_7_1_zones_and_flips(scene) -> None:
    """MC-7.1: Fabricators into slots, unturned; all else on the floor in four rotations; two kinds flipped."""
    game = installing(scene(), "advanced-fabricator")
    assert [n for n in game.names() if n.startswith("install")] == ["install a0", "install b0", "install c0"]
    assert game.refusal("install b2 0") == 701
    game = installing(scene(), "upgrader")
    assert len([n for n in game.names() if n.startswith("install")]) == 48
    assert game.refusal("install b2 0 flipped") == 701 and game.refusal("install a0") == 701
    for slug in ("duplicator", "fork"):
        assert len([n for n in installing(scene(), slug).names() if n.startswith("install")]) == 96
    assert scene().refusal("install b2 0") == 701


@pytest.mark.parametrize("there", [slug.slug for slug in TILES[1:8]])
def test_mc_7_2_against_a_slow_walk(scene, there: str) -> None:
    """MC-7.2: an exit may face only an entrance, an empty cell or an edge: tried with every neighbour and rotation."""
    sides = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
    order = list(sides)
    for turn in range(4):
        game = installing(scene().lay("b2", there, turn), "downgrader")
        names = game.names()
        tile = next(t for t in TILES if t.slug == there)
        its = {(s + turn) % 4 for s in tile.exits}
        entrance = (3 + turn) % 4
        for side, name in enumerate(order):
            dy, dx = sides[name]
            cell = "abc"[1 + dy] + str(2 + dx)
            looks = "exit" if side in its else "entrance" if side == entrance else "flat"
            for mine_turn in range(4):
                mine_exits = {(s + mine_turn) % 4 for s in (1, 0, 2)}
                facing = (side + 2) % 4
                mine = "exit" if facing in mine_exits else "entrance"
                fits = not (mine == "exit" and looks != "entrance") and not (looks == "exit" and mine != "entrance")
                assert (f"install {cell} {mine_turn}" in names) == fits, (there, turn, cell, mine_turn)


def test_mc_7_2_fabricators_and_what_hinders_nothing(scene) -> None:
    """MC-7.2: a laid Fabricator's exit counts; bare slots, the Basic Fabricator, trucks, edges and empty cells do not."""
    game = installing(scene(), "downgrader")
    assert {"install b1 2", "install b1 0", "install a4 0", "install c4 1", "install a1 3"} <= set(game.names())
    game = installing(scene().lay("b0", "advanced-fabricator"), "gift-wrapper")
    assert [n for n in game.names() if n.startswith("install b1")] == ["install b1 0"]
    game = installing(scene().lay("c1", "gift-wrapper", 1).lay("a1", "fork"), "overactive-fabricator")
    assert [n for n in game.names() if n.startswith("install")] == ["install a0", "install b0"]
    assert game.refusal("install c0") == 702


def test_mc_7_3_over_another_tile(scene) -> None:
    """MC-7.3, MC-7.5: it is demolished first, with the bots on it, and only the other neighbours matter."""
    game = installing(scene().lay("b2", "upgrader").bots("b2", "D").lay("b3", "fork"), "gift-wrapper").act(
        "install b2 0"
    )
    assert game.s.tiles[0][8] == 1 and game.at("b2") == "" and game.s.recycler[2] == 1
    assert [e.b for e in game.told(Told.DEMOLISHED)] == [8]


def test_mc_7_4_fabricators_take_bots_along(scene) -> None:
    """MC-7.4: one bot into the second hole, two into the holes they were in; what was there is demolished."""
    game = installing(scene().bots("b0", "D"), "advanced-fabricator").act("install b0")
    assert game.at("b0") == " D" and sum(game.s.recycler) == 0
    game = installing(scene().lay("a0", "advanced-fabricator").bots("a0", "PB"), "overactive-fabricator").act(
        "install a0"
    )
    assert game.at("a0") == "PB" and game.s.recycler[8] == 1 and game.s.tiles[0][0] == 9
    game = installing(scene().lay("a0", "advanced-fabricator").bots("a0", " B"), "overactive-fabricator").act(
        "install a0"
    )
    assert game.at("a0") == " B"


def test_mc_7_4_trucks_take_bots_along(scene) -> None:
    """MC-7.4: onto the new truck."""
    game = scene().truck("c", 2, "DB").money(9).act("truck huge c")
    assert game.at("truck c") == "DB" and game.s.tiles[0][17] == 3 and game.s.wallet[0] == 6


def test_mc_7_5_demolishing(scene) -> None:
    """MC-7.5: pays nothing, destroys bots, fills the Recycler; the slot is bare or Basic again; what is printed stays."""
    game = scene().lay("b0", "advanced-fabricator").bots("b0", "PB").lay("a2", "duplicator").bots("a2", "DD").money(3)
    game.act("demolish b0").act("demolish a2")
    assert (game.s.tiles[0][6], game.at("b0"), game.at("a2"), game.s.wallet[0]) == (0, "", "", 3)
    assert (game.s.recycler[8], game.s.recycler[3]) == (1, 1)
    assert game.refusal("demolish b0") == 705 and game.refusal("demolish a2") == 705
    game.act("end")
    assert game.at("b0") == "B"


# -- 8 The tiles -------------------------------------------------------------------------------------------------------


def test_mc_8_1_two_holes_one_exit(scene) -> None:
    """MC-8.1: the two holes of a Fabricator leave by the same exit and collide in a single hole."""
    game = scene().lay("b0", "advanced-fabricator").bots("b0", "PB").lay("b2", "upgrader")
    asked = game.run()
    assert (asked.question, asked.options) == ("crash", {"B", "P"})
    assert game.run("B").rest == {"b2": "D"}


@pytest.mark.parametrize(("flipped", "other"), [(False, "NESW"), (True, "SWNE")])
@pytest.mark.parametrize("turn", range(4))
def test_mc_8_2_rotations(scene, turn: int, flipped: bool, other: str) -> None:
    """MC-8.2: rotation r is r quarter turns clockwise; flipping swaps N and S before turning."""
    tile = FORK + 16 * turn + 64 * flipped
    assert "NESW"[int(ENTRANCE[tile])] == "WNES"[turn]
    exits = {"NESW"[k] for k in range(4) if int(EXITS[tile]) >> k & 1}
    assert exits == {"ESWN"[turn], other[turn]}
    assert int(FLATS[tile]).bit_count() == 1


@pytest.mark.parametrize(("bot", "made"), [("B", "P"), ("P", "D"), ("D", "D")])
def test_mc_8_upgrader(scene, bot: str, made: str) -> None:
    """MC-8.2 and the table of section 8: the next model up, Deluxe unchanged."""
    assert scene().lay("b2", "upgrader").bots("b0", bot).run().at("b2") == made


@pytest.mark.parametrize(("bot", "made"), [("P", "BBB"), ("D", "PPP")])
def test_mc_8_downgrader(scene, bot: str, made: str) -> None:
    """MC-5.5 and the table of section 8: three of the next model down, one per exit."""
    assert scene().lay("b2", "downgrader").bots("b0", bot).run().at("b2") == made


def test_mc_8_duplicator(scene) -> None:
    """MC-5.5 and the table of section 8: two of the same model; they leave by E and N, flipped by E and S."""
    game = scene().lay("b2", "duplicator").bots("b0", "P")
    assert game.run().at("b2") == "PP"
    assert scene().lay("b2", "duplicator").bots("b2", "PB").run().rest == {"truck b": "P", "truck a": "B"}
    assert scene().lay("b2", "duplicator", 0, True).bots("b2", "PB").run().rest == {"truck b": "P", "truck c": "B"}


def test_mc_8_3_coins_can_be_spent_in_the_coming_turn(scene) -> None:
    """MC-8.3: a Flight Tester's coin goes into the Wallet, a Gift Wrapper's into the Vault."""
    game = scene(2).lay("b1", "flight-tester").lay("b2", "gift-wrapper", 1).bots("b0", "B").money(0)
    game.act("end").act("end")
    assert game.phase == Phase.RUN and game.names(0) == ["land b2", "land truck b"]
    game.act("land truck b", 0)
    assert (game.s.wallet[0], game.s.vault[0], game.at("truck b")) == (1, 0, "B") and "buy fork" in game.names()
    other = scene(2).lay("b1", "gift-wrapper").bots("b0", "B").act("end").act("end")
    assert other.s.vault[0] == 1 and other.s.wallet[0] == 8


def test_mc_8_4_throws_in_every_direction(scene) -> None:
    """MC-8.4: opposite the entrance; onto tiles whichever way they face; east also onto the truck; never an empty cell."""
    game = scene().lay("c1", "fork").lay("b1", "flight-tester", 3).lay("a1", "upgrader", 1).bots("c0", "P")
    assert game.run("north").rest == {"a1": "D"}
    game = scene().lay("b4", "fork", 2).lay("b3", "flight-tester", 2).lay("b2", "fork").lay("b1", "upgrader", 2)
    game.lay("a4", "upgrader", 1).bots("a4", "P").lay("b4", "flight-tester", 1).lay("c4", "fork", 1)
    over = game.run()
    assert over.question == "" or over.place in ("b4", "c4")


def test_mc_8_4_onto_another_flight_tester(scene) -> None:
    """MC-8.4: another Flight Tester throws on; one coin for each throw over a tile, Forks included."""
    game = (
        scene()
        .lay("b1", "flight-tester")
        .lay("b2", "fork")
        .lay("b3", "flight-tester")
        .lay("b4", "fork")
        .bots("b0", "B")
    )
    asked = game.run("b3")
    assert (asked.question, asked.place, asked.wallet) == ("throw", "b3", 1)
    over = game.run("b3", "truck b")
    assert over.rest == {"truck b": "B"} and over.wallet == 2


def test_mc_8_4_tiles_flown_over_are_not_passed(scene) -> None:
    """MC-8.4: no coin from a Gift Wrapper that is flown over."""
    game = scene().lay("b1", "flight-tester").lay("b2", "gift-wrapper").bots("b0", "B")
    assert game.run("truck b").vault == 0 and game.run("b2").vault == 1 and game.run("b2").wallet == 0


def test_mc_8_5_the_charger_fills(scene) -> None:
    """MC-8.5: one Basic for each passing bot, two at most; they leave at the next run."""
    game = scene().lay("b1", "static-charger").bots("b0", "D")
    assert game.run().rest == {"b1": "B", "truck b": "D"}
    game = scene().lay("b1", "static-charger").lay("b0", "advanced-fabricator").bots("b0", "DD").truck("b", 3)
    assert game.run().at("b1") == "BB"
    assert scene().lay("b1", "static-charger").bots("b1", "BB").truck("b", 2).run().rest == {"truck b": "BB"}


def test_mc_5_6_what_an_outcome_is(scene) -> None:
    """MC-5.6: where the bot ends, the Static Chargers passed, coins for Vault and Wallet; of a way begun before it all counts."""
    game = (
        scene()
        .lay("b1", "static-charger")
        .lay("b2", "gift-wrapper")
        .lay("b3", "static-charger")
        .lay("b4", "gift-wrapper")
    )
    w = new_bench()
    lay_way(w, 9, 0, 0, 0, 0)
    lay_way(w, 7, 1 << 15, 1 << 15, 4, 3)
    assert next_outcome(game.s.tiles[0], w) == (11, 1 << 15 | 1 << 7 | 1 << 9, 6, 3)
    assert next_outcome(game.s.tiles[0], w) == (11, 1 << 9, 1, 0)
    assert w[BenchPlace.MANY_WAYS] == 0
    lay_way(w, 8, 1 << 9, 0, 0, 0)
    assert next_outcome(game.s.tiles[0], w) == (0, 0, 1, 0), "a tile that was passed before destroys it"


@pytest.mark.parametrize(("slug", "kind"), [("repurposer", "model"), ("downgrader", "exit")])
def test_mc_5_8_later_effects_wait_for_the_answer(scene, slug: str, kind: str) -> None:
    """MC-5.8: row a is asked first; row b has not worked, and asks when that is answered."""
    game = scene().lay("a1", slug).bots("a1", " D" if slug == "repurposer" else "").bots("a0", "B")
    game.lay("b1", "repurposer").bots("b1", " D").bots("b0", "B").lay("c1", "upgrader").bots("c0", "P")
    first = game.run()
    assert (first.question, first.place, first.at("c1")) == (kind, "a1", "")
    second = game.run("P" if slug == "repurposer" else "east")
    assert (second.question, second.place, second.at("c1")) == ("model", "b1", "")
    assert game.run("P" if slug == "repurposer" else "east", "B").at("c1") == "D"
