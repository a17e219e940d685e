"""Connect four: the verbs, in the order of the rulebook."""

from connect_four.state import SHAPE, Drop, State, Told
from enginehouse.core.records.chance import begin_guess, seed_chance
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import add
from enginehouse.core.records.ranking import rank_seats
from enginehouse.core.rule import rule

open_half = SHAPE.open_half

NOT_YOUR_TURN, COLUMN_FULL, LINE, BOARD_FULL = 201, 202, 301, 302


@rule
def setup(s: State, options: Numbers, seed: Numbers) -> None:
    """CF-1.1: an empty board; seat 0 begins."""
    s.seats = options[0]
    seed_chance(s, seed)


@rule
def actors(s: State) -> int:
    """CF-1.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << (s.moves & 1)


@rule
def is_full(taken: int, column: int) -> bool:
    """CF-2.2: the top hole of the column is among those that are taken."""
    return (taken >> (column * 7 + 5)) & 1 != 0


@rule
def legal(s: State, seat: int, out: Numbers) -> int:
    """CF-2.1, CF-2.2: the columns that are not full, in one's turn."""
    if s.reason != 0 or s.moves & 1 != seat:
        return 0
    many = 0
    taken = s.discs[0] | s.discs[1]
    for column in range(7):
        if not is_full(taken, column):
            many = add(out, many, Drop.at(column))
    return many


@rule
def refusal(v: State, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat != v.moves & 1:
        return NOT_YOUR_TURN
    return COLUMN_FULL if is_full(v.discs[0] | v.discs[1], int(Drop.column[action])) else 0


@rule
def has_line(discs: int) -> bool:
    """CF-3.1: four in a line, across, up or on a diagonal."""
    row, column = discs & (discs >> 7), discs & (discs >> 1)
    falling, rising = discs & (discs >> 6), discs & (discs >> 8)
    found = row & (row >> 14) | column & (column >> 2) | falling & (falling >> 12) | rising & (rising >> 16)
    return found != 0


@rule
def apply(s: State, seat: int, action: int, e: Events) -> None:
    """CF-2.1: the disc falls onto those in its column; CF-3.1, CF-3.2: the end."""
    column = int(Drop.column[action])
    taken = s.discs[0] | s.discs[1]
    lowest = (taken + (1 << (column * 7))) & (0x3F << (column * 7))
    s.discs[seat] |= lowest & ~taken
    s.moves += 1
    Told.dropped(e, seat=seat, column=column)
    if has_line(s.discs[seat]):
        s.reason = LINE
    elif s.moves == 42:
        s.reason = BOARD_FULL


@rule
def view(s: State, seat: int, v: State) -> None:
    """Everything is open."""
    open_half(s, seat, v)


@rule
def guess(v: State, seat: int, seed: Numbers) -> int:
    """Nothing is hidden but the chance that the game never uses."""
    begin_guess(v, seed)
    return 0


@rule
def scores(s: State, out: Numbers) -> None:
    """CF-3.1: the seat with a line wins; CF-3.2: else both are level."""
    for seat in range(2):
        out[seat] = 1 if s.reason == LINE and (s.moves - 1) & 1 == seat else 0
    rank_seats(out, out[:2])
