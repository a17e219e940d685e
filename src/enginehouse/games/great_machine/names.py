"""Name toggles, pellets, cards and rats in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from enginehouse.core.words.naming import join_words
from enginehouse.games.great_machine import parts


def toggles_named(mask_or_set: int | tuple[int, ...]) -> str:
    """Return the names of several toggles in words, such as "toggles 1 and 3".

    The argument is a mask (bit 0 for toggle 1) or a tuple of toggles.
    """
    if isinstance(mask_or_set, int):
        mask_or_set = tuple(t for t in range(1, 8) if mask_or_set >> (t - 1) & 1)
    names = [str(t) for t in mask_or_set]
    return f"toggle{'s' if len(names) > 1 else ''} {join_words(names)}"


def pellets(many: int) -> str:
    """Return a number of pellets in words, such as "3 pellets"."""
    return "a pellet" if many == 1 else f"{many} pellets"


def title(kind: int) -> str:
    """Return the title of a card of this kind."""
    return parts.CARDS[kind].title


def rat(seat: int, cages: Mapping[int, int]) -> str:
    """Return the name of a seat's rat: its owner, and its cage if `cages` (numbers of cages by seat) has the seat."""
    cage = cages.get(seat, 0)
    return f"{{{seat}}}’s rat{f' in cage {cage}' if cage else ''}"
