"""Feed and kill rats: they eat, gain and lose pellets, and die (GM-3.7 to GM-4.5, GM-6.9)."""

from __future__ import annotations

from enginehouse.core.records.chance import below
from enginehouse.core.records.events import FIRST_SEAT, Events
from enginehouse.core.records.masks import has, lowest, nth_of, seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import state
from enginehouse.games.great_machine.state import Mark, Now, State, Told


@rule
def is_out(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` has escaped or is in the pipes (GM-4.5)."""
    return has(s.escaped, seat) or s.pipe[seat] > 0


@rule
def sits(s: State, seat: Seat) -> bool:
    """Return whether a seat's rat is alive and in its cage."""
    return has(s.alive, seat) and not is_out(s, seat)


@rule
def find_rat(s: State, cage: int) -> int:
    """Return the seat whose rat sits in the cage with this number, or -1 if no rat sits in that cage.

    A rat that is dead, has escaped or is in the pipes does not sit in its cage (GM-4.5).
    """
    for seat in range(s.seats):
        if s.cage[seat] == cage and sits(s, seat):
            return seat
    return -1


@rule
def is_touchable(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` lives and is not mellow, so that event cards reach it (GM-6.4, GM-6.9)."""
    return has(s.alive & ~s.mellow, seat)


@rule
def total(s: State, seat: Seat) -> int:
    """Return the number of pellets of the rat of `seat`, phantom pellets included."""
    return int(s.real[seat] + s.phantom[seat])


@rule
def is_protected(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` cannot be shocked or struck (GM-6 Rubber Boots, Pavlovian Response (cower))."""
    return has((s.boots | s.cower) & ~s.mellow, seat)


# -- fattest and thinnest ----------------------------------------------------------------------------------------------


@rule
def largest(s: State, mask: int, sign: int, phantoms: bool) -> int:
    """Return a mask (bit k for seat k) of the fattest rats of `mask` if `sign` is 1, or of the thinnest if it is -1.

    All that tie are included. `phantoms` says whether phantom pellets count.
    """
    best, found = -(1 << 40), 0
    for seat in range(s.seats):
        if has(mask, seat):
            size = sign * (total(s, seat) if phantoms else int(s.real[seat]))
            if size > best:
                best, found = size, 0
            found |= (1 if size == best else 0) << seat
    return found


@rule
def fattest(s: State, phantoms: bool) -> int:
    """Return a mask (bit k for seat k) of the fattest living rats, including all that tie (GM-4.3).

    Mellow rats do not count (GM-6.9). `phantoms` says whether phantom pellets count.
    """
    return largest(s, s.alive & ~s.mellow, 1, phantoms)


@rule
def thinnest(s: State, phantoms: bool) -> int:
    """Return a mask (bit k for seat k) of the thinnest living rats, including all that tie (GM-4.3).

    Mellow rats do not count (GM-6.9). `phantoms` says whether phantom pellets count.
    """
    return largest(s, s.alive & ~s.mellow, -1, phantoms)


@rule
def winner(s: State) -> int:
    """Return the seat of the fattest living rat without a tie, or -1 if there is no such rat (GM-4.2, GM-4.4)."""
    left = int(s.alive)
    while left != 0:
        mask = largest(s, left, 1, True)
        if mask & (mask - 1) == 0:
            return lowest(mask)
        left &= ~mask
    return -1


@rule
def choose_seat(s: State, mask: int) -> int:
    """Return one seat of a mask (bit k for seat k), drawn at random if there are several (GM-4.3).

    Return -1 for an empty mask.
    """
    many = seats_in(mask)
    if many == 0:
        return -1
    return nth_of(mask, below(s, many) if many > 1 else 0)


# -- gaining and losing ------------------------------------------------------------------------------------------------


@rule
def gainers(s: State, mask: int) -> int:
    """Return a mask of those rats of `mask` that may gain pellets now, bit k for seat k.

    The mask has all of them, or only the thinnest under GM-6 Fitness Meme.
    """
    mask &= s.alive
    if s.fitness != 0:
        mask &= thinnest(s, True) | s.mellow
    return mask


@rule
def gain(s: State, mask: int, many: int, e: Events) -> int:
    """Let several rats gain `many` pellets each, at the same time (GM-3.7). Return the mask of those that gained.

    `mask` has the rats, bit k for seat k.
    """
    mask = gainers(s, mask)
    left = mask
    while left != 0:
        seat = int(FIRST_SEAT[left])
        left &= left - 1
        s.real[seat] += many
        Told.gained(e, seat=seat, many=many, phantom=0)
    return mask


@rule
def gain_phantom(s: State, mask: int, e: Events) -> None:
    """Give a phantom pellet to each rat of a mask, bit k for seat k (GM-6 Pavlovian Response (salivate))."""
    mask = gainers(s, mask)
    for seat in range(s.seats):
        if has(mask, seat):
            s.phantom[seat] += 1
            Told.gained(e, seat=seat, many=1, phantom=1)


@rule
def lose(s: State, mask: int, many: int, e: Events) -> None:
    """Take `many` pellets from each rat of a mask (bit k for seat k), but never more than it has (GM-3.7).

    Real pellets go before phantom ones.
    """
    left = mask & s.alive
    while left != 0:
        seat = int(FIRST_SEAT[left])
        left &= left - 1
        lost = min(many, total(s, seat))
        real = min(lost, int(s.real[seat]))
        s.real[seat] -= real
        s.phantom[seat] -= lost - real
        if lost > 0:
            Told.lost(e, seat=seat, many=lost)


@rule
def end_collaborations(s: State, seat: Seat) -> None:
    """End GM-6 Collaboration for the rat of `seat` and its partners."""
    if s.partners[seat] == 0:
        return
    for other in range(s.seats):
        s.partners[other] = int(s.partners[other]) & ~(1 << seat)
    s.partners[seat] = 0


@rule
def end_effects(s: State, seat: Seat) -> None:
    """End all lasting effects on the rat of `seat`, also those that have not begun yet (GM-4.1, GM-6.2)."""
    state.lasting(s, seat)
    end_collaborations(s, seat)
    s.waiting[seat] = int(s.waiting[seat]) & ~Now.RATS
    if s.active == seat:
        s.now &= ~Now.NOXIOUS


@rule
def die(s: State, seat: Seat, e: Events) -> None:
    """Remove the rat of `seat` from its cage, with its lasting effects and pellets (GM-4.1). Do nothing for seat -1."""
    if seat < 0 or not has(s.alive, seat):
        return
    Told.died(e, seat=seat, cage=int(s.cage[seat]))
    end_effects(s, seat)
    state.rat_alone(s, seat)


# -- eating ------------------------------------------------------------------------------------------------------------


@rule
def may_eat(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` may eat a pellet that reaches it (GM-3.7). A mellow rat always may (GM-6.9)."""
    if has(s.mellow, seat):
        return True
    if s.union != 0 or has(s.cower | s.distraught | s.distraught_before | s.escaped, seat):
        return False
    return not smells(s, seat)


@rule
def smells(s: State, seat: Seat) -> bool:
    """Return whether the rat of `seat` may not eat because the current player's rat is noxious (GM-6 Noxious Rat).

    This is true if the two rats are in their cages and at most two cages apart (GM-8.5).
    """
    if s.now & Now.NOXIOUS == 0 or seat == s.active or not sits(s, s.active) or not sits(s, seat):
        return False
    return abs(int(s.cage[seat]) - int(s.cage[s.active])) <= 2


@rule
def eat(s: State, seat: Seat, mark: int, e: Events) -> None:
    """Let the rat of `seat` eat a pellet with the marks `mark` (bits of `Mark`).

    If it has several marks, Poison counts before Laxative, and Laxative before Super (GM-6.6).
    """
    Told.ate(e, seat=seat, mark=mark, in_pipes=1 if s.pipe[seat] > 0 else 0)
    if s.pipe[seat] > 0:
        Told.home(e, seat=seat, cage=int(s.cage[seat]))
    s.pipe[seat] = 0
    if has(s.mellow, seat):
        gain(s, 1 << seat, 1, e)
    elif mark & Mark.POISON:
        die(s, seat, e)
    elif mark & Mark.LAXATIVE:
        if total(s, seat) < 2:
            die(s, seat, e)
        else:
            lose(s, 1 << seat, 2, e)
    else:
        gain_by_eating(s, seat, 1 << (mark // Mark.SUPER), e)


@rule
def gain_by_eating(s: State, seat: Seat, many: int, e: Events) -> None:
    """Let the rat of `seat` gain `many` pellets by eating.

    The rat's partners gain as many pellets without eating (GM-6 Collaboration).
    """
    both = 1 << seat
    if has(gainers(s, both), seat):
        both |= int(s.partners[seat]) & ~s.mellow
    gain(s, both, many, e)
