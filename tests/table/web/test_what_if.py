"""What if: a table of one's own that goes on from any step of a finished game, and says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from ended import finished
from wire import Browser

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
async def app(tmp_path: Path, toy: Any) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 't.sqlite3'}", beat_ms=0))
    async with app.router.lifespan_context(app):
        yield app


async def test_it_goes_on_from_any_step_and_says_so(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    session = await finished(app, ann)
    here, many = f"/t/{session.id}", len(session.state.match.entries)
    asked = (await bob.page(f"{here}/replay?at=2")).split('id="sure-whatif"')[1]
    names = " and ".join(f"<bdi>{name}</bdi>" for name in session.state.row.names)
    assert f"You play the seats of {names}." in asked and f'formaction="{here}/whatif"' in asked
    before = [session.state.match.checksum(), session.version]
    for step in (0, 2, many - 1):
        answer = await bob.post(f"{here}/whatif", at=step)
        assert answer.status == 303
        made = await app.state.shared.registry.get(answer.headers["location"].removeprefix("/t/"))
        expected = session.state.match.begin_again()
        for entry in session.state.match.entries[:step]:
            expected.step(entry)
        assert made.state.match.state == expected.state and made.state.running
        assert made.state.row.names == session.state.row.names and not made.state.row.listed
        assert len(made.state.row.people) == 1 and made.state.row.people != session.state.row.people
        page = await bob.page(answer.headers["location"])
        assert f"step {step}</a> of a finished game" in page and f'href="{here}/replay?at={step}"' in page
        seat = made.state.match.actors()[0]
        name = made.state.match.legal_names(seat)[-1]
        address = f"/t/{made.id}/act"
        done = await bob.post(address, "application/json", seat=seat, decision=made.state.decision(seat), act=name)
        assert done.status == 204
    assert [session.state.match.checksum(), session.version] == before
    assert "what if" not in await ann.page(here)


async def test_where_it_cannot_be_asked(app: Any) -> None:
    """Of a game that runs: its secrets are its players'. Where it was over there is nothing to go on with."""
    ann = Browser(app)
    session = await finished(app, ann)
    for at, status, says in (
        (len(session.state.match.entries), 400, "over"),
        (999, 404, "no such step"),
        ("x", 400, "at"),
    ):
        answer = await ann.post(f"/t/{session.id}/whatif", at=at)
        assert answer.status == status and says.encode() in answer.body
    running = await ann.new("me", "me")
    assert (await ann.post(f"{running}/whatif", at=0)).status == 403
    stranger = Browser(app)
    tables = len(await app.state.shared.registry.store.tables.ids())
    assert (await stranger.post(f"/t/{session.id}/whatif", at=999)).status == 404
    assert not stranger.cookie and len(await app.state.shared.registry.store.tables.ids()) == tables
