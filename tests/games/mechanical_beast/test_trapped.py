"""MB-7.6: the prover of being trapped against a slow, independent search of everything that players could do."""

from __future__ import annotations

import random
from collections import deque
from typing import Any, NamedTuple

import pytest
from mechanical_beast_scene import GAME, Scene, tile_of

from enginehouse.games.mechanical_beast.hopeless import is_beyond_hope
from enginehouse.games.mechanical_beast.parts import TILES, Gear
from enginehouse.games.mechanical_beast.trapped import find_trapped

pytestmark = pytest.mark.untraced

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
MOST = 6_000
"""Positions that the slow search looks at before it calls a map too large."""


class World(NamedTuple):
    """A solo position with nothing left to explore: rooms (place and facing, or None), engineer, android, switch, notes."""

    rooms: tuple[tuple[int, int, int] | None, ...]
    at: tuple[int, int]
    off: bool
    notes: tuple[tuple[int, int] | None, tuple[int, int] | None]


class Search:
    """Every legal turn of solo play without exploring, word by word from the rulebook, on plain tuples."""

    def __init__(self, game: Scene) -> None:
        s = game.s
        self.tiles = [TILES[s.tile[n]] for n in range(s.rooms)]
        self.open_ = "O" if s.locked else "OG"
        self.control = next((n for n in range(s.rooms) if TILES[s.tile[n]].name == "Control Room"), -1)
        self.exits = [0] if s.hatch else []
        self.exits += [n for n in range(s.rooms) if TILES[s.tile[n]].name == "Emergency Exit"]
        rooms = tuple((s.x[n], s.y[n], s.facing[n] & 3) if s.doors[n] >= 0 else None for n in range(s.rooms))
        self.first = World(rooms, (s.at[0], s.at[8]), bool(s.off), (None, None))

    def doors(self, world: World, n: int) -> set[int]:
        room = world.rooms[n]
        assert room
        return {d for d in range(4) if self.tiles[n].sides[(d - room[2]) % 4] in self.open_}

    def joined(self, world: World, n: int) -> list[int]:
        where = {room[:2]: k for k, room in enumerate(world.rooms) if room}
        room = world.rooms[n]
        assert room
        found = []
        for d in self.doors(world, n):
            m = where.get((room[0] + STEPS[d][0], room[1] + STEPS[d][1]))
            if m is not None and (d + 2) % 4 in self.doors(world, m):
                found.append(m)
        return found

    def walks(self, world: World, n: int, control: bool) -> dict[int, set[bool]]:
        """Rooms one can go to, each with whether the way leads through the Control Room (both may be possible)."""
        seen = {(n, False)}
        todo = deque(seen)
        while todo:
            a, through = todo.popleft()
            for b in self.joined(world, a):
                one = (b, through or (control and b == self.control))
                if one not in seen:
                    seen.add(one)
                    todo.append(one)
        found: dict[int, set[bool]] = {}
        for b, through in seen:
            if b != n:
                found.setdefault(b, set()).add(through)
        return found

    def fall(self, world: World, n: int) -> World:
        room = world.rooms[n]
        assert room
        x, y, f = room
        dx, dy = STEPS[f]
        moved: list[tuple[int, int, int] | None] = []
        for k, other in enumerate(world.rooms):
            if k == n or other is None:
                moved.append(None)
                continue
            ox, oy, of = other
            behind = (ox == x and (oy - y) * dy < 0) if dx == 0 else (oy == y and (ox - x) * dx < 0)
            moved.append((ox + dx, oy + dy, of) if behind else other)
        return world._replace(rooms=tuple(moved))

    def moves(self, world: World) -> list[World]:
        """MB-3, MB-6: one move of the engineer or the android, with its collapse."""
        found = []
        for who in (0, 1):
            a = world.at[who]
            for b, ways in self.walks(world, a, not world.off and who == 0 and self.control >= 0).items():
                for through in ways:
                    at = (b, world.at[1]) if who == 0 else (world.at[0], b)
                    then = world._replace(at=at, off=world.off or through)
                    if world.off and a != 0 and a not in at:
                        then = self.fall(then, a)
                    found.append(then)
        return found

    def uses(self, world: World) -> list[World]:
        """MB-5: one use of a gear by the engineer or the android, with its note."""
        found = []
        for who in (0, 1):
            n = world.at[who]
            for g, gear in enumerate(self.tiles[n].gears):
                if world.notes[who] != (n, g):
                    for rooms in self.turned(world, n, gear):
                        notes = ((n, g), world.notes[1]) if who == 0 else (world.notes[0], (n, g))
                        found.append(world._replace(rooms=rooms, notes=notes))
        return found

    def turned(self, world: World, n: int, gear: int) -> list[tuple[Any, ...]]:
        kind, where = gear >> 2, gear & 3
        room = world.rooms[n]
        assert room
        x, y, f = room
        way = (f + where) % 4
        rooms = dict(enumerate(world.rooms))
        found = []
        if kind == Gear.CENTRE:
            for k in (1, 2, 3):
                then = dict(rooms)
                for m, other in rooms.items():
                    if other and abs(other[0] - x) + abs(other[1] - y) <= 1:
                        then[m] = (other[0], other[1], (other[2] + (k if m == n else -k)) % 4)
                found.append(tuple(then.values()))
        elif kind == Gear.EDGE:
            here = 0 if way in (0, 2) else 1
            line = (y, x)[here] + STEPS[way][1 - here]
            there = [r for r in rooms.values() if r]
            low, high = min(r[here] for r in there), max(r[here] for r in there)
            size = high - low + 1
            if any(r[1 - here] == line for r in there):
                for k in range(1, size):
                    then = dict(rooms)
                    for m, other in rooms.items():
                        if other and other[1 - here] == line:
                            place = list(other)
                            place[here] = low + (other[here] - low + k) % size
                            then[m] = (place[0], place[1], place[2])
                    found.append(tuple(then.values()))
        elif kind == Gear.LINEAR:
            found += self._slides(world, n, 1 if way in (0, 2) else 0)
        else:
            raise AssertionError("corner gears walk away: the search would not end")
        return found

    def _slides(self, world: World, n: int, here: int) -> list[tuple[Any, ...]]:
        found = []
        begin = world.rooms[n]
        assert begin
        before = [r[here] for m, r in enumerate(world.rooms) if r and m != n]
        began = max(min(before) - begin[here], begin[here] - max(before))
        for sign in (1, -1):
            rooms = dict(enumerate(world.rooms))
            for _ in range(12):
                room = rooms[n]
                assert room
                place = list(room)
                place[here] += sign
                for m, other in rooms.items():
                    if other and other[:2] == (place[0], place[1]):
                        rooms[m] = (room[0], room[1], other[2])
                rooms[n] = (place[0], place[1], place[2])
                others = [r[here] for m, r in rooms.items() if r and m != n]
                beyond = max(min(others) - place[here], place[here] - max(others))
                if beyond <= 1 or beyond < began:
                    found.append(tuple(rooms.values()))
        return found

    def turns(self, world: World) -> list[World]:
        """Every way a turn can end: a move or none, then a gear or none; then notes are wiped."""
        middle = [world, *self.moves(world)]
        ends = [*middle, *(then for one in middle for then in self.uses(one))]
        wiped = []
        for one in ends:
            first, second = (note if note and note[0] == one.at[k] else None for k, note in enumerate(one.notes))
            wiped.append(one._replace(notes=(first, second)))
        return wiped

    def out(self) -> set[int] | None:
        """Who can be on an exit with the switch off after some turns: 0 the engineer, 8 the android; None: too large."""
        seen, todo, found = {self.first}, deque([self.first]), set()
        while todo:
            world = todo.popleft()
            if world.off:
                found |= {m for m, n in zip((0, 8), world.at, strict=True) if n in self.exits and world.rooms[n]}
            if len(found) == 2:
                return found
            for then in self.turns(world):
                if then not in seen:
                    if len(seen) == MOST:
                        return None
                    seen.add(then)
                    todo.append(then)
        return found


ROOMS = ["A1", "A2L", "A2R", "A3", "A4L", "G1L", "G2R", "G5", "G6", "P1", "P4", "P7L", "P8R", "P10"]
GEARED = ["A1 C", "A3 LP", "G2L LX", "A2R E:H", "G7 C", "P6 LP", "A1 E:L"]


def random_scene(dice: random.Random, gears: int) -> Scene:
    """A few rooms close together, all shut: nothing can be explored any more."""
    level = dice.choice(["easy", "normal", "hard", "extreme"])
    ox, oy = dice.choice([(0, 0), (-10_000, 9_999)])
    many = dice.randint(3, 6)
    spots = dice.sample([(x, y) for x in range(3) for y in range(3)], many)
    game = Scene(("Entrance", ox + spots[0][0], oy + spots[0][1], 0), seats=1, level=level).shut()
    names = [dice.choice(GEARED) if k < gears else dice.choice(ROOMS) for k in range(many - 1)]
    off = dice.random() < 0.8
    if not off and dice.random() < 0.7:
        names[-1] = "Control"
    if level in ("easy", "extreme") and dice.random() < 0.6:
        names[0 if gears == 0 else -2] = "Exit"
    for name, (x, y) in zip(names, spots[1:], strict=True):
        game.add(name, ox + x, oy + y, dice.randrange(4))
    if level in ("easy", "extreme") and "Exit" not in names:
        game.s.exit_gone = 1
    if off:
        game.off()
    return game.put(engineer0=dice.randrange(many), android=dice.randrange(many))


def count_trapped(many: int, gears: int, seed: str) -> tuple[int, int, int, int]:
    """Over random maps: how many meeples are truly trapped, and how many of them are proved to be; never a wrong one.

    Then how many games can truly not be won, the engineer being trapped, and how many of them bots give up; never another.
    """
    dice = random.Random(seed)
    true = proved = seen = lost = given_up = 0
    while seen < many:
        game = random_scene(dice, gears)
        if not game.s.off and game.s.at[0] == game.s.control:
            continue
        out = Search(game).out()
        if out is None:
            continue
        seen += 1
        caught = find_trapped(game.s)
        assert find_trapped(game.s) == caught
        hopeless = is_beyond_hope(GAME.shape.copy(game.s))
        assert not hopeless or 0 not in out, f"this can be won: {game.s!r}"
        lost += 0 not in out
        given_up += hopeless
        for m in (0, 8):
            if m not in out:
                true += 1
                proved += caught >> m & 1
            else:
                assert not caught >> m & 1, f"meeple {m} is not trapped: {game.s!r}"
    return true, proved, lost, given_up


def test_mb_7_6_never_wrong_without_gears(count, record_property) -> None:
    """MB-7.6 (a), (b), (c): sound on small random maps, and all that it must find there is found."""
    many = max(100, count(150, 6000))
    true, proved, lost, given_up = count_trapped(many, 0, "no gears")
    record_property("told", f"without gears: {proved} of {true} truly trapped meeples are proved to be")
    assert true > many / 3 and proved >= 0.9 * true
    assert given_up >= 0.9 * lost > 0


def test_mb_7_6_never_wrong_with_gears(count, record_property) -> None:
    """MB-7.6: sound where gears can be reached, too; of those truly trapped there some are found."""
    many = count(40, 2000)
    true, proved, lost, given_up = count_trapped(many, 1, "one gear")
    record_property("told", f"with a gear: {proved} of {true} truly trapped meeples are proved to be")
    assert true > many / 8 and proved > 0
    assert given_up >= 0.8 * lost > 0


def test_the_search_knows_the_rooms() -> None:
    """The rooms that random maps are made of are in the house set."""
    assert all(tile_of(name) for name in (*ROOMS, *GEARED))
