"""Check the invariants of The Great Machine: facts that are true in every position.

The conformance checks use this module.
"""

from __future__ import annotations

from enginehouse.core.records.hidden import count_conserved, list_pieces
from enginehouse.games.great_machine import decks, parts
from enginehouse.games.great_machine.state import Phase, State

KINDS = parts.KIND_OF.tolist()
BACKS = parts.BACK_OF.tolist()
HANDS = range(parts.HAND, parts.HAND + parts.MOST_SEATS)
NAMES = [card.slug for card in parts.CARDS]
ZONES = {
    **{f"{name} deck": parts.DECK + k for k, name in enumerate(parts.DECK_NAMES)},
    **{f"{name} discards": parts.DISCARD + k for k, name in enumerate(parts.DECK_NAMES)},
    "in play": parts.IN_PLAY,
    **{f"hand {seat}": parts.HAND + seat for seat in range(parts.MOST_SEATS)},
}
OPEN_PHASES = ("PLACE",)
"""The phases in which all information is public: rats are placed before the decks are shuffled (GM-2.3)."""


def conserved(s: State) -> dict[str, int]:
    """Return a dict of numbers that no action changes (GM-2.3, GM-6.5).

    The dict has the number of cards in all zones, the number of different cards, and the sum of the cards' numbers. If
    these stay the same, each card is in one place.
    """
    if s.phase == Phase.PLACE:
        many = parts.PIECES
        return {"cards": many, "different cards": many, "sum of cards": many * (many + 1) // 2}
    return count_conserved(s, "cards")


def check(s: State) -> None:
    """Raise AssertionError if a record is impossible: no game can lead to it."""
    for zone in range(parts.IN_PLAY):
        assert all(BACKS[card] == zone % 2 for card in list_pieces(s, zone)), f"a card of the other deck in zone {zone}"
    for seat in range(parts.MOST_SEATS):
        assert s.real[seat] >= 0, f"seat {seat} has {s.real[seat]} pellets"
        assert s.phantom[seat] >= 0, f"seat {seat} has {s.phantom[seat]} phantom pellets"
        if seat >= s.seats:
            assert s.size[parts.HAND + seat] == 0, f"seat {seat} is not at the table and holds cards"
    living = [int(s.cage[seat]) for seat in range(s.seats) if s.alive >> seat & 1]
    assert len(living) == len(set(living)), f"two rats have one cage: {living}"
    assert all(1 <= cage <= s.cages for cage in living), f"a cage that is none: {living}"
    assert s.reason != 0 or 0 < s.track <= parts.TRACK - s.slots_left_out or s.phase == Phase.PLACE, (
        f"the track stands at {s.track}"
    )
    for seat in range(s.seats):
        assert s.pipe[seat] == 0 or 0 < s.pipe_since[seat] <= s.pipe_count, (
            f"seat {seat} has not been counted in the pipes"
        )
        for other in range(s.seats):
            mutual = (s.partners[seat] >> other & 1) == (s.partners[other] >> seat & 1)
            assert mutual, f"seats {seat} and {other} do not collaborate with each other (GM-6 Collaboration)"
        if (s.asked & s.laid) >> seat & 1 and s.answer[seat] == decks.INTERVENED:
            hand = [KINDS[card] for card in list_pieces(s, parts.HAND + seat)]
            assert parts.TIMELY_INTERVENTION in hand, (
                f"seat {seat} has laid an intervention that it does not hold (GM-6.3)"
            )
    assert not s.asked or s.laid != s.asked, "everybody has answered, and the window is not opened"
