"""Compute the value of a position for the greedy bot, which chooses the action with the best value.

All values of this module are in hundredths of a point. A cost is a positive number, too, and is subtracted. The values
are set by hand; they are not measured one by one. `docs/bots.md` has games of the bot that uses all of them.
"""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count, knows
from enginehouse.core.records.masks import lowest, nth_of, seats_in
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Seat, Zone
from enginehouse.games.mechanation import battle, lands, mechs, parts, phases, state
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import Phase, State

WIN = 1_000_000
"""The value of a win, in hundredths of a point. A loss has the negative value."""
WORTH = (0, 60, 200, 520, 1_300, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000)
"""The value of a set in hundredths of a point, indexed by its number of territories. Set by hand; not measured.

Five territories win (MN-3.1). No pilot holds more than `parts.MOST_HELD`.
"""
STAGE_COST = (0, 40, 90, 130)
"""The cost of each stage of the hangar for a mech of power 4, in hundredths of a point. Set by hand; not measured."""
TENTHS = 10
"""The whole in tenths: each point of power above or below 4 changes the cost of a stage by a tenth."""
TENTHS_OF_POWER_0 = 6
"""The cost of a stage for a mech of power 0, in tenths of `STAGE_COST`. It follows from `TENTHS`."""
BLUFF_EVERY = 6
"""The number of positions of which a pilot bluffs in one. Set by hand; not measured."""
BLUFF_TIERS = (31, 17, 7)
"""The factors of the mechs of each tier in the number that decides about a bluff.

Set by hand: other numbers would choose other positions, but not more or fewer.
"""
BLUFF_ROUND, BLUFF_DECK = 13, 5
"""The factors of the round and of the size of the deck in the same number. Set by hand, as `BLUFF_TIERS` are."""
PERCENT = 100
"""The whole in percent."""


class Value(Constants):
    """The values of single facts about a position, in hundredths of a point. Set by hand; not measured."""

    LAND = 30  # each territory, besides its set
    SEEN = 12  # cost of each mech of the hand that all know
    HARVEST = 130  # cost per stage of a Harvester that cannot harvest
    PEEKED = 60  # each face-down territory of the Arena that the pilot knows
    REAPING = 120  # a harvest that has begun
    MOOD = 90  # a random bonus of a mech, because a bot that always sends its strongest is predictable
    BLUFF = 400  # a bluff, while the pilot bluffs
    FAILED = 100  # cost of a lone mech that does not keep its territory


class Divisor(Constants):
    """Numbers by which the greedy bot's policy divides some values to reduce their weight.

    Set by hand; not measured.
    """

    OPEN = 24  # a face-up territory, because it can be attacked
    RIVAL = 3  # the position of the best rival
    OTHERS = 4  # the positions of all rivals, divided by the number of pilots as well
    THEIRS = 3  # a gain or loss of another pilot


class Hope(Constants):
    """Chances to win a battle, in percent, that the greedy bot's policy assumes if a mech in the battle is unknown.

    Set by hand; not measured.
    """

    KEPT = 70  # that a lone mech of power 0 keeps its territory against one more pilot
    KEPT_BY_POWER = 3  # more for each power
    MOST_POWER = 10  # the largest power that counts
    DEFENDED = 75  # that an attacked pilot defends, if it has a mech in the hand


@rule
def worth(total: int) -> int:
    """Return the value of a pilot's territories, in hundredths of a point.

    A set is all of a pilot's territories with the same colour, or with the same number from 1 to 5. The value of a set
    depends on its size (`WORTH`). The result is the sum of the values of all ten sets, plus twice the value of the
    largest set. `total` has the sizes of the sets, packed into one number (`lands.tally`).
    """
    value, best = 0, 0
    for _ in range(parts.LAND_SETS):
        many = total & parts.COUNT_MASK
        value += int(WORTH[min(many, parts.MOST_HELD)])
        best = max(best, many)
        total >>= parts.FIELD
    return value + 2 * int(WORTH[min(best, parts.MOST_HELD)])


@rule
def value_gain(s: State, seat: Seat, zone: Zone, index: int) -> int:
    """Return the value that a territory would add for the pilot `seat`, in hundredths of a point.

    The territory lies at `index` (from 0) of a zone. If it completes a set, the result is the value of a win.
    """
    total = lands.tally(s, seat)
    return worth(total + int(parts.MARK_OF[int(parts.KIND_OF[at(s, zone, index)])])) - worth(total)


@rule
def value_loss(s: State, seat: Seat, index: int) -> int:
    """Return how much the territories of the pilot `seat` lose in value without one of them, in hundredths of a point.

    `index` (from 0) is the position of that territory among those of the pilot. A point is the greedy bot's unit of
    value: a set of two territories is worth 2 points.
    """
    total = lands.tally(s, seat)
    return worth(total) - worth(total - int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.HELD + seat, index)])]))


@rule
def value_cost(balanced: int, mech: int, stage: int) -> int:
    """Return how much a mech in the hangar reduces the value of its pilot's position, in hundredths of a point.

    A point is the greedy bot's unit of value: a set of two territories is worth 2 points. `stage` is the mech's stage
    of the hangar, from 1 to 3, or 0 for the hand, for which the cost is 0. `balanced` is the number of the set of mechs
    in play (1 today's, 0 the classic set). The cost is higher for a strong mech, and for Harvester, which works from
    the hand.
    """
    cost = int(STAGE_COST[stage]) * (TENTHS_OF_POWER_0 + int(parts.POWER_OF[balanced, mech])) // TENTHS
    if stage > 0 and mech == Mech.HARVESTER:
        cost += Value.HARVEST * stage
    return cost


@rule
def standing(s: State, seat: Seat) -> int:
    """Return the value of all territories and mechs of the pilot `seat`, in hundredths of a point.

    A point is the greedy bot's unit of value: a set of two territories is worth 2 points. Territories that can be
    attacked count a little less. Mechs in the hangar and mechs that all pilots know reduce the value.
    """
    value = worth(lands.tally(s, seat)) + Value.LAND * count(s, parts.HELD + seat)
    for k in range(count(s, parts.HELD + seat)):
        if lands.is_up(s, parts.HELD + seat, k):
            value -= value_loss(s, seat, k) // Divisor.OPEN
    for tier in range(parts.TIERS):
        if mechs.is_in_hangar(s, seat, tier):
            stage = int(s.place[seat][tier])
            value -= value_cost(s.balanced, int(s.mech[seat][tier]), stage)
        if (s.seen[seat] >> tier) & 1:
            value -= Value.SEEN
    return value


@rule
def duel(balanced: int, one: int, two: int, way_one: int, way_two: int) -> int:
    """Return the side that wins a battle between two known mechs: 0 or 1, or TIE.

    `one` and `two` are the mechs of sides 0 and 1. `way_one` and `way_two` are their roles in battle: FIRST, SECOND,
    ATTACK or DEFENCE. `balanced` is the number of the set of mechs in play (1 today's, 0 the classic set). A pilot with
    Overclock takes the +3 if the mech does not win without it.
    """
    side = battle.winning_side(
        one, two, battle.power(balanced, one, two, way_one, False), battle.power(balanced, two, one, way_two, False)
    )
    if one == Mech.OVERCLOCK and side != 0:
        side = battle.winning_side(
            one, two, battle.power(balanced, one, two, way_one, True), battle.power(balanced, two, one, way_two, False)
        )
    if two == Mech.OVERCLOCK and side != 1:
        side = battle.winning_side(
            one, two, battle.power(balanced, one, two, way_one, False), battle.power(balanced, two, one, way_two, True)
        )
    return side


@rule
def after_cost(balanced: int, mech: int, other: int, result: int) -> int:
    """Return the cost, in hundredths of a point, of the stage of the hangar to which a battle sends `mech`.

    The worse the stage, the higher the cost. `mech` and its opponent `other` are numbers of mechs. `result` is 1 if
    `mech` won, 0 for a tie, and -1 if it lost. `balanced` is 1 if today's set of mechs is in play, and 0 if the classic
    set is.
    """
    return value_cost(balanced, mech, battle.place_after(mech, other, result, False))


@rule
def prospects(s: State, index: int, seat: Seat) -> int:
    """Return the expected gain of the pilot `seat` at one territory of the Arena, in hundredths of a point.

    Mechs of one or two pilots have been sent to this territory. The gain is that of the pilot's own mech there. A part
    of the gains of other pilots is subtracted. `index` is the place of the territory in the Arena, from 0.
    """
    sent = mechs.find_posts(s, index)
    if sent == 0:
        return 0
    first = lowest(sent)
    holder = int(s.post_seat[first]) - 1
    mech = int(s.mech[holder][mechs.find_tier(s, first)])
    if seats_in(sent) == 1:
        hope = alone_hope(s, holder, mech)
        value = (value_gain(s, holder, parts.ARENA, index) * hope) // PERCENT - Value.FAILED * (
            PERCENT - hope
        ) // PERCENT
        return value if holder == seat else -value // Divisor.THEIRS
    second = nth_of(sent, 1)
    rival = int(s.post_seat[second]) - 1
    other = int(s.mech[rival][mechs.find_tier(s, second)])
    side = duel(s.balanced, mech, other, parts.FIRST, parts.SECOND)
    value = 0
    for k in range(2):
        owner = holder if k == 0 else rival
        own, its = (mech, other) if k == 0 else (other, mech)
        result = 0 if side < 0 else 1 if side == k else -1
        change = -after_cost(s.balanced, own, its, result)
        if result > 0 and not battle.leaves_unclaimed(its, own):
            change += value_gain(s, owner, parts.ARENA, index)
        value += change if owner == seat else -change // Divisor.THEIRS
    return value


@rule
def alone_hope(s: State, holder: int, mech: int) -> int:
    """Return the chance, in percent, that a lone mech keeps its territory although other mechs may still come.

    `mech` is the mech and `holder` its pilot.
    """
    hope = PERCENT
    for k in range(s.at, mechs.count_turns(s)):
        other = (s.alpha + k) % s.seats
        if other != holder and mechs.hand_size(s, other) > 0:
            counted = min(int(parts.POWER_OF[s.balanced, mech]), Hope.MOST_POWER)
            hope = hope * (Hope.KEPT + Hope.KEPT_BY_POWER * counted) // PERCENT
    return hope


@rule
def attack_prospects(s: State, seat: Seat) -> int:
    """Return the value for the pilot `seat` of an attack to which the attacked pilot has not answered yet.

    The value is in hundredths of a point. For the Alpha, which attacks, it is a mean over the possible answers of the
    attacked pilot: each mech with which it may defend, and no defence. For every other seat, the value has the opposite
    sign.
    """
    owner, index = int(s.target[0]), int(s.target[1])
    tier = mechs.find_tier(s, state.ATTACK_POST) if s.post_seat[state.ATTACK_POST] != 0 else 0
    mech = int(s.mech[s.alpha][tier])
    prize, loss = value_gain(s, s.alpha, parts.HELD + owner, index), value_loss(s, owner, index)
    value, ways = 0, 0
    for other in range(parts.TIERS):
        if mechs.holds(s, owner, other):
            its = int(s.mech[owner][other])
            side = duel(s.balanced, mech, its, parts.ATTACK, parts.DEFENCE)
            result = 0 if side < 0 else 1 if side == 0 else -1
            value -= after_cost(s.balanced, mech, its, result)
            if result > 0:
                value += prize + loss // Divisor.THEIRS
            ways += 1
    undefended = (prize + loss // Divisor.THEIRS) * ways
    if ways > 0:
        value = (Hope.DEFENDED * value + (PERCENT - Hope.DEFENDED) * undefended) // (PERCENT * ways)
    else:
        value = prize
    return value if seat == s.alpha else -value


@rule
def bluffs(s: State, seat: Seat) -> bool:
    """Return whether the greedy bot bluffs in this position when it plays the pilot `seat`.

    The bot bluffs in about one of `BLUFF_EVERY` positions. The choice depends on the pilot's own mechs, the round and
    the size of the deck. Other pilots do not know these mechs, so they cannot predict the choice.
    """
    number = BLUFF_ROUND * int(s.round) + BLUFF_DECK * count(s, parts.DECK)
    for tier in range(parts.TIERS):
        number += BLUFF_TIERS[tier] * int(s.mech[seat][tier])
    return bool(number % BLUFF_EVERY == 0)


@rule
def whim(s: State, seat: Seat) -> int:
    """Return a bonus, in hundredths of a point, for hidden mechs that the pilot `seat` has sent out.

    The bonus makes the greedy bot unpredictable. It is the sum of two parts. The random numbers of the record `s`, a
    guess of the hidden information, choose a tier. If the pilot's mech of that tier is sent out and hidden, add the
    first part (`Value.MOOD`). If the bot bluffs in this position, add the second part (`Value.BLUFF`) for each hidden
    mech that is sent out and is not of the highest tier.
    """
    favourite = int(s.chance_key[0]) % parts.TIERS
    value = 0
    for post in range(state.ATTACK_POST + 1):
        if s.post_seat[post] == seat + 1:
            tier = mechs.find_tier(s, post)
            if tier == favourite:
                value += Value.MOOD
            if tier < parts.TIERS - 1 and bluffs(s, seat):
                value += Value.BLUFF
    return value


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a full record for a seat, in hundredths of a point.

    A set counts more the larger it is. The values of rivals are subtracted, the best rival's with the most weight.
    Mechs that were sent out count by the gain that they may bring (`prospects`). Mechs in the hangar and mechs that all
    pilots know cost a little.
    """
    if s.phase == Phase.OVER:
        return WIN if (phases.winners(s) >> seat) & 1 else -WIN
    value = standing(s, seat)
    rival, others = 0, 0
    for other in range(s.seats):
        if other != seat:
            its = standing(s, other)
            rival = max(rival, its)
            others += its
    value -= rival // Divisor.RIVAL + others // (Divisor.OTHERS * s.seats)
    for index in range(count(s, parts.ARENA)):
        value += prospects(s, index, seat)
        if not lands.is_up(s, parts.ARENA, index) and knows(s, seat, at(s, parts.ARENA, index)):
            value += Value.PEEKED
    if s.phase == Phase.DEFEND:
        value += attack_prospects(s, seat)
    if s.phase == Phase.REAP:
        value += Value.REAPING
    return int(value + whim(s, seat))
