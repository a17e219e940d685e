"""The claims of Mechanica about answers in a factory run, worked out once more from the events of another factory."""

from __future__ import annotations

from typing import Any, NamedTuple

import mechanica_reference as reference
from mechanica_shop import (
    PAYS,
    PRICE,
    Shop,
    aboard,
    answer,
    cards,
    coins,
    days,
    earns,
    lacks,
    list_legal,
    say_fewer,
    say_lost,
)

from enginehouse.games.mechanica.parts import TILES

TITLES = {"B": "Basic", "P": "Plus", "D": "Deluxe"}
MADE = {"upgrader": (1, "up"), "duplicator": (2, "same"), "downgrader": (3, "down")}
TWO = {1: "a {}", 2: "two {}", 3: "three {}"}
PLURAL = {"B": "Basics", "P": "Pluses", "D": "Deluxes"}
TRUCKS = (5, 11, 17)
PLANS = {"safe way", "bot lost", "no room", "way truck", "way tile", "way coins", "way charger", "way more", "give up", "best model", "way blueprint", "same run"}  # fmt: skip


class Ended(NamedTuple):
    """A run after an answer: the bots that it destroys, the money, and the way of the bot that was asked about."""

    destroyed: int
    money: int
    rest: int
    shop: Any
    end: Any
    crashed: int
    brings: list[str]
    charged: list[Any]
    trucks: str
    holes: str
    bot: str


def end_run(s: Any, me: int, words: list[str], runs: int) -> Ended:
    shop = Shop(s, me)
    destroyed, money = shop.finish_run((*map(int, s.answers[me][: int(s.answered[me])]), answer(s, me, words)))
    told, left = shop.told, 0
    end: Any = None
    brings, charged, at, bot = list[str](), list[Any](), None, ""
    for one in told:
        left += one[0] == "left"
        if left != shop.asked or one[0] in ("crashed", "worked"):
            continue
        if one[0] == "left":
            bot = one[3]
        if one[0] == "passed":
            kind = TILES[shop.tiles[6 * one[1][1] + one[1][0]] & 15].slug
            brings += [f"it passes the Gift Wrapper on {name(one[1])}"] if kind == "gift-wrapper" else []
            charged += [one[1]] if kind == "static-charger" else []
        if one[0] == "thrown" and one[2]:
            brings.append(f"the throw from {name(at)} flies over a tile")
        at = one[1] if one[0] in ("rode", "thrown") else at
        end = one[1] if one[0] == "arrived" else end
    crashed = sum(one[0] == "crashed" and one[1] == end for one in told)
    aboard_now = aboard(shop.holes)
    trucks = [sorted(shop.holes[3 * p : 3 * p + 3]) for p in TRUCKS]
    others = [k for k in range(54) if k // 3 not in TRUCKS]
    holes = str((trucks, [shop.holes[k] for k in others]))
    later = Shop(s, me)
    later.holes = [*shop.holes]
    money += sum(PRICE[m] for m in aboard_now)
    return Ended(destroyed, money, earns(later, runs), shop, end, crashed, brings, charged, aboard_now, holes, bot)


def name(cell: Any) -> str:
    return f"truck {'abc'[cell[1]]}" if cell[0] == 5 else f"{'abc'[cell[1]]}{cell[0]}"


def say_end(shop: Any, cell: Any) -> str:
    if cell[0] == 5:
        return f"Truck {'abc'[cell[1]]}"
    return f"The {TILES[shop.tiles[6 * cell[1] + cell[0]] & 15].title} on {name(cell)}"


def say_work(one: Ended) -> str:
    """MC-8: the bots that the tile makes of the bot."""
    place = 6 * one.end[1] + one.end[0]
    kind = TILES[one.shop.tiles[place] & 15].slug
    if kind == "repurposer":
        made = one.shop.holes[3 * place]
        if made:
            return f"makes a {TITLES['?BPD'[made]]} of its two bots"
        return "makes a bot of any model as soon as a second bot comes"
    if (kind, one.bot) in (("upgrader", "D"), ("downgrader", "B")):
        return ""
    number, step = MADE[kind]
    model = "BPD"["BPD".index(one.bot) + {"up": 1, "same": 0, "down": -1}[step]]
    made_bots = TWO[number].format(PLURAL[model] if number > 1 else TITLES[model])
    return f"makes {made_bots} of the {TITLES[one.bot]}"


def join(words: list[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def say_way(words: list[str]) -> str:
    if words[0] == "go":
        return f"sent out to the {words[1]}"
    return "thrown to " + " ".join(words[1:])


def recount_answer(s: Any, me: int, words: list[str], plan: str) -> dict[str, Any] | None:
    """Return the slots of a claim about an answer if it is so."""
    left = days(s) - 1
    runs = min(3, left)
    kinds = {one[0] for one in list_legal(s, me)} & {"go", "land", "give", "make"}
    each = [(one, end_run(s, me, one, runs)) for one in list_legal(s, me) if one[0] in kinds]
    mine, ends = next(one for said, one in each if said == words), [one for _, one in each]
    title = TITLES.get(mine.bot, "")
    worse = [(said, one) for said, one in each if one.destroyed > mine.destroyed and one.money <= mine.money]
    if plan == "same run":
        same = "your coins and bots after the run are the same"
        same = same if runs else "this is the last run, and it brings the same"
        ways = {str(one.end) if one.crashed == 0 else "None" for one in ends}
        if runs and (len(ways) > 1 or "give" in kinds):
            return None
        return {"same": same} if len({(one.money, one.holes if runs else "".join(sorted(one.trucks))) for one in ends}) == 1 else None  # fmt: skip
    if plan == "safe way":
        more = mine.destroyed - min(one.destroyed for one in ends if one.money >= mine.money)
        return {"lost": say_fewer(more)} if more else None
    if plan == "bot lost":
        doomed = [say_way(said) for said, one in worse if one.end is None]
        way = join(doomed, "or")
        return {"way": way[0].upper() + way[1:], "model": title} if doomed and mine.end is not None else None
    if plan == "no room":
        most = max(one.crashed for _, one in worse)
        there = next(one for _, one in worse if one.crashed == most)
        lost = say_lost(most)
        return {"there": say_end(there.shop, there.end), "lost": lost} if most > mine.crashed else None
    if plan == "way truck":
        is_so = mine.end is not None and mine.end[0] == 5 and mine.crashed == 0
        return {"truck": say_end(mine.shop, mine.end), "model": title, "coins": coins(PRICE[mine.bot])} if is_so else None  # fmt: skip
    if plan == "way tile":
        place = 6 * mine.end[1] + mine.end[0]
        tile = TILES[mine.shop.tiles[place] & 15].title
        return {"tile": tile, "place": name(mine.end), "work": say_work(mine)} if mine.crashed == 0 and runs else None
    if plan == "way coins":
        richer = [one for one in ends if one.holes == mine.holes and len(one.brings) > len(mine.brings)]
        if richer and (richest := max(richer, key=lambda one: one.money)).money > mine.money:
            return {"model": title, "coins": coins(len(richest.brings)), "how": join(richest.brings)}
        more = len(mine.brings) > min(len(one.brings) for one in ends)
        return {"model": title, "coins": coins(len(mine.brings)), "how": join(mine.brings)} if more else None
    if plan == "way charger":
        full = [cell for cell in mine.charged if any(charge(one, cell) < charge(mine, cell) for one in ends)]
        return {"model": title, "place": name(full[0])} if full and runs else None
    if plan == "way more":
        total = sorted((one.money + one.rest for one in ends), reverse=True)
        length = f"{runs} runs" if runs > 1 else "run"
        said = f"This run and the next {length} bring" if runs else "This run brings"
        others = "the other way" if len(ends) == 2 else "any other way"
        is_so = mine.money + mine.rest == total[0] > total[1]
        return {"runs": said, "coins": coins(total[0] - total[1]), "others": others} if is_so else None
    if plan == "give up":
        low, high = words[-1][0].upper(), max((one[-1][0].upper() for one in list_legal(s, me)), key="BPD".index)
        return {"given": TITLES[low], "coins": coins(PRICE[low]), "kept": TITLES[high], "more": PRICE[high]}
    if plan == "best model":
        return recount_model(s, me) if words[-1] == "deluxe" and runs else None
    best = max((PAYS[card] - sum_prices(card), -k) for k, card in enumerate(cards(s)) if not lacks(mine.trucks, card))
    card = cards(s)[-best[1]]
    return {"pay": PAYS[card], "price": sum_prices(card)}


def recount_model(s: Any, me: int) -> dict[str, Any] | None:
    """MC-8: where the bot of a Repurposer rides, and the gain of a Deluxe over a Plus there."""
    shop, place = Shop(s, me), int(s.asking[me][1])
    built = reference.Run(shop.build())
    at: Any = (place % 6, place // 6)
    while True:
        at = built.leads_to(at, built.factory.tiles[at].exits[0])
        if at is None:
            return None
        lies = built.factory.tiles.get(at)
        if lies is None or lies.inputs or len(lies.exits) != 1:
            break
    if lies and lies.kind == "downgrader":
        return {"brings": "becomes three Pluses in the Downgrader", "less": "three Basics"}
    if lies and lies.kind in ("upgrader", "repurposer"):
        return None
    return {"brings": f"sells for {coins(PRICE['D'])}", "less": f"for {PRICE['P']}"}


def charge(one: Ended, cell: Any) -> int:
    place = 6 * cell[1] + cell[0]
    return sum(1 for k in range(3) if one.shop.holes[3 * place + k])


def sum_prices(card: str) -> int:
    return sum(PRICE[m] for m in card)
