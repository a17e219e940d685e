"""Positions of Mechanical Beast made by hand: rooms where one wants them, meeples in them, the rest is quiet."""

from __future__ import annotations

import random
from typing import Any

from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.registry import game as games
from enginehouse.games.mechanical_beast.parts import ANDROID, CONTROL, ENTRANCE, EXIT, LOCKDOWN, ROOMS, TILES, _gear
from enginehouse.games.mechanical_beast.place import list_rooms, relink, set_doors
from enginehouse.games.mechanical_beast.state import Phase

GAME = games.get("mechanical-beast")
SPECIAL = {"Entrance": ENTRANCE, "Control": CONTROL, "Exit": EXIT, "Lockdown": LOCKDOWN}
Room = tuple[str, int, int, int]


def tile_of(text: str, taken: set[int] | None = None) -> int:
    """A room of the house set: `A1` (without gears), `A1 LP`, `P11R K:TL+K:HR`, or a special one."""
    if text in SPECIAL:
        return SPECIAL[text]
    name, _, gears = text.partition(" ")
    wanted = tuple(_gear(g) for g in gears.split("+")) if gears else ()
    for tile in range(1, ROOMS + 1):
        if TILES[tile].name == name and TILES[tile].gears == wanted and tile not in (taken or ()):
            return tile
    if taken:
        return tile_of(text)  # by hand one may lay more copies than the set has
    raise LookupError(text)


class Scene:
    """A position: the rooms given, numbered in their order (the first is the Entrance), all meeples in room 0, seat 0 to
    move. By default two seats play together on the easy level, and the switch is on."""

    def __init__(self, *rooms: Room, seats: int = 2, seed: object = "scene", **options: str) -> None:
        self.s = GAME.new_record()
        GAME.rules.setup(self.s, GAME.option_numbers(seats, options), seed_words(str(seed)))
        self.s.active, self.s.rooms = 0, 0
        self.events: list[Event] = []
        for name, x, y, facing in rooms or (("Entrance", 0, 0, 0),):
            self.add(name, x, y, facing)

    # -- set up ----------------------------------------------------------------------------------------------------

    def add(self, name: str, x: int, y: int, facing: int = 0) -> int:
        """One more room on the table, out of the pile; its number."""
        s, n = self.s, self.s.rooms
        tile = tile_of(name, set(s.tile[:n]))
        assert n > 0 or tile == ENTRANCE, "room 0 is the Entrance"
        if tile in s.pile[: s.left]:
            s.pile[: s.left] = [t for t in s.pile[: s.left] if t != tile] + [0]
            s.left -= 1
        s.rooms += 1
        s.tile[n], s.x[n], s.y[n], s.facing[n] = tile, x, y, facing
        set_doors(s, n)
        relink(s)
        s.control = n if tile == CONTROL else s.control
        s.exit = n if tile == EXIT else s.exit
        s.lockdown = 1 if tile == LOCKDOWN else s.lockdown
        return n

    def put(self, **places: int) -> Scene:
        """Meeples into rooms: engineer0=3, second1=2, android=0."""
        for who, n in places.items():
            m = ANDROID if who == "android" else int(who[-1]) + (4 if who.startswith("second") else 0)
            assert self.s.meeples >> m & 1, who
            self.s.at[m] = n
        return self.settled()

    def settled(self) -> Scene:
        """The turn begins where the meeples are now."""
        s = self.s
        s.phase = Phase.TURN
        s.began[:] = [s.at[s.active], s.at[s.active + 4 if s.play == 2 else ANDROID]]
        return self

    def off(self) -> Scene:
        """The switch is off."""
        self.s.off = 1
        return self

    def shut(self) -> Scene:
        """Nobody can explore any more."""
        self.s.lockdown = 1
        return self

    def people(self, *rooms: int) -> Scene:
        """Somebody is locked up in these rooms."""
        for n in rooms:
            self.s.people[n] = 1
        return self

    def top(self, *names: str) -> Scene:
        """These rooms lie on top of the pile, the first named drawn first."""
        s = self.s
        for name in reversed(names):
            tile = tile_of(name, set(s.tile[: s.rooms]))
            at = s.pile[: s.left].index(tile)
            s.pile.insert(s.left - 1, s.pile.pop(at))
        return self

    # -- play ------------------------------------------------------------------------------------------------------

    def names(self, seat: int | None = None) -> list[str]:
        """The names of the legal actions of a seat (of the one that is to act, by default)."""
        out = [-7] * len(GAME.vocabulary)
        many = GAME.rules.legal(self.s, self.actor() if seat is None else seat, out)
        assert out[:many] == sorted(set(out[:many]))
        return [GAME.vocabulary.name(code) for code in out[:many]]

    def actor(self) -> int:
        """The seat that is to act."""
        return int(GAME.rules.actors(self.s)).bit_length() - 1

    def act(self, *names: str) -> Scene:
        """Play legal actions of whoever is to act."""
        told: list[Event] = []
        for name in names:
            seat = self.actor()
            assert name in self.names(seat), f"seat {seat} may not {name}: {self.names(seat)}"
            assert self.refusal(name, seat) == 0
            e = Events(GAME.facts.event_size)
            GAME.rules.apply(self.s, seat, GAME.vocabulary.code(name), e)
            told += read(e, -1)
        self.events = told
        return self

    def refusal(self, name: str, seat: int | None = None) -> int:
        """The clause that forbids an action, from the seat's view."""
        seat = self.actor() if seat is None else seat
        return int(GAME.rules.refusal(self.view(seat), seat, GAME.vocabulary.code(name)))

    def starts(self, prefix: str) -> list[str]:
        """The legal actions that begin so, without the beginning."""
        return [name.removeprefix(prefix) for name in self.names() if name.startswith(prefix)]

    # -- look ------------------------------------------------------------------------------------------------------

    def map(self) -> dict[int, tuple[int, int, int]]:
        """Place and facing of the rooms on the table, by number."""
        s = self.s
        return {n: (s.x[n], s.y[n], s.facing[n] & 3) for n in range(s.rooms) if s.doors[n] >= 0}

    def told(self, kind: int) -> list[Event]:
        """The events of a kind that the last actions brought."""
        return [event for event in self.events if event.kind == kind]

    def view(self, seat: int) -> Any:
        """A seat's view."""
        v = GAME.new_record()
        GAME.rules.view(self.s, seat, v)
        return v

    def check(self) -> Scene:
        """Check the invariants of every true record, except those of the pile."""
        kept = self.s.left
        check_map(self.s)
        assert self.s.left == kept
        return self


def check_map(s: Any) -> None:
    """The part of the invariants that a position made by hand keeps."""
    from enginehouse.games.mechanical_beast import invariants

    places = {(s.x[n], s.y[n]): n for n in list_rooms(s)}
    assert len(places) == len(list_rooms(s))
    invariants.check_doors(s, places)


def random_map(dice: random.Random, rooms: int, wide: int = 6, origin: tuple[int, int] | None = None) -> list[Room]:
    """Rooms at random, somewhere far away; the first is the Entrance."""
    ox, oy = origin or (dice.randint(-20_000, 20_000), dice.randint(-20_000, 20_000))
    spots = dice.sample([(x, y) for x in range(wide) for y in range(wide)], rooms)
    gears = {c: t for t, c in (("C", 4), ("LP", 8), ("LX", 9))}
    found: list[Room] = [("Entrance", ox + spots[0][0], oy + spots[0][1], dice.randrange(4))]
    for x, y in spots[1:]:
        tile = TILES[dice.randint(1, ROOMS)]
        names = [gears.get(g) or f"{'E' if g >> 2 == 3 else 'K'}:{_side(g)}" for g in tile.gears]
        found.append((f"{tile.name} {'+'.join(names)}".strip(), ox + x, oy + y, dice.randrange(4)))
    return found


def _side(gear: int) -> str:
    return ("H", "R", "T", "L")[gear & 3] if gear >> 2 == 3 else ("HR", "TR", "TL", "HL")[gear & 3]


def scene_of(rooms: list[Room], **more: Any) -> Scene:
    """A scene of random rooms."""
    game = Scene(rooms[0], **more)
    for room in rooms[1:]:
        game.add(*room)
    return game
