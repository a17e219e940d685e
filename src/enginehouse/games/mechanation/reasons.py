"""The numbers that players count, for the reasons of an action (see `core.words.reasons`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import count
from enginehouse.core.terms import Seat
from enginehouse.core.words.reasons import Statement
from enginehouse.games.mechanation.lands import is_up, largest_set
from enginehouse.games.mechanation.mechs import in_hangar
from enginehouse.games.mechanation.parts import ARENA, HELD, POWER_OF, TIERS
from enginehouse.games.mechanation.state import ATTACK_POST, State

STATEMENTS = (
    Statement("territories", 100, "territory on {whose} side", "territories on {whose} side"),
    Statement("largest set", 150, "territory in {whose} largest set", "territories in {whose} largest set"),
    Statement("face-up", -15, "exposed territory on {whose} side", "exposed territories on {whose} side"),
    Statement("ready mechs", 50, "ready mech on {whose} side", "ready mechs on {whose} side"),
    Statement("ready power", 12, "power of {whose} ready mechs", "power of {whose} ready mechs"),
    Statement("at territories", 30, "territory with {whose} mechs at it", "territories with {whose} mechs at them"),
)  # fmt: skip


def numbers(s: State, seat: Seat) -> list[int]:
    """Return these numbers for a seat in a full record."""
    ready = [tier for tier in range(TIERS) if not in_hangar(s, seat, tier)]
    posts = {int(s.post_at[post]) for post in range(ATTACK_POST) if s.post_seat[post] == seat + 1}
    return [
        count(s, HELD + seat),
        largest_set(s, seat),
        sum(int(is_up(s, HELD + seat, k)) for k in range(count(s, HELD + seat))),
        len(ready),
        sum(int(POWER_OF[s.balanced, int(s.mech[seat][tier])]) for tier in ready),
        sum(1 for at in posts if 0 <= at < count(s, ARENA)),
    ]
