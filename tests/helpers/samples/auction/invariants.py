"""The conformance kit's hooks for the auction."""

from samples.auction.state import BACKS, KINDS, State  # noqa: F401  (the kit's enumeration reads them)

HANDS = ()  # won cards lie open


def conserved(s: State) -> dict[str, int]:
    """Return the numbers that no action changes."""
    lying = [s.row[s.start[z] + k] for z in range(len(s.size)) for k in range(s.size[z])]
    return {"cards": len(lying), "different cards": len(set(lying)), "sum of cards": sum(lying)}


def check(s: State) -> None:
    """Check that a record keeps the rules."""
    for seat in range(s.seats):
        assert s.coins[seat] >= 0
        assert s.answer[seat] <= s.coins[seat] + 2 * s.loan[seat]
    assert not s.asked or s.laid != s.asked
