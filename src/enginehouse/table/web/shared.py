"""What all requests share: the tables, their pictures, and what is counted or remembered of those who call."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from enginehouse.table.picture.presenter import Presenters
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.tables.hints import Hints
from enginehouse.table.tables.registry import Registry
from enginehouse.table.web.limits import PerMinute, Streams
from enginehouse.table.web.replayed import Replays


@dataclass
class Shared:
    """One for each application."""

    registry: Registry
    openings: PerMinute
    """Counts new tables and guests by address."""
    streams: Streams
    """Counts the pages that are open."""
    presenters: Presenters = field(default_factory=Presenters)
    replays: Replays = field(default_factory=Replays)
    people: dict[str, Person] = field(default_factory=dict)
    """Who has called lately, so that not every press asks the database who it is."""
    gathering: list[TableRow] = field(default_factory=list)
    """The open tables as the lobby showed them last, for while the database is away."""
    hints: Hints = field(init=False)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server stops: streams end."""

    def __post_init__(self) -> None:
        self.hints = Hints(self.registry.settings.think_s)

    def close_streams(self) -> None:
        """Let every stream end."""
        self.closing.set()
        for session in list(self.registry.tables.values()):
            session.audience.wake()
