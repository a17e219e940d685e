"""Find the reasons for or against an action of a turn: to sell, buy, complete a blueprint, get a truck or end the turn.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to earn more each
day (see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.hidden import count
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, PlanAction, claim, list_legal
from enginehouse.games.mechanica import foresight, names, parts, plan_places, policy, trading
from enginehouse.games.mechanica.state import Phase, State

ROOMY = {
    parts.Sell.KIND: "sell room",
    parts.SellAll.KIND: "sell room",
    parts.Complete.KIND: "sell room",
    parts.Enlarge.KIND: "truck",
    parts.Install.KIND: "free way",
}
"""The plan that an action of this kind serves if it saves bots in the next run."""
FAR = 6
"""The number of runs in which an improvement of the shop has to bring back its price."""
CLEAR = 2
"""The number of coins that an improvement may bring more than its price if coins are saved nevertheless."""


def list_trades(step: PlanAction, kind: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step` of the seat whose turn it is.

    `kind` is the kind of the action.
    """
    s, t, seat = step.before, step.after, step.seat
    if kind == parts.End.KIND:
        yield from _ends(s, seat)
        return
    if kind in (parts.Sell.KIND, parts.SellAll.KIND):
        yield from _sales(s, t, seat)
    if kind == parts.Complete.KIND:
        card = trading.blueprint(s, int(parts.Complete.which[step.code]))
        pay, price = parts.BLUEPRINTS[card].pay, foresight.price_blueprint(card)
        yield claim("blueprint", 1.5 * (pay - price), pay=pay, price=price)
    if kind == parts.Buy.KIND:
        yield from _purchase(s, seat, int(parts.Buy.spot[step.code]))
    if kind in (parts.Buy.KIND, parts.BuyFork.KIND):
        yield from _list_incomes(t, s, seat)
    if kind == parts.BuyFork.KIND and foresight.count_runs(s):
        yield from _list_free_ways(t, s, seat)
        yield from _list_choices(t, s, seat)
    if kind == parts.Enlarge.KIND:
        yield from _trucks(s, t, seat, int(parts.Enlarge.row[step.code]) * parts.COLUMNS + parts.DOCK)
    if t.turn == seat and t.day == s.day and t.reason == 0:
        yield from _runs_after(step, kind)


def _trucks(s: State, t: State, seat: int, place: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for a larger truck at `place` that keeps more bots for a blueprint than a smaller truck.

    The reason names the face-up blueprint for which the truck keeps more bots. There may be no such blueprint, or the
    seat may be able to complete a face-up blueprint at once. Then the reason is about blueprints to come, and has less
    weight. `s` is the record before the purchase of the truck, and `t` the record after it.
    """
    left = foresight.count_runs_left(s)
    runs = min(foresight.SOON, left)
    larger, holes = foresight.read_factory(t, seat)
    smaller, size, held = _lay_smaller_truck(s, t, seat, place), larger[place], int(s.tiles[seat][place])
    if not runs:
        return
    truck, used = names.truck_name(place).capitalize(), 0
    for card in (
        [] if s.marked or foresight.find_now(s, holes) else map(int, (trading.blueprint(s, 0), trading.blueprint(s, 1)))
    ):
        kept, here = foresight.hold_listed(larger, holes, card, runs, place)
        if here > max(used, smaller[place]) and kept > foresight.hold_listed(smaller, holes, card, runs, place)[0]:
            used, pay = here, parts.BLUEPRINTS[card].pay
    if used:
        use = f"for the blueprint for {pay} after the next {foresight.say_length(runs)}"
        yield claim("room", float(used - held), truck=truck, held=held, wanted=used, use=use)
    elif left > 1 and foresight.count_for_truck(larger, holes, foresight.count_runs(s), place) >= size:
        yield claim("room", 1.0, truck=truck, held=held, wanted=size, use="for blueprints to come")


def _lay_smaller_truck(s: State, t: State, seat: int, place: int) -> foresight.Tiles:
    """Return a seat's tiles as they would be with the next smaller truck in place of a bought truck.

    `place` is the place of the bought truck. The next smaller truck is the old truck at this place. But if the seat has
    replaced a Small Truck by a Huge Truck, the next smaller truck is a Big Truck. `s` is the record before the
    purchase, and `t` the record after it.
    """
    tiles = [*foresight.read_factory(s, seat)[0]]
    tiles[place] = max(tiles[place], int(t.tiles[seat][place]) - 1)
    return tuple(tiles)


def _runs_after(step: PlanAction, kind: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `step`: its effects on the next factory runs.

    `kind` is the kind of the action. Only call this for an action that does not end the turn, so that the player can
    still sell the bots on trucks before the next run. Most reasons say how many bots the run would destroy with empty
    trucks. Two kinds of reasons say how many it destroys with the bots that are on the trucks now: reasons about a
    sale, and the reason "stay aboard", in which the player keeps bots for a blueprint.
    """
    s, t, seat = step.before, step.after, step.seat
    sells = kind in (parts.Sell.KIND, parts.SellAll.KIND, parts.Complete.KIND)
    count_destroyed = foresight.count_destroyed
    saved = count_destroyed(s, seat, not sells) - count_destroyed(t, seat, not sells)
    runs = foresight.count_runs(s)
    if kind in ROOMY and (runs if kind == parts.Enlarge.KIND else not is_ending(s)):
        led = max(0, min(saved, _count_more_loaded(s, t, seat))) if kind == parts.Install.KIND else saved
        if led > 0 and not (sells and find_broken(s, t, seat) >= 0):
            said = foresight.say_saved(led, count_destroyed(t, seat, not sells))
            yield claim(ROOMY[kind], 3 * led, lost=said)
        elif (
            kind == parts.Install.KIND
            and saved == 0
            and (kept := count_destroyed(s, seat) - count_destroyed(t, seat)) > 0
            and foresight.keeps_more(s, seat, *foresight.read_factory(t, seat))
        ):
            yield claim("stay aboard", 1.5 * kept, lost=foresight.say_fewer(kept))
    if saved < 0 and not is_ending(s):
        yield claim("wrong way", 3 * saved, lost=str(-saved))
    if (
        runs
        and (s.phase == Phase.INSTALL or kind in (parts.Enlarge.KIND, parts.Demolish.KIND))
        and kind != parts.Recycle.KIND
    ):
        more = foresight.compute_income(t, seat, runs) - foresight.compute_income(s, seat, runs)
        if _pays_off(s, more, int(s.wallet[seat] - t.wallet[seat])):
            yield claim("income", 0.7 * more, coins=foresight.say_coins(more), runs=foresight.say_runs(s))
    if runs and kind in (
        parts.Sell.KIND,
        parts.SellAll.KIND,
        parts.Enlarge.KIND,
        parts.Install.KIND,
        parts.Recycle.KIND,
    ):
        yield from _next_order(s, t, seat, not sells)


def _count_more_loaded(s: State, t: State, seat: int) -> int:
    """Return how many more bots the next factory run brings onto trucks because a tile was laid.

    Before the run all bots on trucks are sold, so the trucks are empty. `s` is the record before the tile was laid, and
    `t` the record after it. Return 0 if the new tile replaces another tile.
    """
    (old, held), (tiles, holes) = foresight.read_factory(s, seat), foresight.read_factory(t, seat)
    if sum(map(bool, tiles)) == sum(map(bool, old)):
        return 0
    then = foresight.count_loaded(tiles, foresight.empty_trucks(holes))
    return then - foresight.count_loaded(old, foresight.empty_trucks(held))


def _next_order(s: State, t: State, seat: int, sells: bool) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for an action that lets the seat complete a better blueprint after a coming factory run.

    The blueprint is better than any that the seat can complete now, and than any that it could complete after a coming
    run without the action. `s` is the record before the action, and `t` the record after it. If `sells` is true, the
    seat can sell bots before the next run. Bots that are received for recycling go into free holes.
    """
    tiles, holes = foresight.read_factory(t, seat)
    if t.phase == Phase.RECEIVE:
        laid, there = [*tiles], [*holes]
        policy.place_received(t, laid, there)
        holes = tuple(there)
    then = foresight.find_order(s, tiles, holes, sells)
    old, laden = foresight.read_factory(s, seat)
    grown = [place for place in parts.TRUCKS if tiles[place] > old[place]]
    old = _lay_smaller_truck(s, t, seat, grown[0]) if grown else old
    before = foresight.find_order(s, old, laden, sells)
    now = foresight.find_now(s, s.holes[seat])
    if then is not None and foresight.is_better(then, before) and find_broken(s, t, seat) < 0:
        if foresight.get_bonus(then) > foresight.get_bonus(now):
            yield foresight.claim_order(then)


# -- the end of the turn -----------------------------------------------------------------------------------------------


def _ends(s: State, seat: int) -> Iterator[Claim]:
    if len(list_legal(s, seat)) == len(list_legal(s, seat, parts.End, parts.Demolish)):
        yield claim("only harm", 5)
        return
    aboard = foresight.sort_aboard(s.holes[seat])
    unsold = foresight.sum_prices(aboard)
    if is_ending(s):
        if unsold:
            yield claim("keep selling", -2 * unsold, coins=foresight.say_coins(unsold), last=_say_last(s))
    elif lost := foresight.count_destroyed(s, seat):
        if lost > foresight.count_destroyed(s, seat, are_sold=True):
            yield claim("lost bots", -3 * lost, lost=foresight.say_lost(lost))
    elif unsold:
        yield claim("wait", 1, held=names.bots([*aboard]))
    if s.wallet[seat] > 0:
        yield from _saves(s, seat)
    order = foresight.find_order(s, *foresight.read_factory(s, seat))
    if order and unsold and not is_ending(s):
        yield foresight.claim_order(order)
    for which in range(2):
        card = int(trading.blueprint(s, which))
        lacking = list_lacking(s, seat, card)
        if not is_ending(s) and len(lacking) == 1 and unsold and not s.marked:
            there = [*parts.BLUEPRINTS[card].bots]
            there.remove(lacking[0])
            pay = parts.BLUEPRINTS[card].pay
            yield claim("collect", 3, held=names.bots(there), missing=names.bots(lacking), pay=pay)
            return


def _saves(s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for ending the turn: the seat saves its coins.

    The reason has less weight if the seat has the coins to buy an improvement that would clearly earn more than it
    costs.
    """
    held, spots = int(s.wallet[seat]), [k for k in range(parts.SPOTS) if s.shop[k]]
    profits = [earn_price(s, seat, k) for k in spots if trading.shop_price(int(s.shop[k]), k) <= held]
    best, runs = max(profits, default=0), foresight.count_runs(s)
    they = "it counts at the end" if held == 1 else "they count at the end"
    save, they = ("Save", f"{they} as well") if runs else ("Keep", they)
    if runs and profits and best <= 0:
        they = "no improvement that you can pay would bring you more than its price"
    yield claim("save coins", 1 if best <= CLEAR else 0.9, save=save, coins=foresight.say_coins(held), they=they)


def earn_price(s: State, seat: int, spot: int) -> int:
    """Return how many coins more than its price an improvement in the shop brings to the seat (negative if less).

    `spot` is the spot of the improvement in the shop. If the seat lays it in its best place, it brings its value at the
    end of the game, and income in the next factory runs. If the seat recycles it, the bots that the seat receives for
    it bring income. The better of the two counts. Only the next `FAR` runs are computed.
    """
    kind, runs = int(s.shop[spot]), min(FAR, foresight.count_runs_left(s))
    laid = int(parts.VALUE_OF[kind]) + (gain_by_laying(s, seat, spot, runs) if runs else 0)
    recycled = plan_places.gain_by_bots(*foresight.read_factory(s, seat), kind, runs)
    return max(laid, recycled) - int(trading.shop_price(kind, spot))


def gain_by_laying(s: State, seat: int, spot: int, runs: int) -> int:
    """Return how many coins more the next `runs` runs bring with an improvement of the shop, laid in its best place.

    `spot` is the spot of the improvement in the shop. The value of a tile that the improvement replaces is subtracted.
    The improvement's own value at the end is left out. If the improvement can be laid nowhere, the result is negative.
    """
    kind, (tiles, holes) = int(s.shop[spot]), foresight.read_factory(s, seat)
    best = plan_places.find_best_place(tiles, holes, kind, runs)
    now = foresight.compute_income(s, seat, runs) + foresight.sum_values(tiles)
    return best - now - int(parts.VALUE_OF[kind])


def is_ending(s: State) -> bool:
    """Return whether the game ends today, for sure or if a later player of this day buys one improvement (MC-3.3)."""
    return not foresight.count_runs(s) or bool(_find_last(s))


def _find_last(s: State) -> int:
    """Return the kind of the only improvement left in the shop at the end of the workday if no player buys, or 0.

    Each turn the shop rotates, and improvements leave it. Return 0 if two or more improvements, or no improvement, will
    be left. Return 0 also if improvements are still to be turned up, or if no other player has a turn in this workday,
    because then no other player could buy the improvement.
    """
    turns = 2 if s.seats == 1 else int(s.seats) - int(s.done)
    unseen = count(s, parts.STACK) + (count(s, parts.EXTRAS) if s.seats == 4 else 0)
    lying = [int(s.shop[k]) for k in range(parts.SPOTS) if s.shop[k] and k + turns < parts.SPOTS]
    return lying[0] if len(lying) == 1 and not unseen and turns > 1 else 0


def _say_last(s: State) -> str:
    if not foresight.count_runs(s):
        return "this is the last day"
    buyer = "ARMAND-0" if s.seats == 1 else "another player"
    return f"the game ends today if {buyer} buys the {names.tile_name(_find_last(s))}"


def list_lacking(s: State, seat: int, card: int) -> list[int]:
    """Return the models of the bots that the seat still lacks on its trucks to complete the blueprint `card`.

    If it lacks two bots of a model, the list has this model twice.
    """
    there = [*foresight.sort_aboard(s.holes[seat])]
    lacking = []
    for model in parts.BLUEPRINTS[card].bots:
        if model in there:
            there.remove(model)
        else:
            lacking.append(model)
    return lacking


# -- sales -------------------------------------------------------------------------------------------------------------


def _sales(s: State, t: State, seat: int) -> Iterator[Claim]:
    earned = int(t.wallet[seat] - s.wallet[seat])
    broken = find_broken(s, t, seat)
    if is_ending(s) and not (foresight.count_runs(s) and foresight.sort_aboard(t.holes[seat])):
        yield claim("last sale", 2 * earned, coins=foresight.say_coins(earned), last=_say_last(s))
    prices = [int(trading.shop_price(int(s.shop[k]), k)) for k in range(parts.SPOTS)]
    runs, held, then = foresight.count_runs(s), int(s.wallet[seat]), int(t.wallet[seat])
    worthy = [k for k in range(parts.SPOTS) if s.shop[k] and (runs > 1 or parts.VALUE_OF[int(s.shop[k])] > prices[k])]
    dear = [k for k in worthy if held < prices[k] <= then]
    loss = parts.BLUEPRINTS[broken].pay - foresight.price_blueprint(broken) if broken >= 0 else 0
    if broken >= 0:
        without = held + foresight.sum_prices(foresight.sort_aboard(s.holes[seat])) - foresight.price_blueprint(broken)
        dear = [k for k in dear if without < prices[k]]
    if broken >= 0 and dear:
        title, price, coins = names.tile_name(int(s.shop[dear[0]])), prices[dear[0]], foresight.say_coins(earned)
        yield claim("cash", 0.5 * loss + 1.5, coins=coins, price=price, tile=title)
        yield claim("break up", -0.5 * loss, pay=parts.BLUEPRINTS[broken].pay)
    elif broken >= 0:
        yield claim("break up", -loss, pay=parts.BLUEPRINTS[broken].pay)
    elif dear:
        tile, price = int(s.shop[dear[0]]), prices[dear[0]]
        yield claim("sell to buy", 2.5, coins=foresight.say_coins(earned), price=price, tile=names.tile_name(tile))
    elif not foresight.find_order(s, *foresight.read_factory(s, seat)) and runs:
        length = foresight.say_length(min(foresight.SOON, foresight.count_runs_left(s)))
        sold = len(foresight.sort_aboard(s.holes[seat])) - len(foresight.sort_aboard(t.holes[seat]))
        why = f"kept, {'it helps to' if sold == 1 else 'they'} complete neither blueprint in the next {length}"
        why = "both blueprints are replaced at the end of the day" if s.marked else why
        yield claim("no order", min(2.5, 0.6 * earned), coins=foresight.say_coins(earned), why=why)
    elif runs or any(s.shop[k] and prices[k] <= then for k in range(parts.SPOTS)):
        yield claim("sell", min(2.5, 0.6 * earned), coins=foresight.say_coins(earned), why=_say_use(s, t, seat))


def _say_use(s: State, t: State, seat: int) -> str:
    """Return why coins are better than the sold bots, in words. `s` and `t` are the records before and after a sale."""
    (tiles, held), left = foresight.read_factory(s, seat), foresight.read_factory(t, seat)[1]
    sold = len(foresight.sort_aboard(held)) - len(foresight.sort_aboard(left))
    them = "it" if sold == 1 else "them"
    if (now := foresight.find_now(s, left)) and now == foresight.find_now(s, held):
        return f"you can complete the blueprint for {now.pay} without {them}"
    then = foresight.find_order(s, tiles, left)
    if then and not foresight.find_now(s, held) and then == foresight.find_order(s, tiles, held):
        return f"without {them} too, you can complete the blueprint for {then.pay} after the next {foresight.say_length(then.runs)}"
    return "coins count at the end, and bots do not"


def find_broken(s: State, t: State, seat: int) -> int:
    """Return the number of a blueprint that the seat can complete before a sale but not after it, or -1.

    `s` is the record before the sale, and `t` the record after it. There are two face-up blueprints. Return -1 also if
    two things are true. First, the seat's bots before the sale are not enough to complete both blueprints. Second, the
    seat can complete a blueprint after the sale whose bonus is at least the largest bonus that it could get before.
    """
    best, both = foresight.find_now(s, s.holes[seat]), sorted(b for k in range(2) for b in _list_bots(s, k))
    can_both = all(both.count(m) <= foresight.sort_aboard(s.holes[seat]).count(m) for m in both)
    if not can_both and foresight.get_bonus(foresight.find_now(s, t.holes[seat])) >= foresight.get_bonus(best):
        return -1
    for which in range(2):
        card = trading.blueprint(s, which)
        if not s.completed >> which & 1 and trading.can_complete(s.holes[seat], card):
            if not trading.can_complete(t.holes[seat], card):
                return int(card)
    return -1


def _list_bots(s: State, which: int) -> tuple[int, ...]:
    """Return the models of the bots that a blueprint lists. `which` is 0 or 1, the place of the blueprint."""
    return tuple(parts.BLUEPRINTS[int(trading.blueprint(s, which))].bots)


# -- purchases ---------------------------------------------------------------------------------------------------------


def _purchase(s: State, seat: int, spot: int) -> Iterator[Claim]:
    tile = int(s.shop[spot])
    price = int(trading.shop_price(tile, spot))
    value, title, left = int(parts.VALUE_OF[tile]), names.tile_name(tile), foresight.count_runs(s)
    more = gain_by_laying(s, seat, spot, left) if left else 0
    if value > price:
        yield claim("points", 1.0 + value - price, tile=title, price=foresight.say_coins(price), value=value)
    elif price - value - more <= 2 and more >= 0 and left:
        far, lacking = foresight.count_runs_left(s), "coin" if price - value == 1 else f"{price - value}"
        rest = f"it has up to {many(far, 'run')} to earn the other {lacking}"
        rest = "all that it earns is gain" if value == price else rest
        rest = f"it earns {foresight.say_coins(more)} more in the next {foresight.say_runs(s)}" if more > 0 else rest
        if more * far >= (price - value) * left if more > 0 else value == price or far > foresight.HORIZON:
            yield claim("cheap", 1.0, tile=title, price=foresight.say_coins(price), value=value, rest=rest)
    gain = plan_places.gain_by_bots(*foresight.read_factory(s, seat), tile, left)
    if gain > max(price, value + more):
        given = [m for m in range(1, parts.DELUXE + 1) for _ in range(int(parts.RECYCLING[tile][m]))]
        yield claim(
            "to recycle",
            1.0 + gain - price,
            tile=title,
            price=foresight.say_coins(price),
            bots=names.bots(given),
            coins=foresight.say_coins(gain),
            runs=foresight.say_runs(s),
        )
    if s.seats > 1 and not is_ending(s):
        after = (int(s.turn) + 1) % s.seats
        if spot + 1 < parts.SPOTS and s.wallet[after] >= (cheaper := int(trading.shop_price(tile, spot + 1))):
            weight = 1.5 if price <= value + 1 else 0.9
            yield claim("deny", weight, tile=title, rival=f"{{{after}}}", price=cheaper, value=value)
        elif spot + 1 == parts.SPOTS:
            yield claim("last chance", 1.2, tile=title, value=value)


def _list_incomes(t: State, s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for buying a tile if, in its best place, it brings more than its price.

    The tile brings income in factory runs, and its value as points at the end of the game. The value of a tile that it
    replaces is subtracted from the income. `t` is the record after the purchase, and `s` the record before it. The
    income is computed for the next few runs first. If the tile does not bring its price in them, the income is computed
    for more runs: all that are left, but at most `FAR`.
    """
    left = foresight.count_runs_left(s)
    if t.phase != Phase.INSTALL or not left:
        return
    laid, tile, price = [*plan_places.lay_each(t, seat)], int(t.pending), int(s.wallet[seat] - t.wallet[seat])
    value = int(parts.VALUE_OF[tile])
    for runs in dict.fromkeys((foresight.count_runs(s), min(FAR, left))):
        trials = (
            foresight.look_ahead(tiles, foresight.empty_trucks(holes), runs)[1] + foresight.sum_values(tiles)
            for tiles, holes in laid
        )
        now = foresight.compute_income(s, seat, runs) + foresight.sum_values(s.tiles[seat])
        more = max(trials, default=0) - now - value
        if more > 0 and more * left > (price - value) * runs:
            coins, length = foresight.say_coins(more), foresight.say_part(runs, left)
            each = 0.7 * more * foresight.count_runs(s) / runs
            if value:
                weight, title = max(1.6, each + value - price), names.tile_name(tile)
                yield claim(
                    "pays off",
                    weight,
                    tile=title,
                    price=foresight.say_coins(price),
                    coins=coins,
                    runs=length,
                    value=value,
                )
            else:
                yield claim("income", each, coins=coins, runs=length)
            return


def _pays_off(s: State, more: int, price: int) -> bool:
    """Return whether an investment pays: whether a factory earns more than `price` coins by it in all runs to come.

    `more` is the additional income in the next few runs, those for which plans are computed.
    """
    return more > 0 and more * foresight.count_runs_left(s) > price * foresight.count_runs(s)


def _list_choices(t: State, s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for buying a Fork, if it can lie on a free cell where bots then have a choice of ways.

    The Fork must not reduce the income of the next factory runs. `t` is the record after the purchase, and `s` the
    record before it. Of several such cells, the reason names the cell from which the most exits lead to trucks.
    """
    old, runs = foresight.read_factory(s, seat)[0], foresight.count_runs(s)
    now, most, found = foresight.compute_income(s, seat, runs), 0, None
    for tiles, holes in plan_places.lay_each(t, seat):
        place = next((k for k in range(parts.PLACES) if tiles[k] != old[k]), 0)
        ways = plan_places.list_ends(tiles, place) if place and not old[place] else []
        good = 1 + sum(way.startswith("truck") for way in ways)
        if len(ways) > 1 and good > most and foresight.is_entered(tiles, holes, runs, place):
            if foresight.look_ahead(tiles, foresight.empty_trucks(holes), runs)[1] >= now:
                most, found = good, claim("fork buy", 1.0, place=parts.place_name(place), ends=" or ".join(ways))
    if found:
        yield found


def _count_saved(s: State, seat: int, tiles: foresight.Tiles, holes: foresight.Holes, are_sold: bool) -> int:
    """Return how many bots reach trucks in the next run only because of a Fork, and would be destroyed without it.

    `tiles` and `holes` are those of the factory with the Fork. Return 0 if the Fork replaces another tile. If
    `are_sold` is true, the seat sells all bots on its trucks before the run.
    """
    old, held = foresight.read_factory(s, seat)
    if sum(map(bool, tiles)) == sum(map(bool, old)):
        return 0
    before, after = (foresight.empty_trucks(one) if are_sold else one for one in (held, holes))
    loaded = foresight.count_loaded(tiles, after) - foresight.count_loaded(old, before)
    return min(loaded, foresight.look_ahead(old, before, 1)[0] - foresight.look_ahead(tiles, after, 1)[0])


def _list_free_ways(t: State, s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for buying a Fork if, in its best place, it saves bots that the next run would destroy.

    `t` is the record after the purchase, and `s` the record before it.
    """
    laid = [*plan_places.lay_each(t, seat)]
    for plan, weight, are_sold in (("free way", 3.0, True), ("stay aboard", 1.5, False)):
        lost = foresight.count_destroyed(s, seat, are_sold)
        if not lost:
            continue
        each = laid if are_sold else [one for one in laid if foresight.keeps_more(s, seat, *one)]
        saved = max((_count_saved(s, seat, *one, are_sold) for one in each), default=0)
        if saved > 0:
            said = foresight.say_lost(saved) if are_sold else foresight.say_fewer(saved)
            yield claim(plan, weight * saved, lost=said)
            return
