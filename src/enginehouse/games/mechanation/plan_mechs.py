"""Find reasons for or against actions that deploy mechs or attack, for the hints that a player can ask for.

The reasons concern the ranks, the abilities and the battles of the mechs. Each reason (`Claim`) says that the action
serves or spoils a plan, which is a goal of the pilot such as to enlarge a set (see `core.words.plans`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from enginehouse.core.records.hidden import count
from enginehouse.core.records.masks import seats_in
from enginehouse.core.terms import Seat
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanation import battle, forecast, lands, mechs, meeting, parts, worth
from enginehouse.games.mechanation.forecast import Battle
from enginehouse.games.mechanation.meeting import Meeting
from enginehouse.games.mechanation.parts import Burrow, Defend, Deploy, Mech
from enginehouse.games.mechanation.state import MechPlace, State

LIKELY = 0.4
"""The minimum share of the possible mechs of a rival that a mech beats, for a battle that is worth it."""
DENIED = {3: 4.0, 4: 9.0, 5: 16.0}
"""The weight of keeping a territory from a rival, by the size that the rival's set would have."""
DEALT = 3
"""The number of territories that each pilot is dealt at the beginning (MN-2.1)."""
WHEN = {
    parts.FIRST: "",
    parts.SECOND: " as the second mech",
    parts.ATTACK: " when it attacks",
    parts.DEFENCE: " when it defends",
}
"""The words for each way to stand (MN-8.2), after a power."""

# -- words -------------------------------------------------------------------------------------------------------------


def find_power(s: State, seat: Seat, tier: int, way: int = parts.FIRST) -> int:
    """Return the power of the mech in this tier of the pilot `seat`, without changes by another mech.

    `way` is the mech's role in the battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2).
    """
    return int(battle.power(s.balanced, int(s.mech[seat][tier]), 0, way, False))


def find_title(s: State, seat: Seat, tier: int) -> str:
    """Return the title of the mech in this tier of the pilot `seat`."""
    return parts.MECHS[int(s.mech[seat][tier])].title


def say_mechs(number: int) -> str:
    """Return a number of mechs in words."""
    return "one mech" if number == 1 else f"{number} mechs"


def say_share(number: int, many: int) -> str:
    """Return in words how many of several mechs are meant, such as "2 of the 5 mechs" or "all 5 mechs".

    `number` is how many are meant, and `many` how many there are.
    """
    if many == 1:
        return "the only mech"
    every = "both mechs" if many == 2 else f"all {many} mechs"
    return every if number == many else f"{number} of the {many} mechs"


def name_arena_land(s: State, seat: Seat, index: int) -> str:
    """Return the name of a territory of the Arena, as far as the pilot `seat` knows it."""
    if not worth.is_known(s, seat, parts.ARENA, index):
        return "the face-down territory"
    return parts.land_name(worth.find_kind(s, parts.ARENA, index))


def say_odds(title: str, meetings: Sequence[Meeting], where: str) -> str:
    """Return a sentence, with a space before it, that says how many of its possible opponents a mech beats.

    `title` is the name of the mech, and `meetings` has its result against each possible opponent. `where` describes the
    opponents, such as "that may be there". If the mech can lose and beats no opponent, return "".
    """
    results = [one.result for one in meetings]
    if results and min(results) == 0:
        return f" {title} loses to no mech {where}."
    return f" {title} beats {say_share(results.count(1), len(results))} {where}." if 1 in results else ""


# -- rank and abilities ------------------------------------------------------------------------------------------------


def claim_rank(s: State, seat: Seat, tier: int, way: int, foes: Iterable[int], why: str = "") -> Iterator[Claim]:
    """Yield a reason (`Claim`) for using a mech: it is the strongest or weakest in hand, or its ability limits risk.

    `tier` is the tier of this mech. `way` is its role in the battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2). `foes`
    are the mechs that it may meet, and `why` is a further sentence about the territory. If the mech has no such
    advantage, yield no reason.
    """
    tiers = [k for k in range(parts.TIERS) if mechs.holds(s, seat, k)]
    hand, printed = [find_power(s, seat, k, way) for k in tiers], [find_power(s, seat, k) for k in tiers]
    mech, title, mine = int(s.mech[seat][tier]), find_title(s, seat, tier), find_power(s, seat, tier, way)
    met = set(foes)
    immune = [one for one in (Mech.JAMMER, Mech.AEGIS) if one in met]
    if mech == Mech.DECOY:
        but = ", unless Jammer beats it" if Mech.JAMMER in met else ""
        yield claim("decoy", 4, but=but, why=why)
    elif mech == Mech.LIMPET and met - set(immune):
        but = " (but not " + " or ".join(parts.MECHS[one].title for one in immune) + ")" if immune else ""
        yield claim("limpet", 3, but=but, why=why)
    elif len(hand) > 1 and mine == max(hand) > min(hand):
        when = WHEN[way] if mine != find_power(s, seat, tier) else ""
        yield claim("strongest", 3, mech=title, power=mine, when=when, why=why)
    elif len(hand) > 1 and mine == min(hand) and find_power(s, seat, tier) == min(printed):
        if mech == Mech.GNAT and way == parts.DEFENCE:
            return  # Gnat defends because of its ability, not because it is weak.
        yield claim("cheapest", 2, mech=title, power=mine, why=why)


def claim_bonus(s: State, seat: Seat, tier: int, way: int, why: str) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for using the mech of `seat` in this tier if it has more power in the battle than usual.

    `way` says how the mech fights: `ATTACK` or `DEFENCE`. `why` is a further sentence about the territory.
    """
    bonus = int(parts.CHANGE_OF[s.balanced, 4 * int(s.mech[seat][tier]) + way])
    if bonus > 0:
        plan = "attack bonus" if way == parts.ATTACK else "defence bonus"
        yield claim(plan, 1.5 + 0.5 * bonus, mech=find_title(s, seat, tier), bonus=bonus, why=why)


# -- the Arena ---------------------------------------------------------------------------------------------------------


def list_later(s: State, seat: Seat) -> list[int]:
    """Return the seats of the other pilots that may still deploy a mech in this round, after `seat` has had its turn.

    Pilots without a mech in the hand are left out (MN-5.2, MN-5.7).
    """
    later = {(s.alpha + k) % s.seats for k in range(int(s.at) + 1, mechs.count_turns(s))}
    return [other for other in sorted(later) if other != seat and mechs.hand_size(s, other) > 0]


def list_followers(v: State, seat: Seat, tier: int) -> list[Meeting]:
    """Return the results of the mech of `seat` in this tier against each mech that may be deployed after it."""
    mech, later = int(v.mech[seat][tier]), list_later(v, seat)
    foes = [one for other in later for one in forecast.list_hand(v, other)]
    return [meeting.meet(int(v.balanced), mech, parts.FIRST, one, parts.SECOND) for one in foes]


def deploy(v: State, seat: Seat, fight: Battle, tier: int, index: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for deploying the mech in this tier to the territory with this index of the Arena.

    `index` counts from 0. `v` is the view of the pilot `seat`, and `fight` the battle there, if a mech is there
    already.
    """
    there, land, more = mechs.find_posts(v, index), name_arena_land(v, seat, index), list_later(v, seat)
    title, why = find_title(v, seat, tier), worth.say_worth(v, seat, parts.ARENA, index)
    met = list(fight.meetings) if there else list_followers(v, seat, tier)
    if there or more:
        yield from claim_rank(v, seat, tier, parts.SECOND if there else parts.FIRST, [one.mech for one in met], why)
    bonus = int(parts.CHANGE_OF[v.balanced, 4 * int(v.mech[seat][tier]) + parts.SECOND])
    if there and bonus > 0:
        yield claim("second", 1 + bonus, mech=title, bonus=bonus, why=why)
    empty = [k for k in range(count(v, parts.ARENA)) if not mechs.find_posts(v, k)]
    if not there and not more:
        yield claim("unopposed", 8 if len(empty) == 1 else 1.5, land=land, why=why)
    elif not there and any(seats_in(mechs.find_posts(v, k)) == 1 for k in range(count(v, parts.ARENA))):
        yield claim("alone", 3 if len(empty) == 1 else 1.5, land=land, why=why)
    if not worth.is_known(v, seat, parts.ARENA, index):
        yield from worth.claim_unseen(v, seat, more)
        return
    kind, how = worth.find_kind(v, parts.ARENA, index), ""
    growth = worth.find_growth(lands.tally(v, seat), kind)
    if there or (growth and growth.plan == "complete"):
        how = say_odds(title, met, "that may be there" if there else "that may follow")
    if not (growth and growth.plan == "second set" and worth.list_helpful(v, seat)):
        yield from worth.claim_growth(v, seat, kind, how)
    if lands.is_up(v, parts.ARENA, index):
        others = set(worth.list_posted(v, index)) or set(more) or set(range(int(v.seats)))
        rival, size = worth.find_strongest_rival(v, others - {seat}, kind)
        if rival >= 0 and size >= min(DENIED) and (there or not _has_substitute(v, rival, index, size)):
            weight = DENIED[min(size, max(DENIED))]
            yield claim("deny", weight, land=land, rival=f"{{{rival}}}", size=size, why=why)


def _has_substitute(v: State, rival: Seat, index: int, size: int) -> bool:
    """Return whether another territory of the Arena than that at `index` would bring the pilot `rival` a set of `size`.

    The other territory must be face-up, and no mech may be there. Return False if `size` is five, because such a set
    wins at once.
    """
    free = [k for k in range(count(v, parts.ARENA)) if k != index and not mechs.find_posts(v, k)]
    kinds = [worth.find_kind(v, parts.ARENA, k) for k in free if lands.is_up(v, parts.ARENA, k)]
    return size < parts.SET_TO_WIN and any(worth.find_strongest_rival(v, [rival], one)[1] >= size for one in kinds)


# -- attacks -----------------------------------------------------------------------------------------------------------


def name_target(v: State, seat: Seat, owner: Seat, index: int) -> str:
    """Return the name of a territory of `owner`, as far as the pilot `seat` knows it."""
    known = worth.is_known(v, seat, parts.HELD + owner, index)
    return parts.land_name(worth.find_kind(v, parts.HELD + owner, index)) if known else "the face-down territory"


def say_target(v: State, seat: Seat, owner: Seat, index: int) -> str:
    """Return a sentence, with a space before it, about the advantage of attacking a territory of `owner`.

    The advantage is that the territory enlarges a set of the pilot `seat` or, if it does not, that it makes a set of
    `owner` smaller. If there is no such advantage, return "".
    """
    said = worth.say_worth(v, seat, parts.HELD + owner, index)
    size = worth.find_break(v, owner, index)
    return said or (f" The attack would take one of {size} from {{{owner}}}’s set." if size else "")


def attack(v: State, seat: Seat, owner: Seat, index: int, how: str) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for attacking the territory with this index (from 0) of the pilot `owner`.

    `how` is a further sentence about the battle, or "".
    """
    rival, name = f"{{{owner}}}", name_target(v, seat, owner, index)
    if mechs.hand_size(v, owner) == 0:
        yield claim("no defender", 8, rival=rival, land=name, why=say_target(v, seat, owner, index))
    if not worth.is_known(v, seat, parts.HELD + owner, index):
        why, (good, many) = "pilots reveal their best ones last", worth.count_helpful(v, seat)
        if index >= DEALT or v.round > DEALT:  # It may have been claimed since the beginning.
            why = f"{good} of the {many} unseen ones enlarge your largest set" if good else ""
        if why:
            yield claim("hidden", 1.5, why=why)
        return
    yield from worth.claim_growth(v, seat, worth.find_kind(v, parts.HELD + owner, index), how)
    size = worth.find_break(v, owner, index)
    if size:
        yield claim("break", 2.5 * size if size > 2 else 2, land=name, rival=rival, size=size, how=how)


def strike(v: State, seat: Seat, fight: Battle, tier: int, owner: Seat, index: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for attacking a rival's territory with the mech of this tier from the hand of `seat`.

    Rivals do not know the mech before the battle. The territory has this index (from 0) among those of the pilot
    `owner`. `fight` has the results of the mech against each mech that may defend the territory.
    """
    if mechs.hand_size(v, owner) > 0:
        why, foes = say_target(v, seat, owner, index), [one.mech for one in fight.meetings]
        yield from claim_rank(v, seat, tier, parts.ATTACK, foes, why)
        yield from claim_bonus(v, seat, tier, parts.ATTACK, why)
    yield from attack(v, seat, owner, index, say_attack_odds(v, fight))


def say_attack_odds(v: State, fight: Battle) -> str:
    """Return a sentence, with a space before it, that says how many of the possible defenders the attacking mech beats.

    If the owner of the territory is known to have a mech in hand that beats the attacker, the sentence names this mech,
    because the owner chooses the defender. If the attack is likely to fail, return "".
    """
    owner, foe, title = fight.other, find_known_winner(v, fight), parts.MECHS[fight.mech].title
    wins = sum(one.result > 0 for one in fight.meetings)
    if wins < LIKELY * len(fight.meetings) if foe >= 0 else is_poor(fight):
        return ""
    said = say_odds(title, fight.meetings, f"with which {{{owner}}} may defend")
    return (
        f"{said[:-1]}, but not {parts.MECHS[foe].title}, which {{{owner}}} has in hand." if said and foe >= 0 else said
    )


def is_poor(fight: Battle) -> bool:
    """Return whether an attack is a poor choice against the mechs with which the defender may answer.

    These mechs are judged by tier (light, medium, heavy). The attack is poor if, in some tier, at least one mech beats
    the attacker's mech, and the attacker's mech beats less than 40 % of them.
    """
    by_tier: dict[int, list[int]] = {}
    for one in fight.meetings:
        by_tier.setdefault((one.mech - 1) // parts.MECHS_OF_TIER, []).append(one.result)
    return any(-1 in found and found.count(1) < LIKELY * len(found) for found in by_tier.values())


def burrow(v: State, seat: Seat, fight: Battle, owner: Seat, index: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against attacking a territory openly with Burrower (MN-8.9).

    The territory has this index (from 0) among those of the pilot `owner`. `fight` has the results against each mech
    that may defend it.
    """
    foe = find_known_winner(v, fight)
    if foe >= 0 and fight.meetings and name_growth(v, seat, owner, index) != "complete":
        power = find_power(v, seat, 0, parts.ATTACK)
        yield claim("open attack", -5, rival=f"{{{owner}}}", foe=parts.MECHS[foe].title, power=power)
    how = say_attack_odds(v, fight)
    if foe >= 0:
        how = f" {{{owner}}} has {parts.MECHS[foe].title} in hand, which beats Burrower."
    yield from attack(v, seat, owner, index, how)


def name_growth(v: State, seat: Seat, owner: Seat, index: int) -> str:
    """Return in a word how the largest sets of pilot `seat` would change if it won a territory of pilot `owner`.

    `index` is the place of the territory, from 0, among those of `owner`. The words are those of `worth.Growth.plan`,
    such as "complete". If the pilot does not know the territory, or if it would not change the largest sets, return "".
    """
    if not worth.is_known(v, seat, parts.HELD + owner, index):
        return ""
    found = worth.find_growth(lands.tally(v, seat), worth.find_kind(v, parts.HELD + owner, index))
    return found.plan if found else ""


def find_known_winner(v: State, fight: Battle) -> int:
    """Return the strongest mech that the opponent surely has in hand and that beats the viewer's mech, or -1.

    `fight` is a battle that may come: the viewer's mech, the opponent, and the result against each mech of the
    opponent.
    """
    other = fight.other
    known = {int(v.mech[other][tier]) for tier in range(parts.TIERS) if v.place[other][tier] == MechPlace.HAND}
    foes = [one for one in fight.meetings if one.result < 0 and one.mech in known and one.mech > 0]
    return max(foes, key=lambda one: (one.other_power, one.mech)).mech if foes else -1


# -- battles -----------------------------------------------------------------------------------------------------------


def claim_battle(v: State, seat: Seat, code: int, fight: Battle, why: str) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against an action that leads to a battle: the possible results of the battle.

    `fight` has the result against each mech that the rival may have there. `why` is a further sentence about the
    territory.
    """
    if not fight.meetings:
        return
    results, kind = [one.result for one in fight.meetings], parts.ACTIONS.kind[code]
    wins, losses, some = results.count(1), results.count(-1), len(results)
    mech, rival = parts.MECHS[fight.mech].title, f"{{{fight.other}}}"
    numbers = {"mine": fight.meetings[0].power, "theirs": fight.meetings[0].other_power}
    if losses == some:
        if kind == Defend.KIND and fight.mech == Mech.DECOY and all(one.mech != Mech.JAMMER for one in fight.meetings):
            return  # A beaten Decoy goes back to the hand.
        if some == 1 and fight.defended:
            yield claim("sure loss", -9, mech=mech, **numbers)
        else:
            weight, deed = -7 if fight.defended else -5, name_deed(v, seat, code, mech, rival)
            yield claim("vain battle", weight, deed=deed, mech=mech, mechs=say_share(some, some), rival=rival)
    elif kind == Defend.KIND:
        yield from _defences(v, seat, code, fight)
    elif kind == Deploy.KIND:
        land, beaten = name_arena_land(v, seat, int(Deploy.land[code])), say_share(wins, some)
        if some == 1 and wins:
            yield claim("sure win", 9, mech=mech, why=why, **numbers)
        elif losses == 0 and wins < some:
            yield claim("hold", 5, rival=rival, land=land, mech=mech, why=why)
        elif wins >= LIKELY * some:
            yield claim("odds", 6 * wins / some, rival=rival, land=land, mech=mech, mechs=beaten, why=why)
        else:
            yield claim("contest", 1, rival=rival, land=land, why=why)
    elif wins and find_known_winner(v, fight) < 0 and not is_poor(fight):
        yield claim("good attack", 5 * wins / some, mech=mech, rival=rival, mechs=say_share(wins, some), why=why)


def name_deed(v: State, seat: Seat, code: int, mech: str, rival: str) -> str:
    """Return the words for an action that leads to a battle: "send Spark to red 3" or "attack {1} with Spark".

    `mech` is the name of the seat's own mech, and `rival` the placeholder for the opponent's name, such as "{1}".
    """
    kind = parts.ACTIONS.kind[code]
    if kind == Deploy.KIND:
        return f"send {mech} to {name_arena_land(v, seat, int(Deploy.land[code]))}"
    return f"defend with {mech}" if kind == Defend.KIND else f"attack {rival} with {mech}"


def _defences(v: State, seat: Seat, code: int, fight: Battle) -> Iterator[Claim]:
    """Yield one reason (`Claim`) for defending a territory with a mech. It says which attackers this mech can hold off.

    A tie holds the territory as well (MN-7.4). `code` is the number of the action, and `fight` has the results of the
    defending mech against each mech that may attack.
    """
    land, mech = parts.land_name(worth.find_kind(v, parts.HELD + seat, int(v.target[1]))), parts.MECHS[fight.mech].title
    keeps, some = sum(one.result >= 0 for one in fight.meetings), len(fight.meetings)
    if some == 1:
        tie = "" if fight.meetings[0].result > 0 else ", which is a tie"
        numbers = {"mine": fight.meetings[0].power, "theirs": fight.meetings[0].other_power}
        yield claim("sure defence", 14.5 if not tie else 14, mech=mech, land=land, tie=tie, **numbers)
        return
    better = [one for one in list_defenders(v, seat) if count_kept(one) > keeps]
    spared = parts.MECHS[max(better, key=count_kept).mech].title if better else ""
    more = f" You do not risk {spared}." if spared else ""
    yield claim("good defence", 10 * keeps / some, mech=mech, land=land, against=say_against(v, fight), more=more)


def say_against(v: State, fight: Battle) -> str:
    """Return in words when a defending mech keeps its territory, such as "against 3 of the 5 mechs that may attack".

    The attacking mech is hidden, but some mechs of its pilot may be known. If such a known mech would win, the words
    name it, such as "unless Titan attacks".
    """
    strong = [one.result for one in fight.meetings if one.other_power >= parts.GNAT_BEATS]
    if fight.mech == Mech.GNAT and strong and min(strong) > 0:
        return f"if a mech with power {parts.GNAT_BEATS} or more attacks"
    known, losses = set(map(int, v.mech[fight.other])), [one.mech for one in fight.meetings if one.result < 0]
    named = " or ".join(parts.MECHS[one].title for one in losses if one in known)
    if named and all(one in known for one in losses):
        return f"unless {named} attacks"
    against = f"against {say_share(count_kept(fight), len(fight.meetings))} that may attack"
    return f"{against}, but not against {named}" if named else against


def list_defenders(v: State, seat: Seat) -> list[Battle]:
    """Return the battle of each mech in the hand of `seat` with the mech that attacks."""
    tiers = [tier for tier in range(parts.TIERS) if mechs.holds(v, seat, tier)]
    return [forecast.forecast_battle(v, Defend.at(tier)) for tier in tiers]


def count_kept(fight: Battle) -> int:
    """Return the number of the possible attackers against which a defender keeps the territory."""
    return sum(one.result >= 0 for one in fight.meetings)


def say_why(v: State, seat: Seat, code: int) -> str:
    """Return a sentence, with a space before it, about the use of the territory to which an action sends a mech.

    For example, the territory enlarges a set of the pilot `seat`. Return "" if the action sends no mech, or if the
    territory has no such use.
    """
    kind, values = parts.ACTIONS.kind[code], parts.ACTIONS.block_of(code).values(code)
    if kind == Deploy.KIND:
        return worth.say_worth(v, seat, parts.ARENA, values[-1])
    return say_target(v, seat, *values[-2:]) if kind in (parts.Strike.KIND, Burrow.KIND) else ""
