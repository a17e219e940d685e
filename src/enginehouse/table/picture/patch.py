"""Turn pictures into messages: a frame has a whole picture, a patch only the changes since the previous one.

A patch also has the motions of pieces, and the sounds and sentences in large type that accompany them. These depend
only on the events that one viewer noticed (see `core.words.telling`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.core.pictures.drawing import Motion, clean_id
from enginehouse.core.records.events import Event
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import cut_before
from enginehouse.core.words.telling import describe_event, telling_of
from enginehouse.table.picture.elements import element, name_players
from enginehouse.table.picture.messages import Frame, Move, Patch, Tell
from enginehouse.table.picture.model import PREFIX, Picture, mark


def frame(number: int, picture: Picture) -> Frame:
    """Return a message (`Frame`) with the whole picture, not only its changes since an earlier one.

    `number` is the number of the message in the viewer's stream.
    """
    return Frame(number, picture.regions(), picture.acts, picture.ui_state)


def patch(number: int, old: Picture, new: Picture, motions: Sequence[Motion] = (), tells: Sequence[Tell] = ()) -> Patch:
    """Return the changes from the picture `old` to the picture `new` as a message.

    `number` is the number of `new` in the viewer's stream. The message also has the motions of pieces, and in `tells`
    sounds and sentences. A region of the page (such as the hand) has lists of items, with markup around the lists. If
    this markup has changed, the whole region is sent. Otherwise only its changed items are sent.
    """
    whole = [name for name, skeleton in new.skeletons.items() if old.skeletons[name] != skeleton]
    changed, order = _changed_items(old, new, whole)
    return Patch(
        n=number,
        regions={name: new.fill_skeleton(name) for name in whole},
        html=_different(old.html, new.html),
        set=changed,
        order=order,
        viewboxes=_different(old.viewboxes, new.viewboxes),
        moves=[_move(m) for m in motions],
        tells=list(tells),
        acts=new.acts if new.acts != old.acts else None,
        state=new.ui_state,
    )


def _different(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in new.items() if old.get(name) != text}


def _changed_items(old: Picture, new: Picture, whole: Sequence[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the changes from the picture `old` to the picture `new` as two dicts.

    The first maps the ids of the changed items to their markup. The second maps the id of each list whose order has
    changed to the ids of its items in the new order. The regions in `whole` are left out, because they are sent
    completely.
    """
    changed: dict[str, str] = {}
    order: dict[str, list[str]] = {}
    for key, items in new.keyed_lists.items():
        if any(mark(key) in new.skeletons[name] for name in whole):
            continue
        before = old.keyed_lists[key]
        if before is items:
            continue
        changed |= _different(before, items)
        if list(before) != list(items):
            order[key] = list(items)
    return changed, order


def _move(motion: Motion) -> Move:
    return Move(
        id=PREFIX + clean_id(motion.piece),
        ms=motion.ms,
        wait=motion.wait,
        points=tuple((round(x, 2), round(y, 2)) for x, y in motion.points),
        jump=motion.jump,
        falls=motion.falls,
        svg=str(motion.svg),
        layer=clean_id(motion.layer) if motion.svg else "",
    )


def list_in_turn(ways: Sequence[Sequence[Motion]]) -> list[Motion]:
    """Return the motions of several actions as one list, in which each action starts when the one before has ended.

    `ways` has a list of motions for each action.
    """
    motions: list[Motion] = []
    start = 0
    for way in ways:
        motions += [m._replace(wait=m.wait + start) for m in way] if start else way
        start = max((m.wait + m.ms for m in motions), default=0)
    return motions


def list_tells(
    game: Game, view: Any, names: tuple[str, ...], steps: Sequence[Sequence[Event]], ways: Sequence[Sequence[Motion]]
) -> list[Tell]:
    """Return the sounds of several actions, and the sentences about them that the page shows in large type, with times.

    The page shows the actions one after another. For each action, `steps` has its events and `ways` the motions of
    pieces. `view` is the viewer's view, from which the sentences are made, and `names` has the players' names by seat.
    The sounds of an action play during its motions, and its sentences appear after them.
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
            text = describe_event(game, view, event) if how.moment else None
            if text:
                sign = element("svg", how.sign, viewBox="-12 -12 24 24", aria_hidden="true")
                found.append(Tell(start + end, says=str(name_players(names, shorten(text))), sign=str(sign)))
        start += end
    return found


def shorten(text: str) -> str:
    """Return the first part of a text, up to the first full stop, colon, semicolon or bracket.

    Large type has room for a few words only, and the log has the whole sentence.
    """
    return cut_before(text, ". ", ": ", "; ", " (").rstrip(".")
