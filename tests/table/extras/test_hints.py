"""Hints: what a bot would do in one's place goes to whoever asked, and nobody else can tell that it was asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, BOB, TableOf, act, hold_notes, look, shared_by, stored
from sqlalchemy import text

from enginehouse.core.errors import NotAllowed
from enginehouse.core.play.match import Match
from enginehouse.table.botpool import jobs, pool, worker
from enginehouse.table.errors import Busy
from enginehouse.table.extras.hints import ADVISER, WAITING_EACH, Hints
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session

pytestmark = pytest.mark.usefixtures("no_workers")
ASK = pool.Workers.ask
"""As it is where workers think."""


@pytest.fixture
async def hints(registry: Registry) -> AsyncIterator[Hints]:
    """The hints of the tables of a registry, as requests share them."""
    shared = shared_by(registry)
    assert shared.hints.workers is not registry.scheduler.workers, "no bot waits for a hint"
    yield shared.hints
    await shared.hints.close()


async def at_a_table(table_of: TableOf, tells: str = "hints") -> Session:
    """Ann, Bob and a bot at Mechanation."""
    return await table_of("Ann", "Bob", bots=1, game="mechanation", tells=tells)


async def test_a_hint_is_legal_and_says_why(table_of: TableOf, hints: Hints) -> None:
    session = await at_a_table(table_of)
    seat = session.state.match.actors()[0]
    hint = await hints.of(session.state, seat, "ann")
    assert hint.act in session.state.match.legal_names(seat) and hint.label
    assert hint.why and "{" not in hint.label + hint.why, "names are put in"


async def test_a_repeated_request_gets_the_same_hint_without_a_second_search(
    table_of: TableOf, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[jobs.ChooseJob] = []

    async def ask(_: Any, job: jobs.ChooseJob, budget: Callable[[], float], person: str) -> jobs.BotAnswer:
        asked.append(job)
        return jobs.BotAnswer(job.legal[-1], reason="{1} would like it.")

    monkeypatch.setattr(pool.Workers, "ask", ask)
    session = await at_a_table(table_of)
    seat = session.state.match.actors()[0]
    first = await hints.of(session.state, seat, "ann")
    assert await hints.of(session.state, seat, "ann") == first and first.why == "Bob would like it."
    (job,) = [job for job in asked if job.why]
    game = session.state.match.game
    assert job.view == game.shape.to_bytes(session.state.view(seat)), "nothing but the view of the seat"
    assert job.advises, "an equal action with a reason may be better to follow"


async def test_hints_need_a_table_that_allows_them_and_a_decision(table_of: TableOf, hints: Hints) -> None:
    without = await at_a_table(table_of, tells="")
    seat = without.state.match.actors()[0]
    with pytest.raises(NotAllowed, match="Hints are off"):
        await hints.of(without.state, seat, "ann")
    session = await at_a_table(table_of)
    idle = next(k for k in range(3) if k not in session.state.match.actors())
    for one in (idle, -1):
        with pytest.raises(NotAllowed, match="not your turn"):
            await hints.of(session.state, one, "ann")
    told = "Hints on"
    for viewer in (-1, 0, 1):
        assert told in str(look(session, viewer).picture.html["seats"])
        assert told not in str(look(without, viewer).picture.html["seats"])
    assert 'data-tool="hint"' in str(look(session, seat).picture.html["tools"])
    assert 'data-tool="hint"' not in str(look(without, seat).picture.html["tools"])


async def test_nobody_else_can_tell_that_a_hint_was_asked_for(
    table_of: TableOf, registry: Registry, hints: Hints, clock: HandClock
) -> None:
    """Twin tables, at one of which hints are asked for: pictures, entries and times of all others are the same."""
    seen = []
    for asks in (False, True):
        session = await table_of("Ann", "Bob", bots=1, tells="hints")
        registry.chance.dice.seed(3)  # type: ignore[attr-defined]  # bots draw the same at both
        hold_notes(session, {seat: [2, 1, 1] for seat in range(3)})
        seats = tuple(replace(one, name=f"Seat {one.seat}") for one in session.state.row.seats)
        session.state = replace(session.state, row=replace(session.state.row, seats=seats))
        async with registry.store.database.writing() as c:
            named = text("UPDATE seats SET name = 'Seat ' || seat WHERE table_id = :table")
            await c.execute(named, {"table": session.id})
        told: list[tuple[float, int, bytes, bytes]] = []
        began = clock.now()

        def note(_: object, session: Session = session, told: Any = told, began: float = began) -> None:
            others = [look(session, viewer).whole for viewer in (1, -1)]
            told.append((round(clock.now() - began, 3), session.version, *others))

        session.followers.append(note)
        for _ in range(8):
            for seat, who in ((0, ANN), (1, BOB)):
                if seat not in session.state.match.actors() or session.state.is_silent(seat):
                    continue
                if asks and seat == 0:
                    await hints.of(session.state, seat, "ann")
                move = session.state.match.legal_names(seat)[0]
                await commands.act(session, who, seat, session.state.decision(seat), move)
            await clock.advance(2.0)
        rows = [(row.number, row.seat, row.act) for row in await stored(session)]
        address = session.id.encode()
        seen.append(
            (rows, [(at, version, *(one.replace(address, b"T") for one in both)) for at, version, *both in told])
        )
    assert seen[0] == seen[1] and len(seen[0][0]) > 5


async def test_a_hint_is_gone_when_the_decision_has_passed(table_of: TableOf, hints: Hints) -> None:
    session = await table_of("Ann", "Bob", "Cat", game="mechanation", tells="hints")
    seat = session.state.match.actors()[0]
    await hints.of(session.state, seat, "ann")
    before = set(hints._asked)
    await act(session, seat, session.state.match.legal_names(seat)[0])
    if seat in session.state.match.actors():
        await hints.of(session.state, seat, "ann")
        assert set(hints._asked) > before


async def test_hints_of_one_person_do_not_delay_those_of_another(
    table_of: TableOf, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann asks at five tables at once, which is the most; Bob asks last and is served second."""
    served: list[str] = []

    async def exchange(self: pool.Workers, worker: Any, job: jobs.ChooseJob) -> jobs.BotAnswer:
        served.append(job.bot)
        await asyncio.sleep(0)
        self._turns.put(worker)
        return jobs.BotAnswer(job.legal[0])

    monkeypatch.setattr(pool.Workers, "ask", ASK)
    monkeypatch.setattr(pool.Workers, "_exchange", exchange)
    order: list[str] = []

    async def asks(person: str, session: Session) -> None:
        await hints.of(session.state, session.state.match.actors()[0], person)
        order.append(person)

    sessions = [await at_a_table(table_of) for _ in range(WAITING_EACH + 2)]
    waiting = [asyncio.create_task(asks("ann", one)) for one in sessions[:WAITING_EACH]]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match=f"{WAITING_EACH} hints of yours are waiting"):
        await asks("ann", sessions[WAITING_EACH])
    await asyncio.gather(asks("bob", sessions[-1]), *waiting)
    assert order.index("bob") <= 1 and served.count(ADVISER) == WAITING_EACH + 1
    await asks("ann", sessions[WAITING_EACH])


def test_a_worker_says_why_only_when_it_is_asked() -> None:
    match = Match.new("mechanation", 2, seed="why")
    seat = match.actors()[0]
    job = jobs.ChooseJob(
        match.game.package, "steady", match.game.shape.to_bytes(match.view(seat)), seat, match.legal(seat), 1
    )
    assert worker.answer(job).reason == ""


async def test_a_partner_tells_its_plan(table_of: TableOf, hints: Hints, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[jobs.ChooseJob] = []
    answer = pool.Workers.ask

    def ask(workers: Any, job: jobs.ChooseJob, budget: Callable[[], float], person: str) -> Any:
        asked.append(job)
        return answer(workers, job, budget, person)

    monkeypatch.setattr(pool.Workers, "ask", ask)
    session = await table_of("Ann", bots=1, game="mechanical-beast")
    state = session.state
    bot = next(one.seat for one in state.row.seats if one.kind == "bot")
    ann = state.row.seats[1 - bot].person or ""
    plan = await hints.of_partner(state, 1 - bot, bot, ann)
    assert plan.act in state.match.game.vocabulary.names and plan.label and "{" not in plan.label + plan.why
    assert await hints.of_partner(state, 1 - bot, bot, ann) == plan
    assert not any(job.advises for job in asked), "it tells its own choice"
    for seat, partner, person in ((1 - bot, 1 - bot, ann), (1 - bot, bot, "bob"), (bot, bot, ann)):
        with pytest.raises(NotAllowed, match="Only a bot that wins and loses together with you"):
            await hints.of_partner(state, seat, partner, person)


async def test_a_partner_that_sees_more_keeps_its_plan(
    table_of: TableOf, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan could give away what the partner alone sees, such as a card of its hand."""
    session = await table_of("Ann", bots=1, game="mechanical-beast")
    state = session.state
    bot = next(one.seat for one in state.row.seats if one.kind == "bot")
    more = state.match.game.shape.copy(state.view(bot))
    more.pile[0] += 1
    monkeypatch.setitem(state.results.views, bot, more)
    with pytest.raises(NotAllowed, match="sees what you do not see"):
        await hints.of_partner(state, 1 - bot, bot, state.row.seats[1 - bot].person or "")


async def test_a_rival_does_not_tell_its_plan(table_of: TableOf, hints: Hints) -> None:
    session = await at_a_table(table_of)
    with pytest.raises(NotAllowed, match="Only a bot that wins and loses together with you"):
        await hints.of_partner(session.state, 0, 2, session.state.row.seats[0].person or "")
