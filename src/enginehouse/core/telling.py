"""How what happens is told beside its sentence: a small picture, what is only a detail, what sounds, what deserves the stage.

A game's `telling.py` (optional) has one name:

    TELLING                  how a kind of event is told (`Telling`), by kind; a kind that is not there is a plain sentence
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from enginehouse.core.drawing import Svg, el
from enginehouse.core.events import Event

SOUNDS = ("tilt", "drop", "zap", "coin", "card", "clash", "fall", "door", "toll", "fanfare")
"""What a page can sound: the whole set."""


class Telling(NamedTuple):
    """How one kind of event is told."""

    sign: Svg = Svg("")
    """A small picture in a square of 24 round (0, 0)."""
    aside: bool = False
    """A detail: folded away where the same action has told something else."""
    echoes: Callable[[Event, Event], bool] | None = None
    """Whether it says nothing new after the event that was told right before it (that event, this event)."""
    sound: str = ""
    """One of `SOUNDS`, as it is seen."""
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


def said(game: Any, view: Any, events: Sequence[Event]) -> tuple[Said, ...]:
    """What the events of one action are called in a log: the news first, then what is only a detail of it.

    Events that say nothing are left out, and those that another one right before them has said already.
    """
    found: list[Said] = []
    before: Event | None = None
    for event in events:
        text = game.words.event(view, event)
        if not text:
            continue
        how = telling_of(game, event.kind)
        if before is None or how.echoes is None or not how.echoes(before, event):
            found.append(Said(text, how.sign, how.aside))
        before = event
    if all(one.aside for one in found):
        return tuple(one._replace(aside=k > 0) for k, one in enumerate(found))
    return tuple(sorted(found, key=lambda one: one.aside))
