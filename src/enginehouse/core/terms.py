"""Type names for the meanings of integers in rules, such as seats. All are `int` to Python and to compiled rules."""

from __future__ import annotations

Seat = int
"""A place at the table, from 0; -1 is a spectator."""
Seats = int
"""Some seats, one bit each."""
Action = int
"""The code of an action: its index in the game's vocabulary."""
Clause = int
"""A clause of the rulebook, GM-5.1 as 501; 0 for none."""
Piece = int
"""A piece by its number, from 1; 0 for none or unknown."""
Zone = int
"""A zone of pieces: an index of the record's zones."""
