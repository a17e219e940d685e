"""Write sentences about Mechanation from a view: actions, prompts, refusals, the whole position.

Seats are written `{0}` to `{3}`. The page fills in the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enginehouse.core.records.hidden import at, count
from enginehouse.core.terms import Action, Clause, Seat, Zone
from enginehouse.core.words.naming import join_words, many
from enginehouse.games.mechanation import ending, mechs, meeting, parts
from enginehouse.games.mechanation.lands import is_up
from enginehouse.games.mechanation.state import Fight, MechPlace, Phase, State

STAGES = {
    MechPlace.HAND: "hand",
    MechPlace.STAND_BY: "Stand-By",
    MechPlace.DISABLED: "Disabled",
    MechPlace.MALFUNCTIONED: "Malfunctioned",
}
"""The places of mechs in words."""


def land(v: State, zone: Zone, index: int) -> str:
    """Return the territory at `index` (from 0) of a zone in words, as far as this view knows it."""
    if index < count(v, zone):
        piece = at(v, zone, index)
        if piece > 0:
            name = parts.land_name(int(parts.KIND_OF[piece]))
            return name if is_up(v, zone, index) else f"{name} (face-down)"
    return "the face-down territory"


def own_mech(v: State, seat: Seat, tier: int) -> str:
    """Return words for a pilot's mech of this tier: its name, or "the ... mech" with the tier if `v` hides it."""
    mech = v.mech[seat][tier] if 0 <= seat < v.seats else 0
    return parts.MECHS[mech].title if mech > 0 else f"the {parts.TIER_NAMES[tier]} mech"


# -- actions -----------------------------------------------------------------------------------------------------------


def _theirs(v: State, owner: int, index: int) -> str:
    return land(v, parts.HELD + owner, index) if owner < v.seats else "a territory"


_PASSES: dict[int, str] = {
    Phase.WRENCH: "Do not use Wrench",
    Phase.DEPLOY: "Deploy no mech",
    Phase.OVERCLOCK: "Fight without the +3",
    Phase.RECALL: "Recall no mech",
    Phase.ATTACK: "Do not attack",
    Phase.DEFEND: "Do not defend",
    Phase.BURROW: "Do not attack again",
    Phase.HARVEST: "Do not use Harvester",
}
"""The labels of the action to pass, by phase."""


def _pass(v: State) -> str:
    """Return the label of the action to pass (MN-9.6).

    If the pilot that is asked has no ability to use, the label is "Continue". Other pilots never see that label.
    Otherwise the label depends on the phase of the game, such as "Pass".
    """
    ability = _ABILITIES.get(v.phase)
    nothing = ability is not None and 0 <= v.active < v.seats and not mechs.has_in_hand(v, v.active, ability)
    return "Continue" if nothing else _PASSES.get(v.phase, "Pass")


_ACTIONS: dict[int, Callable[..., str]] = {
    parts.Pass.KIND: lambda v: _pass(v),
    parts.Turn.KIND: lambda v, k: f"Reveal {land(v, parts.HELD + v.active, k).removesuffix(' (face-down)')}",
    parts.Repair.KIND: lambda v, tier: f"Put Wrench on Stand-By and repair {own_mech(v, v.active, tier)}",
    parts.LookArena.KIND: lambda v, k: f"Periscope: look at territory {k + 1} of the Arena",
    parts.Look.KIND: lambda v, owner, k: f"Periscope: look at territory {k + 1} of {{{owner}}}",
    parts.Deploy.KIND: lambda v, tier, k: (
        f"Deploy {own_mech(v, v.active, tier)} to territory {k + 1} of the Arena: {land(v, parts.ARENA, k)}"
    ),
    parts.Strike.KIND: lambda v, tier, owner, k: (
        f"Attack {{{owner}}}’s territory {k + 1} with {own_mech(v, v.active, tier)}: {_theirs(v, owner, k)}"
    ),
    parts.Burrow.KIND: lambda v, owner, k: (
        f"Attack {{{owner}}}’s territory {k + 1} openly with Burrower: {_theirs(v, owner, k)}"
    ),
    parts.Defend.KIND: lambda v, tier: f"Defend with {own_mech(v, v.active, tier)}",
    parts.Boost.KIND: lambda v: "Take +3: Overclock then Malfunctions",
    parts.Recall.KIND: lambda v, tier: f"Recall {own_mech(v, v.active, tier)} to the hand",
    parts.GiveUp.KIND: lambda v, k: f"Scrap territory {k + 1}: {land(v, parts.HELD + v.active, k)}",
    parts.Guard.KIND: lambda v: "Show Warden: your limit is 7",
    parts.Reap.KIND: lambda v: "Harvest: take the top territory, then scrap one",
}
"""By kind of action: a function of the view and the action's arguments that returns the sentence."""
action = parts.ACTIONS.by_kind(_ACTIONS)
"""A function of a view and the code of an action that returns the action in words."""


def group(code: Action) -> str:
    """Return a short label of the action `code`, for small menus and buttons."""
    return parts.ACTIONS[code].split(" ")[0].capitalize()


def risky(v: State, code: Action) -> bool:
    """Return whether the page asks the player to confirm the action `code`.

    This is so if a territory of the player is attacked and the action is to pass, without a defender.
    """
    return v.phase == Phase.DEFEND and code in parts.Pass


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(v: State, seat: Seat) -> str:
    """Return the question of the current decision for this seat, or for a spectator if `seat` is -1."""
    if v.phase == Phase.OVER:
        return f"{ending.headline(v)}. {reason(v.reason)}"
    if seat != v.active:
        return f"{{{v.active}}} {_WAITS[v.phase]}{_about(v)}."
    if v.phase == Phase.DEFEND:
        what = land(v, parts.HELD + v.target[0], v.target[1])
        how = "with Burrower" if v.attack == Fight.BURROWER else "with a hidden mech"
        return f"{{{v.alpha}}} attacks your {what} {how}. Do you defend it?"
    if v.phase == Phase.SCRAP:
        over = count(v, parts.HELD + seat) - v.limit
        how = "Scrap one" if over == 1 else f"Scrap {over}"
        return f"You have {count(v, parts.HELD + seat)} territories; your limit is {v.limit}. {how}."
    if v.phase == Phase.OVERCLOCK:
        return f"{_fighters(v)} Take +3 ({_say_boost(v)})? It then Malfunctions."
    if v.phase == Phase.DEPLOY and v.seats == 2:
        return f"{_ASKED[v.phase]} With two pilots you may deploy twice, to different territories."
    ability = _ABILITIES.get(v.phase)
    if ability is not None and not mechs.has_in_hand(v, seat, ability):
        return "You have nothing to use. Continue."
    return _ASKED[v.phase]


def _about(v: State) -> str:
    what = land(v, parts.HELD + v.target[0], v.target[1])
    return f" {what} against {{{v.alpha}}}" if v.phase == Phase.DEFEND else ""


def _say_boost(v: State) -> str:
    """Return in words the result of the current battle if Overclock takes its +3 (MN-7.2)."""
    plain, boosted = meeting.meet_with_boost(v, False), meeting.meet_with_boost(v, True)
    end = {1: "a win", 0: "a tie", -1: "a loss"}[boosted.result]
    return f"{boosted.power} to {boosted.other_power}: {'still ' if plain.result == boosted.result else ''}{end}"


def _fighters(v: State) -> str:
    return (
        " against ".join(
            f"{own_mech(v, v.side_seat[side], v.side_tier[side])} of {{{v.side_seat[side]}}}" for side in range(2)
        )
        + "."
    )


_ABILITIES = {Phase.WRENCH: parts.Mech.WRENCH, Phase.BURROW: parts.Mech.BURROWER, Phase.HARVEST: parts.Mech.HARVESTER}
"""MN-9.6: by phase, the mech about which all pilots are asked who could have it in the hand."""
ROUTINE = {Phase.WRENCH: "wrench", Phase.BURROW: "burrower", Phase.HARVEST: "harvester"}
"""MN-9.6: by phase, the name of a question of every round that a player can auto-pass.

Passing is legal with any hand.
"""


def routine(v: State) -> str:
    """Return a key for the kind of the current question, by which the page can answer it for a player (auto-pass).

    Return "" if players cannot auto-pass it.
    """
    return ROUTINE.get(v.phase, "")


_ASKED = {
    Phase.TURN: "Reveal one of your territories.",
    Phase.WRENCH: "You may use Wrench to repair a mech.",
    Phase.DEPLOY: "Deploy a mech to a territory of the Arena, or pass.",
    Phase.RECALL: "Recaller has won. You may recall another mech from your hangar.",
    Phase.ATTACK: "You are the Alpha. You may attack a territory of another pilot.",
    Phase.BURROW: "You may attack once more with Burrower.",
    Phase.HARVEST: "You may use Harvester to swap a territory.",
    Phase.REAP: "Harvester: scrap one of your territories.",
}
"""The prompts for the pilot that decides, by phase."""
_WAITS = {
    Phase.TURN: "reveals a territory",
    Phase.WRENCH: "may use an Initiation ability",
    Phase.DEPLOY: "deploys a mech or passes",
    Phase.OVERCLOCK: "decides about Overclock’s +3",
    Phase.RECALL: "may recall a mech",
    Phase.ATTACK: "may attack",
    Phase.DEFEND: "may defend",
    Phase.BURROW: "may attack once more (Burrower)",
    Phase.SCRAP: "has too many territories and scraps one",
    Phase.HARVEST: "may use a Scrap ability",
    Phase.REAP: "scraps a territory",
}
"""The ends of sentences about another pilot that decides, by phase."""


# -- refusals ----------------------------------------------------------------------------------------------------------

REASONS = {
    301: "Five territories of one colour or one number win at once.",
    302: "Fifty rounds are over, so the largest set wins.",
}
"""The reason for the end of the game, by clause."""
reason = REASONS.__getitem__
"""A function of the clause by which the game ended that returns in words why it ended."""

_REFUSALS = {
    301: "The game is over: a pilot controls five territories of one colour or number.",
    302: "The game is over: fifty rounds have been played.",
    401: "Choose one of your face-down territories to reveal.",
    403: "Wrench works only in the Initiation Phase, after the repairs. Wait for it.",
    404: "You reveal territories only in your turn of the Initiation Phase. Wait for it.",
    502: "You deploy mechs from your hand in your turn of the Arena Phase. Wait for it.",
    506: "Periscope works only in your turn of the Arena Phase, before you deploy.",
    507: "You already have a mech there. Choose another territory.",
    601: "Only the Alpha attacks, in the Pilot Phase. Choose a face-up territory of another pilot.",
    602: "You scrap territories only in the Scrap Phase, if you have too many or harvest.",
    604: "That mech is not in your hand. Choose another one.",
    606: "Use Warden and Harvester in your turn of the Scrap Phase. Wait for it.",
    702: "Overclock takes +3 only in its battle, after both mechs are revealed.",
    707: "Recaller works only after a battle that it won.",
    803: "You can use that ability once in its phase, with the mech in your hand.",
    807: "That mech is not in your hangar. Choose another one.",
    808: "Choose a face-down territory in the Arena or of another pilot.",
    809: "Burrower attacks in the Pilot Phase, after your attack or instead of it. Choose a territory of another pilot.",
    810: "Scrap one of your territories after the harvest.",
}
"""The sentence for a refused action, by clause."""


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence for the player `seat` with the reason why the action `code` is not allowed.

    `clause` is the number of the rulebook clause that forbids the action, such as 502 for MN-5.2.
    """
    if v.reason == 0 and seat != v.active:
        return f"It is not your turn. {{{v.active}}} {_WAITS[v.phase]}."
    if clause == 502 and v.phase == Phase.DEPLOY:
        tier, index = parts.Deploy.values(code)
        if v.place[seat][tier] != MechPlace.HAND:
            return f"{own_mech(v, seat, tier)} is not in your hand. Choose another mech."
        if index >= count(v, parts.ARENA):
            return "That territory is not in the Arena. Choose another one."
        return "Two mechs are already there. Choose another territory."
    if clause == 602 and v.phase in (Phase.SCRAP, Phase.REAP) and code == parts.Pass.CODE:
        return f"Your limit is {v.limit} territories. Scrap one first."
    return _REFUSALS[clause]


# -- the whole position ------------------------------------------------------------------------------------------------


def position(v: State) -> str:
    """Return the position in words: round and Arena, and for every pilot territories, hand and hangar.

    The text contains only the knowledge of this view.
    """
    lines = [
        f"Round {v.round} of {parts.LAST_ROUND}; {{{v.alpha}}} is the Alpha. Deck {count(v, parts.DECK)}, scrapped {count(v, parts.SCRAP)}."
    ]
    arena = [f"{k + 1}: {_short(v, parts.ARENA, k)}{_describe_sent(v, k)}" for k in range(count(v, parts.ARENA))]
    lines.append(f"Arena: {'; '.join(arena) or 'empty'}.")
    lines += [_pilot(v, seat) for seat in range(v.seats)]
    for row in v.fights[: v.fought]:
        one, two = (f"{parts.MECHS[row[k + 1]].title} of {{{row[k]}}} with {row[k + 2]}" for k in (2, 5))
        won = "nobody wins" if row[1] == 0 else f"{{{row[2 + 3 * (row[1] - 1)]}}} won"
        lines.append(f"Battle of this round: {one} against {two}: {won}.")
    return "\n".join(lines)


def _describe_sent(v: State, index: int) -> str:
    sent = [f"{{{v.post_seat[k] - 1}}}" for k in range(4) if v.post_seat[k] and v.post_at[k] == index]
    return f", mechs of {join_words(sent)}" if sent else ""


def _short(v: State, zone: Zone, index: int) -> str:
    """Return the territory at `index` (from 0) of a zone in a few words, for a list."""
    return land(v, zone, index).replace("the face-down territory", "face-down")


def _pilot(v: State, seat: Seat) -> str:
    lands = [_short(v, parts.HELD + seat, k) for k in range(count(v, parts.HELD + seat))]
    text = f"{{{seat}}}: {many(len(lands), '# territory', '# territories')} ({', '.join(lands) or 'none'})"
    text += f"; {many(mechs.hand_size(v, seat), 'mech')} in the hand"
    return "; ".join([text, *knowledge(v, seat)]) + "."


def knowledge(v: State, seat: Seat) -> Iterator[str]:
    """Yield for each mech of the pilot `seat` a text with its name and place, as far as this view knows them."""
    for tier in range(parts.TIERS):
        mech, place = v.mech[seat][tier], v.place[seat][tier]
        if mech == 0:
            continue
        title = parts.MECHS[mech].title
        if mechs.is_in_hangar(v, seat, tier):
            yield f"{title} {STAGES[place]}"
        elif place == MechPlace.BATTLE:
            yield f"{title} in battle"
        elif place == MechPlace.UNKNOWN:
            yield f"{title} in the hand or deployed"
        elif place >= MechPlace.POST:
            yield f"{title} deployed"
        else:
            known = ", known to all" if mechs.is_seen(v, seat, tier) else ""
            yield f"{title} in the hand{known}"
