"""Describe the history of a simulation by hashes, by which the search tree finds its nodes.

While several seats have to decide at once, each seat has a history of its own, which has no choices of the other seats.
"""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers, Record
from enginehouse.core.records.mixing import MASK, mixed
from enginehouse.core.rule import Constants, rule

SPREAD = 0x1B873593CC9E2D51
"""An odd factor for mixing bits (see `core.records.mixing`)."""


class Path(Constants):
    """The indices of an array that describes a history of actions.

    At the index `ALL` is a 62-bit hash of the history that all seats share. From `SEATS` on there is a hash for each
    seat, which is used while several seats have to decide at once.
    """

    ALL = 0
    WINDOW = 1  # 1 while several seats are asked
    OPENED = 2  # the number of this reaction
    SEATS = 3  # a hash for each of 8 seats
    SIZE = 11


@rule
def mix(path: Numbers, at: int, number: int) -> None:
    """Add a number to a history: replace the hash at index `at` of the array `path` by a hash of it and `number`."""
    path[at] = mixed(int(path[at]), number)


@rule
def compute_key(path: Numbers, at: int, seat: int) -> int:
    """Return the key of the tree's node in which `seat` chooses after a history.

    `path[at]` is the hash of this history (see `Path`).
    """
    key = ((int(path[at]) + seat + 11) * SPREAD) & MASK
    return key ^ (key >> 31)


@rule
def begin_path(path: Numbers) -> None:
    """Begin an empty history: set all hashes in the array `path` (see `Path`) to their first value."""
    for k in range(Path.SIZE):
        path[k] = 0


@rule
def watch_window(s: Record, path: Numbers) -> None:
    """Begin a separate history for each seat in the array `path`, if a reaction window has opened in the record `s`.

    In a reaction window, several seats have to decide at once, without knowing the choices of the others. So until it
    closes, each choice is added only to the history of the seat that makes it. `path` is an array of hashes (see
    `Path`). Call this function before each choice. Later calls in the same window have no effect.
    """
    if s.asked != 0 and path[Path.WINDOW] == 0:
        path[Path.WINDOW], path[Path.OPENED] = 1, int(s.opened)
        for seat in range(8):
            path[Path.SEATS + seat] = path[Path.ALL]
            mix(path, Path.SEATS + seat, 5_000 + seat)


@rule
def find_lane(path: Numbers, seat: int) -> int:
    """Return the index in the array `path` (see `Path`) at which there is the hash of the history that `seat` knows.

    This history has all choices that the seat was able to observe.
    """
    return Path.SEATS + seat if path[Path.WINDOW] != 0 else Path.ALL


@rule
def record_choice(s: Record, path: Numbers, seat: int, code: int) -> None:
    """Add the choice `code` of a seat to the history of the actions, as a hash in the array `path`.

    The array (see `Path`) has a hash of a common history. While several seats have to decide at once, it also has a
    hash of a separate history for each seat. In that case, the choice is added to the history of `seat`. In all other
    cases, it is added to the common history. `s` is the record after the choice. If it shows that all these seats have
    decided, the separate histories are added to the common history.
    """
    at = find_lane(path, seat)
    mix(path, at, code if path[Path.WINDOW] != 0 else 8 * code + seat)
    if path[Path.WINDOW] != 0 and (s.asked == 0 or s.opened != path[Path.OPENED]):
        path[Path.WINDOW] = 0
        for one in range(8):
            mix(path, Path.ALL, int(path[Path.SEATS + one]))
