"""Refusals of a table for reasons other than the rules: it does not exist, cannot be read, or is not the caller's."""

from __future__ import annotations

from enginehouse.core.errors import EnginehouseError


class TableError(EnginehouseError):
    """A sentence for the caller, with the fix."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.hint = sentence, hint


class Forbidden(TableError):
    """Only another person may do that."""


class NotFound(TableError):
    """There is no such table."""


class Busy(TableError):
    """Too much of the same kind is waiting."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "Wait a moment and try again.")


class Damaged(TableError):
    """The table is stored, but cannot be opened."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This table cannot be opened: {why.rstrip('.')}.",
            "Other tables still work. The lobby lists them.",
        )
