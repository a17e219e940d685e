"""Make positions by hand for tests: named pieces are put into named places, where the given seats know them.

The rest of the position stays unchanged.

    s = Match.new("great-machine", 3).state
    place(s, "hand 0", "rubber-boots", "deal", known=[0])
    place(s, "event deck", "maze", "lightning-strike")             # the last named lies on top
    place(s, "movement discards", "toggle-pipe", known=EVERYBODY)

The game's `invariants.py` names pieces and places: `NAMES` has a name for each kind, `ZONES` the number of each zone by
its name. Numbers of zones and of pieces work as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from enginehouse.core.errors import Unreadable
from enginehouse.core.records.events import bit_of
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.registry.proofreading import nearest

EVERYBODY = range(-1, 8)
"""All seats and the spectators."""


def place(
    s: Record,
    zone: int | str,
    *pieces: int | str,
    known: Iterable[int] = (),
    bottom: bool = False,
    checked: bool = True,
) -> list[int]:
    """Lay these pieces onto a zone (under it if `bottom`), one after the other, and return their numbers.

    `s` is changed. A piece that is named by its kind is taken from a deck if possible, and else from another zone.
    `known` lists the seats that know the pieces in their new places, with -1 for the spectators. A zone in which places
    have no meaning is sorted by the pieces' numbers.

    Raise `Unreadable` and leave the record unchanged if there is no such piece or zone, if all pieces of a kind are
    used up, or if the zone is full. If `checked` is true, also raise it if the game's `invariants.check` fails on the
    new record and did not fail before.
    """
    game = game_of(s)
    if "row" not in game.shape.dims:
        raise Unreadable(f"{game.facts.title} has no pieces in zones: set its fields by name")
    before = game.shape.copy(s)
    held = checked and not _wrong(game, s)
    try:
        placed = _place_pieces(game, s, _zone(game, zone), pieces, bottom)
        for piece in placed:
            s.known[piece] = sum(bit_of(seat) for seat in set(known))
        getattr(game.invariants, "placed", lambda s: None)(s)
        if held and (wrong := _wrong(game, s)):
            raise Unreadable(f"{', '.join(map(str, pieces))} cannot lie there: {wrong}")
    except Unreadable:
        game.shape.assign(s, before)
        raise
    return placed


def _wrong(game: Game, s: Record) -> str:
    """Return the message of the game's `invariants.check` for the record `s`, or "" if the record passes this check."""
    try:
        getattr(game.invariants, "check", lambda s: None)(s)
    except AssertionError as error:
        return str(error) or "its invariants do not hold"
    return ""


def _zone(game: Game, zone: int | str) -> int:
    zones: dict[str, int] = getattr(game.invariants, "ZONES", {})
    many = game.shape.dims["size"][0]
    if isinstance(zone, str) and zone not in zones:
        raise Unreadable(f"{game.facts.title} has no place {zone!r}{nearest(zone, zones)}; it has: {', '.join(zones)}")
    number = zones[zone] if isinstance(zone, str) else zone
    if not 0 <= number < many:
        raise Unreadable(f"{game.facts.title} has zones 0 to {many - 1}, not {number}")
    return number


def _place_pieces(game: Game, s: Record, zone: int, pieces: tuple[int | str, ...], bottom: bool) -> list[int]:
    """Move `pieces` onto a zone, or under it if `bottom` is true, and return the numbers of these pieces.

    Each of `pieces` is the number of a piece or the name of a kind.
    """
    fields = [field.name for field in game.shape.declared if field.dims == (len(s.row),)]
    zones = [_contents(s, number, fields) for number in range(len(s.size))]
    placed: list[int] = []
    for piece in pieces:
        source, at = _find_piece(game, s, zones, piece, placed)
        lying = zones[source].pop(at)
        zones[zone].insert(0 if bottom else len(zones[zone]), lying)
        placed.append(lying["row"])
    if zone in getattr(game.invariants, "HANDS", ()):
        zones[zone].sort(key=lambda lying: lying["row"])
    _write(game, s, zones, fields)
    return placed


def _contents(s: Record, zone: int, fields: list[str]) -> list[dict[str, int]]:
    """Return a dict for each piece in a zone of the record `s`, from the bottom of the zone up.

    The keys are the names in `fields`: fields of the record with one value for each place of all zones, such as the
    number of the piece that lies there.
    """
    start = s.start[zone]
    return [{name: getattr(s, name)[start + k] for name in fields} for k in range(s.size[zone])]


def _find_piece(
    game: Game, s: Record, zones: list[list[dict[str, int]]], piece: int | str, placed: list[int]
) -> tuple[int, int]:
    """Return the zone from which a piece is taken, and its place there, counted from 0 at the bottom of the zone.

    `zones` has the contents of all zones. `piece` is the number of a piece or the name of a kind. Pieces in `placed`
    are never taken. Raise `Unreadable` if there is no such piece.
    """
    numbers = _numbers(game, piece)
    lying = [
        (s.known[one["row"]].bit_count(), zone, at)
        for zone, held in enumerate(zones)
        for at, one in enumerate(held)
        if one["row"] in numbers and one["row"] not in placed
    ]
    if not lying:
        raise Unreadable(f"no {piece!r} lies anywhere that could be placed (there are {len(numbers)} in all)")
    return min(lying)[1:]


def _numbers(game: Game, piece: int | str) -> list[int]:
    """Return a list of numbers of pieces: all pieces of the kind `piece`, or only `piece` itself if it is a number."""
    kinds = getattr(game.invariants, "KINDS", ())
    if isinstance(piece, int):
        return [piece]
    names = list(getattr(game.invariants, "NAMES", ()))
    if piece not in names:
        raise Unreadable(f"{game.facts.title} has no piece {piece!r}{nearest(piece, filter(None, names))}")
    return [number for number in range(1, len(kinds)) if names[kinds[number]] == piece]


def _write(game: Game, s: Record, zones: list[list[dict[str, int]]], fields: list[str]) -> None:
    """Write the contents of all zones back into the record `s`. This is the reverse of `_contents`.

    `zones` has a list of dicts for each zone, one for each piece. `fields` has the names of the fields with a value for
    each place, which are the keys of these dicts. Places behind the last piece are set to 0.
    """
    for number, held in enumerate(zones):
        start = s.start[number]
        end = s.start[number + 1] if number + 1 < len(zones) else len(s.row)
        if len(held) > end - start:
            raise Unreadable(f"zone {number} of {game.facts.title} has room for {end - start} pieces, not {len(held)}")
        s.size[number] = len(held)
        for k in range(end - start):
            for name in fields:
                getattr(s, name)[start + k] = held[k][name] if k < len(held) else 0
