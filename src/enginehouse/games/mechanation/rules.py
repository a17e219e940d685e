"""Mechanation: the verbs, and the setup (MN-2); the round itself is in `phases`."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import below, seed_chance
from enginehouse.core.events import tell
from enginehouse.core.hidden import draw, lay_out, put, show, shuffle
from enginehouse.core.rule import rule
from enginehouse.games.mechanation.battle import after_fight, resolve
from enginehouse.games.mechanation.choices import (
    choices_of_arena,
    choices_of_attack,
    choices_of_mechs,
    choices_of_own,
)
from enginehouse.games.mechanation.knowledge import guess, view
from enginehouse.games.mechanation.lands import (
    largest_set,
    scrap,
    turn_up,
)
from enginehouse.games.mechanation.mechs import (
    has_in_hand,
    seen_in_hand,
)
from enginehouse.games.mechanation.parts import (
    ARENA,
    BOOST,
    BURROW,
    DECK,
    DEFEND,
    DEPLOY,
    GIVE_UP,
    GUARD,
    HELD,
    LOOK,
    LOOK_ARENA,
    MECHS_OF_TIER,
    MOST_ARENA,
    MOST_HELD,
    MOST_SEATS,
    PASS,
    REAP,
    RECALL,
    REPAIR,
    ROOM,
    STRIKE,
    TERRITORIES,
    TIERS,
    TURN,
    WARDEN_LIMIT,
    Mech,
)
from enginehouse.games.mechanation.phases import (
    advance,
    begin_limit,
    best_seats,
    defend,
    deploy,
    go_undefended,
    strike,
    use_harvester,
    use_periscope,
    use_wrench,
)
from enginehouse.games.mechanation.refusals import WHOSE, why_not
from enginehouse.games.mechanation.state import Fight, Phase, Place, Told

__all__ = ["actors", "apply", "guess", "legal", "refusal", "scores", "setup", "view"]


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """MN-2.1: three face-down territories and one mech of each tier for everybody; MN-2.2: a random first Alpha."""
    seed_chance(s, seed)
    lay_out(s, ROOM)
    s.seats = options[0]
    for piece in range(1, TERRITORIES + 1):
        put(s, DECK, piece)
    shuffle(s, DECK)
    for seat in range(s.seats):
        for _ in range(3):
            show(s, draw(s, DECK, HELD + seat), 1 << seat)
    for tier in range(TIERS):
        deal_mechs(s, tier)
    s.alpha = below(s, s.seats)
    s.round = 1
    s.phase = Phase.TURN
    s.active = s.alpha


@rule
def deal_mechs(s: Any, tier: int) -> None:
    """MN-2.1: one mech of a tier for everybody; the others leave the game unseen."""
    pile = np.zeros(MECHS_OF_TIER, np.int64)
    for k in range(MECHS_OF_TIER):
        pile[k] = tier * MECHS_OF_TIER + k + 1
    for seat in range(s.seats):
        other = seat + below(s, MECHS_OF_TIER - seat)
        mech = int(pile[other])
        pile[other] = int(pile[seat])
        s.mech[seat][tier] = mech


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> int:
    """Whose decision it is; never more than one pilot's."""
    return 0 if s.phase == Phase.OVER else int(1 << s.active)


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """The seat's legal actions, ascending."""
    if s.phase == Phase.OVER or seat != s.active:
        return 0
    phase = s.phase
    n = 0
    if phase != Phase.TURN and phase != Phase.SCRAP and phase != Phase.REAP:
        out[0] = PASS
        n = 1
    if phase == Phase.DEPLOY:
        return choices_of_arena(s, seat, out, n)
    if phase == Phase.ATTACK or phase == Phase.BURROW:
        return choices_of_attack(s, seat, out, n)
    if phase == Phase.OVERCLOCK:
        out[n] = BOOST
        return n + 1
    if phase == Phase.HARVEST:
        if has_in_hand(s, seat, Mech.HARVESTER):
            out[n] = REAP
            n += 1
        return n
    if phase == Phase.WRENCH or phase == Phase.RECALL or phase == Phase.DEFEND:
        return choices_of_mechs(s, seat, out, n)
    return choices_of_own(s, seat, out, n)


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """0, or the clause that forbids the action: the end, whose decision it is, then the action itself."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.active:
        return WHOSE[v.phase]
    return why_not(v, seat, action)


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision."""
    if action == PASS:
        pass_by(s, seat, e)
    elif action < REPAIR:
        turn_up(s, seat, action - TURN, e)
        s.phase = Phase.REPAIR
    elif action < LOOK_ARENA:
        use_wrench(s, seat, action - REPAIR, e)
        s.at += 1
        s.phase = Phase.INITIATE
    elif action < LOOK:
        use_periscope(s, seat, ARENA, action - LOOK_ARENA, e)
    elif action < DEPLOY:
        use_periscope(s, seat, HELD + (action - LOOK) // MOST_HELD, (action - LOOK) % MOST_HELD, e)
    elif action < STRIKE:
        deploy(s, seat, (action - DEPLOY) // MOST_ARENA, (action - DEPLOY) % MOST_ARENA, e)
    elif action < DEFEND:
        apply_attack(s, action, e)
    else:
        apply_answer(s, seat, action, e)
    advance(s, e)


@rule
def apply_attack(s: Any, action: int, e: Any) -> None:
    """MN-6.1, MN-8.9: an attack names a mech, an owner and a territory."""
    if action < BURROW:
        place = (action - STRIKE) % (MOST_SEATS * MOST_HELD)
        tier = (action - STRIKE) // (MOST_SEATS * MOST_HELD)
        strike(s, tier, place // MOST_HELD, place % MOST_HELD, False, e)
    else:
        place = action - BURROW
        strike(s, 0, place // MOST_HELD, place % MOST_HELD, True, e)


@rule
def apply_answer(s: Any, seat: int, action: int, e: Any) -> None:
    """Answers in and after battle, and what the Scrap Phase asks."""
    if action < BOOST:
        defend(s, action - DEFEND, e)
    elif action == BOOST:
        boost(s, seat, 1, e)
    elif action < GIVE_UP:
        recall(s, seat, action - RECALL, e)
    elif action < GUARD:
        scrap(s, seat, action - GIVE_UP, e)
        if s.phase == Phase.REAP:
            s.phase = Phase.ABILITY
        else:
            s.phase = Phase.LIMIT
    elif action == GUARD:
        tell(e, Told.SHOWN, seat, Mech.WARDEN, 0, 0)
        seen_in_hand(s, seat, 1)
        s.limit = WARDEN_LIMIT
        s.phase = Phase.LIMIT
    else:
        use_harvester(s, seat, e)


@rule
def pass_by(s: Any, seat: int, e: Any) -> None:
    """Everything that may be left: abilities (MN-8.3), deploying (MN-5.2), attacking and defending (MN-6.1).

    MN-9.7: what passing tells is told by the phase alone, never by what there was to choose.
    """
    phase = s.phase
    if phase == Phase.DEPLOY or phase == Phase.ATTACK:
        tell(e, Told.PASSED, seat, phase, 0, 0)
    if phase == Phase.WRENCH:
        s.at += 1
        s.phase = Phase.INITIATE
    elif phase == Phase.DEPLOY:
        s.at += 1
        s.phase = Phase.LINE_UP
    elif phase == Phase.OVERCLOCK:
        boost(s, seat, 2, e)
    elif phase == Phase.RECALL:
        go_on(s)
    elif phase == Phase.ATTACK or phase == Phase.BURROW:
        s.phase = Phase.LIMIT
        begin_limit(s)
    elif phase == Phase.DEFEND:
        go_undefended(s, e)
    else:
        s.phase = Phase.ABILITY


@rule
def boost(s: Any, seat: int, choice: int, e: Any) -> None:
    """MN-8 Overclock, MN-7.2: its pilot takes +3 (1) or not (2); then the battle is decided."""
    s.boosted = choice
    tell(e, Told.BOOSTED, seat, 2 - choice, 0, 0)
    resolve(s, e)
    begin_limit(s)


@rule
def recall(s: Any, seat: int, tier: int, e: Any) -> None:
    """MN-8 Recaller: another mech of the hangar comes back to the hand."""
    s.place[seat][tier] = Place.HAND
    seen_in_hand(s, seat, tier)
    tell(e, Told.RECALLED, seat, int(s.mech[seat][tier]), 0, 0)
    go_on(s)


@rule
def go_on(s: Any) -> None:
    """What follows the battle after which Recaller was asked."""
    s.phase = after_fight(s)
    s.attack = Fight.NONE
    begin_limit(s)


@rule
def scores(s: Any, out: Any) -> None:
    """MN-3.1, MN-3.2: the size of the largest set by seat; rank 1 for who has won, 2 for all others."""
    best = 0
    if s.reason == 302:
        best = best_seats(s)
    elif s.reason != 0:
        best = 1 << (s.winner - 1)
    for seat in range(8):
        out[seat] = largest_set(s, seat) if seat < s.seats else 0
        out[8 + seat] = (1 if (best >> seat) & 1 else 2) if seat < s.seats else 0
