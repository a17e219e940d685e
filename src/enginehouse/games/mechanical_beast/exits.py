"""Place the Emergency Exit in competitive games (MB-8.3), and test for the end of any game (MB-7, MB-8)."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.rule import rule
from enginehouse.core.terms import Clause, Seat
from enginehouse.games.mechanical_beast import parts, place, trapped
from enginehouse.games.mechanical_beast.state import GameResult, Phase, State, Told

# -- 8.3 placing the Emergency Exit ------------------------------------------------------------------------------------

NOWHERE = 1 << 40
"""The distance that stands for no place at all."""


@rule
def may_hold_exit(s: State, seat: Seat, x: int, y: int) -> bool:
    """Return whether the player `seat` can put the Emergency Exit at (x, y), an empty place that touches a room.

    The place must not touch a room with an engineer of this player (MB-8.3). This condition does not apply if
    `s.crowded` is set, which means that every possible place touches such a room. The map must not become too large
    (MB-1.7).
    """
    if place.find_room(s, x, y) >= 0 or not place.spans(s.ends, x, y):
        return False
    touches = False
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            n = place.find_room(s, x + dx, y + dy)
            if n >= 0:
                touches = True
                if s.crowded == 0 and (s.at[seat] == n or s.at[seat + parts.MOST_SEATS] == n):
                    return False
    return touches


@rule
def from_control(s: State, x: int, y: int) -> int:
    """Return the distance of the place (x, y) from the Control Room in steps, without diagonal steps."""
    return abs(x - int(s.x[s.control])) + abs(y - int(s.y[s.control]))


@rule
def nearest(s: State, seat: Seat) -> int:
    """Return the minimum distance from the Control Room at which `seat` can place the Emergency Exit.

    Return `NOWHERE` if there is no such place.
    """
    best = NOWHERE
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            for dx in range(-1, 2):
                for dy in range(-1, 2):
                    x, y = int(s.x[n]) + dx, int(s.y[n]) + dy
                    if from_control(s, x, y) < best and may_hold_exit(s, seat, x, y):
                        best = from_control(s, x, y)
    return best


@rule
def offer_exit(s: State, seat: Seat) -> None:
    """Ask `seat` for a place for the Emergency Exit that is at most three steps from the Control Room (MB-8.3).

    The place must not touch a room with an engineer of this player. If every possible place touches such a room, this
    condition does not apply. If no place is within three steps, ask for a place at the smallest possible distance.
    """
    s.crowded = 0
    best = nearest(s, seat)
    if best == NOWHERE:
        s.crowded = 1
        best = nearest(s, seat)
    s.reach = max(best, parts.NEAR)
    s.phase = Phase.PLACE


@rule
def placer(s: State) -> int:
    """Return the player that places the Emergency Exit: the player before the finder of the Control Room (MB-8.3)."""
    return int((s.active + s.seats - 1) % s.seats)


# -- 7 exits and end ---------------------------------------------------------------------------------------------------


@rule
def arrive(s: State, meeple: int) -> None:
    """Record that a meeple has arrived on an exit now, because the order of arrival counts (MB-8.1, MB-8.4)."""
    if trapped.is_exit(s, int(s.at[meeple])):
        s.arrivals += 1
        s.since[meeple] = s.arrivals


@rule
def people_inside(s: State) -> int:
    """Return the number of prisoners that are still in rooms."""
    many = 0
    for n in range(s.rooms):
        many += int(s.people[n])
    return many


@rule
def engineers_safe(s: State) -> bool:
    """Return whether every engineer is on an exit (MB-7.1)."""
    for m in range(parts.ANDROID):
        if (s.meeples >> m) & 1 and not trapped.is_exit(s, int(s.at[m])):
            return False
    return True


@rule
def end_test(s: State, e: Events) -> None:
    """End the game if it is won (MB-7.3), won without the android (MB-7.4) or lost (MB-7.5), tested in this order.

    The rules call this after the collapse of a move, and after an action (MB-6.7, MB-7.10).
    """
    if s.play == parts.AGAINST:
        end_test_against(s, e)
        return
    all_safe = s.off != 0 and engineers_safe(s)
    android_safe = trapped.is_exit(s, int(s.at[parts.ANDROID]))
    inside = people_inside(s)
    if all_safe and android_safe and inside == 0:
        finish(s, 703, GameResult.WIN, e)
        return
    caught = trapped.find_trapped(s)
    if all_safe and inside == 0 and (caught >> parts.ANDROID) & 1:
        Told.trapped(e, meeple=parts.ANDROID)
        finish(s, 704, GameResult.LESSER, e)
        return
    for m in range(parts.ANDROID):
        if (caught >> m) & 1:
            Told.trapped(e, meeple=m)
    if caught & ((1 << parts.ANDROID) - 1):
        finish(s, 705, GameResult.LOSS if s.off != 0 else GameResult.WORST, e)
        return
    if all_safe and android_safe:
        Told.left_inside(e, many=inside)


@rule
def end_test_against(s: State, e: Events) -> None:
    """End a competitive game if one of its conditions holds (MB-8.4, MB-8.6).

    The game ends if the exit is gone, if a player has both engineers on it, or if every engineer that is not on it is
    trapped.
    """
    if s.exit_gone != 0:
        finish(s, 804, GameResult.LOSS, e)
        return
    on, first = 0, -1
    for m in range(parts.ANDROID):
        if s.at[m] == s.exit:
            on |= 1 << m
            if first < 0 or s.since[m] < s.since[first]:
                first = m
    for seat in range(s.seats):
        if (on >> seat) & (on >> (seat + parts.MOST_SEATS)) & 1:
            s.winners = 1 << seat
            finish(s, 804, GameResult.WIN, e)
            return
    caught = trapped.find_trapped(s)
    if caught | on == s.meeples:
        if first >= 0:
            s.winners = 1 << (first % parts.MOST_SEATS)
        finish(s, 804, GameResult.WIN if first >= 0 else GameResult.LOSS, e)


@rule
def finish(s: State, clause: Clause, result: int, e: Events) -> None:
    """End the game. `clause` is the number of the rule by which it ends, and `result` a constant of `GameResult`.

    After a win or lesser win in a semi-co-op game, the player that rescued the most prisoners wins. In a tie, the
    player wins whose engineer was on an exit first (MB-8.1). In a co-op game, all players win together.
    """
    s.reason = clause
    s.result = result
    s.phase = Phase.OVER
    if s.play != parts.AGAINST and (result == GameResult.WIN or result == GameResult.LESSER):
        for seat in range(s.seats):
            if s.play != parts.RESCUERS or not is_beaten(s, seat):
                s.winners |= 1 << seat
    Told.ended(e, result=result, winners=s.winners, clause=clause)


@rule
def is_beaten(s: State, seat: Seat) -> bool:
    """Return whether another player is ahead of `seat` at the end of a semi-co-op game (MB-8.1).

    The other player has rescued more prisoners, or has rescued as many and was on an exit earlier.
    """
    for other in range(s.seats):
        if s.hand[other] > s.hand[seat]:
            return True
        if s.hand[other] == s.hand[seat] and s.since[other] < s.since[seat]:
            return True
    return False


@rule
def finish_as_it_stands(s: State, clause: Clause, e: Events) -> None:
    """End the game with the result of the current position (MB-7.9).

    In a competitive game all players lose (MB-8.4). Otherwise, the result is a lesser win if the switch is off, all
    engineers are on exits and no prisoners are left in rooms. It is a win if the android is on an exit, too. In all
    other positions the players lose, and if the switch is still on, it is the worst loss.
    """
    result = GameResult.LOSS if s.off != 0 else GameResult.WORST
    if s.play == parts.AGAINST:
        result = GameResult.LOSS
    elif s.off != 0 and engineers_safe(s) and people_inside(s) == 0:
        result = GameResult.WIN if trapped.is_exit(s, int(s.at[parts.ANDROID])) else GameResult.LESSER
    finish(s, clause, result, e)
