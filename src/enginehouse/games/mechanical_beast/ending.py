"""How a game of Mechanical Beast ended (see `core.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast.names import room
from enginehouse.games.mechanical_beast.parts import AGAINST, ANDROID, MOST_SEATS, RESCUERS
from enginehouse.games.mechanical_beast.state import Result, State
from enginehouse.games.mechanical_beast.trapped import is_exit

UNIT = "People saved"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _winners(v: State) -> list[str]:
    return [f"{{{seat}}}" for seat in range(v.seats) if v.winners >> seat & 1]


def _inside(v: State) -> list[tuple[int, int]]:
    """The engineers that are on no exit, and their rooms."""
    return [(m, int(v.at[m])) for m in range(2 * MOST_SEATS) if v.meeples >> m & 1 and not is_exit(v, int(v.at[m]))]


def headline(v: State) -> str:
    """Who has won; together all win or lose as one."""
    first = _winners(v)
    if v.play == AGAINST:
        return f"{_and(first)} {'win' if len(first) > 1 else 'wins'} the race" if first else "You all lost"
    if not first:
        return "You lost" if v.seats == 1 else "You all lost"
    if v.play == RESCUERS:
        return f"{_and(first)} {'win' if len(first) > 1 else 'wins'}: the most people saved"
    who = "You" if v.seats == 1 else "You all"
    return f"{who} got out" + ("" if v.result == Result.WIN else ", but for the android")


def why(v: State) -> list[str]:
    """MB-7.3 to MB-7.9, MB-8: who is still inside, and whether the machine still runs."""
    said = []
    if v.play != AGAINST and not _winners(v):
        if not v.off:
            said.append("The switch was never turned off.")
        where = [f"{{{m % MOST_SEATS}}}’s engineer in {room(v, n)}" for m, n in _inside(v)]
        if where:
            said.append(f"Still inside: {_and(where)}.")
        people = sum(int(one) for one in v.people[: v.rooms])
        if people:
            said.append(f"{people} {'person is' if people == 1 else 'people are'} left locked up.")
    elif v.play != AGAINST and v.result == Result.LESSER and v.meeples >> ANDROID & 1:
        said.append(f"The android stays behind in {room(v, int(v.at[ANDROID]))}.")
    return said


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """People are one thing."""
    return []
