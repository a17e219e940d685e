"""Define the functions of Mechanation that each game in `enginehouse.games` must have, such as `setup` and `legal`.

The steps of a round are in the module `phases`.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.chance import begin_guess, below
from enginehouse.core.records.dealing import lay_deck
from enginehouse.core.records.events import Events, bit_of
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import draw, let_know, show, start_up, view_pieces
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_winners
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats
from enginehouse.games.mechanation import battle, choices, knowledge, lands, mechs, parts, phases, refusals, state
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State, Told

open_half = state.SHAPE.open_half


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """Deal three face-down territories and a mech of each tier (MN-2.1) in the empty record `s`. Draw the first Alpha.

    `options` has the number of seats, then 1 for the classic set of mechs or 0. `seed` has the numbers that start the
    random number generator (MN-2.2).
    """
    start_up(s, options, seed, parts.ROOM)
    s.balanced = 1 - options[1] if len(options) > 1 else 1
    lay_deck(s, parts.DECK, parts.FIRST_DECK, parts.MORE_WILDS)
    for seat in range(s.seats):
        for _ in range(3):
            show(s, draw(s, parts.DECK, parts.HELD + seat), 1 << seat)
    for tier in range(parts.TIERS):
        deal_mechs(s, tier)
    s.alpha = below(s, s.seats)
    s.round = 1
    s.phase = Phase.TURN
    s.active = s.alpha


@rule
def deal_mechs(s: State, tier: int) -> None:
    """Deal one mech of a tier to each pilot (MN-2.1). The remaining mechs leave the game, and no pilot sees them."""
    pile = np.zeros(parts.MECHS_OF_TIER, np.int64)
    for k in range(parts.MECHS_OF_TIER):
        pile[k] = tier * parts.MECHS_OF_TIER + k + 1
    for seat in range(s.seats):
        other = seat + below(s, parts.MECHS_OF_TIER - seat)
        mech = int(pile[other])
        pile[other] = int(pile[seat])
        s.mech[seat][tier] = mech


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: State) -> Seats:
    """Return the mask of the seats that may act: only the bit of the pilot that decides now, or 0 after the end."""
    return 0 if s.phase == Phase.OVER else int(1 << s.active)


@rule
def legal(s: State, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into the array `out`, ascending. Return their number."""
    if s.phase == Phase.OVER or seat != s.active:
        return 0
    phase = s.phase
    n = 0
    if phase != Phase.TURN and phase != Phase.SCRAP and phase != Phase.REAP:
        out[0] = parts.Pass.CODE
        n = 1
    if phase == Phase.DEPLOY:
        return choices.choices_of_arena(s, seat, out, n)
    if phase == Phase.ATTACK or phase == Phase.BURROW:
        return choices.choices_of_attack(s, seat, out, n)
    if phase == Phase.OVERCLOCK:
        return add(out, n, parts.Boost.CODE)
    if phase == Phase.HARVEST:
        if mechs.has_in_hand(s, seat, parts.Mech.HARVESTER):
            n = add(out, n, parts.Reap.CODE)
        return n
    if phase == Phase.WRENCH or phase == Phase.RECALL or phase == Phase.DEFEND:
        return choices.choices_of_mechs(s, seat, out, n)
    return choices.choices_of_own(s, seat, out, n)


@rule
def refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids the action, such as 803 for MN-8.3, or 0 if it is legal.

    The function tests in this order whether the game is over, whether another pilot has to decide, and whether the
    action itself is illegal.
    """
    if v.reason != 0:
        return int(v.reason)
    if seat != v.active:
        return refusals.WHOSE[v.phase]
    return refusals.why_not(v, seat, action)


@rule
def apply(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action of `seat`, with all automatic steps up to the next decision."""
    kind = parts.ACTIONS.kind[action]
    if kind == parts.Pass.KIND:
        pass_by(s, seat, e)
    elif kind == parts.Turn.KIND:
        lands.turn_up(s, seat, parts.Turn.land[action], e)
        s.phase = Phase.REPAIR
    elif kind == parts.Repair.KIND:
        phases.use_wrench(s, seat, parts.Repair.tier[action], e)
        s.at += 1
        s.phase = Phase.INITIATE
    elif kind == parts.LookArena.KIND:
        phases.use_periscope(s, seat, parts.ARENA, parts.LookArena.land[action], e)
    elif kind == parts.Look.KIND:
        phases.use_periscope(s, seat, parts.HELD + parts.Look.owner[action], parts.Look.land[action], e)
    elif kind == parts.Deploy.KIND:
        phases.deploy(s, seat, parts.Deploy.tier[action], parts.Deploy.land[action], e)
    elif kind == parts.Strike.KIND:
        phases.strike(s, parts.Strike.tier[action], parts.Strike.owner[action], parts.Strike.land[action], False, e)
    elif kind == parts.Burrow.KIND:
        phases.strike(
            s, int(parts.TIER_OF[parts.Mech.BURROWER]), parts.Burrow.owner[action], parts.Burrow.land[action], True, e
        )
    elif kind == parts.Defend.KIND:
        phases.defend(s, parts.Defend.tier[action], e)
    else:
        apply_answer(s, seat, action, e)
    phases.advance(s, e)


@rule
def apply_answer(s: State, seat: Seat, action: Action, e: Events) -> None:
    """Carry out the answer of a pilot to a question in or after a battle, or in the Scrap Phase."""
    kind = parts.ACTIONS.kind[action]
    if kind == parts.Boost.KIND:
        boost(s, seat, 1, e)
    elif kind == parts.Recall.KIND:
        recall(s, seat, parts.Recall.tier[action], e)
    elif kind == parts.GiveUp.KIND:
        lands.scrap(s, seat, parts.GiveUp.land[action], e)
        s.phase = Phase.ABILITY if s.phase == Phase.REAP else Phase.LIMIT
    elif kind == parts.Guard.KIND:
        Told.shown(e, seat=seat, mech=parts.Mech.WARDEN)
        mechs.seen_in_hand(s, seat, int(parts.TIER_OF[parts.Mech.WARDEN]))
        s.limit = parts.WARDEN_LIMIT
        s.phase = Phase.LIMIT
    else:
        phases.use_harvester(s, seat, e)


@rule
def pass_by(s: State, seat: Seat, e: Events) -> None:
    """Pass: forgo an ability (MN-8.3), a deployment (MN-5.2), an attack or a defence (MN-6.1), depending on the phase.

    In certain phases a pilot is asked even if passing is the only legal action. So a pass reveals no secret (MN-9.7).
    """
    phase = s.phase
    if phase == Phase.DEPLOY or phase == Phase.ATTACK:
        Told.passed(e, seat=seat, phase=phase)
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
        phases.begin_limit(s)
    elif phase == Phase.DEFEND:
        phases.go_undefended(s, e)
    else:
        s.phase = Phase.ABILITY


@rule
def boost(s: State, seat: Seat, choice: int, e: Events) -> None:
    """Take the +3 of MN-8 Overclock (choice 1) or not (choice 2) (MN-7.2). Then decide the battle.

    `seat` is the pilot of Overclock.
    """
    s.boosted = choice
    Told.boosted(e, seat=seat, taken=2 - choice)
    battle.resolve(s, e)
    phases.begin_limit(s)


@rule
def recall(s: State, seat: Seat, tier: int, e: Events) -> None:
    """Move the mech of this tier from the hangar back to the hand of the pilot `seat` (MN-8 Recaller)."""
    s.place[seat][tier] = MechPlace.HAND
    mechs.seen_in_hand(s, seat, tier)
    Told.recalled(e, seat=seat, mech=int(s.mech[seat][tier]))
    go_on(s)


@rule
def go_on(s: State) -> None:
    """Continue the round after a battle, and after the pilot of Recaller has chosen a mech to recall or has passed."""
    s.phase = battle.after_fight(s)
    s.attack = Fight.NONE
    phases.begin_limit(s)


@rule
def view(s: State, seat: Seat, v: State) -> None:
    """Write the view of a seat into `v`: public information (MN-9.1), and the seat's knowledge.

    The knowledge is about mechs and territories (MN-9.2 to 9.5).
    """
    open_half(s, seat, v)
    view_pieces(s, seat, v, parts.KIND_OF, knowledge.ONE_BACK, 0)
    knowledge.view_faces(s, v)
    knowledge.view_batches(s, bit_of(seat), v)
    for other in range(s.seats):
        knowledge.view_mechs(s, other, seat == other or s.reason != 0, v)


@rule
def guess(v: State, seat: Seat, seed: Numbers) -> int:
    """Turn the view `v`, in place, into a full record that agrees with it: a random guess of the hidden information.

    Unknown territories and mechs are random, and follow from `seed`. While the game runs, no pilot may have a winning
    set in the guess (MN-3.1). Return 1 if territories had to be exchanged for that, else 0.
    """
    dice = begin_guess(v, seed)
    repaired = knowledge.guess_territories(v, dice)
    for tier in range(parts.TIERS):
        knowledge.guess_mechs(v, tier, dice)
    for other in range(v.seats):
        let_know(v, parts.HELD + other, 1 << other)
        knowledge.guess_posts(v, other, dice)
    return repaired


@rule
def scores(s: State, out: Numbers) -> None:
    """Write the size of each seat's largest set, as its score, to `out[seat]`, and its rank to `out[8 + seat]`.

    Winners have rank 1, all others 2 (MN-3.1, MN-3.2).
    """
    for seat in range(s.seats):
        out[seat] = lands.largest_set(s, seat)
    rank_winners(out, s.seats, phases.winners(s))
