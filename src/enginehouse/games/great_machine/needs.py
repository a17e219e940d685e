"""List the conditions under which each play is possible (GM-6.4), as a mask of bits of `Need`.

A play is a card with the choices that its player names. A play is possible if all its conditions are met.
"""

from __future__ import annotations

import numpy as np

from enginehouse.games.great_machine import parts
from enginehouse.games.great_machine.parts import Need, Play


def _needs(code: int) -> int:
    """Return the conditions that must all be met for the play with this action code, as a mask of bits of `Need`.

    A play is a card with the choices that its player names. The mask combines these conditions:

    - the condition of the card, for each toggle or seat that the play names
    - a pellet to pay with, if the play costs one
    - the size of the machine, if the play exists on a machine of one size only
    """
    need, choice = parts.CARDS[Play.card[code]].need, parts.describe_choice(code)
    named = [toggle - 1 for toggle in choice.toggles] if need == Need.TILT else choice.seats
    mask = sum(1 << (need + k) for k in named)
    if need == Need.PELLET:
        mask |= 1 << Need.PELLET
    return mask | 1 << choice.machine if choice.machine else mask


NEEDS = np.zeros(len(parts.ACTIONS), np.int64)
"""By action code: the conditions of the play as a mask of bits of `Need`."""
for _code in range(Play.FIRST, Play.FIRST + Play.MANY):
    NEEDS[_code] = _needs(_code)


def _barred_by_size(seats: int) -> int:
    """Return the bits of `Need` for conditions that are never met in a game with this number of seats.

    These conditions are about absent players and about the machine of the other size.
    """
    absent = (1 << parts.MOST_SEATS) - (1 << seats)
    size = 1 << (Need.LARGE if seats <= parts.SMALL_SEATS else Need.SMALL)
    return size | sum(absent << need for need in (Need.PLAYER, Need.RAT, Need.SITTING, Need.HELD))


BARRED_BY_SIZE = np.array([_barred_by_size(seats) for seats in range(parts.MOST_SEATS + 1)], np.int64)
"""The conditions that are never met, by the number of seats."""


def _end(seats: int, kind: int) -> int:
    """Return 1 plus the highest action code among the plays of a card that are possible with this number of seats.

    `kind` is the number of the card. If no play is possible, return the code of the card's first play.
    """
    first = Play.at(kind, 0)
    fit = [code for code in range(first, Play.at(kind + 1, 0)) if not NEEDS[code] & BARRED_BY_SIZE[seats]]
    return max(fit, default=first - 1) + 1


PLAY_END = np.array(
    [[_end(seats, kind) for kind in range(parts.KINDS)] for seats in range(parts.MOST_SEATS + 1)], np.int64
)
"""By number of seats and kind of card: the code after the last possible play."""
