"""Draw a view as a picture: the Arena in the middle, pilots round it, and the viewer's mechs below.

This file has no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enginehouse.core.pictures.drawing import Marks, Piece, Sheet, Svg, desk_seat, el, joined
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign
from enginehouse.core.records.hidden import at, count, list_pieces
from enginehouse.core.terms import Seat, Zone
from enginehouse.games.mechanation import art, battle, lands, motions, parts, places, state, telling
from enginehouse.games.mechanation.cover import cover as cover
from enginehouse.games.mechanation.forecast import preview as preview
from enginehouse.games.mechanation.handles import handles as handles
from enginehouse.games.mechanation.mechs import hand_size, is_in_hangar, is_seen
from enginehouse.games.mechanation.motions import paths as paths
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State
from enginehouse.games.mechanation.words import STAGES

STYLE = art.STYLE + motions.STYLE
TURNS = {MechPlace.DISABLED: 90, MechPlace.MALFUNCTIONED: 180}
"""The rotation of a card in the hangar: upright on Stand-By, sideways Disabled, upside-down Malfunctioned (MN-1.3)."""
TALLY_WIDE, CLEAR = 106, 92
"""The horizontal distance between two battles of this round, and the distance of an attacker from them."""
_PHASES = (
    ("Initiation", (Phase.TURN, Phase.WRENCH)),
    ("Arena", (Phase.DEPLOY,)),
    ("Pilots", (Phase.ATTACK, Phase.DEFEND, Phase.BURROW)),
    ("Scrap", (Phase.SCRAP, Phase.HARVEST, Phase.REAP)),
)
"""The phases of a round as the picture shows them, each with the kinds of decisions in it."""


def sheets(v: State) -> list[Sheet]:
    """Return the drawing areas (sheets) of a view: the board, and below it the viewer's own three mechs.

    A spectator has only the board.
    """
    side = places.margin(v)
    board = Sheet(
        "table",
        places.WIDE - 2 * side,
        places.HIGH,
        ("back", "panels", "lands", "mechs", "marks", "fights"),
        "The table",
        x=side,
    )
    if desk_seat(v) < 0:
        return [board]
    return [
        board,
        Sheet("hand", parts.TIERS * places.HAND_GAP + 8, places.HAND_HIGH, ("bench", "hand", "eyes"), "Your mechs"),
    ]


def draw(v: State, marks: Marks) -> list[Piece]:
    """Return all pieces of the picture of a view.

    `marks` has the state of the viewer's page, such as selected pieces, as far as it changes the picture.
    """
    pieces = [*_corners(v), *_arena(v), *_posts(v), *_fights(v)]
    for seat in range(v.seats):
        pieces += [*_panel(v, seat), *_lands(v, seat)]
        if seat != desk_seat(v):
            pieces += [_slot(v, seat, tier) for tier in range(parts.TIERS)]
    return [*pieces, *_hand(v)]


# -- the table ---------------------------------------------------------------------------------------------------------


def _corners(v: State) -> list[Piece]:
    """Return the pieces in the corners of the table: deck, scrap pile, round and phase."""
    deck, pile = count(v, parts.DECK), count(v, parts.SCRAP)
    top = el("g", art.TERRITORY_BACK, transform="scale(1.15)")
    stack = [
        el("rect", x=-36 + 2 * k, y=-46 + 2 * k, width=72, height=90, rx=8, cls="mn-land mn-land-back")
        for k in range(min(4, deck // 10), 0, -1)
    ]
    empty = el("rect", x=-36, y=-45, width=72, height=90, rx=8, cls="mn-slot")
    drawn = joined([*stack, top]) if deck else empty
    thrown = empty
    if pile:
        thrown = el(
            "g", art.territory(int(parts.KIND_OF[at(v, parts.SCRAP, pile - 1)])), transform="rotate(-7) scale(1.05)"
        )
    last = parts.land_name(int(parts.KIND_OF[at(v, parts.SCRAP, pile - 1)])) + " on top" if pile else "empty"
    x, y = places.corner(v, False, True)
    other_x, other_y = places.corner(v, True, True)
    return [
        Piece(
            "deck",
            joined([drawn, el("text", f"deck {deck}", y=66, cls="mn-label")]),
            x,
            y - 8,
            layer="panels",
            label=f"The deck, {deck} territories",
        ),
        Piece(
            "pile",
            joined([thrown, el("text", f"scrap {pile}", y=66, cls="mn-label")]),
            other_x,
            other_y - 8,
            layer="panels",
            label=f"The scrap pile, {pile} territories, {last}",
        ),
        _round(v),
        _phase(v),
    ]


def _round(v: State) -> Piece:
    svg = joined(
        [
            el("rect", x=-62, y=-44, width=124, height=88, rx=10, cls="mn-plate"),
            el("text", "ROUND", y=-18, cls="mn-heading"),
            el("text", v.round, y=16, cls="mn-won"),
            el("text", f"of {parts.LAST_ROUND} at most", y=34, cls="mn-small"),
        ]
    )
    return Piece(
        "round",
        svg,
        *places.corner(v, False, False),
        layer="panels",
        label=f"Round {v.round} of {parts.LAST_ROUND} at most",
    )


def phase_name(v: State) -> str:
    """Return the name of the current phase of the round, as the rulebook has it."""
    if v.phase in (Phase.OVERCLOCK, Phase.RECALL):
        return "Arena" if v.attack == Fight.ARENA else "Pilots"
    return next((name for name, phases in _PHASES if v.phase in phases), "over")


def _phase(v: State) -> Piece:
    """Draw the four phases of a round, with a lamp at the current one."""
    now = phase_name(v)
    shapes = [el("rect", x=-62, y=-52, width=124, height=104, rx=10, cls="mn-plate")]
    for k, (name, _) in enumerate(_PHASES):
        high = -34 + 23 * k
        shapes.append(el("circle", cx=-44, cy=high, r=6, cls="mn-lamp" if name == now else "mn-unlit"))
        shapes.append(el("text", name, x=10, y=high + 5, cls="mn-label" if name == now else "mn-small"))
    return Piece("phase", joined(shapes), *places.corner(v, True, False), layer="panels", label=f"Phase: {now}")


def _panel(v: State, seat: Seat) -> Iterator[Piece]:
    wide, high = places.WIDE_PANEL if places.is_wide(v, seat) else places.SIDE_PANEL
    now = v.phase != Phase.OVER and v.active == seat
    best = lands.largest_set(v, seat)
    sx, sy = places.sign_place(v, seat)
    many = count(v, parts.HELD + seat)
    hidden = sum(piece < 0 for piece in list_pieces(v, parts.HELD + seat))
    own = seat == desk_seat(v)
    label = f"{{{seat}}}, the {SEAT_SIGNS[seat]}: {many} territories, {hand_size(v, seat)} mechs in the hand, largest set seen {best}"
    anchor = sx + 150 if own else sx if places.is_wide(v, seat) else sx + 122
    text = f"largest set {best}{'+' if hidden else ''}" if own else f"set {best}{'+' if hidden else ''}"
    yield from [
        Piece(
            f"panel-{seat}",
            el(
                "rect",
                x=-wide / 2,
                y=-high / 2,
                width=wide,
                height=high,
                rx=12,
                cls="mn-panel-now" if now else "mn-panel",
            ),
            *places.locate_panel(v, seat),
            layer="back",
        ),
        Piece(f"sign-{seat}", Svg(seat_sign(seat, 30)), sx, sy, layer="panels", label=label),
        Piece(
            f"set-{seat}",
            el("text", text, cls="mn-label"),
            anchor,
            sy + (34 if places.is_wide(v, seat) and not own else 5),
            layer="panels",
        ),
    ]
    if v.alpha == seat:
        alpha_x = sx + 44 if own or not places.is_wide(v, seat) else sx + 392
        yield Piece("alpha", art.ALPHA_TOKEN, alpha_x, sy, layer="marks", label=f"The Alpha token of {{{seat}}}")


def _land_svg(v: State, zone: Zone, index: int) -> tuple[Svg, str]:
    piece = at(v, zone, index)
    if piece <= 0:
        return art.TERRITORY_BACK, "face-down"
    kind = int(parts.KIND_OF[piece])
    if lands.is_up(v, zone, index):
        return art.territory(kind), art.label_of_land(kind)
    return art.territory_known(kind), f"{art.label_of_land(kind)}, hidden from others"


def _lands(v: State, seat: Seat) -> Iterator[Piece]:
    for k in range(count(v, parts.HELD + seat)):
        svg, name = _land_svg(v, parts.HELD + seat, k)
        label = f"Territory {k + 1} of {{{seat}}}: {name}"
        if _is_in_winning_set(v, seat, k):
            svg, label = joined([art.WINNING_RING, svg]), f"{label}, of the set that wins"
        yield Piece(
            f"land-{seat}-{k}",
            svg,
            *places.land_place(v, seat, k),
            scale=places.land_scale(v, seat),
            layer="lands",
            label=label,
        )


def _is_in_winning_set(v: State, seat: Seat, index: int) -> bool:
    """Return whether a pilot's territory number `index` (from 0) is one of the set that won the game (MN-3.1)."""
    if v.reason != 301 or v.winner != seat + 1:
        return False
    kind = int(parts.KIND_OF[at(v, parts.HELD + seat, index)])
    total, mark = lands.tally(v, seat), int(parts.MARK_OF[kind])
    return any(
        (total >> parts.FIELD * k) & parts.COUNT_MASK >= parts.SET_TO_WIN and (mark >> parts.FIELD * k) & 1
        for k in range(parts.LAND_SETS)
    )


def _slot(v: State, seat: Seat, tier: int) -> Piece:
    """Draw the mech of this tier of the pilot `seat`, a rival of the viewer, at the place where the mech is.

    If the view does not know which mech it is, draw a back. If the view does not know the place, draw the mech in its
    slot as "in the hand or deployed".
    """
    mech, place = v.mech[seat][tier], v.place[seat][tier]
    title = parts.MECHS[mech].title if mech > 0 else f"an unknown {parts.TIER_NAMES[tier]} mech"
    where, turn = "in the hand", 0
    classes: tuple[str, ...] = ()
    svg: Svg
    if is_in_hangar(v, seat, tier):
        svg, where, turn = art.mech_small(mech, v.balanced), STAGES[place], TURNS.get(place, 0)
    elif place == MechPlace.BATTLE or place >= MechPlace.POST:
        svg, where = art.empty_slot("in battle" if place == MechPlace.BATTLE else "out"), "in battle"
    elif place == MechPlace.UNKNOWN:
        svg = art.mech_small(mech, v.balanced) if mech > 0 else art.mech_back(tier=tier)
        where, classes = "in the hand or deployed", ("mn-maybe",)
    else:
        svg = art.mech_back(tier=tier)
        if mech > 0:
            svg = joined([art.mech_small(mech, v.balanced), el("g", art.KNOWN_MARK, transform="translate(-17 -36)")])
    hangar = is_in_hangar(v, seat, tier)
    scale = 0.82 if places.is_wide(v, seat) else 0.94
    if hangar:
        svg = joined([svg, el("rect", x=-31, y=-42, width=62, height=84, rx=6, cls=f"mn-hangar-{place}")])
    if place == MechPlace.STAND_BY:
        svg = joined([svg, art.STAND_BY_PLATE])
    label = f"{title} of {{{seat}}}, {where}" + (", known to all" if is_seen(v, seat, tier) and not hangar else "")
    return Piece(
        f"slot-{seat}-{tier}",
        svg,
        *places.slot_place(v, seat, tier),
        turn=turn,
        scale=scale * (0.74 if turn == 90 else 1),
        layer="mechs",
        label=label,
        classes=classes,
    )


# -- the Arena ---------------------------------------------------------------------------------------------------------


def _arena(v: State) -> Iterator[Piece]:
    yield Piece("arena", art.arena_floor(*places.ARENA_SIZE), *places.ARENA_AT, layer="back")
    for k in range(count(v, parts.ARENA)):
        svg, name = _land_svg(v, parts.ARENA, k)
        x, y = places.cell(v, k)
        sent = [
            v.post_seat[post] - 1 for post in range(state.ATTACK_POST) if v.post_seat[post] and v.post_at[post] == k
        ]
        mechs = f"; mechs of {' and '.join(f'{{{seat}}}' for seat in sent)}" if sent else ""
        yield Piece(
            f"arena-{k}",
            svg,
            x,
            y,
            scale=places.cell_scale(v),
            layer="lands",
            label=f"Arena territory {k + 1}: {name}{mechs}",
        )
        tag = el("text", k + 1, y=5, cls="mn-label")
        plate = joined([el("circle", r=11, cls="mn-plate"), tag])
        yield Piece(f"tag-{k}", plate, x - 30 * places.cell_scale(v), y - 37 * places.cell_scale(v), layer="marks")


def _find_own_mech(v: State, post: int) -> int:
    """Return the number of the hidden mech at place number `post` if the viewer may see it, else 0.

    Hidden mechs stand at such places, beside the territories. During the game, the viewer sees only their own mechs
    there. After the end of the game, the viewer sees the mechs of all pilots.
    """
    seat = v.post_seat[post] - 1
    if seat == desk_seat(v) or v.reason:
        for tier in range(parts.TIERS):
            if v.place[seat][tier] == MechPlace.POST + post:
                return int(v.mech[seat][tier])
    return 0


def _posts(v: State) -> Iterator[Piece]:
    """Yield the hidden mechs that were sent to territories of the Arena, and the mech that attacks."""
    for post in range(state.ATTACK_POST):
        if not v.post_seat[post]:
            continue
        index = v.post_at[post]
        second = any(v.post_seat[k] and v.post_at[k] == index for k in range(post))
        x, y = places.post_place(v, index, second)
        yield _post(v, post, x, y, f"{'second ' if second else ''}at territory {index + 1} of the Arena")
    if v.phase == Phase.DEFEND:
        x, y = places.land_place(v, v.target[0], v.target[1])
        mid_x, mid_y = (x + places.ARENA_AT[0]) / 2, (y + places.ARENA_AT[1]) / 2
        if (
            v.fought
            and abs(mid_y - places.BAND_Y) < CLEAR
            and abs(mid_x - places.ARENA_AT[0]) < CLEAR + TALLY_WIDE * v.fought / 2
        ):
            mid_y = places.BAND_Y - CLEAR  # the battles of this round lie there
        if v.attack == Fight.PILOT:
            yield _post(v, state.ATTACK_POST, mid_x, mid_y, "attacking")
        else:
            svg = art.mech_small(v.mech[v.alpha][0], v.balanced)
            yield Piece("side-0", svg, mid_x, mid_y, layer="fights", label=f"Burrower of {{{v.alpha}}}, attacking")
    if v.phase in (Phase.DEFEND, Phase.OVERCLOCK):
        yield _aim(v)


def _aim(v: State) -> Piece:
    """Draw a frame round the territory that the current battle is about."""
    in_arena = v.attack == Fight.ARENA
    x, y = places.cell(v, v.target[1]) if in_arena else places.land_place(v, v.target[0], v.target[1])
    scale = places.cell_scale(v) if in_arena else places.land_scale(v, v.target[0])
    return Piece("aim", el("path", d="M-33-41H33V41H-33Z", cls="mn-aim"), x, y, scale=1.06 * scale, layer="marks")


def _post(v: State, post: int, x: float, y: float, where: str) -> Piece:
    seat, mech = v.post_seat[post] - 1, _find_own_mech(v, post)
    svg = art.mech_back(seat)
    label = f"A hidden mech of {{{seat}}}, {where}"
    if mech:
        svg = joined(
            [art.mech_small(mech, v.balanced), el("g", Svg(seat_sign(seat, 22)), transform="translate(-20 -32)")]
        )
        label = f"Your {parts.MECHS[mech].title}, {where}, hidden to others"
    return Piece(
        f"post-{post}", svg, x, y, scale=0.95 if places.cell_scale(v) > 1.2 else 0.82, layer="mechs", label=label
    )


def _fights(v: State) -> Iterable[Piece]:
    """Draw the battle in which a player has to choose now, or else the battles of this round.

    A battle is drawn as the two cards with their powers, and the loser's card is tipped over.
    """
    if v.phase in (Phase.OVERCLOCK, Phase.RECALL) and v.place[v.side_seat[0]][v.side_tier[0]] == MechPlace.BATTLE:
        return _fight_now(v)
    pieces = []
    for k in range(v.fought):
        kind, won, *sides = v.fights[k]
        words = []
        shapes = [el("rect", x=-50, y=-42, width=100, height=84, rx=8, cls="mn-plate")]
        for side in range(2):
            seat, mech, power = sides[3 * side : 3 * side + 3]
            x = -25 + 50 * side
            lost = won and won != side + 1
            tip = f"rotate({72 if side else -72})" if lost else ""
            shapes.append(
                el(
                    "g",
                    art.mech_small(mech, v.balanced),
                    transform=f"translate({x} {-8 if not lost else -2}) {tip} scale(.54)",
                    cls="small-face",
                )
            )
            inward = (4 if power > 9 else 0) * (-1 if side else 1)  # two digits would touch the seat's sign
            shapes.append(el("text", power, x=x + inward, y=37, cls="mn-lost" if lost else "mn-tally"))
            shapes.append(el("g", Svg(seat_sign(seat, 13)), transform=f"translate({x + (18 if side else -18)} 30)"))
            words.append(f"{parts.MECHS[mech].title} of {{{seat}}} with {telling.format_sum(mech, power, v.balanced)}")
        result = "a tie" if won == 0 else f"{{{sides[3 * (won - 1)]}}} won"
        counted = telling.what_counted((sides[1], sides[4]), (sides[2], sides[5]), won)
        where = "in the Arena" if kind == Fight.ARENA else "over a territory attacked"
        pieces.append(
            Piece(
                f"fight-{k}",
                joined(shapes),
                places.ARENA_AT[0] + TALLY_WIDE * (k - (v.fought - 1) / 2),
                places.BAND_Y,
                layer="fights",
                label=" ".join([f"Battle {where}: {words[0]} against {words[1]}: {result}.", *counted]),
            )
        )
    return pieces


def _fight_now(v: State) -> Iterator[Piece]:
    for side in range(2):
        seat, tier = v.side_seat[side], v.side_tier[side]
        mech = v.mech[seat][tier]
        power = battle.side_power(v, side)
        svg = joined(
            [
                el("g", art.mech_small(mech, v.balanced), cls="small-face"),
                el("g", Svg(seat_sign(seat, 24)), transform="translate(-22 -34)"),
                el("text", power, x=-52 if side == 0 else 52, y=10, cls="mn-won"),
            ]
        )
        yield Piece(
            f"side-{side}",
            svg,
            380 + 120 * side,
            places.BAND_Y,
            scale=1.05,
            layer="fights",
            label=f"{parts.MECHS[mech].title} of {{{seat}}}, power {power}, in battle",
        )
    yield Piece("clash", art.BATTLE_MARK, 440, places.BAND_Y, scale=1.3, layer="fights")


# -- one's own mechs ---------------------------------------------------------------------------------------------------


def _hand(v: State) -> Iterator[Piece]:
    seat = desk_seat(v)
    if seat < 0:
        return
    for tier in range(parts.TIERS):
        mech, place = v.mech[seat][tier], v.place[seat][tier]
        x, y = places.hand_place(tier)
        title = parts.MECHS[mech].title
        in_hand = place == MechPlace.HAND
        hangar = is_in_hangar(v, seat, tier)
        if not in_hand:
            where = STAGES.get(place, "in battle" if place == MechPlace.BATTLE else "deployed")
            bench = joined(
                [
                    el("rect", x=-92, y=-124, width=184, height=250, rx=12, cls="mn-bench" if hangar else "mn-slot"),
                    el("text", where if hangar else f"{title}: {where}", y=121 if hangar else 0, cls="mn-label"),
                ]
            )
            yield Piece(f"bench-{tier}", bench, x, y, layer="bench", label=f"{title}, {where}")
        if in_hand or hangar:
            turn = TURNS.get(place, 0)
            printed = parts.SETS[v.balanced][mech]
            label = f"{title}, power {printed.power}, {'in your hand' if in_hand else STAGES[place]}: {printed.ability}"
            scale = 1.0 if in_hand else 0.74 if turn == 90 else 0.86
            yield Piece(
                f"mech-{tier}",
                art.mech_card(mech, v.balanced),
                x,
                y - (0 if in_hand else 10),
                turn=turn,
                scale=scale,
                layer="hand",
                label=label,
            )
        if is_seen(v, seat, tier) and in_hand:
            yield Piece(
                f"eye-{tier}",
                art.KNOWN_MARK,
                x - 68,
                y - 58,
                layer="eyes",
                label=f"All know that you have {title}",
            )


def signs() -> list[tuple[str, Svg, float, float]]:
    """Return the marks on the board that need an explanation in the legend, because no other text explains them.

    Each mark is a tuple: a sentence that explains it, its picture, and the picture's width and height.
    """
    tiers = joined(
        el("g", art.tier_plate(tier, 0), transform=f"translate({34 * (tier - 1)} 0)")
        for tier in range(len(parts.TIER_NAMES))
    )
    return [
        ("Light, medium and heavy mechs.", tiers, 110, 40),
        ("An eye: all pilots know this mech.", art.KNOWN_MARK, 84, 40),
        (
            "The largest set. With a +, face-down territories may add to it.",
            el("text", "set 3+", y=5, cls="mn-label"),
            84,
            40,
        ),
        ("The Alpha goes first, and may attack a pilot’s territory.", art.ALPHA_TOKEN, 84, 60),
    ]


# -- gallery -----------------------------------------------------------------------------------------------------------


def gallery() -> list[tuple[str, Svg, float, float]]:
    """Return a picture of each mech, territory and other part of the game, as (title, picture, width, height)."""
    found: list[tuple[str, Svg, float, float]] = []
    for kind in (0, 6, 12, 18, 24, 25):
        found.append((f"Territory: {art.label_of_land(kind)}", art.territory(kind), 90, 100))
    found += [
        ("A face-down territory", art.TERRITORY_BACK, 90, 100),
        ("A face-down territory of yours", art.territory_known(7), 90, 110),
        ("A deployed mech", art.mech_back(1), 90, 110),
        ("The Alpha token", art.ALPHA_TOKEN, 70, 60),
    ]
    for place, title in (
        (MechPlace.STAND_BY, "On Stand-By"),
        (MechPlace.DISABLED, "Disabled"),
        (MechPlace.MALFUNCTIONED, "Malfunctioned"),
    ):
        frame = el("rect", x=-31, y=-42, width=62, height=84, rx=6, cls=f"mn-hangar-{place}")
        svg = el("g", art.mech_small(12), frame, transform=f"rotate({TURNS.get(place, 0)})")
        found.append((title, svg, 110, 110))
    found += [(printed.title, art.mech_card(mech), 204, 260) for mech, printed in enumerate(parts.MECHS) if mech]
    found += [
        (f"{printed.title}, classic", art.mech_card(mech, 0), 204, 260)
        for mech, printed in enumerate(parts.FIRST_MECHS)
        if printed != parts.MECHS[mech]
    ]
    found += [(f"{parts.MECHS[mech].title}, small", art.mech_small(mech), 90, 110) for mech in (1, 12, 19)]
    return found
