"""Run commands at a table, one at a time. If another process has changed the table, run the command again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.errors import Forbidden
from enginehouse.table.play.session import Session
from enginehouse.table.states.progress import Progress
from enginehouse.table.store.rows import Taken

TRIES = 6
"""The maximum number of times that a command runs if other processes change the table."""
P = ParamSpec("P")
T = TypeVar("T")
Do = Callable[Concatenate[Session, P], Coroutine[Any, Any, T]]


def command(do: Do[P, T]) -> Do[P, T]:
    """Return the command `do` as a function that runs it under the table's lock.

    The command completes even if its caller is cancelled.

    Another process may have changed the table, so that the command starts from an old state. If the command is refused,
    has no effect or cannot be stored (`Taken`), the state may be old: read the stored state and run the command again,
    at most `TRIES` times in all.
    """

    async def run_again(session: Session, *given: P.args, **more: P.kwargs) -> T:
        for _ in range(TRIES):
            async with session.lock:
                try:
                    done = await do(session, *given, **more)
                    if not _did_nothing(done) or not await session.read_changes():
                        return done
                except Taken:
                    await session.read_changes()
                except (NotAllowed, Stale, Forbidden):
                    if not await session.read_changes():
                        raise
        raise Stale("Too many players acted at once. Try again.")

    @wraps(do)
    async def run(session: Session, *given: P.args, **more: P.kwargs) -> T:
        return await session.to_its_end(run_again(session, *given, **more))

    return cast(Do[P, T], run)


def _did_nothing(done: object) -> bool:
    """Return whether a command has left its table unchanged. `done` is the result of the command.

    Such a command may have started from a state of the table that is no longer the stored one.
    """
    return isinstance(done, Progress) and done.after is done.before
