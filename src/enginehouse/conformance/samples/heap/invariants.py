"""Give the conformance checks the facts about Heap that they need."""

from enginehouse.conformance.samples.heap.state import COUNTERS, State


def conserved(s: State) -> dict[str, int]:
    """Return the numbers that no action changes, by name: here the number of all counters, taken or not."""
    return {"counters": s.left + sum(s.taken)}


def check(s: State) -> None:
    """Raise AssertionError if a record is impossible: its heap has too many counters, or fewer than 0."""
    assert 0 <= s.left <= COUNTERS, f"{s.left} counters"
