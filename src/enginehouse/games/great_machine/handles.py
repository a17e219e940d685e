"""By which pieces an action of The Great Machine is taken up."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Handles
from enginehouse.core.hidden import at, count, knows
from enginehouse.games.great_machine.cards import index_of, needs_rat, toggles_named, victim_first, victim_second
from enginehouse.games.great_machine.parts import (
    CAGE,
    CARDS,
    DECK_NAMES,
    DISCARD_ONE,
    DRAW,
    HAND,
    INTERVENE,
    KIND_OF,
    KIND_OF_CODE,
    LOOK,
    ORDER,
    ORDER_TABLE,
    PASS,
    PLAY,
    TAKE,
    TWOS,
    Form,
)
from enginehouse.games.great_machine.plays import offered
from enginehouse.games.great_machine.state import Phase


def desk_seat(v: Any) -> int:
    """The seat whose view this is, told by the hand that is seen whole; -1 for a spectator or before hands are dealt."""
    for seat in range(v.seats):
        size = count(v, HAND + seat)
        if (
            size
            and all(at(v, HAND + seat, k) > 0 for k in range(size))
            and all(knows(v, seat, at(v, HAND + seat, k)) for k in range(size))
        ):
            return seat
    return -1


def copies_in(v: Any, zone: int) -> list[tuple[int, int]]:
    """The kinds that are seen in a zone, with how many copies of each."""
    found: dict[int, int] = {}
    for k in range(count(v, zone)):
        piece = at(v, zone, k)
        if piece > 0:
            kind = int(KIND_OF[piece])
            found[kind] = found.get(kind, 0) + 1
    return sorted(found.items())


def offered_kinds(v: Any) -> list[int]:
    """The kinds that lie on the desk: of the deck that this seat looks through, or of the discard piles."""
    if v.phase not in (Phase.TAKE, Phase.CLEAN) or desk_seat(v) not in (
        v.active,
        -1 if count(v, HAND + v.active) == 0 else v.active,
    ):
        return []
    return [kind for kind, there in enumerate(offered(v, v.active)) if there]


def _set(*ids: str) -> Handles:
    return Handles(frozenset(ids))


def handles(v: Any, code: int) -> Handles:
    """The pieces of an action; none for what is a button."""
    if code < DRAW:
        return _set(f"cage-{code - CAGE + 1}")
    if code < PASS:
        return _set(f"deck-{DECK_NAMES[code - DRAW]}")
    if code < LOOK:
        return _set("card-timely-intervention") if code == INTERVENE else Handles()
    if code < ORDER:
        return _set(f"deck-{DECK_NAMES[code - LOOK]}")
    if code < PLAY:
        order = [int(old) for old in ORDER_TABLE[code - ORDER] if old]
        return _set(*(f"place-{old}-{new}" for new, old in enumerate(order, start=1)))
    kind = int(KIND_OF_CODE[code])
    slug = CARDS[kind].slug
    if code >= DISCARD_ONE:
        pile = f"pile-{DECK_NAMES[CARDS[kind].deck]}"
        return _set(f"card-{slug}") if v.phase == Phase.LIMIT else Handles(source=f"card-{slug}", target=pile)
    if code >= TAKE:
        return _set(f"offer-{slug}", "to-hand") if v.phase == Phase.TAKE else _set(f"offer-{slug}")
    card = f"offer-{slug}" if v.phase == Phase.TAKE else f"card-{slug}"
    return _of_choice(card, kind, index_of(code, kind))


def _of_choice(card: str, kind: int, index: int) -> Handles:
    """A card, and what is named with it. One thing named: the card can be dragged onto it."""
    form = CARDS[kind].form
    toggles = toggles_named(kind, index)
    if toggles:
        names = [f"toggle-{t}" for t in range(1, 8) if toggles >> (t - 1) & 1]
        return Handles(source=card, target=names[0]) if len(names) == 1 else _set(card, *names)
    if form == Form.TWO:
        return _set(card, *(f"rat-{seat}" for seat in TWOS[index]))
    if form == Form.VICTIM:
        return _set(card, f"plate-{victim_first(index)}", f"rat-{victim_second(index)}")
    target = {
        Form.WAY: f"way-{'forward' if index == 0 else 'back'}",
        Form.LEVEL: f"level-{index + 1}",
        Form.RAT: f"rat-{index}",
        Form.SUBJECT: f"rat-{index}" if needs_rat(kind) else f"plate-{index}",
    }.get(form, "tray")
    return Handles(source=card, target=target)
