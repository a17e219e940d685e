"""Guess the hidden answers of other seats in a reaction window, a time in which several seats answer at once (GM-9).

A view is the record of a game as one seat sees it, without the other seats' answers. With random answers in their
place, the view becomes a full record that is consistent with it.
"""

from __future__ import annotations

from enginehouse.core.records.chance import pick
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.sealed import open_again
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import decks
from enginehouse.games.great_machine.state import State


@rule
def guess_answers(v: State, seat: Seat, dice: Numbers) -> None:
    """Choose random answers for the other seats in a reaction window, and write them into the view `v`.

    In the window, the asked seats may cancel a card (GM-6.3). Each of them has passed, has intervened or has not
    answered yet. At least one seat has not answered, because the window is still open. The answer of `seat` itself
    stays as it is. `dice` gives the random numbers.
    """
    own = int(v.laid)
    for other in range(v.seats):
        if (v.asked >> other) & 1 and other != seat:
            if pick(dice, 2) == 1:
                v.laid |= 1 << other
                v.answer[other] = (
                    decks.INTERVENED if decks.may_intervene(v, other) and pick(dice, 2) == 1 else decks.PASSED
                )
    open_again(v, own, dice)
