"""The lobby, the form for a new table and the name of a guest."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from wire import Browser

from enginehouse.core.registry import game as games
from enginehouse.table.app import create_app
from enginehouse.table.html.qr import qr
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import HINTS

pytestmark = pytest.mark.usefixtures("no_workers")
FOUR = ("great-machine", "mechanation", "mechanica", "mechanical-beast")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(
        Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", opened_per_min=1000),
        clock=HandClock(),
        chance=SeededChance(),
    )
    app.state.shared.registry.sets_out = lambda: [games.get(name) for name in FOUR]
    async with app.router.lifespan_context(app):
        await app.state.shared.registry.set_out()
        yield app


async def test_the_games_come_first_and_a_name_is_asked_for_once(app: Any) -> None:
    page = await Browser(app).page("/")
    order = ["Mechanica<", "/puzzles", "/upload", "Sign in from another device"]
    places = [page.index(one) for one in order]
    assert places == sorted(places)
    assert page.count('name="name"') == 1, "one field for all games"
    assert len(re.findall(r'formaction="/t/\w+/join" data-commitment="\w{64}"', page)) == 4, "one press for each"
    for name in FOUR:
        facts = games.get(name).facts
        assert facts.weight in page and facts.mood in page and facts.tagline in page
    assert "Against three steady bots: " in page


async def test_hints_are_on_at_the_tables_that_wait(app: Any) -> None:
    waiting = await app.state.shared.registry.store.tables.gathering()
    assert len(waiting) == 4 and {row.tells for row in waiting} == {HINTS}


async def test_practice_is_kept_apart_from_games(app: Any) -> None:
    ann = Browser(app)
    await ann.post("/new", game="mechanation", name="Ann", **{"seat-0": "me", "seat-1": "bot:random"})
    await ann.post("/games/mechanica/lessons/first")
    page = await ann.page("/")
    mine, _, practice = page.partition("Lessons, puzzles and what-ifs (1)")
    assert "Mechanation" in mine.split("My tables")[1] and "Lesson</span>" not in mine
    assert "Mechanica" in practice and "Lesson</span>" in practice
    assert "Lesson</span>" in await ann.page("/me")


async def test_a_name_is_changed_at_the_top_right(app: Any) -> None:
    ann = Browser(app)
    await ann.post("/new", game="mechanation", name="Ann", **{"seat-0": "me", "seat-1": "bot:random"})
    assert 'name="name"' not in await ann.page("/") and 'name="name"' not in await ann.page("/new?game=mechanica")
    assert 'href="/me#name"' in await ann.page("/") and 'action="/me/name"' in await ann.page("/me")
    assert (await ann.post("/me/name", name="Anna")).status == 303
    assert "<bdi>Anna</bdi>" in await ann.page("/")
    assert (await ann.post("/me/name", name=" ")).status == 400
    assert (await Browser(app).post("/me/name", name="Eve")).status == 403


async def test_the_form_says_when_an_option_applies(app: Any) -> None:
    page = await Browser(app).page("/new?game=mechanical-beast")
    assert 'data-seats="2 3 4"' in page and 'data-when="play together rescuers"' in page
    assert page.index("option-glass") < page.index("Advanced options")


async def test_a_row_says_who_has_to_act(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob <b>")
    assert "Your turn" in await ann.page("/") and "Waiting for Ann" in await bob.page("/")
    await ann.act(table, 0, 0, "move 1 2")
    assert "Waiting for Bob &lt;b&gt;" in await ann.page("/") and "Your turn" in await bob.page("/")


async def test_the_link_of_a_table_is_an_invitation(app: Any) -> None:
    """It names the host, the game, its length and the lesson, and has one button that sits down."""
    ann, bob = Browser(app), Browser(app)
    form = {"seat-0": "me", "seat-1": "open", "watched": "1"}
    table = (await ann.post("/new", game="mechanica", name="Ann", **form)).headers["location"].partition("?")[0]
    page = await bob.page(table)
    facts = games.get("mechanica").facts
    assert "<bdi>Ann</bdi> invites you to Mechanica" in page and facts.tagline in page
    assert f"about {facts.minutes} minutes" in page and 'formaction="/games/mechanica/lessons/first"' in page
    assert page.count(">Sit down<") == 1 and page.index(">Sit down<") < page.index("Verified shuffle")
    assert 'name="seat"' not in page, "there is only one free seat"
    assert 'id="board"' in await bob.page(f"{table}?watch=1") and 'id="board"' in await ann.page(table)
    await bob.post(f"{table}/join", name="Bob")
    assert 'id="board"' in await bob.page(table) and "invites you" not in await bob.page(table)


async def test_a_learner_is_asked_for_a_name(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post("/games/mechanica/lessons/first")
    assert 'name="name"' in await bob.page(table) and 'name="name"' not in await ann.page(f"{table}/join")


async def test_the_waiting_room(app: Any) -> None:
    """Players read who is here, and have the link and its QR code. Only the host can fill up with bots."""
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open", "open")
    await bob.post(f"{table}/join", name="Bob <b>")
    for one in (ann, bob):
        prompt = (await one.page(table)).split('id="prompt"')[1].split('id="latest"')[0]
        assert re.sub("</?span[^>]*>", "", prompt).count(
            "<bdi>Ann</bdi> and <bdi>Bob &lt;b&gt;</bdi> have seats. 1 seat is free."
        )
        assert f'src="{table}/qr.svg"' in prompt and "<copy-link>" in prompt
        assert (f'action="{table}/bots"' in prompt) == (one is ann)
    assert (await ann.get(f"{table}/qr.svg")).body.decode() == qr(f"http://localhost{table}")
    assert (await bob.post(f"{table}/bots", bot="random")).status == 403
    assert (await ann.post(f"{table}/bots", bot="random")).status == 303
    assert "<copy-link>" not in await ann.page(table)
