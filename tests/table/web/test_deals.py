"""A deal that somebody has chosen: that of a finished game, or one made of a text; told to all before they sit down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from ended import finished
from wire import Browser

from enginehouse.core.play.match import Match
from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings

pytestmark = pytest.mark.usefixtures("no_workers")
FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open", "listed": "1", "watched": "1"}


@pytest.fixture
async def app(tmp_path: Path, toy: Any) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 't.sqlite3'}", beat_ms=0))
    async with app.router.lifespan_context(app):
        yield app


async def open_table(app: Any, ann: Browser, deal: str, **more: str) -> Any:
    answer = await ann.post("/new", **{**FORM, **more, "deal": deal})
    assert answer.status == 303, answer.body
    return await app.state.shared.registry.get(answer.headers["location"].removeprefix("/t/"))


async def test_the_deal_of_a_finished_game_again(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    session = await finished(app, ann)
    for address in (session.id, f"/t/{session.id}", f"http://localhost/t/{session.id}/replay?at=7&seat=1"):
        made = await open_table(app, ann, address)
        assert made.state.row.seed == session.state.row.seed and made.state.row.id != session.id
        assert made.state.match.state == session.state.match.begin_again().state
        for page in (f"/t/{made.id}/join", f"/t/{made.id}"):
            told = await bob.page(page)
            assert "Same setup as an earlier game" in told
        assert f'href="/t/{session.id}"' in await bob.page(f"/t/{made.id}?watch=1")
    assert f'value="{session.id}"' in await bob.page(f"/new?game=switchyard&deal={session.id}")
    answer = await ann.post(f"/t/{session.id}/rematch", deal="same")
    assert "Same setup as an earlier game" in await ann.page(answer.headers["location"])


async def test_a_deal_made_of_a_text_is_always_the_same_one(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    one, two = [await open_table(app, ann, text) for text in ("Grand  Tour", "Grand Tour")]
    expected = Match.new(one.state.match.game, 2, {}, "Grand Tour")
    assert one.state.match.state == two.state.match.state == expected.state
    assert one.state.row.seed != (await open_table(app, ann, "Other <b>")).state.row.seed
    assert "Fixed setup, from the seed “Grand Tour”" in await bob.page(f"/t/{one.id}/join")
    unmarked = await open_table(app, ann, "  ")
    page = await bob.page(f"/t/{unmarked.id}/join")
    assert "Same setup" not in page and "Fixed setup" not in page


async def test_which_deals_cannot_be_had(app: Any) -> None:
    ann = Browser(app)
    session, running = await finished(app, ann), await ann.new("me", "me")
    tables = len(await app.state.shared.registry.store.tables.ids())
    for deal, more, says in (
        (running, {}, "not over"),
        (session.id, {"seat-2": "open"}, "2 seats"),
        (session.id, {"game": "mechanica"}, "switchyard"),
        (session.id, {"option-line": "long"}, "line"),
        ("http://localhost/t/nowhere1", {}, "does not exist"),
        ("x" * 31, {}, "30"),
    ):
        answer = await ann.post("/new", **{**FORM, **more, "deal": deal})
        assert answer.status == 400 and says in answer.body.decode(), (deal, more, answer.body)
    assert len(await app.state.shared.registry.store.tables.ids()) == tables
