"""Describe the effect of a command at a table: its states before and after, and the entries between them."""

from __future__ import annotations

from dataclasses import dataclass

from enginehouse.core.play.entries import Done
from enginehouse.table.states.deadlines import Deadline, deadlines
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import EntryRow


@dataclass(frozen=True)
class Progress:
    """The effect of a command at a table: the stored state `before`, and the state `after` that replaces it.

    `entries` are the entries that were stored between the two states. `actions` are the played actions with their
    events (empty after an undo). `reread` means that the table was only read again, because another process had changed
    it.

    The object contains secrets. Show a seat only the result of `TableState.view` and, for the events of each action, of
    `Done.list_events`.
    """

    before: TableState
    after: TableState
    entries: tuple[EntryRow, ...] = ()
    actions: tuple[Done, ...] = ()
    reread: bool = False

    @property
    def deadlines(self) -> list[Deadline]:
        """Return the deadlines of the state `after`, the earliest first."""
        return deadlines(self.after)

    @property
    def took_back(self) -> bool:
        """Return whether actions were undone between the two states."""
        return any(entry.step == "undo" for entry in self.entries)
