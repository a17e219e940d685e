"""The claims of Mechanation, worked out once more from the names of territories and mechs."""

from __future__ import annotations

from typing import Any

from enginehouse.games.mechanation.parts import CHANGE_OF, KIND_OF, MECHS, POWER_OF, land_name

DECK, SCRAP, ARENA, HELD = range(4)
ALL = (1 << 9) - 1
COLOURS = ["red", "orange", "green", "blue", "violet"]


def zone(s: Any, z: int) -> list[int]:
    first = int(s.start[z])
    return [int(s.row[k]) for k in range(first, first + int(s.size[z]))]


def name(piece: int) -> str:
    return land_name(int(KIND_OF[piece]))


def up(s: Any, piece: int) -> bool:
    return int(s.known[piece]) == ALL


def largest(names: list[str]) -> tuple[int, str]:
    """MN-1.1, MN-3.1: the largest set of some territories, colours before numbers."""
    wild = names.count("WILD")
    sizes = [(sum(c in one.split() for one in names) + wild, c) for c in [*COLOURS, *"12345"]]
    size, what = max(sizes, key=lambda one: one[0])
    return size, what if what in COLOURS else f"number {what}"


def lands(s: Any, seat: int, seen: bool = False) -> list[str]:
    return [name(piece) for piece in zone(s, HELD + seat) if not seen or up(s, piece)]


def hand(s: Any, seat: int) -> list[int]:
    return [tier for tier in range(3) if s.place[seat][tier] == 0]


def power(s: Any, seat: int, tier: int) -> int:
    return int(POWER_OF[s.balanced, int(s.mech[seat][tier])])


def meeting(s: Any, boosted: bool) -> tuple[int, int, str]:
    """MN-7: the battle in which Overclock is asked."""
    side = 0 if s.side_seat[0] == s.active else 1
    mechs = [int(s.mech[int(s.side_seat[k])][int(s.side_tier[k])]) for k in (side, 1 - side)]
    ways = [0, 1] if s.attack == 1 else [2, 3]
    ways = ways if side == 0 else ways[::-1]
    mine, theirs = (
        int(POWER_OF[s.balanced, m]) + int(CHANGE_OF[s.balanced, 4 * m + w]) for m, w in zip(mechs, ways, strict=True)
    )
    title = MECHS[mechs[1]].title
    mine = max(0, mine + (3 if boosted else 0) - (2 if title == "Leech" else 0))
    if title == "Gnat" and mine >= 9:
        return mine, theirs, "loses"
    if mine == theirs:
        return mine, theirs, "loses" if title == "Vanguard" else "ties"
    return mine, theirs, "wins" if mine > theirs else "loses"


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    words = step_words(s, step.code)
    mine = lands(s, me)
    if plan in ("win", "not lose"):
        right = t.reason and (t.winner == me + 1) == (plan == "win")
        return ({} if plan == "win" else {"rival": f"{{{int(t.winner) - 1}}}"}) if right else None
    if plan in ("sure win", "sure loss"):
        rows = [[*map(int, row)] for row in t.fights[int(s.fought) : int(t.fought)]]
        for row in rows:
            sides = [row[2:5], row[5:8]]
            own = [k for k in range(2) if sides[k][0] == me]
            if own and row[1] and (row[1] - 1 == own[0]) == (plan == "sure win"):
                a, b = sides[own[0]], sides[1 - own[0]]
                return {"mech": MECHS[a[1]].title, "mine": a[2], "theirs": b[2]}
        return None
    if plan in ("boost", "no boost"):
        plain, more = meeting(s, False), meeting(s, True)
        if plan == "boost":
            won = more[2] == "wins" != plain[2]
            return {"mine": more[0], "theirs": more[1], "plain": plain[0]} if won else None
        return {"result": plain[2], "plain": plain[0], "theirs": plain[1]} if plain[2] == more[2] else None
    if plan in ("strongest", "cheapest", "second", "attack bonus", "defence bonus", "recall", "repair"):
        tier = ["light", "medium", "heavy"].index(next(one for one in words if one in ("light", "medium", "heavy")))
        title, strength = MECHS[int(s.mech[me][tier])].title, power(s, me, tier)
        powers = [power(s, me, one) for one in hand(s, me)]
        way = {"attack bonus": 2, "defence bonus": 3}.get(plan, 1)
        bonus = int(CHANGE_OF[s.balanced, 4 * int(s.mech[me][tier]) + way])
        return {
            "strongest": {"mech": title, "power": strength} if strength == max(powers) > min(powers) else None,
            "cheapest": {"mech": title, "power": strength} if strength == min(powers) and len(powers) > 1 else None,
            "second": {"mech": title, "bonus": bonus} if any(s.post_seat[:4]) else None,
            "attack bonus": {"mech": title, "bonus": bonus} if words[0] == "attack" and bonus > 0 else None,
            "defence bonus": {"mech": title, "bonus": bonus} if words[0] == "defend" and bonus > 0 else None,
            "recall": {"mech": title, "power": strength},
            "repair": {"mech": title},
        }[plan]
    if plan in ("alone", "fight", "contest"):
        here = [int(s.post_seat[k]) - 1 for k in range(4) if s.post_seat[k] and s.post_at[k] == int(words[-1]) - 1]
        if plan == "alone":
            return None if here else {}
        if plan == "contest":
            return {"rival": f"{{{here[0]}}}"}
        tier = ["light", "medium", "heavy"].index(words[1])
        return {"rival": f"{{{here[0]}}}", "mech": MECHS[int(s.mech[me][tier])].title, "power": power(s, me, tier)}
    if plan == "no battle":
        return {} if (words == ["pass"] and s.post_seat[4]) or s.attack == 3 else None
    if plan in ("look", "harvest"):
        return {} if words[0] == plan else None
    if plan == "warden":
        return {"lands": f"{len(mine)} territories"} if words[0] == "warden" else None
    many = "one mech" if len(hand(s, me)) == 1 else f"{len(hand(s, me))} mechs"
    if plan == "wait":
        return {"mechs": many, "open": len(lands(s, me, True))}
    if plan == "see first":  # MN-5.7: the round of deploying is gone twice
        return {"rival": f"{{{1 - me}}}"} if words == ["pass"] and s.seats == 2 and s.at < 2 else None
    if plan == "own attack":
        open_ones = [one for r in range(s.seats) if r != me for one in lands(s, r, True)]
        return {"mechs": many} if words == ["pass"] and s.alpha == me and open_ones else None
    piece, owner = target(s, me, words)
    land, there = name(piece), [*mine, name(piece)]
    size, what = largest(there)
    before = largest(lands(s, owner, True))[0] if owner >= 0 else 0
    kept = [*mine]
    if land in kept:
        kept.remove(land)
    spare = land in mine and largest(kept)[0] == largest(mine)[0]
    rival = int(str(slots.get("rival", "{0}")).strip("{}"))
    rivals = {r: largest([*lands(s, r, True), land])[0] for r in range(s.seats) if r != me and largest([*lands(s, r, True), land])[0] > largest(lands(s, r, True))[0]}  # fmt: skip
    less = lands(s, owner, True) if owner >= 0 else []
    if land in less:
        less.remove(land)
    known = bool(int(s.known[piece]) >> me & 1)
    others = [(int(s.alpha) + k) % s.seats for k in range(int(s.at) + 1, (2 if s.seats == 2 else 1) * s.seats)]
    answers: dict[str, tuple[Any, dict[str, Any]]] = {
        "grow": (known and size > largest(mine)[0], {"land": land, "size": size, "what": what}),
        "complete": (known and size >= 5, {"land": land, "what": what}),
        "deny": (
            rivals and rivals.get(rival) == max(rivals.values()) >= 3,
            {"land": land, "rival": f"{{{rival}}}", "size": rivals.get(rival)},
        ),
        "unopposed": (not any(hand(s, r) for r in others if r != me) and not alone(s, words), {"land": land}),
        "hidden": (not known, {}),
        "hold": (spare and words[0] == "defend", {"land": land}),
        "hide wild": (land != "WILD" and "WILD" in [name(one) for one in zone(s, HELD + me) if not up(s, one)], {}),
        "show any": (
            not any(is_spare(mine, name(one)) for one in zone(s, HELD + me) if not up(s, one)),
            {"size": largest(mine)[0]},
        ),
        "no set": (largest(mine)[0] == 1, {}),
        "break": (largest(less)[0] < before, {"land": land, "rival": f"{{{owner}}}", "size": before}),
        "no defender": (
            not hand(s, owner),
            {"rival": f"{{{owner}}}", "land": land if known else "the territory"},
        ),
        "defend": (not spare, {"land": land, "size": largest(mine)[0]}),
        "deny attack": (
            up(s, piece),
            {"rival": f"{{{int(s.alpha)}}}", "size": largest([*lands(s, int(s.alpha), True), land])[0]},
        ),
        "let go": (spare, {"land": land}),
        "reveal": (spare, {"land": land, "size": largest(mine)[0]}),
        "scrap open": (spare and up(s, piece), {"land": land}),
        "scrap": (spare, {"land": land, "size": largest(mine)[0]}),
    }
    holds, again = answers[plan]
    return again if holds else None


def is_spare(mine: list[str], land: str) -> bool:
    kept = [*mine]
    kept.remove(land)
    return largest(kept)[0] == largest(mine)[0]


def step_words(s: Any, code: int) -> list[str]:
    from enginehouse.core.registry.game import game_of

    return game_of(s).vocabulary.names[code].split()


def alone(s: Any, words: list[str]) -> bool:
    """Return whether another mech stands at the territory."""
    return any(s.post_seat[k] and s.post_at[k] == int(words[-1]) - 1 for k in range(4))


def target(s: Any, me: int, words: list[str]) -> tuple[int, int]:
    """The territory that an action is about, and its owner; -1 in the Arena."""
    if words[0] == "deploy":
        return zone(s, ARENA)[int(words[-1]) - 1], -1
    if words[0] in ("attack", "burrow"):
        return zone(s, HELD + int(words[-2]))[int(words[-1]) - 1], int(words[-2])
    if words[0] in ("defend", "pass"):
        return zone(s, HELD + me)[int(s.target[1])], me
    return zone(s, HELD + me)[int(words[-1]) - 1], me
