"""What a guest is shown of themselves: their own games and nobody else's, how they went, and what comes of them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import ANN, BOB, People, TableOf
from sqlalchemy import update
from wire import Browser

from enginehouse.table.app import create_app
from enginehouse.table.people.played import Outcome, Score, counts, outcome, scores
from enginehouse.table.play import absence
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.store.locking import ExpectedTable
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import SeatRow, TableRow
from enginehouse.table.store.schema import TABLES
from enginehouse.table.web import me

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", opened_per_min=1000)
    app = create_app(settings, clock=HandClock(), chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


def make_row(*who: str, ranks: tuple[int, ...] = (1, 2), **more: Any) -> TableRow:
    """A game that is over, with these people (empty: a bot) on its seats."""
    seats = tuple(SeatRow(k, "person" if p else "bot", p or "Crank", p or None) for k, p in enumerate(who))
    row = {
        "id": "abcd2345", "game": "switchyard", "rules": "1", "options": {}, "seed": "", "host": "", "listed": True,
        "status": "over", "bot_delay_ms": 0, "window_ms": 0, "created": 0.0, "changed": 0.0, "seats": seats,
        "result": {"reason": "SW-1", "scores": [10 - rank for rank in ranks], "ranks": list(ranks)},
    }  # fmt: skip
    return TableRow(**{**row, **more})


def test_how_a_game_ended_for_somebody() -> None:
    assert outcome(make_row("a", "b"), "a") == Outcome(1, 2, 9, False)
    assert outcome(make_row("a", "b", ranks=(2, 2)), "b") == Outcome(2, 2, 8, True), "nobody has won"
    three = [outcome(make_row("a", "b", "c", ranks=ranks), "b") for ranks in ((1, 2, 2), (1, 2, 3), (2, 1, 2))]
    assert [one and one.lost for one in three] == [True, False, False], "two share the only other place"
    assert outcome(make_row("a", "a"), "a") is None, "on one screen nobody knows which seat was theirs"
    assert outcome(make_row("a", "b"), "c") is None
    assert outcome(make_row("a", "b", status="ended"), "a") is None
    for result in (None, {"ranks": [1]}, {"ranks": "12", "scores": [1, 2]}):
        assert outcome(make_row("a", "b", result=result), "a") is None


@pytest.mark.parametrize(
    ("more", "does"),
    [
        ({}, True),
        ({"start": "a position"}, False),
        ({"start": "a position", "origin": Origin("what if", "abcd2345", 7)}, False),
        ({"start": "a position", "origin": Origin("mended", "abcd2345", 7)}, True),
        ({"origin": Origin("same deal", "abcd2345")}, False),
        ({"origin": Origin("text", text="text")}, False),
        ({"lesson": "first"}, False),
        ({"origin": Origin("taught")}, False),
    ],
)
def test_which_games_count(more: dict[str, Any], does: bool) -> None:
    assert counts(make_row("a", "b", **more)) is does
    assert bool(scores([make_row("a", "b", **more)], "a")) is does


def test_what_comes_of_all_games() -> None:
    rows = [
        make_row("a", "b"),
        make_row("b", "a", "", ranks=(1, 3, 2)),
        make_row("a", "", ranks=(1, 1)),
        make_row("b", "c"),
        make_row("b", "a", game="other"),
    ]
    assert scores(rows, "a") == [Score("switchyard", 3, 2, 5 / 3), Score("other", 1, 0, 2.0)]


async def test_only_ones_own_in_pages(registry: Registry, people: People, table_of: TableOf) -> None:
    """Tables that one left or that were given up are among them; the latest come first, and each once."""
    made = [await table_of("Ann", "Bob"), await table_of("Bob", "Cat"), await table_of("Cat", "Ann")]
    await absence.leave(made[0], ANN)
    tables = registry.store.tables
    now = registry.clock.date()
    await tables.end(made[2].id, now + 1)
    assert await tables.count_played(ANN) == 2 and await tables.count_played("nobody") == 0
    assert [row.id for row in await tables.list_played(ANN, 50)] == [made[2].id, made[0].id]
    assert [row.id for row in await tables.list_played(ANN, 1, 1)] == [made[0].id]
    assert {row.id for row in await tables.list_played(BOB, 50)} == {made[0].id, made[1].id}
    known = ExpectedTable(made[1].state.row, 0, {})
    await tables.change(known, replace(known.row, status="over"), now + 2)
    assert [row.id for row in await tables.list_finished(BOB)] == [made[1].id] and await tables.list_finished(ANN) == []


async def test_by_the_page(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, eve = (Browser(app) for _ in range(3))
    assert (await eve.get("/me")).status == 403 and b'href="/me"' not in (await eve.get("/")).body
    table = await ann.new("me", "open")
    assert "Waiting for players" in await ann.page("/me")
    await bob.post(f"{table}/join", name="<b>Bob")
    page = await ann.page("/me")
    assert "Running" in page and "&lt;b&gt;Bob" in page and f'href="{table}"' in page and "<h2>Results</h2>" not in page
    assert 'href="/me"' in await ann.page("/")
    other = await ann.new("me", "bot:random", "open")
    assert other not in await bob.page("/me")
    registry = app.state.shared.registry
    result = {"reason": "SW-1", "scores": [3, 1], "ranks": [1, 2]}
    async with registry.store.database.writing() as c:
        values = {"status": "over", "changed": 5e8, "result": json.dumps(result)}
        await c.execute(update(TABLES).where(TABLES.c.id == table.removeprefix("/t/")).values(**values))
    page = await ann.page("/me")
    assert "Won, 3 points · 5 November 1985" in page and f'href="{table}/replay"' in page and f"{table}/review" in page
    assert re.search(r"<td>1</td><td>1</td><td>1.0</td>", page)
    assert "Place 2 of 2, 1 point " in await bob.page("/me")
    monkeypatch.setattr(me, "EACH_PAGE", 1)
    first, second = await ann.page("/me"), await ann.page("/me?page=2")
    assert other in first and table not in first and 'rel="next"' in first and 'rel="prev"' not in first
    assert table in second and other not in second and 'rel="prev"' in second and 'rel="next"' not in second
    for asked in ("0", "-3", "99"):
        assert (await ann.get(f"/me?page={asked}")).status == 200
    assert (await ann.get("/me?page=x")).status == 400
