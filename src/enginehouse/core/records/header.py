"""Define the first fields of every game's record, such as the number of seats."""

from __future__ import annotations

from enginehouse.core.records.chance import chance_fields
from enginehouse.core.records.events import MAX_SEATS
from enginehouse.core.records.fields import INT64, Field
from enginehouse.core.records.sealed import sealed_fields


def header_fields() -> list[Field]:
    """Return the fields with which every record begins.

    - `seats`: the number of seats
    - `reason`: the number of the rulebook clause that ended the game, or 0 while it runs
    - `revealed`: the number of revelations so far. It counts random numbers drawn, hidden facts shown, and finished
      decisions of several seats at once. Undo cannot go back beyond a change of this number
    - `viewer`: in the view of a seat, the number of the seat plus 1, otherwise 0
    - the secret answers of several seats that decide at the same time (see `sealed`)
    - the state of the game's random number generator (see `chance`)
    """
    return [
        Field("seats", INT64, who="public", within=(0, MAX_SEATS)),
        Field("reason", INT64, who="public", within=(0, 9999)),
        Field("revealed", INT64),
        Field("viewer", INT64, who="view", within=(0, MAX_SEATS)),
        *sealed_fields(),
        *chance_fields(),
    ]


UNSEEN = ("chance_key", "chance_block", "chance_count", "chance_left", "revealed")
"""The fields of the header that no view ever shows."""
