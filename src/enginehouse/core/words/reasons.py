"""What speaks for an action in words: a game's `reasons.py` says what a player counts, and how one says that there is more of it.

`STATEMENTS` lists what is counted; `numbers(s, seat)` counts it in a full record, in the same order. Sentences say `{whose}`
for whose it is.
"""

from __future__ import annotations

from typing import NamedTuple


class Statement(NamedTuple):
    """Something that a player counts.

    `weight`: how much one more of it speaks for its seat, on any scale that all statements of a game share; negative for what
    is bad. `one` and `several` name it: "pellet for {whose} rat". For what only is so or not (0 or 1) they are whole sentences:
    that it is so, and that it is not; `is_so` says which of both it is.
    """

    name: str
    weight: float
    one: str
    several: str
    is_so: bool = False

    def told(self, difference: float, seat: int, viewer: int) -> str:
        """That there is so much more of it (less, where it is negative) for a seat, in words for a viewer."""
        return self._said(difference).replace("{whose}", "your" if seat == viewer else f"{{{seat}}}’s")

    def _said(self, difference: float) -> str:
        if self.is_so:
            return self.one if difference > 0 else self.several
        amount = round(abs(difference), 1)
        comparison = "more" if difference > 0 else "less" if self.one == self.several else "fewer"
        return f"{amount:g} {comparison} {self.one if amount == 1 else self.several}"


class Reason(NamedTuple):
    """One difference between two actions: so much more of what the `statement` counts for a seat, on average over guesses; `sure`
    where it is the same in all of them."""

    statement: Statement
    seat: int
    difference: float
    sure: bool
