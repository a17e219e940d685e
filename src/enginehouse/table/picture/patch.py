"""Pictures as messages: a frame carries all of one, a patch only what is different from the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from enginehouse.core.pictures.drawing import Motion, clean_id
from enginehouse.table.picture.messages import Frame, Move, Patch, Tell
from enginehouse.table.picture.model import PREFIX, Picture, mark


def frame(number: int, picture: Picture) -> Frame:
    """The whole picture as a message."""
    return Frame(number, picture.regions(), picture.acts, picture.ui_state)


def patch(number: int, old: Picture, new: Picture, motions: Sequence[Motion] = (), tells: Sequence[Tell] = ()) -> Patch:
    """What changes from `old` (frame number - 1) to `new` as a message. A region that has another skeleton now (a desk was
    laid beside a hand) is whole; of all others there is only what is different."""
    whole = [name for name, skeleton in new.skeletons.items() if old.skeletons[name] != skeleton]
    changed, order = _changed_items(old, new, whole)
    return Patch(
        n=number,
        regions={name: new.filled(name) for name in whole},
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
    """The items that changed, and the order of the lists in which something moved; lists of whole regions left out."""
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
