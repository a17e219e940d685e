"""Define the errors of tables. Refusals by the rules of a game are defined elsewhere (`core.errors`)."""

from __future__ import annotations

from enginehouse.core.errors import EnginehouseError


class TableError(EnginehouseError):
    """An error of a table, with a sentence about the fault and a hint for the caller about the remedy."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.hint = sentence, hint


class Forbidden(TableError):
    """An error: the caller is not allowed to make this request, but another person may be."""


class NotFound(TableError):
    """An error: a request names a table, a browser of the caller or a token that does not exist."""


class Busy(TableError):
    """An error: the request is refused because too many requests of its kind are waiting."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "Wait a moment and try again.")


class Damaged(TableError):
    """An error: a table is stored but cannot be opened."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This table cannot be opened: {why.rstrip('.')}.",
            "Other tables still work. The lobby lists them.",
        )
