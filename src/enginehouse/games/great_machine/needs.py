"""What each play needs, as a mask of bits of `Need`: it is possible while none of them is barred (GM-6.4)."""

from __future__ import annotations

import numpy as np

from enginehouse.games.great_machine.parts import (
    ACTIONS,
    CARDS,
    KINDS,
    MOST_SEATS,
    SMALL_SEATS,
    Need,
    Play,
    chosen,
)


def _needs(code: int) -> int:
    """What a play needs: its card's need, of each toggle or seat that it names; and a machine."""
    need, choice = CARDS[Play.card[code]].need, chosen(code)
    named = [toggle - 1 for toggle in choice.toggles] if need == Need.TILT else choice.seats
    mask = sum(1 << (need + k) for k in named)
    if need == Need.PELLET:
        mask |= 1 << Need.PELLET
    return mask | 1 << choice.machine if choice.machine else mask


NEEDS = np.zeros(len(ACTIONS), np.int64)
"""By code: the needs of a play."""
for _code in range(Play.FIRST, Play.FIRST + Play.MANY):
    NEEDS[_code] = _needs(_code)


def _barred_by_size(seats: int) -> int:
    """What a table of so many seats bars for the whole game: players who are not there, and the other machine."""
    absent = (1 << MOST_SEATS) - (1 << seats)
    size = 1 << (Need.LARGE if seats <= SMALL_SEATS else Need.SMALL)
    return size | sum(absent << need for need in (Need.PLAYER, Need.RAT, Need.SITTING, Need.HELD))


BARRED_BY_SIZE = np.array([_barred_by_size(seats) for seats in range(MOST_SEATS + 1)], np.int64)


def _end(seats: int, kind: int) -> int:
    """The code after the last play of a kind that so many seats can ever have."""
    first = Play.at(kind, 0)
    fit = [code for code in range(first, Play.at(kind + 1, 0)) if not NEEDS[code] & BARRED_BY_SIZE[seats]]
    return max(fit, default=first - 1) + 1


PLAY_END = np.array([[_end(seats, kind) for kind in range(KINDS)] for seats in range(MOST_SEATS + 1)], np.int64)
"""By number of seats and kind, the code after the last play that such a table can ever have."""
