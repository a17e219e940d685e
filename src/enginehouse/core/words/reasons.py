"""Reasons for an action in words: a game's `reasons.py` declares the numbers that players count, with sentences.

`STATEMENTS` lists them; `numbers(s, seat)` counts them in a full record, in the same order. Sentences say `{whose}` for
the owner.
"""

from __future__ import annotations

from typing import NamedTuple


class Statement(NamedTuple):
    """A number that players count.

    `weight` is the value of one more for its seat, on any scale that all statements of a game share; it is negative for
    bad things. `one` and `several` name it: "pellet for {whose} rat". For a fact (0 or 1) they are whole sentences, for
    true and for false, and `is_so` is set.
    """

    name: str
    weight: float
    one: str
    several: str
    is_so: bool = False

    def told(self, difference: float, seat: int, viewer: int) -> str:
        """Return that a seat has this much more of it (less, if negative), in words for a viewer."""
        return self._said(difference).replace("{whose}", "your" if seat == viewer else f"{{{seat}}}’s")

    def _said(self, difference: float) -> str:
        if self.is_so:
            return self.one if difference > 0 else self.several
        amount = round(abs(difference), 1)
        comparison = "more" if difference > 0 else "less" if self.one == self.several else "fewer"
        return f"{amount:g} {comparison} {self.one if amount == 1 else self.several}"


class Reason(NamedTuple):
    """One difference between two actions: the mean excess of the `statement` for a seat over guesses.

    `sure` is set if it is the same in all guesses.
    """

    statement: Statement
    seat: int
    difference: float
    sure: bool
