"""Turn events into sentences of the log (see `core.words.telling`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from enginehouse.core.records.events import Event
from enginehouse.core.words.telling import Telling, stroke
from enginehouse.games.great_machine import names, words
from enginehouse.games.great_machine.parts import Play
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


def _is_eaten(before: Sequence[Event], event: Event) -> bool:
    """Return whether the log already says that a rat gains one pellet, because an earlier event says that it ate.

    `event` is the gain, of one real pellet (GM-4.2), and `before` has the earlier events. Between eating and the gain
    there may be gains of the rat's partners.
    """
    gains = Told.read(event)
    if gains.many != 1 or gains.phantom:
        return False
    for one in reversed(before):
        if one.kind != Told.GAINED or Told.read(one).seat == gains.seat:
            return one.kind == Told.ATE and bool(Told.read(one).seat == gains.seat)
    return False


def note(noted: dict[int, int], event: Event, view: Any) -> None:
    """Update the dict `noted`, which has the cage of each rat by its seat, after an event. `view` is not used.

    Most events do not say where a rat sits, and change nothing.
    """
    e = Told.read(event)
    if event.kind in _SITS:
        noted[e.seat] = e.cage
    elif event.kind == Told.SWAPPED:
        one, other = noted.get(e.seat, 0), noted.get(e.other, 0)
        noted[e.seat], noted[e.other] = other, one


_SITS = (Told.PLACED, Told.SHOCKED, Told.STRUCK, Told.DIED, Told.RETURNED, Told.PUT_BACK, Told.HOME)
"""Events that name a rat's cage."""


def _make_sentence(sentence: Callable[[Any, Mapping[int, int]], str]) -> Callable[[Event, Mapping[int, int]], str]:
    """Return a function that makes a sentence of the log from an event and the cages of the rats by seat.

    `sentence` is called with two arguments: an object with the event's numbers as attributes, and the cages.
    """
    return lambda event, cages: sentence(Told.read(event), cages)


_PLAYED = _make_sentence(
    lambda e, cages: (
        f"{{{e.seat}}} plays {names.title(Play.card[e.action])}{words.format_choice(cages, *Play.values(e.action))}."
    )
)
_STRUCK = _make_sentence(lambda e, cages: f"Lightning strikes {names.rat(e.seat, cages)}.")
_GAINED = _make_sentence(
    lambda e, cages: f"{names.rat(e.seat, cages)} gains {'a phantom pellet' if e.phantom else names.pellets(e.many)}."
)
_LOST = _make_sentence(lambda e, cages: f"{names.rat(e.seat, cages)} loses {names.pellets(e.many)}.")
_ATE = _make_sentence(
    lambda e, cages: (
        f"{names.rat(e.seat, {} if e.in_pipes else cages)} eats a {words.describe_mark(e.mark)}pellet{' in the pipes' if e.in_pipes else ''}."
    )
)
_DIED = _make_sentence(
    lambda e, cages: (
        f"{names.rat(e.seat, cages)} dies and loses all its pellets. A new one comes in {{{e.seat}}}’s next turn."
    )
)

TELLING = {
    Told.PLACED: Telling(_RAT),
    Told.DREW: Telling(_CARD, sound="card"),
    Told.RESHUFFLED: Telling(_CARD, aside=True),
    Told.PLAYED: Telling(_CARD, sound="card", says=_PLAYED),
    Told.DISCARDED: Telling(_CARD, sound="card"),
    Told.INTERVENED: Telling(_SHIELD, sound="clash"),
    Told.TILTED: Telling(_LEVER, aside=True, sound="tilt"),
    Told.MOTOR: Telling(_ARM, aside=True, sound="tilt"),
    Told.REVERSED: Telling(_ARM),
    Told.SHOCKED: Telling(_BOLT, sound="zap"),
    Told.SPARK: Telling(_BOLT, aside=True, sound="zap"),
    Told.STRUCK: Telling(_BOLT, sound="zap", says=_STRUCK),
    Told.GAINED: Telling(_PELLET, echoes=_is_eaten, says=_GAINED),
    Told.LOST: Telling(_PELLET, says=_LOST),
    Told.DROPPED: Telling(sound="drop"),
    Told.STUCK: Telling(_PELLET),
    Told.ATE: Telling(_PELLET, says=_ATE),
    Told.WASTED: Telling(_PELLET),
    Told.DIED: Telling(_SKULL, sound="toll", moment=True, says=_DIED),
    Told.RETURNED: Telling(_RAT),
    Told.PUT_BACK: Telling(_RAT),
    Told.TRACK: Telling(_COACH, aside=True),
    Told.ROUND: Telling(aside=True),
    Told.LOCKED: Telling(_LOCK, aside=True),
    Told.UNLOCKED: Telling(_LOCK, aside=True),
    Told.SWAPPED: Telling(_RAT),
    Told.CLIMBED: Telling(_RAT),
    Told.BEGAN: Telling(),
    Told.MASTER: Telling(_COACH, sound="toll", moment=True),
    Told.HOME: Telling(_RAT, aside=True),
}


LEGEND = (
    "Where the next pellet will land.",
    "The cage that the motor shocks next. The rat there loses a pellet.",
)
"""The signs of the forecast with their meaning, in the order in which they are drawn."""


def pellet_ahead(cage: int) -> str:
    """Return a sentence about the cage in which the next pellet lands. Cage 0 means that it does not reach a cage."""
    return f"The next pellet falls into cage {cage}." if cage else "The next pellet does not reach a cage."


def motor_ahead(cage: int) -> str:
    """Return a sentence about the cage to which the motor moves next."""
    return f"The motor moves to cage {cage}."
