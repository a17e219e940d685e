"""Windows: several seats are asked at once, and nobody may learn from the time it takes who answers what.

A timed window stays open for a fixed time, whoever has answered. Where there is nobody from whom to hide how long an
answer takes (alone with bots, or all round one screen) a window is not timed: it closes with the last answer.

The time of a timed window begins when its picture has been drawn and is on its way to all who look on, so that a loaded
machine takes nothing from anybody's time to answer. How long drawing took is rounded up, as it may hang on what is drawn.

All functions here are pure: they are given the match, the table's row and the answers, and change nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game
from enginehouse.table.store.rows import TableRow
from enginehouse.table.tables import bot_choices

BOTS_WINDOW_MS = 1500
"""How long a window stays open in which only bots answer, with several people looking on: always the same. In any window, what
bots have to think in at most, all together."""
GRAIN_S = 0.1
"""The time of a window begins a multiple of this after it opened: drawing alone never decides how long it is."""
OVER_DAYS_MS = 60_000
"""Windows longer than this are for games over days: their time runs on while the table is not served."""
PASS = "pass"  # noqa: S105  # what is kept for a seat
"""What is kept for a seat that lets windows pass; which action that is in a game its facts say (`silence`)."""

Legal = Callable[[int], Sequence[int]]
"""Gives the codes of a seat's legal actions."""


@dataclass(frozen=True)
class Window:
    """Several seats are asked at once. `timed`: it stays open until `closes`, whoever has answered."""

    key: int
    """How many entries the table had when it opened: tells it from every other one, also from one taken back. Never sent."""
    ordinal: int
    """Tells it from the windows before it, as everybody may know it."""
    asked: frozenset[int]
    timed: bool
    length: float
    """How long it stays open, in seconds."""
    opened_at: float
    """When it opened; where what happened before is still being shown, when that will be over."""
    runs_from: float | None = None
    """From when on its time runs; None until all who look on have its picture."""

    @property
    def closes(self) -> float:
        """When it closes; infinite as long as its time has not begun."""
        return math.inf if self.runs_from is None else self.runs_from + self.length

    def begin(self, now: float) -> Window:
        """The same window with its time running: from now on, or from the next multiple of `GRAIN_S`."""
        late = max(0.0, now - self.opened_at)
        return replace(self, runs_from=self.opened_at + math.ceil(late / GRAIN_S - 1e-6) * GRAIN_S)

    def left(self, now: float) -> float:
        """How many seconds it still runs."""
        return self.length if self.runs_from is None else max(0.0, self.closes - now)


def current_window(
    match: Match, row: TableRow, pending: Mapping[int, str], before: Window | None, earliest: float
) -> Window | None:
    """The window that is open now, None where there is none.

    `before` is the one that was open until now: it is returned as it is where it still is that one. A new one begins at
    `earliest` (see `Window.opened_at`).
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
    """How long bots think who are asked at once, whatever they hold."""
    return min(BOTS_WINDOW_MS, sum(1000 * bot_choices.seconds(row.seats[s].bot or "", game) for s in asked))


def _is_timed(match: Match, row: TableRow, pending: Mapping[int, str], asked: frozenset[int]) -> bool:
    if pending:
        return True  # where answers wait it was a timed one before the table was read again
    code, acting = pass_code(match.game), match.actors()
    return (
        row.window_ms > 0
        and len(row.people) > 1
        and any(row.seats[s].kind == "person" for s in asked)
        and code >= 0
        and all(code in match.legal(s) or s not in acting for s in asked)
    )


def resumed(window: Window, row: TableRow, last_entry: float, now: float) -> Window:
    """A window of a table that was just read: of a game over days it has run on meanwhile, a short one begins anew.

    `last_entry` and `now` are dates, in seconds since 1970.
    """
    if not window.timed or row.window_ms <= OVER_DAYS_MS:
        return window
    left = max(OVER_DAYS_MS / 1000, row.window_ms / 1000 - max(0.0, now - last_entry))
    return replace(window, length=min(window.length, left))


def can_only_pass(window: Window | None, row: TableRow, game: Game, seat: int, legal: Legal) -> bool:
    """Whether pass is said for a seat when the window closes, because it is alone with bots and can say nothing else."""
    return (
        window is not None
        and not window.timed
        and seat in window.asked
        and len(row.people) == 1
        and list(legal(seat)) == [pass_code(game)]
    )


def has_no_reaction(window: Window | None, game: Game, seat: int, legal: Legal) -> bool:
    """Return whether a seat is asked in a timed window and can only pass.

    Its page shows no button then. The seat passes when the window closes, like all that have not answered by then, so
    its own time and entry say nothing about its hand.
    """
    return window is not None and window.timed and seat in window.asked and list(legal(seat)) == [pass_code(game)]


def may_preset(row: TableRow, game: Game) -> bool:
    """Whether seats of this table may choose beforehand to let windows pass: where windows can be timed."""
    return row.window_ms > 0 and len(row.people) > 1 and pass_code(game) >= 0


def passes_by_preset(window: Window | None, row: TableRow, pending: Mapping[int, str], seat: int) -> bool:
    """Whether a seat that is asked now has chosen beforehand to pass. Others cannot tell: a timed window lasts its whole
    length, and whoever has not answered by then passes."""
    return (
        window is not None
        and window.timed
        and seat in window.asked
        and seat not in pending
        and PASS in row.seats[seat].preset.split()
    )


def goes_on(row: TableRow, game: Game, view: Any, seat: int) -> bool:
    """Whether a seat's turn to answer is at a question that it never wants to be asked: whatever it holds, it goes on.

    That is said with the question (`words.routine`), not with what could be answered, so nobody learns anything from it.
    """
    key = routine_of(game, view)
    return bool(key) and row.seats[seat].kind == "person" and key in row.seats[seat].preset.split()


def routine_of(game: Game, view: Any) -> str:
    """The name of a question of every round that is open now; empty where there is none."""
    routine: Callable[[Any], str] | None = getattr(game.words, "routine", None)
    return routine(view) if routine is not None else ""


def answered_for(window: Window, row: TableRow, match: Match, legal: Legal) -> list[int]:
    """The seats that get their entry when the window closes, whether they have answered or not."""
    return [
        seat
        for seat in match.actors()
        if seat in window.asked
        and (row.seats[seat].kind != "person" or window.timed or can_only_pass(window, row, match.game, seat, legal))
    ]


@lru_cache(maxsize=64)
def pass_code(game: Game) -> int:
    """The code of the action that stands for no answer; -1 where a game has none."""
    return game.vocabulary.code(game.facts.silence) if game.facts.silence else -1
