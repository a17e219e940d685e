"""Compute checksums of a record. A log stores them, and its replay must give the same checksums.

A log has a checksum of the last record, and a shorter one after each entry (an action, undo or redo). A checksum has a
version. Today's checksums (`2:` and 32 hexadecimal digits) cover the values that are not 0, by the name of their field.
So fields may be added, removed, moved and widened. A checksum of the first version (64 hexadecimal digits alone) is the
SHA-256 of the record's bytes, in the memory layout of that time. The file `first_layout.json` of a game describes this
layout.

If a field was renamed since, the declaration of the record has the field's first name (`formerly` of `GameState`). If a
field was removed since, `GONE` in the game's `upgrades.py` has a function that computes its value from the record:
`GONE = {"gone": lambda s: s.other + 1}`.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from itertools import chain
from typing import Any

import numpy as np

from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of

KIND = "2:"
DIGITS = 32
SHORT = 8
"""The number of digits of a checksum beside each entry of a log."""


def checksum(s: Record) -> str:
    """Return the checksum of a record (a Python object), in the current version.

    The checksum depends on hidden information, so never send it while the game runs.
    """
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
    """Return the numbers of a field as bytes. Zeros at the end are left out.

    `value` is a number, or a list of numbers, or a list of lists and so on, with `depth` dimensions. Each number has 64
    bits, the lowest byte first.
    """
    if depth == 0:
        return int(value).to_bytes(8, "little", signed=True)
    for _ in range(depth - 1):
        value = chain.from_iterable(value)
    numbers = array("q", value)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes().rstrip(b"\0")


def agrees(s: Record, kept: str) -> bool:
    """Return whether the record `s` (a Python object) has the checksum `kept`, which was stored earlier.

    `kept` may have any of the two formats of checksums (see the top of this module), or be only the start of a checksum
    (see `short`).
    """
    if len(kept) == 64:
        return first_checksum(s) == kept
    return kept.startswith(KIND) and len(kept) >= len(KIND) + SHORT and checksum(s).startswith(kept)


def short(full: str) -> str:
    """Return the short form of the checksum `full`: its first characters, or "" if it has the first format.

    A log has the short form after each entry (an action, undo or redo). The short forms are enough to find the first
    entry after which a replay and the log differ. In the first format, a checksum has 64 hexadecimal digits and no `:`.
    """
    return full[: len(KIND) + SHORT] if full.startswith(KIND) else ""


def first_checksum(s: Record) -> str:
    """Return the checksum that the first version of this program computed for a record: the hash of all its bytes."""
    game = game_of(s)
    if game.first_layout is None:
        return hashlib.sha256(game.shape.to_bytes(s)).hexdigest()
    entries = [(name, kind, tuple(dims)) if dims else (name, kind) for name, kind, dims in game.first_layout]
    then = np.zeros(1, np.dtype(entries, align=True))
    gone = getattr(game.upgrades, "GONE", {})
    now = {called: name for name, called, _ in game.shape.by_name}
    for name, *_ in entries[:-1]:  # leave out the last entry, the marker field of the shape, which is 0
        then[0][name] = gone[name](s) if name in gone else getattr(s, now[name])
    return hashlib.sha256(then.tobytes()).hexdigest()
