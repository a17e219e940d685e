"""Compute the clocks: the remaining time of each person, from public information. All functions are pure.

A clock runs while its seat is asked openly. In a simultaneous choice all seats share one time limit. Their own clocks
stand still, because a clock that stopped would show who has answered. Timed reactions use no clocks, because they close
at a fixed time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import CLOCK_OF_DAYS, LIVE_CLOCK
from enginehouse.table import words

HOUR, DAY = 3600, 86400
ASLEEP_HOURS = 8
LEAST_S = 30.0
"""The minimum remaining time of a player who takes a seat back, in seconds."""
CHOICE_S = 60.0
"""The time for a simultaneous choice in seconds, to which the increment is added."""


class ClockRule(NamedTuple):
    """The rule of a table's clocks, as read from its text.

    The text is `live BUDGET INCREMENT` (seconds for the game and for each turn), or `days MANY` for each turn. Either
    may name an hour (UTC) from which the clocks stand still for eight hours each night.
    """

    budget: int
    increment: int = 0
    days: bool = False
    asleep_from: int = -1

    @property
    def choice_s(self) -> float:
        """Return the time of a simultaneous choice, in seconds of the clock (without nightly breaks)."""
        return self.budget if self.days else self.increment + CHOICE_S

    @property
    def says(self) -> str:
        """Return the rule as words for players, such as "10 minutes for each player, then a bot plays on"."""
        if not self.days:
            more = f" plus {words.lasts(self.increment)} per turn" if self.increment else ""
            return f"{words.lasts(self.budget)} for each player{more}, then a bot plays on"
        said = f"{words.lasts(self.budget)} per turn, then a bot plays on"
        if self.asleep_from < 0:
            return said
        until = (self.asleep_from + ASLEEP_HOURS) % 24
        return f"{said} (quiet hours {self.asleep_from}:00 to {until}:00 UTC)"

    def measure_passed(self, begin: float, end: float) -> float:
        """Return the seconds between two dates (seconds since 1970), without nightly breaks."""
        if self.asleep_from < 0:
            return max(0.0, end - begin)
        return max(0.0, self._awake(end) - self._awake(begin))

    def lasts(self, begin: float, seconds: float) -> float:
        """Return the seconds from the date `begin` until the clock has run for `seconds`.

        Nightly breaks count in the result.
        """
        if self.asleep_from < 0:
            return seconds
        return self._date(self._awake(begin) + seconds) - begin

    def before(self, end: float, seconds: float) -> float:
        """Return the latest date from which the clock runs for `seconds` until the date `end`.

        Dates are in seconds since 1970. Nightly breaks do not count.
        """
        if self.asleep_from < 0:
            return end - seconds
        return self._date(self._awake(end) - seconds)

    def _date(self, awake_s: float) -> float:
        """Return the first date (seconds since 1970) until which the clock has run for `awake_s` seconds since 1970.

        Nightly breaks do not count in `awake_s`.
        """
        awake = (24 - ASLEEP_HOURS) * HOUR
        day = math.floor(awake_s / awake)
        if awake_s == day * awake:
            day -= 1  # at the very moment when all go to sleep
        return day * DAY + self._woke() + (awake_s - day * awake)

    def _woke(self) -> float:
        return float((self.asleep_from + ASLEEP_HOURS) * HOUR)

    def _awake(self, date: float) -> float:
        """Return the seconds for which the clock has run from 1970 to a date, without nightly breaks."""
        days, of_day = divmod(date - self._woke(), DAY)
        awake = (24 - ASLEEP_HOURS) * HOUR
        return days * awake + min(of_day, awake)


NONE = ClockRule(0)


def rule(text: str) -> ClockRule:
    """Return the clock rule that a text describes, or `NONE` for an empty text.

    Raise `Unreadable`, with a list of the valid forms, for any other text.
    """
    if not text:
        return NONE
    if live := LIVE_CLOCK.fullmatch(text):
        budget, increment = map(int, live.groups())
        if 10 <= budget <= 10 * DAY and increment <= HOUR:
            return ClockRule(budget, increment)
    if days := CLOCK_OF_DAYS.fullmatch(text):
        many, asleep = int(days[1]), -1 if days[2] is None else int(days[2])
        if 1 <= many <= 30 and asleep < 24:
            return ClockRule(many * DAY, 0, days=True, asleep_from=asleep)
    raise Unreadable(
        f"{text[:40]!r} is not a clock: write `live BUDGET INCREMENT` (seconds, at least ten), `days MANY`, "
        "or `days MANY HOUR` (quiet hours begin at HOUR, UTC)"
    )


class StoredClocks(NamedTuple):
    """The clocks as they are stored: a date, and the milliseconds that each seat had left at that date."""

    at: float
    left: dict[int, int]


@dataclass(frozen=True)
class Clocks:
    """The remaining seconds of each seat at a time (of the clock's `now`).

    `epoch` is the date (seconds since 1970) of time 0.
    """

    rule: ClockRule
    left: Mapping[int, float]
    at: float
    epoch: float

    def count_passed(self, now: float) -> float:
        """Return the seconds that the clocks have run from their own time until `now`."""
        return self.rule.measure_passed(self.at + self.epoch, now + self.epoch)

    def due(self, seconds: float) -> float:
        """Return the time (of the clock's `now`) when the clocks will have run for `seconds` since their own time."""
        return self.at + self.rule.lasts(self.at + self.epoch, seconds)

    def freeze(self) -> StoredClocks:
        """Return the clocks in the form in which they are stored."""
        return StoredClocks(self.at + self.epoch, {seat: round(1000 * left) for seat, left in self.left.items()})


class Turn(NamedTuple):
    """The public facts of an action, for the clocks.

    They are the seats whose clocks run before and after it, the acting seats, and whether it was undone.
    """

    ran: Iterable[int]
    runs: Iterable[int]
    acted: frozenset[int]
    took_back: bool


def after(before: Clocks, turn: Turn, now: float) -> Clocks:
    """Return the clocks after a public action at the time `now`. `before` are the clocks before it.

    At the end of a turn the player gets the increment or, if turns last days, the whole time again. An undo of that
    action takes the increment back.
    """
    rule, passed, left = before.rule, before.count_passed(now), dict(before.left)
    ran, runs = set(turn.ran), set(turn.runs)
    for seat in ran:
        left[seat] = max(0.0, left[seat] - passed)
    if rule.days:
        left |= dict.fromkeys(turn.acted | (runs - ran), float(rule.budget))
        return Clocks(rule, left, now, before.epoch)
    for seat in turn.acted - runs:
        left[seat] += rule.increment
    if turn.took_back:
        for seat in runs - ran:
            left[seat] = max(1.0, left[seat] - rule.increment)
    return Clocks(rule, left, now, before.epoch)


def of_one_who_is_back(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """Return the clocks after people have taken back the seats in `seats`. `clocks` is not changed.

    Each of these seats gets at least `LEAST_S` seconds, so that they are not out of time at once.
    """
    rule = clocks.rule
    least = float(rule.budget) if rule.days else max(LEAST_S, float(rule.increment))
    left = {**clocks.left, **{seat: max(least, clocks.left[seat]) for seat in seats}}
    return Clocks(rule, left, clocks.at, clocks.epoch)


def format_remaining(seconds: float) -> str:
    """Return a remaining time as the page shows it: `3 d`, `12 h`, `1:02:03` or `2:03`. `seconds` is the time."""
    if seconds >= 2 * DAY:
        return f"{seconds / DAY:.0f} d"
    if seconds >= 10 * HOUR:
        return f"{seconds / HOUR:.0f} h"
    whole = int(seconds)
    if whole >= HOUR:
        return f"{whole // HOUR}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"
