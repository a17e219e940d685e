"""Checksums of a record, kept beside entries and logs: what replays has to come to the same one.

A checksum says of which kind it is. Those made today (`2:` and 32 hexadecimal digits) are over the values that are not 0,
by the name of their field, so fields may come, go, move and change their width. Those of the first kind (64 hexadecimal
digits and nothing else) are the SHA-256 of the record's bytes as they lay then; `first_layout.json` of a game keeps how. A
field that has another name now is found by `formerly` of the shape; for one that is no more `GONE` in the game's
`upgrades.py` works it out: `GONE = {"gone": lambda s: s.other + 1}`.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from itertools import chain
from typing import Any

import numpy as np

from enginehouse.core.registry.game import game_of

KIND = "2:"
DIGITS = 32
SHORT = 8
"""So many digits of a checksum stand beside each entry of a log."""


def checksum(s: Any) -> str:
    """The checksum of a plain record, of today's kind; it covers secrets, so it is sent to nobody while the game runs."""
    shape = type(s).shape
    digest = hashlib.sha256()
    for name, called, depth in shape.by_name:
        value = getattr(s, name)
        if value != shape.empty[name]:
            data = _numbers(value, depth)
            digest.update(f"{called}:{len(data)};".encode())
            digest.update(data)
    return KIND + digest.hexdigest()[:DIGITS]


def _numbers(value: Any, depth: int) -> bytes:
    """A field's numbers as 64-bit little-endian ones, row after row; zeros at the end are left out."""
    if depth == 0:
        return int(value).to_bytes(8, "little", signed=True)
    for _ in range(depth - 1):
        value = chain.from_iterable(value)
    numbers = array("q", value)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes().rstrip(b"\0")


def agrees(s: Any, kept: str) -> bool:
    """Whether a plain record has this checksum, of whichever kind it is; a short one (see `short`) will do."""
    if len(kept) == 64:
        return first_checksum(s) == kept
    return kept.startswith(KIND) and len(kept) >= len(KIND) + SHORT and checksum(s).startswith(kept)


def short(full: str) -> str:
    """The beginning of a checksum of today's kind, enough to see at which entry a log parts; "" of any other kind."""
    return full[: len(KIND) + SHORT] if full.startswith(KIND) else ""


def first_checksum(s: Any) -> str:
    """The checksum of a plain record as it was made before values were hashed by name."""
    game = game_of(s)
    if game.first_layout is None:
        return hashlib.sha256(game.shape.to_bytes(s)).hexdigest()
    entries = [(name, kind, tuple(dims)) if dims else (name, kind) for name, kind, dims in game.first_layout]
    then = np.zeros(1, np.dtype(entries, align=True))
    gone = getattr(game.upgrades, "GONE", {})
    now = {called: name for name, called, _ in game.shape.by_name}
    for name, *_ in entries[:-1]:  # the last one is the shape's own mark, which is 0
        then[0][name] = gone[name](s) if name in gone else getattr(s, now[name])
    return hashlib.sha256(then.tobytes()).hexdigest()
