"""Mechanical Beast, sections 1, 2 and 9: rooms, their geometry, the house set, the pile."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from enginehouse.conformance.dealing import unlikely
from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.games.mechanical_beast import invariants
from enginehouse.games.mechanical_beast.parts import (
    ACTIONS,
    AGAINST,
    ALL,
    CONTROL,
    ENTRANCE,
    EXIT,
    LOCKDOWN,
    ROOMS,
    TILES,
    Gear,
)
from enginehouse.games.mechanical_beast.place import find, find_room, label, labels_without

pytestmark = pytest.mark.untraced

GAME = games.get("mechanical-beast")


# -- 9 The house set ---------------------------------------------------------------------------------------------------


def test_mb_1_2_totals_of_the_house_set() -> None:
    """MB-1.2: 68 rooms; gears as counted in section 9."""
    ordinary = TILES[1 : ROOMS + 1]
    kinds: Counter[object] = Counter()
    for tile in ordinary:
        kinds["two" if len(tile.gears) == 2 else tile.gears[0] >> 2 if tile.gears else "none"] += 1
    assert len(ordinary) == 68
    assert kinds == {"none": 25, Gear.CENTRE: 8, Gear.LINEAR: 9, Gear.EDGE: 10, Gear.CORNER: 12, "two": 4}


def test_mb_1_1_sides_of_the_house_set() -> None:
    """MB-1.1: open, glass, locked and wall as counted; 11 tails are locked, 2 are of glass; no room is without an open side."""
    ordinary = TILES[1 : ROOMS + 1]
    sides = Counter("".join(tile.sides for tile in ordinary))
    assert sides == {"O": 144, "W": 76, "G": 23, "K": 29}
    assert Counter(tile.sides[2] for tile in ordinary)["K"] == 11
    assert Counter(tile.sides[2] for tile in ordinary)["G"] == 2
    assert all("O" in tile.sides for tile in TILES[1:])


def test_mb_1_2_edge_gears_are_in_walls() -> None:
    """MB-1.2: the side of an edge gear is always a wall."""
    edges = [(tile, g & 3) for tile in TILES for g in tile.gears if g >> 2 == Gear.EDGE]
    assert len(edges) == 12 and all(tile.sides[side] == "W" for tile, side in edges)


def test_mb_1_3_people() -> None:
    """MB-1.3: 25 rooms hold people, those with a locked door but not the special ones."""
    assert sum(tile.people for tile in TILES) == 25
    assert all(tile.people == ("K" in tile.sides) for tile in TILES[1 : ROOMS + 1])
    assert not TILES[CONTROL].people and not TILES[LOCKDOWN].people


def test_mb_1_4_special_rooms() -> None:
    """MB-1.4: sides of the four special rooms (head, right, tail, left), no gears."""
    assert [TILES[t].sides for t in (ENTRANCE, CONTROL, EXIT, LOCKDOWN)] == ["OOOO", "OKOK", "GGOG", "OKKK"]
    assert all(not TILES[t].gears for t in (ENTRANCE, CONTROL, EXIT, LOCKDOWN)) and ALL == 72


# -- 1 Geometry --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", range(4))
def test_mb_1_5_sides_by_facing(scene, facing: int) -> None:
    """MB-1.5: head looks in direction f, right f+1, tail f+2, left f+3 (room P6: open to left and right; A1: head and tail)."""
    game = scene(("Entrance", 0, 0, 0), ("P6 LP", 3, 0, facing), ("A1", 6, 0, facing), ("A2L", 9, 0, facing))
    doors = [{d for d in range(4) if game.s.doors[n] >> d & 1} for n in (1, 2, 3)]
    assert doors == [
        {(facing + 1) % 4, (facing + 3) % 4},
        {facing, (facing + 2) % 4},
        {(facing + 2) % 4, (facing + 3) % 4},
    ]


@pytest.mark.parametrize(("glass", "many"), [("unlocked", 4), ("locked", 1)])
def test_mb_1_2_glass_by_option(scene, glass: str, many: int) -> None:
    """MB-1.2: unlocked glass is like open, locked glass like a locked door; it brings no people."""
    game = scene(("Entrance", 0, 0, 0), ("Exit", 1, 0, 1), play="against", glass=glass)
    assert bin(game.s.doors[1]).count("1") == many
    assert not TILES[EXIT].people


@pytest.mark.parametrize(("level", "locked"), [("easy", 0), ("normal", 0), ("hard", 1), ("extreme", 1)])
def test_mb_2_2_levels(scene, level: str, locked: int) -> None:
    """MB-2.2: glass and the Entrance's hatch by level; the Emergency Exit is in the pile on easy and extreme."""
    game = scene(level=level)
    assert (game.s.control, game.s.exit) == (-1, -1)
    assert (game.s.locked, game.s.hatch) == (locked, level != "extreme")
    assert (EXIT in game.s.pile) == (level in ("easy", "extreme"))
    assert game.s.left == (71 if level in ("easy", "extreme") else 70)


def test_mb_1_6_joined_on_both_sides(scene) -> None:
    """MB-1.6: two rooms are joined when both sides that face each other are passable."""
    both = scene(("Entrance", 0, 0, 0), ("A1", 0, 1, 0))
    assert both.s.comp[0] == both.s.comp[1]
    wall = scene(("Entrance", 0, 0, 0), ("A1", 1, 0, 0))
    assert wall.s.comp[0] != wall.s.comp[1]
    apart = scene(("Entrance", 0, 0, 0), ("A1", 0, 2, 0))
    assert apart.s.comp[0] != apart.s.comp[1]


def test_mb_1_6_labels_on_random_maps(count) -> None:
    """MB-1.6: labels and floods agree with a plain search, far away and with negative places, after any order of rooms."""
    dice = random.Random("labels")
    for _ in range(count(150, 3000)):
        many = dice.randint(1, 40)
        ox, oy = dice.randint(-10_000, 10_000), dice.randint(-10_000, 10_000)
        spots = dice.sample([(x, y) for x in range(9) for y in range(9)], many)
        xs, ys = [ox + x for x, _ in spots], [oy + y for _, y in spots]
        doors = [dice.choice([-1, *range(16), 15, 15]) if k else 15 for k in range(many)]
        slots, comp = [0] * 256, [0] * many
        label(xs, ys, doors, many, slots, comp)
        where = {(xs[k], ys[k]): k for k in range(many) if doors[k] >= 0}
        for (x, y), n in where.items():
            reached, todo = {n}, [n]
            for a in todo:
                for d, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
                    b = where.get((xs[a] + dx, ys[a] + dy))
                    if b is not None and b not in reached and doors[a] >> d & 1 and doors[b] >> (d + 2) % 4 & 1:
                        reached.add(b)
                        todo.append(b)
            assert comp[n] == min(reached)
            assert find(slots, xs, ys, x, y) == n
        assert find(slots, xs, ys, ox - 1, oy) == -1
        assert all(comp[n] == -1 for n in range(many) if doors[n] < 0)


def test_mb_1_5_places_that_share_a_slot(scene) -> None:
    """MB-1.5: places 16 apart and one aside begin at one slot of the hash, here the last but one: all are found, others not."""
    spots = [(14 + 16 * k, 15 - k) for k in range(5)]
    game = scene(("Entrance", *spots[0], 0), *(("A5", x, y, 0) for x, y in spots[1:]))
    assert [find_room(game.s, x, y) for x, y in spots] == [0, 1, 2, 3, 4]
    assert [n for n, slot in enumerate(game.s.slots) if slot] == [0, 1, 2, 254, 255]
    assert find_room(game.s, 14 - 16, 16) == find_room(game.s, 14, 31) == find_room(game.s, 15, 15) == -1


def test_mb_3_4_rooms_round_the_control_room(scene) -> None:
    """MB-3.4: a walk round a room does not enter it."""
    game = scene(
        ("Entrance", 0, 0, 0),
        ("Control", 0, 1, 0),
        ("A5", 1, 0, 0),
        ("A5", 1, 1, 0),
        ("A5 C", 1, 2, 0),
        ("A3", 0, 2, 2),
    )
    assert list(labels_without(game.s, 1)[:6]) == [0, -1, 0, 0, 0, 0]


@pytest.mark.parametrize("origin", [(0, 0), (100, -300), (-300, 100)])
@pytest.mark.parametrize(("way", "dx", "dy"), [("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0)])
def test_mb_1_7_span(scene, origin: tuple[int, int], way: str, dx: int, dy: int) -> None:
    """MB-1.7: the rooms never span more than 31 places: exploring farther is refused."""
    x, y = origin
    game = scene(("Entrance", x, y, 0), ("A5", x + 29 * dx, y + 29 * dy, 0)).put(engineer0=1)
    assert game.starts("engineer explore ") == ["north", "east", "south", "west"]
    game = scene(("Entrance", x, y, 0), ("A5", x + 30 * dx, y + 30 * dy, 0)).put(engineer0=1)
    assert way not in game.starts("engineer explore ") and len(game.starts("engineer explore ")) == 3
    assert game.refusal(f"engineer explore {way}") == 107


# -- 2 Setup and the pile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_mb_2_1_meeples_on_the_entrance(seats: int) -> None:
    """MB-2.1, MB-8.5: the Entrance with one engineer per player and one android; a random first player."""
    first = Counter()
    for seed in range(60):
        s = GAME.new_record()
        GAME.rules.setup(s, [seats, 0, 0, 0], seed_words(seed))
        assert s.rooms == 1 and s.tile[0] == ENTRANCE and s.meeples == (1 << seats) - 1 | 1 << 8
        first[s.active] += 1
    assert set(first) == set(range(seats))


PLACES = {
    "easy": ({14 + k + g for k in range(-2, 3) for g in range(8)}, {36 + k for k in range(-2, 3)}, {50 + k + g for k in range(-2, 3) for g in range(8)}),
    "normal": ({18 + k + g for k in range(-2, 3) for g in range(8)}, set(), {44 + k + g for k in range(-2, 3) for g in range(8)}),
}  # fmt: skip
"""Where from the top the Control Room, the Emergency Exit and the Lockdown can lie."""


@pytest.mark.parametrize(
    ("level", "table"), [("easy", "easy"), ("normal", "normal"), ("hard", "normal"), ("extreme", "easy")]
)
def test_mb_2_3_places_of_the_special_rooms(level: str, table: str) -> None:
    """MB-2.2, MB-2.3: cuts fall up to two rooms off their middles, the groups have eight rooms; all places occur."""
    seen: list[set[int]] = [set(), set(), set()]
    for seed in range(500):
        s = GAME.new_record()
        GAME.rules.setup(s, GAME.option_numbers(1, {"level": level}), seed_words(seed))
        pile = s.pile[: s.left][::-1]
        assert sorted(t for t in pile if t <= ROOMS) == list(range(1, ROOMS + 1))
        for k, tile in enumerate((CONTROL, EXIT, LOCKDOWN)):
            if tile in pile:
                seen[k].add(pile.index(tile))
    assert tuple(seen) == PLACES[table]


def test_mb_2_3_cuts_are_even() -> None:
    """MB-2.3: each of the five places of a cut is equally likely, in co-op and against each other."""
    exits, controls = Counter(), Counter()
    for seed in range(1000):
        s = GAME.new_record()
        GAME.rules.setup(s, [1, 0, 0, 0], seed_words(seed))
        exits[s.pile[: s.left][::-1].index(EXIT)] += 1
        s = GAME.new_record()
        GAME.rules.setup(s, [2, 2, 0, 0], seed_words(seed))
        controls[s.pile[: s.left][::-1].index(CONTROL)] += 1
    assert unlikely([exits[k] for k in range(34, 39)], [0.2] * 5) > 1e-6
    assert unlikely([controls[k] for k in range(21, 26)], [0.2] * 5) > 1e-6


def test_mb_8_2_pile_against_each_other(scene) -> None:
    """MB-8.2: first part, Control Room, Emergency Exit, the rest, the Lockdown at the bottom; no level, glass by choice."""
    for seed in range(100):
        s = GAME.new_record()
        GAME.rules.setup(s, [3, 2, 0, 1], seed_words(seed))
        pile = s.pile[: s.left][::-1]
        assert pile[70] == LOCKDOWN and pile[pile.index(CONTROL) + 1] == EXIT and 21 <= pile.index(CONTROL) <= 25
        assert s.meeples == 0b1110111 and not s.hatch and s.locked == 1
    hard = scene(play="against", level="hard", glass="unlocked")
    assert (hard.s.level, hard.s.locked) == (0, 0)


def test_mb_2_4_guesses_weigh_ways_of_cutting_and_shuffling(count) -> None:
    """MB-2.4: where the Control Room may still lie, in the shares of the ways that lead there; known rooms are not dealt."""
    s = GAME.new_record()
    GAME.rules.setup(s, [2, 0, 0, 0], seed_words("weights"))
    while s.left > 71 - 14:
        s.left -= 1
        s.tile[s.rooms], s.pile[s.left], s.doors[s.rooms] = s.pile[s.left], 0, -1
        s.rooms += 1
    if CONTROL in s.tile:
        pytest.fail("choose another seed")
    weights = Counter(14 + k + g for k in range(-2, 3) for g in range(8) if 14 + k + g >= 14)
    seen: Counter[int] = Counter()
    dice = random.Random("guesses")
    for _ in range(count(1500, 40_000)):
        v = GAME.new_record()
        GAME.rules.view(s, 0, v)
        GAME.rules.guess(v, 0, [dice.getrandbits(32) for _ in range(8)])
        pile = v.pile[: v.left][::-1]
        assert sorted([*pile, *s.tile[1 : s.rooms]]) == sorted([*range(1, ROOMS + 1), CONTROL, EXIT, LOCKDOWN])
        seen[14 + pile.index(CONTROL)] += 1
    total = sum(weights.values())
    assert unlikely([seen[k] for k in sorted(weights)], [weights[k] / total for k in sorted(weights)]) > 1e-6
    assert set(seen) <= set(weights)


@pytest.mark.parametrize("options", [{"level": "easy"}, {"level": "normal"}, {"play": "against"}], ids=str)
def test_mb_2_4_guesses_fit_the_events_so_far(options: dict[str, str]) -> None:
    """MB-2.4, MB-2.2, MB-8.2: a guess is a pile that can be, however many rooms have come, up to the last."""
    for seed in range(3):
        s = GAME.new_record()
        GAME.rules.setup(s, GAME.option_numbers(2, options), seed_words(seed))
        while s.left > 0:
            v = GAME.new_record()
            GAME.rules.view(s, 0, v)
            assert GAME.rules.guess(v, 0, [seed, s.left] * 4) == 0
            assert sorted(v.pile[: v.left]) == sorted(s.pile[: s.left])
            assert not any(v.pile[v.left :])
            invariants.check_pile(v)
            s.left -= 1
            s.tile[s.rooms], s.pile[s.left], s.doors[s.rooms] = s.pile[s.left], 0, -1
            s.rooms += 1
            if s.play == AGAINST and s.tile[s.rooms - 1] == CONTROL:
                s.left -= 1  # the Emergency Exit is in the hand of who places it
                s.pile[s.left] = 0


@pytest.mark.parametrize(("come", "places"), [(22, {22, 23}), (23, {23})])
def test_mb_2_4_the_last_places_where_the_control_room_can_be(come: int, places: set[int]) -> None:
    """MB-2.4, MB-2.3: when so many other rooms have come it is one of the next two, or known to be the next."""
    s = GAME.new_record()
    GAME.rules.setup(s, GAME.option_numbers(2, {}), seed_words("next"))
    pile = [t for t in s.pile[::-1] if t != CONTROL]
    pile.insert(23, CONTROL)
    s.tile[1 : come + 1], s.rooms, s.left = pile[:come], come + 1, 71 - come
    s.pile[:] = [*pile[: come - 1 : -1], *[0] * come]
    seen, dice = set(), random.Random("last places")
    for _ in range(30):
        v = GAME.new_record()
        GAME.rules.view(s, 0, v)
        GAME.rules.guess(v, 0, [dice.getrandbits(32) for _ in range(8)])
        seen.add(70 - v.pile.index(CONTROL))
    assert seen == places


def test_mb_2_4_the_pile_shows_to_nobody(scene) -> None:
    """MB-2.4: a view has the number of rooms left, and none of them."""
    for seat in (-1, 0, 1):
        v = scene().view(seat)
        assert v.left == 71 and not any(v.pile)


# -- the vocabulary ----------------------------------------------------------------------------------------------------


def test_names_of_actions_never_change() -> None:
    """Names are stable and never reused: logs keep them."""
    kept = (Path(__file__).parent / "actions.txt").read_text(encoding="utf-8").split("\n")
    assert kept == list(ACTIONS) and len(ACTIONS) <= 4096
