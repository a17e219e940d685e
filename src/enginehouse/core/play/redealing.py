"""Copy a full record, and draw again in the copy all facts that no seat knows: future chance, and unknown pieces.

The view of every seat stays the same. If the game keeps its pieces in the fields of `core.records.hidden`, the unknown
pieces are exchanged among places that look alike to all seats. For any other game, the copy is a guess from the seats'
view if all seats have the same view. If their views differ, only future chance changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from enginehouse.core.records.chance import dice_from, pick, seed_chance
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game, game_of

PIECES = ("row", "start", "size", "holds", "known")
"""The fields of a record that keeps its pieces by the functions of `core.records.hidden`."""


def redealt(s: Record, words: Sequence[int]) -> Any:
    """Return a copy of the full record `s` in which all information that no seat knows is drawn again at random.

    `words` is a seed of eight words.
    """
    game = game_of(s)
    new = game.shape.copy(s)
    seed_chance(new, list(words))
    if all(hasattr(s, name) for name in PIECES):
        _exchange(game, new, words)
    elif (seen := _seen_alike(game, s)) is not None:
        game.rules.guess(seen, 0, list(words))
        return seen
    return new


def _seen_alike(game: Game, s: Record) -> Any:
    """Return the view that all seats have of the record `s` if it is the same for all, else None."""
    views = [game.new_record() for _ in range(int(s.seats))]
    for seat, view in enumerate(views):
        game.rules.view(s, seat, view)
    fields = [name for name in game.shape.fields if name != "viewer"]
    alike = all(getattr(view, name) == getattr(views[0], name) for view in views for name in fields)
    return views[0] if alike else None


def _exchange(game: Game, new: Any, words: Sequence[int]) -> None:
    """Exchange the pieces that no seat knows in the record `new`, at random, among places that look alike to all seats.

    `_groups` says which places look alike. The record is changed. `words` is a seed of eight words.
    """
    dice = [0] * 4
    dice_from(dice, list(words))
    for places in _groups(game, new).values():
        for k in range(len(places) - 1, 0, -1):
            one, other = places[k], places[pick(dice, k + 1)]
            new.row[one], new.row[other] = new.row[other], new.row[one]


def _groups(game: Game, s: Record) -> dict[Hashable, list[int]]:
    """Return groups of places whose pieces can be exchanged, because all seats see the same there.

    A place is an index in `s.row`, the array with the pieces of all zones. No seat knows the pieces of these places,
    and the places of a group have the same public facts. If a seat knows which pieces a zone holds, the places of this
    zone form groups of their own. The keys of the dict only separate the groups.
    """
    seen = game.new_record()
    game.rules.view(s, -1, seen)
    told = [name for name in game.shape.fields if _is_of_places(s, name)]
    groups: dict[Hashable, list[int]] = {}
    for zone, (begin, size) in enumerate(zip(s.start, s.size, strict=True)):
        for place in range(begin, begin + size):
            if s.known[s.row[place]] == 0:
                where = zone if s.holds[zone] else -1
                groups.setdefault((where, *(getattr(seen, name)[place] for name in told)), []).append(place)
    return groups


def _is_of_places(s: Record, name: str) -> bool:
    values = getattr(s, name)
    return isinstance(values, list) and len(values) == len(s.row) and not isinstance(values[0], list)
