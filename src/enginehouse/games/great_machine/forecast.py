"""Compute and draw a forecast of the end of the turn: where the next pellet lands, and to which cage the motor moves.

All of this is public, because the machine hides nothing (GM-9.1). The forecast is drawn for the current machine, and
for a card before it is played.
"""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Piece, Svg, el, joined
from enginehouse.core.records.events import Events
from enginehouse.games.great_machine import machine, parts, places, state, telling
from enginehouse.games.great_machine.parts import Play
from enginehouse.games.great_machine.state import Now, Phase, State

RUNNING = (Phase.DRAW, Phase.PLAY, Phase.LOOK, Phase.ORDER, Phase.TAKE, Phase.ECONOMY, Phase.CLEAN)
"""The phases before the machine runs in this turn."""
Point = tuple[float, float]
BOLT = el("path", d="M3-16L-9 3H-2L-4 16L9-4H1Z", cls="gm-bolt-ahead")
"""The sign at the cage that will be charged."""


def forecast(v: State) -> list[Piece]:
    """Draw how the present turn will end without a further card: where the next pellet lands and where the motor stops.

    Return an empty list if the machine does not run any more in this turn.
    """
    return [_sketch(state.SHAPE.copy(v), "forecast")] if v.phase in RUNNING and not v.straight else []


def preview(v: State, code: int) -> list[Piece]:
    """Return the drawing of the end of this turn after the action `code`, if it plays a card for toggles or the motor.

    For all other actions, return an empty list.
    """
    if parts.ACTIONS.kind[code] != Play.KIND or v.phase not in RUNNING:
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
    return [(said, svg, 84, 40) for said, svg in zip(telling.LEGEND, drawn, strict=True)]


def trace_pellet(s: State) -> tuple[list[Point], int]:
    """Return the path of the next pellet and the cage where it ends.

    The cage is 0 if the pellet is eaten or sticks on its way.
    """
    x, y = places.toggle_place(s, 1)
    points = [(places.HOPPER[0], places.HOPPER[1] + 40), (x, y)]
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
            shapes.append(
                el("path", d=f"M{x - 9:g} {y - 108:g}L{x:g} {y - 94:g}L{x + 9:g} {y - 108:g}", cls="gm-way-end")
            )
        said.append(telling.pellet_ahead(cage))
    machine.motor_steps(s, Events(8, on=False))
    if not (s.ethics or s.now & Now.SHORT):
        x, y = places.cage_place(s, machine.charged_cage(s))
        wide = places.cage_wide(s) + 10
        frame = {
            "x": f"{x - wide / 2:g}",
            "y": f"{y - places.CAGE_HIGH - 4:g}",
            "width": f"{wide:g}",
            "height": places.CAGE_HIGH + 8,
        }
        shapes.append(el("rect", **frame, rx=9, cls="gm-shock-ahead"))
        shapes.append(el("g", BOLT, transform=f"translate({x + wide / 2 - 14:g} {y - places.CAGE_HIGH + 24:g})"))
        said.append(telling.motor_ahead(machine.charged_cage(s)))
    return Piece(name, joined(shapes), layer="ahead", label=" ".join(said), classes=("gm-ahead",))
