"""How what happens is told beside its sentence: a small picture, what is only a detail, what sounds, what deserves the stage.

A game's `telling.py` (optional) has one name:

    TELLING                  how a kind of event is told (`Telling`), by kind; a kind that is not there is a plain sentence

and may have another, where its log says what an event alone does not hold:

    note(noted, event, view) puts into the dict `noted` what this event's sentence and those of later ones need of it; of the
                             view, which is of some later moment, it may read what never changes
    remembered(noted)        what of that a drawing is to know of the viewer's own last action (`Marks.since`), made when it is over:
                             something that never changes and can be compared
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.core.pictures.drawing import Svg, el
from enginehouse.core.records.events import Event

SOUNDS = ("tilt", "drop", "zap", "coin", "card", "clash", "fall", "door", "toll", "fanfare")
"""What a page can sound: the whole set."""


class Telling(NamedTuple):
    """How one kind of event is told."""

    sign: Svg = Svg("")
    """A small picture in a square of 24 round (0, 0)."""
    aside: bool = False
    """A detail: folded away where the same action has told something else."""
    echoes: Callable[[Sequence[Event], Event], bool] | None = None
    """Whether it says nothing new after the events of the same action before it that said something (those, this one)."""
    sound: str = ""
    """One of `SOUNDS`, as it is seen."""
    says: Callable[[Event, Mapping[Any, Any]], str] | None = None
    """Its sentence in a log, where that says more than `words.event`: from the event, and from what has been noted up to it."""
    moment: bool = False
    """It deserves the stage for a second: its sentence and its sign, large."""


PLAIN = Telling()


class Said(NamedTuple):
    """One event in words, for a log."""

    text: str
    sign: Svg = Svg("")
    aside: bool = False


def stroke(path: str, extra: str = "") -> Svg:
    """A sign drawn in one line of the colour of the text round it; `extra`: what of it is filled."""
    lines = el(
        "path",
        d=path,
        fill="none",
        stroke="currentColor",
        stroke_width=2,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return Svg(lines + (el("path", d=extra, fill="currentColor") if extra else Svg("")))


def telling_of(game: Any, kind: int) -> Telling:
    """How a game tells a kind of event."""
    found: Telling = PLAIN if game.telling is None else game.telling.TELLING.get(kind, PLAIN)
    return found


def note(game: Any, view: Any, noted: dict[Any, Any], event: Event) -> None:
    """Put into `noted` what sentences of later events need of this one; the view is of this moment or of a later one."""
    if hasattr(game.telling, "note"):
        game.telling.note(noted, event, view)


def remembered(game: Any, noted: Mapping[Any, Any]) -> Any:
    """What the game keeps of what has been noted up to the end of a viewer's own action; None where it keeps nothing."""
    return game.telling.remembered(noted) if hasattr(game.telling, "remembered") else None


def said(game: Any, view: Any, events: Sequence[Event], noted: dict[Any, Any] | None = None) -> tuple[Said, ...]:
    """What the events of one action are called in a log: the news first, then what is only a detail of it.

    Events that say nothing are left out, and those that others before them have said already. `noted`: what has
    been noted of all events before; what these say is added to it.
    """
    noted = {} if noted is None else noted
    found: list[Said] = []
    before: list[Event] = []
    for event in events:
        how = telling_of(game, event.kind)
        note(game, view, noted, event)
        text = how.says(event, noted) if how.says else game.words.event(view, event)
        if not text:
            continue
        if how.echoes is None or not how.echoes(before, event):
            found.append(Said(text, how.sign, how.aside))
        before.append(event)
    if all(one.aside for one in found):
        return tuple(one._replace(aside=k > 0) for k, one in enumerate(found))
    return tuple(sorted(found, key=lambda one: one.aside))
