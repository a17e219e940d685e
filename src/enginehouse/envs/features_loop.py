"""What of features compiles: an entry of its own, so that batches of which nobody asks for features do not compile them."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import entry
from enginehouse.core.verbs import features, guess


@entry
def numbers_of(states: Any, viewers: Any, seeds: Any, row: Any, found: Any) -> int:
    """Write the numbers of all seats of each view, the viewer's first; the views become guesses. How many a seat has."""
    many = 0
    for k in range(len(states)):
        guess(states[k], viewers[k], seeds)
        for seat in range(states[k].seats):
            many = features(states[k], (max(viewers[k], 0) + seat) % states[k].seats, row)
            for j in range(many):
                found[k][seat][j] = row[j]
    return int(many)
