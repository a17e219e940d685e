"""List the follies of Mechanation: actions that no sensible pilot chooses (see `core.words.follies`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import count as count_pieces
from enginehouse.core.records.masks import seats_in
from enginehouse.core.words.follies import Attempt, Folly
from enginehouse.core.words.plans import PlanAction
from enginehouse.games.mechanation import battle, meeting, parts
from enginehouse.games.mechanation.lands import find_largest, largest_set, tally
from enginehouse.games.mechanation.parts import Boost, Burrow, Defend, Deploy, GiveUp, Pass, Recall, Strike
from enginehouse.games.mechanation.state import MechPlace, Phase, State

STAGES = {MechPlace.STAND_BY: 1, MechPlace.DISABLED: 2, MechPlace.MALFUNCTIONED: 3}
"""The number of repairs that a mech needs, by its stage in the hangar (MN-4.2)."""


def count(s: State, seat: int) -> tuple[int, ...]:
    """Return the numbers by which positions are compared for the pilot `seat`. In each of them, more is better.

    The first number is 1 if the pilot has won, -1 if another pilot has won, else 0. Then six numbers follow for each
    pilot:

    - the number of territories
    - the size of the largest set
    - the number of mechs that all pilots know, as a negative number
    - three numbers for the three mechs: the repairs that the mech needs times its power, as a negative number

    For each rival, these six numbers are multiplied by -1, because the pilot wants the opposite for them.
    """
    found: list[int] = [0 if s.winner == 0 else 1 if s.winner == seat + 1 else -1]
    for other in range(s.seats):
        sign = 1 if other == seat else -1
        repairs = [
            STAGES.get(int(s.place[other][tier]), 0) * int(parts.POWER_OF[s.balanced, s.mech[other][tier]])
            for tier in range(parts.TIERS)
        ]
        numbers = (count_pieces(s, parts.HELD + other), largest_set(s, other), -seats_in(int(s.seen[other])))
        found += [sign * int(number) for number in (*numbers, *(-one for one in repairs))]
    return tuple(found)


def _passes(at: Attempt, *phases: int) -> bool:
    return at.is_a(Pass) and at.view.phase in phases


def _brings_land(at: Attempt, codes: list[int]) -> bool:
    """Return whether one of the actions `codes` surely brings a territory that the action in `at` does not bring.

    "Surely" means in all guesses of the hidden information.
    """
    lands = [int(count_pieces(step.after, parts.HELD + at.seat)) for step in at.steps()]
    for code in codes:
        more = [int(count_pieces(step.after, parts.HELD + at.seat)) for step in at.steps(code)]
        if all(one > two for one, two in zip(more, lands, strict=True)):
            return True
    return False


def _leaves_land(at: Attempt) -> bool:
    return _passes(at, Phase.DEPLOY) and _brings_land(at, at.list_others(Deploy)) and at.is_needless(count)


def _leaves_attack(at: Attempt) -> bool:
    attacks = at.list_others(Strike, Burrow)
    return _passes(at, Phase.ATTACK, Phase.BURROW) and _brings_land(at, attacks) and at.is_needless(count)


def _wastes_boost(at: Attempt) -> bool:
    return at.is_a(Boost) and bool(battle.wastes_boost(at.view))


def _refuses_boost(at: Attempt) -> bool:
    s = at.view
    return (
        _passes(at, Phase.OVERCLOCK)
        and meeting.meet_with_boost(s, False).result < 0
        and meeting.meet_with_boost(s, True).result > 0
    )


def _loses(step: PlanAction, seat: int) -> bool:
    """Return whether the action of `step` brings about a battle in which a mech of the pilot `seat` loses.

    If the action also ends the round, return False.
    """
    if step.after.round != step.before.round:
        return False
    for row in step.after.fights[int(step.before.fought) : int(step.after.fought)]:
        side = 0 if row[2] == seat else 1 if row[5] == seat else -1
        if side >= 0 and row[1] == 2 - side:
            return True
    return False


def _sends_to_defeat(at: Attempt) -> bool:
    return (
        at.is_a(Defend, Burrow, Strike, Deploy)
        and at.always(lambda step: _loses(step, at.seat))
        and at.is_needless(count)
    )


def _refuses_defence(at: Attempt) -> bool:
    return _passes(at, Phase.DEFEND) and at.is_needless(count)


def _is_won_by_rival(step: PlanAction, seat: int) -> bool:
    return bool(step.after.winner != 0 and step.after.winner != seat + 1)


def _lets_rival_win(at: Attempt) -> bool:
    return at.always(lambda step: _is_won_by_rival(step, at.seat)) and at.can(
        lambda step: not _is_won_by_rival(step, at.seat)
    )


def _misses_win(at: Attempt) -> bool:
    most = max(int(largest_set(at.view, at.seat)), 0)
    if most < parts.SET_TO_WIN - 2:
        return False
    return at.always(lambda step: step.after.winner == 0) and at.can(lambda step: step.after.winner == at.seat + 1)


def _scraps_from_set(at: Attempt) -> bool:
    def keeps(step: PlanAction) -> bool:
        return int(find_largest(tally(step.after, at.seat))) >= int(find_largest(tally(step.before, at.seat)))

    return at.is_a(GiveUp) and at.always(lambda step: not keeps(step)) and at.can(keeps, at.list_others(GiveUp))


def _leaves_in_hangar(at: Attempt) -> bool:
    return _passes(at, Phase.RECALL) and bool(at.list_others(Recall))


FOLLIES = (
    Folly("misses the win", "It could win at once, and does not.", _misses_win),
    Folly("lets a rival win", "A rival wins at once, which it could prevent.", _lets_rival_win),
    Folly("leaves a territory", "It passes although a territory is to be had for nothing.", _leaves_land),
    Folly("leaves an attack", "It does not attack although its rival cannot defend.", _leaves_attack),
    Folly("boosts for nothing", "It takes the +3, which changes nothing, and Overclock Malfunctions.", _wastes_boost),
    Folly("refuses the boost", "It loses a battle that the +3 would win.", _refuses_boost),
    Folly("sends to defeat", "It sends a mech into a battle that is lost for certain.", _sends_to_defeat),
    Folly("refuses to defend", "It lets a territory go that it could defend for certain.", _refuses_defence),
    Folly("scraps from its set", "It scraps a territory of its largest set, and could scrap another one.", _scraps_from_set),
    Folly("recalls nothing", "It leaves a mech in the hangar that Recaller could bring back.", _leaves_in_hangar),
)  # fmt: skip
