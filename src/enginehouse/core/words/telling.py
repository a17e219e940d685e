"""Describe the kinds of events of a game in one table: the sentence, the sign, the sound and the motion of each kind.

A game's `telling.py` has one name:

    TELLING                  a dict with an entry for each kind of event, as `show` returns it; `show()` is the entry of
                             a kind without a sentence

It may have two functions, if its log needs more than the event itself:

    note(noted, event, view) stores facts in the dict `noted`, for the sentences of this event and of later events; the
                             view may be of a later moment, so the function may only read facts from it that never
                             change
    remembered(noted)        returns the state of the board after the viewer's own last action, for drawings that show
                             later changes (`Marks.since`): an immutable value that can be compared

Games of earlier releases have their sentences in a function `event` of `words.py` and their motions in a function
`paths` of `drawing.py`. Both still work: `describe_event` and `animate` use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.core.former import forward
from enginehouse.core.pictures.drawing import Motion, Svg, el
from enginehouse.core.pictures.reel import Reel
from enginehouse.core.records.events import Event
from enginehouse.core.records.fields import Record

SOUNDS = ("tilt", "drop", "zap", "coin", "card", "clash", "fall", "door", "toll", "fanfare")
"""All sounds of a page."""


class Telling(NamedTuple):
    """The way in which one kind of event is shown: in logs, and in the stage, the part of the page that shows the game.

    Games make it by `show`.
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

    It returns the sentence for a log, if that differs from `sentence`.
    """
    moment: bool = False
    """Whether the event's sentence and sign are shown large for a second."""
    sentence: Callable[[Any, Any], str | None] | None = None
    """A function of the viewer's view and of an object with the event's values (`Kinds.read`).

    It returns the sentence, if the event has one.
    """
    motion: Callable[[Any, Any], object] | None = None
    """A function of a `Reel` and of an object with the event's values. It appends the motions of the pieces."""


PLAIN = Telling()
"""The presentation of events that the game does not list."""


def show(
    sentence: Callable[[Any, Any], str | None] | None = None,
    sign: Svg = PLAIN.sign,
    sound: str = "",
    motion: Callable[[Any, Any], object] | None = None,
    **more: Any,
) -> Telling:
    """Return the entry of one kind of event in a game's table `TELLING`: its sentence, sign, sound and motion.

    Leave out the parts that the kind does not have. `more` has values for other fields of `Telling`, such as
    `aside=True`.
    """
    return Telling(sign, sound=sound, sentence=sentence, motion=motion, **more)


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


def describe_event(game: Any, view: Any, event: Event) -> str | None:
    """Return the sentence of an event for the viewer with the view `view`, if the event has a sentence."""
    sentence = telling_of(game, event.kind).sentence
    if sentence is not None:
        return sentence(view, game.kinds.read(event))
    return game.words.event(view, event) if hasattr(game.words, "event") else None


def describe_in_log(game: Any, view: Any, event: Event, noted: Mapping[Any, Any]) -> str | None:
    """Return the sentence of an event in a log, if it has one.

    `noted` has the facts that the game has stored about this event and earlier events.
    """
    says = telling_of(game, event.kind).says
    return says(event, noted) if says else describe_event(game, view, event)


def animate(game: Any, view: Any, events: Sequence[Event]) -> list[Motion]:
    """Return the motions of pieces after the events of one action, for a viewer with the view `view`.

    The function `paths` of the game's `drawing.py` returns them, if there is one. Otherwise the motions of the game's
    table follow each other.
    """
    if hasattr(game.drawing, "paths"):
        found: list[Motion] = game.drawing.paths(view, events)
        return found
    return Reel(view).play(game.kinds, game.telling.TELLING if game.telling else {}, events)


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
        text = describe_in_log(game, view, event, noted)
        if not text:
            continue
        if how.echoes is None or not how.echoes(before, event):
            found.append(Said(text, how.sign, how.aside))
        before.append(event)
    if all(one.aside for one in found):
        return tuple(one._replace(aside=k > 0) for k, one in enumerate(found))
    return tuple(sorted(found, key=lambda one: one.aside))


__getattr__ = forward(__name__, {"said": "list_lines", "remembered": "remember"})
