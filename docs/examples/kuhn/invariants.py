"""What the kit asks about Kuhn poker."""

from collections.abc import Iterator
from random import Random
from typing import Any

from kuhn.state import State


def check(s: State) -> None:
    """KU-1.1: two different cards."""
    assert {s.card[0], s.card[1]} < {1, 2, 3} and s.card[0] != s.card[1]
    assert all(shown in (0, card) for shown, card in zip(s.shown, s.card, strict=True))


def twin(s: State, seat: int, dice: Random) -> None:
    """KU-1.1: another card in the hand that the seat does not see."""
    worlds = [world for world in _worlds() if all(_fits(s, world[k], k, seat) for k in range(2))]
    s.card[0], s.card[1] = dice.choice(worlds)


def _worlds() -> list[tuple[int, int]]:
    return [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a != b]


def _fits(s: State, card: int, k: int, seat: int) -> bool:
    known = s.card[k] if k == seat else s.shown[k]
    return known in (0, card)


def deals(v: State, seat: int) -> Iterator[Any]:
    """Every way the cards can lie."""
    for world in _worlds():
        if all((v.shown[k] or v.card[k]) in (0, world[k]) for k in range(2)):
            s = State.SHAPE.copy(v)
            s.card[0], s.card[1] = world
            yield s


def deal_key(s: State, v: State, seat: int) -> tuple[int, ...]:
    """What distinguishes two deals."""
    return tuple(s.card)
