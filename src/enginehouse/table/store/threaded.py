"""Write entries (actions, undos, redos) to SQLite in a thread that runs a whole transaction in one step.

The asynchronous driver switches to its thread and back for each statement, and the player would wait for all these
switches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")


class ThreadedWriter:
    """A writer of transactions to SQLite: a connection of a synchronous engine, and the thread that uses it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "writer")

    async def run(self, do: Callable[[Connection], T]) -> T:
        """Run the function `do` in one transaction in the thread, and return its result. `do` takes the connection.

        The transaction is rolled back if the function fails.
        """

        def transaction() -> T:
            if self._connection is None:
                self._connection = self._engine.connect()
            try:
                with self._connection.begin():
                    return do(self._connection)
            except BaseException:
                self._let_go()  # the next transaction opens a new connection
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Close the connection to the database, and end the thread."""
        self._thread.submit(self._let_go).result()
        self._engine.dispose()
        self._thread.shutdown(wait=False)
