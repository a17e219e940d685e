"""The record: two boards of one bit a hole (column * 7 + row; the seventh bit of a column stays empty) and whose turn it is."""

from enginehouse.core.header import header_fields
from enginehouse.core.record import INT64, Shape

SHAPE = Shape("connect-four", [*header_fields(), ("discs", INT64, (2,)), ("moves", INT64)])
ACTIONS = [f"drop {column}" for column in range(1, 8)]

DROPPED = 1
"""The one kind of event: seat a dropped a disc into column b."""
