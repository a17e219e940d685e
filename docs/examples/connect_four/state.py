"""The record: two boards of one bit a hole (column * 7 + row; a column's seventh bit stays empty) and the moves so far.

A seat knows everything, and nothing is forgotten.
"""

from enginehouse.core.header import header_fields
from enginehouse.core.record import INT64, Shape

SHAPE = Shape("connect-four", [*header_fields(), ("discs", INT64, (2,)), ("moves", INT64)])
ACTIONS = [f"drop {column}" for column in range(1, 8)]

DROPPED = 1
"""The one kind of event: seat a dropped a disc into column b."""
