"""What goes by itself at a table: bots act one beat after the others, windows close when their time has come.

One task a table, asleep between two deeds. It plans, waits and thinks without the lock; then it takes the lock, looks
whether the plan still fits, and acts in the same way as everybody: check, store, broadcast. What fails is tried again,
ever more slowly and without end: a database that was away is back some time. Meanwhile the page says that it fails.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.match import Entry
from enginehouse.table.botpool.worker import BotFailed, Job
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Taken
from enginehouse.table.tables import windows
from enginehouse.table.tables.session import Live, thinking
from enginehouse.table.tables.windows import PASS, Window

if TYPE_CHECKING:
    from enginehouse.table.tables.registry import Hall

LOG = logging.getLogger("enginehouse.table")
TOLD_AFTER = 5
"""After so many failures in a row the page says so."""
SLOWEST_S = 5.0
QUEUED_S = 1.0
"""So long at most the time of a window waits until its picture is on its way to all."""


STUCK = (
    "What goes by itself at this table (bots, windows) has failed several times. It is tried again every few seconds; "
    "what was done is kept."
)


@dataclass(frozen=True)
class Plan:
    """Something to do at a time: close the window `key`, or (key 0) let the bot on `seat` act."""

    at: float
    key: int = 0
    seat: int = -1
    decision: int = -1


class Driver:
    """The task of one table."""

    def __init__(self, hall: Hall, live: Live) -> None:
        self.hall, self.live = hall, live
        self._again = asyncio.Event()
        self._thoughts: dict[tuple[int, int], asyncio.Task[str]] = {}
        self.task = asyncio.create_task(self._run(), name=f"table {live.id}")

    def wake(self) -> None:
        """The table has changed: plan anew."""
        self._again.set()

    async def _run(self) -> None:
        failures = 0
        try:
            while True:
                try:
                    more = await self._once()
                    failures = 0
                    self._tell_stuck("")
                    if not more:
                        return
                except Away:
                    await self.hall.store.outages.over()  # told once for all tables, where it was found
                except Exception as error:
                    failures += 1
                    # The whole story once, not every few seconds for as long as a database is away.
                    story = failures == 1 and not isinstance(error, EnginehouseError)
                    LOG.warning("table %s, failure %d: %s", self.live.id, failures, error, exc_info=story)
                    if failures == TOLD_AFTER:
                        self._tell_stuck(STUCK)
                    await self.hall.clock.sleep(min(SLOWEST_S, 0.5 * failures))
        finally:
            for task in self._thoughts.values():
                task.cancel()
            self.hall.parted(self.live, self)

    def _tell_stuck(self, sentence: str) -> None:
        """Say on the page that nothing goes by itself, or that it does again."""
        if self.live.stuck != sentence:
            self.live.stuck = sentence
            self.live.touch()

    async def _once(self) -> bool:
        """Plan and do one thing; False when there is nothing to do."""
        live = self.live
        async with live.lock:
            await live._truth()
            self._again.clear()
            plan = self._plan()
            if plan is None:
                return False
            self._begin_to_think(plan)
            fresh = live.window if live.window is not None and live.window.begun is None else None
        if fresh is not None:
            await self._begin(fresh)
            return True
        if not await self._wait_until(plan.at):
            return True
        if plan.key:
            await self._close(plan)
        else:
            await self._bot_acts(plan)
        return True

    async def _begin(self, window: Window) -> None:
        """Let a window's time run from when its picture is on its way to all who look on.

        Whoever does not read what was sent before is not waited for, and nobody for longer than `QUEUED_S`.
        """
        live = self.live
        version = live.version
        waited = [v for v in live.viewers if not v.sending]
        for seat in sorted(live.watched):
            with suppress(Exception):  # whoever looks on has it drawn again, and says then what is wrong
                await live.look(seat)
        give_up = asyncio.get_running_loop().time() + QUEUED_S
        while any(v in live.viewers and v.version < version for v in waited):
            if asyncio.get_running_loop().time() > give_up:
                break
            await asyncio.sleep(0.002)
        async with live.lock:
            await live._truth()
            if live.window is window:
                window.begin(self.hall.clock.now())

    def _plan(self) -> Plan | None:
        live = self.live
        if not live.running:
            return None
        if live.window is not None:
            if live.window.timed or self._by_itself():
                return Plan(live.window.closes, key=live.window.key)
            return None
        for seat in live.match.actors():
            if live.row.sitting[seat].kind == "bot":
                return Plan(live.since + live.row.beat_ms / 1000, seat=seat, decision=live.match.decision(seat))
        return None

    def _by_itself(self) -> list[int]:
        """The seats of the open window that are answered for when it closes."""
        live, found = self.live, []
        window = live.window
        assert window is not None
        for seat in live.match.actors():
            if seat not in window.asked:
                continue
            person = live.row.sitting[seat].kind == "person"
            if not person or window.timed or windows.spared(live, seat):
                found.append(seat)
        return found

    async def _wait_until(self, at: float) -> bool:
        """Sleep until a time; False when the table changed meanwhile."""
        seconds = at - self.hall.clock.now()
        if seconds <= 0:
            return True
        sleeping = asyncio.ensure_future(self.hall.clock.sleep(seconds))
        woken = asyncio.ensure_future(self._again.wait())
        try:
            await asyncio.wait({sleeping, woken}, return_when=asyncio.FIRST_COMPLETED)
            return sleeping.done()
        finally:
            sleeping.cancel()
            woken.cancel()

    # -- thinking --------------------------------------------------------------------------------------------------

    def _begin_to_think(self, plan: Plan) -> None:
        live = self.live
        seats = [plan.seat] if not plan.key else [s for s in self._by_itself() if live.row.sitting[s].kind == "bot"]
        wanted = {(s, live.match.decision(s)) for s in seats}
        for key in [k for k in self._thoughts if k not in wanted]:
            self._thoughts.pop(key).cancel()
        for seat, decision in wanted:
            if (seat, decision) not in self._thoughts:
                view, legal = thinking(live.match, seat)
                task = asyncio.create_task(self._think(seat, view, legal))
                self._thoughts[seat, decision] = task

    async def _think(self, seat: int, view: bytes, legal: list[int]) -> str:
        live = self.live
        game = live.match.game
        bot = live.row.sitting[seat].bot or ""
        job = Job(game.package, bot, view, seat, legal, self.hall.chance.number(2**31))
        for _ in range(2):
            try:
                return game.vocabulary.name(await self.hall.workers.think(job))
            except BotFailed as error:
                LOG.warning("table %s: %s", live.id, error)
        # A bot that cannot play must not hold up those who can.
        return game.vocabulary.name(legal[self.hall.chance.number(len(legal))])

    # -- doing -----------------------------------------------------------------------------------------------------

    async def _bot_acts(self, plan: Plan) -> None:
        live = self.live
        task = self._thoughts.get((plan.seat, plan.decision))
        if task is None:
            return
        name = await task
        async with live.lock:
            await live._truth()
            fits = (
                live.running
                and live.window is None
                and plan.seat in live.match.actors()
                and plan.decision == live.match.decision(plan.seat)
                and live.row.sitting[plan.seat].kind == "bot"
                and live.match.game.vocabulary.code(name) in live.match.legal(plan.seat)
            )
            if not fits or live.since + live.row.beat_ms / 1000 > self.hall.clock.now() + 0.001:
                self._thoughts.pop((plan.seat, plan.decision), None)
                return
            try:
                await live._commit([Entry(plan.seat, name)])
            except Taken:
                live.ahead = True

    async def _close(self, plan: Plan) -> None:
        """The window's time is over: all answers that are due become entries at once."""
        live = self.live
        if self._thoughts and len(live.people()) == 1:
            # Nobody is here from whom to hide how long a bot thinks: let it think.
            await asyncio.wait(self._thoughts.values())
        async with live.lock:
            await live._truth()
            window = live.window
            if not live.running or window is None or window.key != plan.key:
                return
            entries = [Entry(seat, self._answer(seat)) for seat in sorted(self._by_itself())]
            try:
                if entries:
                    await live._commit(entries, window=True)
            except Taken:
                live.ahead = True

    def _answer(self, seat: int) -> str:
        """What a seat answers: what it laid, what its bot thought of in time, else pass."""
        live = self.live
        legal = live.match.legal_names(seat)
        # It stays until the seat has moved on: where the store refuses, all answers are put together again.
        thought = self._thoughts.get((seat, live.match.decision(seat)))
        answer = live.held.get(seat, "")
        if (
            not answer
            and thought is not None
            and thought.done()
            and not thought.cancelled()
            and not thought.exception()
        ):
            answer = thought.result()
        if answer in legal:
            return answer
        return PASS if PASS in legal else legal[self.hall.chance.number(len(legal))]
