"""How pieces travel for what just happened; a battle is a scene: both cards turn over, powers show, the loser tips over."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Motion, Svg, el, joined
from enginehouse.core.events import Event
from enginehouse.core.hidden import count
from enginehouse.core.palette import seat_sign
from enginehouse.games.mechanation import art
from enginehouse.games.mechanation.parts import HELD, MECHS
from enginehouse.games.mechanation.places import (
    ARENA_AT,
    cell,
    corner,
    land_place,
    panel_at,
    post_place,
    slot_place,
)
from enginehouse.games.mechanation.state import ATTACK_POST, Told

GO, SCENE = 520, 2800
"""Milliseconds of a card's way over the table, and of a battle."""
SCENES = 4

Point = tuple[float, float]


class _Reel:
    """Motions in the order in which things happened."""

    def __init__(self, v: Any) -> None:
        self.v = v
        self.clock = 0
        self.scenes = 0
        self.found: list[Motion] = []
        self.battles = 0

    def fly(self, svg: Svg, start: Point, end: Point, lands_on: str = "", ms: int = GO) -> None:
        """A card goes its way; the piece that it becomes shows up when it is there."""
        name = f"flight-{len(self.found)}"
        self.found.append(Motion(name, (start, end), ms, self.clock, svg, "fights"))
        if lands_on:
            self.found.append(Motion(lands_on, (), 200, self.clock + ms - 60))

    def then(self, ms: int) -> None:
        """What comes next waits."""
        self.clock += ms


def paths(v: Any, events: list[Event]) -> list[Motion]:
    """The motions of one action's events, with their waits."""
    reel = _Reel(v)
    reel.battles = sum(event.kind == Told.POWERS for event in events)
    for event in events:
        step = _STEPS.get(event.kind)
        if step is not None:
            step(reel, event)
    return reel.found


def _face(kind: int | None) -> Svg:
    return art.territory_back() if kind is None else art.territory(kind)


def _dealt(reel: _Reel, event: Event) -> None:
    start = corner(reel.v, False, True)
    reel.fly(_face(event.c), start, cell(reel.v, event.a), _if_drawn(reel.v, 2, event.a, f"arena-{event.a}"))
    reel.then(220)


def _if_drawn(v: Any, zone: int, index: int, piece: str) -> str:
    return piece if 0 <= index < count(v, zone) else ""


def _deployed(reel: _Reel, event: Event) -> None:
    v = reel.v
    lands_on = ""
    for post in range(ATTACK_POST):
        if v.post_seat[post] == event.a + 1 and v.post_at[post] == event.b:
            lands_on = f"post-{post}"
    reel.fly(art.mech_back(event.a), slot_place(v, event.a, 1), post_place(v, event.b, bool(event.c)), lands_on)
    reel.then(GO)


def _claimed(reel: _Reel, event: Event) -> None:
    v, index = reel.v, count(reel.v, HELD + event.a) - 1
    land = _if_drawn(v, HELD + event.a, index, f"land-{event.a}-{index}")
    reel.fly(_face(event.c), cell(v, event.b), land_place(v, event.a, max(index, 0)), land, 700)
    reel.then(500)


def _taken(reel: _Reel, event: Event) -> None:
    v, index = reel.v, count(reel.v, HELD + event.a) - 1
    land = _if_drawn(v, HELD + event.a, index, f"land-{event.a}-{index}")
    reel.fly(_face(event.c), land_place(v, event.b, event.d or 0), land_place(v, event.a, max(index, 0)), land, 800)
    reel.then(500)


def _scrapped(reel: _Reel, event: Event) -> None:
    reel.fly(_face(event.b), panel_at(reel.v, event.a), corner(reel.v, True, True))
    reel.then(250)


def _harvested(reel: _Reel, event: Event) -> None:
    reel.fly(_face(event.c), corner(reel.v, False, True), panel_at(reel.v, event.a), ms=700)
    reel.then(400)


def _looked(reel: _Reel, event: Event) -> None:
    owner, index = divmod(event.b, 16)
    end = cell(reel.v, index) if owner == 0 else land_place(reel.v, owner - 1, index)
    eye = el("g", art.known_mark(), transform="scale(1.8)")
    reel.fly(eye, slot_place(reel.v, event.a, 0), end, ms=1100)
    reel.then(600)


def _attacked(reel: _Reel, event: Event) -> None:
    v, index = reel.v, event.c or 0
    back = art.mech_small(7) if event.d else art.mech_back(event.a)
    lands_on = "post-4" if v.post_seat[ATTACK_POST] else ""
    x, y = land_place(v, event.b, index)
    middle = ((x + ARENA_AT[0]) / 2, (y + ARENA_AT[1]) / 2)
    reel.fly(back, slot_place(v, event.a, 1), middle, lands_on)
    reel.then(GO)


def _battle(reel: _Reel, event: Event) -> None:
    """Powers and mechs are packed into one event (see `battle.resolve`)."""
    packed = event.d or 0
    mechs = (packed % 32, packed // 32 % 32)
    seats = (packed // 1024 % 8, packed // 8192)
    won = event.c or 0
    slot = min(reel.scenes, SCENES - 1)
    reel.clock = max(reel.clock, DELAY * slot)
    parts = [el("rect", x=-190, y=-110, width=380, height=220, rx=22, cls="mn-curtain")]
    for side in range(2):
        lost = won != 0 and won != side + 1
        card = joined(
            [
                el("g", el("g", art.mech_back(seats[side]), transform="scale(1.7)"), cls=f"mn-s{slot} mn-turn-back"),
                el("g", el("g", art.mech_small(mechs[side]), transform="scale(1.7)"), cls=f"mn-s{slot} mn-turn-front"),
            ]
        )
        falling = el("g", card, cls=f"mn-s{slot} mn-fall-{side}" if lost else f"mn-s{slot} mn-stand")
        power = (event.a, event.b)[side]
        change = power - MECHS[mechs[side]].power
        sum_text = f"{MECHS[mechs[side]].power} {'+' if change > 0 else '−'} {abs(change)}" if change else ""
        sign = 1 if side else -1
        adding = el("text", sum_text, x=58 * sign, y=9, cls="mn-tally")
        count_up = el("g", art.power_badge(power, 0, 0, 1.5), adding, cls=f"mn-s{slot} mn-count")
        x = -95 + 190 * side
        parts.append(el("g", falling, transform=f"translate({x} -8)"))
        parts.append(el("g", count_up, transform=f"translate({34 * sign} 80)"))
        parts.append(el("g", Svg(seat_sign(seats[side], 30)), transform=f"translate({165 if side else -165} -84)"))
    parts.append(el("g", art.battle_mark(), transform="scale(2)"))
    scene = joined(parts)
    reel.found.append(Motion(f"battle-{reel.scenes}", (ARENA_AT, ARENA_AT), SCENE, reel.clock, scene, "fights"))
    fight = reel.v.fought - reel.battles + reel.scenes
    if 0 <= fight < reel.v.fought:
        reel.found.append(Motion(f"fight-{fight}", (), 200, reel.clock + SCENE - 100))
    reel.scenes += 1
    reel.then(SCENE)


DELAY = SCENE + 1000
"""Battles of one action begin so far apart."""

_STEPS = {
    Told.DEALT: _dealt,
    Told.DEPLOYED: _deployed,
    Told.CLAIMED: _claimed,
    Told.TAKEN: _taken,
    Told.SCRAPPED: _scrapped,
    Told.HARVESTED: _harvested,
    Told.LOOKED: _looked,
    Told.ATTACKED: _attacked,
    Told.POWERS: _battle,
}


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
