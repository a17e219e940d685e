"""Find the reasons for or against an action of The Great Machine: its effects on the pipes, the motor and locks.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to feed its rat
(see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.masks import has, seats_in
from enginehouse.core.words.plans import Claim, PlanAction, claim
from enginehouse.games.great_machine import machine, prospects, rats
from enginehouse.games.great_machine.state import Now, Phase, State


def list_claims(step: PlanAction, plain: State) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the pipes, the motor and locks.

    The result of `step` is compared with `plain`, the record after another action of the seat.
    """
    yield from _claim_effects(step)
    s, t = step.before, step.after
    if t.phase == Phase.PLAY or (s.phase == t.phase and s.active == t.active):
        return  # The same turn goes on, and the machine has not run.
    yield from _claim_pipes(step, plain)
    yield from _claim_motor(step, plain)


def _claim_effects(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the action `step`: its lasting effects that help the seat.

    It can protect the seat's rat from shocks, make this rat salivate (it then gains phantom pellets), or stop all
    eating while the seat leads.
    """
    s, t, seat = step.before, step.after, step.seat
    had, lasts = rats.total(s, seat), has(int(t.boots), seat)
    is_of_use = had > 0 or (lasts and s.track > prospects.FAR)  # near the end, a rat without pellets has none to lose
    if has(int(t.alive), seat) and rats.is_protected(t, seat) and not rats.is_protected(s, seat) and is_of_use:
        weight = 3 + min(had, prospects.FAR) * lasts if had else 1.5
        many = "pellet" if had == 1 else f"{had} pellets"
        yield claim("shield", weight, many=f" and its {many}" if had else "")
    if _salivates(t, seat) and not _salivates(s, seat) and t.extra_turns[seat] == 0:
        if machine.find_locked(t) != (1 << int(t.toggles)) - 1:
            yield claim("salivate", 4)
    lead = prospects.count_lead(s, seat)
    stops = int(t.union | t.ethics) & ~int(s.union | s.ethics)
    if has(stops, seat) and lead > 0:
        yield claim("stop food", 6, lead=lead)


def _salivates(s: State, seat: int) -> bool:
    return bool(has(int(s.salivate), seat) or s.waiting[seat] & Now.SALIVATE)


def _claim_pipes(step: PlanAction, plain: State) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step` that follow from the path of the next pellet.

    One reason is that the action changes which rat eats the next pellet. Another is that it locks toggles, so that the
    pipes stay as they are: this is good if the next pellet falls to the player's own rat. The result of `step` is
    compared with `plain`, the record after another action of the player.
    """
    s, t, seat = step.before, step.after, step.seat
    when = "this" if s.phase == Phase.RETURN else "the next"
    eater, otherwise = prospects.find_next_eater(t), prospects.find_next_eater(plain)
    if eater != otherwise and seat in (eater, otherwise):
        yield claim("pipes", 4 if eater == seat else -4, when=when)
    for other in (eater, otherwise) if eater != otherwise else ():
        if other not in (-1, seat):
            leads, sign = rats.total(s, other) - rats.total(s, seat), -1 if other == eater else 1
            if leads > 0:
                weight = sign * (5 if _can_win(s, other) else prospects.LITTLE)
                yield claim("pipes away", weight, when=when, rival=f"{{{other}}}", lead=leads)
            else:
                weight = sign * (2 if leads >= -prospects.FAR else prospects.LITTLE)
                yield claim("pipes shut", weight, when=when, rival=f"{{{other}}}")
    locks = machine.find_locked(t) & ~machine.find_locked(s)
    if eater == seat and locks:
        one = seats_in(locks) == 1
        named = [str(k + 1) for k in range(7) if locks >> k & 1]
        forks = {_find_fork(t, seat, other) for other in prospects.list_rivals(t, seat)}
        weight = 7 if any(locks >> (fork - 1) & 1 for fork in forks if fork) else 3
        yield claim("lock", weight, toggles=f"toggle {named[0]}" if one else f"toggles {', '.join(named)}")


def _can_win(s: State, seat: int) -> bool:
    """Return whether the rat of `seat` can still become the fattest.

    The rat is assumed to eat one pellet in each turn that is still to come.
    """
    return not prospects.is_out_of_reach(s, seat)


def _claim_motor(step: PlanAction, plain: State) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: it changes which rat the motor shocks next.

    The result of `step` is compared with `plain`, the record after another action of the same player.
    """
    s, t, seat = step.before, step.after, step.seat
    when = "this" if s.phase == Phase.RETURN else "the next"
    mine, had = rats.total(t, seat), rats.total(s, seat)
    for other in range(t.seats):
        comes, otherwise = prospects.is_shocked_next(t, other), prospects.is_shocked_next(plain, other)
        if other == seat and comes != otherwise and max(mine, had) > 0:
            yield claim("motor", -4 if comes else 4, when=when)
        elif other != seat and comes and not otherwise and rats.total(t, other) >= max(1, mine):
            yield claim("motor at rival", 3, rival=f"{{{other}}}", when=when)


def _find_fork(s: State, seat: int, other: int) -> int:
    """Return the toggle that decides whether a pellet goes to the cage of `seat` or to that of `other` (GM-1.2).

    Toggles are numbered from 1. Return 0 if there is no such toggle.
    """
    one, two = (int(s.cage[each] + s.toggles) for each in (seat, other))
    while one != two:
        one, two = (one // 2, two) if one > two else (one, two // 2)
    return one if one <= s.toggles else 0
