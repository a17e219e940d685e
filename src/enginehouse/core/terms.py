"""Name the types of integers in rules by their meaning, such as a seat.

To Python and to compiled rules, all of these types are `int`.
"""

from __future__ import annotations

Seat = int
"""A place at the table, from 0; -1 is a spectator."""
Seats = int
"""A set of seats as a number: bit k stands for seat k."""
Action = int
"""The code of an action: its index in the game's vocabulary."""
Clause = int
"""The number of a clause of the rulebook, such as 501 for GM-5.1; 0 for no clause."""
Piece = int
"""The number of a piece, from 1; 0 for no piece or an unknown piece."""
Zone = int
"""A zone of pieces: an index of the record's zones."""
