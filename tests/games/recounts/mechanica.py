"""The claims of Mechanica, worked out once more with the factory of `mechanica_shop.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import mechanica_reference as reference
from mechanica_answers import PLURAL, TITLES, join, recount_answer, say_end
from mechanica_shop import (
    COST,
    PAYS,
    PRICE,
    Shop,
    aboard,
    answer,
    cards,
    coins,
    days,
    earns,
    find_broken,
    find_last,
    lacks,
    list_legal,
    listing,
    loads,
    reaches,
    recount_cash,
    recount_room,
    recycle,
    say_fewer,
    say_lost,
    serves,
    worth,
    wrecks,
)

from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import game_of
from enginehouse.games.mechanica.parts import TILES


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    words = game_of(s).vocabulary.names[step.code].split()
    have, price = aboard(s.holes[me]), sum(PRICE[m] for m in aboard(s.holes[me]))
    gain = int(t.wallet[me]) - int(s.wallet[me])
    left = days(s) - 1
    runs = min(3, left)
    length = f"{runs} of {left} runs" if left > runs else f"{runs} runs" if runs > 1 else "run"
    if plan == "win":
        lead = worth(t, me) - max(worth(t, r) for r in range(t.seats) if r != me)
        return {"lead": lead} if t.reason and lead > 0 else None
    end, buyer = find_last(s), "ARMAND-0" if s.seats == 1 else "another player"
    last = f"the game ends today if {buyer} buys the {TILES[end].title}" if runs else "this is the last day"
    ends = not runs or end > 0
    if plan in ("sell room", "truck", "wrong way") or (plan in ("free way", "stay aboard") and words[0] != "buy"):
        first = plan in ("truck", "wrong way", "free way") and words[0] not in ("sell", "complete")
        change = wrecks(t, me, first) - wrecks(s, me, first)
        if plan == "stay aboard":
            is_so = change and wrecks(s, me, True) == wrecks(t, me, True) and serves(s, t, me)
            return {"lost": say_fewer(-change)} if is_so else None
        if plan == "free way":
            if s.tiles[me][6 * "abc".index(words[1][0]) + int(words[1][1])]:
                return None
            change = -min(-change, loads(t, me, True) - loads(s, me, True))
        broken = find_broken(s, t, me)
        if plan == "sell room" and words[0] == "sell" and broken:
            return None
        lost = say_lost(-change)
        if wrecks(t, me, first):
            lost = "one more bot" if change == -1 else f"{-change} more bots"
        if plan == "wrong way" or plan == "sell room":
            change = 0 if ends else change
        return {"lost": str(change) if plan == "wrong way" else lost} if change else None
    if plan == "lost bots":
        return {"lost": say_lost(wrecks(s, me))} if wrecks(s, me) > wrecks(s, me, True) and not ends else None
    if plan == "sell":
        return {"coins": coins(gain), "why": recount_use(s, t, me)}
    if plan == "cash":
        return recount_cash(s, t, me, gain, runs)
    if plan == "no order":
        soon = min(2, left)
        they = "it helps to" if len(have) - len(aboard(t.holes[me])) == 1 else "they"
        why = f"kept, {they} complete neither blueprint in the next {f'{soon} runs' if soon > 1 else 'run'}"
        why = "both blueprints are replaced at the end of the day" if s.marked else why
        return {"coins": coins(gain), "why": why} if best_order(s, Shop(s, me), False) is None else None
    if plan == "next blueprint":
        return recount_order(step, words)
    if plan in ("keep selling", "last sale"):
        return {"coins": coins(price if plan == "keep selling" else gain), "last": last} if ends else None
    if plan == "wait":
        return {"held": listing(have)} if not wrecks(s, me) else None
    if plan == "sell to buy":
        worthy = [k for k in range(4) if s.shop[k] and (runs > 1 or TILES[int(s.shop[k])].value > COST[k])]
        dear = next(k for k in worthy if s.wallet[me] < COST[k] <= t.wallet[me])
        return {"coins": coins(gain), "price": COST[dear], "tile": TILES[int(s.shop[dear])].title}
    if plan == "blueprint":
        bots = cards(s)[int(words[1])]
        return {"pay": PAYS[bots], "price": sum(PRICE[m] for m in bots)}
    if plan == "collect":
        for bots in cards(s):
            missing = lacks(have, bots)
            if len(missing) == 1 and not int(s.marked):
                return {"held": listing(bots.replace(missing, "", 1)), "missing": listing(missing), "pay": PAYS[bots]}
    if plan == "break up":
        return {"pay": PAYS[find_broken(s, t, me)[0]]}
    if plan in ("free way", "stay aboard"):
        sells = plan == "free way"
        each = [u for u in list_laid(t, me) if sells or serves(s, u, me)]
        each = [u for u in each if sum(map(bool, u.tiles[me])) > sum(map(bool, s.tiles[me]))]
        saved = max(min(wrecks(s, me, sells) - wrecks(u, me, sells), loads(u, me, sells) - loads(s, me, sells)) for u in each)  # fmt: skip
        return {"lost": say_lost(saved) if sells else say_fewer(saved)} if saved > 0 else None
    if plan in ("best place", "lay"):
        return recount_laid(step, plan, runs, length)
    if plan == "fork buy":
        laid = [u for u in list_laid(t, me) if earns(Shop(u, me), runs) >= earns(Shop(s, me), runs)]
        forks = [recount_fork(u, me, slots["place"], runs) for u in laid if sum(map(bool, u.tiles[me])) > sum(map(bool, s.tiles[me]))]  # fmt: skip
        return next(({"place": slots["place"], "ends": said} for said in forks if said == slots["ends"]), None)
    if plan in ("work here", "start here", "fork ways", "harmless", "clear"):
        return recount_work(step, plan, runs, words)
    if plan in ("income", "pays off"):
        paid, bought = int(s.wallet[me]) - int(t.wallet[me]), int(t.pending) & 15
        value = TILES[bought].value if plan == "pays off" else 0
        for soon in dict.fromkeys((runs, min(6, left))):
            each = list_laid(t, me) if words[0] == "buy" else [t]
            more = max(earns(Shop(u, me), soon) for u in each) - earns(Shop(s, me), soon)
            if words[0] == "buy":
                more = gain_laid(s, t, me, TILES[bought].value, soon)
            if more > 0 and more * left > (paid - value) * soon:
                profit: dict[str, Any] = {"coins": coins(more), "runs": f"{soon} runs" if soon > 1 else "run"}
                profit["runs"] = f"{soon} of {left} runs" if left > soon else profit["runs"]
                if plan == "pays off":
                    profit |= {"tile": TILES[bought].title, "price": coins(paid), "value": value}
                return profit
            if words[0] != "buy":
                return None
        return None
    if plan in ("points", "deny", "last chance", "cheap"):
        spot = COST.index(int(words[1]))
        tile = TILES[int(s.shop[spot])]
        after = (int(s.turn) + 1) % int(s.seats)
        more = gain_laid(s, t, me, tile.value, runs) if plan == "cheap" else 0
        return {
            "points": {"tile": tile.title, "price": coins(COST[spot]), "value": tile.value}
            if tile.value > COST[spot]
            else None,
            "cheap": {
                "tile": tile.title,
                "price": coins(COST[spot]),
                "value": tile.value,
                "rest": f"it earns {coins(more)} more in the next {length}"
                if more > 0
                else f"it has up to {left} runs to earn the other {str(COST[spot] - tile.value).replace('1', 'coin')}"
                if tile.value < COST[spot]
                else "all that it earns is gain",
            }
            if more * left >= (COST[spot] - tile.value) * runs or (more == 0 and left > 3)
            else None,
            "deny": {"tile": tile.title, "rival": f"{{{after}}}", "price": COST[spot + 1], "value": tile.value}
            if spot < 3
            else None,
            "last chance": {"tile": tile.title, "value": tile.value} if spot == 3 else None,
        }[plan]
    if plan == "save coins":
        held, spots = int(s.wallet[me]), [k for k in range(4) if s.shop[k]]
        far, can = min(6, left), [k for k in spots if COST[k] <= held]
        they = ("it counts" if held == 1 else "they count") + (" at the end as well" if runs else " at the end")
        profits = [
            max(
                (gain_laid(s, buy(s, me, k), me, TILES[int(s.shop[k])].value, far) if far else 0)
                + TILES[int(s.shop[k])].value,
                recycle(s, me, far, int(s.shop[k])),
            )
            - COST[k]
            for k in can
        ]
        if runs and can and max(profits) <= 0:
            they = "no improvement that you can pay would bring you more than its price"
        return {"save": "Save" if runs else "Keep", "coins": coins(held), "they": they}
    if plan == "recycle":
        given = "".join("?BPD"[m] for m in TILES[int(s.pending)].recycling)
        gain = recycle(s, me, runs, int(s.pending))
        best = max(0, gain_laid(s, s, me, 0, runs)) if runs else 0
        recycled = {"bots": listing(given), "coins": coins(gain), "runs": length}
        return recycled | {"laid": f"at most {coins(best)}" if best else "nothing"} if gain > best else None
    if plan == "bots":
        gain, tile = recycle(s, me, runs, int(s.pending)), TILES[int(s.pending)]
        is_so = gain >= tile.value and gain <= gain_laid(s, s, me, 0, runs)
        given = "".join("?BPD"[m] for m in tile.recycling)
        return {"bots": listing(given), "coins": coins(gain), "runs": length} if is_so else None
    if plan == "to recycle":
        spot = COST.index(int(words[1]))
        tile, gain = TILES[int(s.shop[spot])], recycle(s, me, runs, int(s.shop[spot]))
        best = gain_laid(s, t, me, 0, runs)
        given = "".join("?BPD"[m] for m in tile.recycling)
        purchase = {"tile": tile.title, "price": coins(COST[spot]), "bots": listing(given), "coins": coins(gain), "runs": length}  # fmt: skip
        return purchase if gain > max(COST[spot], best) else None
    if plan == "keep tile":
        place = 6 * "abc".index(words[1][0]) + int(words[1][1])  # MC-7.3, MC-7.5
        tile = TILES[int(s.tiles[me][place]) & 15]
        return {"tile": tile.title, "value": tile.value}
    if s.phase == 0:
        return recount_answer(s, me, words, plan)
    if plan in ("deluxe", "deluxe price", "small gift"):
        brought = [make_and_run(s, me, model, runs) for model in ("P", "D")]
        more = brought[1] - brought[0]
        run = f"{runs} runs" if runs > 1 else "run"
        others = {1: "ARMAND-0 gets", 2: f"{{{1 - me}}} gets"}.get(int(s.seats), "the others get")
        cost = f"a Deluxe would bring you {f'only {coins(more)} more' if more > 0 else 'no more'} in the next {run}"
        cost = cost if runs else "no factory runs again"
        if words[-1] == "plus":
            return {"cost": cost, "others": others}
        return {"more": coins(more), "runs": run} if more > 0 else {"more": PRICE["D"] - PRICE["P"]}
    if plan == "better bot":
        model = words[-1][0].upper()
        if model != max((one[1][0].upper() for one in list_legal(s, me) if one[0] == "keep"), key="BPD".index):
            return None
        return {"model": words[-1].capitalize(), "coins": coins(PRICE[model])}
    if plan == "free hole":
        place, hole = "abc".index(words[2][0]), words[3] == "second"
        to_come = (
            s.phase == 3 or (me - s.first) % s.seats > (s.turn - s.first) % s.seats
        )  # MC-4.3: later in this workday
        made = to_come and not hole and (place == 1 or s.tiles[me][6 * place])
        both = [place_bot(s, me, words, placed).finish_run()[0] for placed in (True, False)]
        return {} if s.holes[me][18 * place + hole] == 0 and not made and both[0] <= both[1] else None
    if plan == "room":
        return recount_room(s, me, words, left)
    if plan == "no difference":
        kinds = ("make", "place", "keep", "give") if s.seats > 1 else ("place", "keep", "give")  # MC-11.2
        return {} if words[0] in kinds and runs == 0 else None
    if plan == "only harm":
        dear = all(COST[k] > s.wallet[me] for k in range(4) if s.shop[k])
        return {} if words == ["end"] and not have and dear else None
    if plan in ("good hole", "any hole"):
        bring = ("run brings", "two runs bring", "three runs bring")[runs - 1]
        here, puts = put_and_run(s, me, words, runs), [one for one in list_legal(s, me) if one[0] == "place"]
        all_bring = [put_and_run(s, me, one, runs) for one in puts]
        is_so = here == max(all_bring) and (min(all_bring) < here) == (plan == "good hole")
        return {"coins": coins(here), "runs": bring} if is_so else None
    return None


def buy(s: Any, me: int, spot: int) -> Any:
    """MC-4.2: the record after a purchase."""
    game = game_of(s)
    t = game.shape.copy(s)
    game.rules.apply(t, me, game.vocabulary.code(f"buy {COST[spot]}"), Events(256))
    return t


def gain_laid(s: Any, t: Any, me: int, own: int, runs: int) -> int:
    """The most that the bought tile of `t` brings in any place, less the value of the tile below; `own` is taken off."""
    laid = [earns(Shop(u, me), runs) + values(u, me) for u in list_laid(t, me)]
    return max(laid, default=-99) - earns(Shop(s, me), runs) - values(s, me) - own


def values(s: Any, me: int) -> int:
    return worth(s, me) - int(s.wallet[me]) - int(s.vault[me])


def best_order(s: Any, shop: Shop, sells: bool, made: bool = False) -> tuple[int, int, int] | None:
    """The blueprint with the largest bonus after one or two runs: its bonus, the runs (negative), and its pay."""
    found, left = list[tuple[int, int, int]](), days(s) - 1
    for card in [] if s.marked else cards(s):
        one = copy(shop)
        for k in range(min(2, left)):
            if sells or k:
                one.keep(card)
            if k or not made:
                one.make()
            one.finish_run()
            if not lacks(aboard(one.holes), card):
                found.append((PAYS[card] - sum(PRICE[m] for m in card), -k - 1, PAYS[card]))
                break
    return max(found, key=lambda order: order[:2], default=None)


def copy(shop: Shop) -> Shop:
    one = Shop.__new__(Shop)
    one.tiles, one.holes, one.told, one.asked, one.passed = [*shop.tiles], [*shop.holes], [], 0, shop.passed
    return one


def recount_order(step: Any, words: list[str]) -> dict[str, Any] | None:
    """MC-6: the blueprint that can be completed after one of the next runs, compared with that before the action."""
    s, t, me = step.before, step.after, step.seat
    if s.phase == 0:
        shop = Shop(s, me)
        shop.finish_run((*map(int, s.answers[me][: int(s.answered[me])]), answer(s, me, words)))
        then, before = best_order(s, shop, True), None
    elif words == ["end"]:
        then, before = best_order(s, Shop(s, me), False), None
    elif words[0] == "keep":
        kept = {one[1][0].upper(): keep(s, me, one[1][0].upper()) for one in list_legal(s, me) if one[0] == "keep"}
        own = words[1][0].upper()
        then = best_order(s, kept.pop(own), False, True)
        before = max((o for one in kept.values() if (o := best_order(s, one, False, True))), default=None)
    elif words[0] == "make":
        made = {model: make(s, me, model) for model in ("P", "D")}
        own = words[1][0].upper()
        then = best_order(s, made[own], False, True)
        before = best_order(s, made["D" if own == "P" else "P"], False, True)
    else:
        sells, shop = words[0] != "sell", Shop(t, me)
        if words[0] == "recycle":
            shop = Shop(s, me)
            put_recycled(s, me, shop)
        old = Shop(s, me)
        if words[0] == "truck":
            at = 6 * "abc".index(words[2]) + 5
            old.tiles[at] = max(old.tiles[at], int(t.tiles[me][at]) - 1)
        then, before = best_order(s, shop, sells), best_order(s, old, sells)
    now = max((PAYS[c] - sum(PRICE[m] for m in c) for c in cards(s) if not lacks(aboard(s.holes[me]), c)), default=0)
    if then is None or (before is not None and then[:2] <= before[:2]):
        return None
    if words[0] in ("buy", "sell", "install", "recycle", "truck") and then[0] <= now:
        return None
    return {"pay": then[2], "runs": "run" if then[1] == -1 else f"{-then[1]} runs"}


def make(s: Any, me: int, model: str) -> Shop:
    """MC-4.3: the factory before its next run if the Overactive Fabricator makes this model. Those below it follow."""
    shop, row = Shop(s, me), int(s.making)
    shop.holes[18 * row] = max(shop.holes[18 * row], "?BPD".index(model))
    for k in range(row + 1, 3):
        shop.holes[18 * k] = max(shop.holes[18 * k], 2 if shop.tiles[6 * k] else 1 if k == 1 else 0)
    return shop


def keep(s: Any, me: int, model: str) -> Shop:
    """MC-4.3: the factory before its next run if this bot stays in the centre hole."""
    shop = make(s, me, model)
    shop.holes[18 * int(s.making)] = "?BPD".index(model)
    return shop


def make_and_run(s: Any, me: int, model: str, runs: int) -> int:
    shop, total = make(s, me, model), 0
    for _ in range(runs):
        total += shop.finish_run()[1] + shop.sell()
        shop.make()
    return total


def put_recycled(s: Any, me: int, shop: Shop) -> None:
    """MC-4.7: the bots for the bought tile go into free holes, row b last."""
    made = [place for place in (0, 6, 12) if place == 6 or s.tiles[me][place]]
    second = [3 * place + 1 for place in (0, 12, 6) if s.tiles[me][place]]
    order = [3 * p for p in (0, 12, 6) if p not in made] + second + [3 * p for p in (0, 12, 6) if p in made]
    for model in sorted(TILES[int(s.pending)].recycling):
        free = [hole for hole in order if shop.holes[hole] == 0]
        if free:
            shop.holes[free[0]] = int(model)


def recount_work(step: Any, plan: str, runs: int, words: list[str]) -> dict[str, Any] | None:
    """MC-8: the work of a tile at its place, counted from the events of the next runs."""
    s, t, me = step.before, step.after, step.seat
    cell = (int(words[1][1]), "abc".index(words[1][0]))
    more = earns(Shop(t, me), runs) - earns(Shop(s, me), runs) if runs else 0
    if plan == "clear":
        was = TILES[int(s.tiles[me][6 * cell[1] + cell[0]]) & 15].slug
        return {"place": words[1]} if was == "fork" and more >= 0 else None
    tile, value = TILES[int(s.pending)], worth(t, me) - worth(s, me)
    shop = Shop(t, me)
    built = reference.Run(shop.build())
    if plan == "harmless":
        bring = f"the next {f'{runs} runs bring' if runs > 1 else 'run brings'} as much as before"
        is_so = more == 0 and value == 0
        return {"tile": tile.title, "why": bring if runs else "no factory runs again"} if is_so else None
    if plan == "fork ways":
        ends = recount_fork(t, me, words[1], runs)
        return {"ends": ends} if ends else None
    counts = f"It counts {value}{'' if value == tile.value else ' more than what it replaces'} at the end"
    counts = counts if value > 0 else "That is worth the tile that it replaces"
    if plan == "start here":
        side, past = reference.EAST, list[str]()
        at = built.leads_to(cell, side)
        while True:
            if at is None:
                return None
            lies = built.factory.tiles.get(at)
            if lies is None or lies.inputs or len(lies.exits) != 1:
                break
            past.append(say_cell(shop, at))
            at = built.leads_to(at, lies.exits[0])
        way = f"ride to {say_cell(shop, at)}" + (f", past {join(past)}" if past else "")
        return {"way": way, "counts": counts}
    far = min(6, days(s) - 1)
    later = earns(Shop(t, me), far) - earns(Shop(s, me), far)
    if more <= 0 and ((tile.slug == "upgrader" and later <= 0) or (tile.slug == "repurposer" and later < 0)):
        return None
    for length in dict.fromkeys((runs, far)):
        if work := say_works(Shop(t, me), cell, tile.slug, length):
            found = {"tile": tile.title, "work": work, "runs": f"{length} runs" if length > 1 else "run"}
            return found | {"counts": counts} if value > 0 or more > 0 else None
    return None


def recount_fork(t: Any, me: int, place: str, runs: int) -> str:
    """Where bots ride on from a Fork at a place that they reach in the next runs, if there are two ways."""
    cell, shop = (int(place[1]), "abc".index(place[0])), Shop(t, me)
    built = reference.Run(shop.build())
    lies = built.factory.tiles.get(cell)
    ways = [built.leads_to(cell, side) for side in reference.SIDES.values() if lies and side in lies.exits]
    said = [*dict.fromkeys(say_cell(shop, one) for one in ways if one)]
    return " or ".join(said) if len(said) > 1 and reaches(t, me, cell, runs) else ""


def say_cell(shop: Shop, cell: Any) -> str:
    said = say_end(shop, cell)
    return said[0].lower() + said[1:]


def say_works(shop: Shop, cell: Any, kind: str, runs: int) -> str:
    shop.sell()
    shop.make()
    made, paid = "", 0
    for _ in range(runs):
        shop.finish_run()
        at = None
        for one in shop.told:
            if one[:2] == ("worked", cell):
                out = shop.holes[3 * (6 * cell[1] + cell[0]) : 3 * (6 * cell[1] + cell[0]) + 3]
                left = sum(1 for bot in out if bot)
                made += one[2] * ((left if left > 1 else 0) if kind == "downgrader" else 1)
            paid += one[:2] == ("passed", cell) and kind == "gift-wrapper"
            paid += one[2] if one[0] == "thrown" and at == cell else 0
            at = one[1] if one[0] in ("rode", "thrown") else at
        made += "B" * min(2, shop.passed[cell]) if kind == "static-charger" else ""
        shop.sell()
        shop.make()
    if kind in ("gift-wrapper", "flight-tester"):
        return f"it brings {coins(paid)}" if paid else ""
    said = join([f"{made.count(m)} {TITLES[m] if made.count(m) == 1 else PLURAL[m]}" for m in "DPB" if m in made]) if made else ""  # fmt: skip
    if kind == "duplicator" and made:
        return f"it doubles {len(made)} bot{'s' if len(made) > 1 else ''}"
    return f"it {'leaves' if kind == 'static-charger' else 'makes'} {said}" if said else ""


def recount_use(s: Any, t: Any, me: int) -> str:
    """MC-6: why the sold bots are not needed."""
    have, keep = aboard(s.holes[me]), aboard(t.holes[me])
    them = "it" if len(have) - len(keep) == 1 else "them"
    now = [max(((PAYS[c] - sum(PRICE[m] for m in c), PAYS[c]) for c in cards(s) if not lacks(one, c)), default=None) for one in (have, keep)]  # fmt: skip
    if now[1] and now[0] == now[1]:
        return f"you can complete the blueprint for {now[1][1]} without {them}"
    then = [best_order(s, Shop(record, me), False) for record in (s, t)]
    if now[0] is None and then[1] and then[0] == then[1]:
        runs = "run" if then[1][1] == -1 else f"{-then[1][1]} runs"
        return f"without {them} too, you can complete the blueprint for {then[1][2]} after the next {runs}"
    return "coins count at the end, and bots do not"


def recount_laid(step: Any, plan: str, runs: int, length: str) -> dict[str, Any] | None:
    """MC-7, MC-9.1: compare the place of a tile with all others, and with recycling."""
    s, t, me = step.before, step.after, step.seat
    tile, value = TILES[int(s.pending)], worth(t, me) - worth(s, me)
    counts = f"counts {value}{'' if value == tile.value else ' more than what it replaces'} at the end"
    if runs == 0:
        said = f"it {counts}, and no factory runs again"
        return {"tile": tile.title, "value": said} if plan == "lay" and value > 0 else None
    more = earns(Shop(t, me), runs) - earns(Shop(s, me), runs)
    gain = recycle(s, me, runs, int(s.pending))
    pays = tile.slug != "fork" and value + more > gain
    again = f"Recycled, it would bring {coins(gain) if gain else 'nothing'}"
    if plan == "lay":
        ends = f". {again} in the next {length}" if pays else ""
        return {"tile": tile.title, "value": f"it {counts}{ends}"} if value > 0 else None
    best = max(earns(Shop(u, me), runs) + worth(u, me) for u in list_laid(s, me))
    said = f"earns {coins(more)} more" + (f" and {counts}" if value > 0 else "")
    said += f". {again}" if pays else ""
    fits = earns(Shop(t, me), runs) + worth(t, me) == best and more > 0
    return {"tile": tile.title, "runs": length, "earns": said} if fits else None


def place_bot(s: Any, me: int, words: list[str], placed: bool = True) -> Shop:
    """MC-4.7: put the received bot into a hole, or leave it out, up to the next run.

    If the seat's turn is still to come in this workday (MC-3.2), it sells before, and makes bots.
    """
    shop = Shop(s, me)
    to_come = (me - int(s.first)) % int(s.seats) >= (int(s.turn) - int(s.first)) % int(s.seats)
    if to_come:
        shop.sell()
    if placed:
        shop.holes[18 * "abc".index(words[2][0]) + (words[3] == "second")] = "?BPD".index(words[1][0].upper())
    if to_come:
        shop.make()
    return shop


def put_and_run(s: Any, me: int, words: list[str], runs: int) -> int:
    """MC-5: run with the received bot, and return the coins and the prices of new bots on trucks."""
    shop, before = place_bot(s, me, words), place_bot(s, me, words)
    total = -before.sell()
    for _ in range(max(1, runs)):
        total += shop.finish_run()[1] + shop.sell()
        shop.make()
    return total


def list_laid(t: Any, me: int) -> list[Any]:
    """MC-7: the records after the bought tile is laid in each place that the rules allow."""
    game = game_of(t)
    out, found = [0] * len(game.vocabulary), []
    many = int(game.rules.legal(t, me, out))
    for code in out[:many]:
        if game.vocabulary.names[code].startswith("install"):
            u = game.shape.copy(t)
            game.rules.apply(u, me, code, Events(256))
            found.append(u)
    return found
