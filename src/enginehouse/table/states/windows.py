"""Open, resume and close reaction windows, in which several seats answer at once. Timing must not reveal their answers.

A timed window stays open for a fixed time, with or without answers. A window is not timed if no other person could
notice the timing, because all people share one screen or one person is alone with bots. Such a window closes with the
last answer.

The time of a timed window starts only when the server has drawn the page's content for all viewers and is sending it.
So a slow machine does not shorten any player's time. The time for drawing is rounded up, because it may depend on
hidden information.

All functions here are pure: they take the match, the table's row and the answers, and change nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.table.states import bot_choices
from enginehouse.table.store.rows import TableRow

BOTS_WINDOW_MS = 1500
"""The fixed time of a window in which only bots answer, with several people at the table, in milliseconds.

In any window, it is the total budget of the bots.
"""
GRAIN_S = 0.1
"""The unit of the delay in seconds from opening a window to the start of its time.

The delay is a multiple of it, so that the exact time for drawing never determines its length.
"""
OVER_DAYS_MS = 60_000
"""The minimum length, in milliseconds, of windows in games over days.

Their time also runs while no process serves the table.
"""
PASS = "pass"  # noqa: S105  # the stored value for a seat
"""The stored preset of a seat that passes in all windows. The game's facts name the action (`silence`)."""

Legal = Callable[[int], Sequence[int]]
"""A function that returns the codes of a seat's legal actions."""


@dataclass(frozen=True)
class Window:
    """An open reaction window: several seats are asked at once, and no seat sees the answers of the others.

    If it is `timed`, it stays open until `closes`, with or without answers. Otherwise it closes with the last answer.
    """

    key: int
    """The number of entries when it opened. It is unique, also after an undo, and never sent."""
    ordinal: int
    """The public number of the window."""
    asked: frozenset[int]
    timed: bool
    length: float
    """Its duration in seconds."""
    opened_at: float
    """The time at which it opened, or at which the motions of earlier events have ended."""
    runs_from: float | None = None
    """The time at which its time limit started, or None until its picture is on its way to all viewers."""

    @property
    def closes(self) -> float:
        """Return the time at which the reaction window closes, or infinity if its time limit does not run yet.

        It is a time of the server process's clock (`Clock.now`, in seconds).
        """
        return math.inf if self.runs_from is None else self.runs_from + self.length

    def begin(self, now: float) -> Window:
        """Return a copy of the reaction window whose time limit runs from `now` on or from slightly later.

        The start is rounded up to a multiple of `GRAIN_S` seconds after `opened_at`. All times are those of the server
        process's clock (`Clock.now`, in seconds).
        """
        late = max(0.0, now - self.opened_at)
        return replace(self, runs_from=self.opened_at + math.ceil(late / GRAIN_S - 1e-6) * GRAIN_S)

    def compute_remaining(self, now: float) -> float:
        """Return the remaining seconds of the reaction window, or its whole length if its time limit does not run yet.

        `now` is the present time of the server process's clock (`Clock.now`, in seconds).
        """
        return self.length if self.runs_from is None else max(0.0, self.closes - now)


def current_window(
    match: Match, row: TableRow, pending: Mapping[int, str], before: Window | None, earliest: float
) -> Window | None:
    """Return the open reaction window of a match, in which several seats answer at once, or None if no window is open.

    `pending` has the answers that were given in the window, by seat.

    `before` is the window that was open until now. If it is still open, return it unchanged. A new window counts as
    opened at the time `earliest`, at which the motions of earlier events have ended.
    """
    mask = int(match.state.asked)
    if not mask or row.status != "running" or match.over:
        return None
    opened = int(match.state.opened) + 1
    if before is not None and before.ordinal == opened:
        return before
    asked = frozenset(s for s in range(match.seats) if mask >> s & 1)
    timed = _is_timed(match, row, pending, asked)
    length = float(row.window_ms if timed else row.bot_delay_ms)
    if not timed:
        length = max(length, BOTS_WINDOW_MS if len(row.people) > 1 else _thinking_ms(row, match.game, asked))
    # While a timed window is open no entry is added: answers wait until it closes.
    window = Window(len(match.entries), opened, asked, timed, length / 1000, earliest)
    return window if timed else window.begin(earliest)


def _thinking_ms(row: TableRow, game: Game, asked: frozenset[int]) -> float:
    """Return the sum of the milliseconds that the bots on the seats `asked` need to answer, at most `BOTS_WINDOW_MS`.

    If a person is alone with bots, a reaction window (a time in which several seats answer at once) lasts at least this
    long. The sum does not depend on the bots' hands, so it reveals no secret.
    """
    return min(BOTS_WINDOW_MS, sum(1000 * bot_choices.seconds(row.seats[s].bot or "", game) for s in asked))


def _is_timed(match: Match, row: TableRow, pending: Mapping[int, str], asked: frozenset[int]) -> bool:
    if pending:
        return True  # with pending answers, it was timed before the table was read again
    code, acting = pass_code(match.game), match.actors()
    return (
        row.window_ms > 0
        and len(row.people) > 1
        and any(row.seats[s].kind == "person" for s in asked)
        and code >= 0
        and all(code in match.legal(s) or s not in acting for s in asked)
    )


def resume(window: Window, row: TableRow, last_entry: float, now: float) -> Window:
    """Return the open reaction window of a table that was just read, with its remaining time.

    In a reaction window, several seats answer at once. If it may last days, the time since it opened is subtracted. A
    short window gets its whole time again. `last_entry` (the date of the last action, undo or redo) and `now` are in
    seconds since 1970.
    """
    if not window.timed or row.window_ms <= OVER_DAYS_MS:
        return window
    left = max(OVER_DAYS_MS / 1000, row.window_ms / 1000 - max(0.0, now - last_entry))
    return replace(window, length=min(window.length, left))


def can_only_pass(window: Window | None, row: TableRow, game: Game, seat: int, legal: Legal) -> bool:
    """Return whether a seat passes automatically in a reaction window, because its only legal action is to pass.

    `window` is the open window, in which several seats answer at once. Automatic passes of this kind happen only if the
    seat's player is alone with bots. `legal` returns the codes of a seat's legal actions.
    """
    return (
        window is not None
        and not window.timed
        and seat in window.asked
        and len(row.people) == 1
        and list(legal(seat)) == [pass_code(game)]
    )


def has_no_reaction(window: Window | None, game: Game, seat: int, legal: Legal) -> bool:
    """Return whether a seat has to answer in the timed reaction window `window`, but can only pass.

    In a reaction window, several seats answer at once. `legal` returns the codes of a seat's legal actions.

    If the result is true, the seat's page shows no button. The seat passes when the window closes, as does each seat
    without an answer. So neither the time nor the stored action reveals its hand.
    """
    return window is not None and window.timed and seat in window.asked and list(legal(seat)) == [pass_code(game)]


def may_preset(row: TableRow, game: Game) -> bool:
    """Return whether players at this table may turn on auto-pass. With it, a seat passes in each reaction window.

    In a reaction window, several seats answer at once. Players may turn on auto-pass if windows close after a fixed
    time at this table, if at least two players are not bots, and if the game has an action to pass.
    """
    return row.window_ms > 0 and len(row.people) > 1 and pass_code(game) >= 0


def passes_by_preset(window: Window | None, row: TableRow, pending: Mapping[int, str], seat: int) -> bool:
    """Return whether a seat that is asked in the timed reaction window `window` has auto-pass on and has not answered.

    In a reaction window, several seats answer at once. `pending` has the answers that were given so far, by seat. Other
    players cannot notice the auto-pass: a timed window lasts its full time, and each seat without an answer passes at
    its end.
    """
    return (
        window is not None
        and window.timed
        and seat in window.asked
        and seat not in pending
        and PASS in row.seats[seat].preset.split()
    )


def name_routine(game: Game, view: Record) -> str:
    """Return the name of the kind of decision that is open now, if players may turn on auto-pass for this kind.

    Return "" for any other decision. `view` is the position as a seat sees it. The module with the game's texts
    (`game.words`) names the kind in its function `routine`, if it has this function.
    """
    routine: Callable[[Any], str] | None = getattr(game.words, "routine", None)
    return routine(view) if routine is not None else ""


def list_answering(window: Window, row: TableRow, match: Match, legal: Legal) -> list[int]:
    """Return the seats for which an action will be played when the reaction window `window` closes.

    In a reaction window, several seats answer at once. Seats that have not answered yet are included. For such a seat,
    the action is usually to pass. `legal` returns the codes of a seat's legal actions.
    """
    return [
        seat
        for seat in match.actors()
        if seat in window.asked
        and (row.seats[seat].kind != "person" or window.timed or can_only_pass(window, row, match.game, seat, legal))
    ]


@lru_cache(maxsize=64)
def pass_code(game: Game) -> int:
    """Return the code of the game's action to pass, or -1 if the game has no such action.

    A table plays this action for a seat that does not answer in its reaction time.
    """
    return game.vocabulary.code(game.facts.silence) if game.facts.silence else -1
