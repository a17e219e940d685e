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

from enginehouse.core.errors import Unreadable

MOST = 4096
"""A vocabulary has no more actions; so many numbers are room enough for the legal actions of any game."""
LONGEST = 80
"""A name that is longer is near to none, and is not said back as a whole."""
COMPARED = 40
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
            text = str(name)
            near = self._near(text) if len(text) <= LONGEST else []
            hint = f"; perhaps {' or '.join(repr(n) for n in near)}" if near else ""
            raise Unreadable(f"there is no action {text if len(text) <= LONGEST else text[:LONGEST] + '...'!r}{hint}")
        return found

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
