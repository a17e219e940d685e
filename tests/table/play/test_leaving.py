"""Getting up: before the game has begun, in its middle, as the last one, with an answer that lies in a window."""

from __future__ import annotations

import pytest
from handclock import HandClock
from opened import ANN, BOB, People, TableOf, act, look, new, play_note, stored
from pages import JSON, new_table, somebody
from starlette.testclient import TestClient

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry

pytestmark = pytest.mark.usefixtures("no_workers")


async def test_who_leaves_before_the_game_gives_the_seat_back(registry: Registry, people: People) -> None:
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "open", "open"]))
    await commands.sit(session, bob)
    await absence.leave(session, ANN)
    assert [s.kind for s in session.state.row.seats] == ["open", "person", "open"]
    with pytest.raises(Forbidden, match="do not sit"):
        await absence.leave(session, ANN)
    row = await registry.store.tables.get(session.id)
    assert row is not None and row.seats == session.state.row.seats and row.status == "gathering"
    await commands.sit(session, cat)
    await commands.sit(session, ann)
    assert session.state.running and session.state.row.names == ("Cat", "Bob", "Ann")


@pytest.mark.parametrize("begun", [False, True])
async def test_with_the_last_person_a_table_ends(
    registry: Registry, clock: HandClock, people: People, begun: bool
) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "bot:random" if begun else "open"]))
    assert session.state.running is begun
    await absence.leave(session, ANN)
    await clock.advance(5)
    row = await registry.store.tables.get(session.id)
    assert row is not None and row.status == session.state.row.status == "ended"
    assert len(session.state.match.entries) == 0, "no bot plays on for nobody"
    waiting, to_resume = await registry.store.tables.gathering(), await registry.store.tables.to_resume()
    assert session.id not in [one.id for one in waiting] and session.id not in to_resume
    with pytest.raises(NotAllowed):
        await commands.sit(session, bob)
    assert "closed without a result" in look(session, -1).picture.html["prompt"]


async def test_an_answer_goes_with_who_laid_it(table_of: TableOf, registry: Registry, clock: HandClock) -> None:
    """A bot answers in their place; to the others it is any window, and the seat's number does not go back."""
    for _ in range(20):
        session = await table_of("Ann", "Bob", "Cat")
        await play_note(session)
        if "stop" in session.state.match.legal_names(1):
            break
    await act(session, 1, "stop")
    number = session.state.decision(1)
    await absence.leave(session, BOB)
    assert session.state.pending == {} and session.state.decision(1) == number + 1
    assert (await registry.store.answers.read(session.id, 1)).given == {}
    await clock.advance(6.1)
    assert [e.seat for e in await stored(session)][:3] == [0, 1, 2]
    again = await registry.read(session.id)
    assert again.state.decision(1) >= number + 1 and not again.state.replay_error


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
    assert "closed without a result" in client.get(table).text
    assert table not in client.get("/").text
