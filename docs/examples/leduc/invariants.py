"""What the kit asks about Leduc poker."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from leduc.state import VALUES, State


def check(s: State) -> None:
    """LE-1.1: three of the six cards were dealt; one of them lies open, or will."""
    dealt = [s.card[0], s.card[1], s.next or s.board]
    assert all(dealt.count(value) <= 2 and value in (1, 2, 3) for value in dealt)
    assert (s.next == 0) == (s.round == 1) == (s.board != 0)
    assert all(shown in (0, card) for shown, card in zip(s.shown, s.card, strict=True))


def twin(s: State, seat: int, dice: Random) -> None:
    """LE-1.1: other cards where the seat does not see them."""
    while True:
        world = [VALUES[card] for card in dice.sample(range(6), 3)]
        known = [s.card[k] if k == seat else s.shown[k] for k in range(2)] + [s.board]
        if all(one in (0, card) for one, card in zip(known, world, strict=True)):
            break
    s.card[0], s.card[1] = world[:2]
    if s.board == 0:
        s.next = world[2]


def deals(v: State, seat: int) -> Iterator[Any]:
    """Every way the six cards can lie, with those apart that show the same."""
    known = [v.shown[0] or v.card[0], v.shown[1] or v.card[1], v.board]
    for world in itertools.permutations(VALUES, 3):
        if all(one in (0, card) for one, card in zip(known, world, strict=True)):
            s = State.SHAPE.copy(v)
            s.card[0], s.card[1] = world[:2]
            s.next = 0 if v.board else world[2]
            yield s


def deal_key(s: State, v: State, seat: int) -> tuple[int, ...]:
    """What distinguishes two deals."""
    return (*s.card, s.next)
