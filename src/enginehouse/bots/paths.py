"""What led to where a simulation stands, as two numbers: by these the nodes of a tree are found.

In a window, where several seats are asked at once, each seat has a way of its own, on which only its own choices count.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import Constants, rule

PRIME_LOW, PRIME_HIGH = 2_147_483_647, 2_147_483_629


class Path(Constants):
    """What led to where a simulation stands, as two lanes of 31 bits each, and the same for each seat in a window."""

    LOW = 0
    HIGH = 1
    WINDOW = 2  # 1 while a window is open
    OPENED = 3  # which one
    SEATS = 4  # two lanes for each of 8 seats
    SIZE = 20


@rule
def mix(path: Any, at: int, number: int) -> None:
    """Let two lanes tell that this number came next; no product is over 62 bits, so that it is the same everywhere."""
    path[at] = (int(path[at]) * 48_271 + number + 1) % PRIME_LOW
    path[at + 1] = (int(path[at + 1]) * 69_621 + number * 7 + 5) % PRIME_HIGH


@rule
def key_of(path: Any, at: int, seat: int) -> int:
    """The name of the node in which a seat chooses."""
    low = (int(path[at]) * 48_271 + seat + 11) % PRIME_LOW
    return (low << 31) | (int(path[at + 1]) + seat) % PRIME_HIGH


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
            at = Path.SEATS + 2 * seat
            path[at], path[at + 1] = path[Path.LOW], path[Path.HIGH]
            mix(path, at, 5_000 + seat)


@rule
def lanes_of(path: Any, seat: int) -> int:
    """Which lanes tell what a seat can know of the way here."""
    return Path.SEATS + 2 * seat if path[Path.WINDOW] != 0 else Path.LOW


@rule
def go_on(s: Any, path: Any, seat: int, code: int) -> None:
    """After a choice, with the record that it led to; a window that it closed is told by what all seats chose in it."""
    at = lanes_of(path, seat)
    if path[Path.WINDOW] == 0:
        mix(path, at, 6_000 + seat)
    mix(path, at, code)
    if path[Path.WINDOW] != 0 and (s.asked == 0 or s.opened != path[Path.OPENED]):
        path[Path.WINDOW] = 0
        for one in range(8):
            mix(path, Path.LOW, int(path[Path.SEATS + 2 * one]))
