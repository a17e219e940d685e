"""Deal, claim and scrap territories, and count sets of five (MN-1.1, MN-3, MN-5.1, MN-6.2)."""

from __future__ import annotations

from enginehouse.core.records.events import EVERYBODY, Events
from enginehouse.core.records.hidden import at, count, put, show, show_all, shuffle, take
from enginehouse.core.rule import rule
from enginehouse.core.terms import Clause, Seat, Zone
from enginehouse.games.mechanation import parts
from enginehouse.games.mechanation.state import Phase, State, Told


@rule
def is_up(s: State, zone: Zone, index: int) -> bool:
    """Return whether the territory at an index (from 0) of a zone lies face-up, which makes it public (MN-9.1)."""
    piece = at(s, zone, index)
    return piece > 0 and int(s.known[piece]) == EVERYBODY


@rule
def carry(s: State, zone: Zone, index: int, target: int) -> int:
    """Move the territory at `index` (from 0) of a zone to the top of the zone `target`, and return its number.

    For each place, the record also stores in which shuffle the territory there was shuffled last: the shuffles are
    numbered. Move this number along with the territory (MN-9.5).
    """
    begin, last = int(s.start[zone]), count(s, zone) - 1
    batch = int(s.batch[begin + index])
    for k in range(index, last):
        s.batch[begin + k] = int(s.batch[begin + k + 1])
    s.batch[begin + last] = 0
    piece = take(s, zone, index)
    s.batch[int(s.start[target]) + count(s, target)] = batch
    put(s, target, piece)
    return piece


@rule
def lay_open(s: State, zone: Zone, index: int) -> int:
    """Turn the territory at `index` (from 0) of a zone face-up in its place.

    Return the number that identifies the territory. Set the stored number of its last shuffle to 0, because the record
    has such numbers for face-down territories only (MN-9.5).
    """
    piece = at(s, zone, index)
    s.batch[int(s.start[zone]) + index] = 0
    show_all(s, piece)
    return piece


@rule
def faces_up(s: State, zone: Zone) -> int:
    """Return the mask of the places in a zone where a territory lies face-up, bit k for place k."""
    mask = 0
    for k in range(count(s, zone)):
        mask |= (1 if is_up(s, zone, k) else 0) << k
    return mask


@rule
def has_territory(s: State, zone: Zone, up: bool) -> bool:
    """Return whether a zone has a face-up territory if `up` is true, or a face-down territory if it is false."""
    for k in range(count(s, zone)):
        if is_up(s, zone, k) == up:
            return True
    return False


@rule
def find_all(s: State, zone: Zone) -> int:
    """Return the mask of all places in a zone where a territory lies (bit 0 for place 0)."""
    return (1 << count(s, zone)) - 1


@rule
def faces_down(s: State, zone: Zone) -> int:
    """Return the mask of the places in a zone where a territory lies face-down, bit k for place k."""
    return find_all(s, zone) & ~faces_up(s, zone)


# -- 3 Objective -------------------------------------------------------------------------------------------------------


@rule
def tally(s: State, seat: Seat) -> int:
    """Return how many territories of each colour and number a pilot has, packed into one number (MN-1.1, MN-3.1).

    A WILD counts for every colour and number.
    """
    total = 0
    for k in range(count(s, parts.HELD + seat)):
        piece = at(s, parts.HELD + seat, k)
        if piece > 0:
            total += int(parts.MARK_OF[int(parts.KIND_OF[piece])])
    return total


@rule
def has_set(s: State, seat: Seat) -> bool:
    """Return whether the pilot `seat` has five territories of the same colour or number, face-down or not (MN-3.1)."""
    return (tally(s, seat) + parts.TO_SIXTEEN) & parts.SIXTEENS != 0


@rule
def find_largest(total: int) -> int:
    """Return the size of the largest set in the packed counts `total`, which `tally` returns (MN-3.2)."""
    best = 0
    for _ in range(parts.LAND_SETS):
        best = max(best, total & parts.COUNT_MASK)
        total >>= parts.FIELD
    return best


@rule
def largest_set(s: State, seat: Seat) -> int:
    """Return the size of the largest set of territories that the pilot `seat` has (MN-3.2)."""
    return find_largest(tally(s, seat))


@rule
def win(s: State, seat: Seat, clause: Clause, e: Events) -> None:
    """End the game with the pilot `seat` as winner (MN-3.1).

    `clause` is the number of the rulebook clause by which the game ends. Make hands, deployed mechs and face-down
    territories public (MN-9.8).
    """
    s.reason = clause
    s.winner = seat + 1
    s.phase = Phase.OVER
    s.revealed += 1
    Told.victory(e, seat=seat, clause=clause)
    for other in range(s.seats):
        for tier in range(parts.TIERS):
            if (s.seen[other] >> tier) & 1 == 0:
                Told.opened(e, seat=other, mech=int(s.mech[other][tier]))
        s.seen[other] = (1 << parts.TIERS) - 1
        for k in range(count(s, parts.HELD + other)):
            lay_open(s, parts.HELD + other, k)
    for k in range(count(s, parts.ARENA)):
        lay_open(s, parts.ARENA, k)


@rule
def gain(s: State, seat: Seat, zone: Zone, index: int, e: Events) -> None:
    """Give the territory at `index` (from 0) of a zone to the pilot `seat`, who may look at it (MN-5.4, MN-6.5).

    If the pilot's territories then contain a set that wins, end the game with the pilot as the winner (MN-3.3).
    """
    piece = carry(s, zone, index, parts.HELD + seat)
    show(s, piece, 1 << seat)
    s.revealed += 1  # that the game goes on shows the others that it completes no set
    if has_set(s, seat):
        win(s, seat, 301, e)


# -- 5 Arena -----------------------------------------------------------------------------------------------------------


@rule
def has_card_left(s: State) -> bool:
    """Return whether a territory can be dealt, from the deck or from the scrap pile that becomes the deck (MN-5.1)."""
    return count(s, parts.DECK) > 0 or count(s, parts.SCRAP) > 0


@rule
def renew_deck(s: State, e: Events) -> None:
    """Shuffle the scrap pile into a new deck if the deck is empty (MN-5.1).

    All pilots know which territories this deck contains. So store for each of these territories the number of this
    shuffle, counted from 1 (MN-9.5).
    """
    if count(s, parts.DECK) == 0 and count(s, parts.SCRAP) > 0:
        s.shuffles += 1
        many = count(s, parts.SCRAP)
        for k in range(many - 1, -1, -1):
            carry(s, parts.SCRAP, k, parts.DECK)
            s.batch[int(s.start[parts.DECK]) + count(s, parts.DECK) - 1] = s.shuffles
        shuffle(s, parts.DECK)
        Told.reshuffled(e, many=many)


@rule
def clear_arena(s: State, e: Events) -> None:
    """Scrap the oldest territories of the Arena until four are left (MN-5.5)."""
    while count(s, parts.ARENA) > parts.ARENA_LEFT:
        piece = lay_open(s, parts.ARENA, 0)
        carry(s, parts.ARENA, 0, parts.SCRAP)
        Told.cleared(e, place=0, land=int(parts.KIND_OF[piece]))


@rule
def deal_to_arena(s: State, e: Events) -> None:
    """Deal one territory face-up and one face-down to the Arena. If only one is left, deal it face-up (MN-5.1)."""
    for k in range(2):
        renew_deck(s, e)
        if count(s, parts.DECK) > 0:
            piece = carry(s, parts.DECK, count(s, parts.DECK) - 1, parts.ARENA)
            s.revealed += 1
            if k == 0:
                lay_open(s, parts.ARENA, count(s, parts.ARENA) - 1)
            learn = EVERYBODY if k == 0 else 0
            Told.dealt(e, place=count(s, parts.ARENA) - 1, face_up=1 - k, land=int(parts.KIND_OF[piece]), learn=learn)


# -- scrapping and looking ---------------------------------------------------------------------------------------------


@rule
def scrap(s: State, seat: Seat, index: int, e: Events) -> None:
    """Scrap a pilot's territory number `index` (from 0), face-up onto the scrap pile (MN-6.2)."""
    piece = lay_open(s, parts.HELD + seat, index)
    carry(s, parts.HELD + seat, index, parts.SCRAP)
    Told.scrapped(e, seat=seat, land=int(parts.KIND_OF[piece]))


@rule
def look_at(s: State, seat: Seat, zone: Zone, index: int, e: Events) -> None:
    """Show the pilot `seat` the territory at `index` (from 0) of a zone: the Arena, or another pilot's territories.

    All pilots see at which territory the pilot looks, but not its kind (MN-8.8).
    """
    piece = at(s, zone, index)
    show(s, piece, 1 << seat)
    s.revealed += 1
    Told.looked(e, seat=seat, where=16 * (zone - parts.ARENA) + index, land=int(parts.KIND_OF[piece]), learn=1 << seat)


@rule
def turn_up(s: State, seat: Seat, index: int, e: Events) -> None:
    """Turn up the face-down territory number `index` (from 0) of the pilot `seat` (MN-4.1)."""
    piece = lay_open(s, parts.HELD + seat, index)
    Told.turned(e, seat=seat, place=index, land=int(parts.KIND_OF[piece]))
