"""Compute the facts about a position on which the plans of The Great Machine rest.

Examples are the lead of a seat, the turns that are left, and the rat that eats the next pellet.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from enginehouse.core.records.events import Events, written
from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.records.masks import has, lowest
from enginehouse.core.words.plans import PlanAction, list_legal
from enginehouse.games.great_machine import facts, judgement, machine, parts, rats, rules, state
from enginehouse.games.great_machine.parts import Discard, Play
from enginehouse.games.great_machine.state import Now, Phase, State

TILTS = {parts.TOGGLE_PIPE: 1, parts.TOGGLE_PIPES: 2, parts.TOGGLE_MANY_PIPES: 3}
"""By kind of movement card: the number of toggles that it tilts (GM-5)."""
SPOILED = Now.POISON | Now.LAXATIVE
"""The marks of a turn's first pellet with which a rat does not gain it."""
HURRIED = 4
"""A lead counts in full for hurrying the Master if, times this number, it is at least the number of turns left.

Set by hand; not measured.
"""
FAR = 4
"""A rival that is more pellets behind than this is no danger for now. Set by hand; not measured."""
LITTLE = 0.5
"""The weight of a pellet of such a rival, about win chance in percent: too little for a reason beside others.

Set by hand; not measured.
"""


# -- the score ---------------------------------------------------------------------------------------------------------


def list_rivals(s: State, seat: int) -> list[int]:
    """Return a list of the other seats whose rats live."""
    return [other for other in range(s.seats) if other != seat and has(int(s.alive), other)]


def find_fattest_rival(s: State, seat: int) -> int:
    """Return the rival with the most pellets, or -1 if no rat of a rival lives."""
    return max(list_rivals(s, seat), key=lambda other: (rats.total(s, other), -other), default=-1)


def count_lead(s: State, seat: int) -> int:
    """Return the number of pellets by which a seat's rat is ahead of its fattest rival (negative: behind)."""
    rival = find_fattest_rival(s, seat)
    return rats.total(s, seat) - (rats.total(s, rival) if rival >= 0 else 0)


def count_turns_left(s: State) -> int:
    """Return the number of turns until the Master arrives, the present one included (GM-2.4, GM-2.5).

    Extra turns and cards that move the Master can still change this number.
    """
    rounds = min(int(s.track), parts.LAST_ROUND - int(s.round) + 1)
    return rounds * int(s.seats) - int(s.turn_at)


def is_out_of_reach(s: State, seat: int) -> bool:
    """Return whether a seat is so far behind that it could not win even by eating one pellet in each turn left."""
    return -count_lead(s, seat) >= count_turns_left(s)


# -- the pipes ---------------------------------------------------------------------------------------------------------


def list_tilts(s: State, seat: int) -> list[int]:
    """Return a list of how many toggles each card in a seat's hand tilts (GM-5).

    Cards that tilt no toggle are left out.
    """
    kinds = [int(parts.KIND_OF[piece]) for piece in list_pieces(s, parts.HAND + seat) if piece > 0]
    return [TILTS[kind] for kind in kinds if kind in TILTS]


def can_feed(s: State, seat: int, sizes: Collection[int]) -> bool:
    """Return whether a movement card can lead the next pellet to the rat of `seat` (GM-5).

    A movement card tilts toggles, which changes the path of the pellet through the pipes. `sizes` has counts, such as 1
    or 2: how many toggles a card may tilt at once. The function tries all of them.
    """
    locked = machine.find_locked(s)
    t, free = state.SHAPE.copy(s), [toggle for toggle in range(int(s.toggles)) if not locked >> toggle & 1]
    for size in {*sizes}:
        for toggles in combinations(free, size):
            t.tilt = int(s.tilt) ^ sum(1 << toggle for toggle in toggles)
            if is_under_pipes(t, seat):
                return True
    return False


def is_under_pipes(s: State, seat: int) -> bool:
    """Return whether the next pellet falls into the cage where the rat of `seat` sits."""
    return bool(rats.find_rat(s, machine.first_pellet_ends(s, False)) == seat)


def can_gain(s: State, seat: int) -> bool:
    """Return whether the rat of `seat` gains this turn's first pellet if the pellet reaches it."""
    drops = not s.ethics and not s.now & (Now.HOPPER | SPOILED)
    return bool(drops and rats.may_eat(s, seat) and has(rats.gainers(s, int(s.alive)), seat))


def find_next_eater(s: State) -> int:
    """Return the seat whose rat gains the next pellet from the hopper if the pipes stay as they are, or -1.

    A rat in the pipes eats a pellet that comes to its toggle (GM-8.1).
    """
    node, eater = 1, -1
    while node <= s.toggles and eater < 0:
        eater = machine.find_eater(s, node)
        if eater < 0 and (s.stuck_runs[node] > 0 or machine.find_level(node) == s.blockage):
            return -1
        node = machine.below_toggle(s, node)
    eater = eater if eater >= 0 else rats.find_rat(s, node - int(s.toggles))
    return eater if eater >= 0 and can_gain(s, eater) else -1


def is_shocked_next(s: State, seat: int) -> bool:
    """Return whether the next step of the motor reaches the rat of `seat` and can shock it."""
    reached = judgement.ring_distance(s, seat) == 1 and not s.ethics
    return bool(reached and has(int(s.alive), seat) and not rats.is_protected(s, seat))


# -- the action to compare with ----------------------------------------------------------------------------------------


def act_otherwise(step: PlanAction) -> PlanAction:
    """Return another action of the seat, with which the action of `step` is compared.

    The difference between the results of the two actions counts as the effect of `step`. A card is compared with a
    discard, so the comparison shows how the machine runs without the card. Any other action is compared with the first
    other legal action. If there is no other action, or if the action is a discard itself, return `step`.
    """
    s, seat = step.before, step.seat
    kinds = (Discard,) if step.code in Play and s.phase == Phase.PLAY else ()
    codes = [code for code in list_legal(s, seat, *kinds) if code != step.code]
    if not codes or step.code in Discard:
        return step
    t, e = state.SHAPE.copy(s), Events(facts.FACTS.event_size)
    rules.apply(t, seat, codes[0], e)
    while t.reason == 0 and t.asked:  # the others let the card take effect
        asked = lowest(int(rules.actors(t)))
        rules.apply(t, asked, list_legal(t, asked)[0], e)
    return PlanAction(s, seat, codes[0], t, written(e))
