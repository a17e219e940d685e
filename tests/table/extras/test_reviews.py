"""A game that is over is looked at again: by the views of those who chose, gone on with after a stop, and told on a page."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from wire import Browser

from enginehouse import bots, front
from enginehouse.bots.analysis import luck, review, review_report
from enginehouse.bots.bot import BotFailed
from enginehouse.core.play.match import Match
from enginehouse.table.app import create_app
from enginehouse.table.botpool import pool, worker
from enginehouse.table.botpool.jobs import JudgeJob, PackedCase, ReviewJob
from enginehouse.table.errors import Busy
from enginehouse.table.extras import reviews, showing
from enginehouse.table.html import review as pages
from enginehouse.table.settings import Settings
from enginehouse.table.store.reviews import Review
from enginehouse.table.store.store import Store

pytestmark = [pytest.mark.usefixtures("no_workers"), pytest.mark.beside_plain]


@pytest.fixture(scope="module")
def over() -> Match:
    """A game of Mechanation among random bots."""
    return front.play("mechanation", 2, bots=["random"], seed=3)


@pytest.fixture(scope="module")
def expected(over: Match) -> list[Any]:
    """Return the result of the command for that game."""
    return list(review.judge_decisions(over, bots.get("greedy")))


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.setattr(reviews, "REVIEWER", "greedy")
    for name, value in (("DRAWS", 2), ("DEALS", 7), ("LEVEL", "random")):
        monkeypatch.setattr(luck, name, value)
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 't.sqlite3'}", beat_ms=0))
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that collects the requests to the reviewer."""
    asked, ask = [], pool.Workers.ask

    async def noted(self: Any, job: Any, budget: Any) -> Any:
        asked.append(job)
        return await ask(self, job, budget)

    monkeypatch.setattr(pool.Workers, "ask", noted)
    return asked


def without_luck(jobs: list[Any]) -> list[Any]:
    """Those in which an action is judged; otherwise a worker gets the whole game, which is over."""
    assert all(isinstance(job, JudgeJob | ReviewJob) for job in jobs)
    return [job for job in jobs if isinstance(job, JudgeJob)]


async def finish_review(app: Any, table: str) -> Any:
    """The review, once nobody works at it any more."""
    shared = app.state.shared
    while shared.reviews.under_way(table):  # noqa: ASYNC110 - as the page asks, now and then
        await asyncio.sleep(0.01)
    return await shared.reviews.of(table)


async def test_it_finds_the_command_s_results_from_views_alone(
    app: Any, jobs: list[Any], over: Match, expected: list[Any]
) -> None:
    table = await showing.keep(app.state.shared.registry.store, over, ["Ann", "<Bob>"])
    ann, here = Browser(app), f"/t/{table}"
    assert "Analyze this game" in await ann.page(f"{here}/review") and not jobs
    assert f'href="{here}/review"' in await ann.page(f"{here}/replay")
    assert (await ann.post(f"{here}/review")).status == 303
    found = await finish_review(app, table)
    assert found.done and list(found.found) == expected and len(expected) == review.count_cases(over) > 10
    for job, one in zip(without_luck(jobs), expected, strict=True):
        view = over.game.shape.from_bytes(job.case.view)
        assert view.viewer == one.seat + 1 and not any(view.chance_key)
    page = await ann.page(f"{here}/review")
    points = review.find_turning_points(expected)
    assert points and page.count('class="point"') == len(points) and page.count("<polyline") == 2
    assert '<svg viewBox="0 0 720 284" width="100%" role="group"' in page, "a picture with links in it is no image"
    assert "&lt;Bob&gt;" in page and "<Bob>" not in page
    for address in re.findall(rf'(?:src|href)="({here}/replay[^"]+)"', page):
        assert (await ann.get(address.replace("&amp;", "&"))).status == 200
    for step, one in zip(re.findall(rf'href="{here}/replay\?at=(\d+)&amp;seat=all"', page), points, strict=True):
        entry = over.entries[int(step)]
        assert (entry.seat, over.game.vocabulary.code(entry.act)) == (one.seat, one.played)
    many = len(jobs)
    await ann.post(f"{here}/review")
    assert len(jobs) == many and not app.state.shared.reviews.under_way(table), "what is done is not done again"


async def test_it_goes_on_where_it_was_left(app: Any, jobs: list[Any], over: Match, expected: list[Any]) -> None:
    store: Store = app.state.shared.registry.store
    table = await showing.keep(store, over, ["Ann", "Bob"])
    await store.reviews.keep(table, Review(len(expected), tuple(expected[:7])))
    ann = Browser(app)
    assert f"7 of {len(expected)}" in await ann.page(f"/t/{table}/review")
    assert json.loads((await ann.get(f"/t/{table}/review.json")).body) == {
        "known": 7, "total": len(expected), "told": False, "done": False, "under_way": False, "stage": 1,
    }  # fmt: skip
    await ann.post(f"/t/{table}/review")
    assert list((await finish_review(app, table)).found) == expected and len(without_luck(jobs)) == len(expected) - 7


async def test_the_first_results_need_no_bot(app: Any, jobs: list[Any], over: Match, expected: list[Any]) -> None:
    """Win chances are there before any choice is judged, and end with the result."""
    store: Store = app.state.shared.registry.store
    table = await showing.keep(store, over, ["Ann", "Bob"])
    await Browser(app).post(f"/t/{table}/review")
    found = await finish_review(app, table)
    assert [(one.number, one.seat, one.share) for one in found.shares] == [one[:3] for one in expected]
    first = next(k for k, job in enumerate(jobs) if isinstance(job, JudgeJob))
    assert {job.finished.part for job in jobs[:first]} == {"count", "shares", "cases"}
    assert set(worker.BEFORE_BOTS) == {"count", "shares", "cases"}
    await store.reviews.keep(table, Review(len(expected), (), shares=found.shares))
    page = await Browser(app).page(f"/t/{table}/review")
    assert (
        page.count("<polyline") == 2 and f"Continue: 0 of {len(expected)}" not in page and 'class="point"' not in page
    )
    won = over.returns("win")
    assert [(one.seat, one.share) for one in review_report.list_results(over)] == [(k, 100 * won[k]) for k in (0, 1)]


async def test_a_player_reads_the_own_mistakes_first(over: Match, expected: list[Any]) -> None:
    for seat in (0, 1):
        shown = review_report.select_points(expected, seat)
        mine = [one for one in shown if one.seat == seat]
        assert shown[: len(mine)] == mine == review.find_mistakes(expected, seat) and 0 < len(mine) <= review.POINTS
        worst = max((one for one in expected if one.seat == seat), key=lambda one: one.lost)
        assert worst in mine and len(shown) - len(mine) <= review.POINTS
        said = pages.describe_review(over, Review(len(expected), tuple(expected)), ["Ann", "Bob"], seat)
        assert [point.number for _, point in said.points] == [one.number for one in shown]


async def test_luck_is_reported_and_continues_where_it_stopped(
    app: Any, jobs: list[Any], over: Match, expected: list[Any]
) -> None:
    """The same as the command says, in parts; what was found of the decisions stands there meanwhile."""
    store: Store = app.state.shared.registry.store
    table, found = await showing.keep(store, over, ["Ann", "<Bob>"]), tuple(expected)
    steps = list(luck.list_steps(over))
    half = Review(len(found), found, tuple(steps[:4]), ())
    await store.reviews.keep(table, half)
    assert await store.reviews.read(table) == half
    ann, here = Browser(app), f"/t/{table}"
    page = await ann.page(f"{here}/review")
    total = len(steps) + luck.DEALS
    assert 'class="point"' in page and f"Calculate luck: 4 of {total} done" in page and 'id="luck"' not in page
    now = json.loads((await ann.get(f"{here}/review.json")).body)
    drawn = json.loads((await ann.get(f"{here}/review.json?chart=1")).body)
    assert drawn.pop("chart").startswith("<svg") and drawn == now, "the curve is there before luck is"
    assert now == {"known": 4, "total": total, "told": True, "done": False, "under_way": False, "stage": 2}
    await ann.post(f"{here}/review")
    whole = await finish_review(app, table)
    assert list(whole.steps) == steps and len(whole.deals) == luck.DEALS and whole.found == found
    assert list(map(list, whole.deals)) == list(luck.play_other_deals(over, "random", 0, 7))
    asked = [job.finished for job in jobs]
    assert [one.first for one in asked if one.part == "deals"] == [0, reviews.DEALS]
    assert (asked[0].first, asked[0].many) == (4, reviews.STEPS), "what is known is not worked out again"
    page = await ann.page(f"{here}/review")
    for one in luck.make_accounts(over, steps):
        assert f"<td>{one.own:+.0f}</td><td>{one.others:+.0f}</td><td>{one.result:.0f}</td>" in page
    assert page.count("<rect") == 2 and "&lt;Bob&gt;" in page and "<Bob>" not in page
    for address in re.findall(r'href="([^"]+&amp;seat=-1)"', page):
        assert (await ann.get(address.replace("&amp;", "&"))).status == 200
    assert json.loads((await ann.get(f"{here}/review.json")).body)["done"] is True


async def test_a_game_without_a_deal_has_no_luck(app: Any, jobs: list[Any], over: Match) -> None:
    """One that was begun from a position: nobody knows how it was dealt."""
    begun = Match.at(over.begin_again().line())
    assert not begun.seed and reviews.is_whole(begun, Review(0, ())) and not reviews.is_whole(over, Review(0, ()))


async def test_a_reviewer_that_fails_keeps_its_results_so_far(
    app: Any, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ask, asked = await showing.keep(app.state.shared.registry.store, over, ["Ann", "Bob"]), pool.Workers.ask, []

    async def breaks(self: Any, job: Any, budget: Any) -> Any:
        asked.append(isinstance(job, JudgeJob))
        if asked[-1] and sum(asked) == reviews.STRIDE + 1:
            raise BotFailed("it broke")
        return await ask(self, job, budget)

    monkeypatch.setattr(pool.Workers, "ask", breaks)
    ann = Browser(app)
    await ann.post(f"/t/{table}/review")
    left = await finish_review(app, table)
    assert len(left.found) == reviews.STRIDE and not left.done
    page = await ann.page(f"/t/{table}/review")
    assert f"Continue: {reviews.STRIDE} of" in page and "The analysis stopped" in page and "<polyline" in page
    await ann.post(f"/t/{table}/review")
    assert (await finish_review(app, table)).done


async def test_there_is_none_of_a_game_that_runs(app: Any, jobs: list[Any], toy: Any) -> None:
    ann = Browser(app)
    table = await ann.new("me", "me")
    for answer in (
        await ann.get(f"{table}/review"),
        await ann.get(f"{table}/review.json"),
        await ann.post(f"{table}/review"),
    ):
        assert answer.status == 403
    assert not jobs


async def test_few_wait_and_those_who_ask_take_turns(app: Any, over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of one address, thirty in all; one of another address comes before the second one of the first."""
    kept, store, order = app.state.shared.reviews, app.state.shared.registry.store, []

    async def review(table: str, match: Match) -> None:
        await asyncio.sleep(0)
        order.append(table)

    monkeypatch.setattr(kept, "_review", review)
    tables = [await showing.keep(store, over, ["Ann", "Bob"]) for _ in range(5)]
    sessions = [await app.state.shared.registry.get(table) for table in tables]
    for session in sessions[:3]:
        kept.begin(session, "a")
    with pytest.raises(Busy, match="3 game analyses of yours are waiting"):
        kept.begin(sessions[3], "a")
    kept.begin(sessions[0], "a")  # it waits already
    kept.begin(sessions[4], "b")
    for table in tables:
        await finish_review(app, table)
    assert order.index(tables[4]) <= 1 and tables[3] not in order and len(order) == 4
    kept.begin(sessions[3], "a")
    await finish_review(app, tables[3])
    for k in range(reviews.WAITING):
        kept._queue.enter(f"address {k}")
    with pytest.raises(Busy, match="30 game analyses are waiting"):
        kept.begin(sessions[0], "a")


def test_a_worker_gives_parts_in_any_order(over: Match) -> None:
    """It remembers how far the cases have come, and begins anew for an earlier one or another game."""
    expected = [one.number for one in review.list_cases(over)]
    whole = reviews.pack_finished(over)
    other = reviews.pack_finished(front.play("mechanation", 2, bots=["random"], seed=4))

    def numbers(finished: Any, first: int, many: int) -> list[int]:
        asked = msgspec.structs.replace(finished, part="cases", first=first, many=many)
        found = worker.answer(ReviewJob(over.game.address, "greedy", asked)).found
        return [one.number for one in msgspec.json.decode(found, type=list[PackedCase])]

    assert numbers(whole, 0, 5) == expected[:5] and numbers(whole, 5, 5) == expected[5:10]
    assert numbers(whole, 2, 2) == expected[2:4] and len(numbers(other, 0, 3)) == 3
    assert numbers(whole, 0, 1000) == expected and numbers(whole, 1000, 5) == []
