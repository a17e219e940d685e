"""Limit the jobs that wait or run, in total and for each client address or person.

So a client with many jobs cannot delay the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from enginehouse.table.errors import Busy


class Queue:
    """A limit on the jobs that wait or run, counted by sender (an address or a person).

    `most` is the limit for all senders together, and `each` the limit for one sender. `called` is the name of the jobs
    in errors, such as "hints".
    """

    def __init__(self, called: str, most: int, each: int) -> None:
        self.called, self.most, self.each = called, most, each
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, sender: str) -> Iterator[None]:
        """Return a context manager that holds a place in the queue for a job until its `with` block ends.

        `sender` is the client address or the person's id for which the job is done. Raise `Busy` if the sender has as
        many jobs as one sender may have, or if the queue is full.
        """
        self.enter(sender)
        try:
            yield
        finally:
            self.leave(sender)

    def enter(self, sender: str) -> None:
        """Take a place in the queue for a job of this sender.

        Raise `Busy` if the sender has as many jobs as one sender may have, or if the queue is full.
        """
        if self._waiting[sender] >= self.each:
            raise Busy(f"{self.each} {self.called} of yours are waiting already. That is the limit.")
        if self._waiting.total() >= self.most:
            raise Busy(f"{self.most} {self.called} are waiting already. That is the limit.")
        self._waiting[sender] += 1

    def leave(self, sender: str) -> None:
        """Free one of the sender's places in the queue."""
        self._waiting -= Counter({sender: 1})  # this also drops counts of zero
