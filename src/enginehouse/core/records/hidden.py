"""Keep hidden pieces: where each piece lies, which seats know its place, and how a guess deals the unknown pieces.

Pieces are numbered from 1; 0 is no piece. A game names for every piece its *kind* (copies of a card are pieces of one
kind and look alike; they must have neighbouring numbers) and its *back* (0, 1, ...). Pieces lie in *zones*, each an
ordered row with a capacity; the end of a row is its top. `known[piece]` is the mask of the seats (and spectators) that
know the place of a piece. `shuffle` clears this mask, `move` leaves it unchanged. `holds[zone]` is the mask of the
seats that know which pieces a zone holds, but not their places. This mask is public, because all saw which seat looked
into the zone. The functions here do not change it: the game's rules set and clear it.

In a view, an unknown piece is `-1 - back`. If the viewer knows which pieces a zone holds, but not their places, the
field `listed` of the view names the pieces: `listed[piece]` is 1 plus the number of the zone. It is 0 for all other
pieces. Copies are renumbered by their order in the view, so that no number reveals the place of a physical copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from enginehouse.core.records.chance import pick, seed_chance, shuffle_row
from enginehouse.core.records.events import EVERYBODY, SPECTATOR_BIT, bit_of
from enginehouse.core.records.fields import INT8, INT16, Field, Numbers, ReadOnly, Record
from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Piece, Seat, Zone

MOST_BACKS = 8
"""The maximum number of different backs. A view has the numbers from -1 to -8 for them."""


def hidden_fields(pieces: int, capacities: list[int], by_seat: Sequence[int] = ()) -> list[Field]:
    """Return the fields of a record with `pieces` pieces, and with zones (places for pieces) of these capacities.

    Some zones exist once for each seat, such as hands, and follow each other. `by_seat` lists the first zone of each
    such group.
    """
    zones = len(capacities)
    hands = tuple((zone, 1) for zone in by_seat)
    places = tuple((sum(capacities[:zone]), capacities[zone]) for zone in by_seat)
    return [
        Field("row", INT16, (sum(capacities),), seats_at=places, within=(-MOST_BACKS, pieces)),
        Field("start", INT16, (zones,), "public", within=(0, sum(capacities))),
        Field("size", INT16, (zones,), "public", hands, within=(0, max(capacities))),
        Field("holds", INT16, (zones,), "public", hands, "seats"),
        Field("known", INT16, (pieces + 1,), holds="seats"),
        Field("listed", INT8, (pieces + 1,), "view", within=(0, zones)),
    ]


@rule
def lay_out(s: Record, capacities: ReadOnly) -> None:
    """Set the index at which each zone begins in `s.row`, the array with the pieces of all zones.

    `capacities` has the capacity of each zone, the largest number of pieces that fit into it.
    """
    at = 0
    for zone in range(len(capacities)):
        s.start[zone] = at
        at += int(capacities[zone])


@rule
def start_up(s: Record, options: Numbers, seed: Numbers, capacities: ReadOnly) -> None:
    """Start a game: seed its random numbers, lay out its zones (`lay_out`), and set its number of seats.

    The number of seats is `options[0]`.
    """
    seed_chance(s, seed)
    lay_out(s, capacities)
    s.seats = options[0]


def list_pieces(s: Record, zone: Zone) -> list[int]:
    """Return the list of the pieces in a zone, in their order. This function is no rule."""
    return [int(piece) for piece in s.row[s.start[zone] : s.start[zone] + s.size[zone]]]


def count_conserved(s: Record, noun: str) -> dict[str, int]:
    """Return a dict of numbers that stay the same while each piece is in one place, for a game's `invariants.py`.

    They are the number of pieces in all zones, the number of different pieces, and the sum of the pieces' numbers.
    `noun` is the plural for their names, such as "cards". This function is no rule.
    """
    pieces = [piece for zone in range(len(s.size)) for piece in list_pieces(s, zone)]
    return {noun: len(pieces), f"different {noun}": len(set(pieces)), f"sum of {noun}": sum(pieces)}


@rule
def count(s: Record, zone: Zone) -> int:
    """Return the number of pieces in a zone."""
    return int(s.size[zone])


@rule
def at(s: Record, zone: Zone, index: int) -> int:
    """Return the piece at place `index` of a zone, counted from 0 at the bottom.

    In a view, an unknown piece is -1 minus the number of its back.
    """
    return int(s.row[int(s.start[zone]) + index])


@rule
def knows(s: Record, seat: Seat, piece: Piece) -> bool:
    """Return whether a seat (-1: a spectator) knows the place of this piece."""
    mine = SPECTATOR_BIT if seat < 0 else 1 << seat
    return (int(s.known[piece]) & mine) != 0


@rule
def room_of(s: Record, zone: Zone) -> int:
    """Return the capacity of a zone: the largest number of pieces that fit into it."""
    if zone + 1 < len(s.start):
        return int(s.start[zone + 1]) - int(s.start[zone])
    return len(s.row) - int(s.start[zone])


@rule
def put(s: Record, zone: Zone, piece: Piece) -> None:
    """Lay a piece on top of a zone. Raise IndexError if the zone is full."""
    if int(s.size[zone]) >= room_of(s, zone):
        raise IndexError("a zone is full")
    s.row[int(s.start[zone]) + int(s.size[zone])] = piece
    s.size[zone] = int(s.size[zone]) + 1


@rule
def put_sorted(s: Record, zone: Zone, piece: Piece) -> None:
    """Lay a piece into a zone that is sorted by piece number, such as a hand, so that the zone stays sorted.

    In such a zone, the order of the pieces has no meaning.
    """
    put(s, zone, piece)
    begin = int(s.start[zone])
    at = begin + int(s.size[zone]) - 1
    while at > begin and int(s.row[at - 1]) > piece:
        s.row[at] = int(s.row[at - 1])
        at -= 1
    s.row[at] = piece


@rule
def sort_zone(s: Record, zone: Zone) -> None:
    """Sort the pieces of a zone by their numbers. Call it after unknown pieces were dealt to the zone at random."""
    begin = int(s.start[zone])
    for k in range(1, int(s.size[zone])):
        piece = int(s.row[begin + k])
        at = begin + k
        while at > begin and int(s.row[at - 1]) > piece:
            s.row[at] = int(s.row[at - 1])
            at -= 1
        s.row[at] = piece


@rule
def take(s: Record, zone: Zone, index: int) -> int:
    """Take the piece at place `index` (0 is the bottom) out of a zone. Return its number.

    The pieces above it move down by one.
    """
    begin = int(s.start[zone])
    last = int(s.size[zone]) - 1
    if index < 0 or index > last:
        raise IndexError("a zone has no such place")
    piece = int(s.row[begin + index])
    for k in range(index, last):
        s.row[begin + k] = int(s.row[begin + k + 1])
    s.row[begin + last] = 0
    s.size[zone] = last
    return piece


@rule
def move(s: Record, zone: Zone, index: int, target: int) -> int:
    """Move the piece at place `index` of a zone to the top of the zone `target`, and return it.

    The seats that knew the old place of the piece know its new place.
    """
    piece = take(s, zone, index)
    put(s, target, piece)
    return piece


@rule
def draw(s: Record, zone: Zone, target: int) -> int:
    """Move the top piece of a zone to the top of the zone `target`, and return the piece.

    The seats that knew the old place of the piece know its new place.
    """
    piece = take_top(s, zone)
    put(s, target, piece)
    return piece


@rule
def take_top(s: Record, zone: Zone) -> int:
    """Take the top piece out of a zone, and return it. Raise IndexError if the zone is empty."""
    if int(s.size[zone]) == 0:
        raise IndexError("a zone is empty")
    last = int(s.start[zone]) + int(s.size[zone]) - 1
    piece = int(s.row[last])
    s.row[last] = 0
    s.size[zone] = int(s.size[zone]) - 1
    return piece


@rule
def show(s: Record, piece: Piece, seats: int) -> None:
    """Let several seats know which piece this is and where it lies. `seats` is their mask, bit k for seat k.

    If this is new to any of these seats, information was revealed (`s.revealed` becomes larger by 1). Then the current
    action and all earlier ones can no longer be undone.
    """
    if (int(s.known[piece]) & seats) != seats:
        s.known[piece] = int(s.known[piece]) | seats
        s.revealed += 1


@rule
def show_all(s: Record, piece: Piece) -> None:
    """Let all seats and spectators know which piece this is and where it lies.

    If this is new to any of them, information was revealed (`s.revealed` becomes larger by 1). Then the current action
    and all earlier ones can no longer be undone.
    """
    show(s, piece, EVERYBODY)


@rule
def forget(s: Record, zone: Zone) -> None:
    """Mark all pieces in a zone as pieces whose places no seat knows."""
    begin = int(s.start[zone])
    for k in range(int(s.size[zone])):
        s.known[int(s.row[begin + k])] = 0


@rule
def shuffle(s: Record, zone: Zone) -> None:
    """Put the pieces of a zone in random order, and mark their places as unknown to all seats.

    A seat that knew which pieces the zone has still knows this, but no longer their places.
    """
    forget(s, zone)
    shuffle_row(s, s.row, int(s.start[zone]), int(s.size[zone]))


@rule
def copy_most_known(s: Record, zone: Zone, kind: int, kinds: ReadOnly) -> int:
    """Return the place at which a copy of a card lies in a zone, counted from 0 at the bottom.

    If several copies lie there, return the place of the copy that is known to the largest number of seats. If there is
    no copy, return -1. `kind` is the kind of the card, and `kinds[piece]` is the kind of each piece.
    """
    begin = int(s.start[zone])
    best, best_known = -1, -1
    for k in range(int(s.size[zone])):
        piece = int(s.row[begin + k])
        if piece > 0 and int(kinds[piece]) == kind:
            known = seats_in(int(s.known[piece]))
            if known > best_known:
                best, best_known = k, known
    return best


# -- views -------------------------------------------------------------------------------------------------------------


@rule
def view_pieces(s: Record, seat: Seat, v: Record, kinds: ReadOnly, backs: ReadOnly, hands: int) -> None:
    """Write all zones of the record `s` into the view `v` of a seat (-1: a spectator).

    The starts and sizes of zones must be in `v` already: call `open_half` first. At a place whose piece the seat does
    not know, the view has -1 minus the number of the piece's back. `kinds[piece]` and `backs[piece]` are the kind and
    the back of each piece. In `hands`, bit k is set if the order of zone k has no meaning, as in a hand.
    """
    mine = bit_of(seat)
    for zone in range(len(s.size)):
        view_zone(s, zone, mine, v, backs, (hands >> zone) & 1 == 0)
    renumber(v, mine, kinds)


@rule
def view_zone(s: Record, zone: Zone, mine: int, v: Record, backs: ReadOnly, ordered: bool) -> None:
    """Write one zone of `s` into the view `v` of a seat: the known pieces, and the backs of the others.

    `mine` is the mask with the seat's bit, and `backs[piece]` is the back of each piece. The starts and sizes of zones
    are public: `open_half` has copied them before. In a zone that is not `ordered` (a hand) places have no meaning:
    known pieces come first, by number, then the backs.
    """
    begin = int(s.start[zone])
    size = int(s.size[zone])
    for k in range(size):
        piece = int(s.row[begin + k])
        shown = piece if int(s.known[piece]) & mine else -1 - int(backs[piece])
        at = k
        if not ordered:
            while at > 0 and comes_before(shown, int(v.row[begin + at - 1])):
                v.row[begin + at] = int(v.row[begin + at - 1])
                at -= 1
        v.row[begin + at] = shown
    if int(s.holds[zone]) & mine:
        for k in range(size):
            v.listed[int(s.row[begin + k])] = zone + 1


@rule
def comes_before(a: int, b: int) -> bool:
    """Return whether `a` is written before `b` in a view of a zone in which order has no meaning.

    A number above 0 is a known piece. A number below 0 is an unknown piece: -1 minus the number of its back. Known
    pieces are first, by number, and then backs, by number.
    """
    if a > 0 and b > 0:
        return a < b
    if a > 0:
        return True
    if b > 0:
        return False
    return a > b


@rule
def renumber(v: Record, mine: int, kinds: ReadOnly) -> None:
    """Renumber the pieces of each kind in the view `v` by their order in this view.

    So a number does not reveal which of several equal cards (or other pieces) it is. `mine` is the mask with the bit of
    the view's seat. The function also marks every visible piece as known to that seat. `kinds[piece]` is the kind of
    each piece. Call the function after all zones have been written into the view.
    """
    pieces = len(kinds)
    first = np.zeros(pieces + 1, np.int64)
    for piece in range(pieces - 1, 0, -1):
        first[int(kinds[piece])] = piece
    listed = np.zeros(pieces, np.int64)
    for zone in range(len(v.size)):
        begin = int(v.start[zone])
        for k in range(int(v.size[zone])):
            piece = int(v.row[begin + k])
            if piece > 0:
                kind = int(kinds[piece])
                copy = int(first[kind])
                first[kind] += 1
                v.row[begin + k] = copy
                v.known[copy] = mine
                listed[copy] = int(v.listed[piece])
                v.listed[piece] = 0
    for zone in range(1, len(v.size) + 1):
        if int(v.holds[zone - 1]) & mine:
            for piece in range(1, pieces):
                if int(v.listed[piece]) == zone:
                    kind = int(kinds[piece])
                    copy = int(first[kind])
                    first[kind] += 1
                    listed[copy] = zone
    for piece in range(1, pieces):
        v.listed[piece] = int(listed[piece])


# -- guesses -----------------------------------------------------------------------------------------------------------


@rule
def let_know(s: Record, zone: Zone, seats: int) -> None:
    """Let several seats know the places of all pieces in a zone. `seats` is their mask, bit k for seat k.

    Use it when hidden information is guessed: unlike `show`, it does not count as a revelation.
    """
    begin = int(s.start[zone])
    for k in range(begin, begin + int(s.size[zone])):
        s.known[int(s.row[k])] = int(s.known[int(s.row[k])]) | seats


@rule
def let_owners_know(v: Record, hand: int) -> None:
    """Mark the pieces in each hand as known to the seat that owns the hand, in the view `v`.

    `hand` is the number of the zone that is seat 0's hand. The zones after it are the hands of the other seats.
    """
    for seat in range(v.seats):
        let_know(v, hand + seat, 1 << seat)


@rule
def let_all_know_alike(v: Record) -> None:
    """Mark a piece as known to all seats if at least one seat knows it. Do this for each piece of the view `v`.

    Use it in games in which all seats know the same pieces.
    """
    for piece in range(len(v.known)):
        if v.known[piece] != 0:
            v.known[piece] = EVERYBODY


@rule
def undealt(v: Record) -> Any:
    """Return an array with the values that a random deal of the unknown pieces will overwrite in the view `v`.

    They are the values of two fields: `row`, the pieces of all zones, followed by `listed`, which names the pieces of a
    zone without their places. Call this function before `deal_unknown`. With the array, `deal_again` can restore these
    values, and deal the unknown pieces in another way.
    """
    places = len(v.row)
    seen = np.zeros(places + len(v.listed), np.int64)
    for k in range(places):
        seen[k] = int(v.row[k])
    for k in range(len(v.listed)):
        seen[places + k] = int(v.listed[k])
    return seen


@rule
def deal_again(v: Record, seen: Any, dice: Numbers, backs: ReadOnly) -> None:
    """Restore the view `v` to its state before a random deal, and deal its unknown pieces again.

    `seen` is the result of `undealt` for this view. `dice` (the state of random numbers) and `backs` (the back of each
    piece) are those of `deal_unknown`, which deals the pieces.
    """
    places = len(v.row)
    for k in range(places):
        v.row[k] = int(seen[k])
    for k in range(len(v.listed)):
        v.listed[k] = int(seen[places + k])
    deal_unknown(v, dice, backs)


@rule
def deal_unknown(v: Record, dice: Numbers, backs: ReadOnly) -> None:
    """Fill the unknown places of the view `v` at random with the pieces that have no known place.

    All arrangements are equally likely. `v` is changed. `dice` is the state of the random number generator (four
    numbers), and `backs[piece]` is the number of the back of each piece. An unknown place shows the back of its piece,
    so only pieces with this back can go there. If the view lists the pieces of a zone without their places, these go to
    the unknown places of this zone, in random order. After that, the remaining pieces go to the remaining unknown
    places. The game sets the `known` masks afterwards.
    """
    pieces = len(backs)
    placed = np.zeros(pieces, np.int64)
    for zone in range(len(v.size)):
        begin = int(v.start[zone])
        for k in range(int(v.size[zone])):
            if int(v.row[begin + k]) > 0:
                placed[int(v.row[begin + k])] = 1
    most = 0
    for piece in range(1, pieces):
        most = max(most, int(backs[piece]))
    loose = np.zeros(pieces, np.int64)
    for zone in range(len(v.size)):
        if int(v.holds[zone]) != 0:
            for back in range(most + 1):
                many = 0
                for piece in range(1, pieces):
                    if int(v.listed[piece]) == zone + 1 and placed[piece] == 0 and int(backs[piece]) == back:
                        placed[piece] = 1
                        loose[many] = piece
                        many += 1
                if many > 0:
                    deal_from(v, dice, loose, many, zone, -1 - back)
    for piece in range(1, pieces):
        v.listed[piece] = 0
    for back in range(most + 1):
        many = 0
        for piece in range(1, pieces):
            if placed[piece] == 0 and int(backs[piece]) == back:
                loose[many] = piece
                many += 1
        for zone in range(len(v.size)):
            many = deal_from(v, dice, loose, many, zone, -1 - back)


@rule
def deal_from(v: Record, dice: Numbers, loose: Numbers, many: int, zone: Zone, back: int) -> int:
    """Fill all places of a zone that show a certain back and hold an unknown piece, with pieces drawn at random.

    In the view `v`, such a place holds the number -1 - b, where b is the number of the back. This negative number is
    the argument `back`. The pieces are drawn from the first `many` numbers of `loose`. Return the number of pieces in
    `loose` that were not drawn, which are its first numbers afterwards. Raise IndexError if there are fewer pieces than
    places. `dice` is the state of the random number generator (four numbers). `v`, `loose` and `dice` are changed.
    """
    begin = int(v.start[zone])
    for k in range(int(v.size[zone])):
        if int(v.row[begin + k]) == back:
            if many == 0:
                raise IndexError("a view has more unknown places than pieces")
            chosen = pick(dice, many)
            many -= 1
            v.row[begin + k] = int(loose[chosen])
            loose[chosen] = int(loose[many])
            loose[many] = int(v.row[begin + k])
    return many
