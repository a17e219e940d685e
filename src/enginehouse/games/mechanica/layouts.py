"""The layout of the record over whose bytes the first checksums were made (see `core.checksums`). It never changes.

A field that is renamed is found by its former name (`formerly` of the shape); for one that is no more, `VALUES` says how
to work it out: `VALUES = {"gone": lambda s: s.other + 1}`.
"""

from __future__ import annotations

FIRST: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("seats", "<i8", ()),
    ("reason", "<i8", ()),
    ("revealed", "<i8", ()),
    ("asked", "<i8", ()),
    ("laid", "<i8", ()),
    ("opened", "<i8", ()),
    ("answer", "<i2", (8,)),
    ("chance_key", "<i8", (8,)),
    ("chance_block", "<i8", (16,)),
    ("chance_count", "<i8", ()),
    ("chance_left", "<i8", ()),
    ("viewer", "<i8", ()),
    ("level", "<i8", ()),
    ("phase", "<i8", ()),
    ("first", "<i8", ()),
    ("turn", "<i8", ()),
    ("done", "<i8", ()),
    ("day", "<i8", ()),
    ("completed", "<i8", ()),
    ("marked", "<i8", ()),
    ("pending", "<i8", ()),
    ("making", "<i8", ()),
    ("step", "<i8", ()),
    ("announced", "<i8", ()),
    ("received", "<i8", (4,)),
    ("shop", "<i8", (4,)),
    ("spun", "<i8", ()),
    ("turned", "<i8", (2,)),
    ("recycler", "<i8", (10,)),
    ("robot", "<i8", (10,)),
    ("wallet", "<i8", (4,)),
    ("vault", "<i8", (4,)),
    ("tiles", "<i1", (4, 18)),
    ("holes", "<i1", (4, 54)),
    ("answers", "<i1", (4, 192)),
    ("answered", "<i8", (4,)),
    ("asking", "<i8", (4, 5)),
    ("row", "<i2", (82,)),
    ("start", "<i2", (5,)),
    ("size", "<i2", (5,)),
    ("holds", "<i2", (5,)),
    ("known", "<i2", (43,)),
    ("listed", "<i1", (43,)),
    ("is_mechanica", "<i8", ()),
)
