"""List the plans of Mechanation: the aims that deployments, attacks, defences and choices among territories can serve.

A hint names such an aim as the reason for an action (see `core.words.plans`). Rivals are judged by their face-up
territories alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.masks import lowest
from enginehouse.core.terms import Seat, Zone
from enginehouse.core.words.plans import Claim, Plan, PlanAction, claim
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
    HELD,
    KIND_OF,
    MARK_OF,
    MECHS,
    POWER_OF,
    SECOND,
    SET_TO_WIN,
    TIERS,
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
from enginehouse.games.mechanation.state import Phase, State

PLANS = (
    Plan("win", "win", "Complete the set", "Win the game now: you complete your five.", "You could complete your five and win now."),
    Plan("not lose", "deny", "Stop the winning set", "Stop {rival}, who would win at once.", "{rival} wins at once."),
    Plan("complete", "win", "Go for the win", "Go for {land}: it completes your five ({what}).", "It leaves {land}, which completes your five ({what})."),
    Plan("grow", "score", "Make your set larger", "Go for {land}: with it you have {size} of five ({what}).", "It does not bring you {land}, which makes your set {size} of five."),
    Plan("deny", "deny", "Contest a rival’s set", "Contest {land}: {rival} would have {size} of five with it.", "It leaves {land} to {rival}, who would have {size} of five with it."),
    Plan("unopposed", "score", "Claim without a battle", "Nobody is left to contest {land}: claim it without a battle.", "You could claim {land} without a battle."),
    Plan("alone", "score", "Go where no mech is", "Go where no mech is yet: alone you claim without a battle.", "A mech is there already, so it comes to a battle."),
    Plan("fight", "deny", "Contest a territory", "Fight {rival} for the territory: {mech} has power {power}.", "It leaves the territory to {rival}."),
    Plan("second", "score", "Deploy second", "{mech} has +{bonus} as the second mech there.", "It makes no use of the +{bonus} of {mech} as the second mech."),
    Plan("contest", "deny", "Contest a territory", "Contest the territory: else {rival} may claim it without a battle.", "{rival} may then claim the territory without a battle."),
    Plan("attack bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it attacks.", "It makes no use of the +{bonus} of {mech} in an attack."),
    Plan("defence bonus", "score", "Use a mech’s bonus", "{mech} has +{bonus} when it defends.", "It makes no use of the +{bonus} of {mech} in defence."),
    Plan("strongest", "score", "Send your strongest mech", "Send your strongest mech: {mech} has power {power}.", "You have a stronger mech: {mech} with power {power}."),
    Plan("cheapest", "save", "Risk your weakest mech", "Risk {mech}: with power {power} it is the mech you need least.", "You risk a better mech than {mech}."),
    Plan("wait", "save", "Keep mechs to defend", "Keep your {mechs} in hand: {open} of your territories can be attacked.", "It leaves fewer than {mechs} in hand to defend your {open} open territories."),
    Plan("see first", "save", "See where a rival goes", "Wait: you may deploy in the second round, when you see where {rival} has gone.", "It shows {rival} where you go, before {rival} deploys."),
    Plan("own attack", "save", "Keep mechs to attack", "Keep your {mechs} in hand: as the Alpha you attack after the Arena.", "It leaves fewer than {mechs} in hand for your attack as the Alpha."),
    Plan("break", "deny", "Break a rival’s set", "Attack {land}: it is one of {size} in {rival}’s set.", "It leaves {rival} a set of {size}."),
    Plan("no defender", "score", "Attack where nobody defends", "{rival} has no mech in hand to defend {land}.", "{rival} has no mech in hand to defend {land}."),
    Plan("hidden", "find", "Take a hidden territory", "Attack a face-down territory: pilots reveal their best ones last.", "It leaves the face-down territory to its owner."),
    Plan("defend", "protect", "Defend your set", "Defend {land}: it is one of {size} in your largest set.", "You lose {land}, one of {size} in your largest set."),
    Plan("deny attack", "deny", "Keep a set small", "Do not let {rival} have {size} of five.", "It lets {rival} have {size} of five."),
    Plan("hold", "protect", "Keep a territory", "Defend {land}: it may still serve a set.", "You lose {land}, which may still serve a set."),
    Plan("let go", "save", "Let a territory go", "Let {land} go: it is not in your largest set.", "You risk a mech for {land}, which is not in your largest set."),
    Plan("no battle", "save", "Stay out of a battle", "Stay out of this battle: a beaten mech is Disabled.", "It risks a mech in this battle."),
    Plan("scrap open", "protect", "Scrap an open territory", "Scrap {land}: it lies open, so you could lose it anyway.", "{land} stays open to attack."),
    Plan("reveal", "protect", "Hide your set", "Reveal {land}: losing it leaves your set of {size} whole.", "You show a territory of your set of {size}, and it can be attacked."),
    Plan("hide wild", "protect", "Hide a WILD", "Keep your WILD face-down: it fits every set, so everybody wants it.", "It shows a WILD, which everybody wants."),
    Plan("show any", "save", "Reveal a territory", "Each choice belongs to your set of {size}, so you have to show a part of it.", "You have to show a part of your set of {size}."),
    Plan("no set", "save", "Reveal a territory", "You have no set yet that this would show.", "You have no set yet that it would hide."),
    Plan("scrap", "protect", "Keep your set", "Scrap {land}: your largest set keeps its {size}.", "It makes your largest set of {size} smaller."),
    Plan("harvest", "find", "Harvest", "Harvest: take a new territory and scrap your least useful one.", "You miss the territory that Harvester could take."),
    Plan("warden", "save", "Keep a seventh territory", "Show Warden to keep your {lands}.", "You scrap a territory that Warden could keep."),
    Plan("repair", "save", "Repair a mech", "Repair {mech}: it comes back a round earlier.", "{mech} comes back a round later."),
    Plan("recall", "save", "Recall a mech", "Recall {mech} with power {power} at once.", "{mech} stays in the hangar."),
    Plan("boost", "score", "Take the +3", "Take the +3: {mine} beats {theirs}, and {plain} does not.", "Without the +3 it is {plain} against {theirs}."),
    Plan("no boost", "save", "Save Overclock", "Save Overclock: it {result} without the +3, {plain} to {theirs}.", "The +3 changes nothing: it {result} anyway, and Overclock Malfunctions."),
    Plan("sure win", "score", "Win a battle for certain", "{mech} wins this battle: {mine} against {theirs}.", "{mech} would win this battle: {mine} against {theirs}."),
    Plan("sure loss", "save", "Avoid a lost battle", "Do not lose {mech} in a battle of {mine} against {theirs}.", "{mech} loses this battle: {mine} against {theirs}."),
    Plan("look", "find", "Look first", "Look at a face-down territory first: then you know where to go.", "You do not know what the face-down territory is."),
)  # fmt: skip

STRONG = 5
"""The minimum power of a mech that is worth sending against a mech of a rival."""


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is an aim of a player, and a claim is a statement about it.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0 and t.winner == seat + 1:
        yield claim("win", 100)
    elif t.reason != 0:
        yield claim("not lose", -100, rival=f"{{{int(t.winner) - 1}}}")
    kind = ACTIONS.kind[step.code]
    if kind == Pass.KIND:
        yield from _passes(s, seat)
    elif kind in _CLAIMS:
        yield from _CLAIMS[kind](s, seat, *ACTIONS.block_of(step.code).values(step.code))
    if t.reason == 0:
        yield from _fights(step)


# -- sets --------------------------------------------------------------------------------------------------------------


def _kind(s: State, zone: Zone, index: int) -> int:
    return int(KIND_OF[at(s, zone, index)])


def _knows(s: State, seat: Seat, zone: Zone, index: int) -> bool:
    return bool(int(s.known[at(s, zone, index)]) >> seat & 1)


def _seen_tally(s: State, seat: Seat) -> int:
    """Return the number of a pilot's face-up territories of each colour and number, packed as in `lands.tally`."""
    ups = (k for k in range(count(s, HELD + seat)) if is_up(s, HELD + seat, k))
    return sum(int(MARK_OF[_kind(s, HELD + seat, k)]) for k in ups)


def _largest(total: int) -> tuple[int, str]:
    """Return the size of a pilot's largest set, and its colour or number in words.

    `total` has the packed counts of the pilot's territories (`lands.tally`).
    """
    each = [total >> FIELD * k & 31 for k in range(10)]
    k = max(range(10), key=lambda k: (each[k], -k))
    return each[k], COLOURS[k] if k < 5 else f"number {k - 4}"


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


# -- mechs -------------------------------------------------------------------------------------------------------------


def _power(s: State, seat: Seat, tier: int) -> int:
    return int(POWER_OF[s.balanced, int(s.mech[seat][tier])])


def _title(s: State, seat: Seat, tier: int) -> str:
    return MECHS[int(s.mech[seat][tier])].title


def _sends(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    """Yield a claim if the mech that the pilot `seat` sends out is the strongest or the weakest of the hand.

    `tier` is the tier of this mech.
    """
    hand = [_power(s, seat, k) for k in range(TIERS) if holds(s, seat, k)]
    power = _power(s, seat, tier)
    if len(hand) > 1 and power == max(hand) > min(hand):
        yield claim("strongest", 3, mech=_title(s, seat, tier), power=power)
    elif len(hand) > 1 and power == min(hand):
        yield claim("cheapest", 2, mech=_title(s, seat, tier), power=power)


def _mechs(number: int) -> str:
    return "one mech" if number == 1 else f"{number} mechs"


def _deploy(s: State, seat: Seat, tier: int, index: int) -> Iterator[Claim]:
    yield from _sends(s, seat, tier)
    there = find_posts(s, index)
    bonus = int(CHANGE_OF[s.balanced, 4 * int(s.mech[seat][tier]) + SECOND])
    if there:
        rival, power = int(s.post_seat[lowest(there)]) - 1, _power(s, seat, tier)
        if power >= STRONG:
            yield claim("fight", 1 + 0.3 * power, rival=f"{{{rival}}}", mech=_title(s, seat, tier), power=power)
        else:
            yield claim("contest", 1, rival=f"{{{rival}}}")
    else:
        yield claim("alone", 2)
    if there and bonus > 0:
        yield claim("second", 2 + bonus, mech=_title(s, seat, tier), bonus=bonus)
    if _knows(s, seat, ARENA, index):
        kind = _kind(s, ARENA, index)
        yield from _grows(s, seat, kind)
        if is_up(s, ARENA, index):
            rival, size = _strongest_rival(s, seat, kind)
            if rival >= 0 and size >= 3:
                yield claim("deny", 2.5 * size, land=land_name(kind), rival=f"{{{rival}}}", size=size)
        if not there and not _others_to_come(s, seat):
            yield claim("unopposed", 8, land=land_name(kind))


def _others_to_come(s: State, seat: Seat) -> bool:
    """Return whether a pilot other than `seat` with a mech in the hand deploys after this turn (MN-5.2, MN-5.7)."""
    last = (2 if s.seats == 2 else 1) * s.seats
    later = {(s.alpha + k) % s.seats for k in range(int(s.at) + 1, last)}
    return any(other != seat and hand_size(s, other) > 0 for other in later)


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
    yield from _sends(s, seat, tier)
    yield from _bonus(s, seat, tier, ATTACK)
    yield from _attack(s, seat, owner, index)


def _bonus(s: State, seat: Seat, tier: int, way: int) -> Iterator[Claim]:
    """Yield a claim if the mech has more power when it attacks or defends. `way` is `ATTACK` or `DEFENCE`."""
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
    yield from _sends(s, seat, tier)
    yield from _bonus(s, seat, tier, DEFENCE)
    spare, land, size = _spare(s, seat, int(s.target[1]))
    if spare:
        yield claim("hold", 1, land=land)
    else:
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
    """Yield a claim for each plan (an aim of the pilot `seat`) that passing serves or spoils."""
    ups = [is_up(s, HELD + seat, k) for k in range(count(s, HELD + seat))]
    if s.phase in (Phase.DEPLOY, Phase.ATTACK, Phase.BURROW) and any(ups) and hand_size(s, seat) > 0:
        is_needed = sum(ups) >= hand_size(s, seat)
        yield claim("wait", 3 if is_needed else 0.8, mechs=_mechs(int(hand_size(s, seat))), open=sum(ups))
    if s.phase == Phase.DEPLOY and hand_size(s, seat) > 0:
        if s.seats == 2 and s.at < s.seats and hand_size(s, 1 - seat) > 0:
            yield claim("see first", 4, rival=f"{{{1 - seat}}}")
        elif s.alpha == seat and _has_targets(s, seat):
            yield claim("own attack", 3.5, mechs=_mechs(int(hand_size(s, seat))))
    if s.phase == Phase.DEFEND:
        spare, land, _ = _spare(s, seat, int(s.target[1]))
        if spare:
            yield claim("let go", 4, land=land)
        elif hand_size(s, seat) > 0:
            yield claim("no battle", 2)
    if s.phase == Phase.OVERCLOCK:
        plain, boosted = meet_with_boost(s, False), meet_with_boost(s, True)
        if plain.result == boosted.result:
            result = {1: "wins", 0: "ties", -1: "loses"}[plain.result]
            yield claim("no boost", 8, result=result, plain=plain.power, theirs=plain.other_power)


def _has_targets(s: State, seat: Seat) -> bool:
    """Return whether another pilot has a face-up territory, which can be attacked (MN-6.1)."""
    others = (other for other in range(s.seats) if other != seat)
    return any(is_up(s, HELD + other, k) for other in others for k in range(count(s, HELD + other)))


def _boost(s: State, seat: Seat) -> Iterator[Claim]:
    plain, boosted = meet_with_boost(s, False), meet_with_boost(s, True)
    if boosted.result == 1 > plain.result:
        yield claim("boost", 10, mine=boosted.power, theirs=boosted.other_power, plain=plain.power)


def _recall(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    yield claim("recall", 2 + 0.5 * _power(s, seat, tier), mech=_title(s, seat, tier), power=_power(s, seat, tier))


def _repair(s: State, seat: Seat, tier: int) -> Iterator[Claim]:
    yield claim("repair", 2 + 0.3 * _power(s, seat, tier), mech=_title(s, seat, tier))


def _look(s: State, seat: Seat, *_: int) -> Iterator[Claim]:
    yield claim("look", 3)


def _fights(step: PlanAction) -> Iterator[Claim]:
    """Yield claims about battles that follow from an action: the pilot that acts surely wins, ties or loses.

    A claim is shown only if the result is the same in all guesses of the hidden information.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.round != s.round:
        return
    for row in t.fights[int(s.fought) : int(t.fought)]:
        side = 0 if row[2] == seat else 1 if row[5] == seat else -1
        if side < 0 or row[1] == 0:
            continue
        mine, theirs = 2 + 3 * side, 5 - 3 * side
        sure = "sure win" if row[1] == side + 1 else "sure loss"
        slots: dict[str, int | str] = {
            "mech": MECHS[int(row[mine + 1])].title,
            "mine": int(row[mine + 2]),
            "theirs": int(row[theirs + 2]),
        }
        yield claim(sure, 9 if sure == "sure win" else -9, **slots)


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
    Guard.KIND: lambda s, seat: iter([claim("warden", 6, lands=f"{count(s, HELD + seat)} territories")]),
    Reap.KIND: lambda s, seat: iter([claim("harvest", 6)]),
}
