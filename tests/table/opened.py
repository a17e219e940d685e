"""Tables opened without a server, and what is seen at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.table.picture.presenter import Presenters, RenderedFrame
from enginehouse.table.store.rows import Person
from enginehouse.table.tables.opening import by_choice
from enginehouse.table.tables.registry import Registry
from enginehouse.table.tables.session import Session
from enginehouse.table.web.limits import PerMinute, Streams
from enginehouse.table.web.shared import Shared

PRESENTERS = Presenters()


async def new(
    registry: Registry, person: Person, game: str, seats: Sequence[str], options: Any = (), **more: Any
) -> str:
    """A table as a person wants it; its address."""
    return await registry.add(by_choice(person, game, seats, dict(options), registry.chance, **more))


def look(session: Session, seat: int) -> RenderedFrame:
    """The latest picture of a viewer."""
    return PRESENTERS.of(session).look(seat)


def shared_by(registry: Registry) -> Shared:
    """What requests to these tables would share."""
    return Shared(registry, PerMinute(60), Streams(100, 200), PRESENTERS)
