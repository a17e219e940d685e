"""A game that is over."""

from __future__ import annotations

from typing import Any

from wire import Browser

from enginehouse.table.play.session import Session


async def finished(app: Any, ann: Browser) -> Session:
    """A game that two played on one screen, to its end."""
    table = await ann.new("me", "me")
    session: Session = await app.state.shared.registry.get(table.removeprefix("/t/"))
    while (state := session.state).running:
        seat = state.match.actors()[0]
        name = state.match.legal_names(seat)[0]
        done = await ann.post(f"{table}/act", "application/json", seat=seat, decision=state.decision(seat), act=name)
        assert done.status == 204, done.body
    return session
