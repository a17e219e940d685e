"""Learn beliefs from games of bots: how well a guess of the hidden information fits the actions of the other seats.

A position of the training data is seen by a random seat, which does not know all of it. The position is stored as a
list of records: the true one, and guesses, which are consistent with the view of this seat. The other seats know more,
so their actions depend on the hidden information. The game's `signs` describes each record by numbers. A
conditional logit is fitted, as for judgement (`bots.training.learning`): its weights make the true record the likeliest
one.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.training import learning
from enginehouse.bots.training.learning import POSITIONS, Positions, TrainingGames, join_positions
from enginehouse.core.records.chance import pick
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Matrix, Numbers, Record, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import bank, guess, habits, signs, view

WORLDS = 8
"""The number of records per position: the true one and the guesses."""


@rule
def write_features(s: Record, seat: int, out: Numbers) -> int:
    """Write numbers into `out` that show how well the record `s` fits the other seats' actions. Return their number.

    `s` is a guess of the information that is hidden from `seat`. The numbers are those of the game's rule `signs`. If
    the bots in the training games choose by a search, the compiler puts `write_habit_features` in place of this rule.
    """
    return signs(s, seat, out)


@rule
def write_habit_features(s: Record, seat: int, out: Numbers) -> int:
    """Write numbers into `out` that show how well the record `s` fits the other seats' actions. Return their number.

    `s` is a guess of the information that is hidden from `seat`. The numbers (features) assume that each of the other
    seats chooses its actions by a search.
    """
    return habits(s, seat, out)


@rule
def write_alternatives(states: States, seat: int, room: Any) -> bool:
    """Write the features of the true record `states[0]` and of several guesses into the training data.

    Features are numbers that show how well a record fits the actions of the other seats. A guess is a full record that
    is consistent with the view of `seat`. `room` is the working memory of the loop that plays the games, and the array
    `room.found` has the training data. The features of record `j` are written into `room.found[room.kept][j]`, where
    record 0 is the true record. `room.kept` is the number of positions stored so far. Return False if all guesses have
    the same features as the true record, and otherwise True. `states[1]` is an empty record. `states[2]` and
    `states[3]` are overwritten.
    """
    found = room.found[room.kept]
    room.numbers = write_features(states[0], seat, found[0])
    states[2] = states[1]
    view(states[0], seat, states[2])
    seed, differ = pick(room.dice, 1 << 30), False
    for j in range(1, WORLDS):
        fill_words(seed, j, room.own)
        states[3] = states[2]
        guess(states[3], seat, room.own)
        many = write_features(states[3], seat, found[j])
        for k in range(many):
            if found[j][k] != found[0][k]:
                differ = True
    return differ


@rule
def gather(states: States, seat: int, code: int, e: Events, room: Any) -> bool:
    """Store the position `states[0]` as training data for beliefs, with a probability of one in `room.every`.

    A belief is an estimate of how likely a guess of the hidden information is. `room` is the working memory of the loop
    that plays the games, with space for the stored positions. A position is stored only if the guesses of its hidden
    information differ from the true record in their features. The loop calls this function after each action. Before a
    game, it calls the function with seat -1, which removes the stored positions. Always return False, which lets the
    game continue.
    """
    if seat < 0:
        room.count = 0
        room.kept = 0
        return False
    room.count += 1
    s = states[0]
    if s.reason == 0 and room.kept < POSITIONS and pick(room.dice, room.every) == 0:
        if write_alternatives(states, pick(room.dice, int(s.seats)), room):
            room.banks[room.kept] = bank(s)
            room.kept += 1
    return False


class BeliefGathering(learning.Gathering):
    """Games of a bot against itself, in which positions are stored to learn beliefs.

    Beliefs say how likely a guess of the hidden information is.
    """

    keep = staticmethod(gather)

    def positions(self, lesson: TrainingGames, seed: int, first: int, games: int) -> Positions:
        """Return the positions that were stored in `games` training games, from number `first` on.

        The argument `lesson` has the settings of these games. The same seed gives the same positions.
        """
        game, room = self.bench.game, self.bench.room
        self.set_up(lesson)
        options = game.option_numbers(lesson.seats, game.check_options(dict(lesson.options)))
        rows: list[Positions] = []
        for k in range(first, first + games):
            self.bench.play(options, seed, k)
            many = int(room["kept"])
            numbers = room["found"][:many, :WORLDS, : int(room["numbers"])].astype(np.int32)
            rows.append(Positions(numbers, make_targets(numbers), room["banks"][:many].copy(), np.full(many, k)))
        return join_positions(rows)


class HabitGathering(BeliefGathering):
    """Games that a searching bot plays against itself, in which positions are stored to learn beliefs.

    Beliefs say how likely a guess of the hidden information is.
    """

    parts: ClassVar[Any] = {write_features: write_habit_features}


def make_targets(numbers: Matrix) -> Any:
    """Return the probabilities that the fit of beliefs aims at, as an array of shape (positions, records).

    `numbers` has the features of the true record and of guesses, of shape (positions, records, features). The true
    record is the first of each position. A guess with the same features cannot be distinguished from the true record.
    So the true record and all such guesses have equal probabilities, with the sum 1. All other guesses have probability
    0.
    """
    like = (numbers == numbers[:, :1]).all(2)
    return like / like.sum(1, keepdims=True)
