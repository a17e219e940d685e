"""Find the reasons for or against an action of The Great Machine: its effects on the pellets and the lives of rats.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to feed its rat
(see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from enginehouse.core.records.events import RawEvent
from enginehouse.core.records.masks import has, seats_in
from enginehouse.core.words.plans import Claim, PlanAction, claim
from enginehouse.games.great_machine import names, parts, prospects, rats
from enginehouse.games.great_machine.parts import Play
from enginehouse.games.great_machine.state import Mark, State, Told

PELLET = 10
"""The weight of a pellet of the seat's rat, which is also the maximum weight of a pellet of a rival's rat.

All weights of this module are in percentage points of the win chance. They are set by hand; not measured.
"""
OUT_OF_REACH = 0.5
"""The share of `PELLET` for a pellet of a rival that leads so far that the seat cannot reach it any more."""
LEVEL, BEHIND = 0.8, 0.6
"""The shares of `PELLET` for a pellet of a rival that is level with the seat, or behind it."""
OWN_LIFE, RIVAL_LIFE, LOST_PELLET = 30, 10, 8
"""The weights of the life of the seat's rat and of a rival's rat, and of each pellet that a rat loses when it dies."""
NEW_CAGE = 1.5
"""The weight of the death of a rat without pellets, which comes back in another cage."""
KEPT_FROM = ("deny", "stay ahead")
"""The plans by which a rival's rat does not gain pellets."""
TIE = 16
"""The weight of a tie for the most pellets near the end."""
SOON = 3
"""The number of rounds before the end from which on a tie matters."""


def list_claims(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the pellets and lives of all rats.

    The result of `step` is compared with that of `other`, another action of the seat.
    """
    yield from _add_up([*_claim_own(step, other), *_claim_rivals(step, other)])
    yield from _claim_deaths(step, other)
    yield from _claim_rights(step, other)
    yield from _claim_ties(step, other)


def _add_up(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) that `claims` lists for or against an action, after adding up their weights.

    An action can feed a rat and keep the pellet from another rat, so there can be several reasons for it. The main
    reason for the action gets the sum of the weights of all reasons for it. In the same way, the main reason against
    the action gets the sum of the weights of all reasons against it. The main reason is the reason about the plan
    "eat", or else the reason with the largest weight. If the action feeds the seat's rat, leave out the reasons that it
    keeps pellets from a rival's rat.
    """
    found = list(claims)
    for sign in (1, -1):
        same = [each for each in found if each.weight * sign > 0]
        if same:
            first = max(same, key=lambda each: (each.plan == "eat", each.weight * sign))
            yield first._replace(weight=sum(each.weight for each in same))
            is_fed = sign > 0 and first.plan == "eat"
            yield from (each for each in same if each is not first and not (is_fed and each.plan in KEPT_FROM))


def _count(events: Sequence[RawEvent], kind: int, seat: int) -> int:
    """Return the total number of pellets in those events that have the kind `kind` and name the rat of `seat`."""
    return sum(one[2] for one in events if one[0] == kind and one[1] == seat)


def _has_died(step: PlanAction, seat: int) -> bool:
    return any(one[0] == Told.DIED and one[1] == seat for one in step.events)


def _changes(step: PlanAction, other: PlanAction) -> tuple[list[int], list[int]]:
    """Return how many more pellets each rat gains, and how many more it loses, by an action than by another one.

    `step` is the action, and `other` the action with which it is compared. The results are two lists by seat. If all
    living rats gain more, the gain that they have in common is left out.
    """
    seats = range(step.before.seats)
    gains, losses = (
        [_count(step.events, kind, seat) - _count(other.events, kind, seat) for seat in seats]
        for kind in (Told.GAINED, Told.LOST)
    )
    common = max(0, min((gains[seat] for seat in seats if has(int(step.before.alive), seat)), default=0))
    return [gain - common for gain in gains], losses


def _one(number: int) -> str:
    return "one" if number == 1 else str(number)


def _claim_own(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the pellets of the seat's own rat.

    The result of `step` is compared with that of `other`, another action of the seat. Yield no reason if the rat dies
    by either action.
    """
    s, t, seat = step.before, step.after, step.seat
    if _has_died(step, seat) or _has_died(other, seat):
        return
    gains, losses = _changes(step, other)
    gain, loss = gains[seat], losses[seat]
    eats, ate = (sum(one[:2] == (Told.ATE, seat) for one in each.events) for each in (step, other))
    if gain > 0 and eats > ate and (lost := _count(step.events, Told.LOST, seat)) >= gain:
        if loss <= 0:
            yield claim("make good", (PELLET + 1) * gain, many=names.pellets(lost))
    elif gain > max(0, loss):
        how = "Feed your rat: it" if eats > ate else "Your rat"
        yield claim("eat", PELLET * gain, how=how, many=names.pellets(gain))
    elif gain < 0:
        turned = "Leave the pipes as they are: your rat" if s.tilt != t.tilt else "Let your rat eat: it"
        yield claim("eat", PELLET * gain, how=turned, many=names.pellets(-gain))
    if loss and rats.total(s, seat) > 0 and step.code != Play.at(parts.BLACK_ECONOMY, 0):
        yield claim("keep" if loss < 0 else "cost", -PELLET * loss, many=names.pellets(abs(loss)))


def _weigh_pellet(s: State, seat: int, rival: int) -> float:
    """Return how much it helps the player `seat` if the rat of `rival` loses a pellet or does not gain one.

    The result is in percentage points of the win chance. It is higher if the rival leads, and low if the rival can
    hardly win.
    """
    rivals = prospects.list_rivals(s, seat)
    had, most = rats.total(s, rival), max(rats.total(s, each) for each in rivals)
    lead = had - rats.total(s, seat)
    if max(most, rats.total(s, seat)) - had >= prospects.count_turns_left(s) or lead < -prospects.FAR:
        return prospects.LITTLE / len(rivals)
    if lead > 0:
        share = OUT_OF_REACH if prospects.is_out_of_reach(s, seat) else 1
        return share * (min(PELLET, 2 * PELLET / len(rivals)) if had == most else PELLET / len(rivals))
    return (LEVEL if lead == 0 else BEHIND) * PELLET / len(rivals)


def _claim_rivals(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the pellets of rivals' rats.

    The result of `step` is compared with that of `other`, another action of the seat. Rats that die by either action
    are left out.
    """
    s, seat = step.before, step.seat
    gains, losses = _changes(step, other)
    for rival in prospects.list_rivals(s, seat):
        if _has_died(step, rival) or _has_died(other, rival):
            continue
        name, had, weight = f"{{{rival}}}", rats.total(s, rival), _weigh_pellet(s, seat, rival)
        lead, gain = had - rats.total(s, seat), gains[rival]
        if (loss := losses[rival]) and had > 0:
            yield claim("weaken", weight * loss, rival=name, many=_one(abs(loss)), theirs=names.pellets(had))
        if gain and lead > 0:
            yield claim("deny", -weight * gain, rival=name, many=names.pellets(abs(gain)), lead=lead)
        elif gain:
            gap = f"{-lead} behind you" if lead < 0 else "level with you"
            yield claim("stay ahead", -weight * gain, rival=name, many=names.pellets(abs(gain)), gap=gap)


def _claim_deaths(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: the rats that it kills or saves.

    The result of `step` is compared with that of `other`, another action of the seat. If the seat's own rat has no
    pellet to lose, its death is a reason for the action, because the rat can come back in another cage.
    """
    s, seat = step.before, step.seat
    rivals = prospects.list_rivals(s, seat)
    for each in (seat, *rivals):
        dies, died, had = _has_died(step, each), _has_died(other, each), rats.total(s, each)
        if dies == died or (dies and _dies_by_chance(step)):
            continue
        if each == seat and dies and had == 0 and s.track > 1:
            yield claim("come back", NEW_CAGE)
        elif each == seat:
            weight = (-1.0 if dies else 1.0) * (OWN_LIFE + LOST_PELLET * had)
            yield claim("live", weight, many=f", which has {names.pellets(had)}," if had else "")
        elif had > 0:
            is_far = had < rats.total(s, seat) - prospects.FAR
            weight = (
                (1.0 if dies else -1.0) * (prospects.LITTLE if is_far else RIVAL_LIFE + LOST_PELLET * had) / len(rivals)
            )
            if dies and _eats_laxative(step, each):
                yield _claim_laxative(step, each, weight)
            else:
                yield claim("kill", weight, rival=f"{{{each}}}", many=names.pellets(had))


def _dies_by_chance(step: PlanAction) -> bool:
    """Return whether the action `step` plays a card that kills the fattest or thinnest rat, and several rats are tied.

    One of the tied rats is then drawn at random (GM-4.3).
    """
    s, code = step.before, step.code
    tied = 0
    if code == Play.at(parts.CARDIAC_ARREST, 0):
        tied = rats.fattest(s, False)
    elif code == Play.at(parts.STARVATION, 0):
        tied = rats.thinnest(s, False)
    return seats_in(int(tied)) > 1


def _eats_laxative(step: PlanAction, seat: int) -> bool:
    return any(one[:2] == (Told.ATE, seat) and one[2] & Mark.LAXATIVE for one in step.events)


def _claim_laxative(step: PlanAction, rival: int, weight: float) -> Claim:
    """Return the reason (`Claim`) for an action by which a rival's rat eats a laxative pellet and dies.

    The rat dies if it has fewer than two pellets when it eats the laxative pellet. `rival` is the seat of this rat, and
    `weight` the weight of the reason.
    """
    lost = _count(step.events, Told.LOST, rival)
    left = rats.total(step.before, rival) - lost
    when = "after the shock it has" if lost else "it has"
    return claim("laxative", weight, rival=f"{{{rival}}}", when=when, many=names.pellets(left) if left else "no pellet")


def _claim_rights(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the action `step`: it takes rights away from the rats of rivals.

    The rights are the protection from shocks and the right to gain pellets. A right counts only if the rat keeps it
    when the player chooses the action `other` instead.
    """
    s, t, seat = step.before, step.after, step.seat
    rivals = prospects.list_rivals(s, seat)
    for rival in rivals:
        name, had = f"{{{rival}}}", rats.total(s, rival)
        if _has_died(step, rival) or _has_died(other, rival):
            continue
        if min(had, rats.total(t, rival)) > 0 and rats.is_protected(other.after, rival):
            if not rats.is_protected(t, rival):
                many = "pellet" if had == 1 else names.pellets(had)
                yield claim("strip", (3 + had) / len(rivals), rival=name, many=many)
        barred = rats.gainers(other.after, int(s.alive)) & ~rats.gainers(t, int(s.alive))
        if has(barred, rival) and had - rats.total(s, seat) >= -prospects.FAR:
            yield claim("no gain", 6 / len(rivals), rival=name)


def _claim_ties(step: PlanAction, other: PlanAction) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for the action `step` if it ends a tie, or against the action if it makes a tie.

    A tie means that the rats of the seat and of a rival have equally many pellets, and that no rival's rat has more.
    Tied rats cannot win (GM-4.2). Only ties in the last rounds of a game count. If `other`, another action of the seat,
    ends or makes the tie as well, yield no reason.
    """
    s, t, seat = step.before, step.after, step.seat
    if s.track > SOON or other is step:
        return
    before, after, otherwise = (
        prospects.count_lead(one, seat) if has(int(one.alive), seat) else -1 for one in (s, t, other.after)
    )
    if before == 0 < after and otherwise <= 0 and rats.total(s, seat) > 0:
        yield claim("break tie", TIE, rival=f"{{{prospects.find_fattest_rival(s, seat)}}}")
    elif after == 0 < before and otherwise != 0 and rats.total(t, seat) > 0:
        yield claim("no tie", -TIE, rival=f"{{{prospects.find_fattest_rival(t, seat)}}}")
