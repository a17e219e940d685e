"""Positions of Mechanation made by hand: say what matters, the rest is quiet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from enginehouse.conformance.scenes import EVERYBODY, place
from enginehouse.core.records.chance import seed_words
from enginehouse.core.records.events import Event, Events, read
from enginehouse.core.records.hidden import at, count, put, take
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.lands import is_up
from enginehouse.games.mechanation.parts import DECK, HELD, KIND_OF, MECHS, land_name
from enginehouse.games.mechanation.phases import advance
from enginehouse.games.mechanation.state import Phase

GAME = games.get("mechanation")
MECH = {printed.title: number for number, printed in enumerate(MECHS)}
KIND = {land_name(kind): kind for kind in range(26)}
QUIET = (
    ("Gnat", "Bulwark", "Titan"),
    ("Limpet", "Lancer", "Goliath"),
    ("Spark", "Leech", "Sentinel"),
    ("Decoy", "Vanguard", "Siege Engine"),
)
"""Mechs without an ability that is asked for."""


SEVEN = ("red 1", "red 2", "orange 1", "orange 2", "green 4", "green 5", "blue 4")
"""Too many territories for the Scrap Phase, and no large set."""


class Scene:
    """A position, by default: seat 0 the Alpha, nobody has a territory, quiet mechs in all hands that all know."""

    def __init__(self, seats: int = 4, seed: object = "scene", seen: bool = True) -> None:
        self.s = s = GAME.new_record()
        GAME.rules.setup(s, [seats, 0], seed_words(str(seed)))
        self.e = Events(GAME.facts.event_size)
        for seat in range(seats):
            while count(s, HELD + seat):
                piece = take(s, HELD + seat, 0)
                s.known[piece] = 0
                put(s, DECK, piece)
            self.mechs(seat, *QUIET[seat])
            s.seen[seat] = 7 if seen else 0
        s.alpha = s.active = 0

    # -- set up ----------------------------------------------------------------------------------------------------

    def mechs(self, seat: int, *titles: str) -> Scene:
        """The mechs of a pilot, each in its tier; who had one of them gets the other."""
        for title in titles:
            mech = MECH[title]
            tier = MECHS[mech].tier
            for other in range(self.s.seats):
                if other != seat and self.s.mech[other][tier] == mech:
                    self.s.mech[other][tier] = self.s.mech[seat][tier]
            self.s.mech[seat][tier] = mech
        return self

    def seen(self, seat: int, *titles: str) -> Scene:
        """Only these mechs of a pilot are known to all."""
        self.s.seen[seat] = sum(1 << MECHS[MECH[title]].tier for title in titles)
        return self

    def place(self, seat: int, title: str, place: int) -> Scene:
        """A mech stands in the hangar, where all know it."""
        tier = MECHS[MECH[title]].tier
        assert self.s.mech[seat][tier] == MECH[title]
        self.s.place[seat][tier] = place
        self.s.seen[seat] |= 1 << tier
        return self

    def _lay(self, zone: str, names: tuple[str, ...], owner: int = 0) -> None:
        for name in names:
            known = [owner] if name.startswith("-") else EVERYBODY
            place(self.s, zone, name.removeprefix("-"), known=known, checked=False)  # a set may lie there, too

    def lands(self, seat: int, *names: str) -> Scene:
        """Territories of a pilot; a name that begins with - lies face-down."""
        self._lay(f"held {seat}", names, seat)
        return self

    def arena(self, *names: str) -> Scene:
        """Territories left in the Arena."""
        self._lay("arena", names)
        return self

    def scrapped(self, *names: str) -> Scene:
        """The scrap pile."""
        self._lay("scrap", names)
        return self

    def on_deck(self, *names: str) -> Scene:
        """On top of the deck, the first named comes first."""
        for name in reversed(names):
            place(self.s, "deck", name)
        return self

    def deck_only(self, *names: str) -> Scene:
        """The deck holds these and no more; the rest is out of the way, at the bottom of the scrap pile, or nowhere."""
        self.on_deck(*names)
        while count(self.s, DECK) > len(names):
            take(self.s, DECK, 0)
        return self

    def begin(self, phase: int) -> Scene:
        """Go on from a step of the round: `Phase.INITIATE`, `LINE_UP`, `PILOT`, `LIMIT` ..."""
        self.s.phase, self.s.at, self.s.limit = phase, 0, 6
        self.e.count = 0
        advance(self.s, self.e)
        return self

    def line_up(self, *names: str) -> Scene:
        """The Arena has these territories, the first pilot may deploy."""
        return self.arena(*names).begin(Phase.LINE_UP)

    # -- play ------------------------------------------------------------------------------------------------------

    def names(self, seat: int | None = None) -> list[str]:
        """The names of a seat's legal actions (of the seat that is to act, by default)."""
        out = [0] * len(GAME.vocabulary)
        many = GAME.rules.legal(self.s, self.s.active if seat is None else seat, out)
        return [GAME.vocabulary.name(code) for code in out[:many]]

    def act(self, *names: str) -> Scene:
        """Whose decision it is does this, and so on."""
        for name in names:
            assert name in self.names(), f"seat {self.s.active} may not {name}: {self.names()}"
            self.e.count = 0
            GAME.rules.apply(self.s, self.s.active, GAME.vocabulary.code(name), self.e)
        return self

    def refusal(self, seat: int, name: str) -> int:
        """The clause that forbids an action, from the seat's view."""
        return int(GAME.rules.refusal(self.view(seat), seat, GAME.vocabulary.code(name)))

    def view(self, seat: int) -> Any:
        """Return the view of a seat (-1: a spectator)."""
        v = GAME.new_record()
        GAME.rules.view(self.s, seat, v)
        return v

    def guess(self, seat: int, seed: int) -> Any:
        """A record that could be true, as this seat sees it."""
        v = self.view(seat)
        GAME.rules.guess(v, seat, seed_words(f"guess {seed}"))
        return v

    # -- look ------------------------------------------------------------------------------------------------------

    def lying(self, zone: int) -> list[str]:
        """The names of the territories of a zone, face-down ones with a -."""
        return [
            ("" if is_up(self.s, zone, k) else "-") + land_name(int(KIND_OF[at(self.s, zone, k)]))
            for k in range(count(self.s, zone))
        ]

    def held(self, seat: int) -> list[str]:
        """A pilot's territories."""
        return self.lying(HELD + seat)

    def where(self, seat: int, title: str) -> int:
        """Where a mech is."""
        tier = MECHS[MECH[title]].tier
        assert self.s.mech[seat][tier] == MECH[title]
        return int(self.s.place[seat][tier])

    def told(self, kind: int, seat: int = -1) -> list[Event]:
        """The events of a kind that the last action brought, as a seat reads them."""
        return [event for event in read(self.e, seat) if event.kind == kind]


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Make a position: `scene(seats=4)`."""
    return Scene


@pytest.fixture
def arena_fight() -> Callable[..., Scene]:
    """A battle in the Arena: `arena_fight("Titan", "Lancer")`, the second named deployed second."""
    return deployed_fight


@pytest.fixture
def pilot_fight() -> Callable[..., Scene]:
    """A battle in the Pilot Phase: `pilot_fight("Titan", "Lancer")`, the second named defends."""
    return attack_fight


def deployed_fight(one: str, two: str, land: str = "red 3", arena: tuple[str, ...] = ()) -> Scene:
    """Seat 0 sends `one`, seat 1 sends `two` to the same face-up territory; the others pass: the battle happens.

    Then seat 0 is asked whether it attacks (seat 2 has a territory), so that everything stays where it went.
    """
    game = Scene(4).mechs(0, one).mechs(1, two).lands(2, "violet 5").line_up(land, *arena)
    names = ("light", "medium", "heavy")
    game.act(f"deploy {names[MECHS[MECH[one]].tier]} 1", f"deploy {names[MECHS[MECH[two]].tier]} 1")
    while game.s.phase == Phase.DEPLOY:
        game.act("pass")
    return game


def attack_fight(one: str, two: str, land: str = "red 3") -> Scene:
    """Seat 0 attacks with `one` a territory of seat 1, who defends with `two`; then seat 0 has too many and must scrap."""
    game = Scene(4).mechs(0, one).mechs(1, two).lands(0, *SEVEN).lands(1, land).begin(Phase.PILOT)
    names = ("light", "medium", "heavy")
    return game.act(f"attack {names[MECHS[MECH[one]].tier]} 1 1", f"defend {names[MECHS[MECH[two]].tier]}")
