"""What a player of Steam pump knows: how good a position looks."""

from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat

from steam_pump.rules import LAST_TAKEN
from steam_pump.state import State

WIN = 10_000


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Winning is everything; before that it is good to leave a multiple of four."""
    if s.reason == LAST_TAKEN:
        return WIN if seat == s.turn else -WIN
    good = 100 if s.left % 4 == 0 else -100
    return -good if seat == s.turn else good
