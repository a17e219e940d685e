"""How what happens in the Mechanical Beast is told (see `core.telling`)."""

from __future__ import annotations

from enginehouse.core.telling import Telling, stroke
from enginehouse.games.mechanical_beast.state import Told

_STEPS = stroke("M-8 8H-3V3H2V-2H7V-7")
_ROOM = stroke("M-8-8H8V8H-8ZM-3 8V3H3V8")
_GEAR = stroke("M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5ZM0-9V-5M0 9V5M-9 0H-5M9 0H5M-6-6L-4-4M6 6L4 4M-6 6L-4 4M6-6L4-4")
_SWITCH = stroke("M-7 6H7M0 6L5-7", "M5-10A3 3 0 1 1 5-4A3 3 0 1 1 5-10Z")
_FALL = stroke("M-8-9H8V-1M-8-9V-1M-8-1L-4 3L0-1L4 3L8-1M0 5V11M-3 8L0 11L3 8")
_PERSON = stroke("M-6 10Q-6 1 0 1Q6 1 6 10Z", "M0-9A4 4 0 1 1 0-1A4 4 0 1 1 0-9Z")
_EXIT = stroke("M-8-9H4V9H-8ZM0 0H10M7-3L10 0L7 3")
_LOCK = stroke("M-4-1V-5A4 4 0 1 1 4-5V-1", "M-7-1H7V9H-7Z")
_HAND = stroke("M-6 10V0M-6 0V-4M-2 0V-8M2 0V-8M6 0V-5M-6 2H6V10H-6")

TELLING = {
    Told.MOVED: Telling(_STEPS, sound="door"),
    Told.EXPLORED: Telling(_ROOM, sound="door"),
    Told.PEOPLE: Telling(_PERSON),
    Told.TURNED: Telling(_GEAR, sound="tilt"),
    Told.SLID: Telling(_GEAR, aside=True),
    Told.SWITCHED: Telling(_SWITCH, sound="toll", moment=True),
    Told.COLLAPSED: Telling(_FALL, sound="fall", moment=True),
    Told.RESCUED: Telling(_PERSON, sound="fanfare"),
    Told.LOCKED: Telling(_LOCK, sound="clash"),
    Told.PLACED: Telling(_EXIT, sound="door"),
    Told.CHOSE: Telling(_EXIT),
    Told.VOTED: Telling(_HAND),
    Told.LEFT_INSIDE: Telling(_PERSON),
    Told.TRAPPED: Telling(_LOCK, sound="fall"),
    Told.ENDED: Telling(_EXIT, sound="toll"),
}
