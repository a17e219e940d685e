"""A table as it is stored at one moment: everything that is shown of it and decided about it is asked of this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from enginehouse.core.play.match import Match
from enginehouse.table.store.rows import PendingAnswers, TableRow
from enginehouse.table.tables import bot_choices, windows
from enginehouse.table.tables.waiting import Waiting
from enginehouse.table.tables.windows import Window


@dataclass(frozen=True)
class TableState:
    """One table. Nothing in it is ever changed, its match included: a command makes the next state beside it."""

    row: TableRow
    match: Match
    pending: Mapping[int, str] = field(default_factory=dict)
    """The answers that wait for the window to close, by seat."""
    decision_offsets: Mapping[int, int] = field(default_factory=dict)
    """What is added to the match's decision numbers, by seat: how often it has answered, or taken an answer back."""
    window: Window | None = None
    shown_until: float = 0.0
    """By when the latest open action has been seen by all. Sealed ones do not count: they would tell."""
    replay_error: str = ""
    """Why what is stored cannot be replayed to its end, in a sentence; the table is read-only then."""
    hurried: bool = False
    """Whether the only person here wants to see no more of what bots do until it is their turn again."""
    waiting: Waiting = field(default_factory=Waiting)
    """Who is waited for, and since when."""
    _made: dict[tuple[str, int], Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was asked of the rules already."""

    @property
    def running(self) -> bool:
        """Whether somebody may act."""
        return self.row.status == "running" and not self.replay_error and not self.match.over

    def decision(self, seat: int) -> int:
        """The number that an act of this seat has to name; 0 for a spectator (-1)."""
        return self.match.decision(seat) + self.decision_offsets.get(seat, 0) if seat >= 0 else 0

    def view(self, seat: int) -> Any:
        """What a seat (-1: a spectator) may know; made once, so nobody changes it."""
        if ("view", seat) not in self._made:
            self._made["view", seat] = self.match.view(seat)
        return self._made["view", seat]

    def settle(self) -> None:
        """Keep what all views have alike once: where nothing happens they are kept for long."""
        views = [made for (what, _), made in self._made.items() if what == "view"]
        for view in views[1:]:
            self.match.game.shape.share(view, views[0])

    def legal(self, seat: int) -> list[int]:
        """The codes of a seat's legal actions; asked of the rules once, so nobody changes the list."""
        if ("legal", seat) not in self._made:
            self._made["legal", seat] = self.match.legal(seat)
        found: list[int] = self._made["legal", seat]
        return found

    def seat_for(self, person: str | None, wanted: int | None = None) -> int:
        """The seat from which a person looks: the one wanted if it is theirs, else one that is to act, else any; else -1. From
        a seat at which a bot plays for them they look too."""
        mine = self.row.seats_of(person) or self.row.kept_for(person)
        if wanted is not None and wanted in mine:
            return int(wanted)
        acting = self.match.actors() if self.running and len(mine) > 1 else ()
        return next((s for s in mine if s in acting), mine[0] if mine else -1)

    def answers(self) -> PendingAnswers:
        """The answers as they are known here. No entry is added while answers wait, so the window began at this one."""
        return PendingAnswers(len(self.match.entries), dict(self.pending), dict(self.decision_offsets))

    @property
    def beat_s(self) -> float:
        """How long a bot waits after what happened has been shown, in seconds, where it thinks no longer."""
        return 0.0 if self.hurried else self.row.bot_delay_ms / 1000

    def thinks_s(self, seat: int) -> float:
        """In how many seconds the bot on a seat answers, whatever it holds (`bot_choices.seconds`)."""
        return bot_choices.seconds(self.row.seats[seat].bot or "", self.match.game)

    def acts_at(self, seat: int) -> float:
        """When the bot on a seat acts that is asked alone: by what all can see."""
        return self.shown_until + max(self.beat_s, self.thinks_s(seat))

    def must_answer(self, seat: int) -> bool:
        """Whether what this seat does is an answer that waits for a window to close."""
        return self.window is not None and self.window.timed and seat in self.window.asked

    def silent(self, seat: int) -> bool:
        """Whether a seat that could act is not asked: its answer waits, or pass is said for it."""
        return (
            seat in self.pending
            or windows.passes_by_preset(self.window, self.row, self.pending, seat)
            or windows.can_only_pass(self.window, self.row, self.match.game, seat, self.legal)
            or self.goes_on(seat)
        )

    def asked(self, viewer: int) -> frozenset[int]:
        """The seats that are asked now, as a viewer (-1: a spectator) may know it: of nobody else whether they have answered."""
        if not self.running:
            return frozenset()
        mask = int(self.match.game.rules.actors(self.view(viewer)))
        quiet = viewer if viewer >= 0 and self.silent(viewer) else -1
        return frozenset(seat for seat in range(self.match.seats) if mask >> seat & 1 and seat != quiet)

    def goes_on(self, seat: int) -> bool:
        """Whether a seat that is to answer goes on by itself, as was said beforehand for such questions."""
        return (
            self.running
            and self.window is None
            and seat in self.match.actors()
            and windows.goes_on(self.row, self.match.game, self.view(-1), seat)
        )

    def answered_for(self) -> list[int]:
        """The seats that get their entry when the open window closes, whether they have answered or not."""
        if self.window is None:
            return []
        return windows.answered_for(self.window, self.row, self.match, self.legal)
