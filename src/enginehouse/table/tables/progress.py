"""What a command has changed at a table."""

from __future__ import annotations

from dataclasses import dataclass

from enginehouse.core.play.entries import Done
from enginehouse.table.store.rows import EntryRow
from enginehouse.table.tables.deadlines import Deadline, deadlines
from enginehouse.table.tables.state import TableState


@dataclass(frozen=True)
class Progress:
    """From one state of a table, which was stored, to the next one, which is.

    `entries` were stored with it; `actions` are those that were played, with the events that they brought (none for what
    was taken back). `reread`: nothing was done here, the table was read again as another process had changed it. All of it is
    for the server alone: what a seat may know of it is read by `TableState.view` and `Done.told`.
    """

    before: TableState
    after: TableState
    entries: tuple[EntryRow, ...] = ()
    actions: tuple[Done, ...] = ()
    reread: bool = False

    @property
    def deadlines(self) -> list[Deadline]:
        """What is due next at the table."""
        return deadlines(self.after)

    @property
    def took_back(self) -> bool:
        """Whether actions that stood do not any more."""
        return any(entry.step == "undo" for entry in self.entries)
