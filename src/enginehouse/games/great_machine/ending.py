"""Describe the end of a game in words: the winner and the reason (see `core.words.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.endings import winners_of
from enginehouse.core.words.naming import join_words, list_seats, many
from enginehouse.games.great_machine import rats, rules
from enginehouse.games.great_machine.state import State

UNIT = "Pellets"


def headline(v: State) -> str:
    """Return a sentence that names the winner, who need not have the fattest rat (GM-4.2), or says that no rat wins."""
    won = winners_of(rules.scores, v)
    return f"{{{won[0]}}} wins with {many(int(rats.total(v, won[0])), 'pellet')}" if won else "No rat wins"


def why(v: State) -> list[str]:
    """Return sentences with the reason for the win (GM-4.2).

    The sentences name the ties that excluded fatter rats, and the rats that were dead.
    """
    won = winners_of(rules.scores, v)
    least = int(rats.total(v, won[0])) if won else -1
    alive = [seat for seat in range(v.seats) if v.alive >> seat & 1]
    said = []
    for weight in sorted({int(rats.total(v, seat)) for seat in alive}, reverse=True):
        tied = [seat for seat in alive if rats.total(v, seat) == weight]
        if weight > least and len(tied) > 1:
            said.append(f"{list_seats(tied)} tie with {many(weight, 'pellet')}, so their rats do not count.")
    dead = [f"{{{seat}}}’s" for seat in range(v.seats) if not v.alive >> seat & 1]
    if dead:
        said.append(f"{join_words(dead)} {'rat was' if len(dead) == 1 else 'rats were'} dead at the end.")
    return said


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """Return the real and the phantom pellets of the rat of `seat`, each as (name, number).

    The list is empty if no rat has a phantom pellet (GM-4.4).
    """
    if not any(v.phantom[: v.seats]):
        return []
    return [("real pellets", int(v.real[seat])), ("phantom pellets", int(v.phantom[seat]))]
