"""Mechanical Beast, section 5: gears; the worked examples of section 10; what no gear ever changes, on random maps."""

from __future__ import annotations

import random
from typing import Any

import pytest
from mechanical_beast_scene import GAME, Scene, random_map, scene_of

from enginehouse.games.mechanical_beast.gears import (
    can_turn_corner,
    find_gear,
    find_way,
    in_block,
    is_barred,
    ring_size,
    use_gear,
    why_not_slide,
)
from enginehouse.games.mechanical_beast.invariants import count_people
from enginehouse.games.mechanical_beast.parts import GEARS, TILES, Gear
from enginehouse.games.mechanical_beast.state import Phase, Told

FAR = ("Entrance", 0, -5, 0)
"""The Entrance out of the way."""


def used(game: Scene, n: int, g: int, amount: int) -> dict[int, tuple[int, int, int]]:
    """The map after a use of a gear, without the Entrance."""
    use_gear(game.s, n, g, amount)
    game.check()
    return {k: place for k, place in game.map().items() if k}


# -- the worked examples of section 10 ---------------------------------------------------------------------------------


def test_example_centre(scene) -> None:
    """MB-5.3: the room a quarter turn, its neighbours a quarter turn the other way."""
    game = scene(FAR, ("A1 C", 0, 0, 0), ("A2L", 1, 0, 0), ("A2R", 0, 1, 0))
    assert used(game, 1, 0, 1) == {1: (0, 0, 1), 2: (1, 0, 3), 3: (0, 1, 3)}


def test_example_centre_of_the_rulebook() -> None:
    """MB-5.3: A(0,0)0 B(1,0)1 D(0,1)0 become A(0,0)1 B(1,0)0 D(0,1)3."""
    game = Scene(FAR, ("A1 C", 0, 0, 0), ("A2L", 1, 0, 1), ("A2R", 0, 1, 0))
    assert used(game, 1, 0, 1) == {1: (0, 0, 1), 2: (1, 0, 0), 3: (0, 1, 3)}


LINE = (("Entrance", 0, 0, 0), ("A1 LP", 2, 0, 1), ("A2L", 4, 0, 2))


@pytest.mark.parametrize(("steps", "where"), [(1, {1: (3, 0, 1), 2: (4, 0, 2)}), (2, {1: (4, 0, 1), 2: (3, 0, 2)})])
def test_example_linear(steps: int, where: dict[int, Any]) -> None:
    """MB-5.4: A(2,0)1 B(4,0)2 D(0,0)0: k = 1 moves A into the gap, k = 2 swaps it with B."""
    game = Scene(*LINE)
    assert why_not_slide(game.s, 1, 1, steps) == 0
    assert used(game, 1, 0, steps) == where


def test_example_linear_barred() -> None:
    """MB-5.4: k = 3 is barred: beyond 4, with B back at 3; the table says so."""
    game = Scene(*LINE).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == ["slide back 2", "slide back 1", "slide 1", "slide 2"]
    assert game.refusal("engineer gear 1 slide 3") == 504


@pytest.mark.parametrize(("k", "where"), [(1, {5: (2, 1, 0), 6: (0, 1, 1)}), (3, {5: (0, 1, 0), 6: (2, 1, 1)})])
def test_example_edge(k: int, where: dict[int, Any]) -> None:
    """MB-5.5: gear in A(2,0)0, row y = 1 with B(1,1)0 D(3,1)1 slides within 0..3."""
    game = Scene(
        ("Entrance", 0, 0, 0), ("A2L E:H", 2, 0, 0), ("A1", 1, 0, 0), ("A5", 3, 0, 0), ("A5", 2, -1, 0),
        ("A2L", 1, 1, 0), ("A2R", 3, 1, 1),
    )  # fmt: skip
    assert ring_size(game.s, 1, 0) == 4
    there = used(game, 1, 0, k)
    assert {n: there[n] for n in where} == where and there[1] == (2, 0, 0) and there[2] == (1, 0, 0)


def test_example_edge_taken_once_before() -> None:
    """MB-5.5: with B at (0,1) and D at (5,1), all else in 1..3, k = 1 slides within 0..5, the next action within 0..3."""
    game = Scene(("Entrance", 3, 0, 0), ("A2L E:H", 2, 0, 0), ("A1", 1, 0, 0), ("A2L", 0, 1, 0), ("A2R", 5, 1, 1))
    assert ring_size(game.s, 1, 0) == 6
    there = used(game, 1, 0, 1)
    assert there[3] == (1, 1, 0) and there[4] == (0, 1, 1)
    assert ring_size(game.s, 1, 0) == 4


def test_example_corner() -> None:
    """MB-5.6: K:HR in A(0,0)0 with B(1,0)3, k = 1: A(0,1)1 B(0,0)0, (1,0) is empty."""
    game = Scene(FAR, ("A1 K:HR", 0, 0, 0), ("A2L", 1, 0, 3))
    assert used(game, 1, 0, 1) == {1: (0, 1, 1), 2: (0, 0, 0)}


def test_example_corner_alone() -> None:
    """MB-5.6: K:TL+K:HR alone, two quarter turns about TL: from (0,0)0 to (-1,-1)2."""
    game = Scene(FAR, ("P11R K:TL+K:HR", 0, 0, 0))
    assert used(game, 1, 0, 2) == {1: (-1, -1, 2)}


# -- 5.1, 5.2 using gears ----------------------------------------------------------------------------------------------


def test_mb_5_1_the_net_amount_is_named_at_once() -> None:
    """MB-5.1: 1 to 3 quarter turns; the action ends the turn; a room's other gear has its own names."""
    game = Scene(FAR, ("P12R C+K:HL", 0, 0, 0)).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == ["turn 1", "turn 2", "turn 3"]
    assert game.starts("engineer gear 2 ") == ["turn 1", "turn 2", "turn 3"]
    assert game.refusal("engineer gear 1 slide 1") == 501 and game.refusal("android gear 1 turn 1") == 501
    game.act("engineer gear 1 turn 3")
    assert game.map()[1] == (0, 0, 3) and game.s.active == 1 and game.told(Told.TURNED)[0].d == 3


def test_mb_5_1_a_use_is_allowed_when_its_result_is(count) -> None:
    """MB-5.1, MB-1.7: what legal offers is what a plain try of every amount allows, on random maps."""
    dice = random.Random("allowed")
    for _ in range(count(40, 800)):
        game = scene_of(random_map(dice, dice.randint(3, 12), dice.choice([4, 7])))
        n = dice.randrange(1, game.s.rooms) if game.s.rooms > 1 else 0
        game.put(engineer0=n)
        for g in range(2):
            code = int(GEARS[game.s.tile[n]][g])
            wanted = set(_amounts(game, n, g)) if code else set()
            assert set(game.starts(f"engineer gear {g + 1} ")) == wanted


def _amounts(game: Scene, n: int, g: int) -> list[str]:
    """The amounts that are allowed, by trying each and looking at the result as the rulebook says it."""
    s = game.s
    kind, way = find_gear(s, n, g), find_way(s, n, g)
    if kind == Gear.CENTRE or kind == Gear.CORNER:
        return [f"turn {k}" for k in (1, 2, 3) if _span(_after(game, n, g, k)) <= 31]
    if kind == Gear.EDGE:
        line = [(0, 1), (1, 0), (0, -1), (-1, 0)][way]
        across = 1 if way in (0, 2) else 0
        where = (s.x[n] + line[0], s.y[n] + line[1])[across]
        rooms = [place for place in game.map().values() if place[across] == where]
        axis = [place[1 - across] for place in game.map().values()]
        return [f"slide {k}" for k in range(1, max(axis) - min(axis) + 1)] if rooms else []
    found = []
    for k in range(-31, 32):
        if k:
            here = 1 if way == 0 else 0
            begin = game.map()[n][here]
            before = [place[here] for m, place in game.map().items() if m != n]
            after = _stepwise(game, n, here, k)
            others = [place[here] for m, place in after.items() if m != n]
            beyond = max(min(others) - after[n][here], after[n][here] - max(others))
            began = max(min(before) - begin, begin - max(before))
            if (beyond <= 1 or beyond < began) and _span(after) <= 31:
                found.append(f"slide {k}" if k > 0 else f"slide back {-k}")
    return found


def _stepwise(game: Scene, n: int, here: int, k: int) -> dict[int, Any]:
    """A linear gear one place at a time, as MB-5.4 words it."""
    there = dict(game.map())
    for _ in range(abs(k)):
        place = list(there[n])
        place[here] += 1 if k > 0 else -1
        for m, other in there.items():
            if other[:2] == (place[0], place[1]):
                there[m] = (*there[n][:2], other[2])
                break
        there[n] = (place[0], place[1], place[2])
    return there


def _after(game: Scene, n: int, g: int, amount: int) -> dict[int, Any]:
    other = GAME.shape.copy(game.s)
    use_gear(other, n, g, amount)
    return {m: (other.x[m], other.y[m], other.facing[m] & 3) for m in range(other.rooms) if other.doors[m] >= 0}


def _span(places: dict[int, Any]) -> int:
    xs, ys = [p[0] for p in places.values()], [p[1] for p in places.values()]
    return max(max(xs) - min(xs), max(ys) - min(ys)) + 1


def test_mb_5_4_a_linear_gear_is_many_swaps(count) -> None:
    """MB-5.4: any number of places at once is so many steps one after the other."""
    dice = random.Random("steps")
    seen = 0
    while seen < count(60, 1500):
        game = scene_of(random_map(dice, dice.randint(3, 10), 4))
        for n in range(1, game.s.rooms):
            if find_gear(game.s, n, 0) == Gear.LINEAR:
                k = dice.choice([-4, -3, -2, -1, 1, 2, 3, 4])
                here = 1 if find_way(game.s, n, 0) == 0 else 0
                wanted = _stepwise(game, n, here, k)
                assert _after(game, n, 0, k) == wanted
                seen += 1


AXES = pytest.mark.parametrize("turned", [False, True])
"""Along one axis, and along the other."""
ORIGINS = pytest.mark.parametrize("origin", [(0, 0), (-900, -700), (700, 900)])
"""There is no fixed origin (MB-1.5)."""


@AXES
def test_mb_5_4_nearer_than_it_began(turned: bool) -> None:
    """MB-5.4: a room that begins far beyond all others may come nearer, also on their other side, and may not go farther."""
    there = (-700, 5, 0) if turned else (5, -700, 1)
    game = Scene(("Entrance", *((-700, 0) if turned else (0, -700)), 0), ("A1 LP", *there)).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == [f"slide back {k}" for k in range(7, 0, -1)]
    # Eight places back it would be four beyond the Entrance, which has moved one place on: from there it began four beyond.
    assert game.refusal("engineer gear 1 slide back 8") == 504


@pytest.mark.parametrize("begin", [30, -30])
@pytest.mark.parametrize("steps", [1, 30, 31, 32, 59])
def test_mb_5_4_the_longest_slides(begin: int, steps: int) -> None:
    """MB-5.4, MB-5.1: at the end of the widest map a room may slide to where it is one place nearer on the other side."""
    game = Scene(("Entrance", 0, 0, 0), ("A1 LP", begin, 5, 1)).put(engineer0=1)
    back, sign = ("back ", -1) if begin > 0 else ("", 1)
    assert sorted(game.starts("engineer gear ")) == sorted(f"1 slide {back}{k}" for k in range(1, 60))
    game.act(f"engineer gear 1 slide {back}{steps}")
    assert game.map()[1] == (begin + sign * steps, 5, 1)
    assert game.told(Told.TURNED)[0][1:] == (0, 1, 0, sign * steps)


@ORIGINS
def test_mb_1_7_a_slide_may_not_stretch_the_map_beyond_31(origin: tuple[int, int]) -> None:
    """MB-1.7: one place beyond the others is too far when they span 31 already."""
    x, y = origin
    game = Scene(("Entrance", x, y, 0), ("A5", x + 30, y + 3, 0), ("A1 LP", x + 29, y, 1)).put(engineer0=2)
    assert "slide 1" in game.starts("engineer gear 1 ") and "slide 2" not in game.starts("engineer gear 1 ")
    assert game.refusal("engineer gear 1 slide 2") == 107
    assert game.refusal("engineer gear 1 slide 3") == 504


def test_mb_1_7_a_corner_may_not_stretch_the_map_beyond_31() -> None:
    """MB-1.7: the block that would turn out of the 31 places is refused."""
    game = Scene(("Entrance", 0, 0, 0), ("A1 K:HR", 30, 0, 0)).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == ["turn 1"]
    assert [game.refusal(f"engineer gear 1 turn {k}") for k in (1, 2, 3)] == [0, 107, 107]
    game = Scene(("Entrance", 0, 0, 0), ("A1 K:HR", 29, 0, 0)).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == ["turn 1", "turn 2", "turn 3"]


@ORIGINS
@pytest.mark.parametrize("facing", range(4))
@pytest.mark.parametrize("way", [(0, 1), (1, 0), (0, -1), (-1, 0)])
def test_mb_1_7_corners_at_all_four_ends(origin: tuple[int, int], facing: int, way: tuple[int, int]) -> None:
    """MB-1.7: whichever end of the map a block is at, it turns where no more than 31 places are spanned then."""
    for far in (29, 30):
        game = Scene(("Entrance", *origin, 0), ("A1 K:HR", origin[0] + far * way[0], origin[1] + far * way[1], facing))
        for turns in (1, 2, 3):
            assert can_turn_corner(game.s, 1, facing, turns) == (_span(_after(game, 1, 0, turns)) <= 31)


def test_mb_1_5_places_of_a_block() -> None:
    """MB-1.5: the block with its lower left place at (4, 7): 0 NE, 1 SE, 2 SW, 3 NW, and none beside them."""
    spots = {(5, 8): 0, (5, 7): 1, (4, 7): 2, (4, 8): 3}
    for x in range(3, 7):
        for y in range(6, 10):
            assert in_block(Scene(("Entrance", x, y, 0)).s, 0, 4, 7) == spots.get((x, y), -1)


@pytest.mark.parametrize("facing", range(4))
def test_mb_5_5_no_room_in_the_line(facing: int) -> None:
    """MB-5.5: with no room beyond the wall, or nowhere else to go, an edge gear cannot be used."""
    game = Scene(("Entrance", 7, 7, 0), ("A2L E:H", 0, 0, facing)).put(engineer0=1)
    assert game.starts("engineer gear 1 ") == [] and game.refusal("engineer gear 1 slide 1") == 505
    assert ring_size(game.s, 1, facing) == 0
    column = Scene(("Entrance", 0, 0, 0), ("A2L E:H", 0, 1, 2), ("A5", 0, 2, 0)).put(engineer0=1)
    assert ring_size(column.s, 1, 2) == 1 and column.starts("engineer gear 1 ") == []


def test_mb_5_2_bars() -> None:
    """MB-5.2: the same gear is barred to the same meeple until it ends a turn elsewhere or uses the room's other gear."""
    rooms = (FAR, ("P12R C+K:HL", 0, 0, 0), ("A5", 0, -1, 0))
    game = Scene(*rooms, seats=1).put(engineer0=1, android=1)
    game.act("engineer gear 1 turn 1")
    assert game.starts("engineer gear 1 ") == [] and game.refusal("engineer gear 1 turn 1") == 502
    assert game.starts("android gear 1 ") == ["turn 1", "turn 2", "turn 3"]
    assert is_barred(game.s, 0, 1, 0) and not is_barred(game.s, 0, 1, 1)
    game.act("engineer gear 2 turn 1")
    assert game.starts("engineer gear 1 ") != [] and game.refusal("engineer gear 2 turn 1") == 502


def test_mb_5_2_a_turn_ended_elsewhere() -> None:
    """MB-5.2: the note is wiped when the meeple ends a turn in another room; a turn in the room keeps it."""
    rooms = (("Entrance", 0, -1, 0), ("A1 C", 0, 0, 0), ("A5", 0, 1, 0))
    game = Scene(*rooms, seats=1).put(engineer0=1)
    game.act("engineer gear 1 turn 2", "pass")
    assert game.refusal("engineer gear 1 turn 1") == 502
    game.act("engineer to 2", "pass", "engineer to 1")
    assert "engineer gear 1 turn 1" in game.names()


def test_mb_5_2_the_androids_note_holds_for_all() -> None:
    """MB-5.2: what the android used last is barred to it in every player's turn; it may leave and come back in one turn no."""
    game = Scene(FAR, ("A1 C", 0, 0, 0)).put(android=1, engineer1=1)
    game.act("android gear 1 turn 1")
    assert game.s.active == 1 and game.refusal("android gear 1 turn 1") == 502
    assert "engineer gear 1 turn 1" in game.names()


def test_mb_5_2_turning_or_moving_the_room_does_not_matter() -> None:
    """MB-5.2: the noted gear stays barred though its room was moved by another one."""
    game = Scene(FAR, ("A1 LP", 0, 0, 0), ("A2L E:H", 1, 0, 3)).put(engineer0=1, engineer1=2)
    game.act("engineer gear 1 slide 1")
    assert ring_size(game.s, 2, 3) > 1
    game.act("engineer gear 1 slide 2", "pass") if game.s.active == 1 else None
    assert game.s.note_room[0] == 1 and game.s.note_gear[0] == 1


# -- 5.7, 5.8 who rides along ------------------------------------------------------------------------------------------


def test_mb_5_7_meeples_and_people_ride_along() -> None:
    """MB-5.7: rooms are moved with all that is in them, special rooms too; being carried is not entering."""
    game = (
        Scene(("Entrance", 0, 0, 0), ("A2L E:H", 1, -1, 0), ("P1", 1, 0, 0), ("Control", 2, 0, 0))
        .put(engineer0=1, engineer1=2, android=0)
        .people(2)
    )
    game.act("engineer gear 1 slide 1")
    assert game.map()[0][:2] == (1, 0) and game.map()[2][:2] == (2, 0) and game.map()[3][:2] == (0, 0)
    assert game.s.people[2] == 1 and game.s.at[1] == 2 and not game.s.off


def test_mb_5_8_gears_work_after_the_switch_and_the_lockdown() -> None:
    """MB-5.8, MB-6.6: with the switch off and all shut, gears still turn, leave islands, and collapse nothing."""
    game = Scene(("Entrance", 0, 0, 0), ("A1 LX", 0, 1, 0), ("P1", 0, 2, 0), ("A5", 1, 2, 0)).off().shut()
    game.put(engineer0=1, engineer1=0, android=0).act("engineer gear 1 slide 1")
    assert game.map()[1] == (1, 1, 0) and len(game.map()) == 4 and game.s.phase == Phase.TURN
    assert game.s.comp[1] != game.s.comp[0]


# -- what no gear ever changes, on random maps -------------------------------------------------------------------------


def random_uses(dice: random.Random, many: int) -> Any:
    """Random maps with a gear that can be used in each: the scene, the room, the gear."""
    seen = 0
    while seen < many:
        game = scene_of(random_map(dice, dice.randint(2, 14), dice.choice([4, 6, 8])))
        for n in range(1, game.s.rooms):
            for g in range(2):
                kind = find_gear(game.s, n, g)
                if kind == Gear.NONE or (kind == Gear.EDGE and ring_size(game.s, n, find_way(game.s, n, g)) < 2):
                    continue
                yield game, n, g, kind
                seen += 1


def test_four_quarter_turns_are_none(count) -> None:
    """MB-5.3, MB-5.6: four equal quarter turns of a centre or corner gear change nothing."""
    dice = random.Random("turns")
    for game, n, g, kind in random_uses(dice, count(120, 3000)):
        if kind in (Gear.CENTRE, Gear.CORNER):
            before = game.map()
            for _ in range(4):
                use_gear(game.s, n, g, 1)
            assert game.map() == before


def test_there_and_back_is_none(count) -> None:
    """MB-5.1: an amount and its opposite within one action change nothing, and two amounts are their sum."""
    dice = random.Random("back")
    for game, n, g, kind in random_uses(dice, count(120, 3000)):
        before = game.map()
        k = dice.randint(1, 3)
        if kind == Gear.EDGE:
            # Between two uses within one action the ends of the line are those taken before it.
            size = ring_size(game.s, n, find_way(game.s, n, g))
            once, twice = _after(game, n, g, k), _after(game, n, g, k + size)
            assert once == twice and _after(game, n, g, 0) == before
            continue
        use_gear(game.s, n, g, k)
        use_gear(game.s, n, g, -k)
        assert game.map() == before
        assert _after(game, n, g, 3) == _summed(game, n, g)


def _summed(game: Scene, n: int, g: int) -> dict[int, Any]:
    other = GAME.shape.copy(game.s)
    use_gear(other, n, g, 1)
    use_gear(other, n, g, 2)
    return {m: (other.x[m], other.y[m], other.facing[m] & 3) for m in range(other.rooms)}


def test_no_gear_changes_the_number_of_pieces(count) -> None:
    """MB-5.7: the number of rooms, people and meeples and where they are stays; all follows from the map as it is then."""
    dice = random.Random("conserved")
    for game, n, g, _kind in random_uses(dice, count(120, 3000)):
        for m in range(1, game.s.rooms):
            game.s.people[m] = int(TILES[game.s.tile[m]].people)
        before = (len(game.map()), count_people(game.s), list(game.s.at), list(game.s.tile))
        use_gear(game.s, n, g, dice.randint(1, 3))
        assert before == (len(game.map()), count_people(game.s), list(game.s.at), list(game.s.tile))
        game.check()


def test_doors_inside_a_turned_block_still_match(count) -> None:
    """MB-5.6: rooms of a block that were joined are joined after it has turned, and no others."""
    dice = random.Random("blocks")
    for game, n, g, kind in random_uses(dice, count(150, 3000)):
        if kind == Gear.CORNER:
            block = _block(game, n, g)
            before = _joins(game, block)
            use_gear(game.s, n, g, dice.randint(1, 3))
            assert _block(game, n, g) == block
            assert _joins(game, block) == before


def _block(game: Scene, n: int, g: int) -> set[int]:
    """The rooms that touch a corner gear's corner."""
    corner = find_way(game.s, n, g)
    x = game.s.x[n] + (0.5 if corner < 2 else -0.5)
    y = game.s.y[n] + (0.5 if corner in (0, 3) else -0.5)
    return {m for m, place in game.map().items() if abs(place[0] - x) < 1 and abs(place[1] - y) < 1}


def _joins(game: Scene, rooms: set[int]) -> set[tuple[int, int]]:
    s, found = game.s, set()
    for a in rooms:
        for d, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            for b in rooms:
                if (
                    (s.x[a] + dx, s.y[a] + dy) == (s.x[b], s.y[b])
                    and s.doors[a] >> d & 1
                    and s.doors[b] >> (d + 2) % 4 & 1
                ):
                    found.add((a, b))
    return found


def test_gears_do_the_same_everywhere(count) -> None:
    """MB-1.5: there is no fixed origin: a map 10,000 places away, or with negative places, turns and slides alike."""
    dice = random.Random("everywhere")
    for _ in range(count(40, 800)):
        rooms = random_map(dice, dice.randint(3, 12), 5, (0, 0))
        dx, dy = dice.choice([(10_000, -10_000), (-7, -9), (-10_000, 123)])
        near, far = scene_of(rooms), scene_of([(name, x + dx, y + dy, f) for name, x, y, f in rooms])
        for n in range(1, near.s.rooms):
            if find_gear(near.s, n, 0) != Gear.NONE:
                use_gear(near.s, n, 0, 1)
                use_gear(far.s, n, 0, 1)
        moved = {n: (x + dx, y + dy, f) for n, (x, y, f) in near.map().items()}
        assert far.map() == moved
        assert far.s.comp == near.s.comp
