"""Give reasons for an action in words, by numbers that players count, such as their points.

A game's `reasons.py` has the list `STATEMENTS`, which describes these numbers, and the function `numbers(s, seat)`,
which returns their values for a full record in the same order. In the words for a number, `{whose}` is the place for
the player to whom the number belongs.
"""

from __future__ import annotations

from typing import NamedTuple

EVEN = 0.5
"""The minimum size of a mean difference that is rounded to 1 and not to 0."""


class Statement(NamedTuple):
    """A number that players count during a game for each seat, such as the pellets of its rat, and the words for it.

    `weight` is the value of 1 more for the seat, such as 1 more pellet. It is negative if more is bad, and has the same
    scale for all numbers of a game. `one` and `several` are the words after the number, for 1 and for more: "pellet for
    {whose} rat". If `is_so` is true, the number is only 1 (yes) or 0 (no). Then `one` is a sentence for 1, and
    `several` is a sentence for 0.
    """

    name: str
    weight: float
    one: str
    several: str
    is_so: bool = False

    def say(self, difference: float, seat: int, viewer: int, sure: bool = True) -> str:
        """Return a phrase that compares the effects of two actions on a number, such as "2 fewer pellets for your rat".

        Each seat has such a number, for example the pellets of its rat. `difference` is the number of `seat` after the
        first action minus its number after the second action: a mean over guesses of the hidden information. `sure`
        says whether the difference is the same in all guesses. If `seat` is `viewer`, the phrase says "your". Otherwise
        it has the index of the seat in braces, such as `{0}`, where the caller puts a name.
        """
        said = self._say_whether(difference, sure) if self.is_so else self._compare(difference, sure)
        return said.replace("{whose}", "your" if seat == viewer else f"{{{seat}}}’s")

    def _say_whether(self, difference: float, sure: bool) -> str:
        doubt = "" if sure else "probably " if abs(difference) >= EVEN else "perhaps "
        return doubt + (self.one if difference > 0 else self.several)

    def _compare(self, difference: float, sure: bool) -> str:
        amount = int(abs(difference) + EVEN)
        comparison = "more" if difference > 0 else "less" if self.one == self.several else "fewer"
        many = f"{'' if sure else 'about '}{amount}" if amount else "perhaps"
        return f"{many} {comparison} {self.one if amount == 1 else self.several}"


class Reason(NamedTuple):
    """A reason to prefer an action to another: it makes a number that a seat counts, such as points, larger or smaller.

    `statement` describes the number, and `seat` is the seat to which it belongs. `difference` is the number after the
    first action minus the number after the second, as a mean over guesses of the hidden information. `sure` says
    whether the difference is the same in all guesses.
    """

    statement: Statement
    seat: int
    difference: float
    sure: bool

    def say(self, viewer: int) -> str:
        """Return the reason as a phrase for the player at the seat `viewer`, whom the phrase calls "you".

        Any other seat is its number in braces, such as `{0}`, where the caller puts a name.
        """
        return self.statement.say(self.difference, self.seat, viewer, self.sure)
