"""Find the legal actions of a turn (MB-3 to MB-5, MB-8.3), and the rulebook clauses that forbid other actions."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add, add_bits
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat
from enginehouse.games.mechanical_beast import collapse, exits, gears, parts, place, trapped
from enginehouse.games.mechanical_beast.parts import ExitAt, ExitBeyond, ExitFacing, Explore, Gear, Move, Through, Use
from enginehouse.games.mechanical_beast.state import Phase, State


@rule
def can_switch_off(s: State, meeple: int) -> bool:
    """Return whether a meeple could turn the Control Room's switch off by a walk through that room (MB-3.4).

    This is true for an engineer that can walk to that room while the switch is on.
    """
    return bool(
        s.off == 0 and s.control >= 0 and meeple != parts.ANDROID and s.comp[int(s.at[meeple])] == s.comp[s.control]
    )


@rule
def through_control(s: State, meeple: int, n: int) -> int:
    """Return 1 if a meeple can walk to room `n` only through the Control Room (MB-3.4), else 0.

    Return 0, too, if the meeple cannot turn the Control Room's switch off (`can_switch_off`).
    """
    if not can_switch_off(s, meeple):
        return 0
    labels = place.labels_without(s, int(s.control))
    return 0 if labels[n] == labels[int(s.at[meeple])] else 1


@rule
def spot_x(s: State, code: int) -> int:
    """Return the x coordinate of the place that the action `code` chooses for the Emergency Exit (MB-8.3).

    Coordinates grow from west to east.
    """
    return int(s.x[s.control]) + (
        int(parts.NEAR_X[ExitAt.near[code]]) if parts.ACTIONS.kind[code] == ExitAt.KIND else far_x(code)
    )


@rule
def spot_y(s: State, code: int) -> int:
    """Return the y coordinate of the place that the action `code` chooses for the Emergency Exit (MB-8.3).

    Coordinates grow from south to north.
    """
    return int(s.y[s.control]) + (
        int(parts.NEAR_Y[ExitAt.near[code]]) if parts.ACTIONS.kind[code] == ExitAt.KIND else far_y(s, code)
    )


@rule
def far_x(code: int) -> int:
    """Return how far east of the Control Room the action `code` puts the Emergency Exit, in steps (negative: west).

    The action must be of the kind `ExitBeyond`, which puts the exit more than three steps from the Control Room. A step
    goes from a room's place to a neighbouring place, not diagonally.
    """
    return int(ExitBeyond.east[code]) - parts.FAR


@rule
def far_y(s: State, code: int) -> int:
    """Return how far north of the Control Room the action `code` puts the Emergency Exit, in steps (negative: south).

    The action must be of the kind `ExitBeyond`, which puts the exit more than three steps from the Control Room. A step
    is not diagonal. The action only says how far east the exit is, and whether it is on the north or south side. The
    distance to the north follows from this, because all offered places are `s.reach` steps from the Control Room.
    """
    rest = s.reach - abs(far_x(code))
    return int(rest if ExitBeyond.side[code] == parts.NORTH_SIDE else -rest)


@rule
def is_far_place_offered(s: State, seat: Seat, code: int) -> bool:
    """Return whether `seat` may choose the place that the action `code` names for the Emergency Exit (MB-8.3).

    The place is more than three places away from the Control Room. The action names how far east it is, and whether it
    is on the north or the south side. For a place due east or west both sides would name the same place, so only the
    action with the north side is allowed.
    """
    rest = s.reach - abs(far_x(code))
    if s.reach <= parts.NEAR or rest < 0 or (rest == 0 and ExitBeyond.side[code] != parts.NORTH_SIDE):
        return False
    return exits.may_hold_exit(s, seat, spot_x(s, code), spot_y(s, code))


@rule
def legal_moves(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append the moves of the meeples of `seat` to `out`, at index `n` (MB-3.2). Return the new number of actions.

    While the Control Room's switch is on, an engineer can walk to some rooms either through the Control Room, which
    turns the switch off, or round it. These are two actions (MB-3.4).
    """
    for who in range(3):
        m = collapse.find_meeple(s, seat, who)
        if m >= 0:
            here = int(s.at[m])
            c = int(s.comp[here])
            for room in range(s.rooms):
                if s.comp[room] == c and room != here:
                    n = add(out, n, Move.at(who, room))
    for k in range(2):
        m = collapse.own_meeple(s, seat, k)
        if m != parts.ANDROID and can_switch_off(s, m):
            here = int(s.at[m])
            labels = place.labels_without(s, int(s.control))
            for room in range(s.rooms):
                if room != here and labels[room] == labels[here]:
                    n = add(out, n, Through.at(k, room))
    return n


@rule
def legal_actions(s: State, seat: Seat, out: Numbers, n: int) -> int:
    """Append to `out`, at index `n`, explorations by the meeples of `seat`, and the gears that they can use (MB-3.5).

    Return the new number of actions.
    """
    if s.lockdown == 0:
        for who in range(3):
            m = collapse.find_meeple(s, seat, who)
            if m >= 0:
                n = add_bits(out, n, Explore.at(who, 0), trapped.ways_to_explore(s, int(s.at[m])))
    for who in range(3):
        m = collapse.find_meeple(s, seat, who)
        if m >= 0:
            for g in range(2):
                n = legal_uses(s, m, who, g, out, n)
    return n


@rule
def legal_uses(s: State, m: int, figure: int, g: int, out: Numbers, n: int) -> int:
    """Append to `out`, at index `n`, an action for each legal amount by which meeple `m` can use a gear of its room.

    `g` is 0 or 1, the number of the gear in the room. `figure` is the number by which actions name the meeple:
    ENGINEER, MACHINE (the android) or SECOND (the second engineer). Return the new number of actions. The rules are
    MB-5.1 and MB-5.2.
    """
    room = int(s.at[m])
    kind = gears.find_gear(s, room, g)
    if kind == Gear.NONE or gears.is_barred(s, m, room, g):
        return n
    way = gears.find_way(s, room, g)
    if kind == Gear.CENTRE or kind == Gear.CORNER:
        for turns in range(1, 4):
            if kind == Gear.CENTRE or gears.can_turn_corner(s, room, way, turns):
                n = add(out, n, Use.at(figure, g, turns - 1))
    elif kind == Gear.LINEAR:
        low_off, high_off = gears.others(s, room, way, False)
        low_in, high_in = gears.others(s, room, way, True)
        begin = gears.along(s, room, way)
        for steps in range(-parts.MOST_STEPS, parts.MOST_STEPS + 1):
            if steps != 0 and gears.slide_clause(begin, begin + steps, low_off, high_off, low_in, high_in) == 0:
                n = add(out, n, Use.at(figure, g, encode_amount(steps)))
    else:
        for steps in range(1, gears.ring_size(s, room, way)):
            n = add(out, n, Use.at(figure, g, encode_amount(steps)))
    return n


@rule
def encode_amount(steps: int) -> int:
    """Return the number that stands in action codes for a slide by `steps` places (negative: south or west)."""
    return parts.TURNS + parts.MOST_STEPS + steps - (1 if steps > 0 else 0)


@rule
def legal_places(s: State, seat: Seat, out: Numbers) -> int:
    """Write into `out` the actions by which `seat` may place the Emergency Exit, in ascending order (MB-8.3).

    Return the number of these actions.
    """
    n = 0
    for code in range(ExitAt.FIRST, ExitAt.FIRST + ExitAt.MANY):
        if exits.may_hold_exit(s, seat, spot_x(s, code), spot_y(s, code)):
            n = add(out, n, code)
    for code in range(ExitBeyond.FIRST, ExitBeyond.FIRST + ExitBeyond.MANY):
        if is_far_place_offered(s, seat, code):
            n = add(out, n, code)
    return n


@rule
def move_refusal(v: State, m: int, room: int, through: int) -> Clause:
    """Return the number of the rulebook clause that forbids meeple `m` to walk to a room, or 0 if it is legal.

    The clauses are MB-3.1 to MB-3.4. If `through` is true, the walk leads through the Control Room.
    """
    here = int(v.at[m])
    if room == here:
        return 303
    if not place.is_there(v, room) or not place.is_walkable(v, here, room):
        return 302
    if through == 1:
        return 0 if can_switch_off(v, m) and through_control(v, m, room) == 0 else 304
    return 0


@rule
def explore_refusal(v: State, n: int, d: int) -> Clause:
    """Return the number of the rulebook clause that forbids exploring from room `n` in direction `d`, or 0.

    `d` is 0 for north, then clockwise. The clauses are MB-4.1, MB-4.4, MB-4.5 and MB-1.7.
    """
    if v.lockdown != 0:
        return 404
    x, y = int(v.x[n]) + parts.DX[d], int(v.y[n]) + parts.DY[d]
    if (int(v.doors[n]) >> d) & 1 == 0 or place.find_room(v, x, y) >= 0:
        return 401
    return 0 if place.spans(v.ends, x, y) else 107


@rule
def use_refusal(v: State, m: int, g: int, amount: int) -> Clause:
    """Return the number of the rulebook clause that forbids meeple `m` to use a gear of its room, or 0 (MB-5).

    `g` is the gear (0 or 1). `amount` is an action's code for the number of quarter turns, or for the number of places
    by which the gear slides rooms. `decode_steps` decodes it.
    """
    room = int(v.at[m])
    kind = gears.find_gear(v, room, g)
    turning = amount < parts.TURNS
    if kind == Gear.NONE or turning != (kind == Gear.CENTRE or kind == Gear.CORNER):
        return 501
    if gears.is_barred(v, m, room, g):
        return 502
    way = gears.find_way(v, room, g)
    if kind == Gear.CENTRE:
        return 0
    if kind == Gear.CORNER:
        return 0 if gears.can_turn_corner(v, room, way, amount + 1) else 107
    steps = parts.decode_steps(amount)
    if kind == Gear.LINEAR:
        return gears.why_not_slide(v, room, way, steps)
    return 0 if 0 < steps < gears.ring_size(v, room, way) else 505


@rule
def exit_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `action` to a seat with the Emergency Exit, or 0 (MB-8.3).

    Call this when `seat` must choose a place for the Emergency Exit (phase `PLACE`), or the direction that it faces
    (phase `FACE`). Other actions are forbidden.
    """
    kind = parts.ACTIONS.kind[action]
    if v.phase == Phase.FACE:
        return 0 if kind == ExitFacing.KIND else 803
    if v.phase != Phase.PLACE or (kind != ExitAt.KIND and kind != ExitBeyond.KIND):
        return 803
    if kind == ExitBeyond.KIND:
        return 0 if is_far_place_offered(v, seat, action) else 803
    x, y = spot_x(v, action), spot_y(v, action)
    if not place.spans(v.ends, x, y):
        return 107
    return 0 if exits.may_hold_exit(v, seat, x, y) else 803


@rule
def can_act(s: State, seat: Seat) -> bool:
    """Return whether `seat` has an action left besides passing (MB-3.1). If not, the turn ends by itself."""
    for k in range(2):
        m = collapse.own_meeple(s, seat, k)
        n = int(s.at[m])
        if can_use(s, m, n, 0) or can_use(s, m, n, 1) or trapped.ways_to_explore(s, n) != 0:
            return True
    return False


@rule
def can_use(s: State, m: int, n: int, g: int) -> bool:
    """Return whether meeple `m` can use gear `g` (0 or 1) of its room `n` for some legal amount (MB-5.1, MB-5.2).

    An amount is a number of quarter turns, or of places to slide. Not all amounts have to be tested. A centre gear can
    always be used. A linear gear can always be used, too: a slide by one place, towards the other rooms or beyond them,
    is never too far. For a corner gear, only quarter turns are tested: if half a turn fits into the map, a quarter turn
    in one direction fits, too.
    """
    kind = gears.find_gear(s, n, g)
    if kind == Gear.NONE or gears.is_barred(s, m, n, g):
        return False
    way = gears.find_way(s, n, g)
    if kind == Gear.CORNER:
        return gears.can_turn_corner(s, n, way, 1) or gears.can_turn_corner(s, n, way, 3)
    return kind != Gear.EDGE or gears.ring_size(s, n, way) > 1
