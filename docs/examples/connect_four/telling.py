"""Describe the events of connect four: for each kind its sentence and its sound."""

from connect_four.state import Told
from enginehouse.core.words.telling import show

TELLING = {
    Told.DROPPED: show(lambda v, e: f"{{{e.seat}}} drops a disc into column {e.column + 1}.", sound="drop"),
}
