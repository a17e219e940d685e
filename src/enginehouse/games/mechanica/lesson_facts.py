"""Compute the numbers and names that replace keywords in the text of a lesson (see `core.teaching.lessons`)."""

from __future__ import annotations

from enginehouse.core.teaching.lessons import find_learner
from enginehouse.games.mechanica import choices, names, parts, trading
from enginehouse.games.mechanica.parts import Buy, Enlarge, Sell
from enginehouse.games.mechanica.state import State


def _price(v: State, *words: str | int) -> int:
    """Return the price or the yield, in coins, of the action whose name consists of these words.

    Raise `LookupError` if the action has neither a price nor a yield.
    """
    code = parts.ACTIONS.index(" ".join(map(str, words)))
    kind = parts.ACTIONS.kind[code]
    if kind == Buy.KIND:
        spot = int(Buy.spot[code])
        return int(trading.shop_price(int(v.shop[spot]), spot))
    if kind == Sell.KIND:
        return int(parts.PRICE_OF[Sell.model[code]])
    if kind == Enlarge.KIND:
        row, size = Enlarge.values(code)
        return int(choices.truck_price(int(v.tiles[find_learner(v)][parts.COLUMNS * row + parts.DOCK]), size))
    raise LookupError(f"{parts.ACTIONS[code]} has no price")


def _tile(v: State, *words: str | int) -> str:
    """Return the name of the improvement that an action buys. Raise `LookupError` if its spot in the shop is empty.

    `words` are the words of the action's name.
    """
    kind = int(v.shop[Buy.spot[parts.ACTIONS.index(" ".join(map(str, words)))]])
    if not kind:
        raise LookupError("nothing lies there")
    return parts.TILES[kind].title


def _name_laid(v: State, name: str) -> str:
    """Return the name of the improvement on a place of the learner's factory. `name` is the place's name.

    Raise `LookupError` if the place is empty.
    """
    place = next(place for place in range(parts.PLACES) if parts.place_name(place) == name)
    if not v.tiles[find_learner(v)][place]:
        raise LookupError("nothing lies there")
    return names.tile_name(int(v.tiles[find_learner(v)][place]))


def _list_cards(v: State, which: int) -> list[int]:
    return [int(model) for model in parts.BLUEPRINTS[trading.blueprint(v, which)].bots]


FACTS = {
    "price": _price,
    "tile": _tile,
    "laid": _name_laid,
    "model": lambda v, model: names.MODEL_TITLES[model],
    "sale": lambda v, model: int(parts.PRICE_OF[model]),
    "wallet": lambda v: int(v.wallet[find_learner(v)]),
    "truck": lambda v, row: parts.TRUCK_NAMES[
        int(v.tiles[find_learner(v)][parts.COLUMNS * "abc".index(row) + parts.DOCK])
    ],
    "room": lambda v, size: parts.TRUCK_NAMES.index(size),
    "bots": lambda v, which: names.bots(_list_cards(v, which)),
    "worth": lambda v, which: sum(int(parts.PRICE_OF[model]) for model in _list_cards(v, which)),
    "pay": lambda v, which: parts.BLUEPRINTS[trading.blueprint(v, which)].pay,
}
"""The functions that lessons call by name: prices, improvements in shop and factory, bots, blueprints by place."""
