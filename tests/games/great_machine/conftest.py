"""Positions of The Great Machine made by hand: say what matters, the rest is quiet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from enginehouse.conformance.scenes import EVERYBODY, place
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.records.hidden import at, count
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.machine import charged_cage
from enginehouse.games.great_machine.parts import CARDS, DECK_NAMES, DISCARD, EVENT, HAND, KIND_OF
from enginehouse.games.great_machine.state import Now, Phase

GAME = games.get("great-machine")
KIND = {card.slug: kind for kind, card in enumerate(CARDS)}


def deck_of(slug: str) -> str:
    """The deck that a card belongs to: movement or event."""
    return DECK_NAMES[CARDS[KIND[slug]].deck]


class Scene:
    """A position, by default: seats in order, seat k's rat in cage k + 1 with 5 pellets, all toggles left, motor at the
    last cage so that its next step charges cage 1, empty hands, seat 0 about to play a card."""

    def __init__(self, seats: int = 4, seed: object = "scene") -> None:
        self.s = GAME.new_record()
        GAME.rules.setup(self.s, [seats], seed_words(str(seed)))
        self.events: list[Event] = []
        for _ in range(seats):
            if self.s.phase == Phase.PLACE:
                self.act(self.s.active, f"cage {self._free()}")
        s = self.s
        s.order[:seats] = list(range(seats))
        s.active, s.turn_at, s.phase = 0, 0, Phase.PLAY
        s.tilt, s.motor = 0, s.cages - 1
        s.pipe_count = 9  # so many have gone into the pipes, and are home again
        for seat in range(seats):
            s.cage[seat], s.real[seat] = seat + 1, 5
            for piece in s.row[s.start[HAND + seat] :][: count(s, HAND + seat)]:
                place(s, f"{DECK_NAMES[CARDS[int(KIND_OF[piece])].deck]} deck", piece)
        self.events = []

    def _free(self) -> int:
        taken = {self.s.cage[seat] for seat in range(self.s.seats) if self.s.alive >> seat & 1}
        return next(cage for cage in range(1, self.s.cages + 1) if cage not in taken)

    # -- set up ----------------------------------------------------------------------------------------------------

    def give(self, seat: int, *slugs: str) -> Scene:
        """Cards from the decks into a hand."""
        place(self.s, f"hand {seat}", *slugs, known=[seat])
        return self

    def on_deck(self, *slugs: str) -> Scene:
        """Cards on top of their decks, the first named drawn first."""
        for slug in reversed(slugs):
            place(self.s, f"{deck_of(slug)} deck", slug)
        return self

    def discarded(self, *slugs: str) -> Scene:
        """Cards onto their discard piles, face-up."""
        for slug in slugs:
            place(self.s, f"{deck_of(slug)} discards", slug, known=EVERYBODY)
        return self

    def pellets(self, *many: int) -> Scene:
        """Real pellets by seat."""
        self.s.real[: len(many)] = list(many)
        return self

    def cages(self, *cages: int) -> Scene:
        """Cages by seat."""
        self.s.cage[: len(cages)] = list(cages)
        return self

    def tilt(self, sides: str) -> Scene:
        """Toggles from the root on, L or R."""
        self.s.tilt = sum(1 << k for k, side in enumerate(sides) if side == "R")
        return self

    def charge(self, cage: int) -> Scene:
        """The motor points at this cage."""
        for at_cage in range(self.s.cages):
            self.s.motor = at_cage
            if charged_cage(self.s) == cage:
                return self
        raise LookupError(cage)

    def kill(self, seat: int) -> Scene:
        """A dead rat."""
        self.s.alive &= ~(1 << seat)
        self.s.cage[seat] = self.s.real[seat] = 0
        return self

    def quiet(self) -> Scene:
        """Nothing but cards this turn: no motor step, no shock, no pellet (by the bits that forbid them)."""
        self.s.now |= Now.BURN_OUT | Now.SHORT | Now.HOPPER
        return self

    # -- play ------------------------------------------------------------------------------------------------------

    def names(self, seat: int | None = None) -> list[str]:
        """The names of a seat's legal actions (of the seat that is to act, by default)."""
        out = [0] * len(GAME.vocabulary)
        many = GAME.rules.legal(self.s, self.s.active if seat is None else seat, out)
        return [GAME.vocabulary.name(code) for code in out[:many]]

    def act(self, seat: int, name: str) -> Scene:
        """Play a legal action."""
        assert name in self.names(seat), f"seat {seat} may not {name}: {self.names(seat)}"
        e = Events(GAME.facts.event_size)
        GAME.rules.apply(self.s, seat, GAME.vocabulary.code(name), e)
        self.events = read(e, -1)
        return self

    def play(self, name: str) -> Scene:
        """The player whose turn it is plays a card; others pass in every window."""
        self.act(self.s.active, f"play {name}")
        return self.all_pass()

    def all_pass(self) -> Scene:
        """Everybody who is asked passes."""
        while self.s.phase == Phase.WINDOW:
            for seat in range(self.s.seats):
                if GAME.rules.actors(self.s) >> seat & 1:
                    self.act(seat, "pass")
        return self

    def skip_turn(self) -> Scene:
        """The player whose turn it is draws a movement card and discards one of the hand (what is there of it)."""
        seat = self.s.active
        if self.s.phase == Phase.PLAY and not self.hand(seat):
            self.s.phase = Phase.DRAW
        if self.s.phase == Phase.DRAW:
            self.act(seat, "draw movement")
        if self.s.phase == Phase.PLAY and self.s.active == seat:
            self.act(seat, next(n for n in self.names() if n.startswith("discard ")))
        return self

    def refusal(self, seat: int, name: str) -> int:
        """The clause that forbids an action, from the seat's view."""
        v = GAME.new_record()
        GAME.rules.view(self.s, seat, v)
        return int(GAME.rules.refusal(v, seat, GAME.vocabulary.code(name)))

    # -- look ------------------------------------------------------------------------------------------------------

    def real(self) -> list[int]:
        """Real pellets by seat."""
        return list(self.s.real[: self.s.seats])

    def hand(self, seat: int) -> list[str]:
        """The slugs in a hand."""
        return [CARDS[int(KIND_OF[at(self.s, HAND + seat, k)])].slug for k in range(count(self.s, HAND + seat))]

    def pile(self, deck: int = EVENT) -> list[str]:
        """The slugs on a discard pile, the top last."""
        return [CARDS[int(KIND_OF[at(self.s, DISCARD + deck, k)])].slug for k in range(count(self.s, DISCARD + deck))]

    def lives(self) -> list[int]:
        """The seats with a living rat."""
        return [seat for seat in range(self.s.seats) if self.s.alive >> seat & 1]

    def told(self, kind: int) -> list[Event]:
        """The events of a kind that the last action brought, as a spectator sees them."""
        return [event for event in self.events if event.kind == kind]

    def view(self, seat: int) -> Any:
        """A seat's view."""
        v = GAME.new_record()
        GAME.rules.view(self.s, seat, v)
        return v


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Make a position: `scene(seats=4)`."""
    return Scene


def bits(mask: int) -> Iterable[int]:
    """The places of a mask's bits."""
    return [k for k in range(16) if mask >> k & 1]
