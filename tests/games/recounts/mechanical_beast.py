"""The claims of Mechanical Beast, worked out once more by walks through the doors instead of the record's labels."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mechanical_beast_ways import (
    AWAY,
    ROBOT,
    after,
    apart,
    call,
    count_reached,
    crew,
    distance,
    exits,
    find_gain,
    gear_use,
    is_lost,
    list_figures,
    list_legal,
    listing,
    name_room,
    need,
    open_doors,
    ordered_legal,
    own,
    pairs,
    people,
    risky,
    rooms,
    several,
    state,
    walk,
)

from enginehouse.core.registry.game import game_of
from enginehouse.games.mechanical_beast.foresight import Table


def open_room(s: Any, me: int, name: str) -> Any:
    """The record after an exploration that finds a room with a gear that is open on all sides."""
    from enginehouse.games.mechanical_beast.parts import TILES

    other = game_of(s).shape.copy(s)
    other.pile[int(s.left) - 1] = next(k for k in range(1, 69) if TILES[k].sides == "OOOO" and len(TILES[k].gears))
    return after(other, me, name)


def goal_rooms(s: Any, me: int, m: int) -> set[int]:
    """The rooms that a meeple should join, for the need of the players."""
    plan, figures = need(s, me)[0], own(s, me) if s.play == 2 else list_figures(s)
    mine = walk(s, int(s.at[m]))
    if plan == "seek control":
        switch = walk(s, int(s.control))
        if int(s.control) in mine:
            return set().union(*(walk(s, int(s.at[one])) for one in crew(s)))
        return switch if any(int(s.at[one]) in mine for one in crew(s)) else set()
    if plan == "seek way":
        good = set().union(*(walk(s, n) for n in exits(s)))
        lost = [int(s.at[one]) for one in figures if not walk(s, int(s.at[one])) & exits(s)]
        return set().union(*(walk(s, n) for n in lost)) if mine & exits(s) else good
    if plan == "seek people":
        near = set().union(*(walk(s, int(s.at[one])) for one in list_figures(s)))
        far = [n for n in rooms(s).values() if s.people[n] and n not in near]
        return set().union(*(walk(s, n) for n in far)) if far else set()
    return set()


def gap(s: Any, goals: set[int], x: int, y: int) -> tuple[int, int]:
    """How far a place is from the nearest free place at a door of the goals, or from the nearest goal; and which."""
    there = rooms(s)
    doors = []
    for n in goals:
        for d, (dx, dy) in enumerate(AWAY):
            at = int(s.x[n]) + dx, int(s.y[n]) + dy
            if s.doors[n] >> d & 1 and (at == (x, y) or at not in there):
                doors.append((abs(at[0] - x) + abs(at[1] - y), n))
    far = [(abs(int(s.x[n]) - x) + abs(int(s.y[n]) - y), n) for n in goals]
    return min(doors or far or [(-1, -1)])


def explorer(name: str, me: int) -> int:
    return ROBOT if name.startswith("android") else me + 4 if name.startswith("second") else me


def say_place(s: Any, me: int, name: str) -> str:
    """How the place of a new room serves the need."""
    m = explorer(name, me)
    here, t = int(s.at[m]), open_room(s, me, name)
    goals, new, plan = goal_rooms(s, me, m), int(t.rooms) - 1, need(s, me)[0]
    was = gap(s, goals, int(s.x[here]), int(s.y[here]))[0]
    now, n = gap(t, {one for one in goals if t.doors[one] >= 0}, int(t.x[new]), int(t.y[new]))
    if n < 0 or (now and now >= was):
        doors = sum(open_doors(s, one) for one in walk(s, here))
        lost = s.play == 2 or (plan == "seek way" and not walk(s, here) & exits(s))
        only = f"this is the only door within reach of {call(s, me, m)}"
        return only if doors == 1 and lost else "a new room may open a way"
    title = name_room(s, n)
    if plan == "seek control" and n in walk(s, int(s.control)):
        title += "" if n == s.control else ", which has a way to the Control Room"
    elif plan == "seek way" and walk(s, n) & exits(s):
        title += "" if n in exits(s) else ", which has a way out"
    elif plan == "seek people":
        title += " with a prisoner" if s.people[n] else ", which has a way to a prisoner"
    else:
        figures = [one for one in (own(s, me) if s.play == 2 else list_figures(s)) if int(s.at[one]) in walk(s, n)]
        who = next(one for one in figures if plan != "seek control" or one != ROBOT)
        title += f" with {call(s, me, who)}" if s.at[who] == n else f", to which {call(s, me, who)} can walk"
    if not now:
        return f"the new room lies at a door of {title}"
    far = min(abs(int(s.x[one] - s.x[n])) + abs(int(s.y[one] - s.y[n])) for one in walk(s, here))
    is_nearest = abs(int(t.x[new] - t.x[n])) + abs(int(t.y[new] - t.y[n])) < far
    return f"this door leads nearer to {title}" if is_nearest else f"a new room may open a way towards {title}"


NEARER = ("this door leads", "the new room lies", "a new room may open a way towards")


def best_door(s: Any, me: int) -> int:
    """How well the doors of a player's figures lead: 2 straight to a goal, 1 nearer to it, 0 neither."""
    best = 0
    for m in own(s, me):
        goals, here = goal_rooms(s, me, m), int(s.at[m])
        if not goals and need(s, me)[0] == "seek control":
            goals = walk(s, int(s.control))
        for n in ({here} if s.phase == 1 else walk(s, here)) if goals else ():
            x, y = int(s.x[n]), int(s.y[n])
            for d, (dx, dy) in enumerate(AWAY):
                if s.doors[n] >> d & 1 and (x + dx, y + dy) not in rooms(s) and open_doors(s, n):
                    now = gap(s, goals, x + dx, y + dy)[0]
                    best = max(best, 2 if now == 0 else 1 if now < gap(s, goals, x, y)[0] else 0)
    return best


@lru_cache(maxsize=50)
def losses(table: Table, me: int, begin: str, lost: tuple[int, ...]) -> tuple[list[int], list[set[int]]]:
    """The prisoners lost by the actions with the same collapse, and the engineers that each of them cuts off."""
    s = table.s
    found = [after(s, me, one) for one in list_legal(s, me) if one.startswith(begin)]
    return harms(s, me, [t for t in found if not t.reason and tuple(fallen(s, t)) == lost])


def harms(s: Any, me: int, found: list[Any]) -> tuple[list[int], list[set[int]]]:
    """The prisoners out of reach in some later records, and the engineers that are cut off in them."""
    lost = [count_reached(s) - count_reached(one) - int(one.hand[me]) + int(s.hand[me]) for one in found]
    out = [m for m in crew(s) if state(s, m) < 2]
    ways = [(one, set().union(*(walk(one, n) for n in exits(one)))) for one in found]
    return lost, [{m for m in out if int(one.at[m]) not in near} for one, near in ways]


def similar(s: Any, me: int, name: str, t: Any) -> tuple[list[int], list[set[int]]]:
    """The harms of the moves of a figure with the same collapse, or after the uses of the same gear."""
    if " gear " in name:
        return losses(Table(s), me, " ".join(name.split()[:3]) + " ", ())
    if " to " in name and "through" not in name and fallen(s, t):
        return losses(Table(s), me, name.split()[0] + " to ", tuple(fallen(s, t)))
    return [], []


def find_fewest(s: Any, me: int, name: str, t: Any, plan: str) -> tuple[bool, str]:
    """Whether each similar action does a harm, and the harm in words: the engineers cut off, or the prisoners lost."""
    (less, cut), ((mine,), (mine_cut,)) = similar(s, me, name, t), harms(s, me, [t])
    if plan == "people lost":
        least = min([mine, *less])
        return least > 0, people(least if least > 0 else mine)
    both = mine_cut.intersection(*cut)
    return bool(both), listing(s, me, sorted(both or mine_cut))


def control_next(s: Any) -> tuple[bool, bool]:
    """MB-2.3: whether the Control Room may be the next room, and whether it must be."""
    drawn = (71 if s.play == 2 or s.level in (0, 3) else 70) - int(s.left)
    start = 23 if s.play == 2 else 14 if s.level in (0, 3) else 18
    places = {start + cut + spot for cut in range(-2, 3) for spot in range(1 if s.play == 2 else 8)}
    left = {one for one in places if one >= drawn}
    return drawn in left, left == {drawn}


def fallen(s: Any, t: Any) -> list[int]:
    return [n for n in rooms(s).values() if n not in rooms(t).values()]


def cause(s: Any, t: Any, me: int) -> str:
    """MB-6.2: the collapse of a room that a figure left, in words."""
    for n in fallen(s, t):
        left = [m for m in list_figures(s) if s.at[m] == n]
        if left:
            return f"if {call(s, me, left[0])} leaves {name_room(s, n)}, that room collapses"
    return ""


def harm(s: Any, t: Any, me: int) -> str:
    """The figures without a way out, or the prisoners out of reach, since an action."""
    cut = [m for m in list_figures(s) if state(s, m) < 2 <= state(t, m)]
    if cut:
        return f"{listing(s, me, cut)} can then no longer walk to an exit"
    less = count_reached(s) - count_reached(t) - int(t.hand[me]) + int(s.hand[me])
    return f"{people(less)} {'are' if less > 1 else 'is'} then out of reach" if less > 0 else ""


def say_also(step: Any, plan: str) -> str:
    """The other effects of an action: a rescue, and harm, unless a gear can undo the harm at once."""
    s, t, me = step.before, step.after, step.seat
    name = game_of(s).vocabulary.names[step.code]
    if s.play == 2 or t.reason:
        return ""
    if "explore" in name:
        t = open_room(s, me, name)
    saved, less = int(t.hand[me]) - int(s.hand[me]), harm(s, t, me)
    moved = [m for m in list_figures(s) if s.at[m] != t.at[m]]
    if " to " in name and "exit" not in name and t.phase == 1 and moved and gear_use(s, t, me, moved[0])[0]:
        less = ""
    if saved and plan == "rescue" and " to " in name:
        here = [
            int(t.at[m])
            for m in moved
            if t.people[int(t.at[m])] and int(t.at[m]) not in {int(s.at[one]) for one in list_figures(s)}
        ]
        return (f". The next prisoner is in {name_room(t, here[0])}" if here else "") + (
            f". But {less}" if less else ""
        )
    said = f". {people(saved)} {'are' if saved > 1 else 'is'} rescued as well" if saved and plan != "rescue" else ""
    return said + (f". But {less}" if less else "")


def is_astray(s: Any, me: int, name: str) -> bool:
    """Whether an exploration leads no nearer, and its figure has a way out or another door that leads nearer."""
    if say_place(s, me, name) != "a new room may open a way":
        return False
    figure = name.split()[0]
    doors = [one for one in ordered_legal(s, me) if one.startswith(f"{figure} explore")]
    is_out = bool(walk(s, int(s.at[explorer(name, me)])) & exits(s))
    near = [one for one in doors if say_place(s, me, one).startswith(NEARER)]
    return is_out or bool(near) or need(s, me)[0] != "seek way"


HARMS = ("cut off", "stuck", "people lost", "android cut off", "android stuck", "apart")


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    name = game_of(step.before).vocabulary.names[step.code]
    if plan in HARMS and "explore" in name:
        step = step._replace(after=open_room(step.before, step.seat, name))
    found = _recount(step, plan, slots)
    if found is None:
        return None
    if plan in HARMS:
        reason = cause(step.before, step.after, step.seat)
        is_sure = True
        if plan in ("cut off", "people lost"):
            is_sure, words = find_fewest(step.before, step.seat, name, step.after, plan)
            found["engineers" if plan == "cut off" else "kept"] = words
        gone = fallen(step.before, step.after)
        if reason and not is_sure:
            who, m = reason.removeprefix("if ").split(" leaves ")[0], explorer(name, step.seat)
            to = name_room(step.after, int(step.after.at[m]))
            reason = f"if {who} goes to {to}, {name_room(step.before, gone[0])} collapses"
        if not reason and " gear " in name:
            where = int(step.before.at[explorer(name, step.seat)])
            reason = f"the gear of {name_room(step.after, where)} {'would' if is_sure else 'can'} close the way"
        found["cause"] = f": {reason}" if reason else ""
    return {**found, "also": say_also(step, plan)} if "also" in slots else found


def _recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    if plan in ("win", "not lose"):
        return {} if t.reason and (plan == "win") == bool(int(t.winners) >> me & 1) else None
    if plan in ("place near", "place far"):
        mine, theirs = distance(t, [me]), distance(t, [r for r in range(t.seats) if r != me])
        both = {"mine": several(mine, "place"), "theirs": several(theirs, "place")}
        if plan == "place near":
            return both if mine < theirs else None
        return {"theirs": both["theirs"]} if theirs > 1 else None
    before, later = ([state(one, m) for m in crew(one)] for one in (s, t))
    here, there = ([one <= 1 for one in each].count(True) for each in (before, later))
    stuck = later.count(3) - before.count(3)
    robot = [state(one, ROBOT) if one.meeples >> ROBOT & 1 else -1 for one in (s, t)]
    saved = int(t.hand[me]) - int(s.hand[me])
    moved = [m for m in list_figures(s) if s.at[m] != t.at[m]]
    at = int(t.at[moved[0]]) if moved else 0
    before_at = {int(s.at[m]) for m in list_figures(s)}
    if plan in ("own exit", "own way", "close", "let in"):
        rival = int(slots.get("rival", f"{{{me}}}").strip("{}"))
        on, ways = zip(*(([state(one, m) for m in (rival, rival + 4)].count(0), sum(state(one, m) < 2 for m in (rival, rival + 4))) for one in (s, t)), strict=True)  # fmt: skip
        grows = {
            "own exit": on[1] > on[0],
            "own way": ways[1] > ways[0],
            "close": ways[1] < ways[0],
            "let in": ways[1] > ways[0],
        }
        again = {"own exit": {"out": on[1]}, "own way": {"out": ways[1]}}.get(plan, {"rival": f"{{{rival}}}"})
        return again if grows[plan] and t.exit >= 0 and s.exit >= 0 else None
    control = [
        sum(int(one.control) in walk(one, int(one.at[m])) for m in crew(one)) if one.control >= 0 else 0
        for one in (s, t)
    ]
    stands = [sum(int(one.people[n]) for n in {int(one.at[m]) for m in list_figures(one)}) for one in (s, t)]
    figures = [m for m in (me, me + 4 if s.play == 2 else ROBOT) if s.meeples >> m & 1]
    near = [
        sum(open_doors(one, n) for n in set().union(*(walk(one, int(one.at[m])) for m in figures))) for one in (s, t)
    ]
    more = count_reached(t) + saved - count_reached(s)
    plan_now, need_now = need(s, me)
    need_then, name = need(t, me)[1], game_of(s).vocabulary.names[step.code]
    explores = [one for one in ordered_legal(s, me) if "explore" in one]
    if plan == "hold":
        bad = [one for one in explores if risky(s, me, one)]
        rest = [one for one in explores if one not in bad]
        safe = plan_now.startswith("seek") and all(is_astray(s, me, one) for one in rest)
        return (
            {}
            if (name == "pass" and bad and (bad == explores or safe)) or ("explore" in name and name in bad)
            else None
        )
    if plan == "watch":
        tried = [after(s, me, one) for one in list_legal(s, me) - {"pass", "end"}]
        told = [(cause(s, one, me), harm(s, one, me)) for one in tried]
        told += [(cause(s, one, me), harm(s, one, me)) for one in (open_room(s, me, one) for one in explores)]
        return slots if name == "pass" and (slots["cause"], slots["harm"]) in told else None
    if plan == "no nearer":
        is_far = all(say_place(s, me, one) == "a new room may open a way" for one in explores)
        where = ("nearer", "straight there", None)[best_door(s, me)]
        return {"need": need_now, "where": where} if name == "pass" and explores and is_far and where else None
    if plan == "find control":
        may, must = control_next(s)
        throws = "" if name.startswith("android") else call(s, me, explorer(name, me))
        if must:
            said = "the next room must be the Control Room" + (
                f", and {throws} throws the switch there" if throws else ""
            )
        elif may and throws:
            said = f"if the next room is the Control Room, {throws} throws the switch at once"
        else:
            said = f"the Control Room is among the {int(s.left)} rooms that have not come"
        return {"chance": said} if plan_now == plan and "explore" in name else None
    if plan in ("seek control", "seek way", "seek people"):
        right = plan_now == plan and "explore" in name
        return {"need": need_now, "chance": say_place(s, me, name)} if right else None
    if plan == "own door":
        who = next((m for m in figures if call(s, me, m) == slots["figure"]), -1)
        doors = [sum(open_doors(one, n) for n in walk(one, int(one.at[who]))) for one in (s, t)] if who >= 0 else [1, 1]
        return {"figure": slots["figure"], "need": need_then} if doors[0] == 0 < doors[1] and need_then else None
    if plan == "no help":
        worlds = [after(s, me, one) for one in ordered_legal(s, me) if one not in ("pass", "end")]
        helps = any(find_gain(s, one, me)[0] or one.hand[me] > s.hand[me] for one in worlds) or (plan_now and explores)
        goals = "an exit or more prisoners" if s.off else "an exit, the Control Room or more prisoners"
        return {"goals": goals} if name == "pass" and not helps else None
    if plan == "gear":
        rank, use = gear_use(s, t, me, moved[0])
        right = rank > max(gear_use(s, s, me, m)[0] for m in own(s, me))
        return {"room": name_room(t, at), "use": use} if right else None
    if plan == "nearer":
        far = {
            m: (apart(s, m), apart(t, m)) for m in (own(s, me) if s.play == 2 else list_figures(s)) if state(t, m) > 1
        }
        m = max(far, key=lambda one: (far[one][0] - far[one][1], -one))
        right = all(0 < now <= was for was, now in far.values()) and far[m][1] < far[m][0]
        return {"figure": call(s, me, m), "was": far[m][0], "now": several(far[m][1], "place")} if right else None
    if plan == "apart":
        out = {m for m in list_figures(t) if state(t, m) < 2}
        lost = sorted(pair for pair in pairs(s) - pairs(t) if not set(pair) <= out)
        return {"figures": listing(s, me, [*lost[0]])} if lost else None
    if plan == "give up":
        return {} if name == "end" and is_lost(s, me) else None
    if plan == "android first":
        right = name.startswith("android explore") and any(risky(s, me, one) for one in explores)
        place = say_place(s, me, name) if plan_now.startswith("seek") else "a new room may open a way"
        shut = "door that falls shut cuts off no engineer"
        is_near = place.startswith(NEARER)
        why = f"{need_now}, and {place}. A {shut}" if is_near else f"{need_now}, and a {shut}"
        return {"why": why} if right and need_now else None
    answers: dict[str, tuple[bool, dict[str, Any]]] = {
        "switch": (
            bool(t.off) and not s.off and "explore" not in name,
            {
                "then": f"{several(there, 'engineer')} can then walk to an exit"
                if there
                else "rooms with prisoners can then collapse"
                if any(int(t.people[n]) for n in rooms(t).values())
                else "the game cannot be won before"
            },
        ),
        "to control": (
            control[1] > control[0] and not t.off,
            {"engineers": several(control[1] - control[0], "engineer")},
        ),
        "find exit": (plan_now == plan and not exits(s) and s.level in (0, 3), {}),
        "rescue": (
            saved > 0,
            {
                "people": people(saved),
                "are": "are" if saved > 1 else "is",
                "room": " and ".join(name_room(s, n) for n in fallen(s, t) if s.people[n]),
            },
        ),
        "fetch": (
            bool(t.off) and stands[1] > stands[0],
            {"people": people(stands[1] - stands[0]), "them": "the prisoner" if stands[1] == stands[0] + 1 else "them"},
        ),
        "near people": (
            not t.off and s.people[at] > 0 and at not in before_at and stands[1] > stands[0],
            {"room": name_room(t, at)},
        ),
        "people way": (more > 0, {"people": people(more)}),
        "people lost": (more < 0, {"people": people(-more)}),
        "get out": (later.count(0) > before.count(0), {"out": later.count(0), "all": len(later)}),
        "stay out": (any(int(s.at[m]) in exits(s) and int(t.at[m]) not in exits(t) for m in list_figures(s)), {}),
        "way out": (there > here, {"out": there, "all": len(later)}),
        "cut off": (
            there < here,
            {"engineers": listing(s, me, [m for m in crew(s) if state(s, m) < 2 <= state(t, m)])},
        ),
        "stuck": (stuck > 0, {"engineers": several(stuck, "engineer")}),
        "android out": (robot[1] == 0 < robot[0], {}),
        "android way": (robot[1] == 1 < robot[0], {}),
        "android stuck": (robot[1] == 3 > robot[0], {}),
        "android cut off": (robot[0] < 2 == robot[1], {}),
        "doors": (
            open_doors(t, at) > 0 and need_then != "",
            {
                "room": name_room(t, at),
                "need": need_then,
                "when": ""
                if open_doors(s, at) or not fallen(s, t)
                else f" once {name_room(s, fallen(s, t)[0])} has collapsed",
            },
        ),
        "open doors": (
            near[1] > near[0] and need_then != "",
            {"doors": several(near[1], "door"), "more": near[1] - near[0], "need": need_then},
        ),
        "nothing left": (s.seats > 1 and list_legal(s, me) <= {"pass", "end"}, {}),
    }
    holds, again = answers[plan]
    return again if holds else None
