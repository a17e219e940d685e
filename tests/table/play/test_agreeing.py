"""To agree to end: all people at a table, and nobody else."""

from __future__ import annotations

import pytest
from handclock import HandClock
from opened import ANN, BOB, People, TableOf, look, new
from pages import new_table, somebody
from starlette.testclient import TestClient

from enginehouse.core.errors import NotAllowed
from enginehouse.table import words
from enginehouse.table.api import looks
from enginehouse.table.errors import Forbidden
from enginehouse.table.play import absence, commands, ending
from enginehouse.table.play.registry import Registry

pytestmark = pytest.mark.usefixtures("no_workers")


async def test_when_all_people_agree_it_is_over(table_of: TableOf, elsewhere: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", bots=1)
    await ending.agree(session, ANN, True)
    seen = look(session, 1).picture.html["seats"]
    assert "to end the game without a result" in seen and "Agree" in seen
    assert "Agree" not in look(session, 0).picture.html["seats"] + look(session, -1).picture.html["seats"]
    assert looks.look(session.state, -1).ending == [0]
    assert (await elsewhere.read(session.id)).state.row.ending == {0}, "kept"
    await ending.agree(session, BOB, False)
    assert not session.state.row.ending and session.state.running
    await ending.agree(session, BOB, True)
    await ending.agree(session, ANN, True)
    row = (await elsewhere.read(session.id)).state.row
    assert row.status == "ended" and row.result is None
    assert words.AGREED in look(session, 1).picture.html["prompt"]
    many = len(session.state.match.entries)
    await clock.advance(10)
    assert len(session.state.match.entries) == many, "no bot goes on"
    with pytest.raises(NotAllowed, match="over"):
        await ending.agree(session, ANN, True)


async def test_repeated_requests_are_compared_with_stored_entries(
    table_of: TableOf, registry: Registry, elsewhere: Registry, people: People
) -> None:
    """Another process has undone it since: a proposal was declined, a person has left their seat."""
    here = await table_of("Ann", "Bob")
    there = await elsewhere.get(here.id)
    await ending.agree(here, ANN, True)
    await ending.agree(there, BOB, False)
    await ending.agree(here, ANN, True)
    assert (await elsewhere.read(here.id)).state.row.ending == {0}
    ann, bob = await people("Ann", "Bob")
    here = await registry.get(await new(registry, ann, "switchyard", ["me", "open", "open"]))
    there = await elsewhere.get(here.id)
    await commands.sit(here, bob)
    await absence.leave(there, BOB)
    await commands.sit(here, bob)
    assert (await elsewhere.read(here.id)).state.row.list_seats(BOB)


async def test_bots_and_those_they_play_for_are_not_asked(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob", "Cat")
    await absence.leave(session, BOB)
    with pytest.raises(Forbidden):
        await ending.agree(session, BOB, True)
    with pytest.raises(Forbidden):
        await ending.agree(session, None, True)
    await ending.agree(session, "personcat", True)
    assert session.state.running
    await ending.agree(session, ANN, True)
    assert session.state.row.status == "ended"


def test_by_the_page(client: TestClient) -> None:
    table = new_table(client)
    assert client.post(f"{table}/end", data={"how": "agree"}).status_code == 409
    bob = somebody(client)
    bob.post(f"{table}/join", data={"name": "Bob"})
    assert bob.post(f"{table}/end", data={"how": "perhaps"}).status_code == 400
    assert somebody(client).post(f"{table}/end", data={"how": "agree"}).status_code == 403
    for one in (bob, client):
        assert "Propose to end" in one.get(table).text
        assert one.post(f"{table}/end", data={"how": "agree"}).status_code == 303
    assert words.AGREED in client.get(table).text


def test_an_agreed_end_leads_on(client: TestClient) -> None:
    """The panel has rematch, replay and lobby. No goal is left on the page."""
    table = new_table(client, game="mechanica")
    bob = somebody(client)
    bob.post(f"{table}/join", data={"name": "Bob"})
    assert 'class="goal"' in client.get(table).text
    assert client.get(f"{table}/replay").status_code == 403
    for one in (bob, client):
        one.post(f"{table}/end", data={"how": "agree"})
    page = bob.get(table).text
    panel = page.split('id="end"')[1].split("</div></div>")[0]
    assert 'class="goal"' not in page and words.NO_RESULT in panel
    assert f'action="{table}/rematch"' in panel and f'href="{table}/replay"' in panel and 'href="/"' in panel
    assert "Same setup" not in panel and "Game analysis" not in panel
    replay = bob.get(f"{table}/replay?seat=all").text
    assert "What <bdi>Bob</bdi> saw" in replay
    assert "Game analysis" not in replay and "log.json" not in replay, "these need a result"
    assert client.post(f"{table}/rematch", data={"deal": "same"}).status_code == 409
    again = bob.post(f"{table}/rematch").headers["location"]
    assert client.post(f"{table}/rematch").headers["location"] == again
    assert f'href="{again}">To the rematch' in client.get(table).text


def test_a_closed_table_leads_to_the_lobby_only(client: TestClient) -> None:
    table = new_table(client)
    client.post(f"{table}/leave")
    page = client.get(table).text
    assert words.CLOSED in page.split('id="end"')[1] and "Rematch" not in page and "Replay</a>" not in page
    assert client.post(f"{table}/rematch").status_code in (403, 409)
    assert client.get(f"{table}/replay").status_code == 403
