"""Draw a forecast of the viewer's next factory run, which shows where each bot will go in the factory.

The page shows it in the viewer's own turn. The module also draws the forecast for an action that the viewer has not
played yet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.pictures.drawing import Piece, Svg, el, joined
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import art, building, choices, factory, making, parts, places, policy, state, telling
from enginehouse.games.mechanica.parts import Fabricate, Question
from enginehouse.games.mechanica.riding import BenchPlace, Trace, list_trace
from enginehouse.games.mechanica.state import Phase, State

Way = list[tuple[float, float]]
OUTSIDE = 62
"""The distance from the centre of a place to the end of the path of a bot that leaves the factory.

It is in units of the drawing, in which a place is `places.CELL` wide, like all distances here. All are set by eye.
"""
ASIDES, ASIDE = 5, 5
"""The number of paths that are drawn side by side, and the distance between them."""
COIN_ABOVE = 52
"""The distance of an earned coin above the end of the path, between a star and a question mark."""
ASKED_BESIDE, CRASHED_BESIDE = 44, 40
"""The distances of a question mark (to the right and above) and of a collision (to the left and above) from a place."""
LOST_SCALE, CRASHED_SCALE, ANSWER_SCALE = 0.55, 0.6, 0.7
"""The scales of a puff: at a lost bot, at a collision, and at a bot that an answer would lose."""
SIGN = (80, 30)
"""The width and the height of a sign of the legend."""


class Ride(NamedTuple):
    """The ride of a bot through a factory in a factory run.

    `model` is the model of the bot. `way` has the points (x, y) of its path in the drawing of the factory. `lost` is
    true if the bot is destroyed. `coins` is the number of coins that the bot brings to the factory's owner during its
    ride.
    """

    hole: int
    """The number of the hole from which the bot starts."""
    model: int
    way: Way
    lost: bool
    coins: int
    arrived: int
    """The place where the bot waits, or -1 if it is still on its way or was used by an improvement."""


def ahead(v: State) -> Any:
    """Return a copy of a view in which the viewer's Fabricators have already made the bots for the next factory run."""
    s = state.SHAPE.copy(v)
    s.turn = seat = places.main_seat(v)
    for slot in range(parts.ROWS):
        hole = parts.HOLES_EACH * parts.COLUMNS * slot
        s.announced = parts.PLUS
        s.holes[seat][hole] = max(int(s.holes[seat][hole]), making.model_made(s, slot))
    return s


def run_ahead(s: State, seat: Seat) -> tuple[Any, list[int]]:
    """Simulate the next run of a seat's factory, with a good answer to each question that its owner is asked.

    Return the run's work array, which has the results, and a list of the places at which the owner will be asked.
    """
    w, answers, many = np.zeros(BenchPlace.SIZE, np.int64), [0] * state.ANSWERS, 0
    asked = []
    while factory.run_factory(s.tiles[seat], s.holes[seat], answers, many, w) != Question.NONE:
        asked.append(int(w[BenchPlace.WHERE]))
        answers[many] = policy.best_answer(s.tiles[seat], w)
        many += 1
    return w, asked


def list_rides(s: State, seat: Seat, w: Numbers) -> list[Ride]:
    """Return the way of each bot in a seat's factory run, in the order in which the bots left their holes.

    The ways are read from the trace, a list of events in `w`, the work array of that run.
    """
    found: list[Ride] = []
    for kind, a, b in list_trace(w):
        if kind == Trace.LEFT:
            found.append(Ride(a, b, [places.hole_xy(s, seat, a)], False, 0, -1))
        elif kind == Trace.ACTIVATED:
            found = [ride._replace(arrived=-1) if ride.arrived == a else ride for ride in found]
        elif found:
            found[-1] = _continue_ride(found[-1], kind, a, b)
    return found


def _continue_ride(ride: Ride, kind: int, a: int, b: int) -> Ride:
    """Return a bot's way through the factory with one more event of the run added.

    `kind` is the kind of the event, and `a` and `b` are its two numbers. The class `Trace` says for each kind which
    numbers they are.
    """
    if kind in (Trace.RODE, Trace.THROWN):
        ride.way.append(places.place_xy(a))
        return ride._replace(coins=ride.coins + (b if kind == Trace.THROWN else 0))
    if kind == Trace.COIN:
        return ride._replace(coins=ride.coins + 1)
    if kind == Trace.ARRIVED:
        return ride._replace(arrived=a)
    if kind == Trace.LOST and b == 0:
        x, y = places.place_xy(a // 4)
        dx, dy = art.STEP[a % 4]
        ride.way.append((x + OUTSIDE * dx, y + OUTSIDE * dy))
    return ride._replace(lost=ride.lost or kind == Trace.LOST)


def sketch(s: State, seat: Seat, name: str = "forecast") -> Piece:
    """Draw the next factory run of a seat: the way of each bot as a dotted path.

    The drawing is one piece with the name `name`. A coin shows that a coin is earned, a puff that a bot is destroyed, a
    question mark that the owner has a choice.
    """
    w, asked = run_ahead(s, seat)
    shapes: list[Svg] = []
    marks: list[Svg] = []
    earned: dict[tuple[float, float], int] = {}
    for k, (_, _, way, lost, coins, _) in enumerate(list_rides(s, seat, w)):
        aside = ASIDE * (k % ASIDES - ASIDES // 2)
        line = "M" + "L".join(f"{x + aside / 2:g} {y + aside:g}" for x, y in way)
        shapes.append(el("path", d=line, cls="mc-doomed" if lost else "mc-way-ahead"))
        x, y = way[-1]
        if lost:
            marks.append(el("g", art.PUFF, transform=f"translate({x:g} {y + aside:g}) scale({LOST_SCALE})"))
        if coins:
            earned[x, y] = earned.get((x, y), 0) + coins
    for (x, y), coins in earned.items():  # above the bots that stand there
        marks.append(el("g", art.gain(f"+{coins}"), transform=f"translate({x:g} {y - COIN_ABOVE:g})"))
    for place in sorted(set(asked)):
        x, y = places.place_xy(place)
        marks.append(el("g", art.ASKED, transform=f"translate({x + ASKED_BESIDE:g} {y - ASKED_BESIDE:g})"))
    for place in {a for kind, a, _ in list_trace(w) if kind == Trace.CRASHED}:
        x, y = places.place_xy(place)
        where = f"translate({x - CRASHED_BESIDE:g} {y - CRASHED_BESIDE:g}) scale({CRASHED_SCALE})"
        marks.append(el("g", art.PUFF, transform=where))
    label = telling.next_run(
        *(int(w[k]) for k in (BenchPlace.LOADED, BenchPlace.VAULT, BenchPlace.WALLET, BenchPlace.DESTROYED))
    )
    return Piece(name, joined([*shapes, *marks]), layer="ahead", label=label, classes=("mc-ahead",))


def forecast(v: State) -> list[Piece]:
    """Return the drawing of the next factory run as it would be if the viewer's own turn ended now."""
    if v.phase != Phase.TURN or v.viewer != v.turn + 1:
        return []
    return [sketch(ahead(v), places.main_seat(v))]


def legend() -> list[tuple[str, Svg, float, float]]:
    """Return the signs of the forecast, each as its meaning, picture, width and height."""
    line = "M-34 0H34"
    drawn = (
        el("path", d=line, cls="mc-way-ahead"),
        joined(
            [el("path", d=line, cls="mc-doomed"), el("g", art.PUFF, transform=f"translate(24 0) scale({LOST_SCALE})")]
        ),
        art.gain("+1"),
        art.ASKED,
    )
    return [(said, svg, *SIGN) for said, svg in zip(telling.LEGEND, drawn, strict=True)]


def preview(v: State, code: int) -> list[Piece]:
    """Return the drawing of the effect of the action `code` on the viewer's own factory.

    The drawing is for example a tile, or the path of a bot.
    """
    seat = places.main_seat(v)
    if v.phase == Phase.INSTALL and building.find_laid_place(code) >= 0:
        s = state.SHAPE.copy(v)
        place, tile = building.find_laid_place(code), building.make_laid_tile(int(v.pending), code)
        fabricator = code in Fabricate
        lay = building.lay_fabricator if fabricator else building.lay_tile
        lay(s, seat, place, tile, Events(8, on=False))
        svg = art.fabricator(tile) if fabricator else art.tile(tile)
        if building.is_torn_down(v, seat, place):
            svg = joined([svg, art.TORN_DOWN])
        ghost = Piece("preview-tile", svg, *places.place_xy(place), layer="cells", classes=("mc-ghost",))
        return [ghost, sketch(ahead(s), seat, "preview-run")]
    if v.phase == Phase.RUN and v.asking[seat][state.ASKED_KIND]:
        answer = choices.read_answer(int(v.asking[seat][state.ASKED_KIND]), code)
        return [_draw_answer(v, seat, answer)] if answer >= 0 else []
    return []


def _draw_answer(v: State, seat: Seat, answer: int) -> Piece:
    """Draw the path that a bot would take in a factory run after this answer of `seat`.

    The bot is the bot about which the run now asks `seat` a question.
    """
    answers = list(v.answers[seat])
    many = int(v.answered[seat])
    answers[many] = answer
    w = np.zeros(BenchPlace.SIZE, np.int64)
    factory.run_factory(v.tiles[seat], v.holes[seat], answers, many + 1, w)
    number = len(list_rides(v, seat, run_so_far(v, seat)))
    _, _, way, lost, _, _ = list_rides(v, seat, w)[number - 1]
    shapes = [el("path", d="M" + "L".join(f"{x:g} {y:g}" for x, y in way), cls="mc-doomed" if lost else "mc-way-ahead")]
    if lost:
        shapes.append(el("g", art.PUFF, transform=f"translate({way[-1][0]:g} {way[-1][1]:g}) scale({ANSWER_SCALE})"))
    return Piece("preview-run", joined(shapes), layer="ahead", classes=("mc-ahead",))


def run_so_far(v: State, seat: Seat) -> Any:
    """Repeat a factory run up to the question that `seat` must answer now (MC-5.6). Return the work array of the run.

    A run asks its owner questions, such as which way a bot takes at a Fork. The function gives the answers that the
    seat has given so far. The work array has the results of the run up to the open question.
    """
    w = np.zeros(BenchPlace.SIZE, np.int64)
    factory.run_factory(v.tiles[seat], v.holes[seat], v.answers[seat], int(v.answered[seat]), w)
    return w
