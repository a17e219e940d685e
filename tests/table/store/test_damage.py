"""Rows that cannot be read: that table says so, and no other table and nobody's lobby is touched by it."""

from __future__ import annotations

from typing import Any

import pytest
from pages import JSON, SAME, new_table, somebody
from sqlalchemy import text
from starlette.testclient import TestClient

pytestmark = pytest.mark.usefixtures("no_workers")

DAMAGES = {
    "options that are no JSON": ("UPDATE tables SET options = 'line: long' WHERE id = :id", "options"),
    "options that are a list": ("UPDATE tables SET options = '[1]' WHERE id = :id", "options"),
    "options of another game": ("""UPDATE tables SET options = '{"lion": "long"}' WHERE id = :id""", "lion"),
    "a cut seed": ("UPDATE tables SET seed = substr(seed, 1, 20) WHERE id = :id", "seed"),
    "an unknown game": ("UPDATE tables SET game = 'chess' WHERE id = :id", "not installed here"),
    "a missing seat": ("DELETE FROM seats WHERE table_id = :id AND seat = 1", "do not match its number of seats"),
    "too many seats": ("UPDATE tables SET seats = 9 WHERE id = :id", "do not match its number of seats"),
    "no number of seats": ("UPDATE tables SET seats = 'many' WHERE id = :id", "do not match its number of seats"),
    "a result that is none": ("UPDATE tables SET result = '{' WHERE id = :id", ""),
}


def change(client: TestClient, sql: str, table: str) -> None:
    """Change what is stored behind the application's back, and have it forget what it knows."""
    registry = client.app.state.shared.registry  # type: ignore[attr-defined]

    async def execute() -> None:
        async with registry.store.database.writing() as connection:
            await connection.execute(text(sql), {"id": table.removeprefix("/t/")})

    assert client.portal is not None
    client.portal.call(execute)
    registry.tables.clear()


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("begun", [False, True], ids=["gathering", "begun"])
def test_one_bad_table_harms_no_other(client: TestClient, damage: str, begun: bool) -> None:
    sql, named = DAMAGES[damage]
    good = new_table(client, **{"seat-1": "me"})
    bad = new_table(client, **({"seat-1": "me"} if begun else {}))
    change(client, sql, bad)
    cat = somebody(client)
    for one in (client, cat):
        for path in ("", "/join", "/frame", "/leave", "/board.svg"):
            answer = one.get(f"{bad}{path}")
            assert answer.status_code < 500
            assert named in answer.text if named else answer.status_code in (200, 403)
        assert one.get("/").status_code == 200, "the lobby is open"
    assert (
        bool(named) is (f'href="{bad}">Can’t be opened' in client.get("/").text) or damage == "options of another game"
    )
    assert f'href="{bad}/join"' not in cat.get("/").text or not named or damage == "options of another game"
    for path in ("act", "undo", "join", "leave", "rematch"):
        fields = {"seat": 0, "decision": 0, "act": "move 1 2", "name": "Cat"}
        assert cat.post(f"{bad}/{path}", json=fields, headers=JSON).status_code < 500
    played = client.post(f"{good}/act", json={"seat": 0, "decision": 0, "act": "move 1 2"}, headers=JSON)
    assert played.status_code == 204
    assert cat.get(good).status_code == 200


def test_a_table_with_bots_that_is_damaged_is_not_offered(client: TestClient, toy: Any) -> None:
    registry = client.app.state.shared.registry  # type: ignore[attr-defined]
    assert client.portal is not None
    registry.sets_out = lambda: [toy]
    client.portal.call(registry.set_out)
    (first,) = client.portal.call(registry.store.tables.gathering)
    change(client, "UPDATE tables SET options = '' WHERE id = :id", first.id)
    client.portal.call(registry.set_out)
    second = [row for row in client.portal.call(registry.store.tables.gathering) if not row.damage]
    assert len(second) == 1 and second[0].id != first.id
    assert first.id not in client.get("/").text


def test_an_answer_that_cannot_be_read_makes_its_table_read_only(client: TestClient) -> None:
    table = new_table(client, **{"seat-1": "me"})
    change(client, "INSERT INTO answers VALUES (:id, 1, 0, 'no such thing')", table)
    assert "cannot continue" in client.get(f"{table}/frame?seat=1", headers=JSON).json()["regions"]["prompt"]
    answer = client.post(f"{table}/act", json={"seat": 0, "decision": 0, "act": "move 1 2"}, headers={**SAME, **JSON})
    assert answer.status_code == 409 and "cannot continue" in answer.text
