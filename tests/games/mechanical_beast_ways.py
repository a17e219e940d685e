"""The ways of figures in Mechanical Beast, worked out once more by walks through the doors instead of the record's labels."""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.events import Events
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


def after(s: Any, seat: int, name: str) -> Any:
    """The record after an action."""
    game, t = game_of(s), game_of(s).shape.copy(s)
    game.rules.apply(t, seat, game.vocabulary.code(name), Events(64))
    return t


def call(s: Any, me: int, m: int) -> str:
    """The name of a figure for a player."""
    if m == ROBOT:
        return "the android"
    which = "" if s.play != 2 else "first " if m < 4 else "second "
    return f"your {which}engineer" if m % 4 == me else f"{{{m % 4}}}’s {which}engineer"


def listing(s: Any, me: int, figures: list[int]) -> str:
    said = [call(s, me, m) for m in figures]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def own(s: Any, me: int) -> list[int]:
    return [m for m in (me, me + 4 if s.play == 2 else ROBOT) if s.meeples >> m & 1]


def need(s: Any, me: int) -> tuple[str, str]:
    """MB-7: the need that a new room could meet: its plan, and its words."""
    if not s.off and s.control < 0:
        return "find control", "the Control Room has not come yet"
    lost = [m for m in (own(s, me) if s.play == 2 else list_figures(s)) if not walk(s, int(s.at[m])) & exits(s)]
    if s.play == 2:
        return ("seek way", f"{listing(s, me, lost)} cannot walk to the exit yet") if lost and exits(s) else ("", "")
    if not exits(s):
        return (
            ("find exit", "the Emergency Exit has not come yet") if s.level in (0, 3) and not s.exit_gone else ("", "")
        )
    if not s.off and not any(int(s.control) in walk(s, int(s.at[m])) for m in crew(s)):
        return "seek control", "no engineer can walk to the Control Room yet"
    if lost:
        who = "no figure can" if lost == list_figures(s) else f"{listing(s, me, lost)} cannot"
        return "seek way", f"{who} walk to an exit yet"
    far = sum(int(s.people[n]) for n in rooms(s).values()) - count_reached(s)
    return ("seek people", f"no figure can walk to {people(far)} yet") if far else ("", "")


def find_gain(s: Any, t: Any, me: int) -> tuple[int, str]:
    """The ways that figures have in `t` and not in `s`: a rank and words; 0 without a way, or if a figure loses one."""
    mine = own(s, me) if s.play == 2 else list_figures(s)
    ways = [{m for m in list_figures(s) if state(one, m) < 2} for one in (s, t)]
    switch = [{m for m in crew(s) if not one.off and one.control >= 0 and int(one.control) in walk(one, int(one.at[m]))} for one in (s, t)]  # fmt: skip
    stuck = [{m for m in list_figures(s) if state(one, m) == 3} for one in (s, t)]
    near = [{n for m in list_figures(s) for n in walk(one, int(one.at[m])) if one.people[n]} for one in (s, t)]
    if ways[0] - ways[1] or switch[0] - switch[1] or stuck[1] - stuck[0] or near[0] - near[1]:
        return 0, ""
    for rank, (was, now), what in ((3, ways, "a way to an exit"), (2, switch, "the way to the Control Room")):
        new = [m for m in mine if m in now - was]
        if new:
            return rank, f"open {what} for {listing(s, me, new)}"
    more = len(near[1] - near[0])
    return (1, f"open a way to {people(more)}") if more and s.play != 2 else (0, "")


def gear_use(start: Any, s: Any, me: int, m: int) -> tuple[int, str]:
    """MB-5: the best that a figure can open by a gear of its room, compared with the start of the turn."""
    who = "android" if m == ROBOT else "second" if m >= 4 else "engineer"
    uses = [one for one in ordered_legal(s, me) if one.startswith(f"{who} gear")]
    return max((find_gain(start, after(s, me, one), me) for one in uses), key=lambda one: one[0], default=(0, ""))


def ordered_legal(s: Any, me: int) -> list[str]:
    game = game_of(s)
    return sorted(list_legal(s, me), key=game.vocabulary.code)


def risky(s: Any, me: int, name: str) -> bool:
    """MB-4.2: whether a door that falls shut may cost the exploring engineer its way out."""
    from enginehouse.games.mechanical_beast.parts import TILES

    m = ROBOT if name.startswith("android") else me + 4 if name.startswith("second") else me
    if m == ROBOT or state(s, m) > 1:
        return False
    for tile in set(range(1, 69)) - {int(one) for one in s.tile[: s.rooms]}:
        if TILES[tile].sides[2] == "K" or (s.locked and TILES[tile].sides[2] == "G"):
            other = game_of(s).shape.copy(s)
            other.pile[int(s.left) - 1] = tile
            t = after(other, me, name)
            if not t.reason and state(t, m) > 1:
                return True
    return False


def is_lost(s: Any, me: int) -> bool:
    """MB-7: whether no order of some hundred actions wins the game, explores, or reaches the switch."""
    game, todo = game_of(s), [s]
    seen: set[tuple[Any, ...]] = set()
    while todo and len(seen) < 150:
        one = todo.pop(0)
        key = (str(one.at[:9]), str(one.x[: one.rooms]), str(one.y[: one.rooms]), str(one.facing[: one.rooms]), int(one.active), int(one.phase))  # fmt: skip
        if key in seen:
            continue
        seen.add(key)
        seat = int(one.active)
        for name in list_legal(one, seat) - {"end"}:
            t = after(one, seat, name)
            if "explore" in name or (t.reason and t.winners) or t.off != s.off:
                return False
            if not t.reason:
                todo.append(t)
    return game.name == "mechanical-beast"


def pairs(s: Any) -> set[tuple[int, int]]:
    """The pairs of figures that can walk to each other."""
    return {(a, b) for a in list_figures(s) for b in list_figures(s) if a < b and int(s.at[b]) in walk(s, int(s.at[a]))}


def apart(s: Any, m: int) -> int:
    """How many places lie between the rooms of a figure and those with a way to an exit."""
    good = set().union(*(walk(s, n) for n in exits(s)))
    mine = walk(s, int(s.at[m]))
    return min(abs(int(s.x[a]) - int(s.x[b])) + abs(int(s.y[a]) - int(s.y[b])) for a in mine for b in good)
