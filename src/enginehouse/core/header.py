"""The fields that every game's record begins with."""

from __future__ import annotations

from enginehouse.core.chance import chance_fields
from enginehouse.core.record import INT64, Field
from enginehouse.core.sealed import sealed_fields


def header_fields() -> list[Field]:
    """Seats, the clause that ended the game (0: it runs), what was revealed so far, sealed choices, chance.

    `revealed` counts random numbers drawn, hidden facts shown and windows opened; no undo goes back over a change of it.
    """
    return [("seats", INT64), ("reason", INT64), ("revealed", INT64), *sealed_fields(), *chance_fields()]


PRIVATE = ("chance_key", "chance_block", "chance_count", "chance_left", "laid", "answer")
"""The fields of the header that hold what some seat may not know."""
