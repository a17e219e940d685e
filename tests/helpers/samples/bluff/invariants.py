"""The conformance kit's hooks for bluff."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from enginehouse.core.terms import Seat
from samples.bluff.state import State


def check(s: State) -> None:
    """Check that a record keeps the rules."""
    assert all(1 <= die <= 3 for row in s.dice[: s.seats] for die in row)


def twin(s: State, seat: Seat, dice: Random) -> None:
    """BL-1.1, BL-2.4: other dice under the cups, but for the seat's own and the one it peeked at."""
    for other in range(s.seats):
        for k in range(2):
            peeked = seat >= 0 and s.peeked >> seat & 1 and (other, k) == ((seat + 1) % s.seats, 0)
            if other != seat and not peeked:
                s.dice[other][k] = dice.randint(1, 3)


def deals(v: State, seat: Seat) -> Iterator[Any]:
    """Every way the dice under the cups can lie."""
    unknown = [(k, j) for k in range(v.seats) for j in range(2) if v.dice[k][j] == 0]
    for faces in itertools.product((1, 2, 3), repeat=len(unknown)):
        world = State.SHAPE.copy(v)
        for (k, j), face in zip(unknown, faces, strict=True):
            world.dice[k][j] = face
        yield world


def deal_key(s: State, v: State, seat: Seat) -> tuple[int, ...]:
    """Return the part of a record in which two deals differ."""
    return tuple(die for row in s.dice[: s.seats] for die in row)
