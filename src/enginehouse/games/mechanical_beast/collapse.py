"""Turn the Control Room's switch off, and let rooms collapse (MB-6): they fall, and other rooms slide into the gap."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import parts, place
from enginehouse.games.mechanical_beast.state import State, Told


@rule
def find_meeple(s: State, seat: Seat, figure: int) -> int:
    """Return the number of the meeple that acts for `seat` if an action has the code `figure` (MB-3.1, MB-8.2).

    `figure` is ENGINEER, SECOND (the second engineer) or MACHINE (the android). Return -1 if this game has no such
    meeple.
    """
    if figure == parts.SECOND:
        return seat + parts.MOST_SEATS if s.play == parts.AGAINST else -1
    if figure == 0:
        return seat
    return parts.ANDROID if s.play != parts.AGAINST else -1


@rule
def own_meeple(s: State, seat: Seat, k: int) -> int:
    """Return the number of one of the two meeples that `seat` moves (MB-3.1, MB-8.2).

    With `k` 0 it is the engineer, with 1 the android or, in competitive games, the second engineer.
    """
    if k == 0:
        return seat
    return parts.ANDROID if s.play != parts.AGAINST else seat + parts.MOST_SEATS


@rule
def is_occupied(s: State, n: int) -> bool:
    """Return whether a meeple is in room `n`."""
    for m in range(parts.MEEPLES):
        if (s.meeples >> m) & 1 and s.at[m] == n:
            return True
    return False


@rule
def switch_off(s: State, meeple: int, e: Events) -> None:
    """Turn the switch in the Control Room off for good (MB-6.1). `meeple` is the meeple that does it.

    If the player's meeples have left rooms earlier in this turn, also delete the notes to collapse these rooms, because
    they must not collapse now (MB-6.3).
    """
    s.off = 1
    s.progress = 1
    Told.switched(e, meeple=meeple)
    for k in range(2):
        m = own_meeple(s, s.active, k)
        if s.at[m] != s.began[k]:
            s.began[k] = -1


@rule
def collapse_left(s: State, k: int, e: Events) -> None:
    """Collapse the room where the player's meeple began the turn, if it is empty now (MB-6.2, MB-6.6, MB-7.2).

    `k` is 0 for the engineer, and 1 for the android or, in competitive games, the second engineer.
    """
    n = int(s.began[k])
    if s.off != 0 and n > 0 and not is_occupied(s, n):
        s.began[k] = -1
        collapse(s, n, e)


@rule
def collapse(s: State, n: int, e: Events) -> None:
    """Remove room `n`, rescue a prisoner in it, and move other rooms into the gap (MB-6.4, MB-6.5).

    An arrow is drawn on each room. The rooms in the row or column of the gap that lie on the tail side of the arrow of
    room `n` move by one place in the arrow's direction.
    """
    x, y, f = int(s.x[n]), int(s.y[n]), int(s.facing[n]) & 3
    Told.collapsed(e, room=n, x=x, y=y, facing=f)
    if s.people[n] != 0:
        s.people[n] = 0
        s.hand[s.active] += 1
        Told.rescued(e, seat=s.active, room=n)
    s.facing[n] = 0
    close_up(s.x, s.y, s.doors, s.rooms, n, f)
    if n == s.control:
        s.control = -1
    if n == s.exit:
        s.exit = -1
        s.exit_gone = 1
    s.progress = 1
    place.relink(s)


@rule
def close_up(xs: Numbers, ys: Numbers, doors: Numbers, rooms: int, n: int, f: int) -> None:
    """Remove room `n`, and let the rooms behind it move up by one place (MB-6.4).

    The arrow of room `n` points in direction `f` (0 north, then clockwise). The rooms behind it lie in the same row or
    column, on the side from which the arrow comes. They move in direction `f`. `xs`, `ys` and `doors` have the
    coordinates and the doors (a mask of directions) of each room, and are changed. `rooms` is the number of rooms.
    """
    x, y = int(xs[n]), int(ys[n])
    doors[n] = -1
    xs[n] = 0
    ys[n] = 0
    for m in range(rooms):
        if doors[m] >= 0 and behind(int(xs[m]) - x, int(ys[m]) - y, f):
            xs[m] = int(xs[m]) + parts.DX[f]
            ys[m] = int(ys[m]) + parts.DY[f]


@rule
def behind(dx: int, dy: int, f: int) -> bool:
    """Return whether a place lies behind an arrow: on its tail side, in the same row or column as the arrow (MB-6.4).

    `f` is the direction of the arrow (0 north, then clockwise). `dx` and `dy` are the distances from the arrow to the
    place, east and north.
    """
    return dx * parts.DY[f] == dy * parts.DX[f] and dx * parts.DX[f] + dy * parts.DY[f] < 0
