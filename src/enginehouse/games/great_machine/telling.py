"""Describe each kind of event: its sentence, sign, sound and motion (see `core.words.telling`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from enginehouse.core.records.events import Event
from enginehouse.core.words.naming import join_words, those
from enginehouse.core.words.telling import Telling, show, stroke
from enginehouse.games.great_machine import cards, parts, words
from enginehouse.games.great_machine.names import pellets, rat, title, toggles_named
from enginehouse.games.great_machine.parts import Play
from enginehouse.games.great_machine.state import Mark, State, Told

_CARD = stroke("M-6-9H6V9H-6ZM-2-4H2M-2 0H2")
_LEVER = stroke("M-9 6L8-5M-3 9H3", "M8-8A3 3 0 1 1 8-2A3 3 0 1 1 8-8Z")
_ARM = stroke("M0 9V-8M-4-4L0-9L4-4")
_BOLT = stroke("", "M3-11L-7 2H-1L-3 11L7-2H1Z")
_PELLET = stroke("", "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z")
_RAT = stroke("M-10 3Q-6-6 2-5Q9-4 10 2Q4 6-4 5H-8M-10 3Q-13 5-11 8", "M5-1A1.4 1.4 0 1 1 5 1.8A1.4 1.4 0 1 1 5-1Z")
_SKULL = stroke(
    "M-7 0A7 7 0 1 1 7 0Q7 4 4 5V9H-4V5Q-7 4-7 0", "M-3-2A2 2 0 1 1-3 2A2 2 0 1 1-3-2ZM3-2A2 2 0 1 1 3 2A2 2 0 1 1 3-2Z"
)
_COACH = stroke("M-9-6H6V4H-9ZM-9 0H-12M6 0H9", "M-6 4A3 3 0 1 1-6 10A3 3 0 1 1-6 4ZM4 4A3 3 0 1 1 4 10A3 3 0 1 1 4 4Z")
_LOCK = stroke("M-4-1V-5A4 4 0 1 1 4-5V-1", "M-7-1H7V9H-7Z")
_SHIELD = stroke("M-8-8H8V0Q8 6 0 10Q-8 6-8 0Z")


def _is_eaten(before: Sequence[Event], event: Event) -> bool:
    """Return whether the log already says that a rat gains one pellet, because an earlier event says that it ate.

    `event` is the gain, of one real pellet (GM-4.2), and `before` has the earlier events. Between eating and the gain
    there may be gains of the rat's partners.
    """
    gains = Told.read(event)
    if gains.many != 1 or gains.phantom:
        return False
    for one in reversed(before):
        if one.kind != Told.GAINED or Told.read(one).seat == gains.seat:
            return one.kind == Told.ATE and bool(Told.read(one).seat == gains.seat)
    return False


def note(noted: dict[int, int], event: Event, view: Any) -> None:
    """Update the dict `noted`, which has the cage of each rat by its seat, after an event. `view` is not used.

    Most events do not say where a rat sits, and change nothing.
    """
    e = Told.read(event)
    if event.kind in _SITS:
        noted[e.seat] = e.cage
    elif event.kind == Told.SWAPPED:
        one, other = noted.get(e.seat, 0), noted.get(e.other, 0)
        noted[e.seat], noted[e.other] = other, one


_SITS = (Told.PLACED, Told.SHOCKED, Told.STRUCK, Told.DIED, Told.RETURNED, Told.PUT_BACK, Told.HOME)
"""Events that name a rat's cage."""


def _describe_begin(v: State | None, e: Any) -> str:
    """Return a sentence about a turn that starts, in which cards that were played earlier take effect now (GM-6.2).

    `e` is the event. If `v` is a view, the sentence names the cards. Otherwise it only says that earlier cards take
    effect.
    """
    supers = extras = extra_turns = 0
    if v is not None and v.active == e.seat:
        supers, extras, extra_turns = int(v.supers), int(v.extras), int(v.extra_turns[e.seat])
    active = [title(kind) for kind in range(len(parts.CARDS)) if int(cards.TURN_BIT[kind]) & e.now]
    active += those((supers, "Super Pellet"), (extras, "Extra Food"))
    said = those(
        (active, f"{join_words(active)} {'are' if len(active) > 1 else 'is'} active in {{{e.seat}}}’s turn."),
        (extra_turns, f"{{{e.seat}}} takes an extra turn after this one."),
    )
    return " ".join(said) or f"{{{e.seat}}}’s earlier cards take effect."


def _describe_mark(mark: int) -> str:
    """Return the special marks of a pellet (bits of `Mark`, such as Poison), as words before its name."""
    return "".join(
        those((mark & Mark.POISON, "poisoned "), (mark & Mark.LAXATIVE, "laxative "), (mark >= Mark.SUPER, "super "))
    )


def _if_known(before: str, card: int | None) -> str:
    return "" if card is None else before + title(card)


def _describe_track(v: Any, e: Any) -> str:
    if e.by == 0:
        return f"The Master’s coach stays where it is, {e.place} away."
    return f"The Master’s coach moves {abs(e.by)} {'nearer' if e.by < 0 else 'back'}: {e.place} to go."


def _describe_death(event: Event, cages: Mapping[int, int]) -> str:
    seat = Told.read(event).seat
    return f"{rat(seat, cages)} dies and loses all its pellets. A new one comes in {{{seat}}}’s next turn."


def _show_by_cage(sentence: Callable[[Any, Mapping[int, int]], str], *more: Any, **named: Any) -> Telling:
    """Return the entry of a kind of event whose sentence has the cages of rats in the log, and elsewhere does not.

    `sentence` is called with an object with the event's values, and the known cages of the rats by seat. The other
    arguments are those of `show`.
    """
    named["says"] = lambda event, cages: sentence(Told.read(event), cages)
    return show(lambda v, e: sentence(e, {}), *more, **named)


def _move_rat(reel: Any, e: Any) -> None:
    reel.add(f"rat-{e.seat}", ms=500)


def _swap_rats(reel: Any, e: Any) -> None:
    reel.add(f"rat-{e.seat}", ms=700)
    reel.add(f"rat-{e.other}", ms=700, then=700)


TELLING = {
    Told.PLACED: show(lambda v, e: f"{{{e.seat}}}’s rat moves into cage {e.cage}.", _RAT),
    Told.MACHINE_SET: show(lambda v, e: "The toggles are set, the motor is wound, the cards are dealt."),
    Told.TURN: show(),
    Told.TURN_LOST: show(lambda v, e: f"{{{e.seat}}} loses a turn."),
    Told.DREW: show(
        lambda v, e: f"{{{e.seat}}} draws a card from the {parts.DECK_NAMES[e.deck]} deck{_if_known(': ', e.card)}.",
        _CARD,
        "card",
    ),
    Told.RESHUFFLED: show(
        lambda v, e: f"The {parts.DECK_NAMES[e.deck]} discard pile is shuffled into a new deck.", _CARD, aside=True
    ),
    Told.PLAYED: _show_by_cage(
        lambda e, cages: (
            f"{{{e.seat}}} plays {title(Play.card[e.action])}{words.format_choice(cages, *Play.values(e.action))}."
        ),
        _CARD,
        "card",
    ),
    Told.DISCARDED: show(lambda v, e: f"{{{e.seat}}} discards {title(e.card)}.", _CARD, "card"),
    Told.ASKED: show(),
    Told.INTERVENED: show(lambda v, e: f"{{{e.seat}}} makes a Timely Intervention!", _SHIELD, "clash"),
    Told.CANCELLED: show(lambda v, e: f"{title(e.card)} is cancelled."),
    Told.TILTED: show(
        lambda v, e: f"Toggle {e.toggle} tilts {'right' if e.right else 'left'}.",
        _LEVER,
        "tilt",
        lambda reel, e: reel.add(f"lever-{e.toggle}", ms=320, then=160),
        aside=True,
    ),
    Told.MOTOR: show(
        lambda v, e: f"The motor turns to cage {e.cage}.",
        _ARM,
        "tilt",
        lambda reel, e: reel.add("arm", ms=500, then=500),
        aside=True,
    ),
    Told.REVERSED: show(
        lambda v, e: f"The motor now turns {'clockwise' if e.direction > 0 else 'counter-clockwise'}.", _ARM
    ),
    Told.SHOCKED: show(
        lambda v, e: f"{{{e.seat}}}’s rat is shocked in cage {e.cage}.",
        _BOLT,
        "zap",
        lambda reel, e: reel.spark(e.cage),
    ),
    Told.SPARK: show(
        lambda v, e: f"A spark in cage {e.cage} hurts nobody.",
        _BOLT,
        "zap",
        lambda reel, e: reel.spark(e.cage),
        aside=True,
    ),
    Told.STRUCK: _show_by_cage(lambda e, cages: f"Lightning strikes {rat(e.seat, cages)}.", _BOLT, "zap"),
    Told.GAINED: _show_by_cage(
        lambda e, cages: f"{rat(e.seat, cages)} gains {'a phantom pellet' if e.phantom else pellets(e.many)}.",
        _PELLET,
        echoes=_is_eaten,
    ),
    Told.LOST: _show_by_cage(lambda e, cages: f"{rat(e.seat, cages)} loses {pellets(e.many)}.", _PELLET),
    Told.DROPPED: show(sound="drop", motion=lambda reel, e: reel.drop(e.mark)),
    Told.FELL: show(motion=lambda reel, e: reel.fall_through(e.toggle, e.side, e.mark)),
    Told.STUCK: show(
        lambda v, e: f"A {_describe_mark(e.mark)}pellet sticks under toggle {e.toggle}.",
        _PELLET,
        motion=lambda reel, e: reel.end_pellet(),
    ),
    Told.ATE: _show_by_cage(
        lambda e, cages: (
            f"{rat(e.seat, {} if e.in_pipes else cages)} eats a {_describe_mark(e.mark)}pellet{' in the pipes' if e.in_pipes else ''}."
        ),
        _PELLET,
        motion=lambda reel, e: reel.land(0 if e.in_pipes else reel.v.cage[e.seat], 30),
    ),
    Told.WASTED: show(
        lambda v, e: f"A {_describe_mark(e.mark)}pellet is wasted in cage {e.cage}.",
        _PELLET,
        motion=lambda reel, e: reel.land(e.cage, 16),
    ),
    Told.DIED: show(lambda v, e: f"{{{e.seat}}}’s rat dies.", _SKULL, "toll", moment=True, says=_describe_death),
    Told.RETURNED: show(lambda v, e: f"{{{e.seat}}} gets a new rat in cage {e.cage}.", _RAT),
    Told.PUT_BACK: show(
        lambda v, e: f"{{{e.seat}}}’s rat is caught and returns to cage {e.cage}.", _RAT, motion=_move_rat
    ),
    Told.TRACK: show(_describe_track, _COACH, motion=lambda reel, e: reel.add("coach", ms=700), aside=True),
    Told.ROUND: show(lambda v, e: f"Round {e.round} begins.", aside=True),
    Told.LOCKED: show(
        lambda v, e: f"{toggles_named(e.toggles).capitalize()} {words.is_or_are(e.toggles)} locked.", _LOCK, aside=True
    ),
    Told.UNLOCKED: show(
        lambda v, e: f"{toggles_named(e.toggles).capitalize()} {words.is_or_are(e.toggles)} unlocked.",
        _LOCK,
        aside=True,
    ),
    Told.SWAPPED: show(lambda v, e: f"{{{e.seat}}} and {{{e.other}}} swap cages.", _RAT, motion=_swap_rats),
    Told.CLIMBED: show(lambda v, e: f"{{{e.seat}}}’s rat climbs to toggle {e.toggle}.", _RAT, motion=_move_rat),
    Told.LOOKED: show(lambda v, e: f"{{{e.seat}}} looks at the {parts.DECK_NAMES[e.deck]} deck."),
    Told.PUT_IN_ORDER: show(lambda v, e: f"{{{e.seat}}} puts the cards back on the {parts.DECK_NAMES[e.deck]} deck."),
    Told.TOOK: show(
        lambda v, e: (
            f"{{{e.seat}}} takes {_if_known('', e.card) or 'a card'} from the {parts.DECK_NAMES[e.deck]} deck and shuffles it."
        )
    ),
    Told.GOT: show(lambda v, e: f"{{{e.seat}}} gets {title(e.card)} from the discard pile."),
    Told.COIN: show(lambda v, e: f"The coin shows {'heads' if e.heads else 'tails'}."),
    Told.BEGAN: show(_describe_begin),
    Told.WAITS: show(lambda v, e: f"{title(e.card)} takes effect in {{{e.seat}}}’s next turn."),
    Told.MASTER: show(lambda v, e: "The Master arrives!", _COACH, "toll", moment=True),
    Told.HOME: show(
        lambda v, e: f"{{{e.seat}}}’s rat slides back into cage {e.cage}.", _RAT, motion=_move_rat, aside=True
    ),
}


LEGEND = (
    "Where the next pellet will land.",
    "The cage that the motor shocks next. The rat there loses a pellet.",
)
"""The signs of the forecast with their meaning, in the order in which they are drawn."""


def pellet_ahead(cage: int) -> str:
    """Return a sentence about the cage in which the next pellet lands. Cage 0 means that it does not reach a cage."""
    return f"The next pellet falls into cage {cage}." if cage else "The next pellet does not reach a cage."


def motor_ahead(cage: int) -> str:
    """Return a sentence about the cage to which the motor moves next."""
    return f"The motor moves to cage {cage}."
