"""Find the players that the other players wait for, the start of each wait, and the players that a bot may replace.

All of this uses public information only. In a reaction window, several seats answer at once. There the other players
wait for each asked player until the window closes, whether or not that player has answered. So the wait does not reveal
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from enginehouse.core.play.entries import Done
from enginehouse.core.play.match import Match
from enginehouse.table.states import clocks
from enginehouse.table.states.clocks import Clocks, Turn
from enginehouse.table.store.rows import EntryRow, TableRow
from enginehouse.table.store.serving import Serving, passes

LEAST_S, MOST_S = 30, 60 * 24 * 3600
"""The minimum and the maximum of the waiting time, in seconds, after which a bot may play for a person."""


@dataclass(frozen=True)
class Waiting:
    """The people that the other players wait for, the start of each wait, and the clocks."""

    since: Mapping[int, float] = field(default_factory=dict)
    """By seat, the time of the server process's clock (`Clock.now`, in seconds) at which the wait started."""
    away: frozenset[int] = frozenset()
    """The seats that have kept the others waiting too long, so that a bot may play there."""
    clocks: Clocks | None = None
    """The clocks, or None without time limits."""
    secret: bool = False
    """Whether several seats are asked at once (a reaction window), so that the clocks stand still."""

    @property
    def running(self) -> list[int]:
        """Return the seats whose clocks run now."""
        return [] if self.secret or self.clocks is None else list(self.since)

    def compute_remaining(self, now: float) -> dict[int, float]:
        """Return a dict from each seat to the remaining seconds of its player at the time `now`.

        `now` is a time of the server process's clock (`Clock.now`, in seconds). If there are no time limits, the dict
        is empty.
        """
        if self.clocks is None:
            return {}
        passed = self.clocks.count_passed(now)
        return {
            seat: max(0.0, left - passed) if seat in self.running else left for seat, left in self.clocks.left.items()
        }


def after(
    before: Waiting, was: Match, row: TableRow, match: Match, actions: Sequence[Done] | None, now: float
) -> Waiting:
    """Return the people that the other players wait for after the new `actions`.

    `before` is the result before the actions, `was` the match before them, and `match` the match after them. `actions`
    is an empty list after an undo, and None if people have left or come back. `now` is the present time of the server
    process's clock (`Clock.now`, in seconds). If the other players still wait for a seat that has not acted in public,
    the start of this wait does not change.
    """
    seats = _list_asked(row, match)
    secret, was_secret = int(match.state.asked), int(was.state.asked)
    same_choice = bool(secret and was_secret) and int(was.state.opened) == int(match.state.opened)
    if secret:
        kept = set(seats) if same_choice else set()
    else:
        kept = set() if was_secret else set(seats) - {done.seat for done in actions or ()}
    since = {seat: before.since.get(seat, now) if seat in kept else now for seat in seats}
    found = Waiting(since, before.away & kept & set(seats), before.clocks, bool(secret))
    if before.clocks is None or (same_choice and actions is not None):
        return found  # sealed answers change no clock
    turn = Turn(
        before.running,
        found.running,
        frozenset(done.seat for done in actions or () if not done.asked and row.seats[done.seat].kind == "person"),
        actions is not None and not actions,
    )
    return replace(found, clocks=clocks.after(before.clocks, turn, now))


class PublicClocks(NamedTuple):
    """The clocks as all may see them: the remaining seconds of each seat, and the seats whose clocks run."""

    left: dict[int, float]
    runs: list[int]


def shown_clocks(waiting: Waiting, timed: bool, now: float) -> PublicClocks | None:
    """Return the players' clocks as all viewers may see them, or None if the table has no time limits.

    `waiting` has the players' clocks. `now` is the present time of the server process's clock (`Clock.now`, in
    seconds). In a reaction window, several seats answer at once. `timed` is true if such a window is open and closes at
    a fixed time.

    Each seat shows its own remaining time, also if `timed` is true. The only exception is an open window without a
    fixed time, which closes with the last answer. Then all asked seats show the same remaining time: the time until
    bots may answer for them.
    """
    going = waiting.clocks
    if going is None:
        return None
    left, runs = waiting.compute_remaining(now), waiting.running
    if waiting.secret and not timed:
        runs = list(waiting.since)
        left |= dict.fromkeys(runs, max(0.0, going.rule.choice_s - going.count_passed(now)))
    return PublicClocks(left, runs if going.count_passed(now + 1) > going.count_passed(now) else [])


class TimeReading(NamedTuple):
    """The present moment, as a time of the server process's clock (`now`) and as a date (`date`).

    `now` is in seconds since an arbitrary moment and never goes back. `date` is in seconds since 1970. `serving`
    records the times in which a process has served the tables. If it is `None`, `measure_served` returns 0.
    """

    now: float
    date: float
    serving: Serving | None = None

    def measure_served(self, begin: float, counts: Callable[[float, float], float] = passes) -> float:
        """Return how many seconds since the date `begin` a process has served the tables.

        `counts` takes two dates and returns the seconds between them. Players' clocks may stand still for some hours
        each night. To leave out these hours, pass a function that does not count them.
        """
        return self.serving.since(begin, self.date, counts) if self.serving else 0.0


def read_again(row: TableRow, match: Match, entries: Sequence[EntryRow], moment: TimeReading) -> Waiting:
    """Return the people that the other players wait for at a table that was just read from the store.

    `entries` are its stored actions, undos and redos, and `moment` is the current time. Time in which no process served
    the table is not part of a wait.
    """
    for_s = moment.measure_served(_last_seen(match, entries) or row.changed)
    seats = _list_asked(row, match)
    late = row.away_s > 0 and len(row.people) > 1 and for_s >= row.away_s
    found = Waiting(dict.fromkeys(seats, moment.now - for_s), frozenset(seats) if late else frozenset())
    going = stored_clocks(row, moment)
    return found if going is None else replace(found, clocks=going, secret=bool(int(match.state.asked)))


def stored_clocks(row: TableRow, moment: TimeReading) -> Clocks | None:
    """Return the clocks of a stored table as they are at the time `moment`.

    Return None if the table has no time limits, or if its game is not running. Clocks do not run while no process
    serves the table.
    """
    if not row.clock or row.status != "running":
        return None
    rule = clocks.rule(row.clock)
    left = {one.seat: float(rule.budget) if one.left_ms is None else one.left_ms / 1000 for one in row.seats}
    counted = moment.measure_served(row.clock_at or row.changed, rule.measure_passed)
    at = moment.now - moment.date + rule.before(moment.date, counted)
    return Clocks(rule, left, at, moment.date - moment.now)


def time_out(waiting: Waiting) -> float | None:
    """Return the time at which the next player will be out of time, or None if no time limit runs now.

    `waiting` has the players' clocks. The result is a time of the server process's clock (`Clock.now`, in seconds).
    """
    going = waiting.clocks
    if going is None or not waiting.since:
        return None
    if waiting.secret:
        return going.due(going.rule.choice_s)
    return min((going.due(going.left[seat]) for seat in waiting.running), default=None)


def out_of_time(waiting: Waiting, now: float) -> frozenset[int]:
    """Return the seats whose time limit has passed at the time `now`.

    `waiting` has the players' clocks. `now` is a time of the server process's clock (`Clock.now`, in seconds).

    In a reaction window (a time in which several seats answer at once), all asked seats share a time limit. If it has
    passed, return all asked seats, so that the result does not reveal which of them have answered. Before that, return
    no seat.
    """
    going = waiting.clocks
    if going is None:
        return frozenset()
    if waiting.secret:
        return frozenset(waiting.since) if going.due(going.rule.choice_s) <= now + 0.001 else frozenset()
    return frozenset(seat for seat in waiting.running if going.due(going.left[seat]) <= now + 0.001)


def next_late(row: TableRow, waiting: Waiting) -> float | None:
    """Return the time at which the next player will have kept the others waiting for longer than the table allows.

    It is a time of the server process's clock (`Clock.now`, in seconds). Players that are marked as too late already do
    not count. Return None if the others wait for no further player. Call this only if the table has a limit
    (`row.away_s` is above 0) and several people.
    """
    return min((at + row.away_s for seat, at in waiting.since.items() if seat not in waiting.away), default=None)


def list_late(row: TableRow, waiting: Waiting, now: float) -> frozenset[int]:
    """Return the seats of the players that have kept the others waiting for longer than the table allows.

    The table allows `row.away_s` seconds. `waiting` has, for each seat that has to act, the time at which the others
    began to wait for it. `now` is the present time. Both are times of the server process's clock (`Clock.now`, in
    seconds).
    """
    return frozenset(seat for seat, at in waiting.since.items() if at + row.away_s <= now + 0.001)


def _list_asked(row: TableRow, match: Match) -> list[int]:
    """Return the seats of people that have to act, as far as this is public.

    While several seats are asked at once, return the seats of all people among them, because it is not public which of
    them have answered.
    """
    if row.status != "running" or match.over:
        return []
    mask = int(match.state.asked)
    asked = [seat for seat in range(match.seats) if mask >> seat & 1] if mask else match.actors()
    return [seat for seat in asked if row.seats[seat].kind == "person"]


def _last_seen(match: Match, entries: Sequence[EntryRow]) -> float:
    """Return the date (seconds since 1970) of the latest public action, or 0 if there is none.

    Actions that were undone are ignored. So are secret answers in a reaction window (a time in which several seats
    answer at once).
    """
    sealed = 0
    for done in reversed(match.standing):
        if not done.sealed:
            break
        sealed += 1
    standing = 0
    for entry in reversed(entries):
        standing += -1 if entry.step == "undo" else 1
        if standing > sealed:
            return entry.at
    return 0.0
