"""Schemathesis reads the interface's description and asks whatever fits or does not: each answer has to be as described, and none a 500."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("schemathesis", reason="Schemathesis is not installed: scripts/setup frameworks")

from serving import Served, served

from enginehouse.mcp.seat import RemoteSeat
from enginehouse.table.api.openapi import document
from enginehouse.table.api.routes import ENDPOINTS

pytestmark = pytest.mark.untraced


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A running table whose bots wait for nothing."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=200) as one:
        yield one


def run_schemathesis(server: Served, folder: Path, examples: int, description: str = "") -> str:
    """What Schemathesis finds wrong at a server, as it says it; all its requests are about one table, and bring its token."""
    made = RemoteSeat(server.url, "")._ask(
        "POST", "/tables", {"game": "switchyard", "seats": ["me", "bot:random"], "name": "Ann"}
    )
    token = made["seats"][0]
    settings = folder / "schemathesis.toml"
    settings.write_text(
        f'[parameters]\n"path.table" = "{made["table"]}"\n"path.token" = "{token["id"]}"\n"path.game" = "switchyard"\n'
    )
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(settings)),
        *("run", description or f"{server.url}/api/v1/openapi.json", "--url", server.url),
        *("--max-examples", str(examples), "--seed", "1", "--workers", "1", "--no-color"),
        *("--header", f"Authorization: Bearer {token['token']}"),
        # A stream never ends; who has left or is revoked can do nothing any more.
        *("--exclude-path", "/api/v1/tables/{table}/events", "--exclude-path", "/api/v1/tables/{table}/leave"),
        *("--exclude-method", "DELETE"),
        # What a schema cannot say: which seats and options a game has, which actions there are.
        *("--exclude-checks", "positive_data_acceptance"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert "Tested" in done.stdout, done.stdout + done.stderr
    return done.stdout if done.returncode else ""


def test_every_answer_is_as_described(server: Served, tmp_path: Path, count: Callable[[int, int], int]) -> None:
    assert run_schemathesis(server, tmp_path, count(15, 200)) == ""


def test_deviations_from_the_description_are_found(server: Served, tmp_path: Path) -> None:
    """A description that promises one field more than there is."""
    said = json.loads(document(ENDPOINTS))
    said["components"]["schemas"]["Look"]["required"].append("weather")
    (tmp_path / "promises.json").write_text(json.dumps(said))
    assert "weather" in run_schemathesis(server, tmp_path, 2, str(tmp_path / "promises.json"))
