"""Getting up: before the game has begun, in its middle, as the last one, with an answer that lies in a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from handclock import HandClock
from starlette.testclient import TestClient
from test_app import JSON, app, client, new_table, somebody
from test_live import act, open_table

from enginehouse.core.errors import NotAllowed
from enginehouse.table.tables.registry import Hall
from enginehouse.table.web.problems import Problem

__all__ = ["app", "client"]
pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def test_who_leaves_before_the_game_gives_the_seat_back(hall: Hall, people: People) -> None:
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    live = await hall.get(await hall.new_table(ann, "switchyard", ["me", "open", "open"], {}))
    await hall.sit(live, bob)
    await hall.leave(live, ann.id)
    assert [s.kind for s in live.row.sitting] == ["open", "person", "open"]
    with pytest.raises(Problem, match="do not sit"):
        await hall.leave(live, ann.id)
    stored = await hall.store.table(live.id)
    assert stored is not None and stored.sitting == live.row.sitting and stored.status == "gathering"
    assert await hall.sit(live, cat) == 0 and await hall.sit(live, ann) == 2
    assert live.running and live.names == ["Cat", "Bob", "Ann"]


@pytest.mark.parametrize("begun", [False, True])
async def test_with_the_last_person_a_table_ends(hall: Hall, clock: HandClock, people: People, begun: bool) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await hall.get(await hall.new_table(ann, "switchyard", ["me", "bot:random" if begun else "open"], {}))
    assert live.running is begun
    await hall.leave(live, ann.id)
    await clock.advance(5)
    stored = await hall.store.table(live.id)
    assert stored is not None and stored.status == live.row.status == "ended"
    assert len(live.match.entries) == 0, "no bot plays on for nobody"
    assert live.id not in [row.id for row in await hall.store.open_tables()] + await hall.store.running()
    with pytest.raises(NotAllowed):
        await hall.sit(live, bob)
    assert "given up" in (await live.look(-1)).picture.html["prompt"]


async def test_an_answer_goes_with_who_laid_it(hall: Hall, clock: HandClock, people: People) -> None:
    """A bot answers in their place; to the others it is any window, and the seat's number does not go back."""
    everybody = ann, bob, _ = await people("Ann", "Bob", "Cat")
    for _ in range(20):
        live = await open_table(hall, everybody, 3)
        await act(live, ann, 0, f"play {next(w for w in (1, 2, 3) if live.match.state.hand[0][w])}")
        if "stop" in live.match.legal_names(1):
            break
    await act(live, bob, 1, "stop")
    number = live.decision(1)
    await hall.leave(live, bob.id)
    assert live.held == {} and live.decision(1) == number + 1
    assert (await hall.store.answers(live.id, 1)).given == {}
    await clock.advance(6.1)
    assert [e.seat for e in await hall.store.entries(live.id)][:3] == [0, 1, 2]
    again = await hall.load(live.id)
    assert again.decision(1) >= number + 1 and not again.trouble


def test_leaving_by_the_page(client: TestClient) -> None:
    table = new_table(client)
    bob = somebody(client)
    assert bob.get(f"{table}/leave").status_code == 200
    assert bob.post(f"{table}/leave").status_code == 403
    bob.post(f"{table}/join", data={"name": "Bob"})
    assert bob.post(f"{table}/leave").headers["location"] == "/"
    refused = bob.post(f"{table}/act", json={"seat": 1, "decision": 0, "act": "move 1 2"}, headers=JSON)
    assert refused.status_code == 403
    names = client.get(f"{table}/frame", headers=JSON).json()["regions"]["seats"]
    assert "Bob&#x27;s bot" in names or "Bob's bot" in names or "Bob&#39;s bot" in names
    assert client.post(f"{table}/leave").status_code == 303
    assert "given up" in client.get(table).text
    assert table not in client.get("/").text
