"""Find reasons for or against actions of The Great Machine that change the Master's track or turns, or end the game.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to feed its rat
(see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.words.plans import Claim, PlanAction, claim
from enginehouse.games.great_machine import prospects, rats
from enginehouse.games.great_machine.state import Phase, State, Told

NEARLY_OVER = 3
"""The number of rounds before the end in which a game with a large lead is as good as lost."""
CERTAIN = 100
"""The weight of the end of the game, in percentage points of the win chance, as all weights of this module.

The other weights are set by hand; not measured.
"""
SLOT = 2.5
"""The weight of a slot by which a card moves the Master."""
TURN = 12
"""The weight of a turn that a seat loses, and of an extra turn in which its rat eats."""
TURN_PAID_BACK = 4
"""The weight of a turn that a rival loses but gets back later."""
TURN_TO_TILT, TURN_UNSURE, TURN_UNFED = 8, 4, 0.9
"""The weights of an extra turn: a card has to turn the pipes first, the rat may not eat, or it gains no pellet."""


def claim_end(step: PlanAction) -> Iterator[Claim]:
    """Yield the reason (`Claim`) for or against the action `step`. Call this only if the action ends the game.

    It is a reason for the action if the seat wins by it, and otherwise a reason against it (GM-4.2). A reason against
    it names the winner, or says that there is no winner.
    """
    t, seat = step.after, step.seat
    first = rats.winner(t)
    if first == seat:
        how = "fatter rats tie and are out, so your rat wins"
        if prospects.count_lead(t, seat) > 0 or not prospects.list_rivals(t, seat):
            is_ahead = prospects.count_lead(step.before, seat) > 0
            how = "your rat is the fattest" if is_ahead else "your rat becomes the fattest"
        yield claim("win", CERTAIN, how=how)
    else:
        yield claim("not yet", -CERTAIN, rival=f"{{{first}}}" if first >= 0 else "nobody")


def list_claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the Master's track and on turns."""
    yield from _claim_track(step)
    yield from _claim_turns(step)
    s, seat = step.before, step.seat
    if s.phase in (Phase.PLAY, Phase.LIMIT) and s.track <= NEARLY_OVER and prospects.is_out_of_reach(s, seat):
        turns = prospects.count_turns_left(s)
        yield claim("lost", 1, lead=-prospects.count_lead(s, seat), turns=f"{turns} turn{'s' if turns != 1 else ''}")


def _claim_track(step: PlanAction) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for or against the action `step` if a card moves the Master on his track.

    If the player leads, it is good that the Master arrives sooner, because this ends the game. If the player is behind,
    more time is good. Moves of a single slot are left out, because the Master makes such a move after each round
    (GM-2.4).
    """
    lead = prospects.count_lead(step.before, step.seat)
    by = sum(_read_signed(one[2]) for one in step.events if one[0] == Told.TRACK and abs(_read_signed(one[2])) > 1)
    if by < 0 and lead > 0:
        share = min(1, prospects.HURRIED * lead / prospects.count_turns_left(step.before))
        yield claim("hurry", -SLOT * by * share, lead=lead, many=-by)
    elif by < 0 and lead < 0:
        yield claim("too soon", SLOT * by, lead=-lead, many=-by)
    elif by > 0 and lead < 0:
        yield claim("hold back", SLOT * by, lead=-lead, many=by)


def _read_signed(number: int) -> int:
    """Return a signed integer from a number of an event, which stores negative numbers as unsigned 32-bit integers."""
    return number - (1 << 32) if number >= 1 << 31 else number


def _claim_turns(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: the turns that seats gain or lose by it."""
    s, t, seat = step.before, step.after, step.seat
    missed = {one[1] for one in step.events if one[0] == Told.TURN_LOST and s.lost_turns[one[1]] == 0}
    follows = [one[1] for one in step.events if one[0] == Told.TURN][:1]
    is_next = s.phase == Phase.PLAY and s.seats > 1 and follows == [seat]
    gains = is_next or _count_extra(t, seat) > _count_extra(s, seat)
    loses = t.lost_turns[seat] > s.lost_turns[seat]
    if gains and not loses:
        yield claim("extra turn", _weigh_extra_turn(s, t, seat))
    if loses and not gains:
        yield claim("turn lost", -TURN)
    for other in range(s.seats):
        is_paid_back = _count_extra(t, other) > _count_extra(s, other)
        if other != seat and (t.lost_turns[other] > s.lost_turns[other] or other in missed):
            plan, weight = ("delay", TURN_PAID_BACK) if is_paid_back else ("cost a turn", TURN)
            yield claim(plan, weight / (s.seats - 1), rival=f"{{{other}}}")


def _count_extra(s: State, seat: int) -> int:
    """Return the number of extra turns that a seat will have."""
    return int(s.extra_turns[seat] + s.waiting_turns[seat])


def _weigh_extra_turn(s: State, t: State, seat: int) -> float:
    """Return the weight of an extra turn for a seat: its estimated effect on the win chance, in percentage points.

    `s` is the record before the action that brings the extra turn, and `t` the record after that action. The weight is
    largest if the seat's rat eats the next pellet with the pipes as they are. It is smaller if a card in the seat's
    hand has to turn the pipes first. It is smallest if the rat cannot gain the pellet, or if a rival's rat eats the
    pellet and the seat cannot change that.
    """
    eater, can_turn = prospects.find_next_eater(t), prospects.can_feed(t, seat, prospects.list_tilts(t, seat))
    if prospects.is_shocked_next(t, seat) and rats.total(t, seat) > 0:
        return TURN_UNSURE
    if eater == seat:
        return TURN
    if not prospects.can_gain(t, seat):
        return TURN_UNFED
    return TURN_TO_TILT if can_turn else TURN_UNFED if eater >= 0 else TURN_UNSURE
