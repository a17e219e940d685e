"""Declare the state of a game as a class: the fields of every record, then the game's own fields.

    class State(GameState, name="connect-four"):
        stones: Row = public(42, dtype=INT8)

`State.SHAPE` is the record's `Shape`; in rules `s: State` is the type of `s`. Such a class has no instances: the
arguments of rules are records, in one of their forms (see `record`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from enginehouse.core.records.fields import ChanceFields as ChanceFields
from enginehouse.core.records.fields import EveryRecord as EveryRecord
from enginehouse.core.records.fields import Field, Record, declared
from enginehouse.core.records.fields import PieceFields as PieceFields
from enginehouse.core.records.header import header_fields
from enginehouse.core.records.hidden import hidden_fields
from enginehouse.core.records.record import Shape


class GameState(Record):
    """The base class for a game's state. Each game declares a subclass, whose attributes become fields of a record.

    The record also has the fields that the records of all games have, such as the state of the random numbers. If the
    game declares `pieces`, the record has the fields for the places of pieces, too.
    """

    SHAPE: ClassVar[Shape]

    def __init_subclass__(
        cls,
        *,
        name: str,
        pieces: tuple[int, list[int] | tuple[int, ...]] | None = None,
        hands: Sequence[int] = (),
        formerly: dict[str, str] | None = None,
    ) -> None:
        """Declare the record of a game, when a class inherits from this class.

        The record begins with the fields of every record (`header_fields`), followed by the fields of the class and by
        those of pieces. `pieces` is the number of pieces and the capacity of each zone (see `hidden`). Some zones exist
        once for each seat, such as hands, and follow each other: `hands` lists the first zone of each such group.
        `formerly` maps the name of a renamed field to its first name.
        """
        super().__init_subclass__()
        fields: list[Field] = [*header_fields(), *declared(vars(cls))]
        if pieces is not None:
            fields += hidden_fields(pieces[0], list(pieces[1]), hands)
        cls.SHAPE = Shape(name, fields, formerly)

    def __new__(cls, *_: Any) -> Any:
        """Raise an error: a state has no instances. `Game.new_record()` returns an empty record."""
        raise TypeError(f"{cls.__name__} declares a record; `game.new_record()` makes one")
