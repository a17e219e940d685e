"""Draw the seats of the players by lot when the game starts.

The draw uses the same secret and salts as the shuffle, so no person alone can choose its result.
"""

from __future__ import annotations

from dataclasses import replace

from enginehouse.core.play import receipts
from enginehouse.table.store.rows import DRAWN, TO_DRAW, Departure, TableRow


def draw_seats(row: TableRow) -> TableRow:
    """Return the table `row` of a starting game, with each player on the seat that was drawn for them.

    If no draw was requested, return `row` unchanged.
    """
    if row.seating != TO_DRAW:
        return row
    order = receipts.order_of(row.secret, list_salts(row))
    seats = tuple(replace(row.seats[old], seat=new) for new, old in enumerate(order))
    told = tuple(Departure(one.seat, one.name, 0, DRAWN) for one in seats)
    return replace(row, seats=seats, seating=" ".join(map(str, order)), departures=told)


def list_salts(row: TableRow) -> tuple[str, ...]:
    """Return the salt of each seat at the start of a game: the text that its player has contributed to the shuffle.

    The salt of a bot, or of a player without a contribution, is `-`.
    """
    return tuple(one.salt or receipts.NONE for one in row.seats)


def list_former_seats(row: TableRow) -> list[int]:
    """Return for each seat the number of the seat that its player had before the seats were drawn by lot.

    The list is empty if seats were not drawn.
    """
    return [int(one) for one in row.seating.split() if one.isdigit()]
