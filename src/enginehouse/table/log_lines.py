"""Format the server's log: sentences for people, or a line of JSON for each record."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import IO, Any, Literal

from enginehouse.core.errors import Unreadable

Form = Literal["text", "json"]
OURS = "enginehouse"
"""The name of the logger of this package."""


class JsonLines(logging.Formatter):
    """A log formatter that writes each record as a line of JSON.

    The fields of a line are `at` (UTC), `level`, `logger`, `says` (the message), the fields that the caller passes by
    `extra={"fields": ...}`, and `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record of the log as one line of JSON."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure(form: str, requests: bool, out: IO[str] | None = None) -> None:
    """Write the server's log to `out` (by default standard error), in the form `text` or `json`.

    `text` is for people, `json` for programs. If `requests` is true, write a line for each request, too. Raise
    `Unreadable` if the form is unknown.
    """
    if form not in ("text", "json"):
        raise Unreadable(f"the setting log is text or json, not {form!r}")
    handler = logging.StreamHandler(out or sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")
    handler.setFormatter(JsonLines() if form == "json" else text)
    for name, level in ((OURS, logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    logging.getLogger("enginehouse.requests").setLevel(logging.INFO if requests else logging.WARNING)
