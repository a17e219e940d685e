"""Define the functions that every game in `enginehouse.games` must have, such as `legal`, for Mechanical Beast.

The functions carry out the sections MB-2 to MB-8 of the rulebook. The module also plays the steps of a turn.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.chance import begin_guess, below, pick, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_winners
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from enginehouse.games.mechanical_beast import choices, collapse, exits, gears, parts, pile, place, state
from enginehouse.games.mechanical_beast.state import Phase, State, Told

open_half = state.SHAPE.open_half


"""MB-7.7: the number of successive turns without exploration, collapse or switching off that ends the game."""


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Set up the Entrance with the meeples, the pile, and a random first player (MB-2.1, MB-2.2, MB-8.2, MB-8.5).

    `options` has four numbers: the number of seats, the kind of play (such as cooperative), the difficulty (0 easy, 1
    normal, 2 hard, 3 extreme), and 1 if the glass doors of a competitive game are locked. `seed` has the numbers that
    start the random number generator. The record `s` is empty before.
    """
    seed_chance(s, seed)
    s.seats = options[0]
    s.play = options[1] if s.seats > 1 else parts.TOGETHER
    s.level = options[2] if s.play != parts.AGAINST else 0
    s.locked = options[3] if s.play == parts.AGAINST else (1 if s.level >= parts.HARD else 0)
    s.hatch = 0 if s.play == parts.AGAINST or s.level == parts.EXTREME else 1
    s.control = -1
    s.exit = -1
    pile.stack_pile(s)
    place.lay(s, parts.ENTRANCE, 0, 0, 0)
    for seat in range(s.seats):
        s.meeples |= 1 << seat
        if s.play == parts.AGAINST:
            s.meeples |= 1 << (seat + parts.MOST_SEATS)
    if s.play != parts.AGAINST:
        s.meeples |= 1 << parts.ANDROID
    s.active = below(s, s.seats)
    s.phase = Phase.TURN


# -- 3 Turn: moving ----------------------------------------------------------------------------------------------------


@rule
def walk(s: State, meeple: int, n: int, through: int, e: Events) -> None:
    """Move a meeple to room `n` (MB-3.2).

    `through` is true if the meeple is an engineer whose walk leads through the Control Room or ends there. The engineer
    then turns the switch off (MB-3.4, MB-6.1). Otherwise the switch stays as it is.
    """
    Told.moved(e, meeple=meeple, start=int(s.at[meeple]), room=n, through=through)
    s.at[meeple] = n
    if through != 0:
        collapse.switch_off(s, meeple, e)
    exits.arrive(s, meeple)


# -- 4 Exploring -------------------------------------------------------------------------------------------------------


@rule
def explore(s: State, meeple: int, d: int, e: Events) -> None:
    """Lay the top room of the pile next to the room of a meeple, and let the meeple enter it (MB-4.1, MB-6.7).

    `d` is the direction of the new room (0 north, then clockwise). After the meeple has entered, a prisoner may appear
    in the new room (MB-4.3), or a special room takes effect. In competitive games no prisoners appear (MB-8.2). If the
    side by which the meeple enters is locked, there is no way back through it (MB-4.2).
    """
    n = int(s.at[meeple])
    tile = pile.draw_room(s)
    new = place.lay(s, tile, int(s.x[n]) + parts.DX[d], int(s.y[n]) + parts.DY[d], d)
    s.at[meeple] = new
    s.progress = 1
    Told.explored(e, meeple=meeple, room=new, way=d)
    if parts.HOLDS_PEOPLE[tile] != 0 and s.play != parts.AGAINST and (s.off == 0 or s.play == parts.RESCUERS):
        s.people[new] = 1
        Told.people(e, room=new)
    if tile == parts.LOCKDOWN:
        s.lockdown = 1
        Told.locked(e)
    elif tile == parts.EXIT:
        s.exit = new
        exits.arrive(s, meeple)
    elif tile == parts.CONTROL:
        s.control = new
        if meeple != parts.ANDROID:
            collapse.switch_off(s, meeple, e)


# -- 8.3 the Emergency Exit against each other -------------------------------------------------------------------------


@rule
def choose_spot(s: State, x: int, y: int, e: Events) -> None:
    """Choose the place (x, y) for the Emergency Exit. The exit's facing is the next choice (MB-8.3)."""
    s.spot_x = x
    s.spot_y = y
    s.phase = Phase.FACE
    Told.chose(e, seat=exits.placer(s))


@rule
def place_exit(s: State, facing: int, e: Events) -> None:
    """Place the Emergency Exit with this facing.

    Then end the turn of the player who found the Control Room (MB-8.3).
    """
    s.exit = place.lay(s, parts.EXIT, s.spot_x, s.spot_y, facing)
    state.exit_lies(s)
    Told.placed(e, seat=exits.placer(s), room=s.exit)
    exits.end_test(s, e)
    end_turn(s, e)


# -- 6.7, 7 the turn's order and end -----------------------------------------------------------------------------------


@rule
def begin_turn(s: State) -> None:
    """Begin a turn, and store the rooms in which the player's meeples begin it (MB-3.1).

    If the player's meeple then leaves such a room and the room is empty, it collapses (MB-6.2).
    """
    s.phase = Phase.TURN
    s.progress = 0
    for k in range(2):
        s.began[k] = s.at[collapse.own_meeple(s, s.active, k)]


@rule
def end_turn(s: State, e: Events) -> None:
    """End a turn, and clear the last used gear of each meeple that is in another room now (MB-5.2, MB-6.7).

    The game is over after 100 turns in succession without an exploration, a collapse or the Control Room's switch being
    turned off (MB-7.7).
    """
    if s.phase == Phase.OVER:
        return
    for m in range(parts.MEEPLES):
        if s.note_gear[m] != 0 and s.note_room[m] != s.at[m]:
            s.note_gear[m] = 0
            s.note_room[m] = 0
    s.turns += 1
    s.quiet = 0 if s.progress != 0 else s.quiet + 1
    if s.quiet >= parts.QUIET_TURNS:
        exits.finish_as_it_stands(s, 707, e)
        return
    s.active = (s.active + 1) % s.seats
    begin_turn(s)


@rule
def vote(s: State, seat: Seat, e: Events) -> None:
    """Store that `seat` votes to end the game instead of taking a turn (MB-7.8).

    If all vote in successive turns, the game is over.
    """
    s.votes += 1
    Told.voted(e, seat=seat)
    if s.votes == s.seats:
        exits.finish_as_it_stands(s, 708, e)
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
        return int(1 << exits.placer(s))
    return int(1 << s.active)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number."""
    if (actors(s) >> seat) & 1 == 0:
        return 0
    if s.phase == Phase.PLACE:
        return choices.legal_places(s, seat, out)
    if s.phase == Phase.FACE:
        for f in range(4):
            out[f] = parts.ExitFacing.at(f)
        return 4
    out[0] = parts.Pass.CODE
    n = 1
    if s.phase == Phase.TURN:
        n = choices.legal_moves(s, seat, out, n)
    n = choices.legal_actions(s, seat, out, n)
    if s.phase == Phase.TURN:
        n = add(out, n, parts.End.CODE)
    return n


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids the action, or 0 if it is legal.

    The number is, for example, 301 for MB-3.1. If the game is over, it is that of the clause by which it ended. The
    function tests in this order whether the game is over, whether another seat has to act, whether another kind of
    decision is asked for, and whether the action itself is illegal.
    """
    if v.reason != 0:
        return int(v.reason)
    placing = v.phase == Phase.PLACE or v.phase == Phase.FACE
    if (actors(v) >> seat) & 1 == 0:
        return 803 if placing else 301
    kind = parts.ACTIONS.kind[action]
    if placing or kind == parts.ExitAt.KIND or kind == parts.ExitBeyond.KIND or kind == parts.ExitFacing.KIND:
        return choices.exit_refusal(v, seat, action)
    if kind == parts.Pass.KIND:
        return 0
    if kind == parts.End.KIND:
        return 0 if v.phase == Phase.TURN else 708
    return meeple_refusal(v, seat, action)


@rule
def meeple_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `seat` an action with a meeple, or 0 if it is legal.

    The action names the meeple. A player acts with their own meeples only (MB-3.1, MB-8.2), and moves only at the start
    of a turn.
    """
    kind, who = parts.ACTIONS.kind[action], who_acts(action)
    if v.phase != Phase.TURN and (kind == parts.Move.KIND or kind == parts.Through.KIND):
        return 301
    m = collapse.find_meeple(v, seat, who)
    if m < 0:
        return 802 if who == parts.MACHINE else 301
    if kind == parts.Move.KIND:
        return choices.move_refusal(v, m, parts.Move.room[action], 0)
    if kind == parts.Through.KIND:
        return choices.move_refusal(v, m, parts.Through.room[action], 1)
    if kind == parts.Explore.KIND:
        return choices.explore_refusal(v, int(v.at[m]), parts.Explore.way[action])
    return choices.use_refusal(v, m, parts.Use.gear[action], parts.Use.amount[action])


@rule
def who_acts(action: Action) -> int:
    """Return which meeple of the acting player moves, explores or uses a gear in an action.

    The result is ENGINEER, MACHINE (the android) or SECOND (the player's second engineer). The action must be a move,
    an exploration or a use of a gear.
    """
    if parts.ACTIONS.kind[action] == parts.Through.KIND:
        return parts.ENGINEER if parts.Through.which[action] == 0 else parts.SECOND
    return int(parts.Use.who[action])


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action of `seat`, with all automatic steps up to the next decision."""
    kind = parts.ACTIONS.kind[action]
    if kind == parts.End.KIND:
        vote(s, seat, e)
        return
    s.votes = 0
    if kind == parts.Pass.KIND:
        Told.passed(e, seat=seat)
        end_turn(s, e)
    elif kind == parts.Move.KIND or kind == parts.Through.KIND:
        apply_move(s, seat, action, e)
    elif kind == parts.Explore.KIND or kind == parts.Use.KIND:
        apply_action(s, seat, action, e)
    elif kind == parts.ExitFacing.KIND:
        place_exit(s, parts.ExitFacing.way[action], e)
    else:
        choose_spot(s, choices.spot_x(s, action), choices.spot_y(s, action), e)


@rule
def apply_move(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Move a meeple to another room, collapse the room that it has left, and test whether the game is over (MB-6.7).

    If the game is not over, the player may then act. If no action is possible, the turn ends.
    """
    k = 0 if who_acts(action) == parts.ENGINEER else 1
    m = collapse.own_meeple(s, seat, k)
    if parts.ACTIONS.kind[action] == parts.Through.KIND:
        walk(s, m, parts.Through.room[action], 1, e)
    else:
        walk(s, m, parts.Move.room[action], choices.through_control(s, m, parts.Move.room[action]), e)
    collapse.collapse_left(s, k, e)
    exits.end_test(s, e)
    if s.phase != Phase.OVER:
        s.phase = Phase.ACT
        if not choices.can_act(s, seat):
            end_turn(s, e)


@rule
def apply_action(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out an exploration with its collapse, or the use of a gear.

    Then test for the end and end the turn (MB-6.7). In a competitive game, the Emergency Exit is placed first if the
    action has found the Control Room (MB-8.3).
    """
    who = who_acts(action)
    if parts.ACTIONS.kind[action] == parts.Explore.KIND:
        explore(s, collapse.find_meeple(s, seat, who), parts.Explore.way[action], e)
        collapse.collapse_left(s, 0 if who == parts.ENGINEER else 1, e)
        if s.play == parts.AGAINST and s.tile[s.rooms - 1] == parts.CONTROL:
            pile.draw_room(s)
            exits.offer_exit(s, exits.placer(s))
            return
    else:
        turn_gear(s, collapse.find_meeple(s, seat, who), parts.Use.gear[action], parts.Use.amount[action], e)
    exits.end_test(s, e)
    end_turn(s, e)


@rule
def turn_gear(s: State, m: int, g: int, amount: int, e: Events) -> None:
    """Use gear `g` (0 or 1) of the room of meeple `m` (MB-5.1). The Control Room's switch does not matter (MB-5.8).

    `amount` is the action's code for the number of quarter turns, or of places to slide. `decode_steps` decodes it.
    Store that the meeple used this gear last.
    """
    room = int(s.at[m])
    kind, way = gears.find_gear(s, room, g), gears.find_way(s, room, g)
    steps = parts.decode_steps(amount)
    Told.turned(e, meeple=m, room=room, gear=g, amount=steps)
    if kind == parts.Gear.EDGE:
        axis = 1 - (way & 1)
        Told.slid(
            e,
            axis=axis,
            line=int(s.x[room]) + parts.DX[way] if axis == 0 else int(s.y[room]) + parts.DY[way],
            least=int(s.ends[axis + 2]),
            greatest=int(s.ends[axis]),
        )
    gears.use_gear(s, room, g, steps)
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
    drawn = pile.pile_size(v) - v.left
    come = np.zeros(parts.ALL + 1, np.int64)
    for n in range(v.rooms):
        come[int(v.tile[n])] = 1
    control = pile.guess_place(v, parts.CONTROL, come, drawn, dice)
    lockdown = pile.guess_place(v, parts.LOCKDOWN, come, drawn, dice)
    exit = control + 1
    if v.play != parts.AGAINST:
        exit = pile.guess_place(v, parts.EXIT, come, drawn, dice) if pile.has_emergency_exit(v) else -1
    order = np.zeros(parts.ROOMS, np.int64)
    many = 0
    for tile in range(1, parts.ROOMS + 1):
        if come[tile] == 0:
            other = pick(dice, many + 1)
            order[many] = order[other]
            order[other] = tile
            many += 1
    pile.stack(v, drawn, control, exit, lockdown, order)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """Write the score of each player into `out[seat]`, and the rank into `out[8 + seat]`. Rank 1 wins (MB-7.3, MB-8).

    The score is the number of prisoners that the player has rescued. In competitive games it is the number of the
    player's engineers on the exit.
    """
    for seat in range(s.seats):
        out[seat] = s.hand[seat]
        if s.play == parts.AGAINST:
            out[seat] = (1 if s.at[seat] == s.exit else 0) + (1 if s.at[seat + parts.MOST_SEATS] == s.exit else 0)
    rank_winners(out, s.seats, int(s.winners))
