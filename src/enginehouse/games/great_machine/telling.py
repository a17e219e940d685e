"""How what happens at the Great Machine is told (see `core.telling`)."""

from __future__ import annotations

from enginehouse.core.events import Event
from enginehouse.core.telling import Telling, stroke
from enginehouse.games.great_machine.state import Told

_CARD = stroke("M-6-9H6V9H-6ZM-2-4H2M-2 0H2")
_LEVER = stroke("M-9 6L8-5M-3 9H3", "M8-8A3 3 0 1 1 8-2A3 3 0 1 1 8-8Z")
_ARM = stroke("M0 9V-8M-4-4L0-9L4-4")
_BOLT = stroke("", "M3-11L-7 2H-1L-3 11L7-2H1Z")
_PELLET = stroke("", "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z")
_RAT = stroke("M-10 3Q-6-6 2-5Q9-4 10 2Q4 6-4 5H-8M-10 3Q-13 5-11 8", "M5-1A1.4 1.4 0 1 1 5 1.8A1.4 1.4 0 1 1 5-1Z")
_SKULL = stroke(
    "M-7 0A7 7 0 1 1 7 0Q7 4 4 5V9H-4V5Q-7 4-7 0", "M-3-2A2 2 0 1 1-3 2A2 2 0 1 1-3-2ZM3-2A2 2 0 1 1 3 2A2 2 0 1 1 3-2Z"
)
_COACH = stroke("M-9-6H6V4H-9ZM-9 0H-12M6 0H9", "M-6 4A3 3 0 1 1-6 10A3 3 0 1 1-6 4ZM4 4A3 3 0 1 1 4 10A3 3 0 1 1 4 4Z")
_LOCK = stroke("M-4-1V-5A4 4 0 1 1 4-5V-1", "M-7-1H7V9H-7Z")
_SHIELD = stroke("M-8-8H8V0Q8 6 0 10Q-8 6-8 0Z")


def _eaten(before: Event, event: Event) -> bool:
    """GM-4.2: who eats a plain pellet gains one."""
    fed, gains = Told.read(before), Told.read(event)
    return before.kind == Told.ATE and bool(fed.seat == gains.seat and gains.many == 1 and not gains.phantom)


TELLING = {
    Told.PLACED: Telling(_RAT),
    Told.DREW: Telling(_CARD, sound="card"),
    Told.RESHUFFLED: Telling(_CARD, aside=True),
    Told.PLAYED: Telling(_CARD, sound="card"),
    Told.DISCARDED: Telling(_CARD, sound="card"),
    Told.INTERVENED: Telling(_SHIELD, sound="clash"),
    Told.TILTED: Telling(_LEVER, aside=True, sound="tilt"),
    Told.MOTOR: Telling(_ARM, aside=True, sound="tilt"),
    Told.REVERSED: Telling(_ARM),
    Told.SHOCKED: Telling(_BOLT, sound="zap"),
    Told.SPARK: Telling(_BOLT, aside=True, sound="zap"),
    Told.STRUCK: Telling(_BOLT, sound="zap"),
    Told.GAINED: Telling(_PELLET, echoes=_eaten),
    Told.LOST: Telling(_PELLET, aside=True),
    Told.DROPPED: Telling(sound="drop"),
    Told.STUCK: Telling(_PELLET),
    Told.ATE: Telling(_PELLET),
    Told.WASTED: Telling(_PELLET, aside=True),
    Told.DIED: Telling(_SKULL, sound="toll", moment=True),
    Told.RETURNED: Telling(_RAT),
    Told.PUT_BACK: Telling(_RAT),
    Told.TRACK: Telling(_COACH, aside=True),
    Told.ROUND: Telling(aside=True),
    Told.LOCKED: Telling(_LOCK, aside=True),
    Told.UNLOCKED: Telling(_LOCK, aside=True),
    Told.SWAPPED: Telling(_RAT),
    Told.CLIMBED: Telling(_RAT),
    Told.MASTER: Telling(_COACH, sound="toll", moment=True),
    Told.HOME: Telling(_RAT, aside=True),
}


LEGEND = (
    "The way of the next pellet, as the toggles lie now.",
    "The cage to which the motor goes next: whoever sits there loses a pellet.",
)
"""What the signs of the forecast mean, in the order in which they are drawn."""


def pellet_ahead(cage: int) -> str:
    """Where the next pellet goes; 0: into no cage."""
    return f"The next pellet falls into cage {cage}." if cage else "The next pellet does not reach a cage."


def motor_ahead(cage: int) -> str:
    """Where the motor goes next."""
    return f"The motor goes on to cage {cage}."
