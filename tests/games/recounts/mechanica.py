"""The claims of Mechanica, worked out once more with the factory of `mechanica_reference.py`, which shares no code with the game.

Questions of a run get the game's answers. The rest comes from the reference and from the tables of the rulebook.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import game_of
from enginehouse.games.mechanica.factory import run_factory
from enginehouse.games.mechanica.parts import SIDES, TILES, Question
from enginehouse.games.mechanica.policy import best_answer
from enginehouse.games.mechanica.riding import BenchPlace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import mechanica_reference as reference

PRICE = {"B": 2, "P": 4, "D": 6}
COST = [7, 5, 3, 1]
PAYS = {"BB": 8, "BP": 10, "PP": 13, "BBB": 13, "BD": 13, "BBP": 15, "BPP": 17, "PD": 16, "DD": 19, "BPD": 20, "PPP": 20, "PPD": 23, "PDD": 26, "BBBB": 18, "DDD": 29}  # fmt: skip
NAMES = {"B": ("a Basic", "Basics"), "P": ("a Plus", "Pluses"), "D": ("a Deluxe", "Deluxes")}
NUMBERS = {2: "two", 3: "three", 4: "four"}


def coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


def say_lost(number: int) -> str:
    return "a bot" if number == 1 else f"{number} bots"


def listing(models: str) -> str:
    said = [
        NAMES[m][0] if models.count(m) == 1 else f"{NUMBERS[models.count(m)]} {NAMES[m][1]}"
        for m in "BPD"
        if m in models
    ]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


class Shop:
    """A factory in the words of the reference, as it goes from run to run."""

    def __init__(self, s: Any, seat: int) -> None:
        self.tiles, self.holes = [int(k) for k in s.tiles[seat]], [int(k) for k in s.holes[seat]]

    def lay(self, place: int, tile: int) -> None:
        self.holes[3 * place : 3 * place + 3] = [0, 0, 0]
        self.tiles[place] = tile

    def build(self) -> reference.Factory:
        found = reference.Factory()
        for place in range(18):
            cell, tile = (place % 6, place // 6), self.tiles[place]
            here = ["?BPD"[k] for k in self.holes[3 * place : 3 * place + 3]]
            if place % 6 == 5:
                found.trucks[place // 6] = (tile, "".join(here).replace("?", ""))
                continue
            if place % 6 == 0:
                found.outputs[cell] = [(reference.EAST, bot) for bot in here if bot != "?"]
                found.fabricators |= {cell} if tile else set()
                continue
            if not tile:
                continue
            lying = reference.Tile(TILES[tile & 15].slug, tile >> 4 & 3, bool(tile & 64))
            found.tiles[cell] = lying
            if lying.kind == "repurposer" and here[1] != "?":
                found.waiting[cell] = here[1]
                here[1] = "?"
            ways = lying.exits[:1] * 2 if lying.kind == "static-charger" else lying.exits
            ways = ways[:1] if lying.kind == "repurposer" else ways
            bots = [(ways[k], bot) for k, bot in enumerate(here) if bot != "?"]
            if bots:
                found.outputs[cell] = bots
        return found

    def make(self) -> None:
        """MC-4.3: each Fabricator makes its bot, and of two the better one is kept."""
        for row in range(3):
            model = 2 if self.tiles[6 * row] else 1 if row == 1 else 0
            self.holes[18 * row] = max(self.holes[18 * row], model)

    def sell(self) -> int:
        earned = 0
        for row in range(3):
            dock = 3 * (6 * row + 5)
            earned += sum(2 * k for k in self.holes[dock : dock + 3])
            self.holes[dock : dock + 3] = [0, 0, 0]
        return earned

    def finish_run(self, given: tuple[int, ...] = ()) -> tuple[int, int]:
        """MC-5: run, with these answers first. Return the destroyed bots, and the coins."""
        run = reference.Run(self.build())
        asking, answers, w = run.play(), [0] * 192, np.zeros(BenchPlace.SIZE, np.int64)
        question, k = next(asking, None), 0
        while question is not None:
            if k >= len(given):
                assert run_factory(self.tiles, self.holes, answers, k, w) != Question.NONE
            answers[k] = given[k] if k < len(given) else best_answer(self.tiles, w)
            question, k = send(asking, question, answers[k]), k + 1
        self.take_over(run)
        return run.destroyed, run.wallet + run.vault

    def take_over(self, run: Any) -> None:
        self.holes = [0] * 54
        for row, load in run.trucks.items():
            for k, bot in enumerate(load):
                self.holes[3 * (6 * row + 5) + k] = "?BPD".index(bot)
        for (x, y), bot in run.waiting.items():
            self.holes[3 * (6 * y + x) + 1] = "?BPD".index(bot)
        for (x, y), bots in run.outputs.items():
            tile = run.factory.tiles[x, y]
            for k, (side, bot) in enumerate(bots):
                at = 0 if tile.kind == "repurposer" else k if tile.kind == "static-charger" else tile.exits.index(side)
                self.holes[3 * (6 * y + x) + at] = "?BPD".index(bot)


def send(asking: Any, question: Any, answer: int) -> Any:
    said = {"fork": lambda: SIDES[answer], "exit": lambda: SIDES[answer], "throw": lambda: reference.name_of((answer % 6, answer // 6))}  # fmt: skip
    try:
        return asking.send(said.get(question.kind, lambda: "?BPD"[answer])())
    except StopIteration:
        return None


def wrecks(s: Any, seat: int, sells: bool = False) -> int:
    shop = Shop(s, seat)
    if sells:
        shop.sell()
    shop.make()
    return shop.finish_run()[0]


def earns(shop: Shop, runs: int) -> int:
    shop.sell()
    shop.make()
    total = 0
    for _ in range(runs):
        total += shop.finish_run()[1] + shop.sell()
        shop.make()
    return total


def days(s: Any) -> int:
    """MC-3.3: the workdays left if the players do not buy: the shop turns once in each turn."""
    turns = int(s.size[0]) + (int(s.size[1]) if s.seats == 4 else 0)
    places = [k for k in range(4) if s.shop[k]]
    turns = turns + 4 if turns else 4 - min(places) if places else 1
    return (turns + 1) // 2 if s.seats == 1 else -(-(int(s.done) + turns) // int(s.seats))


def cards(s: Any) -> list[str]:
    """The two blueprints, as the bots that they list."""
    found = []
    for z in (3, 4):
        turned = int(s.turned[z - 3]) % int(s.size[z])
        piece = int(s.row[int(s.start[z]) + int(s.size[z]) - 1 - turned])
        found.append(list(PAYS)[piece - 28])
    return found


def aboard(holes: Any) -> str:
    return "".join("?BPD"[int(holes[3 * p + k])] for p in (5, 11, 17) for k in range(3)).replace("?", "")


def lacks(have: str, want: str) -> str:
    return "".join(m * max(0, want.count(m) - have.count(m)) for m in "BPD")


def worth(s: Any, seat: int) -> int:
    tiles = [int(tile) & 15 for k, tile in enumerate(s.tiles[seat]) if k % 6 != 5]
    return int(s.wallet[seat]) + int(s.vault[seat]) + sum(TILES[k].value for k in tiles if k)


def recount(step: Any, plan: str, slots: dict[str, Any]) -> dict[str, Any] | None:
    """Return the slots of a claim if it is so."""
    s, t, me = step.before, step.after, step.seat
    words = game_of(s).vocabulary.names[step.code].split()
    have, price = aboard(s.holes[me]), sum(PRICE[m] for m in aboard(s.holes[me]))
    gain = int(t.wallet[me]) - int(s.wallet[me])
    left = days(s) - 1
    runs = min(3, left)
    length = f"{runs} of {left} runs" if left > runs else f"{runs} runs" if runs > 1 else "run"
    again: Any = None
    if plan == "win":
        lead = worth(t, me) - max(worth(t, r) for r in range(t.seats) if r != me)
        return {"lead": lead} if t.reason and lead > 0 else None
    last = "this may be the last day" if runs else "this is the last day"
    if plan in ("sell room", "truck", "wrong way") or (plan in ("free way", "stay aboard") and words[0] != "buy"):
        first = plan in ("truck", "wrong way", "free way") and words[0] not in ("sell", "complete")
        change = wrecks(t, me, first) - wrecks(s, me, first)
        if plan == "stay aboard":
            return {"lost": say_fewer(-change)} if change and wrecks(s, me, True) == wrecks(t, me, True) else None
        broken = [card for k, card in enumerate(cards(s)) if not lacks(have, card) and lacks(aboard(t.holes[me]), card) and not int(s.completed) >> k & 1]  # fmt: skip
        if plan == "sell room" and words[0] == "sell" and broken:
            return None
        return {"lost": str(change) if plan == "wrong way" else say_lost(-change)} if change else None
    if plan == "lost bots":
        return {"lost": say_lost(wrecks(s, me))}
    if plan == "sell":
        return {"coins": coins(gain)}
    if plan in ("keep selling", "last sale"):
        return {"coins": coins(price if plan == "keep selling" else gain), "last": last}
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
        for k, bots in enumerate(cards(s)):
            missing = lacks(have, bots)
            if len(missing) == 1 and not int(s.marked) >> k & 1:
                return {"held": listing(bots.replace(missing, "", 1)), "missing": listing(missing), "pay": PAYS[bots]}
    if plan == "break up":
        for k, bots in enumerate(cards(s)):
            if not lacks(have, bots) and lacks(aboard(t.holes[me]), bots) and not int(s.completed) >> k & 1:
                return {"pay": PAYS[bots]}
    if plan in ("free way", "stay aboard"):
        sells = plan == "free way"
        saved = wrecks(s, me, sells) - min(wrecks(u, me, sells) for u in list_laid(t, me))
        return {"lost": say_lost(saved) if sells else say_fewer(saved)} if saved > 0 else None
    if plan in ("best place", "lay"):
        return recount_laid(step, plan, runs, length)
    if plan in ("income", "pays off"):
        later = (
            max(earns(Shop(u, me), runs) for u in list_laid(t, me)) if words[0] == "buy" else earns(Shop(t, me), runs)
        )
        again, paid, bought = (
            later - earns(Shop(s, me), runs),
            int(s.wallet[me]) - int(t.wallet[me]),
            int(t.pending) & 15,
        )
        found: dict[str, Any] = {"coins": coins(again), "runs": length}
        if plan == "pays off":
            found |= {"tile": TILES[bought].title, "price": coins(paid), "value": TILES[bought].value}
        needed = paid - (TILES[bought].value if plan == "pays off" else 0)
        return found if again > 0 and again * left > needed * runs else None
    if plan in ("points", "deny", "last chance", "cheap"):
        spot = COST.index(int(words[1]))
        tile = TILES[int(s.shop[spot])]
        after = (int(s.turn) + 1) % int(s.seats)
        return {
            "points": {"tile": tile.title, "price": coins(COST[spot]), "value": tile.value}
            if tile.value > COST[spot]
            else None,
            "cheap": {
                "tile": tile.title,
                "price": coins(COST[spot]),
                "value": tile.value,
                "rest": f"it has {runs} run{'s' if runs > 1 else ''} to earn the rest"
                if tile.value < COST[spot]
                else "all that it earns is gain",
            },
            "deny": {"tile": tile.title, "rival": f"{{{after}}}", "price": COST[spot + 1]} if spot < 3 else None,
            "last chance": {"tile": tile.title} if spot == 3 else None,
        }[plan]
    if plan == "save coins":
        they = ("it counts" if s.wallet[me] == 1 else "they count") + (" at the end as well" if runs else " at the end")
        return {"save": "Save" if runs else "Keep", "coins": coins(int(s.wallet[me])), "they": they}
    if plan == "recycle":
        given = "".join("?BPD"[m] for m in TILES[int(s.pending)].recycling)
        gain = recycle(s, me, runs)
        return {"bots": listing(given), "coins": coins(gain), "runs": length} if gain else None
    if plan == "keep tile":
        place = 6 * "abc".index(words[1][0]) + int(words[1][1])  # MC-7.3, MC-7.5
        tile = TILES[int(s.tiles[me][place]) & 15]
        return {"tile": tile.title, "value": tile.value}
    if plan == "same run":
        same = "your coins and bots after the run are the same"
        same = same if runs else "this is the last run, and it brings the same"
        ends = [finish(s, me, one) for one in list_legal(s, me)]
        return {"same": same} if len({str((one[2], one[4] if runs else one[1])) for one in ends}) == 1 else None
    if plan in ("safe way", "way money", "way work", "way blueprint"):
        destroyed, there, money, later, _ = finish(s, me, words, runs)
        if plan == "way blueprint":
            fits = [card for card in cards(s) if not lacks(there, card)]
            best = max(fits, key=lambda card: PAYS[card])
            return {"pay": PAYS[best], "price": sum(PRICE[m] for m in best)}
        return {"safe way": {"lost": say_lost(destroyed)}, "way money": {"coins": coins(money)}, "way work": {"coins": coins(later), "runs": f"{runs} runs" if runs > 1 else "run"}}[plan]  # fmt: skip
    if plan == "deluxe":
        return {"more": PRICE["D"] - PRICE["P"]} if words[-1] == "deluxe" else None
    if plan == "small gift":
        others = {1: "ARMAND-0 gets", 2: f"{{{1 - me}}} gets"}.get(int(s.seats), "the others get")
        return {"others": others} if words[-1] == "plus" else None
    if plan == "better bot":
        model = words[-1][0].upper()
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
        soon = min(2, left)
        more = pile_up(t, me, soon) - pile_up(s, me, soon)
        found = {"more": f"{more} bot{'s' if more > 1 else ''}", "runs": f"{soon} runs" if soon > 1 else "run"}
        return found if words[0] == "truck" and more > 0 else None
    if plan == "no difference":
        kinds = ("make", "place", "keep", "give") if s.seats > 1 else ("place", "keep", "give")  # MC-11.2
        return {} if words[0] in kinds and runs == 0 else None
    if plan == "only harm":
        dear = all(COST[k] > s.wallet[me] for k in range(4) if s.shop[k])
        return {} if words == ["end"] and not have and dear else None
    if plan in ("good hole", "any hole"):
        bring = ("run brings", "two runs bring", "three runs bring")[runs - 1]
        brought, each = put_and_run(s, me, words, runs), [one for one in list_legal(s, me) if one[0] == "place"]
        all_bring = [put_and_run(s, me, one, runs) for one in each]
        is_so = brought == max(all_bring) and (min(all_bring) < brought) == (plan == "good hole")
        return {"coins": coins(brought), "runs": bring} if is_so else None
    return None


def say_fewer(number: int) -> str:
    return "one bot" if number == 1 else f"{number} bots"


def pile_up(s: Any, me: int, runs: int) -> int:
    """The bots on trucks after some runs if all stay there."""
    shop = Shop(s, me)
    for _ in range(runs):
        shop.make()
        shop.finish_run()
    return len(aboard(shop.holes))


def recycle(s: Any, me: int, runs: int) -> int:
    """MC-4.7: how much more the runs bring with the bots for the bought tile. Free holes come first, row b last."""
    if not runs:
        return 0
    shop = Shop(s, me)
    made = [place for place in (0, 6, 12) if place == 6 or s.tiles[me][place]]
    second = [3 * place + 1 for place in (0, 12, 6) if s.tiles[me][place]]
    order = [3 * p for p in (0, 12, 6) if p not in made] + second + [3 * p for p in (0, 12, 6) if p in made]
    for model in sorted(TILES[int(s.pending)].recycling):
        free = [hole for hole in order if shop.holes[hole] == 0]
        if free:
            shop.holes[free[0]] = int(model)
    return max(0, earns(shop, runs) - earns(Shop(s, me), runs))


def recount_laid(step: Any, plan: str, runs: int, length: str) -> dict[str, Any] | None:
    """MC-7, MC-9.1: compare the place of a tile with all others, and with recycling."""
    s, t, me = step.before, step.after, step.seat
    tile, value = TILES[int(s.pending)], worth(t, me) - worth(s, me)
    counts = f"counts {value}{'' if value == tile.value else ' more than what it replaces'} at the end"
    if runs == 0:
        said = f"it {counts}, and no factory runs again"
        return {"tile": tile.title, "value": said} if plan == "lay" and value > 0 else None
    more = earns(Shop(t, me), runs) - earns(Shop(s, me), runs)
    gain = recycle(s, me, runs)
    pays = tile.slug != "fork" and value + more > gain
    again = f"Recycled, it would bring {coins(gain) if gain else 'nothing'}"
    if plan == "lay":
        return (
            {"tile": tile.title, "value": f"it {counts}. {again} in the next {length}"} if pays and value > 0 else None
        )
    best = max(earns(Shop(u, me), runs) + worth(u, me) for u in list_laid(s, me) if spares(s, u, me))
    said = (f"earns {coins(more)} more" if more else "costs you no income") + (f" and {counts}" if value > 0 else "")
    said += f". {again}" if pays else ""
    fits = earns(Shop(t, me), runs) + worth(t, me) == best and more >= 0
    return {"tile": tile.title, "runs": length, "earns": said} if fits else None


def spares(s: Any, u: Any, me: int) -> bool:
    """On a day that may be the last, no tile is laid over another one."""
    unseen = int(s.size[0]) + (int(s.size[1]) if s.seats == 4 else 0)
    may_end = unseen < (2 if s.seats == 1 else int(s.seats) - int(s.done))
    return not may_end or all(not a or a == b for a, b in zip(s.tiles[me], u.tiles[me], strict=True))


def finish(s: Any, me: int, words: list[str], runs: int = 0) -> tuple[int, str, int, int, str]:
    """MC-5: finish the run after an answer, and return the destroyed bots, the bots on trucks, and the money.

    The money is that of the run, and that of the next `runs` runs. The last part are all bots after the run.
    """
    shop = Shop(s, me)
    destroyed, money = shop.finish_run((*map(int, s.answers[me][: int(s.answered[me])]), answer(s, me, words)))
    there = aboard(shop.holes)
    trucks = [sorted(shop.holes[3 * p : 3 * p + 3]) for p in (5, 11, 17)]
    rest = [bot for k, bot in enumerate(shop.holes) if k // 3 not in (5, 11, 17)]
    money += shop.sell()
    return destroyed, "".join(sorted(there)), money, earns(shop, runs), str((trucks, rest))


def list_legal(s: Any, me: int) -> list[list[str]]:
    """The names of a seat's legal actions, as words."""
    game = game_of(s)
    out = [0] * len(game.vocabulary)
    return [game.vocabulary.names[code].split() for code in out[: int(game.rules.legal(s, me, out))]]


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


def answer(s: Any, me: int, words: list[str]) -> int:
    """The number of an answer: a side, a place or a model."""
    if words[0] == "go":
        return SIDES.index(words[1])
    if words[0] == "land":
        return 6 * "abc".index(words[-1][0]) + (5 if words[1] == "truck" else int(words[-1][1]))
    return ["", "basic", "plus", "deluxe"].index(words[-1])
