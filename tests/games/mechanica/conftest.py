"""Positions of Mechanica made by hand: say what matters, the rest is quiet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.records.hidden import count, put, take
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.factory import run_factory
from enginehouse.games.mechanica.parts import (
    ACTIONS,
    BLUEPRINTS,
    COLUMNS,
    DOCK,
    EXTRAS,
    HOLES,
    PLACES,
    SEEN,
    SIDES,
    STACK,
    TILES,
    Question,
    place_name,
)
from enginehouse.games.mechanica.riding import BenchPlace
from enginehouse.games.mechanica.state import ANSWERS

GAME = games.get("mechanica")
KIND = {tile.slug: kind for kind, tile in enumerate(TILES) if kind}
PLACE = {place_name(place): place for place in range(PLACES) if place % COLUMNS != DOCK}
PLACE |= {"truck " + "abc"[row]: row * COLUMNS + DOCK for row in range(3)}
MODEL = {"B": 1, "P": 2, "D": 3}
LETTERS = " BPD"


def tile_code(slug: str, turn: int = 0, flipped: bool = False) -> int:
    """A tile as it lies."""
    return KIND[slug] + 16 * turn + 64 * flipped


class Scene:
    """A position, by default: seat 0 begins and is in its turn of day 1, every factory is bare, no bots, Wallets 8.

    Shop, stack and Extras are as they were dealt; `shop` lays other improvements there.
    """

    def __init__(self, seats: int = 2, seed: object = "scene", level: int = 0) -> None:
        self.s = GAME.new_record()
        GAME.rules.setup(self.s, [seats, level], seed_words(str(seed)))
        self.s.first = self.s.turn = 0
        for seat in range(seats):
            self.s.holes[seat] = [0] * HOLES
        self.events: list[Event] = []

    # -- set up ----------------------------------------------------------------------------------------------------

    def lay(self, where: str, slug: str, turn: int = 0, flipped: bool = False, seat: int = 0) -> Scene:
        """A tile in a factory, taken from nowhere: improvements are not counted in scenes."""
        self.s.tiles[seat][PLACE[where]] = tile_code(slug, turn, flipped)
        return self

    def truck(self, row: str, size: int, bots: str = "", seat: int = 0) -> Scene:
        """A truck with bots, the dearest first."""
        place = PLACE["truck " + row]
        self.s.tiles[seat][place] = size
        return self.bots("truck " + row, "".join(sorted(bots, key="DPB".index)), seat)

    def bots(self, where: str, bots: str, seat: int = 0) -> Scene:
        """Bots in the holes of a place, in the order of its holes; a blank is an empty hole."""
        for k, letter in enumerate(bots):
            self.s.holes[seat][3 * PLACE[where] + k] = LETTERS.index(letter)
        return self

    def shop(self, *slugs: str) -> Scene:
        """Put models on the spaces 7, 5, 3 and 1, and return the scene. An empty text is a gap."""
        self.s.shop[:4] = [KIND[slug] if slug else 0 for slug in slugs]
        return self

    def stack(self, stack: int, extras: int | None = None) -> Scene:
        """So many improvements left in the stack, and among the Extras."""
        for zone, many in ((STACK, stack), (EXTRAS, extras)):
            while many is not None and count(self.s, zone) > many:
                piece = take(self.s, zone, 0)
                put(self.s, SEEN, piece)
                self.s.known[piece] = 511
        return self

    def blueprint(self, which: int, bots: str) -> Scene:
        """A blueprint turned up, by the bots that it lists: two pieces are exchanged."""
        s = self.s
        wanted = 28 + card(bots)
        place = next(k for k in range(len(s.row)) if s.row[k] == wanted)
        top = s.start[3 + which] + s.size[3 + which] - 1 - s.turned[which]
        s.known[wanted], s.known[s.row[top]] = 511, s.known[wanted]
        s.row[place], s.row[top] = s.row[top], wanted
        return self

    def money(self, wallet: int, vault: int = 0, seat: int = 0) -> Scene:
        """Wallet and Vault."""
        self.s.wallet[seat], self.s.vault[seat] = wallet, vault
        return self

    # -- play ------------------------------------------------------------------------------------------------------

    def names(self, seat: int | None = None) -> list[str]:
        """The names of a seat's legal actions (of the seat whose turn it is, by default)."""
        out = [0] * len(ACTIONS)
        many = GAME.rules.legal(self.s, self.s.turn if seat is None else seat, out)
        return [ACTIONS[code] for code in out[:many]]

    def act(self, name: str, seat: int | None = None) -> Scene:
        """Play a legal action of a seat (of the one whose turn it is, by default)."""
        seat = self.s.turn if seat is None else seat
        assert name in self.names(seat), f"seat {seat} may not {name}: {self.names(seat)}"
        e = Events(GAME.facts.event_size)
        GAME.rules.apply(self.s, seat, ACTIONS.index(name), e)
        self.events = read(e, -1)
        return self

    def refusal(self, name: str, seat: int | None = None) -> int:
        """The clause that forbids an action, from the seat's view."""
        seat = self.s.turn if seat is None else seat
        return int(GAME.rules.refusal(self.view(seat), seat, ACTIONS.index(name)))

    def view(self, seat: int) -> Any:
        """A seat's view."""
        v = GAME.new_record()
        GAME.rules.view(self.s, seat, v)
        return v

    def run(self, *answers: object, seat: int = 0) -> Run:
        """Return the result of a factory's run with these answers: sides, places, or letters of models. Nothing is
        changed."""
        numbers = [number_of(answer) for answer in answers]
        w = np.zeros(BenchPlace.SIZE, np.int64)
        kind = run_factory(self.s.tiles[seat], self.s.holes[seat], [*numbers, *[0] * ANSWERS], len(numbers), w)
        return Run(kind, w)

    # -- look ------------------------------------------------------------------------------------------------------

    def at(self, where: str, seat: int = 0) -> str:
        """The bots in the holes of a place."""
        return letters(self.s.holes[seat], PLACE[where])

    def told(self, kind: int) -> list[Event]:
        """The events of a kind that the last action brought, as a spectator sees them."""
        return [event for event in self.events if event.kind == kind]

    @property
    def phase(self) -> int:
        """Return the phase of the next decision."""
        return int(self.s.phase)

    def asked(self) -> int:
        """The mask of seats that may act."""
        return int(GAME.rules.actors(self.s))


class Run:
    """The result of a run."""

    def __init__(self, kind: int, w: Any) -> None:
        self.kind, self.w = kind, w
        self.question = {
            Question.NONE: "", Question.FORK: "fork", Question.THROW: "throw", Question.CRASH: "crash",
            Question.MODEL: "model", Question.EXIT: "exit",
        }[kind]  # fmt: skip
        self.vault, self.wallet = int(w[BenchPlace.VAULT]), int(w[BenchPlace.WALLET])
        self.destroyed = int(w[BenchPlace.DESTROYED])
        self.used = int(w[BenchPlace.USED])

    def at(self, where: str) -> str:
        """The bots in the holes of a place."""
        return letters(self.w, PLACE[where])

    @property
    def place(self) -> str:
        """Where the question is asked."""
        return next(name for name, place in PLACE.items() if place == self.w[BenchPlace.WHERE])

    @property
    def options(self) -> set[str]:
        """The answers that there are."""
        bits = [k for k in range(PLACES) if int(self.w[BenchPlace.MASK]) >> k & 1]
        if self.kind in (Question.FORK, Question.EXIT):
            return {SIDES[k] for k in bits}
        if self.kind == Question.THROW:
            return {name for name, place in PLACE.items() if place in bits}
        return {LETTERS[k] for k in bits}

    @property
    def rest(self) -> dict[str, str]:
        """All places that have bots."""
        return {name: self.at(name) for name in PLACE if self.at(name)}


def card(bots: str) -> int:
    """The number of the blueprint that lists these bots."""
    return next(k for k, one in enumerate(BLUEPRINTS) if "".join(LETTERS[m] for m in one.bots) == bots)


def letters(holes: Any, place: int) -> str:
    """The bots of a place as letters, blanks at the end left out."""
    return "".join(LETTERS[int(holes[3 * place + k])] for k in range(3)).rstrip()


def number_of(answer: object) -> int:
    """An answer as the run counts it."""
    text = str(answer)
    return SIDES.index(text) if text in SIDES else MODEL[text] if text in MODEL else PLACE[text]


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Make a position: `scene(seats=2)`."""
    return Scene
