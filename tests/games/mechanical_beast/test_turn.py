"""Mechanical Beast, sections 3, 4 and 6: the turn, moving, exploring, the switch, collapses."""

from __future__ import annotations

import random

import pytest
from mechanical_beast_scene import GAME, random_map, scene_of

from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.games.mechanical_beast.collapse import collapse, collapse_left, find_meeple, switch_off
from enginehouse.games.mechanical_beast.parts import ENGINEER, MACHINE, SECOND
from enginehouse.games.mechanical_beast.rules import explore
from enginehouse.games.mechanical_beast.state import Phase, Told

HALL = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0), ("A1", 1, 0, 0))
"""Entrance, 1 and 2 in a row to the north, joined; 3 in the east has a wall to it."""


# -- 3 Turn ------------------------------------------------------------------------------------------------------------


def test_mb_3_1_one_move_then_one_action(scene) -> None:
    """MB-3.1: a move with one meeple, an action with the same or the other; then the turn ends; nothing is mandatory."""
    game = scene(*HALL)
    assert "pass" in game.names() and "engineer explore east" not in game.names()
    game.act("engineer to 2")
    assert game.s.active == 0 and game.s.phase == Phase.ACT
    assert game.starts("engineer to ") == [] and game.starts("android to ") == [] and "end" not in game.names()
    assert game.refusal("engineer to 1") == 301 and game.refusal("end") == 708
    assert "engineer explore north" in game.names() and "android explore west" in game.names()
    game.act("android explore west")
    assert game.s.active == 1 and game.s.phase == Phase.TURN and game.s.at[8] == 4
    game.act("pass")
    assert game.s.active == 0


def test_mb_3_1_only_own_engineer_and_android(scene) -> None:
    """MB-3.1, MB-3.5: nobody moves another player's engineer, nobody acts in another's turn, nobody has a second one."""
    game = scene(*HALL).put(engineer1=2)
    assert game.refusal("engineer to 1", seat=1) == 301
    assert game.refusal("second to 1") == 301
    game.act("engineer to 1", "pass")
    assert game.s.at[:2] == [1, 2]


@pytest.mark.parametrize(
    ("play", "who", "meeple"),
    [
        ("together", ENGINEER, 1),
        ("together", MACHINE, 8),
        ("together", SECOND, -1),
        ("against", ENGINEER, 1),
        ("against", MACHINE, -1),
        ("against", SECOND, 5),
    ],
)
def test_mb_3_1_whose_meeples(scene, play: str, who: int, meeple: int) -> None:
    """MB-3.1, MB-8.2: one's engineer and the android, or one's two engineers."""
    assert find_meeple(scene(play=play).s, 1, who) == meeple


def test_mb_3_2_any_number_of_joined_rooms(scene) -> None:
    """MB-3.2: a move goes as far as doors lead; any number of meeples fit in a room; no way is refused."""
    game = scene(*HALL)
    assert game.starts("engineer to ") == ["1", "2"] and game.starts("android to ") == ["1", "2"]
    assert game.refusal("engineer to 3") == 302 and game.refusal("engineer to 40") == 302
    game.act("engineer to 2", "pass", "engineer to 2", "pass", "android to 2")
    assert game.s.at[0] == game.s.at[1] == game.s.at[8] == 2


def test_mb_3_3_a_move_that_ends_where_it_began_is_none(scene) -> None:
    """MB-3.3: not offered, also not through the Control Room and back."""
    game = scene(("Entrance", 0, 0, 0), ("Control", 0, 1, 0))
    assert game.refusal("engineer to 0") == 303 and game.refusal("engineer through control to 0") == 303


ROUND = (
    ("Entrance", 0, 0, 0),
    ("Control", 0, 1, 0),
    ("A5", 0, 2, 0),
    ("A5", 1, 0, 0),
    ("A5", 1, 1, 0),
    ("A5 C", 1, 2, 0),
)
"""One can go from the Entrance to room 2 through the Control Room, or round it by 3, 4 and 5."""


def test_mb_3_4_through_and_round_are_two_moves(scene) -> None:
    """MB-3.4: with the switch on, a room reached both ways is two moves for an engineer."""
    game = scene(*ROUND)
    assert game.starts("engineer to ") == ["1", "2", "3", "4", "5"]
    assert game.starts("engineer through control to ") == ["2", "3", "4", "5"]
    assert game.refusal("engineer through control to 1") == 304
    game.act("engineer to 2")
    assert not game.s.off
    game = scene(*ROUND).act("engineer through control to 2")
    assert game.s.off and game.told(Told.SWITCHED) and game.told(Told.MOVED)[0].d == 1


@pytest.mark.parametrize(("play", "who"), [("together", "engineer"), ("against", "engineer"), ("against", "second")])
def test_mb_3_4_through_to_the_entrance(scene, play: str, who: str) -> None:
    """MB-3.4: any room may be the end of the walk through, also the Entrance; each player's engineers may go so."""
    game = scene(*ROUND, play=play).put(engineer0=5).put(**{f"{who}0": 2})
    assert set(game.starts(f"{who} through control to ")) == {"0", "3", "4", "5"}
    m = 0 if who == "engineer" else 4
    game.act(f"{who} through control to 0")
    assert game.s.off and game.s.at[m] == 0 and game.told(Told.MOVED)[0][1:] == (m, 2, 0, 1)


def test_mb_3_4_only_through_is_one_move(scene) -> None:
    """MB-3.4, MB-6.1: where the only way leads through the Control Room there is one move, and the switch goes off."""
    game = scene(*ROUND[:3])
    assert game.starts("engineer through control to ") == []
    assert game.refusal("engineer through control to 2") == 304
    assert game.act("engineer to 2").s.off and game.told(Told.MOVED)[0][1:] == (0, 0, 2, 1)
    assert scene(*ROUND[:3]).act("engineer to 1").s.off


def test_mb_3_4_the_label_of_a_walk_names_its_effect_on_the_switch(scene) -> None:
    """MB-3.4: a walk that leads only through the Control Room is not said to leave the switch alone."""
    words, code = games.get("mechanical-beast").words, games.get("mechanical-beast").vocabulary.code
    label = words.action(scene(*ROUND[:3]).s, code("engineer to 2"))
    assert label == "Your engineer throws the switch on the way to room 2"
    assert (
        words.action(scene(*ROUND).s, code("engineer to 2"))
        == "Your engineer goes to room 2, and leaves the switch alone"
    )


def test_mb_3_4_does_not_matter_to_the_android_or_later(scene) -> None:
    """MB-3.4, MB-6.1: the android switches nothing off; with the switch off there is one move only."""
    game = scene(*ROUND).act("android to 1")
    assert not game.s.off
    game = scene(*ROUND).off()
    assert game.starts("engineer through control to ") == [] and game.refusal("engineer through control to 2") == 304


def test_mb_3_5_nobody_is_skipped(scene) -> None:
    """MB-3.5: a player whose engineer can do nothing still has turns, for the android or to pass."""
    game = scene(("Entrance", 0, 0, 0), ("P2L E:H", 5, 0, 0)).shut().off().put(engineer0=1, engineer1=0, android=0)
    assert game.names()[0] == "pass" and game.starts("engineer") == []
    game.act("pass", "pass")
    assert game.s.active == 0


def test_mb_3_1_nothing_is_asked_where_nothing_can_be_done(scene) -> None:
    """MB-3.1: after a move that leaves no action the turn ends by itself."""
    game = scene(("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0)).shut().off()
    game.act("engineer to 2")
    assert game.s.active == 1 and game.s.phase == Phase.TURN


@pytest.mark.parametrize(
    ("gear", "more", "asked"),
    [
        ("A2L E:H", [], False),  # no room in the line
        ("A2L E:H", [("A1", 0, 2, 1)], False),  # nowhere else to go
        ("A2L E:H", [("A1", 1, 2, 1)], True),
        ("A4L C", [], True),
        ("A3 LP", [], True),
        ("A4L K:TL", [], True),
    ],
)
def test_mb_3_1_a_gear_that_can_be_used_is_asked_for(scene, gear: str, more: list[object], asked: bool) -> None:
    """MB-3.1, MB-5.5: after a move the turn goes on where the meeple's gear can be used: an edge gear, where a line can slide."""
    game = scene(("Entrance", 0, 0, 0), (gear, 0, 1, 0), *more).shut().act("engineer to 1")
    assert (game.s.phase == Phase.ACT) == asked


@pytest.mark.parametrize(("x", "y", "asked"), [(29, 30, True), (30, 30, False), (30, 10, True)])
def test_mb_3_1_a_corner_gear_that_cannot_be_turned_is_not_asked_for(scene, x: int, y: int, asked: bool) -> None:
    """MB-3.1, MB-1.7: where no turn fits into 31 places nothing but passing is left."""
    rooms = (("Entrance", 0, y, 0), ("A1 K:HR", x, 0, 1), ("A1", x - 1, 0, 1))
    game = scene(*rooms).shut().put(engineer0=2).act("engineer to 1")
    assert (game.s.phase == Phase.ACT) == asked
    assert game.s.active == (0 if asked else 1)


# -- 4 Exploring -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "place", "facing"), [("north", (0, 1), 0), ("east", (1, 0), 1), ("south", (0, -1), 2), ("west", (-1, 0), 3)]
)
def test_mb_4_1_the_arrow_points_in_the_direction_of_travel(
    scene, way: str, place: tuple[int, int], facing: int
) -> None:
    """MB-4.1: the top room of the pile is laid, its arrow in the direction of travel, and the meeple enters it."""
    game = scene().top("A2L").act(f"engineer explore {way}")
    assert game.map()[1] == (*place, facing) and game.s.at[0] == 1 and game.s.left == 70
    assert game.told(Told.EXPLORED)[0][1:4] == (0, 1, facing)


def test_mb_4_1_only_from_a_doorway_to_an_empty_place(scene) -> None:
    """MB-4.1: not through walls or locked doors, not onto a room; also after moving, and from an exit."""
    game = scene(("Entrance", 0, 0, 0), ("P1", 0, 1, 0), ("A1", 1, 0, 0)).put(engineer0=1, android=0)
    assert game.starts("engineer explore ") == ["north"]
    assert game.starts("android explore ") == ["south", "west"]
    assert game.refusal("engineer explore east") == 401 and game.refusal("android explore east") == 401
    assert game.refusal("engineer explore south") == 401
    game = scene(*HALL).act("engineer to 2", "engineer explore west")
    assert game.map()[4][:2] == (-1, 2)


def test_mb_4_1_an_exploration_is_progress(scene) -> None:
    """MB-4.1, MB-7.7: a turn with an exploration is no quiet one."""
    game = scene()
    explore(game.s, 0, 0, Events(64))
    assert game.s.progress == 1 and game.s.rooms == 2


def test_mb_4_2_a_locked_tail_falls_shut(scene) -> None:
    """MB-4.2: through a locked tail there is no way back, and nobody follows; so too with locked glass."""
    game = scene().top("P1").act("engineer explore north")
    assert game.s.comp[1] != game.s.comp[0]
    assert "engineer to 1" not in game.names() and "android to 1" not in game.names()
    glass = scene(level="hard").top("G5").act("engineer explore north")
    assert glass.s.comp[1] != glass.s.comp[0]
    open_glass = scene(level="easy").top("G5").act("engineer explore north")
    assert open_glass.s.comp[1] == open_glass.s.comp[0]


def test_mb_4_3_people(scene) -> None:
    """MB-4.3: a room that holds people gets them when it is explored, and none once the switch is off; glass brings none."""
    game = scene().top("P1", "G5").act("engineer explore north", "engineer explore east")
    assert game.s.people[:3] == [0, 1, 0]
    assert not any(scene().off().top("P1").act("engineer explore north").s.people)
    only_android = scene(("Entrance", 0, 0, 0), ("Control", 0, 1, 0)).put(android=1).top("P1")
    assert any(only_android.act("android explore north").s.people) and not only_android.s.off


def test_mb_8_1_people_go_on_appearing_for_rescuers(scene) -> None:
    """MB-8.1, MB-4.3: in the semi-co-op variant people appear after the switch, until the Lockdown."""
    game = scene(play="rescuers").off().top("P1").act("engineer explore north")
    assert any(game.s.people)


def test_mb_4_4_the_lockdown(scene) -> None:
    """MB-4.4: when the Lockdown has been explored, by whomever, nobody can explore any more."""
    game = scene(("Entrance", 0, 0, 0), ("A5 C", 1, 0, 0)).top("Lockdown").act("android explore north")
    assert game.s.lockdown and game.told(Told.LOCKED) and game.starts("engineer explore") == []
    assert game.refusal("engineer explore east") == 404


def test_mb_4_4_the_pile_never_fails_before_it(count) -> None:
    """MB-4.4: exploring on and on, the Lockdown comes before the pile is used up."""
    for seed in range(count(6, 60)):
        for play in ("together", "against"):
            s = GAME.new_record()
            GAME.rules.setup(s, GAME.option_numbers(2, {"play": play}), [seed] * 8)
            while not s.lockdown:
                assert s.left > 0
                s.left -= 1
                s.lockdown = int(s.pile[s.left] == 72)
            assert s.left == 0 if play == "against" else s.left > 0


def test_mb_4_5_a_place_that_was_emptied(scene) -> None:
    """MB-4.5: a place that a gear or a collapse has emptied may be explored like any other."""
    game = scene(("Entrance", 0, 0, 0), ("A1 LX", 0, 1, 0)).put(engineer0=1)
    game.act("engineer gear 1 slide 1", "pass", "android explore north")
    assert game.map()[2][:2] == (0, 1)
    game = scene(*HALL).off().put(engineer0=1, engineer1=2).act("engineer to 0")
    assert game.map()[0] == (0, 1, 0) and game.starts("engineer explore ") == ["east", "south", "west"]


# -- 6 Switch and collapse ---------------------------------------------------------------------------------------------


def test_mb_6_1_exploring_the_control_room(scene) -> None:
    """MB-6.1: an engineer that explores the Control Room switches off; the android does not."""
    assert scene().top("Control").act("engineer explore north").s.off == 1
    assert scene().top("Control").act("android explore north").s.off == 0


def test_mb_6_1_being_carried_is_not_entering(scene) -> None:
    """MB-6.1: a gear that brings the Control Room nearer switches nothing off."""
    game = scene(("Entrance", 0, 0, 0), ("A1 LP", 0, 1, 0), ("Control", 0, 2, 0)).put(engineer0=1)
    assert game.act("engineer gear 1 slide 1").s.off == 0


def test_mb_6_2_the_room_left_collapses(scene) -> None:
    """MB-6.2: after a move and after an exploration, the room in which that meeple began, if nobody is left there."""
    game = scene(*HALL).off().put(engineer0=1).act("engineer to 2")
    assert 1 not in game.map() and game.s.at[0] == 2
    game = scene(*HALL).off().put(engineer0=2).act("engineer explore north")
    assert 2 not in game.map()
    shared = scene(*HALL).off().put(engineer0=1, engineer1=1).act("engineer to 2")
    assert 1 in shared.map()


def test_mb_6_2_rooms_walked_through_stay(scene) -> None:
    """MB-6.2: rooms walked through, or explored from after moving there, do not collapse."""
    game = scene(*HALL).off().put(engineer0=2).act("engineer to 1")
    assert sorted(game.map()) == [0, 1, 3]
    game.act("engineer explore west")
    assert sorted(game.map()) == [0, 1, 3, 4]


def test_mb_6_2_each_causes_its_own_collapse(scene) -> None:
    """MB-6.2, MB-6.7: one meeple moves and another explores: both rooms collapse, that of the move before the action."""
    rooms = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0), ("A5", 3, 3, 0))
    game = scene(*rooms).off().put(engineer0=1, android=3, engineer1=0)
    game.act("engineer to 2")
    assert 1 not in game.map() and 3 in game.map() and game.s.phase == Phase.ACT
    game.act("android explore east")
    assert 3 not in game.map() and [e.a for e in game.told(Told.COLLAPSED)] == [3]


def test_mb_6_2_the_last_to_leave(scene) -> None:
    """MB-6.2: engineer and android leave one room in one turn: it collapses once, when the second has left."""
    game = scene(*HALL).off().put(engineer0=2, android=2)
    game.act("engineer to 1")
    assert 2 in game.map()
    game.act("android explore north")
    assert 2 not in game.map()


def test_mb_6_2_with_the_switch_on_nothing_collapses(scene) -> None:
    """MB-6.2: from the switching off on, not before."""
    game = scene(*HALL).put(engineer0=1).act("engineer to 2", "engineer explore east")
    assert len(game.map()) == 5


def test_mb_6_3_departures_before_the_switch(scene) -> None:
    """MB-6.3: walking through the Control Room, the room left before it does not collapse, nor does it later in the turn."""
    rooms = (("Entrance", 0, -1, 0), ("A5", 0, 0, 0), ("Control", 0, 1, 0), ("A5", 0, 2, 0))
    game = scene(*rooms).put(engineer0=1).act("engineer to 3")
    assert game.s.off and 1 in game.map()
    game.act("engineer explore north")
    assert sorted(game.map()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("first", "second", "began"), [(1, 2, [1, 2]), (3, 2, [-1, 2]), (1, 3, [1, -1]), (3, 3, [-1, -1])]
)
def test_mb_6_3_who_has_left_before_the_switch(scene, first: int, second: int, began: list[int]) -> None:
    """MB-6.3, MB-7.7: a room that was left before the switch went off collapses no more in this turn, the other may."""
    game = scene(*HALL, play="against").put(engineer0=1, second0=2)
    game.s.at[0], game.s.at[4] = first, second
    switch_off(game.s, 0, Events(64))
    assert (game.s.off, game.s.progress, list(game.s.began)) == (1, 1, began)


def test_mb_6_3_a_move_before_the_control_room_is_explored(scene) -> None:
    """MB-6.3: the android leaves, then the engineer finds the Control Room: nothing collapses in that turn."""
    game = scene(*HALL).put(engineer0=2, android=1).top("Control").act("android to 0", "engineer explore north")
    assert game.s.off and sorted(game.map()) == [0, 1, 2, 3, 4]


def test_mb_6_3_a_departure_after_the_switch(scene) -> None:
    """MB-6.2, MB-6.3: the engineer walks through the Control Room; the android that explores then leaves a room that falls."""
    rooms = (("Entrance", 0, -1, 0), ("A5", 0, 0, 0), ("Control", 0, 1, 0), ("A5", 0, 2, 0), ("A5", 5, 5, 0))
    game = scene(*rooms).put(engineer0=1, android=4).act("engineer to 3", "android explore north")
    assert 1 in game.map() and 4 not in game.map()


def test_mb_6_4_example_of_a_collapse(scene) -> None:
    """MB-6.4: A(4,0)1, row y = 0 with rooms at 0, 1, 3, 5: then 1, 2, 4, 5; with A(4,0)3 instead 0, 1, 3, 4."""
    for facing, after in ((1, [1, 2, 4, 5]), (3, [0, 1, 3, 4])):
        game = scene(("Entrance", 0, 0, 0), ("A1", 1, 0, 0), ("A5", 3, 0, 0), ("A1 C", 4, 0, facing), ("A5", 5, 0, 0))
        collapse(game.s, 3, Events(64))
        assert sorted(x for x, y, _ in game.map().values() if y == 0) == after
        game.check()


def test_example_turn_with_the_switch_off(scene) -> None:
    """MB-6.7, MB-6.4, MB-6.6: the example of section 10: A collapses northward, the Entrance comes to (0,1), B stays."""
    game = scene(("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 1, 1, 1)).off().put(engineer0=1, engineer1=2)
    game.top("A1").act("engineer to 2")
    assert game.map() == {0: (0, 1, 0), 2: (1, 1, 1)}
    game.act("engineer explore east")
    assert game.map()[3] == (2, 1, 1) and game.map()[2] == (1, 1, 1)


def test_mb_6_4_a_collapse_touches_only_its_line_on_the_tail_side(scene, count) -> None:
    """MB-6.4: on random maps far away: rooms in line behind move one place on, all others and all facings stay."""
    dice = random.Random("collapse")
    for _ in range(count(150, 3000)):
        game = scene_of(random_map(dice, dice.randint(2, 16), dice.choice([4, 6])))
        if game.s.rooms < 2:
            continue
        n = dice.randrange(1, game.s.rooms)
        x, y, f = game.map()[n]
        before = game.map()
        collapse(game.s, n, Events(64))
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[f]
        for m, (px, py, pf) in before.items():
            if m != n:
                line = (px == x) if dx == 0 else (py == y)
                moved = line and ((py < y, px < x, py > y, px > x)[f])
                assert game.map()[m] == ((px + dx, py + dy, pf) if moved else (px, py, pf))
        assert n not in game.map()
        game.check()


def test_mb_6_5_people_are_rescued(scene) -> None:
    """MB-6.5: people on a collapsing room come into the hand of the player whose turn it is; passing through does not do."""
    game = scene(*HALL).off().put(engineer0=1).people(1).act("engineer to 2")
    assert game.s.hand[:2] == [1, 0] and game.told(Told.RESCUED)[0][1:3] == (0, 1)
    game = scene(*HALL).off().put(engineer0=0).people(1).act("engineer to 2")
    assert game.s.hand[:2] == [0, 0] and game.s.people[1] == 1
    game = scene(*HALL).off().put(engineer0=0, engineer1=2, android=1).people(1).act("pass", "android to 2")
    assert game.s.hand[:2] == [0, 1]


def test_mb_6_5_people_are_added_to_those_in_hand(scene) -> None:
    """MB-6.5, MB-6.2, MB-7.7: one more in hand; the room cannot collapse again; the turn was no quiet one."""
    game = scene(*HALL).off().put(engineer0=1).people(1)
    game.s.hand[0], game.s.at[0] = 3, 2
    collapse_left(game.s, 0, Events(64))
    assert (game.s.hand[0], list(game.s.began), game.s.progress) == (4, [-1, 0], 1)


def test_mb_6_4_the_control_room_is_gone(scene) -> None:
    """MB-6.4: with the switch off the Control Room collapses like any room; the table no longer has it."""
    game = scene(*HALL, ("Control", 0, 3, 0)).off()
    collapse(game.s, 1, Events(64))
    assert game.s.control == 4
    collapse(game.s, 4, Events(64))
    assert game.s.control == -1 and 4 not in game.map()


def test_mb_6_6_the_entrance_never_collapses(scene) -> None:
    """MB-6.6: it can be left and shifted, and stays; a collapse causes no other."""
    game = scene(*HALL).off().put(engineer0=0, engineer1=2, android=2).act("engineer to 1")
    assert 0 in game.map() and len(game.map()) == 4


def test_mb_6_7_the_new_room_may_be_carried_along(scene) -> None:
    """MB-6.7: the room is laid, the meeple enters; then the collapse, which may move the new room."""
    game = scene(("Entrance", 0, 0, 0), ("A1", 0, 1, 2)).off().put(engineer0=1).top("A1 C")
    game.act("engineer explore north")
    assert game.map() == {0: (0, 0, 0), 2: (0, 1, 0)} and game.s.at[0] == 2
