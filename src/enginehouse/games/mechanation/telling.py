"""Describe each kind of event: its sentence, sign, sound and motion (see `core.words.telling`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.core.records.events import Event
from enginehouse.core.words.naming import capitalize, join_words, many, those
from enginehouse.core.words.telling import show, stroke
from enginehouse.games.mechanation import ending, parts, words
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import MechPlace, Phase, State, Told

_LAND = stroke("M-8-9H8V9H-8ZM-8 4L-2-2L2 2L8-4")
_MECH = stroke("M-5-8H5V-2H-5ZM-7 0H7V9H3V5H-3V9H-7Z")
_SWORDS = stroke("M-9-9L7 7M9-9L-7 7M4 9L9 4M-4 9L-9 4")
_EYE = stroke("M-10 0Q0-10 10 0Q0 10-10 0Z", "M0-3A3 3 0 1 1 0 3A3 3 0 1 1 0-3Z")
_WRENCH = stroke("M-8 8L2-2M2-2A5 5 0 1 1 8-9L4-5L6-3L9-7")
_FLAG = stroke("M-6 10V-10L8-6L-6-2")
_ALPHA = stroke("M7-6Q2 7-3 6Q-8 5-7 0Q-6-7-1-6Q4-5 7 7")


def find_set(packed: int) -> int:
    """Return the number of the set of mechs in play: 1 for today's set, 0 for the classic set (`State.balanced`).

    `packed` is a number in the event of a battle. Several facts are packed into its bits, and this set is one of them.
    """
    return packed >> 16 & 1


def fighters(packed: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return for each side of a battle a pair: the number of its mech, and its seat.

    The pairs are read from `packed`, a number in the event of the battle (see `battle.resolve`).
    """
    return (packed & 31, packed >> 10 & 7), (packed >> 5 & 31, packed >> 13 & 7)


def _sums(event: Event, noted: Mapping[Any, Any]) -> str:
    """Return sentences about a battle, with each mech's power as a sum, and about abilities with an effect (MN-7.1).

    `event` is the event of the battle. `noted` is not used.
    """
    e = Told.read(event)
    (one, seat), (two, other) = fighters(e.packed)
    mine = f"{{{seat}}}’s {parts.MECHS[one].title} {format_sum(one, e.power, find_set(e.packed))}"
    theirs = f"{{{other}}}’s {parts.MECHS[two].title} {format_sum(two, e.other, find_set(e.packed))}"
    result = OUTCOMES[{0: 0, 1: 1}.get(e.winner, -1)]
    return " ".join([f"{mine} {result} {theirs}.", *what_counted((one, two), (e.power, e.other), e.winner)])


def _is_summed_up(before: Sequence[Event], event: Event) -> bool:
    """Return whether the log has just described the battle of `event`, in a sentence about its powers and its result.

    `before` has the events that came before `event`.
    """
    return bool(before) and before[-1].kind == Told.POWERS


def _name_land(kind: int | None) -> str:
    return "a face-down territory" if kind is None else "a WILD" if kind == parts.WILD else parts.land_name(kind)


def _describe_look(v: State, e: Any) -> str:
    owner, index = divmod(e.where, 16)
    where = "of the Arena" if owner == 0 else f"of {{{owner - 1}}}"
    seen = "" if e.land is None else f" and sees {_name_land(e.land)}"
    return f"{{{e.seat}}} looks at territory {index + 1} {where}{seen} (Periscope)."


def _at_stage(place: int) -> str:
    """Return words for the place of a mech, such as "on Stand-By" or "Disabled", that can follow "is" in a sentence.

    `place` is a number of `MechPlace`.
    """
    return f"{'on ' if place == MechPlace.STAND_BY else ''}{words.STAGES[place]}"


def _describe_move(v: State, e: Any) -> str:
    mech = parts.MECHS[e.mech].title
    if e.place == MechPlace.HAND:
        return f"{mech} returns to {{{e.seat}}}’s hand."
    return f"{mech} Malfunctions." if e.place == MechPlace.MALFUNCTIONED else f"{mech} is {_at_stage(e.place or 0)}."


def _describe_repair(v: State, e: Any) -> str:
    mech = parts.MECHS[e.mech].title
    return f"{{{e.seat}}}’s {mech} {'is back in the hand' if e.place == MechPlace.HAND else f'is now {_at_stage(e.place or 0)}'}."


_SHOWN_TO = {
    Mech.PERISCOPE: " to look at a territory",
    Mech.HARVESTER: " to swap a territory",
    Mech.WARDEN: " to keep more territories",
}
"""By mech that is shown from the hand: the words for the use of its ability (MN-8)."""

TELLING = {
    Told.ROUND: show(lambda v, e: f"Round {e.round}: {{{e.alpha}}} is the Alpha.", _ALPHA, "toll"),
    Told.TURNED: show(lambda v, e: f"{{{e.seat}}} reveals {_name_land(e.land)}.", _LAND, "card"),
    Told.REPAIRED: show(_describe_repair, _WRENCH, aside=True),
    Told.WRENCHED: show(lambda v, e: f"{{{e.seat}}} puts Wrench on Stand-By. " + _describe_repair(v, e), _WRENCH),
    Told.RESHUFFLED: show(lambda v, e: f"The scrap pile is shuffled into a new deck of {e.many}.", _LAND, aside=True),
    Told.CLEARED: show(
        lambda v, e: f"{capitalize(_name_land(e.land))} was in the Arena for too long and is scrapped.", _LAND
    ),
    Told.DEALT: show(
        lambda v, e: (
            f"{capitalize(_name_land(e.land)) if e.face_up else 'A face-down territory'} comes into the Arena."
        ),
        _LAND,
        "card",
        lambda reel, e: reel.deal(e),
    ),
    Told.LOOKED: show(_describe_look, _EYE, motion=lambda reel, e: reel.look(e)),
    Told.DEPLOYED: show(
        lambda v, e: f"{{{e.seat}}} sends a {'second ' if e.second else ''}mech to territory {e.place + 1}.",
        _MECH,
        "door",
        lambda reel, e: reel.deploy(e),
    ),
    Told.PASSED: show(
        lambda v, e: f"{{{e.seat}}} {'deploys no mech' if e.phase == Phase.DEPLOY else 'does not attack'}."
    ),
    Told.CLAIMED: show(
        lambda v, e: f"{{{e.seat}}} claims {_name_land(e.land)}.", _FLAG, "card", lambda reel, e: reel.claim(e)
    ),
    Told.REVEALED: show(lambda v, e: f"{{{e.seat}}} reveals {parts.MECHS[e.mech].title}.", _MECH, "card", aside=True),
    Told.BOOSTED: show(
        lambda v, e: f"Overclock {'takes' if e.taken else 'does not take'} +3.",
        _MECH,
        says=lambda event, noted: f"Overclock {'takes' if Told.read(event).taken else 'fights without'} its +3.",
    ),
    Told.POWERS: show(
        lambda v, e: f"{e.power} against {e.other}.", _SWORDS, "clash", lambda reel, e: reel.fight(e), says=_sums
    ),
    Told.TIED: show(lambda v, e: "The battle is a tie.", _SWORDS, echoes=_is_summed_up),
    Told.WON: show(lambda v, e: f"{{{e.seat}}} wins the battle.", _SWORDS, echoes=_is_summed_up),
    Told.UNCLAIMED: show(
        lambda v, e: f"Nobody claims the territory{' (Decoy)' if e.decoy else ''}.", _FLAG, aside=True
    ),
    Told.MOVED: show(_describe_move, _MECH, aside=True),
    Told.RECALLED: show(lambda v, e: f"{{{e.seat}}} recalls {parts.MECHS[e.mech].title}.", _MECH),
    Told.ATTACKED: show(
        lambda v, e: f"{{{e.seat}}} attacks {{{e.owner}}}{' with Burrower' if e.burrower else ''}.",
        _SWORDS,
        "door",
        lambda reel, e: reel.attack(e),
    ),
    Told.TAKEN: show(
        lambda v, e: f"{{{e.seat}}} takes {_name_land(e.land)} from {{{e.owner}}}.",
        _FLAG,
        "card",
        lambda reel, e: reel.take(e),
        moment=True,
    ),
    Told.HELD_OUT: show(lambda v, e: f"{{{e.owner}}} keeps the territory.", _FLAG, aside=True),
    Told.SCRAPPED: show(
        lambda v, e: f"{{{e.seat}}} scraps {_name_land(e.land)}.", _LAND, motion=lambda reel, e: reel.scrap(e)
    ),
    Told.SHOWN: show(lambda v, e: f"{{{e.seat}}} shows {parts.MECHS[e.mech].title}{_SHOWN_TO.get(e.mech, '')}.", _MECH),
    Told.HARVESTED: show(
        lambda v, e: f"{{{e.seat}}} takes {_name_land(e.land)} from the deck (Harvester).",
        _LAND,
        motion=lambda reel, e: reel.harvest(e),
    ),
    Told.OPENED: show(lambda v, e: f"{{{e.seat}}} had {parts.MECHS[e.mech].title}.", _MECH, aside=True),
    Told.VICTORY: show(lambda v, e: f"{ending.headline(v)}!", _FLAG, "fanfare", moment=True),
}


OUTCOMES = {1: "beats", 0: "ties with", -1: "loses to"}
"""The verb for a result that is forecast: 1 for a win, 0 for a tie, -1 for a loss."""


def describe_expected(v: State, battle: Any) -> str:
    """Return in words a battle that is not fought yet (`forecast.Battle`), as far as this view knows it."""
    name = parts.MECHS[battle.mech].title
    if battle.other < 0:
        return f"Nobody is there yet: if nobody follows, {name} claims the territory."
    if len(battle.meetings) == 1 and battle.defended:
        (one,) = battle.meetings
        text = f"{name} {one.power} against {parts.MECHS[one.mech].title} {one.other_power}: it {_RESULTS[one.result]}."
        return text + (f" {_describe_return(name, battle.place)}" if battle.place >= 0 else "")
    if not battle.meetings:
        return f"{{{battle.other}}} has no mech to defend with: {name} takes the territory."
    where = "It may meet" if battle.defended else "Undefended it takes the territory. Defended it may meet"
    found = [
        (how, [parts.MECHS[one.mech].title for one in battle.meetings if one.result == k])
        for k, how in OUTCOMES.items()
    ]
    found = [(how, met) for how, met in found if met]
    counts = join_words([f"{how} {len(met)}" for how, met in found])
    names = "; ".join(f"{how} {join_words(met)}" for how, met in found)
    return f"{where} {many(len(battle.meetings), 'mech')}: {name} {counts}. It {names}."


_RESULTS = {1: "wins", 0: "ties", -1: "loses"}
"""The verb for a result: 1 for a win, 0 for a tie, -1 for a loss."""


def _describe_return(name: str, place: int) -> str:
    if place == MechPlace.HAND:
        return f"Then {name} returns to the hand."
    return f"Then {name} {'Malfunctions' if place == MechPlace.MALFUNCTIONED else f'is {_at_stage(place)}'}."


def what_counted(mechs: Sequence[int], powers: Sequence[int], winner: int) -> list[str]:
    """Return sentences about the abilities that had an effect in a battle, except those that change a mech's own power.

    `mechs` and `powers` have the number of the mech and its power for sides 0 and 1. `winner` is the winning side plus
    one, or 0 for a tie.
    """
    found = []
    for side, mech in enumerate(mechs):
        other, mine, theirs, won = mechs[1 - side], powers[side], powers[1 - side], winner == side + 1
        touched = other != Mech.AEGIS
        found += those(
            (
                mech == Mech.JAMMER and touched and other != Mech.TITAN,
                f"Jammer: {parts.MECHS[other].title}’s ability is off.",
            ),
            (
                mech == Mech.LEECH and touched and other != Mech.JAMMER,
                f"Leech takes 2 from {parts.MECHS[other].title}.",
            ),
            (mech == Mech.GNAT and won and mine < theirs, "Gnat beats power 9 or more."),
            (mech == Mech.VANGUARD and won and mine == theirs, "Vanguard wins ties."),
        )
    return found


def format_sum(mech: int, power: int, balanced: int) -> str:
    """Return a mech's power in a battle as a sum, such as "4 + 3 = 7", or as one number if no ability changes it.

    The first number of the sum is the power that is printed on the mech. It depends on `balanced`, the number of the
    set of mechs in play (1 today's, 0 the classic set).
    """
    printed = parts.SETS[balanced][mech].power
    return (
        f"{printed} {'+' if power > printed else '−'} {abs(power - printed)} = {power}"
        if power != printed
        else f"{power}"
    )
