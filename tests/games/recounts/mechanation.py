"""The claims of Mechanation, worked out once more from the names of territories and mechs."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from enginehouse.core.records.events import Events
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


WAY = {"first": 0, "second": 1, "attack": 2, "defend": 3}


def own_power(s: Any, seat: int, tier: int, way: int) -> int:
    mech = int(s.mech[seat][tier])
    return int(POWER_OF[s.balanced, mech]) + int(CHANGE_OF[s.balanced, 4 * mech + way])


def battle(s: Any, one: int, way: int, two: int, other_way: int, boosts: tuple[bool, ...]) -> tuple[int, int, int]:
    """MN-7, MN-8: a battle of two mechs, with the best or worst choice about the +3: both powers, and 1, 0 or -1."""
    names = [MECHS[one].title, MECHS[two].title]
    asked = [k for k in range(2) if names[k] == "Overclock" and names[1 - k] != "Jammer"]
    found = []
    for boost in boosts if asked else (False,):
        powers = []
        for k, (mech, stands) in enumerate(((one, way), (two, other_way))):
            other, total = names[1 - k], int(POWER_OF[s.balanced, mech])
            if other != "Jammer" or names[k] == "Aegis":
                total += int(CHANGE_OF[s.balanced, 4 * mech + stands]) + (3 if boost and k in asked else 0)
            total -= 2 if other == "Leech" and names[k] != "Aegis" else 0
            powers.append(max(0, total))
        result = (powers[0] > powers[1]) - (powers[0] < powers[1])
        free = [names[1 - k] not in ("Jammer", "Aegis") for k in range(2)]  # the ability works on the other mech
        if result == 0:
            result = (names[0] == "Vanguard" and free[0]) - (names[1] == "Vanguard" and free[1])
        if names[0] == "Gnat" and free[0] and powers[1] >= 9:
            result = 1
        if names[1] == "Gnat" and free[1] and powers[0] >= 9:
            result = -1
        found.append((powers[0], powers[1], result))
    return (max if names[0] == "Overclock" else min)(found, key=lambda one: one[2])


def list_mechs(s: Any, me: int, rival: int, tier: int) -> list[int]:
    """MN-9.4: the mechs that a rival's mech of a tier may be."""
    if s.seen[rival] >> tier & 1:
        return [int(s.mech[rival][tier])]
    taken = {int(s.mech[k][tier]) for k in range(s.seats) if k == me or s.seen[k] >> tier & 1}
    return [mech for mech in range(8 * tier + 1, 8 * tier + 9) if mech not in taken]


def opponents(s: Any, me: int, words: list[str]) -> tuple[int, list[int]]:
    """MN-9.3: the rival of a battle, and the mechs that it may have there."""
    post = -1
    if words[0] == "deploy":
        post = next((k for k in range(4) if s.post_seat[k] and s.post_at[k] == int(words[-1]) - 1), -1)
        rival = int(s.post_seat[post]) - 1
        if post < 0:
            return -1, []
    elif words[0] in ("defend", "pass"):
        rival, post = int(s.alpha), 4
        if s.attack == 3:
            return rival, [int(s.mech[rival][0])]
    else:
        rival = int(words[-2])
    hidden = [tier for tier in range(3) if s.place[rival][tier] == 0 or 4 <= s.place[rival][tier] < 9]
    if post >= 0:
        posts = [k for k in range(5) if s.post_seat[k] == rival + 1]
        ways = [order for order in permutations(hidden, len(posts)) if not any(s.ruled[rival][tier] >> k & 1 for tier, k in zip(order, posts, strict=True))]  # fmt: skip
        hidden = sorted({order[posts.index(post)] for order in ways})
    return rival, [mech for tier in hidden for mech in list_mechs(s, me, rival, tier)]


def battles(s: Any, me: int, words: list[str], tier: int) -> list[tuple[int, int, int]]:
    """The results of the battle to which an action leads, against each mech that the rival may have."""
    ways = {"deploy": (1, 0), "attack": (2, 3), "burrow": (2, 3)}.get(words[0], (3, 2))
    mech = int(s.mech[me][tier])
    return [battle(s, mech, ways[0], other, ways[1], (False, True)) for other in opponents(s, me, words)[1]]


def say(number: int, many: int) -> str:
    if many == 1:
        return "the only mech"
    if number < many:
        return f"{number} of the {many} mechs"
    return "both mechs" if many == 2 else f"all {many} mechs"


def list_in_hand(s: Any, me: int, rival: int) -> list[int]:
    """MN-9.3: the mechs that a rival may have in the hand."""
    hidden = [tier for tier in range(3) if s.place[rival][tier] == 0 or 4 <= s.place[rival][tier] < 9]
    posts = [k for k in range(5) if s.post_seat[k] == rival + 1]
    ways = [order for order in permutations(hidden, len(posts)) if not any(s.ruled[rival][tier] >> k & 1 for tier, k in zip(order, posts, strict=True))]  # fmt: skip
    return [m for tier in hidden if any(tier not in order for order in ways) for m in list_mechs(s, me, rival, tier)]


def list_met(s: Any, me: int, words: list[str], tier: int) -> list[tuple[int, tuple[int, int, int]]]:
    """The mechs that a mech may meet, at once or after it was deployed first, and the results."""
    mech, foes, ways = int(s.mech[me][tier]), [], (0, 1)
    if words[0] == "deploy" and not alone(s, words):
        foes = [one for r in sorted(later(s, me)) if hand(s, r) for one in list_in_hand(s, me, r)]
    else:
        ways = {"deploy": (1, 0), "attack": (2, 3), "burrow": (2, 3)}.get(words[0], (3, 2))
        foes = opponents(s, me, words)[1]
    return [(foe, battle(s, mech, ways[0], foe, ways[1], (False, True))) for foe in foes]


def name_sets(mine: list[str], land: str) -> tuple[str, int, str] | None:
    """The effect of one more territory on the largest set: the plan, the size, and the colours and numbers."""
    before, labels = largest(mine)[0], [*COLOURS, *(f"number {n}" for n in range(1, 6))]
    after = {one: count_set([*mine, land], one) for one in labels}
    size = max(after.values())
    best = [one for one in labels if after[one] == size]
    if size >= 5:
        return "complete", size, best[0]
    if size > before:
        return ("two sets", size, " and ".join(best)) if land != "WILD" and len(best) > 1 else ("grow", size, best[0])
    new = [one for one in list_sets(land) if land != "WILD" and after[one] == size]
    return ("second set", size, " and ".join(new)) if new and size >= 2 else None


def count_unseen(s: Any, me: int) -> tuple[int, int]:
    """How many of the territories that a pilot does not see make the largest set larger, and how many there are."""
    known = [p for z in range(3 + s.seats) for p in zone(s, z) if p and s.known[p] >> me & 1]
    rest = [name(p) for z in range(3 + s.seats) for p in zone(s, z) if p not in known]
    before = largest(lands(s, me))[0]
    return sum(largest([*lands(s, me), one])[0] > before for one in rest), len(rest)


def say_why(s: Any, me: int, words: list[str]) -> str:
    """The sentence about the use of a territory, after another one."""
    piece, owner = target(s, me, words)
    land = name(piece)
    if words[0] not in ("deploy", "attack", "burrow"):
        return ""
    sure = list_sure(s, me) if words[0] == "deploy" else []
    if sure and (not s.known[piece] >> me & 1 or (name_sets(lands(s, me), land) or ("",))[0] == "second set"):
        return ""
    if not s.known[piece] >> me & 1:
        good, many = count_unseen(s, me)
        return f" {good} of the {many} unseen territories would enlarge your largest set." if good else ""
    found = name_sets(lands(s, me), land)
    if found and found[0] == "complete":
        return f" With {land} you complete your five ({found[2]})."
    if found:
        prize = f"another set of {found[1]}" if found[0] == "second set" else f"{found[1]} of five"
        return f" With {land} you have {prize} ({found[2]})."
    size = breaks(s, owner, piece) if owner >= 0 else 0
    return f" The attack would take one of {size} from {{{owner}}}’s set." if size else ""


def list_posted(s: Any, piece: int) -> list[int]:
    """The pilots with a mech at a territory of the Arena."""
    return [int(s.post_seat[k]) - 1 for k in range(4) if s.post_seat[k] and zone(s, ARENA)[int(s.post_at[k])] == piece]


def list_free(s: Any, me: int) -> list[int]:
    """MN-5.2: the open territories of the Arena to which a pilot can still send a mech."""
    return [
        one for one in zone(s, ARENA) if up(s, one) and len(list_posted(s, one)) < 2 and me not in list_posted(s, one)
    ]


def list_sure(s: Any, me: int) -> list[int]:
    """Those of them that make the largest set larger."""
    mine = lands(s, me)
    return [one for one in list_free(s, me) if largest([*mine, name(one)])[0] > largest(mine)[0]]


def say_only(s: Any, me: int) -> str | None:
    """The sentence about the open territories beside a face-down one."""
    mine, ups = lands(s, me), [one for one in zone(s, ARENA) if up(s, one)]
    said = []
    for one in list_sure(s, me):
        there = list_posted(s, one)
        grown = {r: largest([*lands(s, r, True), name(one)])[0] for r in later(s, me) if hand(s, r)}
        grown = {r: size for r, size in grown.items() if size > largest(lands(s, r, True))[0]}
        if not there and not grown:
            return None
        foe = there[0] if there else max(grown, key=lambda r: (grown[r], -r))
        land = name(one) if name(one) == "WILD" else name(one).capitalize()
        end = "has a mech there" if there else "wants it too"
        said.append(f" {land} does so for certain, but {{{foe}}} {end}.")
    if said:
        return said[0]
    if not list_free(s, me) or any(largest([*mine, name(one)])[0] > largest(mine)[0] for one in ups):
        return ""
    return " The open one would not." if len(ups) == 1 else " The open ones would not."


def breaks(s: Any, owner: int, piece: int) -> int:
    """The size of the largest open set of a pilot if a territory is a part of it."""
    seen = lands(s, owner, True)
    if not up(s, piece):
        return 0
    less = [*seen]
    less.remove(name(piece))
    size = largest(seen)[0]
    return size if size >= 2 and largest(less)[0] < size else 0


def say_how(s: Any, me: int, words: list[str], tier: int) -> str:
    """The sentence about the battle for a territory, after another one."""
    met, title = list_met(s, me, words, tier), MECHS[int(s.mech[me][tier])].title
    where = "that may follow"
    if words[0] == "deploy":
        if alone(s, words):
            where = "that may be there"
        elif (name_sets(lands(s, me), name(target(s, me, words)[0])) or ("",))[0] != "complete":
            return ""
    else:
        rival = int(words[-2])
        foe = find_known(s, me, words, tier)
        if words[0] == "burrow" and foe:
            return f" {{{rival}}} has {foe} in hand, which beats Burrower."
        where = f"with which {{{rival}}} may defend"
        if foe:
            wins = sum(one[1][2] > 0 for one in met)
            has = f"{foe}, which {{{rival}}} has in hand"
            return (
                f" {title} beats {say(wins, len(met))} {where}, but not {has}."
                if wins and 5 * wins >= 2 * len(met)
                else ""
            )
        if is_poor(met):
            return ""
    results = [one[1][2] for one in met]
    if results and -1 not in results and 0 in results:
        return f" {title} loses to no mech {where}."
    return f" {title} beats {say(results.count(1), len(results))} {where}." if 1 in results else ""


def is_poor(met: list[tuple[int, tuple[int, int, int]]]) -> bool:
    """Return whether a mech beats less than two in five of the mechs of a tier, and can lose to one."""
    for tier in range(3):
        results = [one[1][2] for one in met if 8 * tier < one[0] <= 8 * tier + 8]
        if -1 in results and 5 * results.count(1) < 2 * len(results):
            return True
    return False


def say_against(s: Any, me: int, words: list[str], tier: int) -> str:
    """The attackers against which a defender keeps a territory."""
    met, rival = list_met(s, me, words, tier), int(s.alpha)
    strong = [one[1][2] for one in met if one[1][1] >= 9]
    if MECHS[int(s.mech[me][tier])].title == "Gnat" and strong and min(strong) > 0:
        return "if a mech with power 9 or more attacks"
    known = {int(s.mech[rival][k]) for k in range(3) if s.seen[rival] >> k & 1}
    lost = [one[0] for one in met if one[1][2] < 0]
    named = " or ".join(MECHS[one].title for one in lost if one in known)
    if named and set(lost) <= known:
        return f"unless {named} attacks"
    against = f"against {say(len(met) - len(lost), len(met))} that may attack"
    return f"{against}, but not against {named}" if named else against


def find_known(s: Any, me: int, words: list[str], tier: int) -> str:
    """The strongest mech that a defender is known to have and that wins, or ""."""
    rival = int(words[-2])
    known = [int(s.mech[rival][k]) for k in range(3) if s.seen[rival] >> k & 1 and s.place[rival][k] == 0]
    wins = [(one[1][1], one[0]) for one in list_met(s, me, words, tier) if one[0] in known and one[1][2] < 0]
    return MECHS[max(wins)[1]].title if wins else ""


def count_best(names: list[str], size: int) -> int:
    """The number of sets of a size."""
    return sum(count_set(names, one) == size for one in [*COLOURS, *(f"number {n}" for n in range(1, 6))])


def say_kept(mine: list[str], land: str) -> tuple[str, bool, bool]:
    """The largest sets that are left without a territory, whether any is left, and whether all are."""
    size, less = largest(mine)[0], [*mine]
    less.remove(land)
    many, left = count_best(mine, size), count_best(less, size)
    sets = f"your set of {size}" if many == 1 else f"your {many} sets of {size}"
    return (sets if left == many else f"{left} of your {many} sets of {size}"), left > 0, left == many


def settle_choice(s: Any, boosted: bool) -> tuple[int, int, str, int]:
    """MN-7: the battle in which Overclock is asked: both powers, the result, and where Overclock goes (MN-7.7)."""
    side = 0 if s.side_seat[0] == s.active else 1
    one, two = (int(s.mech[int(s.side_seat[k])][int(s.side_tier[k])]) for k in (side, 1 - side))
    ways = [0, 1] if s.attack == 1 else [2, 3]
    mine, theirs, result = battle(s, one, ways[side], two, ways[1 - side], (boosted,))
    other = MECHS[two].title
    place = 2 if result < 0 else 0
    if boosted or (result > 0 and other == "Limpet") or (result < 0 and other == "Raider"):
        place = 3
    return mine, theirs, {1: "wins", 0: "ties", -1: "loses"}[result], place


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    words = step_words(s, step.code)
    mine = lands(s, me)
    tiers = ["light", "medium", "heavy"]
    tier = next((tiers.index(one) for one in words if one in tiers), 0)
    fights = battles(s, me, words, tier) if words[0] in ("deploy", "attack", "burrow", "defend") else []
    if plan in ("win", "not lose"):
        if plan == "not lose":
            worlds = [t] if t.reason or t.active != me else [play(t, me, one) for one in list_legal(t, me)]
            winners = {int(u.winner) - 1 if u.reason else -1 for u in worlds}
            return {"rival": f"{{{max(winners)}}}"} if not winners & {-1, me} else None
        ended = t.reason and t.winner == me + 1
        if words[0] in ("attack", "burrow"):
            piece = target(s, me, words)[0]
            ended = ended or (s.known[piece] >> me & 1 and largest([*mine, name(piece)])[0] >= 5)
        return {} if ended and all(r[2] > 0 for r in fights) else None
    if plan in ("sure win", "sure loss", "vain battle", "odds", "hold", "good attack", "good defence", "sure defence"):
        results, many = [one[2] for one in fights], len(fights)
        title, foe = MECHS[int(s.mech[me][tier])].title, f"{{{opponents(s, me, words)[0]}}}"
        once = {"mech": title, "mine": fights[0][0], "theirs": fights[0][1]}
        wins, keeps = results.count(1), many - results.count(-1)
        place = name(target(s, me, words)[0]) if words[0] != "deploy" else name_land(s, me, words)
        deed = f"send {title} to {place}" if words[0] == "deploy" else f"defend with {title}" if words[0] == "defend" else f"attack {foe} with {title}"  # fmt: skip
        goal = {"why": say_why(s, me, words)}
        best = [(sum(r[2] >= 0 for r in battles(s, me, words, k)), k) for k in hand(s, me)] if plan == "good defence" else []  # fmt: skip
        better = MECHS[int(s.mech[me][max(best, key=lambda one: one[0])[1]])].title if best else ""
        spared = f" You do not risk {better}." if best and max(best)[0] > keeps else ""
        against = say_against(s, me, words, tier) if plan == "good defence" else ""
        found: dict[str, tuple[bool, dict[str, Any]]] = {
            "sure win": (results == [1], {**once, **goal}),
            "sure loss": (results == [-1], once),
            "vain battle": (keeps == 0, {"deed": deed, "mech": title, "mechs": say(many, many), "rival": foe}),
            "odds": (
                10 * wins >= 4 * many,
                {"rival": foe, "land": place, "mech": title, "mechs": say(wins, many), **goal},
            ),
            "hold": (keeps == many > wins, {"rival": foe, "land": place, "mech": title, **goal}),
            "good attack": (
                wins > 0 and not (words[0] != "defend" and is_poor(list_met(s, me, words, tier))),
                {"mech": title, "rival": foe, "mechs": say(wins, many), **goal},
            ),
            "good defence": (keeps > 0, {"mech": title, "land": place, "against": against, "more": spared}),
            "sure defence": (keeps == many == 1, {**once, "land": place, "tie": "" if wins else ", which is a tie"}),
        }
        return found[plan][1] if found[plan][0] else None
    if plan in ("boost", "boost tie", "no boost", "cheap loss", "same boost"):
        plain, more = settle_choice(s, False), settle_choice(s, True)
        both = {"mine": more[0], "theirs": more[1], "plain": plain[0]}
        if plan == "boost":
            return both if more[2] == "wins" != plain[2] else None
        if plan == "boost tie":
            other = int(s.side_seat[1 if s.side_seat[0] == me else 0])
            piece = zone(s, ARENA)[int(s.target[1])]
            place = name(piece) if s.known[piece] >> me & 1 else "the face-down territory"
            right = more[2] == "ties" and plain[2] == "loses" and s.attack == 1
            return {**both, "rival": f"{{{other}}}", "land": place} if right else None
        if plan == "cheap loss":
            right = (plain[2], more[2], plain[3], more[3]) == ("loses", "ties", 2, 3)
            return {"plain": plain[0], "mine": more[0], "theirs": plain[1]} if right else None
        same = plain[2] == more[2] and (plain[3] == more[3]) == (plan == "same boost")
        once = {"mine": more[0]} if plan == "no boost" else {}
        return {"result": plain[2], "plain": plain[0], **once, "theirs": plain[1]} if same else None
    if plan in (
        "strongest",
        "cheapest",
        "decoy",
        "limpet",
        "second",
        "attack bonus",
        "defence bonus",
        "recall",
        "repair",
    ):
        title, strength = MECHS[int(s.mech[me][tier])].title, power(s, me, tier)
        stands = WAY["second" if words[0] == "deploy" and alone(s, words) else {"deploy": "first"}.get(words[0], words[0])] if words[0] in ("deploy", "attack", "defend") else 0  # fmt: skip
        mine_now = own_power(s, me, tier, stands)
        powers = [own_power(s, me, one, stands) for one in hand(s, me)]
        way = {"attack bonus": 2, "defence bonus": 3}.get(plan, 1)
        bonus = int(CHANGE_OF[s.balanced, 4 * int(s.mech[me][tier]) + way])
        when = ["", " as the second mech", " when it attacks", " when it defends"][stands]
        met = [MECHS[one[0]].title for one in list_met(s, me, words, tier)] if plan in ("decoy", "limpet") else []
        immune = [one for one in ("Jammer", "Aegis") if one in met]
        spares = {"decoy": ", unless Jammer beats it" if "Jammer" in met else "", "limpet": f" (but not {' or '.join(immune)})" if immune else ""}  # fmt: skip
        why = say_why(s, me, words) if words[0] in ("deploy", "attack") else ""
        safe = words[0] == "deploy" and not alone(s, words) and not any(hand(s, r) for r in later(s, me))
        return {
            "strongest": {"mech": title, "power": mine_now, "when": when if mine_now != strength else "", "why": why} if mine_now == max(powers) > min(powers) and not safe else None,
            "cheapest": {"mech": title, "power": mine_now, "why": why} if mine_now == min(powers) and len(powers) > 1 and not safe else None,
            "decoy": {"but": spares["decoy"], "why": why} if title == "Decoy" and plan == "decoy" and not safe else None,
            "limpet": {"but": spares["limpet"], "why": why} if title == "Limpet" and plan == "limpet" and set(met) - set(immune) else None,
            "second": {"mech": title, "bonus": bonus, "why": why} if any(s.post_seat[:4]) else None,
            "attack bonus": {"mech": title, "bonus": bonus, "why": why} if words[0] == "attack" and bonus > 0 else None,
            "defence bonus": {"mech": title, "bonus": bonus, "why": ""} if words[0] == "defend" and bonus > 0 else None,
            "recall": {"mech": title, "power": strength},
            "repair": {"mech": title},
        }[plan]  # fmt: skip
    if plan in ("alone", "contest"):
        here = [int(s.post_seat[k]) - 1 for k in range(4) if s.post_seat[k] and s.post_at[k] == int(words[-1]) - 1]
        if plan == "alone":
            return (
                {"land": name_land(s, me, words), "why": say_why(s, me, words)}
                if not here and any(s.post_seat[:4])
                else None
            )
        return {"rival": f"{{{here[0]}}}", "land": name_land(s, me, words), "why": say_why(s, me, words)}
    if plan == "no defence":
        results = [r[2] for k in hand(s, me) for r in battles(s, me, words, k)]
        return {"land": name(target(s, me, words)[0])} if results and max(results) < 0 else None
    if plan == "poor defence":
        held = [(sum(r[2] >= 0 for r in battles(s, me, words, k)), k) for k in hand(s, me)]
        keeps, many = max(held)[0], len(battles(s, me, words, held[0][1]))
        title = MECHS[int(s.mech[me][next(k for n, k in held if n == keeps)])].title
        place = name(target(s, me, words)[0])
        return (
            {"mech": title, "land": place, "mechs": say(keeps, many)} if 0 < 2 * keeps <= many or keeps == 0 else None
        )
    if plan == "open attack":
        foe = find_known(s, me, words, 0)
        return {"rival": f"{{{words[-2]}}}", "foe": foe, "power": own_power(s, me, 0, 2)} if foe else None
    if plan == "poor attack":
        strikes = [one for one in list_legal(s, me) if one[0] in ("attack", "burrow")]
        shares = []
        for one in strikes:
            mech = tiers.index(one[1]) if one[1] in tiers else 0
            duel = battles(s, me, one, mech)
            if not duel:
                return None
            shares.append((sum(r[2] > 0 for r in duel) / len(duel), mech, int(one[-2]), duel))
        share, mech, rival, duel = max(shares, key=lambda one: one[0])
        beaten = say(sum(r[2] > 0 for r in duel), len(duel))
        return (
            {"mech": MECHS[int(s.mech[me][mech])].title, "mechs": beaten, "rival": f"{{{rival}}}"}
            if 0 < share <= 0.5
            else None
        )
    if plan == "no battle":
        return {} if (words == ["pass"] and s.post_seat[4]) or s.attack == 3 else None
    if plan in ("look", "harvest"):
        return {} if words[0] == plan else None
    if plan == "warden":
        return {"lands": min(7, len(mine))} if words[0] == "warden" else None
    those = "one mech" if len(hand(s, me)) == 1 else f"{len(hand(s, me))} mechs"
    if plan == "wait":
        return {"mechs": those, "open": len(lands(s, me, True))} if s.alpha != me else None
    if plan == "no attack":  # MN-4.2, MN-6.3: it is repaired twice before it comes back
        return {"rival": f"{{{(me + 1) % s.seats}}}"} if words == ["pass"] and s.alpha == me else None
    if plan == "vain attack":
        strikes = [one for one in list_legal(s, me) if one[0] in ("attack", "burrow")]
        mechs = {one[0] + one[1]: (tiers.index(one[1]) if one[1] in tiers else 0) for one in strikes}
        fought = [battles(s, me, one, mechs[one[0] + one[1]]) for one in strikes]
        return {} if all(each and max(r[2] for r in each) < 0 for each in fought) else None
    if plan == "see first":  # MN-5.7: the round of deploying is gone twice
        return {"rival": f"{{{1 - me}}}"} if words == ["pass"] and s.seats == 2 and s.at < 2 else None
    if plan == "own attack":
        open_ones = [one for r in range(s.seats) if r != me for one in lands(s, r, True)]
        return {"mechs": those} if words == ["pass"] and s.alpha == me and open_ones else None
    piece, owner = target(s, me, words)
    land = name(piece)
    before = largest(lands(s, owner, True))[0] if owner >= 0 else 0
    kept = [*mine]
    if land in kept:
        kept.remove(land)
    spare = land in mine and largest(kept)[0] == largest(mine)[0]
    rival = int(str(slots.get("rival", "{0}")).strip("{}"))
    standing = {int(s.post_seat[k]) - 1 for k in range(4) if s.post_seat[k] and s.post_at[k] == int(words[-1]) - 1} if words[0] == "deploy" else set[int]()  # fmt: skip
    coming = (standing or {r for r in later(s, me) if hand(s, r)} or set(range(s.seats))) - {me}
    rivals = {r: largest([*lands(s, r, True), land])[0] for r in coming if largest([*lands(s, r, True), land])[0] > largest(lands(s, r, True))[0]}  # fmt: skip
    less = lands(s, owner, True) if owner >= 0 else []
    if land in less:
        less.remove(land)
    known = bool(int(s.known[piece]) >> me & 1)
    if plan in ("maybe", "maybe five"):
        good, many = count_unseen(s, me)
        only, five = say_only(s, me), largest(mine)[0] == 4
        if only is None:
            return None
        return {"good": good, "many": many, **({} if five else {"only": only})} if not known and good and five == (plan == "maybe five") else None  # fmt: skip
    if plan in ("complete", "grow", "two sets", "second set"):
        grown = name_sets(mine, land)
        if not known or grown is None or grown[0] != plan:
            return None
        prize: dict[str, Any] = {"land": land, "what": grown[2], "how": say_how(s, me, words, tier)}
        return prize if plan == "complete" else {**prize, "size": grown[1]}
    how = say_how(s, me, words, tier) if words[0] in ("attack", "burrow") else ""
    sets, kept_some, kept_all = say_kept(mine, land) if land in mine else ("", False, False)
    downs = [name(one) for one in zone(s, HELD + me) if not up(s, one)]
    good, many = count_unseen(s, me)
    dealt = words[0] != "pass" and words[-1] in "123" and s.round <= 3
    hidden = (
        "pilots reveal their best ones last" if dealt else f"{good} of the {many} unseen ones enlarge your largest set"
    )
    wanting = int(s.alpha) if s.alpha != me else (me + 1) % s.seats
    answers: dict[str, tuple[Any, dict[str, Any]]] = {
        "deny": (
            rivals and rivals.get(rival) == max(rivals.values()) >= 3,
            {"land": land, "rival": f"{{{rival}}}", "size": rivals.get(rival), "why": say_why(s, me, words)},
        ),
        "unopposed": (
            not any(hand(s, r) for r in later(s, me)) and not alone(s, words),
            {"land": land if known else "the face-down territory", "why": say_why(s, me, words)},
        ),
        "hidden": (not known, {"why": hidden}),
        "hide wild": (land != "WILD" and "WILD" in [name(one) for one in zone(s, HELD + me) if not up(s, one)], {}),
        "show any": (
            not any(say_kept(mine, one)[2] for one in downs)
            and "WILD" not in downs
            and len({is_wanted(s, wanting, one) for one in downs}) == 1,
            {"size": largest(mine)[0]},
        ),
        "no set": (largest(mine)[0] == 1, {}),
        "break": (largest(less)[0] < before, {"land": land, "rival": f"{{{owner}}}", "size": before, "how": how}),
        "no defender": (
            not hand(s, owner),
            {
                "rival": f"{{{owner}}}",
                "land": land if known else "the face-down territory",
                "why": say_why(s, me, words),
            },
        ),
        "defend": (not spare, {"land": land, "size": largest(mine)[0]}),
        "deny attack": (
            up(s, piece),
            {"rival": f"{{{int(s.alpha)}}}", "size": largest([*lands(s, int(s.alpha), True), land])[0]},
        ),
        "let go": (spare, {"land": land, "size": largest(kept)[0]}),
        "reveal": (kept_some, {"land": land, "sets": sets}),
        "scrap open": (kept_all and up(s, piece), {"land": land}),
        "scrap": (kept_some, {"land": land, "sets": sets}),
        "reveal single": (land in mine and is_single(mine, land), {"land": land}),
        "scrap single": (land in mine and is_single(mine, land), {"land": land}),
        "unwanted": (
            not is_wanted(s, wanting, land),
            {"land": land, "rival": f"{{{wanting}}}"},
        ),
    }
    holds, again = answers[plan]
    return again if holds else None


def is_wanted(s: Any, rival: int, land: str) -> bool:
    """Return whether a territory makes the largest open set of a pilot larger."""
    seen = lands(s, rival, True)
    return largest([*seen, land])[0] > largest(seen)[0]


def is_single(mine: list[str], land: str) -> bool:
    """Return whether a territory has neither the colour nor the number of another one."""
    others = [*mine]
    others.remove(land)
    return land != "WILD" and not any(word in one.split() for one in others for word in land.split())


def list_sets(land: str) -> list[str]:
    """The colour and the number of a territory, as they are said."""
    colour, number = land.split() if land != "WILD" else ("", "")
    return [colour, f"number {number}"]


def count_set(names: list[str], what: str) -> int:
    return sum(what.split()[-1] in one.split() for one in names) + names.count("WILD") if what.strip() else 0


def play(s: Any, me: int, words: list[str]) -> Any:
    """The record after an action."""
    from enginehouse.core.registry.game import game_of

    game, t = game_of(s), game_of(s).shape.copy(s)
    game.rules.apply(t, me, game.vocabulary.code(" ".join(words)), Events(256))
    return t


def list_legal(s: Any, me: int) -> list[list[str]]:
    from enginehouse.core.registry.game import game_of

    game = game_of(s)
    out = [0] * len(game.vocabulary)
    return [game.vocabulary.names[code].split() for code in out[: int(game.rules.legal(s, me, out))]]


def step_words(s: Any, code: int) -> list[str]:
    from enginehouse.core.registry.game import game_of

    return game_of(s).vocabulary.names[code].split()


def later(s: Any, me: int) -> set[int]:
    """MN-5.2, MN-5.7: the other pilots that deploy after this turn."""
    order = [(int(s.alpha) + k) % s.seats for k in range(int(s.at) + 1, (2 if s.seats == 2 else 1) * s.seats)]
    return {r for r in order if r != me}


def name_land(s: Any, me: int, words: list[str]) -> str:
    """The name of a territory of the Arena, as far as a pilot knows it."""
    piece = zone(s, ARENA)[int(words[-1]) - 1]
    return name(piece) if s.known[piece] >> me & 1 else "the face-down territory"


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
