"""What the conformance kit asks about Steam pump."""

from steam_pump.state import COUNTERS, State


def conserved(s: State) -> dict[str, int]:
    """What no action changes."""
    return {"counters": s.left + sum(s.taken)}


def check(s: State) -> None:
    """What holds in every true record."""
    assert 0 <= s.left <= COUNTERS, f"{s.left} counters"
