"""Mechanica, section 12: the worked examples of the rulebook."""

from __future__ import annotations

from enginehouse.games.mechanica.parts import FORK
from enginehouse.games.mechanica.state import Phase


def rachel(scene):
    """Rachel's factory at the start of the workday."""
    game = scene().lay("a3", "upgrader").bots("a3", "P").lay("b3", "repurposer").bots("b3", "D")
    game.lay("b2", "gift-wrapper").lay("c1", "fork").lay("c0", "advanced-fabricator")
    return game.bots("a0", "B").bots("b0", "B").bots("c0", "P")


def test_rachels_run(scene) -> None:
    """MC-12 Rachel's run, as printed: the Fork sends the Plus north, the Repurposer makes a Deluxe (MC-5.1 to 5.6)."""
    game = rachel(scene)
    asked = game.run()
    assert (asked.question, asked.place, asked.options) == ("fork", "c1", {"north", "east"})
    model = game.run("north")
    assert (model.question, model.place, model.options) == ("model", "b3", {"B", "P", "D"})
    over = game.run("north", "D")
    assert over.question == "" and over.used == 2
    assert over.rest == {"truck a": "P", "truck b": "D", "a3": "P", "b3": "D"}
    assert (over.vault, over.wallet, over.destroyed) == (2, 0, 0)


def test_rachels_run_with_the_fork_to_the_east(scene) -> None:
    """MC-12 Rachel's run: E at the Fork: truck c P, Vault 1, and the Repurposer's first bot waits (MC-5.1)."""
    over = rachel(scene).run("east")
    assert over.question == ""
    assert over.rest == {"truck a": "P", "truck b": "D", "truck c": "P", "a3": "P", "b3": " B"}
    assert (over.vault, over.wallet) == (1, 0)


def test_throws(scene) -> None:
    """MC-12 Throws: onto the Fork, the Upgrader or the truck (MC-8.4)."""
    game = scene().lay("b1", "flight-tester").lay("b2", "fork").lay("b4", "upgrader").bots("b0", "B")
    asked = game.run()
    assert (asked.question, asked.place, asked.options) == ("throw", "b1", {"b2", "b4", "truck b"})
    fork = game.run("b2")
    assert (fork.question, fork.options) == ("fork", {"east", "north"})
    east = game.run("b2", "east")
    assert east.rest == {"b4": "P"} and (east.wallet, east.vault) == (0, 0)
    north = game.run("b2", "north")
    assert north.rest == {"truck a": "B"} and north.wallet == 0
    assert game.run("b4").rest == {"b4": "P"} and game.run("b4").wallet == 1
    assert game.run("truck b").rest == {"truck b": "B"} and game.run("truck b").wallet == 1


def test_a_throw_into_an_empty_column(scene) -> None:
    """MC-12 Throws: a Flight Tester r 1 alone in a column has no place to throw to: destroyed (MC-8.4)."""
    game = scene().lay("a1", "fork", 0, True).lay("b1", "flight-tester", 1).bots("a0", "B")
    over = game.run("south")
    assert over.question == "" and over.rest == {} and over.destroyed == 1 and over.wallet == 0


def loop(scene):
    """The Duplicator's loop."""
    return scene().lay("b2", "duplicator").lay("a2", "fork", 3).lay("a1", "fork", 2)


def test_a_duplicator_that_feeds_itself(scene) -> None:
    """MC-12 A Duplicator that feeds itself: D and B collide, D is kept, and D, D are made (MC-5.4, MC-5.7)."""
    game = loop(scene).bots("b2", "DD").bots("b0", "B")
    first = game.run()
    assert (first.question, first.place, first.options) == ("fork", "a2", {"north", "west"})
    assert game.run("north").used == 1
    second = game.run("west")
    assert (second.question, second.place, second.options) == ("fork", "a1", {"west", "south"})
    crash = game.run("west", "south")
    assert (crash.question, crash.place, crash.options) == ("crash", "b2", {"B", "D"})
    over = game.run("west", "south", "B")
    assert over.question == "" and over.rest == {"b2": "DD", "truck b": "D"} and over.destroyed == 1


def test_the_loop_hinders_a_fabricator_and_needs_its_own_fork(scene) -> None:
    """MC-12 A Duplicator that feeds itself: no Fabricator at a0 any more (MC-7.2), and with a Fork one question only (MC-5.7)."""
    game = loop(scene)
    game.s.pending, game.s.phase = 8, Phase.INSTALL
    assert [name for name in game.names() if name.startswith("install")] == ["install b0", "install c0"]
    assert game.refusal("install a0") == 702
    game = scene().lay("b2", "fork").lay("a2", "fork", 3).lay("a1", "fork", 2).bots("b0", "B")
    asked = game.run()
    assert (asked.question, asked.place, asked.options) == ("fork", "b2", {"east", "north"})
    assert game.run("east").rest == {"truck b": "B"}
    north = game.run("north")
    assert north.question == "" and north.used == 1 and north.rest == {} and north.destroyed == 1


def test_charger_and_truck(scene) -> None:
    """MC-12 Charger and truck: two pass, the charger is full, one bot finds no room (MC-8.1, MC-8.5, MC-5.6)."""
    game = (
        scene().lay("b1", "static-charger").lay("b3", "gift-wrapper").lay("b0", "advanced-fabricator").bots("b0", "PP")
    )
    over = game.run()
    assert over.question == "" and over.rest == {"b1": "BB", "truck b": "P"}
    assert (over.vault, over.destroyed) == (2, 1)
    game.bots("b0", "  ").bots("b1", "BB")
    over = game.run()
    assert over.question == "" and over.rest == {"truck b": "B"}
    assert (over.vault, over.destroyed) == (2, 1)


def test_the_fitting_places(scene) -> None:
    """MC-12 What fits: beside a Fork b1 (MC-7.2)."""
    game = scene().lay("b1", "fork")
    game.s.pending, game.s.phase = 1, Phase.INSTALL
    laid = [name.removeprefix("install ") for name in game.names() if name.startswith("install")]
    assert [name for name in laid if name.startswith("b2")] == ["b2 0"]
    assert [name for name in laid if name.startswith("a1")] == ["a1 3"]
    assert [name for name in laid if name.startswith("c1")] == ["c1 0", "c1 1", "c1 2"]
    assert game.refusal("install c1 3") == 702


def test_a_turned_downgrader_over_a_belt(scene) -> None:
    """MC-12 What fits: a Downgrader r 1 on a3 fits; what rides along row a is destroyed at its exit (MC-5.3)."""
    game = scene()
    game.s.pending, game.s.phase = 4, Phase.INSTALL
    assert "install a3 1" in game.names()
    over = scene().lay("a3", "downgrader", 1).bots("a0", "D").run()
    assert over.rest == {} and over.destroyed == 1 and over.question == ""


def test_the_shop_rotates_twice(scene) -> None:
    """MC-12 Shop: if only the improvement on 7 is left after rotating, it rotates once more (MC-4.5)."""
    game = scene(2).shop("upgrader", "", "", "").act("end")
    assert game.s.shop[1] == 2 and game.s.shop[0] != 0
    game = scene(2).shop("", "", "", "")
    top = game.s.row[game.s.start[0] + game.s.size[0] - 1]
    extra = game.s.row[game.s.start[1] + game.s.size[1] - 1]
    game.act("end")
    kinds = [(piece - 1) // 3 + 1 for piece in (extra, top)]
    assert game.s.shop == [*kinds, 0, 0] and game.s.size[1] == 5


def test_a_fork_is_no_improvement(scene) -> None:
    """MC-1.2, MC-4.6: a Fork costs 1, is laid at once, and cannot be recycled."""
    game = scene().act("buy fork")
    assert game.s.pending == FORK and game.s.wallet[0] == 7
    assert "recycle" not in game.names() and game.refusal("recycle") == 402
