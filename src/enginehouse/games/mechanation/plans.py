"""List the plans of Mechanation: the goals that deployments, attacks, defences and choices among territories can serve.

A hint names such a plan as the reason for an action (see `core.words.plans`). Rivals are judged by their face-up
territories alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enginehouse.core.records.events import Events
from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import seats_in
from enginehouse.core.terms import Seat, Zone
from enginehouse.core.words.plans import ALIKE, Claim, Plan, PlanAction, claim
from enginehouse.games.mechanation.battle import place_after, power, side_mech
from enginehouse.games.mechanation.facts import FACTS
from enginehouse.games.mechanation.forecast import Battle, forecast_battle
from enginehouse.games.mechanation.lands import find_largest, is_up, tally
from enginehouse.games.mechanation.mechs import find_posts, hand_size, holds
from enginehouse.games.mechanation.meeting import meet_with_boost
from enginehouse.games.mechanation.parts import (
    ACTIONS,
    ARENA,
    ATTACK,
    CHANGE_OF,
    COLOURS,
    DEFENCE,
    FIELD,
    FIRST,
    HELD,
    KIND_OF,
    MARK_OF,
    MECHS,
    SECOND,
    SET_TO_WIN,
    TIERS,
    WARDEN_LIMIT,
    WILD,
    Boost,
    Burrow,
    Defend,
    Deploy,
    GiveUp,
    Guard,
    Look,
    LookArena,
    Pass,
    Reap,
    Recall,
    Repair,
    Strike,
    Turn,
    land_name,
)
from enginehouse.games.mechanation.rules import apply, legal, view
from enginehouse.games.mechanation.state import SHAPE, Fight, Phase, State

PLANS = (
    Plan("win", "win", "Complete the set", "Win the game now: you complete your five.", "You could complete your five and win now."),
    Plan("not lose", "deny", "Stop the winning set", "Stop {rival}, who would win at once.", "{rival} wins at once."),
    Plan("complete", "win", "Go for the win", "Go for {land}: it completes your five ({what}).", "It leaves {land}, which completes your five ({what})."),
    Plan("grow", "score", "Make your set larger", "Go for {land}: with it you have {size} of five ({what}).", "It does not bring you {land}, which makes your set {size} of five."),
    Plan("second set", "score", "Make another large set", "Go for {land}: it makes another set of {size} ({what}), as large as your largest.", "It does not bring you {land}, which makes another set of {size}."),
    Plan("deny", "deny", "Contest a rival’s set", "Contest {land}: {rival} would have {size} of five with it.", "It leaves {land} to {rival}, who would have {size} of five with it."),
    Plan("unopposed", "score", "Claim without a battle", "Nobody is left to contest {land}: claim it without a battle.", "You could claim {land} without a battle."),
    Plan("alone", "score", "Go where no mech is", "No mech is at {land} yet, so a battle is not certain there.", "A mech is there already, so it comes to a battle."),
    Plan("odds", "deny", "Contest a territory", "Fight {rival} for {land}: {mech} beats {mechs} that may be there.", "It leaves {land} to {rival}, and {mech} beats {mechs} that may be there."),
    Plan("second", "score", "Deploy second", "{mech} has +{bonus} as the second mech there.", "It makes no use of the +{bonus} of {mech} as the second mech."),
    Plan("contest", "deny", "Contest a territory", "Contest {land}: else {rival} may claim it without a battle.", "{rival} may then claim {land} without a battle."),
    Plan("attack bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it attacks.", "It makes no use of the +{bonus} of {mech} in an attack."),
    Plan("defence bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it defends.", "It makes no use of the +{bonus} of {mech} in defence."),
    Plan("strongest", "score", "Send your strongest mech", "Send your strongest mech: {mech} has power {power}{when}.", "You have a stronger mech: {mech} has power {power}{when}."),
    Plan("cheapest", "save", "Risk your weakest mech", "Risk {mech}: with power {power} it is your weakest mech.", "You risk a better mech than {mech}."),
    Plan("wait", "save", "Keep mechs to defend", "Keep your {mechs} in hand: {open} of your territories can be attacked.", "It leaves fewer than {mechs} in hand to defend your {open} open territories."),
    Plan("no attack", "save", "Keep mechs to defend", "Do not attack: a beaten mech is still away when {rival} is the Alpha.", "It may leave you without a mech when {rival} is the Alpha."),
    Plan("vain attack", "save", "Do not attack in vain", "Do not attack: each of your mechs loses to each mech that may defend.", "It loses to each mech that may defend."),
    Plan("see first", "save", "See where a rival goes", "Wait: you may deploy in the second round, when you see where {rival} has gone.", "It shows {rival} where you go, before {rival} deploys."),
    Plan("own attack", "save", "Keep mechs to attack", "Keep your {mechs} in hand: as the Alpha you attack after the Arena.", "It leaves fewer than {mechs} in hand for your attack as the Alpha."),
    Plan("break", "deny", "Break a rival’s set", "Attack {land}: it is one of {size} in {rival}’s set.", "It leaves {rival} a set of {size}."),
    Plan("no defender", "score", "Attack where nobody defends", "{rival} has no mech in hand to defend {land}.", "{rival} has no mech in hand to defend {land}."),
    Plan("good attack", "score", "Attack with a mech that wins", "{mech} beats {mechs} with which {rival} may defend.", "{mech} would beat {mechs} with which {rival} may defend."),
    Plan("hidden", "find", "Take a hidden territory", "Attack a face-down territory: pilots reveal their best ones last.", "It leaves the face-down territory to its owner."),
    Plan("defend", "protect", "Defend your set", "Defend {land}: it is one of {size} in your largest set.", "You lose {land}, one of {size} in your largest set."),
    Plan("deny attack", "deny", "Keep a set small", "Do not let {rival} have {size} of five.", "It lets {rival} have {size} of five."),
    Plan("let go", "save", "Let a territory go", "Let {land} go: without it your largest set still has {size}.", "You risk a mech for {land}, and your largest set has {size} without it."),
    Plan("no defence", "save", "Do not defend in vain", "None of your mechs can keep {land} against any mech that may attack.", "It cannot keep {land}: none of your mechs can."),
    Plan("good defence", "protect", "Defend with a mech that holds", "{mech} keeps {land} against {mechs} that may attack.", "{mech} would keep {land} against {mechs} that may attack."),
    Plan("sure defence", "protect", "Keep a territory for certain", "{mech} keeps {land} for certain, {mine} against {theirs}{tie}.", "{mech} would keep {land} for certain."),
    Plan("no battle", "save", "Stay out of a battle", "Stay out of this battle: a beaten mech is Disabled.", "It risks a mech in this battle."),
    Plan("scrap open", "protect", "Scrap an open territory", "Scrap {land}: it lies open, so you could lose it anyway.", "{land} stays open to attack."),
    Plan("reveal", "protect", "Hide your set", "Reveal {land}: losing it leaves your set of {size} whole.", "You show a territory of your set of {size}, and it can be attacked."),
    Plan("hide wild", "protect", "Hide a WILD", "Keep your WILD face-down: it fits every set, so everybody wants it.", "It shows a WILD, which everybody wants."),
    Plan("show any", ALIKE, "Reveal a territory", "Each choice belongs to your set of {size}, so you have to show a part of it.", "You have to show a part of your set of {size}."),
    Plan("no set", ALIKE, "Reveal a territory", "You have no set yet that this would show.", "You have no set yet that it would hide."),
    Plan("scrap", "protect", "Keep your set", "Scrap {land}: your largest set keeps its {size}.", "It makes your largest set of {size} smaller."),
    Plan("harvest", "find", "Harvest", "Harvest: take a new territory and scrap your least useful one.", "You miss the territory that Harvester could take."),
    Plan("warden", "save", "Keep a seventh territory", "Show Warden to keep {lands} territories.", "You scrap a territory that Warden could keep."),
    Plan("repair", "save", "Repair a mech", "Repair {mech}: it comes back a round earlier.", "{mech} comes back a round later."),
    Plan("recall", "save", "Recall a mech", "Recall {mech} with power {power} at once.", "{mech} stays in the hangar."),
    Plan("boost", "score", "Take the +3", "Take the +3: {mine} beats {theirs}, and {plain} does not.", "Without the +3 it is {plain} against {theirs}."),
    Plan("boost tie", "deny", "Take the +3 for a tie", "Take the +3: with {mine} against {theirs} it is a tie, and {rival} does not get {land}.", "Without the +3 it is {plain} against {theirs}, and {rival} gets {land}."),
    Plan("no boost", "save", "Save Overclock", "Save Overclock: it {result} without the +3, {plain} to {theirs}.", "The +3 changes nothing: it {result} anyway, and Overclock Malfunctions."),
    Plan("same boost", "save", "Leave the +3", "The +3 changes nothing: Overclock {result} without it, {plain} to {theirs}, and Malfunctions either way.", "The +3 changes nothing: it {result} anyway."),
    Plan("sure win", "score", "Win a battle for certain", "{mech} wins this battle: {mine} against {theirs}.", "{mech} would win this battle: {mine} against {theirs}."),
    Plan("sure loss", "save", "Avoid a lost battle", "Do not lose {mech} in a battle of {mine} against {theirs}.", "{mech} loses this battle: {mine} against {theirs}."),
    Plan("vain battle", "save", "Avoid a lost battle", "Do not send {mech} there: it loses to {mechs} that {rival} may have.", "{mech} loses to {mechs} that {rival} may have."),
    Plan("look", "find", "Look first", "Look at a face-down territory first: then you know where to go.", "You do not know what the face-down territory is."),
)  # fmt: skip

LARGE = 3
"""The minimum size of another set that is worth a territory."""
LIKELY = 0.4
"""The minimum share of the possible mechs of a rival that a mech beats, for a battle that is worth it."""


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is a goal of a player, and a claim is a statement about it. Battles are judged by all mechs that a rival may
    have, as far as the pilot that acts knows.
    """
    s, t, seat = step.before, step.after, step.seat
    kind = ACTIONS.kind[step.code]
    battle = forecast_battle(see(s, seat), step.code)
    wins = is_certain(battle)
    if wins and ((t.reason != 0 and t.winner == seat + 1) or (kind in ATTACKS and _takes_fifth(s, seat, step.code))):
        yield claim("win", 100)
    rival = find_winning_rival(t, seat)
    if rival >= 0:
        yield claim("not lose", -100, rival=f"{{{rival}}}")
    if kind == Pass.KIND:
        yield from _passes(s, seat)
    elif kind in _CLAIMS:
        share = _find_share(battle, kind)
        for one in _CLAIMS[kind](s, seat, *ACTIONS.block_of(step.code).values(step.code)):
            yield one._replace(weight=one.weight * share) if one.plan in FOUGHT_FOR else one
    if kind in (Deploy.KIND, Strike.KIND, Burrow.KIND, Defend.KIND):
        yield from _battles(s, seat, step.code, battle)


def find_winning_rival(t: State, seat: Seat) -> int:
    """Return the rival that has won in the record `t`, or wins whatever `seat` deploys next, or -1.

    With two pilots, a pilot that has passed may deploy once more (MN-5.7).
    """
    if t.reason != 0:
        return int(t.winner) - 1 if t.winner != seat + 1 else -1
    if t.phase != Phase.DEPLOY or t.active != seat:
        return -1
    codes, found = [0] * len(ACTIONS), -1
    for code in codes[: int(legal(t, seat, codes))]:
        u = SHAPE.copy(t)
        apply(u, seat, code, Events(FACTS.event_size, on=False))
        if u.reason == 0 or u.winner == seat + 1:
            return -1
        found = int(u.winner) - 1
    return found


FOUGHT_FOR = ("complete", "grow", "second set", "deny", "break", "defend", "deny attack")
"""The plans that an action serves only if its battle turns out well."""


def _find_share(battle: Battle, kind: int) -> float:
    """Return a factor, from 0 to 1, for the weight of a claim that only holds if a battle ends well for the pilot.

    A claim says that an action serves a plan (see `Claim`). `kind` is the kind of the action, and `battle` has the
    mechs that the other pilot may have there. If the action is to defend, the factor is the share of these mechs that
    the defender beats or ties, because a tie keeps the territory (MN-7.4).

    For other actions the factor is 0.25, plus 0.75 times the share of the mechs that the pilot's own mech beats. It is
    at least 0.25, because an attacker may meet no defender, and because a tie in the Arena still keeps the rival from
    the territory. If no battle can follow, return 1.
    """
    if not battle.meetings:
        return 1.0
    results = [one.result for one in battle.meetings]
    good = results.count(1) + (results.count(0) if kind == Defend.KIND else 0)
    least = 0.0 if kind == Defend.KIND else 0.25
    return least + (1 - least) * good / len(results)


ATTACKS = (Strike.KIND, Burrow.KIND)
"""The kinds of actions by which the Alpha attacks."""


def _takes_fifth(s: State, seat: Seat, code: int) -> bool:
    """Return whether an attack is for a territory, known to `seat`, that completes a set of five (MN-3.1)."""
    owner, index = ACTIONS.block_of(code).values(code)[-2:]
    if not _knows(s, seat, HELD + owner, index):
        return False
    return bool(find_largest(tally(s, seat) + int(MARK_OF[_kind(s, HELD + owner, index)])) >= SET_TO_WIN)


def see(s: State, seat: Seat) -> State:
    """Return the view of a pilot: the record `s` without the facts that are hidden from the pilot (MN-9)."""
    v: State = SHAPE.new()
    view(s, seat, v)
    return v


def is_certain(battle: Battle) -> bool:
    """Return whether the pilot wins a battle against each mech that a rival may have there, or no battle follows."""
    return all(one.result > 0 for one in battle.meetings)


# -- sets --------------------------------------------------------------------------------------------------------------


def _kind(s: State, zone: Zone, index: int) -> int:
    return int(KIND_OF[at(s, zone, index)])


def _knows(s: State, seat: Seat, zone: Zone, index: int) -> bool:
    return bool(int(s.known[at(s, zone, index)]) >> seat & 1)


def _seen_tally(s: State, seat: Seat) -> int:
    """Return how many face-up territories of each colour and number a pilot has, packed as by `lands.tally`."""
    ups = (k for k in range(count(s, HELD + seat)) if is_up(s, HELD + seat, k))
    return sum(int(MARK_OF[_kind(s, HELD + seat, k)]) for k in ups)


def _largest(total: int) -> tuple[int, str]:
    """Return the size of a pilot's largest set, and its colour or number in words.

    `total` has the packed counts of the pilot's territories (`lands.tally`).
    """
    each = [total >> FIELD * k & 31 for k in range(10)]
    k = max(range(10), key=lambda k: (each[k], -k))
    return each[k], _say_set(k)


def _say_set(k: int) -> str:
    """Return in words a property of territories, such as a colour or "number 3", from its index in a packed tally.

    `lands.tally` packs the counts. Index `k` is 0 to 4 for a colour, and 5 to 9 for the numbers 1 to 5.
    """
    return COLOURS[k] if k < 5 else f"number {k - 4}"


def _strongest_rival(s: State, seat: Seat, kind: int) -> tuple[int, int]:
    """Return the rival with the largest set after one more territory of this kind, and the size of that set.

    Only face-up territories count.
    """
    found = []
    for other in range(s.seats):
        if other != seat:
            now = _seen_tally(s, other)
            then = int(find_largest(now + int(MARK_OF[kind])))
            if then > find_largest(now):
                found.append((then, -other))
    return (-max(found)[1], max(found)[0]) if found else (-1, 0)


def _grows(s: State, seat: Seat, kind: int) -> Iterator[Claim]:
    """Yield a claim if one more territory of this kind makes the largest set of the pilot `seat` larger."""
    now = tally(s, seat)
    size, what = _largest(now + int(MARK_OF[kind]))
    if size >= SET_TO_WIN:
        yield claim("complete", 30, land=land_name(kind), what=what)
    elif size > find_largest(now):
        yield claim("grow", 4 * size, land=land_name(kind), size=size, what=what)
    elif size >= LARGE and kind != WILD:
        more = [k for k in (kind // 5, 5 + kind % 5) if (now >> FIELD * k & 31) + 1 == size]
        if more:
            what = _say_set(more[0])
            yield claim("second set", 1.5 * size, land=land_name(kind), size=size, what=what)


# -- mechs -------------------------------------------------------------------------------------------------------------


def _power(s: State, seat: Seat, tier: int, way: int = FIRST) -> int:
    """Return the power of the mech in this tier of the pilot `seat`, without changes by another mech.

    `way` is the mech's role in the battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2).
    """
    mech = int(s.mech[seat][tier])
    return int(power(s.balanced, mech, 0, way, False))


def _title(s: State, seat: Seat, tier: int) -> str:
    return MECHS[int(s.mech[seat][tier])].title


WHEN = {FIRST: "", SECOND: " as the second mech", ATTACK: " when it attacks", DEFENCE: " when it defends"}
"""The words for each way to stand (MN-8.2), after a power."""


def _sends(s: State, seat: Seat, tier: int, way: int) -> Iterator[Claim]:
    """Yield a claim if the mech that the pilot `seat` sends out is the strongest or the weakest of the hand.

    `tier` is the tier of this mech. `way` is its role in the battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2).
    """
    hand = [_power(s, seat, k, way) for k in range(TIERS) if holds(s, seat, k)]
    mine, title = _power(s, seat, tier, way), _title(s, seat, tier)
    if len(hand) > 1 and mine == max(hand) > min(hand):
        when = WHEN[way] if mine != _power(s, seat, tier) else ""
        yield claim("strongest", 3, mech=title, power=mine, when=when)
    elif len(hand) > 1 and mine == min(hand):
        yield claim("cheapest", 2, mech=title, power=mine)


def _mechs(number: int) -> str:
    return "one mech" if number == 1 else f"{number} mechs"


def _arena_land(s: State, seat: Seat, index: int) -> str:
    """Return the name of a territory of the Arena, as far as the pilot `seat` knows it."""
    return land_name(_kind(s, ARENA, index)) if _knows(s, seat, ARENA, index) else "the face-down territory"


def _deploy(s: State, seat: Seat, tier: int, index: int) -> Iterator[Claim]:
    there, land = find_posts(s, index), _arena_land(s, seat, index)
    more = list_later(s, seat)
    if there or more:
        yield from _sends(s, seat, tier, SECOND if there else FIRST)
    bonus = int(CHANGE_OF[s.balanced, 4 * int(s.mech[seat][tier]) + SECOND])
    if there and bonus > 0:
        yield claim("second", 1 + bonus, mech=_title(s, seat, tier), bonus=bonus)
    if not there and not more:
        yield claim("unopposed", 8, land=land)
    elif not there and any(seats_in(find_posts(s, k)) == 1 for k in range(count(s, ARENA))):
        yield claim("alone", 1.5, land=land)
    if _knows(s, seat, ARENA, index):
        kind = _kind(s, ARENA, index)
        yield from _grows(s, seat, kind)
        if is_up(s, ARENA, index):
            rival, size = _strongest_rival(s, seat, kind)
            if rival >= 0 and size >= 3:
                yield claim("deny", 2.5 * size, land=land_name(kind), rival=f"{{{rival}}}", size=size)


def list_later(s: State, seat: Seat) -> list[int]:
    """Return the other pilots with a mech in the hand that deploy after this turn of `seat` (MN-5.2, MN-5.7)."""
    last = (2 if s.seats == 2 else 1) * s.seats
    later = {(s.alpha + k) % s.seats for k in range(int(s.at) + 1, last)}
    return [other for other in sorted(later) if other != seat and hand_size(s, other) > 0]


def _say_mechs(number: int, many: int) -> str:
    """Return a number of the mechs that a rival may have, in words, such as "2 of the 5 mechs"."""
    if many == 1:
        return "the only mech"
    every = "both mechs" if many == 2 else f"all {many} mechs"
    return every if number == many else f"{number} of the {many} mechs"


def _battles(s: State, seat: Seat, code: int, battle: Battle) -> Iterator[Claim]:
    """Yield claims about the battle to which an action leads, against each mech that the rival may have there."""
    if not battle.meetings:
        return
    results, kind = [one.result for one in battle.meetings], ACTIONS.kind[code]
    wins, losses, some = results.count(1), results.count(-1), len(results)
    mech, rival = MECHS[battle.mech].title, f"{{{battle.other}}}"
    numbers = {"mine": battle.meetings[0].power, "theirs": battle.meetings[0].other_power}
    if losses == some:
        if some == 1 and battle.defended:
            yield claim("sure loss", -9, mech=mech, **numbers)
        else:
            weight = -7 if battle.defended else -12
            yield claim("vain battle", weight, mech=mech, mechs=_say_mechs(some, some), rival=rival)
    elif kind == Defend.KIND:
        land = land_name(_kind(s, HELD + seat, int(s.target[1])))
        if some == 1:
            tie = "" if wins else ", which is a tie"
            yield claim("sure defence", 14.5 if wins else 14, mech=mech, land=land, tie=tie, **numbers)
        else:
            keeps = some - losses
            yield claim("good defence", 10 * keeps / some, mech=mech, land=land, mechs=_say_mechs(keeps, some))
    elif kind == Deploy.KIND:
        land = _arena_land(s, seat, int(Deploy.land[code]))
        if some == 1 and wins:
            yield claim("sure win", 9, mech=mech, **numbers)
        elif wins >= LIKELY * some:
            yield claim("odds", 6 * wins / some, rival=rival, land=land, mech=mech, mechs=_say_mechs(wins, some))
        else:
            yield claim("contest", 1, rival=rival, land=land)
    elif wins:
        yield claim("good attack", 5 * wins / some, mech=mech, rival=rival, mechs=_say_mechs(wins, some))


def _attack(s: State, seat: Seat, owner: Seat, index: int) -> Iterator[Claim]:
    rival = f"{{{owner}}}"
    name = land_name(_kind(s, HELD + owner, index)) if _knows(s, seat, HELD + owner, index) else "the territory"
    if hand_size(s, owner) == 0:
        yield claim("no defender", 8, rival=rival, land=name)
    if not _knows(s, seat, HELD + owner, index):
        yield claim("hidden", 1.5)
        return
    kind = _kind(s, HELD + owner, index)
    yield from _grows(s, seat, kind)
    now = _seen_tally(s, owner)
    size = int(find_largest(now))
    if is_up(s, HELD + owner, index) and size >= 2 and find_largest(now - int(MARK_OF[kind])) < size:
        yield claim("break", 2.5 * size if size > 2 else 2, land=name, rival=rival, size=size)


def _strike(s: State, seat: Seat, tier: int, owner: Seat, index: int) -> Iterator[Claim]:
    if hand_size(s, owner) > 0:
        yield from _sends(s, seat, tier, ATTACK)
        yield from _bonus(s, seat, tier, ATTACK)
    yield from _attack(s, seat, owner, index)


def _bonus(s: State, seat: Seat, tier: int, way: int) -> Iterator[Claim]:
    """Yield a claim if the mech of `seat` in this tier has more power in the battle than usual.

    `way` says how the mech fights: `ATTACK` or `DEFENCE`.
    """
    bonus = int(CHANGE_OF[s.balanced, 4 * int(s.mech[seat][tier]) + way])
    if bonus > 0:
        plan = "attack bonus" if way == ATTACK else "defence bonus"
        yield claim(plan, 1.5 + 0.5 * bonus, mech=_title(s, seat, tier), bonus=bonus)


# -- other choices -----------------------------------------------------------------------------------------------------


def _spare(s: State, seat: Seat, index: int) -> tuple[bool, str, int]:
    """Return whether the largest set of the pilot `seat` would keep its size if the pilot lost a territory.

    `index` is the number of that territory, from 0. The result is a tuple: this answer, the territory's name, and the
    size of the set.
    """
    kind, total = _kind(s, HELD + seat, index), tally(s, seat)
    size = int(find_largest(total))
    return int(find_largest(total - int(MARK_OF[kind]))) == size, land_name(kind), size


def _defend(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    yield from _sends(s, seat, tier, DEFENCE)
    yield from _bonus(s, seat, tier, DEFENCE)
    spare, land, size = _spare(s, seat, int(s.target[1]))
    if not spare:
        yield claim("defend", 3 * size, land=land, size=size)
    if is_up(s, HELD + seat, int(s.target[1])):
        now = _seen_tally(s, int(s.alpha))
        then = int(find_largest(now + int(MARK_OF[_kind(s, HELD + seat, int(s.target[1]))])))
        if then > find_largest(now) and then >= 3:
            yield claim("deny attack", 3 * then, rival=f"{{{int(s.alpha)}}}", size=then)


def _turn(s: State, seat: Seat, index: int) -> Iterator[Claim]:
    spare, land, size = _spare(s, seat, index)
    downs = [k for k in range(count(s, HELD + seat)) if not is_up(s, HELD + seat, k)]
    if spare and size > 1:
        yield claim("reveal", 4, land=land, size=size)
    elif size == 1:
        yield claim("no set", 1)
    elif not any(_spare(s, seat, k)[0] for k in downs):
        yield claim("show any", 1, size=size)
    if _kind(s, HELD + seat, index) != WILD and any(_kind(s, HELD + seat, k) == WILD for k in downs):
        yield claim("hide wild", 3.5)


def _give_up(s: State, seat: Seat, index: int) -> Iterator[Claim]:
    spare, land, size = _spare(s, seat, index)
    if spare and size > 1:
        yield claim("scrap", 10, land=land, size=size)
    if spare and is_up(s, HELD + seat, index):
        yield claim("scrap open", 2, land=land)


def _passes(s: State, seat: Seat) -> Iterator[Claim]:
    """Yield a claim for each plan (a goal of the pilot `seat`) that passing serves or spoils."""
    ups = [is_up(s, HELD + seat, k) for k in range(count(s, HELD + seat))]
    if s.phase == Phase.DEPLOY and any(ups) and hand_size(s, seat) > 0 and s.alpha != seat:
        is_needed = sum(ups) >= hand_size(s, seat)
        yield claim("wait", 3 if is_needed else 0.8, mechs=_mechs(int(hand_size(s, seat))), open=sum(ups))
    if s.phase in (Phase.ATTACK, Phase.BURROW) and hand_size(s, seat) > 0:
        yield claim("no attack", 2, rival=f"{{{(seat + 1) % int(s.seats)}}}")
        if is_attack_vain(see(s, seat), seat):
            yield claim("vain attack", 14)
    if s.phase == Phase.DEPLOY and hand_size(s, seat) > 0:
        if s.seats == 2 and s.at < s.seats and hand_size(s, 1 - seat) > 0:
            yield claim("see first", 4, rival=f"{{{1 - seat}}}")
        elif s.alpha == seat and _has_targets(s, seat):
            yield claim("own attack", 3.5, mechs=_mechs(int(hand_size(s, seat))))
    if s.phase == Phase.DEFEND:
        spare, land, size = _spare(s, seat, int(s.target[1]))
        if spare:
            yield claim("let go", 4, land=land, size=size)
        if hand_size(s, seat) > 0 and is_defence_vain(see(s, seat), seat):
            yield claim("no defence", 12, land=land)
        elif hand_size(s, seat) > 0:
            yield claim("no battle", 2)
    if s.phase == Phase.OVERCLOCK:
        plain, boosted = meet_with_boost(s, False), meet_with_boost(s, True)
        if plain.result == boosted.result:
            result = {1: "wins", 0: "ties", -1: "loses"}[plain.result]
            saves = find_place(s, False) != find_place(s, True)
            yield claim(
                "no boost" if saves else "same boost", 8, result=result, plain=plain.power, theirs=plain.other_power
            )


def is_defence_vain(v: State, seat: Seat) -> bool:
    """Return whether each mech in the hand of `seat` loses to each mech that may attack, as far as `seat` knows.

    `v` is the view of the pilot `seat`, whose territory is attacked.
    """
    tiers = [tier for tier in range(TIERS) if holds(v, seat, tier)]
    battles = [forecast_battle(v, Defend.at(tier)) for tier in tiers]
    return all(one.result < 0 for battle in battles for one in battle.meetings)


def is_attack_vain(v: State, seat: Seat) -> bool:
    """Return whether each mech with which `seat` may attack loses to each mech that may defend, as far as `seat` knows.

    `v` is the view of the pilot `seat`. If a territory that `seat` may attack cannot be defended by any mech, return
    False.
    """
    codes = [0] * len(ACTIONS)
    codes = [code for code in codes[: int(legal(v, seat, codes))] if ACTIONS.kind[code] in (Strike.KIND, Burrow.KIND)]
    battles = [forecast_battle(v, code) for code in codes]
    return all(battle.meetings and all(one.result < 0 for one in battle.meetings) for battle in battles)


def find_place(s: State, boosted: bool) -> int:
    """Return the place (`MechPlace`) of Overclock after the current battle, in which its pilot decides about the +3.

    `boosted` says whether Overclock takes the +3 (MN-7.7).
    """
    meeting = meet_with_boost(s, boosted)
    mech = int(side_mech(s, 0 if s.side_seat[0] == s.active else 1))
    return int(place_after(mech, meeting.mech, meeting.result, boosted))


def _has_targets(s: State, seat: Seat) -> bool:
    """Return whether another pilot has a face-up territory, which can be attacked (MN-6.1)."""
    others = (other for other in range(s.seats) if other != seat)
    return any(is_up(s, HELD + other, k) for other in others for k in range(count(s, HELD + other)))


def _boost(s: State, seat: Seat) -> Iterator[Claim]:
    plain, boosted = meet_with_boost(s, False), meet_with_boost(s, True)
    if boosted.result == 1 > plain.result:
        yield claim("boost", 10, mine=boosted.power, theirs=boosted.other_power, plain=plain.power)
    elif boosted.result == 0 > plain.result and s.attack == Fight.ARENA:
        rival = int(s.side_seat[1 if s.side_seat[0] == seat else 0])
        yield claim(
            "boost tie",
            8,
            mine=boosted.power,
            theirs=boosted.other_power,
            plain=plain.power,
            rival=f"{{{rival}}}",
            land=_arena_land(s, seat, int(s.target[1])),
        )


def _recall(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    yield claim("recall", 2 + 0.5 * _power(s, seat, tier), mech=_title(s, seat, tier), power=_power(s, seat, tier))


def _repair(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    yield claim("repair", 2 + 0.3 * _power(s, seat, tier), mech=_title(s, seat, tier))


def _look(s: State, seat: Seat, *_: int) -> Iterator[Claim]:
    yield claim("look", 3)


_CLAIMS: dict[int, Callable[..., Iterator[Claim]]] = {
    Turn.KIND: _turn,
    Repair.KIND: _repair,
    LookArena.KIND: _look,
    Look.KIND: _look,
    Deploy.KIND: _deploy,
    Strike.KIND: _strike,
    Burrow.KIND: _attack,
    Defend.KIND: _defend,
    Boost.KIND: _boost,
    Recall.KIND: _recall,
    GiveUp.KIND: _give_up,
    Guard.KIND: lambda s, seat: iter([claim("warden", 13, lands=min(WARDEN_LIMIT, count(s, HELD + seat)))]),
    Reap.KIND: lambda s, seat: iter([claim("harvest", 6)]),
}
