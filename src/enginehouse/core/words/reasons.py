"""Give reasons for an action in words: a game's `reasons.py` lists the numbers that players count, with their names.

`STATEMENTS` lists the numbers, and `numbers(s, seat)` returns their values for a full record, in the same order.
`{whose}` in a name is the place for the owner.
"""

from __future__ import annotations

from typing import NamedTuple

EVEN = 0.5
"""The minimum size of a mean difference that is rounded to 1 and not to 0."""


class Statement(NamedTuple):
    """A number that players count during a game for each seat, such as the pellets of its rat.

    `weight` is the value of one more, such as one more pellet, for the seat whose number it is. All statements of a
    game use the same scale, and bad things have negative weights. `one` and `several` are the nouns for the number:
    "pellet for {whose} rat". If `is_so` is true, the number is 0 or 1, `one` is the sentence for 1, and `several` is
    the sentence for 0.
    """

    name: str
    weight: float
    one: str
    several: str
    is_so: bool = False

    def say(self, difference: float, seat: int, viewer: int, sure: bool = True) -> str:
        """Return a phrase that says how the number of a seat differs between two actions, such as "2 fewer pellets".

        `difference` is the number after the first action minus that after the second: a mean over guesses of the hidden
        information. `sure` says whether it is the same in all guesses. If the seat is `viewer`, the phrase says "your".
        Otherwise it has the seat's number in braces, such as `{0}`, where the caller puts a name.
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
    """A reason to prefer an action to another: a number of a seat that differs after the two actions.

    `statement` names the number. `difference` is averaged over guesses of the hidden information. `sure` says whether
    it is the same in all guesses.
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
