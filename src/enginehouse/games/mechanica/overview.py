"""Describe the whole position of Mechanica in words."""

from __future__ import annotations

from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import join_words
from enginehouse.games.mechanica.names import MODEL_TITLES, bots, find_orientation, tile_name, truck_name
from enginehouse.games.mechanica.parts import (
    ARMAND,
    BLUEPRINTS,
    COLUMNS,
    DOCK,
    EXTRAS,
    IMPROVEMENTS,
    KIND_BITS,
    REPURPOSER,
    SPOTS,
    STACK,
    START,
    TILES,
    TRUCK_NAMES,
    WAITING,
    Place,
    place_name,
)
from enginehouse.games.mechanica.rules import armand_worth, worth
from enginehouse.games.mechanica.state import State
from enginehouse.games.mechanica.trading import blueprint, shop_price


def position(v: State) -> str:
    """Return the position in words: shop, blueprints, money and factories."""
    lines = [f"Workday {v.day}. {count(v, STACK)} improvements in the stack, {count(v, EXTRAS)} Extras."]
    lying = [f"{TILES[v.shop[k]].title} for {shop_price(int(v.shop[k]), k)}" for k in range(SPOTS) if v.shop[k]]
    lines.append(f"Shop: {', '.join(lying) or 'empty'}.")
    if v.pending:
        lines.append(f"Bought and not yet installed: {TILES[v.pending].title}.")
    cards = [BLUEPRINTS[blueprint(v, which)] for which in range(2)]
    marked = " They will be replaced at the end of this workday." if v.marked else ""
    lines.append(f"Blueprints: {'; '.join(f'{bots(list(c.bots))} for {c.pay}' for c in cards)}.{marked}")
    lines += [_factory_words(v, seat) for seat in range(v.seats)]
    if v.seats == 1:
        owned = [f"{v.robot[k]} {TILES[k].title}" for k in range(1, IMPROVEMENTS + 1) if v.robot[k]]
        lines.append(
            f"ARMAND-0: Wallet {v.wallet[ARMAND]}, Vault {v.vault[ARMAND]}, {join_words(owned) if owned else 'no improvements'};"
            f" worth {armand_worth(v)}."
        )
    fallen = [f"{v.recycler[k]} {TILES[k].title}" for k in range(1, IMPROVEMENTS + 1) if v.recycler[k]]
    lines.append(f"Recycler: {join_words(fallen) if fallen else 'empty'}.")
    return "\n".join(lines)


def place_words(v: State, seat: Seat, place: Place) -> str:
    """Return the content of a place of the factory of `seat` in words, or "" for an empty cell."""
    tile = int(v.tiles[seat][place])
    load = [int(v.holes[seat][3 * place + k]) for k in range(3)]
    there = [bot for bot in load if bot]
    holds = f" with {bots(there)}" if there else ""
    if place % COLUMNS == DOCK:
        return f"{TRUCK_NAMES[tile].capitalize()} {truck_name(place)}{holds or ', empty'}"
    if place % COLUMNS == 0:
        title = tile_name(tile) or ("Basic Fabricator" if place == START[1] else "slot")
        return f"{title} in {place_name(place)}{holds}"
    if not tile:
        return f"Empty belt on {place_name(place)}"
    kind = tile & KIND_BITS
    waits = f", a {MODEL_TITLES[load[WAITING]]} waits" if kind == REPURPOSER and load[WAITING] else ""
    if kind == REPURPOSER and load[WAITING]:
        there = there[:-1]
    holds = f" with {bots(there)}" if there else ""
    return f"{tile_name(tile)} on {place_name(place)}, {find_orientation(tile)}{holds}{waits}"


def _factory_words(v: State, seat: Seat) -> str:
    said = [
        place_words(v, seat, place)
        for place in range(18)
        if v.tiles[seat][place] or v.holes[seat][3 * place] or place == START[1]
    ]
    return f"{{{seat}}}: Wallet {v.wallet[seat]}, Vault {v.vault[seat]}, worth {worth(v, seat)}. Factory: {'; '.join(said)}."
