"""Name bots, trucks, holes and tiles in sentences."""

from __future__ import annotations

from enginehouse.core.words.naming import join_words
from enginehouse.games.mechanica import parts
from enginehouse.games.mechanica.parts import Place

MODEL_TITLES = ("", "Basic", "Plus", "Deluxe")


def bots(models: list[int]) -> str:
    """Return a list of bots in words, such as "two Basics and a Deluxe"."""
    plurals = ("", "Basics", "Pluses", "Deluxes")
    counts = [(model, models.count(model)) for model in (1, 2, 3) if model in models]
    said = [f"a {MODEL_TITLES[m]}" if k == 1 else f"{('two', 'three', 'four')[k - 2]} {plurals[m]}" for m, k in counts]
    return join_words(said) or "no bots"


def truck_name(place: Place) -> str:
    """Return the name of the truck at a place: a, b or c, the letter of its row."""
    return f"truck {'abc'[place // parts.COLUMNS]}"


def hole_name(hole: int) -> str:
    """Return the place of a bot in words. `hole` is the number of its hole."""
    place = hole // 3
    return truck_name(place) if place % parts.COLUMNS == parts.DOCK else parts.place_name(place)


def find_orientation(tile: int) -> str:
    """Return the orientation of a tile in words: the side of its entrance, and whether the tile is flipped."""
    entrance = ("west", "north", "east", "south")[(tile >> 4) & 3]
    return f"entrance {entrance}" + (", flipped" if tile & parts.FLIP else "")


def tile_name(tile: int) -> str:
    """Return the name of a tile. The name is the same in any orientation."""
    return parts.TILES[tile & parts.KIND_BITS].title
