"""Describe the whole position of Mechanica in words."""

from __future__ import annotations

from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import join_words
from enginehouse.games.mechanica import names, parts, rules, trading
from enginehouse.games.mechanica.parts import Place
from enginehouse.games.mechanica.state import State


def position(v: State) -> str:
    """Return the position in words: shop, blueprints, money and factories."""
    first = f" {{{int(v.first)}}} is the first player." if v.seats > 1 else ""
    unseen = f"{count(v, parts.STACK)} improvements in the stack, {count(v, parts.EXTRAS)} Extras."
    lines = [f"Workday {v.day}.{first} {unseen}"]
    lying = [
        f"{parts.TILES[v.shop[k]].title} for {trading.shop_price(int(v.shop[k]), k)}"
        for k in range(parts.SPOTS)
        if v.shop[k]
    ]
    lines.append(f"Shop: {', '.join(lying) or 'empty'}.")
    if v.pending:
        lines.append(f"Bought and not yet installed: {parts.TILES[v.pending].title}.")
    cards = [parts.BLUEPRINTS[trading.blueprint(v, which)] for which in range(2)]
    marked = " They will be replaced at the end of this workday." if v.marked else ""
    lines.append(f"Blueprints: {'; '.join(f'{names.bots(list(c.bots))} for {c.pay}' for c in cards)}.{marked}")
    lines += [_factory_words(v, seat) for seat in range(v.seats)]
    if v.seats == 1:
        owned = [f"{v.robot[k]} {parts.TILES[k].title}" for k in range(1, parts.IMPROVEMENTS + 1) if v.robot[k]]
        lines.append(
            f"ARMAND-0: Wallet {v.wallet[parts.ARMAND]}, Vault {v.vault[parts.ARMAND]}, {join_words(owned) if owned else 'no improvements'};"
            f" worth {rules.armand_worth(v)}."
        )
    fallen = [f"{v.recycler[k]} {parts.TILES[k].title}" for k in range(1, parts.IMPROVEMENTS + 1) if v.recycler[k]]
    lines.append(f"Recycler: {join_words(fallen) if fallen else 'empty'}.")
    return "\n".join(lines)


def place_words(v: State, seat: Seat, place: Place) -> str:
    """Return the content of a place of the factory of `seat` in words, or "" for an empty cell."""
    tile = int(v.tiles[seat][place])
    load = [int(v.holes[seat][3 * place + k]) for k in range(3)]
    there = [bot for bot in load if bot]
    holds = f" with {names.bots(there)}" if there else ""
    if place % parts.COLUMNS == parts.DOCK:
        return f"{parts.TRUCK_NAMES[tile].capitalize()} {names.truck_name(place)}{holds or ', empty'}"
    if place % parts.COLUMNS == 0:
        title = names.tile_name(tile) or ("Basic Fabricator" if place == parts.START[1] else "slot")
        return f"{title} in {parts.place_name(place)}{holds}"
    if not tile:
        return f"Empty belt on {parts.place_name(place)}"
    kind = tile & parts.KIND_BITS
    waits = (
        f", a {names.MODEL_TITLES[load[parts.WAITING]]} waits"
        if kind == parts.REPURPOSER and load[parts.WAITING]
        else ""
    )
    if kind == parts.REPURPOSER and load[parts.WAITING]:
        there = there[:-1]
    holds = f" with {names.bots(there)}" if there else ""
    return f"{names.tile_name(tile)} on {parts.place_name(place)}, {names.find_orientation(tile)}{holds}{waits}"


def _factory_words(v: State, seat: Seat) -> str:
    said = [
        place_words(v, seat, place)
        for place in range(18)
        if v.tiles[seat][place] or v.holes[seat][3 * place] or place == parts.START[1]
    ]
    return f"{{{seat}}}: Wallet {v.wallet[seat]}, Vault {v.vault[seat]}, worth {rules.worth(v, seat)}. Factory: {'; '.join(said)}."
