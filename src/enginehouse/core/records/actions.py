"""List the vocabulary of a game: all its actions, in any position, as names and codes.

Codes are positions in the list: they may change between versions, names may not. Logs and pages use names, and rules
use codes. The environments for machine learning (`envs`) use the codes as their action space.
"""

from __future__ import annotations

import difflib
import functools
import heapq
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from enginehouse.core.errors import Unreadable

MOST = 4096
"""The maximum size of a vocabulary, and so the room for the legal actions of any game."""
LONGEST = 80
"""The maximum length of an unknown name for which similar names are searched. Messages cut longer names."""
COMPARED = 40
SHOWN = 3
"""The number of legal actions that a message suggests for an unknown name to which no name is similar."""
READ = 1000
"""The number of characters at the start of an unknown name that are searched for a known name."""
_NAME = re.compile(r"[a-z0-9]+(?:[ -][a-z0-9]+)*")
"""The form of an action's name: words in lower case, separated by spaces or hyphens."""


class Vocabulary:
    """All action names of a game, in the order of their codes."""

    def __init__(self, names: list[str]) -> None:
        if len(names) > MOST:
            raise ValueError(f"a vocabulary has at most {MOST} actions, this one {len(names)}")
        self.names = tuple(names)
        self._codes = {name: code for code, name in enumerate(names)}
        if len(self._codes) != len(names):
            twice = sorted({n for n in names if names.count(n) > 1})
            raise ValueError(f"actions named twice: {', '.join(twice)}")
        wrong = [n for n in names if not _NAME.fullmatch(n)]
        if wrong:
            raise ValueError(f"action names are lower-case ASCII words: {', '.join(wrong)}")

    def __len__(self) -> int:
        return len(self.names)

    def name(self, code: int) -> str:
        """Return the name of the action with this code."""
        return self.names[code]

    def code(self, name: str) -> int:
        """Return the code of the action with this name.

        Raise `Unreadable` with the nearest names if there is no such action.
        """
        found = self._codes.get(name)
        if found is None:
            near = self._near(name) if len(name) <= LONGEST else []
            raise Unreadable(f"there is no action {quote_name(name)}{_perhaps(near)}")
        return found

    def code_among(self, name: Any, legal: Callable[[], Sequence[int]]) -> int:
        """Return the code of the action `name`. If it does not exist, raise an `Unreadable` that suggests legal names.

        `legal` is a function that returns the legal codes. It is called only if the name is unknown. `name` may be any
        value that a program sends. A value that is not a string is never a name: then the error suggests names that
        appear in the value's text.
        """
        found = self._codes.get(name) if isinstance(name, str) else None
        if found is not None:
            return found
        raise Unreadable(f"there is no action {quote_name(name)}{self.suggest(name, legal())}")

    def suggest(self, name: Any, legal: Sequence[int]) -> str:
        """Return the last part of an error message about the unknown name `name`: names that may be meant.

        The suggested names are those of codes in `legal` that are similar to `name`, or the first few if no name is
        similar.
        """
        names = [self.names[code] for code in legal]
        near = _nearest(str(name), names)
        if near or not names:
            return _perhaps(near)
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"; legal now: {', '.join(map(repr, names[:SHOWN]))}{more}"

    def _near(self, name: str) -> list[str]:
        """Return the names nearest to `name`, which is unknown.

        Comparing it with all names takes up to a tenth of a second, so only names that share most pairs of letters with
        it are compared.
        """
        pairs = _pairs(name)
        likely = heapq.nlargest(COMPARED, zip(self._pairs, self.names, strict=True), lambda one: len(pairs & one[0]))
        return difflib.get_close_matches(name, [other for _, other in likely], 3)

    @functools.cached_property
    def _pairs(self) -> list[frozenset[str]]:
        return [_pairs(name) for name in self.names]


def _pairs(name: str) -> frozenset[str]:
    return frozenset(map("".join, itertools.pairwise(f" {name} ")))


def _nearest(text: str, names: Sequence[str]) -> list[str]:
    """Return up to three of `names` that are like `text`.

    The names that `text` contains come first, the longest first. If it contains none, return the most similar ones.
    """
    words = " ".join(re.findall("[a-z0-9-]+", text[:READ].lower()))
    inside = [name for name in names if f" {name} " in f" {words} "]
    if inside:
        return sorted(inside, key=len, reverse=True)[:3]
    if len(text) > LONGEST:
        return []
    pairs = _pairs(words)
    likely = heapq.nlargest(COMPARED, names, lambda name: len(pairs & _pairs(name)))
    return difflib.get_close_matches(words, likely, 3)


def quote_name(name: Any) -> str:
    """Return an unknown name for a message: in quotes, and cut if it is long. `name` may be any value."""
    text = str(name)
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def _perhaps(near: Sequence[str]) -> str:
    """Return the end of a sentence that suggests the names `near`, such as `; perhaps pass`, or "" without names."""
    return f"; perhaps {' or '.join(map(repr, near))}" if near else ""
