"""Create engines of SQLAlchemy whose errors never show a value.

Values can be seeds, secrets and private texts. All engines are created here, and a test checks this. An error may show
a statement and the name of a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

_DETAIL, _INVALID = "\nDETAIL:", "invalid input"
"""The marks in messages of drivers after which values follow."""


def make_async_engine(url: URL, **more: Any) -> AsyncEngine:
    """Return an asyncio engine of SQLAlchemy for the database at `url`.

    The messages of its errors contain no values from statements or rows, because these may be secret. `more` has other
    arguments for SQLAlchemy's `create_async_engine`.
    """
    from sqlalchemy.ext.asyncio import create_async_engine  # A table in place runs without it.

    engine = create_async_engine(url, hide_parameters=True, **more)
    event.listen(engine.sync_engine, "handle_error", _hide_values)
    return engine


def make_engine(url: URL, **more: Any) -> Engine:
    """Return a synchronous engine of SQLAlchemy for the database at `url`.

    The messages of its errors contain no values from statements or rows, because these may be secret. `more` has other
    arguments for SQLAlchemy's `create_engine`.
    """
    engine = create_engine(url, hide_parameters=True, **more)
    event.listen(engine, "handle_error", _hide_values)
    return engine


def _hide_values(context: ExceptionContext) -> None:
    """Remove the values of a statement or of rows, which may be secret, from a database error before it is logged.

    Do the same in the causes of the error. PostgreSQL repeats a whole row in the detail of an error, and asyncpg
    repeats an argument that it could not send.
    """
    # Python's own errors name the value that could not be converted after a colon.
    hide = _cut_at_colon if isinstance(context.original_exception, ValueError | TypeError) else strip_values
    for first in (context.sqlalchemy_exception, context.original_exception):
        error: BaseException | None = first
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            error.args = tuple(hide(one) if isinstance(one, str) else one for one in error.args)
            if getattr(error, "detail", None) is not None and hasattr(error, "sqlstate"):
                error.detail = None  # type: ignore[attr-defined]  # a field of asyncpg's errors
            error = error.__cause__ or error.__context__


def _cut_at_colon(said: str) -> str:
    return said.partition(":")[0]


def strip_values(said: str) -> str:
    """Return the message of a database error without values from the statement or from rows, which may be secret.

    PostgreSQL and its driver asyncpg quote such values in their messages. `said` is the message.
    """
    said = said.partition(_DETAIL)[0]
    before, invalid, after = said.partition(_INVALID)
    return before + invalid + after.partition(":")[0] if invalid else said
