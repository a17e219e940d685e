"""Spread work over several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")


def call_in_processes(
    function: Callable[..., T], calls: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[tuple[int, T]]:
    """Call `function` once for each tuple of arguments in `calls`, spread over `jobs` processes.

    Yield the index and the result of each call when it is done. If a call raises an exception, raise it here and drop
    the calls that have not begun. The function and its arguments have to be picklable.
    """
    # Processes are not forked, because a fork of a process with threads may hang.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = {pool.submit(function, *arguments): k for k, arguments in enumerate(calls)}
        try:
            for one in as_completed(waiting):
                yield waiting[one], one.result()
        finally:
            pool.shutdown(cancel_futures=True)
