"""Compiled functions that compute features: numbers about a position, by which bots judge it.

One function computes the features of views, and another one those after each legal action. They have a module of their
own, so that only users of features compile them.
"""

from __future__ import annotations

from typing import Any

from enginehouse.bots.players.greedy import close_windows, fill_words
from enginehouse.core.records.fields import Numbers, States
from enginehouse.core.rule import entry
from enginehouse.core.verbs import apply, features, guess, scores


@entry
def compute_features(states: States, viewers: Any, seeds: Any, row: Any, found: Any) -> int:
    """Write the features of all seats for each view into `found`, those of the viewer first.

    Return the number of features per seat. `states` has the views. Each view is overwritten by a record with guessed
    hidden information. `viewers` has the seat of each view, -1 for a spectator. `seeds` has the eight words of the
    guesses' seed. `row` is scratch space for the features of one seat. `found[k][j]` receives the features of the seat
    `j` places after the viewer of view `k`.
    """
    many = 0
    for k in range(len(states)):
        guess(states[k], viewers[k], seeds)
        for seat in range(states[k].seats):
            many = features(states[k], (max(viewers[k], 0) + seat) % states[k].seats, row)
            for j in range(many):
                found[k][seat][j] = row[j]
    return int(many)


@entry
def compute_afterstates(
    states: States, viewers: Any, actions: tuple[Numbers, Numbers, Any], guesses: int, room: Any, events: Any
) -> int:
    """Play each action in several guesses of the hidden information, and add up the features of the new positions.

    - `states` has the views, followed by two records of scratch space. `viewers` has the seat of each view.
    - `actions` has three arrays. The first has the number of actions of each view. The second has the codes of all
      actions, view by view. The third has a row for each of these actions, in which all numbers are 0. The function
      adds the features of all seats to this row: first those of the viewer, then those of the next seats. The last
      column counts the guesses in which the action ends the game: 1 for each win of the viewer, and -1 for each loss.
    - `guesses` is the number of guesses for each view.
    - `room` has three arrays of scratch space. `events[0]` receives events.

    If other seats are asked after an action, they answer by their first legal action. Return the number of features per
    seat.
    """
    widths, codes, found = actions
    words, out, row = room
    first, many, last = 0, 0, len(states) - 2
    for k in range(last):
        seats = int(states[k].seats)
        for number in range(guesses):
            fill_words(0, number, words)
            states[last] = states[k]
            guess(states[last], viewers[k], words)
            for j in range(first, first + widths[k]):
                states[last + 1] = states[last]
                events[0].count = 0
                apply(states[last + 1], viewers[k], int(codes[j]), events[0])
                close_windows(states[last + 1], viewers[k], out, events[0])
                for seat in range(seats):
                    many = features(states[last + 1], (viewers[k] + seat) % seats, row)
                    for column in range(many):
                        found[j, seat * many + column] += row[column]
                if states[last + 1].reason != 0:
                    scores(states[last + 1], out)
                    found[j, seats * many] += 1 if out[8 + viewers[k]] == 1 else -1
        first += widths[k]
    return int(many)
