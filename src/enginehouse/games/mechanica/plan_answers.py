"""Find the reasons for or against an answer to a question in a factory run (MC-5.6).

A reason (`Claim`) says that the answer serves or spoils a plan, which is a goal of a player such as to lead bots to
trucks (see `core.words.plans`). The questions are where a bot goes, which model is made, and which bot is given up
after a collision. Each answer is compared with the other possible answers. The reasons hold if the owner gives good
answers to the later questions of the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from enginehouse.core.words.naming import join_words
from enginehouse.core.words.plans import Claim, claim, list_legal
from enginehouse.games.mechanica import choices, foresight, names, parts, plan_places, riding, state
from enginehouse.games.mechanica.foresight import RunEnd
from enginehouse.games.mechanica.parts import GiveUp, Go, Land, Make, Question
from enginehouse.games.mechanica.state import State


def list_answers(s: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the answer `code` of `seat` to a question in a factory run."""
    kind = int(s.asking[seat][state.ASKED_KIND])
    is_crash = kind == Question.CRASH
    if choices.read_answer(kind, code) < 0:
        return
    runs = foresight.count_runs(s)
    codes = [other for other in list_legal(s, seat) if choices.read_answer(kind, other) >= 0]
    mine, every = foresight.finish_answers(s, seat, code), [foresight.finish_answers(s, seat, one) for one in codes]
    aboard = foresight.sort_trucks if runs else foresight.sort_aboard
    ends = {one.fate.end if one.fate.crowded == 0 else -1 for one in every} if runs else set[int]()
    if len({(one.money, aboard(one.holes)) for one in every}) == 1 and len(ends) < 2 and not (runs and is_crash):
        last = "this is the last run, and it brings the same"
        yield claim("same run", 1, same="your coins and bots after the run are the same" if runs else last)
        return
    safer = [one.destroyed for one in every if one.money >= mine.money]
    if (more := mine.destroyed - min(safer)) > 0:
        yield claim("safe way", -2.0 * more, lost=foresight.say_fewer(more))
    if kind in (Question.FORK, Question.THROW):
        yield from _rides(s, seat, mine, [*zip(codes, every, strict=True)])
    yield from _sums(s, seat, mine, every)
    yield from _models(s, seat, code, codes)
    yield from _orders(s, seat, mine)


# -- the way of a bot --------------------------------------------------------------------------------------------------


def _rides(s: State, seat: int, mine: RunEnd, others: Sequence[tuple[int, RunEnd]]) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against an answer that decides where a bot of `seat` goes in a factory run.

    The answer chooses an exit of a Fork, or the place to which a Flight Tester throws the bot. The reasons are about
    the bot's ride that follows: for example, it reaches a truck, or brings coins. `mine` is the result of the run after
    the answer. `others` has a pair for each possible answer, including this answer: its code, and the result of the
    run.
    """
    every = [one for _, one in others]
    model, tiles, fate = int(s.asking[seat][state.ASKED_MODEL]), s.tiles[seat], mine.fate
    title, runs = names.MODEL_TITLES[model], foresight.count_runs(s)
    worth = float(parts.PRICE_OF[model])
    worse = [other for other in others if other[1].destroyed > mine.destroyed and other[1].money <= mine.money]
    doomed = [_say_way(other) for other, one in worse if one.fate.end == -1]
    crowded = [one.fate for _, one in worse if one.fate.crowded > fate.crowded]
    if fate.end != -1 and doomed:
        yield claim("bot lost", 0.8 * worth, way=join_words(doomed, "or").capitalize(), model=title)
    if crowded:
        most = max(crowded, key=lambda one: one.crowded)
        there, lost = _say_end(tiles, most.end), foresight.say_lost(most.crowded)
        yield claim("no room", 2.5, there=f"{there[0].upper()}{there[1:]}", lost=lost)
    if fate.crowded == 0 and fate.end in parts.TRUCKS:
        truck = names.truck_name(fate.end)
        yield claim(
            "way truck", 0.5 * worth, truck=truck.capitalize(), model=title, coins=foresight.say_coins(int(worth))
        )
    elif fate.crowded == 0 and runs and fate.end > 0 and (found := _find_work(s, seat, mine, model)):
        place, work, gain = fate.end, *found
        tile = names.tile_name(int(tiles[place]))
        yield claim("way tile", 0.5 * (worth + gain), tile=tile, place=_at(place), work=work)
    better = _find_richer(mine, every)
    if better.fate is not fate or len(fate.coins) > min(len(one.fate.coins) for one in every):
        paid = better.fate.coins
        said = join_words([_say_coin(int(tiles[place]), place) for place in paid])
        weight = len(paid) + 0.2 if better.fate is fate else -4.0
        yield claim("way coins", weight, model=title, coins=foresight.say_coins(len(paid)), how=said)
    fresh = [place for place in fate.passed if any(_count_bots(one, place) < _count_bots(mine, place) for one in every)]
    if fresh and runs:
        yield claim("way charger", 1.5, model=title, place=_at(fresh[0]))


def _find_richer(mine: RunEnd, every: Sequence[RunEnd]) -> RunEnd:
    """Return the result with the most money among those that have the same bots in the same places as `mine`.

    Each result is that of a factory run after an answer, and the answer chooses the path of a certain bot. `mine` is
    the result after the chosen answer, and `every` has the result after each possible answer. Return `mine` if no such
    result has more money, or if this bot does not bring more coins in the richest result.
    """
    same = [one for one in every if foresight.sort_trucks(one.holes) == foresight.sort_trucks(mine.holes)]
    best = max(same, key=lambda one: one.money)
    return best if best.money > mine.money and len(best.fate.coins) > len(mine.fate.coins) else mine


def _say_way(code: int) -> str:
    """Return the answer `code` in words, such as "sent out to the south"."""
    if code in Go:
        return f"sent out to the {parts.SIDES[int(Go.side[code])]}"
    place = int(Land.place[code])
    return f"thrown to {names.truck_name(place) if place in parts.TRUCKS else _at(place)}"


def _at(place: int) -> str:
    return parts.place_name(place)


def _say_end(tiles: Sequence[int], place: int) -> str:
    """Return a truck or a tile in words, such as "the Upgrader on b3"."""
    if place in parts.TRUCKS:
        return names.truck_name(place)
    return f"the {names.tile_name(int(tiles[place]))} on {_at(place)}"


def _say_coin(tile: int, place: int) -> str:
    """Return words for how a bot earns a coin at a tile, such as "it passes the Gift Wrapper on b3".

    `tile` is the number of the tile, and `place` is its place in the factory.
    """
    tester = tile & parts.KIND_BITS == parts.TESTER
    return f"the throw from {_at(place)} flies over a tile" if tester else f"it passes the Gift Wrapper on {_at(place)}"


def _count_bots(found: RunEnd, place: int) -> int:
    """Return the number of bots in the holes of a place after a run."""
    return sum(1 for k in range(3) if found.holes[3 * place + k])


def _find_work(s: State, seat: int, found: RunEnd, model: int) -> tuple[str, int] | None:
    """Return words for the effect of the improvement at which a bot ends its ride, and the gain in coins.

    The words begin with "makes". The gain is the price of the bots that come out less the price of the bot that came.
    For a Repurposer it is only an estimate. If the improvement does not change the bot, the result is None. `found` is
    the result of the factory run, and `model` the model of the bot.
    """
    place, bot = found.fate.end, names.MODEL_TITLES[model]
    kind = int(s.tiles[seat][place]) & parts.KIND_BITS
    price = parts.PRICE_OF
    if kind == parts.UPGRADER and model < parts.DELUXE:
        return f"makes {names.bots([model + 1])} of the {bot}", int(price[model + 1] - price[model])
    if kind == parts.DUPLICATOR:
        return f"makes {names.bots([model] * 2)} of the {bot}", int(price[model])
    if kind == parts.DOWNGRADER and model > parts.BASIC:
        return f"makes {names.bots([model - 1] * 3)} of the {bot}", int(3 * price[model - 1] - price[model])
    if kind == parts.REPURPOSER and model < parts.DELUXE:
        if found.holes[3 * place]:
            return f"makes {names.bots([found.holes[3 * place]])} of its two bots", int(
                price[parts.DELUXE] - price[model]
            )
        return "makes a bot of any model as soon as a second bot comes", 1
    return None


# -- results of the run ------------------------------------------------------------------------------------------------


def _sums(s: State, seat: int, mine: RunEnd, every: Sequence[RunEnd]) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for an answer if it brings the most coins in this run and the next runs together.

    `mine` is the result of the run after the answer, and `every` has the result after each possible answer. Yield no
    reason if another answer brings as many coins.
    """
    runs, tiles = foresight.count_runs(s), foresight.read_factory(s, seat)[0]

    def earn(one: RunEnd) -> int:
        later = foresight.look_ahead(tiles, foresight.empty_trucks(one.holes), runs)[1] if runs else 0
        return one.money + later

    best, *rest = sorted(map(earn, every), reverse=True)
    if rest and earn(mine) == best > rest[0]:
        others = "the other way" if len(every) == 2 else "any other way"
        length = f"This run and the next {foresight.say_length(runs)} bring" if runs else "This run brings"
        more = best - rest[0]
        yield claim("way more", 1.0 + 0.05 * more, runs=length, coins=foresight.say_coins(more), others=others)


def _models(s: State, seat: int, code: int, codes: Sequence[int]) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for an answer to a question about models of bots, if the answer is good.

    There are two such questions in a factory run. After a collision, it is good to give up a bot that is cheaper than
    another bot there. At a Repurposer, it is good to make a Deluxe. `code` is the answer, and `codes` has all possible
    answers.
    """
    price, kind = parts.PRICE_OF, int(s.asking[seat][state.ASKED_KIND])
    if kind == Question.CRASH:
        given, best = int(GiveUp.model[code]), max(int(GiveUp.model[other]) for other in codes)
        if given < best:
            low, high = (names.MODEL_TITLES[model] for model in (given, best))
            weight = 1.0 + 0.6 * float(price[best] - price[given])
            yield claim(
                "give up",
                weight,
                given=low,
                coins=foresight.say_coins(int(price[given])),
                kept=high,
                more=int(price[best]),
            )
    if kind == Question.MODEL and foresight.count_runs(s) and int(Make.model[code]) == parts.DELUXE:
        tiles, place = foresight.read_factory(s, seat)[0], int(s.asking[seat][state.ASKED_PLACE])
        end = plan_places.find_end(tiles, place, int(parts.EXITS[tiles[place]]).bit_length() - 1)[0]
        work = 0 if end in parts.TRUCKS or end == riding.NOWHERE else tiles[end] & parts.KIND_BITS
        if work == parts.DOWNGRADER:
            yield claim("best model", 2.5, brings="becomes three Pluses in the Downgrader", less="three Basics")
        elif end != riding.NOWHERE and work not in (parts.UPGRADER, parts.REPURPOSER):
            sold = f"sells for {foresight.say_coins(int(price[parts.DELUXE]))}"
            yield claim("best model", 2.5, brings=sold, less=f"for {int(price[parts.PLUS])}")


def _orders(s: State, seat: int, mine: RunEnd) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for an answer after which the seat can complete a blueprint.

    `mine` is the result of the run after the answer. The seat completes the blueprint after this run or a later run.
    """
    order = foresight.find_now(s, mine.holes)
    if order:
        yield claim("way blueprint", 0.8 * foresight.get_bonus(order), pay=order.pay, price=order.price)
        return
    tiles = foresight.read_factory(s, seat)[0]
    if next_order := foresight.find_order(s, tiles, mine.holes, sells=True):
        yield foresight.claim_order(next_order)
