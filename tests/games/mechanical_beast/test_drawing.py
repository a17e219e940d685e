"""Mechanical Beast drawn, told and kept: far away as near, in the order in which things happen."""

from __future__ import annotations

import random
import re

import pytest
from mechanical_beast_scene import GAME, Scene, random_map, scene_of

from enginehouse.core.pictures.drawing import Marks, document_of
from enginehouse.core.pictures.palette import PALETTE
from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import seed_words
from enginehouse.core.words.telling import list_lines
from enginehouse.games.mechanical_beast.art import NUMBER_PLACES, ROOM, free_corner, side
from enginehouse.games.mechanical_beast.art import room as room_svg
from enginehouse.games.mechanical_beast.drawing import draw, gallery, paths, preview, sheets, stands
from enginehouse.games.mechanical_beast.gears import find_gear, find_way
from enginehouse.games.mechanical_beast.moved import lies, moved_since
from enginehouse.games.mechanical_beast.parts import DX, DY, GEARS, ROOMS, TILES, Gear

pytestmark = pytest.mark.beside_plain

RING = (
    ("Entrance", 0, 0, 0), ("A2L E:H", 2, 0, 0), ("A1", 1, 0, 0), ("A5", 3, 0, 0), ("A5", 2, -1, 0),
    ("A2L", 1, 1, 0), ("A2R", 3, 1, 1),
)  # fmt: skip
"""The edge gear of section 10: a row that slides within 0 to 3."""


def away(rooms: tuple[tuple[str, int, int, int], ...], dx: int, dy: int) -> list[tuple[str, int, int, int]]:
    return [(name, x + dx, y + dy, f) for name, x, y, f in rooms]


@pytest.mark.parametrize(("dx", "dy"), [(10_000, -10_000), (-10_000, 31), (-3, -4)])
def test_far_rooms_are_drawn_described_and_stored_like_near_rooms(dx: int, dy: int) -> None:
    """MB-1.7: no fixed origin: the same pictures ten thousand places away, the same words, and the record survives."""
    near, far = Scene(*RING).put(engineer0=1), Scene(*away(RING, dx, dy)).put(engineer0=1)
    one, other = near.view(0), far.view(0)
    assert GAME.words.position(one) == GAME.words.position(other)
    shifted = [(p.id, p.svg, p.x + ROOM * dx, p.y - ROOM * dy, p.turn) for p in draw(one, Marks()) if p.id != "ground"]
    assert shifted == [(p.id, p.svg, p.x, p.y, p.turn) for p in draw(other, Marks()) if p.id != "ground"]
    assert (sheets(other)[0].x, sheets(other)[0].width) == (sheets(one)[0].x + ROOM * dx, sheets(one)[0].width)
    assert document_of(GAME, other).startswith("<svg")
    shape = GAME.shape
    assert shape.from_bytes(shape.to_bytes(far.s)) == far.s and shape.from_text(shape.to_text(far.s)) == far.s


def test_pieces_that_wrap_around_do_not_fly_across_the_board() -> None:
    """MB-5.5: a room that wraps round comes in from beyond the end, and its likeness leaves at the other end."""
    game = Scene(*RING).put(engineer0=1)
    game.act("engineer gear 1 slide 1")
    moves = {m.piece: m for m in paths(game.view(0), game.events)}
    assert moves["room-6"].jump and moves["room-6"].points == ((-ROOM, -ROOM),)
    assert moves["leaving-6"].points == ((3 * ROOM, -ROOM), (4 * ROOM, -ROOM)) and moves["leaving-6"].svg
    assert not moves["room-5"].jump and not moves["room-5"].points
    assert {piece for piece in moves if piece.startswith("room")} == {"room-5", "room-6"}


def test_a_walk_goes_from_room_to_room_and_then_the_room_falls() -> None:
    """MB-6.7: first the meeple walks through each room on its way, then its room falls away, then the line moves up."""
    rooms = (("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("A5", 0, 2, 0), ("A5 C", 1, 2, 0))
    game = Scene(*rooms).off().put(engineer0=1).act("engineer to 3")
    moves = {m.piece: m for m in paths(game.view(0), game.events)}
    assert moves["engineer-0"].points == ((0.0, -2 * ROOM + 14),)
    assert moves["room-1"].falls and moves["room-1"].wait >= moves["engineer-0"].ms
    assert moves["room-0"].wait > moves["room-1"].wait and "room-2" not in moves


def test_a_preview_shows_rooms_where_they_would_be() -> None:
    """MB-5.3, MB-5.5: ghosts of all rooms that a gear would turn or move, and of no others; the view stays as it is."""
    game = Scene(*RING).put(engineer0=1)
    v = game.view(0)
    kept = GAME.shape.to_bytes(v)
    ghosts = {p.id: (p.x, p.y) for p in preview(v, GAME.vocabulary.code("engineer gear 1 slide 1"))}
    assert ghosts == {"ghost-5": (2 * ROOM, -ROOM), "ghost-6": (0, -ROOM)}
    way = preview(v, GAME.vocabulary.code("engineer to 4"))
    assert [p.id for p in way] == ["ghost-way"] and GAME.shape.to_bytes(v) == kept
    assert preview(v, GAME.vocabulary.code("pass")) == []


def test_the_way_round_and_through_the_control_room() -> None:
    """MB-3.4: the way that is shown leads through the Control Room, or round it."""
    rooms = (
        ("Entrance", 0, 0, 0), ("Control", 0, 1, 0), ("A5", 0, 2, 0), ("A5", 1, 0, 0), ("A5", 1, 1, 0), ("A5 C", 1, 2, 0),
    )  # fmt: skip
    v = Scene(*rooms).view(0)
    through = preview(v, GAME.vocabulary.code("engineer through control to 2"))[0].svg
    round_it = preview(v, GAME.vocabulary.code("engineer to 2"))[0].svg
    assert 'd="M0 0L0 -100L0 -200"' in through and 'd="M0 0L100 0L100 -100L100 -200L0 -200"' in round_it


def test_every_gear_can_be_previewed(count) -> None:
    """MB-5.1: on random maps a preview shows what then happens."""
    dice = random.Random("previews")
    for _ in range(count(15, 300)):
        game = scene_of(random_map(dice, dice.randint(4, 12), 5), seats=1)
        game.put(engineer0=dice.randrange(1, game.s.rooms))
        uses = [name for name in game.names() if name.startswith("engineer gear")]
        if not uses:
            continue
        name, before = dice.choice(uses), game.map()
        ghosts = preview(game.view(0), GAME.vocabulary.code(name))
        game.act(name)
        moved = {f"ghost-{n}": (ROOM * p[0], -ROOM * p[1]) for n, p in game.map().items() if before[n] != p}
        assert {p.id: (p.x, p.y) for p in ghosts} == moved


def test_the_legend_explains_the_marks_of_the_map() -> None:
    shown = "".join(svg for _, svg, _, _ in [*GAME.drawing.signs(), *GAME.drawing.legend()])
    for mark in ("falls-edge", "ghost-edge", "moved-edge", "spot", "whose-plate", "goer-machine", "number-plate"):
        assert f'"mb-{mark}"' in shown and f".mb-{mark}" in GAME.drawing.STYLE


def test_the_ground_is_darker_by_night() -> None:
    (ground,) = re.findall(r"\.mb-ground\{fill:var\(--([\w-]+)\)", GAME.drawing.STYLE)
    day, night = (sum(bytes.fromhex(colour[1:])) for colour in PALETTE[ground])
    assert night < day


def test_the_gallery_has_every_room() -> None:
    """MB-1.2, MB-1.4: each kind of room with its gears once, and the four special ones."""
    kinds = {(tile.name, tile.gears) for tile in TILES[1:]}
    titles = [title for title, *_ in gallery()]
    assert len(titles) == len(set(titles)) and sum(t.startswith("Room ") for t in titles) == len(kinds) - 4


@pytest.mark.parametrize("facing", range(4))
def test_a_rooms_number_stands_clear_of_its_gears(facing: int) -> None:
    """However the room lies, its number is in a corner that no gear needs; gears of edges and axes leave corners free."""
    for tile in range(1, ROOMS + 1):
        game = Scene(("Entrance", 0, 0, 0), ("A1", 1, 0, facing))
        game.s.tile[1] = tile
        corner = free_corner(tile, facing)
        for g in range(2):
            if find_gear(game.s, 1, g) == Gear.CORNER:
                assert find_way(game.s, 1, g) != corner, TILES[tile]
            elif (
                find_gear(game.s, 1, g) == Gear.CENTRE
            ):  # its arrows: in the SE and NW corners of a room that faces north
                assert corner not in ((1 + facing) % 4, (3 + facing) % 4), TILES[tile]
    ends = [(x > 0, y > 0) for x, y in NUMBER_PLACES]
    assert ends == [(DX[d] + DX[(d + 1) % 4] > 0, DY[d] + DY[(d + 1) % 4] < 0) for d in range(4)]


def test_events_are_described_in_plain_words() -> None:
    """MB-6.4, MB-7.3: where to rooms move, and how many people are left behind."""
    game = Scene(("Entrance", 0, 0, 0), ("A5", 0, 1, 2), ("P10", 3, 3, 0)).off().people(2).put(engineer0=1)
    game.act("engineer to 0")
    texts = [one.text for one in list_lines(GAME, game.view(0), game.events)]
    assert "Room 1 collapses. Any rooms behind it slide one place south." in texts
    assert "All engineers and the android are safe, but 1 prisoner is still inside. Go back, or vote to end." in texts


def test_a_log_says_which_rooms_moved() -> None:
    """MB-5.3 to MB-5.6, MB-6.4: the log follows the map by what has happened, and says of gears and falls what they moved."""
    match = Match.new("mechanical-beast", 2, {"level": "easy"}, seed_words("cogs"))
    dice, noted, told = random.Random("cogs"), {}, ""
    for _ in range(250):
        if not match.actors():
            break
        seat = match.actors()[0]
        names = [match.game.vocabulary.name(code) for code in match.legal(seat)]
        wanted = [n for n in names if "gear" in n] if dice.random() < 0.5 else [n for n in names if "explore" in n]
        match.act(seat, dice.choice(wanted or [n for n in names if n != "end"]))
        for one in list_lines(GAME, match.view(seat), match.standing[-1].list_events(seat), noted):
            told += one.text + "\n"
        s, v = match.state, noted["map"]
        assert [(s.doors[n], s.x[n], s.y[n], s.facing[n] & 3) for n in range(s.rooms) if s.doors[n] >= 0] == [
            (v.doors[n], v.x[n], v.y[n], v.facing[n] & 3) for n in range(v.rooms) if v.doors[n] >= 0
        ]
    for words in ("slides", " the other way.", " moves 1 ", " round their corner.", " slide one place "):
        assert words in told


def test_each_use_of_a_gear_is_short_and_its_ghosts_say_what_moves() -> None:
    """MB-5.5: the row by where it lies, its rooms, how far, and what comes round to the other end."""
    game = Scene(*RING).put(engineer0=1)
    code = GAME.vocabulary.code
    say, ghost = (
        lambda name: GAME.words.action(game.view(0), code(name)),
        lambda name: " ".join(p.label for p in preview(game.view(0), code(name)) if p.label),
    )
    assert say("engineer gear 1 slide 1") == "Slide the row 1 east (engineer, edge gear)"
    assert say("engineer gear 1 slide 3") == "Slide the row 1 west (engineer, edge gear)"
    assert ghost("engineer gear 1 slide 1") == (
        "The row to the north (rooms 5 and 6) slides 1 east, room 6 comes round to the west end."
    )
    assert ghost("engineer gear 1 slide 3") == "The row to the north (rooms 5 and 6) slides 1 west."
    noted: dict[object, object] = {}
    game.act("engineer gear 1 slide 1")
    text = list_lines(GAME, game.view(0), game.events, noted)[0].text
    assert text.startswith("{0}’s engineer uses the edge gear of room 1"), (
        "of a map that it has not followed: plain words"
    )


@pytest.mark.parametrize("facing", range(4))
def test_a_number_says_which_way_its_room_falls(facing: int) -> None:
    """MB-6.4: beside its upright number each room has its arrow once more, where no gear and nobody covers it."""
    turned = f" rotate({90 * facing})" if facing else ""
    for tile in range(1, ROOMS + 1):
        assert f'transform="translate(-9.5 0){turned}"' in room_svg(tile, False, True, facing, 7, True)
        for person in (False, True):
            places, (x, y) = stands(tile, facing, person, 9), NUMBER_PLACES[free_corner(tile, facing)]
            assert len(set(places)) == 9 and places[:4] == stands(tile, facing, person, 4), "who stands there stays"
            # A number is 34 by 16; somebody is 24 wide, 22 above the middle and 20 below.
            assert all(abs(px - x) >= 17 + 12 or not -8 - 20 < py - y < 8 + 22 for px, py in places[:4])


@pytest.mark.parametrize("facing", range(4))
def test_two_figures_leave_each_other_and_the_wheels_to_be_seen(facing: int) -> None:
    """The middle of no wheel is covered by the first two figures, which do not cover each other."""
    middles = {Gear.CENTRE: (0, 0), Gear.LINEAR: (14, 0), Gear.EDGE: (0, -33), Gear.CORNER: (35, -35)}
    for tile in range(1, ROOMS + 1):
        first, second = stands(tile, facing, False, 2)
        assert abs(first[0] - second[0]) >= 24 or abs(first[1] - second[1]) >= 34, TILES[tile]
        for code in (int(code) for code in GEARS[tile] if code >> 2 != Gear.NONE):
            x, y = middles[code >> 2]
            for _ in range((facing + (code & 3 if code >> 2 != Gear.CENTRE else 0)) & 3):
                x, y = -y, x
            for px, py in (first, second):
                assert abs(px - x) > 12 or not -22 < y - py < 20, (TILES[tile], facing, (x, y), (px, py))


def test_lit_places_say_whose_they_are() -> None:
    """Each lit place has one small mark with the figures that can go there; if only one figure can go anywhere there is none."""
    game = Scene(*RING).put(engineer0=1)
    v, legal = game.view(0), [GAME.vocabulary.code(name) for name in game.names()]
    tags = [p.id for p in draw(v, Marks(frozenset(legal))) if p.id.startswith("goes-")]
    assert {"goes-2_-1", "goes-0_1"} <= set(tags) and len(tags) == len(set(tags)), tags
    alone = [code for code in legal if GAME.vocabulary.name(code).startswith("engineer")]
    assert not [p for p in draw(v, Marks(frozenset(alone))) if p.id.startswith("goes-")]
    assert not [p for p in draw(v, Marks()) if p.id.startswith("goes-")]


@pytest.mark.parametrize("facing", range(4))
def test_a_walk_shows_falling_and_sliding_pieces(facing: int) -> None:
    """MB-6.2, MB-6.4: a preview of a walk shows the room that falls and the rooms of its line where they will be."""
    around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    game = Scene(("Entrance", 5, 5, 0), ("A5", 0, 0, facing), *(("A5", 2 * x, 2 * y, 0) for x, y in around))
    for x, y in around:
        game.add("A5", x, y)
    game.off().put(engineer0=1, android=0)
    v = game.view(0)
    kept = GAME.shape.to_bytes(v)
    name = next(name for name in game.names() if name.startswith("engineer to"))
    drawn = {p.id: p for p in preview(v, GAME.vocabulary.code(name))}
    assert GAME.shape.to_bytes(v) == kept
    before = game.map()
    game.act(name)
    moved = {f"ghost-{n}" for n, place in game.map().items() if before[n] != place}
    assert len(moved) == 2, "the two rooms behind it"
    assert {i for i in drawn if i.startswith("ghost-") and i != "ghost-way"} == moved
    assert all((drawn[i].x, drawn[i].y) == (ROOM * game.s.x[int(i[6:])], -ROOM * game.s.y[int(i[6:])]) for i in moved)
    assert "collapses" in drawn["falls-1"].label


def test_a_walk_with_the_switch_on_shows_no_fall() -> None:
    """MB-6.2: nothing falls before the switch is thrown, nor while another figure stays in the room."""
    game = Scene(*RING).put(engineer0=1)
    assert [p.id for p in preview(game.view(0), GAME.vocabulary.code("engineer to 4"))] == ["ghost-way"]
    game.off().put(engineer0=1, android=1)
    assert [p.id for p in preview(game.view(0), GAME.vocabulary.code("engineer to 4"))] == ["ghost-way"]


def test_every_walk_and_exploration_can_be_previewed(count) -> None:
    """MB-6.2, MB-6.7: on random maps a preview shows the rooms that then fall, and where all others then are."""
    dice = random.Random("walks")
    seen = 0
    for k in range(count(12, 200)):
        match = Match.new(GAME, 2, {"play": ("together", "against", "rescuers")[k % 3]}, k)
        for _ in range(90):
            if match.over:
                break
            seat = match.actors()[0]
            names = match.legal_names(seat)
            name = (
                dice.choice([n for n in names if "explore" in n] or names)
                if dice.random() < 0.4
                else dice.choice(names)
            )
            code = GAME.vocabulary.code(name)
            drawn = {p.id: p for p in preview(match.view(seat), code)}
            falls = {int(i[6:]) for i in drawn if i.startswith("falls-")}
            before = [int(d) >= 0 for d in match.state.doors[: match.state.rooms]]
            match.act(seat, name)
            if " to " in name or "explore" in name or "through" in name:
                gone = {n for n, there in enumerate(before) if there and match.state.doors[n] < 0}
                assert falls == gone, name
                seen += bool(gone)
    assert seen


def test_an_exploration_says_that_it_may_find_the_switch() -> None:
    """MB-6.1: an engineer may throw the switch by exploring; the android cannot, and it is thrown once."""
    game = Scene(("Entrance", 0, 0, 0))
    says = lambda name: " ".join(p.label for p in preview(game.view(0), GAME.vocabulary.code(name)))  # noqa: E731
    explore = next(n for n in game.names() if "explore" in n and "engineer" in n)
    android = next(n for n in game.names() if "explore" in n and "android" in n)
    assert says(explore) == "If this is the Control Room, the switch is thrown."
    assert says(android) == ""
    game.off()
    assert "Control Room" not in says(explore)


def test_a_walk_that_throws_the_switch_is_risky() -> None:
    """MB-3.4, MB-6.1: the page asks before a walk into or through the Control Room, as long as the switch is on."""
    game = Scene(("Entrance", 0, 0, 0), ("A5", 0, 1, 0), ("Control", 0, 2, 0), ("A5", 0, 3, 0)).put(
        engineer0=1, android=1
    )

    def asks() -> set[str]:
        names = [name for name in game.names() if " to " in name or "through" in name]
        return {name for name in names if GAME.is_risky(game.view(0), GAME.vocabulary.code(name))}

    assert asks() == {"engineer to 2", "engineer to 3", "engineer through control to 0"}
    game.off().put(engineer0=1, android=1)
    assert not asks()


def test_a_room_that_others_moved_is_marked() -> None:
    """A room that has moved since the player's own last action has a rim. Removed and new rooms have none."""
    game = Scene(*RING).put(engineer0=1)
    before = lies(game.s)
    game.act("engineer gear 1 slide 1")
    marked = [p.id for p in draw(game.view(0), Marks(since=before)) if p.id.startswith("moved-")]
    assert marked == ["moved-5", "moved-6"]
    assert not [p for p in draw(game.view(0), Marks(since=lies(game.s))) if p.id.startswith("moved-")]
    assert not [p for p in draw(game.view(0), Marks()) if p.id.startswith("moved-")]
    assert moved_since(game.s, before[:6]) == [5], "room 6 would be new"


def test_open_doors_and_walls_differ_in_shape() -> None:
    """By night, and while everything is red: a wall is hatched, an open door is a mat that bulges into the room."""
    wall, door = side("W", False), side("O", False)
    assert "mb-bricks" in wall and "mb-bricks" not in door
    assert "Q0" in door and "Q0" not in wall
