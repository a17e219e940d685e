"""A factory of Mechanica for recounts, run by `mechanica_reference.py`, which shares no code with the game.

Questions of a run get the game's answers. The rest comes from the reference and from the tables of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import mechanica_reference as reference
import numpy as np

from enginehouse.core.registry.game import game_of
from enginehouse.games.mechanica.factory import run_factory
from enginehouse.games.mechanica.parts import SIDES, TILES, Question
from enginehouse.games.mechanica.policy import best_answer
from enginehouse.games.mechanica.riding import BenchPlace

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
        self.told: list[tuple[Any, ...]] = []
        self.asked, self.passed = 0, Counter[Any]()

    def keep(self, wanted: str) -> None:
        """Sell all bots on trucks but those of a blueprint."""
        left = [*wanted]
        for hole in (3 * place + k for place in (5, 11, 17) for k in range(3)):
            model = "?BPD"[self.holes[hole]]
            if model in left:
                left.remove(model)
            else:
                self.holes[hole] = 0

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
        """MC-5: run, with these answers first. Return the destroyed bots, and the coins.

        The shop then has the events of the run, and the number of bots that had left when the last of these answers was
        asked for.
        """
        run = reference.Run(self.build())
        self.told, self.asked, self.passed = run.told, 0, run.passed
        asking, answers, w = run.play(), [0] * 192, np.zeros(BenchPlace.SIZE, np.int64)
        question, k = next(asking, None), 0
        while question is not None:
            if k >= len(given):
                assert run_factory(self.tiles, self.holes, answers, k, w) != Question.NONE
            if k == len(given) - 1:
                self.asked = sum(one[0] == "left" for one in run.told)
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


def loads(s: Any, seat: int, sells: bool) -> int:
    """The bots on trucks after the next run."""
    shop = Shop(s, seat)
    if sells:
        shop.sell()
    shop.make()
    shop.finish_run()
    return len(aboard(shop.holes))


def reaches(s: Any, seat: int, cell: Any, runs: int) -> bool:
    """Whether a bot comes to a tile in the next runs."""
    shop = Shop(s, seat)
    for _ in range(runs):
        shop.sell()
        shop.make()
        shop.finish_run()
        if any(one[0] in ("rode", "thrown") and one[1] == cell for one in shop.told):
            return True
    return False


def find_broken(s: Any, t: Any, me: int) -> list[str]:
    """MC-6.1: the blueprints that a sale spoils, if the best one that is possible becomes worse, or both were."""
    have, left = aboard(s.holes[me]), aboard(t.holes[me])
    bonus = [max((PAYS[c] - sum(PRICE[m] for m in c) for c in cards(s) if not lacks(one, c)), default=0) for one in (have, left)]  # fmt: skip
    if lacks(have, "".join(cards(s))) and bonus[1] >= bonus[0]:
        return []
    return [c for k, c in enumerate(cards(s)) if not lacks(have, c) and lacks(left, c) and not int(s.completed) >> k & 1]  # fmt: skip


def find_last(s: Any) -> int:
    """MC-3.3, MC-4.4: the only tile that lies in the shop at the end of the day without purchases, or 0."""
    turns = 2 if s.seats == 1 else int(s.seats) - int(s.done)
    stays = [int(s.shop[k]) for k in range(4 - turns) if s.shop[k]] if turns < 4 else []
    to_come = int(s.size[0]) + (int(s.size[1]) if s.seats == 4 else 0)
    return stays[0] if turns > 1 and not to_come and len(stays) == 1 else 0


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


def list_legal(s: Any, me: int) -> list[list[str]]:
    """The names of a seat's legal actions, as words."""
    game = game_of(s)
    out = [0] * len(game.vocabulary)
    return [game.vocabulary.names[code].split() for code in out[: int(game.rules.legal(s, me, out))]]


def answer(s: Any, me: int, words: list[str]) -> int:
    """The number of an answer: a side, a place or a model."""
    if words[0] == "go":
        return SIDES.index(words[1])
    if words[0] == "land":
        return 6 * "abc".index(words[-1][0]) + (5 if words[1] == "truck" else int(words[-1][1]))
    return ["", "basic", "plus", "deluxe"].index(words[-1])


def say_fewer(number: int) -> str:
    return "one bot" if number == 1 else f"{number} bots"


def serves(s: Any, t: Any, me: int) -> bool:
    """Whether more bots of a blueprint are on trucks after a run of the later record."""
    found = list[list[int]]()
    for record in (s, t):
        shop = Shop(record, me)
        shop.make()
        shop.finish_run()
        found.append([len(card) - len(lacks(aboard(shop.holes), card)) for card in cards(s)])
    return not s.marked and any(now < then for now, then in zip(*found, strict=True))


def recount_room(s: Any, me: int, words: list[str], left: int) -> dict[str, Any] | None:
    """MC-1.4: the bots for a blueprint that a truck holds after two runs, compared with the next smaller truck."""
    soon, row, size = min(2, left), "abc".index(words[2]), 2 if words[1] == "big" else 3
    held, found = int(s.tiles[me][6 * row + 5]), list[tuple[int, int]]()
    small = max(held, size - 1)
    room: dict[str, Any] = {"truck": f"Truck {words[2]}", "held": held}
    is_done = any(not lacks(aboard(s.holes[me]), card) for card in cards(s))
    for k, card in enumerate([] if s.marked or is_done else cards(s)):
        total = list[int]()
        for large in (small, size):
            shop = Shop(s, me)
            shop.tiles[6 * row + 5] = large
            for _ in range(soon):
                shop.keep(card)
                shop.make()
                shop.finish_run()
            shop.keep(card)
            total.append(len(aboard(shop.holes)))
        here = sum(1 for bot in shop.holes[18 * row + 15 : 18 * row + 18] if bot)
        if here > small and total[1] > total[0]:
            found.append((here, -k))
    if found:
        here, k = max(found)
        length = f"{soon} runs" if soon > 1 else "run"
        return room | {"wanted": here, "use": f"for the blueprint for {PAYS[cards(s)[-k]]} after the next {length}"}
    if left > 1 and pile_up(s, me, min(3, left), row, size) >= size:
        return room | {"wanted": size, "use": "for blueprints to come"}
    return None


def pile_up(s: Any, me: int, runs: int, row: int, size: int) -> int:
    """The bots on a truck of a size and those that ride there in some runs if all stay."""
    shop = Shop(s, me)
    shop.tiles[6 * row + 5] = size
    wanted = sum(1 for k in range(3) if shop.holes[3 * (6 * row + 5) + k])
    for _ in range(runs):
        shop.make()
        shop.finish_run()
        wanted += sum(one[0] == "arrived" and one[1] == (5, row) for one in shop.told)
    return wanted


def recount_cash(s: Any, t: Any, me: int, gain: int, runs: int) -> dict[str, Any] | None:
    """MC-6.1: the pay of a blueprint goes into the Vault, so a sale alone pays for a tile."""
    have, held = aboard(s.holes[me]), int(s.wallet[me])
    broken = find_broken(s, t, me)[0]
    without = held + sum(PRICE[m] for m in have) - sum(PRICE[m] for m in broken)
    worthy = [k for k in range(4) if s.shop[k] and (runs > 1 or TILES[int(s.shop[k])].value > COST[k])]
    k = next(k for k in worthy if max(held, without) < COST[k] <= t.wallet[me])
    return {"coins": coins(gain), "price": COST[k], "tile": TILES[int(s.shop[k])].title}


def recycle(s: Any, me: int, runs: int, kind: int) -> int:
    """MC-4.7: how much more the runs bring with the bots for a tile, each in any hole of the Start Zone."""
    if not runs:
        return 0
    most, tried, now = 0, set[tuple[int, ...]](), earns(Shop(s, me), runs)
    spots = [18 * row + k for row in range(3) for k in range(2) if k == 0 or s.tiles[me][6 * row]]
    for chosen in product(spots, repeat=len(TILES[kind].recycling)):
        shop = Shop(s, me)
        for hole, model in zip(chosen, sorted(TILES[kind].recycling), strict=True):
            shop.holes[hole] = int(model)
        if tuple(shop.holes) not in tried:
            tried.add(tuple(shop.holes))
            most = max(most, earns(shop, runs) - now)
    return most
