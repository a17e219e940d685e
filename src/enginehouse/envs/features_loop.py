"""The compiled function that computes features.

It is separate from the batch, so that only users of features compile it.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.fields import States
from enginehouse.core.rule import entry
from enginehouse.core.verbs import features, guess


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
