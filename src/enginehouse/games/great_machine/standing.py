"""How the rats stand (see `core.standings`)."""

from __future__ import annotations

from enginehouse.core.standings import Standing
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine.rats import total
from enginehouse.games.great_machine.state import Phase, State


def goal(v: State) -> str:
    """GM-2.4, GM-4.2: who wins, and when that is asked."""
    return (
        f"Be the fattest rat when the Master comes: {int(v.track)} slots to go. If the fattest tie, the next one wins."
    )


def standing(v: State, seat: Seat) -> Standing:
    """GM-4.2: pellets; a dead rat cannot win."""
    if not v.alive >> seat & 1:
        return Standing("no rat yet" if v.phase == Phase.PLACE else "rat dead")
    many = int(total(v, seat))
    return Standing(f"{many} pellet{'s' * (many != 1)}", many)
