"""Find the reasons for or against an action with a tile: to lay it at a place, to recycle it, or to demolish it.

A reason (`Claim`) says that the action serves or spoils a plan, which is a goal of a player such as to earn more each
day (see `core.words.plans`). The plans are in `plans.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enginehouse.core.words.naming import join_words, many
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanica import building, foresight, making, names, parts, policy, riding, rules
from enginehouse.games.mechanica.foresight import Holes, Tiles
from enginehouse.games.mechanica.parts import Demolish, Fabricate, Install, Recycle
from enginehouse.games.mechanica.state import State

FAR = 6
"""The number of runs in which the work of a tile is computed, if it has no work in the next few."""


def list_places(s: State, t: State, seat: int, code: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against the action `code` of `seat` if it lays, recycles or demolishes a tile.

    `s` is the record before the action, and `t` the record after it.
    """
    kind, place = parts.ACTIONS.kind[code], building.find_laid_place(code)
    if kind == Install.KIND and int(s.tiles[seat][place]):
        yield from _demolishes(s, seat, place, int(parts.VALUE_OF[int(s.pending)]))
    if kind in (Install.KIND, Fabricate.KIND):
        yield from _lays(s, t, seat)
        yield from _works(s, t, seat, place)
    if kind == Recycle.KIND:
        yield from _recycles(s, seat)
    if kind == Demolish.KIND:
        yield from _demolishes(s, seat, int(Demolish.place[code]))
        yield from _clears(s, t, seat, int(Demolish.place[code]))


def _demolishes(s: State, seat: int, place: int, new: int = 0) -> Iterator[Claim]:
    """Yield a reason (`Claim`) against demolishing the tile at `place` if its value is larger than `new`.

    A tile's value is the points that it brings at the end of the game (MC-9.1). `new` is the value of the tile that
    replaces it, or 0 if no tile does.
    """
    tile = int(s.tiles[seat][place]) & parts.KIND_BITS
    value = int(parts.VALUE_OF[tile])
    if value > new:
        yield claim("keep tile", float(new - value) - 1, tile=names.tile_name(tile), value=value)


def _clears(s: State, t: State, seat: int, place: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for demolishing the tile at `place` if it is a Fork that brings no income.

    The seat must have a bought tile to lay, for which this makes room. `s` is the record before the action, and `t` the
    record after it.
    """
    runs = foresight.count_runs(s)
    if int(s.tiles[seat][place]) & parts.KIND_BITS == parts.FORK and int(s.pending):
        if not runs or foresight.compute_income(t, seat, runs) >= foresight.compute_income(s, seat, runs):
            yield claim("clear", 1.0, place=parts.place_name(place))


# -- places ------------------------------------------------------------------------------------------------------------


def _lays(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for laying the bought tile at its place: its income there, and its value (MC-9.1).

    `s` is the record before the tile is laid, and `t` the record after it. The place is compared with all other legal
    places, by the income of the next runs and the value of all tiles at the end.
    """
    tile, value, runs = int(s.pending), int(rules.worth(t, seat) - rules.worth(s, seat)), foresight.count_runs(s)
    counts = _say_counts(tile, value)
    if not runs:
        if value > 0:
            said = f"it {counts}, and no factory runs again"
            yield claim("lay", 1.1 * value, tile=names.tile_name(tile), value=said)
        return
    now, here = foresight.compute_income(s, seat, runs), foresight.compute_income(t, seat, runs)
    best = find_best_place(*foresight.read_factory(s, seat), tile, runs)
    more, is_best = here - now, here + foresight.sum_values(t.tiles[seat]) == best
    gain = gain_by_recycling(s, seat)
    pays = tile != parts.FORK and value + more > gain
    recycled = f"Recycled, it would bring {foresight.say_coins(gain) if gain else 'nothing'}"
    if is_best and more > 0:
        earns = f"earns {foresight.say_coins(more)} more"
        ends = f" and {counts}" if value > 0 else ""
        if pays:
            ends += f". {recycled}"
        weight = 0.5 + 0.7 * more + 1.1 * max(0, value)
        runs_said = foresight.say_runs(s)
        yield claim("best place", weight, tile=names.tile_name(tile), runs=runs_said, earns=earns + ends)
    if value > 0:
        said = f"it {counts}" + (f". {recycled} in the next {foresight.say_runs(s)}" if pays else "")
        yield claim("lay", value if pays else 1, tile=names.tile_name(tile), value=said)


def _say_counts(tile: int, value: int) -> str:
    than = "" if value == parts.VALUE_OF[tile] else " more than what it replaces"
    return f"counts {value}{than} at the end"


def _works(s: State, t: State, seat: int, place: int) -> Iterator[Claim]:
    """Yield at most a single reason (`Claim`) for laying the bought tile at `place`: how it helps in the next runs.

    The tile may make bots or bring coins. A Fabricator may start bots that are not destroyed. A Fork may give bots
    another way, or at least do no harm. Yield no reason if the tile does not help. `s` is the record before the tile is
    laid, and `t` the record after it.
    """
    tile, runs = int(s.pending), foresight.count_runs(s)
    if not runs:
        if tile == parts.FORK and not parts.VALUE_OF[int(s.tiles[seat][place]) & parts.KIND_BITS]:
            yield claim("harmless", 1.0, tile=names.tile_name(tile), why="no factory runs again")
        return
    more = foresight.compute_income(t, seat, runs) - foresight.compute_income(s, seat, runs)
    tiles, holes = foresight.read_factory(t, seat)
    title, weight = names.tile_name(tile), 0.3 + max(0.0, 0.7 * more)
    if tile == parts.FORK:
        if rules.worth(t, seat) < rules.worth(s, seat):
            return
        ways = list_ends(tiles, place)
        if more >= 0 and len(ways) > 1 and foresight.is_entered(tiles, holes, runs, place):
            yield claim("fork ways", 0.8 + weight, ends=" or ".join(ways))
        elif more == 0:
            bring = "brings" if runs == 1 else "bring"
            why = f"the next {foresight.say_length(runs)} {bring} as much as before"
            yield claim("harmless", 1.0, tile=title, why=why)
        return
    value = int(rules.worth(t, seat) - rules.worth(s, seat))
    counts = f"It {_say_counts(tile, value)}" if value > 0 else "That is worth the tile that it replaces"
    if value <= 0 and more <= 0:
        return
    weight += 0.3 + 1.1 * max(0, value)
    if building.is_fabricator(tile):
        if way := say_start(tiles, place):
            yield claim("start here", weight, way=way, counts=counts)
        return
    far = min(FAR, foresight.count_runs_left(s))
    later = foresight.compute_income(t, seat, far) - foresight.compute_income(s, seat, far)
    is_needless = (tile == parts.UPGRADER and later <= 0) or (tile == parts.REPURPOSER and later < 0)
    if more <= 0 and is_needless:
        return
    for length in dict.fromkeys((runs, far)):
        if work := say_work(tiles, holes, length, place):
            said = foresight.say_length(length)
            yield claim("work here", weight, tile=title, work=work, runs=said, counts=counts)
            return


def list_ends(tiles: Tiles, place: int) -> list[str]:
    """Return the names of the trucks and tiles to which the exits of the Fork at `place` lead.

    An example is `["truck a", "the Upgrader on b3"]`. Follow the way from each exit, across empty places, to the first
    truck or tile. Leave out an exit if a bot that takes it is destroyed. If two exits lead to the same truck or tile,
    name it once. `tiles` has the tile of each place of the factory.
    """
    found, w = list[str](), riding.new_bench()
    for side in range(4):
        if int(parts.EXITS[tiles[place]]) >> side & 1:
            there = int(riding.find_reached([*tiles], place, side, False, w))
            if there != riding.NOWHERE:
                found.append(name_end(tiles, there))
    return [*dict.fromkeys(found)]


def name_end(tiles: Tiles, place: int) -> str:
    """Return the name of the truck or tile at `place`, such as "truck a" or "the Upgrader on b3".

    `tiles` has the tile of each place of the factory. Bots can end their rides there.
    """
    if place in parts.TRUCKS:
        return names.truck_name(place)
    return f"the {names.tile_name(tiles[place])} on {parts.place_name(place)}"


def say_start(tiles: Tiles, place: int) -> str:
    """Return words for the ride of bots from the Fabricator at the slot `place`, or "" if the bots are destroyed.

    An example is "ride to truck b, past the Gift Wrapper on b2". The ride is followed to the first truck, or to the
    first tile where bots stay or their owner chooses how they go on. `tiles` has the tile of each place.
    """
    end, passed = find_end(tiles, place, parts.EAST)
    past = [name_end(tiles, there) for there in passed]
    if end == riding.NOWHERE:
        return ""
    return f"ride to {name_end(tiles, end)}" + (f", past {join_words(past)}" if past else "")


def find_end(tiles: Tiles, place: int, side: int) -> tuple[int, list[int]]:
    """Return the number of the place where a bot's way ends, and a list of the places that the bot passes.

    The bot leaves `place` by the side `side` (an index of `parts.SIDES`). Its way ends at the first truck, or at the
    first tile where bots stay or where the bot's owner chooses its way. If the bot is destroyed, the first number is
    `riding.NOWHERE`.
    """
    there, passed, w = place, list[int](), riding.new_bench()
    while True:
        there = int(riding.find_reached([*tiles], there, side, False, w))
        if there == riding.NOWHERE or there in passed:
            return riding.NOWHERE, passed
        exits = int(parts.EXITS[tiles[there]])
        if riding.stays([*tiles], there) or exits & (exits - 1) or not exits:
            return there, passed
        passed.append(there)
        side = exits.bit_length() - 1


def say_work(tiles: Tiles, holes: Holes, runs: int, place: int) -> str:
    """Return words for the bots or coins that a factory's improvement makes in the next `runs` factory runs.

    Examples are "it makes 2 Deluxes" and "it brings 3 coins". Return "" if the improvement makes no bots and brings no
    coins. `place` is the place of the improvement, `tiles` has the tile of each place, and `holes` the model of the bot
    in each hole.
    """
    kind = tiles[place] & parts.KIND_BITS
    made, coins = foresight.list_work(tiles, holes, runs, place)
    if kind in (parts.WRAPPER, parts.TESTER):
        return f"it brings {foresight.say_coins(coins)}" if coins else ""
    if not made:
        return ""
    listed = join_words([_count(made.count(model), model) for model in range(parts.DELUXE, 0, -1) if model in made])
    if kind == parts.DUPLICATOR:
        return f"it doubles {many(len(made), 'bot')}"
    return f"it leaves {listed}" if kind == parts.CHARGER else f"it makes {listed}"


def _count(number: int, model: int) -> str:
    title = ("", "Basic", "Plus", "Deluxe")[model]
    plural = ("", "Basics", "Pluses", "Deluxes")[model]
    return f"{number} {title if number == 1 else plural}"


@lru_cache(maxsize=64)
def find_best_place(tiles: Tiles, holes: Holes, kind: int, runs: int) -> int:
    """Return the coins that a factory brings if a tile of this kind is laid in its best place.

    The coins are the income of the next `runs` runs, plus the value of all tiles of the factory at the end. `tiles` has
    the tile of each place of the factory, and `holes` the model of the bot in each hole. If the tile can be laid
    nowhere, return -1.
    """
    out, best, now = [0] * 128, -1, [*tiles]
    is_start = building.is_fabricator(kind)
    many_ways = building.write_slots(now, out, 0) if is_start else building.write_floor(now, kind, out, 0)
    for code in out[:many_ways]:
        laid, rest = [*tiles], [*holes]
        policy.lay_into(laid, rest, kind, code)
        income = foresight.look_ahead(tuple(laid), foresight.empty_trucks(rest), runs)[1]
        best = max(best, income + foresight.sum_values(laid))
    return best


def lay_each(t: State, seat: int) -> Iterator[tuple[Tiles, Holes]]:
    """Yield a factory for each place where the seat may lay the bought tile: its factory with the tile there.

    A factory is a pair: the tile of each place, and the model of the bot in each hole.
    """
    out = [0] * 128
    for j in range(policy.write_trials(t, seat, out)):
        tiles, holes = [0] * parts.PLACES, [0] * parts.HOLES
        policy.lay_on_trial(t, seat, out[j], tiles, holes)
        yield tuple(tiles), tuple(holes)


# -- recycling ---------------------------------------------------------------------------------------------------------


def _recycles(s: State, seat: int) -> Iterator[Claim]:
    """Yield a reason (`Claim`) for recycling the bought tile if this earns more coins than laying it in the best place.

    Recycling brings bots, so the reason counts the coins that these bots bring. If laying brings as many coins or more,
    but the bots bring at least the value of the tile, yield a reason with less weight that does not compare the two.
    """
    gain, runs = gain_by_recycling(s, seat), foresight.count_runs(s)
    if gain <= 0:
        return
    tile, (tiles, holes) = int(s.pending), foresight.read_factory(s, seat)
    given = [m for m in range(1, parts.DELUXE + 1) for _ in range(int(parts.RECYCLING[tile][m]))]
    now = foresight.compute_income(s, seat, runs) + foresight.sum_values(tiles)
    best = find_best_place(tiles, holes, tile, runs)
    laid = max(0, best - now)
    bots, length = names.bots(given), foresight.say_runs(s)
    if laid < gain:
        most = f"at most {foresight.say_coins(laid)}" if laid else "nothing"
        weight = 0.7 * (gain - laid) + 1
        yield claim("recycle", weight, bots=bots, coins=foresight.say_coins(gain), runs=length, laid=most)
    elif parts.VALUE_OF[tile] <= gain:
        yield claim("bots", 1.0, bots=bots, coins=foresight.say_coins(gain), runs=length)


def gain_by_recycling(s: State, seat: int) -> int:
    """Return how many coins more the next runs bring if the seat recycles the bought tile (see `gain_by_bots`).

    If the runs do not bring more, or if no run follows, return 0.
    """
    return gain_by_bots(*foresight.read_factory(s, seat), int(s.pending), foresight.count_runs(s))


@lru_cache(maxsize=256)
def gain_by_bots(tiles: Tiles, holes: Holes, kind: int, runs: int) -> int:
    """Return how many more coins a factory brings in its next `runs` runs if a tile is recycled for new bots.

    Return 0 if it does not bring more. The new bots go into those holes of the Start Zone in which they bring the most
    coins. A bot that is already in such a hole is lost. `tiles` has the tile of each place of the factory, and `holes`
    the model of the bot in each hole. `kind` is the kind of the recycled tile.
    """
    if not runs:
        return 0
    given = [model for model in range(1, parts.DELUXE + 1) for _ in range(int(parts.RECYCLING[kind][model]))]
    starts = [3 * place + k for place in parts.START for k in range(2) if making.is_hole([*tiles], place, k)]
    filled, now = {foresight.empty_trucks(holes)}, foresight.look_ahead(tiles, foresight.empty_trucks(holes), runs)[1]
    for model in given:
        filled = {(*one[:hole], model, *one[hole + 1 :]) for one in filled for hole in starts}
    return max(now, *(foresight.look_ahead(tiles, one, runs)[1] for one in filled)) - now
