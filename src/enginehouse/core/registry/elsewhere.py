"""Find games and bots of other packages, by entry points.

A package declares `[project.entry-points."enginehouse.games"]` or `"enginehouse.bots"` in its pyproject.toml. A game or
bot that cannot be used is left out, and one sentence in the log of the program (on a terminal: on the error stream)
gives its name and the reason.
"""

from __future__ import annotations

import importlib.metadata
import logging
from collections.abc import Callable
from typing import TypeVar

from enginehouse.core.former import forward

T = TypeVar("T")
LOG = logging.getLogger("enginehouse")


def list_offered(group: str, noun: str, take: Callable[[str, str], tuple[str, T]]) -> dict[str, T]:
    """Return a dict of the games or bots that installed packages declare as entry points, by name.

    `group` is the group of the entry points. The function `take` is called with the name and the value of an entry
    point, and returns the name and the game or bot. If `take` raises an exception, the entry point is left out, and a
    warning in the log gives the reason. `noun` says in this warning whether it is a "game" or a "bot".
    """
    found: dict[str, T] = {}
    for point in sorted(importlib.metadata.entry_points(group=group), key=lambda one: (one.name, one.value)):
        try:
            name, thing = take(point.name, point.value)
            if name in found:
                raise ValueError(f"there is another {noun} of this name")
        except Exception as error:
            LOG.warning("%s", _describe_failure(point, noun, error))
            continue
        found[name] = thing
    return found


def _describe_failure(point: importlib.metadata.EntryPoint, what: str, error: Exception) -> str:
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    said = str(error).partition("\n")[0]
    return f"The {what} {point.name!r}{package} ({point.value}) is left out: {said or type(error).__name__}."


__getattr__ = forward(__name__, {"offered": "list_offered"})
