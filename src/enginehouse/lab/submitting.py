"""Provide functions that play pieces (units of work) of an experiment, in this process or in several.

Each of these functions takes a list of pieces. It plays them by `pieces.run`, in any order, and yields each piece when
its file exists. Such a function is passed to functions of other modules as the argument `submit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context

from enginehouse.core.errors import EnginehouseError
from enginehouse.lab.pieces import WorkUnit, run

Submit = Callable[[Sequence[WorkUnit]], Iterator[WorkUnit]]
TASKS = 200
"""The number of pieces after which `keep_processes` replaces a process, whose memory grows with each variant."""
TRIES = 3
"""The number of processes that may die while they play the same pieces, before the run gives up."""


def in_this_process(pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
    """Play the games of all units of work in this process, one after the other.

    A unit of work, called a piece, is some games of an experiment, whose results are written into a file of their own.
    Yield each unit when its file is written.
    """
    for piece in pieces:
        run(piece)
        yield piece


def in_processes(jobs: int) -> Submit:
    """Return a function that plays units of work in `jobs` processes at once.

    A unit of work is some games of an experiment, whose results are written into a file of their own. If a process
    dies, new processes are started, and they play the units whose files have not been written.
    """
    return in_this_process if jobs == 1 else partial(_submit, jobs)


@contextmanager
def keep_processes(jobs: int) -> Iterator[Submit]:
    """Yield a function that plays pieces (units of work) in `jobs` processes, until the `with` block ends.

    Several calls of the function share the processes. When they have played `TASKS` pieces each, fresh processes
    replace them. If a process dies, the function raises `EnginehouseError`.
    """
    if jobs == 1:
        yield in_this_process
        return
    pool, most, played = _start_processes(jobs), TASKS * jobs, 0

    def play(pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
        nonlocal pool, played
        for start in range(0, len(pieces), most):
            chunk = pieces[start : start + most]
            if played + len(chunk) > most:  # A pool's own limit, `max_tasks_per_child`, hangs on Python 3.11.
                pool.shutdown()
                pool, played = _start_processes(jobs), 0
            played += len(chunk)
            waiting = {pool.submit(run, piece): piece for piece in chunk}
            try:
                for one in as_completed(waiting):
                    one.result()
                    yield waiting[one]
            except BrokenProcessPool as error:
                raise EnginehouseError("a process that played games died; run the same command to go on") from error

    try:
        yield play
    finally:
        pool.shutdown(cancel_futures=True)


def _start_processes(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of `jobs` processes. They are not forked, because a fork of a process with threads may hang."""
    return ProcessPoolExecutor(jobs, get_context("spawn"))


def _submit(jobs: int, pieces: Sequence[WorkUnit]) -> Iterator[WorkUnit]:
    left, died = list(pieces), 0
    while left:
        with _start_processes(jobs) as pool:
            waiting: dict[Future[object], WorkUnit] = {pool.submit(run, piece): piece for piece in left}
            try:
                for one in as_completed(waiting):
                    one.result()
                    left.remove(waiting[one])
                    yield waiting[one]
            except BrokenProcessPool as error:
                left = [piece for piece in left if not piece.file.exists()]
                died += 1
                if died == TRIES:
                    raise EnginehouseError(f"a process that played games died {died} times") from error
            finally:
                pool.shutdown(cancel_futures=True)
