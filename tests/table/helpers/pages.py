"""Pages by Starlette's client: an application, a client of it, a new table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from handclock import SeededChance
from starlette.testclient import TestClient

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings

SAME = {"sec-fetch-site": "same-origin"}
JSON = {**SAME, "accept": "application/json"}
MOVE = {"seat": 0, "decision": 0, "act": "move 1 2"}
FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open", "listed": "1", "watched": "1"}


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return create_app(Settings(db_url=f"sqlite:///{tmp_path / 'app.sqlite3'}"), chance=SeededChance())


@pytest.fixture
def client(app: Any) -> Iterator[TestClient]:
    with TestClient(app, base_url="http://localhost", headers=SAME, follow_redirects=False) as one:
        yield one


def somebody(client: TestClient) -> TestClient:
    """Another browser at the same table (the application is running already)."""
    return TestClient(client.app, base_url="http://localhost", headers=SAME, follow_redirects=False)


def new_table(client: TestClient, **more: str) -> str:
    answer = client.post("/new", data={**FORM, **more})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
