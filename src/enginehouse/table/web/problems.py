"""Convert all errors to one form: a code, a sentence and a hint."""

from __future__ import annotations

from typing import Any

from enginehouse.core.errors import BrokenGame, EnginehouseError, NotAllowed, Stale, Unreadable
from enginehouse.core.words.naming import capitalize
from enginehouse.table.errors import Busy, Damaged, Forbidden, NotFound
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Taken

RETRY_S = 5
"""The number of seconds after which a client may repeat a failed request."""


class Problem(EnginehouseError):
    """An error of a request, with its HTTP status, a code, a sentence and a hint."""

    def __init__(self, status: int, code: str, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence, self.hint = status, code, sentence, hint


def not_found(missing: str, hint: str = "The lobby lists all games and tables.") -> Problem:
    """Return a problem (404) with a hint, and a sentence that names the `missing` thing."""
    return Problem(404, "not-found", missing, hint)


def forbidden(sentence: str, hint: str = "") -> Problem:
    """Return a problem (403) with this sentence and hint."""
    return Problem(403, "forbidden", sentence, hint)


def describe_error(error: Exception) -> Problem:
    """Return an error of any kind as a `Problem`, with an HTTP status, a code, a sentence and a hint."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Forbidden):
        return forbidden(error.sentence, error.hint)
    if isinstance(error, NotFound):
        return not_found(error.sentence, error.hint)
    if isinstance(error, Busy):
        return Problem(429, "too-many", error.sentence, error.hint)
    if isinstance(error, Damaged):
        return Problem(409, "damaged", error.sentence, error.hint)
    if isinstance(error, NotAllowed):
        return Problem(409, "not-allowed", error.sentence, "Choose another action. The list shows all of them.")
    if isinstance(error, Stale):
        return Problem(409, "stale", str(error), "The page is up to date again. Try again.")
    if isinstance(error, Taken):
        return Problem(409, "taken", str(error), "The page is up to date again. Try again.")
    if isinstance(error, Away):
        return Problem(503, "away", str(error), "Try again in a moment.")
    if isinstance(error, Unreadable):
        return Problem(400, "unreadable", _sentence(str(error)), "Nothing was changed.")
    if isinstance(error, BrokenGame):
        return Problem(500, "broken-game", _sentence(str(error)), "You can play other games.")
    return Problem(500, "fault", "Something went wrong on our side. Your saved moves are safe.", "Load the page again.")


def _sentence(text: str) -> str:
    text = capitalize(text)
    return text if text.endswith((".", "!", "?")) else text + "."


def as_data(problem: Problem, clause: str = "") -> dict[str, Any]:
    """Return a problem as a dict for JSON: `error`, which has `code`, `sentence`, `try` (the hint) and `clause`.

    `clause` is the name of the clause of the rules that forbids the action, or "".
    """
    return {"error": {"code": problem.code, "sentence": problem.sentence, "try": problem.hint, "clause": clause}}
