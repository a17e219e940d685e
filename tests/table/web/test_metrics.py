"""Figures and log lines for whoever runs a table: right, for the token alone, and without anybody's secrets."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from wire import Browser, ask

from enginehouse.core.errors import Unreadable
from enginehouse.table import log_lines
from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings

TOKEN = "s3cret"
pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
async def app(tmp_path: Path, toy: Any) -> AsyncIterator[Any]:
    settings = Settings(
        db_url=f"sqlite:///{tmp_path / 't.sqlite3'}", beat_ms=0, metrics_token=TOKEN, requests_logged=True
    )
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield app


async def figures(app: Any, token: str = TOKEN) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the values of `/metrics` by name, for each choice of labels."""
    headers = [(b"authorization", f"Bearer {token}".encode())]
    answer = await ask(app, "GET", "/metrics", headers)
    assert answer.status == 200
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(answer.body.decode()):
        for sample in family.samples:
            labels = dict(sample.labels)
            assert labels.pop("process") == f"{socket.gethostname()}:{os.getpid()}", "two processes are never mixed up"
            found.setdefault(sample.name, {})[tuple(labels.values())] = sample.value
    return found


async def test_figures_say_what_is(app: Any) -> None:
    ann = Browser(app)
    table = await ann.new("me", "open")
    await ann.new("me", "bot:random")
    session = await app.state.shared.registry.get(table.removeprefix("/t/"))
    for path in ("/t/nowhere", "/made/up", "/made/up/2"):
        await ask(app, "GET", path)
    app.state.shared.pushing.came_to.update(sent=2, gone=1)
    with session.audience.viewer(0), session.audience.viewer(-1), session.audience.viewer(-1):
        said = await figures(app)
    assert said["enginehouse_tables"] == {("gathering",): 1, ("running",): 1}
    assert said["enginehouse_streams"] == {("seat",): 1, ("spectator",): 2}
    assert said["enginehouse_pushes_total"] == {("sent",): 2, ("gone",): 1}
    assert said["enginehouse_database_away"] == said["enginehouse_clock_ahead_seconds"] == {(): 0}
    asked = said["enginehouse_requests_total"]
    assert asked["POST", "/new", "303"] == 2 and asked["GET", "/t/{table}", "404"] == 1
    assert asked["GET", "other", "404"] == 2  # no label is made by whoever calls
    assert said["enginehouse_request_seconds_count"]["/new",] == 2
    assert said["process_resident_memory_bytes"][()] > 1e6


@pytest.mark.parametrize("token", ["", "Bearer", "s3cre", "s3cret2", "é"])
async def test_without_the_token_there_is_nothing(app: Any, token: str, tmp_path: Path) -> None:
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    assert (await ask(app, "GET", "/metrics", headers)).status == 404
    silent = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'other.sqlite3'}"))
    async with silent.router.lifespan_context(silent):
        assert (await ask(silent, "GET", "/metrics", [(b"authorization", b"Bearer ")])).status == 404


@pytest.fixture
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Return the log's output in the given form, and restore logging afterwards."""
    ours = [logging.getLogger(name) for name in ("enginehouse", "uvicorn", "enginehouse.requests")]
    before = [(one, one.handlers[:], one.level, one.propagate) for one in ours]
    out = io.StringIO()
    log_lines.configure(request.param, requests=True, out=out)
    yield out
    for one, handlers, level, propagate in before:
        one.handlers[:] = handlers
        one.setLevel(level)
        one.propagate = propagate


@pytest.mark.parametrize("written", ["json"], indirect=True)
async def test_lines_of_json_hold_no_secret(app: Any, written: io.StringIO) -> None:
    ann = Browser(app)
    table = await ann.new("me", "bot:random")
    secret = "once=abcdef"
    await ask(
        app, "GET", f"{table}?{secret}", [(b"cookie", b"enginehouse=mine"), (b"authorization", b"Bearer eh_mine")]
    )
    logging.getLogger("enginehouse.table").exception("broke", exc_info=ValueError("why"))
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {"at", "level", "logger", "says"} <= set(lines[0])
    looked = next(line for line in lines if line.get("route") == "/t/{table}")
    assert (looked["method"], looked["status"], looked["table"]) == ("GET", 200, table.removeprefix("/t/"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", looked["at"])
    assert "ValueError: why" in lines[-1]["traceback"] and lines[-1]["level"] == "error"
    everything = written.getvalue()
    session = await app.state.shared.registry.get(table.removeprefix("/t/"))
    for one in (secret, "eh_mine", "enginehouse=", session.state.row.seed, app.state.secret, ann.cookie.decode()):
        assert one not in everything, one


@pytest.mark.parametrize("written", ["text"], indirect=True)
def test_sentences_for_people(written: io.StringIO) -> None:
    logging.getLogger("enginehouse.table").warning("the %s is away", "database")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d [\d:]{8} WARNING the database is away\n", written.getvalue())
    with pytest.raises(Unreadable, match="text or json"):
        log_lines.configure("xml", requests=False)
