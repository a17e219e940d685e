"""Draw the tray, an area of the page with things to choose from.

These are the bought tile in its orientations, bots, or things that can always be bought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enginehouse.core.pictures.drawing import Piece, el, joined
from enginehouse.games.mechanica import art, handles, making, names, parts, places, state
from enginehouse.games.mechanica.parts import Question
from enginehouse.games.mechanica.state import Phase, State


def tray(v: State) -> Iterable[Piece]:
    """Return the pieces that the tray shows for this view."""
    offered = offered_models(v)
    if offered:
        return _offers(v, offered)
    if v.phase == Phase.INSTALL and v.viewer == v.turn + 1:
        return _orientations(v)
    if v.phase == Phase.INSTALL:
        return [_draw_bought(v)]
    if v.phase != Phase.TURN:
        return []
    stalls = (
        ("depot-fork", el("g", art.tile(parts.FORK), transform="scale(.56)"), "1", "A Fork for 1"),
        ("depot-big", el("g", art.truck(2), transform="scale(.62)"), "3", "A Big Truck for 3"),
        (
            "depot-huge",
            el("g", art.truck(3), transform="scale(.62)"),
            f"5 or {parts.HUGE_FOR_BIG}",
            "A Huge Truck for 5, or 3 if it replaces a Big Truck",
        ),
    )
    pieces = []
    for k, (name, svg, price, label) in enumerate(stalls):
        wide = (118, 200, 236)[k]
        x = places.TRAY_LEFT + (60, 236, 478)[k]
        drawn = [
            el("rect", x=-wide / 2, y=-52, width=wide, height=104, rx=10, cls="mc-tray"),
            el("g", svg, transform="translate(0 -6)"),
            el("g", art.price_tag(int(price[0])), transform=f"translate({wide / 2 - 18} -38)"),
        ]
        if k == 2:
            drawn.append(el("text", "3 if it replaces a Big Truck", y=45, cls="mc-small"))
        pieces.append(Piece(name, joined(drawn), x, places.TRAY_Y, layer="tray", label=label))
    return pieces


def _offers(v: State, offered: list[int]) -> Iterator[Piece]:
    goes = is_to_give_up(v)
    for k, model in enumerate(offered):
        svg = joined(
            [
                el("rect", x=-52, y=-52, width=104, height=104, rx=12, cls="mc-tray"),
                art.robot(model, 1.7, 0, -4),
                el("text", art.ROBOT_TITLES[model], y=46, cls="mc-small"),
                el("g", art.PUFF if goes else "", transform="translate(36 -34) scale(.7)"),
            ]
        )
        label = ("Give up the " if goes else "") + art.ROBOT_TITLES[model]
        yield Piece(f"offer-{model}", svg, places.TRAY_LEFT + 70 + 124 * k, places.TRAY_Y, layer="tray", label=label)
    seat = places.main_seat(v)
    if v.phase in (Phase.RECEIVE, Phase.GIFT) and not making.has_free_hole(v.tiles[seat], v.holes[seat]):
        svg = joined(
            [
                el("rect", x=-52, y=-52, width=104, height=104, rx=12, cls="mc-tray"),
                art.PUFF,
                el("text", "give up", y=46, cls="mc-small"),
            ]
        )
        yield Piece("scrap", svg, places.TRAY_LEFT + 560, places.TRAY_Y, layer="tray", label="Give it up")


def is_to_give_up(v: State) -> bool:
    """Return whether the player must give up a bot, because there are more bots than holes for them.

    While this is so, a click on a bot in the tray gives this bot up.
    """
    crash = v.phase == Phase.RUN and v.asking[places.main_seat(v)][state.ASKED_KIND] == Question.CRASH
    return bool(crash or v.phase == Phase.KEEP)


def _draw_bought(v: State) -> Piece:
    kind = int(v.pending)
    svg = art.fabricator(kind) if kind in (parts.ADVANCED, parts.OVERACTIVE) else art.tile(kind)
    return Piece(
        "bought",
        el("g", svg, transform="scale(.7)"),
        places.TRAY_LEFT + 80,
        places.TRAY_Y,
        layer="tray",
        label=parts.TILES[kind].title,
    )


def _orientations(v: State) -> list[Piece]:
    """Return the bought tile in each of its orientations as pieces."""
    kind = int(v.pending)
    if kind in (parts.ADVANCED, parts.OVERACTIVE):
        return [_draw_bought(v)]
    ways = handles.orientations(kind)
    step = 104 if len(ways) == 4 else 76
    pieces = []
    for k, way in enumerate(ways):
        tile = kind + 16 * (way // 2) + 64 * (way % 2)
        half = step / 2 - 2
        svg = joined(
            [
                el("rect", x=-half, y=-50, width=2 * half, height=100, rx=9, cls="mc-way"),
                el("g", art.tile(tile), transform=f"scale({0.58 if len(ways) == 4 else 0.45})"),
            ]
        )
        pieces.append(
            Piece(
                f"way-{way}",
                svg,
                places.TRAY_LEFT + 46 + step * k,
                places.TRAY_Y,
                layer="tray",
                label=f"{parts.TILES[kind].title}, {names.find_orientation(tile)}",
            )
        )
    return pieces


def offered_models(v: State) -> list[int]:
    """Return the models of bots from which the viewing seat chooses in the tray."""
    seat = places.main_seat(v)
    if v.phase == Phase.RUN and v.asking[seat][state.ASKED_KIND] in (Question.CRASH, Question.MODEL):
        return [model for model in (1, 2, 3) if v.asking[seat][state.ASKED_MASK] >> model & 1]
    if v.viewer != v.turn + 1 and v.phase != Phase.GIFT:
        return []
    if v.phase == Phase.GIFT and (v.viewer == 0 or not v.asked >> seat & 1 or v.laid >> seat & 1):
        return []
    if v.phase in (Phase.RECEIVE, Phase.GIFT):
        return [model for model in (1, 2, 3) if making.models_received(v) >> model & 1]
    if v.phase == Phase.ANNOUNCE:
        return [2, 3]
    if v.phase == Phase.KEEP:
        return sorted({int(v.holes[seat][3 * parts.COLUMNS * v.making]), making.model_made(v, int(v.making))})
    return []
