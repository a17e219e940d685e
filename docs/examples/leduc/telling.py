"""Describe the events of Leduc poker: for each kind its sentence."""

from enginehouse.core.words.telling import show
from leduc.state import Told

TELLING = {
    Told.FOLDED: show(lambda v, e: f"{{{e.seat}}} folds."),
    Told.CALLED: show(lambda v, e: f"{{{e.seat}}} calls."),
    Told.RAISED: show(lambda v, e: f"{{{e.seat}}} raises by {e.chips}."),
    Told.TURNED_UP: show(lambda v, e: f"A {e.card} is turned up."),
    Told.SHOWN: show(lambda v, e: f"{{{e.seat}}} shows a {e.card}."),
    Told.WON: show(lambda v, e: f"{{{e.seat}}} wins {e.chips}."),
    Told.SHARED: show(lambda v, e: "The pot is shared."),
}
