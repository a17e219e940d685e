"""Describe the end of a game in words: the winners and the reason (see `core.words.endings`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import count, list_pieces
from enginehouse.core.terms import Seat
from enginehouse.core.words.endings import winners_of
from enginehouse.core.words.naming import list_seats
from enginehouse.games.mechanation import lands, parts, rules
from enginehouse.games.mechanation.state import State

UNIT = "Largest set"


def headline(v: State) -> str:
    """Return a sentence that names the winners (MN-3.1). After the last round there may be several (MN-3.2)."""
    return list_seats(winners_of(rules.scores, v), "wins", "win")


def why(v: State) -> list[str]:
    """Return sentences that explain how the game was won, or an empty list if it has no winner yet.

    If a pilot has won by a set of five (MN-3.1), the sentence names the set. If the game ended after the last round
    (MN-3.2), the sentences compare the largest sets of the pilots, and their numbers of territories.
    """
    won = winners_of(rules.scores, v)
    if not won:
        return []
    if v.reason == 301:
        return [f"{list_seats(won)} controls {_winning_set(v, won[0])}."]
    best, held = int(lands.largest_set(v, won[0])), count(v, parts.HELD + won[0])
    second = [seat for seat in range(v.seats) if seat not in won and lands.largest_set(v, seat) == best]
    if len(won) > 1:
        said = [f"{list_seats(won)} share the win: each has a set of {best}, and {held} territories."]
    else:
        said = [
            f"{list_seats(won)} has {'a' if second else 'the largest set, a'} set of {best}, and {held} territories."
        ]
    if second:
        said.append(f"{list_seats(second, 'also has', 'also have')} a set of {best}, but fewer territories.")
    return said


def _winning_set(v: State, seat: Seat) -> str:
    """Return the set with which the pilot `seat` won, in words (MN-3.1).

    When the game is over, all face-down territories are public.
    """
    packed = int(lands.tally(v, seat))
    names = [
        *(f"{colour} territories" for colour in parts.COLOURS),
        *(f"territories of number {n + 1}" for n in range(parts.NUMBERS)),
    ]
    sizes = [(packed >> (parts.FIELD * k)) & parts.COUNT_MASK for k in range(len(names))]
    best = next(k for k, size in enumerate(sizes) if size >= parts.SET_TO_WIN)
    wild = any(parts.KIND_OF[piece] == parts.WILD for piece in list_pieces(v, parts.HELD + seat))
    return f"{sizes[best]} {names[best]}{' (a WILD counts as each colour and number)' if wild else ''}"
