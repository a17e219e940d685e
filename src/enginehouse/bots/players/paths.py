"""What led to where a simulation stands, as a number: by it the nodes of a tree are found.

In a window, where several seats are asked at once, each seat has a way of its own, on which only its own choices count.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.mixing import MASK, mixed
from enginehouse.core.rule import Constants, rule

SPREAD = 0x1B873593CC9E2D51
"""An odd factor (see `core.records.mixing`)."""


class Path(Constants):
    """What led to where a simulation stands, as a number of 62 bits, and the same for each seat in a window."""

    ALL = 0
    WINDOW = 1  # 1 while a window is open
    OPENED = 2  # which one
    SEATS = 3  # a number for each of 8 seats
    SIZE = 11


@rule
def mix(path: Any, at: int, number: int) -> None:
    """Let a number tell that this one came next."""
    path[at] = mixed(int(path[at]), number)


@rule
def key_of(path: Any, at: int, seat: int) -> int:
    """The name of the node in which a seat chooses."""
    key = ((int(path[at]) + seat + 11) * SPREAD) & MASK
    return key ^ (key >> 31)


@rule
def begin_path(path: Any) -> None:
    """Nothing has happened."""
    for k in range(Path.SIZE):
        path[k] = 0


@rule
def watch_window(s: Any, path: Any) -> None:
    """Before a choice: where a window is open, each seat goes its own way from what was there before it."""
    if s.asked != 0 and path[Path.WINDOW] == 0:
        path[Path.WINDOW], path[Path.OPENED] = 1, int(s.opened)
        for seat in range(8):
            path[Path.SEATS + seat] = path[Path.ALL]
            mix(path, Path.SEATS + seat, 5_000 + seat)


@rule
def lane_of(path: Any, seat: int) -> int:
    """Which number tells what a seat can know of the way here."""
    return Path.SEATS + seat if path[Path.WINDOW] != 0 else Path.ALL


@rule
def go_on(s: Any, path: Any, seat: int, code: int) -> None:
    """After a choice, with the record that it led to; a window that it closed is told by what all seats chose in it."""
    at = lane_of(path, seat)
    mix(path, at, code if path[Path.WINDOW] != 0 else 8 * code + seat)
    if path[Path.WINDOW] != 0 and (s.asked == 0 or s.opened != path[Path.OPENED]):
        path[Path.WINDOW] = 0
        for one in range(8):
            mix(path, Path.ALL, int(path[Path.SEATS + one]))
