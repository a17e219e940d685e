"""Compute statistics of finished games (measures), for experiments with bots."""

from __future__ import annotations

from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.records.hidden import list_pieces
from enginehouse.core.words.tally import Tally, events_of
from enginehouse.games.great_machine import parts
from enginehouse.games.great_machine.parts import Discard, Intervene, Play
from enginehouse.games.great_machine.state import Phase, Told

TITLES = [card.title for card in parts.CARDS]


def cards(match: Match) -> dict[str, Any]:
    """Return a dict about the cards that seats were dealt, drew, played and discarded in a match.

    The entry `parts` has a row (see `Tally.note`) for each time that a seat was dealt, drew, played or discarded a
    card. The row has the card, the seat, the round, and the kind of event, such as "drawn" or "played". `held` has for
    each seat a list with the titles of all cards that the seat was dealt or drew. `played` has for each seat a list
    with the titles of all cards that the seat played. A card that was found or taken by the effect of another card
    counts as drawn.
    """
    tally, moving, when = Tally(match.seats), match.begin_again(), 1
    for done in tally.follow(match):
        if moving.state.phase == Phase.PLACE:
            moving.act_unchecked(done.seat, done.code)
            if moving.state.phase != Phase.PLACE:
                _note_hands(tally, moving.state)
        _note_act(tally, done.seat, done.code, when)
        for event in events_of(done):
            if event.kind in (Told.DREW, Told.TOOK):
                tally.note(event.a, "drawn", TITLES[event.c], when)
            elif event.kind == Told.GOT:
                tally.note(event.a, "drawn", TITLES[event.b], when)
            elif event.kind == Told.ROUND:
                when = event.a
    return tally.said(held=("dealt", "drawn"), played=("played",))


def _note_hands(tally: Tally, s: Any) -> None:
    """Record in `tally` the cards of all hands as dealt (GM-2.3).

    `s` is the record before the first turn, so that no hand has a drawn card yet.
    """
    for seat in range(tally.seats):
        for card in list_pieces(s, parts.HAND + seat):
            tally.note(seat, "dealt", TITLES[int(parts.KIND_OF[card])], 1)


def _note_act(tally: Tally, seat: int, code: int, when: int) -> None:
    if code in Play:
        tally.note(seat, "played", TITLES[Play.card[code]], when)
    elif code in Discard:
        tally.note(seat, "discarded", TITLES[Discard.card[code]], when)
    elif code == Intervene.CODE:
        tally.note(seat, "played", TITLES[parts.TIMELY_INTERVENTION], when)


MEASURES = {"cards": cards}
ABOUT_PARTS = ("cards",)
"""The measures about parts. The lab takes them if a question is about a part."""
WORDS = {"held": TITLES, "played": TITLES}
"""All words that a column can have, so that the lab also counts words that never occur."""
