"""What each seat may know, kept beside a game by the clauses on knowledge alone (GM-9, MN-9, MC-1.6, MB-2.4).

A ledger watches the true game: which physical card, tile, territory or mech went where, and what was announced. Of the
rules it uses `apply` and the tables of parts; of `view`, `guess`, `known`, `holds` and the masks of events it uses nothing,
so that a mistake there is not repeated here.

    acted(before, played, told, after)   an action was played: who may know what from now on
    entitled                             for each event of that action the viewers that may learn its last two numbers
    other_world(s, viewer, dice)         a record that differs from the true one in what the viewer may not know
    disguised(event, viewer, dice)       an event whose last two numbers are others, where the viewer may not learn them

A viewer is a seat, or -1 for a spectator. A ledger never forgets what a seat may know where the rulebook says that a
seat may remember; a view may show less.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.games.great_machine import parts as gm
from enginehouse.games.great_machine.state import Told as GMTold
from enginehouse.games.mechanation import parts as mn
from enginehouse.games.mechanation.state import MechPlace
from enginehouse.games.mechanation.state import Told as MNTold
from enginehouse.games.mechanica import parts as mc
from enginehouse.games.mechanica.state import Phase as MCPhase
from enginehouse.games.mechanical_beast import parts as mb

Raw = tuple[int, int, int, int, int]
"""An event as it was written down: kind, a, b, c, d."""


class Ledger:
    """The base class of all ledgers: viewers, pieces in zones, windows in which answers are sealed."""

    SORTED: range = range(0)
    """Zones in which a piece has no place of its own, kept in the order of the pieces' numbers."""

    def __init__(self, game: Game, s: Any) -> None:
        self.game = game
        self.everybody = frozenset(range(-1, s.seats))
        self.knows: dict[int, frozenset[int]] = {}
        self.entitled: list[frozenset[int]] = []
        self.begin(s)

    def begin(self, s: Any) -> None:
        """Note the knowledge at the start."""

    def acted(self, before: Any, seat: int, code: int, told: list[Raw], after: Any) -> None:
        """An action was played: move on what is known."""
        self.entitled = [self.everybody] * len(told)
        self.watch(before, seat, code, told, after)

    def watch(self, before: Any, seat: int, code: int, told: list[Raw], after: Any) -> None:
        """The same, for one game."""

    def other_world(self, s: Any, viewer: int, dice: random.Random) -> Any:
        """A record that could be true as well, as far as the viewer may know."""
        other = self.game.shape.copy(s)
        if s.asked:
            self.other_answers(other, viewer, dice)
        self.hide(other, viewer, dice)
        return other

    def hide(self, other: Any, viewer: int, dice: random.Random) -> None:
        """Change in a record what the viewer may not know."""

    def disguised(self, number: int, event: Raw, viewer: int, dice: random.Random) -> Raw:
        """Event `number` of the last action with other numbers where the viewer may not learn them."""
        if viewer in self.entitled[number]:
            return event
        return (*event[:3], event[3] + 1 + dice.randrange(3), event[4] + dice.randrange(3))

    def other_answers(self, other: Any, viewer: int, dice: random.Random) -> None:
        """GM-9.4, MC-1.6: nobody knows who of the others has answered, or what. At least one has not."""
        others = [o for o in range(other.seats) if other.asked >> o & 1 and o != viewer]
        waiting = [o for o in others if not other.laid >> o & 1]
        for o in others:
            if other.laid >> o & 1 and dice.random() < 0.6:
                self.take_back(other, o)
                waiting.append(o)
            elif o in waiting and self.open_questions(other) > 1 and dice.random() < 0.6:
                self.answer(other, o, dice)

    def open_questions(self, other: Any) -> int:
        """How many of those who are asked have still to answer."""
        return (other.asked & ~other.laid).bit_count()

    def take_back(self, other: Any, seat: int) -> None:
        """A seat has not answered."""
        other.laid &= ~(1 << seat)
        other.answer[seat] = 0

    def answer(self, other: Any, seat: int, dice: random.Random) -> None:
        """A seat has answered something."""
        out = [0] * (len(self.game.vocabulary) + 1)
        many = self.game.rules.legal(other, seat, out)
        asked = other.asked
        copy = self.game.shape.copy(other)
        self.game.rules.apply(copy, seat, dice.choice(out[:many]), Events(self.game.facts.event_size, on=False))
        if copy.asked == asked and copy.opened == other.opened:
            self.game.shape.assign(other, copy)

    # -- pieces in zones

    def zones(self, s: Any) -> dict[int, tuple[int, int]]:
        """Where every piece lies: zone and place in it."""
        return {s.row[at]: (zone, at - s.start[zone]) for zone, at in _places(s)}

    def permute(self, other: Any, groups: dict[Any, list[int]], dice: random.Random) -> None:
        """Deal the pieces of each group of places anew; who else knows a place knows it still."""
        known = list(other.known)
        for places in groups.values():
            pieces = [other.row[at] for at in places]
            mixed = dice.sample(pieces, len(pieces))
            for at, old, new in zip(places, pieces, mixed, strict=True):
                other.row[at] = new
                other.known[new] = known[old]
        for zone in self.SORTED:
            begin, size = other.start[zone], other.size[zone]
            other.row[begin : begin + size] = sorted(other.row[begin : begin + size])


def _places(s: Any) -> Iterator[tuple[int, int]]:
    for zone in range(len(s.size)):
        for k in range(s.size[zone]):
            yield zone, s.start[zone] + k


class GreatMachine(Ledger):
    """GM-9: a seat alone knows its hand, its answers, what it put in order, and which cards a deck holds that it saw."""

    SORTED = range(gm.HAND, gm.HAND + gm.MOST_SEATS)

    def begin(self, s: Any) -> None:
        self.looked: dict[int, set[int]] = {0: set(), 1: set()}
        self.card = ""
        self.moved({}, self.zones(s), set())

    def watch(self, before: Any, seat: int, code: int, told: list[Raw], after: Any) -> None:
        name = self.game.vocabulary.name(code)
        if name.startswith("play "):
            self.card = name
        made_anew: set[int] = set()
        was, now = self.zones(before), self.zones(after)
        for number, (kind, a, b, c, _) in enumerate(told):
            if kind == GMTold.RESHUFFLED:
                made_anew.add(a)
                self.looked[a].clear()
            elif kind in (GMTold.DREW, GMTold.TOOK):
                # Whoever put this card there knows who has it now.
                came = [
                    p
                    for p in now
                    if was.get(p, (None, 0))[0] == b and now[p][0] == gm.HAND + a and int(gm.KIND_OF[p]) == c
                ]
                self.entitled[number] = frozenset({a}).union(*(self.knows[p] for p in came))
                self.looked[b] &= {a}  # GM-9.2: until somebody else draws from it or takes a card out of it
            elif kind == GMTold.LOOKED and "nobbled" in self.card:
                self.looked[b] = {a}
        self.moved(was, now, made_anew)
        if any(kind == GMTold.TOOK for kind, *_ in told):
            self.forget_deck(now, next(b for kind, _, b, *_ in told if kind == GMTold.TOOK))  # it is shuffled
        for kind, a, b, *_ in told:
            if kind in (GMTold.LOOKED, GMTold.PUT_IN_ORDER) and "caffeine" in self.card:
                self.see_top(after, a, b)

    def moved(self, before: dict[int, Any], now: dict[int, Any], made_anew: set[int]) -> None:
        """Move the knowledge of a card with it. All viewers who see it move learn it."""
        for piece, (zone, _) in now.items():
            was = before.get(piece, (None, None))[0]
            known = self.knows.get(piece, frozenset())
            if zone in (gm.DECK, gm.DECK + 1):
                anew = zone in made_anew or (was is not None and was != zone)
                self.knows[piece] = frozenset() if anew else known
            elif zone < gm.HAND:
                self.knows[piece] = self.everybody
            elif zone != was:
                seat = zone - gm.HAND
                drawn = was in (None, gm.DECK, gm.DECK + 1) or was - gm.DISCARD in made_anew
                if was is not None and was >= gm.DISCARD and not drawn:
                    self.knows[piece] = self.everybody  # GM-9.1: Cleaning Duty gives openly
                else:
                    self.knows[piece] = (known if was in (gm.DECK, gm.DECK + 1) else frozenset()) | {seat}

    def forget_deck(self, now: dict[int, Any], deck: int) -> None:
        """GM-9.2: a deck that is shuffled has no place that anybody knows."""
        for piece, (zone, _) in now.items():
            if zone == deck:
                self.knows[piece] = frozenset()

    def see_top(self, s: Any, seat: int, deck: int) -> None:
        """Caffeine Prophecy: the top four cards of one deck, or all there are."""
        end = s.start[deck] + s.size[deck]
        for at in range(max(s.start[deck], end - 4), end):
            self.knows[s.row[at]] |= {seat}

    def hide(self, other: Any, viewer: int, dice: random.Random) -> None:
        groups: dict[Any, list[int]] = {}
        for zone, at in _places(other):
            piece = other.row[at]
            if viewer not in self.knows[piece]:
                held = zone < 2 and viewer in self.looked[zone]
                groups.setdefault((zone, "held") if held else int(gm.BACK_OF[piece]), []).append(at)
        self.permute(other, groups, dice)


class Mechanation(Ledger):
    """MN-9: hands, deployed mechs and face-down territories; once shown, a mech is known to all."""

    def begin(self, s: Any) -> None:
        self.shown: list[set[int]] = [set() for _ in range(s.seats)]
        self.shuffled = dict.fromkeys(range(1, mn.TERRITORIES + 1), 0)
        self.shuffles = 0
        self.knows = {piece: self.owner(zone) for piece, (zone, _) in self.zones(s).items()}

    def owner(self, zone: int) -> frozenset[int]:
        """MN-9.2: who may look at what lies face-down in a zone."""
        return frozenset({zone - mn.HELD}) if zone >= mn.HELD else frozenset()

    def watch(self, before: Any, seat: int, code: int, told: list[Raw], after: Any) -> None:
        was, now = self.zones(before), self.zones(after)
        cleared = sum(kind == MNTold.CLEARED for kind, *_ in told)
        for piece, (zone, place) in was.items():
            if zone == mn.ARENA and place < cleared:
                was[piece] = (mn.SCRAP, place)  # MN-5.5: the oldest go before the deal, and may come again with it
        if any(kind == MNTold.RESHUFFLED for kind, *_ in told):
            self.shuffles += 1
            for piece, (zone, _) in now.items():
                if zone in (mn.DECK, mn.ARENA) and was[piece][0] not in (mn.DECK, zone):
                    self.shuffled[piece], self.knows[piece] = self.shuffles, frozenset()
        dealt = [face_up for kind, _, face_up, *_ in told if kind == MNTold.DEALT]
        arrived = sorted(
            (place, piece) for piece, (zone, place) in now.items() if zone == mn.ARENA and was[piece][0] != zone
        )
        for face_up, (_, piece) in zip(dealt, arrived, strict=True):
            self.knows[piece] = self.everybody if face_up else frozenset()
        for piece, (zone, _) in now.items():
            if zone == mn.SCRAP:
                self.knows[piece] = self.everybody
            elif zone >= mn.HELD and was[piece][0] != zone:
                self.knows[piece] |= self.owner(zone)
        for number, event in enumerate(told):
            self.announced(number, event, was, now, before, after)

    def announced(self, number: int, event: Raw, was: Any, now: Any, before: Any, after: Any) -> None:
        """Note the content of an announcement, and the viewers who may learn its secret part."""
        kind, a, b, c, _ = event
        if kind == MNTold.TURNED:
            self.knows[after.row[after.start[mn.HELD + a] + b]] = self.everybody
        elif kind == MNTold.LOOKED:
            self.entitled[number] = frozenset({a})
            owner, place = divmod(b, 16)
            zone = mn.HELD + owner - 1 if owner else mn.ARENA
            self.knows[before.row[before.start[zone] + place]] |= {a}
        elif kind == MNTold.DEALT and not b:
            self.entitled[number] = frozenset()
        elif kind in (MNTold.CLAIMED, MNTold.TAKEN, MNTold.HARVESTED):
            mine = [p for p, (zone, _) in now.items() if zone == mn.HELD + a and was[p][0] != zone]
            allowed = [self.knows[p] for p in mine if int(mn.KIND_OF[p]) == c]
            self.entitled[number] = frozenset().union(*allowed) if allowed else frozenset({a})
        elif kind in SHOW_A_MECH:
            self.show(after, a, b)
        if kind == MNTold.WRENCHED:  # MN-8.3: using an ability shows the mech
            self.show(after, a, mn.Mech.WRENCH)
        elif kind == MNTold.ATTACKED and event[4]:  # MN-8.9: Burrower attacks openly
            self.show(after, a, mn.Mech.BURROWER)

    def show(self, s: Any, seat: int, mech: int) -> None:
        """MN-9.3: a mech is known to all as its pilot's for the rest of the game."""
        self.shown[seat] |= {tier for tier in range(mn.TIERS) if s.mech[seat][tier] == mech}

    def hide(self, other: Any, viewer: int, dice: random.Random) -> None:
        groups: dict[Any, list[int]] = {}
        for _, at in _places(other):
            if viewer not in self.knows[other.row[at]]:
                groups.setdefault(self.shuffled[other.row[at]], []).append(at)
        self.permute(other, groups, dice)
        for tier in range(mn.TIERS):
            hidden = [o for o in range(other.seats) if o != viewer and tier not in self.shown[o]]
            taken = {other.mech[o][tier] for o in range(other.seats)} - {other.mech[o][tier] for o in hidden}
            free = [m for m in range(1, len(mn.MECHS)) if int(mn.TIER_OF[m]) == tier and m not in taken]
            for o, mech in zip(hidden, dice.sample(free, len(hidden)), strict=True):
                other.mech[o][tier] = mech
        for o in range(other.seats):
            about = [
                t for t in range(mn.TIERS) if t not in self.shown[o] and other.place[o][t] in (MechPlace.HAND, *POSTS)
            ]
            if o != viewer and len(about) > 1:
                places = dice.sample([other.place[o][t] for t in about], len(about))
                for t, place in zip(about, places, strict=True):
                    other.place[o][t] = place


POSTS = range(MechPlace.POST, MechPlace.BATTLE)
SHOW_A_MECH = (
    *(MNTold.REPAIRED, MNTold.WRENCHED, MNTold.REVEALED, MNTold.MOVED, MNTold.RECALLED, MNTold.SHOWN, MNTold.OPENED),
)
"""MN-9.3: events that name a mech of a seat to all."""


class Mechanica(Ledger):
    """MC-1.6: the order of the stack and of the Extras, which tiles are Extras, blueprints not seen yet, answers of a run."""

    def begin(self, s: Any) -> None:
        self.seen: set[int] = set()
        self.watch(s, 0, 0, [], s)

    def watch(self, before: Any, seat: int, code: int, told: list[Raw], after: Any) -> None:
        for which, zone in enumerate((mc.BLUE, mc.BLUE + 1)):
            size = after.size[zone]
            if size:  # a stack lies where it lies, and is turned on: what went under it is the last to come again
                self.seen.add(after.row[after.start[zone] + size - 1 - after.turned[which] % size])

    def answer(self, other: Any, seat: int, dice: random.Random) -> None:
        if self.game.rules.actors(other) >> seat & 1:
            super().answer(other, seat, dice)

    def take_back(self, other: Any, seat: int) -> None:
        """Of a run an answer is many; only whoever has finished nothing is made to have answered more."""
        if other.phase != MCPhase.RUN:
            super().take_back(other, seat)

    def hide(self, other: Any, viewer: int, dice: random.Random) -> None:
        groups: dict[Any, list[int]] = {"tiles": [], "blueprints": []}
        for zone, at in _places(other):
            if zone in (mc.STACK, mc.EXTRAS):
                groups["tiles"].append(at)
            elif zone >= mc.BLUE and other.row[at] not in self.seen:
                groups["blueprints"].append(at)
        self.permute(other, groups, dice)


class MechanicalBeast(Ledger):
    """MB-2.4: the order of the pile is hidden from everybody to the end; all else is open."""

    def hide(self, other: Any, viewer: int, dice: random.Random) -> None:
        ordinary = [k for k in range(other.left) if other.pile[k] <= mb.ROOMS]
        rooms = [other.pile[k] for k in ordinary]
        for k, room in zip(ordinary, dice.sample(rooms, len(rooms)), strict=True):
            other.pile[k] = room


LEDGERS: dict[str, type[Ledger]] = {
    "great-machine": GreatMachine,
    "mechanation": Mechanation,
    "mechanica": Mechanica,
    "mechanical-beast": MechanicalBeast,
}


def ledger_of(name: str, s: Any) -> Ledger:
    """A ledger for a game that begins."""
    return LEDGERS[name](games.get(name), s)
