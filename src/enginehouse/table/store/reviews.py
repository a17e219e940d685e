"""What was found of finished games when they were looked at again, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, insert, select

from enginehouse.bots.analysis.luck import Step
from enginehouse.bots.analysis.review import Decision
from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import REVIEWS


@dataclass(frozen=True)
class Review:
    """How far a review has come: what was found of the first decisions of `total`, then of luck, step by step, and other deals."""

    total: int
    found: tuple[Decision, ...]
    steps: tuple[Step, ...] = ()
    deals: tuple[tuple[float, ...], ...] = ()
    """By other deal and seat the share of the win."""

    @property
    def done(self) -> bool:
        """Whether all decisions were looked at."""
        return len(self.found) == self.total

    def lines(self) -> str:
        """All that was found, as JSON lines."""
        lucky = [*({"step": one} for one in self.steps), *({"deal": one} for one in self.deals)]
        return "\n".join(msgspec.json.encode(one).decode() for one in (*self.found, *lucky))


def read_lines(total: int, text: str) -> Review:
    """The review of which these are the lines."""
    found, steps, deals = [], [], []
    for line in text.splitlines():
        if line.startswith("["):
            found.append(msgspec.json.decode(line, type=Decision))
        elif line.startswith('{"step"'):
            steps.append(msgspec.json.decode(line, type=dict[str, Step])["step"])
        else:
            deals.append(msgspec.json.decode(line, type=dict[str, tuple[float, ...]])["deal"])
    return Review(total, tuple(found), tuple(steps), tuple(deals))


class ReviewStore:
    """The reviews there are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table: str) -> Review | None:
        """The review of a table's game; None where nobody has asked for one."""
        async with self._database.reading() as c:
            row = (await c.execute(select(REVIEWS).where(REVIEWS.c.table_id == table))).first()
        if row is None:
            return None
        return read_lines(row.total, row.found)

    async def keep(self, table: str, review: Review) -> None:
        """Keep how far a review has come, in place of what was kept of it."""
        values = {"table_id": table, "total": review.total, "found": review.lines()}

        def write(c: Connection) -> None:
            c.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            c.execute(insert(REVIEWS), values)

        await self._database.write(write)
