"""Choose hidden answers at random (MC-1.6) for a guess: a full record that is consistent with a seat's view."""

from __future__ import annotations

import numpy as np

from enginehouse.core.records.chance import pick
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import one_of
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import factory, making, riding
from enginehouse.games.mechanica.parts import Question
from enginehouse.games.mechanica.riding import BenchPlace
from enginehouse.games.mechanica.state import Phase, State


@rule
def guess_answers(v: State, seat: Seat, dice: Numbers) -> None:
    """Choose at random the answers that other seats may have given so far, and write them into the view `v`.

    The other seats are all seats but `seat` that are asked: about their own factory runs, or where to place a bot that
    they received as a gift. In the guess, each of them has either given a legal answer or not answered yet. `dice` is
    the state of the random number generator (four numbers).
    """
    w = riding.new_bench()
    out = np.zeros(32, np.int64)
    for other in range(v.seats):
        if (v.asked >> other) & 1 and other != seat:
            if v.phase == Phase.GIFT:
                many = making.write_places(v, other, out)
                if pick(dice, 2) == 1:
                    v.laid |= 1 << other
                    v.answer[other] = int(out[pick(dice, many)])
            else:
                guess_run(v, other, dice, w)


@rule
def guess_run(v: State, other: Seat, dice: Numbers, w: Numbers) -> None:
    """Choose at random how far the factory run of the seat `other` has come, and its answers to the run's questions.

    In a run, a bot's owner answers questions, such as which way a bot takes at a Fork. Write the result into `v`, the
    guess (a record that agrees with a view). `dice` is the state of the random number generator (four numbers). `w` is
    the work array of a run.
    """
    while factory.run_with_answers(v, other, w) and pick(dice, 3) != 0:
        v.answers[other][v.answered[other]] = one_of(int(w[BenchPlace.MASK]), dice)
        v.answered[other] += 1
    if v.asking[other][0] == Question.NONE:
        v.laid |= 1 << other
        v.answer[other] = 1


@rule
def begin_again(v: State, other: Seat) -> None:
    """Remove the answers of the seat `other` in its factory run, so that the run begins again.

    Do nothing for seat -1.
    """
    if other >= 0 and v.phase == Phase.RUN:
        for k in range(v.answered[other]):
            v.answers[other][k] = 0
        v.answered[other] = 0
        factory.run_with_answers(v, other, riding.new_bench())
