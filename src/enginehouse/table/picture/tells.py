"""Choose the sounds and the sentences in large type that accompany moving pieces.

They depend only on the events that one viewer noticed (see `core.words.telling`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.records.events import Event
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import cut_before, fill
from enginehouse.core.words.telling import telling_of
from enginehouse.table.picture.badges import seat_name
from enginehouse.table.picture.elements import element
from enginehouse.table.picture.messages import Tell


def list_tells(
    game: Game, view: Any, names: Sequence[str], steps: Sequence[Sequence[Event]], ways: Sequence[Sequence[Motion]]
) -> list[Tell]:
    """Return the sounds and the sentences in large type for several actions, which the page shows one after another.

    For each action, `steps` has its events and `ways` the motions of pieces. `view` is the viewer's view, from which
    the sentences are made, and `names` has the players' names by seat. The sounds of an action play during its
    motions, and its sentences appear after them.
    """
    found: list[Tell] = []
    start = 0
    for events, way in zip(steps, ways, strict=True):
        end = max((m.wait + m.ms for m in way), default=0)
        told = [(event, telling_of(game, event.kind)) for event in events]
        sounding = [how.sound for _, how in told if how.sound]
        sounds = list(dict.fromkeys(sounding))
        found += [Tell(start + end * k // len(sounds), sound=sound) for k, sound in enumerate(sounds)]
        for event, how in told:
            text = game.words.event(view, event) if how.moment else None
            if text:
                sign = element("svg", how.sign, viewBox="-12 -12 24 24", aria_hidden="true")
                found.append(Tell(start + end, says=str(fill(shorten(text), names, seat_name)), sign=str(sign)))
        start += end
    return found


def shorten(text: str) -> str:
    """Return the first part of a text, up to the first full stop, colon, semicolon or bracket.

    Large type has room for a few words only, and the log has the whole sentence.
    """
    return cut_before(text, ". ", ": ", "; ", " (").rstrip(".")
