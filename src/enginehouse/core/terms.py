"""What the whole numbers of a rule mean: names for readers, all of them `int` to Python and to compiled rules."""

from __future__ import annotations

Seat = int
"""A place at the table, from 0; -1 is a spectator."""
Seats = int
"""Some seats, one bit each."""
Action = int
"""The code of an action: its index in the game's vocabulary."""
Clause = int
"""A clause of the rulebook, GM-5.1 as 501; 0 where none forbids."""
Piece = int
"""A piece by its number, from 1; 0 where there is none or it is not known."""
Zone = int
"""Where pieces lie: an index of the record's zones."""
