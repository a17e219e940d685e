"""Present events beside their sentences: with a sign (a small picture), a sound, or the sentence in large letters.

A game's `telling.py` (optional) has one name:

    TELLING                  the presentation of an event (`Telling`) by kind; other kinds have a plain sentence

and may have two functions, if its log needs more than the event itself:

    note(noted, event, view) stores facts in the dict `noted`, for the sentences of this event and of later events; the
                             view may be of a later moment, so the function may only read facts from it that never
                             change
    remembered(noted)        returns the state of the board after the viewer's own last action, for drawings that show
                             later changes (`Marks.since`): an immutable value that can be compared
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.core.former import forward
from enginehouse.core.pictures.drawing import Svg, el
from enginehouse.core.records.events import Event
from enginehouse.core.records.fields import Record

SOUNDS = ("tilt", "drop", "zap", "coin", "card", "clash", "fall", "door", "toll", "fanfare")
"""All sounds of a page."""


class Telling(NamedTuple):
    """The way in which one kind of event is shown: in logs, and in the stage, the part of the page that shows the game.

    The fields are a sign (a small picture), a sound, and settings that hide the event's sentence in a log or show the
    sentence in large letters. `says` is a function that returns the sentence for the log, if that differs from the
    event's plain sentence. Its arguments are the event, and a dict of facts that the game has stored about this event
    and earlier events.
    """

    sign: Svg = Svg("")
    """A small picture in a square of 24 round (0, 0)."""
    aside: bool = False
    """Whether the event is a detail, which a log hides behind a click if the same action has another sentence."""
    echoes: Callable[[Sequence[Event], Event], bool] | None = None
    """A function of earlier events of the same action and of this event.

    It returns whether this event only repeats them.
    """
    sound: str = ""
    """One of `SOUNDS`, played when the event is seen."""
    says: Callable[[Event, Mapping[Any, Any]], str] | None = None
    """A function of the event and of all notes so far.

    It returns the sentence for a log, if that differs from `words.event`.
    """
    moment: bool = False
    """Whether the event's sentence and sign are shown large for a second."""


PLAIN = Telling()
"""The presentation of events that the game does not list: only their plain sentence."""


class Said(NamedTuple):
    """A line of a log for one event: the sentence `text`, and `sign`, a small picture beside it (may be empty).

    `aside` is true if the line is a detail. If an action has other lines, too, a log shows its details only after a
    click.
    """

    text: str
    sign: Svg = Svg("")
    aside: bool = False


def stroke(path: str, extra: str = "") -> Svg:
    """Return a sign (a small SVG picture) that is drawn with one line, in the colour of the text around it.

    `path` is the line, as the attribute `d` of an SVG path, and `extra` is markup for a filled part.
    """
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
    """Return how a game shows events of one kind: sign, sound and so on. `kind` is the number of the kind."""
    found: Telling = PLAIN if game.telling is None else game.telling.TELLING.get(kind, PLAIN)
    return found


def note(game: Any, view: Record, noted: dict[Any, Any], event: Event) -> None:
    """Let a game store facts about an event in the dict `noted`, for the sentences of this event and of later events.

    This calls the function `note` of the game's `telling.py`, if there is one. The view `view` is of the moment of the
    event, or of a later moment.
    """
    if hasattr(game.telling, "note"):
        game.telling.note(noted, event, view)


def remember(game: Any, noted: Mapping[Any, Any]) -> Any:
    """Return the state of the board right after the viewer's own last action, if the game computes it.

    Otherwise return `None`. The page marks the changes of the board since then in the picture (`Marks.since`). `noted`
    has the facts that the game has stored about events. The function `remembered` in the game's `telling.py` computes
    the state from them, as an immutable value of any type.
    """
    return game.telling.remembered(noted) if hasattr(game.telling, "remembered") else None


def list_lines(game: Any, view: Any, events: Sequence[Event], noted: dict[Any, Any] | None = None) -> tuple[Said, ...]:
    """Return the log lines of the events of one action: the main lines first, followed by details.

    Events without a sentence are left out, and so are events that repeat an earlier event of the action. `noted` has
    the game's notes about all earlier events. The notes about these events are added to it.
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


__getattr__ = forward(__name__, {"said": "list_lines", "remembered": "remember"})
