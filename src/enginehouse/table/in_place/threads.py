"""Run functions that are meant for threads (`asyncio.to_thread`) in the thread of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class InPlaceExecutor(ThreadPoolExecutor):
    """An executor that calls each function immediately, in the thread that submits it. It never starts a thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call a function, and return a future with its result or error."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def use_no_threads() -> None:
    """Let `asyncio.to_thread` call functions in the thread of the running event loop, without another thread."""
    with suppress(NotImplementedError):  # The loop of a browser has no threads, and does so by itself.
        asyncio.get_running_loop().set_default_executor(InPlaceExecutor(1))
