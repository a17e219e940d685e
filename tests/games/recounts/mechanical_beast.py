"""The claims of Mechanical Beast, worked out once more by walks through the doors instead of the record's labels."""

from __future__ import annotations

from typing import Any

from enginehouse.core.registry.game import game_of

AWAY = ((0, 1), (1, 0), (0, -1), (-1, 0))
ROBOT, ENTRANCE_TILE = 8, 0


def rooms(s: Any) -> dict[tuple[int, int], int]:
    return {(int(s.x[n]), int(s.y[n])): n for n in range(s.rooms) if s.doors[n] >= 0}


def walk(s: Any, start: int) -> set[int]:
    """MB-1.6: the rooms within a walk."""
    there, found, todo = rooms(s), {start}, [start]
    while todo:
        n = todo.pop()
        for d, (dx, dy) in enumerate(AWAY):
            m = there.get((int(s.x[n]) + dx, int(s.y[n]) + dy), -1)
            if m >= 0 and m not in found and s.doors[n] >> d & 1 and s.doors[m] >> (d + 2) % 4 & 1:
                found.add(m)
                todo.append(m)
    return found


def exits(s: Any) -> set[int]:
    """MB-7.1, MB-8.2: the rooms that are exits."""
    found = {int(s.exit)} if s.exit >= 0 else set()
    return found | ({0} if s.hatch else set())


def open_doors(s: Any, n: int) -> int:
    """MB-4.1, MB-4.4: the doorways to empty places."""
    there = rooms(s)
    if s.lockdown:
        return 0
    count = 0
    for d, (dx, dy) in enumerate(AWAY):
        x, y = int(s.x[n]) + dx, int(s.y[n]) + dy
        xs, ys = [one[0] for one in there] + [x], [one[1] for one in there] + [y]
        fits = max(xs) - min(xs) < 31 and max(ys) - min(ys) < 31
        count += bool(s.doors[n] >> d & 1) and (x, y) not in there and fits
    return count


def has_gear(s: Any, n: int) -> bool:
    from enginehouse.games.mechanical_beast.parts import TILES

    return len(TILES[int(s.tile[n])].gears) > 0


def state(s: Any, m: int) -> int:
    near = walk(s, int(s.at[m]))
    if int(s.at[m]) in exits(s):
        return 0
    if near & exits(s):
        return 1
    return 2 if any(has_gear(s, n) or open_doors(s, n) for n in near) else 3


def crew(s: Any) -> list[int]:
    return [m for m in range(8) if s.meeples >> m & 1]


def list_figures(s: Any) -> list[int]:
    return [*crew(s), *([ROBOT] if s.meeples >> ROBOT & 1 else [])]


def name_room(s: Any, n: int) -> str:
    from enginehouse.games.mechanical_beast.parts import SPECIALS, TILES

    name = TILES[int(s.tile[n])].name
    return f"the {name}" if name in SPECIALS else f"room {n}"


def several(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def people(number: int) -> str:
    return several(number, "prisoner")


def count_reached(s: Any) -> int:
    near = set().union(*(walk(s, int(s.at[m])) for m in list_figures(s)))
    return sum(int(s.people[n]) for n in near)


def distance(s: Any, seats: list[int]) -> int:
    places = [(int(s.x[int(s.at[m])]), int(s.y[int(s.at[m])])) for r in seats for m in (r, r + 4)]
    return min(abs(x - int(s.spot_x)) + abs(y - int(s.spot_y)) for x, y in places)


def list_legal(s: Any, seat: int) -> set[str]:
    game, out = game_of(s), [0] * len(game_of(s).vocabulary)
    return {game.vocabulary.names[code] for code in out[: int(game.rules.legal(s, seat, out))]}


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
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
    before, after = ([state(one, m) for m in crew(one)] for one in (s, t))
    here, there = ([one <= 1 for one in each].count(True) for each in (before, after))
    stuck = after.count(3) - before.count(3)
    robot = [state(one, ROBOT) if one.meeples >> ROBOT & 1 else -1 for one in (s, t)]
    saved = int(t.hand[me]) - int(s.hand[me])
    moved = [m for m in list_figures(s) if s.at[m] != t.at[m]]
    at = int(t.at[moved[0]]) if moved else 0
    before_at = {int(s.at[m]) for m in list_figures(s)}
    apart = any(state(t, m) > 1 for m in list_figures(t))
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
    rooms = [len(set().union(*(walk(one, int(one.at[m])) for m in list_figures(one)))) for one in (s, t)]
    more = count_reached(t) + saved - count_reached(s)
    answers: dict[str, tuple[bool, dict[str, Any]]] = {
        "switch": (bool(t.off) and not s.off, {"out": several(there, "engineer")}),
        "to control": (
            control[1] > control[0] and not t.off,
            {"engineers": several(control[1] - control[0], "engineer")},
        ),
        "find control": (not s.off and s.control < 0, {"left": int(s.left)}),
        "find exit": (not exits(s) and s.level in (0, 3), {}),
        "explore": (s.left > t.left, {"left": several(int(s.left), "room")}),
        "rescue": (saved > 0, {"people": people(saved), "are": "are" if saved > 1 else "is"}),
        "fetch": (
            bool(t.off) and stands[1] > stands[0],
            {"people": people(stands[1] - stands[0]), "them": "the prisoner" if stands[1] == stands[0] + 1 else "them"},
        ),
        "near people": (not t.off and s.people[at] > 0 and at not in before_at, {"room": name_room(t, at)}),
        "people way": (more > 0, {"people": people(more)}),
        "people lost": (more < 0, {"people": people(-more)}),
        "get out": (after.count(0) > before.count(0), {"out": after.count(0), "all": len(after)}),
        "stay out": (any(int(s.at[m]) in exits(s) and int(t.at[m]) not in exits(t) for m in list_figures(s)), {}),
        "way out": (there > here, {"out": there, "all": len(after)}),
        "cut off": (there < here, {"engineers": several(here - there, "engineer")}),
        "stuck": (stuck > 0, {"engineers": several(stuck, "engineer")}),
        "android out": (robot[1] == 0 < robot[0], {}),
        "android way": (robot[1] == 1 < robot[0], {}),
        "android stuck": (robot[1] == 3 > robot[0], {}),
        "android first": (s.left > t.left and s.at[ROBOT] != t.at[ROBOT], {}),
        "doors": (open_doors(t, at) > 0, {"room": name_room(t, at), "doors": several(open_doors(t, at), "door")}),
        "open doors": (near[1] > near[0], {"doors": several(near[1], "door")}),
        "join rooms": (rooms[1] > rooms[0], {"rooms": several(rooms[1] - rooms[0], "more room")}),
        "try gear": (any(state(s, m) > 1 for m in list_figures(s)), {}),
        "no need": (game_of(s).vocabulary.names[step.code] == "pass", {}),
        "gear": (
            has_gear(t, at),
            {"room": name_room(t, at), "use": "join rooms again" if apart else "move rooms"},
        ),
        "hold": (here > 0, {"out": here, "all": len(before)}),
        "nothing left": (s.seats > 1 and list_legal(s, me) <= {"pass", "end"}, {}),
    }
    holds, again = answers[plan]
    return again if holds else None
