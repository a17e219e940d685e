"""Mechanation: the verbs, and the round in the order of the rulebook (MN-2 to MN-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import below, seed_chance
from enginehouse.core.compiling import rule
from enginehouse.core.events import EVERYBODY, emit, tell
from enginehouse.core.hidden import at, count, draw, lay_out, put, show, shuffle
from enginehouse.games.mechanation.battle import after_fight, capture, next_occupied, resolve, reveal, settle
from enginehouse.games.mechanation.choices import (
    choices_of_arena,
    choices_of_attack,
    choices_of_mechs,
    choices_of_own,
    may_attack,
    may_burrow,
    may_line_up,
)
from enginehouse.games.mechanation.knowledge import guess, view
from enginehouse.games.mechanation.lands import (
    card_left,
    clear_arena,
    deal_to_arena,
    faces_down,
    gain,
    is_up,
    largest_set,
    look_at,
    renew_deck,
    scrap,
    turn_up,
    win,
)
from enginehouse.games.mechanation.mechs import (
    clear_posts,
    could_hold,
    hand_size,
    hangar_size,
    has_in_hand,
    in_hangar,
    leave_post,
    seen_in_hand,
    show_mech,
    stand_at,
    tier_at,
)
from enginehouse.games.mechanation.parts import (
    BOOST,
    BURROW,
    DECK,
    DEFEND,
    DEPLOY,
    GIVE_UP,
    GUARD,
    HELD,
    KIND_OF,
    LAST_ROUND,
    LIMIT,
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
from enginehouse.games.mechanation.refusals import WHOSE, why_not
from enginehouse.games.mechanation.state import ATTACK_POST, FIGHT_FIELDS, Fight, Phase, Place, Told

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


# -- the round ---------------------------------------------------------------------------------------------------------


@rule
def seat_in_turn(s: Any, nth: int) -> int:
    """MN-4, MN-5.2, MN-6.2: each pilot in turn, from the Alpha clockwise."""
    return int((s.alpha + nth) % s.seats)


@rule
def advance(s: Any, e: Any) -> None:
    """Go on through what nobody decides, from step to step and round to round, up to the next decision."""
    while s.phase > Phase.OVER:
        if s.phase <= Phase.REPAIR:
            begin_initiation(s, e)
        elif s.phase == Phase.DEAL:
            deal_arena(s, e)
        elif s.phase == Phase.LINE_UP:
            line_up(s)
        elif s.phase == Phase.SETTLE:
            settle_arena(s, e)
        elif s.phase <= Phase.AGAIN:
            begin_attack(s)
        elif s.phase == Phase.NEXT:
            next_round(s, e)
        else:
            keep_limit(s)


# -- 4 Initiation Phase ------------------------------------------------------------------------------------------------


@rule
def begin_initiation(s: Any, e: Any) -> None:
    """MN-4.1: a pilot turns a face-down territory, and is asked which if there are several; then MN-4.2, MN-4.3 (MN-4.4)."""
    if s.at == s.seats:
        s.phase = Phase.DEAL
        return
    s.active = seat_in_turn(s, s.at)
    if s.phase == Phase.INITIATE:
        down = faces_down(s, HELD + s.active)
        if down > 1:
            s.phase = Phase.TURN
            return
        for k in range(count(s, HELD + s.active)):
            if not is_up(s, HELD + s.active, k):
                turn_up(s, s.active, k, e)
    for tier in range(TIERS):
        if in_hangar(s, s.active, tier):
            repair(s, s.active, tier)
            tell(e, Told.REPAIRED, s.active, int(s.mech[s.active][tier]), int(s.place[s.active][tier]), 0)
    if hangar_size(s, s.active) > 0 and could_hold(s, s.active, Mech.WRENCH):
        s.phase = Phase.WRENCH
    else:
        s.at += 1
        s.phase = Phase.INITIATE


@rule
def repair(s: Any, seat: int, tier: int) -> None:
    """MN-4.2: one stage: Malfunctioned to Disabled, Disabled to Stand-By, Stand-By to the hand."""
    s.place[seat][tier] = int(s.place[seat][tier]) - 1
    if int(s.place[seat][tier]) == Place.HAND:
        seen_in_hand(s, seat, tier)


@rule
def use_wrench(s: Any, seat: int, tier: int, e: Any) -> None:
    """MN-8 Wrench: it goes onto Stand-By, and another mech of the hangar is repaired by one more stage."""
    show_mech(s, seat, 0)
    s.place[seat][0] = Place.STAND_BY
    repair(s, seat, tier)
    tell(e, Told.WRENCHED, seat, int(s.mech[seat][tier]), int(s.place[seat][tier]), 0)


# -- 5 Arena Phase -----------------------------------------------------------------------------------------------------


@rule
def deal_arena(s: Any, e: Any) -> None:
    """MN-5.5, MN-5.1: the oldest territories go, two new ones come."""
    clear_arena(s, e)
    deal_to_arena(s, e)
    s.at = 0
    s.looked = 0
    for k in range(s.fought):
        for j in range(FIGHT_FIELDS):
            s.fights[k][j] = 0
    s.fought = 0
    s.phase = Phase.LINE_UP


@rule
def line_up(s: Any) -> None:
    """MN-5.2: from the Alpha clockwise each pilot deploys or passes; MN-5.7: two pilots do so twice."""
    laps = 2 if s.seats == 2 else 1
    if s.at == laps * s.seats:
        s.phase = Phase.SETTLE
        return
    s.active = seat_in_turn(s, s.at)
    if may_line_up(s, s.active):
        s.phase = Phase.DEPLOY
    else:
        s.at += 1


@rule
def deploy(s: Any, seat: int, tier: int, index: int, e: Any) -> None:
    """MN-5.2: a mech goes from the hand to a territory of the Arena, hidden; everyone sees where, and which was first."""
    second = 0
    for post in range(ATTACK_POST):
        if s.post_seat[post] != 0 and s.post_at[post] == index:
            second = 1
    stand_at(s, seat, tier, s.posts, index)
    s.posts += 1
    tell(e, Told.DEPLOYED, seat, index, second, 0)
    s.at += 1
    s.phase = Phase.LINE_UP


@rule
def use_periscope(s: Any, seat: int, owner: int, index: int, e: Any) -> None:
    """MN-8 Periscope, MN-5.6: shown from the hand in the pilot's own turn, before deploying; it looks at one territory."""
    tell(e, Told.SHOWN, seat, Mech.PERISCOPE, 0, 0)
    seen_in_hand(s, seat, 0)
    s.looked = 1
    look_at(s, seat, owner, index, e)
    s.phase = Phase.DEPLOY if may_line_up(s, seat) else Phase.LINE_UP
    if s.phase == Phase.LINE_UP:
        s.at += 1


@rule
def settle_arena(s: Any, e: Any) -> None:
    """MN-5.3: one occupied territory after the other; then the Pilot Phase."""
    if next_occupied(s) < 0:
        clear_posts(s)
        s.phase = Phase.PILOT
    else:
        settle(s, e)


# -- 6 Pilot Phase -----------------------------------------------------------------------------------------------------


@rule
def begin_attack(s: Any) -> None:
    """MN-6.1: the Alpha may attack; MN-8.9, MN-9.6: then everybody is asked who could have Burrower in the hand."""
    s.active = s.alpha
    if s.phase == Phase.PILOT and may_attack(s, s.alpha):
        s.phase = Phase.ATTACK
    elif may_burrow(s, s.alpha):
        s.phase = Phase.BURROW
    else:
        s.phase = Phase.LIMIT
        s.at = 0
        s.limit = LIMIT


@rule
def strike(s: Any, tier: int, owner: int, index: int, burrower: bool, e: Any) -> None:
    """MN-6.1: the Alpha attacks a territory with a mech from the hand, hidden; MN-8.9: with Burrower, open."""
    s.attack = Fight.BURROWER if burrower else Fight.PILOT
    s.target[0] = owner
    s.target[1] = index
    s.side_seat[0] = s.alpha
    s.side_seat[1] = owner
    s.side_tier[0] = 0  # told when it is revealed
    s.side_tier[1] = 0
    tell(e, Told.ATTACKED, s.alpha, owner, index, 1 if burrower else 0)
    if burrower:
        show_mech(s, s.alpha, tier)
        s.place[s.alpha][tier] = Place.BATTLE
    else:
        stand_at(s, s.alpha, tier, ATTACK_POST, 0)
    if hand_size(s, owner) > 0:
        s.phase = Phase.DEFEND
        s.active = owner
    else:
        go_undefended(s, e)


@rule
def go_undefended(s: Any, e: Any) -> None:
    """MN-6.1, MN-6.4, MN-7.9: no defender: the Alpha takes the territory, the attacker goes back to the hand unrevealed."""
    if s.attack == Fight.PILOT:
        leave_post(s, ATTACK_POST, Place.HAND)
    else:
        s.place[s.alpha][0] = Place.HAND
    s.phase = after_fight(s)
    s.attack = Fight.NONE
    capture(s, e)
    begin_limit(s)


@rule
def defend(s: Any, seat: int, tier: int, e: Any) -> None:
    """MN-6.1: the owner defends with a mech from the hand: a battle."""
    s.side_tier[1] = tier
    if s.attack == Fight.PILOT:
        s.side_tier[0] = tier_at(s, ATTACK_POST)
        leave_post(s, ATTACK_POST, Place.BATTLE)
    reveal(s, e)
    begin_limit(s)


@rule
def begin_limit(s: Any) -> None:
    """MN-6.2: the Scrap Phase begins with the Alpha."""
    if s.phase == Phase.LIMIT:
        s.at = 0
        s.limit = LIMIT


# -- 6 Scrap Phase -----------------------------------------------------------------------------------------------------


@rule
def keep_limit(s: Any) -> None:
    """MN-6.2, MN-6.6: each pilot in turn meets the limit, then uses abilities; MN-9.6: who could have Harvester is asked."""
    if s.at == s.seats:
        s.phase = Phase.NEXT
        return
    s.active = seat_in_turn(s, s.at)
    if s.phase == Phase.LIMIT:
        if count(s, HELD + s.active) > s.limit:
            s.phase = Phase.SCRAP
            return
        if could_hold(s, s.active, Mech.HARVESTER) and card_left(s):
            s.phase = Phase.HARVEST
            return
    s.at += 1
    s.limit = LIMIT
    s.phase = Phase.LIMIT


@rule
def use_harvester(s: Any, seat: int, e: Any) -> None:
    """MN-8 Harvester, MN-8.10: the deck's top comes face-down, and may win at once; then one territory is scrapped."""
    tell(e, Told.SHOWN, seat, Mech.HARVESTER, 0, 0)
    seen_in_hand(s, seat, 2)
    renew_deck(s, e)
    index = count(s, DECK) - 1
    emit(e, Told.HARVESTED, seat, 0, int(KIND_OF[at(s, DECK, index)]), 0, EVERYBODY, 1 << seat)
    s.phase = Phase.REAP
    gain(s, seat, DECK, index, e)


# -- the end of a round ------------------------------------------------------------------------------------------------


@rule
def next_round(s: Any, e: Any) -> None:
    """MN-6.3: the Alpha token passes clockwise; MN-3.2: after the last round the largest set wins."""
    if s.round == LAST_ROUND:
        best = best_seats(s)
        seat = 0
        while (best >> seat) & 1 == 0:
            seat += 1
        win(s, seat, 302, e)
        return
    s.round += 1
    s.alpha = seat_in_turn(s, 1)
    s.at = 0
    s.phase = Phase.INITIATE
    tell(e, Told.ROUND, s.round, s.alpha, 0, 0)


@rule
def best_seats(s: Any) -> int:
    """MN-3.2: the pilots with the largest set, of these those with the most territories, as a mask."""
    best, mask = -1, 0
    for seat in range(s.seats):
        value = 100 * largest_set(s, seat) + count(s, HELD + seat)
        if value > best:
            best, mask = value, 0
        if value == best:
            mask |= 1 << seat
    return mask


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
        use_periscope(s, seat, -1, action - LOOK_ARENA, e)
    elif action < DEPLOY:
        use_periscope(s, seat, (action - LOOK) // MOST_HELD, (action - LOOK) % MOST_HELD, e)
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
        defend(s, seat, action - DEFEND, e)
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
