"""Resolve battles (MN-7, MN-8): abilities that are switched off, power, the winner, and where both mechs go afterwards.

The functions in the first half of the file need only the two mechs and their roles in the battle (deployed first or
second in the Arena, attacking, defending). A table of all battles is computed from them. The functions in the second
half carry out a battle in the record.
"""

from __future__ import annotations

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import lowest, nth_of, seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import lands, mechs, parts, state
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State, Told

TIE = -1
"""The value that stands for a tie in place of the winning side."""

# -- the table of all battles ------------------------------------------------------------------------------------------


@rule
def is_off(mech: int, other: int) -> bool:
    """Return whether the mech `other` switches off the ability and the drawbacks of `mech` (MN-7.2, MN-7.8).

    Both arguments are numbers of mechs. MN-8 Jammer switches abilities off. The ability of MN-8.5 Aegis cannot be
    switched off.
    """
    return other == Mech.JAMMER and mech != Mech.AEGIS


@rule
def works(mech: int, ability: int, other: int) -> bool:
    """Return whether `mech` has the ability with this number, and the mech `other` does not switch it off (MN-7.8).

    An ability has the number of its mech.
    """
    return mech == ability and not is_off(mech, other)


@rule
def touches(mech: int, ability: int, other: int) -> bool:
    """Return whether `mech` has the ability number `ability` and can use it on the mech `other`.

    It cannot if the ability is switched off, or if `other` is Aegis (MN-8.5).
    """
    return works(mech, ability, other) and other != Mech.AEGIS


@rule
def power(balanced: int, mech: int, other: int, way: int, boosted: bool) -> int:
    """Return the power of `mech` in a battle with `other`: its printed number with all changes, never below 0 (MN-7.6).

    `balanced` is the number of the set of mechs in play (1 today's, 0 the classic set). `way` is the role of `mech` in
    the battle: FIRST or SECOND (deployed first or second in the Arena), ATTACK or DEFENCE (MN-8.2). Many mechs change
    their own power in some roles (MN-8). Overclock has +3 if `boosted` is true. Leech takes 2 from the other mech.
    """
    total = int(parts.POWER_OF[balanced, mech])
    if not is_off(mech, other):
        total += int(parts.CHANGE_OF[balanced, 4 * mech + way])
        if boosted and mech == Mech.OVERCLOCK:
            total += parts.OVERCLOCKED
    if touches(other, Mech.LEECH, mech):
        total -= parts.LEECHED
    return max(total, 0)


@rule
def winning_side(one: int, two: int, power_one: int, power_two: int) -> int:
    """Return the winning side, 0 or 1, or TIE, of a battle of mech `one` (side 0) with `two` (side 1) (MN-7.1, MN-7.2).

    `power_one` and `power_two` are their powers. MN-8 Gnat wins against power 9 or more, MN-8 Vanguard wins ties.
    """
    if touches(one, Mech.GNAT, two) and power_two >= parts.GNAT_BEATS:
        return 0
    if touches(two, Mech.GNAT, one) and power_one >= parts.GNAT_BEATS:
        return 1
    if power_one != power_two:
        return 0 if power_one > power_two else 1
    if touches(one, Mech.VANGUARD, two):
        return 0
    if touches(two, Mech.VANGUARD, one):
        return 1
    return TIE


@rule
def wastes_boost(s: State) -> bool:
    """Return whether this battle has the same result without the +3 of the active pilot's mech Overclock (MN-7.2)."""
    side = 0 if s.side_seat[0] == s.active else 1
    mech, other = side_mech(s, side), side_mech(s, 1 - side)
    theirs = power(s.balanced, other, mech, side_way(s, 1 - side), False)
    plain = power(s.balanced, mech, other, side_way(s, side), False)
    boosted = power(s.balanced, mech, other, side_way(s, side), True)
    return bool(winning_side(mech, other, plain, theirs) == winning_side(mech, other, boosted, theirs))


@rule
def leaves_unclaimed(loser: int, winner: int) -> bool:
    """Return whether the territory of a battle in the Arena stays unclaimed, because the mech `loser` is MN-8 Decoy.

    Decoy's ability does not work against an Aegis as `winner`, or if it is switched off (MN-8.5, MN-8.6).
    """
    return touches(loser, Mech.DECOY, winner)


@rule
def place_after(mech: int, other: int, result: int, boosted: bool) -> int:
    """Return the place of `mech` after a battle with `other` that it won (`result` 1), tied (0) or lost (-1).

    The place is the hand or a stage of the hangar. `boosted` says whether Overclock took its +3. If several rules
    apply, the worst stage counts (MN-7.3, MN-7.4, MN-7.7). MN-8 Colossus, Juggernaut and Overclock change their own
    place. MN-8 Limpet and Raider change the place of the other mech (MN-8.7). MN-8 Decoy's retreat is stronger than all
    of these (MN-8.6).
    """
    if result < 0 and works(mech, Mech.DECOY, other):
        return MechPlace.HAND
    place = MechPlace.DISABLED if result < 0 else MechPlace.HAND
    if works(mech, Mech.COLOSSUS, other):
        place = max(place, MechPlace.DISABLED)
    if works(mech, Mech.JUGGERNAUT, other):
        place = max(place, MechPlace.STAND_BY if result >= 0 else MechPlace.MALFUNCTIONED)
    if boosted and works(mech, Mech.OVERCLOCK, other):
        place = MechPlace.MALFUNCTIONED
    if result > 0 and touches(other, Mech.LIMPET, mech):
        place = MechPlace.MALFUNCTIONED
    if result < 0 and touches(other, Mech.RAIDER, mech):
        place = MechPlace.MALFUNCTIONED
    return place


# -- a battle on the record --------------------------------------------------------------------------------------------


@rule
def side_mech(s: State, side: int) -> int:
    """Return the number of the mech on a side (0 or 1) of the current battle."""
    return mechs.find_mech(s, s.side_seat[side], s.side_tier[side])


@rule
def side_way(s: State, side: int) -> int:
    """Return the role of a side's mech in the current battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2).

    FIRST and SECOND mean deployed first or second in the Arena. `side` is 0 or 1.
    """
    if s.attack == Fight.ARENA:
        return parts.FIRST if side == 0 else parts.SECOND
    return parts.ATTACK if side == 0 else parts.DEFENCE


@rule
def side_power(s: State, side: int) -> int:
    """Return a side's power in the current battle (MN-7.6)."""
    return power(s.balanced, side_mech(s, side), side_mech(s, 1 - side), side_way(s, side), s.boosted == 1)


@rule
def next_occupied(s: State) -> int:
    """Return which territory of the Arena is settled next: the index of the first territory at which a mech stands.

    Face-up territories come before face-down ones, and older ones before newer ones (MN-5.3). Return -1 if no mech is
    left in the Arena.
    """
    for down in range(2):
        for index in range(count(s, parts.ARENA)):
            if lands.is_up(s, parts.ARENA, index) == (down == 0):
                for post in range(state.POSTS - 1):
                    if s.post_seat[post] != 0 and s.post_at[post] == index:
                        return index
    return -1


@rule
def close_gap(s: State, index: int) -> None:
    """Move the later territories of the Arena up, with their mechs, after the one at `index` (from 0) has left."""
    for post in range(state.POSTS - 1):
        if s.post_seat[post] != 0 and s.post_at[post] > index:
            s.post_at[post] -= 1


@rule
def claim(s: State, seat: Seat, index: int, e: Events) -> None:
    """Give territory `index` (from 0) of the Arena to the pilot `seat`, without turning it (MN-5.3, MN-5.4)."""
    piece = at(s, parts.ARENA, index)
    Told.claimed(e, seat=seat, place=index, land=int(parts.KIND_OF[piece]), learn=int(s.known[piece]) | 1 << seat)
    lands.gain(s, seat, parts.ARENA, index, e)
    close_gap(s, index)


@rule
def capture(s: State, e: Events) -> None:
    """Give the attacked territory to the Alpha, face-up or face-down as it lies (MN-6.1, MN-6.5)."""
    owner, index = int(s.target[0]), int(s.target[1])
    piece = at(s, parts.HELD + owner, index)
    learn = int(s.known[piece]) | 1 << s.alpha
    Told.taken(e, seat=s.alpha, owner=owner, land=int(parts.KIND_OF[piece]), place=index, learn=learn)
    lands.gain(s, s.alpha, parts.HELD + owner, index, e)


@rule
def settle(s: State, e: Events) -> None:
    """Settle the next territory (MN-5.3): a lone mech claims it and stays hidden (MN-7.9), two mechs battle."""
    index = next_occupied(s)
    sent = mechs.find_posts(s, index)
    if seats_in(sent) == 1:
        post = lowest(sent)
        seat = int(s.post_seat[post]) - 1
        mechs.leave_post(s, post, MechPlace.HAND)
        claim(s, seat, index, e)
        return
    s.attack = Fight.ARENA
    s.target[0], s.target[1] = -1, index
    for side in range(2):
        post = nth_of(sent, side)
        s.side_seat[side] = int(s.post_seat[post]) - 1
        s.side_tier[side] = mechs.find_tier(s, post)
        mechs.leave_post(s, post, MechPlace.BATTLE)
    reveal(s, e)


@rule
def reveal(s: State, e: Events) -> None:
    """Reveal both mechs at the same time (MN-7.1).

    Then ask the pilot of Overclock about its +3, with both mechs in view, unless its ability is off (MN-7.2).
    """
    s.boosted = 0
    asked = -1
    for side in range(2):
        seat, tier = int(s.side_seat[side]), int(s.side_tier[side])
        s.place[seat][tier] = MechPlace.BATTLE
        mechs.show_mech(s, seat, tier)
        Told.revealed(e, seat=seat, mech=int(s.mech[seat][tier]), side=side)
    s.revealed += 1
    for side in range(2):
        if works(side_mech(s, side), Mech.OVERCLOCK, side_mech(s, 1 - side)):
            asked = int(s.side_seat[side])
    if asked < 0:
        resolve(s, e)
    else:
        s.phase = Phase.OVERCLOCK
        s.active = asked


@rule
def resolve(s: State, e: Events) -> None:
    """End a battle: the winner gets the territory, and then both mechs leave the battle, if the game continues.

    Each mech goes to its pilot's hand or to a stage of the hangar. The rules are MN-7.3 and MN-7.7. At the end, the
    pilot of a winning Recaller may choose a mech to return to the hand.
    """
    one, two = side_mech(s, 0), side_mech(s, 1)
    power_one, power_two = side_power(s, 0), side_power(s, 1)
    side = winning_side(one, two, power_one, power_two)
    who = one + 32 * two + 1024 * int(s.side_seat[0]) + 8192 * int(s.side_seat[1]) + 65_536 * s.balanced
    Told.powers(e, power=power_one, other=power_two, winner=side + 1, packed=who)
    if side == TIE:
        Told.tied(e, seat=int(s.side_seat[0]), other=int(s.side_seat[1]))
    else:
        Told.won(e, seat=int(s.side_seat[side]), loser=int(s.side_seat[1 - side]))
    note_fight(s, power_one, power_two, side)
    award(s, side, e)
    if s.reason != 0:
        return
    for k in range(2):
        result = 0 if side == TIE else 1 if side == k else -1
        mech, other = (one, two) if k == 0 else (two, one)
        put_back(s, k, place_after(mech, other, result, s.boosted == 1), e)
    s.phase = after_fight(s)
    if side != TIE:
        winner, loser = (one, two) if side == 0 else (two, one)
        offer_recall(s, int(s.side_seat[side]), winner, loser)
    if s.phase != Phase.RECALL:
        s.attack = Fight.NONE


@rule
def note_fight(s: State, power_one: int, power_two: int, side: int) -> None:
    """Append a row about the current battle to `s.fights`, the public rows of the battles of this round.

    `side` is the winning side plus one, or 0 for a tie. `power_one` and `power_two` are the powers of both sides. The
    row has the territory, `side`, and for each side its seat, mech and power.
    """
    row = s.fights[s.fought]
    s.fought += 1
    row[0] = s.attack
    row[1] = side + 1
    for k in range(2):
        row[2 + 3 * k] = s.side_seat[k]
        row[3 + 3 * k] = side_mech(s, k)
        row[4 + 3 * k] = power_one if k == 0 else power_two


@rule
def award(s: State, side: int, e: Events) -> None:
    """Give the territory that was fought for to the pilot of the winning `side`, 0 or 1 (MN-7.3, MN-7.4).

    After a tie, or if the defender wins, the territory stays where it is.
    """
    if s.attack != Fight.ARENA:
        if side == 0:
            capture(s, e)
        else:
            Told.held_out(e, owner=int(s.target[0]), place=int(s.target[1]))
        return
    index = int(s.target[1])
    if side == TIE:
        Told.unclaimed(e, place=index, decoy=0)
    elif leaves_unclaimed(side_mech(s, 1 - side), side_mech(s, side)):
        Told.unclaimed(e, place=index, decoy=1)
    else:
        claim(s, int(s.side_seat[side]), index, e)


@rule
def put_back(s: State, side: int, place: int, e: Events) -> None:
    """Move the mech of a `side` (0 or 1) from the battle to `place`, a constant of `MechPlace`.

    This place is the hand or a stage of the hangar. All pilots know which mech it is, also in the hand. The rules are
    MN-7.3 and MN-7.5.
    """
    seat, tier = int(s.side_seat[side]), int(s.side_tier[side])
    s.place[seat][tier] = place
    if place == MechPlace.HAND:
        mechs.seen_in_hand(s, seat, tier)
    Told.moved(e, seat=seat, mech=int(s.mech[seat][tier]), place=place)


@rule
def after_fight(s: State) -> int:
    """Return the phase after a battle (MN-5.3, MN-6.1, MN-8.9).

    After a battle in the Arena, the next territory of the Arena is settled. After the Alpha's attack, Burrower may
    attack. After Burrower's attack, the Scrap Phase follows.
    """
    if s.attack == Fight.ARENA:
        return Phase.SETTLE
    return Phase.AGAIN if s.attack == Fight.PILOT else Phase.LIMIT


@rule
def offer_recall(s: State, seat: Seat, winner: int, loser: int) -> None:
    """Let the pilot `seat` recall another mech from the hangar if the mech Recaller has won a battle (MN-8.7).

    `winner` and `loser` are the mechs of the battle, and `seat` is the pilot of the winner. The pilot has no such
    choice if another mech has won, if Recaller's ability is off, or if no other mech of the pilot is in the hangar.
    """
    if works(winner, Mech.RECALLER, loser):
        others = mechs.hangar_size(s, seat)
        if int(s.place[seat][1]) != MechPlace.HAND:
            others -= 1
        if others > 0:
            s.phase = Phase.RECALL
            s.active = seat
