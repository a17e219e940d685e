"""Compute the numbers and names that replace keywords in the text of a lesson (see `core.teaching.lessons`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import count, list_pieces
from enginehouse.core.teaching.lessons import find_learner
from enginehouse.games.great_machine import machine, names, parts, rats, state
from enginehouse.games.great_machine.state import State


def _find_kind(slug: str) -> int:
    return next(kind for kind, card in enumerate(parts.CARDS) if card.slug == slug)


def _name_held_card(v: State, slug: str) -> str:
    """Return the title of the card `slug` in the learner's hand. Raise `LookupError` if it is not there."""
    zone = parts.HAND + find_learner(v)
    if _find_kind(slug) not in [int(parts.KIND_OF[card]) for card in list_pieces(v, zone)]:
        raise LookupError("it is not in the hand")
    return names.title(_find_kind(slug))


def _toggle(v: State, number: int) -> int:
    if not 1 <= number <= v.toggles:
        raise LookupError("there is no such toggle")
    return number


def _empty_cage(v: State, number: int) -> int:
    if not 1 <= number <= v.cages or rats.find_rat(v, number) >= 0:
        raise LookupError("there is no such empty cage")
    return number


def _next_cage(v: State) -> int:
    """Return the number of the cage at which the motor points after one more step."""
    after = state.SHAPE.copy(v)
    after.motor += int(v.direction)
    return int(machine.charged_cage(after))


FACTS = {
    "hand": lambda v: count(v, parts.HAND + find_learner(v)),
    "limit": lambda v: parts.HAND_LIMIT,
    "card": _name_held_card,
    "title": lambda v, slug: names.title(_find_kind(slug)),
    "toggle": _toggle,
    "empty-cage": _empty_cage,
    "cage": lambda v, seat: int(v.cage[seat]),
    "motor": lambda v: int(machine.charged_cage(v)),
    "next": _next_cage,
    "pellets": lambda v, seat: int(v.real[seat] + v.phantom[seat]),
}
"""The functions that lessons call by name: cards in the hand, cards by slug, toggles, cages and the motor's cage."""
