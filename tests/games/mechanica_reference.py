"""A second factory, written from the rulebook alone: slow and plain, with words for tiles and steps for directions.

It shares nothing with the game but the names of things. A run is a generator: it yields questions and is sent answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field

Step = tuple[int, int]
Cell = tuple[int, int]
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIDES = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
NAME_OF = {step: name for name, step in SIDES.items()}
WORTH = "BPD"


def name_of(cell: Cell) -> str:
    """a0 to c4, or the truck's row."""
    x, y = cell
    return f"truck {'abc'[y]}" if x == 5 else "abc"[y] + str(x)


def turned(step: Step, quarters: int) -> Step:
    """A direction after so many quarter turns clockwise."""
    for _ in range(quarters % 4):
        step = (-step[1], step[0])
    return step


def opposite(step: Step) -> Step:
    """The other way."""
    return (-step[0], -step[1])


@dataclass
class Tile:
    """A floor tile (MC-8): what it is, and how it lies."""

    kind: str
    rotation: int = 0
    flipped: bool = False

    @property
    def entrance(self) -> Step:
        """The side of its entrance."""
        return turned(WEST, self.rotation)

    @property
    def exits(self) -> list[Step]:
        """The sides of its exits: the straight one first."""
        side = SOUTH if self.flipped else NORTH
        plain = {
            "flight-tester": [],
            "duplicator": [EAST, side],
            "fork": [EAST, side],
            "downgrader": [EAST, NORTH, SOUTH],
        }.get(self.kind, [EAST])
        return [turned(one, self.rotation) for one in plain]

    @property
    def inputs(self) -> int:
        """Its input holes."""
        return {"upgrader": 1, "duplicator": 1, "downgrader": 1, "repurposer": 2}.get(self.kind, 0)


@dataclass
class Factory:
    """A factory: tiles by cell, outputs by cell and side, and what waits."""

    tiles: dict[Cell, Tile] = field(default_factory=dict)
    outputs: dict[Cell, list[tuple[Step, str]]] = field(default_factory=dict)
    """Bots in output holes with the side they leave by; a Fabricator's centre hole comes first."""
    waiting: dict[Cell, str] = field(default_factory=dict)
    trucks: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By row: what it holds, and who is on it."""
    fabricators: set[Cell] = field(default_factory=set)
    """Slots in which one was laid."""


@dataclass
class Outcome:
    """The result of a bot so far."""

    seen: frozenset[Cell] = frozenset()
    chargers: frozenset[Cell] = frozenset()
    vault: int = 0
    wallet: int = 0


@dataclass(frozen=True)
class Question:
    """A question: kind, place, possible answers."""

    kind: str
    where: str
    answers: frozenset[str]


def fits(factory: Factory, cell: Cell, tile: Tile) -> bool:
    """MC-7.2: no exit faces a flat side or an exit; Fabricators of the Start Zone have an exit to the east."""
    for side in SIDES.values():
        there = (cell[0] + side[0], cell[1] + side[1])
        other = factory.tiles.get(there)
        exits = other.exits if other else [EAST] if there in factory.fabricators else []
        open_side = not other and there not in factory.fabricators
        if side in tile.exits and not (open_side or (other and other.entrance == opposite(side))):
            return False
        if opposite(side) in exits and tile.entrance != side:
            return False
    return True


Asking = Generator[Question, str, None]
DEAD = "destroyed"


class Run:
    """One run of a factory."""

    def __init__(self, factory: Factory) -> None:
        self.factory = factory
        self.arrived: dict[Cell, list[str]] = {}
        self.passed: Counter[Cell] = Counter()
        self.vault = self.wallet = self.destroyed = 0
        self.outputs: dict[Cell, list[tuple[Step, str]]] = {}
        self.waiting: dict[Cell, str] = {}
        self.trucks: dict[int, str] = {}
        self.told: list[tuple[object, ...]] = []
        """What is seen of the run, one thing after the other."""

    # -- MC-5.3 ----------------------------------------------------------------------------------------------------

    def leads_to(self, cell: Cell, side: Step) -> Cell | None:
        """Where somebody who leaves a cell through a side gets; None: destroyed."""
        x, y = cell[0] + side[0], cell[1] + side[1]
        if not 0 <= y <= 2 or x == 0:
            return None
        if x == 5:
            return (x, y)
        there = self.factory.tiles.get((x, y))
        if there:
            return (x, y) if there.entrance == opposite(side) else None
        return None if side == WEST else self.leads_to((x, y), EAST)

    def tell_way(self, cell: Cell, side: Step) -> None:
        """MC-5.3: the cells that somebody who leaves a cell through a side rides over, and where the way ends badly."""
        x, y = there = cell[0] + side[0], cell[1] + side[1]
        tile = self.factory.tiles.get(there)
        if not 0 <= y <= 2 or x == 0 or (tile and tile.entrance != opposite(side)):
            self.told.append(("lost going", cell, side))
            return
        self.told.append(("rode", there))
        if x == 5 or tile:
            return
        if side == WEST:
            self.told.append(("lost in", there))
        else:
            self.tell_way(there, EAST)

    def throws_to(self, cell: Cell) -> list[tuple[Cell, int]]:
        """MC-8.4: the landing places of a Flight Tester, each with its coin."""
        side = opposite(self.factory.tiles[cell].entrance)
        found, over = [], 0
        x, y = cell
        while True:
            x, y = x + side[0], y + side[1]
            if not 0 <= y <= 2 or x == 0:
                return found
            if x == 5:
                return [*found, ((x, y), over)]
            if (x, y) in self.factory.tiles:
                found.append(((x, y), over))
                over = 1

    # -- MC-5.6 ----------------------------------------------------------------------------------------------------

    def stays(self, cell: Cell) -> bool:
        """On a truck, or in an input hole."""
        return cell[0] == 5 or self.factory.tiles[cell].inputs > 0

    def ways_on(self, cell: Cell, so_far: Outcome) -> list[tuple[str, Cell | None, Outcome]]:
        """From a tile that is passed: every answer, where it leads, and what the bot has done then."""
        tile = self.factory.tiles[cell]
        here = Outcome(so_far.seen | {cell}, so_far.chargers, so_far.vault, so_far.wallet)
        if tile.kind == "flight-tester":
            return [
                (name_of(to), to, Outcome(here.seen, here.chargers, here.vault, here.wallet + coin))
                for to, coin in self.throws_to(cell)
            ]
        if tile.kind == "gift-wrapper":
            here.vault += 1
        if tile.kind == "static-charger":
            here.chargers |= {cell}
        return [(NAME_OF[side], self.leads_to(cell, side), here) for side in SIDES.values() if side in tile.exits]

    def all_ends(self, cell: Cell | None, so_far: Outcome) -> set[tuple[object, ...]]:
        """Every way in which a ride can end that comes to a cell now."""
        if cell is None:
            return {(DEAD, so_far.vault, so_far.wallet, so_far.chargers)}
        if self.stays(cell):
            return {(cell, so_far.vault, so_far.wallet, so_far.chargers)}
        if cell in so_far.seen:
            return {(DEAD, so_far.vault, so_far.wallet, so_far.chargers)}
        ways = self.ways_on(cell, so_far)
        if not ways:
            return {(DEAD, so_far.vault, so_far.wallet, so_far.chargers)}
        return set().union(*(self.all_ends(to, after) for _, to, after in ways))

    def ride(self, cell: Cell, side: Step, bot: str) -> Asking:
        """One bot, from its hole to its end."""
        self.told.append(("left", cell, side, bot))
        self.tell_way(cell, side)
        at, so_far = self.leads_to(cell, side), Outcome()
        while at is not None and not self.stays(at):
            ways = [] if at in so_far.seen else self.ways_on(at, so_far)
            if not ways:
                self.told.append(("lost in", at))
                at = None
                break
            chosen = ways[0]
            if len(ways) > 1 and len(self.all_ends(at, so_far)) > 1:
                kind = "throw" if self.factory.tiles[at].kind == "flight-tester" else "fork"
                answer = yield Question(kind, name_of(at), frozenset(name for name, _, _ in ways))
                chosen = next(way for way in ways if way[0] == answer)
            tile, before = self.factory.tiles[at], so_far
            if tile.kind == "flight-tester":
                self.told.append(("thrown", chosen[1], chosen[2].wallet - before.wallet))
            else:
                if tile.kind in ("gift-wrapper", "static-charger"):
                    self.told.append(("passed", at))
                self.tell_way(at, SIDES[chosen[0]])
            _, at, so_far = chosen
        self.vault += so_far.vault
        self.wallet += so_far.wallet
        self.passed.update(so_far.chargers)
        if at is None:
            self.destroyed += 1
        else:
            self.arrived.setdefault(at, []).append(bot)
            self.told.append(("arrived", at, bot))

    # -- MC-5.1, 5.4, 5.5 ------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        """The whole run in the order of MC-5.8."""
        for x in (4, 3, 2, 1, 0):
            for y in range(3):
                bots = self.factory.outputs.get((x, y), [])
                for side in SIDES.values():
                    for way, bot in bots:
                        if way == side:
                            yield from self.ride((x, y), side, bot)
        for y in range(3):
            room, load = self.factory.trucks.get(y, (1, ""))
            aboard = [*load, *self.arrived.get((5, y), [])]
            yield from self.collide((5, y), aboard, room)
            self.trucks[y] = "".join(sorted(aboard, key=WORTH.index, reverse=True))
        cells = [(x, y) for x in (4, 3, 2, 1) for y in range(3) if (x, y) in self.factory.tiles]
        holes: dict[Cell, list[str]] = {}
        for cell in cells:
            tile = self.factory.tiles[cell]
            if tile.inputs:
                inside = [*self.factory.waiting.get(cell, ""), *self.arrived.get(cell, [])]
                if tile.kind == "repurposer":
                    while len(inside) > 2:
                        self.give_up(cell, inside, min(inside, key=WORTH.index))
                else:
                    yield from self.collide(cell, inside, 1)
                holes[cell] = inside
        for cell in cells:
            yield from self.work(cell, self.factory.tiles[cell], holes.get(cell, []))

    def collide(self, cell: Cell, bots: list[str], room: int) -> Asking:
        """MC-5.4: the owner gives up bots until the rest fits."""
        while len(bots) > room:
            given = bots[0]
            if len(set(bots)) > 1:
                given = yield Question("crash", name_of(cell), frozenset(bots))
            self.give_up(cell, bots, given)

    def give_up(self, cell: Cell, bots: list[str], given: str) -> None:
        """A bot is destroyed in a collision."""
        bots.remove(given)
        self.destroyed += 1
        self.told.append(("crashed", cell, given))

    def work(self, cell: Cell, tile: Tile, bots: list[str]) -> Asking:
        """MC-5.5 and the table of MC-8."""
        out: list[tuple[Step, str]] = []
        if tile.kind == "static-charger":
            out = [(tile.exits[0], "B")] * min(2, self.passed[cell])
        elif tile.kind == "repurposer" and len(bots) == 1:
            self.waiting[cell] = bots[0]
        elif tile.kind == "repurposer" and bots:
            out = [(tile.exits[0], (yield Question("model", name_of(cell), frozenset(WORTH))))]
        elif bots:
            (bot,) = bots
            if tile.kind == "upgrader":
                out = [(tile.exits[0], {"B": "P", "P": "D", "D": "D"}[bot])]
            elif tile.kind == "duplicator":
                out = [(side, bot) for side in tile.exits]
            elif bot == "B":
                side = yield Question("exit", name_of(cell), frozenset(NAME_OF[one] for one in tile.exits))
                out = [(SIDES[side], "B")]
            else:
                out = [(side, {"P": "B", "D": "P"}[bot]) for side in tile.exits]
        if out:
            self.outputs[cell] = out
            if tile.kind != "static-charger":
                self.told.append(("worked", cell, out[0][1]))
