"""Draw a view as a picture: the shop's wheel, the viewer's own factory, and the others below.

This file has no rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.pictures.drawing import Marks, Piece, Sheet, Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import art, building, making, names, overview, parts, places, rules, state, trading
from enginehouse.games.mechanica.art import STYLE as STYLE
from enginehouse.games.mechanica.cover import cover as cover
from enginehouse.games.mechanica.forecast import Ride, forecast, list_rides, run_so_far
from enginehouse.games.mechanica.forecast import legend as legend
from enginehouse.games.mechanica.forecast import preview as preview
from enginehouse.games.mechanica.gallery import gallery as gallery
from enginehouse.games.mechanica.handles import alike_with, bot_id, cell_id, hole_id, on_truck
from enginehouse.games.mechanica.handles import handles as handles
from enginehouse.games.mechanica.motions import paths as paths
from enginehouse.games.mechanica.parts import Place, Question
from enginehouse.games.mechanica.state import Phase, State
from enginehouse.games.mechanica.tray import offered_models, tray


def sheets(v: State) -> list[Sheet]:
    """Return the drawing areas (sheets) of a view: the shop with the viewer's own factory, then each rival's factory.

    In a solo game, the only other area shows ARMAND-0.
    """
    board = Sheet(
        "factory",
        places.WIDE,
        places.HIGH,
        ("hall", "cells", "bots", "ahead", "asked", "shop", "wares", "tray"),
        "Shop and factory",
    )
    if v.seats == 1:
        return [board, Sheet("rival", places.WIDE, 250, ("rival",), "ARMAND-0")]
    return [board, *(_rival_sheet(v, seat) for seat in places.rival_seats(v))]


def _rival_sheet(v: State, seat: Seat) -> Sheet:
    """Return the drawing area (sheet) of a rival's factory, with the same coordinates as the viewer's own factory.

    The rival's money is above the factory if there is one rival. With several it is at the left, so that the areas are
    low.
    """
    beside, above = (places.MONEY_WIDE, 0) if v.seats > 2 else (0, places.MONEY_HIGH)
    return Sheet(
        f"rival-{seat}",
        places.WIDE + beside,
        3 * places.CELL + 2 * places.RIM + above,
        (f"rival-{seat}", places.rival_layer(seat)),
        "Another factory",
        x=-beside,
        y=places.TOP - places.RIM - above,
        rival=True,
    )


def draw(v: State, marks: Marks) -> list[Piece]:
    """Return all pieces of the picture of a view.

    `marks` has the state of the viewer's page, such as selected pieces, as far as it changes the picture.
    """
    pieces = [
        *_hall(),
        *_factory(v, marks),
        *_bots(v),
        *(forecast(v) if marks.foretell else ()),
        *_draw_question(v),
        *_shop(v),
        *_prints(v),
        *_desk(v),
        *tray(v),
    ]
    if v.seats == 1:
        return [*pieces, *_rival(v)]
    return pieces + [_other(v, seat) for seat in places.rival_seats(v)]


# -- the own factory ---------------------------------------------------------------------------------------------------


def _floor() -> Svg:
    """Draw the ground of a factory: hall, belts and yard."""
    shapes = [
        el(
            "rect",
            x=places.LEFT - 12,
            y=places.TOP - 14,
            width=places.WIDE - 2 * places.LEFT + 24,
            height=3 * places.CELL + 28,
            rx=14,
            cls="mc-hall",
        ),
        el(
            "rect",
            x=places.LEFT - 7,
            y=places.TOP - 9,
            width=places.WIDE - 2 * places.LEFT + 14,
            height=3 * places.CELL + 18,
            rx=10,
            cls="mc-hall-line",
        ),
        el(
            "rect",
            x=places.LEFT + places.START_WIDE + 4 * places.CELL,
            y=places.TOP,
            width=places.DOCK_X + 112 - places.LEFT - places.START_WIDE - 4 * places.CELL,
            height=3 * places.CELL,
            cls="mc-yard",
        ),
    ]
    return joined(
        [*shapes, *(art.reuse_part("row", *places.place_xy(row * parts.COLUMNS + 1)) for row in range(parts.ROWS))]
    )


DEFS = art.DEFS + el("g", _floor(), id="mc-floor")
FLOOR = art.reuse_part("floor")


def _hall() -> list[Piece]:
    rows = [
        el("text", "abc"[row], x=places.LEFT + 3, y=places.TOP + places.CELL * row + 22, cls="mc-row")
        for row in range(parts.ROWS)
    ]
    return [Piece("hall", joined([FLOOR, *rows]), layer="hall")]


def _place_art(v: State, seat: Seat, place: Place) -> Svg | None:
    """Draw the content of a place of a seat's factory: a truck, a Fabricator or its slot, a tile.

    Return `None` for an empty cell.
    """
    tile = int(v.tiles[seat][place])
    if place % parts.COLUMNS == parts.DOCK:
        return art.truck(tile)
    if place % parts.COLUMNS == 0:
        return art.fabricator(tile & parts.KIND_BITS if tile else -1 if place == parts.BASIC_SLOT else 0)
    return art.tile(tile) if tile else None


def _fitting(marks: Marks) -> set[int]:
    """Return the places where the bought tile fits, taken from the actions that the page offers (`marks`)."""
    return {building.find_laid_place(code) for code in marks.legal} - {-1}


def _factory(v: State, marks: Marks) -> Iterator[Piece]:
    """Yield every place of the viewer's factory as a piece of the picture.

    Players click a place to install a tile there, to demolish the tile there, or to let a thrown bot land there.
    `marks` has the state of the page, such as legal actions.
    """
    seat = places.main_seat(v)
    fitting = _fitting(marks)
    for place in range(parts.PLACES):
        label = overview.place_words(v, seat, place)
        svg = _place_art(v, seat, place) or art.TOUCH
        if place in fitting:
            over = building.is_torn_down(v, seat, place)
            svg = joined([svg, art.TORN_DOWN if over else _fit()])
            label += ", place here and destroy this tile" if over else ", place here"
        yield Piece(cell_id(place), svg, *places.place_xy(place), layer="cells", label=label)


def _fit() -> Svg:
    """Draw a frame round a place where the bought tile can be installed."""
    return el("rect", x=-58, y=-58, width=116, height=116, rx=12, cls="mc-fit-line")


def _bots(v: State) -> Iterator[Piece]:
    """Yield the bots in holes and on trucks. While a player puts bots into holes, yield the holes, too."""
    seat = places.main_seat(v)
    if v.phase in (Phase.RECEIVE, Phase.GIFT) and offered_models(v):
        for place in parts.START:
            for k in range(2):
                if making.is_hole(v.tiles[seat], place, k):
                    hole = building.number_hole(place, k)
                    x, y = places.hole_xy(v, seat, hole)
                    svg = joined([el("circle", r=27, cls="mc-touch"), el("circle", r=25, cls="mc-ring")])
                    label = f"Hole in {parts.place_name(place)}"
                    if making.makes_here(v, seat, hole):
                        label += ", where your Fabricator makes its next bot: only one of the two stays"
                    yield Piece(hole_id(hole), svg, x, y, layer="bots", label=label)
    done = list_rides_so_far(v, seat)
    left = {ride.hole for ride in done}
    for hole in range(3 * parts.PLACES):
        alike = alike_with(v, seat, hole)
        if alike and hole == alike[0] and hole not in left:
            yield _bots_of_a_kind(v, seat, alike)
    yield from _draw_ridden(v, seat, done)


def _bots_of_a_kind(v: State, seat: Seat, holes: list[int]) -> Piece:
    """Draw the bots in these holes of a seat as one piece: equal bots of one truck, or a single bot elsewhere.

    Equal bots are one piece because an action may take any of them.
    """
    model = int(v.holes[seat][holes[0]])
    x, y = places.hole_xy(v, seat, holes[0])
    drawn = [art.robot(model)]
    for other in holes[1:]:
        a, b = places.hole_xy(v, seat, other)
        drawn.append(art.robot(model, 1, a - x, b - y))
    said = art.ROBOT_TITLES[model] if len(holes) == 1 else names.bots([model] * len(holes))
    label = f"{said[0].upper()}{said[1:]} {'on' if on_truck(holes[0]) else 'in'} {names.hole_name(holes[0])}"
    return Piece(bot_id(v, seat, holes[0]), joined(drawn), x, y, layer="bots", label=label)


# -- questions of a run ------------------------------------------------------------------------------------------------


def list_rides_so_far(v: State, seat: Seat) -> list[Ride]:
    """Return the ways that bots of `seat` have gone so far in a factory run that waits for an answer of `seat`.

    Each way is a `Ride`. Return an empty list at any other time.
    """
    if v.phase != Phase.RUN or not v.asking[seat][state.ASKED_KIND]:
        return []
    return list_rides(v, seat, run_so_far(v, seat))


def _draw_ridden(v: State, seat: Seat, done: list[Ride]) -> Iterator[Piece]:
    """Yield the bots that have already moved in a factory run that waits for an answer, each where it has arrived.

    `done` has the ways of these bots.
    """
    there: dict[int, int] = {}
    for number, ride in enumerate(done):
        if ride.arrived < 0:
            continue
        k = there[ride.arrived] = there.get(ride.arrived, 0) + 1
        x, y = places.place_xy(ride.arrived)
        name = bot_id(v, seat, ride.hole) if v.holes[seat][ride.hole] else f"ridden-{number}"
        label = f"{art.ROBOT_TITLES[ride.model].capitalize()} in {parts.place_name(ride.arrived)}"
        yield Piece(name, art.robot(ride.model), x + 14 * (k - 1), y + 8 * (k - 1), layer="bots", label=label)


def _draw_question(v: State) -> Iterator[Piece]:
    """Yield the bot about which its owner is asked in a factory run, with its path and the exits to choose from."""
    seat = places.main_seat(v)
    kind = int(v.asking[seat][state.ASKED_KIND])
    if v.phase != Phase.RUN or not kind:
        return
    place, model = int(v.asking[seat][state.ASKED_PLACE]), int(v.asking[seat][state.ASKED_MODEL])
    x, y = places.place_xy(place)
    yield Piece("asked-ring", el("circle", r=64, cls="mc-ring"), x, y, layer="asked")
    if kind in (Question.FORK, Question.THROW):
        way = "M" + "L".join(f"{a:g} {b:g}" for a, b in list_rides_so_far(v, seat)[-1].way)
        yield Piece("asked-way", el("path", d=way, cls="mc-path"), layer="asked")
        yield Piece(
            "asked-bot",
            art.robot(model, 1.25),
            x,
            y,
            layer="asked",
            label=f"The {art.ROBOT_TITLES[model]} from {names.hole_name(int(v.asking[seat][state.ASKED_HOLE]))}",
        )
    if kind in (Question.FORK, Question.EXIT):
        for side in range(4):
            if v.asking[seat][state.ASKED_MASK] >> side & 1:
                dx, dy = art.STEP[side]
                svg = joined(
                    [el("circle", r=29, cls="mc-touch"), el("path", d="M-22-9H2V-24L28 0L2 24V9H-22Z", cls="mc-point")]
                )
                yield Piece(
                        f"arrow-{parts.SIDES[side]}", svg, x + 62 * dx, y + 62 * dy, turn=90 * side - 90, layer="asked",
                        label=f"Out to the {parts.SIDES[side]}",
                    )  # fmt: skip


# -- the shop ----------------------------------------------------------------------------------------------------------


def _shop(v: State) -> Iterator[Piece]:
    """Yield the wheel with its spots and improvements, and the Recycler."""
    x, y = places.WHEEL
    stations = [art.station(a, b) for a, b in places.STATIONS[: parts.SPOTS]]
    tags = [
        el(
            "g",
            art.price_tag(int(trading.shop_price(int(v.shop[k]), k))),
            transform=f"translate({places.TAGS[k][0]} {places.TAGS[k][1]})",
        )
        for k in range(parts.SPOTS)
    ]
    stack = count(v, parts.STACK)
    extras = count(v, parts.EXTRAS)
    left = stack + (extras if v.seats == 4 else 0)
    yield from [
        Piece("wheel", art.WHEEL, x, y, turn=72 * int(v.spun), layer="shop"),
        Piece("stations", joined(stations), x, y, layer="shop"),
        Piece("tags", joined(tags), x, y, layer="wares", label="Prices: 7, 5, 3, 1"),
        Piece(
            "stack",
            joined(
                [
                    el("circle", r=29, cls="mc-touch"),
                    el("text", left, y=5, cls="mc-money"),
                    el("text", "stack", y=21, cls="mc-small mc-cap"),
                ]
            ),
            x,
            y,
            layer="wares",
            label=f"{stack} improvements in the stack, {extras} Extras",
        ),
        Piece(
            "recycler",
            art.RECYCLER,
            x + places.STATIONS[4][0],
            y + places.STATIONS[4][1],
            layer="wares",
            label="The Recycler",
        ),
    ]
    for k in range(parts.SPOTS):
        kind = int(v.shop[k])
        if kind:
            a, b = places.STATIONS[k]
            yield Piece(
                f"ware-{v.spun - k + 4}",
                art.ware(kind),
                x + a,
                y + b,
                layer="wares",
                label=f"{parts.TILES[kind].title} for {trading.shop_price(int(v.shop[k]), k)}, value {parts.TILES[kind].value}",
            )


def _prints(v: State) -> Iterator[Piece]:
    for which in range(2):
        card = parts.BLUEPRINTS[trading.blueprint(v, which)]
        label = f"Blueprint: {names.bots(list(card.bots))} for {card.pay}" + (
            "; one was completed, and both are replaced tonight" if v.marked else ""
        )
        x, y = places.PRINTS[which]
        yield Piece(
                f"blueprint-{which}", art.blueprint(card.bots, card.pay, bool(v.marked)), x, y, turn=-90 if v.marked else 0,
                scale=0.82 if v.marked else 1, layer="shop", label=label,
            )  # fmt: skip


def _desk(v: State) -> list[Piece]:
    """Return the pieces for the Wallet, the Vault and the hammer (for demolishing tiles) of the viewer.

    For a spectator, they are those of the first seat.
    """
    seat = places.main_seat(v)
    money = [
        Piece(
            "wallet", art.wallet(int(v.wallet[seat])), *places.WALLET, layer="shop", label=f"Wallet: {v.wallet[seat]}"
        ),
        Piece("vault", art.vault(int(v.vault[seat])), *places.VAULT, layer="shop", label=f"Vault: {v.vault[seat]}"),
    ]
    signs = [
        el("text", "Wallet", y=58, cls="mc-small"),
        el("text", "Vault", x=places.VAULT[0] - places.WALLET[0], y=58, cls="mc-small"),
        el("text", "Hammer", x=places.HAMMER[0] - places.WALLET[0], y=58, cls="mc-small"),
        el("text", f"day {v.day}", x=places.STOCK[0] - places.WALLET[0], y=-26, cls="mc-name"),
        el("text", "worth", x=places.STOCK[0] - places.WALLET[0], y=-7, cls="mc-small"),
        el("text", rules.worth(v, seat), x=places.STOCK[0] - places.WALLET[0], y=12, cls="mc-name"),
        el("g", Svg(seat_sign(seat, 34)), transform=f"translate({places.STOCK[0] - places.WALLET[0]} 42)"),
    ]
    return [
        *money,
        Piece("desk-signs", joined(signs), *places.WALLET, layer="shop"),
        Piece("hammer", art.HAMMER, *places.HAMMER, layer="tray", label="Hammer: demolish a tile"),
    ]


# -- the others --------------------------------------------------------------------------------------------------------


def _other(v: State, seat: Seat) -> Piece:
    """Draw the factory of the rival `seat`, with all its bots and its money."""
    shapes = [FLOOR]
    for place in range(parts.PLACES):
        x, y = places.place_xy(place)
        if svg := _place_art(v, seat, place):
            shapes.append(el("g", svg, transform=f"translate({x:g} {y:g})"))
    for hole in range(3 * parts.PLACES):
        if v.holes[seat][hole]:
            shapes.append(art.robot(int(v.holes[seat][hole]), 1, *places.hole_xy(v, seat, hole)))
    money = [
        Svg(seat_sign(seat, 64)),
        art.wallet(int(v.wallet[seat])),
        art.vault(int(v.vault[seat])),
        el("text", rules.worth(v, seat), y=12, cls="mc-worth"),
    ]
    if v.seats == 2:
        spots = [(float(x), places.TOP - places.RIM - places.MONEY_HIGH / 2) for x in (46, 340, 560, 840)]
    else:
        spots = [(-places.MONEY_WIDE / 2, float(places.TOP + y)) for y in (30, 142, 266, 384)]
    for (x, y), one in zip(spots, money, strict=True):
        scale = 1.3 if v.seats > 2 else 0.78
        shapes.append(el("g", one, transform=f"translate({x:g} {y:g}) scale({scale:g})"))
    svg = joined(shapes)
    mine = ("mc-turn",) if v.phase != Phase.OVER and v.turn == seat else ()
    return Piece(
        f"other-{seat}",
        svg,
        layer=f"rival-{seat}",
        label=f"{{{seat}}}’s factory: Wallet {v.wallet[seat]}, Vault {v.vault[seat]}",
        classes=mine,
    )


def _rival(v: State) -> Iterator[Piece]:
    """Yield ARMAND-0 with its money and the improvements that it has bought."""
    signs = joined(
        [
            el("text", "ARMAND-0", x=236, y=48, cls="mc-name mc-left"),
            el(
                "text",
                f"worth {rules.armand_worth(v)} (improvements count six times)",
                x=236,
                y=80,
                cls="mc-name mc-left",
            ),
        ]
    )
    yield from [
        Piece("armand", art.armand(1.25), 110, 150, layer="rival", label=f"ARMAND-0, worth {rules.armand_worth(v)}"),
        Piece("armand-signs", signs, layer="rival"),
        Piece(
            "armand-wallet",
            art.wallet(int(v.wallet[parts.ARMAND])),
            770,
            66,
            layer="rival",
            label=f"Its Wallet: {v.wallet[parts.ARMAND]}",
        ),
        Piece(
            "armand-vault",
            art.vault(int(v.vault[parts.ARMAND])),
            892,
            66,
            layer="rival",
            label=f"Its Vault: {v.vault[parts.ARMAND]}",
        ),
    ]
    owned = [kind for kind in range(1, parts.IMPROVEMENTS + 1) for _ in range(v.robot[kind])]
    step = min(92, 740 / max(1, len(owned)))
    for k, kind in enumerate(owned):
        yield Piece(f"armand-{k}", art.ware(kind), 282 + step * k, 176, layer="rival", label=parts.TILES[kind].title)
