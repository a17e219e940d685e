"""Judge actions for hints: choices among the pilot's territories, defences, passing and the abilities of mechs.

The functions yield the reasons for or against an action. A reason (`Claim`) says that the action serves or spoils a
plan, which is a goal of the pilot such as to enlarge a set (see `core.words.plans`).
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanation import battle, forecast, lands, mechs, meeting, parts, plan_mechs, rules, worth
from enginehouse.games.mechanation.forecast import Battle
from enginehouse.games.mechanation.parts import Burrow, Strike
from enginehouse.games.mechanation.state import Fight, Phase, State

FIT_TO_ATTACK = 5
"""The minimum power of a mech in an attack, for a pilot that keeps mechs in hand to attack."""
POOR = 0.5
"""The maximum share of the possible mechs of a rival that a mech beats or holds, for a battle to avoid."""

# -- own territories ---------------------------------------------------------------------------------------------------


def count_sets(s: State, seat: Seat, index: int = -1) -> tuple[int, int]:
    """Return the size of the pilot's largest set, and the number of sets of this size.

    A set is all territories of a pilot with the same colour, or with the same number. If `index` (from 0) names one of
    the pilot's territories, count only the sets that still have this size without that territory.
    """
    total = lands.tally(s, seat)
    size = max(worth.list_sizes(total))
    if index >= 0:
        total -= int(parts.MARK_OF[worth.find_kind(s, parts.HELD + seat, index)])
    return size, worth.list_sizes(total).count(size)


def say_left(s: State, seat: Seat, index: int) -> str:
    """Return words for the pilot's largest sets that stay whole without a territory, such as "1 of your 2 sets of 3".

    `index` is the number of this territory, from 0, among the territories of the pilot `seat`. At least one of the
    largest sets must stay whole.
    """
    (size, many), (_, left) = count_sets(s, seat), count_sets(s, seat, index)
    if many == 1:
        return f"your set of {size}"
    return f"your {many} sets of {size}" if left == many else f"{left} of your {many} sets of {size}"


def is_single(s: State, seat: Seat, index: int) -> bool:
    """Return whether a territory shares neither colour nor number with any other territory of the pilot `seat`."""
    kinds = [worth.find_kind(s, parts.HELD + seat, k) for k in range(count(s, parts.HELD + seat)) if k != index]
    mine = worth.find_kind(s, parts.HELD + seat, index)
    pairs = [(k // 5, k % 5) for k in kinds if k != parts.WILD]
    return mine != parts.WILD and all(mine // 5 != colour and mine % 5 != number for colour, number in pairs)


def turn(s: State, seat: Seat, index: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for turning a territory of the pilot `seat` face-up (MN-4.1).

    `index` is the number of the territory, from 0, among those of the pilot.
    """
    kind = worth.find_kind(s, parts.HELD + seat, index)
    land, downs = (
        parts.land_name(kind),
        [k for k in range(count(s, parts.HELD + seat)) if not lands.is_up(s, parts.HELD + seat, k)],
    )
    (size, many), (_, left) = count_sets(s, seat), count_sets(s, seat, index)
    if size == 1:
        yield claim("no set", 1)
    elif left:
        yield claim("reveal", 9 if left == many else 2, land=land, sets=say_left(s, seat, index))
    rival = int(s.alpha) if s.alpha != seat else (seat + 1) % int(s.seats)
    kinds = [worth.find_kind(s, parts.HELD + seat, k) for k in downs]
    wants = {one: worth.find_strongest_rival(s, [rival], one)[0] >= 0 for one in kinds}
    is_alike = len(set(wants.values())) == 1 and parts.WILD not in kinds
    if size > 1 and is_alike and all(count_sets(s, seat, k)[1] < many for k in downs):
        yield claim("show any", 1, size=size)
    if is_single(s, seat, index):
        yield claim("reveal single", 2, land=land)
    if not wants[kind]:
        yield claim("unwanted", 7, land=land, rival=f"{{{rival}}}")
    if kind != parts.WILD and parts.WILD in kinds:
        yield claim("hide wild", 9)


def give_up(s: State, seat: Seat, index: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for scrapping a territory of the pilot `seat` (MN-6.2).

    `index` is the number of the territory, from 0, among those of the pilot.
    """
    land = parts.land_name(worth.find_kind(s, parts.HELD + seat, index))
    (size, many), (_, left) = count_sets(s, seat), count_sets(s, seat, index)
    if left and size > 1:
        yield claim("scrap", 10 if left == many else 3, land=land, sets=say_left(s, seat, index))
    if is_single(s, seat, index):
        yield claim("scrap single", 4, land=land)
    if left == many and lands.is_up(s, parts.HELD + seat, index):
        yield claim("scrap open", 2, land=land)


def _spare(s: State, seat: Seat, index: int) -> tuple[bool, str, int]:
    """Return whether the largest set of the pilot `seat` would keep its size if the pilot lost a territory.

    `index` is the number of that territory, from 0. The result is a tuple: this answer, the territory's name, and the
    size of the set.
    """
    size, left = count_sets(s, seat, index)
    return left > 0, parts.land_name(worth.find_kind(s, parts.HELD + seat, index)), size


# -- defence -----------------------------------------------------------------------------------------------------------


def defend(v: State, seat: Seat, fight: Battle, tier: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for defending the attacked territory with the mech of the pilot `seat` in this tier.

    `v` is the view of the pilot. `fight` has the results against each mech that may attack.
    """
    yield from plan_mechs.claim_rank(v, seat, tier, parts.DEFENCE, [one.mech for one in fight.meetings])
    yield from plan_mechs.claim_bonus(v, seat, tier, parts.DEFENCE, "")
    spare, land, size = _spare(v, seat, int(v.target[1]))
    if not spare:
        yield claim("defend", 3 * size, land=land, size=size)
    if lands.is_up(v, parts.HELD + seat, int(v.target[1])):
        kind = worth.find_kind(v, parts.HELD + seat, int(v.target[1]))
        rival, then = worth.find_strongest_rival(v, [int(v.alpha)], kind)
        if then >= 3:
            yield claim("deny attack", 3 * then, rival=f"{{{rival}}}", size=then)


def _refuses(v: State, seat: Seat) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for not defending the attacked territory. `v` is the view of the pilot `seat`."""
    spare, land, size = _spare(v, seat, int(v.target[1]))
    if spare:
        yield claim("let go", 4, land=land, size=size)
    if mechs.hand_size(v, seat) == 0:
        return
    battles = plan_mechs.list_defenders(v, seat)
    if all(one.result < 0 for each in battles for one in each.meetings):
        yield claim("no defence", 12, land=land)
        return
    best = max(battles, key=plan_mechs.count_kept)
    keeps, many = plan_mechs.count_kept(best), len(best.meetings)
    if keeps <= POOR * many:
        title, kept = parts.MECHS[best.mech].title, plan_mechs.say_share(keeps, many)
        yield claim("poor defence", 5 - 4 * keeps / many, mech=title, land=land, mechs=kept)
    yield claim("no battle", 2)


# -- passing -----------------------------------------------------------------------------------------------------------


def claim_pass(s: State, seat: Seat) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for passing. Each names a goal of the pilot `seat` that passing helps to reach."""
    hand = int(mechs.hand_size(s, seat))
    if s.phase == Phase.DEPLOY and hand > 0:
        yield from _waits(s, seat, hand)
    if s.phase in (Phase.ATTACK, Phase.BURROW) and hand > 0:
        yield claim("no attack", 2, rival=f"{{{(seat + 1) % int(s.seats)}}}")
        yield from _spares_attack(worth.see(s, seat), seat)
    if s.phase == Phase.DEFEND:
        yield from _refuses(worth.see(s, seat), seat)
    if s.phase == Phase.OVERCLOCK:
        yield from _leaves_boost(s)


def _waits(s: State, seat: Seat, hand: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for deploying no mech, such as open territories that the mechs in hand can defend.

    `hand` is the number of mechs in the pilot's hand.
    """
    ups = sum(lands.is_up(s, parts.HELD + seat, k) for k in range(count(s, parts.HELD + seat)))
    if ups and s.alpha != seat:
        yield claim("wait", 3 if ups >= hand else 0.8, mechs=plan_mechs.say_mechs(hand), open=ups)
    if s.seats == 2 and s.at < s.seats and mechs.hand_size(s, 1 - seat) > 0:
        yield claim("see first", 4, rival=f"{{{1 - seat}}}")
    elif s.alpha == seat and _has_targets(s, seat):
        powers = [
            plan_mechs.find_power(s, seat, k, parts.ATTACK) for k in range(parts.TIERS) if mechs.holds(s, seat, k)
        ]
        if max(powers) >= FIT_TO_ATTACK:
            yield claim("own attack", 3.5, mechs=plan_mechs.say_mechs(hand))


def _spares_attack(v: State, seat: Seat) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for not attacking if each attack that the pilot `seat` can choose is likely to fail.

    An attack is likely to fail if the mech beats at most the share `POOR` of the mechs that may defend. If the pilot
    can attack a territory that no mech may defend, yield no reason. `v` is the view of the pilot.
    """
    codes = [0] * len(parts.ACTIONS)
    codes = codes[: int(rules.legal(v, seat, codes))]
    fights = [forecast.forecast_battle(v, code) for code in codes if parts.ACTIONS.kind[code] in ATTACKS]
    if not all(fight.meetings for fight in fights):
        return
    if all(one.result < 0 for fight in fights for one in fight.meetings):
        yield claim("vain attack", 14)
        return
    best = max(fights, key=_find_wins)
    if 0 < _find_wins(best) <= POOR:
        many = len(best.meetings)
        beaten = plan_mechs.say_share(round(_find_wins(best) * many), many)
        title = parts.MECHS[best.mech].title
        yield claim("poor attack", 6 - 6 * _find_wins(best), mech=title, mechs=beaten, rival=f"{{{best.other}}}")


ATTACKS = (Strike.KIND, Burrow.KIND)
"""The kinds of actions by which the Alpha attacks."""


def _find_wins(fight: Battle) -> float:
    """Return the share of the possible mechs of a rival that the pilot's own mech beats."""
    return sum(one.result > 0 for one in fight.meetings) / len(fight.meetings)


def _has_targets(s: State, seat: Seat) -> bool:
    """Return whether another pilot has a face-up territory, which can be attacked (MN-6.1)."""
    others = (other for other in range(s.seats) if other != seat)
    return any(lands.is_up(s, parts.HELD + other, k) for other in others for k in range(count(s, parts.HELD + other)))


# -- abilities ---------------------------------------------------------------------------------------------------------


def _leaves_boost(s: State) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for declining Overclock's +3 if it would not turn the battle into a win (MN-7.2)."""
    plain, boosted = meeting.meet_with_boost(s, False), meeting.meet_with_boost(s, True)
    result, theirs = {1: "wins", 0: "ties", -1: "loses"}[plain.result], plain.other_power
    saves = find_place(s, False) != find_place(s, True)
    if plain.result != boosted.result:
        if boosted.result == 0 and saves:
            yield claim("cheap loss", 2, plain=plain.power, mine=boosted.power, theirs=theirs)
    elif saves:
        yield claim("no boost", 8, result=result, plain=plain.power, mine=boosted.power, theirs=theirs)
    else:
        yield claim("same boost", 8, result=result, plain=plain.power, theirs=theirs)


def find_place(s: State, boosted: bool) -> int:
    """Return in which stage (`MechPlace`, such as Disabled) the mech Overclock will be after the current battle.

    `boosted` says whether its pilot takes +3 power for it in this battle, after which it always malfunctions (MN-7.7).
    """
    found = meeting.meet_with_boost(s, boosted)
    mech = int(battle.side_mech(s, 0 if s.side_seat[0] == s.active else 1))
    return int(battle.place_after(mech, found.mech, found.result, boosted))


def boost(s: State, seat: Seat) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for taking the +3 of Overclock if it turns the battle into a win.

    In the Arena, a tie instead of a loss is a reason as well.
    """
    plain, boosted = meeting.meet_with_boost(s, False), meeting.meet_with_boost(s, True)
    numbers = {"mine": boosted.power, "theirs": boosted.other_power, "plain": plain.power}
    if boosted.result == 1 > plain.result:
        yield claim("boost", 10, **numbers)
    elif boosted.result == 0 > plain.result and s.attack == Fight.ARENA:
        rival = int(s.side_seat[1 if s.side_seat[0] == seat else 0])
        land = plan_mechs.name_arena_land(s, seat, int(s.target[1]))
        yield claim("boost tie", 8, rival=f"{{{rival}}}", land=land, **numbers)


def recall(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    """Yield the reason (`Claim`) for choosing the mech in this tier as the mech that Recaller recalls."""
    power = plan_mechs.find_power(s, seat, tier)
    yield claim("recall", 2 + 0.5 * power, mech=plan_mechs.find_title(s, seat, tier), power=power)


def repair(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    """Yield the reason (`Claim`) for choosing the mech in this tier as the mech that Wrench repairs."""
    weight = 2 + 0.3 * plan_mechs.find_power(s, seat, tier)
    yield claim("repair", weight, mech=plan_mechs.find_title(s, seat, tier))


def look(s: State, seat: Seat, *_: int) -> Iterator[Claim]:
    """Yield the reason (`Claim`) for looking at a face-down territory by Periscope, whichever territory it is."""
    yield claim("look", 3)
