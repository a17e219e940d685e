"""Switchyard: the verbs."""

from typing import Any

from enginehouse.core.records.chance import begin_guess, below, seed_chance
from enginehouse.core.records.events import tell
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.records.sealed import ask, close, lay, pending
from switchyard.state import LONG, MOVES, PASS, PLAY, SHAPE, STOP, TURN, TURNTABLE, Told


def setup(s: Any, options: Any, seed: Any) -> None:
    """SY-1.1."""
    s.seats = options[0]
    s.goal = LONG if options[1] else 7
    seed_chance(s, seed)
    for seat in range(s.seats):
        s.siding[seat] = 1
        s.size[seat] = 4
        for _ in range(4):
            s.hand[seat][1 + below(s, 3)] += 1


def actors(s: Any) -> int:
    """SY-2.1, SY-2.4."""
    if s.reason:
        return 0
    return pending(s) if s.asked else 1 << s.turn


def legal(s: Any, seat: int, out: Any) -> int:
    """The codes, ascending."""
    found = []
    if actors(s) >> seat & 1:
        if s.asked:
            found = [PASS] + ([STOP] if s.hand[seat][s.played] else [])
        else:
            found = [k for k, (a, _) in enumerate(MOVES) if a == s.siding[seat]]
            found += [PLAY + w - 1 for w in (1, 2, 3) if s.hand[seat][w]]
            found += [TURN, TURN + 1] if may_turn(s, seat) else []
    out[: len(found)] = found
    return len(found)


def may_turn(s: Any, seat: int) -> bool:
    """SY-2.5."""
    return bool(s.goal == LONG and s.siding[seat] == TURNTABLE)


def refusal(v: Any, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason:
        return int(v.reason)
    answer = action in (PASS, STOP)
    if v.asked:
        if not answer or not (v.asked & ~v.laid) >> seat & 1:
            return 204
        return 204 if action == STOP and not v.hand[seat][v.played] else 0
    if v.turn != seat:
        return 201
    if answer:
        return 204
    if action >= TURN:
        return 0 if may_turn(v, seat) else 205
    if action < PLAY:
        return 0 if MOVES[action][0] == v.siding[seat] else 202
    return 0 if v.hand[seat][action - PLAY + 1] else 203


def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """One action."""
    if s.asked:
        if action == STOP:
            s.answer[seat] = 1
        if lay(s, seat, int(action == STOP)):
            stopper = next((o for o in order(s) if s.asked >> o & 1 and s.answer[o]), -1)
            close(s)
            if stopper >= 0:
                s.hand[stopper][s.played] -= 1
                s.size[stopper] -= 1
                tell(e, Told.STOPPED, stopper, s.player, s.played, 0)
            else:
                s.points[s.player] += s.played
                tell(e, Told.BROUGHT, s.player, s.played, 0, 0)
            finish(s)
        return
    if action < PLAY:
        a, b = MOVES[action]
        s.siding[seat] = b
        tell(e, Told.MOVED, seat, a, b, 0)
        if b == 6:
            s.siding[seat] = 1
            s.points[seat] += 2
            tell(e, Told.ARRIVED, seat, 2, 0, 0)
        finish(s)
        return
    if action >= TURN:
        tell(e, Told.TURNED, seat, action - TURN, 0, 0)
        finish(s)
        return
    worth = action - PLAY + 1
    s.hand[seat][worth] -= 1
    s.size[seat] -= 1
    s.player, s.played = seat, worth
    tell(e, Told.PLAYED, seat, worth, 0, 0)
    asked = sum(1 << o for o in order(s) if s.size[o])
    if asked:
        ask(s, asked)
    else:
        s.points[seat] += worth
        tell(e, Told.BROUGHT, seat, worth, 0, 0)
        finish(s)


def order(s: Any) -> list[int]:
    """The other seats, in the order of turns."""
    return [(s.player + k) % s.seats for k in range(1, s.seats)]


def finish(s: Any) -> None:
    """SY-3.1, SY-3.2, and the next turn."""
    s.turns += 1
    s.turn = (s.turn + 1) % s.seats
    if max(s.points) >= s.goal:
        s.reason = 301
    elif s.turns >= 200:
        s.reason = 302


def view(s: Any, seat: int, v: Any) -> None:
    """Everything but the hands of others."""
    SHAPE.open_half(s, seat, v)


def guess(v: Any, seat: int, seed: Any) -> int:
    """The others' notes anew."""
    begin_guess(v, seed)
    for other in range(v.seats):
        if other != seat:
            for _ in range(v.size[other]):
                v.hand[other][1 + below(v, 3)] += 1
    return 0


def scores(s: Any, out: Any) -> None:
    """Points, and ranks by points."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]
    rank_seats(out, out[: s.seats])
