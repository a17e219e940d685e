"""Compute the clocks: the remaining time of each person, from public information. All functions are pure.

Usually, the clock of a seat runs while the seat has to act. In a reaction window, several seats answer at once and in
secret. There the clocks of all seats stand still, because a clock that stops would show which seat has answered. A
timed reaction window closes at a fixed time. An untimed one closes with the last answer. Its asked seats share a time
limit, after which bots may answer for them.
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
"""The time limit, in seconds, of a reaction window that is not timed. The increment is added to it."""


class ClockRule(NamedTuple):
    """The rule of a table's clocks, as read from its text.

    In the text `live BUDGET INCREMENT`, BUDGET is the seconds for the whole game, and INCREMENT the seconds that are
    added for each turn. In `days MANY`, MANY is the number of days for each turn. In `days MANY HOUR`, the clocks also
    stand still for eight hours each night from HOUR (UTC) on.
    """

    budget: int
    increment: int = 0
    days: bool = False
    asleep_from: int = -1

    @property
    def choice_s(self) -> float:
        """Return the time limit in seconds that all asked seats share in an untimed reaction window.

        In a reaction window, several seats answer at once. An untimed one closes with the last answer, not at a fixed
        time. The limit counts only time in which the players' clocks run, so it leaves out the hours of the night in
        which they stand still.
        """
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
        """Return how many seconds the clock runs from the date `begin` to the date `end`.

        Dates are in seconds since 1970. Some clocks stand still for eight hours each night. These hours do not count.
        """
        if self.asleep_from < 0:
            return max(0.0, end - begin)
        return max(0.0, self._awake(end) - self._awake(begin))

    def lasts(self, begin: float, seconds: float) -> float:
        """Return how many seconds pass from the date `begin` until a clock has run for `seconds` seconds.

        Dates are in seconds since 1970. Some clocks stand still for eight hours each night. The result includes these
        hours.
        """
        if self.asleep_from < 0:
            return seconds
        return self._date(self._awake(begin) + seconds) - begin

    def before(self, end: float, seconds: float) -> float:
        """Return the date at which a clock must start, so that it has run for `seconds` seconds at the date `end`.

        Dates are in seconds since 1970. Some clocks stand still for eight hours each night. So the result may be
        earlier than `end - seconds`. If the clock could start at the beginning or at the end of these eight hours,
        return the beginning.
        """
        if self.asleep_from < 0:
            return end - seconds
        return self._date(self._awake(end) - seconds)

    def _date(self, awake_s: float) -> float:
        """Return the date (seconds since 1970) at which a clock has run for `awake_s` seconds.

        The clock started on a fixed morning in January 1970, and stands still for eight hours each night. If the
        date could be the beginning or the end of these eight hours, return the beginning.
        """
        awake = (24 - ASLEEP_HOURS) * HOUR
        day = math.floor(awake_s / awake)
        if awake_s == day * awake:
            day -= 1  # the date is the start of a break, which belongs to the day before
        return day * DAY + self._woke() + (awake_s - day * awake)

    def _woke(self) -> float:
        return float((self.asleep_from + ASLEEP_HOURS) * HOUR)

    def _awake(self, date: float) -> float:
        """Return how many seconds a clock has run when the date `date` (seconds since 1970) comes.

        The clock started on a fixed morning in January 1970, and stands still for eight hours each night.
        """
        days, of_day = divmod(date - self._woke(), DAY)
        awake = (24 - ASLEEP_HOURS) * HOUR
        return days * awake + min(of_day, awake)


NONE = ClockRule(0)
"""The rule of a table without clocks."""


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
    """The clocks as they are stored: a date (`at`), and the milliseconds that each seat had left then (`left`)."""

    at: float
    left: dict[int, int]


@dataclass(frozen=True)
class Clocks:
    """The players' clocks: the remaining seconds `left` of each seat, as they were at the time `at`.

    Times are those of the server process's clock (`Clock.now`, in seconds). `epoch` is the date (seconds since 1970) of
    its time 0.
    """

    rule: ClockRule
    left: Mapping[int, float]
    at: float
    epoch: float

    def count_passed(self, now: float) -> float:
        """Return how many seconds the players' clocks have run from the time `self.at` until `now`.

        Both are times of the server process's clock (`Clock.now`, in seconds). The players' clocks may stand still for
        some hours each night.
        """
        return self.rule.measure_passed(self.at + self.epoch, now + self.epoch)

    def due(self, seconds: float) -> float:
        """Return the time at which the players' clocks will have run for `seconds` seconds since the time `self.at`.

        The result and `self.at` are times of the server process's clock (`Clock.now`, in seconds). The players' clocks
        may stand still for some hours each night.
        """
        return self.at + self.rule.lasts(self.at + self.epoch, seconds)

    def freeze(self) -> StoredClocks:
        """Return the clocks in the form in which they are stored."""
        return StoredClocks(self.at + self.epoch, {seat: round(1000 * left) for seat, left in self.left.items()})


class Turn(NamedTuple):
    """The public facts about an action that the computation of the clocks needs.

    The clocks of the seats in `ran` ran before the action, and those of the seats in `runs` run after it. `acted` has
    the seats that have acted. `took_back` is true if the action was an undo.
    """

    ran: Iterable[int]
    runs: Iterable[int]
    acted: frozenset[int]
    took_back: bool


def after(before: Clocks, turn: Turn, now: float) -> Clocks:
    """Return the clocks after a public action (`turn`) at the time `now`. `before` has the clocks before the action.

    At the end of a turn the player gets the increment. If turns last days, the player gets the whole time for a turn
    again. If the end of a turn is undone, the increment is subtracted again.
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
    """Return a copy of the clocks in which the people on `seats`, who have just come back, have some time left.

    Each of these seats gets at least `LEAST_S` seconds, or the whole time for a turn if turns last days. So the people
    are not out of time again immediately.
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
