"""Tables take turns with those who think for their bots; every step is the test's, no time passes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from handclock import HandClock
from opened import TableOf, act

from enginehouse.table.botpool.jobs import ChooseJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.botpool.turns import Turns


class Line:
    """Jobs that ask for one of `many` workers, and who has got one."""

    def __init__(self, many: int = 1) -> None:
        self.turns: Turns[int] = Turns()
        for worker in range(many):
            self.turns.put(worker)
        self.served: list[str] = []
        self.busy: list[int] = []

    async def ask(self, *jobs: str) -> list[asyncio.Task[None]]:
        """Jobs come: `a1` is one of table a."""
        tasks = [asyncio.create_task(self._wait(job)) for job in jobs]
        await settle()
        return tasks

    async def _wait(self, job: str) -> None:
        self.busy.append(await self.turns.get(job[0]))
        self.served.append(job)

    async def done(self, times: int = 1) -> str:
        """So many jobs end, one after the other; all that were served by then."""
        for _ in range(times):
            self.turns.put(self.busy.pop(0))
            await settle()
        return " ".join(self.served)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_table_with_seven_bots_holds_up_no_other_one() -> None:
    line = Line()
    await line.ask(*(f"a{k}" for k in range(1, 8)))
    await line.ask("b1", "c1", "b2")
    assert await line.done(9) == "a1 b1 c1 a2 b2 a3 a4 a5 a6 a7"


async def test_who_comes_again_and_again_with_one_job_waits_its_turn_too() -> None:
    line = Line()
    await line.ask("a1", "a2", "a3")
    for k in range(1, 4):
        await line.ask(f"b{k}", f"c{k}")
        await line.done(2)
    assert await line.done(2) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"


async def test_several_workers_serve_several_tables() -> None:
    line = Line(2)
    await line.ask("a1", "a2", "a3", "b1", "b2")
    assert line.served == ["a1", "a2"], "a worker that is free waits for nobody"
    assert await line.done(3) == "a1 a2 b1 a3 b2"


async def test_who_stops_waiting_has_used_up_nothing() -> None:
    line = Line()
    tasks = await line.ask(*(f"a{k}" for k in range(1, 6)))
    await line.ask("b1", "b2", "b3")
    for task in tasks[1:]:
        task.cancel()
    await settle()
    await line.ask("a6")
    assert await line.done(4) == "a1 b1 b2 a6 b3"
    assert not line.turns._waiting and len(line.turns._next) <= 2


async def test_what_comes_to_one_who_has_just_stopped_goes_to_the_next() -> None:
    line = Line()
    tasks = await line.ask("a1", "b1", "c1")
    line.turns.put(line.busy.pop())
    tasks[1].cancel()  # at the very moment
    await settle()
    assert line.served == ["a1", "c1"]
    await line.done()
    assert line.turns.free == 1


async def test_nothing_is_kept_of_tables_that_were_served() -> None:
    line = Line()
    for k in range(50):
        await line.ask(f"{chr(97 + k)}1")
        await line.done()
    assert not line.turns._waiting and not line.turns._next


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The jobs that a worker was given, by the bot's name; none ever ends by itself."""
    jobs: list[str] = []

    async def exchange(self: Workers, worker: object, job: ChooseJob) -> Any:
        jobs.append(f"{job.bot}{job.seat}")
        await asyncio.Event().wait()

    async def start(self: Workers) -> None:
        return None

    monkeypatch.setattr(Workers, "_exchange", exchange)
    monkeypatch.setattr(Workers, "start", start)
    return jobs


async def test_what_a_table_does_not_want_to_know_any_more_is_not_begun(
    begun: list[str], table_of: TableOf, clock: HandClock
) -> None:
    """Three bots are asked in a window, one worker thinks; the opener takes the note back, so nobody is asked any more."""
    session = await table_of("Ann", bots=3, options={"line": "long"})
    note = next(name for name in session.state.match.legal_names(0) if name.startswith("play"))
    await act(session, 0, note)
    await clock.advance(0)
    assert len(begun) == 1, "the others wait"
    waiting = session_turns(session, clock)
    assert sum(len(there) for there in waiting().values()) == 2 and set(waiting()) == {session.id}
    await undone(session)
    await clock.advance(0)
    assert not waiting() and len(begun) == 1


def session_turns(session: Any, clock: HandClock) -> Callable[[], dict[str, Any]]:
    """Return a function that returns the waiting entries of the pool that thinks for a table."""
    scheduler = next(f for f in session.followers).__closure__[0].cell_contents
    return lambda: scheduler.scheduler.workers._turns._waiting


async def undone(session: Any) -> None:
    from enginehouse.table.play import commands

    state = session.state
    await commands.undo(session, state.row.seats[0].person, 0, state.decision(0))
