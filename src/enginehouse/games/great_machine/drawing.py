"""Draw a view as a picture: the contraption, and the hand below it. This file has no rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sin
from types import SimpleNamespace
from typing import Any

from enginehouse.core.pictures.drawing import Marks, Piece, Sheet, Svg, desk_seat, el, joined
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign
from enginehouse.core.records.hidden import at, count, list_pieces
from enginehouse.core.records.masks import has
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import those
from enginehouse.games.great_machine import art, faces, machine, overview, parts, places
from enginehouse.games.great_machine.art import DEFS as DEFS
from enginehouse.games.great_machine.art import STYLE as STYLE
from enginehouse.games.great_machine.cover import cover as cover
from enginehouse.games.great_machine.desk import desk, desk_sheet, hand, hand_sheet
from enginehouse.games.great_machine.forecast import forecast
from enginehouse.games.great_machine.forecast import legend as legend
from enginehouse.games.great_machine.forecast import preview as preview
from enginehouse.games.great_machine.gallery import gallery as gallery
from enginehouse.games.great_machine.handles import handles as handles
from enginehouse.games.great_machine.handles import list_copies, offered_kinds
from enginehouse.games.great_machine.motions import paths as paths
from enginehouse.games.great_machine.parts import Form
from enginehouse.games.great_machine.state import Now, Phase, State

PILE = 0.8
"""The scale of cards on the piles."""


def sheets(v: State) -> list[Sheet]:
    """Return the areas of the page: the machine and, for a player, the hand below it.

    If the player looks through cards or puts cards in order, an area with these cards follows below the hand.
    """
    board = Sheet(
        "machine",
        places.WIDE,
        places.HIGH,
        ("back", "pipes", "cages", "rats", "toggles", "pellets", "ahead", "cards", "plates"),
        "The machine",
    )
    found = [board]
    seat = desk_seat(v)
    if seat >= 0:
        found.append(hand_sheet(v, seat))
        if laid_out := desk_sheet(v, seat):
            found.append(laid_out)
    return found


def draw(v: State, marks: Marks) -> list[Piece]:
    """Return all pieces of the picture of a view.

    `marks` has the state of the viewer's page, such as selected pieces, as far as it changes the picture.
    """
    seat = desk_seat(v)
    board = [*_road(v, seat), *_pipes(v), *_motor(v), *_cages(v), *_rats(v), *_toggles(v), *_stuck(v)]
    ahead = forecast(v) if marks.foretell else []
    return [*board, *ahead, *_decks(v), *_table(v), *_plates(v), *_tags(v), *hand(v, seat), *desk(v, seat)]


# -- the board ---------------------------------------------------------------------------------------------------------


def _may_name_a_way(v: State, seat: Seat) -> bool:
    """Return whether `seat` can play a card that moves the Master in a direction of the player's choice."""
    if v.phase not in (Phase.PLAY, Phase.TAKE):
        return False
    kinds = [kind for kind, _ in list_copies(v, parts.HAND + seat)] if v.phase == Phase.PLAY else offered_kinds(v)
    return any(parts.CARDS[kind].form == Form.WAY for kind in kinds)


def _road(v: State, seat: Seat) -> Iterator[Piece]:
    x, y = places.slot_place(v.track)
    yield from [
        Piece(
            "road",
            art.road(v.track, parts.TRACK - v.slots_left_out),
            layer="back",
            label=f"The road, {v.track} slots to go",
        ),
        Piece("villa", art.VILLA, 36, places.ROAD_Y + 18, layer="back"),
        Piece("coach", art.COACH, x + 4, y + 2, layer="plates", label=f"The Master’s coach, {v.track} away"),
    ]
    if seat == v.active and _may_name_a_way(v, seat):
        yield Piece(
            "way-forward",
            art.MACHINE["nearer"],
            x - 48,
            y - 20,
            layer="plates",
            label="2 nearer",
        )
        yield Piece(
            "way-back",
            art.MACHINE["farther"],
            min(x + 50, 780),
            y - 20,
            layer="plates",
            label="2 farther",
        )


@lru_cache(maxsize=2)
def _all_pipes(toggles: int) -> Svg:
    """Draw all pipes of a machine with this number of toggles. They never change."""
    size: Any = SimpleNamespace(toggles=toggles, cages=toggles + 1)
    runs = [art.pipe(places.HOPPER[0], places.HOPPER[1] + 50, *places.toggle_place(size, 1))]
    for toggle in range(toggles, 0, -1):
        for side in (0, 1):
            runs.append(art.pipe(*places.toggle_place(size, toggle), *places.below_place(size, toggle, side)))
    return joined(runs)


def _pipes(v: State) -> Iterator[Piece]:
    corked = v.now & Now.HOPPER or v.ethics
    yield from [
        Piece("pipes", _all_pipes(v.toggles), layer="pipes"),
        Piece(
            "hopper",
            art.hopper(bool(corked)),
            *places.HOPPER,
            layer="pipes",
            label="The hopper, blocked" if corked else "The hopper",
        ),
    ]
    for level in range(2 if v.toggles == 3 else 3):
        y = places.toggle_place(v, 1 << level)[1] - (30 if level else 0)
        waits = v.blockage == level + 1
        svg = joined([art.level(level + 1), art.MACHINE["level-cork"] if waits else ""])
        yield Piece(
            f"level-{level + 1}",
            svg,
            780,
            y,
            layer="toggles",
            label=f"Level {level + 1} of the pipes" + (", where the next pellet sticks" if waits else ""),
        )


def _motor(v: State) -> list[Piece]:
    contacts = places.ring(v)
    way = "clockwise" if v.direction > 0 else "counter-clockwise"
    lit = v.phase not in (Phase.PLACE, Phase.OVER)
    return [
        Piece(
            "dial",
            art.dial(contacts, v.direction),
            *places.MOTOR,
            scale=0.95,
            layer="back",
            label=f"The motor, turning {way}",
        ),
        Piece(
            "arm",
            art.arm(lit),
            *places.MOTOR,
            turn=360 / len(contacts) * v.motor,
            layer="cages",
            label=f"It points at cage {machine.charged_cage(v)}",
        ),
    ]


def _cages(v: State) -> Iterator[Piece]:
    for cage in range(1, v.cages + 1):
        charged = v.phase != Phase.PLACE and machine.charged_cage(v) == cage
        svg = art.cage(cage, places.cage_wide(v), places.CAGE_HIGH, charged)
        yield Piece(
            f"cage-{cage}",
            svg,
            *places.cage_place(v, cage),
            layer="cages",
            label=f"Cage {cage}" + (", charged" if charged else ""),
        )


def _signs(v: State, seat: Seat) -> tuple[str, ...]:
    distraught = v.distraught | v.distraught_before
    return tuple(
        those(
            (has(v.boots, seat), "boots"),
            (has(v.cower, seat), "cower"),
            (has(v.salivate, seat), "salivate"),
            (has(v.mellow, seat), "mellow"),
            (has(distraught, seat), "distraught"),
            (v.psycho[seat], "psycho"),
            (v.now & Now.NOXIOUS and v.active == seat, "noxious"),
        )
    )


def _rats(v: State) -> Iterator[Piece]:
    for seat in range(v.seats):
        if not has(v.alive, seat):
            continue
        x, y = places.cage_place(v, v.cage[seat])
        scale = 1.0 if v.cages == 4 else 0.82
        where = f"in cage {v.cage[seat]}"
        y -= 12
        if v.pipe[seat] > 0:
            x, y = places.toggle_place(v, v.pipe[seat])
            together = [s for s in range(v.seats) if v.pipe[s] == v.pipe[seat]]
            x, y, scale = x - 46 + 30 * together.index(seat), y + 8, 0.55
            where = f"in the pipes at toggle {v.pipe[seat]}"
        elif has(v.escaped, seat):
            x, y, scale = x, y + 30, scale * 0.7
            where = "escaped"
        size = v.real[seat] + v.phantom[seat]
        signs = _signs(v, seat)
        yield Piece(
            f"rat-{seat}",
            art.rat(seat, size, signs),
            x,
            y,
            scale=scale,
            layer="rats",
            label=f"{{{seat}}}’s rat, {size} pellets, {where}" + "".join(f", {sign}" for sign in signs),
        )


def _toggles(v: State) -> Iterator[Piece]:
    fast = machine.find_locked(v)
    for toggle in range(1, v.toggles + 1):
        right = v.tilt >> (toggle - 1) & 1
        lock = fast >> (toggle - 1) & 1
        yield Piece(
            f"toggle-{toggle}",
            art.housing(toggle),
            *places.toggle_place(v, toggle),
            layer="toggles",
            label=f"Toggle {toggle}, tilted {'right' if right else 'left'}" + (", locked" if lock else ""),
        )
        angle = (150 if right else -150) if v.phase != Phase.PLACE else 180
        yield Piece(f"lever-{toggle}", art.LEVER, 0, 0, turn=angle, layer="toggles", parent=f"toggle-{toggle}")
        if lock:
            yield Piece(f"lock-{toggle}", art.PADLOCK, 0, 0, layer="toggles", parent=f"toggle-{toggle}")


def _stuck(v: State) -> Iterator[Piece]:
    for toggle in range(1, v.toggles + 1):
        marks = [
            v.stuck_mark[toggle][k] for k in range(v.stuck_runs[toggle]) for _ in range(min(v.stuck_many[toggle][k], 4))
        ]
        total = sum(v.stuck_many[toggle][k] for k in range(v.stuck_runs[toggle]))
        if not total:
            continue
        x, y = places.toggle_place(v, toggle)
        to_x, _ = places.below_place(v, toggle, v.tilt >> (toggle - 1) & 1)
        way = 1 if to_x > x else -1
        step = 18 if abs(to_x - x) > 60 else 0
        drawn = [
            el(
                "g",
                art.pellet(mark, 9),
                transform=f"translate({way * (step * k if step else 0)} {0 if step else 12 * k})",
            )
            for k, mark in enumerate(marks[:5])
        ]
        drawn.append(el("text", total, x=0, y=-16, cls="gm-count"))
        at_x = x + way * 58 if step else to_x
        at_y = y if step else y + 26
        yield Piece(
            f"stuck-{toggle}",
            joined(drawn),
            at_x,
            at_y,
            layer="pellets",
            label=f"{total} stuck under toggle {toggle}",
        )


def _decks(v: State) -> Iterator[Piece]:
    for deck in range(2):
        x, y = places.DECKS[deck]
        size = count(v, parts.DECK + deck)
        name = parts.DECK_NAMES[deck]
        top = [faces.back(deck)] if size else [faces.place("gm-slot")]
        thick = [faces.place("gm-card", lifted=k) for k in range(min(4, size // 12), 0, -1)]
        label = f"{name.capitalize()} deck, {size} cards"
        known = [piece for piece in list_pieces(v, parts.DECK + deck) if piece > 0]
        eye = [el("text", f"you know {len(known)}", y=-42, cls="gm-small")] if known else []
        number = el("text", el("tspan", f"{name} ", cls="less"), str(size), y=52, cls="gm-count gm-left")
        yield Piece(f"deck-{name}", joined([*thick, *top, number, *eye]), x, y, scale=PILE, layer="cards", label=label)
        yield _pile(v, deck, x + places.PILE_GAP, y)


def _pile(v: State, deck: int, x: float, y: float) -> Piece:
    size = count(v, parts.DISCARD + deck)
    name = parts.DECK_NAMES[deck]
    if size == 0:
        svg = joined(
            [
                faces.place("gm-slot"),
                el("text", "discarded", y=4, cls="gm-small"),
            ]
        )
        return Piece(
            f"pile-{name}", svg, x, y, scale=PILE, layer="cards", label=f"{name.capitalize()} discard pile, empty"
        )
    kind = int(parts.KIND_OF[at(v, parts.DISCARD + deck, size - 1)])
    face = el("g", faces.face(kind), transform="scale(.5)", cls="small-face")
    svg = joined([face, el("text", size, y=52, cls="gm-count gm-left")])
    return Piece(
        f"pile-{name}",
        svg,
        x,
        y,
        scale=PILE,
        layer="cards",
        label=f"{name.capitalize()} discard pile, {size} cards, {parts.CARDS[kind].title} on top",
    )


def _table(v: State) -> list[Piece]:
    """Return the tray (the place on the picture where cards are played) and the cards that are in play."""
    slot = joined(
        [
            el("rect", x=-70, y=-60, width=140, height=120, rx=10, cls="gm-slot gm-open"),
            el("text", "play here", y=4, cls="gm-small"),
        ]
    )
    pieces = [Piece("tray", slot, *places.TRAY, layer="cards", label="Play here")] if v.phase != Phase.OVER else []
    for k, piece in enumerate(list_pieces(v, parts.IN_PLAY)):
        kind = int(parts.KIND_OF[piece])
        pieces.append(
            Piece(
                f"played-{k}",
                faces.face(kind),
                places.TRAY[0] + 26 * k,
                places.TRAY[1] + 14 * k,
                turn=4 * k - 3,
                scale=0.86,
                layer="plates",
                label=f"{parts.CARDS[kind].title}, being played",
            )
        )
    return pieces


def _plates(v: State) -> Iterator[Piece]:
    """Yield one plate per seat. The plate of the seat whose turn it is glows.

    A plate shows the sign of the seat (a small drawing by which players recognize it), the number of its pellets, its
    cards, and its extra or lost turns.
    """
    wide = min(190, places.WIDE / v.cages - 8)
    for seat in range(v.seats):
        backs = [0, 0]
        for piece in list_pieces(v, parts.HAND + seat):
            backs[parts.CARDS[int(parts.KIND_OF[piece])].deck if piece > 0 else -1 - piece] += 1
        mine = seat == v.active and v.phase != Phase.OVER
        size = v.real[seat] + v.phantom[seat]
        svg = _plate(seat, wide, mine, _weight(v, seat), backs[0], backs[1], _turn_words(v, seat))
        pellets = size if has(v.alive, seat) else "no"
        label = f"{{{seat}}}, the {SEAT_SIGNS[seat]}: {pellets} pellets, {backs[0]} movement and {backs[1]} event cards"
        yield Piece(f"plate-{seat}", svg, *places.plate_place(v, seat), layer="plates", label=label)


@lru_cache(maxsize=4096)
def _plate(seat: Seat, wide: float, mine: bool, weight: str, movement: int, event: int, turns: str) -> Svg:
    """Draw the plate of a seat, which shows pellets, cards and extra or lost turns.

    `wide` is its width, `mine` says whether it is the viewer's own. `weight` (pellets) and `turns` are texts on it,
    `movement` and `event` the numbers of cards in the hand.
    """
    left, narrow = -wide / 2, wide < 120
    return joined(
        [
            el("rect", x=left, y=-36, width=wide, height=72, rx=8, cls="gm-turn" if mine else "gm-seat-plate"),
            el("g", Svg(seat_sign(seat, 24)), transform=f"translate({left + 20:.1f} -17)"),
            el("g", art.pellet(0, 8), transform=f"translate({left + 45:.1f} -17)"),
            el("text", weight, x=left + 58, y=-9, cls="gm-big"),
            *_small_cards([movement, event], left if narrow else wide / 2 - 62, -2 if narrow else -31),
            el("text", turns, y=31 if narrow else 24, cls="gm-small"),
        ]
    )


def _weight(v: State, seat: Seat) -> str:
    """Return the number of pellets of the rat of `seat`, a cross for a dead rat, or a dash for a rat not placed yet."""
    if has(v.alive, seat):
        return str(v.real[seat] + v.phantom[seat])
    return "–" if v.phase == Phase.PLACE else "†"


def _small_cards(backs: list[int], left: float, top: float) -> Iterator[Svg]:
    for deck, cls in enumerate(("gm-movement-back", "gm-event-back")):
        x = left + 10 + 26 * deck
        yield el("rect", x=x, y=top, width=22, height=21, rx=3, cls=cls)
        yield el("text", backs[deck], x=x + 11, y=top + 15.5, cls="gm-plate-text gm-number")


def signs() -> list[tuple[str, Svg, float, float]]:
    """Return the marks on the board that need an explanation in the legend, because no other text explains them.

    Each mark is a tuple: a sentence that explains it, its picture, and the picture's width and height.
    """
    cards = joined(_small_cards([2, 3], -34, -10))
    return [
        ("A level of the pipes. Blockage makes a pellet stick at one of them.", art.level(1), 84, 40),
        ("Movement cards and event cards in a player’s hand.", cards, 84, 40),
    ]


def _turn_words(v: State, seat: Seat) -> str:
    extra = v.extra_turns[seat] + v.waiting_turns[seat]
    drawn = those(
        (v.phantom[seat], f"{v.phantom[seat]} phantom"),
        (v.lost_turns[seat], f"loses {v.lost_turns[seat]}"),
        (extra, f"+{extra} turn"),
        (v.waiting[seat] or v.waiting_supers[seat] or v.waiting_extras[seat], "effect waits"),
        (v.partners[seat], "with " + ", ".join(str(s + 1) for s in range(8) if has(v.partners[seat], s))),
        (has(v.escaped, seat), "escaped"),
    )
    return " · ".join(drawn)[: 30 if v.seats <= 4 else 13]


def _tags(v: State) -> Iterator[Piece]:
    """Yield paper tags on the machine for effects: those of this turn, and those that last until a seat's next turn."""
    texts = overview.effects(v.now, v.supers, v.extras)
    texts += those(
        (v.fitness, "only the thinnest gains"), (v.union, "no rat eats"), (v.ethics, "the machine stands still")
    )
    for k, text in enumerate(texts[:4]):
        wide = 14 + 6.9 * len(text)
        svg = joined(
            [
                el("path", d=f"M0-12H{wide:.0f}V12H0L-9 0Z", cls="gm-tag"),
                el("text", text, x=6, y=4.5, cls="gm-tag-text"),
            ]
        )
        yield Piece(
            f"tag-{k}", svg, 228, 96 + 28 * k + 2 * sin(k), turn=-1.5 + k, scale=0.92, layer="plates", label=text
        )
