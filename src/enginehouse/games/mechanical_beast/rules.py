"""Mechanical Beast: the verbs, and the turn in the order of the rulebook (MB-2 to MB-8)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import below, seed_chance
from enginehouse.core.compiling import rule
from enginehouse.core.events import tell
from enginehouse.games.mechanical_beast.collapse import collapse_left, meeple_of, own_meeple, switch_off
from enginehouse.games.mechanical_beast.exits import (
    arrive,
    end_test,
    exit_fits,
    finish_as_it_stands,
    offer_exit,
    placer,
)
from enginehouse.games.mechanical_beast.gears import (
    along,
    barred,
    corner_allowed,
    ends_well,
    gear_of,
    others_in,
    others_off,
    ring_size,
    slide_allowed,
    use_gear,
    way_of,
)
from enginehouse.games.mechanical_beast.parts import (
    AGAINST,
    ALL,
    AMOUNTS,
    ANDROID,
    CONTROL,
    DX,
    DY,
    END,
    ENGINEER,
    ENTRANCE,
    EXIT,
    EXPLORE,
    EXTREME,
    FACE,
    FAR,
    HARD,
    HOLDS_PEOPLE,
    LOCKDOWN,
    MACHINE,
    MEEPLES,
    MOST_SEATS,
    MOST_STEPS,
    MOVE,
    NEAR,
    NEAR_X,
    NEAR_Y,
    PASS,
    PLACE,
    PLACE_FAR,
    RESCUERS,
    SECOND,
    THROUGH,
    TOGETHER,
    TURNS,
    USE,
    Gear,
)
from enginehouse.games.mechanical_beast.pile import draw_room, guess, stack_pile, view
from enginehouse.games.mechanical_beast.place import in_set, is_there, lay, room_at, rooms_round, spans, walkable
from enginehouse.games.mechanical_beast.state import Phase, Told
from enginehouse.games.mechanical_beast.trapped import may_explore

__all__ = ["actors", "apply", "guess", "legal", "refusal", "scores", "setup", "view"]

QUIET_TURNS = 100
"""MB-7.7: so many turns in succession without exploration, collapse or switching off end the game."""


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """MB-2.1, MB-2.2, MB-8.2, MB-8.5: the Entrance with the meeples on it, the pile, a first player at random."""
    seed_chance(s, seed)
    s.seats = options[0]
    s.play = options[1] if s.seats > 1 else TOGETHER
    s.level = options[2] if s.play != AGAINST else 0
    s.locked = options[3] if s.play == AGAINST else (1 if s.level >= HARD else 0)
    s.hatch = 0 if s.play == AGAINST or s.level == EXTREME else 1
    s.control = -1
    s.exit = -1
    stack_pile(s)
    lay(s, ENTRANCE, 0, 0, 0)
    for seat in range(s.seats):
        s.meeples |= 1 << seat
        if s.play == AGAINST:
            s.meeples |= 1 << (seat + MOST_SEATS)
    if s.play != AGAINST:
        s.meeples |= 1 << ANDROID
    s.active = below(s, s.seats)
    s.phase = Phase.TURN


# -- 3 Turn: moving ----------------------------------------------------------------------------------------------------


@rule
def control_matters(s: Any, meeple: int) -> bool:
    """MB-3.4: an engineer moves while the switch is on, and the Control Room can be walked to."""
    return bool(s.off == 0 and s.control >= 0 and meeple != ANDROID and s.comp[int(s.at[meeple])] == s.comp[s.control])


@rule
def walk(s: Any, meeple: int, n: int, through: int, e: Any) -> None:
    """MB-3.2, MB-3.4, MB-6.1: the meeple goes to a room, perhaps through the Control Room, which it switches off."""
    tell(e, Told.MOVED, meeple, int(s.at[meeple]), n, through)
    s.at[meeple] = n
    if through != 0:
        switch_off(s, meeple, e)
    arrive(s, meeple)


@rule
def through_control(s: Any, meeple: int, n: int) -> int:
    """MB-3.4: 1 if the only way to a room is through the Control Room, or it is that room."""
    if not control_matters(s, meeple):
        return 0
    low, high = rooms_round(s, int(s.at[meeple]), int(s.control))
    return 0 if in_set(low, high, n) else 1


# -- 4 Exploring -------------------------------------------------------------------------------------------------------


@rule
def explore(s: Any, meeple: int, d: int, e: Any) -> None:
    """MB-4.1, MB-6.7: the top room of the pile is laid, the meeple enters it; then people (MB-4.3) or what is in it.

    MB-4.2: nothing more is done to a locked tail: its door is shut, and so there is no way back.
    """
    n = int(s.at[meeple])
    tile = draw_room(s)
    new = lay(s, tile, int(s.x[n]) + DX[d], int(s.y[n]) + DY[d], d)
    s.at[meeple] = new
    s.progress = 1
    tell(e, Told.EXPLORED, meeple, new, d, 0)
    if HOLDS_PEOPLE[tile] != 0 and (s.off == 0 or s.play == RESCUERS):
        s.people[new] = 1
        tell(e, Told.PEOPLE, new, 0, 0, 0)
    if tile == LOCKDOWN:
        s.lockdown = 1
        tell(e, Told.LOCKED, 0, 0, 0, 0)
    elif tile == EXIT:
        s.exit = new
        arrive(s, meeple)
    elif tile == CONTROL:
        s.control = new
        if meeple != ANDROID and s.off == 0:
            switch_off(s, meeple, e)


# -- 8.3 the Emergency Exit against each other -------------------------------------------------------------------------


@rule
def choose_spot(s: Any, x: int, y: int, e: Any) -> None:
    """MB-8.3: the placer has chosen a place; its facing is asked next."""
    s.spot_x = x
    s.spot_y = y
    s.phase = Phase.FACE
    tell(e, Told.CHOSE, placer(s), 0, 0, 0)


@rule
def place_exit(s: Any, facing: int, e: Any) -> None:
    """MB-8.3: the Emergency Exit lies; then the finder's turn ends."""
    s.exit = lay(s, EXIT, s.spot_x, s.spot_y, facing)
    s.reach = 0
    s.crowded = 0
    s.spot_x = 0
    s.spot_y = 0
    tell(e, Told.PLACED, placer(s), s.exit, 0, 0)
    end_test(s, e)
    end_turn(s, e)


@rule
def far_x(code: int) -> int:
    """How far east of the Control Room a place beyond three places is."""
    return (code - PLACE_FAR) // 2 - FAR


@rule
def far_y(s: Any, code: int) -> int:
    """How far north it is: all such places are equally far."""
    rest = s.reach - abs(far_x(code))
    return int(rest if (code - PLACE_FAR) % 2 == 0 else -rest)


@rule
def far_fits(s: Any, seat: int, code: int) -> bool:
    """MB-8.3: whether a place beyond three places is offered; due east or west of the Control Room it counts as north."""
    rest = s.reach - abs(far_x(code))
    if s.reach <= NEAR or rest < 0 or (rest == 0 and (code - PLACE_FAR) % 2 == 1):
        return False
    return exit_fits(s, seat, int(s.x[s.control]) + far_x(code), int(s.y[s.control]) + far_y(s, code))


# -- 6.7, 7 the turn's order and end -----------------------------------------------------------------------------------


@rule
def begin_turn(s: Any) -> None:
    """MB-3.1, MB-6.2: where the player's meeples begin the turn."""
    s.phase = Phase.TURN
    s.progress = 0
    for k in range(2):
        s.began[k] = s.at[own_meeple(s, s.active, k)]


@rule
def end_turn(s: Any, e: Any) -> None:
    """MB-5.2, MB-6.7, MB-7.7: notes of those that are elsewhere are wiped; after 100 quiet turns it is over."""
    if s.phase == Phase.OVER:
        return
    for m in range(MEEPLES):
        if s.note_gear[m] != 0 and s.note_room[m] != s.at[m]:
            s.note_gear[m] = 0
            s.note_room[m] = 0
    s.turns += 1
    s.quiet = 0 if s.progress != 0 else s.quiet + 1
    if s.quiet >= QUIET_TURNS:
        finish_as_it_stands(s, 707, e)
        return
    s.active = (s.active + 1) % s.seats
    begin_turn(s)


@rule
def vote(s: Any, seat: int, e: Any) -> None:
    """MB-7.8: a vote instead of a turn; when all have voted in successive turns it is over."""
    s.votes += 1
    tell(e, Told.VOTED, seat, 0, 0, 0)
    if s.votes == s.seats:
        finish_as_it_stands(s, 708, e)
    end_turn(s, e)


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> int:
    """MB-3.1: the player whose turn it is; MB-8.3: the one before, while the Emergency Exit is placed."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.PLACE or s.phase == Phase.FACE:
        return int(1 << placer(s))
    return int(1 << s.active)


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """The seat's legal actions, ascending."""
    if (actors(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.PLACE:
        return legal_places(s, seat, out)
    if s.phase == Phase.FACE:
        for f in range(4):
            out[f] = FACE + f
        return 4
    out[0] = PASS
    n = 1
    if s.phase == Phase.TURN:
        n = legal_moves(s, seat, out, n)
    n = legal_actions(s, seat, out, n)
    if s.phase == Phase.TURN:
        out[n] = END
        n += 1
    return n


@rule
def legal_moves(s: Any, seat: int, out: Any, n: int) -> int:
    """MB-3.2, MB-3.4: where the player's meeples can walk to; for engineers with the switch on, round and through."""
    for who in range(3):
        m = meeple_of(s, seat, who)
        if m >= 0:
            here = int(s.at[m])
            c = int(s.comp[here])
            for room in range(s.rooms):
                if s.comp[room] == c and room != here:
                    out[n] = MOVE + who * ALL + room
                    n += 1
    for k in range(2):
        m = own_meeple(s, seat, k)
        if m != ANDROID and control_matters(s, m):
            here = int(s.at[m])
            low, high = rooms_round(s, here, int(s.control))
            for room in range(s.rooms):
                if room != here and in_set(low, high, room):
                    out[n] = THROUGH + k * ALL + room
                    n += 1
    return n


@rule
def legal_actions(s: Any, seat: int, out: Any, n: int) -> int:
    """MB-3.5: what the player's meeples can explore, and the gears that they can use."""
    if s.lockdown == 0:
        for who in range(3):
            m = meeple_of(s, seat, who)
            if m >= 0:
                for d in range(4):
                    if may_explore(s, int(s.at[m]), d):
                        out[n] = EXPLORE + who * 4 + d
                        n += 1
    for who in range(3):
        m = meeple_of(s, seat, who)
        if m >= 0:
            for g in range(2):
                n = legal_uses(s, m, who, g, out, n)
    return n


@rule
def legal_uses(s: Any, m: int, who: int, g: int, out: Any, n: int) -> int:
    """MB-5.1, MB-5.2: the amounts for which a meeple can use a gear of its room."""
    room = int(s.at[m])
    kind = gear_of(s, room, g)
    if kind == Gear.NONE or barred(s, m, room, g):
        return n
    way = way_of(s, room, g)
    first = USE + (who * 2 + g) * AMOUNTS
    if kind == Gear.CENTRE or kind == Gear.CORNER:
        for turns in range(1, 4):
            if kind == Gear.CENTRE or corner_allowed(s, room, way, turns):
                out[n] = first + turns - 1
                n += 1
    elif kind == Gear.LINEAR:
        low_off, high_off = others_off(s, room, way)
        low_in, high_in = others_in(s, room, way)
        begin = along(s, room, way)
        for steps in range(-MOST_STEPS, MOST_STEPS + 1):
            if steps != 0 and ends_well(begin, begin + steps, low_off, high_off, low_in, high_in):
                out[n] = first + amount_of(steps)
                n += 1
    else:
        for steps in range(1, ring_size(s, room, way)):
            out[n] = first + amount_of(steps)
            n += 1
    return n


@rule
def amount_of(steps: int) -> int:
    """The amount of an action that slides so many places."""
    return TURNS + MOST_STEPS + steps - (1 if steps > 0 else 0)


@rule
def legal_places(s: Any, seat: int, out: Any) -> int:
    """MB-8.3: the places for the Emergency Exit."""
    n = 0
    for k in range(len(NEAR_X)):
        if exit_fits(s, seat, int(s.x[s.control]) + int(NEAR_X[k]), int(s.y[s.control]) + int(NEAR_Y[k])):
            out[n] = PLACE + k
            n += 1
    if s.reach > NEAR:
        for code in range(PLACE_FAR, FACE):
            if far_fits(s, seat, code):
                out[n] = code
                n += 1
    return n


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """0, or the clause that forbids the action: the end, whose decision it is, which decision it is, then the action."""
    if v.reason != 0:
        return int(v.reason)
    placing = v.phase == Phase.PLACE or v.phase == Phase.FACE
    if (actors(v) >> seat) & 1 == 0:
        return 803 if placing else 301
    if placing or PLACE <= action < END:
        return exit_refusal(v, seat, action)
    if action == PASS:
        return 0
    if action == END:
        return 0 if v.phase == Phase.TURN else 708
    if action < EXPLORE:
        if v.phase != Phase.TURN:
            return 301
        return move_refusal(v, seat, action)
    who = (action - EXPLORE) // 4 if action < USE else (action - USE) // (2 * AMOUNTS)
    m = meeple_of(v, seat, who)
    if m < 0:
        return 802 if who == MACHINE else 301
    if action < USE:
        return explore_refusal(v, int(v.at[m]), (action - EXPLORE) & 3)
    return use_refusal(v, m, (action - USE) // AMOUNTS & 1, (action - USE) % AMOUNTS)


@rule
def move_refusal(v: Any, seat: int, action: int) -> int:
    """MB-3.1 to MB-3.4: why a meeple cannot go to a room, or not through the Control Room."""
    through = action >= THROUGH
    room = (action - MOVE) % ALL
    who = (action - MOVE) // ALL
    if through:
        who = ENGINEER if who == 3 else SECOND
    m = meeple_of(v, seat, who)
    if m < 0:
        return 802 if who == MACHINE else 301
    here = int(v.at[m])
    if room == here:
        return 303
    if not is_there(v, room) or not walkable(v, here, room):
        return 302
    if through:
        return 0 if control_matters(v, m) and through_control(v, m, room) == 0 else 304
    return 0


@rule
def explore_refusal(v: Any, n: int, d: int) -> int:
    """MB-4.1, MB-4.4, MB-4.5, MB-1.7: why nobody can explore from a room in a direction."""
    if v.lockdown != 0:
        return 404
    x, y = int(v.x[n]) + DX[d], int(v.y[n]) + DY[d]
    if (int(v.doors[n]) >> d) & 1 == 0 or room_at(v, x, y) >= 0:
        return 401
    return 0 if spans(v, x, y) else 107


@rule
def use_refusal(v: Any, m: int, g: int, amount: int) -> int:
    """MB-5: why a meeple cannot use a gear of its room for this amount."""
    room = int(v.at[m])
    kind = gear_of(v, room, g)
    turning = amount < TURNS
    if kind == Gear.NONE or turning != (kind == Gear.CENTRE or kind == Gear.CORNER):
        return 501
    if barred(v, m, room, g):
        return 502
    way = way_of(v, room, g)
    if kind == Gear.CENTRE:
        return 0
    if kind == Gear.CORNER:
        return 0 if corner_allowed(v, room, way, amount + 1) else 107
    steps = amount - TURNS - MOST_STEPS
    if steps >= 0:
        steps += 1
    if kind == Gear.LINEAR:
        return 0 if slide_allowed(v, room, way, steps) else 504
    return 0 if 0 < steps < ring_size(v, room, way) else 505


@rule
def exit_refusal(v: Any, seat: int, action: int) -> int:
    """MB-8.3: why the Emergency Exit cannot be placed here, or why nothing else can be done now."""
    if v.phase == Phase.FACE:
        return 0 if FACE <= action < END else 803
    if v.phase != Phase.PLACE or action < PLACE or action >= FACE:
        return 803
    if action >= PLACE_FAR:
        return 0 if far_fits(v, seat, action) else 803
    x = int(v.x[v.control]) + int(NEAR_X[action - PLACE])
    y = int(v.y[v.control]) + int(NEAR_Y[action - PLACE])
    if room_at(v, x, y) < 0 and not spans(v, x, y):
        return 107
    return 0 if exit_fits(v, seat, x, y) else 803


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision."""
    if action != END:
        s.votes = 0
    if action == END:
        vote(s, seat, e)
    elif action == PASS:
        tell(e, Told.PASSED, seat, 0, 0, 0)
        end_turn(s, e)
    elif action < EXPLORE:
        apply_move(s, seat, action, e)
    elif action < PLACE:
        apply_action(s, seat, action, e)
    elif action < PLACE_FAR:
        k = action - PLACE
        choose_spot(s, int(s.x[s.control]) + int(NEAR_X[k]), int(s.y[s.control]) + int(NEAR_Y[k]), e)
    elif action < FACE:
        choose_spot(s, int(s.x[s.control]) + far_x(action), int(s.y[s.control]) + far_y(s, action), e)
    else:
        place_exit(s, action - FACE, e)


@rule
def apply_move(s: Any, seat: int, action: int, e: Any) -> None:
    """MB-6.7: the meeple is moved; its collapse; end test; then the action, if there is one."""
    room = (action - MOVE) % ALL
    if action >= THROUGH:
        k, through = (action - THROUGH) // ALL, 1
    else:
        k = 0 if action < MOVE + ALL else 1
        through = through_control(s, own_meeple(s, seat, k), room)
    walk(s, own_meeple(s, seat, k), room, through, e)
    collapse_left(s, k, e)
    end_test(s, e)
    if s.phase != Phase.OVER:
        s.phase = Phase.ACT
        if not can_act(s, seat):
            end_turn(s, e)


@rule
def can_act(s: Any, seat: int) -> bool:
    """MB-3.1: whether the player can still do something in this turn; if not, nothing is asked."""
    for k in range(2):
        m = own_meeple(s, seat, k)
        n = int(s.at[m])
        for g in range(2):
            kind = gear_of(s, n, g)
            if kind != Gear.NONE and not barred(s, m, n, g):
                if kind != Gear.EDGE or ring_size(s, n, way_of(s, n, g)) > 1:
                    return True
        for d in range(4):
            if may_explore(s, n, d):
                return True
    return False


@rule
def apply_action(s: Any, seat: int, action: int, e: Any) -> None:
    """MB-6.7: exploring and its collapse, or a gear and its effect; end test; the turn ends."""
    if action < USE:
        who = (action - EXPLORE) // 4
        explore(s, meeple_of(s, seat, who), (action - EXPLORE) & 3, e)
        collapse_left(s, 0 if who == ENGINEER else 1, e)
        if s.play == AGAINST and s.tile[s.rooms - 1] == CONTROL:
            draw_room(s)
            offer_exit(s, placer(s))
            return
    else:
        who = (action - USE) // (2 * AMOUNTS)
        turn_gear(s, meeple_of(s, seat, who), (action - USE) // AMOUNTS & 1, (action - USE) % AMOUNTS, e)
    end_test(s, e)
    end_turn(s, e)


@rule
def turn_gear(s: Any, m: int, g: int, amount: int, e: Any) -> None:
    """MB-5.1, MB-5.2, MB-5.8: the gear has its effect, at any time of the game, and the meeple's note is overwritten."""
    room = int(s.at[m])
    kind, way = gear_of(s, room, g), way_of(s, room, g)
    steps = amount + 1
    if amount >= TURNS:
        steps = amount - TURNS - MOST_STEPS
        if steps >= 0:
            steps += 1
    tell(e, Told.TURNED, m, room, g, steps)
    if kind == Gear.EDGE:
        axis = 1 - (way & 1)
        tell(
            e,
            Told.SLID,
            axis,
            int(s.x[room]) + DX[way] if axis == 0 else int(s.y[room]) + DY[way],
            int(s.ends[axis + 2]),
            int(s.ends[axis]),
        )
    use_gear(s, room, g, steps)
    s.note_room[m] = room
    s.note_gear[m] = g + 1


@rule
def scores(s: Any, out: Any) -> None:
    """MB-7.3, MB-8: people rescued by each player, against each other engineers on the exit; rank 1 for who wins."""
    for seat in range(8):
        out[seat] = 0
        out[8 + seat] = 0
    for seat in range(s.seats):
        out[seat] = s.hand[seat]
        if s.play == AGAINST:
            out[seat] = (1 if s.exit >= 0 and s.at[seat] == s.exit else 0) + (
                1 if s.exit >= 0 and s.at[seat + MOST_SEATS] == s.exit else 0
            )
        out[8 + seat] = 1 if (s.winners >> seat) & 1 else 2


@rule
def at_random(s: Any, seat: int, out: Any, many: int) -> int:
    """MB-7.8: votes to end are for people; the vote is the last of the actions."""
    return many - 1 if many > 1 and out[many - 1] == END else many
