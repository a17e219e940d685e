"""Define the functions that each game of this package must have, such as `legal`, for Mechanical Beast (MB-2 to MB-8).

The module also plays the steps of a turn.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.chance import begin_guess, below, pick, seed_chance
from enginehouse.core.records.events import Events, tell
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_winners
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from enginehouse.games.mechanical_beast.choices import (
    can_act,
    exit_refusal,
    explore_refusal,
    legal_actions,
    legal_moves,
    legal_places,
    move_refusal,
    spot_x,
    spot_y,
    through_control,
    use_refusal,
)
from enginehouse.games.mechanical_beast.collapse import collapse_left, find_meeple, own_meeple, switch_off
from enginehouse.games.mechanical_beast.exits import arrive, end_test, finish_as_it_stands, offer_exit, placer
from enginehouse.games.mechanical_beast.gears import find_gear, find_way, use_gear
from enginehouse.games.mechanical_beast.parts import (
    ACTIONS,
    AGAINST,
    ALL,
    ANDROID,
    CONTROL,
    DX,
    DY,
    ENGINEER,
    ENTRANCE,
    EXIT,
    EXTREME,
    HARD,
    HOLDS_PEOPLE,
    LOCKDOWN,
    MACHINE,
    MEEPLES,
    MOST_SEATS,
    QUIET_TURNS,
    RESCUERS,
    ROOMS,
    SECOND,
    TOGETHER,
    End,
    ExitAt,
    ExitBeyond,
    ExitFacing,
    Explore,
    Gear,
    Move,
    Pass,
    Through,
    Use,
    decode_steps,
)
from enginehouse.games.mechanical_beast.pile import (
    draw_room,
    guess_place,
    has_emergency_exit,
    pile_size,
    stack,
    stack_pile,
)
from enginehouse.games.mechanical_beast.place import lay
from enginehouse.games.mechanical_beast.state import SHAPE, Phase, State, Told, exit_lies

open_half = SHAPE.open_half


"""MB-7.7: the number of successive turns without exploration, collapse or switching off that ends the game."""


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Set up the Entrance with the meeples, the pile, and a random first player (MB-2.1, MB-2.2, MB-8.2, MB-8.5).

    `options` has the number of seats, the kind of play (such as cooperative), the level, and 1 if the doors of a
    competitive game are locked. `seed` has the numbers that start the random number generator. The record `s` is empty
    before.
    """
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
def walk(s: State, meeple: int, n: int, through: int, e: Events) -> None:
    """Move a meeple to room `n`.

    If `through` is true, the meeple is an engineer that visits the Control Room on this walk, which may end there. It
    then turns the switch off (MB-3.2, MB-3.4, MB-6.1).
    """
    tell(e, Told.MOVED, meeple, int(s.at[meeple]), n, through)
    s.at[meeple] = n
    if through != 0:
        switch_off(s, meeple, e)
    arrive(s, meeple)


# -- 4 Exploring -------------------------------------------------------------------------------------------------------


@rule
def explore(s: State, meeple: int, d: int, e: Events) -> None:
    """Lay the top room of the pile next to the room of a meeple, and let the meeple enter it (MB-4.1, MB-6.7).

    `d` is the direction (0 north, then clockwise). Then people may appear in the new room (MB-4.3), or a special room
    takes effect. In competitive games no people appear (MB-8.2). If the side by which the meeple enters is locked,
    there is no way back through it (MB-4.2).
    """
    n = int(s.at[meeple])
    tile = draw_room(s)
    new = lay(s, tile, int(s.x[n]) + DX[d], int(s.y[n]) + DY[d], d)
    s.at[meeple] = new
    s.progress = 1
    tell(e, Told.EXPLORED, meeple, new, d, 0)
    if HOLDS_PEOPLE[tile] != 0 and s.play != AGAINST and (s.off == 0 or s.play == RESCUERS):
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
        if meeple != ANDROID:
            switch_off(s, meeple, e)


# -- 8.3 the Emergency Exit against each other -------------------------------------------------------------------------


@rule
def choose_spot(s: State, x: int, y: int, e: Events) -> None:
    """Choose the place (x, y) for the Emergency Exit. The exit's facing is the next choice (MB-8.3)."""
    s.spot_x = x
    s.spot_y = y
    s.phase = Phase.FACE
    tell(e, Told.CHOSE, placer(s), 0, 0, 0)


@rule
def place_exit(s: State, facing: int, e: Events) -> None:
    """Place the Emergency Exit with this facing.

    Then end the turn of the player who found the Control Room (MB-8.3).
    """
    s.exit = lay(s, EXIT, s.spot_x, s.spot_y, facing)
    exit_lies(s)
    tell(e, Told.PLACED, placer(s), s.exit, 0, 0)
    end_test(s, e)
    end_turn(s, e)


# -- 6.7, 7 the turn's order and end -----------------------------------------------------------------------------------


@rule
def begin_turn(s: State) -> None:
    """Store the rooms in which the player's meeples begin the turn, because they may collapse (MB-3.1, MB-6.2)."""
    s.phase = Phase.TURN
    s.progress = 0
    for k in range(2):
        s.began[k] = s.at[own_meeple(s, s.active, k)]


@rule
def end_turn(s: State, e: Events) -> None:
    """End a turn, and clear the last used gear of each meeple that is in another room now (MB-5.2, MB-6.7).

    After 100 turns in succession without a change the game is over (MB-7.7).
    """
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
def vote(s: State, seat: Seat, e: Events) -> None:
    """Store that `seat` votes to end the game instead of taking a turn (MB-7.8).

    If all vote in successive turns, the game is over.
    """
    s.votes += 1
    tell(e, Told.VOTED, seat, 0, 0, 0)
    if s.votes == s.seats:
        finish_as_it_stands(s, 708, e)
    end_turn(s, e)


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: State) -> Seats:
    """Return the mask of the seat that may act, bit k for seat k (MB-3.1).

    Usually, this is the player whose turn it is. When the Emergency Exit has to be placed, it is the previous player in
    turn order (MB-8.3).
    """
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.PLACE or s.phase == Phase.FACE:
        return int(1 << placer(s))
    return int(1 << s.active)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number."""
    if (actors(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.PLACE:
        return legal_places(s, seat, out)
    if s.phase == Phase.FACE:
        for f in range(4):
            out[f] = ExitFacing.at(f)
        return 4
    out[0] = Pass.CODE
    n = 1
    if s.phase == Phase.TURN:
        n = legal_moves(s, seat, out, n)
    n = legal_actions(s, seat, out, n)
    if s.phase == Phase.TURN:
        n = add(out, n, End.CODE)
    return n


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids the action, or 0.

    The function tests in this order whether the game is over, whether another seat has to act, whether another kind of
    decision is asked for, and whether the action itself is illegal.
    """
    if v.reason != 0:
        return int(v.reason)
    placing = v.phase == Phase.PLACE or v.phase == Phase.FACE
    if (actors(v) >> seat) & 1 == 0:
        return 803 if placing else 301
    kind = ACTIONS.kind[action]
    if placing or kind == ExitAt.KIND or kind == ExitBeyond.KIND or kind == ExitFacing.KIND:
        return exit_refusal(v, seat, action)
    if kind == Pass.KIND:
        return 0
    if kind == End.KIND:
        return 0 if v.phase == Phase.TURN else 708
    return meeple_refusal(v, seat, action)


@rule
def meeple_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids an action with the meeple that it names, or 0 (MB-3.1, MB-8.2).

    A player acts with their own meeples only, and moves only at the start of a turn.
    """
    kind, who = ACTIONS.kind[action], who_acts(action)
    if v.phase != Phase.TURN and (kind == Move.KIND or kind == Through.KIND):
        return 301
    m = find_meeple(v, seat, who)
    if m < 0:
        return 802 if who == MACHINE else 301
    if kind == Move.KIND:
        return move_refusal(v, m, Move.room[action], 0)
    if kind == Through.KIND:
        return move_refusal(v, m, Through.room[action], 1)
    if kind == Explore.KIND:
        return explore_refusal(v, int(v.at[m]), Explore.way[action])
    return use_refusal(v, m, Use.gear[action], Use.amount[action])


@rule
def who_acts(action: Action) -> int:
    """Return which meeple of the acting player moves, explores or uses a gear in an action.

    The result is ENGINEER, MACHINE (the android) or SECOND (the player's second engineer). The action must be a move,
    an exploration or a use of a gear.
    """
    if ACTIONS.kind[action] == Through.KIND:
        return ENGINEER if Through.which[action] == 0 else SECOND
    return int(Use.who[action])


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action of `seat`, with all automatic steps up to the next decision."""
    kind = ACTIONS.kind[action]
    if kind == End.KIND:
        vote(s, seat, e)
        return
    s.votes = 0
    if kind == Pass.KIND:
        tell(e, Told.PASSED, seat, 0, 0, 0)
        end_turn(s, e)
    elif kind == Move.KIND or kind == Through.KIND:
        apply_move(s, seat, action, e)
    elif kind == Explore.KIND or kind == Use.KIND:
        apply_action(s, seat, action, e)
    elif kind == ExitFacing.KIND:
        place_exit(s, ExitFacing.way[action], e)
    else:
        choose_spot(s, spot_x(s, action), spot_y(s, action), e)


@rule
def apply_move(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out a move, its collapse and the test for the end. Then ask for an action, if one is possible (MB-6.7)."""
    k = 0 if who_acts(action) == ENGINEER else 1
    m = own_meeple(s, seat, k)
    if ACTIONS.kind[action] == Through.KIND:
        walk(s, m, Through.room[action], 1, e)
    else:
        walk(s, m, Move.room[action], through_control(s, m, Move.room[action]), e)
    collapse_left(s, k, e)
    end_test(s, e)
    if s.phase != Phase.OVER:
        s.phase = Phase.ACT
        if not can_act(s, seat):
            end_turn(s, e)


@rule
def apply_action(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out an exploration with its collapse, or the use of a gear.

    Then test for the end and end the turn (MB-6.7). In a competitive game, the Emergency Exit is placed first if the
    action has found the Control Room (MB-8.3).
    """
    who = who_acts(action)
    if ACTIONS.kind[action] == Explore.KIND:
        explore(s, find_meeple(s, seat, who), Explore.way[action], e)
        collapse_left(s, 0 if who == ENGINEER else 1, e)
        if s.play == AGAINST and s.tile[s.rooms - 1] == CONTROL:
            draw_room(s)
            offer_exit(s, placer(s))
            return
    else:
        turn_gear(s, find_meeple(s, seat, who), Use.gear[action], Use.amount[action], e)
    end_test(s, e)
    end_turn(s, e)


@rule
def turn_gear(s: State, m: int, g: int, amount: int, e: Events) -> None:
    """Use gear `g` (0 or 1) of the room of meeple `m`, with the switch on or off (MB-5.1, MB-5.8).

    `amount` is the action's code for the number of quarter turns, or of places to slide. `decode_steps` decodes it.
    Store that the meeple used this gear last.
    """
    room = int(s.at[m])
    kind, way = find_gear(s, room, g), find_way(s, room, g)
    steps = decode_steps(amount)
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
def view(s: State, seat: Seat, v: State) -> None:
    """Write the view of a seat into `v`: everything but the order of the pile is public (MB-2.4)."""
    open_half(s, seat, v)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Turn the view `v`, in place, into a full record that agrees with it: a random guess of the hidden pile (MB-2.4).

    The pile was cut and shuffled before the game. All ways to do this that agree with the rooms drawn so far are
    equally likely. They determine the places of the special rooms in the pile. The other rooms of the pile are in
    random order. The random numbers follow from `seed`. Return 0, because the drawn guess always agrees with the view,
    and never has to be corrected.
    """
    dice = begin_guess(v, seed)
    drawn = pile_size(v) - v.left
    come = np.zeros(ALL + 1, np.int64)
    for n in range(v.rooms):
        come[int(v.tile[n])] = 1
    control = guess_place(v, CONTROL, come, drawn, dice)
    lockdown = guess_place(v, LOCKDOWN, come, drawn, dice)
    exit = control + 1
    if v.play != AGAINST:
        exit = guess_place(v, EXIT, come, drawn, dice) if has_emergency_exit(v) else -1
    order = np.zeros(ROOMS, np.int64)
    many = 0
    for tile in range(1, ROOMS + 1):
        if come[tile] == 0:
            other = pick(dice, many + 1)
            order[many] = order[other]
            order[other] = tile
            many += 1
    stack(v, drawn, control, exit, lockdown, order)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """Write the score of each player into `out[seat]`, and the rank into `out[8 + seat]`. Rank 1 wins (MB-7.3, MB-8).

    The score is the number of people that the player has rescued. In competitive games it is the number of the player's
    engineers on the exit.
    """
    for seat in range(s.seats):
        out[seat] = s.hand[seat]
        if s.play == AGAINST:
            out[seat] = (1 if s.at[seat] == s.exit else 0) + (1 if s.at[seat + MOST_SEATS] == s.exit else 0)
    rank_winners(out, s.seats, int(s.winners))
