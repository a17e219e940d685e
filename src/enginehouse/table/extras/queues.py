"""Limit the work that waits, in total and for each sender, so that no sender delays the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from enginehouse.table.errors import Busy


class Queue:
    """A limited queue of jobs that wait or run, counted by sender (an address or a person).

    `most` is the limit in total, `each` that of one sender. `called` names the jobs in errors.
    """

    def __init__(self, called: str, most: int, each: int) -> None:
        self.called, self.most, self.each = called, most, each
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, sender: str) -> Iterator[None]:
        """Hold a place in the queue during the context. Raise `Busy` as `enter` does."""
        self.enter(sender)
        try:
            yield
        finally:
            self.leave(sender)

    def enter(self, sender: str) -> None:
        """Take a place in the queue.

        Raise `Busy` if the sender has too many places, or if too many jobs wait in total.
        """
        if self._waiting[sender] >= self.each:
            raise Busy(f"{self.each} {self.called} of yours are waiting already. That is the limit.")
        if self._waiting.total() >= self.most:
            raise Busy(f"{self.most} {self.called} are waiting already. That is the limit.")
        self._waiting[sender] += 1

    def leave(self, sender: str) -> None:
        """Give back the sender's place in the queue."""
        self._waiting -= Counter({sender: 1})  # this also drops counts of zero
