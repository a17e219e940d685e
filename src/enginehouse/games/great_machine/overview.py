"""Describe the whole position in words, and also the effects of a single turn."""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.hidden import at, count, list_pieces
from enginehouse.core.records.masks import has, seats_of
from enginehouse.core.terms import Seat
from enginehouse.core.words.naming import join_words, list_seats, many, those
from enginehouse.games.great_machine import decks, machine, names, parts
from enginehouse.games.great_machine.state import Now, Phase, State


def position(v: State) -> str:
    """Return the position in words: machine, rats, effects, hands and decks as this view knows them."""
    if v.phase == Phase.PLACE:
        lines = ["The machine is being set up."]
    else:
        lines = [
            f"Round {v.round}; the Master is {v.track} of {parts.TRACK - v.slots_left_out} away. The motor points at cage {machine.charged_cage(v)}."
        ]
        lines.append(_machine_words(v))
    lines += [_rat_words(v, seat) for seat in range(v.seats)]
    lines += _lasting_words(v)
    lines += [_deck_words(v, deck) for deck in (parts.MOVEMENT, parts.EVENT)]
    return "\n".join(lines)


def _machine_words(v: State) -> str:
    drawn = []
    for toggle in range(1, v.toggles + 1):
        word = f"{toggle} {'right' if v.tilt >> (toggle - 1) & 1 else 'left'}"
        stuck = sum(v.stuck_many[toggle][k] for k in range(v.stuck_runs[toggle]))
        drawn.append(word + (f" with {names.pellets(stuck)} stuck" if stuck else ""))
    turn = "clockwise" if v.direction > 0 else "counter-clockwise"
    lock = f" {names.toggles_named(machine.find_locked(v)).capitalize()} locked." if machine.find_locked(v) else ""
    return f"Toggles: {', '.join(drawn)}.{lock} It turns {turn}."


def _rat_words(v: State, seat: Seat) -> str:
    known = list_pieces(v, parts.HAND + seat)
    cards = [names.title(int(parts.KIND_OF[p])) for p in known if p > 0]
    hidden = len(known) - len(cards)
    hand = f"{len(known)} cards ({decks.event_cards(v, seat)} event)"
    if cards:
        hand += f": {join_words(cards)}" + (f" and {hidden} more" if hidden else "")
    if not has(v.alive, seat):
        where = "has no rat" if v.phase != Phase.PLACE or v.placed else "has not placed a rat"
        return f"{{{seat}}} {where}; {hand}."
    size = f"{v.real[seat]} pellets" + (f" and {v.phantom[seat]} phantom" if v.phantom[seat] else "")
    state = [name for mask, name in _states(v) if has(mask, seat)]
    if v.pipe[seat] > 0:
        state.append(f"in the pipes at toggle {v.pipe[seat]}")
    if v.partners[seat]:
        state.append("partner of " + list_seats(seats_of(v.partners[seat])))
    return f"{{{seat}}}: rat in cage {v.cage[seat]}, {size}{''.join(', ' + s for s in state)}; {hand}."


def _states(v: State) -> list[tuple[int, str]]:
    return [
        (v.escaped, "escaped"),
        (v.mellow, "mellow"),
        (v.boots, "in rubber boots"),
        (v.cower, "cowering"),
        (v.salivate, "salivating"),
        (v.distraught | v.distraught_before, "too distraught to eat"),
    ]


_NOW = {
    Now.SPEED: "the motor goes two steps",
    Now.POISON: "the first pellet is poisoned",
    Now.LIGHTNING: "lightning strikes",
    Now.SHORT: "nobody is shocked",
    Now.BURN_OUT: "the motor stands still",
    Now.LAXATIVE: "the first pellet is a laxative",
    Now.HOPPER: "the hopper is blocked",
    Now.NOXIOUS: "rats near a noxious rat do not eat",
    Now.FLOODED: "a shock hits all rats in cages",
    Now.REANIMATION: "a shocked rat gains a pellet",
    Now.COWER: "a rat will cower",
    Now.SALIVATE: "a rat will salivate",
}
"""The effects of one turn in words, by the bit of `Now`."""


def effects(bits: int, supers: int, extras: int) -> list[str]:
    """Return the effects of one turn in words, one text for each.

    `bits` has a bit for each effect of a card (`Now`). `supers` is the number of times that the first pellet is
    doubled, and `extras` the number of additional pellets.
    """
    return those(
        *((bits & bit, words) for bit, words in _NOW.items()),
        (supers, f"the first pellet counts as {1 << supers}"),
        (extras, f"{names.pellets(extras)} more drop{'s' if extras == 1 else ''}"),
    )


def _lasting_words(v: State) -> Iterator[str]:
    for mask, words in (
        (v.fitness, "only the thinnest rat gains"),
        (v.union, "no rat eats"),
        (v.ethics, "the machine stands still"),
    ):
        if mask:
            yield f"Until the next turn of {list_seats(seats_of(mask))}: {words}."
    present = effects(v.now, v.supers, v.extras)
    if present:
        yield f"This turn: {', '.join(present)}."
    for seat in range(v.seats):
        lost, extra = v.lost_turns[seat], v.waiting_turns[seat] + v.extra_turns[seat]
        waiting = effects(v.waiting[seat], v.waiting_supers[seat], v.waiting_extras[seat])
        waiting += those((lost, f"loses {many(lost, 'turn')}"), (extra, f"has {many(extra, 'extra turn')}"))
        if waiting:
            yield f"{{{seat}}}’s turns to come: {', '.join(waiting)}."
    if v.blockage:
        yield f"The next pellet sticks at level {v.blockage}."


def _deck_words(v: State, deck: int) -> str:
    zone = parts.DECK + deck
    known = [(k, at(v, zone, k)) for k in range(count(v, zone) - 1, -1, -1) if at(v, zone, k) > 0]
    tops = [f"{names.title(int(parts.KIND_OF[piece]))} at place {count(v, zone) - k}" for k, piece in known]
    pile = count(v, parts.DISCARD + deck)
    top = f", {names.title(int(parts.KIND_OF[at(v, parts.DISCARD + deck, pile - 1)]))} on top" if pile else ""
    told = f" You know: {', '.join(tops)}." if tops else ""
    return f"{parts.DECK_NAMES[deck].capitalize()} deck: {count(v, zone)} cards; discarded: {pile}{top}.{told}"
