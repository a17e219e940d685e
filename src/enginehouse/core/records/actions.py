"""The vocabulary of a game: every action it has, in any position, as a name and a code.

Codes are positions in the list: they may change between versions, names may not. Logs and pages use names, rules use
codes, an environment uses the codes as its action space.
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
"""A vocabulary has no more actions; so many numbers are room enough for the legal actions of any game."""
LONGEST = 80
"""A name that is longer is near to none, and is not said back as a whole."""
COMPARED = 40
SHOWN = 3
"""So many legal actions are named where a name is like none of them."""
READ = 1000
"""So many characters are searched for the name of an action."""
_NAME = re.compile(r"[a-z0-9]+(?:[ -][a-z0-9]+)*")


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
        """The name of an action code."""
        return self.names[code]

    def code(self, name: str) -> int:
        """The code of an action name; `Unreadable` offers the nearest names when there is none."""
        found = self._codes.get(name)
        if found is None:
            near = self._near(name) if len(name) <= LONGEST else []
            raise Unreadable(f"there is no action {quote_name(name)}{_perhaps(near)}")
        return found

    def code_among(self, name: Any, legal: Callable[[], Sequence[int]]) -> int:
        """Return the code of an action name. `Unreadable` suggests names, only of the codes that `legal` returns, which is
        called for nothing else.

        `name` may be anything that a program sends; what is no text is no name, and is read for a name that it contains.
        """
        found = self._codes.get(name) if isinstance(name, str) else None
        if found is not None:
            return found
        raise Unreadable(f"there is no action {quote_name(name)}{self.suggest(name, legal())}")

    def suggest(self, name: Any, legal: Sequence[int]) -> str:
        """Return the end of a sentence about a name that is none: names like it of these codes, or some of them if none is."""
        names = [self.names[code] for code in legal]
        near = _nearest(str(name), names)
        if near or not names:
            return _perhaps(near)
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"; legal now: {', '.join(map(repr, names[:SHOWN]))}{more}"

    def _near(self, name: str) -> list[str]:
        """The names nearest to one that is none. To compare it with all takes up to a tenth of a second, for anybody
        who asks: only those are compared that share most pairs of letters with it."""
        pairs = _pairs(name)
        likely = heapq.nlargest(COMPARED, zip(self._pairs, self.names, strict=True), lambda one: len(pairs & one[0]))
        return difflib.get_close_matches(name, [other for _, other in likely], 3)

    @functools.cached_property
    def _pairs(self) -> list[frozenset[str]]:
        return [_pairs(name) for name in self.names]


def _pairs(name: str) -> frozenset[str]:
    return frozenset(map("".join, itertools.pairwise(f" {name} ")))


def _nearest(text: str, names: Sequence[str]) -> list[str]:
    """Return up to three of these names: those that the text contains, the longest first, else those most like it."""
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
    """Return a name that is none as it is said back: in quotes, and cut if it is long."""
    text = str(name)
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def _perhaps(near: Sequence[str]) -> str:
    """Return names that may have been meant, as the end of a sentence."""
    return f"; perhaps {' or '.join(map(repr, near))}" if near else ""
