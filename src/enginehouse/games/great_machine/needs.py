"""What each play names, as a mask of needs: a play is possible while none of them is barred.

Bits 0 to 6 are toggles that are tilted (GM-5.1); then, by seat, players at the table (GM-6.1), rats that can be chosen
(GM-6.4), such rats in their cages (GM-4.5) and such rats that have not escaped; last the machine's size (GM-1.1) and a
pellet to pay with (GM-6 Black Economy).
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.rule import Constants
from enginehouse.games.great_machine.parts import (
    BLACK_ECONOMY,
    CARDS,
    COWER,
    KINDS,
    LEFTOVERS,
    MAZE,
    MOST_SEATS,
    NASTY_BUG,
    NOXIOUS_RAT,
    PAIR_MASKS,
    PLAY_FIRST,
    PSYCHO_RAT,
    RAT_ESCAPE,
    RAT_STATIC,
    RUBBER_BOOTS,
    SALIVATE,
    SMALL_SEATS,
    TAKE,
    TRIPLE_MASKS,
    TWO_FIRST,
    TWO_SECOND,
    VICTIMS,
    Form,
)


class Need(Constants):
    """Where the bits of each sort begin."""

    TOGGLE = 0
    PLAYER = 8
    RAT = 16
    SITTING = 24
    HELD = 32
    LARGE = 40
    SMALL = 41
    PELLET = 42


RAT_NEEDED = np.zeros(KINDS, np.int64)
"""GM-6.4: 1 for the cards that speak of "your rat" and so need a living one that is not mellow."""
for _kind in (NASTY_BUG, RAT_STATIC, NOXIOUS_RAT, RUBBER_BOOTS, COWER, SALIVATE, MAZE, LEFTOVERS):
    RAT_NEEDED[_kind] = 1

_SMALL_TOGGLES = 0b111


def _toggles(kind: int, mask: int) -> int:
    """Toggles are tilted by movement cards alone; those of the large machine need it."""
    size = 0 if mask & ~_SMALL_TOGGLES == 0 else 1 << Need.LARGE
    return size | (mask << Need.TOGGLE if kind < 3 else 0)


def _of_subject(kind: int, seat: int) -> int:
    if not RAT_NEEDED[kind]:
        return 1 << (Need.PLAYER + seat)
    return 1 << ((Need.SITTING if kind == MAZE else Need.RAT) + seat)


def _of_rat(kind: int, seat: int) -> int:
    return 1 << ({PSYCHO_RAT: Need.SITTING, RAT_ESCAPE: Need.HELD}.get(kind, Need.RAT) + seat)


def _of_explosion(index: int) -> int:
    return 1 << Need.SMALL if index == 0 else 1 << Need.LARGE


def _needs(kind: int, index: int) -> int:
    """The needs of the play of this kind with this index."""
    form = CARDS[kind].form
    if form == Form.NONE:
        return 1 << Need.PELLET if kind == BLACK_ECONOMY else 0
    if form == Form.SUBJECT:
        return _of_subject(kind, index)
    if form == Form.RAT:
        return _of_rat(kind, index)
    if form == Form.LEVEL:
        return 1 << Need.LARGE if index == 2 else 0
    if form == Form.TWO:
        return (1 << int(TWO_FIRST[index]) | 1 << int(TWO_SECOND[index])) << Need.RAT
    if form == Form.VICTIM:
        return sum(1 << seat for seat in VICTIMS[index]) << Need.RAT
    if form == Form.TOGGLE:
        return _toggles(kind, 1 << index)
    if form == Form.PAIR:
        return _toggles(kind, int(PAIR_MASKS[index]))
    if form == Form.TRIPLE:
        return _toggles(kind, int(TRIPLE_MASKS[index]))
    return _of_explosion(index) if form == Form.EXPLOSION else 0


def barred_by_size(seats: int) -> int:
    """What a table of so many seats bars for the whole game: players who are not there, and the other machine."""
    absent = (1 << MOST_SEATS) - (1 << seats)
    size = 1 << (Need.LARGE if seats <= SMALL_SEATS else Need.SMALL)
    return size | sum(absent << place for place in (Need.PLAYER, Need.RAT, Need.SITTING, Need.HELD))


NEEDS = np.zeros(TAKE, np.int64)
"""The needs of every play, by its code."""
for _kind in range(KINDS):
    for _code in range(int(PLAY_FIRST[_kind]), int(PLAY_FIRST[_kind + 1])):
        NEEDS[_code] = _needs(_kind, _code - int(PLAY_FIRST[_kind]))


def _end(seats: int, kind: int) -> int:
    """The code after the last play of a kind that so many seats can ever have."""
    end = int(PLAY_FIRST[kind + 1])
    while end > PLAY_FIRST[kind] and int(NEEDS[end - 1]) & barred_by_size(seats):
        end -= 1
    return end


BARRED_BY_SIZE = np.array([barred_by_size(seats) for seats in range(MOST_SEATS + 1)], np.int64)
PLAY_END = np.array([[_end(seats, kind) for kind in range(KINDS)] for seats in range(MOST_SEATS + 1)], np.int64)
"""By number of seats and kind, the code after the last play that such a table can ever have."""
