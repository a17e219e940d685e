"""Files that earlier versions stored (see `make.py`): their logs verify, and their tables open and continue."""

from __future__ import annotations

import random
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from handclock import HandClock, SeededChance
from sqlalchemy import Boolean, MetaData, Table, insert, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from starlette.testclient import TestClient

from enginehouse.commands.simulate import verify_log
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match, replay
from enginehouse.core.registry import game as games
from enginehouse.core.verbs import at_random
from enginehouse.table.app import create_app
from enginehouse.table.botpool import jobs, pool, worker
from enginehouse.table.play import by_itself, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states import clocks, teaching
from enginehouse.table.states.state import TableState
from enginehouse.table.store import backup, migrations
from enginehouse.table.store.store import Store
from enginehouse.table.store.tables import TableStore
from enginehouse.table.web.guests import cookie_name

HERE = Path(__file__).resolve().parent
pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
FILES = sorted(HERE.glob("*/*.jsonl"))
DATABASES = sorted(HERE.glob("*/tables.sql"))
MIDDLES = sorted(HERE.glob("*/middle.*"))
ANN = "0" * 31 + "a"
PART: dict[tuple[str, str, int], str] = {}
"""Logs (version, game, number) that rules of today cannot follow to the end, with what is said then: the rules were wrong.
Each of them has another version of the rules than today's."""


def random_end(match: Match, dice: random.Random) -> None:
    """Play on by chance to the end."""
    while not match.over:
        seat = dice.choice(match.actors())
        legal = match.legal(seat)
        match.act(
            seat, match.game.vocabulary.name(dice.choice(legal[: at_random(match.state, seat, legal, len(legal))]))
        )


def test_something_is_kept() -> None:
    """Folders that are not found would make the tests below pass on nothing."""
    assert {file.stem for file in FILES} >= {"great-machine", "mechanation", "mechanica", "mechanical-beast"}
    assert all(len(logs.load_all(file)) == 20 for file in FILES) and DATABASES


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_logs_verify_and_go_on(file: Path) -> None:
    for number, log in enumerate(logs.load_all(file)):
        good, said, _ = verify_log(log)
        parts = PART.get((file.parent.name, file.stem, number))
        if parts is not None:
            assert not good and parts in said, (number, said)
            assert log.rules != games.get(log.game).facts.rules_version, "rules changed under the same version"
            continue
        assert good, f"{file.name}:{number + 1}: {said}"
        if log.result is None:
            match = replay(log).match
            random_end(match, random.Random(number))
            assert replay(match.log()).error is None


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


def open_database(file: Path, where: str = ":memory:") -> sqlite3.Connection:
    """The database that a file of SQL describes."""
    connection = sqlite3.connect(where)
    connection.executescript(file.read_text("utf-8"))
    return connection


async def put_back(file: Path, url: str) -> None:
    """The database as it was kept: SQLite reads the file, PostgreSQL gets its schema of then and the same rows."""
    if file.suffix == ".backup":
        await backup.restore(url, file, lambda _: None)
        return
    if url.startswith("sqlite"):
        open_database(file, str(make_url(url).database)).close()
        return
    with closing(open_database(file)) as kept:
        revision = kept.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        kept.row_factory = sqlite3.Row
        engine = create_async_engine(url)
        async with engine.begin() as c:
            await c.run_sync(migrations.upgrade, revision)
        then = MetaData()
        async with engine.begin() as c:
            await c.run_sync(then.reflect)
            for table in then.tables.values():
                rows = [dict(row) for row in kept.execute(f"SELECT * FROM {table.name}")]
                if table.name != "alembic_version" and rows:
                    await c.execute(insert(table), [{**row, **_booleans(table, row)} for row in rows])
        await engine.dispose()


def _booleans(table: Table, row: dict[str, Any]) -> dict[str, bool]:
    """SQLite keeps true and false as numbers."""
    return {c.name: bool(row[c.name]) for c in table.columns if isinstance(c.type, Boolean)}


@pytest.fixture
async def open_registry(db_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[[Path], Any]]:
    """Opens the tables of a kept database; bots think here."""

    async def ask(_: Any, job: jobs.Job, budget: Callable[[], float]) -> jobs.BotAnswer:
        return worker.answer(msgspec.structs.replace(job, until=time.monotonic() + budget()))

    monkeypatch.setattr(pool.Workers, "ask", ask)
    made: list[Any] = []

    async def from_file(file: Path) -> Registry:
        await put_back(file, db_url)
        store = await Store(db_url).open()
        registry = Registry(Settings(), store, HandClock(), SeededChance())
        registry.scheduler.stopped = True  # nothing goes by itself while this is looked at
        made.extend((registry, store))
        return registry

    yield from_file
    for one in made:
        await one.close()


@pytest.mark.parametrize("file", DATABASES, ids=lambda file: file.parent.name)
async def test_tables_open_and_go_on(file: Path, open_registry: Callable[[Path], Any]) -> None:
    """Every table replays to the checksum of every entry; who is to act can act; answers that waited still wait."""
    registry = await open_registry(file)
    with closing(open_database(file)) as kept:
        many = dict(kept.execute("SELECT id, (SELECT count(*) FROM entries WHERE table_id = id) FROM tables"))
        waiting = {(row[0], row[1]): row[2] for row in kept.execute("SELECT table_id, seat, act FROM answers")}
    dice, acted, held = random.Random("on"), 0, 0
    for table, entries in many.items():
        session = await registry.read(table)
        assert not session.state.replay_error, (table, session.state.replay_error)
        assert len(session.state.match.entries) == entries
        registry.tables[table] = session
        held += sum(waiting.get((table, seat)) == act for seat, act in session.state.pending.items())
        for seat in session.state.match.actors() if session.state.running else ():
            person = session.state.row.seats[seat].person
            if person is not None and seat not in session.state.pending:
                legal = session.state.match.legal(seat)
                name = session.state.match.game.vocabulary.name(
                    dice.choice(legal[: at_random(session.state.match.state, seat, legal, len(legal))])
                )
                await commands.act(session, person, seat, session.state.decision(seat), name)
                acted += 1
                break
        again = await registry.read(table)
        assert not again.state.replay_error and again.state.match.entries == session.state.match.entries
    assert held == len(waiting) > 3 and acted > 15


@pytest.mark.parametrize("file", DATABASES[:1], ids=lambda file: file.parent.name)
async def test_what_was_tampered_with_is_seen_at_its_entry(
    file: Path, tmp_path: Path, open_registry: Callable[[Path], Any]
) -> None:
    """A wrong checksum in the middle, an entry that is no step, one that is missing: read-only up to there, and said."""
    registry = await open_registry(file)
    async with registry.store.database.writing() as c:
        rows = (
            await c.execute(text("SELECT table_id, max(number) FROM entries GROUP BY 1 ORDER BY 2 DESC LIMIT 3"))
        ).all()
        for (table, _), change in zip(
            rows,
            (
                "UPDATE entries SET checksum = '2:00000000000000000000000000000000' WHERE number = 5 AND table_id = :t",
                "UPDATE entries SET step = 'jump' WHERE number = 5 AND table_id = :t",
                "DELETE FROM entries WHERE number = 5 AND table_id = :t",
            ),
            strict=True,
        ):
            await c.execute(text(change), {"t": table})
    for (table, _), said in zip(rows, ("not the stored one", "undo or redo", "entry 5 is missing"), strict=True):
        session = await registry.read(table)
        assert len(session.state.match.entries) == 4 and not session.state.running
        assert "after 4 of" in session.state.replay_error and said in session.state.replay_error.replace(
            "Entry", "entry"
        ), session.state.replay_error


@pytest.mark.parametrize("file", DATABASES, ids=lambda file: file.parent.name)
def test_a_finished_game_keeps_the_rules_of_its_time(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is the one that could have been saved then: version, checksums and result. Versions before 0.2.0 had older rules."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"

    async def none(_: Store) -> list[str]:
        return []

    monkeypatch.setattr(TableStore, "to_resume", none)  # no table goes on by itself meanwhile
    with closing(open_database(file, str(tmp_path / "tables.sqlite3"))) as kept:
        over = dict(kept.execute("SELECT id, rules FROM tables WHERE status = 'over'"))
        last = dict(kept.execute("SELECT table_id, checksum FROM entries ORDER BY number"))
    with TestClient(create_app(Settings(db_url=url)), base_url="http://localhost") as client:
        found = {table: logs.parse(client.get(f"/t/{table}/log.json").content) for table in over}
    has_older = any(log.rules != games.get(log.game).facts.rules_version for log in found.values())
    assert has_older or file.parent.name not in ("0.1.0", "2dccf44")
    for table, log in found.items():
        good, said, rules = verify_log(log)
        assert good and "replays to its checksum" in said
        if log.rules != games.get(log.game).facts.rules_version:
            assert (log.rules, log.checksum) == (
                over[table],
                last[table],
            ) and f"version {log.rules} of the rules" in rules


@pytest.mark.parametrize("kept", MIDDLES, ids=lambda file: f"{file.parent.name}-{file.suffix[1:]}")
async def test_what_was_in_the_middle_goes_on(kept: Path, open_registry: Callable[[Path], Any]) -> None:
    """An open reaction time, an answer that waits, a sealed choice, running clocks and a lesson go on to the next step."""
    registry = await open_registry(kept)
    with closing(open_database(kept.with_suffix(".sql"))) as rows:
        tables = [table for (table,) in rows.execute("SELECT id FROM tables")]
    for table in tables:
        registry.tables[table] = await registry.read(table)
    found = {what_is_open(session.state): session for session in registry.tables.values()}
    assert found.keys() == {"reaction", "answer", "sealed", "clock", "lesson"}

    waiting = found["answer"].state
    (seat,) = waiting.pending
    for name in ("reaction", "answer"):
        session, window = found[name], found[name].state.window
        assert window is not None and window.timed and window.length == 3600
        await act_randomly(session, next(one for one in window.asked if one not in session.state.pending))
        session.clock.time += 2 * window.length
        await by_itself.close_window(session, window.key, lambda _: None, SeededChance())
        assert session.state.window is None or session.state.window.ordinal > window.ordinal
    last = [entry for entry in found["answer"].state.match.entries if entry.seat == seat][-1]
    assert last.act == waiting.pending[seat], "the answer that waited is the one that was played"

    laid = int(found["sealed"].state.match.state.laid)
    for actor in found["sealed"].state.match.actors():
        assert not laid >> actor & 1
        await act_randomly(found["sealed"], actor)
    assert int(found["sealed"].state.match.state.laid) != laid

    timed = found["clock"]
    assert clocks.rule(timed.state.row.clock).budget == 600
    seat = timed.state.match.actors()[0]
    left = timed.state.row.seats[seat].left_ms
    assert left is not None and left != 600_000
    await act_randomly(timed, seat)

    taught = found["lesson"]
    at = teaching.place(taught.state)
    assert at is not None and at.number == 2 and at.step is not None
    learner = taught.state.match.actors()[0]
    await commands.act(taught, ANN, learner, taught.state.decision(learner), at.step.act)
    after = teaching.place(taught.state)
    assert after is not None and after.number == 3

    for table, session in registry.tables.items():
        again = await registry.read(table)
        assert not again.state.replay_error and again.state.match.entries == session.state.match.entries


def what_is_open(state: TableState) -> str:
    """Return what a kept table is in the middle of."""
    if state.row.lesson or state.row.clock:
        return "lesson" if state.row.lesson else "clock"
    if int(state.match.state.laid):
        return "sealed"
    return "answer" if state.pending else "reaction"


async def act_randomly(session: Session, seat: int) -> None:
    """Let the person on a seat do one of the actions that are for random play."""
    state = session.state
    legal = state.match.legal(seat)
    code = random.Random(seat).choice(legal[: at_random(state.match.state, seat, legal, len(legal))])
    name = state.match.game.vocabulary.name(code)
    await commands.act(session, state.row.seats[seat].person, seat, state.decision(seat), name)


COOKIE = "0000000000000000000000000000000a.Q1G_ScnF0Yf-mP3jKM07rD3W67Ys8BfC"
"""Ann's cookie, as version 0.1.0 signed it with the key that it kept."""


@pytest.mark.parametrize("file", DATABASES[:1], ids=lambda file: file.parent.name)
def test_a_cookie_of_then_is_known_and_renewed(file: Path, tmp_path: Path) -> None:
    open_database(file, str(tmp_path / "tables.sqlite3")).close()
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    app.state.shared.registry.sets_out = list  # no tables are set out in the lobby: this is about who comes in
    with TestClient(app, base_url="http://localhost", cookies={"enginehouse": COOKIE}) as client:
        answer = client.get("/")
        assert re.search(r'class="whoami"[^>]*><bdi>Ann</bdi>', answer.text)
        name = cookie_name(app.state.secret)
        person, date, _ = answer.cookies[name].split(".")
        assert person == COOKIE.split(".")[0] and date
        assert "set-cookie" not in client.get("/", headers={"cookie": f"{name}={answer.cookies[name]}"}).headers
    with TestClient(app, base_url="http://localhost", cookies={"enginehouse": COOKIE[:-1] + "B"}) as client:
        answer = client.get("/")
        assert "whoami" not in answer.text and "set-cookie" not in answer.headers
