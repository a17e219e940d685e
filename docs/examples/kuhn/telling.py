"""Describe the events of Kuhn poker: for each kind its sentence."""

from enginehouse.core.words.telling import show
from kuhn.state import Told

TELLING = {
    Told.PASSED: show(lambda v, e: f"{{{e.seat}}} passes."),
    Told.BET: show(lambda v, e: f"{{{e.seat}}} bets."),
    Told.SHOWN: show(lambda v, e: f"{{{e.seat}}} shows a {e.card}."),
    Told.WON: show(lambda v, e: f"{{{e.seat}}} wins {e.chips}."),
}
