"""Animate the pieces after events. In a battle, both cards turn over, powers show, and the loser tips over."""

from __future__ import annotations

from typing import Any

from enginehouse.core.pictures.drawing import Motion, Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.pictures.reel import Point, Reel
from enginehouse.core.records.events import Event
from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Zone
from enginehouse.games.mechanation import art, parts, places, state, telling
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import State, Told

GO, SCENE = 520, 2800
"""The durations in milliseconds of a card's way over the table, and of a battle."""
SCENES = 4
"""The maximum number of battles of one action that get a scene of their own. Further battles share the last one."""


class _Reel(Reel):
    """The motions of one action: cards fly over the table, and each battle is a scene."""

    battles = 0
    scenes = 0

    def fly(self, svg: Svg, start: Point, end: Point, then: int, lands_on: str = "", ms: int = GO) -> None:
        """Let the card `svg` fly from `start` to `end` for `ms` milliseconds.

        Later motions begin `then` milliseconds after the start of the flight. The piece called `lands_on` appears when
        the card arrives.
        """
        self.add(f"flight-{len(self.found)}", (start, end), ms, svg=svg, layer="fights")
        if lands_on:
            self.add(lands_on, ms=200, wait=self.clock + ms - 60)
        self.clock += then

    def deal(self, event: Any) -> None:
        lands_on = _if_drawn(self.v, parts.ARENA, event.place, f"arena-{event.place}")
        self.fly(_face(event.land), places.corner(self.v, False, True), places.cell(self.v, event.place), 220, lands_on)

    def deploy(self, event: Any) -> None:
        v = self.v
        here = [k for k in range(state.ATTACK_POST) if v.post_seat[k] == event.seat + 1 and v.post_at[k] == event.place]
        start, end = places.slot_place(v, event.seat, 1), places.post_place(v, event.place, bool(event.second))
        self.fly(art.mech_back(event.seat), start, end, GO, f"post-{here[-1]}" if here else "")

    def _gain(self, event: Any, start: Point, ms: int) -> None:
        """Add the motion of a territory that a pilot has gained: it flies to the end of the pilot's territories.

        It flies from `start`, for `ms` milliseconds. `event` names the pilot and the territory.
        """
        index = count(self.v, parts.HELD + event.seat) - 1
        lands_on = _if_drawn(self.v, parts.HELD + event.seat, index, f"land-{event.seat}-{index}")
        self.fly(_face(event.land), start, places.land_place(self.v, event.seat, max(index, 0)), 500, lands_on, ms)

    def claim(self, event: Any) -> None:
        self._gain(event, places.cell(self.v, event.place), 700)

    def take(self, event: Any) -> None:
        self._gain(event, places.land_place(self.v, event.owner, event.place or 0), 800)

    def scrap(self, event: Any) -> None:
        self.fly(_face(event.land), places.locate_panel(self.v, event.seat), places.corner(self.v, True, True), 250)

    def harvest(self, event: Any) -> None:
        self.fly(
            _face(event.land), places.corner(self.v, False, True), places.locate_panel(self.v, event.seat), 400, ms=700
        )

    def look(self, event: Any) -> None:
        owner, index = divmod(event.where, 16)
        end = places.cell(self.v, index) if owner == 0 else places.land_place(self.v, owner - 1, index)
        eye = el("g", art.KNOWN_MARK, transform="scale(1.8)")
        self.fly(eye, places.slot_place(self.v, event.seat, 0), end, 600, ms=1100)

    def attack(self, event: Any) -> None:
        v = self.v
        back = art.mech_small(Mech.BURROWER, int(v.balanced)) if event.burrower else art.mech_back(event.seat)
        x, y = places.land_place(v, event.owner, event.place or 0)
        middle = ((x + places.ARENA_AT[0]) / 2, (y + places.ARENA_AT[1]) / 2)
        self.fly(
            back, places.slot_place(v, event.seat, 1), middle, GO, "post-4" if v.post_seat[state.ATTACK_POST] else ""
        )

    def fight(self, event: Any) -> None:
        slot = min(self.scenes, SCENES - 1)
        self.clock = max(self.clock, DELAY * slot)
        curtain = el("rect", x=-190, y=-110, width=380, height=226, rx=22, cls="mn-curtain")
        mark = el("g", art.BATTLE_MARK, transform="scale(2)")
        told = " ".join(
            telling.what_counted(
                [mech for mech, _ in telling.fighters(event.packed or 0)], (event.power, event.other), event.winner or 0
            )[:1]
        )
        note = el("g", el("text", told, y=-92, cls="mn-label"), cls=f"mn-s{slot} mn-count") if told else ""
        scene = joined([curtain, _fighter(slot, 0, event), _fighter(slot, 1, event), mark, note])
        self.add(f"battle-{self.scenes}", (places.ARENA_AT, places.ARENA_AT), SCENE, svg=scene, layer="fights")
        fight = self.v.fought - self.battles + self.scenes
        if 0 <= fight < self.v.fought:
            self.add(f"fight-{fight}", ms=200, wait=self.clock + SCENE - 100)
        self.scenes += 1
        self.clock += SCENE


def paths(v: State, events: list[Event]) -> list[Motion]:
    """Return the motions of the events of one action, each with the time at which it begins."""
    reel = _Reel(v)
    reel.battles = sum(event.kind == Told.POWERS for event in events)
    return reel.play(Told, telling.TELLING, events)


def _face(kind: int | None) -> Svg:
    return art.TERRITORY_BACK if kind is None else art.territory(kind)


def _if_drawn(v: State, zone: Zone, index: int, piece: str) -> str:
    return piece if 0 <= index < count(v, zone) else ""


def _fighter(slot: int, side: int, event: Any) -> Svg:
    """Draw a side (0 or 1) of a battle's scene: the card turns over, its power counts up, and the loser tips over.

    `event` is the event of the battle. `slot` is the number of the scene in the names of its CSS classes.
    """
    mech, seat = telling.fighters(event.packed or 0)[side]
    power, sign = (event.power, event.other)[side], 1 if side else -1
    balanced = telling.find_set(event.packed or 0)
    printed = parts.SETS[balanced][mech].power
    change = power - printed
    sum_text = f"{printed} {'+' if change > 0 else '−'} {abs(change)}" if change else ""
    lost = event.winner not in (None, 0, side + 1)
    card = joined(
        [
            el("g", el("g", art.mech_back(seat), transform="scale(1.7)"), cls=f"mn-s{slot} mn-turn-back"),
            el("g", el("g", art.mech_small(mech, balanced), transform="scale(1.7)"), cls=f"mn-s{slot} mn-turn-front"),
        ]
    )
    falling = el("g", card, cls=f"mn-s{slot} mn-fall-{side}" if lost else f"mn-s{slot} mn-stand")
    adding = el("text", sum_text, x=70 * sign, y=9, cls="mn-tally")
    count_up = el("g", art.power_badge(power, 0, 0, 1.5), adding, cls=f"mn-s{slot} mn-count")
    return joined(
        [
            el("g", falling, transform=f"translate({95 * sign} -8)"),
            el("g", count_up, transform=f"translate({34 * sign} 80)"),
            el("g", Svg(seat_sign(seat, 30)), transform=f"translate({165 * sign} -84)"),
        ]
    )


DELAY = SCENE + 1000
"""The time between the starts of two battles of one action."""


def _seconds(ms: float) -> str:
    return f"{ms / 1000:g}s"


STYLE = (
    ".mn-curtain{fill:var(--sheet);stroke:var(--brass);stroke-width:3;opacity:.96}"
    ".mn-unlit{fill:none;stroke:var(--line);stroke-width:2}.mn-bench{fill:var(--bench);stroke:var(--steel-dark);stroke-width:2}"
    ".mn-aim{fill:none;stroke:var(--rust);stroke-width:4;stroke-dasharray:10 6}"
    ".mn-tally{font:700 21px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif;fill:var(--ink);text-anchor:middle}"
    ".mn-hangar-1{fill:none;stroke:var(--brass);stroke-width:2}.mn-hangar-2{fill:var(--shade);opacity:.18}.mn-hangar-3{fill:var(--shade);opacity:.34}"
    f".mn-turn-back{{animation:mn-turn-back {_seconds(SCENE)} both}}.mn-turn-front{{animation:mn-turn-front {_seconds(SCENE)} both}}"
    f".mn-fall-0{{animation:mn-fall-0 {_seconds(SCENE)} both}}.mn-fall-1{{animation:mn-fall-1 {_seconds(SCENE)} both}}"
    f".mn-stand{{animation:mn-stand {_seconds(SCENE)} both}}.mn-count{{animation:mn-count {_seconds(SCENE)} both}}"
    + "".join(f".mn-s{k}{{animation-delay:{_seconds(DELAY * k)}}}" for k in range(SCENES))
    + "@keyframes mn-turn-back{0%,14%{transform:scaleX(1)}22%,100%{transform:scaleX(0)}}"
    "@keyframes mn-turn-front{0%,22%{transform:scaleX(0)}30%,100%{transform:scaleX(1)}}"
    "@keyframes mn-count{0%,38%{opacity:0;transform:scale(.2)}46%{opacity:1;transform:scale(1.3)}52%,100%{opacity:1;transform:scale(1)}}"
    "@keyframes mn-fall-0{0%,62%{transform:rotate(0)}78%,100%{transform:translate(-20px,26px) rotate(-76deg)}}"
    "@keyframes mn-fall-1{0%,62%{transform:rotate(0)}78%,100%{transform:translate(20px,26px) rotate(76deg)}}"
    "@keyframes mn-stand{0%,62%{transform:scale(1)}70%{transform:scale(1.1)}78%,100%{transform:scale(1)}}"
)
