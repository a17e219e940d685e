"""Evaluate positions of Heap for bots."""

from enginehouse.conformance.samples.heap.rules import LAST_TAKEN
from enginehouse.conformance.samples.heap.state import State
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat

WIN = 10_000


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat. The seat that leaves a multiple of four counters is ahead."""
    if s.reason == LAST_TAKEN:
        return WIN if seat == s.turn else -WIN
    good = 100 if s.left % 4 == 0 else -100
    return -good if seat == s.turn else good
