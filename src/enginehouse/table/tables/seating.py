"""Seats that are drawn when the game begins: of the same secret and salts as the deal, so nobody alone chooses who sits where."""

from __future__ import annotations

from dataclasses import replace

from enginehouse.core.play import receipts
from enginehouse.table.store.rows import DRAWN, TO_DRAW, Departure, TableRow


def drawn(row: TableRow) -> TableRow:
    """The table of a game that begins, everybody at the seat that was drawn for them, where that is wanted."""
    if row.seating != TO_DRAW:
        return row
    order = receipts.order_of(row.secret, salts_of(row))
    seats = tuple(replace(row.seats[old], seat=new) for new, old in enumerate(order))
    told = tuple(Departure(one.seat, one.name, 0, DRAWN) for one in seats)
    return replace(row, seats=seats, seating=" ".join(map(str, order)), departures=told)


def salts_of(row: TableRow) -> tuple[str, ...]:
    """The salts of the seats of a game that begins; that of a bot is none."""
    return tuple(one.salt or receipts.NONE for one in row.seats)


def order_of(row: TableRow) -> list[int]:
    """By seat, at which one whoever sits there had sat down; empty where seats were not drawn."""
    return [int(one) for one in row.seating.split() if one.isdigit()]
