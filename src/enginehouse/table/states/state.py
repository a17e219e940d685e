"""The state of a table as it is stored at one moment. Everything that is shown or decided is computed from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.table.states import bot_choices, windows
from enginehouse.table.states.waiting import Waiting
from enginehouse.table.states.windows import Window
from enginehouse.table.store.rows import PendingAnswers, TableRow


@dataclass(frozen=True, eq=False)
class RuleResults:
    """The views and the legal actions of the seats in the position of a match, each computed when first needed."""

    match: Match | None = None
    views: dict[int, Any] = field(default_factory=dict)
    legal: dict[int, list[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class TableState:
    """The stored state of one table: its row, its match and its clocks.

    While several seats answer at once (a reaction window), it also has the open window and the answers so far. The
    state is immutable, and so is its match. A command creates a new state.
    """

    row: TableRow
    match: Match
    pending: Mapping[int, str] = field(default_factory=dict)
    """The answers so far in the open reaction window (several seats answer at once), by seat."""
    decision_offsets: Mapping[int, int] = field(default_factory=dict)
    """The number of answers that each seat has given or withdrawn. It is added to the match's decision numbers."""
    window: Window | None = None
    shown_until: float = 0.0
    """The time at which all viewers have seen the motions of the latest open action.

    Sealed actions do not count, because that would reveal them.
    """
    replay_error: str = ""
    """The reason, as a sentence, why the stored actions cannot be replayed to their end.

    Then the table is read-only.
    """
    hurried: bool = False
    """Whether the only person here skips the bots' actions until their next turn."""
    waiting: Waiting = field(default_factory=Waiting)
    """The seats that the others wait for, and the start of each wait."""
    results: RuleResults = field(default_factory=RuleResults, repr=False, compare=False)
    """A cache, which all states of the table with the same match share."""

    def __post_init__(self) -> None:
        if self.results.match is not self.match:
            object.__setattr__(self, "results", RuleResults(self.match))

    @cached_property
    def running(self) -> bool:
        """Return whether the game is running: it has started, is not over, and could be replayed."""
        return self.row.status == "running" and not self.replay_error and not self.match.over

    def decision(self, seat: int) -> int:
        """Return the number that identifies the next decision of a seat, or 0 if `seat` is -1 (a spectator).

        A request to act for the seat must contain this number. The number changes with each action and answer of the
        seat, so a request from an outdated page is refused.
        """
        return self.match.decision(seat) + self.decision_offsets.get(seat, 0) if seat >= 0 else 0

    def view(self, seat: int) -> Any:
        """Return the view of a seat (-1: a spectator). The view is cached, so do not change it."""
        views = self.results.views
        if seat not in views:
            views[seat] = self.match.view(seat)
        return views[seat]

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """Return the seats of bots that play together with all people, if the game runs. Otherwise return no seats."""
        together = self.running and self.match.game.plays_together(self.match.seats, self.match.options)
        return tuple(one.seat for one in self.row.seats if one.kind == "bot") if together else ()

    def settle(self) -> None:
        """Let all cached views share their equal data, to save memory.

        Call this for an idle table, whose views stay in memory for long.
        """
        views = list(self.results.views.values())
        for view in views[1:]:
            self.match.game.shape.share(view, views[0])

    def legal(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal actions. The list is cached, so do not change it."""
        legal = self.results.legal
        if seat not in legal:
            legal[seat] = self.match.legal(seat)
        return legal[seat]

    def choose_seat(self, person: str | None, wanted: int | None = None) -> int:
        """Return the seat from which the person with the id `person` views the table, or -1 for a spectator.

        If `person` is None, the caller is not signed in and is a spectator. Return the seat `wanted` if it is one of
        the person's seats. Otherwise prefer a seat of theirs that may act now. If they have no seat, but bots play for
        them at some seats, choose among these seats.
        """
        mine = self.row.list_seats(person) or self.row.list_kept_seats(person)
        if wanted is not None and wanted in mine:
            return int(wanted)
        acting = self.match.actors() if self.running and len(mine) > 1 else ()
        return next((s for s in mine if s in acting), mine[0] if mine else -1)

    def answers(self) -> PendingAnswers:
        """Return the answers so far in the open reaction window (a time in which several seats answer at once).

        These are the answers that this process knows. Commands compare them with the stored answers before they write.
        If no window is open, the result has no answers.
        """
        return PendingAnswers(len(self.match.entries), dict(self.pending), dict(self.decision_offsets))

    @property
    def beat_s(self) -> float:
        """Return the minimum time in seconds from the end of the motions of earlier events to the action of a bot.

        A bot acts later if it needs more time to choose its action.
        """
        return 0.0 if self.hurried else self.row.bot_delay_ms / 1000

    def thinks_s(self, seat: int) -> float:
        """Return the answer time of the bot on a seat in seconds, independent of its hand (`bot_choices.seconds`)."""
        return bot_choices.seconds(self.row.seats[seat].bot or "", self.match.game)

    def is_silent(self, seat: int) -> bool:
        """Return whether a seat that could act is not asked: it has answered already, or it passes automatically."""
        if self.window is None:
            return seat in self.pending or seat in self.auto_passed
        return (
            seat in self.pending
            or windows.passes_by_preset(self.window, self.row, self.pending, seat)
            or windows.can_only_pass(self.window, self.row, self.match.game, seat, self.legal)
        )

    def list_asked(self, viewer: int) -> frozenset[int]:
        """Return the seats that have to act now, as far as a viewer (-1: a spectator) may know.

        If a seat has answered in secret, only its own viewer may know that. For all other viewers the result contains
        the seat.
        """
        if not self.running:
            return frozenset()
        mask = int(self.match.game.rules.actors(self.view(viewer)))
        quiet = viewer if viewer >= 0 and self.is_silent(viewer) else -1
        return frozenset(seat for seat in range(self.match.seats) if mask >> seat & 1 and seat != quiet)

    @cached_property
    def auto_passed(self) -> frozenset[int]:
        """Return the seats that must act now and have auto-pass for this decision, so that the server acts for them.

        While several seats are asked at once, there are none. The result depends only on the kind of the decision
        (`words.routine`). It does not depend on the legal actions, so it does not reveal a hand.
        """
        if not self.running or self.window is not None:
            return frozenset()
        kind, rows = windows.name_routine(self.match.game, self.view(-1)), self.row.seats
        asked = [rows[seat] for seat in self.match.actors() if rows[seat].kind == "person"]
        return frozenset(one.seat for one in asked if kind and kind in one.preset.split())

    def list_answering(self) -> list[int]:
        """Return the seats for which an action will be played when the open reaction window closes.

        In a reaction window, several seats answer at once. Seats that have not answered yet are included. If no window
        is open, the list is empty.
        """
        if self.window is None:
            return []
        return windows.list_answering(self.window, self.row, self.match, self.legal)
