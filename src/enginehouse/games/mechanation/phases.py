"""Run a round of Mechanation in its order: Initiation, Arena, Pilot and Scrap Phase (MN-4 to MN-6)."""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import lowest
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat, Seats, Zone
from enginehouse.games.mechanation import battle, choices, lands, mechs, parts, state
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State, Told

# -- the round ---------------------------------------------------------------------------------------------------------


@rule
def seat_in_turn(s: State, nth: int) -> int:
    """Return the pilot in turn number `nth` (0 is the Alpha), clockwise from the Alpha (MN-4, MN-5.2, MN-6.2)."""
    return int((s.alpha + nth) % s.seats)


@rule
def advance(s: State, e: Events) -> None:
    """Carry out the automatic steps of rounds, one after the other, up to the next decision."""
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
def begin_initiation(s: State, e: Events) -> None:
    """Turn a face-down territory of each pilot face-up (MN-4.1), then repair mechs (MN-4.2, MN-4.3, MN-4.4).

    A pilot with several face-down territories chooses one.
    """
    if s.at == s.seats:
        s.phase = Phase.DEAL
        return
    s.active = seat_in_turn(s, s.at)
    if s.phase == Phase.INITIATE:
        down = lands.faces_down(s, parts.HELD + s.active)
        if down & (down - 1):
            s.phase = Phase.TURN
            return
        if down:
            lands.turn_up(s, s.active, lowest(down), e)
    for tier in range(parts.TIERS):
        if mechs.is_in_hangar(s, s.active, tier):
            repair(s, s.active, tier)
            Told.repaired(e, seat=s.active, mech=int(s.mech[s.active][tier]), place=int(s.place[s.active][tier]))
    if mechs.hangar_size(s, s.active) > 0 and mechs.could_hold(s, s.active, Mech.WRENCH):
        s.phase = Phase.WRENCH
    else:
        s.at += 1
        s.phase = Phase.INITIATE


@rule
def repair(s: State, seat: Seat, tier: int) -> None:
    """Repair the mech of this tier of the pilot `seat` by one stage (MN-4.2).

    Malfunctioned becomes Disabled, Disabled becomes Stand-By, and from Stand-By the mech goes to the hand.
    """
    s.place[seat][tier] = int(s.place[seat][tier]) - 1


@rule
def use_wrench(s: State, seat: Seat, tier: int, e: Events) -> None:
    """Repair the mech of this tier of the pilot `seat` by one more stage with MN-8 Wrench.

    Wrench goes on Stand-By for that.
    """
    mechs.show_mech(s, seat, 0)
    s.place[seat][0] = MechPlace.STAND_BY
    repair(s, seat, tier)
    Told.wrenched(e, seat=seat, mech=int(s.mech[seat][tier]), place=int(s.place[seat][tier]))


# -- 5 Arena Phase -----------------------------------------------------------------------------------------------------


@rule
def deal_arena(s: State, e: Events) -> None:
    """Scrap the oldest territories (MN-5.5), and deal two new ones (MN-5.1)."""
    lands.clear_arena(s, e)
    lands.deal_to_arena(s, e)
    state.arena_begins(s)
    s.phase = Phase.LINE_UP


@rule
def line_up(s: State) -> None:
    """Let each pilot from the Alpha clockwise deploy a mech or pass (MN-5.2).

    If there are two pilots, each has two turns (MN-5.7).
    """
    if s.at == mechs.count_turns(s):
        s.phase = Phase.SETTLE
        return
    s.active = seat_in_turn(s, s.at)
    if choices.may_line_up(s, s.active):
        s.phase = Phase.DEPLOY
    else:
        s.at += 1


@rule
def deploy(s: State, seat: Seat, tier: int, index: int, e: Events) -> None:
    """Move a pilot's mech of this tier, hidden, from the hand to territory `index` (from 0) of the Arena (MN-5.2).

    All pilots see to which territory the mech is sent, and in which order mechs are sent.
    """
    second = 1 if mechs.find_posts(s, index) != 0 else 0
    mechs.place_mech(s, seat, tier, s.posts, index)
    s.posts += 1
    Told.deployed(e, seat=seat, place=index, second=second)
    s.at += 1
    s.phase = Phase.LINE_UP


@rule
def use_periscope(s: State, seat: Seat, zone: Zone, index: int, e: Events) -> None:
    """Let the pilot `seat` look at a territory with the mech Periscope, before the pilot deploys a mech (MN-5.6, MN-8).

    The territory is at `index` (from 0) of a zone, such as the Arena. Only the pilot sees which territory it is. All
    pilots see that the pilot has Periscope, and Periscope stays in the pilot's hand.
    """
    Told.shown(e, seat=seat, mech=Mech.PERISCOPE)
    mechs.seen_in_hand(s, seat, 0)
    s.looked = 1
    lands.look_at(s, seat, zone, index, e)
    s.phase = Phase.DEPLOY if choices.may_line_up(s, seat) else Phase.LINE_UP
    if s.phase == Phase.LINE_UP:
        s.at += 1


@rule
def settle_arena(s: State, e: Events) -> None:
    """Settle all territories of the Arena that have mechs, one by one (MN-5.3). Then start the Pilot Phase."""
    if battle.next_occupied(s) < 0:
        mechs.clear_posts(s)
        s.phase = Phase.PILOT
    else:
        battle.settle(s, e)


# -- 6 Pilot Phase -----------------------------------------------------------------------------------------------------


@rule
def begin_attack(s: State) -> None:
    """Ask the Alpha for its next attack in the Pilot Phase, or begin the Scrap Phase if it cannot attack (MN-6.1).

    At the beginning of the Pilot Phase, ask for the hidden attack, if one is possible. Afterwards ask for an attack
    with Burrower, if the Alpha may have Burrower in the hand as far as all pilots know (MN-8.9, MN-9.6).
    """
    s.active = s.alpha
    if s.phase == Phase.PILOT and choices.may_attack(s, s.alpha):
        s.phase = Phase.ATTACK
    elif choices.may_burrow(s, s.alpha):
        s.phase = Phase.BURROW
    else:
        s.phase = Phase.LIMIT
        begin_limit(s)


@rule
def strike(s: State, tier: int, owner: int, index: int, burrower: bool, e: Events) -> None:
    """Attack the territory at `index` (from 0) of the pilot `owner` with the Alpha's mech of this tier.

    The mech comes hidden from the hand (MN-6.1), or openly if it is Burrower and `burrower` is true (MN-8.9).
    """
    s.attack = Fight.BURROWER if burrower else Fight.PILOT
    s.target[0], s.target[1] = owner, index
    s.side_seat[0], s.side_seat[1] = s.alpha, owner
    s.side_tier[0], s.side_tier[1] = 0, 0  # their event is written when they are revealed
    Told.attacked(e, seat=s.alpha, owner=owner, place=index, burrower=1 if burrower else 0)
    if burrower:
        mechs.show_mech(s, s.alpha, tier)
        s.place[s.alpha][tier] = MechPlace.BATTLE
    else:
        mechs.place_mech(s, s.alpha, tier, state.ATTACK_POST, 0)
    if mechs.hand_size(s, owner) > 0:
        s.phase = Phase.DEFEND
        s.active = owner
    else:
        go_undefended(s, e)


@rule
def go_undefended(s: State, e: Events) -> None:
    """Give the attacked territory to the Alpha if no mech defends it (MN-6.1, MN-7.9).

    The attacker returns to the hand and stays hidden (MN-6.4).
    """
    if s.attack == Fight.PILOT:
        mechs.leave_post(s, state.ATTACK_POST, MechPlace.HAND)
    else:
        s.place[s.alpha][0] = MechPlace.HAND
    s.phase = battle.after_fight(s)
    s.attack = Fight.NONE
    battle.capture(s, e)
    begin_limit(s)


@rule
def defend(s: State, tier: int, e: Events) -> None:
    """Start a battle for the territory that is attacked: its owner defends it with the mech of this tier (MN-6.1).

    `tier` is 0 light, 1 medium or 2 heavy. The mech comes from the owner's hand.
    """
    s.side_tier[1] = tier
    if s.attack == Fight.PILOT:
        s.side_tier[0] = mechs.find_tier(s, state.ATTACK_POST)
        mechs.leave_post(s, state.ATTACK_POST, MechPlace.BATTLE)
    battle.reveal(s, e)
    begin_limit(s)


@rule
def begin_limit(s: State) -> None:
    """Start the Scrap Phase, with the Alpha first (MN-6.2)."""
    if s.phase == Phase.LIMIT:
        s.at = 0
        s.limit = parts.LIMIT


# -- 6 Scrap Phase -----------------------------------------------------------------------------------------------------


@rule
def keep_limit(s: State) -> None:
    """Find the next pilot that has to decide in the Scrap Phase, and set the phase of the game for this decision.

    Go through the pilots in turn order, one per call. A pilot with more territories than the limit has to scrap some
    (MN-6.2). After that, a pilot that may have the mech Harvester in hand, as far as public information shows, is asked
    whether to use it (MN-6.6, MN-9.6). Skip a pilot without a decision. After the last pilot, the next phase begins.
    """
    if s.at == s.seats:
        s.phase = Phase.NEXT
        return
    s.active = seat_in_turn(s, s.at)
    if s.phase == Phase.LIMIT:
        if count(s, parts.HELD + s.active) > s.limit:
            s.phase = Phase.SCRAP
            return
        if mechs.could_hold(s, s.active, Mech.HARVESTER) and lands.has_card_left(s):
            s.phase = Phase.HARVEST
            return
    s.at += 1
    s.limit = parts.LIMIT
    s.phase = Phase.LIMIT


@rule
def use_harvester(s: State, seat: Seat, e: Events) -> None:
    """Give the pilot `seat` the top territory of the deck face-down, and ask which territory to scrap (MN-8 Harvester).

    With the new territory the pilot may win immediately (MN-8.10).
    """
    Told.shown(e, seat=seat, mech=Mech.HARVESTER)
    mechs.seen_in_hand(s, seat, 2)
    lands.renew_deck(s, e)
    index = count(s, parts.DECK) - 1
    Told.harvested(e, seat=seat, land=int(parts.KIND_OF[at(s, parts.DECK, index)]), learn=1 << seat)
    s.phase = Phase.REAP
    lands.gain(s, seat, parts.DECK, index, e)


# -- the end of a round ------------------------------------------------------------------------------------------------


@rule
def next_round(s: State, e: Events) -> None:
    """Pass the Alpha token clockwise (MN-6.3). After the last round the largest set wins (MN-3.2)."""
    if s.round == parts.LAST_ROUND:
        lands.win(s, lowest(best_seats(s)), 302, e)
        return
    s.round += 1
    s.alpha = seat_in_turn(s, 1)
    s.at = 0
    s.phase = Phase.INITIATE
    Told.round(e, round=s.round, alpha=s.alpha)


@rule
def winners(s: State) -> Seats:
    """Return the mask of the pilots that have won, bit k for seat k, or 0 during the game (MN-3.1, MN-3.2)."""
    if s.reason == 302:
        return best_seats(s)
    return int(1 << (s.winner - 1)) if s.reason != 0 else 0


@rule
def best_seats(s: State) -> Seats:
    """Return the mask of the pilots with the largest set, bit k for seat k (MN-3.2).

    If several have a set of this size, only those with the most territories count.
    """
    best, mask = -1, 0
    for seat in range(s.seats):
        value = 100 * lands.largest_set(s, seat) + count(s, parts.HELD + seat)
        if value > best:
            best, mask = value, 0
        if value == best:
            mask |= 1 << seat
    return mask
