"""Deal a deck in a variant of a game in which some cards have more or fewer copies (see `core.registry.overlays`).

The order of the cards is as much like that of the printed game as possible. The deck is shuffled in two steps. First
the printed deck is shuffled, as in a game with the printed numbers, and missing copies are left out. Then each
additional copy is put at a random place between the others. A second random number generator draws these places, so the
record's own random numbers stay the same. So with the same seed, the variant and the printed game draw the same cards
until one of them draws a card that the other does not have. With the printed numbers this is an ordinary shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from enginehouse.core.records.chance import pick, seed_dice, shuffle_row
from enginehouse.core.records.fields import Numbers, ReadOnly, Record
from enginehouse.core.records.hidden import put
from enginehouse.core.rule import rule
from enginehouse.core.terms import Zone


def as_printed(printed: Iterable[Any], pieces: Mapping[int, Any]) -> tuple[Any, Any]:
    """Match the pieces of a variant's deck to the cards of the printed game. Return two arrays for `lay_deck`.

    `printed` lists the kind of each card in the printed game. `pieces` maps the number of each piece of the variant's
    deck to its kind. The first array has a number for each printed card: a piece of the same kind, or 0 if the variant
    has fewer copies. The second array has the pieces that are left: additional copies.
    """
    left: dict[Any, list[int]] = {}
    for piece, kind in pieces.items():
        left.setdefault(kind, []).append(piece)
    order = [left[kind].pop(0) if left.get(kind) else 0 for kind in printed]
    more = sorted(piece for many in left.values() for piece in many)
    return np.array(order, np.int64), np.array(more, np.int64)


@rule
def shuffle_printed(s: Record, printed: ReadOnly, more: Any, stream: int, order: Numbers) -> int:
    """Write the pieces of a shuffled deck into `order`, the top piece last, and return their number.

    All orders are equally likely. The deck may have more or fewer copies of a card than the printed game. `printed` has
    an element for each card of the printed game: the number of the piece that stands for this card, or 0 if the deck
    does not have the card. `more` has the additional pieces, which are put at random places between the others. Give
    each deck of a game its own number `stream`, so that the additional pieces of two decks get different places.
    """
    row = np.zeros(len(printed), np.int64)
    for k in range(len(printed)):
        row[k] = int(printed[k])
    shuffle_row(s, row, 0, len(printed))
    many = 0
    for k in range(len(printed)):
        if int(row[k]) > 0:
            order[many] = int(row[k])
            many += 1
    if len(more) > 0:
        dice = np.zeros(4, np.int64)
        seed_dice(dice, int(s.chance_key[0]) | ((int(s.chance_key[1]) & 0x7FFFFFFF) << 32), stream)
        for k in range(len(more)):
            place = pick(dice, many + 1)
            for j in range(many, place, -1):
                order[j] = int(order[j - 1])
            order[place] = int(more[k])
            many += 1
    return many


@rule
def lay_deck(s: Record, zone: Zone, printed: ReadOnly, more: Any) -> None:
    """Lay a shuffled deck into an empty zone of the record `s`. No seat knows its order.

    The deck may have more or fewer copies of a card than the printed game. `printed` has an element for each card of
    the printed game: the number of the piece that stands for this card, or 0 if the deck does not have the card. `more`
    has the numbers of the additional pieces.
    """
    order = np.zeros(len(printed) + len(more), np.int64)
    many = shuffle_printed(s, printed, more, zone + 1, order)
    for k in range(many):
        put(s, zone, int(order[k]))
