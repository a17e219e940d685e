"""Games that are over, looked at again: what each could hope for, and what gave away most, by what each could know.

The thinking is done in a process of its own, one game after the other, and kept as it goes: after a restart it goes on where it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from enginehouse.bots import luck
from enginehouse.bots.bot import BotFailed
from enginehouse.bots.review import BUDGET_S, Case, Decision, cases
from enginehouse.core import logs
from enginehouse.core.match import Match
from enginehouse.table.botpool.jobs import Job, Luck
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.store.claims import Claims
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.store import Store
from enginehouse.table.tables.session import Session

REVIEWER = "hard"
"""Who says what would have been better."""
STRIDE = 5
"""So many decisions are looked at from one write to the next."""
STEPS, DEALS = 20, 5
"""So many steps of luck, and so many other deals, are worked out from one write to the next."""
PATIENCE_S = 300.0
"""A worker that says nothing for so long is replaced: its first answer waits for what has to be compiled."""
LOG = logging.getLogger("enginehouse.table")


class Reviews:
    """The reviews of all tables; one is worked at at a time."""

    def __init__(self, store: Store, claims: Claims) -> None:
        # A worker of its own: no bot at a table waits for it.
        self.workers = Workers(1, PATIENCE_S)
        self._store, self._claims = store, claims
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def of(self, table: str) -> Review | None:
        """How far the review of a table's game has come; None where nobody has asked for one."""
        return await self._store.reviews.read(table)

    def under_way(self, table: str) -> bool:
        """Whether it is being worked at, or waits for its turn."""
        return table in self._tasks

    def begin(self, session: Session) -> None:
        """Work at the review of a game that is over, from where it was left; nothing is done twice."""
        if session.id in self._tasks:
            return
        task = asyncio.create_task(self._work(session.id, session.state.match))
        self._tasks[session.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(session.id, None))

    async def _work(self, table: str, match: Match) -> None:
        try:
            async with self._turn, self._claims.turn(f"review {table}"):
                await self._review(table, match)
        except BotFailed as error:  # it is gone on with when somebody asks again
            LOG.warning("the review of table %s stopped: %s", table, error)

    async def _review(self, table: str, match: Match) -> None:
        kept = await self._store.reviews.read(table)
        if kept is None:
            kept = Review(await asyncio.to_thread(lambda: sum(1 for _ in cases(match))), ())
            await self._store.reviews.keep(table, kept)
        kept = await self._decisions(table, match, kept)
        if match.seed:  # a game that was begun from a position has no deal
            await self._luck(table, match, kept)

    async def _decisions(self, table: str, match: Match, kept: Review) -> Review:
        each = cases(match)
        while not kept.done and (some := await asyncio.to_thread(_next, each, STRIDE)):
            unknown = [case for case in some if all(case.number != one.number for one in kept.found)]
            if unknown:
                kept = replace(kept, found=(*kept.found, *[await self._judge(match, case) for case in unknown]))
                await self._store.reviews.keep(table, kept)
        return kept

    async def _luck(self, table: str, match: Match, kept: Review) -> None:
        log = await asyncio.to_thread(lambda: logs.write(match.log()).encode())
        address = match.game.address
        while len(kept.steps) <= len(match.standing):
            job = Job(address, REVIEWER, b"", 0, [0], 0, luck=Luck(log, len(kept.steps), STEPS))
            thought = await self.workers.ask(job, lambda: BUDGET_S)
            kept = replace(kept, steps=(*kept.steps, *msgspec.json.decode(thought.found, type=list[luck.Step])))
            await self._store.reviews.keep(table, kept)
        while len(kept.deals) < luck.DEALS:
            many = min(DEALS, luck.DEALS - len(kept.deals))
            job = Job(address, luck.LEVEL, b"", 0, [0], 0, luck=Luck(log, len(kept.deals), many, True))
            thought = await self.workers.ask(job, lambda: BUDGET_S)
            kept = replace(kept, deals=(*kept.deals, *msgspec.json.decode(thought.found, type=list[tuple[float, ...]])))
            await self._store.reviews.keep(table, kept)

    async def _judge(self, match: Match, case: Case) -> Decision:
        game = match.game
        view = game.shape.to_bytes(case.view)
        job = Job(game.address, REVIEWER, view, case.seat, case.legal, case.number, played=case.played)
        thought = await self.workers.ask(job, lambda: BUDGET_S)
        return Decision(
            case.number, case.seat, thought.share, case.played, thought.action, thought.lost, thought.reason
        )

    async def close(self) -> None:
        """Stop; what was found is kept."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.workers.close()


def is_whole(match: Match, review: Review | None) -> bool:
    """Whether nothing is left to be found: all decisions, and luck where the game had a deal."""
    if review is None or not review.done:
        return False
    return not match.seed or (len(review.steps) > len(match.standing) and len(review.deals) == luck.DEALS)


def how_far(match: Match, review: Review | None) -> tuple[int, int]:
    """How far a review has come, and of how much: its decisions, then luck."""
    if review is None:
        return 0, 0
    if not review.done or not match.seed:
        return len(review.found), review.total
    return len(review.steps) + len(review.deals), len(match.standing) + 1 + luck.DEALS


def _next(each: Iterator[Case], many: int) -> list[Case]:
    return list(islice(each, many))
