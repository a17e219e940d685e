"""Hints: what a strong bot would do in somebody's place, and why. It gets the view of their seat and nothing else.

A hint is thought of in a process of its own, changes nothing at the table, and goes to whoever asked: nobody else can tell that it was
asked for.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from enginehouse.core.errors import NotAllowed
from enginehouse.core.naming import fill_plain
from enginehouse.table.botpool.jobs import Job, Thought
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.tables.state import TableState

ADVISER = "hard"
"""The bot that is asked."""
SECONDS = 2.0
"""It may think so long."""
SEED = 17
KEPT = 200
"""So many hints are remembered: who asks again at the same decision is told the same."""


class Hint(NamedTuple):
    """What to do: the action's name, what it does, and why, in words."""

    act: str
    label: str
    why: str


class Hints:
    """The hints of all tables."""

    def __init__(self, patience: float) -> None:
        """`patience`: after so many seconds an adviser that says nothing is given up."""
        # A worker of its own: no bot waits for a hint, or all would see that one was asked for.
        self.workers = Workers(1, patience)
        self._asked: dict[tuple[str, int, int], asyncio.Task[Thought]] = {}

    async def of(self, state: TableState, seat: int) -> Hint:
        """A hint for a seat that may act; `NotAllowed` where there is none, `BotFailed` where the adviser breaks."""
        if not state.row.hints:
            raise NotAllowed(0, "At this table nobody is given hints.")
        if seat < 0 or not state.running or state.silent(seat) or not state.legal(seat):
            raise NotAllowed(0, "There is nothing for you to decide just now.")
        key = (state.row.id, seat, state.decision(seat))
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._think(state, seat))
            for old in list(self._asked)[:-KEPT]:
                self._asked.pop(old).cancel()
        try:
            thought = await asyncio.shield(self._asked[key])
        except Exception:
            self._asked.pop(key, None)
            raise
        game, view, names = state.match.game, state.view(seat), state.row.names
        label = fill_plain(game.words.action(view, thought.action), names)
        return Hint(game.vocabulary.name(thought.action), label, fill_plain(thought.reason, names))

    async def _think(self, state: TableState, seat: int) -> Thought:
        game, legal = state.match.game, state.legal(seat)
        view = game.shape.to_bytes(state.view(seat))
        job = Job(game.address, ADVISER, view, seat, legal, SEED, why=True)
        return await self.workers.ask(job, lambda: SECONDS)

    async def close(self) -> None:
        """Nobody is told any more."""
        for task in self._asked.values():
            task.cancel()
        await self.workers.close()
