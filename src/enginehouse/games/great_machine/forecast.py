"""Compute and draw a forecast of the end of the turn: where the next pellet lands, and to which cage the motor moves.

All of this is public, because the machine hides nothing (GM-9.1). The forecast is drawn for the current machine, and
for a card before it is played.
"""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Piece, Svg, el, joined
from enginehouse.core.records.events import Events
from enginehouse.games.great_machine import art, machine, parts, places, state, telling
from enginehouse.games.great_machine.parts import Play
from enginehouse.games.great_machine.state import Now, Phase, State

RUNNING = (Phase.DRAW, Phase.PLAY, Phase.LOOK, Phase.ORDER, Phase.TAKE, Phase.ECONOMY, Phase.CLEAN)
"""The phases before the machine runs in this turn."""
Point = tuple[float, float]
BOLT = art.MACHINE["bolt-ahead"]
"""The sign at the cage that will be charged."""
SIGN = (84, 40)
"""The width and the height of a sign of the legend, in units of the drawing, like all distances here.

All are set by eye.
"""
HOPPER_MOUTH = 40
"""The distance from the centre of the hopper down to its mouth."""
ARROW_WIDE, ARROW_HIGH, ARROW_ABOVE = 9, 14, 94
"""Half the width and the height of the arrow's head above a cage, and the distance of its tip from the cage."""
FRAME_WIDER, FRAME_HIGHER = 5, 4
"""The distances of the frame of a charged cage from the cage: on each side, and above and below."""
BOLT_LEFT, BOLT_DOWN = 14, 24
"""The distances of the bolt from the right edge and from the top of that frame."""


def forecast(v: State) -> list[Piece]:
    """Draw how the present turn will end without a further card: where the next pellet lands and where the motor stops.

    Return an empty list if the machine does not run any more in this turn.
    """
    return [_sketch(state.SHAPE.copy(v), "forecast")] if v.phase in RUNNING and not v.straight else []


def preview(v: State, code: int) -> list[Piece]:
    """Return the drawing of the end of this turn after the action `code`, if it plays a card for toggles or the motor.

    For all other actions, return an empty list.
    """
    if code not in Play or v.phase not in RUNNING:
        return []
    s = state.SHAPE.copy(v)
    slug = parts.CARDS[Play.card[code]].slug
    if slug in ("toggle-pipe", "toggle-pipes", "toggle-many-pipes"):
        s.tilt ^= sum(
            1 << (toggle - 1)
            for toggle in parts.describe_choice(code).toggles
            if not machine.find_locked(v) >> (toggle - 1) & 1
        )
    elif slug == "reverse-motor":
        s.direction = -s.direction
    elif slug == "speed-motor":
        s.now |= Now.SPEED
    else:
        return []
    return [_sketch(s, "preview")]


def legend() -> list[tuple[str, Svg, float, float]]:
    """Return the signs of the forecast, each as its meaning, picture, width and height."""
    pipe = el("rect", x=-38, y=-9, width=76, height=18, rx=4, cls="gm-legend-pipe")
    frame = el("rect", x=-34, y=-16, width=56, height=32, rx=7, cls="gm-shock-ahead")
    drawn = (
        joined([pipe, el("path", d="M-32 0H32", cls="gm-way-ahead")]),
        joined([frame, el("g", BOLT, transform="translate(24 -4) scale(.8)")]),
    )
    return [(said, svg, *SIGN) for said, svg in zip(telling.LEGEND, drawn, strict=True)]


def trace_pellet(s: State) -> tuple[list[Point], int]:
    """Return the path of the next pellet and the cage where it ends.

    The cage is 0 if the pellet is eaten or sticks on its way.
    """
    x, y = places.toggle_place(s, 1)
    points = [(places.HOPPER[0], places.HOPPER[1] + HOPPER_MOUTH), (x, y)]
    node = 1
    while node <= s.toggles:
        if machine.find_eater(s, node) >= 0 or s.stuck_runs[node] > 0 or machine.find_level(node) == s.blockage:
            return points, 0
        x, y = places.below_place(s, node, s.tilt >> (node - 1) & 1)
        points += [(x, points[-1][1]), (x, y)]
        node = machine.below_toggle(s, node)
    return points, int(node - s.toggles)


def _sketch(s: State, name: str) -> Piece:
    """Return a piece called `name` that shows over the machine where the next pellet falls and the motor steps."""
    shapes, said = [], []
    if not (s.ethics or s.now & Now.HOPPER):
        points, cage = trace_pellet(s)
        shapes.append(el("path", d="M" + "L".join(f"{x:g} {y:g}" for x, y in points), cls="gm-way-ahead"))
        if cage:
            x, y = places.cage_place(s, cage)
            tip, top = y - ARROW_ABOVE, y - ARROW_ABOVE - ARROW_HIGH
            line = f"M{x - ARROW_WIDE:g} {top:g}L{x:g} {tip:g}L{x + ARROW_WIDE:g} {top:g}"
            shapes.append(el("path", d=line, cls="gm-way-end"))
        said.append(telling.pellet_ahead(cage))
    machine.motor_steps(s, Events(8, on=False))
    if not (s.ethics or s.now & Now.SHORT):
        x, y = places.cage_place(s, machine.charged_cage(s))
        wide = places.cage_wide(s) + 2 * FRAME_WIDER
        frame = {
            "x": f"{x - wide / 2:g}",
            "y": f"{y - places.CAGE_HIGH - FRAME_HIGHER:g}",
            "width": f"{wide:g}",
            "height": places.CAGE_HIGH + 2 * FRAME_HIGHER,
        }
        shapes.append(el("rect", **frame, rx=9, cls="gm-shock-ahead"))
        where = f"translate({x + wide / 2 - BOLT_LEFT:g} {y - places.CAGE_HIGH + BOLT_DOWN:g})"
        shapes.append(el("g", BOLT, transform=where))
        said.append(telling.motor_ahead(machine.charged_cage(s)))
    return Piece(name, joined(shapes), layer="ahead", label=" ".join(said), classes=("gm-ahead",))
