"""Store the analyses of finished games."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, insert, select

from enginehouse.bots.analysis.luck import LuckEntry
from enginehouse.bots.analysis.review import Decision, Share
from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import REVIEWS


@dataclass(frozen=True)
class Review:
    """The results so far of the analysis of a game with `total` decisions.

    The decisions are analysed in order. For each of those analysed so far, `found` compares the chosen action with the
    bot's choice, and `shares` has the win chance before the action. `steps` has an item for the deal, and then for each
    action, with its effect on the win chance of each seat. `deals` has the results of games that bots played with other
    random setups, for comparison.
    """

    total: int
    found: tuple[Decision, ...]
    steps: tuple[LuckEntry, ...] = ()
    deals: tuple[tuple[float, ...], ...] = ()
    """The shares of the win in games with other deals, by game and then by seat."""
    shares: tuple[Share, ...] = ()
    """The win chances at the first decisions."""

    @property
    def done(self) -> bool:
        """Return whether all decisions of the game are judged, so that only results about luck may be missing."""
        return len(self.found) == self.total

    def lines(self) -> str:
        """Return all results as lines of JSON, which `read_lines` reads."""
        first = [{"share": one} for one in self.shares]
        lucky = [*({"step": one} for one in self.steps), *({"deal": one} for one in self.deals)]
        return "\n".join(msgspec.json.encode(one).decode() for one in (*self.found, *first, *lucky))


def read_lines(total: int, text: str) -> Review:
    """Return the analysis that was stored as lines of JSON (`text`). `total` is the number of its decisions."""
    found, steps, deals, shares = [], [], [], []
    for line in text.splitlines():
        if line.startswith("["):
            found.append(msgspec.json.decode(line, type=Decision))
        elif line.startswith('{"share"'):
            shares.append(msgspec.json.decode(line, type=dict[str, Share])["share"])
        elif line.startswith('{"step"'):
            steps.append(msgspec.json.decode(line, type=dict[str, LuckEntry])["step"])
        else:
            deals.append(msgspec.json.decode(line, type=dict[str, tuple[float, ...]])["deal"])
    return Review(total, tuple(found), tuple(steps), tuple(deals), tuple(shares))


class ReviewStore:
    """The stored analyses of finished games, with the results so far."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table: str) -> Review | None:
        """Return the analysis of a table's game, or None if it was not requested."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(REVIEWS).where(REVIEWS.c.table_id == table))).first()
        if row is None:
            return None
        return read_lines(row.total, row.found)

    async def keep(self, table: str, review: Review) -> None:
        """Store the results so far of the analysis of a game. Delete the earlier results for the same game.

        `table` is the id of the game's table, and `review` has the results.
        """
        values = {"table_id": table, "total": review.total, "found": review.lines()}

        def write(connection: Connection) -> None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            connection.execute(insert(REVIEWS), values)

        await self._database.write(write)
