"""List the plans of Mechanical Beast: the goals that moves, explorations, gears and places for the exit can serve.

A hint names such a plan as the reason for an action (see `core.words.plans`). The next room of the pile is hidden. So a
reason for or against an exploration holds for each room that may come.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import SLIGHT, Claim, Plan, PlanAction, claim, list_legal, play
from enginehouse.games.mechanical_beast import (
    collapse,
    effects,
    exits,
    foresight,
    homeward,
    losses,
    names,
    needs,
    parts,
    rivalry,
    seeking,
    trapped,
)
from enginehouse.games.mechanical_beast.foresight import Table
from enginehouse.games.mechanical_beast.parts import End, Explore, Move, Pass, Through, Use
from enginehouse.games.mechanical_beast.state import Phase, State

PLANS = (
    Plan("win", "win", "Finish", "Finish now: you win.", "You could finish and win now."),
    Plan("not lose", "protect", "Avoid the end", "Do not end the game now: you would lose.", "It ends the game, and you lose."),
    Plan("switch", "race", "Throw the switch", "Throw the switch: {then}.", "You could throw the switch now."),
    Plan("to control", "set up", "Reach the Control Room", "Open the way to the Control Room for {engineers}.", "It opens no way to the Control Room."),
    Plan("find control", "find", "Find the Control Room", "Explore: {chance}{also}.", "It does not look for the Control Room."),
    Plan("find exit", "find", "Find an exit", "Explore: no exit is on the table, and the Emergency Exit has not come{also}.", "It does not look for an exit."),
    Plan("seek control", "find", "Look for a way to the Control Room", "Explore: {need}, and {chance}{also}.", "It explores no room, and {need}."),
    Plan("seek way", "find", "Look for a way out", "Explore: {need}, and {chance}{also}.", "It explores no room, and {need}."),
    Plan("seek people", "find", "Look for a way to prisoners", "Explore: {need}, and {chance}{also}.", "It explores no room, and {need}."),
    Plan("rescue", "score", "Rescue prisoners", "Leave {room} empty: it collapses, and {people} in it {are} rescued{also}.", "{people} could be rescued now."),
    Plan("fetch", "set up", "Go to prisoners", "Stand with {people}: once that room is left empty, it collapses and frees {them}{also}.", "Nobody comes to {people} that you could free next."),
    Plan("near people", "set up", "Go to prisoners", "Wait in {room}: after the switch, it collapses when left empty, and that frees the prisoner there.", "Nobody waits in {room}, where a prisoner can be freed after the switch."),
    Plan("people way", "set up", "Open a way to prisoners", "Open a way to {people} whom no figure could reach before{also}.", "{people} stay out of reach."),
    Plan("people lost", "protect", "Keep prisoners in reach", "Keep {kept} within reach of the figures{cause}.", "{people} are then out of reach."),
    Plan("get out", "race", "Get out", "Go onto an exit: that makes {out} of {all} engineers{also}.", "No more than {out} of {all} engineers could be on an exit."),
    Plan("stay out", "protect", "Stay on the exit", "Stay on the exit: to leave it now frees no prisoner and opens no way.", "It leaves the exit for nothing."),
    Plan("way out", "set up", "Open a way out", "Open a way out: {out} of {all} engineers are then on an exit or can walk to one{also}.", "Fewer than {out} engineers can then walk to an exit."),
    Plan("cut off", "protect", "Keep the way out", "Keep the way out open for {engineers}{cause}.", "It cuts off the way out for {engineers}."),
    Plan("stuck", "protect", "Do not get stuck", "Keep {engineers} from being stuck, with no gear, exit or door within reach{cause}.", "It leaves {engineers} stuck, with no gear, exit or door within reach."),
    Plan("apart", "protect", "Keep the figures together", "Keep the way open between {figures}{cause}.", "It cuts off {figures} from each other."),
    Plan("android out", "race", "Bring the android out", "Bring the android onto an exit{also}.", "The android is not on an exit."),
    Plan("android way", "set up", "A way for the android", "Open a way out for the android{also}.", "The android has no way out."),
    Plan("android cut off", "protect", "Keep the android’s way out", "Keep the way out open for the android{cause}.", "It cuts off the android’s way out."),
    Plan("android stuck", "protect", "Keep the android moving", "Keep the android from being stuck{cause}.", "It leaves the android stuck."),
    Plan("android first", "protect", "Explore with the android", "Explore with the android: {why}{also}.", "If the door falls shut, the engineer is cut off."),
    Plan("doors", "set up", "Go to a door", "Go to {room} to explore there{when}: {need}{also}.", "It brings nobody to a door of {room}, and {need}."),
    Plan("open doors", "set up", "Open new doors", "Move the rooms so that {doors} can be explored, {more} more than now: {need}.", "Fewer than {doors} can be explored then, and {need}."),
    Plan("own door", "set up", "Give a figure a door", "Move the rooms so that {figure} can walk to a door to explore: {need}.", "It brings {figure} to no door, and {need}."),
    Plan("nearer", "set up", "Bring rooms nearer", "Move the rooms: those of {figure} then lie {now} from the rooms that lead to an exit, not {was}.", "It brings {figure} no nearer to an exit."),
    Plan("gear", "set up", "Go to a gear", "Go to {room}: its gear can {use}.", "It brings nobody to the gear of {room}, which can {use}."),
    Plan("hold", "protect", "Leave the ways open", "Do not risk a way out: behind a door that falls shut, an engineer would have none.", "It may cost an engineer the way out."),
    Plan("watch", "protect", "Leave no room", "Wait: {cause}, and {harm}.", "It may close a way that is needed."),
    Plan("no nearer", "save", "Wait for a better door", "Wait: {need}, and no door of yours leads {where}.", "No door of yours leads {where}, and {need}."),
    Plan("no help", "save", "Wait", "Wait: no move, door or gear of yours opens a way to {goals}.", "It opens no way and reaches no prisoner."),
    Plan("nothing left", "save", "Wait for the others", "You can do nothing else now: wait for the others.", "It ends the game, and you could wait for the others."),
    Plan("give up", "save", "Give up", "Vote to end: it is proved that the game cannot be won any more.", "The game cannot be won any more."),
    Plan("own exit", "race", "Get onto the exit", "Get onto the Emergency Exit: that makes {out} of your 2 engineers.", "Fewer of your engineers are on the Emergency Exit."),
    Plan("own way", "set up", "Open your way to the exit", "Open the way to the Emergency Exit for {out} of your 2 engineers.", "Fewer of your engineers can walk to the Emergency Exit."),
    Plan("close", "deny", "Close a rival’s way", "Close {rival}’s way to the Emergency Exit.", "{rival} can still walk to the Emergency Exit."),
    Plan("let in", "deny", "Keep a rival from the exit", "Keep {rival} from the Emergency Exit.", "It opens {rival} a way to the Emergency Exit."),
    Plan("place near", "set up", "Lay the exit near you", "Lay the exit nearer to you ({mine}) than to your rivals ({theirs}).", "You could lay the exit {mine} from you and {theirs} from your rivals."),
    Plan("place far", "deny", "Lay the exit far from rivals", "Lay the exit {theirs} from your rivals.", "You could lay the exit {theirs} from your rivals."),
)  # fmt: skip

OPENED = ("to control", "people way", "way out", "android way")
"""The plans to open a way. If an action explores, the ways that it opens depend on the room that comes."""


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons for or against an action: a `Claim` for each plan that the action serves or spoils.

    A plan is a goal of the players, such as to rescue prisoners (see `core.words.plans`). The sentences about some
    plans (`ALSO`) end with other lasting effects of the action: prisoners that it rescues, and ways that it closes.
    """
    also: dict[bool, str] = {}
    for one in _list_claims(step):
        if one.weight > 0 and one.plan in ALSO:
            is_rescue = one.plan == "rescue"
            if is_rescue not in also:
                also[is_rescue] = _say_also(step, is_rescue)
            one = one._replace(slots=(*one.slots, ("also", also[is_rescue])))
        yield one


ALSO = frozenset(one.name for one in PLANS if "{also}" in one.sentence)
"""The plans whose sentences end with the other lasting effects of the action."""


def _say_also(step: PlanAction, is_rescue: bool) -> str:
    """Return the end of a sentence that recommends the action `step`: further lasting effects of the action, or "".

    The effects are the prisoners that the action rescues, and the ways that it closes. Set `is_rescue` if the sentence
    itself says that the action rescues prisoners. Then the end does not say this again. If `is_rescue` is set and the
    action is a move into a room with another prisoner, the end names this room.
    """
    s, t, seat, kind = step.before, step.after, step.seat, parts.ACTIONS.kind[step.code]
    if s.play == parts.AGAINST or t.reason != 0:
        return ""
    if kind == Explore.KIND:
        t = seeking.play_open(s, seat, step.code)
    saved = int(t.hand[seat] - s.hand[seat])
    harm = effects.describe_harm(s, t, seat, saved)
    if kind == Move.KIND and t.phase == Phase.ACT and _opens_again(s, t, seat):
        harm = ""
    then = effects.describe_next(s, t) if is_rescue and kind == Move.KIND else effects.describe_rescue(saved)
    return (then if kind == Move.KIND or not is_rescue else "") + (f". But {harm}" if harm else "")


def _list_claims(step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against an action.

    A reason says that the action serves or spoils a plan, which is a goal of the players. It does not mention other
    lasting effects of the action: the caller (`claims`) adds them to some of the reasons. If the action ends the game,
    yield only reasons that concern the end.
    """
    s, t, seat = step.before, step.after, step.seat
    kind = parts.ACTIONS.kind[step.code]
    if kind == End.KIND and s.play != parts.AGAINST and foresight.is_lost(s):
        yield claim("give up", 8)
        return
    if kind == Explore.KIND:
        yield from _explores(s, seat, step.code)
    if t.reason != 0:
        yield claim("win", 100) if int(t.winners) >> seat & 1 else claim("not lose", -100)
        return
    if s.phase in (Phase.PLACE, Phase.FACE):
        if t.phase == Phase.FACE:
            yield from rivalry.compare_places(t, seat)
        return
    if s.play == parts.AGAINST:
        yield from rivalry.compare_ways(s, t, seat)
    else:
        sure = seeking.play_open(s, seat, step.code) if kind == Explore.KIND else t
        spoils = not (kind == Move.KIND and t.phase == Phase.ACT and _opens_again(s, t, seat))
        unsure = OPENED if kind == Explore.KIND else ()
        yield from (one for one in _cooperate(s, t, step) if one.weight > 0 and one.plan not in unsure)
        yield from (one for one in _cooperate(s, sure, step) if one.weight < 0 and spoils)
    if kind in (Move.KIND, Through.KIND) and s.off == 0 and t.off != 0:
        joined = sum(state <= needs.JOINED for m, state in needs.find_states(t).items() if m != parts.ANDROID)
        then = (
            f"{many(joined, 'engineer')} can then walk to an exit"
            if joined
            else "rooms with prisoners can then collapse"
        )
        yield claim("switch", 20, then=then if joined or exits.people_inside(t) else "the game cannot be won before")
    if kind == Move.KIND and t.phase == Phase.ACT:
        m = _mover(s, t)
        if m >= 0:
            yield from _goes(s, t, seat, m)
    if kind == Use.KIND:
        yield from _uses(s, t, seat)
    if kind == Pass.KIND:
        yield from _passes(s, seat)


def _cooperate(s: State, t: State, step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against an action in a game that all players win or lose together.

    The reasons are the effects on prisoners, engineers and the android. `step` is the action, `s` the record before it,
    and `t` the record after it.
    """
    yield from _people(s, t, step)
    yield from _engineers(s, t, step)
    yield from _android(s, t, step.seat)
    yield from _together(s, t, step.seat)
    if homeward.leaves_for_nothing(s, t):
        yield claim("stay out", -10)


def _opens_again(s: State, t: State, seat: int) -> bool:
    """Return whether a move closes a figure's way to a goal, but a gear of the mover's new room can open it at once.

    A goal is an exit, the Control Room or a prisoner. The use of the gear must give all figures the ways that they had
    before the move, and open at least one more way. `s` is the record before the move, and `t` the record after it.
    """
    m = _mover(s, t)
    return m >= 0 and needs.find_reach(s).loses(needs.find_reach(t)) and foresight.find_gear_use(s, t, seat, m)[0] > 0


def _uses(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for using a gear: it brings doors within reach, or meeples nearer to an exit.

    `seat` uses the gear. `s` and `t` are the records before and after the use. A door counts if a meeple can reach it
    to explore in `t`, but not in `s`.
    """
    before, after = needs.find_reach(s), needs.find_reach(t)
    if before.loses(after) or before.pairs - after.pairs:
        return
    doors, need = [needs.count_doors(one, seat) for one in (s, t)], needs.find_need(t, seat)[1]
    if doors[1] > doors[0] and need:
        more = doors[1] - doors[0]
        yield claim("open doors", 2 if doors[0] == 0 else 0.6, doors=many(doors[1], "door"), more=more, need=need)
    for m in needs.list_own(s, seat) if need else ():
        if needs.count_doors(s, seat, m) == 0 < needs.count_doors(t, seat, m):
            yield claim("own door", 2.2, figure=needs.name_figure(s, seat, m), need=need)
    mine = needs.list_own(s, seat) if s.play == parts.AGAINST else needs.list_meeples(s)
    far = {m: (needs.measure_distance(s, m), needs.measure_distance(t, m)) for m in mine if m not in after.out}
    if far and all(0 < now <= was for was, now in far.values()):
        m = max(far, key=lambda one: (far[one][0] - far[one][1], -one))
        was, now = far[m]
        if now < was:
            yield claim("nearer", 1.1, figure=needs.name_figure(s, seat, m), was=was, now=many(now, "place"))


def _passes(s: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for a pass of `seat`: other actions are risky, do not help or are not legal."""
    if s.seats > 1 and all(code in Pass or code in End for code in list_legal(s, seat)):
        yield claim("nothing left", 2)
    elif s.play != parts.AGAINST:
        is_helpless, is_idle, cause, harm = _judge_actions(Table(s), seat)
        if is_idle and _is_only_risky(s, seat):
            yield claim("hold", 1.5)
        plan, need = needs.find_need(s, seat)
        explores = list_legal(s, seat, Explore)
        is_found = bool(plan and explores)
        if cause:
            yield claim("watch", 3, cause=cause, harm=harm)
        if is_helpless and not is_found:
            yield claim("no help", 1, goals=_name_goals(s))
        if is_found and need and is_helpless and not any(_is_useful(s, seat, code) for code in explores):
            yield from _list_waits(s, seat, explores, need)


def _list_waits(s: State, seat: int, explores: list[int], need: str) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for a pass if no door that `seat` can explore leads straight to a room that matters.

    A room matters if the players need a way to it. `need` says in words why they need a way. `explores` has the codes
    of the actions with which `seat` can explore.
    """
    rank = seeking.rate_doors(s, seat)
    if rank != seeking.BESIDE:
        where = "nearer" if rank == seeking.ANYWHERE else "straight there"
        ranks = [seeking.rate_exploration(s, seat, code)[0] for code in explores]
        yield claim("no nearer", 0.9 if seeking.ANYWHERE in ranks else 1, need=need, where=where)


def _name_goals(s: State) -> str:
    """Return in words the places to which a figure may still have to go, such as "an exit or more prisoners"."""
    return "an exit or more prisoners" if s.off else "an exit, the Control Room or more prisoners"


def _is_only_risky(s: State, seat: int) -> bool:
    """Return whether each useful exploration of `seat` may cost an engineer its way to an exit."""
    codes = list_legal(s, seat, Explore)
    risky = [code for code in codes if foresight.may_cut_off(s, seat, code)]
    return bool(risky) and not any(_is_useful(s, seat, code, seeking.ELSEWHERE) for code in codes if code not in risky)


def _is_useful(s: State, seat: int, code: int, over: int = seeking.ANYWHERE) -> bool:
    """Return whether the action `code` explores a place that helps the players. Return False if it does not explore.

    If the players need a way, the rank of the place must be higher than `over`. The ranks rise from `ELSEWHERE` (no
    help) over `ANYWHERE`, `ONLY` and `NEARER` to `BESIDE` (at a door of a room to which they need a way). By default,
    the place must be nearer to such a room than the explorer is, or be at the only door that the explorer can reach. If
    the players do not need a way, each place helps.
    """
    if code not in Explore:
        return False
    sought = needs.find_need(s, seat)[0] in ("seek control", "seek way", "seek people")
    return not sought or seeking.rate_exploration(s, seat, code)[0] > over


@lru_cache(maxsize=500)
def _judge_actions(table: Table, seat: int) -> tuple[bool, bool, str, str]:
    """Return two truth values and two texts about the actions of `seat` other than passing.

    The first value is true if no action helps. An action helps if it serves a plan, which is a goal of the players. The
    second value is true if no action helps without a drawback. A drawback is a risky exploration, or harm to a plan
    that is more than half as large as the help.

    If the second value is true, the texts warn of the most harmful action that makes a room collapse. The first text
    describes this action and the collapse. The second text describes the harm: figures without a way to an exit, or
    prisoners out of reach. If the figure can cause the same collapse by other moves, the text describes only the harm
    that it cannot avoid by them.

    If no collapse does such harm, or if the second value is false, both texts are "". If there are more than
    `MOST_TRIED` actions, both values are False and both texts are "".

    `table` is the position before the actions, wrapped as a key of a cache. It is not a game on the server.
    """
    s = table.s
    codes = [code for code in list_legal(s, seat) if code not in Pass and code not in End]
    if len(codes) > MOST_TRIED:
        return False, False, "", ""
    helps, sound, worst, told = False, False, 0.0, ("", "")
    for code in codes:
        t = play(s, seat, code)
        is_aimless = code in Explore and not _is_useful(s, seat, code)
        found = _list_claims(PlanAction(s, seat, code, t, ()))
        weights = [one.weight for one in found if not (is_aimless and one.plan in (*WORTH, "android first"))]
        good, bad = max([0.0, *weights]), -min([0.0, *weights])
        helps |= good >= SLIGHT
        is_risky = code in Explore and foresight.may_cut_off(s, seat, code)
        sound |= good >= SLIGHT and bad <= good / 2 and not is_risky
        if bad > worst and t.reason == 0:
            is_new = code in Explore
            t = seeking.play_open(s, seat, code) if is_new else losses.play_least(s, seat, code)
            saved = int(t.hand[seat] - s.hand[seat])
            cause, harm = effects.describe_cause(s, t, seat), effects.describe_harm(s, t, seat, saved)
            if cause and harm:
                worst, told = bad, (cause, harm)
    return not helps, not sound, *(("", "") if sound else told)


MOST_TRIED = 40
"""The maximum number of legal actions of which each is tried, to prove that none helps."""


def _goes(s: State, t: State, seat: int, m: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for moving to a room: its doors, its gears, and the prisoners in it.

    The meeple `m` of `seat` moves. `s` is the record before the move, and `t` the record after it.
    """
    here = int(t.at[m])
    name, need = names.room(t, here), needs.find_need(t, seat)[1]
    if trapped.ways_to_explore(t, here) and need:
        explores = list_legal(s, seat, Explore)
        had = any(not foresight.may_cut_off(s, seat, code) for code in explores)
        leads = seeking.leads_nearer(t, seat, m)
        when = _say_after_collapse(s, t) if not trapped.ways_to_explore(s, here) else ""
        yield claim("doors", 0.4 if not leads else 0.8 if had else 2, room=name, when=when, need=need)
    if parts.GEARS[int(t.tile[here])][0] != 0:
        rank, use = foresight.find_gear_use(s, t, seat, m)
        if rank > max(foresight.find_gear_use(s, s, seat, one)[0] for one in needs.list_own(s, seat)):
            again = 8 if s.play != parts.AGAINST and _opens_again(s, t, seat) else 0
            yield claim("gear", 1.5 * rank + again, room=name, use=use)
    stays = not s.people[int(s.at[m])] or _has_others(s, int(s.at[m]), m)
    ready = t.control >= 0 and any(
        t.comp[int(t.at[one])] == t.comp[t.control] for one in needs.list_meeples(t) if one != parts.ANDROID
    )
    if t.off == 0 and s.people[here] and stays and not _has_others(s, here, m):
        yield claim("near people", 1.2 if ready else 0.5, room=name)


def _say_after_collapse(s: State, t: State) -> str:
    """Return words such as " once room 3 has collapsed", to end a sentence about a door that a collapse makes free.

    `s` and `t` are the records before and after a move. Return "" if no room collapses by the move.
    """
    fallen = effects.list_collapsed(s, t)
    return f" once {names.room(s, fallen[0])} has collapsed" if fallen else ""


def _has_others(s: State, here: int, m: int) -> bool:
    """Return whether another meeple than `m` is in the room number `here`."""
    return any(int(s.at[one]) == here for one in needs.list_meeples(s) if one != m)


# -- figures -----------------------------------------------------------------------------------------------------------


def _mover(s: State, t: State) -> int:
    """Return the meeple that is in another room in the record `t` than in `s`, or -1."""
    return next((m for m in needs.list_meeples(s) if s.at[m] != t.at[m]), -1)


def _say_engineers(number: int) -> str:
    return many(number, "engineer")


WORTH = {"find control": 3.0, "find exit": 3.0, "seek control": 3.0, "seek way": 2.5, "seek people": 2.0}
"""By plan: the weight of the reason for an exploration."""
RISKED = 1.0
"""How much less the reason for an exploration weighs if a door that falls shut may cost the engineer its way out."""
PLACED = {seeking.ANYWHERE: -1.3, seeking.ONLY: 0.0, seeking.NEARER: 1.5, seeking.BESIDE: 3.0}
"""By rank: how much more the reason for an exploration weighs if the place of the new room serves the need."""
FAINT = 0.4
"""The weight of the reason for an exploration whose need is served better by other doors or figures."""


def _explores(s: State, seat: int, code: int) -> Iterator[Claim]:
    plan, need = needs.find_need(s, seat)
    is_risky, has_other = foresight.may_cut_off(s, seat, code), seeking.has_android_beside(s, seat, code)
    worth, risk = WORTH.get(plan, 0.0), RISKED if is_risky else 0.0
    if plan == "find control":
        left = f"the Control Room is among the {int(s.left)} rooms that have not come"
        may, must = seeking.list_control_places(s)
        who = (
            ""
            if Explore.who[code] == parts.MACHINE
            else needs.name_figure(s, seat, collapse.find_meeple(s, seat, Explore.who[code]))
        )
        if must:
            throws = f", and {who} throws the switch there" if who else ""
            yield claim(plan, 20 if who else worth, chance=f"the next room must be the Control Room{throws}")
        elif may and who:
            yield claim(
                plan, worth - risk, chance=f"if the next room is the Control Room, {who} throws the switch at once"
            )
        else:
            yield claim(plan, FAINT if has_other else worth - risk, chance=left)
    elif plan == "find exit":
        yield claim(plan, FAINT if has_other else worth - risk)
    elif plan:
        rank = seeking.rate_exploration(s, seat, code)[0]
        worth = worth + PLACED[rank] if rank in PLACED else FAINT
        chance = seeking.describe_chance(s, seat, code)
        yield claim(plan, FAINT if has_other else max(FAINT, worth - risk), need=need, chance=chance)
    if is_risky and s.play != parts.AGAINST and _is_only_risky(s, seat):
        yield claim("hold", -1.2)
    explores = list_legal(s, seat, Explore)
    if (
        need
        and worth >= SLIGHT
        and Explore.who[code] == parts.MACHINE
        and s.play != parts.AGAINST
        and any(foresight.may_cut_off(s, seat, one) for one in explores)
    ):
        why = f"{need}, and a door that falls shut cuts off no engineer"
        if worth > WORTH[plan]:
            why = f"{need}, and {seeking.describe_chance(s, seat, code)}. A door that falls shut cuts off no engineer"
        is_sought = plan not in ("find control", "find exit")
        yield claim("android first", worth + (1.5 if not is_sought else 0.5 if worth > WORTH[plan] else -0.5), why=why)


def _engineers(s: State, t: State, step: PlanAction) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the engineers of all players (MB-7).

    `s` is the record before the action, and `t` the record after it.
    """
    seat, mine = step.seat, [m for m in needs.list_meeples(s) if m != parts.ANDROID]
    states = [needs.find_states(one) for one in (s, t)]
    before, after = ([each[m] for m in mine] for each in states)
    out = [each.count(needs.ON_EXIT) for each in (before, after)]
    ways = [sum(one <= needs.JOINED for one in each) for each in (before, after)]
    stuck = [each.count(needs.STUCK) for each in (before, after)]
    if t.off and out[1] > out[0]:
        yield claim("get out", 10, out=out[1], all=len(mine))
    if ways[1] > ways[0]:
        yield claim("way out", 7 * (ways[1] - ways[0]), out=ways[1], all=len(mine))
    elif ways[1] < ways[0]:
        cut = [m for m in mine if states[0][m] <= needs.JOINED < states[1][m]]
        least = losses.find_least(s, seat, step.code)
        sure = [m for m in cut if least is None or m in least.engineers]
        cause, named = _say_cause(s, t, seat, bool(sure)), needs.say_figures(s, seat, sure or cut)
        yield claim("cut off", (-7 if sure else -4) * (ways[0] - ways[1]), engineers=named, cause=cause)
    if stuck[1] > stuck[0]:
        yield claim(
            "stuck",
            -14 * (stuck[1] - stuck[0]),
            engineers=_say_engineers(stuck[1] - stuck[0]),
            cause=_say_cause(s, t, seat),
        )
    if t.control >= 0 and s.control >= 0 and t.off == 0:
        near = [sum(one.comp[int(one.at[m])] == one.comp[one.control] for m in mine) for one in (s, t)]
        if near[1] > near[0]:
            yield claim("to control", 6 * (near[1] - near[0]), engineers=_say_engineers(near[1] - near[0]))


def _android(s: State, t: State, seat: int) -> Iterator[Claim]:
    if not s.meeples >> parts.ANDROID & 1:
        return
    before, after = needs.find_state(s, parts.ANDROID), needs.find_state(t, parts.ANDROID)
    if after == needs.ON_EXIT < before and t.off:
        yield claim("android out", 5)
    elif after == needs.JOINED < before:
        yield claim("android way", 3)
    elif after == needs.STUCK > before:
        yield claim("android stuck", -5, cause=_say_cause(s, t, seat))
    elif after == needs.MOVES_ON > before:
        yield claim("android cut off", -3, cause=_say_cause(s, t, seat))


def _together(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) against an action if it separates two meeples that could walk to each other before it.

    `s` is the record before the action, and `t` the record after it. Yield no reason if both meeples can walk to an
    exit in `t`.
    """
    after = needs.find_reach(t)
    lost = sorted(pair for pair in needs.find_reach(s).pairs - after.pairs if not after.out.issuperset(pair))
    if lost:
        yield claim("apart", -0.9, figures=needs.say_figures(s, seat, [*lost[0]]), cause=_say_cause(s, t, seat))


def _people(s: State, t: State, step: PlanAction) -> Iterator[Claim]:
    seat = step.seat
    saved = int(t.hand[seat] - s.hand[seat])
    if saved > 0:
        named = " and ".join(names.room(s, n) for n in effects.list_collapsed(s, t) if s.people[n])
        yield claim("rescue", 12 * saved, room=named, people=_say_people(saved), are="is" if saved == 1 else "are")
    if exits.people_inside(t) + saved != exits.people_inside(s):
        return  # an explored room has brought people
    with_them = [sum(int(one.people[n]) for n in {int(one.at[m]) for m in needs.list_meeples(one)}) for one in (s, t)]
    if t.off and with_them[1] > with_them[0] and saved == 0:
        more = with_them[1] - with_them[0]
        yield claim("fetch", 7.5, people=_say_people(more), them="the prisoner" if more == 1 else "them")
    reached = [effects.count_reached(one) for one in (s, t)]
    more = reached[1] + saved - reached[0]
    if more > 0:
        yield claim("people way", 2 * more, people=_say_people(more))
    elif more < 0:
        least = losses.find_least(s, seat, step.code)
        sure = min(-more, least.people) if least else -more
        kept, cause = _say_people(sure or -more), _say_cause(s, t, seat, sure > 0)
        yield claim("people lost", 2 * more, people=_say_people(-more), kept=kept, cause=cause)


def _say_people(number: int) -> str:
    return many(number, "prisoner")


def _say_cause(s: State, t: State, seat: int, is_sure: bool = True) -> str:
    """Return how an action closes a way, in words such as ": if Ada leaves room 5, that room collapses", or "".

    The caller appends the words to a sentence about a way to an exit, to prisoners or to another figure. `s` and `t`
    are the records before and after the action, and `seat` is the player that acts. The cause is a room that collapses
    because a figure has left it, or else a gear that a meeple of `seat` has used. Return "" if there is no such cause.

    `is_sure` says whether every similar action closes the way. Actions are similar if the same figure leaves its room,
    or if the same gear is used. If `is_sure` is false, the words name the room to which the figure goes, or they say
    that the gear "can" close the way (instead of "would").
    """
    cause, verb = effects.describe_cause(s, t, seat, is_sure), "would" if is_sure else "can"
    for m in needs.list_own(s, seat):
        if (s.note_room[m], s.note_gear[m]) != (t.note_room[m], t.note_gear[m]) and t.note_gear[m] != 0:
            cause = cause or f"the gear of {names.room(t, int(t.note_room[m]))} {verb} close the way"
    return f": {cause}" if cause else ""
