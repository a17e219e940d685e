"""Analyse finished games: win chances and the most costly decisions, from the views of the players.

A separate worker process computes the analyses, one game after the other. Each result is stored as soon as it is found,
so that an analysis continues after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import msgspec

from enginehouse.bots.analysis import luck
from enginehouse.bots.analysis.review import BUDGET_S, Decision, Share
from enginehouse.bots.bot import BotFailed
from enginehouse.core.play.match import Match
from enginehouse.table.botpool import jobs
from enginehouse.table.botpool.jobs import Finished, JudgeJob, ReviewJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.botpool.turns import Turns
from enginehouse.table.extras.queues import Queue
from enginehouse.table.play.session import Session
from enginehouse.table.store.claims import Claims
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.store import Store

T = TypeVar("T")
WAITING, WAITING_EACH = 30, 3
"""The maximum number of analyses that wait or run, in total and for one address."""
REVIEWER = "hard"
"""The name of the bot that judges decisions."""
SHARES = 8
"""The number of win chances after which the results are stored."""
STRIDE = 5
"""The number of decisions after which the results are stored."""
STEPS, DEALS = 20, 5
"""The numbers of steps of luck, and of games with other deals, after which the results are stored."""
PATIENCE_S = 300.0
"""The time in seconds after which a silent worker is replaced. Its first answer waits for the compiler."""
LOG = logging.getLogger("enginehouse.table")


class Reviews:
    """The analyses of all tables. A worker process computes one analysis at a time.

    Clients with different addresses take turns, so that a client with many requests does not delay the others.
    """

    def __init__(self, store: Store, claims: Claims, make_pool: Callable[[int, float], Workers] = Workers) -> None:
        # Analyses have their own worker, so that no bot at a table waits for them.
        self.workers = make_pool(1, PATIENCE_S)
        self._store, self._claims = store, claims
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped: set[str] = set()
        self._queue = Queue("game analyses", WAITING, WAITING_EACH)
        self._turns: Turns[None] = Turns()
        self._turns.put(None)

    async def of(self, table: str) -> Review | None:
        """Return the results so far of the analysis of a table's game, or None if it was not requested."""
        return await self._store.reviews.read(table)

    def under_way(self, table: str) -> bool:
        """Return whether the analysis of a table's game is running or waiting."""
        return table in self._tasks

    def has_stopped(self, table: str) -> bool:
        """Return whether the analysis of a table's game has stopped because the bot gave no answer.

        The analysis continues when any person requests it again.
        """
        return table in self._stopped

    def begin(self, session: Session, address: str) -> None:
        """Start the analysis of a finished game, or continue it, at the request of the client address `address`.

        Raise `Busy` if too many analyses wait, from this address or in total.
        """
        table = session.id
        if table in self._tasks:
            return
        self._queue.enter(address)
        self._stopped.discard(table)

        def forget_task(_: object) -> None:
            self._queue.leave(address)
            self._tasks.pop(table, None)

        self._tasks[table] = task = asyncio.create_task(self._work(table, session.state.match, address))
        task.add_done_callback(forget_task)

    async def _work(self, table: str, match: Match, address: str) -> None:
        await self._turns.get(address)
        try:
            async with self._claims.turn(f"review {table}"):
                await self._review(table, match)
        except BotFailed as error:  # the analysis continues when a person requests it again
            LOG.warning("the analysis of table %s stopped: %s", table, error)
            self._stopped.add(table)
        finally:
            self._turns.put(None)

    async def _review(self, table: str, match: Match) -> None:
        game, kept = pack_finished(match), await self._store.reviews.read(table)
        if kept is None:
            kept = Review(await self._ask(match, game, "count", int), ())
            await self._store.reviews.keep(table, kept)
        kept = await self._shares(table, match, game, kept)
        kept = await self._decisions(table, match, game, kept)
        if match.seed:  # a game that was begun from a position has no deal
            await self._luck(table, match, game, kept)

    async def _shares(self, table: str, match: Match, game: Finished, kept: Review) -> Review:
        """Compute and store the win chances that the analysis `kept` still lacks, and return the analysis with them.

        `match` is the finished game, and `game` the same game in the form in which it is sent to workers.
        """
        while len(kept.shares) < kept.total and not kept.done:
            more = await self._ask(match, game, "shares", list[Share], len(kept.shares), SHARES)
            if not more:
                break
            kept = replace(kept, shares=(*kept.shares, *more))
            await self._store.reviews.keep(table, kept)
        return kept

    async def _decisions(self, table: str, match: Match, game: Finished, kept: Review) -> Review:
        while not kept.done:
            some = await self._ask(match, game, "cases", list[jobs.PackedCase], len(kept.found), STRIDE)
            if not some:
                break
            kept = replace(kept, found=(*kept.found, *[await self._judge(match, case) for case in some]))
            await self._store.reviews.keep(table, kept)
        return kept

    async def _luck(self, table: str, match: Match, game: Finished, kept: Review) -> None:
        while len(kept.steps) <= len(match.standing):
            steps = await self._ask(match, game, "steps", list[luck.LuckEntry], len(kept.steps), STEPS)
            kept = replace(kept, steps=(*kept.steps, *steps))
            await self._store.reviews.keep(table, kept)
        while len(kept.deals) < luck.DEALS:
            many = min(DEALS, luck.DEALS - len(kept.deals))
            deals = await self._ask(match, game, "deals", list[tuple[float, ...]], len(kept.deals), many)
            kept = replace(kept, deals=(*kept.deals, *deals))
            await self._store.reviews.keep(table, kept)

    async def _ask(self, match: Match, game: Finished, part: str, kind: type[T], first: int = 0, many: int = 0) -> T:
        """Request results of the analysis of a game from the worker, and return them as a value of the type `kind`.

        `match` is the game, and `game` the same game in the form in which it is sent to workers. `part` names the
        requested results, such as `shares` or `steps`. If they are a list, request `many` elements from number `first`
        on. For the part `count`, which is a single number, `first` and `many` have no effect.
        """
        asked = msgspec.structs.replace(game, part=part, first=first, many=many)
        bot = luck.LEVEL if part == "deals" else REVIEWER
        job = ReviewJob(match.game.address, bot, asked)
        thought = await self.workers.ask(job, lambda: BUDGET_S)
        return msgspec.json.decode(thought.found, type=kind)

    async def _judge(self, match: Match, case: jobs.PackedCase) -> Decision:
        job = JudgeJob(match.game.address, REVIEWER, case)
        thought = await self.workers.ask(job, lambda: BUDGET_S)
        return Decision(
            case.number, case.seat, thought.share, case.played, thought.action, thought.lost, thought.reason
        )

    async def close(self) -> None:
        """Cancel all analyses. Stored results are kept."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self.workers.close()


def is_whole(match: Match, review: Review | None) -> bool:
    """Return whether the analysis `review` of the finished game `match` was requested and is complete.

    A complete analysis has a judgement of each decision and, if the game had a random setup, the results about luck.
    """
    if review is None or not review.done:
        return False
    return not match.seed or (len(review.steps) > len(match.standing) and len(review.deals) == luck.DEALS)


def name_stage(match: Match, review: Review | None) -> int:
    """Return the stage that `review`, the analysis of a game so far, has reached, as a number from 0 to 3.

    The stage is 0 without results, 1 with some results, 2 with all decisions, and 3 if the analysis is complete.
    """
    if review is None or not (review.shares or review.found):
        return 0
    return 1 if not review.done else 3 if is_whole(match, review) else 2


def how_far(match: Match, review: Review | None) -> tuple[int, int]:
    """Return the progress of the analysis `review` of a game as a pair: the number of results so far, and their total.

    Until all decisions are judged, the pair counts the results about decisions. After that it counts those about luck.
    """
    if review is None:
        return 0, 0
    if not review.done or not match.seed:
        return len(review.found), review.total
    return len(review.steps) + len(review.deals), len(match.standing) + 1 + luck.DEALS


def pack_finished(match: Match) -> Finished:
    """Return a finished game in the form in which it is sent to worker processes.

    This form has the record before the first action, as bytes, and the actions that were not undone, as pairs of seat
    and code.
    """
    start = match.game.shape.to_bytes(match.begin_again().state)
    standing = [(done.seat, done.code) for done in match.standing]
    return Finished(match.seats, dict(match.options), start, standing, "")
