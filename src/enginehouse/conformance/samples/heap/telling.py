"""Describe the events of Heap: for each kind its sentence and its sound.

In a sentence, `{0}` stands for the player on seat 0 and so on. `e` has the values of the event by name.
"""

from enginehouse.conformance.samples.heap.state import Told
from enginehouse.conformance.samples.heap.words import say_counters
from enginehouse.core.words.telling import show

TELLING = {
    Told.TOOK: show(
        lambda v, e: f"{{{e.seat}}} takes {say_counters(e.many)}.",
        sound="coin",
    ),
}
