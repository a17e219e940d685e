"""What every card does in four crowded positions, told in full: its events as two seats learn them, and every field it changes.

The stored texts are `effects/POSITION.txt`, one line a play. After a change of rules that is meant, write them again with
`EFFECTS=write pytest tests/games/great_machine/test_effects.py` and read the diff.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from enginehouse.core.records.events import Events, read
from enginehouse.core.records.hidden import at, count, put, take
from enginehouse.core.registry import game as games
from enginehouse.games.great_machine.parts import CARDS, DECK, DISCARD, HAND, KIND_OF, Play
from enginehouse.games.great_machine.state import Mark, Now, Phase, Told

GAME = games.get("great-machine")
STORED = Path(__file__).with_name("effects")
KINDS_BY_SLUG = {card.slug: kind for kind, card in enumerate(CARDS)}
UNTOLD = ("chance_key", "chance_block", "chance_count", "chance_left")
TOLD = {value: name for name, value in vars(Told).items() if isinstance(value, int)}
PHASES = {value: name for name, value in vars(Phase).items() if isinstance(value, int)}


def quarrel(scene: Any) -> Any:
    """Eight seats; rats of every size, two equally fat, one dead, one escaped, two in the maze, mellow ones, locks, stuck pellets."""
    game = scene(8, seed="quarrel").pellets(3, 9, 0, 9, 1, 4, 6, 2).tilt("RLRRLLR").charge(3)
    s = game.s
    s.phantom[:8] = [1, 0, 0, 0, 2, 0, 1, 0]
    game.kill(7)
    s.escaped = 1 << 5
    s.mellow, s.boots, s.cower, s.salivate = 1 << 4, 1 << 1 | 1 << 3, 1 << 6, 1 << 2
    s.distraught, s.distraught_turns = 1 << 6, 3
    s.pipe[2], s.pipe_since[2], s.pipe[6], s.pipe_since[6], s.pipe_count = 5, 1, -1, 2, 2
    s.partners[1], s.partners[3] = 1 << 3, 1 << 1
    s.psycho[3] = 1 << 4
    s.locks[2] = 1 << 1
    s.stuck_runs[4], s.stuck_mark[4][0], s.stuck_many[4][0], s.stuck_mark[4][1], s.stuck_many[4][1] = (
        2,
        0,
        3,
        Mark.POISON,
        1,
    )
    s.stuck_runs[7], s.stuck_mark[7][0], s.stuck_many[7][0] = 1, Mark.LAXATIVE, 2
    s.waiting[2], s.waiting_supers[1], s.waiting_extras[3], s.waiting_turns[3] = Now.SPEED, 1, 2, 1
    s.lost_turns[4], s.extra_turns[2], s.theories[1] = 1, 1, 1
    s.track, s.direction = 12, -1
    s.fitness = 1 << 2
    game.give(1, "timely-intervention", "maze").give(2, "deal").give(3, "timely-intervention", "toggle-pipe")
    return game.discarded("toggle-pipes", "starvation", "maze", "leftovers", "warhamster")


def bare(scene: Any) -> Any:
    """Four seats; the movement deck is empty, the event deck has two cards, a thin rat stands alone, effects of this turn hold."""
    game = scene(4, seed="bare").pellets(0, 2, 2, 7).cages(2, 1, 4, 3).tilt("LRL").charge(2)
    s = game.s
    for zone, left in ((DECK, 0), (DECK + 1, 2)):
        while count(s, zone) > left:
            piece = take(s, zone, count(s, zone) - 1)
            put(s, DISCARD + zone, piece)
            s.known[piece] = 511
    s.now, s.supers, s.extras = Now.POISON | Now.LIGHTNING | Now.NOXIOUS, 1, 1
    s.union, s.blockage, s.track, s.round = 1 << 3, 2, 3, 38
    s.waiting[1] = Now.COWER | Now.SALIVATE | Now.HOPPER
    s.alive |= 1
    s.boots = 1
    s.pipe_count = 0
    return game


def duel(scene: Any) -> Any:
    """Two seats; the motor is quick, pellets are doubled, the other's rat is in the maze."""
    game = scene(2, seed="duel").pellets(5, 4).cages(4, 1).tilt("RRL").charge(3)
    s = game.s
    s.now, s.supers = Now.SPEED | Now.LAXATIVE | Now.FLOODED, 2
    s.pipe[1], s.pipe_since[1], s.pipe_count = 1, 1, 1
    s.waiting_turns[0], s.lost_turns[1] = 1, 2
    game.give(1, "super-pellet")
    return game.discarded("toggle-pipe", "extra-food")


def crowd(scene: Any) -> Any:
    """Six seats at the end of a round; the one who plays is distraught and salivates, all gear but one is locked."""
    game = scene(6, seed="crowd").pellets(2, 2, 2, 8, 8, 1).cages(8, 3, 1, 5, 2, 6).tilt("LLRRLRL").charge(8)
    s = game.s
    s.active = s.turn_at = 5
    s.distraught, s.distraught_turns, s.salivate = 1 << 5, 1, 1 << 5
    for toggle in (1, 2, 3, 4, 5, 7):
        s.locks[toggle] = 1 << (toggle % 6)
    s.now = Now.REANIMATION | Now.BURN_OUT
    s.ethics, s.track = 1 << 1, 1
    s.psycho[2] = 1 << 6
    s.pipe_count = 0
    s.escaped = 1 << 4
    return game.discarded("deal")


POSITIONS = {build.__name__: build for build in (quarrel, bare, duel, crowd)}


def fields(s: Any) -> dict[str, Any]:
    """All fields as they are now."""
    copied = GAME.shape.copy(s)
    return {name: getattr(copied, name) for name in GAME.shape.fields}


def changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Every field that is another one now."""
    found = []

    def compare(name: str, a: Any, b: Any) -> None:
        if a == b:
            return
        if isinstance(a, list):
            for k, (one, two) in enumerate(zip(a, b, strict=True)):
                compare(f"{name}.{k}", one, two)
        else:
            found.append(f"{name} {a}>{b}")

    for name in before:
        if name not in UNTOLD and name not in ("row", "known"):
            compare(name, before[name], after[name])
    return ", ".join(found)


def cards(s: Any) -> str:
    """Where all cards lie and who knows it, in short."""
    where = [
        (zone, int(KIND_OF[at(s, zone, k)]), s.known[at(s, zone, k)])
        for zone in range(len(s.size))
        for k in range(count(s, zone))
    ]
    return hashlib.sha256(repr(where).encode()).hexdigest()[:8]


def count_refusals(s: Any) -> str:
    """By which clauses how many actions are refused to the seat that is to act; `legal` allows just the others."""
    out = [0] * len(GAME.vocabulary)
    v = GAME.new_record()
    GAME.rules.view(s, s.active, v)
    clauses = [int(GAME.rules.refusal(v, s.active, code)) for code in range(len(GAME.vocabulary))]
    many = int(GAME.rules.legal(s, s.active, out))
    assert out[:many] == [code for code, clause in enumerate(clauses) if clause == 0]
    told = " ".join(f"{clause}:{n}" for clause, n in sorted(Counter(clauses).items()))
    return f"{told} {hashlib.sha256(repr(clauses).encode()).hexdigest()[:6]}"


class Teller:
    """Plays on from a position and writes down everything."""

    def __init__(self, s: Any) -> None:
        self.s, self.lines = s, list[str]()

    def act(self, seat: int, code: int) -> None:
        """One action: its name, its events as another seat and its own learn them, what it changed."""
        before = fields(self.s)
        e = Events(GAME.facts.event_size)
        GAME.rules.apply(self.s, seat, code, e)
        own = read(e, seat)
        events = []
        for event, other in zip(own, read(e, -1), strict=True):
            hidden = "" if event == other else "?"
            events.append(" ".join([TOLD[event.kind] + hidden, *(str(n) for n in event[1:])]).removesuffix(" 0 0"))
        diff = changes(before, fields(self.s))
        self.lines.append(f"{seat} {GAME.vocabulary.name(code)} | {', '.join(events)} | {diff} | {cards(self.s)}")

    def legal(self, seat: int) -> list[int]:
        """The seat's legal codes."""
        out = [0] * len(GAME.vocabulary)
        return out[: int(GAME.rules.legal(self.s, seat, out))]

    def on(self, choose: Callable[[list[int]], int]) -> None:
        """Play on until the card has had its effect: in a window all pass, other choices fall to `choose`."""
        while self.s.phase in (Phase.WINDOW, Phase.LOOK, Phase.ECONOMY, Phase.TAKE, Phase.CLEAN, Phase.ORDER):
            seat = int(GAME.rules.actors(self.s)).bit_length() - 1
            if self.s.phase == Phase.WINDOW:
                self.act(seat, self.legal(seat)[0])
            else:
                self.lines.append(f"  {PHASES[self.s.phase]}: {count_refusals(self.s)}")
                self.act(seat, choose(self.legal(seat)))


@cache
def stored(position: str) -> dict[str, str]:
    """The stored text of a position, by card."""
    file = STORED / f"{position}.txt"
    parts = file.read_text(encoding="utf-8").split("\n# ") if file.exists() else [""]
    return {part.split("\n", 1)[0].removeprefix("# "): part.split("\n", 1)[1].rstrip("\n") for part in parts if part}


def plays(scene: Any, position: str, slug: str) -> Iterator[str]:
    """The text of one card in one position: up to three of its plays, with all that is chosen after them, each once."""
    base = POSITIONS[position](scene)
    if slug not in base.hand(base.s.active):
        try:
            base.give(base.s.active, slug)
        except LookupError:
            zone = DISCARD + CARDS[KINDS_BY_SLUG[slug]].deck
            places = [(zone, k) for k in range(count(base.s, zone))]
            places += [(HAND + seat, k) for seat in range(base.s.seats) for k in range(count(base.s, HAND + seat))]
            piece = take(
                base.s, *next(place for place in places if int(KIND_OF[at(base.s, *place)]) == KINDS_BY_SLUG[slug])
            )
            put(base.s, HAND + base.s.active, piece)
            base.s.known[piece] = 1 << base.s.active
    yield f"before: {count_refusals(base.s)}"
    codes = [
        code for code in Teller(base.s).legal(base.s.active) if GAME.vocabulary.name(code).startswith(f"play {slug}")
    ]
    codes = [code for code in codes if Play.card[code] == KINDS_BY_SLUG[slug]]
    if not codes:
        return
    told: list[list[str]] = []
    for code, choose in ((codes[0], min), (codes[len(codes) // 2], max), (codes[-1], max)):
        teller = Teller(GAME.shape.copy(base.s))
        teller.act(base.s.active, code)
        teller.on(choose)
        if teller.lines not in told:
            told.append(teller.lines)
    for lines in told:
        yield from lines


@pytest.mark.parametrize("slug", [card.slug for card in CARDS])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_card_has_its_printed_effect(scene: Any, position: str, slug: str) -> None:
    """GM-5, GM-6: every card, in each of the crowded positions."""
    text = "\n".join(plays(scene, position, slug))
    if os.environ.get("EFFECTS") == "write":
        STORED.mkdir(exist_ok=True)
        known = {**stored(position), slug: text}
        stored.cache_clear()
        ordered = "".join(f"# {card.slug}\n{known[card.slug]}\n" for card in CARDS if card.slug in known)
        (STORED / f"{position}.txt").write_text(ordered, encoding="utf-8")
    assert text == stored(position)[slug]
