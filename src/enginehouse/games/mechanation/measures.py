"""What the lab can write down of a game of Mechanation."""

from typing import Any

from enginehouse.games.mechanation.parts import MECHS


def mechs(position: Any) -> dict[str, Any]:
    """Which mechs each pilot was dealt (MN-1.2)."""
    s = position.state
    return {"mechs": [[MECHS[mech].title for mech in s.mech[seat]] for seat in range(position.seats)]}


MEASURES = {"mechs": mechs}
