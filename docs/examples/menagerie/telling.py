"""Describe the events of Menagerie: for each kind its sentence, as far as the viewer knows the event."""

from enginehouse.core.words.telling import show
from menagerie.state import ANIMALS, Told

TELLING = {
    Told.ASKED: show(
        lambda v, e: f"{{{e.seat}}} shows the {ANIMALS[e.kind]} and asks {{{e.other}}} for the other one."
    ),
    Told.NONE: show(lambda v, e: f"{{{e.seat}}} has no {ANIMALS[e.kind]}."),
    Told.DREW: show(lambda v, e: f"{{{e.seat}}} draws {'a card' if e.kind is None else f'the {ANIMALS[e.kind]}'}."),
    Told.PAIR: show(lambda v, e: f"{{{e.seat}}} lays down both of the kind {ANIMALS[e.kind]}."),
}
