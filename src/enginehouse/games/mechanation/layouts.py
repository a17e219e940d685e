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
    ("phase", "<i8", ()),
    ("active", "<i8", ()),
    ("alpha", "<i8", ()),
    ("at", "<i8", ()),
    ("round", "<i8", ()),
    ("winner", "<i8", ()),
    ("mech", "<i1", (4, 3)),
    ("place", "<i1", (4, 3)),
    ("seen", "<i8", (4,)),
    ("ruled", "<i1", (4, 3)),
    ("posts", "<i8", ()),
    ("post_seat", "<i8", (5,)),
    ("post_at", "<i8", (5,)),
    ("looked", "<i8", ()),
    ("attack", "<i8", ()),
    ("target", "<i8", (2,)),
    ("side_seat", "<i8", (2,)),
    ("side_tier", "<i8", (2,)),
    ("boosted", "<i8", ()),
    ("fought", "<i8", ()),
    ("fights", "<i1", (4, 8)),
    ("limit", "<i8", ()),
    ("shuffles", "<i8", ()),
    ("batch", "<i1", (162,)),
    ("row", "<i2", (162,)),
    ("start", "<i2", (7,)),
    ("size", "<i2", (7,)),
    ("holds", "<i2", (7,)),
    ("known", "<i2", (55,)),
    ("listed", "<i1", (55,)),
    ("is_mechanation", "<i8", ()),
)
