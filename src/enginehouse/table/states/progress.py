"""Describe the change that a command makes at a table."""

from __future__ import annotations

from dataclasses import dataclass

from enginehouse.core.play.entries import Done
from enginehouse.table.states.deadlines import Deadline, deadlines
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import EntryRow


@dataclass(frozen=True)
class Progress:
    """The change that a command makes: the step from the stored state `before` of a table to the next, `after`.

    `entries` are the entries that were stored with the change. `actions` are the played actions with their events
    (empty after an undo). `reread` means that the table was only read again, because another process had changed it.

    The whole object is for the server alone. A seat gets only its own view of it, from `TableState.view` and
    `Done.list_events`.
    """

    before: TableState
    after: TableState
    entries: tuple[EntryRow, ...] = ()
    actions: tuple[Done, ...] = ()
    reread: bool = False

    @property
    def deadlines(self) -> list[Deadline]:
        """Return the deadlines of the table after the change, the earliest first."""
        return deadlines(self.after)

    @property
    def took_back(self) -> bool:
        """Return whether the change has undone actions."""
        return any(entry.step == "undo" for entry in self.entries)
