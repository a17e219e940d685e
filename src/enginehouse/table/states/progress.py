"""Describe the effect of a command at a table: the states before and after, and the actions between them."""

from __future__ import annotations

from dataclasses import dataclass

from enginehouse.core.play.entries import Done
from enginehouse.table.states.deadlines import Deadline, deadlines
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import EntryRow


@dataclass(frozen=True)
class Progress:
    """The effect of a command at a table: the stored state `before`, and the state `after` that replaces it.

    `entries` are the actions, undos and redos that were stored between the two states. `actions` has only the played
    actions, with their events (empty after an undo). `reread` means that the table was only read again, because another
    process had changed it.

    The object contains secrets. A seat may see the table only as `TableState.view` returns it, and the events of an
    action only as `Done.list_events` returns them.
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
