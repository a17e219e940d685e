"""What the conformance kit asks about Heap."""

from typing import Any

from enginehouse.conformance.samples.heap.state import COUNTERS


def conserved(s: Any) -> dict[str, int]:
    """What no action changes."""
    return {"counters": s.left + sum(s.taken)}


def check(s: Any) -> None:
    """What holds in every true record."""
    assert 0 <= s.left <= COUNTERS, f"{s.left} counters"
